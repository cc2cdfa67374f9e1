// <page-sheets>: opens links with `data-sheet` over the page as native dialogs, on top of each other. Every page has the element, with its
// texts and its frame.
//
// `data-sheet` names the kind, which defines the content: `defineSheet(name, { fill, load })`. `page` works for any page of ours, and shows
// its main part; other kinds are defined elsewhere (record-sheets.js). Each sheet has the address of its content, so that Back closes it
// and a reload shows it as a page. It is closed by its button, Escape, a tap beside it, or a swipe down; the focus is trapped in it and
// restored afterwards. A form in a sheet is answered in it, unless the response is another page. Without this script, the links work as
// usual.
//
// A single file, because opening, swiping and closing share the same few values.

import { reportAnswer } from "./answered.js";
import { look } from "./network.js";
import { toastFailure } from "./stay-forms.js";

const kinds = new Map();
const swipeFar = 120; // pixels
const swipeFast = 0.6; // pixels per millisecond

// `fill(sheet)` shows the known data at once, `load(sheet, signal)` the rest; either may be missing.
export function defineSheet(name, content) { kinds.set(name, content); }

class PageSheets extends HTMLElement {
  #listening;
  #sheets = [];
  // How many sheets the address stood for when this document was loaded: these aren't open in it.
  #base = history.state?.sheets ?? 0;

