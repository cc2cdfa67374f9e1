#!/usr/bin/env python3
"""Writes documents of known words, by several programs.

    make_pages.py OUT [--pages 3000] [--only chromium,latex,…]

Writes OUT/<producer>-<number>.pdf and OUT/pages.json, a list of documents, each with its file, its producer, its layout, and its words in
reading order. The same number of pages gives the same words. A producer whose program isn't installed is skipped and named.

chromium: HTML printed; latex: pdflatex; groff: its own PDF; ghostscript: groff's PostScript, distilled; libreoffice: HTML converted by
Writer; cairo: glyphs by pycairo; raw: written here, with the habits of word processors and report writers.
"""
import argparse
import html
import json
import pathlib
import random
import shutil
import subprocess
import tempfile
import zlib

START = "ba be bi bo bra cla cre da de di do dra fa fe fi fla flo ga ge gi glo gra ha he hi ho ja jo ka ke kla la le li lo ma me mi mo na ne ni no "
PRODUCERS = ("chromium", "latex", "groff", "ghostscript", "libreoffice", "cairo", "raw")
SYLLABLES = (START + "pa pe pi po pla pra ra re ri ro sa se si so sta stra ta te ti to tra va ve vi vo wa we wi").split()
ENDS = ("n r s t l m nd rt st ng ck ff ffe ffi fl fi x".split(), " é ß ä ö ü ø å ç ñ".split(" "))


def word(rng, accents):
    text = "".join(rng.choice(SYLLABLES) for _ in range(rng.randint(1, 3))) + rng.choice(ENDS[0])
    if accents and rng.random() < .12:
        text += rng.choice(ENDS[1])
    return text.capitalize() if rng.random() < .15 else text


def number(rng):
    sign = rng.choice(("", "", "", "+", "-"))
    return rng.choice((
        lambda: str(rng.randint(1, 9)), lambda: str(rng.randint(10, 99_999)), lambda: f"{sign}{rng.randint(0, 999)}.{rng.randint(0, 9)}",
        lambda: f"{rng.randint(1, 9_999):,}.{rng.randint(0, 99):02d}", lambda: f"{rng.randint(0, 100)}%",
        lambda: f"{rng.randint(1, 28):02d}.{rng.randint(1, 12):02d}.20{rng.randint(10, 29)}", lambda: f"({rng.randint(1, 400)})",
        lambda: f"2{rng.randint(10**9, 10**10 - 1)}", lambda: f"{rng.randint(0, 23):02d}:{rng.randint(0, 59):02d}",
    ))()


def paragraph(rng, accents, low=20, high=90):
    words = []
    for _ in range(rng.randint(low, high)):
        words.append(number(rng) if rng.random() < .18 else word(rng, accents))
    for place in range(5, len(words), rng.randint(6, 14)):
        if words[place][-1].isalpha():
            words[place] += rng.choice((",", ".", ";"))
    return words


