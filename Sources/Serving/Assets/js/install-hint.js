// <install-hint>: how to install Tidings as an app on this device. A browser that can install it fires `beforeinstallprompt`, and gets a
// button; on an iPhone, it is done by hand, and explained once. People who choose "Not now" aren't asked again.

const answered = "install-hint answered";

class InstallHint extends HTMLElement {
  #listening;
  #prompt;

  connectedCallback() {
    this.#listening = new AbortController();
    addEventListener("beforeinstallprompt", (event) => this.#offer(event), this.#listening);
    addEventListener("appinstalled", () => this.#answer(), this.#listening);
    this.querySelector("[data-install]").addEventListener("click", () => this.#install(), this.#listening);
    this.querySelector("[data-dismiss]").addEventListener("click", () => this.#answer(), this.#listening);
    const isInstalled = navigator.standalone === true || matchMedia("(display-mode: standalone)").matches;
    // Only Apple's browsers have `standalone`, and only its phones and tablets have a touch screen.
    if ("standalone" in navigator && navigator.maxTouchPoints > 0 && !isInstalled) this.#show("ios");
  }

  disconnectedCallback() { this.#listening.abort(); }

  #offer(event) {
    event.preventDefault();
    this.#prompt = event;
    this.querySelector("[data-install]").hidden = false;
    this.#show("browser");
  }

  async #install() {
    this.hidden = true;
    await this.#prompt?.prompt();
  }

  #show(part) {
    if (localStorage.getItem(answered)) return;
    this.querySelector(`[data-part="${part}"]`).hidden = false;
    this.hidden = false;
  }

  #answer() {
    localStorage.setItem(answered, new Date().toISOString());
    this.hidden = true;
  }
}

customElements.define("install-hint", InstallHint);