  connectedCallback() {
    this.#listening = new AbortController();
    document.addEventListener("click", (event) => this.#clicked(event), this.#listening);
    addEventListener("popstate", ({ state }) => this.#travelled(state?.sheets ?? 0), this.#listening);
    for (const [target, name] of [[window, "online"], [document, "reached"]]) {
      target.addEventListener(name, () => this.#sheets.forEach((sheet) => sheet.isWaiting && sheet.load()), this.#listening);
    }
  }

  disconnectedCallback() { this.#listening.abort(); }

  // Opening and closing are steps in the history, which the display follows.

  #clicked(event) {
    const link = event.target.closest("a[data-sheet]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (!kinds.has(link.dataset.sheet)) return;
    event.preventDefault();
    history.pushState({ sheets: this.#base + this.#sheets.length + 1, kind: link.dataset.sheet }, "", link.href);
    this.#open(link.href, link.dataset.sheet, link);
  }

  #travelled(depth) {
    if (depth < this.#base) return location.reload();
    while (this.#sheets.length > depth - this.#base) this.#sheets.pop().close();
    if (this.#sheets.length < depth - this.#base) this.#open(location.href, history.state.kind);
  }

  #open(address, kind, link) {
    const opener = link ?? document.querySelector(`a[data-sheet][href="${CSS.escape(new URL(address).pathname)}"]`);
    const sheet = new Sheet(address, kind, opener, (name) => this.#part(name));
    this.#sheets.push(sheet);
    sheet.open(() => this.#sheets.includes(sheet) && history.back());
  }

  #part(name) { return this.querySelector(`[data-part="${name}"]`).content.cloneNode(true); }
}

class Sheet {
  // Whether it has to be loaded again when the network is back.
  isWaiting = false;
  address;
  link;
  part;
  #dialog = document.createElement("dialog");
  #kind;
  #opener;
  #leave;
  #loading;
  #isSending = false;
  #wait = 1; // Seconds

  constructor(address, kind, link, part) {
    this.address = address;
    this.link = link;
    this.part = part;
    this.#kind = kind;
    // A list may replace the row that was tapped.
    this.#opener = link?.id;
  }

  get body() { return this.#dialog.querySelector("[data-body]"); }

  // `leave` is called when the person wants to close it.
  open(leave) {
    const dialog = this.#dialog;
    this.#leave = leave;
    dialog.className = `sheet is-${this.#kind}`;
    dialog.append(this.part("frame"));
    dialog.addEventListener("submit", (event) => event.target.method === "dialog" && (event.preventDefault(), leave()));
    dialog.addEventListener("submit", (event) => this.#submitted(event));
    dialog.addEventListener("cancel", (event) => event.target === dialog && (event.preventDefault(), leave()));
    // A browser always closes a dialog on a second Escape.
    dialog.addEventListener("close", (event) => event.target === dialog && leave());
    dialog.addEventListener("click", (event) => this.#clicked(event));
    followSwipe(dialog, leave);
    document.body.append(dialog);
    kinds.get(this.#kind).fill?.(this);
    this.label();
    dialog.showModal();
    this.load();
  }

  close() {
    this.#loading?.abort();
    this.isWaiting = false;
    this.#dialog.close();
    if (document.activeElement === document.body && this.#opener) document.getElementById(this.#opener)?.focus({ preventScroll: true });
    const ending = this.#dialog.getAnimations({ subtree: true }).map((animation) => animation.finished);
    Promise.allSettled(ending).then(() => this.#dialog.remove());
  }

  async load() {
    this.#loading?.abort();
    const loading = (this.#loading = new AbortController());
    this.isWaiting = false;
    try {
      await kinds.get(this.#kind).load?.(this, loading.signal);
      this.#wait = 1;
    } catch {
      if (loading.signal.aborted) return;
      this.note("offline");
      this.isWaiting = true;
      // When the network returns, a request may fail while another succeeds: then no further event says that it is back.
      if (!(await look()) || !this.isWaiting) return;
      setTimeout(() => this.isWaiting && this.load(), this.#wait * 1000);
      this.#wait = Math.min(this.#wait * 2, 60);
    }
  }

  // Replaces its content. The focus stays on its link.
  show(...content) {
    const place = this.body.contains(document.activeElement) ? document.activeElement : undefined;
    const [id, href] = [place?.id, place?.getAttribute("href")];
    this.body.replaceChildren(...content);
    const same = (id && this.body.querySelector(`#${CSS.escape(id)}`)) || (href && this.body.querySelector(`a[href="${CSS.escape(href)}"]`));
    if (same) same.focus({ preventScroll: true });
    else if (place) this.#dialog.querySelector(".sheet-close button").focus({ preventScroll: true });
    this.label();
  }

  // Below the head: a message that more is loading, or that loading failed. The texts are the page's by default.
  note(part, words) {
    for (const old of this.body.querySelectorAll(".detail-waiting, .notice")) old.remove();
    const note = this.part(part);
    if (words) note.querySelector("p").textContent = words;
    const head = this.body.querySelector(".detail-head");
    if (head) head.after(note);
    else (this.body.firstElementChild ?? this.body).append(note);
  }

  // Labelled by its heading.
  label() {
    const name = this.body.querySelector("h1, h2")?.textContent ?? this.link?.textContent;
    if (name) this.#dialog.setAttribute("aria-label", name.trim());
  }

  // Forms with handlers of their own are left to them.
  #submitted(event) {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !form.matches("form[method=post]:not([enctype], [data-said], [data-stars])")) return;
    event.preventDefault();
    this.#send(submitter?.getAttribute("formaction") ?? form.getAttribute("action"), new URLSearchParams(new FormData(form, submitter)));
  }

  async #send(address, fields) {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      const answer = await fetch(address, { method: "POST", body: fields, headers: { Accept: "text/html" } });
      if (answer.ok) reportAnswer(address, answer.url);
      if (answer.ok && new URL(answer.url).pathname !== new URL(this.address).pathname) return location.assign(answer.url);
      const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
      this.show(...main.childNodes);
      if (!answer.ok) this.body.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
    } catch {
      await toastFailure(this.#dialog);
    } finally {
      this.#isSending = false;
    }
  }

  #clicked(event) {
    if (event.target.closest("[data-again]")) {
      event.preventDefault();
      this.load();
    } else if (event.target === this.#dialog) {
      const { left, right, top, bottom } = this.#dialog.getBoundingClientRect();
      const isOutside = event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
      if (isOutside) this.#leave();
    }
  }
}

// A finger that pulls a sheet down from its top moves it; far or fast enough, the sheet closes.
function followSwipe(dialog, leave) {
  let start;
  const move = (event) => {
    const [touch] = event.touches;
    const way = touch.clientY - start.y;
    if (!start.isPulled && (way < 8 || Math.abs(touch.clientX - start.x) > way)) return;
    start.isPulled = true;
    event.preventDefault();
    dialog.classList.add("is-pulled");
    dialog.style.setProperty("--pulled", `${Math.max(0, way)}px`);
  };
  const end = (event) => {
    removeEventListener("touchmove", move);
    dialog.classList.remove("is-pulled");
    const way = event.changedTouches[0].clientY - start.y;
    const isLeaving = start.isPulled && event.type === "touchend" && (way > swipeFar || way / (event.timeStamp - start.time) > swipeFast);
    if (!isLeaving) return dialog.style.removeProperty("--pulled");
    dialog.classList.add("is-swept");
    leave();
  };
  dialog.addEventListener("touchstart", (event) => {
    removeEventListener("touchmove", move);
    if (event.touches.length !== 1 || dialog.scrollTop > 0 || event.target.closest("input, textarea, select")) return;
    const [{ clientX, clientY }] = event.touches;
    start = { x: clientX, y: clientY, time: event.timeStamp, isPulled: false };
    addEventListener("touchmove", move, { passive: false });
    for (const name of ["touchend", "touchcancel"]) addEventListener(name, end, { once: true });
  }, { passive: true });
}

// The main part of any page of ours.
export async function loadPage(sheet, signal) {
  const response = await fetch(sheet.address, { headers: { Accept: "text/html" }, signal });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  sheet.show(...page.querySelector("main").childNodes);
}

defineSheet("page", { fill: (sheet) => sheet.body.append(sheet.part("waiting")), load: loadPage });

customElements.define("page-sheets", PageSheets);
