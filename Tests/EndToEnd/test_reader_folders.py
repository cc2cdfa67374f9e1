"""A folder of the server whose files become a person's documents."""

import json

import pytest

from conftest import DESK, PHONE, Server
from listener import Listener
from patience import until


@pytest.fixture(scope="module")
def scans(tmp_path_factory):
    return tmp_path_factory.mktemp("scans")


@pytest.fixture(scope="module")
def house(tmp_path_factory, scans):
    server = Server(tmp_path_factory.mktemp("folders"), (), {"TIDINGS_READER_FOLDERS": f"ada={scans}, nobody={scans}, ben={scans}/missing"})
    server.start()
    for name in ("ada", "ben"):
        server.add_person(name)
    yield server
    server.kill()


def titles(person: Listener) -> list[str]:
    return sorted(one["title"] for one in json.loads(person.ask("GET", "/api/v1/documents")[2])["documents"])


def test_files_become_documents_of_their_person_and_are_read(house, scans):
    ada, ben = Listener(house, "ada"), Listener(house, "ben")
    (scans / "A letter.txt").write_text("It is a letter. It is short.")
    until(lambda: titles(ada) == ["A letter"], house.log)
    until(lambda: json.loads(ada.ask("GET", "/api/v1/documents")[2])["documents"][0]["state"] == "ready", house.log)
    assert titles(ben) == []
    assert (scans / "A letter.txt").exists()
    until(lambda: "no one here has the name 'nobody'" in house.log() and "can’t be read" in house.log(), house.log)
    # Deleted documents don't come back: a file that arrives later is there first.
    number = json.loads(ada.ask("GET", "/api/v1/documents")[2])["documents"][0]["id"]
    assert ada.ask("DELETE", f"/api/v1/documents/{number}")[0] == 204
    (scans / "Zebra.txt").write_text("It is another.")
    until(lambda: titles(ada) == ["Zebra"], house.log)


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_what_cannot_be_added_is_told_on_the_page(house, scans, open_page, viewport):
    ada = Listener(house, "ada")
    with open(scans / "<b>Large.pdf", "wb") as file:
        file.truncate(100_000_001)
    (scans / "Noise.pdf").write_bytes(b"\0\1\2" * 1000)
    page = open_page(f"{house.url}/reader", viewport, session=ada.session)
    until(lambda: page.locator(".notice:has-text('<b>Large.pdf')").count() == 1, house.log, meanwhile=page.reload)
    assert "larger than" in page.inner_text(".notice:has-text('<b>Large.pdf')")
    # A file that isn't what its name says becomes a document with the reason.
    until(lambda: page.locator(".reader-item:has-text('Noise') .reader-fault").count() == 1, house.log, meanwhile=page.reload)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_a_setting_that_names_no_folder_is_refused(cli):
    for text in ("ada", "=/srv", "ada=", "ada=/srv,ben"):
        cli.settings["TIDINGS_READER_FOLDERS"] = text
        done = cli.with_data("serve", "--port", "0")
        assert done.returncode == 2, text
        assert "is not PERSON=FOLDER" in done.stderr, text
