"""A board of the view `table` in a real browser: sorted by its columns, searched, paged, with recent changes marked."""

import contextlib

import pytest

import market
from conftest import DESK, NARROW_PHONE, PHONE, Server, pulled
from publisher import Publisher
from test_contacts_page import refresh_until

OFF = "visa=http://127.0.0.1:9/none.pdf", "contacts=http://127.0.0.1:9/none.xml"


@pytest.fixture(scope="module")
def stalls(tmp_path_factory):
    """A server that has read the prices of 150 goods, for tests that only read."""
    publisher = Publisher()
    with market_of(tmp_path_factory.mktemp("stalls"), publisher) as server:
        yield server
    publisher.close()


@contextlib.contextmanager
def market_of(folder, publisher):
    market.publish(publisher, market.goods(150))
    sources = [word for source in OFF for word in ("--source", source)]
    server = Server(folder, (*sources, "--allow-hosts", publisher.host), {})
    market.declare(server.data, publisher)
    try:
        server.start()
        server.wait_until_read("market")
        yield server
    finally:
        server.kill()


def column(page, name: str) -> list[str]:
    """The text of a column, by its heading's id."""
    script = """(name) => {
      const place = [...document.querySelectorAll(".table thead th")].findIndex((head) => head.querySelector(`#sort-${name}`));
      return [...document.querySelectorAll(".table tbody tr")].map((row) => row.children[place].innerText);
    }"""
    return page.evaluate(script, name)


def wait_for_order(page, name: str, order: str) -> None:
    page.wait_for_selector(f"th[aria-sort={order}] #sort-{name}")


def euros(texts: list[str]) -> list[float | None]:
    return [None if text == "–" else float(text.removeprefix("€")) for text in texts]


def test_a_head_sorts_and_sorts_back_and_a_search_and_the_pages_keep_the_order(stalls, open_page):
    page = open_page(f"{stalls.url}/boards/market", DESK)
    assert page.locator(".table thead th").all_inner_texts() == [
        "Good", "Stall", "Price", "In stock", "Harvested", "Opens", "Keeps", "Organic", "Telephone", "Page", "Note"
    ]  # fmt: skip
    assert page.locator(".table caption").inner_text() == "Market prices"
    published = column(page, "good")
    page.click("#sort-price")
    wait_for_order(page, "price", "ascending")
    assert page.evaluate("document.activeElement.id") == "sort-price", "the keyboard stays where it was"
    prices = euros(column(page, "price"))
    assert prices == sorted(prices)
    assert len(prices) == 100
    page.click("#sort-price")
    wait_for_order(page, "price", "descending")
    prices = euros(column(page, "price"))
    assert prices == sorted(prices, reverse=True)
    assert page.url.endswith("?sort=-price")

    page.click(".pager [rel=next]")
    page.wait_for_selector(".pager [rel=prev]")
    rest = euros(column(page, "price"))
    assert rest[-15:] == [None] * 15, "what is absent comes last"
    assert prices[-1] >= rest[0]
    page.go_back()
    page.wait_for_selector(".pager:not(:has([rel=prev]))")
    assert euros(column(page, "price")) == prices

    page.fill("[data-query]", "HONEY coop")
    page.wait_for_selector("[data-count]:has-text('18 of 150 rows')")
    assert all(name.startswith("Honey") for name in column(page, "good"))
    assert "sort=-price" in page.url
    assert "q=HONEY+coop" in page.url
    page.reload()
    assert page.locator("[data-count]").inner_text() == "18 of 150 rows"
    page.fill("[data-query]", "")
    page.click(".list-order")
    page.wait_for_selector(".table:not(:has([aria-sort]))")
    assert column(page, "good") == published


def test_a_row_opens_as_a_sheet_over_the_table_which_stays_as_it_was(stalls, open_page):
    page = open_page(f"{stalls.url}/boards/market?sort=-weight", PHONE)
    first = column(page, "good")[0]
    page.click(".table tbody th a >> nth=0")
    page.wait_for_selector(".sheet .detail:not(.is-waiting)")
    assert page.locator(".sheet h1").inner_text() == first
    page.keyboard.press("Escape")
    page.wait_for_selector(".sheet", state="detached")
    assert page.url.endswith("/boards/market?sort=-weight")
    assert column(page, "good")[0] == first


def test_without_scripts_heads_search_and_pages_are_links_and_a_form(stalls, open_page):
    page = open_page(f"{stalls.url}/boards/market", PHONE, java_script_enabled=False)
    page.click("#sort-price")
    assert page.locator("th[aria-sort=ascending] #sort-price").count() == 1
    page.fill("[data-query]", "honey")
    page.press("[data-query]", "Enter")
    assert page.url.endswith("?q=honey&sort=price")
    assert page.locator("[data-count]").inner_text() == "18 of 150 rows"
    page.goto(f"{stalls.url}/boards/market")
    page.click(".pager [rel=next]")
    assert page.locator(".table tbody tr").count() == 50
    page.click(".table tbody th a >> nth=0")
    assert page.locator("h1").inner_text().endswith(" 101")


