// Plays the server's HTTP Live Streaming in a <video> or <audio> where the browser has no player of its own for it: fetches segments, and hands them
// over by Media Source Extensions (https://www.w3.org/TR/media-source-2/).
//
// Picture and sound have a buffer each, and a playlist for each of their levels: a picture may come in several sizes, of which `quality-choice.js`
// says the next; the level changes where a segment ends. Segments have absolute times, so any can come first: the one at the place that plays, then
// what follows, some seconds ahead. What was played is given back. What can't be played is told once, by `failed`.

import { choose, patience, Speed } from "./quality-choice.js";

const Source = globalThis.ManagedMediaSource ?? globalThis.MediaSource;
const ahead = 30; // Seconds that are fetched while it plays,
const before = 8; // and before it plays.
const behind = 60; // Seconds that are kept.
const hole = 1.5; // Seconds that no segment fills, at most.
const touching = 0.1; // Seconds by which a segment may be shorter than its playlist says.
const usual = 4; // Seconds of a segment.
const attempts = 5;
const pause = 1000; // Milliseconds, twice as long after each attempt.

export const canPlaySegments = Source !== undefined;

// The same line for all players of a page.
const speed = new Speed();

// 'CODECS="a,b",RESOLUTION=1x1' → { CODECS: "a,b", RESOLUTION: "1x1" } (RFC 8216, section 4.2).
function attributes(text) {
  return Object.fromEntries([...text.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g)].map(([, name, quoted, bare]) => [name, quoted ?? bare]));
}

// The tracks of a master that the browser plays, as { kind, levels }, the best level first: the sound's is the variant without a picture.
function tracks(text, base) {
  const lines = text.split("\n");
  const variants = lines.flatMap((line, number) =>
    line.startsWith("#EXT-X-STREAM-INF:") ? [{ ...attributes(line.slice(18)), address: new URL(lines[number + 1], base).href }] : []);
  const track = (kind, those, codec) => ({
    kind,
    levels: those
      .map((one) => ({ type: `${kind}/mp4; codecs="${codec(one.CODECS)}"`, rate: Number(one["AVERAGE-BANDWIDTH"] ?? one.BANDWIDTH), wait: 0, address: one.address }))
      .sort((one, other) => other.rate - one.rate),
  });
  return [
    track("video", variants.filter((one) => one.RESOLUTION), (names) => names.split(",")[0]),
    track("audio", variants.filter((one) => !one.RESOLUTION).slice(0, 1), (names) => names),
  ].filter(({ levels }) => levels.length);
}

// Where a track begins, and its segments with their times.
function segments(text, base) {
  let [time, length, beginning] = [0, 0];
  const found = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("#EXT-X-MAP:")) beginning = new URL(attributes(line.slice(11)).URI, base).href;
    else if (line.startsWith("#EXTINF:")) length = parseFloat(line.slice(8));
    else if (line && !line.startsWith("#")) {
      found.push({ start: time, end: time + length, address: new URL(line, base).href });
      time += length;
    }
  }
  return { beginning, segments: found };
}

export class SegmentPlayer {
  #media;
  #master;
  #failed;
  #onlySound;
  #closing = new AbortController();
  #source;
  #address;
  #tracks = [];
  #sleeping = [];
  #ahead = ahead;

