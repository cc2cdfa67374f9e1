"""Documents as sound files: made by a visible job that can be stopped, stored, and served in exact byte ranges."""

import io
import json
import os
import stat
import subprocess
import zipfile
from urllib.parse import urlsplit

import pytest

from conftest import DESK, PHONE, Server
from listener import Listener
from patience import PATIENCE, until
from test_reader import TEXT
from test_speak import book

CHAPTERS = [("Dawn", "The first page is about the dawn."), ("A=b; c#d", "Then it is noon. It lasts a while."), ("Dusk", "At last it is evening.")]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("exports"), ())
    server.start()
    for name in ("ada", "ben"):
        server.add_person(name)
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    return Listener(house, "ada")


def exports(person: Listener, document: int) -> dict:
    status, _, answer = person.ask("GET", f"/api/v1/documents/{document}/exports")
    assert status == 200, answer
    return {one["format"]: one for one in json.loads(answer)["exports"]}


def made(person: Listener, document: int, format: str) -> dict:
    status, _, answer = person.ask("POST", f"/api/v1/documents/{document}/exports", json.dumps({"format": format}).encode())
    assert status in (200, 201), answer
    until(lambda: exports(person, document)[format]["state"] != "making", person.server.log)
    return exports(person, document)[format]


def got(person: Listener, export: dict) -> bytes:
    address = urlsplit(export["file"])
    status, headers, whole = person.ask("GET", address.path)
    assert (status, headers["Content-Length"], len(whole)) == (200, str(export["bytes"]), export["bytes"])
    assert headers["Accept-Ranges"] == "bytes"
    assert headers["Content-Disposition"].startswith("attachment; ")
    for asked, part in (("0-1", whole[:2]), ("100-", whole[100:]), ("-7", whole[-7:])):
        status, headers, body = person.ask("GET", address.path, Range=f"bytes={asked}")
        assert (status, body) == (206, part), asked
        assert headers["Content-Range"].endswith(f"/{len(whole)}"), asked
    assert person.ask("GET", address.path, Range=f"bytes={len(whole)}-")[0] == 416
    return whole


def probed(content: bytes, folder) -> dict:
    file = folder / "probed"
    file.write_bytes(content)
    command = ["ffprobe", "-v", "error", "-show_chapters", "-show_format", "-show_streams", "-of", "json", str(file)]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=PATIENCE).stdout)


def test_a_document_becomes_an_audiobook_with_its_chapters(house, ada, tmp_path):
    document = ada.ready(book(CHAPTERS), "A%20day.pdf")["id"]
    export = made(ada, document, "m4b")
    assert [one["title"] for one in export["chapters"]] == [title for title, _ in CHAPTERS], export
    found = probed(got(ada, export), tmp_path)
    assert [one["tags"]["title"] for one in found["chapters"]] == [title for title, _ in CHAPTERS]
    assert found["format"]["tags"]["title"] == "A day"
    assert found["streams"][0]["codec_name"] == "aac"
    assert abs(float(found["format"]["duration"]) - sum(one["duration"] for one in export["chapters"])) < 0.2
    # The same one exists already, and there is no other job.
    status, _, answer = ada.ask("POST", f"/api/v1/documents/{document}/exports", b'{"format": "m4b"}')
    assert (status, json.loads(answer)["made"]) == (200, export["made"])
    jobs = json.loads(ada.ask("GET", "/api/v1/jobs")[2])["jobs"]
    assert [(one["state"], one["done"], one["total"]) for one in jobs if one["kind"] == "exports"] == [("done", 1, 1)]


