// The clock, the keys and the cells of a guide's grid.

import assert from "node:assert/strict";
import { test } from "node:test";

import { endOfToday, GuideClock } from "../../Sources/Serving/Assets/js/guide-clock.js";
import { cellsOf, withMorning } from "../../Sources/Serving/Assets/js/guide-lane.js";
import { moveOf } from "../../Sources/Serving/Assets/js/guide-moves.js";
import { channelsIn, foundIn } from "../../Sources/Serving/Assets/js/guide-search.js";

const zone = "Europe/Berlin";

test("an ordinary day has its hours", () => {
  const clock = new GuideClock(Date.parse("2026-11-28T05:00+01:00"), zone, "en-GB");
  assert.deepEqual([0, 60, 1439].map((minute) => clock.clock(minute)), ["05:00", "06:00", "04:59"]);
  assert.equal(clock.minuteOf(Date.parse("2026-11-28T06:30+01:00")), 90);
  assert.equal(clock.minuteOfHour(20, 1440), 900);
  assert.deepEqual([clock.weekday(0), clock.weekday(1440)], ["Sat", "Sun"]);
});

test("the night on which an hour comes twice is longer", () => {
  const clock = new GuideClock(Date.parse("2026-10-24T05:00+02:00"), zone, "en-GB");
  assert.deepEqual([1260, 1320, 1380].map((minute) => clock.clock(minute)), ["02:00", "02:00", "03:00"]);
});

test("the night without an hour is shorter", () => {
  const clock = new GuideClock(Date.parse("2026-03-28T05:00+01:00"), zone, "en-GB");
  assert.deepEqual([1200, 1260].map((minute) => clock.clock(minute)), ["01:00", "03:00"]);
  assert.equal(clock.minuteOfHour(2, 1380), 0);
});

test("after midnight, today says when it ends", () => {
  const today = { day: "2026-11-28", zone, start: Date.parse("2026-11-28T05:00+01:00"), minutes: 1440 };
  const end = (time, language) => endOfToday(today, Date.parse(time), language);
  assert.equal(end("2026-11-28T23:59+01:00", "en-GB"), undefined);
  assert.equal(end("2026-11-29T00:00+01:00", "en-GB"), "05:00");
  assert.equal(end("2026-11-29T04:59+01:00", "en-US").replace(/\s/, " "), "5:00 AM");
});

const cells = [{ from: 0, to: 60 }, { from: 60, to: 90 }, { from: 90, to: 200 }];
const grid = { at: { row: 3, minute: 70 }, cells, last: 9, page: 4, minutes: 200, isFromRight: false };
const pressed = (key, more = {}, ctrlKey = false) => moveOf({ key, ctrlKey }, { ...grid, ...more });

test("up and down keep the minute and stay in the grid", () => {
  assert.deepEqual(["ArrowUp", "ArrowDown", "PageDown", "PageUp"].map((key) => pressed(key).to),
    [{ row: 2, minute: 70 }, { row: 4, minute: 70 }, { row: 7, minute: 70 }, { row: 0, minute: 70 }]);
  assert.deepEqual(pressed("ArrowDown", { at: { row: 9, minute: 70 } }).to, { row: 9, minute: 70 });
});

test("left and right lead to the programme beside", () => {
  assert.deepEqual([pressed("ArrowLeft").to, pressed("ArrowRight").to], [{ row: 3, minute: 0 }, { row: 3, minute: 90 }]);
});

test("right is back where one reads from the right", () => {
  assert.deepEqual([pressed("ArrowLeft", { isFromRight: true }).to, pressed("ArrowRight", { isFromRight: true }).to],
    [{ row: 3, minute: 90 }, { row: 3, minute: 0 }]);
});

test("nothing is beside the last programme", () => {
  assert.deepEqual(pressed("ArrowRight", { at: { row: 3, minute: 150 } }), {});
  assert.deepEqual(pressed("ArrowLeft", { at: { row: 3, minute: 10 } }), {});
});

