// <push-device>: whether this browser receives notices, with a button to turn them on or off. For the page of a person's channels.
//
// Keeps the browser's subscription and the server's channel consistent, here and in the worker: a subscription for an old server key is
// renewed, and a subscription that the server may have lost is sent again. If push isn't available, it says why.

import { look, root } from "./network.js";
import { hindrance, isBoundTo } from "./push-support.js";
import { ready, words } from "./words.js";

const told = "push wanted"; // The subscription's address,
const toldTo = "push wanted by"; // and the id of the person who requested it: another may sign in on this device
const json = { "Content-Type": "application/json" };

class PushDevice extends HTMLElement {
  #registration;
  #key;
  #person;
  #text = document.createElement("p");
  #button = Object.assign(document.createElement("button"), { className: "button", type: "button", hidden: true });

  async connectedCallback() {
    const answer = await fetch(root("app/push-key"), { headers: { Accept: "application/json" } }).catch(() => undefined);
    if (!answer?.ok) return (this.hidden = true);
    ({ key: this.#key, person: this.#person } = await answer.json());
    const heading = Object.assign(document.createElement("h3"), { textContent: words("This device") });
    this.#text.setAttribute("role", "status");
    this.#button.textContent = words("Get notices here");
    this.replaceChildren(heading, this.#text, this.#button);
    this.#button.addEventListener("click", () => this.#turn());
    await this.#look();
  }

  async #look() {
    const reason = hindrance();
    if (reason) {
      this.#button.hidden = true;
      return (this.#text.textContent = reason);
    }
    this.#registration = await navigator.serviceWorker.ready;
    let subscription = await this.#subscription();
    if (subscription && !isBoundTo(this.#key, subscription)) {
      await subscription.unsubscribe();
      subscription = await this.#subscribe(subscription.endpoint).catch(() => undefined);
    } else if (subscription && localStorage.getItem(told) !== subscription.endpoint) {
      await this.#tell(subscription).catch(() => {});
    }
    this.#show(subscription);
  }

  // The browser's subscription, if this person requested notices here. Otherwise it is for a number in a queue.
  async #subscription() {
    const subscription = await this.#registration.pushManager.getSubscription();
    const [endpoint, person] = [localStorage.getItem(told), localStorage.getItem(toldTo)];
    // Signing out ends the subscription, as does another person's sign-in.
    if (!subscription) this.#forget();
    // Older versions stored no person: then only an identical subscription is theirs.
    const isTheirs = person === null ? endpoint === subscription?.endpoint : person === String(this.#person);
    return endpoint && isTheirs ? subscription : undefined;
  }

  #forget() {
    for (const name of [told, toldTo]) localStorage.removeItem(name);
  }

  #show(subscription) {
    this.#button.disabled = this.#button.hidden = false;
    this.#button.dataset.on = subscription ? "true" : "false";
    this.#text.textContent = subscription ? words("You get notices on this device.") : words("You don’t get notices on this device yet.");
    this.#button.textContent = subscription ? words("Stop notices here") : words("Get notices here");
  }

  async #turn() {
    this.#button.disabled = true;
    try {
      const subscription = await this.#subscription();
      if (subscription) await this.#unsubscribe(subscription);
      else await this.#subscribe();
      // The list of channels has changed.
      location.reload();
    } catch (error) {
      const said = (await look()) ? words("That didn’t work: %@", error.message) : words("This needs a connection. Try again when you’re online.");
      await this.#look();
      if (!this.#button.hidden) this.#text.textContent = said;
    }
  }

  async #subscribe(replaces) {
    const subscription = await this.#registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.#key });
    try {
      await this.#tell(subscription, replaces);
    } catch (error) {
      await subscription.unsubscribe();
      throw error;
    }
    return subscription;
  }

  async #tell(subscription, replaces) {
    const body = JSON.stringify({ subscription, replaces });
    const answer = await fetch(root("app/push-subscriptions"), { method: "POST", headers: { ...json, Accept: "application/json" }, body });
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail ?? answer.status);
    localStorage.setItem(told, subscription.endpoint);
    localStorage.setItem(toldTo, this.#person);
  }

  async #unsubscribe(subscription) {
    const body = JSON.stringify({ endpoint: subscription.endpoint });
    await fetch(root("app/push-subscriptions"), { method: "DELETE", headers: json, body });
    await subscription.unsubscribe();
    this.#forget();
  }
}

ready.then(() => customElements.define("push-device", PushDevice));
