// A channel's programmes as contiguous cells, each with a programme or unknown, like the server's `GuideLane`.
//
// `programmes` have `start` and `stop` in milliseconds, `day` its `start` and `minutes`. Times of cells are minutes of the day. A programme
// that starts later is on top until it ends; a programme without duration, or entirely covered, is listed with the cell that covers it.

// A day as the grid shows it: with the following morning from `next`, the next stored day. Without that, the grid ends with the day.
export function withMorning(day, next) {
  if (next?.start !== day.start + day.minutes * 60_000) return day;
  const minutes = day.shown ?? day.minutes;
  const end = day.start + minutes * 60_000;
  const later = new Map(next.channels.map((channel) => [channel.id, channel.programmes.filter(({ start }) => start < end)]));
  const channels = day.channels.map((channel) => {
    const known = new Set(channel.programmes.map(({ id }) => id));
    return { ...channel, programmes: [...channel.programmes, ...(later.get(channel.id) ?? []).filter(({ id }) => !known.has(id))] };
  });
  return { ...day, minutes, channels };
}

export function cellsOf(programmes, day) {
  const [first, last] = [day.start, day.start + day.minutes * 60_000];
  const shown = programmes.filter(({ start, stop }) => start < last && (stop > first || start >= first))
    .sort((one, other) => one.start - other.start || other.stop - one.stop);
  const cells = [];
  const under = [];
  let now = first;
  const show = (end) => {
    while (now < end) {
      while (under.length && under.at(-1).stop <= now) under.pop();
      const top = under.at(-1);
      const stop = Math.min(end, top?.stop ?? end);
      if (cells.length && cells.at(-1).programme === top) cells.at(-1).stop = stop;
      else cells.push({ programme: top, start: now, stop, more: [] });
      now = stop;
    }
  };
  for (const programme of shown) {
    if (programme.stop <= programme.start) continue;
    show(Math.min(Math.max(programme.start, first), last));
    under.push(programme);
  }
  show(last);
  const seen = new Set(cells.map(({ programme }) => programme));
  for (const programme of shown) {
    const place = Math.max(programme.start, first);
    if (!seen.has(programme)) cells.find(({ start, stop }) => start <= place && place < stop)?.more.push(programme.title);
  }
  const minutes = (time) => Math.trunc((time - first) / 60_000);
  return cells.map(({ programme, start, stop, more }) => ({
    from: minutes(start), to: minutes(stop),
    ...(programme && {
      id: programme.id, title: programme.title, subtitle: programme.subtitle, marks: programme.marks, genre: programme.genre,
      ...(programme.start !== start && { start: minutes(programme.start) }), ...(programme.stop !== stop && { stop: minutes(programme.stop) }),
      ...(more.length && { more }),
    }),
  }));
}
