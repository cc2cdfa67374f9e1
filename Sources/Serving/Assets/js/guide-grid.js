// <guide-grid page="/boards/guide/grid?day=…"> around a list of channels: makes a grid of it, a row a channel and a cell a programme, wide as it is
// long. `data-start` is the day's beginning in milliseconds, `data-day-minutes` its length: 1380 to 1500; `data-minutes` is that of all the grid, which goes
// on into the next morning.
//
// Only what can be seen is in the page, and a little around it: rows and cells come and go as it is scrolled, and programmes are asked for twenty
// channels at a time; without a network, of what is kept on the device. The keyboard is at a cell and a minute: up and down keep the minute. Without this script the list leads to each channel's day.

import { cellsOf } from "./guide-lane.js";
import { keptChannels } from "./guide-kept.js";
import { language } from "./language.js";
import { ready, words } from "./words.js";

const [rowHeight, headHeight] = [56, 32]; // Pixels.
const minuteWidth = 4; // At zoom 1.
const [least, most] = [0.8, 2];
const block = 20; // Rows that are asked for at once.
const filled = 6; // Rows that get their cells in one frame: all that can be seen at once would hold it up.
const around = { rows: 2, minutes: 30 };
const step = 30; // Minutes by which what is in the page changes.

class GuideGrid extends HTMLElement {
  #listening;
  #channels;
  #blocks = new Map();
  #rows = new Map();
  #zoom = Number(localStorage.getItem("guide-zoom")) || 1;
  #at = { row: 0, minute: 0 };
  #isAt = false;
  #isAwaited = false; // Whether the keyboard goes on to `#at` once the programmes there have come.
  #formatter;
  #frame;
  #timer;
  #pinch;

