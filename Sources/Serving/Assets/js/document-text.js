// The text of a document: highlights the spoken word, keeps it in view, and shows part after part as they are read.

import { reportAnswer } from "./answered.js";
import { root } from "./network.js";

const keptParts = 5; // In the page at once
const spans = ":is(p, h2, h3, li, td) > span, .reader-passage > span"; // One per word

export class DocumentText {
  #player;
  #parts;
  #voice;
  #text;
  #link; // Links back to the spoken word
  #follows = true;
  #marked;
  #sight; // Observes whether the spoken word is in view

  constructor(player, parts, voice) {
    [this.#player, this.#parts, this.#voice] = [player, parts, voice];
    [this.#text, this.#link] = [player.querySelector("[data-text]"), player.querySelector("[data-follow]")];
  }

  #section(number) { return this.#player.querySelector(`[data-part="${number}"]`); }
  get #sections() { return [...this.#player.querySelectorAll("[data-part]")]; }

  // The numbers of the first and the last part in the page.
  get #shown() {
    const sections = this.#sections;
    return [Number(sections[0].dataset.part), Number(sections.at(-1).dataset.part)];
  }

  #span(word) {
    const section = this.#section(this.#parts.of(word));
    if (!section) return undefined;
    section.spans ??= section.querySelectorAll(spans);
    return section.spans[word - Number(section.dataset.first)];
  }

  wordOf(span) {
    const section = span.closest("[data-part]");
    section.spans ??= section.querySelectorAll(spans);
    return Number(section.dataset.first) + Array.prototype.indexOf.call(section.spans, span);
  }

  // Highlights the spoken word.
  mark() {
    const { word } = this.#voice;
    const span = this.#span(word);
    if (!span) {
      this.#bring(this.#parts.of(word));
      return;
    }
    if (span === this.#marked) return;
    this.#marked?.classList.remove("is-spoken");
    this.#marked = span;
    span.classList.add("is-spoken");
    this.#lightLine(span);
    if (this.#follows) this.#bringIntoView(span);
    else this.#watch();
  }

  // The line of a word, over the whole width (`.reader-text::before`).
  #lightLine(span) {
    const [{ top, height }, { top: edge }] = [span.getBoundingClientRect(), this.#text.getBoundingClientRect()];
    this.#text.style.setProperty("--line-start", `${top - edge}px`);
    this.#text.style.setProperty("--line-size", `${height}px`);
  }

  // The text size has changed.
  reflow() { if (this.#marked?.isConnected) this.#lightLine(this.#marked); }

  // Only if it leaves the middle of the window.
  #bringIntoView(span) {
    const { top, bottom } = span.getBoundingClientRect();
    if (top > innerHeight * 0.15 && bottom < innerHeight * 0.55) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    span.scrollIntoView({ block: "center", behavior: isCalm || top < 0 || top > innerHeight * 1.5 ? "instant" : "smooth" });
  }

  // The person has scrolled elsewhere.
  stray() {
    if (!this.#follows || !this.#marked) return;
    this.#follows = false;
    this.#watch();
  }

  follow() {
    this.#follows = true;
    this.#sight?.disconnect();
    this.#link.hidden = true;
  }

  // The link is there only while the spoken word is out of view.
  #watch() {
    this.#sight?.disconnect();
    const tell = (entries) => (this.#link.hidden = this.#follows || entries.at(-1).isIntersecting);
    this.#sight = new IntersectionObserver(tell, { rootMargin: `0px 0px -${this.#covered}px` });
    this.#sight.observe(this.#marked);
  }

  // How much of the window's lower end the player covers, in pixels.
  get #covered() {
    const bar = this.#player.querySelector("[data-bar]");
    const { position, bottom } = getComputedStyle(bar);
    return position === "sticky" ? bar.offsetHeight + (parseFloat(bottom) || 0) : 0;
  }

  comeBack() {
    this.follow();
    this.#marked = undefined;
    this.mark();
  }

  // Shows the text of a part: after the current parts if it follows them, otherwise instead of them.
  async #bring(number) {
    if (this.#parts.isAsked(number)) return;
    const section = await this.#parts.text(number).catch(() => undefined);
    if (!section || this.#section(number)) return;
    const [first, last] = this.#shown;
    if (number === last + 1) this.#text.append(section);
    else if (number === first - 1) this.keepPlace(() => this.#text.prepend(section));
    else this.#text.replaceChildren(section);
    for (const old of this.#sections.slice(0, -keptParts)) if (number === last + 1) this.keepPlace(() => old.remove());
    for (const old of this.#sections.slice(keptParts)) if (number === first - 1) old.remove();
    this.#setLinks();
    this.mark();
    this.reflow();
  }

  // Shows the part before (-1) or after (1) those in the page.
  extend(by) {
    if (this.#marked) this.stray();
    this.#bring(this.#shown.at(by < 0 ? 0 : 1) + by);
  }

  // Text that is in view stays in place while something above it is added or removed.
  keepPlace(change) {
    const anchor = this.#sections.find((section) => {
      const { top, bottom } = section.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    const before = anchor?.getBoundingClientRect().top;
    change();
    if (anchor?.isConnected) scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: "instant" });
  }

  #setLinks() {
    const [first, last] = this.#shown;
    for (const [name, number] of [["earlier", first - 1], ["later", last + 1]]) {
      const link = this.#player.querySelector(`[data-${name}]`);
      if (!link) continue;
      link.parentElement.hidden = number < 0 || number >= this.#parts.count;
      link.href = root(`reader/documents/${this.#player.dataset.document}?part=${number}`);
    }
  }

  // A tap plays from a word, or includes or skips a passage. Returns whether the server could be reached.
  async press(event) {
    const passage = event.target.closest(".reader-passage");
    if (passage) {
      event.preventDefault();
      return this.turn(passage);
    }
    const span = event.target.closest("[data-part] span");
    if (span && getSelection().isCollapsed) this.#voice.go(this.wordOf(span));
    return true;
  }

  // Includes a skipped passage, or skips it again. Returns whether the server could be reached.
  async turn(passage) {
    const body = new URLSearchParams(new FormData(passage.form));
    body.set(passage.name, passage.value);
    // A redirect to the page means success.
    const answer = await fetch(passage.form.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
    if (!answer) return false;
    if (answer.type !== "opaqueredirect") {
      passage.form.requestSubmit(passage);
      return true;
    }
    reportAnswer(passage.form.action);
    document.dispatchEvent(new CustomEvent("reading-changed"));
    const which = `.reader-passage[value="${passage.value}"]`;
    const numbers = this.#sections.filter((section) => section.querySelector(which)).map((section) => Number(section.dataset.part));
    this.#voice.renew(numbers);
    for (const number of numbers) {
      const fresh = await this.#parts.text(number).catch(() => undefined);
      const old = this.#section(number);
      if (!fresh || !old) continue;
      const hasFocus = old.contains(document.activeElement);
      old.replaceWith(fresh);
      if (hasFocus) fresh.querySelector(which)?.focus({ preventScroll: true });
    }
    this.mark();
    return true;
  }
}
