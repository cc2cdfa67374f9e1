// Dispatches events. The worker handles only reads: posts, partial requests, live events and the API pass through untouched. Posts are
// noted, because they change what stored pages show.

addEventListener("install", (event) => event.waitUntil(Shell.keep()));

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      await Shell.dropOlder();
      await Shell.dropUnshown().catch(() => {});
      await registration.navigationPreload?.enable();
      await clients.claim();
    })(),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (!url.href.startsWith(registration.scope)) return;
  const path = url.href.slice(registration.scope.length).split(/[?#]/)[0];
  if (request.method === "POST" && path === "logout") event.waitUntil(forget());
  else if (request.method === "POST" && request.mode === "navigate") event.waitUntil(noteForm(request).catch(() => {}));
  if (request.method === "POST" && path === "app/share") return event.respondWith(shared(request));
  if (request.method === "GET" && isKeptSound(path, url)) return event.respondWith(keptSound(request));
  if (request.method !== "GET" || request.headers.has("Range")) return;
  if (/^(live|api|metrics|healthz)(\/|$)/.test(path)) return request.mode === "navigate" && preloaded(event);
  if (path.startsWith("static/")) return event.respondWith(Shell.file(request));
  if (path.startsWith("l10n/")) return event.respondWith(scriptWords(request));
  if (request.mode === "navigate") return event.respondWith(page(event, path));
  if (/^boards\/[^/]+\/offline$/.test(path)) return event.respondWith(guidePart(event));
  if (/^reader\/documents\/\d+\/offline$/.test(path)) return event.respondWith(documentPart(event));
  const accept = request.headers.get("Accept") ?? "";
  if (accept.includes("text/event-stream")) return;
  if (request.destination === "image" && /^boards\/[^/]+\/records\//.test(path)) event.respondWith(picture(event));
  else if (/^boards\//.test(path) && /^application\/(json|x-ndjson)/.test(accept)) event.respondWith(part(event));
});

// A navigation that the worker doesn't handle uses the request that the browser has already started for it.
function preloaded(event) {
  event.respondWith((async () => (await event.preloadResponse) ?? fetch(event.request))());
}

addEventListener("message", (event) => {
  const { keep, isChanged, answered, action, takeOver, claim, dropGuide, dropDocument } = event.data ?? {};
  if (takeOver) skipWaiting();
  if (claim) event.waitUntil(clients.claim());
  if (Array.isArray(dropGuide)) event.waitUntil(shelves.guide.drop(dropGuide.map(String)).then(() => event.ports[0]?.postMessage("dropped")));
  if (Array.isArray(dropDocument)) event.waitUntil(dropDocuments(dropDocument.map(String)).then(() => event.ports[0]?.postMessage("dropped")));
  if (Array.isArray(answered)) event.waitUntil(formAnswered(answered.map(String), action && String(action)));
  if (Array.isArray(keep)) event.waitUntil(keepAhead(keep.map(String), isChanged === true));
});
