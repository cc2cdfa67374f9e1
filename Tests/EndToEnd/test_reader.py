"""Documents that are listened to: added by picker, drop or paste, shown, and read aloud with each word marked as it is said."""

import hashlib
import json
import os
import stat
import urllib.error
import urllib.request

import pytest

from conftest import DESK, PHONE, Server, redrawn, wait_until
from listener import Listener
from patience import PATIENCE, until

SENTENCES = [f"Sentence number {number} has some words, as all of them do." for number in range(300)]
TEXT = "\n\n".join(" ".join(SENTENCES[at : at + 5]) for at in range(0, 300, 5))
# The marked word, and the word at the sound's position by the times of its part.
STATE = """async () => {
  const [audio, spoken] = [document.querySelector("document-player audio"), document.querySelector(".is-spoken")];
  return { playing: !audio.paused, at: audio.currentTime, text: spoken?.textContent, value: Number(document.querySelector(".reader-scrubber").value) };
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("reader"), ())
    server.start()
    for name in ("ada", "ben"):
        server.add_person(name)
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    return Listener(house, "ada")


@pytest.fixture(scope="module")
def book(ada):
    return ada.ready(TEXT.encode(), "Book.txt")


def test_a_document_is_added_once_kept_as_it_came_and_found_by_its_person_only(house, ada, small_list):
    document = ada.ready(small_list, "The%20list.pdf")
    assert document["state"] == "ready", document
    assert document["title"] == "The list", document
    assert document["pages"] > 0, document
    assert document["words"] > 100, document
    again = ada.add(small_list, "Other.pdf")
    assert (again["status"], again["id"]) == (200, document["id"])
    file = house.data / "documents" / str(document["id"])
    assert file.read_bytes() == small_list
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    assert house.query(f"SELECT content FROM documents WHERE id = {document['id']}") == [(hashlib.sha256(small_list).hexdigest(),)]
    # Everyone else, including administrators, gets the same response as for a guess.
    ben = Listener(house, "ben")
    for path in ("/api/v1/documents/{}", "/api/v1/documents/{}/parts/0", "/reader/documents/{}", "/reader/documents/{}/parts/0/sound"):
        answers = [ben.ask("GET", path.format(number)) for number in (document["id"], 99_999)]
        assert [status for status, _, _ in answers] == [404, 404], path
    number = document["id"]
    assert ben.ask("PUT", f"/api/v1/documents/{number}/position", b'{"word": 1}')[0] == 404
    assert ben.ask("DELETE", f"/api/v1/documents/{number}")[0] == 404
    assert ben.ask("POST", f"/reader/documents/{number}/remove", b"", "application/x-www-form-urlencoded")[0] == 404
    assert json.loads(ben.ask("GET", "/api/v1/documents")[2]) == {"documents": []}
    # When it is removed, its file is deleted too.
    assert ada.ask("DELETE", f"/api/v1/documents/{number}")[0] == 204
    until(lambda: not file.exists(), house.log)
    assert ada.ask("GET", f"/api/v1/documents/{number}")[0] == 404


def test_what_cannot_be_read_says_why(ada, house):
    assert ada.ready(b"\0\1\2" * 1000)["fault"] == "unknown-format"
    assert ada.ready(b" \n ")["fault"] == "no-text"
    assert ada.ask("POST", "/api/v1/documents", b"", "application/octet-stream")[0] == 400
    assert ada.ask("POST", "/api/v1/documents", b"{}", "application/json")[0] == 415
    # A stranger can't send anything, and no person's file is left.
    request = urllib.request.Request(f"{house.url}/api/v1/documents", b"x" * 40_000, {"Content-Type": "text/plain"}, method="POST")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=PATIENCE)
    assert refused.value.code in (401, 413)
    until(lambda: not [name for name in os.listdir(house.data / "documents") if name.startswith(".incoming")], house.log)


def test_more_than_the_limit_is_refused_before_it_is_sent(ada):
    status, _, _ = ada.ask("POST", "/api/v1/documents", b"x", "application/octet-stream", **{"Content-Length": "100000001"})
    assert status == 413


def test_a_part_has_its_sound_in_byte_ranges_and_a_time_for_each_word(ada, book):
    status, _, answer = ada.ask("GET", f"/api/v1/documents/{book['id']}/parts/0")
    part = json.loads(answer)
    assert status == 200
    assert part["first"] == 0
    assert 40 <= len(part["words"]) <= 60
    assert len(part["times"]) == len(part["words"])
    assert part["times"] == sorted(part["times"])
    assert part["duration"] > part["times"][-1] > 5
    assert part["sentences"][:2] == [0, 11]
    assert " ".join(part["words"]).startswith(SENTENCES[0])
    path = part["sound"].split(ada.server.url)[-1]
    status, headers, whole = ada.ask("GET", path)
    assert (status, headers["Accept-Ranges"], headers["Content-Type"]) == (200, "bytes", "audio/mpeg")
    status, headers, two = ada.ask("GET", path, Range="bytes=0-1")
    assert (status, headers["Content-Range"], two) == (206, f"bytes 0-1/{len(whole)}", whole[:2])
    status, headers, rest = ada.ask("GET", path, Range="bytes=100-")
    assert (status, headers["Content-Length"], rest) == (206, str(len(whole) - 100), whole[100:])
    assert ada.ask("GET", path, Range=f"bytes={len(whole)}-")[0] == 416
    assert ada.ask("GET", f"/api/v1/documents/{book['id']}/parts/99")[0] == 404
    # Parts follow each other without a gap.
    second = json.loads(ada.ask("GET", f"/api/v1/documents/{book['id']}/parts/1")[2])
    assert second["first"] == len(part["words"])
    assert 240 <= len(second["words"]) <= 300


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_file_is_chosen_or_dropped_and_a_text_is_pasted(house, open_page, viewport):
    page = open_page(house.url, viewport, session=house.log_in("ben"))
    page.click("text=Reader")
    page.wait_for_selector("document-upload:defined")
    content = f"A letter at {viewport}. It is short."
    page.set_input_files("document-upload input", {"name": "letter.txt", "mimeType": "text/plain", "buffer": content.encode()})
    page.wait_for_selector("document-player")
    assert page.inner_text("h1") == "letter"
    assert "It is short." in page.inner_text(".reader-text").replace("\n", " ")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.goto(f"{house.url}/reader")
    page.wait_for_selector("document-upload:defined")
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "dropped.txt", { type: "text/plain" }));
          for (const type of ["dragover", "drop"]) document.querySelector("document-upload").dispatchEvent(
            new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        f"Dropped at {viewport}.",
    )
    page.wait_for_selector("document-player")
    assert page.inner_text("h1") == "dropped"
    page.goto(f"{house.url}/reader")
    page.click("text=Paste text")
    page.fill("textarea", f"Pasted at {viewport}, and read.")
    page.click("text=Add text")
    page.wait_for_selector("document-player")
    assert page.inner_text("h1").startswith("Pasted at")
    page.goto(f"{house.url}/reader")
    assert page.locator(".reader-item").count() >= 3
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_a_second_file_waits_for_the_first(house, open_page):
    page = open_page(f"{house.url}/reader", session=house.log_in("ben"))
    page.wait_for_selector("document-upload:defined")
    held = []
    page.route("**/api/v1/documents?*", lambda route: held.append(route))
    files = [{"name": f"{name}.txt", "mimeType": "text/plain", "buffer": f"The {name} file.".encode()} for name in ("first", "second")]
    with page.expect_request("**/api/v1/documents?*"):
        page.set_input_files("document-upload input", files[0])
    page.set_input_files("document-upload input", files[1])
    page.wait_for_selector("document-upload [role=alert]:has-text('Another file is still being added.')")
    [first] = held
    first.continue_()
    page.wait_for_selector("document-player, document-waiting")
    assert page.inner_text("h1") == "first"


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_spoken_word_is_marked_and_its_place_is_kept(house, ada, book, open_page, viewport):
    house.change("UPDATE documents SET position = 0 WHERE id = ?", book["id"])
    page = open_page(f"{house.url}/reader/documents/{book['id']}", viewport, session=ada.session)
    page.wait_for_selector("[data-bar]:not([hidden])")
    page.click("[data-play]")
    # Past the end of the first part in the same element.
    page.evaluate("() => { document.querySelector('document-player audio').dataset.same = 'yes'; }")
    page.wait_for_function("() => document.querySelector('document-player audio').currentTime > 1")
    assert page.get_attribute("[data-play]", "aria-label") == "Pause"
    page.select_option("[data-speed]", "3")
    page.wait_for_function("() => Number(document.querySelector('.reader-scrubber').value) > 60")
    assert page.evaluate("() => document.querySelector('document-player audio').dataset.same") == "yes"
    assert page.locator(".reader-part").count() == 2
    # The mark is the word that the times give.
    part = json.loads(ada.ask("GET", f"/api/v1/documents/{book['id']}/parts/1")[2])
    page.click("[data-play]")
    page.wait_for_function("() => document.querySelector('document-player audio').paused")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    seen = page.evaluate(STATE)
    index = max(place for place, time in enumerate(part["times"]) if time <= seen["at"])
    assert seen["value"] == part["first"] + index
    assert seen["text"] == part["words"][index]
    # Stored to the word, and resumed after a reload.
    kept = lambda: house.query(f"SELECT position FROM documents WHERE id = {book['id']}")[0][0]
    until(lambda: kept() == seen["value"], house.log)
    page.reload()
    page.wait_for_selector(".is-spoken")
    assert page.evaluate(STATE)["value"] == seen["value"]


def test_a_word_a_sentence_and_the_scrubber_lead_to_their_places(house, ada, book, open_page):
    house.change("UPDATE documents SET position = 0 WHERE id = ?", book["id"])
    page = open_page(f"{house.url}/reader/documents/{book['id']}", DESK, session=ada.session)
    page.wait_for_selector(".is-spoken")
    page.locator("[data-part='0'] p > span").nth(13).click()
    page.wait_for_function("() => document.querySelector('.reader-scrubber').value === '13'")
    page.click("[data-step='1']")
    page.wait_for_function("() => document.querySelector('.reader-scrubber').value === '22'")
    page.click("[data-step='-1']")
    page.wait_for_function("() => document.querySelector('.reader-scrubber').value === '11'")
    # Dragged while it is paused: nothing moves before it is released.
    drag = "(value) => { const range = document.querySelector('.reader-scrubber'); range.value = value; range.dispatchEvent(new Event('input', { bubbles: true })); }"
    drop = "() => document.querySelector('.reader-scrubber').dispatchEvent(new Event('change', { bubbles: true }))"
    page.evaluate(drag, 2500)
    assert page.inner_text(".is-spoken") == "Sentence"
    assert "min left" in page.get_attribute(".reader-scrubber", "aria-valuetext")
    page.evaluate(drop)
    # Another part's text replaces this one's.
    page.wait_for_selector("[data-part='4'] .is-spoken, [data-part='5'] .is-spoken")
    assert page.evaluate(STATE)["value"] == 2500
    assert not page.evaluate(STATE)["playing"]
    # And during playback.
    page.click("[data-play]")
    page.wait_for_function("() => document.querySelector('document-player audio').currentTime > 0 && !document.querySelector('document-player audio').paused")
    page.evaluate(drag, 100)
    # The voice has advanced, and a frame has been drawn.
    before = page.evaluate("() => document.querySelector('document-player audio').currentTime")
    page.wait_for_function("(before) => document.querySelector('document-player audio').currentTime > before", arg=before)
    redrawn(page)
    assert page.evaluate(STATE)["value"] == 100
    page.evaluate(drop)
    page.wait_for_function(
        "() => { const at = Number(document.querySelector('.reader-scrubber').value); return at >= 101 && at < 140 && document.querySelector('[data-part=\\'1\\'] .is-spoken'); }"
    )
    # It is scrolled away by hand, and a button leads back.
    page.mouse.move(400, 300)
    page.mouse.wheel(0, 3000)
    page.wait_for_selector("[data-follow]:not([hidden])")
    page.click("[data-follow]")
    wait_until(page, "document.querySelector('.is-spoken').getBoundingClientRect().top < innerHeight && document.querySelector('.is-spoken').getBoundingClientRect().top > 0")
    assert not page.is_visible("[data-follow]")


def test_the_sleep_timer_stops_at_the_end_of_a_part(house, ada, book, open_page):
    house.change("UPDATE documents SET position = 50 WHERE id = ?", book["id"])
    page = open_page(f"{house.url}/reader/documents/{book['id']}", PHONE, session=ada.session)
    page.wait_for_selector(".is-spoken")
    page.select_option("[data-nap]", "part")
    page.select_option("[data-speed]", "3")
    page.click("[data-play]")
    second = len(json.loads(ada.ask("GET", f"/api/v1/documents/{book['id']}/parts/0")[2])["words"])
    page.wait_for_function("(word) => document.querySelector('.reader-scrubber').value === String(word)", arg=second)
    wait_until(page, "document.querySelector('[data-part=\"1\"] .is-spoken')")
    assert page.evaluate(STATE) | {"at": 0} == {"playing": False, "at": 0, "text": "Sentence", "value": second}
    assert page.input_value("[data-nap]") == ""
    assert page.get_attribute("[data-play]", "aria-label") == "Play"
    until(lambda: house.query(f"SELECT position FROM documents WHERE id = {book['id']}") == [(second,)], house.log)
    # And continues from there, past the next end too.
    page.click("[data-play]")
    page.wait_for_function("(word) => Number(document.querySelector('.reader-scrubber').value) > word", arg=second)


def test_another_voice_a_title_and_the_end_of_a_document(house, ada, open_page):
    document = ada.ready(b"A document that goes away. It has two sentences.", "Short.txt")
    page = open_page(f"{house.url}/reader/documents/{document['id']}", PHONE, session=ada.session)
    page.click("#options > summary")
    page.select_option("select[name=voice]", "gmw/en-US")
    page.click("details[open] button:has-text('Save')")
    page.wait_for_selector("document-player[data-voice='gmw/en-US']")
    assert ada.one(document["id"])["voice"] == "gmw/en-US"
    page.click("[data-play]")
    page.wait_for_function("() => document.querySelector('[data-play]').getAttribute('aria-label') === 'Play' && document.querySelector('.reader-scrubber').value === '8'")
    page.click("#options > summary")
    page.fill("input[name=title]", "Another name")
    page.click("form[action$='/title'] button")
    page.wait_for_selector("h1:has-text('Another name')")
    page.click("#options > summary")
    page.click("summary:has-text('Delete document')")
    page.click("details[open] button:has-text('Delete document')")
    page.wait_for_url("**/reader")
    assert page.locator("text=Another name").count() == 0


def test_the_text_is_read_without_script(house, ada, book, open_page):
    page = open_page(f"{house.url}/reader/documents/{book['id']}?part=0", PHONE, session=ada.session, java_script_enabled=False)
    assert SENTENCES[0] in page.inner_text(".reader-text")
    assert not page.is_visible("[data-bar]")
    page.click("[rel=next]")
    assert SENTENCES[10] in page.inner_text(".reader-text")
    page.goto(f"{house.url}/reader")
    page.click("text=Paste text")
    page.fill("textarea", "Without a script this is read too.")
    page.click("text=Add text")
    until(lambda: "Without a script" in page.inner_text("article") or page.reload() is None and False, house.log)
