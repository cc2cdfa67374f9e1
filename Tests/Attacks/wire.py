"""Tools of attackers: sockets that send what no client would, and a look at the cost for the server's process.

Everything stays on loopback, and every loop here is bounded.
"""

import os
import socket
import time
from pathlib import Path

from patience import PATIENCE

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(process: int) -> float:
    """User and system time of a process so far, to a hundredth of a second (proc(5))."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def descriptors(process: int) -> int:
    """The number of files and sockets that a process has open."""
    return len(os.listdir(f"/proc/{process}/fd"))


def settled_cpu_seconds(process: int, quiet: float = 0.3) -> float:
    """The same once the process has been idle for `quiet` seconds, so that work after a response counts too."""
    deadline = time.monotonic() + PATIENCE
    before = cpu_seconds(process)
    while time.monotonic() < deadline:
        time.sleep(quiet)
        now = cpu_seconds(process)
        if now - before <= 0.02:
            return now
        before = now
    raise AssertionError(f"the process was still at work after {PATIENCE} s")


def connect(port: int, source: str = "127.0.0.1") -> socket.socket:
    """A connection from any address of loopback: 127.0.0.2 is another client than 127.0.0.1."""
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(source, 0))


def exchange(port: int, request: bytes, source: str = "127.0.0.1") -> bytes:
    """Sends these bytes and returns everything received until the server closed."""
    with connect(port, source) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def first_line(port: int, request: bytes) -> bytes:
    """The status of the first response on a connection that the server may keep open; 0 if it closed without a response."""
    answer = b""
    with connect(port) as connection:
        connection.sendall(request)
        while b"\r\n" not in answer and (piece := connection.recv(65536)):
            answer += piece
    return answer


def status(answer: bytes) -> int:
    """The status of the first response in these bytes; 0 if there is none."""
    words = answer.split(b"\r\n", 1)[0].split(b" ")
    return int(words[1]) if len(words) > 1 and words[0].startswith(b"HTTP/1.") else 0
