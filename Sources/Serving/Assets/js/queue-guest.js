// <queue-guest live="/live/queue/main" data-url="/queue/main/ticket" …> around a guest's page of a queue.
//
// Counts the people ahead with each event, and requests the two regions from the server if more than a number has changed: when the guest's
// place stops waiting, when the queue opens or closes, and after a lost connection. It sounds, vibrates and changes the title when the
// guest is called and when few are ahead. The last state is stored, so that a page opened offline shows it with its age.
//
// A single file for a single element: its values have modules of their own (`queue-place.js`, `queue-wait.js`); the rest shows them.

import { QueueFeed } from "./queue-feed.js";
import { QueuePlace } from "./queue-place.js";
import { call, canSound, flash, once, shake, unlock, warn } from "./queue-alert.js";
import { clock, range } from "./queue-wait.js";
import { showCalls } from "./queue-calls.js";
import { language } from "./language.js";
import { replaceRegion } from "./regions.js";
import { ready, words } from "./words.js";

const spread = 5000; // milliseconds over which all pages' requests are spread
const seldom = 120_000; // milliseconds after which an estimate is requested again while others are called
const stepLimit = 9;
const sound = "tidings queue sound";
const usual = "3"; // people ahead at which to notify
const numbers = new Intl.NumberFormat(language);

