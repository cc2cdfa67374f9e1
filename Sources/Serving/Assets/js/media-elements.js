// The <video> and the <audio> of a player: which of them plays, what each has for a source, and where it begins.
//
// Both are there from the start and only their sources change, since phones allow playing by element. HTTP Live Streaming plays by the browser where it
// can, which is tried, since what it says of itself proves nothing; else by `segment-player.js`.

import { listening } from "./listening.js";
import { tellState } from "./media-session.js";
import { canPlaySegments, SegmentPlayer } from "./segment-player.js";

const stall = 2000; // Milliseconds that a file may not go on, before smaller pictures of it are taken.
const isList = (address) => address?.endsWith(".m3u8") ?? false;
// This browser plays no lists of segments by itself: it says so, or has failed.
let playsNoLists = canPlaySegments && document.createElement("video").canPlayType("application/vnd.apple.mpegurl") === "";

export class MediaElements {
  video;
  audio;
  isSound = false; // The sound plays, not the picture.
  goesBack = false; // It became sound because the page was hidden.
  plays; // What the server has answered for the file.
  hasPicture = false;
  #player;
  #signal;
  #failed;
  #begins; // Where what loads begins, and whether it plays then: { time, plays }. Without it, it has begun.
  #given = new Map(); // Element → the address that it plays.
  #feeding = new Map(); // Element → the player that hands it segments.

  constructor(player, signal, failed) {
    [this.#player, this.#signal, this.#failed] = [player, signal, failed];
    [this.video, this.audio] = [player.querySelector("video"), player.querySelector("audio")];
    const on = listening(signal);
    on(this.video, "waiting", () => this.#stalled());
    // A picture that can't be decoded plays its sound only, without an error.
    on(this.video, "loadeddata", () => !this.isSound && !this.video.videoWidth && this.hasPicture && failed());
  }

  get both() { return [this.video, this.audio]; }
  get active() { return this.isSound ? this.audio : this.video; }

  // Where it is, or will begin, and whether it plays or will.
  get place() {
    const { currentTime, paused } = this.active;
    return { time: this.#begins?.time ?? currentTime, plays: !paused || (this.#begins?.plays ?? false) };
  }

  given(media) { return this.#given.get(media); }

  // The next sources may have the same addresses.
  forgetGiven() { this.#given.clear(); }

  // Gives both elements their sources, and begins at a time.
  load(time, plays) {
    const { master, audio, direct } = this.plays;
    this.#give(this.audio, this.hasPicture ? audio : (direct ?? audio ?? master));
    this.#give(this.video, this.hasPicture && !this.isSound ? (direct ?? master) : undefined);
    this.lookAlike();
    const media = this.active;
    const begins = (this.#begins = { time, plays });
    const begin = () => {
      // Something else was to begin meanwhile.
      if (this.#begins !== begins) return;
      this.#begins = undefined;
      if (time > 0) media.currentTime = time;
      if (plays) this.play(media);
    };
    if (media.readyState >= HTMLMediaElement.HAVE_METADATA) begin();
    else media.addEventListener("loadedmetadata", begin, { once: true, signal: this.#signal });
    if (plays || this.isSound) this.preload(media);
    // Loaded once more, it would stop at its beginning.
    if (this.#begins && this.isSound && !this.#feeding.has(media)) media.load();
  }

  // Whether the picture has just been given its source.
  givePicture() {
    const address = this.plays.direct ?? this.plays.master;
    if (!this.hasPicture || this.#given.get(this.video) === address) return false;
    this.#give(this.video, address);
    return true;
  }

  // Without an address it has nothing to play.
  #give(media, address) {
    if (this.#given.get(media) === address) return;
    this.#feeding.get(media)?.close();
    this.#feeding.delete(media);
    this.#given.set(media, address);
    if (!address) {
      this.#given.delete(media);
      media.removeAttribute("src");
      media.load();
    } else if (playsNoLists && isList(address)) {
      const failed = () => media === this.active && this.#failed();
      const feeding = new SegmentPlayer(media, this.plays.master, { onlySound: media === this.audio, failed });
      this.#feeding.set(media, feeding);
      media.removeAttribute("src");
      media.load();
      if (media === this.video || media.preload === "auto") feeding.start();
    } else media.src = address;
    media.playbackRate = media.defaultPlaybackRate = Number(this.#player.querySelector("[data-speed]").value);
  }

  // Whether lists are handed over by us from now on, since the browser has failed with this one.
  feedsInstead(address) {
    if (!canPlaySegments || playsNoLists || !isList(address)) return false;
    playsNoLists = true;
    return true;
  }

  preload(media) {
    media.preload = "auto";
    this.#feeding.get(media)?.start();
  }

  play(media) {
    // Refused in the background: a press on the lock screen begins it.
    media.play().catch(() => tellState(false));
  }

  // A file that comes too slowly is left for smaller pictures of it.
  #stalled() {
    const { video, plays } = this;
    const at = video.currentTime;
    if (this.isSound || !plays?.direct || !plays.master.endsWith("/ladder.m3u8") || video.seeking || video.played.length === 0) return;
    setTimeout(() => {
      if (plays !== this.plays || this.isSound || video.paused || video.seeking || video.currentTime !== at) return;
      plays.direct = null;
      this.load(at, true);
    }, stall);
  }

  lookAlike() {
    const showsSound = this.isSound && !this.goesBack;
    this.video.hidden = showsSound;
    this.audio.hidden = !showsSound;
    this.#player.querySelector("[data-sleeve]").hidden = !showsSound;
  }

  close() {
    for (const feeding of this.#feeding.values()) feeding.close();
  }
}
