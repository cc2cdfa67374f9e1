"""The contacts board in a real browser: a directory of people, their pictures, and the sheet with a person's details."""

import json
import threading
import urllib.parse
import urllib.request
from collections import Counter

import pytest

from conftest import DESK, NARROW_PHONE, OUT_OF_REACH, PATIENCE, PHONE, CommandLine, Server, until
from directory import Directory
from publisher import a_status

# Details that only the service's response contains.
DETAIL = "nettle"


def options(directory: Directory) -> tuple:
    return (
        "--source", f"contacts={directory.url('/contacts.xml')}", "--source", f"contacts.detail={directory.url('/contact.xml')}?id={{id}}",
        "--source", "visa=http://127.0.0.1:9/none.pdf", "--allow-hosts", directory.host,
    )  # fmt: skip


def contacts_of(serve, directory: Directory) -> Server:
    server = serve(*options(directory))
    server.wait_until_read("contacts")
    return server


def refresh_until(page, condition) -> None:
    """Waits, because a source isn't read again within a moment."""

    def refresh() -> None:
        page.wait_for_selector("[data-refresh]:enabled").click()
        page.wait_for_selector("[data-refresh]:enabled")

    until(condition, meanwhile=refresh)


def rows(page):
    return page.locator(".row:visible")


def wait_for_count(page, words: str) -> None:
    page.wait_for_selector(f"[data-count]:has-text({json.dumps(words)})")


def is_loaded(page, name: str) -> bool:
    return page.locator(f".row:has-text({json.dumps(name, ensure_ascii=False)}) img").evaluate("picture => picture.complete && picture.naturalWidth > 0")


