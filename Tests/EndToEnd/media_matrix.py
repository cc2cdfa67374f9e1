"""Small films and pieces of music in all formats, made by ffmpeg, each with the expected result.

The expectation follows from the parameters: a player that declares nothing plays MP4 and MP3 with H.264, AAC and MP3. Every film flashes and beeps
at each whole second, so that its picture and sound can be compared.
"""

import itertools
import os
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from patience import PATIENCE

SECONDS = 5.0
FRAME = 0.04  # seconds
# What lossy audio adds at both ends, and what a container rounds.
SLACK = 0.12


def picture(seconds: float = SECONDS, size: str = "128x72", rate: str = "25") -> list[str]:
    flash = "drawbox=color=white:thickness=fill:enable='lt(mod(t,1),0.08)'"
    return ["-f", "lavfi", "-i", f"testsrc2=size={size}:rate={rate}:duration={seconds},{flash}"]


def sound(seconds: float = SECONDS, rate: int = 48_000, layout: str = "stereo") -> list[str]:
    beep = "sin(2*PI*1000*t)*lt(mod(t,1),0.08)/2"
    count = {"mono": 1, "stereo": 2, "5.1": 6}[layout]
    return ["-f", "lavfi", "-i", f"aevalsrc=exprs='{'|'.join([beep] * count)}':channel_layout={layout}:sample_rate={rate}:duration={seconds}"]


@dataclass
class Case:
    name: str  # of the file, below the library
    making: list[str] = field(default_factory=list)  # ffmpeg's arguments
    decision: str | None = None  # direct, remux or transcode; None: it can't be played
    why: str = ""  # a part of the stated reason, or of why it can't be played
    kind: str = "film"
    seconds: float = SECONDS
    slack: float = SLACK
    has_sound: bool = True
    has_picture: bool = True
    late: float = 0.0  # by how much the audio begins after the video
    begins_with_key: bool = True
    is_synchronous: bool = False  # flashes and beeps are compared
    after: Callable[[Path], None] | None = None  # a change to the file afterwards

    def make(self, folder: Path) -> None:
        path = folder / self.name
        path.parent.mkdir(parents=True, exist_ok=True)
        if self.making:
            words = ["ffmpeg", "-nostdin", "-v", "error", "-threads", "1", *self.making, "-y", f"file:{path}"]
            done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
            assert done.returncode == 0, f"{self.name}: {done.stderr[-400:]}"
        if self.after:
            self.after(path)


VIDEO = {
    "h264": ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "50"],
    "hevc": ["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-x265-params", "log-level=none:keyint=50"],
    "av1": ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-g", "50", "-strict", "-2"],
    "vp8": ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-g", "50"],
    "vp9": ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "50"],
    "mpeg4": ["-c:v", "mpeg4", "-g", "50"],
    "xvid": ["-c:v", "libxvid", "-bf", "2", "-g", "50"],
    "mpeg2video": ["-c:v", "mpeg2video", "-bf", "2"],
    "mpeg1video": ["-c:v", "mpeg1video", "-bf", "2"],
    "mjpeg": ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"],
    "theora": ["-c:v", "libtheora", "-g", "50"],
    "ffv1": ["-c:v", "ffv1"],
    "huffyuv": ["-c:v", "huffyuv", "-pix_fmt", "yuv422p"],
    "msmpeg4v2": ["-c:v", "msmpeg4v2"],
    "msmpeg4v3": ["-c:v", "msmpeg4"],
    "wmv1": ["-c:v", "wmv1"],
    "wmv2": ["-c:v", "wmv2"],
    "flv1": ["-c:v", "flv"],
    "flashsv": ["-c:v", "flashsv"],
    "prores": ["-c:v", "prores_ks"],
    "qtrle": ["-c:v", "qtrle"],
    "rawvideo": ["-c:v", "rawvideo", "-pix_fmt", "yuv420p"],
    "h263": ["-c:v", "h263", "-s", "176x144"],
    "rv10": ["-c:v", "rv10", "-s", "176x144"],
    "rv20": ["-c:v", "rv20", "-s", "176x144"],
    "dvvideo": ["-c:v", "dvvideo", "-s", "720x576", "-pix_fmt", "yuv420p"],
}
AUDIO = {
    "aac": ["-c:a", "aac"], "mp3": ["-c:a", "libmp3lame"], "ac3": ["-c:a", "ac3"], "eac3": ["-c:a", "eac3"], "opus": ["-c:a", "libopus"],
    "vorbis": ["-c:a", "libvorbis"], "flac": ["-c:a", "flac", "-strict", "-2"], "alac": ["-c:a", "alac"], "mp2": ["-c:a", "mp2"],
    "dts": ["-c:a", "dca", "-strict", "-2"], "truehd": ["-c:a", "truehd", "-strict", "-2"], "pcm": ["-c:a", "pcm_s16le"],
    "pcm24": ["-c:a", "pcm_s24le"], "pcm_be": ["-c:a", "pcm_s16be"], "wavpack": ["-c:a", "wavpack"], "tta": ["-c:a", "tta"],
    "wmav1": ["-c:a", "wmav1"], "wmav2": ["-c:a", "wmav2"], "adpcm_ms": ["-c:a", "adpcm_ms"], "adpcm_swf": ["-c:a", "adpcm_swf", "-ar", "44100"],
    "speex": ["-c:a", "libspeex", "-ar", "32000"], "mulaw": ["-c:a", "pcm_mulaw"], "none": [],
}  # fmt: skip

