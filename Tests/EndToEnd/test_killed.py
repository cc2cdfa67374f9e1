"""The server is ended with SIGKILL at random moments of fetching, matching and sending: no change is lost on its way to the person, none
is in two notices, no notice is sent twice, and no fetch is half stored. `TIDINGS_KILLS` is the number of kills (default 20).

The same for the sending process, as in a power failure: only then may a notice be sent twice, with the same id (Decision 24).

The publisher raises every price in each response, so that each change is unique: the changes in a person's notices must be an unbroken
chain from the first price to the last.
"""

import collections
import contextlib
import json
import os
import random
import re
import signal
import time
from pathlib import Path

import pytest

import databases
import prices
from conftest import CommandLine, Server, until
from receiver import Receiver

KILLS = int(os.environ.get("TIDINGS_KILLS", "20"))
STATIONS = "abcde"
PEOPLE = ("ada", "bob")


class Prices:
    """One more for every station in each response, in pieces that take a while."""

    def __init__(self, publisher):
        self.edition = 0
        self.is_frozen = False
        publisher.answers("/prices.json", self.answer)

    def answer(self, exchange):
        if not self.is_frozen:
            self.edition += 1
        body = json.dumps([{"station": station, "price": self.edition} for station in STATIONS]).encode()
        exchange.head(content_type="application/json", content_length=len(body))
        for start in range(0, len(body), 30):
            time.sleep(random.uniform(0, 0.02))
            exchange.body(body[start : start + 30])


@pytest.fixture
def receiver():
    receiver = Receiver(delay=0.06)
    yield receiver
    receiver.close()


@pytest.fixture
def house(tmp_path, publisher, receiver):
    """A server that isn't started yet, with a watch of all prices for each person."""
    prices.declare(tmp_path, publisher, receiver)
    cli = CommandLine(tmp_path)
    for person in PEOPLE:
        assert cli.with_data("person", "add", person, "--without-password").returncode == 0
        prices.watch(cli, receiver, person)
    server = Server(tmp_path, ())
    yield server
    server.kill()


def wait_until_not(server, sql: str) -> None:
    until(lambda: not server.query(sql)[0][0], lambda: f"{sql} stays true; {server.log()}")


def children(process: int) -> list[int]:
    """The processes that the server has started."""
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # A thread may end meanwhile.
            found += map(int, (task / "children").read_text().split())
    return found


@pytest.mark.parametrize("killed", ["the server", "everybody"])
def test_killed_at_random_moments(killed, house, publisher, receiver):
    published = Prices(publisher)
    house.start()
    wait_until_not(house, "SELECT count(*) = 0 FROM feeds WHERE last_success IS NOT NULL")
    house.kill()
    baseline = house.query("SELECT max(price) FROM board_prices")[0][0]

    for kill in range(KILLS):
        house.change("UPDATE feeds SET due = 0")
        asked = len(publisher.requests)
        house.start()
        assert publisher.wait_for_requests(asked + 1), house.log()
        time.sleep(random.uniform(0, 0.4))  # At any moment of the following steps.
        senders = children(house.process) if killed == "everybody" else []
        house.kill()
        for sender in senders:
            with contextlib.suppress(ProcessLookupError):
                os.kill(sender, signal.SIGKILL)
        stored = house.query("SELECT count(*), count(DISTINCT price), max(price) FROM board_prices")
        assert stored[0][:2] == (len(STATIONS), 1), f"after kill {kill} a fetch is half stored: {stored}"

    # Waiting notices are sent; the last prices stay as they are.
    published.is_frozen = True
    house.change("UPDATE feeds SET due = 0")
    house.start()
    wait_until_not(house, "SELECT count(*) FROM feeds WHERE due < 1000")
    wait_until_not(house, "SELECT count(*) FROM notices WHERE state = 'waiting'")
    assert house.stop() == 0
    if not databases.of(house.data):
        assert house.query("PRAGMA integrity_check") == [("ok",)]
    assert house.query("SELECT count(*) FROM notices WHERE state <> 'sent'") == [(0,)]
    last = house.query("SELECT max(price) FROM board_prices")[0][0]
    assert last == published.edition

    repeats = 0
    for person in PEOPLE:
        notices = [notice for path, notice in receiver.taken if path == f"/{person}"]
        by_id = collections.defaultdict(list)
        for notice in notices:
            by_id[notice["id"]].append(notice["lines"])
        repeats += len(notices) - len(by_id)
        steps = collections.defaultdict(list)
        for lines in by_id.values():
            assert all(repeat == lines[0] for repeat in lines), "a repeat says something else under the same id"
            for line in lines[0]:
                station, before, after = re.match(r"(\w): \S+ ([\d.]+) → ([\d.]+)", line).groups()
                steps[station].append((float(before), float(after)))
        for station in STATIONS:
            chain = sorted(steps[station])
            assert len(set(chain)) == len(chain), f"{person} was told of a change of {station} by two notices"
            assert chain[0][0] == baseline, f"{person} was not told of the first change of {station}"
            assert chain[-1][1] == last, f"{person} was not told of the last change of {station}"
            assert all(one[1] == next[0] for one, next in zip(chain, chain[1:])), f"{person} was not told of a change of {station}: {chain}"
        told = house.query(f"SELECT count(*) FROM notices, people WHERE people.id = person AND name = '{person}' AND channel IS NOT NULL")
        assert told == [(len(by_id),)]
    assert repeats == 0 or killed == "everybody"
    print(f"{killed}: {KILLS} kills, {last - baseline:.0f} editions, {len(receiver.taken)} notices taken, {repeats} of them repeats under the same id")
