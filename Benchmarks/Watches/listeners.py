#!/usr/bin/env python3
"""Measures the cost of open pages: `listeners.py PROGRAM [CLIENTS]`.

Opens that many live event streams of one list, waits for the first events on each, and measures the server's memory while they are open and after
they are closed, and how many connections are still open then. Linux only.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

program = Path(sys.argv[1]).resolve()
clients = int(sys.argv[2]) if len(sys.argv) > 2 else 500


def own_memory(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon:"))


def cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def connections(process: int) -> int:
    return sum(os.readlink(one).startswith("socket:") for one in Path(f"/proc/{process}/fd").iterdir() if one.is_symlink())


def listen(port: int) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=30)
    line.sendall(b"GET /live/boards/visa HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
    received = b""
    while b"event: running" not in received:
        received += line.recv(65536)
    return line


with tempfile.TemporaryDirectory() as folder:
    data, document = Path(folder) / "data", Path(folder) / "list.pdf"
    run = lambda *words: subprocess.run([program, *map(str, words)], check=True, capture_output=True, cwd=folder)
    run("demo", "visa", "--rows", 2000, "--pages", 50, "-o", document)
    run("check", "visa", "--url", f"file:{document}", "--data", data)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    server = subprocess.Popen(
        [program, "serve", "--port", str(port), "--data", data, "--source", "visa=http://127.0.0.1:9/"],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | {"TIDINGS_PUBLIC_BOARDS": "visa", "TIDINGS_ADDRESS_LIMIT": "0"},
    )
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).read()
                break
            except OSError:
                time.sleep(0.01)
        listen(port).close()
        time.sleep(2)
        (before, sockets) = (own_memory(server.pid), connections(server.pid))
        busy = cpu(server.pid)
        lines = [listen(port) for _ in range(clients)]
        opening = cpu(server.pid) - busy
        time.sleep(2)
        (during, busy) = (own_memory(server.pid), cpu(server.pid))
        time.sleep(60)
        resting = cpu(server.pid) - busy
        for line in lines:
            line.close()
        began = time.monotonic()
        while connections(server.pid) > sockets and time.monotonic() - began < 60:
            time.sleep(0.01)
        noticed, left = time.monotonic() - began, connections(server.pid) - sockets
        time.sleep(2)
        print(
            f"{clients} listeners: {(during - before) * 1024 / clients:.0f} KB each ({before:.1f} to {during:.1f} MB), {opening / clients * 1000:.1f} ms of CPU to open one, "
            f"{resting / 60 * 100:.2f} % of a core for all of them over 60 s; all noticed {noticed:.2f} s after they had left ({left} connections left), {own_memory(server.pid):.1f} MB then"
        )
    finally:
        server.terminate()
        server.wait(30)
