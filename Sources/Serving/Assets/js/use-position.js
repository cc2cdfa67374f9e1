// <use-position>: a button that asks the browser for its position, never before it is pressed. With `into`, the position goes into that
// field, otherwise into the page's query (`near=`), to a thousandth of a degree, and nowhere else.
//
// If the browser gives no position, a sentence from the page says why; everything else still works.

const patience = 15_000;
const lately = 5 * 60_000;
const reasons = { 1: "denied", 2: "unavailable", 3: "timeout" };

class UsePosition extends HTMLElement {
  #listening;

  connectedCallback() {
    this.#listening = new AbortController();
    this.#button.hidden = false;
    this.#button.addEventListener("click", () => this.#ask(), this.#listening);
  }

  disconnectedCallback() { this.#listening.abort(); }

  get #button() { return this.querySelector("[data-locate]"); }

  #ask() {
    if (!isSecureContext) return this.#say("insecure");
    if (!navigator.geolocation) return this.#say("missing");
    this.#say("asking");
    this.#button.disabled = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => this.#found(coords),
      ({ code }) => {
        this.#button.disabled = false;
        this.#say(reasons[code] ?? "unavailable");
      },
      { timeout: patience, maximumAge: lately },
    );
  }

  #found({ latitude, longitude }) {
    this.#button.disabled = false;
    const near = [latitude, longitude].map((degrees) => Math.round(degrees * 1000) / 1000).join(",");
    const into = this.getAttribute("into");
    if (into) {
      document.getElementById(into).value = near;
      return this.#say("done");
    }
    const address = new URL(location);
    for (const name of ["place", "from"]) address.searchParams.delete(name);
    address.searchParams.delete("near");
    // The comma may stay unencoded (RFC 3986, section 3.4), and is easier to read.
    address.search = [address.searchParams.toString(), `near=${near}`].filter(Boolean).join("&");
    location.assign(address);
  }

  #say(what) {
    const said = this.querySelector("[data-said]");
    said.textContent = this.dataset[what];
    said.hidden = false;
    said.classList.toggle("is-problem", !["asking", "done"].includes(what));
  }
}

customElements.define("use-position", UsePosition);
