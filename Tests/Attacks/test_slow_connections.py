"""Slow connections: silent ones, heads and bodies of a byte a second, and unread responses.

One address opens as many as it can, in the full run more than the server has descriptors for, and reopens each connection that is closed. Others
must not notice. The full run, which also measures how long others wait: `TIDINGS_SLOW_CONNECTIONS=2000 TIDINGS_SLOW_SECONDS=60 TIDINGS_SLOW_P99=0.1`.
"""

import contextlib
import itertools
import multiprocessing
import os
import resource
import select
import socket
import struct
import time

import pytest

import conftest
from conftest import free_port, until
from wire import connect, descriptors, exchange, status

COUNT = int(os.environ.get("TIDINGS_SLOW_CONNECTIONS", "600"))
SECONDS = float(os.environ.get("TIDINGS_SLOW_SECONDS", "12"))  # longer than a head may take
P99 = float(os.environ.get("TIDINGS_SLOW_P99", "0"))  # seconds; only on request, because other work on the machine also makes clients wait
LIMIT = 1024
ATTACKER, OTHERS = "127.0.0.1", [f"127.0.0.{last}" for last in range(2, 12)]

# What a connection sends at first, and then each second.
KINDS = [
    (b"", b""),
    (b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ", b"x"),
    (b"POST /login HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\nname=", b"x"),
    (b"GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", b""),  # and reads nothing
]


@pytest.fixture
def few_descriptors(tmp_path, monkeypatch):
    """The servers of this test may have 1,024 descriptors, and can't raise that."""
    program = tmp_path / "tidings"
    program.write_text(f'#!/bin/sh\nexec prlimit --nofile={LIMIT}:{LIMIT} "{conftest.PROGRAM}" "$@"\n')
    program.chmod(0o755)
    monkeypatch.setattr(conftest, "PROGRAM", program)


class Crowd:
    """The attacker, in its own process: keeps that many slow connections until it is stopped."""

    def __init__(self, port: int, count: int):
        context = multiprocessing.get_context("fork")
        self.reached, self.refused = context.Value("i", 0), context.Value("i", 0)
        self._stop = context.Event()
        self._process = context.Process(target=self._run, args=(port, count), daemon=True)

    def __enter__(self):
        self._process.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._process.join(conftest.PATIENCE)
        self._process.kill()

    def _run(self, port: int, count: int) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        poll, lines, kinds = select.epoll(), {}, itertools.cycle(KINDS)
        began = tick = time.monotonic()
        opened = 0
        while not self._stop.is_set():
            # 500 a second: the test is about waiting, not about opening.
            allowed = int((time.monotonic() - began) * 500) - opened
            for _ in range(min(allowed, count - len(lines))):
                opened += 1
                line = socket.socket()
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                line.setblocking(False)
                line.bind((ATTACKER, 0))
                line.connect_ex(("127.0.0.1", port))
                lines[line.fileno()] = (line, *next(kinds))
                poll.register(line, select.EPOLLOUT)
            for number, events in poll.poll(0.02):
                line, first, _ = lines[number]
                if events & (select.EPOLLHUP | select.EPOLLERR | select.EPOLLRDHUP):
                    self.refused.value += 1
                    poll.unregister(line)
                    line.close()
                    del lines[number]
                else:
                    with contextlib.suppress(OSError):  # The next turn notices the end.
                        line.send(first)
                    poll.modify(line, select.EPOLLRDHUP)
                    self.reached.value += 1
            if time.monotonic() - tick >= 1:
                tick = time.monotonic()
                for line, _, dribble in lines.values():
                    with contextlib.suppress(OSError):
                        line.send(dribble or b"")
        for line, *_ in lines.values():
            line.close()


def answered(port: int, source: str) -> float:
    """Sends one request on its own connection; returns how long it took."""
    began = time.monotonic()
    answer = exchange(port, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", source)
    assert status(answer) == 200, answer
    return time.monotonic() - began


def test_others_are_answered_while_one_address_takes_all_the_time_there_is(few_descriptors, serve):
    server = serve()
    before = descriptors(server.process)
    waits, most = [], 0
    with Crowd(server.port, COUNT) as crowd:
        until(lambda: crowd.refused.value > 0)  # The address has its share.
        end = time.monotonic() + SECONDS
        for source in itertools.cycle(OTHERS):
            if time.monotonic() > end:
                break
            waits.append(answered(server.port, source))
            most = max(most, descriptors(server.process))
            time.sleep(0.01)
        until(lambda: crowd.reached.value > COUNT / 4)
    waits.sort()
    p99 = waits[int(len(waits) * 0.99)]
    print(f"{len(waits)} requests of others, all answered: p50 {waits[len(waits) // 2] * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, "
          f"longest {waits[-1] * 1000:.1f} ms; {crowd.reached.value} slow connections, {crowd.refused.value} closed; "
          f"{most} of {LIMIT} descriptors at most")
    assert not P99 or p99 < P99
    assert most < LIMIT - 128
    until(lambda: descriptors(server.process) <= before + 8)
    assert "internal error" not in server.log()
    assert server.stop() == 0


def test_one_address_has_a_share_of_the_raw_port_and_of_event_streams(few_descriptors, serve):
    raw = free_port()
    server = serve(settings={"TIDINGS_QUEUE_PORT": str(raw), "TIDINGS_PUBLIC_BOARDS": "visa"})
    before = descriptors(server.process)

    def is_told(line) -> bool:
        """A number without the end of the line."""
        with line:
            return len(line.recv(4)) == 4

    def follow(path: str, source: str):
        line = connect(server.port, source)
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        return line, int(line.recv(12)[9:12] or 0)

    words = [connect(raw, ATTACKER) for _ in range(LIMIT // 4)]
    told = [len(line.recv(4)) == 4 for line in words]
    assert 50 < sum(told) < LIMIT // 8, sum(told)
    assert is_told(connect(raw, OTHERS[0]))
    for line in words:
        line.close()
    for path in ("/live/queue", "/live/boards/visa"):
        until(lambda: descriptors(server.process) <= before + 8)
        streams = [follow(path, ATTACKER) for _ in range(LIMIT // 4)]
        statuses = [status for _, status in streams]
        assert 50 < statuses.count(200) < LIMIT // 8, statuses
        assert set(statuses) <= {200, 429, 503}
        other, code = follow(path, OTHERS[0])
        assert code == 200
        for line in (other, *(line for line, _ in streams)):
            line.close()
    until(lambda: descriptors(server.process) <= before + 8)


def test_addresses_behind_a_trusted_proxy_share_nothing_but_the_proxy(few_descriptors, serve):
    """All connections are the proxy's; event streams count for the clients that it names."""
    server = serve(settings={"TIDINGS_TRUSTED_PROXIES": ATTACKER, "TIDINGS_PUBLIC_BOARDS": "visa"})

    def follow(client: str):
        line = connect(server.port, ATTACKER)
        line.sendall(f"GET /live/boards/visa HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: {client}\r\n\r\n".encode())
        return line, int(line.recv(12)[9:12] or 0)

    greedy = [follow("198.51.100.7") for _ in range(LIMIT // 8)]
    statuses = [status for _, status in greedy]
    assert 50 < statuses.count(200) < LIMIT // 8, statuses
    assert set(statuses) == {200, 503}, statuses
    others = [follow(f"203.0.113.{last}") for last in range(1, 30)]
    assert all(status == 200 for _, status in others)
    for line, _ in greedy + others:
        line.close()


def test_a_reset_connection_is_no_trouble(serve):
    """A client that disconnects without a word, at any point, leaves nothing behind."""
    server = serve()
    before = descriptors(server.process)
    for first, _ in KINDS * 20:
        line = connect(server.port)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.sendall(first)
        line.close()
    until(lambda: descriptors(server.process) <= before + 8)
    assert "internal error" not in server.log()
    assert server.get("/healthz")[0] == 200
