// Places in a document that is read aloud, and its timer.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  chapterBeside, chapterOf, clock, hoursAndMinutes, lastUpTo, pageBeside, pageOf, pageStarts, restOfChapter, secondsFor, sentenceBeside, skipped,
  stepsOf, timeOf, wordAt,
} from "../../Sources/Serving/Assets/js/document-times.js";
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

test("a timer for the end of a chapter is over at its last word's end", () => {
  const timer = new SleepTimer();
  timer.set("chapter", 1000, 250);
  assert.deepEqual([timer.isOver(Infinity, 249), timer.isOver(0, 250), timer.stopsAtEnd], [false, true, false]);
  timer.clear();
  assert.equal(timer.isOver(0, 250), false);
});

test("paragraphs begin with their part and behind ends", () => {
  assert.deepEqual(stepsOf({ ...part, paragraphs: [110, 130] }, "paragraph"), [100, 110, 130]);
  assert.deepEqual([stepsOf(part, "paragraph"), stepsOf({ ...part, paragraphs: [110] }, "sentence")], [part.sentences, part.sentences]);
});

test("a chapter goes to the next one's first word", () => {
  const chapters = [10, 250, 600];
  assert.deepEqual([0, 10, 249, 250, 999].map((word) => chapterOf(word, chapters)), [-1, 0, 0, 1, 2]);
  assert.deepEqual([0, 10, 600].map((word) => restOfChapter(word, chapters, 1000)), [10, 240, 400]);
  assert.deepEqual([chapterBeside(0, 1, chapters), chapterBeside(300, -1, chapters), chapterBeside(251, -1, chapters)], [10, 250, 10]);
  assert.deepEqual([chapterBeside(700, 1, chapters), chapterBeside(5, -1, chapters), chapterBeside(12, -1, chapters)], [undefined, undefined, undefined]);
});

test("a skip of seconds stays in its part or says what is over", () => {
  assert.deepEqual(skipped(10, 15, 30), { part: 0, time: 25 });
  assert.deepEqual(skipped(10, -15, 30), { part: -1, over: 5 });
  assert.deepEqual(skipped(20, 30, 30), { part: 1, over: 20 });
});

test("618 minutes are ten hours and eighteen", () => {
  assert.deepEqual(hoursAndMinutes(618 * 60), { hours: 10, minutes: 18 });
  assert.deepEqual(hoursAndMinutes(59.6 * 60), { hours: 1, minutes: 0 });
});

test("a clock has hours only where there are any", () => {
  assert.deepEqual([0, 65, 3599, 3725, 36_000].map(clock), ["0:00", "1:05", "59:59", "1:02:05", "10:00:00"]);
});
