"""Several servers over one database, the publisher that they read, and the data of all. `Scripts/postgres` starts the database."""

import contextlib
import json
import os
import shutil
import signal
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import databases
from conftest import Server, until

BOARD = """
title: Part {number}
about: What the drills read.
view: list
parameters: {{ part: {{ choices: [{choices}] }} }}
source: {{ url: 'http://127.0.0.1:{port}/{{part}}', each: part, every: 24h }}
extract:
  json:
    rows: '$[*]'
    fields: {{ name: '$.name', edition: '$.edition' }}
fields:
  name: {{ type: text, key: true }}
  edition: {{ type: number }}
"""
LENGTH = 400  # bytes of an answer
# Only the drills' boards.
SETTINGS = {
    "TIDINGS_BOARDS_OFF": "contacts,fuel,guide,visa", "TIDINGS_ALLOW_HOSTS": "127.0.0.1", "TIDINGS_ALLOW_HOSTS_FOR_CHANNELS": "127.0.0.1",
    "TIDINGS_REQUEST_SPACING": "0", "TIDINGS_GATHER": "0",
}  # fmt: skip
# The settings that all nodes share (Examples/Nodes/README.md).
FOLDERS = ("documents", "exports", "media-pictures")
KEYS = ("channels.key", "links.key", "vapid.pem")


class Host(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


class Publisher:
    """Some hosts with some documents each. Each response contains the number of the request for its document, from 1."""

    def __init__(self, hosts: int, documents: int):
        self.documents = documents
        self.asked: Counter[str] = Counter()  # By address.
        self.pending: set[str] = set()
        self._lock = threading.Lock()
        self._is_open = threading.Event()
        self._is_open.set()
        self._hosts = [self._serve() for _ in range(hosts)]
        self.addresses = [f"http://127.0.0.1:{host.server_port}/p{number}" for host in self._hosts for number in range(1, documents + 1)]

    def _serve(self) -> ThreadingHTTPServer:
        publisher = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self):
                with contextlib.suppress(OSError):  # Of a node that is gone.
                    publisher._answer(self)

            def log_message(self, *_):
                pass

        host = Host(("127.0.0.1", 0), Answer)
        threading.Thread(target=host.serve_forever, daemon=True).start()
        return host

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        address = f"http://127.0.0.1:{handler.server.server_port}{handler.path}"
        with self._lock:
            self.asked[address] += 1
            body = json.dumps([{"name": handler.path, "edition": self.asked[address]}]).encode().rjust(LENGTH)
            self.pending.add(address)
        try:
            handler.send_response(200)
            handler.send_header("Content-Length", str(LENGTH))
            handler.send_header("Cache-Control", "no-store")
            handler.end_headers()
            sent = 0
            # Sends a blank now and then, so that the client doesn't give up.
            while not self._is_open.wait(2) and sent < LENGTH // 2:
                handler.wfile.write(body[sent : sent + 1])
                sent += 1
            handler.wfile.write(body[sent:])
        finally:
            with self._lock:
                self.pending.discard(address)

    @contextlib.contextmanager
    def silent(self):
        """Answers nothing until the end of the block."""
        self._is_open.clear()
        try:
            yield
        finally:
            self._is_open.set()

    def declare(self, data: Path) -> None:
        """Puts a board for each host into a node's folder."""
        for number, host in enumerate(self._hosts, 1):
            board = data / "boards" / f"part-{number}"
            board.mkdir(parents=True)
            choices = ", ".join(f"p{document}" for document in range(1, self.documents + 1))
            (board / "board.yaml").write_text(BOARD.format(number=number, choices=choices, port=host.server_port))

    def close(self) -> None:
        self._is_open.set()
        for host in self._hosts:
            host.shutdown()
            host.server_close()


