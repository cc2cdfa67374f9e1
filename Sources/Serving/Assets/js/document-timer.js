// When reading stops by itself: after some minutes, or where the part ends that is read. A pure value, which knows no page.

export class SleepTimer {
  #end; // Milliseconds, as `Date.now()` counts them.
  stopsAtEnd = false; // Of the part.

  // `choice` is "" for never, "part", or minutes from now.
  set(choice, now) {
    this.stopsAtEnd = choice === "part";
    this.#end = choice && !this.stopsAtEnd ? now + Number(choice) * 60_000 : undefined;
  }

  isOver(now) { return this.#end !== undefined && now > this.#end; }

  clear() { this.set("", 0); }
}
