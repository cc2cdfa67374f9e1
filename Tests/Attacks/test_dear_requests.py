"""The most expensive requests that strangers and members can make of big boards: each is answered, and ends.

`TIDINGS_ROWS=40000 TIDINGS_DEAR_SECONDS=0.25` also measures the server's processor time for each, with a release build
(`TIDINGS=.build/release/tidings`) on an otherwise idle machine.
"""

import json
import os
import socket
import threading
import urllib.parse
import urllib.request

import pytest

import big_boards
from conftest import PATIENCE, Server
from wire import connect, cpu_seconds, settled_cpu_seconds, status

# CPU seconds that a request may cost; without it, nothing is measured.
BOUND = float(os.environ.get("TIDINGS_DEAR_SECONDS", "0"))

DEAR = r"^(?:(?:.|.)){16}x$"
PATTERNS = [DEAR, r"^((.|.|.)*)*\d$", r"(?=[^x]*x)F", r"[^x]++\d"]
LONG_WORD = "z" * 190


def where(condition) -> str:
    return urllib.parse.quote(json.dumps(condition))


NOTE = {"field": "note", "contains": "zzz"}
API = "/api/v1/boards/wares/records"

STRANGERS = [
    f"{API}?limit=1000",
    f"{API}?q=zzz",
    f"{API}?q={'+'.join(['by'] * 19)}+zzz",
    f"{API}?where={where(NOTE)}",
    f"{API}?where={where({'any': [NOTE] * 50})}",
    f"{API}?where={where({'all': [{'any': [{'all': [{'any': [NOTE] * 24}]}] * 2}]})}",
    f"{API}?where={where({'any': [{'field': 'stall', 'oneOf': [str(number) for number in range(200)]}] * 3})}",
    f"{API}?order=note&limit=1000",
    f"{API}?order=-weight&where={where(NOTE)}",
    f"/api/v1/boards/papers/records?where={where({'field': 'text', 'contains': LONG_WORD})}",
    "/api/v1/boards/papers/records?limit=1000",
    "/boards/wares",
    "/boards/wares?q=zzz",
    f"/boards/wares?sort=note&from={big_boards.ROWS // 2 - 100}",
    f"/boards/wares?sort=-keeps&q={LONG_WORD}",
    "/boards/papers?q=zzz",
    "/boards/papers",
    "/boards/folk",
    "/boards/folk?q=zzz&order=name",
    f"/boards/folk?from={big_boards.ROWS // 2 - 200}",
    "/boards/wares.atom",
    "/boards/wares/feed.json",
    "/boards/papers.atom",
    "/api/v1/boards/wares/changes?limit=1000",
    "/api/v1/boards/papers/changes?limit=1000",
    "/boards/wares/changes",
    "/boards/papers/changes",
    "/boards/visa?batch=20000000007",
    "/boards/pumps",
    "/boards/pumps?order=distance&near=-31.9,115.9&radius=100&q=zzz",
    "/api/v1/boards/pumps/stations?order=distance&near=-31.9,115.9&radius=0",
    "/api/openapi.json",
]

MEMBERS = [
    *(f"/api/v1/boards/visa/records?where={where({'field': 'status', 'matches': pattern})}" for pattern in PATTERNS),
    f"{API}?where={where({'any': [{'field': 'note', 'matches': pattern} for pattern in PATTERNS * 12]})}",
    f"{API}?order=note&where={where({'field': 'note', 'matches': DEAR})}",
    f"/api/v1/boards/papers/records?where={where({'field': 'text', 'matches': PATTERNS[3]})}",
    "/api/v1/changes?limit=10000",
]

PREVIEWS = [
    {"board": "visa", "condition": {"field": "status", "matches": DEAR}},
    {"board": "wares", "condition": {"any": [NOTE] * 50}},
    {"board": "papers", "condition": {"field": "text", "contains": LONG_WORD}},
]

STREAMS = ["/boards/wares.csv", "/boards/wares.json", "/boards/papers.csv", "/boards/club/contacts.vcf"]


@pytest.fixture(scope="module")
def crowded(tmp_path_factory):
    """A server with these boards, and its member's token."""
    server = Server(tmp_path_factory.mktemp("crowded"), ("--source", "contacts=http://127.0.0.1:9/none", "--source", "visa=http://127.0.0.1:9/none"))
    try:
        big_boards.declare(server.data)
        server.start()
        server.add_person("ada", "administrator")
        server.add_person("bob", "member")
        server.token = server.run("person", "token", "bob", "--scopes", "read", "watch")
        for board in [*big_boards.BOARDS, "visa"]:  # A board's feed exists once it has been requested.
            assert fetch(server, f"/boards/{board}")[0] == 200, board
        server.stop()
        big_boards.fill(server.data)
        server.start()
        fetch(server, "/boards/wares")
        yield server
    finally:
        server.kill()