class Node(Server):
    """One of the servers. `shared` is a folder with what all of them share; the first to start makes the keys."""

    def __init__(self, folder: Path, name: str, address: str, publisher: Publisher, lease: int, shared: Path):
        folder.mkdir()
        super().__init__(folder, ("--node", name, "--lease", f"{lease}s"), SETTINGS)
        self.name = name
        databases.use(self.data, address)
        publisher.declare(self.data)
        for kind in FOLDERS:
            (shared / kind).mkdir(mode=0o700, parents=True, exist_ok=True)
            (self.data / kind).symlink_to(shared / kind)
        self._keys = shared / "keys"
        self._keys.mkdir(mode=0o700, exist_ok=True)

    def start(self) -> None:
        for key in self._keys.iterdir():
            if not (self.data / key.name).exists():
                shutil.copy(key, self.data)
        super().start()
        for name in KEYS:
            if not (self._keys / name).exists():
                shutil.copy(self.data / name, self._keys)

    def signal(self, number: int) -> None:
        os.kill(self.process, number)

    def kill_all(self) -> None:
        """The node's process and those that it started, including the process that sends notices."""
        children = []
        for task in Path(f"/proc/{self.process}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # A thread may end meanwhile.
                children += map(int, (task / "children").read_text().split())
        self.kill()
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


class Cluster:
    """Nodes over one database."""

    def __init__(self, folder: Path, publisher: Publisher, names: list[str], lease: int, address: str | None = None):
        """`address`: an empty database; None: one in the server of all tests."""
        self.address = address or databases.new()
        self.publisher = publisher
        self.shared = folder / "shared"
        self.nodes = {name: Node(folder / name, name, self.address, publisher, lease, self.shared) for name in names}
        self.interval = 0

    def ask(self, sql: str) -> list[tuple]:
        return databases.Store(self.address).execute(sql).fetchall()

    def begin(self) -> None:
        """Makes all feeds due: the next interval. The first interval begins by itself."""
        self.interval += 1
        if self.interval > 1:
            self.change("UPDATE feeds SET due = CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)")

    def change(self, sql: str) -> None:
        databases.Store(self.address).execute(sql)

    def wait(self) -> None:
        """Waits until all feeds have been stored once per interval."""
        stored = f"SELECT feed FROM fetches GROUP BY feed HAVING count(*) >= {self.interval}"
        until(lambda: len(self.ask(stored)) >= len(self.publisher.addresses), self.explained)

    def held(self) -> dict[str, set[str]]:
        """By node name: the addresses that it has leased, whether or not the lease has ended."""
        rows = self.ask(
            "SELECT nodes.name, feeds.url FROM leases JOIN nodes ON nodes.id = holder JOIN feeds ON leases.name = 'feed ' || feeds.id WHERE ends > 0"
        )
        held: dict[str, set[str]] = {}
        for name, url in rows:
            held.setdefault(name, set()).add(url)
        return held

    def seen(self, node: Node) -> int:
        """The time of its last heartbeat."""
        return self.ask(f"SELECT seen FROM nodes WHERE name = '{node.name}'")[0][0]

    def busiest(self, least: int = 3) -> Node:
        """While the publisher is silent: a node that is requesting a few feeds."""

        def find():
            for name, urls in sorted(self.held().items(), key=lambda pair: -len(pair[1])):
                if len(urls) >= least and urls <= self.publisher.pending:
                    return self.nodes[name]
            return None

        return until(find, self.explained)

    def explained(self) -> str:
        """The current state, for a drill that fails."""
        rows = self.ask("SELECT name, id, seen FROM nodes ORDER BY name")
        logs = "\n".join(f"== {node.name}\n{node.log()[-6000:]}" for node in self.nodes.values())
        return f"interval {self.interval}; nodes {rows}; leased {self.held()}\n{logs}\n== the database\n{databases.log()}"

    def end(self) -> None:
        for node in self.nodes.values():
            if node._process is not None:
                with contextlib.suppress(ProcessLookupError):
                    node.signal(signal.SIGCONT)
            node.kill()
