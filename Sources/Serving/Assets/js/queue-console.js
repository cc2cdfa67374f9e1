// <queue-console live="/live/queue/main" address="/queue/main/console" data-waiting="7"> around the console of a queue.
//
// Submits its forms without leaving the page, has keyboard shortcuts for them, follows the queue's events, and sounds when someone joins an
// empty line. The server's responses are the console's current regions. A response that is older than the display is ignored, and while a
// form is being sent, its part of the page is unchanged, so that no button appears that doesn't work yet. Opened parts and input are
// preserved too. Without this script, every form is posted, and the page reloads itself.

import { look } from "./network.js";
import { chime } from "./queue-chime.js";
import { QueueFeed } from "./queue-feed.js";
import { language } from "./language.js";
import { isSameRegion, replaceRegion } from "./regions.js";

const quiet = 150; // milliseconds in which simultaneous events are collected
const patience = 60_000; // milliseconds until a form counts as lost, and the page reloads

class QueueConsole extends HTMLElement {
  #listening;
  #feed;
  #shown = new Map();
  #epoch;
  #sequence = -1;
  #timers = {};
  #sending;

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.addEventListener("submit", (event) => this.#submit(event), { signal });
    addEventListener("keydown", (event) => this.#pressed(event), { signal });
    // The state of a page restored by the browser may be long outdated.
    addEventListener("pageshow", (event) => event.persisted && this.#refresh(), { signal });
    for (const [name, act] of [["[data-sound]", () => this.#setSound(!this.#hasSound)], ["[data-keys]", () => this.#legend.showModal()]]) {
      this.querySelector(name).addEventListener("click", act, { signal });
    }
    this.#keysOn.checked = localStorage.getItem("queue-keys") !== "off";
    this.#keysOn.addEventListener("change", () => this.#setKeys(), { signal });
    this.#legend.addEventListener("click", (event) => event.target === this.#legend && this.#legend.close(), { signal });
    this.querySelector("[data-tools]").classList.remove("is-reserved");
    this.#setSound(this.#hasSound);
    this.#setKeys();
    this.#title = document.title;
    this.#tell(Number(this.dataset.waiting));
    this.#timers.clock = setInterval(() => this.#tick(), 1000);
    this.#tick();
    // Even while the page is hidden, because someone may join.
    this.#feed = new QueueFeed(new URL(this.getAttribute("live"), location).href, (event) => this.#heard(event));
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#feed.end();
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
  }

  get #address() { return this.getAttribute("address"); }
  get #legend() { return this.querySelector("[data-legend]"); }
  get #keysOn() { return this.querySelector("[data-keys-on]"); }

  // Actions

  #submit(event) {
    const form = event.target;
    if (form.method === "dialog" || event.submitter?.name === "counter") return;
    event.preventDefault();
    this.#sending ??= this.#send(form, event.submitter);
  }

  async #send(form, submitter) {
    this.setAttribute("aria-busy", "true");
    try {
      const body = new URLSearchParams(new FormData(form, submitter));
      const address = submitter?.getAttribute("formaction") ?? form.action;
      const headers = { Accept: "application/json" };
      const response = await fetch(address, { method: "POST", body, headers, signal: AbortSignal.timeout(patience) });
      if (response.status !== 200 && response.status !== 409) throw new Error(`status ${response.status}`);
      form.reset();
      this.#show(await response.json());
      if (response.ok) form.closest("details")?.removeAttribute("open");
    } catch {
      // If the server answers, its page explains the problem.
      if (await look()) location.reload();
    } finally {
      this.#sending = undefined;
      this.removeAttribute("aria-busy");
    }
  }

  #pressed(event) {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#legend.open || document.querySelector("dialog:modal") || event.target.closest?.("input, textarea, select")) return;
    if (!this.#keysOn.checked) return;
    // On a keyboard with another script, the key at the letter's position.
    const key = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : /^Key[A-Z]$/.test(event.code) && event.key > "\u007f" ? event.code.slice(3).toLowerCase() : "";
    const control = key && this.querySelector(`[data-key="${key}"]`);
    if (!control) return;
    event.preventDefault();
    if (control.localName === "button") return control.click();
    control.closest("details")?.setAttribute("open", "");
    control.focus();
    control.select?.();
  }

  #setKeys() {
    localStorage.setItem("queue-keys", this.#keysOn.checked ? "on" : "off");
    this.classList.toggle("has-keys", this.#keysOn.checked);
  }

  // Events

  #heard({ waiting, joined }) {
    if (joined > 0 && this.#waiting === 0 && this.#hasSound) chime();
    this.#tell(waiting);
    this.#refresh();
  }

  #refresh() {
    clearTimeout(this.#timers.refresh);
    this.#timers.refresh = setTimeout(async () => {
      // Includes the choice of the counter, if that is shown.
      const response = await fetch(this.#address + location.search, { headers: { Accept: "application/json" } }).catch(() => undefined);
      if (response?.status === 401) return location.reload();
      if (!response?.ok) return look();
      const answer = await response.json();
      await this.#sending;
      this.#show(answer);
    }, quiet);
  }

  // Display

  #show({ epoch, sequence, waiting, regions }) {
    if (epoch === this.#epoch && sequence < this.#sequence) return;
    [this.#epoch, this.#sequence] = [epoch, sequence];
    this.#tell(waiting);
    for (const { id, html } of regions) this.#replace(this.querySelector(`#${CSS.escape(id)}`), html);
    this.#tick();
  }

  #replace(region, html) {
    // The note stays until the next one.
    if (isSameRegion(this.#shown.get(region.id), html) || (region.id === "console-note" && html === "" && !this.#sending)) return;
    this.#shown.set(region.id, html);
    replaceRegion(region, html, () => this.querySelector(".desk-next"));
  }

  #title;
  #waiting = 0;

  #tell(waiting) {
    this.#waiting = waiting;
    document.title = waiting > 0 ? `(${new Intl.NumberFormat(language).format(waiting)}) ${this.#title}` : this.#title;
  }

  // Relative times.

  #tick() {
    const now = Date.now();
    for (const time of this.querySelectorAll("time[data-elapsed]")) {
      const seconds = Math.max(0, Math.floor((now - new Date(time.dateTime)) / 1000));
      const text = time.dataset.elapsed === "clock" ? clock(seconds) : minutes(seconds);
      time.title ||= time.textContent;
      if (time.textContent !== text) time.textContent = text;
    }
  }

  // Sound

  get #hasSound() { return localStorage.getItem("queue-sound") !== "off"; }

  #setSound(isOn) {
    localStorage.setItem("queue-sound", isOn ? "on" : "off");
    this.querySelector("[data-sound]").setAttribute("aria-pressed", String(isOn));
  }
}

const units = {};

// Each format is made once: on a slow phone, making one costs as much as all its uses.
function unit(name, count) {
  units[name] ??= new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" });
  return units[name].format(count);
}

function minutes(seconds) {
  const [hours, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${unit("hour", hours)} ${unit("minute", rest)}` : unit("minute", rest);
}

const digits = new Intl.NumberFormat(language, { minimumIntegerDigits: 2, useGrouping: false });
const plain = new Intl.NumberFormat(language, { useGrouping: false });

// 3:07, 1:03:07
function clock(seconds) {
  const [hours, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = digits.format(seconds % 60);
  return hours > 0 ? `${plain.format(hours)}:${digits.format(rest)}:${tail}` : `${plain.format(rest)}:${tail}`;
}

customElements.define("queue-console", QueueConsole);
