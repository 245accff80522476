// Announces the results of a rules search, which htmx swaps while the visitor types.
document.addEventListener("htmx:afterSwap", () => {
  document.getElementById("status").textContent = document.querySelector("#found [data-said]")?.dataset.said ?? "";
});
