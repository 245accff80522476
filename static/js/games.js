// The replay viewer: keys for its links, and steps that change the page without loading it again. Without this file
// every step is a plain link.
const heard = document.getElementById("heard");
const shown = () => document.getElementById("replay");

const allowed = () => document.getElementById("keys-on")?.checked ?? true;
const typing = (target) => target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

let asked;
let busy = false;
const waiting = [];

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
  const next = page.getElementById("replay");
  if (!next) { location.assign(address); return; }
  const at = document.activeElement?.id;
  const open = [...document.querySelectorAll("#replay details.offers[open]")].length > 0;
  shown().replaceWith(next);
  if (open) next.querySelector("details.offers")?.setAttribute("open", "");
  document.title = page.title;
  if (!kept) history.pushState(null, "", answer.url);
  if (document.activeElement === document.body && at) {
    (document.getElementById(at) ?? document.getElementById("go-next") ?? document.getElementById("go-previous"))?.focus({ preventScroll: true });
  }
  heard.textContent = next.dataset.said;
  busy = false;
  while (!busy && waiting.length) press(waiting.shift());
}

function press(key) {
  const link = document.querySelector(`#replay a[data-key="${CSS.escape(key)}"]`);
  if (link) go(link.href);
  return Boolean(link);
}

if (shown()) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#replay a[data-go]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(link.href);
  });

  window.addEventListener("popstate", () => go(location.href, true));

  document.addEventListener("keydown", (event) => {
    if (!allowed() || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (typing(event.target) || document.querySelector("dialog[open]")) return;
    const scrolls = ["Home", "End"].includes(event.key) && event.target.closest(".log, .told-now, .offers");
    const known = document.querySelector(`#replay [data-key="${CSS.escape(event.key)}"]`);
    if (scrolls || !known) return;
    event.preventDefault();
    // Keys pressed while a step is on its way are meant for the table after it.
    if (busy) waiting.push(event.key);
    else press(event.key);
  });
}
