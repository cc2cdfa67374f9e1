"""`tidings call`: the methods that boards register, on the command line; and their samples in `tidings board check`.

Exit codes: 0 rows, 1 the service has none, 2 usage error, 3 the service failed.
"""

import base64
import shutil

import pytest

from conftest import ROOT, json_lines
from publisher import a_file, a_status

PERSON = b"""<?xml version="1.0" encoding="UTF-8"?>
<contact><contactid>7</contactid><name>Ada &amp; Co</name><job_title>Head of repairs</job_title>
<phone kind="work">1</phone><phone>2</phone><address><city>Port Alma</city></address><notes/></contact>"""
AS_JSON = {
    "contactid": "7", "name": "Ada & Co", "job_title": "Head of repairs", "phone": ["1", "2"], "phone.kind": "work", "address.city": "Port Alma",
}
SECRET = "hush-0451"

BOARD = """
title: Staff
view: list
source: {{ url: 'http://{host}/staff.json' }}
extract: {{ json: {{ rows: '$[*]' }} }}
fields: {{ id: {{ type: number, key: true }} }}
services:
  one:
    about: One of them.
    url: http://{host}/one.json?id={{id}}
    parameters: {{ id: {{ type: number, hint: A number. }}, town: {{ optional: true }} }}
    auth: {{ {auth} }}
    extract: {{ json: {{ rows: '$' }} }}
    fields: {{ id: {{ type: number }}, since: {{ type: date, label: Since when }} }}
"""


def call(cli, publisher, *words):
    return cli.with_data("call", "contacts.detail", *words, "--url", publisher.url("/contact.xml") + "?id={id}")


def staff(cli, publisher, auth: str) -> None:
    """A board whose service needs a secret."""
    folder = cli.data / "boards/staff"
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(BOARD.format(host=publisher.host, auth=auth))
    cli.settings["TIDINGS_ALLOW_HOSTS"] = publisher.host


def one_person(exchange):
    a_file(b'{"id": 7, "since": "2026-03-07"}')(exchange)


def test_without_a_method_all_are_listed(cli):
    done = cli.with_data("call")
    assert (done.returncode, done.stderr) == (0, "")
    assert "contacts.detail\tid\tEverything the directory says of one contact." in done.stdout.splitlines()
    listed = json_lines(cli.with_data("call", "--json").stdout)
    assert {"name": "contacts.detail", "parameters": ["id"]}.items() <= next(one for one in listed if one["name"] == "contacts.detail").items()


def test_whatever_comes_is_printed_for_people_in_its_order(cli, publisher):
    publisher.answers("/contact.xml", a_file(PERSON))
    done = call(cli, publisher, "id=7")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split("  ", 1) for line in done.stdout.splitlines() if line]
    assert [(label.strip(), text.strip()) for label, text in lines] == [
        ("Contact ID", "7"), ("Name", "Ada & Co"), ("Job title", "Head of repairs"), ("Phone", "1"), ("Phone kind", "work"), ("Phone", "2"),
        ("Address city", "Port Alma"),
    ]
    assert [(request.path, request.query) for request in publisher.requests] == [("/contact.xml", "id=7")]


def test_json_is_one_object_a_row(cli, publisher):
    publisher.answers("/contact.xml", a_file(PERSON))
    done = call(cli, publisher, "id=7", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json_lines(done.stdout) == [AS_JSON]


def test_an_answer_is_kept_as_long_as_the_board_says_and_asked_anew_with_reload(cli, publisher):
    publisher.answers("/contact.xml", a_file(PERSON))
    cli.data.mkdir()
    for _ in range(3):
        assert json_lines(call(cli, publisher, "id=7", "--json").stdout) == [AS_JSON]
    assert len(publisher.requests) == 1
    assert call(cli, publisher, "id=7", "--reload").returncode == 0
    assert len(publisher.requests) == 2


def test_an_address_in_the_settings_takes_the_place_of_the_boards(cli, publisher):
    publisher.answers("/contact.xml", a_file(PERSON))
    cli.settings["TIDINGS_SOURCE"] = f"contacts.detail={publisher.url('/contact.xml')}?id={{id}}"
    refused = cli.with_data("call", "contacts.detail", "id=7")
    assert refused.returncode == 2
    assert "under allow-hosts if it should be reached" in refused.stderr
    assert publisher.requests == []
    cli.settings["TIDINGS_ALLOW_HOSTS"] = publisher.host
    done = cli.with_data("call", "contacts.detail", "id=7", "--json")
    assert json_lines(done.stdout) == [AS_JSON], done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("contacts.more", "id=7"), "there is no method 'contacts.more'; there are "), (("contacts.detail",), "parameter 'id' is missing"),
        (("contacts.detail", "id=seven"), "“seven” does not match"), (("contacts.detail", "id=seven"), "It is a contact's number"),
        (("contacts.detail", "id"), "'id' is not an argument like id=7"), (("contacts.detail", "id=7", "id=8"), "'id' is given twice"),
        (("contacts.detail", "id=7", "town=Bern"), "is not known to contacts.detail; it takes id"),
        (("contacts.detail", "id=7", "--url", "http://example.org/{name}"), "{name} isn't a parameter"),
        (("contacts.detail", "id=7", "--url", "nonsense"), "does not begin as a web address does"),
    ],
)
def test_bad_use_exits_2_says_why_and_asks_nothing(cli, words, said):
    done = cli.with_data("call", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        (a_status("404 Not Found"), 1, "answered 404 Not Found"), (a_status("410 Gone"), 1, "answered 410 Gone"),
        (a_file(b"<contacts/>"), 1, "the service returned nothing"), (a_status("500 Internal Server Error"), 3, "answered 500"),
        (a_file(b"<!DOCTYPE html><title>Please log in</title>"), 3, "Please log in"), (a_file(b"<contact><name>Ada"), 3, "can’t be read"),
        (lambda exchange: exchange.hang_up(), 3, "could not reach"),
    ],
    ids=["404", "410", "nothing", "500", "login", "cut", "down"],
)
def test_what_goes_wrong_exits_with_whose_fault_it_is(cli, publisher, answer, code, said):
    publisher.answers("/contact.xml", answer)
    done = call(cli, publisher, "id=7")
    assert done.returncode == code
    assert said in done.stderr
    assert done.stdout == ""


