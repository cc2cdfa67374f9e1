// <guide-grid page="/boards/guide/grid?day=…"> around a list of channels: turns it into a grid with a row per channel and a cell per
// programme, as wide as it is long. `data-start` is the beginning of the day in milliseconds, `data-day-minutes` its length: 1380 to 1500;
// `data-minutes` is the length of the whole grid, which continues into the next morning.
//
// Only the visible part, with a margin, is in the page: rows and cells are added and removed on scrolling (`guide-rows.js`), and programmes
// are requested as needed (`guide-cells.js`). The keyboard focus is at a cell and a minute (`guide-moves.js`). Without this script, the
// list links to each channel's day.

import { GuideCells } from "./guide-cells.js";
import { GuideClock } from "./guide-clock.js";
import { GuideFrame, headHeight } from "./guide-frame.js";
import { listenToGestures } from "./guide-gestures.js";
import { moveOf } from "./guide-moves.js";
import { rowHeight } from "./guide-row.js";
import { GuideRows } from "./guide-rows.js";
import { language } from "./language.js";
import { listening } from "./listening.js";
import { ready } from "./words.js";

const minuteWidth = 4; // Pixels, at zoom 1
const [least, most] = [0.8, 2];

class GuideGrid extends HTMLElement {
  #listening;
  #channels;
  #clock;
  #frame;
  #cells;
  #rows;
  #zoom = Number(localStorage.getItem("guide-zoom")) || 1;
  #at = { row: 0, minute: 0 };
  #isAt = false;
  #isAwaited = false; // Whether the focus moves to `#at` once the programmes there have arrived
  #drawing;
  #timer;

