// All cards on one page: only those with every word that is asked for stay in sight. The search language of the site
// needs the site; this needs nothing.
const box = document.getElementById("q");
const form = box.form;
const count = document.getElementById("count");
const whole = document.getElementById("whole");
const PAUSE = 80;

// Letters without their accents and case, as the site compares them.
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[’‘]/g, "'").replace(/[“”„]/g, '"').toLowerCase();

const list = document.getElementById("reader");
const cards = [...list.children].map((item) => (
  { item, name: fold(item.querySelector("h2").textContent), text: fold(item.textContent.replace(/\s+/g, " ")) }
));

function find() {
  const words = fold(box.value).split(/\s+/).filter(Boolean);
  // Cards that are called so come before those that only speak of it.
  const called = ({ name }) => words.every((word) => name.includes(word));
  const found = cards.filter(({ text }) => words.every((word) => text.includes(word)));
  list.replaceChildren(...[...found.filter(called), ...found.filter((card) => !called(card))].map(({ item }) => item));
  count.textContent = found.length === 1 ? "1 card" : `${found.length || "No"} cards`;
  const query = box.value.trim() ? `?${new URLSearchParams({ q: box.value.trim() })}` : "";
  whole.href = `/cards/${query}`;
  history.replaceState(null, "", location.pathname + query + location.hash);
}

let timer;
box.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(find, PAUSE); });
form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(timer); find(); });

const asked = new URLSearchParams(location.search).get("q");
if (asked) {
  box.value = asked;
  find();
}

// Newer cards have come while this page is open.
navigator.serviceWorker?.addEventListener("message", (event) => {
  if (event.data?.kind !== "cards" || !document.querySelector("[data-stored]")) return;
  const again = Object.assign(document.createElement("a"), { href: location.href, textContent: "Reload" });
  count.replaceChildren("The cards have been updated. ", again);
});
