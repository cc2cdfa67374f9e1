"""Paragraphs in other languages than their document's, read by voices of those languages."""

import json

import pytest

import natural
from conftest import DESK, PHONE, Server
from listener import Listener
from test_reader_exports import made

ENGLISH = "The house was built on a hill, and from its windows you could see the whole valley."
FRENCH = "La maison était bâtie sur une colline, et de ses fenêtres on voyait toute la vallée."
TEXT = f"{ENGLISH}\n\n{FRENCH}\n\n{ENGLISH}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("languages")
    natural.voice(folder / "voices", "Bell")
    natural.voice(folder / "voices", "Cloche", "damaged", language={"code": "de_DE", "name_english": "German"}, espeak={"voice": "de"})
    return folder


@pytest.fixture(scope="module")
def house(tmp_path_factory, folder):
    # Piper's voices have other sample rates than eSpeak NG's.
    settings = {"TIDINGS_PIPER": str(natural.environment(folder / "piper")), "TIDINGS_PIPER_VOICES": str(folder / "voices")}
    server = Server(tmp_path_factory.mktemp("reader"), (), settings)
    server.start()
    server.add_person("ada")
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    return Listener(house, "ada")


def part(person: Listener, document: int) -> dict:
    found = json.loads(person.ask("GET", f"/api/v1/documents/{document}/parts/0")[2])
    assert len(found["times"]) == len(found["words"])
    assert found["times"] == sorted(found["times"])
    assert found["times"][-1] < found["duration"]
    assert person.ask("GET", found["sound"].removeprefix(person.server.url))[0] == 200
    return found


def lasts(found: dict) -> list[float]:
    """The length of each sentence."""
    starts = [found["times"][word] for word in found["sentences"]] + [found["duration"]]
    return [end - start for start, end in zip(starts, starts[1:])]


def test_a_paragraph_in_another_language_is_read_by_a_voice_of_it(house, ada):
    document = ada.ready(TEXT.encode(), "Two.txt")
    assert (document["language"], document["followsLanguages"]) == ("en", True)
    mixed = part(ada, document["id"])
    assert mixed["voice"] == "piper/Bell"
    house.change("UPDATE documents SET follows_languages = 0 WHERE id = ?", document["id"])
    plain = part(ada, document["id"])
    assert plain["sound"] != mixed["sound"]
    assert plain["words"] == mixed["words"]
    # The stand-in takes 20 ms for a letter; the other engine takes its own time. English sentences last as long as before; the first word begins after a
    # pause of 20 ms.
    (first, french, last), (same, stand_in, end) = lasts(mixed), lasts(plain)
    assert abs(first - same) < 0.03
    assert abs(last - end) < 0.03
    assert abs(french - stand_in) > 0.5
    assert 3 < french < 12
    house.change("UPDATE documents SET follows_languages = 1 WHERE id = ?", document["id"])
    assert part(ada, document["id"])["sound"] == mixed["sound"]
    # The same in an export.
    long = sum(one["duration"] for one in made(ada, document["id"], "m4b")["chapters"])
    assert abs(long - mixed["duration"]) < 0.1


def test_a_voice_of_another_language_that_fails_leaves_the_paragraph_to_the_document_s(house, ada):
    german = "Das Haus stand auf einem Hügel, und aus seinen Fenstern sah man das ganze Tal."
    document = ada.ready(f"{ENGLISH}\n\n{german}\n\n{FRENCH}".encode(), "Fails.txt")["id"]
    found = part(ada, document)
    assert found["voice"] == "piper/Bell"
    assert made(ada, document, "mp3")["state"] == "ready"


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_it_is_switched_off_for_a_document(house, ada, open_page, viewport):
    document = ada.ready(f"{TEXT} So it is at {viewport}.".encode(), "Switch.txt")["id"]
    page = open_page(f"{house.url}/reader/documents/{document}", viewport, session=ada.session)
    languages = "() => [...document.querySelectorAll('.reader-part p')].map((one) => one.lang)"
    assert page.evaluate(languages) == ["", "fr", ""]
    page.click("#options > summary")
    assert page.is_checked("[name=languages]")
    page.uncheck("[name=languages]")
    page.click("details[open] button:has-text('Save')")
    page.wait_for_selector("document-player")
    page.click("#options > summary")
    assert not page.is_checked("[name=languages]")
    assert ada.one(document)["followsLanguages"] is False
    assert page.evaluate(languages) == ["", "fr", ""]
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
