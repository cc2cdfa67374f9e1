"""Three nodes over one database: the work of one node is neither repeated nor ended by another, even if nodes fail.

Nodes are killed, ended and started at random moments while they fetch, send notices and receive documents. Nothing is asserted about time.
`TIDINGS_DRILLS=whole` has 60 rounds.
"""

import http.client
import http.cookiejar
import json
import os
import random
import re
import subprocess
import threading
import time
import urllib.request
from collections import Counter

import pytest

from conftest import PATIENCE, PROGRAM, until
from nodes import BOARD, Cluster, Publisher
from push_service import PushService
from receiver import Receiver

pytestmark = pytest.mark.skipif("TIDINGS_TEST_DATABASE" not in os.environ, reason="Scripts/postgres names a server to the tests")

ROUNDS = 60 if os.environ.get("TIDINGS_DRILLS") == "whole" else 3
HOSTS, DOCUMENTS, LEASE = 3, 3, 3
GUESTS = 20 if ROUNDS > 3 else 8

QUEUE = f"""
title: Office
about: Take a number.
view: counter
public: true
queues:
  office: {{ prefix: A, counters: [{", ".join(f"'{number}'" for number in range(1, GUESTS + 1))}], reset: never, asks: [name] }}
"""


@pytest.fixture
def cluster(tmp_path):
    publisher = Publisher(HOSTS, DOCUMENTS)
    cluster = Cluster(tmp_path, publisher, ["one", "two", "three"], LEASE)
    yield cluster
    cluster.end()
    publisher.close()


@pytest.fixture
def receiver():
    receiver = Receiver(delay=0.05)
    yield receiver
    receiver.close()


@pytest.fixture
def token(cluster):
    """A person's data, once all nodes run and all feeds have been read."""
    cluster.begin()
    first = cluster.nodes["one"]
    first.start()
    cluster.wait()
    first.run("person", "add", "ada", "--without-password")
    for name in ("two", "three"):
        cluster.nodes[name].start()
    return first.run("person", "token", "ada", "--scopes", "read", "watch")


class Upload(threading.Thread):
    """Sends a document to a node, which may end meanwhile."""

    def __init__(self, node, token: str, number: int):
        super().__init__(daemon=True)
        self.node, self.token, self.number = node, token, number
        self.document = None  # The confirmed number of the document.
        self.start()

    def run(self):
        text = "\n\n".join(f"This is line {line} of document {self.number}." for line in range(2_000))
        try:
            answer = self.node.ask(f"/api/v1/documents?name=Document%20{self.number}", self.token, "POST", text.encode())
        except (OSError, http.client.HTTPException, ValueError):
            return
        self.document = answer["id"]


def test_no_notice_comes_twice_and_no_document_is_lost(cluster, receiver, token):
    first = cluster.nodes["one"]
    first.run("channel", "add", "webhook", receiver.url("/ada"), "--person", "ada")
    for number in range(1, HOSTS + 1):
        first.run("watch", "add", f"part-{number}", "--to", "webhook", "--person", "ada")
    before = cluster.ask("SELECT coalesce(max(id), 0) FROM changes")[0][0]

    uploads: list[Upload] = []
    uncertain: set[str] = set()  # Notices that were being sent when the sending process was killed.
    for number in range(ROUNDS):
        cluster.begin()
        uploads.append(Upload(random.choice(list(cluster.nodes.values())), token, number))
        time.sleep(random.uniform(0, 1))  # At any moment of the following steps.
        node = random.choice(list(cluster.nodes.values()))
        match random.choice(("killed", "killed with its sender", "ended")):
            case "killed":
                node.kill()
            case "killed with its sender":
                node.kill_all()
                under_way = f"SELECT encode(identifier, 'hex') FROM notices WHERE state = 'waiting' AND claimed = 1 AND node = '{node.name}'"
                uncertain |= {identifier for (identifier,) in cluster.ask(under_way)}
            case "ended":
                assert node.stop() == 0
        # The others continue with its work.
        cluster.wait()
        node.start()

    until(lambda: cluster.ask("SELECT count(*) FROM notices WHERE state = 'waiting'") == [(0,)], cluster.explained)
    taken = Counter(notice["id"].replace("-", "").lower() for _, notice in receiver.taken)
    twice = {identifier for identifier, count in taken.items() if count > 1}
    assert twice <= uncertain, f"{twice - uncertain}\n{cluster.explained()}"
    sent = cluster.ask("SELECT encode(identifier, 'hex') FROM notices WHERE state = 'sent' AND channel IS NOT NULL")
    assert {identifier for (identifier,) in sent} == set(taken)
    assert cluster.ask("SELECT count(*) FROM notices WHERE state <> 'sent'") == [(0,)], cluster.explained()
    untold = f"SELECT count(*) FROM changes WHERE id > {before} AND NOT EXISTS (SELECT 1 FROM notice_changes WHERE change = changes.id)"
    assert cluster.ask(untold) == [(0,)], cluster.explained()

    for upload in uploads:
        upload.join(PATIENCE)
        assert not upload.is_alive()
        if upload.document is not None:
            state = lambda kept=upload.document: first.ask(f"/api/v1/documents/{kept}", token)["state"]
            until(lambda read=state: read() != "reading", cluster.explained)
            assert state() == "ready", cluster.explained()
            assert (cluster.shared / "documents" / str(upload.document)).is_file()


