// <table-rows page="/boards/prices"> around a table's search, box and pager.
//
// Searches while typing, sorts and turns pages in place, and shows changes; the server does the search, the order and the texts. The box
// keeps its scroll position and focus. Without this script, the search is a form, and column headings and pager are links.

const pause = 150;
const ways = "thead a, .pager a, .list-order, .empty a";

class TableRows extends HTMLElement {
  #listening;
  #loading;
  #timer;
  // The address of the shown table: the page's own may be that of a sheet over it.
  #shown;
  // The address that is loading.
  #asked;

  connectedCallback() {
    this.#listening = new AbortController();
    this.#shown = new URL(location);
    this.#input.addEventListener("input", () => this.#typed(), this.#listening);
    this.#input.form.addEventListener("submit", (event) => this.#submit(event), this.#listening);
    this.addEventListener("click", (event) => this.#clicked(event), this.#listening);
    this.#box.addEventListener("focusin", ({ target }) => this.#reached(target), this.#listening);
    addEventListener("popstate", () => this.#travelled(), this.#listening);
    document.addEventListener("list-changed", () => this.#load(...(this.#asked ?? [this.#shown])), this.#listening);
    // The browser may have restored earlier input.
    if (this.#input.value.trim() !== this.#query(this.#shown)) this.#search();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#loading?.abort();
    clearTimeout(this.#timer);
  }

  get #input() { return this.querySelector("[data-query]"); }
  get #box() { return this.querySelector("[data-table]"); }
  #query(address) { return address.searchParams.get("q") ?? ""; }

  #submit(event) {
    event.preventDefault();
    this.#search();
    // A phone's keyboard would cover the results.
    if (matchMedia("(pointer: coarse)").matches) this.#input.blur();
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#search(), pause);
  }

  #search() {
    clearTimeout(this.#timer);
    const address = new URL(this.getAttribute("page"), location);
    const [query, sort] = [this.#input.value.trim(), this.#shown.searchParams.get("sort")];
    if (query) address.searchParams.set("q", query);
    if (sort) address.searchParams.set("sort", sort);
    this.#load(address, () => history.replaceState(history.state, "", address));
  }

  async #clicked(event) {
    const link = event.target.closest(ways);
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    clearTimeout(this.#timer);
    const [address, isPage] = [new URL(link.href), link.closest(".pager") !== null];
    if (link.closest(".empty")) this.#input.value = "";
    // Recent input counts, and begins on the first page.
    const query = this.#input.value.trim();
    if (query !== this.#query(address)) address.searchParams.delete("from");
    if (query) address.searchParams.set("q", query);
    else address.searchParams.delete("q");
    await this.#load(address, () => history.pushState(history.state, "", address), () => location.assign(address));
    if (isPage) this.#box.focus();
    if (isPage) this.#box.scrollTop = 0;
  }

  // Browsers don't scroll to a partly visible element, but the focused one must be fully visible.
  #reached(target) {
    if (target.matches("td a:focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }

  // Back and forward between states shown here; a sheet changes nothing.
  #travelled() {
    if (location.pathname !== this.#shown.pathname || location.search === this.#shown.search) return;
    this.#input.value = this.#query(new URL(location));
    this.#load(new URL(location), undefined, () => location.reload());
  }

  // Only the newest request counts; a failed one changes nothing, unless there is a fallback.
  async #load(address, remember, otherwise) {
    this.#loading?.abort();
    const loading = (this.#loading = new AbortController());
    this.#asked = [address, remember, otherwise];
    try {
      const response = await fetch(address, { headers: { Accept: "application/json" }, signal: loading.signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      this.#show(await response.json());
      this.#shown = address;
      remember?.();
    } catch {
      if (!loading.signal.aborted) otherwise?.();
    }
    if (loading === this.#loading) this.#asked = undefined;
  }

  #show({ table, pager, facts, updated }) {
    const place = this.contains(document.activeElement) ? document.activeElement.id : "";
    for (const [part, html] of [["table", table], ["pages", pager], ["facts", facts]]) {
      const old = this.querySelector(`[data-${part}]`);
      if (old.innerHTML !== html) old.innerHTML = html;
    }
    document.querySelector("[data-updated]").innerHTML = updated;
    if (place) document.getElementById(place)?.focus({ preventScroll: true });
  }
}

customElements.define("table-rows", TableRows);
