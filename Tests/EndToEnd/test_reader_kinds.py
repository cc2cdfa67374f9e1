"""More kinds of documents: EPUB books and web pages, and those of them that can't be read."""

import io
import json
import os
import zipfile

import pytest

from conftest import PHONE, Server
from listener import Listener
from test_reader_exports import made

CONTAINER = (
    '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">'
    '<rootfiles><rootfile full-path="{}" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
XHTML = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Not read</title></head><body>{}</body></html>'
SENTENCE = "The council has agreed, after a long night, on what the harbour is to look like in ten years, and on who pays for it."


def package(spine: list[str], more: str = "", attributes: str = "", title: str = "The Harbour") -> str:
    items = "".join(f'<item id="i{at}" href="{name}" media-type="application/xhtml+xml"/>' for at, name in enumerate(spine))
    order = "".join(f'<itemref idref="i{at}"/>' for at, _ in enumerate(spine))
    return (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{title}</dc:title><dc:language>en-GB</dc:language></metadata><manifest>{items}{more}</manifest><spine{attributes}>{order}</spine></package>"
    )


def epub(files: dict[str, str | bytes], opf: str = "OEBPS/book.opf", packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", packing) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER.format(opf))
        for name, content in files.items():
            archive.writestr(name, content)
    return whole.getvalue()


def book(**changes) -> bytes:
    nav = XHTML.format(
        '<nav epub:type="landmarks"><ol><li><a href="one.xhtml">Start</a></li></ol></nav><nav epub:type="toc"><h1>Contents</h1><ol><li><a href="text/one.xhtml">Morning</a><ol>'
        '<li><a href="text/one.xhtml#later">Late morning</a></li></ol></li><li><a href="text/two.xhtml">Evening</a></li></ol></nav>'
    )
    files = {
        "OEBPS/book.opf": package(["text/one.xhtml", "text/two.xhtml"], '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'),
        "OEBPS/nav.xhtml": nav,
        "OEBPS/text/one.xhtml": XHTML.format(
            '<h1>Morning</h1><p>It is&#160;early.<a epub:type="noteref" href="#n">1</a> The ships <i>are</i> still.</p>'
            '<h2 id="later">Late morning</h2><p>Now they leave.</p><aside epub:type="footnote" id="n">A note.</aside>'
        ),
        "OEBPS/text/two.xhtml": XHTML.format("<h1>Evening</h1><p>They are back.</p>"),
        "OEBPS/cover.jpg": os.urandom(200_000),
    }
    return epub(files | changes)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("kinds"), ())
    server.start()
    server.add_person("ada")
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    return Listener(house, "ada")


def read(person: Listener, document: dict) -> tuple[str, list[str]]:
    part = json.loads(person.ask("GET", f"/api/v1/documents/{document['id']}/parts/0")[2])
    left = {word for one in part["passages"] if not one["read"] for word in range(one["word"], one["word"] + one["words"])}
    return " ".join(word for at, word in enumerate(part["words"], part["first"]) if at not in left), part["skipped"]


def test_a_book_is_read_in_its_order_with_its_contents_as_chapters(ada, open_page):
    document = ada.ready(book(), "")
    assert (document["kind"], document["title"], document["language"], document["pages"]) == ("epub", "The Harbour", "en", None), document
    text, skipped = read(ada, document)
    assert text == "Morning It is early. The ships are still. Late morning Now they leave. Evening They are back."
    assert skipped == ["1", "A note."]
    assert [one["title"] for one in made(ada, document["id"], "m4b")["chapters"]] == ["Morning", "Late morning", "Evening"]
    page = open_page(f"{ada.server.url}/reader/documents/{document['id']}", PHONE, session=ada.session)
    assert page.locator(".reader-passage").all_inner_texts() == ["1", "A note."]


def test_an_older_book_has_its_chapters_from_its_ncx_and_entities_of_html(ada):
    ncx = (
        '<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap>'
        '<navPoint id="a"><navLabel><text>First</text></navLabel><content src="one.html"/></navPoint>'
        '<navPoint id="b"><navLabel><text>Second</text></navLabel><content src="two.html#x"/></navPoint></navMap></ncx>'
    )
    files = {
        "book.opf": package(["one.html", "two.html"], '<item id="toc" href="toc.ncx" media-type="application/x-dtbncx+xml"/>', ' toc="toc"', "Old"),
        "toc.ncx": ncx,
        "one.html": XHTML.format("<p>One&nbsp;sentence &mdash; here.</p>"),
        "two.html": '<html><body><p>Before.<p id="x">After.</body></html>',
    }
    document = ada.ready(epub(files, "book.opf", zipfile.ZIP_STORED))
    assert read(ada, document)[0] == "One sentence — here. Before. After."
    assert [one["title"] for one in made(ada, document["id"], "m4b")["chapters"]] == ["First", "Second"]


def bomb() -> bytes:
    return book(**{"OEBPS/text/one.xhtml": XHTML.format("<p>" + "a " * 30_000_000 + "</p>")})


TRICKS = {"OEBPS/book.opf": package(["../../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "http://127.0.0.1:1/a.xhtml"])}
LOCKED = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"><CipherData><CipherReference URI="OEBPS/{}"/></CipherData></EncryptedData></encryption>'
)
ENTITY = '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/passwd">]><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Before &a; after.</p></body></html>'


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (bomb, "too-long"),
        (lambda: book(**TRICKS), "damaged"),
        (lambda: book(**{"META-INF/encryption.xml": LOCKED.format("text/one.xhtml")}), "protected"),
        (lambda: book(**{"OEBPS/book.opf": package(["gone.xhtml"])}), "damaged"),
        (lambda: book(**{"OEBPS/book.opf": "<package>"}), "damaged"),
        (lambda: epub({}, "nothing.opf"), "damaged"),
        (lambda: book(**{"OEBPS/text/one.xhtml": XHTML.format("<img/>"), "OEBPS/text/two.xhtml": XHTML.format("")}), "no-text"),
        (lambda: book()[:-100], "damaged"),
        (lambda: b"PK\3\4" + os.urandom(10_000), "damaged"),
        (lambda: zipped("xl/workbook.xml"), "unknown-format"),
        (lambda: b"<html><body><img src=a></body></html>", "no-text"),
    ],
    ids=["bomb", "path tricks", "protected", "missing file", "broken package", "no package", "no words", "cut", "noise", "another archive", "empty page"],
)
def test_what_cannot_be_read_says_why(ada, content, fault):
    document = ada.ready(content())
    assert (document["state"], document["fault"]) == ("failed", fault), document
    assert document["reason"], document


def zipped(name: str) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr(name, "<a/>")
    return whole.getvalue()


def test_scrambled_fonts_are_no_protection_and_entities_lead_nowhere(ada):
    document = ada.ready(book(**{"META-INF/encryption.xml": LOCKED.format("fonts/a.otf"), "OEBPS/text/one.xhtml": ENTITY}))
    text, _ = read(ada, document)
    assert document["state"] == "ready", text
    assert "root:" not in text, text
    assert text.endswith("They are back."), text


def test_a_web_page_is_reduced_to_its_article(ada):
    page = (
        '<!DOCTYPE html><html lang="en"><head><title>Harbour | Paper</title></head><body>'
        '<nav><a href="/">Home</a> <a href="/news">News of the day</a></nav>'
        f'<main><article><h1>A new harbour</h1><p>{SENTENCE}</p><p>{SENTENCE}</p>'
        '<div class="newsletter"><p>Subscribe to our letter, please do.</p></div></article></main><footer>All rights reserved</footer></body></html>'
    )
    document = ada.ready(page.encode(), "Saved%20page.html")
    assert (document["kind"], document["title"]) == ("html", "Saved page")
    text, skipped = read(ada, document)
    assert text == f"A new harbour {SENTENCE} {SENTENCE}"
    assert skipped == ["Home News of the day", "Subscribe to our letter, please do.", "All rights reserved"]
    assert ada.ready(page.encode() + b"\n")["title"] == "A new harbour"


def test_a_page_of_which_much_is_left_out_says_so_and_offers_the_rest(ada, open_page):
    cards = "".join(f'<div class="card"><div><div><p>Card {at}. {SENTENCE} <a href="/{at}">{SENTENCE}</a></p></div></div></div>' for at in range(6))
    article = "".join(f"<p>Paragraph {at}. {SENTENCE}</p>" for at in range(5))
    document = ada.ready(f"<!DOCTYPE html><html lang=en><body><article>{article}</article>{cards}</body></html>".encode())
    page = open_page(f"{ada.server.url}/reader/documents/{document['id']}", PHONE, session=ada.session)
    notice = page.locator("form.notice")
    assert "5 of 11 paragraphs" in notice.inner_text()
    assert page.get_by_text("Skipped passages: 6").count() == 1
    assert "Card" not in read(ada, document)[0]
    notice.get_by_role("button").click()
    page.wait_for_load_state()
    assert page.locator("form.notice").count() == 0
    assert page.get_by_text("Skipped passages:").count() == 0
    assert "Card 0." in " ".join(" ".join(json.loads(ada.ask("GET", f"/api/v1/documents/{document['id']}/parts/{part}")[2])["words"]) for part in range(2))
    left = json.loads(ada.ask("GET", f"/api/v1/documents/{document['id']}")[2])["leavesOut"]
    assert left == ["footnote-mark", "note", "picture", "running"]


def test_other_formats_are_read_as_what_they_are(ada):
    word = f'<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>{SENTENCE}</w:t></w:r></w:p></w:body></w:document>'
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", word)
    for kind, content in [
        ("docx", whole.getvalue()),
        ("rtf", b"{\\rtf1\\ansi " + SENTENCE.encode() + b"\\par}"),
        ("markdown", f"# The harbour\n\n**{SENTENCE}**\n".encode()),
        ("mail", f"From: a@b.example\r\nDate: Tue, 24 Nov 2026 10:00:00 +0100\r\nSubject: Quays\r\n\r\n{SENTENCE}\r\n".encode()),
    ]:
        document = ada.ready(content, "")
        assert (document["state"], document["kind"]) == ("ready", kind), document
        assert read(ada, document)[0].endswith(SENTENCE), document
