"""`tidings discover`: a page in a file, candidates on standard output."""

import json

from conftest import json_lines
from publisher import a_file

ADDRESS = "https://lists.example/offers"
PAGE = """<!DOCTYPE html><html lang="de"><head><title>Angebote</title></head><body><nav><ul>{links}</ul></nav><h1>Angebote</h1>
<div>{cards}</div></body></html>"""
LINK = '<li><a href="/k{0}">Thema {0}</a></li>'
CARD = """<article><h2><a href="/p/{0}">{1} aus Eiche</a></h2><b class="price">{2},50&nbsp;€</b><time datetime="2026-05-0{2}">{2}. Mai 2026</time></article>"""


def a_page(cli):
    names = ["Lampe", "Stuhl", "Regal", "Tisch", "Bank"]
    cards = "".join(CARD.format(place * 17, name, place + 1) for place, name in enumerate(names))
    (cli.folder / "offers.html").write_text(PAGE.format(links="".join(LINK.format(place) for place in range(9)), cards=cards))


def test_the_lists_of_a_page_are_printed_with_types_and_key(cli):
    a_page(cli)
    done = cli.run("discover", "offers.html", ADDRESS, "2026-05-06T10:00:00Z", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    best = found["candidates"][0]
    assert found["left_out"] == []
    assert best["count"] == 5
    assert best["rows"][0] == {"title": "Lampe aus Eiche", "link": "/p/0", "price": "1.50 EUR", "date": "2026-05-01"}
    price = best["types"]["price"]
    assert best["key"] == ["link"]
    assert (price["type"], price["currency"], price["decimal"]) == ("money", "EUR", ",")
    assert best["path"] == "//article"
    assert price["paths"][0].startswith(".//b[contains(")


def test_a_person_sees_the_fields_and_the_first_rows(cli):
    a_page(cli)
    lines = cli.run("discover", "offers.html", ADDRESS).stdout.splitlines()
    assert lines[0] == "5 rows: title (text), link (url), price (money), date (date); key link"
    assert any("Lampe aus Eiche" in line for line in lines)


def test_an_address_alone_is_fetched_through_the_guards(cli, publisher):
    a_page(cli)
    publisher.answers("/offers", a_file((cli.folder / "offers.html").read_bytes()))
    address = publisher.url("/offers")
    refused = cli.run("discover", address)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert f"--allow-host {publisher.host}" in refused.stderr
    useless = cli.run("discover", address, "--allow-host", f"http://{publisher.host}/")
    assert (useless.returncode, useless.stdout) == (2, "")
    assert f"allow-host: 'http://{publisher.host}/' is not a host" in useless.stderr
    found = cli.run("discover", address, "--allow-host", publisher.host)
    assert found.returncode == 0, found.stderr
    assert found.stdout == cli.run("discover", "offers.html", address).stdout
    drafted = cli.run("discover", address, "--allow-host", publisher.host, "--board", "1")
    assert drafted.stdout == cli.run("discover", "offers.html", address, "--board", "1").stdout
    # A file needs the address that it is from.
    alone = cli.run("discover", "offers.html")
    assert (alone.returncode, "name the address it is from" in alone.stderr) == (2, True)


def test_what_is_no_page_is_said(cli):
    (cli.folder / "empty.html").write_text("<!DOCTYPE html><html><body><p>Nothing here</p></body></html>")
    assert cli.run("discover", "empty.html", ADDRESS).returncode == 1
    assert cli.run("discover", "none.html", ADDRESS).returncode == 2
    assert cli.run("discover", "empty.html", "lists").returncode == 2
    assert cli.run("discover", "empty.html", ADDRESS, "yesterday").returncode == 2
    assert cli.run("discover", ".", ADDRESS).returncode == 2


def test_a_list_is_written_down_as_a_board_and_read_by_it(cli, publisher):
    a_page(cli)
    publisher.answers("/offers", a_file((cli.folder / "offers.html").read_bytes()))
    address = publisher.url("/offers")
    drafted = cli.run("discover", "offers.html", address, "--board", "1")
    assert (drafted.returncode, drafted.stderr) == (0, "")
    folder = cli.folder / "data" / "boards" / "offers"
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(drafted.stdout)
    checked = cli.run("board", "check", folder)
    assert checked.returncode == 0, checked.stderr
    cli.settings |= {"TIDINGS_ALLOW_HOSTS": publisher.host}
    read = cli.with_data("check", "offers", "--json")
    assert read.returncode == 0, read.stderr
    rows = json_lines(read.stdout)
    assert len(rows) == 5
    assert rows[0] | {"link": ""} == {"title": "Lampe aus Eiche", "link": "", "price": "1.50 EUR", "date": "2026-05-01"}
    assert rows[0]["link"] == publisher.url("/p/0")


def test_a_number_that_no_list_has_is_a_mistake(cli):
    a_page(cli)
    for number, said in (("0", "a whole number is expected, 1 or more"), ("99", "--board 99: there ")):
        done = cli.run("discover", "offers.html", ADDRESS, "--board", number)
        assert done.returncode == 2
        assert said in done.stderr
        assert done.stdout == ""
    assert cli.run("discover", "offers.html", ADDRESS, "--board", "1", "--json").returncode == 2
    (cli.folder / "empty.html").write_text("<!DOCTYPE html><html><body><p>Nothing here</p></body></html>")
    assert cli.run("discover", "empty.html", ADDRESS, "--board", "1").returncode == 1
