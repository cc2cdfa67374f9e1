"""Shared by the end-to-end tests: the built program as a command and as a server, scriptable publishers, a browser.

They run against the debug build; `TIDINGS=/path/to/tidings` names another. Every wait is as long as `PATIENCE`, so that a slow machine causes no
failure; nothing is asserted about time.
"""

import contextlib
import functools
import http.client
import http.cookiejar
import json
import os
import pty
import random
import re
import select
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator, Page, sync_playwright

import databases
import market
from directory import Directory
from patience import PATIENCE, until
from publisher import Publisher, a_file
from receiver import Receiver

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("TIDINGS", ROOT / ".build/debug/tidings")).resolve()
WELL_KNOWN = "20121456171"
PASSWORD = "correct horse battery"  # the password of everyone that `add_person` adds

os.umask(0o022)  # A server doesn't start on files that others can write.

PHONE = {"width": 390, "height": 844}
NARROW_PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}

# Chromium's messages about a network that a test removes. Which error a request gets depends on the moment when its socket closes.
OUT_OF_REACH = ["net::ERR_", "status of 502", "status of 503", "status of 504", "Failed to fetch", "network error"]

# Features that Safari 16.4, the oldest browser that installs Tidings and receives its notices, lacks; no page in these tests has them
# either.
TOO_NEW = """for (const [of, ...names] of [
  [Map, "groupBy"], [Object, "groupBy"], [URL, "parse", "canParse"], [Promise, "withResolvers", "try"], [Array, "fromAsync"], [AbortSignal, "any"],
  [Set.prototype, "union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf"],
  [Iterator.prototype, "map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find"],
]) for (const name of names) delete of[name];"""

# The slowest files, slowest first, so that none of them starts last.
LONGEST = [
    "test_page_cost", "test_accessibility", "test_api", "test_fuel_page", "test_command_line", "test_false_alarms", "test_queue_guest", "test_app",
    "test_visa_page", "test_guide_page", "test_queue_staff", "test_people", "test_fuel_map", "test_killed", "test_contacts_page", "test_narrow",
    "test_operating", "test_watch_pages", "test_home", "test_queue_word", "test_price_alerts", "test_comforts", "test_server_settings", "test_push",
    "test_speak", "test_board_files", "test_jobs", "test_queue_book", "test_language", "test_media_page", "test_gauge_page",
]  # fmt: skip


