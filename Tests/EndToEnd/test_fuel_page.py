"""The fuel board in a real browser, on the sample metro: fuels, places, positions granted and refused, order, favourites, settings, a station's sheet."""

import json
import re
import urllib.parse

import pytest

from conftest import DESK, NARROW_PHONE, OUT_OF_REACH, PHONE, redrawn
from test_accessibility import broken_rules
from test_app import wait_for_worker, wait_until_kept
from test_fuel_map import load_all, metro

PERTH = {"latitude": -31.9523, "longitude": 115.8613}
BERLIN = {"latitude": 52.52, "longitude": 13.405}


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """A demo that has read its sample metro."""
    server = metro(tmp_path_factory, {})
    yield server
    server.kill()


@pytest.fixture
def fuel(demo, open_page):
    def opened(query: str = "", viewport=PHONE, **options):
        return open_page(f"{demo.url}/boards/fuel{query}", viewport, **options)

    return opened


def prices(page) -> list[float]:
    return [float(text) for text in page.locator(".station[data-price]").evaluate_all("rows => rows.map((row) => row.dataset.price)")]


def are_in_order(page) -> bool:
    """Prices that everyone can pay come before those for members."""
    rows = page.locator(".station[data-price]").evaluate_all(
        "rows => rows.map((row) => [row.querySelector('.station-members') !== null, Number(row.dataset.price)])"
    )
    return rows == sorted(rows)


def metres(page) -> list[int]:
    return [int(text) for text in page.locator(".station[data-metres]").evaluate_all("rows => rows.map((row) => row.dataset.metres)")]


def parts(page) -> dict[str, str]:
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page.url).query))


@pytest.mark.parametrize("viewport", [NARROW_PHONE, PHONE, DESK])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_stations_are_listed_by_price_and_fit_the_screen(fuel, viewport, scheme):
    page = fuel("", viewport, color_scheme=scheme)
    # The page begins with forty and loads more while scrolling.
    assert len(prices(page)) >= 40
    load_all(page)
    listed = prices(page)
    assert len(listed) >= 300
    assert are_in_order(page)
    # Which prices count is said once, not in each row.
    assert page.locator(".stations-count .station-unit").text_content() == "c/L"
    assert page.locator(".station-away").count() == 0
    assert page.locator("[name=fuel]:checked").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    # In one look, because a reading replaces the list.
    heights = "[...document.querySelectorAll('.station-link, .station-star')].map((target) => target.getBoundingClientRect().height)"
    assert min(page.evaluate(heights)) >= 44


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_on_a_phone_the_answer_comes_first_and_the_rows_soon_after_it(fuel, language):
    page = fuel(f"?near=-31.952,115.861&lang={language}")
    page.wait_for_selector("[data-reading]", state="detached")
    answer = page.locator("#stations-cheapest")
    name, price = answer.locator("bdi").inner_text(), answer.locator("strong .figures").inner_text()
    cheapest = page.locator(".station").filter(has=page.locator(f".station-name bdi:text-is({json.dumps(name)})")).first
    assert price == cheapest.locator(".station-amount").inner_text(), "as the list has it"
    assert re.search(r"\d", answer.locator(".stations-cheapest-facts").inner_text()), "how far it is, and what it costs tomorrow"
    assert answer.bounding_box()["y"] < 120
    # One row of controls, one with the order and the map, then stations.
    tops = [page.locator(f".stations-controls > {one}").bounding_box()["y"] for one in ("use-position", "#stations-fuel", "#stations-where")]
    assert max(tops) - min(tops) < 8, tops
    assert page.locator("[data-view=map]").bounding_box()["y"] == pytest.approx(page.locator("#order-price").bounding_box()["y"], abs=2)
    assert page.locator("[data-stations-map]").is_hidden()
    assert page.locator(".station-link").first.bounding_box()["y"] < PHONE["height"] * 0.6
    assert page.locator("#stations-favourites span").count() == 1


