"""A board goes to another installation: as a file, or as a link that shows what it reads before it is used."""

import base64
import gzip

import pytest

from conftest import DESK, PATIENCE, PHONE
from publisher import Publisher, a_file
from test_new_board import added, lamps

SHARED = "/new-board/shared?board="


def code(file: str) -> str:
    return base64.urlsafe_b64encode(gzip.compress(file.encode(), mtime=0)).decode().rstrip("=")


@pytest.fixture
def shop(publisher: Publisher) -> Publisher:
    publisher.answers("/lamps", a_file(lamps()))
    return publisher


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_board_goes_in_a_link_and_is_looked_at_before_it_is_used(serve, shop, open_page, console, scripts):
    console.expected += ["status of 502", "status of 409"]  # The shop has no pictures; the board is already there.
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    name = added(server, shop)
    server.wait_until_all_read(name, 1)
    page = open_page(f"{server.url}/new-board/own?name={name}", PHONE, session=server.log_in("ada"), java_script_enabled=scripts)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    link = page.get_attribute("a:has-text('Link to this board')", "href")
    assert link.startswith(f"{server.url}{SHARED}")
    assert len(link) < 8200
    assert page.locator("copy-button").is_visible() == scripts
    file = page.request.get(f"{server.url}/new-board/own/file?name={name}")
    stored = (server.data / "boards" / name / "board.yaml").read_text()
    assert file.text() == stored
    assert f'filename="{name}.yaml"' in file.headers["content-disposition"]

    # Another installation: the link is pasted where boards are added.
    other = serve("--allow-hosts", shop.host)
    other.add_person("bea")
    asked = len(shop.requests)
    page = open_page(f"{other.url}/new-board", PHONE, session=other.log_in("bea"), java_script_enabled=scripts)
    page.fill("[name=address]", link)
    page.click("button:has-text('Look')")
    page.wait_for_selector("text=This board comes from a link", timeout=PATIENCE * 1000)
    assert shop.url("/lamps") in page.inner_text("dl")
    assert "every hour" in page.inner_text("dl")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert len(shop.requests) == asked
    assert not (other.data / "boards").exists()
    page.click("button:has-text('Try it')")
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    assert "Lamp Anker" in page.inner_text("table")
    assert not (other.data / "boards").exists()
    page.click("button:has-text('Use this board')")
    page.wait_for_selector("h1:has-text('Desk lamps') >> nth=0", timeout=PATIENCE * 1000)
    other.wait_until_all_read("desk-lamps", 1)
    assert (other.data / "boards" / "desk-lamps" / "board.yaml").read_text() == stored
    page.goto(f"{other.url}{SHARED}{link.split('board=')[1]}")
    page.click("button:has-text('Use this board')")
    page.wait_for_selector("text=You already have this board", timeout=PATIENCE * 1000)
    # The file does the same.
    page.goto(f"{other.url}/new-board/import")
    page.set_input_files("[name=file]", {"name": "board.yaml", "mimeType": "application/yaml", "buffer": stored.encode()})
    page.click("button:has-text('Show what is in it')")
    page.wait_for_selector("text=A board of another Tidings", timeout=PATIENCE * 1000)


