// Tells somebody who looks elsewhere: a sound, a shake of the phone, the tab's title. Each thing once, also over a reload.
//
// A browser lets a page sound only after somebody has touched it: whoever wants to be told says so with a button.

import { chime } from "./queue-chime.js";

const rising = [523.25, 659.26, 783.99];
const memory = "tidings queue told";
const remembered = 40;

let timer;
let flashing; // What the title says every other second,
let title; // and what it says otherwise.

export const canSound = "AudioContext" in window;

// In the handler of a touch.
export function unlock() { chime([]); }

// Whether it is the first time that this is told.
export function once(what) {
  const told = read();
  if (told.includes(what)) return false;
  try {
    localStorage.setItem(memory, JSON.stringify([...told, what].slice(-remembered)));
  } catch {
    // Full, or forbidden: better told twice than never.
  }
  return true;
}

// A phone, which has been touched.
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

// Until the page is looked at, or something else flashes.
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
