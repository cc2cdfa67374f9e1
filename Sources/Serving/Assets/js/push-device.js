// <push-device>: whether this browser is told, with the button that has it told or not told any more. For the page of a person's channels.
//
// The browser's subscription and the server's channel are held together here and in the worker: a subscription that the server's key has
// outlived is made anew, and one that the server may have lost is told to it again. Where nothing can be pushed, it says why.

import { root } from "./network.js";
import { hindrance, isBoundTo } from "./push-support.js";
import { ready, words } from "./words.js";

const told = "push wanted"; // The subscription's address,
const toldTo = "push wanted by"; // and the number of the person who asked for it: on this device another may sign in.
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

  // The browser's, if this person has asked for it here. Without that sign it is there for a number in a queue, and not for notices.
  async #subscription() {
    const subscription = await this.#registration.pushManager.getSubscription();
    const [endpoint, person] = [localStorage.getItem(told), localStorage.getItem(toldTo)];
    // Signing out ends the subscription, and another person's coming does.
    if (!subscription) this.#forget();
    // An older version kept no person: then only the very same subscription is theirs.
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
      // The list of channels is another now.
      location.reload();
    } catch (error) {
      await this.#look();
      if (!this.#button.hidden) this.#text.textContent = words("That didn’t work: %@", error.message);
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
