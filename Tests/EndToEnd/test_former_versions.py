"""The program opens databases of released versions (Stores/VERSION.sql, by Scripts/keep-store) with all their data.

The tables of 0.1.0.sql are those of 0.1.0's own migrations; its rows are those of 0.2.0.sql with the columns that 0.1.0 had.
"""

import json
import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

import pytest

from conftest import PROGRAM, ROOT, CommandLine, Server, database, json_lines

STORES = ROOT / "Tests/EndToEnd/Stores"
# The last migration of each version. A released version's migrations don't change.
LAST = {
    "0.1.0": "sealed addresses",
    "0.2.0": "zones of people",
}
VERSIONS = sorted(path.stem for path in STORES.glob("*.sql"))


@pytest.fixture(scope="session")
def keep_store():
    spec = spec_from_loader("keep_store", SourceFileLoader("keep_store", str(ROOT / "Scripts/keep-store")))
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shape(data) -> dict[str, str]:
    """The tables, indexes and triggers of a database, without comments and blanks. Columns are sorted by name, because a migration adds one at the end of
    its table."""
    with database(data) as store:
        found = store.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'board\\_%' ESCAPE '\\'").fetchall()
        names = [name for (name,) in store.execute("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")]
        columns = {name: sorted(row[1:] for row in store.execute(f'PRAGMA table_info("{name}")')) for name in names}
    without = {name: re.sub(r"\s+|--[^\n]*", "", sql) for name, sql in found}
    return {name: str(columns.get(name, sql)) for name, sql in without.items()}


@pytest.mark.parametrize("version", VERSIONS)
def test_a_released_version_ends_with_its_last_migration(version):
    lines = re.findall(r"""^INSERT INTO "grdb_migrations" .* VALUES \('(.*)'\);$""", (STORES / f"{version}.sql").read_text(), re.MULTILINE)
    assert lines[-1] == LAST.get(version, lines[-1])


def test_every_version_of_the_table_has_its_database():
    assert set(LAST) <= set(VERSIONS)


@pytest.mark.parametrize("version", [*VERSIONS, "now"])
def test_what_a_version_stored_is_there(version, tmp_path, keep_store):
    stored = STORES / f"{version}.sql"
    if version == "now":
        # Scripts/keep-store still works with this program.
        stored = tmp_path / "now.sql"
        keep_store.write(PROGRAM, stored)
    cli = CommandLine(tmp_path)
    cli.settings = {"TIDINGS_BOARDS": "fuel,guide"}
    keep_store.load(stored, cli.data)
    check_by_commands(cli)
    # An upgraded database has the same tables as a new one.
    new = CommandLine(tmp_path / "new")
    new.folder.mkdir()
    assert new.run("person", "add", "Ada", "--data", new.data, stdin=b"correct horse battery\n").returncode == 0
    assert shape(cli.data) == shape(new.data)
    # Boards whose source is elsewhere stay off.
    server = Server(tmp_path, ("--source", "guide=http://source.example/guide.xml"), {"TIDINGS_BOARDS": "guide"})
    server.start()
    try:
        check_account(server)
        if "CREATE TABLE documents" in stored.read_text():
            check_reader_and_media(server)
    finally:
        server.kill()


def check_by_commands(cli: CommandLine) -> None:
    """Reads by commands, which remove nothing because of its age."""

    def lines(*words: str) -> list[dict]:
        done = cli.with_data(*words, "--json")
        assert done.returncode == 0, done.stderr
        return json_lines(done.stdout)

    assert cli.with_data("person", "list").stdout == "Ada\tadministrator\nBen\tmember\nCleo\tclerk\n"
    first, second = lines("watch", "list")
    assert (first["condition"], first["channels"], first["dailyAt"]) == ({"field": "good", "equals": "Apples"}, ["phone"], "07:30")
    assert first["quietHours"] == {"from": "22:00", "to": "07:00", "zone": "Europe/Berlin"}
    assert (second["condition"], second["digest"]) == ({"all": []}, "at-once")
    (channel,) = lines("channel", "list")
    # The host is known once the address is unsealed.
    assert (channel["name"], channel["kind"]) == ("phone", "ntfy")
    assert "ntfy.example" in channel["to"]
    assert [(one["rule"], one["amount"], one["place"], one["channels"]) for one in lines("alert", "list")] == [("below", 150, "Perth", ["phone"])]
    assert [one["good"] for one in lines("records", "prices")] == ["Apples", "Pears", "Quinces"]
    assert len(lines("records", "fuel", "--url", "http://source.example/fuel.xml")) == 7
    changes = [(one["kind"], one.get("before"), one["after"]) for one in lines("changes", "prices")]
    altered = ("altered", {"good": "Apples", "price": "2.40 EUR"}, {"good": "Apples", "price": "2.20 EUR"})
    assert altered in changes
    assert len(changes) == 2
    assert cli.with_data("queue", "tickets").stdout == "1\n2\n3\n"
    objects = [json.loads(line) for line in cli.with_data("queue", "tickets", "--json").stdout.splitlines()]
    assert [one["number"] for one in objects] == [1, 2, 3]
    with database(cli.data) as store:
        assert store.execute("SELECT count(*), count(channel) FROM notices").fetchone() == (3, 1)
        assert store.execute("SELECT count(*) FROM audit WHERE action = 'person added'").fetchone() == (3,)
        assert store.execute("SELECT person, purpose FROM feed_addresses").fetchall() == [(1, "notices")]


def check_account(server: Server) -> None:
    server.log_in("Ada")
    server.token = server.run("person", "token", "Ada", "--scopes", "read", "watch", "admin")
    me = server.ask("/api/v1/me", server.token)
    assert (me["name"], me["role"], me["language"], me["zone"]) == ("Ada", "administrator", "de", "Europe/Berlin")
    assert len(server.ask("/api/v1/people", server.token)["people"]) == 3


def check_reader_and_media(server: Server) -> None:
    def ask(path: str):
        return server.ask("/api/v1" + path, server.token)

    (document,) = ask("/documents")["documents"]
    assert (document["title"], document["state"]) == ("A letter", "ready")
    assert server.query("SELECT position FROM documents") == [(5,)]
    assert server.query("SELECT text_bytes > (SELECT sum(length(text)) FROM document_parts) FROM documents") == [(1,)]
    assert [one["note"] for one in ask(f"/documents/{document['id']}/bookmarks")["bookmarks"]] == ["the ferry"]
    assert [(one["text"], one["said"]) for one in ask("/pronunciations")["pronunciations"]] == [("Lund", "Loond")]
    assert [one["name"] for one in ask("/media/playlists")["playlists"]] == ["Evening"]
    assert [one["rule"] for one in ask("/reminders")["reminders"]] == ["search"]
