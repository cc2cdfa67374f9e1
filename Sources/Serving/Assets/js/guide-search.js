// Programmes of kept days that have all of the words, as the server finds them: as beginnings of words in title, episode and description, case and
// accents aside; those that aren't over, the next first.

// { programme, channel, day } of each.
export function foundIn(days, text, now) {
  const wanted = wordsOf(text);
  if (!wanted.length) return [];
  const found = new Map();
  for (const day of days) {
    for (const channel of day.channels) {
      for (const programme of channel.programmes) {
        if (programme.stop <= now || found.has(programme.id)) continue;
        const words = wordsOf([programme.title, programme.subtitle ?? "", programme.about ?? ""].join(" "));
        if (wanted.every((beginning) => words.some((word) => word.startsWith(beginning)))) found.set(programme.id, { programme, channel, day });
      }
    }
  }
  return [...found.values()].sort((one, other) => one.programme.start - other.programme.start || one.programme.id - other.programme.id);
}

function wordsOf(text) {
  const folded = text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
