"""Accounts in a real browser and by programs: setting up, signing in and out, invitations, tokens, and what strangers see."""

import json
import os
import pty
import re
import signal
import subprocess
import termios
import urllib.error
import urllib.parse
import urllib.request

import pytest

from conftest import DESK, NARROW_PHONE, PATIENCE, PHONE, PROGRAM, Server, environment, until
from publisher import a_file

PASSWORD = "three words here"
OTHER = "four other words"
REFUSED = "Failed to load resource: the server responded with a status of 4"  # Chromium's message for any status from 400 on


@pytest.fixture
def closed(serve, publisher, small_list, tmp_path):
    """A server whose boards are for signed-in people, with the administrator that its settings create."""

    def start(**settings):
        publisher.answers("/list.pdf", a_file(small_list))
        options = ("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host)
        return serve(*options, settings=with_administrator(tmp_path) | settings)

    return start


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A server for tests that leave it unchanged, except for a token and an invitation."""
    folder = tmp_path_factory.mktemp("plain")
    server = Server(folder, (), with_administrator(folder))
    server.start()
    yield server
    server.kill()


def with_administrator(folder) -> dict[str, str]:
    file = folder / "password"
    file.write_text(PASSWORD + "\n")
    return {"TIDINGS_ADMIN_PASSWORD_FILE": str(file)}


def log_in(page, name="admin", password=PASSWORD):
    page.fill("[name=name]", name)
    page.fill("[name=password]", password)
    page.click("main [type=submit]")


def is_logged_in(page, name) -> bool:
    return page.inner_text(".account-name") == name


def menu(page, label):
    page.click(".account-menu summary")
    page.click(f".account-menu nav >> text={label}")


def person(server, *words, stdin=""):
    return subprocess.run(
        [str(PROGRAM), "person", *map(str, words), "--data", str(server.data)], input=stdin, capture_output=True, text=True, env=environment(), timeout=PATIENCE, check=False
    )


def ask(server, path, token, method="GET"):
    request = urllib.request.Request(server.url + path, method=method, headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_the_first_person_sets_up_with_the_link_that_the_server_prints(serve, open_page, console):
    console.expected.append(REFUSED)
    server = serve(settings={"TIDINGS_PUBLIC_BOARDS": ""})
    page = open_page(server.url)
    assert page.url.endswith("/login")
    assert "No accounts yet" in page.inner_text("main")
    link = re.search(r"Open (http://\S+/setup\?code=\S+)", server.log()).group(1)
    page.goto(link)
    page.fill("[name=name]", "Ada")
    page.fill("[name=password]", "1234567890")
    page.click("main [type=submit]")
    assert "too common" in page.inner_text("main")
    assert page.get_attribute("[name=password]", "aria-invalid") == "true"
    assert page.input_value("[name=name]") == "Ada"
    page.fill("[name=password]", PASSWORD)
    page.click("main [type=submit]")
    page.wait_for_selector(".account-menu")
    assert is_logged_in(page, "Ada")
    assert page.locator(".tiles").count() == 1
    assert page.goto(link).status == 404
    server.restart()
    page.goto(server.url)
    assert is_logged_in(page, "Ada")
    assert "/setup" not in server.log().split("Tidings is at")[-1]


def test_queues_are_on_the_time_of_the_person_who_set_up(serve, open_page):
    server = serve(settings={"TIDINGS_BOARDS": "queue", "TIDINGS_QUEUE_PORT": "off"})
    page = open_page(re.search(r"Open (http://\S+/setup\?code=\S+)", server.log()).group(1))
    page.fill("[name=name]", "Ada")
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=zone]", "Asia/Tokyo")
    page.click("main [type=submit]")
    page.wait_for_selector(".account-menu")
    page.goto(f"{server.url}/queue/main/display")
    assert page.get_attribute("queue-display", "data-zone") == "Asia/Tokyo"


def test_one_logs_in_comes_to_where_one_wanted_and_logs_out(closed, open_page, console):
    console.expected.append(REFUSED)
    server = closed()
    page = open_page(f"{server.url}/boards/visa?batch=20121456171")
    assert "/login?next=" in page.url
    assert page.get_attribute("[name=password]", "autocomplete") == "current-password"
    log_in(page, password="wrong words here")
    assert "Wrong name or password." in page.inner_text("main")
    assert page.input_value("[name=password]") == ""
    # The field to correct has the focus.
    assert page.input_value("[name=name]") == "admin"
    assert page.evaluate("document.activeElement.name") == "password"
    log_in(page)
    page.wait_for_url("**/boards/visa?batch=20121456171")
    assert page.input_value("[data-needle]") == "20121456171"
    cookie = next(one for one in page.context.cookies() if one["name"].startswith("tidings_session"))
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Lax"
    assert page.evaluate("document.cookie.includes('tidings_session')") is False
    # The lookup's own script sends the form's token.
    page.fill("[data-needle]", "28999999999")
    page.click("[data-submit]")
    page.wait_for_selector("#lookup-result:has-text('isn’t on the list')", state="attached")
    menu(page, "Sign out")
    page.wait_for_url("**/login")
    page.goto(f"{server.url}/account")
    assert "/login" in page.url
    page.context.add_cookies([cookie])
    page.goto(f"{server.url}/account")
    assert "/login" in page.url


def test_who_guesses_has_to_wait(closed, open_page, console):
    console.expected.append(REFUSED)
    server = closed()
    page = open_page(f"{server.url}/login")

    def has_to_wait() -> bool:
        page.context.clear_cookies()
        page.goto(f"{server.url}/login")
        for _ in range(5):
            log_in(page, password="wrong words here")
        log_in(page)
        return page.locator("text=Too many attempts").count() == 1 and page.query_selector(".account-menu") is None

    until(has_to_wait)  # The first time, unless ten seconds have passed since the fifth guess.


def test_who_has_no_zone_gets_that_of_the_browser_at_the_login(closed, open_page):
    server = closed()
    page = open_page(f"{server.url}/login", timezone_id="Asia/Tokyo")
    page.wait_for_function("document.cookie.includes('tidings_zone')")
    log_in(page)
    page.wait_for_selector(".account-menu")
    page.goto(f"{server.url}/account")
    assert page.input_value("[name=zone]") == "Asia/Tokyo"
    assert json.loads(server.query("SELECT settings FROM people WHERE name = 'admin'")[0][0])["zone"] == "Asia/Tokyo"


def test_a_link_of_the_command_line_logs_in_once(closed, open_page, console):
    console.expected.append(REFUSED)
    server = closed()
    link = server.url + server.run("person", "login-link", "admin")
    page = open_page(link)
    assert "admin" in page.inner_text("main")
    assert page.query_selector(".account-menu") is None
    page.click("main [type=submit]")
    page.wait_for_url("**/account")
    assert is_logged_in(page, "admin")
    assert page.goto(link).status == 404
    assert [action for (action,) in server.query("SELECT action FROM audit ORDER BY id DESC LIMIT 2")] == ["login link used", "login link made"]


def test_a_member_is_invited_and_is_no_administrator(closed, open_page, console):
    console.expected.append(REFUSED)
    server = closed()
    page = open_page(f"{server.url}/login")
    log_in(page)
    menu(page, "People")
    page.fill("[name=note]", "Bob from next door")
    page.click("text=Create link")
    link = page.inner_text(".secret")
    assert "Bob from next door" in page.inner_text("main")
    # It is shown once, and a reload makes no second one.
    page.reload()
    assert page.url == f"{server.url}/people"
    assert page.locator(".secret").count() == 0
    assert server.query("SELECT count(*) FROM invitations") == [(1,)]

    other = open_page(link, DESK)
    assert other.get_attribute("[name=password]", "autocomplete") == "new-password"
    assert other.input_value("[name=name]") == "Bob from next door"
    other.fill("[name=name]", "Bob")
    other.fill("[name=password]", OTHER)
    other.click("main [type=submit]")
    other.wait_for_selector(".account-menu")
    assert is_logged_in(other, "Bob")
    assert "Visa status" in other.inner_text("main")
    assert other.goto(f"{server.url}/people").status == 403
    assert other.goto(link).status == 404

    page.goto(f"{server.url}/people")
    assert "Bob from next door" not in page.inner_text("main")
    page.click(".ledger-row:has-text('Bob') summary")
    page.click(".ledger-row:has-text('Bob') >> text=Disable")
    page.wait_for_selector(".ledger-row:has-text('Bob') .pill:has-text('Disabled')")
    other.goto(f"{server.url}/boards/visa")
    assert "/login" in other.url
    page.goto(f"{server.url}/people/audit")
    trail = page.inner_text("main")
    assert "Bob: disable" in trail
    assert "Joined" in trail
    assert OTHER not in trail


def test_a_token_from_the_account_page_is_good_until_it_is_revoked(closed, open_page):
    server = closed()
    page = open_page(f"{server.url}/login")
    log_in(page)
    page.goto(f"{server.url}/account")
    page.click("summary:has-text('Create token')")
    page.fill("[name=token-name]", "Backups")
    page.click("button:has-text('Create token')")
    token = page.inner_text(".secret")
    assert token.startswith("tid_")
    assert json.loads(ask(server, "/api/v1/me", token)[1])["name"] == "admin"
    assert ask(server, "/api/v1/feeds", token)[0] == 200
    assert ask(server, "/api/v1/feeds/check", token, "POST")[0] == 403
    page.goto(f"{server.url}/account")
    assert token not in page.content()
    page.click("[aria-label='Revoke token Backups']")
    page.wait_for_selector("text=Token revoked.")
    assert ask(server, "/api/v1/me", token)[0] == 401


def test_a_new_password_ends_the_other_sessions_and_each_can_be_ended(closed, open_page, console):
    console.expected.append(REFUSED)
    server = closed()
    page, other = open_page(f"{server.url}/login"), open_page(f"{server.url}/login", DESK)
    log_in(page)
    log_in(other)
    page.goto(f"{server.url}/account")
    page.click("[aria-label^='Sign out ']")
    page.wait_for_selector("text=Signed out.")
    other.goto(f"{server.url}/account")
    assert "/login" in other.url
    log_in(other)
    other.wait_for_url("**/account")
    page.fill("#field-current", PASSWORD)
    page.fill("#field-password", OTHER)
    page.click("text=Change password")
    page.wait_for_selector("text=Password changed.")
    other.goto(f"{server.url}/account")
    assert "/login" in other.url
    log_in(other)
    assert "Wrong name or password." in other.inner_text("main")
    log_in(other, password=OTHER)
    other.wait_for_url("**/account")


def test_strangers_see_public_boards_alone(closed, open_page, console):
    console.expected.append(REFUSED)
    server = closed(TIDINGS_PUBLIC_BOARDS="contacts")
    page = open_page(server.url)
    assert "Contacts" in page.inner_text("main")
    assert "Visa" not in page.inner_text("main")
    assert page.inner_text(".way-in") == "Sign in"
    assert page.goto(f"{server.url}/boards/contacts").status == 200
    page.goto(f"{server.url}/boards/visa")
    assert "/login" in page.url
    assert [one["name"] for one in json.loads(server.get("/api/v1/boards")[2])["boards"]] == ["contacts"]
    status, headers, body = server.get("/api/v1/boards/visa/records")
    assert status == 401
    assert headers["www-authenticate"].startswith("Bearer")
    assert json.loads(body)["status"] == 401
    assert server.get("/live/boards/visa")[0] == 401


def test_a_form_from_another_site_or_without_its_token_is_refused(closed, open_page, console):
    console.expected.append(REFUSED)
    server = closed()
    page = open_page(f"{server.url}/login")
    log_in(page)
    page.goto(f"{server.url}/account")
    statuses = page.evaluate(
        """async () => {
            const post = (fields) => fetch("/account/settings", { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
            const token = document.querySelector("meta[name=form-token]").content;
            return [(await post({ name: "x" })).status, (await post({ name: "x", "form-token": "wrong" })).status,
                (await post({ name: "admin", "form-token": token })).type];
        }"""
    )
    assert statuses == [403, 403, "opaqueredirect"]
    # Another site's page: the browser doesn't send the cookie with a posted form (SameSite), and names the origin.
    page.goto("about:blank")
    page.set_content(f"<form method=post action='{server.url}/account/delete'><input name=current value='{PASSWORD}'><button>go</button></form>")
    page.click("button")
    page.wait_for_load_state()
    page.goto(f"{server.url}/account")
    assert is_logged_in(page, "admin")


def test_settings_data_and_the_end_of_an_account(closed, open_page, console):
    console.expected.append(REFUSED)
    server = closed()
    assert person(server, "add", "Bob", stdin=OTHER + "\n").returncode == 0
    # A later version has stored a setting that this one doesn't know.
    server.change("UPDATE people SET settings = ? WHERE name = 'Bob'", '{"density":{"rows":3},"zone":"Asia/Tokyo"}')
    page = open_page(f"{server.url}/login")
    log_in(page, "bob", OTHER)
    page.goto(f"{server.url}/account")
    page.fill("[name=zone]", "Europe/Berlin")
    page.select_option("[name=language]", "de")
    page.click("text=Save")
    page.wait_for_selector(".notice.is-good")
    assert page.get_attribute("html", "lang").startswith("de")
    assert page.input_value("[name=zone]") == "Europe/Berlin"
    [(stored,)] = server.query("SELECT settings FROM people WHERE name = 'Bob'")
    assert json.loads(stored) == {"density": {"rows": 3}, "language": "de", "zone": "Europe/Berlin"}
    with page.expect_download() as download:
        page.click("[href='/account/data']")
    data = json.loads(download.value.path().read_text())
    assert data["name"] == "Bob"
    assert data["settings"]["zone"] == "Europe/Berlin"
    assert "scrypt" not in json.dumps(data)
    assert {"reminders", "notices", "documents", "pronunciations"} <= data.keys()
    page.click("#end-title ~ details summary")
    page.fill("#field-delete-current", OTHER)
    page.click("[action='/account/delete'] [type=submit]")
    page.wait_for_url(re.compile(r"/login\?done=deleted$"))
    assert "Ihr Konto wurde gelöscht." in page.inner_text("main")
    log_in(page, "bob", OTHER)
    assert "Name oder Passwort falsch" in page.inner_text("main")  # The language stays with the browser.


def test_accounts_are_kept_from_the_command_line_beside_the_server(closed):
    server = closed()
    assert person(server, "add", "Eve", "--role", "administrator", stdin=OTHER + "\n").stdout == "Eve is an administrator\n"
    again = person(server, "add", "eve", stdin=OTHER + "\n")
    assert again.returncode == 2
    assert "already" in again.stderr
    assert person(server, "add", "Weak", stdin="short\n").returncode == 2
    assert person(server, "password", "Eve", stdin=PASSWORD + "\n").returncode == 0
    token = person(server, "token", "Eve", "--scopes", "read watch").stdout.strip()
    assert ask(server, "/api/v1/feeds/check", token, "POST")[0] == 202
    listed = [json.loads(line) for line in person(server, "list", "--json").stdout.splitlines()]
    assert [(one["name"], one["role"]) for one in listed] == [("admin", "administrator"), ("Eve", "administrator")]
    link = person(server, "invite", "Bob").stdout.strip()
    assert server.get(link)[0] == 200
    assert person(server, "remove", "Eve").returncode == 0
    assert person(server, "remove", "Eve").returncode == 1
    last = person(server, "remove", "admin")
    assert last.returncode == 2
    assert "only administrator" in last.stderr
    assert ask(server, "/api/v1/me", token)[0] == 401


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_terminal_shows_what_is_typed_again_when_the_question_for_a_password_is_interrupted(cli, number):
    ours, theirs = pty.openpty()

    def is_shown() -> bool:
        return bool(termios.tcgetattr(theirs)[3] & termios.ECHO)

    assert is_shown()
    asking = cli.start("person", "add", "Ada", "--data", cli.data, stdin=theirs, stdout=theirs, stderr=theirs)
    until(lambda: not is_shown(), "the password is hidden")
    asking.send_signal(number)
    assert asking.wait(PATIENCE) == -number
    assert is_shown()
    os.close(ours)
    os.close(theirs)


def test_a_password_is_typed_on_a_terminal_without_being_shown(cli):
    ours, theirs = pty.openpty()
    asking = cli.start("person", "add", "Ada", "--data", cli.data, stdin=theirs, stdout=theirs, stderr=theirs)
    until(lambda: not termios.tcgetattr(theirs)[3] & termios.ECHO, "the password is hidden")
    os.write(ours, f"{PASSWORD}\n".encode())
    assert asking.wait(PATIENCE) == 0
    assert termios.tcgetattr(theirs)[3] & termios.ECHO
    seen = os.read(ours, 4096).decode()
    assert "Password for Ada" in seen
    assert PASSWORD not in seen
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("viewport", [PHONE, NARROW_PHONE, DESK], ids=["phone", "narrow", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_fit_the_screen(plain, open_page, viewport, scheme):
    server = plain
    page = open_page(f"{server.url}/login", viewport, color_scheme=scheme)

    def look(name):
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0, name

    look("login")
    log_in(page)
    page.wait_for_selector(".account-menu")
    page.click(".account-menu summary")
    look("menu")
    page.goto(f"{server.url}/account")
    page.click("summary:has-text('Create token')")
    page.fill("[name=token-name]", "Backups of the house")
    page.click("button:has-text('Create token')")
    page.wait_for_selector(".secret")
    look("account")
    page.goto(f"{server.url}/people")
    page.fill("[name=note]", "Bob from next door")
    page.click("text=Create link")
    page.wait_for_selector(".secret")
    link = page.inner_text(".secret")
    look("people")
    page.goto(f"{server.url}/people/audit")
    look("audit")
    page.context.clear_cookies()
    page.goto(link)
    look("invitation")
