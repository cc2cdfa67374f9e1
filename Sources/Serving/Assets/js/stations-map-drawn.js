// The ground of a drawn map: everything within two kilometres of a station, the water over it, and place names. It is moved with the
// pointer, the wheel or two fingers.
//
// A ground has an `element`, a `view` (`scale`: the world's width in pixels; `left`, `top`: the element's corner, in the same pixels),
// `fit`, `name`, `show`, `moveBy`, `zoomBy`, `resize`, `close`, and calls back when its view changes. stations-map-tiles.js has the other
// kind.

import { Layout, mapPoint, metresPerSide, position } from "./stations-map-layout.js";

const groundMetres = 2000;
// Shores are approximate: within this distance of a station, there is no water.
const dryMetres = 250;
// In the projection, a circle grows with its latitude: one stroke draws all whose width differs by less than this share.
const alike = 0.04;
// The free space around a name that is placed before prices, for orientation.
const lone = { width: 150, height: 90 };
const [least, most] = [256, 256 * 2 ** 18];
const svg = "http://www.w3.org/2000/svg";

export class DrawnGround {
  element = document.createElement("div");
  view = { scale: least, left: 0, top: 0 };
  #land = document.createElementNS(svg, "svg");
  #places;
  #water;
  #onChange;
  #fingers = new Map();
  #size;

