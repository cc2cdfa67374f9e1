// <list-refresh live="/live/boards/contacts"> around what a list's page says of its source, and the button that has it read.
//
// Asks without leaving the page, follows the reading by the server's events, and tells the page (`list-changed`) when it is over.
// Says so when there is no network. Without this script the form is posted and the page reloads itself while the source is read.

import { address } from "./base.js";
import { showProgress } from "./progress.js";

class ListRefresh extends HTMLElement {
  #listening;
  #events;

  connectedCallback() {
    this.#listening = new AbortController();
    this.#form.addEventListener("submit", (event) => this.#submit(event), this.#listening);
    for (const name of ["online", "offline"]) addEventListener(name, () => this.#showNetwork(), this.#listening);
    addEventListener("pagehide", () => this.#leave(), this.#listening);
    this.#showNetwork();
    if (this.querySelector("[data-reading]")) this.#follow();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#leave();
  }

  get #form() { return this.querySelector("form"); }
  get #button() { return this.querySelector("[data-refresh]"); }

  async #submit(event) {
    event.preventDefault();
    this.#button.disabled = true;
    try {
      const response = await fetch(this.#form.getAttribute("action"), { method: "POST", headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(`status ${response.status}`);
      this.#follow();
    } catch {
      this.#button.disabled = false;
      this.#showNetwork();
    }
  }

  #follow() {
    this.#leave();
    this.#events = new EventSource(this.getAttribute("live"));
    const on = (name, act) => this.#events.addEventListener(name, (event) => act(JSON.parse(event.data)));
    on("region", ({ id, html }) => this.#replace(id, html));
    on("progress", (progress) => showProgress(this, progress));
    on("running", ({ running }) => running || this.#finish());
  }

  #finish() {
    this.#leave();
    this.#button.disabled = false;
    document.dispatchEvent(new CustomEvent("list-changed"));
  }

  #leave() {
    this.#events?.close();
    this.#events = undefined;
  }

  #replace(id, html) {
    const region = this.querySelector(`#${CSS.escape(id)}`);
    if (region.innerHTML !== html) region.innerHTML = html;
  }

  // A browser on the machine that the server runs on is told that there is no network, and reaches it all the same.
  async #showNetwork() {
    const reaches = async () => (await fetch(address("/healthz"), { cache: "no-store" })).ok;
    const isReached = navigator.onLine || (await reaches().catch(() => false));
    const note = this.querySelector("[data-offline]");
    if (note) note.hidden = isReached;
  }
}

customElements.define("list-refresh", ListRefresh);
