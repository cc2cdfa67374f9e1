"""The map of the fuel board in a real browser: drawn and on tiles, in step with the list, by keyboard, offline, without a script; prices by day."""

import re

import pytest

from conftest import DESK, NARROW_PHONE, OUT_OF_REACH, PHONE, Server, pulled, until
from test_app import wait_for_worker, wait_until_kept
from tiles import TilePublisher

NEAR = "?near=-31.952,115.861"


@pytest.fixture(scope="module")
def tiles():
    publisher = TilePublisher()
    yield publisher
    publisher.close()


def metro(tmp_path_factory, settings: dict[str, str]) -> Server:
    # The other boards of a demo would take half the time.
    server = Server(tmp_path_factory.mktemp("metro"), ("--demo",), settings=settings | {"TIDINGS_BOARDS_OFF": "guide,visa"})
    server.start()
    # Its past exists from the start; yesterday, today and tomorrow are read then, and the last reading is news.
    server.wait_until_all_read("fuel", feeds=3)
    return server


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """A demo without a street map."""
    server = metro(tmp_path_factory, {})
    yield server
    server.kill()


@pytest.fixture(scope="module")
def street(tmp_path_factory, tiles):
    """A demo with tiles from a local publisher."""
    server = metro(tmp_path_factory, tiles.settings)
    yield server
    server.kill()


@pytest.fixture
def open_map(open_page, tiles):
    def opened(server, query: str = NEAR, viewport=DESK, **options):
        tiles.is_down = False
        tiles.asked.clear()
        page = open_page(f"{server.url}/boards/fuel{query}", viewport, **options)
        if options.get("java_script_enabled", True):
            if viewport["width"] < 1024:
                page.click("[data-view=map]")
            page.wait_for_selector(".map.is-live")
            page.wait_for_selector(".map-pin[style]", state="attached")
        return page

    return opened


def pins(page) -> list[str]:
    return page.locator(".map-pin").evaluate_all("pins => pins.map((pin) => pin.dataset.pin)")


def rows(page) -> list[str]:
    return page.locator("[data-rows] [data-station][data-position]:not([hidden])").evaluate_all("rows => rows.map((row) => row.dataset.station)")


SPOT = "const spot = (code) => document.querySelector(`[data-pin='${code}']`).style.transform.match(/-?[\\d.]+/g).map(Number);"


def spot(page, code: str) -> list[float]:
    """The position of a pin in the map, in pixels."""
    return page.evaluate(f"(code) => {{ {SPOT} return spot(code); }}", code)


def wait_for_spot(page, condition: str, *given: object) -> None:
    """`condition` uses `spot(code)` and `given`; movements are drawn in the next frame."""
    page.wait_for_function(f"(given) => {{ {SPOT} return {condition}; }}", arg=list(given))


def seen(page) -> list[str]:
    """Pins within the map."""
    return page.evaluate(
        """() => {
            const { clientWidth: width, clientHeight: height } = document.querySelector("[data-stage]");
            const isIn = ([x, y]) => x >= 0 && x <= width && y >= 0 && y <= height;
            return [...document.querySelectorAll("[data-pin]")]
                .filter(({ style }) => isIn(style.transform.match(/-?[\\d.]+/g).map(Number))).map((pin) => pin.dataset.pin);
        }""")


# Pins and rows


def load_all(page) -> None:
    """Rows load while scrolling; the map knows all stations from the start. On a phone it is a tab in place of the list."""
    is_map = page.locator(".shows-map").count() > 0
    if is_map:
        page.click("[data-view=map]")
    loaded = "document.querySelectorAll('[data-rows] [data-station]').length"
    while page.evaluate("() => document.querySelector('[data-pager]') !== null"):
        before = page.evaluate(loaded)
        # A running search may remove the pager at any moment. Rows get their height when they come into view, which moves it down.
        until(
            lambda: page.evaluate(f"(before) => {loaded} > before || !document.querySelector('[data-pager]')", before),
            meanwhile=lambda: page.evaluate("() => document.querySelector('[data-pager]')?.scrollIntoView()"))
    page.evaluate("scrollTo(0, 0)")
    if is_map:
        page.click("[data-view=map]")


