// The events of a queue: `new QueueFeed(address, heard, lost)`.
//
// `heard(event, isAnew)`: `{ next, waiting, state, late, counters, edition, calls, gone, back, freed, joined, again }` and its `sequence`;
// `isAnew` if events may have been missed before it, so that counts have to be requested again. A browser reconnects by itself and is sent
// exactly the missed events; only if it gives up does this module reconnect, at growing and random intervals. Continues while the page is
// hidden, because a phone in a pocket has to sound.

import { look, report } from "./network.js";
import { Retaking } from "./retaking.js";

export class QueueFeed {
  #address;
  #heard;
  #lost;
  #source;
  #epoch;
  #last;
  #retaking = new Retaking(() => this.#take());
  #isFirst = true;
  #listening = new AbortController();

  constructor(address, heard, lost = () => {}) {
    this.#address = address;
    this.#heard = heard;
    this.#lost = lost;
    const { signal } = this.#listening;
    for (const [target, name] of [[window, "online"], [document, "reached"]]) target.addEventListener(name, () => this.#retake(), { signal });
    addEventListener("pageshow", ({ persisted }) => persisted && this.#retake(), { signal });
    addEventListener("pagehide", () => this.#source?.close(), { signal });
    this.#take();
  }

  end() {
    this.#listening.abort();
    this.#retaking.stop();
    this.#source?.close();
  }

  #retake() {
    if (this.#source?.readyState === EventSource.OPEN) return;
    this.#retaking.reset();
    this.#take();
  }

  #take() {
    this.#retaking.stop();
    this.#source?.close();
    const address = new URL(this.#address);
    if (this.#last) address.searchParams.set("after", this.#last);
    const source = (this.#source = new EventSource(address));
    source.onopen = () => {
      this.#retaking.reset();
      report(true);
    };
    source.onmessage = (event) => this.#tell(event, false);
    source.addEventListener("reset", (event) => this.#tell(event, true));
    source.onerror = () => {
      this.#lost();
      look();
      if (source.readyState === EventSource.CLOSED) this.#retaking.later();
    };
  }

  #tell({ data, lastEventId }, isReset) {
    // Event numbers restart with the server.
    const cut = lastEventId.lastIndexOf("-");
    const [epoch, sequence] = [lastEventId.slice(0, cut), Number(lastEventId.slice(cut + 1))];
    const isAnew = isReset || this.#isFirst || epoch !== this.#epoch;
    [this.#epoch, this.#isFirst, this.#last] = [epoch, false, lastEventId];
    this.#heard({ ...JSON.parse(data), sequence }, isAnew);
  }
}
