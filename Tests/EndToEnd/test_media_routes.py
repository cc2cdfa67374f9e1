"""Every route of films and music, as the program lists them: each is called for all ways of playing, and with hostile values.

No response is a server error, no ffmpeg is left running, and no file outside the library is opened: a canary (inotify) is notified of
each opening.
"""

import base64
import contextlib
import ctypes
import hashlib
import hmac
import http.client
import itertools
import json
import os
import re
import socket
import struct
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from conftest import ROOT
from hls_checks import fetch
from patience import PATIENCE, until
from test_media import H264, PICTURE, SOUND, Library, ffmpeg

# Name: how it is made, how a player that declares nothing gets it.
FILES = {
    "-direct.mp4": ([*PICTURE, *SOUND, *H264, "-g", "50", "-c:a", "aac"], "direct"),
    "remux \"it\" 'now'.mkv": ([*PICTURE, *SOUND, *H264, "-g", "50", "-c:a", "aac"], "remux"),
    "transcode\n#EXT-X-ENDLIST.avi": ([*PICTURE, *SOUND, "-c:v", "mpeg4", "-c:a", "libmp3lame"], "transcode"),
    "music/$(touch canary); 1.mp3": ([*SOUND, "-c:a", "libmp3lame"], "direct"),
    "music/-i 2.flac": ([*SOUND, "-c:a", "flac", "-metadata", "title=<b>&quot;\n'"], "transcode"),
    "music/3'.mka": ([*SOUND, "-c:a", "aac", "-metadata", "genre=Audiobook"], "remux"),
    "silent %2e%2e%2f.mkv": ([*PICTURE, *H264, "-g", "50"], "remux"),
}
PLAYERS = [{}, {"containers": ["mkv", "mp4", "mp3"]}, {"height": 144}, {"video": [], "audio": []}]
UNPLAYABLE = 5


class Canary:
    """Records each opening of files, by any process (inotify(7))."""

    OPENED = 0x20

    def __init__(self, paths: list[Path]):
        system = ctypes.CDLL(None, use_errno=True)
        self.descriptor = system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        for path in paths:
            assert system.inotify_add_watch(self.descriptor, os.fsencode(path), self.OPENED) >= 0

    def sang(self) -> bool:
        try:
            return bool(os.read(self.descriptor, 4096))
        except BlockingIOError:
            return False


