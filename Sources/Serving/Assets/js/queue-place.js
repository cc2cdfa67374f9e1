// How many are before one place in a line, counted on from what the server said: a pure value, which knows no page and no network.
//
// The server says it as of a certain event. Those that come before its answer are in it already; those that came while it was on its way are counted
// again.

const kept = 100; // events

export class QueuePlace {
  #place;
  #sequence = -1;
  #events = [];
  ahead = 0;

  // As of `sequence`, the server counts `ahead` before `place`.
  set({ place, ahead, sequence }) {
    [this.#place, this.ahead, this.#sequence] = [place, ahead, sequence];
    for (const event of this.#events.filter((one) => one.sequence > sequence)) this.#count(event);
  }

  // Whether the place itself has stopped waiting, or more happened than is told: then the server has to say.
  heard(event) {
    this.#events = [...this.#events, event].slice(-kept);
    if (event.sequence > this.#sequence) this.#count(event);
    return event.again === true || event.gone?.includes(this.#place) === true;
  }

  // Nothing before this counts any more: the server was started anew.
  forget() { this.#events = []; }

  #count({ gone = [], back = [] }) {
    const before = (places) => places.filter((place) => place < this.#place).length;
    this.ahead = Math.max(0, this.ahead - before(gone) + before(back));
  }
}