@pytest.mark.parametrize("language", ["en", "de", "es", "ar"])
def test_on_a_phone_no_order_is_cut_off(fuel, language):
    page = fuel("?order=worth", locale=language)
    assert page.locator(".segments").evaluate("it => it.scrollWidth - it.clientWidth") == 0


# The words of the tabs that are on more than one line.
BROKEN_WORDS = """links => links.flatMap(link => {
    const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
    const broken = [];
    while (text.nextNode()) {
        for (const word of text.currentNode.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(text.currentNode, word.index);
            range.setEnd(text.currentNode, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) broken.push(word[0]);
        }
    }
    return broken;
})"""


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "pl", "ar", "ja"])
def test_on_a_phone_no_tab_breaks_inside_a_word(fuel, language):
    """The German name of the distance was on two lines, "Entfernun" and "g"."""
    page = fuel("?near=-31.952,115.861", locale=language)
    assert page.locator(".segments a, .stations-orders .chip-link, .main-ways a").evaluate_all(BROKEN_WORDS) == []


def test_on_a_phone_the_map_is_a_tab(fuel):
    page = fuel()
    page.click("[data-view=map]")
    page.wait_for_selector("stations-map.is-live [data-pin]", state="attached")
    assert page.locator("[data-stations-map]").bounding_box()["height"] > 400
    assert page.locator(".station").first.is_hidden()
    page.click("[data-view=map]")
    page.wait_for_selector(".station-link:visible")
    assert page.locator("[data-stations-map]").is_hidden()
    page.set_viewport_size(DESK)
    page.wait_for_selector("stations-map.is-live [data-pin]", state="attached")
    assert page.locator("[data-view=map]").is_hidden()
    assert page.locator(".station").first.is_visible()


def test_the_answer_opens_its_station_over_the_page(fuel):
    page = fuel()
    page.click("#stations-cheapest")
    page.wait_for_selector(f".sheet .detail-name:has-text({json.dumps(page.locator('#stations-cheapest bdi').inner_text())})")
    assert page.locator(".sheet .detail-way").is_hidden()
    assert page.locator(".sheet .sheet-close").count() == 1


def test_a_granted_position_goes_into_the_address_alone_and_the_list_is_about_it(fuel):
    page = fuel("", geolocation=PERTH, permissions=["geolocation"])
    assert "near" not in page.url
    assert page.locator("[data-metres]").count() == 0
    page.click("[data-locate]")
    page.wait_for_url(re.compile("near="))
    assert parts(page)["near"] == "-31.952,115.861"
    page.wait_for_selector(".stations-where:has-text('Distances are from your position, near')")
    assert metres(page)
    assert max(metres(page)) <= 10_000
    assert are_in_order(page)
    page.click("#order-distance")
    page.wait_for_url(re.compile("order=distance"))
    assert metres(page) == sorted(metres(page))
    page.click(".stations-where a:has-text('Stop using it')")
    page.wait_for_selector(".stations-where", state="detached")
    assert "near" not in page.url


def test_a_position_is_never_asked_for_unless_the_button_is_pressed(fuel):
    page = fuel()
    page.add_init_script("window.asked = 0; navigator.geolocation.getCurrentPosition = () => { window.asked += 1; };")
    page.reload()
    page.wait_for_selector("[data-locate]:visible")
    assert page.evaluate("window.asked") == 0
    page.click("[data-locate]")
    assert page.evaluate("window.asked") == 1


REASONS = {1: "You haven’t shared your position.", 2: "Your device can’t find its position", 3: "Finding your position took too long"}


