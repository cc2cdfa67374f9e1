"""People's own boards: a member adds one, sees it alone, shares it, and meets limits. Others find nothing of it, anywhere."""

import os
import re
import subprocess
import urllib.error
import urllib.request

import pytest

from conftest import DESK, PATIENCE, PHONE, until
from publisher import Publisher, a_file, a_status
from test_new_board import call, lamps, page_of, redesigned, token_of

# Outside of the reserved ranges (RFC 6890), so that it counts as public; nothing on this machine leads there except in this test.
PUBLIC = f"192.0.9.{os.getpid() % 250 + 1}"


@pytest.fixture
def shop():
    """At a public address, which this machine has during the test."""
    added = subprocess.run(["ip", "address", "add", f"{PUBLIC}/32", "dev", "lo"], capture_output=True, check=False) if os.geteuid() == 0 else None
    if added is None or added.returncode != 0:
        pytest.skip("members' boards read public addresses alone, and this machine can't be given one")
    shop = Publisher(PUBLIC)
    # With a version, so that a source that was read two seconds ago is read again.
    shop.answers("/lamps", a_file(lamps(), etag='"0"'))
    yield shop
    shop.close()
    subprocess.run(["ip", "address", "del", f"{PUBLIC}/32", "dev", "lo"], check=True)


@pytest.fixture
def server(serve):
    server = serve()
    server.add_person("ada")
    for name in ("ben", "cyd"):
        server.add_person(name, "member")
    return server


def member_token(server, name: str) -> str:
    return server.run("person", "token", name, "--scopes", "read", "watch")


def added(server, shop, token: str, title: str = "Desk lamps", path: str = "/lamps") -> str:
    found = call(server, token, "POST", "/api/v1/lists", {"address": shop.url(path)})
    assert found[0] == 200, found
    made = call(server, token, "POST", "/api/v1/own-boards", {"found": found[1]["found"], "list": 0, "title": title})
    assert made[0] == 201, made
    server.wait_until_all_read(made[1]["name"], 1)
    return made[1]["name"]


def read(server, token: str, board: str) -> dict:
    """The board once its source is requested again, unless that was a moment ago."""
    call(server, token, "POST", f"/api/v1/boards/{board}/refresh")
    return call(server, token, "GET", f"/api/v1/boards/{board}")[1]


