"""What attackers use: sockets that send what no client would, and a look at what the server's process pays for it.

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
    """How many files and sockets a process has open."""
    return len(os.listdir(f"/proc/{process}/fd"))


def settled_cpu_seconds(process: int, quiet: float = 0.3) -> float:
    """The same once the process has had nothing to do for `quiet` seconds, so that work that goes on behind an answer is counted."""
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
    """Sends these bytes and returns what came back until the server closed."""
    with connect(port, source) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def first_line(port: int, request: bytes) -> bytes:
    """Of the first answer, on a line that the server may keep open; nothing, if it closed without one."""
    answer = b""
    with connect(port) as connection:
        connection.sendall(request)
        while b"\r\n" not in answer and (piece := connection.recv(65536)):
            answer += piece
    return answer


def status(answer: bytes) -> int:
    """Of the first answer in these bytes; 0 if there is none."""
    words = answer.split(b"\r\n", 1)[0].split(b" ")
    return int(words[1]) if len(words) > 1 and words[0].startswith(b"HTTP/1.") else 0
