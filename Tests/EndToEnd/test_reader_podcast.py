"""A person's podcast: a secret address for programs that can't sign in, a feed by the rules of RSS 2.0 and of Apple Podcasts, and exact byte ranges of
episodes.
"""

import email.utils
import hashlib
import json
import re
import subprocess
import urllib.error
import urllib.request
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from conftest import DESK, PHONE, Server
from listener import Listener
from patience import PATIENCE
from test_left_out import send
from test_reader import TEXT
from test_reader_exports import CHAPTERS, made
from test_speak import book

ITUNES = "{http://www.itunes.com/dtds/podcast-1.0.dtd}"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("podcast"), ())
    server.start()
    for name in ("ada", "ben", "cy"):
        server.add_person(name)
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    """A person with a book that has an outline and a text that has none, both exported."""
    ada = Listener(house, "ada")
    ada.book = ada.ready(book(CHAPTERS), "A%20day%20%26%20night.pdf")["id"]
    ada.text = ada.ready(TEXT.encode(), "Sentences.txt")["id"]
    made(ada, ada.book, "mp3")
    made(ada, ada.text, "mp3")
    return ada


def address(person: Listener) -> str:
    status, _, answer = person.ask("POST", "/api/v1/documents/podcast")
    assert status == 201, answer
    return json.loads(answer)["url"]


