// What is on this device: the stored pages and faces, and the copy of one's own decks.
const COPY = "own-decks";
const one = (name) => document.querySelector(`[${name}]`);
const day = (time) => new Date(time).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
const many = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

function copy() {
  try { return JSON.parse(localStorage.getItem(COPY)); } catch { return null; }
}

function make(kind, text, more = {}) {
  return Object.assign(document.createElement(kind), { textContent: text, ...more });
}

// --- what is at hand ---

async function everyPage() {
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

const tell = (name, words) => { document.querySelector(`[data-about=${name}]`).textContent = words; };

async function list() {
  const own = copy();
  tell("decks", own ? `${many(own.decks.length, "deck")}, as of ${day(own.taken)}` : "No copy on this device.");
  if (!window.caches) { tell("cards", "This browser cannot store pages."); return; }
  const found = await everyPage();
  const reader = found.find(({ path }) => path === "/offline/cards/");
  tell("cards", reader ? `On this device since ${day(reader.stored)}; version ${reader.version}` : "Not on this device yet; they are stored shortly after your first page.");
  const faces = (await caches.has("faces")) ? (await (await caches.open("faces")).keys()).length : 0;
  tell("faces", faces ? `${many(faces, "picture")} on this device` : "None yet.");
  const seen = found.filter((page) => page !== reader).reverse();
  tell("pages", seen.length ? "" : "None yet.");
  one("data-pages").replaceChildren(...seen.map(({ path, title, stored }) => {
    const item = document.createElement("li");
    item.append(make("a", title, { href: path }), make("span", day(stored), { className: "soft small" }));
    return item;
  }));
}

async function forget() {
  localStorage.removeItem(COPY);
  for (const each of await navigator.serviceWorker?.getRegistrations() ?? []) await each.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  await list();
  one("data-said").textContent = "Everything was removed from this device.";
}

// --- one's own decks ---

function filled(deck) {
  const whole = one("data-deck").content.cloneNode(true);
  const details = whole.querySelector("details");
  details.id = `deck-${deck.id}`;
  if (deck.faction) details.dataset.faction = deck.faction;
  whole.querySelector("h2").textContent = deck.name;
  const size = deck.sections.reduce((sum, { count }) => sum + count, 0);
  whole.querySelector("summary span").textContent = `${many(size, "card")} · ${deck.legal ? "legal" : "not legal"} by ${deck.format} · changed ${day(deck.changed)}`;
  const lead = whole.querySelector(".own-lead");
  if (deck.leader) lead.append("Led by ", card(deck.leader));
  else lead.textContent = "No leader yet.";
  const place = whole.querySelector(".own-sections");
  for (const { title, count, lines } of deck.sections) {
    const section = document.createElement("section");
    const rows = make("ul", "", { className: "own-lines" });
    for (const line of lines) {
      const row = document.createElement("li");
      row.append(make("span", line.quantity, { className: "num" }), " ", card(line));
      rows.append(row);
    }
    section.append(make("h3", `${title} (${count})`), rows);
    place.append(section);
  }
  whole.querySelector("a.btn").href = `/decks/${encodeURIComponent(deck.id)}/`;
  return whole;
}

const card = ({ code, name }) => make("a", name, { href: `/offline/cards/#${encodeURIComponent(code)}` });

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
  missing.replaceChildren("That deck is not on this device. Online, ", make("a", "its page", { href: `/decks/${encodeURIComponent(name)}/` }), " has it.");
}

function showOwn() {
  const own = copy();
  one("data-none").hidden = Boolean(own?.decks.length);
  if (!own) { open(); return; }
  const whose = own.name ? `Decks of ${own.name}` : "Decks of this browser";
  const bound = own.more ? " Only those changed last are here." : "";
  one("data-taken").textContent = `${whose}, as they were on ${day(own.taken)}.${bound}`;
  one("data-own").replaceChildren(...own.decks.map(filled));
  open();
}

if (one("data-own")) {
  showOwn();
  addEventListener("hashchange", open);
} else {
  // In the place of a page that needs the network, this one says so.
  one("data-asked").hidden = location.pathname === "/offline/";
  list();
  one("data-forget").addEventListener("click", forget);
}
