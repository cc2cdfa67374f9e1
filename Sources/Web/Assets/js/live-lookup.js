// <live-lookup live="/live/boards/visa" field="batch" needle="20121456171"> around a lookup's form and regions.
//
// Asks without leaving the page, and follows the server's events: `region` replaces a region's content, `progress` moves
// the bar, `running` says whether the source is being read. Every word comes from the server. Without this script the
// form is posted and the page reloads itself while the source is read.

import { LiveEvents } from "./live-events.js";
import { look } from "./network.js";
import { showProgress } from "./progress.js";

class LiveLookup extends HTMLElement {
  #events;
  #listening;
  #needle = "";
  #hadFocus = false;
  #isLeaving = false;

  connectedCallback() {
    this.#needle = this.getAttribute("needle") ?? "";
    this.#listening = new AbortController();
    this.#form.addEventListener("submit", (event) => this.#submit(event), this.#listening);
    this.#input.addEventListener("input", () => this.#setRunning(this.#isRunning), this.#listening);
    addEventListener("pagehide", () => (this.#isLeaving = true), this.#listening);
    addEventListener("pageshow", () => (this.#isLeaving = false), this.#listening);
    this.#events = new LiveEvents(() => this.#address, {
      region: (region) => this.#replace(region),
      progress: (progress) => showProgress(this, progress),
      running: ({ running }) => this.#setRunning(running),
    });
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#events.end();
  }

  get #isRunning() { return this.querySelector("[data-reading]") !== null; }
  get #form() { return this.querySelector(".lookup-form"); }
  get #input() { return this.querySelector("[data-needle]"); }
  // Whether what stands in the field is what was asked; another number can be asked for at any time.
  get #isAnswered() { return this.#needle !== "" && this.#input.value.trim() === this.#needle; }
  get #field() { return this.getAttribute("field"); }
  get #address() {
    const address = new URL(this.getAttribute("live"), location);
    if (this.#needle) address.searchParams.set(this.#field, this.#needle);
    return address;
  }

  // Asking

  async #submit(event) {
    event.preventDefault();
    const form = this.#form;
    const body = new URLSearchParams(new FormData(form));
    this.#disable(true);
    try {
      const response = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" } });
      if (response.status !== 200 && response.status !== 422) throw new Error(`status ${response.status}`);
      this.#show(await response.json(), response.status === 422);
    } catch {
      if (this.#isLeaving) return;
      if (!(await look())) return this.#disable(false);
      // What the page cannot do alone, the browser does. By the prototype: a field may be named "submit".
      HTMLFormElement.prototype.submit.call(form);
    }
  }

  #show(answer, isRefused) {
    for (const region of answer.regions) this.#replace(region);
    if (!isRefused) this.#needle = this.#input.value = answer.needle;
    this.#setRunning(this.#isRunning);
    this.#input.setAttribute("aria-invalid", String(isRefused));
    if (isRefused) return this.#input.focus();
    const address = new URL(location);
    address.searchParams.set(this.#field, answer.needle);
    history.replaceState(history.state, "", address);
    // A phone's keyboard would cover the answer.
    if (matchMedia("(pointer: coarse)").matches) this.#input.blur();
    this.#events.renew();
  }

  // Showing

  #replace({ id, html }) {
    const region = this.querySelector(`#${CSS.escape(id)}`);
    if (!region) return;
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    // The same words again are not news, least of all to a screen reader.
    if (fresh.innerHTML === region.innerHTML) return;
    const focused = region.contains(document.activeElement) ? document.activeElement.id : "";
    for (const { id } of region.querySelectorAll("details[open][id]")) fresh.content.getElementById(id)?.setAttribute("open", "");
    region.replaceChildren(fresh.content);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("records-changed"));
  }

  #setRunning(isRunning) {
    this.#disable(isRunning && this.#isAnswered);
    if (!isRunning) this.querySelector("[data-reading]")?.remove();
  }

  // A disabled button loses the keyboard's place; it is given back unless the person went on.
  #disable(isDisabled) {
    const button = this.querySelector("[data-submit]");
    if (isDisabled && document.activeElement === button) this.#hadFocus = true;
    button.disabled = isDisabled;
    if (isDisabled) return;
    if (this.#hadFocus && document.activeElement === document.body) button.focus({ preventScroll: true });
    this.#hadFocus = false;
  }
}

customElements.define("live-lookup", LiveLookup);
