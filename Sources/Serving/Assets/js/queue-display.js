// <queue-display live="/live/queue/main" data-speak="Number {number}, {counter}" …> around the screen of a waiting room.
//
// Shows each call as it comes, the newest large and flashing, with a chime and speech; updates the clock, keeps the screen awake, and
// reconnects by itself. Sound needs a touch first, unless the browser was started with `--autoplay-policy=no-user-gesture-required`.

import { chime } from "./queue-chime.js";
import { QueueFeed } from "./queue-feed.js";
import { Voice } from "./queue-voice.js";
import { showCalls } from "./queue-calls.js";
import { language } from "./language.js";
import { renew } from "./queue-edition.js";

const bell = [783.99, 659.26, 523.25];
const numbers = new Intl.NumberFormat(language);

class QueueDisplay extends HTMLElement {
  #feed;
  #timer;
  #listening = new AbortController();
  #voice;
  #hasSound = false;

  connectedCallback() {
    const { signal } = this.#listening;
    this.#voice = new Voice({ folder: this.dataset.speech, language, isServers: this.dataset.voice === "server" });
    const start = this.querySelector("[data-start]");
    start.hidden = false;
    start.addEventListener("click", () => this.#start(), { signal });
    document.addEventListener("visibilitychange", () => this.#stayAwake(), { signal });
    this.#stayAwake();
    if (navigator.getAutoplayPolicy?.("audiocontext") === "allowed") this.#start();
    this.#tick();
    this.#timer = setInterval(() => this.#tick(), 1000);
    this.#feed = new QueueFeed(new URL(this.getAttribute("live"), location).href, (event) => this.#show(event), () => this.#setLost(true));
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#feed.end();
    clearInterval(this.#timer);
  }

  #show({ next, waiting, state, late, counters, edition, calls }) {
    this.#setLost(false);
    renew(this.dataset.edition, edition);
    this.querySelector("[data-no-counters]").hidden = counters !== 0 || state === "closed";
    this.querySelector("[data-next]").textContent = `${this.dataset.prefix}${next}`;
    this.querySelector("[data-waiting]").textContent = numbers.format(waiting);
    for (const note of this.querySelectorAll("[data-opening]")) note.hidden = note.dataset.opening !== state;
    this.querySelector("[data-late]").hidden = !late;
    const template = this.dataset.counter;
    const fresh = showCalls(this.querySelector("[data-calls]"), calls, { template, number: "display-number", counter: "display-counter" });
    this.querySelector("[data-no-calls]").hidden = calls.length > 0;
    // Oldest first: in the order of the calls.
    for (const [label, counter] of fresh.reverse()) this.#announce(label, template.replace("{counter}", counter));
  }

  #announce(label, counter) {
    if (!this.#hasSound) return;
    chime(bell);
    setTimeout(() => this.#voice.say(label, this.dataset.speak.replace("{number}", label).replace("{counter}", counter)), 900);
  }

  #start() {
    this.#hasSound = true;
    this.querySelector("[data-start]").hidden = true;
    chime(bell);
    this.#stayAwake();
  }

  // A sleeping screen shows nothing; browsers release the wake lock whenever the page is hidden.
  async #stayAwake() {
    if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
  }

  #tick() {
    const style = { timeStyle: "short", timeZone: this.dataset.zone };
    this.querySelector("[data-clock]").textContent = new Intl.DateTimeFormat(language, style).format(Date.now());
  }

  #setLost(isLost) { this.querySelector("[data-lost]").hidden = !isLost; }
}

customElements.define("queue-display", QueueDisplay);
