// <notices-seen> around the form that marks notices as seen: submits it as soon as the page is visible.
//
// A page that was only fetched, or is in a background tab, doesn't count. If the server can't be reached, it is retried. Without this
// script, the form has a button.

import { reportAnswer } from "./answered.js";
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
    reportAnswer(form.getAttribute("action"));
    document.querySelector("[data-unread]")?.remove();
    document.dispatchEvent(new CustomEvent("notices-seen"));
  }
}

customElements.define("notices-seen", NoticesSeen);
