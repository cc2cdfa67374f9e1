// One line of server-sent events, while the page is seen: a browser has few of them for a server, whatever the number of its tabs.
//
// Whoever comes back is told what was missed: by the browser where the line broke, by `after` in the address where it was put down.

import { look, report } from "./network.js";

export class LiveEvents {
  #address;
  #handlers;
  #after;
  #source;
  #listening = new AbortController();

  // `address` gives the address of now; `handlers` are by the names of events. `after`: the last change that the page shows.
  constructor(address, handlers, after) {
    this.#address = address;
    this.#handlers = handlers;
    this.#after = after;
    const { signal } = this.#listening;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#putDown() : this.#take()), { signal });
    addEventListener("pagehide", () => this.#putDown(), { signal });
    addEventListener("pageshow", (event) => event.persisted && this.#take(), { signal });
    this.#take();
  }

  // Anew, for another address.
  renew() {
    this.#putDown();
    this.#take();
  }

  end() {
    this.#listening.abort();
    this.#putDown();
  }

  #take() {
    // A browser takes a broken line up again by itself, unless the answer was an error.
    if (document.hidden || (this.#source && this.#source.readyState !== EventSource.CLOSED)) return;
    const address = new URL(this.#address(), location);
    if (this.#after) address.searchParams.set("after", this.#after);
    const source = (this.#source = new EventSource(address));
    for (const [name, act] of Object.entries(this.#handlers)) {
      source.addEventListener(name, (event) => {
        this.#after = event.lastEventId || this.#after;
        act(JSON.parse(event.data));
      });
    }
    source.onopen = () => report(true);
    source.onerror = look;
  }

  #putDown() {
    this.#source?.close();
    this.#source = undefined;
  }
}
