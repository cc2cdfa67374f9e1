"""The visa board in a real browser, on a phone and on a desktop, with and without scripts."""

import json
import threading
import time
import urllib.error
import urllib.request

import pytest

from conftest import DESK, NARROW_PHONE, OUT_OF_REACH, PATIENCE, PHONE, WELL_KNOWN, until
from publisher import a_file, a_status

FIRST_STATUS, FIRST_DATE = "Administrative Processing", "7 Mar 2012"
ALTERED_STATUS, ALTERED_DATE = "Documents Requested", "12 Mar 2012"
STRANGER = "28999999999"


def ask(page, number: str) -> None:
    page.wait_for_selector("[data-submit]:enabled")
    page.fill("[data-needle]", number)
    page.click("[data-submit]")


def text(page, region: str) -> str:
    return page.inner_text(f"#lookup-{region}")


def wait_for_text(page, region: str, wanted: str) -> None:
    page.wait_for_selector(f"#lookup-{region}:has-text({json.dumps(wanted, ensure_ascii=False)})", state="attached")


def wait_until_read(page) -> None:
    page.wait_for_selector("[data-reading]", state="detached")


def ask_until(page, number: str, region: str, wanted: str) -> None:
    """Presses Check until the page shows it: a source isn't read again within a moment."""
    there = f"#lookup-{region}:has-text({json.dumps(wanted, ensure_ascii=False)})"

    def is_there() -> bool:
        ask(page, number)
        # The button is off until there is a response, and while one is still arriving.
        page.wait_for_selector(f"{there}, [data-submit]:enabled", state="attached")
        return page.locator(there).count() > 0

    until(is_there, f"“{wanted}”")


