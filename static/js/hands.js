// The hand tester: keys for its buttons, and steps that change the table without loading the page again. Without this
// file every button is a plain link or form, and the page comes back whole.
const heard = document.getElementById("heard");
const table = () => document.getElementById("hands");

const allowed = () => document.getElementById("keys-on")?.checked ?? true;
const typing = (target) => target.closest("input:not([type=checkbox], [type=radio]), textarea, select");

// --- what is marked ---

function count() {
  const shown = document.querySelector(".marked");
  if (!shown) return;
  const marks = [...document.querySelectorAll("#game [name=mark]:checked")];
  const worth = marks.reduce((sum, each) => sum + Number(each.dataset.worth), 0);
  const { need, most } = shown.dataset;
  if (need) shown.textContent = `marked: worth ${worth} of ${need}`;
  else if (most) shown.textContent = `marked: ${marks.length} of at most ${most}`;
  else shown.textContent = marks.length ? `marked: ${marks.length}, worth ${worth}` : "";
}

document.addEventListener("change", (event) => { if (event.target.name === "mark") count(); });

// --- steps ---

let asked;
let busy = false;

async function go(address, kept) {
  asked?.abort();
  const own = asked = new AbortController();
  busy = true;
  let answer;
  let page;
  try {
    answer = await fetch(address, { signal: own.signal });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address);
    return;
  }
  const next = page.getElementById("hands");
  if (!next) { location.assign(address); return; }
  const at = document.activeElement?.id;
  table().replaceWith(next);
  if (!kept) history.pushState(null, "", answer.url);
  if (document.activeElement === document.body) {
    (document.getElementById(at) ?? document.getElementById("next") ?? document.getElementById("new"))?.focus({ preventScroll: true });
  }
  document.getElementById("refusal")?.scrollIntoView({ block: "nearest" });
  heard.textContent = next.dataset.said;
  count();
  busy = false;
  while (!busy && waiting.length) press(waiting.shift());
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-go]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.href);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!table()?.contains(form)) return;
  event.preventDefault();
  const data = new FormData(form, event.submitter);
  go(`${form.getAttribute("action")}?${new URLSearchParams(data)}`);
});

window.addEventListener("popstate", () => go(location.href, true));

// --- keys; those pressed during a step are meant for the table after it ---

const waiting = [];

function press(key) {
  const target = document.querySelector(`#hands [data-key="${CSS.escape(key)}"]`);
  target?.click();
  return Boolean(target);
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (!allowed() || typing(event.target) || document.querySelector("dialog[open]")) return;
  if (busy) waiting.push(event.key);
  else if (press(event.key)) event.preventDefault();
});

count();