# Container: video codecs, audio codecs. Each video with each audio.
FILMS = {
    "mp4": [(["h264", "hevc", "mpeg4"], ["aac", "mp3", "ac3", "eac3", "opus", "flac", "alac", "mp2", "none"]), (["av1", "vp9", "mpeg2video", "mjpeg"], ["aac", "opus", "none"])],
    "m4v": [(["h264"], ["aac", "ac3"])],
    "f4v": [(["h264"], ["aac"])],
    "mov": [(["h264", "hevc", "mpeg4"], ["aac", "pcm", "alac", "mp3"]), (["prores", "qtrle", "mjpeg", "dvvideo"], ["pcm24", "none"])],
    "mkv": [
        (["h264", "hevc"], ["aac", "mp3", "ac3", "eac3", "dts", "truehd", "opus", "vorbis", "flac", "pcm", "wavpack", "tta", "none"]),
        (["av1", "vp8", "vp9", "mpeg4", "xvid", "mpeg2video"], ["aac", "ac3", "vorbis"]),
        (["mjpeg", "theora", "ffv1", "msmpeg4v3", "rawvideo", "mpeg1video"], ["mp3", "none"]),
    ],
    "webm": [(["vp8", "vp9", "av1"], ["vorbis", "opus", "none"])],
    "avi": [(["mpeg4", "h264", "xvid"], ["mp3", "ac3", "pcm", "mp2", "none"]), (["mjpeg", "msmpeg4v2", "msmpeg4v3", "huffyuv", "ffv1", "wmv1"], ["mp3", "adpcm_ms"])],
    "divx": [(["mpeg4"], ["mp3"])],
    "flv": [(["h264", "flv1", "flashsv"], ["aac", "mp3", "adpcm_swf", "none"])],
    "ts": [(["h264", "hevc", "mpeg2video"], ["aac", "mp2", "ac3", "mp3", "eac3", "none"])],
    "m2ts": [(["h264", "mpeg2video"], ["ac3", "dts"])],
    "mpg": [(["mpeg1video", "mpeg2video"], ["mp2", "mp3", "ac3", "none"])],
    "vob": [(["mpeg2video"], ["ac3", "mp2"])],
    "wmv": [(["wmv1", "wmv2", "msmpeg4v3"], ["wmav1", "wmav2", "mp3"])],
    "3gp": [(["h263", "h264", "mpeg4"], ["aac", "none"])],
    "3g2": [(["h264"], ["aac"])],
    "ogv": [(["theora"], ["vorbis", "opus", "flac", "speex", "none"])],
    "rm": [(["rv10", "rv20"], ["ac3", "none"])],
}  # fmt: skip
MUXERS = {"m4v": "mp4", "f4v": "mp4", "divx": "avi", "m2ts": "mpegts", "mpg": "mpeg", "wmv": "asf", "m4b": "mp4"}
# Containers read by the same demuxer.
LIKE_MP4 = {"mp4", "m4v", "f4v", "mov", "3gp", "3g2", "m4a", "m4b"}

