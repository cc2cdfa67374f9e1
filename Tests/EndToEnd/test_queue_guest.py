"""A queue for guests, in a real browser: joining, following, being called, returning, leaving; paper, the display, the kiosk without the network."""

import http.cookiejar
import io
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from datetime import UTC, datetime, timedelta

import pytest
import zxingcpp
from PIL import Image

from conftest import DESK, OUT_OF_REACH, PATIENCE, PHONE, Server, until
from page_needs import assert_lacks_nothing
from test_accessibility import broken_rules
from test_app import wait_for_worker, wait_until_kept
from test_media_page import HIDE

BOARD = """
title: Office
view: counter
public: true
queues:
  main: { label: { en: Passports, de: Reisepässe, ar: جوازات السفر }, prefix: A, counters: ['1', '2'], zone: Europe/Berlin, reset: never }
  visa:
    label: Visas
    services: { passport: { label: Passport, minutes: 10 }, photo: { label: Photo } }
    asks: [name]
    capacity: 3
    zone: Europe/Berlin
    reset: never
  door: { label: Door, counters: ['1'], zone: Europe/Berlin, reset: never }
  gate: { label: Gate, counters: ['1'], zone: Europe/Berlin, reset: never }
  lane: { label: Lane, counters: ['1', '2'], zone: Europe/Berlin, reset: never }
  plaza: { label: Plaza, prefix: P, counters: ['1', '2'], zone: Europe/Berlin, reset: never }
  wall: { label: Wall, prefix: W, counters: ['1'], reset: never }
"""


@pytest.fixture
def office(tmp_path):
    board = tmp_path / "data" / "boards" / "queue"
    board.mkdir(parents=True)
    (board / "board.yaml").write_text(BOARD)
    server = Server(tmp_path, (), {"TIDINGS_BOARDS": "queue", "TIDINGS_QUEUE_PORT": "off"})
    server.start()
    server.add_person("ada")
    server.token = server.run("person", "token", "ada", "--scopes", "read", "watch", "admin")
    yield server
    server.kill()


def command(server, queue: str, name: str, **values):
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
    body = json.dumps({"command": name, **values}).encode()
    request = urllib.request.Request(f"{server.url}/api/v1/queues/{queue}/commands", body, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def take(server, queue: str) -> int:
    return json.loads(server.get(f"/dispense/token.json?queue={queue}")[2])["number"]


def join(page, server, queue: str) -> str:
    page.goto(f"{server.url}/queue/{queue}")
    return join_here(page)


def join_here(page) -> str:
    page.click(".queue-take")
    page.wait_for_selector("[data-kind=waiting]")
    return page.inner_text(".queue-number")


def ahead(page, count: int) -> None:
    selector = "[data-none]:not([hidden])" if count == 0 else f"[data-some]:not([hidden]) [data-ahead-count]:text-is('{count}')"
    page.wait_for_selector(selector)


def read_code(picture: bytes) -> list[str]:
    return [code.text for code in zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)).convert("L"))]


def test_a_guest_joins_follows_is_called_and_comes_back(office, open_page, console):
    console.expected += OUT_OF_REACH
    first = take(office, "main")
    page = open_page(office.url, PHONE)
    number = join(page, office, "main")
    assert number == f"A{first + 1}"
    ahead(page, 1)
    # Sent twice, the form gives the same number; another device gets its own.
    page.evaluate("fetch('/queue/main', { method: 'POST', body: new URLSearchParams('') })")
    other = open_page(office.url, DESK)
    assert join(other, office, "main") == f"A{first + 2}"
    ahead(other, 2)
    page.reload()
    assert page.inner_text(".queue-number") == number
    # The place is kept while the server restarts, and the page reconnects by itself.
    office.restart()
    page.wait_for_function("() => !document.querySelector('offline-banner') || document.querySelector('offline-banner').hidden")
    page.click("[data-sound-on]")
    page.evaluate("window.shakes = []; navigator.vibrate = (pattern) => window.shakes.push(pattern); 0")
    assert command(office, "main", "next", counter="1")["ticket"]["label"] == f"A{first}"
    ahead(page, 0)
    ahead(other, 1)
    assert "You’re next" in page.title()
    command(office, "main", "next", counter="2")
    page.wait_for_selector("[data-kind=called]")
    assert page.inner_text(".queue-counter").strip() == "Counter 2"
    page.wait_for_function("() => document.title === `${document.querySelector('.queue-number').innerText} → Counter 2`")
    page.wait_for_function("() => window.shakes.length > 0")
    shakes = page.evaluate("window.shakes.length")
    # Each is announced once, also across a reload; a second call is announced again.
    page.reload()
    page.evaluate("window.shakes = []; navigator.vibrate = (pattern) => window.shakes.push(pattern); 0")
    ahead(other, 0)
    assert page.evaluate("window.shakes.length") == 0
    assert shakes >= 1
    recalled = command(office, "main", "recall", counter="2")["ticket"]
    page.wait_for_function("() => window.shakes.length > 0")
    page.wait_for_selector(".queue-explained:text('call number 2')")
    command(office, "main", "finish", ticket=recalled["id"])
    page.wait_for_selector("[data-kind=finished]")
    assert page.locator(".queue-take").inner_text() == "Take a new number"


