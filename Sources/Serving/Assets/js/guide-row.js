import { make } from "./guide-drawn.js";

export const rowHeight = 56; // Pixels

// A channel's row, with its cells near the visible part.
export class GuideRow {
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

  // Whether it already shows these cells.
  has(cells) { return this.#shown === cells; }

  // `minute` is where the focus is: that cell stays.
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
      // In the order of time, for screen readers.
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
