// What a player asks the server: how a file is played, and to keep the place in it.

import { look, root } from "./network.js";

const longestRest = 60_000; // Milliseconds between two attempts to reach the server,
const shortestRest = 1000; // the first of which is so short.

let rest = shortestRest;

// Undefined: the server isn't reached, or has failed.
export async function askHow(item, wish) {
  const answer = await ask(item, "POST", "plays", wish).catch(() => undefined);
  if (!answer || answer.status >= 500) return undefined;
  rest = shortestRest;
  return answer;
}

export function savePosition(item, seconds) { ask(item, "PUT", "position", { seconds }).catch(() => undefined); }

export function saveEnd(item) { ask(item, "PUT", "watched", { watched: true }).catch(() => undefined); }

function ask(item, method, what, body) {
  return fetch(root(`api/v1/media/items/${item}/${what}`), {
    method,
    keepalive: true,
    headers: { "Content-Type": "application/json", "X-Form-Token": document.querySelector("meta[name=form-token]")?.content ?? "" },
    body: JSON.stringify(body),
  });
}

// Whether the server is reached at last; false once it isn't worth waiting any more.
export async function reached(isWanted, signal) {
  do {
    const pause = rest;
    rest = Math.min(rest * 2, longestRest);
    await new Promise((go) => {
      setTimeout(go, pause);
      document.addEventListener("reached", go, { once: true, signal });
    });
    if (!isWanted()) return false;
  } while (!(await look()));
  return isWanted();
}
