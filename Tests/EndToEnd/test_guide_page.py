"""A board of the view `guide` in a real browser: what is on now and next, and the change from one to the other."""

import datetime

import pytest

from conftest import DESK, NARROW_PHONE, PHONE, Server
from publisher import a_file
from test_accessibility import broken_rules

OFF = "visa=http://127.0.0.1:9/none.pdf", "contacts=http://127.0.0.1:9/none.xml"


def listing(*programmes: tuple[str, float, float, str]) -> bytes:
    """Programmes of channels, from and to so many seconds from now."""
    now = datetime.datetime.now(datetime.UTC).replace(microsecond=0)

    def stamp(seconds: float) -> str:
        return (now + datetime.timedelta(seconds=seconds)).strftime("%Y%m%d%H%M%S +0000")

    elements = (
        f'<programme start="{stamp(start)}" stop="{stamp(stop)}" channel="{channel}"><title>{title}</title><sub-title>An evening</sub-title></programme>'
        for channel, start, stop, title in programmes
    )
    return f'<?xml version="1.0"?><tv><channel id="Harbour One"><display-name>Harbour 1</display-name></channel>{"".join(elements)}</tv>'.encode()


@pytest.fixture
def guide(tmp_path, publisher):
    """A server whose guide is what the test publishes."""
    server = Server(
        tmp_path, (*[word for source in (*OFF, f"guide={publisher.url('/guide.xml')}") for word in ("--source", source)], "--allow-hosts", publisher.host),
        {"TIDINGS_PUBLIC_BOARDS": "guide", "TIDINGS_BOARDS": "guide,visa,contacts"},
    )  # fmt: skip

    def start(*programmes):
        publisher.answers("/guide.xml", a_file(listing(*programmes)))
        server.start()
        server.wait_until_read("guide")
        return server

    yield start
    server.kill()


HOUR = 3600
EVENING = [
    ("Harbour One", -2 * HOUR, -HOUR, "Over"), ("Harbour One", -HOUR, HOUR, "The Lighthouse Keeper"), ("Harbour One", HOUR, 2 * HOUR, "Night Ferry"),
    ("Harbour Two", HOUR, 3 * HOUR, "A Title That Is Much Longer Than a Phone Is Wide and Goes On"), ("قناة ١٠", -60, HOUR, "الأخبار"),
]  # fmt: skip


@pytest.mark.parametrize("viewport", [NARROW_PHONE, PHONE, DESK])
def test_each_channel_has_what_is_on_now_and_next(guide, open_page, viewport):
    page = open_page(f"{guide(*EVENING).url}/boards/guide", viewport)
    assert page.locator(".guide-name").all_inner_texts() == ["Harbour 1", "Harbour Two", "قناة ١٠"]
    assert page.locator(".guide-title").all_inner_texts() == ["The Lighthouse Keeper", "الأخبار"]
    assert page.locator(".guide-next a").first.inner_text() == "Night Ferry"
    assert page.locator(".guide-silence").count() == 1 and "Over" not in page.content()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert broken_rules(page, "guide") == []
    page.click("text=The Lighthouse Keeper")
    assert "An evening" in page.content()


def test_the_page_changes_by_itself_when_a_programme_ends(guide, open_page):
    server = guide(("One", -HOUR, 20, "Before"), ("One", 20, HOUR, "After"))
    page = open_page(f"{server.url}/boards/guide")
    page.wait_for_function("document.querySelector('.guide-title')?.textContent === 'After'")
    assert page.locator(".guide-next").count() == 0


def test_a_guide_that_has_ended_says_so(guide, open_page):
    page = open_page(f"{guide(('One', -3 * HOUR, -2 * HOUR, 'Over')).url}/boards/guide")
    assert "The guide says nothing about the next twelve hours." in page.inner_text(".empty")
