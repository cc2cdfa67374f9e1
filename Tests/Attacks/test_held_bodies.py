"""A person is shut out, or loses the administrator's role, while their request is under way: it must not take effect any more.

There are two ways to be late. Either the body is held back until the person has been shut out; or the whole request has arrived and was let in, and
waits for the database while that happens. Both are tried for every route that changes something (`CHANGES`); a route that is in neither `CHANGES` nor
`EXEMPT` fails a test.
"""

import json
import re
import select
import sqlite3
import time
import urllib.parse
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from conftest import PASSWORD, PATIENCE, ROOT, WELL_KNOWN, Server
from wire import connect, status

JSON, FORM, OPML = "application/json", "application/x-www-form-urlencoded", "text/x-opml"
SUBSCRIPTION = {
    "endpoint": "https://push.example/one",
    "keys": {
        "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
        "auth": "tBHItJI5svbpez7KI4CCXg",
    },
}
CONDITION = {"field": "batch", "equals": WELL_KNOWN}


class Change(NamedTuple):
    """A request by Ada that changes something. `{…}` in its path and body is something of hers (`belongings`)."""

    route: str
    body: object = {}
    query: str = ""
    kind: str = FORM
    for_administrators: bool = False
    # If she is shut out, she may do this as a stranger, and changes nothing of hers by it.
    is_open: bool = False

    @property
    def method(self) -> str:
        return self.route.split(" ")[0]

    @property
    def path(self) -> str:
        return self.route.split(" ")[1]


def api(route: str, body: object = None, **options) -> Change:
    return Change(route, body, kind=JSON, **options)


CHANGES = [
    Change("POST /account/settings", {"name": "Ada Held", "language": "de", "zone": "Europe/Berlin"}),
    Change("POST /account/boards", {"down": "visa"}),
    Change("POST /account/tokens", {"token-name": "held", "scope-read": "on", "scope-admin": "on"}),
    Change("POST /people/invitations", {"note": "held", "role": "administrator"}, for_administrators=True),
    Change("POST /people/:person", {"change": "administrator"}, for_administrators=True),
    api("POST /api/v1/queues/{queue}/tickets", {}),
    Change("POST /dispense/token.json", is_open=True),
    Change("POST /queue/:queue/console/:act", {"counter": "1"}),
    Change("POST /queue/:queue/settings", {"set": "capacity", "capacity": "7"}, for_administrators=True),
    Change("POST /queue/:queue/kiosk", {"name": "held"}, for_administrators=True),
    Change("POST /boards/:board/settings", {"fuel": "Diesel"}, is_open=True),
    Change("POST /boards/:board/places", {"name": "held", "where": "-31.95,115.86"}, is_open=True),
    Change("POST /boards/:board/favourites", {"add": "abc"}, is_open=True),
    Change("POST /watches", {"board": "visa", "equals-batch": "20121456199"}),
    Change("POST /watches/new", {"board": "visa", "do": "save"}),
    Change("POST /watches/:watch", {"board": "visa", "do": "save", "digest": "daily"}),
    Change("POST /watches/:watch/mute", {"muted": "on"}),
    Change("POST /boards/:board/alerts/new", {"when": "cheapest"}),
    Change("POST /alerts/:alert", {"when": "daily", "daily-at": "09:00"}),
    Change("POST /alerts/:alert/mute", {"muted": "on"}),
    Change("POST /notices/seen"),
    Change("POST /notices/channels", {"kind": "ntfy", "name": "held", "server": "https://ntfy.example", "topic": "held"}),
    Change("POST /notices/channels/confirm/:token"),
    Change("POST /notices/channels/:channel", {"name": "held name"}),
    Change("POST /app/push-subscriptions", {"subscription": SUBSCRIPTION}, kind=JSON),
    api("PATCH /api/v1/me", {"language": "fr"}),
    api("POST /api/v1/watches", {"board": "visa", "condition": CONDITION | {"equals": "20121456188"}}),
    api("PATCH /api/v1/watches/{watch}", {"isMuted": True}),
    api("POST /api/v1/alerts", {"board": "fuel", "rule": "cheapest"}),
    api("PATCH /api/v1/alerts/{alert}", {"isMuted": True}),
    api("POST /api/v1/channels", {"name": "held", "kind": "ntfy", "address": {"server": "https://ntfy.example", "topic": "held2"}}),
    api("POST /api/v1/notices/seen", {}),
    api("POST /api/v1/notices/feed"),
    api("POST /api/v1/reminders/calendar"),
    Change("POST /reader/podcast", {"podcast": "make"}),
    api("POST /api/v1/documents/podcast"),
    Change("POST /reader/pronunciation", {"kind": "word", "text": "held", "said": "hold"}),
    api("POST /api/v1/pronunciations", {"kind": "text", "text": "held", "said": ""}),
    Change("POST /api/v1/opml", '<opml version="2.0"><body><outline xmlUrl="{url}/boards/contacts.atom"/></body></opml>', kind=OPML),
    api("PATCH /api/v1/people/{person}", {"role": "administrator"}, for_administrators=True),
    api("POST /api/v1/queues/{queue}/commands", {"command": "setState", "state": "closed"}),
    # Removals come last, so that all changes can be made in this order.
    Change("DELETE /app/push-subscriptions", {"endpoint": SUBSCRIPTION["endpoint"]}, kind=JSON),
    api("DELETE /api/v1/queues/{queue}/tickets/{ticket}"),
    api("DELETE /api/v1/notices/feed"),
    api("DELETE /api/v1/reminders/calendar"),
    api("DELETE /api/v1/documents/podcast"),
    Change("POST /watches/:watch/remove"),
    Change("POST /alerts/:alert/remove"),
    api("DELETE /api/v1/watches/{watch}"),
    api("DELETE /api/v1/alerts/{alert}"),
    api("DELETE /api/v1/channels/{channel}"),
    Change("POST /people/invitations/revoke", {"invitation": "{invitation}"}, for_administrators=True),
    Change("POST /account/tokens/revoke", {"token": "{token}"}),
    api("DELETE /api/v1/tokens/{token}"),
    api("DELETE /api/v1/people/{person}", for_administrators=True),
    Change("POST /account/sessions", {"session": "others"}),
    Change("POST /account/password", {"current": PASSWORD, "password": PASSWORD}),
    Change("POST /account/delete", {"current": PASSWORD}),
]  # fmt: skip

