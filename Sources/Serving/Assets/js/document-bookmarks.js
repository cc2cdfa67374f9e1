// The bookmarks of a document: adds one at the spoken word, lists them, plays from them, and changes them without leaving the page, so that
// the voice continues.

import { reportAnswer } from "./answered.js";
import { listening } from "./listening.js";
import { root } from "./network.js";
import { replaceRegion } from "./regions.js";

const keptFor = 5000; // Milliseconds that the confirmation is shown

export class DocumentBookmarks {
  #player;
  #voice;
  #text;
  #signal;
  #problem;
  #told; // Ends the confirmation

  // `problem` is called with the name of a sentence.
  constructor(player, voice, text, signal, problem) {
    [this.#player, this.#voice, this.#text, this.#signal, this.#problem] = [player, voice, text, signal, problem];
    const on = listening(signal);
    on(player.querySelector("[data-bookmark]"), "click", () => this.#add());
    on(window, "keydown", (event) => this.#pressed(event));
    const list = document.querySelector("[data-bookmarks]");
    if (!list) return;
    on(list, "click", (event) => this.#go(event));
    on(list, "submit", (event) => this.#change(event));
  }

  // B, while `shortcuts.js` is on.
  #pressed(event) {
    if (event.code !== "KeyB" && event.key !== "b") return;
    if (event.defaultPrevented || event.isComposing || event.repeat || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    if (localStorage.getItem("queue-keys") === "off" || document.querySelector("dialog:modal")) return;
    if (event.target.closest?.("input:not([type=range]), textarea, select, [contenteditable]")) return;
    event.preventDefault();
    this.#add();
  }

  // At the spoken word, or at the word where reading stopped.
  async #add() {
    const answer = await fetch(root(`api/v1/documents/${this.#player.dataset.document}/bookmarks`), {
      method: "POST",
      keepalive: true,
      headers: { "Content-Type": "application/json", "X-Form-Token": document.querySelector("meta[name=form-token]")?.content ?? "" },
      body: JSON.stringify({ word: this.#voice.spoken }),
    }).catch(() => undefined);
    const said = this.#player.querySelector("[data-kept]");
    const { sayKept, sayFull, sayFailed, sayOffline } = said.dataset;
    said.textContent = !answer ? sayOffline : answer.ok ? sayKept : answer.status === 409 ? sayFull : sayFailed;
    clearTimeout(this.#told);
    this.#told = setTimeout(() => (said.textContent = ""), keptFor);
    if (!answer?.ok) return;
    reportAnswer(answer.url);
    await this.#list(true);
  }

  async #list(opens) {
    const answer = await fetch(root(`reader/documents/${this.#player.dataset.document}/bookmarks`), {
      headers: { Accept: "application/json" },
      signal: this.#signal,
    }).catch(() => undefined);
    if (!answer?.ok) return;
    const list = document.querySelector("[data-bookmarks]");
    const { html } = await answer.json();
    const show = () => {
      replaceRegion(list, html, () => document.querySelector("#bookmarks > summary"));
      if (opens) list.closest("details").open = true;
    };
    // The list is above the text that is being read.
    if (opens) this.#text.keepPlace(show);
    else show();
  }

  // Plays from there.
  #go(event) {
    const link = event.target.closest("[data-go]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.#voice.playFrom(Number(link.dataset.go));
  }

  async #change(event) {
    event.preventDefault();
    const form = event.target;
    const body = new URLSearchParams(new FormData(form));
    // A redirect to the page means success.
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
    if (!answer) this.#problem("sayLater");
    else if (answer.type !== "opaqueredirect") form.submit();
    else {
      reportAnswer(form.action);
      form.closest("details")?.removeAttribute("open");
      await this.#list(false);
    }
  }
}
