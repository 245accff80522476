// The service worker. Pages come from the network first, and from the store only if it fails. The card database is
// stored whole, and replaced whole as soon as the site announces another. Nothing private is stored.
const PLAN = {{ plan }};
const FILES = `files-${PLAN.edition}`;
const CARDS = `cards-${PLAN.edition}-`;
const FACES = "faces";
const MAX_PAGES = 120;
const MAX_FACES = 300;
// In a hall full of players, the network is often there but does not answer.
const NETWORK_TIMEOUT = 5000;
const CHECK_INTERVAL = 60000;

const pages = new RegExp(PLAN.pages);
const delay = (time) => new Promise((done) => { setTimeout(done, time); });
const fetchPublic = (path) => fetch(path, { cache: "no-store", credentials: "omit" });

// --- lifecycle ---

async function install() {
  const files = await caches.open(FILES);
  await files.addAll(PLAN.files);
  for (const path of PLAN.shells) {
    const page = await fetchPublic(path);
    if (!isStorable(page)) throw new Error(`${path} returned ${page.status}`);
    await store(files, path, page);
  }
  await updateCards();
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

// The newest complete store of cards.
async function currentCards() {
  for (const name of (await caches.keys()).reverse()) {
    // Without opening it, because opening a store that was just removed would create it again.
    if (!name.startsWith(CARDS) || !await caches.match(PLAN.reader, { cacheName: name })) continue;
    return { cache: await caches.open(name), name, marker: name.slice(CARDS.length) };
  }
  return null;
}

async function updateCards() {
  const answer = await fetchPublic(PLAN.version);
  if (!answer.ok) throw new Error(`the version returned ${answer.status}`);
  const { cards, engine } = await answer.json();
  const marker = `${cards}.${engine}`;
  checked = Date.now();
  if ((await currentCards())?.marker === marker) return;
  const page = await fetchPublic(PLAN.reader);
  // The cards may have changed between the two responses; the next check will find out.
  if (!isStorable(page) || page.headers.get("X-Cards") !== marker) throw new Error("the cards are not those announced");
  const name = CARDS + marker;
  await store(await caches.open(name), PLAN.reader, page);
  for (const other of await caches.keys()) if (other.startsWith(CARDS) && other !== name) await caches.delete(other);
  for (const client of await self.clients.matchAll()) client.postMessage({ kind: "cards", marker });
}

let checked = 0;
let checking = null;

function check() {
  checking ??= updateCards().catch(() => { /* offline again; the next page checks again */ }).finally(() => { checking = null; });
  return checking;
}

// --- what may be stored, and how ---

function isStorable(answer) {
  const cacheControl = answer.headers.get("Cache-Control") ?? "";
  return answer.status === 200 && answer.type === "basic" && !answer.redirected
    && /\bpublic\b/.test(cacheControl) && !/\b(private|no-store)\b/.test(cacheControl);
}

async function store(cache, path, answer) {
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

async function storePage(path, answer) {
  const now = await currentCards();
  if (!now) return;
  await store(now.cache, path, answer);
  await trim(now.cache, MAX_PAGES);
}

// --- pages ---

async function storedPage(path) {
  const own = await (await caches.open(FILES)).match(path);
  if (own) return withNotice(own);
  const now = await currentCards();
  if (!now) return null;
  let page = await now.cache.match(path);
  if (!page && /^\/cards\/\w+\/$/.test(path)) {
    // An address without the card's name leads to the one with it.
    const whole = (await now.cache.keys()).find((key) => new URL(key.url).pathname.startsWith(path));
    page = whole && await now.cache.match(whole);
  }
  return page ? withNotice(page, now.marker) : null;
}

const day = (time) => new Date(time).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });

// A stored page says so, with its date and version of the cards, in the theme that was last chosen.
async function withNotice(page, marker) {
  const time = page.headers.get("X-Stored");
  const of = marker ? ` Card data version: <span class="num">${marker.split(".")[0]}</span>.` : "";
  const note = `<div class="wrap from-store" data-stored="${time}"><p class="note" role="status">`
    + `<span>Offline: this page is from this device, as it was on <time datetime="${time}">${day(time)}</time>.${of} `
    + `<a href="${PLAN.offline}">What else is here</a></span></p></div>`;
  let html = (await page.text()).replace(PLAN.main, (main) => main + note);
  const theme = (await self.cookieStore?.get("theme"))?.value;
  // Nobody knows here who is signed in.
  html = html.replace(/(<a class="account-link" href=)[^>]*>Sign in</g, '$1"/accounts/">Account<');
  if (/^(auto|day|night)$/.test(theme)) html = html.replace(/(<html[^>]* data-theme=)"\w+"/, `$1"${theme}"`);
  return new Response(html, { headers: page.headers });
}

