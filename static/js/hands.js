// Counts the marked cards of the hand tester.
function count() {
  const shown = document.querySelector(".marked");
  if (!shown) return;
  const marks = [...document.querySelectorAll("#game [name=mark]:checked")];
  const worth = marks.reduce((sum, mark) => sum + Number(mark.dataset.worth), 0);
  const { need, most } = shown.dataset;
  if (need) shown.textContent = `marked: worth ${worth} of ${need}`;
  else if (most) shown.textContent = `marked: ${marks.length} of at most ${most}`;
  else shown.textContent = marks.length ? `marked: ${marks.length}, worth ${worth}` : "";
}

document.addEventListener("change", (event) => { if (event.target.name === "mark") count(); });
document.addEventListener("htmx:afterSettle", count);
count();
