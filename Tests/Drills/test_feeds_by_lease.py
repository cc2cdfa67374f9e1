"""Three nodes over one database: each feed is requested and stored once per interval, even if nodes fail.

An interval begins when all feeds are made due at once. The publisher numbers its responses, so the stored data shows which response it came from.
Nothing is asserted about time. `TIDINGS_DRILLS=whole` has 300 feeds and 20 intervals.
"""

import itertools
import json
import os
import signal

import pytest

from conftest import until
from nodes import Cluster, Publisher

pytestmark = pytest.mark.skipif("TIDINGS_TEST_DATABASE" not in os.environ, reason="Scripts/postgres names a server to the tests")

IS_WHOLE = os.environ.get("TIDINGS_DRILLS") == "whole"
# More than a node fetches at once, so that there is work for others.
HOSTS, DOCUMENTS, QUIET, LEASE = (12, 25, 15, 5) if IS_WHOLE else (12, 4, 1, 3)


@pytest.fixture
def cluster(tmp_path):
    publisher = Publisher(HOSTS, DOCUMENTS)
    cluster = Cluster(tmp_path, publisher, ["one", "two", "three"], LEASE)
    yield cluster
    cluster.end()
    publisher.close()


def test_each_feed_is_stored_once_an_interval_whatever_becomes_of_a_node(cluster):
    publisher = cluster.publisher
    lost: set[str] = set()  # Addresses whose response went to a node that couldn't store it.

    def passes(lost_now: frozenset[str] | set[str] = frozenset()) -> None:
        """Waits for the end of the interval: each feed was requested once, and those with a lost response once more."""
        cluster.wait()
        counts = {address: publisher.asked[address] - before[address] for address in publisher.addresses}
        wrong = {address: count for address, count in counts.items() if not 1 <= count <= 1 + (address in lost_now)}
        assert not wrong, f"{wrong}\n{cluster.explained()}"

    def begin() -> None:
        before.update({address: publisher.asked[address] for address in publisher.addresses})
        cluster.begin()

    before: dict[str, int] = {}
    begin()
    # First readings are jobs, which nodes don't divide yet.
    cluster.nodes["one"].start()
    passes()
    for name in ("two", "three"):
        cluster.nodes[name].start()
    for _ in range(QUIET):
        begin()
        passes()

    # One is killed in the middle of a fetch, and starts again under its name.
    with publisher.silent():
        begin()
        node = cluster.busiest()
        orphans = cluster.held()[node.name]
        node.kill()
        orphans |= cluster.held().get(node.name, set())
    lost |= orphans
    passes(orphans)
    assert node.name not in cluster.held()
    node.start()

    # One is suspended until others have stored what it was fetching, and then continues where it was.
    with publisher.silent():
        begin()
        node = cluster.busiest()
        orphans = cluster.held()[node.name]
        node.signal(signal.SIGSTOP)
        orphans |= cluster.held().get(node.name, set())
    lost |= orphans
    passes(orphans)
    stored, seen = stored_editions(cluster), cluster.seen(node)
    node.signal(signal.SIGCONT)
    until(lambda: cluster.seen(node) > seen and node.name not in cluster.held(), cluster.explained)
    assert stored_editions(cluster) == stored, "what it had read was stored after all"
    begin()
    passes()

    # One ends in the middle: its leases are free at once.
    with publisher.silent():
        begin()
        node = cluster.busiest()
        assert node.stop() == 0
        # Others may be requesting some of them by now.
        orphans = {address for address in publisher.addresses if publisher.asked[address] > before[address]}
        assert node.name not in cluster.held()
        assert (node.name,) not in cluster.ask("SELECT name FROM nodes")
    lost |= orphans
    passes(orphans)

    # By the stored data: one response per interval, each once, in order, and only the lost ones are missing.
    editions = stored_editions(cluster)
    assert set(editions) == set(publisher.addresses)
    for address, numbers in editions.items():
        assert len(numbers) == cluster.interval, f"{address}: {numbers}\n{cluster.explained()}"
        assert all(former < later for former, later in itertools.pairwise(numbers)), f"{address}: {numbers}"
        missing = set(range(1, publisher.asked[address] + 1)) - set(numbers)
        assert not missing or address in lost, f"{address}: {numbers} of {publisher.asked[address]}"
        assert len(missing) <= 3, f"{address}: {numbers}"
    assert cluster.ask("SELECT count(*) FROM fetches WHERE outcome <> 'changed'") == [(0,)], cluster.explained()


def stored_editions(cluster: Cluster) -> dict[str, list[int]]:
    """For each feed: the numbers of the stored responses, in order. The first is before the first change."""
    rows = cluster.ask("SELECT url, before, after FROM changes JOIN feeds ON feeds.id = changes.feed ORDER BY changes.id")
    editions: dict[str, list[int]] = {}
    for url, former, later in rows:
        numbers = editions.setdefault(url, [edition(former)])
        assert numbers[-1] == edition(former), f"{url}: {numbers}, then {former} → {later}"
        numbers.append(edition(later))
    return editions


def edition(record: str) -> int:
    return int(float(json.loads(record)["edition"]))
