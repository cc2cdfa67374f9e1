"""Documents at the limits: 5,000 pages are read, one more is refused, and so is a gigabyte, before it has arrived."""

import json
import os
import select
import socket
from pathlib import Path

import pytest

import made_documents
from conftest import PHONE, Server
from listener import Listener
from patience import PATIENCE, until
from test_speak import children

GIGABYTE = 1_000_000_000


@pytest.fixture(scope="module")
def ada(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("large"), ())
    server.start()
    server.add_person("ada")
    yield Listener(server, "ada")
    server.kill()


def pages(count: int) -> bytes:
    made = made_documents.Made(11)
    for number in range(1, count + 1):
        made.page()
        made.header("A very long book", isRead=number == 1)
        made.draw(60, 400, f"This is what leaf {number} says.")
        made.footer(str(number))
    return made.content


def test_five_thousand_pages_are_read_to_the_last_and_one_more_is_refused(ada):
    document = ada.ready(pages(5000), "Long.pdf")
    assert (document["state"], document["pages"]) == ("ready", 5000)
    # The header once, six words and a number on each page.
    assert document["words"] == 5000 * (6 + 4 + 1)
    [(last,)] = ada.server.query(f"SELECT max(part) FROM document_parts WHERE document = {document['id']}")
    status, _, answer = ada.ask("GET", f"/api/v1/documents/{document['id']}/parts/{last}")
    part = json.loads(answer)
    assert status == 200
    assert "leaf 5000 says." in " ".join(part["words"])
    assert part["pages"][-1]["page"] == 5000
    assert part["skipped"][-1] == "5000"
    assert part["duration"] > 1
    more = ada.ready(pages(5001), "Longer.pdf")
    assert (more["state"], more["fault"]) == ("failed", "too-long")
    assert "Upload a part of it" in more["reason"]


def incoming(ada: Listener) -> list[str]:
    return [file.name for file in (ada.server.data / "documents").iterdir() if file.name.startswith(".")]


@pytest.mark.parametrize("tells", [True, False], ids=["told", "untold"])
def test_a_gigabyte_is_refused_while_it_comes_and_leaves_nothing(ada, tells):
    cookie = f"{ada.session['name']}={ada.session['value']}"
    length = f"Content-Length: {GIGABYTE}" if tells else "Transfer-Encoding: chunked"
    head = (
        f"POST /api/v1/documents HTTP/1.1\r\nHost: 127.0.0.1:{ada.server.port}\r\nCookie: {cookie}\r\n"
        f"X-Form-Token: {ada.token(cookie)}\r\nContent-Type: application/octet-stream\r\n{length}\r\n\r\n"
    )
    piece = b"x" * (1 << 20)
    chunk = piece if tells else b"%x\r\n%b\r\n" % (len(piece), piece)
    sent, answer = 0, b""
    with socket.create_connection(("127.0.0.1", ada.server.port), PATIENCE) as connection:
        connection.sendall(head.encode())
        while sent < GIGABYTE and not select.select([connection], [], [], 0)[0]:
            try:
                connection.sendall(chunk)
            except OSError:
                break
            sent += len(piece)
        while b"\r\n\r\n" not in answer and (more := connection.recv(65_536)):
            answer += more
    assert answer.startswith(b"HTTP/1.1 413 "), answer[:100]
    # Only the bytes that were on their way when it was refused.
    assert sent < (100_000_000 if tells else 200_000_000)
    until(lambda: incoming(ada) == [], ada.server.log)
    assert ada.ready(b"The next one is read.", "Next.txt")["state"] == "ready"


def test_the_page_says_so_before_it_sends_anything(ada, open_page, tmp_path):
    file = tmp_path / "Huge.pdf"
    with file.open("wb") as sparse:
        sparse.truncate(GIGABYTE)
    page = open_page(f"{ada.server.url}/reader", PHONE, session=ada.session)
    page.wait_for_selector("document-upload:defined")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.set_input_files("document-upload input", file)
    page.wait_for_selector("document-upload [role=alert]:not([hidden]) >> text=This file is larger than 100 MB.")
    assert "POST" not in sent


def processor(process: int) -> float:
    """Seconds of a process, of its running children, and of those that have ended."""
    times = [Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()[11:15] for one in (process, *children(process).values())]
    return sum(map(int, sum(times, []))) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not os.environ.get("TIDINGS_MEASURE"), reason="measures (TIDINGS_MEASURE)")
def test_what_the_first_sound_of_a_book_of_500_pages_costs(tmp_path):
    made = made_documents.Made(12)
    for number in range(1, 501):
        made.page()
        made.header("A long book", isRead=number == 1)
        made.set(made.paragraph(30), 60, 760, 440)
        made.footer(str(number))
    server = Server(tmp_path, ())
    server.start()
    try:
        server.add_person("ada")
        ada = Listener(server, "ada")
        document = ada.ready(made.content, "Book.pdf")
        print(f"{document['pages']} pages, {document['words']} words")
        [(last,)] = server.query(f"SELECT max(part) FROM document_parts WHERE document = {document['id']}")
        for number, name in [(0, "first part, engine started"), (1, "second part"), (last // 2, "a part in the middle")]:
            before = processor(server.process)
            status, _, answer = ada.ask("GET", f"/api/v1/documents/{document['id']}/parts/{number}")
            part = json.loads(answer)
            assert status == 200
            assert ada.ask("GET", part["sound"].removeprefix(server.url), Range="bytes=0-65535")[0] == 206
            print(f"{name}: {processor(server.process) - before:.2f} s of processor for {part['duration']:.0f} s of sound")
    finally:
        server.kill()
