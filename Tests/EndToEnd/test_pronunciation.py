"""Rules for what is said instead of the written text: in the sound of parts, in exports, and on a page that needs no script."""

import json
from urllib.parse import urlsplit

import pytest

from conftest import DESK, PHONE, Server
from listener import Listener
from patience import until
from test_reader_exports import made

RULES = "/api/v1/pronunciations"
TEXT = "The GIF is here, near New York. It costs 12km of string, as all of them do. That is the end of it."


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("pronunciation"), ())
    server.start()
    for name in ("ada", "ben"):
        server.add_person(name)
    yield server
    server.kill()


@pytest.fixture
def ada(house):
    person = Listener(house, "ada")
    for rule in rules(person):
        assert person.ask("DELETE", f"{RULES}/{rule['id']}")[0] == 204
    return person


def rules(person: Listener) -> list[dict]:
    return json.loads(person.ask("GET", RULES)[2])["pronunciations"]


def kept(person: Listener, kind: str, text: str, said: str, **more) -> dict:
    status, _, answer = person.ask("POST", RULES, json.dumps({"kind": kind, "text": text, "said": said} | more).encode())
    assert status == 201, answer
    return json.loads(answer)


def part(person: Listener, document: int) -> dict:
    found = json.loads(person.ask("GET", f"/api/v1/documents/{document}/parts/0")[2])
    assert len(found["times"]) == len(found["words"])
    assert found["times"] == sorted(found["times"])
    assert found["times"][-1] <= found["duration"]
    return found


def sound(person: Listener, found: dict) -> tuple[int, bytes]:
    status, _, body = person.ask("GET", found["sound"].removeprefix(person.server.url))
    return status, body


def test_a_rule_is_its_person_s_alone_and_bad_ones_say_why(house, ada):
    rule = kept(ada, "word", " GIF ", "jif", matchesCase=True)
    assert rules(ada) == [{"id": rule["id"], "kind": "word", "text": "GIF", "said": "jif", "matchesCase": True}]
    ben = Listener(house, "ben")
    assert rules(ben) == []
    assert ben.ask("PUT", f"{RULES}/{rule['id']}", b'{"kind": "word", "text": "x", "said": ""}')[0] == 404
    assert ben.ask("DELETE", f"{RULES}/{rule['id']}")[0] == 404
    for body, status in [
        ({"kind": "word", "text": "GIF", "said": "x"}, 409), ({"kind": "pattern", "text": "(x", "said": ""}, 422), ({"kind": "word", "text": "  ", "said": ""}, 422),
        ({"kind": "song", "text": "x", "said": ""}, 422), ({"kind": "word", "text": "x" * 101, "said": ""}, 422), ({"kind": "word", "text": "x"}, 422),
    ]:  # fmt: skip
        assert ada.ask("POST", RULES, json.dumps(body).encode())[0] == status, body
    status, _, answer = ada.ask("PUT", f"{RULES}/{rule['id']}", b'{"kind": "text", "text": "gif", "said": ""}')
    assert (status, json.loads(answer)) == (200, {"id": rule["id"], "kind": "text", "text": "gif", "said": "", "matchesCase": False})
    assert ada.ask("DELETE", f"{RULES}/{rule['id']}")[0] == 204
    assert rules(ada) == []


def test_what_is_said_changes_at_once_what_is_shown_never(house, ada):
    document = ada.ready(TEXT.encode(), "Rules.txt")["id"]
    before = part(ada, document)
    first = sound(ada, before)
    assert first[0] == 200
    assert part(ada, document)["sound"] == before["sound"]
    rule = kept(ada, "text", "New York", "the very large city beside the river")
    longer = part(ada, document)
    assert longer["words"] == before["words"]
    assert longer["duration"] > before["duration"] + 0.8
    # “New York.” is said as one: the second word has its share, and the words before and after are at their places.
    index = before["words"].index("New")
    assert longer["times"][: index + 1] == pytest.approx(before["times"][: index + 1], abs=0.15)
    assert longer["times"][index] < longer["times"][index + 1] < longer["times"][index + 2]
    assert longer["times"][index + 2] - longer["times"][index] > 1.2
    # The times that a client already has belong to the sound that isn't said any more.
    assert longer["sound"] != before["sound"]
    assert sound(ada, before)[0] == 404
    status, body = sound(ada, longer)
    assert status == 200
    assert body != first[1]
    # For some, nothing is said, by a pattern.
    kept(ada, "pattern", r"It costs.*do\.", "")
    shorter = part(ada, document)
    assert shorter["words"] == before["words"]
    assert shorter["duration"] < longer["duration"] - 2
    # A rule without a match changes nothing, and another person's rules are theirs.
    kept(Listener(house, "ben"), "word", "here", "there")
    kept(ada, "word", "nowhere", "x")
    assert part(ada, document)["sound"] == shorter["sound"]
    for one in rules(ada):
        assert ada.ask("DELETE", f"{RULES}/{one['id']}")[0] == 204
    assert part(ada, document)["sound"] == before["sound"]
    assert sound(ada, before) == first
    assert rule["said"] == "the very large city beside the river"


