"""The media library through the API: the files in its folders are listed, and play from addresses that need no sign-in."""

import http.client
import json
import os
import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from conftest import Server
from listener import Listener
from patience import PATIENCE, until

PICTURE = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=8"]
SOUND = ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=8"]
H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-bf", "2"]
FRAME = 0.04  # seconds

# Name: how it is made, its title, and how it reaches a player that declares nothing.
FILES = {
    "Films/The Film (1999).mp4": ([*PICTURE, *SOUND, *H264, "-g", "50", "-c:a", "aac"], "The Film", "direct"),
    "Films/-y.mkv": ([*PICTURE, *SOUND, *H264, "-c:a", "aac"], "y", "remux"),
    "Series/Show.S01E02.The.Title.720p.mkv": ([*PICTURE, *SOUND, *H264, "-g", "50", "-c:a", "ac3"], "The Title", "transcode"),
    "Old: say \"hi\" 'there'\nand go.avi": ([*PICTURE, *SOUND, "-c:v", "mpeg4", "-c:a", "libmp3lame"], "Old: say \"hi\" 'there' and go", "transcode"),
    "Music/07 - Song.mp3": ([*SOUND, "-c:a", "libmp3lame"], "Song", "direct"),
}  # fmt: skip


def ffmpeg(*words: object) -> subprocess.CompletedProcess:
    done = subprocess.run(["ffmpeg", "-nostdin", *map(str, words)], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    return done


def play(url: str, *options: str) -> float:
    """The whole file, as ffmpeg plays it; returns its length in seconds."""
    said = ffmpeg("-v", "error", "-progress", "pipe:1", *options, "-i", url, "-f", "null", "-")
    assert not said.stderr.strip(), said.stderr
    return int(re.findall(r"out_time_us=(\d+)", said.stdout)[-1]) / 1e6


class Library:
    def __init__(self, folder: Path, home: Path, settings: dict[str, str] | None = None):
        self.server = Server(home, (), {"TIDINGS_MEDIA": str(folder)} | (settings or {}))
        self.server.start()
        self.server.add_person("ada")
        self.token = self.server.run("person", "token", "ada", "--scopes", "read", "watch")

    def ask(self, path: str, body: object = None, token: str | None = None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {token or self.token}", "Content-Type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(f"{self.server.url}/api/v1/media/{path}", data, headers), timeout=PATIENCE) as answer:
            return json.load(answer)

    def items(self, count: int) -> dict[str, dict]:
        """By title, once there are that many."""

        def found() -> list[dict]:
            items = self.ask("items")["items"]
            return items if len(items) >= count else []

        return {one["title"]: one for one in until(found, self.server.log)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("library")
    for name, (making, _, _) in FILES.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        ffmpeg("-v", "error", *making, f"file:{place / name}")
    (place / "broken.mkv").write_text("no film")
    outside = tmp_path_factory.mktemp("outside")
    (outside / "canary.mp4").write_bytes((place / "Films/The Film (1999).mp4").read_bytes())
    (place / "link.mp4").symlink_to(outside / "canary.mp4")
    (place / "folder").symlink_to(outside)
    return place


@pytest.fixture(scope="module")
def library(folder, tmp_path_factory):
    library = Library(folder, tmp_path_factory.mktemp("media"))
    library.items(len(FILES) + 1)
    yield library
    library.server.kill()


def test_what_lies_in_the_folder_is_listed_and_nothing_else(library):
    items = library.items(len(FILES) + 1)
    assert set(items) == {title for _, title, _ in FILES.values()} | {"broken"}
    assert items["broken"]["duration"] is None
    assert "can’t be read" in items["broken"]["unplayable"]
    assert items["The Film"]["year"] == 1999
    assert items["Song"]["track"] == 7
    assert items["Song"]["kind"] == "track"
    title = items["The Title"]
    assert (title["kind"], title["series"], title["season"], title["episode"]) == ("episode", "Show", 1, 2)
    assert all(abs(items[title]["duration"] - 8) < FRAME + 0.02 for _, title, _ in FILES.values())
    song = library.ask(f"items/{items['Song']['id']}")
    assert song == items["Song"] | {"sounds": song["sounds"], "subtitles": [], "chapters": [], "plot": None}
    assert [(one["codec"], one["channels"], one["usual"]) for one in song["sounds"]] == [("mp3", 1, True)]
    assert [one["title"] for one in library.ask("items?q=the%20film")["items"]] == ["The Film"]
    assert len(library.ask("items?kind=film&limit=1")["items"]) == 1
    assert json.loads(library.server.run("jobs", "--json").splitlines()[0])["kind"] == "media"


def test_why_a_file_is_converted_is_said_in_the_language_of_the_page(library):
    item = library.items(len(FILES) + 1)["The Title"]
    headers = {"Authorization": f"Bearer {library.token}", "Content-Type": "application/json", "Accept-Language": "de"}
    request = urllib.request.Request(f"{library.server.url}/api/v1/media/items/{item['id']}/plays", b"{}", headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        assert "umgewandelt" in json.load(answer)["reason"]


@pytest.mark.parametrize("name", FILES)
def test_a_file_plays_to_its_end_by_each_of_its_addresses(library, name):
    _, title, decision = FILES[name]
    item = library.items(len(FILES) + 1)[title]
    plays = library.ask(f"items/{item['id']}/plays", {})
    assert plays["decision"] == decision
    assert plays["reason"].endswith(".")
    assert (plays["direct"] is not None) == (decision == "direct")
    addresses = [plays["master"], plays["audio"]] + ([plays["direct"]] if plays["direct"] else [])
    for address in addresses:
        assert abs(play(address) - item["duration"]) < FRAME + 0.03, address
    streams = subprocess.check_output(["ffprobe", "-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", plays["audio"]], text=True)
    assert set(streams.split()) == {"audio"}


def test_a_player_that_takes_more_gets_the_file_itself(library):
    item = library.items(len(FILES) + 1)["y"]
    plays = library.ask(f"items/{item['id']}/plays", {"containers": ["mp4", "mkv"]})
    assert plays["decision"] == "direct"
    assert abs(play(plays["direct"]) - item["duration"]) < FRAME


def test_the_parts_of_a_file_are_exact(library, folder):
    item = library.items(len(FILES) + 1)["The Film"]
    plays = library.ask(f"items/{item['id']}/plays", {})
    whole = (folder / "Films/The Film (1999).mp4").read_bytes()
    segment = urllib.parse.urljoin(plays["master"], "v-0.m4s")
    with urllib.request.urlopen(segment, timeout=PATIENCE) as answer:
        made = answer.read()
    for address, bytes_ in ((plays["direct"], whole), (segment, made)):
        count = len(bytes_)
        for asked, first, last in (("0-1", 0, 1), ("0-", 0, count - 1), (f"{count - 1}-", count - 1, count - 1), ("-3", count - 3, count - 1), ("5-999999999", 5, count - 1)):  # fmt: skip
            request = urllib.request.Request(address, headers={"Range": f"bytes={asked}"})
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                assert (answer.status, answer.headers["Content-Range"]) == (206, f"bytes {first}-{last}/{count}")
                assert answer.headers["Content-Length"] == str(last - first + 1)
                assert answer.read() == bytes_[first : last + 1]
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(address, headers={"Range": f"bytes={count}-"}), timeout=PATIENCE)
        assert (refused.value.code, refused.value.headers["Content-Range"]) == (416, f"bytes */{count}")
        request = urllib.request.Request(address, method="HEAD")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert answer.headers["Content-Length"] == str(count)
            assert answer.headers["Accept-Ranges"] == "bytes"


def test_an_address_is_good_for_its_item_as_it_was_given_and_nothing_else(library):
    items = library.items(len(FILES) + 1)
    film, other = items["The Film"], items["y"]
    base = library.ask(f"items/{film['id']}/plays", {})["master"].removesuffix("master.m3u8")
    token = base.split("/")[-2]
    changed = token[:-2] + ("A" if token[-2] != "A" else "B") + token[-1]
    first = ("A" if token[0] != "A" else "B") + token[1:]
    wrong = [
        base.replace(f"/{film['id']}/{token}", f"/{other['id']}/{token}") + "master.m3u8", base.replace(token, changed) + "master.m3u8",
        base.replace(token, first) + "master.m3u8", base.replace(token, "x") + "master.m3u8", base.replace(f"/{film['id']}/", "/999/") + "master.m3u8",
        base + "v-99.m4s", base + "v-00.m4s", base + "direct.mkv", base + "none", base + "..%2f..%2fetc%2fpasswd", base + "%2e%2e",
    ]  # fmt: skip
    answers = {library.server.get(address.removeprefix(library.server.url))[::2] for address in wrong}
    assert len(answers) == 1
    assert answers.pop()[0] == 404
    assert library.server.get(base.removeprefix(library.server.url) + "master.m3u8")[0] == 200
    library.server.add_person("eve", "member")
    eves = library.ask(f"items/{film['id']}/plays", {}, library.server.run("person", "token", "eve", "--scopes", "read", "watch"))["master"]
    assert library.server.get(eves.removeprefix(library.server.url))[0] == 200
    library.server.change("UPDATE people SET disabled = 1 WHERE name = 'eve'")
    assert library.server.get(eves.removeprefix(library.server.url))[0] == 404


def test_an_address_ends_with_what_its_person_was_signed_in_by_and_with_a_new_password(library):
    server, film = library.server, library.items(len(FILES) + 1)["The Film"]
    server.add_person("fay", "member")
    token = server.run("person", "token", "fay", "--scopes", "read", "watch")
    fay = Listener(server, "fay")

    def by_token() -> str:
        return library.ask(f"items/{film['id']}/plays", {}, token)["master"].removeprefix(server.url)

    def by_session(session: Listener) -> str:
        answer = session.ask("POST", f"/api/v1/media/items/{film['id']}/plays", b"{}")[2]
        return json.loads(answer)["master"].removeprefix(server.url)

    addresses = [by_token(), by_session(fay)]
    assert [server.get(address)[0] for address in addresses] == [200, 200]
    # A sign-out ends what the session has created, and nothing else.
    fay.ask("POST", "/logout", b"", "application/x-www-form-urlencoded")
    assert [server.get(address)[0] for address in addresses] == [200, 404]
    again = by_session(Listener(server, "fay"))
    server.run("person", "password", "fay", "--keep-tokens", stdin="another long password\n")
    assert [server.get(address)[0] for address in (addresses[0], again)] == [404, 404]
    last = by_token()
    assert server.get(last)[0] == 200
    server.change("DELETE FROM tokens WHERE person = (SELECT id FROM people WHERE name = 'fay')")
    assert server.get(last)[0] == 404


def test_strangers_learn_nothing(library):
    number = library.items(len(FILES) + 1)["Song"]["id"]
    for path in ("items", f"items/{number}"):
        assert library.server.get(f"/api/v1/media/{path}")[0] == 401
    with pytest.raises(urllib.error.HTTPError) as refused:
        library.ask(f"items/{number}/plays", {}, token="none")
    assert refused.value.code == 401


def test_the_sound_alone_is_hardly_more_than_its_track(tmp_path_factory):
    """Bytes on the wire, including response heads, compared with the packets of the track in the file."""
    folder = tmp_path_factory.mktemp("noise")
    noise = ["-f", "lavfi", "-i", "anoisesrc=sample_rate=48000:duration=60,aformat=channel_layouts=stereo"]
    ffmpeg("-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=60", *noise, *H264, "-g", "50", "-c:a", "aac", "-b:a", "128k", folder / "Film.mkv")
    ffmpeg("-v", "error", *noise, "-c:a", "libmp3lame", "-b:a", "128k", folder / "Song.mp3")
    library = Library(folder, tmp_path_factory.mktemp("wire"))
    try:
        for title, item in library.items(2).items():
            source = next(folder.glob(f"{title}.*"))
            said = subprocess.check_output(["ffprobe", "-v", "error", "-select_streams", "a:0", "-show_entries", "packet=size", "-of", "csv=p=0", source], text=True)
            track = sum(int(size.strip(",")) for size in said.split())
            address = library.ask(f"items/{item['id']}/plays", {})["audio"]
            wire, waiting = 0, [address]
            while waiting:
                with urllib.request.urlopen(waiting.pop(), timeout=PATIENCE) as answer:
                    body = answer.read()
                    wire += len(str(answer.headers)) + len(body)
                if body.startswith(b"#EXTM3U"):
                    text = body.decode()
                    waiting += [urllib.parse.urljoin(address, name) for name in re.findall(r'^[^#\s].*|(?<=URI=")[^"]+', text, re.MULTILINE)]
            assert 0.5 * track < wire <= 1.05 * track, f"{title}: {wire} bytes for {track}"
    finally:
        library.server.kill()


@pytest.mark.parametrize("is_real", [False, True], ids=["a stand-in", "ffmpeg"])
def test_nothing_is_left_running_when_a_player_leaves_or_the_server_is_killed(folder, tmp_path, is_real):
    programs, note = tmp_path / "programs", tmp_path / "number"
    programs.mkdir()
    (programs / "ffprobe").symlink_to(subprocess.check_output(["which", "ffprobe"], text=True).strip())
    real = Path(subprocess.check_output(["which", "ffmpeg"], text=True).strip()).resolve()
    slow = programs / "ffmpeg"
    # A real one takes hours, because it may read a thousandth of a second of the film per second.
    goes_on = f'exec {real} -readrate 0.001 "$@"' if is_real else "exec sleep 100000"
    slow.write_text(f"#!/bin/sh\necho $$ > '{note}.new'\nmv '{note}.new' '{note}'\n{goes_on}\n")
    slow.chmod(0o755)
    library = Library(folder, tmp_path, {"PATH": f"{programs}:{os.environ['PATH']}"})
    try:
        item = library.items(len(FILES) + 1)["The Film"]
        path = urllib.parse.urlsplit(urllib.parse.urljoin(library.ask(f"items/{item['id']}/plays", {})["master"], "v-0.m4s")).path

        def begin() -> tuple[http.client.HTTPConnection, int]:
            note.unlink(missing_ok=True)
            player = http.client.HTTPConnection("127.0.0.1", library.server.port, timeout=PATIENCE)
            player.request("GET", path)
            until(note.exists, library.server.log)
            number = int(note.read_text())
            until(lambda: not is_real or Path(f"/proc/{number}/exe").resolve() == real, library.server.log)
            return player, number

        def is_gone(number: int) -> bool:
            try:
                return "(zombie)" in Path(f"/proc/{number}/status").read_text()
            except OSError:
                return True

        player, number = begin()
        player.close()
        until(lambda: is_gone(number), library.server.log)
        player, number = begin()
        library.server.restart()
        assert is_gone(number)
        player.close()
        player, number = begin()
        library.server.kill()
        until(lambda: is_gone(number), library.server.log)
        player.close()
    finally:
        library.server.kill()
