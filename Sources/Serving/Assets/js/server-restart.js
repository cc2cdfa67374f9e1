// <server-restart data-health="/healthz" data-started="…" data-to="/server…"> while the server restarts: asks until another server than the one that
// sent the page answers, and opens `data-to`. It says so when that takes unusually long, and continues to ask.

const pause = 500; // Milliseconds.
const patience = 5000;
const late = 20_000;

class ServerRestart extends HTMLElement {
  #timer;
  #began;

  connectedCallback() {
    this.#began = performance.now();
    this.#look();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  async #look() {
    const { health, started, to } = this.dataset;
    // Any answer of the next server will do: also one that isn't well shows its pages, which say more.
    const answer = await fetch(health, { cache: "no-store", signal: AbortSignal.timeout(patience) }).then((one) => one.json()).catch(() => undefined);
    if (!this.isConnected) return;
    if (answer?.started && String(answer.started) !== started) return location.replace(to);
    if (performance.now() - this.#began > late) this.querySelector("[data-late]").hidden = false;
    this.#timer = setTimeout(() => this.#look(), pause);
  }
}

customElements.define("server-restart", ServerRestart);
