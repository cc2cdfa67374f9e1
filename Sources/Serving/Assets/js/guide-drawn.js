// Parts of a guide's pages, made from stored days (guide-kept.js), with the same markup as the server's.

import { language } from "./language.js";

export function make(name, style, attributes = {}, ...inside) {
  const element = document.createElement(name);
  if (style) element.className = style;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside.filter((one) => one !== undefined));
  return element;
}

const formats = new Map();

function format(zone, options) {
  const key = JSON.stringify([zone, options]);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(language, { ...options, timeZone: zone }));
  return formats.get(key);
}

export function clock(time, zone) { return format(zone, { timeStyle: "short" }).format(time); }
function date(time, zone) { return format(zone, { weekday: "short", day: "numeric", month: "short" }).format(time); }
function moment(time, ...inside) { return make("time", "", { datetime: new Date(time).toISOString() }, ...inside); }

export function channelAddress(root, id, day) {
  const query = new URLSearchParams(day ? { id, day } : { id });
  return `${root}/channel?${query}`;
}

function link(programme, root) {
  return make("a", "", { href: `${root}/records/${programme.id}`, "data-sheet": "programme", id: `programme-${programme.id}` }, make("bdi", "", {}, programme.title));
}

function marksOf(programme, day) { return (programme.marks ?? []).flatMap((mark) => [" ", make("span", "guide-mark", {}, day.marks[mark] ?? mark)]); }

// A line of a channel's day; with its day and channel unless the page already shows them.
export function programmeLine({ programme, channel, day, root }, now, isFound = false) {
  const line = make("li", programme.stop <= now ? "is-over" : "", programme.start <= now && now < programme.stop ? { "aria-current": "time" } : {});
  const about = [isFound && make("bdi", "", {}, channel.name), programme.subtitle && make("bdi", "", {}, programme.subtitle)].filter(Boolean);
  line.append(
    make("p", "guide-times figures", {}, moment(programme.start, isFound ? make("span", "guide-date", {}, date(programme.start, day.zone)) : undefined, isFound ? " " : undefined, clock(programme.start, day.zone)), make("span", "unseen", {}, `–${clock(programme.stop, day.zone)}`)),
    make("div", "", {}, make("p", "guide-title", {}, link(programme, root), ...marksOf(programme, day)),
      about.length ? make("p", "guide-subtitle", {}, ...about.flatMap((part, index) => (index ? [" · ", part] : [part]))) : undefined),
  );
  return line;
}

// The current and next programmes of a channel. `share` returns the elapsed share of a programme.
export function nowCard({ channel, on, next, day, root }, now, share, silent) {
  const slots = on.map((programme) => {
    const over = Math.round(((now - programme.start) / (programme.stop - programme.start)) * 100);
    return make("div", "guide-slot", {}, make("p", "guide-title", {}, link(programme, root)),
      programme.subtitle ? make("p", "guide-subtitle", {}, make("bdi", "", {}, programme.subtitle)) : undefined,
      make("p", "guide-times figures", {}, moment(programme.start, clock(programme.start, day.zone)), "–", moment(programme.stop, clock(programme.stop, day.zone))),
      make("progress", "guide-share", { max: 100, value: over, "aria-label": share(over) }));
  });
  return make("li", "guide-channel", {},
    make("h2", "guide-name", {}, make("a", "", { href: channelAddress(root, channel.id) }, make("bdi", "", {}, channel.name))),
    ...(slots.length ? slots : [make("p", "guide-silence", {}, silent)]),
    next && make("p", "guide-next", {}, make("span", "guide-times figures", {}, moment(next.start, clock(next.start, day.zone))), " ", link(next, root)));
}

// All stored details of a programme.
export function programmeElement({ programme, channel, day, root }) {
  const marks = marksOf(programme, day);
  return make("article", "detail", {},
    make("header", "detail-head", {}, make("h1", "detail-name", {}, make("bdi", "", {}, programme.title))),
    make("div", "programme", {},
      programme.subtitle ? make("p", "programme-episode", {}, make("bdi", "", {}, programme.subtitle)) : undefined,
      make("p", "programme-when", {}, make("a", "", { href: channelAddress(root, channel.id, day.day) }, make("bdi", "", {}, channel.name)), " · ",
        moment(programme.start, date(programme.start, day.zone)), ", ",
        make("span", "figures", {}, `${clock(programme.start, day.zone)}–${clock(programme.stop, day.zone)}`)),
      marks.length ? make("p", "programme-marks", {}, ...marks) : undefined,
      programme.about ? make("p", "programme-about", {}, make("bdi", "", {}, programme.about)) : undefined));
}
