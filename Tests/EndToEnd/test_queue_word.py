"""How guests of a queue are notified: by push messages while the page is closed, and by a screen that says numbers aloud."""

import http.client
import io
import json
import urllib.error
import urllib.request
import wave

import pytest

from conftest import OUT_OF_REACH, PATIENCE, Server, until
from push_service import PushService
from test_app import open_page  # noqa: F401
from test_push import CONTACT, STAND_IN

BOARD = """title: Office
about: Take a number.
view: counter
public: true
queues:
  office: { label: { en: Office, de: Büro }, prefix: A, counters: ['1', '2'], reset: never, asks: [name], erase: 1s }
"""


@pytest.fixture
def push_service(tmp_path):
    service = PushService(tmp_path)
    yield service
    service.close()


@pytest.fixture
def office(tmp_path, push_service):
    """A server with a queue that sends push messages and trusts the push service's own authority."""
    settings = {"TIDINGS_PUSH_CONTACT": CONTACT, "TIDINGS_TRUST": f"127.0.0.1={push_service.authority}", "TIDINGS_QUEUE_PORT": "off", "TIDINGS_PUSH_HOSTS": "127.0.0.1"}
    server = Server(tmp_path, ("--allow-hosts-for-channels", push_service.host), settings)
    folder = server.data / "boards" / "office"
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(BOARD)
    server.start()
    server.run("person", "add", "clerk", "--role", "clerk", "--without-password")
    server.token = server.run("person", "token", "clerk", "--scopes", "read", "watch")
    yield server
    server.kill()


