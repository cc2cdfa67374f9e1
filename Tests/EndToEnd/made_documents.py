"""Generated PDFs of known words: what is read of each, in order, and what is left out.

    made = columns_under_a_header()
    made.content, made.read, made.left_out
"""

import random
from collections.abc import Callable

WIDTH, HEIGHT = 595, 842
VOCABULARY = (
    "harbour winter letter window garden morning council station river market bridge teacher village engine summer island doctor copper candle silver "
    "journey captain yellow common gentle narrow distant careful wooden quiet answer follow gather mention wander number carries opened turned"
).split()
LONG = "international understanding architecture circumstances neighbourhood representative particularly extraordinary".split()
ALEPH, LETTERS = 0x05D0, 27
HEBREW = ["שלום", "עולם", "ספר", "בית", "ילד", "מים", "שמש", "לחם", "דרך", "עיר"]
# The width of an average letter, in points at size 10.
LETTER = 5.0


class Made:
    """A PDF that is built page by page."""

    def __init__(self, seed: int):
        self.chance = random.Random(seed)
        self.read: list[str] = []
        self.left_out: list[str] = []
        self._pages: list[list[str]] = []

    def page(self) -> None:
        self._pages.append([])

    def draw(self, x: float, y: float, text: str, size: float = 10, font: str = "F1") -> None:
        escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        self._pages[-1].append(f"BT /{font} {size} Tf {x} {y} Td ({escaped}) Tj ET")

    def say(self, text: str) -> None:
        """The text that is read next, without hyphens."""
        self.read += text.split()

    # Text

    def sentence(self, words: int) -> str:
        said = [self.chance.choice(VOCABULARY) for _ in range(words)]
        return " ".join([said[0].capitalize(), *said[1:]]) + "."

    def paragraph(self, sentences: int) -> str:
        return " ".join(self.sentence(self.chance.randint(6, 14)) for _ in range(sentences))

    def set(self, text: str, x: float, y: float, width: float, hyphenates: bool = False) -> float:
        """Breaks a text into lines from a position on; returns the position of the next line."""
        room, line = int(width / LETTER), ""
        words = text.split()
        while words:
            word = words.pop(0)
            left = room - len(line) - 1
            if len(line) + 1 + len(word) <= room:
                line = f"{line} {word}".strip()
                continue
            if hyphenates and word.isalpha() and len(word) > 8 and left > 5:
                cut = min(left - 1, len(word) - 4)
                line, word = f"{line} {word[:cut]}-", word[cut:]
            self.draw(x, y, line)
            y, line = y - 12, ""
            words.insert(0, word)
        if line:
            self.draw(x, y, line)
        return y - 12

    def header(self, text: str, isRead: bool) -> None:
        self.draw(60, 800, text, 9)
        self.say(text) if isRead else self.left_out.append(text)

    def footer(self, text: str) -> None:
        self.draw(280, 30, text, 9)
        self.left_out.append(text)

    # The file

    @property
    def content(self) -> bytes:
        count = len(self._pages)
        names = "".join(f"/uni{ALEPH + letter:04X}" for letter in range(LETTERS))
        widths = " ".join(["500"] * 92)
        kids = " ".join(f"{10 + 2 * number} 0 R" for number in range(count))
        objects = [
            "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n", f"2 0 obj\n<</Type/Pages/Kids[{kids}]/Count {count}>>\nendobj\n",
            "3 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>\nendobj\n",
            f"4 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[97{names}]>>/FirstChar 32/LastChar 123/Widths[{widths}]>>\nendobj\n",
        ]  # fmt: skip
        for number, drawn in enumerate(self._pages):
            page, stream = 10 + 2 * number, "\n".join(drawn)
            objects.append(
                f"{page} 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 {WIDTH} {HEIGHT}]/Contents {page + 1} 0 R/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>>>\nendobj\n"
                f"{page + 1} 0 obj\n<</Length {len(stream)}>>\nstream\n{stream}\nendstream\nendobj\n"
            )
        return f"%PDF-1.4\n{''.join(objects)}trailer\n<</Size {10 + 2 * count}/Root 1 0 R>>\n%%EOF\n".encode("cp1252")


def plain() -> Made:
    made = Made(1)
    for _ in range(3):
        made.page()
        text = made.paragraph(9)
        made.say(text)
        made.set(text, 60, 700, 440)
    return made


def header_and_numbers() -> Made:
    """A header that is read once, and numbered pages."""
    made = Made(2)
    for number in range(1, 6):
        made.page()
        made.header("Tales of the harbour", isRead=number == 1)
        text = made.paragraph(12)
        made.say(text)
        made.set(text, 60, 700, 440)
        made.footer(f"Page {number} of 5")
    return made


