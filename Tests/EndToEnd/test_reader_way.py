"""The way through a book: its contents, a search in its text, a timer, and offline playback; and as much of it as works without JavaScript."""

import functools
import io
import json
import os
import re
import struct
import urllib.parse
import zipfile
import zlib

import pytest

from conftest import DESK, OUT_OF_REACH, PHONE, Server, wait_until
from listener import Listener
from patience import until
from test_accessibility import broken_rules
from test_app import wait_for_worker
from test_reader_exports import got, made, probed
from test_reader_kinds import CONTAINER, XHTML
from test_reader_offline import PLAYS, VALUE, go, keep, note_places
from test_reader_podcast import address, asked

NAMES = ["Morning", "Noon", "Evening", "Night", "Storm", "Calm", "Harbour", "Home"]
# Each chapter is longer than what the player skips; the searched word occurs once, in the fifth.
TEXTS = [" ".join(f"This is sentence {number} of the part that is called {name}." for number in range(20)) for name in NAMES]
TEXTS[4] += " There is the Phare élevé of the coast."


def picture() -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = b"".join(b"\0" + b"\x20\x60\xa0" * 40 for _ in range(60))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 40, 60, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def book(texts: list[str] = TEXTS) -> bytes:
    listed = "".join(f'<li><a href="{at}.xhtml">{name}</a></li>' for at, name in enumerate(NAMES))
    items = "".join(f'<item id="i{at}" href="{at}.xhtml" media-type="application/xhtml+xml"/>' for at in range(len(NAMES)))
    order = "".join(f'<itemref idref="i{at}"/>' for at in range(len(NAMES)))
    package = (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<dc:title>The Coast</dc:title><dc:creator>Ada Müller</dc:creator><dc:description>&lt;p&gt;Of ships &amp;amp; tides.&lt;/p&gt;</dc:description>"
        f"<dc:language>en-GB</dc:language></metadata><manifest>{items}"
        '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
        '<item id="c" href="c.png" properties="cover-image" media-type="image/png"/>'
        f"</manifest><spine>{order}</spine></package>"
    )
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER.format("OEBPS/book.opf"))
        archive.writestr("OEBPS/book.opf", package)
        archive.writestr("OEBPS/nav.xhtml", XHTML.format(f'<nav epub:type="toc"><ol>{listed}</ol></nav>'))
        archive.writestr("OEBPS/c.png", picture())
        for at, (name, text) in enumerate(zip(NAMES, texts, strict=True)):
            archive.writestr(f"OEBPS/{at}.xhtml", XHTML.format(f"<h1>{name}</h1><p><img src='c.png' alt='The shore'/></p><p>{text}</p><ul><li>A list of {name}</li><li>has two entries</li></ul>"))
    return whole.getvalue()


@pytest.fixture
def open_page(open_page):
    return functools.partial(open_page, service_workers="allow")


