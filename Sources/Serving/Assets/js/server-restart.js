// <server-restart data-health="/healthz" data-started="…" data-to="/server…"> while the server restarts: polls until a server with another
// start answers, and opens `data-to`. If that takes unusually long, it says so and continues.

const pause = 500; // Milliseconds
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
    // Any answer of the next server counts, even an unhealthy one, because its pages explain more.
    const answer = await fetch(health, { cache: "no-store", signal: AbortSignal.timeout(patience) }).then((one) => one.json()).catch(() => undefined);
    if (!this.isConnected) return;
    if (answer?.started && String(answer.started) !== started) return location.replace(to);
    if (performance.now() - this.#began > late) this.querySelector("[data-late]").hidden = false;
    this.#timer = setTimeout(() => this.#look(), pause);
  }
}

customElements.define("server-restart", ServerRestart);
