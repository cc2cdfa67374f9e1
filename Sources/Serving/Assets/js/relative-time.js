// <relative-time><time datetime="…">7 Mar 2012, 10:02 UTC</time></relative-time>
//
// Says how long ago the time is, in the page's language; the title is the full local time. Past four weeks it is the
// local date. Without this script the text from the server stands.

const refresh = 30_000;
const units = [
  ["minute", 60],
  ["hour", 3600],
  ["day", 86_400],
];

// Made once: one costs a slow phone as much as all that is written with it.
const formats = new Map();

function format(Format, language, options) {
  const key = [Format.name, language, ...Object.values(options)].join();
  if (!formats.has(key)) formats.set(key, new Format(language, options));
  return formats.get(key);
}

export function describe(seconds, language) {
  const distance = Math.abs(seconds);
  const [unit, length] = units.findLast(([, least]) => distance >= least) ?? units[0];
  const count = Math.trunc(seconds / length) || 0;
  return format(Intl.RelativeTimeFormat, language, { numeric: "auto" }).format(count, unit);
}

class RelativeTime extends HTMLElement {
  #timer;
  #first;
  #listening;

  connectedCallback() {
    this.#listening = new AbortController();
    document.addEventListener("visibilitychange", () => this.#follow(), this.#listening);
    // The server's text stands meanwhile. The first format of a page is dear on a slow phone, and gets a task of its own.
    if (this.textContent.trim()) this.#first = setTimeout(() => this.#follow());
    else this.#follow();
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#stop();
  }

  #stop() {
    clearTimeout(this.#first);
    clearInterval(this.#timer);
  }

  #follow() {
    this.#stop();
    if (document.hidden) return;
    this.#show();
    this.#timer = setInterval(() => this.#show(), refresh);
  }

  #show() {
    const time = this.querySelector("time");
    const moment = new Date(time?.dateTime);
    if (Number.isNaN(moment.getTime())) return;
    const language = this.closest("[lang]")?.lang || undefined;
    const seconds = (moment - Date.now()) / 1000;
    const text =
      Math.abs(seconds) < 28 * 86_400
        ? describe(seconds, language)
        : format(Intl.DateTimeFormat, language, { dateStyle: "medium" }).format(moment);
    if (time.textContent !== text) time.textContent = text;
    // In a task of its own: nobody points at it yet.
    setTimeout(() => {
      time.title = format(Intl.DateTimeFormat, language, { dateStyle: "full", timeStyle: "long" }).format(moment);
    });
  }
}

customElements.define("relative-time", RelativeTime);
