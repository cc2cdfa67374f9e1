// The formats that this browser claims to play, by their names in the API.

export function abilities() {
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

// The formats that every browser plays.
export const plain = { containers: [], video: ["h264"], audio: ["aac"] };
