// How many are before a place in a line.

import assert from "node:assert/strict";
import { test } from "node:test";

import { QueuePlace } from "../../Sources/Serving/Assets/js/queue-place.js";

test("those before a place are counted on from what the server said", () => {
  const place = new QueuePlace();
  place.set({ place: 10, ahead: 4, sequence: 7 });
  assert.equal(place.heard({ sequence: 8, gone: [3, 12] }), false);
  assert.equal(place.ahead, 3);
  place.heard({ sequence: 9, back: [3] });
  assert.equal(place.ahead, 4);
});

test("what came while the answer was on its way is counted again, and nothing twice", () => {
  const place = new QueuePlace();
  place.set({ place: 10, ahead: 4, sequence: 7 });
  place.heard({ sequence: 8, gone: [3] });
  place.heard({ sequence: 9, gone: [4] });
  place.set({ place: 10, ahead: 3, sequence: 8 });
  assert.equal(place.ahead, 2);
});

test("the server has to say when the place itself is gone, or more happened", () => {
  const place = new QueuePlace();
  place.set({ place: 10, ahead: 0, sequence: 7 });
  assert.equal(place.heard({ sequence: 8, gone: [10] }), true);
  assert.equal(place.heard({ sequence: 9, again: true }), true);
});
