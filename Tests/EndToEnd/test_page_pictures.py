"""Pictures of a PDF's pages beside its text, and of its first page in the list; a missing picture does no harm."""

import subprocess

import pytest

from conftest import DESK, PHONE, Server
from listener import Listener


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("pictures"), ())
    server.start()
    for name in ("ada", "ben"):
        server.add_person(name)
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    return Listener(house, "ada")


@pytest.fixture(scope="module")
def document(ada, small_list):
    return ada.ready(small_list, "The%20list.pdf")


def size(picture: bytes) -> tuple[int, int]:
    command = ["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", "-"]
    done = subprocess.run(command, input=picture, stdout=subprocess.PIPE, check=True)
    width, height = done.stdout.decode().strip().split(",")[:2]
    return int(width), int(height)


def test_a_page_has_a_picture_which_is_kept_and_its_person_s_alone(house, ada, document):
    path = f"/reader/documents/{document['id']}/pages/2/picture"
    status, headers, picture = ada.ask("GET", path)
    assert (status, headers["Content-Type"]) == (200, "image/jpeg")
    assert max(size(picture)) == 1200
    status, _, cover = ada.ask("GET", f"/reader/documents/{document['id']}/pages/1/picture?size=cover")
    assert status == 200
    assert max(size(cover)) == 240
    assert len(list((house.data / "reader-pictures").iterdir())) == 2
    assert ada.ask("GET", path)[2] == picture
    assert Listener(house, "ben").ask("GET", path)[0] == 404
    for page in ("0", "-1", "x", str(document["pages"] + 1)):
        assert ada.ask("GET", f"/reader/documents/{document['id']}/pages/{page}/picture")[0] == 404, page
    text = ada.ready(b"It has no pages.", "Text.txt")
    assert ada.ask("GET", f"/reader/documents/{text['id']}/pages/1/picture")[0] == 404


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_picture_follows_the_page(house, ada, document, open_page, viewport):
    house.change("UPDATE documents SET position = 0 WHERE id = ?", document["id"])
    page = open_page(f"{house.url}/reader", viewport, session=ada.session)
    page.wait_for_function("() => document.querySelector('.reader-cover')?.naturalHeight === 240")
    page.click("text=The list")
    page.wait_for_selector("[data-bar]:not([hidden])")
    page.click("summary:has-text('Picture of the page')")
    seen = (
        "() => { const img = document.querySelector('[data-original] img'); return img.complete && img.naturalHeight > 1000 && "
        "img.getAttribute('src').includes('/pages/%s/') && img.alt === 'Page %s'; }"
    )
    page.wait_for_function(seen % (1, 1))
    page.evaluate("() => { const one = document.querySelector('.reader-scrubber'); one.value = one.max; one.dispatchEvent(new Event('change')); }")
    page.wait_for_function(seen % (document["pages"], document["pages"]))
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    # Beside the text if there is room.
    text, picture = (page.locator(one).bounding_box() for one in (".reader-text", "[data-original] img"))
    assert (picture["x"] >= text["x"] + text["width"]) == (viewport is DESK)


def test_without_the_program_or_the_file_there_is_no_picture(tmp_path, small_list, open_page):
    server = Server(tmp_path, (), {"PATH": str(tmp_path / "empty")})
    server.start()
    server.add_person("ada")
    ada = Listener(server, "ada")
    number = ada.ready(small_list, "List.pdf")["id"]
    assert ada.ask("GET", f"/reader/documents/{number}/pages/1/picture")[0] == 404
    page = open_page(f"{server.url}/reader", DESK, session=ada.session)
    assert page.locator(".reader-item").count() == 1
    assert page.locator(".reader-cover").count() == 0
    page.goto(f"{server.url}/reader/documents/{number}")
    assert page.locator(".reader-text").count() == 1
    assert page.locator("[data-original]").count() == 0
    server.kill()


def test_a_file_that_is_lost_has_no_picture(house, ada, small_list):
    number = ada.ready(small_list + b"\n", "Lost.pdf")["id"]
    (house.data / "documents" / str(number)).unlink()
    assert ada.ask("GET", f"/reader/documents/{number}/pages/1/picture")[0] == 404
    status, headers, _ = ada.ask("GET", f"/reader/documents/{number}/pages/1/picture?size=cover")
    assert (status, headers["Content-Type"]) == (200, "image/svg+xml")
    assert b"data-original" not in ada.ask("GET", f"/reader/documents/{number}", Accept="text/html")[2]
