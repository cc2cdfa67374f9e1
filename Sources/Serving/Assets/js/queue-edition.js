// A screen that nobody touches takes the queue's new name, letters and services by loading again: once for each change, for what comes may be a page
// that was kept.

export function renew(shown, now) {
  const name = `tidings edition ${location.pathname}`;
  if (now === undefined || shown === String(now) || sessionStorage.getItem(name) === String(now)) return;
  sessionStorage.setItem(name, now);
  location.reload();
}
