"""Boards are added, changed and removed while others are followed: no stream of the others ends, and no event is missed."""

import json
import threading
import urllib.error
import urllib.request

import pytest

from conftest import PATIENCE, PHONE, free_port, until
from publisher import Publisher, a_file
from test_new_board import lamps
from test_queue_live import follow, take


def declared(publisher: Publisher, name: str, *, title: str, fields: str = "") -> str:
    return f"""title: {title}
view: table
source: {{ url: '{publisher.url(f"/{name}.json")}', every: 1h }}
extract: {{ json: {{ rows: '$[*]' }} }}
fields:
  name: {{ type: text, key: true }}
  price: {{ type: number }}
{fields}"""


def publish(publisher: Publisher, name: str, price: int) -> None:
    rows = json.dumps([{"name": "Tea", "price": price, "size": "L"}, {"name": "Rusk", "price": 1, "size": "S"}]).encode()
    # With a version, so that a source that was read two seconds ago is read again.
    publisher.answers(f"/{name}.json", a_file(rows, etag=f'"{name}-{price}"'))


class Follower:
    """An event stream that is read to its end, if it has one."""

    def __init__(self, stream):
        self._stream = stream
        self.lines: list[str] = []
        self.has_ended = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            for line in self._stream:
                self.lines.append(line.decode())
        except (OSError, ValueError):
            pass
        self.has_ended = True

    def told(self, member: str) -> list[int]:
        """The data of its events with this name, in order."""
        events = [json.loads(line.removeprefix("data:")) for line in self.lines.copy() if line.startswith("data:")]
        return [event[member] for event in events if isinstance(event, dict) and member in event]


def follow_board(server, board: str) -> Follower:
    stream = urllib.request.urlopen(f"{server.url}/live/boards/{board}", timeout=PATIENCE)
    assert stream.headers["Content-Type"] == "text/event-stream"
    return Follower(stream)


@pytest.fixture
def server(serve, publisher):
    for name in ("first", "second"):
        publish(publisher, name, 11)
    publisher.answers("/lamps", a_file(lamps()))
    settings = {"TIDINGS_PUBLIC_BOARDS": "first,second", "TIDINGS_QUEUE_PORT": str(free_port())}
    server = serve("--allow-hosts", publisher.host, settings=settings)
    server.add_person("ada")
    return server


def write(server, board: str, text: str) -> None:
    folder = server.data / "boards" / board
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "board.yaml").write_text(text)


def status(server, path: str, token: str) -> int:
    try:
        server.ask(path, token)
    except urllib.error.HTTPError as error:
        return error.code
    return 200


