"""Reminders for programmes: sent once at the new time after a move, over a webhook; their page, their calendar, and their owners."""

import json
import urllib.error
import urllib.request

import pytest

from conftest import DESK, NARROW_PHONE, PHONE, until
from publisher import a_file
from test_accessibility import broken_rules
from test_guide_page import HOUR, listing

BOARD = "/boards/guide"


@pytest.fixture
def guide(serve, publisher, receiver):
    """A server whose guide `read` publishes, with a webhook of Ada's, who has reminders, and Bob."""
    publisher.answers("/guide.xml", edition(("One", -HOUR, HOUR, "Now")))
    server = serve(
        "--source", f"guide={publisher.url('/guide.xml')}", "--allow-hosts", publisher.host, "--allow-hosts-for-channels", receiver.host,
        settings={"TIDINGS_BOARDS": "guide", "TIDINGS_PUBLIC_BOARDS": "guide"},
    )  # fmt: skip
    server.add_person("ada")
    server.run("channel", "add", "webhook", receiver.url("/hook"), "--name", "hook")
    server.add_person("bob", "member")
    server.token = server.run("person", "token", "ada", "--scopes", "read", "watch")

    def titles() -> list[str]:
        return sorted(one["title"] for one in server.ask(f"/api/v1{BOARD}/records?limit=100", server.token)["records"])

    def read(*programmes: tuple) -> None:
        server.edition = getattr(server, "edition", 0) + 1
        # It begins in the past, so that it replaces everything in the future.
        covered = ("Edition", -HOUR, HOUR / 8, "Before"), ("Edition", 20 * HOUR, 21 * HOUR, f"Edition {server.edition}")
        publisher.answers("/guide.xml", a_file(listing(*programmes, *covered), etag=f'"{server.edition}"'))
        until(
            lambda: f"Edition {server.edition}" in titles(), server.log,
            meanwhile=lambda: server.ask("/api/v1/feeds/check", server.token, "POST"))  # fmt: skip

    def record(title: str) -> int:
        return {name: id for id, name in server.query("SELECT _id, title FROM board_guide")}[title]

    server.read, server.record = read, record
    return server


def edition(*programmes):
    return a_file(listing(*programmes), etag='"first"')


