// "Play on another device": this browser is such a device, with an id of its own, and follows the requests of the person's other browsers.

import { listening } from "./listening.js";
import { LiveEvents } from "./live-events.js";
import { root } from "./network.js";
import { words } from "./words.js";

const key = "tidings.device";

// The id of this browser.
function own() {
  let sign = localStorage.getItem(key);
  if (!/^[a-z0-9]{16,40}$/.test(sign ?? "")) {
    sign = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    localStorage.setItem(key, sign);
  }
  return sign;
}

export class MediaDevices {
  #player;
  #here; // What is playing here: { item, seconds }
  #pause;
  #events;

  // `here` returns what is playing, `pause` stops it, `play(item, seconds)` continues what another device was playing.
  constructor(player, signal, { here, pause, play }) {
    [this.#player, this.#here, this.#pause] = [player, here, pause];
    const on = listening(signal);
    on(this.#part("ask"), "click", () => this.#ask());
    on(this.#part("list"), "click", ({ target }) => target.closest("button") && this.#send(target.closest("button").dataset));
    this.#events = new LiveEvents(() => root(`live/media/${own()}`), { play: ({ item, seconds }) => play(String(item), seconds) });
    signal.addEventListener("abort", () => this.#events.end());
  }

  #part(name) { return this.#player.querySelector(`[data-devices-${name}]`); }

  #say(text) { this.#part("said").textContent = text; }

  async #ask() {
    const answer = await fetch(root("api/v1/media/devices")).catch(() => undefined);
    if (!answer) return this.#say(words("This needs a connection. Try again when you’re online."));
    const { devices } = answer.ok ? await answer.json() : { devices: [] };
    const others = devices.filter(({ id }) => id !== own());
    this.#say(others.length > 0 ? "" : words("Open a film or music on the other device, and keep it on the screen. It then appears here."));
    this.#part("list").replaceChildren(...others.map(({ id, name }) => {
      const [line, button] = [document.createElement("li"), document.createElement("button")];
      Object.assign(button, { type: "button", className: "quiet-button", textContent: name });
      Object.assign(button.dataset, { id, name });
      line.append(button);
      return line;
    }));
  }

  async #send({ id, name }) {
    const answer = await fetch(root(`api/v1/media/devices/${id}/plays`), {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Form-Token": document.querySelector("meta[name=form-token]")?.content ?? "" },
      body: JSON.stringify(this.#here()),
    }).catch(() => undefined);
    if (answer?.ok) {
      this.#pause();
      this.#part("list").replaceChildren();
      this.#say(words("Playing on %@.", name));
    } else this.#ask();
  }
}
