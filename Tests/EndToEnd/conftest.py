"""What the end-to-end tests share: the built program as a command and as a server, a scriptable publisher, a browser.

They run against the debug build; `TIDINGS=/path/to/tidings` names another. Every wait has a deadline that is far longer than the wait
ever takes, so that a slow machine is no failure; nothing is asserted about time.
"""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from publisher import Publisher, a_file

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("TIDINGS", ROOT / ".build/debug/tidings")).resolve()
WELL_KNOWN = "20121456171"
PATIENCE = 120  # seconds

PHONE = {"width": 390, "height": 844}
NARROW_PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}


@pytest.fixture(scope="session", autouse=True)
def program():
    if not PROGRAM.exists():
        pytest.exit(f"{PROGRAM} is not built; Scripts/test builds it", returncode=2)
    return PROGRAM


def environment() -> dict[str, str]:
    """Ours without the settings of whoever runs the tests."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TIDINGS")}


# The command line


class CommandLine:
    """Runs commands on one data directory, from a folder of its own."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.data = folder / "data"
        self.settings: dict[str, str] = {}  # `TIDINGS_…`, for all commands

    def run(self, *arguments: object, stdin: bytes = b"") -> subprocess.CompletedProcess:
        done = subprocess.run(
            self._words(arguments), input=stdin, capture_output=True, cwd=self.folder, env=environment() | self.settings, timeout=PATIENCE, check=False
        )
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
        return done

    def start(self, *arguments: object, **options) -> subprocess.Popen:
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
        return subprocess.Popen(self._words(arguments), cwd=self.folder, env=environment() | self.settings, **options)

    def with_data(self, *arguments: object) -> subprocess.CompletedProcess:
        return self.run(*arguments, "--data", self.data)

    def check(self, number: str, url: str, *options: object) -> subprocess.CompletedProcess:
        return self.with_data("check", "visa", number, "--url", url, *options)

    def make_list(self, name: str = "list.pdf", *, rows: int = 400, pages: int = 10, seed: int = 7, **options: object) -> Path:
        """A list of the sample publisher; options are those of `tidings demo visa`."""
        path = self.folder / name
        words = [word for option, value in options.items() for word in (f"--{option.replace('_', '-')}", value)]
        made = self.run("demo", "visa", "--rows", rows, "--pages", pages, "--seed", seed, *words, "-o", path)
        assert made.returncode == 0, made.stderr
        return path

    def stored_rows(self) -> list[tuple]:
        """What the database holds, read past the program: any tool can open the file."""
        return self._query("SELECT batch, status, date FROM board_visa ORDER BY _feed, _position")

    def stored_changes(self) -> list[tuple]:
        return self._query("SELECT kind, key, before, after FROM changes ORDER BY id")

    def _query(self, sql: str) -> list[tuple]:
        connection = sqlite3.connect(self.data / "tidings.sqlite")
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    @staticmethod
    def _words(arguments: tuple) -> list[str]:
        return [str(PROGRAM), *(str(argument) for argument in arguments)]


def json_lines(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def cli(tmp_path):
    return CommandLine(tmp_path)


@pytest.fixture
def publisher():
    publisher = Publisher()
    yield publisher
    publisher.close()


@pytest.fixture(scope="session")
def small_list(tmp_path_factory) -> bytes:
    """400 rows on 10 pages; the well-known number has the row in the middle."""
    return CommandLine(tmp_path_factory.mktemp("small-list")).make_list().read_bytes()


# The server


class Server:
    def __init__(self, folder: Path, options: tuple, settings: dict[str, str] | None = None):
        self.options = options
        self.data = folder / "data"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        # The boards of these tests are open to strangers; test_people.py is about those that are not.
        self.settings = {"TIDINGS_PUBLIC_BOARDS": "contacts,visa"} | (settings or {})
        self._log = folder / "server.log"
        self._process = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [str(PROGRAM), "serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data), *map(str, self.options)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self._log.parent, env=environment() | self.settings,
            )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self._process.poll() is None, f"the server ended with {self._process.returncode}:\n{self.log()}"
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                    assert answer.status == 200
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.05)
        self.kill()
        raise AssertionError(f"the server did not answer:\n{self.log()}")

    def stop(self) -> int:
        """Asks it to end, as an init system would; returns its exit code."""
        if self._process is None:
            return 0
        self._process.send_signal(signal.SIGTERM)
        try:
            code = self._process.wait(60)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server did not stop when asked to:\n{self.log()}") from None
        self._process = None
        return code

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def publish_edition(self, number: int) -> None:
        """Demo mode only: this edition of the sample list, and no other until told."""
        request = urllib.request.Request(f"{self.url}/demo/edition?number={number}", method="POST", data=b"")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert answer.status in (200, 204)

    def wait_until_read(self, board: str = "visa") -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            boards = json.loads(self.get("/api/v1/boards")[2])["boards"]
            if next(one for one in boards if one["name"] == board)["updated"] is not None:
                return
            time.sleep(0.05)
        raise AssertionError(f"the board {board} was never read:\n{self.log()}")

    def get(self, path: str) -> tuple[int, dict[str, str], str]:
        try:
            with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
                return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read().decode()

    def log(self) -> str:
        return self._log.read_text(errors="replace")[-4000:] if self._log.exists() else ""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@pytest.fixture
def serve(tmp_path_factory):
    """Starts servers with these options; they end with the test."""
    servers = []

    def start(*options: object, settings: dict[str, str] | None = None) -> Server:
        server = Server(tmp_path_factory.mktemp("server"), options, settings)
        servers.append(server)
        server.start()
        return server

    yield start
    for server in servers:
        server.kill()


@pytest.fixture(scope="session")
def settled(tmp_path_factory, small_list):
    """One server that has read the small list, for tests that only look."""
    publisher = Publisher()
    publisher.answers("/list.pdf", a_file(small_list))
    options = ("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host)
    server = Server(tmp_path_factory.mktemp("settled"), options)
    server.start()
    server.wait_until_read()
    yield server
    server.kill()
    publisher.close()


# The browser


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class Console:
    """What the browser complains about: errors of scripts, of loading, of the content security policy."""

    def __init__(self):
        self.complaints: list[str] = []
        self.expected: list[str] = []

    def listen(self, page) -> None:
        page.on("console", lambda message: message.type in ("error", "warning") and self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def unexpected(self) -> list[str]:
        return [text for text in self.complaints if not any(part in text for part in self.expected)]


@pytest.fixture
def console():
    return Console()


@pytest.fixture
def open_page(chromium, console):
    """Opens pages, each in a browser profile of its own. A complaint in the console fails the test that did not expect it."""
    contexts = []

    def open_one(url: str, viewport=PHONE, **options):
        is_phone = viewport["width"] < 600
        context = chromium.new_context(viewport=viewport, has_touch=is_phone, is_mobile=is_phone, **options)
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        console.listen(page)
        page.goto(url)
        return page

    yield open_one
    complaints = console.unexpected()
    for context in contexts:
        context.close()
    assert complaints == []
