"""Parts that change between a new board's first two readings are offered to be ignored: fields, or paragraphs of a page's text."""

from itertools import count as counted

import pytest

from conftest import DESK, PATIENCE, PHONE, until
from publisher import Publisher, a_file
from test_accessibility import broken_rules
from test_correcting import OVERFLOW
from test_new_board import call, page_of, token_of

NAMES = ["Anker", "Birke", "Cirrus", "Dune", "Elfe", "Fjord"]


def lamps(views: int, price: int = 40, cheaper: int = 0) -> bytes:
    """`cheaper`: how many of them cost five less."""
    rows = "".join(
        f'<tr><td><a href="/l/{place}">Lamp {name}</a></td><td>{price + place - 5 * (place < cheaper)}.50 €</td><td>{views + 7 * place}</td></tr>'
        for place, name in enumerate(NAMES)
    )
    return page_of(f"<h1>Lamps</h1><table><tr><th>Name</th><th>Price</th><th>Views</th></tr>{rows}</table>")


def words(count: int, opening: str = "May") -> bytes:
    return page_of(f"<p>The baths are closed.</p><p>They open again in {opening}.</p><p>Visitors so far today: {count}</p>")


@pytest.fixture
def shop(publisher: Publisher) -> Publisher:
    publisher.answers("/page", a_file(lamps(100)))
    return publisher


@pytest.fixture
def server(serve, shop):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    return server


def added(server, shop, open_page, use: str, viewport=PHONE, **options):
    page = open_page(f"{server.url}/new-board", viewport, session=server.log_in("ada"), **options)
    page.fill("[name=address]", shop.url("/page"))
    page.click("button:has-text('Look')")
    form = page.locator(f"form:has(button:has-text('{use}'))").first
    form.locator("[name=title]").fill("Things", timeout=PATIENCE * 1000)
    form.locator(f"button:has-text('{use}')").click()
    page.wait_for_selector("h1:has-text('Things') >> nth=0", timeout=PATIENCE * 1000)
    server.wait_until_all_read("things", 1)
    return page


def changes(server, token) -> list:
    return call(server, token, "GET", "/api/v1/boards/things/changes")[1]["changes"]


def read_again(server, token, shop, body, count: int) -> None:
    """Publishes another page, which `body` makes of the number of the request, and requests it until there are more changes than `count`."""
    requests = counted(1)
    shop.answers("/page", lambda exchange: a_file(body(next(requests)))(exchange))
    until(
        lambda: len(changes(server, token)) > count,
        server.log,
        meanwhile=lambda: call(server, token, "POST", "/api/v1/boards/things/refresh"),
    )


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_field_that_moves_is_ignored_and_still_shown(server, shop, open_page, scripts):
    page = added(server, shop, open_page, "Use this list", java_script_enabled=scripts)
    token = token_of(server, "ada")
    read_again(server, token, shop, lambda n: lamps(200 + n), 0)
    for path in ["/boards/things/health", "/boards/things"]:
        page.goto(server.url + path)
        assert "Changed between the first two readings, a few minutes apart: Views." in page.inner_text(".moving")
        assert "changes of them are no longer stored or reported" in page.inner_text(".moving")
        assert page.evaluate(OVERFLOW) == 0
    page.click("button:has-text('Ignore them')")
    page.wait_for_selector(".moving", state="detached", timeout=PATIENCE * 1000)
    file = (server.data / "boards" / "things" / "board.yaml").read_text()
    assert "quiet: true" in file
    before = len(changes(server, token))
    read_again(server, token, shop, lambda n: lamps(300, price=50), before)
    newest = changes(server, token)[: len(NAMES)]
    assert len(changes(server, token)) == before + len(NAMES), newest
    assert all("price" in str(change) for change in newest), newest
    page.goto(f"{server.url}/boards/things")
    assert "335" in page.inner_text("main")
    assert page.locator(".moving").count() == 0


def test_what_is_kept_is_offered_no_more(server, shop, open_page):
    page = added(server, shop, open_page, "Use this list", DESK)
    token = token_of(server, "ada")
    read_again(server, token, shop, lambda n: lamps(200 + n), 0)
    page.goto(f"{server.url}/boards/things")
    assert broken_rules(page, "moving") == []
    page.click("button:has-text('Keep them')")
    page.wait_for_selector(".moving", state="detached", timeout=PATIENCE * 1000)
    assert "quiet: false" in (server.data / "boards" / "things" / "board.yaml").read_text()
    before = len(changes(server, token))
    read_again(server, token, shop, lambda n: lamps(300 + n), before)


