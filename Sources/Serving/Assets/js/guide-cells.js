// The programmes of a grid as cells: requested for twenty channels at a time, offline read from the device.

import { keptChannels } from "./guide-kept.js";
import { cellsOf } from "./guide-lane.js";

const block = 20; // Rows per request

// Only rows that have cells.
function byChannel(rows) { return new Map(rows.filter(({ cells }) => cells).map(({ id, cells }) => [id, cells])); }

export class GuideCells {
  #page;
  #channels;
  #signal;
  #came;
  #blocks = new Map();

  // `page` is the address of the grid's day; `came` is called when cells have arrived.
  constructor(page, channels, signal, came) {
    [this.#page, this.#channels, this.#signal, this.#came] = [page, channels, signal, came];
  }

  // Undefined until they have arrived. By channel instead of row: once other channels have been chosen, an earlier stored response has
  // different rows.
  of(index) {
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
      const address = new URL(this.#page, location);
      address.searchParams.set("from", number * block);
      const response = await fetch(address, { headers: { Accept: "application/json" }, signal: this.#signal });
      if (!response.ok || response.redirected) throw new Error(response.statusText);
      const { rows } = await response.json();
      const cells = byChannel(rows);
      // The stored days are of one edition; other stored responses may be older, or for other channels.
      const isKept = response.headers.has("tidings-kept") || !this.#block(number).every(({ id }) => cells.has(id));
      const days = isKept && (await this.#keptRows(number).catch(() => undefined));
      this.#blocks.set(number, { cells: days ? new Map([...cells, ...byChannel(days)]) : cells, isKept });
    } catch {
      const rows = await this.#keptRows(number).catch(() => undefined);
      if (!rows) {
        // Requested again on scrolling, or when the network is back.
        this.#blocks.delete(number);
        return;
      }
      this.#blocks.set(number, { cells: byChannel(rows), isKept: true });
    }
    this.#came();
  }

  // Undefined if the day isn't stored. A channel that isn't stored has no cells.
  async #keptRows(number) {
    const kept = await keptChannels(this.#page);
    return kept && this.#block(number).map(({ id }) => {
      const channel = kept.channels.get(id);
      return { id, cells: channel && cellsOf(channel.programmes, kept.day) };
    });
  }

  // So that the server is asked for them.
  forgetKept() {
    for (const [number, { isKept }] of this.#blocks) if (isKept) this.#blocks.delete(number);
    this.#came();
  }
}
