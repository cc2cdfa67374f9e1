"""Numbers of one queue from the desks of several servers over one PostgreSQL, beside a C program that does the same without rules.

    nodes.py SCALE MeasureQueues [--seconds 5] [--clients 64] [--nodes 3]      a table, one desk on SQLite first
    nodes.py SCALE MeasureQueues --kill 50 | --stop 10                         servers, or PostgreSQL, are killed meanwhile
    nodes.py SCALE MeasureQueues --failover async|sync [--delay 50]            a replica so many milliseconds behind is promoted

SCALE is the folder with `tokens.py`, `tokens.c`, `cluster.sh` and `stall.py`; `cluster.sh start` was run, and SCALE_PG names its address. Needs psycopg.
Ends with 1 if a number came twice, was lost, or isn't in line. The ratio to the C program is of one run: 0.7 is the aim.
"""

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg


class Desks:
    """Servers' desks over a new database of the cluster."""

    def __init__(self, given, address: str, folder: Path):
        self.given, self.folder = given, folder
        name = f"desks_{random.randrange(1 << 40):x}"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        self.address = f"{address.rpartition('/')[0]}/{name}"
        self.logs: list[Path] = []
        self.running: dict[int, subprocess.Popen] = {}

    def start(self, node: int, seconds: float, address: str | None = None) -> None:
        home, log = self.folder / f"node-{node}", self.folder / f"log-{len(self.logs)}"
        home.mkdir(exist_ok=True)
        self.logs.append(log)
        words = [self.given.program, home, str(self.given.clients), str(seconds), log, address or self.address, f"node-{node}"]
        self.running[node] = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)

    def kill(self, node: int) -> None:
        os.kill(self.running[node].pid, signal.SIGKILL)
        self.running[node].wait()

    def ended(self) -> list[dict]:
        return [json.loads(one.communicate()[0]) for one in self.running.values()]

    def answered(self) -> list[int]:
        return tokens.numbers(self.logs)

    def verdict(self, address: str | None = None) -> dict:
        answered = self.answered()
        with psycopg.connect(address or self.address) as connection:
            spans = connection.execute("SELECT first, last FROM queue_spans WHERE last >= first ORDER BY first").fetchall()
            acts = connection.execute("SELECT act, detail FROM queue_acts ORDER BY id").fetchall()
        book = [number for first, last in spans for number in range(first, last + 1)]
        missing = [(before, after) for before, after in zip(sorted(book), sorted(book)[1:]) if after != before + 1]
        left_out = [tuple(map(int, detail.split("–"))) for act, detail in acts if act == "skipNumbers"]
        unexplained = [gap for gap in missing if not any(first <= gap[1] - 1 and gap[0] + 1 <= last for first, last in left_out)]
        return {
            "answered": len(answered), "twice": len(answered) - len(set(answered)), "not_in_line": len(set(answered) - set(book)),
            "in_book_twice": len(book) - len(set(book)), "unheard": len(set(book) - set(answered)), "gaps_unexplained": len(unexplained),
            "acts": acts[:10],
        }  # fmt: skip


def said(row: dict) -> bool:
    print(json.dumps(row), flush=True)
    return not any(row.get(name) for name in ("twice", "not_in_line", "in_book_twice", "gaps_unexplained"))


def rate(ended: list[dict]) -> int:
    return round(sum(one["given"] / one["seconds"] for one in ended))


def measure(given) -> bool:
    program, fine = tokens.build(), True
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        words = [given.program, folder / "alone", str(given.clients), str(given.seconds), folder / "log"]
        alone = rate([json.loads(subprocess.check_output(words, text=True))])
        said({"desk": "SQLite", "nodes": 1, "per_second": alone})
        for nodes in sorted({1, given.nodes}):
            tokens.fresh()
            logs = [folder / f"c-{nodes}-{number}" for number in range(nodes)]
            running = [tokens.start(program, "book", given.clients, given.seconds, log, tokens.ADDRESS) for log in logs]
            peer = rate([json.loads(one.communicate()[0]) for one in running])
            (folder / str(nodes)).mkdir()
            desks = Desks(given, tokens.ADDRESS, folder / str(nodes))
            desks.start(0, 0.5)  # Makes the tables.
            desks.ended()
            for node in range(nodes):
                desks.start(node, given.seconds)
            ended = desks.ended()
            row = {
                "desk": "PostgreSQL", "nodes": nodes, "per_second": rate(ended), "tokens_book": peer, "ratio": round(rate(ended) / peer, 2),
                "to_sqlite": round(rate(ended) / alone, 2), "p50_ms": max(one["p50_ms"] for one in ended),
                "p99_ms": max(one["p99_ms"] for one in ended),
            }  # fmt: skip
            fine &= said(row | desks.verdict())
    return fine


