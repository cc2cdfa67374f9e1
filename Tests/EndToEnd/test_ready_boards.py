"""Boards of the gallery: found, tried and turned on, in the app and on the command line."""

from pathlib import Path

import pytest

from conftest import DESK, PATIENCE, PHONE
from publisher import Publisher, a_file, a_status

READY = Path(__file__).parents[2] / "Sources/Boards/Ready"
FEED = (READY / "reading/feed/sample.xml").read_bytes()
ADDRESS = "[name='set.address']"


@pytest.fixture
def blog(publisher: Publisher) -> Publisher:
    publisher.answers("/feed.xml", a_file(FEED))
    publisher.answers("/page", a_file(b"<!DOCTYPE html><html><head><title>A page</title></head><body><p>No feed.</p></body></html>"))
    publisher.answers("/gone", a_status("404 Not Found"))
    return publisher


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_ready_made_board_is_found_tried_and_turned_on(serve, blog, open_page, scripts):
    server = serve("--allow-hosts", blog.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/", PHONE, session=server.log_in("ada"), java_script_enabled=scripts)
    page.click("a:has-text('Add a board')")
    page.click("a:has-text('Ready-made boards')")
    assert page.locator(".ready-list a").count() >= 25
    page.fill("[name=q]", "RSS news")
    page.press("[name=q]", "Enter")
    page.wait_for_url("**q=RSS**")
    assert page.locator(".ready-list a").count() == 1
    page.click(".ready-list a")
    page.fill(ADDRESS, blog.url("/feed.xml"))
    page.click("button:has-text('Try it')")
    page.wait_for_selector("h2:has-text('2 rows')", timeout=PATIENCE * 1000)
    assert page.evaluate("document.querySelector('#rows').getBoundingClientRect().top < innerHeight")  # In sight, below a long form.
    assert "How we clean the lens" in page.locator("table").inner_text()
    assert not (server.data / "boards").exists()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.fill("[name=title]", "Lighthouse notes")
    page.click("button:has-text('Turn on')")
    page.wait_for_selector("h1:has-text('Lighthouse notes') >> nth=0", timeout=PATIENCE * 1000)
    server.wait_until_all_read("lighthouse-notes", 1)
    page.goto(f"{server.url}/boards/lighthouse-notes")
    assert "A used lamp for sale" in page.inner_text("main")
    file = (server.data / "boards" / "lighthouse-notes" / "board.yaml").read_text()
    assert blog.url("/feed.xml") in file
    assert "parameters" not in file


def test_what_goes_wrong_is_said_with_what_to_do(serve, blog, open_page, console):
    console.expected.append("Failed to load resource: the server responded with a status of 4")
    server = serve("--allow-hosts", blog.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board/ready/board?name=feed", DESK, session=server.log_in("ada"), java_script_enabled=False)
    for button in ["Try it", "Turn on"]:
        for address, where, said in [
            ("  ", "#field-set-address-problem", "Fill this in."),
            ("not an address", "#field-set-address-problem", "Enter a web address"),
            ("http://ada:secret@example.org/", "#field-set-address-problem", "Enter a web address"),
            (blog.url("/gone"), ".notice", "Check what you typed, or try again later."),
            (blog.url("/page"), ".notice", "not in the form this board reads"),
            ("http://169.254.169.254/latest/", ".notice", "169.254.169.254"),
        ]:
            page.fill(ADDRESS, address)
            page.click(f"button:has-text('{button}')")
            page.wait_for_selector(f"{where}:has-text('{said}')", timeout=PATIENCE * 1000)
            assert page.input_value(ADDRESS) == address
            assert page.locator(".notice a[href='/server#hosts']").count() == ("169.254" in said)
    assert not (server.data / "boards").exists()
    page.goto(f"{server.url}/new-board/ready/board?name=github-releases")
    page.fill("[name='set.repository']", "../../etc")
    page.click("button:has-text('Turn on')")
    page.wait_for_selector("#field-set-repository-problem:has-text('doesn’t fit here')", timeout=PATIENCE * 1000)
    assert page.request.get(f"{server.url}/new-board/ready/board?name=no-such").status == 404
    assert "No ready-made board matches" in page.request.get(f"{server.url}/new-board/ready?q=xyzzy").text()


def test_the_same_board_twice_leads_to_the_first(serve, cli, blog, open_page, console):
    console.expected.append("Failed to load resource: the server responded with a status of 4")
    server = serve("--allow-hosts", blog.host)
    server.add_person("ada")
    made = cli.run("board", "new", "--ready", "feed", "--set", f"address={blog.url('/feed.xml')}", "--allow-host", blog.host, "--data", str(server.data))
    assert made.returncode == 0, made.stderr
    name = made.stdout.split(":")[0]
    server.wait_until_all_read(name, 1)
    page = open_page(f"{server.url}/new-board/ready/board?name=feed", DESK, session=server.log_in("ada"))
    page.fill(ADDRESS, blog.url("/feed.xml"))
    page.click("button:has-text('Turn on')")
    page.wait_for_selector("text=You already have this board", timeout=PATIENCE * 1000)
    page.click(".notice a")
    page.wait_for_url(f"**/boards/{name}")
    assert len(list((server.data / "boards").iterdir())) == 1


def test_a_members_ready_made_board_reads_public_addresses_alone(serve, blog, open_page, console):
    console.expected.append("Failed to load resource: the server responded with a status of 4")
    server = serve("--allow-hosts", blog.host)
    server.add_person("ada")
    server.add_person("ben", "member")
    page = open_page(f"{server.url}/new-board/ready/board?name=feed", PHONE, session=server.log_in("ben"))
    page.fill("[name='set.address']", blog.url("/feed.xml"))
    page.click("button:has-text('Try it')")
    page.wait_for_selector("[role=alert]:has-text('Ask an administrator to add this one.')", timeout=PATIENCE * 1000)
    assert page.locator("[href^='/server']").count() == 0
    assert blog.requests == []
    assert not (server.data / "boards").exists()


def test_the_command_line_lists_and_turns_on_ready_made_boards(cli, blog):
    listed = cli.run("boards", "--ready")
    assert listed.returncode == 0
    assert len(listed.stdout.splitlines()) >= 25
    assert "github-releases\tReleases on GitHub\trepository" in listed.stdout
    feed = ("board", "new", "--ready", "feed", "--allow-host", blog.host)
    made = cli.with_data(*feed, "--set", f"address={blog.url('/feed.xml')}")
    assert made.returncode == 0, made.stderr
    assert ": 2 rows, in " in made.stdout, made.stderr
    name = made.stdout.split(":")[0]
    assert cli.run("board", "check", str(cli.data / "boards" / name)).returncode == 0
    for words, status, said in [
        (("--set", f"address={blog.url('/feed.xml')}"), 2, "does the same already"),
        ((), 2, "parameter 'address' is missing"),
        (("--set", f"address={blog.url('/page')}"), 3, "not in the form this board reads"),
        (("--set", f"address={blog.url('/gone')}"), 3, "404"),
        (("--set", "address=x", "--set", "town=y"), 2, "is not known to feed"),
        (("--list", "1"), 2, "--ready takes neither"),
    ]:
        done = cli.with_data(*feed, *words)
        assert done.returncode == status, done.stderr
        assert said in done.stderr, done.stderr
    assert cli.with_data("board", "new", "--ready", "no-such").returncode == 2
    assert cli.with_data("board", "new").returncode == 2
