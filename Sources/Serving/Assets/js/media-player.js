// <media-player data-item="7" …> around one <video> and one <audio>: plays a film or music, and goes on as sound when the page is hidden.
//
// Both elements are there from the start and only their sources change, since phones allow playing by element. While the picture plays, the sound
// alone is loaded beside it and kept near it, so that the switch takes milliseconds: it begins where the picture will be, which is heard until then.
// Whether it played is known before the switch; what was paused stays paused. When the page is seen again the picture goes on where the sound is.
//
// HTTP Live Streaming plays by the browser where it can, which is tried, since what it says of itself proves nothing; else by `segment-player.js`.

import { look, root } from "./network.js";
import { canPlaySegments, SegmentPlayer } from "./segment-player.js";
import { ready, words } from "./words.js";

const saveEvery = 10_000; // Milliseconds.
const apart = 1; // Seconds by which the loaded sound may be away from the picture,
const near = 0.04; // and by so much where it takes over from it.
const usualStart = 0.15; // Seconds until it is heard where it was sought.
const steady = 0.1; // Seconds of sound after which its clock goes evenly.
const glance = 10; // Milliseconds between two looks at it.
const seekBy = 10; // Seconds, by a key.
const longestRest = 60_000; // Milliseconds between two attempts to reach the server,
const shortestRest = 1000; // the first of which is so short.
const justNow = 1000; // Milliseconds: phones pause a picture shortly before they say that its page is hidden.

// What this browser says it can play, by the names of the API.
function abilities() {
  const media = document.createElement("video");
  const those = (types) => Object.keys(types).filter((name) => media.canPlayType(types[name]) !== "");
  return {
    containers: those({
      mp4: "video/mp4", webm: 'video/webm; codecs="vp9, opus"', mkv: "video/x-matroska", mp3: "audio/mpeg", m4a: "audio/mp4",
      ogg: 'audio/ogg; codecs="vorbis"', flac: "audio/flac", wav: "audio/wav",
    }),
    video: those({
      h264: 'video/mp4; codecs="avc1.640028"', hevc: 'video/mp4; codecs="hvc1.1.6.L93.B0"', vp8: 'video/webm; codecs="vp8"',
      vp9: 'video/webm; codecs="vp9"', av1: 'video/mp4; codecs="av01.0.08M.08"',
    }),
    audio: those({
      aac: 'audio/mp4; codecs="mp4a.40.2"', mp3: "audio/mpeg", opus: 'audio/webm; codecs="opus"', vorbis: 'audio/ogg; codecs="vorbis"',
      flac: 'audio/mp4; codecs="flac"', ac3: 'audio/mp4; codecs="ac-3"', eac3: 'audio/mp4; codecs="ec-3"', alac: 'audio/mp4; codecs="alac"',
    }),
  };
}

// "English · Commentary", or its number.
function label({ language, title, forced, hardOfHearing }, number) {
  let name;
  try {
    name = language && new Intl.DisplayNames([document.documentElement.lang], { type: "language" }).of(language);
  } catch {
    name = language;
  }
  const kinds = [forced && words("foreign dialogue only"), hardOfHearing && words("for the hard of hearing")];
  return [name, title, ...kinds].filter(Boolean).join(" · ") || String(number + 1);
}

// What a choice of subtitles is kept by, for other films too.
const called = ({ language, title, forced }) => `${language ?? ""}/${title ?? ""}${forced ? "/forced" : ""}`;
const subtitlesKey = "tidings.subtitles";
const qualityKey = "tidings.quality"; // "original", "saving", or lines of the picture at most; without it the player chooses.
const saving = 1_700_000; // Bits a second at most, to save data.
const stall = 2000; // Milliseconds that a file may not go on, before smaller pictures are asked for.

const isList = (address) => address?.endsWith(".m3u8") ?? false;
// This browser plays no lists of segments by itself: it says so, or has failed.
let playsNoLists = canPlaySegments && document.createElement("video").canPlayType("application/vnd.apple.mpegurl") === "";

