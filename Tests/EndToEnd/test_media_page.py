"""The pages of films and music in the browser: the list, the player, and sound that continues when the page is hidden."""

import subprocess

import pytest

from conftest import DESK, PHONE, Server
from page_needs import assert_lacks_nothing
from patience import PATIENCE, until

# A page in a background tab or on a locked phone: it says that it is hidden, and nothing else changes.
HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
STATE = """() => {
  const [video, audio] = ["video", "audio"].map((name) => document.querySelector(name));
  return { picture: !video.paused, sound: !audio.paused, at: video.currentTime, soundAt: audio.currentTime };
}"""
FRAMES = "() => document.querySelector('video').videoWidth > 0 && !document.querySelector('video').paused && document.querySelector('video').currentTime > 1"


@pytest.fixture(scope="module")
def cinema(tmp_path_factory):
    folder, home = tmp_path_factory.mktemp("films"), tmp_path_factory.mktemp("cinema")
    picture = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=60"]
    sound = ["-f", "lavfi", "-i", "sine=sample_rate=48000:duration=60"]
    h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "50"]

    def make(name: str, *words: str) -> None:
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *words, str(folder / name)], check=True, timeout=PATIENCE)

    make("The Film (1999).mkv", *picture, *sound, *h264, "-c:a", "ac3")
    for number, title in enumerate(("First", "Second"), 1):
        make(f"{number}.mp3", *sound, "-t", "20", "-metadata", f"title={title}", "-metadata", "album=Both", "-metadata", f"track={number}")
    (folder / "broken.mkv").write_text("no film")
    server = Server(home, (), {"TIDINGS_MEDIA": str(folder)})
    server.start()
    server.add_person("ada")
    until(lambda: server.query("SELECT count(*) FROM media")[0][0] == 4, server.log)
    yield server
    server.kill()


def number(cinema, title: str) -> int:
    return cinema.query(f"SELECT id FROM media WHERE title = '{title}'")[0][0]


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_library_is_searched_and_a_file_has_a_page(cinema, open_page, viewport):
    page = open_page(cinema.url, viewport, session=cinema.log_in("ada"))
    page.click("text=Films and music")
    page.wait_for_selector(".media-card:has-text('The Film')")
    # Two films and an album.
    assert page.locator(".media-cards").last.locator(".media-card").count() == 3
    assert_lacks_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.fill("input[name=q]", "second both")
    page.press("input[name=q]", "Enter")
    page.wait_for_function("() => document.querySelectorAll('.media-card').length === 1")
    page.click(".media-card a")
    assert page.inner_text("h1") == "Second"
    assert page.locator("a[data-next]").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.goto(f"{cinema.url}/media/items/{number(cinema, 'broken')}")
    assert "can’t be read" in page.inner_text(".empty")
    assert page.locator("video").count() == 0


def test_why_a_file_cannot_be_played_is_said_in_the_language_of_the_page(cinema, open_page):
    page = open_page(f"{cinema.url}/media/items/{number(cinema, 'broken')}", PHONE, session=cinema.log_in("ada"), locale="de")
    assert "sie lässt sich nicht als Film oder Musik lesen (" in page.inner_text(".empty")


def test_a_film_goes_on_as_sound_when_the_page_is_hidden_and_as_picture_when_it_is_seen_again(cinema, open_page):
    page = open_page(f"{cinema.url}/media/items/{number(cinema, 'The Film')}", DESK, session=cinema.log_in("ada"))
    assert_lacks_nothing(page)
    # Headless browsers play sound only after a person's action.
    page.click("video")
    page.wait_for_function("() => document.querySelector('video').readyState > 1")
    page.evaluate("() => document.querySelector('video').play()")
    page.wait_for_function(FRAMES)
    page.wait_for_function("() => document.querySelector('audio').readyState > 2")
    for _ in range(3):
        before = page.evaluate(STATE)
        page.evaluate(HIDE, True)
        page.wait_for_function("() => document.querySelector('video').paused && !document.querySelector('audio').paused")
        hidden = page.evaluate(STATE)
        assert hidden["soundAt"] >= before["at"] - 0.05
        page.wait_for_function("(at) => document.querySelector('audio').currentTime > at + 0.5", arg=hidden["soundAt"])
        page.evaluate(HIDE, False)
        page.wait_for_function("() => !document.querySelector('video').paused && document.querySelector('audio').paused")
        assert page.evaluate(STATE)["at"] >= hidden["soundAt"] + 0.4
    # Paused stays paused.
    page.evaluate("() => document.querySelector('video').pause()")
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    assert page.evaluate(STATE) | {"at": 0, "soundAt": 0} == {"picture": False, "sound": False, "at": 0, "soundAt": 0}


def test_listening_takes_the_picture_away_and_brings_it_back_at_the_same_place(cinema, open_page):
    page = open_page(f"{cinema.url}/media/items/{number(cinema, 'The Film')}", PHONE, session=cinema.log_in("ada"))
    page.wait_for_function("() => document.querySelector('video').readyState > 1")
    page.evaluate("() => { document.querySelector('video').currentTime = 20; }")
    page.wait_for_function("() => !document.querySelector('video').seeking")
    page.click("[data-listen]")
    page.wait_for_function("() => Math.abs(document.querySelector('audio').currentTime - 20) < 0.1")
    assert page.is_visible("audio")
    assert not page.is_visible("video")
    assert page.get_attribute("video", "src") is None
    assert page.get_attribute("[data-listen]", "aria-pressed") == "true"
    page.click("[data-listen]")
    page.wait_for_function("() => document.querySelector('video').videoWidth > 0 && Math.abs(document.querySelector('video').currentTime - 20) < 0.1")
    assert page.is_visible("video")
    assert not page.is_visible("audio")


def test_a_film_is_resumed_where_it_was_left_and_the_list_says_so(cinema, open_page):
    film = number(cinema, "The Film")
    session = cinema.log_in("ada")
    page = open_page(f"{cinema.url}/media/items/{film}", DESK, session=session)
    page.wait_for_function("() => document.querySelector('video').readyState > 1")
    page.evaluate("() => { document.querySelector('video').currentTime = 33; }")
    page.wait_for_function("() => !document.querySelector('video').seeking")
    page.goto(f"{cinema.url}/media")
    until(lambda: cinema.query(f"SELECT position FROM media_positions WHERE media = {film}") == [(33_000_000,)], cinema.log)
    # On another device.
    page = open_page(f"{cinema.url}/media", PHONE, session=cinema.log_in("ada"))
    page.click(".media-started .media-card a")
    page.wait_for_function("() => Math.abs(document.querySelector('video').currentTime - 33) < 0.1")


def test_the_next_piece_begins_in_the_same_element_while_the_page_is_hidden(cinema, open_page):
    page = open_page(f"{cinema.url}/media/items/{number(cinema, 'First')}", PHONE, session=cinema.log_in("ada"))
    page.wait_for_function("() => document.querySelector('audio').readyState > 0")
    page.evaluate("() => { const audio = document.querySelector('audio'); audio.dataset.same = 'yes'; audio.currentTime = 19; return audio.play(); }")
    page.evaluate(HIDE, True)
    page.wait_for_function("() => document.querySelector('h1').textContent === 'Second' && document.querySelector('audio').currentTime > 0.2")
    assert page.evaluate("() => document.querySelector('audio').dataset.same + document.querySelector('audio').paused") == "yesfalse"
    assert page.evaluate("() => navigator.mediaSession.metadata.title") == "Second"
    assert page.url.endswith(f"/media/items/{number(cinema, 'Second')}")
