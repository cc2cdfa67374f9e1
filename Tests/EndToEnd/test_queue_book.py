"""Numbers from a real server: taken by many clients at once, beside the command line, and across kill -9.

The server is ended with SIGKILL under load: no number is given twice, no acknowledged one is lost, and no
client sees the numbers go back.
"""

import concurrent.futures
import http.client
import json
import random
import threading
import time
import urllib.error
import urllib.request

import pytest

from conftest import PATIENCE, CommandLine, Server, until

KILLS = 3
CLIENTS = 8
BOARD = """
title: Office
view: counter
public: true
queues:
  main: { counters: ['1', '2'], reset: never }
  hall: { prefix: H, reset: never, capacity: 2 }
"""


@pytest.fixture
def server(tmp_path):
    board = tmp_path / "data" / "boards" / "queue"
    board.mkdir(parents=True)
    (board / "board.yaml").write_text(BOARD)
    server = Server(tmp_path, ())
    server.start()
    yield server
    server.kill()


@pytest.fixture
def cli(server):
    cli = CommandLine(server.data.parent)
    cli.settings["TIDINGS_PORT"] = str(server.port)
    return cli


def take(server, queue="main", **headers):
    request = urllib.request.Request(f"{server.url}/dispense/token.json?queue={queue}", headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.loads(answer.read())["number"]


def tickets(cli, queue="main"):
    done = cli.with_data("queue", "tickets", queue)
    assert done.returncode == 0, done.stderr
    return [int(line) for line in done.stdout.split()]


def test_the_answer_is_a_number_and_nothing_else(server):
    with urllib.request.urlopen(f"{server.url}/dispense/token.json", timeout=PATIENCE) as answer:
        body = answer.read()
        assert answer.headers["Content-Type"].startswith("application/json")
        assert answer.headers["Cache-Control"] == "no-store"
    number = json.loads(body)["number"]
    assert body == b'{"number": %d}' % number
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        numbers = sorted(pool.map(lambda _: take(server), range(80)))
    assert numbers == list(range(number + 1, number + 81))


def test_a_key_gets_the_same_number_again(server):
    first = take(server, **{"Idempotency-Key": "one"})
    assert take(server, **{"Idempotency-Key": "one"}) == first
    assert take(server, **{"Idempotency-Key": "two"}) == first + 1


def test_a_head_request_takes_nothing_and_a_full_queue_says_so(server, cli):
    request = urllib.request.Request(f"{server.url}/dispense/token.json?queue=hall", method="HEAD")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=PATIENCE)
    assert refused.value.code == 405
    assert tickets(cli, "hall") == []
    assert [take(server, "hall"), take(server, "hall")] == [1, 2]
    with pytest.raises(urllib.error.HTTPError) as refused:
        take(server, "hall")
    assert refused.value.code == 409
    assert "full" in json.loads(refused.value.read())["detail"]


def test_the_command_line_takes_beside_the_server_and_without_it(server, cli):
    take(server)
    assert [take(server, "hall"), take(server, "hall")] == [1, 2]
    before = tickets(cli)
    # The server has written its port down; a machine may have another server at the usual one.
    cli.settings.pop("TIDINGS_PORT", None)
    taken = cli.with_data("queue", "take")
    assert taken.returncode == 0, taken.stderr
    assert int(taken.stdout) == before[-1] + 1, taken.stderr
    refused = cli.with_data("queue", "take", "hall")
    assert refused.returncode == 1
    assert "full" in refused.stderr
    # If it isn't found, the message says how to name it.
    lost = cli.with_data("queue", "take", "--url", "http://127.0.0.1:9")
    assert (lost.returncode, "no server answers at http://127.0.0.1:9; name" in lost.stderr) == (3, True), lost.stderr
    # Serving is for staff, who need a token.
    assert cli.with_data("queue", "serve").returncode == 2
    assert server.stop() == 0
    try:
        assert int(cli.with_data("queue", "take").stdout) == before[-1] + 2
        served = [cli.with_data("queue", "serve", "hall", "--counter", "1") for _ in range(3)]
        assert [one.stdout.strip() for one in served] == ["H1", "H2", ""]
        assert served[2].returncode == 1
        assert cli.with_data("queue", "serve", "hall", "--counter", "9").returncode == 2
        assert tickets(cli, "hall") == [1, 2]
        assert tickets(cli) == list(range(1, before[-1] + 3))
    finally:
        server.start()


def test_kill_9_loses_and_repeats_nothing(server, cli):
    acknowledged, is_over = [[] for _ in range(CLIENTS)], threading.Event()

    def load(mine):
        while not is_over.is_set():
            try:
                mine.append(take(server))
            except (OSError, http.client.HTTPException, json.JSONDecodeError):
                time.sleep(0.02)

    threads = [threading.Thread(target=load, args=(mine,)) for mine in acknowledged]
    for thread in threads:
        thread.start()
    try:
        for _ in range(KILLS):
            count = sum(map(len, acknowledged))
            until(lambda: sum(map(len, acknowledged)) >= count + 50)
            time.sleep(random.uniform(0, 0.05))  # At any moment of the next one.
            server.kill()
            server.start()
    finally:
        is_over.set()
        for thread in threads:
            thread.join(PATIENCE)
    numbers = [number for mine in acknowledged for number in mine]
    assert len(numbers) > KILLS * 50
    assert len(set(numbers)) == len(numbers)
    assert all(mine == sorted(mine) for mine in acknowledged)
    known = tickets(cli)
    assert set(numbers) <= set(known)
    assert known == sorted(set(known))
    # There is no gap either: unacknowledged numbers wait like the others.
    assert known == list(range(1, known[-1] + 1))