def test_an_open_page_shows_what_staff_undo_bring_back_and_hold(office, open_page):
    page = open_page(office.url, PHONE)
    join(page, office, "door")
    ticket = command(office, "door", "next", counter="1")["ticket"]["id"]
    page.wait_for_selector("[data-kind=called]")
    for end, kind in (("finish", "finished"), ("noShow", "missed"), ("park", "parked")):
        command(office, "door", end, ticket=ticket)
        page.wait_for_selector(f"[data-kind={kind}]")
        command(office, "door", "undo", counter="1")
        page.wait_for_selector("[data-kind=called]")
        assert page.inner_text(".queue-counter").strip() == "Counter 1"
    command(office, "door", "park", ticket=ticket)
    page.wait_for_selector("[data-kind=parked]")
    command(office, "door", "unpark", ticket=ticket)
    page.wait_for_selector("[data-kind=waiting]")
    later = datetime.now(UTC) + timedelta(hours=1)
    command(office, "door", "hold", ticket=ticket, until=later.strftime("%Y-%m-%dT%H:%M:%SZ"))
    page.wait_for_selector("[data-kind=held]")


def test_a_guest_lets_others_go_first_waits_leaves_and_takes_one_more(office, open_page):
    for _ in range(2):
        take(office, "main")
    page = open_page(office.url, PHONE)
    number = join(page, office, "main")
    before = int(page.inner_text("[data-ahead-count]"))
    take(office, "main")
    page.click("summary:text('Not ready yet?')")
    page.click("[name=behind][value='1']")
    ahead(page, before + 1)
    page.click("summary:text('Not ready yet?')")
    page.click("[name=minutes][value='20']")
    page.wait_for_selector("[data-kind=held]")
    page.click("button:text('I’m ready now')")
    page.wait_for_selector("[data-kind=waiting]")
    page.click("button:text('Take another number')")
    assert page.inner_text(".queue-other").startswith("A")
    assert page.inner_text(".queue-number") == number
    page.click("a:text('Leave the queue')")
    page.click(".sheet button:text('Leave the queue')")
    page.wait_for_selector("[data-kind=left]")
    page.reload()
    assert page.locator(".ticket-status").inner_text() == "You have left the queue"


def test_the_page_says_without_the_network_how_things_stood_and_comes_up_to_date(office, open_page, console):
    console.expected += OUT_OF_REACH
    for _ in range(2):
        take(office, "main")
    page = open_page(office.url, PHONE, service_workers="allow")
    number = join(page, office, "main")
    wait_for_worker(page)
    page.reload()  # Through the worker, so that it stores the page.
    count = int(page.inner_text("[data-ahead-count]"))
    wait_until_kept(page, "/queue/main", number)  # And not its state before the number was taken.
    page.wait_for_function("() => document.documentElement.dataset.asOf")
    office.stop()
    page.reload()
    page.wait_for_selector("offline-banner:not([hidden])")
    assert "Offline" in page.inner_text("offline-banner")
    assert page.inner_text(".queue-number") == number
    ahead(page, count)
    office.start()
    page.wait_for_selector("offline-banner[hidden]", state="attached")
    command(office, "main", "next", counter="1")
    ahead(page, count - 1)


