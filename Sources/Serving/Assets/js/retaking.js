// Reopens a connection that a browser has given up: at growing intervals, random per page, so that not all reconnect at once.

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

  // Cancels the next attempt.
  stop() { clearTimeout(this.#timer); }

  // The connection works, or is likely to: the next pause is short again.
  reset() {
    this.stop();
    this.#pause = shortest;
  }
}