  constructor(media, master, { onlySound = false, failed }) {
    [this.#media, this.#master, this.#onlySound, this.#failed] = [media, master, onlySound, failed];
  }

  // Nothing is fetched before.
  start() {
    if (this.#source || this.#closing.signal.aborted) return;
    this.#source = new Source();
    this.#address = URL.createObjectURL(this.#source);
    const on = (target, names, act) => names.split(" ").forEach((name) => target.addEventListener(name, act, { signal: this.#closing.signal }));
    const opened = new Promise((go) => on(this.#source, "sourceopen", go));
    // A browser may have given back what it had.
    on(this.#media, "seeking waiting", () => this.#tracks.forEach((track) => this.#follow(track)));
    on(this.#media, "waiting", () => this.#jump());
    on(this.#media, "seeking timeupdate play waiting", () => this.#wake());
    if (globalThis.ManagedMediaSource) this.#media.disableRemotePlayback = true;
    this.#media.src = this.#address;
    this.#open(opened).catch((error) => this.#giveUp(error));
  }

  close() {
    this.#closing.abort();
    this.#tracks.forEach(({ fetching }) => fetching?.abort());
    this.#wake();
    if (this.#address) URL.revokeObjectURL(this.#address);
  }

  #giveUp(error) {
    if (this.#closing.signal.aborted) return;
    this.close();
    this.#failed(error);
  }

  async #open(opened) {
    const master = await this.#fetch(this.#master, (answer) => answer.text());
    const wanted = tracks(master, this.#master).filter(({ kind }) => kind === "audio" || !this.#onlySound);
    for (const track of wanted) track.levels = track.levels.filter(({ type }) => Source.isTypeSupported(type));
    if (wanted.length === 0 || wanted.some(({ levels }) => levels.length === 0)) throw new Error("no player for these codecs");
    const state = { speed: speed.value, length: usual, there: 0 };
    await Promise.all(wanted.map(async (track) => (track.level = await this.#listed(track.levels[choose(track.levels, state)]))));
    await opened;
    this.#closing.signal.throwIfAborted();
    this.#tracks = wanted.map((track) => ({ ...track, buffer: this.#source.addSourceBuffer(track.level.type), next: 0 }));
    this.#source.duration = Math.max(...wanted.map(({ level }) => level.segments.at(-1)?.end ?? 0));
    for (const track of this.#tracks) {
      this.#follow(track);
      this.#feed(track).catch((error) => this.#giveUp(error));
    }
  }

  // A level with its segments.
  async #listed(level) {
    if (!level.segments) Object.assign(level, segments(await this.#fetch(level.address, (answer) => answer.text()), level.address));
    return level;
  }

  // The next segment is the one at the place that plays, or behind what is there already.
  #follow(track) {
    const there = this.#there(track);
    const place = this.#media.currentTime + there;
    const next = track.level.segments.findIndex(({ end }) => end > place + (there > 0 ? touching : 0));
    const wanted = next < 0 ? track.level.segments.length : next;
    if (track.next !== wanted) track.fetching?.abort();
    track.next = wanted;
  }

  // Seconds that can be played at once.
  #there({ buffer: { buffered } }) {
    const time = this.#media.currentTime;
    let place = time;
    for (let range = 0; range < buffered.length; range++)
      if (buffered.start(range) <= place + touching && place < buffered.end(range)) place = buffered.end(range);
    return place - time;
  }

  async #feed(track) {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const segment = track.level.segments[track.next];
      const isWaiting = this.#media.paused && this.#media.played.length === 0;
      if (!segment || segment.start > this.#media.currentTime + (isWaiting ? Math.min(before, this.#ahead) : this.#ahead)) {
        if (!segment) this.#end();
        await this.#sleep();
        continue;
      }
      // Once for each segment: those of another level have other lengths, by which it may look otherwise.
      track.isChosen = !track.isChosen && (await this.#changes(track, segment));
      if (track.isChosen) continue;
      track.fetching = new AbortController();
      const bytes = await this.#bytes(track, segment, track.fetching.signal);
      // Another place plays meanwhile.
      if (!bytes || track.level.segments[track.next] !== segment) continue;
      if (!(await this.#append(track, bytes))) continue;
      if (track.level.segments[track.next] === segment) track.next++;
      this.#jump();
    }
  }

  // Whether another level is fetched from here on.
  async #changes(track, segment) {
    const { levels, level } = track;
    const state = { current: levels.indexOf(level), speed: speed.value, length: segment.end - segment.start, there: this.#there(track) };
    // What was given up is worth no second attempt.
    const wanted = levels[Math.max(choose(levels, state), track.worst ?? 0)];
    track.worst = undefined;
    if (wanted === level) return false;
    track.level = await this.#listed(wanted);
    this.#follow(track);
    return true;
  }

  // Of a segment, with what a buffer needs before the first one of its level; nothing if it isn't wanted any more. One that would come too late is given up.
  async #bytes(track, segment, signal) {
    const { level, levels, fetching } = track;
    const place = levels.indexOf(level);
    const isLast = place === levels.length - 1;
    const late = isLast ? undefined : setTimeout(() => {
      track.worst = place + 1;
      fetching.abort();
    }, patience(this.#there(track)) * 1000);
    try {
      // The server makes it with the first segment.
      if (!level.first) level.first = await this.#fetch(level.beginning, (answer) => answer.arrayBuffer(), signal);
      const asked = performance.now();
      return await this.#fetch(segment.address, (answer) => {
        // The server has made it before it answers.
        const made = (performance.now() - asked) / 1000;
        level.wait = Math.min(made, (level.wait + made) / 2);
        return this.#read(answer);
      }, signal);
    } catch (error) {
      if (signal.aborted && !this.#closing.signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  // All of an answer. What comes of one that is given up tells as much of the line.
  async #read(answer) {
    const [reader, pieces, began] = [answer.body.getReader(), [], performance.now()];
    let count = 0;
    try {
      for (let piece; !(piece = await reader.read()).done; count += piece.value.length) pieces.push(piece.value);
    } finally {
      speed.note(count, performance.now() - began);
    }
    return new Blob(pieces).arrayBuffer();
  }

  // Whether it is in. A buffer that is full gives back what was played, and wants less from then on.
  async #append(track, bytes) {
    const { buffer, level } = track;
    const time = this.#media.currentTime;
    await this.#remove(buffer, time - behind);
    try {
      if (track.begun !== level) {
        if (track.begun && track.begun.type !== level.type) buffer.changeType?.(level.type);
        await this.#change(buffer, () => buffer.appendBuffer(level.first));
      }
      track.begun = level;
      await this.#change(buffer, () => buffer.appendBuffer(bytes));
      return true;
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
      this.#ahead = Math.max(before, this.#ahead / 2);
      await this.#remove(buffer, time - 2);
      await this.#sleep();
      return false;
    }
  }

  async #remove(buffer, end) {
    if (buffer.buffered.length && buffer.buffered.start(0) + 1 < end) await this.#change(buffer, () => buffer.remove(0, end));
  }

  // Its listeners go with it: they hold what is handed over.
  #change(buffer, act) {
    const done = new AbortController();
    const on = (target, name, listen) => target.addEventListener(name, listen, { signal: done.signal });
    return new Promise((go, fail) => {
      this.#closing.signal.throwIfAborted();
      on(buffer, "updateend", go);
      on(buffer, "error", () => fail(new Error("this isn’t taken by the browser")));
      on(this.#closing.signal, "abort", () => fail(this.#closing.signal.reason));
      act();
    }).finally(() => done.abort());
  }

  // All is there.
  #end() {
    const isWhole = this.#tracks.every(({ level, next, buffer }) => next >= level.segments.length && !buffer.updating);
    if (isWhole && this.#source.readyState === "open") this.#source.endOfStream();
  }

  // Over what no segment fills, like the moment before a sound begins.
  #jump() {
    const { buffered, currentTime, readyState } = this.#media;
    if (readyState > HTMLMediaElement.HAVE_CURRENT_DATA) return;
    for (let range = 0; range < buffered.length; range++) {
      const start = buffered.start(range);
      if (start <= currentTime && currentTime < buffered.end(range)) return;
      if (start > currentTime && start - currentTime < hole) return void (this.#media.currentTime = start + 0.001);
    }
  }

  // A server that is busy, or away for a moment, is asked again.
  async #fetch(address, read, signal = this.#closing.signal) {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await fetch(address, { signal });
        if (answer.ok) return await read(answer);
        if (answer.status < 500 || attempt === attempts) throw new Error(`status ${answer.status}`, { cause: "answer" });
      } catch (error) {
        if (signal.aborted || error.cause === "answer" || attempt === attempts) throw error;
      }
      await new Promise((go) => setTimeout(go, pause * 2 ** (attempt - 1)));
    }
  }

  #sleep() {
    return new Promise((go) => this.#sleeping.push(go));
  }

  #wake() {
    const sleeping = this.#sleeping;
    this.#sleeping = [];
    sleeping.forEach((go) => go());
  }
}
