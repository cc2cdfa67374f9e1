"""The page on which administrators change settings that are otherwise in flags and files: saved, applied by a restart that the server does itself, and
limited to administrators.
"""

import email
import json
import shutil
import socket
import subprocess
import urllib.request

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message

from conftest import DESK, PATIENCE, PHONE, ROOT, Server, free_port, until

REFUSED = "Failed to load resource: the server responded with a status of 4"


@pytest.fixture(autouse=True)
def restarts(console):
    """The page that waits for the next server sends requests while there is none."""
    console.expected.append("Failed to load resource: net::ERR_")


class Mailbox(Message):
    def __init__(self):
        super().__init__()
        self.mails: list[email.message.Message] = []

    def handle_message(self, message):
        self.mails.append(message)


@pytest.fixture
def mailbox():
    box = Mailbox()
    box.port = free_port()
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    yield box
    controller.stop()


def is_served(server) -> bool:
    try:
        return server.get("/healthz")[0] == 200
    except OSError:
        return False


def save(page, section: str) -> None:
    page.click(f"#{section} button:text-is('Save')")


def saved(server, page, section: str) -> None:
    """Sends a section's form, and waits until the page returns to it."""
    before = server.log().count("Tidings is at ")
    save(page, section)
    page.wait_for_selector("h1:has-text('Restarting')")
    until(lambda: server.log().count("Tidings is at ") > before and is_served(server))
    page.wait_for_selector("h1:has-text('Server settings')", timeout=PATIENCE * 1000)
    page.wait_for_selector(f"#{section} .notice:has-text('Saved.')")
    assert page.url.endswith(f"/server?saved={section}#{section}")


def boards(server) -> list[str]:
    return sorted(board["name"] for board in json.loads(server.get("/api/v1/boards")[2])["boards"])


def test_what_is_set_on_the_page_is_kept_and_in_force(serve, open_page):
    server = serve()
    server.add_person("ada")
    page = open_page(f"{server.url}/", DESK, session=server.log_in("ada"))
    page.click(".account-menu summary")
    page.click("text=Server settings")
    process = server.process
    page.fill("#address [name=public-url]", server.url)
    page.fill("[name=push-contact]", "mailto:eve@home.example")  # In another section: it is saved too.
    saved(server, page, "address")
    assert server.process == process
    assert page.input_value("[name=public-url]") == server.url
    assert page.input_value("[name=push-contact]") == "mailto:eve@home.example"
    page.fill("[name=push-contact]", "mailto:ada@home.example")
    saved(server, page, "contacts")
    assert page.is_checked("[name=is-public-visa]")
    assert page.is_disabled("[name=is-public-visa]")  # The environment sets it.
    page.uncheck("[name=on-contacts]")
    saved(server, page, "boards")
    assert page.input_value("[name=public-url]") == server.url
    assert not page.is_checked("[name=on-contacts]")
    assert boards(server) == ["visa"]
    file = server.data / "settings.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert '"push-contact" : "mailto:ada@home.example"' in file.read_text()
    # It survives another start; reset, it is gone.
    server.restart()
    page.goto(f"{server.url}/server")
    assert page.input_value("[name=push-contact]") == "mailto:ada@home.example"
    page.fill("[name=push-contact]", "")
    saved(server, page, "contacts")
    page.check("[name=on-contacts]")
    saved(server, page, "boards")
    assert boards(server) == ["contacts", "visa"]
    assert "push-contact" not in file.read_text()
    page.goto(f"{server.url}/people/audit")
    assert page.locator("text=Server settings changed").count() == 5


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_page_uses_its_width(serve, open_page, viewport):
    server = serve()
    server.add_person("ada")
    page = open_page(f"{server.url}/server", viewport, session=server.log_in("ada"))
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    places = {name: page.locator(selector).bounding_box() for name, selector in {
        "main": "main", "ways": ".account > .chips", "mail": "#mail", "host": "[name=mail-host]", "port": "[name=mail-port]",
    }.items()}  # fmt: skip
    if viewport == PHONE:
        assert places["mail"]["width"] == places["main"]["width"]
        assert places["port"]["y"] > places["host"]["y"] + places["host"]["height"]
        return
    # The sections' links stay beside them, and fields are in two columns.
    assert places["mail"]["width"] > 0.75 * places["main"]["width"]
    assert places["ways"]["x"] + places["ways"]["width"] <= places["mail"]["x"]
    assert places["port"]["x"] > places["host"]["x"] + places["host"]["width"]
    page.click(".account > .chips a[href='#hosts']")
    page.wait_for_function("() => Math.abs(document.querySelector('#hosts').getBoundingClientRect().top) < innerHeight / 2")
    assert in_sight(page, ".account > .chips a[href='#hosts']")


