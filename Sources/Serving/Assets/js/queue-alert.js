// Attracts the attention of a person who looks elsewhere: a sound, a vibration, the tab's title. Each event once, even after a reload.
//
// A browser allows sound only after a touch, so people turn it on with a button.

import { chime } from "./queue-chime.js";

const rising = [523.25, 659.26, 783.99];
const memory = "tidings queue told";
const remembered = 40;

let timer;
let flashing; // The title shown every other second,
let title; // and the original title

export const canSound = "AudioContext" in window;

// Must be called in the handler of a touch.
export function unlock() { chime([]); }

// Whether this event is announced for the first time.
export function once(what) {
  const told = read();
  if (told.includes(what)) return false;
  try {
    localStorage.setItem(memory, JSON.stringify([...told, what].slice(-remembered)));
  } catch {
    // The storage is full or disabled: announcing twice is better than never.
  }
  return true;
}

// On a phone that has been touched.
export function shake(pattern) {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(pattern);
}

export function call() {
  chime(rising);
  setTimeout(() => chime(rising), 1200);
  shake([300, 150, 300, 150, 600]);
}

export function warn() {
  chime();
  shake([200, 100, 200]);
}

// Until the page is visible, or another text flashes.
export function flash(text) {
  if (!document.hidden) return;
  endFlash();
  flashing = text;
  timer = setInterval(() => {
    if (document.title === flashing) document.title = title;
    else [title, document.title] = [document.title, flashing];
  }, 1000);
  document.addEventListener("visibilitychange", endFlash, { once: true });
}

function endFlash() {
  clearInterval(timer);
  if (document.title === flashing) document.title = title;
  flashing = undefined;
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(memory)) ?? [];
  } catch {
    return [];
  }
}
