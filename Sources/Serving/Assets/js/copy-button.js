// <copy-button data-copied="Copied" hidden> after a link or a text: copies the link's address or the text, confirms it, and offers it
// again.
//
// Stays hidden if the page can't write to the clipboard: without this script, or on an insecure address.

const shownFor = 2000; // milliseconds

class CopyButton extends HTMLElement {
  #timer;

  connectedCallback() {
    if (!navigator.clipboard) return;
    this.hidden = false;
    this.#button.addEventListener("click", this.#copy);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#button.removeEventListener("click", this.#copy);
  }

  get #button() { return this.querySelector("button"); }

  #copy = async () => {
    const source = this.previousElementSibling;
    try {
      await navigator.clipboard.writeText(source.href ?? source.textContent.trim());
    } catch {
      // Not allowed: selects the text, so that the reader can copy it.
      return getSelection().selectAllChildren(source);
    }
    const label = this.#button.querySelector("span");
    this.dataset.label ??= label.textContent;
    label.textContent = this.querySelector("[role=status]").textContent = this.dataset.copied;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      label.textContent = this.dataset.label;
      this.querySelector("[role=status]").textContent = "";
    }, shownFor);
  };
}

customElements.define("copy-button", CopyButton);