def in_sight(page, selector: str) -> bool:
    return page.evaluate("selector => { const box = document.querySelector(selector).getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }", selector)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_mistake_is_said_at_its_setting_by_its_label(serve, open_page, console, scripts):
    console.expected.append(REFUSED)
    server = serve()
    server.add_person("ada")
    page = open_page(f"{server.url}/server", PHONE, session=server.log_in("ada"), java_script_enabled=scripts)
    page.fill("[name=push-contact]", "ada@home.example")
    save(page, "contacts")
    # The sent section is in sight, with the field and what to correct.
    page.wait_for_selector("#contacts [role=alert]:has-text('Nothing was saved. Correct “Contact for push services”.')")
    page.wait_for_selector("#field-push-contact-problem:has-text('Enter an address like mailto:')")
    assert in_sight(page, "#contacts [role=alert]")
    assert page.get_attribute("[name=push-contact]", "aria-invalid") == "true"
    assert page.input_value("[name=push-contact]") == "ada@home.example"
    assert page.locator("[role=alert]").count() == 2
    page.click("#contacts .notice a")
    assert page.url.endswith("#field-push-contact")
    for section, name, text, advice in [
        ("contacts", "user-agent-contact", "hello", "Enter a mail or web address like"), ("hosts", "allow-hosts", "nas, http://foo/bar", "Enter hosts without http://"),
        ("hosts", "allow-hosts-for-channels", "http://foo/bar", "Enter hosts without http://"),
    ]:
        page.goto(f"{server.url}/server")
        page.fill(f"[name={name}]", text)
        save(page, section)
        page.wait_for_selector(f"#field-{name}-problem:has-text('{advice}')")
        assert page.input_value(f"[name={name}]") == text
    # All of a section at once, each at its field.
    for section, texts in {
        "contacts": {"user-agent-contact": "hello", "push-contact": "ada@home.example"}, "hosts": {"allow-hosts": "a/b", "allow-hosts-for-channels": "c/d"},
        "map": {"tiles-url": "https://tile.example/", "tiles-attribution": ""}, "media": {"media": "/no/such/folder", "media-look-ups": "tmdb"},
    }.items():
        page.goto(f"{server.url}/server")
        for name, text in texts.items():
            if name == "media-look-ups":
                page.select_option(f"[name={name}]", text)
            else:
                page.fill(f"[name={name}]", text)
        save(page, section)
        page.wait_for_selector(f"#{section} [role=alert]:has-text('Nothing was saved. Correct these fields: ')")
        wrong = [name.replace("media-look-ups", "tmdb-key") for name in texts]
        assert [problem.get_attribute("id") for problem in page.locator("main .field-problem").all()] == [f"field-{name}-problem" for name in wrong]
    # An address that leads elsewhere would end sign-ins.
    page.goto(f"{server.url}/server")
    page.fill("#address [name=public-url]", "https://home.example")
    save(page, "address")
    page.wait_for_selector("#field-public-url-problem:has-text('Open this page at')")
    page.wait_for_selector("#address [role=alert]:has-text('Correct “Public address”')")
    assert not (server.data / "settings.json").exists()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_nothing_typed_in_another_section_is_lost(serve, open_page, console, scripts):
    console.expected.append(REFUSED)
    server = serve()
    server.add_person("ada")
    page = open_page(f"{server.url}/server", DESK, session=server.log_in("ada"), java_script_enabled=scripts)
    typed = {"mail-host": "mail.home.example", "mail-user": "ada", "mail-password": "hush", "mail-from": "tidings@home.example", "allow-hosts": "nas"}
    for name, text in typed.items():
        page.fill(f"[name={name}]", text)
    # Mail needs a public address.
    save(page, "contacts")
    page.wait_for_selector("#contacts [role=alert]:has-text('Nothing was saved. Correct “Public address”.')")
    for name in typed.keys() - {"mail-password"}:
        assert page.input_value(f"[name={name}]") == typed[name]
    # A secret isn't repeated, but it isn't lost either.
    assert "hush" not in page.content()
    assert page.inner_text("#field-mail-password-hint") == "Leave it empty to use what you just entered."
    page.fill("[name=public-url]", "http://home.example")
    if scripts:
        saved(server, page, "hosts")
    else:
        before = server.log().count("Tidings is at ")
        save(page, "hosts")
        page.wait_for_selector("h1:has-text('Restarting')")
        until(lambda: server.log().count("Tidings is at ") > before and is_served(server))
        page.goto(f"{server.url}/server")
    assert page.input_value("[name=mail-host]") == "mail.home.example"
    assert json.loads((server.data / "settings.json").read_text()) == typed | {"public-url": "http://home.example"}


