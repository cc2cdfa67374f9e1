"""Watches of other programs become boards: chosen, previewed, taken; in the app, by the API and on the command line."""

import io
import json
import urllib.error
import urllib.request
import zipfile

import pytest

from conftest import DESK, PATIENCE, PHONE
from publisher import Publisher, a_file
from test_new_board import page_of, token_of

SECRET = "s3cret-token"


def backup(shop: Publisher) -> bytes:
    """A backup as changedetection.io 0.60 makes it."""
    watches = [
        {"url": shop.url("/shop"), "title": "Lamps in the shop", "include_filters": ["#stock"], "ignore_text": ["visitors"], "time_between_check": {"hours": 2}},
        {"url": shop.url("/words"), "page_title": "Words", "time_between_check_use_default": True, "headers": {"Authorization": SECRET}},
        {"url": shop.url("/paused"), "title": "Paused one", "paused": True},
        {"url": shop.url("/form"), "title": "A form", "method": "POST"},
        {"url": "https://shop.example/{{ now }}", "title": "A template"},
    ]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("url-list.txt", "".join(watch["url"] + "\r\n" for watch in watches))
        archive.writestr("changedetection.json", json.dumps({"settings": {"requests": {"time_between_check": {"minutes": 30}}, "application": {"api_access_token": SECRET}}}))
        for number, watch in enumerate(watches):
            folder = f"3f0c1a52-7b1e-4c55-9d0e-{number:012}"
            archive.writestr(f"{folder}/watch.json", json.dumps({"uuid": folder, "processor": "text_json_diff", "method": "GET"} | watch))
            archive.writestr(f"{folder}/1700000000.txt", "An earlier text\n" * 100)
    return file.getvalue()


@pytest.fixture
def shop(publisher: Publisher) -> Publisher:
    publisher.answers("/shop", a_file(page_of('<div id="stock"><p>Oak lamp 49 €</p><p>3 visitors now</p></div><p>Opening hours</p>')))
    publisher.answers("/words", a_file(page_of("<p>The baths are closed.</p><p>They open again in May.</p>")))
    return publisher


def choose(page, name: str, content: bytes) -> None:
    page.set_input_files("[name=file]", {"name": name, "mimeType": "application/octet-stream", "buffer": content})
    page.click("button:has-text('Show what is in it')")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_backup_is_looked_at_and_what_is_ticked_becomes_boards(serve, shop, open_page, console, scripts):
    console.expected.append("status of 422")
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ada"), java_script_enabled=scripts)
    page.click("a:has-text('Import from another program')")
    choose(page, "changedetection-backup.zip", backup(shop))
    page.wait_for_selector("h2:has-text('What can be carried over')", timeout=PATIENCE * 1000)
    page.reload()
    page.wait_for_selector("h2:has-text('What can be carried over')", timeout=PATIENCE * 1000)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    able, unable = page.locator("section", has=page.locator("#able")), page.locator("section", has=page.locator("#unable"))
    assert able.locator("li:has(input)").count() == 3
    assert unable.locator(".import-list > li").count() == 2
    assert [box.is_checked() for box in able.locator("input[type=checkbox]").all()] == [True, True, False]
    assert "every 2 hours" in able.inner_text()
    assert "every 30 minutes" in able.inner_text()
    assert "It is paused there." in able.inner_text()
    assert "Authorization" in able.inner_text()
    assert SECRET not in page.content()
    assert "Boards only read." in unable.inner_text()
    assert "template" in unable.inner_text()
    assert not (server.data / "boards").exists()
    for place in [0, 1]:
        page.uncheck(f"[name='take.{place}']")
    page.click("button:has-text('Add the ticked boards')")
    page.wait_for_selector("[role=alert]:has-text('Tick at least one.')", timeout=PATIENCE * 1000)
    page.click("button:has-text('Add the ticked boards')")
    page.wait_for_selector("h2:has-text('2 boards added')", timeout=PATIENCE * 1000)
    page.reload()
    page.wait_for_selector("h2:has-text('2 boards added')", timeout=PATIENCE * 1000)
    assert sorted(folder.name for folder in (server.data / "boards").iterdir()) == ["lamps-in-the-shop", "words"]
    assert all(SECRET not in file.read_text() for file in server.data.glob("boards/*/board.yaml"))
    for name in ["lamps-in-the-shop", "words"]:
        server.wait_until_all_read(name, 1)
    page.click("a:has-text('Lamps in the shop')")
    page.wait_for_selector("h1:has-text('Lamps in the shop') >> nth=0", timeout=PATIENCE * 1000)
    page.reload()
    assert "Oak lamp 49 €" in page.inner_text("main")
    assert "visitors" not in page.inner_text("main")
    # The second time they are known, and none is offered again.
    page.goto(f"{server.url}/new-board/import")
    choose(page, "changedetection-backup.zip", backup(shop))
    page.wait_for_selector("text=You already have a board for this address", timeout=PATIENCE * 1000)
    assert page.locator("input[type=checkbox]:checked").count() == 0
    # If each already has a board, nothing is left, and there is no button that can only fail.
    page.goto(f"{server.url}/new-board/import")
    choose(page, "list.txt", f"{shop.url('/shop')}\n{shop.url('/words')}\n".encode())
    page.wait_for_selector("text=Nothing is left to carry over", timeout=PATIENCE * 1000)
    assert page.locator("section:has(#known) .import-list > li").count() == 2
    assert page.locator("input[type=checkbox], button:has-text('Add the ticked boards')").count() == 0


