"""The end-to-end tests on PostgreSQL: which of them run on it for every change, and a database for each data folder.

`Scripts/test --postgres` runs them in the server that `Scripts/postgres` starts and names in TIDINGS_TEST_DATABASE. With TIDINGS_ENGINE=postgres,
every data folder of these tests uses a database there; without it, the file in the folder.
"""

import itertools
import json
import os
import re
import subprocess
from pathlib import Path

# The tests that `Scripts/test --postgres` runs by default (TIDINGS_ON_POSTGRES=files).
FILES = ["test_queue_*.py", "test_watch_*.py", "test_people.py", "test_guide*.py", "test_database.py"]

# The tests that every full run also runs on PostgreSQL (TIDINGS_ON_POSTGRES=sample): each kind of transaction begins in one of them.
SAMPLE = {
    "numbers of a queue, from many at once": "test_queue_book.py::test_a_key_gets_the_same_number_again",
    "numbers over a kill": "test_queue_book.py::test_kill_9_loses_and_repeats_nothing",
    "commands beside a server and without it": "test_queue_book.py::test_the_command_line_takes_beside_the_server_and_without_it",
    "tickets, counters and clerks": "test_queue_staff.py::test_two_clerks_serve_each_ticket_exactly_once",
    "figures of a queue": "test_queue_staff.py::test_statistics_count_what_happened",
    "words to guests": "test_queue_word.py::test_another_choice_counts_and_who_wants_nothing_more_is_told_nothing",
    "what is erased": "test_queue_word.py::test_what_a_guest_said_is_erased_after_the_end",
    "a reading that replaces another": "test_guide.py::test_a_reading_takes_the_place_of_what_it_covers_and_of_nothing_else",
    "words that are searched": "test_guide_page.py::test_programmes_to_come_are_found_by_all_of_their_words",
    "watches, notices and channels by commands": "test_watch_command.py::test_a_watch_is_tried_added_heard_of_and_removed",
    "a notice that is sent": "test_watch_pages.py::test_a_webhook_is_tried_out_and_told",
    "a kill while a fetch is stored and told": "test_killed.py::test_killed_at_random_moments",
    "invitations and roles": "test_people.py::test_a_member_is_invited_and_is_no_administrator",
    "settings, and a person who goes": "test_people.py::test_settings_data_and_the_end_of_an_account",
    "accounts by commands": "test_people.py::test_accounts_are_kept_from_the_command_line_beside_the_server",
    "reminders": "test_reminders.py::test_a_programme_that_has_moved_is_told_once_at_its_new_time",
    "price alerts": "test_price_alerts.py::test_a_price_that_falls_below_is_told_once_through_readings_and_a_restart",
    "jobs over a kill": "test_jobs.py::test_a_job_that_a_killed_server_had_begun_says_so",
    "boards of people": "test_own_boards.py::test_what_others_watch_on_a_board_ends_when_its_owner_takes_it_back",
    "documents": "test_reader.py::test_a_document_is_added_once_kept_as_it_came_and_found_by_its_person_only",
}

_server = os.environ.get("TIDINGS_TEST_DATABASE")
_is_on_postgres = os.environ.get("TIDINGS_ENGINE") == "postgres"
_numbers = itertools.count(1)
_addresses: dict[str, str | None] = {}  # By data folder.


def is_chosen(item) -> bool:
    """Whether this run includes that test."""
    match os.environ.get("TIDINGS_ON_POSTGRES"):
        case "sample":
            return item.path.name in ("test_database.py", "test_migrate.py") or f"{item.path.name}::{item.originalname}" in SAMPLE.values()
        case "files":
            return any(item.path.match(name) for name in FILES)
        case _:
            return True


def log() -> str:
    """The end of PostgreSQL's log."""
    file = Path(os.environ.get("TIDINGS_TEST_DATABASE_LOG", ""))
    return file.read_text(errors="replace")[-20_000:] if file.is_file() else ""


def new(server: str | None = None) -> str:
    """The address of a new database in that server."""
    server = server or _server
    name = f"e_{os.getpid()}_{next(_numbers)}"
    psql(server, f"CREATE DATABASE {name}")
    return named(name, server)


def named(name: str, server: str | None = None, user: str = "tidings") -> str:
    return (server or _server).replace("/postgres?", f"/{name}?").replace("//tidings@", f"//{user}@")


def use(data: Path, address: str) -> None:
    """From now on, the store of that folder is in this database."""
    _addresses[str(data.resolve())] = address


def keep_in(data: Path) -> None:
    """Leaves the folder's store in the folder, or in the database that the folder names."""
    _addresses[str(data.resolve())] = None


def of(data: Path) -> str | None:
    """The location of a folder's store, chosen at the first look; None: in the folder."""
    key = str(data.resolve())
    if key not in _addresses and _is_on_postgres:
        _addresses[key] = new()
    return _addresses.get(key)


def settings(data: Path) -> dict[str, str]:
    """The settings that programs need for it."""
    address = of(data)
    return {"TIDINGS_DATABASE": address} if address else {}


def drop(data: Path) -> None:
    """Called when its servers have ended. Databases outside the shared server end with theirs."""
    address = _addresses.pop(str(data.resolve()), None)
    if address and _server and address.endswith(_server.partition("?")[2]):
        psql(_server, f"DROP DATABASE IF EXISTS {re.search(r'/(e_[0-9_]+)[?]', address)[1]} WITH (FORCE)")


def psql(address: str, sql: str) -> str:
    done = subprocess.run(
        [os.environ["TIDINGS_TEST_PSQL"], "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1", "--dbname", address],
        input=sql, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{sql}: {done.stderr}"
    return done.stdout


class Store:
    """The part of sqlite3's connection that the tests use."""

    def __init__(self, address: str):
        self._address = address

    def execute(self, sql: str, values: tuple = ()) -> "Store":
        """Each ? stands for a value."""
        pieces = sql.split("?")
        assert len(pieces) == len(values) + 1, f"{len(values)} values for: {sql}"
        sql = pieces[0] + "".join(_literal(value) + piece for value, piece in zip(values, pieces[1:], strict=True))
        self._rows = []
        if sql.lstrip().upper().startswith("SELECT"):
            text = psql(self._address, f"SELECT coalesce(json_agg(found), '[]') FROM ({sql}) AS found")
            # Columns may have the same name.
            self._rows = json.loads(text, object_pairs_hook=lambda pairs: tuple(value for _, value in pairs))
        else:
            psql(self._address, sql)
        return self

    def fetchall(self) -> list[tuple]:
        return self._rows

    def fetchone(self) -> tuple | None:
        return self._rows[0] if self._rows else None

    def __iter__(self):
        return iter(self._rows)


def _literal(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, (int, float)):
        return str(value)
    return "'" + str(value).replace("'", "''") + "'"
