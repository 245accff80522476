// The builder: edits go out one by one and come back as the parts that they changed. Without this file every button is
// a plain form.
const builder = document.getElementById("builder");
const form = document.getElementById("edit");
const saved = document.getElementById("saved");
const conflict = document.getElementById("conflict");
const box = document.getElementById("q");
const finder = document.getElementById("find-cards");

// --- parts ---

// Each part replaces the element with its id, fills the elements it names, or adds or removes a row; the focus stays.
function put(html) {
  const at = document.activeElement?.id;
  const parts = new DOMParser().parseFromString(html, "text/html").body.children;
  for (const part of [...parts]) {
    const { into, remove, list, place } = part.dataset;
    if (into) for (const each of document.querySelectorAll(into)) each.replaceChildren(...part.cloneNode(true).childNodes);
    else if (remove) document.getElementById(remove)?.remove();
    else if (list) {
      const rows = document.getElementById(list);
      rows?.insertBefore(part.firstElementChild, rows.children[place] ?? null);
    } else document.getElementById(part.id)?.replaceWith(part);
  }
  const again = at && document.activeElement === document.body ? document.getElementById(at) : null;
  again?.focus({ preventScroll: true });
  watch();
}

function ask(address, kind, options = {}) {
  return fetch(address, { ...options, headers: { "X-Live": kind }, credentials: "same-origin" });
}

function tell(words, bad) {
  const said = document.getElementById("said");
  said.textContent = words;
  said.toggleAttribute("data-bad", Boolean(bad));
}

function show(words, bad) {
  saved.textContent = words;
  saved.toggleAttribute("data-bad", Boolean(bad));
}

// A button replaced between press and release is never clicked: parts wait for the hand, two seconds at most.
let held, letGo;
addEventListener("pointerdown", () => { held = new Promise((done) => setTimeout(letGo = done, 2000)); }, true);
addEventListener("pointerup", () => setTimeout(() => letGo?.()), true);

// --- edits ---

const waiting = [];
let busy = false;
let stuck = false;

const shown = () => [...document.querySelectorAll("#picks > [data-code]")].map((each) => each.dataset.code).join(" ");

// Where the hand goes when its button is gone: the next line, the same card in the pool, its part.
function refuge(at) {
  const line = at.closest(".line, .pick");
  const beside = [line?.nextElementSibling, line?.previousElementSibling].map((each) => each?.querySelector("button")?.id);
  const same = line ? `more-${line.dataset.code}` : "";
  const ids = (line?.classList.contains("pick") ? [same, ...beside] : [...beside, same]).filter(Boolean);
  const part = at.closest("#list, #checks, #pool")?.id;
  return () => {
    if (document.activeElement !== document.body) return;
    const next = ids.map((id) => document.getElementById(id)).find((each) => each?.checkVisibility())
      ?? document.getElementById(part)?.querySelector("button, a") ?? box;
    next.focus({ preventScroll: next === box });
  };
}

async function send(words) {
  const body = new FormData(form);
  body.set("do", words);
  body.set("shown", shown());
  try {
    const answer = await ask(form.action, "edit", { method: "POST", body });
    return [answer.status, await answer.text()];
  } catch {
    return [0, ""];
  }
}

async function work() {
  if (busy || stuck) return;
  busy = true;
  while (waiting.length && !stuck) {
    show("Saving…");
    const settle = refuge(document.activeElement);
    const [status, html] = await send(waiting[0]);
    await held;
    if (status === 200 || status === 422) {
      waiting.shift();
      put(html);
      settle();
      show("Saved");
    } else {
      stuck = true;
      if (status === 409) choose(html);
      else fail(status);
    }
  }
  busy = false;
}

const reasons = {
  429: "You made too many changes in a short time.",
  503: "The site is busy right now.",
  507: "The site is out of storage space.",
};

function fail(status) {
  show("Not saved. ", true);
  const again = document.createElement("button");
  again.type = "button";
  again.className = "btn btn-quiet";
  again.textContent = "Try again";
  again.addEventListener("click", () => { stuck = false; work(); });
  saved.append(again);
  const why = reasons[status] || (status ? `The last change couldn’t be saved (error ${status}).` : "The site isn’t responding.");
  tell(`${why} Try again, or reload the page to see what was saved.`, true);
}

// What was clicked after the edit that met another's goes along with it.
function choose(html) {
  show("Not saved: changed elsewhere", true);
  conflict.innerHTML = html;
  for (const words of waiting.slice(1)) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: "edit", value: words });
    conflict.querySelector("form").append(field);
  }
  conflict.showModal();
}

conflict.addEventListener("cancel", (event) => event.preventDefault());

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button) return;
  event.preventDefault();
  if (button.getAttribute("aria-disabled") === "true") {
    const why = document.getElementById(`why-${button.closest("[data-code]")?.dataset.code}`);
    tell(why?.textContent || "That isn’t possible right now.", true);
    return;
  }
  waiting.push(button.value);
  work();
});