class Phone:
    """A listener that must get no connection."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.calls = 0
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def port(self) -> int:
        return self.socket.getsockname()[1]

    def _listen(self):
        with contextlib.suppress(OSError):
            while True:
                self.socket.accept()[0].close()
                self.calls += 1


class Place:
    """A library, the files outside it, and a person who requests."""

    def __init__(self, make: Callable[[str], Path]):
        self.folder, outside = make("library"), make("outside")
        self.phone = Phone()
        for name, (making, _) in FILES.items():
            (self.folder / name).parent.mkdir(exist_ok=True)
            ffmpeg("-v", "error", *making, f"file:{self.folder / name}")
        film = outside / "canary.mp4"
        film.write_bytes((self.folder / "-direct.mp4").read_bytes())
        (outside / "canary.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nOutside\n")
        self.canaries = [film, outside / "canary.srt"]
        (self.folder / "link.mp4").symlink_to(film)
        (self.folder / "outside").symlink_to(outside)
        (self.folder / "-direct.en.srt").symlink_to(outside / "canary.srt")
        # Files under the names of films that refer to other files and hosts.
        address = f"http://127.0.0.1:{self.phone.port}/a.ts"
        segments = "".join(f"#EXTINF:2,\n{one}\n" for one in (address, f"file://{film}", str(film), "../outside/canary.mp4"))
        (self.folder / "list.mp4").write_text(f"#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-VERSION:3\n{segments}#EXT-X-ENDLIST\n")
        (self.folder / "all.mkv").write_text(f"ffconcat version 1.0\nfile '{film}'\nfile '{address}'\n")
        (self.folder / "dash.mp4").write_text(
            f'<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT8S"><Period><AdaptationSet mimeType="video/mp4">'
            f'<Representation id="1" bandwidth="1"><BaseURL>{address}</BaseURL></Representation></AdaptationSet></Period></MPD>'
        )
        (self.folder / "session.mp3").write_text(f"v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video {self.phone.port} RTP/AVP 96\n")
        (self.folder / "cut.mkv").write_bytes((self.folder / "remux \"it\" 'now'.mkv").read_bytes()[:300])
        self.canary = Canary(self.canaries)
        self.library = Library(self.folder, make("home"))
        self.server = self.library.server
        self.items = list(self.library.items(len(FILES) + UNPLAYABLE).values())
        self.session = self.server.log_in("ada")

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict, bytes]:
        """The path exactly as written, without normalisation."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        connection.putrequest(method, path, skip_accept_encoding=True)
        for name, value in {"Content-Length": str(len(data or b"")), "Content-Type": "application/json", **headers}.items():
            connection.putheader(name, value)
        connection.endheaders(data)
        try:
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def asked(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict, bytes]:
        """By a person with a token."""
        return self.ask(method, path, body, Authorization=f"Bearer {self.library.token}", **headers)

    def seen(self, path: str) -> tuple[int, dict, bytes]:
        """By a signed-in person in a browser."""
        return self.ask("GET", path, Cookie=f"{self.session['name']}={self.session['value']}", Accept="text/html")

    def play(self, item: dict, player: dict) -> dict | None:
        status, _, answer = self.asked("POST", f"/api/v1/media/items/{item['id']}/plays", player)
        assert status == (409 if item["unplayable"] else 201), answer
        return None if item["unplayable"] else json.loads(answer)

    def plays(self) -> list[tuple[dict, dict, dict]]:
        found = [(item, player, self.play(item, player)) for item in self.items for player in PLAYERS]
        return [one for one in found if one[2]]

    def programs(self) -> list[str]:
        """The processes that the server has started and that haven't ended."""
        found = []
        for status in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                name, _, rest = status.read_text().rpartition(")")
                if int(rest.split()[1]) == self.server.process and rest.split()[0] != "Z":
                    found.append(name.partition("(")[2])
        return found

    def is_calm(self) -> None:
        until(lambda: not self.programs(), lambda: f"{self.programs()}\n{self.server.log()}")
        assert self.ask("GET", "/healthz")[0] == 200
        assert not self.canary.sang()
        assert self.phone.calls == 0
        assert sorted(one.name for one in self.canaries[0].parent.iterdir()) == ["canary.mp4", "canary.srt"]
        assert not list(self.folder.rglob("canary"))
        assert "unexpectedly" not in self.server.log()


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    place = Place(tmp_path_factory.mktemp)
    yield place
    place.server.kill()
    place.phone.socket.close()


def path(address: str) -> str:
    return urllib.parse.urlsplit(address).path


def routes(place) -> set[str]:
    """The API's routes from its description, the others from the feature's own lines."""
    described = json.loads(place.ask("GET", "/api/openapi.json")[2])["paths"]
    found = {f"{method.upper()} {path}" for path, methods in described.items() if "/media" in path for method in methods if method != "parameters"}
    lines = (ROOT / "Sources/MediaPages/MediaFeature+Routes.swift").read_text()
    streams = re.search(r'static let path = "([^"]+)"', (ROOT / "Sources/MediaPages/MediaStreams.swift").read_text())[1]
    for method, route in re.findall(r'\.(get|post|delete)\(("(?:/live)?/media[^"]*"|MediaStreams\.path)', lines):
        found.add(f"{method.upper()} {route.strip(chr(34)) if route.startswith(chr(34)) else streams}")
    return found


def item_numbers(place) -> list[str]:
    hostile = ["0", "-1", "00", "1.5", "x", "9223372036854775807", "9223372036854775808", "99999999999999999999999", "%00", "%2e%2e%2f1", "1%0a", "--help", "%ff", "1%20"]
    return [str(item["id"]) for item in place.items] + hostile


def each_item(place, method: str, rest: str, bodies: list[object] | None = None):
    for number, body in itertools.product(item_numbers(place), bodies or [None]):
        yield place.asked(method, f"/api/v1/media/items/{number}{rest}", body)


