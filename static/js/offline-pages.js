// What is on this device: stored pages and faces, and the copy of the visitor's decks.
const COPY = "own-decks";
const one = (name) => document.querySelector(`[${name}]`);
const day = (time) => new Date(time).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
const quantity = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function copy() {
  try { return JSON.parse(localStorage.getItem(COPY)); } catch { return null; }
}

function element(tag, text, properties = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...properties });
}

// --- what is stored ---

async function storedPages() {
  const found = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("cards-")) continue;
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const { headers } = await cache.match(key);
      const title = decodeURIComponent(headers.get("X-Title")).replace(" · Five Sails", "");
      found.push({ path: new URL(key.url).pathname, title, stored: headers.get("X-Stored"), version: name.split("-").slice(2).join("-").split(".")[0] });
    }
  }
  return found;
}

const describe = (name, text) => { document.querySelector(`[data-about=${name}]`).textContent = text; };

async function list() {
  const own = copy();
  describe("decks", own ? `${quantity(own.decks.length, "deck")}, as of ${day(own.taken)}` : "No copy on this device.");
  if (!window.caches) { describe("cards", "This browser cannot store pages."); return; }
  const found = await storedPages();
  const reader = found.find(({ path }) => path === "/offline/cards/");
  describe("cards", reader ? `On this device since ${day(reader.stored)}; version ${reader.version}` : "Not on this device yet; they are stored shortly after your first page.");
  const faces = (await caches.has("faces")) ? (await (await caches.open("faces")).keys()).length : 0;
  describe("faces", faces ? `${quantity(faces, "picture")} on this device` : "None yet.");
  const seen = found.filter((page) => page !== reader).reverse();
  describe("pages", seen.length ? "" : "None yet.");
  one("data-pages").replaceChildren(...seen.map(({ path, title, stored }) => {
    const item = document.createElement("li");
    item.append(element("a", title, { href: path }), element("span", day(stored), { className: "soft small" }));
    return item;
  }));
}

async function forget() {
  localStorage.removeItem(COPY);
  for (const registration of await navigator.serviceWorker?.getRegistrations() ?? []) await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  await list();
  one("data-said").textContent = "Everything has been removed from this device.";
}

// --- the visitor's decks ---

function renderDeck(deck) {
  const whole = one("data-deck").content.cloneNode(true);
  const details = whole.querySelector("details");
  details.id = `deck-${deck.id}`;
  if (deck.faction) details.dataset.faction = deck.faction;
  whole.querySelector("h2").textContent = deck.name;
  const size = deck.sections.reduce((sum, { count }) => sum + count, 0);
  whole.querySelector("summary span").textContent = `${quantity(size, "card")} · ${deck.legal ? "legal" : "not legal"} by ${deck.format} · changed ${day(deck.changed)}`;
  const lead = whole.querySelector(".own-lead");
  if (deck.leader) lead.append("Led by ", card(deck.leader));
  else lead.textContent = "No leader yet.";
  const place = whole.querySelector(".own-sections");
  for (const { title, count, lines } of deck.sections) {
    const section = document.createElement("section");
    const rows = element("ul", "", { className: "own-lines" });
    for (const line of lines) {
      const row = document.createElement("li");
      row.append(element("span", line.quantity, { className: "num" }), " ", card(line));
      rows.append(row);
    }
    section.append(element("h3", `${title} (${count})`), rows);
    place.append(section);
  }
  whole.querySelector("a.btn").href = `/decks/${encodeURIComponent(deck.id)}/`;
  return whole;
}

const card = ({ code, name }) => element("a", name, { href: `/offline/cards/#${encodeURIComponent(code)}` });

function open() {
  const name = decodeURIComponent(location.hash.slice(1));
  if (!name) return;
  const deck = document.getElementById(`deck-${name}`);
  if (deck) {
    deck.open = true;
    deck.scrollIntoView();
    deck.querySelector("summary").focus({ preventScroll: true });
    return;
  }
  const missing = one("data-missing");
  missing.hidden = false;
  missing.replaceChildren("That deck is not on this device. When you're online, see ", element("a", "its page", { href: `/decks/${encodeURIComponent(name)}/` }), ".");
}

function showOwn() {
  const own = copy();
  one("data-none").hidden = Boolean(own?.decks.length);
  if (!own) { open(); return; }
  const whose = own.name ? `Decks of ${own.name}` : "Decks of this browser";
  const bound = own.more ? " Only the most recently changed are here." : "";
  one("data-taken").textContent = `${whose}, as of ${day(own.taken)}.${bound}`;
  one("data-own").replaceChildren(...own.decks.map(renderDeck));
  open();
}

if (one("data-own")) {
  showOwn();
  addEventListener("hashchange", open);
} else {
  // Shown instead of a page that is not stored, this page says so.
  one("data-asked").hidden = location.pathname === "/offline/";
  list();
  one("data-forget").addEventListener("click", forget);
}
