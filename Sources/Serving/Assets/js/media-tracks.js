// Which quality and subtitles are shown, from earlier choices: pure, without a page.

const saving = 1_700_000; // The most bits per second when saving data

// The limits to request from the server. `quality` is "original", "saving", the most lines of the video, or "": the player chooses.
export function bounds(quality) {
  return {
    height: Number(quality) || undefined,
    bitRate: quality === "saving" ? saving : undefined,
    adaptive: ["", "saving"].includes(quality),
  };
}

// The option for `quality` among these, largest first.
export function qualityShown(quality, qualities) {
  if (!Number(quality)) return quality;
  return qualities.find(({ height }) => height <= Number(quality))?.height ?? "original";
}

// The key under which a choice of subtitles is stored, also for other films.
export function called({ language, title, forced }) {
  return `${language ?? ""}/${title ?? ""}${forced ? "/forced" : ""}`;
}

// The id of the subtitles last chosen on this device, or of some in the same language; otherwise the server's default. `wish` is the result
// of `called`, "" for none, or null.
export function subtitlesShown(wish, subtitles, usual) {
  if (wish === "") return "";
  const alike = (track) => track.language === wish.split("/")[0] && track.forced === wish.endsWith("/forced");
  const same = wish && (subtitles.find((track) => called(track) === wish) ?? subtitles.find(alike));
  return same ? same.id : (usual ?? "");
}
