#!/usr/bin/env python3
"""Prints tables of known cells with Chromium.

    make_tables.py OUT [--regions N] [--chromium PROGRAM]

Writes OUT/tables.html, OUT/tables.pdf and OUT/tables.json, a list of regions, each with its page (from 1), the left edges of its columns in
points, whether rules separate its rows, and its rows of cells. The same number of regions gives the same pages.
A heading across columns isn't a row; a wrapped cell is one cell; a table that continues on the next page is two regions.
"""
import argparse
import html
import json
import pathlib
import random
import subprocess

WORDS = ("tide harbour licence renewal district northern water coal export northbound ledger annual transfer pending granted refused "
         "survey bridge section market grain station platform average under over rate total council member agency report").split()
PLACES = ("Alma", "Birch Hill", "Cove", "Dunmore East", "Elm", "Fort Ray", "Glen", "Holm", "Inver", "Jura", "Kells", "Long Sutton")
WIDE = 0.66                                     # the average width of a printed character, in em


def phrase(rng, low, high):
    text = " ".join(rng.choice(WORDS) for _ in range(rng.randint(low, high)))
    return text[0].upper() + text[1:]


KINDS = {
    "number": lambda rng: str(rng.randint(1, 99_999)),
    "money": lambda rng: f"{rng.randint(1, 9_999):,}.{rng.randint(0, 99):02d}",
    "signed": lambda rng: f"{rng.choice('+-')}{rng.random() * 9:.1f}",
    "percent": lambda rng: f"{rng.random() * 100:.1f} %",
    "date": lambda rng: f"{rng.randint(1, 28):02d}.{rng.randint(1, 12):02d}.20{rng.randint(10, 29)}",
    "batch": lambda rng: f"2{rng.randint(10**9, 10**10 - 1)}",
    "place": lambda rng: rng.choice(PLACES),
    "short": lambda rng: phrase(rng, 1, 2),
    "text": lambda rng: phrase(rng, 2, 5),
    "long": lambda rng: phrase(rng, 5, 12),
    "flag": lambda rng: rng.choice(("yes", "no", "A", "B")),
}
RIGHT = {"number", "money", "signed", "percent"}


class Table:
    """A region: its kinds of columns, its cells, and how it is drawn."""

    def __init__(self, rng, left, room, rows):
        self.size = rng.choice((7.5, 8, 9, 9, 10, 11))
        self.gap = rng.choice((3, 4, 5, 6, 8, 10))                       # padding on either side of a cell
        self.style = rng.choice(("none", "none", "booktabs", "booktabs", "grid", "lines", "zebra"))
        key = rng.choice(("number", "batch", "date", "place", "short"))
        kinds, widths = [key], []
        for _ in range(rng.randint(1, 6)):
            kinds.append(rng.choice(list(KINDS)))
        self.kinds = []
        for kind in kinds:
            width = {"long": 22, "text": 18 if rng.random() < .3 else 36, "short": 18, "place": 13, "batch": 12, "date": 11,
                     "money": 10, "percent": 8, "number": 7, "signed": 6, "flag": 5}[kind] * WIDE * self.size + 2 * self.gap
            if left + sum(widths) + width > room:
                break
            widths.append(width)
            self.kinds.append(kind)
        self.edges = [left + sum(widths[:index]) for index in range(len(widths))]
        self.widths = widths
        self.heads = [phrase(rng, 1, 1) for _ in self.kinds]
        self.spans = len(widths) >= 4 and rng.random() < .3
        empty = rng.random() < .3
        self.rows = [[KINDS[kind](rng) if index == 0 or not (empty and rng.random() < .15) else ""
                      for index, kind in enumerate(self.kinds)] for _ in range(rows)]
        self.top = rng.random() < .7                                     # whether cells begin at the top or in the middle of their row

    def html(self):
        cell = f"padding:1.5pt {self.gap}pt;vertical-align:{'top' if self.top else 'middle'};"
        rule = {"none": "", "zebra": "", "booktabs": "border-top:.8pt solid;border-bottom:.8pt solid;", "grid": "", "lines": ""}[self.style]
        each = {"grid": "border:.5pt solid;", "lines": "border-bottom:.5pt solid #999;"}.get(self.style, "")
        left = self.edges[0]
        out = [f"<table style='position:relative;left:{left:.2f}pt;width:{sum(self.widths):.2f}pt;font-size:{self.size}pt;{rule}'>"]
        out += [f"<col style='width:{width:.2f}pt'>" for width in self.widths]
        if self.spans:
            half = len(self.widths) // 2
            out.append(f"<tr><th colspan={half} style='{cell}{each}'>First part of it</th>"
                       f"<th colspan={len(self.widths) - half} style='{cell}{each}'>Second part</th></tr>")
        under = "border-bottom:.5pt solid;" if self.style == "booktabs" else each
        out.append("<tr>" + "".join(f"<th style='{cell}{under}{self.side(kind)}'>{head}</th>" for kind, head in zip(self.kinds, self.heads)) + "</tr>")
        for index, row in enumerate(self.rows):
            shade = "background:#eee;" if self.style == "zebra" and index % 2 else ""
            out.append(f"<tr style='{shade}'>" + "".join(
                f"<td style='{cell}{each}{self.side(kind)}'>{html.escape(text)}</td>" for kind, text in zip(self.kinds, row)) + "</tr>")
        return "".join(out) + "</table>"

    @staticmethod
    def side(kind):
        return "text-align:right;" if kind in RIGHT else "text-align:left;"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--regions", type=int, default=320)
    parser.add_argument("--chromium", default="chromium-headless-shell")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(20260)
    pages, regions = [], []
    while len(regions) < given.regions:
        body = [f"<p style='margin:0 40pt 8pt'>{phrase(rng, 20, 50)}.</p>"]
        for _ in range(rng.randint(1, 3)):
            left = rng.choice((40, 40, 60, 90))
            table = Table(rng, left, 555, rng.randint(3, 9))
            if len(table.widths) < 2:
                continue
            regions.append({"page": len(pages) + 1, "edges": [round(edge, 2) for edge in table.edges], "style": table.style,
                            "heads": table.heads, "rows": table.rows})
            body.append(table.html())
            if rng.random() < .7:
                body.append(f"<p style='margin:8pt 40pt'>{phrase(rng, 4, 40)}.</p>")
            else:
                body.append("<div style='height:14pt'></div>")
        pages.append(f"<section>{''.join(body)}</section>")
    style = ("@page{size:595pt 842pt;margin:0}body{margin:0;font:10pt 'DejaVu Sans','Liberation Sans',sans-serif}"
             "section{page-break-after:always;padding-top:40pt;height:780pt;overflow:hidden}"
             "table{border-collapse:collapse;table-layout:fixed;margin:0}th{font-weight:bold}")
    page = given.out / "tables.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{''.join(pages)}")
    subprocess.run([given.chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
                    f"--print-to-pdf={given.out / 'tables.pdf'}", page.resolve().as_uri()], check=True, stderr=subprocess.DEVNULL)
    (given.out / "tables.json").write_text(json.dumps(regions, indent=1))
    print(f"{len(regions)} regions on {len(pages)} pages")


if __name__ == "__main__":
    main()
