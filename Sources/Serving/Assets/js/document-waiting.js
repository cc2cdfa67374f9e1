// <document-waiting data-document="7">: reloads the page once the document's text has been extracted.

import { root } from "./network.js";

class DocumentWaiting extends HTMLElement {
  #listening;
  #timer;

  connectedCallback() {
    this.#listening = new AbortController();
    this.#wait();
  }

  disconnectedCallback() {
    this.#listening.abort();
    clearTimeout(this.#timer);
  }

  #wait() {
    this.#timer = setTimeout(() => this.#look(), 1000);
  }

  async #look() {
    const { signal } = this.#listening;
    const answer = await fetch(root(`api/v1/documents/${this.dataset.document}`), { signal }).catch(() => undefined);
    if (signal.aborted) return;
    if (answer?.ok && (await answer.json()).state === "reading") this.#wait();
    else if (answer?.ok || answer?.status === 404) location.reload();
    else this.#wait();
  }
}

customElements.define("document-waiting", DocumentWaiting);
