"""Mails that become documents: a mailbox read over IMAP with its person's settings, and never changed."""

import json
import os
import pwd
import re
import shutil
import subprocess
import tempfile
import time
import urllib.parse
from email.message import EmailMessage
from pathlib import Path

import pytest

from conftest import DESK, PHONE, Server, free_port
from listener import Listener
from mail_server import MailServer
from patience import PATIENCE, until
from push_service import make_certificate

SENTENCE = "The harbour was built in a year, and ships came to it from everywhere, whatever the weather was like that day."


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificate")
    return make_certificate(folder, folder / "authority.pem"), folder / "authority.pem"


@pytest.fixture(scope="module")
def house(tmp_path_factory, certificate):
    settings = {"TIDINGS_TRUST": f"127.0.0.1={certificate[1]}", "TIDINGS_ALLOW_HOSTS": "127.0.0.1"}
    server = Server(tmp_path_factory.mktemp("mail"), (), settings)
    server.start()
    for name, role in (("ada", "administrator"), ("ben", "member"), ("cyd", "administrator"), ("dot", "administrator"), ("fay", "administrator")):
        server.add_person(name, role)
    yield server
    server.kill()


@pytest.fixture
def mail_server(certificate):
    server = MailServer("tls", certificate[0])
    yield server
    server.close()


@pytest.fixture(scope="module")
def session_of_ada(house):
    """A session shared by all tests, because an address may not sign in that often."""
    return Listener(house, "ada")


@pytest.fixture
def ada(session_of_ada):
    """Without documents, and without a mailbox."""
    post(session_of_ada, act="remove")
    for one in documents(session_of_ada):
        session_of_ada.ask("DELETE", f"/api/v1/documents/{one['id']}")
    return session_of_ada


@pytest.fixture(scope="module")
def fay(house):
    """A person who tries wrong settings, as often as all of these tests need."""
    return Listener(house, "fay")


@pytest.fixture
def hal(house, ada):
    """A person whose mailbox is read often in one test: each may request only so many readings at once."""
    name = f"hal-{time.monotonic_ns()}"
    house.add_person(name, "administrator")
    hal = Listener(house, name)
    yield hal
    post(hal, act="remove")


def post(person: Listener, **fields: str):
    """The page's status and text after one of its forms."""
    status, _, page = person.ask("POST", "/reader/mail", urllib.parse.urlencode(fields).encode(), "application/x-www-form-urlencoded")
    return status, page.decode()


def save(person: Listener, server: MailServer, **other: str):
    fields = {"act": "save", "host": "127.0.0.1", "port": str(server.port), "security": server.security, "user": "ada", "password": "secret", "folder": "INBOX"}
    return post(person, **(fields | other))


def documents(person: Listener) -> list[dict]:
    return json.loads(person.ask("GET", "/api/v1/documents")[2])["documents"]


def titles(person: Listener) -> list[str]:
    return sorted(one["title"] for one in documents(person))


def read(person: Listener, title: str) -> str:
    """The text of the first part of a document."""
    [number] = [one["id"] for one in documents(person) if one["title"] == title]
    until(lambda: person.one(number)["state"] != "reading", person.server.log)
    return " ".join(json.loads(person.ask("GET", f"/api/v1/documents/{number}/parts/0")[2])["words"])


def a_mail(subject: str, text: str | None = SENTENCE, page: str | None = None, *files: tuple[str, str, bytes]) -> bytes:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = subject, "Bea <bea@mail.example>", "ada@mail.example"
    if text is not None:
        mail.set_content(text)
    if page is not None:
        mail.add_alternative(page, subtype="html") if text is not None else mail.set_content(page, subtype="html")
    for name, kind, content in files:
        main, sub = kind.split("/")
        mail.add_attachment(content, maintype=main, subtype=sub, filename=name)
    return mail.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def fetch(person: Listener) -> None:
    assert post(person, act="fetch")[0] == 200


