// An unattended screen adopts the queue's new name, letters and services by reloading: once per change, because the reloaded page may be a
// stored one.

export function renew(shown, now) {
  const name = `tidings edition ${location.pathname}`;
  if (now === undefined || shown === String(now) || sessionStorage.getItem(name) === String(now)) return;
  sessionStorage.setItem(name, now);
  location.reload();
}
