// The search of the rules answers while one types. Without this, Enter does the same.
const form = document.getElementById("rules-search");
const box = form.elements.q;
const status = document.getElementById("status");
const PAUSE = 160;

let timer = 0;
let asking = null;

const address = (q) => (q ? `${form.action}?${new URLSearchParams({ q })}` : form.action);

async function ask() {
  const q = box.value.trim();
  asking?.abort();
  asking = new AbortController();
  try {
    const answer = await fetch(address(q), { signal: asking.signal });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.getElementById("found");
    document.getElementById("found").replaceWith(found);
    document.title = page.title;
    history.replaceState(null, "", address(q));
    status.textContent = found.querySelector("[data-said]")?.dataset.said ?? "";
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

box.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(ask, PAUSE);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  ask();
});
