"""Playlists of films and music: made, ordered and played, by the API and on the pages."""

import json
import urllib.error
import urllib.request

import pytest

from conftest import DESK, PHONE
from page_needs import assert_lacks_nothing
from patience import PATIENCE
from test_media import SOUND, Library, ffmpeg

TITLES = ["One", "Two", "Three"]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("songs")
    for title in TITLES:
        ffmpeg("-v", "error", *SOUND, "-c:a", "libmp3lame", "-metadata", f"title={title}", folder / f"{title}.mp3")
    library = Library(folder, tmp_path_factory.mktemp("songs-home"))
    library.items(len(TITLES))
    yield library
    library.server.kill()


def ask(library, method: str, path: str, body: object = None, token: str | None = None) -> tuple[int, object]:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token or library.token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{library.server.url}/api/v1/media/playlists{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def made(library, titles: list[str]) -> int:
    items = library.items(len(TITLES))
    status, playlist = ask(library, "POST", "", {"name": "Evening", "items": [items[title]["id"] for title in titles]})
    assert status == 201
    assert playlist["count"] == len(set(titles))
    return playlist["id"]


def titles(library, number: int) -> list[str]:
    return [item["title"] for item in ask(library, "GET", f"/{number}")[1]["items"]]


def test_a_playlist_keeps_its_order_and_each_item_once(library):
    number = made(library, ["Three", "One", "Three"])
    assert titles(library, number) == ["Three", "One"]
    items = library.items(len(TITLES))
    body = {"name": "Morning", "items": [items[title]["id"] for title in ("Two", "One", "Three")]}
    assert ask(library, "PUT", f"/{number}", body) == (204, None)
    assert titles(library, number) == ["Two", "One", "Three"]
    assert {"id": number, "name": "Morning", "count": 3} in ask(library, "GET", "")[1]["playlists"]
    assert ask(library, "PUT", f"/{number}", {"name": "Morning", "items": [10**6]})[0] == 409
    assert titles(library, number) == ["Two", "One", "Three"]
    # A missing item isn't shown, and returns to its place when it is there again.
    library.server.change("UPDATE media SET gone = 1 WHERE title = 'One'")
    assert titles(library, number) == ["Two", "Three"]
    library.server.change("UPDATE media SET gone = NULL WHERE title = 'One'")
    assert titles(library, number) == ["Two", "One", "Three"]
    assert ask(library, "DELETE", f"/{number}")[0] == 204
    assert ask(library, "GET", f"/{number}")[0] == 404


def test_a_playlist_is_its_persons_and_nobody_elses(library):
    number = made(library, ["One"])
    library.server.add_person("eve", "administrator")
    eve = library.server.run("person", "token", "eve", "--scopes", "read", "watch")
    body = {"name": "x", "items": []}
    answers = [ask(library, method, f"/{number}", body if method == "PUT" else None, eve) for method in ("GET", "PUT", "DELETE")]
    assert [status for status, _ in answers] == [404] * 3
    assert ask(library, "GET", "", token=eve)[1] == {"playlists": []}
    assert titles(library, number) == ["One"]


def test_there_is_an_end_to_playlists(library):
    known = len(ask(library, "GET", "")[1]["playlists"])
    numbers = [ask(library, "POST", "", {"name": f"{place}", "items": []})[1]["id"] for place in range(100 - known)]
    assert ask(library, "POST", "", {"name": "x", "items": []})[0] == 409
    for number in numbers:
        assert ask(library, "DELETE", f"/{number}")[0] == 204


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_playlist_is_made_ordered_and_played_on_the_pages(library, open_page, viewport):
    server, items = library.server, library.items(len(TITLES))
    page = open_page(f"{server.url}/media/items/{items['Two']['id']}", viewport, session=server.log_in("ada"))
    page.select_option(".media-add select", "")
    page.click(".media-add button")
    number = page.url.rpartition("/")[2]
    page.goto(f"{server.url}/media/items/{items['One']['id']}")
    page.select_option(".media-add select", number)
    page.click(".media-add button")
    assert page.eval_on_selector_all("a[data-next]", "all => all.map((one) => one.dataset.name)") == ["Two", "One"]
    page.click(".media-edit summary")
    page.fill(".media-rename input[name=name]", f"Evening {number}")
    page.click(".media-rename button")
    page.click(".media-edit summary")
    page.click("[aria-label='Move One up']")
    assert page.eval_on_selector_all("a[data-next]", "all => all.map((one) => one.dataset.name)") == ["One", "Two"]
    assert page.inner_text(".media-queue h2") == f"Evening {number}"
    assert_lacks_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    # One element plays them all.
    page.wait_for_function("() => document.querySelector('audio').readyState > 0")
    page.click("h1")
    page.evaluate("() => { const audio = document.querySelector('audio'); audio.dataset.same = 'yes'; audio.currentTime = 7.5; return audio.play(); }")
    page.wait_for_function("() => document.querySelector('h1').textContent === 'Two' && document.querySelector('audio').currentTime > 0.2")
    assert page.evaluate("() => document.querySelector('audio').dataset.same") == "yes"
    assert page.url.endswith(f"/media/playlists/{number}?item={items['Two']['id']}")
    page.reload()
    assert page.inner_text("h1") == "Two"
    page.click(".media-edit summary")
    page.click("[aria-label='Remove One from the playlist']")
    assert page.eval_on_selector_all("a[data-next]", "all => all.map((one) => one.dataset.name)") == ["Two"]
    page.goto(f"{server.url}/media")
    page.click(f"text=Evening {number}")
    page.click(".media-edit summary")
    page.click("text=Remove playlist")
    assert page.url == f"{server.url}/media"
    assert ask(library, "GET", f"/{number}")[0] == 404
