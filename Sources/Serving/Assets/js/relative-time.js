// <relative-time><time datetime="…">7 Mar 2012, 10:02 UTC</time></relative-time>
//
// Shows the time relative to now, in the page's language: within an hour how long ago, then `today 18:45`, `Wed 7 Mar, 18:45`, and in
// another year the date. The title is the full local time. The server formats moments in the same way (`Words+Moments.swift`). Without this
// script, the server's text remains.

const refresh = 30_000;
const hour = 3600;
const day = 86_400_000;

// Made once: on a slow phone, making a format costs as much as all its uses.
const formats = new Map();

function format(Format, language, options) {
  const key = [Format.name, language, ...Object.values(options)].join();
  if (!formats.has(key)) formats.set(key, new Format(language, options));
  return formats.get(key);
}

// `moment` and `now` are in milliseconds.
export function describe(moment, now, language, zone) {
  const seconds = (moment - now) / 1000;
  if (Math.abs(seconds) < hour) return format(Intl.RelativeTimeFormat, language, { numeric: "auto" }).format(Math.trunc(seconds / 60) || 0, "minute");
  const [date, today] = [dateOf(moment, zone), dateOf(now, zone)];
  const days = Math.round((Date.parse(date) - Date.parse(today)) / day);
  if (Math.abs(days) <= 1) {
    const clock = format(Intl.DateTimeFormat, language, { timeStyle: "short", timeZone: zone }).format(moment);
    return `${format(Intl.RelativeTimeFormat, language, { numeric: "auto" }).format(days, "day")} ${clock}`;
  }
  if (date.slice(0, 4) !== today.slice(0, 4)) return format(Intl.DateTimeFormat, language, { dateStyle: "medium", timeZone: zone }).format(moment);
  const style = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit", timeZone: zone };
  return format(Intl.DateTimeFormat, language, style).format(moment);
}

// YYYY-MM-DD, the Swedish date format.
function dateOf(moment, zone) { return format(Intl.DateTimeFormat, "sv-SE", { dateStyle: "short", timeZone: zone }).format(moment); }

class RelativeTime extends HTMLElement {
  #timer;
  #first;
  #listening;

  connectedCallback() {
    this.#listening = new AbortController();
    document.addEventListener("visibilitychange", () => this.#follow(), this.#listening);
    // The server's text is shown meanwhile. A page's first format is expensive on a slow phone, and gets a task of its own.
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
    const text = describe(moment.getTime(), Date.now(), language);
    if (time.textContent !== text) time.textContent = text;
    // In a separate task, because the title isn't needed yet.
    setTimeout(() => {
      time.title = format(Intl.DateTimeFormat, language, { dateStyle: "full", timeStyle: "long" }).format(moment);
    });
  }
}

customElements.define("relative-time", RelativeTime);
