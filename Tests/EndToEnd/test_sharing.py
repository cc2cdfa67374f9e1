"""Content shared by another app, once this one is installed: a file or a long text waits for its person in the reader, the rest leads to its place."""

import functools
import uuid

import pytest

from conftest import DESK, PHONE, Server, wait_until
from listener import Listener
from test_app import wait_for_worker
from test_people import menu

# As a browser posts shared content, by the manifest.
SHARE = """([fields, name, content]) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "/app/share", enctype: "multipart/form-data" });
  for (const [key, value] of Object.entries(fields)) form.append(Object.assign(document.createElement("input"), { name: key, value }));
  if (name) {
    const field = Object.assign(document.createElement("input"), { type: "file", name: "file" });
    const given = new DataTransfer();
    given.items.add(new File([content], name));
    field.files = given.files;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}"""


@pytest.fixture
def open_page(open_page):
    return functools.partial(open_page, service_workers="allow")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("sharing"), ())
    server.start()
    for name in ("ada", "ben"):
        server.add_person(name)
    yield server
    server.kill()


def opened(house, open_page, person: Listener, viewport=PHONE):
    page = open_page(f"{house.url}/reader", viewport, session=person.session)
    wait_for_worker(page)
    return page


def share(page, name: str = "", content: str = "", **fields: str) -> None:
    page.evaluate(SHARE, [fields, name, content])


def count(house) -> int:
    return house.query("SELECT count(*) FROM documents")[0][0]


def test_the_manifest_takes_what_the_reader_reads(house, open_page):
    page = opened(house, open_page, Listener(house, "ada"))
    target = page.request.get(f"{house.url}/manifest.webmanifest").json()["share_target"]
    assert (target["method"], target["enctype"], target["action"]) == ("POST", "multipart/form-data", "./app/share")
    [files] = target["params"]["files"]
    assert files["name"] == "file"
    assert {"application/pdf", ".epub", "text/plain"} <= set(files["accept"])
    assert {key: target["params"][key] for key in ("title", "text", "url")} == {"title": "title", "text": "text", "url": "url"}


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_file_that_is_shared_becomes_a_document_when_its_person_says_so(house, open_page, viewport):
    page = opened(house, open_page, Listener(house, "ada"), viewport)
    before, text = count(house), f"It was shared, {uuid.uuid4().hex}. It has two sentences."
    share(page, "A letter & more.txt", text)
    page.wait_for_selector("[data-shared]:not([hidden])")
    assert page.inner_text("[data-shared] bdi") == "A letter & more.txt"
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert count(house) == before
    page.click("[data-shared] button:has-text('Add document')")
    page.wait_for_selector("document-player, document-waiting")
    assert page.inner_text("h1") == "A letter & more"
    assert count(house) == before + 1
    # It is offered once.
    page.goto(f"{house.url}/reader?shared")
    page.wait_for_selector("document-upload:defined")
    assert page.evaluate("async () => (await (await caches.open('shared')).keys()).length") == 0
    assert page.is_hidden("[data-shared]")


def test_a_file_that_could_not_be_added_is_still_offered(house, open_page, console):
    console.expected.append("status of 503")
    page = opened(house, open_page, Listener(house, "ada"))
    share(page, "A note.txt", f"It is still there, {uuid.uuid4().hex}.")
    page.wait_for_selector("[data-shared]:not([hidden])")
    page.route("**/api/v1/documents?*", lambda route: route.fulfill(status=503))
    page.click("[data-shared] button:has-text('Add document')")
    page.wait_for_selector("document-upload [role=alert]:has-text('The server is busy.')")
    page.unroute_all()
    page.reload()
    page.click("[data-shared] button:has-text('Add document')")
    page.wait_for_selector("document-player, document-waiting")
    assert page.inner_text("h1") == "A note"


def test_what_is_shared_can_be_thrown_away_and_goes_with_its_person(house, open_whole):
    page = opened(house, open_whole, Listener(house, "ada"))
    before = count(house)
    share(page, "Not this.txt", "Not this one.")
    page.wait_for_selector("[data-shared]:not([hidden])")
    page.click("[data-shared] button:has-text('Discard')")
    page.wait_for_selector("[data-shared]", state="hidden")
    share(page, "Nor this.txt", "Nor this one.")
    page.wait_for_selector("[data-shared]:not([hidden])")
    menu(page, "Sign out")
    page.wait_for_load_state()
    page.wait_for_function("() => location.pathname !== '/reader'")
    wait_until(page, "!(await caches.has('shared')) || (await (await caches.open('shared')).keys()).length === 0")
    page.context.add_cookies([Listener(house, "ben").session])
    page.goto(f"{house.url}/reader?shared")
    page.wait_for_selector("document-upload:defined")
    assert page.is_hidden("[data-shared]")
    assert count(house) == before


def test_a_long_text_waits_like_a_file_and_an_address_or_a_short_text_is_offered_to_the_reader(house, open_page):
    page = opened(house, open_page, Listener(house, "ada"))
    share(page, title="An article", text=f"It has {uuid.uuid4().hex} many words. " * 40)
    page.wait_for_selector("[data-shared]:not([hidden])")
    assert page.inner_text("[data-shared] bdi") == "An article.txt"
    share(page, title="A page", text="", url="https://paper.example/a?b=1&c=2")
    page.click("text=Listen to this page")
    page.wait_for_selector("details[open] #reader-address")
    assert page.input_value("#reader-address") == "https://paper.example/a?b=1&c=2"
    share(page, text="A short text to be heard & read.")
    page.click("text=Listen to this text")
    page.wait_for_selector("details[open] #reader-text")
    assert page.input_value("#reader-text") == "A short text to be heard & read."
    page.click("text=Add text")
    page.wait_for_selector("document-player, document-waiting")
