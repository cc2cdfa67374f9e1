// What is answered while there is no network: pages as they were last, the rows and records that scripts have asked for, pictures.
//
// Everything is asked of the server first. Only when it cannot be reached, or takes longer than our patience, what is kept is shown, with
// its time (`data-kept` of the document). Nothing is kept that says `no-store`, nor anything of the API. Bounds: see `shelves`.
//
// One file: whether an answer is kept, shown and forgotten is decided by rules that are read together.

const patience = 2500;
const shelves = {
  pages: new Shelf("pages", { most: 80, megabytes: 12 }),
  parts: new Shelf("parts", { most: 200, megabytes: 20 }),
  pictures: new Shelf("pictures", { most: 400, megabytes: 20 }),
  // Days of guides, and the page that shows them: only what a person has asked to have kept (js/guide-kept.js). None goes because of another.
  guide: new Shelf("guide", { most: 120, megabytes: 40, makesRoom: false }),
  // Documents with their sound, only on demand (documents.js). None goes because of another.
  documents: new Shelf("documents", { most: 6000, megabytes: 2000, makesRoom: false }),
};
// Below the app's address. Anything else, an account's page above all, is shown by the server or not at all.
const kept = [/^$/, /^boards\/[^/]+$/, /^boards\/[^/]+\/records\/\d+$/, /^boards\/[^/]+\/stations\/\w+$/, /^watches$/, /^notices$/,
  /^queue\/[^/]+(\/display|\/kiosk|\/tickets\/[^/]+)?$/];
// Pages of a guide that are made of kept days.
const guidePages = /^(boards\/[^/]+)(?:\/(?:grid|now|channels?|search|offline|records\/\d+))?$/;
const unreachable = [502, 503, 504];
const refreshAfter = 10 * 60_000;

// The shell

const shellPrefix = inScope(shell.prefix);

class Shell {
  static cacheName = `shell ${shell.prefix}`;

  // All or nothing: without one of its files the page for no network would be half there. Pages that were kept under another version name
  // files of that one, in whose place ours are shown.
  static async keep() {
    const cache = await caches.open(Shell.cacheName);
    await cache.addAll(shell.files.map((file) => `${shellPrefix}/${file}`));
    await Shell.keepOfflinePage(cache);
    const pages = [...(await shelves.pages.all()), ...(await shelves.guide.all()).filter(isHTML), ...(await keptDocuments())];
    for (const one of pages) await Shell.keepFilesOf(one).catch(() => {});
  }

  // What a page is shown with: its style sheet, its script, the words of scripts. Files are asked for once; those of this version the browser has.
  static async keepFilesOf(response) {
    if (shell.files.length === 0) return;
    const html = await response.text();
    const files = [...html.matchAll(/"[^"]*\/static\/[^/"]+\/((?:pages|css|js)\/[^"]+)"/g)].map(([, file]) => `${shellPrefix}/${file}`);
    const words = /data-words="([^"]+)"/.exec(html)?.[1];
    const cache = await caches.open(Shell.cacheName);
    for (const address of words ? [...files, words] : files) if (!(await cache.match(address))) await cache.add(address);
  }

  // In the language and for the person of now; kept anew where it is not answered.
  static async keepOfflinePage(cache) {
    const response = await fetch(inScope(shell.offlinePage), { cache: "no-cache" });
    if (response.ok && !response.redirected) await cache.put("/offline", response);
  }

  static async dropOlder() {
    const older = (await caches.keys()).filter((name) => name.startsWith("shell ") && name !== Shell.cacheName);
    await Promise.all(older.map((name) => caches.delete(name)));
  }

  static async offlinePage() { return (await (await caches.open(Shell.cacheName)).match("/offline")) ?? Response.error(); }

  // A file of ours is the same for ever. A page that was kept under another version names files of that one: ours are the next best.
  static async file(request) {
    const [, hash, path] = /static\/([^/]+)\/(.*)$/.exec(new URL(request.url).pathname) ?? [];
    const ours = () => caches.open(Shell.cacheName).then((cache) => cache.match(`${shellPrefix}/${path}`));
    if (shellPrefix.endsWith(`/${hash}`)) return (await ours().catch(() => undefined)) ?? fetch(request);
    return fetch(request).catch(async () => (await ours()) ?? Response.error());
  }
}