EXEMPT = {
    "POST /login": "for strangers",
    "POST /login/link/:code": "for strangers",
    "POST /logout": "ends what has ended",
    "POST /server": "starts the server again; below",
    "POST /server/mail": "changes nothing",
    "POST /server/board": "reads a source, then the same as POST /server",
    "POST /setup": "for strangers; while there is no administrator",
    "POST /invitation/:code": "for strangers; below",
    "POST /boards/:board": "has a source read",
    "POST /boards/:board/channels": "of guides; kept as favourites are (`BoardSettings`)",
    "POST /boards/:board/reminders": "of guides; decided where it is written (`Store.addReminder`)",
    "POST /api/v1/reminders": "of guides; decided where it is written (`Store.addReminder`)",
    "DELETE /api/v1/reminders/{reminder}": "needs a reminder; decided where it is written (`Store.removeReminder`)",
    "POST /watches/preview": "changes nothing",
    "POST /jobs/:job/again": "needs a job that has ended; reads a source, as anybody signed in may",
    "POST /jobs/:job/cancel": "needs a job under way; decided where it is written (`Store.cancelJob`)",
    "POST /notices/channels/:channel/test": "changes nothing of theirs",
    "POST /app/mute": "needs a notice; the watch's update is that of /watches/:watch/mute",
    "POST /queue/:queue": "for guests",
    "POST /queue/:queue/another": "for guests",
    "POST /queue/:queue/leave": "for guests",
    "POST /queue/:queue/hold": "for guests",
    "POST /queue/:queue/push": "for guests",
    "DELETE /queue/:queue/push": "for guests",
    "POST /queue/:queue/kiosk/take": "for kiosks",
    "POST /queue/:queue/kiosk/numbers": "for kiosks",
    "POST /demo/edition": "of the demo",
    "POST /api/v1/feeds/check": "has sources read",
    "POST /api/v1/boards/{board}/refresh": "has a source read",
    "POST /boards/:board/health": "has a source read",
    "POST /api/v1/geocode": "changes nothing of theirs",
    "POST /api/v1/lists": "changes nothing: has an address looked at",
    "POST /api/v1/board-imports": "changes nothing: has a file looked at",
    "POST /api/v1/board-imports/{import}": "needs a file that was read; decided where the audit trail is written (`PersonStore.audit`), before each file is",
    "POST /api/v1/own-boards": "needs lists that were found; decided where it is written (`BoardStore.add`), before the file is",
    "PATCH /api/v1/own-boards/{board}": "needs a board that was added; decided where it is written (`BoardStore.share`)",
    "DELETE /api/v1/own-boards/{board}": "needs a board that was added; decided in a transaction (`BoardStore.confirm`), before the file goes",
    "POST /api/v1/media/items/{item}/plays": "changes nothing: an address that leads nowhere for those who are shut out (test_media.py)",
    "PUT /api/v1/media/items/{item}/position": "needs a file of the library; decided where it is written (`Store.note`)",
    "POST /api/v1/media/devices/{device}/plays": "stores nothing: tells a browser of the same person that follows",
    "POST /api/v1/media/scans": "has folders looked through",
    "POST /api/v1/media/playlists": "of films and music, and this demo has none; decided where it is written (`Store.addMediaPlaylist`)",
    "PUT /api/v1/media/playlists/{playlist}": "needs a playlist; decided where it is written (`Store.changeMediaPlaylist`)",
    "DELETE /api/v1/media/playlists/{playlist}": "needs a playlist; decided where it is written (`Store.removeMediaPlaylist`)",
    "PUT /api/v1/media/works/{work}/watched": "needs a file of the library; decided where it is written (`Store.mark`)",
    "PUT /api/v1/media/items/{item}/watched": "needs a file of the library; decided where it is written (`Store.mark`)",
    "DELETE /api/v1/media/continue": "needs a file of the library; decided where it is written (`Store.hideFromContinue`)",
    "PUT /api/v1/media/items/{item}/correction": "needs a file of the library; decided where it is written (`Store.correct`)",
    "DELETE /api/v1/media/items/{item}/correction": "needs a file of the library; decided where it is written (`Store.removeCorrections`)",
    "POST /media/items/:item": "needs a file of the library; decided where it is written (`Store.mark`, `Store.correct`)",
    "POST /media/works/:work": "needs a file of the library; decided where it is written (`Store.mark`, `Store.correct`)",
    "POST /media/found": "needs something that was looked up; decided where it is written (`Store.removeMediaLookUps`)",
    "POST /media/continue": "needs a file of the library; decided where it is written (`Store.hideFromContinue`)",
    "POST /media/items/:item/playlists": "needs a file of the library; decided where it is written (`Store.changeMediaPlaylist`)",
    "POST /media/playlists/:playlist": "needs a playlist; decided where it is written (`Store.changeMediaPlaylist`)",
    "POST /api/v1/documents": "needs a file; decided where it is written (`Store.addDocument`)",
    "PUT /api/v1/documents/{document}/position": "needs a document; decided where it is written (`Store.note`)",
    "DELETE /api/v1/documents/{document}": "needs a document; decided where it is written (`Store.removeDocument`)",
    "POST /reader/addresses": "has something fetched; decided where it is written (`Store.addDocument`)",
    "POST /api/v1/documents/addresses": "has something fetched; decided where it is written (`Store.addDocument`)",
    "POST /reader/mail": "asks a mail server first; decided where it is written (`Store.keepDocumentMailbox`)",
    "POST /reader/files": "needs a file; decided where it is written (`Store.addDocument`)",
    "POST /reader/texts": "decided where it is written (`Store.addDocument`)",
    "POST /reader/documents/:document/title": "needs a document; decided where it is written (`Store.change`)",
    "POST /reader/documents/:document/voice": "needs a document; decided where it is written (`Store.change`)",
    "POST /reader/documents/:document/again": "needs a document; decided where it is written (`Store.readAgain`)",
    "POST /reader/documents/:document/leaving": "needs a document; decided where it is written (`Store.setLeaving`)",
    "POST /reader/documents/:document/passages": "needs a document; decided where it is written (`Store.setPassage`)",
    "POST /reader/documents/:document/remove": "needs a document; decided where it is written (`Store.removeDocument`)",
    "POST /reader/documents/:document/exports": "needs a document; decided where it is written (`Store.addExport`)",
    "PUT /api/v1/documents/mailbox": "asks a mail server first; decided where it is written (`Store.keepDocumentMailbox`)",
    "POST /api/v1/documents/mailbox/refresh": "needs a mailbox; decided where it is written (`Store.hurryDocumentMailbox`)",
    "DELETE /api/v1/documents/mailbox": "needs a mailbox; decided where it is written (`Store.removeDocumentMailbox`)",
    "POST /api/v1/documents/{document}/exports": "needs a document; decided where it is written (`Store.addExport`)",
    "DELETE /api/v1/documents/{document}/exports/{format}": "needs an export; decided where it is written (`Store.removeExport`)",
    "POST /reader/documents/:document/bookmarks/:bookmark": "needs a bookmark; decided where it is written (`Store.changeDocumentBookmark`)",
    "POST /api/v1/documents/{document}/bookmarks": "needs a document; decided where it is written (`Store.addDocumentBookmark`)",
    "PUT /api/v1/documents/{document}/bookmarks/{bookmark}": "needs a bookmark; decided where it is written (`Store.changeDocumentBookmark`)",
    "DELETE /api/v1/documents/{document}/bookmarks/{bookmark}": "needs a bookmark; decided where it is written (`Store.removeDocumentBookmark`)",
    "POST /reader/pronunciation/:rule": "needs a rule; decided where it is written (`Store.changePronunciation`)",
    "PUT /api/v1/pronunciations/{pronunciation}": "needs a rule; decided where it is written (`Store.changePronunciation`)",
    "DELETE /api/v1/pronunciations/{pronunciation}": "needs a rule; decided where it is written (`Store.removePronunciation`)",
    "POST /api/v1/watches/preview": "changes nothing",
    "POST /api/v1/jobs/{job}/cancel": "needs a job under way; decided where it is written (`Store.cancelJob`)",
    "POST /api/v1/channels/{channel}/test": "changes nothing of theirs",
}

