"""Three nodes over one database give the numbers of one queue, and call them: none comes twice, and none is lost.

Nodes are killed, and PostgreSQL is stopped as if the power went, while numbers are taken and called at all nodes. Nothing is asserted about time.
`TIDINGS_DRILLS=whole` has 50 kills and 10 stops.
"""

import http.client
import json
import os
import random
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections import Counter

import pytest

import databases
from conftest import PATIENCE, ROOT, until
from nodes import Cluster, Publisher

pytestmark = pytest.mark.skipif("TIDINGS_TEST_DATABASE" not in os.environ, reason="Scripts/postgres names a server to the tests")

KILLS, STOPS = (50, 10) if os.environ.get("TIDINGS_DRILLS") == "whole" else (3, 1)
GUESTS = 6  # At each node.
COUNTERS = ("1", "2", "3")
QUEUE = """
title: Office
about: Take a number.
view: counter
public: true
queues:
  office: { prefix: A, counters: ['1', '2', '3'], reset: never }
"""


@pytest.fixture
def publisher():
    publisher = Publisher(1, 1)
    yield publisher
    publisher.close()


def nodes(folder, publisher, server=None) -> Cluster:
    """Three nodes, not started yet, whose boards have a queue."""
    cluster = Cluster(folder, publisher, ["one", "two", "three"], 3, databases.new(server))
    for node in cluster.nodes.values():
        board = node.data / "boards" / "office"
        board.mkdir()
        (board / "board.yaml").write_text(QUEUE)
    return cluster


@pytest.fixture
def cluster(tmp_path, publisher):
    cluster = nodes(tmp_path, publisher)
    yield cluster
    cluster.end()


class Database:
    """A server of PostgreSQL that a drill may stop."""

    def __init__(self, log):
        with log.open("wb") as said:
            self._process = subprocess.Popen([str(ROOT / "Scripts/postgres")], stdout=subprocess.PIPE, stderr=said, text=True)
        self.server = self._process.stdout.readline().strip()
        assert self.server, log.read_text()

    def stop_at_once(self) -> None:
        self._process.send_signal(signal.SIGUSR1)

    def start(self) -> None:
        self._process.send_signal(signal.SIGUSR2)

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)


@pytest.fixture
def database(tmp_path):
    database = Database(tmp_path / "postgres.log")
    yield database
    database.end()


class Crowd:
    """Guests who take numbers at all nodes, and a clerk at each counter. A request that fails has no answer, and the next one is made."""

    def __init__(self, cluster: Cluster, token: str):
        self._nodes, self.token = list(cluster.nodes.values()), token
        self.numbers: list[int] = []  # Those that were answered.
        self.called: list[int] = []
        self._is_over = threading.Event()
        self._threads = [threading.Thread(target=self._take, args=(node,), daemon=True) for node in self._nodes for _ in range(GUESTS)]
        self._threads += [threading.Thread(target=self._call, args=(counter,), daemon=True) for counter in COUNTERS]
        for thread in self._threads:
            thread.start()

    def _take(self, node) -> None:
        while not self._is_over.is_set():
            if (answer := self._ask(lambda: urllib.request.Request(f"{node.url}/dispense/token.json?queue=office"))) is not None:
                self.numbers.append(answer["number"])

    def _call(self, counter: str) -> None:
        body = json.dumps({"command": "next", "counter": counter}).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        while not self._is_over.is_set():
            node = random.choice(self._nodes)
            answer = self._ask(lambda node=node: urllib.request.Request(f"{node.url}/api/v1/queues/office/commands", body, headers))
            if answer is not None and answer.get("ticket"):
                self.called.append(answer["ticket"]["number"])

    def _ask(self, request):
        try:
            with urllib.request.urlopen(request(), timeout=PATIENCE) as answer:
                return json.load(answer)
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            # Of a node that is gone, starts, or waits for its database.
            time.sleep(0.05)
            return None

    def goes_on(self) -> None:
        """Returns once numbers have been given and called since."""
        given, called = len(self.numbers), len(self.called)
        until(lambda: len(self.numbers) > given + 20 and len(self.called) > called)

    def end(self) -> None:
        self._is_over.set()
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()


def begin(cluster: Cluster) -> Crowd:
    """Once all nodes run."""
    first = cluster.nodes["one"]
    for node in cluster.nodes.values():
        node.start()
    first.run("person", "add", "clerk", "--role", "clerk", "--without-password")
    return Crowd(cluster, first.run("person", "token", "clerk", "--scopes", "read", "watch"))


def check(cluster: Cluster, crowd: Crowd) -> None:
    """Every number that was answered is in the book, once, and the book has no gap."""
    crowd.end()
    twice = {number for number, count in Counter(crowd.numbers).items() if count > 1}
    assert not twice, f"{twice}\n{cluster.explained()}"
    spans = cluster.ask("SELECT first, last FROM queue_spans WHERE queue = 'office' AND last >= first")
    tickets = cluster.ask("SELECT number FROM queue_tickets WHERE queue = 'office'")
    book = [number for first, last in spans for number in range(first, last + 1)] + [number for (number,) in tickets]
    lost = set(crowd.numbers) - set(book)
    assert not lost, f"{lost}\n{cluster.explained()}"
    [(following,)] = cluster.ask("SELECT next FROM queues WHERE name = 'office'")
    assert sorted(book) == list(range(1, following)), cluster.explained()
    calls = Counter(ticket for (ticket,) in cluster.ask("SELECT ticket FROM queue_acts WHERE queue = 'office' AND act = 'call'"))
    assert set(calls.values()) == {1}, f"{calls}\n{cluster.explained()}"
    assert set(crowd.called) <= {number for (number,) in tickets}, cluster.explained()


def test_no_number_comes_twice_or_is_lost_when_nodes_are_killed(cluster):
    crowd = begin(cluster)
    for _ in range(KILLS):
        time.sleep(random.uniform(0, 0.5))  # At any moment of what goes on.
        node = random.choice(list(cluster.nodes.values()))
        node.kill()
        crowd.goes_on()
        node.start()
        crowd.goes_on()
    check(cluster, crowd)


def test_no_number_comes_twice_or_is_lost_when_the_database_stops(tmp_path, publisher, database):
    cluster = nodes(tmp_path, publisher, database.server)
    try:
        crowd = begin(cluster)
        for _ in range(STOPS):
            crowd.goes_on()
            time.sleep(random.uniform(0, 0.5))
            database.stop_at_once()
            time.sleep(random.uniform(0, 1))
            database.start()
            crowd.goes_on()
        check(cluster, crowd)
    finally:
        cluster.end()


def test_a_ticket_is_known_at_every_node(cluster):
    """Also where no message has told of it."""
    one, two, three = cluster.nodes.values()
    crowd = begin(cluster)
    crowd.goes_on()
    crowd.end()
    clerk = crowd.token
    ask = lambda node, command: node.ask("/api/v1/queues/office/commands", clerk, "POST", body=command)
    called = ask(one, {"command": "next", "counter": "1"})["ticket"]["number"]
    assert ask(two, {"command": "recall", "counter": "1"})["ticket"]["number"] == called
    for node in (one, two, three):
        state = node.ask("/api/v1/queues/office", clerk)
        assert state["next"] == cluster.ask("SELECT next FROM queues WHERE name = 'office'")[0][0]
    ask(two, {"command": "setState", "state": "closed"})
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(f"{three.url}/dispense/token.json?queue=office", timeout=PATIENCE)
