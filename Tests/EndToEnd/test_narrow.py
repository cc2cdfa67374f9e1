"""No page scrolls sideways on the narrowest phones, nor on a phone at 200 % zoom, which leaves 195 pixels of 390."""

import pytest

from conftest import DESK, WELL_KNOWN, Server

PAGES = [
    "/", "/boards", f"/boards/visa?batch={WELL_KNOWN}", "/boards/visa/changes", "/boards/visa/health", "/boards/contacts", "/boards/contacts/records/1",
    "/boards/market", "/watches", "/watches/1", "/watches/new?board=visa", "/notices", "/notices/1", "/notices/channels",
    "/jobs", "/new-board", "/new-board/import", "/new-board/own?name=market", "/new-board/own/steps?name=market", "/new-board/ready", "/new-board/ready/board?name=video-channel",
    "/account", "/people",
    "/reader", "/reader/documents/1", "/reader/mail", "/reader/pronunciation", "/server", "/server/board", "/server/nodes", "/api",
]  # fmt: skip
DEMO = ["/", "/login", "/boards/fuel", "/boards/fuel/settings", "/queue/main", "/queue/main/console", "/queue/main/settings", "/queue/main/statistics"]


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("demo"), ("--demo",), settings={"TIDINGS_PUBLIC_BOARDS": "contacts,fuel,queue,visa"})
    server.start()
    server.wait_until_read("fuel")
    server.add_person("ada")
    yield server
    server.kill()


# Elements that reach beyond the page and aren't in a scrolling box.
BEYOND = r"""() => {
    const width = document.documentElement.clientWidth;
    if (document.scrollingElement.scrollWidth <= innerWidth) return [];
    const boxed = (element) => element && element !== document.body && (getComputedStyle(element).overflowX !== "visible" || boxed(element.parentElement));
    return [...document.querySelectorAll("body *")].filter((element) => {
        const { left, right, width: own } = element.getBoundingClientRect();
        return own > 0 && element.checkVisibility({ contentVisibilityAuto: true }) && (right > width + 0.5 || left < -0.5) && !boxed(element.parentElement);
    }).slice(0, 8).map((element) => `${element.localName}.${element.className} ${Math.round(element.getBoundingClientRect().right)} “${element.textContent.trim().replace(/\s+/g, " ").slice(0, 30)}”`)
        .concat(`scrolls to ${document.scrollingElement.scrollWidth}`);
}"""


def wide(page, url, paths, language) -> list[str]:
    found = []
    for path in paths:
        page.set_viewport_size({"width": 320, "height": 844})
        page.goto(f"{url}{path}{'&' if '?' in path else '?'}lang={language}")
        page.wait_for_load_state("load")
        for width in (320, 195):
            page.set_viewport_size({"width": width, "height": 422 if width < 200 else 640})
            for part in ["closed", "open"]:
                page.evaluate("(isOpen) => document.querySelectorAll('main details').forEach((one) => { one.open = isOpen; })", part == "open")
                beyond = page.evaluate(BEYOND)
                if beyond:
                    found.append(f"{path} at {width}, {part}: {'; '.join(beyond)}")
            brand = page.locator(".brand span")
            if brand.count() and brand.bounding_box()["height"] > 45:
                found.append(f"{path} at {width}: the brand breaks")
    return found


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_no_page_scrolls_sideways(furnished, open_page, language):
    page = open_page(furnished.url, DESK, session=furnished.log_in("ada"))
    found = wide(page, furnished.url, PAGES, language)
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_page_of_the_demo_scrolls_sideways(demo, open_page, language):
    page = open_page(demo.url, DESK, session=demo.log_in("ada"))
    found = wide(page, demo.url, DEMO, language)
    assert found == [], "\n".join(found)
