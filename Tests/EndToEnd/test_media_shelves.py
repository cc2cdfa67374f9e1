"""The shelves of the media library: films, series, music and books, what is watched and next, and corrected names."""

import json
import shutil
import urllib.error
import urllib.request

import pytest

from conftest import DESK, PHONE
from page_needs import assert_lacks_nothing
from patience import PATIENCE, until
from test_accessibility import broken_rules
from test_media import Library, ffmpeg

FILMS = ["Amélie's Kelp (2014)/Amélie's Kelp (2014) - 1080p.mp4", "Amélie's Kelp (2014)/Amélie's Kelp (2014) - 720p.mp4", "Reef (1999)/reef.mp4"]
EPISODES = [f"Shows/Harbour Light/Season {season}/S0{season}E0{number} - Part {season}{number}.mp4" for season, number in [(1, 1), (1, 2), (2, 1)]]
SPECIAL = "Shows/Harbour Light/Specials/S00E01 - Making.mp4"
TRAILER = "Reef (1999)/trailers/One.mp4"
SONGS = [(1, 1), (1, 2), (2, 1)]
EVERYTHING = len(FILMS) + len(EPISODES) + 2 + len(SONGS) + 2


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shelves")
    film, song = tmp_path_factory.mktemp("made") / "film.mp4", folder / "song.mp3"
    picture, sound = ["-f", "lavfi", "-i", "testsrc2=size=64x36:rate=5:duration=20"], ["-f", "lavfi", "-i", "sine=sample_rate=44100:duration=20"]
    ffmpeg("-v", "error", *picture, *sound, "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "10", "-c:a", "aac", film)
    for name in [*FILMS, *EPISODES, SPECIAL, TRAILER]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(film, folder / name)
    ffmpeg("-v", "error", "-f", "lavfi", "-i", "color=c=teal:size=200x300", "-frames:v", "1", folder / "Reef (1999)/poster.jpg")
    ffmpeg("-v", "error", *sound, "-c:a", "libmp3lame", song)
    for disc, track in SONGS:
        tags = {"title": f"Song {disc}{track}", "artist": "Ann", "album_artist": "Ann", "album": "Best", "disc": disc, "track": track}
        words = [word for name, value in tags.items() for word in ("-metadata", f"{name}={value}")]
        ffmpeg("-v", "error", "-i", song, "-c", "copy", *words, folder / f"best{disc}{track}.mp3")
    (folder / "Audiobooks/Mira Lund/The Lamp").mkdir(parents=True)
    for number in (1, 2):
        shutil.copy(song, folder / f"Audiobooks/Mira Lund/The Lamp/0{number} - Chapter {number}.mp3")
    song.unlink()
    library = Library(folder, tmp_path_factory.mktemp("shelves-home"))
    library.folder = folder
    library.items(EVERYTHING)
    until(lambda: len(works(library, "film")) == 2 and works(library, "series"), library.server.log)
    until(lambda: library.server.query("SELECT count(*) FROM media_parts WHERE extra = 1 AND work IS NOT NULL") == [(1,)], library.server.log)
    library.server.add_person("eve", "member")
    yield library
    library.server.kill()


def ask(library, method: str, path: str, body: object = None, token: str | None = None) -> tuple[int, object]:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token or library.token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{library.server.url}/api/v1/media/{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def works(library, kind: str, words: str = "") -> list[dict]:
    return ask(library, "GET", f"works?kind={kind}&q={words}")[1]["works"]


def entries(library, kind: str, title: str) -> list[dict]:
    number = next(work["id"] for work in works(library, kind) if work["title"] == title)
    return ask(library, "GET", f"works/{number}")[1]["items"]


def forget(library) -> None:
    for table in ("media_watched", "media_positions", "media_corrections"):
        library.server.change(f"DELETE FROM {table}")


def fits(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_the_api_says_what_belongs_together(library):
    forget(library)
    assert [(work["title"], work["year"], work["count"]) for work in works(library, "film")] == [("Amélie's Kelp", 2014, 2), ("Reef", 1999, 1)]
    assert [(work["title"], work["count"]) for work in works(library, "series")] == [("Harbour Light", 4)]
    assert [(work["title"], work["creator"], work["count"]) for work in works(library, "album")] == [("Best", "Ann", 3)]
    assert [(work["title"], work["creator"], work["count"]) for work in works(library, "book")] == [("The Lamp", "Mira Lund", 2)]
    assert [work["title"] for work in works(library, "film", "amelie")] == ["Amélie's Kelp"]
    assert works(library, "film", "nothing") == []
    assert [(one["disc"], one["track"]) for one in entries(library, "album", "Best")] == SONGS
    reef = works(library, "film", "reef")[0]["id"]
    assert [one["title"] for one in ask(library, "GET", f"works/{reef}")[1]["extras"]] == ["Reef: One"]
    artist = works(library, "album")[0]["artist"]
    assert [work["title"] for work in ask(library, "GET", f"works/{artist}")[1]["albums"]] == ["Best"]
    assert ask(library, "GET", "works/999999")[0] == 404
    assert ask(library, "GET", "works")[0] == 400


def test_watched_is_each_persons_own_and_next_follows(library):
    forget(library)
    episodes = [one for one in entries(library, "series", "Harbour Light") if one["season"]]
    series = works(library, "series")[0]["id"]
    eve = library.server.run("person", "token", "eve", "--scopes", "read", "watch")
    assert ask(library, "PUT", f"items/{episodes[0]['id']}/watched", {"watched": True}) == (204, None)
    following = lambda: [one["item"]["id"] for one in ask(library, "GET", "next")[1]["next"]]
    assert following() == [episodes[1]["id"]]
    assert ask(library, "GET", "next", token=eve)[1]["next"] == []
    assert ask(library, "PUT", f"works/{series}/watched", {"watched": True, "season": 1})[0] == 204
    assert following() == [episodes[2]["id"]]
    # By playing: from nine tenths on.
    assert ask(library, "PUT", f"items/{episodes[2]['id']}/position", {"seconds": 4})[0] == 204
    assert ask(library, "PUT", f"items/{episodes[2]['id']}/position", {"seconds": 19})[0] == 204
    assert following() == []
    assert [one["watched"] for one in entries(library, "series", "Harbour Light")] == [False, True, True, True]
    assert ask(library, "PUT", f"works/{series}/watched", {"watched": False})[0] == 204
    assert not any(one["watched"] for one in entries(library, "series", "Harbour Light"))
    assert ask(library, "PUT", "items/999999/watched", {"watched": True})[0] == 404
    assert ask(library, "PUT", f"items/{episodes[0]['id']}/watched", {"watched": "yes"})[0] == 422


def test_continue_is_emptied_and_filled_by_playing(library):
    forget(library)
    film = entries(library, "film", "Reef")[0]["id"]
    library.server.change("INSERT INTO media_positions (person, media, position, noted) SELECT id, ?, 7000000, 1 FROM people WHERE name = 'ada'", film)
    assert [(one["id"], one["seconds"]) for one in ask(library, "GET", "continue")[1]["items"]] == [(film, 7)]
    assert ask(library, "DELETE", "continue")[0] == 204
    assert ask(library, "GET", "continue")[1]["items"] == []
    assert ask(library, "GET", f"items/{film}/position")[1] == {"seconds": 7}


@pytest.mark.parametrize("viewport", [PHONE, DESK])
@pytest.mark.parametrize("scripts", [True, False])
def test_shelves_are_walked_and_a_season_is_marked(library, open_page, viewport, scripts):
    forget(library)
    page = open_page(f"{library.server.url}/media", viewport, session=library.server.log_in("ada"), java_script_enabled=scripts)
    assert page.locator("nav.chips >> nth=0").locator("a").all_inner_texts() == ["Everything", "Films", "Series", "Music", "Books"]
    assert page.locator(".media-started h2").all_inner_texts() == ["Recently added"]
    assert page.locator(".media-card").count() == 5
    page.click("nav.chips >> text=Series")
    assert page.locator(".media-card").count() == 1
    page.click(".media-card a")
    assert page.inner_text("h1") == "Harbour Light"
    assert "4 episodes" in page.inner_text(".media-hero")
    assert page.locator(".media-seasons a").all_inner_texts() == ["Season 1", "Season 2", "Specials"]
    assert page.locator(".media-episodes li").count() == 2
    page.click(".media-tick >> nth=0")
    page.wait_for_selector(".media-tick[aria-pressed=true]")
    page.click("text=Mark season as watched")
    page.wait_for_selector("text=Mark season as unwatched")
    page.reload()
    assert "Season 2, episode 1" in page.inner_text(".media-hero")
    page.goto(f"{library.server.url}/media")
    assert page.locator(".media-started h2").all_inner_texts() == ["Next up", "Recently added"]
    assert "Season 2, episode 1" in page.inner_text(".media-started >> nth=0")
    assert fits(page)


def test_a_search_goes_through_all_shelves(library, open_page):
    page = open_page(f"{library.server.url}/media?q=amelie", PHONE, session=library.server.log_in("ada"))
    assert page.locator(".media-started h2").all_inner_texts() == ["Films"]
    assert page.locator(".media-card").count() == 1
    page.goto(f"{library.server.url}/media?q=lamp")
    assert page.locator(".media-started h2").all_inner_texts()[0] == "Books"
    page.goto(f"{library.server.url}/media?q=song 12")
    assert page.locator(".media-started h2").all_inner_texts() == ["Episodes and songs"]
    page.goto(f"{library.server.url}/media?q=%25")
    assert "Nothing matches" in page.inner_text(".empty")


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_an_album_has_its_discs_a_book_its_chapters_and_a_film_its_versions(library, open_page, viewport):
    forget(library)
    page = open_page(f"{library.server.url}/media?shelf=album", viewport, session=library.server.log_in("ada"))
    page.click(".media-card a")
    assert page.locator("h2").all_inner_texts() == ["Disc 1", "Disc 2"]
    assert page.locator(".media-queue li").count() == 3
    page.click(".media-hero >> text=Ann")
    assert page.inner_text("h1") == "Ann"
    assert page.locator(".media-card").count() == 1
    page.goto(f"{library.server.url}/media?shelf=book")
    page.click(".media-card a")
    assert page.inner_text("h1") == "The Lamp"
    assert page.locator(".media-episodes li").count() == 2
    # A book is heard, not watched.
    assert page.inner_text(".media-episodes header button") == "Mark as finished"
    page.goto(f"{library.server.url}/media?shelf=film&sort=title")
    page.click(".media-card a >> nth=0")
    page.wait_for_selector("text=Other versions")
    assert page.locator(".media-beside .media-queue li").count() == 1
    heading, mark = page.locator(".media-heading h1"), page.locator("text=Mark as watched")
    assert mark.bounding_box()["x"] >= heading.bounding_box()["x"]
    # On a phone, the title also comes before the choices.
    picture, title, speed = (page.locator(one).bounding_box()["y"] for one in (".media-stage", ".media-heading h1", "[data-speed]"))
    assert picture < (title if viewport == PHONE else speed) < (speed if viewport == PHONE else title)
    page.click("text=Mark as watched")
    page.wait_for_selector("text=Mark as unwatched")
    assert fits(page)
    page.goto(f"{library.server.url}/media?shelf=film")
    assert page.locator(".media-seen").count() == 1
    page.click(".media-card:has-text('Reef') a")
    page.wait_for_selector("h2:has-text('Extras')")


def test_play_starts_the_first_song_of_an_album_and_the_first_episode_of_a_series(library, open_page):
    forget(library)
    page = open_page(f"{library.server.url}/media", PHONE, session=library.server.log_in("ada"))
    for shelf, first, player in (("album", "Song 11", "audio"), ("series", "Part 11", "video")):
        page.goto(f"{library.server.url}/media?shelf={shelf}")
        page.click(".media-card a")
        page.click(".media-hero a:text-is('Play')")
        page.wait_for_selector(f"h1:has-text('{first}')")
        page.wait_for_function("(name) => { const player = document.querySelector(name); return !player.paused && player.currentTime > 0; }", arg=player)


def test_after_an_episode_the_next_one_waits_ten_seconds_and_can_be_stopped(library, open_page):
    forget(library)
    episodes = [one["id"] for one in entries(library, "series", "Harbour Light") if one["season"]]
    page = open_page(f"{library.server.url}/media/items/{episodes[0]}", DESK, session=library.server.log_in("ada"))
    finish = "() => { const video = document.querySelector('video'); video.currentTime = video.duration - 0.3; return video.play(); }"
    page.wait_for_function("() => document.querySelector('video').readyState > 1")
    page.click("h1")
    page.evaluate(finish)
    page.wait_for_selector("[data-next-up]:not([hidden])")
    assert page.inner_text("[data-next-words]").startswith("Part 12 starts in")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-next-up]", state="hidden")
    until(lambda: library.server.query("SELECT media FROM media_watched") == [(episodes[0],)], library.server.log)
    page.evaluate("() => { document.querySelector('video').currentTime = 1; }")
    page.evaluate(finish)
    page.wait_for_selector("[data-next-up]:not([hidden])")
    page.click("[data-next-now]")
    page.wait_for_function("() => document.querySelector('h1').textContent === 'Part 12'")
    assert page.url.endswith(f"/media/items/{episodes[1]}")
    # By itself.
    page.wait_for_function("() => document.querySelector('video').readyState > 1")
    page.evaluate(finish)
    page.wait_for_function("() => document.querySelector('h1').textContent === 'Part 21'")


def test_a_name_is_corrected_by_administrators_and_stays(library, open_page, console):
    console.expected += ["status of 404"]  # Of a work that doesn't exist.
    forget(library)
    film = entries(library, "film", "Reef")[0]["id"]
    page = open_page(f"{library.server.url}/media/items/{film}", PHONE, session=library.server.log_in("ada"))
    page.click("text=Correct the name")
    page.fill("input[name=title]", "Reef of Glass")
    page.fill("input[name=year]", "2001")
    page.click(".media-correct button[value=correct]")
    page.wait_for_selector("h1:has-text('Reef of Glass')")
    assert fits(page)
    # Survives scans and a renamed folder.
    shutil.move(library.folder / "Reef (1999)", library.folder / "Other (1950)")
    assert ask(library, "POST", "scans", {})[0] == 202
    until(lambda: library.server.query(f"SELECT path FROM media WHERE id = {film}") == [("Other (1950)/reef.mp4",)], library.server.log)
    assert [(work["title"], work["year"]) for work in works(library, "film", "reef")] == [("Reef of Glass", 2001)]
    eve = library.server.run("person", "token", "eve", "--scopes", "read", "watch")
    assert ask(library, "PUT", f"items/{film}/correction", {"title": "x"}, eve)[0] == 403
    admin = library.server.run("person", "token", "ada", "--scopes", "read", "watch", "admin")
    assert ask(library, "PUT", f"items/{film}/correction", {"year": 10**9}, admin)[0] == 422
    assert ask(library, "PUT", f"items/{film}/correction", {"title": "Reef of Glass"}, admin)[0] == 204
    assert ask(library, "DELETE", f"items/{film}/correction", token=admin)[0] == 204
    shutil.move(library.folder / "Other (1950)", library.folder / "Reef (1999)")
    until(lambda: [work["year"] for work in works(library, "film", "reef")] == [1999], library.server.log)
    page = open_page(f"{library.server.url}/media/items/{film}", PHONE, session=library.server.log_in("eve"))
    assert page.locator(".media-correct").count() == 0
    page = open_page(f"{library.server.url}/media/works/999999", PHONE, session=library.server.log_in("eve"))
    assert "any more" in page.inner_text("main")


def test_pages_of_shelves_break_no_rule_and_lack_nothing(library, open_page, console):
    console.expected += ["Applying inline style"]
    forget(library)
    series, album, book = (works(library, kind)[0] for kind in ("series", "album", "book"))
    film = entries(library, "film", "Reef")[0]["id"]
    page = open_page(f"{library.server.url}/media", PHONE, session=library.server.log_in("ada"), reduced_motion="reduce")
    broken = []
    paths = ["", "?shelf=film", "?shelf=artist", "?q=lamp", f"/works/{series['id']}", f"/works/{album['id']}", f"/works/{album['artist']}"]
    for path in [*paths, f"/works/{book['id']}", f"/items/{film}"]:
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.goto(f"{library.server.url}/media{path}")
        assert_lacks_nothing(page)
        assert fits(page), path
        page.evaluate("document.querySelectorAll('main details').forEach((part) => { part.open = true; })")
        broken += broken_rules(page, path)
    assert broken == [], "\n".join(broken)


def test_a_shelf_of_five_thousand_files_has_letters_and_small_pages(library, open_page):
    """Adds rows directly: what a page shows of them doesn't depend on their origin."""
    forget(library)
    with_store = library.server.change
    with_store(
        """INSERT INTO media_works (kind, key, stem, title, sorting, letter, words, added)
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
        SELECT 'film', 'test:' || i, 'x', char(65 + i % 26) || 'film ' || i, char(97 + i % 26) || i, char(65 + i % 26), 'x', 1 FROM n"""
    )
    with_store(
        """INSERT INTO media (folder, path, bytes, modified, kind, title, words, added)
        SELECT '/test', key || '/' || i, 1, 1, 'film', title, 'x', 1 FROM media_works,
            (WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n) WHERE key LIKE 'test:%'"""
    )
    with_store(
        """INSERT INTO media_parts (media, work, kind, extra, book, unsure, here, title, ordinal, last_ordinal, bytes, art, sleeve, duration)
        SELECT media.id, media_works.id, 'film', 0, 0, 0, 1, media.title, 0, 0, 1, 0, 0, 1000000 FROM media
            JOIN media_works ON media.folder = '/test' AND media.path LIKE key || '/%'"""
    )
    try:
        page = open_page(f"{library.server.url}/media?shelf=film", PHONE, session=library.server.log_in("ada"), java_script_enabled=False)
        assert page.locator(".media-card").count() == 60
        assert page.locator(".letter-ways a").count() == 26
        assert len(page.content()) < 60_000
        page.click(".letter-ways >> text=M")
        assert page.inner_text(".media-title >> nth=0").startswith("M")
        assert page.get_attribute(".letter-ways [aria-current]", "href").endswith("offset=" + page.url.rpartition("=")[2])
        page.click("[rel=next]")
        assert page.locator(".media-card").count() == 60
    finally:
        with_store("DELETE FROM media_parts WHERE media IN (SELECT id FROM media WHERE folder = '/test')")
        with_store("DELETE FROM media WHERE folder = '/test'")
        with_store("DELETE FROM media_works WHERE key LIKE 'test:%'")