def test_what_a_strangers_board_may_not_say_is_refused_by_name(serve, shop, open_page, console):
    console.expected.append("status of 422")
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ada"))
    plain = f"title: Lamps\nview: table\nsource: {{ url: '{shop.url('/lamps')}' }}\nextract: {{ html: {{ rows: '//h2', fields: {{ name: '.' }} }} }}\nfields: {{ name: {{ type: text }} }}\n"
    address = shop.url("/lamps")
    for file, said in [
        (plain + "public: true\n", "“public”"),
        (plain + "services: { x: { url: 'http://169.254.169.254/' } }\n", "“services”"),
        (plain.replace(" }", ", headers: { X-Key: k } }", 1), "“source.headers”"),
        (plain.replace(address, "file:///etc/passwd"), "Tidings can’t use this board"),
        (plain.replace(address, f"{address}?token=x"), "“token”"),
        (plain.replace("//h2", "//h2["), "Tidings can’t use this board"),
        ("title: x", "Tidings can’t use this board"),
    ]:
        page.goto(f"{server.url}{SHARED}{code(file)}")
        page.wait_for_selector(f"#field-address-problem:has-text('{said}')", timeout=PATIENCE * 1000)
    bomb = code("a: " + "x" * (40 << 20))[:7000]
    for broken in ["", "x", "AAAA", "%00", code(plain)[:-20], base64.urlsafe_b64encode(plain.encode()).decode(), bomb, "A" * 8100, code(plain) + "&board=2"]:
        assert page.request.get(f"{server.url}{SHARED}{broken}").status in (200, 422), broken[:50]
        if broken != code(plain) + "&board=2":
            assert "damaged or incomplete" in page.request.get(f"{server.url}{SHARED}{broken}").text(), broken[:50]
    # Titles are never treated as markup.
    page.goto(f"{server.url}{SHARED}{code(plain.replace('Lamps', '<img src=x onerror=alert(1)>'))}")
    assert page.locator("h1 img").count() == 0
    assert "<img src=x" in page.inner_text("h1")
    # The guards apply to it as to any board.
    page.goto(f"{server.url}{SHARED}{code(plain.replace(address, 'http://169.254.169.254/latest/'))}")
    page.click("button:has-text('Try it')")
    page.wait_for_selector("[role=alert]:has-text('169.254.169.254')", timeout=PATIENCE * 1000)
    assert not (server.data / "boards").exists()


def test_a_board_with_secrets_has_no_link_and_strangers_see_nothing(serve, shop, open_page):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    server.add_person("ben", "member")
    name = added(server, shop)
    file = server.data / "boards" / name / "board.yaml"
    file.write_text(file.read_text().replace("every: 1h", "every: 1h, headers: { X-Key: hush }"))
    page = open_page(f"{server.url}/new-board/own?name={name}", DESK, session=server.log_in("ada"))
    assert page.locator("a:has-text('Link to this board')").count() == 0
    assert "“source.headers”" in page.inner_text("main")
    page = open_page(f"{server.url}/", PHONE, session=server.log_in("ben"))
    for path, status in [(f"/new-board/own/file?name={name}", 404), (f"{SHARED}{code('title: x')}", 403)]:
        assert page.request.get(f"{server.url}{path}").status == status
        assert "hush" not in server.get(path)[2]


def test_the_command_line_exports_a_board(cli, shop):
    allowed = ("--allow-host", shop.host)
    assert cli.with_data("board", "new", shop.url("/lamps"), "--list", "1", "--title", "Desk lamps", *allowed).returncode == 0
    stored = (cli.data / "boards" / "desk-lamps" / "board.yaml").read_text()
    shown = cli.with_data("board", "export", "desk-lamps")
    assert shown.returncode == 0
    assert shown.stdout == stored
    link = cli.with_data("board", "export", "desk-lamps", "--link", "https://tidings.example/")
    assert link.stdout.strip().startswith(f"https://tidings.example{SHARED}"), link.stderr
    packed = link.stdout.strip().split("board=")[1]
    assert gzip.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))).decode() == stored
    refused = cli.with_data("board", "export", "fuel", "--link", "https://tidings.example")
    assert refused.returncode == 2
    assert "isn’t allowed" in refused.stderr
    assert cli.with_data("board", "export", "no-such").returncode == 2
    (cli.folder / "board.yaml").write_text(stored)
    again = cli.with_data("board", "import", str(cli.folder / "board.yaml"), "--all")
    assert again.returncode == 0, again.stderr
    assert again.stdout.startswith("desk-lamps-2: Desk lamps"), again.stderr
