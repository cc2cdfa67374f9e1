// The responses without a network: pages as they were last loaded, the rows and records that scripts requested, and pictures.
//
// Every request goes to the server first. Only if it can't be reached, or takes longer than `patience`, the stored response is shown with
// its time (`data-kept` of the document). Nothing is stored that says `no-store`, and nothing from the API. For the limits, see `shelves`.
//
// A single file, because the rules for storing, showing and removing responses belong together.

const patience = 2500;
const shelves = {
  pages: new Shelf("pages", { most: 80, megabytes: 12 }),
  parts: new Shelf("parts", { most: 200, megabytes: 20 }),
  pictures: new Shelf("pictures", { most: 400, megabytes: 20 }),
  // Days of guides, and the page that shows them: only those that a person asked to store (js/guide-kept.js). None evicts another.
  guide: new Shelf("guide", { most: 120, megabytes: 40, makesRoom: false }),
  // Documents with their audio, only on request (documents.js). None evicts another.
  documents: new Shelf("documents", { most: 6000, megabytes: 2000, makesRoom: false }),
};
// Paths below the app's. Only these pages are stored, shown without a network, and listed by the offline page (js/kept-pages.js); documents
// and guides have rules of their own. All others, in particular account pages, are never stored.
const kept = [/^$/, /^boards\/[^/]+(\/reminders)?$/, /^boards\/[^/]+\/records\/\d+$/, /^boards\/[^/]+\/stations\/\w+$/, /^watches$/, /^notices$/,
  /^queue\/[^/]+(\/display|\/kiosk|\/tickets\/[^/]+)?$/];
function isKeptPage(path) { return kept.some((pattern) => pattern.test(path)); }
// Pages of a guide that can be made from stored days.
const guidePages = /^(boards\/[^/]+)(?:\/(?:grid|now|channels?|search|offline|records\/\d+))?$/;
const unreachable = [502, 503, 504];
const refreshAfter = 10 * 60_000;

// The shell

const shellPrefix = inScope(shell.prefix);

class Shell {
  static cacheName = `shell ${shell.prefix}`;

  // All or nothing: the offline page needs all of its files. Pages that were stored under another version refer to that version's files,
  // and get ours instead.
  static async keep() {
    const cache = await caches.open(Shell.cacheName);
    await cache.addAll(shell.files.map((file) => `${shellPrefix}/${file}`));
    await Shell.keepOfflinePage(cache);
    const pages = [...(await shelves.pages.all()), ...(await shelves.guide.all()).filter(isHTML), ...(await keptDocuments())];
    for (const one of pages) await Shell.keepFilesOf(one).catch(() => {});
  }

  // The files that a page needs: its style sheet, its script, the texts of scripts. Each is requested once; those of this version are
  // cached already.
  static async keepFilesOf(response) {
    if (shell.files.length === 0) return;
    const html = await response.text();
    const files = [...html.matchAll(/"[^"]*\/static\/[^/"]+\/((?:pages|css|js)\/[^"]+)"/g)].map(([, file]) => `${shellPrefix}/${file}`);
    const words = /data-words="([^"]+)"/.exec(html)?.[1];
    const cache = await caches.open(Shell.cacheName);
    for (const address of words ? [...files, words] : files) if (!(await cache.match(address))) await cache.add(address);
  }

  // In the current language and for the current person, so it is stored again after a change of either.
  static async keepOfflinePage(cache) {
    const response = await fetch(inScope(shell.offlinePage), { cache: "no-cache" });
    if (!response.ok || response.redirected) return;
    const copy = response.clone();
    await memory.set("language", response.headers.get("Content-Language")).catch(() => {});
    await cache.put("/offline", response);
    await Shell.keepFilesOf(copy).catch(() => {});
  }

  // `response`: the page just shown.
  static async follow(response) {
    const language = response.headers.get("Content-Language");
    if (!language || !isHTML(response) || language === (await memory.get("language"))) return;
    await Shell.keepOfflinePage(await caches.open(Shell.cacheName));
  }

  // The worker's own texts, which the offline page has in its language; in English if it isn't stored.
  static async texts() {
    const html = await Shell.offlinePage().then((response) => response.text(), () => "");
    const text = (name, english) => decoded(new RegExp(` data-says-${name}="([^"]*)"`).exec(html)?.[1] ?? english);
    return { open: text("open", "Open"), mute: text("mute", "Mute"), news: text("news", "Something has changed.") };
  }

  static async dropOlder() {
    const older = (await caches.keys()).filter((name) => name.startsWith("shell ") && name !== Shell.cacheName);
    await Promise.all(older.map((name) => caches.delete(name)));
  }

  // Earlier versions also stored pages that are never shown.
  static async dropUnshown() {
    await shelves.pages.drop((await shelves.pages.addresses()).filter((address) => !isKeptPage(pathOf(address))));
  }

  static async offlinePage() { return (await (await caches.open(Shell.cacheName)).match("/offline")) ?? Response.error(); }

  // Our files are immutable. A page that was stored under another version refers to that version's files; ours are the next best.
  static async file(request) {
    const [, hash, path] = /static\/([^/]+)\/(.*)$/.exec(new URL(request.url).pathname) ?? [];
    const ours = () => caches.open(Shell.cacheName).then((cache) => cache.match(`${shellPrefix}/${path}`));
    if (shellPrefix.endsWith(`/${hash}`)) return (await ours().catch(() => undefined)) ?? fetch(request);
    return fetch(request).catch(async () => (await ours()) ?? Response.error());
  }
}

