"""An operator's work: putting it behind a proxy, checking its health, and copying and restoring its data."""

import contextlib
import itertools
import json
import re
import socket
import sqlite3
import subprocess
import threading
import urllib.error
import urllib.request
import uuid

import pytest

from conftest import PATIENCE, PHONE, PROGRAM, WELL_KNOWN, Server, environment, json_lines, until, wait_until
from publisher import a_file
from reverse_proxy import ReverseProxy

# Behind a proxy


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    settings = {"TIDINGS_PUBLIC_URL": "http://home.example/tidings", "TIDINGS_BOARDS_OFF": "fuel,guide"}
    server = Server(tmp_path_factory.mktemp("demo"), ("--demo", "--demo-rate", 4_000_000), settings)
    server.start()
    yield server
    server.kill()


@pytest.fixture(params=[False, True], ids=["as asked", "path taken off"])
def below(demo, request):
    """A demo below /tidings."""
    with ReverseProxy("/tidings", demo.port, strips=request.param) as proxy:
        yield demo, proxy


def test_the_app_works_below_a_path(below, open_page):
    server, proxy = below
    server.publish_edition(0)
    page = open_page(proxy.url, PHONE, service_workers="allow")
    page.get_by_role("link", name="Visa status").click()
    page.wait_for_url(f"{proxy.url}/boards/visa")
    page.get_by_label("Batch number").fill(WELL_KNOWN)
    page.get_by_label("Batch number").press("Enter")
    page.get_by_text("Administrative Processing").first.wait_for()
    page.get_by_role("link", name="Tidings").first.click()
    page.wait_for_url(f"{proxy.url}/")
    page.get_by_role("link", name="Contacts").click()
    page.wait_for_url(f"{proxy.url}/boards/contacts")
    page.locator(".row").first.wait_for()
    page.locator(".row a").first.click()
    page.wait_for_url(re.compile(rf"{proxy.url}/boards/contacts/records/\d+"))
    page.locator("img").first.wait_for(state="attached")
    page.reload()
    assert page.context.cookies()[0]["path"] == "/tidings/"
    assert proxy.strays == []


def test_the_app_works_below_a_path_without_scripts(below, open_page, console):
    console.expected.append("404 (Not Found)")
    server, proxy = below
    server.wait_until_read()
    page = open_page(f"{proxy.url}/boards/visa", PHONE, java_script_enabled=False)
    page.get_by_label("Batch number").fill(WELL_KNOWN)
    page.get_by_label("Batch number").press("Enter")
    page.wait_for_url(re.compile(rf"{proxy.url}/boards/visa\?batch={WELL_KNOWN}"))
    assert page.goto(f"{proxy.url}/nothing").status == 404
    page.get_by_role("link", name="Tidings").first.click()
    page.wait_for_url(f"{proxy.url}/")
    assert proxy.strays == []


def test_every_address_on_every_page_leads_below_the_path(below):
    """A crawl: every address of the app that a page or a style sheet names exists."""
    server, proxy = below
    server.wait_until_read("contacts")
    waiting, seen = [proxy.url + "/"], set()
    while waiting and len(seen) < 60:
        url = waiting.pop(0)
        if url in seen:
            continue
        seen.add(url)
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                if "text/html" not in answer.headers["Content-Type"]:
                    continue
                text = answer.read().decode()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{url}: {error.code}") from None
        for name, path in re.findall(r'([\w-]+)="(/[^"/][^"]*|/)"', text):
            assert name in ("value", "title", "alt", "aria-label", "content") or path.startswith("/tidings/"), f"{url}: {name}={path}"
            if name in ("href", "src", "page", "next"):
                waiting.append(f"http://{proxy.host}{path.replace('&amp;', '&')}")
    assert proxy.strays == []


