// The days of a guide that this device stores for offline use: worker/pages.js stores the responses of `/boards/<name>/offline` in the
// cache `guide`; this module reads, renews and removes them. `root` is the guide's path, `/boards/<name>`.
//
// A day is stored under its edition, so that an interrupted refresh leaves the days unchanged. If there isn't room for both editions, the
// older one is removed first.

import { defineSheet, loadPage } from "./sheets.js";
import { programmeElement } from "./guide-drawn.js";
import { withMorning } from "./guide-lane.js";

const lookAgain = 10 * 60_000;
export const noRoom = "507"; // The worker's response if it can't store something, and the message of the resulting error
const known = new Map(); // Parsed days by address and time

export const guideRoot = /^(.*\/boards\/[^/]+)(?:\/|$)/.exec(location.pathname)?.[1];

function address(root, query = {}) {
  const found = new URL(`${root}/offline`, location);
  for (const [name, value] of Object.entries(query)) found.searchParams.set(name, value);
  return found;
}

async function entries(root) {
  if (!globalThis.caches) return [];
  const cache = await caches.open("guide");
  const start = address(root).href;
  const all = (await cache.keys()).map(({ url }) => new URL(url)).filter(({ href }) => href.split("?")[0] === start);
  return Promise.all(all.map(async (url) => {
    const response = await cache.match(url.href);
    const [kept, bytes] = ["tidings-kept", "tidings-size"].map((name) => Number(response?.headers.get(name)));
    return { url, response, kept, bytes, day: url.searchParams.get("day"), edition: url.searchParams.get("edition"), as: url.searchParams.get("as") };
  }));
}

// The stored guide; undefined if there is none. `days` are dates.
export async function keptGuide(root = guideRoot) {
  const all = await entries(root);
  const summary = all.find(({ day, as }) => !day && as === "json");
  const days = [...newest(all).keys()].sort();
  if (!summary || !days.length) return undefined;
  const { edition, channels } = await summary.response.json();
  return { edition, channels, days, checked: summary.kept, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
}

// For each date, the entry that was stored last.
function newest(all) {
  const days = new Map();
  for (const entry of all) if (entry.day && !(days.get(entry.day)?.kept > entry.kept)) days.set(entry.day, entry);
  return days;
}

async function read(entry) {
  const key = `${entry.url.href} ${entry.kept}`;
  if (!known.has(key)) known.set(key, await entry.response.json());
  return known.get(key);
}

async function keptDay(root, date) {
  const entry = newest(await entries(root)).get(date);
  return entry && read(entry);
}

export async function keptDays(root) {
  const days = [...newest(await entries(root))].sort(([one], [other]) => (one < other ? -1 : 1));
  return Promise.all(days.map(([, entry]) => read(entry)));
}

// Requests the current days. `told(number, count)` is called before each requested day. Returns whether there is room for all; if not, the
// first days are stored. Throws if the server can't be reached.
export async function renewKept(root = guideRoot, told = () => {}) {
  const summary = await ask(address(root));
  // First, because no day can be shown without this page.
  const html = await ask(address(root), "text/html");
  // A person's reminders; the page links them for people who are signed in.
  if (html.includes(`"${root}/reminders`)) await keep([`${root}/reminders`]);
  const all = await entries(root);
  const wanted = summary.days.map((day) => address(root, { day, edition: summary.edition }));
  const dropOlder = async () => {
    const kept = new Set(wanted.map(({ href }) => href));
    await drop((await entries(root)).filter(({ day, url }) => day && !kept.has(without(url))).map(({ url }) => url.href));
  };
  try {
    for (const [index, url] of wanted.entries()) {
      if (all.some(({ day, edition }) => day === url.searchParams.get("day") && edition === summary.edition)) continue;
      told(index + 1, wanted.length);
      await ask(url).catch(async (error) => {
        if (error.message !== noRoom) throw error;
        await dropOlder();
        await ask(url);
      });
    }
  } catch (error) {
    if (error.message !== noRoom) throw error;
  }
  await dropOlder();
  const days = (await entries(root)).filter(({ day }) => day).length;
  if (!days) await removeKept(root);
  return days === wanted.length;
}

function without(url) {
  const plain = new URL(url);
  plain.searchParams.delete("as");
  return plain.href;
}

async function ask(url, type = "application/json") {
  const response = await fetch(url, { headers: { Accept: type }, cache: "no-cache" });
  if (!response.ok || response.redirected) throw new Error(String(response.status));
  return type === "application/json" ? response.json() : response.text();
}

export async function removeKept(root = guideRoot) { await drop((await entries(root)).map(({ url }) => url.href)); }

// Among the worker's pages, which it renews.
async function keep(addresses) { (await navigator.serviceWorker.ready).active.postMessage({ keep: addresses, isChanged: true }); }

async function drop(addresses) {
  known.clear();
  if (!addresses.length) return;
  const { port1, port2 } = new MessageChannel();
  const done = new Promise((resolve) => (port1.onmessage = resolve));
  (await navigator.serviceWorker.ready).active.postMessage({ dropGuide: addresses }, [port2]);
  await done;
}

function dayAfter(date) { return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10); }

// The cells of the grid's rows, in the server's format; undefined for a day that isn't stored.
export async function keptChannels(page) {
  const url = new URL(page, location);
  const root = url.pathname.replace(/\/grid$/, "");
  const date = url.searchParams.get("day");
  const alone = date && (await keptDay(root, date));
  const next = alone && (await keptDay(root, dayAfter(date)));
  const day = alone && withMorning(alone, next);
  return day && { day, channels: new Map(day.channels.map((channel) => [channel.id, channel])) };
}

// The programme at `/boards/<name>/records/<id>`, with its channel and day; undefined if it isn't stored.
export async function keptProgramme(path) {
  const [, root, id] = /^(.*\/boards\/[^/]+)\/records\/(\d+)$/.exec(path) ?? [];
  if (!root) return undefined;
  for (const day of await keptDays(root)) {
    for (const channel of day.channels) {
      const programme = channel.programmes.find((one) => one.id === Number(id));
      if (programme) return { programme, channel, day, root };
    }
  }
  return undefined;
}

// A programme's sheet shows its page, otherwise its stored details.
defineSheet("programme", {
  fill: (sheet) => sheet.body.append(sheet.part("waiting")),
  async load(sheet, signal) {
    try {
      await loadPage(sheet, signal);
    } catch (error) {
      const found = signal.aborted ? undefined : await keptProgramme(new URL(sheet.address).pathname);
      if (!found || signal.aborted) throw error;
      sheet.show(programmeElement(found));
    }
  },
});

// Stored days are renewed in the background on any page of their guide, if they are old, or if channels have just been chosen.
async function renewByTheWay() {
  if (!guideRoot || document.documentElement.dataset.kept || !navigator.serviceWorker?.controller || navigator.connection?.saveData) return;
  const kept = await keptGuide();
  const isFresh = kept && Date.now() - kept.checked < lookAgain && !location.pathname.endsWith("/channels");
  if (kept && !isFresh) await renewKept();
}

addEventListener("load", () => setTimeout(() => renewByTheWay().catch(() => {}), 1000));
document.addEventListener("reached", () => renewByTheWay().catch(() => {}));
