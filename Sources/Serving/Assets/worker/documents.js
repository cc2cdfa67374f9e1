// Documents stored at a person's request (js/document-kept.js): the page, then for each part its text with the word times, and its audio.
//
// The page is stored again whenever it is opened, as is the list of documents while any is stored. A part is stored under its edition, and
// replaces its older editions.

const documentPage = /^reader(?:\/documents\/\d+)?$/;
const listPage = "reader";

// The stored page of a document, for a request of any part; or the list.
async function keptDocument(path) { return documentPage.test(path) ? shelves.documents.find(inScope(path)) : undefined; }

async function keptDocuments() {
  return shelves.documents.all((address) => documentPage.test(address.slice(registration.scope.length)));
}

// Stores the current page, but none with a query: a part requested by its address isn't where the person stopped. The list is stored only
// while there are documents; after a change of person, there are none.
async function renewDocument(address, response, age) {
  if (!mayBeKept(response, "text/html") || new URL(address).search) return;
  if (address !== inScope(listPage) || (await hasDocuments())) await keepDocument(address, response, age);
}

// After a form (forms.js): renews the list, and documents whose page or an address below it is among these. A document that can't be renewed
// stays, with its audio. Returns whether the server could be reached.
async function renewDocuments(paths, actions) {
  for (const address of await shelves.documents.addresses()) {
    const path = pathOf(address);
    if (!documentPage.test(path) || !(path === listPage || paths.has(path) || actions.some((action) => action.startsWith(`${path}/`)))) continue;
    const { age } = shelves.documents;
    const response = await requested(address);
    if (!response) return false;
    await renewDocument(address, response, await belongsTo(response, age)).catch(() => {});
  }
  return true;
}

async function hasDocuments() { return (await shelves.documents.addresses()).some((address) => address !== inScope(listPage)); }

async function keepDocument(address, response, age) {
  await Shell.keepFilesOf(response.clone()).catch(() => {});
  await shelves.documents.keep(address, response, age);
}

// Stores a part, or the list of parts, on request. The response is sent once it is stored, together with the audio or the page.
async function documentPart(event) {
  const { age } = shelves.documents;
  const response = await fetch(event.request);
  if (!mayBeKept(response, "application/json")) return response;
  const address = addressOf(event.request.url);
  const { part } = await response.clone().json();
  const other = part ? soundAddress(part.sound) : address.replace(/\/offline$/, "");
  const failure = part ? await keepOther(other, "audio/", age) : await keepOther(other, "text/html", age);
  if (failure) return failure;
  const isKept = await shelves.documents.keep(address, response.clone(), age).then(() => true, () => false);
  if (!isKept) return new Response(null, { status: 507 });
  if (part) await dropOlder(address, other);
  else await keepOther(inScope(listPage), "text/html", age).catch(() => {});
  return response;
}

// Without documents, the list isn't stored.
async function dropDocuments(addresses) {
  await shelves.documents.drop(addresses);
  if (!(await hasDocuments())) await shelves.documents.drop([inScope(listPage)]);
}

// Stores a response's companion; returns an error response if it can't be fetched or stored.
async function keepOther(address, type, age) {
  const isPage = type === "text/html";
  // An audio address identifies its content.
  if (!isPage && (await shelves.documents.find(address))) return undefined;
  const response = await fetch(address, { headers: isPage ? { Accept: type } : {}, cache: "no-cache" });
  const since = isPage ? await belongsTo(response, age).catch(() => undefined) : age;
  if (since === undefined) return new Response(null, { status: 507 });
  if (!mayBeKept(response, type)) return new Response(null, { status: 503, headers: { "Retry-After": "2" } });
  const keeping = isPage ? keepDocument(address, response, since) : shelves.documents.keep(address, response, since);
  return keeping.then(() => undefined, () => new Response(null, { status: 507 }));
}

// Older editions of a part, with their audio if it differs.
async function dropOlder(address, sound) {
  const same = `${address.split("&edition=")[0]}&`;
  const older = (await shelves.documents.addresses()).filter((one) => one.startsWith(same) && one !== address);
  const sounds = await Promise.all(older.map(async (one) => soundAddress((await (await shelves.documents.find(one)).json()).part.sound)));
  await shelves.documents.drop([...older, ...sounds.filter((one) => one !== sound)]);
}

// Audio

// Only the player's requests for audio that it found stored are handled. All other audio requests pass through.
function isKeptSound(path, url) { return /^reader\/documents\/\d+\/parts\/\d+\/sound$/.test(path) && url.searchParams.has("kept"); }

async function keptSound(request) {
  const found = await shelves.documents.find(soundAddress(request.url));
  return found ? ranged(await found.blob(), found.headers.get("Content-Type"), request.headers.get("Range")) : fetch(request);
}

function soundAddress(given) {
  const address = new URL(given, registration.scope);
  address.searchParams.delete("kept");
  return address.href;
}

// The requested bytes, as players need them (https://www.rfc-editor.org/rfc/rfc9110#section-14). All bytes for several ranges or an invalid
// one.
function ranged(blob, type, range) {
  const headers = new Headers({ "Content-Type": type, "Accept-Ranges": "bytes", "Cache-Control": "no-store" });
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(range?.trim() ?? "") ?? ["", "", ""];
  const isSuffix = first === "";
  if ((isSuffix && last === "") || (!isSuffix && last !== "" && Number(last) < Number(first))) {
    headers.set("Content-Length", blob.size);
    return new Response(blob, { headers });
  }
  const start = isSuffix ? Math.max(0, blob.size - Number(last)) : Number(first);
  const end = isSuffix || last === "" ? blob.size : Math.min(blob.size, Number(last) + 1);
  if (start >= end) {
    headers.set("Content-Range", `bytes */${blob.size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set("Content-Range", `bytes ${start}-${end - 1}/${blob.size}`);
  headers.set("Content-Length", end - start);
  return new Response(blob.slice(start, end, type), { status: 206, headers });
}