def two_headers() -> Made:
    """Other headers on left pages than on right ones, as in books, and separate page numbers."""
    made = Made(3)
    for number in range(1, 9):
        made.page()
        made.header("The long winter" if number % 2 else "An author of note", isRead=number == 1)
        text = made.paragraph(10)
        made.say(text)
        made.set(text, 60, 700, 440)
        made.footer(str(number + 6))
    return made


def columns() -> Made:
    made = Made(4)
    for _ in range(2):
        made.page()
        for x in (60, 320):
            text = made.paragraph(11)
            made.say(text)
            made.set(text, x, 740, 215)
    return made


def columns_under_a_header() -> Made:
    made = Made(5)
    for number in range(1, 5):
        made.page()
        made.header("Notes from the island", isRead=number == 1)
        for x in (60, 320):
            text = made.paragraph(11)
            made.say(text)
            made.set(text, x, 700, 215)
        made.footer(f"– {number} –")
    return made


def footnotes() -> Made:
    """Marks, which are left out, and the notes below the text, which are read."""
    made = Made(6)
    for number in range(1, 4):
        made.page()
        y = 700
        for mark in (2 * number - 1, 2 * number):
            before, after = made.sentence(7).rstrip("."), made.paragraph(4)
            made.say(f"{before}. {after}")
            made._pages[-1].append(f"BT /F1 10 Tf 60 {y} Td ({before}.) Tj /F1 6 Tf 4 Ts ({mark}) Tj 0 Ts ET")
            made.left_out.append(str(mark))
            y = made.set(after, 60, y - 12, 440) - 12
        for line in range(2):
            note = made.sentence(8)
            made.say(note)
            made.draw(60, 200 - 12 * line, note, 8)
    return made


def hyphens() -> Made:
    made = Made(7)
    for _ in range(3):
        made.page()
        words = [made.chance.choice(LONG if made.chance.random() < 0.5 else VOCABULARY) for _ in range(120)]
        text = " ".join(words) + "."
        made.say(text)
        made.set(text, 60, 700, 250, hyphenates=True)
    return made


def table() -> Made:
    """Row by row; the column names are read once."""
    made = Made(8)
    for number in range(1, 4):
        made.page()
        made.draw(60, 790, "Dues of the harbour", 12)
        made.say("Dues of the harbour") if number == 1 else made.left_out.append("Dues of the harbour")
        heads, places = ("Ship", "Cargo", "Day", "Sum"), (60, 200, 340, 470)
        for x, head in zip(places, heads):
            made.draw(x, 760, head)
        made.say(" ".join(heads)) if number == 1 else made.left_out.append(" ".join(heads))
        for row in range(30):
            cells = (made.chance.choice(VOCABULARY).capitalize(), made.chance.choice(VOCABULARY), f"{number}{row:02}", str(made.chance.randint(1000, 9999)))
            for x, cell in zip(places, cells):
                made.draw(x, 740 - 20 * row, cell)
            made.say(" ".join(cells))
    return made


def right_to_left() -> Made:
    """Painted from the left, as most producers do, under a header in the other direction."""
    made = Made(9)
    for number in range(1, 4):
        made.page()
        made.header("Stories of a city", isRead=number == 1)
        for line in range(10):
            text = " ".join(made.chance.choice(HEBREW) for _ in range(8)) + "."
            made.say(text)
            painted = "".join(chr(97 + ord(letter) - ALEPH) if ord(letter) >= ALEPH else letter for letter in reversed(text))
            made.draw(300, 700 - 20 * line, painted, font="F2")
        made.footer(str(number))
    return made


def everything() -> Made:
    """Columns with hyphens and marks under a header, and the rows of a table below them."""
    made = Made(10)
    for number in range(1, 5):
        made.page()
        made.header("All of it at once", isRead=number == 1)
        for column, x in enumerate((60, 320)):
            mark = 2 * number - 1 + column
            before = made.sentence(5).rstrip(".")
            words = [made.chance.choice(LONG if made.chance.random() < 0.3 else VOCABULARY) for _ in range(60)]
            text = " ".join(words).capitalize() + "."
            made.say(f"{before}. {text}")
            made._pages[-1].append(f"BT /F1 10 Tf {x} 700 Td ({before}.) Tj /F1 6 Tf 4 Ts ({mark}) Tj 0 Ts ET")
            made.left_out.append(str(mark))
            made.set(text, x, 688, 215, hyphenates=True)
        for row in range(6):
            cells = (made.chance.choice(VOCABULARY).capitalize(), f"{number}0{row}", str(made.chance.randint(1000, 9999)))
            for x, cell in zip((60, 260, 460), cells):
                made.draw(x, 300 - 20 * row, cell)
            made.say(" ".join(cells))
        made.footer(f"Page {number} of 4")
    return made


ALL: dict[str, Callable[[], Made]] = {
    made.__name__: made
    for made in (plain, header_and_numbers, two_headers, columns, columns_under_a_header, footnotes, hyphens, table, right_to_left, everything)
}
