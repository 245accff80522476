// Theme, keyboard and explanations: comforts on top of pages that work without them.
const root = document.documentElement;
root.classList.add("js");

const SHORTCUTS = "shortcuts";
const stored = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const store = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private mode: lasts for this page */ } };

let shortcuts = stored(SHORTCUTS) !== "off";

function chooseTheme(event) {
  const button = event.target.closest(".themes button");
  if (!button) return;
  event.preventDefault();
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${button.value}; path=/; max-age=31536000; samesite=lax${secure}`;
  root.dataset.theme = button.value;
  for (const each of button.form.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === button));
}

function openDialog(event) {
  const name = event.target.closest("[data-open]")?.dataset.open;
  if (name) document.getElementById(name)?.showModal();
}

const typing = (target) => target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");

function walkTo(rel) {
  const link = document.querySelector(`a[rel=${rel}]`);
  if (link) link.click();
  return Boolean(link);
}

const openMenus = () => document.querySelectorAll(":is(.submenu, .menu)[open]");

// A menu closes when something else is pressed or gets the focus.
function leaveMenus(event) {
  for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
}

function press(event) {
  if (event.key === "Escape") {
    for (const menu of openMenus()) {
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
      menu.open = false;
    }
    for (const term of document.querySelectorAll(".term:hover, .term:focus-within")) term.classList.add("hushed");
  }
  if (!shortcuts || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (typing(event.target) || document.querySelector("dialog[open]")) return;
  if (event.key === "/") {
    const boxes = [...document.querySelectorAll("[data-slash]")];
    const box = boxes.find((each) => each.id === "q") ?? boxes[0];
    if (!box) return;
    event.preventDefault();
    box.focus();
    box.select();
  } else if (event.key === "?") {
    event.preventDefault();
    document.getElementById("keys")?.showModal();
  } else if (event.key === "[" || event.key === "]") {
    if (walkTo(event.key === "[" ? "prev" : "next")) event.preventDefault();
  }
}

const termOf = (target) => (target instanceof Element ? target.closest(".term") : null);
const tipOf = (term) => term.querySelector("[role=tooltip]");

// An explanation near an edge moves back into view; one that was sent away returns on the next visit.
function place(event) {
  const term = termOf(event.target);
  if (!term) return;
  const tip = tipOf(term);
  term.classList.remove("below");
  tip.style.removeProperty("--shift");
  const box = tip.getBoundingClientRect();
  const over = box.right - (root.clientWidth - 8);
  if (over > 0) tip.style.setProperty("--shift", `${-Math.min(over, box.left - 8)}px`);
  term.classList.toggle("below", box.top < 0);
}

function forgive(event) {
  const term = termOf(event.target);
  if (term && !term.contains(event.relatedTarget)) term.classList.remove("hushed");
}

// A finger cannot point without pressing: the first touch explains a word, the second one follows it.
let touched = null;

function touch(event) {
  const term = termOf(event.target);
  if (!term) document.activeElement?.closest(".term")?.querySelector("a").blur();
  touched = term && event.pointerType === "touch" && !tipOf(term).checkVisibility() ? term : null;
}

function explainFirst(event) {
  if (!touched || termOf(event.target) !== touched) return;
  event.preventDefault();
  touched.classList.remove("hushed");
  touched.querySelector("a").focus();
  touched = null;
}

document.addEventListener("click", chooseTheme);
document.addEventListener("click", openDialog);
document.addEventListener("click", explainFirst);
document.addEventListener("pointerdown", touch, true);
for (const kind of ["pointerdown", "focusin"]) document.addEventListener(kind, leaveMenus);
document.addEventListener("keydown", press);
for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, place);
for (const kind of ["pointerout", "focusout"]) document.addEventListener(kind, forgive);

const toggle = document.getElementById("keys-on");
if (toggle) {
  toggle.checked = shortcuts;
  toggle.addEventListener("change", () => {
    shortcuts = toggle.checked;
    store(SHORTCUTS, shortcuts ? "on" : "off");
  });
}
