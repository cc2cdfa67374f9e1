// The grid rows that are in the page: the visible ones and a few around them. They are added and removed on scrolling.

import { GuideRow } from "./guide-row.js";
import { words } from "./words.js";

const filled = 6; // Rows that get their cells in one frame: all visible ones at once would block it
const around = { rows: 2, minutes: 30 };
const step = 30; // Minutes by which the drawn range changes

export class GuideRows {
  #grid;
  #channels;
  #clock;
  #frame;
  #cells;
  #rows = new Map();

  constructor(grid, { channels, clock, frame, cells }) {
    [this.#grid, this.#channels, this.#clock, this.#frame, this.#cells] = [grid, channels, clock, frame, cells];
  }

  // Returns whether there is more to draw in the next frame. `at` is the focused row, which is drawn first.
  draw(at, pixels) {
    const { from, to, top, bottom } = this.#frame.seen;
    const span = { from: Math.floor((from - around.minutes) / step) * step, to: Math.ceil((to + around.minutes) / step) * step };
    const focused = document.activeElement?.closest("[role=gridcell]");
    const held = this.#grid.contains(focused) ? { row: Number(focused.parentElement.dataset.row), minute: Number(focused.dataset.from) } : undefined;
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
      const [row, cells] = [this.#rows.get(index), this.#cells.of(index)];
      if (cells && !row.has(cells) && index !== at) left -= 1;
      if (left >= 0 || row.has(cells) || index === at) row.show(cells, span, pixels, index === held?.row ? held.minute : undefined);
    }
    return left < 0;
  }

  // All cells have a new width.
  clear() {
    for (const row of this.#rows.values()) row.clear();
  }

  // Marks the current and past programmes.
  mark(minute) {
    for (const row of this.#rows.values()) row.mark(minute);
  }

  cellAt({ row, minute }) { return this.#rows.get(row)?.cellAt(minute); }

  #row(index) {
    const row = new GuideRow(index, this.#channels[index].link, (cell) => this.#label(cell), this.#grid.dataset.record);
    this.#frame.add(row.element);
    return row;
  }

  #label(cell) {
    const times = `${this.#clock.clock(cell.start ?? cell.from)}–${this.#clock.clock(cell.stop ?? cell.to)}`;
    const more = cell.more ? words("With: %@", cell.more.join(", ")) : undefined;
    const genre = cell.genre && this.#grid.getAttribute(`data-genre-${cell.genre}`);
    const marks = (cell.marks ?? []).map((mark) => this.#grid.getAttribute(`data-mark-${mark}`));
    return { times, genre, full: [cell.title ?? words("No information"), times, cell.subtitle, genre, ...marks, more].filter(Boolean).join(", ") };
  }
}
