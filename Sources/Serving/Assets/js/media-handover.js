// From picture to sound when a page is hidden, and back when it is seen again.
//
// While the picture plays, the sound alone is loaded beside it and kept near it, so that the switch takes milliseconds: it begins where the picture will
// be, which is heard until then. Whether it played is known before the switch; what was paused stays paused. When the page is seen again the picture goes
// on where the sound is.

import { listening } from "./listening.js";

const apart = 1; // Seconds by which the loaded sound may be away from the picture,
const near = 0.04; // and by so much where it takes over from it.
const usualStart = 0.15; // Seconds until it is heard where it was sought.
const steady = 0.1; // Seconds of sound after which its clock goes evenly.
const glance = 10; // Milliseconds between two looks at it.
const justNow = 1000; // Milliseconds: phones pause a picture shortly before they say that its page is hidden.

export class MediaHandover {
  #elements;
  #button; // For the sound alone.
  #signal;
  #save;
  #handing; // Ends the switch to sound that is under way.
  #start = usualStart; // As long as it took last.
  #pausedAt = -Infinity;
  #wasTouched = -Infinity;

  constructor(player, elements, signal, save) {
    [this.#elements, this.#signal, this.#save] = [elements, signal, save];
    this.#button = player.querySelector("[data-listen]");
    const on = listening(signal);
    on(player, "pointerdown keydown", () => this.touched());
    on(this.#button, "click", () => this.listen(!elements.isSound));
    on(document, "visibilitychange", () => (document.hidden ? this.hide() : this.#show()));
    on(document, "freeze", () => this.hide(true));
    // Some phones say so of a page that is left, and nothing else.
    on(window, "pagehide", () => this.hide(true));
    on(window, "pageshow", () => !document.hidden && this.#show());
  }

  touched() { this.#wasTouched = performance.now(); }
  paused() { this.#pausedAt = performance.now(); }

  // The loaded sound stays near the picture that plays.
  keepNear() {
    const { video, audio } = this.#elements;
    if (audio.readyState && !audio.seeking && Math.abs(audio.currentTime - video.currentTime) > apart) audio.currentTime = video.currentTime;
  }

  // By hand, which also saves the picture's data.
  listen(isSound) {
    const elements = this.#elements;
    if (!elements.plays || !elements.hasPicture) return;
    const { time, plays } = elements.place;
    const { volume, muted } = elements.active;
    this.stop();
    elements.active.pause();
    this.#button.setAttribute("aria-pressed", isSound);
    [elements.isSound, elements.goesBack] = [isSound, false];
    Object.assign(elements.active, { volume, muted });
    elements.load(time, plays);
  }

  // Whether somebody wants the sound alone.
  get isChosen() { return this.#button.getAttribute("aria-pressed") === "true"; }

  // `isNow`: nothing runs after this.
  hide(isNow = false) {
    if (isNow && this.#handing) return this.#handOver();
    const { video, audio } = this.#elements;
    // A picture in a window of its own is seen.
    if (this.#elements.isSound || !this.#elements.plays?.audio || document.pictureInPictureElement === video) return this.#save();
    const untouched = this.#pausedAt - this.#wasTouched > justNow;
    const pausedByHiding = performance.now() - this.#pausedAt < justNow && untouched && navigator.maxTouchPoints > 0;
    if (video.paused && !pausedByHiding) return this.#save();
    this.#elements.isSound = this.#elements.goesBack = true;
    this.#elements.preload(audio);
    audio.playbackRate = video.playbackRate;
    audio.volume = video.volume;
    audio.muted = video.muted;
    if (isNow || video.paused || audio.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) this.#handOver();
    else this.#handOverAhead(2);
  }

  // Once the sound is heard where the picture has come to meanwhile, or as soon as the phone pauses the picture.
  #handOverAhead(tries) {
    const { video, audio } = this.#elements;
    this.stop();
    this.#handing = new AbortController();
    const { signal } = this.#handing;
    const began = performance.now();
    const meet = () => {
      if (signal.aborted) return;
      const seconds = (performance.now() - began) / 1000;
      if (audio.currentTime < sought + steady && seconds < apart) return setTimeout(meet, glance);
      const ahead = (audio.currentTime - video.currentTime) / video.playbackRate;
      if (Math.abs(ahead) <= near || tries === 0) return this.#handOver();
      this.#start = Math.max(0, Math.min(this.#start - ahead, apart));
      audio.pause();
      this.#handOverAhead(tries - 1);
    };
    audio.addEventListener("seeked", meet, { once: true, signal });
    video.addEventListener("pause", () => this.#handOver(), { once: true, signal });
    const sought = (audio.currentTime = video.currentTime + this.#start * video.playbackRate);
    this.#elements.play(audio);
  }

  #handOver() {
    const { video, audio } = this.#elements;
    this.stop();
    if (Math.abs(audio.currentTime - video.currentTime) > near) audio.currentTime = video.currentTime;
    // Asked before it is ready, a slow connection fails.
    if (audio.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.#elements.play(audio);
    else audio.addEventListener("canplay", () => this.#elements.goesBack && this.#elements.play(audio), { once: true, signal: this.#signal });
    video.pause();
    this.#save();
  }

  stop() {
    this.#handing?.abort();
    this.#handing = undefined;
  }

  #show() {
    const elements = this.#elements;
    if (!elements.goesBack) return;
    elements.goesBack = false;
    const { video, audio } = elements;
    const back = () => {
      video.currentTime = audio.currentTime;
      if (audio.paused) return elements.lookAlike();
      video.addEventListener("playing", () => audio.pause(), { once: true, signal: this.#signal });
      elements.play(video);
    };
    elements.isSound = false;
    // The picture still plays.
    if (this.#handing) {
      this.stop();
      audio.pause();
      return elements.lookAlike();
    }
    // What played next while the page was hidden has no picture yet.
    if (elements.givePicture()) video.addEventListener("loadedmetadata", back, { once: true, signal: this.#signal });
    else back();
    elements.lookAlike();
  }
}