# Extension: how the audio is encoded, and its codec.
MUSIC = [
    *[("mp3", "mp3", [*AUDIO["mp3"], *words]) for words in (
        ["-b:a", "128k"], ["-q:a", "4"], ["-q:a", "9", "-write_xing", "0"], ["-b:a", "64k", "-id3v2_version", "3"], ["-id3v2_version", "0", "-write_id3v1", "1"],
    )],
    *[("m4a", codec, AUDIO[codec]) for codec in ("aac", "alac", "ac3")], ("m4b", "aac", AUDIO["aac"]), ("aac", "aac", AUDIO["aac"]),
    ("flac", "flac", ["-c:a", "flac"]), ("flac", "flac", ["-c:a", "flac", "-sample_fmt", "s32"]), ("ogg", "vorbis", AUDIO["vorbis"]), ("oga", "flac", AUDIO["flac"]),
    ("opus", "opus", AUDIO["opus"]), ("ogg", "speex", AUDIO["speex"]), ("ogg", "opus", AUDIO["opus"]),
    *[("wav", codec, ["-c:a", codec]) for codec in ("pcm_s16le", "pcm_s24le", "pcm_f32le", "pcm_u8", "pcm_mulaw", "pcm_alaw", "adpcm_ms", "adpcm_ima_wav")],
    ("wav", "mp3", AUDIO["mp3"]), ("aiff", "pcm", AUDIO["pcm_be"]), ("aif", "pcm", AUDIO["pcm_be"]), ("caf", "alac", AUDIO["alac"]), ("caf", "pcm", AUDIO["pcm"]),
    ("ac3", "ac3", AUDIO["ac3"]), ("eac3", "eac3", AUDIO["eac3"]), ("dts", "dts", AUDIO["dts"]), ("mp2", "mp2", AUDIO["mp2"]), ("wv", "wavpack", AUDIO["wavpack"]),
    ("tta", "tta", AUDIO["tta"]), ("wma", "wmav2", AUDIO["wmav2"]), ("wma", "wmav1", AUDIO["wmav1"]),
    *[("mka", codec, AUDIO[codec]) for codec in ("aac", "opus", "flac", "vorbis", "ac3", "mp3")],
]  # fmt: skip


def decision(ending: str, video: str, audio: str) -> str:
    container = "mp4" if ending in LIKE_MP4 else "mp3" if ending == "mp3" else ending
    # MP4 uses one name for both layers, II and III.
    sounds = ("aac", "mp3", "none") + (("mp2",) if container == "mp4" else ())
    plays_picture, plays_sound = video in ("h264", "none"), audio in sounds
    if plays_picture and plays_sound and container in ("mp4", "mp3"):
        return "direct"
    # AVI doesn’t store when a frame is shown, only when it is decoded.
    return "remux" if plays_picture and audio in ("aac", "none") and ending != "avi" else "transcode"


def films() -> list[Case]:
    cases = []
    for ending, groups in FILMS.items():
        for pictures, sounds in groups:
            for video, audio in itertools.product(pictures, sounds):
                inputs = picture() + (sound() if audio != "none" else [])
                name = f"films/{ending}/Of {video} and {audio}.{ending}"
                muxer = ["-f", MUXERS[ending]] if ending in MUXERS else []
                # The encoder writes wrong times if it reorders frames.
                is_synchronous = audio != "none" and video != "xvid"
                cases.append(
                    Case(name, [*inputs, *VIDEO[video], *AUDIO[audio], *muxer], decision(ending, video, audio), has_sound=audio != "none", is_synchronous=is_synchronous)
                )
    return cases


