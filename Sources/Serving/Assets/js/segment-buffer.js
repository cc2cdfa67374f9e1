// The buffer of a track (a SourceBuffer), to which segments are handed over one after the other. What was played is given back.

export const touching = 0.1; // Seconds by which a segment may be shorter than its playlist says.
const behind = 60; // Seconds that are kept.
const hole = 1.5; // Seconds that no segment fills, at most.

// Over what no segment fills, like the moment before a sound begins.
export function jump(media) {
  const { buffered, currentTime, readyState } = media;
  if (readyState > HTMLMediaElement.HAVE_CURRENT_DATA) return;
  for (let range = 0; range < buffered.length; range++) {
    const start = buffered.start(range);
    if (start <= currentTime && currentTime < buffered.end(range)) return;
    if (start > currentTime && start - currentTime < hole) return void (media.currentTime = start + 0.001);
  }
}

export class SegmentBuffer {
  #buffer;
  #closing; // A signal.
  #begun; // The level whose segments it has had last.

  constructor(buffer, closing) { [this.#buffer, this.#closing] = [buffer, closing]; }

  get buffered() { return this.#buffer.buffered; }
  get updating() { return this.#buffer.updating; }

  // Seconds that can be played at once from a time.
  from(time) {
    const { buffered } = this.#buffer;
    let place = time;
    for (let range = 0; range < buffered.length; range++)
      if (buffered.start(range) <= place + touching && place < buffered.end(range)) place = buffered.end(range);
    return place - time;
  }

  // Whether it is in; false: the buffer was full, and has given back what was played before `time`.
  async append(level, bytes, time) {
    await this.#remove(time - behind);
    try {
      if (this.#begun !== level) {
        if (this.#begun && this.#begun.type !== level.type) this.#buffer.changeType?.(level.type);
        await this.#change(() => this.#buffer.appendBuffer(level.first));
      }
      this.#begun = level;
      await this.#change(() => this.#buffer.appendBuffer(bytes));
      return true;
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
      await this.#remove(time - 2);
      return false;
    }
  }

  async #remove(end) {
    const { buffered } = this.#buffer;
    if (buffered.length && buffered.start(0) + 1 < end) await this.#change(() => this.#buffer.remove(0, end));
  }

  // Its listeners go with it: they hold what is handed over.
  #change(act) {
    const done = new AbortController();
    const on = (target, name, listen) => target.addEventListener(name, listen, { signal: done.signal });
    return new Promise((go, fail) => {
      this.#closing.throwIfAborted();
      on(this.#buffer, "updateend", go);
      on(this.#buffer, "error", () => fail(new Error("this isn’t taken by the browser")));
      on(this.#closing, "abort", () => fail(this.#closing.reason));
      act();
    }).finally(() => done.abort());
  }
}
