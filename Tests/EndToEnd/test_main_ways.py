"""The links between the main pages: a row in the header, on a phone a bar at the bottom."""

import pytest

from conftest import DESK, OUT_OF_REACH, PHONE, WELL_KNOWN

WAYS = {"/": "Home", "/watches": "Watches", "/notices": "Notices"}
# By page: the marked link, and its mark.
MARKED = {
    "/": ("/", "page"), "/boards/visa": ("/", "true"), "/watches": ("/watches", "page"), "/watches/1": ("/watches", "true"),
    "/notices/channels": ("/notices", "true"), "/reader": ("/", "true"), "/media": ("/", "true"), "/new-board": ("/", "true"), "/boards": ("/", "true"),
    "/jobs": (None, None), "/account": (None, None),
}  # fmt: skip


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_the_main_pages_are_a_tap_away_on_every_page(furnished, open_page, viewport):
    page = open_page(furnished.url, viewport, session=furnished.log_in("ada"))
    for path, (way, mark) in MARKED.items():
        page.goto(furnished.url + path)
        links = page.locator(".main-ways a")
        assert [(link.get_attribute("href"), link.locator("span").first.inner_text()) for link in links.all()] == list(WAYS.items())
        assert all(link.is_visible() and link.bounding_box()["height"] >= 44 for link in links.all()), path
        marked = page.locator(".main-ways [aria-current]")
        assert [(one.get_attribute("href"), one.get_attribute("aria-current")) for one in marked.all()] == ([(way, mark)] if way else [])
    page.click(".account-menu summary")
    assert [link.get_attribute("href") for link in page.locator(".account-menu a").all()] == ["/notices/channels", "/jobs", "/account", "/people", "/server"]


# The first text that a person reads below the header, and its position.
FIRST = """() => {
    const isSeen = (node) => {
        const { width, height } = node.getBoundingClientRect();
        return width > 1 && height > 1 && node.checkVisibility({ visibilityProperty: true }) && [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
    };
    return [...document.querySelectorAll("main *")].find(isSeen).getBoundingClientRect().top;
}"""


@pytest.mark.parametrize("path", [
    f"/boards/visa?batch={WELL_KNOWN}", "/boards/contacts", "/watches", "/notices", "/notices/channels", "/reader", "/account", "/boards/visa/changes",
])  # fmt: skip
def test_on_a_phone_one_bar_has_the_title_and_the_page_begins_below_it(furnished, open_page, path):
    page = open_page(furnished.url + path, PHONE, session=furnished.log_in("ada"))
    heading = page.locator("main h1")
    title = page.locator(".page-header p.page-title")
    assert title.inner_text() == heading.text_content()
    assert page.locator("h1").count() == 1
    assert heading.bounding_box()["width"] <= 1, "the title is there once"
    bar = page.locator(".page-header").bounding_box()
    assert bar["y"] == 0
    assert bar["height"] <= 56
    assert title.bounding_box()["y"] < 40
    assert page.evaluate(FIRST) < 90
    assert page.locator(".brand").bounding_box()["width"] >= 24
    assert page.locator(".account-menu summary").is_visible()
    page.set_viewport_size(DESK)
    assert title.is_hidden()
    assert heading.bounding_box()["height"] > 30


def test_on_a_phone_the_bar_leads_from_a_record_back_to_its_board(furnished, open_page):
    page = open_page(f"{furnished.url}/boards/contacts/records/1", PHONE, session=furnished.log_in("ada"))
    assert page.locator("a.page-title").inner_text() == "Contacts"
    assert page.locator(".detail-way").is_hidden()
    assert page.locator("main h1:visible").first.bounding_box()["width"] > 40
    page.click("a.page-title")
    assert page.url == f"{furnished.url}/boards/contacts"
    page.set_viewport_size(DESK)
    page.goto(f"{furnished.url}/boards/contacts/records/1")
    assert page.locator("a.page-title").is_hidden()
    assert page.locator(".detail-way").is_visible()