  // `places`: the names in the server's drawing, those with the most stations first. `water`: shores, as positions. `size`: of the stage.
  constructor(places, water, size, onChange) {
    this.#size = size;
    this.#onChange = onChange;
    this.element.className = "map-ground-drawn";
    this.#land.setAttribute("class", "map-ground");
    this.#land.setAttribute("aria-hidden", "true");
    this.#places = places.map(({ name, at }) => {
      const label = document.createElement("span");
      label.className = "map-place-name";
      label.textContent = name;
      label.setAttribute("aria-hidden", "true");
      return { label, name, point: mapPoint(position(at)) };
    });
    this.#water = water.map((shore) => shore.map((at) => mapPoint(position(at))));
    this.element.append(this.#land);
    for (const [name, listener] of Object.entries({
      pointerdown: this.#press, pointermove: this.#drag, pointerup: this.#release, pointercancel: this.#release, wheel: this.#turn, dblclick: this.#double,
    })) this.element.addEventListener(name, listener.bind(this), { passive: false });
  }

  // The positions of the stations.
  set points(points) {
    const path = (attributes) => {
      const element = document.createElementNS(svg, "path");
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      return element;
    };
    // In millionths of the world, because SVG numbers aren't doubles.
    const place = ({ x, y }) => `${this.#local(x, "x").toFixed(3)} ${this.#local(y, "y").toFixed(3)}`;
    const dots = (some, metres) => path({
      d: some.map((point) => `M${place(point)}h0`).join(""),
      "stroke-width": some.length && (2 * metres * 1e6) / metresPerSide(some[some.length >> 1].y),
    });
    const bands = new Map();
    for (const point of points) {
      const band = Math.round(Math.log(metresPerSide(point.y)) / alike);
      if (!bands.has(band)) bands.set(band, []);
      bands.get(band).push(point);
    }
    const land = [...bands.values()].map((band) => dots(band, groundMetres));
    if (this.#water.length) {
      const shores = this.#water.map((shore) => `M${shore.map(place).join(" ")}Z`).join("");
      land.push(path({ class: "map-water", d: shores }), dots(points, dryMetres));
    }
    this.#land.replaceChildren(...land);
  }

  fit({ left, right, top, bottom }, room) {
    const { width, height } = this.#size;
    const scale = Math.min((width - 2 * room.side) / (right - left), (height - room.top - room.bottom) / (bottom - top));
    this.#show(scale, ((left + right) / 2), ((top + bottom) / 2) - (room.top - room.bottom) / 2 / scale);
  }

  moveBy(x, y) { this.#set({ ...this.view, left: this.view.left + x, top: this.view.top + y }); }

  // Around a point of the element; by default its middle.
  zoomBy(steps, x = this.#size.width / 2, y = this.#size.height / 2) {
    const scale = Math.min(Math.max(this.view.scale * 2 ** steps, least), most);
    const share = scale / this.view.scale;
    this.#set({ scale, left: (this.view.left + x) * share - x, top: (this.view.top + y) * share - y });
  }

  // The middle stays where it is.
  resize(size) {
    const before = this.#size;
    this.#size = size;
    this.moveBy((before.width - size.width) / 2, (before.height - size.height) / 2);
  }

  // Displayed above the dots of the pins and below their flags.
  get labels() { return this.#places.map(({ label }) => label); }

  // Places names if there is room: a few distant ones before anything else, and others between what is there.
  name(layout, scale, isFirst) {
    const alone = new Layout();
    for (const { label, name, point: { x, y } } of this.#places) {
      if (!isFirst && !label.hidden) continue;
      const width = name.length * 6.5 + 10;
      const hasRoom = !isFirst || alone.place(x * scale - lone.width / 2, y * scale - lone.height / 2, lone.width, lone.height);
      label.hidden = !hasRoom || !layout.place(x * scale - width / 2, y * scale + 2, width, 17);
    }
  }

  show() {
    const { scale, left, top } = this.view;
    const { width, height } = this.#size;
    const corner = [this.#local(left / scale, "x"), this.#local(top / scale, "y")];
    this.#land.setAttribute("viewBox", [...corner, (width / scale) * 1e6, (height / scale) * 1e6].join(" "));
    for (const { label, point } of this.#places) {
      if (!label.hidden) label.style.transform = `translate(${point.x * scale - left}px, ${point.y * scale - top + 2}px) translateX(-50%)`;
    }
  }

  close() { this.element.remove(); }

  #show(scale, x, y) {
    const held = Math.min(Math.max(scale, least), most);
    this.#set({ scale: held, left: x * held - this.#size.width / 2, top: y * held - this.#size.height / 2 });
  }

  #set(view) {
    this.view = view;
    this.#onChange();
  }

  // Coordinates relative to the first place, so that close-up drawings are exact.
  #local(value, axis) { return (value - (this.#places[0]?.point[axis] ?? 0.5)) * 1e6; }

  // Pointers

  #press(event) {
    if (event.button !== 0) return;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  #drag(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    // Captured once it moves, because a mere click is for a pin.
    if (!this.element.hasPointerCapture(event.pointerId)) {
      if (Math.hypot(event.clientX - before.x, event.clientY - before.y) < 4) return;
      this.element.setPointerCapture(event.pointerId);
    }
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    const now = { x: event.clientX, y: event.clientY };
    this.#fingers.set(event.pointerId, now);
    if (!other) return this.moveBy(before.x - now.x, before.y - now.y);
    const apart = (finger) => Math.max(Math.hypot(finger.x - other.x, finger.y - other.y), 1);
    const middle = this.#within((now.x + other.x) / 2, (now.y + other.y) / 2);
    this.moveBy((before.x - now.x) / 2, (before.y - now.y) / 2);
    this.zoomBy(Math.log2(apart(now) / apart(before)), middle.x, middle.y);
  }

  #release(event) { this.#fingers.delete(event.pointerId); }

  #turn(event) {
    event.preventDefault();
    const { x, y } = this.#within(event.clientX, event.clientY);
    const lines = event.deltaMode === 0 ? event.deltaY / 120 : event.deltaY / 3;
    this.zoomBy(-Math.max(-1, Math.min(1, lines)) / 2, x, y);
  }

  #double(event) {
    const { x, y } = this.#within(event.clientX, event.clientY);
    this.zoomBy(event.shiftKey ? -1 : 1, x, y);
  }

  #within(x, y) {
    const box = this.element.getBoundingClientRect();
    return { x: x - box.left, y: y - box.top };
  }
}
