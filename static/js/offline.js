// Offline use: registers the service worker, and keeps an optional copy of the visitor's decks on this device. Nothing
// here is needed to show the page, so all of it waits.
const COPY = "own-decks";
const SYNCED = "own-decks-at";
const SOURCE = "/offline/decks.json";
const SYNC_INTERVAL = 60000;

// --- the worker ---

const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 500));

function register() {
  if (!("serviceWorker" in navigator) || navigator.connection?.saveData) return;
  // Without permission to store anything, the site works as before.
  idle(() => navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {}));
}
if (document.readyState === "complete") register();
else addEventListener("load", register);
const worker = navigator.serviceWorker;
// The worker has not seen the page that was open before it was installed.
if (worker && !worker.controller) {
  worker.addEventListener?.("controllerchange", () => {
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    worker.controller?.postMessage({ kind: "seen", path: location.pathname + location.search, files });
  }, { once: true });
}

const fromStore = document.querySelector("[data-stored] span");
addEventListener("online", () => {
  worker?.controller?.postMessage({ kind: "check" });
  const way = Object.assign(document.createElement("a"), { href: location.href, textContent: "You're back online: reload" });
  way.addEventListener("click", (event) => { event.preventDefault(); location.reload(); });
  fromStore?.append(" · ", way);
});

// The page may have been stored in another theme.
if (fromStore) {
  const theme = document.documentElement.dataset.theme;
  for (const button of document.querySelectorAll(".themes button")) button.setAttribute("aria-pressed", String(button.value === theme));
}

// A search as you type has lost the network: offer the stored cards.
document.addEventListener("htmx:sendError", () => {
  if (document.getElementById("no-network")) return;
  const words = document.getElementById("q")?.value ?? "";
  const note = Object.assign(document.createElement("p"), { id: "no-network", className: "note", role: "status" });
  const way = Object.assign(document.createElement("a"), { textContent: "Search the cards on this device" });
  way.href = `/offline/cards/?${new URLSearchParams({ q: words })}`;
  const text = document.createElement("span");
  text.append("You seem to be offline. ", way);
  note.append(text);
  document.getElementById("results")?.prepend(note);
});

// --- the visitor's decks ---

const read = () => { try { return JSON.parse(localStorage.getItem(COPY)); } catch { return null; } };
const wipe = () => { try { localStorage.removeItem(COPY); } catch { /* nothing was ever stored */ } };

async function fetchOwn() {
  const answer = await fetch(SOURCE, { credentials: "same-origin", cache: "no-store" });
  if (!answer.ok) throw new Error(`${SOURCE} returned ${answer.status}`);
  return answer.json();
}

// If the account has changed since, or there is none, the copy must go.
async function sync() {
  const before = read();
  if (!before || !navigator.onLine) return;
  const now = await fetchOwn();
  // Wiped meanwhile: by signing out, perhaps in another window.
  if (read()?.account !== before.account) return;
  if (now.account === before.account) localStorage.setItem(COPY, JSON.stringify(now));
  else wipe();
  sessionStorage.setItem(SYNCED, String(Date.now()));
  show();
}

const syncQuietly = () => sync().catch(() => { /* no network, or no space: the copy stays as it was */ });
const own = /^\/(accounts|decks|d)\//.test(location.pathname);
try {
  if (own || Date.now() - Number(sessionStorage.getItem(SYNCED)) > SYNC_INTERVAL) syncQuietly();
} catch { /* a browser that stores nothing */ }
// Changes on this page reach the copy before the device is put away.
if (own) document.addEventListener("visibilitychange", () => { if (document.hidden) syncQuietly(); });

// On signing out, whatever the network does.
document.addEventListener("submit", (event) => {
  const where = new URL(event.target.getAttribute("action") || location.pathname, location).pathname;
  if (where === "/accounts/sign-out/" || where === "/accounts/delete/") wipe();
});

const box = document.getElementById("keep-decks");
const said = document.getElementById("kept-decks");

function show(words) {
  if (!box) return;
  const copy = read();
  box.checked = Boolean(copy);
  if (words) said.textContent = words;
  else if (!copy) said.textContent = "";
  else {
    const many = copy.decks.length === 1 ? "1 deck is" : `${copy.decks.length} decks are`;
    const way = Object.assign(document.createElement("a"), { href: "/offline/decks/", textContent: "this device" });
    said.replaceChildren(`${many} on `, way, copy.name ? ", until you sign out." : ", until you sign in.");
  }
}

async function choose() {
  if (!box.checked) { wipe(); show("The copy on this device has been removed."); return; }
  try {
    localStorage.setItem(COPY, JSON.stringify(await fetchOwn()));
    show();
  } catch {
    wipe();
    show("The copy could not be saved: you are offline, or this device is out of space.");
  }
}

if (box) {
  show();
  box.addEventListener("change", choose);
}
