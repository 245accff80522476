// Step-by-step pages: the hand tester and the replay viewer. htmx swaps each step; this adds keys for its links and
// buttons, keeps the focus, and announces the result. Without scripts every step is a plain link or form.
const heard = document.getElementById("heard");
const step = () => document.querySelector("[data-step]");

const allowed = () => document.getElementById("keys-on")?.checked ?? true;
const typing = (target) => target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
const button = (key) => step()?.querySelector(`[data-key="${CSS.escape(key)}"]`);

let busy = false;
let focused = false;
let open = [];
const waiting = [];

document.addEventListener("htmx:beforeRequest", () => { busy = true; });

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr } = event.detail;
  focused = document.activeElement !== document.body;
  open = [...target.querySelectorAll("details[id][open]")].map((each) => each.id);
  // The response is another page, such as an error.
  if (!xhr.responseText.includes(`id="${target.id}"`)) {
    event.preventDefault();
    location.assign(xhr.responseURL);
  }
});

document.addEventListener("htmx:afterSettle", () => {
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focused && document.activeElement === document.body) step().querySelector("#next, #new, #go-next, #go-previous")?.focus({ preventScroll: true });
  document.getElementById("refusal")?.scrollIntoView({ block: "nearest" });
  heard.textContent = step().dataset.said;
  busy = false;
  while (!busy && waiting.length) button(waiting.shift())?.click();
});

document.addEventListener("htmx:sendError", (event) => location.assign(event.detail.pathInfo.finalRequestPath));

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !allowed()) return;
  if (event.repeat && !event.key.startsWith("Arrow")) return;
  if (typing(event.target) || document.querySelector("dialog[open]")) return;
  if (["Home", "End"].includes(event.key) && event.target.closest(".log, .told-now, .offers")) return;
  const target = button(event.key);
  if (target) event.preventDefault();
  // Keys pressed during a request are meant for the step after it.
  if (busy) waiting.push(event.key);
  else target?.click();
});