# People's data is compared with its former state; what a shut-out person loses by the request is checked afterwards.
KEPT = [
    "SELECT id, name, role, password, settings, disabled FROM people ORDER BY id",
    "SELECT * FROM watches ORDER BY id",
    "SELECT id, settings, muted FROM price_alerts ORDER BY id",
    "SELECT id, name, kind, address FROM channels ORDER BY id",
    "SELECT token FROM channel_confirmations ORDER BY token",
    "SELECT person, notice FROM notices_seen ORDER BY person",
    "SELECT person, purpose, hash FROM feed_addresses ORDER BY person, purpose",
    "SELECT person, kind, text, said FROM pronunciations ORDER BY id",
    "SELECT person, host, login, due FROM document_mailboxes ORDER BY person",
    "SELECT id FROM invitations ORDER BY id",
    "SELECT id, person FROM tokens ORDER BY id",
    "SELECT id, person FROM sessions ORDER BY id",
    "SELECT name, settings FROM queues ORDER BY name",
    "SELECT id, act FROM queue_acts ORDER BY id",
    "SELECT id, action FROM audit WHERE action <> 'login failed' ORDER BY id",
]


class Ada:
    """An administrator who has something of every kind, with a session and a token."""

    def __init__(self, server: Server):
        self.server = server
        link = server.run("person", "login-link", "ada")
        answer = self.ask(f"POST {link} HTTP/1.1\r\nContent-Length: 0\r\n".encode(), b"")
        self.cookie = re.search(rb"tidings_session[_0-9]*=[^;]+", answer).group().decode()
        page = self.ask(f"GET /account HTTP/1.1\r\nCookie: {self.cookie}\r\n".encode(), b"").decode()
        self.form_token = re.search('name="form-token" value="([^"]+)"', page).group(1)
        self.token = server.run("person", "token", "ada", "--scopes", "read", "watch", "admin")
        # Its first use is recorded.
        server.ask("/api/v1/me", self.token)
        self.things = self.belongings()

    def belongings(self) -> dict[str, object]:
        def newest(sql: str) -> object:
            return (self.server.query(sql) or [(0,)])[-1][0]

        return {
            "url": self.server.url,
            "board": "fuel",
            "queue": "main",
            "act": "pause",
            "ticket": newest("SELECT id FROM queue_tickets ORDER BY id"),
            "watch": newest("SELECT id FROM watches ORDER BY id"),
            "alert": newest("SELECT id FROM price_alerts ORDER BY id"),
            "channel": newest("SELECT id FROM channels ORDER BY id"),
            "confirm": "held-confirmation",
            "person": newest("SELECT id FROM people WHERE name = 'bob'"),
            "invitation": newest("SELECT id FROM invitations ORDER BY id"),
            "token": newest("SELECT min(id) FROM tokens WHERE person = (SELECT id FROM people WHERE name LIKE 'ada%')"),
        }

    def ask(self, head: bytes, body: bytes) -> bytes:
        with connect(self.server.port) as connection:
            connection.sendall(head + b"Host: 127.0.0.1:%d\r\nConnection: close\r\n\r\n" % self.server.port + body)
            return b"".join(iter(lambda: connection.recv(65536), b""))

    def request(self, change: Change) -> tuple[bytes, bytes]:
        """The request's head and body."""

        def filled(text: str) -> str:
            return re.sub(r"\{(\w+)\}", lambda found: str(self.things[found.group(1)]), text)

        path = change.path.replace("/confirm/:token", "/confirm/{confirm}")
        path = filled(re.sub(r":(\w+)", r"{\1}", path))
        if change.kind == FORM:
            body = urllib.parse.urlencode({name: filled(value) for name, value in change.body.items()})
        else:
            body = filled(change.body) if isinstance(change.body, str) else "{}" if change.body is None else json.dumps(change.body)
        is_api = path.startswith("/api/")
        proof = f"Authorization: Bearer {self.token}" if is_api else f"Cookie: {self.cookie}\r\nX-Form-Token: {self.form_token}"
        content = body.encode() or b"x=1"
        head = (
            f"{change.method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n{proof}\r\nContent-Type: {change.kind}\r\n"
            f"Content-Length: {len(content)}\r\nConnection: close\r\n\r\n"
        )
        return head.encode(), content


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A demo with Ada, and with Eve, who can shut her out."""
    server = Server(tmp_path_factory.mktemp("held"), ("--demo", "--allow-hosts-for-channels", "ntfy.example"), settings={})
    server.start()
    server.add_person("ada")
    server.add_person("eve")
    server.run("person", "add", "bob", "--without-password")
    server.wait_until_read()
    server.eve = server.run("person", "token", "eve", "--scopes", "read", "watch", "admin")
    yield server
    server.kill()


def furnish(server: Server) -> None:
    """Two things of every kind that Ada has, so that a removal leaves one; and a guest who waits."""
    server.ask("/api/v1/queues/main/tickets", server.eve, "POST", body={})
    [(ada,)] = server.query("SELECT id FROM people WHERE name = 'ada'")
    server.change("DELETE FROM channel_confirmations")
    confirmation = "INSERT INTO channel_confirmations VALUES ('held-confirmation', ?, 'mail', 'email', '{\"to\":\"a@b.example\"}', ?)"
    server.change(confirmation, ada, int(time.time() * 1000))
    for number in (1, 2):
        server.run("watch", "add", "visa", f"batch=2012145617{number}", "--person", "ada")
        server.run("alert", "add", "fuel", "--cheapest", "--person", "ada")
        server.run("channel", "add", "ntfy", f"https://ntfy.example/{number}", "--person", "ada", "--name", f"n{number}")
        server.run("person", "invite", f"somebody {number}")
        server.run("person", "token", "ada", "--label", f"spare {number}")


def eve_alters(server: Server, change: dict) -> None:
    person = server.query("SELECT id FROM people WHERE name LIKE 'ada%'")[0][0]
    body = json.dumps(change).encode()
    head = (
        f"PATCH /api/v1/people/{person} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {server.eve}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    with connect(server.port) as connection:
        connection.sendall(head.encode() + body)
        assert status(connection.recv(65536)) == 200


def snapshot(server: Server) -> list:
    return [server.query(sql) for sql in KEPT]


def answers(connections: list) -> list[bytes]:
    whole = []
    for connection in connections:
        with connection:
            whole.append(b"".join(iter(lambda: connection.recv(65536), b"")))
    return whole


def is_refused(answer: bytes) -> bool:
    return status(answer) in (401, 403) or (status(answer) == 303 and b"\r\nlocation: /login" in answer.lower())


def affected(change: Change, alteration: dict) -> bool:
    """Whether Eve's act takes away what Ada needs for a change."""
    return "isDisabled" in alteration or change.for_administrators