def test_a_service_that_is_down_exits_3_and_names_it(cli):
    done = cli.with_data("call", "contacts.detail", "id=7", "--url", "http://127.0.0.1:9/contact.xml?id={id}")
    assert done.returncode == 3
    assert "contacts.detail: could not reach http://127.0.0.1:9/contact.xml?…: " in done.stderr


def test_a_mistake_in_the_methods_board_is_said_with_its_line(cli, publisher):
    staff(cli, publisher, "token: { secret: directory }")
    done = cli.with_data("call", "staff.one", "id=7")
    assert done.returncode == 2
    assert "boards/staff/board.yaml:12: services.one.auth: there is no key 'token'" in done.stderr


# Secrets


ACCESS = {
    "password": ("password: { user: ann, secret: directory }", "authorization", "Basic " + base64.b64encode(f"ann:{SECRET}".encode()).decode()),
    "bearer": ("bearer: { secret: directory }", "authorization", f"Bearer {SECRET}"),
    "header": ("header: { name: X-Key, secret: directory }", "x-key", SECRET),
    "query": ("query: { name: key, secret: directory }", None, f"id=7&key={SECRET}"),
}


@pytest.mark.parametrize("kind", ACCESS)
@pytest.mark.parametrize("place", ["environment", "file"])
def test_a_secret_comes_from_the_environment_or_a_file_and_is_never_told(cli, publisher, kind, place):
    auth, header, shown = ACCESS[kind]

    def answer(exchange):
        given = exchange.request.headers.get(header) if header else exchange.request.query
        if given != shown:
            return exchange.head("401 Unauthorized", www_authenticate='Basic realm="staff"', content_length=0)
        one_person(exchange)

    publisher.answers("/one.json", answer)
    staff(cli, publisher, auth)
    if place == "environment":
        cli.settings["TIDINGS_SECRET_DIRECTORY"] = SECRET
    else:
        (cli.folder / "secret").write_text(f"{SECRET}\nnot this line\n")
        cli.settings["TIDINGS_SECRET_DIRECTORY_FILE"] = str(cli.folder / "secret")
    done = cli.with_data("call", "staff.one", "id=7", "--json")
    assert json_lines(done.stdout) == [{"id": 7, "since": "2026-03-07"}], done.stderr

    publisher.answers("/one.json", a_status("500 Internal Server Error"))
    failed = cli.with_data("call", "staff.one", "id=8")
    assert failed.returncode == 3
    for told in (done.stdout, done.stderr, failed.stdout, failed.stderr, cli.with_data("call", "--json").stdout):
        assert SECRET not in told
        assert shown not in told
    for path in cli.data.rglob("*"):
        if path.is_file():
            assert SECRET.encode() not in path.read_bytes(), path


def test_a_wrong_secret_is_the_sources_answer_and_not_told(cli, publisher):
    publisher.answers("/one.json", a_status("403 Forbidden"))
    staff(cli, publisher, ACCESS["query"][0])
    cli.settings["TIDINGS_SECRET_DIRECTORY"] = SECRET
    done = cli.with_data("call", "staff.one", "id=7")
    assert done.returncode == 3
    assert "answered 403 Forbidden" in done.stderr
    assert SECRET not in done.stderr


def test_a_secret_that_is_not_set_or_cannot_be_read_exits_2_and_says_how_to_set_it(cli, publisher):
    staff(cli, publisher, "bearer: { secret: directory }")
    done = cli.with_data("call", "staff.one", "id=7")
    assert done.returncode == 2
    assert "staff.one: the secret 'directory' is not set; give it as TIDINGS_SECRET_DIRECTORY" in done.stderr
    cli.settings["TIDINGS_SECRET_DIRECTORY_FILE"] = "no/such/file"
    done = cli.with_data("call", "staff.one", "id=7")
    assert done.returncode == 2
    assert "TIDINGS_SECRET_DIRECTORY_FILE names 'no/such/file'" in done.stderr
    assert publisher.requests == []


# Samples


def test_board_check_reads_the_samples_of_methods_too(cli):
    done = cli.run("board", "check", "contacts")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first == "contacts is well-formed: xml, fields id, name, photo; its sample gives the 4 records expected"
    assert second == "contacts.detail: its sample gives the 1 row expected"


def test_board_check_names_what_differs_and_what_is_untested(cli, publisher):
    folder = cli.folder / "contacts"
    shutil.copytree(ROOT / "Sources/Boards/Definitions/contacts", folder)
    expected = (folder / "detail.json").read_text()
    (folder / "detail.json").write_text(expected.replace("Head of repairs", "Head of nothing"))
    done = cli.run("board", "check", folder)
    assert done.returncode == 1
    assert "detail.xml, row 1, field 'job_title': found “Head of repairs”, detail.json says “Head of nothing”" in done.stderr
    board = (folder / "board.yaml").read_text()
    (folder / "board.yaml").write_text(board.replace("    sample: detail.xml\n", ""))
    done = cli.run("board", "check", folder)
    assert (done.returncode, done.stdout.splitlines()[1]) == (0, "contacts.detail: untested, it has no sample")