@pytest.mark.parametrize("code", sorted(REASONS))
def test_why_there_is_no_position_is_said_and_blocks_nothing(fuel, code):
    page = fuel()
    page.add_init_script(f"navigator.geolocation.getCurrentPosition = (found, failed) => failed({{ code: {code} }});")
    page.reload()
    page.click("[data-locate]")
    page.wait_for_selector(f"[data-said]:has-text('{REASONS[code]}')")
    assert page.locator("[data-locate]").is_enabled()
    assert len(prices(page)) >= 40
    page.click("#stations-where summary")
    page.fill("#stations-place", page.locator("#stations-suburbs option").first.get_attribute("value"))
    page.press("#stations-place", "Enter")
    page.wait_for_selector(".stations-where:has-text('Stations within 5 km of')")


def test_a_browser_that_refuses_says_so_in_a_sentence(fuel):
    page = fuel("", permissions=[])
    page.click("[data-locate]")
    page.wait_for_selector("[data-said]:has-text('You haven’t shared your position.')")


def test_without_a_secure_address_or_without_any_position_the_button_says_so(fuel):
    page = fuel()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });")
    page.reload()
    page.click("[data-locate]")
    page.wait_for_selector("[data-said]:has-text('only with secure pages (https)')")


def test_somebody_in_another_country_is_told_and_sees_prices_without_distances(fuel):
    page = fuel("", geolocation=BERLIN, permissions=["geolocation"])
    page.click("[data-locate]")
    page.wait_for_selector("[data-problem]:has-text('The nearest station is')")
    assert metres(page) == []
    assert len(prices(page)) >= 40


def test_a_place_that_is_typed_overrides_the_position_and_one_that_is_not_known_is_said(fuel):
    page = fuel("?near=-31.952,115.861")
    suburb = page.locator("#stations-suburbs option").last.get_attribute("value")
    page.click("#stations-where summary")
    page.fill("#stations-place", suburb)
    page.click("#stations-place + button")
    page.wait_for_selector(f".stations-where:has-text('Stations within 5 km of {suburb}')")
    assert parts(page)["near"] == "-31.952,115.861"
    assert page.locator(".stations-where p").count() == 2
    assert page.locator("#stations-where .stations-chosen").inner_text() == suburb
    page.click("#stations-where summary")
    page.fill("#stations-place", suburb[:-1] + "qx")
    page.click("#stations-place + button")
    page.wait_for_selector("[data-problem]:has-text('Tidings doesn’t know the suburb or postcode')")
    assert prices(page)
    page.click(f"[data-problem] a:has-text('{suburb}')")
    page.wait_for_selector(f".stations-where:has-text('{suburb}')")
    assert page.locator(".station-away").first.inner_text() != "c/L"  # The position is still there.


def test_another_fuel_is_two_taps_away_and_exactly_one_is_chosen(fuel):
    page = fuel("?order=price")
    before = prices(page)
    page.click("#stations-fuel summary")
    other = page.locator("label.chip:has([name=fuel]):not(:has(:checked))").first
    other.click()
    page.wait_for_url(re.compile("fuel="))
    page.wait_for_selector(".station")
    assert page.locator("[name=fuel]:checked").count() == 1
    assert parts(page)["order"] == "price"
    assert prices(page) != before


def test_a_fuel_that_nobody_asked_for_before_has_its_map_without_a_reload_and_is_named_in_the_row(fuel):
    page = fuel("?fuel=gas")
    page.wait_for_selector(".station")
    page.click("[data-view=map]")
    page.wait_for_selector("stations-map.is-live [data-pin]", state="attached")
    assert page.locator("#stations-fuel .stations-chosen").inner_text() == "LPG"
    assert "LPG" in page.title()
    assert "LPG" in page.locator("h1").inner_text()


def test_a_place_that_is_not_known_is_said_above_the_fold_and_a_postcode_is_known(fuel):
    page = fuel("?place=Atlantis")
    said = page.locator("[data-problem]").bounding_box()
    assert said["y"] + said["height"] < page.locator(".stations-list").bounding_box()["y"]
    assert said["y"] < PHONE["height"] / 2
    page.fill("#stations-place", "6008")
    page.press("#stations-place", "Enter")
    page.wait_for_selector(".stations-where:has-text('6008 Subiaco')")


