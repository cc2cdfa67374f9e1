"""Lists of 60,000 rows as many programs write them: every row is read, and early.

`TIDINGS_LISTS` names a folder with `<variant>.pdf` and `rows.csv`; without it these tests are skipped. Earliness is a matter of bytes:
the publisher sends a part of the file and no more until a certain row has been printed.
"""

import csv
import json
import os
import re
import threading
from pathlib import Path

import pytest

from conftest import PATIENCE

LISTS = Path(os.environ["TIDINGS_LISTS"]) if "TIDINGS_LISTS" in os.environ else None
pytestmark = pytest.mark.skipif(LISTS is None, reason="TIDINGS_LISTS names no folder of lists")

# Fonts at the beginning, or within reach: certain from front to back.
FRONT_TO_BACK = ["reportlab", "linearized", "objstm", "linearized-objstm", "flate"]
# Fonts or the key at the end: certain early if the server supports ranges.
WITH_PARTS = ["ghostscript", "cairo", "aes256", "aes128", "rc4", "fonts-last", "subset", "identity", "differences"]
EVERY = sorted({path.stem for path in LISTS.glob("*.pdf")} - {"half", "no-xref"}) if LISTS else []


def contents(variant: str) -> bytes:
    return (LISTS / f"{variant}.pdf").read_bytes()


def sends_until(pdf: bytes, share: float, certain: threading.Event, gives_parts: bool, came_in_time: list):
    """A publisher that sends this share of the body, waits until a certain row is printed, and sends the rest."""

    def answer(exchange):
        if match := re.fullmatch(r"bytes=(\d*)-(\d*)", exchange.request.headers.get("range", "")):
            first, last = match.groups()
            start, end = (len(pdf) - int(last), len(pdf)) if first == "" else (int(first), int(last) + 1)
            exchange.head("206 Partial Content", content_length=end - start, content_range=f"bytes {start}-{end - 1}/{len(pdf)}", etag='"one"')
            return exchange.body(pdf[start:end])
        parts = {"accept_ranges": "bytes", "etag": '"one"'} if gives_parts else {}
        exchange.head(content_type="application/pdf", content_length=len(pdf), **parts)
        sent = int(len(pdf) * share)
        exchange.body(pdf[:sent])
        came_in_time.append(exchange.wait_for(certain))
        exchange.body(pdf[sent:])

    return answer


def rows_as_they_come(process, certain: threading.Event) -> list:
    rows = []

    def collect():
        for line in process.stdout:
            row = json.loads(line)
            rows.append(row)
            if "provisional" not in row and "withdrawn" not in row:
                certain.set()

    thread = threading.Thread(target=collect, daemon=True)
    thread.start()
    process.wait(PATIENCE)
    thread.join(PATIENCE)
    return rows


@pytest.mark.parametrize("variant", FRONT_TO_BACK + WITH_PARTS)
def test_a_row_is_certain_before_a_tenth_of_the_file_has_been_sent(cli, publisher, variant):
    pdf, certain, came_in_time = contents(variant), threading.Event(), []
    publisher.answers("/list.pdf", sends_until(pdf, 0.099, certain, variant in WITH_PARTS, came_in_time))
    process = cli.start("check", "visa", "--url", publisher.url(), "--json", "--data", cli.data)
    rows = rows_as_they_come(process, certain)
    assert came_in_time == [True], process.stderr.read().decode()
    assert process.returncode == 0
    assert sum("provisional" not in row for row in rows) == 60_000
    asked = [request.headers.get("range") for request in publisher.requests]
    assert variant in WITH_PARTS or asked == [None]


@pytest.mark.parametrize("variant", EVERY)
def test_every_row_is_stored_in_order_however_the_list_is_written(cli, variant):
    done = cli.with_data("check", "visa", "--url", f"file:{LISTS / f'{variant}.pdf'}", "--json")
    assert done.returncode == 0, done.stderr
    with (LISTS / "rows.csv").open() as file:
        wanted = [row for row in csv.reader(file) if re.fullmatch("2[0-9]{10}", row[0])]
    months = {name: number for number, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}
    for row in wanted:
        day, month, year = row[2].split("-")
        row[2] = f"20{year}-{months[month]:02}-{day}"
    assert [list(row) for row in cli.stored_rows()] == wanted