// Name and format: forms of their own, each sent as it is.
async function submit(own) {
  try {
    const answer = await ask(own.action, "edit", { method: "POST", body: new FormData(own) });
    if (answer.status === 200 || answer.status === 422) put(await answer.text());
    else tell(`That couldn’t be saved (error ${answer.status}).`, true);
  } catch {
    tell("The site isn’t responding. Try again.", true);
  }
}

for (const id of ["rename", "choose-format"]) {
  const own = document.getElementById(id);
  own.addEventListener("submit", (event) => { event.preventDefault(); submit(own); });
}
document.getElementById("format").addEventListener("change", (event) => submit(event.target.form));

window.addEventListener("beforeunload", (event) => {
  if (waiting.length && !conflict.open) event.preventDefault();
});

// --- the pool ---

let asked = null;
let soon;

async function look(address) {
  asked?.abort();
  asked = new AbortController();
  try {
    const answer = await ask(address, "pool", { signal: asked.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    put(await answer.text());
  } catch (error) {
    if (error.name !== "AbortError") tell("The site isn’t responding. Try your search again.", true);
    return false;
  }
  const top = document.querySelector(".pool-top");
  history.replaceState(null, "", top.dataset.path);
  if (document.activeElement !== box) box.value = top.dataset.q;
  box.setAttribute("aria-invalid", String("faulty" in top.dataset));
  document.getElementById("all").checked = top.dataset.rest === "1";
  document.getElementById("find-view").value = top.dataset.view;
  document.getElementById("pool-side").scrollTop = 0;
  document.getElementById("heard").textContent = document.getElementById("pool-said").textContent;
  return true;
}

function find() {
  clearTimeout(soon);
  return look(`${finder.getAttribute("action")}?${new URLSearchParams(new FormData(finder))}`);
}

box.addEventListener("input", () => { clearTimeout(soon); soon = setTimeout(find, 150); });
document.getElementById("all").addEventListener("change", find);
finder.addEventListener("submit", (event) => { event.preventDefault(); find(); });

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-pool]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  clearTimeout(soon);
  if (document.activeElement === box) box.blur();
  if (await look(link.href) && link.dataset.pool === "go") goTo("pool");
});

// Further cards come when the end of the list comes into sight.
const eye = new IntersectionObserver(async (entries) => {
  // What was seen may have been replaced before this is told.
  const end = entries.find((entry) => entry.isIntersecting && entry.target.isConnected)?.target;
  if (!end) return;
  eye.unobserve(end);
  const next = new URL(end.querySelector("a").href);
  next.searchParams.set("after", end.previousElementSibling.dataset.code);
  const answer = await ask(next, "more").catch(() => null);
  if (!answer?.ok || !end.isConnected) return;
  const rows = new DOMParser().parseFromString(await answer.text(), "text/html").body.childNodes;
  end.replaceWith(...rows);
  watch();
}, { rootMargin: "600px" });

function watch() {
  const end = document.getElementById("more");
  if (end) eye.observe(end);
}
watch();

// --- one part at a time, on a phone ---

function turnTo(tab) {
  builder.dataset.tab = tab;
  for (const each of document.querySelectorAll(".b-tabs a")) {
    if (each.dataset.tab === tab) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
}

function goTo(tab) {
  turnTo(tab);
  (document.querySelector("#picks [data-more]") ?? box).focus();
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest("a[data-tab]");
  if (!tab) return;
  event.preventDefault();
  turnTo(tab.dataset.tab);
  if (tab.closest(".b-tabs")) window.scrollTo({ top: 0 });
  else document.querySelector("#list .bump")?.focus();
});

// --- the card beside its name, under the pointer; Escape puts it away ---

const glance = document.getElementById("glance");
let coming;

function place(link) {
  const picture = glance.querySelector("img");
  if (picture.getAttribute("src") !== link.dataset.glance) picture.src = link.dataset.glance;
  glance.hidden = false;
  const at = (link.closest(".pick, .line, .led") ?? link).getBoundingClientRect();
  const own = glance.getBoundingClientRect();
  const left = at.right + own.width + 12 < window.innerWidth ? at.right + 8 : Math.max(4, at.left - own.width - 8);
  const top = Math.min(Math.max(4, at.top - own.height / 3), window.innerHeight - own.height - 4);
  glance.style.setProperty("left", `${left}px`);
  glance.style.setProperty("top", `${Math.max(4, top)}px`);
}

function away() {
  clearTimeout(coming);
  glance.hidden = true;
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const link = event.target.closest("[data-glance]");
  clearTimeout(coming);
  if (link) coming = setTimeout(place, 180, link);
  // Time enough to reach the picture with the pointer.
  else if (!event.target.closest("#glance")) coming = setTimeout(away, 250);
});
document.addEventListener("focusin", (event) => {
  const link = event.target.closest("[data-glance]");
  if (link?.matches(":focus-visible")) place(link);
  else away();
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") away(); });
document.addEventListener("scroll", away, { capture: true, passive: true });