def test_worth_the_drive_says_what_it_saves_against_the_nearest(fuel):
    # A radius whose rows are all on the first page: how many rows of a larger one come before the nearest depends on the day's prices.
    page = fuel("?near=-31.952,115.861&order=worth&radius=3")
    page.wait_for_selector(".stations-order-note:has-text('compared with the nearest')")
    assert page.locator(".station-worth:has-text('nearest to you')").count() >= 1
    assert page.locator(".station-worth:has-text('worth it if')").count() > 10


def test_rows_that_are_scrolled_to_do_not_end_a_search_under_way(fuel):
    page = fuel("")
    page.click("#stations-more summary")
    held = []
    page.route(lambda address: "q=" in address, lambda route: held.append(route), times=1)
    with page.expect_request(lambda request: "q=" in request.url):
        page.fill("[data-query]", "e")  # It occurs in nearly every row, so the end of the list is as far away as before.
    page.locator("[data-pager]").scroll_into_view_if_needed()
    redrawn(page)
    held[0].continue_()
    page.wait_for_function("() => / of /.test(document.querySelector('[data-count]').textContent)")
    count = page.locator("[data-count]").text_content()
    found = page.evaluate("fetch('/api/v1/boards/fuel/stations?q=e').then((answer) => answer.json())")
    assert count.startswith(f"{found['total']} of "), count


def test_a_list_whose_parts_do_not_come_goes_on(fuel, console):
    console.expected.append("status of 503")
    page = fuel("")
    first = page.locator("[data-station]").count()
    page.click("#stations-more summary")
    page.route(lambda address: "q=" in address, lambda route: route.fulfill(status=503), times=1)
    with page.expect_response(lambda response: "q=" in response.url and response.status == 503):
        page.fill("[data-query]", "e")
    # The current list continues to load as it was.
    page.evaluate("() => document.querySelector('[data-pager]').scrollIntoView()")
    page.wait_for_function("(first) => document.querySelectorAll('[data-station]').length > first", arg=first)
    page.goto(page.url)
    page.route(lambda address: "rows=" in address, lambda route: route.fulfill(status=503), times=1)
    with page.expect_response(lambda response: "rows=" in response.url and response.status == 503):
        page.evaluate("() => document.querySelector('[data-pager]').scrollIntoView()")
    page.click("[data-pager] [rel=next]")
    page.wait_for_url(re.compile("from="))
    assert page.locator("[data-station]").count() > 0


def test_typing_finds_and_a_brand_and_a_radius_are_filters(fuel):
    page = fuel("?near=-31.952,115.861")
    total = page.locator(".station").count()
    page.click("#stations-more summary")
    brand = page.locator(".stations-choice [name=brand] option").nth(1).get_attribute("value")
    page.fill("[data-query]", brand)
    page.wait_for_function("(total) => document.querySelectorAll('.station:not([hidden])').length < total", arg=total)
    page.fill("[data-query]", "")
    page.wait_for_function("(total) => document.querySelectorAll('.station:not([hidden])').length === total", arg=total)
    # For typed text the request waits until the person has finished; a choice is sent at once.
    page.select_option("select[name=radius]", "2")
    page.click("[data-apply]")
    page.wait_for_url(re.compile("radius=2"))
    assert all(one <= 2000 for one in metres(page))
    page.select_option("select[name=brand]", brand)
    page.wait_for_url(re.compile("brand="))
    assert page.locator("select[name=radius]").input_value() == "2"


def test_buttons_work_when_a_search_leaves_no_further_rows(fuel):
    page = fuel("?near=-31.952,115.861")
    page.click("#stations-more summary")
    brand = page.locator(".stations-choice [name=brand] option").nth(1).get_attribute("value")
    with page.expect_response(lambda response: "q=" in response.url):
        page.fill("[data-query]", brand)
    page.wait_for_selector("[data-pager]", state="detached")
    star = page.locator(".station-star:visible").first
    star.click()
    page.wait_for_selector(f".station-star[value='{star.get_attribute('value')}'][aria-pressed=true]")
    page.click("[data-apply]")
    page.wait_for_url(re.compile("q="))