def text_of(server, path: str, token: str) -> tuple[int, str]:
    request = urllib.request.Request(server.url + path, headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def seen(server, token: str) -> list[str]:
    """The addresses, of all those that list anything of boards, whose response names a lamp."""
    paths = ["boards", "feeds", "changes", "status", "services", "watches", "notices", "jobs", "opml"]
    answers = {path: text_of(server, f"/api/v1/{path}", token) for path in paths}
    assert {status for status, _ in answers.values()} == {200}, answers
    return [path for path, (_, text) in answers.items() if "lamp" in text.lower()]


def test_a_member_adds_a_board_on_a_phone_that_no_one_else_sees_until_it_is_shared(server, shop, open_page, console):
    console.expected += ["status of 502", "status of 404"]  # The shop has no pictures, and others find no board.
    ben = open_page(f"{server.url}/", PHONE, session=server.log_in("ben"))
    ben.click("a:has-text('Add a board')")
    ben.fill("[name=address]", shop.url("/lamps"))
    ben.click("button:has-text('Look')")
    ben.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    ben.locator("[name=title]").first.fill("Desk lamps")
    ben.locator("button:has-text('Use this list')").first.click()
    ben.wait_for_selector("h1:has-text('Desk lamps') >> nth=0", timeout=PATIENCE * 1000)
    server.wait_until_all_read("desk-lamps", 1)
    ben.goto(f"{server.url}/boards/desk-lamps")
    assert "Lamp Fjord" in ben.inner_text("main")
    assert "Only you see this board" in ben.inner_text("main")
    assert "Desk lamps" in (ben.goto(f"{server.url}/"), ben.inner_text("main"))[1]

    cyd = open_page(f"{server.url}/", PHONE, session=server.log_in("cyd"))
    ada = open_page(f"{server.url}/", DESK, session=server.log_in("ada"))
    for page in (cyd, ada):
        for path in ["/", "/watches", "/notices", "/account/boards", "/app/share?url=" + shop.url("/lamps")]:
            page.goto(server.url + path)
            assert "Desk lamps" not in page.content(), path
            assert "desk-lamps" not in page.content(), path
        for path in ["", "/changes", "/health", "/records/1", "/records/1/picture", ".json", ".csv", ".atom", "/feed.json", "/contacts.vcf"]:
            assert page.request.get(f"{server.url}/boards/desk-lamps{path}").status == 404, path
        for path in ["/live/boards/desk-lamps", "/watches/new?board=desk-lamps", "/api/v1/boards/desk-lamps/records"]:
            assert page.request.get(server.url + path).status == 404, path
    # An administrator sees in the settings that it exists, and can remove it, but doesn't see its contents.
    ada.goto(f"{server.url}/server")
    assert "Only ben sees it." in ada.inner_text("main")
    assert ada.request.get(f"{server.url}/new-board/own?name=desk-lamps").status == 200
    assert cyd.request.get(f"{server.url}/new-board/own?name=desk-lamps").status == 404
    assert seen(server, member_token(server, "cyd")) == []
    assert seen(server, token_of(server, "ada")) == []

    ben.goto(f"{server.url}/boards/desk-lamps")
    ben.click("a:has-text('Only you see this board')")
    ben.select_option("[name=audience]", "household")
    ben.click("button:has-text('Save')")
    ben.wait_for_selector("h1:has-text('Desk lamps') >> nth=0", timeout=PATIENCE * 1000)
    assert "Only you see this board" not in ben.inner_text("main")
    cyd.goto(f"{server.url}/")
    assert "Desk lamps" in cyd.inner_text("main")
    cyd.goto(f"{server.url}/boards/desk-lamps")
    assert "Lamp Fjord" in cyd.inner_text("main")
    # Seeing isn't changing.
    assert cyd.request.get(f"{server.url}/new-board/own?name=desk-lamps").status == 403
    assert server.get("/boards/desk-lamps")[0] in (303, 200)
    assert "Lamp Fjord" not in server.get("/boards/desk-lamps")[2]


def test_what_others_watch_on_a_board_ends_when_its_owner_takes_it_back(server, shop):
    ben, cyd = member_token(server, "ben"), member_token(server, "cyd")
    name = added(server, shop, ben)
    assert call(server, ben, "PATCH", f"/api/v1/own-boards/{name}", {"audience": "household"})[0] == 204
    assert call(server, cyd, "POST", "/api/v1/watches", {"board": name})[0] == 201
    assert call(server, ben, "POST", "/api/v1/watches", {"board": name})[0] == 201
    shop.answers("/lamps", a_file(lamps(price=60), etag='"60"'))
    until(lambda: read(server, ben, name) and "notices" in seen(server, cyd), server.log)
    assert call(server, cyd, "PATCH", f"/api/v1/own-boards/{name}", {"audience": "owner"})[0] == 404
    assert call(server, ben, "PATCH", f"/api/v1/own-boards/{name}", {"audience": "owner"})[0] == 204
    assert seen(server, cyd) == []
    assert {"boards", "feeds", "changes", "watches", "notices", "opml"} <= set(seen(server, ben))
    shop.answers("/lamps", a_file(lamps(price=80), etag='"80"'))
    changes = len(call(server, ben, "GET", f"/api/v1/boards/{name}/changes")[1]["changes"])
    until(lambda: read(server, ben, name) and len(call(server, ben, "GET", f"/api/v1/boards/{name}/changes")[1]["changes"]) > changes, server.log)
    assert seen(server, cyd) == []


def test_limits_of_members_are_said_and_what_was_removed_makes_room(server, shop, open_page, console):
    console.expected.append("Failed to load resource: the server responded with a status of 4")
    rows = "".join(f"<tr><td>Lamp {number}</td><td>{number}.50 €</td></tr>" for number in range(2001))
    shop.answers("/long", a_file(page_of(f"<table><tr><th>Name</th><th>Price</th></tr>{rows}</table>")))
    shop.answers("/large", a_file(page_of("<p>" + "A long page. " * 200_000 + "</p>")))
    token = member_token(server, "ben")
    page = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ben"), java_script_enabled=False)
    page.fill("[name=address]", shop.url("/long"))
    page.click("button:has-text('Look')")
    page.locator("button:has-text('Use this list')").first.click(timeout=PATIENCE * 1000)
    page.wait_for_selector("[role=alert]:has-text('2,000 rows')", timeout=PATIENCE * 1000)
    page.fill("[name=address]", shop.url("/large"))
    page.click("button:has-text('Look')")
    page.wait_for_selector("#field-address-problem:has-text('large')", timeout=PATIENCE * 1000)
    for number in range(10):
        name = added(server, shop, token, f"Board {number}")
    page.fill("[name=address]", shop.url("/lamps"))
    page.click("button:has-text('Look')")
    page.locator("button:has-text('Use this list')").first.click(timeout=PATIENCE * 1000)
    page.wait_for_selector("[role=alert]:has-text('You have 10 boards')", timeout=PATIENCE * 1000)
    found = call(server, token, "POST", "/api/v1/lists", {"address": shop.url("/lamps")})[1]["found"]
    full = call(server, token, "POST", "/api/v1/own-boards", {"found": found, "list": 0})
    assert full[0] == 409, full
    assert "10 boards" in full[1]["detail"], full
    assert call(server, token, "DELETE", f"/api/v1/own-boards/{name}")[0] == 204
    assert call(server, token, "POST", "/api/v1/own-boards", {"found": found, "list": 0})[0] == 201
    assert len(list((server.data / "boards").iterdir())) == 10


def test_a_members_board_reaches_public_addresses_alone_whatever_the_operator_has_listed(serve, shop, publisher):
    publisher.answers("/secret", a_file(lamps()))
    server = serve("--allow-hosts", publisher.host)
    server.add_person("ada")
    server.add_person("ben", "member")
    ben, ada = member_token(server, "ben"), token_of(server, "ada")
    refused = call(server, ben, "POST", "/api/v1/lists", {"address": publisher.url("/secret")})
    assert refused[0] == 422, refused
    assert publisher.requests == [], refused
    # Nor by a redirect, when it is previewed or later.
    shop.answers("/moved", a_status("302 Found", location=publisher.url("/secret")))
    assert call(server, ben, "POST", "/api/v1/lists", {"address": shop.url("/moved")})[0] == 422
    name = added(server, shop, ben)
    shop.answers("/lamps", a_status("302 Found", location=publisher.url("/secret")))
    until(lambda: read(server, ben, name)["failure"], server.log)
    # Nor by the pictures that its rows name, nor by the command line.
    picture = re.sub(r'src="/lamps', f'src="{publisher.url("/secret")}', lamps().decode()).encode()
    shop.answers("/lamps", a_file(picture, etag='"2"'))
    until(lambda: read(server, ben, name)["failure"] is None, server.log)
    fields = [field["name"] for field in call(server, ben, "GET", f"/api/v1/boards/{name}")[1]["fields"] if field["type"] == "image"]
    for field in fields:
        assert text_of(server, f"/boards/{name}/records/1/{field}", ben)[0] in (404, 502)
    assert publisher.requests == []
    # An administrator's preview reaches it.
    assert call(server, ada, "POST", "/api/v1/lists", {"address": publisher.url("/secret")})[0] == 200


def test_names_and_records_of_a_removed_board_stay_its_owners(server, shop):
    ben, cyd = member_token(server, "ben"), member_token(server, "cyd")
    name = added(server, shop, ben)
    shop.answers("/lamps", a_file(lamps(price=60)))
    assert call(server, ben, "DELETE", f"/api/v1/own-boards/{name}")[0] == 204
    assert seen(server, cyd) == []
    other = added(server, shop, cyd)
    assert (name, other) == ("desk-lamps", "desk-lamps-2")
    assert call(server, cyd, "GET", f"/api/v1/boards/{other}/changes")[1]["changes"] == []
    assert call(server, cyd, "GET", f"/api/v1/boards/{name}")[0] == 404
    assert added(server, shop, ben) == name


def test_it_stays_its_owners_alone_across_a_restart_and_rests_while_they_are_disabled(server, shop):
    ben = member_token(server, "ben")
    name = added(server, shop, ben)
    server.stop()
    server.start()
    assert seen(server, member_token(server, "cyd")) == []
    assert call(server, ben, "GET", f"/api/v1/boards/{name}")[1]["audience"] == "owner"
    # Removed people leave a board that no one sees: it doesn't become everyone's.
    server.run("person", "remove", "ben")
    server.stop()
    server.start()
    for who in ("cyd", "ada"):
        assert call(server, token_of(server, who) if who == "ada" else member_token(server, who), "GET", f"/api/v1/boards/{name}")[0] == 404
    assert call(server, token_of(server, "ada"), "DELETE", f"/api/v1/own-boards/{name}")[0] == 204


def test_a_redesigned_page_is_repaired_by_the_member_who_owns_the_board(server, shop, open_page):
    name = added(server, shop, member_token(server, "ben"))
    shop.answers("/lamps", a_file(redesigned()))
    page = open_page(f"{server.url}/boards/{name}/health", PHONE, session=server.log_in("ben"))
    page.click("a:has-text('Edit this board')")
    page.click("button:has-text('Look')")
    page.wait_for_selector("h2:has-text('5 rows')", timeout=PATIENCE * 1000)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.click("button:has-text('Use this list')")
    page.wait_for_selector("h1:has-text('Desk lamps') >> nth=0", timeout=PATIENCE * 1000)
