// <guide-offline data-root="/boards/guide" data-…="sentences">: the state of a guide's offline copy, with buttons that store, renew and
// remove it.
//
// While the server can't be reached, the worker shows this page instead of the guide's others (`data-kept` of the document). This script
// then makes the requested page from the stored days: now and next, the grid, a channel's day, a search, a programme.
//
// A single file, because each of its pages takes only a few lines with the parts in `guide-drawn.js`.

import "./guide-grid.js";
import { endOfToday } from "./guide-clock.js";
import { channelsIn, foundIn } from "./guide-search.js";
import { guideRoot, keptDays, keptGuide, keptProgramme, noRoom, removeKept, renewKept } from "./guide-kept.js";
import { withMorning } from "./guide-lane.js";
import { showCurrent } from "./guide-strips.js";
import { channelAddress, make, nowCard, programmeElement, programmeLine } from "./guide-drawn.js";
import { ready } from "./words.js";
import { language } from "./language.js";

const nextWithin = 12 * 3_600_000;
const most = 100; // The most programmes shown by a search

class GuideOffline extends HTMLElement {
  #timer;
  #isAtWork = false;

  async connectedCallback() {
    await ready;
    const page = /\/boards\/[^/]+(?:\/(.*))?$/.exec(location.pathname)?.[1] ?? "";
    if (document.documentElement.dataset.kept && page !== "offline") return this.#draw(page);
    for (const [name, act] of [["keep", () => this.#keep(true)], ["again", () => this.#keep(false)], ["remove", () => this.#remove()]]) {
      this.querySelector(`[data-${name}]`)?.addEventListener("click", act);
    }
    this.#tell();
  }

  disconnectedCallback() { clearInterval(this.#timer); }

  get #root() { return guideRoot; }
  get #inside() { return this.querySelector("[data-inside]"); }
  #sentence(name, values = {}) { return Object.entries(values).reduce((text, [key, value]) => text.replace(`{${key}}`, value), this.dataset[name]); }

  // Shows what is stored.

  async #tell(sentence) {
    const facts = this.querySelector("[data-kept-facts]");
    if (!facts) return;
    const kept = await keptGuide(this.#root);
    const say = (name, ...inside) => facts.querySelector(`[data-${name}]`).replaceChildren(...inside);
    if (kept) {
      const number = new Intl.NumberFormat(language);
      say("days", `${number.format(kept.days.length)} (${dayName(kept.days[0])} – ${dayName(kept.days.at(-1))})`);
      say("channels", number.format(kept.channels));
      say("size", new Intl.NumberFormat(language, { style: "unit", unit: "megabyte", minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(kept.bytes / 1_000_000));
      const time = make("time", "", { datetime: new Date(kept.checked).toISOString() });
      say("checked", make("relative-time", "", {}, time));
    }
    facts.hidden = !kept;
    const canKeep = Boolean(navigator.serviceWorker && globalThis.caches);
    this.querySelector("[data-keep]").hidden = Boolean(kept) || !canKeep;
    for (const name of ["again", "remove"]) this.querySelector(`[data-${name}]`).hidden = !kept;
    this.#say(sentence ?? (canKeep ? "" : this.dataset.noWorker));
  }

  #say(sentence) { this.querySelector("[data-state]").textContent = sentence; }

  async #keep(isFirst) {
    if (this.#isAtWork) return;
    this.#isAtWork = true;
    for (const button of this.querySelectorAll(".guide-keeping button")) button.disabled = true;
    let sentence;
    try {
      await underControl();
      if (isFirst) await navigator.storage?.persist?.();
      const number = new Intl.NumberFormat(language);
      const isWhole = await renewKept(this.#root, (day, days) => this.#say(this.#sentence("saving", { day: number.format(day), days: number.format(days) })));
      sentence = await this.#outcome(isWhole);
    } catch (error) {
      sentence = error.message === noRoom ? await this.#outcome(false) : this.dataset.noAnswer;
    }
    this.#isAtWork = false;
    for (const button of this.querySelectorAll(".guide-keeping button")) button.disabled = false;
    await this.#tell(sentence);
  }

  // `isWhole`: whether there was room for all.
  async #outcome(isWhole) {
    const { saved, silent, noRoomForAny } = this.dataset;
    if (await keptGuide(this.#root)) return isWhole ? saved : this.dataset.noRoom;
    return isWhole ? silent : noRoomForAny;
  }

  async #remove() {
    await removeKept(this.#root);
    await this.#tell();
    this.querySelector("[data-keep]").focus();
  }

  // The requested page.

  async #draw(page) {
    const query = new URLSearchParams(location.search);
    const [days, kept] = [await keptDays(this.#root), await keptGuide(this.#root)];
    const group = query.get("group") || undefined;
    const draw = { "": () => this.#now(days, group), now: () => this.#now(days, group), grid: () => this.#grid(days, query.get("day"), group), channel: () => this.#channel(days, query.get("id"), query.get("day")),
      channels: () => this.#channels(days), search: () => this.#search(days, kept, query.get("q") ?? "") }[page];
    const isFirst = ["", "now"].includes(page);
    for (const way of this.querySelectorAll(".guide-ways [aria-current]")) way.removeAttribute("aria-current");
    this.querySelector(`.guide-ways nav a[href="${CSS.escape(isFirst ? this.#root : location.pathname)}"]`)?.setAttribute("aria-current", "page");
    // It leads to the guide's first page, which this is.
    if (isFirst) this.querySelector(".detail-way").remove();
    if (page.startsWith("records/")) await this.#programme();
    else if (draw && kept) draw();
    else this.#nothing();
    showCurrent();
  }

  // `name` and `lead` are texts.
  #head(name, lead = "") {
    for (const heading of document.querySelectorAll(".page-title bdi, guide-offline h1")) heading.textContent = name;
    this.querySelector(".lead").textContent = lead;
    document.title = document.title.replace(/^[^·]*/, `${name} `);
  }

  #nothing() {
    this.#head(this.dataset.grid);
    this.#inside.replaceChildren(make("p", "empty", {}, this.dataset.notKept));
  }

  #now(days, group) {
    this.#head(this.dataset.now);
    const show = () => {
      const now = Date.now();
      const channels = inGroup(days.at(-1), group).map((channel) => {
        const all = programmesOf(days, channel.id).filter(({ programme }) => programme.stop > Math.max(now, programme.start));
        const on = all.filter(({ programme }) => programme.start <= now).map(({ programme }) => programme).reverse();
        const next = all.find(({ programme }) => programme.start > now && programme.start < now + nextWithin)?.programme;
        return { channel, on, next, day: days[0], root: this.#root };
      });
      const shown = channels.filter(({ on, next }) => on.length || next);
      const list = make("ul", "guide-channels", {}, ...shown.map((one) => nowCard(one, now, (share) => this.#sentence("share", { share }), this.dataset.silent)));
      const isHere = this.#inside.contains(document.activeElement) && document.activeElement.getAttribute("href");
      this.#inside.replaceChildren(...this.#groups(days.at(-1), group, (query) => address(this.#root, query)),
        shown.length ? list : make("p", "empty", {}, channels.length ? this.dataset.silent : this.dataset.noChannels));
      showCurrent(this.#inside);
      if (isHere) this.#inside.querySelector(`a[href="${CSS.escape(isHere)}"]`)?.focus({ preventScroll: true });
    };
    show();
    let minute = Math.floor(Date.now() / 60_000);
    this.#timer = setInterval(() => {
      if (document.hidden || minute === Math.floor(Date.now() / 60_000)) return;
      minute = Math.floor(Date.now() / 60_000);
      show();
    }, 1000);
  }

  #grid(days, asked, group) {
    const day = dayOf(days, asked);
    if (!day) return this.#nothing();
    this.#head(this.dataset.grid, day.name);
    const marks = Object.fromEntries(Object.entries(day.marks).map(([mark, name]) => [`data-mark-${mark}`, name]));
    const genres = Object.fromEntries(Object.entries(day.genres ?? {}).map(([genre, name]) => [`data-genre-${genre}`, name]));
    const channels = inGroup(day, group);
    const to = (query) => address(`${this.#root}/grid`, query);
    const lanes = channels.map(({ id, name }) => make("li", "", { "data-lane": id }, make("a", "", { href: channelAddress(this.#root, id, day.day) }, make("bdi", "", {}, name))));
    const grid = make("guide-grid", "", {
      page: to({ day: day.day, group }), "data-record": `${this.#root}/records/`, "data-start": day.start, "data-minutes": withMorning(day, after(days, day)).minutes,
      "data-day-minutes": day.minutes, "data-zone": day.zone,
      "data-label": this.#sentence("label", { day: day.name }), ...marks, ...genres,
    }, make("ul", "guide-lanes", {}, ...lanes));
    this.#inside.replaceChildren(...this.#groups(day, group, (query) => to({ day: day.day, ...query })), this.#days(days, day, (date) => to({ day: date, group })),
      channels.length ? grid : make("p", "empty", {}, this.dataset.noChannels));
  }

  #channel(days, id, asked) {
    const day = dayOf(days, asked);
    const channel = day?.channels.find((one) => one.id === id);
    if (!channel) return this.#nothing();
    this.#head(channel.name, day.name);
    const now = Date.now();
    const lines = channel.programmes.toSorted(byStart).map((programme) => programmeLine({ programme, channel, day, root: this.#root }, now));
    const next = after(days, day);
    const addressOfDay = (date) => channelAddress(this.#root, id, date);
    this.#inside.replaceChildren(this.#days(days, day, addressOfDay),
      lines.length ? make("ol", "guide-day", {}, ...lines) : make("p", "empty", {}, this.dataset.noProgrammes),
      ...(next ? [make("p", "", {}, make("a", "quiet-button", { "data-next": "", href: addressOfDay(next.day) }, this.#sentence("nextDay", { day: next.name })))] : []));
  }

  #channels(days) {
    this.#head(this.dataset.myChannels, this.dataset.chooseLater);
    const rows = (days[0]?.channels ?? []).map(({ id, name }) => make("li", "ledger-row", {}, make("div", "", {}, make("a", "", { href: channelAddress(this.#root, id) }, make("bdi", "", {}, name)))));
    this.#inside.replaceChildren(make("ul", "ledger", {}, ...rows));
  }

  #search(days, kept, text) {
    this.#head(this.dataset.search);
    this.querySelector("[name=q]").value = text;
    const now = Date.now();
    const found = foundIn(days, text, now).slice(0, most).map((one) => programmeLine({ ...one, root: this.#root }, now, true));
    const channels = channelsIn(days, text).map(({ id, name }) => make("a", "chip-link", { href: channelAddress(this.#root, id) }, make("bdi", "", {}, name)));
    const none = text.trim() ? this.#sentence("notFound", { query: text.trim() }) : this.dataset.noWords;
    const covers = this.#sentence("covers", {
      first: dayName(kept.days[0]), last: dayName(kept.days.at(-1)), channels: new Intl.NumberFormat(language).format(kept.channels),
    });
    this.#inside.replaceChildren(
      make("p", "updated", { "data-covered": "" }, covers),
      ...(channels.length ? [make("nav", "chips guide-found", { "aria-label": this.dataset.channels }, ...channels)] : []),
      ...(found.length ? [make("ol", "guide-day is-found", {}, ...found)] : channels.length ? [] : [make("p", "empty", {}, none)]),
    );
  }

  async #programme() {
    const found = await keptProgramme(location.pathname);
    if (!found) return this.#nothing();
    this.#head(found.programme.title);
    this.querySelector(".intro").remove();
    this.#inside.replaceChildren(programmeElement(found));
  }

  #groups(day, shown, to) {
    if (!day?.groups?.length) return [];
    const link = (group, label) => make("a", "chip-link", { href: to({ group }), ...(group === shown && { "aria-current": "true" }) }, label);
    return [make("nav", "guide-days", { "aria-label": this.dataset.groups }, link(undefined, this.dataset.all), ...day.groups.map(({ name }) => link(name, make("bdi", "", {}, name))))];
  }

  #days(days, shown, to) {
    const today = dayOf(days);
    const end = today && endOfToday(today, Date.now(), language);
    const label = end ? this.#sentence("todayUntil", { time: end }) : this.dataset.today;
    const links = days.map(({ day, short }) => make("a", "chip-link", { href: to(day), ...(day === shown.day && { "aria-current": "date" }) }, day === today?.day ? label : short));
    return make("nav", "guide-days", { "aria-label": this.dataset.today }, ...links);
  }
}

// `Wed 7 Mar`, for a day in the form YYYY-MM-DD.
function dayName(text) {
  return new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }).format(Date.parse(text));
}

// The channels of a day: those of a group, or all.
function inGroup(day, group) {
  const members = day?.groups?.find(({ name }) => name === group)?.channels;
  return (day?.channels ?? []).filter(({ id }) => !group || members?.includes(id));
}

function address(page, query) {
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  return given.size ? `${page}?${given}` : page;
}

const byStart = (one, other) => one.start - other.start || one.id - other.id;

// The requested day, otherwise the current one, otherwise the next.
function dayOf(days, asked) {
  const now = Date.now();
  return asked ? days.find(({ day }) => day === asked) : (days.find(({ start, minutes }) => start + minutes * 60_000 > now) ?? days.at(-1));
}

// The day that begins when this one ends.
function after(days, { start, minutes }) { return days.find((day) => day.start === start + minutes * 60_000); }

// Of a channel, in order, without duplicates: some programmes continue into the next day.
function programmesOf(days, id) {
  const all = new Map();
  for (const day of days) for (const programme of day.channels.find((one) => one.id === id)?.programmes ?? []) all.set(programme.id, { programme, day });
  return [...all.values()].sort((one, other) => byStart(one.programme, other.programme));
}

// The worker must control this page. On the very first visit, it takes control a moment later.
async function underControl() {
  const { serviceWorker } = navigator;
  await serviceWorker.ready;
  if (!serviceWorker.controller) await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}

customElements.define("guide-offline", GuideOffline);
