// The list of cards: arrow keys between results, links that swap only the results, and announcements for screen readers.
const results = document.getElementById("results");
const box = document.getElementById("q");
const status = document.getElementById("status");

const items = () => [...results.querySelectorAll("[data-card]")];

function nearest(from, key, all) {
  const index = all.indexOf(from);
  if (key === "ArrowLeft") return all[index - 1];
  if (key === "ArrowRight") return all[index + 1];
  const own = from.getBoundingClientRect();
  const centre = own.left + own.width / 2;
  const down = key === "ArrowDown";
  let best;
  let score = Infinity;
  for (const item of all) {
    const rect = item.getBoundingClientRect();
    const gap = down ? rect.top - own.top : own.top - rect.top;
    if (gap < 4) continue;
    const distance = gap * 4 + Math.abs(rect.left + rect.width / 2 - centre);
    if (distance < score) { score = distance; best = item; }
  }
  return best;
}

document.addEventListener("keydown", (event) => {
  if (!event.key.startsWith("Arrow") || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const all = items();
  const current = event.target.closest("[data-card]");
  let next;
  if (event.target === box && event.key === "ArrowDown") next = all[0];
  else if (current) next = nearest(current, event.key, all) ?? (event.key === "ArrowUp" ? box : current);
  if (!next) return;
  event.preventDefault();
  next.focus();
});

function keepView(view) {
  const field = document.querySelector("#search [name=view]");
  if (field) { field.value = view; field.disabled = view === "faces"; }
}

// A facet, a view or a page of results is a plain link; with htmx only the results change. Not by attributes: the form
// must follow before the response comes, and the focus afterwards depends on the kind of link.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-live]");
  if (!link || !window.htmx || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const index = [...results.querySelectorAll("a[data-live]")].indexOf(link);
  const paging = Boolean(link.closest(".pager"));
  const address = new URL(link.href);
  // The form follows at once, so that typing before the response comes continues from there and loses no letter.
  box.value = address.searchParams.get("q") ?? "";
  keepView(address.searchParams.get("view") ?? "faces");
  window.htmx.ajax("GET", address.pathname + address.search, { source: results, target: results, swap: "innerHTML" }).then(() => {
    if (paging) {
      results.scrollIntoView();
      items()[0]?.focus({ preventScroll: true });
    } else {
      const same = results.querySelectorAll("a[data-live]")[index];
      (link.dataset.key ? results.querySelector(`a[data-key="${CSS.escape(link.dataset.key)}"]`) : same)?.focus({ preventScroll: true });
    }
  }, () => { /* A later request took its place, or htmx has reported the error. */ });
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target !== results) return;
  const echo = results.querySelector("[data-said]");
  status.textContent = echo ? echo.dataset.said : "";
  box.setAttribute("aria-invalid", String(Boolean(results.querySelector("[data-faulty]"))));
  const view = results.querySelector("[data-view]")?.dataset.view;
  if (view) keepView(view);
});

// The sort menu closes like any menu: on Escape, or on a click elsewhere.
const openMenu = () => results.querySelector(".sorts[open]");

document.addEventListener("click", (event) => {
  const menu = openMenu();
  if (menu && !menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" ? openMenu() : null;
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
