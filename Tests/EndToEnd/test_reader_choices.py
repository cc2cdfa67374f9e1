"""Around playback: turning pages, and listening to voices before choosing one."""

import json

import pytest

from conftest import DESK, PHONE, Server
from listener import Listener
from test_reader import TEXT
from test_reader_player import AUDIO, DRAG, PLAYS, VALUE, a_part, opened
from test_speak import book


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("choices"), ())
    server.start()
    for name in ("ada", "ben"):
        server.add_person(name)
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    return Listener(house, "ada")


@pytest.fixture(scope="module")
def text(ada):
    return ada.ready(TEXT.encode(), "Book.txt")["id"]


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_pages_are_turned(ada, open_page, viewport):
    pages = ["The first page has these words on it.", "On the second page there are some others.", "And here at last is the third page."]
    document = ada.ready(book([(f"Page of {viewport['width']}", text) for text in pages]), f"Pages%20{viewport['width']}.pdf")["id"]
    starts = [page["word"] for page in a_part(ada, document, 0)["pages"]]
    assert len(starts) == 3
    page = opened(ada, open_page, document, viewport)
    seen = f"() => [{VALUE}, document.querySelector('[data-page]').textContent, document.querySelector('.is-spoken').textContent]"
    for act, word, number, text in [("1", starts[1], 2, "On"), ("1", starts[2], 3, "And"), ("1", starts[2], 3, "And"), ("-1", starts[1], 2, "On")]:
        page.click(f"[data-leaf='{act}']")
        page.wait_for_function(f"(wanted) => JSON.stringify(({seen})()) === wanted", arg=json.dumps([word, f"Page {number}", text], separators=(",", ":")))
    # Within a page, back first leads to its beginning.
    page.evaluate(DRAG, starts[1] + 5)
    page.click("[data-leaf='-1']")
    page.wait_for_function(f"() => {VALUE} === {starts[1]}")
    page.click("[data-leaf='-1']")
    page.wait_for_function(f"() => {VALUE} === 0")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_a_text_without_pages_has_none_to_turn(ada, text, open_page):
    assert opened(ada, open_page, text).locator("[data-leaf]").count() == 0


def test_a_document_begins_at_nothing_and_ends_at_all(ada, open_page):
    page = opened(ada, open_page, ada.ready(b"Only four words here.", "Short.txt")["id"])
    for word, share in [(0, "0%"), (3, "100%")]:
        page.evaluate(DRAG, word)
        page.wait_for_selector(f"[data-page]:text-is('{share}')")


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_voice_is_heard_before_it_is_chosen(house, ada, text, open_page, console, viewport):
    console.expected += ["503 (Service Unavailable)"]
    page = opened(ada, open_page, text, viewport)
    page.click("[data-play]")
    page.wait_for_function(f"() => {PLAYS}")
    page.click("#options > summary")
    page.select_option("select[name=voice]", "gmw/en-US")
    sample = "document.querySelector('voice-sample audio')"
    button = page.locator("voice-sample button")
    button.click()
    # The player stops for it.
    page.wait_for_function(f"() => !{sample}.paused && {sample}.currentTime > 0 && {AUDIO}.paused")
    assert button.inner_text() == "Stop"
    assert "voice=gmw%2Fen-US" in page.evaluate(f"() => {sample}.src")
    page.wait_for_function("() => document.querySelector('voice-sample button').textContent === 'Listen'")
    # It ends when the player starts, or another voice is chosen.
    button.click()
    page.wait_for_function(f"() => !{sample}.paused && {sample}.currentTime > 0")
    page.click("[data-play]")
    page.wait_for_function(f"() => {PLAYS} && {sample}.paused")
    assert button.inner_text() == "Listen"
    # This chooses nothing.
    assert ada.one(text)["voice"] is None
    page.route("**/sample?*", lambda route: route.fulfill(status=503))
    button.click()
    page.wait_for_selector("voice-sample [role=alert]:not([hidden]) >> text=This voice isn’t available right now.")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_a_sample_is_the_sentence_where_one_is_by_the_voice_that_is_named_and_theirs_alone(house, ada, text):
    path = f"/reader/documents/{text}/sample?voice="
    house.change("UPDATE documents SET position = 0 WHERE id = ?", text)
    status, headers, first = ada.ask("GET", path + "gmw/en")
    assert (status, headers["Content-Type"]) == (200, "audio/mpeg")
    assert first
    assert ada.ask("GET", path + "gmw/en", Range="bytes=0-1")[2] == first[:2]
    other = ada.ask("GET", path + "gmw/en-US")[2]
    house.change("UPDATE documents SET position = 1500 WHERE id = ?", text)
    later = ada.ask("GET", path + "gmw/en")[2]
    assert len({first, other, later}) == 3
    assert [ada.ask("GET", path + voice)[0] for voice in ("", "nobody", "mb/mb-us1")] == [404] * 3
    assert Listener(house, "ben").ask("GET", path + "gmw/en")[0] == 404
