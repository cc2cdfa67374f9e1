#!/usr/bin/env python3
"""Compares the words of known documents with the output of an extractor.

    check_pages.py OUT --command 'PROGRAM {pdf}' [--worst N] [--each]

OUT is the folder that make_pages.py wrote. For each document: the share of words that occur as often as they should (F1), the same for tokens
with digits, and the order: the longest run of found words whose places in the document rise, as a share of all. Words are separated by blanks.
"""
import argparse
import bisect
import json
import pathlib
import shlex
import subprocess
import unicodedata
from collections import Counter, defaultdict


def tokens(text):
    return unicodedata.normalize("NFKC", text).replace("\u2212", "-").replace("\u00ad", "").split()


def f1(wanted, found):
    same = sum((wanted & found).values())
    return same, sum(wanted.values()), sum(found.values())


def share(sums):
    return 2 * sums[0] / (sums[1] + sums[2]) if sums[1] + sums[2] else 1


def order(wanted, found):
    places = defaultdict(list)
    for place, word in enumerate(wanted):
        places[word].append(place)
    seen, tails = Counter(), []
    for word in found:
        if seen[word] < len(places[word]):
            place = places[word][seen[word]]
            seen[word] += 1
            at = bisect.bisect_left(tails, place)
            tails[at:at + 1] = [place]
    return len(tails)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--command", required=True)
    parser.add_argument("--worst", type=int, default=0)
    parser.add_argument("--each", action="store_true")
    given = parser.parse_args()
    sums = defaultdict(lambda: [[0, 0, 0], [0, 0, 0], [0, 0]])
    shown = given.worst
    for document in json.loads((given.out / "pages.json").read_text(encoding="utf-8")):
        command = [part.replace("{pdf}", str(given.out / document["file"])) for part in shlex.split(given.command)]
        text = subprocess.run(command, check=False, capture_output=True, timeout=120).stdout.decode("utf-8", "replace")
        wanted, found = tokens(" ".join(document["words"])), tokens(text)
        bags = Counter(wanted), Counter(found)
        words = f1(*bags)
        digits = f1(*(Counter({word: count for word, count in bag.items() if any(map(str.isdigit, word))}) for bag in bags))
        line = order(wanted, found)
        for name in (document["producer"], "all"):
            for place, values in enumerate((words, digits, (line, len(wanted)))):
                sums[name][place] = [a + b for a, b in zip(sums[name][place], values)]
        if given.each or (shown > 0 and share(words) < 1):
            shown -= 1
            print(f"{document['file']} ({document['style']}): words {share(words):.4f}, digits {share(digits):.4f}, order {line / max(1, len(wanted)):.4f}")
            print("   missing", list((bags[0] - bags[1]).elements())[:12])
            print("   instead", list((bags[1] - bags[0]).elements())[:12])
    for name, (words, digits, line) in sums.items():
        print(f"{name:12} words {words[1]:8} F1 {share(words):.5f}  tokens with digits {digits[1]:7}, missing {digits[1] - digits[0]}, F1 {share(digits):.5f}  order {line[0] / max(1, line[1]):.4f}")


if __name__ == "__main__":
    main()
