// The card behind a link: its face beside the pointer or the focus, a sheet under a finger. Without this file a link
// is a link.
const PATH = /^\/cards\/([^/]+)\/[^/]+\/$/;
const DELAY = 150;
// Time enough to reach the face with the pointer.
const LINGER = 250;
const GAP = 8;
// A narrower face cannot be read, and is worth showing larger.
const READABLE = 160;
// On a list of cards, and beside a card's page, a touch opens the card at once; the builder has its own ways.
const DIRECT = "[data-card], [rel~=prev], [rel~=next]";

function linkAt(target) {
  const link = target instanceof Element ? target.closest("a[href]:not([data-glance])") : null;
  const card = link && !link.closest(".preview-sheet") && link.origin === location.origin && PATH.test(link.pathname);
  return card && link.pathname !== location.pathname ? link : null;
}

const codeOf = (link) => PATH.exec(link.pathname)[1];

const fetched = new Map();

async function fetchPreview(code) {
  const answer = await fetch(`/cards/${code}/preview/`);
  if (!answer.ok) throw new Error(`no preview: ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".preview");
}

// Asked for once per page; what failed may be asked for again.
async function previewOf(link) {
  const code = codeOf(link);
  if (!fetched.has(code)) fetched.set(code, fetchPreview(code));
  try {
    return document.importNode(await fetched.get(code), true);
  } catch {
    fetched.delete(code);
    return null;
  }
}

// --- the face beside the link ---

const beside = Object.assign(document.createElement("div"), { className: "preview-beside", popover: "manual" });
let wanted = null;
let timer;

function isShown(link) {
  return [...document.querySelectorAll(`img[src*="/faces/${CSS.escape(codeOf(link))}-"]`)].some((face) => {
    const box = face.getBoundingClientRect();
    return box.width >= READABLE && box.bottom > 0 && box.top < innerHeight && face.checkVisibility();
  });
}

// To the right, to the left, below or above, never on the link itself; smaller where a small frame has no room.
function placeFor(at, face) {
  const [across, down] = [document.documentElement.clientWidth, innerHeight];
  const rooms = [[across - at.right, down], [at.left, down], [across, down - at.bottom], [across, at.top]];
  const scales = rooms.map(([w, h]) => Math.min(1, (w - 2 * GAP) / face.width, (h - 2 * GAP) / face.height));
  const scale = Math.max(...scales);
  const [width, height] = [face.width * scale, face.height * scale];
  if (width < READABLE) return null;
  const within = (value, size, room) => Math.max(GAP, Math.min(value, room - size - GAP));
  const [x, y] = [within(at.left, width, across), within(at.top - height / 3, height, down)];
  const places = [[at.right + GAP, y], [at.left - GAP - width, y], [x, at.bottom + GAP], [x, at.top - GAP - height]];
  const [left, top] = places[scales.indexOf(scale)];
  return { left, top, width };
}

async function show(link) {
  wanted = link;
  if (isShown(link)) return;
  const preview = await previewOf(link);
  if (!preview || wanted !== link || !link.isConnected) return;
  const place = placeFor(link.getBoundingClientRect(), preview.querySelector("img"));
  if (!place) return;
  beside.replaceChildren(preview.querySelector("picture"));
  for (const [name, value] of Object.entries(place)) beside.style.setProperty(name, `${value}px`);
  if (!beside.isConnected) document.body.append(beside);
  beside.togglePopover(true);
}

function hide() {
  clearTimeout(timer);
  wanted = null;
  if (beside.isConnected) beside.togglePopover(false);
}

function plan(link) {
  clearTimeout(timer);
  if (link !== wanted) {
    hide();
    timer = setTimeout(show, DELAY, link);
  }
}

if (beside.togglePopover) {
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = linkAt(event.target);
    clearTimeout(timer);
    if (link) plan(link);
    else if (!beside.contains(event.target)) timer = setTimeout(hide, LINGER);
  });
  document.documentElement.addEventListener("pointerleave", hide);
  document.addEventListener("focusin", (event) => {
    const link = event.target.matches(":focus-visible") ? linkAt(event.target) : null;
    if (link) plan(link);
    else hide();
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  // Moving the focus may scroll before the face is there.
  document.addEventListener("scroll", () => { if (beside.matches(":popover-open")) hide(); }, { capture: true, passive: true });
  document.addEventListener("htmx:afterSwap", hide);
}

// --- the sheet under a finger ---

const sheet = Object.assign(document.createElement("dialog"), { className: "preview-sheet" });
const closer = Object.assign(document.createElement("button"), { className: "btn btn-quiet", type: "button", textContent: "Close" });
const content = document.createElement("div");
let opener = null;
let touching = false;

sheet.append(content, closer);
closer.addEventListener("click", () => sheet.close());
// Only the backdrop is outside of everything in the sheet.
sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
sheet.addEventListener("close", () => {
  opener?.focus({ preventScroll: true });
  hide();
});

function fill(link, ...parts) {
  content.replaceChildren(...parts);
  // In a frame on another site, the links of the sheet leave the frame as the link itself does.
  if (link.target) for (const each of content.querySelectorAll("a")) Object.assign(each, { target: link.target, rel: link.rel });
}

function excuse(link, words) {
  const text = Object.assign(document.createElement("p"), { textContent: words });
  const way = Object.assign(document.createElement("a"), { className: "btn btn-main", href: link.href, textContent: "Card page" });
  fill(link, text, way);
}

async function open(link) {
  opener = link;
  excuse(link, "Loading…");
  const coming = previewOf(link).then((preview) => {
    if (opener !== link) return;
    if (preview) fill(link, preview);
    else excuse(link, "The preview couldn’t be loaded.");
  });
  // A sheet that fills at once need not say that it is loading.
  await Promise.race([coming, new Promise((done) => setTimeout(done, DELAY))]);
  sheet.setAttribute("aria-label", (link.textContent.trim() || link.querySelector("img")?.alt) ?? "");
  if (!sheet.isConnected) document.body.append(sheet);
  if (!sheet.open) sheet.showModal();
}

document.addEventListener("pointerdown", (event) => { touching = event.pointerType === "touch"; }, true);
document.addEventListener("keydown", () => { touching = false; }, true);
document.addEventListener("click", (event) => {
  hide();
  const link = touching && !document.getElementById("builder") ? linkAt(event.target) : null;
  if (!link || link.matches(DIRECT)) return;
  event.preventDefault();
  event.stopPropagation();
  open(link);
}, true);
