// <document-player data-document="7" data-word="0" …> around a document's text and its player: reads it aloud, and highlights the spoken
// word.
//
// A position in the document is the index of a word. Audio is loaded a part at a time, with the times of its words. The spoken word is
// found at each animation frame, because `timeupdate` fires only four times a second. `document-voice.js` plays, `document-text.js`
// highlights, `document-bar.js` shows the position, `document-bookmarks.js` stores bookmarks; this element connects them, and sends the
// position to the server.

import { DocumentBar } from "./document-bar.js";
import { DocumentBookmarks } from "./document-bookmarks.js";
import { DocumentContents } from "./document-contents.js";
import { handleMediaKeys } from "./document-keys.js";
import { DocumentOptions } from "./document-options.js";
import { DocumentParts } from "./document-parts.js";
import { SavedPlace } from "./document-saved.js";
import { DocumentSteps } from "./document-steps.js";
import { DocumentText } from "./document-text.js";
import { restOfChapter } from "./document-times.js";
import { SleepTimer } from "./document-timer.js";
import { DocumentVoice } from "./document-voice.js";
import "./document-waiting.js";
import { listening } from "./listening.js";
import { describe, tellPosition } from "./media-session.js";
import "./voice-sample.js";
import { ready } from "./words.js";

const scrolling = ["PageDown", "PageUp", "Home", "End", "ArrowDown", "ArrowUp"];

