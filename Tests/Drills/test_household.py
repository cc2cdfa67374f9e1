"""A household's folder moves into a database, three nodes use it for a day of intervals, and it moves back: only what was done in it differs.

A node is killed and started again meanwhile. `TIDINGS_DRILLS=whole` has 24 intervals.
"""

import itertools
import json
import os
from collections import defaultdict

import pytest

import databases
from conftest import CommandLine, Server, until
from nodes import KEYS, SETTINGS, Cluster, Publisher
from test_feeds_by_lease import stored_editions
from test_migrate import export, wait_until_free

pytestmark = pytest.mark.skipif("TIDINGS_TEST_DATABASE" not in os.environ, reason="Scripts/postgres names a server to the tests")

IS_WHOLE = os.environ.get("TIDINGS_DRILLS") == "whole"
HOSTS, DOCUMENTS, INTERVALS, LEASE = (6, 4, 24, 3) if IS_WHOLE else (3, 2, 3, 3)
# The tables that readings, what they tell, the servers' work, and a new account change.
USED = {
    "feeds", "feed_health", "changes", "fetches", "notices", "notice_changes", "jobs", "leases", "queues", "queue_events", "people", "audit",
}  # fmt: skip


def tables(exported: str) -> dict[str, list[dict]]:
    rows = defaultdict(list)
    for line in exported.splitlines():
        row = json.loads(line)
        rows[row.pop("table")].append(row)
    return rows


def test_a_household_is_moved_in_used_by_three_nodes_and_moved_out(tmp_path):
    publisher = Publisher(HOSTS, DOCUMENTS)
    cluster = Cluster(tmp_path, publisher, ["one", "two", "three"], LEASE)
    home, cli = Server(tmp_path, (), SETTINGS), CommandLine(tmp_path)
    databases.keep_in(home.data)
    publisher.declare(home.data)
    try:
        home.start()
        until(lambda: home.query("SELECT count(*) FROM fetches") == [(len(publisher.addresses),)], home.log)
        home.add_person("ada")
        home.run("watch", "add", "part-1", "--person", "ada")
        assert home.stop() == 0
        before = tables(export(cli))
        moved = cli.run("migrate", "--from", cli.data, "--to", cluster.address)
        assert moved.returncode == 0, moved.stderr
        (cluster.shared / "keys").mkdir(parents=True, exist_ok=True)
        for name in KEYS:
            (cluster.shared / "keys" / name).write_bytes((home.data / name).read_bytes())

        cluster.interval = 1
        for node in cluster.nodes.values():
            node.start()
        for number in range(INTERVALS):
            cluster.begin()
            if number == INTERVALS // 2:
                cluster.nodes["two"].kill_all()
                cluster.nodes["two"].start()
            cluster.wait()
        cluster.nodes["one"].add_person("bob")
        for node in cluster.nodes.values():
            assert node.stop() == 0, cluster.explained()
        editions = stored_editions(cluster)
        wait_until_free(cluster.address)

        used = export(cli)
        back = cli.run("migrate", "--from", cluster.address, "--to", cli.data)
        assert back.returncode == 0, back.stderr
        assert (cli.data / "tidings.sqlite").exists()
        after = export(cli)
        assert after == used
    finally:
        home.kill()
        cluster.end()
        publisher.close()

    after = tables(after)
    others = {name for name in {*before, *after} - USED if not name.startswith("board_")}
    assert {name for name in others if after[name] != before[name]} == set()
    # Rows that were there are there, in their former state where they have no later one.
    assert [row for row in after["changes"] if row in before["changes"]] == before["changes"]
    assert [row for row in after["fetches"] if row in before["fetches"]] == before["fetches"]
    assert [row for row in after["people"] if row in before["people"]] == before["people"]
    assert {row["name"] for row in after["people"]} == {"ada", "bob"}
    assert [(row["name"], row["next"]) for row in after["queues"]] == [(row["name"], row["next"]) for row in before["queues"]]
    # Each interval is stored once, with the newest answer last.
    assert set(editions) == set(publisher.addresses)
    for address, numbers in editions.items():
        assert len(numbers) == INTERVALS + 1, (address, numbers)
        assert all(former < later for former, later in itertools.pairwise(numbers)), (address, numbers)
    records = [row for name in after if name.startswith("board_") for row in after[name]]
    assert sorted(int(row["edition"]) for row in records) == sorted(numbers[-1] for numbers in editions.values())
