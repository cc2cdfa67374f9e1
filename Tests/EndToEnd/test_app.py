"""Tidings as an app: what installs it, and what it shows while the server is unreachable."""

import functools
import json
import shutil
import struct
import threading
import urllib.parse
from pathlib import Path

import pytest

from conftest import OUT_OF_REACH, WELL_KNOWN, until, wait_until
from publisher import a_file
from test_contacts_page import contacts_of, directory  # noqa: F401
from test_visa_page import FIRST_STATUS, STRANGER, ask, wait_for_text, wait_until_read, watched
from wire_counter import WireCounter

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def open_page(open_page):
    """Opens pages with the worker, which most of this file is about, in the browser that shows push messages and can be signed out."""
    return functools.partial(open_page, service_workers="allow", is_whole=True)


def wait_until_kept(page, path: str, wanted: str) -> None:
    """Waits until the worker has stored a page with this text."""
    page_of = f"(await (await caches.open('pages')).match(new URL({json.dumps(path)}, location)))"
    wait_until(page, f"(await {page_of}?.text())?.includes({json.dumps(wanted)})")


def wait_until_forgotten(page, shelf: str = "pages") -> None:
    """Waits until a cache is empty. Looking at it may create it again, empty."""
    wait_until(page, f"!(await caches.has('{shelf}')) || (await (await caches.open('{shelf}')).keys()).length === 0")


def wait_for_worker(page) -> None:
    wait_until(page, "(await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null")


def banner(page) -> str:
    page.wait_for_selector("offline-banner:not([hidden])")
    return page.inner_text("offline-banner")


def size_of_png(content: bytes) -> tuple[int, int]:
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", content[16:24])


def test_the_manifest_has_all_that_installing_asks_for(settled, open_page):
    page = open_page(settled.url)
    address = page.get_attribute("link[rel=manifest]", "href")
    answer = page.request.get(settled.url + address)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["name"] == manifest["short_name"] == "Tidings"
    assert manifest["display"] == "standalone"
    base = settled.url + address
    assert urllib.parse.urljoin(base, manifest["start_url"]) == urllib.parse.urljoin(base, manifest["scope"]) == settled.url + "/"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable", "monochrome"}
    for icon in [*manifest["icons"], *(icon for shortcut in manifest["shortcuts"] for icon in shortcut["icons"])]:
        picture = page.request.get(urllib.parse.urljoin(base, icon["src"]))
        assert picture.headers["content-type"] == icon["type"] == "image/png"
        width, height = size_of_png(picture.body())
        assert icon["sizes"] == f"{width}x{height}"
        assert len(picture.body()) < 200_000
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"] if icon["purpose"] == "any"}
    for shortcut in manifest["shortcuts"]:
        assert page.request.get(urllib.parse.urljoin(base, shortcut["url"])).status == 200
    assert page.request.get(settled.url + page.get_attribute("link[rel=apple-touch-icon]", "href")).status == 200