def test_new_mails_become_documents_once_and_stay_as_they_are(house, ada, mail_server, small_list):
    old = mail_server.add(a_mail("Old news"))
    status, page = save(ada, mail_server)
    assert status == 200, page
    assert "Messages in this folder: 1" in page, page
    assert "secret" not in page
    until(lambda: house.query("SELECT last_mail, looked IS NOT NULL FROM document_mailboxes") == [(old, 1)], house.log)
    mail_server.add(a_mail("Grüße vom Hafen"))
    mail_server.add(a_mail("A page", None, f"<html><body><p>{SENTENCE}</p></body></html>"))
    mail_server.add(a_mail("A list", "See the file.", None, ("list.pdf", "application/pdf", small_list), ("dot.png", "image/png", b"x")))
    mail_server.add(a_mail("Two files", "See them.", None, ("One.txt", "text/plain", b"The first."), ("Two.txt", "text/plain", b"The second.")))
    mail_server.add(a_mail("A picture", "", None, ("dot.png", "image/png", b"x")))
    fetch(ada)
    wanted = ["A list", "A page", "Grüße vom Hafen", "One", "Two"]
    until(lambda: titles(ada) == wanted, house.log)
    assert [one["kind"] for one in documents(ada) if one["title"] == "A list"] == ["pdf"]
    if shutil.which("espeak-ng"):
        assert read(ada, "Grüße vom Hafen") == read(ada, "A page") == SENTENCE
        assert read(ada, "Two") == "The second."
    until(lambda: house.query("SELECT last_mail, taken FROM document_mailboxes") == [(old + 5, 4)], house.log)
    page = ada.ask("GET", "/reader/mail", Accept="text/html")[2].decode()
    assert "A picture</bdi>: There’s nothing to read in it." in page
    assert "Messages that became documents: 4" in page
    # What is deleted doesn't come back, and what comes twice is there once.
    [number] = [one["id"] for one in documents(ada) if one["title"] == "One"]
    assert ada.ask("DELETE", f"/api/v1/documents/{number}")[0] == 204
    mail_server.add(a_mail("Again", "See the file.", None, ("list.pdf", "application/pdf", small_list)))
    mail_server.add(a_mail("Last"))
    fetch(ada)
    until(lambda: "Last" in titles(ada) or house.query("SELECT taken FROM document_mailboxes") == [(6,)], house.log)
    # Its text is that of the first.
    assert titles(ada) == ["A list", "A page", "Grüße vom Hafen", "Two"]
    assert not mail_server.harmed
    assert not [one for one in mail_server.lines if " SELECT " in one or " STORE " in one or " CLOSE" in one]
    jobs = json.loads(ada.ask("GET", "/api/v1/jobs")[2])["jobs"]
    assert "done" in {one["state"] for one in jobs if one["kind"] == "mails"}


def test_mails_that_were_there_are_taken_if_one_wants_them_and_not_again_when_the_server_counts_anew(house, ada, mail_server):
    for number in range(3):
        mail_server.add(a_mail(f"Letter {number}", f"It is letter {number}."))
    assert save(ada, mail_server, **{"takes-old": "on"})[0] == 200
    until(lambda: len(titles(ada)) == 3, house.log)
    for one in documents(ada):
        ada.ask("DELETE", f"/api/v1/documents/{one['id']}")
    # Another password of the same mailbox changes none of that; without one, the stored one is sent.
    assert save(ada, mail_server, **{"takes-old": "on", "password": ""})[0] == 200
    mail_server.add(a_mail("Letter 3", "It is letter 3."))
    fetch(ada)
    until(lambda: titles(ada) == ["Letter 3"], house.log)
    until(lambda: house.query("SELECT validity FROM document_mailboxes WHERE due > looked") == [(1,)], house.log)
    # A search by date finds none of the older ones.
    mail_server.validity, mail_server.mails["INBOX"] = 2, {90: a_mail("Anew", "It is new.")}
    since: list[str] = []
    mail_server.says = lambda line: since.append(line) if "SINCE" in line else None
    fetch(ada)
    until(lambda: titles(ada) == ["Anew", "Letter 3"], house.log)
    until(lambda: house.query("SELECT validity, last_mail FROM document_mailboxes") == [(2, 90)], house.log)
    assert since