def music() -> list[Case]:
    cases = []
    for number, (ending, codec, words) in enumerate(MUSIC):
        muxer = ["-f", MUXERS[ending]] if ending in MUXERS else []
        cases.append(Case(f"music/{number} {ending} {codec}.{ending}", [*sound(), *words, *muxer], decision(ending, "none", codec), kind="track", has_picture=False))
    for rate, layout, (ending, codec) in [
        *itertools.product((8000, 11_025, 22_050, 44_100, 96_000), ("mono",), (("flac", "flac"), ("mka", "aac"))),
        *itertools.product((44_100, 48_000), ("5.1",), (("mka", "aac"), ("flac", "flac"), ("mka", "ac3"))),
        (192_000, "stereo", ("flac", "flac")), (32_000, "stereo", ("mp3", "mp3")), (16_000, "mono", ("mp3", "mp3")), (24_000, "stereo", ("m4a", "aac")),
    ]:  # fmt: skip
        making = [*sound(rate=rate, layout=layout), *AUDIO[codec]]
        cases.append(Case(f"music/{rate} {layout} {codec}.{ending}", making, decision(ending, "none", codec), kind="track", has_picture=False, slack=SLACK + 0.2))
    art = ["-f", "lavfi", "-i", "color=red:size=64x64:rate=1:duration=1"]
    for ending, codec in (("mp3", "mp3"), ("m4a", "aac"), ("flac", "flac"), ("mka", "aac")):
        cover = ["-map", "0:a", "-map", "1:v", "-c:v", "mjpeg", "-frames:v", "1", "-disposition:v", "attached_pic"]
        if ending == "mka":
            cover = ["-map", "0:a", "-c:v", "mjpeg"]
        making = [*sound(), *art, *cover, *AUDIO[codec]]
        cases.append(Case(f"covers/With a cover {codec}.{ending}", making, decision(ending, "none", codec), kind="track", has_picture=False))
    return cases


def cut(share: float) -> Callable[[Path], None]:
    def after(path: Path) -> None:
        os.truncate(path, int(path.stat().st_size * share))

    return after


def prefixed(head: bytes) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(head + path.read_bytes())


def written(content: bytes) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(content)


H264, AAC = VIDEO["h264"], AUDIO["aac"]