def test_mail_without_a_server_or_an_address_is_said_in_the_readers_language(serve, open_page, console):
    console.expected.append(REFUSED)
    server = serve()
    server.add_person("ada")
    page = open_page(f"{server.url}/server", PHONE, session=server.log_in("ada"), locale="de-DE")
    page.click("#mail button[formaction]")
    page.wait_for_selector("#mail [role=alert]:has-text('Nichts wurde gesendet. Korrigieren Sie diese Felder: Öffentliche Adresse, Mailserver, Absender.')")
    assert page.inner_text("#field-mail-host-problem") == "Geben Sie einen Mailserver ein."
    assert in_sight(page, "#mail .notice")
    # All mistakes at once. The public address has a section of its own.
    for name, text in {"mail-host": "mail home", "mail-port": "70000"}.items():
        page.fill(f"[name={name}]", text)
    page.click("#mail button:text-is('Speichern')")
    page.wait_for_selector("#mail [role=alert]:has-text('Nichts wurde gespeichert. Korrigieren Sie diese Felder: ')")
    for name, advice in {
        "public-url": "Geben Sie die öffentliche Adresse ein.", "mail-host": "Geben Sie den Namen des Mailservers ein",
        "mail-port": "Geben Sie eine Zahl von 1 bis 65535 ein", "mail-from": "Geben Sie die Absenderadresse ein",
    }.items():
        assert page.inner_text(f"#field-{name}-problem").startswith(advice)
        assert page.locator(f"#mail .notice a[href='#field-{name}']").count() == 1
    page.fill("[name=mail-host]", "mail.home.example")
    page.fill("[name=mail-port]", "")
    page.click("#mail button:text-is('Speichern')")
    page.wait_for_selector("#mail [role=alert]:has-text('Korrigieren Sie diese Felder: Öffentliche Adresse, Absender.')")
    assert page.locator("#mail .field-problem").count() == 1
    assert page.locator("[name=public-url]").count() == 1
    text = page.inner_text("main")
    assert not any(key in text for key in ("mail-host", "mail-from", "public-url", "mail-port"))
    assert page.input_value("[name=mail-host]") == "mail.home.example"
    assert not (server.data / "settings.json").exists()


UNUSABLE = {"allow-hosts": "nas,http://foo/bar", "allow-hosts-for-channels": "nas/x", "user-agent-contact": "hello"}


def test_what_was_stored_before_it_was_checked_is_left_out_and_named(serve, open_page):
    """A server that has started with such texts starts with them again."""
    server = serve()
    server.stop()
    kept = server.data / "settings.json"
    kept.write_text(json.dumps(UNUSABLE))
    server.settings = {
        "TIDINGS_PUSH_HOSTS": "https://push.home.example/", "TIDINGS_GEOCODER": "nominatim", "TIDINGS_GEOCODER_URL": "https://nominatim.example/",
    }
    server.start()
    log = server.log()
    for entry in "http://foo/bar", "nas/x", "https://push.home.example/":
        assert log.count(f"'{entry}' is not a host") == 1
    assert log.count("'hello' isn't a contact for sources") == 1
    assert log.count("until you correct it in the server settings, it is left out") == 3
    assert log.count("until you correct it in TIDINGS_PUSH_HOSTS, it is left out") == 1
    # Commands get none of them either, and the doctor still sees the text as it was stored.
    served = json.loads((server.data / "served.json").read_text())
    assert not served.keys() & UNUSABLE.keys()
    server.add_person("ada")
    page = open_page(f"{server.url}/server", PHONE, session=server.log_in("ada"))
    for name, entry in {"allow-hosts": "http://foo/bar", "allow-hosts-for-channels": "nas/x", "user-agent-contact": "hello"}.items():
        page.wait_for_selector(f"#field-{name}-problem:has-text('Tidings doesn’t use {entry}.')")
        assert page.input_value(f"[name={name}]") == UNUSABLE[name]
    # Other settings can be saved meanwhile.
    page.fill("[name=push-contact]", "mailto:ada@home.example")
    saved(server, page, "contacts")
    assert json.loads(kept.read_text()) == UNUSABLE | {"push-contact": "mailto:ada@home.example"}
    page.fill("[name=allow-hosts]", "nas")
    saved(server, page, "hosts")
    assert page.locator("#field-allow-hosts-problem").count() == 0
    assert page.locator("#field-allow-hosts-for-channels-problem").count() == 1