@pytest.fixture
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("way"), ())
    server.start()
    server.add_person("ada")
    yield server
    server.kill()


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_book_is_added_and_one_finds_ones_way_in(house, open_page, console, viewport):
    console.expected += OUT_OF_REACH
    ada = Listener(house, "ada")
    page = open_page(f"{house.url}/reader", viewport, session=ada.session)
    page.set_input_files("document-upload input", {"name": "scan_0017.epub", "mimeType": "application/epub+zip", "buffer": book()})
    page.wait_for_selector("[data-bar]:not([hidden])")
    # Its own title and author, not the name of its file.
    assert page.inner_text("h1") == "The Coast"
    assert "Ada Müller" in page.inner_text(".reader-facts")
    assert page.locator(".reader-part h2").first.inner_text() == "Morning"
    # A picture is at its place, and is one file however often it is shown.
    wait_until(page, "document.querySelector('.reader-figure img').naturalWidth === 40")
    assert page.locator(".reader-part > .reader-figure + p").count() >= 1
    assert page.get_attribute(".reader-figure img", "alt") == "The shore"
    assert len([name for name in os.listdir(house.data / "documents") if "." in name]) == 2
    wait_for_worker(page)
    # The contents, and the seventh chapter.
    page.click(".reader-where")
    page.wait_for_selector("#contents[open] [data-go]")
    assert page.locator("#contents bdi").all_inner_texts() == NAMES
    assert page.locator("#contents [data-at]").first.inner_text() == "0:00"
    assert broken_rules(page, "contents") == []
    start = int(page.get_attribute("#contents li:nth-child(7) a", "data-go"))
    note_places(page)
    page.click("#contents li:nth-child(7) a")
    page.wait_for_function(f"() => {PLAYS} && been.some(({{ word }}) => word >= {start} && word < {start} + 60)")
    page.wait_for_selector("#contents li:nth-child(7) a[aria-current=true]")
    assert "A list of Calm" in page.locator(".reader-part li").all_inner_texts()
    assert page.inner_text("[data-chapter]") == "Chapter 7 of 8"
    assert page.inner_text("[data-chapter-left]").startswith("Chapter: ")
    # A search, without its accents; on the same page, so that the voice continues.
    page.evaluate("() => { window.same = true; }")
    page.click("#search > summary")
    page.fill("#reader-find", "phare eleve")
    page.press("#reader-find", "Enter")
    page.wait_for_selector("[data-hits] a:has(strong:text-is('Phare'))")
    assert page.locator("[data-hits] a").count() == 1
    assert page.evaluate("() => window.same")
    word = int(page.get_attribute("[data-hits] a", "data-go"))
    note_places(page)
    page.click("[data-hits] a")
    page.wait_for_function(f"() => {PLAYS} && been.some(({{ word }}) => word >= {word} && word < {word} + 60)")
    # The line is highlighted over its whole width.
    assert page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('.reader-text'), '::before').blockSize) > 10")
    # It stops where the next chapter begins. That is near, so playback would get there before the timer is set.
    page.click("[data-play]")
    page.wait_for_function("() => document.querySelector('document-player audio').paused")
    go(page, word)
    page.select_option("[data-nap]", "chapter")
    sixth = int(page.get_attribute("#contents li:nth-child(6) a", "data-go"))
    page.select_option("[data-speed]", "3")
    page.click("[data-play]")
    page.wait_for_function(f"() => document.querySelector('document-player audio').paused && {VALUE} >= {sixth} && {VALUE} < {sixth} + 10")
    assert page.input_value("[data-nap]") == ""
    # The buttons go by chapters if a person chooses that, and say so.
    page.click("[data-opens][href='#options']")
    page.select_option("[data-unit]", "chapter")
    page.select_option("[data-letters]", "1.25")
    assert page.get_attribute("[data-step='1']", "aria-label") == "Next chapter"
    size = "() => parseFloat(getComputedStyle(document.querySelector('.reader-text')).fontSize) / parseFloat(getComputedStyle(document.body).fontSize)"
    assert page.evaluate(size) == pytest.approx(1.25, abs=0.01)
    page.click("[data-step='1']")
    page.wait_for_function(f"() => {VALUE} === {start}")
    keep(page)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    own = page.url
    house.stop()
    page.goto(own)
    page.wait_for_selector("document-player .is-spoken")
    assert page.evaluate(VALUE) == start
    assert page.get_attribute("[data-step='1']", "aria-label") == "Next chapter"
    page.click("[data-play]")
    page.wait_for_function(f"() => {PLAYS} && {VALUE} > {start} + 2")