class Document:
    """The content of a document: headings, paragraphs and tables, and its layout."""

    def __init__(self, rng, producer, pages):
        accents = producer not in ("latex", "groff", "ghostscript")
        self.columns = rng.choice((1, 1, 2)) if producer in ("chromium", "latex", "libreoffice", "raw") else 1
        self.justified = rng.random() < .5
        self.size = rng.choice((9, 10, 11, 12))
        self.seed = rng.random()
        words, self.blocks = pages * (4_000 // self.size), []
        while words > 0:
            kind = rng.random()
            if kind < .1:
                block = ("heading", paragraph(rng, accents, 2, 5))
            elif kind < .2 and producer in ("chromium", "libreoffice", "latex", "raw") and self.columns == 1:
                width = rng.randint(2, 5)
                block = ("table", [[number(rng) if column else word(rng, accents) for column in range(width)] for _ in range(rng.randint(3, 9))])
            else:
                block = ("text", paragraph(rng, accents))
            self.blocks.append(block)
            words -= sum(map(len, block[1])) // 6 if block[0] != "table" else len(block[1]) * 12

    @property
    def words(self):
        return [one for kind, value in self.blocks for one in (sum(value, []) if kind == "table" else value)]


def as_html(document, rng):
    style = f"font:{document.size}pt serif;text-align:{'justify' if document.justified else 'left'};"
    if document.columns == 2:
        style += "column-count:2;column-gap:18pt;column-fill:auto;"
    out = [f"<!doctype html><meta charset=utf-8><style>@page{{size:A4;margin:50pt}}td{{padding:2pt 9pt;white-space:nowrap}}h2{{font-size:1.3em}}</style><body style='margin:0;{style}'>"]
    for kind, value in document.blocks:
        if kind == "table":
            # Unless it gets widths, Writer chooses its own columns, and breaks a number where a column is too narrow.
            cell = f"<td width='{100 // len(value[0])}%'>"
            rows = "".join("<tr>" + "".join(f"{cell}{html.escape(text)}</td>" for text in row) + "</tr>" for row in value)
            out.append(f"<table style='break-inside:avoid' width='100%' border={rng.choice((0, 1))}>{rows}</table>")
            continue
        parts = []
        for one in value:
            # A line may end after a hyphen, but not after a minus.
            one = html.escape(one).replace("-", "\u2212")
            change = rng.random()
            if change < .03:
                one = f"<b>{one}</b>"
            elif change < .05:
                one = f"<a href='https://example.org/'>{one}</a>"
            elif change < .07:
                one = f"<span style='color:#a00;font-size:{rng.choice((90, 115))}%'>{one}</span>"
            parts.append(one)
        out.append(f"<{'h2' if kind == 'heading' else 'p'}>{' '.join(parts)}</{'h2' if kind == 'heading' else 'p'}>")
    return "".join(out)


def escaped(text):
    return "".join({"%": "\\%", "&": "\\&", "#": "\\#", "$": "\\$", "_": "\\_"}.get(one, one) for one in text)


def as_latex(document, rng):
    out = [f"\\documentclass[{max(10, document.size)}pt{',twocolumn' if document.columns == 2 else ''}]{{article}}",
           "\\usepackage{color}\\usepackage[a4paper,margin=50pt]{geometry}\\hyphenpenalty=10000\\exhyphenpenalty=10000\\tolerance=9999\\emergencystretch=60pt\\pagestyle{empty}"]
    if not document.justified:
        out.append("\\raggedright")
    out.append("\\begin{document}")
    for kind, value in document.blocks:
        if kind == "table":
            rule = rng.choice(("\\hline", ""))
            rows = f"\\\\{rule}\n".join(" & ".join(map(escaped, row)) for row in value)
            out.append("\n\n\\noindent\\begin{tabular}{l" + "r" * (len(value[0]) - 1) + "}" + rule + "\n" + rows + "\\\\" + rule + "\\end{tabular}\n\n")
            continue
        parts = []
        for one in value:
            change, one = rng.random(), escaped(one)
            if change < .05:
                one = f"\\textbf{{{one}}}"
            elif change < .1:
                one = f"{{\\color{{red}}{one}}}"
            elif change < .12:
                one = f"\\textit{{{one}}}"
            parts.append(one)
        text = " ".join(parts)
        out.append(f"\\section*{{{text}}}" if kind == "heading" else f"{text}\n")
    out.append("\\end{document}")
    return "\n".join(out)


def as_groff(document, rng):
    out = [f".ps {document.size}\n.vs {document.size + 2}\n.nh\n.{'ad b' if document.justified else 'ad l'}\n.fam {rng.choice('THC')}"]
    for kind, value in document.blocks:
        out.append(".sp 1\n.ft B" if kind == "heading" else ".sp 1\n.ft R")
        # A line that begins with a point or an apostrophe is a request to groff, and a minus is typed as a hyphen.
        lines = [" ".join(value[place:place + 12]) for place in range(0, len(value), 12)]
        out += ["\\&" + line.replace("-", "\\-") for line in lines]
    return "\n".join(out) + "\n"


# Written here.

WIDTHS = {}


def widths():
    """The widths of Helvetica's characters in thousandths of an em, read from the font that comes with groff."""
    if not WIDTHS:
        font = pathlib.Path("/usr/share/groff/current/font/devpdf/HR")
        if not font.exists():
            font = next(iter(pathlib.Path("/usr/share/groff").glob("*/font/devps/HR")))
        for line in font.read_text().splitlines():
            parts = line.split("\t")
            if len(parts) >= 4 and parts[3].strip().isdigit() and parts[1].split(",")[0].isdigit():
                WIDTHS.setdefault(int(parts[3]), int(parts[1].split(",")[0]))
    return WIDTHS


class Raw:
    """A writer with habits: how it cuts lines into pieces, and where it places them."""

    habits = ("words", "letters", "kerned", "spaced", "lines", "coloured", "flipped")

    def __init__(self, document, rng):
        self.document, self.rng, self.habit = document, rng, rng.choice(self.habits)
        self.pages, self.out = [], []

    def width(self, text):
        table = widths()
        return sum(table.get(ord(one), 556) for one in text) * self.document.size / 1000

    def literal(self, text):
        return "(" + text.encode("cp1252", "replace").decode("latin1").replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"

    def line(self, words, x, y, width, last):
        size, habit = self.document.size, self.habit
        natural = sum(map(self.width, words)) + self.width(" ") * (len(words) - 1)
        extra = (width - natural) / (len(words) - 1) if self.document.justified and not last and len(words) > 2 else 0
        blank = self.width(" ") + extra
        at = f"1 0 0 {'-1' if habit == 'flipped' else '1'} {x:.3f} {842 - y if habit == 'flipped' else y:.3f} Tm"
        if habit == "lines":
            self.out.append(f"{extra:.4f} Tw {at} {self.literal(' '.join(words))} Tj 0 Tw")
        elif habit == "kerned" or habit == "flipped":
            parts = []
            for index, one in enumerate(words):
                if index:
                    parts.append(f"{-blank / size * 1000:.1f}")
                cut = self.rng.randint(1, len(one))
                parts += [self.literal(one[:cut])] + ([f"{self.rng.randint(-30, 40)}", self.literal(one[cut:])] if one[cut:] else [])
            self.out.append(f"{at} [{' '.join(parts)}] TJ")
        elif habit == "coloured":
            # pdfTeX does the same after a colour or a link: the gap comes first in the next array.
            pieces, place = [], x
            for index, one in enumerate(words):
                lead = f"{-blank / size * 1000:.2f} " if index else ""
                pieces.append(f"{'0 g' if index % 2 else '.6 0 0 rg'} [{lead}{self.literal(one)}] TJ")
            self.out.append(at + " " + " ".join(pieces))
        else:
            place = x
            for one in words:
                if habit == "letters":
                    for letter in one:
                        self.out.append(f"1 0 0 1 {place:.3f} {y:.3f} Tm {self.literal(letter)} Tj")
                        place += self.width(letter)
                    place += blank
                    continue
                text = one + " " if habit == "spaced" else one
                self.out.append(f"1 0 0 1 {place:.3f} {y:.3f} Tm {self.literal(text)} Tj")
                place += self.width(one) + blank

    def write(self):
        document, size = self.document, self.document.size
        lefts, width = ([50], 495) if document.columns == 1 else ([50, 308], 237)
        column, y = 0, 790

        def room(height):
            nonlocal column, y
            if y - height >= 50:
                return
            column, y = column + 1, 790
            if column == len(lefts):
                self.pages.append("\n".join(self.out))
                self.out, column = [], 0

        for kind, value in document.blocks:
            if kind == "table":
                room(len(value) * size * 1.5)
                step = width / len(value[0])
                for row in value:
                    for index, cell in enumerate(row):
                        self.line([cell], lefts[column] + index * step, y, step, True)
                    y -= size * 1.5
                y -= size
                continue
            lines, line = [], []
            for one in value:
                if line and self.width(" ".join(line + [one])) > width:
                    lines.append(line)
                    line = []
                line.append(one)
            lines.append(line)
            for index, line in enumerate(lines):
                room(size * 1.25)
                self.line(line, lefts[column], y, width, index == len(lines) - 1)
                y -= size * 1.25
            y -= size * .8
        self.pages.append("\n".join(self.out))
        matrix = "1 0 0 -1 0 842 cm " if self.habit == "flipped" else ""
        objects = ["<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Count {len(self.pages)}/Kids[{' '.join(f'{4 + 2 * n} 0 R' for n in range(len(self.pages)))}]>>",
                   "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"]
        for number, page in enumerate(self.pages):
            objects.append(f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents {5 + 2 * number} 0 R>>")
            data = zlib.compress(f"{matrix}BT /F {size} Tf\n{page}\nET".encode("latin1"))
            objects.append(f"<</Filter/FlateDecode/Length {len(data)}>>stream\n".encode() + data + b"\nendstream")
        out, places = bytearray(b"%PDF-1.5\n"), []
        for index, one in enumerate(objects):
            places.append(len(out))
            out += f"{index + 1} 0 obj\n".encode() + (one if isinstance(one, bytes) else one.encode()) + b"\nendobj\n"
        start = len(out)
        out += f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n".encode() + b"".join(f"{place:010d} 00000 n \n".encode() for place in places)
        out += f"trailer\n<</Size {len(places) + 1}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n".encode()
        return bytes(out)


def with_cairo(document, rng, target):
    import cairo
    surface = cairo.PDFSurface(str(target), 595, 842)
    context = cairo.Context(surface)
    context.select_font_face(rng.choice(("DejaVu Sans", "DejaVu Serif")))
    context.set_font_size(document.size)
    y = 60
    for _, value in document.blocks:
        x, gap = 50, context.text_extents(" ").x_advance
        for one in value:
            advance = context.text_extents(one).x_advance
            if x + advance > 545:
                x, y = 50, y + document.size * 1.3
            if y > 790:
                context.show_page()
                y = 60
            context.move_to(x, y)
            context.show_text(one)
            x += advance + gap
        y += document.size * 2
    surface.finish()


def made(producer, document, rng, target, chromium):
    def run(*command, **more):
        subprocess.run(command, check=True, stdout=more.pop("stdout", subprocess.DEVNULL), stderr=subprocess.DEVNULL, **more)

    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        if producer in ("chromium", "libreoffice"):
            (place / "page.html").write_text(as_html(document, rng), encoding="utf-8")
        if producer == "chromium":
            run(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={target}", str(place / "page.html"))
        elif producer == "libreoffice":
            run("soffice", f"-env:UserInstallation=file://{place}/profile", "--headless", "--convert-to", "pdf:writer_web_pdf_Export", "--outdir", str(place), str(place / "page.html"))
            shutil.move(place / "page.pdf", target)
        elif producer == "latex":
            (place / "page.tex").write_text(as_latex(document, rng), encoding="utf-8")
            run("pdflatex", "-interaction=batchmode", "page.tex", cwd=place)
            shutil.move(place / "page.pdf", target)
        elif producer in ("groff", "ghostscript"):
            (place / "page.roff").write_text(as_groff(document, rng), encoding="latin1")
            device = "pdf" if producer == "groff" else "ps"
            with open(target if device == "pdf" else place / "page.ps", "wb") as out:
                run("groff", f"-T{device}", "-P-pa4", str(place / "page.roff"), stdout=out)
            if device == "ps":
                run("ps2pdf", str(place / "page.ps"), str(target))
        elif producer == "cairo":
            with_cairo(document, rng, target)
        else:
            target.write_bytes(Raw(document, rng).write())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--each", type=int, default=20, help="pages of a document, about")
    parser.add_argument("--only", default=",".join(PRODUCERS), help="which producers; documents of others that are there already stay")
    parser.add_argument("--chromium", default="chromium")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    listed, left_out = given.out / "pages.json", set(PRODUCERS) - set(given.only.split(","))
    documents = {one["file"]: one for one in json.loads(listed.read_text(encoding="utf-8"))} if listed.exists() else {}
    for index in range(given.pages // given.each):
        producer = PRODUCERS[index % len(PRODUCERS)]
        if producer in left_out:
            continue
        rng = random.Random(f"{index} {producer}")
        document = Document(rng, producer, given.each)
        target = (given.out / f"{producer}-{index:03}.pdf").resolve()
        try:
            made(producer, document, rng, target, given.chromium)
            style = f"{document.columns} columns, {'justified' if document.justified else 'ragged'}"
            documents[target.name] = {"file": target.name, "producer": producer, "style": style, "words": document.words}
        except (FileNotFoundError, ImportError) as error:
            left_out.add(producer)
            print(f"{producer}: left out, {error}")
        except subprocess.CalledProcessError as error:
            print(f"{target.name}: {error}")
    listed.write_text(json.dumps(list(documents.values()), ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