WAYS = [{"isDisabled": True}, {"role": "member"}]


def restored(server: Server) -> Ada:
    if not server.query("SELECT id FROM people WHERE name LIKE 'ada%'"):
        server.add_person("ada")
    eve_alters(server, {"isDisabled": False, "role": "administrator"})
    furnish(server)
    ada = Ada(server)
    # One of her browsers, so that there is one to remove.
    subscribe = next(change for change in CHANGES if change.route == "POST /app/push-subscriptions")
    with connect(server.port) as connection:
        connection.sendall(b"".join(ada.request(subscribe)))
        assert status(connection.recv(65536)) == 201
    return ada


@pytest.mark.parametrize("alteration", WAYS, ids=["shut out", "demoted"])
def test_a_body_that_comes_late_is_of_who_they_are_by_then(house, alteration):
    ada = restored(house)
    changes = [change for change in CHANGES if affected(change, alteration)]
    held = []
    for change in changes:
        head, body = ada.request(change)
        connection = connect(house.port)
        connection.sendall(head + body[:-1])
        held.append((connection, body[-1:]))
    eve_alters(house, alteration)
    before = snapshot(house)
    for connection, rest in held:
        connection.sendall(rest)
    for change, answer in zip(changes, answers([connection for connection, _ in held])):
        assert change.is_open or is_refused(answer), f"{change.route}: {answer[:300]}"
    assert snapshot(house) == before


