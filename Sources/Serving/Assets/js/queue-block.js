// The numbers that a kiosk may give while the server can't be reached, stored in the browser (localStorage) so that no restart gives one
// twice.
//
// A number is removed from the block before it is shown. Numbers that were given are reported to the server afterwards, with retries; the
// server counts each once, and finds the place in line from how long ago it was given. A block is valid until the day's numbers restart;
// its numbers are far above the server's own, so these have no gaps.

const most = 100; // The most button presses in one report

export class Block {
  #name;
  #kept;

  constructor(queue) {
    this.#name = `tidings kiosk ${queue}`;
    this.#kept = JSON.parse(localStorage.getItem(this.#name)) ?? { device: name(), used: [], given: [] };
  }

  get left() {
    const { first, last, until } = this.#kept;
    return first === undefined || (until && Date.parse(until) <= Date.now()) ? 0 : last - first + 1;
  }

  // The next number; undefined: there is none. Stored before it is returned.
  take(services) {
    if (this.left === 0) return undefined;
    const number = this.#kept.first;
    this.#keep({ first: number + 1, used: [...this.#kept.used, { number, joined: Date.now(), services }] });
    return number;
  }

  // A button press that may have been answered although the response was lost.
  note(key) { this.#keep({ given: [...this.#kept.given, key] }); }

  get hasNews() { return this.#kept.used.length + this.#kept.given.length > 0; }

  // Gives no more of its numbers. Those that were given are still to be reported.
  end() { this.#keep({ first: undefined, last: undefined }); }

  // The report and request to the server. Of very many presses, the last ones count: the other tickets have long been called.
  report(count) {
    const { device, used, given } = this.#kept;
    return { device, used, given: given.slice(-most), now: Date.now(), count };
  }

  // Removes what the server has received; what was given since is still to be reported.
  settle(told, { day, until, first, last }) {
    const { used, given } = this.#kept;
    const rest = { used: used.slice(told.used.length), given: given.slice(given.lastIndexOf(told.given.at(-1)) + 1) };
    const isNew = day !== this.#kept.day;
    if (first !== undefined) this.#keep({ ...rest, day, until, first, last });
    else this.#keep({ ...rest, day, until, ...(isNew && { first: undefined, last: undefined }) });
  }

  #keep(changes) {
    const kept = { ...this.#kept, ...changes };
    localStorage.setItem(this.#name, JSON.stringify(kept));
    this.#kept = kept;
  }
}

function name() { return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join(""); }