def test_a_document_of_which_nothing_is_said_plays_to_its_end(house, ada, open_page):
    document = ada.ready(b"Nothing of this. Or of that.", "Silent.txt")["id"]
    kept(ada, "pattern", ".+", "")
    found = part(ada, document)
    assert 0 < found["duration"] < 1
    assert sound(ada, found)[0] == 200
    page = open_page(f"{house.url}/reader/documents/{document}", DESK, session=ada.session)
    page.click("[data-play]")
    page.wait_for_function("() => document.querySelector('.reader-scrubber').value === '5' && document.querySelector('[data-play]').getAttribute('aria-label') === 'Play'")


def test_exports_say_the_same(house, ada):
    text = " ".join(f"Sentence number {number} has some words, as all of them do." for number in range(60))
    document = ada.ready(text.encode(), "Export.txt")["id"]
    whole = made(ada, document, "m4b")
    kept(ada, "pattern", r"number.*do", "x")
    # A file stays as it is until it is made again.
    assert made(ada, document, "m4b")["made"] == whole["made"]
    export = made(ada, document, "mp3")
    long, short = (sum(one["duration"] for one in each["chapters"]) for each in (whole, export))
    assert 20 < short < long * 0.6
    assert ada.ask("GET", urlsplit(export["file"]).path)[0] == 200


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_rules_are_made_tried_changed_and_removed_without_script(house, ada, open_page, console, viewport):
    console.expected.append("422 (Unprocessable Entity)")
    document = ada.ready(f"A GIF at {viewport}, and the rest of it.".encode(), "Page.txt")["id"]
    page = open_page(f"{house.url}/reader/documents/{document}", viewport, session=ada.session, java_script_enabled=False)
    page.click("#options > summary")
    page.click("a:has-text('Pronunciation')")
    assert page.inner_text(".detail-way") == "Page"
    assert "No rules yet." in page.inner_text("main")
    page.fill("#field-text", "GIF")
    page.fill("#field-said", "jif")
    page.click("button:has-text('Add rule')")
    assert page.inner_text(".reader-rules summary") == "GIF → jif"
    assert page.inner_text(".detail-way") == "Page"
    page.fill("#field-try", "The gif, and <b>New</b>.")
    page.click("button:has-text('Listen')")
    assert page.inner_text(".reader-said") == "Read aloud: The jif, and <b>New</b>."
    address = page.get_attribute(".reader-add audio", "src")
    status, headers, body = ada.ask("GET", address)
    assert (status, headers["Content-Type"]) == (200, "audio/mpeg")
    assert len(body) > 1000
    page.fill("#field-text", "gif")
    page.click("button:has-text('Add rule')")
    assert "You already have a rule for this." not in page.inner_text("main")
    page.select_option("#field-kind", "pattern")
    page.fill("#field-text", "(gif")
    page.click("button:has-text('Add rule')")
    assert "This isn’t a valid pattern." in page.inner_text("main")
    assert page.input_value("#field-text") == "(gif"
    assert [rule["text"] for rule in rules(ada)] == ["GIF", "gif"]
    page.click(".reader-rules summary >> nth=0")
    page.fill(".reader-rules details[open] [name=said]", "")
    page.click(".reader-rules details[open] button:has-text('Save')")
    assert page.inner_text(".reader-rules summary >> nth=0") == "GIF → nothing"
    page.click(".reader-rules summary >> nth=1")
    page.click(".reader-rules details[open] button:has-text('Remove')")
    assert page.locator(".reader-rules summary").count() == 1
    page.fill("#field-try", "gif")
    page.click("button:has-text('Listen')")
    assert page.inner_text(".reader-said") == "Nothing is read aloud."
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_a_page_that_has_old_times_asks_for_new_ones(house, ada, open_page):
    document = ada.ready(f"Old times. {TEXT}".encode(), "Old.txt")["id"]
    page = open_page(f"{house.url}/reader/documents/{document}", PHONE, session=ada.session)
    with page.expect_response(lambda answer: answer.url.endswith("/parts/0")):
        page.reload()
    kept(ada, "pattern", "GIF.*end", "sudden end")
    page.click("[data-play]")
    last = len(part(ada, document)["words"]) - 1
    page.wait_for_function("(last) => document.querySelector('.reader-scrubber').value === String(last)", arg=last)
    assert not page.is_visible("[data-problem]")
    until(lambda: house.query(f"SELECT position FROM documents WHERE id = {document}") == [(last,)], house.log)