def sideways_scroll(page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.fixture
def directory():
    directory = Directory(60)
    yield directory
    directory.close()


@pytest.fixture(scope="module")
def sixty(tmp_path_factory):
    """One server with sixty people, for tests that only read."""
    directory = Directory(60)
    server = Server(tmp_path_factory.mktemp("sixty"), options(directory))
    server.start()
    server.wait_until_read("contacts")
    yield server
    server.kill()
    directory.close()


@pytest.fixture
def crowd():
    directory = Directory(2000)
    yield directory
    directory.close()


@pytest.mark.parametrize("viewport", [NARROW_PHONE, PHONE, DESK])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_list_has_names_letters_pictures_and_initials_and_fits_the_screen(sixty, open_page, viewport, scheme):
    page = open_page(f"{sixty.url}/boards/contacts", viewport, color_scheme=scheme)
    wait_for_count(page, "60 rows")
    assert page.locator(".list-letter").all_inner_texts() == ["A", "B", "E", "L", "O", "Z"]
    first = next(name for name in page.locator(".row-name").all_text_contents() if int(name.split()[-1]) % 10)
    until(lambda: is_loaded(page, first), "the first picture is there")
    assert page.locator(".row:not(:has(img)) .face").first.inner_text() == "AO"
    assert sideways_scroll(page) == 0
    assert rows(page).first.locator("a").bounding_box()["height"] >= 44
    page.locator(".row a").first.click()
    page.wait_for_selector(".sheet .detail:not(.is-waiting)")
    assert sideways_scroll(page) == 0


def test_of_two_thousand_pictures_only_those_near_the_screen_are_asked_for(serve, crowd, open_page):
    server = contacts_of(serve, crowd)
    page = open_page(f"{server.url}/boards/contacts")
    page.wait_for_selector("[data-pager]", state="hidden")
    assert page.locator(".row").count() == 2000
    names = page.locator(".row-name").all_text_contents()
    first = next(name for name in names if int(name.split()[-1]) % 10)
    until(lambda: is_loaded(page, first), "the first picture is there")
    for _ in range(12):
        page.mouse.wheel(0, 4000)
        page.evaluate("new Promise(requestAnimationFrame)")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last = next(name for name in reversed(names) if int(name.split()[-1]) % 10)
    until(lambda: is_loaded(page, last), "the last picture is there")
    # A request whose row scrolled away is sent again when the row is back.
    assert len(set(crowd.photos_asked())) < 900
    assert all(asked <= 3 for asked in Counter(crowd.photos_asked()).values())


def test_a_picture_whose_row_has_left_the_screen_is_fetched_no_more(serve, crowd, open_page):
    crowd.slow = {number for number in range(1, 2001) if crowd.name(number).startswith("Ada")}
    server = contacts_of(serve, crowd)
    page = open_page(f"{server.url}/boards/contacts")
    page.wait_for_selector("[data-pager]", state="hidden")
    until(lambda: crowd.photos_asked(), "pictures are asked for")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last = next(name for name in reversed(page.locator(".row-name").all_text_contents()) if int(name.split()[-1]) % 10)
    until(lambda: is_loaded(page, last), "the pictures where one looks come although the others did not")
    until(lambda: set(crowd.given_up) >= crowd.slow & set(crowd.photos_asked()), "the source is rid of the others")


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_a_reading_is_said_without_moving_what_is_below(serve, directory, open_page, viewport):
    server = contacts_of(serve, directory)
    with urllib.request.urlopen(directory.url("/contacts.xml"), timeout=PATIENCE) as answer:
        people = answer.read()
    finish = threading.Event()

    def held(exchange):
        exchange.head(content_type="application/xml", content_length=len(people))
        exchange.halt(people, len(people) // 2, finish)
        exchange.body(people[exchange.sent :])

    directory.answers("/contacts.xml", held)
    page = open_page(f"{server.url}/boards/contacts", viewport)
    # A source isn't read again within a moment.
    check = "() => { const button = document.querySelector('[data-refresh]'); if (!button.disabled) button.click(); }"
    until(lambda: page.is_visible("[data-reading]"), server.log, meanwhile=lambda: page.evaluate(check))
    place = "document.querySelector('.list-bar').getBoundingClientRect().top"
    before = page.evaluate(place)
    bar, facts = (page.locator(one).bounding_box() for one in ("[data-reading]", ".list-facts"))
    assert bar == pytest.approx(facts)
    inside = "() => [...document.querySelector('[data-reading]').children].every(({ offsetTop: top, offsetHeight: height }) => top >= 0 && height > 0)"
    assert page.evaluate(inside)
    finish.set()
    page.wait_for_selector("[data-reading]", state="detached")
    page.wait_for_selector("[data-refresh]:enabled")
    assert page.evaluate(place) == before


def test_a_picture_that_cannot_be_had_leaves_the_initials(serve, directory, open_page, console):
    console.expected.append("status of 502")
    for number in range(1, 61):
        directory.answers(f"/photos/{number}.png", a_status("500 Internal Server Error"))
    server = contacts_of(serve, directory)
    page = open_page(f"{server.url}/boards/contacts")
    first = page.locator(".row").first
    first.locator("img[hidden]").wait_for(state="attached")
    assert first.locator(".face").inner_text() == "AB"


def test_typing_finds_every_word_in_any_case_without_asking_anybody(sixty, open_page):
    page = open_page(f"{sixty.url}/boards/contacts")
    wait_for_count(page, "60 rows")
    page.wait_for_selector("[data-refresh]:enabled")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if not any(part in request.url for part in ("/records/", "/static/")) else None)
    page.fill("[data-query]", "BRONN emile")
    wait_for_count(page, " of 60 rows")
    shown = rows(page).locator(".row-name").all_text_contents()
    assert shown
    assert all("Émile Brönnimann" in name for name in shown)
    assert page.locator(".list-letter:visible").all_inner_texts() == ["E"]
    assert page.url.endswith("?q=BRONN+emile")
    page.fill("[data-query]", "nobody")
    page.wait_for_selector("[data-nothing]:visible")
    wait_for_count(page, "0 of 60 rows")
    page.fill("[data-query]", "")
    wait_for_count(page, "60 rows")
    assert rows(page).count() == 60
    assert asked == []
    page.goto(f"{sixty.url}/boards/contacts?q=ada")
    wait_for_count(page, "10 of 60 rows")
    page.fill("[data-query]", "olga")
    page.wait_for_selector(".row:has-text('Olga')")
    wait_for_count(page, "10 of 60 rows")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_search_finds_what_only_the_details_say(serve, directory, open_page, scripts):
    server = contacts_of(serve, directory)
    page = open_page(f"{server.url}/boards/contacts", java_script_enabled=scripts)
    if scripts:
        assert page.is_hidden("[data-details]")
        page.fill("[data-query]", DETAIL)
        wait_for_count(page, "0 of 60 rows")
    else:
        page.goto(f"{server.url}/boards/contacts?q={DETAIL}")
    page.click("[data-details] a")
    page.wait_for_selector("main:has-text('All details were searched too.')")
    assert rows(page).count() > 0
    assert sideways_scroll(page) == 0
    assert page.input_value("[data-query]") == DETAIL


def test_a_search_that_was_given_up_does_not_come_in_and_what_changes_does_not_end_one(serve, crowd, open_page, console):
    console.expected.append("status of 503")
    server = contacts_of(serve, crowd)
    page = open_page("about:blank")
    # The list stays longer than the page, so the server must search.
    page.route(lambda address: "from=" in address, lambda route: route.fulfill(status=503))
    page.goto(f"{server.url}/boards/contacts")
    wait_for_count(page, "2,000 rows")
    held = []
    wanted = crowd.name(1999)
    is_search = lambda address: "q=" in address and "rows=" in address
    page.route(is_search, lambda route: held.append(route))
    with page.expect_request(lambda request: is_search(request.url)):
        page.fill("[data-query]", wanted)
    page.fill("[data-query]", "")
    for route in held:
        route.continue_()
    page.unroute_all()
    # The list continues to its end.
    page.wait_for_function("() => document.querySelectorAll('.row').length === 2000")
    assert "q=" not in page.url
    assert page.locator("[data-count]").inner_text() == "2,000 rows"

    page.route(lambda address: "from=" in address, lambda route: route.fulfill(status=503))
    page.goto(f"{server.url}/boards/contacts")
    held.clear()
    page.route(is_search, lambda route: held.append(route))
    with page.expect_request(lambda request: is_search(request.url)):
        page.fill("[data-query]", wanted)
    with page.expect_request(lambda request: "rows=" in request.url):
        page.evaluate("document.dispatchEvent(new CustomEvent('list-changed'))")
    for route in held:
        route.continue_()
    page.unroute(is_search)
    page.wait_for_function("(name) => document.querySelector('.row:not([hidden]) .row-name')?.textContent.trim() === name", arg=wanted)
    assert rows(page).count() == 1


def test_a_row_opens_as_a_sheet_with_everything_and_back_leads_to_the_same_place(sixty, open_page):
    page = open_page(f"{sixty.url}/boards/contacts")
    wait_for_count(page, "60 rows")
    link = page.locator(".row a").nth(31)
    link.scroll_into_view_if_needed()
    place = page.evaluate("scrollY")
    link.click()
    page.wait_for_selector(".sheet .detail:not(.is-waiting)")
    sheet = page.locator(".sheet")
    for text in ("Job title", "Head of repairs", "Favourite tea", "Nettle", "29 Feb 1984", "work"):
        assert text in sheet.inner_text()
    assert sheet.locator("dd a[href='tel:+15550117']").count() == 1
    assert sheet.locator("dd a[href^='mailto:p']").count() == 1
    assert sheet.locator("a[download][href$='.vcf']").count() == 1
    assert "/records/" in page.url
    assert page.evaluate("getComputedStyle(document.querySelector('.sheet'), '::backdrop').backdropFilter").startswith("grayscale")

    # The picture opens over the sheet, and closing it leaves the sheet open.
    opened = page.locator(".detail-picture")
    if opened.count():
        opened.click()
        page.wait_for_selector(".sheet.is-picture img")
        assert page.locator(".sheet[open]").count() == 2
        page.keyboard.press("Escape")
        page.wait_for_selector(".sheet.is-picture", state="detached")
    assert page.locator(".sheet[open]").count() == 1
    page.go_back()
    page.wait_for_selector(".sheet", state="detached")
    assert page.url.endswith("/boards/contacts")
    assert page.evaluate("scrollY") == place
    assert page.evaluate("document.activeElement.id") == link.get_attribute("id")

    # Forward opens it again; its own button closes it; reloading it gives a page, and Back from there leads to the list.
    page.go_forward()
    page.wait_for_selector(".sheet .detail:not(.is-waiting)")
    page.click(".sheet-close button")
    page.wait_for_selector(".sheet", state="detached")
    link.click()
    page.wait_for_selector(".sheet .detail:not(.is-waiting)")
    page.reload()
    page.wait_for_selector(".detail-page .detail:not(.is-waiting)")
    page.go_back()
    wait_for_count(page, "60 rows")


def test_a_sheet_says_that_it_waits_and_why_the_rest_cannot_be_had(serve, directory, open_page):
    answered = threading.Event()

    def late(exchange):
        exchange.wait_for(answered, PATIENCE)
        exchange.head("503 Service Unavailable", content_length=0, retry_after=0)

    directory.answers("/contact.xml", late)
    server = contacts_of(serve, directory)
    page = open_page(f"{server.url}/boards/contacts")
    name = page.locator(".row-name").first.inner_text()
    page.locator(".row a").first.click()
    page.wait_for_selector(".sheet .detail-waiting")
    assert name in page.inner_text(".sheet")
    answered.set()
    page.wait_for_selector(".sheet .notice:has-text('503')")
    # In the reader's language.
    german = open_page(f"{server.url}{urllib.parse.urlparse(page.url).path}?lang=de")
    german.wait_for_selector(".notice:has-text('antwortete mit Status 503')")
    directory.answers("/contact.xml", directory._contact)
    page.click(".sheet [data-again]")
    page.wait_for_selector(".sheet dd:has-text('Head of repairs')")


def test_offline_the_page_goes_on(sixty, open_page, console):
    console.expected += OUT_OF_REACH
    page = open_page(f"{sixty.url}/boards/contacts", service_workers="allow")
    wait_for_count(page, "60 rows")
    first = next(name for name in page.locator(".row-name").all_text_contents() if int(name.split()[-1]) % 10)
    until(lambda: is_loaded(page, first), "the first picture is there")
    page.context.set_offline(True)
    page.wait_for_selector("offline-banner:visible")
    assert is_loaded(page, first)
    page.fill("[data-query]", "olga")
    wait_for_count(page, "10 of 60 rows")
    name = rows(page).locator(".row-name").first.inner_text()
    rows(page).locator("a").first.click()
    page.wait_for_selector(".sheet .notice:has-text('needs a connection')")
    assert name in page.inner_text(".sheet")
    page.context.set_offline(False)
    page.wait_for_selector(".sheet dd:has-text('Head of repairs')")
    page.wait_for_selector("offline-banner", state="hidden")


def test_an_answer_that_comes_late_does_not_end_being_offline(sixty, open_page, console):
    console.expected += OUT_OF_REACH
    page = open_page("about:blank", service_workers="allow")
    # The event stream opens when this test allows it.
    page.add_init_script("Object.defineProperty(EventSource.prototype, 'onopen', { set(act) { window.opened = act; } })")
    page.goto(f"{sixty.url}/boards/contacts")
    page.wait_for_function("Boolean(window.opened)")
    page.context.set_offline(True)
    page.wait_for_selector("offline-banner:visible")
    page.evaluate("opened()")
    assert page.locator("offline-banner").is_hidden()
    page.wait_for_selector("offline-banner:visible")


def test_a_look_that_fails_late_does_not_take_back_that_the_server_is_reached(sixty, open_page, console):
    console.expected += OUT_OF_REACH
    page = open_page(f"{sixty.url}/boards/contacts")
    page.evaluate("window.heard = []; for (const name of ['reached', 'unreached']) document.addEventListener(name, () => heard.push(name))")
    held = []
    page.route("**/healthz", lambda route: held.append(route), times=1)
    with page.expect_request("**/healthz"):
        page.evaluate("dispatchEvent(new Event('online'))")
    with page.expect_event("requestfinished", lambda request: "/healthz" in request.url):
        page.evaluate("dispatchEvent(new Event('online'))")
    with page.expect_event("requestfailed", lambda request: "/healthz" in request.url):
        held[0].abort()
    # Later events arrive after it.
    with page.expect_event("requestfinished", lambda request: "/healthz" in request.url):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.route("**/healthz", lambda route: route.abort(), times=1)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function("() => heard.at(-1) === 'unreached'")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function("() => heard.at(-1) === 'reached'")
    assert page.evaluate("heard") == ["unreached", "reached"]


def test_what_changed_while_the_server_was_down_is_shown_when_it_is_back(serve, directory, open_page, console, tmp_path):
    console.expected += OUT_OF_REACH
    server = contacts_of(serve, directory)
    page = open_page("about:blank")
    with page.expect_response(lambda answer: "/live/" in answer.url):
        page.goto(f"{server.url}/boards/contacts")
    wait_for_count(page, "60 rows")
    server.stop()
    directory.count = 61
    cli = CommandLine(tmp_path)
    cli.settings = {"TIDINGS_ALLOW_HOSTS": directory.host}
    read = cli.run("check", "contacts", "--url", directory.url("/contacts.xml"), "--data", server.data)
    assert read.returncode == 0, read.stderr
    with page.expect_request(lambda request: "/live/" in request.url, timeout=PATIENCE * 1000):
        server.start()
    wait_for_count(page, "61 rows")


def test_refresh_shows_what_is_new_and_a_failure_leaves_what_there_is(serve, directory, open_page):
    server = contacts_of(serve, directory)
    page = open_page(f"{server.url}/boards/contacts")
    wait_for_count(page, "60 rows")
    directory.count = 61
    refresh_until(page, lambda: "61" in page.inner_text("[data-count]"))
    directory.answers("/contacts.xml", a_status("503 Service Unavailable"))
    refresh_until(page, lambda: page.locator("#list-status .notice").count())
    assert "503" in page.inner_text("#list-status")
    assert "You’re seeing the version from" in page.inner_text("#list-status")
    assert rows(page).count() == 61


def test_without_scripts_the_search_is_a_form_rows_come_in_pages_and_lead_to_pages(serve, crowd, open_page):
    server = contacts_of(serve, crowd)
    page = open_page(f"{server.url}/boards/contacts", java_script_enabled=False)
    assert page.locator(".row").count() == 200
    page.click("[rel=next]")
    assert page.locator(".row").count() == 200
    assert "201–400 of 2,000" in page.inner_text(".pager")
    page.fill("[data-query]", "bronnimann emile")
    page.press("[data-query]", "Enter")
    page.wait_for_selector("[data-count]:has-text('of 2,000')")
    page.locator(".row a").first.click()
    page.wait_for_selector("dd:has-text('Head of repairs')")
    assert page.is_hidden(".detail-waiting")
    assert "Émile Brönnimann" in page.inner_text("h1:visible")
    page.click("a.page-title")
    page.wait_for_selector(".row")


def test_motion_is_left_out_for_those_who_ask(sixty, open_page):
    page = open_page(f"{sixty.url}/boards/contacts", reduced_motion="reduce")
    page.locator(".row a").first.click()
    page.wait_for_selector(".sheet[open]")
    assert page.evaluate("document.querySelector('.sheet').getAnimations({ subtree: true }).length") == 0


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_a_letter_leads_to_its_rows(sixty, open_page, viewport):
    page = open_page(f"{sixty.url}/boards/contacts", viewport)
    wait_for_count(page, "60 rows")
    assert page.locator("[data-letters] a").all_inner_texts() == page.locator(".list-letter").all_inner_texts()
    page.click("[data-letters] a:text-is('O')")
    page.wait_for_function("() => document.activeElement.closest('[data-letter]')?.dataset.letter === 'O'")
    heading, bar = page.locator("#letter-O .list-letter").bounding_box(), page.locator(".list-bar").bounding_box()
    assert bar["y"] == 0, (heading, bar)
    assert bar["height"] - 4 <= heading["y"] + heading["height"] < viewport["height"], (heading, bar)
    page.fill("[data-query]", "ada")
    page.wait_for_selector("[data-letters]", state="hidden")
    assert sideways_scroll(page) == 0


def test_without_a_script_a_letter_leads_to_the_page_that_has_it(serve, crowd, open_page):
    server = contacts_of(serve, crowd)
    page = open_page(f"{server.url}/boards/contacts", java_script_enabled=False)
    page.click("[data-letters] a >> nth=-1")
    letter = page.url.split("#letter-")[1]
    assert "from=" in page.url
    assert page.locator(f"#letter-{letter} .row").count() > 0
