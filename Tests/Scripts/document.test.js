// Places in a document that is read aloud, and its timer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { lastUpTo, pageBeside, pageOf, pageStarts, secondsFor, sentenceBeside, timeOf, wordAt } from "../../Sources/Serving/Assets/js/document-times.js";
import { SleepTimer } from "../../Sources/Serving/Assets/js/document-timer.js";

const part = { first: 100, times: [0, 0.5, 1.25, 2], sentences: [100, 110, 120], duration: 30, words: Array(60) };

test("the last number that isn't above a value", () => {
  assert.deepEqual([-1, 0, 1, 5, 9, 10, 99].map((value) => lastUpTo(value, [0, 5, 10])), [0, 0, 0, 1, 1, 2, 2]);
  assert.equal(lastUpTo(3, []), 0);
});

test("a word leads to its time, and that back to the word", () => {
  for (const word of [100, 101, 102, 103]) assert.equal(wordAt(timeOf(word, part), part), word);
  assert.equal(wordAt(1.2, part), 101);
});

test("a word whose time isn't known begins with its part", () => {
  assert.equal(wordAt(timeOf(999, part), part), 100);
});

test("a step back leads to the beginning of the sentence first", () => {
  assert.equal(sentenceBeside(115, -1, part), 110);
});

test("a step back from the beginning of a sentence leads to the one before", () => {
  assert.equal(sentenceBeside(112, -1, part), 100);
});

test("a step forward leads to the next sentence", () => {
  assert.equal(sentenceBeside(115, 1, part), 120);
});

test("a step out of the part says so", () => {
  assert.deepEqual([sentenceBeside(101, -1, part), sentenceBeside(125, 1, part)], [undefined, undefined]);
});

test("pages are those that the server names", () => {
  const pages = pageStarts("0:1 250:2 600:4");
  assert.deepEqual(pages, [{ word: 0, page: 1 }, { word: 250, page: 2 }, { word: 600, page: 4 }]);
  assert.deepEqual([0, 249, 250, 599, 600, 9999].map((word) => pageOf(word, pages)), [1, 1, 2, 2, 4, 4]);
});

test("a document without pages has none", () => {
  const pages = pageStarts(undefined);
  assert.deepEqual([pages, pageOf(5, pages), pageBeside(5, 1, pages)], [[], undefined, undefined]);
});

test("pages are turned as sentences are", () => {
  const pages = pageStarts("0:1 250:2 600:4");
  assert.deepEqual([pageBeside(300, -1, pages), pageBeside(252, -1, pages), pageBeside(300, 1, pages)], [250, 0, 600]);
  assert.deepEqual([pageBeside(1, -1, pages), pageBeside(700, 1, pages)], [0, undefined]);
});

test("what is left follows the pace of what is known, and the speed", () => {
  assert.equal(secondsFor(120, [part], 1), 60);
  assert.equal(secondsFor(120, [part, part], 2), 30);
  assert.equal(secondsFor(26, [], 1), 10);
});

test("a timer ends after its minutes", () => {
  const timer = new SleepTimer();
  timer.set("15", 1000);
  assert.deepEqual([timer.isOver(1000), timer.isOver(901_000), timer.isOver(901_001), timer.stopsAtEnd], [false, false, true, false]);
});

test("a timer for the end of a part isn't over by itself", () => {
  const timer = new SleepTimer();
  timer.set("part", 1000);
  assert.deepEqual([timer.isOver(Infinity), timer.stopsAtEnd], [false, true]);
});

test("a timer that is cleared, or set to never, isn't over", () => {
  const timer = new SleepTimer();
  timer.set("15", 1000);
  timer.clear();
  assert.deepEqual([timer.isOver(Infinity), timer.stopsAtEnd], [false, false]);
  timer.set("part", 1000);
  timer.set("", 1000);
  assert.deepEqual([timer.isOver(Infinity), timer.stopsAtEnd], [false, false]);
});