def lists(place):
    words = ["", "the", "%25", "%22", "%27%20OR%201=1--", "%0a", "*", "%28", "NEAR(", "a" * 201, "%00", "%ff", "a%20AND%20NOT", "-", "%F0%9F%8E%AC", "title:x"]
    for word, kind, sort in itertools.product(words, ("", "&kind=film", "&kind=none"), ("", "&sort=added", "&sort=title", "&sort=x")):
        yield place.asked("GET", f"/api/v1/media/items?q={word}{kind}{sort}")
    for offset, limit in itertools.product(("0", "1", "50000", "50001", "-1", "x", "99999999999999999999"), ("1", "1000", "0", "1001", "")):
        yield place.asked("GET", f"/api/v1/media/items?offset={offset}&limit={limit}")


def plays(place):
    names = ["mp4", "-i", "/etc/passwd", 'x"\n', "", "a" * 40, "a" * 41, "\0", "$(id)", 7, None, []]
    bodies = [{}, b"", b"{", b"[]", b"null", {"other": 1}, *PLAYERS]
    bodies += [{what: [name]} for what in ("containers", "video", "audio") for name in names]
    bodies += [{what: value} for what in ("containers", "video", "audio") for value in (["mp4"] * 61, "mp4", {}, None)]
    bodies += [{what: value} for what in ("height", "sound") for value in (0, 1, 144, 2160, 2161, 254, 255, -1, 1.5, 1e300, "1", None, True)]
    playable = next(item for item in place.items if item["title"] == "direct")
    for body in bodies:
        yield place.asked("POST", f"/api/v1/media/items/{playable['id']}/plays", body)
    yield from each_item(place, "POST", "/plays", [{}])


def positions(place):
    bodies = [{"seconds": value} for value in (0, 3, 7.9, -1, 1e9, 1e300, -1e300, "3", None, True)] + [b'{"seconds": NaN}', b'{"seconds": 1e999}', {}, b"x"]
    yield from each_item(place, "PUT", "/position", bodies)


def pages(place):
    for query in ("", "?q=the", "?q=%22%20*", "?kind=x&sort=y&offset=z", "?offset=-1", "?offset=99999999999999999999", "?q=" + "a" * 3000, "?q=%ff", "?%00=%00",
        "?kind=track&sort=title", "?shelf=film", "?shelf=x", "?shelf=artist&sort=added&offset=9"):
        yield place.seen(f"/media{query}")


def work_numbers(place) -> list[str]:
    return [str(number) for (number,) in place.server.query("SELECT id FROM media_works")] + ["0", "-1", "x", "9223372036854775808", "%00"]


def shelves(place):
    kinds, words = ["film", "series", "album", "book", "artist", "x", "", "%00"], [
        "", "&q=the", "&q=%25", "&q=%00", "&q=" + "a" * 201, "&sort=added", "&sort=x", "&offset=50001", "&limit=0", "&limit=500"]
    for kind, rest in itertools.product(kinds, words):
        yield place.asked("GET", f"/api/v1/media/works?kind={kind}{rest}")


def each_work(place, method: str, rest: str, bodies: list[object] | None = None):
    for number, body in itertools.product(work_numbers(place), bodies or [None]):
        yield place.asked(method, f"/api/v1/media/works/{number}{rest}", body)


MARKS = [{"watched": True}, {"watched": False}, {"watched": 1}, {}, {"watched": None}, b"{"]
SEASONS = [{"watched": True, "season": season} for season in (0, 1, 9999, 10000, -1, 1.5, "1", None)]


def corrected(place, method: str, bodies: list[object] | None = None):
    """By a token with an administrator's rights."""
    token = place.server.run("person", "token", "ada", "--scopes", "read", "watch", "admin")
    for number, body in itertools.product(item_numbers(place), bodies or [None]):
        yield place.ask(method, f"/api/v1/media/items/{number}/correction", body, Authorization=f"Bearer {token}")


def corrections(place):
    texts, numbers = ["a", "", "a" * 200, "a" * 201, "\0\n\"'<b>", "\u202eabc", 1], [0, 1, 1999, 9999, 10000, -1, 1.5, "1", 2**63]
    bodies = [{name: text} for name in ("title", "series", "album", "artist") for text in texts]
    bodies += [{name: number} for name in ("year", "season", "episode") for number in numbers] + [{}, b"{", {"other": 1}]
    yield from corrected(place, "PUT", bodies)
    yield from corrected(place, "DELETE")


