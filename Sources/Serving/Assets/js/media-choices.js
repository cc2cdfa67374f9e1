// The choices beside a film: quality, audio, subtitles, speed. Quality and subtitles are stored on the device.

import { listening } from "./listening.js";
import { bounds, called, qualityShown, subtitlesShown } from "./media-tracks.js";
import { words } from "./words.js";

const subtitlesKey = "tidings.subtitles";
const qualityKey = "tidings.quality";

// "English · Commentary", or its number.
function label({ language, title, forced, hardOfHearing }, number) {
  let name;
  try {
    name = language && new Intl.DisplayNames([document.documentElement.lang], { type: "language" }).of(language);
  } catch {
    name = language;
  }
  const kinds = [forced && words("foreign dialogue only"), hardOfHearing && words("for the hard of hearing")];
  return [name, title, ...kinds].filter(Boolean).join(" · ") || String(number + 1);
}

export class MediaChoices {
  #player;
  #elements;
  #subtitles = [];

  // `changed` is called with the chosen audio track, or without arguments for another quality.
  constructor(player, elements, signal, changed) {
    [this.#player, this.#elements] = [player, elements];
    const on = listening(signal);
    on(this.#part("speed"), "change", ({ target }) => {
      elements.video.playbackRate = elements.audio.playbackRate = Number(target.value);
    });
    on(this.#part("sounds"), "change", ({ target }) => changed(Number(target.value)));
    on(this.#part("quality"), "change", ({ target }) => {
      localStorage.setItem(qualityKey, target.value);
      changed();
    });
    on(this.#part("subtitles"), "change", ({ target }) => {
      this.#readAlong(target.value);
      const chosen = this.#subtitles.find(({ id }) => id === target.value);
      localStorage.setItem(subtitlesKey, chosen ? called(chosen) : "");
    });
  }

  #part(name) { return this.#player.querySelector(`[data-${name}]`); }

  get bounds() { return bounds(localStorage.getItem(qualityKey) ?? ""); }

  // Shows the options in the server's response.
  offer({ sounds, sound, subtitles, subtitle, qualities }) {
    this.#subtitles = subtitles;
    const [fine, heard, read] = [this.#part("quality"), this.#part("sounds"), this.#part("subtitles")];
    const [first, last] = [[...fine.options].slice(0, 2), [...fine.options].at(-1)];
    fine.replaceChildren(...first, ...qualities.map(({ height }) => new Option(`${height}p`, height)), last);
    fine.value = qualityShown(localStorage.getItem(qualityKey) ?? "", qualities);
    fine.parentElement.hidden = qualities.length === 0;
    heard.replaceChildren(...sounds.map((track, number) => new Option(label(track, number), track.id, false, track.id === sound)));
    read.replaceChildren(read.options[0], ...subtitles.map((track, number) => new Option(label(track, number), track.id)));
    heard.parentElement.hidden = sounds.length < 2;
    read.parentElement.hidden = subtitles.length === 0;
    read.value = subtitlesShown(localStorage.getItem(subtitlesKey), subtitles, subtitle);
    this.#readAlong(read.value);
  }

  #readAlong(id) {
    const { video } = this.#elements;
    video.querySelectorAll("track").forEach((track) => track.remove());
    const chosen = this.#subtitles.find((track) => track.id === id);
    if (!chosen) return;
    const track = document.createElement("track");
    Object.assign(track, { kind: "subtitles", srclang: chosen.language ?? "", label: label(chosen, 0), src: chosen.address });
    video.append(track);
    track.track.mode = "showing";
  }

  // One step slower (-1) or faster (1).
  speedUp(step) {
    const speed = this.#part("speed");
    const index = Math.min(Math.max(speed.selectedIndex + step, 0), speed.options.length - 1);
    if (index === speed.selectedIndex) return;
    speed.selectedIndex = index;
    speed.dispatchEvent(new Event("change"));
  }
}