// The texts of scripts are in a file whose address identifies its content.
async function scriptWords(request) { return (await wordsKept(request).catch(() => undefined)) ?? fetch(request); }

function wordsKept(request) { return caches.match(request, { cacheName: Shell.cacheName, ignoreVary: true }); }

// Pages

async function page(event, path) {
  const address = addressOf(event.request.url);
  const came = late.take(address);
  if (came) {
    event.waitUntil(Promise.resolve(event.preloadResponse).catch(() => {}));
    return came;
  }
  const isKept = isKeptPage(path);
  const guide = guidePages.exec(path)?.[1];
  const asked = shelves.pages.age;
  const document = await keptDocument(path).catch(() => undefined);
  const network = (async () => {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (unreachable.includes(response.status) && (isKept || guide || document)) throw new Error(`status ${response.status}`);
    // If the device can't be read or written, for example because it is full, a good response is still shown, just not stored.
    const age = await belongsTo(response, asked).catch(() => undefined);
    event.waitUntil(Shell.follow(response).catch(() => {}));
    if (isKept && mayBeKept(response, "text/html")) event.waitUntil(keepPage(address, response.clone(), age));
    if (document) event.waitUntil(renewDocument(address, response.clone(), age).catch(() => {}));
    return response;
  })();
  if (!isKept && !document) return network.catch(async () => (await keptGuide(guide)) ?? Shell.offlinePage());

  const reached = network.catch(() => undefined);
  const same = document ?? (await shelves.pages.find(address).catch(() => undefined));
  const first = await (same ? Promise.race([reached, pause(patience).then(() => "slow")]) : reached);
  if (first instanceof Response) return first;
  if (first === "slow") {
    event.waitUntil(reached.then((response) => response && handOver(event.resultingClientId, address, response)));
    return marked(same, "slow");
  }
  // The stored page of a guide shows what was on when it was stored, so the guide's stored days are preferred.
  const days = path === guide ? await keptGuide(guide) : undefined;
  if (days) return days;
  if (same) return marked(same);
  const instead = await keptGuide(guide);
  if (instead) return instead;
  // A response to the page's previous query is better than nothing, and is marked as such.
  const other = await shelves.pages.findPath(address);
  return other ? marked(other, "other") : Shell.offlinePage();
}

// Marks the document as stored, with the time and the reason why it is shown, for its script.
async function marked(response, why) {
  const since = new Date(time(response)).toISOString();
  const html = await response.text();
  const note = `<html data-kept="${since}"${why ? ` data-${why}` : ""} `;
  return new Response(html.replace("<html ", note), { headers: response.headers });
}

// Responses that arrived after the stored page was shown. The page reloads itself, gets them, and never waits twice.
const late = {
  answers: new Map(),
  put(address, response) {
    this.answers.set(address, response);
    setTimeout(() => this.answers.delete(address), 10_000);
  },
  take(address) {
    const response = this.answers.get(address);
    this.answers.delete(address);
    return response;
  },
};

async function handOver(client, address, response) {
  late.put(address, response);
  await tell(client, { newer: address });
}

// Parts that a page's script requests, as lines or as JSON

async function part(event) {
  const address = addressOf(event.request.url, event.request.headers.get("Accept"));
  const { age } = shelves.parts;
  try {
    const response = await fetch(event.request);
    if (unreachable.includes(response.status)) throw new Error(`status ${response.status}`);
    if (mayBeKept(response, "application/")) event.waitUntil(shelves.parts.keep(address, response.clone(), age).catch(() => {}));
    return response;
  } catch (error) {
    if (event.request.signal.aborted) throw error;
    return (await shelves.parts.find(address)) ?? Response.error();
  }
}

