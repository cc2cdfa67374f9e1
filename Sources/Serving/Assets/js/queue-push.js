// <queue-push data-url="/queue/main/push" data-key="…" data-ticket="…" hidden>: push notices about a number on this phone, while the page
// is closed.
//
// The button subscribes, the choice sets at how many people ahead to notify. The choice is stored here for the queue's one ticket; the
// server removes it by itself when the ticket ends. The browser has one subscription for everything that this server pushes, so it isn't
// removed.

import { look } from "./network.js";
import { hindrance, isBoundTo } from "./push-support.js";
import { ready, words } from "./words.js";

class QueuePush extends HTMLElement {
  #listening;

  connectedCallback() {
    const reason = hindrance();
    if (!isSecureContext) return;
    this.hidden = false;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#part("subscribe").addEventListener("click", () => this.#turn(() => this.#subscribe()), { signal });
    this.#part("stop").addEventListener("click", () => this.#turn(() => this.#stop()), { signal });
    this.#part("ahead").addEventListener("change", () => this.#chosen && this.#turn(() => this.#subscribe()), { signal });
    this.#show(reason);
  }

  disconnectedCallback() { this.#listening?.abort(); }

  #part(name) { return this.querySelector(`[data-${name}]`); }

  // The choice for this ticket: { ticket, endpoint, ahead }; undefined without notices on this device.
  get #chosen() {
    try {
      const chosen = JSON.parse(localStorage.getItem(this.dataset.url));
      return chosen?.ticket === this.dataset.ticket ? chosen : undefined;
    } catch {
      return undefined;
    }
  }

  #show(problem) {
    const chosen = this.#chosen;
    this.toggleAttribute("data-is-told", chosen !== undefined);
    this.#part("subscribe").hidden = chosen !== undefined || hindrance() !== undefined;
    for (const name of ["told", "stop"]) this.#part(name).hidden = chosen === undefined;
    this.#part("when").hidden = chosen === undefined && hindrance() !== undefined;
    if (chosen) this.#part("ahead").value = chosen.ahead;
    this.#part("problem").textContent = problem ?? "";
  }

  async #turn(act) {
    const focused = this.contains(document.activeElement);
    for (const button of this.querySelectorAll("button")) button.disabled = true;
    let problem;
    try {
      await act();
    } catch (error) {
      problem = hindrance() ?? ((await look()) ? words("That didn’t work: %@", error.message) : words("This needs a connection. Try again when you’re online."));
    }
    for (const button of this.querySelectorAll("button")) button.disabled = false;
    this.#show(problem);
    if (focused && document.activeElement === document.body) this.querySelector("button:not([hidden])")?.focus();
  }

  async #subscribe() {
    const { pushManager } = await navigator.serviceWorker.ready;
    let subscription = await pushManager.getSubscription();
    if (subscription && !isBoundTo(this.dataset.key, subscription)) {
      await subscription.unsubscribe();
      subscription = undefined;
    }
    subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.dataset.key });
    const ahead = Number(this.#part("ahead").value);
    await this.#send("POST", { subscription, ahead });
    localStorage.setItem(this.dataset.url, JSON.stringify({ ticket: this.dataset.ticket, endpoint: subscription.endpoint, ahead }));
  }

  async #stop() {
    await this.#send("DELETE", { endpoint: this.#chosen.endpoint });
    localStorage.removeItem(this.dataset.url);
  }

  async #send(method, what) {
    const { url, ticket, linked } = this.dataset;
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const body = JSON.stringify({ ticket, isLinked: linked === "true", ...what });
    const answer = await fetch(url, { method, headers, body });
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail ?? answer.status);
  }
}

ready.then(() => customElements.define("queue-push", QueuePush));
