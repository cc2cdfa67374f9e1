// <job-list from="/jobs"> around the jobs: reloads them while some are running and the page is visible.
//
// Without this script, the page shows them as of its opening.

import { replaceRegion } from "./regions.js";

const soon = 2000;
const later = 15_000;

class JobList extends HTMLElement {
  #listening;
  #timer;

  connectedCallback() {
    this.#listening = new AbortController();
    document.addEventListener("visibilitychange", () => this.#wait(0), this.#listening);
    this.#wait();
  }

  disconnectedCallback() {
    this.#listening.abort();
    clearTimeout(this.#timer);
  }

  #wait(pause = this.querySelector("[data-under-way]") ? soon : later) {
    clearTimeout(this.#timer);
    if (!document.hidden) this.#timer = setTimeout(() => this.#look(), pause);
  }

  async #look() {
    const { signal } = this.#listening;
    try {
      const response = await fetch(this.getAttribute("from"), { headers: { Accept: "application/json" }, signal });
      if (response.ok) replaceRegion(this, (await response.json()).html, () => document.querySelector("h1"));
    } catch {
      if (signal.aborted) return;
    }
    this.#wait();
  }
}

customElements.define("job-list", JobList);