def test_the_page_waits_for_a_restart_however_long_it_takes(serve, open_page):
    server = serve()
    server.add_person("ada")
    page = open_page(f"{server.url}/server", PHONE, session=server.log_in("ada"))
    page.clock.install()
    page.route("**/healthz", lambda route: route.abort())  # As if the next server were slow.
    page.fill("[name=push-contact]", "mailto:ada@home.example")
    save(page, "contacts")
    page.wait_for_selector("h1:has-text('Restarting')")
    assert page.is_hidden("[data-late]")
    page.clock.fast_forward(25_000)
    page.wait_for_selector("[data-late]:has-text('longer than usual')", timeout=PATIENCE * 1000)
    page.unroute("**/healthz")
    page.wait_for_selector("#contacts .notice:has-text('Saved.')", timeout=PATIENCE * 1000)
    assert page.input_value("[name=push-contact]") == "mailto:ada@home.example"


def test_without_scripts_the_page_of_a_restart_leads_back(serve, open_page):
    server = serve()
    server.add_person("ada")
    page = open_page(f"{server.url}/server", PHONE, session=server.log_in("ada"), java_script_enabled=False)
    page.fill("[name=push-contact]", "mailto:ada@home.example")
    save(page, "contacts")
    page.wait_for_selector("h1:has-text('Restarting')")
    assert "Reload the page after a few seconds" in page.content()
    assert page.get_attribute("main a.button", "href") == "/server?saved=contacts#contacts"
    until(lambda: is_served(server))
    page.wait_for_selector("#contacts .notice:has-text('Saved.')", timeout=PATIENCE * 1000)


def test_the_environment_wins_and_is_named(serve, open_page):
    server = serve(settings={"TIDINGS_USER_AGENT_CONTACT": "ops@home.example"})
    server.add_person("ada")
    page = open_page(f"{server.url}/server", DESK, session=server.log_in("ada"))
    field = page.locator("[name=user-agent-contact]")
    assert field.is_disabled()
    assert field.input_value() == "ops@home.example"
    assert "TIDINGS_USER_AGENT_CONTACT" in page.inner_text("#field-user-agent-contact-hint")


def test_a_flag_wins_over_the_environment_and_is_named(serve, open_page):
    settings = {"TIDINGS_ALLOW_HOSTS": "10.0.0.2", "TIDINGS_ALLOW_HOSTS_FOR_CHANNELS": "10.0.0.3"}
    server = serve("--allow-hosts", "10.0.0.1", "--allow-hosts", "10.0.0.4", settings=settings)
    server.add_person("ada")
    page = open_page(f"{server.url}/server", DESK, session=server.log_in("ada"))
    locked = {"allow-hosts": ("10.0.0.1,10.0.0.4", "--allow-hosts"), "allow-hosts-for-channels": ("10.0.0.3", "TIDINGS_ALLOW_HOSTS_FOR_CHANNELS")}
    for name, (value, lock) in locked.items():
        field = page.locator(f"[name={name}]")
        assert field.is_disabled() and field.input_value() == value
        assert f"Set by {lock} " in page.inner_text(f"#field-{name}-hint")


