// The keyboard shortcuts of a film, and the media keys of headphones and lock screens.

import { handleKeys } from "./media-session.js";

const seekBy = 10; // Seconds per key press

// Ignored if `shortcuts.js` is off, and while a focused control uses the key. `acts` are { touched, listen, toggleWindow, speedUp, chapter,
// next }.
export function pressed(event, elements, acts) {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (localStorage.getItem("queue-keys") === "off" || document.querySelector("dialog:modal")) return;
  if (event.target.closest?.("input, textarea, select, button, a, video, audio, [contenteditable]")) return;
  const media = elements.active;
  const keys = {
    " ": () => (media.paused ? elements.play(media) : media.pause()),
    ArrowLeft: () => (media.currentTime = Math.max(0, media.currentTime - seekBy)),
    ArrowRight: () => (media.currentTime = Math.min(media.duration || 0, media.currentTime + seekBy)),
    m: () => (media.muted = !media.muted),
    l: () => acts.listen(!elements.isSound),
    i: () => acts.toggleWindow(),
    f: () => (document.fullscreenElement ? document.exitFullscreen() : elements.video.requestFullscreen?.())?.catch?.(() => undefined),
    "<": () => acts.speedUp(-1),
    ">": () => acts.speedUp(1),
    n: () => acts.chapter(1),
    p: () => acts.chapter(-1),
    N: () => acts.next(1),
    P: () => acts.next(-1),
  };
  const act = keys[event.key];
  if (!act || (event.repeat && !event.key.startsWith("Arrow"))) return;
  event.preventDefault();
  acts.touched();
  act();
}

// For headphones and lock screens.
export function handleMediaKeys(elements, acts) {
  const back = (seconds) => (elements.active.currentTime = Math.max(0, elements.active.currentTime + seconds));
  const hasQueue = document.querySelector("a[data-next]") !== null;
  handleKeys({
    play: () => elements.play(elements.active),
    pause: () => {
      acts.touched();
      elements.active.pause();
    },
    seekto: ({ seekTime }) => (elements.active.currentTime = seekTime),
    // On a lock screen, these would replace next and previous.
    ...(hasQueue
      ? { nexttrack: () => acts.next(1), previoustrack: () => acts.next(-1) }
      : { seekbackward: () => back(-10), seekforward: () => back(30) }),
  });
}
