// Says a call aloud: `new Voice({ folder, language }).say(label, sentence)`, one after the other.
//
// `folder`: where the server has it spoken, `/queue/main/speech/`, as `<label>`; what it does not have, or where there is no folder, the browser speaks
// itself with a voice of the machine's (Web Speech API), which needs no network.

const patience = 8000; // milliseconds for one sentence

export class Voice {
  #folder;
  #language;
  #queue = Promise.resolve();

  constructor({ folder, language }) {
    this.#folder = folder;
    this.#language = language;
  }

  say(label, sentence) {
    this.#queue = this.#queue.then(async () => (await this.#played(label)) || this.#spoken(sentence));
    return this.#queue;
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