def test_an_answer_that_was_overtaken_is_not_shown(office, open_page):
    page = open_page(office.url, PHONE)
    join(page, office, "main")
    address = page.get_attribute("queue-guest", "data-url")
    told = page.request.get(office.url + address, headers={"Accept": "application/json"}).json()
    page.evaluate("window.names = []; new MutationObserver(() => names.push(document.querySelector('h1').textContent)).observe(document.querySelector('h1'), { childList: true })")
    held = []
    page.route(f"**{address}", lambda route: held.append(route))

    def ask_again() -> None:
        count = len(held)
        page.evaluate("document.dispatchEvent(new CustomEvent('reached'))")
        until(lambda: page.wait_for_timeout(20) or len(held) > count)

    ask_again()
    ask_again()
    for route, name in ((held[1], "Newer"), (held[0], "Older")):
        with page.expect_event("requestfinished", lambda request: request.url.endswith(address)):
            route.fulfill(json=told | {"name": name})
    ask_again()
    held[2].fulfill(json=told | {"name": "Newest"})
    page.wait_for_selector("h1:has-text('Newest')")
    assert page.evaluate("names") == ["Newer", "Newest"]


def test_everything_works_without_a_script(office):
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def get(path, **form):
        body = urllib.parse.urlencode(form).encode() if form else None
        with browser.open(urllib.request.Request(office.url + path, body), timeout=PATIENCE) as answer:
            return answer.url, answer.read().decode()

    assert "name=\"service-passport\"" in get("/queue/visa")[1]
    url, page = get("/queue/visa", **{"service-passport": "on", "service-photo": "on", "name": "Ada <b>"})
    assert url.endswith("/queue/visa")
    assert "data-kind=\"waiting\"" in page
    assert "Ada" not in page
    link = re.search(r'name="ticket" value="([^"]+)"', page).group(1)
    paper = get(f"/queue/visa/tickets/{link}/print")[1]
    assert "Passport and Photo" in paper
    # The link gives access to the ticket on any device; without it, or with another one, there is none.
    assert "data-kind=\"waiting\"" in office.get(f"/queue/visa/tickets/{link}")[2]
    assert office.get(f"/queue/visa/tickets/{link[:-1]}{'A' if link[-1] != 'A' else 'B'}")[0] == 404
    assert office.get(f"/queue/main/tickets/{link}")[0] == 404
    # Without a cookie, the link leads to the page.
    stranger = urllib.request.Request(office.url + "/queue/visa", b"service-photo=on")
    with urllib.request.urlopen(stranger, timeout=PATIENCE) as answer:
        assert "/queue/visa/tickets/" in answer.url
    take(office, "visa")
    status, _, full = office.get("/queue/visa")
    assert status == 200
    assert "All places are taken" in full
    command(office, "visa", "setState", state="closed", reason="Back at ten")
    assert "This queue is closed" in office.get("/queue/visa")[2]
    assert "Back at ten" in office.get("/queue/visa")[2]
    command(office, "visa", "setState", state="open")
    _, page = get("/queue/visa/leave", ticket=link)
    assert "You have left the queue" in page


def test_a_reader_reads_the_codes_and_paper_has_one(office, open_page, console):
    console.expected += ["status of 404"]  # A picture that is its own page has no icon.
    page = open_page(office.url, DESK)
    join(page, office, "door")
    page.goto(office.url + page.get_attribute("a:text('Print')", "href"))
    page.emulate_media(media="print")
    found = read_code(page.screenshot())
    assert len(found) == 1
    assert found[0].startswith(f"{office.url}/queue/door/tickets/")
    assert "data-kind=\"waiting\"" in office.get(urllib.parse.urlsplit(found[0]).path)[2]
    for width, height in [("58mm", "120mm"), ("80mm", "120mm"), ("210mm", "297mm")]:
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(width=width, height=height))) == 1, width
    page.emulate_media(media="screen")
    for path, expected in [("/queue/door/qr.svg", "/queue/door"), ("/queue/door/display", "/queue/door")]:
        page.goto(office.url + path)
        assert read_code(page.screenshot()) == [office.url + expected], path


def test_the_display_shows_flashes_and_says_each_call(office, open_page, console):
    console.expected += OUT_OF_REACH
    page = open_page(office.url, {"width": 1920, "height": 1080})
    page.goto(f"{office.url}/queue/wall/display")
    page.click("[data-start]")
    page.evaluate("window.said = []; speechSynthesis.getVoices = () => [{ lang: 'en-GB' }]; speechSynthesis.speak = (one) => { window.said.push(one.text); one.onend(); }; 0")
    for number in range(1, 6):
        take(office, "wall")
        command(office, "wall", "next", counter="1")
        page.wait_for_selector(f".display-calls li:first-child .display-number:text-is('W{number}')")
    assert page.locator(".display-number").all_inner_texts() == ["W5", "W4", "W3", "W2"]
    page.wait_for_function("() => window.said.length === 5")
    assert page.evaluate("window.said[4]") == "Number W5, Counter 1"
    command(office, "wall", "recall", counter="1")
    page.wait_for_selector(".display-calls li.is-new:first-child")
    office.restart()
    page.wait_for_selector("[data-lost][hidden]", state="attached")
    take(office, "wall")
    command(office, "wall", "next", counter="1")
    page.wait_for_selector(".display-calls li:first-child .display-number:text-is('W6')")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth")


