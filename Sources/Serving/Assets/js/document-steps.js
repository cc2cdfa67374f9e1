// The buttons beside *Play*: to the previous or next sentence, paragraph or chapter, or some seconds back or forward.

import { chapterBeside, skipped, timeOf, wordAt } from "./document-times.js";

export class DocumentSteps {
  unit = "sentence"; // Or "paragraph", "chapter", or a number of seconds
  #voice;
  #parts;
  #chapters; // Their first words

  constructor(voice, parts, chapters) {
    [this.#voice, this.#parts, this.#chapters] = [voice, parts, chapters];
  }

  // Back (-1) or forward (1).
  async step(by) {
    let aim;
    try {
      aim = await this.#aim(this.#voice.spoken, by);
    } catch {
      return void this.#voice.failed();
    }
    if (aim !== undefined) this.#voice.go(aim);
  }

  #aim(word, by) {
    if (Number(this.unit) > 0) return this.#after(word, by * Number(this.unit));
    if (this.unit !== "chapter") return this.#parts.beside(word, by, this.unit);
    return chapterBeside(word, by, this.#chapters) ?? (by < 0 ? 0 : undefined);
  }

  async #after(word, seconds) {
    const number = this.#parts.of(word);
    const part = await this.#parts.times(number);
    const aim = skipped(timeOf(word, part), seconds, part.duration);
    if (aim.part === 0) return wordAt(aim.time, part);
    const next = number + aim.part;
    if (next < 0) return 0;
    if (next >= this.#parts.count) return undefined;
    const other = await this.#parts.times(next);
    return wordAt(aim.part < 0 ? Math.max(0, other.duration - aim.over) : Math.min(aim.over, other.duration), other);
  }
}
