"""One value of a page: typed or tapped, previewed, used, watched; and what happens to it when the page changes."""

import re

import pytest

from conftest import DESK, PATIENCE, PHONE, until
from publisher import Publisher, a_file
from test_accessibility import broken_rules
from test_correcting import OVERFLOW
from test_new_board import call, page_of, token_of
from test_pointing import tap


def teapot(price: str = "60.50 €", state: str = "In stock", label: str = "Price") -> bytes:
    return page_of(
        f"<h1>Our shop</h1><section><h2>Blue teapot</h2><p>Made by hand since 1990.</p><dl><dt>{label}</dt><dd>{price}</dd>"
        f"<dt>Availability</dt><dd>{state}</dd></dl></section>"
        "<section><h2>Also looked at</h2><ul><li>Red teapot <b>9.00 €</b></li><li>Old teapot <b>7.00 €</b></li></ul></section>"
    )


def alone(written: str) -> bytes:
    """A page with a price and no words around it."""
    return page_of(f"<h1>Blue teapot</h1><p>Made by hand.</p>{written}")


@pytest.fixture
def shop(publisher: Publisher) -> Publisher:
    publisher.answers("/teapot", a_file(teapot()))
    return publisher


@pytest.fixture
def server(serve, shop):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    return server


def looked(server, shop, open_page, viewport=PHONE, **options):
    page = open_page(f"{server.url}/new-board", viewport, session=server.log_in("ada"), **options)
    page.fill("[name=address]", shop.url("/teapot"))
    page.click("button:has-text('Look')")
    page.wait_for_selector("h2:has-text('Only one value?')", timeout=PATIENCE * 1000)
    return page


def used(page, server, title: str) -> str:
    """Takes the value that is shown; returns the board's name."""
    page.get_by_label("Title", exact=True).fill(title)
    page.click("button:has-text('Use this')")
    page.wait_for_selector(f"h1:has-text('{title}') >> nth=0", timeout=PATIENCE * 1000)
    name = title.lower().replace(" ", "-")
    server.wait_until_all_read(name, 1)
    return name


def refreshed(server, token: str, name: str, check) -> None:
    """Requests the source until `check` is true for the board's records."""
    until(
        lambda: check(call(server, token, "GET", f"/api/v1/boards/{name}/records")[1]["records"]),
        server.log,
        meanwhile=lambda: call(server, token, "POST", f"/api/v1/boards/{name}/refresh"),
    )


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_value_is_tapped_used_and_watched(server, shop, open_page, scripts):
    page = looked(server, shop, open_page, java_script_enabled=scripts)
    assert page.evaluate(OVERFLOW) == 0
    page.click("a:has-text('Point at it on the page')")
    tap(page, "60.50 €")
    page.click("a:has-text('Watch only this')", timeout=PATIENCE * 1000)
    page.wait_for_selector("h1:has-text('Watch one value')", timeout=PATIENCE * 1000)
    table = page.inner_text("table")
    assert "€60.50" in table
    assert "Blue teapot" in table
    assert "Price" in table
    assert page.evaluate(OVERFLOW) == 0
    assert page.frame_locator(".point-frame").locator("button.is-field").inner_text() == "60.50 €"
    # Another value is a tap away, and the same way leads back.
    tap(page, "In stock")
    page.wait_for_selector("td:has-text('Yes')", timeout=PATIENCE * 1000)
    page.click(".point-ways a:has-text('Text')")
    page.wait_for_selector("td:has-text('In stock')", timeout=PATIENCE * 1000)
    tap(page, "60.50 €")
    page.wait_for_selector("td:has-text('€60.50')", timeout=PATIENCE * 1000)
    name = used(page, server, "Teapot price")
    page.goto(f"{server.url}/boards/{name}")
    assert "€60.50" in page.inner_text(".gauge-value")
    page.goto(f"{server.url}/watches/new?board={name}")
    page.locator("main form button[type=submit]").last.click()
    page.wait_for_url(f"{server.url}/watches**", timeout=PATIENCE * 1000)
    shop.answers("/teapot", a_file(teapot("55.00 €")))
    token = token_of(server, "ada")
    refreshed(server, token, name, lambda records: "55" in str(records))
    changes = call(server, token, "GET", f"/api/v1/boards/{name}/changes")[1]["changes"]
    assert [change["kind"] for change in changes] == ["altered"]
    until(lambda: "55.00" in (page.goto(f"{server.url}/notices"), page.inner_text("main"))[1], server.log)


