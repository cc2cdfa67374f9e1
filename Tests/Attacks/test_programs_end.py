"""The programs that Tidings starts: each is cut off from networks, and none outlives a killed server."""

import re
import shutil
from pathlib import Path

import pytest

from conftest import Server, until
from listener import Listener
from test_speak import book
from wire import connect

TEXT = b"A sentence that is to be said. And another one."


def children(process: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "status").read_text()
        except OSError:
            continue  # It has ended meanwhile.
        if f"\nPPid:\t{process}\n" in status:
            found.append(int(folder.name))
    return found


def name(process: int) -> str:
    try:
        return Path(f"/proc/{process}/comm").read_text().strip()
    except OSError:
        return ""


def is_fenced(process: int) -> bool:
    status = Path(f"/proc/{process}/status").read_text()
    return bool(re.search(r"^Seccomp:\t2$", status, re.MULTILINE) and re.search(r"^NoNewPrivs:\t1$", status, re.MULTILINE))


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A server that finds a `pdftoppm` that never ends."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "pdftoppm").write_text("#!/bin/sh\nexec sleep 100000\n")
    (programs / "pdftoppm").chmod(0o755)
    server = Server(tmp_path, (), {"PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin"})
    server.start()
    server.add_person("ada")
    yield server
    server.kill()


def test_what_draws_and_speaks_reaches_no_network_and_ends_with_a_server_that_is_killed(house):
    ada = Listener(house, "ada")
    text = ada.ready(TEXT, "Text.txt")
    # The speech helper stays for the next sentence.
    assert ada.ask("GET", f"/api/v1/documents/{text['id']}/parts/0")[0] == 200
    page = ada.ready(book([("One", "Words of a page.")]), "Page.pdf")
    assert page["state"] == "ready", page
    request = f"GET /reader/documents/{page['id']}/pages/1/picture HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n"
    request += f"Cookie: {ada.session['name']}={ada.session['value']}\r\n\r\n"
    server = house.process
    line = connect(house.port)
    line.sendall(request.encode())
    until(lambda: {"sleep", "tidings-speech"} <= {name(child) for child in children(server)}, house.log)
    started = {child: name(child) for child in children(server)}
    foreign = [child for child, what in started.items() if what in ("sleep", "tidings-speech")]
    assert all(is_fenced(child) for child in foreign), started
    house.kill()
    line.close()
    until(lambda: not [child for child in foreign if name(child) == started[child]])


@pytest.mark.skipif(shutil.which("flite") is None, reason="flite isn't installed")
def test_the_helper_of_other_voices_is_fenced_too(house):
    ada = Listener(house, "ada")
    number = ada.ready(TEXT, "Text.txt")["id"]
    house.change("UPDATE documents SET voice = 'flite/slt' WHERE id = ?", number)
    assert ada.ask("GET", f"/api/v1/documents/{number}/parts/0")[0] == 200
    helpers = [child for child in children(house.process) if name(child) == "tidings-speech"]
    assert helpers
    assert all(is_fenced(child) for child in helpers)