def troubles(given) -> bool:
    """Kills of servers, or immediate stops of PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        desks = Desks(given, tokens.ADDRESS, Path(folder))
        desks.start(0, 0.5)
        desks.ended()
        for node in range(given.nodes):
            desks.start(node, 3600)
        for _ in range(given.kill or given.stop):
            time.sleep(random.uniform(0.3, 1))
            if given.kill:
                node = random.randrange(given.nodes)
                desks.kill(node)
                desks.start(node, 3600)
            else:
                cluster("kill")
                cluster("restart")
                before = len(desks.answered())
                wait(lambda: len(desks.answered()) > before)
        time.sleep(1)
        for node in range(given.nodes):
            desks.kill(node)
        time.sleep(0.5)
        return said({"kills": given.kill, "stops": given.stop} | desks.verdict())


def failover(given) -> bool:
    """What was on its way to the replica goes down with the first. `sync`: a commit returns once the replica has it on its disk, too."""
    cluster("stop")
    port = int(tokens.ADDRESS.split(":")[-1].split("/")[0])
    cluster("start", str(port))
    with stalled(port) as control, tempfile.TemporaryDirectory() as folder:
        try:
            control(f"delay {given.delay}")
            desks = Desks(given, tokens.ADDRESS, Path(folder))
            desks.start(0, 0.5)
            desks.ended()
            cluster("replica", str(port + 10))
            time.sleep(1)
            if given.failover == "sync":
                with psycopg.connect(tokens.ADDRESS, autocommit=True) as connection:
                    connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
                    connection.execute("SELECT pg_reload_conf()")
                time.sleep(1)
            both = desks.address.replace(f":{port}/", f":{port},127.0.0.1:{port + 1}/") + "?target_session_attrs=read-write&connect_timeout=2"
            for node in range(given.nodes):
                desks.start(node, given.seconds + 6, both)
            time.sleep(given.seconds / 2)
            control("refuse")
            cluster("kill")
            before = len(desks.answered())
            cluster("promote")
            wait(lambda: len(desks.answered()) > before + 1)
            ended = desks.ended()
            replica = desks.address.replace(f":{port}/", f":{port + 1}/")
            return said({"failover": given.failover, "delay_ms": given.delay, "per_second": rate(ended)} | desks.verdict(replica))
        finally:
            cluster("stop")


@contextmanager
def stalled(port: int):
    """A proxy before the first, for its replica; gives a function that tells it what to do."""
    proxy = subprocess.Popen([sys.executable, given.scale / "stall.py", str(port + 10), str(port), str(port + 11)])

    def control(words: str) -> None:
        with socket.create_connection(("127.0.0.1", port + 11)) as connection:
            connection.sendall(f"{words}\n".encode())
            connection.recv(10)

    try:
        time.sleep(0.5)
        yield control
    finally:
        proxy.terminate()
        proxy.wait()


def cluster(*words: str) -> None:
    subprocess.run([given.scale / "cluster.sh", *words], check=True, stdout=subprocess.DEVNULL)


def wait(condition) -> None:
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            raise SystemExit("no numbers are given any more")
        time.sleep(0.05)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scale", type=lambda text: Path(text).resolve())
    parser.add_argument("program", type=lambda text: Path(text).resolve())
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--kill", type=int, default=0)
    parser.add_argument("--stop", type=int, default=0)
    parser.add_argument("--failover", choices=["async", "sync"])
    parser.add_argument("--delay", type=float, default=50)
    given = parser.parse_args()
    sys.path.insert(0, str(given.scale))
    import tokens

    sys.exit(0 if (failover if given.failover else troubles if given.kill or given.stop else measure)(given) else 1)