def is_offered(page, server) -> bool:
    page.goto(f"{server.url}/boards/things")
    return page.locator(".moving").count() > 0


def refresh(server, token) -> None:
    call(server, token, "POST", "/api/v1/boards/things/refresh")


def test_an_ordinary_change_is_no_noise(server, shop, open_page):
    page = added(server, shop, open_page, "Use this list")
    token = token_of(server, "ada")
    read_again(server, token, shop, lambda n: lamps(100, cheaper=2), 0)
    assert not is_offered(page, server)


def test_what_stands_still_for_a_reading_is_offered_no_more(server, shop, open_page):
    page = added(server, shop, open_page, "Use this list")
    token = token_of(server, "ada")
    read_again(server, token, shop, lambda n: lamps(200 + n), 0)
    assert is_offered(page, server)
    shop.answers("/page", a_file(lamps(900)))
    until(lambda: not is_offered(page, server), server.log, meanwhile=lambda: refresh(server, token))


def test_a_field_that_a_watch_names_is_not_offered_and_later_the_watch_says_that_it_is_ignored(server, shop, open_page):
    page = added(server, shop, open_page, "Use this list")
    token = token_of(server, "ada")
    watch = {"board": "things", "condition": {"field": "views", "changed": True}}
    made = call(server, token, "POST", "/api/v1/watches", watch)
    assert made[0] == 201, made
    read_again(server, token, shop, lambda n: lamps(200 + n), 0)
    assert not is_offered(page, server)
    # The board's page says that something on it is watched, and offers to watch all of it.
    assert page.inner_text(".tell-me p") == "Watching"
    assert page.locator("button:has-text('Tell me when it changes')").count() == 1
    page.click(".tell-me a:has-text('Watching')")
    page.wait_for_selector("h1:has-text('Edit watch')")
    assert "is ignored on this board" not in page.inner_text("main")
    assert call(server, token, "DELETE", f"/api/v1/watches/{made[1]['id']}")[0] == 204
    assert is_offered(page, server)
    page.click("button:has-text('Ignore them')")
    page.wait_for_selector(".moving", state="detached", timeout=PATIENCE * 1000)
    again = call(server, token, "POST", "/api/v1/watches", watch)
    assert again[0] == 201, again
    for path in ["/watches", f"/watches/{again[1]['id']}"]:
        page.goto(server.url + path)
        assert "Views is ignored on this board, so this watch can’t report when it changes." in page.inner_text("main"), path
        assert page.evaluate(OVERFLOW) == 0, path
        assert broken_rules(page, path) == []


def test_notices_keep_what_they_told(server, shop, open_page):
    page = added(server, shop, open_page, "Use this list", DESK)
    token = token_of(server, "ada")
    assert call(server, token, "POST", "/api/v1/watches", {"board": "things"})[0] == 201
    read_again(server, token, shop, lambda n: lamps(200 + n), 0)
    until(lambda: call(server, token, "GET", "/api/v1/notices")[1]["notices"], server.log)
    page.goto(f"{server.url}/notices")
    assert "Views" in page.inner_text("main")
    assert is_offered(page, server)
    page.click("button:has-text('Ignore them')")
    page.wait_for_selector(".moving", state="detached", timeout=PATIENCE * 1000)
    page.goto(f"{server.url}/notices")
    assert "Views" in page.inner_text("main")
    page.goto(f"{server.url}/boards/things/changes")
    assert "Views" in page.inner_text("main")


def test_paragraphs_that_move_are_left_out(server, shop, open_page):
    shop.answers("/page", a_file(words(4711)))
    page = added(server, shop, open_page, "Use the text", java_script_enabled=False)
    token = token_of(server, "ada")
    read_again(server, token, shop, lambda n: words(4711 + n), 0)
    page.goto(f"{server.url}/boards/things/health")
    assert "“Visitors so far today:”" in page.inner_text(".moving")
    page.click("button:has-text('Ignore them')")
    page.wait_for_selector("h1:has-text('Things') >> nth=0", timeout=PATIENCE * 1000)
    assert "lacks: ['Visitors so far today:']" in (server.data / "boards" / "things" / "board.yaml").read_text()
    until(
        lambda: call(server, token, "GET", "/api/v1/boards/things")[1]["records"] == 2,
        server.log,
        meanwhile=lambda: call(server, token, "POST", "/api/v1/boards/things/refresh"),
    )
    before = len(changes(server, token))
    read_again(server, token, shop, lambda n: words(9000 + n, "June"), before)
    assert "900" not in str(changes(server, token))
    assert page.locator(".moving").count() == 0
