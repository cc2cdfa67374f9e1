"""A programme guide on the command line: both formats, packed or not, and their errors."""

import gzip

from conftest import ROOT, database, json_lines
from test_guide_page import HOUR, listing

SAMPLE = ROOT / "Sources/Boards/Definitions/guide/sample.xml"
RADIO_TIMES = ROOT / "Tests/ExtractionTests/Fixtures/radiotimes/autumn/sample.dat"


def test_a_listing_gives_a_programme_a_line(cli):
    packed = cli.folder / "guide.xml.gz"
    packed.write_bytes(gzip.compress(SAMPLE.read_bytes()))
    for file in (SAMPLE, packed):
        done = cli.with_data("check", "guide", "--url", f"file:{file}", "--json")
        assert done.returncode == 0, done.stderr
        programmes = json_lines(done.stdout)
        assert [one["title"] for one in programmes] == ["The Lighthouse Keeper", "Night Ferry", "Shipping News", "Café Society"]
        assert programmes[1]["stop"] == "2026-10-25T01:30:00Z"


def test_the_radio_times_format_gives_the_same_kind_of_lines_and_its_notice(cli):
    listing = cli.folder / "26.dat"
    listing.write_bytes(RADIO_TIMES.read_bytes())
    done = cli.with_data("check", "guide", "--url", f"file:{listing}", "--json")
    assert done.returncode == 0, done.stderr
    assert [(one["channel"], one["title"]) for one in json_lines(done.stdout)][:2] == [("26", "Night Film"), ("26", "First")]
    assert "In accessing this XML feed" in done.stderr


def test_a_reading_takes_the_place_of_what_it_covers_and_of_nothing_else(cli):
    file = cli.folder / "guide.xml"

    def stored(*programmes) -> list[str]:
        file.write_bytes(listing(*programmes))
        done = cli.with_data("check", "guide", "--url", f"file:{file}")
        assert done.returncode == 0, done.stderr
        with database(cli.data) as store:
            return [title for (title,) in store.execute("SELECT title FROM board_guide ORDER BY start")]

    evening = [("One", hour * HOUR, (hour + 1) * HOUR, f"At {hour}") for hour in range(-60, 10, 10)]
    assert len(stored(*evening)) == 7
    # Programmes that ended two days ago are deleted; a new one replaces one of the rest.
    assert stored(("One", -HOUR, HOUR, "Now"), ("One", 2 * HOUR, 3 * HOUR, "Soon")) == ["At -40", "At -30", "At -20", "At -10", "Now", "Soon"]
    assert stored(("One", 1.5 * HOUR, 3 * HOUR, "Another")) == ["At -40", "At -30", "At -20", "At -10", "Now", "Another"]
    with database(cli.data) as store:
        assert store.execute("SELECT records FROM feeds").fetchall() == [(6,)]
        positions = [position for (position,) in store.execute("SELECT _position FROM board_guide ORDER BY _position")]
    assert len(set(positions)) == 6
    changes = str(cli.stored_changes())
    assert "At 0" in changes
    assert "At -" not in changes


def test_what_is_left_out_is_said_and_a_listing_that_breaks_off_changes_nothing(cli):
    listing = cli.folder / "guide.xml"
    whole = SAMPLE.read_text()
    listing.write_text(whole.replace('start="202610250000"', 'start="20261025 XYZT"'))
    done = cli.with_data("check", "guide", "--url", f"file:{listing}", "--json")
    assert done.returncode == 0
    assert len(json_lines(done.stdout)) == 3
    assert "Left out: 1 (an unknown zone: “XYZT”: 1)" in done.stderr
    assert "All programmes are over" in done.stderr
    listing.write_text(whole[: len(whole) // 2])
    done = cli.with_data("check", "guide", "--url", f"file:{listing}", "--json")
    assert done.returncode == 3
    assert "3 records" in done.stderr