@pytest.mark.parametrize("viewport", [NARROW_PHONE, PHONE])
@pytest.mark.parametrize("locale", ["en-GB", "ar"])
def test_on_a_phone_the_box_scrolls_and_not_the_page_and_names_and_heads_stay(stalls, open_page, viewport, locale):
    page = open_page(f"{stalls.url}/boards/market", viewport, locale=locale)
    page.locator(".table-box").scroll_into_view_if_needed()

    def place(selector: str) -> dict:
        return page.locator(selector).bounding_box()

    name, head, last = place(".table tbody tr:last-child th"), place(".table thead th >> nth=0"), place(".table thead th >> nth=-1")
    page.evaluate("document.querySelector('.table-box').scrollBy(document.dir === 'rtl' ? -5000 : 5000, 200)")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert abs(place(".table tbody tr:last-child th")["x"] - name["x"]) < 1, "the names of rows stay"
    now = place(".table thead th >> nth=0")
    assert all(abs(now[side] - head[side]) < 1 for side in head), "the heads of columns stay"
    box, moved = place(".table-box"), place(".table thead th >> nth=-1")
    assert moved["x"] != last["x"]
    assert moved["x"] >= box["x"]
    assert moved["x"] + moved["width"] <= box["x"] + box["width"] + 1


def test_a_finger_that_scrolls_the_box_back_does_not_refresh(stalls, open_page):
    page = open_page(f"{stalls.url}/boards/market", PHONE)
    box = page.locator(".table-box")
    place = box.bounding_box()
    spot = place["x"] + place["width"] / 2, place["y"] + 60
    box.evaluate("(box) => box.scrollTo(0, 400)")
    assert not pulled(page, *spot)
    page.wait_for_function("() => document.querySelector('.table-box').scrollTop < 400")
    box.evaluate("(box) => box.scrollTo(0, 0)")
    assert pulled(page, *spot)


def test_what_the_keyboard_comes_to_is_not_under_what_stays(stalls, open_page):
    page = open_page(f"{stalls.url}/boards/market", DESK)
    page.focus(".table tbody tr:nth-child(20) th a")
    for _ in range(45):
        page.keyboard.press("Shift+Tab")
        # The middle of the focused element belongs to that element, and nothing covers it.
        seen = page.evaluate("""() => {
          const { x, y, width, height } = document.activeElement.getBoundingClientRect();
          return document.activeElement.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }""")
        assert seen, page.evaluate("document.activeElement.outerHTML")


def test_what_changes_during_a_search_does_not_end_it(stalls, open_page):
    page = open_page(f"{stalls.url}/boards/market?sort=stall", DESK)
    held = []
    page.route(lambda address: "q=quinces" in address, lambda route: held.append(route))
    with page.expect_request(lambda request: "q=quinces" in request.url):
        page.fill("[data-query]", "quinces")
    with page.expect_request(lambda request: "/boards/market" in request.url):
        page.evaluate("document.dispatchEvent(new CustomEvent('list-changed'))")
    for route in held:
        route.continue_()
    page.unroute_all()
    page.wait_for_function("() => new URL(location).searchParams.get('q') === 'quinces'")
    assert all("quinces" in good.lower() for good in page.locator(".table tbody th").all_inner_texts())


@pytest.fixture
def changing(tmp_path, publisher):
    """A separate server for a test that publishes other goods."""
    with market_of(tmp_path, publisher) as server:
        yield server


def test_what_changes_comes_in_by_itself_and_says_what_it_was(changing, publisher, open_page):
    page = open_page(f"{changing.url}/boards/market?sort=stall", PHONE)
    page.evaluate("document.querySelector('.table-box').scrollTo(120, 0)")
    goods = market.goods(150)
    goods[3]["price"] = "99.90"
    goods.append(goods[4] | {"good": "Quinces 151"})
    market.publish(publisher, goods)
    refresh_until(page, lambda: page.locator(".is-news:has-text('Changed')").count())
    row = page.locator(".is-news", has_text="Élan butter 4")
    assert row.locator("ins").all_inner_texts() == ["€99.90"]
    assert row.locator("del").all_inner_texts() == ["€14.80"]
    assert page.evaluate("document.querySelector('.table-box').scrollLeft") == 120
    assert page.locator("[data-count]").inner_text() == "151 rows"
    assert page.locator("th[aria-sort=ascending] #sort-stall").count() == 1
    page.fill("[data-query]", "quinces")
    page.wait_for_selector(".is-news:has-text('New')")
    assert page.locator(".table tbody tr").count() == 1


def test_a_column_that_is_not_there_is_refused_and_the_data_are_those_of_any_board(stalls):
    status, _, text = stalls.get("/boards/market?sort=nothing")
    assert status == 400
    assert "This board has no column “nothing” to sort by." in text
    assert stalls.get("/boards/market.csv")[2].splitlines()[1].startswith("Brussels sprouts 1,Öz Market Garden,3.70 EUR,7.5,2026-02-02")
    assert '"good":"Brussels sprouts 1"' in stalls.get("/api/v1/boards/market/records?limit=1")[2]
