"""A board of the view `gauge` in a real browser: its number, its trend, and updates while the page is open."""

import json

import pytest

from conftest import DESK, NARROW_PHONE, PHONE, Server, until
from page_needs import assert_lacks_nothing
from publisher import a_file
from test_accessibility import broken_rules
from test_contacts_page import refresh_until

OFF = "visa=http://127.0.0.1:9/none.pdf", "contacts=http://127.0.0.1:9/none.xml"
BOARD = """\
title: { en: River levels, de: Pegelstände }
about: { en: How high the rivers stand., de: Wie hoch die Flüsse stehen. }
view: gauge
public: true
source: { url: '%s', every: 1h }
extract: { json: { rows: '$[*]' } }
fields:
  river: { type: text, key: true, label: River }
  level: { type: number, unit: cm, label: Level }
"""


def publish(publisher, levels: dict[str, float]) -> None:
    contents = json.dumps([{"river": river, "level": level} for river, level in levels.items()]).encode()

    publisher.answers("/rivers.json", a_file(contents, etag=f'"{levels}"'.replace("'", "")))


@pytest.fixture
def rivers(tmp_path, publisher):
    publish(publisher, {"Elbe": 1234.5})
    server = Server(tmp_path, (*[word for source in OFF for word in ("--source", source)], "--allow-hosts", publisher.host), {})
    folder = server.data / "boards" / "rivers"
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(BOARD % publisher.url("/rivers.json"))
    try:
        server.start()
        server.wait_until_read("rivers")
        yield server
    finally:
        server.kill()


def read_until(page, condition: str, *argument) -> None:
    refresh_until(page, lambda: page.evaluate(condition, *argument))


SHOWN = "(text) => document.querySelector('.gauge-value').textContent === text"


@pytest.mark.parametrize("viewport", [NARROW_PHONE, PHONE, DESK])
def test_the_number_is_large_and_fits(rivers, open_page, viewport):
    rivers.add_person("ada")
    page = open_page(f"{rivers.url}/boards/rivers", viewport, session=rivers.log_in("ada"))
    assert_lacks_nothing(page)
    assert page.locator(".gauge-value").inner_text() == "1,234.5\u00a0cm"
    assert page.locator(".gauge-value").evaluate("(value) => parseFloat(getComputedStyle(value).fontSize)") >= 48
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.locator(".chart").count() == 0, "nothing has moved yet"


def test_a_number_that_moves_comes_in_by_itself_with_its_chart(rivers, publisher, open_page):
    reader = open_page(f"{rivers.url}/boards/rivers", DESK)
    page = open_page(f"{rivers.url}/boards/rivers", PHONE)
    publish(publisher, {"Elbe": 1240, "Oder": 310})
    read_until(page, SHOWN, "1,240\u00a0cm")
    reader.wait_for_selector(".gauge >> nth=1")
    for one in (page, reader):
        assert one.locator(".gauge-value").all_inner_texts() == ["1,240\u00a0cm", "310\u00a0cm"]
        assert one.locator(".gauge-facts >> nth=0").inner_text() .startswith("+5.5\u00a0cm per hour · since ")
        # A script's "2 minutes ago" doesn't go with "since".
        assert one.locator(".gauge-facts relative-time").count() == 0
        assert one.locator(".gauge >> nth=0 >> .chart svg").is_visible()
        assert one.locator(".gauge >> nth=1 >> .chart").count() == 0
    assert broken_rules(reader, "gauge") == []
    reader.click("#" + reader.locator(".gauge-name a").first.get_attribute("id"))
    reader.wait_for_url("**/boards/rivers/records/*")


def test_what_is_opened_and_the_keyboard_stay_as_it_moves(rivers, publisher, open_page):
    page = open_page(f"{rivers.url}/boards/rivers", DESK)
    publish(publisher, {"Elbe": 1240})
    read_until(page, SHOWN, "1,240\u00a0cm")
    page.focus(".gauge-name a")
    publish(publisher, {"Elbe": 1250})

    def refresh() -> None:
        """Asks again as a person would; the keyboard focus isn't moved for it."""
        page.wait_for_selector("[data-refresh]:enabled")
        page.evaluate("() => document.querySelector('[data-refresh]').form.requestSubmit()")

    until(lambda: page.evaluate(SHOWN, "1,250\u00a0cm"), meanwhile=refresh)
    assert page.evaluate("document.activeElement.closest('.gauge-name') !== null")


def test_without_a_script_it_is_a_page_like_any_other(rivers, open_page):
    page = open_page(f"{rivers.url}/boards/rivers", PHONE, java_script_enabled=False)
    assert page.locator(".gauge-value").inner_text() == "1,234.5\u00a0cm"
    page.goto(rivers.url)
    assert "1,234.5" in page.locator(".tile", has_text="River levels").inner_text()


def test_a_board_without_a_number_is_told_what_it_lacks(tmp_path):
    server = Server(tmp_path, [word for source in OFF for word in ("--source", source)], {})
    folder = server.data / "boards" / "rivers"
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(BOARD.replace("level: { type: number, unit: cm,", "level: { type: text,") % "https://a.example/")
    try:
        server.start()
        assert "the view 'gauge' needs a field of the type number" in server.log()
    finally:
        server.kill()
