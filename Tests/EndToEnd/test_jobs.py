"""Jobs that take longer than a request: shown on their page, in the API and on the command line, and cancelled from each."""

import datetime
import json
import threading
import urllib.error

import pytest

from conftest import DESK, PHONE, Server, until
from publisher import a_file


@pytest.fixture
def slow(publisher, serve, editions):
    """A server whose source all but stops half-way until `go` is set."""
    go = threading.Event()
    edition = editions[0]

    def half(exchange):
        exchange.head(content_type="application/pdf", content_length=len(edition))
        exchange.halt(edition, len(edition) // 2, go)
        exchange.body(edition[exchange.sent :])

    publisher.answers("/list.pdf", half)
    server = serve("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host)
    server.add_person("ada")
    server.go = go
    yield server
    go.set()


def listed(server) -> list[dict]:
    return [json.loads(line) for line in server.run("jobs", "--json").splitlines()]


def state(server, number: int) -> str:
    return next(job["state"] for job in listed(server) if job["id"] == number)


def is_under_way(server) -> bool:
    return server.query("SELECT count(*) FROM jobs WHERE state = 'running' AND done > 0")[0][0] > 0


@pytest.mark.parametrize(("viewport", "scheme"), [(PHONE, "light"), (DESK, "dark")])
def test_a_reading_is_seen_with_its_progress_and_its_end_comes_in_by_itself(slow, open_page, viewport, scheme):
    page = open_page(f"{slow.url}/jobs", viewport, session=slow.log_in("ada"), color_scheme=scheme)
    page.wait_for_selector("[data-under-way] .watch-card:has-text('Reading the source')")
    page.wait_for_selector("[data-under-way] :text-matches(' of [0-9]')")
    assert page.get_attribute("[data-under-way] progress", "max")
    assert "Started by the server" in page.inner_text("[data-under-way]")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    slow.go.set()
    page.wait_for_selector("text=Nothing is running.")
    assert "Done" in page.inner_text(".fetch-log li:first-child")


def test_a_job_is_cancelled_on_its_page_and_asked_for_again(slow, open_page):
    page = open_page(f"{slow.url}/jobs", session=slow.log_in("ada"))
    page.click("[data-under-way] button:has-text('Cancel')")
    page.wait_for_selector(".fetch-log :text('Cancelled')")
    assert page.locator("[data-under-way]").count() == 0
    slow.go.set()
    page.click(".fetch-log button:has-text('Try again')")
    until(lambda: [job["state"] for job in listed(slow)] == ["done", "cancelled"], otherwise=lambda: listed(slow))
    page.wait_for_selector(".fetch-log li:first-child :text('Done')")
    assert page.locator("text=Try again").count() == 0


def test_the_command_line_lists_jobs_and_cancels_them(slow):
    until(lambda: is_under_way(slow))
    job = listed(slow)[0]
    assert job["kind"] == "reading"
    assert job["board"] == "visa"
    assert 0 < job["done"] < job["total"]
    assert f"{job['id']}\t" in slow.run("jobs")
    slow.run("jobs", "cancel", job["id"])
    until(lambda: state(slow, job["id"]) == "cancelled")
    with pytest.raises(AssertionError, match="hasn't ended"):
        slow.run("jobs", "cancel", job["id"])
    assert 'tidings_jobs_ended_total{kind="reading",outcome="cancelled"} 1' in slow.get("/metrics")[2]


def test_the_api_shows_people_their_own_jobs_and_cancels_them(slow):
    slow.add_person("ben", "member")
    ada, ben = (slow.run("person", "token", name, "--scopes", "read", "watch") for name in ("ada", "ben"))
    until(lambda: is_under_way(slow))
    job = slow.ask("/api/v1/jobs", ada)["jobs"][0]
    # The server began it by itself.
    assert slow.ask("/api/v1/jobs", ben)["jobs"] == []
    for path, method in ((f"/api/v1/jobs/{job['id']}", "GET"), (f"/api/v1/jobs/{job['id']}/cancel", "POST")):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            slow.ask(path, ben, method)
    assert slow.ask(f"/api/v1/jobs/{job['id']}/cancel", ada, "POST")["isCancelling"]
    until(lambda: slow.ask(f"/api/v1/jobs/{job['id']}", ada)["state"] == "cancelled")
    with pytest.raises(urllib.error.HTTPError, match="409"):
        slow.ask(f"/api/v1/jobs/{job['id']}/cancel", ada, "POST")


def test_a_job_that_a_killed_server_had_begun_says_so(slow):
    until(lambda: is_under_way(slow))
    first = listed(slow)[0]["id"]
    slow.kill()
    slow.start()
    assert state(slow, first) == "interrupted"


CHANNELS = """
title: Channels
view: guide
parameters: {{ channel: {{ choices: ['1', '2', '3'] }} }}
source: {{ url: '{root}/{{channel}}.dat', each: channel, every: 6h }}
extract: {{ radiotimes: {{}} }}
fields:
  channel: {{ type: text, key: true }}
  start: {{ type: timestamp, key: true }}
  stop: {{ type: timestamp }}
  title: {{ type: text, key: true }}
"""


@pytest.fixture
def channels(tmp_path, publisher):
    """A guide of three files, the last of which all but stops half-way until `go` is set."""
    go = threading.Event()
    day = datetime.date.today().strftime("%d/%m/%Y")
    listing = "\t\nIn accessing this XML feed, you agree.\r\n" + f"News~~~~~~{'false~' * 8}~~No Genre~~false~{day}~12:00~13:00~60\r\n"

    def half(exchange):
        exchange.head(content_type="text/plain", content_length=len(listing))
        exchange.halt(listing.encode(), 20, go)
        exchange.body(listing.encode()[exchange.sent :])

    for name, answer in (("1", a_file(listing.encode())), ("2", a_file(listing.encode())), ("3", half)):
        publisher.answers(f"/{name}.dat", answer)
    server = Server(tmp_path, ("--allow-hosts", publisher.host), {"TIDINGS_BOARDS": "channels"})
    folder = server.data / "boards" / "channels"
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(CHANNELS.format(root=publisher.url("")))
    server.start()
    server.add_person("ada")
    server.go, server.listing = go, listing.encode()
    yield server
    go.set()
    server.kill()


def series(server) -> list[dict]:
    return [job for job in listed(server) if job["kind"] == "readings"]


def read_again(server, token: str) -> None:
    # Unless the schedule does so at the moment.
    until(lambda: server.ask("/api/v1/boards/channels/refresh", token, "POST")["started"])


def test_several_sources_are_one_job_that_counts_them(channels, open_page):
    page = open_page(f"{channels.url}/jobs", session=channels.log_in("ada"))
    page.wait_for_selector("[data-under-way] .watch-card:has-text('Reading the sources') >> text=2 of 3")
    assert page.locator("[data-under-way] .watch-card:has-text('Channels')").count() == 1
    channels.go.set()
    until(lambda: [job["state"] for job in series(channels)] == ["done"])
    assert series(channels)[0]["done"] == series(channels)[0]["total"] == 3


def test_several_sources_are_cancelled_at_once_and_read_again(channels, publisher):
    until(lambda: any(job["done"] == 2 for job in series(channels)))
    job = series(channels)[0]["id"]
    channels.run("jobs", "cancel", job)
    until(lambda: state(channels, job) == "cancelled")
    channels.go.set()
    publisher.answers("/3.dat", lambda exchange: exchange.head("404 Not Found", content_length=0))
    token = channels.run("person", "token", "ada", "--scopes", "read", "watch")
    read_again(channels, token)
    until(lambda: series(channels)[0]["id"] > job and series(channels)[0]["state"] == "failed")
    assert " couldn’t be read: " in series(channels)[0]["failure"]
    failed = series(channels)[0]["id"]
    publisher.answers("/3.dat", a_file(channels.listing))
    read_again(channels, token)
    until(lambda: series(channels)[0]["id"] > failed and series(channels)[0]["state"] == "done")
