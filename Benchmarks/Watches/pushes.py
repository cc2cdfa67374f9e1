#!/usr/bin/env python3
"""How many push notices a node sends in a second, beside pywebpush, in one run.

    PYTHONPATH=Tests/EndToEnd pushes.py PROGRAM [--before FORMER] [--people 2000] [--runs 3] [--nginx PROGRAM]

Makes a data folder whose people each watch the same list and have a browser that has subscribed; nginx, with TLS, is the push service. Each run posts
a change for all of them, measures the time and the CPU of the process that sends notices (`serve --only-deliver`), and checks that each one arrived.
The peer encrypts and sends the same number of messages of the same size with 8 threads, which is how many our sender sends at once, each
with an open connection. Needs nginx, pywebpush, and what the end-to-end tests need. Linux only.
"""

import argparse
import concurrent.futures
import http.cookiejar
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from contextlib import closing
from pathlib import Path

import requests
from py_vapid import Vapid
from pywebpush import WebPusher

from push_service import PushService, make_certificate

PASSWORD = "correct horse battery"
AT_ONCE = 8
BOARD = """title: One word
about: A row to watch.
view: table
source: {{ url: '{url}' }}
extract: {{ json: {{ rows: '$[*]', fields: {{ name: '$.name', word: '$.word' }} }} }}
fields:
  name: {{ type: text, key: true, label: Name }}
  word: {{ type: text, label: Word }}
"""
CONFIGURATION = """daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 512; }}
http {{
  access_log {folder}/access.log; client_body_temp_path {folder}/body; proxy_temp_path {folder}/t1; fastcgi_temp_path {folder}/t2;
  uwsgi_temp_path {folder}/t3; scgi_temp_path {folder}/t4; keepalive_requests 1000000;
  server {{ listen 127.0.0.1:{port} ssl; ssl_certificate {pem}; ssl_certificate_key {pem}; location / {{ return 201; }} }}
}}
"""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Nginx:
    """The push service: accepts everything, and counts it."""

    def __init__(self, program: str, folder: Path):
        self.folder, self.port, self.authority = folder, free_port(), folder / "authority.pem"
        (folder / "nginx.conf").write_text(CONFIGURATION.format(folder=folder, port=self.port, pem=make_certificate(folder, self.authority)))
        self.process = subprocess.Popen([program, "-c", folder / "nginx.conf", "-p", folder], stderr=subprocess.DEVNULL)

    def count(self) -> int:
        return (self.folder / "access.log").read_bytes().count(b" 201 ")


