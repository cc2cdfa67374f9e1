"""A board of an address: pasted, shown as tables, taken with one tap, watched."""

import pytest
from conftest import DESK, PATIENCE, PHONE
from publisher import Publisher, a_file, a_status

CARD = """<article><h2><a href="/lamps/{0}">Lamp {1}</a></h2><b class="price">{2}.50 €</b><img src="/lamps/{0}.jpg" alt=""></article>"""
NAMES = ["Anker", "Birke", "Cirrus", "Dune", "Elbe", "Fjord"]


def lamps(*, price: int = 40) -> bytes:
    cards = "".join(CARD.format(100 + 7 * place, name, price + place) for place, name in enumerate(NAMES))
    links = "".join(f'<li><a href="/rooms/{place}">Room {place}</a></li>' for place in range(7))
    return f'<!DOCTYPE html><html lang="en"><head><title>Lamps for desks</title></head><body><nav><ul>{links}</ul></nav><h1>Lamps</h1><div>{cards}</div></body></html>'.encode()


@pytest.fixture
def shop(publisher: Publisher) -> Publisher:
    publisher.answers("/lamps", a_file(lamps()))
    publisher.answers("/words", a_file(b"<!DOCTYPE html><html><head><title>Words</title></head><body><p>Nothing here is a list.</p></body></html>"))
    publisher.answers("/gone", a_status("404 Not Found"))
    return publisher


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_an_address_becomes_a_board_that_is_read_and_can_be_watched(serve, shop, open_page, console, scripts):
    console.expected.append("status of 502")  # The shop has no pictures.
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/", PHONE, session=server.log_in("ada"), java_script_enabled=scripts)
    page.click("a:has-text('Add a board')")
    page.fill("[name=address]", shop.url("/lamps"))
    page.click("button:has-text('Look')")
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    table = page.locator("table").first
    assert "Lamp Anker" in table.inner_text() and "€40.50" in table.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.locator("[name=title]").first.fill("Desk lamps")
    page.locator("button:has-text('Use this list')").first.click()
    page.wait_for_selector("h1:has-text('Desk lamps') >> nth=0", timeout=PATIENCE * 1000)
    server.wait_until_all_read("desk-lamps", 1)
    page.goto(f"{server.url}/boards/desk-lamps")
    assert "Lamp Fjord" in page.inner_text("main")
    file = server.data / "boards" / "desk-lamps" / "board.yaml"
    assert "Desk lamps" in file.read_text() and shop.url("/lamps") in file.read_text()


def test_what_is_no_list_or_no_page_is_said_at_the_field(serve, shop, open_page, console):
    console.expected.append("Failed to load resource: the server responded with a status of 4")
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board", DESK, session=server.log_in("ada"))
    for address, said in [
        ("not an address", "Enter a web address"),
        (shop.url("/words"), "found no list there"),
        (shop.url("/gone"), "404"),
        ("http://169.254.169.254/latest/", "169.254.169.254"),
    ]:
        page.fill("[name=address]", address)
        page.click("button:has-text('Look')")
        page.wait_for_selector(f"#field-address-problem:has-text('{said}')", timeout=PATIENCE * 1000)
        assert page.input_value("[name=address]") == address
    assert not (server.data / "boards").exists()


def test_only_administrators_add_boards(serve, shop, open_page):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    server.add_person("ben", "member")
    page = open_page(f"{server.url}/", PHONE, session=server.log_in("ben"))
    assert page.locator("text=Add a board").count() == 0
    assert page.request.get(f"{server.url}/new-board").status == 403
    assert server.get("/new-board")[0] in (200, 303) and "Add a board" not in server.get("/new-board")[2]


def test_the_command_line_makes_a_board_of_an_address(cli, shop):
    allowed = ("--allow-host", shop.host)
    shown = cli.with_data("board", "new", shop.url("/lamps"), *allowed)
    assert shown.returncode == 0 and shown.stdout.startswith("1. 6 rows: ") and "Lamp Anker" in shown.stdout
    assert not cli.data.exists()
    made = cli.with_data("board", "new", shop.url("/lamps"), "--list", "1", "--title", "Desk lamps", *allowed)
    assert made.returncode == 0 and made.stdout.startswith("desk-lamps: 6 rows, in "), made.stderr
    again = cli.with_data("board", "new", shop.url("/lamps"), "--list", "1", "--title", "Desk lamps", *allowed)
    assert again.stdout.startswith("desk-lamps-2: ")
    assert cli.run("board", "check", str(cli.data / "boards" / "desk-lamps")).returncode == 0
    (cli.folder / "lamps.html").write_bytes(lamps(price=20))
    assert cli.with_data("check", "desk-lamps", "--url", "file:lamps.html").returncode == 0
    records = cli.with_data("records", "desk-lamps", "--url", "file:lamps.html", "--json").stdout.splitlines()
    assert len(records) == 6 and "Lamp Anker" in records[0]
    for words, status in [(("--list", "9"), 2), (("--title", ""), 2)]:
        done = cli.with_data("board", "new", shop.url("/lamps"), *words, *allowed)
        assert done.returncode == status, done.stderr
    assert cli.with_data("board", "new", shop.url("/words"), *allowed).returncode == 1
    assert cli.with_data("board", "new", shop.url("/gone"), *allowed).returncode == 3