def test_guests_read_that_all_counters_are_closed(office, open_page, console):
    console.expected += OUT_OF_REACH
    closed = "[data-no-counters]:not([hidden]):has-text('All counters are closed right now.')"
    new, waiting, plain = open_page(f"{office.url}/queue/lane", PHONE), open_page(office.url, PHONE), open_page(office.url, PHONE, java_script_enabled=False)
    join(waiting, office, "lane")
    display = open_page(f"{office.url}/queue/lane/display", DESK)
    live = [new, waiting, display]
    for page in live:
        assert page.locator("[data-no-counters]").is_hidden()
    command(office, "lane", "setCounter", counter="1", open=False)
    for page in live:
        assert page.locator("[data-no-counters]").is_hidden()  # There is another.
    command(office, "lane", "setCounter", counter="2", open=False)
    for page in live:
        page.wait_for_selector(closed)
    assert "You can take a number now." in new.inner_text("[data-no-counters]")
    assert "Keep your number." in waiting.inner_text("[data-no-counters]")
    plain.goto(f"{office.url}/queue/lane")
    assert "All counters are closed right now." in plain.inner_text("main")
    plain.click(".queue-take")
    assert "Keep your number." in plain.inner_text("main")
    command(office, "lane", "setCounter", counter="2", open=True)
    for page in live:
        page.wait_for_selector("[data-no-counters]", state="hidden")
    plain.reload()
    assert plain.locator("[data-no-counters]").is_hidden()


def test_a_new_name_letters_and_services_reach_open_pages(office, open_page, console):
    console.expected += [*OUT_OF_REACH, "status of 409"]
    guest, display = open_page(f"{office.url}/queue/plaza", PHONE), open_page(f"{office.url}/queue/plaza/display", DESK)
    admin = open_page(f"{office.url}/queue/plaza/settings", DESK, session=office.log_in("ada"))
    admin.fill("#field-label", "Town hall")
    admin.fill("#field-prefix", "T")
    admin.click("button[aria-label='Save the name and letters']")
    admin.fill("#field-new-label", "Passports")
    admin.click("button:text('Add a service')")
    assert "Saved." in admin.inner_text("main")
    for page in (guest, display):
        page.wait_for_selector("h1:text-is('Town hall')")
        page.wait_for_selector("[data-next]:has-text('T1')")
    guest.wait_for_selector(".queue-service:has-text('Passports')")
    guest.check("[name=service-passports]")
    assert join_here(guest) == "T1"
    office.restart()
    assert "Town hall" in office.get("/queue/plaza")[2]
    assert "Town hall" in office.get("/boards/queue")[2]
    admin.goto(f"{office.url}/queue/plaza/settings")
    admin.click("button[aria-label='Remove service Passports']")
    assert "Someone is waiting for “Passports”." in admin.inner_text("main")