def add(server, **body) -> dict:
    request = urllib.request.Request(
        f"{server.url}/api/v1/reminders", json.dumps({"board": "guide", **body}).encode(),
        {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"})  # fmt: skip
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 201
        made = json.load(answer)
    # Made long ago, so the reminder that is due by then is sent at once, and not when the programme begins.
    server.change("UPDATE reminders SET created = created - 86400000 WHERE id = ?", made["id"])
    return made


def said(server) -> list[str]:
    return [one["text"] for one in reversed(server.ask("/api/v1/notices", server.token)["notices"])]


def test_a_programme_that_has_moved_is_told_once_at_its_new_time(guide, receiver):
    ferry = ("One", 5 * HOUR, 6 * HOUR, "Night Ferry")
    guide.read(ferry)
    made = add(guide, record=guide.record("Night Ferry"), minutes=60)
    assert made["rule"] == "programme"
    assert made["minutes"] == 60
    # At its old time it would be sent in four hours.
    guide.read(("One", HOUR / 2, 1.5 * HOUR, "Night Ferry"))
    assert receiver.wait_for(1), guide.log()
    path, notice = receiver.taken[0]
    assert path == "/hook"
    assert notice["title"].endswith(": Night Ferry")
    assert notice["board"] == "guide"
    assert any(line.startswith("Originally scheduled for") for line in notice["lines"])
    guide.restart()
    # Slightly earlier, which isn't news after the reminder was sent.
    guide.read(("One", HOUR / 2 - 60, 1.5 * HOUR, "Night Ferry"))
    # Another programme causes its own notice; a repeated one would have come before it.
    add(guide, rule="search", words="harb", minutes=60)
    guide.read(("One", HOUR / 2 - 120, 1.5 * HOUR, "Night Ferry"), ("Two", HOUR / 4, 2 * HOUR, "Harbour"))
    until(lambda: len(said(guide)) == 2, guide.log)
    until(lambda: guide.ask("/api/v1/reminders", guide.token)["reminders"][0]["next"][0]["told"], guide.log)
    assert [title.split(": ")[-1] for title in said(guide)] == ["Night Ferry", "Harbour"]
    # To a later time: the notice says that it has moved, and it is sent once more.
    guide.read(("One", 3 * HOUR, 4 * HOUR, "Night Ferry"))
    until(lambda: len(said(guide)) == 3, guide.log)
    assert "Night Ferry has moved to" in said(guide)[2]
    guide.read(("One", 0.9 * HOUR, 2 * HOUR, "Night Ferry"))
    until(lambda: len(said(guide)) == 4, guide.log)
    until(lambda: len(receiver.taken) == 4, guide.log)
    assert [notice["title"].split(": ")[-1] for _, notice in receiver.taken][3] == "Night Ferry"


def test_one_that_is_gone_from_the_guide_is_told_of_once(guide):
    guide.read(("One", 5 * HOUR, 6 * HOUR, "Night Ferry"))
    add(guide, record=guide.record("Night Ferry"))
    guide.read(("One", 5 * HOUR, 6 * HOUR, "Day Ferry"))
    until(lambda: said(guide), guide.log)
    guide.restart()
    guide.read(("One", 5 * HOUR, 6 * HOUR, "Another Ferry"))
    reminder = guide.ask("/api/v1/reminders", guide.token)["reminders"][0]
    assert reminder["isGone"]
    assert said(guide) == ["Night Ferry is no longer in the guide"]


def status(server, path: str, token: str | None = None, method: str = "GET", body: bytes | None = None) -> int:
    request = urllib.request.Request(server.url + path, method=method, data=body)
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_reminders_are_their_persons_alone(guide):
    guide.read(("One", 5 * HOUR, 6 * HOUR, "Night Ferry"))
    made = add(guide, record=guide.record("Night Ferry"))
    one = f"/api/v1/reminders/{made['id']}"
    bob = guide.run("person", "token", "bob", "--scopes", "read", "watch")
    reader = guide.run("person", "token", "ada", "--scopes", "read")
    assert [status(guide, one, bob), status(guide, one, bob, "DELETE"), status(guide, one)] == [404, 404, 401]
    wish = b'{"board": "guide", "rule": "search", "words": "ferry"}'
    assert [status(guide, "/api/v1/reminders", None, "POST", wish), status(guide, "/api/v1/reminders", reader, "POST", wish)] == [401, 403]
    assert status(guide, one, reader, "DELETE") == 403
    assert status(guide, one, reader) == 200
    assert status(guide, "/api/v1/reminders", guide.token, "POST", b'{"board": "guide", "record": 99999}') == 422
    assert status(guide, one, guide.token, "DELETE") == 204
    assert status(guide, one, guide.token) == 404


def test_a_calendar_is_read_by_who_has_its_address(guide):
    guide.read(("One", 5 * HOUR, 6 * HOUR, "Night Ferry; a film, in parts"))
    add(guide, record=guide.record("Night Ferry; a film, in parts"), minutes=15)
    path = guide.ask("/api/v1/reminders/calendar", guide.token, "POST")["url"].removeprefix(guide.url)

    def calendar() -> str:
        with urllib.request.urlopen(guide.url + path) as answer:
            assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
            return answer.read().decode()

    first = calendar()
    assert "\r\nSUMMARY:Night Ferry\\; a film\\, in parts\r\n" in first
    assert "\r\nTRIGGER:-PT15M\r\n" in first
    assert "\r\nSEQUENCE:0\r\n" in first
    guide.read(("One", 7 * HOUR, 8 * HOUR, "Night Ferry; a film, in parts"))
    until(lambda: "SEQUENCE:1\r\n" in calendar(), guide.log)

    def uid(text: str) -> str:
        return next(line for line in text.split("\r\n") if line.startswith("UID:"))

    assert uid(calendar()) == uid(first)
    guide.ask("/api/v1/reminders/calendar", guide.token, "POST")
    assert status(guide, path) == 404
    assert status(guide, "/reminders/none.ics") == 404


@pytest.mark.parametrize("viewport", [NARROW_PHONE, PHONE, DESK])
def test_a_programme_is_reminded_of_from_its_sheet(guide, open_page, viewport):
    guide.read(("One", -HOUR, HOUR, "On now"), ("One", 5 * HOUR, 6 * HOUR, "Night Ferry"))
    page = open_page(f"{guide.url}{BOARD}", viewport, session=guide.log_in("ada"))
    page.click("text=Night Ferry")
    page.wait_for_selector("dialog[open] .reminder-form")
    page.select_option("dialog [name=minutes]", "15")
    assert broken_rules(page, "the sheet") == []
    steps = page.evaluate("history.length")
    page.click("dialog button >> text=Remind me")
    # The sheet stays, over the page that it was opened on.
    page.wait_for_selector("dialog[open] .reminder-set >> text=Reminder: 15 min before")
    assert page.locator("dialog[open] output.toast").count() == 1
    assert page.evaluate("history.length") == steps
    # The choice also applies to the next one.
    page.click(".reminder-series summary")
    assert page.input_value("[name=minutes]") == "15"
    page.click("button >> text=On any channel")
    page.wait_for_selector(".reminder-set >> text=Every episode of Night Ferry")
    assert page.locator(".reminder-form").count() == 0
    # Both are among the watches, and on the home page.
    page.goto(f"{guide.url}/watches")
    assert page.locator(".watch-card .watch-board:has-text('Reminder')").count() == 2
    page.goto(guide.url)
    assert page.locator(".watched-value").all_inner_texts() == ["Night Ferry", "Night Ferry"]
    page.goto(f"{guide.url}{BOARD}")
    page.click(".chips >> text=Reminders")
    page.wait_for_selector(".reminders .guide-title >> text=Night Ferry")
    assert page.locator("h1").inner_text() == "Reminders"
    assert page.locator(".ledger-row").all_inner_texts()[0].startswith("Every episode of Night Ferry")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert broken_rules(page, "reminders") == []
    page.click("button >> text=Create a link")
    page.wait_for_selector(".notice code >> text=.ics")
    for _ in range(2):
        page.locator("button >> text=/^Remove$/").first.click()
        page.wait_for_url("**/reminders")
    page.wait_for_selector(".empty >> text=No reminders yet.")
    page.goto(f"{guide.url}{BOARD}/search?q=ferry")
    page.click("button >> text=Remind me of new matches")
    page.wait_for_selector(".reminder-set >> text=Search: ferry")


def test_reminders_work_without_scripts_and_not_for_strangers(guide, open_page, console):
    console.expected += ["status of 409"]
    guide.read(("One", -HOUR, HOUR, "On now"), ("One", 5 * HOUR, 6 * HOUR, "Night Ferry"))
    stranger = open_page(f"{guide.url}{BOARD}/records/{guide.record('Night Ferry')}")
    assert stranger.locator(".reminder-form").count() == 0
    stranger.goto(f"{guide.url}{BOARD}/reminders")
    assert "/login" in stranger.url
    page = open_page(f"{guide.url}{BOARD}/records/{guide.record('Night Ferry')}", session=guide.log_in("ada"), java_script_enabled=False)
    page.click("button >> text=Remind me")
    assert "Reminder: 5 min before" in page.inner_text(".reminder-set")
    page.click("button >> text=Remove reminder")
    assert page.locator(".reminder-set").count() == 0
    page.goto(f"{guide.url}{BOARD}/records/{guide.record('On now')}")
    assert page.locator("button >> text=Remind me").count() == 0
