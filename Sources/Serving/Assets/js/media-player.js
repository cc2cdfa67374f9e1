// <media-player data-item="7" …> around one <video> and one <audio>: plays a film or music, and continues as audio when the page is hidden.
//
// `media-elements.js` sets their sources, `media-handover.js` switches between video and audio, `media-choices.js` offers qualities, audio
// tracks and subtitles, `media-chapters.js` navigates chapters, `media-keys.js` handles keys, `media-countdown.js` waits between episodes.
// This element asks the server how to play a file, sends it the position, and handles failures.

import { listening } from "./listening.js";
import { abilities, plain } from "./media-abilities.js";
import { MediaChapters } from "./media-chapters.js";
import { MediaChoices } from "./media-choices.js";
import { MediaCountdown } from "./media-countdown.js";
import { MediaDevices } from "./media-devices.js";
import { MediaElements } from "./media-elements.js";
import { MediaHandover } from "./media-handover.js";
import { handleMediaKeys, pressed } from "./media-keys.js";
import { askHow, reached, saveEnd, savePosition } from "./media-server.js";
import { tellPosition, tellState } from "./media-session.js";
import { describeFile, fileBeside, showFile } from "./media-shown.js";
import { offerWindow, toggleWindow } from "./media-window.js";
import { look, root } from "./network.js";
import { ready } from "./words.js";

const saveEvery = 10_000; // Milliseconds

