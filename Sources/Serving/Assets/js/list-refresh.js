// <list-refresh live="/live/boards/contacts" after="123"> around the state of a list's source and the button that reads it.
//
// Posts without leaving the page, follows the reading and the changes by the server's events, and notifies the page (`list-changed`) when
// its rows have changed or been read again. Without this script, the form is posted and the page reloads itself while the source is read.

import { LiveEvents } from "./live-events.js";
import { showProgress } from "./progress.js";
import { replaceRegion } from "./regions.js";
import { toastFailure } from "./stay-forms.js";

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
      // The reading ended before an event could report it.
      if (!(await response.json()).running) this.#setRunning(false);
    } catch {
      this.#button.disabled = false;
      toastFailure(document.body);
    }
  }

  // `change`: the last one of the sources; the rows are outdated if they show another.
  #setRunning(isRunning, change = this.#change) {
    if ((this.#isRunning && !isRunning) || change !== this.#change) this.#changed();
    this.#change = change;
    this.#isRunning = isRunning;
    this.#button.disabled = isRunning;
  }

  // Many changes arrive at once, together with the end of the reading.
  #changed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => document.dispatchEvent(new CustomEvent("list-changed")), settling);
  }
}

customElements.define("list-refresh", ListRefresh);