def test_a_document_becomes_an_mp3_file_for_each_chapter(house, ada, tmp_path):
    # Without its own chapters it is cut into pieces of about 15 minutes.
    document = ada.ready(TEXT.encode(), "B%C3%BCcher%3A%20eins.txt")["id"]
    export = made(ada, document, "mp3")
    whole = got(ada, export)
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        assert archive.testzip() is None
        files = archive.infolist()
        assert [one.compress_type for one in files] == [zipfile.ZIP_STORED] * 2
        assert [one.filename[:18] for one in files] == ["1 Sentence number ", "2 Sentence number "]
        for number, (file, chapter) in enumerate(zip(files, export["chapters"], strict=True), 1):
            found = probed(archive.read(file), tmp_path)
            assert found["streams"][0]["codec_name"] == "mp3"
            assert found["format"]["tags"]["track"] == f"{number}/2"
            assert found["format"]["tags"]["album"] == "Bücher: eins"
            assert abs(float(found["format"]["duration"]) - chapter["duration"]) < 0.2
    assert sum(one["duration"] for one in export["chapters"]) > 900
    assert [os.listdir(house.data / "exports").count(name) for name in {f"{row[0]}.zip" for row in house.query("SELECT id FROM document_exports WHERE format = 'mp3'")}] == [1]
    assert {stat.S_IMODE(os.stat(house.data / "exports" / name).st_mode) for name in os.listdir(house.data / "exports")} == {0o600}


def test_an_export_is_its_person_s_alone_and_goes_with_its_document(house, ada):
    document = ada.ready(b"A short document. It has two sentences.", "Short.txt")["id"]
    export = made(ada, document, "mp3")
    ben = Listener(house, "ben")
    path = urlsplit(export["file"]).path
    for number in (document, 99_999):
        assert ben.ask("GET", path.replace(str(document), str(number)))[0] == 404
        assert ben.ask("GET", f"/api/v1/documents/{number}/exports")[0] == 404
        assert ben.ask("POST", f"/api/v1/documents/{number}/exports", b'{"format": "mp3"}')[0] == 404
        assert ben.ask("DELETE", f"/api/v1/documents/{number}/exports/mp3")[0] == 404
    assert ada.ask("POST", f"/api/v1/documents/{document}/exports", b'{"format": "exe"}')[0] == 422
    [(id,)] = house.query(f"SELECT id FROM document_exports WHERE document = {document}")
    file = house.data / "exports" / f"{id}.zip"
    assert file.exists()
    assert ada.ask("DELETE", f"/api/v1/documents/{document}")[0] == 204
    until(lambda: not file.exists(), house.log)
    assert ada.ask("GET", path)[0] == 404


def test_a_file_whose_time_is_over_goes_and_one_that_is_lost_is_made_again(house, ada):
    document = ada.ready(b"Another short document. It has two sentences.", "Lost.txt")["id"]
    first = made(ada, document, "mp3")
    made(ada, document, "m4b")
    files = {format: house.data / "exports" / f"{id}.{'zip' if format == 'mp3' else format}" for id, format in house.query(f"SELECT id, format FROM document_exports WHERE document = {document}")}
    house.change("UPDATE document_exports SET made = ? WHERE document = ? AND format = 'm4b'", 0, document)
    files["mp3"].unlink()
    # The next look removes both.
    ada.ask("DELETE", f"/api/v1/documents/{ada.ready(b'Gone at once.')['id']}")
    until(lambda: exports(ada, document) == {}, house.log)
    until(lambda: not files["m4b"].exists(), house.log)
    assert ada.ask("GET", urlsplit(first["file"]).path)[0] == 404
    assert made(ada, document, "mp3")["state"] == "ready"


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_page_makes_files_tells_how_far_it_is_and_stops(house, ada, open_page, viewport):
    document = ada.ready(f"A page of {viewport}. {TEXT * 12}".encode(), "Long.txt")["id"]
    page = open_page(f"{house.url}/reader/documents/{document}", viewport, session=ada.session)
    page.evaluate("() => { document.querySelector('#options').open = true; }")
    page.click("button[name=make][value=m4b]")
    page.wait_for_selector("#export progress[max]")
    assert " of " in page.inner_text("#export .ledger-note.figures")
    page.click("button[name=remove][value=m4b]")
    page.wait_for_selector("#export:not(:has(progress))", state="attached")
    until(lambda: [one["state"] for one in json.loads(ada.ask("GET", "/api/v1/jobs")[2])["jobs"] if one["kind"] == "exports"][0] == "cancelled", house.log)
    assert exports(ada, document) == {}
    assert not [name for name in os.listdir(house.data / "exports") if name.startswith(".")]
    # An export that is stopped on the jobs page says so.
    page.evaluate("() => { document.querySelector('#options').open = true; }")
    page.click("button[name=make][value=mp3]")
    page.wait_for_selector("#export progress[max]")
    job = json.loads(ada.ask("GET", "/api/v1/jobs")[2])["jobs"][0]
    assert ada.ask("POST", f"/api/v1/jobs/{job['id']}/cancel")[0] in (200, 202, 204)
    page.wait_for_selector("#export .reader-fault:has-text('Cancelled')")
    # A short one finishes, without the page being opened again.
    short = ada.ready(f"Short, for {viewport}.".encode(), "Brief.txt")["id"]
    page.goto(f"{house.url}/reader/documents/{short}")
    page.evaluate("() => { document.querySelector('#options').open = true; }")
    page.click("button[name=make][value=mp3]")
    page.wait_for_selector("#export a[download]")
    with page.expect_download() as download:
        page.click("#export a[download]")
    assert download.value.suggested_filename == "Brief.zip"
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_what_was_being_made_when_the_server_ended_is_made_again(house, ada):
    document = ada.ready(f"Begun twice. {TEXT}".encode(), "Twice.txt")["id"]
    assert ada.ask("POST", f"/api/v1/documents/{document}/exports", b'{"format": "mp3"}')[0] == 201
    until(lambda: exports(ada, document)["mp3"]["done"] or exports(ada, document)["mp3"]["state"] == "ready", house.log)
    house.restart()
    until(lambda: exports(ada, document)["mp3"]["state"] == "ready", lambda: f"{exports(ada, document)}\n{house.log()}")
    assert len(exports(ada, document)["mp3"]["chapters"]) == 2
    assert not [name for name in os.listdir(house.data / "exports") if name.startswith(".")]


