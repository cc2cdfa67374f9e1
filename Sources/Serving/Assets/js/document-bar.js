// The display of a document's player: whether it plays, problems, and the position: scrubber, page or percentage, remaining time, picture
// of the page.

import { chapterOf, hoursAndMinutes, pageBeside, pageOf, pageStarts, restOfChapter, secondsFor } from "./document-times.js";
import { language } from "./language.js";
import { tellState } from "./media-session.js";
import { root } from "./network.js";
import { words } from "./words.js";

const number = new Intl.NumberFormat(language);
const percent = new Intl.NumberFormat(language, { style: "percent" });

export class DocumentBar {
  isDragging = false;
  #player;
  #parts;
  #audio;
  #scrubber;
  #pages;
  #count; // Words
  #chapters; // Their first words
  #pictured; // The page whose picture is shown

  constructor(player, parts, audio, chapters) {
    [this.#player, this.#parts, this.#audio, this.#chapters] = [player, parts, audio, chapters];
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
    const rest = this.#left(this.#count - word);
    const said = page ? words("Page %@", String(page)) : percent.format(word / Math.max(1, this.#count - 1));
    this.#put("[data-page]", said);
    this.#put("[data-left]", rest);
    const chapter = this.#tellChapter(word, rest);
    const text = [said, rest, chapter].filter(Boolean).join(", ");
    if (this.#scrubber.getAttribute("aria-valuetext") !== text) this.#scrubber.setAttribute("aria-valuetext", text);
  }

  #left(count) {
    const seconds = secondsFor(count, this.#parts.allKnown, this.#audio.playbackRate);
    const { hours, minutes } = hoursAndMinutes(seconds);
    if (seconds < 60) return words("Less than a minute left");
    return hours > 0 ? words("%@ h %@ min left", number.format(hours), number.format(minutes)) : words("%lld min left", minutes);
  }

  // `rest`: the text for the whole document; the chapter's is left out if it is the same, as in the last one.
  #tellChapter(word, rest) {
    if (this.#chapters.length === 0) return undefined;
    const index = chapterOf(word, this.#chapters);
    const said = index < 0 ? "" : words("Chapter %@ of %@", number.format(index + 1), number.format(this.#chapters.length));
    this.#put("[data-chapter]", said);
    const own = index < 0 ? rest : this.#left(restOfChapter(word, this.#chapters, this.#count));
    this.#put("[data-chapter-left]", own === rest ? "" : words("Chapter: %@", own));
    return said;
  }

  #put(selector, text) {
    const element = this.#player.querySelector(selector);
    if (element.textContent !== text) element.textContent = text;
  }

  // Shows the current page while the picture is open.
  showPicture(word) {
    const picture = this.#player.querySelector("[data-original][open] img");
    const page = picture && pageOf(word, this.#pages);
    if (!page || this.#pictured === page) return;
    this.#pictured = page;
    picture.src = root(`reader/documents/${this.#player.dataset.document}/pages/${page}/picture`);
    picture.alt = words("Page %@", String(page));
  }

  // The first word of the previous (-1) or next (1) page; undefined: there is none.
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

  // The server may have used another voice for a part, or may not know its word times.
  note({ voice, approximate }) {
    if (voice !== this.#player.dataset.voice) this.#player.querySelector("[data-other-voice]").hidden = false;
    this.#player.querySelector("[data-approximate]").hidden = !approximate;
  }
}
