// The keys of a film: those of the keyboard while nobody types, those of headphones and of a lock screen.

import { handleKeys } from "./media-session.js";

const seekBy = 10; // Seconds, by a key.

// Of the keyboard, unless `shortcuts.js` is off; the controls of an element that has the focus have their own. `acts` are { touched, listen, toggleWindow,
// speedUp, chapter, next }.
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

// Of headphones and of a lock screen.
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
    // They would take the place of next and previous on a lock screen.
    ...(hasQueue
      ? { nexttrack: () => acts.next(1), previoustrack: () => acts.next(-1) }
      : { seekbackward: () => back(-10), seekforward: () => back(30) }),
  });
}
