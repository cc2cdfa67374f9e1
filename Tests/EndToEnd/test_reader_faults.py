"""A reader without voices or programs, and documents that can't be read: the page and the API report each, and the rest continues."""

import json
import shutil
import socket
import stat
from urllib.parse import urlsplit

import pytest

import conftest
from conftest import DESK, PHONE, PROGRAM, Server
from listener import Listener
from patience import PATIENCE
from test_speak import bare_pdf

TEXT = b"A text that would be read. It has two sentences."
LOCKED = "5 0 obj\n<</Filter/Standard/V 1/R 2/O<" + "00" * 32 + ">/U<" + "00" * 32 + ">/P -4>>\nendobj\n"
# The file that is sent, its fault, and the page's message.
FAULTS = [
    (bare_pdf(), "no-text", "This file has no text: its pages may be pictures."),
    (bare_pdf(trailer=LOCKED), "encrypted", "This PDF needs a password. Upload a copy without one."),
    (b"\0\1\2" * 1000, "unknown-format", "Tidings can’t read this kind of file."),
    (b"word " * 3_500_000, "too-long", "This document is too long to be read aloud. Upload a part of it."),
]


def served(folder, settings: dict[str, str] | None = None) -> tuple[Server, Listener]:
    server = Server(folder, (), settings or {})
    server.start()
    server.add_person("ada")
    return server, Listener(server, "ada")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server, ada = served(tmp_path_factory.mktemp("faults"))
    server.ada = ada
    yield server
    server.kill()


@pytest.mark.parametrize(("content", "fault", "sentence"), FAULTS, ids=[fault for _, fault, _ in FAULTS])
def test_a_document_that_cannot_be_read_says_why_and_what_to_do(house, open_page, content, fault, sentence):
    document = house.ada.ready(content, "Odd.bin")
    assert (document["state"], document["fault"], document["words"]) == ("failed", fault, 0)
    assert document["reason"].startswith(sentence)
    page = open_page(f"{house.url}/reader/documents/{document['id']}", PHONE, session=house.ada.session)
    assert sentence in page.inner_text(".notice")
    assert page.locator("document-player").count() == 0
    page.goto(f"{house.url}/reader")
    assert any(sentence in text for text in page.locator(".reader-fault").all_inner_texts())
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    # It has no sound, and the next document is read.
    assert house.ada.ask("GET", f"/api/v1/documents/{document['id']}/parts/0")[0] == 404
    assert house.ada.ready(TEXT, "Good.txt")["state"] == "ready"


def test_a_token_for_reading_is_refused_before_its_file_comes(house):
    token = house.run("person", "token", "ada", "--scopes", "read")
    head = f"POST /api/v1/documents HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\nContent-Length: 1000000\r\n\r\nA"
    with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as line:
        line.sendall(head.encode())
        assert line.recv(100).startswith(b"HTTP/1.1 403 ")