def test_a_kiosk_gives_numbers_without_the_network_and_none_twice(office, open_page, console):
    console.expected += [*OUT_OF_REACH, "status of 403"]
    assert office.get("/queue/gate/kiosk")[2].count("password") > 0  # Strangers are sent to the sign-in page.
    admin = open_page(office.url, DESK, session=office.log_in("ada"))
    admin.goto(f"{office.url}/queue/gate/kiosk")
    admin.fill("[name=name]", "entrance")
    admin.click("button:text('Create link')")
    link = admin.inner_text("code.secret")
    assert_lacks_nothing(admin)
    kiosk = open_page(office.url, {"width": 1280, "height": 800}, service_workers="allow")
    # Its clock is three hours slow.
    kiosk.add_init_script("window.print = () => {}; const now = Date.now; Date.now = () => now() - 10_800_000")
    kiosk.goto(link)
    assert kiosk.url == f"{office.url}/queue/gate/kiosk"
    kiosk.wait_for_function("() => JSON.parse(localStorage.getItem('tidings kiosk gate'))?.last > 0")

    def press() -> str:
        kiosk.click(".kiosk-button")
        kiosk.wait_for_selector("[data-taken]:not([hidden])")
        number = kiosk.inner_text("queue-kiosk [data-number]")
        assert kiosk.locator(".kiosk-paper [data-number]").text_content() == number
        kiosk.click("[data-done]")
        return number

    # Twenty numbers are reserved for the time without the network, and there is no gap at the door: kiosk and phones side by side.
    given = [press()]
    given += [join(open_page(office.url, PHONE), office, "gate"), press()]
    assert given == ["1", "2", "3"]
    wait_for_worker(kiosk)
    kiosk.reload()
    wait_until_kept(kiosk, "/queue/gate/kiosk", "kiosk-button")
    office.stop()
    given += [press(), press()]
    kiosk.reload()  # It continues after it was switched off and on, too.
    given.append(press())
    kiosk.wait_for_selector("[data-offline]:not([hidden])")
    office.start()
    kiosk.wait_for_function("() => JSON.parse(localStorage.getItem('tidings kiosk gate')).used.length === 0")
    given.append(press())
    given += [str(take(office, "gate")) for _ in range(2)]
    assert given == ["1", "2", "3", "9001", "9002", "9003", "4", "5", "6"]
    assert len(set(given)) == len(given), given
    called = []
    while ticket := command(office, "gate", "next", counter="1")["ticket"]:
        called.append(ticket["label"])
    assert called == given, (given, called)  # Each in its turn, by the time when it was given.
    stranger = urllib.request.Request(f"{office.url}/queue/gate/kiosk/take", b"")
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(stranger, timeout=PATIENCE)
    # Another one, from the settings page; then the first is removed, and stops working.
    admin.goto(f"{office.url}/queue/gate/settings")
    admin.fill("[name=name]", "hall")
    admin.click("button:text('Add a kiosk')")
    hall = admin.inner_text("code.secret")
    admin.goto(f"{office.url}/queue/gate/settings")
    assert admin.locator("#kiosk-title ~ .ledger strong").all_inner_texts() == ["entrance", "hall"]
    admin.click("button[aria-label='Remove kiosk entrance']")
    admin.wait_for_selector("text='Saved.'")
    kiosk.click(".kiosk-button")
    kiosk.wait_for_selector("[data-problem]:text('This device isn’t a kiosk')")
    kiosk.wait_for_function("() => !JSON.parse(localStorage.getItem('tidings kiosk gate'))?.last")
    for address in (kiosk.url, link):
        assert kiosk.goto(address).status == 403
    assert open_page(hall).locator(".kiosk-button").count() == 1
    acts = admin.request.get(f"{office.url}/queue/gate/audit.csv").text()
    assert acts.index("removeKiosk") < acts.index("enrolKiosk")


def test_a_kiosk_without_a_printer_shows_the_code_and_prints_nothing(office, open_page):
    admin = open_page(f"{office.url}/queue/gate/kiosk", DESK, session=office.log_in("ada"))
    links = {}
    for name, has_printer in (("paper", True), ("screen", False)):
        admin.goto(f"{office.url}/queue/gate/kiosk")
        admin.fill("[name=name]", name)
        if not has_printer:
            admin.check("[name=printer]")
        admin.click("button:text('Create link')")
        links[name] = admin.inner_text("code.secret")
    for name, link in links.items():
        kiosk = open_page("about:blank", {"width": 800, "height": 1280})
        kiosk.add_init_script("window.printed = 0; window.print = () => { window.printed += 1; }")
        kiosk.goto(link)
        kiosk.click(".kiosk-button")
        kiosk.wait_for_selector("[data-taken]:not([hidden])")
        code = kiosk.locator("[data-code] svg").bounding_box()
        assert code["width"] >= 140
        # The code leads to this machine, because no public address is set.
        assert "This address only works on this machine." in kiosk.text_content(".kiosk-foot")
        assert "Scan to see" not in kiosk.inner_text("[data-taken]")
        assert ("take your ticket" in kiosk.inner_text("[data-taken]")) == (name == "paper")
        assert kiosk.evaluate("window.printed") == (1 if name == "paper" else 0)
        kiosk.context.close()


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_the_button_that_prints_a_ticket_is_one_line(office, open_page, language):
    page = open_page(f"{office.url}/?lang={language}", PHONE)
    join(page, office, "door")
    page.goto(office.url + page.get_attribute("a[href$='/print']", "href"))
    button = page.locator("[data-print]")
    label = button.locator("span").bounding_box()
    assert button.is_visible(), label
    assert button.bounding_box()["height"] < 60, label
    assert label["height"] < 34, label