def oddities() -> list[Case]:
    film = [*picture(), *sound()]
    usual = [*film, *H264, *AAC]

    def odd(name: str, making: list[str], decision: str | None = "remux", **more) -> Case:
        return Case(f"odd/{name}", making, decision, **more)

    cases = [
        # Frame rates.
        *[odd(f"rate {rate.replace('/', ' of ')}.mkv", [*picture(rate=rate), *sound(), *H264, *AAC], is_synchronous=True) for rate in ("24000/1001", "24", "30000/1001", "50", "60", "12", "15")],
        odd("rate 60 encoded.mkv", [*picture(rate="60"), *sound(), *VIDEO["mpeg4"], *AAC], "transcode", is_synchronous=True),
        odd("rate 23.976 encoded.mkv", [*picture(rate="24000/1001"), *sound(), *VIDEO["mpeg4"], *AAC], "transcode", is_synchronous=True),
        odd("rate 1.mkv", [*picture(rate="1"), *sound(), *H264, *AAC], slack=1.1),
        odd("variable rate.mkv", [*film, "-vf", "select='lt(mod(n,7),3)+eq(n,0)'", "-fps_mode", "vfr", *H264, *AAC], slack=0.3),
        odd("variable rate.mp4", [*film, "-vf", "select='lt(mod(n,7),3)+eq(n,0)'", "-fps_mode", "vfr", *H264, *AAC], "direct", slack=0.3),
        odd("variable rate encoded.mkv", [*film, "-vf", "select='lt(mod(n,7),3)+eq(n,0)'", "-fps_mode", "vfr", *VIDEO["mpeg4"], *AAC], "transcode", slack=0.3),
        odd("a gap of 2 s.mkv", [*film, "-vf", "select='lt(t,1.5)+gte(t,3.5)'", "-fps_mode", "vfr", *H264, *AAC], slack=0.3),
        # Key frames.
        odd("one key frame in 24 s.mkv", [*picture(24, rate="10"), *sound(24), *H264, "-g", "9999", "-sc_threshold", "0", *AAC], seconds=24, is_synchronous=True),
        odd("one key frame in 40 s.mkv", [*picture(40, rate="5"), *sound(40), *H264, "-g", "9999", "-sc_threshold", "0", *AAC], "transcode", why="too few places", seconds=40, slack=0.3),
        odd("one key frame in 40 s.mp4", [*picture(40, rate="5"), *sound(40), *H264, "-g", "9999", "-sc_threshold", "0", *AAC], "direct", seconds=40, slack=0.3),
        odd("key frames only.mkv", [*film, *H264, "-g", "1", *AAC], is_synchronous=True),
        odd("key frames far from the grid.mkv", [*picture(17), *sound(17), *H264, "-force_key_frames", "0.5,3.3,3.4,7.1,9.9,10,16.9", "-g", "9999", *AAC], seconds=17, is_synchronous=True),
        odd("many reordered pictures.mkv",
            [*picture(12), *sound(12), "-c:v", "libx264", "-preset", "medium", "-pix_fmt", "yuv420p", "-bf", "8", "-b_strategy", "0", "-g", "50", *AAC], seconds=12, is_synchronous=True,
        ),
        odd("many reordered pictures.mp4",
            [*picture(12), *sound(12), "-c:v", "libx264", "-preset", "medium", "-pix_fmt", "yuv420p", "-bf", "8", "-b_strategy", "0", "-g", "50", *AAC], "direct", seconds=12, is_synchronous=True,
        ),
        odd("open groups.mkv",
            [*picture(12), *sound(12), "-c:v", "libx264", "-preset", "medium", "-pix_fmt", "yuv420p", "-bf", "3", "-g", "50", "-x264-params", "open-gop=1", *AAC], seconds=12, is_synchronous=True,
        ),
        odd("open groups.ts",
            [*picture(12), *sound(12), "-c:v", "libx264", "-preset", "medium", "-pix_fmt", "yuv420p", "-bf", "3", "-g", "50", "-x264-params", "open-gop=1", *AAC], seconds=12, is_synchronous=True,
        ),
        # Times.
        odd("begins at 1000 s.ts", [*usual, "-output_ts_offset", "1000"], is_synchronous=True),
        odd("begins at 95000 s and wraps.ts", [*picture(12), *sound(12), *H264, *AAC, "-output_ts_offset", "95440"], seconds=12),
        odd("begins at 7 s.mkv", [*usual, "-output_ts_offset", "7"], is_synchronous=True),
        odd("fragmented.mp4", [*usual, "-movflags", "+frag_keyframe+empty_moov"], "direct", is_synchronous=True),
        odd("begins with its index.mp4", [*usual, "-movflags", "+faststart"], "direct", is_synchronous=True),
        odd("without a duration.mkv", [*usual, "-f", "matroska", "-live", "1"], is_synchronous=True),
        odd("without a duration.flv", [*usual, "-flvflags", "no_duration_filesize"], is_synchronous=True),
        odd("without a duration.webm", [*film, *VIDEO["vp8"], *AUDIO["vorbis"], "-live", "1"], "transcode"),
        odd("late sound.mkv", [*picture(), "-itsoffset", "0.7", *sound(4.3), *H264, *AAC, "-map", "0", "-map", "1"], late=0.7),
        odd("very late sound.mkv", [*picture(12), "-itsoffset", "5.5", *sound(6.5), *H264, *AAC, "-map", "0", "-map", "1"], "transcode", seconds=12),
        odd("late picture.mkv", ["-itsoffset", "1.5", *picture(3.5), *sound(), *H264, *AAC, "-map", "0", "-map", "1"], late=-1.5),
        odd("late picture encoded.mkv", ["-itsoffset", "1.5", *picture(3.5), *sound(), *VIDEO["mpeg4"], *AAC, "-map", "0", "-map", "1"], "transcode", late=-1.5),
        odd("sound ends early.mkv", [*picture(12), *sound(5), *H264, *AAC], seconds=12),
        odd("sound ends early encoded.mkv", [*picture(12), *sound(5), *VIDEO["mpeg4"], *AUDIO["ac3"]], "transcode", seconds=12),
        odd("picture ends early.mkv", [*picture(3), *sound(14), *H264, *AAC], seconds=14),
        odd("picture ends early encoded.mkv", [*picture(3), *sound(14), *VIDEO["mpeg4"], *AUDIO["ac3"]], "transcode", seconds=14),
        odd("sound of half a second.mkv", [*picture(), *sound(0.5), *H264, *AAC]),
        odd("half a second.mkv", [*picture(0.52), *sound(0.5), *H264, *AAC], seconds=0.52),
        odd("half a second encoded.mkv", [*picture(0.52), *sound(0.5), *VIDEO["mpeg4"], *AUDIO["ac3"]], "transcode", seconds=0.52),
        odd("one picture.mp4", [*picture(0.04), *H264], "direct", seconds=0.04, has_sound=False),
        odd("one picture.mkv", [*picture(0.04), *VIDEO["mpeg4"]], "transcode", seconds=0.04, has_sound=False),
        odd("exactly 8 s.mkv", [*picture(8), *sound(8), *H264, "-g", "100", *AAC], seconds=8, is_synchronous=True),
        odd("just over 8 s.mkv", [*picture(8.04), *sound(8.04), *H264, "-g", "100", *AAC], seconds=8.04, is_synchronous=True),
        odd("just over 8 s encoded.mkv", [*picture(8.04), *sound(8.04), *VIDEO["mpeg4"], *AUDIO["ac3"]], "transcode", seconds=8.04, is_synchronous=True),
        odd("13 s of sound.mkv", [*picture(13), *sound(13), *VIDEO["mpeg4"], *AUDIO["mp3"]], "transcode", seconds=13, is_synchronous=True),
        # Sizes.
        *[odd(f"size {size.replace('x', ' by ')}.mkv", [*picture(size=size), *sound(), *VIDEO["mpeg4"], *AAC], "transcode") for size in ("127x71", "129x73", "64x512", "512x64", "16x16", "33x17")],
        odd("size 127 by 71 h264.mkv", [*picture(size="127x71"), *sound(), *H264, "-pix_fmt", "yuv444p", *AAC], "transcode", why="H.264"),
        odd("size 1920 by 1080.mkv", [*picture(2, "1920x1080"), *sound(2), *VIDEO["mpeg4"], *AAC], "transcode", seconds=2),
        odd("size 1920 by 1080.mp4", [*picture(2, "1920x1080"), *sound(2), *H264, *AAC], "direct", seconds=2),
        odd("pixels that aren't square.mkv", [*film, "-vf", "setsar=16/11", *VIDEO["mpeg4"], *AAC], "transcode"),
        odd("pixels that aren't square.mp4", [*film, "-vf", "setsar=16/11", *H264, *AAC], "direct"),
        odd("interlaced.mkv", [*film, "-vf", "tinterlace=4", *VIDEO["mpeg2video"], "-flags", "+ildct+ilme", *AUDIO["mp2"]], "transcode", slack=0.3),
        *[odd(f"turned by {angle}.mp4", [*usual, "-metadata:s:v", f"rotate={angle}"], "direct", is_synchronous=True) for angle in (90, 180, 270)],
        odd("turned by 90.mov", [*film, *VIDEO["mjpeg"], *AUDIO["pcm"], "-metadata:s:v", "rotate=90"], "transcode"),
        # Forms of a codec.
        *[odd(f"h264 {form}.mkv", [*film, *H264, "-pix_fmt", form, *AAC], "transcode", why="H.264") for form in ("yuv444p", "yuv422p", "yuv420p10le")],
        odd("h264 yuvj420p.mkv", [*film, *H264, "-pix_fmt", "yuvj420p", *AAC]),
        *[odd(f"h264 {profile}.mkv", [*film, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "50", "-profile:v", profile, *AAC]) for profile in ("baseline", "main", "high")],
        odd("hevc 10 bits.mkv", [*film, *VIDEO["hevc"], "-pix_fmt", "yuv420p10le", *AAC], "transcode", why="HEVC"),
        odd("hevc hev1.mp4", [*film, *VIDEO["hevc"], "-tag:v", "hev1", *AAC], "transcode", why="HEVC"),
        odd("vp9 10 bits.webm", [*film, *VIDEO["vp9"], "-pix_fmt", "yuv420p10le", *AUDIO["opus"]], "transcode", why="VP9"),
        odd("alpha.webm", [*film, *VIDEO["vp8"], "-pix_fmt", "yuva420p", "-auto-alt-ref", "0", *AUDIO["opus"]], "transcode"),
        odd("grey.mkv", [*film, "-c:v", "ffv1", "-pix_fmt", "gray", *AAC], "transcode"),
        odd("mono sound.mkv", [*picture(), *sound(layout="mono"), *H264, *AAC], is_synchronous=True),
        odd("5.1 sound.mkv", [*picture(), *sound(layout="5.1"), *H264, *AUDIO["ac3"]], "transcode", is_synchronous=True),
        odd("5.1 sound.mp4", [*picture(), *sound(layout="5.1"), *H264, *AAC], "direct", is_synchronous=True),
        odd("sound at 22050.mkv", [*picture(), *sound(rate=22_050), *H264, *AAC], is_synchronous=True),
        odd("sound at 44100.mkv", [*picture(13), *sound(13, 44_100), *H264, *AUDIO["ac3"]], "transcode", seconds=13, is_synchronous=True),
        odd("sound at 44100.ts", [*picture(13), *sound(13, 44_100), *H264, *AAC], seconds=13, is_synchronous=True),
        odd("sound at 96000.mkv", [*picture(), *sound(rate=96_000), *H264, *AUDIO["flac"]], "transcode", is_synchronous=True),
        # Tracks.
        odd("many tracks.mkv", [*film, *sound(), *sound(), *(word for n in range(4) for word in ("-map", str(n))), *H264, *AAC, "-metadata:s:a:1", "language=ger"]),
        odd("second sound is the usual one.mkv",
            [*film, *sound(),
             "-map", "0", "-map", "1", "-map", "2", *H264, "-c:a:0", "aac", "-c:a:1", "ac3", "-disposition:a:0", "0", "-disposition:a:1", "default"], "transcode", why="AC-3",
        ),
        odd("two pictures.mkv", [*film, *picture(size="64x36"), "-map", "0", "-map", "1", "-map", "2", *H264, *AAC]),
        odd("sound first.mkv", [*sound(), *picture(), *H264, *AAC, "-map", "0", "-map", "1"], is_synchronous=True),
        odd("sound first.mp4", [*sound(), *picture(), *H264, *AAC, "-map", "0", "-map", "1"], "direct", is_synchronous=True),
        odd("with a cover.mp4",
            [*film, "-f", "lavfi", "-i", "color=red:size=64x64:rate=1:duration=1",
             "-map", "0", "-map", "1", "-map", "2", *H264, "-c:v:1", "mjpeg", "-frames:v:1", "1", "-disposition:v:1", "attached_pic", *AAC], "direct", is_synchronous=True,
        ),
        odd("many words.mkv", [*usual, *(word for n in range(300) for word in ("-metadata", f"key{n}={'x' * 100}"))]),
        odd("language with quotes.mkv", [*usual, "-metadata:s:a:0", 'language="\n#EXT-X-KEY', "-metadata:s:a:0", 'title=a"b\n#EXTINF:1']),
        # Cut and concatenated.
        odd("cut in the middle.mkv", usual, seconds=2.5, slack=2.4, after=cut(0.5)),
        odd("cut in the middle.ts", usual, seconds=2.5, slack=2.4, after=cut(0.5)),
        odd("cut in the middle.avi", [*film, *VIDEO["mpeg4"], *AUDIO["mp3"]], "transcode", seconds=2.5, slack=2.4, after=cut(0.5)),
        odd("cut in the middle.mp3", [*sound(), *AUDIO["mp3"]], "direct", kind="track", has_picture=False, seconds=2.5, slack=0.3, after=cut(0.5)),
        odd("cut in the middle.mp4", usual, None, why="can’t be read", after=cut(0.5)),
        odd("cut after its index.mp4", [*usual, "-movflags", "+faststart"], "direct", seconds=2.5, slack=2.4, after=cut(0.6)),
        odd("rubbish before.ts", usual, after=prefixed(b"\x00rubbish" * 37)),
        odd("rubbish before.mp3", [*sound(), *AUDIO["mp3"]], "direct", kind="track", has_picture=False, after=prefixed(b"\x00rubbish" * 37), slack=0.3),
        odd("matroska named.mp4", [*usual, "-f", "matroska"], "remux"),
        odd("mp4 named.avi", [*usual, "-f", "mp4"], "direct"),
        odd("mp4 named.mp3", [*usual, "-f", "mp4"], "direct"),
        odd("mp3 named.mkv", [*sound(), *AUDIO["mp3"], "-f", "mp3"], "direct", kind="track", has_picture=False),
        odd("ts named.mkv", [*usual, "-f", "mpegts"], "remux"),
    ]  # fmt: skip
    names = [
        'say "hi".mkv', "it's.mkv", "two\nlines.mkv", "a: b.mkv", "-y.mkv", "--help.mkv", "-i http:.mkv", "file:x.mkv", "%d.mkv", "%03d [abc] *?.mkv", "a|b.mkv",
        "concat:a|b.mkv", "$HOME `id` $(id).mkv", "<b>&amp;.mkv", "back\\slash.mkv", "Ünïcödé 日本語 😀.mkv", "العربية.mkv", "x" * 240 + ".mkv", "tab\there.mkv", " blank .mkv",
        "..double.mkv", "UPPER.MKV", "a#b?c=d&e.mkv", "pipe:1.mkv", "-/deep/-/-x.mkv", "semi;colon,comma.mkv", "\u202egnp.mkv",
    ]  # fmt: skip
    cases += [Case(f"names/{name}", [*picture(1), *sound(1), *H264, *AAC], "remux", seconds=1) for name in names if not name.startswith("..")]
    nothing = [
        ("empty.mkv", written(b"")), ("text.mp4", written(b"no film at all\n" * 100)), ("zeros.mkv", written(bytes(100_000))), ("page.mp3", written(b"<html><body>x</body></html>")),
        ("playlist.mp4", written(b"#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n")), ("network.mp3", written(b"#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/a.ts\n")),
        ("list.mkv", written(b"ffconcat version 1.0\nfile /etc/hostname\n")), ("picture.mp4", written(bytes.fromhex("89504e470d0a1a0a") + bytes(1000))), ("elf.avi", written(b"\x7fELF" + bytes(500))),
        ("only its head.mkv", written(bytes.fromhex("1a45dfa3") + bytes(60))), ("sdp.mp4", written(b"v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 9 RTP/AVP 0\n")),
    ]  # fmt: skip
    cases += [Case(f"none/{name}", [], None, why="read", after=after) for name, after in nothing]
    cases.append(Case("none/subtitles only.mkv", ["-f", "srt", "-i", "pipe:0"], None))
    cases[-1].making = ["-f", "lavfi", "-i", "color=red:size=64x64:rate=1:duration=1", "-frames:v", "1", "-f", "image2", "-c:v", "png"]
    cases[-1].name = "none/a picture named.mkv"
    return cases


ALL = films() + music() + oddities()
# All hazards in a few files.
SAMPLE = [
    "films/mkv/Of h264 and ac3.mkv", "films/avi/Of mpeg4 and mp3.avi", "films/ts/Of h264 and aac.ts", "films/mp4/Of hevc and aac.mp4", "odd/variable rate.mkv",
    "odd/key frames far from the grid.mkv", "odd/without a duration.flv", "odd/turned by 90.mp4", "odd/late sound.mkv", "odd/cut in the middle.mkv", "odd/matroska named.mp4",
    "music/2 mp3 mp3.mp3", "names/-y.mkv", "none/network.mp3",
]  # fmt: skip


def chosen() -> list[Case]:
    """All if `TIDINGS_MEDIA_MATRIX` says so, or those that match it; otherwise the sample."""
    wish = os.environ.get("TIDINGS_MEDIA_MATRIX")
    if wish:
        return ALL if wish == "all" else [case for case in ALL if re.search(wish, case.name)]
    by_name = {case.name: case for case in ALL}
    return [by_name[name] for name in SAMPLE]