@pytest.mark.parametrize("alteration", WAYS, ids=["shut out", "demoted"])
def test_a_change_that_was_decided_before_is_decided_again_where_it_is_written(house, alteration):
    ada = restored(house)
    # The lock's holder can't see who waits for it, so this waits long enough for a request to have been let in. If it wasn't, it is refused at the door.
    patience = 1.0
    connections = []
    changes = [change for change in CHANGES if affected(change, alteration)]
    with closing(sqlite3.connect(house.data / "tidings.sqlite", isolation_level=None, timeout=PATIENCE)) as database:
        database.execute("BEGIN IMMEDIATE")
        for change in changes:
            connection = connect(house.port)
            connection.sendall(b"".join(ada.request(change)))
            connections.append(connection)
        deadline = time.monotonic() + patience
        while (left := deadline - time.monotonic()) > 0:
            answered, _, _ = select.select(connections, [], [], left)
            assert not answered, [changes[connections.index(one)].route for one in answered]
        if "role" in alteration:
            database.execute("UPDATE people SET role = 'member' WHERE name LIKE 'ada%'")
        else:
            database.execute("UPDATE people SET disabled = 1 WHERE name LIKE 'ada%'")
        database.execute("COMMIT")
    before = snapshot(house)
    for change, answer in zip(changes, answers(connections)):
        assert is_refused(answer), f"{change.route}: {answer[:300]}"
    assert snapshot(house) == before


