// <station-list> around the map and the list of a board of stations, and <station-ask> around the forms that select another list.
//
// Loads further rows on scrolling, searches them while typing, submits stars in place, reloads the list when its prices change
// (`list-changed`) or expire, and stays in sync with the map: `stations-changed` means that rows were added, removed or hidden,
// `station-chosen` names the selected one. Without this script, forms and links do all of this except the last.
//
// A single file, because the list and the form share its rows and its requests.

import { reportAnswer } from "./answered.js";
import { words } from "./folding.js";
import { look } from "./network.js";
import { toastFailure } from "./stay-forms.js";

const longest = 2 ** 31 - 1; // the limit of a timer, in milliseconds
const pageSize = 100; // rows per request
const mostRows = 500;
const typing = 150; // milliseconds

class StationList extends HTMLElement {
  #listening;
  #loading;
  #timer;
  #typing;
  #seeing;
  // The search that the server has applied to all stations.
  #searched = "";

  connectedCallback() {
    this.#searched = this.#input.defaultValue;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    document.addEventListener("list-changed", () => this.#renew(), { signal });
    document.addEventListener("station-chosen", ({ detail }) => detail.from === "map" && this.#mark(detail.station, true), { signal });
    document.addEventListener("submit", (event) => this.#star(event), { signal });
    document.addEventListener("input", ({ target }) => target.matches("[data-query]") && this.#search(), { signal });
    this.addEventListener("click", (event) => this.#loadOn(event), { signal });
    // Cleared by its own button: shows all rows again, some of which the server's search has left out.
    document.addEventListener("search", ({ target }) => target.matches("[data-query]") && target.defaultValue && !target.value && target.form.requestSubmit(), { signal });
    for (const name of ["pointerover", "focusin"]) this.addEventListener(name, (event) => this.#at(event), { signal });
    this.#offerMap();
    this.#filter();
    this.#awaitEnd();
    this.#await();
  }

  // On a phone, the map is a tab beside the list's orders.
  #offerMap() {
    const tab = this.querySelector("[data-view]");
    tab.hidden = false;
    tab.addEventListener("click", () => {
      const isMap = this.classList.toggle("shows-map");
      tab.setAttribute("aria-pressed", isMap);
    }, { signal: this.#listening.signal });
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#loading?.abort();
    this.#stopAwaiting();
    clearTimeout(this.#timer);
    clearTimeout(this.#typing);
  }

  get #input() { return document.querySelector("[data-query]"); }
  get #next() { return this.querySelector("[data-pager] [rel=next]"); }

  get #rows() { return [...this.querySelectorAll("[data-station]")]; }

  // Searching

  // Searches the rows on the page at once, and all others through the server.
  #search() {
    this.#filter();
    clearTimeout(this.#typing);
    if (!this.#isPart) return;
    this.#stopAwaiting();
    this.#typing = setTimeout(() => this.#renew(), typing);
  }

  get #isPart() { return this.#searched !== "" || this.querySelector("[data-pager]") !== null; }

  #filter() {
    const query = this.#input.value.trim();
    // A search that the server applied isn't repeated.
    const wanted = words(query === this.#searched ? "" : query);
    const rows = this.#rows;
    for (const row of rows) row.hidden = !wanted.every((word) => row.dataset.find.includes(word));
    const found = rows.filter((row) => !row.hidden).length;
    this.#tell();
    if (wanted.length && this.#isPart) return;
    const nothing = this.querySelector("[data-nothing]");
    if (nothing) nothing.hidden = found > 0 || rows.length === 0;
    const count = this.querySelector("[data-count]");
    const language = document.documentElement.lang || undefined;
    const text = wanted.length ? count?.dataset.found.replace("{found}", new Intl.NumberFormat(language).format(found)) : count?.dataset.all;
    if (count && count.textContent !== text) count.textContent = text;
  }

  #tell() { document.dispatchEvent(new CustomEvent("stations-changed")); }

  // Further rows

  // Loaded when the end of the list comes near. Earlier observations may arrive after the observer was stopped.
  #await() {
    this.#stopAwaiting();
    if (!this.#next) return;
    // While the page is busy, several entries arrive together; the last one is current.
    const sees = (moves, seeing) => moves.at(-1).isIntersecting && seeing === this.#seeing && this.#more();
    this.#seeing = new IntersectionObserver(sees, { rootMargin: "800px 0px" });
    this.#seeing.observe(this.#next);
  }

  // Before the list is replaced, further rows of the old one aren't loaded, because that would cancel the request for the new one.
  #stopAwaiting() {
    this.#seeing?.disconnect();
    this.#seeing = undefined;
  }

  #loadOn(event) {
    const link = event.target.closest("a");
    if (!link || link !== this.#next || event.ctrlKey || event.metaKey || event.shiftKey || this.#rows.length >= mostRows) return;
    // If a part fails to load, the link leads to the page with it.
    if (!this.#seeing && !this.#loading) return;
    event.preventDefault();
    this.#more();
  }

  async #more() {
    const next = this.#next;
    if (!next || !this.#seeing || this.#rows.length >= mostRows) return;
    this.#stopAwaiting();
    this.#loading?.abort();
    const loading = (this.#loading = new AbortController());
    try {
      const address = new URL(next.href);
      address.searchParams.set("rows", pageSize);
      const response = await fetch(address, { headers: { Accept: "application/json" }, signal: loading.signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const answer = await response.json();
      this.querySelector("[data-rows]").insertAdjacentHTML("beforeend", answer.rows);
      if (answer.next) next.href = answer.next;
      else this.querySelector("[data-pager]").remove();
    } catch {
      if (loading.signal.aborted) return;
      this.#loading = undefined;
      return look();
    }
    this.#filter();
    this.#await();
  }

  // Reloading the list, with as many rows as before

  async #renew() {
    this.#stopAwaiting();
    this.#loading?.abort();
    const loading = (this.#loading = new AbortController());
    const query = this.#input.value.trim();
    const address = new URL(location.href);
    if (query) address.searchParams.set("q", query);
    else address.searchParams.delete("q");
    const isSame = query === this.#searched;
    if (isSame && this.#rows.length > 0) address.searchParams.set("rows", this.#rows.length);
    try {
      const response = await fetch(address, { headers: { Accept: "text/html" }, signal: loading.signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      for (const part of document.querySelectorAll("[data-part]")) {
        const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
        if (fresh) this.#replace(part, fresh);
      }
      // A fuel's first reading has no map; an existing map keeps its view and updates its pins.
      const map = this.querySelector("[data-stations-map]");
      if (!map.firstElementChild) map.replaceChildren(...page.querySelector("[data-stations-map]").childNodes);
      this.#searched = query;
    } catch {
      if (loading.signal.aborted) return;
      // The existing list continues.
      this.#await();
      return look();
    }
    this.#filter();
    this.#awaitEnd();
    this.#await();
    if (isSame) document.dispatchEvent(new CustomEvent("records-changed"));
  }

  // The focus stays on its row.
  #replace(part, fresh) {
    const place = part.contains(document.activeElement) ? document.activeElement : undefined;
    const [id, star] = [place?.id, place?.matches(".station-star") && place.value];
    part.replaceChildren(...fresh.childNodes);
    const same = id ? document.getElementById(id) : star && part.querySelector(`.station-star[value="${CSS.escape(star)}"]`);
    same?.focus({ preventScroll: true });
  }

  // When these prices expire, the next ones are valid without another reading.
  #awaitEnd() {
    clearTimeout(this.#timer);
    const end = document.querySelector("[data-part=facts] .stations-until time")?.dateTime;
    const wait = new Date(end) - Date.now();
    if (wait > 0 && wait < longest) this.#timer = setTimeout(() => this.#renew(), wait + 1000);
  }

  // Favourites, also in a sheet

  async #star(event) {
    const { target: form, submitter: star } = event;
    if (!form.matches("[data-stars]") || !star) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, star));
    try {
      const response = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(`status ${response.status}`);
      reportAnswer(form.getAttribute("action"));
      const isFavourite = (await response.json()).favourites.includes(star.value);
      for (const same of document.querySelectorAll(`.station-star[value="${CSS.escape(star.value)}"]`)) {
        same.name = isFavourite ? "remove" : "add";
        same.setAttribute("aria-pressed", isFavourite);
        same.closest(".station")?.classList.toggle("is-favourite", isFavourite);
      }
      this.#tell();
    } catch {
      toastFailure(form.closest("dialog") ?? document.body);
    }
  }

  // In sync with the map

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
    // Empty fields are left out of the query.
    form.addEventListener("formdata", ({ formData }) => [...formData].forEach(([name, value]) => value || name === "place" || formData.delete(name)), { signal });
    // A tap is a choice; arrow keys pass over several options before one is chosen.
    form.addEventListener("keydown", () => (this.#isTyped = true), { signal });
    form.addEventListener("pointerdown", () => (this.#isTyped = false), { signal });
    form.addEventListener("change", ({ target }) => !this.#isTyped && target.matches("[type=radio], [type=checkbox], select") && form.requestSubmit(), { signal });
  }

  disconnectedCallback() { this.#listening.abort(); }
}

customElements.define("station-list", StationList);
customElements.define("station-ask", StationAsk);
