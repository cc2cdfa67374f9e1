"""Addresses for other devices while no public address is set: the page says so, and an administrator fixes it there. The time zone of a new account."""

import re

import pytest

from conftest import DESK, PASSWORD, PATIENCE, PHONE, Server, until

SAID = "This address only works on this machine."


@pytest.fixture
def hall(tmp_path):
    server = Server(tmp_path, (), {"TIDINGS_BOARDS": "queue", "TIDINGS_QUEUE_PORT": "off"})
    server.start()
    server.add_person("ada")
    server.add_person("ben", "member")
    yield server
    server.kill()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_an_address_for_others_says_that_it_works_here_only_and_is_mended_there(hall, open_page, console, scripts):
    # The page that says so comes from a server that is ending: its style may be missing.
    console.expected.append("ERR_CONNECTION")
    page = open_page(f"{hall.url}/people", PHONE, session=hall.log_in("ada"), java_script_enabled=scripts)
    page.click("button:has-text('Create link')")
    page.wait_for_selector(f".address-note:has-text('{SAID}')")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.goto(f"{hall.url}/queue/main/settings")
    page.wait_for_selector(f".address-note:has-text('{SAID}')")
    page.goto(f"{hall.url}/queue/main/display")
    page.wait_for_selector(f".display-code:has-text('{SAID}') a[href='/server#address']")
    # The screen is dark, regardless of the device's preference.
    assert page.locator(".display-code a").evaluate("link => getComputedStyle(link).color") == "rgb(169, 177, 255)"
    # A phone has no code for itself.
    page.set_viewport_size(DESK)
    page.goto(f"{hall.url}/queue/main")
    page.wait_for_selector(f".queue-code:has-text('{SAID}') a[href='/server#address']")
    page.set_viewport_size(PHONE)
    page.goto(f"{hall.url}/queue/main/kiosk")
    page.fill("[name=name]", "Door")
    page.click("main [type=submit]")
    page.wait_for_selector(f".address-note:has-text('{SAID}')")
    page.goto(page.get_attribute("a:has-text('Make this device the kiosk')", "href"))
    page.wait_for_selector(f".kiosk-foot:has-text('{SAID}') a[href='/server#address']")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.goto(f"{hall.url}/queue/main/settings")
    before = hall.log().count("Tidings is at ")
    page.fill(".address-note [name=public-url]", "http://home.example")
    page.click(".address-note button")
    page.wait_for_selector("h1:has-text('Restarting')")
    until(lambda: hall.log().count("Tidings is at ") > before)
    page.wait_for_selector("#address .notice:has-text('Saved.')", timeout=PATIENCE * 1000)
    assert page.input_value("#field-public-url") == "http://home.example"
    shown = {
        "/queue/main/settings": "http://home.example/queue/main", "/queue/main/display": "Scan to take a number",
        "/queue/main": "Scan to follow the queue", "/queue/main/kiosk": "Scan to see when it’s your turn.",
    }  # fmt: skip
    for path, text in shown.items():
        page.goto(hall.url + path)
        assert SAID not in page.text_content("main")
        assert text in page.text_content("main")


def test_members_are_told_to_ask(hall, open_page):
    page = open_page(f"{hall.url}/reader", DESK, session=hall.log_in("ben"))
    page.click("#podcast summary")
    page.click("#podcast button:has-text('Create a link')")
    page.wait_for_selector(f"#podcast .address-note:has-text('{SAID}'):has-text('Ask your administrator')")
    assert page.locator(".address-note form").count() == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_new_account_is_asked_for_its_zone_once_with_that_of_the_browser(serve, open_page, console, scripts):
    console.expected.append("status of 422")
    server = serve(settings={})
    link = re.search(r"Open (http://\S+/setup\?code=\S+)", server.log()).group(1)
    page = open_page(link, PHONE, java_script_enabled=scripts, timezone_id="Australia/Perth")
    assert page.locator("datalist option[value='Europe/Berlin']").count() == 1
    if scripts:
        page.wait_for_function("document.querySelector('[name=zone]').value === 'Australia/Perth'")
    else:
        assert page.input_value("[name=zone]") == ""
    page.fill("[name=name]", "Ada")
    page.fill("[name=password]", PASSWORD)
    zone = page.input_value("[name=zone]") or "Europe/Berlin"
    page.fill("[name=zone]", "Moon")
    page.click("main [type=submit]")
    page.wait_for_selector("#field-zone-problem:has-text('This time zone doesn’t exist')")
    page.fill("[name=zone]", zone)
    page.fill("[name=password]", PASSWORD)
    page.click("main [type=submit]")
    page.wait_for_selector(".account-menu")
    page.goto(f"{server.url}/account")
    assert page.input_value("[name=zone]") == zone
