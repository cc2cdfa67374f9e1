"""A server on PostgreSQL: each obstacle to a store is reported in a sentence, and nothing is created; and a database that is killed and restarted
under requests."""

import html
import http.client
import json
import os
import re
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

import databases
import prices
from conftest import PATIENCE, ROOT, CommandLine, Server, free_port, until
from test_data_folder import MAKING_NONE, SAYING_SO

pytestmark = pytest.mark.skipif("TIDINGS_TEST_DATABASE" not in os.environ, reason="Scripts/postgres names a server to the tests")

FIRST_STEP = "1 feeds, fetches, changes, lookups"
OFFICE = """
title: Office
view: counter
public: true
queues:
  main: { counters: ['1'], reset: never }
"""


def begun(cli, *words) -> subprocess.CompletedProcess:
    """A command on the data folder, without the database that these tests may give every folder."""
    return cli.run(*words, f"--data={cli.data}")


def refused(cli, address: str) -> str:
    """The reason why a server doesn't start on that database."""
    done = begun(cli, "serve", "--port", 0, "--database", address)
    assert done.returncode == 1, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert "geheim" not in done.stderr + done.stdout, done.stderr
    assert not cli.data.exists(), "a start that is refused makes nothing"
    return done.stderr


# What prevents a start


@pytest.fixture(scope="module")
def roles():
    """A user that must give its password, and a user that owns nothing."""
    for role in ("tidings_password", "tidings_guest"):
        databases.psql(
            databases.named("postgres"),
            f"DO $$ BEGIN CREATE ROLE {role} LOGIN PASSWORD 'geheim'; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$",
        )


@pytest.mark.parametrize("address", ["mysql://ada:geheim@host/name", "postgres://ada:geheim@[::1/name", "postgres://ada:geheim@host/name?nothing=1"])
def test_what_is_no_address_is_refused(cli, address):
    assert "like postgres://user@host/name" in refused(cli, address)


def test_a_server_that_is_not_there_is_refused(cli):
    assert "There is no host of the name in postgres://nowhere.invalid/tidings" in refused(cli, "postgres://ada:geheim@nowhere.invalid/tidings")
    port = free_port()
    assert f"No database listens at postgres://127.0.0.1:{port}/tidings" in refused(cli, f"postgres://ada:geheim@127.0.0.1:{port}/tidings")
    assert "No database listens at postgres:///tidings" in refused(cli, f"postgres://ada:geheim@/tidings?host={cli.folder}")


def test_who_is_not_let_in_is_told_why(cli, roles):
    assert "doesn’t take the user and the password" in refused(cli, databases.named("postgres", user="tidings_password:falsch-geheim"))
    assert "asks for a password" in refused(cli, databases.named("postgres", user="tidings_password"))
    assert "postgres:///nowhere isn’t there: make it with createdb" in refused(cli, databases.named("nowhere"))


@pytest.mark.parametrize(
    ("made", "user", "why"),
    [
        ("ALTER DATABASE {name} SET default_transaction_read_only = on", "tidings", "can only be read"),
        ("ALTER DATABASE {name} CONNECTION LIMIT 3", "tidings", "allows 3 connections, and a server needs 15"),
        ("ALTER DATABASE {name} CONNECTION LIMIT 0", "tidings_guest", "has no connection free"),
        ("REVOKE CONNECT ON DATABASE {name} FROM PUBLIC", "tidings_guest", "doesn’t let this user in"),
        ("", "tidings_guest", "The user tidings_guest may not create and change tables"),
        ("CREATE TABLE customers (id BIGINT)", "tidings", "has tables that aren’t Tidings’"),
        ("CREATE TABLE migrations (id BIGINT)", "tidings", "has tables that aren’t Tidings’"),
        (f"CREATE TABLE migrations (name TEXT); INSERT INTO migrations VALUES ('{FIRST_STEP}'), ('of tomorrow')", "tidings", "A later version of Tidings"),
    ],
)
def test_a_database_that_cannot_have_the_store_is_refused(cli, roles, made, user, why):
    address = databases.new()
    name = re.search(r"/(e_[0-9_]+)\?", address)[1]
    if made:
        databases.psql(address, made.format(name=name))
    assert why in refused(cli, address.replace("//tidings@", f"//{user}@"))
    databases.psql(databases.named("postgres"), f"DROP DATABASE {name} WITH (FORCE)")


