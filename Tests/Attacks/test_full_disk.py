"""A disk that is full: health says so, what is there can be read, what can't be saved is refused with a sentence, and it ends by itself."""

import json
import os
import subprocess
import urllib.error
import urllib.request

import pytest

from conftest import PATIENCE, Server, until

SIZE = 56 << 20  # The server keeps a reserve of 32 MB.


@pytest.fixture
def small_disk(tmp_path):
    """A server whose data folder is a file system of its own."""
    server = Server(tmp_path, (), {"TIDINGS_PUBLIC_BOARDS": "visa"})
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
    # The reserve is for people.
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
    assert refusals and refusals[0][0] == 507, refusals
    assert "disk is full" in refusals[0][1] and "no-room" in refusals[0][1]
    for path in ("/", "/boards/visa", "/login", "/api/v1/boards"):
        assert server.get(path)[0] == 200, path
    assert health(server)[1]["store"] == "full"

    (server.data / "ballast").unlink()
    until(lambda: health(server)[0] == 200)
    assert call(server, token, "/api/v1/channels", {"name": "last", "kind": "ntfy", "address": {"topic": "last"}})[0] == 201
