// Tells the server in which zone of time its pages are read, for the next one.

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (timeZone && !document.cookie.includes(`tidings_zone=${encodeURIComponent(timeZone)}`)) {
  document.cookie = `tidings_zone=${encodeURIComponent(timeZone)}; path=/; max-age=${400 * 86_400}; samesite=lax`;
}
