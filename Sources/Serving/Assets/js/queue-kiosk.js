// <queue-kiosk live="…" data-url="/queue/main/kiosk/numbers" data-queue="main" data-prefix="A" …> around the form of a kiosk.
//
// A button press gives a number, shows its code on the screen, and prints it if there is a printer (`data-prints`). The number is from the
// server, or, while that can't be reached, from a block that was fetched in advance (queue-block.js). Then the start page is shown again. A
// kiosk whose access was removed gives no numbers once it knows that. Without this script, the form leads to the ticket.

import { Block } from "./queue-block.js";
import { QueueFeed } from "./queue-feed.js";
import { look, report } from "./network.js";
import { language } from "./language.js";
import { renew } from "./queue-edition.js";

const patience = 4000; // milliseconds until the server counts as unreachable
const shown = 8000; // milliseconds that a number is shown
const blockSize = 20;
const few = 10;
const lookAgain = 20_000;
const numbers = new Intl.NumberFormat(language);

class TakenAway extends Error {}

class QueueKiosk extends HTMLElement {
  #feed;
  #block;
  #timers = {};
  #listening = new AbortController();
  #isBusy = false;
  #isSettling = false;
  #isOpen = true;
  #edition;

  connectedCallback() {
    const { signal } = this.#listening;
    this.#block = new Block(this.dataset.queue);
    this.#isOpen = !this.querySelector("[data-open]").hidden;
    this.querySelector("[data-ask]").addEventListener("submit", (event) => this.#taken(event), { signal });
    this.querySelector("[data-done]").addEventListener("click", () => this.#start(), { signal });
    document.addEventListener("reached", () => this.#settle(), { signal });
    document.addEventListener("unreached", () => this.#say(), { signal });
    this.#timers.clock = setInterval(() => this.#tick(), 1000);
    this.#timers.settle = setInterval(() => this.#settle(), lookAgain);
    this.#tick();
    this.#feed = new QueueFeed(new URL(this.getAttribute("live"), location).href, (event) => this.#show(event));
    this.#settle();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#feed.end();
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
  }

  // A button press

  async #taken(event) {
    event.preventDefault();
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.setAttribute("aria-busy", "true");
    this.querySelector("[data-problem]").textContent = "";
    const form = new FormData(event.target, event.submitter);
    const key = crypto.randomUUID?.() ?? String(Math.random());
    form.set("key", key);
    try {
      const answer = await this.#post(event.target.action, new URLSearchParams(form));
      report(true);
      if (answer.problem) this.querySelector("[data-problem]").textContent = answer.problem;
      else this.#give(answer.label, answer.paper);
    } catch (error) {
      const isOver = error instanceof TakenAway || this.#giveOffline(key, form.get("service"));
      if (!isOver) this.querySelector("[data-problem]").textContent = error.cause ?? "";
      look();
    } finally {
      this.#isBusy = false;
      this.removeAttribute("aria-busy");
    }
  }

  // Also if the response was lost: then the server is told that this press got another number. Returns false without a number.
  #giveOffline(key, service) {
    this.#block.note(key);
    const number = this.#block.take(service ? [service] : []);
    this.#say();
    if (number === undefined) return false;
    const paper = this.querySelector("[data-part=paper]").content.cloneNode(true);
    const label = `${this.dataset.prefix}${number}`;
    paper.querySelector("[data-number]").textContent = label;
    const style = { dateStyle: "medium", timeStyle: "short", timeZone: this.dataset.zone };
    paper.querySelector("[data-time]").textContent = new Intl.DateTimeFormat(language, style).format(Date.now());
    const holder = document.createElement("div");
    holder.append(paper);
    this.#give(label, holder.innerHTML);
    return true;
  }

  #give(label, paper) {
    document.querySelector("[data-paper]").innerHTML = paper;
    this.querySelector("[data-number]").textContent = label;
    const code = document.querySelector("[data-paper] svg");
    this.querySelector("[data-code]").replaceChildren(...(code ? [code.cloneNode(true)] : []));
    this.querySelector("[data-ask]").hidden = true;
    this.querySelector("[data-taken]").hidden = false;
    this.querySelector("[data-done]").focus({ preventScroll: true });
    clearTimeout(this.#timers.start);
    this.#timers.start = setTimeout(() => this.#start(), shown);
    if ("prints" in this.dataset) window.print();
  }

  #start() {
    clearTimeout(this.#timers.start);
    this.querySelector("[data-taken]").hidden = true;
    this.querySelector("[data-ask]").hidden = false;
    this.querySelector(".kiosk-button").focus({ preventScroll: true });
    this.#renew();
    this.#settle();
  }

  // Numbers for offline use

  async #settle() {
    const isShort = this.#block.left < few;
    if (this.#isSettling || (!isShort && !this.#block.hasNews)) return this.#say();
    this.#isSettling = true;
    try {
      const told = this.#block.report(this.#block.left === 0 || isShort ? blockSize : 0);
      const answer = await this.#post(this.dataset.url, JSON.stringify(told), "application/json");
      if (!answer.problem) this.#block.settle(told, answer);
    } catch {
      // Retried later by itself.
    } finally {
      this.#isSettling = false;
      this.#say();
    }
  }

  // The response, or the queue's own refusal. Throws for any other error, which may be temporary.
  async #post(address, body, type = "application/x-www-form-urlencoded") {
    const headers = { Accept: "application/json", "Content-Type": type };
    const token = document.querySelector("meta[name=form-token]")?.content;
    if (token) headers["X-Form-Token"] = token;
    const response = await fetch(address, { method: "POST", body, headers, signal: AbortSignal.timeout(patience) });
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    const answer = await response.json();
    if (response.ok || answer.problem) return answer;
    if (response.status !== 403) throw new Error(`status ${response.status}`, { cause: answer.detail });
    this.#block.end();
    this.querySelector("[data-problem]").textContent = answer.detail ?? "";
    throw new TakenAway();
  }

  // Display

  #show({ waiting, state, counters, edition }) {
    this.#edition = edition;
    this.#renew();
    this.querySelector("[data-no-counters]").hidden = counters !== 0 || state !== "open";
    this.#isOpen = state === "open";
    this.querySelector("[data-waiting]").textContent = numbers.format(waiting);
    this.querySelector("[data-open]").hidden = !this.#isOpen;
    this.querySelector("[data-closed]").hidden = this.#isOpen;
    this.#say();
  }

  // Not while a number is shown or requested.
  #renew() { if (!this.#isBusy && this.querySelector("[data-taken]").hidden) renew(this.dataset.edition, this.#edition); }

  // The return of the network isn't missed: the open event stream reports it.
  async #say() {
    const isReached = await look();
    this.querySelector("[data-offline]").hidden = isReached || this.#block.left === 0;
    this.querySelector("[data-empty]").hidden = isReached || this.#block.left > 0;
    for (const button of this.querySelectorAll(".kiosk-button")) button.disabled = !this.#isOpen || (!isReached && this.#block.left === 0);
  }

  #tick() {
    const style = { timeStyle: "short", timeZone: this.dataset.zone };
    this.querySelector("[data-clock]").textContent = new Intl.DateTimeFormat(language, style).format(Date.now());
  }
}

customElements.define("queue-kiosk", QueueKiosk);
