"""Pages in other languages, in a browser."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DESK = {"width": 1280, "height": 800}
LANGUAGES = ["en", "de", "fr", "es", "pl", "ar", "ja"]


@pytest.mark.parametrize(
    "language, heading, rows",
    [("de", "Tafeln", r"\d+ Zeilen"), ("pl", "Tablice", r"\d+ wiersz\w*"), ("ja", "ボード", r"\d+行"), ("ar", "اللوحات", r"\d+ صف\S*")],
)
def test_the_first_page_speaks_the_browsers_language(furnished, open_page, language, heading, rows):
    page = open_page(f"{furnished.url}/", locale=language)
    assert page.locator("h1").inner_text() == heading
    page.goto(f"{furnished.url}/boards/contacts")
    assert re.fullmatch(rows, page.locator("[data-count]").inner_text())


@pytest.mark.parametrize("language", ["ar", "ar-XB"])
@pytest.mark.parametrize("path", ["/", "/boards/visa", "/boards/contacts", "/boards/contacts/records/1", "/none"])
@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}, DESK], ids=["phone", "desk"])
def test_pages_written_from_the_right_do_not_overflow(furnished, open_page, console, language, path, viewport):
    if path == "/none":
        console.expected.append("status of 404")
    page = open_page(f"{furnished.url}{path}?lang={language}", viewport)
    assert page.evaluate("document.documentElement.dir") == "rtl"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    brand = page.locator(".brand").bounding_box()
    assert brand["x"] + brand["width"] > viewport["width"] / 2


def test_a_script_says_what_the_catalogue_has(furnished, open_page):
    page = open_page(f"{furnished.url}/?lang=pl", DESK)
    source = page.evaluate("document.querySelector('script[type=module]').src.replace(/pages\\/.*/, 'js/words.js')")
    said = page.evaluate(
        """async (source) => {
            const { ready, words } = await import(source);
            const { language } = await import(source.replace("words.js", "language.js"));
            await ready;
            return [language, words("no such %@, %lld %%", "b", 1200)];
        }""",
        source,
    )
    assert said[0] == "pl"
    assert said[1].replace("\u00a0", " ") == "no such b, 1200 %"


def test_times_are_in_the_readers_zone_once_a_script_has_told_it(furnished, open_page):
    page = open_page(f"{furnished.url}/", DESK, timezone_id="Asia/Tokyo")
    page.wait_for_function("document.cookie.includes('tidings_zone=Asia%2FTokyo')")


# The same rules twice: the browser's own, and those that the server has from CLDR.


def rules() -> dict[str, list[tuple[str, str]]]:
    table = (ROOT / "Sources/Localisation/Plurals/CardinalRules.swift").read_text()
    found = {}
    for languages, body in re.findall(r'\(\n\s+(?:"""\n)?(.*?)(?:""")?,\n\s+\[(.*?)\]\n', table, re.DOTALL):
        for language in re.findall(r"[a-zA-Z-]+", languages):
            found[language] = re.findall(r'\(\.(\w+), "([^"]+)"\)', body)
    return found


def holds(rule: str, count: int) -> bool:
    operands = {"n": count, "i": count, "v": 0, "w": 0, "f": 0, "t": 0, "e": 0}

    def relation(text: str) -> bool:
        name, modulus, mark, ranges = re.fullmatch(r"(\w)(?: % (\d+))? (!?=) (\S+)", text).groups()
        value = operands[name] % int(modulus) if modulus else operands[name]
        inside = any(int(low) <= value <= int(high or low) for low, high in re.findall(r"(\d+)(?:\.\.(\d+))?", ranges))
        return inside == (mark == "=")

    return any(all(relation(part) for part in way.split(" and ")) for way in rule.split(" or "))


def test_the_browser_counts_as_the_server_does(furnished, open_page):
    page = open_page(f"{furnished.url}/", DESK)
    counts = [*range(205), 1_000, 1_000_000, 1_000_001, 3_000_000]
    for language in LANGUAGES:
        own = [next((form for form, rule in rules()[language] if holds(rule, count)), "other") for count in counts]
        theirs = page.evaluate("([language, counts]) => counts.map((count) => new Intl.PluralRules(language).select(count))", [language, counts])
        assert own == theirs, language
