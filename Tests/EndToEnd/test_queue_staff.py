"""A queue for staff: the console by keyboard, by mouse and without a script, its settings, its statistics, and the API for programs.

`QUEUE_TICKETS` sets another number of tickets than 400.
"""

import concurrent.futures
import csv
import io
import json
import os
import re
import threading
import urllib.error
import urllib.request
from datetime import datetime, timedelta

import pytest

from conftest import DESK, PATIENCE, PHONE, Server, redrawn, until
from test_accessibility import broken_rules

TICKETS = int(os.environ.get("QUEUE_TICKETS", "400"))
BOARD = """
title: Office
view: counter
public: true
queues:
  main:
    label: { en: Passports, de: Reisepässe, ar: جوازات السفر }
    prefix: A
    counters: ['1', '2']
    services:
      passport: { label: Passport, minutes: 10 }
      photo: { label: Photo, counters: ['2'] }
    asks: [name]
    zone: Europe/Berlin
    reset: never
  hall: { label: Hall, counters: ['1'], reset: never }
  town: { label: Town, counters: ['1'], reset: never }
  many: { label: Many, counters: ['1', '2'], reset: never }
  hours: { label: Hours, counters: ['1'], hours: { DAY: '00:00-00:01' }, zone: Europe/Berlin, reset: never }
"""


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    yield from open_office(tmp_path_factory.mktemp("office"))


@pytest.fixture
def new_office(tmp_path):
    """A queue that a test has to itself."""
    yield from open_office(tmp_path)


def open_office(folder):
    """A server with queues; `ada` is its administrator, `bob` a clerk, and `cyd` a member."""
    board = folder / "data" / "boards" / "queue"
    board.mkdir(parents=True)
    (board / "board.yaml").write_text(BOARD.replace("DAY", (datetime.now() + timedelta(days=3)).strftime("%a").lower()))
    server = Server(folder, (), {"TIDINGS_BOARDS": "queue"})
    server.start()
    server.add_person("ada")
    server.add_person("bob", "clerk")
    server.add_person("cyd", "member")
    server.token = server.run("person", "token", "bob", "--scopes", "read", "watch")
    server.admin = server.run("person", "token", "ada", "--scopes", "read", "watch", "admin")
    server.sessions = {name: server.log_in(name) for name in ("ada", "bob", "cyd")}
    yield server
    server.kill()


