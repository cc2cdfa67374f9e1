"""A document that a browser stores: it plays without the server, at the word where playback stopped, and the server gets the position when it is back."""

import functools
import json

import pytest

from conftest import DESK, OUT_OF_REACH, PHONE, Server, wait_until
from listener import Listener
from patience import until
from test_accessibility import broken_rules
from test_app import banner, wait_for_worker, wait_until_forgotten
from test_left_out import send
from test_people import menu

SENTENCES = [f"Sentence number {number} has some words, as all of them do." for number in range(100)]
VALUE = "Number(document.querySelector('.reader-scrubber').value)"
PLAYS = "!document.querySelector('document-player audio').paused && document.querySelector('document-player audio').currentTime > 0"
# The stored parts of the document on the page, by kind.
KEPT = """(async () => {
    const urls = (await (await caches.open('documents')).keys()).map(({ url }) => new URL(url));
    const count = (test) => urls.filter(test).length;
    return { pages: count(({ pathname }) => /documents\\/\\d+$/.test(pathname)), parts: count(({ searchParams }) => searchParams.has('part')),
        sounds: count(({ pathname }) => pathname.endsWith('/sound')) };
})()"""


@pytest.fixture
def open_page(open_page):
    return functools.partial(open_page, service_workers="allow")


@pytest.fixture
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("offline"), ())
    server.start()
    for name in ("ada", "ben"):
        server.add_person(name)
    yield server
    server.kill()


def a_book(person: Listener, more: str = "") -> int:
    """Texts of 60, 300 and about 740 words."""
    text = "\n\n".join(" ".join(SENTENCES[at : at + 5]) for at in range(0, 100, 5))
    return person.ready(f"{text}{more}".encode(), "Book.txt")["id"]


def opened(house, open_page, person: Listener, document: int, viewport=PHONE):
    page = open_page(f"{house.url}/reader/documents/{document}", viewport, session=person.session)
    wait_for_worker(page)
    page.wait_for_selector("[data-bar]:not([hidden])")
    return page


def keep(page) -> None:
    if not page.locator("#options[open]").count():
        page.click("#options > summary")
    page.click("#offline [data-keep]:visible, #offline [data-again]:visible")
    page.wait_for_selector("#offline [data-state] >> text=Saved on this device.")


def note_places(page) -> None:
    """The page records its positions from now on in `been`: playback may have left a position before the test looks there."""
    page.evaluate("""() => {
        const [player, range] = [document.querySelector("document-player"), document.querySelector(".reader-scrubber")];
        window.been = [];
        window.note = () => {
            const part = player.querySelector(".is-spoken")?.closest("[data-part]").dataset.part;
            if (part) been.push({ word: Number(range.value), part });
        };
        window.noting?.disconnect();
        window.noting = new MutationObserver(note);
        noting.observe(player, { subtree: true, childList: true, attributeFilter: ["class"] });
    }""")


def go(page, word: int) -> None:
    note_places(page)
    page.evaluate(
        """(word) => {
            const range = document.querySelector(".reader-scrubber");
            been = [];
            range.value = word;
            range.dispatchEvent(new Event("change", { bubbles: true }));
            note();
        }""",
        word,
    )
    page.wait_for_function(f"() => been.some(({{ word }}) => word >= {word} && word < {word} + 20)")


