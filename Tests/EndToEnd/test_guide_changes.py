"""Changes of a guide: programmes that moved, are new, were dropped, or have another title."""

import datetime

import pytest

from conftest import DESK, NARROW_PHONE, PHONE
from publisher import a_file
from test_accessibility import broken_rules
from test_contacts_page import refresh_until
from test_guide_page import guide, in_zone, is_past_midnight  # noqa: F401

BEFORE = [
    ("One", 1, 2, "The Lighthouse Keeper"), ("One", 2, 3, "Night Ferry"), ("One", 3, 4, "Late News"), ("One", 4, 5, "Quiz"), ("Two", 1, 3, "Low Water & more"),
    ("Two", 3, 4, "Tides"),
]  # fmt: skip
AFTER = [
    ("One", 1, 1.5, "The Lighthouse Keeper"), ("One", 1.5, 2, "Harbour Report"), ("One", 2, 3, "Storm Special"), ("One", 3, 4, "Night Ferry"), ("One", 4, 5, "Quiz"),
    ("Two", 1, 3, "A Film Whose Title Is Longer Than a Phone Is Wide"), ("Two", 3, 4, "Tides"), ("Two", 30, 31, "What the guide grows by"),
]  # fmt: skip
CHANGES = [
    ("altered", "The Lighthouse Keeper"), ("replaced", AFTER[5][3]), ("new", "Harbour Report"), ("new", "Storm Special"), ("dropped", "Late News"),
    ("moved", "Night Ferry"),
]  # fmt: skip


@pytest.fixture
def changed(guide, open_page, publisher):
    """A guide that has been read twice. All times are relative to one moment."""
    start = datetime.datetime.now(datetime.UTC).replace(second=0, microsecond=0)

    def elements(programmes) -> str:
        def stamp(hours: float) -> str:
            return (start + datetime.timedelta(hours=hours)).strftime("%Y%m%d%H%M%S +0000")

        return "".join(
            f'<programme start="{stamp(begin)}" stop="{stamp(end)}" channel="{channel}"><title>{title.replace("&", "&amp;")}</title></programme>'
            for channel, begin, end, title in programmes)  # fmt: skip

    server = guide(channels=elements(BEFORE))
    server.empty = server.get("/boards/guide/changed")[2]
    publisher.answers("/guide.xml", a_file(f"<tv>{elements(AFTER)}</tv>".encode(), etag='"2"'))
    page = open_page(f"{server.url}/boards/guide")
    refresh_until(page, lambda: "Storm" in server.get("/boards/guide/search?q=storm")[2])
    page.close()
    return server


def titles(page) -> list[str]:
    return page.locator(".guide-day .guide-title").all_inner_texts()


@pytest.mark.parametrize("viewport", [NARROW_PHONE, PHONE, DESK])
def test_a_guide_says_what_has_changed_since_yesterday(changed, open_page, viewport):
    assert "No changes to upcoming programmes." in changed.empty
    page = in_zone(changed, open_page, "/boards/guide", viewport)
    page.click(".guide-ways >> text=Changes")
    page.wait_for_url("**/boards/guide/changed")
    # After midnight, the guide's yesterday isn't that of the calendar.
    assert is_past_midnight() or page.inner_text("h1") == "Changed since yesterday"
    assert titles(page) == [title for _, title in CHANGES]
    notes = page.locator(".guide-change").all_inner_texts()
    assert notes[0].startswith("Ends at ")
    assert " instead of " in notes[0]
    assert notes[1:5] == ["Instead of “Low Water & more”", "New in the guide", "New in the guide", "No longer in the guide"]
    assert notes[5].startswith("Originally scheduled for ")
    assert page.locator(".guide-title del").all_inner_texts() == ["Late News"]
    assert page.locator(".guide-title a").count() == 5
    assert broken_rules(page, "changed") == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.click(".guide-title >> text=Night Ferry")
    page.wait_for_selector("dialog[open] .programme-when")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.click("[aria-label=Since] a >> nth=0")
    page.wait_for_url("**since=*")
    assert titles(page) == [title for _, title in CHANGES]
    assert is_past_midnight() or page.locator("[aria-label=Since] [aria-current]").inner_text() == "Today"


def test_changes_are_those_of_chosen_channels_and_of_a_time(changed, open_page, console):
    console.expected += ["status of 400"]
    page = in_zone(changed, open_page, "/boards/guide/channels")
    page.click("[aria-label='One of my channels: Two']")
    page.goto(f"{changed.url}/boards/guide/changed")
    assert titles(page) == [AFTER[5][3]]
    told = page.request.get(f"{changed.url}/boards/guide/changed?channels=all", headers={"Accept": "application/json"}).json()
    assert [(one["kind"], one.get("programme", one.get("former"))["title"]) for one in told["changes"]] == CHANGES
    moved = told["changes"][-1]
    assert moved["channel"] == "One"
    assert moved["programme"]["start"] - moved["former"]["start"] == 3600 * 1000
    assert moved["seen"] > told["since"]
    page.click("[aria-label=Channels] >> text=All channels")
    page.wait_for_url("**channels=all")
    assert len(titles(page)) == len(CHANGES)
    page.goto(f"{changed.url}/boards/guide/channels")
    page.click("[aria-label='Hide One']")
    page.goto(f"{changed.url}/boards/guide/changed?channels=all")
    assert titles(page) == [AFTER[5][3]]
    later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=2)
    page.goto(f"{changed.url}/boards/guide/changed?since={later:%Y-%m-%d}")
    page.wait_for_selector(".empty >> text=No changes to upcoming programmes.")
    assert page.goto(f"{changed.url}/boards/guide/changed?since=never").status == 400