@pytest.mark.parametrize("security", ["starttls", "none"])
def test_a_folder_of_another_name_over_another_encryption(house, ada, certificate, security):
    server = MailServer(security, certificate[0], user='a"da\\', password="pass wörd")
    server.mails["Entw&APw-rfe & co".replace("& ", "&- ")] = {5: a_mail("A draft")}
    if security == "none":
        server.capabilities = "IMAP4rev1"
        server.password = "pass word"
    fields = {"user": server.user, "password": server.password, "folder": "Entwürfe & co", "takes-old": "on"}
    status, page = save(ada, server, **fields)
    assert status == 200, page
    until(lambda: titles(ada) == ["A draft"], house.log)
    if security == "starttls":
        assert not [line for line in server.lines[: server.lines.index("a2 STARTTLS")] if "AUTHENTICATE" in line or "LOGIN" in line]
    server.close()


FAULTS = [
    ("TLS isn't there", {"security": "tls"}, lambda line: None, "encryption"),
    ("no STARTTLS", {"security": "starttls"}, lambda line: None, "doesn’t offer this encryption"),
    ("password", {"password": "wrong"}, lambda line: None, "doesn’t accept this user name and password"),
    ("folder", {"folder": "Nowhere"}, lambda line: None, "no folder “Nowhere”"),
    ("web server", {}, lambda line: b"HTTP/1.1 400 Bad Request\r\n\r\n" if line == "" else None, "isn’t a mail server"),
    ("endless greeting", {}, lambda line: b"* OK " + b"x" * 5_000_000 if line == "" else None, "too many messages|isn’t a mail server"),
    ("endless lines", {}, lambda line: b"* OK x\r\n" * 700_000 if "EXAMINE" in line else None, "isn’t a mail server"),
    ("huge literal", {}, lambda line: b"* 1 FETCH (BODY[] {9000000000}\r\n" if "EXAMINE" in line else None, "isn’t a mail server"),
    ("deep lists", {}, lambda line: b"* " + b"(" * 500_000 + f"\r\n{line.split(' ')[0]} OK done\r\n".encode() if "EXAMINE" in line else None, "isn’t a mail server"),
    ("no numbers", {}, lambda line: f"{line.split(' ')[0]} OK done\r\n".encode() if "EXAMINE" in line else None, "isn’t a mail server"),
    ("hangs up", {}, lambda line: False if "EXAMINE" in line else None, "stopped answering"),
    ("bye", {}, lambda line: b"* BYE busy\r\n" if line == "" else None, "stopped answering"),
    ("another's tag", {}, lambda line: b"zz OK done\r\n" if "EXAMINE" in line else None, "isn’t a mail server"),
]


@pytest.mark.parametrize(("fields", "says", "words"), [one[1:] for one in FAULTS], ids=[one[0] for one in FAULTS])
def test_what_is_wrong_is_told_and_nothing_is_kept(house, ada, fay, fields, says, words):
    server = MailServer("none")
    server.says = says
    status, page = save(fay, server, **fields)
    assert status == 422, page[page.find("alert") :][:400]
    assert any(word in page for word in words.split("|")), page[page.find("alert") :][:400]
    assert house.query("SELECT * FROM document_mailboxes") == []
    assert house.get("/healthz")[0] == 200
    # The entered text is still there, except for the password.
    assert f'value="{server.port}"' in page
    assert "secret" not in page
    server.close()


def test_a_man_in_the_middle_says_nothing_that_is_believed(house, ada, fay, certificate):
    server = MailServer("starttls", certificate[0])
    server.says = lambda line: f"{line.split(' ')[0]} OK go\r\na3 OK [CAPABILITY] in\r\n".encode() if "STARTTLS" in line else None
    status, page = save(fay, server)
    assert status == 422, page
    assert not [line for line in server.lines if "AUTHENTICATE" in line], page
    server.close()


