// A readable wait, rounded outward like `WaitRange` on the server: `range(600, 930)` → { least: 10, most: 20 } in minutes.

export function range(least, most) {
  const [low, high] = [least / 60, most / 60];
  const step = high < 10 ? 1 : high < 60 ? 5 : 15;
  return { least: Math.max(0, Math.floor(low / step) * step), most: Math.max(1, Math.ceil(high / step) * step) };
}

// As clock times in the queue's zone, from now on.
export function clock({ least, most }, zone, language) {
  if (most < 5) return "";
  const style = { timeStyle: "short", timeZone: zone };
  const times = [Math.max(1, least), most].map((minutes) => new Intl.DateTimeFormat(language, style).format(Date.now() + minutes * 60_000));
  return times.join("–");
}
