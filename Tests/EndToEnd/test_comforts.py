"""Small comforts: copying with one tap, keyboard shortcuts, and pages whose titles name their board and record."""

import re

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from conftest import DESK, PHONE, until

COPIED = "() => navigator.clipboard.readText()"
# The button's message, which disappears after two seconds.
NOTE_SAID = """() => {
  const status = document.querySelector("copy-button [role=status]");
  window.said = [];
  new MutationObserver(() => window.said.push(status.textContent)).observe(status, { childList: true });
}"""


@pytest.fixture
def desk(furnished, open_page):
    return open_page(furnished.url, DESK, session=furnished.log_in("ada"), permissions=["clipboard-read", "clipboard-write"])


# Copying


def test_a_new_token_and_an_invitation_are_copied_with_one_tap(furnished, desk):
    desk.goto(f"{furnished.url}/account")
    desk.click("[aria-labelledby=tokens-title] summary")
    desk.fill("[name=token-name]", "the script")
    desk.click("[aria-labelledby=tokens-title] details .button")
    token = desk.locator("code.secret").inner_text()
    desk.evaluate(NOTE_SAID)
    desk.click("copy-button button")
    desk.wait_for_function("() => window.said[0] === 'Copied'")
    assert desk.evaluate(COPIED) == token
    desk.wait_for_function("() => document.querySelector('copy-button button').innerText.trim() === 'Copy'")
    desk.goto(f"{furnished.url}/people")
    desk.fill("form[action='/people/invitations'] [name=note]", "Dora")
    desk.click("form[action='/people/invitations'] button")
    desk.click("copy-button button")
    until(lambda: desk.evaluate(COPIED) == desk.locator("code.secret").inner_text())


def test_the_address_of_a_feed_is_copied_whole(furnished, desk):
    desk.goto(f"{furnished.url}/boards/market")
    desk.click("#source-summary")
    desk.locator(".source-feed", has_text="Atom").locator("button").click()
    until(lambda: desk.evaluate(COPIED) == f"{furnished.url}/boards/market.atom")


def test_the_addresses_of_a_queue_are_copied(serve, open_page):
    server = serve()
    server.add_person("ada")
    page = open_page(f"{server.url}/queue/main/settings", DESK, session=server.log_in("ada"), permissions=["clipboard-read", "clipboard-write"])
    addresses = page.locator(".entrance-address")
    assert addresses.count() > 0
    for address in addresses.all():
        address.locator("copy-button button").click()
        until(lambda: page.evaluate(COPIED) == address.locator("code").inner_text())


def test_without_a_script_nothing_offers_to_copy(furnished, open_page):
    page = open_page(f"{furnished.url}/boards/market", DESK, java_script_enabled=False)
    page.click("#source-summary")
    assert page.locator(".source-feed a").first.is_visible()
    assert not page.locator("copy-button").first.is_visible()


# Keys


def press_both(page, first: str, second: str, address: str) -> None:
    """Two keys within the second or so that the page allows; a busy machine may need another try."""

    def leads() -> bool:
        page.keyboard.press(first)
        page.keyboard.press(second)
        try:
            page.wait_for_url(address, timeout=5000)
        except PlaywrightTimeout:
            return False
        return True

    until(leads, lambda: page.url)


def test_keys_lead_to_the_main_pages_and_through_rows(furnished, desk):
    for key, path in {"w": "/watches", "n": "/notices", "h": "/"}.items():
        press_both(desk, "g", key, furnished.url + path)
    desk.goto(f"{furnished.url}/boards/contacts")
    desk.wait_for_selector(".row a")
    desk.keyboard.press("j")
    desk.keyboard.press("j")
    second = desk.locator(".row a").nth(1).get_attribute("id")
    assert desk.evaluate("document.activeElement.id") == second
    desk.keyboard.press("k")
    assert desk.evaluate("document.activeElement.id") != second
    desk.keyboard.press("/")
    assert desk.evaluate("document.activeElement.id") == "list-query"
    desk.keyboard.type("gw?j/")
    assert desk.input_value("#list-query") == "gw?j/"
    assert "/boards/contacts" in desk.url
    desk.goto(f"{furnished.url}/boards/visa")
    desk.keyboard.press("/")
    assert desk.evaluate("document.activeElement.id") == "lookup-needle"


def test_a_list_of_the_keys_opens_and_turns_them_off(furnished, desk):
    for language, title in {"en": "Keyboard shortcuts", "de": "Tastenkürzel", "ar": "اختصارات لوحة المفاتيح"}.items():
        desk.goto(f"{furnished.url}/?lang={language}")
        desk.keyboard.press("?")
        desk.wait_for_selector("dialog[open]")
        assert desk.locator("dialog h1").inner_text() == title
        assert desk.locator("dialog dl > div").count() == 8
        assert "undefined" not in desk.locator("dialog dl").inner_text()
        desk.keyboard.press("Escape")
        desk.wait_for_selector("dialog", state="hidden")
    desk.goto(furnished.url)
    desk.click(".shortcuts-way")
    desk.locator("dialog .check").click()
    desk.locator("dialog .round-button").click()
    desk.keyboard.press("Control+g")
    for key in ("?", "g", "w"):
        desk.keyboard.press(key)
    assert desk.locator("dialog[open]").count() == 0
    assert desk.url == f"{furnished.url}/"
    desk.click(".shortcuts-way")
    assert not desk.locator("dialog input").is_checked()