def position(house, document: int) -> int:
    return house.query(f"SELECT position FROM documents WHERE id = {document}")[0][0]


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_document_plays_without_its_server_at_the_word_where_one_stopped(house, open_page, console, viewport):
    console.expected += OUT_OF_REACH
    ada = Listener(house, "ada")
    document = a_book(ada)
    ada.ready(b"Another one. It is not kept.", "Other.txt")
    assert ada.ask("PUT", f"/api/v1/documents/{document}/position", b'{"word": 400}')[0] == 204
    page = opened(house, open_page, ada, document, viewport)
    page.click("#options > summary")
    assert page.inner_text("[data-estimate]") == "It needs about 2.5 MB."
    keep(page)
    assert page.inner_text("#offline [data-share]") == "100%"
    assert page.inner_text("#offline [data-size]").endswith("MB")
    assert page.evaluate(KEPT) == {"pages": 1, "parts": 3, "sounds": 3}
    assert broken_rules(page, "keep offline") == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    house.stop()

    # The list is at its own address, with the stored documents, and without what only the server can do.
    page.goto(f"{house.url}/reader")
    wait_until(page, "document.querySelectorAll('.reader-item').length === 1")
    assert page.inner_text("h1") == "Reader"
    assert "Offline · as of" in banner(page)
    assert not page.locator(".reader-library :is(form, .reader-drop, summary):visible").count()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    # And on the page for documents that aren't stored.
    page.goto(f"{house.url}/reader/pronunciation")
    assert "You’re offline" in page.inner_text("h1")
    page.wait_for_selector(".kept-pages a >> text=Book")
    page.goto(f"{house.url}/reader")
    page.click(".reader-item a >> text=Book")
    page.wait_for_selector("document-player .is-spoken")
    assert "Offline · as of" in banner(page)
    assert page.evaluate(VALUE) == 400
    assert page.inner_text(".is-spoken") in SENTENCES[400 // 11]
    assert not page.is_visible("form[action$=voice]")
    assert not page.is_visible("[data-again]")
    page.click("[data-play]")
    page.wait_for_function(f"() => {PLAYS} && {VALUE} > 405")
    # To another part, and past its end.
    page.select_option("[data-speed]", "3")
    go(page, 40)
    page.wait_for_function("() => been.some(({ part }) => part === '0')")
    page.wait_for_function(f"() => {PLAYS} && {VALUE} > 70")
    page.click("[data-play]")
    page.wait_for_function("() => document.querySelector('document-player audio').paused")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    stopped = page.evaluate(VALUE)
    page.reload()
    page.wait_for_selector(".is-spoken")
    assert page.evaluate(VALUE) == stopped
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0

    house.start()
    assert position(house, document) == 400
    page.goto(f"{house.url}/reader/documents/{document}")
    until(lambda: position(house, document) == stopped, house.log)
    page.wait_for_function(f"() => {VALUE} === {stopped}")
    assert page.is_hidden("offline-banner")


def test_the_voice_goes_on_when_the_network_goes_and_the_place_is_sent_when_it_is_back(house, open_page, console):
    console.expected += OUT_OF_REACH
    ada = Listener(house, "ada")
    document = a_book(ada)
    page = opened(house, open_page, ada, document)
    keep(page)
    page.context.set_offline(True)
    go(page, 600)
    page.wait_for_selector("[data-part='2'] .is-spoken")
    page.click("[data-play]")
    page.wait_for_function(f"() => {PLAYS} && {VALUE} > 602")
    page.click("[data-play]")
    page.wait_for_function("() => document.querySelector('document-player audio').paused")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    stopped = page.evaluate(VALUE)
    assert position(house, document) == 0
    page.context.set_offline(False)
    until(lambda: position(house, document) == stopped, house.log)
    # Here it is known as long as the document is stored.
    page.click("#offline [data-remove]")
    wait_until(page, "localStorage.getItem('reader-places') === null")


def test_a_kept_sound_is_answered_in_exact_ranges(house, open_page, console):
    console.expected += [*OUT_OF_REACH, "status of 416"]
    ada = Listener(house, "ada")
    document = a_book(ada)
    page = opened(house, open_page, ada, document)
    keep(page)
    sound = json.loads(ada.ask("GET", f"/api/v1/documents/{document}/parts/0")[2])["sound"].split(house.url)[-1]
    whole = ada.ask("GET", sound)[2]
    size = len(whole)
    house.stop()
    ask = """async ([address, range]) => {
        const answer = await fetch(`${address}&kept=1`, { headers: range ? { Range: range } : {} });
        return [answer.status, answer.headers.get("Content-Range"), answer.headers.get("Content-Length"), [...new Uint8Array(await answer.arrayBuffer())]];
    }"""
    for range, (first, end) in {
        "bytes=0-1": (0, 2), "bytes=0-": (0, size), "bytes=100-": (100, size), "bytes=100-199": (100, 200), "bytes=-10": (size - 10, size),
        f"bytes=5-{size + 9}": (5, size), f"bytes={size - 1}-{size - 1}": (size - 1, size), f"bytes=-{size + 5}": (0, size),
    }.items():  # fmt: skip
        status, said, length, body = page.evaluate(ask, [sound, range])
        assert (status, said, length) == (206, f"bytes {first}-{end - 1}/{size}", str(end - first)), range
        assert bytes(body) == whole[first:end], range
    for range in (f"bytes={size}-", f"bytes={size + 1}-{size + 5}", "bytes=-0"):
        assert page.evaluate(ask, [sound, range]) == [416, f"bytes */{size}", None, []], range
    # Several, another unit, an end before its beginning: all of it.
    for range in (None, "bytes=0-1,5-6", "words=0-1", "bytes=5-4", "bytes=-"):
        status, said, length, body = page.evaluate(ask, [sound, range])
        assert (status, said, bytes(body)) == (200, None, whole), range


def test_another_voice_or_choice_makes_what_is_kept_out_of_date_until_it_is_refreshed(house, open_page):
    ada = Listener(house, "ada")
    # Of four parts, the last one has the citation.
    document = a_book(ada, " It was measured twice [12]. That is all.")
    page = opened(house, open_page, ada, document)
    keep(page)
    assert page.is_hidden("[data-stale]")

    def refreshed() -> dict:
        page.wait_for_selector("[data-stale]:not([hidden])")
        keep(page)
        page.wait_for_selector("[data-stale]", state="hidden")
        return page.evaluate(KEPT)

    sounds = "(async () => (await (await caches.open('documents')).keys()).map(({ url }) => url).filter((url) => url.includes('/sound')).sort())()"
    before = page.evaluate(sounds)
    assert send(ada, document, "voice", "voice=gmw/en-US&languages=on") == 200
    page.reload()
    assert refreshed() == {"pages": 1, "parts": 4, "sounds": 4}
    assert not set(page.evaluate(sounds)) & set(before)
    # Only the part with the citation sounds different.
    before = page.evaluate(sounds)
    assert send(ada, document, "leaving", "citation=on") == 200
    page.reload()
    assert refreshed() == {"pages": 1, "parts": 4, "sounds": 4}
    assert len(set(page.evaluate(sounds)) & set(before)) == 3
    # By a tap in the text, on the same page.
    go(page, 1101)
    page.wait_for_selector("[data-part='3']")
    page.click(".reader-passage:has-text('[12]')")
    page.wait_for_selector(".reader-passage[aria-pressed=true]")
    assert refreshed() == {"pages": 1, "parts": 4, "sounds": 4}
    assert page.evaluate(sounds) == before
    page.reload()
    page.wait_for_selector("#offline [data-share] >> text=100%", state="attached")
    assert page.is_hidden("[data-stale]")


def test_a_device_without_room_keeps_what_it_can_and_says_how_much(house, open_page, console):
    console.expected += ["status of 507"]
    ada = Listener(house, "ada")
    document = a_book(ada)
    assert ada.ask("PUT", f"/api/v1/documents/{document}/position", b'{"word": 70}')[0] == 204
    page = opened(house, open_page, ada, document)
    session = page.context.new_cdp_session(page)
    used = page.evaluate("async () => (await navigator.storage.estimate()).usage")
    session.send("Storage.overrideQuotaForOrigin", {"origin": house.url, "quotaSize": used + 1_200_000})
    page.click("#options > summary")
    page.click("#offline [data-keep]")
    page.wait_for_selector("#offline [data-state] >> text=This device doesn’t have room for all of it.")
    # From the current part.
    assert page.evaluate(KEPT) == {"pages": 1, "parts": 1, "sounds": 1}
    share = page.inner_text("#offline [data-share]")
    assert share in page.inner_text("#offline [data-state]")
    assert 20 <= int(share.rstrip("%")) <= 30
    assert page.evaluate("(async () => (await (await caches.open('documents')).keys()).filter(({ url }) => url.includes('part=1&')).length)()") == 1
    session.send("Storage.overrideQuotaForOrigin", {"origin": house.url})
    keep(page)
    assert page.evaluate(KEPT) == {"pages": 1, "parts": 3, "sounds": 3}
    assert page.inner_text("#offline [data-share]") == "100%"
    # The list is stored with it, and removed with the last one.
    assert page.evaluate("(async () => (await (await caches.open('documents')).keys()).filter(({ url }) => url.endsWith('/reader')).length)()") == 1
    page.click("#offline [data-remove]")
    wait_until_forgotten(page, "documents")
    page.wait_for_selector("#offline [data-keep]:not([hidden])")
    assert page.is_hidden("#offline [data-kept-facts]")


def test_a_part_that_is_not_kept_is_told_without_a_network(house, open_page, console):
    console.expected += OUT_OF_REACH
    ada = Listener(house, "ada")
    document = a_book(ada)
    page = opened(house, open_page, ada, document)
    keep(page)
    page.evaluate("""async () => {
        const cache = await caches.open("documents");
        for (const { url } of await cache.keys()) if (/part=2&|parts\\/2\\/sound/.test(url)) await cache.delete(url);
    }""")
    house.stop()
    page.reload()
    page.wait_for_selector(".is-spoken")
    page.evaluate("() => { const range = document.querySelector('.reader-scrubber'); range.value = 900; range.dispatchEvent(new Event('change', { bubbles: true })); }")
    page.wait_for_selector("[data-problem]:not([hidden]) >> text=This isn’t saved on this device.")
    go(page, 70)
    page.click("[data-play]")
    page.wait_for_function(f"() => {PLAYS} && {VALUE} > 72")
    assert page.is_hidden("[data-problem]")


def test_what_is_kept_goes_with_the_document_with_signing_out_and_when_another_person_comes(house, open_whole, console):
    console.expected += OUT_OF_REACH
    ada, ben = Listener(house, "ada"), Listener(house, "ben")
    document, other = a_book(ada), ada.ready(b"Another one. It is short.", "Short.txt")["id"]
    page = opened(house, open_whole, ada, document)
    keep(page)
    page.goto(f"{house.url}/reader/documents/{other}")
    keep(page)
    assert page.evaluate(KEPT) == {"pages": 2, "parts": 4, "sounds": 4}
    # Deleted from elsewhere: the list shows it.
    assert ada.ask("DELETE", f"/api/v1/documents/{document}")[0] == 204
    page.goto(f"{house.url}/reader")
    # Its stored parts are deleted one by one.
    wait_until(page, f"Object.values(await {KEPT}).every((count) => count === 1)")
    # Another person.
    page.context.clear_cookies()
    page.context.add_cookies([ben.session])
    page.goto(f"{house.url}/reader")
    wait_until_forgotten(page, "documents")
    house.stop()
    page.goto(f"{house.url}/reader/documents/{other}")
    assert "You’re offline" in page.inner_text("h1")
    house.start()
    # Signing out.
    theirs = ben.ready(b"One of Ben. It is short too.", "Ben.txt")["id"]
    page.goto(f"{house.url}/reader/documents/{theirs}")
    wait_for_worker(page)
    keep(page)
    menu(page, "Sign out")
    wait_until_forgotten(page, "documents")


def test_an_older_place_does_not_replace_a_newer_one(house):
    ada = Listener(house, "ada")
    document = a_book(ada)
    put = lambda body: ada.ask("PUT", f"/api/v1/documents/{document}/position", json.dumps(body).encode())[0]
    assert put({"word": 50}) == 204
    assert position(house, document) == 50
    assert put({"word": 20, "ago": 3600}) == 204
    assert position(house, document) == 50
    assert put({"word": 60, "ago": 0}) == 204
    assert position(house, document) == 60
    assert put({"word": 20, "ago": -1}) == 422
    assert put({"word": 20, "ago": 10**15}) == 204
    assert position(house, document) == 60
    # A download belongs to the person who requested it.
    ben = Listener(house, "ben")
    for query in ("", "?part=0"):
        assert ben.ask("GET", f"/reader/documents/{document}/offline{query}")[0] == 404
        assert ada.ask("GET", f"/reader/documents/{document}/offline{query}")[0] == 200
    for query in ("?part=99", "?part=x", "?part=-1"):
        assert ada.ask("GET", f"/reader/documents/{document}/offline{query}")[0] == 404