def test_the_folders_of_films_and_music_are_named_on_the_page(serve, open_page, console, tmp_path):
    console.expected.append(REFUSED)
    server = serve()
    server.add_person("ada")
    folder = tmp_path / "music"
    folder.mkdir()
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1", "-metadata", "title=A song", folder / "1.mp3"], check=True, timeout=PATIENCE)
    page = open_page(f"{server.url}/media", PHONE, session=server.log_in("ada"))
    page.click(".empty a")
    assert page.url.endswith("/server#media")
    for wrong in f"{folder}/none", f"{folder}:{folder}/1.mp3", str(server.data), str(server.data / "boards"), "/", str(server.data.parent):
        page.fill("[name=media]", wrong)
        with page.expect_navigation():  # The page before it shows a problem, too.
            save(page, "media")
        page.wait_for_selector("#field-media-problem")
        assert page.input_value("[name=media]") == wrong
        assert not (server.data / "settings.json").exists()
    page.fill("[name=media]", str(folder))
    saved(server, page, "media")
    until(lambda: server.query("SELECT title FROM media WHERE gone IS NULL") == [("A song",)], server.log)
    page.goto(f"{server.url}/media?q=song")
    page.wait_for_selector("main:has-text('A song')")
    # Once reset, there is no library.
    page.goto(f"{server.url}/server")
    assert page.input_value("[name=media]") == str(folder)
    page.fill("[name=media]", "")
    saved(server, page, "media")
    page.goto(f"{server.url}/media")
    page.wait_for_selector(".empty a")
    # Values from the environment are shown, and stay.
    named = serve(settings={"TIDINGS_MEDIA": str(folder)})
    named.add_person("ada")
    page = open_page(f"{named.url}/server", DESK, session=named.log_in("ada"))
    assert page.is_disabled("[name=media]")
    assert page.input_value("[name=media]") == str(folder)
    assert "TIDINGS_MEDIA" in page.inner_text("#field-media-hint")


def test_a_mail_server_is_tried_before_it_is_saved(serve, open_page, mailbox):
    server = serve()
    server.add_person("ada")
    page = open_page(f"{server.url}/server", DESK, session=server.log_in("ada"))
    page.fill("[name=public-url]", "http://home.example")
    saved(server, page, "address")
    page.fill("[name=mail-host]", "127.0.0.1")
    page.fill("[name=mail-port]", str(mailbox.port))
    page.select_option("[name=mail-security]", "where-offered")
    page.fill("[name=mail-from]", "tidings@home.example")
    page.fill("[name=recipient]", "ada@home.example")
    page.click("button:has-text('Send a test')")
    page.wait_for_selector("[role=status]:has-text('accepted the test message')")
    assert [mail["To"] for mail in mailbox.mails] == ["ada@home.example"]
    assert page.input_value("[name=mail-host]") == "127.0.0.1"
    assert "mail-host" not in (server.data / "settings.json").read_text()
    # A port without a listener.
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        page.fill("[name=mail-port]", str(closed.getsockname()[1]))
        page.click("button:has-text('Send a test')")
        page.wait_for_selector("[role=alert]:has-text('not delivered')")


def test_only_administrators_have_it(serve):
    server = serve()
    server.add_person("ada")
    server.add_person("bob", "member")
    bob = server.log_in("bob")
    request = urllib.request.Request(f"{server.url}/server", headers={"Cookie": f"{bob['name']}={bob['value']}"})
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(request, timeout=PATIENCE)
    assert refusal.value.code == 403
    stranger = urllib.request.urlopen(f"{server.url}/server", timeout=PATIENCE)
    assert stranger.url.startswith(f"{server.url}/login")


def test_boxes_of_a_demo_say_what_strangers_read(tmp_path, open_page):
    own = tmp_path / "data" / "boards" / "own"
    shutil.copytree(ROOT / "Sources" / "Boards" / "Definitions" / "contacts", own)
    server = Server(tmp_path, ("--demo", "--demo-rate", 4_000_000), {})
    server.start()
    try:
        server.add_person("ada")
        page = open_page(f"{server.url}/server", DESK, session=server.log_in("ada"))
        page.wait_for_selector("h1:has-text('Server settings')")
        boxes = {box.get_attribute("name").removeprefix("is-public-"): box for box in page.locator("[type=checkbox][name^=is-public-]").all()}
        shown = {name for name, box in boxes.items() if box.is_checked()}
        on = {box.get_attribute("name").removeprefix("on-") for box in page.locator("[type=checkbox][name^=on-]").all() if box.is_checked()}
        assert {"visa", "contacts", "fuel", "guide"} <= shown
        assert "own" not in shown
        assert all(boxes[name].is_disabled() for name in shown)
        assert boxes["own"].is_enabled()
        for name in on & boxes.keys():
            # The others lead strangers to the sign-in page.
            assert ('type="password"' not in server.get(f"/boards/{name}")[2]) == (name in shown), name
    finally:
        server.kill()


