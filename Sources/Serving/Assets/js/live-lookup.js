// <live-lookup live="/live/boards/visa" field="batch" needle="20121456171"> around a lookup's form and regions.
//
// Submits without leaving the page, and follows the server's events: `region` replaces a region's content, `progress` moves the bar,
// `running` says whether the source is being read. All text comes from the server. Without this script, the form is posted and the page
// reloads itself while the source is read. While the server can't be reached, Check shows what the worker has stored for the number
// (worker/shelf.js), with the texts in `data-kept` and `data-unkept`.

import { LiveEvents } from "./live-events.js";
import { look } from "./network.js";
import { showProgress } from "./progress.js";
import { replaceRegion } from "./regions.js";

const regionsOfNeedle = ["result", "watch", "updated", "history"];

class LiveLookup extends HTMLElement {
  #events;
  #listening;
  #needle = "";
  // The number of the newest request; responses to older ones are ignored.
  #asked = 0;
  #hadFocus = false;
  #isLeaving = false;
  // Whether the page says that the server couldn't be reached.
  #isOffline = false;

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
      running: ({ running }) => {
        // The server is back.
        if (this.#isOffline) this.#replace({ id: "lookup-problem", html: "" });
        this.#isOffline = false;
        this.#setRunning(running);
      },
    });
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#events.end();
  }

  get #isRunning() { return this.querySelector("[data-reading]") !== null; }
  get #form() { return this.querySelector(".lookup-form"); }
  get #input() { return this.querySelector("[data-needle]"); }
  // Whether the field contains the requested number; another number can be entered at any time.
  get #isAnswered() { return this.#needle !== "" && this.#input.value.trim() === this.#needle; }
  get #field() { return this.getAttribute("field"); }
  get #address() {
    const address = new URL(this.getAttribute("live"), location);
    if (this.#needle) address.searchParams.set(this.#field, this.#needle);
    return address;
  }

  // Requests

  async #submit(event) {
    event.preventDefault();
    const form = this.#form;
    const body = new URLSearchParams(new FormData(form));
    const [sent, number] = [this.#input.value, (this.#asked += 1)];
    this.#disable(true);
    try {
      const response = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" } });
      if (response.status !== 200 && response.status !== 422) throw new Error(`status ${response.status}`);
      const answer = await response.json();
      if (number === this.#asked) this.#show(answer, response.status === 422, sent);
    } catch {
      if (this.#isLeaving || number !== this.#asked) return;
      const isReached = await look();
      if (number !== this.#asked) return;
      if (!isReached) return this.#showKept(sent, number);
      // The browser does what the script can't. By the prototype, because a field may be named "submit".
      HTMLFormElement.prototype.submit.call(form);
    }
  }

  // Input typed since it was sent is preserved.
  #show(answer, isRefused, sent) {
    const isAsSent = this.#input.value === sent;
    for (const region of answer.regions) this.#replace(region);
    this.#turnTo(isRefused ? "" : answer.needle);
    if (!isRefused && isAsSent) this.#input.value = answer.needle;
    this.#setRunning(this.#isRunning);
    if (isAsSent) this.#input.setAttribute("aria-invalid", String(isRefused));
    if (isRefused) return this.#input.focus();
    // A phone's keyboard would cover the result.
    if (isAsSent && matchMedia("(pointer: coarse)").matches) this.#input.blur();
  }

  // The page's address and its events are of this number only; "" for none, after an invalid input.
  #turnTo(needle) {
    this.#needle = needle;
    const address = new URL(location);
    if (needle) address.searchParams.set(this.#field, needle);
    else address.searchParams.delete(this.#field);
    history.replaceState(history.state, "", address);
    this.#events.renew();
  }

  // Without a connection, says so, and shows what this device has stored for this exact number, never another's.
  async #showKept(sent, number) {
    const needle = sent.normalize("NFKC").replace(/[\s\p{Pd}]/gu, "");
    const isShown = needle === this.#needle;
    const kept = (await this.#kept(needle)) ?? (await this.#kept(sent.trim()));
    if (number !== this.#asked) return;
    // Follows the shown number; it is updated as soon as the server is back.
    this.#turnTo(kept ? kept.needle : isShown ? this.#needle : "");
    if (!kept && !isShown) {
      for (const name of regionsOfNeedle) this.#replace({ id: `lookup-${name}`, html: "" });
    }
    if (kept) {
      if (this.#input.value === sent) this.#input.value = kept.needle;
      for (const name of regionsOfNeedle) this.#replace({ id: `lookup-${name}`, html: kept.page.querySelector(`#lookup-${name}`)?.innerHTML ?? "" });
    }
    this.#say(kept || isShown ? this.dataset.kept : this.dataset.unkept, kept?.since ?? document.documentElement.dataset.kept ?? performance.timeOrigin);
    this.#disable(false);
  }

  async #kept(needle) {
    if (!needle || !globalThis.caches) return undefined;
    const address = new URL(location);
    address.searchParams.set(this.#field, needle);
    const cache = await caches.open("pages");
    for (const one of [address.href, address.pathname]) {
      const response = await cache.match(one);
      if (!response) continue;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (page.querySelector("live-lookup")?.getAttribute("needle") !== needle) continue;
      return { needle, page, since: Number(response.headers.get("tidings-kept")) };
    }
  }

  // A sentence with a placeholder for a time, shown where errors are.
  #say(sentence, since) {
    this.#isOffline = true;
    const [before, after = ""] = sentence.split("{time}");
    const words = document.createElement("span");
    words.append(before);
    if (sentence.includes("{time}")) {
      const [relative, time] = ["relative-time", "time"].map((name) => document.createElement(name));
      time.dateTime = new Date(since).toISOString();
      relative.append(time);
      words.append(relative);
    }
    words.append(after);
    const line = document.createElement("p");
    line.className = "field-problem";
    line.append(words);
    this.querySelector("#lookup-problem").replaceChildren(line);
  }

  // Display

  #replace({ id, html }) {
    const region = this.querySelector(`#${CSS.escape(id)}`);
    if (region && replaceRegion(region, html)) document.dispatchEvent(new CustomEvent("records-changed"));
  }

  #setRunning(isRunning) {
    this.#disable(isRunning && this.#isAnswered);
    if (!isRunning) this.querySelector("[data-reading]")?.remove();
  }

  // A disabled button loses the focus; it is restored unless the person has moved on.
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
