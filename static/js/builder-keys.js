// The builder by keyboard: walk through the pool and the deck, add, remove, undo. Single keys obey the site's switch.
const box = document.getElementById("q");
const allowed = () => document.getElementById("keys-on")?.checked ?? true;
const typing = (target) => target.closest("input:not([type=checkbox]), textarea, select");

const picks = () => [...document.querySelectorAll("#picks > .pick")];
const lines = () => [...document.querySelectorAll("#list .line")];
const handle = (row) => row?.querySelector("[data-more]") ?? row?.querySelector("[data-less]") ?? row?.querySelector("a");

let left = null;

function stepIn(row) {
  const target = handle(row);
  if (!target) return false;
  target.focus();
  row.scrollIntoView({ block: "nearest" });
  return true;
}

// In the grid of faces the arrows follow the eye; in rows there is only up and down.
function beside(row, key) {
  const all = picks();
  const at = all.indexOf(row);
  if (key === "ArrowLeft") return all[at - 1];
  if (key === "ArrowRight") return all[at + 1];
  const own = row.getBoundingClientRect();
  const down = key === "ArrowDown";
  const column = all.filter((each) => Math.abs(each.getBoundingClientRect().left - own.left) < own.width / 2);
  return column[column.indexOf(row) + (down ? 1 : -1)];
}

function walk(event) {
  const key = event.key;
  if (event.target === box) return key === "ArrowDown" && stepIn(picks()[0]);
  const pick = event.target.closest(".pick");
  const line = event.target.closest(".line");
  if (pick) {
    const faces = pick.parentElement.classList.contains("picks-faces");
    if (key === "ArrowRight" && !faces) { left = pick.id; return stepIn(lines()[0]); }
    const next = faces || key.endsWith("Up") || key.endsWith("Down") ? beside(pick, key) : null;
    if (!next && key === "ArrowUp") { box.focus(); return true; }
    return next ? stepIn(next) : false;
  }
  if (line) {
    if (key === "ArrowLeft") return stepIn(document.getElementById(left) ?? picks()[0]);
    const all = lines();
    return stepIn(all[all.indexOf(line) + (key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0)]);
  }
  return false;
}

function put(words) {
  const any = document.getElementById("any");
  any.value = words;
  any.form.requestSubmit(any);
}

function press(id) {
  document.getElementById(id)?.click();
  return true;
}

function act(event) {
  const row = event.target.closest(".pick, .line");
  const key = event.key;
  if (key === "u") return press("undo");
  if (key === "r") return press("redo");
  if (!row) return false;
  if (key === "+" || key === "=") { row.querySelector("[data-more]")?.click(); return true; }
  if (key === "-" || key === "Backspace" || key === "Delete") { row.querySelector("[data-less]")?.click(); return true; }
  if (/^[0-3]$/.test(key) && row.querySelector("[data-more], [data-less]")) { put(`set ${key} ${row.dataset.code}`); return true; }
  return false;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
  const inField = typing(event.target);
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (inField || (key !== "z" && key !== "y")) return;
    press(key === "y" || event.shiftKey ? "redo" : "undo");
    event.preventDefault();
    return;
  }
  const done = event.key.startsWith("Arrow") && !event.shiftKey
    ? (!inField || event.target === box) && walk(event)
    : !inField && allowed() && act(event);
  if (done) event.preventDefault();
});
