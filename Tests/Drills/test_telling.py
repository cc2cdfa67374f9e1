"""Three nodes over one database: what happens on one of them reaches the pages of all, once and in order, even if a node is killed.

Node one gives the numbers. Nothing is asserted about time. `TIDINGS_DRILLS=whole` has 2,000 pages a node and 20 kills.
"""

import json
import os
import resource
import urllib.request

import pytest

from conftest import PATIENCE, until
from followers import Followers
from nodes import Cluster, Publisher

pytestmark = pytest.mark.skipif("TIDINGS_TEST_DATABASE" not in os.environ, reason="Scripts/postgres names a server to the tests")

IS_WHOLE = os.environ.get("TIDINGS_DRILLS") == "whole"
PAGES, EVENTS, KILLS, LEASE = (2_000, 100, 20, 3) if IS_WHOLE else (20, 20, 2, 3)
NAMES = ["one", "two", "three"]


@pytest.fixture
def cluster(tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if IS_WHOLE:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    publisher = Publisher(1, 3)
    cluster = Cluster(tmp_path, publisher, NAMES, LEASE)
    for node in cluster.nodes.values():
        # All pages are at one address.
        node.settings = node.settings | {"TIDINGS_ADDRESS_LIMIT": "0", "TIDINGS_QUEUE_PORT": "off"}
    yield cluster
    cluster.end()
    publisher.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def opened():
    """Followers, closed at the end."""
    all: list[Followers] = []
    yield all
    for followers in all:
        followers.close()


def start(cluster: Cluster) -> None:
    cluster.begin()
    cluster.nodes["one"].start()
    cluster.wait()
    for name in NAMES[1:]:
        cluster.nodes[name].start()


def follow(opened: list[Followers], node, count: int = 1, last: str | None = None) -> Followers:
    followers = Followers(node.port, "/live/queue/main", count, last)
    opened.append(followers)
    return followers


def take(node, count: int = 1) -> int:
    """Takes numbers, and returns the last."""
    number = 0
    for _ in range(count):
        with urllib.request.urlopen(f"{node.url}/dispense/token.json", timeout=PATIENCE) as answer:
            number = json.load(answer)["number"]
    return number


def last_id(cluster: Cluster) -> str:
    rows = "SELECT epoch || '-' || e.version FROM queue_events e JOIN queues ON name = queue WHERE queue = 'main' ORDER BY e.version DESC LIMIT 1"
    return cluster.ask(rows)[0][0]


def version(id: str) -> int:
    return int(id.rpartition("-")[2])


def goes_without_a_gap(ids: list[str]) -> bool:
    return [version(id) for id in ids] == list(range(version(ids[0]), version(ids[0]) + len(ids)))


def test_an_event_of_one_node_reaches_the_pages_of_all(cluster, opened):
    start(cluster)
    pages = [follow(opened, node, PAGES) for node in cluster.nodes.values()]
    number = take(cluster.nodes["one"], EVENTS)
    last = last_id(cluster)
    followers = [follower for page in pages for follower in page.all]
    until(lambda: all(follower.ids[-1:] == [last] for follower in followers), cluster.explained)
    assert all(goes_without_a_gap(follower.ids) for follower in followers), cluster.explained()
    # The state, and then each number.
    assert {len(follower.ids) for follower in followers} == {EVENTS + 1}, cluster.explained()
    assert all(json.loads(follower.events[-1][2])["next"] == number + 1 for follower in followers)
    assert not any(follower.resets for follower in followers)


def test_a_page_whose_node_is_killed_goes_on_at_another_without_a_gap(cluster, opened):
    start(cluster)
    here, there = cluster.nodes["two"], cluster.nodes["three"]
    page = follow(opened, here)
    until(lambda: page.all[0].ids, cluster.explained)
    seen = list(page.all[0].ids)
    for _ in range(KILLS):
        take(cluster.nodes["one"], 5)
        here.kill()
        until(lambda page=page: not page.all[0].is_open, cluster.explained)
        seen += [id for id in page.all[0].ids if id not in seen]
        take(cluster.nodes["one"], 5)
        page = follow(opened, there, last=seen[-1])
        here.start()
        here, there = there, here
    last = last_id(cluster)
    until(lambda: last in seen + page.all[0].ids, cluster.explained)
    seen += [id for id in page.all[0].ids if id not in seen]
    assert goes_without_a_gap(seen), f"{seen}\n{cluster.explained()}"
    assert not any(follower.resets for followers in opened for follower in followers.all)


def test_nothing_is_missed_when_the_nodes_cannot_hear_each_other_for_a_while(cluster, opened):
    start(cluster)
    pages = [follow(opened, node) for node in cluster.nodes.values()]
    for _ in range(KILLS):
        # Also of those that have told something: their last statement is another.
        cluster.change(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND (query LIKE 'LISTEN %' OR query LIKE '%pg_notify%')"
        )
        take(cluster.nodes["one"], 3)
    last = last_id(cluster)
    followers = [page.all[0] for page in pages]
    until(lambda: all(follower.ids[-1:] == [last] for follower in followers), cluster.explained)
    assert all(goes_without_a_gap(follower.ids) for follower in followers), cluster.explained()


def test_settings_of_one_node_are_those_of_all(cluster):
    start(cluster)
    first, *others = cluster.nodes.values()
    for contact in ("ops@home.example", "https://home.example/contact"):
        # As its page writes them before the server restarts.
        assert first.stop() == 0
        (first.data / "settings.json").write_text(json.dumps({"user-agent-contact": contact}))
        first.start()
        for node in others:
            kept = node.data / "settings.json"
            until(lambda kept=kept, contact=contact: kept.exists() and json.loads(kept.read_text()) == {"user-agent-contact": contact}, cluster.explained)
    # A node that was away has them at its next start, even if it had others.
    late = others[0]
    late.kill()
    (late.data / "shared.json").unlink()
    (late.data / "settings.json").write_text("{}")
    late.start()
    until(lambda: json.loads((late.data / "settings.json").read_text()) == {"user-agent-contact": contact}, cluster.explained)


def test_a_fetch_of_one_node_changes_the_pages_of_boards_on_all(cluster, opened):
    start(cluster)
    first = cluster.nodes["one"]
    first.run("person", "add", "ada", "--without-password")
    token = first.run("person", "token", "ada", "--scopes", "read")
    for node in cluster.nodes.values():
        opened.append(Followers(node.port, "/live/boards/part-1", headers={"Authorization": f"Bearer {token}"}))

    def seen(followers: Followers) -> int:
        """The last change that the page knows."""
        lines = [json.loads(data) for _, _, data in followers.all[0].events]
        return max((line["change"] for line in lines if "change" in line), default=0)

    for _ in range(KILLS):
        cluster.begin()
        cluster.wait()
        last = cluster.ask("SELECT max(changes.id) FROM changes JOIN feeds ON feeds.id = feed WHERE board = 'part-1'")[0][0]
        until(lambda last=last: all(seen(followers) >= last for followers in opened), cluster.explained)