def fetch(server, path: str, token: str = "", body: dict | None = None) -> tuple[int, bytes]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if body is not None:
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(server.url + path, None if body is None else json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def cost(server, path: str, **options) -> tuple[float, int]:
    """CPU seconds of the server for one request, including work after the response; and the response's status."""
    if not BOUND:
        return 0, fetch(server, path, **options)[0]
    before = settled_cpu_seconds(server.process, quiet=0.05)
    code, _ = fetch(server, path, **options)
    return settled_cpu_seconds(server.process, quiet=0.05) - before, code


def ask(server, path: str, token: str = "") -> socket.socket:
    """Sends a request and leaves the response to another thread."""
    connection = connect(server.port)
    header = f"Authorization: Bearer {token}\r\n" if token else ""
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{header}\r\n".encode())
    return connection


def test_every_request_is_answered_and_none_is_dear(crowded):
    dear = []
    requests = [(path, {}) for path in STRANGERS] + [(path, {"token": crowded.token}) for path in MEMBERS]
    requests += [("/api/v1/watches/preview", {"token": crowded.token, "body": body}) for body in PREVIEWS]
    for path, options in requests:
        seconds, code = cost(crowded, path, **options)
        print(f"{seconds * 1000:7.0f} ms  {code}  {path[:100]} {json.dumps(options.get('body', ''))[:80]}")
        assert code in (200, 422), f"{code} {path}"
        if BOUND and seconds > BOUND:
            dear.append((round(seconds, 2), path[:200]))
    assert not dear, f"at most {BOUND:.2f} s each"


def test_patterns_are_for_people_with_an_account(crowded):
    path = MEMBERS[0]
    assert fetch(crowded, path)[0] == 401
    code, answer = fetch(crowded, path, crowded.token)
    detail = json.loads(answer)["detail"]
    assert code == 422
    assert "steps" in detail or "time" in detail


def test_six_at_once_leave_room_for_others(crowded):
    """One person's sixth query is refused at once; requests by others aren't delayed meanwhile."""
    answers = []
    asked = [ask(crowded, MEMBERS[0], crowded.token) for _ in range(6)]
    before = cpu_seconds(crowded.process)
    assert fetch(crowded, "/healthz")[0] == 200
    at_health = cpu_seconds(crowded.process) - before
    for connection in asked:
        answers.append(status(connection.recv(4096)))
        connection.close()
    assert set(answers) <= {422, 429}
    assert 422 in answers
    settled_cpu_seconds(crowded.process, quiet=0.1)
    assert not BOUND or at_health < 2 * BOUND + 0.1, "it was answered before all six were"


def test_work_ends_when_the_client_leaves(crowded):
    """Five queries, and the whole board in four formats, none of which the client waits for."""
    whole = {}
    for path in STREAMS:
        whole[path] = cost(crowded, path)[0]
    for path in STREAMS:
        before = settled_cpu_seconds(crowded.process, quiet=0.1)
        connection = ask(crowded, path)
        assert connection.recv(1000)
        connection.close()
        spent = settled_cpu_seconds(crowded.process, quiet=0.1) - before
        assert not BOUND or spent < max(0.5 * whole[path], BOUND), f"{path}: {spent} of {whole[path]} s"
    before = settled_cpu_seconds(crowded.process, quiet=0.1)
    for connection in [ask(crowded, MEMBERS[4], crowded.token) for _ in range(5)]:
        connection.close()
    spent = settled_cpu_seconds(crowded.process, quiet=0.1) - before
    assert not BOUND or spent < 5 * BOUND, "each ends by itself"
    assert fetch(crowded, "/healthz")[0] == 200


def test_many_ask_at_once_and_all_are_answered(crowded):
    """Twenty networks: the queue is long enough for them; a request that finds no place gets a Retry-After."""
    codes = []

    def ask_from(number: int) -> None:
        connection = connect(crowded.port, f"127.0.1.{number}")
        connection.sendall(b"GET /boards/wares?q=zzz HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n")
        codes.append(status(connection.recv(4096)))
        connection.close()

    threads = [threading.Thread(target=ask_from, args=(number,)) for number in range(1, 21)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert codes == [200] * 20
