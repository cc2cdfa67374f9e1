"""The first page: how a new server begins, boards that aren't set up, and a person's own order of boards."""

import pytest

from conftest import DESK, PATIENCE, PHONE, WELL_KNOWN, a_file, until
from publisher import a_status

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])


def titles(page) -> list[str]:
    """The tiles of boards; other tiles come after them."""
    return page.locator(".tile:not(.is-add) .tile-title:not([href='/reader'])").all_inner_texts()


@SIZES
def test_a_new_server_says_what_it_does_and_how_it_begins(serve, open_page, viewport):
    server = serve()
    server.add_person("ada")
    server.add_person("bob", "member")
    page = open_page(server.url, viewport, session=server.log_in("ada"))
    assert page.locator(".first-start li").count() == 3
    assert "tidings serve --demo" in page.inner_text(".first-start code")
    assert len({one.bounding_box()["height"] for one in page.locator(".first-start p > a").all()}) == 1
    page.click("text=Set up a board")
    page.wait_for_selector(".ready-list a:has-text('Visa status')")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    member = open_page(server.url, viewport, session=server.log_in("bob"))
    assert member.locator(".first-start").count() == 0
    assert member.locator("[href^='/server']").count() == 0
    assert member.locator(".tile .state:has-text('Not set up. Add its address')").count() == 2


def test_a_board_without_an_address_says_so_and_asks_nobody_until_it_is_given(serve, open_page, publisher, small_list, console):
    console.expected += ["ERR_CONNECTION_REFUSED"]  # While the server restarts, its page sends requests for it.
    publisher.answers("/list.pdf", a_file(small_list))
    server = serve("--allow-hosts", publisher.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/boards/visa", PHONE, session=server.log_in("ada"))
    page.wait_for_selector(".notice:has-text('This board isn’t set up yet')")
    page.fill("[data-needle]", WELL_KNOWN)
    page.click("[data-submit]")
    page.wait_for_selector("[data-submit]:not([disabled])")
    assert page.locator(".notice:has-text('This board isn’t set up yet')").count() == 1
    assert "board=visa" not in server.log()
    server.add_person("bob", "member")
    member = open_page(f"{server.url}/boards/visa", PHONE, session=server.log_in("bob"))
    member.wait_for_selector(".notice:has-text('This board isn’t set up yet')")
    assert member.locator("[href^='/server']").count() == 0
    page.click("a:has-text('Set up the board')")
    page.wait_for_selector("h1:has-text('Set up “Visa status”')")
    page.fill("[name=address-visa]", publisher.url())
    page.click("button:has-text('Turn on')")
    page.wait_for_selector("h1:has-text('Restarting')")
    page.wait_for_selector("h1:has-text('Visa status')", timeout=PATIENCE * 1000)
    server.wait_until_read()
    page.goto(server.url)
    assert page.locator(".first-start").count() == 0
    page.wait_for_selector(".tile:has-text('Visa status'):has-text('Updated')")


def test_an_address_that_a_flag_gives_is_shown_and_cannot_be_altered(serve, open_page, publisher):
    server = serve("--source", f"visa={publisher.url()}")
    server.add_person("ada")
    page = open_page(f"{server.url}/server", DESK, session=server.log_in("ada"))
    assert page.is_disabled("[name=address-visa]")
    assert page.input_value("[name=address-visa]") == publisher.url()
    assert "--source" in page.inner_text("#addresses")


def test_boards_stand_by_what_matters_until_a_person_moves_them(serve, open_page, publisher, editions):
    publisher.answers("/list.pdf", a_file(editions[0]))
    server = serve("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host)
    server.wait_until_read()
    server.add_person("ada")
    page = open_page(server.url, PHONE, session=server.log_in("ada"))
    assert titles(page) == ["Visa status", "Queue", "Contacts"]  # A board that isn't set up.
    page.goto(f"{server.url}/account/boards")
    page.click("[aria-label='Move Queue up']")
    page.wait_for_selector("text=Let Tidings choose the order")
    page.click("text=Let Tidings choose the order")
    page.goto(server.url)
    server.run("watch", "add", "visa", f"batch={WELL_KNOWN}", "--url", publisher.url())
    page.reload()
    assert titles(page) == ["Visa status", "Queue", "Contacts"]
    page.click("text=Change the order")
    page.click("[aria-label='Move Contacts up']")
    page.wait_for_function("() => document.querySelector('.ledger-row:nth-child(2)').textContent.includes('Contacts')")
    # By keyboard, from its current place.
    until(lambda: page.evaluate("document.activeElement.value") == "contacts")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.ledger-row:nth-child(1)').textContent.includes('Contacts')")
    assert page.is_disabled("[aria-label='Move Contacts up']")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.click("text=Back to your boards")
    page.wait_for_selector(".tiles")
    assert titles(page) == ["Contacts", "Visa status", "Queue"]
    # It applies only to this person, on every device.
    other = open_page(server.url, DESK, session=server.log_in("ada"))
    assert titles(other) == ["Contacts", "Visa status", "Queue"]
    page.click("text=Change the order")
    page.click("text=Let Tidings choose the order")
    page.wait_for_selector("text=Let Tidings choose the order", state="detached", timeout=PATIENCE * 1000)
    page.click("text=Back to your boards")
    page.wait_for_selector(".tiles")
    assert titles(page) == ["Visa status", "Queue", "Contacts"]


@pytest.mark.parametrize("language, said", [("de", "antwortete mit Status 503"), ("ar", "ردّ"), ("en-GB", "answered 503")])
def test_why_a_source_fails_is_said_in_the_readers_language(serve, open_page, publisher, language, said):
    publisher.answers("/list.pdf", a_status("503 Service Unavailable"))
    server = serve("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host)
    until(lambda: "503" in server.get("/boards/visa")[2])
    page = open_page(f"{server.url}/boards/visa", PHONE, locale=language)
    assert said in page.inner_text(".notice")
    page.goto(f"{server.url}/boards/visa/health")
    assert said in page.inner_text("main .notice")
    assert said in page.inner_text(".fetch-log")
    page.goto(server.url)
    assert page.locator(".tile .state.is-failing").count() == 1


@SIZES
def test_a_demo_offers_things_to_try_and_the_first_takes_one_tap(serve, open_page, viewport):
    server = serve("--demo")
    server.wait_until_read("visa")
    server.add_person("ada")
    stranger = open_page(server.url, viewport)
    assert stranger.inner_text("h1") == "Boards"
    stranger.click("text=Watch a visa number")
    stranger.wait_for_url(f"**/boards/visa?batch={WELL_KNOWN}")
    page = open_page(server.url, viewport, session=server.log_in("ada"))
    assert page.locator("[aria-labelledby=trial-title] .tile").count() == 3
    page.click("text=Watch a visa number")
    page.wait_for_selector(f".watched-subject:has-text('{WELL_KNOWN}')")
    page.wait_for_selector("output.toast:has-text('Watching')")
    assert page.url == f"{server.url}/"
    # The others are still there, until they are done too.
    assert page.locator("[aria-labelledby=trial-title] .tile-title").all_inner_texts() == ["Get a price alert", "Take a number"]
    token = server.run("person", "token", "ada", "--scopes", "read watch").strip()
    server.ask("/api/v1/alerts", token, "POST", body={"board": "fuel", "rule": "cheapest"})
    page.reload()
    assert page.locator(".watched-subject").count() == 2
    assert page.locator("text=Things to try").count() == 0
    page.goto(f"{server.url}/boards/visa/health")
    assert "every minute" in page.inner_text("main")
    page.click("text=Check now")
    page.wait_for_selector("text=Recent checks")
