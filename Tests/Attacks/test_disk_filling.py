"""Strangers try to fill the disk: everything they can have stored has a limit (Docs/Using/Security.md)."""

import itertools
import json
import urllib.error
import urllib.parse
import urllib.request

import pytest

from conftest import PATIENCE, Server
from publisher import Publisher, a_file

QUEUE = """title: Office
about: Take a number.
view: counter
public: true
queues:
  office: { counters: ['1'], reset: never, capacity: 40, asks: [name, note] }
"""
PARAMETERS = """title: Prices
about: Prices of a place.
view: list
public: true
parameters:
  place: { optional: true }
  fuel: { choices: [one, two], default: one }
source: { url: '%s?place={place}&fuel={fuel}', every: 1d }
extract: { json: { rows: '$[*]' } }
fields:
  id: { type: text, key: true }
"""
KEYS = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}


class Stranger:
    """A client without cookies, at any address, as reported by a proxy in front of the server."""

    class NoRedirects(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    def __init__(self, server: Server, network: str):
        self.server, self.network = server, network
        self.opener = urllib.request.build_opener(self.NoRedirects)

    def ask(self, path: str, body: bytes | None = None, **headers: str) -> tuple[int, dict, bytes]:
        named = {name.replace("_", "-"): value for name, value in headers.items()} | {"X-Forwarded-For": self.network}
        request = urllib.request.Request(self.server.url + path, body, named)
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read()

    def post(self, path: str, **fields: str) -> int:
        return self.ask(path, urllib.parse.urlencode(fields).encode())[0]

    def join(self, **fields: str) -> int:
        return self.post("/queue/office", **fields)


@pytest.fixture
def town(tmp_path, small_list):
    """A server with a lookup, a queue and a board with parameters, all public, behind a trusted proxy."""
    publisher = Publisher()
    publisher.answers("/list.pdf", a_file(small_list))
    publisher.answers("/prices", a_file(b"[]"))
    settings = {
        "TIDINGS_PUBLIC_BOARDS": "visa", "TIDINGS_TRUSTED_PROXIES": "127.0.0.1", "TIDINGS_PUSH_CONTACT": "mailto:ada@home.example",
        "TIDINGS_PUSH_HOSTS": "127.0.0.1",
    }
    server = Server(tmp_path, ("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host), settings)
    for name, declaration in {"office": QUEUE, "prices": PARAMETERS % publisher.url("/prices")}.items():
        folder = server.data / "boards" / name
        folder.mkdir(parents=True)
        (folder / "board.yaml").write_text(declaration)
    server.start()
    yield server
    server.kill()
    publisher.close()


def count(server: Server, table: str, where: str = "1") -> int:
    return server.query(f"SELECT count(*) FROM {table} WHERE {where}")[0][0]


def test_lookups_store_nothing(town):
    for number in range(60):
        stranger = Stranger(town, f"198.51.100.{number}")
        status, headers, _ = stranger.ask("/boards/visa", f"batch=201214{number:05}".encode())
        assert status == 303
        assert len(headers["Set-Cookie"]) < 1000
    for length in (301, 4000, 20_000):
        assert Stranger(town, "198.51.100.1").post("/boards/visa", batch="2" * length) in (413, 422)
    assert count(town, "lookups") == 0


def test_a_network_takes_tickets_at_a_pace_and_a_queue_has_a_capacity(town):
    one = Stranger(town, "203.0.113.7")
    assert_pace(lambda: one.join(name="x" * 1000, note="\u0301" * 500))
    many = [Stranger(town, f"192.0.2.{number}").join(name="Ada") for number in range(60)]
    assert many.count(409) >= 20
    assert count(town, "queue_tickets", "ended IS NULL") <= 40
    assert town.query("SELECT max(length(CAST(guest AS BLOB))) FROM queue_tickets")[0][0] < 2 * 4 * 200 + 100
    # An IPv6 network has so many addresses that all of them count as one.
    numbers = itertools.count(1)
    assert_pace(lambda: Stranger(town, f"2001:db8::{next(numbers):x}").ask("/dispense/token.json?queue=office")[0])


def assert_pace(take) -> None:
    """Sixty requests pass at once, and then one a second; faster ones, as fast as this machine can send them, are refused again and again."""
    answers = []
    while answers.count(429) <= 20:
        answers.append(take())
        assert len(answers) < 1000, answers
    assert answers.index(429) >= 60


def test_a_ticket_is_told_on_few_browsers_of_known_push_services(town):
    town.add_person("clerk")
    # Room for one more.
    token = town.run("person", "token", "clerk", "--scopes", "read", "watch", "admin")
    command = urllib.request.Request(
        f"{town.url}/api/v1/queues/office/commands", json.dumps({"command": "setCapacity", "capacity": 50}).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})  # fmt: skip
    urllib.request.urlopen(command, timeout=PATIENCE).close()
    guest = Stranger(town, "198.51.100.9")
    status, headers, _ = guest.ask("/queue/office", b"name=Ada")
    assert status == 303
    ticket = headers["Location"].rsplit("/", 1)[1]

    def subscribe(endpoint: str, more: str = "") -> int:
        body = {"ticket": ticket, "ahead": 2, "subscription": {"endpoint": endpoint, "keys": KEYS}, "more": more}
        return guest.ask("/queue/office/push", json.dumps(body).encode(), Content_Type="application/json", Sec_Fetch_Site="same-origin")[0]

    assert [subscribe(f"https://127.0.0.1:9/{number}") for number in range(8)] == [201] * 4 + [409] * 4
    assert subscribe("https://push.example/1") == 422
    assert subscribe("https://127.0.0.1:9/" + "x" * 2100) == 422
    assert subscribe("https://127.0.0.1:9/1", "x" * 20_000) in (400, 413)
    assert count(town, "queue_listeners") == 4


def test_failed_logins_are_gathered(town):
    town.add_person("clerk")
    for number in range(6):
        Stranger(town, "198.51.100.20").post("/login", name="clerk", password=f"wrong {number}")
        Stranger(town, f"2001:db8:1::{number + 1:x}").post("/login", name="clerk", password=f"wrong {number}")
    assert count(town, "audit", "action = 'login failed'") <= 2
    assert count(town, "failed_logins") <= 2


def test_strangers_make_no_feeds_of_their_own_words(town):
    before = count(town, "feeds")
    answers = [Stranger(town, "198.51.100.30").ask(f"/boards/prices?set.place=word{number}")[0] for number in range(30)]
    assert all(400 <= status < 500 for status in answers)
    assert Stranger(town, "198.51.100.30").ask("/boards/prices?set.fuel=two")[0] == 200
    assert count(town, "feeds") <= before + 1


def test_what_is_too_large_to_keep_is_refused_unread(town):
    for path in ("/boards/visa", "/queue/office", "/queue/office/push", "/login", "/language"):
        status, _, _ = Stranger(town, "198.51.100.40").ask(path, b"x=" + b"y" * 40_000)
        assert 400 <= status < 500, path
