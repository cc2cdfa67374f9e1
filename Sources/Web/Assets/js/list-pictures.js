// <list-pictures> around rows with pictures.
//
// A picture is asked for while its row is near the screen. One that has not come when the row has left is asked for no more, which
// ends the request, the server's too; it is asked for again when the row is back. One that could not be had leaves the initials to
// be seen, until the network is back. Without this script the browser asks for each once, when it comes near.

const margin = "60% 0px";

class ListPictures extends HTMLElement {
  #near = new IntersectionObserver((entries) => entries.forEach((entry) => this.#moved(entry)), { rootMargin: margin });
  #rows = new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => this.#watch(node))));
  #listening;

  connectedCallback() {
    this.#listening = new AbortController();
    const capture = { capture: true, signal: this.#listening.signal };
    this.addEventListener("error", ({ target }) => target instanceof HTMLImageElement && (target.hidden = true), capture);
    addEventListener("online", () => this.#again(), this.#listening);
    this.#rows.observe(this, { childList: true, subtree: true });
    this.#watch(this);
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#near.disconnect();
    this.#rows.disconnect();
  }

  #watch(node) {
    if (!(node instanceof Element)) return;
    for (const picture of node.querySelectorAll(".row img")) this.#near.observe(picture.closest(".row"));
  }

  #moved({ target, isIntersecting }) {
    const picture = target.querySelector("img");
    if (!picture) return;
    if (isIntersecting && picture.dataset.src) {
      picture.src = picture.dataset.src;
      delete picture.dataset.src;
    } else if (!isIntersecting && picture.hasAttribute("src") && !(picture.complete && picture.naturalWidth > 0) && !picture.hidden) {
      picture.dataset.src = picture.getAttribute("src");
      picture.removeAttribute("src");
    }
  }

  #again() {
    for (const picture of this.querySelectorAll(".row img[hidden][src]")) {
      picture.hidden = false;
      picture.src = picture.getAttribute("src");
    }
  }
}

customElements.define("list-pictures", ListPictures);