class MediaPlayer extends HTMLElement {
  #listening;
  #elements;
  #handover;
  #choices;
  #chapters;
  #countdown;
  #file; // A dataset: of this element, or of a link to the next file
  #shown; // The file that the server has answered for
  #opening = 0;
  #isAsking = false;
  #hasTried = false; // A failed source was replaced once
  #saved = 0;
  #endOf; // The file whose end was reported
  #sound; // The audio track chosen for this file

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const on = listening(signal);
    this.#elements = new MediaElements(this, signal, () => this.#failed());
    this.#handover = new MediaHandover(this, this.#elements, signal, () => this.#save());
    this.#choices = new MediaChoices(this, this.#elements, signal, (sound) => this.#again(undefined, sound));
    this.#chapters = new MediaChapters(this, this.#elements, signal);
    this.#countdown = new MediaCountdown(this, signal);
    this.#listenToMedia(on);
    this.#listenToPage(on);
    const acts = {
      touched: () => this.#handover.touched(),
      listen: (isSound) => this.#handover.listen(isSound),
      toggleWindow: () => toggleWindow(this.#elements.video),
      speedUp: (step) => this.#choices.speedUp(step),
      next: (step) => this.#next(step),
      chapter: (step) => this.#chapters.step(step),
    };
    on(document, "keydown", (event) => this.#elements.plays && pressed(event, this.#elements, acts));
    handleMediaKeys(this.#elements, acts);
    new MediaDevices(this, signal, {
      here: () => ({ item: Number(this.#file.item), seconds: this.#elements.place.time }),
      pause: () => this.#elements.active.pause(),
      play: (item, seconds) => this.#goOn(item, seconds),
    });
    // A link labelled “Play” or “Continue”, or another device, has sent the person here.
    this.#open(this.dataset, new URLSearchParams(location.search).has("play"));
  }

  // Continues what another device was playing, from the same position.
  #goOn(item, seconds) {
    if (item !== this.#file.item) {
      location.assign(root(`media/items/${item}?t=${seconds}&play=1`));
      return;
    }
    this.#elements.active.currentTime = seconds;
    this.#elements.play(this.#elements.active);
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#handover.stop();
    this.#countdown.stop();
    this.#elements.close();
    this.#save();
  }

  #listenToMedia(on) {
    const elements = this.#elements;
    for (const media of elements.both) {
      const ofActive = (act) => () => media === elements.active && act();
      on(media, "play", ofActive(() => this.#played()));
      on(media, "pause", ofActive(() => this.#paused()));
      on(media, "timeupdate", ofActive(() => this.#moved()));
      on(media, "ended", ofActive(() => this.#ended()));
      on(media, "error", ofActive(() => elements.given(media) && this.#failed()));
      on(media, "seeked ratechange durationchange", ofActive(() => tellPosition(media)));
    }
  }

  #listenToPage(on) {
    // Its window may be closed while the page is hidden.
    offerWindow(this.querySelector("[data-window]"), this.#elements.video, this.#listening.signal, () => document.hidden && this.#handover.hide());
    for (const link of document.querySelectorAll("a[data-next]"))
      on(link, "click", (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        this.#open(link.dataset, true);
      });
  }

  // Another file in the same elements.
  async #open(file, plays, wish = abilities()) {
    this.#save();
    this.#handover.stop();
    this.#countdown.stop();
    const number = ++this.#opening;
    const isOther = this.#shown !== file;
    if (isOther) [this.#hasTried, this.#sound] = [false, undefined];
    this.#file = file;
    this.#isAsking = true;
    const answer = await askHow(file.item, { ...wish, ...this.#choices.bounds, sound: this.#sound });
    if (number !== this.#opening) return;
    if (!answer) {
      this.#openOnceReached(plays, wish);
      return;
    }
    this.#isAsking = false;
    this.#problem(answer.ok ? undefined : "problem");
    if (!answer.ok) return;
    this.#shown = file;
    const how = await answer.json();
    await ready;
    if (number === this.#opening) this.#begin(how, isOther, plays);
  }

  // Applies the server's response.
  #begin(how, isOther, plays) {
    const [elements, file] = [this.#elements, this.#file];
    [elements.plays, elements.hasPicture] = [how, "picture" in file];
    this.querySelector("[data-reason]").textContent = how.decision === "direct" ? "" : how.reason;
    if (!elements.hasPicture || document.hidden) elements.isSound = true;
    else if (isOther && !this.#handover.isChosen) elements.isSound = false;
    this.querySelector("[data-acts]").hidden = !elements.hasPicture;
    this.#choices.offer(how);
    elements.load(Number(file.position) || 0, plays);
    this.#chapters.offer(how);
    if (isOther && file !== this.dataset) showFile(this, file);
    describeFile(file);
  }

  // The same file from the same position, with the new choices.
  #again(wish, sound = this.#sound) {
    this.#sound = sound;
    const { time, plays } = this.#elements.place;
    this.#file.position = time || this.#file.position || 0;
    this.#open(this.#file, plays, wish);
  }

  #played() {
    this.#countdown.stop();
    if (!this.#elements.isSound) this.#elements.preload(this.#elements.audio);
    tellState(true);
    tellPosition(this.#elements.active);
  }

  #paused() {
    if (this.#elements.active.ended) return;
    this.#handover.paused();
    tellState(false);
    this.#save();
  }

  #moved() {
    this.#chapters.moved();
    if (performance.now() - this.#saved > saveEvery) this.#save();
    if (!this.#elements.isSound) this.#handover.keepNear();
  }

  // Continues or starts once the server can be reached.
  async #openOnceReached(plays, wish) {
    const [number, { signal }] = [this.#opening, this.#listening];
    this.#problem("unreached");
    this.#isAsking = true;
    if (!(await reached(() => number === this.#opening && !signal.aborted, signal))) return;
    this.#hasTried = false;
    this.#open(this.#file, plays, wish);
  }

  // If the server can't be reached, that is the reason; otherwise our own player is tried for the stream; then, once, HTTP Live Streaming
  // in the format that every browser plays; then it can't be played here.
  async #failed() {
    // The failed source is being replaced already.
    if (this.#isAsking) return;
    const elements = this.#elements;
    const [number, { currentTime, paused }, address] = [this.#opening, elements.active, elements.given(elements.active)];
    elements.forgetGiven();
    this.#isAsking = true;
    const isReached = await look();
    if (number !== this.#opening) return;
    this.#isAsking = false;
    if (!isReached) {
      this.#file.position = currentTime || this.#file.position || 0;
      this.#openOnceReached(!paused);
    } else if (elements.feedsInstead(address)) this.#again(this.#hasTried ? plain : undefined);
    else if (this.#hasTried) this.#problem("problem");
    else {
      this.#hasTried = true;
      this.#again(plain);
    }
  }

  #problem(what) {
    for (const name of ["problem", "unreached"]) this.querySelector(`[data-${name}]`).hidden = name !== what;
  }

  // A watched episode leaves time to stop; while only listening, the next one follows at once.
  #ended() {
    const next = fileBeside(this.#file, 1);
    if (!next || !("waits" in this.dataset) || this.#elements.isSound || document.hidden) {
      this.#next(1);
      return;
    }
    this.#save();
    this.#countdown.start(next, () => this.#open(next, true));
  }

  #next(step) {
    this.#save();
    const next = fileBeside(this.#file, step);
    if (next) this.#open(next, true);
  }

  // A file that ended has been watched. It isn't reported twice.
  #save() {
    const { currentTime, ended } = this.#elements.active;
    if (!this.#elements.plays || (!currentTime && !ended)) return;
    if (ended && this.#endOf === this.#file) return;
    this.#saved = performance.now();
    this.#endOf = ended ? this.#file : undefined;
    if (ended) saveEnd(this.#file.item);
    else savePosition(this.#file.item, currentTime);
  }
}

customElements.define("media-player", MediaPlayer);