// Shown offline for a page that is not stored.
async function fallback(url) {
  const [, place, name] = url.pathname.split("/");
  if (place === "cards" && !name) return Response.redirect(PLAN.reader + url.search);
  if (place === "cards" && name !== "help") return Response.redirect(`${PLAN.reader}#${name}`);
  if (place === "decks" && name === "mine") return Response.redirect(PLAN.decks);
  if (place === "decks" && name && !["new", "import", "compare"].includes(name)) {
    return Response.redirect(`${PLAN.decks}#${name}`);
  }
  return (await storedPage(PLAN.offline)) ?? Response.error();
}

async function fetchPage(event, url) {
  const answer = (await event.preloadResponse) ?? await fetch(event.request);
  if (!url.search && pages.test(url.pathname) && answer.status === 200) {
    const storing = isStorable(answer) ? storePage(url.pathname, answer.clone()) : storePublicPage(url.pathname);
    event.waitUntil(storing.catch(() => { /* stored at the next visit */ }));
  }
  if (Date.now() - checked > CHECK_INTERVAL) event.waitUntil(check());
  return answer;
}

async function navigate(event, url) {
  const coming = fetchPage(event, url);
  try {
    const answer = await Promise.race([coming, delay(NETWORK_TIMEOUT)]);
    if (answer) return answer;
    const page = await storedPage(url.pathname);
    if (!page) return await coming;
    event.waitUntil(coming.catch(() => {}));
    return page;
  } catch {
    return (await storedPage(url.pathname)) ?? fallback(url);
  }
}

// The page of somebody who is signed in shows their name; what is stored is everybody's, fetched once.
async function storePublicPage(path) {
  if (await (await currentCards())?.cache.match(path)) return;
  const page = await fetchPublic(path);
  if (isStorable(page)) await storePage(path, page);
}

// Stores the page that was opened before this worker was installed, and its files.
async function storeEarlierPage({ path, files }) {
  if (pages.test(path)) await storePublicPage(path);
  const faces = await caches.open(FACES);
  for (const each of files) {
    const name = new URL(each, self.location).pathname;
    const answer = isFile(name) || isFace(name) ? await fetch(name) : null;
    if (answer && isImmutable(answer)) await (isFace(name) ? storeFace(faces, name, answer) : storeFile(name, answer));
  }
}

// --- files and faces, whose names change with their content ---

const isFile = (path) => path.startsWith(PLAN.static);
const isImmutable = (answer) => isStorable(answer) && /\bimmutable\b/.test(answer.headers.get("Cache-Control"));

async function storeFile(path, answer) {
  await (await caches.open(FILES)).put(path, answer);
}

async function file(event, path) {
  const found = await (await caches.open(FILES)).match(path, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(event.request);
  if (isImmutable(answer)) event.waitUntil(storeFile(path, answer.clone()));
  return answer;
}

// --- faces: those seen last ---

const isFace = (path) => /^\/faces\/[^/]+$/.test(path);
const touched = new Map();
let puts = 0;
let trimming = null;

async function storeFace(cache, path, answer) {
  puts += 1;
  touched.set(path, puts);
  await cache.put(path, answer);
  trimming ??= delay(1000).then(() => trim(cache, MAX_FACES)).finally(() => { trimming = null; });
  await trimming;
}

async function face(event, path) {
  const cache = await caches.open(FACES);
  const found = await cache.match(path);
  if (found) {
    // Stored again, it becomes the newest, so the least recently viewed go first. Not each time, to spare the disk.
    if (puts - (touched.get(path) ?? -MAX_FACES) > MAX_FACES / 2) event.waitUntil(storeFace(cache, path, found.clone()));
    return found;
  }
  try {
    const answer = await fetch(event.request);
    if (isImmutable(answer)) event.waitUntil(storeFace(cache, path, answer.clone()));
    return answer;
  } catch (error) {
    // The same card in another size is better than no picture.
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
  if (event.data?.kind === "seen") event.waitUntil(storeEarlierPage(event.data).catch(() => { /* stored at the next visit */ }));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigate(event, url));
  else if (isFile(url.pathname)) event.respondWith(file(event, url.pathname));
  else if (isFace(url.pathname)) event.respondWith(face(event, url.pathname));
});