def changes_of_items(place):
    acts = ["watched", "unwatched", "hide", "correct&title=A&year=x", "correct&year=0", "correct&season=-1", "correct&title=%00%ff", f"correct&title={'a' * 500}", "x", "", "uncorrect"]
    for number, act in itertools.product(item_numbers(place), acts):
        yield sent(place, f"/media/items/{number}", f"act={act}")


def changes_of_works(place):
    forms = ["act=watched", "act=unwatched", "act=watched&season=1", "act=watched&season=none", "act=watched&season=99999999999999999999", "act=x", "", "watched=1", "unwatched=x"]
    for number, form in itertools.product(work_numbers(place), [*forms, "act=correct&title=B", "act=correct&year=10000", "act=uncorrect", "act=unpodcast", "act=podcast"]):
        yield sent(place, f"/media/works/{number}", form)


def work_pages(place):
    for number, query in itertools.product(work_numbers(place), ("", "?season=1", "?season=none", "?season=%00", "?offset=-1", "?offset=99999999999999999999")):
        yield place.seen(f"/media/works/{number}{query}")


def a_podcast(place) -> str:
    """The token of a book's podcast."""
    book = place.server.query("SELECT id FROM media_works WHERE kind = 'book'")[0][0]
    sent(place, f"/media/works/{book}", "act=podcast")
    return re.search(r"/media/podcasts/([\w-]+)\.xml", place.seen(f"/media/works/{book}")[2].decode())[1]