def test_the_way_without_javascript(house, open_page):
    ada = Listener(house, "ada")
    page = open_page(f"{house.url}/reader", PHONE, session=ada.session, java_script_enabled=False)
    page.set_input_files("#reader-file", {"name": "plain.epub", "mimeType": "application/epub+zip", "buffer": book()})
    page.click("form[action$='/reader/files'] button")
    page.wait_for_selector(".reader-text")
    assert page.inner_text("h1") == "The Coast"
    page.click("#contents > summary")
    page.click("#contents li:nth-child(7) a")
    page.wait_for_selector("#word:has-text('Harbour')")
    # The part plays in the browser's own player.
    sound = page.get_attribute("audio[controls]", "src")
    status, headers, content = ada.ask("GET", urllib.parse.urlsplit(sound).path)
    assert status == 200
    assert headers["Content-Type"].startswith("audio/")
    assert len(content) > 1000
    page.click("#search > summary")
    page.fill("#reader-find", "PHARE")
    page.click("#search button")
    page.wait_for_selector("#search[open] [data-hits] a")
    page.click("[data-hits] a")
    page.wait_for_selector("#word:has-text('Phare')")
    page.click("#search > summary")
    page.fill("#reader-find", "nowhere")
    page.click("#search button")
    page.wait_for_selector("[data-hits] >> text=Not found in this document.")


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_shelf_is_searched_sorted_and_tidied(house, open_page, viewport):
    ada = Listener(house, "ada")
    one = ada.ready(book(), "")
    ada.ready(b"Another text, of bees and honey.", "Bees.txt")
    failed = ada.ready(b"%PDF-1.7\nnothing in it", "Broken.pdf")
    assert (one["title"], one["author"], one["finished"]) == ("The Coast", "Ada Müller", False)
    status, headers, content = ada.ask("GET", f"/reader/documents/{one['id']}/cover")
    assert (status, headers["Content-Type"], content) == (200, "image/png", picture())
    page = open_page(f"{house.url}/reader", viewport, session=ada.session)
    titles = "() => [...document.querySelectorAll('.reader-item > a')].map((one) => one.textContent)"
    assert page.evaluate(titles) == ["Broken", "Bees", "The Coast"]
    wait_until(page, "document.querySelector('img.reader-cover').naturalWidth === 40")
    for words, found in [("muller", ["The Coast"]), ("honey", ["Bees"]), ("nowhere", [])]:
        if not page.locator("#shelf[open]").count():
            page.click("#shelf > summary")
        page.fill("#shelf-search", words)
        page.click("#shelf button")
        page.wait_for_url(f"**search={words}*")
        assert page.evaluate(titles) == found
    assert "No matching documents." in page.inner_text(".reader-library")
    page.fill("#shelf-search", "")
    page.select_option("#shelf [name=order]", "title")
    page.click("#shelf button")
    page.wait_for_url("**order=title*")
    assert page.evaluate(titles) == ["Bees", "Broken", "The Coast"]
    assert broken_rules(page, "shelf") == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    # A failed one is tried again, and removed by one tap.
    page.goto(f"{house.url}/reader")
    page.click("form[action$='/again'] button")
    until(lambda: ada.one(failed["id"])["state"] == "failed", house.log)
    page.goto(f"{house.url}/reader")
    page.click("form[action$='/remove'] button")
    page.wait_for_function("() => document.querySelectorAll('.reader-item').length === 2")
    assert ada.ask("GET", f"/api/v1/documents/{failed['id']}")[0] == 404
    # A document that was heard to its end says so, and can be filtered.
    assert ada.ask("PUT", f"/api/v1/documents/{one['id']}/position", json.dumps({"word": one["words"]}).encode())[0] == 204
    page.goto(f"{house.url}/reader?show=finished")
    assert page.evaluate(titles) == ["The Coast"]
    assert "Finished" in page.inner_text(".reader-item")
    # The title, the author and the group are changed.
    page.goto(f"{house.url}/reader/documents/{one['id']}")
    page.click("#options > summary")
    page.fill("[name=group]", "Seas")
    page.click("form[action$='/title'] button")
    page.wait_for_selector("[data-bar]:not([hidden])")
    assert ada.one(one["id"])["group"] == "Seas"
    assert ada.one(one["id"])["author"] == "Ada Müller"
    page.goto(f"{house.url}/reader?group=Seas")
    assert page.evaluate(titles) == ["The Coast"]


def test_what_goes_out_of_the_house_says_what_it_is(house, tmp_path):
    ada, short = Listener(house, "ada"), book([f"This is {name}." for name in NAMES])
    document = ada.ready(short, "")["id"]
    audiobook = probed(got(ada, made(ada, document, "m4b")), tmp_path)
    tags = audiobook["format"]["tags"]
    assert (tags["title"], tags["artist"]) == ("The Coast", "Ada Müller")
    assert tags["description"] == "Of ships & tides."
    assert [one["tags"]["title"] for one in audiobook["chapters"]] == NAMES
    assert [one["disposition"]["attached_pic"] for one in audiobook["streams"] if one["codec_type"] == "video"] == [1]
    assert made(ada, document, "mp3")["state"] == "ready"
    # A podcast program knows nothing but the address.
    feed = asked(address(ada))[2].decode()
    assert feed.count("<itunes:author>Ada Müller</itunes:author>") == len(NAMES)
    assert "Of ships &amp; tides." in feed
    status, headers, content = asked(re.search(r'<itunes:image href="([^"]+/cover)"/>', feed)[1])
    assert (status, headers["Content-Type"], content) == (200, "image/png", picture())
    # A command writes the same.
    (tmp_path / "coast.epub").write_bytes(short)
    house.run("speak", tmp_path / "coast.epub", "-o", tmp_path / "coast.m4b")
    spoken = probed((tmp_path / "coast.m4b").read_bytes(), tmp_path)
    assert (spoken["format"]["tags"]["title"], spoken["format"]["tags"]["artist"]) == ("The Coast", "Ada Müller")
    assert [one["tags"]["title"] for one in spoken["chapters"]] == NAMES


def test_a_mail_says_who_sent_it_and_when(house, open_page):
    ada = Listener(house, "ada")
    lines = ["From: =?UTF-8?Q?Zo=C3=AB?= <zoe@example.org>", "Subject: The boats", "Date: Tue, 24 Nov 2026 10:00:00 +0100", "", "They are back at last.", ""]
    document = ada.ready("\r\n".join(lines).encode(), "")
    assert (document["kind"], document["title"], document["author"]) == ("mail", "The boats", "Zoë")
    page = open_page(f"{house.url}/reader/documents/{document['id']}", PHONE, session=ada.session)
    assert "Zoë" in page.inner_text(".reader-facts")
    assert page.get_attribute(".reader-facts time", "datetime").startswith("2026-11-24T09:00")
