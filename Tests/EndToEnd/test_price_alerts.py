"""Price alerts: sent once over a webhook, from a source whose prices change, also after a restart; and their form in a browser."""

from datetime import UTC, datetime, timedelta

import pytest

from conftest import DESK, NARROW_PHONE, PHONE, until
from publisher import a_file
from test_accessibility import broken_rules

STATIONS = [("BP Perth", "BP", "PERTH", -31.953, 115.857), ("Vibe Subiaco", "Vibe", "SUBIACO", -31.949, 115.827), ("Far Away", "Vibe", "ALBANY", -35.02, 117.88)]


def date_in_force(days: int = 0) -> str:
    """Prices are valid from 06:00 to 06:00 in Perth."""
    return (datetime.now(UTC) + timedelta(hours=8 - 6, days=days)).date().isoformat()


def prices(*amounts: float, days: int = 0) -> bytes:
    items = "".join(
        f"<item><brand>{brand}</brand><date>{date_in_force(days)}</date><price>{amount}</price><trading-name>{name}</trading-name>"
        f"<location>{suburb}</location><address>1 Main St</address><phone>08 9300 0000</phone><latitude>{north}</latitude><longitude>{east}</longitude>"
        "<site-features>, </site-features><restrictions></restrictions></item>"
        for (name, brand, suburb, north, east), amount in zip(STATIONS, amounts)
    )
    return f'<?xml version="1.0"?><rss version="2.0"><channel>{items}</channel></rss>'.encode()


def edition(*amounts: float, days: int = 0):
    """With a validator: a source without one is read at most every twenty seconds."""
    return a_file(prices(*amounts, days=days), etag=f'"{days} {amounts}"')


@pytest.fixture
def fuel(serve, publisher, receiver):
    """A server that reads the prices of a publisher, with a webhook of Ada's; `read(path)` makes it read until the new prices are there."""
    for day in ("today", "tomorrow", "yesterday"):
        publisher.answers(f"/{day}.xml", edition())
    publisher.answers("/today.xml", edition(155, 160, 140))
    server = serve("--source", f"fuel={publisher.url('/{day}.xml')}", "--allow-hosts", publisher.host, "--allow-hosts-for-channels", receiver.host, settings={"TIDINGS_BOARDS": "fuel"})
    server.add_person("ada")
    server.run("channel", "add", "webhook", receiver.url("/hook"), "--name", "hook")
    server.token = server.run("person", "token", "ada", "--scopes", "read", "watch")

    def stored() -> list[float]:
        return sorted(one["now"]["amount"] for one in server.ask("/api/v1/boards/fuel/stations", server.token)["stations"] if one["now"])

    def read(*amounts: float, tomorrow: tuple = ()) -> None:
        publisher.answers("/today.xml", edition(*amounts))
        if tomorrow:
            publisher.answers("/tomorrow.xml", edition(*tomorrow, days=1))
        check(server, lambda: stored() == sorted(amounts))

    server.read = read
    return server


def check(server, condition) -> None:
    until(condition, server.log, meanwhile=lambda: server.ask("/api/v1/feeds/check", server.token, "POST"))


def test_a_price_that_falls_below_is_told_once_through_readings_and_a_restart(fuel, receiver):
    fuel.read(155, 160, 140)
    near = ("--near", "-31.95,115.86", "--within", 5, "--place", "Perth", "--to", "hook")
    fuel.run("alert", "add", "fuel", "--below", 150, *near)
    fuel.run("alert", "add", "fuel", "--tomorrow", 5, *near)
    assert "Unleaded 91 at or below 150.0" in fuel.run("alert", "list")
    fuel.read(149, 160, 140)
    assert receiver.wait_for(1), fuel.log()
    (path, notice) = receiver.taken[0]
    assert path == "/hook"
    assert notice["title"] == "Unleaded 91 at 149.0\u00a0c/L: BP Perth"
    assert notice["board"] == "fuel"
    assert notice["lines"] == ["149.0\u00a0c/L · BP Perth · 437 m"]
    fuel.read(148, 160, 140)
    fuel.restart()
    fuel.read(147, 160, 140)
    # Tomorrow's prices cause their own notice; a repeated one would have come before it.
    fuel.read(147, 160, 140, tomorrow=(157, 161, 141))
    check(fuel, lambda: len(receiver.taken) > 1)
    assert [notice["title"] for _, notice in receiver.taken[1:]] == ["Unleaded 91 rises by 10.0\u00a0c/L tomorrow"]
    listed = fuel.ask("/api/v1/notices", fuel.token)["notices"]
    assert [notice["kind"] for notice in listed] == ["prices", "prices"]


