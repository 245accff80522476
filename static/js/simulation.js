// How far a simulation is, as it happens. Without a script the page looks again by itself.
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
    // Told to those who listen four times, not twice a second.
    const now = Math.floor((4 * state.done_games) / state.games);
    if (now > quarter) {
      quarter = now;
      spoken.textContent = state.words;
    }
  }

  // The stream is away or says nothing: look now and then, until it speaks again.
  let silence;
  async function ask() {
    try {
      const answer = await fetch(box.dataset.events, { headers: { Accept: "application/json" } });
      if (answer.ok) show(await answer.json());
    } catch { /* the network is away for a moment; the next look may find it back */ }
    if (!over) silence = setTimeout(ask, PAUSE);
  }
  function hear() {
    clearTimeout(silence);
    silence = setTimeout(ask, SILENCE);
  }

  const source = new EventSource(box.dataset.stream);
  hear();
  source.addEventListener("message", (event) => {
    hear();
    show(JSON.parse(event.data));
    if (over) source.close();
  });
  // A stream that ends is called again by the browser; one that was refused never is.
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED || over) return;
    clearTimeout(silence);
    ask();
  });
}

if (box) watch();