class QueueGuest extends HTMLElement {
  #feed;
  #followed;
  #place = new QueuePlace();
  #listening;
  #timer;
  #due = Infinity;
  #asked = Date.now();
  // The numbers of the newest request, and of the one whose response is shown.
  #question = 0;
  #answered = 0;
  // The last event, and how many were ahead when the estimate was made.
  #last;
  #estimated;
  #hasSound = false;
  #kind;

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.addEventListener("click", (event) => event.target.closest("[data-sound-on]") && this.#setSound(this.#warning === "off" ? usual : this.#warning, true), { signal });
    this.addEventListener("change", ({ target }) => target.matches("[data-warning]") && this.#setSound(target.value, true), { signal });
    document.addEventListener("reached", () => this.#ask(Math.random() * 1000), { signal });
    this.#restore();
    this.#adopt();
    this.#follow();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#feed?.end();
    clearTimeout(this.#timer);
  }

  get #mine() { return this.querySelector("#queue-mine > [data-kind]"); }
  get #warning() { return read(sound) ?? "off"; }

  #follow() {
    const address = this.#mine?.dataset.live ?? this.getAttribute("live");
    if (address === this.#followed) return;
    this.#feed?.end();
    this.#followed = address;
    this.#feed = new QueueFeed(new URL(address, location).href, (event, isAnew) => this.#heard(event, isAnew));
  }

  // Events

  #heard(event, isAnew) {
    const { dataset } = this.#mine ?? { dataset: {} };
    const before = this.#last;
    this.#last = event;
    if (isAnew) this.#place.forget();
    const isOver = this.#place.heard(event) || event.freed?.includes(dataset.label) === true;
    const hall = this.querySelector("[data-opening]")?.dataset;
    const mine = event.calls.find(([label]) => label === dataset.label);
    const isCalled = mine && (dataset.kind !== "called" || mine[2] > Number(dataset.times)) && /^(waiting|held|parked|called|missed)$/.test(dataset.kind);
    if (isAnew && dataset.place && (before || Number(dataset.sequence) !== event.sequence)) this.#ask(before ? Math.random() * spread : 0);
    // Only this page has received the event, so it needn't wait.
    if (isCalled || (isOver && !event.again)) this.#ask(0);
    else if (Date.now() - this.#asked > seldom) this.#ask(Math.random() * seldom);
    else if (isOver || hall?.opening !== event.state || hall?.late !== String(event.late) || this.#isRenamed(event)) this.#ask(Math.random() * spread);
    this.#show(event);
    this.#count();
    this.#keep();
    document.documentElement.dataset.asOf = new Date().toISOString();
  }

  // The queue's name, letters or services have changed.
  #isRenamed({ edition }) { return edition !== undefined && this.dataset.edition !== String(edition); }

  // Requested again, at the earliest wanted time.
  #ask(delay) {
    const due = Date.now() + delay;
    if (due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#renew(), delay);
  }

  async #renew() {
    this.#due = Infinity;
    this.#asked = Date.now();
    const question = (this.#question += 1);
    const response = await fetch(this.dataset.url, { headers: { Accept: "application/json" }, cache: "no-store" }).catch(() => undefined);
    if (!response?.ok) return;
    const { mine, hall, edition, name, prefix } = await response.json();
    // Responses may overtake each other.
    if (question < this.#answered) return;
    this.#answered = question;
    Object.assign(this.dataset, { edition, prefix });
    for (const heading of document.querySelectorAll(".page-title bdi, queue-guest h1")) heading.textContent = name;
    this.#replace("#queue-hall", hall);
    const typed = [...this.querySelectorAll(".queue-join input")].some((field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked);
    const isSame = new RegExp(`^<div data-kind="join" data-open="${this.#mine?.dataset.open}"`).test(mine);
    if (!typed || !isSame) this.#replace("#queue-mine", mine);
    this.#adopt();
    this.#follow();
    if (this.#last) this.#show(this.#last);
    this.#count();
    this.#keep();
    document.dispatchEvent(new CustomEvent("renewed"));
  }

  #replace(selector, html) {
    replaceRegion(this.querySelector(selector), html);
  }

  // The ticket in the server's latest response.
  #adopt() {
    const { dataset } = this.#mine ?? { dataset: {} };
    if (dataset.place) {
      const [place, ahead, sequence] = [dataset.place, dataset.ahead, dataset.sequence].map(Number);
      this.#place.set({ place, ahead, sequence });
      this.#estimated = { ahead, least: Number(dataset.least), most: Number(dataset.most) };
      // The position at arrival isn't news.
      if (once(`${dataset.ticket} seen`) && ahead <= Number(this.#warning)) this.#isNear(dataset);
    }
    this.#setSound(this.#warning, false);
    if (dataset.until) this.#ask(Math.max(0, Number(dataset.until) - Date.now()) + 500);
    if (dataset.kind === "called") this.#called(dataset);
    else if (dataset.title && !dataset.place) document.title = dataset.title;
    // The worker stores the page in its current state.
    if (dataset.kind && dataset.kind !== this.#kind && this.#kind) document.dispatchEvent(new CustomEvent("records-changed"));
    this.#kind = dataset.kind;
  }

  // Display

  #show({ next, waiting, counters, calls }) {
    const shut = this.querySelector("[data-no-counters]");
    if (shut) shut.hidden = counters !== 0;
    for (const part of this.querySelectorAll("[data-next]")) part.textContent = `${this.dataset.prefix}${next}`;
    for (const part of this.querySelectorAll("[data-waiting]")) part.textContent = numbers.format(waiting);
    const free = this.querySelector("[data-free]");
    if (free) free.textContent = numbers.format(Math.max(0, Number(free.dataset.capacity) - waiting));
    const fresh = showCalls(this.querySelector("[data-calls]"), calls, { template: this.dataset.counter, number: "queue-call-number", counter: "" });
    this.querySelector("[data-no-calls]").hidden = calls.length > 0;
    for (const other of this.querySelectorAll("[data-other]")) {
      const mine = calls.find(([label]) => label === other.dataset.other);
      other.classList.toggle("is-called", mine !== undefined);
      if (mine && fresh.includes(mine)) this.#tellCalled(mine[0], this.dataset.counter.replace("{counter}", mine[1]), `${this.dataset.queue} ${mine.join(" ")}`);
    }
  }

  #count() {
    const { dataset } = this.#mine ?? { dataset: {} };
    if (dataset.kind !== "waiting" && dataset.kind !== "held") return;
    const { ahead } = this.#place;
    const [some, none] = [this.querySelector("[data-some]"), this.querySelector("[data-none]")];
    [some.hidden, none.hidden] = [ahead === 0, ahead > 0];
    // The next guest gets other texts.
    if (ahead === 0 && dataset.ahead !== "0") this.#ask(Math.random() * 1000);
    this.querySelector("[data-ahead-count]").textContent = numbers.format(ahead);
    this.#showSteps(ahead);
    this.#showEstimate(ahead);
    const sentence = ahead > 0 ? words("%lld people ahead of you", ahead) : none.textContent;
    const say = this.querySelector("[data-say]");
    if (say.textContent !== sentence) say.textContent = sentence;
    document.title = `${dataset.label} · ${sentence}`;
    const warning = Number(this.#warning);
    if (dataset.kind === "waiting" && warning > 0 && ahead <= warning && this.#isNear(dataset)) this.#warn(sentence);
  }

  // One for each person ahead, nearest to the counter first, then the guest.
  #showSteps(ahead) {
    const steps = this.querySelector("[data-steps]");
    const shown = Math.min(ahead, stepLimit);
    if (steps.dataset.count === String(ahead)) return;
    steps.dataset.count = ahead;
    steps.replaceChildren(...Array.from({ length: shown + 1 }, (_, place) => {
      const step = document.createElement("li");
      step.className = place === shown ? "is-me" : place === 0 && ahead > shown ? "is-more" : "";
      return step;
    }));
  }

  // In proportion to the remaining people, until the server estimates again.
  #showEstimate(ahead) {
    const part = this.querySelector("[data-estimate]");
    const { ahead: then, least, most } = this.#estimated ?? {};
    if (!part || !most) return;
    const left = then > 0 ? Math.max(ahead, 0.5) / then : 1;
    const wait = range(least * Math.min(1, left), most * Math.min(1, left));
    const format = (text) => text.replace("{least}", numbers.format(wait.least)).replace("{most}", numbers.format(wait.most));
    part.querySelector("[data-range]").textContent = format(wait.least === 0 ? this.dataset.waitMost : this.dataset.wait);
    const time = part.querySelector("[data-clock]");
    if (time) time.textContent = clock(wait, this.dataset.zone, language);
  }

  // Notifications

  #called({ ticket, times, title, label }) {
    document.title = title;
    const counter = this.querySelector(".queue-counter")?.textContent.trim() ?? "";
    this.#tellCalled(label, counter, `${ticket} call ${times}`);
  }

  #tellCalled(label, counter, what) {
    this.querySelector("[data-say]").textContent = `${label}: ${counter}`;
    if (!once(what)) return;
    flash(`${label} → ${counter}`);
    if (this.#warning !== "off") call();
    else shake([300, 150, 300]);
  }

  #warn(sentence) {
    flash(sentence);
    if (this.#warning !== "off") warn();
  }

  #isNear({ ticket }) { return once(`${ticket} near ${this.#warning}`); }

  // Needs the person's touch, which browsers require before a page may play sound.
  #setSound(value, isTouched) {
    const box = this.querySelector("[data-sound]");
    if (isTouched) {
      write(sound, value);
      if (value !== "off") unlock();
    }
    this.#hasSound = value !== "off" && (isTouched || navigator.userActivation?.hasBeenActive === true || this.#hasSound);
    if (!box) return;
    box.hidden = !canSound;
    const button = box.querySelector("[data-sound-on]");
    button.hidden = this.#hasSound;
    box.querySelector("[data-sound-when]").hidden = !this.#hasSound;
    const select = box.querySelector("[data-warning]");
    if (this.#hasSound) select.value = value;
    // The focus moves to the element that replaces the button.
    if (isTouched && document.activeElement === document.body) (this.#hasSound ? select : button).focus();
  }

  // Without the network

  #keep() {
    const { dataset } = this.#mine ?? { dataset: {} };
    write(`tidings queue ${location.pathname}`, JSON.stringify({ at: Date.now(), ticket: dataset.ticket, ahead: this.#place.ahead, event: this.#last }));
  }

  // A page that the worker stored has the time when it was opened; later changes are stored here.
  #restore() {
    const since = document.documentElement.dataset.kept;
    if (!since) return;
    const { at, ticket, ahead, event } = JSON.parse(read(`tidings queue ${location.pathname}`) ?? "{}");
    const { dataset } = this.#mine ?? { dataset: {} };
    if (!event || at < Date.parse(since) || ticket !== dataset.ticket) return;
    document.documentElement.dataset.asOf = new Date(at).toISOString();
    if (dataset.ahead) dataset.ahead = ahead;
    this.#show(event);
    queueMicrotask(() => this.#count());
  }
}

function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Then it isn't stored.
  }
}

ready.then(() => customElements.define("queue-guest", QueueGuest));
