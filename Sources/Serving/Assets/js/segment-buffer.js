// The buffer of a track (a SourceBuffer), to which segments are appended in order. Played segments are removed.

export const touching = 0.1; // Seconds by which a segment may be shorter than its playlist says
const behind = 60; // Seconds that are kept
const hole = 1.5; // The most seconds of a gap between segments

// Skips a gap between segments, such as before the audio begins.
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
  #closing; // A signal
  #begun; // The level of the segments appended last

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

  // Returns whether it was appended; false: the buffer was full, and the part before `time` was removed.
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

  // Removes its listeners at the end, because they retain the appended data.
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
