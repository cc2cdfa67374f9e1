"""Chapters of films and books: listed, marked, and reached by links, buttons and keys; and playlists for other players."""

import pytest

from conftest import DESK, PHONE
from hls_checks import fetch
from patience import until
from test_media import Library, ffmpeg

TITLES = ["Arrival", 'The "Pier" & <sea>', None]
STARTS = [0, 20, 50]


def metadata(place):
    lines = [";FFMETADATA1"]
    for number, title in enumerate(TITLES):
        end = (STARTS + [90])[number + 1]
        lines += ["[CHAPTER]", "TIMEBASE=1/1", f"START={STARTS[number]}", f"END={end}"] + ([f"title={title}"] if title else [])
    place.write_text("\n".join(lines) + "\n")
    return place


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("chapters")
    notes = metadata(tmp_path_factory.mktemp("notes") / "chapters.txt")
    picture, sound = ["-f", "lavfi", "-i", "testsrc2=size=64x36:rate=5:duration=90"], ["-f", "lavfi", "-i", "sine=sample_rate=44100:duration=90"]
    chapters = ["-f", "ffmetadata", "-i", notes, "-map_metadata"]
    ffmpeg("-v", "error", *picture, *sound, *chapters, "2", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "10", "-c:a", "aac", folder / "Kelp (2014).mp4")
    ffmpeg("-v", "error", *sound, *chapters, "1", "-c:a", "aac", "-f", "ipod", folder / "The Lamp.m4b")
    ffmpeg("-v", "error", "-f", "lavfi", "-i", "sine=sample_rate=44100:duration=20", folder / "Song.mp3")
    library = Library(folder, tmp_path_factory.mktemp("chapters-home"))
    library.items(3)
    until(lambda: library.ask("works?kind=book&limit=1")["works"], library.server.log)
    yield library
    library.server.kill()


def test_chapters_are_in_the_api(library):
    items = {item["title"]: library.ask(f"items/{item['id']}") for item in library.items(3).values()}
    for name in ("Kelp", "The Lamp"):
        chapters = items[name]["chapters"]
        assert [round(chapter["start"]) for chapter in chapters] == STARTS, name
        assert [chapter["title"] for chapter in chapters][:2] == TITLES[:2], name
        assert library.ask(f"items/{items[name]['id']}/plays", {})["chapters"] == chapters
    assert items["Song"]["chapters"] == []


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_page_goes_by_chapters(library, open_page, viewport):
    number = library.items(3)["Kelp"]["id"]
    page = open_page(f"{library.server.url}/media/items/{number}?t=20", viewport, session=library.server.log_in("ada"))
    near = lambda seconds: page.wait_for_function(f"Math.abs(document.querySelector('video').currentTime - {seconds}) < 2")
    near(20)
    links = page.locator("[data-chapter-list] a")
    assert links.locator("bdi").all_text_contents()[:2] == TITLES[:2]
    page.wait_for_selector("[data-chapter-list] li:nth-child(2) a[aria-current]")
    page.click("h1")
    page.keyboard.press("n")
    near(50)
    page.keyboard.press("p")
    near(20)
    page.click("text=Previous chapter")
    near(0)
    page.wait_for_selector("[data-chapter-list] li:nth-child(1) a[aria-current]")
    links.nth(2).click()
    near(50)
    assert page.locator("[data-chapter-marks] rect").count() == 2
    box = page.locator("[data-chapter-bar]").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    near(30)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.goto(f"{library.server.url}/media/items/{library.items(3)['Song']['id']}")
    page.wait_for_selector("[data-chapters]", state="hidden")


def test_a_page_without_scripts_has_links_to_chapters(library, open_page):
    number = library.items(3)["The Lamp"]["id"]
    page = open_page(f"{library.server.url}/media/items/{number}", PHONE, session=library.server.log_in("ada"), java_script_enabled=False)
    starts = [float(link.get_attribute("href").removeprefix("?t=")) for link in page.locator("[data-chapter-list] a").all()]
    assert [round(start) for start in starts] == STARTS
    page.locator("[data-chapter-list] a").nth(1).click()
    assert abs(float(page.get_attribute("media-player", "data-position")) - 20) < 0.1
    for wrong in ("x", "-1", "nan", "inf"):
        page.goto(f"{library.server.url}/media/items/{number}?t={wrong}")
        assert page.get_attribute("media-player", "data-position") is None


def test_a_shelf_and_a_work_are_lists_for_other_players(library, open_page):
    page = open_page(f"{library.server.url}/media?shelf=book", DESK, session=library.server.log_in("ada"))
    book = library.ask("works?kind=book")["works"][0]["id"]
    for path in ("/media/list.m3u?shelf=book", f"/media/works/{book}/list.m3u"):
        answer = page.request.get(library.server.url + path)
        assert answer.headers["content-type"].startswith("audio/x-mpegurl")
        assert "attachment" in answer.headers["content-disposition"]
        lines = answer.text().splitlines()
        assert lines[0] == "#EXTM3U"
        assert lines[2] == "#EXTINF:90,The Lamp"
        assert len(lines) == 4
        # No sign-in is needed; the bytes are the file's.
        assert b"ftyp" in fetch(lines[3])[:16]
    assert page.request.get(f"{library.server.url}/media/list.m3u?shelf=artist").status == 404
    assert page.locator("a[href^='/media/list.m3u']").count() == 1


def test_a_film_goes_on_on_another_device_from_the_same_place(library, open_page):
    items, session = library.items(3), library.server.log_in("ada")
    one = open_page(f"{library.server.url}/media/items/{items['Kelp']['id']}?t=20", DESK, session=session)
    other = open_page(f"{library.server.url}/media/items/{items['Song']['id']}", PHONE, session=session)
    one.wait_for_function("document.querySelector('video').currentTime >= 20")
    for page in (one, other):
        page.wait_for_function("localStorage.getItem('tidings.device')")
    assert one.evaluate("localStorage.getItem('tidings.device')") != other.evaluate("localStorage.getItem('tidings.device')")
    until(lambda: len(library.ask("devices")["devices"]) == 2, library.server.log)
    one.click("text=Play on another device")
    one.click("[data-devices-list] button")
    other.wait_for_url(f"**/media/items/{items['Kelp']['id']}?t=*")
    other.wait_for_function("Math.abs(document.querySelector('video').currentTime - 20) < 3")
    one.wait_for_function("document.querySelector('video').paused")
    one.wait_for_selector("[data-devices-said]:has-text('Playing on')")
