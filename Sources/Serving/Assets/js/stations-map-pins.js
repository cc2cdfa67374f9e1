// The pins above a map's ground, one for each station with a position: a flag with the price, or a dot if a cheaper one's flag takes the
// space. All are buttons in a single tab stop; arrow keys move through them in the list's order.

import { mapPoint, position } from "./stations-map-layout.js";

const flagHeight = 30;
// The most pins added per frame: on a slow phone, several hundred at once would block everything else.
const batch = 100;

export class Pins {
  element = document.createElement("div");
  #pins = new Map();
  // Pins that aren't in the element in the list's order yet.
  #unplaced = [];
  #chosen;
  #here;
  #onChoose;
  #onHover;

  constructor({ onChoose, onHover }) {
    this.element.className = "map-pins";
    this.#onChoose = onChoose;
    this.#onHover = onHover;
    this.element.addEventListener("click", (event) => {
      const code = event.target.closest("[data-pin]")?.dataset.pin;
      if (code) this.#onChoose(code, code === this.#chosen);
    });
    for (const [name, enters] of [["pointerover", true], ["pointerout", false]]) {
      this.element.addEventListener(name, (event) => {
        const code = event.target.closest("[data-pin]")?.dataset.pin;
        if (code && event.pointerType === "mouse") this.#onHover(code, enters);
      });
    }
    for (const name of ["focusin", "focusout"]) {
      this.element.addEventListener(name, ({ target }) => this.#write(this.#pins.get(target.dataset.pin), name === "focusin"));
    }
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  get size() { return this.#pins.size; }
  get points() { return [...this.#pins.values()].map(({ point }) => point); }
  has(code) { return this.#pins.has(code); }
  pin(code) { return this.#pins.get(code); }
  point(code) { return this.#pins.get(code)?.point; }

  // One for each station; existing pins stay.
  read(stations) {
    const before = this.#pins;
    this.#pins = new Map();
    for (const { code, at: where, tone, price, text, name } of stations) {
      const at = position(where);
      if (!at || this.#pins.has(code)) continue;
      const pin = before.get(code) ?? { button: this.#button(code) };
      before.delete(code);
      Object.assign(pin, { point: mapPoint(at), price: Number(price || "NaN"), text, name });
      pin.button.dataset.tone = tone;
      pin.button.setAttribute("aria-label", [name, text].filter(Boolean).join(", "));
      this.#pins.set(code, pin);
    }
    for (const { button } of before.values()) button.remove();
    if (!this.#pins.has(this.#chosen)) this.#chosen = undefined;
    this.#unplaced = [...this.#pins.values()].map(({ button }) => button);
    this.#stop();
  }

  // Shows the reader's position.
  set here({ at, name }) {
    this.#here?.mark.remove();
    this.#here = undefined;
    if (!at) return;
    const mark = document.createElement("span");
    mark.className = "map-here-mark";
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", name);
    mark.title = name;
    this.#here = { mark, point: mapPoint(at) };
    this.element.prepend(mark);
  }

  get herePoint() { return this.#here?.point; }

  // Replaces the labels by those of another ground.
  set labels(labels) {
    for (const label of this.element.querySelectorAll(".map-place-name")) label.remove();
    this.element.prepend(...labels);
  }

  // Marks a pin, here and in the list. It is displayed above all others, with its price.
  choose(code) {
    const before = this.#pins.get(this.#chosen);
    before?.button.removeAttribute("aria-current");
    this.#chosen = this.#pins.has(code) ? code : undefined;
    this.#write(before);
    const pin = this.#pins.get(this.#chosen);
    pin?.button.setAttribute("aria-current", "true");
    this.#write(pin);
    this.#stop();
  }

  focus(code) { this.#pins.get(code)?.button.focus({ preventScroll: true }); }

  show({ scale, left, top }) {
    const put = (element, { x, y }) => (element.style.transform = `translate(${x * scale - left}px, ${y * scale - top}px)`);
    for (const { button, point } of this.#pins.values()) put(button, point);
    if (this.#here) put(this.#here.mark, this.#here.point);
    // In the list's order, so that a screen reader meets them in it; only after they have their final look, so that they are laid out once.
    this.element.append(...this.#unplaced.splice(0, batch));
  }

  // Whether `show` has placed all pins.
  get isWhole() { return this.#unplaced.length === 0; }

  // Gives flags to the cheapest pins: in order of price, those between two indices.
  layOut(layout, scale, from = 0, to = this.#pins.size) {
    const byPrice = [...this.#pins.values()].sort((a, b) => (a.price || Infinity) - (b.price || Infinity));
    for (const pin of byPrice.slice(from, to)) {
      const { button, point, text } = pin;
      const width = text.length * 7.5 + 16;
      const hasRoom = text !== "" && layout.place(point.x * scale - width / 2, point.y * scale - flagHeight, width, flagHeight);
      button.classList.toggle("is-dot", !hasRoom);
      this.#write(pin);
    }
  }

  // A dot has text only while it has the focus or the pointer.
  #write(pin, isFocused = document.activeElement === pin?.button) {
    if (!pin) return;
    const isFlag = !pin.button.classList.contains("is-dot") || pin.button.ariaCurrent === "true" || isFocused;
    const text = isFlag ? pin.text : "";
    if (pin.button.textContent !== text) pin.button.textContent = text;
  }

  #button(code) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "map-pin";
    button.dataset.pin = code;
    return button;
  }

  // The pin that the tab key reaches.
  #stop() {
    const codes = [...this.#pins.keys()];
    const stop = this.#chosen ?? codes[0];
    for (const [code, { button }] of this.#pins) button.tabIndex = code === stop ? 0 : -1;
  }

  #key(event) {
    const code = event.target.closest("[data-pin]")?.dataset.pin;
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const codes = [...this.#pins.keys()];
    const places = { Home: 0, End: codes.length - 1 };
    if (!code || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = event.key in steps ? codes.indexOf(code) + steps[event.key] : places[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const target = codes[(next + codes.length) % codes.length];
    this.#onChoose(target, false);
    this.focus(target);
  }
}
