// <record-sheets>: links with `data-sheet` open over the page, a record (`record`) or its picture (`picture`), one over the other.
//
// Each sheet has the address of what it shows, so that Back closes it and a reload shows it as a page of its own. A record shows
// what its row has at once, then what the server sends, a line of JSON for each step. Every word comes from the page. Without
// this script the links lead where they lead.

class RecordSheets extends HTMLElement {
  #listening;
  #sheets = [];
  // How many sheets the address stood for when this document was loaded: none of them is open in it.
  #base = history.state?.sheets ?? 0;

  connectedCallback() {
    this.#listening = new AbortController();
    document.addEventListener("click", (event) => this.#clicked(event), this.#listening);
    addEventListener("popstate", ({ state }) => this.#travelled(state?.sheets ?? 0), this.#listening);
    addEventListener("online", () => this.#sheets.forEach((sheet) => sheet.isWaiting && sheet.load()), this.#listening);
  }

  disconnectedCallback() {
    this.#listening.abort();
  }

  // Opening and closing are steps in the history; what is shown follows it.

  #clicked(event) {
    const link = event.target.closest("a[data-sheet]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
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
    const sheet = new Sheet(address, kind, (name) => this.#part(name));
    this.#sheets.push(sheet);
    sheet.open(link ?? document.querySelector(`a[data-sheet][href="${CSS.escape(new URL(address).pathname)}"]`), () => {
      if (this.#sheets.includes(sheet)) history.back();
    });
  }

  #part(name) { return this.querySelector(`[data-part="${name}"]`).content.cloneNode(true); }
}

class Sheet {
  isWaiting = false;
  #dialog = document.createElement("dialog");
  #address;
  #kind;
  #part;
  #link;
  #loading;

  constructor(address, kind, part) {
    this.#address = address;
    this.#kind = kind;
    this.#part = part;
  }

  get #body() { return this.#dialog.querySelector("[data-body]"); }

  // `leave` is called when the person wants it closed.
  open(link, leave) {
    const dialog = this.#dialog;
    this.#link = link;
    dialog.className = `sheet is-${this.#kind}`;
    dialog.append(this.#part("frame"));
    dialog.addEventListener("submit", (event) => (event.preventDefault(), leave()));
    dialog.addEventListener("cancel", (event) => (event.preventDefault(), leave()));
    // A browser closes a dialog on a second Escape whatever one says.
    dialog.addEventListener("close", leave);
    dialog.addEventListener("click", (event) => this.#clicked(event, leave));
    document.body.append(dialog);
    this.#fill();
    dialog.showModal();
    this.load();
  }

  close() {
    this.#loading?.abort();
    this.isWaiting = false;
    this.#dialog.close();
    Promise.allSettled(this.#dialog.getAnimations({ subtree: true }).map((animation) => animation.finished)).then(() => this.#dialog.remove());
  }

  #clicked(event, leave) {
    if (event.target.closest("[data-again]")) {
      event.preventDefault();
      this.load();
    } else if (event.target === this.#dialog) {
      const { left, right, top, bottom } = this.#dialog.getBoundingClientRect();
      const isOutside = event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
      if (isOutside) leave();
    }
  }

  // At once: what the row shows.
  #fill() {
    if (this.#kind === "picture") {
      const picture = new Image();
      picture.alt = this.#link?.getAttribute("aria-label") ?? "";
      picture.src = this.#address;
      return this.#body.append(picture);
    }
    const article = document.createElement("article");
    article.className = "detail is-waiting";
    const row = this.#link?.closest(".row");
    if (row) {
      const head = document.createElement("header");
      head.className = "detail-head";
      const name = document.createElement("h1");
      name.className = "detail-name";
      name.append(...row.querySelector(".row-name").cloneNode(true).childNodes);
      head.append(row.querySelector(".face").cloneNode(true), name);
      article.append(head);
      const fields = document.createElement("dl");
      fields.className = "detail-fields";
      for (const note of row.querySelectorAll(".row-note")) {
        const pair = document.createElement("div");
        const [label, value] = [document.createElement("dt"), document.createElement("dd")];
        const parts = note.cloneNode(true);
        label.append(...parts.querySelector(".row-label").childNodes);
        parts.querySelector(".row-label").remove();
        value.append(...parts.childNodes);
        pair.append(label, value);
        fields.append(pair);
      }
      if (fields.childElementCount) article.append(fields);
    }
    this.#body.append(article);
    this.#label();
  }

  async load() {
    if (this.#kind !== "record") return;
    this.#loading?.abort();
    const loading = (this.#loading = new AbortController());
    this.#note("waiting");
    try {
      const response = await fetch(this.#address, { headers: { Accept: "application/x-ndjson, application/json" }, signal: loading.signal });
      if (!response.ok) return this.#say((await response.json()).detail);
      for await (const line of lines(response.body)) this.#show(JSON.parse(line).html);
      this.isWaiting = false;
    } catch {
      if (loading.signal.aborted) return;
      this.#note("offline");
      this.isWaiting = true;
    }
  }

  // The picture that is there already stays, so that nothing flickers.
  #show(html) {
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    const [old, next] = [this.#body.querySelector(".face img"), fresh.content.querySelector(".face img")];
    if (old && next && old.getAttribute("src") === next.getAttribute("src")) next.replaceWith(old);
    const focused = this.#body.contains(document.activeElement) ? document.activeElement.getAttribute("href") : undefined;
    this.#body.replaceChildren(fresh.content);
    if (focused) this.#body.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    this.#label();
  }

  // Below the head: that more is asked for, or that it cannot be had.
  #note(part) {
    for (const old of this.#body.querySelectorAll(".detail-waiting, .notice")) old.remove();
    const head = this.#body.querySelector(".detail-head");
    if (head) head.after(this.#part(part));
    else this.#body.firstElementChild.append(this.#part(part));
  }

  #say(text) {
    this.#note("offline");
    this.#body.querySelector(".notice p").textContent = text;
  }

  #label() {
    const name = this.#body.querySelector(".detail-name");
    if (name) this.#dialog.setAttribute("aria-label", name.textContent);
  }
}

async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const pieces = (rest + value).split("\n");
    rest = pieces.pop();
    yield* pieces.filter(Boolean);
  }
  if (rest) yield rest;
}

customElements.define("record-sheets", RecordSheets);