def in_step(page) -> bool:
    """Whether the first pins are those of the loaded rows, in the same order."""
    listed = rows(page)
    return len(listed) >= 20 and pins(page)[: len(listed)] == listed


@pytest.mark.parametrize("viewport", [NARROW_PHONE, PHONE, DESK])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_row_has_its_pin_with_its_price_and_the_page_fits(drawn, open_map, viewport, scheme):
    page = open_map(drawn, NEAR, viewport, color_scheme=scheme)
    load_all(page)
    until(lambda: pins(page) == rows(page) and len(pins(page)) > 20, "a pin for each row")  # The last ones are drawn in the next frame.
    assert set(seen(page)) >= set(pins(page)[:10])
    shown = page.locator(".map-pin").evaluate_all("pins => pins.map((pin) => [pin.textContent, pin.ariaLabel, pin.matches('.is-dot:not([aria-current=true])')])")
    prices = page.locator("[data-rows] [data-position]").evaluate_all("rows => rows.map((row) => row.dataset.text)")
    assert [text for text, _, _ in shown] == ["" if is_dot else price for price, (_, _, is_dot) in zip(prices, shown)]
    assert all(label.endswith(f", {price}") for price, (_, label, _) in zip(prices, shown))
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert page.locator(".map-here-mark").count() == 1


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_the_drawn_map_has_the_coast_and_the_places_beside_it(drawn, open_map, script):
    page = open_map(drawn, "", java_script_enabled=script)
    wet = """(share) => {
        const water = document.querySelector(".map-ground .map-water");
        const { x, y, width, height } = water.ownerSVGElement.viewBox.baseVal;
        return water.isPointInFill(new DOMPoint(x + share * width, y + height / 2));
    }"""
    # The Indian Ocean in the west, Perth in the middle, the hills in the east.
    assert [page.locator("body").evaluate(f"(body, share) => ({wet})(share)", share) for share in (0.02, 0.6, 0.98)] == [True, False, False]
    assert page.locator(".map-place:visible, .map-place-name:visible").count() >= 3


def test_a_whole_metro_is_thinned_out_and_the_cheapest_keep_their_flags(drawn, open_map):
    page = open_map(drawn, "")
    flags = page.locator(".map-pin:not(.is-dot)")
    assert len(pins(page)) >= 300
    assert 10 <= flags.count() < 150
    boxes = flags.evaluate_all("pins => pins.map((pin) => pin.getBoundingClientRect().toJSON())")
    for index, one in enumerate(boxes):
        for other in boxes[index + 1 :]:
            apart = one["right"] <= other["left"] or other["right"] <= one["left"] or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]
            assert apart, (one, other)
    assert "is-dot" not in page.locator(f"[data-pin='{rows(page)[0]}']").get_attribute("class")  # The list is by price.
    before = flags.count()
    for _ in range(3):
        page.click("[data-tool=closer]")
    page.wait_for_function("(before) => document.querySelectorAll('.map-pin:not(.is-dot)').length > before", arg=before)


def test_what_the_search_hides_has_no_pin_and_comes_back(drawn, open_map):
    page = open_map(drawn)
    everything = pins(page)
    brand = page.locator(".station-name").first.inner_text().split()[0]
    page.click("#stations-more summary")
    with page.expect_response(lambda response: "q=" in response.url):  # The server finds rows that aren't loaded yet.
        page.fill("[data-query]", brand)
    page.wait_for_function("(all) => document.querySelectorAll('[data-pin]').length < all", arg=len(everything))
    load_all(page)
    assert pins(page) == rows(page)
    assert pins(page)
    page.fill("[data-query]", "no such station")
    page.wait_for_function("() => document.querySelectorAll('[data-pin]').length === 0")
    page.fill("[data-query]", "")
    page.wait_for_function("(all) => document.querySelectorAll('[data-pin]').length === all", arg=len(everything))


def test_a_pin_marks_its_row_and_a_row_its_pin(drawn, open_map):
    page = open_map(drawn)
    code = rows(page)[0]
    page.click(f"[data-pin='{code}']")
    page.wait_for_selector(f"#station-{code}[aria-current=true]")
    assert page.locator("[data-card]").inner_text().startswith(page.locator(f"#station-{code} .station-name").inner_text())
    other = rows(page)[3]
    page.hover(f"#station-{other}")
    page.wait_for_selector(f"[data-pin='{other}'][aria-current=true]")
    assert page.locator(".map-pin[aria-current]").count() == 1
    page.hover(f"[data-pin='{code}']")
    page.wait_for_selector(f"#station-{code}.is-on-map")


