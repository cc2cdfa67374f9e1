// The ground of a street map: tiles of the operator's publisher, shown by Leaflet. Nothing is asked for that is not looked at, and nothing is kept
// but by the browser, as the tiles' own headers say. Has what stations-map-drawn.js has.

const [least, most] = [3, 19];
// Without any tile after so many failures, or so many more failures than tiles, there is no street map.
const [patience, tolerance] = [3, 12];

export class TileGround {
  element = document.createElement("div");
  #leaflet;
  #map;
  #onChange;
  #loaded = 0;
  #failed = 0;
  #hasFailed = false;

  static async load({ leaflet, leafletStyle }) {
    if (!document.querySelector(`link[href="${leafletStyle}"]`)) {
      const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: leafletStyle });
      const loaded = new Promise((resolve, reject) => Object.assign(style, { onload: resolve, onerror: reject }));
      document.head.append(style);
      await loaded;
    }
    return import(leaflet);
  }

  constructor(leaflet, tiles, onChange, onFailed) {
    this.#leaflet = leaflet;
    this.#onChange = onChange;
    this.element.className = "map-ground-tiles";
    // Without animation, so that pins are in their places at any time; keys and buttons are the page's.
    this.#map = leaflet.map(this.element, {
      attributionControl: false, zoomControl: false, keyboard: false, zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false,
      zoomSnap: 0.5, minZoom: least, maxZoom: most, worldCopyJump: false,
    });
    const layer = leaflet.tileLayer(tiles, { minZoom: least, maxZoom: most });
    layer.on("tileload", () => this.#loaded++);
    layer.on("tileerror", () => {
      this.#failed++;
      if (this.#hasFailed || this.#failed < (this.#loaded === 0 ? patience : this.#loaded + tolerance)) return;
      this.#hasFailed = true;
      onFailed();
    });
    this.#map.on("move zoom resize", () => this.#onChange());
    this.#map.on("load", () => layer.addTo(this.#map));
  }

  get view() {
    const { x, y } = this.#map.getPixelBounds().min;
    return { scale: 256 * 2 ** this.#map.getZoom(), left: x, top: y };
  }

  set points(_) {}

  fit({ left, right, top, bottom }, room) {
    this.#map.invalidateSize({ animate: false });
    const corners = [[left, top], [right, bottom]].map(([x, y]) => {
      const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
      return [latitude, x * 360 - 180];
    });
    this.#map.fitBounds(corners, { animate: false, paddingTopLeft: [room.side, room.top], paddingBottomRight: [room.side, room.bottom] });
  }

  // It shows itself, and has its names in its tiles.
  labels = [];
  name() {}
  show() {}

  moveBy(x, y) { this.#map.panBy([x, y], { animate: false }); }

  zoomBy(steps) { this.#map.setZoom(this.#map.getZoom() + Math.sign(steps), { animate: false }); }

  resize() { this.#map.invalidateSize({ animate: false }); }

  close() {
    this.#map.remove();
    this.element.remove();
  }
}