  async connectedCallback() {
    await ready;
    if (!this.isConnected || this.#channels) return;
    this.#listening = new AbortController();
    this.#channels = [...this.querySelectorAll("[data-lane]")].map((lane) => ({ id: lane.dataset.lane, link: lane.querySelector("a") }));
    this.#zoom = Math.min(Math.max(this.#zoom, least), most);
    this.#build();
    const place = this.#kept();
    const now = this.#minuteOf(Date.now());
    const start = place?.minute ?? (now >= 0 && now < this.#dayMinutes ? now - 30 : this.#minuteOfHour(20) - 30);
    this.#at.minute = Math.max(0, start);
    this.#scroll(start, (place?.row ?? 0) * rowHeight);
    this.#draw();
    this.#tick();
    const options = { signal: this.#listening.signal };
    this.#view.addEventListener("scroll", () => this.#soon(), { ...options, passive: true });
    this.#view.addEventListener("keydown", (event) => this.#pressed(event), options);
    this.#view.addEventListener("focusin", ({ target }) => this.#reached(target), options);
    this.#view.addEventListener("focusout", ({ relatedTarget }) => (this.#isAt = this.#view.contains(relatedTarget)), options);
    // A cell is a link as a whole.
    this.#view.addEventListener("click", ({ target }) => target.matches("[role=gridcell]") && target.querySelector("a")?.click(), options);
    this.#view.addEventListener("wheel", (event) => this.#wheeled(event), { ...options, passive: false });
    for (const name of ["touchstart", "touchmove", "touchend"]) this.#view.addEventListener(name, (event) => this.#touched(event), { ...options, passive: false });
    addEventListener("resize", () => this.#soon(), options);
    addEventListener("online", () => this.#soon(), options);
    document.addEventListener("reached", () => this.#forgetKept(), options);
    addEventListener("pagehide", () => this.#keep(), options);
    document.addEventListener("visibilitychange", () => document.hidden || this.#tick(), options);
  }

  disconnectedCallback() {
    this.#listening?.abort();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }

  get #view() { return this.querySelector(".grid-view"); }
  get #minutes() { return Number(this.dataset.minutes); }
  get #dayMinutes() { return Number(this.dataset.dayMinutes); }
  get #pixels() { return minuteWidth * this.#zoom; } // A minute's.
  get #lead() { return this.querySelector(".grid-corner").offsetWidth; }
  get #isFromRight() { return getComputedStyle(this).direction === "rtl"; }
  #minuteOf(time) { return (time - Number(this.dataset.start)) / 60_000; }

  // What stays: the frame, the hours, the line of now.

  #build() {
    const bar = make("div", "grid-bar");
    bar.append(
      button(words("Now"), () => this.#go(this.#minuteOf(Date.now())), "now"), button(words("Tonight"), () => this.#go(this.#minuteOfHour(20))),
      button("−", () => this.#magnify(this.#zoom - 0.2), "smaller", words("Smaller")), button("+", () => this.#magnify(this.#zoom + 0.2), "larger", words("Larger")),
    );
    const view = make("div", "grid-view", { role: "grid", "aria-label": this.dataset.label, "aria-rowcount": this.#channels.length + 1 });
    const head = make("div", "grid-head", { role: "row", "aria-rowindex": 1 });
    const corner = make("div", "grid-corner", { role: "columnheader" });
    corner.append(make("span", "unseen", {}, words("Channel")));
    head.append(corner, make("div", "grid-hours"));
    const body = make("div", "grid-body");
    body.append(make("div", "grid-end"), make("div", "grid-now", { hidden: "" }));
    view.append(head, body);
    this.replaceChildren(bar, view);
    this.#measure();
  }

  #measure() {
    const hours = this.querySelector(".grid-hours");
    const body = this.querySelector(".grid-body");
    const width = this.#minutes * this.#pixels;
    hours.style.inlineSize = `${width}px`;
    body.style.inlineSize = `${width + this.#lead}px`;
    body.style.blockSize = `${this.#channels.length * rowHeight}px`;
    const labels = [];
    for (const [first, last] of [[0, this.#dayMinutes], [this.#dayMinutes, this.#minutes]]) {
      for (let minute = first; minute < last; minute += 60) {
        const isNext = minute === this.#dayMinutes;
        const hour = make("div", isNext ? "grid-hour is-next" : "grid-hour", { role: "columnheader" });
        hour.textContent = isNext ? `${this.#clock(minute)} · ${this.#weekday(minute)}` : this.#clock(minute);
        hour.style.insetInlineStart = `${minute * this.#pixels}px`;
        labels.push(hour);
      }
    }
    hours.replaceChildren(...labels);
    this.querySelector(".grid-end").style.insetInlineStart = `${this.#lead + this.#dayMinutes * this.#pixels}px`;
    this.querySelector("[data-smaller]").disabled = this.#zoom <= least;
    this.querySelector("[data-larger]").disabled = this.#zoom >= most;
  }

  // The zone's clock at a minute of the day: on two nights of a year it is not so many hours after five.
  #clock(minute) {
    this.#formatter ??= new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", timeZone: this.dataset.zone });
    return this.#formatter.format(Number(this.dataset.start) + minute * 60_000);
  }

  #weekday(minute) {
    const days = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: this.dataset.zone });
    return days.format(Number(this.dataset.start) + minute * 60_000);
  }

  #minuteOfHour(hour) {
    const hours = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone: this.dataset.zone });
    for (let minute = 0; minute < this.#minutes; minute += 60) {
      if (Number(hours.format(Number(this.dataset.start) + minute * 60_000)) === hour) return minute;
    }
    return 0;
  }

  // Where it is scrolled to.

  #scroll(minute, top = this.#view.scrollTop) {
    const left = Math.max(0, minute * this.#pixels);
    this.#view.scrollTo({ left: this.#isFromRight ? -left : left, top, behavior: "instant" });
  }

  #go(minute) {
    this.#scroll(minute - 30);
    this.#draw();
  }

  get #seen() {
    const view = this.#view;
    const from = Math.abs(view.scrollLeft) / this.#pixels;
    const top = Math.floor(view.scrollTop / rowHeight);
    return { from, to: from + (view.clientWidth - this.#lead) / this.#pixels, top, bottom: Math.ceil((view.scrollTop + view.clientHeight - headHeight) / rowHeight) };
  }

  #keep() {
    const place = { minute: this.#seen.from, row: this.#view.scrollTop / rowHeight, page: this.#path, start: this.dataset.start };
    sessionStorage.setItem("guide-place", JSON.stringify(place));
  }

  // Another day of the same guide begins where this one was left: in the morning of its own, if it was left in the next one's.
  #kept() {
    const place = JSON.parse(sessionStorage.getItem("guide-place") ?? "null");
    if (place?.page !== this.#path) return undefined;
    return place.start === this.dataset.start ? place : { ...place, minute: place.minute % this.#dayMinutes };
  }

  get #path() { return new URL(this.getAttribute("page"), location).pathname; }

  // The minute under `point` (from the view's edge) stays where it is.
  #magnify(zoom, point = this.#view.clientWidth / 2) {
    const view = this.#view;
    const next = Math.round(Math.min(Math.max(zoom, least), most) * 100) / 100;
    if (next === this.#zoom) return;
    const inside = point - this.#lead;
    const minute = (Math.abs(view.scrollLeft) + inside) / this.#pixels;
    this.#zoom = next;
    localStorage.setItem("guide-zoom", next);
    this.#measure();
    const isAt = this.#isAt && this.#view.contains(document.activeElement);
    for (const row of this.#rows.values()) row.clear();
    [this.#isAt, this.#isAwaited] = [isAt, isAt];
    this.#scroll(minute - inside / this.#pixels);
    this.#draw();
    this.#tick();
  }

  #wheeled(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#magnify(this.#zoom * Math.exp(-event.deltaY / 300), this.#across(event.clientX));
  }

  #touched(event) {
    const [one, other] = event.touches;
    if (!other) return (this.#pinch = undefined);
    const far = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (event.type === "touchstart") this.#pinch = { far, zoom: this.#zoom };
    if (event.type !== "touchmove" || !this.#pinch) return;
    event.preventDefault();
    this.#magnify((this.#pinch.zoom * far) / this.#pinch.far, this.#across((one.clientX + other.clientX) / 2));
  }

  #across(x) {
    const box = this.#view.getBoundingClientRect();
    return this.#isFromRight ? box.right - x : x - box.left;
  }

  // What is in the page.

  #soon() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    const { from, to, top, bottom } = this.#seen;
    const span = { from: Math.floor((from - around.minutes) / step) * step, to: Math.ceil((to + around.minutes) / step) * step };
    const focused = document.activeElement?.closest("[role=gridcell]");
    const held = this.contains(focused) ? { row: Number(focused.parentElement.dataset.row), minute: Number(focused.dataset.from) } : undefined;
    const wanted = new Set();
    for (let row = Math.max(0, top - around.rows); row < Math.min(this.#channels.length, bottom + around.rows); row += 1) wanted.add(row);
    if (held) wanted.add(held.row);
    for (const [index, row] of this.#rows) {
      if (wanted.has(index)) continue;
      row.element.remove();
      this.#rows.delete(index);
    }
    let left = filled;
    for (const index of wanted) {
      if (!this.#rows.has(index)) this.#rows.set(index, this.#row(index));
      const [row, cells] = [this.#rows.get(index), this.#cells(index)];
      // The keyboard doesn't wait.
      if (cells && !row.has(cells) && index !== this.#at.row) left -= 1;
      if (left >= 0 || row.has(cells) || index === this.#at.row) row.show(cells, span, this.#pixels, index === held?.row ? held.minute : undefined);
    }
    if (left < 0) this.#soon();
    this.#mark();
    if (this.#isAt && this.#isAwaited) this.#focus();
    this.#rove();
  }

  #row(index) {
    const channel = this.#channels[index];
    const row = new Row(index, channel.link, (cell) => this.#label(cell), this.dataset.record);
    this.querySelector(".grid-body").append(row.element);
    return row;
  }

  // nil until they have come. By the channel and not by its row: an answer that was kept earlier has other channels, once others have been chosen.
  #cells(index) {
    const number = Math.floor(index / block);
    const found = this.#blocks.get(number);
    if (found?.cells) return found.cells.get(this.#channels[index].id);
    if (!found) this.#ask(number);
    return undefined;
  }

  #block(number) { return this.#channels.slice(number * block, (number + 1) * block); }

  async #ask(number) {
    this.#blocks.set(number, {});
    try {
      const address = new URL(this.getAttribute("page"), location);
      address.searchParams.set("from", number * block);
      const response = await fetch(address, { headers: { Accept: "application/json" }, signal: this.#listening.signal });
      if (!response.ok || response.redirected) throw new Error(response.statusText);
      const { rows } = await response.json();
      const cells = byChannel(rows);
      // The days that are kept are of one edition; what the worker has kept besides may be older, or of other channels.
      const isKept = response.headers.has("tidings-kept") || !this.#block(number).every(({ id }) => cells.has(id));
      const days = isKept && (await this.#keptRows(number).catch(() => undefined));
      this.#blocks.set(number, { cells: days ? new Map([...cells, ...byChannel(days)]) : cells, isKept });
      this.#soon();
    } catch {
      const rows = await this.#keptRows(number).catch(() => undefined);
      // It is asked for again when it is scrolled, or the network comes back.
      if (!rows) return this.#blocks.delete(number);
      this.#blocks.set(number, { cells: byChannel(rows), isKept: true });
      this.#soon();
    }
  }

  // Undefined if the day isn't kept. A channel that isn't kept has no cells.
  async #keptRows(number) {
    const kept = await keptChannels(this.getAttribute("page"));
    return kept && this.#block(number).map(({ id }) => {
      const channel = kept.channels.get(id);
      return { id, cells: channel && cellsOf(channel.programmes, kept.day) };
    });
  }

  #forgetKept() {
    for (const [number, { isKept }] of this.#blocks) if (isKept) this.#blocks.delete(number);
    this.#soon();
  }

  #label(cell) {
    const times = `${this.#clock(cell.start ?? cell.from)}–${this.#clock(cell.stop ?? cell.to)}`;
    const more = cell.more ? words("With: %@", cell.more.join(", ")) : undefined;
    const genre = cell.genre && this.getAttribute(`data-genre-${cell.genre}`);
    return { times, genre, full: [cell.title ?? words("No information"), times, cell.subtitle, genre, ...(cell.marks ?? []).map((mark) => this.getAttribute(`data-mark-${mark}`)), more].filter(Boolean).join(", ") };
  }

  // The line of now, and what is on.
  #tick() {
    clearTimeout(this.#timer);
    const line = this.querySelector(".grid-now");
    const minute = this.#minuteOf(Date.now());
    const isToday = minute >= 0 && minute < this.#minutes;
    line.hidden = !isToday;
    this.querySelector("[data-now]").disabled = !isToday;
    line.style.insetInlineStart = `${this.#lead + minute * this.#pixels}px`;
    this.#mark();
    this.#timer = setTimeout(() => this.#tick(), 20_000);
  }

  #mark() {
    const minute = this.#minuteOf(Date.now());
    for (const row of this.#rows.values()) row.mark(minute);
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

  // One cell is a stop of the keyboard: where it is, or the first that can be seen.
  #rove() {
    const stop = this.#cellAt(this.#at) ?? this.querySelector("[role=gridcell]");
    for (const one of this.querySelectorAll("[role=gridcell] [tabindex='0']")) if (one.parentElement !== stop) one.tabIndex = -1;
    if (stop) stop.firstElementChild.tabIndex = 0;
  }

  #cellAt({ row, minute }) { return this.#rows.get(row)?.cellAt(minute); }

  #pressed(event) {
    if (event.altKey || event.metaKey || !this.#isAt) return;
    const cells = this.#cells(this.#at.row);
    const place = cells?.findIndex(({ from, to }) => from <= this.#at.minute && this.#at.minute < to) ?? -1;
    const last = this.#channels.length - 1;
    const page = Math.max(1, Math.floor(this.#view.clientHeight / rowHeight) - 2);
    const isBack = event.key === (this.#isFromRight ? "ArrowRight" : "ArrowLeft");
    const to = (row, minute = this.#at.minute) => ({ row: Math.min(Math.max(row, 0), last), minute });
    const moves = {
      ArrowUp: () => to(this.#at.row - 1), ArrowDown: () => to(this.#at.row + 1), PageUp: () => to(this.#at.row - page), PageDown: () => to(this.#at.row + page),
      Home: () => to(event.ctrlKey ? 0 : this.#at.row, event.ctrlKey ? this.#at.minute : 0),
      End: () => to(event.ctrlKey ? last : this.#at.row, event.ctrlKey ? this.#at.minute : this.#minutes - 1),
      "+": () => this.#magnify(this.#zoom + 0.2), "-": () => this.#magnify(this.#zoom - 0.2),
    };
    const beside = cells?.[place + (isBack ? -1 : 1)];
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") moves[event.key] = () => (beside ? to(this.#at.row, beside.from) : undefined);
    const move = moves[event.key];
    if (!move || (event.ctrlKey && !["Home", "End"].includes(event.key))) return;
    event.preventDefault();
    const next = move();
    if (next) this.#visit(next);
  }

  #visit(next) {
    this.#at = next;
    this.#isAt = true;
    const { from, to } = this.#seen;
    const top = next.row * rowHeight;
    const view = this.#view;
    const room = view.clientHeight - headHeight - rowHeight;
    const height = top < view.scrollTop ? top : top > view.scrollTop + room ? top - room : view.scrollTop;
    this.#scroll(next.minute < from || next.minute > to - 15 ? next.minute - 15 : from, height);
    this.#isAwaited = true;
    this.#draw();
  }

  // Where programmes are still to come, the focus stays where it is until they have.
  #focus() {
    this.#cellAt(this.#at)?.firstElementChild.focus({ preventScroll: true });
  }
}

// Of rows that have any.
function byChannel(rows) { return new Map(rows.filter(({ cells }) => cells).map(({ id, cells }) => [id, cells])); }

// A channel's row, with those of its cells that are near what can be seen.
class Row {
  #cells = new Map();
  #shown;
  #label;
  #record;

  constructor(index, link, label, record) {
    [this.#label, this.#record] = [label, record];
    this.element = make("div", "grid-row", { role: "row", "aria-rowindex": index + 2, "data-row": index });
    this.element.style.insetBlockStart = `${index * rowHeight}px`;
    const name = make("div", "grid-channel", { role: "rowheader" });
    name.append(link);
    this.element.append(name);
  }

  clear() {
    for (const cell of this.#cells.values()) cell.remove();
    this.#cells.clear();
    this.#shown = undefined;
  }

  // Whether it shows some of these.
  has(cells) { return this.#shown === cells; }

  // `minute` is where the keyboard is: that cell stays.
  show(cells, span, pixels, minute) {
    const isWaiting = !cells;
    if (isWaiting !== this.element.classList.contains("is-waiting")) this.element.classList.toggle("is-waiting", isWaiting);
    if (!cells) return;
    if (cells !== this.#shown) this.clear();
    this.#shown = cells;
    const wanted = new Set();
    cells.forEach((cell, index) => {
      if ((cell.from < span.to && cell.to > span.from) || (cell.from <= minute && minute < cell.to)) wanted.add(index);
    });
    for (const [index, element] of this.#cells) {
      if (wanted.has(index)) continue;
      element.remove();
      this.#cells.delete(index);
    }
    for (const index of wanted) {
      if (this.#cells.has(index)) continue;
      const element = this.#make(cells[index], pixels);
      // In the order of time, for those who read it by ear.
      const next = [...this.#cells.keys()].filter((other) => other > index).sort((one, other) => one - other)[0];
      this.element.insertBefore(element, this.#cells.get(next) ?? null);
      this.#cells.set(index, element);
    }
  }

  cellAt(minute) { return [...this.#cells.values()].find(({ dataset }) => Number(dataset.from) <= minute && minute < Number(dataset.to)); }

  mark(minute) {
    for (const cell of this.#cells.values()) {
      const [from, to] = [Number(cell.dataset.from), Number(cell.dataset.to)];
      cell.classList.toggle("is-on", from <= minute && minute < to);
      cell.classList.toggle("is-over", to <= minute);
    }
  }

  #make(cell, pixels) {
    const { times, genre, full } = this.#label(cell);
    const note = [genre, cell.subtitle ?? times].filter(Boolean).join(" · ");
    const element = make("div", "grid-cell", { role: "gridcell", "data-from": cell.from, "data-to": cell.to });
    element.style.insetInlineStart = `calc(var(--grid-lead) + ${cell.from * pixels}px)`;
    element.style.inlineSize = `${(cell.to - cell.from) * pixels}px`;
    const inside = cell.id
      ? make("a", "grid-title", { href: `${this.#record}${cell.id}`, "data-sheet": "programme", "aria-label": full, title: full, tabindex: -1, "data-note": note })
      : make("span", "grid-gap", { "aria-label": full, role: "note", tabindex: -1 });
    inside.textContent = cell.id ? `${cell.title}${cell.more ? ` +${cell.more.length}` : ""}` : "";
    if (cell.start !== undefined) element.classList.add("is-cut-before");
    if (cell.stop !== undefined) element.classList.add("is-cut-after");
    for (const mark of cell.marks ?? []) element.classList.add(`is-${mark}`);
    if (cell.genre) element.dataset.genre = cell.genre;
    if (!cell.id) element.classList.add("is-gap");
    element.append(inside);
    return element;
  }
}

function make(name, style, attributes = {}, text) {
  const element = document.createElement(name);
  element.className = style;
  if (text) element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function button(text, pressed, name, label) {
  const element = make("button", "chip-link", { type: "button", ...(name && { [`data-${name}`]: "" }), ...(label && { "aria-label": label, title: label }) });
  element.textContent = text;
  element.addEventListener("click", pressed);
  return element;
}

customElements.define("guide-grid", GuideGrid);
