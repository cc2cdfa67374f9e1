// What a film is shown with, its playlists, and the pictures that are fetched next.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bounds, called, qualityShown, subtitlesShown } from "../../Sources/Serving/Assets/js/media-tracks.js";
import { choose, patience, Speed } from "../../Sources/Serving/Assets/js/quality-choice.js";
import { segments, tracks } from "../../Sources/Serving/Assets/js/segment-playlists.js";

const base = "https://tidings.example/media/1/";

test("a quality bounds what is asked for", () => {
  assert.deepEqual(bounds("720"), { height: 720, bitRate: undefined, adaptive: false });
  assert.deepEqual(bounds("original"), { height: undefined, bitRate: undefined, adaptive: false });
  assert.deepEqual(bounds("saving"), { height: undefined, bitRate: 1_700_000, adaptive: true });
  assert.deepEqual(bounds(""), { height: undefined, bitRate: undefined, adaptive: true });
});

test("the quality that is shown is the best that was allowed", () => {
  const qualities = [{ height: 1080 }, { height: 720 }, { height: 480 }];
  assert.deepEqual(["1080", "900", "480", "240", "saving", "original", ""].map((one) => qualityShown(one, qualities)),
    [1080, 720, 480, "original", "saving", "original", ""]);
});

const english = { id: "1", language: "eng", title: "Commentary", forced: false };
const forced = { id: "2", language: "eng", forced: true };
const german = { id: "3", language: "ger", forced: false };

test("subtitles are those that were chosen before", () => {
  assert.equal(subtitlesShown(called(forced), [english, forced, german], "3"), "2");
  assert.equal(subtitlesShown(called(english), [forced, english], "2"), "1");
});

test("subtitles of the same language and kind stand for those that were chosen", () => {
  assert.equal(subtitlesShown("eng/Another title", [german, forced, english], "3"), "1");
  assert.equal(subtitlesShown("eng//forced", [german, english, { ...forced, title: "Signs" }], "3"), "2");
});

test("subtitles are as the server says where nothing was chosen, or nothing of it is there", () => {
  assert.equal(subtitlesShown(null, [english, german], "3"), "3");
  assert.equal(subtitlesShown("fre/", [english, german], "3"), "3");
  assert.equal(subtitlesShown(null, [english], undefined), "");
});

test("none stay none", () => {
  assert.equal(subtitlesShown("", [english, german], "3"), "");
});

const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=800000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=640x360
v-1.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1280x720
v-0.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"
a.m3u8
`;

test("a master has a track for pictures, the best first, and one for the sound", () => {
  const [video, audio, ...others] = tracks(master, `${base}master.m3u8`);
  assert.deepEqual(video, { kind: "video", levels: [
    { type: 'video/mp4; codecs="avc1.640028"', rate: 3_000_000, wait: 0, address: `${base}v-0.m3u8` },
    { type: 'video/mp4; codecs="avc1.640028"', rate: 800_000, wait: 0, address: `${base}v-1.m3u8` },
  ] });
  assert.deepEqual(audio.levels, [{ type: 'audio/mp4; codecs="mp4a.40.2"', rate: 128_000, wait: 0, address: `${base}a.m3u8` }]);
  assert.deepEqual(others, []);
});

test("a master of music has no track for pictures", () => {
  assert.deepEqual(tracks(master.split("\n").slice(5).join("\n"), base).map(({ kind }) => kind), ["audio"]);
});

test("segments follow each other from the beginning", () => {
  const found = segments('#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4.0,\n0.m4s\n#EXTINF:2.5,\n1.m4s\n#EXT-X-ENDLIST\n', base);
  assert.equal(found.beginning, `${base}init.mp4`);
  assert.deepEqual(found.segments, [{ start: 0, end: 4, address: `${base}0.m4s` }, { start: 4, end: 6.5, address: `${base}1.m4s` }]);
});

const levels = [{ rate: 4_000_000, wait: 0.5 }, { rate: 1_000_000, wait: 0.2 }];

test("the best picture that comes in time begins", () => {
  assert.equal(choose(levels, { speed: 20_000_000, length: 4, there: 0 }), 0);
  assert.equal(choose(levels, { speed: 2_000_000, length: 4, there: 0 }), 1);
  assert.equal(choose(levels, { speed: undefined, length: 4, there: 0 }), 0);
});

test("a better picture is tried only with some seconds in hand", () => {
  assert.equal(choose(levels, { current: 1, speed: 20_000_000, length: 4, there: 5 }), 1);
  assert.equal(choose(levels, { current: 1, speed: 20_000_000, length: 4, there: 12 }), 0);
});

test("a picture isn't given up while its segments come in time and much is there", () => {
  assert.equal(choose(levels, { current: 0, speed: 4_800_000, length: 4, there: 25 }), 0);
  assert.equal(choose(levels, { current: 0, speed: 4_800_000, length: 4, there: 5 }), 1);
});

test("the speed of a line is the slower of what came soon and for long", () => {
  const speed = new Speed();
  speed.note(100, 1);
  assert.equal(speed.value, undefined);
  speed.note(100_000, 100);
  assert.equal(speed.value, 8_000_000);
  speed.note(100_000, 1000);
  assert.equal(speed.value, 4_400_000);
});

test("a segment is given up before what is there has been played", () => {
  assert.deepEqual([0, 1, 10].map(patience), [6, 1.5, 8.5]);
});
