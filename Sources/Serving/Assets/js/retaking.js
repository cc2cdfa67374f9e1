// Takes up a line again that a browser has given up: later and later, and each page at another moment, so that not all ask at once.

const shortest = 1000; // milliseconds
const longest = 30_000;

export class Retaking {
  #take;
  #timer;
  #pause = shortest;

  constructor(take) { this.#take = take; }

  later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#take, this.#pause * (0.5 + Math.random()));
    this.#pause = Math.min(longest, this.#pause * 2);
  }

  // Nothing is to be taken up, for now.
  stop() { clearTimeout(this.#timer); }

  // The line holds, or there is reason to hope: the next pause is short again.
  reset() {
    this.stop();
    this.#pause = shortest;
  }
}