def test_the_way_to_the_list_of_keys_is_shown_where_there_is_a_mouse_and_not_on_a_phone(furnished, desk, open_page):
    desk.goto(furnished.url)
    assert desk.is_visible(".shortcuts-way")
    phone = open_page(furnished.url, PHONE)
    assert phone.locator(".shortcuts-way").count() == 1
    assert phone.is_hidden(".shortcuts-way")


def test_the_console_lists_its_own_keys_and_these(serve, open_page):
    server = serve()
    server.add_person("ada")
    page = open_page(f"{server.url}/queue/main/console", DESK, session=server.log_in("ada"))
    page.wait_for_selector(".console.has-keys")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] [data-everywhere]")
    keys = page.locator("dialog[open] dt").all_inner_texts()
    assert "N" in keys
    assert "G W" in [key.strip() for key in keys]
    assert keys.count("?") == 1
    page.keyboard.press("Escape")
    press_both(page, "g", "n", f"{server.url}/notices")  # And not Next.


# What a page is about


def test_watches_and_notices_name_and_link_their_board(furnished, desk):
    desk.goto(furnished.url)
    # Other tests have watches there too.
    assert any(line.startswith("Visa status · ") for line in desk.locator(".watched-subject > span:first-of-type").all_inner_texts())
    desk.goto(f"{furnished.url}/watches/1")
    assert desk.title().startswith("Edit watch · Visa status")
    assert desk.locator(".detail-way a").get_attribute("href") == "/boards/visa"
    desk.goto(f"{furnished.url}/notices")
    board = desk.locator(".notice-line .notice-board", has_text="Visa status").first
    board.click()
    assert desk.url == f"{furnished.url}/boards/visa"


def test_a_watch_of_a_record_says_what_the_record_is_called(furnished, desk):
    desk.goto(f"{furnished.url}/boards/contacts")
    row = desk.locator(".row a").first
    name, record = row.locator(".row-name").inner_text(), re.search(r"records/(\d+)", row.get_attribute("href")).group(1)
    desk.goto(f"{furnished.url}/watches/new?board=contacts&record={record}")
    desk.click(".watch-actions .button")
    card = desk.locator(".watch-card", has_text=name).last
    assert re.fullmatch(rf"Contacts · {re.escape(name)}", card.locator(".watch-board").inner_text())
    card.locator("h2 a").click()
    assert desk.inner_text(".detail-way a") == "Contacts"
    assert desk.inner_text(".lead") == name


@pytest.fixture
def unwatched(furnished):
    """Bob has no watches."""
    furnished.change("DELETE FROM watches WHERE person = (SELECT id FROM people WHERE name = 'bob')")


def test_one_tap_on_a_record_watches_it_and_the_page_says_so(furnished, unwatched, open_page):
    page = open_page(f"{furnished.url}/boards/contacts", session=furnished.log_in("bob"))
    page.click(".row a >> nth=3")
    page.wait_for_selector(".sheet .detail-name")
    name = page.inner_text(".sheet .detail-name")
    page.click(".sheet button.action:has-text('Tell me')")
    page.wait_for_selector(".detail:not(.is-waiting) a.action:has-text('Watching')")
    assert "/records/" in page.url
    assert page.inner_text(".detail:not(.is-waiting) .detail-name") == name
    assert page.locator(".sheet button:has-text('Tell me')").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.click(".detail:not(.is-waiting) a.action:has-text('Watching')")
    page.wait_for_selector("h1:has-text('Edit watch')")
    assert name in page.inner_text(".lead")
    # The others haven't requested it.
    other = open_page(f"{furnished.url}/boards/contacts", session=furnished.log_in("ada"))
    other.click(".row a >> nth=3")
    other.wait_for_selector(".sheet button.action:has-text('Tell me')")


def test_a_list_that_is_watched_says_so(furnished, unwatched, open_page):
    page = open_page(f"{furnished.url}/boards/contacts", session=furnished.log_in("bob"))
    page.click("text=Tell me when it changes")
    page.wait_for_selector(".tell-me.is-told:has-text('Watching.')")
    page.goto(f"{furnished.url}/boards/contacts")
    page.wait_for_selector(".tell-me.is-told:has-text('Watching.')")
    # Its search is another page.
    page.goto(f"{furnished.url}/boards/contacts?q=an")
    page.wait_for_selector("list-watch button:has-text('Tell me when it changes')")
