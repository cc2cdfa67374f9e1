"""A board whose file has only an example address: it gets one on its own page, where it is tried before it is saved."""

import json

import pytest

from conftest import DESK, PATIENCE, PHONE, a_file, until
from publisher import a_status

REFUSED = "Failed to load resource: the server responded with a status of 4"
VISA = "[name=address-visa]"


@pytest.fixture(autouse=True)
def restarts(console):
    """The page that waits for the next server sends requests while there is none."""
    console.expected.append("Failed to load resource: net::ERR_")


@pytest.fixture
def embassy(publisher, small_list):
    publisher.answers("/list.pdf", a_file(small_list))
    publisher.answers("/page", a_file(b"<!DOCTYPE html><html><head><title>A page</title></head><body><p>No list.</p></body></html>"))
    publisher.answers("/gone", a_status("404 Not Found"))
    return publisher


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_board_is_set_up_from_home_tried_and_only_then_saved(serve, embassy, open_page, scripts):
    server = serve("--allow-hosts", embassy.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/", PHONE, session=server.log_in("ada"), java_script_enabled=scripts)
    page.click("a:has-text('Set up a board')")
    page.click(".ready-list a:has-text('Visa status')")
    page.wait_for_selector("h1:has-text('Set up “Visa status”')")
    page.fill(VISA, embassy.url())
    page.click("button:has-text('Try it')")
    page.wait_for_selector("#rows:has-text('rows')", timeout=PATIENCE * 1000)
    assert page.locator("table tbody tr").count() == 5
    assert page.input_value(VISA) == embassy.url()
    assert page.evaluate("document.querySelector('#rows').getBoundingClientRect().top < innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    # Tried, and nothing saved: neither the address nor a record.
    assert not (server.data / "settings.json").exists()
    assert server.query("SELECT count(*) FROM fetches") == [(0,)]
    before = server.log().count("Tidings is at ")
    page.click("button:has-text('Turn on')")
    page.wait_for_selector("h1:has-text('Restarting')", timeout=PATIENCE * 1000)
    until(lambda: server.log().count("Tidings is at ") > before)
    page.wait_for_url("**/boards/visa", timeout=PATIENCE * 1000)
    assert json.loads((server.data / "settings.json").read_text()) == {"source": f"visa={embassy.url()}"}
    server.wait_until_read()
    page.goto(server.url)
    page.wait_for_selector(".tile:has-text('Visa status'):has-text('Updated')")


def test_what_goes_wrong_is_said_at_its_field_and_nothing_is_kept(serve, embassy, open_page, console):
    console.expected.append(REFUSED)
    server = serve("--allow-hosts", embassy.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/server/board?name=visa", DESK, session=server.log_in("ada"), java_script_enabled=False)
    assert "https://embassy.example" in page.inner_text("#field-address-visa-hint")
    for button in ["Try it", "Turn on"]:
        for address, where, said in [
            ("https:/embassy", "#field-address-visa-problem", "Enter a web address like"),
            ("https://embassy.example/admin.pdf", "#field-address-visa-problem", "Enter a web address like"),
            (embassy.url("/gone"), ".notice", "Check what you typed, or try again later."),
            (embassy.url("/page"), ".notice", "not in the form this board reads"),
            ("http://10.255.255.1/list.pdf", ".notice", "under “Allowed hosts for boards”"),
        ]:
            page.fill(VISA, address)
            page.click(f"button:has-text('{button}')")
            page.wait_for_selector(f"{where}:has-text('{said}')", timeout=PATIENCE * 1000)
            assert page.input_value(VISA) == address
            assert page.locator(".notice a[href='/server#hosts']").count() == ("Allowed hosts" in said)
    page.goto(f"{server.url}/server/board?name=contacts")
    page.fill("[name=address-contacts]", embassy.url("/people.xml"))
    page.fill("[name='address-contacts.detail']", "https://people.home.arpa/{who}")
    page.click("button:has-text('Try it')")
    page.wait_for_selector("[id='field-address-contacts.detail-problem']:has-text(\"{who} isn't a parameter\")")
    assert not (server.data / "settings.json").exists()
    assert page.request.get(f"{server.url}/server/board?name=no-such").status == 404


def test_a_board_that_is_off_is_turned_on_by_it_and_members_have_no_such_page(serve, embassy, open_page):
    server = serve("--allow-hosts", embassy.host)
    server.add_person("ada")
    server.add_person("bob", "member")
    embassy.answers("/guide.xml", a_file(GUIDE))
    page = open_page(f"{server.url}/server/board?name=guide", PHONE, session=server.log_in("ada"))
    page.fill("[name=address-guide]", embassy.url("/guide.xml"))
    page.click("button:has-text('Turn on')")
    page.wait_for_url("**/boards/guide", timeout=PATIENCE * 1000)
    assert json.loads((server.data / "settings.json").read_text()) == {"boards": "guide", "source": f"guide={embassy.url('/guide.xml')}"}
    bob = open_page(f"{server.url}/", PHONE, session=server.log_in("bob"))
    assert bob.request.get(f"{server.url}/server/board?name=visa").status == 403


def test_where_a_flag_gives_the_addresses_the_page_says_so(serve, embassy, open_page):
    server = serve("--source", f"visa={embassy.url()}")
    server.add_person("ada")
    page = open_page(f"{server.url}/server/board?name=contacts", PHONE, session=server.log_in("ada"))
    page.wait_for_selector(".notice:has-text('Set by --source')")
    assert page.locator("main form").count() == 0


GUIDE = b"""<?xml version="1.0" encoding="UTF-8"?>
<tv><channel id="one"><display-name>One</display-name></channel>
<programme channel="one" start="20990101180000 +0000" stop="20990101190000 +0000"><title>News</title></programme></tv>
"""


PRICES = """
title: Prices
view: table
enabled: false
source: { url: 'SOURCE', every: 1h, auth: { header: { name: X-Api-Key, secret: prices } } }
extract: { delimited: { separator: ',' } }
fields: { name: { type: text, key: true }, price: { type: text } }
"""
KEY = "hush-the-key"


def guarded(exchange):
    if exchange.request.headers.get("x-api-key") == KEY:
        return a_file(b"name,price\nBread,3\nMilk,2\n")(exchange)
    return a_status("401 Unauthorized")(exchange)


def with_prices(server, publisher):
    publisher.answers("/prices.csv", guarded)
    folder = server.data / "boards" / "prices"
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(PRICES.replace("SOURCE", publisher.url("/prices.csv")))


def test_a_key_is_asked_for_tried_kept_and_never_shown(serve, publisher, open_page, console):
    console.expected.append(REFUSED)
    server = serve("--allow-hosts", publisher.host)
    server.stop()
    with_prices(server, publisher)
    server.start()
    server.add_person("ada")
    page = open_page(f"{server.url}/server/board", PHONE, session=server.log_in("ada"))
    page.click(".ready-list a:has-text('Prices')")
    field = page.locator("[name=secret-prices]")
    assert field.get_attribute("type") == "password"
    # Without it, and with another one.
    page.click("button:has-text('Try it')")
    page.wait_for_selector("#field-secret-prices-problem:has-text('Fill this in')")
    page.fill("[name=secret-prices]", "wrong")
    page.click("button:has-text('Try it')")
    page.wait_for_selector("#field-secret-prices-problem:has-text('didn’t accept')", timeout=PATIENCE * 1000)
    page.fill("[name=secret-prices]", KEY)
    page.click("button:has-text('Try it')")
    page.wait_for_selector("#rows:has-text('2 rows')", timeout=PATIENCE * 1000)
    assert KEY not in page.content()
    assert page.input_value("[name=secret-prices]") == ""
    assert not (server.data / "settings.json").exists()
    # The tried settings are turned on; they needn't be entered twice.
    page.click("button:has-text('Turn on')")
    page.wait_for_url("**/boards/prices", timeout=PATIENCE * 1000)
    kept = server.data / "settings.json"
    assert json.loads(kept.read_text()) == {"boards": "prices", "secret-prices": KEY}
    assert kept.stat().st_mode & 0o777 == 0o600
    until(lambda: page.locator("main:has-text('Bread')").count() == 1, server.log, meanwhile=lambda: page.goto(f"{server.url}/boards/prices"))
    page.goto(f"{server.url}/server/board?name=prices")
    assert KEY not in page.content()
    assert "keep the current one" in page.inner_text("#field-secret-prices-hint")
    assert KEY not in server.log()


def test_a_key_in_the_environment_is_named_and_tried(serve, publisher, open_page, console):
    console.expected.append(REFUSED)
    server = serve("--allow-hosts", publisher.host)
    server.stop()
    with_prices(server, publisher)
    server.settings = server.settings | {"TIDINGS_SECRET_PRICES": "wrong"}
    server.start()
    server.add_person("ada")
    page = open_page(f"{server.url}/server/board?name=prices", DESK, session=server.log_in("ada"))
    assert page.is_disabled("[name=secret-prices]")
    assert "TIDINGS_SECRET_PRICES" in page.inner_text("#field-secret-prices-hint")
    page.click("button:has-text('Try it')")
    page.wait_for_selector(".notice[role=alert]:has-text('401')", timeout=PATIENCE * 1000)