def test_a_kiosk_that_is_refused_gives_its_own_numbers_and_tells_them_later(office, open_page, console):
    console.expected += ["status of 429"]
    admin = open_page(office.url, DESK, session=office.log_in("ada"))
    admin.goto(f"{office.url}/queue/gate/kiosk")
    admin.fill("[name=name]", "entrance")
    admin.click("button:text('Create link')")
    link = admin.inner_text("code.secret")
    kiosk = open_page(office.url, {"width": 1280, "height": 800})
    kiosk.add_init_script("window.print = () => {}")
    kept = "JSON.parse(localStorage.getItem('tidings kiosk gate'))"
    refuse = lambda route: route.fulfill(status=429, content_type="application/problem+json", body=json.dumps({"detail": "Slow down."}))
    # Before it has reserved numbers.
    kiosk.route("**/queue/gate/kiosk/*", refuse)
    kiosk.goto(link)
    kiosk.click(".kiosk-button")
    kiosk.wait_for_selector("[data-problem]:text('Slow down.')")
    # More presses than the server learns of at once.
    kiosk.evaluate(f"() => localStorage.setItem('tidings kiosk gate', JSON.stringify({{ ...{kept}, given: Array.from({{ length: 150 }}, (_, press) => `${{press}}`) }}))")
    kiosk.unroute_all()
    with kiosk.expect_response("**/kiosk/numbers") as told:
        kiosk.reload()
    assert told.value.status == 200
    kiosk.wait_for_function(f"() => {kept}.last > 0 && {kept}.given.length === 0")
    # With some reserved.
    kiosk.route("**/queue/gate/kiosk/*", refuse)
    kiosk.click(".kiosk-button")
    kiosk.wait_for_selector("[data-taken]:not([hidden])")
    assert kiosk.inner_text("queue-kiosk [data-number]") == "9001"
    with kiosk.expect_response("**/kiosk/numbers"):
        kiosk.click("[data-done]")
    kiosk.unroute_all()
    kiosk.evaluate("() => document.dispatchEvent(new CustomEvent('reached'))")
    kiosk.wait_for_function(f"() => {kept}.used.length === 0")
    assert command(office, "gate", "next", counter="1")["ticket"]["label"] == "9001"


def test_a_title_that_flashed_twice_is_itself_again(office, open_page):
    page = open_page(f"{office.url}/queue/main", PHONE)
    title = page.title()
    page.evaluate(HIDE, True)
    page.evaluate("""async () => {
        globalThis.alerts = await import(new URL("../js/queue-alert.js", document.querySelector("script[type=module]").src));
    }""")
    for text in ("First", "Second"):
        page.evaluate("(text) => alerts.flash(text)", text)
        page.wait_for_function("(text) => document.title === text", arg=text)
    page.wait_for_function("(title) => document.title === title", arg=title)
    # A title that the page gets meanwhile stays.
    page.evaluate("() => { document.title = 'Called'; alerts.flash('Third'); }")
    page.wait_for_function("() => document.title === 'Third'")
    page.evaluate(HIDE, False)
    assert page.title() == "Called"


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_no_page_of_a_queue_breaks_a_rule(office, open_page, console, viewport):
    console.expected += ["Applying inline style"]  # axe tries its own styles.
    # One guest waits, and one has been called.
    for queue in ("main", "main", "wall"):
        take(office, queue)
    command(office, "wall", "next", counter="1")
    page = open_page(office.url, viewport, reduced_motion="reduce", locale="ar" if viewport is PHONE else "en-GB")
    broken = []

    def check(name: str) -> None:
        nonlocal broken
        page.evaluate("document.querySelectorAll('main details').forEach((part) => { part.open = true; })")
        broken += broken_rules(page, name)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        if not page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"):
            broken.append(f"{name}: wider than the screen")

    for path in ("/boards/queue", "/queue/visa", "/queue/main", "/queue/wall/display"):
        page.goto(office.url + path)
        check(path)
    page.goto(f"{office.url}/queue/main")
    page.click(".queue-take")
    page.wait_for_selector("[data-kind=waiting]")
    check("a ticket")
    page.click(".is-leaving")
    page.wait_for_selector(".sheet [name=ticket]", state="attached")
    check("leaving")
    page.goto(f"{office.url}/queue/main")
    label = page.inner_text(".queue-number")
    page.goto(office.url + page.get_attribute(".queue-ways a", "href"))
    check("paper")
    page.goto(f"{office.url}/queue/main")
    command(office, "main", "call", number=int(label[1:]), counter="1")
    page.wait_for_selector("[data-kind=called]")
    check("called")
    assert broken == [], "\n".join(broken)
