"""The program that a person would write by hand: reads a file of rows with Python's own readers and stores them by key with sqlite3.

    store_rows.py FILE.csv|FILE.json|FILE.xml DATABASE [KEY]

A row is stored if it is new or has changed; rows that are gone are deleted. With KEY, the row with that key is printed.
"""

import csv
import json
import sqlite3
import sys
import xml.etree.ElementTree

FIELDS = ("id", "name", "town", "price", "seen")


def rows_of_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            yield tuple(row[field] for field in FIELDS)


def rows_of_json(path):
    with open(path, encoding="utf-8") as file:
        for row in json.load(file):
            yield tuple(str(row[field]) for field in FIELDS)


def rows_of_xml(path):
    context = xml.etree.ElementTree.iterparse(path, events=("start", "end"))
    _, root = next(context)
    for event, element in context:
        if event == "end" and element.tag == "row":
            yield tuple(element.findtext(field) for field in FIELDS)
            root.clear()


def main():
    path, database = sys.argv[1:3]
    rows = {"csv": rows_of_csv, "json": rows_of_json, "xml": rows_of_xml}[path.rsplit(".", 1)[1]](path)
    store = sqlite3.connect(database, isolation_level=None)
    store.execute("PRAGMA journal_mode = WAL")
    store.execute("CREATE TABLE IF NOT EXISTS rows (id TEXT PRIMARY KEY, name TEXT, town TEXT, price REAL, seen TEXT, reading INTEGER)")
    reading = store.execute("SELECT coalesce(max(reading), 0) + 1 FROM rows").fetchone()[0]
    store.execute("BEGIN")
    store.executemany(
        """INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
        name = excluded.name, town = excluded.town, price = excluded.price, seen = excluded.seen, reading = excluded.reading""",
        ((*row[:3], float(row[3]), row[4], reading) for row in rows))
    store.execute("DELETE FROM rows WHERE reading < ?", (reading,))
    store.execute("COMMIT")
    if len(sys.argv) > 3:
        print(store.execute("SELECT * FROM rows WHERE id = ?", sys.argv[3:]).fetchone())


main()
