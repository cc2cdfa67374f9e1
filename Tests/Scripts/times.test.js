// How a moment is written beside the present (Sources/Serving/Assets/js/relative-time.js), as the server writes it.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.HTMLElement = class {};
globalThis.customElements = { define() {} };
const { describe } = await import("../../Sources/Serving/Assets/js/relative-time.js");

const noon = Date.parse("2026-11-29T11:00:00Z"); // In Berlin.
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const said = (away, language) => describe(noon + away, noon, language, "Europe/Berlin").replaceAll(/[\u00A0\u202F]/g, " ");

test("within an hour it says how long ago, then the day and the time", () => {
  assert.equal(said(-5 * minute, "en-GB"), "5 minutes ago");
  assert.equal(said(10 * minute, "en-GB"), "in 10 minutes");
  assert.equal(said(-3 * hour, "en-GB"), "today 09:00");
  assert.equal(said(13 * hour, "en-GB"), "tomorrow 01:00");
  assert.equal(said(-day, "en-GB"), "yesterday 12:00");
  assert.match(said(-5 * day, "en-GB"), /^Tue,? 24 Nov, 12:00$/);
  assert.equal(said(-400 * day, "en-GB"), "25 Oct 2025");
});

for (const [language, today, tomorrow] of [
  ["de", "heute 09:00", "morgen 12:00"], ["fr", "aujourd’hui 09:00", "demain 12:00"], ["es", "hoy 9:00", "mañana 12:00"],
  ["pl", "dzisiaj 09:00", "jutro 12:00"], ["ja", "今日 9:00", "明日 12:00"], ["ar", "اليوم 9:00 ص", "غدًا 12:00 م"],
]) {
  test(`in ${language} it has the language's own words for the days`, () => {
    assert.equal(said(-3 * hour, language), today);
    assert.equal(said(day, language), tomorrow);
  });
}
