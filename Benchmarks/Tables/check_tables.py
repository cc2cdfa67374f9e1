#!/usr/bin/env python3
"""Counts the rows of known tables in the output of an extractor.

    check_tables.py tables.json OUTPUT [--worst N]

OUTPUT has the lines found on the page of each region of tables.json, in the same order, with cells separated by tabs, and a form feed after each
region. A row is exact if all of its cells are on one line, in order, ignoring blanks; a region is whole if all of its rows are exact and in order.
Empty cells at the end of a line are ignored on both sides.
"""
import argparse
import json
import pathlib


def cells(row):
    row = [" ".join(cell.split()) for cell in row]
    while row and not row[-1]:
        row.pop()
    return tuple(row)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables")
    parser.add_argument("output")
    parser.add_argument("--worst", type=int, default=0)
    given = parser.parse_args()
    regions = json.loads(pathlib.Path(given.tables).read_text(encoding="utf-8"))
    found = pathlib.Path(given.output).read_text(encoding="utf-8").split("\f")
    whole = exact = rows = 0
    styles = {}
    for region, text in zip(regions, found):
        lines = [cells(line.split("\t")) for line in text.split("\n")]
        wanted = [cells(row) for row in region["rows"]]
        start, good, missed = 0, 0, []
        for row in wanted:
            if row in lines[start:]:
                start = lines.index(row, start) + 1
                good += 1
            else:
                missed.append(row)
        rows, exact, whole = rows + len(wanted), exact + good, whole + (not missed)
        counts = styles.setdefault(region["style"], [0, 0])
        counts[0] += not missed
        counts[1] += 1
        if missed and given.worst > 0:
            given.worst -= 1
            print(f"-- page {region['page']}, {region['style']}, columns at {region['edges']}, {len(missed)} of {len(wanted)} missed")
            for row in missed[:3]:
                print("   wanted", " | ".join(row))
            for line in [line for line in lines if line and set(line) & set(missed[0])][:4]:
                print("   found ", " | ".join(line))
    by_style = ", ".join(f"{style} {good} of {all}" for style, (good, all) in sorted(styles.items()))
    print(f"whole regions {whole} of {len(regions)} ({whole / len(regions):.3f}), rows {exact} of {rows} ({exact / rows:.4f}); {by_style}")


if __name__ == "__main__":
    main()
