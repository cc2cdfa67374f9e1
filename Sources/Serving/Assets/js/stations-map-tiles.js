// The ground of a street map: tiles of the operator's provider, shown by Leaflet. Only visible tiles are requested, and only the browser
// caches them, by the tiles' own headers. Has the interface of stations-map-drawn.js.

const [least, most] = [3, 19];
// After this many failures without any tile, or this many more failures than tiles, there is no street map.
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
    // Without animation, so that pins are always in place; keys and buttons are handled by the page.
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

  // It draws itself, and its tiles contain names.
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