def test_what_programs_read_names_addresses_below_the_path(below):
    """Feeds, lists, problems, the API's description, and the files that make the pages an app."""
    server, proxy = below
    server.wait_until_read()
    server.publish_edition(1)

    def read(path: str, **options) -> tuple[int, dict, str]:
        request = urllib.request.Request(proxy.url + path, **options)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.headers, answer.read().decode(errors="replace")
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode()

    # Absolute, because a feed reader has no base for relative addresses.
    for path in ("/boards/visa.atom", "/boards/visa/feed.json"):
        status, _, text = read(path)
        assert status == 200
        ours = re.findall(r'"http://home\.example([^"]*)"', text.replace("\\/", "/"))
        assert ours, text[:2000]
        assert all(address.startswith("/tidings/") for address in ours), text[:2000]
        assert f"http://home.example/tidings{path}" in text.replace("\\/", "/")
    status, headers, text = read("/api/v1/boards/visa/records/999999999")
    problem = json.loads(text)
    assert (status, problem["type"], problem["instance"]) == (404, "/tidings/api#not-found", "/tidings/api/v1/boards/visa/records/999999999")
    assert json.loads(read("/api/openapi.json")[2])["servers"] == [{"url": "/tidings/"}]
    assert read("/api/v1/boards")[0] == 200
    status, headers, text = read("/api/v1/boards/visa/records?limit=10")
    assert status == 200, headers["Link"]
    assert headers["Link"].startswith("</tidings/api/v1/boards/visa/records?"), headers["Link"]
    # The manifest's are relative to itself, the worker's to its scope.
    manifest = json.loads(read("/manifest.webmanifest")[2])
    assert manifest["start_url"] == manifest["scope"] == "./"
    for icon in manifest["icons"]:
        assert icon["src"].startswith("./")
        assert read(icon["src"][1:])[0] == 200
    status, headers, worker = read("/service-worker.js")
    assert status == 200
    assert "importScripts" not in worker
    assert json.loads(worker.splitlines()[0].removeprefix("self.shell = ").rstrip(";"))["files"]
    words = re.search(r'data-words="/tidings(/l10n/[^"]+)"', read("/")[2]).group(1)
    assert read(words)[0] == 200
    assert json.loads(read(words)[2]) is not None
    assert proxy.strays == []