// The words of scripts are in a file whose address names its content.
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
  const isKept = kept.some((pattern) => pattern.test(path));
  const guide = guidePages.exec(path)?.[1];
  const asked = shelves.pages.age;
  const document = await keptDocument(path).catch(() => undefined);
  const network = (async () => {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (unreachable.includes(response.status) && (isKept || guide || document)) throw new Error(`status ${response.status}`);
    // A device that can't be read or written, like a full one, takes nothing away from a good answer: it is shown, and not kept.
    const age = await belongsTo(response, asked).catch(() => undefined);
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
  // What is on now isn't what was on when the page was kept.
  const days = path === guide ? await keptGuide(guide) : undefined;
  if (days) return days;
  if (same) return marked(same);
  const instead = await keptGuide(guide);
  if (instead) return instead;
  // What was asked of the page before is better than nothing, and says that it is something else.
  const other = await shelves.pages.findPath(address);
  return other ? marked(other, "other") : Shell.offlinePage();
}

// Says in the document itself that it is kept, of when, and why it is shown, so that its script can.
async function marked(response, why) {
  const since = new Date(time(response)).toISOString();
  const html = await response.text();
  const note = `<html data-kept="${since}"${why ? ` data-${why}` : ""} `;
  return new Response(html.replace("<html ", note), { headers: response.headers });
}

// Answers that came when their page was already shown as it was kept. The page loads itself again, gets them, and never waits twice.
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

// Parts: what a page's own script asks for, as lines or as JSON

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

// Days of a guide, asked for to be kept: an answer is given when it is.
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

// The page that makes all others of a guide, if its days are kept. `guide`: the guide's path.
async function keptGuide(guide) {
  const found = guide && (await shelves.guide.find(addressOf(`${guide}/offline`, "text/html")));
  return found && marked(found);
}

function isHTML(response) { return (response.headers.get("Content-Type") ?? "").startsWith("text/html"); }

// A picture's address names its version.
async function picture(event) {
  const address = addressOf(event.request.url);
  const { age } = shelves.pictures;
  const old = await shelves.pictures.find(address).catch(() => undefined);
  if (old) return old;
  const response = await fetch(event.request);
  if (mayBeKept(response, "image/")) event.waitUntil(shelves.pictures.keep(address, response.clone(), age).catch(() => {}));
  return response;
}

// Keeping ahead of need

// Asks for pages that are not kept or not of late; with `isChanged`, for those whose content has just become another. Once all is forgotten,
// it ends: the page that named them was somebody else's.
async function keepAhead(addresses, isChanged) {
  let { age } = shelves.pages;
  for (const given of addresses.slice(0, 40)) {
    if (age !== shelves.pages.age) return;
    const address = addressOf(given);
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

// Whose pages

const memory = new Memory();

// What is kept for one person is gone as soon as the server answers another, or nobody. That a session has ended is no reason to tell its
// person nothing any more; that another has come is. `age`: of the shelves when `response` was asked for; gives the one it may be kept in.
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
  // First, so that nothing is kept under another name, whatever fails.
  await memory.set("owner", person);
  if (!isTold) await endNotices();
  if (person !== "nobody") await memory.set("pushedTo", person);
  return age;
}

// At log-out: nothing stays that was somebody's, and nothing more is pushed to them here.
async function forget() {
  await Promise.all([forgetPages(), endNotices(), memory.clear()]);
}

async function forgetPages() {
  late.answers.clear();
  await Promise.all([...Object.values(shelves).map((shelf) => shelf.clear()), caches.delete(sharedFiles)]);
  await caches.open(Shell.cacheName).then(Shell.keepOfflinePage).catch(() => {});
}

// Small things

// An address of the server's, wherever the app stands on its host.
function inScope(path) { return new URL(path.replace(/^\//, ""), registration.scope).href; }

function mayBeKept(response, type) {
  const isPrivateForUs = /no-store/.test(response.headers.get("Cache-Control") ?? "");
  return response.ok && !response.redirected && !isPrivateForUs && (response.headers.get("Content-Type") ?? "").startsWith(type);
}

// Under which address an answer is kept: without what only says how one came here, with what kind of answer was asked for.
function addressOf(url, accept) {
  const address = new URL(url, registration.scope);
  address.hash = "";
  if (accept) address.searchParams.set("as", accept.split(",")[0].split("/").pop());
  return address.href;
}

function pause(milliseconds) { return new Promise((resolve) => setTimeout(resolve, milliseconds)); }

async function tell(client, message) { (await clients.get(client))?.postMessage(message); }