def test_a_server_that_goes_wrong_later_is_told_about_and_asked_again(house, ada, mail_server):
    assert save(ada, mail_server)[0] == 200
    until(lambda: house.query("SELECT looked IS NOT NULL FROM document_mailboxes") == [(1,)], house.log)
    mail_server.add(a_mail("Late", "It comes late."))
    mail_server.says = lambda line: False if "BODY.PEEK" in line else None
    fetch(ada)
    until(lambda: house.query("SELECT fault FROM document_mailboxes") == [("interrupted",)], house.log)
    page = ada.ask("GET", "/reader", Accept="text/html")[2].decode()
    assert "stopped answering" in page
    assert 'href="/reader/mail"' in page
    mail_server.password = "another"
    fetch(ada)
    until(lambda: house.query("SELECT fault FROM document_mailboxes") == [("login",)], house.log)
    mail_server.password, mail_server.says = "secret", lambda line: None
    # A refused password isn't sent again when its person presses a button, and they see why.
    sent = sum(" AUTHENTICATE " in line for line in mail_server.lines)
    status, page = post(ada, act="fetch")
    assert status == 422
    assert "doesn’t accept this user name and password" in page
    status, headers, answer = ada.ask("POST", "/api/v1/documents/mailbox/refresh")
    assert status == 429, answer
    assert 0 < int(headers["Retry-After"]) <= 6 * 3600, answer
    assert sum(" AUTHENTICATE " in line for line in mail_server.lines) == sent
    # A trial says that it is accepted now.
    assert post(ada, act="check")[0] == 200
    until(lambda: titles(ada) == ["Late"], house.log)
    until(lambda: house.query("SELECT fault, failures FROM document_mailboxes") == [(None, 0)], house.log)
    assert "secret" not in house.log()


def test_a_mailbox_of_which_nothing_can_be_noted_is_left_alone_for_a_while(house, ada, fay, mail_server):
    assert save(ada, mail_server)[0] == 200
    until(lambda: house.query("SELECT looked IS NOT NULL FROM document_mailboxes") == [(1,)], house.log)
    # As when the disk is full.
    house.change(
        "CREATE TRIGGER no_room BEFORE UPDATE OF looked ON document_mailboxes"
        " WHEN OLD.person = (SELECT id FROM people WHERE name = 'ada') BEGIN SELECT RAISE(ABORT, 'no room'); END"
    )
    other = MailServer("none")
    try:
        before = len(mail_server.lines)
        fetch(ada)
        until(lambda: "a mailbox can’t be noted" in house.log(), house.log)
        # Meanwhile another mailbox is read.
        assert save(fay, other)[0] == 200
        until(lambda: len(house.query("SELECT 1 FROM document_mailboxes WHERE looked IS NOT NULL")) == 2, house.log)
        assert sum(" AUTHENTICATE " in line for line in mail_server.lines[before:]) == 1
    finally:
        house.change("DROP TRIGGER no_room")
        post(fay, act="remove")
        other.close()
    # The wait is shorter if its person asks.
    mail_server.add(a_mail("Again"))
    fetch(ada)
    until(lambda: titles(ada) == ["Again"], house.log)


def test_the_api_sets_a_mailbox_up_reads_it_and_removes_it_without_its_password(house, ada, mail_server):
    path = "/api/v1/documents/mailbox"
    assert [ada.ask(method, address)[0] for method, address in [("GET", path), ("DELETE", path), ("POST", f"{path}/refresh")]] == [404] * 3
    entry = {"host": "127.0.0.1", "port": mail_server.port, "security": "tls", "user": "ada"}
    put = lambda **more: ada.ask("PUT", path, json.dumps(entry | more).encode())
    status, _, answer = put(password="wrong")
    assert status == 422
    assert "doesn’t accept this user name and password" in json.loads(answer)["detail"]
    assert put()[0] == 422
    assert put(password="secret", security="other")[0] == 422
    assert put(password="secret", host="a b")[0] == 422
    assert put(password="secret", folder="Nowhere")[0] == 422
    assert ada.ask("GET", path)[0] == 404
    status, _, answer = put(password="secret")
    assert status == 200, answer
    assert b"secret" not in answer, answer
    wanted = entry | {"folder": "INBOX", "takesOld": False, "fault": None, "taken": 0, "skipped": []}
    assert json.loads(answer) | {"read": None} == wanted | {"read": None}
    until(lambda: json.loads(ada.ask("GET", path)[2])["read"] is not None, house.log)
    mail_server.add(a_mail("By the API", "It is set up by the API."))
    mail_server.add(a_mail("Blank", " "))
    assert ada.ask("POST", f"{path}/refresh")[0] == 204
    until(lambda: json.loads(ada.ask("GET", path)[2])["taken"] == 1, house.log)
    until(lambda: json.loads(ada.ask("GET", path)[2])["skipped"] == [{"subject": "Blank", "file": None, "reason": "nothing"}], house.log)
    assert titles(ada) == ["By the API"]
    assert b"secret" not in ada.ask("GET", path)[2]
    # Another person's mailbox isn't there.
    assert Listener(house, "ben").ask("GET", path)[0] == 404
    # The entered password is stored, and used for this server only.
    assert put(folder="INBOX")[0] == 200
    assert put(host="localhost")[0] == 422
    assert ada.ask("DELETE", path)[0] == 204
    assert ada.ask("GET", path)[0] == 404


