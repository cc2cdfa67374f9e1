// Plays the server's HTTP Live Streaming in a <video> or <audio> where the browser has no player of its own for it: fetches segments, and hands them
// over by Media Source Extensions (https://www.w3.org/TR/media-source-2/).
//
// Picture and sound have a playlist and a buffer each. Segments have absolute times, so any can come first: the one at the place that plays, then what
// follows, some seconds ahead. What was played is given back. What can't be played is told once, by `failed`.

const Source = globalThis.ManagedMediaSource ?? globalThis.MediaSource;
const ahead = 30; // Seconds that are fetched while it plays,
const before = 8; // and before it plays.
const behind = 60; // Seconds that are kept.
const hole = 1.5; // Seconds that no segment fills, at most.
const touching = 0.1; // Seconds by which a segment may be shorter than its playlist says.
const attempts = 5;
const pause = 1000; // Milliseconds, twice as long after each attempt.

export const canPlaySegments = Source !== undefined;

// 'CODECS="a,b",RESOLUTION=1x1' → { CODECS: "a,b", RESOLUTION: "1x1" } (RFC 8216, section 4.2).
function attributes(text) {
  return Object.fromEntries([...text.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g)].map(([, name, quoted, bare]) => [name, quoted ?? bare]));
}

// The tracks of a master, as { kind, codec, address }: the sound's is the variant without a picture.
function tracks(text, base) {
  const lines = text.split("\n");
  const variants = lines.flatMap((line, number) =>
    line.startsWith("#EXT-X-STREAM-INF:") ? [{ ...attributes(line.slice(18)), address: new URL(lines[number + 1], base).href }] : []);
  const [picture, sound] = [variants.find((one) => one.RESOLUTION), variants.find((one) => !one.RESOLUTION)];
  return [
    picture && { kind: "video", codec: picture.CODECS.split(",")[0], address: picture.address },
    sound && { kind: "audio", codec: sound.CODECS, address: sound.address },
  ].filter(Boolean);
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
    const types = wanted.map(({ kind, codec }) => `${kind}/mp4; codecs="${codec}"`);
    if (wanted.length === 0 || !types.every((type) => Source.isTypeSupported(type))) throw new Error(`no player for ${types}`);
    const lists = await Promise.all(wanted.map(async ({ address }) => segments(await this.#fetch(address, (answer) => answer.text()), address)));
    await opened;
    this.#closing.signal.throwIfAborted();
    this.#tracks = lists.map((list, number) => ({ ...list, buffer: this.#source.addSourceBuffer(types[number]), next: 0 }));
    this.#source.duration = Math.max(...lists.map((list) => list.segments.at(-1)?.end ?? 0));
    for (const track of this.#tracks) {
      this.#follow(track);
      this.#feed(track).catch((error) => this.#giveUp(error));
    }
  }

  // The next segment is the one at the place that plays, or behind what is there already.
  #follow(track) {
    const time = this.#media.currentTime;
    const { buffered } = track.buffer;
    let place = time;
    for (let range = 0; range < buffered.length; range++)
      if (buffered.start(range) <= place + touching && place < buffered.end(range)) place = buffered.end(range);
    const isThere = place > time;
    const next = track.segments.findIndex(({ end }) => end > place + (isThere ? touching : 0));
    const wanted = next < 0 ? track.segments.length : next;
    if (track.next !== wanted) track.fetching?.abort();
    track.next = wanted;
  }

  async #feed(track) {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const segment = track.segments[track.next];
      const isWaiting = this.#media.paused && this.#media.played.length === 0;
      if (!segment || segment.start > this.#media.currentTime + (isWaiting ? Math.min(before, this.#ahead) : this.#ahead)) {
        if (!segment) this.#end();
        await this.#sleep();
        continue;
      }
      track.fetching = new AbortController();
      const bytes = await this.#bytes(track, segment, track.fetching.signal);
      // Another place plays meanwhile.
      if (!bytes || track.segments[track.next] !== segment) continue;
      if (!(await this.#append(track, bytes))) continue;
      if (track.segments[track.next] === segment) track.next++;
      this.#jump();
    }
  }

  // Of a segment, with what a buffer needs before its first one; nothing if it isn't wanted any more.
  async #bytes(track, segment, signal) {
    try {
      const read = (answer) => answer.arrayBuffer();
      // The server makes it with the first segment.
      if (!track.first) track.first = await this.#fetch(track.beginning, read, this.#closing.signal);
      return await this.#fetch(segment.address, read, signal);
    } catch (error) {
      if (signal.aborted && !this.#closing.signal.aborted) return undefined;
      throw error;
    }
  }

  // Whether it is in. A buffer that is full gives back what was played, and wants less from then on.
  async #append(track, bytes) {
    const { buffer } = track;
    const time = this.#media.currentTime;
    await this.#remove(buffer, time - behind);
    try {
      if (!track.isBegun) await this.#change(buffer, () => buffer.appendBuffer(track.first));
      track.isBegun = true;
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

  #change(buffer, act) {
    return new Promise((go, fail) => {
      this.#closing.signal.throwIfAborted();
      const options = { once: true, signal: this.#closing.signal };
      buffer.addEventListener("updateend", go, options);
      buffer.addEventListener("error", () => fail(new Error("this isn’t taken by the browser")), options);
      this.#closing.signal.addEventListener("abort", () => fail(this.#closing.signal.reason), { once: true });
      act();
    });
  }

  // All is there.
  #end() {
    const isWhole = this.#tracks.every(({ segments: all, next, buffer }) => next >= all.length && !buffer.updating);
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