class DocumentPlayer extends HTMLElement {
  #listening;
  #audio;
  #voice;
  #text;
  #bar;
  #contents;
  #steps;
  #options;
  #timer = new SleepTimer();
  #frame;
  #saved;

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#audio = this.querySelector("audio");
    const parts = new DocumentParts(this.dataset.document, this.dataset.starts.split(" ").map(Number), signal, (part) => this.#bar.note(part));
    this.#saved = new SavedPlace(this.dataset);
    const { word } = this.#saved;
    this.#voice = new DocumentVoice(this.#audio, parts, { count: Number(this.dataset.words), word, signal, told: this.#told });
    this.#text = new DocumentText(this, parts, this.#voice);
    const on = listening(signal);
    const problem = (name) => this.#bar.problem(name);
    this.#contents = new DocumentContents(this, this.#voice, parts, on, signal, problem);
    this.#bar = new DocumentBar(this, parts, this.#audio, this.#contents.starts);
    this.#steps = new DocumentSteps(this.#voice, parts, this.#contents.starts);
    new DocumentBookmarks(this, this.#voice, this.#text, signal, problem);
    this.#listenToBar(on);
    this.#listenToPage(on);
    this.querySelector("[data-bar]").hidden = false;
    this.#options = new DocumentOptions(this, on, {
      speed: (speed) => (this.#voice.speed = Number(speed)),
      unit: (unit) => (this.#steps.unit = unit),
      timer: (choice) => this.#setTimer(choice),
      size: () => this.#text.reflow(),
    });
    handleMediaKeys(this.#audio, this.#voice, this.#steps);
    this.#bar.show(word);
    this.#contents.markWord(word);
    this.#bar.tellState(this.#voice.wants);
    this.#text.mark();
    this.#voice.prepare(parts.of(word));
    this.#takeSent(word);
  }

  disconnectedCallback() {
    this.#save();
    this.#listening.abort();
    cancelAnimationFrame(this.#frame);
  }

  get #told() {
    return {
      state: () => this.#bar.tellState(this.#voice.wants),
      problem: (name) => this.#bar.problem(name),
      described: () => this.#describe(),
      plays: () => this.#look(),
      moved: () => this.#show(),
      stopped: () => this.#save(),
      sought: () => this.#text.follow(),
      endsPart: () => this.#timer.stopsAtEnd,
      slept: () => this.#sleep(),
    };
  }

  #listenToBar(on) {
    const [audio, voice, scrubber] = [this.#audio, this.#voice, this.querySelector(".reader-scrubber")];
    on(audio, "timeupdate", () => this.#tick());
    on(audio, "seeked ratechange durationchange", () => tellPosition(audio));
    on(scrubber, "input", () => {
      this.#bar.isDragging = true;
      this.#bar.tell(Number(scrubber.value));
    });
    on(scrubber, "change", () => {
      this.#bar.isDragging = false;
      voice.go(Number(scrubber.value));
    });
    on(this.querySelector("[data-play]"), "click", () => voice.toggle());
    for (const button of this.querySelectorAll("[data-step]")) on(button, "click", () => this.#steps.step(Number(button.dataset.step)));
    for (const button of this.querySelectorAll("[data-leaf]")) on(button, "click", () => this.#leaf(Number(button.dataset.leaf)));
    on(this.querySelector("[data-follow]"), "click", () => this.#text.comeBack());
  }

  #listenToPage(on) {
    on(this.querySelector("[data-text]"), "click", async (event) => (await this.#text.press(event)) || this.#bar.problem("sayLater"));
    for (const link of this.querySelectorAll("[data-earlier], [data-later]"))
      on(link, "click", (event) => {
        event.preventDefault();
        this.#text.extend("earlier" in link.dataset ? -1 : 1);
      });
    const original = this.querySelector("[data-original]");
    if (original) on(original, "toggle", () => this.#bar.showPicture(this.#voice.word));
    // Another voice is being played.
    on(document, "play", ({ target }) => target !== this.#audio && this.#voice.wants && this.#voice.pause(), { capture: true });
    // Scrolling by hand, and actions beside the text.
    on(window, "wheel touchmove", () => this.#text.stray(), { passive: true });
    on(document, "focusin", ({ target }) => !this.contains(target) && this.#text.stray());
    on(window, "keydown", (event) => this.#pressed(event));
    on(document, "visibilitychange", () => (document.hidden ? this.#save() : this.#look()));
    on(window, "pagehide", () => this.#save());
    on(window, "resize", () => this.#text.reflow());
  }

  // The space bar plays and pauses, unless the focused element uses it.
  #pressed(event) {
    if (event.target !== document.body) return;
    if (scrolling.includes(event.key)) this.#text.stray();
    if (event.key !== " " || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    this.#voice.toggle();
  }

  // To the previous or next page; backwards, first to the beginning of the current one, like a sentence.
  #leaf(by) {
    const word = this.#bar.pageBeside(this.#voice.spoken, by);
    if (word !== undefined) this.#voice.go(word);
  }

  #setTimer(choice) {
    const word = this.#voice.spoken;
    this.#timer.set(choice, Date.now(), word + restOfChapter(word, this.#contents.starts, Number(this.dataset.words)));
  }

  #look() {
    cancelAnimationFrame(this.#frame);
    if (document.hidden) return;
    this.#frame = requestAnimationFrame(() => {
      this.#show();
      if (this.#voice.isPlaying) this.#look();
    });
  }

  #show() {
    this.#voice.word = this.#voice.spoken;
    if (!this.#bar.isDragging) this.#bar.show(this.#voice.word);
    this.#text.mark();
    this.#contents.markWord(this.#voice.word);
  }

  #describe() {
    describe({ title: this.dataset.name });
    tellPosition(this.#audio);
  }

  // Unless something has changed meanwhile.
  async #takeSent(before) {
    const word = await this.#saved.sent(this.#listening.signal);
    if (word === undefined || word === before || this.#voice.wants || this.#voice.word !== before) return;
    this.#saved.isSaved(word);
    this.#voice.go(word);
  }

  // Also called while the page is hidden.
  #tick() {
    if (this.#audio.paused) return;
    this.#voice.word = this.#voice.spoken;
    if (this.#timer.isOver(Date.now(), this.#voice.word)) this.#sleep();
    else if (this.#saved.isDue) this.#save();
  }

  #sleep() {
    this.#timer.clear();
    this.#options.clearTimer();
    this.#voice.stop();
  }

  #save() { this.#saved.save(this.#voice.word); }
}

ready.then(() => customElements.define("document-player", DocumentPlayer));
