// Tells the server in which zone of time its pages are read, for the next one, and fills it in where a new account asks for it. A page that has
// just been told may ask again for what has times in it: `zoned`.

import { root } from "./network.js";

// In a task of its own: this page doesn't need it.
setTimeout(() => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const asked = document.querySelector("[data-browser-zone] input");
  if (timeZone && asked?.value === "") asked.value = timeZone;
  if (timeZone && !document.cookie.includes(`tidings_zone=${encodeURIComponent(timeZone)}`)) {
    document.cookie = `tidings_zone=${encodeURIComponent(timeZone)}; path=${new URL(root("./")).pathname}; max-age=${400 * 86_400}; samesite=lax`;
    document.dispatchEvent(new Event("zoned"));
  }
});
