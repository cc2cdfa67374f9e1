// <station-list> around the map and the list of a board of stations, and <station-ask> around the forms that ask for another one.
//
// Finds among the rows as one types, sends stars without leaving the page, has the list read anew when its prices are others
// (`list-changed`) or have ended, and keeps step with the map: `stations-changed` says that rows came, went or are hidden, `station-chosen` which one a
// person is at. Without this script forms and links do all of it but the last.

import { words } from "./folding.js";
import { look } from "./network.js";

const longest = 2 ** 31 - 1; // milliseconds that a timer takes

class StationList extends HTMLElement {
  #listening;
  #loading;
  #timer;

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    document.addEventListener("list-changed", () => this.#renew(), { signal });
    document.addEventListener("station-chosen", ({ detail }) => detail.from === "map" && this.#mark(detail.station, true), { signal });
    document.addEventListener("submit", (event) => this.#star(event), { signal });
    this.addEventListener("input", ({ target }) => target.matches("[data-query]") && this.#filter(), { signal });
    // Emptied by its own button: all rows again, of which the server has searched some out.
    this.addEventListener("search", ({ target }) => target.defaultValue && !target.value && target.form.requestSubmit(), { signal });
    for (const name of ["pointerover", "focusin"]) this.addEventListener(name, (event) => this.#at(event), { signal });
    this.#filter();
    this.#awaitEnd();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#loading?.abort();
    clearTimeout(this.#timer);
  }

  get #rows() { return [...this.querySelectorAll("[data-station]")]; }

  // Searching

  #filter() {
    const input = this.querySelector("[data-query]");
    // What the server has searched for, it has found.
    const wanted = words(input.value === input.defaultValue ? "" : input.value);
    const rows = this.#rows;
    for (const row of rows) row.hidden = !wanted.every((word) => row.dataset.find.includes(word));
    const found = rows.filter((row) => !row.hidden).length;
    const nothing = this.querySelector("[data-nothing]");
    if (nothing) nothing.hidden = found > 0 || rows.length === 0;
    const count = this.querySelector("[data-count]");
    const language = document.documentElement.lang || undefined;
    const text = wanted.length ? count?.dataset.found.replace("{found}", new Intl.NumberFormat(language).format(found)) : count?.dataset.all;
    if (count && count.textContent !== text) count.textContent = text;
    this.#tell();
  }

  #tell() { document.dispatchEvent(new CustomEvent("stations-changed")); }

  // The list anew

  async #renew() {
    this.#loading?.abort();
    const loading = (this.#loading = new AbortController());
    try {
      const response = await fetch(location.href, { headers: { Accept: "text/html" }, signal: loading.signal });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      for (const part of document.querySelectorAll("[data-part]")) {
        const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
        if (fresh) this.#replace(part, fresh);
      }
    } catch {
      return look();
    }
    this.#filter();
    this.#awaitEnd();
    document.dispatchEvent(new CustomEvent("records-changed"));
  }

  // The keyboard stays at the row it was on.
  #replace(part, fresh) {
    const place = part.contains(document.activeElement) ? document.activeElement : undefined;
    const [id, star] = [place?.id, place?.matches(".station-star") && place.value];
    part.replaceChildren(...fresh.childNodes);
    const same = id ? document.getElementById(id) : star && part.querySelector(`.station-star[value="${CSS.escape(star)}"]`);
    same?.focus({ preventScroll: true });
  }

  // What comes next is in force when these prices end, without anything being read.
  #awaitEnd() {
    clearTimeout(this.#timer);
    const end = document.querySelector("[data-part=facts] .stations-until time")?.dateTime;
    const wait = new Date(end) - Date.now();
    if (wait > 0 && wait < longest) this.#timer = setTimeout(() => this.#renew(), wait + 1000);
  }

  // Favourites: of a sheet as well

  async #star(event) {
    const { target: form, submitter: star } = event;
    if (!form.matches("[data-stars]") || !star) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, star));
    try {
      const response = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const isFavourite = (await response.json()).favourites.includes(star.value);
      for (const same of document.querySelectorAll(`.station-star[value="${CSS.escape(star.value)}"]`)) {
        same.name = isFavourite ? "remove" : "add";
        same.setAttribute("aria-pressed", isFavourite);
        same.closest(".station")?.classList.toggle("is-favourite", isFavourite);
      }
      this.#tell();
    } catch {
      look();
    }
  }

  // In step with the map

  #at(event) {
    const row = event.target.closest("[data-station]");
    if (!row || row.ariaCurrent === "true") return;
    this.#mark(row.dataset.station);
    document.dispatchEvent(new CustomEvent("station-chosen", { detail: { station: row.dataset.station, from: "list" } }));
  }

  #mark(station, isSeen = false) {
    for (const row of this.#rows) {
      const isIt = row.dataset.station === station;
      if (isIt) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
      if (isIt && isSeen) row.scrollIntoView({ block: "nearest", behavior: "instant" });
    }
  }
}

class StationAsk extends HTMLElement {
  #listening;
  #isTyped = false;

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const form = this.querySelector("form");
    // What is left empty is not asked for.
    form.addEventListener("formdata", ({ formData }) => [...formData].forEach(([name, value]) => value || name === "place" || formData.delete(name)), { signal });
    // A tap is a choice; the arrows of a keyboard pass over many before one is made.
    form.addEventListener("keydown", () => (this.#isTyped = true), { signal });
    form.addEventListener("pointerdown", () => (this.#isTyped = false), { signal });
    form.addEventListener("change", ({ target }) => !this.#isTyped && target.matches("[type=radio], [type=checkbox], select") && form.requestSubmit(), { signal });
  }

  disconnectedCallback() { this.#listening.abort(); }
}

customElements.define("station-list", StationList);
customElements.define("station-ask", StationAsk);
