"""A board of the view `table`, and the prices that it reads: goods of a market, with a column of nearly every kind."""

import hashlib
import json
from pathlib import Path

from publisher import Exchange, Publisher

BOARD = """\
title: { en: Market prices, de: Marktpreise, ar: أسعار السوق }
about: { en: What the stalls ask today., de: Was die Stände heute verlangen., ar: ما تطلبه الأكشاك اليوم. }
view: table
public: true
source: { url: '%s', every: 1h }
extract: { json: { rows: '$[*]' } }
fields:
  good: { type: text, key: true, label: { en: Good, de: Ware, ar: السلعة } }
  stall: { type: text, label: { en: Stall, de: Stand, ar: الكشك } }
  price: { type: money, currency: EUR, optional: true, label: { en: Price, de: Preis, ar: السعر } }
  weight: { type: number, unit: kg, label: { en: In stock, de: Vorrat, ar: المخزون } }
  harvested: { type: date, label: { en: Harvested, de: Geerntet, ar: الحصاد } }
  opens: { type: time, label: { en: Opens, de: Öffnet, ar: يفتح } }
  keeps: { type: duration, optional: true, label: { en: Keeps, de: Hält, ar: يدوم } }
  organic: { type: flag, label: { en: Organic, de: Bio, ar: عضوي } }
  phone: { type: phone, optional: true, label: { en: Telephone, de: Telefon, ar: الهاتف } }
  page: { type: url, optional: true, label: { en: Page, de: Seite, ar: الصفحة } }
  note: { type: text, optional: true, label: { en: Note, de: Bemerkung, ar: ملاحظة } }
"""

NAMES = ["Apples", "Brussels sprouts", "Crème fraîche", "Damsons", "Élan butter", "Figs", "Gooseberries", "Honey"]
STALLS = ["Ada & Daughters", "Öz Market Garden", "Łąka", "The Long Field Dairy Cooperative"]


def goods(count: int) -> list[dict]:
    """For every tenth good, the price and the shelf life are unknown."""
    rows = []
    for number in range(1, count + 1):
        row = {
            "good": f"{NAMES[number % len(NAMES)]} {number}", "stall": STALLS[number % len(STALLS)], "price": f"{number * 37 % 400 / 10:.2f}",
            "weight": number * 7 % 90 + 0.5, "harvested": f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}", "opens": f"{6 + number % 5:02}:30",
            "keeps": f"{number % 9 + 1} d", "organic": number % 3 == 0, "phone": f"+49 30 555 {number:04}",
            "page": f"https://market.example/goods/{number}/what-is-known-of-it", "note": "From the hill behind the mill, picked by hand." if number % 4 == 0 else "",
        }  # fmt: skip
        if number % 10 == 0:
            row |= {"price": None, "keeps": None}
        rows.append(row)
    return rows


def declare(data: Path, publisher: Publisher) -> None:
    """Puts the board into a data folder."""
    folder = data / "boards" / "market"
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(BOARD % publisher.url("/market.json"))


def publish(publisher: Publisher, rows: list[dict]) -> None:
    contents = json.dumps(rows).encode()
    etag = f'"{hashlib.sha256(contents).hexdigest()[:8]}"'

    def answer(exchange: Exchange) -> None:
        exchange.head(content_type="application/json", content_length=len(contents), etag=etag)
        exchange.body(contents)

    publisher.answers("/market.json", answer)