def followed(place, device: str) -> tuple[int, dict, bytes]:
    """The head of an event stream."""
    headers = {"Cookie": f"{place.session['name']}={place.session['value']}", "Accept": "text/event-stream", "User-Agent": "Firefox Linux"}
    request = urllib.request.Request(f"{place.server.url}/live/media/{urllib.parse.quote(device, safe='%.')}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert answer.headers["Content-Type"] == "text/event-stream"
            return answer.status, {}, b""
    except urllib.error.HTTPError as error:
        return error.code, {}, error.read()


def played_elsewhere(place):
    headers = {"Cookie": f"{place.session['name']}={place.session['value']}", "User-Agent": "Firefox Linux"}
    item = place.items[0]["id"]
    with urllib.request.urlopen(urllib.request.Request(f"{place.server.url}/live/media/{'b' * 24}", headers=headers), timeout=PATIENCE) as events:
        path = f"/api/v1/media/devices/{'b' * 24}/plays"
        until(lambda: any(device["id"] == "b" * 24 for device in json.loads(place.asked("GET", "/api/v1/media/devices")[2])["devices"]))
        yield place.asked("POST", path, {"item": item, "seconds": 12.5})
        lines = iter(events.readline, b"")
        assert next(line for line in lines if line.startswith(b"data: ")) == f'data: {{"item":{item},"seconds":12.5}}\n'.encode()
        for body in ({"item": item}, {"item": -1, "seconds": 0}, {"item": "x", "seconds": 0}, {"item": 2**63, "seconds": 1}, {}, [], None, {"item": item, "seconds": -5}):
            yield place.asked("POST", path, body)
    for device in ("c" * 24, "x", "%00"):
        answer = place.asked("POST", f"/api/v1/media/devices/{device}/plays", {"item": item, "seconds": 0})
        assert answer[0] >= 400
        yield answer


def tokens_like(token: str) -> list[str]:
    return [token[:-1] + ("A" if token[-1] != "A" else "B"), token[:-1], token + "A", "A" * 35, "x", "%00", "..", "A" * 3000]


def book_podcasts(place):
    token = a_podcast(place)
    good = place.ask("GET", f"/media/podcasts/{token}.xml")
    assert good[0] == 200
    assert b"<enclosure " in good[2]
    yield good
    for other in tokens_like(token):
        answer = place.ask("GET", f"/media/podcasts/{other}.xml")
        assert answer[0] >= 400, other
        yield answer


def book_chapters(place):
    token = a_podcast(place)
    item, name = re.search(rb'/media/podcasts/[\w-]+/(\d+)/([\w.]+)"', place.ask("GET", f"/media/podcasts/{token}.xml")[2]).groups()
    good = f"{item.decode()}/{name.decode()}"
    yield place.ask("GET", f"/media/podcasts/{token}/{good}")
    others = [f"{number}/{name.decode()}" for number in item_numbers(place) if str(number) != item.decode()] + [f"{item.decode()}/direct.mp4", f"{item.decode()}/%00"]
    for path in [f"{token}/{other}" for other in others] + [f"{other}/{good}" for other in tokens_like(token)]:
        answer = place.ask("GET", f"/media/podcasts/{path}")
        assert answer[0] >= 400, path
        yield answer


def playlist_bodies(place) -> list[object]:
    numbers = [item["id"] for item in place.items]
    items = [[], numbers, numbers * 2, [0], [-1], [10**9], [2**63], [1.5], ["1"], [None], numbers[:1] * 1000, numbers[:1] * 1001, "1", None]
    names = ["a", "", "a" * 120, "a" * 121, "\0\n\"'<b>", "\u202eabc", 1, None]
    return [{"name": "a", "items": one} for one in items] + [{"name": one, "items": []} for one in names] + [{}, b"{", b"[]", {"items": []}]


def a_playlist(place) -> int:
    status, _, answer = place.asked("POST", "/api/v1/media/playlists", {"name": "Mine", "items": [item["id"] for item in place.items]})
    assert status == 201, answer
    return json.loads(answer)["id"]


def playlists(place):
    kept = [one["id"] for one in json.loads(place.asked("GET", "/api/v1/media/playlists")[2])["playlists"]]
    for body in playlist_bodies(place):
        status, headers, answer = place.asked("POST", "/api/v1/media/playlists", body)
        yield status, headers, answer
        if status == 201 and json.loads(answer)["id"] not in kept:
            assert place.asked("DELETE", f"/api/v1/media/playlists/{json.loads(answer)['id']}")[0] == 204


def each_playlist(place, method: str, bodies: list[object] | None = None):
    for number, body in itertools.product([str(a_playlist(place)), "0", "-1", "x", "9223372036854775808", "%00", "1%2f2"], bodies or [None]):
        yield place.asked(method, f"/api/v1/media/playlists/{number}", body)


def sent(place, path: str, form: str) -> tuple[int, dict, bytes]:
    """A page's form, with the token that proves its origin."""
    token = re.search('name="form-token" content="([^"]+)"', place.seen("/media")[2].decode())[1]
    headers = {"Cookie": f"{place.session['name']}={place.session['value']}", "Content-Type": "application/x-www-form-urlencoded", "X-Form-Token": token}
    return place.ask("POST", path, form.encode(), Accept="text/html", Origin=place.server.url, **headers)


def changed_playlists(place):
    number, item = a_playlist(place), place.items[0]["id"]
    acts = ["up", "down", "out", "rename", "x", "", "remove"]
    for act, rest in itertools.product(acts[:-1], ("", f"&item={item}", "&item=0", "&item=x", "&item=9223372036854775808", "&name=", "&name=%00%0a", f"&name={'a' * 500}")):
        yield sent(place, f"/media/playlists/{number}", f"act={act}{rest}")
    for other in ("0", "x", "9223372036854775808", str(number)):
        yield sent(place, f"/media/playlists/{other}", "act=remove")


def additions(place):
    number = a_playlist(place)
    for item, playlist in itertools.product(item_numbers(place), (str(number), "0", "x", "9223372036854775808", "%00")):
        yield sent(place, f"/media/items/{item}/playlists", f"playlist={playlist}")
    yield sent(place, f"/media/items/{place.items[0]['id']}/playlists", "")


def streams(place):
    """Every part of every play, and parts that don't exist."""
    for item, _, play in place.plays():
        base = path(play["master"]).removesuffix("master.m3u8")
        wanted, wrong = ["master.m3u8"], ["v-999999.m4s", "a-999999.m4s", "v-00.m4s", "v--1.m4s", "v-1000000.m4s", "a-0.mp4", "words-s99.vtt", "words-f0.m3u8", "words-f0.vtt"]
        wrong += ["", ".", "..", "%2e%2e", "..%2f..%2fetc%2fpasswd", "%00", "-i", "direct", "direct.txt", "master.m3u8%00", "v-0.m4s%2f..", "x" * 2000, "%ff", "art"]
        for list_ in ("video.m3u8", "audio.m3u8"):
            status, _, text = place.ask("GET", base + list_)
            if status == 200:
                names = [line for line in text.decode().splitlines() if line and not line.startswith("#")]
                beyond = re.sub(r"\d+", lambda found: str(int(found[0]) + 1), names[-1])
                wanted += [list_, f"{names[0][0]}-init.mp4", names[0], names[len(names) // 2], names[-1]]
                wrong.append(beyond)
            else:
                wrong += [list_, f"{list_[0]}-init.mp4", f"{list_[0]}-0.m4s"]
        if play["direct"]:
            wanted.append(path(play["direct"]).removeprefix(base))
        for part in wanted:
            status, headers, body = place.ask("GET", base + part)
            assert status == 200, f"{item['title']!r} {part}: {status}"
            assert len(body) > 0, f"{item['title']!r} {part}: {status}"
            yield status, headers, body
            for asked in ("bytes=0-1", "bytes=0-", "bytes=-1", f"bytes={len(body)}-", "bytes=5-2", "bytes=-0", "bytes=0-0,2-3", "bytes=99999999999999999999-", "bytes=x", "lines=1-2"):
                status, headers, piece = place.ask("GET", base + part, Range=asked)
                assert status in (200, 206, 416), f"{part} {asked}: {status}"
                if status == 206:
                    first, last, count = map(int, re.fullmatch(r"bytes (\d+)-(\d+)/(\d+)", headers["Content-Range"]).groups())
                    assert count == len(body)
                    assert piece == body[first : last + 1]
                yield status, headers, piece
            status, headers, _ = place.ask("HEAD", base + part)
            assert status == 200, f"HEAD {part}: {status}"
        for part in wrong:
            status, headers, body = place.ask("GET", base + part)
            assert 400 <= status < 500, f"{item['title']!r} {part!r}: {status}"
            yield status, headers, body
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            yield place.ask(method, base + "master.m3u8")


CALLS: dict[str, Callable] = {
    "GET /api/v1/media/items": lists,
    "GET /api/v1/media/items/{item}": lambda place: each_item(place, "GET", ""),
    "POST /api/v1/media/items/{item}/plays": plays,
    "GET /api/v1/media/items/{item}/position": lambda place: each_item(place, "GET", "/position"),
    "PUT /api/v1/media/items/{item}/position": positions,
    "GET /api/v1/media/works": shelves,
    "GET /api/v1/media/works/{work}": lambda place: each_work(place, "GET", ""),
    "PUT /api/v1/media/works/{work}/watched": lambda place: each_work(place, "PUT", "/watched", MARKS + SEASONS),
    "PUT /api/v1/media/items/{item}/watched": lambda place: each_item(place, "PUT", "/watched", MARKS),
    "GET /api/v1/media/continue": lambda place: [place.asked("GET", "/api/v1/media/continue")],
    "DELETE /api/v1/media/continue": lambda place: [place.asked("DELETE", "/api/v1/media/continue")],
    "GET /api/v1/media/next": lambda place: [place.asked("GET", "/api/v1/media/next")],
    "PUT /api/v1/media/items/{item}/correction": corrections,
    "DELETE /api/v1/media/items/{item}/correction": lambda place: corrected(place, "DELETE"),
    "POST /media/items/:item": changes_of_items,
    "POST /media/works/:work": changes_of_works,
    "POST /media/continue": lambda place: [sent(place, "/media/continue", "")],
    "POST /media/found": lambda place: [sent(place, "/media/found", "")],
    "GET /media/works/:work": work_pages,
    "GET /media/works/:work/art": lambda place: (place.seen(f"/media/works/{number}/art") for number in work_numbers(place)),
    "GET /media/works/:work/list.m3u": lambda place: (place.seen(f"/media/works/{number}/list.m3u") for number in work_numbers(place)),
    "GET /api/v1/media/devices": lambda place: [place.asked("GET", "/api/v1/media/devices")],
    "POST /api/v1/media/devices/{device}/plays": played_elsewhere,
    "GET /live/media/:device": lambda place: [followed(place, device) for device in ("a" * 24, "x", "..", "a" * 41, "%00" * 9, "é" * 9)],
    "GET /media/podcasts/{token}.xml": book_podcasts,
    "GET /media/podcasts/:token/:item/:name": book_chapters,
    "GET /media/list.m3u": lambda place: (place.seen(f"/media/list.m3u{query}") for query in ("?shelf=film", "?shelf=album", "?shelf=x", "", "?shelf=artist", "?shelf=%00")),
    "POST /api/v1/media/scans": lambda place: (place.asked("POST", "/api/v1/media/scans", body) for body in (None, {}, b"{", {"x": 1})),
    "GET /api/v1/media/playlists": lambda place: [place.asked("GET", "/api/v1/media/playlists")],
    "POST /api/v1/media/playlists": playlists,
    "GET /api/v1/media/playlists/{playlist}": lambda place: each_playlist(place, "GET"),
    "PUT /api/v1/media/playlists/{playlist}": lambda place: each_playlist(place, "PUT", playlist_bodies(place)),
    "DELETE /api/v1/media/playlists/{playlist}": lambda place: each_playlist(place, "DELETE"),
    "POST /media/items/:item/playlists": additions,
    "GET /media/playlists/:playlist": lambda place: [place.seen(f"/media/playlists/{one}") for one in (a_playlist(place), 0, "x", "%00", 2**63)],
    "POST /media/playlists/:playlist": changed_playlists,
    "GET /media": pages,
    "GET /media/items/:item": lambda place: (place.seen(f"/media/items/{number}") for number in item_numbers(place)),
    "GET /media/items/:item/art": lambda place: (place.seen(f"/media/items/{number}/art") for number in item_numbers(place)),
    "GET /media/play/:media/:token/:part": streams,
}


def test_every_route_is_here(place):
    assert routes(place) == set(CALLS)


def test_each_way_of_playing_is_here(place):
    found = {item["title"]: place.play(item, {}) for item in place.items}
    assert sorted(play["decision"] for play in found.values() if play) == sorted(decision for _, decision in FILES.values())
    assert sum(play is None for play in found.values()) == UNPLAYABLE


@pytest.mark.parametrize("route", CALLS)
def test_no_call_fails_the_server_or_leads_out_of_the_library(place, route):
    answers = [status for status, _, _ in CALLS[route](place)]
    assert any(status < 304 for status in answers), sorted(set(answers))
    assert all(200 <= status < 500 for status in answers), sorted(set(answers))
    place.is_calm()


@pytest.mark.parametrize("route", CALLS)
def test_strangers_are_told_nothing(place, route):
    method, _, address = route.partition(" ")
    number = str(place.items[0]["id"])
    token = "A" * 35
    asked = re.sub(r"[:{](item|work|media|token|part|playlist|device)\}?", lambda found: {"token": token, "part": "master.m3u8"}.get(found[1], number), address)
    status, _, body = place.ask(method, asked, {} if method != "GET" else None)
    assert status in (303, 401, 403, 404), status
    assert not any(name.encode() in body for name in ("direct.mp4", "it\" 'now'", "touch canary"))


PARTS = ">BHQIBBQ"  # The plan, the height, the person, the end in minutes, the sound, how the person is signed in, and the number of that session or token.


def token(place, number: int, ends: float, **other: int) -> str:
    """A token signed as the server would for a session, which only the owner of its folder can do."""
    person, password = place.server.query("SELECT id, password FROM people WHERE name = 'ada'")[0]
    session = place.server.query(f"SELECT max(id) FROM sessions WHERE person = {person}")[0][0]
    parts = {"plan": 5, "height": 720, "person": person, "end": int(ends // 60), "sound": 0, "proof": 0, "by": session} | other
    message = struct.pack(PARTS, *parts.values())
    footing = hashlib.sha256(f"footing {password or ''}".encode()).digest()
    key = (place.server.data / "links.key").read_bytes()
    signature = hmac.new(key, b"media\0" + message + struct.pack(">Q", number) + footing, hashlib.sha256).digest()[:10]
    return base64.urlsafe_b64encode(message + signature).decode().rstrip("=")


def test_a_token_is_good_for_its_item_until_its_end_and_for_nothing_else(place):
    one, other = [item["id"] for item in place.items if not item["unplayable"] and item["video"] and item["audio"]][:2]
    good, soon = token(place, one, time.time() + 3600), time.time()
    assert place.ask("GET", f"/media/play/{one}/{good}/master.m3u8")[0] == 200
    wrong = [
        (one, token(place, one, soon - 60)), (one, token(place, one, 0)), (other, good), (one, good[:-1]), (one, good + "A"), (one, good + "="), (one, good.lower()),
        (one, "A" * len(good)), (one, "%00"), (one, good.replace(good[3], "%2f", 1)), (one, "x" * 5000), (0, good), (-one, good), (one, "%20" + good),
        # Signed, but without a valid plan, person, session, or way of signing in.
        *((one, token(place, one, soon + 3600, **other)) for other in (
            {"plan": 0}, {"plan": 255}, {"height": 0}, {"person": 2**63}, {"sound": 200}, {"by": 2**62}, {"proof": 1, "by": 2**62}, {"proof": 2}, {"proof": 9})),
    ]  # fmt: skip
    for part in ("master.m3u8", "v-0.m4s", "direct.mp4", "words-f0.vtt"):
        answers = {(status, body) for status, _, body in (place.ask("GET", f"/media/play/{number}/{bad}/{part}") for number, bad in wrong)}
        assert len(answers) == 1, part
        assert answers.pop()[0] == 404, part
    place.is_calm()


def test_players_that_leave_in_the_middle_leave_nothing_running(place):
    addresses = []
    for _, _, play in place.plays():
        base = path(play["master"]).removesuffix("master.m3u8")
        addresses += [base + part for part in ("v-0.m4s", "a-0.m4s", "v-1.m4s", "a-1.m4s")]
    for kept in (place.server.data / "media-cache").glob("*"):
        kept.unlink()
    place.server.restart()

    def leave(address: str) -> None:
        with socket.create_connection(("127.0.0.1", place.server.port), timeout=PATIENCE) as player:
            player.sendall(f"GET {address} HTTP/1.1\r\nHost: a\r\n\r\n".encode())

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(leave, addresses * 3))
    place.is_calm()
    # Clients that stay get theirs.
    assert place.ask("GET", addresses[1])[0] == 200
    place.is_calm()


def test_programs_that_read_films_reach_no_network(place, tmp_path):
    """Hostile stand-ins for the decoders, as if a bug in them had been found."""
    programs, note = tmp_path / "programs", tmp_path / "note"
    programs.mkdir()
    for name in ("ffmpeg", "ffprobe"):
        real = subprocess.check_output(["which", name], text=True).strip()
        call = f"(exec 3<>/dev/tcp/127.0.0.1/{place.phone.port}) 2>/dev/null && echo {name} called >> '{note}' || echo {name} refused >> '{note}'"
        (programs / name).write_text(f'#!/bin/bash\n{call}\nexec {real} "$@"\n')
        (programs / name).chmod(0o755)
    subprocess.run([programs / "ffprobe", "-version"], stdout=subprocess.DEVNULL, check=True)
    until(lambda: place.phone.calls == 1)
    assert note.read_text() == "ffprobe called\n"
    library = Library(place.folder, tmp_path, {"PATH": f"{programs}:{os.environ['PATH']}"})
    try:
        item = library.items(len(FILES) + UNPLAYABLE)["direct"]
        play = library.ask(f"items/{item['id']}/plays", {"height": 144})
        assert fetch(urllib.parse.urljoin(play["master"], "v-0.m4s"))
    finally:
        library.server.kill()
    assert set(note.read_text().splitlines()[1:]) == {"ffprobe refused", "ffmpeg refused"}
    assert place.phone.calls == 1
    place.phone.calls = 0
    assert "✓ ffmpeg-network" in place.server.run("doctor")
