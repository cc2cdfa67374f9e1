// The parts of a document: the times of their words with the audio, and their text.
//
// Requested from the server, otherwise from this device's storage; on a stored page, the storage comes first.

import { keptPart, nearestSound } from "./document-kept.js";
import { lastUpTo, sentenceBeside, stepsOf } from "./document-times.js";
import { root } from "./network.js";

const again = 5000; // Milliseconds until failed text is requested again

export const isKept = "kept" in document.documentElement.dataset;

export class DocumentParts {
  starts; // The first words of parts
  #document;
  #signal;
  #came;
  #asked = new Map(); // By number: a promise of times and sentences
  #known = new Map(); // The same, once loaded
  #texts = new Map(); // By number: a promise of an element, while it is loading

  // `came` is called with each loaded part.
  constructor(number, starts, signal, came) {
    [this.#document, this.starts, this.#signal, this.#came] = [number, starts, signal, came];
  }

  get count() { return this.starts.length; }

  // The part that contains a word.
  of(word) { return lastUpTo(word, this.starts); }

  // The times of a part's words. Its audio is generated meanwhile.
  times(number) {
    if (!this.#asked.has(number)) this.#asked.set(number, this.#fetchTimes(number));
    const part = this.#asked.get(number);
    part.catch(() => this.#asked.delete(number));
    return part;
  }

  known(number) { return this.#known.get(number); }
  get allKnown() { return [...this.#known.values()]; }

  forget(number) {
    this.#asked.delete(number);
    this.#known.delete(number);
  }

  forgetAll() {
    this.#asked.clear();
    this.#known.clear();
  }

  // The beginning of the previous (-1) or next (1) sentence or paragraph; undefined after the last.
  async beside(word, by, unit) {
    const number = this.of(word);
    const beside = sentenceBeside(word, by, { sentences: stepsOf(await this.times(number), unit) });
    if (beside !== undefined) return beside;
    if (by > 0) return this.starts[number + 1];
    if (number === 0) return 0;
    const before = await this.times(number - 1).catch(() => undefined);
    return before ? stepsOf(before, unit).at(-1) : this.starts[number - 1];
  }

  async #fetchTimes(number) {
    const part = await this.#keptOr(number, () => this.#askForTimes(number), (kept) => kept.part);
    part.sound = await nearestSound(part.sound);
    this.#known.set(number, part);
    this.#came(part);
    return part;
  }

  // The server's response; the stored one if there is none, or first on a stored page.
  async #keptOr(number, ask, take) {
    const kept = () => keptPart(this.#document, number).catch(() => undefined);
    const before = isKept ? await kept() : undefined;
    if (before) return take(before);
    try {
      return await ask();
    } catch (error) {
      const instead = this.#signal.aborted ? undefined : await kept();
      if (!instead) throw error;
      return take(instead);
    }
  }

  async #askForTimes(number) {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(root(`api/v1/documents/${this.#document}/parts/${number}`), { signal: this.#signal });
      if (answer.ok) return answer.json();
      const seconds = Number(answer.headers.get("Retry-After") ?? 2);
      // A busy server answers before long. Any other error is reported soon.
      if (answer.status !== 503 || tries > (seconds < 5 ? 5 : 0)) throw new Error(String(answer.status));
      await new Promise((done) => setTimeout(done, 1000 * seconds));
    }
  }

  // The element with a part's text, from the page that shows it.
  text(number) {
    if (!this.#texts.has(number)) {
      const loading = this.#keptOr(number, () => this.#askForText(number), (kept) => kept.html).then((html) => {
        const fresh = document.createElement("template");
        fresh.innerHTML = html;
        return fresh.content.firstElementChild;
      });
      this.#texts.set(number, loading);
      const forget = () => this.#texts.delete(number);
      loading.then(forget, () => setTimeout(forget, again));
    }
    return this.#texts.get(number);
  }

  // Whether a part's text is loading, or has failed a moment ago.
  isAsked(number) { return this.#texts.has(number); }

  async #askForText(number) {
    const answer = await fetch(root(`reader/documents/${this.#document}?part=${number}`), {
      headers: { Accept: "application/json" }, signal: this.#signal,
    });
    if (!answer.ok) throw new Error(String(answer.status));
    return (await answer.json()).html;
  }
}
