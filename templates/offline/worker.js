// The site without a network. Pages come from the network first and from the store only when it fails; the card
// database is stored whole and replaced whole as soon as the site announces another. What is private is never stored.
const PLAN = {{ plan }};
const FILES = `files-${PLAN.edition}`;
const CARDS = `cards-${PLAN.edition}-`;
const FACES = "faces";
const MOST_PAGES = 120;
const MOST_FACES = 300;
// A network that is there but dead is the usual one in a hall full of players.
const PATIENCE = 5000;
const PAUSE = 60000;

const pages = new RegExp(PLAN.pages);
const later = (time) => new Promise((done) => { setTimeout(done, time); });
const plainly = (path) => fetch(path, { cache: "no-store", credentials: "omit" });

// --- coming and going of the worker itself ---

async function install() {
  const files = await caches.open(FILES);
  await files.addAll(PLAN.files);
  for (const path of PLAN.shells) {
    const page = await plainly(path);
    if (!storable(page)) throw new Error(`${path} answered with ${page.status}`);
    await keep(files, path, page);
  }
  await freshen();
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name !== FILES && name !== FACES && !name.startsWith(CARDS)) await caches.delete(name);
  }
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

// --- the card database ---

// The newest complete store of cards: one that has every card.
async function current() {
  for (const name of (await caches.keys()).reverse()) {
    // Asked without opening it: opening a store that was just removed would create it again.
    if (!name.startsWith(CARDS) || !await caches.match(PLAN.reader, { cacheName: name })) continue;
    return { cache: await caches.open(name), name, marker: name.slice(CARDS.length) };
  }
  return null;
}

async function freshen() {
  const answer = await plainly(PLAN.version);
  if (!answer.ok) throw new Error(`the version answered with ${answer.status}`);
  const { cards, engine } = await answer.json();
  const marker = `${cards}.${engine}`;
  checked = Date.now();
  if ((await current())?.marker === marker) return;
  const page = await plainly(PLAN.reader);
  // The cards may have changed between the two answers; then the next look finds out.
  if (!storable(page) || page.headers.get("X-Cards") !== marker) throw new Error("the cards are not those announced");
  const name = CARDS + marker;
  await keep(await caches.open(name), PLAN.reader, page);
  for (const other of await caches.keys()) if (other.startsWith(CARDS) && other !== name) await caches.delete(other);
  for (const client of await self.clients.matchAll()) client.postMessage({ kind: "cards", marker });
}

let checked = 0;
let checking = null;

function check() {
  checking ??= freshen().catch(() => { /* away again; the next page asks again */ }).finally(() => { checking = null; });
  return checking;
}

// --- what may be stored, and how ---

function storable(answer) {
  const told = answer.headers.get("Cache-Control") ?? "";
  return answer.status === 200 && answer.type === "basic" && !answer.redirected
    && /\bpublic\b/.test(told) && !/\b(private|no-store)\b/.test(told);
}

async function keep(cache, path, answer) {
  const text = await answer.text();
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("X-Stored", new Date().toISOString());
  headers.set("X-Title", encodeURIComponent(/<title>([^<]*)/.exec(text)?.[1] ?? path));
  await cache.put(path, new Response(text, { headers }));
}

async function trim(cache, most) {
  const keys = await cache.keys();
  const old = keys.filter((key) => new URL(key.url).pathname !== PLAN.reader).slice(0, Math.max(0, keys.length - most));
  for (const key of old) await cache.delete(key);
}

async function keepPage(path, answer) {
  const now = await current();
  if (!now) return;
  await keep(now.cache, path, answer);
  await trim(now.cache, MOST_PAGES);
}

// --- pages ---

async function stored(path) {
  const own = await (await caches.open(FILES)).match(path);
  if (own) return shown(own);
  const now = await current();
  if (!now) return null;
  let page = await now.cache.match(path);
  if (!page && /^\/cards\/\w+\/$/.test(path)) {
    // An address without the card's name in it leads to the one that has it.
    const whole = (await now.cache.keys()).find((key) => new URL(key.url).pathname.startsWith(path));
    page = whole && await now.cache.match(whole);
  }
  return page ? shown(page, now.marker) : null;
}

const day = (time) => new Date(time).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });

// A page from the store says so, with its date and its version of the cards, in the light that was last chosen.
async function shown(page, marker) {
  const time = page.headers.get("X-Stored");
  const of = marker ? ` Card data version: <span class="num">${marker.split(".")[0]}</span>.` : "";
  const note = `<div class="wrap from-store" data-stored="${time}"><p class="note" role="status">`
    + `<span>Offline: this page is from this device, as it was on <time datetime="${time}">${day(time)}</time>.${of} `
    + `<a href="${PLAN.offline}">What else is here</a></span></p></div>`;
  let html = (await page.text()).replace(PLAN.main, (main) => main + note);
  const theme = (await self.cookieStore?.get("theme"))?.value;
  if (/^(auto|day|night)$/.test(theme)) html = html.replace(/(<html[^>]* data-theme=)"\w+"/, `$1"${theme}"`);
  return new Response(html, { headers: page.headers });
}

// Shown offline for a page that is not stored.
async function instead(url) {
  const [, place, name] = url.pathname.split("/");
  if (place === "cards" && !name) return Response.redirect(PLAN.reader + url.search);
  if (place === "cards" && name !== "help") return Response.redirect(`${PLAN.reader}#${name}`);
  if (place === "decks" && name === "mine") return Response.redirect(PLAN.decks);
  if (place === "decks" && name && !["new", "import", "compare"].includes(name)) {
    return Response.redirect(`${PLAN.decks}#${name}`);
  }
  return (await stored(PLAN.offline)) ?? Response.error();
}

async function arrive(event, url) {
  const answer = (await event.preloadResponse) ?? await fetch(event.request);
  if (!url.search && pages.test(url.pathname) && storable(answer)) event.waitUntil(keepPage(url.pathname, answer.clone()));
  if (Date.now() - checked > PAUSE) event.waitUntil(check());
  return answer;
}

async function visit(event, url) {
  const coming = arrive(event, url);
  try {
    const answer = await Promise.race([coming, later(PATIENCE)]);
    if (answer) return answer;
    const page = await stored(url.pathname);
    if (!page) return await coming;
    event.waitUntil(coming.catch(() => {}));
    return page;
  } catch {
    return (await stored(url.pathname)) ?? instead(url);
  }
}

// What was on a page before this worker was there to see it.
async function lookBack({ path, files }) {
  if (pages.test(path)) {
    const page = await plainly(path);
    if (storable(page)) await keepPage(path, page);
  }
  const faces = await caches.open(FACES);
  for (const each of files) {
    const name = new URL(each, self.location).pathname;
    const answer = isFile(name) || isFace(name) ? await fetch(name) : null;
    if (answer && lasting(answer)) await (isFace(name) ? keepFace(faces, name, answer) : keepFile(name, answer));
  }
}

// --- files, whose names change with their content ---

const isFile = (path) => path.startsWith(PLAN.static);
const lasting = (answer) => storable(answer) && /\bimmutable\b/.test(answer.headers.get("Cache-Control"));

async function keepFile(path, answer) {
  await (await caches.open(FILES)).put(path, answer);
}

async function file(event, path) {
  const found = await (await caches.open(FILES)).match(path, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(event.request);
  if (lasting(answer)) event.waitUntil(keepFile(path, answer.clone()));
  return answer;
}

// --- faces: those seen last ---

const isFace = (path) => /^\/faces\/[^/]+$/.test(path);
const touched = new Map();
let puts = 0;
let trimming = null;

async function keepFace(cache, path, answer) {
  puts += 1;
  touched.set(path, puts);
  await cache.put(path, answer);
  trimming ??= later(1000).then(() => trim(cache, MOST_FACES)).finally(() => { trimming = null; });
  await trimming;
}

async function face(event, path) {
  const cache = await caches.open(FACES);
  const found = await cache.match(path);
  if (found) {
    // Put again, it is the youngest: what was not looked at for longest goes first. Not each time, for the disk's sake.
    if (puts - (touched.get(path) ?? -MOST_FACES) > MOST_FACES / 2) event.waitUntil(keepFace(cache, path, found.clone()));
    return found;
  }
  try {
    const answer = await fetch(event.request);
    if (lasting(answer)) event.waitUntil(keepFace(cache, path, answer.clone()));
    return answer;
  } catch (error) {
    // Better the same card in another size than no picture.
    const same = path.slice(0, path.indexOf("-") + 1);
    const other = (await cache.keys()).findLast((key) => new URL(key.url).pathname.startsWith(same));
    if (other) return cache.match(other);
    throw error;
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data?.kind === "check") event.waitUntil(check());
  if (event.data?.kind === "seen") event.waitUntil(lookBack(event.data).catch(() => { /* seen again, stored again */ }));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(visit(event, url));
  else if (isFile(url.pathname)) event.respondWith(file(event, url.pathname));
  else if (isFace(url.pathname)) event.respondWith(face(event, url.pathname));
});
