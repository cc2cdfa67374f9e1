// <document-offline data-document="7" data-edition="…" data-say-…="sentences">: the state of a document's offline copy, with buttons that
// store, renew and remove it. The copy is outdated if a part of another edition is stored.

import { dropDocument, dropOthers, keepDocument, keptDocument, keptTitles } from "./document-kept.js";
import { language } from "./language.js";
import { root } from "./network.js";

class DocumentOffline extends HTMLElement {
  #listening;
  #isAtWork = false;

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    for (const [name, act] of [["keep", () => this.#keep(true)], ["again", () => this.#keep(false)], ["remove", () => this.#remove()]]) {
      this.querySelector(`[data-${name}]`).addEventListener("click", act, { signal });
    }
    // The passages to skip have been changed on this page.
    document.addEventListener("reading-changed", () => this.#outdate(), { signal });
    this.#tell();
  }

  disconnectedCallback() { this.#listening.abort(); }

  get #document() { return Number(this.dataset.document); }
  #sentence(name, values = {}) { return Object.entries(values).reduce((text, [key, value]) => text.replace(`{${key}}`, value), this.dataset[name]); }
  #say(sentence) { this.querySelector("[data-state]").textContent = sentence; }

  #outdate() {
    this.dataset.edition = "";
    this.#tell();
  }

  async #tell(sentence = () => "") {
    const facts = this.querySelector("[data-kept-facts]");
    const kept = await keptDocument(this.#document).catch(() => undefined);
    const put = (name, ...inside) => facts.querySelector(`[data-${name}]`).replaceChildren(...inside);
    if (kept) {
      put("share", share(kept));
      put("size", megabytes(kept.bytes));
      const [age, time] = ["relative-time", "time"].map((name) => document.createElement(name));
      time.dateTime = new Date(kept.checked).toISOString();
      age.append(time);
      put("checked", age);
    }
    facts.hidden = !kept;
    document.querySelector("[data-stale]").hidden = !kept || [...kept.editions.values()].every((edition) => edition === this.dataset.edition);
    const canKeep = Boolean(navigator.serviceWorker && globalThis.caches);
    const estimate = this.querySelector("[data-estimate]");
    estimate.hidden = Boolean(kept) || !canKeep || this.dataset.bytes === "0";
    estimate.textContent = this.#sentence("sayAbout", { size: megabytes(Number(this.dataset.bytes)) });
    this.querySelector("[data-keep]").hidden = Boolean(kept) || !canKeep;
    this.querySelector("[data-again]").hidden = !kept || Boolean(document.documentElement.dataset.kept);
    this.querySelector("[data-remove]").hidden = !kept;
    this.#say(canKeep ? sentence(kept) : this.dataset.sayNoWorker);
  }

  async #keep(isFirst) {
    if (this.#isAtWork) return;
    this.#work(true);
    let sentence = () => this.dataset.saySaved;
    try {
      await underControl();
      if (isFirst) await navigator.storage?.persist?.();
      const { edition, isWhole } = await keepDocument(this.#document, this.#word, (part, parts) => this.#tellProgress(part, parts));
      this.dataset.edition = edition ?? this.dataset.edition;
      if (!isWhole) sentence = (kept) => this.#sentence("sayNoRoom", { share: share(kept ?? { share: 0 }) });
    } catch (error) {
      sentence = () => (error instanceof TypeError ? this.dataset.sayNoAnswer : this.dataset.sayFailed);
    }
    this.#work(false);
    await this.#tell(sentence);
  }

  // The player's position.
  get #word() { return Number(document.querySelector("document-player .reader-scrubber")?.value ?? 0); }

  #work(isAtWork) {
    this.#isAtWork = isAtWork;
    for (const button of this.querySelectorAll(".reader-keeping button")) button.disabled = isAtWork;
    this.querySelector("[data-progress]").hidden = !isAtWork;
  }

  #tellProgress(part, parts) {
    const number = new Intl.NumberFormat(language);
    this.#say(this.#sentence("saySaving", { part: number.format(part), parts: number.format(parts) }));
    Object.assign(this.querySelector("[data-progress]"), { max: parts, value: part - 1 });
  }

  async #remove() {
    await dropDocument(this.#document);
    await this.#tell();
    this.querySelector("[data-keep]").focus();
  }
}

function megabytes(bytes) {
  return new Intl.NumberFormat(language, { style: "unit", unit: "megabyte", maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 }).format(Math.max(bytes, 100_000) / 1_000_000);
}

// Shows 100 % only once all parts are stored.
function share({ share: kept }) { return new Intl.NumberFormat(language, { style: "percent" }).format(kept < 1 ? Math.min(0.99, kept) : 1); }

// The very first worker takes control only after the page that registers it has loaded.
async function underControl() {
  const { serviceWorker } = navigator;
  await serviceWorker.ready;
  if (!serviceWorker.controller) await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}

customElements.define("document-offline", DocumentOffline);

// The list shows the person's current documents. A list without a network shows the stored ones.
if (location.href.split(/[?#]/)[0] === root("reader")) {
  const links = [...document.querySelectorAll(".reader-item a[href]")];
  if (document.documentElement.dataset.kept) showKept(links).catch(() => {});
  else dropOthers(new Set(links.map(({ href }) => documentAt(href)))).catch(() => {});
}

function documentAt(address) { return Number.parseInt(address.slice(root("reader/documents/").length), 10); }

async function showKept(links) {
  const kept = new Map((await keptTitles()).map(({ address, title }) => [documentAt(address), { address, title }]));
  for (const link of links) if (!kept.delete(documentAt(link.href))) link.closest(".reader-item").remove();
  // Added after the list was made.
  const list = document.querySelector(".reader-list");
  for (const { address, title } of kept.values()) {
    const [item, link] = ["li", "a"].map((name) => document.createElement(name));
    item.className = "reader-item";
    Object.assign(link, { href: address, textContent: title });
    item.append(link);
    list?.append(item);
  }
}