def test_a_program_finds_a_value_and_has_it_watched(server, shop):
    token = token_of(server, "ada")

    def found(value: object, path: str = "/teapot") -> tuple[int, dict]:
        return call(server, token, "POST", "/api/v1/lists", {"address": shop.url(path), "value": value})

    status, answer = found("60.50 €")
    assert status == 200, answer
    value = answer["lists"][0]
    assert value["isValue"]
    assert value["rows"] == 1
    assert "60.50 €" in value["around"]
    assert value["fields"][0]["type"] == "money"
    assert value["fields"][0]["label"] == "Price"
    assert "60.5" in str(value["sample"][0]["price"])
    status, made = call(server, token, "POST", "/api/v1/own-boards", {"found": answer["found"], "list": 0, "title": "Teapot price"})
    assert status == 201, made
    server.wait_until_all_read(made["name"], 1)
    # Found again by its label, with more text before it.
    shop.answers("/teapot", a_file(teapot("55.00 €").replace(b"<section>", b"<section><p>Only 3 left, from 1.00 EUR</p>", 1)))
    refreshed(server, token, made["name"], lambda records: "55" in str(records))
    shop.answers("/states", a_file(page_of("<dl><dt>Red</dt><dd>In stock</dd><dt>Blue</dt><dd>In stock</dd></dl>")))
    assert {one["fields"][0]["label"] for one in found("In stock", "/states")[1]["lists"]} == {"Red", "Blue"}
    shop.answers("/prices.json", a_file(b'[{"price": 4}, {"price": 5}, {"price": 6}]'))
    for value, path, said in [
        ("70.50 €", "/teapot", "isn't shown on the page"), (" ", "/teapot", "is empty"), ("4", "/prices.json", "isn't an HTML page"),
        ("x" * 101, "/teapot", "100 characters"), (4, "/teapot", "value"),
    ]:  # fmt: skip
        status, refused = found(value, path)
        assert status in (400, 422), (value, refused)
        assert said in str(refused), (value, refused)


@pytest.mark.parametrize(
    ("written", "prices", "shown"),
    [
        ('<p class="price">{}</p>', ["49,90 €", "44,90 €", "35,00 €"], ["€49.90", "€44.90", "€35.00"]),
        ('<span class="price">{}</span>', ["$30.00", "$28.00", "$20.00"], ["US$30.00", "US$28.00", "US$20.00"]),
    ],
    ids=["paragraph", "span"],
)
def test_a_price_without_words_around_it_falls_and_a_watch_says_so(server, shop, open_page, written, prices, shown):
    shop.answers("/teapot", a_file(alone(written.format(prices[0]))))
    token = token_of(server, "ada")
    found = call(server, token, "POST", "/api/v1/lists", {"address": shop.url("/teapot")})[1]
    place, value = next((place, one) for place, one in enumerate(found["lists"]) if one["isValue"])
    assert not any("identifies a row" in note for note in value["notes"]), value
    field = value["fields"][0]
    made = call(server, token, "POST", "/api/v1/own-boards", {"found": found["found"], "list": place, "title": "Teapot"})[1]
    server.wait_until_all_read(made["name"], 1)
    condition = {"field": field["name"], "fellBy": "5%"}
    assert call(server, token, "POST", "/api/v1/watches", {"board": made["name"], "condition": condition})[0] == 201

    def changes() -> list[dict]:
        return call(server, token, "GET", f"/api/v1/boards/{made['name']}/changes")[1]["changes"]

    for count, price in enumerate(prices[1:], start=1):
        shop.answers("/teapot", a_file(alone(written.format(price))))
        refreshed(server, token, made["name"], lambda _, count=count: len(changes()) == count)
        newest = changes()[0]
        assert newest["kind"] == "altered", newest
        assert newest["text"].startswith(f"{field['label']} {shown[count - 1]} → {shown[count]}"), newest
    until(lambda: call(server, token, "GET", "/api/v1/notices")[1]["notices"], server.log)
    # The value is shown once, under its label, on the board and on the record's page.
    page = open_page(f"{server.url}/boards/{made['name']}", PHONE, session=server.log_in("ada"))
    assert page.inner_text(".gauge-name") == field["label"]
    assert page.inner_text(".gauge-value") == shown[-1]
    assert page.locator(".gauge .chart").count() == 1
    assert broken_rules(page, "one value") == []
    page.goto(server.url + page.get_attribute(".gauge-name a", "href"))
    assert page.inner_text(".detail-name") == field["label"]
    assert page.inner_text(".detail-fields dd") == shown[-1]


