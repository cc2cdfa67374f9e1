"""Watches and channels from the command line."""

import json

import pytest

from conftest import WELL_KNOWN, database


def test_a_watch_is_tried_added_heard_of_and_removed(cli):
    here = ("--url", f"file:{cli.make_list()}")
    assert cli.with_data("check", "visa", WELL_KNOWN, *here).returncode == 0
    previewed = cli.with_data("watch", "preview", "visa", f"batch={WELL_KNOWN}", *here, "--json")
    assert previewed.returncode == 0
    assert json.loads(previewed.stdout)["batch"] == WELL_KNOWN
    assert cli.with_data("watch", "test", "visa", *here).returncode == 1

    added = cli.with_data("watch", "add", "visa", *here, "--digest", "daily", "--at", "18:30", "--quiet", "22:00-07:00", "--zone", "Europe/Berlin")
    assert added.returncode == 0, added.stderr
    assert added.stdout.startswith("1: "), added.stderr
    assert "Nothing is sent" in added.stderr, "a watch without a channel says so"
    listed = cli.with_data("watch", "list")
    assert "daily" in listed.stdout
    assert "quiet 22:00-07:00 Europe/Berlin" in listed.stdout

    cli.make_list(edition=1)
    assert cli.with_data("check", "visa", *here).returncode == 0
    told = cli.with_data("watch", "test", "visa", *here)
    assert told.returncode == 0
    assert len(told.stdout.splitlines()) == len(cli.stored_changes())
    objects = [json.loads(line) for line in cli.with_data("watch", "test", "visa", *here, "--json").stdout.splitlines()]
    changes = [json.loads(line) for line in cli.with_data("changes", "visa", *here, "--json").stdout.splitlines()]
    assert sorted(objects, key=str) == sorted(changes, key=str)
    with database(cli.data) as store:
        assert store.execute("SELECT count(*) FROM notices WHERE channel IS NULL").fetchall() == [(1,)]

    assert cli.with_data("watch", "remove", "1").returncode == 0
    assert cli.with_data("watch", "remove", "1").returncode == 1
    assert cli.with_data("watch", "list").returncode == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("nothing=1",), "nothing"),
        (("batch",), "FIELD=VALUE"),
        (('{"field": "batch", "less": "1"}',), "batch"),
        (("--digest", "weekly"), "at-once, hourly, daily"),
        (("--quiet", "night"), "22:00-07:00"),
        (("--quiet", "22:00-07:00", "--zone", "Mars/Olympus"), "Mars/Olympus"),
    ],
)
def test_what_cannot_be_watched_is_refused_with_the_reason(cli, words, reason):
    done = cli.with_data("watch", "add", "visa", *words)
    assert done.returncode == 2
    assert reason in done.stderr
    assert not cli.data.exists(), "what is wrong makes no folder"
    assert cli.with_data("watch", "list").returncode == 1


def test_what_an_address_is_made_of_is_set_and_its_token_read_from_a_file(cli, receiver, tmp_path):
    cli.settings = {"TIDINGS_ALLOW_HOSTS_FOR_CHANNELS": receiver.host}
    (tmp_path / "token").write_text("guess-me-not\nignored\n")
    words = ("channel", "add", "gotify", receiver.url("/gotify"))
    added = cli.with_data(*words, "--set", f"token=@{tmp_path}/token")
    assert added.stdout == "1: gotify\n", added.stderr
    assert cli.with_data("channel", "test", "1").stdout == "delivered\n"
    path, message = receiver.taken[0]
    assert path == "/gotify/message"
    assert message["title"] == "A test of “gotify”"
    listed = cli.with_data("channel", "list", "--json").stdout
    assert json.loads(listed)["kind"] == "gotify"
    assert "guess-me-not" not in listed
    for wrong, reason in (("token", "FIELD=VALUE"), ("colour=red", "server, token"), (f"token=@{tmp_path}/none", "can't be read")):
        refused = cli.with_data(*words, "--set", wrong)
        assert refused.returncode == 2
        assert reason in refused.stderr
    assert "'token' is missing" in cli.with_data(*words).stderr


def test_a_channel_is_added_tried_and_removed(cli, receiver):
    cli.settings = {"TIDINGS_ALLOW_HOSTS_FOR_CHANNELS": receiver.host}
    added = cli.with_data("channel", "add", "webhook", receiver.url("/hook"), "--name", "home")
    assert added.returncode == 0
    assert "1: home" in added.stdout
    assert "secret" in added.stdout
    assert cli.with_data("channel", "test", "1").stdout == "delivered\n"
    assert receiver.taken[0][1]["title"] == "A test of “home”"
    receiver.status = 410
    refused = cli.with_data("channel", "test", "1")
    assert refused.returncode == 3
    assert "no longer exists" in refused.stderr
    assert "gone" in cli.with_data("channel", "list").stdout
    assert cli.with_data("channel", "add", "email", "no address").returncode == 2
    assert cli.with_data("channel", "add", "push", "x").returncode == 2
    assert cli.with_data("channel", "remove", "1").returncode == 0
    assert cli.with_data("channel", "list").returncode == 1


@pytest.mark.parametrize("address", ["http://10.255.255.1/hook", "https://no-such-host.invalid/hook"])
def test_a_channel_to_a_host_that_cannot_be_reached_is_refused_when_it_is_added(cli, address):
    refused = cli.with_data("channel", "add", "webhook", address)
    assert refused.returncode == 2, refused.stderr
    assert "allow-hosts-for-channels" in refused.stderr, refused.stderr
    assert address.split("/")[2] in refused.stderr
    assert not cli.data.exists()


def test_without_a_server_what_a_check_has_found_is_sent_by_the_command(cli, receiver):
    here = ("--url", f"file:{cli.make_list()}")
    cli.settings |= {"TIDINGS_ALLOW_HOSTS_FOR_CHANNELS": receiver.host, "TIDINGS_GATHER": "0"}
    assert cli.with_data("check", "visa", *here).returncode == 0
    assert cli.with_data("channel", "add", "webhook", receiver.url("/ada")).returncode == 0
    added = cli.with_data("watch", "add", "visa", *here, "--to", "webhook")
    assert added.returncode == 0
    assert "Nothing is sent" not in added.stderr
    cli.make_list(edition=1)
    assert cli.with_data("check", "visa", *here).returncode == 0
    for _ in range(2):  # The second has nothing to do.
        done = cli.with_data("serve", "--only-deliver")
        assert done.returncode == 0, done.stderr
        assert [path for path, _ in receiver.taken] == ["/ada"]


def test_alerts_are_listed_as_the_api_has_them(cli):
    added = cli.with_data("alert", "add", "fuel", "--below", "149.9", "--near", "-31.95,115.86", "--within", "5", "--place", "Perth", "--to", "push")
    assert added.returncode == 0, added.stderr
    (alert,) = [json.loads(line) for line in cli.with_data("alert", "list", "--json").stdout.splitlines()]
    assert alert["board"] == "fuel"
    assert (alert["rule"], alert["amount"], alert["kilometres"], alert["isMuted"]) == ("below", 149.9, 5, False)
    assert alert["channels"] == ["push"]
    assert alert["quietHours"] is None
    assert alert["place"] == "Perth"
