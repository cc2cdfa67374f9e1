"""Commands on another data folder than the usual one: only its settings count."""

import json
import os
import pwd

import pytest

from conftest import WELL_KNOWN, Server
from publisher import a_file, a_status


def keep(folder, **settings: str) -> None:
    """The settings that an administrator has saved on the page of that folder's server."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.json").write_text(json.dumps({name.replace("_", "-"): text for name, text in settings.items()}))


def test_commands_take_the_settings_of_the_folder_that_they_are_told(cli, publisher, small_list):
    publisher.answers("/list.pdf", a_file(small_list))
    keep(cli.data, source=f"visa={publisher.url()}", allow_hosts=publisher.host, boards="guide", geocoder_cache="known.csv")
    (cli.folder / "known.csv").write_text("address,lat,lon\n120 Hay Street,-31.95,115.82\n")
    keep(cli.folder / "tidings-data", source="visa=http://127.0.0.1:1/list.pdf", geocoder_cache="none.csv", public_url="nowhere")
    listed = {board["name"]: board for board in map(json.loads, cli.with_data("boards", "--json").stdout.splitlines())}
    assert listed["visa"]["url"] == publisher.url()
    assert listed["guide"]["enabled"]
    checked = cli.with_data("check", "visa", WELL_KNOWN)
    assert (checked.returncode, checked.stderr) == (0, "")
    found = cli.with_data("geocode", "120 Hay Street")
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("-31.95"), found.stderr
    assert cli.with_data("doctor").returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        ("boards",), ("call",), ("doctor",), ("geocode", "Nowhere", "--known"), ("places", "list"), ("places", "find", "Perth"),
        ("backup", "one.backup"), ("restore", "whole.backup", "--replace"), ("queue", "tickets"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_damaged_file_of_settings_elsewhere_is_nothing_to_a_command(cli, words):
    assert cli.with_data("person", "invite").returncode == 0
    assert cli.with_data("backup", "whole.backup").returncode == 0
    usual = cli.folder / "tidings-data"
    usual.mkdir()
    (usual / "settings.json").write_text("nonsense")
    done = cli.with_data(*words)
    assert "settings.json" not in done.stderr
    assert sorted(path.name for path in usual.iterdir()) == ["settings.json"]


def test_a_restore_mends_a_folder_whose_settings_are_damaged(cli):
    assert cli.with_data("person", "invite").returncode == 0
    assert cli.with_data("backup", "whole.backup").returncode == 0
    (cli.data / "settings.json").write_text("nonsense")
    assert cli.with_data("restore", "whole.backup", "--replace").returncode == 0
    assert not (cli.data / "settings.json").exists()


# These create a folder, or add to a folder that may not exist yet.
MAKING = {
    "serve", "check", "import", "restore", "watch add", "alert add", "channel add", "person add", "person invite", "places import",
    "board new",  # With --list.
    "board import",
    "geocode",  # Requests to a service are counted, so that there aren't too many.
}  # fmt: skip
# All others, with arguments that each accepts; those without a number name nothing stored.
MAKING_NONE = {
    "boards": "", "board check": "visa", "board export": "visa", "get": "file:none.pdf", "call": "", "text": "none.pdf", "speak": "none.txt", "discover": "none.html https://lists.example",
    "records": "visa", "changes": "visa", "watch list": "", "watch remove": "1", "watch preview": "visa", "watch test": "visa",
    "alert list": "", "alert remove": "1", "channel list": "", "channel remove": "1", "channel test": "1", "jobs list": "",
    "jobs cancel": "1", "nodes": "", "person list": "", "person password": "Ada", "person remove": "Ada", "person token": "Ada",
    "person login-link": "Ada", "demo visa": "--rows 1 -o list.pdf", "demo contacts": "-o people.xml", "doctor": "", "backup": "one.backup",
    "migrate": "--from tidings-data --to postgres://nobody@127.0.0.1:1/none",
    "export": "", "places list": "", "places remove": "none", "places near": "-31.95,115.86", "places find": "Perth",
    "places postcode": "6008", "queue take": "", "queue serve": "", "queue listen": "127.0.0.1:1", "queue tickets": "", "read-document": "",
}  # fmt: skip
# They read stored data; without any, they say where they looked.
SAYING_SO = {
    "records", "changes", "watch list", "watch preview", "alert list", "channel list", "jobs list", "nodes", "person list", "export", "queue take", "queue serve",
    "queue tickets",
}  # fmt: skip

# They need stored data too, and are no questions.
NEEDING_DATA = {
    "watch remove", "watch test", "alert remove", "channel remove", "channel test", "jobs cancel", "person password", "person remove", "person token",
    "person login-link", "backup",
}  # fmt: skip


def all_commands(cli) -> set[str]:
    def leaves(command: dict, path: tuple[str, ...]):
        below = [one for one in command.get("subcommands", []) if one["commandName"] != "help"]
        for one in below:
            yield from leaves(one, (*path, one["commandName"]))
        if not below:
            yield " ".join(path)

    return set(leaves(json.loads(cli.run("--experimental-dump-help").stdout)["command"], ()))


def test_only_commands_that_add_something_make_a_data_folder(cli):
    assert all_commands(cli) == MAKING | MAKING_NONE.keys(), "each command is in one of the two tables"
    usual = cli.folder / "tidings-data"
    for command, words in MAKING_NONE.items():
        done = cli.run(*command.split(), *words.split(), stdin=b"correct horse battery\n")
        assert not usual.exists(), f"{command} made {sorted(path.name for path in usual.iterdir())}"
        if command in SAYING_SO | NEEDING_DATA:
            assert (done.returncode, done.stdout) == (1, ""), (command, done)
            assert f"no data in {usual}" in done.stderr, (command, done)
        if command in {"migrate", "places remove"}:
            assert done.returncode == 1, (command, done)
    assert cli.run("geocode", "Nowhere", "--known").returncode == 1
    assert not usual.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files in the folder of somebody else")
def test_what_root_makes_in_the_folder_of_somebody_else_is_theirs(cli, publisher):
    owner = pwd.getpwnam("nobody")
    cli.data.mkdir()
    os.chown(cli.data, owner.pw_uid, owner.pw_gid)
    (cli.folder / "places.csv").write_text("name,lat,lon\nHere,1,2\n")
    assert cli.with_data("places", "import", "places.csv").returncode == 0
    assert cli.with_data("person", "invite").returncode == 0
    assert cli.with_data("channel", "test", 1).returncode == 1
    publisher.answers("/contacts", a_status(404))
    cli.with_data("call", "contacts.detail", "id=7", "--url", publisher.url("/contacts?id={id}"))
    found = {path.name: path.stat().st_uid for path in cli.data.iterdir()}
    assert {"places.gazetteer", "tidings.sqlite"} <= found.keys()
    assert set(found.values()) == {owner.pw_uid}, found


def test_commands_in_the_folder_of_a_server_read_what_it_was_given(cli, tmp_path, publisher, small_list):
    publisher.answers("/list.pdf", a_file(small_list))
    method = f"contacts.detail={publisher.url('/contact')}?key=hush&id={{id}}"
    server = Server(tmp_path, ("--source", f"visa={publisher.url()}", "--source", method, "--allow-hosts", publisher.host))
    server.start()
    try:
        server.wait_until_read("visa")
        assert len(cli.with_data("records", "visa", "--limit", 3).stdout.splitlines()) == 3
        for _ in range(2):
            listed = {board["name"]: board for board in map(json.loads, cli.with_data("boards", "--json").stdout.splitlines())}
            assert listed["visa"]["url"] == publisher.url()
            checked = cli.with_data("check", "visa", WELL_KNOWN)
            assert (checked.returncode, checked.stderr) == (0, "")
            # Stored data stays when the server has ended.
            server.stop()
        served = cli.data / "served.json"
        assert served.stat().st_mode & 0o077 == 0
        assert "hush" not in served.read_text()
        server.options = ()
        server.start()
        listed = {board["name"]: board for board in map(json.loads, cli.with_data("boards", "--json").stdout.splitlines())}
        assert listed["visa"]["url"] != publisher.url()
    finally:
        server.kill()


def test_commands_in_the_folder_of_a_demo_read_its_boards(cli, tmp_path):
    server = Server(tmp_path, ("--demo", "--demo-rate", 4_000_000))
    server.start()
    try:
        server.wait_until_read("contacts")
        assert len(cli.with_data("records", "contacts", "--limit", 2).stdout.splitlines()) == 2
        checked = cli.with_data("check", "contacts")
        assert (checked.returncode, checked.stderr) == (0, "")
        lines = cli.with_data("boards").stdout.splitlines()
        on = {line.split("\t")[0] for line in lines if not line.endswith("\toff")}
        assert {"contacts", "fuel", "guide", "visa"} <= on
    finally:
        server.kill()
