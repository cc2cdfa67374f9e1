"""A queue followed from outside: events over HTTP, words over TCP, `tidings queue listen`, a browser that loses the connection."""

import json
import socket
import struct
import urllib.request

import pytest

from conftest import OUT_OF_REACH, PATIENCE, Server, free_port, until


@pytest.fixture(scope="module")
def raw_port():
    return free_port()


@pytest.fixture(scope="module")
def server(tmp_path_factory, raw_port):
    server = Server(tmp_path_factory.mktemp("queue"), (), {"TIDINGS_QUEUE_PORT": str(raw_port)})
    server.start()
    yield server
    server.kill()


def take(server) -> int:
    with urllib.request.urlopen(f"{server.url}/dispense/token.json", timeout=PATIENCE) as answer:
        return json.load(answer)["number"]


def word(feed) -> int:
    got = b""
    while len(got) < 4:
        more = feed.recv(4 - len(got))
        assert more, "the feed has closed the connection"
        got += more
    return struct.unpack(">i", got)[0]


def next_word(feed, before: int) -> int:
    """The first different one: while nothing happens, the last one is repeated every few seconds."""
    while (said := word(feed)) == before:
        pass
    return said


def follow(server, last: str | None = None):
    """An open event stream, as a file."""
    request = urllib.request.Request(f"{server.url}/live/queue/main", headers={"Last-Event-ID": last} if last else {})
    return urllib.request.urlopen(request, timeout=PATIENCE)


def event(stream) -> dict[str, str]:
    """The next one with content: occasional comments keep the connection open."""
    fields: dict[str, str] = {}
    while "data" not in fields:
        fields = {}
        while line := stream.readline().decode().rstrip("\n"):
            name, _, value = line.partition(":")
            fields[name] = value.strip()
        assert fields, "the stream has ended"
    return fields


def test_pages_and_boards_are_told_of_every_number(server, raw_port):
    number = take(server)
    with follow(server) as page, socket.create_connection(("127.0.0.1", raw_port), PATIENCE) as board:
        assert page.headers["Content-Type"] == "text/event-stream"
        assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert json.loads(event(page)["data"])["next"] == number + 1
        assert word(board) == number + 1
        for step in range(2, 5):
            assert take(server) == number + step - 1
            assert json.loads(event(page)["data"])["next"] == number + step
            assert next_word(board, number + step - 1) == number + step


def test_who_comes_back_is_told_what_was_missed(server):
    with follow(server) as page:
        last = event(page)["id"]
    missed = [take(server) + 1 for _ in range(3)]
    with follow(server, last) as page:
        assert [json.loads(event(page)["data"])["next"] for _ in missed] == missed
    with follow(server, "before-the-restart-7") as page:
        reset = event(page)
        assert reset["event"] == "reset"
        assert json.loads(reset["data"])["next"] == missed[-1]


def test_listen_prints_numbers_and_says_how_it_ended(server, raw_port, cli):
    number = take(server) + 1
    done = cli.run("queue", "listen", f"127.0.0.1:{raw_port}", "--count", 1, "--json")
    assert (done.returncode, json.loads(done.stdout)) == (0, {"number": number})
    failed = cli.run("queue", "listen", f"127.0.0.1:{free_port()}")
    assert failed.returncode == 3
    assert "cannot connect: nothing listens" in failed.stderr
    with socket.create_server(("127.0.0.1", 0)) as feed:
        listening = cli.start("queue", "listen", f"127.0.0.1:{feed.getsockname()[1]}")
        feed.settimeout(PATIENCE)
        client, _ = feed.accept()
        client.sendall(b"\0\0\0\1\0\0")  # One number, and half of another.
        client.sendall(b"\0\2\0\0\0\2\0")
        client.close()
        printed, complaint = listening.communicate(timeout=PATIENCE)
    assert printed == b"1\n2\n"
    assert listening.returncode == 3
    assert b"connection lost" in complaint
    assert cli.run("queue", "listen", "a:b:c").returncode in (2, 3)
    assert cli.run("queue", "listen", "host:0").returncode == 2


def hears(page, kind: str, number: int) -> None:
    """Waits until the last number that the page received isn't below this one."""
    page.wait_for_function("([kind, number]) => heard.at(-1)?.[0] === kind && heard.at(-1)[1] >= number", arg=[kind, number])


def test_a_page_of_ours_follows_and_comes_back_by_itself(server, open_page, console):
    """A browser reconnects across a restart of the server, and is asked to begin again."""
    console.expected += OUT_OF_REACH
    page = open_page(f"{server.url}/login")
    page.evaluate(
        """() => {
            window.heard = [];
            const source = new EventSource('/live/queue/main');
            const note = (event) => window.heard.push([event.type, JSON.parse(event.data).next]);
            source.addEventListener('message', note);
            source.addEventListener('reset', note);
        }"""
    )
    hears(page, "message", 0)
    number = take(server) + 1
    hears(page, "message", number)
    server.restart()
    hears(page, "reset", number)
    assert take(server) == number
    hears(page, "message", number + 1)


def test_a_port_that_somebody_has(server, raw_port, cli):
    """An explicit port that is taken is an error; the default one is only logged."""
    command = ("serve", "--port", free_port(), "--data", cli.data)
    cli.settings = {"TIDINGS_QUEUE_PORT": str(raw_port)}
    refused = cli.run(*command)
    assert refused.returncode == 2
    assert f"port {raw_port}" in refused.stderr
    assert "queue-port" in refused.stderr


def test_the_numbers_of_the_feeds_are_measured(server):
    with follow(server) as page:
        event(page)
    for measure in ('tidings_broadcast_delivered_total{kind="events"}', 'tidings_http_requests_total{route="/live/queue/{queue}",status="2xx"}'):
        until(lambda: measure in server.get("/metrics")[2], measure)