def test_what_is_no_such_file_is_said_at_the_field(serve, open_page, console):
    console.expected.append("status of 422")
    server = serve()
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board/import", PHONE, session=server.log_in("ada"))
    for name, content, said in [
        ("photo.jpg", b"\xff\xd8\xff\xe0 no backup", "Choose a backup of changedetection.io"),
        ("empty.yaml", b"\n", "This file has nothing to carry over"),
        ("half.zip", b"PK\x03\x04 half", "The file is damaged"),
    ]:
        choose(page, name, content)
        page.wait_for_selector(f"#import-problem:has-text('{said}')", timeout=PATIENCE * 1000)
    assert not (server.data / "boards").exists()


def test_only_administrators_import(serve, open_page):
    server = serve()
    server.add_person("ada")
    server.add_person("ben", "member")
    page = open_page(f"{server.url}/", PHONE, session=server.log_in("ben"))
    assert page.request.get(f"{server.url}/new-board/import").status == 403
    file = {"name": "list.txt", "mimeType": "text/plain", "buffer": b"https://example.org/"}
    assert page.request.post(f"{server.url}/new-board/import", multipart={"file": file}).status == 403
    # An administrator's browser accepts no form from another site.
    page = open_page(f"{server.url}/", DESK, session=server.log_in("ada"))
    assert page.request.post(f"{server.url}/new-board/import", multipart={"file": file}).status == 403
    status, _ = send(server, token_of(server, "ben"), "/api/v1/board-imports", b"https://example.org/", "application/octet-stream")
    assert status == 403


def send(server, token: str, path: str, body: bytes, kind: str = "application/json") -> tuple[int, dict]:
    request = urllib.request.Request(server.url + path, body, method="POST", headers={"Authorization": f"Bearer {token}", "Content-Type": kind})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")


def test_the_api_reads_a_file_and_makes_boards_of_it(serve, shop):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    token = token_of(server, "ada")
    status, found = send(server, token, "/api/v1/board-imports", backup(shop), "application/octet-stream")
    assert status == 200
    assert found["source"] == "changedetection"
    assert [watch["offered"] for watch in found["watches"]] == [True, True, False, False, False]
    assert [watch["watched"] for watch in found["watches"]] == ["part", "page", "page", "page", "page"]
    assert SECRET not in json.dumps(found)
    take = f"/api/v1/board-imports/{found['import']}"
    for wrong in [{"watches": []}, {"watches": [3]}, {"watches": [9]}, {"watches": [0, 0]}, {}]:
        assert send(server, token, take, json.dumps(wrong).encode())[0] == 422, wrong
    status, made = send(server, token, take, json.dumps({"watches": [1]}).encode())
    assert status == 201
    assert made == {"boards": [{"watch": 1, "name": "words"}], "missed": []}
    assert send(server, token, take, json.dumps({"watches": [0]}).encode())[0] == 404
    assert send(server, token, "/api/v1/board-imports", b"nothing of the kind", "application/octet-stream")[0] == 422
    server.wait_until_all_read("words", 1)


def test_the_command_line_makes_boards_of_a_file(cli, shop):
    file = cli.folder / "urls.yaml"
    file.write_text(f"name: Words\nurl: {shop.url('/words')}\n---\nname: Disk\ncommand: df -h\n---\nname: Off\nurl: {shop.url('/off')}\nenabled: false\n")
    shown = cli.with_data("board", "import", str(file), "--check")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith("Words, http"), shown.stderr
    assert "left out: Disk" in shown.stderr
    assert "runs a command" in shown.stderr
    assert not cli.data.exists()
    made = cli.with_data("board", "import", str(file))
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("words: Words, http"), made.stderr
    assert len(made.stdout.splitlines()) == 1, made.stderr
    assert cli.run("board", "check", str(cli.data / "boards" / "words")).returncode == 0
    assert "They open again in May." in cli.with_data("check", "words", "--url", shop.url("/words")).stdout
    again = cli.with_data("board", "import", str(file))
    assert again.returncode == 1
    assert "has this address already" in again.stderr
    every = cli.with_data("board", "import", str(file), "--all", "--json")
    lines = [json.loads(line) for line in every.stdout.splitlines()]
    assert [line["name"] for line in lines] == ["words-2", None, "off"]
    assert every.returncode == 0
    assert [line["taken"] for line in lines] == [True, False, True]
    (cli.folder / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    assert cli.with_data("board", "import", str(cli.folder / "photo.jpg")).returncode == 2
    assert cli.with_data("board", "import", str(cli.folder / "no-such-file")).returncode == 2
