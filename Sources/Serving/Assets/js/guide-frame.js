// The frame of a guide's grid: its buttons, the hours, the line at the current time, and the body with the rows. `measure` sets the width
// of a minute in pixels.

import { make } from "./guide-drawn.js";
import { rowHeight } from "./guide-row.js";
import { words } from "./words.js";

export const headHeight = 32; // Pixels

function button(text, pressed, name, label) {
  const element = make("button", "chip-link", { type: "button", ...(name && { [`data-${name}`]: "" }), ...(label && { "aria-label": label, title: label }) }, text);
  element.addEventListener("click", pressed);
  return element;
}

export class GuideFrame {
  view;
  #body;
  #hours;
  #corner;
  #end;
  #line;
  #clock;
  #count; // Channels
  #minutes;
  #dayMinutes;
  #pixels;

  // Replaces the content of `grid`. `acts` are { now, tonight, smaller, larger }.
  constructor(grid, clock, count, acts) {
    [this.#clock, this.#count] = [clock, count];
    [this.#minutes, this.#dayMinutes] = [Number(grid.dataset.minutes), Number(grid.dataset.dayMinutes)];
    const bar = make("div", "grid-bar");
    bar.append(
      button(words("Now"), acts.now, "now"), button(words("Tonight"), acts.tonight),
      button("−", acts.smaller, "smaller", words("Smaller")), button("+", acts.larger, "larger", words("Larger")),
    );
    this.view = make("div", "grid-view", { role: "grid", "aria-label": grid.dataset.label, "aria-rowcount": count + 1 });
    this.#corner = make("div", "grid-corner", { role: "columnheader" }, make("span", "unseen", {}, words("Channel")));
    this.#hours = make("div", "grid-hours");
    [this.#end, this.#line] = [make("div", "grid-end"), make("div", "grid-now", { hidden: "" })];
    this.#body = make("div", "grid-body", {}, this.#end, this.#line);
    this.view.append(make("div", "grid-head", { role: "row", "aria-rowindex": 1 }, this.#corner, this.#hours), this.#body);
    grid.replaceChildren(bar, this.view);
    this.bar = bar;
  }

  get lead() { return this.#corner.offsetWidth; }
  get isFromRight() { return getComputedStyle(this.view).direction === "rtl"; }

  add(row) { this.#body.append(row); }

  measure(pixels, { isLeast, isMost }) {
    this.#pixels = pixels;
    const width = this.#minutes * pixels;
    this.#hours.style.inlineSize = `${width}px`;
    this.#body.style.inlineSize = `${width + this.lead}px`;
    this.#body.style.blockSize = `${this.#count * rowHeight}px`;
    const labels = [];
    for (const [first, last] of [[0, this.#dayMinutes], [this.#dayMinutes, this.#minutes]])
      for (let minute = first; minute < last; minute += 60) labels.push(this.#hour(minute));
    this.#hours.replaceChildren(...labels);
    this.#end.style.insetInlineStart = `${this.lead + this.#dayMinutes * pixels}px`;
    this.bar.querySelector("[data-smaller]").disabled = isLeast;
    this.bar.querySelector("[data-larger]").disabled = isMost;
  }

  #hour(minute) {
    const isNext = minute === this.#dayMinutes;
    const text = isNext ? `${this.#clock.clock(minute)} · ${this.#clock.weekday(minute)}` : this.#clock.clock(minute);
    const hour = make("div", isNext ? "grid-hour is-next" : "grid-hour", { role: "columnheader" }, text);
    hour.style.insetInlineStart = `${minute * this.#pixels}px`;
    return hour;
  }

  // The line at the current time.
  showNow(minute) {
    const isToday = minute >= 0 && minute < this.#minutes;
    this.#line.hidden = !isToday;
    this.bar.querySelector("[data-now]").disabled = !isToday;
    this.#line.style.insetInlineStart = `${this.lead + minute * this.#pixels}px`;
  }

  // The visible range: minutes from the left, or from the right for right-to-left text, and rows.
  get seen() {
    const { view } = this;
    const from = Math.abs(view.scrollLeft) / this.#pixels;
    return {
      from, to: from + (view.clientWidth - this.lead) / this.#pixels,
      top: Math.floor(view.scrollTop / rowHeight), bottom: Math.ceil((view.scrollTop + view.clientHeight - headHeight) / rowHeight),
    };
  }

  scroll(minute, top = this.view.scrollTop) {
    const left = Math.max(0, minute * this.#pixels);
    this.view.scrollTo({ left: this.isFromRight ? -left : left, top, behavior: "instant" });
  }

  // From the view's edge.
  across(x) {
    const box = this.view.getBoundingClientRect();
    return this.isFromRight ? box.right - x : x - box.left;
  }

  // The minute at a position from the view's edge, and the distance of that position from the channel names.
  under(place) {
    const inside = place - this.lead;
    return { inside, minute: (Math.abs(this.view.scrollLeft) + inside) / this.#pixels };
  }
}
