// Whether the server can be reached, and what one check says about it.

import assert from "node:assert/strict";
import { test } from "node:test";

const heard = [];
globalThis.document = {
  documentElement: { dir: "ltr", lang: "en", dataset: {} },
  dispatchEvent: (event) => heard.push(event.type),
  querySelector: () => ({ href: "https://tidings.example/manifest.webmanifest" }),
};
globalThis.addEventListener ??= () => {};
Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
const { look, report } = await import("../../Sources/Serving/Assets/js/network.js");

// How checks end, until the next call.
function answerChecks(how) {
  globalThis.fetch = how;
}

test("a check says what it found itself", async () => {
  answerChecks(async () => ({ ok: true }));
  assert.equal(await look(), true);
  answerChecks(async () => Promise.reject(new TypeError("Failed to fetch")));
  assert.equal(await look(), false);
  assert.deepEqual(heard.splice(0), ["unreached"]);
});

test("a failed check says so, though the page has heard from the server meanwhile", async () => {
  answerChecks(async () => {
    report(true);
    throw new TypeError("Failed to fetch");
  });
  assert.equal(await look(), false);
  assert.deepEqual(heard.splice(0), ["reached"]);
});

test("an answer of the server that is an error isn't reached", async () => {
  answerChecks(async () => ({ ok: false }));
  assert.equal(await look(), false);
  assert.deepEqual(heard.splice(0), ["unreached"]);
});
