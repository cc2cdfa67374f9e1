// The chapters of a document, and the results of a search in its text: a tap plays from there.

import { chapterOf, clock, secondsFor } from "./document-times.js";
import { replaceRegion } from "./regions.js";

export class DocumentContents {
  starts; // The chapters' first words
  #voice;
  #parts;
  #audio;
  #signal;
  #problem;
  #links; // To chapters
  #current = -1;

  // `problem` is called with the name of a sentence.
  constructor(player, voice, parts, on, signal, problem) {
    [this.#voice, this.#parts, this.#audio] = [voice, parts, player.querySelector("audio")];
    [this.#signal, this.#problem] = [signal, problem];
    const contents = document.querySelector("#contents");
    this.#links = [...(contents?.querySelectorAll("[data-go]") ?? [])];
    this.starts = this.#links.map((link) => Number(link.dataset.go));
    if (contents) {
      on(contents, "click", (event) => this.#go(event));
      on(contents, "toggle", () => contents.open && this.#tellTimes());
    }
    const search = document.querySelector("#search");
    if (!search) return;
    on(search, "click", (event) => this.#go(event));
    on(search, "submit", (event) => this.#search(event));
  }

  mark(chapter) {
    if (chapter === this.#current) return;
    this.#links[this.#current]?.removeAttribute("aria-current");
    this.#current = chapter;
    this.#links[chapter]?.setAttribute("aria-current", "true");
  }

  markWord(word) { this.mark(chapterOf(word, this.starts)); }

  #tellTimes() {
    for (const link of this.#links) {
      const seconds = secondsFor(Number(link.dataset.go), this.#parts.allKnown, this.#audio.playbackRate);
      link.querySelector("[data-at]").textContent = clock(seconds);
    }
    this.#links[this.#current]?.scrollIntoView({ block: "nearest" });
  }

  #go(event) {
    const link = event.target.closest("[data-go]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.#voice.playFrom(Number(link.dataset.go));
  }

  // Without leaving the page, so that the voice continues.
  async #search(event) {
    event.preventDefault();
    const form = event.target;
    const query = new URLSearchParams(new FormData(form));
    const address = `${new URL(form.action).pathname}?${query}`;
    const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: this.#signal }).catch(() => undefined);
    if (!answer?.ok) return void this.#problem("sayLater");
    replaceRegion(document.querySelector("[data-hits]"), (await answer.json()).html);
  }
}
