// <list-pictures> around rows with pictures.
//
// A picture is requested while its row is near the screen, four at once, so that pictures never use all of a browser's few connections to
// the server. If its row leaves the screen before the picture has loaded, the request is cancelled, also on the server, and made again when
// the row is back. A failed picture leaves the initials visible until the network is back. Without this script, the browser loads each once
// it comes near.

const atOnce = 4;
const margin = "60% 0px";

class ListPictures extends HTMLElement {
  #near = new IntersectionObserver((entries) => this.#moved(entries), { rootMargin: margin });
  #rows = new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => this.#watch(node))));
  #wanted = new Set();
  #loading = new Set();
  #listening;

  connectedCallback() {
    this.#listening = new AbortController();
    const capture = { capture: true, signal: this.#listening.signal };
    this.addEventListener("load", ({ target }) => this.#ended(target), capture);
    this.addEventListener("error", ({ target }) => this.#ended(target), capture);
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
    for (const picture of node.querySelectorAll(".row img[data-src]")) this.#near.observe(picture.closest(".row"));
  }

  #moved(entries) {
    for (const { target, isIntersecting } of entries) {
      const picture = target.querySelector("img");
      if (!picture || picture.hidden) continue;
      if (isIntersecting && picture.dataset.src) this.#wanted.add(picture);
      if (!isIntersecting) this.#wanted.delete(picture);
      if (!isIntersecting && this.#loading.delete(picture)) this.#hold(picture);
    }
    this.#ask();
  }

  #ask() {
    for (const picture of this.#wanted) {
      if (this.#loading.size >= atOnce) return;
      this.#wanted.delete(picture);
      if (!picture.isConnected) continue;
      this.#loading.add(picture);
      picture.src = picture.dataset.src;
      delete picture.dataset.src;
    }
  }

  // Removing the address cancels the request.
  #hold(picture) {
    picture.dataset.src = picture.getAttribute("src");
    picture.removeAttribute("src");
  }

  #ended(picture) {
    if (!this.#loading.delete(picture)) return;
    picture.hidden = picture.naturalWidth === 0;
    if (!picture.hidden) this.#near.unobserve(picture.closest(".row"));
    this.#ask();
  }

  #again() {
    for (const picture of this.querySelectorAll(".row img[hidden][src]")) {
      picture.hidden = false;
      this.#hold(picture);
      // Makes the observer report the row again.
      this.#near.unobserve(picture.closest(".row"));
      this.#near.observe(picture.closest(".row"));
    }
  }
}

customElements.define("list-pictures", ListPictures);
