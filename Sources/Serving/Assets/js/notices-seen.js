// <notices-seen> around the form that marks notices as seen: sent as soon as the page is looked at.
//
// A page that was only fetched, or stands in another tab, is not. What the server hasn't heard is told again when it is reached. Without this script the
// form has a button.

import { look } from "./network.js";

class NoticesSeen extends HTMLElement {
  #listening;
  #isTelling = false;

  connectedCallback() {
    this.#listening = new AbortController();
    for (const name of ["visibilitychange", "reached"]) document.addEventListener(name, () => this.#tell(), this.#listening);
    this.#tell();
  }

  disconnectedCallback() {
    this.#listening.abort();
  }

  async #tell() {
    if (document.hidden || this.#isTelling) return;
    this.#isTelling = true;
    const form = this.querySelector("form");
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => undefined);
    this.#isTelling = false;
    if (!response?.ok) return look();
    this.#listening.abort();
    document.querySelector("[data-unread]")?.remove();
    document.dispatchEvent(new CustomEvent("notices-seen"));
  }
}

customElements.define("notices-seen", NoticesSeen);
