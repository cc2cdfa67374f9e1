"""People who may enter addresses try to make this server request private ones: sources, redirects, pictures, methods, webhooks, ntfy, push.

A listener stands for the private network. It must never get a connection, and the response must not reveal whether a name exists there.
"""

import json
import socket
import threading
import urllib.error
import urllib.request

import pytest

from conftest import PATIENCE, until
from publisher import a_file, a_status

FORMS = [
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[64:ff9b::127.0.0.1]",
    "localhost", "localhost.", "user@127.0.0.1", "①②⑦.0.0.1", "10.255.255.1", "[fd00::1]", "169.254.169.254", "100.64.0.1",
]  # fmt: skip


class Private:
    """Counts connections."""

    def __init__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.knocks = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.knocks += 1
            connection.close()

    def close(self):
        self._listener.close()


@pytest.fixture
def private():
    private = Private()
    yield private
    private.close()


def board(data, name: str, url: str) -> None:
    folder = data / "boards" / name
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(
        f"title: {name}\nview: list\nsource: {{ url: '{url}' }}\nextract: {{ delimited: {{}} }}\n"
        "fields: { id: { type: text, key: true }, photo: { type: image, optional: true } }\n"
    )


def as_person(server, name: str, scopes=("read", "watch")) -> str:
    server.add_person(name, "member")
    return server.run("person", "token", name, "--scopes", *scopes)


def post(server, path: str, token: str, body: dict) -> tuple[int, dict]:
    request = urllib.request.Request(
        server.url + path, json.dumps(body).encode(), {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")


def test_sources_redirects_and_pictures_lead_to_no_private_address(serve, publisher, private):
    rows = "id,photo\n" + "".join(f"{number},http://{form}:{private.port}/x.png\n" for number, form in enumerate(FORMS))
    publisher.answers("/rows.csv", a_file(rows.encode()))
    publisher.answers("/away.csv", a_status("302 Found", location=f"http://127.0.0.1:{private.port}/"))
    server = serve("--allow-hosts", publisher.host, settings={"TIDINGS_PUBLIC_BOARDS": "pictures"})
    server.stop()
    board(server.data, "pictures", publisher.url("/rows.csv"))
    board(server.data, "redirect", publisher.url("/away.csv"))
    for number, form in enumerate(FORMS):
        board(server.data, f"source-{number}", f"http://{form}:{private.port}/list.csv")
    server.start()
    server.add_person("ada")
    token = server.run("person", "token", "ada", "--scopes", "read", "watch", "admin")
    server.ask("/api/v1/feeds/check", token, "POST")
    until(lambda: all(feed["updated"] or feed["failures"] for feed in server.ask("/api/v1/feeds", token)["feeds"] if feed["board"] != "visa"))
    for feed in server.ask("/api/v1/feeds", token)["feeds"]:
        if feed["board"].startswith("source-") or feed["board"] == "redirect":
            assert feed["failures"] > 0, feed
            assert feed["updated"] is None, feed
    for number in range(len(FORMS)):
        status, _, text = server.get(f"/boards/pictures/records/{number + 1}/photo")
        assert status == 502, (FORMS[number], status, text)
    assert private.knocks == 0


def test_a_members_channels_reach_no_private_address_and_say_nothing_of_it(serve, private, publisher):
    # Addresses that boards may reach stay closed to members.
    server = serve("--allow-hosts", f"127.0.0.1,localhost,{publisher.host}")
    token = as_person(server, "mallory")
    said = set()
    hosts = ["127.0.0.1", "localhost", "[::1]", "10.255.255.1", "169.254.169.254", "0.0.0.0", "no-such-host.invalid"]
    for number, host in enumerate(hosts):
        url = f"http://{host}:{private.port}/hook"
        status, answer = post(server, "/api/v1/channels", token, {"name": f"hook {number}", "kind": "webhook", "address": {"url": url}})
        assert status == 422, (host, answer)
        assert "allow-hosts-for-channels" in json.dumps(answer), (host, answer)
        said.add(json.dumps(answer).replace(host.strip("[]"), "HOST").replace("[HOST]", "HOST"))
    assert private.knocks == 0
    assert server.query("SELECT count(*) FROM channels") == [(0,)]
    assert len(said) == 1, said


def test_a_webhook_cannot_be_aimed_at_this_server_even_where_its_machine_is_listed(serve):
    server = serve("--allow-hosts-for-channels", "127.0.0.1,localhost")
    token = as_person(server, "mallory")
    for host in ("127.0.0.1", "localhost"):
        url = f"http://{host}:{server.port}/api/v1/feeds/check"
        status, answer = post(server, "/api/v1/channels", token, {"name": host, "kind": "webhook", "address": {"url": url}})
        assert status == 422, answer
    assert server.query("SELECT count(*) FROM channels") == [(0,)]