def test_numbers_that_no_mail_can_have_end_nothing(house, ada, mail_server):
    says = {
        "EXAMINE": "* 1 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT -9223372036854775808] ok\r\n",
        "UID SEARCH": "* SEARCH 9223372036854775807\r\n",
    }
    mail_server.says = lambda line: next((f"{says[name]}r OK done\r\n".encode() for name in says if f"r {name}" in line), None)
    assert save(ada, mail_server)[0] == 200
    until(lambda: house.query("SELECT last_mail, looked IS NOT NULL FROM document_mailboxes") == [(0, 1)], house.log)
    # An earlier version stored such a number.
    house.change("UPDATE document_mailboxes SET last_mail = 9223372036854775807")
    asked = len(mail_server.lines)
    fetch(ada)
    until(lambda: any("UID SEARCH UID 4294967295:*" in line for line in mail_server.lines[asked:]), house.log)
    # The mails of its folder under other numbers arrive.
    mail_server.says = lambda line: None
    mail_server.add(a_mail("After"))
    fetch(ada)
    until(lambda: titles(ada) == ["After"], house.log)


UNREADABLE = {
    "an answer that can't be read": lambda tag: b"* 1 FETCH (UID 1 RFC822.SIZE {9000000000}\r\n",
    "no": lambda tag: f"{tag} NO I can't\r\n".encode(),
    "it hangs up": lambda tag: False,
}


@pytest.mark.parametrize("says", UNREADABLE.values(), ids=UNREADABLE)
def test_a_mail_that_its_server_describes_wrongly_is_passed_over_at_the_third_look(house, hal, mail_server, says):
    assert save(hal, mail_server)[0] == 200
    until(lambda: house.query("SELECT looked IS NOT NULL FROM document_mailboxes") == [(1,)], house.log)
    before = mail_server.add(a_mail("Before", f"It comes before {id(says)}."))
    bad = mail_server.add(a_mail("Bad", "It never comes."))
    behind = mail_server.add(a_mail("Behind", f"It comes behind {id(says)}."))
    mail_server.says = lambda line: says(line.split(" ")[0]) if f"UID FETCH {bad} " in line else None
    for tries in (1, 2):
        fetch(hal)
        until(lambda tries=tries: house.query("SELECT failures, last_mail FROM document_mailboxes") == [(tries, before)], house.log)
        assert "Unknown subject" not in hal.ask("GET", "/reader/mail", Accept="text/html")[2].decode()
    fetch(hal)
    # Those after it arrive without another request.
    until(lambda: house.query("SELECT fault, failures, last_mail FROM document_mailboxes") == [(None, 0, behind)], house.log)
    assert titles(hal) == ["Before", "Behind"]
    page = hal.ask("GET", "/reader/mail", Accept="text/html")[2].decode()
    assert "Unknown subject</bdi>: The mail server sent this message in a format Tidings can’t read." in page