def test_another_encoding_is_refused(cli):
    name = f"e_latin_{os.getpid()}"
    databases.psql(databases.named("postgres"), f"CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    assert "has the encoding LATIN1: make one with createdb --encoding UTF8" in refused(cli, databases.named(name))
    databases.psql(databases.named("postgres"), f"DROP DATABASE {name} WITH (FORCE)")


# The folder and the commands


def test_a_folder_with_a_store_of_its_own_keeps_it(cli):
    assert begun(cli, "person", "add", "ada", "--without-password").returncode == 0
    done = begun(cli, "serve", "--port", 0, "--database", databases.named("postgres"))
    assert done.returncode == 1
    assert "has a store of its own: move it with tidings migrate" in done.stderr
    assert begun(cli, "person", "list").stdout.startswith("ada")


def test_every_command_finds_the_database_and_a_server_is_told_of_it(cli):
    address = databases.new()
    assert begun(cli, "person", "list", "--database", address).returncode == 1, "a command that adds nothing makes nothing"
    assert not cli.data.exists()
    assert begun(cli, "person", "add", "ada", "--without-password", "--database", address).returncode == 0
    assert not (cli.data / "tidings.sqlite").exists()
    assert (cli.data / "channels.key").exists()
    # Named by the flag, by the setting, and by the folder.
    assert begun(cli, "person", "list", "--database", address).stdout.startswith("ada")
    assert begun(cli, "person", "list").stdout.startswith("ada")
    for command in SAYING_SO:
        done = begun(cli, *command.split(), *MAKING_NONE[command].split(), "--database", address)
        assert "no data in" not in done.stderr, f"{command}: {done.stderr}"
        assert "Unknown option" not in done.stderr, f"{command}: {done.stderr}"
    cli.settings["TIDINGS_DATABASE"] = address
    for words in (("person", "list"), ("export",), ("jobs",), ("alert", "list"), ("channel", "list", "--person", "ada"), ("doctor",)):
        done = begun(cli, *words)
        assert "database" not in done.stderr.lower(), f"{words}: {done.stderr}"
    said = begun(cli, "doctor").stdout
    assert " nodes: " not in said, "the server is alone"
    assert "✓ database: PostgreSQL 1" in said
    assert "connections are used" in said
    assert "✓ transactions: " in said
    del cli.settings["TIDINGS_DATABASE"]

    done = begun(cli, "serve", "--port", 0)
    assert done.returncode == 1
    assert "belongs to a database: start with --database postgres:///e_" in done.stderr
    done = begun(cli, "serve", "--port", 0, "--database", databases.new())
    assert done.returncode == 1
    assert "belongs to postgres:///e_" in done.stderr
    done = begun(cli, "backup", cli.folder / "copy.backup")
    assert "pg_dump" in done.stdout + done.stderr


def test_the_doctor_names_a_transaction_that_is_forgotten(cli):
    address = databases.new()
    assert begun(cli, "person", "add", "ada", "--without-password", "--database", address).returncode == 0
    idle = subprocess.Popen([os.environ["TIDINGS_TEST_PSQL"], "--no-psqlrc", "--quiet", "--dbname", address], stdin=subprocess.PIPE, text=True)
    try:
        idle.stdin.write("BEGIN; SELECT 1;\n")
        idle.stdin.flush()
        until(lambda: "the longest has taken" in begun(cli, "doctor", "--database", address).stdout)
    finally:
        idle.stdin.close()
        idle.wait(PATIENCE)


# Killed and started again


class Cluster:
    """A PostgreSQL server that a test may kill."""

    def __init__(self, log):
        with log.open("wb") as said:
            self._process = subprocess.Popen([str(ROOT / "Scripts/postgres")], stdout=subprocess.PIPE, stderr=said, text=True)
        self.server = self._process.stdout.readline().strip()
        assert self.server, log.read_text()

    def crash(self) -> None:
        self._process.send_signal(signal.SIGUSR1)

    def start(self) -> None:
        self._process.send_signal(signal.SIGUSR2)

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)


@pytest.fixture
def cluster(tmp_path):
    cluster = Cluster(tmp_path / "postgres.log")
    yield cluster
    cluster.end()


@pytest.fixture
def house(tmp_path, cluster, publisher, receiver):
    """A server with a queue and a list of prices; its administrator gets notices of them."""
    databases.use(tmp_path / "data", databases.new(cluster.server))
    prices.declare(tmp_path, publisher, receiver)
    office = tmp_path / "data" / "boards" / "queue"
    office.mkdir()
    (office / "board.yaml").write_text(OFFICE)
    publish(publisher, 1)
    server = Server(tmp_path, (), {"TIDINGS_PUBLIC_BOARDS": "queue"})
    server.start()
    server.add_person("ada")
    prices.watch(CommandLine(tmp_path), receiver, "ada")
    yield server
    server.kill()