// What every browser plays.
const plain = { containers: [], video: ["h264"], audio: ["aac"] };

class MediaPlayer extends HTMLElement {
  #listening;
  #video;
  #audio;
  #file; // A dataset: of this element, or of a link to what plays next.
  #shown; // The one for which the server has answered.
  #plays; // What the server has answered for it.
  #opening = 0;
  #isAsking = false;
  #isSound = false; // The sound plays, not the picture.
  #goesBack = false; // It became sound because the page was hidden.
  #wasPlaying = false;
  #handing; // Ends the switch to sound that is under way.
  #start = usualStart; // As long as it took last.
  #pausedAt = -Infinity;
  #wasTouched = -Infinity;
  #hasTried = false; // A source that failed was replaced once.
  #saved = 0;
  #rest = shortestRest;
  #sound; // The sound track that was chosen for this file.
  #begins; // Where what loads begins, and whether it plays then: { time, plays }. Without it, it has begun.
  #given = new Map(); // Element → the address that it plays.
  #feeding = new Map(); // Element → the player that hands it segments.

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const on = (target, names, act) => names.split(" ").forEach((name) => target.addEventListener(name, act, { signal }));
    [this.#video, this.#audio] = [this.querySelector("video"), this.querySelector("audio")];
    for (const media of [this.#video, this.#audio]) {
      on(media, "play", () => this.#played(media));
      on(media, "pause", () => this.#paused(media));
      on(media, "timeupdate", () => this.#moved(media));
      on(media, "ended", () => media === this.#active && this.#next(1));
      on(media, "error", () => media === this.#active && this.#given.has(media) && this.#failed());
      on(media, "seeked ratechange durationchange", () => media === this.#active && this.#tellPosition());
    }
    on(this.#video, "waiting", () => this.#stalled());
    // A picture that can't be decoded plays its sound only, without an error.
    on(this.#video, "loadeddata", () => !this.#isSound && !this.#video.videoWidth && "picture" in this.#file && this.#failed());
    on(this, "pointerdown keydown", () => (this.#wasTouched = performance.now()));
    on(this.querySelector("[data-listen]"), "click", () => this.#listen(!this.#isSound));
    on(this.querySelector("[data-speed]"), "change", ({ target }) => {
      this.#video.playbackRate = this.#audio.playbackRate = Number(target.value);
    });
    on(this.querySelector("[data-sounds]"), "change", ({ target }) => this.#choose(Number(target.value)));
    on(this.querySelector("[data-subtitles]"), "change", ({ target }) => {
      this.#readAlong(target.value);
      const chosen = this.#plays.subtitles.find(({ id }) => id === target.value);
      localStorage.setItem(subtitlesKey, chosen ? called(chosen) : "");
    });
    on(this.querySelector("[data-quality]"), "change", ({ target }) => {
      localStorage.setItem(qualityKey, target.value);
      this.#again();
    });
    const window_ = this.querySelector("[data-window]");
    window_.hidden = !document.pictureInPictureEnabled;
    on(window_, "click", () => this.#toggleWindow());
    on(this.#video, "enterpictureinpicture leavepictureinpicture", () => {
      window_.setAttribute("aria-pressed", document.pictureInPictureElement === this.#video);
      // Its window was closed while the page was hidden.
      if (document.hidden) this.#hide();
    });
    on(document, "keydown", (event) => this.#pressed(event));
    on(document, "visibilitychange", () => (document.hidden ? this.#hide() : this.#show()));
    on(document, "freeze", () => this.#hide(true));
    // Some phones say so of a page that is left, and nothing else.
    on(window, "pagehide", () => this.#hide(true));
    on(window, "pageshow", () => !document.hidden && this.#show());
    for (const link of document.querySelectorAll("a[data-next]"))
      on(link, "click", (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        this.#open(link.dataset, true);
      });
    this.#handleKeys();
    this.#open(this.dataset, false);
  }

  disconnectedCallback() {
    this.#listening.abort();
    this.#stopHanding();
    for (const feeding of this.#feeding.values()) feeding.close();
    this.#save();
  }

  get #active() {
    return this.#isSound ? this.#audio : this.#video;
  }

  // Another file in the same elements.
  async #open(file, plays, wish = abilities()) {
    this.#save();
    this.#stopHanding();
    const number = ++this.#opening;
    const isOther = this.#shown !== file;
    if (isOther) [this.#hasTried, this.#sound] = [false, undefined];
    this.#file = file;
    this.#isAsking = true;
    const quality = localStorage.getItem(qualityKey) ?? "";
    const bounds = { height: Number(quality) || undefined, bitRate: quality === "saving" ? saving : undefined, adaptive: ["", "saving"].includes(quality) };
    const answer = await this.#ask("POST", "plays", { ...wish, ...bounds, sound: this.#sound }).catch(() => undefined);
    if (number !== this.#opening) return;
    if (!answer || answer.status >= 500) return this.#waitForServer(plays, wish);
    this.#isAsking = false;
    this.#problem(answer.ok ? undefined : "problem");
    if (!answer.ok) return;
    [this.#rest, this.#shown] = [shortestRest, file];
    this.#plays = await answer.json();
    await ready;
    if (number !== this.#opening) return;
    this.querySelector("[data-reason]").textContent = this.#plays.decision === "direct" ? "" : this.#plays.reason;
    const hasPicture = "picture" in file;
    if (!hasPicture) this.#isSound = true;
    else if (isOther && !document.hidden && !this.#isPressed) this.#isSound = false;
    if (document.hidden) this.#isSound = true;
    this.#offer();
    this.#load(Number(file.position) || 0, plays);
    this.#describe(isOther && file !== this.dataset);
  }

  // Sounds and subtitles to choose from; subtitles as they were chosen last on this device, or in the same language, else as the server says.
  #offer() {
    this.querySelector("[data-acts]").hidden = !("picture" in this.#file);
    const { sounds, sound, subtitles, subtitle, qualities } = this.#plays;
    const fine = this.querySelector("[data-quality]");
    const quality = localStorage.getItem(qualityKey) ?? "";
    const most = qualities.find((one) => one.height <= Number(quality))?.height;
    const [first, last] = [[...fine.options].slice(0, 2), [...fine.options].at(-1)];
    fine.replaceChildren(...first, ...qualities.map((one) => new Option(`${one.height}p`, one.height)), last);
    fine.value = Number(quality) ? (most ?? "original") : quality;
    fine.parentElement.hidden = qualities.length === 0;
    const [heard, read] = ["sounds", "subtitles"].map((name) => this.querySelector(`[data-${name}]`));
    heard.replaceChildren(...sounds.map((track, number) => new Option(label(track, number), track.id, false, track.id === sound)));
    read.replaceChildren(read.options[0], ...subtitles.map((track, number) => new Option(label(track, number), track.id)));
    heard.parentElement.hidden = sounds.length < 2;
    read.parentElement.hidden = subtitles.length === 0;
    const wish = localStorage.getItem(subtitlesKey);
    const alike = (track) => track.language === wish.split("/")[0] && track.forced === wish.endsWith("/forced");
    const same = wish && (subtitles.find((track) => called(track) === wish) ?? subtitles.find(alike));
    // Who wants none gets none.
    read.value = same ? same.id : wish === "" ? "" : (subtitle ?? "");
    this.#readAlong(read.value);
  }

  #readAlong(id) {
    this.#video.querySelectorAll("track").forEach((track) => track.remove());
    const chosen = this.#plays.subtitles.find((track) => track.id === id);
    if (!chosen) return;
    const track = document.createElement("track");
    Object.assign(track, { kind: "subtitles", srclang: chosen.language ?? "", label: label(chosen, 0), src: chosen.address });
    this.#video.append(track);
    track.track.mode = "showing";
  }

  #choose(sound) {
    this.#sound = sound;
    this.#again();
  }

  // The same file from the same place, as it was chosen meanwhile.
  #again(wish) {
    const { time, plays } = this.#place;
    this.#file.position = time || this.#file.position || 0;
    this.#open(this.#file, plays, wish);
  }

  // Where it is, or will begin, and whether it plays or will.
  get #place() {
    const { currentTime, paused } = this.#active;
    return { time: this.#begins?.time ?? currentTime, plays: !paused || (this.#begins?.plays ?? false) };
  }

  get #isPressed() {
    return this.querySelector("[data-listen]").getAttribute("aria-pressed") === "true";
  }

  // Gives both elements their sources and begins at a time.
  #load(time, plays) {
    const { master, audio, direct } = this.#plays;
    const hasPicture = "picture" in this.#file;
    this.#set(this.#audio, hasPicture ? audio : (direct ?? audio ?? master));
    this.#set(this.#video, hasPicture && !this.#isSound ? (direct ?? master) : undefined);
    this.#lookAlike();
    const media = this.#active;
    const begins = (this.#begins = { time, plays });
    const begin = () => {
      // Something else was to begin meanwhile.
      if (this.#begins !== begins) return;
      this.#begins = undefined;
      if (time > 0) media.currentTime = time;
      if (plays) this.#play(media);
    };
    if (media.readyState >= HTMLMediaElement.HAVE_METADATA) begin();
    else media.addEventListener("loadedmetadata", begin, { once: true, signal: this.#listening.signal });
    if (plays || this.#isSound) this.#preload(media);
    // Loaded once more, it would stop at its beginning.
    if (this.#begins && this.#isSound && !this.#feeding.has(media)) media.load();
  }

  #set(media, address) {
    if (this.#given.get(media) === address) return;
    this.#feeding.get(media)?.close();
    this.#feeding.delete(media);
    this.#given.set(media, address);
    if (!address) {
      this.#given.delete(media);
      media.removeAttribute("src");
      media.load();
    } else if (playsNoLists && isList(address)) {
      const failed = () => media === this.#active && this.#failed();
      const feeding = new SegmentPlayer(media, this.#plays.master, { onlySound: media === this.#audio, failed });
      this.#feeding.set(media, feeding);
      media.removeAttribute("src");
      media.load();
      if (media === this.#video || media.preload === "auto") feeding.start();
    } else media.src = address;
    media.playbackRate = media.defaultPlaybackRate = Number(this.querySelector("[data-speed]").value);
  }

  #preload(media) {
    media.preload = "auto";
    this.#feeding.get(media)?.start();
  }

  #play(media) {
    // Refused in the background: a press on the lock screen begins it.
    media.play().catch(() => this.#state("paused"));
  }

  // MARK: From picture to sound and back

  // By hand, which also saves the picture's data.
  #listen(isSound) {
    if (!this.#plays || !("picture" in this.#file)) return;
    const { time, plays } = this.#place;
    const { volume, muted } = this.#active;
    this.#stopHanding();
    this.#active.pause();
    this.querySelector("[data-listen]").setAttribute("aria-pressed", isSound);
    this.#isSound = isSound;
    this.#goesBack = false;
    Object.assign(this.#active, { volume, muted });
    this.#load(time, plays);
  }

  // `isNow`: nothing runs after this.
  #hide(isNow = false) {
    if (isNow && this.#handing) return this.#handOver();
    // A picture in a window of its own is seen.
    if (this.#isSound || !this.#plays?.audio || document.pictureInPictureElement === this.#video) return this.#save();
    const untouched = this.#pausedAt - this.#wasTouched > justNow;
    const pausedByHiding = performance.now() - this.#pausedAt < justNow && untouched && navigator.maxTouchPoints > 0;
    this.#wasPlaying = !this.#video.paused || pausedByHiding;
    if (!this.#wasPlaying) return this.#save();
    this.#isSound = this.#goesBack = true;
    const [video, audio] = [this.#video, this.#audio];
    this.#preload(audio);
    audio.playbackRate = video.playbackRate;
    audio.volume = video.volume;
    audio.muted = video.muted;
    if (isNow || video.paused || audio.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) this.#handOver();
    else this.#handOverAhead(2);
  }

  // Once the sound is heard where the picture has come to meanwhile, or as soon as the phone pauses the picture.
  #handOverAhead(tries) {
    const [video, audio] = [this.#video, this.#audio];
    this.#stopHanding();
    this.#handing = new AbortController();
    const { signal } = this.#handing;
    const began = performance.now();
    const meet = () => {
      if (signal.aborted) return;
      const seconds = (performance.now() - began) / 1000;
      if (audio.currentTime < sought + steady && seconds < apart) return setTimeout(meet, glance);
      const ahead = (audio.currentTime - video.currentTime) / video.playbackRate;
      if (Math.abs(ahead) <= near || tries === 0) return this.#handOver();
      this.#start = Math.max(0, Math.min(this.#start - ahead, apart));
      audio.pause();
      this.#handOverAhead(tries - 1);
    };
    audio.addEventListener("seeked", meet, { once: true, signal });
    video.addEventListener("pause", () => this.#handOver(), { once: true, signal });
    const sought = (audio.currentTime = video.currentTime + this.#start * video.playbackRate);
    this.#play(audio);
  }

  #handOver() {
    const [video, audio] = [this.#video, this.#audio];
    this.#stopHanding();
    if (Math.abs(audio.currentTime - video.currentTime) > near) audio.currentTime = video.currentTime;
    // Asked before it is ready, a slow connection fails.
    if (audio.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.#play(audio);
    else audio.addEventListener("canplay", () => this.#goesBack && this.#play(audio), { once: true, signal: this.#listening.signal });
    video.pause();
    this.#save();
  }

  #stopHanding() {
    this.#handing?.abort();
    this.#handing = undefined;
  }

  #show() {
    if (!this.#goesBack) return;
    this.#goesBack = false;
    const [video, audio] = [this.#video, this.#audio];
    const back = () => {
      video.currentTime = audio.currentTime;
      if (audio.paused) return this.#lookAlike();
      video.addEventListener("playing", () => audio.pause(), { once: true, signal: this.#listening.signal });
      this.#play(video);
    };
    this.#isSound = false;
    // The picture still plays.
    if (this.#handing) {
      this.#stopHanding();
      audio.pause();
      return this.#lookAlike();
    }
    // What played next while the page was hidden has no picture yet.
    const address = this.#plays.direct ?? this.#plays.master;
    if ("picture" in this.#file && this.#given.get(video) !== address) {
      this.#set(video, address);
      video.addEventListener("loadedmetadata", back, { once: true, signal: this.#listening.signal });
    } else back();
    this.#lookAlike();
  }

  #lookAlike() {
    const showsSound = this.#isSound && !this.#goesBack;
    this.#video.hidden = showsSound;
    this.#audio.hidden = !showsSound;
    this.querySelector("[data-sleeve]").hidden = !showsSound;
  }

  // MARK: What happens to the elements

  #played(media) {
    if (media !== this.#active) return;
    if (media === this.#video) this.#preload(this.#audio);
    this.#state("playing");
    this.#tellPosition();
  }

  #paused(media) {
    if (media !== this.#active || media.ended) return;
    this.#pausedAt = performance.now();
    this.#state("paused");
    this.#save();
  }

  #moved(media) {
    if (media !== this.#active) return;
    if (performance.now() - this.#saved > saveEvery) this.#save();
    const audio = this.#audio;
    if (media === this.#video && audio.readyState && !audio.seeking && Math.abs(audio.currentTime - media.currentTime) > apart)
      audio.currentTime = media.currentTime;
  }

  // A file that comes too slowly is left for smaller pictures of it.
  #stalled() {
    const [video, plays] = [this.#video, this.#plays];
    const at = video.currentTime;
    if (this.#isSound || !plays?.direct || !plays.master.endsWith("/ladder.m3u8") || video.seeking || video.played.length === 0) return;
    setTimeout(() => {
      if (plays !== this.#plays || this.#isSound || video.paused || video.seeking || video.currentTime !== at) return;
      plays.direct = null;
      this.#load(at, true);
    }, stall);
  }

  // Until the server is reached; then it goes on, or begins.
  async #waitForServer(plays, wish) {
    const [number, { signal }] = [this.#opening, this.#listening];
    this.#problem("unreached");
    this.#isAsking = true;
    do {
      const rest = this.#rest;
      this.#rest = Math.min(rest * 2, longestRest);
      await new Promise((go) => {
        setTimeout(go, rest);
        document.addEventListener("reached", go, { once: true, signal });
      });
      if (number !== this.#opening || signal.aborted) return;
    } while (!(await look()));
    this.#hasTried = false;
    if (number === this.#opening && !signal.aborted) this.#open(this.#file, plays, wish);
  }

  // Without the server that is why; else lists by our own player; then as HTTP Live Streaming of what every browser plays, once; then it can't be played here.
  async #failed() {
    // What it failed with is on its way out already.
    if (this.#isAsking) return;
    const [number, { currentTime, paused }, address] = [this.#opening, this.#active, this.#given.get(this.#active)];
    // The next one may have the same address.
    this.#given.clear();
    this.#isAsking = true;
    const isReached = await look();
    if (number !== this.#opening) return;
    this.#isAsking = false;
    if (!isReached) {
      this.#file.position = currentTime || this.#file.position || 0;
      return this.#waitForServer(!paused);
    }
    if (canPlaySegments && !playsNoLists && isList(address)) {
      playsNoLists = true;
      return this.#again(this.#hasTried ? plain : undefined);
    }
    if (this.#hasTried) return this.#problem("problem");
    this.#hasTried = true;
    this.#again(plain);
  }

  #problem(what) {
    for (const name of ["problem", "unreached"]) this.querySelector(`[data-${name}]`).hidden = name !== what;
  }

  #next(step) {
    this.#save(step > 0 && this.#active.ended);
    const links = [...document.querySelectorAll("a[data-next]")];
    const next = links[links.findIndex(({ dataset }) => dataset.item === this.#file.item) + step];
    if (next) this.#open(next.dataset, true);
  }

  async #toggleWindow() {
    const isOpen = document.pictureInPictureElement === this.#video;
    // Refused before there is a picture.
    await (isOpen ? document.exitPictureInPicture() : this.#video.requestPictureInPicture()).catch(() => undefined);
  }

  // Keys, while nobody types and `shortcuts.js` is on; the controls of an element that has the focus have their own.
  #pressed(event) {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !this.#plays) return;
    if (localStorage.getItem("queue-keys") === "off" || document.querySelector("dialog:modal")) return;
    if (event.target.closest?.("input, textarea, select, button, a, video, audio, [contenteditable]")) return;
    const media = this.#active;
    const acts = {
      " ": () => (media.paused ? this.#play(media) : media.pause()),
      ArrowLeft: () => (media.currentTime = Math.max(0, media.currentTime - seekBy)),
      ArrowRight: () => (media.currentTime = Math.min(media.duration || 0, media.currentTime + seekBy)),
      m: () => (media.muted = !media.muted),
      l: () => this.#listen(!this.#isSound),
      i: () => this.#toggleWindow(),
      f: () => (document.fullscreenElement ? document.exitFullscreen() : this.#video.requestFullscreen?.())?.catch?.(() => undefined),
      "<": () => this.#speedUp(-1),
      ">": () => this.#speedUp(1),
      N: () => this.#next(1),
      P: () => this.#next(-1),
    };
    const act = acts[event.key];
    if (!act || (event.repeat && !event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    this.#wasTouched = performance.now();
    act();
  }

  #speedUp(step) {
    const speed = this.querySelector("[data-speed]");
    const index = Math.min(Math.max(speed.selectedIndex + step, 0), speed.options.length - 1);
    if (index === speed.selectedIndex) return;
    speed.selectedIndex = index;
    speed.dispatchEvent(new Event("change"));
  }

  // MARK: What others show

  #describe(isOther) {
    const { name, artist, album, item } = this.#file;
    if (isOther) {
      const title = document.querySelector("[data-title]");
      title.textContent = name;
      document.title = document.title.replace(/^.*(?= · )/, () => name);
      for (const link of document.querySelectorAll("a[data-next]")) link.toggleAttribute("aria-current", link.dataset.item === item);
      const current = document.querySelector(`a[data-next][data-item="${item}"]`);
      this.querySelectorAll("[data-unshown]").forEach((line) => line.remove());
      document.querySelector("[data-facts]").textContent = [artist, album].filter(Boolean).join(" · ");
      history.replaceState(history.state, "", current.href);
      const drawn = "art" in this.#file && Object.assign(new Image(), { alt: "", src: root(`media/items/${item}/art`) });
      this.querySelector("[data-sleeve]").replaceChildren(drawn || this.querySelector("[data-bare]").content.cloneNode(true));
    }
    if (!navigator.mediaSession) return;
    const artwork = "art" in this.#file ? [{ src: root(`media/items/${item}/art`), type: "image/jpeg" }] : [];
    navigator.mediaSession.metadata = new MediaMetadata({ title: name, artist, album, artwork });
  }

  #handleKeys() {
    const session = navigator.mediaSession;
    if (!session) return;
    const by = (seconds) => (this.#active.currentTime = Math.max(0, this.#active.currentTime + seconds));
    const hasQueue = document.querySelector("a[data-next]") !== null;
    const acts = {
      play: () => this.#play(this.#active),
      pause: () => {
        this.#wasTouched = performance.now();
        this.#active.pause();
      },
      seekto: ({ seekTime }) => (this.#active.currentTime = seekTime),
      // They would take the place of next and previous on a lock screen.
      ...(hasQueue ? { nexttrack: () => this.#next(1), previoustrack: () => this.#next(-1) } : {}),
      ...(hasQueue ? {} : { seekbackward: () => by(-10), seekforward: () => by(30) }),
    };
    for (const [name, act] of Object.entries(acts)) {
      try {
        session.setActionHandler(name, act);
      } catch {
        // This browser has no such key.
      }
    }
  }

  #state(state) {
    if (navigator.mediaSession) navigator.mediaSession.playbackState = state;
  }

  #tellPosition() {
    const { duration, currentTime, playbackRate } = this.#active;
    if (!(duration > 0) || !Number.isFinite(duration)) return;
    navigator.mediaSession?.setPositionState?.({ duration, playbackRate, position: Math.min(currentTime, duration) });
  }

  // MARK: The server

  #save(isOver = false) {
    const { currentTime } = this.#active;
    if (!this.#plays || (!currentTime && !isOver)) return;
    this.#saved = performance.now();
    this.#ask("PUT", "position", { seconds: isOver ? 0 : currentTime }).catch(() => undefined);
  }

  #ask(method, what, body) {
    return fetch(root(`api/v1/media/items/${this.#file.item}/${what}`), {
      method,
      keepalive: true,
      headers: { "Content-Type": "application/json", "X-Form-Token": document.querySelector("meta[name=form-token]")?.content ?? "" },
      body: JSON.stringify(body),
    });
  }
}

customElements.define("media-player", MediaPlayer);
