"""Commands on another folder than the usual one: its settings count, and nothing of the usual one does."""

import json
import os
import pwd

import pytest

from conftest import WELL_KNOWN
from publisher import a_file, a_status


def keep(folder, **settings: str) -> None:
    """What an administrator has set on the page of the server on that folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.json").write_text(json.dumps({name.replace("_", "-"): text for name, text in settings.items()}))


def test_commands_take_the_settings_of_the_folder_that_they_are_told(cli, publisher, small_list):
    publisher.answers("/list.pdf", a_file(small_list))
    keep(cli.data, source=f"visa={publisher.url()}", allow_hosts=publisher.host, boards="guide", geocoder_cache="known.csv")
    (cli.folder / "known.csv").write_text("address,lat,lon\n120 Hay Street,-31.95,115.82\n")
    keep(cli.folder / "tidings-data", source="visa=http://127.0.0.1:1/list.pdf", geocoder_cache="none.csv", public_url="nowhere")
    listed = {board["name"]: board for board in map(json.loads, cli.with_data("boards", "--json").stdout.splitlines())}
    assert listed["visa"]["url"] == publisher.url() and listed["guide"]["enabled"]
    checked = cli.with_data("check", "visa", WELL_KNOWN)
    assert (checked.returncode, checked.stderr) == (0, "")
    found = cli.with_data("geocode", "120 Hay Street")
    assert found.returncode == 0 and found.stdout.startswith("-31.95"), found.stderr
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
    assert cli.with_data("jobs").returncode in (0, 1)
    assert cli.with_data("backup", "whole.backup").returncode == 0
    usual = cli.folder / "tidings-data"
    usual.mkdir()
    (usual / "settings.json").write_text("nonsense")
    done = cli.with_data(*words)
    assert "settings.json" not in done.stderr
    assert sorted(path.name for path in usual.iterdir()) == ["settings.json"]


def test_a_restore_mends_a_folder_whose_settings_are_damaged(cli):
    assert cli.with_data("jobs").returncode in (0, 1)
    assert cli.with_data("backup", "whole.backup").returncode == 0
    (cli.data / "settings.json").write_text("nonsense")
    assert cli.with_data("restore", "whole.backup", "--replace").returncode == 0
    assert not (cli.data / "settings.json").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files in the folder of somebody else")
def test_what_root_makes_in_the_folder_of_somebody_else_is_theirs(cli, publisher):
    owner = pwd.getpwnam("nobody")
    cli.data.mkdir()
    os.chown(cli.data, owner.pw_uid, owner.pw_gid)
    (cli.folder / "places.csv").write_text("name,lat,lon\nHere,1,2\n")
    assert cli.with_data("places", "import", "places.csv").returncode == 0
    assert cli.with_data("channel", "test", 1).returncode == 1
    publisher.answers("/contacts", a_status(404))
    cli.with_data("call", "contacts.detail", "id=7", "--url", publisher.url("/contacts?id={id}"))
    found = {path.name: path.stat().st_uid for path in cli.data.iterdir()}
    assert {"places.gazetteer", "tidings.sqlite"} <= found.keys()
    assert set(found.values()) == {owner.pw_uid}, found
