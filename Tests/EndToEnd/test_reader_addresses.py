"""Documents by address: fetched as jobs, within the guards of every fetch."""

import json

import pytest

from conftest import DESK, PHONE, Server
from listener import Listener
from patience import until
from publisher import Publisher, a_file
from test_reader_kinds import SENTENCE, book, read

PAGE = (
    "<!DOCTYPE html><html><head><title>Harbour</title></head><body><nav><a href='/'>Home</a></nav>"
    f"<article><h1>A new harbour</h1><p>{SENTENCE}</p><p>{SENTENCE}</p></article></body></html>"
).encode()


@pytest.fixture(scope="module")
def publisher():
    publisher = Publisher()
    publisher.answers("/article", a_file(PAGE))
    publisher.answers("/book.epub", a_file(book()))
    publisher.answers("/moved", lambda exchange: exchange.head("302 Found", location="/article", content_length=0))
    publisher.answers("/inside", lambda exchange: exchange.head("302 Found", location="http://169.254.169.254/latest/", content_length=0))
    publisher.answers("/gone", lambda exchange: exchange.head("404 Not Found", content_length=0))
    publisher.answers("/empty", a_file(b""))
    publisher.answers("/endless", lambda exchange: exchange.head(content_length=100_000_001))
    yield publisher
    publisher.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory, publisher):
    server = Server(tmp_path_factory.mktemp("addresses"), ("--allow-hosts", publisher.host))
    server.start()
    server.add_person("ada")
    server.add_person("ben", "member")
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    return Listener(house, "ada")


def added(person: Listener, url: str) -> tuple[int, dict]:
    status, _, answer = person.ask("POST", "/api/v1/documents/addresses", json.dumps({"url": url}).encode())
    return status, json.loads(answer)


def test_an_article_and_a_book_are_fetched_once_each_as_jobs(house, ada, publisher):
    status, document = added(ada, publisher.url("/article"))
    assert status == 201, document
    until(lambda: ada.one(document["id"])["state"] == "ready", house.log)
    document = ada.one(document["id"])
    assert (document["kind"], document["title"]) == ("html", "A new harbour")
    assert read(ada, document)[0] == f"A new harbour {SENTENCE} {SENTENCE}"
    # The same by another way is the same document.
    assert added(ada, publisher.url("/moved")) == (200, document)
    status, other = added(ada, publisher.url("/book.epub"))
    until(lambda: ada.one(other["id"])["state"] == "ready", house.log)
    assert (status, ada.one(other["id"])["title"]) == (201, "The Harbour")
    jobs = json.loads(ada.ask("GET", "/api/v1/jobs")[2])["jobs"]
    assert [one["state"] for one in jobs if one["kind"] == "pages"] == ["done"] * 3


def test_what_cannot_be_fetched_is_told(ada, publisher):
    for path, words in (("/gone", "404"), ("/inside", "couldn’t reach"), ("/endless", "100000000"), ("/empty", "is empty")):
        status, problem = added(ada, publisher.url(path))
        assert status == 422, (path, problem)
        assert words in problem["detail"], (path, problem)
    for url in ("ftp://example.com/a", "file:///etc/passwd", "http://a b/", "http://user:word@example.com/", "http://[::1"):
        assert added(ada, url)[0] == 422, url
    assert added(ada, "")[0] == 422


def test_an_administrator_learns_which_setting_allows_a_private_address(house, ada, open_page, console):
    """It said "couldn't reach", where *Add a board* says why."""
    console.expected += ["status of 422"]
    status, problem = added(ada, "http://10.1.2.3/")
    assert status == 422
    assert "it is on a private network, or this server itself" in problem["detail"]
    assert "under “Allowed hosts for boards”" in problem["detail"]
    page = open_page(f"{house.url}/reader", DESK, session=ada.session)
    page.click("summary:has-text('Add by address')")
    page.fill("input[name=address]", "http://10.1.2.3/")
    page.click("button:visible:has-text('Add document')")
    page.wait_for_selector(".form-problem, [role=alert]:not([hidden])")
    assert "under “Allowed hosts for boards”" in page.inner_text("main")
    assert page.locator("[role=alert] a[href='/server#hosts']").count() == 1


def test_a_member_learns_the_same_of_a_private_address_as_of_none(house, publisher):
    ben = Listener(house, "ben")
    before = len(publisher.requests)
    said = set()
    for url in (publisher.url("/article"), "http://127.0.0.1:1/", "http://10.1.2.3/", "http://nobody.example/"):
        status, problem = added(ben, url)
        said.add((status, problem["detail"].replace(url, "URL")))
    why = "it, or an address that it leads to, doesn’t exist or is on a private network, which members can’t reach."
    assert said == {(422, f"Tidings couldn’t reach URL: {why}")}
    assert len(publisher.requests) == before
    assert json.loads(ben.ask("GET", "/api/v1/documents")[2]) == {"documents": []}


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_page_takes_an_address_and_says_what_is_wrong_with_it(house, ada, publisher, open_page, console, viewport):
    console.expected += ["status of 422"]
    page = open_page(f"{house.url}/reader", viewport, session=ada.session)
    page.click("summary:has-text('Add by address')")
    page.fill("input[name=address]", publisher.url("/gone"))
    page.click("button:visible:has-text('Add document')")
    page.wait_for_selector(".form-problem, [role=alert]:not([hidden])")
    assert "404" in page.inner_text("main")
    assert page.is_visible("input[name=address]")
    page.fill("input[name=address]", publisher.url("/article"))
    page.click("button:visible:has-text('Add document')")
    page.wait_for_selector("document-player")
    assert page.inner_text("h1") == "A new harbour"
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
