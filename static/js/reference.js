// Those who listen hear what the search of the rules found, which htmx swaps while one types.
document.addEventListener("htmx:afterSwap", () => {
  document.getElementById("status").textContent = document.querySelector("#found [data-said]")?.dataset.said ?? "";
});
