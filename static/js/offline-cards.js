// Searches all cards on one page for words. The full search language needs the site; this works offline.
const box = document.getElementById("q");
const form = box.form;
const count = document.getElementById("count");
const fullSearch = document.getElementById("whole");
const DELAY = 80;

// Without accents and case, as the site compares text.
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[’‘]/g, "'").replace(/[“”„]/g, '"').toLowerCase();

const list = document.getElementById("reader");
const cards = [...list.children].map((item) => (
  { item, name: fold(item.querySelector("h2").textContent), text: fold(item.textContent.replace(/\s+/g, " ")) }
));

function find() {
  const words = fold(box.value).split(/\s+/).filter(Boolean);
  // Matches in the name come first.
  const inName = ({ name }) => words.every((word) => name.includes(word));
  const matches = cards.filter(({ text }) => words.every((word) => text.includes(word)));
  list.replaceChildren(...[...matches.filter(inName), ...matches.filter((card) => !inName(card))].map(({ item }) => item));
  count.textContent = matches.length === 1 ? "1 card" : `${matches.length || "No"} cards`;
  const query = box.value.trim() ? `?${new URLSearchParams({ q: box.value.trim() })}` : "";
  fullSearch.href = `/cards/${query}`;
  history.replaceState(null, "", location.pathname + query + location.hash);
}

let timer;
box.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(find, DELAY); });
form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(timer); find(); });

const asked = new URLSearchParams(location.search).get("q");
if (asked) {
  box.value = asked;
  find();
}

// Newer cards were stored while this page is open.
navigator.serviceWorker?.addEventListener("message", (event) => {
  if (event.data?.kind !== "cards" || !document.querySelector("[data-stored]")) return;
  const again = Object.assign(document.createElement("a"), { href: location.href, textContent: "Reload" });
  count.replaceChildren("The cards have been updated. ", again);
});
