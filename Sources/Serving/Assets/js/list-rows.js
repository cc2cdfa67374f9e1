// <list-rows page="/boards/contacts" query="" next="/boards/contacts?from=200"> around a list's search, rows and pager.
//
// Loads the remaining rows, up to two thousand, and then searches them while typing, without any request. The server searches longer lists.
// All text comes from the server. Without this script, the search is a form and the rows are paginated.

import { words } from "./folding.js";

const rowLimit = 2000;
const pageSize = 500;
const pause = 150;

class ListRows extends HTMLElement {
  #listening;
  #loading;
  #timer;
  #held = "";
  #next;
  // Whether the rows have changed since these were sent.
  #isOld = false;

  connectedCallback() {
    this.#listening = new AbortController();
    this.#held = this.getAttribute("query") ?? "";
    this.#next = this.getAttribute("next");
    this.#input.addEventListener("input", () => this.#search(), this.#listening);
    this.#input.form.addEventListener("submit", (event) => this.#submit(event), this.#listening);
    document.addEventListener("list-changed", () => this.#changed(), this.#listening);
    this.querySelector("[data-letters]")?.addEventListener("click", (event) => this.#jump(event), this.#listening);
    // The browser may have restored earlier input.
    if (this.#query !== this.#held) this.#search();
    else this.#more();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#loading?.abort();
    clearTimeout(this.#timer);
  }

  get #input() { return this.querySelector("[data-query]"); }
  get #query() { return this.#input.value.trim(); }
  get #rows() { return this.querySelector("[data-rows]"); }
  get #pager() { return this.querySelector("[data-pager]"); }
  // Whether the page has all rows.
  get #isWhole() { return this.#held === "" && !this.#next && !this.#isLaterPage; }
  get #isLaterPage() { return new URLSearchParams(location.search).has("from"); }

  // Scrolls to a letter whose rows are here; for others, the link is followed.
  #jump(event) {
    const letter = event.target.closest("a")?.dataset.letter;
    const group = letter && this.#rows.querySelector(`.list-group[data-letter="${CSS.escape(letter)}"]`);
    if (!group) return;
    event.preventDefault();
    group.scrollIntoView({ block: "start", behavior: "instant" });
    group.querySelector(".row a")?.focus({ preventScroll: true });
  }

  // Searching

  #submit(event) {
    event.preventDefault();
    this.#search();
    // A phone's keyboard would cover the results.
    if (matchMedia("(pointer: coarse)").matches) this.#input.blur();
  }

  #search() {
    const query = this.#query;
    this.#remember(query);
    clearTimeout(this.#timer);
    this.#filter(query);
    // The results begin below the search, regardless of the scroll position.
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView({ block: "start", behavior: "instant" });
    if (this.#isWhole) return;
    this.#timer = setTimeout(() => this.#bring(), pause);
  }

  #changed() {
    this.#isOld = true;
    clearTimeout(this.#timer);
    this.#bring();
  }

  // Gets the rows for the field's text: from the server, unless all rows are here.
  async #bring() {
    const query = this.#query;
    const isAmongAll = this.#held === "" && !this.#isLaterPage;
    if (query === "" || this.#isWhole || !(isAmongAll || this.#held === query)) {
      // After another search, all rows must be loaded first.
      if (this.#isOld || !isAmongAll) await this.#load("");
      else await this.#more();
    }
    if (this.#query !== "" && !this.#isWhole) await this.#load(this.#query);
  }

  // Details that rows don't contain are searched by the server.
  #offer(isSearch) {
    const offer = this.querySelector("[data-details]");
    if (!offer) return;
    offer.hidden = !isSearch;
    const link = offer.querySelector("a");
    const address = new URL(link.href);
    address.searchParams.set("q", this.#query);
    link.href = address.href;
  }

  #filter(query) {
    const wanted = words(query);
    let found = 0;
    for (const group of this.#rows.querySelectorAll(".list-group")) {
      let inGroup = 0;
      for (const row of group.querySelectorAll(".row")) {
        const isFound = wanted.every((word) => row.dataset.find.includes(word));
        row.hidden = !isFound;
        inGroup += isFound;
      }
      group.hidden = inGroup === 0;
      found += inGroup;
    }
    const letters = this.querySelector("[data-letters]");
    if (letters) letters.hidden = wanted.length > 0;
    this.#offer(wanted.length > 0);
    this.querySelector("[data-nothing]").hidden = found > 0 || wanted.length === 0;
    if (!this.#isWhole) return;
    const count = this.querySelector("[data-count]");
    const language = this.closest("[lang]")?.lang || undefined;
    const number = new Intl.NumberFormat(language).format(found);
    const text = wanted.length ? count.dataset.found.replace("{found}", number) : count.dataset.all;
    if (count.textContent !== text) count.textContent = text;
  }

  // So that a reload, and going back to this page, show the same.
  #remember(query) {
    const address = new URL(location);
    if (query) address.searchParams.set("q", query);
    else address.searchParams.delete("q");
    if (address.href !== location.href) history.replaceState(history.state, "", address);
  }

  // Loading rows

  async #load(query) {
    const address = new URL(this.getAttribute("page"), location);
    const order = new URLSearchParams(location.search).get("order");
    if (order) address.searchParams.set("order", order);
    if (query) address.searchParams.set("q", query);
    const answer = await this.#ask(address);
    // Results of a former search aren't shown.
    if (!answer || (query !== "" && query !== this.#query)) return;
    if (this.#isLaterPage) this.#leaveLaterPage();
    this.#isOld = false;
    this.#held = query;
    this.#next = answer.next;
    this.#rows.innerHTML = answer.rows;
    this.querySelector("[data-counted]").innerHTML = answer.count;
    const updated = document.querySelector("[data-updated]");
    if (updated) updated.innerHTML = answer.updated;
    this.#page();
    this.#filter(this.#query);
    await this.#more();
  }

  async #more() {
    while (this.#next && !this.#isLaterPage && this.#rows.querySelectorAll(".row").length < rowLimit) {
      const answer = await this.#ask(new URL(this.#next, location));
      if (!answer) return;
      this.#append(answer.rows);
      this.#next = answer.next;
      this.#page();
      this.#filter(this.#query);
    }
  }

  // Only the newest request counts; a failed one changes nothing.
  async #ask(address) {
    this.#loading?.abort();
    const loading = (this.#loading = new AbortController());
    address.searchParams.set("rows", pageSize);
    try {
      const response = await fetch(address, { headers: { Accept: "application/json" }, signal: loading.signal });
      return response.ok ? await response.json() : undefined;
    } catch {
      return undefined;
    }
  }

  // A letter that continues from the previous rows gets no second heading.
  #append(html) {
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    const last = this.#rows.lastElementChild;
    const first = fresh.content.querySelector(".list-group");
    if (last && first && last.dataset.letter === first.dataset.letter) {
      last.querySelector("ul").append(...first.querySelectorAll(".row"));
      first.remove();
    }
    this.#rows.append(fresh.content);
  }

  #page() {
    this.#pager.hidden = !this.#next;
    const link = this.#pager.querySelector("[rel=next]");
    if (link && this.#next) link.href = this.#next;
  }

  #leaveLaterPage() {
    const address = new URL(location);
    address.searchParams.delete("from");
    history.replaceState(history.state, "", address);
  }
}

customElements.define("list-rows", ListRows);