def test_a_long_export_lets_those_of_others_through(house, ada):
    ben = Listener(house, "ben")
    # Some 100 parts of 750 words.
    long = ada.ready(b"A long day at the harbour. It has no end.\n" * 7500, "Endless.txt")["id"]
    assert ada.ask("POST", f"/api/v1/documents/{long}/exports", b'{"format": "mp3"}')[0] == 201
    until(lambda: exports(ada, long)["mp3"]["done"], house.log)
    for number in range(2):
        short = ben.ready(f"Short, and number {number}.".encode(), "Through.txt")["id"]
        assert made(ben, short, "mp3")["state"] == "ready"
    assert exports(ada, long)["mp3"]["state"] == "making", "the long one was made first"
    assert ada.ask("DELETE", f"/api/v1/documents/{long}/exports/mp3")[0] == 204
    assert exports(ada, long) == {}


def chosen(person: Listener, document: int, way: str, form: str) -> int:
    return person.ask("POST", f"/reader/documents/{document}/{way}", form.encode(), "application/x-www-form-urlencoded")[0]


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_an_export_of_before_another_choice_says_so_and_is_made_again(house, ada, open_page, viewport):
    document = ada.ready(f"It was measured twice [12]. That is all of {viewport['width']}.".encode(), "Choice.txt")["id"]
    first = made(ada, document, "mp3")
    assert first["outdated"] is False
    page = open_page(f"{house.url}/reader/documents/{document}", viewport, session=ada.session)
    assert page.locator("[data-outdated]").count() == 0
    assert page.locator("[name=again]").count() == 0
    assert chosen(ada, document, "leaving", "citation=on") == 200
    assert exports(ada, document)["mp3"]["outdated"] is True
    page.reload()
    page.click("#options > summary")
    page.wait_for_selector("[data-outdated] >> text=the skipped passages have changed since")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.click("[name=again]")
    page.wait_for_selector("[data-outdated]", state="detached")
    until(lambda: exports(ada, document)["mp3"]["state"] == "ready", house.log)
    again = exports(ada, document)["mp3"]
    # Parts that are left out now aren't in it.
    assert again["outdated"] is False
    assert sum(one["duration"] for one in again["chapters"]) < sum(one["duration"] for one in first["chapters"])
    # Another voice counts too, and the earlier choice makes it the same again.
    assert chosen(ada, document, "voice", "voice=gmw/en-US&languages=on") == 200
    assert exports(ada, document)["mp3"]["outdated"] is True
    assert chosen(ada, document, "voice", f"voice={first['voice']}&languages=on") == 200
    assert exports(ada, document)["mp3"]["outdated"] is False