def test_a_damaged_pdf_says_so_or_is_read_as_far_as_it_goes(house, small_list):
    cut = house.ada.ready(small_list[: len(small_list) // 2] + b"\xff" * 2000, "Cut.pdf")
    assert cut["state"] == "ready" and cut["words"] > 0 or (cut["fault"], "Upload" in cut["reason"]) == ("damaged", True), cut


def test_a_text_in_a_language_without_a_voice_is_shown_and_another_voice_can_be_chosen(house, open_page):
    # Khmer has letters and no voice.
    document = house.ada.ready("សួស្តីពិភពលោក និង hello".encode(), "Khmer.txt")
    assert (document["state"], document["language"]) == ("ready", "km")
    part = f"/api/v1/documents/{document['id']}/parts/0"
    status, _, answer = house.ada.ask("GET", part)
    assert status == 409
    assert "no voice for this language" in json.loads(answer)["detail"]
    page = open_page(f"{house.url}/reader/documents/{document['id']}", DESK, session=house.ada.session)
    assert "There’s no voice for this language. Choose another below." in page.inner_text(".notice")
    assert "hello" in page.inner_text(".reader-text")
    page.click("#options > summary")
    page.select_option("select[name=voice]", "gmw/en")
    page.click("details[open] button:has-text('Save')")
    page.wait_for_selector("document-player")
    assert house.ada.ask("GET", part)[0] == 200


def test_the_limit_of_a_file_is_a_whole_number(house, open_page):
    page = open_page(f"{house.url}/reader", PHONE, session=house.ada.session)
    page.wait_for_selector("document-upload:defined")
    hint = page.inner_text("#reader-file-hint")
    assert "up to 100 MB." in hint
    assert all(kind in hint for kind in ["PDF", "EPUB", "Word", "ODT", "FB2", "RTF", "web page", "saved mail", "Markdown", "plain text"]), hint


def test_without_espeak_ng_texts_are_shown_and_it_is_said_what_to_install(tmp_path, monkeypatch, open_page):
    # The program with its files, and a helper that doesn't find the library.
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(PROGRAM, alone / "tidings")
    for resources in PROGRAM.parent.glob("tidings_*.resources"):
        (alone / resources.name).symlink_to(resources)
    helper = alone / "tidings-speech"
    helper.write_text("#!/bin/sh\nprintf 'x\\034\\000\\000\\000libespeak-ng.so.1: not found'\n")
    helper.chmod(helper.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(conftest, "PROGRAM", alone / "tidings")
    server, ada = served(tmp_path)
    document = ada.ready(TEXT, "Text.txt")
    status, _, answer = ada.ask("GET", f"/api/v1/documents/{document['id']}/parts/0")
    assert status == 409
    assert json.loads(answer)["detail"] == "This server can’t speak: espeak-ng isn’t installed on it."
    assert ada.ask("GET", "/api/v1/voices")[0] == 409
    page = open_page(f"{server.url}/reader/documents/{document['id']}", PHONE, session=ada.session)
    for path in (f"/reader/documents/{document['id']}", "/reader"):
        page.goto(f"{server.url}{path}")
        assert "This server can’t speak yet. Install espeak-ng on it: apt install espeak-ng" in page.inner_text(".notice")
    page.goto(f"{server.url}/reader/documents/{document['id']}")
    assert "It has two sentences." in page.inner_text(".reader-text")
    assert page.locator("document-player").count() == 0
    server.kill()


def test_an_engine_that_dies_in_each_sentence_is_told_and_once_it_is_well_the_sound_comes(tmp_path, monkeypatch, open_page, console):
    console.expected += ["503 (Service Unavailable)"]
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(PROGRAM, alone / "tidings")
    for resources in PROGRAM.parent.glob("tidings_*.resources"):
        (alone / resources.name).symlink_to(resources)
    helper = alone / "tidings-speech"
    real = PROGRAM.parent / "tidings-speech"
    # It lists its voices and speaks for a second.
    helper.write_text(f'#!/bin/sh\n[ -e "$0.well" ] && exec "{real}" "$@"\n"{real}" "$@" | dd bs=1 count=80000 status=none\n')
    helper.chmod(helper.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(conftest, "PROGRAM", alone / "tidings")
    server, ada = served(tmp_path)
    try:
        document = ada.ready(b"This sentence is far too long for an engine that is in such a state. It is.", "Long.txt")
        part = f"/api/v1/documents/{document['id']}/parts/0"
        status, headers, answer = ada.ask("GET", part)
        assert status == 503
        assert headers["Retry-After"]
        assert json.loads(answer)["detail"] == "The sound can’t be made."
        # Short texts are still said, and the server keeps serving.
        short = ada.ready(b"Yes.", "Short.txt")
        assert ada.ask("GET", f"/api/v1/documents/{short['id']}/parts/0")[0] == 200
        page = open_page(f"{server.url}/reader/documents/{document['id']}", PHONE, session=ada.session)
        page.click("[data-play]")
        page.wait_for_selector("[data-problem]:not([hidden]) >> text=The audio can’t be loaded. Try again in a few seconds.")
        assert page.get_attribute("[data-play]", "aria-label") == "Play"
        (alone / "tidings-speech.well").touch()
        page.click("[data-play]")
        page.wait_for_function("() => document.querySelector('.reader-scrubber').value === '16'")
        found = json.loads(ada.ask("GET", part)[2])
        assert len(found["times"]) == len(found["words"]) == 17
        assert found["times"] == sorted(found["times"])
    finally:
        server.kill()


def test_without_ffmpeg_the_sound_is_wave_with_ranges(tmp_path, open_page):
    server, ada = served(tmp_path, {"PATH": str(tmp_path / "empty")})
    document = ada.ready(TEXT, "Text.txt")
    part = json.loads(ada.ask("GET", f"/api/v1/documents/{document['id']}/parts/0")[2])
    sound = urlsplit(part["sound"])
    path = f"{sound.path}?{sound.query}"
    status, headers, whole = ada.ask("GET", path)
    assert (status, headers["Content-Type"], headers["Accept-Ranges"]) == (200, "audio/wav", "bytes")
    assert whole[:4] == b"RIFF"
    assert abs((len(whole) - 44) / 44_100 - part["duration"]) < 0.01
    status, headers, two = ada.ask("GET", path, Range="bytes=0-1")
    assert (status, headers["Content-Range"], two) == (206, f"bytes 0-1/{len(whole)}", b"RI")
    status, headers, rest = ada.ask("GET", path, Range=f"bytes={len(whole) - 3}-")
    assert (status, rest) == (206, whole[-3:])
    page = open_page(f"{server.url}/reader/documents/{document['id']}", PHONE, session=ada.session)
    page.click("[data-play]")
    page.wait_for_function("() => document.querySelector('.reader-scrubber').value === '9'")
    server.kill()
