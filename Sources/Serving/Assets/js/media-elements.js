// The <video> and the <audio> of a player: which of them plays, their sources, and the start position.
//
// Both exist from the start and only their sources change, because phones grant playback per element. HTTP Live Streaming is played by the
// browser if possible, which is tried, because its own claims are unreliable; otherwise by `segment-player.js`.

import { listening } from "./listening.js";
import { tellState } from "./media-session.js";
import { canPlaySegments, SegmentPlayer } from "./segment-player.js";

const stall = 2000; // Milliseconds that a file may stall before smaller videos of it are used
const isList = (address) => address?.endsWith(".m3u8") ?? false;
// Whether this browser can't play HTTP Live Streaming itself: it says so, or has failed
let playsNoLists = canPlaySegments && document.createElement("video").canPlayType("application/vnd.apple.mpegurl") === "";

export class MediaElements {
  video;
  audio;
  isSound = false; // The audio plays instead of the video
  goesBack = false; // It switched to audio because the page was hidden
  plays; // The server's response for the file
  hasPicture = false;
  #player;
  #signal;
  #failed;
  #begins; // The start position of what is loading, and whether it then plays: { time, plays }. Undefined once started
  #given = new Map(); // Element → its address
  #feeding = new Map(); // Element → the player that appends its segments

  constructor(player, signal, failed) {
    [this.#player, this.#signal, this.#failed] = [player, signal, failed];
    [this.video, this.audio] = [player.querySelector("video"), player.querySelector("audio")];
    const on = listening(signal);
    on(this.video, "waiting", () => this.#stalled());
    // A video that can't be decoded plays only its audio, without an error.
    on(this.video, "loadeddata", () => !this.isSound && !this.video.videoWidth && this.hasPicture && failed());
  }

  get both() { return [this.video, this.audio]; }
  get active() { return this.isSound ? this.audio : this.video; }

  // The current or intended position, and whether it plays or will.
  get place() {
    const { currentTime, paused } = this.active;
    return { time: this.#begins?.time ?? currentTime, plays: !paused || (this.#begins?.plays ?? false) };
  }

  given(media) { return this.#given.get(media); }

  // The next sources may have the same addresses.
  forgetGiven() { this.#given.clear(); }

  // Sets the sources of both elements, and the start position.
  load(time, plays) {
    const { master, audio, direct } = this.plays;
    this.#give(this.audio, this.hasPicture ? audio : (direct ?? audio ?? master));
    this.#give(this.video, this.hasPicture && !this.isSound ? (direct ?? master) : undefined);
    this.lookAlike();
    const media = this.active;
    const begins = (this.#begins = { time, plays });
    const begin = () => {
      // Another start was requested meanwhile.
      if (this.#begins !== begins) return;
      this.#begins = undefined;
      if (time > 0) media.currentTime = time;
      if (plays) this.play(media);
    };
    if (media.readyState >= HTMLMediaElement.HAVE_METADATA) begin();
    else media.addEventListener("loadedmetadata", begin, { once: true, signal: this.#signal });
    if (plays || this.isSound) this.preload(media);
    // Loading again would stop it at the beginning.
    if (this.#begins && this.isSound && !this.#feeding.has(media)) media.load();
  }

  // Returns whether the video's source has just been set.
  givePicture() {
    const address = this.plays.direct ?? this.plays.master;
    if (!this.hasPicture || this.#given.get(this.video) === address) return false;
    this.#give(this.video, address);
    return true;
  }

  // Without an address, there is nothing to play.
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

  // Whether segments are appended by our player from now on, because the browser has failed with this stream.
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
    // Refused in the background: then it starts with a press on the lock screen.
    media.play().catch(() => tellState(false));
  }

  // A file that loads too slowly is replaced by smaller videos of it.
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