def pytest_collection_modifyitems(config, items):
    """With `--no-loadscope-reorder`, the workers get the files in this order."""
    place = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path.stem, len(place)))
    left_out = [item for item in items if not databases.is_chosen(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if databases.is_chosen(item)]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Prints the database's log for a failing test."""
    report = (yield).get_result()
    if report.failed and (said := databases.log()):
        report.sections.append(("The end of the database's log", said))


@pytest.fixture(scope="session", autouse=True)
def program():
    if not PROGRAM.exists():
        pytest.exit(f"{PROGRAM} is not built; Scripts/test builds it", returncode=2)
    return PROGRAM


def environment() -> dict[str, str]:
    """Our environment without the settings of the person who runs the tests. Many servers run side by side here, and one machine has one port 7201; cheap
    password hashes, which a debug build offers, because real ones would be a tenth of the servers' processor time."""
    own = {"TIDINGS_QUEUE_PORT": "off", "TIDINGS_PASSWORD_COST": "least"}
    return {name: value for name, value in os.environ.items() if not name.startswith("TIDINGS")} | own


# The command line


class CommandLine:
    """Runs commands on one data directory, from its own folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.data = folder / "data"
        self.settings: dict[str, str] = {}  # `TIDINGS_…`, for all commands

    def run(self, *arguments: object, stdin: bytes = b"") -> subprocess.CompletedProcess:
        done = subprocess.run(
            self._words(arguments), input=stdin, capture_output=True, cwd=self.folder, env=self._environment(arguments), timeout=PATIENCE, check=False
        )
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
        return done

    def start(self, *arguments: object, **options) -> subprocess.Popen:
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
        return subprocess.Popen(self._words(arguments), cwd=self.folder, env=self._environment(arguments), **options)

    def _environment(self, arguments: tuple) -> dict[str, str]:
        return environment() | (databases.settings(self.data) if "--data" in arguments else {}) | self.settings

    def run_on_terminal(self, *arguments: object, on_seen) -> tuple[int, str]:
        """Runs a command on its own terminal and passes all output so far to a callback at each look. Returns the exit status and the output."""
        ours, theirs = pty.openpty()
        process = self.start(*arguments, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        seen = b""
        while select.select([ours], [], [], PATIENCE)[0]:
            try:
                piece = os.read(ours, 4096)
            except OSError:
                break  # The last process has closed the terminal.
            if not piece:
                break
            seen += piece
            on_seen(seen.decode(errors="replace"))
        os.close(ours)
        return process.wait(PATIENCE), seen.decode()

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
        """The contents of the database, read without the program: any tool can open the file."""
        return self._query("SELECT batch, status, date FROM board_visa ORDER BY _feed, _position")

    def stored_changes(self) -> list[tuple]:
        return self._query("SELECT kind, key, before, after FROM changes ORDER BY id")

    def _query(self, sql: str) -> list[tuple]:
        with database(self.data) as store:
            return store.execute(sql).fetchall()

    @staticmethod
    def _words(arguments: tuple) -> list[str]:
        return [str(PROGRAM), *(str(argument) for argument in arguments)]


@contextlib.contextmanager
def database(data: Path):
    """The store of a data folder, which others may be writing to. Changes are committed at the end."""
    if address := databases.of(data):
        yield databases.Store(address)
        return
    store = sqlite3.connect(data / "tidings.sqlite", timeout=PATIENCE)
    try:
        with store:
            yield store
    finally:
        store.close()


def json_lines(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def cli(tmp_path):
    cli = CommandLine(tmp_path)
    yield cli
    databases.drop(cli.data)


@pytest.fixture
def publisher():
    publisher = Publisher()
    yield publisher
    publisher.close()


@pytest.fixture
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.close()


@pytest.fixture(scope="session")
def small_list(tmp_path_factory) -> bytes:
    """400 rows on 10 pages; the row of the well-known number is in the middle."""
    return CommandLine(tmp_path_factory.mktemp("small-list")).make_list().read_bytes()


# The server


class Server:
    def __init__(self, folder: Path, options: tuple, settings: dict[str, str] | None = None):
        self.options = options
        self.made = int(time.time() * 1000)
        self.data = folder / "data"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        # The boards of these tests are open to strangers; test_people.py tests closed ones.
        self.settings = {"TIDINGS_PUBLIC_BOARDS": "contacts,visa"} if settings is None else settings
        self._log = folder / "server.log"
        self._process = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [str(PROGRAM), "serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data), *map(str, self.options)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self._log.parent, env=self._environment(),
            )
        until(self._is_there, self.log)

    def _environment(self) -> dict[str, str]:
        return environment() | databases.settings(self.data) | self.settings

    def _is_there(self) -> bool:
        assert self._process.poll() is None, f"the server ended with {self._process.returncode}:\n{self.log()}"
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=PATIENCE) as answer:
                return answer.status == 200
        except (OSError, http.client.HTTPException):
            return False

    def stop(self) -> int:
        """Asks it to end, like an init system; returns its exit code."""
        if self._process is None:
            return 0
        self._process.send_signal(signal.SIGTERM)
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server did not stop when asked to:\n{self.log()}") from None
        self._process = None
        return code

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process = None

    @property
    def process(self) -> int:
        return self._process.pid

    def restart(self) -> None:
        self.stop()
        self.start()

    def publish_edition(self, number: int) -> None:
        """Demo mode only: stays at this edition of the sample list until the next call."""
        request = urllib.request.Request(f"{self.url}/demo/edition?number={number}", method="POST", data=b"")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert answer.status in (200, 204)

    def wait_until_read(self, board: str = "visa") -> None:
        def is_read() -> bool:
            boards = json.loads(self.get(f"/api/v1/boards?q={board}")[2])["boards"]
            return next(one for one in boards if one["name"] == board)["updated"] is not None

        until(is_read, self.log)

    def wait_until_all_read(self, board: str, feeds: int) -> None:
        """Waits until that many readings of the board's source have ended since the server started, and none is running. Then there is no news for a while."""
        read = f"SELECT count(*) FROM feeds WHERE board = '{board}' AND last_success >= {self.made}"
        until(lambda: self.query(read)[0][0] >= feeds and "data-reading" not in self.get(f"/boards/{board}")[2], self.log)

    def run(self, *words: object, stdin: str = "") -> str:
        """A command beside the server, on its data."""
        done = subprocess.run(
            [str(PROGRAM), *map(str, words), "--data", str(self.data)],
            input=stdin, capture_output=True, text=True, env=self._environment(), timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def add_person(self, name: str, role: str = "administrator") -> None:
        self.run("person", "add", name, "--role", role, stdin=PASSWORD + "\n")

    def log_in(self, name: str) -> dict:
        """The session cookie, for `open_page`."""
        cookies = http.cookiejar.CookieJar()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
        # A sign-in needs the form that this browser received.
        with opener.open(f"{self.url}/login", timeout=PATIENCE) as page:
            proof = re.search('name="login-form" value="([^"]+)"', page.read().decode()).group(1)
        form = urllib.parse.urlencode({"name": name, "password": PASSWORD, "login-form": proof}).encode()
        opener.open(f"{self.url}/login", form, timeout=PATIENCE).close()
        session = next(cookie for cookie in cookies if cookie.name.startswith("tidings_session"))
        # The name without the port is accepted at every port, such as that of a proxy.
        return {"name": "tidings_session", "value": session.value, "url": self.url}

    def ask(self, path: str, token: str, method: str = "GET", file: bytes | None = None, body: object = None):
        """The API's response to a program, which may send a file or JSON."""
        kind = "application/octet-stream" if body is None else "application/json"
        file = file if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {token}"} | ({} if file is None else {"Content-Type": kind})
        request = urllib.request.Request(self.url + path, file, method=method, headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def get(self, path: str) -> tuple[int, dict[str, str], str]:
        try:
            with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
                return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read().decode()

    def query(self, sql: str) -> list[tuple]:
        """The result of a query on its store."""
        with database(self.data) as store:
            return store.execute(sql).fetchall()

    def change(self, sql: str, *values: object) -> None:
        """Changes the store directly, for states that no page produces or that lie in the future."""
        with database(self.data) as store:
            store.execute(sql, values)

    def log(self) -> str:
        return self._log.read_text(errors="replace")[-40_000:] if self._log.exists() else ""


def free_port() -> int:
    """A port below those that the system assigns by itself, so that no other process takes it while the server is down or starting."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


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
        databases.drop(server.data)


@pytest.fixture(scope="session")
def settled(tmp_path_factory, small_list):
    """One server that has read the small list, for tests that only read."""
    publisher = Publisher()
    publisher.answers("/list.pdf", a_file(small_list))
    options = ("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host)
    server = Server(tmp_path_factory.mktemp("settled"), options)
    server.start()
    server.wait_until_read()
    yield server
    server.kill()
    publisher.close()


@pytest.fixture(scope="session")
def editions(tmp_path_factory) -> list[bytes]:
    """The small list as first published, and two editions later, with the well-known number changed."""
    cli = CommandLine(tmp_path_factory.mktemp("editions"))
    return [cli.make_list(f"{edition}.pdf", edition=edition).read_bytes() for edition in (0, 2)]


@pytest.fixture(scope="session")
def furnished(tmp_path_factory, editions):
    """One server where every page has content: three boards, changes, watches, a notice, a channel, a token, an invitation. `ada` is its administrator."""
    publisher = Directory(60)
    publisher.answers("/list.pdf", a_file(editions[0], etag='"first"'))
    sources = {"visa": publisher.url(), "contacts": publisher.url("/contacts.xml"), "contacts.detail": publisher.url("/contact.xml") + "?id={id}"}
    options = [word for name, url in sources.items() for word in ("--source", f"{name}={url}")]
    server = Server(tmp_path_factory.mktemp("furnished"), (*options, "--allow-hosts", publisher.host, "--allow-hosts-for-channels", "ntfy.example"))
    goods = market.goods(101)
    market.publish(publisher, goods)
    market.declare(server.data, publisher)
    try:
        server.start()
        for board in ("visa", "contacts", "market"):
            server.wait_until_read(board)
        server.add_person("ada")
        server.add_person("bob", "member")
        server.run("person", "invite", "carol")
        server.run("channel", "add", "ntfy", "https://ntfy.example/news")
        server.run("watch", "add", "visa", f"batch={WELL_KNOWN}", "--url", publisher.url())
        server.run("watch", "add", "visa", "status=Issued", "--url", publisher.url())
        token = server.run("person", "token", "ada", "--scopes", "read", "watch")
        publisher.answers("/list.pdf", a_file(editions[1], etag='"second"'))
        market.publish(publisher, [goods[0] | {"price": "99.90"}, *goods[1:], goods[0] | {"good": "Quinces"}])
        # A source isn't read again within a moment.
        until(
            lambda: server.ask("/api/v1/notices", token)["notices"] and "is-news" in server.get("/boards/market")[2],
            server.log, meanwhile=lambda: server.ask("/api/v1/feeds/check", token, "POST"),
        )  # fmt: skip
        letter = "Dear Ada, the list has news. Your number is on it.\n\n" * 12
        number = server.ask("/api/v1/documents?name=A%20letter", token, "POST", letter.encode())["id"]
        until(lambda: server.ask(f"/api/v1/documents/{number}", token)["state"] == "ready", server.log)
        yield server
    finally:
        server.kill()
        publisher.close()


# The browser


def _to_the_end(action):
    """If an action leads to another page, the browser returns when that page begins; here it returns once the page is complete. So a test that reads right
    after it, without a wait, never sees half a page."""

    @functools.wraps(action)
    def act(self, *arguments, **options):
        result = action(self, *arguments, **options)
        page = self if isinstance(self, Page) else self.page
        if not page.is_closed():
            page.wait_for_load_state("domcontentloaded")
        return result

    return act


for kind in (Page, Locator):
    for name in ("click", "press", "tap"):
        setattr(kind, name, _to_the_end(getattr(kind, name)))


def _as_a_function(wait):
    """Playwright evaluates a bare expression again at each look, and our pages allow `eval` only during the first one: a condition that isn't true at once
    would fail because of the policy. A function is compiled once. A promise would count as true, regardless of its value."""

    @functools.wraps(wait)
    def act(self, expression, **options):
        whole = f"""(given) => {{
          const it = ({expression});
          const found = typeof it === "function" ? it(given) : it;
          if (found instanceof Promise) throw new Error("use wait_until for what awaits");
          return found;
        }}"""
        # Polling at each frame makes the browser draw frames.
        return wait(self, whole, **{"polling": 50} | options)

    return act


Page.wait_for_function = _as_a_function(Page.wait_for_function)


def wait_until(page, condition: str) -> None:
    """Waits until an expression, which may await, is true in the page or in its successor. What never comes by itself is requested again."""
    look = f"() => Promise.race([(async () => Boolean({condition}))(), new Promise((go) => setTimeout(go, 5000))])"

    def is_so() -> bool:
        try:
            return page.evaluate(look)
        except PlaywrightError as error:
            if "Execution context was destroyed" not in error.message:
                raise
            return False

    until(is_so, condition)


def redrawn(page) -> None:
    """Waits until the page has been laid out and drawn again, so observers (`IntersectionObserver`) have been called."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")


def pulled(page, x: float, y: float) -> bool:
    """Whether a finger put down there pulls the page far enough to refresh it. The finger is lifted elsewhere, so nothing is refreshed."""
    fingers = page.context.new_cdp_session(page)
    for step in range(16):
        point = {"x": x, "y": y + 10 * step, "id": 0}
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": [point]})
        # Movements that the page needn't handle arrive with its next frame.
        page.evaluate("() => new Promise(requestAnimationFrame)")
    is_far = page.locator(".pull-mark.is-far").count() == 1
    fingers.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    return is_far


@pytest.fixture(scope="session")
def browsers():
    """Headless Chromium, and the full one: the headless one takes half the processor time, but has no notifications and no push."""
    with sync_playwright() as playwright, contextlib.ExitStack() as running:
        # The path of its socket is limited to a hundred characters, regardless of the tests' temporary folder.
        options = {"args": ["--no-sandbox"], "env": {**os.environ, "TMPDIR": "/tmp"}, "timeout": PATIENCE * 1000}

        @functools.cache
        def browser(is_whole: bool):
            path = os.environ.get("CHROMIUM", "/usr/bin/chromium" if is_whole else "/usr/bin/chromium-headless-shell")
            browser = playwright.chromium.launch(executable_path=path, **options)
            running.callback(browser.close)
            return browser

        yield browser


class Console:
    """The browser's complaints: errors of scripts, of loading, and of the content security policy."""

    def __init__(self):
        self.complaints: list[str] = []
        self.expected: list[str] = ["Service Worker registration blocked"]  # By `open_page`.

    def listen(self, page) -> None:
        page.on("console", lambda message: message.type in ("error", "warning") and self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def unexpected(self) -> list[str]:
        return [text for text in self.complaints if not any(part in text for part in self.expected)]


@pytest.fixture
def console():
    return Console()


@pytest.fixture
def open_page(browsers, console):
    """Opens pages, each in its own browser profile; with `is_whole` in the full browser, which has notifications. An unexpected complaint in the console
    fails the test."""
    contexts = []

    def open_one(url: str, viewport=PHONE, session: dict | None = None, is_whole: bool = False, **options):
        is_phone = viewport["width"] < 600
        # Dates in the format that most tests expect: `locale="de"` opens a page for another reader.
        options.setdefault("locale", "en-GB")
        # Pages come from the server, never from a worker's storage: `service_workers="allow"` is for tests of the worker.
        options.setdefault("service_workers", "block")
        context = browsers(is_whole).new_context(viewport=viewport, has_touch=is_phone, is_mobile=is_phone, **options)
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(TOO_NEW)
        contexts.append(context)
        if session:
            context.add_cookies([session])
        page = context.new_page()
        console.listen(page)
        page.goto(url)
        return page

    yield open_one
    complaints = console.unexpected()
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def open_whole(open_page):
    """Opens pages in the full browser. The headless one crashes when signing out clears the worker's storage."""
    return functools.partial(open_page, is_whole=True)
