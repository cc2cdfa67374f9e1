"""Jobs that take longer than a request: seen on their page, in the API and on the command line, and cancelled from each."""

import json
import threading
import urllib.error

import pytest
from conftest import DESK, PHONE, until


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
    assert page.get_attribute("[data-under-way] progress", "max") and "Started by the server" in page.inner_text("[data-under-way]")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    slow.go.set()
    page.wait_for_selector("text=Nothing is running.")
    assert "Done" in page.inner_text(".fetch-log li:first-child")


def test_a_job_is_cancelled_on_its_page(slow, open_page):
    page = open_page(f"{slow.url}/jobs", session=slow.log_in("ada"))
    page.click("[data-under-way] button:has-text('Cancel')")
    page.wait_for_selector(".fetch-log :text('Cancelled')")
    assert page.locator("[data-under-way]").count() == 0


def test_the_command_line_lists_jobs_and_cancels_them(slow):
    until(lambda: is_under_way(slow))
    job = listed(slow)[0]
    assert job["kind"] == "reading" and job["board"] == "visa" and 0 < job["done"] < job["total"]
    assert f"{job['id']}: " in slow.run("jobs")
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
