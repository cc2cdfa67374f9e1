"""Tidings as an app: what installs it, and what it shows while the server is out of reach."""

import json
import struct
import urllib.parse

import pytest

from conftest import DESK, PHONE, WELL_KNOWN
from publisher import a_file
from test_visa_page import FIRST_STATUS, ask, wait_for_text, wait_until_read, watched


def wait_until_kept(page, path: str, wanted: str) -> None:
    """Until the worker keeps a page with this text in it."""
    script = """async ([path, wanted]) => {
      for (;;) {
        const cache = await caches.open("pages");
        const found = await cache.match(new URL(path, location));
        if (found && (await found.text()).includes(wanted)) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }"""
    page.evaluate(script, [path, wanted])


def wait_for_worker(page) -> None:
    page.evaluate(
        """async () => {
          await navigator.serviceWorker.ready;
          if (!navigator.serviceWorker.controller)
            await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
        }"""
    )


def expect_no_network(console) -> None:
    console.expected += ["ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "Failed to fetch"]


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
    # A window without a profile on disk is never installed from; nothing else may stand in the way.
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
    expect_no_network(console)
    publisher.answers("/list.pdf", a_file(small_list))
    server = watched(serve, publisher)
    page = open_page(f"{server.url}/boards/visa")
    wait_for_worker(page)
    ask(page, WELL_KNOWN)
    wait_for_text(page, "result", FIRST_STATUS)
    wait_until_read(page)
    for address in (f"/boards/visa?batch={WELL_KNOWN}", "/boards/visa"):
        wait_until_kept(page, address, FIRST_STATUS)
    wait_until_kept(page, "/", "Your boards")
    server.stop()

    page.reload()
    assert FIRST_STATUS in page.inner_text("#lookup-result")
    assert "Offline · as of" in banner(page)
    # The board's own address shows what was last seen of it.
    page.goto(f"{server.url}/boards/visa")
    assert FIRST_STATUS in page.inner_text("#lookup-result")
    # The app's start.
    page.goto(f"{server.url}/")
    assert "Your boards" in page.inner_text("h1")
    assert "Offline · as of" in banner(page)
    # A page that is not kept says so, and leads to those that are.
    page.goto(f"{server.url}/boards/contacts/records/1234567")
    assert "You are offline" in page.inner_text("h1")
    page.click(".kept-pages a:has-text('Visa')")
    page.wait_for_selector("#lookup-result")

    server.start()
    page.goto(f"{server.url}/boards/visa")
    wait_for_text(page, "result", FIRST_STATUS)
    assert page.is_hidden("offline-banner")
