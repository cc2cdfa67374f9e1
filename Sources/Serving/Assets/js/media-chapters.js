// The chapters of a film, a book or music: a list, marks on a bar, and buttons to the next and the previous one.

import { listening } from "./listening.js";
import { words } from "./words.js";

const barLength = 1000;
const again = 3; // Seconds into a chapter after which "previous" goes to its own beginning

// 1:02:03
export function clock(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, place) => (place > 0 ? String(part).padStart(2, "0") : part)).join(":");
}

// The index of the chapter at a time: -1 before the first.
export const chapterAt = (chapters, time) => chapters.findLastIndex(({ start }) => start <= time + 0.05);

// The target of a step from a time: seconds, or nothing if there is no such chapter.
export function stepFrom(chapters, time, step) {
  const here = chapterAt(chapters, time);
  if (step > 0) return chapters[here + 1]?.start;
  if (here >= 0 && time - chapters[here].start > again) return chapters[here].start;
  return chapters[here - 1]?.start;
}

export class MediaChapters {
  #player;
  #elements;
  #chapters = [];
  #here;

  constructor(player, elements, signal) {
    [this.#player, this.#elements] = [player, elements];
    const on = listening(signal);
    on(this.#part("s"), "click", (event) => {
      const [button, link] = ["[data-chapter-step]", "a[data-at]"].map((part) => event.target.closest(part));
      if (button) this.step(Number(button.dataset.chapterStep));
      else if (link && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
        event.preventDefault();
        this.#go(Number(link.dataset.at));
      }
    });
    on(this.#part("-bar"), "click", ({ clientX }) => {
      const { left, width } = this.#part("-bar").getBoundingClientRect();
      if (width > 0) this.#go(((clientX - left) / width) * this.#length);
    });
  }

  #part(name) { return this.#player.querySelector(`[data-chapter${name}]`); }

  get #length() { return Math.max(this.#chapters.at(-1)?.end ?? 0, 0.001); }

  // Shows the chapters in the server's response.
  offer({ chapters }) {
    this.#chapters = chapters;
    this.#here = undefined;
    this.#part("s").hidden = chapters.length === 0;
    const line = this.#part("-line").content.firstElementChild;
    this.#part("-list").replaceChildren(...chapters.map(({ start, title }, place) => {
      const item = line.cloneNode(true);
      const link = item.querySelector("a");
      [link.href, link.dataset.at] = [`?t=${start}`, start];
      item.querySelector("bdi").textContent = title ?? words("Chapter %@", String(place + 1));
      item.querySelector(".figures").textContent = clock(start);
      return item;
    }));
    this.#part("-marks").replaceChildren(...chapters.slice(1).map(({ start }) => {
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const places = { x: Math.round((start / this.#length) * barLength), width: 2, height: 12 };
      for (const [name, value] of Object.entries(places)) mark.setAttribute(name, value);
      return mark;
    }));
    this.moved();
  }

  // Called when the playback time has changed.
  moved() {
    if (this.#chapters.length === 0) return;
    const { time } = this.#elements.place;
    this.#part("-place").setAttribute("width", Math.round(Math.min(1, time / this.#length) * barLength));
    const here = chapterAt(this.#chapters, time);
    if (here === this.#here) return;
    this.#here = here;
    const links = this.#part("-list").querySelectorAll("a");
    links.forEach((link, place) => (place === here ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
  }

  step(step) {
    const time = stepFrom(this.#chapters, this.#elements.active.currentTime, step);
    if (time !== undefined) this.#go(time);
  }

  #go(time) {
    this.#elements.active.currentTime = time;
    this.moved();
  }
}
