// Plays the server's HTTP Live Streaming in a <video> or <audio> if the browser has no player of its own for it: fetches segments, and
// appends them through Media Source Extensions (https://www.w3.org/TR/media-source-2/).
//
// Video and audio have a buffer each, and a playlist for each of their levels: a video may have several sizes, of which `quality-choice.js`
// selects the next; the level changes at the end of a segment. Segments have absolute times, so any can come first: the one at the playback
// position, then those after it, some seconds ahead. An unplayable stream is reported once, through `failed`.

import { listening } from "./listening.js";
import { choose, patience, Speed } from "./quality-choice.js";
import { jump, SegmentBuffer, touching } from "./segment-buffer.js";
import { fetchAgain, measured } from "./segment-fetch.js";
import { segments, tracks } from "./segment-playlists.js";

const Source = globalThis.ManagedMediaSource ?? globalThis.MediaSource;
const ahead = 30; // Seconds fetched ahead while it plays,
const before = 8; // and before it plays
const usual = 4; // Seconds of a segment

export const canPlaySegments = Source !== undefined;

// Shared, because all players of a page use the same connection.
const speed = new Speed();

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

  // Nothing is fetched before this call.
  start() {
    if (this.#source || this.#closing.signal.aborted) return;
    this.#source = new Source();
    this.#address = URL.createObjectURL(this.#source);
    const on = listening(this.#closing.signal);
    const opened = new Promise((go) => on(this.#source, "sourceopen", go));
    // A browser may have dropped buffered data.
    on(this.#media, "seeking waiting", () => this.#tracks.forEach((track) => this.#follow(track)));
    on(this.#media, "waiting", () => jump(this.#media));
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
    this.#tracks = wanted.map((track) => ({ ...track, buffer: this.#buffer(track.level), next: 0 }));
    this.#source.duration = Math.max(...wanted.map(({ level }) => level.segments.at(-1)?.end ?? 0));
    for (const track of this.#tracks) {
      this.#follow(track);
      this.#feed(track).catch((error) => this.#giveUp(error));
    }
  }

  #buffer({ type }) { return new SegmentBuffer(this.#source.addSourceBuffer(type), this.#closing.signal); }
  #fetch(address, read, signal = this.#closing.signal) { return fetchAgain(address, read, signal); }

  // A level with its segments.
  async #listed(level) {
    if (!level.segments) Object.assign(level, segments(await this.#fetch(level.address, (answer) => answer.text()), level.address));
    return level;
  }

  // The next segment is at the playback position, or after the buffered ones.
  #follow(track) {
    const there = this.#there(track);
    const place = this.#media.currentTime + there;
    const next = track.level.segments.findIndex(({ end }) => end > place + (there > 0 ? touching : 0));
    const wanted = next < 0 ? track.level.segments.length : next;
    if (track.next !== wanted) track.fetching?.abort();
    track.next = wanted;
  }

  // Seconds that can be played at once.
  #there({ buffer }) { return buffer.from(this.#media.currentTime); }

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
      // Decided once per segment: segments of another level have other lengths, with which the decision might change back.
      track.isChosen = !track.isChosen && (await this.#changes(track, segment));
      if (track.isChosen) continue;
      track.fetching = new AbortController();
      const bytes = await this.#bytes(track, segment, track.fetching.signal);
      // The playback position has changed meanwhile.
      if (!bytes || track.level.segments[track.next] !== segment) continue;
      if (!(await track.buffer.append(track.level, bytes, this.#media.currentTime))) {
        this.#ahead = Math.max(before, this.#ahead / 2);
        await this.#sleep();
        continue;
      }
      if (track.level.segments[track.next] === segment) track.next++;
      jump(this.#media);
    }
  }

  // Whether another level is fetched from here on.
  async #changes(track, segment) {
    const { levels, level } = track;
    const state = { current: levels.indexOf(level), speed: speed.value, length: segment.end - segment.start, there: this.#there(track) };
    // An abandoned level isn't tried again.
    const wanted = levels[Math.max(choose(levels, state), track.worst ?? 0)];
    track.worst = undefined;
    if (wanted === level) return false;
    track.level = await this.#listed(wanted);
    this.#follow(track);
    return true;
  }

  // The bytes of a segment, preceded by the initialisation if it is the first of its level; nothing if it isn't wanted any more. A segment
  // that would be late is abandoned.
  async #bytes(track, segment, signal) {
    const { level, levels, fetching } = track;
    const place = levels.indexOf(level);
    const isLast = place === levels.length - 1;
    const late = isLast ? undefined : setTimeout(() => {
      track.worst = place + 1;
      fetching.abort();
    }, patience(this.#there(track)) * 1000);
    try {
      // The server makes it together with the first segment.
      if (!level.first) level.first = await this.#fetch(level.beginning, (answer) => answer.arrayBuffer(), signal);
      const asked = performance.now();
      return await this.#fetch(segment.address, (answer) => {
        // The server has made it before it responds.
        const made = (performance.now() - asked) / 1000;
        level.wait = Math.min(made, (level.wait + made) / 2);
        return measured(answer, speed);
      }, signal);
    } catch (error) {
      if (signal.aborted && !this.#closing.signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  // Everything is buffered.
  #end() {
    const isWhole = this.#tracks.every(({ level, next, buffer }) => next >= level.segments.length && !buffer.updating);
    if (isWhole && this.#source.readyState === "open") this.#source.endOfStream();
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
