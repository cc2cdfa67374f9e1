// The display and the media keys of lock screens and headphones during playback (https://www.w3.org/TR/mediasession/).

// `acts` by names of keys.
export function handleKeys(acts) {
  const session = navigator.mediaSession;
  if (!session) return;
  for (const [name, act] of Object.entries(acts)) {
    try {
      session.setActionHandler(name, act);
    } catch {
      // This browser doesn't support the key.
    }
  }
}

export function tellState(isPlaying) {
  if (navigator.mediaSession) navigator.mediaSession.playbackState = isPlaying ? "playing" : "paused";
}

// `title`, `artist`, `album`, `artwork`.
export function describe(facts) {
  if (navigator.mediaSession) navigator.mediaSession.metadata = new MediaMetadata(facts);
}

// For an <audio> or <video>, once its length is known.
export function tellPosition({ duration, currentTime, playbackRate }) {
  if (!(duration > 0) || !Number.isFinite(duration)) return;
  const position = Math.min(Math.max(0, currentTime), duration);
  navigator.mediaSession?.setPositionState?.({ duration, playbackRate, position });
}