def publish(publisher, price: int) -> None:
    body = json.dumps([{"station": station, "price": price} for station in "ab"]).encode()

    def answer(exchange):
        exchange.head(content_type="application/json", content_length=len(body))
        exchange.body(body)

    publisher.answers("/prices.json", answer)


def take(server) -> int:
    with urllib.request.urlopen(f"{server.url}/dispense/token.json?queue=main", timeout=PATIENCE) as answer:
        return json.loads(answer.read())["number"]


def ask(server, session: dict, path: str, fields: dict | None = None) -> tuple[int, dict, str]:
    """A page, or the response to a form."""
    body = urllib.parse.urlencode(fields).encode() if fields else None
    request = urllib.request.Request(server.url + path, body, headers={"Cookie": f"{session['name']}={session['value']}", "Accept": "text/html"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def fields_of(form: str) -> dict[str, str]:
    return {html.unescape(name): html.unescape(value) for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form)}


def test_everything_goes_on_after_the_database_was_killed(house, cluster, publisher, receiver):
    process, session = house.process, house.log_in("ada")
    numbers, refusals, is_over = [], set(), threading.Event()

    def load() -> None:
        while not is_over.is_set():
            try:
                numbers.append(take(house))
            except urllib.error.HTTPError as error:
                refusals.add(error.code)
            except (OSError, http.client.HTTPException) as error:
                refusals.add(repr(error))
            time.sleep(0.01)

    threads = [threading.Thread(target=load) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        until(lambda: len(numbers) >= 50, house.log)
        until(lambda: house.query("SELECT count(*) FROM feeds WHERE last_success IS NOT NULL") == [(1,)], house.log)
        cluster.crash()
        health = until(lambda: (found := house.get("/healthz"))[0] == 503 and json.loads(found[2]), house.log)
        assert health["store"] == "is away"
        assert health["status"] == "failing"
        status, _, metrics = house.get("/metrics")
        assert status == 200
        assert "\ntidings_database_up 0\n" in metrics
        assert "\nprocess_open_fds " in metrics
        assert "tidings_records" not in metrics
        # A page says so in one sentence, and a program gets it too.
        status, headers, said = ask(house, session, "/boards/prices")
        assert status == 503
        assert headers["Retry-After"] == "5"
        assert "The database can’t be reached right now." in said
        # A form returns with the text that was entered.
        typed = {"name": "ada", "zone": "Asia/Kathmandu", "language": "de", "current": "geheim"}
        status, _, kept = ask(house, session, "/account/settings", typed)
        assert status == 503
        assert "What you typed is kept on this page." in kept
        assert "geheim" not in kept
        assert fields_of(kept) == {"name": "ada", "zone": "Asia/Kathmandu", "language": "de"}
        assert 'action="/account/settings"' in kept
        until(lambda: 503 in refusals, house.log)
        told = len(receiver.taken)
        publish(publisher, 2)
        cluster.start()
        until(lambda: house.get("/healthz")[0] == 200, house.log)
        count = len(numbers)
        until(lambda: len(numbers) >= count + 50, house.log)
    finally:
        is_over.set()
        for thread in threads:
            thread.join(PATIENCE)
    assert house.process == process
    assert refusals <= {503}
    # No number was given twice, and none that was received is lost.
    assert len(set(numbers)) == len(numbers)
    known = house.query("SELECT first, last FROM queue_spans ORDER BY first") + house.query("SELECT number, number FROM queue_tickets")
    assert all(any(first <= number <= last for first, last in known) for number in numbers)
    # The form that was kept can be sent; nothing of it was stored before.
    assert house.query("SELECT count(*) FROM people WHERE zone = 'Asia/Kathmandu'") == [(0,)]
    token = re.search(r'name="form-token" value="([^"]*)"', ask(house, session, "/account")[2])[1]
    assert ask(house, session, "/account/settings", fields_of(kept) | {"form-token": token})[0] == 200
    assert house.query("SELECT count(*) FROM people WHERE zone = 'Asia/Kathmandu'") == [(1,)]
    # Background work continues: a source is read, and its watchers get notices.
    house.change("UPDATE feeds SET due = 0")
    until(lambda: len(receiver.taken) > told, house.log)
    assert house.stop() == 0
