// Whether the server is reached. Live pages report what they see of it; everybody else may ask, or listen for `reached` and `unreached` of the
// document.

let last = true;
let timer;
let wait = 1; // Seconds.
let proofs = 0; // How often the server was reached.

const patience = 15_000; // milliseconds

// Asks the server itself: a browser on the machine that the server runs on is told that there is no network, and reaches it all the same.
// A look that fails says nothing once something else has been answered since it began.
export async function look() {
  const before = proofs;
  const answer = await fetch(root("healthz"), { cache: "no-store", signal: AbortSignal.timeout(patience) }).catch(() => undefined);
  if (answer?.ok || before === proofs) report(answer?.ok === true);
  return last;
}

// An answer that was on its way as the network went says little: while the browser says offline, each is followed by a look, less and less often.
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

// An address of the app's, wherever it stands on its host: the manifest is at its root.
export function root(path) {
  return new URL(path, document.querySelector("link[rel=manifest]").href).href;
}

addEventListener("offline", look);
addEventListener("online", look);
