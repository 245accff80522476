// Updates the odds page while the visitor types. Not htmx: it would swap the fields being typed in, keep no answer while
// a search is half typed, and reload the page on Back. Without this file the form has a button and links are plain links.
const status = document.getElementById("said");
const DELAY = 250;

let timer;
let running;
let shown = location.search;

const part = (id) => document.getElementById(id);
const addressOf = (form) => `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;

function swap(page, id) {
  const fresh = page.getElementById(id);
  if (fresh) part(id)?.replaceChildren(...fresh.childNodes);
}

// Fields are left alone; only the messages about them change, and new wants are added.
function update(page) {
  // While a search is half typed, the last answer stays.
  const waits = page.querySelector("#answer [data-waits]");
  part("answer").classList.toggle("old", Boolean(waits));
  if (!waits) for (const id of ["answer", "pin"]) swap(page, id);
  for (const want of page.querySelectorAll(".want")) {
    const here = part(want.id);
    if (here) updateWant(here, want, page);
    else part("wants").append(want);
  }
  for (const fresh of page.querySelectorAll(".when output, .when .no")) {
    const here = part(fresh.id);
    if (!here) continue;
    here.hidden = fresh.hidden;
    here.replaceChildren(...fresh.childNodes);
  }
}

function updateWant(here, want, page) {
  swap(page, want.querySelector(".want-said").id);
  here.querySelector(".ticks > summary")?.replaceWith(want.querySelector(".ticks > summary"));
  here.querySelector(".want-less")?.remove();
  const less = want.querySelector(".want-less");
  if (less) here.querySelector(".want-line").append(less);
  const invalid = Boolean(want.querySelector("[type=search][aria-invalid]"));
  here.querySelector("[type=search]").setAttribute("aria-invalid", String(invalid));
}

async function load(address, everything) {
  clearTimeout(timer);
  running?.abort();
  running = new AbortController();
  part("answer").setAttribute("aria-busy", "true");
  try {
    const response = await fetch(address, { signal: running.signal, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const path = page.getElementById("answer")?.dataset.path;
    if (path === undefined) throw new Error(`answered with ${response.status}`);
    if (!everything) history.replaceState(null, "", path);
    status.textContent = page.querySelector("#answer [data-said], #answer .void")?.textContent ?? "";
    if (everything) swap(page, "odds");
    else update(page);
    shown = location.search;
  } catch (error) {
    if (error.name === "AbortError") return;
    status.textContent = "We couldn’t reach the site. Try again in a moment.";
  }
  part("answer").setAttribute("aria-busy", "false");
}

document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (form?.id !== "ask") return;
  clearTimeout(timer);
  timer = setTimeout(() => { if (form.checkValidity()) load(addressOf(form), false); }, DELAY);
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "ask") return;
  event.preventDefault();
  load(addressOf(event.target), false);
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-swap]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  await load(link.href, true);
  part("answer").focus({ preventScroll: true });
});

// Not for a jump within the page.
addEventListener("popstate", () => { if (location.search !== shown) load(location.href, true); });
