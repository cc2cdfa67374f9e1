// <guide-now> around the current programmes: reloads when one ends or begins, when the page becomes visible after that, and once the server
// knows the time zone.

import { replaceRegion } from "./regions.js";

const most = 2 ** 31 - 1;

class GuideNow extends HTMLElement {
  #timer;
  #listening;

  connectedCallback() {
    this.#listening = new AbortController();
    // Live events may replace the region too.
    this.#observer.observe(this, { childList: true, subtree: true });
    document.addEventListener("visibilitychange", () => document.hidden || this.#wait(), this.#listening);
    document.addEventListener("zoned", () => this.#ask(), this.#listening);
    this.#wait();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#observer.disconnect();
    clearTimeout(this.#timer);
  }

  #observer = new MutationObserver(() => this.#wait());

  #wait() {
    clearTimeout(this.#timer);
    const change = Date.parse(this.querySelector("[data-change]")?.dataset.change);
    if (!Number.isNaN(change)) this.#timer = setTimeout(() => this.#ask(), Math.min(Math.max(change - Date.now(), 0) + 500, most));
  }

  async #ask() {
    if (document.hidden) return;
    try {
      const response = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!response.ok || response.redirected) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const [region, fresh] = [this.querySelector(".region"), page.querySelector("guide-now .region")];
      if (fresh && replaceRegion(region, fresh.innerHTML)) return;
    } catch {
      // Without a network, the content stays, and is requested again.
    }
    this.#timer = setTimeout(() => this.#ask(), 60_000);
  }
}

customElements.define("guide-now", GuideNow);
