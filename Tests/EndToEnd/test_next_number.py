"""The board next-number: a queue's raw feed as a board, with its record, its changes and a notice of "reaches N"."""

import json
import socket
import struct
import threading
import urllib.request

import pytest

from conftest import DESK, PATIENCE, PHONE, Server, free_port, until


@pytest.fixture(scope="module")
def raw_port():
    return free_port()


@pytest.fixture(scope="module")
def server(tmp_path_factory, raw_port):
    """A server that follows its own queue: the operator lists that very port."""
    settings = {
        "TIDINGS_QUEUE_PORT": str(raw_port),
        "TIDINGS_BOARDS": "next-number",
        "TIDINGS_SOURCE": f"next-number=tcp://127.0.0.1:{raw_port}",
        "TIDINGS_ALLOW_HOSTS": f"127.0.0.1:{raw_port}",
        "TIDINGS_PUBLIC_BOARDS": "next-number",
    }
    server = Server(tmp_path_factory.mktemp("next-number"), (), settings)
    server.start()
    yield server
    server.kill()


def take(server) -> int:
    with urllib.request.urlopen(f"{server.url}/dispense/token.json", timeout=PATIENCE) as answer:
        return json.load(answer)["number"]


def number(server) -> int | None:
    rows = json.loads(server.get("/api/v1/boards/next-number/records")[2])["records"]
    assert len(rows) <= 1
    return rows[0]["number"] if rows else None


@pytest.fixture
def feed():
    """A stand-in that sends these bytes on each connection, and then nothing."""
    listeners = []

    def start(first: bytes) -> int:
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)
        held = []

        def accept():
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                held.append(connection)
                connection.sendall(first)

        threading.Thread(target=accept, daemon=True).start()
        return listener.getsockname()[1]

    yield start
    for listener in listeners:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def test_a_number_is_a_record_a_change_and_a_notice(server):
    def told() -> int:
        return server.query("SELECT count(*) FROM notices")[0][0]

    last, before = take(server), told()
    until(lambda: number(server) == last + 1)
    wanted = last + 3
    reaches = {"begins": {"field": "number", "atLeast": str(wanted)}}
    server.run("watch", "add", "next-number", json.dumps(reaches))
    assert take(server) == last + 1
    until(lambda: number(server) == last + 2)
    assert told() == before
    assert take(server) == last + 2
    until(lambda: number(server) == wanted)
    until(lambda: told() == before + 1)
    take(server)
    until(lambda: number(server) == wanted + 1)
    assert told() == before + 1
    changes = [json.loads(after)["number"] for (after,) in server.query("SELECT after FROM changes ORDER BY id")]
    assert changes[-3:] == [last + 2, wanted, wanted + 1]
    status, _, page = server.get("/boards/next-number")
    assert status == 200
    assert str(wanted + 1) in page


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_page_shows_the_number_as_it_is_given_out(server, open_page, viewport):
    last = take(server)
    page = open_page(f"{server.url}/boards/next-number", viewport)
    shown = "(number) => document.querySelector('.gauge-value')?.textContent === number.toLocaleString('en')"
    page.wait_for_function(shown, arg=last + 1)
    take(server)
    page.wait_for_function(shown, arg=last + 2)
    assert page.locator(".gauge .chart svg").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_it_goes_on_after_a_restart(server):
    until(lambda: number(server) is not None)
    last = take(server)
    until(lambda: number(server) == last + 1)
    server.restart()
    assert take(server) == last + 1
    until(lambda: number(server) == last + 2)


def test_check_prints_the_first_word_and_ends(cli, feed):
    port = feed(struct.pack(">ii", 120, 121))
    done = cli.with_data("check", "next-number", "--url", f"tcp://127.0.0.1:{port}", "--json")
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()] == [{"queue": "main", "number": 120}]
    stored = cli.with_data("records", "next-number", "--url", f"tcp://127.0.0.1:{port}", "--json")
    assert stored.returncode == 0, stored.stderr
    assert json.loads(stored.stdout)["number"] == 120, stored.stderr


def test_check_of_a_feed_that_says_nothing_fails_in_time(cli, feed):
    port = feed(b"")
    done = cli.with_data("check", "next-number", "--url", f"tcp://127.0.0.1:{port}", "--timeout", "1s")
    assert done.returncode == 3, done.stderr
    assert "did not answer within 1.0 seconds" in done.stderr, done.stderr
    half = feed(b"\0\0")
    done = cli.with_data("check", "next-number", "--url", f"tcp://127.0.0.1:{half}", "--timeout", "1s")
    assert done.returncode == 3, done.stderr
    assert "sent nothing for 1.0 seconds after 2 bytes" in done.stderr, done.stderr


def test_a_stream_is_no_document_and_a_document_no_stream(cli, feed):
    port = feed(struct.pack(">i", 1))
    done = cli.with_data("check", "visa", "--url", f"tcp://127.0.0.1:{port}")
    assert done.returncode == 3, done.stderr
    assert "is a stream, and this board reads documents" in done.stderr, done.stderr
    words = cli.data.parent / "words.bin"
    words.write_bytes(struct.pack(">i", 7))
    done = cli.with_data("check", "next-number", "--url", f"file:{words}", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"queue": "main", "number": 7}, done.stderr


def test_the_board_is_content_with_its_sample(cli):
    done = cli.run("board", "check", "next-number")
    assert done.returncode == 0, done.stderr
    assert "its sample gives the 1 record expected" in done.stdout, done.stderr
