// Switches from video to audio when the page is hidden, and back when it is visible again.
//
// While the video plays, its audio is loaded separately and kept near it, so that the switch takes milliseconds: the audio starts slightly
// ahead, and the video is heard until then. Whether it was playing is recorded before the switch; a paused video stays paused. When the
// page is visible again, the video continues at the audio's position.

import { listening } from "./listening.js";

const apart = 1; // Seconds by which the loaded audio may differ from the video,
const near = 0.04; // and by which it may differ at the switch
const usualStart = 0.15; // Seconds from seeking until it is audible
const steady = 0.1; // Seconds of audio after which its clock is steady
const glance = 10; // Milliseconds between checks
const justNow = 1000; // Milliseconds: phones pause a video shortly before they report that its page is hidden

export class MediaHandover {
  #elements;
  #button; // Chooses only audio
  #signal;
  #save;
  #handing; // Ends the running switch to audio
  #start = usualStart; // The last measured start
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
    // Some phones fire only this event when a page is left.
    on(window, "pagehide", () => this.hide(true));
    on(window, "pageshow", () => !document.hidden && this.#show());
  }

  touched() { this.#wasTouched = performance.now(); }
  paused() { this.#pausedAt = performance.now(); }

  // Keeps the loaded audio near the playing video.
  keepNear() {
    const { video, audio } = this.#elements;
    if (audio.readyState && !audio.seeking && Math.abs(audio.currentTime - video.currentTime) > apart) audio.currentTime = video.currentTime;
  }

  // By hand, which also saves the video's data.
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

  // Whether the person has chosen only audio.
  get isChosen() { return this.#button.getAttribute("aria-pressed") === "true"; }

  // `isNow`: no code runs after this call.
  hide(isNow = false) {
    if (isNow && this.#handing) return this.#handOver();
    const { video, audio } = this.#elements;
    // A picture-in-picture video remains visible.
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

  // Switches once the audio has reached the video's position, or as soon as the phone pauses the video.
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
    // Playing before it is ready would fail on a slow connection.
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
    // The video is still playing.
    if (this.#handing) {
      this.stop();
      audio.pause();
      return elements.lookAlike();
    }
    // A file that started while the page was hidden has no video yet.
    if (elements.givePicture()) video.addEventListener("loadedmetadata", back, { once: true, signal: this.#signal });
    else back();
    elements.lookAlike();
  }
}