def test_an_invitation_that_was_taken_back_or_is_of_a_demoted_administrator_admits_nobody(house):
    ada = restored(house)
    invite = next(change for change in CHANGES if change.route == "POST /people/invitations")

    def invitation() -> str:
        head, body = ada.request(invite)
        with connect(house.port) as connection:
            connection.sendall(head + body)
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        secret = re.search(rb"tidings_new_secret[_0-9]*=[^;]+", answer).group().decode()
        page = ada.ask(f"GET /people HTTP/1.1\r\nCookie: {ada.cookie}; {secret}\r\n".encode(), b"")
        return re.search(rb"/invitation/[\w-]{43}", page).group().decode()

    links = [invitation(), invitation()]
    people = house.query("SELECT name FROM people ORDER BY name")
    held = []
    for number, link in enumerate(links):
        body = urllib.parse.urlencode({"name": f"guest {number}", "password": PASSWORD}).encode()
        connection = connect(house.port)
        head = f"POST {link} HTTP/1.1\r\nHost: x\r\nContent-Type: {FORM}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        connection.sendall(head.encode() + body[:-1])
        held.append((connection, body[-1:]))
    newest = house.query("SELECT max(id) FROM invitations")[0][0]
    revoke = next(change for change in CHANGES if change.route == "POST /people/invitations/revoke")
    ada.things["invitation"] = newest
    head, body = ada.request(revoke)
    with connect(house.port) as connection:
        connection.sendall(head + body)
        assert status(connection.recv(65536)) == 303
    eve_alters(house, {"role": "member"})
    for connection, rest in held:
        connection.sendall(rest)
    assert [status(answer) for answer in answers([connection for connection, _ in held])] == [404, 404]
    assert house.query("SELECT name FROM people ORDER BY name") == people


