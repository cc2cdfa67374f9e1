// Searches stored days: programmes whose title, episode and description contain all words as beginnings of words, as on the server,
// ignoring case and accents; only those that aren't over, next first. Channels whose name contains all words.

// Returns { programme, channel, day } for each.
export function foundIn(days, text, now) {
  const wanted = wordsOf(text);
  if (!wanted.length) return [];
  const found = new Map();
  for (const day of days) {
    for (const channel of day.channels) {
      for (const programme of channel.programmes) {
        if (programme.stop <= now || found.has(programme.id)) continue;
        if (hasAll(wanted, [programme.title, programme.subtitle ?? "", programme.about ?? ""].join(" "))) found.set(programme.id, { programme, channel, day });
      }
    }
  }
  return [...found.values()].sort((one, other) => one.programme.start - other.programme.start || one.programme.id - other.programme.id);
}

// Each once, in the order of the days.
export function channelsIn(days, text) {
  const wanted = wordsOf(text);
  if (!wanted.length) return [];
  const all = new Map(days.flatMap((day) => day.channels).map((channel) => [channel.id, channel]));
  return [...all.values()].filter(({ name }) => hasAll(wanted, name));
}

function hasAll(wanted, text) {
  const words = wordsOf(text);
  return wanted.every((beginning) => words.some((word) => word.startsWith(beginning)));
}

function wordsOf(text) {
  const folded = text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
