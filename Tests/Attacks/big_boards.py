"""Big boards in a data folder: a table, a list, a lookup, a map, a few very long texts, and as many changes. `TIDINGS_ROWS=40000` makes them bigger.

They are written directly to the database, as if the program had read them yesterday: publishing and reading so much would take minutes.
"""

import json
import os
import sqlite3
import time
from pathlib import Path

from patience import PATIENCE

ROWS = int(os.environ.get("TIDINGS_ROWS", "8_000"))
LONG = 1 << 20

NAMES = ["Apples", "Brussels sprouts", "Crème fraîche", "Damsons", "Élan butter", "Figs", "Gooseberries", "Honey"]
STALLS = ["Ada & Daughters", "Öz Market Garden", "Łąka", "The Long Field Dairy Cooperative"]

HEAD = "title: { en: %s }\nabout: { en: What a test declares. }\npublic: true\nview: %s\nsource: { url: 'http://127.0.0.1:9/none', every: 30d }\nextract: { json: { rows: '$[*]' } }\nfields:\n"

BOARDS = {
    "wares": HEAD % ("Wares", "table") + """\
  good: { type: text, key: true, label: { en: Good } }
  stall: { type: text, label: { en: Stall } }
  price: { type: money, currency: EUR, optional: true, label: { en: Price } }
  weight: { type: number, label: { en: In stock } }
  harvested: { type: date, label: { en: Harvested } }
  opens: { type: time, label: { en: Opens } }
  keeps: { type: duration, optional: true, label: { en: Keeps } }
  organic: { type: flag, label: { en: Organic } }
  phone: { type: phone, optional: true, label: { en: Telephone } }
  page: { type: url, optional: true, label: { en: Page } }
  note: { type: text, optional: true, label: { en: Note } }
""",
    "folk": HEAD % ("Folk", "list") + """\
  id: { type: text, key: true, label: { en: Number } }
  name: { type: text, label: { en: Name } }
  phone: { type: phone, optional: true, label: { en: Telephone } }
  city: { type: text, optional: true, label: { en: City } }
""",
    "club": HEAD % ("Club", "list") + """\
  id: { type: text, key: true, label: { en: Number } }
  name: { type: text, label: { en: Name } }
  email: { type: email, optional: true, label: { en: Mail } }
""",
    "papers": HEAD % ("Papers", "table") + """\
  title: { type: text, key: true, label: { en: Title } }
  text: { type: text, label: { en: Text } }
""",
    "pumps": HEAD % ("Pumps", "map") + """\
  name: { type: text, label: { en: Station } }
  brand: { type: text, label: { en: Brand } }
  address: { type: text, key: true, label: { en: Address } }
  suburb: { type: text, key: true, label: { en: Suburb } }
  position: { type: position, label: { en: Position } }
  price: { type: number, unit: ct/l, label: { en: Price } }
stations:
  name: name
  brand: brand
  address: address
  suburb: suburb
  position: position
  fuels: { unleaded: { label: { en: Unleaded }, price: price } }
  price: { currency: AUD, unit: cents }
""",
}  # fmt: skip


def declare(data: Path) -> None:
    for name, text in BOARDS.items():
        folder = data / "boards" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "board.yaml").write_text(text)


def wares(number: int) -> tuple:
    return (
        f"{NAMES[number % 8]} {number}", STALLS[number % 4], f"{number * 37 % 400 / 10:.2f} EUR", number * 7 % 90 + 0.5,
        f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}", f"{6 + number % 5:02}:30", f"P{number % 9 + 1}D", number % 3 == 0,
        f"+49 30 555 {number:05}", f"https://market.example/goods/{number}/what-is-known-of-it", "From the hill behind the mill, picked by hand. " * 2,
    )  # fmt: skip


def fill(data: Path) -> None:
    """For a server that has prepared its tables and isn't running."""
    database = sqlite3.connect(data / "tidings.sqlite", timeout=PATIENCE)
    now = int(time.time() * 1000)

    def put(board: str, rows) -> int:
        (feed,) = database.execute("SELECT id FROM feeds WHERE board = ?", (board,)).fetchone()
        rows = list(rows)
        places = ", ".join("?" * (len(rows[0]) + 3))
        database.executemany(
            f"INSERT INTO board_{board} VALUES (NULL, {places})", ((feed, place, now - 86_400_000, *row) for place, row in enumerate(rows))
        )
        database.execute(
            "UPDATE feeds SET last_attempt = ?1, last_success = ?1, last_change = ?1, due = ?2, failure = NULL, failures = 0, records = ?3 WHERE id = ?4",
            (now, now + 86_400_000, len(rows), feed),
        )
        return feed

    feed = put("wares", (wares(number) for number in range(ROWS)))
    put("folk", ((str(number), f"{NAMES[number * 5 % 8]} {STALLS[number % 4]} {number * 7919 % ROWS}", f"+49 30 {number:06}", "Łódź") for number in range(ROWS)))
    put("club", ((str(number), f"Member {number}", f"m{number}@club.example") for number in range(5_000)))
    put("papers", ((f"Paper {number}", ("a" * 99 + " ") * (LONG // 100)) for number in range(40)))
    put("visa", ((f"2{number:010}", "Refused because the applicant did not send papers", f"2026-{number % 12 + 1:02}-11") for number in range(ROWS)))
    put(
        "pumps",
        ((f"Station {n}", f"Brand {n % 40}", f"{n} Long Road", f"Suburb {n % 300}", f"{-31 - n % 200 / 100:.5f},{115 + n // 200 / 100:.5f}", 150 + n * 7 % 600 / 10) for n in range(ROWS)),
    )
    names = ["good", "stall", "price", "weight", "harvested", "opens", "keeps", "organic", "phone", "page", "note"]

    def change(number: int) -> tuple:
        before = dict(zip(names, wares(number)))
        after = before | {"price": "9.99 EUR"}
        return (feed, 1, now - number, "altered", before["good"], None, json.dumps(before), json.dumps(after))

    database.executemany("INSERT INTO changes (feed, fetch, seen, kind, key, asked, before, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", map(change, range(ROWS)))
    long = json.dumps({"title": "Paper 1", "text": "b" * LONG})
    (feed,) = database.execute("SELECT id FROM feeds WHERE board = 'papers'").fetchone()
    database.executemany(
        "INSERT INTO changes (feed, fetch, seen, kind, key, before, after) VALUES (?, 1, ?, 'altered', 'Paper 1', ?, ?)",
        ((feed, now - number, long.replace("b", "c"), long) for number in range(60)),
    )
    database.commit()
    database.close()
