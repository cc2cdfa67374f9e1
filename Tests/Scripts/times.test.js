// How a moment is written beside the present (Sources/Serving/Assets/js/relative-time.js), as the server writes it.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

globalThis.HTMLElement = class {};
globalThis.customElements = { define() {} };
const assets = new URL("../../Sources/Serving/Assets/js/", import.meta.url);
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

// The server writes "3:45 am"; scripts wrote "03:45 am" beside it.
test("a time of day is written in one way, that of the language", async () => {
  const { GuideClock } = await import("../../Sources/Serving/Assets/js/guide-clock.js");
  const clock = (language) => new GuideClock(Date.parse("2026-11-29T03:45Z"), "UTC", language).clock(0).replaceAll(/[\u00A0\u202F]/g, " ");
  assert.deepEqual(["en-AU", "en-US", "en-GB", "de", "es"].map(clock), ["3:45 am", "3:45 AM", "03:45", "03:45", "3:45"]);
  for (const name of readdirSync(assets)) {
    const text = readFileSync(new URL(name, assets), "utf8");
    assert.doesNotMatch(text, /hour: "2-digit", minute/, name);
  }
});