  async connectedCallback() {
    await ready;
    if (!this.isConnected || this.#channels) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#channels = [...this.querySelectorAll("[data-lane]")].map((lane) => ({ id: lane.dataset.lane, link: lane.querySelector("a") }));
    this.#zoom = Math.min(Math.max(this.#zoom, least), most);
    this.#clock = new GuideClock(Number(this.dataset.start), this.dataset.zone, language);
    this.#cells = new GuideCells(this.getAttribute("page"), this.#channels, signal, () => this.#soon());
    this.#frame = new GuideFrame(this, this.#clock, this.#channels.length, {
      now: () => this.#go(this.#now), tonight: () => this.#go(this.#evening),
      smaller: () => this.#magnify(this.#zoom - 0.2), larger: () => this.#magnify(this.#zoom + 0.2),
    });
    this.#rows = new GuideRows(this, { channels: this.#channels, clock: this.#clock, frame: this.#frame, cells: this.#cells });
    this.#measure();
    const [place, now] = [this.#kept(), this.#now];
    const start = place?.minute ?? (now >= 0 && now < this.#dayMinutes ? now : this.#evening) - 30;
    this.#at.minute = Math.max(0, start);
    this.#frame.scroll(start, (place?.row ?? 0) * rowHeight);
    this.#draw();
    this.#tick();
    this.#listen(listening(signal));
  }

  #listen(on) {
    const { view } = this.#frame;
    on(view, "scroll", () => this.#soon(), { passive: true });
    on(view, "keydown", (event) => this.#pressed(event));
    on(view, "focusin", ({ target }) => this.#reached(target));
    on(view, "focusout", ({ relatedTarget }) => (this.#isAt = view.contains(relatedTarget)));
    // The whole cell is a link.
    on(view, "click", ({ target }) => target.matches("[role=gridcell]") && target.querySelector("a")?.click());
    listenToGestures(view, on, { zoom: () => this.#zoom, magnify: (zoom, x) => this.#magnify(zoom, this.#frame.across(x)) });
    on(window, "resize online", () => this.#soon());
    on(document, "reached", () => this.#cells.forgetKept());
    on(window, "pagehide", () => this.#keep());
    on(document, "visibilitychange", () => document.hidden || this.#tick());
  }

  disconnectedCallback() {
    this.#listening?.abort();
    cancelAnimationFrame(this.#drawing);
    clearTimeout(this.#timer);
  }

  get #minutes() { return Number(this.dataset.minutes); }
  get #dayMinutes() { return Number(this.dataset.dayMinutes); }
  get #pixels() { return minuteWidth * this.#zoom; } // Per minute
  get #now() { return this.#clock.minuteOf(Date.now()); }
  get #evening() { return this.#clock.minuteOfHour(20, this.#minutes); }

  #measure() { this.#frame.measure(this.#pixels, { isLeast: this.#zoom <= least, isMost: this.#zoom >= most }); }

  // The scroll position.

  #go(minute) {
    this.#frame.scroll(minute - 30);
    this.#draw();
  }

  #keep() {
    const place = { minute: this.#frame.seen.from, row: this.#frame.view.scrollTop / rowHeight, page: this.#path, start: this.dataset.start };
    sessionStorage.setItem("guide-place", JSON.stringify(place));
  }

  // Another day of the same guide begins at the scroll position of this one; if that was in the following morning, in its own morning.
  #kept() {
    const place = JSON.parse(sessionStorage.getItem("guide-place") ?? "null");
    if (place?.page !== this.#path) return undefined;
    return place.start === this.dataset.start ? place : { ...place, minute: place.minute % this.#dayMinutes };
  }

  get #path() { return new URL(this.getAttribute("page"), location).pathname; }

  // The minute under `point` (from the view's edge) stays where it is.
  #magnify(zoom, point = this.#frame.view.clientWidth / 2) {
    const next = Math.round(Math.min(Math.max(zoom, least), most) * 100) / 100;
    if (next === this.#zoom) return;
    const { inside, minute } = this.#frame.under(point);
    this.#zoom = next;
    localStorage.setItem("guide-zoom", next);
    this.#measure();
    const isAt = this.#isAt && this.#frame.view.contains(document.activeElement);
    this.#rows.clear();
    [this.#isAt, this.#isAwaited] = [isAt, isAt];
    this.#frame.scroll(minute - inside / this.#pixels);
    this.#draw();
    this.#tick();
  }

  // Draws the visible part.

  #soon() {
    cancelAnimationFrame(this.#drawing);
    this.#drawing = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    if (this.#rows.draw(this.#at.row, this.#pixels)) this.#soon();
    this.#rows.mark(this.#now);
    if (this.#isAt && this.#isAwaited) this.#focus();
    this.#rove();
  }

  // The line at the current time, and the current programmes.
  #tick() {
    clearTimeout(this.#timer);
    this.#frame.showNow(this.#now);
    this.#rows.mark(this.#now);
    this.#timer = setTimeout(() => this.#tick(), 20_000);
  }

  // The keyboard.

  #reached(target) {
    const cell = target.closest("[role=gridcell]");
    if (!cell) return;
    [this.#isAt, this.#isAwaited] = [true, false];
    const [from, to, row] = [Number(cell.dataset.from), Number(cell.dataset.to), Number(cell.parentElement.dataset.row)];
    const minute = this.#at.minute >= from && this.#at.minute < to && row === this.#at.row ? this.#at.minute : Math.max(from, Math.min(this.#at.minute, to - 1));
    this.#at = { row, minute };
    this.#rove();
  }

  // One cell is a tab stop: the focused one, or the first visible one.
  #rove() {
    const stop = this.#rows.cellAt(this.#at) ?? this.querySelector("[role=gridcell]");
    for (const one of this.querySelectorAll("[role=gridcell] [tabindex='0']")) if (one.parentElement !== stop) one.tabIndex = -1;
    if (stop) stop.firstElementChild.tabIndex = 0;
  }

  #pressed(event) {
    if (event.altKey || event.metaKey || !this.#isAt) return;
    const page = Math.max(1, Math.floor(this.#frame.view.clientHeight / rowHeight) - 2);
    const [last, cells, { isFromRight }] = [this.#channels.length - 1, this.#cells.of(this.#at.row), this.#frame];
    const move = moveOf(event, { at: this.#at, cells, last, page, minutes: this.#minutes, isFromRight });
    if (!move) return;
    event.preventDefault();
    if (move.zoom) this.#magnify(this.#zoom + move.zoom);
    if (move.to) this.#visit(move.to);
  }

  #visit(next) {
    this.#at = next;
    this.#isAt = true;
    const [{ from, to }, { view }, top] = [this.#frame.seen, this.#frame, next.row * rowHeight];
    const room = view.clientHeight - headHeight - rowHeight;
    const height = top < view.scrollTop ? top : top > view.scrollTop + room ? top - room : view.scrollTop;
    this.#frame.scroll(next.minute < from || next.minute > to - 15 ? next.minute - 15 : from, height);
    this.#isAwaited = true;
    this.#draw();
  }

  // If programmes are still missing, the focus stays where it is until they arrive.
  #focus() {
    this.#rows.cellAt(this.#at)?.firstElementChild.focus({ preventScroll: true });
  }
}

customElements.define("guide-grid", GuideGrid);
