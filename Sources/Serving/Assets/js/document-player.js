// <document-player data-document="7" data-word="0" …> around a document's text and its player: reads it aloud, and marks the word that is said.
//
// A place in the document is the number of a word. Sound comes a part at a time, into one <audio> that stays, since phones allow playing by element; the
// times of its words come beside it. Which word is said is asked of the sound at each frame, since `timeupdate` comes four times a second only.
//
// What the server can't be asked for is taken of what this device keeps, on a page that is kept itself first of all.

import { keptPart, nearestSound, placeOn, sendPlace, sendPlaces } from "./document-kept.js";
import { language } from "./language.js";
import { root } from "./network.js";
import { replaceRegion } from "./regions.js";
import "./voice-sample.js";
import { ready, words } from "./words.js";

const saveEvery = 10_000; // Milliseconds.
const usualPace = 2.6; // Words a second, until a part is known.
const again = 5000; // Milliseconds, after text that couldn't be had.
const keptFor = 5000; // Milliseconds that a bookmark is told of.
const keptParts = 5; // Of text, in the page at once.
const percent = new Intl.NumberFormat(language, { style: "percent" });
const spans = "p > span, .reader-passage > span"; // A word each.
const speedKey = "reader-speed";
const isKept = "kept" in document.documentElement.dataset;