def test_hostile_mails_are_documents_or_told_and_the_others_come(house, ada, mail_server):
    assert save(ada, mail_server)[0] == 200
    until(lambda: house.query("SELECT looked IS NOT NULL FROM document_mailboxes") == [(1,)], house.log)
    nested = b"Content-Type: text/plain\r\n\r\nThe core."
    for depth in range(300):
        nested = b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n%b\r\n--b%d--" % (depth, depth, nested, depth)
    mail_server.add(b"Subject: Nested\r\n" + nested)
    mail_server.add(b"Subject: Noise\r\n\r\n" + bytes(range(256)) * 500)
    mail_server.add(b"Subject: " + b"=?utf-8?q?" * 50_000 + b"\r\n\r\nA text.")
    mail_server.add(b"Subject: <script>alert(1)</script> & more\r\n\r\n ")
    mail_server.add(b"Subject: Too large\r\n\r\n" + b"x" * (33 << 20))
    mail_server.add(b"")
    mail_server.add(a_mail("The last", "It is the last."))
    fetch(ada)
    until(lambda: "The last" in titles(ada), house.log)
    page = ada.ask("GET", "/reader/mail", Accept="text/html")[2].decode()
    assert "Too large</bdi>: It’s larger than" in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</bdi>: There’s nothing" in page
    assert "<script>alert" not in page
    assert "Nested</bdi>: There’s nothing" in page


def test_a_member_reaches_no_private_mail_server_and_sends_nothing_without_encryption(house, mail_server):
    ben, cyd = Listener(house, "ben"), Listener(house, "cyd")
    status, page = save(ben, mail_server)
    assert status == 422
    assert "can’t reach the mail server 127.0.0.1" in page
    assert not mail_server.lines
    # The same for a mailbox that no one has.
    assert "can’t reach the mail server nobody.example" in save(ben, mail_server, host="nobody.example")[1]
    for host in ("", "a b", "http://mail.example", "a@b", "127.0.0.1/x", "mail.example:993"):
        assert save(ben, mail_server, host=host)[0] == 422, host
    assert save(cyd, mail_server, host="localhost", security="none")[0] == 422
    for fields in ({"user": ""}, {"password": ""}, {"folder": ""}, {"port": "0"}, {"port": "65536"}, {"security": "some"}, {"user": "x" * 300}):
        assert save(cyd, mail_server, **fields)[0] == 422, fields
    assert not mail_server.lines
    # All at once, each at its field.
    page = save(cyd, mail_server, host="a b", user="", password="")[1]
    for field, said in {"host": "Enter the name of a mail server", "user": "Enter the user name and the folder.", "password": "Enter the password."}.items():
        assert re.search(f'id="field-{field}-problem".{{0,900}}?{said}', page, re.DOTALL), field
    # A stored password is sent to no other server.
    assert save(cyd, mail_server)[0] == 200
    assert "Enter the password." in save(cyd, mail_server, password="", port="1")[1]
    assert post(cyd, act="check")[0] == 200
    assert post(cyd, act="other")[0] == 400
    assert post(cyd, act="remove")[0] == 200
    assert post(cyd, act="remove")[0] == 404
    assert post(cyd, act="check")[0] == 404


def test_nobody_tries_mail_servers_without_end(house, mail_server):
    # A run of this test leaves nothing for the next.
    name = f"eve-{time.monotonic_ns()}"
    house.add_person(name, "administrator")
    eve, answers, page = Listener(house, name), [], ""

    def tries() -> int:
        """How often a client has signed in: a goodbye may come after the response."""
        return sum(" AUTHENTICATE " in line or " LOGIN " in line for line in mail_server.lines)

    # One more becomes free each half minute.
    while 429 not in answers:
        asked = tries()
        status, page = save(eve, mail_server, password="wrong")
        answers.append(status)
    assert len(answers) > 20
    assert set(answers[:-1]) == {422}
    assert "Too many attempts. Try again in" in page
    assert tries() == asked >= 20
    assert post(eve, act="remove")[0] == 404


