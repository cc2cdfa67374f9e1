"""Bookmarks in documents that are listened to: set at the spoken word, with a note, and used to continue from there."""

import json
import uuid

import pytest

from conftest import DESK, PHONE, Server, redrawn
from listener import Listener
from patience import until
from test_reader import TEXT


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("bookmarks"), ())
    server.start()
    for name in ("ada", "ben"):
        server.add_person(name)
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    return Listener(house, "ada")


def marks(person: Listener, document: int) -> list[dict]:
    status, _, answer = person.ask("GET", f"/api/v1/documents/{document}/bookmarks")
    assert status == 200, answer
    return json.loads(answer)["bookmarks"]


def fresh(text: str) -> bytes:
    """Each document has unique content, even if a test runs again."""
    return f"{text}\n\nKept as {uuid.uuid4().hex}.".encode()


def test_a_bookmark_has_its_sentence_and_a_note_and_is_its_person_s_alone(house, ada):
    document = ada.ready(fresh(TEXT), "Marks.txt")["id"]
    path = f"/api/v1/documents/{document}/bookmarks"
    status, _, answer = ada.ask("POST", path, b'{"word": 13, "note": " Look\\r\\nhere "}')
    mark = json.loads(answer)
    assert status == 201
    assert marks(ada, document) == [mark]
    assert (mark["before"], mark["text"], mark["after"]) == ("Sentence number ", "1", " has some words, as all of them do.")
    assert (mark["word"], mark["page"], mark["note"]) == (13, None, "Look\nhere")
    assert ada.ask("POST", path, b'{"word": 13, "note": "other"}')[::2] == (200, answer)
    status, _, answer = ada.ask("PUT", f"{path}/{mark['id']}", b'{"note": ""}')
    assert (status, json.loads(answer)) == (200, mark | {"note": ""})
    ben = Listener(house, "ben")
    assert [ben.ask(*asked)[0] for asked in [("GET", path), ("POST", path, b'{"word": 1}'), ("PUT", f"{path}/{mark['id']}", b'{"note": "x"}'), ("DELETE", f"{path}/{mark['id']}")]] == [404] * 4
    assert ben.ask("POST", f"/reader/documents/{document}/bookmarks/{mark['id']}", b"act=remove", "application/x-www-form-urlencoded")[0] == 404
    assert ada.ask("POST", path, b'{"word": -1}')[0] == 422
    assert ada.ask("POST", path, b"{}")[0] == 422
    assert marks(ada, document) == [mark | {"note": ""}]
    assert ada.ask("DELETE", f"{path}/{mark['id']}")[0] == 204
    assert ada.ask("DELETE", f"{path}/{mark['id']}")[0] == 404
    assert marks(ada, document) == []


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_spoken_word_is_marked_by_button_and_key_and_a_tap_plays_from_there(house, ada, open_page, viewport):
    document = ada.ready(fresh(f"At {viewport}. {TEXT}"), "Page.txt")["id"]
    page = open_page(f"{house.url}/reader/documents/{document}", viewport, session=ada.session)
    page.wait_for_selector(".is-spoken")
    assert "No bookmarks yet." in page.text_content("#bookmarks")
    page.locator("[data-part='0'] p > span").nth(30).click()
    page.click("[data-bookmark]")
    page.wait_for_selector("#bookmarks[open] [data-go='30']")
    assert page.inner_text("[data-kept]") == "Bookmark added."
    # By key, in another part, during playback.
    page.evaluate("() => { const range = document.querySelector('.reader-scrubber'); range.value = 1500; range.dispatchEvent(new Event('change', { bubbles: true })); }")
    page.wait_for_function("() => document.querySelector('.reader-scrubber').value === '1500' && document.querySelector('.is-spoken')")
    page.click("[data-play]")
    page.wait_for_function("() => !document.querySelector('document-player audio').paused && document.querySelector('document-player audio').currentTime > 0")
    page.keyboard.press("b")
    page.wait_for_function("() => document.querySelectorAll('[data-go]').length === 2")
    played = marks(ada, document)[1]["word"]
    assert 1500 <= played < 1600
    # A note, while the voice continues: the page doesn't scroll back to the text after a person has scrolled.
    page.mouse.wheel(0, 200)
    page.click(f"li:has([data-go='{played}']) summary")
    page.fill("li details[open] textarea", "Come back here, and <b>there</b>.")
    page.evaluate("() => { document.querySelector('document-player audio').dataset.same = 'yes'; }")
    page.click("li details[open] button:has-text('Save')")
    page.wait_for_selector(".reader-note:has-text('Come back here, and <b>there</b>.')")
    assert page.evaluate("() => document.querySelector('document-player audio').dataset.same") == "yes"
    # In a text field, the letter is just a letter.
    page.click(f"li:has([data-go='{played}']) summary")
    page.locator("li details[open] textarea").press("End")
    page.locator("li details[open] textarea").press("b")
    # Paused, a tap plays from there.
    page.click("[data-play]")
    page.wait_for_function("() => document.querySelector('document-player audio').paused")
    page.click("[data-go='30']")
    page.wait_for_function("""() => {
        const at = Number(document.querySelector(".reader-scrubber").value);
        return at >= 30 && at < 60 && !document.querySelector("document-player audio").paused && document.querySelector("[data-part='0'] .is-spoken");
    }""")
    page.click("[data-play]")
    assert len(marks(ada, document)) == 2
    # On another device, without script: shown, and removed.
    other = open_page(f"{house.url}/reader/documents/{document}", viewport, session=ada.session, java_script_enabled=False)
    assert "Come back here, and <b>there</b>." in other.inner_text("#bookmarks")
    other.click(f"[data-go='{played}']")
    assert other.locator(".reader-part").get_attribute("data-part") != "0"
    other.click("#bookmarks li:first-child button:has-text('Remove')")
    assert [mark["word"] for mark in marks(ada, document)] == [played]
    assert other.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.reload()
    page.wait_for_selector("#bookmarks[open]")
    page.click("#bookmarks li button:has-text('Remove')")
    page.wait_for_function("() => !document.querySelector('[data-go]')")
    assert marks(ada, document) == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def opened_at(page, word: int) -> None:
    page.wait_for_selector(".is-spoken")
    page.locator("[data-part='0'] p > span").nth(word).click()
    page.wait_for_function("(word) => document.querySelector('.reader-scrubber').value === String(word)", arg=word)
    redrawn(page)


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_new_bookmark_moves_neither_the_text_nor_the_player(house, ada, open_page, viewport):
    document = ada.ready(fresh(f"Still at {viewport}. {TEXT}"), "Still.txt")["id"]
    for word in (5, 9):
        assert ada.ask("POST", f"/api/v1/documents/{document}/bookmarks", json.dumps({"word": word}).encode())[0] == 201
    page = open_page(f"{house.url}/reader/documents/{document}", viewport, session=ada.session, reduced_motion="reduce")
    opened_at(page, 30)
    tops = "() => ['.is-spoken', '.reader-scrubber', '[data-play]'].map((one) => document.querySelector(one).getBoundingClientRect().top)"
    before = page.evaluate(tops)
    page.click("[data-bookmark]")
    page.wait_for_selector("#bookmarks [data-go='30']", state="attached")
    assert page.inner_text("[data-kept]") == "Bookmark added."
    redrawn(page)
    assert page.evaluate(tops) == pytest.approx(before, abs=1)


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_way_to_the_current_word_is_offered_only_while_it_is_out_of_view(house, ada, open_page, viewport):
    document = ada.ready(fresh(f"In view at {viewport}. {TEXT}"), "View.txt")["id"]
    page = open_page(f"{house.url}/reader/documents/{document}", viewport, session=ada.session, reduced_motion="reduce")
    opened_at(page, 30)
    page.evaluate("document.querySelector('#bookmarks > summary').focus({ preventScroll: true })")
    redrawn(page)
    assert not page.is_visible("[data-follow]")
    page.evaluate("() => { document.querySelector('.reader-ways-in').style.paddingBlockEnd = '3000px'; scrollTo(0, 0); }")
    page.wait_for_selector("[data-follow]:not([hidden])")
    page.evaluate("document.querySelector('.is-spoken').scrollIntoView({ block: 'center' })")
    page.wait_for_selector("[data-follow]", state="hidden")
    # The player covers the lowest lines.
    page.evaluate("document.querySelector('.is-spoken').scrollIntoView({ block: 'end' })")
    page.wait_for_selector("[data-follow]:not([hidden])")
    page.click("[data-follow]")
    page.wait_for_selector("[data-follow]", state="hidden")


