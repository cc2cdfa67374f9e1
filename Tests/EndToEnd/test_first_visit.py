"""The first visit, from an empty folder to a notice on the phone: what the README promises, in one go."""

import json
import re

import pytest

from conftest import PHONE, WELL_KNOWN, until
from publisher import a_file
from push_service import PushService
from test_app import open_page, push_until_shown, pushing, shown, wait_for_worker  # noqa: F401
from test_people import PASSWORD, is_logged_in
from test_push import STAND_IN
from test_visa_page import FIRST_STATUS, ask, wait_for_text, wait_until_read
from test_watch_pages import publish


@pytest.fixture
def push_service(tmp_path):
    service = PushService(tmp_path)
    yield service
    service.close()


def test_from_an_empty_folder_to_a_notice_on_the_phone(serve, publisher, push_service, editions, open_page):
    publisher.answers("/list.pdf", a_file(editions[0], etag='"first"'))
    server = serve(
        "--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host, "--allow-hosts-for-channels", push_service.host,
        settings={"TIDINGS_PUBLIC_BOARDS": "visa", "TIDINGS_GATHER": "0", "TIDINGS_TRUST": f"127.0.0.1={push_service.authority}"},
    )  # fmt: skip

    # The first account, by the link that the server prints.
    page = open_page(re.search(r"Open (http://\S+/setup\?code=\S+)", server.log()).group(1), PHONE)
    page.fill("[name=name]", "Ada")
    page.fill("[name=password]", PASSWORD)
    page.click("main [type=submit]")
    page.wait_for_selector(".account-menu")
    assert is_logged_in(page, "Ada")
    push = pushing(page, server.url)

    # A number, from the home page.
    page.click(".tile a[href*='/boards/visa']")
    page.wait_for_selector("[data-needle]")
    ask(page, WELL_KNOWN)
    wait_for_text(page, "result", FIRST_STATUS)
    wait_until_read(page)

    # Watched with one tap; the page leads to a channel.
    page.click("text=Tell me when it changes")
    page.wait_for_selector("text=Watching. You’ll see changes here.")
    page.context.grant_permissions(["notifications"], origin=server.url)
    page.context.add_init_script(f"({STAND_IN})({json.dumps(push_service.subscription())})")
    page.click("main a[href*='/notices/channels']")
    page.click("push-device button:has-text('Get notices here')")
    page.wait_for_selector("push-device:has-text('You get notices on this device.')")
    push_service.key = page.evaluate("localStorage.getItem('held')")
    wait_for_worker(page)

    # Another edition, and the notice of it.
    publish(page, server, publisher, editions[1])
    assert push_service.wait_for(1), server.log()
    assert push_service.failures == []
    [message] = push_service.taken
    push_until_shown(page, push, json.dumps(message.notice | {"link": f"{server.url}/boards/visa?batch={WELL_KNOWN}"}))
    [notice] = shown(page)
    assert WELL_KNOWN in notice["title"], notice
    assert "Documents Requested" in notice["title"] + notice["body"], notice

    # The first page shows its value first, and it is visible without scrolling.
    page.goto(server.url)
    value = page.locator(".watched.is-new .watched-value")
    assert value.inner_text() == "Documents Requested"
    assert value.bounding_box()["y"] < page.viewport_size["height"] / 2

    # The notices page says the same.
    page.goto(f"{server.url}/notices")
    line = page.inner_text(".notice-line.is-unread")
    assert WELL_KNOWN in line
    assert "Documents Requested" in line


def test_in_a_demo_the_first_notice_comes_within_two_minutes_and_no_page_jumps(serve, open_page):
    server = serve("--demo", "--demo-rate", 4_000_000, settings={"TIDINGS_GATHER": "0"})
    server.publish_edition(0)
    server.wait_until_read("visa")
    page = open_page(re.search(r"Open (http://\S+/setup\?code=\S+)", server.log()).group(1), PHONE)
    page.fill("[name=name]", "Ada")
    page.fill("[name=password]", PASSWORD)
    page.click("main [type=submit]")
    page.wait_for_selector(".account-menu")
    page.click("main a[href*='/boards/visa']")
    ask(page, WELL_KNOWN)
    page.wait_for_selector(f"#lookup-result:has-text('{WELL_KNOWN}')")
    wait_until_read(page)

    # The result and the offer of notices are visible without scrolling; a tap changes nothing else.
    tell = page.locator("text=Tell me when it changes").first
    assert tell.bounding_box()["y"] + tell.bounding_box()["height"] <= PHONE["height"]
    address, top, scrolled = page.url, page.locator("#lookup-result").bounding_box()["y"], page.evaluate("scrollY")
    tell.click()
    page.wait_for_selector("output.toast:has-text('Watching. You’ll see changes here.')")
    page.wait_for_selector("text=Watching. You’ll see changes here.")
    assert page.url == address
    assert page.evaluate("scrollY") == scrolled
    assert abs(page.locator("#lookup-result").bounding_box()["y"] - top) <= 1

    # Two minutes later on the publisher's clock: one of its two editions changes this number.
    server.publish_edition(2)

    def check_now() -> None:
        page.goto(f"{server.url}/boards/visa")
        ask(page, WELL_KNOWN)
        wait_until_read(page)

    until(lambda: server.query("SELECT count(*) FROM notices") != [(0,)], server.log, meanwhile=check_now)
    page.goto(server.url)
    assert page.locator(".watched.is-new").bounding_box()["y"] < PHONE["height"] / 2
    page.goto(f"{server.url}/notices")
    assert WELL_KNOWN in page.inner_text(".notice-line.is-unread")
