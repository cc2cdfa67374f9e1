"""A data folder's store moves into PostgreSQL and back, by the command: the demo's, with people's changes. `TIDINGS_MOVES` is how often a
move in each direction is killed at a random moment (default 3)."""

import os
import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest

import databases
from conftest import CommandLine, Server, json_lines, until
from patience import PATIENCE

pytestmark = pytest.mark.skipif("TIDINGS_TEST_DATABASE" not in os.environ, reason="Scripts/postgres names a server to the tests")

MOVES = int(os.environ.get("TIDINGS_MOVES", "3"))


def wait_until_free(address: str) -> None:
    """The server ends the session of a killed process when it notices."""
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    until(lambda: databases.psql(address, others).strip() == "0", databases.log)


def is_empty(address: str) -> bool:
    return databases.psql(address, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").strip() == "0"


@pytest.fixture(scope="module")
def used(tmp_path_factory) -> Path:
    """The demo's folder, with a person, a watch of theirs, and a number of the queue."""
    server = Server(tmp_path_factory.mktemp("used"), ("--demo",))
    databases.keep_in(server.data)
    server.start()
    try:
        server.wait_until_read()
        server.add_person("ada")
        server.run("watch", "add", "visa", "--person", "ada")
    finally:
        server.stop()
    return server.data


@pytest.fixture
def moved(tmp_path, used):
    """A command line on a copy of that folder."""
    cli = CommandLine(tmp_path)
    databases.keep_in(cli.data)
    shutil.copytree(used, cli.data)
    return cli


def export(cli: CommandLine) -> str:
    done = cli.with_data("export")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_demos_folder_there_and_back_is_the_same(moved):
    before, address = export(moved), databases.new()
    looked = moved.run("migrate", "--from", moved.data, "--to", address, "--check", "--json")
    assert looked.returncode == 0, looked.stderr
    (said,) = json_lines(looked.stdout)
    assert not said["moved"]
    assert said["hindrances"] == []
    assert said["aside"] is None
    assert {"feeds", "board_visa", "people", "watches"} <= {table["name"] for table in said["tables"]}
    assert is_empty(address)
    assert export(moved) == before

    there = moved.run("migrate", "--from", moved.data, "--to", address)
    assert there.returncode == 0, there.stderr
    assert "compared with what they were" in there.stdout, there.stderr
    assert not (moved.data / "tidings.sqlite").exists()
    assert len(list(moved.data.glob("tidings.sqlite.before-*"))) == 1
    assert export(moved) == before
    again = moved.run("migrate", "--from", moved.data, "--to", databases.new())
    assert again.returncode == 2
    assert again.stderr.count("\n") == 1
    assert "already" in again.stderr

    # A server that is given the database continues there.
    server = Server(moved.folder, ("--demo",))
    server.settings |= moved.settings | {"TIDINGS_DATABASE": address}
    server.data = moved.data
    server.start()
    try:
        running = moved.run("migrate", "--from", address, "--to", moved.data)
        assert running.returncode == 2
        assert "a server is running" in running.stderr
        server.add_person("bob")
    finally:
        server.stop()
    wait_until_free(address)
    used = export(moved)
    assert '"bob"' in used
    back = moved.run("migrate", "--from", address, "--to", moved.data)
    assert back.returncode == 0, back.stderr
    assert (moved.data / "tidings.sqlite").exists()
    assert not (moved.data / "database").exists()
    assert export(moved) == used


@pytest.mark.parametrize("is_back", [False, True], ids=["there", "back"])
def test_a_move_that_is_killed_leaves_one_whole_store(moved, is_back):
    before = export(moved)
    begun, address = time.monotonic(), databases.new()
    words = ["migrate", "--from", moved.data, "--to", address]
    assert moved.run(*words).returncode == 0
    whole = time.monotonic() - begun
    saved = moved.folder / "saved"
    if is_back:
        shutil.copytree(moved.data, saved)
    else:
        assert moved.run("migrate", "--from", address, "--to", moved.data).returncode == 0
        for file in moved.data.glob("tidings.sqlite.before-*"):
            file.unlink()
        shutil.copytree(moved.data, saved)
    for _ in range(MOVES):
        shutil.rmtree(moved.data)
        shutil.copytree(saved, moved.data)
        if not is_back:
            address = databases.new()
            words = ["migrate", "--from", moved.data, "--to", address]
        else:
            words = ["migrate", "--from", address, "--to", moved.data]
        process = moved.start(*words)
        try:
            process.wait(random.uniform(0, whole))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(PATIENCE)
        process.stdout.close()
        process.stderr.close()
        wait_until_free(address)
        assert export(moved) == before, "what is in use is whole"
        is_done = (moved.data / "database").exists() != is_back
        if not is_done:
            # The other side is empty, or already complete.
            again = moved.run(*words)
            assert again.returncode == 0, again.stderr
            assert export(moved) == before
        assert not list(moved.data.glob("*.moving"))


def test_what_cannot_be_moved_is_said_in_a_sentence(moved):
    address = databases.new()
    for words, reason, code in [
        (("--from", moved.data, "--to", moved.folder / "other"), "name a data folder and a database", 2),
        (("--from", address, "--to", address), "name a data folder and a database", 2),
        (("--from", moved.folder / "none", "--to", address), "there is no store in", 1),
        (("--from", address, "--to", moved.folder / "other"), "no store of Tidings", 2),
        (("--from", address, "--to", moved.data), "has a store of its own", 2),
    ]:
        refused = moved.run("migrate", *words)
        assert refused.returncode == code, refused.stderr
        assert reason in refused.stderr, refused.stderr
    databases.psql(address, "CREATE TABLE theirs (id BIGINT)")
    for option in ([], ["--check"]):
        refused = moved.run("migrate", "--from", moved.data, "--to", address, *option)
        assert refused.returncode in (1, 2)
        assert "has tables that aren’t Tidings’" in refused.stderr
    assert (moved.data / "tidings.sqlite").exists()
    assert "secret" not in moved.run("migrate", "--from", moved.data, "--to", "postgres://ada:secret@127.0.0.1:1/none").stderr


def test_a_backup_has_the_keys_and_says_how_to_copy_the_database(moved):
    address = databases.new()
    assert moved.run("migrate", "--from", moved.data, "--to", address).returncode == 0
    file = moved.folder / "one.backup"
    made = moved.with_data("backup", file)
    assert made.returncode == 0
    assert f"pg_dump --format=custom --file=tidings.dump '{address}'" in made.stderr
    before, key = export(moved), (moved.data / "channels.key").read_bytes()
    shutil.rmtree(moved.data)
    restored = moved.with_data("restore", file)
    assert restored.returncode == 0
    assert "pg_restore" in restored.stderr
    assert (moved.data / "channels.key").read_bytes() == key
    assert not (moved.data / "tidings.sqlite").exists()
    assert export(moved) == before