def test_a_pin_that_is_chosen_again_opens_its_station(drawn, open_map):
    page = open_map(drawn, NEAR, PHONE)
    code = pins(page)[0]
    page.tap(f"[data-pin='{code}']")
    page.wait_for_selector("[data-card]:not([hidden])")
    page.click("[data-card] a")
    page.wait_for_selector(f".sheet [data-station='{code}']")


# Moving it


def test_it_is_moved_by_pointer_wheel_and_buttons_and_a_drag_chooses_nothing(drawn, open_map):
    page = open_map(drawn)
    code = rows(page)[0]
    page.locator("[data-stage]").scroll_into_view_if_needed()
    x, y = spot(page, code)
    box = page.locator(f"[data-pin='{code}']").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 45, box["y"] + 65, steps=5)
    page.mouse.up()
    wait_for_spot(page, "Math.abs(spot(given[0])[0] - given[1] - 40) < 2", code, x)
    assert abs(spot(page, code)[1] - y - 60) < 2
    assert page.locator(".map-pin[aria-current]").count() == 0
    assert page.locator("[data-card]").is_hidden()
    scale = page.locator(".map-scale-bar").inner_text()
    # Turns of the wheel at the same moment count as one.
    until(lambda: page.locator(".map-scale-bar").inner_text() != scale, meanwhile=lambda: page.mouse.wheel(0, -240))
    page.click("[data-tool=all]")
    page.wait_for_function("(before) => document.querySelector('.map-scale-bar').textContent === before", arg=scale)
    assert set(seen(page)) >= set(pins(page)[:10])


