// The media keys of headphones and lock screens, for a document that is read aloud.

import { handleKeys } from "./media-session.js";

export function handleMediaKeys(audio, voice, steps) {
  const by = (seconds) => (audio.currentTime = Math.max(0, audio.currentTime + seconds));
  handleKeys({
    play: () => voice.play(),
    pause: () => voice.pause(),
    previoustrack: () => steps.step(-1),
    nexttrack: () => steps.step(1),
    seekbackward: ({ seekOffset }) => by(-(seekOffset || 10)),
    seekforward: ({ seekOffset }) => by(seekOffset || 10),
    seekto: ({ seekTime }) => (audio.currentTime = seekTime),
  });
}