def test_a_bookmark_that_cannot_be_set_is_told(house, ada, open_page, console):
    console.expected += ["409 (Conflict)", "503 (Service Unavailable)", "net::ERR_FAILED"]
    document = ada.ready(fresh(f"Full. {TEXT}"), "Full.txt")["id"]
    page = open_page(f"{house.url}/reader/documents/{document}", PHONE, session=ada.session)
    page.wait_for_selector(".is-spoken")
    for word in range(200):
        assert ada.ask("POST", f"/api/v1/documents/{document}/bookmarks", json.dumps({"word": word + 5}).encode())[0] == 201
    assert ada.ask("POST", f"/api/v1/documents/{document}/bookmarks", b'{"word": 900}')[0] == 409
    page.click("[data-bookmark]")
    page.wait_for_selector("[data-kept]:has-text('You’ve reached the limit of bookmarks.')")
    page.route("**/bookmarks", lambda route: route.fulfill(status=503))
    page.click("[data-bookmark]")
    page.wait_for_selector("[data-kept]:has-text('The bookmark can’t be saved.')")
    page.unroute("**/bookmarks")
    page.route("**/bookmarks", lambda route: route.abort())
    page.click("[data-bookmark]")
    page.wait_for_selector("[data-kept]:has-text('This needs a connection.')")
    page.unroute("**/bookmarks")
    assert ada.ask("DELETE", f"/api/v1/documents/{document}")[0] == 204
    until(lambda: house.query(f"SELECT count(*) FROM document_bookmarks WHERE document = {document}") == [(0,)], house.log)
