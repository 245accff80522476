// Updates the odds page while the visitor types. It fetches by itself: htmx would swap the fields being typed in, and
// one response updates several parts of the form, each in its own way.
// Without this file the form has a button, and every link is a plain link.
const said = document.getElementById("said");
const WAIT = 250;

let timer;
let running;
let shown = location.search;

const part = (id) => document.getElementById(id);
const addressOf = (form) => `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;

function swap(found, id) {
  const there = found.getElementById(id);
  if (there) part(id)?.replaceChildren(...there.childNodes);
}

// Fields stay as they are being typed in; only what is said about them changes, and a want that was not there before.
function tell(found) {
  // While a search is half typed, the last answer stays.
  const waits = found.querySelector("#answer [data-waits]");
  part("answer").classList.toggle("old", Boolean(waits));
  if (!waits) for (const id of ["answer", "pin"]) swap(found, id);
  for (const want of found.querySelectorAll(".want")) {
    const here = part(want.id);
    if (here) judge(here, want, found);
    else part("wants").append(want);
  }
  for (const each of found.querySelectorAll(".when output, .when .no")) {
    const here = part(each.id);
    if (!here) continue;
    here.hidden = each.hidden;
    here.replaceChildren(...each.childNodes);
  }
}

function judge(here, want, found) {
  swap(found, want.querySelector(".want-said").id);
  here.querySelector(".ticks > summary")?.replaceWith(want.querySelector(".ticks > summary"));
  here.querySelector(".want-less")?.remove();
  const less = want.querySelector(".want-less");
  if (less) here.querySelector(".want-line").append(less);
  const wrong = Boolean(want.querySelector("[type=search][aria-invalid]"));
  here.querySelector("[type=search]").setAttribute("aria-invalid", String(wrong));
}

async function go(address, whole) {
  clearTimeout(timer);
  running?.abort();
  running = new AbortController();
  part("answer").setAttribute("aria-busy", "true");
  try {
    const response = await fetch(address, { signal: running.signal, credentials: "same-origin" });
    const found = new DOMParser().parseFromString(await response.text(), "text/html");
    const path = found.getElementById("answer")?.dataset.path;
    if (path === undefined) throw new Error(`answered with ${response.status}`);
    if (!whole) history.replaceState(null, "", path);
    said.textContent = found.querySelector("#answer [data-said], #answer .void")?.textContent ?? "";
    if (whole) swap(found, "odds");
    else tell(found);
    shown = location.search;
  } catch (error) {
    if (error.name === "AbortError") return;
    said.textContent = "The site does not answer. Try again in a moment.";
  }
  part("answer").setAttribute("aria-busy", "false");
}

document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (form?.id !== "ask") return;
  clearTimeout(timer);
  timer = setTimeout(() => { if (form.checkValidity()) go(addressOf(form), false); }, WAIT);
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "ask") return;
  event.preventDefault();
  go(addressOf(event.target), false);
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-swap]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  await go(link.href, true);
  part("answer").focus({ preventScroll: true });
});

// A step to another part of the same page is no other question.
addEventListener("popstate", () => { if (location.search !== shown) go(location.href, true); });
