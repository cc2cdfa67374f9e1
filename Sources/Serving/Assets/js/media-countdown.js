// Between two episodes: ten seconds in which the next one can be started at once or stopped. After three consecutive automatic starts, it
// waits for the person.

import { listening } from "./listening.js";
import { words } from "./words.js";

const wait = 10; // Seconds
const mostAlone = 3; // Episodes that start automatically in a row

export class MediaCountdown {
  #card;
  #timer;
  #left = 0;
  #alone = 0;
  #next; // { file, begin }

  constructor(player, signal) {
    this.#card = player.querySelector("[data-next-up]");
    const on = listening(signal);
    on(this.#card.querySelector("[data-next-now]"), "click", () => this.#begin(false));
    on(this.#card.querySelector("[data-next-stop]"), "click", () => this.stop());
    on(document, "keydown", (event) => {
      if (event.key !== "Escape" || this.#card.hidden) return;
      event.preventDefault();
      this.stop();
    });
    // A touch shows that the person is there.
    on(document, "pointerdown keydown", () => (this.#alone = 0));
  }

  // `begin` is called once, unless it is stopped before.
  start(file, begin) {
    this.stop();
    this.#next = { file, begin };
    this.#left = wait;
    this.#card.hidden = false;
    if (this.#alone < mostAlone) this.#timer = setInterval(() => this.#tick(), 1000);
    this.#show();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = this.#next = undefined;
    this.#card.hidden = true;
  }

  #tick() {
    this.#left -= 1;
    if (this.#left > 0) this.#show();
    else this.#begin(true);
  }

  #begin(isAlone) {
    const next = this.#next;
    this.stop();
    this.#alone = isAlone ? this.#alone + 1 : 0;
    next?.begin();
  }

  #show() {
    const { name } = this.#next.file;
    const line = this.#card.querySelector("[data-next-words]");
    line.textContent = this.#timer ? words("%@ starts in %lld s", name, this.#left) : words("Still watching? Next: %@", name);
  }
}
