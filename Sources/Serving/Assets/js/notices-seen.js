// <notices-seen> around the form that marks notices as seen: sent as soon as the page is looked at.
//
// A page that was only fetched, or stands in another tab, is not. Without this script the form has a button.

class NoticesSeen extends HTMLElement {
  #listening;

  connectedCallback() {
    this.#listening = new AbortController();
    document.addEventListener("visibilitychange", () => this.#tell(), this.#listening);
    this.#tell();
  }

  disconnectedCallback() {
    this.#listening.abort();
  }

  async #tell() {
    if (document.hidden) return;
    this.#listening.abort();
    const form = this.querySelector("form");
    const body = new URLSearchParams(new FormData(form));
    // What is not told now is told with the next look.
    await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => {});
    document.querySelector("[data-unread]")?.remove();
    document.dispatchEvent(new CustomEvent("notices-seen"));
  }
}

customElements.define("notices-seen", NoticesSeen);
