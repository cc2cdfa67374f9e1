// The player's requests to the server: how to play a file, and storing the position.

import { look, root } from "./network.js";

const longestRest = 60_000; // The most milliseconds between two attempts to reach the server,
const shortestRest = 1000; // and the first of these

let rest = shortestRest;

// Returns undefined if the server can't be reached or fails.
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

// Returns true once the server is reached; false once the result isn't wanted any more.
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
