#!/usr/bin/env python3
"""A million watches of one list: 100 changes matched and posted, a change that tells 100,000, and the memory that both take.

    million.py PROGRAM [--before FORMER] [--watches 1000000] [--rows 40000] [--told 100000] [--postgres ADDRESS]

Makes a data folder with two lists of JSON: one of that many rows, with watches of one row's key each, and one of a single row, with watches of
anything; each watch is of a person of its own with a webhook. Then each program checks the lists with its own copy of the folder, three times:
100 rows of the first differ (once to make the marks, and once with them), and the row of the second does. Prints seconds, CPU seconds and the most
memory (RSS) of each check, beside the same check with nothing changed, and what the outbox has got, which must be the same for both programs.
With the ADDRESS of an empty database of PostgreSQL the folder of PROGRAM is moved there first, and the memory of the database isn't counted. Linux only.
"""

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

CHANGES = 100
BOARD = """title: List {name}
about: Rows to watch.
view: table
source: {{ url: 'https://{name}.example/list.json' }}
extract: {{ json: {{ rows: '$[*]', fields: {{ batch: '$.batch', status: '$.status' }} }} }}
fields:
  batch: {{ type: text, key: true, label: Batch }}
  status: {{ type: text, label: Status }}
"""


def batch(row: int) -> str:
    return str(20_120_000_000 + row)


class House:
    """A data folder, and the files that its boards read."""

    def __init__(self, folder: Path, program: Path):
        self.folder, self.program, self.data = folder, program, folder / "data"
        self.address = None

    def write(self, name: str, rows: int, editions: int) -> None:
        """With each edition other rows have changed, spread over the list."""
        issued = {(number * rows // CHANGES + edition) % rows: edition for edition in range(1, editions + 1) for number in range(CHANGES)}
        lines = [{"batch": batch(row), "status": f"Issued {issued[row]}" if row in issued else "Pending"} for row in range(rows)]
        (self.folder / f"{name}.json").write_text(json.dumps(lines), encoding="utf-8")

    def check(self, name: str, what: str) -> None:
        before, began = self.notices(), time.monotonic()
        command = [self.program, "check", name, "--url", f"file:{self.folder / name}.json", "--data", self.data]
        process = subprocess.Popen([*map(str, command)], cwd=self.folder, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"{self.program} ends with {process.returncode}")
        taken, cpu = time.monotonic() - began, used.ru_utime + used.ru_stime
        print(f"  {what:34} {taken:7.2f} s, CPU {cpu:7.2f} s, RSS {used.ru_maxrss / 1024:6.0f} MB, {self.notices() - before} notices", flush=True)

    def notices(self) -> int:
        question = "SELECT count(*) FROM notices"
        if self.address:
            return int(subprocess.run(["psql", "-Atc", question, self.address], check=True, capture_output=True, text=True).stdout)
        if not (self.data / "tidings.sqlite").exists():
            return 0
        with closing(sqlite3.connect(self.data / "tidings.sqlite")) as database:
            return database.execute(question).fetchone()[0]

    def fill(self, watches: int, rows: int, told: int) -> None:
        for name, count in [("list", rows), ("word", 1)]:
            (self.data / "boards" / name).mkdir(parents=True)
            (self.data / "boards" / name / "board.yaml").write_text(BOARD.format(name=name), encoding="utf-8")
            self.write(name, count, 0)
            self.check(name, f"a first reading of {count:,} rows")
        database = sqlite3.connect(self.data / "tidings.sqlite")
        feeds = dict(database.execute("SELECT board, id FROM feeds WHERE url LIKE 'file:%'"))
        sql = "INSERT INTO watches (person, board, feed, condition, channels, digest, muted, created) VALUES (?, ?, ?, ?, '[\"webhook\"]', 'at-once', 0, 0)"
        with database:
            people = range(1000, 1000 + max(watches, told))
            database.executemany("INSERT INTO people (id, name, created) VALUES (?, ?, 0)", ((person, f"p{person}") for person in people))
            database.executemany(
                "INSERT INTO channels (person, name, kind, address, created) VALUES (?, 'hook', 'webhook', '{}', 0)", ((person,) for person in people))
            conditions = [json.dumps({"field": "batch", "equals": batch(row)}) for row in range(rows)]
            database.executemany(sql, ((1000 + number, "list", feeds["list"], conditions[number % rows]) for number in range(watches)))
            database.executemany(sql, ((1000 + number, "word", feeds["word"], '{"all": []}') for number in range(told)))
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()


def measure(house: House, rows: int) -> None:
    house.check("list", "nothing changed")
    for edition, what in [(1, "100 rows changed, the first time"), (2, "100 rows changed")]:
        house.write("list", rows, edition)
        house.check("list", what)
    house.write("word", 1, 1)
    house.check("word", "a change that is told to all")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--before", type=Path)
    for name, value in [("watches", 1_000_000), ("rows", 40_000), ("told", 100_000)]:
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--postgres")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        # The former program makes the folder: a database of a later version isn't for it.
        former = (given.before or given.program).resolve()
        made = House(Path(place) / "made", former)
        made.folder.mkdir()
        made.fill(given.watches, given.rows, given.told)
        print(f"{given.watches:,} watches of {given.rows:,} rows, {given.told:,} of one")
        for program in [former] if former == given.program.resolve() else [former, given.program.resolve()]:
            # At the same path, since a list's address is its file's.
            house = House(made.folder, program)
            house.data = Path(place) / "data"
            shutil.copytree(made.data, house.data)
            for name, rows in [("list", given.rows), ("word", 1)]:
                house.write(name, rows, 0)
            if given.postgres and program == given.program.resolve():
                move = [program, "migrate", "--from", house.data, "--to", given.postgres]
                subprocess.run([*map(str, move)], check=True, capture_output=True)
                house.address = given.postgres
            print(program)
            measure(house, given.rows)
            shutil.rmtree(house.data)


main()
