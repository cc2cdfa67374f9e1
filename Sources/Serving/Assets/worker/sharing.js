// Content shared from another app. Files, and texts longer than the server accepts, are stored for the reader's page
// (js/document-upload.js), where the person adds them: other sites can post to this address too. Everything else is sent to the server as a
// plain address.

const sharedFiles = "shared";
const longestShared = 500; // Characters

async function shared(request) {
  const form = await request.formData().catch(() => new FormData());
  const [title, text, url] = ["title", "text", "url"].map((name) => String(form.get(name) ?? ""));
  const given = form.get("file");
  const isLong = text.length > longestShared && !url;
  const file = given instanceof File && given.size > 0 ? given : isLong ? new File([text], `${title || "text"}.txt`, { type: "text/plain" }) : undefined;
  if (!file) return Response.redirect(inScope(`app/share?${new URLSearchParams({ title, text, url })}`), 303);
  const cache = await caches.open(sharedFiles);
  await cache.put(inScope("app/shared"), new Response(file, { headers: { "tidings-name": encodeURIComponent(file.name) } }));
  return Response.redirect(inScope("reader?shared"), 303);
}
