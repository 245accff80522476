// Shows a simulation's progress as it happens. Without scripts the page reloads itself.
const PAUSE = 2000;
const SILENCE = 10000;

const box = document.querySelector("[data-events]");

function watch() {
  const bar = box.querySelector("progress");
  const title = box.querySelector("h2");
  const said = document.getElementById("said");
  const spoken = box.querySelector("[data-spoken]");
  let quarter = 0;
  let over = false;

  function show(state) {
    if (over) return;
    if (state.finished) {
      over = true;
      location.reload();
      return;
    }
    bar.max = state.games;
    bar.value = state.done_games;
    said.textContent = state.words;
    title.textContent = state.title;
    // Announced to screen readers four times, not twice a second.
    const now = Math.floor((4 * state.done_games) / state.games);
    if (now > quarter) {
      quarter = now;
      spoken.textContent = state.words;
    }
  }

  // While the stream is down or silent, poll.
  let silence;
  async function poll() {
    try {
      const response = await fetch(box.dataset.events, { headers: { Accept: "application/json" } });
      if (response.ok) show(await response.json());
    } catch { /* offline for a moment; the next poll may succeed */ }
    if (!over) silence = setTimeout(poll, PAUSE);
  }
  function hear() {
    clearTimeout(silence);
    silence = setTimeout(poll, SILENCE);
  }

  const source = new EventSource(box.dataset.stream);
  hear();
  source.addEventListener("message", (event) => {
    hear();
    show(JSON.parse(event.data));
    if (over) source.close();
  });
  // The browser reconnects when a stream ends, but not when it was refused.
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED || over) return;
    clearTimeout(silence);
    poll();
  });
}

if (box) watch();