def test_a_browser_finds_nothing_that_keeps_it_from_installing(settled, open_page):
    page = open_page(settled.url)
    wait_for_worker(page)
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    # A window without a profile on disk is never offered for installation; there must be no other obstacle.
    errors = [error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [error for error in errors if error != "in-incognito"] == []


def test_the_worker_and_the_offline_page_are_never_kept_by_the_browser_itself(settled):
    status, headers, script = settled.get("/service-worker.js")
    assert (status, headers["cache-control"]) == (200, "no-cache")
    assert headers["content-type"].startswith("text/javascript")
    shell = json.loads(script.splitlines()[0].removeprefix("self.shell = ").removesuffix(";"))
    for file in shell["files"]:
        assert settled.get(f"{shell['prefix']}/{file}".replace(" ", "%20"))[0] == 200 if not file.endswith(".png") else True


def test_boards_show_their_records_and_their_age_while_the_server_is_stopped(serve, publisher, small_list, open_page, console):
    console.expected += OUT_OF_REACH
    publisher.answers("/list.pdf", a_file(small_list))
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa")
    wait_for_worker(page)
    ask(page, WELL_KNOWN)
    wait_for_text(page, "result", FIRST_STATUS)
    wait_until_read(page)
    for address in (f"/boards/visa?batch={WELL_KNOWN}", "/boards/visa"):
        wait_until_kept(page, address, FIRST_STATUS)
    wait_until_kept(page, "/", "Boards")
    server.stop()

    page.reload()
    assert FIRST_STATUS in page.inner_text("#lookup-result")
    assert "Offline · as of" in banner(page)
    # The board's own address shows its last seen state.
    page.goto(f"{server.url}/boards/visa")
    assert FIRST_STATUS in page.inner_text("#lookup-result")
    # The app's start.
    page.goto(f"{server.url}/")
    assert "Boards" in page.inner_text("h1")
    assert "Offline · as of" in banner(page)
    # For a page that isn't stored there is a message, and links to stored ones.
    page.goto(f"{server.url}/boards/contacts/records/1234567")
    assert "You’re offline" in page.inner_text("h1")
    page.click(".kept-pages a:has-text('Visa')")
    page.wait_for_selector("#lookup-result")

    server.start()
    page.goto(f"{server.url}/boards/visa")
    wait_for_text(page, "result", FIRST_STATUS)
    assert page.is_hidden("offline-banner")


def test_check_says_that_it_cannot_ask_and_shows_what_is_kept_of_that_number(serve, publisher, small_list, open_page, console):
    console.expected += OUT_OF_REACH
    publisher.answers("/list.pdf", a_file(small_list))
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa")
    wait_for_worker(page)
    ask(page, WELL_KNOWN)
    wait_for_text(page, "result", FIRST_STATUS)
    wait_until_read(page)
    wait_until_kept(page, f"/boards/visa?batch={WELL_KNOWN}", FIRST_STATUS)
    ask(page, STRANGER)
    wait_for_text(page, "result", "isn’t on the list")
    wait_until_kept(page, f"/boards/visa?batch={STRANGER}", "isn’t on the list")
    server.stop()

    # As people type it.
    ask(page, f"{WELL_KNOWN[:4]} {WELL_KNOWN[4:8]} {WELL_KNOWN[8:]}")
    wait_for_text(page, "problem", "Can’t check now: no connection. This is from")
    assert FIRST_STATUS in page.inner_text("#lookup-result")
    assert page.input_value("[data-needle]") == WELL_KNOWN
    # The stored page of another number isn't an answer.
    ask(page, "28999999998")
    wait_for_text(page, "problem", "This device has nothing saved for it yet.")
    assert page.inner_text("#lookup-result") == ""
    assert page.inner_text("#lookup-history") == ""
    # Later it updates by itself.
    ask(page, WELL_KNOWN)
    wait_for_text(page, "problem", "This is from")
    server.start()
    page.wait_for_selector("#lookup-problem:empty", state="attached")
    assert FIRST_STATUS in page.inner_text("#lookup-result")


def test_a_list_shows_all_its_rows_and_an_opened_record_while_the_server_is_stopped(serve, directory, open_page, console):
    console.expected += OUT_OF_REACH
    server = contacts_of(serve, directory)
    page = open_page(f"{server.url}/boards/contacts")
    wait_for_worker(page)
    page.reload()
    page.click(".row a >> nth=0")
    page.wait_for_selector(".sheet .detail:not(.is-waiting)")
    said = page.inner_text(".sheet .detail-fields >> nth=0")
    name = page.inner_text(".sheet .detail-name")
    page.keyboard.press("Escape")
    page.wait_for_selector(".sheet", state="detached")
    count = page.inner_text("[data-count]")
    wait_until_kept(page, "/boards/contacts", "row-name")
    wait_until(page, '(await (await caches.open("parts")).keys()).some(({ url }) => url.includes("records"))')
    server.stop()

    page.reload()
    assert "Offline · as of" in banner(page)
    page.wait_for_selector(f"[data-count]:has-text('{count}')")
    page.click(f".row:has-text('{name}') a >> nth=0")
    page.wait_for_selector(".sheet .detail:not(.is-waiting)")
    assert said in page.inner_text(".sheet")


# Slow isn't offline: only the same address, with its query, replaces a response that is on its way.


# A full device, and a device with broken storage.
FAULTS = {
    "full": "Cache.prototype.put = Cache.prototype.add = Cache.prototype.addAll = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))",
    "broken": "CacheStorage.prototype.open = CacheStorage.prototype.match = () => Promise.reject(new DOMException('broken', 'UnknownError'))",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_device_that_can_keep_nothing_shows_what_the_server_says_and_keeps_again_when_it_can(settled, open_page, fault):
    page = open_page("about:blank")
    page.goto(f"{settled.url}/boards/visa")
    wait_for_worker(page)
    worker = page.context.service_workers[0]
    wait_until_kept(page, "/", "boards")
    # As if this were the very first page.
    worker.evaluate("memory.clear()")
    worker.evaluate("""() => {
      const owners = [[CacheStorage.prototype, "open", "match"], [Cache.prototype, "put", "add", "addAll"]];
      const own = owners.flatMap(([of, ...names]) => names.map((name) => [of, name, of[name]]));
      self.mend = () => own.forEach(([of, name, value]) => (of[name] = value));
    }""")
    worker.evaluate(f"() => {{ {FAULTS[fault]} }}")
    for address in (f"/boards/visa?batch={WELL_KNOWN}", "/", "/login", "/boards/visa"):
        page.goto(settled.url + address)
        assert page.locator("h1").inner_text() != "You’re offline"
        # A slow response replaces the stored page.
        page.wait_for_selector("html:not([data-kept])", state="attached")
    worker.evaluate("() => self.mend()")
    page.goto(f"{settled.url}/boards/visa?batch={WELL_KNOWN}")
    wait_until_kept(page, f"/boards/visa?batch={WELL_KNOWN}", FIRST_STATUS)


def slow(page) -> str:
    page.wait_for_selector("html[data-slow] offline-banner:not([hidden])")
    return page.inner_text("offline-banner")


def test_a_slow_page_is_shown_as_it_was_kept_until_the_answer_comes(settled, open_page):
    with WireCounter(settled.port) as wire:
        page = open_page(f"{wire.url}/boards/visa?batch={WELL_KNOWN}")
        wait_for_worker(page)
        page.reload()
        wait_until_kept(page, f"/boards/visa?batch={WELL_KNOWN}", FIRST_STATUS)
        wire.flowing.clear()
        page.reload(wait_until="commit")
        assert "Slow connection · as of" in slow(page)
        assert FIRST_STATUS in page.inner_text("#lookup-result")
        wire.flowing.set()
        page.wait_for_selector("html:not([data-kept])", state="attached")
        assert FIRST_STATUS in page.inner_text("#lookup-result")
        assert page.is_hidden("offline-banner")


def test_what_is_in_use_is_not_taken_away_by_the_answer_that_comes_late(settled, open_page):
    with WireCounter(settled.port) as wire:
        page = open_page(f"{wire.url}/boards/visa?batch={WELL_KNOWN}")
        wait_for_worker(page)
        page.reload()
        wait_until_kept(page, f"/boards/visa?batch={WELL_KNOWN}", FIRST_STATUS)
        wire.flowing.clear()
        page.reload(wait_until="commit")
        slow(page)
        page.focus("[data-needle]")
        page.keyboard.type("2")
        wire.flowing.set()
        page.wait_for_selector("offline-banner [data-reload]:visible")
        assert "This page has an update." in page.inner_text("offline-banner")
        assert page.locator("html[data-kept]").count() == 1
        page.click("offline-banner [data-reload]")
        page.wait_for_selector("html:not([data-kept])", state="attached")


def test_another_query_does_not_stand_in_for_a_slow_answer(settled, open_page):
    with WireCounter(settled.port) as wire:
        page = open_page(f"{wire.url}/boards/visa?batch={WELL_KNOWN}")
        wait_for_worker(page)
        page.reload()
        wait_until_kept(page, f"/boards/visa?batch={WELL_KNOWN}", FIRST_STATUS)
        wire.flowing.clear()
        # Later than the worker shows its stored page of the same address.
        threading.Timer(4, wire.flowing.set).start()
        answer = page.goto(f"{wire.url}/boards/visa?batch={STRANGER}")
        assert "<html data-kept" not in answer.text()
        wait_for_text(page, "result", "isn’t on the list")


def test_a_slow_way_to_sign_in_is_taken_when_it_comes(serve, publisher, small_list, open_page, console):
    console.expected.append("status of 401")  # The event stream has ended with the session.
    publisher.answers("/list.pdf", a_file(small_list))
    server = serve("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host, settings={})
    server.wait_until_all_read("visa", feeds=1)
    server.add_person("ada")
    with WireCounter(server.port) as wire:
        page = open_page("about:blank", session=server.log_in("ada") | {"url": wire.url})
        page.goto(f"{wire.url}/boards/visa")
        wait_for_worker(page)
        page.reload()
        wait_until_kept(page, "/boards/visa", "Visa status")
        server.change("DELETE FROM sessions")
        wire.flowing.clear()
        page.reload(wait_until="commit")
        slow(page)
        wire.flowing.set()
        page.wait_for_url(f"{wire.url}/login?next=**")
        page.wait_for_selector("[name=password]")


def test_out_of_reach_another_query_is_shown_and_said_to_be_one(serve, directory, open_page, console):
    console.expected += OUT_OF_REACH
    server = contacts_of(serve, directory)
    page = open_page(f"{server.url}/boards/contacts?q=ada")
    wait_for_worker(page)
    page.reload()
    wait_until_kept(page, "/boards/contacts?q=ada", "row-name")
    server.stop()
    page.goto(f"{server.url}/boards/contacts?q=olga")
    assert "Offline · another view of this page, as of" in banner(page)
    page.goto(f"{server.url}/boards/contacts?q=ada")
    assert "Offline · as of" in banner(page)


def test_each_page_that_the_offline_page_lists_opens(serve, publisher, small_list, open_page, console):
    console.expected += OUT_OF_REACH
    publisher.answers("/list.pdf", a_file(small_list))
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa")
    wait_for_worker(page)
    # In this order: once the last is stored, the others were asked for or left out.
    for path in ("/reader", "/media", "/boards/fuel/alerts/new", "/", "/boards/visa"):
        keep(page, path)
    wait_until_kept(page, "/", "Boards")
    wait_until_kept(page, "/boards/visa", "Visa status")
    server.stop()
    page.goto(f"{server.url}/reader")
    page.wait_for_selector(".kept-pages a")
    addresses = page.locator(".kept-pages a").evaluate_all("links => links.map(({ href }) => href)")
    assert len(addresses) >= 2
    for address in addresses:
        page.goto(address)
        assert "You’re offline" not in page.inner_text("h1"), address


def test_what_was_kept_for_one_person_is_gone_at_log_out(serve, publisher, small_list, open_page, console):
    console.expected += OUT_OF_REACH
    console.expected.append("status of 404")
    publisher.answers("/list.pdf", a_file(small_list))
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa")
    wait_for_worker(page)
    ask(page, WELL_KNOWN)
    wait_until_read(page)
    # Once this page is stored, nothing else is.
    wait_until_kept(page, "/boards/visa", FIRST_STATUS)
    wait_until_kept(page, "/boards/visa", "Last updated")
    # Regardless of the server's response.
    page.evaluate("fetch('/logout', { method: 'POST' }).catch(() => {})")
    wait_until_forgotten(page)
    server.stop()
    page.goto(f"{server.url}/boards/visa")
    assert "You’re offline" in page.inner_text("h1")
    page.wait_for_selector("[data-nothing]:visible")


def test_an_answer_that_comes_after_log_out_is_not_kept(settled, open_page):
    with WireCounter(settled.port) as wire:
        page = open_page(f"{wire.url}/boards/visa")
        wait_for_worker(page)
        page.reload()
        wait_until_kept(page, "/boards/visa", "Visa status")
        wire.flowing.clear()
        asked = len(wire.requests)
        keep(page, "/boards/visa")
        until(lambda: "/boards/visa" in wire.requests[asked:])
        page.evaluate("void fetch('/logout', { method: 'POST' }).catch(() => {})")
        wait_until_forgotten(page)
        wire.flowing.set()
        keep(page, "/")
        wait_until_kept(page, "/", "Visa status")
        assert page.evaluate("async () => (await (await caches.open('pages')).keys()).map(({ url }) => new URL(url).pathname)") == ["/"]


def keep(page, path: str) -> None:
    """Makes the worker store the current page."""
    page.evaluate(
        "async (path) => (await navigator.serviceWorker.ready).active.postMessage({ keep: [new URL(path, location).href], isChanged: true })", path
    )


def test_another_person_finds_nothing_of_the_one_before(settled, open_page):
    page = open_page(f"{settled.url}/boards/visa")
    wait_for_worker(page)
    page.reload()
    wait_until_kept(page, "/boards/visa", "Visa status")
    # As if another person had signed in since; in one step, because the worker may store something of its own at any moment.
    page.evaluate("""async () => {
      await (await caches.open("pages")).put("/boards/secret", new Response("theirs", { headers: { "tidings-kept": 1 } }));
      await (await caches.open("memory")).put(new URL("app/memory/owner", location.origin), new Response('"7"'));
    }""")
    page.goto(settled.url)
    wait_until(page, "!(await (await caches.open('pages')).match('/boards/secret'))")


def test_the_api_what_is_posted_and_live_events_are_never_kept(settled, open_page, console):
    console.expected.append("status of 404")  # A page that is JSON has no icon.
    page = open_page(f"{settled.url}/boards/visa")
    wait_for_worker(page)
    page.evaluate("fetch('/api/v1/boards', { headers: { Accept: 'application/json' } }).then((answer) => answer.text())")
    page.evaluate("fetch('/boards/visa', { method: 'POST', body: new URLSearchParams({ batch: '20121456171' }), headers: { Accept: 'application/json' } })")
    page.goto(f"{settled.url}/api/v1/boards")
    page.goto(settled.url)
    wait_until_kept(page, "/", "Boards")
    kept = page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"
    )
    assert [path for path in kept if path.startswith(("/api", "/live", "/healthz", "/app/push", "/app/unread"))] == []


UPDATE = "navigator.serviceWorker.ready.then((registration) => registration.update().then(({ installing, waiting }) => Boolean(installing ?? waiting)))"


def test_another_language_is_no_new_version(settled, open_page):
    page = open_page(f"{settled.url}/boards/visa")
    wait_for_worker(page)
    page.context.add_cookies([{"name": "tidings_language", "value": "de", "url": settled.url}])
    page.reload()
    assert page.evaluate(UPDATE) is False
    assert page.is_hidden("app-update")
    # The worker's own texts follow.
    wait_until(page, "(await (await caches.match('/offline'))?.text())?.includes('data-says-open=\"Öffnen\"')")


def test_a_new_version_is_offered_and_what_was_typed_stays(serve, publisher, small_list, open_page, tmp_path):
    assets = tmp_path / "assets"
    shutil.copytree(ROOT / "Sources/Serving/Assets", assets)
    publisher.answers("/list.pdf", a_file(small_list))
    server = serve("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host, "--assets", assets)
    server.wait_until_read()
    page = open_page(f"{server.url}/boards/visa")
    wait_for_worker(page)
    page.wait_for_selector("[data-submit]:enabled")
    # As after an update of the server.
    with (assets / "worker/worker.js").open("a") as script:
        script.write("\nself.isNew = true;\n")
    page.evaluate(UPDATE)
    page.wait_for_selector("app-update:not([hidden])")
    page.fill("[data-needle]", "2012")
    # Form data is first stored in the history of this page, which is a navigation too: only another document lacks the mark.
    page.evaluate("() => { window.isOld = true; }")
    page.click("app-update [data-reload]")
    wait_until(page, "!window.isOld && document.readyState === 'complete'")
    page.wait_for_selector("[data-submit]:enabled")
    assert page.input_value("[data-needle]") == "2012"
    assert page.is_hidden("app-update")


def pushing(page, origin: str):
    """Delivers a push message to the page's worker through the browser's developer tools: without a network there is no push service."""
    page.context.grant_permissions(["notifications"], origin=origin)
    wait_for_worker(page)
    session = page.context.new_cdp_session(page)
    registrations = {}
    # Registrations of a browser that another test is closing are reported as well; messages to them get lost.
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.update({one["registrationId"]: one for one in event["registrations"]}),
    )
    session.send("ServiceWorker.enable")

    def ours() -> list[str]:
        return [name for name, one in registrations.items() if one["scopeURL"] == f"{origin}/" and not one["isDeleted"]]

    until(ours, meanwhile=lambda: page.wait_for_timeout(20))

    def push(text):
        for registration in ours():
            session.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": registration, "data": text})

    return push


def push_until_shown(page, push, notice: str, count: int = 1) -> None:
    """The developer tools don't report whether a message reached a worker that was just starting or ending. A repeated one replaces the first."""

    def is_shown() -> bool:
        push(notice)
        for _ in range(300):
            if len(shown(page)) >= count:
                return True
            page.wait_for_timeout(100)
        return False

    until(is_shown, "the worker shows nothing")


def shown(page) -> list[dict]:
    return page.evaluate(
        "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag, data, actions }) => ({ title, body, tag, data, actions }))"
    )


def test_a_pushed_notice_is_shown_once_by_its_id_with_its_link_and_buttons(settled, open_page):
    page = open_page(f"{settled.url}/boards/visa")
    push = pushing(page, settled.url)
    notice = {"title": "20120070012 is on the list", "body": "Status: issued", "link": f"{settled.url}/boards/visa?batch={WELL_KNOWN}", "tag": "visa/1", "time": 1331112600000}
    for _ in range(2):
        push_until_shown(page, push, json.dumps(notice | {"id": "6f1b2c3d-0000-4000-8000-000000000001"}))
    [one] = shown(page)
    assert (one["title"], one["body"], one["tag"]) == (notice["title"], notice["body"], notice["tag"])
    assert [action["action"] for action in one["actions"]] == ["open", "mute"]
    assert one["data"]["link"] == notice["link"]
    push_until_shown(page, push, json.dumps(notice | {"id": "6f1b2c3d-0000-4000-8000-000000000002", "tag": "visa/2"}), count=2)
    assert len(shown(page)) == 2


@pytest.mark.parametrize("fault", FAULTS)
def test_a_notice_is_shown_where_nothing_can_be_remembered(settled, open_page, fault):
    page = open_page(settled.url)
    push = pushing(page, settled.url)
    page.context.service_workers[0].evaluate(f"() => {{ {FAULTS[fault]} }}")
    push_until_shown(page, push, json.dumps({"id": "6f1b2c3d-0000-4000-8000-000000000001", "title": "Something is new"}))
    assert shown(page)[0]["title"] == "Something is new"


@pytest.mark.parametrize("pushed", ["", "no json", "{}", "null"])
def test_whatever_is_pushed_shows_something(settled, open_page, pushed):
    page = open_page(settled.url)
    push_until_shown(page, pushing(page, settled.url), pushed)
    assert shown(page)[0]["title"] == "Something has changed."
