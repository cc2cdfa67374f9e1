// <voice-sample data-document="7" data-say-…="sentences" hidden> in a form with a choice `voice`: a button that plays a sentence of the
// document in the selected voice. Only one sound plays on a page: it pauses the player, and ends when something else starts.

import { root } from "./network.js";

class VoiceSample extends HTMLElement {
  #listening;
  #audio;
  #choice;

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    [this.#audio, this.#choice] = [this.querySelector("audio"), this.closest("form").elements.voice];
    this.hidden = "kept" in document.documentElement.dataset;
    this.querySelector("button").addEventListener("click", () => (this.#isOn ? this.#stop() : this.#start()), { signal });
    this.#choice.addEventListener("change", () => this.#stop(), { signal });
    this.#audio.addEventListener("ended", () => this.#stop(), { signal });
    this.#audio.addEventListener("error", () => this.#isOn && this.#fail(), { signal });
    document.addEventListener("play", ({ target }) => target !== this.#audio && this.#stop(), { capture: true, signal });
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#stop();
  }

  get #isOn() { return this.#audio.hasAttribute("src"); }

  #start() {
    this.#tell(true, false);
    this.#audio.src = root(`reader/documents/${this.dataset.document}/sample?voice=${encodeURIComponent(this.#choice.value)}`);
    this.#audio.play().catch(({ name }) => name !== "AbortError" && this.#fail());
  }

  #stop() {
    this.#audio.pause();
    this.#audio.removeAttribute("src");
    this.#tell(false, false);
  }

  #fail() {
    this.#stop();
    this.#tell(false, true);
  }

  #tell(isOn, hasFailed) {
    this.querySelector("button").textContent = isOn ? this.dataset.sayStop : this.dataset.sayListen;
    this.querySelector("[role=alert]").hidden = !hasFailed;
  }
}

customElements.define("voice-sample", VoiceSample);
