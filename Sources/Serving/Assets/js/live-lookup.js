// <live-lookup live="/live/boards/visa" field="batch" needle="20121456171"> around a lookup's form and regions.
//
// Asks without leaving the page, and follows the server's events: `region` replaces a region's content, `progress` moves
// the bar, `running` says whether the source is being read. Every word comes from the server. Without this script the
// form is posted and the page reloads itself while the source is read. While the server is out of reach, Check shows what the worker keeps of the
// number (worker/shelf.js): `data-kept` and `data-unkept` say so.

import { LiveEvents } from "./live-events.js";
import { look } from "./network.js";
import { showProgress } from "./progress.js";
import { replaceRegion } from "./regions.js";

const regionsOfNeedle = ["result", "watch", "updated", "history"];

class LiveLookup extends HTMLElement {
  #events;
  #listening;
  #needle = "";
  // Of the newest question; an answer to an older one is passed over.
  #asked = 0;
  #hadFocus = false;
  #isLeaving = false;
  // Whether the page says that it couldn't ask.
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
      // What the page cannot do alone, the browser does. By the prototype: a field may be named "submit".
      HTMLFormElement.prototype.submit.call(form);
    }
  }

  // What has been typed since it was sent stays.
  #show(answer, isRefused, sent) {
    const isAsSent = this.#input.value === sent;
    for (const region of answer.regions) this.#replace(region);
    if (!isRefused) this.#needle = answer.needle;
    if (!isRefused && isAsSent) this.#input.value = answer.needle;
    this.#setRunning(this.#isRunning);
    if (isAsSent) this.#input.setAttribute("aria-invalid", String(isRefused));
    if (isRefused) return this.#input.focus();
    const address = new URL(location);
    address.searchParams.set(this.#field, answer.needle);
    history.replaceState(history.state, "", address);
    // A phone's keyboard would cover the answer.
    if (isAsSent && matchMedia("(pointer: coarse)").matches) this.#input.blur();
    this.#events.renew();
  }

  // Without a connection: says so, and shows what this device keeps of that very number, never what another number had.
  async #showKept(sent, number) {
    const needle = sent.normalize("NFKC").replace(/[\s\p{Pd}]/gu, "");
    const isShown = needle === this.#needle;
    const kept = (await this.#kept(needle)) ?? (await this.#kept(sent.trim()));
    if (number !== this.#asked) return;
    if (!kept && !isShown) {
      this.#needle = "";
      for (const name of regionsOfNeedle) this.#replace({ id: `lookup-${name}`, html: "" });
    }
    if (kept) {
      this.#needle = kept.needle;
      if (this.#input.value === sent) this.#input.value = kept.needle;
      for (const name of regionsOfNeedle) this.#replace({ id: `lookup-${name}`, html: kept.page.querySelector(`#lookup-${name}`)?.innerHTML ?? "" });
    }
    this.#say(kept || isShown ? this.dataset.kept : this.dataset.unkept, kept?.since ?? document.documentElement.dataset.kept ?? performance.timeOrigin);
    this.#disable(false);
    // What is followed is what is shown; it comes up to date as soon as the server is back.
    this.#events.renew();
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

  // A sentence with the place of a time in it, where people look for what is wrong.
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

  // Showing

  #replace({ id, html }) {
    const region = this.querySelector(`#${CSS.escape(id)}`);
    if (region && replaceRegion(region, html)) document.dispatchEvent(new CustomEvent("records-changed"));
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
