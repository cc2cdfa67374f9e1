"""Petrol prices: the sample metro of a demo, and a source on its bad days."""

import contextlib
import http.client
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from conftest import json_lines, until
from publisher import a_file

SAMPLE = (Path(__file__).parents[2] / "Sources/Boards/Definitions/fuel/sample.xml").read_bytes()


def today_in_perth() -> str:
    return (datetime.now(UTC) + timedelta(hours=8)).date().isoformat()


def todays_records(server, path: str, token: str) -> list[dict]:
    def found() -> list[dict]:
        with contextlib.suppress(http.client.IncompleteRead):  # A reading may have ended meanwhile: a half-changed response is cut short.
            return [one for one in server.ask(path, token)["records"] if one["date"] == today_in_perth()]
        return []

    return until(found, server.log)


def test_a_demo_has_the_prices_of_today_and_of_weeks_before_and_of_whatever_is_chosen(serve):
    server = serve("--demo", settings={"TIDINGS_BOARDS_OFF": "guide,visa"})
    server.add_person("ada")
    token = server.run("person", "token", "ada", "--scopes", "read")
    records = todays_records(server, "/boards/fuel.json", token)
    assert len(records) == 400
    assert len({one["suburb"] for one in records}) == 65
    feed = f"http://127.0.0.1:{server.port}/demo/fuel.xml?Product=1&Day=today"
    changes = json_lines(server.run("changes", "fuel", "--url", feed, "--limit", 20_000, "--json"))
    assert len({change["seen"][:10] for change in changes}) >= 20
    diesel = todays_records(server, "/boards/fuel.json?set.product=4&set.suburb=Subiaco&set.surrounding=no", token)
    assert {one["suburb"] for one in diesel} == {"SUBIACO"}
    named = [line.split(": ")[1] for line in server.run("doctor").splitlines() if "feed: fuel" in line and " records, " in line]
    assert "fuel · Unleaded 91 · today" in named
    assert any(name.startswith("fuel · Diesel · ") and name.endswith(" · today") for name in named), named
    assert len(set(named)) == len(named), named


@pytest.mark.parametrize(
    "good, bad, said",
    [
        (b"<price>173.5</price>", b"<price>free</price>", "price"),
        (b"<price>173.5</price>", b"<price>173.5</price><price>99.9</price>", "price"),
        (b"<location>MARRI PARK</location>", b"", "suburb"),
        (b"</channel></rss>", b"", ""),
    ],
)
def test_one_bad_line_refuses_the_list_and_the_last_good_one_stays(cli, publisher, good, bad, said):
    url = publisher.url("/fuel.xml")
    publisher.answers("/fuel.xml", a_file(SAMPLE))
    done = cli.with_data("check", "fuel", "--url", url, "--json")
    assert done.returncode == 0, done.stderr
    assert len(json_lines(done.stdout)) == 7, done.stderr
    publisher.answers("/fuel.xml", a_file(SAMPLE.replace(good, bad)))
    failed = cli.with_data("check", "fuel", "--url", url)
    assert failed.returncode == 3
    assert said in failed.stderr
    assert len(json_lines(cli.with_data("records", "fuel", "--url", url, "--json").stdout)) == 7


def test_an_answer_without_prices_replaces_nothing(cli, publisher):
    url = publisher.url("/fuel.xml")
    publisher.answers("/fuel.xml", a_file(SAMPLE))
    assert cli.with_data("check", "fuel", "--url", url).returncode == 0
    empty = SAMPLE[: SAMPLE.index(b"<item>")] + b"</channel></rss>"
    publisher.answers("/fuel.xml", a_file(empty))
    assert cli.with_data("check", "fuel", "--url", url).returncode in (0, 1)
    assert len(json_lines(cli.with_data("records", "fuel", "--url", url, "--json").stdout)) == 7