def test_the_bar_of_a_phone_covers_neither_the_page_nor_a_sheet(furnished, open_page):
    page = open_page(f"{furnished.url}/boards/contacts", PHONE, session=furnished.log_in("ada"))
    bar = page.locator(".main-ways").bounding_box()
    assert bar["y"] + bar["height"] == PHONE["height"]
    assert bar["width"] == PHONE["width"]
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.locator(".page-footer").bounding_box()["y"] + page.locator(".page-footer").bounding_box()["height"] <= bar["y"]
    page.evaluate("scrollTo(0, 0)")
    page.click(".row a >> nth=0")
    page.wait_for_selector(".sheet[open]")
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.main-ways') === null", [200, bar["y"] + 20])


def test_without_room_for_a_bar_the_ways_are_in_the_header(furnished, open_page):
    page = open_page(furnished.url, {"width": 640, "height": 320}, session=furnished.log_in("ada"))
    assert page.locator(".main-ways").evaluate("(ways) => getComputedStyle(ways).position") == "static"


def test_a_stranger_has_the_boards_and_the_way_in(settled, open_page):
    page = open_page(f"{settled.url}/boards/visa?batch={WELL_KNOWN}", PHONE)
    assert [link.get_attribute("href") for link in page.locator(".page-header a").all()] == ["/", "/", "/login"]
    assert page.locator(".main-ways a").inner_text() == "Boards"
    assert page.locator(".way-in").is_visible()
    page.goto(f"{settled.url}/login")
    assert page.locator(".main-ways").count() == 0


@pytest.mark.parametrize("path", ["/queue/main/display", "/queue/main/kiosk"])
def test_a_screen_on_a_wall_has_no_ways(serve, open_page, console, path):
    console.expected.append("status of 40")
    server = serve()
    page = open_page(server.url + path, DESK)
    assert page.locator("main, body").count()
    assert page.locator(".main-ways a[href='/watches']").count() == 0


@pytest.mark.parametrize("language", ["de", "ar"])
def test_the_bar_fits_a_narrow_phone_without_a_script(furnished, open_page, language):
    page = open_page(f"{furnished.url}/?lang={language}", {"width": 320, "height": 640}, furnished.log_in("ada"), java_script_enabled=False)
    for link in page.locator(".main-ways a").all():
        label = link.locator("span").first
        assert link.bounding_box()["height"] >= 44
        assert link.bounding_box()["width"] >= 44
        assert label.bounding_box()["width"] <= link.bounding_box()["width"]
    page.locator(".main-ways a").nth(1).click()
    assert page.url.split("?")[0] == f"{furnished.url}/watches"


def test_the_header_counts_new_notices_until_they_are_seen(furnished, open_page):
    furnished.change("DELETE FROM notices_seen")
    page = open_page(furnished.url, PHONE, session=furnished.log_in("ada"))
    count = page.locator(".main-ways a[href='/notices'] [data-unread]")
    assert int(count.locator(".figures").inner_text()) > 0
    assert "new" in count.inner_text()
    with page.expect_response("**/notices/seen"):
        page.click(".main-ways a[href='/notices']")
    count.wait_for(state="detached")
    page.goto(furnished.url)
    assert count.count() == 0


def test_notices_that_the_server_did_not_hear_of_are_told_again_when_it_is_reached(furnished, open_page, console):
    console.expected += OUT_OF_REACH
    furnished.change("DELETE FROM notices_seen")
    page = open_page(furnished.url, PHONE, session=furnished.log_in("ada"))
    count = page.locator(".main-ways a[href='/notices'] [data-unread]")
    for address in ("**/notices/seen", "**/healthz"):
        page.route(address, lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/notices/seen")):
        page.click(".main-ways a[href='/notices']")
    page.wait_for_selector("offline-banner:not([hidden])")
    assert count.is_visible()
    assert furnished.query("SELECT count(*) FROM notices_seen") == [(0,)]
    page.unroute_all()
    page.evaluate("dispatchEvent(new Event('online'))")
    count.wait_for(state="detached")
    assert furnished.query("SELECT count(*) FROM notices_seen") == [(1,)]
