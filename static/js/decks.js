// Copying and printing: comforts of deck pages, which do without them.
async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.value);
  } catch {
    // Without leave to write the clipboard the text is at least marked, one key away from it.
    source.focus();
    source.select();
    return;
  }
  const words = button.lastChild;
  const before = words.textContent;
  words.textContent = "Copied";
  button.setAttribute("aria-live", "polite");
  setTimeout(() => { words.textContent = before; }, 2000);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-print]");
  if (!button) return;
  if (button.dataset.copy) copy(button);
  else window.print();
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches("input[data-copy-from]")) event.target.select();
});
