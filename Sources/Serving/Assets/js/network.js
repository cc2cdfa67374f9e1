// Whether the server can be reached. Live pages report their observations; other code may ask, or listen for `reached` and `unreached` on
// the document.

let last = true;
let timer;
let wait = 1; // Seconds
let proofs = 0; // How often the server was reached

const patience = 15_000; // milliseconds

// Asks the server itself: on the machine that the server runs on, the browser may be offline and still reach it. Returns whether this check
// reached it. The page's state ignores a failed check if another request has succeeded since it began.
export async function look() {
  const before = proofs;
  const answer = await fetch(root("healthz"), { cache: "no-store", signal: AbortSignal.timeout(patience) }).catch(() => undefined);
  const isReached = answer?.ok === true;
  if (isReached || before === proofs) report(isReached);
  return isReached;
}

// A response that was already on its way when the network went down says little: while the browser is offline, each is followed by a check,
// at growing intervals.
export function report(isReached) {
  if (isReached) proofs += 1;
  if (isReached && !navigator.onLine) {
    if (!timer) {
      timer = setTimeout(() => {
        timer = undefined;
        look();
      }, wait * 1000);
      wait = Math.min(wait * 2, 60);
    }
  } else {
    clearTimeout(timer);
    timer = undefined;
    wait = 1;
  }
  if (isReached === last) return;
  last = isReached;
  document.dispatchEvent(new CustomEvent(isReached ? "reached" : "unreached"));
}

// An address of the app, at any base path: the manifest is at its root.
export function root(path) {
  return new URL(path, document.querySelector("link[rel=manifest]").href).href;
}

addEventListener("offline", look);
addEventListener("online", look);
