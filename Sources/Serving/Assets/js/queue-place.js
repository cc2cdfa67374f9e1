// How many are ahead of one place in a line, counted from the server's last answer: pure, without page and network.
//
// The server's answer is as of a certain event. Events before it are included already; events that arrived while it was on its way are
// counted again.

const kept = 100; // events

export class QueuePlace {
  #place;
  #sequence = -1;
  #events = [];
  ahead = 0;

  // As of event `sequence`, the server counts `ahead` tickets before `place`.
  set({ place, ahead, sequence }) {
    [this.#place, this.ahead, this.#sequence] = [place, ahead, sequence];
    for (const event of this.#events.filter((one) => one.sequence > sequence)) this.#count(event);
  }

  // Whether the place itself has stopped waiting, or the event lacks details: then the server has to be asked.
  heard(event) {
    this.#events = [...this.#events, event].slice(-kept);
    if (event.sequence > this.#sequence) this.#count(event);
    return event.again === true || event.gone?.includes(this.#place) === true;
  }

  // Nothing before this counts any more: the server was restarted.
  forget() { this.#events = []; }

  #count({ gone = [], back = [] }) {
    const before = (places) => places.filter((place) => place < this.#place).length;
    this.ahead = Math.max(0, this.ahead - before(gone) + before(back));
  }
}