def asked(url: str, method: str = "GET", **headers: str):
    """Requests like a program that knows nothing but the address."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers, method=method), timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def breaches(document: bytes) -> list[str]:
    """The faults of a feed, by RSS 2.0.11 and Apple's guide to RSS."""
    found, root = [], ElementTree.fromstring(document)

    def need(holds: bool, rule: str) -> None:
        if not holds:
            found.append(rule)

    def text(element, name: str) -> str:
        return (element.findtext(name) or "").strip()

    def only(element, name: str) -> bool:
        return len(element.findall(name)) == 1 and text(element, name) != ""

    need(root.tag == "rss" and root.get("version") == "2.0", "rss 2.0")
    need([child.tag for child in root] == ["channel"], "one channel")
    channel = root[0]
    for name in ("title", "link", "description", "language", f"{ITUNES}author", f"{ITUNES}explicit"):
        need(only(channel, name), f"channel: one {name}")
    need(re.fullmatch(r"[a-z]{2}(-[A-Za-z]+)?", text(channel, "language")) is not None, "language")
    need(text(channel, f"{ITUNES}explicit") in ("true", "false"), "explicit")
    need(text(channel, f"{ITUNES}type") in ("episodic", "serial"), "type")
    image, category = channel.find(f"{ITUNES}image"), channel.find(f"{ITUNES}category")
    need(image is not None and image.get("href", "").startswith("http"), "image")
    need(category is not None and bool(category.get("text")), "category")
    own = channel.find(f"{ATOM}link")
    need(own is not None and own.get("rel") == "self" and own.get("type") == "application/rss+xml", "atom:link")
    allowed = {"title", "link", "description", "language", "generator", "lastBuildDate", "item", f"{ATOM}link",
               f"{ITUNES}author", f"{ITUNES}image", f"{ITUNES}category", f"{ITUNES}explicit", f"{ITUNES}type", f"{ITUNES}block"}
    need({child.tag for child in channel} <= allowed, "elements of the channel")
    items = channel.findall("item")
    for item in items:
        for name in ("title", "link", "description", "pubDate", "guid", f"{ITUNES}duration", f"{ITUNES}episode", f"{ITUNES}season"):
            need(only(item, name), f"item: one {name}")
        files = item.findall("enclosure")
        need(len(files) == 1 and set(files[0].keys()) == {"url", "length", "type"}, "one enclosure with its three attributes")
        need(files[0].get("type") == "audio/mpeg" and files[0].get("url").endswith(".mp3") and int(files[0].get("length")) > 0, "enclosure")
        need(email.utils.parsedate_to_datetime(text(item, "pubDate")).tzinfo is not None, "pubDate")
        need(re.fullmatch(r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT", text(item, "pubDate")) is not None, "pubDate's form")
        need(item.find("guid").get("isPermaLink") == "false", "guid is no address")
        need(all(int(text(item, name)) > 0 for name in (f"{ITUNES}duration", f"{ITUNES}episode", f"{ITUNES}season")), "whole numbers above 0")
        need(text(item, f"{ITUNES}episodeType") in ("full", "trailer", "bonus"), "episodeType")
    need(len({text(item, "guid") for item in items}) == len(items), "each guid once")
    dates = [email.utils.parsedate_to_datetime(text(item, "pubDate")) for item in items]
    need(dates == sorted(dates, reverse=True), "newest first")
    return found


def test_the_rules_find_what_is_wrong():
    tags = "".join(f"<x:{name} xmlns:x='http://www.itunes.com/dtds/podcast-1.0.dtd'>0</x:{name}>" for name in ("duration", "episode", "season"))
    item = f"<enclosure url='a.mp3' length='1' type='audio/mpeg'/><guid>1</guid><pubDate>Tue, 24 Nov 2026 20:00:00 GMT</pubDate>{tags}"
    assert breaches(f"<rss version='1.0'><channel><title>A</title><item>{item}</item></channel></rss>".encode()) != []


def test_the_feed_has_a_chapter_an_episode_by_the_rules(house, ada, tmp_path):
    url = address(ada)
    status, headers, document = asked(url)
    assert (status, headers["Content-Type"]) == (200, "application/rss+xml; charset=utf-8")
    assert breaches(document) == []
    items = ElementTree.fromstring(document).findall("channel/item")
    assert [item.findtext("title") for item in items][-3:] == [title for title, _ in reversed(CHAPTERS)]
    assert len(items) == 5
    assert [item.findtext("description") for item in items] == ["Sentences"] * 2 + ["A day & night"] * 3
    assert [int(item.findtext(f"{ITUNES}episode")) for item in items] == [2, 1, 3, 2, 1]
    for item in items:
        enclosure = item.find("enclosure")
        sound, length = enclosure.get("url"), int(enclosure.get("length"))
        status, headers, whole = asked(sound)
        assert (status, headers["Content-Type"], headers["Accept-Ranges"], len(whole)) == (200, "audio/mpeg", "bytes", length)
        # As phones ask first: two bytes, and then the rest.
        status, headers, two = asked(sound, Range="bytes=0-1")
        assert (status, headers["Content-Range"], headers["Content-Length"], two) == (206, f"bytes 0-1/{length}", "2", whole[:2])
        status, headers, rest = asked(sound, Range="bytes=2-")
        assert (status, headers["Content-Range"], rest) == (206, f"bytes 2-{length - 1}/{length}", whole[2:])
        assert asked(sound, Range=f"bytes=-{length + 9}")[2] == whole
        assert (asked(sound, Range=f"bytes={length}-")[0], asked(sound, Range=f"bytes={length}-")[1]["Content-Range"]) == (416, f"bytes */{length}")
        status, headers, nothing = asked(sound, "HEAD")
        assert (status, headers["Content-Length"], nothing) == (200, str(length), b"")
        (tmp_path / "episode.mp3").write_bytes(whole)
        command = ["ffprobe", "-v", "error", "-show_format", "-of", "json", str(tmp_path / "episode.mp3")]
        probed = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=PATIENCE).stdout)["format"]
        assert probed["format_name"] == "mp3"
        assert abs(float(probed["duration"]) - int(item.findtext(f"{ITUNES}duration"))) < 1
        assert probed["tags"]["title"] == item.findtext("title")
    assert asked(ElementTree.fromstring(document).find(f"channel/{ITUNES}image").get("href"))[1]["Content-Type"] == "image/png"


