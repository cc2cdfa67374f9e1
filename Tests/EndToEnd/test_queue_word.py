"""How guests of a queue are told: a phone that is pushed to while the page is closed, and a screen that says numbers aloud."""

import json
import struct
import sqlite3
import time
import urllib.error
import urllib.request

import pytest

from conftest import PATIENCE, PHONE, Server
from push_service import PushService
from test_push import CONTACT, STAND_IN

BOARD = """title: Office
about: Take a number.
view: counter
public: true
queues:
  office: { label: { en: Office, de: Büro }, prefix: A, counters: ['1', '2'], reset: never }
"""


@pytest.fixture(scope="module")
def push_service(tmp_path_factory):
    service = PushService(tmp_path_factory.mktemp("push"))
    yield service
    service.close()


@pytest.fixture(scope="module")
def office(tmp_path_factory, push_service):
    """A server with a queue, that pushes and trusts the push service's own authority."""
    settings = {"TIDINGS_PUSH_CONTACT": CONTACT, "TIDINGS_TRUST": f"127.0.0.1={push_service.authority}", "TIDINGS_QUEUE_PORT": "off"}
    server = Server(tmp_path_factory.mktemp("office"), ("--allow-hosts", push_service.host), settings)
    folder = server.data / "boards" / "office"
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(BOARD)
    server.start()
    server.add_person("clerk")
    server.token = server.run("token", "add", "clerk", "till", "--scope", "read", "--scope", "write").splitlines()[-1].split()[-1]
    yield server
    server.kill()


def serve_next(server, counter: str = "1") -> None:
    """A clerk calls the next, as the console does it."""
    server.run("queue", "serve", "office", "--counter", counter)
