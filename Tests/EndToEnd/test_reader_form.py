"""A file sent by a plain form, without a script."""

import json
import urllib.error
import urllib.request

import pytest

from conftest import DESK, PHONE, Server
from listener import Listener
from patience import PATIENCE, until

TEXT = "It is a text. It has two sentences."


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("form"), (), {})
    server.start()
    server.add_person("ada")
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    return Listener(house, "ada")


def a_form(fields: dict[str, str], name: str | None, content: bytes = b"", end: bytes = b"--limit--\r\n") -> bytes:
    parts = [f'--limit\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode() for key, value in fields.items()]
    if name is not None:
        head = f'--limit\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: text/plain\r\n\r\n'
        parts.append(head.encode() + content + b"\r\n")
    return b"".join(parts) + end


def send(person: Listener, body: bytes, type: str = "multipart/form-data; boundary=limit", token: str | None = None):
    """As a browser sends it: with the form's token in the body, and in no header."""
    cookie = f"{person.session['name']}={person.session['value']}"
    whole = body.replace(b"TOKEN", person.token(cookie).encode() if token is None else token.encode())
    request = urllib.request.Request(f"{person.server.url}/reader/files", whole, {"Cookie": cookie, "Content-Type": type}, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_file_is_added_without_a_script(house, ada, open_page, tmp_path, viewport):
    file = tmp_path / f"A letter, of {viewport['width']}.txt"
    file.write_text(f"{TEXT} {viewport['width']}")
    page = open_page(f"{house.url}/reader", viewport, session=ada.session, java_script_enabled=False)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.set_input_files("form[action$='/reader/files'] [type=file]", file)
    page.click("form[action$='/reader/files'] button")
    page.wait_for_url("**/reader/documents/*")
    assert file.stem in page.inner_text("h1")
    number = int(page.url.rpartition("/")[2])
    until(lambda: ada.one(number)["state"] == "ready", house.log)
    # The same file again is the same document.
    page.goto(f"{house.url}/reader")
    page.set_input_files("form[action$='/reader/files'] [type=file]", file)
    page.click("form[action$='/reader/files'] button")
    page.wait_for_url(f"**/reader/documents/{number}")


def test_a_form_that_brings_no_document_says_why_on_the_same_page(house, ada):
    before = len(json.loads(ada.ask("GET", "/api/v1/documents")[2])["documents"])
    fields = {"form-token": "TOKEN"}
    for body, words in (
        (a_form(fields, ""), "Choose a file first."),
        (a_form(fields, None), "Choose a file first."),
        (a_form(fields, "a.txt", b""), "The file is empty."),
        (a_form(fields, "a.txt", TEXT.encode(), b""), "didn’t arrive completely"),
        (a_form(fields, "a.txt", TEXT.encode(), b"--limit and more\r\n"), "didn’t arrive completely"),
        (a_form(fields, "a.pdf", b"%PDF-" + b"x" * 100_000_001), "larger than"),
    ):
        status, page = send(ada, body)
        assert status == 422, (status, words)
        assert words in page, (status, words)
        assert 'action="/reader/files"' in page, (status, words)
    assert len(json.loads(ada.ask("GET", "/api/v1/documents")[2])["documents"]) == before
    assert not [one for one in (house.data / "documents").iterdir() if one.name.startswith(".incoming")]


def test_a_form_of_another_is_refused(house, ada):
    before = len(json.loads(ada.ask("GET", "/api/v1/documents")[2])["documents"])
    for fields in ({}, {"form-token": "wrong"}, {"form-token": ""}):
        assert send(ada, a_form(fields, "a.txt", b"Theirs."))[0] == 403, fields
    assert send(ada, b"file=abc", "application/x-www-form-urlencoded")[0] == 403
    assert send(ada, b"file=abc&form-token=TOKEN", "application/x-www-form-urlencoded")[0] == 422
    assert len(json.loads(ada.ask("GET", "/api/v1/documents")[2])["documents"]) == before
