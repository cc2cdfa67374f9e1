"""Hostile names and files in the library: none of them makes a program open a file outside it, or run a program. A canary beside the library
detects it: the kernel reports every opening (inotify)."""

import ctypes
import os
import struct
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from patience import PATIENCE, until
from test_media import H264, PICTURE, SOUND, Library, ffmpeg

OPENED = 0x20  # IN_OPEN
libc = ctypes.CDLL(None, use_errno=True)


class Canary:
    """Counts the openings of some files from now on."""

    def __init__(self, files: list[Path]):
        self.descriptor = libc.inotify_init1(os.O_NONBLOCK)
        assert self.descriptor >= 0
        self.names = {libc.inotify_add_watch(self.descriptor, os.fsencode(file), OPENED): file.name for file in files}
        assert min(self.names) > 0

    def opened(self) -> list[str]:
        try:
            events = os.read(self.descriptor, 65536)
        except BlockingIOError:
            return []
        return [self.names[struct.unpack_from("i", events, start)[0]] for start in range(0, len(events), 16)]


@pytest.fixture(scope="module")
def outside(tmp_path_factory):
    """A film, its subtitles, and the file that a command in a name would create."""
    place = tmp_path_factory.mktemp("outside")
    ffmpeg("-v", "error", *PICTURE, *SOUND, *H264, "-c:a", "aac", place / "canary.mp4")
    ffmpeg("-v", "error", *PICTURE, *SOUND, *H264, "-c:a", "aac", "-f", "mpegts", place / "canary.ts")
    (place / "canary.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nThe canary\n")
    return place


@pytest.fixture(scope="module")
def hostile(outside, tmp_path_factory):
    """A library of them; returns how many are listed."""
    folder = tmp_path_factory.mktemp("hostile")
    film, canary = outside / "canary.mp4", outside / "canary.ts"
    listing = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:8\n#EXTINF:8,\n{}\n#EXT-X-ENDLIST\n"
    texts = {
        "list.mp4": listing.format(f"file://{canary}"), "list.ts": listing.format(canary), "list.mkv": listing.format(f"../{outside.name}/canary.ts"),
        "crypto.ts": listing.format(canary).replace("#EXTINF", f'#EXT-X-KEY:METHOD=AES-128,URI="file://{canary}"\n#EXTINF'),
        "concat.mkv": f"ffconcat version 1.0\nfile '{canary}'\n", "concat.avi": f"ffconcat version 1.0\nfile {canary}\n",
        "dash.mp4": f'<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT8S"><Period><AdaptationSet mimeType="video/mp4">'
        f'<Representation id="1" bandwidth="1"><BaseURL>file://{film}</BaseURL></Representation></AdaptationSet></Period></MPD>',
        "sdp.ts": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
        "redirect.mov": f"RTSPtextRTSP://127.0.0.1/{film}\n", "quicktime.mov": f"SMILtext<smil><video src='file://{film}'/></smil>",
        "image.m4v": f"<svg xmlns='http://www.w3.org/2000/svg' xmlns:x='http://www.w3.org/1999/xlink'><image x:href='file://{film}'/></svg>",
    }  # fmt: skip
    for name, text in texts.items():
        (folder / name).write_text(text)
    # Films whose names mean something else to a shell, to ffmpeg's options, or to its protocols.
    made = folder / "plain.mp4"
    ffmpeg("-v", "error", *PICTURE, *SOUND, *H264, "-c:a", "aac", made)
    names = [
        "$(touch made-{}).mp4", "`touch made`.mp4", "; touch made #.mp4", "| touch made |.mp4", "-i canary.mp4", "-f concat.mp4", "--.mp4", "a\ntouch made\n.mp4",
        "concat:canary.mp4|canary.ts.mp4", "file:canary.mp4", "subfile,,start,0,end,9,,:canary.mp4", "data:text,canary.mp4", "%d.mp4", "%2e%2e%2fcanary.mp4", "'.mp4", '".mp4', "\\.mp4",
    ]  # fmt: skip
    for name in names:
        (folder / name).write_bytes(made.read_bytes())
    # Subtitles beside a film that are links or escapes from the folder.
    (folder / "plain.srt").symlink_to(outside / "canary.srt")
    (folder / "link.mp4").symlink_to(film)
    (folder / "way").symlink_to(outside)
    os.link(made, folder / "hard.mp4")
    return folder, len(texts) + len(names) + 2


def fetch(address: str) -> bytes | None:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        assert error.code < 500 or error.code == 502, address
        return None


def test_nothing_outside_the_library_is_opened_or_run(hostile, outside, tmp_path):
    folder, count = hostile
    canary = Canary(list(outside.iterdir()))
    (outside / "canary.srt").read_text()
    assert canary.opened() == ["canary.srt"]
    before = set(folder.iterdir())
    library = Library(folder, tmp_path)
    try:
        until(lambda: len(library.ask("items")["items"]) == count, library.server.log)
        played = 0
        for item in library.ask("items")["items"]:
            library.ask(f"items/{item['id']}")
            for wish in {}, {"containers": ["mp4", "mkv", "ts"]}, {"height": 144}:
                if item["unplayable"]:
                    continue
                play = library.ask(f"items/{item['id']}/plays", wish)
                parts = [play["master"], play["direct"], *(urllib.parse.urljoin(play["master"], part) for part in ("video.m3u8", "v-0.m4s", "a-0.m4s", "words-f0.vtt"))]
                bodies = [fetch(address) for address in parts if address]
                assert all(b"The canary" not in (body or b"") for body in bodies)
                played += bodies[-3] is not None
        assert played == 3 * sum(1 for item in library.ask("items")["items"] if not item["unplayable"]) > 30
        assert not canary.opened()
        assert set(folder.iterdir()) == before
        assert not list(Path.cwd().glob("made*"))
        assert not list(tmp_path.rglob("made*"))
    finally:
        library.server.kill()
