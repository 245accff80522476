// The builder's drawer: a sample hand of the saved deck, and another at a key. Without this file its tab is a link to
// the hand tester. Not htmx: the builder does not load it.
const tab = document.getElementById("drawer-tab");
const drawer = document.getElementById("drawer");
const hand = document.getElementById("drawer-hand");

const allowed = () => document.getElementById("keys-on")?.checked ?? true;
const typing = (target) => target.closest("input:not([type=checkbox]), textarea, select");

let request;

async function deal() {
  drawer.hidden = false;
  request?.abort();
  request = new AbortController();
  try {
    const response = await fetch(tab.href, { headers: { "X-Live": "hand" }, signal: request.signal });
    if (!response.ok) throw new Error(String(response.status));
    hand.innerHTML = await response.text();
  } catch (error) {
    if (error.name !== "AbortError") hand.textContent = "We couldn’t reach the site. Try again.";
  }
}

function close() {
  const inside = drawer.contains(document.activeElement);
  drawer.hidden = true;
  if (inside) tab.focus();
}

tab.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  deal();
  document.getElementById("drawer-new").focus();
});
document.getElementById("drawer-new").addEventListener("click", deal);
document.getElementById("drawer-close").addEventListener("click", close);

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && !drawer.hidden) close();
  if (event.key !== "n" || typing(event.target) || !allowed()) return;
  event.preventDefault();
  deal();
});

document.querySelector(".keys-list")?.prepend(document.getElementById("drawer-keys").content);
