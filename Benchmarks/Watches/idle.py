#!/usr/bin/env python3
"""Measures the cost of a server with many watches while nothing happens: `idle.py PROGRAM [WATCHES] [SECONDS]`.

Puts that many watches on a board with a stored list of 2,000 rows, for 100 people with a webhook each, starts the server, and measures the time until
it answers, its memory after a while (RSS, and the private part of it), and its CPU time during that many idle seconds. Linux only.
"""

import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

program = Path(sys.argv[1]).resolve()
watches = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 60


def cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> dict[str, float]:
    lines = (line.split() for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return {words[0]: int(words[1]) / 1024 for words in lines if words[0] in ("VmRSS:", "RssAnon:", "VmHWM:")}


with tempfile.TemporaryDirectory() as folder:
    data, document = Path(folder) / "data", Path(folder) / "list.pdf"
    run = lambda *words: subprocess.run([program, *map(str, words)], check=True, capture_output=True, cwd=folder)
    run("demo", "visa", "--rows", 2000, "--pages", 50, "-o", document)
    run("check", "visa", "--url", f"file:{document}", "--data", data)
    database = sqlite3.connect(data / "tidings.sqlite")
    with database:
        feed = database.execute("SELECT id FROM feeds").fetchone()[0]
        batches = [row[0] for row in database.execute("SELECT batch FROM board_visa")]
        for person in range(100):
            database.execute("INSERT INTO people (id, name, created) VALUES (?, ?, 0)", (person + 1000, f"p{person}"))
            database.execute("INSERT INTO channels (person, name, kind, address, created) VALUES (?, 'hook', 'webhook', '{}', 0)", (person + 1000,))
        for number in range(watches):
            condition = json.dumps({"field": "batch", "equals": batches[number % len(batches)]})
            database.execute(
                "INSERT INTO watches (person, board, feed, condition, channels, digest, muted, created) VALUES (?, 'visa', ?, ?, '[\"webhook\"]', 'at-once', 0, 0)",
                (1000 + number % 100, feed, condition),
            )
        # Nothing is fetched during the measurement.
        database.execute("UPDATE feeds SET due = NULL")
    database.close()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    began = time.monotonic()
    # No server is at this address, so scheduled fetches fail at once.
    server = subprocess.Popen(
        [program, "serve", "--port", str(port), "--data", data, "--source", "visa=http://127.0.0.1:9/", "--source", "contacts=http://127.0.0.1:9/"],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).read()
                break
            except OSError:
                time.sleep(0.002)
        start, busy = time.monotonic() - began, cpu(server.pid)
        time.sleep(10)
        before = cpu(server.pid)
        time.sleep(seconds)
        used = memory(server.pid)
        print(
            f"{watches} watches: answers after {start:.2f} s ({busy:.2f} s of CPU), RSS {used['VmRSS:']:.0f} MB (its own {used['RssAnon:']:.0f} MB), at most {used['VmHWM:']:.0f} MB, "
            f"CPU {(cpu(server.pid) - before) / seconds * 100:.2f} % of a core over {seconds} s"
        )
    finally:
        server.terminate()
        server.wait(30)