def test_nobody_has_a_mailbox_read_without_end(house, mail_server):
    name = f"gil-{time.monotonic_ns()}"
    house.add_person(name, "administrator")
    gil = Listener(house, name)
    assert save(gil, mail_server)[0] == 200
    answers = [gil.ask("POST", "/api/v1/documents/mailbox/refresh")[:2] for _ in range(40)]
    assert {status for status, _ in answers} == {204, 429}
    assert all(int(headers["Retry-After"]) > 0 for status, headers in answers if status == 429)
    assert post(gil, act="fetch")[0] == 429
    assert sum(" AUTHENTICATE " in line for line in mail_server.lines) <= 25
    assert post(gil, act="remove")[0] == 200


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_person_sets_a_mailbox_up_in_the_browser(house, mail_server, open_page, console, viewport):
    console.expected += ["status of 422"]
    dot = Listener(house, "dot")
    post(dot, act="remove")
    mail_server.add(a_mail("One"))
    page = open_page(f"{house.url}/reader", viewport, session=dot.session)
    page.click("text=Documents by mail")
    page.fill("[name=host]", "127.0.0.1")
    page.fill("[name=port]", str(mail_server.port))
    page.fill("[name=user]", "ada")
    page.fill("[name=password]", "wrong")
    page.click("text=Check and save")
    page.wait_for_selector("[role=alert]:has-text('user name and password')")
    page.fill("[name=password]", "secret")
    page.click("text=Check and save")
    page.wait_for_selector("[role=status]:has-text('Messages in this folder: 1')")
    page.wait_for_selector("#mailbox-facts")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.click("text=Remove mailbox")
    page.wait_for_selector("#mailbox-facts", state="detached")


@pytest.mark.skipif(not os.path.exists("/usr/lib/dovecot/imap"), reason="needs dovecot-imapd")
def test_a_mailbox_of_dovecot(house, ada, certificate, request):
    is_root = os.geteuid() == 0
    owner = pwd.getpwnam("nobody") if is_root else pwd.getpwuid(os.geteuid())
    # Below a folder that everyone may enter, and short, because its sockets are in it.
    tmp_path = Path(tempfile.mkdtemp(dir="/tmp"))
    request.addfinalizer(lambda: shutil.rmtree(tmp_path, ignore_errors=True))
    tmp_path.chmod(0o755)
    port, maildir = free_port(), tmp_path / "mail"
    (maildir / "new").mkdir(parents=True)
    (maildir / "new" / "1").write_bytes(a_mail("From Dovecot").replace(b"\r\n", b"\n"))
    user = "" if is_root else f"default_internal_user = {owner.pw_name}\ndefault_login_user = {owner.pw_name}\n"
    (tmp_path / "dovecot.conf").write_text(
        f"""
        base_dir = {tmp_path}/run
        state_dir = {tmp_path}/state
        log_path = {tmp_path}/log
        protocols = imap
        listen = 127.0.0.1
        ssl = required
        ssl_cert = <{certificate[0]}
        ssl_key = <{certificate[0]}
        {user}
        first_valid_uid = 1
        mail_location = maildir:{maildir}
        passdb {{
          driver = static
          args = password=secret
        }}
        userdb {{
          driver = static
          args = uid={owner.pw_uid} gid={owner.pw_gid} home={tmp_path}/home
        }}
        service imap-login {{
          chroot =
          inet_listener imap {{
            port = 0
          }}
          inet_listener imaps {{
            port = {port}
            ssl = yes
          }}
        }}
        service anvil {{
          chroot =
        }}
        """
    )
    if is_root:
        for place in [maildir, *maildir.rglob("*")]:
            os.chown(place, owner.pw_uid, owner.pw_gid)
    process = subprocess.Popen(["dovecot", "-F", "-c", str(tmp_path / "dovecot.conf")])
    try:
        log = tmp_path / "log"
        fields = {"act": "save", "host": "127.0.0.1", "port": str(port), "security": "tls", "user": "ada", "password": "secret", "folder": "INBOX", "takes-old": "on"}
        until(lambda: post(ada, **fields)[0] == 200, lambda: f"{log.read_text() if log.exists() else ''}\n{house.log()}")
        until(lambda: titles(ada) == ["From Dovecot"], house.log)
        # It is in its place, and unread.
        assert [place.name for place in (maildir / "cur").iterdir() if "S" in place.name.partition(":2,")[2]] == []
        assert "doesn’t accept" in post(ada, **(fields | {"password": "wrong"}))[1]
        assert "no folder" in post(ada, **(fields | {"folder": "Nowhere"}))[1]
    finally:
        process.terminate()
        process.wait(PATIENCE)