def test_people_log_in_and_follow_live_events_below_a_path(serve, publisher, small_list, open_page, tmp_path):
    publisher.answers("/list.pdf", a_file(small_list))
    (tmp_path / "password").write_text("three words here\n")
    settings = {"TIDINGS_BASE_PATH": "tidings", "TIDINGS_PUBLIC_BOARDS": "visa", "TIDINGS_ADMIN_PASSWORD_FILE": str(tmp_path / "password")}
    server = serve("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host, settings=settings)
    with ReverseProxy("/tidings", server.port) as proxy:
        page = open_page(f"{proxy.url}/account", PHONE, service_workers="allow")
        page.wait_for_url(re.compile(rf"{proxy.url}/login\?next="))
        page.fill("[name=name]", "admin")
        page.fill("[name=password]", "three words here")
        page.click("main [type=submit]")
        page.wait_for_url(f"{proxy.url}/account")
        assert {cookie["path"] for cookie in page.context.cookies()} == {"/tidings/"}
        # Everything of a person: the lists, the forms, and the requests of scripts.
        for path in ("/watches", "/notices", "/notices/channels", "/people", "/people/audit", "/watches/new?board=visa"):
            assert page.goto(proxy.url + path).status == 200, path
        with page.expect_request(lambda request: "/live/" in request.url) as following:
            page.goto(f"{proxy.url}/boards/visa?batch={WELL_KNOWN}")
        assert following.value.url.startswith(f"{proxy.url}/live/boards/visa")
        wait_until(page, f"(await navigator.serviceWorker.ready).scope === '{proxy.url}/'")
        page.goto(f"{proxy.url}/people")
        page.fill("[name=note]", "Ben")
        page.click("text=Create link")
        page.locator(f"text={proxy.url}/invitation/").or_(page.locator(f"[value^='{proxy.url}/invitation/']")).first.wait_for()
        assert proxy.strays == []


# Health, metrics, logs


def test_metrics_are_not_told_through_a_proxy_that_does_not_say_for_whom_it_asks(serve, tmp_path):
    (tmp_path / "token").write_text("a-long-token\n")
    settings = {"TIDINGS_PUBLIC_URL": "http://home.example/tidings", "TIDINGS_METRICS_TOKEN_FILE": str(tmp_path / "token")}
    server = serve(settings=settings)
    with ReverseProxy("/tidings", server.port, is_silent=True) as proxy:
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{proxy.url}/metrics", timeout=PATIENCE)
        assert refused.value.code == 403
        request = urllib.request.Request(f"{proxy.url}/metrics", headers={"Authorization": "Bearer a-long-token"})
        assert urllib.request.urlopen(request, timeout=PATIENCE).status == 200


def test_metrics_count_what_happens(serve, publisher, small_list):
    publisher.answers("/list.pdf", a_file(small_list))
    server = serve("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host)
    server.wait_until_read()
    until(lambda: 'tidings_fetches_total{outcome="same"} 1' in server.get("/metrics")[2])  # It counts what it has stored.
    status, headers, text = server.get("/metrics")
    assert status == 200
    assert headers["content-type"].startswith("text/plain; version=0.0.4")
    for line in ('tidings_fetches_total{outcome="same"} 1', "tidings_records 400", "tidings_changes_total 0"):
        assert f"\n{line}\n" in text, text
    assert int(re.search(r"^tidings_fetched_bytes_total (\d+)$", text, re.MULTILINE).group(1)) >= len(small_list)
    assert server.get("/healthz")[0] == 200


def test_the_log_is_for_programs_if_asked(serve, tmp_path):
    (tmp_path / "token").write_text("a-long-token\n")
    settings = {"TIDINGS_PUBLIC_BOARDS": "visa", "TIDINGS_METRICS_TOKEN_FILE": str(tmp_path / "token")}
    server = serve("--log-format", "json", "--log-level", "debug", settings=settings)
    server.get("/boards/visa?batch=20121456171")
    server.stop()
    lines = [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]
    answered = next(line for line in lines if line["message"] == "answered" and line["path"] == "/boards/visa")
    assert answered["status"] == "200"
    assert answered["level"] == "debug"
    assert answered["client"] == "127.0.0.1"
    assert WELL_KNOWN not in server.log()
    assert "a-long-token" not in server.log()


def test_systemd_hears_that_the_server_is_ready_alive_and_stopping(serve, tmp_path):
    words = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        name = f"tidings-{uuid.uuid4()}"
        manager.bind(f"\0{name}")  # Abstract, because a test's path may be longer than a socket's name.

        def listen() -> None:
            while not words or words[-1] != b"STOPPING=1":
                words.append(manager.recv(4096))

        # All the time: a socket that isn't read is full after ten messages.
        threading.Thread(target=listen, daemon=True).start()
        server = serve(settings={"NOTIFY_SOCKET": f"@{name}", "WATCHDOG_USEC": "200000"})
        until(lambda: len(words) >= 3)
        assert server.stop() == 0
        until(lambda: words[-1] == b"STOPPING=1")
    assert words[0].startswith(b"READY=1\nSTATUS=Listening at 127.0.0.1")
    assert words[1:3] == [b"WATCHDOG=1"] * 2
    assert set(words[3:]) <= {b"WATCHDOG=1", b"STOPPING=1"}


def test_one_folder_has_one_server(serve):
    server = serve()
    second = subprocess.run(
        [str(PROGRAM), "serve", "--port", "0", "--data", str(server.data)], capture_output=True, env=environment(), timeout=PATIENCE, check=False
    )
    assert second.returncode == 2
    assert b"a server is running on this data" in second.stderr


# Backup, restore, export, import


def rows(lines: list[str], table: str) -> list[str]:
    return [line for line in lines if line.startswith(f'{{"table":"{table}",')]


def test_a_backup_during_writes_restores_to_an_identical_export(serve, cli, publisher):
    """A list that differs at every request, a server and a command that read it all the time, and backups in the middle."""
    editions = [cli.make_list(f"{number}.pdf", rows=120, pages=3, edition=number).read_bytes() for number in range(8)]
    asked = itertools.count()
    publisher.answers("/list.pdf", lambda exchange: a_file(editions[next(asked) % len(editions)])(exchange))
    server = serve("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host)
    server.wait_until_read()
    over = threading.Event()

    def write() -> None:
        while not over.is_set():
            urllib.request.urlopen(f"{server.url}/boards/visa", data=f"batch={WELL_KNOWN}".encode(), timeout=PATIENCE).read()
            assert cli.run("check", "visa", WELL_KNOWN, "--url", publisher.url(), "--data", server.data).returncode in (0, 1)

    writer = threading.Thread(target=write)
    writer.start()
    exports = []
    try:
        for number in range(3):
            file = cli.folder / f"{number}.backup"
            made = cli.run("backup", file, "--data", server.data)
            assert made.returncode == 0, made.stderr
            place = cli.folder / f"restored-{number}"
            restored = cli.run("restore", file, "--data", place)
            assert restored.returncode == 0, restored.stderr
            first, second = (cli.run("export", "--data", place) for _ in range(2))
            assert first.returncode == 0
            assert first.stdout == second.stdout
            lines = first.stdout.splitlines()
            # The moment of the backup, from the file itself: SQLite opens it.
            with sqlite3.connect(file) as backup:
                for table in ("board_visa", "changes", "fetches", "feeds"):
                    assert len(rows(lines, table)) == backup.execute(f"SELECT count(*) FROM {table}").fetchone()[0], table
                newest = backup.execute("SELECT coalesce(max(id), 0) FROM fetches").fetchone()[0]
            exports.append((newest, lines))
    finally:
        over.set()
        writer.join()
    server.stop()
    final = cli.run("export", "--data", server.data).stdout.splitlines()
    assert len(rows(final, "fetches")) > exports[0][0]
    for _, lines in exports:
        # The changes until then are the beginning of the changes until the end: nothing is missing or incomplete.
        for table in ("fetches", "changes"):
            assert rows(final, table)[: len(rows(lines, table))] == rows(lines, table)
    # Once nothing is written any more, the whole is the same to the byte.
    assert cli.run("backup", cli.folder / "last.backup", "--data", server.data).returncode == 0
    assert cli.run("restore", cli.folder / "last.backup", "--data", cli.folder / "last").returncode == 0
    assert cli.run("export", "--data", cli.folder / "last").stdout.splitlines() == final


def test_data_are_not_restored_over_unless_told_and_never_below_a_server(serve, cli):
    server = serve()
    file = cli.folder / "one.backup"
    assert cli.run("backup", file, "--data", server.data).returncode == 0
    running = cli.run("restore", file, "--data", server.data, "--replace")
    assert running.returncode == 2
    assert "a server is running" in running.stderr
    assert server.get("/healthz")[0] == 200
    server.stop()
    refused = cli.run("restore", file, "--data", server.data)
    assert refused.returncode == 2
    assert "holds data; use --replace" in refused.stderr
    assert "write to" not in refused.stderr
    again = cli.run("backup", file, "--data", server.data)
    assert again.returncode == 2
    assert "already exists; choose another name" in again.stderr
    assert "write to" not in again.stderr
    missing = cli.run("restore", cli.folder / "none.backup", "--data", cli.folder / "fresh")
    assert missing.returncode == 2
    assert "there is no such file" in missing.stderr
    assert "--data" not in missing.stderr
    nothing = cli.run("backup", cli.folder / "two.backup", "--data", cli.folder / "fresh")
    assert nothing.returncode == 1
    assert "name its folder with --data" in nothing.stderr
    replaced = cli.run("restore", file, "--data", server.data, "--replace")
    assert replaced.returncode == 0
    assert "the former data are in" in replaced.stdout
    server.start()


def test_a_backup_is_checked_and_a_damaged_one_is_refused(cli):
    cli.make_list()
    cli.check(WELL_KNOWN, "file:list.pdf")
    file = cli.folder / "one.backup"
    assert cli.with_data("backup", file).returncode == 0
    whole = cli.run("restore", "--check", file)
    assert whole.returncode == 0
    assert "is intact" in whole.stdout
    assert whole.stderr == ""
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    for words in (("--check",), ("--replace", "--data", cli.data)):
        refused = cli.run("restore", file, *words)
        assert refused.returncode == 2
        assert "checksum" in refused.stderr
    assert sorted(path.name for path in cli.folder.iterdir()) == ["data", "list.pdf", "one.backup"]


def test_an_import_leaves_an_installation_to_be_set_up(serve):
    server = serve()
    lines = '{"table":"people","id":1,"name":"Ada","role":"administrator","created":1}\n'
    said = server.run("import", "-", "--with-accounts", stdin=lines)
    assert "it prints a link" in said
    server.restart()
    assert server.log().count("/setup?code=") == 2


def test_an_export_is_imported_elsewhere_and_only_once(cli, small_list):
    cli.make_list()
    assert cli.check(WELL_KNOWN, "file:list.pdf").returncode == 0
    exported = cli.with_data("export")
    assert exported.returncode == 0
    (cli.folder / "all.jsonl").write_text(exported.stdout)
    elsewhere = cli.folder / "elsewhere"
    first = cli.run("import", "all.jsonl", "--json", "--data", elsewhere)
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)["added"]["board_visa"] == 400
    again = cli.run("import", "all.jsonl", "--json", "--data", elsewhere)
    assert json.loads(again.stdout)["added"] == {}
    found = cli.run("records", "visa", "--where", f"batch={WELL_KNOWN}", "--url", "file:list.pdf", "--data", elsewhere)
    assert found.returncode == 0
    assert "Administrative Processing" in found.stdout
    bad = cli.run("import", "-", "--data", elsewhere, stdin=b'{"table":"people","id":1,"name":"Ada","created":1}\nnonsense\n')
    assert bad.returncode == 2
    assert "line 2" in bad.stderr
    assert "Ada" not in cli.run("export", "--data", elsewhere).stdout


@pytest.mark.parametrize("name", ["folder", "/proc/self/mem"])
def test_an_import_of_what_cannot_be_read_is_refused(cli, name):
    (cli.folder / "folder").mkdir()
    refused = cli.with_data("import", name)
    assert refused.returncode == 2, refused.stdout
    assert f"{name} cannot be read: " in refused.stderr, refused.stdout
    assert refused.stdout == ""


def test_an_export_of_a_person_finds_them_or_says_that_nobody_has_the_name(cli):
    assert cli.with_data("person", "add", "Ada", "--without-password").returncode == 0
    found = cli.with_data("export", "--person", "Ada")
    assert found.returncode == 0
    assert [line["name"] for line in json_lines(found.stdout) if line["table"] == "people"] == ["Ada"]
    missing = cli.with_data("export", "--person", "Bob")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "no one has the name 'Bob'" in missing.stderr


def test_the_doctor_greets_the_mail_server(cli):
    """A mail server that greets and says goodbye; nothing is sent."""
    heard = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def talk() -> None:
            connection, _ = listener.accept()
            # The doctor may hang up before it has read our goodbye.
            with contextlib.suppress(ConnectionResetError), connection, connection.makefile("rwb") as lines:
                lines.write(b"220 mail.example\r\n")
                lines.flush()
                for line in lines:
                    heard.append(line.decode().split()[0])
                    lines.write(b"221 bye\r\n" if line.startswith(b"QUIT") else b"250 mail.example\r\n")
                    lines.flush()

        server = threading.Thread(target=talk, daemon=True)
        server.start()
        port = listener.getsockname()[1]
        cli.settings |= {
            "TIDINGS_MAIL_HOST": "127.0.0.1", "TIDINGS_MAIL_PORT": str(port), "TIDINGS_MAIL_SECURITY": "where-offered",
            "TIDINGS_MAIL_FROM": "tidings@home.example", "TIDINGS_PUBLIC_URL": "http://home.example",
        }
        well = cli.with_data("doctor", "--json")
        assert well.returncode == 0, well.stdout
        assert finding(well, "mail") == {"what": "mail", "state": "well", "detail": f"127.0.0.1:{port}, where-offered"}
        server.join(PATIENCE)
        assert heard[0] == "EHLO"
        assert "MAIL" not in heard
    ill = cli.with_data("doctor", "--json")
    assert ill.returncode == 4
    assert finding(ill, "mail")["state"] == "amiss"
    assert "mail-" in finding(ill, "mail")["detail"]


def test_the_doctor_looks_at_the_push_key_and_makes_nothing_itself(cli):
    cli.settings["TIDINGS_PUSH_CONTACT"] = "mailto:ada@home.example"
    first = cli.with_data("doctor", "--json")
    assert first.returncode == 0
    assert finding(first, "push key")["state"] == "note"
    assert not cli.data.exists()
    cli.data.mkdir()
    (cli.data / "vapid.pem").write_text("no key")
    (cli.data / "vapid.pem").chmod(0o600)
    ill = cli.with_data("doctor", "--json")
    assert ill.returncode == 4
    assert "contains no key" in finding(ill, "push key")["detail"]


def finding(done, what: str) -> dict:
    return next(one for one in map(json.loads, done.stdout.splitlines()) if one["what"] == what)


def test_the_doctor_says_what_to_mend(cli):
    cli.settings["TIDINGS_PUBLIC_URL"] = "http://home.example"
    cli.settings["TIDINGS_TRUSTED_PROXIES"] = "somewhere"
    ill = cli.with_data("doctor", "--json")
    assert ill.returncode == 4
    findings = [json.loads(line) for line in ill.stdout.splitlines()]
    assert {"what": "settings", "state": "amiss"}.items() <= next(one for one in findings if one["what"] == "settings").items()
    del cli.settings["TIDINGS_TRUSTED_PROXIES"], cli.settings["TIDINGS_PUBLIC_URL"]
    well = cli.with_data("doctor", "--json")
    assert well.returncode == 0, well.stdout
    told = {json.loads(line)["what"] for line in well.stdout.splitlines()}
    assert {"tidings", "files", "data", "disk", "store", "clock", "TLS", "public-url"} <= told
