// Chapters of a film: where a time is, and where a step leads.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= { documentElement: { dir: "ltr", lang: "en", dataset: {} } };
const { chapterAt, clock, stepFrom } = await import("../../Sources/Serving/Assets/js/media-chapters.js");

const chapters = [{ start: 0 }, { start: 60 }, { start: 125.5 }];

test("a time is in the chapter that began last", () => {
  assert.deepEqual([0, 59, 60, 125.5, 9000].map((time) => chapterAt(chapters, time)), [0, 0, 1, 2, 2]);
  assert.equal(chapterAt([{ start: 10 }], 5), -1);
});

test("next goes to the next beginning, and nowhere from the last chapter", () => {
  assert.equal(stepFrom(chapters, 30, 1), 60);
  assert.equal(stepFrom(chapters, 60, 1), 125.5);
  assert.equal(stepFrom(chapters, 200, 1), undefined);
  assert.equal(stepFrom([], 5, 1), undefined);
});

test("previous goes to the beginning of the chapter, and soon after it to the one before", () => {
  assert.equal(stepFrom(chapters, 100, -1), 60);
  assert.equal(stepFrom(chapters, 61, -1), 0);
  assert.equal(stepFrom(chapters, 1, -1), undefined);
});

test("a time is shown with hours only where it has some", () => {
  assert.deepEqual([0, 63, 3723.9].map(clock), ["0:00", "1:03", "1:02:03"]);
});
