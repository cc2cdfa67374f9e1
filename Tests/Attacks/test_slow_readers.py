"""Clients that request much and read nothing: the server's memory for them is limited, and is released when they leave."""

import os
import re
import socket
import subprocess
import time
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

import big_boards
from conftest import PATIENCE, Server, until
from test_media import Library
from wire import cpu_seconds

READERS = int(os.environ.get("TIDINGS_SLOW_READERS", "120"))
# Megabytes more than before: the limit of all responses together (96 MB, which take up to twice as much), what is made at once, and what belongs
# to each connection.
BOUND = 300 + READERS * 0.1


def resident(process: int, line: str = "VmRSS") -> float:
    """Megabytes: current, or the maximum so far (`VmHWM`)."""
    return int(re.search(rf"{line}:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[1]) / 1024


def ask(port: int, path: str, number: int) -> socket.socket:
    """Sends a request from one of many addresses, with a small receive buffer."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(PATIENCE)
    line.bind((f"127.0.{number % 40}.{2 + number // 40 % 200}", 0))
    line.connect(("127.0.0.1", port))
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return line


def settle(process: int) -> None:
    """Waits until the server has made everything that it makes for clients that read nothing."""
    before = cpu_seconds(process)

    def is_quiet() -> bool:
        nonlocal before
        time.sleep(1)
        before, last = cpu_seconds(process), before
        return before - last < 0.1

    until(is_quiet)


def held(server, path: str) -> tuple[float, float]:
    """The most additional megabytes while no client reads, and after all have left."""
    with urllib.request.urlopen(server.url + path, timeout=PATIENCE) as answer:
        assert len(answer.read(1000)) == 1000
    settle(server.process)
    Path(f"/proc/{server.process}/clear_refs").write_text("5")  # Resets VmHWM (proc(5)).
    before = resident(server.process)
    lines = [ask(server.port, path, number) for number in range(READERS)]
    settle(server.process)
    # Other clients get responses.
    assert server.get("/healthz")[0] == 200
    most = resident(server.process, "VmHWM") - before
    for line in lines:
        line.close()
    least = most

    def is_back() -> bool:
        nonlocal least
        least = min(least, resident(server.process) - before)
        return least < 64

    until(is_back, lambda: f"{least:.0f} MB of {most:.0f} are kept")
    return most, least


@pytest.mark.parametrize("path", ["/boards/papers.json", "/boards/papers.csv", "/boards/wares.json"])
def test_records_are_made_when_they_are_read(tmp_path, path):
    server = Server(tmp_path, ("--source", "contacts=http://127.0.0.1:9/none", "--source", "visa=http://127.0.0.1:9/none"))
    try:
        big_boards.declare(server.data)
        server.start()
        server.add_person("ada", "administrator")
        for board in [*big_boards.BOARDS, "visa"]:
            assert server.get(f"/boards/{board}")[0] == 200
        server.stop()
        big_boards.fill(server.data)
        server.start()
        most, least = held(server, path)
        print(f"{path}: {READERS} connections, {most:.0f} MB more at most, {least:.0f} MB when they have gone")
        assert most < BOUND
    finally:
        server.kill()


def test_segments_are_sent_from_their_files(tmp_path):
    films = tmp_path / "films"
    films.mkdir()
    # Segments of some 40 MB.
    picture = ["-f", "lavfi", "-i", "testsrc2=size=480x270:rate=25:duration=6", "-vf", "noise=alls=90:allf=t"]
    code = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", "-pix_fmt", "yuv420p", "-g", "75", "-keyint_min", "75", "-sc_threshold", "0"]
    subprocess.run(["ffmpeg", "-v", "error", *picture, *code, films / "Noise.mp4"], check=True)
    (tmp_path / "home").mkdir()
    library = Library(films, tmp_path / "home")
    try:
        (number,) = (item["id"] for item in library.items(1).values())
        master = library.ask(f"items/{number}/plays", {})["master"]
        segment = urllib.parse.urljoin(master, "v-0.m4s").removeprefix(library.server.url)
        most, least = held(library.server, segment)
        print(f"segments: {READERS} connections, {most:.0f} MB more at most, {least:.0f} MB when they have gone")
        assert most < BOUND
    finally:
        library.server.kill()
