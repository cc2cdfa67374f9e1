// <list-refresh live="/live/boards/contacts" after="123"> around what a list's page says of its source, and the button that has it read.
//
// Asks without leaving the page, follows the reading and the changes by the server's events, and tells the page (`list-changed`) when its rows
// are others or have been read anew. Without this script the form is posted and the page reloads itself while the source is read.

import { LiveEvents } from "./live-events.js";
import { look } from "./network.js";
import { showProgress } from "./progress.js";
import { replaceRegion } from "./regions.js";

const settling = 100;

class ListRefresh extends HTMLElement {
  #listening;
  #events;
  #isRunning;
  #change;
  #timer;

  connectedCallback() {
    this.#listening = new AbortController();
    this.#isRunning = this.querySelector("[data-reading]") !== null;
    this.#change = Number(this.getAttribute("after"));
    this.#form.addEventListener("submit", (event) => this.#submit(event), this.#listening);
    this.#events = new LiveEvents(() => this.getAttribute("live"), {
      region: ({ id, html }) => replaceRegion(document.getElementById(id), html),
      progress: (progress) => showProgress(this, progress),
      running: ({ running, change }) => this.#setRunning(running, change),
    });
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#events.end();
    clearTimeout(this.#timer);
  }

  get #form() { return this.querySelector("form"); }
  get #button() { return this.querySelector("[data-refresh]"); }

  async #submit(event) {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(this.#form));
    this.#button.disabled = true;
    try {
      const response = await fetch(this.#form.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(`status ${response.status}`);
      this.#isRunning = true;
      // A reading that is over before anybody could hear of it.
      if (!(await response.json()).running) this.#setRunning(false);
    } catch {
      this.#button.disabled = false;
      look();
    }
  }

  // `change`: the last one of the sources; the rows are old where they show another.
  #setRunning(isRunning, change = this.#change) {
    if ((this.#isRunning && !isRunning) || change !== this.#change) this.#changed();
    this.#change = change;
    this.#isRunning = isRunning;
    this.#button.disabled = isRunning;
  }

  // Many changes come at once, and the end of the reading with them.
  #changed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => document.dispatchEvent(new CustomEvent("list-changed")), settling);
  }
}

customElements.define("list-refresh", ListRefresh);
