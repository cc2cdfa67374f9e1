// Follows server-sent events while the page is visible. Browsers allow only a few such connections to a server, in all tabs together.
//
// The server sends the whole current state to each new follower. If it stores events, it only sends the missed ones: after a lost
// connection, the browser names the last event itself; after a closed one, `after` in the address does. An error response, such as a
// proxy's while the server restarts, closes the connection for good; then it is opened again here.

import { look, report } from "./network.js";
import { Retaking } from "./retaking.js";

export class LiveEvents {
  #address;
  #handlers;
  #after;
  #source;
  #retaking = new Retaking(() => this.#take());
  #listening = new AbortController();

  // `address` returns the current address; `handlers` maps names of events to functions.
  constructor(address, handlers) {
    this.#address = address;
    this.#handlers = handlers;
    const { signal } = this.#listening;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#putDown() : this.#take()), { signal });
    addEventListener("pagehide", () => this.#putDown(), { signal });
    addEventListener("pageshow", (event) => event.persisted && this.#take(), { signal });
    for (const [target, name] of [[window, "online"], [document, "reached"]]) target.addEventListener(name, () => this.#take(), { signal });
    this.#take();
  }

  // Reconnects and gets the whole state again: for another address, or after the page's content was replaced.
  renew() {
    this.#putDown();
    this.#after = undefined;
    this.#take();
  }

  end() {
    this.#listening.abort();
    this.#putDown();
  }

  #take() {
    // The browser reconnects by itself, unless the response was an error.
    if (document.hidden || (this.#source && this.#source.readyState !== EventSource.CLOSED)) return;
    const address = new URL(this.#address(), location);
    if (this.#after) address.searchParams.set("after", this.#after);
    this.#retaking.stop();
    const source = (this.#source = new EventSource(address));
    for (const [name, act] of Object.entries(this.#handlers)) {
      source.addEventListener(name, (event) => {
        this.#after = event.lastEventId || this.#after;
        act(JSON.parse(event.data));
      });
    }
    source.onopen = () => {
      this.#retaking.reset();
      report(true);
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) this.#retaking.later();
      look();
    };
  }

  #putDown() {
    this.#retaking.stop();
    this.#source?.close();
    this.#source = undefined;
  }
}