def test_a_kill_between_loses_nothing_and_repeats_nothing(fuel, receiver):
    fuel.read(155, 160, 140)
    receiver.status = 503
    fuel.run("alert", "add", "fuel", "--below", 150, "--near", "-31.95,115.86", "--to", "hook")
    fuel.read(149, 160, 140)
    check(fuel, lambda: fuel.ask("/api/v1/notices", fuel.token)["notices"])
    fuel.kill()
    receiver.status = 200
    fuel.start()
    assert receiver.wait_for(1), fuel.log()
    fuel.read(148, 160, 140)
    assert len(receiver.taken) == 1
    assert len(fuel.ask("/api/v1/notices", fuel.token)["notices"]) == 1


@pytest.fixture
def open_page(open_page, fuel):
    """Opens pages for a signed-in person."""
    session = fuel.log_in("ada")
    return lambda url, *arguments, **options: open_page(url, *arguments, session=session, **options)


def test_an_editor_that_is_not_told_where_one_is_says_so(fuel, open_page):
    page = open_page(f"{fuel.url}/watches/new?board=fuel")
    page.wait_for_selector("watch-editor:defined")
    page.click("button:has-text('Add a condition')")
    page.select_option("[name=test-0-subject]", "position")
    page.select_option("[name=test-0-test]", "within")
    page.click("[data-here]")
    page.wait_for_selector(".test-row.is-wrong [data-problem]:has-text('Your browser didn’t share your position.')")
    assert page.input_value("[data-position]") == ""
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({"latitude": -31.95, "longitude": 115.86})
    page.click("[data-here]")
    page.wait_for_function("() => document.querySelector('[data-position]').value === '-31.95000,115.86000'")


def test_what_is_said_of_a_position_stays_where_the_rows_are_made_again(fuel, open_page):
    page = open_page(f"{fuel.url}/watches/new?board=fuel")
    page.wait_for_selector("watch-editor:defined")
    page.click("button:has-text('Add a condition')")
    page.select_option("[name=test-0-subject]", "position")
    page.wait_for_selector("[data-here]")
    held = []
    page.route("**/watches/preview", lambda route: held.append(route))
    page.select_option("[name=test-0-test]", "within")
    until(lambda: held, meanwhile=lambda: page.wait_for_timeout(20))
    page.click("[data-here]")
    said = ".test-row.is-wrong [data-problem]:has-text('Your browser didn’t share your position.')"
    page.wait_for_selector(said)
    page.evaluate("document.querySelector('.test-row').dataset.isOld = ''")
    held.pop(0).continue_()
    page.wait_for_selector(".test-row:not([data-is-old])")
    assert page.is_visible(said)
    page.unroute("**/watches/preview")


@pytest.mark.parametrize("viewport", [NARROW_PHONE, PHONE, DESK])
def test_an_alert_is_made_in_a_browser_and_its_notice_says_which(fuel, receiver, open_page, viewport, console):
    console.expected += ["status of 422", "Applying inline style"]
    fuel.read(155, 160, 140)
    page = open_page(f"{fuel.url}/boards/fuel/alerts/new?place=Subiaco&radius=5", viewport)
    assert page.input_value("[name=place]") == "Subiaco"
    assert page.input_value("[name=radius]") == "5"
    assert "BP Perth" in page.inner_text(".alert-now")
    assert not page.is_visible("[name=step]")
    assert page.is_visible("[name=price]")
    page.fill("[name=price]", "none")
    page.fill("[name=place]", "Atlantis")
    page.click(".watch-actions button")
    assert "Enter a price" in page.inner_text("#alert-price-problem")
    assert "Atlantis" in page.inner_text("#alert-place-problem")
    page.fill("[name=place]", "Subiaco")
    page.fill("[name=price]", "150,5")
    assert page.is_checked("[name=channel-hook]")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert broken_rules(page, "the form") == []
    page.click(".watch-actions button")
    page.wait_for_url("**/watches#alert-1")
    assert "Unleaded 91 at or below 150.5" in page.inner_text("#alert-1")
    assert "Within 5 km of Subiaco" in page.inner_text("#alert-1")
    assert broken_rules(page, "the watches") == []
    fuel.read(150.5, 160, 140)
    assert receiver.wait_for(1), fuel.log()
    page.goto(f"{fuel.url}/notices")
    page.click(".notice-line a")
    assert "150.5\u00a0c/L · BP Perth" in page.inner_text(".why-prices")
    assert broken_rules(page, "the notice") == []
    page.click(".why a[href='/alerts/1']")
    assert page.input_value("[name=price]") == "150.5"
    page.click(".removal summary")
    page.click(".removal button")
    page.wait_for_url("**/watches")
    assert page.locator(".watch-card").count() == 0
