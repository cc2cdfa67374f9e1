"""Requests that two servers could read differently, and requests that break off: RFC 9112, sections 3.2, 5 and 6."""

import socket

import pytest

from conftest import Server, until
from wire import connect, descriptors, exchange, first_line, status


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server"), ())
    server.start()
    yield server
    server.kill()


HOST = b"Host: 127.0.0.1\r\n"
FORM = b"POST /boards/visa HTTP/1.1\r\n" + HOST + b"Content-Type: application/x-www-form-urlencoded\r\n"
# A second request, which must not be read as one: a proxy takes it for a part of the first one's body.
HIDDEN = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"


@pytest.mark.parametrize(
    ("head", "refusals"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\n" + HOST + HOST + b"\r\n", {400}),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\nHost: a/../b\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\nHost: evil.example@127.0.0.1\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\nHost: a\x00b\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\nHost : a\r\n\r\n", {400}),
        (b"GET / HTTP/1.1\r\n Host: a\r\n\r\n", {400}),
        (FORM + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", {400, 501}),
        (FORM + b"Transfer-Encoding: identity\r\n\r\n", {400, 501}),
        (FORM + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", {400, 501}),
        (FORM + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n", {400, 501}),
        (FORM + b"Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n", {400}),
        (FORM + b"Transfer-Encoding : chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n", {400}),
        (FORM + b"Content-Length: 3\r\nContent-Length: 6\r\n\r\nabc", {400}),
        (FORM + b"Content-Length: 3, 3\r\n\r\nabc", {400}),
        (FORM + b"Content-Length: +3\r\n\r\nabc", {400}),
        (FORM + b"Content-Length: 0x3\r\n\r\nabc", {400}),
        (FORM + b"Transfer-Encoding: chunked\r\n\r\n3;\nabc\r\n0\r\n\r\n", {400}),
        (FORM + b"Transfer-Encoding: chunked\r\n\r\n-3\r\nabc\r\n0\r\n\r\n", {400}),
        (FORM.replace(b"1.1", b"1.0", 1) + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", {400, 501}),
        (b"GET / HTTP/1.1\n" + HOST.replace(b"\r", b"") + b"\n", {400}),
        (b"GET / HTTP/2.0\r\n" + HOST + b"\r\n", {400, 505}),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", {400}),  # TLS
        (b"nonsense\r\n\r\n", {400}),
    ],
)  # fmt: skip
def test_what_could_be_read_in_two_ways_is_refused_with_all_that_follows(server, head, refusals):
    answer = exchange(server.port, head + HIDDEN)
    assert status(answer) in refusals, answer
    assert answer.count(b"HTTP/1.1 ") == 1, answer
    assert b'"store"' not in answer


def test_what_is_right_is_answered(server):
    chunked = exchange(server.port, FORM + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nbatch\r\n2\r\n=1\r\n0\r\n\r\n")
    assert status(chunked) not in (0, 400, 501), chunked
    assert status(first_line(server.port, b"GET /healthz HTTP/1.0\r\n\r\n")) == 200
    assert status(exchange(server.port, b"GET /healthz HTTP/1.1\r\nHost: [::1]:80\r\nConnection: close\r\n\r\n")) == 200


@pytest.mark.parametrize("path", ["/boards/visa", "/login", "/api/v1/feeds/check", "/setup"])
def test_a_post_that_breaks_off_is_not_an_error_of_ours(server, path):
    before = descriptors(server.process)
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    for framing in ("Content-Length: 100\r\n\r\nname=", "Transfer-Encoding: chunked\r\n\r\n5\r\nname=\r\n", "Transfer-Encoding: chunked\r\n\r\nzz\r\n"):
        with connect(server.port) as line:
            line.sendall((head + framing).encode())
            line.shutdown(socket.SHUT_WR)
            answer = line.recv(65536)
        # A client that may not post is refused without reading the body.
        assert 300 <= status(answer) < 500 or answer == b"", answer
        with connect(server.port) as line:
            line.sendall((head + framing).encode())
    until(lambda: descriptors(server.process) <= before + 8)
    assert "internal error" not in server.log()


@pytest.mark.parametrize("path", ["/healthz", "/live/boards/visa", "/live/queue", "/boards/visa?needle=1", "/"])
def test_a_get_whose_body_never_comes_whole_ends_nothing(server, path):
    head = b"GET " + path.encode() + b" HTTP/1.1\r\n" + HOST + b"Accept: text/event-stream, */*\r\nContent-Length: 10\r\n\r\nabc"
    for _ in range(20):
        with connect(server.port) as connection:
            connection.sendall(head)
    whole = first_line(server.port, head + b"defghij")
    assert whole == b"" or status(whole) < 500, whole
    assert status(first_line(server.port, HIDDEN)) == 200
