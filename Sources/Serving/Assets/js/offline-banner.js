// <offline-banner hidden data-offline="Offline · as of {time}" data-other="…{time}" data-slow="…{time}" data-back="…"><span
// data-text></span><button data-reload>…
//
// Says that the page is a stored copy, and from when: a page from the worker (`data-kept` of the document; with `data-other`, a copy with
// another query), or the current page once the server can't be reached. When the server is back, a stored page can be reloaded. A live page
// sets its own time (`data-as-of` of the document).

import { look } from "./network.js";

class OfflineBanner extends HTMLElement {
  #listening;
  #since = document.documentElement.dataset.kept;
  #offline = "other" in document.documentElement.dataset ? "other" : "offline";
  #isInUse = false;

  connectedCallback() {
    this.#listening = new AbortController();
    document.addEventListener("unreached", () => this.#show(this.#offline), this.#listening);
    document.addEventListener("reached", () => this.#back(), this.#listening);
    // Its own script has requested the missing parts.
    document.addEventListener("renewed", () => this.#renewed(), this.#listening);
    navigator.serviceWorker?.addEventListener("message", ({ data }) => data?.newer && this.#replace(), this.#listening);
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (this.#isInUse = true), this.#listening);
    this.querySelector("[data-reload]").addEventListener("click", () => location.reload(), this.#listening);
    if (this.#since) this.#show(document.documentElement.hasAttribute("data-slow") ? "slow" : this.#offline);
    else if (!navigator.onLine) look();
  }

  disconnectedCallback() { this.#listening.abort(); }

  #show(kind) {
    const [before, after] = this.dataset[kind].split("{time}");
    const time = document.createElement("time");
    time.dateTime = document.documentElement.dataset.asOf ?? this.#since ?? new Date(performance.timeOrigin).toISOString();
    const relative = document.createElement("relative-time");
    relative.append(time);
    this.#say(before, relative, after);
    this.querySelector("[data-reload]").hidden = true;
  }

  // The response has arrived at last. It doesn't replace anything in use.
  #replace() {
    if (this.#isInUse) this.#back();
    else location.reload();
  }

  // A live page has updated itself; a stored copy hasn't.
  #back() {
    if (!this.#since) return (this.hidden = true);
    this.#say(this.dataset.back);
    this.querySelector("[data-reload]").hidden = false;
  }

  #renewed() {
    this.#since = undefined;
    this.hidden = true;
  }

  #say(...parts) {
    this.querySelector("[data-text]").replaceChildren(...parts);
    this.hidden = false;
  }
}

customElements.define("offline-banner", OfflineBanner);