class DocumentPlayer extends HTMLElement {
  #listening;
  #audio;
  #scrubber;
  #starts; // The words with which parts begin.
  #count; // Words.
  #word; // Where the reader is.
  #parts = new Map(); // By number: a promise of times and sentences.
  #known = new Map(); // The same, once they are there.
  #part = -1; // The one that the sound is of.
  #renewed = -1; // The one whose times were asked for again.
  #opening = 0;
  #wants = false; // It plays, or will as soon as it can.
  #isDragging = false;
  #follows = true;
  #scrolled = 0;
  #marked;
  #frame;
  #pictured; // The page whose picture is shown.
  #saved = 0;
  #savedWord;
  #kept; // Ends what is said of a bookmark.
  #nap; // When it stops.
  #napsAtEnd = false; // Whether it stops where this part ends.

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const on = (target, names, act, options) =>
      names.split(" ").forEach((name) => target.addEventListener(name, act, { signal, ...options }));
    const { starts, words: count, word } = this.dataset;
    this.#starts = starts.split(" ").map(Number);
    [this.#count, this.#word] = [Number(count), Number(word)];
    this.#audio = this.querySelector("audio");
    this.#scrubber = this.querySelector(".reader-scrubber");
    this.#takePlace();
    this.#savedWord = this.#word;
    const [audio, scrubber] = [this.#audio, this.#scrubber];
    audio.preservesPitch = true;
    on(audio, "play playing", () => this.#look());
    on(audio, "pause", () => !audio.ended && !audio.seeking && this.#paused());
    on(audio, "ended", () => this.#ended());
    on(audio, "error", () => audio.getAttribute("src") && this.#lost());
    on(audio, "timeupdate", () => this.#tick());
    on(audio, "seeked ratechange durationchange", () => this.#tellPosition());
    on(scrubber, "input", () => {
      this.#isDragging = true;
      this.#tellPlace(Number(scrubber.value));
    });
    on(scrubber, "change", () => {
      this.#isDragging = false;
      this.#go(Number(scrubber.value));
    });
    on(this.querySelector("[data-play]"), "click", () => (this.#wants ? this.#pause() : this.#play()));
    for (const button of this.querySelectorAll("[data-step]")) on(button, "click", () => this.#step(Number(button.dataset.step)));
    on(this.querySelector("[data-text]"), "click", (event) => {
      const passage = event.target.closest(".reader-passage");
      if (passage) return this.#turn(passage, event);
      const span = event.target.closest("p > span");
      if (span && getSelection().isCollapsed) this.#go(this.#wordOf(span));
    });
    const speed = this.querySelector("[data-speed]");
    const kept = localStorage.getItem(speedKey);
    if (kept && [...speed.options].some(({ value }) => value === kept)) speed.value = kept;
    on(speed, "change", () => {
      localStorage.setItem(speedKey, speed.value);
      this.#setSpeed();
    });
    on(this.querySelector("[data-nap]"), "change", ({ target }) => {
      this.#napsAtEnd = target.value === "part";
      this.#nap = target.value && !this.#napsAtEnd ? Date.now() + Number(target.value) * 60_000 : undefined;
    });
    for (const button of this.querySelectorAll("[data-leaf]")) on(button, "click", () => this.#leaf(Number(button.dataset.leaf)));
    // Somebody hears another voice.
    on(document, "play", ({ target }) => target !== audio && this.#wants && this.#pause(), { capture: true });
    on(this.querySelector("[data-follow]"), "click", () => this.#comeBack());
    on(this.querySelector("[data-bookmark]"), "click", () => this.#bookmark());
    const original = this.querySelector("[data-original]");
    if (original) on(original, "toggle", () => this.#showPicture());
    const bookmarks = document.querySelector("[data-bookmarks]");
    if (bookmarks) {
      on(bookmarks, "click", (event) => this.#goToBookmark(event));
      on(bookmarks, "submit", (event) => this.#changeBookmark(event));
    }
    // What scrolls by hand, and what somebody does beside the text.
    on(window, "wheel touchmove", () => this.#stray(), { passive: true });
    on(document, "focusin", ({ target }) => !this.contains(target) && this.#stray());
    on(window, "keydown", (event) => this.#pressed(event));
    for (const link of this.querySelectorAll("[data-earlier], [data-later]"))
      on(link, "click", (event) => {
        event.preventDefault();
        this.#extend("earlier" in link.dataset ? -1 : 1);
      });
    on(document, "visibilitychange", () => (document.hidden ? this.#save() : this.#look()));
    on(window, "pagehide", () => this.#save());
    this.querySelector("[data-bar]").hidden = false;
    this.#setSpeed();
    this.#handleKeys();
    this.#tellPlace(this.#word);
    this.#tellState();
    this.#mark();
    // So that it plays at once.
    this.#need(this.#partOf(this.#word)).catch(() => undefined);
  }

  disconnectedCallback() {
    this.#save();
    this.#listening.abort();
    cancelAnimationFrame(this.#frame);
  }

  // Where one was on this device, if that is later than what a kept page says, or the server doesn't know it yet.
  #takePlace() {
    const place = placeOn(this.dataset.document);
    if (!place) return;
    if (!isKept) return place.isSent ? undefined : this.#askForPlace();
    if (place.at < Date.parse(document.documentElement.dataset.kept)) return;
    this.#word = Math.min(place.word, this.#count - 1);
    this.#scrubber.value = this.#word;
  }

  async #askForPlace() {
    const before = this.#word;
    await sendPlaces();
    const answer = await fetch(root(`api/v1/documents/${this.dataset.document}`), { signal: this.#listening.signal }).catch(() => undefined);
    if (!answer?.ok || this.#wants || this.#word !== before) return;
    const { word } = await answer.json();
    if (word === before) return;
    this.#savedWord = word;
    this.#go(word);
  }

  // MARK: Parts

  #partOf(word) {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle] <= word) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  // The times of a part's words; its sound is made meanwhile.
  #need(number) {
    if (!this.#parts.has(number)) this.#parts.set(number, this.#fetchPart(number));
    const part = this.#parts.get(number);
    part.catch(() => this.#parts.delete(number));
    return part;
  }

  async #fetchPart(number) {
    const part = await this.#keptOr(number, () => this.#askForPart(number), (kept) => kept.part);
    part.sound = await nearestSound(part.sound);
    this.#known.set(number, part);
    this.#note(part);
    return part;
  }

  // What the server says; what is kept if it says nothing, or before it is asked on a page that is kept.
  async #keptOr(number, ask, take) {
    const kept = () => keptPart(this.dataset.document, number).catch(() => undefined);
    const before = isKept ? await kept() : undefined;
    if (before) return take(before);
    try {
      return await ask();
    } catch (error) {
      const instead = this.#listening.signal.aborted ? undefined : await kept();
      if (!instead) throw error;
      return take(instead);
    }
  }

  async #askForPart(number) {
    const { signal } = this.#listening;
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(root(`api/v1/documents/${this.dataset.document}/parts/${number}`), { signal });
      if (answer.ok) return answer.json();
      const seconds = Number(answer.headers.get("Retry-After") ?? 2);
      // What is only busy has a turn for this one soon; else something is wrong, and its person is told before long.
      if (answer.status !== 503 || tries > (seconds < 5 ? 5 : 0)) throw new Error(String(answer.status));
      await new Promise((done) => setTimeout(done, 1000 * seconds));
    }
  }

  // The server may have read it with another voice, or not know when its words begin.
  #note({ voice, approximate }) {
    if (voice !== this.dataset.voice) this.querySelector("[data-other-voice]").hidden = false;
    this.querySelector("[data-approximate]").hidden = !approximate;
  }

  // MARK: Playing

  #play() {
    this.#problem();
    this.#wants = true;
    this.#tellState();
    if (this.#part === this.#partOf(this.#word) && this.#audio.readyState > 0 && !this.#audio.ended) this.#start();
    else this.#open();
  }

  #start() {
    this.#audio.play().catch((error) => {
      // Interrupted by another source, or refused: a press begins it.
      if (error.name === "AbortError") return;
      this.#wants = false;
      this.#tellState();
    });
  }

  #pause() {
    this.#wants = false;
    this.#audio.pause();
    this.#paused();
  }

  #paused() {
    this.#word = this.#spoken();
    if (!this.#audio.seeking && this.#audio.paused && this.#isSettled) this.#wants = false;
    this.#tellState();
    this.#save();
  }

  // Whether no part is on its way.
  #isSettled = true;

  // Gives the sound the part of the present word, and begins there.
  async #open() {
    const number = ++this.#opening;
    const place = this.#partOf(this.#word);
    this.#isSettled = false;
    let part;
    try {
      // What is known already begins within the press that asked for it.
      part = this.#known.get(place) ?? (await this.#need(place));
    } catch {
      if (number === this.#opening) this.#failed();
      return;
    }
    if (number !== this.#opening) return;
    const audio = this.#audio;
    const time = this.#timeOf(this.#word, part);
    if (this.#part !== place) {
      this.#part = place;
      audio.src = part.sound;
      this.#setSpeed();
    }
    const begin = () => {
      if (number !== this.#opening) return;
      if (Math.abs(audio.currentTime - time) > 0.01) audio.currentTime = time;
      this.#isSettled = true;
      this.#describe();
    };
    if (audio.readyState > 0) begin();
    else audio.addEventListener("loadedmetadata", begin, { once: true, signal: this.#listening.signal });
    if (this.#wants) this.#start();
    if (place + 1 < this.#starts.length) this.#need(place + 1).catch(() => undefined);
    this.#look();
  }

  #ended() {
    const next = this.#part + 1;
    if (next >= this.#starts.length) {
      this.#word = this.#count - 1;
      this.#wants = false;
      this.#tellState();
      this.#show();
      return this.#save();
    }
    this.#word = this.#starts[next];
    const sleeps = this.#napsAtEnd;
    if (sleeps) this.#wants = false;
    this.#open();
    if (sleeps) this.#sleep();
  }

  // What the timer does.
  #sleep() {
    [this.#nap, this.#napsAtEnd] = [undefined, false];
    this.querySelector("[data-nap]").value = "";
    this.#wants = false;
    this.#audio.pause();
    this.#tellState();
    this.#show();
    this.#save();
  }

  // The sound of these times may be another by now, as by another rule for what is said: the part is asked for again, once.
  #lost() {
    const place = this.#part;
    this.#parts.clear();
    this.#known.clear();
    if (place < 0 || this.#renewed === place) return this.#failed();
    [this.#renewed, this.#part] = [place, -1];
    this.#open();
  }

  #failed() {
    this.#wants = false;
    this.#isSettled = true;
    this.#part = -1;
    this.#tellState();
    this.#problem(isKept ? "sayNotKept" : "sayFailed");
  }

  #setSpeed() {
    this.#audio.playbackRate = this.#audio.defaultPlaybackRate = Number(this.querySelector("[data-speed]").value);
  }

  // MARK: Places

  #timeOf(word, part) {
    // A little behind its beginning, so that rounding doesn't lead to the word before.
    return (part.times[word - part.first] ?? 0) + 0.002;
  }

  // The word that is said now.
  #spoken() {
    const part = this.#known.get(this.#part);
    if (!part || !this.#isSettled || this.#audio.readyState === 0 || this.#audio.seeking) return this.#word;
    const time = this.#audio.currentTime;
    let [low, high] = [0, part.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (part.times[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return part.first + Math.max(0, low - 1);
  }

  #go(word) {
    this.#word = Math.min(Math.max(0, word), this.#count - 1);
    this.#follows = true;
    this.querySelector("[data-follow]").hidden = true;
    this.#open();
    this.#show();
    this.#save();
  }

  async #step(by) {
    const word = this.#spoken();
    const place = this.#partOf(word);
    const part = await this.#need(place).catch(() => undefined);
    if (!part) return this.#failed();
    const index = part.sentences.findLastIndex((start) => start <= word);
    // Back to the beginning of this one first, as players do.
    const isInside = by < 0 && word - part.sentences[index] > 3;
    const wanted = isInside ? index : index + by;
    if (wanted >= 0 && wanted < part.sentences.length) return this.#go(part.sentences[wanted]);
    if (wanted >= part.sentences.length) return place + 1 < this.#starts.length ? this.#go(this.#starts[place + 1]) : undefined;
    if (place === 0) return this.#go(0);
    const before = await this.#need(place - 1).catch(() => undefined);
    this.#go(before ? before.sentences.at(-1) : this.#starts[place - 1]);
  }

  // To the page before or after; back to the beginning of this one first, like a sentence.
  #leaf(by) {
    const word = this.#spoken();
    const pages = this.#pages;
    const index = pages.findLastIndex((start) => start.word <= word);
    const isInside = by < 0 && word - (pages[index]?.word ?? 0) > 3;
    const wanted = pages[Math.max(0, isInside ? index : index + by)];
    if (wanted) this.#go(wanted.word);
  }

  // MARK: What is seen

  #look() {
    cancelAnimationFrame(this.#frame);
    if (document.hidden) return;
    this.#frame = requestAnimationFrame(() => {
      this.#show();
      if (!this.#audio.paused && !this.#audio.ended) this.#look();
    });
  }

  #show() {
    const word = (this.#word = this.#spoken());
    if (this.#isDragging) return this.#mark();
    if (Number(this.#scrubber.value) !== word) this.#scrubber.value = word;
    this.#tellPlace(word);
    this.#showPicture();
    this.#mark();
  }

  // Of the page that is read, while it is open.
  #showPicture() {
    const picture = this.querySelector("[data-original][open] img");
    const page = picture && this.#pageOf(this.#word);
    if (!page || this.#pictured === page) return;
    this.#pictured = page;
    picture.src = root(`reader/documents/${this.dataset.document}/pages/${page}/picture`);
    picture.alt = words("Page %@", String(page));
  }

  #span(word) {
    const section = this.querySelector(`[data-part="${this.#partOf(word)}"]`);
    if (!section) return undefined;
    section.spans ??= section.querySelectorAll(spans);
    return section.spans[word - Number(section.dataset.first)];
  }

  #wordOf(span) {
    const section = span.closest("[data-part]");
    section.spans ??= section.querySelectorAll(spans);
    return Number(section.dataset.first) + Array.prototype.indexOf.call(section.spans, span);
  }

  #mark() {
    const span = this.#span(this.#word);
    if (!span) return this.#bring(this.#partOf(this.#word));
    if (span === this.#marked) return;
    this.#marked?.classList.remove("is-spoken");
    this.#marked = span;
    span.classList.add("is-spoken");
    if (this.#follows) this.#bringIntoView(span);
  }

  // Only when it leaves the middle of the window.
  #bringIntoView(span) {
    const { top, bottom } = span.getBoundingClientRect();
    if (top > innerHeight * 0.15 && bottom < innerHeight * 0.55) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#scrolled = performance.now();
    span.scrollIntoView({ block: "center", behavior: isCalm || top < 0 || top > innerHeight * 1.5 ? "instant" : "smooth" });
  }

  #stray() {
    if (!this.#follows || !this.#marked) return;
    this.#follows = false;
    this.querySelector("[data-follow]").hidden = false;
  }

  #comeBack() {
    this.#follows = true;
    this.querySelector("[data-follow]").hidden = true;
    this.#marked = undefined;
    this.#mark();
  }

  // MARK: Text

  #fetching = new Map();

  // A part's text, from the page that shows it.
  #section(number) {
    if (!this.#fetching.has(number)) {
      const loading = this.#keptOr(number, () => this.#askForText(number), (kept) => kept.html).then((html) => {
        const fresh = document.createElement("template");
        fresh.innerHTML = html;
        return fresh.content.firstElementChild;
      });
      this.#fetching.set(number, loading);
      const forget = () => this.#fetching.delete(number);
      loading.then(forget, () => setTimeout(forget, again));
    }
    return this.#fetching.get(number);
  }

  async #askForText(number) {
    const { signal } = this.#listening;
    const answer = await fetch(root(`reader/documents/${this.dataset.document}?part=${number}`), { headers: { Accept: "application/json" }, signal });
    if (!answer.ok) throw new Error(String(answer.status));
    return (await answer.json()).html;
  }

  get #sections() {
    return [...this.querySelectorAll("[data-part]")];
  }

  // Shows the text of a part: beside what is there if it follows, else in its place.
  async #bring(number) {
    if (this.#fetching.has(number)) return;
    const section = await this.#section(number).catch(() => undefined);
    if (!section || this.querySelector(`[data-part="${number}"]`)) return;
    const text = this.querySelector("[data-text]");
    const shown = this.#sections;
    const [first, last] = [Number(shown[0].dataset.part), Number(shown.at(-1).dataset.part)];
    if (number === last + 1) text.append(section);
    else if (number === first - 1) this.#keepPlace(() => text.prepend(section));
    else text.replaceChildren(section);
    for (const old of this.#sections.slice(0, -keptParts)) if (number === last + 1) this.#keepPlace(() => old.remove());
    for (const old of this.#sections.slice(keptParts)) if (number === first - 1) old.remove();
    this.#setLinks();
    this.#mark();
  }

  #extend(by) {
    const shown = this.#sections;
    if (this.#marked) this.#stray();
    this.#bring(Number((by < 0 ? shown[0] : shown.at(-1)).dataset.part) + by);
  }

  // What is read stays where it is while text above it comes or goes.
  #keepPlace(change) {
    const anchor = this.#sections.find((section) => section.getBoundingClientRect().bottom > 0);
    const before = anchor?.getBoundingClientRect().top;
    change();
    if (anchor?.isConnected) scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: "instant" });
  }

  #setLinks() {
    const shown = this.#sections;
    const [first, last] = [Number(shown[0].dataset.part), Number(shown.at(-1).dataset.part)];
    for (const [name, number] of [["earlier", first - 1], ["later", last + 1]]) {
      const link = this.querySelector(`[data-${name}]`);
      if (!link) continue;
      link.parentElement.hidden = number < 0 || number >= this.#starts.length;
      link.href = root(`reader/documents/${this.dataset.document}?part=${number}`);
    }
  }

  // Has what is left out read, or leaves it out again.
  async #turn(passage, event) {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(passage.form));
    body.set(passage.name, passage.value);
    // A redirect to the page says that it is done.
    const answer = await fetch(passage.form.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
    if (!answer) return this.#problem("sayLater");
    if (answer.type !== "opaqueredirect") return passage.form.requestSubmit(passage);
    document.dispatchEvent(new CustomEvent("reading-changed"));
    const which = `.reader-passage[value="${passage.value}"]`;
    const numbers = this.#sections.filter((section) => section.querySelector(which)).map((section) => Number(section.dataset.part));
    this.#word = this.#spoken();
    for (const number of numbers) {
      this.#parts.delete(number);
      this.#known.delete(number);
    }
    // Another sound by now.
    if (numbers.includes(this.#part)) {
      this.#part = -1;
      this.#open();
    }
    for (const number of numbers) {
      const fresh = await this.#section(number).catch(() => undefined);
      const old = this.querySelector(`[data-part="${number}"]`);
      if (!fresh || !old) continue;
      const hasFocus = old.contains(document.activeElement);
      old.replaceWith(fresh);
      if (hasFocus) fresh.querySelector(which)?.focus({ preventScroll: true });
    }
    this.#mark();
  }

  // MARK: What is said

  #tellPlace(word) {
    const page = this.#pageOf(word);
    const left = this.#left(word);
    const rest = left < 60 ? words("Less than a minute left") : words("%lld min left", Math.round(left / 60));
    const said = page ? words("Page %@", String(page)) : percent.format((word + 1) / this.#count);
    this.#put("[data-page]", said);
    this.#put("[data-left]", rest);
    const text = `${said}, ${rest}`;
    if (this.#scrubber.getAttribute("aria-valuetext") !== text) this.#scrubber.setAttribute("aria-valuetext", text);
  }

  #put(selector, text) {
    const element = this.querySelector(selector);
    if (element.textContent !== text) element.textContent = text;
  }

  #pageOf(word) {
    const pages = this.#pages;
    return pages.findLast((start) => start.word <= word)?.page;
  }

  // The words with which pages begin, as `word:page`.
  #pageStarts;

  get #pages() {
    this.#pageStarts ??= (this.dataset.pages?.split(" ") ?? []).map((start) => {
      const [word, page] = start.split(":").map(Number);
      return { word, page };
    });
    return this.#pageStarts;
  }

  // Seconds, at the speed that is set.
  #left(word) {
    let [seconds, said] = [0, 0];
    for (const part of this.#known.values()) [seconds, said] = [seconds + part.duration, said + part.words.length];
    return (this.#count - word) / (seconds > 0 ? said / seconds : usualPace) / this.#audio.playbackRate;
  }

  #tellState() {
    const button = this.querySelector("[data-play]");
    button.classList.toggle("is-playing", this.#wants);
    button.setAttribute("aria-label", this.#wants ? button.dataset.sayPause : button.dataset.sayPlay);
    if (navigator.mediaSession) navigator.mediaSession.playbackState = this.#wants ? "playing" : "paused";
  }

  // `name` is that of its sentence; undefined: none.
  #problem(name) {
    const problem = this.querySelector("[data-problem]");
    problem.hidden = name === undefined;
    problem.textContent = problem.dataset[name] ?? "";
  }

  #describe() {
    if (navigator.mediaSession) navigator.mediaSession.metadata = new MediaMetadata({ title: this.dataset.name });
    this.#tellPosition();
  }

  #tellPosition() {
    const { duration, currentTime, playbackRate } = this.#audio;
    if (!(duration > 0) || !Number.isFinite(duration)) return;
    const position = Math.min(Math.max(0, currentTime), duration);
    navigator.mediaSession?.setPositionState?.({ duration, playbackRate, position });
  }

  #handleKeys() {
    const session = navigator.mediaSession;
    if (!session) return;
    const by = (seconds) => (this.#audio.currentTime = Math.max(0, this.#audio.currentTime + seconds));
    const acts = {
      play: () => this.#play(),
      pause: () => this.#pause(),
      previoustrack: () => this.#step(-1),
      nexttrack: () => this.#step(1),
      seekbackward: ({ seekOffset }) => by(-(seekOffset || 10)),
      seekforward: ({ seekOffset }) => by(seekOffset || 10),
      seekto: ({ seekTime }) => (this.#audio.currentTime = seekTime),
    };
    for (const [name, act] of Object.entries(acts)) {
      try {
        session.setActionHandler(name, act);
      } catch {
        // This browser has no such key.
      }
    }
  }

  // The space bar plays and pauses unless it is meant for something else; B sets a bookmark while `shortcuts.js` is on.
  #pressed(event) {
    if (event.code === "KeyB" || event.key === "b") this.#pressedBookmark(event);
    if (["PageDown", "PageUp", "Home", "End", "ArrowDown", "ArrowUp"].includes(event.key) && event.target === document.body) this.#stray();
    if (event.key !== " " || event.target !== document.body || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    if (this.#wants) this.#pause();
    else this.#play();
  }

  #pressedBookmark(event) {
    if (event.defaultPrevented || event.isComposing || event.repeat || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    if (localStorage.getItem("queue-keys") === "off" || document.querySelector("dialog:modal")) return;
    if (event.target.closest?.("input:not([type=range]), textarea, select, [contenteditable]")) return;
    event.preventDefault();
    this.#bookmark();
  }

  // MARK: Bookmarks

  // At the word that is said, or that was stopped at.
  async #bookmark() {
    const word = this.#spoken();
    const answer = await this.#send("POST", "bookmarks", { word }).catch(() => undefined);
    const said = this.querySelector("[data-kept]");
    const { sayKept, sayFull, sayFailed } = said.dataset;
    said.textContent = answer?.ok ? sayKept : answer?.status === 409 ? sayFull : sayFailed;
    clearTimeout(this.#kept);
    this.#kept = setTimeout(() => (said.textContent = ""), keptFor);
    if (answer?.ok) await this.#listBookmarks(true);
  }

  async #listBookmarks(opens) {
    const answer = await fetch(root(`reader/documents/${this.dataset.document}/bookmarks`), {
      headers: { Accept: "application/json" },
      signal: this.#listening.signal,
    }).catch(() => undefined);
    if (!answer?.ok) return;
    const list = document.querySelector("[data-bookmarks]");
    replaceRegion(list, (await answer.json()).html, () => document.querySelector("#bookmarks > summary"));
    if (opens) list.closest("details").open = true;
  }

  // Plays from there.
  #goToBookmark(event) {
    const link = event.target.closest("[data-go]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.#problem();
    this.#wants = true;
    this.#tellState();
    this.#go(Number(link.dataset.go));
  }

  // Without another page, so that the voice goes on.
  async #changeBookmark(event) {
    event.preventDefault();
    const form = event.target;
    const body = new URLSearchParams(new FormData(form));
    // A redirect to the page says that it is done.
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
    if (!answer) return this.#problem("sayLater");
    if (answer.type !== "opaqueredirect") return form.submit();
    form.closest("details")?.removeAttribute("open");
    await this.#listBookmarks(false);
  }

  // MARK: The server

  #send(method, path, body) {
    return fetch(root(`api/v1/documents/${this.dataset.document}/${path}`), {
      method,
      keepalive: true,
      headers: { "Content-Type": "application/json", "X-Form-Token": document.querySelector("meta[name=form-token]")?.content ?? "" },
      body: JSON.stringify(body),
    });
  }

  // Comes while the page is hidden too.
  #tick() {
    if (this.#audio.paused) return;
    this.#word = this.#spoken();
    if (this.#nap && Date.now() > this.#nap) {
      this.#word = this.#spoken();
      this.#sleep();
    } else if (performance.now() - this.#saved > saveEvery) this.#save();
  }

  #save() {
    this.#saved = performance.now();
    if (this.#word === this.#savedWord) return;
    const word = (this.#savedWord = this.#word);
    sendPlace(this.dataset.document, word).then((isSent) => !isSent && this.#savedWord === word && (this.#savedWord = undefined));
  }
}

// <document-waiting data-document="7">: opens the page again once the document has been read.
class DocumentWaiting extends HTMLElement {
  #listening;
  #timer;

  connectedCallback() {
    this.#listening = new AbortController();
    this.#wait();
  }

  disconnectedCallback() {
    this.#listening.abort();
    clearTimeout(this.#timer);
  }

  #wait() {
    this.#timer = setTimeout(() => this.#look(), 1000);
  }

  async #look() {
    const { signal } = this.#listening;
    const answer = await fetch(root(`api/v1/documents/${this.dataset.document}`), { signal }).catch(() => undefined);
    if (signal.aborted) return;
    if (answer?.ok && (await answer.json()).state === "reading") this.#wait();
    else if (answer?.ok || answer?.status === 404) location.reload();
    else this.#wait();
  }
}

customElements.define("document-waiting", DocumentWaiting);
ready.then(() => customElements.define("document-player", DocumentPlayer));