def test_episodes_follow_what_is_left_out_with_their_lengths(house, ada, tmp_path):
    cy = Listener(house, "cy")
    cited = [(title, f"{text} So it is written (Miller and Jones, 1999; see also Smith et al., 2004).") for title, text in CHAPTERS]
    document = cy.ready(book(cited), "Cited.pdf")["id"]
    url = address(cy)

    def episodes() -> list[tuple]:
        """For each episode: its id, tag, digest, bytes and seconds, as served."""
        _, _, feed = asked(url)
        assert breaches(feed) == []
        found = []
        for item in ElementTree.fromstring(feed).findall("channel/item"):
            enclosure = item.find("enclosure")
            status, headers, whole = asked(enclosure.get("url"))
            assert (status, len(whole), headers["Content-Length"]) == (200, int(enclosure.get("length")), enclosure.get("length"))
            assert headers["ETag"]
            assert asked(enclosure.get("url"), **{"If-None-Match": headers["ETag"]})[0] == 304
            (tmp_path / "episode.mp3").write_bytes(whole)
            command = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "json", str(tmp_path / "episode.mp3")]
            seconds = float(json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=PATIENCE).stdout)["format"]["duration"])
            assert abs(seconds - int(item.findtext(f"{ITUNES}duration"))) < 1
            found.append((item.findtext("guid"), headers["ETag"], hashlib.sha256(whole).hexdigest(), len(whole), seconds))
        return found

    made(cy, document, "mp3")
    before = episodes()
    assert len(before) == 3
    assert send(cy, document, "leaving", "citation=on") == 200
    # An exported file stays as it is, regardless of later choices.
    assert episodes() == before
    assert cy.ask("DELETE", f"/api/v1/documents/{document}/exports/mp3")[0] == 204
    assert episodes() == []
    made(cy, document, "mp3")
    after = episodes()
    assert len(after) == 3
    for old, new in zip(before, after):
        # A program that has the old one gets another episode, a shorter one.
        assert all(one != other for one, other in zip(old, new))
        assert new[3] < old[3]
        assert new[4] < old[4] - 3
    # With everything read again it is as long as at first, within some samples.
    assert send(cy, document, "leaving", "") == 200
    assert cy.ask("DELETE", f"/api/v1/documents/{document}/exports/mp3")[0] == 204
    made(cy, document, "mp3")
    again = episodes()
    assert all(abs(old[4] - new[4]) < 0.5 for old, new in zip(before, again))
    assert not {one[0] for one in again} & {one[0] for one in before}
    assert cy.ask("DELETE", f"/api/v1/documents/{document}")[0] == 204
    assert episodes() == []


def test_only_the_address_leads_to_it_and_only_to_what_is_theirs(house, ada):
    first = address(ada)
    sound = ElementTree.fromstring(asked(first)[2]).find("channel/item/enclosure").get("url")
    ben = Listener(house, "ben")
    other = address(ben)
    assert ElementTree.fromstring(asked(other)[2]).findall("channel/item") == []
    assert breaches(asked(other)[2]) == []
    # Neither another person's address nor an unknown one leads to an episode.
    secret = lambda url: urlsplit(url).path.split("/")[2].removesuffix(".xml")
    assert asked(sound.replace(secret(first), secret(other)))[0] == 404
    secrets = [first.replace(secret(first), another) for another in ("a" * 43, "short")]
    episodes = [re.sub(r"/\d+\.mp3", f"/{number}.mp3", sound) for number in (0, 99, -(2**63), 2**63 - 1)]
    for wrong in (*secrets, *episodes, re.sub(r"/\d+/", "/9999/", sound)):
        assert asked(wrong)[0] == 404, wrong
    # The secret itself isn't stored.
    assert secret(first) not in str(house.query("SELECT * FROM feed_addresses"))
    # A new one invalidates the old one; so do revoking it and removing the export.
    second = address(ada)
    assert (asked(first)[0], asked(sound)[0], asked(second)[0]) == (404, 404, 200)
    sound = sound.replace(secret(first), secret(second))
    assert asked(sound)[0] == 200
    assert ada.ask("DELETE", f"/api/v1/documents/{ada.text}/exports/mp3")[0] == 204
    assert asked(sound)[0] == 404
    assert len(ElementTree.fromstring(asked(second)[2]).findall("channel/item")) == 3
    assert ada.ask("DELETE", "/api/v1/documents/podcast")[0] == 204
    assert asked(second)[0] == 404
    assert json.loads(ada.ask("GET", "/api/v1/documents/podcast")[2]) == {"created": None}


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_page_makes_the_address_and_takes_it_back(house, ada, open_page, viewport):
    house.change("DELETE FROM feed_addresses WHERE 1 = ?", 1)
    page = open_page(f"{house.url}/reader", viewport, session=Listener(house, "cy").session)
    page.click("summary:has-text('Podcast')")
    page.click("button:has-text('Create a link')")
    page.wait_for_selector("#podcast[open] copy-button:not([hidden])")
    url = page.inner_text("#podcast .secret")
    assert asked(url)[0] == 200
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    # It is shown once.
    page.goto(f"{house.url}/reader")
    assert page.locator(".secret").count() == 0
    page.click("button:has-text('Create a new link')")
    page.wait_for_selector("#podcast .secret")
    assert asked(url)[0] == 404
    assert page.inner_text("#podcast .secret") != url
    page.click("button:has-text('Remove the link')")
    page.wait_for_selector("#podcast:not([open])")
    assert house.query("SELECT count(*) FROM feed_addresses") == [(0,)]