def test_a_value_that_is_gone_is_never_another_and_leads_to_its_repair(server, shop, open_page, console):
    console.expected.append("status of 422")
    page = looked(server, shop, open_page, java_script_enabled=False)
    page.get_by_label("A value as the page shows it").fill("60,50€")
    page.click("button:has-text('Find it')")
    page.wait_for_selector("[role=alert]:has-text('doesn’t show “60,50€”')", timeout=PATIENCE * 1000)
    page.goto(re.sub("said=[^&]*", "said=60.50%E2%82%AC", page.url))
    page.wait_for_selector("h1:has-text('Watch one value')", timeout=PATIENCE * 1000)
    name = used(page, server, "Teapot price")
    token = token_of(server, "ada")
    # The label disappears, and other prices stay.
    shop.answers("/teapot", a_file(teapot("52.00 €", label="Now only")))
    until(
        lambda: "no row was found" in str(call(server, token, "GET", f"/api/v1/boards/{name}")[1]),
        server.log,
        meanwhile=lambda: call(server, token, "POST", f"/api/v1/boards/{name}/refresh"),
    )
    assert "60.5" in str(call(server, token, "GET", f"/api/v1/boards/{name}/records")[1])
    for path in [f"/boards/{name}/health", f"/boards/{name}"]:
        page.goto(server.url + path)
        assert "rows aren’t where Tidings looks for them" in page.inner_text("main")
        assert "no row was found" not in page.inner_text("main")
    page.click("a:has-text('Find it on the new page')")
    page.wait_for_selector("h2:has-text('Find it on the new page')")
    page.click("button:has-text('Look')")
    page.wait_for_selector("[role=alert]:has-text('couldn’t find the rows')", timeout=PATIENCE * 1000)
    shop.answers("/teapot", a_file(page_of("<h1>New shop</h1><div><p>Blue teapot</p><span>Price:</span> <b>52.00 €</b></div><p>Was: <s>70.00 €</s></p>")))
    page.click("button:has-text('Look')")
    page.wait_for_selector("td:has-text('€52.00')", timeout=PATIENCE * 1000)
    page.click("button:has-text('Use this')")
    # The board is checked at once, and its page follows the check, without a script too.
    page.wait_for_selector(".gauge-value:has-text('€52.00')", timeout=PATIENCE * 1000)
    changes = call(server, token, "GET", f"/api/v1/boards/{name}/changes")[1]["changes"]
    assert [change["kind"] for change in changes] == ["altered"], changes
    page.goto(f"{server.url}/boards/{name}")
    assert page.locator("a:has-text('Find it on the new page')").count() == 0