// Stores days of a guide on request. The response is sent once they are stored.
async function guidePart(event) {
  const address = addressOf(event.request.url, event.request.headers.get("Accept"));
  let { age } = shelves.guide;
  const response = await fetch(event.request);
  age = await belongsTo(response, age).catch(() => undefined);
  if (!mayBeKept(response, "")) return response;
  if (age === undefined) return new Response(null, { status: 507 });
  const copy = response.clone();
  if (isHTML(response)) await Shell.keepFilesOf(response.clone()).catch(() => {});
  const isKept = await shelves.guide.keep(address, copy, age).then(() => true, () => false);
  return isKept ? response : new Response(null, { status: 507 });
}

// The page that makes a guide's other pages, if its days are stored. `guide`: the guide's path.
async function keptGuide(guide) {
  const found = guide && (await shelves.guide.find(addressOf(`${guide}/offline`, "text/html")));
  return found && marked(found);
}

function isHTML(response) { return (response.headers.get("Content-Type") ?? "").startsWith("text/html"); }

// A picture's address includes its version.
async function picture(event) {
  const address = addressOf(event.request.url);
  const { age } = shelves.pictures;
  const old = await shelves.pictures.find(address).catch(() => undefined);
  if (old) return old;
  const response = await fetch(event.request);
  if (mayBeKept(response, "image/")) event.waitUntil(shelves.pictures.keep(address, response.clone(), age).catch(() => {}));
  return response;
}

// Storing in advance

// Requests pages that aren't stored or are old, but only those that are ever shown; with `isChanged`, those whose content has just changed.
// Ends once everything is cleared, because the page that named them belonged to another person.
async function keepAhead(addresses, isChanged) {
  let { age } = shelves.pages;
  const shown = addresses.map((given) => addressOf(given)).filter((address) => isKeptPage(pathOf(address)));
  for (const address of shown.slice(0, 40)) {
    if (age !== shelves.pages.age) return;
    const old = await shelves.pages.find(address);
    if (old && !isChanged && Date.now() - time(old) < refreshAfter) continue;
    const response = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-cache" }).catch(() => undefined);
    if (!response) return;
    age = await belongsTo(response, age);
    if (mayBeKept(response, "text/html")) await keepPage(address, response, age);
  }
}

async function keepPage(address, response, age) {
  const files = Shell.keepFilesOf(response.clone());
  await Promise.allSettled([files, shelves.pages.keep(address, response, age)]);
}

// Whose pages they are

const memory = new Memory();

// The data stored for one person are cleared as soon as the server answers another person or a visitor. An ended session doesn't stop the
// push notices of its person; another person does. `age`: that of the shelves when `response` was requested. Returns the age under which it
// may be stored.
async function belongsTo(response, age) {
  const person = response.headers.get("Tidings-Person");
  const isLate = () => age !== shelves.pages.age;
  if (person === null || isLate()) return age;
  const [owner, pushedTo] = [await memory.get("owner"), await memory.get("pushedTo")];
  const isTold = person === "nobody" || pushedTo === undefined || pushedTo === person;
  if ((owner === person && isTold) || isLate()) return age;
  if (owner !== undefined && owner !== person) {
    const forgetting = forgetPages();
    ({ age } = shelves.pages);
    await forgetting;
  }
  // First, so that nothing is stored under another person, even if something fails.
  await memory.set("owner", person);
  if (!isTold) await endNotices();
  if (person !== "nobody") await memory.set("pushedTo", person);
  return age;
}

// At sign-out, nothing of the person's data stays, and nothing more is pushed to them here.
async function forget() {
  await Promise.all([forgetPages(), endNotices(), memory.clear()]);
}

async function forgetPages() {
  late.answers.clear();
  await Promise.all([...Object.values(shelves).map((shelf) => shelf.clear()), caches.delete(sharedFiles)]);
  await caches.open(Shell.cacheName).then(Shell.keepOfflinePage).catch(() => {});
}

// Addresses

// An address on the server, at any base path.
function inScope(path) { return new URL(path.replace(/^\//, ""), registration.scope).href; }

function mayBeKept(response, type) {
  const isPrivateForUs = /no-store/.test(response.headers.get("Cache-Control") ?? "");
  return response.ok && !response.redirected && !isPrivateForUs && (response.headers.get("Content-Type") ?? "").startsWith(type);
}

// The address that a response is stored under: without parameters that only say where the person came from, but with the requested type.
function addressOf(url, accept) {
  const address = new URL(url, registration.scope);
  address.hash = "";
  if (accept) address.searchParams.set("as", accept.split(",")[0].split("/").pop());
  return address.href;
}

function pause(milliseconds) { return new Promise((resolve) => setTimeout(resolve, milliseconds)); }

async function tell(client, message) { (await clients.get(client))?.postMessage(message); }
