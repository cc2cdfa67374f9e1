"""Three nodes over one database, as their administrator sees them, and what a later version does to the tables while they work.

The later version is faked: what its step would add is added here. Nothing is asserted about time. `TIDINGS_DRILLS=whole` has 20 intervals.
"""

import os
import urllib.request

import pytest

from conftest import PATIENCE, json_lines, until
from nodes import Cluster, Publisher

pytestmark = pytest.mark.skipif("TIDINGS_TEST_DATABASE" not in os.environ, reason="Scripts/postgres names a server to the tests")

IS_WHOLE = os.environ.get("TIDINGS_DRILLS") == "whole"
HOSTS, DOCUMENTS, INTERVALS, LEASE = (20, 15, 20, 3) if IS_WHOLE else (3, 3, 3, 3)
NAMES = ["one", "two", "three"]


@pytest.fixture
def cluster(tmp_path):
    publisher = Publisher(HOSTS, DOCUMENTS)
    cluster = Cluster(tmp_path, publisher, NAMES, LEASE)
    yield cluster
    cluster.end()
    publisher.close()


def start(cluster: Cluster) -> None:
    cluster.begin()
    cluster.nodes["one"].start()
    cluster.wait()
    for name in NAMES[1:]:
        cluster.nodes[name].start()


def listed(node) -> dict[str, dict]:
    """The nodes by name, as a command in this one's folder lists them."""
    return {one["name"]: one for one in json_lines(node.run("nodes", "--json"))}


def has(node, name: str, fault: str) -> bool:
    return fault in listed(node).get(name, {}).get("faults", [])


def page(node) -> str:
    session = node.log_in("ada")
    request = urllib.request.Request(f"{node.url}/server/nodes", headers={"Cookie": f"{session['name']}={session['value']}"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return answer.read().decode()


def test_the_page_of_servers_names_each_with_its_work_and_its_faults(cluster):
    start(cluster)
    one, two, three = cluster.nodes.values()
    one.add_person("ada")
    until(lambda: set(listed(one)) == set(NAMES), cluster.explained)
    # One of them has each role.
    roles = lambda: [role for node in listed(one).values() for role in node["roles"]]
    until(lambda: {"upkeep", "alerts", "reminders"} <= set(roles()), cluster.explained)
    assert len(roles()) == len(set(roles()))
    # A server that has just started doesn't hear the others yet.
    until(lambda: not any(node["faults"] for node in listed(one).values()), cluster.explained)
    text = page(one)
    assert all(f">{name}</h2>" in text for name in NAMES), text

    # The shared files are mounted elsewhere.
    documents = two.data / "documents"
    shared = documents.readlink()
    documents.unlink()
    documents.mkdir(mode=0o700)
    until(lambda: has(one, "two", "files"), cluster.explained)
    assert "It can’t see the shared files of the other servers: documents." in page(three)
    documents.rmdir()
    documents.symlink_to(shared)
    until(lambda: not has(one, "two", "files"), cluster.explained)

    # It starts with another key, and then with theirs.
    two.stop()
    key = two.data / "links.key"
    kept = key.read_bytes()
    key.write_bytes(os.urandom(32))
    with pytest.raises(AssertionError, match="links.key"):
        two.start()
    two.kill()
    assert "its keys differ from those of the other servers: links.key." in page(one)
    key.write_bytes(kept)
    two.start()
    assert "its keys differ" not in page(one)


def test_nodes_go_on_with_tables_to_which_a_later_version_has_added_and_end_with_those_it_has_changed(cluster):
    start(cluster)
    # What was read only before the step, was stored with it, and is read after it.
    cluster.change(
        """
        ALTER TABLE feeds ADD COLUMN weather TEXT COLLATE "C" NOT NULL DEFAULT '';
        ALTER TABLE nodes ADD COLUMN weather BIGINT NOT NULL DEFAULT 0;
        CREATE TABLE weathers (feed BIGINT REFERENCES feeds (id) ON DELETE CASCADE);
        INSERT INTO migrations (name) VALUES ('adds weathers')
        """
    )
    tables = cluster.ask("SELECT tablename FROM pg_tables WHERE tablename LIKE 'board_part%' ORDER BY 1")
    for _ in range(INTERVALS):
        cluster.begin()
        cluster.wait()
    one, two, three = cluster.nodes.values()
    until(lambda: all(has(one, name, "outdated") for name in NAMES), cluster.explained)
    # A node can also start on such tables.
    three.restart()
    cluster.begin()
    cluster.wait()
    assert cluster.ask("SELECT count(*) FROM fetches WHERE outcome = 'failed'") == [(0,)], cluster.explained()
    assert cluster.ask("SELECT tablename FROM pg_tables WHERE tablename LIKE 'board_part%' ORDER BY 1") == tables

    cluster.change("INSERT INTO migrations (name) VALUES ('weathers are gone')")
    for node in (one, two, three):
        until(lambda node=node: node._process.poll() is not None, cluster.explained)
        assert "can’t use them" in node.log() and "weathers are gone" in node.log(), node.log()
        node.kill()
    with pytest.raises(AssertionError, match="A later version of Tidings has made the tables"):
        one.start()
