// The map projection and layout: the counterpart of MapPoint.swift and StationMapLayout.swift for a movable map.

const highest = 85.0511287798066;
const circumference = 2 * Math.PI * 6378137;
const cellSize = 64;

// Web Mercator: the world as a square of side 1, from the west and from the north.
export function mapPoint({ latitude, longitude }) {
  const angle = (Math.min(Math.max(latitude, -highest), highest) * Math.PI) / 180;
  return { x: (longitude + 180) / 360, y: (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2 };
}

// The length of the square's side in metres on the ground, at that height of the square.
export function metresPerSide(y) {
  return circumference * Math.cos(Math.atan(Math.sinh(Math.PI * (1 - 2 * y))));
}

// Parses `-31.95,115.86`, the form in rows.
export function position(text) {
  const [latitude, longitude] = (text ?? "").split(",").map(Number);
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : undefined;
}

// The bounds of these points without the few farthest out; `undefined` if there are no points.
export function boundsOf(points, leastMetres = 3000) {
  if (!points.length) return undefined;
  const range = (values) => {
    values.sort((a, b) => a - b);
    const cut = values.length > 25 ? Math.floor(values.length * 0.02) : 0;
    return [values[cut], values[values.length - 1 - cut]];
  };
  const [west, east] = range(points.map(({ x }) => x));
  const [north, south] = range(points.map(({ y }) => y));
  const least = leastMetres / metresPerSide((north + south) / 2);
  const widen = (from, to) => (to - from < least ? [(from + to - least) / 2, (from + to + least) / 2] : [from, to]);
  const [left, right] = widen(west, east);
  const [top, bottom] = widen(north, south);
  return { left, right, top, bottom };
}

// Places boxes in order; a box that would overlap another has no room.
export class Layout {
  #cells = new Map();

  place(left, top, width, height) {
    const box = { left, top, right: left + width, bottom: top + height };
    const keys = [];
    for (let column = Math.floor(left / cellSize); column <= Math.floor(box.right / cellSize); column++) {
      for (let row = Math.floor(top / cellSize); row <= Math.floor(box.bottom / cellSize); row++) keys.push(`${column} ${row}`);
    }
    const overlaps = (other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
    if (keys.some((key) => this.#cells.get(key)?.some(overlaps))) return false;
    for (const key of keys) this.#cells.set(key, [...(this.#cells.get(key) ?? []), box]);
    return true;
  }
}

// The largest length that is 1, 2 or 5 times a power of ten and at most `most`.
export function roundLength(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return ([5, 2].find((digit) => digit * power <= most) ?? 1) * power;
}
