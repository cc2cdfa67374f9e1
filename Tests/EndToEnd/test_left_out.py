"""Left-out parts of a document: by kind, and a passage at a time with one tap, in its sound, its export and its page; positions stay."""

import json

import pytest

from conftest import DESK, PHONE, Server
from listener import Listener
from patience import until
from test_reader_exports import made
from test_reader_kinds import book

TEXT = "The sea rises here (Miller and Jones, 1999). It has been measured [12], as https://example.com/tides tells. That is the end of it."
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("left-out"), ())
    server.start()
    for name in ("ada", "ben"):
        server.add_person(name)
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    return Listener(house, "ada")


def part(person: Listener, document: int) -> dict:
    found = json.loads(person.ask("GET", f"/api/v1/documents/{document}/parts/0")[2])
    assert len(found["times"]) == len(found["words"])
    assert found["times"] == sorted(found["times"])
    assert found["times"][-1] <= found["duration"]
    return found


def send(person: Listener, document: int, way: str, form: str) -> int:
    token = person.token(f"{person.session['name']}={person.session['value']}")
    return person.ask("POST", f"/reader/documents/{document}/{way}", f"form-token={token}&{form}".encode(), FORM)[0]


def test_kinds_are_left_out_of_what_is_said_and_words_keep_their_numbers(house, ada):
    document = ada.ready(TEXT.encode(), "Kinds.txt")["id"]
    before = part(ada, document)
    assert " ".join(before["words"]) == TEXT
    assert before["skipped"] == []
    assert [(one["kind"], one["word"], one["words"], one["read"]) for one in before["passages"]] == [
        ("citation", 4, 4, True), ("citation", 12, 1, True), ("address", 14, 1, True)
    ]  # fmt: skip
    status, _, answer = ada.ask("POST", f"/api/v1/documents/{document}/bookmarks", b'{"word": 15}')
    assert status == 201
    assert json.loads(answer)["text"] == "tells."
    assert send(ada, document, "leaving", "citation=on&address=on") == 200
    after = part(ada, document)
    assert ada.one(document)["leavesOut"] == ["address", "citation"]
    assert after["words"] == before["words"]
    assert after["sound"] != before["sound"]
    assert after["duration"] < before["duration"] - 3
    assert after["skipped"] == ["(Miller and Jones, 1999).", "[12],", "https://example.com/tides"]
    # They take no time.
    for one in after["passages"]:
        times = after["times"][one["word"] : one["word"] + one["words"] + 1]
        assert not one["read"], one
        assert len(set(times)) == 1, one
    assert json.loads(ada.ask("GET", f"/api/v1/documents/{document}/bookmarks")[2])["bookmarks"][0]["word"] == 15
    # One of them is read again, and left out again.
    assert send(ada, document, "passages", "read=12") == 200
    one = part(ada, document)
    assert one["skipped"] == [after["skipped"][0], after["skipped"][2]]
    assert one["times"][13] > one["times"][12]
    assert send(ada, document, "passages", "leave=12") == 200
    assert part(ada, document)["sound"] == after["sound"]
    # Everything is read again.
    assert send(ada, document, "leaving", "") == 200
    assert part(ada, document)["sound"] == before["sound"]


def test_what_is_left_out_is_for_its_person_to_choose(house, ada):
    document = ada.ready(f"{TEXT} Another.".encode(), "Whose.txt")["id"]
    ben = Listener(house, "ben")
    assert send(ben, document, "leaving", "citation=on") == 404
    assert send(ben, document, "passages", "read=4") == 404
    for form in ("", "read=", "read=x", "read=5", "read=99999", "read=-1"):
        assert send(ada, document, "passages", form) == 404, form
    assert ada.one(document)["leavesOut"] == ["apart", "footnote-mark", "note", "picture", "running"]
    assert part(ada, document)["skipped"] == []


def test_a_note_of_a_book_is_read_where_it_stands(ada):
    document = ada.ready(book(), "")["id"]
    before = part(ada, document)
    assert before["skipped"] == ["1", "A note."]
    assert [one["kind"] for one in before["passages"]] == ["footnote-mark", "note"]
    note = before["passages"][1]
    words = before["words"][note["word"] : note["word"] + note["words"]]
    assert words == ["A", "note."]
    assert note["word"] not in before["sentences"]
    assert send(ada, document, "passages", f"read={note['word']}") == 200
    after = part(ada, document)
    assert after["skipped"] == ["1"]
    assert note["word"] in after["sentences"]
    assert after["duration"] > before["duration"] + 0.3


def test_exports_leave_out_the_same(ada):
    text = " ".join(f"Sentence number {number} has some words (Miller and Jones, 1999; see Smith et al., 2004)." for number in range(40))
    document = ada.ready(text.encode(), "Export.txt")["id"]
    whole = made(ada, document, "m4b")
    assert send(ada, document, "leaving", "citation=on") == 200
    less = made(ada, document, "mp3")
    long, short = (sum(one["duration"] for one in each["chapters"]) for each in (whole, less))
    assert 20 < short < long * 0.6


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_tap_has_a_passage_read_and_leaves_it_out_again(house, ada, open_page, viewport):
    document = ada.ready(f"{TEXT} At {viewport}.".encode(), "Tap.txt")["id"]
    page = open_page(f"{house.url}/reader/documents/{document}", viewport, session=ada.session)
    page.wait_for_selector("[data-bar]:not([hidden])")
    assert page.locator(".reader-passage").count() == 0
    page.click("#options > summary")
    page.check("[name=citation]")
    page.click("form[action$=leaving] button")
    page.wait_for_selector(".reader-passage >> nth=1")
    assert page.locator(".reader-passage").all_inner_texts() == ["(Miller and Jones, 1999).", "[12],"]
    page.wait_for_selector("[data-bar]:not([hidden])")
    # A tap on a word after it plays from that word.
    page.click(".reader-text p > span:has-text('measured')")
    page.wait_for_function("() => document.querySelector('.reader-scrubber').value === '11'")
    page.evaluate("() => { window.same = true; }")
    page.click(".reader-passage:has-text('[12]')")
    page.wait_for_selector(".reader-passage[aria-pressed=true]:has-text('[12]')")
    until(lambda: part(ada, document)["skipped"] == ["(Miller and Jones, 1999)."], house.log)
    # On the same page, at the same word.
    assert page.evaluate("() => window.same && document.querySelector('.reader-scrubber').value") == "11"
    page.focus(".reader-passage[aria-pressed=true]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".reader-passage[aria-pressed=false]:has-text('[12]')")
    page.wait_for_function("() => document.activeElement.matches('.reader-passage')")
    until(lambda: len(part(ada, document)["skipped"]) == 2, house.log)
    # The playback skips what is left out.
    page.select_option("[data-speed]", "3")
    page.click("[data-play]")
    page.wait_for_function("() => Number(document.querySelector('.reader-scrubber').value) > 13")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_a_passage_is_read_without_script(house, ada, open_page):
    document = ada.ready(f"{TEXT} Without script.".encode(), "Plain.txt")["id"]
    assert send(ada, document, "leaving", "address=on") == 200
    page = open_page(f"{house.url}/reader/documents/{document}", DESK, session=ada.session, java_script_enabled=False)
    page.click(".reader-passage")
    page.wait_for_selector(".reader-passage[aria-pressed=true]")
    assert part(ada, document)["skipped"] == []
