// <stations-map data-tiles data-leaflet data-leaflet-style> around the server's drawing: a movable map with a pin for each station of the
// list (`[data-pins]`: a line each), in sync with the list, even for rows that aren't loaded yet.
//
// Shows street map tiles if they are configured, otherwise a drawn ground; the pins are the same. Listens for `stations-changed` (rows were
// replaced, hidden, sorted) and `station-chosen` ({ station, from: "list" }); dispatches the latter for a chosen pin, from "map".
//
// A single file: the drawing and the layout have modules of their own (`stations-map-….js`); this connects them with the list and the
// pointer.

import { DrawnGround } from "./stations-map-drawn.js";
import { Layout, boundsOf, metresPerSide, position, roundLength } from "./stations-map-layout.js";
import { Pins } from "./stations-map-pins.js";
import { TileGround } from "./stations-map-tiles.js";

const room = { side: 28, top: 44, bottom: 28 };
const step = 80;
const tapMoves = 6;
// This many have their flags placed before anything else.
const cheapest = 3;

class StationsMap extends HTMLElement {
  #ground;
  #pins;
  #listening;
  #resizing;
  #places;
  #water;
  #frame;
  // The stage's size in pixels.
  #size;
  #isFitted = false;
  #layoutScale;

  connectedCallback() {
    this.#listening = new AbortController();
    const listening = this.#listening;
    // Read once, before any change: each later read would make the browser lay out the page again.
    this.#size = { width: this.#stage.clientWidth, height: this.#stage.clientHeight };
    this.#water ??= (document.querySelector("[data-water]")?.dataset.water.split("\n") ?? []).filter(Boolean).map((shore) => shore.split(" "));
    this.#places ??= this.#lines("places").map(([at, name]) => ({ name, at }));
    this.#pins = new Pins({ onChoose: (code, isAgain) => this.#chosen(code, isAgain), onHover: (code, enters) => this.#hover(code, enters) });
    this.#stage.tabIndex = 0;
    this.#stage.setAttribute("role", "group");
    this.#stage.setAttribute("aria-label", this.querySelector("[data-drawing]").getAttribute("aria-label"));
    this.#stage.setAttribute("aria-describedby", this.#stage.dataset.describe);
    this.#read();
    // If it is hidden, it starts once it is visible.
    if (this.#size.width) this.#begin();
    document.addEventListener("stations-changed", () => this.#changed(), listening);
    document.addEventListener("station-chosen", ({ detail }) => detail?.from === "list" && this.#highlight(detail.station), listening);
    this.#stage.addEventListener("keydown", (event) => this.#key(event), listening);
    this.#guardClicks();
    this.addEventListener("click", (event) => this.#tool(event.target.closest("[data-tool]")?.dataset.tool), listening);
    addEventListener("online", () => this.dataset.tiles && this.#ground && this.#begin(), listening);
    this.#resizing = new ResizeObserver(([{ contentRect }]) => this.#resized(contentRect));
    this.#resizing.observe(this.#stage);
    this.querySelector("[data-tools]").hidden = false;
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#resizing.disconnect();
    this.#ground?.close();
    this.#ground = undefined;
  }

  get #stage() { return this.querySelector("[data-stage]"); }
  get #page() { return this.closest("[data-stations]") ?? document; }
  get #list() { return document.querySelector("[data-rows]"); }
  // Each line of the server's data for all stations, split into parts.
  #lines(name) {
    const lines = document.querySelector("[data-pins]")?.dataset[name];
    return lines ? lines.split("\n").map((line) => line.split("\t")) : [];
  }
  #row(code) { return this.#list?.querySelector(`[data-station="${CSS.escape(code)}"]`); }

  // The ground

  async #begin() {
    if (!this.dataset.tiles) return this.#draw();
    // Until the street map has loaded, which may be never, the drawn ground is shown.
    this.#draw(navigator.onLine ? undefined : "offline");
    if (!navigator.onLine) return;
    try {
      const leaflet = await TileGround.load(this.dataset);
      if (!this.isConnected) return;
      const failed = () => this.#draw(navigator.onLine ? "failed" : "offline");
      this.#stand((changed) => new TileGround(leaflet, this.dataset.tiles, changed, failed));
      this.#says(undefined);
      this.#credit(true);
    } catch {
      this.#draw(navigator.onLine ? "failed" : "offline");
    }
  }

  #draw(reason) {
    this.#stand((changed) => new DrawnGround(this.#places, this.#water, this.#size, changed));
    this.#says(reason);
    this.#credit(false);
  }

  #stand(make) {
    const focused = this.contains(document.activeElement) && document.activeElement.dataset.pin;
    this.#ground?.close();
    const ground = (this.#ground = make(() => this.#ground === ground && this.#show()));
    ground.points = this.#pins.points;
    this.#isFitted = false;
    this.#layoutScale = undefined;
    this.#stage.replaceChildren(ground.element);
    ground.element.append(this.#pins.element);
    this.#pins.labels = ground.labels;
    this.#fit();
    if (focused) this.#pins.focus(focused);
  }

  #fit(points = this.#pins.points) {
    const bounds = boundsOf(points);
    if (!bounds || !this.#ground || this.#size.width === 0) return;
    this.#isFitted = true;
    this.#ground.fit(bounds, room);
  }

  #resized({ width, height }) {
    if (width === 0 || (this.#isFitted && width === this.#size.width && height === this.#size.height)) return;
    this.#size = { width, height };
    if (!this.#ground) return this.#begin();
    this.#ground.resize(this.#size);
    if (!this.#isFitted) this.#fit();
  }

  #show() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      if (!this.#ground || !this.#isFitted) return;
      const { view } = this.#ground;
      if (view.scale !== this.#layoutScale) this.#layOut(view.scale);
      this.#ground.show();
      this.#pins.show(view);
      this.#scale();
      if (this.#pins.isWhole) this.classList.add("is-live");
      else this.#show();
    });
  }

  // The layout of flags and names depends only on the scale.
  #layOut(scale) {
    this.#layoutScale = scale;
    const layout = new Layout();
    this.#pins.layOut(layout, scale, 0, cheapest);
    const here = this.#pins.herePoint;
    if (here) layout.place(here.x * scale - 9, here.y * scale - 9, 18, 18);
    this.#ground.name(layout, scale, true);
    this.#pins.layOut(layout, scale, cheapest);
    this.#ground.name(layout, scale, false);
  }

  // The list

  // Without those whose rows are hidden.
  get #stations() {
    const hidden = new Set([...(this.#list?.querySelectorAll("[data-station][hidden]") ?? [])].map((row) => row.dataset.station));
    const stations = this.#lines("pins").map(([code, at, tone, price, text, name]) => ({ code, at, tone, price, text, name }));
    return stations.filter(({ code }) => !hidden.has(code));
  }

  #read() {
    const page = this.#page.dataset ?? {};
    this.#layoutScale = undefined;
    this.#pins.read(this.#stations);
    this.#pins.here = { at: position(page.here), name: page.hereName ?? this.#words("here") };
  }

  // The map's view stays, unless none of the remaining stations is visible.
  #changed() {
    this.#read();
    if (!this.#ground) return;
    this.#ground.points = this.#pins.points;
    const points = this.#pins.points;
    if (points.length && !points.some((point) => this.#isSeen(point))) this.#fit();
    else this.#show();
    this.#card(undefined);
  }

  // From the list: for keyboard users, the map moves to an invisible pin; it must not jump under a pointer.
  #highlight(code) {
    this.#pins.choose(code);
    if (this.#row(code)?.contains(document.activeElement) && document.activeElement.matches(":focus-visible")) this.#reveal(code);
    this.#card(undefined);
  }

  #chosen(code, isAgain) {
    this.#card(code);
    if (isAgain) return this.querySelector("[data-card] a")?.click();
    this.#pins.choose(code);
    this.#reveal(code);
    document.dispatchEvent(new CustomEvent("station-chosen", { detail: { station: code, from: "map" } }));
  }

  #hover(code, enters) { this.#row(code)?.classList.toggle("is-on-map", enters); }

  #isSeen({ x, y }, edge = 0) {
    if (!this.#isFitted) return false;
    const { scale, left, top } = this.#ground.view;
    const [across, down] = [x * scale - left, y * scale - top];
    const { width, height } = this.#size;
    return across >= edge && across <= width - edge && down >= edge && down <= height - edge;
  }

  #reveal(code) {
    const point = this.#pins.point(code);
    if (!point || !this.#isFitted || this.#isSeen(point, 32)) return;
    const { scale, left, top } = this.#ground.view;
    this.#ground.moveBy(point.x * scale - left - this.#size.width / 2, point.y * scale - top - this.#size.height / 2);
  }

  // Texts

  // The chosen station in a line below the map: its name is a link, as in the list.
  #card(code) {
    const card = this.querySelector("[data-card]");
    const pin = this.#pins.pin(code);
    card.hidden = !pin;
    if (!pin) return card.replaceChildren();
    const href = document.querySelector("[data-pins]").dataset.page.replace("--code--", code);
    const name = Object.assign(document.createElement("a"), { id: "map-card-link", href, textContent: pin.name });
    name.dataset.sheet = "page";
    const price = document.createElement("span");
    price.className = "figures";
    if (pin.text) price.textContent = `${pin.text}\u00a0${this.#page.dataset?.unit ?? ""}`;
    card.replaceChildren(name, price);
  }

  #words(name) { return this.querySelector(`template[data-says=${name}]`)?.content.textContent ?? ""; }

  #says(name) {
    const note = this.querySelector("[data-note]");
    note.textContent = name ? this.#words(name) : "";
    note.hidden = !name;
  }

  #credit(isShown) {
    const credit = this.querySelector("[data-credit]");
    if (credit) credit.hidden = !isShown;
  }

  // A scale bar: a round number of metres, measured in the middle of the map.
  #scale() {
    const { scale, top } = this.#ground.view;
    const metresPerPixel = metresPerSide((top + this.#size.height / 2) / scale) / scale;
    const metres = roundLength(metresPerPixel * Math.min(120, this.#size.width / 3));
    let bar = this.querySelector(".map-scale-bar");
    if (!bar) {
      bar = Object.assign(document.createElement("span"), { className: "map-scale-bar" });
      bar.setAttribute("aria-hidden", "true");
      this.#stage.after(bar);
    }
    bar.style.inlineSize = `${metres / metresPerPixel}px`;
    const [value, unit] = metres < 1000 ? [metres, "meter"] : [metres / 1000, "kilometer"];
    bar.textContent = new Intl.NumberFormat(document.documentElement.lang || "en", { style: "unit", unit }).format(value);
  }

  // Keys and buttons

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    const zooms = { "+": 1, "=": 1, "-": -1, "_": -1 };
    if (event.key in moves && event.target === this.#stage) this.#ground.moveBy(...moves[event.key]);
    else if (event.key in zooms) this.#ground.zoomBy(zooms[event.key]);
    else if (event.key === "0") this.#fit();
    else return;
    event.preventDefault();
  }

  #tool(name) {
    if (name === "closer") this.#ground.zoomBy(1);
    if (name === "farther") this.#ground.zoomBy(-1);
    if (name === "all") this.#fit();
  }

  // A drag that ends on a pin doesn't choose it.
  #guardClicks() {
    let from;
    this.#stage.addEventListener("pointerdown", ({ clientX, clientY }) => (from = [clientX, clientY]), { capture: true, signal: this.#listening.signal });
    this.#stage.addEventListener("click", (event) => {
      const isDrag = event.detail > 0 && from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > tapMoves;
      if (isDrag) event.stopPropagation();
    }, { capture: true, signal: this.#listening.signal });
  }
}

customElements.define("stations-map", StationsMap);
