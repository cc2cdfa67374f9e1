// Stops reading automatically: after some minutes, or at the end of the current part or chapter. Pure, without a page.

export class SleepTimer {
  #end; // Milliseconds, as in `Date.now()`
  #endWord; // The first word that isn't read
  stopsAtEnd = false; // Of the part

  // `choice` is "" for never, "part", "chapter", or minutes from now. `endWord` is the chapter's.
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
