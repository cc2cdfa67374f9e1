// The reader's position, stored by the server and, if that can't be reached, by this device.

import { placeOn, sendPlace, sendPlaces } from "./document-kept.js";
import { isKept } from "./document-parts.js";
import { root } from "./network.js";

const saveEvery = 10_000; // Milliseconds

export class SavedPlace {
  #document;
  #word; // The last saved one
  #at = 0;

  // `dataset` of the player.
  constructor({ document: number, word, words }) {
    this.#document = number;
    this.#word = Number(word);
    const place = isKept && placeOn(number);
    // Newer than the position in a stored page.
    if (place && place.at >= Date.parse(document.documentElement.dataset.kept)) this.#word = Math.min(place.word, words - 1);
  }

  get word() { return this.#word; }

  // Sends the position if this device had another than the server when the page was made, and returns the server's.
  async sent(signal) {
    const place = !isKept && placeOn(this.#document);
    if (!place || place.isSent) return undefined;
    await sendPlaces();
    const answer = await fetch(root(`api/v1/documents/${this.#document}`), { signal }).catch(() => undefined);
    return answer?.ok ? (await answer.json()).word : undefined;
  }

  get isDue() { return performance.now() - this.#at > saveEvery; }

  save(word) {
    this.#at = performance.now();
    if (word === this.#word) return;
    this.#word = word;
    sendPlace(this.#document, word).then((isSent) => !isSent && this.#word === word && (this.#word = undefined));
  }

  // The server has this position.
  isSaved(word) { this.#word = word; }
}