def ask(server, path, token=None, method="GET", body=None, **headers):
    """The status, the headers and the JSON of a response."""
    headers.setdefault("Accept", "application/json")
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if body is not None:
        headers["Content-Type"], body = "application/json", json.dumps(body).encode()
    request = urllib.request.Request(server.url + path, method=method, data=body, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        return error.code, error.headers, json.loads(error.read())


def command(server, queue, name, token=None, **values):
    status, _, answer = ask(server, f"/api/v1/queues/{queue}/commands", token or server.token, "POST", {"command": name, **values})
    assert status == 200, answer
    return answer


def take(server, queue):
    return ask(server, f"/dispense/token.json?queue={queue}")[2]["number"]


def join(server, queue="main", **body):
    status, _, answer = ask(server, f"/api/v1/queues/{queue}/tickets", None, "POST", body)
    assert status == 201, answer
    return answer["ticket"]


@pytest.fixture
def empty(office):
    """`main`, empty, open at all counters, and on time."""
    for counter in ("1", "2"):
        command(office, "main", "setCounter", counter=counter, open=True)
    while command(office, "main", "next", counter="1")["ticket"] or command(office, "main", "next", counter="2")["ticket"]:
        pass
    for ticket in ask(office, "/api/v1/queues/main/tickets", office.token)[2]["tickets"]:
        ask(office, f"/api/v1/queues/main/tickets/{ticket['id']}", office.token, "DELETE")
    command(office, "main", "setState", state="open")
    command(office, "main", "setLate", late=False)
    return office


# By programs


def test_two_clerks_serve_each_ticket_exactly_once(new_office):
    taken, served, everybody = [], [], threading.Event()

    def clerk(counter):
        mine = []
        while True:
            is_over = everybody.is_set()
            ticket = command(new_office, "many", "next", counter=counter)["ticket"]
            if ticket:
                mine.append(ticket["number"])
            elif is_over:
                return mine

    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        clerks = [pool.submit(clerk, counter) for counter in ("1", "2")]
        taken = list(pool.map(lambda _: take(new_office, "many"), range(TICKETS)))
        everybody.set()
        served = [number for one in clerks for number in one.result(PATIENCE)]
    assert sorted(taken) == sorted(served) == list(range(min(taken), min(taken) + TICKETS))
    assert all(one.result() for one in clerks), "one clerk had nothing to do"


def test_a_key_is_one_guest_who_may_leave_by_it(office, empty):
    key = {"Idempotency-Key": "guest-of-the-test"}
    status, headers, first = ask(office, "/api/v1/queues/main/tickets", None, "POST", {"guest": {"name": "Ann"}, "services": ["passport"]}, **key)
    assert status == 201
    assert first["ahead"] == 0
    assert "guest" not in first["ticket"]
    assert ask(office, "/api/v1/queues/main/tickets", None, "POST", {}, **key)[2]["ticket"] == first["ticket"]
    assert ask(office, headers["Location"], **key)[2] == first
    assert ask(office, headers["Location"])[0] == 404
    listed = ask(office, "/api/v1/queues/main/tickets", office.token)[2]["tickets"]
    assert [(one["label"], one["guest"]) for one in listed] == [(first["ticket"]["label"], {"name": "Ann"})]
    assert ask(office, headers["Location"], None, "DELETE", **key)[0] == 204
    assert ask(office, headers["Location"], None, **key)[2]["ticket"]["state"] == "left"


def test_what_is_refused_says_why(office, empty):
    ticket = join(office)
    for status, name, values in [
        (409, "finish", {"ticket": ticket["id"]}),
        (409, "recall", {"counter": "1"}),
        (404, "next", {"counter": "9"}),
        (404, "park", {"ticket": 1 << 40}),
        (422, "fly", {}),
        (422, "hold", {"ticket": ticket["id"], "until": "soon"}),
        (403, "setCapacity", {"capacity": 2}),
        (403, "setHours", {"hours": None}),
    ]:
        found, headers, problem = ask(office, "/api/v1/queues/main/commands", office.token, "POST", {"command": name, **values})
        assert found == status, (name, problem)
        assert headers["Content-Type"] == "application/problem+json"
        assert problem["detail"]
    assert ask(office, "/api/v1/queues/main/commands", None, "POST", {"command": "next", "counter": "1"})[0] == 401
    assert ask(office, "/api/v1/queues/main/tickets")[0] == 401
    assert ask(office, "/api/v1/queues/none")[0] == 401
    assert ask(office, "/api/v1/queues/none", office.token)[0] == 404
    command(office, "main", "setState", state="paused", reason="Back soon")
    found, headers, problem = ask(office, "/api/v1/queues/main/tickets", None, "POST", {})
    assert found == 423
    assert "Back soon" in problem["detail"]
    found, headers, _ = ask(office, "/api/v1/queues/hours/tickets", None, "POST", {})
    assert found == 423
    assert int(headers["Retry-After"]) > 0
    assert [queue["name"] for queue in ask(office, "/api/v1/queues")[2]["queues"]] == ["main", "hall", "town", "many", "hours"]


# In a browser

COUNT_SOUNDS = """() => {
  const make = AudioContext.prototype.createOscillator;
  window.sounds = 0;
  AudioContext.prototype.createOscillator = function () { window.sounds += 1; return make.call(this); };
}"""


@pytest.fixture
def console_page(office, open_page):
    """A console in its own browser, at a counter."""

    def open_one(counter="1", viewport=DESK, person="bob", queue="main", **options):
        page = open_page(f"{office.url}/queue/{queue}/console", viewport, session=office.sessions[person], **options)
        if counter:
            page.click(f".desk-choices button >> text='{counter}'")
            page.wait_for_selector(".desk-next")
        return page

    return open_one


def press(page, *keys: str) -> None:
    """One after another, each once the one before has been answered: a key in between would be lost."""
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_selector("queue-console:not([aria-busy])")


def test_a_clerk_serves_by_keyboard(office, empty, console_page):
    labels = [join(office, services=["passport"], guest={"name": name})["label"] for name in ("Ann", "Ben", "Cleo")]
    page = console_page()
    number = page.locator(".desk-number")
    note = page.locator("#console-note")
    press(page, "n")
    page.wait_for_selector(f".desk-number >> text='{labels[0]}'")
    page.wait_for_selector(f"#console-note >> text='{labels[0]} called to counter 1.'")
    assert "Ann" in page.inner_text(".desk-facts")
    assert note.inner_text() == f"{labels[0]} called to counter 1."
    press(page, "r")
    page.wait_for_selector("text=called 2 times")
    press(page, "p")
    page.wait_for_selector("#console-aside >> text='Parked'")
    assert number.count() == 0
    press(page, "u")
    page.wait_for_selector(f".desk-number >> text='{labels[0]}'")
    page.wait_for_function("!document.querySelector('#console-aside').textContent.trim()")
    page.keyboard.press("s")
    assert page.evaluate("document.activeElement.name") == "behind"
    page.keyboard.type("1")
    press(page, "Enter")
    page.wait_for_selector(".desk-nobody")
    assert page.locator("#console-line .line-row strong").all_inner_texts() == [labels[1], labels[0], labels[2]]
    page.keyboard.press("c")
    page.keyboard.type(labels[2][1:])
    press(page, "Enter")
    page.wait_for_selector(f".desk-number >> text='{labels[2]}'")
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    press(page, "m")
    page.wait_for_selector("#console-aside >> text='No-shows'")
    page.keyboard.press("?")
    page.wait_for_selector("dialog.console-legend[open] [data-everywhere]")
    page.uncheck("[data-keys-on]")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.evaluate("new Promise((done) => setTimeout(done))")
    assert number.count() == 0, "a key did something although keys are off"
    page.reload()
    page.keyboard.press("n")
    assert number.count() == 0
    assert not page.locator("[data-keys-on]").is_checked()


def test_a_counter_is_closed_and_opened_by_its_clerk_and_by_another(office, empty, console_page, console):
    console.expected += ["status of 409"]
    first, second = join(office)["label"], join(office)["label"]
    mine, other = console_page("1"), console_page("2", viewport=PHONE, person="ada")
    press(mine, "n")
    mine.wait_for_selector(f".desk-number >> text='{first}'")
    press(mine, "o")
    mine.wait_for_selector("#console-note >> text='Counter 1 is closed.'")
    # The current guest is served to the end, and no other is called, neither from here nor from elsewhere.
    assert mine.locator("[data-key=n]").count() == 0
    assert mine.inner_text(".desk-closed") == "This counter is closed."
    mine.click("#console-line .line-call button")
    mine.wait_for_selector("#console-note >> text=Open it to call someone")
    mine.wait_for_selector("queue-console:not([aria-busy])")
    status, _, problem = ask(office, "/api/v1/queues/main/commands", office.token, "POST", {"command": "next", "counter": "1"})
    assert (status, problem["detail"]) == (423, "Counter 1 is closed.")
    press(mine, "f")
    mine.wait_for_selector(".desk-nobody >> text='This counter is closed.'")
    state = ask(office, "/api/v1/queues/main")[2]
    assert [counter["isOpen"] for counter in state["counters"]] == [False, True]
    assert "1" not in [call["counter"] for call in state["calls"]]
    other.click("#console-counters button[aria-label='Open counter 1']")
    mine.wait_for_selector(".desk-next >> text='Next'")
    press(mine, "n")
    mine.wait_for_selector(f".desk-number >> text='{second}'")
    # A clerk who is changing the counter isn't interrupted by events.
    join(office)
    mine.goto(f"{office.url}/queue/main/console?choose")
    last = join(office)["label"]
    mine.wait_for_selector(f"#console-line >> text='{last}'")
    assert mine.locator(".desk-choices").count() == 1


def test_two_consoles_are_of_one_mind_and_one_sounds(office, empty, console_page):
    one = console_page("1")
    other = console_page("2", viewport=PHONE, person="ada")
    other.evaluate(COUNT_SOUNDS)
    first = join(office)["label"]
    for page in (one, other):
        page.wait_for_selector(f"#console-line >> text='{first}'")
    other.wait_for_function("window.sounds > 0")
    one.click(".desk-next")
    one.wait_for_selector(f".desk-number >> text='{first}'")
    other.wait_for_selector(f"#console-counters >> text='{first}'")
    assert other.title().startswith("Passports: console")
    second = join(office)["label"]
    other.wait_for_selector(f"#console-line >> text='{second}'")
    assert other.title().startswith("(1) ")
    # What a clerk has opened and typed stays while others act.
    other.click("text='Pause or close'")
    other.fill("#console-reason", "Back at two")
    one.click(".line-call button")
    one.wait_for_selector(f".desk-number >> text='{second}'")
    other.wait_for_selector(f"#console-counters >> text='{second}'")
    assert other.input_value("#console-reason") == "Back at two"
    other.click(".console-pausing button >> text='Pause'")
    one.wait_for_selector(".console-opening.is-paused >> text='Back at two'")
    # A time beside a free counter would look like that of a person.
    one.click(".desk-button:has-text('Finish')")
    one.wait_for_selector("#console-counters .is-mine .line-free", state="attached")
    assert one.locator("#console-counters .line-row:has(.line-free) time").count() == 0


def test_what_is_pressed_counts_however_late_the_answer_before_it_is(office, empty, console_page):
    page = console_page()
    first, second = (join(office)["label"] for _ in range(2))
    page.wait_for_selector(f"#console-line >> text='{second}'")
    answers = []

    def hold(route) -> None:
        if route.request.method == "POST" and not answers:
            answers.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/queue/main/**", hold)
    # The queue reports the call before the call itself is answered.
    with page.expect_event("requestfinished", lambda request: request.method == "GET"):
        page.click(".desk-next")
    until(lambda: answers, meanwhile=lambda: page.wait_for_timeout(20))
    redrawn(page)
    assert page.locator(f".desk-number >> text='{first}'").count() == 0
    assert page.get_attribute("queue-console", "aria-busy") == "true"
    [(route, answer)] = answers
    route.fulfill(response=answer)
    page.wait_for_selector(f".desk-number >> text='{first}'")
    page.click(".line-call button")
    page.wait_for_selector(f".desk-number >> text='{second}'")


def test_an_answer_that_never_comes_ends_the_waiting(office, empty, console_page, console):
    console.expected += ["net::ERR"]
    page = console_page()
    label = join(office)["label"]
    page.wait_for_selector(f"#console-line >> text='{label}'")
    page.evaluate("""() => {
      const [one, own] = [new AbortController(), AbortSignal.timeout];
      AbortSignal.timeout = () => one.signal;
      window.giveUp = () => { AbortSignal.timeout = own; one.abort(); };
    }""")
    held = []

    def hold(route) -> None:
        if route.request.method == "POST":
            held.append(route.fetch())
        else:
            route.continue_()

    page.route("**/queue/main/**", hold)
    with page.expect_response(lambda answer: answer.request.method == "GET"):
        page.click(".desk-next")
    until(lambda: held, meanwhile=lambda: page.wait_for_timeout(20))
    assert page.locator(f".desk-number >> text='{label}'").count() == 0
    with page.expect_navigation():
        page.evaluate("giveUp()")
    page.wait_for_selector(f".desk-number >> text='{label}'")


def test_it_works_without_a_script(office, empty, console_page, console):
    console.expected += ["status of 409"]
    labels = [join(office)["label"] for _ in range(2)]
    page = console_page("2", viewport=PHONE, java_script_enabled=False)
    page.click(".desk-next")
    assert page.inner_text(".desk-number") == labels[0]
    # At the bottom nothing touches: the button that closes the counter, the link back, and "More".
    boxes = [one.bounding_box() for one in page.locator(".desk-foot :is(.quiet-button, #desk-more > summary)").all() if one.is_visible()]
    assert len(boxes) == 3
    for place, one in enumerate(boxes):
        for two in boxes[place + 1 :]:
            beside = one["x"] + one["width"] < two["x"] or two["x"] + two["width"] < one["x"]
            assert beside or one["y"] + one["height"] <= two["y"] or two["y"] + two["height"] <= one["y"]
    page.click(".desk-buttons >> text=Park")
    assert labels[0] in page.inner_text("#console-aside")
    page.click("#console-aside summary")
    page.click("#console-aside button >> text='To the front'")
    page.click(".desk-next")
    assert page.inner_text(".desk-number") == labels[0]
    page.click(".desk-buttons >> text=Recall")
    page.click("text='Undo'")
    assert page.locator(".desk-number").count() == 0
    page.click(".desk-next")
    assert page.inner_text(".desk-number") == labels[0]
    page.click(".desk-buttons >> text=Finish")
    page.click("text='Undo'")
    assert page.inner_text(".desk-number") == labels[0]

    def is_unknown() -> bool:
        page.fill("#call-number", "999")
        page.click(".line-caller button")
        return "This ticket doesn’t exist." in page.inner_text("#console-note")

    until(is_unknown)  # The page reloads itself every half minute, and typed text would be lost.
    page.click("text='Close the counter'")
    assert "This counter is closed." in page.inner_text(".desk-card")
    page.click("text='Open the counter'")
    assert page.locator("text='Close the counter'").count() == 1
    page.click("text='Running late'")
    page.wait_for_selector(".console-opening .pill")


def test_who_is_no_clerk_sees_nothing_and_a_clerk_sets_nothing(office, open_page, console):
    console.expected += ["status of 403"]
    page = open_page(f"{office.url}/queue/main/console")
    assert "/login" in page.url
    page = open_page(f"{office.url}/queue/main/settings", session=office.sessions["bob"])
    assert "Only an administrator can do this." in page.inner_text("main")
    page.goto(f"{office.url}/queue/main/console")
    assert page.locator("text='Settings'").count() == 0
    page = open_page(f"{office.url}/queue/main", session=office.sessions["cyd"])
    assert page.locator("text='Console'").count() == 0
    page.goto(f"{office.url}/queue/main/console")
    assert "Only counter staff can do this." in page.inner_text("main")


def test_nothing_of_a_console_moves_while_it_comes(office, open_page):
    """On a phone, where the parts arrive in another order than they are shown, and the script last."""
    address = f"{office.url}/queue/main/console"
    page = open_page("about:blank", PHONE, session=office.sessions["bob"])
    scripts, top = "**/*.js", "document.querySelector('.console-main > section').getBoundingClientRect().top"
    whole = page.request.get(address).text()
    half = whole[: whole.index('<section id="console-counter"')]
    page.route(scripts, lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.route(address, lambda route: route.fulfill(body=half, content_type="text/html; charset=utf-8"))
    page.goto(address)
    assert page.is_visible(".console-head h1")
    assert page.is_hidden("#console-state")
    page.unroute(address)
    page.goto(address)
    assert page.is_visible("#console-state")
    assert page.is_hidden("[data-sound]")
    before = page.evaluate(top)
    page.unroute(scripts)
    page.goto(address)
    page.wait_for_selector("[data-sound]")
    assert page.evaluate(top) == before


def test_an_administrator_makes_somebody_counter_staff(new_office, open_page):
    office = new_office
    page = open_page(f"{office.url}/people", PHONE, session=office.sessions["ada"])
    assert page.locator("select[name=role]").input_value() == "member"
    row = page.locator(".ledger-row", has_text="cyd")
    row.locator("summary").click()
    assert row.locator("button").all_inner_texts()[:2] == ["Make counter staff", "Make administrator"]
    row.locator("text='Make counter staff'").click()
    page.wait_for_selector(".ledger-row:has-text('cyd') >> text=Counter staff")
    clerk = open_page(f"{office.url}/queue/main", session=office.sessions["cyd"])
    clerk.click("text='Console'")
    clerk.wait_for_selector("queue-console")


def test_an_administrator_sets_hours_and_places(new_office, open_page, console):
    console.expected += ["status of 422"]
    page = open_page(f"{new_office.url}/queue/hall/settings", DESK, session=new_office.sessions["ada"])
    page.fill("[name=hours-tue]", "whenever")
    page.fill("[name=hours-wed]", "09:00-12:00")
    zone = page.input_value("[name=zone]")
    page.fill("[name=zone]", "Mars")
    page.click("button[aria-label='Save the hours']")
    page.wait_for_selector("#field-zone-problem")
    page.wait_for_selector("#hours-tue-problem:has-text('Tidings can’t read “whenever”. Use 24-hour times, like 08:30-12:00')")
    assert page.get_attribute("#hours-tue", "aria-invalid") == "true"
    assert page.get_attribute("#hours-wed", "aria-invalid") is None
    assert (page.input_value("#hours-tue"), page.input_value("#hours-wed")) == ("whenever", "09:00-12:00")
    page.fill("[name=hours-tue]", "08:30-12:00, 13:00-17:00")
    page.fill("[name=hours-wed]", "")
    page.fill("[name=zone]", zone)
    page.click("button[aria-label='Save the hours']")
    page.wait_for_selector("#hours-title ~ .notice:has-text('Saved.')")
    assert page.input_value("[name=hours-tue]") == "08:30-12:00, 13:00-17:00"
    # Another form with a mistake leaves the hours as they are, and its own text.
    page.fill("#capacity", "0")
    page.evaluate("document.querySelector('#capacity').form.noValidate = true")
    page.click("#capacity-title ~ form button")
    page.wait_for_selector("#capacity-problem:has-text('Enter 1 or more')")
    assert (page.input_value("#hours-tue"), page.input_value("#capacity")) == ("08:30-12:00, 13:00-17:00", "0")
    page.click("text='Reset to default'")
    page.wait_for_selector("#hours-title ~ .notice:has-text('Saved.')")
    assert page.input_value("[name=hours-tue]") == ""
    page.fill("#capacity", "1")
    page.click("#capacity-title ~ form button")
    page.wait_for_selector("#capacity-title ~ .notice:has-text('Saved.')")
    take(new_office, "hall")
    assert ask(new_office, "/dispense/token.json?queue=hall")[0] == 409
    command(new_office, "hall", "setCapacity", new_office.admin, capacity=None)


def test_what_was_typed_into_other_forms_stays_on_the_page(new_office, open_page):
    page = open_page(f"{new_office.url}/queue/hall/settings", DESK, session=new_office.sessions["ada"])
    page.fill("#hours-mon", "08:00-12:00")
    page.fill("#capacity", "7")
    page.fill("#field-label", "Big hall")
    page.click("button[aria-label='Save the name and letters']")
    page.wait_for_selector("#names-title ~ .notice:has-text('Saved.')")
    page.wait_for_function("() => document.querySelector('#capacity').value === '7' && document.querySelector('#hours-mon').value === '08:00-12:00'")
    # It isn't saved yet, and what the server has changed meanwhile counts.
    assert page.get_attribute("#capacity", "value") == ""
    page.fill("#field-label", "Small hall")
    page.click("#names-title ~ form:has-text('Reset to default') button")
    page.wait_for_function("() => document.querySelector('#field-label').value === 'Hall' && document.querySelector('#capacity').value === '7'")
    page.click("#capacity-title ~ form button")
    page.wait_for_selector("#capacity-title ~ .notice:has-text('Saved.')")
    page.wait_for_function("() => document.querySelector('#hours-mon').value === '08:00-12:00'")
    assert page.get_attribute("#capacity", "value") == "7"
    page.reload()
    assert page.input_value("#hours-mon") == ""


# The position of the number and the button, with the number in view.
PLACES = """() => {
    document.querySelector(".desk-number").scrollIntoView({ block: "nearest" });
    return [".desk-number", ".desk-next"].map((one) => document.querySelector(one).getBoundingClientRect().toJSON());
}"""


@pytest.mark.parametrize("viewport", [{"width": 195, "height": 422}, {"width": 640, "height": 400}], ids=["phone", "desk"])
def test_at_twice_the_size_next_does_not_cover_the_number(new_office, open_page, viewport):
    ask(new_office, "/dispense/token.json?queue=hall")
    page = open_page(f"{new_office.url}/queue/hall/console", viewport, session=new_office.sessions["bob"])
    if page.locator(".desk-choice").count():
        page.click(".desk-choice >> nth=0")
    page.click("button.desk-next:enabled")  # Once: a second time it ends the call that the first one began.
    page.wait_for_selector(".desk-number")

    def apart() -> bool:
        number, following = page.evaluate(PLACES)
        return following["top"] >= number["bottom"] or following["bottom"] <= number["top"]

    until(apart)
    page.set_viewport_size(PHONE)
    assert page.locator(".desk-next").evaluate("(next) => getComputedStyle(next).position") == "fixed"


def test_a_queue_without_a_zone_asks_for_it_with_that_of_the_administrator(new_office, open_page, console):
    console.expected += ["status of 422"]
    session = new_office.sessions["ada"]
    # The page passes its browser's zone to the next one, in a separate task.
    page = open_page(f"{new_office.url}/queue/hall", DESK, session=session, timezone_id="Australia/Perth")
    page.wait_for_function("() => document.cookie.includes('tidings_zone=')")
    page.goto(f"{new_office.url}/queue/hall/settings")
    assert page.input_value("[name=zone]") == "Australia/Perth"
    assert "Not chosen yet" in page.inner_text("#field-zone-hint")
    assert page.locator("#field-zone-list option[value='Europe/Berlin']").count() == 1
    page.fill("[name=zone]", "Moon")
    page.click("button[aria-label='Save the hours']")
    page.wait_for_selector("#field-zone-problem:has-text('This time zone doesn’t exist')")
    page.fill("[name=zone]", "Australia/Perth")
    page.fill("[name=hours-tue]", "08:30-12:00")
    page.click("button[aria-label='Save the hours']")
    page.wait_for_selector("#hours-title ~ .notice:has-text('Saved.')")
    assert "in the time zone Australia/Perth" in page.inner_text("main")
    assert page.locator("#field-zone-hint").count() == 0
    assert ask(new_office, "/api/v1/queues/hall")[2]["zone"] == "Australia/Perth"
    # The board's file says one.
    page.goto(f"{new_office.url}/queue/hours/settings")
    assert page.input_value("[name=zone]") == "Europe/Berlin"


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_hours_of_the_board_file_can_be_emptied_and_restored(new_office, open_page, scripts):
    assert ask(new_office, "/api/v1/queues/hours/tickets", None, "POST", {})[0] == 423
    page = open_page(f"{new_office.url}/queue/hours/settings", PHONE, session=new_office.sessions["ada"], java_script_enabled=scripts)
    for field in page.locator("[name^=hours-]").all():
        field.fill("")
    page.click("button[aria-label='Save the hours']")
    page.wait_for_selector("#hours-title ~ .notice:has-text('Saved.')")
    assert "No hours set" in page.inner_text("main")
    assert all(field.input_value() == "" for field in page.locator("[name^=hours-]").all())
    assert ask(new_office, "/api/v1/queues/hours/tickets", None, "POST", {})[0] == 201
    new_office.restart()
    page.goto(f"{new_office.url}/queue/hours/settings")
    assert "No hours set" in page.inner_text("main")
    page.click("text='Reset to default'")
    page.wait_for_selector("#hours-title ~ .notice:has-text('Saved.')")
    assert "00:00-00:01" in [field.input_value() for field in page.locator("[name^=hours-]").all()]


def test_no_heading_calls_the_queue_like_its_counters(tmp_path, open_page):
    server = Server(tmp_path, (), {"TIDINGS_BOARDS": "queue", "TIDINGS_QUEUE_PORT": "off"})
    server.start()
    try:
        server.add_person("ada")
        page = open_page(server.url, DESK, session=server.log_in("ada"))
        for language in ("en", "de", "fr", "es", "pl", "ar", "ja"):
            page.goto(f"{server.url}/queue/main/console?lang={language}")
            if page.locator(".desk-choice").count():
                page.click(".desk-choice >> nth=0")
            queue, counter = page.inner_text("h1"), page.inner_text(".desk-head h2")
            assert "1" in counter, (language, queue, counter)
            assert counter.replace("1", "").strip() not in queue, (language, queue, counter)
            assert page.locator("h1, h2").all_inner_texts().count(queue) == 1
    finally:
        server.kill()


def test_an_administrator_names_the_queue_and_its_services(new_office, open_page, console):
    console.expected += ["status of 409", "status of 422"]
    page = open_page(f"{new_office.url}/queue/town/settings", DESK, session=new_office.sessions["ada"])

    def services() -> list[str]:
        return page.locator("#services-title ~ .ledger strong").all_inner_texts()

    page.fill("#field-prefix", "H1")
    page.fill("#field-label", " ")
    page.click("button[aria-label='Save the name and letters']")
    page.wait_for_selector("#field-label-problem")
    assert "without digits" in page.inner_text("#field-prefix-problem")
    page.fill("#field-label", "Town")
    page.click("button[aria-label='Save the name and letters']")
    page.wait_for_selector("#field-label-problem", state="detached")
    assert "without digits" in page.inner_text("#field-prefix-problem")
    assert page.input_value("#field-prefix") == "H1"
    assert page.input_value("#field-label") == "Town"
    page.fill("#field-label", "Great hall")
    page.fill("#field-prefix", "H")
    page.click("button[aria-label='Save the name and letters']")
    assert "Great hall" in page.inner_text(".lead")
    for name in ("Passports", "Fees"):
        if services():
            page.click("summary:text('Add a service')")
        page.fill("#field-new-label", name)
        page.click("button:text('Add a service')")
    page.click("button[aria-label='Move Fees up']")
    assert services() == ["Fees", "Passports"]
    page.click("summary[aria-label='Edit Passports']")
    page.fill("#field-passports-label", "Passports and cards")
    page.fill("#field-passports-minutes", "10")
    page.click("button[aria-label='Save Passports']")
    assert services() == ["Fees", "Passports and cards"]
    assert "10 min" in page.inner_text("#services-title ~ .ledger")
    queue = ask(new_office, "/api/v1/queues/town")[2]
    assert queue["label"] == "Great hall"
    assert [service["name"] for service in queue["services"]] == ["fees", "passports"]
    page.click("button[aria-label='Remove service Fees']")
    page.click("button[aria-label='Services as in the board file']")
    page.click("button[aria-label='Name and letters as in the board file']")
    assert page.input_value("#field-label") == "Town"
    assert services() == []
    take(new_office, "town")
    page.fill("#field-prefix", "Z")
    page.click("button[aria-label='Save the name and letters']")
    assert "Change the letters when no one has a number." in page.inner_text(".notice")
    acts = page.request.get(f"{new_office.url}/queue/town/audit.csv").text()
    for act in ("setNames", "addService", "changeService", "removeService"):
        assert act in acts


def test_statistics_count_what_happened(office, empty, open_page):
    ann, ben = join(office, guest={"name": "=Ann"}), join(office)
    command(office, "main", "next", counter="1")
    command(office, "main", "noShow", ticket=ann["id"])
    command(office, "main", "call", counter="2", number=ann["number"])
    command(office, "main", "finish", ticket=ann["id"])
    page = open_page(f"{office.url}/queue/main/statistics?days=1", DESK, session=office.sessions["ada"])
    tiles = dict(re.findall(r"^(.+)\n(.+)$", page.inner_text(".figure-tiles"), re.MULTILINE))
    assert int(tiles["Taken"]) >= 2
    assert "Service time" in page.inner_text(".figure-tiles")
    assert "bob" in page.inner_text("main")

    def rows(path):
        answer = page.request.get(office.url + path)
        assert answer.ok, path
        return list(csv.DictReader(io.StringIO(answer.text())))

    tickets = {row["label"]: row for row in rows("/queue/main/statistics.csv?days=1")}
    assert tickets[ann["label"]]["state"] == "finished"
    assert tickets[ann["label"]]["counter"] == "2"
    assert "name" not in tickets[ann["label"]]
    assert tickets[ben["label"]]["state"] == "waiting"
    assert {row["label"]: row for row in rows("/queue/main/statistics.csv?days=1&personal=true")}[ann["label"]]["name"] == "'=Ann"
    acts = [(row["act"], row["person"]) for row in rows("/queue/main/audit.csv") if row["ticket"] == ann["label"]]
    assert acts == [("finish", "bob"), ("call", "bob"), ("noShow", "bob"), ("call", "bob"), ("join", "")]
    page.goto(f"{office.url}/queue/main/audit")
    assert f"Served · {ann['label']} · Counter 2" in page.inner_text("main")
    status = page.request.get(f"{office.url}/queue/main/statistics.csv?personal=true", headers={"Cookie": f"tidings_session={office.sessions['bob']['value']}"}).status
    assert status in (200, 403)


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_no_page_of_staff_breaks_a_rule(office, empty, console_page, console, viewport):
    console.expected += ["Applying inline style"]
    for name in ("Ann", "Ben", "Cleo"):
        join(office, services=["passport", "photo"], guest={"name": name})
    ticket = command(office, "main", "next", counter="2")["ticket"]
    command(office, "main", "park", ticket=ticket["id"])
    page = console_page(None, viewport=viewport, person="ada", reduced_motion="reduce")
    broken = broken_rules(page, "which counter")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.click(".desk-choices button >> text='1'")
    page.click(".desk-next")
    page.wait_for_selector(".desk-number")
    command(office, "main", "setCounter", counter="1", open=False)
    for path in ("console", "statistics?days=1", "settings", "audit"):
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.goto(f"{office.url}/queue/main/{path}")
        page.evaluate("document.querySelectorAll('main details').forEach((part) => { part.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path
        broken += broken_rules(page, path)
    assert broken == [], "\n".join(broken)
