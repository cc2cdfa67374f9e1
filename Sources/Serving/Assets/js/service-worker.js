// Registers the worker, tells it which pages to store, and offers its new version (<app-update>).
//
// A new version waits until the person accepts it: their input is restored after the reload. Without a secure address (`https`, or this
// machine), browsers have no workers, and none of this happens.

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
    // A page that was loading when the first worker took control isn't controlled yet.
    worker.ready.then(({ active }) => worker.controller ?? active.postMessage({ claim: true }));
    registration.addEventListener("updatefound", () => {
      const fresh = registration.installing;
      fresh?.addEventListener("statechange", () => fresh.state === "installed" && this.#offer(fresh));
    });
    // An app on a phone stays open for weeks.
    let looked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || Date.now() - looked < lookAgain) return;
      looked = Date.now();
      registration.update().catch(() => {});
    });
  }

  // The very first worker takes control by itself, because there is no old one to replace.
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

// Storing pages

async function keep(addresses, isChanged = false) {
  const registration = await worker?.ready;
  registration?.active.postMessage({ keep: addresses, isChanged });
}

// The worker stores this page as it is loaded, except on the very first visit, before there was a worker. Content that the page shows
// later, and the board's own address, which the server answers with the last lookup, are stored once the page has settled.
let timer;
document.addEventListener("records-changed", () => {
  clearTimeout(timer);
  timer = setTimeout(() => keep([location.href, location.pathname], true), settling);
});

// After a form

// A form changes what stored pages show. Scripts report the forms that they send (answered.js); a page reports those that the browser sent
// before it.
document.addEventListener("form-answered", ({ detail }) => tell({ answered: [location.href, detail.answer], action: detail.action }));
if (!document.documentElement.dataset.kept) tell({ answered: [location.href] });

function tell(message) { worker?.controller?.postMessage(message); }

// The badge of the app's icon shows the number of unseen notices; on the page that lists them, they are being seen.
if (navigator.setAppBadge && matchMedia("(display-mode: standalone)").matches) showUnread();

async function showUnread() {
  const { unread } = await fetch(root("app/unread")).then((response) => response.json()).catch(() => ({}));
  if (unread !== undefined) (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(() => {});
}

// The home page knows all boards: those that haven't been visited recently are stored in advance, unless the person saves data. Not on the
// very first visit, which should only load what it shows.
const boards = [...document.querySelectorAll(".tile-title")].map(({ href }) => href);
if (!document.documentElement.dataset.kept) {
  if (!worker?.controller) keep([root("./"), location.href]);
  else if (boards.length && !navigator.connection?.saveData) addEventListener("load", () => setTimeout(() => keep(boards), settling));
}
