// When reading stops by itself: after some minutes, or where the part or the chapter ends that is read. A pure value, which knows no page.

export class SleepTimer {
  #end; // Milliseconds, as `Date.now()` counts them.
  #endWord; // The first word that isn't read any more.
  stopsAtEnd = false; // Of the part.

  // `choice` is "" for never, "part", "chapter", or minutes from now. `endWord` is that of the chapter.
  set(choice, now, endWord) {
    this.stopsAtEnd = choice === "part";
    this.#endWord = choice === "chapter" ? endWord : undefined;
    this.#end = choice && !this.stopsAtEnd && choice !== "chapter" ? now + Number(choice) * 60_000 : undefined;
  }

  isOver(now, word) {
    return (this.#end !== undefined && now > this.#end) || (this.#endWord !== undefined && word >= this.#endWord);
  }

  clear() { this.set("", 0); }
}