def sideways_scroll(page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def watched(serve, publisher, *options):
    """A server whose visa board reads the test's publisher."""
    return serve("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host, *options)


class Creeping:
    """Publishes a list that arrives a few bytes at a time until the test has seen enough of that, and then all at once."""

    def __init__(self, contents: bytes, etag: str):
        self.contents, self.etag = contents, etag
        self.is_seen = threading.Event()

    def __call__(self, exchange) -> None:
        exchange.head(content_type="application/pdf", content_length=len(self.contents), etag=self.etag)
        while exchange.sent < len(self.contents) - 100 and not self.is_seen.wait(0.05):
            exchange.body(self.contents[exchange.sent : exchange.sent + 25])
        exchange.halt(self.contents, exchange.sent, self.is_seen)
        exchange.body(self.contents[exchange.sent :])


def test_a_number_is_found_remembered_over_reload_and_restart_and_its_change_is_shown(serve, publisher, editions, open_page):
    first = Creeping(editions[0], '"first"')
    publisher.answers("/list.pdf", first)
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa")
    wait_until_progress_moves(page, first)  # The list is read when the server starts.
    wait_until_read(page)

    again = Creeping(editions[0], '"again"')
    publisher.answers("/list.pdf", again)
    ask_until(page, WELL_KNOWN, "progress", "Reading")
    wait_until_progress_moves(page, again)
    wait_for_text(page, "result", FIRST_STATUS)
    wait_until_read(page)
    assert FIRST_STATUS in text(page, "result")
    assert FIRST_DATE in text(page, "result")
    assert "Last updated" in text(page, "updated")

    def assert_it_remembers():
        assert page.input_value("[data-needle]") == WELL_KNOWN
        assert FIRST_STATUS in text(page, "result")
        assert FIRST_DATE in text(page, "result")
        assert page.get_attribute("#lookup-updated time", "datetime") == updated

    updated = page.get_attribute("#lookup-updated time", "datetime")
    page.reload()
    assert_it_remembers()
    page.goto("about:blank")
    server.restart()
    page.goto(f"{server.url}/boards/visa")
    assert_it_remembers()
    page.goto(server.url)
    card = page.inner_text(".watched:has(a[href*='/boards/visa'])")
    assert WELL_KNOWN in card
    assert FIRST_STATUS in card

    page.goto(f"{server.url}/boards/visa")
    publisher.answers("/list.pdf", a_file(editions[1], etag='"second"'))
    ask_until(page, WELL_KNOWN, "result", ALTERED_STATUS)
    wait_until_read(page)
    assert ALTERED_DATE in text(page, "result")
    assert FIRST_STATUS not in text(page, "result")
    newest = "#lookup-history li >> nth=0"
    page.wait_for_selector(newest)
    assert page.locator(f"{newest} >> del").all_inner_texts() == [FIRST_STATUS, FIRST_DATE]
    assert page.locator(f"{newest} >> ins").all_inner_texts() == [ALTERED_STATUS, ALTERED_DATE]
    page.goto("about:blank")
    assert server.stop() == 0


def wait_until_progress_moves(page, list: Creeping) -> None:
    """Two states of the bar, one after the other: a share that isn't zero, then another."""
    seen = page.wait_for_selector("progress[value]:not([value='0'])").get_attribute("value")
    later = page.wait_for_selector(f"progress[value]:not([value='{seen}'])").get_attribute("value")
    list.is_seen.set()
    assert 0 < int(seen) < int(later)


def test_without_scripts_the_form_is_posted_and_the_result_page_comes_back(serve, publisher, small_list, open_page):
    finish = threading.Event()

    def answer(exchange):
        exchange.head(content_type="application/pdf", content_length=len(small_list))
        exchange.halt(small_list, len(small_list) // 4, finish)
        exchange.body(small_list[exchange.sent :])

    publisher.answers("/list.pdf", answer)
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa", java_script_enabled=False)
    assert publisher.wait_for_requests(1)
    assert page.is_visible("form [type=submit]")
    finish.set()
    # The page reloads every two seconds while the list is read, and once more after that.
    server.wait_until_all_read("visa", feeds=1)
    page.goto(f"{server.url}/boards/visa")
    page.fill("[data-needle]", WELL_KNOWN)
    page.click("[data-submit]")
    wait_for_text(page, "result", FIRST_STATUS)
    assert FIRST_DATE in text(page, "result")
    assert page.input_value("[data-needle]") == WELL_KNOWN


def test_without_scripts_a_refused_number_comes_back_with_its_reason(settled, open_page, console):
    console.expected.append("status of 422")
    page = open_page(f"{settled.url}/boards/visa", java_script_enabled=False)
    page.wait_for_selector("[data-submit]:enabled")
    page.fill("[data-needle]", "12345")
    page.click("[data-submit]")
    wait_for_text(page, "problem", "12345")
    assert page.input_value("[data-needle]") == "12345"


def is_tried_again(server) -> bool:
    """Ten seconds after a failure the server may ask by itself, so the number of requests is unknown then."""
    return time.time() * 1000 - server.made >= 10_000


@pytest.mark.parametrize("number", ["12345", "29000000000", "<b>20121456171</b>"])
def test_a_refused_number_gets_a_reason_and_no_request_is_made(serve, publisher, small_list, open_page, console, number):
    console.expected.append("status of 422")
    publisher.answers("/list.pdf", a_status("404 Not Found"))
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa")
    wait_for_text(page, "progress", "404")
    asked = len(publisher.requests)

    ask(page, number)
    wait_for_text(page, "problem", number)
    assert "11 digits" in text(page, "problem")
    assert page.evaluate("document.activeElement.matches('[data-needle]')")
    assert page.get_attribute("[data-needle]", "aria-invalid") == "true"

    # A good one is requested at once, and by then a request for the bad one would have arrived too.
    publisher.answers("/list.pdf", a_file(small_list))
    ask(page, WELL_KNOWN)
    wait_for_text(page, "result", FIRST_STATUS)
    assert text(page, "problem") == ""
    assert len(publisher.requests) == asked + 1 or is_tried_again(server)


def test_a_refused_number_leaves_nothing_of_the_one_before_it(serve, publisher, editions, open_page, console):
    console.expected.append("status of 422")
    publisher.answers("/list.pdf", a_file(editions[0], etag='"first"'))
    server = watched(serve, publisher)
    page, other = (open_page(f"{server.url}/boards/visa?batch={WELL_KNOWN}") for _ in range(2))
    wait_for_text(page, "result", FIRST_STATUS)
    wait_until_read(page)
    ask(page, "29000000001")
    wait_for_text(page, "problem", "11 digits")
    assert page.url == f"{server.url}/boards/visa"
    # Events come in order: with those of the failure, the page has got all those of the new edition.
    publisher.answers("/list.pdf", a_file(editions[1], etag='"second"'))
    ask_until(other, WELL_KNOWN, "result", ALTERED_STATUS)
    wait_until_read(other)
    publisher.answers("/list.pdf", a_status("503 Service Unavailable"))
    ask_until(other, WELL_KNOWN, "progress", "503")
    wait_for_text(page, "progress", "503")
    assert "11 digits" in text(page, "problem")
    assert "to see its row here" in text(page, "result")
    assert text(page, "history") == ""


def test_a_number_that_is_not_in_the_list_is_said_to_be_not_found(settled, open_page):
    page = open_page(f"{settled.url}/boards/visa")
    ask(page, STRANGER)
    wait_for_text(page, "result", "This batch number isn’t on the list.")


FAILURES = {
    "a 404": (a_status("404 Not Found"), "404"),
    "an error page with status 200": (a_file(b"<!doctype html><title>Sorry</title>"), "PDF"),
    "a list cut short": (None, "byte"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failed_refresh_keeps_the_last_result_and_says_why(serve, publisher, small_list, open_page, failure):
    answer, why = FAILURES[failure]
    publisher.answers("/list.pdf", a_file(small_list, etag='"one"'))  # A source with a validator is soon read again.
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa")
    ask(page, WELL_KNOWN)
    wait_for_text(page, "result", FIRST_STATUS)
    publisher.answers("/list.pdf", answer or a_file(small_list[: len(small_list) // 2]))
    until(lambda: "data-reading" not in server.get("/boards/visa")[2])  # The source requested before that has been read to its end.
    page.reload()
    wait_for_text(page, "updated", "Last updated")
    updated = page.get_attribute("#lookup-updated time", "datetime")

    ask_until(page, WELL_KNOWN, "progress", why)
    for _ in range(2):
        assert FIRST_STATUS in text(page, "result")
        assert FIRST_DATE in text(page, "result")
        wait_for_text(page, "progress", publisher.host)  # The last press may be causing one more request.
        assert "You’re seeing the version from" in text(page, "progress")
        assert page.get_attribute("#lookup-updated time", "datetime") == updated
        page.reload()

    publisher.answers("/list.pdf", a_file(small_list))
    ask(page, WELL_KNOWN)
    page.wait_for_selector("#lookup-progress .notice", state="detached")
    assert FIRST_STATUS in text(page, "result")


def test_a_source_out_of_reach_is_another_message_than_not_found(serve, publisher, open_page):
    publisher.answers("/list.pdf", lambda exchange: exchange.hang_up())
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa?batch={WELL_KNOWN}")
    wait_for_text(page, "progress", "ould not reach")
    assert "isn’t on the list" not in text(page, "result")


def test_without_a_length_the_bar_moves_without_a_share(serve, publisher, small_list, open_page):
    finish = threading.Event()

    def answer(exchange):
        exchange.head(content_type="application/pdf")
        exchange.halt(small_list, len(small_list) // 2, finish)
        exchange.body(small_list[exchange.sent :])

    publisher.answers("/list.pdf", answer)
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa")
    page.wait_for_selector("progress:not([value])")
    page.wait_for_selector("[data-progress-text]:has-text('kB')")
    assert " of " not in page.inner_text("[data-progress-text]")
    finish.set()
    wait_until_read(page)


def test_a_row_is_shown_while_the_list_is_still_coming(serve, publisher, small_list, open_page):
    """Asserts on bytes: the rest is only sent when the page has shown the row."""
    shown = threading.Event()

    def answer(exchange):
        exchange.head(content_type="application/pdf", content_length=len(small_list))
        exchange.halt(small_list, len(small_list) * 6 // 10, shown)
        exchange.body(small_list[exchange.sent :])

    publisher.answers("/list.pdf", answer)
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa?batch={WELL_KNOWN}")
    wait_for_text(page, "result", FIRST_STATUS)
    assert page.is_visible("[data-reading]")
    shown.set()
    wait_until_read(page)
    assert FIRST_STATUS in text(page, "result")


def test_every_open_page_hears_of_the_same_reading(serve, publisher, small_list, open_page):
    publisher.answers("/list.pdf", a_status("503 Service Unavailable"))
    server = watched(serve, publisher)
    one, other = (open_page(f"{server.url}/boards/visa?batch={WELL_KNOWN}", viewport=view) for view in (PHONE, DESK))
    for page in (one, other):
        wait_for_text(page, "progress", "503")
    publisher.answers("/list.pdf", a_file(small_list))
    ask(one, WELL_KNOWN)
    for page in (one, other):
        wait_for_text(page, "result", FIRST_STATUS)
    assert len(publisher.requests) == 2 or is_tried_again(server)


@pytest.mark.parametrize("viewport", [PHONE, NARROW_PHONE, DESK], ids=lambda size: f"{size['width']}x{size['height']}")
def test_nothing_scrolls_sideways(serve, publisher, small_list, open_page, console, viewport):
    console.expected.append("status of 422")
    publisher.answers("/list.pdf", a_status("404 Not Found"))
    server = watched(serve, publisher)
    page = open_page(server.url, viewport=viewport)
    assert sideways_scroll(page) == 0
    page.goto(f"{server.url}/boards/visa")
    wait_for_text(page, "progress", "404")
    assert sideways_scroll(page) == 0
    ask(page, "W" * 19)
    wait_for_text(page, "problem", "WWW")
    assert sideways_scroll(page) == 0
    publisher.answers("/list.pdf", a_file(small_list))
    ask(page, WELL_KNOWN)
    wait_for_text(page, "result", FIRST_STATUS)
    page.click("#source-summary")
    assert sideways_scroll(page) == 0
    page.goto(server.url)
    assert sideways_scroll(page) == 0
    page.goto(f"{server.url}/no-such-page-{'x' * 100}")
    assert sideways_scroll(page) == 0
    console.expected.append("status of 404")


@pytest.mark.parametrize("status", [502, 503, 429])
def test_live_events_that_were_refused_are_taken_up_again(settled, open_page, console, status):
    console.expected.append(f"status of {status}")
    page = open_page("about:blank")
    page.route("**/live/**", lambda route: route.fulfill(status=status), times=2)
    with page.expect_response(lambda response: "/live/" in response.url and response.status == 200, timeout=PATIENCE * 1000):
        page.goto(f"{settled.url}/boards/visa")


def test_an_answer_leaves_what_is_being_typed_and_an_older_one_is_passed_over(settled, open_page):
    form = f"{settled.url}/boards/visa"
    page = open_page(form)
    page.wait_for_selector("[data-submit]:enabled")
    held = []
    page.route(form, lambda route: held.append(route) if len(held) < 2 else route.continue_())
    with page.expect_request(form):
        ask(page, STRANGER)
    with page.expect_request(form):
        page.fill("[data-needle]", WELL_KNOWN)
        page.press("[data-needle]", "Enter")
    page.fill("[data-needle]", "2012")
    held[1].continue_()
    wait_for_text(page, "result", FIRST_STATUS)
    assert page.input_value("[data-needle]") == "2012"
    with page.expect_event("requestfinished", lambda request: request.post_data and STRANGER in request.post_data):
        held[0].continue_()
    # Another response comes after that one.
    ask(page, WELL_KNOWN)
    page.wait_for_function("(number) => document.querySelector('[data-needle]').value === number", arg=WELL_KNOWN)
    assert FIRST_STATUS in text(page, "result")
    assert WELL_KNOWN in page.url


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2) of `rgb(r, g, b)`."""
    parts = [int(float(part)) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme, is_dark", [("light", False), ("dark", True)])
def test_light_and_dark_are_both_readable(settled, open_page, scheme, is_dark):
    page = open_page(f"{settled.url}/boards/visa", color_scheme=scheme)
    # Painted by the browser, so that any notation of a colour comes out as red, green and blue.
    paint = """property => {
      const canvas = document.createElement('canvas').getContext('2d');
      const of = name => { let element = document.querySelector('h1'); let value;
        do { value = getComputedStyle(element)[name]; element = element.parentElement } while (element && /rgba\\(.*, 0\\)|transparent/.test(value));
        canvas.fillStyle = value; canvas.fillRect(0, 0, 1, 1); return `rgb(${[...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)})` };
      return of(property) }"""
    ground, ink = luminance(page.evaluate(paint, "backgroundColor")), luminance(page.evaluate(paint, "color"))
    assert (ground < 0.1) == is_dark
    assert (ink > ground) == is_dark
    contrast = (max(ground, ink) + 0.05) / (min(ground, ink) + 0.05)
    assert contrast >= 4.5


def test_the_keyboard_alone_is_enough(settled, open_page):
    page = open_page(f"{settled.url}/boards/visa", viewport=DESK)
    page.wait_for_selector("[data-submit]:enabled")
    for _ in range(6):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-needle]')"):
            break
    assert page.evaluate("document.activeElement.matches('[data-needle]')")
    page.keyboard.type(WELL_KNOWN)
    page.keyboard.press("Enter")
    wait_for_text(page, "result", FIRST_STATUS)
    assert page.evaluate("document.querySelector('label[for=lookup-needle]') !== null")


def test_every_answer_carries_a_strict_policy(settled):
    for path in ["/", "/boards/visa", "/healthz", "/api/v1/boards", "/no-such-page"]:
        _, headers, _ = settled.get(path)
        policy = headers["content-security-policy"]
        allowed = "'self'" if headers["content-type"].startswith("text/html") else "'none'"
        assert f"default-src {allowed}" in policy, path
        assert "unsafe" not in policy, path
        assert headers["x-content-type-options"] == "nosniff", path


def test_pages_hold_no_inline_script_or_style(settled, open_page):
    page = open_page(f"{settled.url}/boards/visa?batch={WELL_KNOWN}")
    assert page.evaluate("document.querySelectorAll('script:not([src]), style, [style]').length") == 0
    foreign = "[...document.querySelectorAll('script[src], link[href], img[src]')].filter(e => new URL(e.src || e.href).origin !== location.origin).length"
    assert page.evaluate(foreign) == 0


def test_a_form_sent_from_another_site_is_refused(settled, open_page, console):
    console.expected.append("status of 403")
    page = open_page("about:blank")
    page.set_content(
        f"<form method=post action='{settled.url}/boards/visa'><input name=batch value={WELL_KNOWN}><button>Go</button></form>"
    )
    page.click("button")
    page.wait_for_url(f"{settled.url}/boards/visa")
    assert "don’t have access" in page.inner_text("h1")


def test_the_records_are_offered_as_json(settled, open_page):
    page = open_page(f"{settled.url}/boards/visa")
    ask(page, WELL_KNOWN)
    wait_for_text(page, "result", FIRST_STATUS)
    wait_until_read(page)
    status, headers, body = settled.get(f"/api/v1/boards/visa/records?batch={WELL_KNOWN}")
    assert (status, headers["content-type"]) == (200, "application/json")
    assert json.loads(body)["records"] == [{"batch": WELL_KNOWN, "status": FIRST_STATUS, "date": "2012-03-07"}]
    status, _, body = settled.get("/api/v1/boards/visa/records?batch=1")
    assert status == 422
    assert "11 digits" in json.loads(body)["detail"]
    assert settled.get("/api/v1/boards/no-such-board/records")[0] == 401  # for strangers, the same as for a board that they may not see


def test_all_records_are_reached_page_by_page(settled):
    found, query = [], "?limit=150"
    while query:
        answer = json.loads(settled.get(f"/api/v1/boards/visa/records{query}")[2])
        found += answer["records"]
        query = f"?limit=150&after={answer['next']}" if "next" in answer else ""
    assert len(found) == 400
    assert len({row["batch"] for row in found}) > 350


@pytest.mark.parametrize("form", ["batch[]=1", "batch=20121456171&batch=1", "batch=%zz", "=", "a=b"])
def test_a_form_that_makes_no_sense_is_the_senders_mistake(settled, form):
    request = urllib.request.Request(f"{settled.url}/boards/visa", method="POST", data=form.encode())
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=PATIENCE)
    assert refused.value.code in (400, 422)


def test_the_server_ends_while_a_page_is_open(serve, publisher, small_list, open_page, console):
    console.expected += OUT_OF_REACH
    publisher.answers("/list.pdf", a_file(small_list))
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa?batch={WELL_KNOWN}")
    wait_for_text(page, "result", FIRST_STATUS)
    assert server.stop() == 0


def test_a_server_that_is_killed_while_it_reads_keeps_what_it_had(serve, publisher, small_list, open_page):
    publisher.answers("/list.pdf", a_file(small_list, etag='"one"'))
    server = watched(serve, publisher)
    server.wait_until_read()
    address = f"/api/v1/boards/visa/records?batch={WELL_KNOWN}"
    before = server.get(address)[2]

    def answer(exchange):
        exchange.head(content_type="application/pdf", content_length=len(small_list))
        exchange.body(small_list[: len(small_list) * 9 // 10])
        exchange.say_nothing()

    publisher.answers("/list.pdf", answer)
    page = open_page(f"{server.url}/boards/visa")
    ask_until(page, WELL_KNOWN, "progress", "Reading")
    page.goto("about:blank")
    server.kill()
    server.start()
    assert server.get(address)[2] == before
    page.goto(f"{server.url}/boards/visa")
    assert FIRST_STATUS in text(page, "result")


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_on_a_phone_the_answer_and_tell_me_are_above_the_fold(furnished, open_page, language):
    page = open_page(f"{furnished.url}/boards/visa?batch={WELL_KNOWN}&lang={language}", PHONE, session=furnished.log_in("ada"))
    fold = page.locator(".main-ways").bounding_box()["y"]
    answer, told = page.locator(".ticket").bounding_box(), page.locator("#tell-me").bounding_box()
    assert answer["y"] < 160, (answer, told)
    assert told["y"] + told["height"] < fold, (answer, told)
    # Above them is the field with the number, and its label isn't repeated.
    assert page.locator("main .lead").is_hidden()
    assert page.locator("#lookup-hint").is_hidden()
    page.goto(f"{furnished.url}/boards/contacts")
    page.goto(f"{furnished.url}/boards/visa?batch=1&lang={language}")
    assert page.locator("#lookup-hint").is_visible(), "what is asked for is said while there is no answer"
