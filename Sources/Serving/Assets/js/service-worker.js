// Registers the worker, tells it which pages to keep, and offers a new version of itself (<app-update>).
//
// A new version waits until the person asks for it: what they have typed is put back after the reload. Without a secure address (`https`, or
// this machine) browsers have no workers, and none of this happens.

import { root } from "./network.js";
import { keepTyped } from "./typed.js";

const worker = navigator.serviceWorker;
const settling = 1000;
const lookAgain = 60 * 60_000;

class AppUpdate extends HTMLElement {
  #waiting;

  async connectedCallback() {
    if (!worker) return;
    this.querySelector("[data-reload]").addEventListener("click", () => this.#takeOver());
    const registration = await worker.register(root("service-worker.js"), { scope: root("./"), updateViaCache: "none" }).catch(() => undefined);
    if (!registration) return;
    this.#offer(registration.waiting);
    // A page that was on its way when the first worker took over was left out.
    worker.ready.then(({ active }) => worker.controller ?? active.postMessage({ claim: true }));
    registration.addEventListener("updatefound", () => {
      const fresh = registration.installing;
      fresh?.addEventListener("statechange", () => fresh.state === "installed" && this.#offer(fresh));
    });
    // An app on a phone is left open for weeks.
    let looked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || Date.now() - looked < lookAgain) return;
      looked = Date.now();
      registration.update().catch(() => {});
    });
  }

  // The first one of all takes over by itself; there is nothing old to replace.
  #offer(waiting) {
    if (!waiting || !worker.controller) return;
    this.#waiting = waiting;
    this.hidden = false;
  }

  #takeOver() {
    keepTyped();
    worker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.#waiting.postMessage({ takeOver: true });
  }
}

customElements.define("app-update", AppUpdate);

// Keeping

async function keep(addresses, isChanged = false) {
  const registration = await worker?.ready;
  registration?.active.postMessage({ keep: addresses, isChanged });
}

// This page as it was opened is kept by the worker on its way, but for the first of all, which came before there was one.
// What a page comes to show later, and the board's own address, which the server answers with what was asked last, are kept when it has settled.
let timer;
document.addEventListener("records-changed", () => {
  clearTimeout(timer);
  timer = setTimeout(() => keep([location.href, location.pathname], true), settling);
});

// The number on the app's icon is that of the notices not seen yet; on the page that lists them they are.
if (navigator.setAppBadge && matchMedia("(display-mode: standalone)").matches) showUnread();

async function showUnread() {
  const { unread } = await fetch(root("app/unread")).then((response) => response.json()).catch(() => ({}));
  if (unread !== undefined) (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(() => {});
}

// The start page knows all boards: those not seen of late are kept for later, unless the person saves on data. Not on the first visit of all, which
// pays for what it shows and nothing else.
const boards = [...document.querySelectorAll(".tile-title")].map(({ href }) => href);
if (!document.documentElement.dataset.kept) {
  if (!worker?.controller) keep([root("./"), location.href]);
  else if (boards.length && !navigator.connection?.saveData) addEventListener("load", () => setTimeout(() => keep(boards), settling));
}
