"""A full disk: the health check reports it, stored data can be read, changes are refused with a sentence, and the state ends by itself."""

import json
import os
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest

from conftest import PATIENCE, Server, until
from listener import Listener
from test_media import H264, PICTURE, SOUND, ffmpeg

SIZE = 56 << 20  # The server keeps a reserve of 32 MB.


@pytest.fixture
def small_disk(tmp_path):
    """A server whose data folder is a file system of its own, with a folder of films elsewhere."""
    films = tmp_path / "films"
    films.mkdir()
    settings = {"TIDINGS_PUBLIC_BOARDS": "visa", "TIDINGS_MEDIA": str(films), "TIDINGS_LOG_FORMAT": "json"}
    server = Server(tmp_path, ("--allow-hosts-for-channels", "ntfy.sh,hook.example"), settings)
    server.films = films
    server.data.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=0700", "tmpfs", str(server.data)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may mount a small file system")
    yield server
    server.kill()
    subprocess.run(["umount", "--lazy", str(server.data)], check=True)


def fill(server, leaving: int) -> None:
    free = os.statvfs(server.data)
    with (server.data / "ballast").open("ab") as ballast:
        ballast.write(bytes(max(0, free.f_bavail * free.f_frsize - leaving)))


def health(server) -> tuple[int, dict]:
    status, _, text = server.get("/healthz")
    return status, json.loads(text)


def call(server, token: str, path: str, body: dict) -> tuple[int, str]:
    request = urllib.request.Request(
        server.url + path, json.dumps(body).encode(), {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_a_full_disk_is_told_and_ends_by_itself(small_disk):
    server = small_disk
    server.start()
    server.add_person("ada")
    token = server.run("person", "token", "ada", "--scopes", "read", "watch")
    assert health(server)[0] == 200

    fill(server, leaving=20 << 20)
    status, said = health(server)
    assert (status, said["status"], said["store"]) == (503, "failing", "full")
    # The reserve is for people's changes.
    assert call(server, token, "/api/v1/channels", {"name": "first", "kind": "ntfy", "address": {"topic": "first"}})[0] == 201

    fill(server, leaving=0)
    refusals = []
    for number in range(15):
        template = json.dumps({"text": "{title}" + "x" * 9_000})
        address = {"url": "https://hook.example/", "template": template}
        answer = call(server, token, "/api/v1/channels", {"name": f"hook {number}", "kind": "webhook", "address": address})
        if answer[0] != 201:
            refusals.append(answer)
            break
    assert refusals, refusals
    assert refusals[0][0] == 507, refusals
    assert "disk is full" in refusals[0][1]
    assert "no-room" in refusals[0][1]
    for path in ("/", "/boards/visa", "/login", "/api/v1/boards"):
        assert server.get(path)[0] == 200, path
    assert health(server)[1]["store"] == "full"

    (server.data / "ballast").unlink()
    until(lambda: health(server)[0] == 200)
    assert call(server, token, "/api/v1/channels", {"name": "last", "kind": "ntfy", "address": {"topic": "last"}})[0] == 201


def problem(address: str) -> tuple[int, str]:
    """The status and the text of a response."""
    request = urllib.request.Request(address, headers={"Accept": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, ""
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_what_is_sent_or_cut_on_a_full_disk_is_refused_with_words(small_disk):
    server = small_disk
    ffmpeg("-v", "error", *PICTURE, *SOUND, *H264, "-c:a", "ac3", server.films / "Film.mkv")
    server.start()
    server.add_person("ada")
    ada = Listener(server, "ada")
    # The first part has sixty words, and its sound more than a hundred kilobytes.
    document = ada.ready(b"These are words that are to be said one after the other. " * 5, "Text.txt")
    items = until(lambda: json.loads(ada.ask("GET", "/api/v1/media/items")[2])["items"])
    plays = json.loads(ada.ask("POST", f"/api/v1/media/items/{items[0]['id']}/plays", b"{}")[2])
    segment = urllib.parse.urljoin(plays["master"], "v-0.m4s")

    fill(server, leaving=0)
    status, _, answer = ada.ask("POST", "/api/v1/documents?name=Large", bytes(range(256)) * 8_000, "application/octet-stream")
    assert status == 507, answer
    assert "disk is full" in json.loads(answer)["detail"], answer
    until(lambda: not list((server.data / "documents").glob(".incoming-*")))
    fill(server, leaving=0)
    status, text = problem(segment)
    assert status == 507, (status, text)
    assert "disk is full" in text, (status, text)
    (server.data / "ballast").unlink()
    until(lambda: health(server)[0] == 200)
    assert ada.ask("GET", f"/api/v1/documents/{document['id']}/parts/0")[0] == 200
    assert problem(segment)[0] == 200
    assert ada.ready(b"One that has room.", "Small.txt")["state"] == "ready"
