// Documents that this device stores for offline use: worker/documents.js stores the responses of `/reader/documents/<number>/offline` in
// the cache `documents`; this module reads, renews and removes them. It also stores positions that haven't been sent to the server.

import { look, root } from "./network.js";

const placesKey = "reader-places";
const attempts = 20; // While the server makes audio for others

function address(document, query = {}) {
  const found = new URL(root(`reader/documents/${document}/offline`));
  for (const [name, value] of Object.entries(query)) found.searchParams.set(name, value);
  return found;
}

// All stored entries of a document, by address.
async function entries(document) {
  if (!globalThis.caches) return [];
  const cache = await caches.open("documents");
  const page = root(`reader/documents/${document}`);
  const all = (await cache.keys()).map(({ url }) => url).filter((url) => url === page || url.startsWith(`${page}/`));
  return all.map((url) => {
    const query = new URL(url).searchParams;
    const part = url.startsWith(`${page}/offline?`) ? Number(query.get("part")) : undefined;
    return { url, part, edition: query.get("edition"), read: () => cache.match(url) };
  });
}

const said = async (response, name) => Number((await response)?.headers.get(name));

// The stored document; undefined if there is none. `editions` are those of its parts, by number.
export async function keptDocument(document) {
  const all = await entries(document);
  const summary = await all.find(({ url }) => url === address(document).href)?.read();
  const editions = new Map(all.filter(({ part }) => part !== undefined).map(({ part, edition }) => [part, edition]));
  if (!summary || !editions.size) return undefined;
  const { words, starts } = await summary.clone().json();
  const sizes = await Promise.all(all.map(({ read }) => said(read(), "tidings-size")));
  const kept = [...editions.keys()].reduce((sum, part) => sum + ((starts[part + 1] ?? words) - starts[part]), 0);
  return { editions, share: kept / words, bytes: sizes.reduce((sum, size) => sum + size, 0), checked: await said(summary, "tidings-kept") };
}

// The text of a part and the times of its words; undefined if it isn't stored.
export async function keptPart(document, number) {
  const found = (await entries(document)).findLast(({ part }) => part === number);
  return (await found?.read())?.json();
}

// The address of a stored audio file, otherwise its usual address.
export async function nearestSound(sound) {
  if (!globalThis.caches) return sound;
  const found = new URL(sound);
  // In the worker's form.
  found.searchParams.delete("kept");
  if (!navigator.serviceWorker?.controller || !(await caches.match(found.href, { cacheName: "documents" }))) return sound;
  found.searchParams.set("kept", "1");
  return found.href;
}

// Requests the current document, from the part of a word on. `told(number, count)` is called before each requested part. Returns its
// edition, and whether there was room for all; throws if a request fails.
export async function keepDocument(document, word, told = () => {}) {
  const summary = await ask(address(document));
  if (!summary) return { isWhole: false };
  const { edition, starts } = summary;
  const all = await entries(document);
  const numbers = starts.map((_, number) => number);
  const here = Math.max(0, starts.findLastIndex((start) => start <= word));
  const wanted = [...numbers.slice(here), ...numbers.slice(0, here)].filter((number) => !all.some((one) => one.part === number && one.edition === edition));
  for (const [index, part] of wanted.entries()) {
    told(index + 1, wanted.length);
    if (!(await ask(address(document, { part, edition })))) return { edition, isWhole: false };
  }
  return { edition, isWhole: true };
}

// undefined: there is no room.
async function ask(url) {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, { headers: { Accept: "application/json" }, cache: "no-cache" });
    if (response.ok && !response.redirected) return response.json();
    if (response.status === 507) return undefined;
    if (response.status !== 503 || tries === attempts) throw new Error(String(response.status));
    await new Promise((done) => setTimeout(done, 1000 * Number(response.headers.get("Retry-After") ?? 2)));
  }
}

// The stored documents: the address and title of each page.
export async function keptTitles() {
  const cache = await caches.open("documents");
  const pages = (await cache.keys()).filter(({ url }) => /\/reader\/documents\/\d+$/.test(url));
  return Promise.all(
    pages.map(async ({ url }) => {
      const title = decodeURIComponent((await cache.match(url)).headers.get("tidings-title") ?? "");
      return { address: url, title: title.replace(/ · [^·]*$/, "") || url };
    }),
  );
}

export async function dropDocument(document) {
  await drop((await entries(document)).map(({ url }) => url));
  await tidyPlaces();
}

// Removes stored documents that the person no longer has.
export async function dropOthers(documents) {
  if (!globalThis.caches || !navigator.serviceWorker?.controller) return;
  const start = root("reader/documents/");
  const all = (await (await caches.open("documents")).keys()).map(({ url }) => url).filter((url) => url.startsWith(start));
  const gone = all.filter((url) => !documents.has(Number.parseInt(url.slice(start.length), 10)));
  if (gone.length) await drop(gone);
  await tidyPlaces();
}

async function drop(addresses) {
  const { port1, port2 } = new MessageChannel();
  const done = new Promise((resolve) => (port1.onmessage = resolve));
  (await navigator.serviceWorker.ready).active.postMessage({ dropDocument: addresses }, [port2]);
  await done;
}

// Positions, read synchronously, because a page that is being left doesn't wait

function places() {
  try {
    return JSON.parse(localStorage.getItem(placesKey)) ?? {};
  } catch {
    return {};
  }
}

function change(document, place) {
  const all = places();
  if (place) all[document] = place;
  else delete all[document];
  if (Object.keys(all).length) localStorage.setItem(placesKey, JSON.stringify(all));
  else localStorage.removeItem(placesKey);
}

// The last position on this device: `{ word, at, isSent }`, or undefined.
export function placeOn(document) { return places()[document]; }

// Sends a position in a document, or stores it until it can be sent. Returns whether it was sent.
export async function sendPlace(document, word) {
  const place = { word, at: Date.now(), isSent: false };
  change(document, place);
  return send(document, place);
}

// The server uses its own clock.
async function send(document, { word, at }) {
  const answer = await fetch(root(`api/v1/documents/${document}/position`), {
    method: "PUT",
    keepalive: true,
    headers: { "Content-Type": "application/json", "X-Form-Token": globalThis.document.querySelector("meta[name=form-token]")?.content ?? "" },
    body: JSON.stringify({ word, ago: Math.max(0, Math.floor((Date.now() - at) / 1000)) }),
  }).catch(() => undefined);
  if (!answer) look();
  // If the person no longer has the document, nothing is kept; for a stored document, reading continues at this position.
  const keeps = answer?.ok && (await isKept(document));
  const isLast = placeOn(document)?.at === at;
  if (isLast && (answer?.ok || answer?.status === 404)) change(document, keeps ? { word, at, isSent: true } : undefined);
  return answer?.ok === true;
}

async function isKept(document) {
  return Boolean(globalThis.caches && (await caches.match(root(`reader/documents/${document}`), { cacheName: "documents" })));
}

// For documents that aren't stored, the server has the positions.
async function tidyPlaces() {
  for (const [document, { isSent }] of Object.entries(places())) if (isSent && !(await isKept(document))) change(document);
}

// Sends the positions that the server doesn't have yet.
export async function sendPlaces() {
  for (const [document, place] of Object.entries(places())) if (!place.isSent) await send(document, place);
  await tidyPlaces();
}

document.addEventListener("reached", () => sendPlaces());
if (!document.documentElement.dataset.kept) addEventListener("load", () => sendPlaces());