test("nothing is beside where programmes are still to come", () => {
  assert.deepEqual(pressed("ArrowLeft", { cells: undefined }), {});
  assert.deepEqual(pressed("ArrowRight", { cells: undefined }), {});
});

test("Home and End lead to the ends of the row, with Ctrl to those of the grid", () => {
  assert.deepEqual([pressed("Home").to, pressed("End").to], [{ row: 3, minute: 0 }, { row: 3, minute: 199 }]);
  assert.deepEqual([pressed("Home", {}, true).to, pressed("End", {}, true).to], [{ row: 0, minute: 70 }, { row: 9, minute: 70 }]);
});

test("plus and minus make it larger and smaller; other keys aren't the grid's", () => {
  assert.deepEqual([pressed("+"), pressed("-")], [{ zoom: 0.2 }, { zoom: -0.2 }]);
  assert.deepEqual([pressed("a"), pressed("ArrowUp", {}, true), pressed("+", {}, true)], [undefined, undefined, undefined]);
});

const start = Date.parse("2026-11-28T05:00Z");
const at = (minute) => start + minute * 60_000;
const day = { start, minutes: 1440 };

test("cells join each other over what isn't known", () => {
  const programmes = [{ id: 1, title: "News", start: at(60), stop: at(90) }, { id: 2, title: "Film", start: at(120), stop: at(1500) }];
  assert.deepEqual(cellsOf(programmes, day).map(({ from, to, title, stop }) => [from, to, title, stop]),
    [[0, 60, undefined, undefined], [60, 90, "News", undefined], [90, 120, undefined, undefined], [120, 1440, "Film", 1500]]);
});

test("the later start is on top until it ends, and what is covered whole is said there", () => {
  const programmes = [{ id: 1, title: "Show", start: at(0), stop: at(1440) }, { id: 2, title: "News", start: at(60), stop: at(75) },
    { id: 3, title: "Flash", start: at(80), stop: at(80) }];
  const found = cellsOf(programmes, day);
  assert.deepEqual(found.map(({ from, to, title }) => [from, to, title]), [[0, 60, "Show"], [60, 75, "News"], [75, 1440, "Show"]]);
  assert.deepEqual(found.map(({ more }) => more), [undefined, undefined, ["Flash"]]);
});

test("a kept day goes on into the next morning if that is kept too", () => {
  const today = { start, minutes: 1440, shown: 1800, channels: [{ id: "a", programmes: [{ id: 1, start: at(1400), stop: at(1500) }] }] };
  const next = { start: at(1440), channels: [{ id: "a", programmes: [{ id: 1, start: at(1400), stop: at(1500) }, { id: 2, start: at(1500), stop: at(1600) },
    { id: 3, start: at(1800), stop: at(1900) }] }] };
  const whole = withMorning(today, next);
  assert.equal(whole.minutes, 1800);
  assert.deepEqual(whole.channels[0].programmes.map(({ id }) => id), [1, 2]);
  assert.equal(withMorning(today, undefined), today);
});

test("a search of kept days finds programmes that aren't over, and channels by their names", () => {
  const showing = (id, title, from) => ({ id, title, start: from, stop: from + 60 });
  const days = [
    { channels: [{ id: "one", name: "Hafen Eins", programmes: [showing(1, "Night Ferry", 0), showing(2, "Night Ferry", 100)] }] },
    { channels: [{ id: "one", name: "Hafen Eins", programmes: [] }, { id: "two", name: "Möwe", programmes: [showing(3, "Ferries", 200)] }] },
  ];
  assert.deepEqual(foundIn(days, "ferr", 80).map((one) => one.programme.id), [2, 3]);
  assert.deepEqual(channelsIn(days, "eins haf").map(({ id }) => id), ["one"]);
  assert.deepEqual(channelsIn(days, "mowe").map(({ id }) => id), ["two"]);
  assert.deepEqual(channelsIn(days, " ").concat(channelsIn(days, "ferry")), []);
});
