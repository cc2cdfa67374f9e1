// The numbers that a kiosk may give by itself while the server is out of reach, kept in the browser (localStorage) so that no restart gives one twice.
//
// A number is taken off the block before anybody sees it. What was given is told to the server afterwards, as often as it takes; the server counts each
// once, and finds the place in line by how long ago it was given. A block is good until the day's numbers begin anew; its numbers are far above
// those of the server, which have no hole therefore.

const most = 100; // Presses that the server is told of at once.

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

  // The next number; undefined: there is none. Kept before it is given.
  take(services) {
    if (this.left === 0) return undefined;
    const number = this.#kept.first;
    this.#keep({ first: number + 1, used: [...this.#kept.used, { number, joined: Date.now(), services }] });
    return number;
  }

  // A press of the button that may have been answered without our hearing it.
  note(key) { this.#keep({ given: [...this.#kept.given, key] }); }

  get hasNews() { return this.#kept.used.length + this.#kept.given.length > 0; }

  // None of its numbers is given any more. What was given is still to be told.
  end() { this.#keep({ first: undefined, last: undefined }); }

  // What the server is told, and asked for. Of very many presses the last count: tickets of the others have long been called.
  report(count) {
    const { device, used, given } = this.#kept;
    return { device, used, given: given.slice(-most), now: Date.now(), count };
  }

  // It has heard so much; what was given since stays to be told.
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