def test_a_job_ends_with_its_own_node_and_with_no_other(cluster, token):
    nodes = cluster.nodes

    def unfinished() -> set[str]:
        return {name for (name,) in cluster.ask("SELECT DISTINCT node FROM jobs WHERE ended IS NULL")}

    # So that they are read again at once.
    cluster.change("UPDATE feeds SET last_success = 0")
    with cluster.publisher.silent():
        for name, board in (("two", "part-1"), ("three", "part-2")):
            nodes[name].ask(f"/api/v1/boards/{board}/refresh", token, "POST")
        until(lambda: unfinished() == {"two", "three"}, cluster.explained)
        nodes["one"].kill()
        nodes["one"].start()
        assert unfinished() == {"two", "three"}, cluster.explained()
        nodes["two"].kill()
        until(lambda: unfinished() == {"three"}, cluster.explained)
    until(lambda: unfinished() == set(), cluster.explained)
    states = cluster.ask("SELECT DISTINCT node, state FROM jobs WHERE node <> 'one' ORDER BY node")
    assert states == [("three", "done"), ("two", "interrupted")], cluster.explained()
    nodes["two"].start()


class BusyPushService(PushService):
    """Receives nothing while it is busy."""

    def _take(self, request):
        if self.status == 201:
            super()._take(request)
        else:
            request.rfile.read(int(request.headers["Content-Length"]))


class Guest:
    """A guest with a number, and a browser that can receive push messages."""

    def __init__(self, node, name: str):
        self._url = f"{node.url}/queue/office"
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        with self._opener.open(self._url, f"name={name}".encode(), timeout=PATIENCE) as answer:
            self._ticket = answer.url.rsplit("/", 1)[1]
            self.key = re.search('data-key="([^"]+)"', answer.read().decode()).group(1)

    def subscribe(self, subscription: dict) -> None:
        body = json.dumps({"ticket": self._ticket, "ahead": 2, "subscription": subscription}).encode()
        headers = {"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"}
        self._opener.open(urllib.request.Request(f"{self._url}/push", body, headers), timeout=PATIENCE).close()


@pytest.fixture
def push_service(tmp_path, cluster):
    """Receives the push messages of all nodes. Their boards have a queue."""
    service = BusyPushService(tmp_path)
    settings = {
        "TIDINGS_PUSH_CONTACT": "mailto:ada@home.example", "TIDINGS_PUSH_HOSTS": "127.0.0.1", "TIDINGS_TRUST": f"127.0.0.1={service.authority}",
    }  # fmt: skip
    for node in cluster.nodes.values():
        node.settings = node.settings | settings
        board = node.data / "boards" / "office"
        board.mkdir()
        (board / "board.yaml").write_text(QUEUE)
    yield service
    service.close()


def test_no_word_of_a_queue_comes_twice(cluster, push_service):
    # One node has all guests and clerks, and continues.
    first, *others = cluster.nodes.values()
    first.start()
    first.run("person", "add", "clerk", "--role", "clerk", "--without-password")
    clerk = first.run("person", "token", "clerk", "--scopes", "read", "watch")
    for number in range(GUESTS):
        guest = Guest(first, f"Guest{number}")
        push_service.key = guest.key
        guest.subscribe(push_service.subscription(f"/push/{number}"))
    for node in others:
        node.start()

    # All nodes learn when the next try is.
    push_service.status = 503
    for counter in range(1, GUESTS + 1):
        first.ask("/api/v1/queues/office/commands", clerk, "POST", body={"command": "next", "counter": str(counter)})
    until(lambda: cluster.ask("SELECT count(*) FROM queue_words WHERE attempts > 0 AND kind = 'turn'")[0][0] == GUESTS, cluster.explained)
    push_service.status = 201
    for _ in range(ROUNDS):
        time.sleep(random.uniform(0, 1))
        node = random.choice(others)
        node.kill()
        node.start()
    until(lambda: cluster.ask("SELECT count(*) FROM queue_words WHERE state IN ('waiting', 'sending')") == [(0,)], cluster.explained)
    told = Counter((message.path, message.notice["title"]) for message in push_service.taken)
    assert push_service.failures == []
    assert told, cluster.explained()
    assert max(told.values()) == 1, f"{told}\n{cluster.explained()}"


def test_a_node_with_another_key_does_not_start_and_other_boards_are_named(cluster):
    one, two = cluster.nodes["one"], cluster.nodes["two"]
    one.start()
    key = two.data / "channels.key"
    key.write_bytes(os.urandom(32))
    key.chmod(0o600)
    with pytest.raises(AssertionError, match="channels.key"):
        two.start()
    two.kill()
    assert cluster.ask("SELECT name FROM nodes") == [("one",)]
    key.unlink()
    two.start()
    different = lambda: cluster.ask("SELECT count(DISTINCT boards) FROM nodes")[0][0]
    assert different() == 1

    board = two.data / "boards" / "part-9"
    board.mkdir()
    port = cluster.publisher.addresses[0].split(":")[2].split("/")[0]
    (board / "board.yaml").write_text(BOARD.format(number=9, choices="p1", port=port))
    until(lambda: different() == 2, cluster.explained)
    said = subprocess.run(
        [str(PROGRAM), "doctor", "--data", str(one.data)], capture_output=True, text=True, env=one._environment(), timeout=PATIENCE, check=False
    ).stdout
    assert "make their folders the same" in said, said
