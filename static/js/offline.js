// The site without a network, as far as a page has to do with it: the worker that stores public pages, and a copy of
// one's own decks on this device for who wants one. Nothing here is needed to show the page, so all of it waits.
const COPY = "own-decks";
const SYNCED = "own-decks-at";
const SOURCE = "/offline/decks.json";
const PAUSE = 60000;

// --- the worker ---

const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 500));

function begin() {
  if (!("serviceWorker" in navigator) || navigator.connection?.saveData) return;
  // Without leave to store anything the site is what it was before.
  idle(() => navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {}));
}
if (document.readyState === "complete") begin();
else addEventListener("load", begin);
const worker = navigator.serviceWorker;
// The page that was open before there was a worker is the one that its reader saw last.
if (worker && !worker.controller) {
  worker.addEventListener?.("controllerchange", () => {
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    worker.controller?.postMessage({ kind: "seen", path: location.pathname + location.search, files });
  }, { once: true });
}

const fromStore = document.querySelector("[data-stored] span");
addEventListener("online", () => {
  worker?.controller?.postMessage({ kind: "check" });
  const way = Object.assign(document.createElement("a"), { href: location.href, textContent: "You are back online: reload" });
  way.addEventListener("click", (event) => { event.preventDefault(); location.reload(); });
  fromStore?.append(" · ", way);
});

// A page from the store may have been stored in another light.
if (fromStore) {
  const theme = document.documentElement.dataset.theme;
  for (const each of document.querySelectorAll(".themes button")) each.setAttribute("aria-pressed", String(each.value === theme));
}

// Typing in a search that has lost the network: the stored cards can be searched too.
document.addEventListener("htmx:sendError", () => {
  if (document.getElementById("no-network")) return;
  const words = document.getElementById("q")?.value ?? "";
  const note = Object.assign(document.createElement("p"), { id: "no-network", className: "note", role: "status" });
  const way = Object.assign(document.createElement("a"), { textContent: "Search the cards on this device" });
  way.href = `/offline/cards/?${new URLSearchParams({ q: words })}`;
  const text = document.createElement("span");
  text.append("The site does not answer. ", way);
  note.append(text);
  document.getElementById("results")?.prepend(note);
});

// --- one's own decks ---

const read = () => { try { return JSON.parse(localStorage.getItem(COPY)); } catch { return null; } };
const wipe = () => { try { localStorage.removeItem(COPY); } catch { /* then nothing was ever kept */ } };

async function fetchOwn() {
  const answer = await fetch(SOURCE, { credentials: "same-origin", cache: "no-store" });
  if (!answer.ok) throw new Error(`${SOURCE} answered with ${answer.status}`);
  return answer.json();
}

// Somebody else may have signed in since, or nobody: then the copy is not theirs to see.
async function sync() {
  const before = read();
  if (!before || !navigator.onLine) return;
  const now = await fetchOwn();
  // Wiped while we asked: by signing out, perhaps in another window.
  if (read()?.account !== before.account) return;
  if (now.account === before.account) localStorage.setItem(COPY, JSON.stringify(now));
  else wipe();
  sessionStorage.setItem(SYNCED, String(Date.now()));
  show();
}

const quietly = () => sync().catch(() => { /* no network, or no room: the copy stays as it was */ });
const own = /^\/(accounts|decks|d)\//.test(location.pathname);
try {
  if (own || Date.now() - Number(sessionStorage.getItem(SYNCED)) > PAUSE) quietly();
} catch { /* a browser that stores nothing */ }
// What was changed on this page is in the copy before the device is put away.
if (own) document.addEventListener("visibilitychange", () => { if (document.hidden) quietly(); });

// At the moment of leaving, whatever the network does.
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
  if (!box.checked) { wipe(); show("The copy on this device was removed."); return; }
  try {
    localStorage.setItem(COPY, JSON.stringify(await fetchOwn()));
    show();
  } catch {
    wipe();
    show("The copy could not be saved: you are offline, or this device has no room.");
  }
}

if (box) {
  show();
  box.addEventListener("change", choose);
}
