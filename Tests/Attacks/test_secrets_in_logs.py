"""The log contains no secret, at any level: the test visits every address that is a secret, and every place that holds one."""

import base64
import json
import urllib.error
import urllib.parse
import urllib.request

import pytest

from conftest import PATIENCE, free_port, until
from listener import Listener
from mail_server import MailServer

# Not part of any address of ours, so it can only have come from the request.
SECRETS = [f"hush{number:04d}{'abcdefghij'[number % 10] * 24}" for number in range(40)]


def ask(server, path: str, headers: dict | None = None, form: dict | None = None) -> None:
    data = urllib.parse.urlencode(form).encode() if form is not None else None
    try:
        urllib.request.urlopen(urllib.request.Request(server.url + path, data, headers or {}), timeout=PATIENCE).close()
    except urllib.error.HTTPError as error:
        error.close()


@pytest.mark.parametrize("level", ["debug", "trace"])
def test_no_secret_of_an_address_a_header_a_form_or_a_channel_is_in_the_log(serve, publisher, level):
    secrets = iter(SECRETS)
    closed = free_port()
    server = serve(
        "--source", f"visa=http://127.0.0.1:{closed}/list.pdf?key={next(secrets)}", "--allow-hosts", "127.0.0.1",
        "--allow-hosts-for-channels", "127.0.0.1",
        settings={"TIDINGS_LOG_LEVEL": level, "TIDINGS_BOARDS": "queue", "TIDINGS_PUBLIC_BOARDS": "queue,visa"},
    )  # fmt: skip
    server.add_person("ada")
    token = server.run("person", "token", "ada", "--scopes", "read", "watch", "admin")
    for path in [
        "/queue/queue/tickets/{}", "/queue/queue/tickets/{}/print", "/queue/queue/tickets/{}/more", "/queue/queue/ticket?link={}",
        "/invitation/{}", "/invitation/{}/", "/setup?code={}", "/notices/{}.atom", "/notices/{}.json", "/notices/channels/confirm/{}",
        "/queue/queue/kiosk?key={}", "/app/share?url=https://a.example/{}", "/login?back=/invitation/{}", "/live/queue/queue?link={}",
        "/{}", "/queue/queue/leave?link={}", "/boards/visa?batch={}", "/api/v1/queues/queue/tickets/{}", "/dispense/token.json?queue={}",
    ]:  # fmt: skip
        secret = next(secrets)
        ask(server, path.format(secret))
        ask(server, path.format(secret), form={"link": secret, "password": secret, "name": "ada"})
    secret = next(secrets)
    for authorization in (f"Bearer tidings_{secret}", f"Basic {base64.b64encode(f'ada:{secret}'.encode()).decode()}", secret):
        ask(server, "/api/v1/boards", {"Authorization": authorization})
    ask(server, "/", {"Cookie": f"tidings_session={next(secrets)}"})
    ask(server, "/dispense/token.json", {"Idempotency-Key": next(secrets)})
    ask(server, "/login", form={"name": next(secrets), "password": next(secrets)})
    hook = next(secrets)
    body = {"name": "hook", "kind": "webhook", "address": {"url": f"http://127.0.0.1:{closed}/{hook}?{hook}", "secret": next(secrets)}}
    request = urllib.request.Request(
        f"{server.url}/api/v1/channels", json.dumps(body).encode(), {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        channel = json.load(answer)["id"]
    server.ask(f"/api/v1/channels/{channel}/test", token, "POST")
    server.ask("/api/v1/feeds/check", token, "POST")
    until(lambda: any(feed["failures"] for feed in server.ask("/api/v1/feeds", token)["feeds"]))
    metrics = server.get("/metrics")[2]
    server.stop()
    log = server._log.read_text(errors="replace")
    assert "answered" in log
    assert "could not reach http://127.0.0.1" in log
    encoded = base64.b64encode(f"ada:{secret}".encode()).decode()
    found = [text for text in [*SECRETS, encoded, token] if text in log or text in metrics]
    assert found == [], [line for line in log.splitlines() if any(text in line for text in found)][:5]


def test_a_mail_server_that_repeats_the_password_after_the_sign_in_is_not_quoted(serve):
    password = SECRETS[0]
    server = serve(settings={"TIDINGS_ALLOW_HOSTS": "127.0.0.1", "TIDINGS_LOG_LEVEL": "trace"})
    server.add_person("ada")
    ada = Listener(server, "ada")
    mails = MailServer(password=password)
    encoded = base64.b64encode(f"\0ada\0{password}".encode()).decode()
    account = {"host": "127.0.0.1", "port": mails.port, "security": "none", "user": "ada", "password": password}
    try:
        assert ada.ask("PUT", "/api/v1/documents/mailbox", json.dumps(account).encode())[0] == 200
        for words in (f"ada with {password} has no such folder", f"{encoded} may not look", "no such folder today"):
            seen = len(mails.lines)
            answer = f"NO {words}\r\n".encode()
            mails.says = lambda line, answer=answer: line.partition(" ")[0].encode() + b" " + answer if "EXAMINE" in line else None
            server.change("UPDATE document_mailboxes SET due = 0")
            ada.ask("POST", "/api/v1/documents/mailbox/refresh", b"")
            until(lambda seen=seen: any("EXAMINE" in line for line in mails.lines[seen:]), server.log)
        until(lambda: "no such folder today" in server.log(), server.log)
    finally:
        mails.close()
    server.stop()
    log = server._log.read_text(errors="replace")
    assert "it repeats the password" in log
    assert password not in log
    assert encoded not in log


def test_what_a_person_takes_along_has_no_secret_of_a_channel(serve):
    secrets = iter(SECRETS)
    place = f"http://127.0.0.1:{free_port()}"
    server = serve("--allow-hosts-for-channels", "127.0.0.1")
    server.add_person("ada")
    ada = Listener(server, "ada")
    channels = [
        ("matrix", {"server": place, "room": "!room:matrix.example", "token": next(secrets)}),
        ("ntfy", {"topic": "topic", "server": place, "token": next(secrets)}),
        ("gotify", {"server": place, "token": next(secrets)}),
        ("webhook", {"url": f"{place}/{next(secrets)}", "secret": next(secrets)}),
    ]
    for kind, address in channels:
        status, _, answer = ada.ask("POST", "/api/v1/channels", json.dumps({"name": kind, "kind": kind, "address": address}).encode())
        assert status == 201, answer
    status, _, data = ada.ask("GET", "/account/data")
    assert status == 200
    kept = json.loads(data)["channels"]
    assert [one["kind"] for one in kept] == [kind for kind, _ in channels]
    assert all("127.0.0.1" in one["to"] for one in kept)
    assert [text for text in SECRETS if text in data.decode()] == []