SERVER = Change("POST /server", {"part": "address", "public-url": "http://held.example"}, for_administrators=True)


@pytest.mark.parametrize("alteration", WAYS, ids=["shut out", "demoted"])
def test_the_server_is_not_set_by_somebody_who_no_longer_may(house, alteration):
    ada = restored(house)
    head, body = ada.request(SERVER)
    with connect(house.port) as late:
        late.sendall(head + body[:-1])
        eve_alters(house, alteration)
        late.sendall(body[-1:])
        assert is_refused(b"".join(iter(lambda: late.recv(65536), b"")))
    ada = restored(house)
    with closing(sqlite3.connect(house.data / "tidings.sqlite", isolation_level=None, timeout=PATIENCE)) as database, connect(house.port) as decided:
        database.execute("BEGIN IMMEDIATE")
        decided.sendall(b"".join(ada.request(SERVER)))
        assert not select.select([decided], [], [], 1.0)[0]
        database.execute("UPDATE people SET role = 'member' WHERE name LIKE 'ada%'" if "role" in alteration else "UPDATE people SET disabled = 1 WHERE name LIKE 'ada%'")
        database.execute("COMMIT")
        assert is_refused(b"".join(iter(lambda: decided.recv(65536), b"")))
    assert not (house.data / "settings.json").exists()


def test_every_route_that_changes_something_is_here():
    source = "".join(file.read_text() for file in (Path(ROOT) / "Sources").rglob("*Feature*.swift"))
    routes = {f"{method.upper()} {path}" for method, path in re.findall(r'\.(post|put|patch|delete)\(\s*"([^"]+)"', source)}
    # Routes of views are below a board's address.
    views = "".join(file.read_text() for file in (Path(ROOT) / "Sources").rglob("*Boards.swift"))
    own = re.findall(r'BoardRoute\(\.(post|put|patch|delete), "([^"]+)"', views)
    assert own
    routes |= {f"{method.upper()} /boards/:board/{path}" for method, path in own}
    known = {change.route for change in CHANGES} | set(EXEMPT)
    assert routes - known == set()
    assert {route for route in known if "/api/" not in route} - routes == set()


def test_every_change_of_the_api_is_here(house):
    paths = json.loads(house.get("/api/openapi.json")[2])["paths"]
    routes = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods if method in ("post", "put", "patch", "delete")}
    known = {change.route for change in CHANGES} | set(EXEMPT)
    assert routes - known == set()
    assert {route for route in known if "/api/" in route} - routes == set()


def test_the_changes_are_good_where_nobody_is_shut_out(house):
    """Shows that the other tests fail for the reason they give."""
    ada = restored(house)
    for change in CHANGES:
        ada.things = ada.belongings()
        head, body = ada.request(change)
        with connect(house.port) as connection:
            connection.sendall(head + body)
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        # After leaving, a person also sees the sign-in page.
        is_done = status(answer) < 400 and (change.route == "POST /account/delete" or not is_refused(answer))
        assert is_done, f"{change.route}: {answer[:600]}"
    assert not house.query("SELECT name FROM people WHERE name LIKE 'ada%'")
