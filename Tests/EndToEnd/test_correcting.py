"""A list that was found is corrected in a form before it becomes a board: renamed, given other types, without a field, or with only some rows."""

import pytest

from conftest import DESK, PATIENCE, PHONE
from patience import until
from publisher import Publisher, a_file
from test_accessibility import broken_rules
from test_new_board import added, call, lamps, page_of, redesigned, token_of

ROWS = [
    ("K-1", "Anker", "12.50", "03/04/2026", "Open"),
    ("K-7", "Birke", "9.00", "05/04/2026", "Closed"),
    ("K-3", "Cirrus", "ask us", "07/04/2026", "Open"),
    ("K-9", "Dune", "on request", "09/04/2026", "On hold"),
    ("K-4", "Elbe", "7.75", "11/04/2026", "Open"),
]
HEADS = ["Code", "Lamp", "Cost", "Since", "State"]
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def stock(rows=ROWS) -> bytes:
    lines = "".join("<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in rows)
    return page_of(f"<h1>Stock</h1><table><tr>{''.join(f'<th>{head}</th>' for head in HEADS)}</tr>{lines}</table>")


@pytest.fixture
def shop(publisher: Publisher) -> Publisher:
    publisher.answers("/stock", a_file(stock()))
    publisher.answers("/lamps", a_file(lamps()))
    return publisher


def correcting(server, shop, open_page, viewport=PHONE, path="/stock", **options):
    """The page that corrects the first list at an address."""
    page = open_page(f"{server.url}/new-board", viewport, session=server.log_in("ada"), **options)
    page.fill("[name=address]", shop.url(path))
    page.click("button:has-text('Look')")
    page.locator("a:has-text('Correct it')").first.click()
    page.wait_for_selector("h1:has-text('Correct the list')", timeout=PATIENCE * 1000)
    return page


def part(page, name: str):
    """Opens a field's line."""
    line = page.locator(f".correct-field:has(.correct-name:text-is('{name}'))")
    if line.get_attribute("open") is None:
        line.locator("summary").click()
    return line


def shown(page) -> list[list[str]]:
    return page.evaluate("[...document.querySelectorAll('.table tr')].map((line) => [...line.children].map((cell) => cell.innerText.trim()))")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_from_an_address_over_a_correction_to_a_watch(serve, shop, open_page, console, scripts):
    console.expected.append("status of 422")
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = correcting(server, shop, open_page, java_script_enabled=scripts)
    assert len(shown(page)) == 6
    assert page.evaluate(OVERFLOW) == 0
    part(page, "Lamp").get_by_label("Name").fill("Kind of lamp")
    cost = part(page, "Cost")
    cost.get_by_label("Type").select_option("money")
    part(page, "Code").get_by_label("Leave this field out").check()
    page.get_by_label("Field", exact=True).select_option(label="State")
    page.get_by_label("Test", exact=True).select_option("not")
    page.get_by_label("Text", exact=True).fill("closed")
    page.click("button:has-text('Show the rows')")
    # If the page has no currency, the form asks for it, and nothing else is lost.
    page.wait_for_selector("[role=alert]:has-text('Enter the currency')", timeout=PATIENCE * 1000)
    assert part(page, "Kind of lamp").get_by_label("Name").input_value() == "Kind of lamp"
    part(page, "Cost").get_by_label("Currency").fill("eur")
    page.click("button:has-text('Show the rows')")
    page.wait_for_selector("h2:has-text('4 rows')", timeout=PATIENCE * 1000)
    page.reload()
    page.wait_for_selector("h2:has-text('4 rows')", timeout=PATIENCE * 1000)
    heads, *rows = shown(page)
    assert "Kind of lamp" in heads
    assert "Code" not in heads
    assert len(rows) == 4
    assert any("€12.50" in row for row in rows)
    assert not any("Birke" in row for row in rows)
    said = page.inner_text("section:has(#rows)")
    assert "Cost: 2 can’t be read and stay empty" in said
    assert "Left out by your conditions: 1" in said
    assert page.evaluate(OVERFLOW) == 0
    page.get_by_label("Title", exact=True).fill("Lamps in stock")
    page.click("button:has-text('Use this list')")
    page.wait_for_selector("h1:has-text('Lamps in stock') >> nth=0", timeout=PATIENCE * 1000)
    page.go_back()
    page.wait_for_selector("h2:has-text('4 rows')", timeout=PATIENCE * 1000)
    assert page.get_by_label("Title", exact=True).input_value() == "Lamps in stock"
    server.wait_until_all_read("lamps-in-stock", 1)
    token = token_of(server, "ada")
    board = call(server, token, "GET", "/api/v1/boards/lamps-in-stock")[1]
    assert board["records"] == 4
    file = (server.data / "boards" / "lamps-in-stock" / "board.yaml").read_text()
    assert "only:\n  state: { not: closed }" in file
    assert "kind_of_lamp: { type: text" in file
    page.goto(f"{server.url}/boards/lamps-in-stock")
    assert "Dune" in page.inner_text("main")
    assert "Birke" not in page.inner_text("main")
    page.goto(f"{server.url}/watches/new?board=lamps-in-stock")
    page.locator("main form button[type=submit]").last.click()
    page.wait_for_url(f"{server.url}/watches**", timeout=PATIENCE * 1000)
    # All remaining rows go: that is a change, not the source's fault.
    shop.answers("/stock", a_file(stock([row for row in ROWS if row[4] == "Closed"])))
    until(
        lambda: call(server, token, "GET", "/api/v1/boards/lamps-in-stock")[1]["records"] == 0,
        server.log,
        meanwhile=lambda: call(server, token, "POST", "/api/v1/boards/lamps-in-stock/refresh"),
    )


def test_what_is_wrong_is_said_at_its_field(serve, shop, open_page, console):
    console.expected.append("status of 422")
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = correcting(server, shop, open_page, DESK)
    part(page, "Lamp").get_by_label("Type").select_option("date")
    part(page, "State").get_by_label("Identifies a row").check()
    part(page, "Code").get_by_label("Identifies a row").uncheck()
    part(page, "Code").get_by_label("Name").fill("")
    for _ in range(2):
        page.click("button:has-text('Use this list')")
        page.wait_for_selector(".notice:has-text('Check the marked fields')", timeout=PATIENCE * 1000)
        assert not (server.data / "boards").exists()
        if page.locator("text=Fill this in.").count():
            page.locator(".correct-field[open]").first.get_by_label("Name").fill("Code")
    assert "“Anker” can’t be read as this type" in part(page, "Lamp").inner_text()
    assert "Several rows have “Open”" in part(page, "State").inner_text()
    assert broken_rules(page, "corrected") == []


def test_the_page_breaks_no_rule_and_fits(serve, shop, open_page):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = correcting(server, shop, open_page, reduced_motion="reduce")
    page.evaluate("document.querySelectorAll('main details').forEach((part) => { part.open = true; })")
    assert broken_rules(page, "correcting") == []
    for width in (320, 195):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(OVERFLOW) == 0, width


def test_a_date_is_read_as_the_person_says(serve, shop, open_page):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = correcting(server, shop, open_page)
    since = part(page, "Since")
    choice = since.get_by_label("means", exact=False)
    options = choice.locator("option").all_inner_texts()
    assert len(options) == 2, options
    assert {"3 Apr 2026", "4 Mar 2026"} == set(options), options
    choice.select_option(label="3 Apr 2026")
    page.click("button:has-text('Show the rows')")
    page.wait_for_selector("td:has-text('3 Apr 2026')", timeout=PATIENCE * 1000)


def test_a_board_that_is_there_keeps_its_names(serve, shop, open_page):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    name = added(server, shop)
    server.wait_until_all_read(name, 1)
    shop.answers("/lamps", a_file(redesigned()))
    page = open_page(f"{server.url}/new-board/own?name={name}", PHONE, session=server.log_in("ada"))
    page.click("button:has-text('Look')")
    for back in (page.go_back, lambda: page.click(".detail-way a")):
        page.click("a:has-text('Correct it')", timeout=PATIENCE * 1000)
        page.wait_for_selector("h1:has-text('Correct the list')", timeout=PATIENCE * 1000)
        back()
        page.wait_for_selector("h2:has-text('5 rows')", timeout=PATIENCE * 1000)
    page.click("a:has-text('Correct it')")
    page.wait_for_selector("h1:has-text('Correct the list')", timeout=PATIENCE * 1000)
    file = server.data / "boards" / name / "board.yaml"
    before = file.read_text()
    line = page.locator(".correct-field").first
    line.locator("summary").click()
    line.get_by_label("Name").fill("Quite another")
    page.click("button:has-text('Use this list')")
    page.wait_for_selector("h1:has-text('Desk lamps') >> nth=0", timeout=PATIENCE * 1000)
    after = file.read_text()
    assert "label: 'Quite another'" in after
    assert "quite_another" not in after
    assert after != before


def test_nobody_else_corrects_what_somebody_has_found(serve, shop, open_page):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    server.add_person("ben", "member")
    server.add_person("cleo", "administrator")
    page = correcting(server, shop, open_page)
    address = page.url
    assert "/new-board/correct?" in address
    for name, status in [("ben", 422), ("cleo", 422)]:
        other = open_page(f"{server.url}/login", session=server.log_in(name))
        assert other.request.get(address).status == status
    assert page.request.get(address.replace("list=0", "list=99")).status == 422
    assert page.request.get(f"{server.url}/new-board/correct").status == 422