class House:
    """A data folder with people who have subscribed, and the list that they watch."""

    def __init__(self, folder: Path, program: Path, service: Nginx):
        self.program, self.folder, self.data, self.edition = program, folder, folder / "data", 0
        self.list = f"file:{folder / 'word.json'}"
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("TIDINGS")} | {
            "TIDINGS_GATHER": "0", "TIDINGS_PUSH_CONTACT": "mailto:operator@tidings.example", "TIDINGS_TRUST": f"127.0.0.1={service.authority}",
            "TIDINGS_QUEUE_PORT": "off", "TIDINGS_ALLOW_HOSTS_FOR_CHANNELS": f"127.0.0.1:{service.port}",
        }
        (self.data / "boards/word").mkdir(parents=True)
        (self.data / "boards/word/board.yaml").write_text(BOARD.format(url="https://word.example/list.json"))

    def run(self, *words, text: str = "") -> None:
        done = subprocess.run([self.program, *words, "--data", self.data], input=text, text=True, env=self.environment, capture_output=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{words}: {done.stderr}")

    def change(self) -> None:
        self.edition += 1
        (self.folder / "word.json").write_text(json.dumps([{"name": "one", "word": f"Edition {self.edition}"}]))
        self.run("check", "word", "--url", self.list)

    def fill(self, people: int, subscription: dict) -> None:
        self.change()
        self.run("person", "add", "ada", "--role", "administrator", text=PASSWORD + "\n")
        self.subscribe(subscription)
        with closing(sqlite3.connect(self.data / "tidings.sqlite")) as database, database:
            others = range(1000, 1000 + people - 1)
            database.executemany("INSERT INTO people (id, name, created) VALUES (?, ?, 0)", ((person, f"p{person}") for person in others))
            columns = ", ".join(row[1] for row in database.execute("PRAGMA table_info(channels)") if row[1] not in ("id", "person"))
            database.executemany(
                f"INSERT INTO channels (person, {columns}) SELECT ?, {columns} FROM channels WHERE kind = 'push' AND person < 1000",
                ((person,) for person in others))
            feed = database.execute("SELECT id FROM feeds WHERE url LIKE 'file:%'").fetchone()[0]
            ada = database.execute("SELECT id FROM people WHERE name = 'ada'").fetchone()[0]
            database.executemany(
                "INSERT INTO watches (person, board, feed, condition, channels, digest, muted, created) VALUES (?, 'word', ?, '{\"all\": []}', '[\"push\"]', "
                "'at-once', 0, 0)", ((person, feed) for person in [ada, *others]))

    def subscribe(self, subscription: dict) -> None:
        """As the page does, with a server that runs meanwhile."""
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        server = subprocess.Popen(
            [self.program, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", self.data], env=self.environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        try:
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
            for _ in range(200):
                try:
                    page = opener.open(f"{url}/login").read().decode()
                    break
                except OSError:
                    time.sleep(0.1)
            form = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))
            opener.open(f"{url}/login", urllib.parse.urlencode(form | {"name": "ada", "password": PASSWORD}).encode()).close()
            headers = {"Content-Type": "application/json", "Origin": url}
            opener.open(urllib.request.Request(f"{url}/app/push-subscriptions", json.dumps({"subscription": subscription}).encode(), headers)).close()
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()

    def send(self) -> tuple[float, float]:
        """Seconds and CPU seconds."""
        began = time.monotonic()
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen([self.program, "serve", "--only-deliver", "--data", self.data], env=self.environment, stdout=log, stderr=log)
            _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit((self.folder / "log").read_text())
        return time.monotonic() - began, used.ru_utime + used.ru_stime


def peer(subscription: dict, authority: Path, people: int) -> tuple[float, float]:
    """pywebpush's seconds and CPU seconds. As ours, it signs once for a push service."""
    vapid = Vapid()
    vapid.generate_keys()
    origin = "/".join(subscription["endpoint"].split("/")[:3])
    headers = vapid.sign({"aud": origin, "sub": "mailto:operator@tidings.example", "exp": int(time.time()) + 3600})
    text = json.dumps({"title": "One word", "body": "one: Edition 1 → Edition 2", "url": "x" * 40, "id": "y" * 36, "board": "word", "time": 0})
    own = threading.local()

    def push(_: int) -> None:
        if not hasattr(own, "session"):
            own.session = requests.Session()
            own.session.trust_env, own.session.verify = False, str(authority)
        answer = WebPusher(subscription, requests_session=own.session).send(text, headers=headers, ttl=3600)
        if answer.status_code != 201:
            sys.exit(f"{answer.status_code}")

    began, before = time.monotonic(), time.process_time()
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(push, range(people)))
    return time.monotonic() - began, time.process_time() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--people", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--nginx", default=shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        folder.chmod(0o755)
        (folder / "nginx").mkdir()
        service = Nginx(given.nginx or sys.exit("nginx is needed"), folder / "nginx")
        keys = PushService(folder)
        keys.close()
        subscription = keys.subscription() | {"endpoint": f"https://127.0.0.1:{service.port}/push/one"}
        houses = {}
        for name, program in [("before", given.before), ("now", given.program)]:
            if program:
                (folder / name).mkdir()
                houses[name] = House(folder / name, program.resolve(), service)
                houses[name].fill(given.people, subscription)
        results: dict[str, list] = {name: [] for name in ["pywebpush", *houses]}
        for _ in range(given.runs):
            results["pywebpush"].append(peer(subscription, service.authority, given.people))
            for name, house in houses.items():
                house.change()
                before = service.count()
                results[name].append(house.send())
                if service.count() - before != given.people:
                    sys.exit(f"{service.count() - before} notices arrived: {(house.folder / 'log').read_text()[-2000:]}")
        service.process.terminate()
        service.process.wait()
    for name, figures in results.items():
        seconds, cpu = (statistics.median(values) for values in zip(*figures, strict=True))
        theirs = statistics.median(used for _, used in results["pywebpush"])
        print(f"{name:10} {given.people / seconds:7.0f} a second, {cpu / given.people * 1000:.2f} ms of CPU each, {cpu / theirs:.2f} of pywebpush's")


main()
