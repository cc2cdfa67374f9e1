// Which quality and which subtitles are shown, by what was chosen before: pure values, which know no page.

const saving = 1_700_000; // Bits a second at most, to save data.

// What to ask the server for. `quality` is "original", "saving", lines of the picture at most, or "": the player chooses.
export function bounds(quality) {
  return {
    height: Number(quality) || undefined,
    bitRate: quality === "saving" ? saving : undefined,
    adaptive: ["", "saving"].includes(quality),
  };
}

// The choice that stands for `quality` where there are these; the greatest first.
export function qualityShown(quality, qualities) {
  if (!Number(quality)) return quality;
  return qualities.find(({ height }) => height <= Number(quality))?.height ?? "original";
}

// What a choice of subtitles is kept by, for other films too.
export function called({ language, title, forced }) {
  return `${language ?? ""}/${title ?? ""}${forced ? "/forced" : ""}`;
}

// The id of the subtitles that were chosen last on this device, or of some in the same language; else as the server says. `wish` is what `called` gave,
// "" for none, or null.
export function subtitlesShown(wish, subtitles, usual) {
  if (wish === "") return "";
  const alike = (track) => track.language === wish.split("/")[0] && track.forced === wish.endsWith("/forced");
  const same = wish && (subtitles.find((track) => called(track) === wish) ?? subtitles.find(alike));
  return same ? same.id : (usual ?? "");
}
