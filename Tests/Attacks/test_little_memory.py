"""A demo server with little memory under expensive load: large documents, clients that read nothing, uploads that never end, all at once.

Another person's pages, segments and sounds are served meanwhile, and the memory is released afterwards. If cgroups can be made, the server has 600 MB.

In full: `TIDINGS_LITTLE_SECONDS=600 TIDINGS_SLOW_READERS=2000`, with `ulimit -n 8192`.
"""

import io
import os
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from contextlib import contextmanager, suppress
from pathlib import Path

from conftest import PATIENCE, Server, until
from listener import Listener
from test_slow_readers import ask, resident, settle
from test_slow_uploads import SlowUpload

SECONDS = float(os.environ.get("TIDINGS_LITTLE_SECONDS", "10"))
READERS = int(os.environ.get("TIDINGS_SLOW_READERS", "60"))
LIMIT = 600 << 20
# How many megabytes more than before the server may have after all clients have left.
KEPT = 100
CONTAINER = (
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
PACKAGE = (
    '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
    '<dc:title>Nested %d</dc:title><dc:language>en</dc:language><dc:identifier id="id">nested-%d</dc:identifier></metadata>'
    '<manifest><item id="t" href="t.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="t"/></spine></package>'
)


def nested_book(number: int, megabytes: int, depth: int = 245) -> bytes:
    """An EPUB of a few hundred kilobytes: nested headings around much text."""
    words = f"<p>Chapter {number} goes on and on. </p>" * (megabytes * 30_000)
    text = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Nested</title></head><body>' + "<h1>" * depth + words + "</h1>" * depth + "</body></html>"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        book.writestr("META-INF/container.xml", CONTAINER)
        book.writestr("book.opf", PACKAGE % (number, number))
        book.writestr("t.xhtml", text)
    return packed.getvalue()


@contextmanager
def little_memory(process: int):
    """Puts a process and all its later children into a group of 600 MB (cgroups, version 1 or 2); returns whether that worked."""
    group = next((place / "tidings-test" for place in map(Path, ("/sys/fs/cgroup/memory", "/sys/fs/cgroup")) if (place / "cgroup.procs").exists()), None)
    made = False
    with suppress(OSError):
        group.mkdir(exist_ok=True)
        made = True
        limit = next(file for name in ("memory.limit_in_bytes", "memory.max") if (file := group / name).exists())
        limit.write_text(str(LIMIT))
        with suppress(OSError):
            (group / "memory.move_charge_at_immigrate").write_text("3")  # The memory that it already has counts too (version 1).
        (group / "cgroup.procs").write_text(str(process))
    try:
        yield made and str(process) in (group / "cgroup.procs").read_text().split()
    finally:
        if made:
            until(lambda: not (group / "cgroup.procs").read_text().split())
            group.rmdir()


def film(folder: Path) -> None:
    """Segments of some 40 MB."""
    folder.mkdir()
    picture = ["-f", "lavfi", "-i", "testsrc2=size=480x270:rate=25:duration=6", "-vf", "noise=alls=90:allf=t"]
    code = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", "-pix_fmt", "yuv420p", "-g", "75", "-keyint_min", "75", "-sc_threshold", "0"]
    subprocess.run(["ffmpeg", "-v", "error", *picture, *code, folder / "Noise.mp4"], check=True)


class Attackers:
    """All expensive requests, until `end`."""

    def __init__(self, server, paths: list[str], tokens: list[str]):
        self.server, self.over, self.tokens = server, threading.Event(), tokens
        self.lines = [ask(server.port, paths[number % len(paths)], number) for number in range(READERS)]
        self.uploads = [SlowUpload(server, token) for token in tokens for _ in range(2)]
        self.sent = self.refused = 0
        self.threads = [threading.Thread(target=self._documents, args=(number, token), daemon=True) for number, token in enumerate(tokens[:2])]
        for thread in self.threads:
            thread.start()

    def _documents(self, number: int, token: str) -> None:
        count = 0
        while not self.over.is_set():
            book = nested_book(number * 1000 + count, 16 if SECONDS > 60 else 2)
            count += 1
            try:
                document = self.server.ask("/api/v1/documents", token, "POST", file=book)["id"]
                self.sent += 1
                self.over.wait(2)
                if count % 2:
                    self.server.ask(f"/api/v1/documents/{document}", token, "DELETE")
            except urllib.error.HTTPError as error:
                # Refused: more than one client's share, or others need the place.
                assert error.code in (404, 409, 413, 422, 429, 503, 507), error.read()
                self.refused += 1
                self.over.wait(1)
            except ValueError:  # A response without a body.
                pass

    def end(self) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join(PATIENCE)
        for upload in self.uploads:
            upload.end()
        for line in self.lines:
            line.close()


def test_a_small_server_outlives_everything_at_once(tmp_path):
    film(tmp_path / "films")
    settings = {"TIDINGS_PUBLIC_BOARDS": "contacts,visa,guide", "TIDINGS_MEDIA": str(tmp_path / "films")}
    server = Server(tmp_path, ("--demo", "--demo-rate", "4000000"), settings)
    server.start()
    try:
        with little_memory(server.process) as is_limited:
            print("limited to 600 MB" if is_limited else "no group of processes can be made here: not limited")
            server.wait_until_read("visa")
            server.get("/boards/guide")
            server.wait_until_read("guide")
            server.add_person("eve")
            eve = Listener(server, "eve")
            token = server.run("person", "token", "eve", "--scopes", "read", "watch")
            tokens = []
            for name in ("ann", "bea", "cat", "dan"):
                server.add_person(name, "member")
                tokens.append(server.run("person", "token", name, "--scopes", "read", "watch"))

            document = eve.ready(b"A text that Eve hears. " * 400)
            items = until(lambda: server.ask("/api/v1/media/items", token)["items"], server.log)
            master = server.ask(f"/api/v1/media/items/{items[0]['id']}/plays", token, "POST", body={})["master"]
            segment = urllib.parse.urljoin(master, "v-0.m4s").removeprefix(server.url)

            def answers() -> None:
                """Each of these is correct and complete now."""
                for path in ("/", "/boards/visa", "/boards/guide", "/reader", "/media", "/notices"):
                    status, _, body = eve.ask("GET", path)
                    assert status == 200, f"{status} {path}"
                    assert b"</html>" in body, f"{status} {path}"
                with urllib.request.urlopen(server.url + segment, timeout=PATIENCE) as answer:
                    assert len(answer.read()) == int(answer.headers["Content-Length"])
                part = eve.ask("GET", f"/api/v1/documents/{document['id']}/parts/0")
                assert part[0] == 200, part
                status, _, sound = eve.ask("GET", f"/reader/documents/{document['id']}/parts/0/sound")
                assert status == 200
                assert len(sound) > 1000

            answers()
            settle(server.process)
            before = resident(server.process)
            process = server.process
            attackers = Attackers(server, [segment, "/boards/guide.json"], tokens)
            try:
                end, rounds = time.monotonic() + SECONDS, 0
                while rounds < 2 or time.monotonic() < end:
                    answers()
                    rounds += 1
            finally:
                attackers.end()
            most = resident(server.process, "VmHWM")
            least = resident(server.process)

            def is_back() -> bool:
                nonlocal least
                least = min(least, resident(server.process))
                time.sleep(0.5)
                return least < before + KEPT

            until(is_back, lambda: f"{least:.0f} MB, {before:.0f} before")
            assert server.process == process
            assert server._process.poll() is None
            answers()
            print(
                f"{SECONDS:.0f} s, {READERS} readers, {attackers.sent} books ({attackers.refused} refused), {rounds} rounds of another person: "
                f"{before:.0f} MB before, {most:.0f} at most, {least:.0f} after"
            )
            server.stop()
    finally:
        server.kill()