def test_a_favourite_stands_first_and_survives_a_reload_for_a_stranger(fuel):
    page = fuel()
    last = page.locator(".station-star").last
    code = last.get_attribute("value")
    last.click()
    page.wait_for_selector(f".station-star[value='{code}'][aria-pressed=true]")
    assert "/favourites" not in page.url
    page.reload()
    assert page.locator(".station").first.get_attribute("data-station") == code
    page.click("#stations-favourites")
    page.wait_for_url(re.compile("favourites=yes"))
    assert page.locator(".station").count() == 1


def test_without_a_script_everything_goes_by_forms(fuel, demo, console):
    console.expected.append("status of 422")
    page = fuel("", java_script_enabled=False)
    code = page.locator(".station-star").last.get_attribute("value")
    page.locator(".station-star").last.click()
    page.wait_for_load_state()
    assert page.locator(".station").first.get_attribute("data-station") == code
    page.locator(".station-link").first.click()
    page.wait_for_selector(".station-detail")
    assert page.url.startswith(f"{demo.url}/boards/fuel/stations/{code}")
    page.goto(f"{demo.url}/boards/fuel/settings")
    page.check("[name=fuel] >> nth=2", force=True)
    page.fill("[name=tank]", "65,5")
    page.select_option("form.form [name=order]", "worth")
    page.click("form.form button:has-text('Save')")
    page.wait_for_selector(".stations")
    assert page.locator("[name=fuel] >> nth=2").is_checked()
    page.goto(f"{demo.url}/boards/fuel/settings")
    assert page.locator("[name=tank]").input_value() == "65.5"
    page.fill("[name=tank]", "9000")
    page.click("form.form button:has-text('Save')")
    page.wait_for_selector("[role=alert]:has-text('Enter 5 to 300 litres.')")


def test_a_place_of_ones_own_is_where_distances_count_from(fuel, demo):
    page = fuel("", geolocation=PERTH, permissions=["geolocation"])
    page.click("#stations-more summary")
    page.click("#stations-settings")
    page.wait_for_selector("dialog .station-saved")
    page.fill("dialog .station-saved [name=name]", "Home")
    page.click("dialog [data-locate]")
    page.wait_for_function("document.querySelector('dialog [name=where]').value === '-31.952,115.861'")
    page.click("dialog button:has-text('Add place')")
    page.wait_for_selector("dialog .station-places li:has-text('Home')")  # The sheet stays.
    page.goto(f"{demo.url}/boards/fuel")
    page.wait_for_selector(".stations-where:has-text('Distances are from Home')")
    assert page.locator(".chip-link[aria-current]").text_content() == "Home"
    page.click(".stations-where a:has-text('Without')")
    page.wait_for_selector(".stations-where", state="detached")


def test_a_discount_for_a_brand_is_taken_off_and_the_pumps_price_is_said(fuel, demo):
    page = fuel()
    brand = page.locator(".stations-choice [name=brand] option").nth(1).get_attribute("value")
    page.goto(f"{demo.url}/boards/fuel/settings")
    page.click(".station-discounts summary")
    page.fill(f"[name='discount-{brand}']", "4")
    page.click("form.form > button")
    page.wait_for_selector(".station-pump")
    page.goto(f"{demo.url}/boards/fuel?brand={urllib.parse.quote(brand)}")
    assert page.locator(".station-pump").count() == page.locator(".station").count()


