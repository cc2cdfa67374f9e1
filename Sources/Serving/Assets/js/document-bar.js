// What a document's player says: whether it plays, what is wrong, and the place: scrubber, page or share, time that is left, picture of the page.

import { pageBeside, pageOf, pageStarts, secondsFor } from "./document-times.js";
import { language } from "./language.js";
import { tellState } from "./media-session.js";
import { root } from "./network.js";
import { words } from "./words.js";

const percent = new Intl.NumberFormat(language, { style: "percent" });

export class DocumentBar {
  isDragging = false;
  #player;
  #parts;
  #audio;
  #scrubber;
  #pages;
  #count; // Words.
  #pictured; // The page whose picture is shown.

  constructor(player, parts, audio) {
    [this.#player, this.#parts, this.#audio] = [player, parts, audio];
    this.#scrubber = player.querySelector(".reader-scrubber");
    [this.#pages, this.#count] = [pageStarts(player.dataset.pages), Number(player.dataset.words)];
  }

  show(word) {
    if (Number(this.#scrubber.value) !== word) this.#scrubber.value = word;
    this.tell(word);
    this.showPicture(word);
  }

  tell(word) {
    const page = pageOf(word, this.#pages);
    const left = secondsFor(this.#count - word, this.#parts.allKnown, this.#audio.playbackRate);
    const rest = left < 60 ? words("Less than a minute left") : words("%lld min left", Math.round(left / 60));
    const said = page ? words("Page %@", String(page)) : percent.format((word + 1) / this.#count);
    this.#put("[data-page]", said);
    this.#put("[data-left]", rest);
    const text = `${said}, ${rest}`;
    if (this.#scrubber.getAttribute("aria-valuetext") !== text) this.#scrubber.setAttribute("aria-valuetext", text);
  }

  #put(selector, text) {
    const element = this.#player.querySelector(selector);
    if (element.textContent !== text) element.textContent = text;
  }

  // Of the page that is read, while it is open.
  showPicture(word) {
    const picture = this.#player.querySelector("[data-original][open] img");
    const page = picture && pageOf(word, this.#pages);
    if (!page || this.#pictured === page) return;
    this.#pictured = page;
    picture.src = root(`reader/documents/${this.#player.dataset.document}/pages/${page}/picture`);
    picture.alt = words("Page %@", String(page));
  }

  // The word with which the page before (-1) or after (1) begins; undefined: there is none.
  pageBeside(word, by) { return pageBeside(word, by, this.#pages); }

  tellState(wants) {
    const button = this.#player.querySelector("[data-play]");
    button.classList.toggle("is-playing", wants);
    button.setAttribute("aria-label", wants ? button.dataset.sayPause : button.dataset.sayPlay);
    tellState(wants);
  }

  // `name` is that of its sentence; undefined: none.
  problem(name) {
    const problem = this.#player.querySelector("[data-problem]");
    problem.hidden = name === undefined;
    problem.textContent = problem.dataset[name] ?? "";
  }

  // The server may have read a part with another voice, or not know when its words begin.
  note({ voice, approximate }) {
    if (voice !== this.#player.dataset.voice) this.#player.querySelector("[data-other-voice]").hidden = false;
    this.#player.querySelector("[data-approximate]").hidden = !approximate;
  }
}