def test_a_board_that_was_turned_on_stays_on_when_something_else_is_set(serve, open_page):
    server = serve()
    (server.data / "settings.json").write_text(json.dumps({"boards": "guide"}))
    server.stop()
    server.settings = {}
    server.start()
    server.add_person("ada")
    page = open_page(f"{server.url}/server", DESK, session=server.log_in("ada"))
    assert page.is_checked("[name=on-guide]")
    page.fill("[name=user-agent-contact]", "ada@home.example")
    saved(server, page, "contacts")
    assert json.loads((server.data / "settings.json").read_text())["boards"] == "guide"
    assert page.is_checked("[name=on-guide]")


def test_of_very_many_boards_some_are_listed_and_the_others_stay_as_they_are(tmp_path, open_page):
    for number in range(70):
        shutil.copytree(ROOT / "Sources" / "Boards" / "Definitions" / "contacts", tmp_path / "data" / "boards" / f"own-{number:02}")
    server = Server(tmp_path, (), {})
    server.start()
    try:
        server.add_person("ada")
        page = open_page(f"{server.url}/server", PHONE, session=server.log_in("ada"))
        boxes = "[type=checkbox][name^=on-]"
        assert page.locator(boxes).count() == 60
        # Other rows are shown with all that was typed, and it is saved from there.
        page.uncheck("[name=on-own-00]")
        page.fill("[name=user-agent-contact]", "ada@home.example")
        page.click("#boards button:text-is('Next')")
        page.wait_for_selector("[name=on-own-69]")
        assert page.input_value("[name=user-agent-contact]") == "ada@home.example"
        page.click("#boards button:text-is('Previous')")
        page.wait_for_selector("[name=on-own-69]", state="detached")
        assert not page.is_checked("[name=on-own-00]")
        page.click("#boards button:text-is('Next')")
        page.wait_for_selector("[name=on-own-69]")
        saved(server, page, "boards")
        assert json.loads((server.data / "settings.json").read_text())["boards-off"] == "own-00"
        page.fill("#boards [type=search]", "own-65")
        page.click("#boards button:text-is('Search')")
        page.wait_for_url("**board=own-65**")
        assert page.locator(boxes).count() == 1
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
        page.uncheck("[name=on-own-65]")
        saved(server, page, "boards")
        assert json.loads((server.data / "settings.json").read_text())["boards-off"] == "own-00,own-65"
        # The same for their addresses.
        address = "#addresses [type=url]"
        assert page.locator(address).count() == 20
        page.click("#addresses button:text-is('Next')")
        page.wait_for_url("**source-from=20**")
        page.fill("#addresses [type=search]", "own-66.detail")
        page.click("#addresses button:text-is('Search')")
        page.wait_for_url("**source=own-66.detail**")
        assert page.locator(address).count() == 1
        for name in "own-66.detail", "own-67.detail":
            page.goto(f"{server.url}/server?source={name}#addresses")
            page.fill(address, f"https://{name}.home.arpa/{{id}}")
            saved(server, page, "addresses")
        wanted = "own-66.detail=https://own-66.detail.home.arpa/{id},own-67.detail=https://own-67.detail.home.arpa/{id}"
        assert json.loads((server.data / "settings.json").read_text())["source"] == wanted
        # And for those that lack an address.
        page.goto(f"{server.url}/server/board")
        rows = ".ready-list a"
        assert page.locator(rows).count() == 20
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
        page.click(".pager a:has-text('Next')")
        page.wait_for_url("**/server/board?from=20")
        assert page.locator(rows).count() == 20
        page.fill("[role=search] [type=search]", "own-66")
        page.press("[role=search] [type=search]", "Enter")
        page.wait_for_url("**/server/board?q=own-66")
        assert page.locator(rows).count() == 1
    finally:
        server.kill()
