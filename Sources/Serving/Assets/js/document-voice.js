// The voice that reads a document: plays the audio of part after part in one <audio>, and finds the spoken word.
//
// The <audio> stays the same, because phones grant playback per element.

import { isKept } from "./document-parts.js";
import { timeOf, wordAt } from "./document-times.js";
import { listening } from "./listening.js";

export class DocumentVoice {
  word; // The reader's position
  wants = false; // It plays, or will as soon as possible
  #audio;
  #parts;
  #count; // Words
  #signal;
  #told;
  #speed = 1;
  #part = -1; // The part whose audio is loaded
  #renewed = -1; // The part whose times were requested again
  #opening = 0;
  #isSettled = true; // No part is loading

  // `told` has functions. `state`: `wants` has changed. `problem`: the name of a problem, or nothing. `described`: a part's audio begins.
  // `plays`: words pass. `sought`: another position was requested. `moved`: the position has changed. `stopped`: the position is worth
  // saving. `endsPart` returns whether to stop at the end of the part; `slept`: it has stopped there.
  constructor(audio, parts, { count, word, signal, told }) {
    [this.#audio, this.#parts, this.#count, this.word, this.#signal, this.#told] = [audio, parts, count, word, signal, told];
    audio.preservesPitch = true;
    const on = listening(signal);
    on(audio, "play playing", () => told.plays());
    on(audio, "pause", () => !audio.ended && !audio.seeking && this.#paused());
    on(audio, "ended", () => this.#ended());
    on(audio, "error", () => audio.getAttribute("src") && this.#lost());
  }

  set speed(speed) {
    this.#speed = speed;
    this.#audio.playbackRate = this.#audio.defaultPlaybackRate = speed;
  }

  get isPlaying() { return !this.#audio.paused && !this.#audio.ended; }

  #want(wants) {
    this.wants = wants;
    this.#told.state();
  }

  toggle() {
    if (this.wants) this.pause();
    else this.play();
  }

  play() {
    this.#told.problem();
    this.#want(true);
    if (this.#part === this.#parts.of(this.word) && this.#audio.readyState > 0 && !this.#audio.ended) this.#start();
    else this.#open();
  }

  playFrom(word) {
    this.#told.problem();
    this.#want(true);
    this.go(word);
  }

  #start() {
    this.#audio.play().catch((error) => {
      // Interrupted by another source, or refused: then it starts with a button press.
      if (error.name !== "AbortError") this.#want(false);
    });
  }

  pause() {
    this.wants = false;
    this.#audio.pause();
    this.#paused();
  }

  #paused() {
    this.word = this.spoken;
    if (!this.#audio.seeking && this.#audio.paused && this.#isSettled) this.wants = false;
    this.#told.state();
    this.#told.stopped();
  }

  // Called by the timer, for example.
  stop() {
    this.#audio.pause();
    this.#want(false);
    this.#told.moved();
    this.#told.stopped();
  }

  // Loads the audio of the current word's part, and starts there.
  async #open() {
    const number = ++this.#opening;
    const place = this.#parts.of(this.word);
    this.#isSettled = false;
    let part;
    try {
      // A part that is already loaded starts within the button press.
      part = this.#parts.known(place) ?? (await this.#parts.times(place));
    } catch {
      if (number === this.#opening) this.failed();
      return;
    }
    if (number !== this.#opening) return;
    const audio = this.#audio;
    const time = timeOf(this.word, part);
    if (this.#part !== place) {
      this.#part = place;
      audio.src = part.sound;
      this.speed = this.#speed;
    }
    const begin = () => {
      if (number !== this.#opening) return;
      if (Math.abs(audio.currentTime - time) > 0.01) audio.currentTime = time;
      this.#isSettled = true;
      this.#told.described();
    };
    if (audio.readyState > 0) begin();
    else audio.addEventListener("loadedmetadata", begin, { once: true, signal: this.#signal });
    if (this.wants) this.#start();
    if (place + 1 < this.#parts.count) this.prepare(place + 1);
    this.#told.plays();
  }

  // So that a part can start at once.
  prepare(number) { this.#parts.times(number).catch(() => undefined); }

  // These parts have new audio.
  renew(numbers) {
    this.word = this.spoken;
    for (const number of numbers) this.#parts.forget(number);
    if (!numbers.includes(this.#part)) return;
    this.#part = -1;
    this.#open();
  }

  #ended() {
    const next = this.#part + 1;
    if (next >= this.#parts.count) {
      this.word = this.#count - 1;
      this.#want(false);
      this.#told.moved();
      this.#told.stopped();
      return;
    }
    this.word = this.#parts.starts[next];
    const stops = this.#told.endsPart();
    if (stops) this.wants = false;
    this.#open();
    if (stops) this.#told.slept();
  }

  // The audio of these times may have changed, for example by a new rule: the part is requested again, once.
  #lost() {
    const place = this.#part;
    this.#parts.forgetAll();
    if (place < 0 || this.#renewed === place) return void this.failed();
    [this.#renewed, this.#part] = [place, -1];
    this.#open();
  }

  failed() {
    this.#isSettled = true;
    this.#part = -1;
    this.#want(false);
    this.#told.problem(isKept ? "sayNotKept" : "sayFailed");
  }

  // The spoken word.
  get spoken() {
    const part = this.#parts.known(this.#part);
    if (!part || !this.#isSettled || this.#audio.readyState === 0 || this.#audio.seeking) return this.word;
    return wordAt(this.#audio.currentTime, part);
  }

  go(word) {
    this.word = Math.min(Math.max(0, word), this.#count - 1);
    this.#told.sought();
    this.#open();
    this.#told.moved();
    this.#told.stopped();
  }
}
