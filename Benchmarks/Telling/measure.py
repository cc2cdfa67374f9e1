#!/usr/bin/env python3
"""How soon an event of a queue, made at one of three servers, reaches 2,000 pages at each: `measure.py [PAGES] [EVENTS] [--fanout PROGRAM]`.

    TIDINGS=PROGRAM PYTHONPATH=Tests/EndToEnd:Tests/Drills Scripts/postgres .build/venv/bin/python Benchmarks/Telling/measure.py

Starts the servers over a database of its own (TIDINGS names a release build of the program), takes a number a second at the first, and prints
how many milliseconds pass from before the request to a page's having the event: the median, the 99th percentile and the last; and how many are missing.
The other PROGRAM does the same without servers, as a floor: it is run before and after with the arguments `3 PAGES EVENTS 1000 ADDRESS`, and prints
an object of JSON with `p99_ms`. The pages of each server are read by a process of their own.
"""

import argparse
import json
import multiprocessing
import resource
import statistics
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

import databases
from followers import Followers
from nodes import Cluster, Publisher

NAMES = ["one", "two", "three"]


def read(port: int, pages: int, orders) -> None:
    """Follows until it is asked for what it has got: of each page, the times of its events by their ids."""
    followers = Followers(port, "/live/queue/main", pages)
    orders.send("following")
    orders.recv()
    orders.send([{id: when for id, when, _ in follower.events} for follower in followers.all])
    followers.close()


def floor(program: str, pages: int, events: int) -> float:
    """The 99th percentile of the program that does as much without servers."""
    command = ["setsid", "--wait", program, "3", str(pages), str(events), "1000", databases.new()]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    print(f"  fanout: {said.strip()}")
    return json.loads(said)["p99_ms"]


def measure(cluster: Cluster, pages: int, events: int) -> list[float]:
    first = cluster.nodes["one"]
    readers = []
    for node in cluster.nodes.values():
        here, there = multiprocessing.Pipe()
        reader = multiprocessing.Process(target=read, args=(node.port, pages, there), daemon=True)
        reader.start()
        assert here.recv() == "following"
        readers.append((reader, here))
    made: dict[str, float] = {}
    for _ in range(events):
        began = time.monotonic()
        with urllib.request.urlopen(f"{first.url}/dispense/token.json") as answer:
            json.load(answer)
        newest = (
            "SELECT epoch || '-' || queue_events.version FROM queue_events JOIN queues ON name = queue WHERE queue = 'main' "
            "ORDER BY queue_events.version DESC LIMIT 1"
        )
        made[cluster.ask(newest)[0][0]] = began
        time.sleep(max(0.0, 1 - (time.monotonic() - began)))
    time.sleep(10)  # What is missing by then is missing.
    times: list[float] = []
    missing = 0
    for reader, here in readers:
        here.send("enough")
        for page in here.recv():
            times += [(page[id] - began) * 1000 for id, began in made.items() if id in page]
            missing += sum(id not in page for id in made)
        reader.join()
    print(f"  {len(times)} events arrived, {missing} are missing")
    return sorted(times)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("pages", nargs="?", type=int, default=2_000)
    arguments.add_argument("events", nargs="?", type=int, default=15)
    arguments.add_argument("--fanout", metavar="PROGRAM")
    given = arguments.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    floors = [floor(given.fanout, given.pages, given.events)] if given.fanout else []
    with tempfile.TemporaryDirectory() as folder:
        publisher = Publisher(1, 1)
        cluster = Cluster(Path(folder), publisher, NAMES, 30)
        try:
            for node in cluster.nodes.values():
                node.settings = node.settings | {"TIDINGS_ADDRESS_LIMIT": "0", "TIDINGS_QUEUE_PORT": "off"}
                node.start()
            times = measure(cluster, given.pages, given.events)
        finally:
            cluster.end()
            publisher.close()
    p99 = times[int(len(times) * 0.99)]
    print(f"  tidings: p50 {statistics.median(times):.0f} ms, p99 {p99:.0f} ms, last {times[-1]:.0f} ms")
    if given.fanout:
        floors.append(floor(given.fanout, given.pages, given.events))
        print(f"  p99 is {p99 / max(floors):.2f} to {p99 / min(floors):.2f} times that of fanout")


if __name__ == "__main__":
    main()
