// The subset of HTTP Live Streaming playlists that our server writes (RFC 8216): pure, without a page.

// 'CODECS="a,b",RESOLUTION=1x1' → { CODECS: "a,b", RESOLUTION: "1x1" } (RFC 8216, section 4.2).
function attributes(text) {
  return Object.fromEntries([...text.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g)].map(([, name, quoted, bare]) => [name, quoted ?? bare]));
}

// The tracks of a master that the browser can play, as { kind, levels }, best level first: the audio's is the variant without video.
export function tracks(text, base) {
  const lines = text.split("\n");
  const variants = lines.flatMap((line, number) =>
    line.startsWith("#EXT-X-STREAM-INF:") ? [{ ...attributes(line.slice(18)), address: new URL(lines[number + 1], base).href }] : []);
  const track = (kind, those, codec) => ({
    kind,
    levels: those
      .map((one) => ({ type: `${kind}/mp4; codecs="${codec(one.CODECS)}"`, rate: Number(one["AVERAGE-BANDWIDTH"] ?? one.BANDWIDTH), wait: 0, address: one.address }))
      .sort((one, other) => other.rate - one.rate),
  });
  return [
    track("video", variants.filter((one) => one.RESOLUTION), (names) => names.split(",")[0]),
    track("audio", variants.filter((one) => !one.RESOLUTION).slice(0, 1), (names) => names),
  ].filter(({ levels }) => levels.length);
}

// The initialisation of a track, and its segments with their times.
export function segments(text, base) {
  let [time, length, beginning] = [0, 0];
  const found = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("#EXT-X-MAP:")) beginning = new URL(attributes(line.slice(11)).URI, base).href;
    else if (line.startsWith("#EXTINF:")) length = parseFloat(line.slice(8));
    else if (line && !line.startsWith("#")) {
      found.push({ start: time, end: time + length, address: new URL(line, base).href });
      time += length;
    }
  }
  return { beginning, segments: found };
}
