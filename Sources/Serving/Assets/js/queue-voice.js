// Speaks calls: `new Voice({ folder, language, isServers }).say(label, sentence)`, one after the other.
//
// Uses a voice of this machine for the language (Web Speech API), which needs no network; otherwise the server's, which speaks `<label>` in
// `folder` (`/queue/main/speech/`). With `isServers`, the other way round.

const patience = 8000; // milliseconds for one sentence

export class Voice {
  #folder;
  #language;
  #isServers;
  #queue = Promise.resolve();

  constructor({ folder, language, isServers = false }) {
    this.#folder = folder;
    this.#language = language;
    this.#isServers = isServers;
    // A browser starts loading its voices at the first request for them.
    globalThis.speechSynthesis?.getVoices();
  }

  say(label, sentence) {
    const ways = [() => this.#spoken(sentence), () => this.#played(label)];
    if (this.#isServers || !this.#hasVoice) ways.reverse();
    this.#queue = this.#queue.then(async () => (await ways[0]()) || ways[1]());
    return this.#queue;
  }

  get #hasVoice() {
    const own = this.#language.split("-")[0];
    return globalThis.speechSynthesis?.getVoices().some(({ lang }) => lang.split(/[-_]/)[0] === own) ?? false;
  }

  async #played(label) {
    if (!this.#folder) return false;
    const audio = new Audio(`${this.#folder}${encodeURIComponent(label)}`);
    return within(patience, new Promise((resolve) => {
      audio.onended = () => resolve(true);
      audio.onerror = () => resolve(false);
      audio.play().catch(() => resolve(false));
    }));
  }

  async #spoken(sentence) {
    if (!("speechSynthesis" in window)) return false;
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = this.#language;
    utterance.rate = 0.9;
    return within(patience, new Promise((resolve) => {
      utterance.onend = () => resolve(true);
      utterance.onerror = () => resolve(false);
      speechSynthesis.speak(utterance);
    }));
  }
}

function within(milliseconds, promise) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(() => resolve(false), milliseconds))]);
}