def test_two_fingers_enlarge_it(drawn, open_map):
    page = open_map(drawn, NEAR, PHONE)
    page.locator("[data-stage]").scroll_into_view_if_needed()
    first, last = pins(page)[0], pins(page)[-1]
    apart = abs(spot(page, first)[0] - spot(page, last)[0]) + abs(spot(page, first)[1] - spot(page, last)[1])
    box = page.locator("[data-stage]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, reach: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x - reach, "y": y, "id": 0}, {"x": x + reach, "y": y, "id": 1}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 30)
    for reach in (35, 45, 60, 80):
        touch("touchMove", reach)
    touch("touchEnd", 0)
    wait_for_spot(
        page, "Math.abs(spot(given[0])[0] - spot(given[1])[0]) + Math.abs(spot(given[0])[1] - spot(given[1])[1]) > given[2] * 1.8", first, last, apart
    )


def test_a_finger_that_moves_the_map_does_not_refresh(drawn, open_map):
    page = open_map(drawn, NEAR, {"width": 390, "height": 1600})
    stage = page.locator("[data-stage]").bounding_box()
    assert not pulled(page, stage["x"] + stage["width"] / 2, stage["y"] + 40)
    assert pulled(page, 200, 20)


def test_by_keyboard_the_map_moves_and_arrow_keys_go_through_its_pins(drawn, open_map):
    page = open_map(drawn)
    page.focus(".map-skip")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.stage") == ""
    code = rows(page)[0]
    x, _ = spot(page, code)
    page.keyboard.press("ArrowRight")
    wait_for_spot(page, "spot(given[0])[0] < given[1] - 70", code, x)
    page.keyboard.press("+")
    page.keyboard.press("0")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.pin") == code
    page.keyboard.press("ArrowDown")
    second = rows(page)[1]
    page.wait_for_selector(f"#station-{second}[aria-current=true]")
    assert page.evaluate("document.activeElement.dataset.pin") == second
    page.keyboard.press("Tab")  # All pins together are one tab stop.
    assert page.evaluate("document.activeElement.dataset.tool") == "closer"
    page.focus(f"[data-pin='{second}']")
    page.keyboard.press("Enter")
    page.wait_for_selector(f".sheet [data-station='{second}']")


def test_a_link_leads_past_the_map(drawn, open_map):
    page = open_map(drawn)
    page.focus(".map-skip")
    page.wait_for_selector(".map-skip:visible")
    page.keyboard.press("Enter")
    page.wait_for_url("**#stations")


# Tiles


def wait_for_tiles(page) -> None:
    """All visible tiles."""
    page.wait_for_selector(".leaflet-tile-loaded")
    page.wait_for_function("() => !document.querySelector('.leaflet-tile:not(.leaflet-tile-loaded)')")


def test_tiles_are_asked_for_politely_and_their_makers_are_named(street, tiles, open_map, console):
    page = open_map(street)
    wait_for_tiles(page)
    assert page.locator("[data-credit]").inner_text() == "© OpenStreetMap contributors"
    assert page.locator("[data-credit] a").get_attribute("href") == "https://www.openstreetmap.org/copyright"
    assert in_step(page)
    assert set(seen(page)) >= set(pins(page)[:10])
    for path, headers in tiles.asked:
        assert re.fullmatch(r"/\d+/\d+/\d+\.png", path)
        assert headers["referer"] == street.url + "/"  # Neither the page nor the position.
        assert "no-cache" not in headers.get("cache-control", "")
    # The visible ones, and no others.
    assert len(tiles.asked) == page.locator(".leaflet-tile").count() <= 30
    assert len({path for path, _ in tiles.asked}) == len(tiles.asked)


def test_only_the_page_with_the_map_may_show_them(street, drawn, tiles):
    def headers(server, path):
        status, found, _ = server.get(path)
        assert status == 200
        return found

    page = headers(street, "/boards/fuel")
    assert page["content-security-policy"].endswith(f"img-src 'self' data: {tiles.origin}")
    assert page["referrer-policy"] == "strict-origin-when-cross-origin"
    for server, path in ((street, "/"), (street, "/boards/contacts"), (drawn, "/boards/fuel")):
        other = headers(server, path)
        assert other["content-security-policy"].endswith("img-src 'self' data:")
        assert other["referrer-policy"] == "same-origin"


def test_leaflet_is_served_as_our_own_files_are(street):
    page = street.get("/boards/fuel")[2]
    script = re.search(r'data-leaflet="([^"]+)"', page).group(1)
    style = re.search(r'data-leaflet-style="([^"]+)"', page).group(1)
    for path, kind in ((script, "text/javascript; charset=utf-8"), (style, "text/css; charset=utf-8")):
        status, headers, _ = street.get(path)
        assert status == 200
        assert headers["content-type"] == kind
        assert "immutable" in headers["cache-control"]
    assert "leaflet" not in street.get("/service-worker.js")[2]


def test_pins_stand_on_the_tile_that_holds_them(street, open_map):
    page = open_map(street)
    wait_for_tiles(page)
    # The pins are moved in the frame after the tiles.
    page.wait_for_function(
        """() => {
            const row = document.querySelector("[data-rows] [data-position]");
            const stage = document.querySelector("[data-stage]").getBoundingClientRect();
            const [left, top] = document.querySelector(`[data-pin="${row.dataset.station}"]`).style.transform.match(/-?[\\d.]+/g).map(Number);
            const pin = { left: stage.left + left, top: stage.top + top };
            const [latitude, longitude] = row.dataset.position.split(",").map(Number);
            return [...document.querySelectorAll(".leaflet-tile")].filter((tile) => {
                const box = tile.getBoundingClientRect();
                const [zoom, x, y] = tile.src.match(/(\\d+)\\/(\\d+)\\/(\\d+)\\.png$/).slice(1).map(Number);
                const column = (longitude + 180) / 360 * 2 ** zoom - x;
                const line = (1 - Math.asinh(Math.tan(latitude * Math.PI / 180)) / Math.PI) / 2 * 2 ** zoom - y;
                if (column < 0 || column >= 1 || line < 0 || line >= 1) return false;
                return Math.abs(box.left + column * box.width - pin.left) < 2 && Math.abs(box.top + line * box.height - pin.top) < 2;
            }).length === 1;
        }""")


def test_tiles_that_cannot_be_had_make_it_a_drawn_one_and_that_is_said(street, tiles, open_page, console):
    console.expected += ["status of 503"]
    tiles.is_down = True
    page = open_page(f"{street.url}/boards/fuel{NEAR}", DESK)
    page.wait_for_selector("[data-note]:has-text('Street map unavailable')")
    assert page.locator(".map-ground-drawn").count() == 1
    assert page.locator("[data-credit]").is_hidden()
    assert in_step(page)


def test_without_leaflet_the_map_is_drawn(tmp_path_factory, tiles, open_map):
    server = metro(tmp_path_factory, tiles.settings | {"TIDINGS_LEAFLET": str(tmp_path_factory.mktemp("none"))})
    try:
        page = open_map(server)
        assert page.locator(".map-ground-drawn").count() == 1
        assert in_step(page)
        assert "data-tiles" not in server.get("/boards/fuel")[2]
        assert not tiles.asked
        assert server.get("/boards/fuel")[1]["content-security-policy"].endswith("img-src 'self' data:")
    finally:
        server.kill()


def test_a_street_map_without_its_makers_is_refused(cli, tmp_path):
    cli.settings = {"TIDINGS_TILES_URL": "https://tile.example/{z}/{x}/{y}.png"}
    done = cli.with_data("serve", "--port", 0)
    assert done.returncode == 2
    assert "tiles-attribution" in done.stderr


# Without the network, without a script


def test_offline_the_map_is_drawn_and_no_tile_was_kept(street, tiles, open_map, console):
    console.expected += OUT_OF_REACH
    page = open_map(street, service_workers="allow")
    wait_for_worker(page)
    page.reload()
    page.wait_for_selector(".map.is-live")
    wait_for_tiles(page)
    wait_until_kept(page, f"/boards/fuel{NEAR}", "station-name")
    kept = page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))"
                         ".then((all) => all.flat().map(({ url }) => url))")
    assert kept
    assert not [url for url in kept if url.startswith(tiles.origin) or "/leaflet/" in url]
    page.context.set_offline(True)
    asked = len(tiles.asked)  # Only now, as tiles beside the visible ones may have been asked for until here.
    page.reload()
    page.wait_for_selector("[data-note]:has-text('Offline: drawn from the list')")
    until(lambda: in_step(page), "the pins of the rows")
    assert page.locator(".map-ground-drawn").count() == 1
    assert page.locator("[data-credit]").is_hidden()
    assert len(tiles.asked) == asked
    page.context.set_offline(False)
    page.wait_for_selector(".leaflet-tile-loaded")
    assert page.locator("[data-note]").is_hidden()


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_without_a_script_the_map_is_drawn_by_the_server_and_a_pin_leads_to_its_row(drawn, open_map, viewport):
    page = open_map(drawn, NEAR, viewport, java_script_enabled=False)
    flags = page.locator(".map-flag")
    listed = page.locator("[data-rows] [data-position]").count()
    dots = page.locator(".map-dots path").evaluate_all("paths => paths.flatMap((path) => path.getAttribute('d').match(/M/g)).length")
    assert flags.count() >= 5
    assert flags.count() + dots >= listed >= 20
    assert page.locator(".map-place:visible").count() >= 1
    assert page.locator(".map-tools").is_hidden()
    target = page.locator(".map-flag[href^='#']").first.get_attribute("href")  # The others lead to a page of their own.
    assert page.locator(f"{target}[data-station]").count() == 1
    box = page.locator(".map-stage").bounding_box()
    assert box["height"] >= 300 or viewport == DESK


# The history of prices


def test_a_station_and_a_suburb_have_their_prices_by_day(drawn, open_page):
    page = open_page(f"{drawn.url}/boards/fuel", PHONE)
    suburb = page.locator("#stations-suburbs option").first.get_attribute("value")
    page.click(".station-link >> nth=0")
    page.wait_for_selector(".sheet .price-history svg")
    assert "Between" in page.locator(".sheet .price-history svg").first.get_attribute("aria-label")
    page.click(".sheet .price-history summary")
    assert page.locator(".sheet .price-history tbody tr").count() >= 20
    assert page.locator(".sheet figcaption:has-text('Over the week')").count() == 1
    page.goto(f"{drawn.url}/boards/fuel?place={suburb}")
    page.wait_for_selector(f".price-history h2:has-text('in {suburb}')")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
