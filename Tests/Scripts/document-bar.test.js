// The position that a document's player shows.

import assert from "node:assert/strict";
import { test } from "node:test";

// What the bar's modules look for in a page.
Object.assign(globalThis, {
  document: { documentElement: { lang: "en", dir: "ltr", dataset: {} } }, addEventListener: () => {},
});
const { DocumentBar } = await import("../../Sources/Serving/Assets/js/document-bar.js");

// The texts at a word of a document of 1,000 words, at 2 words a second, with a chapter at each of these words.
function saidAt(word, chapters) {
  const elements = new Map();
  const element = (selector) => {
    if (!elements.has(selector)) elements.set(selector, { textContent: "", value: "0", getAttribute: () => "", setAttribute: () => {} });
    return elements.get(selector);
  };
  const player = { dataset: { words: "1000" }, querySelector: element };
  const parts = { allKnown: [{ words: Array(100), duration: 50 }] };
  new DocumentBar(player, parts, { playbackRate: 1 }, chapters).tell(word);
  return ["[data-left]", "[data-chapter-left]"].map((selector) => element(selector).textContent);
}

test("the document's and the chapter's remaining times are shown", () => {
  assert.deepEqual(saidAt(0, [0, 500]), ["8 min left", "Chapter: 4 min left"]);
});

test("the same remaining time isn't shown twice", () => {
  assert.deepEqual(saidAt(990, [0, 500]), ["Less than a minute left", ""]);
  assert.deepEqual(saidAt(500, [0, 500]), ["4 min left", ""]);
  assert.deepEqual(saidAt(870, [0, 865, 900]), ["1 min left", "Chapter: Less than a minute left"]);
});

test("there is no chapter before the first", () => {
  assert.deepEqual(saidAt(5, [10]), ["8 min left", ""]);
});