def test_people_who_may_not_change_a_board_get_words_only(server, shop, open_page):
    server.add_person("ben", "member")
    page = looked(server, shop, open_page, DESK)
    page.get_by_label("A value as the page shows it").fill("60.50 €")
    page.click("button:has-text('Find it')")
    page.wait_for_selector("h1:has-text('Watch one value')", timeout=PATIENCE * 1000)
    assert broken_rules(page, "one value") == []
    name = used(page, server, "Teapot price")
    token = token_of(server, "ada")
    assert call(server, token, "PATCH", f"/api/v1/own-boards/{name}", {"audience": "household"})[0] == 204
    shop.answers("/teapot", a_file(page_of("<h1>Closed</h1>")))
    until(
        lambda: "no row was found" in str(call(server, token, "GET", f"/api/v1/boards/{name}")[1]),
        server.log,
        meanwhile=lambda: call(server, token, "POST", f"/api/v1/boards/{name}/refresh"),
    )
    for path in [f"/boards/{name}", f"/boards/{name}/health"]:
        page.goto(server.url + path)
        assert page.locator("a:has-text('Find it on the new page')").count() == 1, path
    ben = open_page(f"{server.url}/boards/{name}", PHONE, session=server.log_in("ben"))
    for path in [f"/boards/{name}", f"/boards/{name}/health"]:
        ben.goto(server.url + path)
        assert ben.locator("a:has-text('Find it on the new page')").count() == 0, path


def test_a_page_without_what_was_typed_says_so(server, shop, open_page):
    page = looked(server, shop, open_page, DESK)
    page.get_by_label("A value as the page shows it").fill("60,50€")
    page.click("button:has-text('Find it')")
    page.wait_for_selector("[role=alert]:has-text('doesn’t show “60,50€”')", timeout=PATIENCE * 1000)
    assert broken_rules(page, "pointing") == []


def test_what_is_there_several_times_is_chosen_from(server, shop, open_page):
    fees = "<h1>Fees</h1><ul><li>Adults: 5 €</li><li>Children: 5 €</li></ul>"
    shop.answers("/teapot", a_file(page_of(fees)))
    page = looked(server, shop, open_page, java_script_enabled=False)
    page.get_by_label("A value as the page shows it").fill("5 €")
    page.click("button:has-text('Find it')")
    page.click("a:has-text('Children: 5 €')", timeout=PATIENCE * 1000)
    page.wait_for_selector("td:has-text('€5.00')", timeout=PATIENCE * 1000)
    used(page, server, "Fee for children")
    shop.answers("/teapot", a_file(page_of(fees.replace("Children: 5", "Children: 4"))))
    refreshed(server, token_of(server, "ada"), "fee-for-children", lambda records: "4" in str(records))


def test_the_command_line_makes_a_board_of_a_value(cli, shop):
    address = shop.url("/teapot")
    made = cli.with_data("board", "new", address, "--value", "60.50 €", "--title", "Teapot", "--allow-host", shop.host)
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("teapot: 60.50 EUR, in "), made.stderr
    assert cli.run("board", "check", str(cli.data / "boards" / "teapot")).returncode == 0
    shop.answers("/teapot", a_file(page_of("<h1>Fees</h1><ul><li>Adults: 5 €</li><li>Children: 5 €</li></ul>")))
    for words, status, said in [
        (("--value", "5 €"), 2, "several times"),
        (("--value", "5 €", "--list", "3"), 2, "2 times"),
        (("--value", "9 €"), 1, "doesn't show"),
        (("--value", ""), 2, "--value is empty"),
    ]:
        done = cli.with_data("board", "new", address, *words, "--allow-host", shop.host)
        assert done.returncode == status, (words, done.stdout, done.stderr)
        assert said in done.stderr, (words, done.stdout, done.stderr)
    second = cli.with_data("board", "new", address, "--value", "5 €", "--list", "2", "--title", "Fee", "--allow-host", shop.host)
    assert second.returncode == 0
    assert "Children" in (cli.data / "boards" / "fee" / "board.yaml").read_text()
