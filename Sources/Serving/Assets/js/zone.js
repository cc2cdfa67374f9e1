// Tells the server the browser's time zone, in a cookie for the next request, and fills it in on forms for new accounts. A page without a
// zone before may then reload its times: `zoned`.

import { root } from "./network.js";

// In a separate task, because this page doesn't need it.
setTimeout(() => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const asked = document.querySelector("[data-browser-zone] input");
  if (timeZone && asked?.value === "") asked.value = timeZone;
  if (timeZone && !document.cookie.includes(`tidings_zone=${encodeURIComponent(timeZone)}`)) {
    document.cookie = `tidings_zone=${encodeURIComponent(timeZone)}; path=${new URL(root("./")).pathname}; max-age=${400 * 86_400}; samesite=lax`;
    document.dispatchEvent(new Event("zoned"));
  }
});