def test_a_station_opens_as_a_sheet_with_what_can_be_done_and_back_leads_to_its_row(demo, fuel):
    page = fuel()
    links = page.locator(".station-link")
    # Which stations are first depends on the day's prices, and not all of them have a telephone.
    pages = {row: page.request.get(demo.url + links.nth(row).get_attribute("href")).text() for row in range(5, 15)}
    row = next(row for row, text in pages.items() if "tel:" in text)
    name = page.locator(".station-name").nth(row).inner_text()
    links.nth(row).click()
    page.wait_for_selector(f"dialog .detail-name:has-text({name!r})")
    sheet = page.locator("dialog")
    assert sheet.locator("a[href^='tel:']").count() >= 1
    assert sheet.locator("a[href*='openstreetmap.org/directions']").count() == 1
    assert "Valid until" in sheet.inner_text()
    sheet.locator(".station-star").click()
    page.wait_for_selector("dialog .station-star[aria-pressed=true]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.locator(".station").nth(row).locator(".station-star").get_attribute("aria-pressed") == "true"
    assert page.evaluate("document.activeElement.className") == "station-link"


def test_offline_the_last_prices_are_there_with_their_age(demo, fuel, console):
    console.expected += OUT_OF_REACH
    page = fuel(service_workers="allow")
    wait_for_worker(page)
    page.reload()
    shown = prices(page)
    wait_until_kept(page, "/boards/fuel", "station-name")
    page.context.set_offline(True)
    demo_was = page.url
    page.goto(demo_was)
    page.wait_for_selector("offline-banner:not([hidden])")
    assert prices(page) == shown
    page.context.set_offline(False)


def test_the_first_page_says_what_is_cheapest_now(demo, open_page):
    page = open_page(demo.url)
    assert re.search(r"\d+\.\d\s*c/L", page.locator(".tile:has-text('cheapest now')").inner_text())


def test_from_the_right_everything_is_the_other_way_round(fuel):
    page = fuel("?lang=ar-XB&near=-31.952,115.861", PHONE)
    assert page.evaluate("document.dir") == "rtl"
    price, star = page.locator(".station-price").first.bounding_box(), page.locator(".station-star").first.bounding_box()
    assert price["x"] > star["x"]
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_programs_are_told_the_same(demo):
    status, _, text = demo.get("/api/v1/boards/fuel/stations?near=-31.952,115.861&order=distance&radius=10")
    assert status == 200
    answer = json.loads(text)
    distances = [station["metres"] for station in answer["stations"]]
    assert distances
    assert distances == sorted(distances)
    assert answer["unit"] == "c/L"
    assert all(station["now"]["until"] for station in answer["stations"] if station["now"])
    assert demo.get("/api/v1/boards/fuel/stations?near=north")[0] == 400
    assert demo.get("/api/v1/boards/fuel/stations?fuel=kerosene")[0] == 422
    assert demo.get("/api/v1/boards/fuel/stations?place=Atlantis")[0] == 422
    assert demo.get("/api/v1/boards/contacts/stations")[0] == 404


# Four hundred rows are alike, and so are their pins.
FEW = "for (const kind of ['.station', '.map-pin']) [...document.querySelectorAll(kind)].slice(12).forEach((one) => one.remove())"


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_no_page_of_stations_breaks_a_rule_of_accessibility(demo, open_page, console, viewport):
    console.expected += ["Applying inline style"]  # axe tries its own styles.
    page = open_page(demo.url, viewport, reduced_motion="reduce")
    broken = []
    for path in ("", "?near=-31.952,115.861&order=worth&radius=5&brand=BP", "?near=52.5,13.4", "?place=Nowhereville", "/settings"):
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.goto(f"{demo.url}/boards/fuel{path}")
        page.evaluate("document.querySelectorAll('main details').forEach((part) => { part.open = true; })")
        page.evaluate(FEW)
        broken += broken_rules(page, path)
    page.goto(f"{demo.url}/boards/fuel")
    page.evaluate(FEW)
    page.locator(".station-link").first.click()
    page.wait_for_selector("dialog .station-detail")
    broken += broken_rules(page, "a sheet")
    assert broken == [], "\n".join(broken)