def command(server, name: str, **values) -> dict:
    """A clerk's act, by the API."""
    headers = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
    body = json.dumps({"command": name, **values}).encode()
    request = urllib.request.Request(f"{server.url}/api/v1/queues/office/commands", body, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def serve_until(server, label: str, counter: str = "1") -> None:
    for _ in range(20):
        if command(server, "next", counter=counter)["ticket"]["label"] == label:
            return
    raise AssertionError(f"{label} was never called")


def take(server) -> str:
    """A number for another guest."""
    return f"A{json.loads(server.get('/dispense/token.json?queue=office')[2])['number']}"


def joined(server, open_page, push_service, name: str = "", path: str = "/push/one", **options):
    """A guest's page with a number, in a browser to which the push service can push. Returns the page, and what is on the ticket."""
    page = open_page(f"{server.url}/queue/office", **options)
    page.context.grant_permissions(["notifications"], origin=server.url)
    page.context.add_init_script(f"({STAND_IN})({json.dumps(push_service.subscription(path))})")
    page.goto(f"{server.url}/queue/office")
    page.fill("[name=name]", name)
    page.click("form.queue-join button[type=submit]")
    push_service.key = page.get_attribute("queue-push", "data-key")
    return page, page.inner_text("#queue-number")


def subscribe(page) -> None:
    page.click("queue-push [data-subscribe]")
    page.wait_for_selector("queue-push [data-told]:not([hidden])")


def titles(push_service) -> list[str]:
    return [message.notice["title"] for message in push_service.taken]


def test_a_phone_is_told_twice_and_once_more_when_it_is_called_again(office, push_service, open_page):
    ahead = [take(office) for _ in range(4)]
    page, label = joined(office, open_page, push_service)
    subscribe(page)
    # The choice is remembered over a reload.
    page.reload()
    page.wait_for_selector("queue-push [data-told]:not([hidden])")
    assert page.input_value("queue-push [data-ahead]") == "2"
    page.close()
    serve_until(office, ahead[1])
    assert push_service.wait_for(1), office.log()
    assert titles(push_service) == [f"{label}: 2 people are ahead of you"]
    serve_until(office, label, "2")
    assert push_service.wait_for(2)
    command(office, "recall", counter="2")
    assert push_service.wait_for(3)
    assert push_service.failures == []
    assert titles(push_service)[1:] == [f"{label}: your turn at counter 2", f"{label}, called again: counter 2"]
    for message in push_service.taken:
        assert message.headers["urgency"] == "high"
        assert 0 < int(message.headers["ttl"]) <= 600
        assert message.notice["link"] == "queue/office"
        assert message.notice["tag"].startswith("queue/office/")
    assert len({message.headers["topic"] for message in push_service.taken}) == 1
    assert len({message.notice["id"] for message in push_service.taken}) == 3


def test_the_words_are_in_the_language_of_the_page_and_another_phone_may_follow_by_the_link(office, push_service, open_page):
    page, label = joined(office, open_page, push_service, locale="de")
    subscribe(page)
    link = page.get_attribute("queue-push", "data-ticket")
    other = open_page(f"{office.url}/queue/office")
    other.context.grant_permissions(["notifications"], origin=office.url)
    other.context.add_init_script(f"({STAND_IN})({json.dumps(push_service.subscription('/push/two'))})")
    other.goto(f"{office.url}/queue/office/tickets/{link}")
    subscribe(other)
    serve_until(office, label)
    assert push_service.wait_for(2)
    assert push_service.failures == []
    told = {message.path: message.notice for message in push_service.taken}
    assert told["/push/one"]["title"] == f"{label}: Sie sind dran, Schalter 1"
    assert told["/push/one"]["body"] == "Büro"
    assert told["/push/two"]["title"] == f"{label}: your turn at counter 1"
    assert told["/push/two"]["link"] == f"queue/office/tickets/{link}"


def test_another_choice_counts_and_who_wants_nothing_more_is_told_nothing(office, push_service, open_page):
    ahead = [take(office) for _ in range(3)]
    page, label = joined(office, open_page, push_service)
    subscribe(page)
    with page.expect_response("**/push"):
        page.select_option("queue-push [data-ahead]", "1")
    ticket = f"(SELECT id FROM queue_tickets WHERE label = '{label}')"
    assert office.query(f"SELECT ahead FROM queue_listeners WHERE ticket = {ticket}") == [(1,)]
    page.click("queue-push [data-stop]")
    page.wait_for_selector("queue-push [data-subscribe]:not([hidden])")
    assert office.query(f"SELECT count(*) FROM queue_listeners WHERE ticket = {ticket}") == [(0,)]
    serve_until(office, ahead[-1])
    serve_until(office, label)
    assert office.query("SELECT count(*) FROM queue_words WHERE state IN ('waiting', 'sending')") == [(0,)]
    assert push_service.taken == []


def test_a_word_is_not_sent_twice_although_the_server_is_killed(office, push_service, open_page, console):
    console.expected += OUT_OF_REACH
    page, label = joined(office, open_page, push_service)
    subscribe(page)
    push_service.status = 503
    serve_until(office, label)
    assert push_service.wait_for(1)
    # Claimed for sending, and killed before the result was recorded.
    until(lambda: office.query("SELECT count(*) FROM queue_words WHERE state = 'sending'") == [(0,)])
    office.kill()
    office.change("UPDATE queue_words SET state = 'sending' WHERE state = 'waiting'")
    push_service.status = 201
    push_service.taken.clear()
    office.start()
    until(lambda: office.query("SELECT count(*) FROM queue_words WHERE state = 'sending'") == [(0,)])
    command(office, "recall", counter="1")
    assert push_service.wait_for(1)
    assert titles(push_service) == [f"{label}, called again: counter 1"]


def test_nobody_is_told_of_a_ticket_that_is_not_theirs_nor_at_an_address_that_is_none(office, push_service, open_page):
    page, _ = joined(office, open_page, push_service)
    link = page.get_attribute("queue-push", "data-ticket")

    def post(origin=office.url, **changes) -> int:
        sent = {"ticket": link, "ahead": 2, "subscription": push_service.subscription()} | changes
        headers = {"Content-Type": "application/json", "Origin": origin}
        return page.request.post(f"{office.url}/queue/office/push", data=json.dumps(sent), headers=headers).status

    assert post() == 201
    assert post(origin="https://elsewhere.example") == 403
    assert post(ticket="AAAAAAAAAAAAAAAAAAAA") == 404
    assert post(ahead=3) == 422
    plain = push_service.subscription() | {"endpoint": "http://169.254.169.254/latest"}
    assert post(subscription=plain) == 422
    assert post(subscription={"endpoint": "https://push.example"}) == 400
    others = [post(subscription=push_service.subscription(f"/push/{number}")) for number in range(5)]
    assert others == [201, 201, 201, 409, 409]
    serve_until(office, page.inner_text("#queue-number"))
    command(office, "finish", ticket=command(office, "recall", counter="1")["ticket"]["id"])
    assert post() == 409


def test_what_a_guest_said_is_erased_after_the_end(office, push_service, open_page):
    page, label = joined(office, open_page, push_service, "Ada Lovelace")
    subscribe(page)
    assert office.query(f"SELECT guest FROM queue_tickets WHERE label = '{label}'") == [('{"name":"Ada Lovelace"}',)]
    page.close()
    serve_until(office, label)
    command(office, "next", counter="1")
    # The server looks some seconds after its start.
    office.restart()
    until(lambda: office.query(f"SELECT guest, device FROM queue_tickets WHERE label = '{label}'") == [(None, None)])
    assert office.query(f"SELECT count(*) FROM queue_listeners JOIN queue_tickets ON queue_tickets.id = ticket WHERE label = '{label}'") == [(0,)]


# Aloud


def sound(server, label: str, **headers) -> tuple[int, http.client.HTTPMessage, bytes]:
    request = urllib.request.Request(f"{server.url}/queue/office/speech/{label}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def test_numbers_that_were_called_are_said_aloud_and_no_others(office):
    labels = [take(office) for _ in range(3)]
    serve_until(office, labels[0])
    serve_until(office, labels[1])
    said = []
    for label, language in [(labels[0], "en"), (labels[1], "en"), (labels[1], "de"), (labels[1], "ar"), (labels[1], "ja")]:
        status, headers, body = sound(office, label, **{"Accept-Language": language})
        assert status == 200
        assert headers["Content-Type"] == "audio/wav"
        with wave.open(io.BytesIO(body)) as file:
            frames = file.readframes(file.getnframes())
            assert 1 < file.getnframes() / file.getframerate() < 20
        samples = memoryview(frames).cast("h")
        assert sum(abs(sample) > 1000 for sample in samples) > len(samples) / 10
        said.append(body)
    assert len(set(said)) == len(said)
    assert sound(office, labels[1], **{"Accept-Language": "en"})[2] == said[1]
    part = sound(office, labels[1], **{"Accept-Language": "en", "Range": "bytes=0-43"})
    assert part[0] == 206
    assert part[2] == said[1][:44]
    assert part[1]["Content-Range"] == f"bytes 0-43/{len(said[1])}"
    assert sound(office, labels[2])[0] == 404
    assert sound(office, "..%2f..%2ftidings.sqlite")[0] == 404
    assert len(list((office.data / "speech").iterdir())) == 5


def test_the_display_has_the_server_say_what_its_browser_cannot(office, open_page):
    label = take(office)
    page = open_page(f"{office.url}/queue/office/display?voice=server", viewport={"width": 1920, "height": 1080})
    page.click("queue-display [data-start]")
    with page.expect_response(f"**/speech/{label}") as answer:
        serve_until(office, label)
    assert answer.value.status in (200, 206)