def test_what_follows_a_board_goes_on_while_others_come_change_and_go(server, publisher, open_page, console):
    console.expected.append("status of 502")  # The shop has no pictures.
    token = server.run("person", "token", "ada", "--scopes", "read", "watch", "admin")
    write(server, "first", declared(publisher, "first", title="First"))
    until(lambda: "Rusk" in server.get("/boards/first")[2], server.log)
    began = server.log().count("Tidings is at")
    page, queue = follow_board(server, "first"), Follower(follow(server))
    price = 11

    def refresh(board: str) -> None:
        server.ask(f"/api/v1/boards/{board}/refresh", token, "POST")

    def changes(board: str) -> int:
        return server.query(f"SELECT count(*) FROM changes WHERE feed IN (SELECT id FROM feeds WHERE board = '{board}')")[0][0]

    def goes_on() -> None:
        """News of the first board and a number of the queue arrive on the existing connections."""
        nonlocal price
        price += 1
        publish(publisher, "first", price)
        until(lambda: changes("first") == price - 11, server.log, meanwhile=lambda: refresh("first"))
        newest = server.query("SELECT max(id) FROM changes WHERE feed IN (SELECT id FROM feeds WHERE board = 'first')")[0][0]
        until(lambda: page.told("change")[-1:] == [newest], server.log)
        number = take(server)
        until(lambda: queue.told("next")[-1:] == [number + 1], server.log)
        assert not page.has_ended
        assert not queue.has_ended

    # A file is added: its board appears, is read, and can be watched.
    write(server, "second", declared(publisher, "second", title="Second"))
    until(lambda: status(server, "/api/v1/boards/second", token) == 200, server.log)
    server.ask("/api/v1/watches", token, "POST", body={"board": "second", "condition": {"field": "price", "changed": True}})
    until(lambda: "Rusk" in server.get("/boards/second")[2], server.log)
    assert "Record-second" in server.get("/api/openapi.json")[2]
    goes_on()
    publish(publisher, "second", 77)
    until(lambda: server.ask("/api/v1/notices", token)["notices"], server.log, meanwhile=lambda: refresh("second"))

    # It changes, and its followers are asked to reconnect; with other fields it is read again.
    other = follow_board(server, "second")
    write(server, "second", declared(publisher, "second", title="Second, renamed"))
    until(lambda: "Second, renamed" in server.get("/boards/second")[2], server.log)
    until(lambda: other.has_ended, server.log)
    write(server, "second", declared(publisher, "second", title="Second", fields="  size: { type: text, label: Size }\n"))
    until(lambda: "Size" in server.get("/boards/second")[2] and "Rusk" in server.get("/boards/second")[2], server.log)
    goes_on()

    # After a mistake it stays, and the log names the place.
    write(server, "second", "title: Second\nsauce: {}\n")
    until(lambda: "the boards stay as they are" in server.log(), server.log)
    assert "second/board.yaml" in server.log()
    assert "Rusk" in server.get("/boards/second")[2]
    goes_on()

    # It is removed; its stored data stays, and is there when it returns.
    other = follow_board(server, "second")
    (server.data / "boards" / "second" / "board.yaml").unlink()
    until(lambda: status(server, "/api/v1/boards/second", token) == 404, server.log)
    until(lambda: other.has_ended, server.log)
    assert "Second" not in server.get("/boards/second")[2]  # Strangers are asked to sign in.
    assert server.query("SELECT count(*) FROM board_second") == [(2,)]
    assert server.query("SELECT count(*) FROM feeds WHERE board = 'second' AND due IS NOT NULL") == [(0,)]
    goes_on()
    write(server, "second", declared(publisher, "second", title="Second", fields="  size: { type: text, label: Size }\n"))
    until(lambda: "Rusk" in server.get("/boards/second")[2], server.log)
    goes_on()

    # A board made from an address is there when the response arrives.
    browser = open_page(f"{server.url}/new-board?address={publisher.url('/lamps')}", PHONE, session=server.log_in("ada"))
    browser.click("button:has-text('Look')")
    browser.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    browser.locator("[name=title]").first.fill("Desk lamps")
    browser.locator("button:has-text('Use this list')").first.click()
    browser.wait_for_selector("h1:has-text('Desk lamps')", timeout=PATIENCE * 1000)
    assert browser.url.endswith("/boards/desk-lamps")
    server.ask("/api/v1/watches", token, "POST", body={"board": "desk-lamps", "condition": {"all": []}})
    server.wait_until_all_read("desk-lamps", 1)
    goes_on()

    assert server.log().count("Tidings is at") == began
    assert "begins again" not in server.log()


def test_counters_are_what_the_server_begins_again_for(server, publisher):
    write(server, "first", declared(publisher, "first", title="First"))
    until(lambda: "Rusk" in server.get("/boards/first")[2], server.log)
    page = follow_board(server, "first")
    write(server, "desk", "title: Desk\nview: counter\nqueues: { desk: { label: Desk } }\n")
    until(lambda: "the server restarts" in server.log(), server.log)
    until(lambda: page.has_ended, server.log)


def test_the_folder_is_noticed_when_it_comes_goes_and_comes_again(server, publisher):
    token = server.run("person", "token", "ada", "--scopes", "read")
    folder, away = server.data / "boards", server.data / ".away"
    assert not folder.exists()

    def is_there(board: str) -> bool:
        return status(server, f"/api/v1/boards/{board}", token) == 200

    write(server, "first", declared(publisher, "first", title="First"))
    until(lambda: is_there("first"), server.log)
    folder.rename(away)
    until(lambda: not is_there("first"), server.log)
    away.rename(folder)
    until(lambda: is_there("first"), server.log)
    # In a folder that had its own.
    write(server, "second", declared(publisher, "second", title="Second"))
    until(lambda: is_there("second"), server.log)
    (folder / "second").rename(folder / "third")
    until(lambda: is_there("third") and not is_there("second"), server.log)
    (folder / "third" / "board.yaml").write_text(declared(publisher, "second", title="Third"))
    until(lambda: server.ask("/api/v1/boards/third", token)["title"] == "Third", server.log)
