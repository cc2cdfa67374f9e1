"""Board files in the data folder while the server runs: added, broken, repaired, removed."""

import json
import shutil
import tempfile
from pathlib import Path

import pytest

from conftest import until
from publisher import a_file, a_status

ROWS = json.dumps([{"name": "Tea", "price": "3.20", "menu": "menus/tea.html"}, {"name": "Rusk", "price": "1.10", "menu": "/rusk"}]).encode()


def board(url: str, *, title: str = "Canteen", view: str = "table") -> str:
    return f"""title: {title}
view: {view}
source: {{ url: '{url}', every: 1h }}
extract: {{ json: {{ rows: '$[*]' }} }}
fields:
  name: {{ type: text, key: true }}
  price: {{ type: number }}
  menu: {{ type: url }}
"""


def test_a_running_server_takes_board_files_as_they_come_and_go(serve, publisher):
    publisher.answers("/rows.json", a_file(ROWS))
    server = serve("--allow-hosts", publisher.host, settings={"TIDINGS_PUBLIC_BOARDS": "canteen"})
    process = server.process
    folder = server.data / "boards" / "canteen"
    folder.mkdir(parents=True)
    file = folder / "board.yaml"

    def page(path: str) -> tuple[int, str]:
        # It may appear at any time.
        status, _, body = server.get(path)
        return status, body

    def shown(words: str) -> bool:
        return words in page("/boards/canteen")[1]

    file.write_text(board(publisher.url("/rows.json")))
    until(lambda: shown("<h1>Canteen</h1>") and shown("Rusk"))

    # Addresses are relative to the document's.
    assert shown(f'href="{publisher.url("/menus/tea.html")}"')
    assert shown(f'href="{publisher.url("/rusk")}"')

    # After a mistake everything stays, and the log names its place.
    file.write_text(board(publisher.url("/rows.json"), view="tabel"))
    until(lambda: "the boards stay as they are" in server.log())
    assert "canteen/board.yaml" in server.log()
    assert shown("Rusk")

    file.write_text(board(publisher.url("/rows.json"), title="Canteen, first floor"))
    until(lambda: shown("Canteen, first floor") and shown("Rusk"))
    assert server.process == process

    file.unlink()
    # For a board that doesn't exist, strangers are asked to sign in.
    until(lambda: page("/boards/canteen")[0] == 200 and not shown("Canteen"))
    assert server.log().count("Tidings is at") <= 1
    assert "begins again" not in server.log()


# tidings board check --url


@pytest.fixture
def canteen(cli, publisher) -> Path:
    folder = cli.folder / "canteen"
    folder.mkdir()
    (folder / "board.yaml").write_text(board("https://canteen.example/rows.json").replace("menu: { type: url }", "menu: { type: url, optional: true }"))
    return folder


def left_behind(cli) -> list[str]:
    return [str(path) for path in [*cli.folder.glob("tidings-data*"), *Path(tempfile.gettempdir()).glob("tidings-check-*")]]


def rows(count: int) -> bytes:
    return json.dumps([{"name": f"Tea {number}", "price": f"{number}.20", "menu": f"menus/{number}.html"} for number in range(1, count + 1)]).encode()


def test_board_check_shows_the_first_three_records_of_a_document(cli, publisher, canteen):
    publisher.answers("/rows.json", a_file(rows(5)))
    url = publisher.url("/rows.json")
    before = left_behind(cli)
    # The file, its folder, and an address that only its owner should know.
    for path, address in [(canteen, url), (canteen / "board.yaml", url + "?key=sesame")]:
        done = cli.run("board", "check", path, "--url", address, "--allow-host", publisher.host)
        assert (done.returncode, done.stderr) == (0, ""), done
        assert "canteen is well-formed: json" in done.stdout
        assert "has 5 records, the first 3:" in done.stdout
        assert "sesame" not in done.stdout
        words = [line.split(None, 1) for line in done.stdout.splitlines() if line.startswith(("Name", "Price", "Menu"))]
        expected = [[["Name", f"Tea {number}"], ["Price", f"{number}.2"], ["Menu", publisher.url(f"/menus/{number}.html")]] for number in (1, 2, 3)]
        assert words == [pair for record in expected for pair in record]
    assert left_behind(cli) == before

    done = cli.run("board", "check", canteen, "--url", url, "--allow-host", publisher.host, "--json")
    assert [json.loads(line)["name"] for line in done.stdout.splitlines()] == ["Tea 1", "Tea 2", "Tea 3"], done


def test_board_check_takes_an_installed_board_by_its_name(cli, publisher, small_list):
    publisher.answers("/list.pdf", a_file(small_list))
    done = cli.run("board", "check", "visa", "--url", publisher.url(), "--allow-host", publisher.host)
    assert done.returncode == 0, done
    assert "has 400 records, the first 3:" in done.stdout, done
    assert done.stdout.count("Batch number ") == 3, done


def test_a_private_address_named_by_hand_is_read_by_check_and_board_check_alike_and_no_other_host(cli, publisher, canteen):
    publisher.answers("/rows.json", a_file(rows(1)))
    (cli.data / "boards").mkdir(parents=True)
    shutil.copytree(canteen, cli.data / "boards" / "canteen")
    for command in [("board", "check", canteen), ("check", "canteen")]:
        done = cli.with_data(*command, "--url", publisher.url("/rows.json"))
        assert done.returncode == 0, done.stderr
    count = len(publisher.requests)
    # A redirect leads to no other private host.
    publisher.answers("/moved.json", a_status("302 Found", Location=publisher.url("/rows.json").replace("127.0.0.1", "127.0.0.2")))
    done = cli.run("board", "check", canteen, "--url", publisher.url("/moved.json"))
    assert done.returncode == 3
    assert "127.0.0.2" in done.stderr
    assert "--allow-host" in done.stderr
    assert len(publisher.requests) == count + 1


def test_board_check_takes_the_data_folder_and_finds_its_boards(cli, publisher, canteen):
    publisher.answers("/rows.json", a_file(rows(2)))
    (cli.data / "boards").mkdir(parents=True)
    shutil.copytree(canteen, cli.data / "boards" / "canteen")
    done = cli.with_data("board", "check", "canteen", "--url", publisher.url("/rows.json"))
    assert done.returncode == 0, done.stderr
    assert "has 2 records" in done.stdout, done.stderr


def test_board_check_names_all_mistakes_at_once(cli):
    folder = cli.folder / "permits"
    folder.mkdir()
    (folder / "board.yaml").write_text(
        """titel: Permits
title: Permits
view: tabel
source: { url: https://example.org/permits.pdf, every: hourly }
extract:
  pdf:
    rows: { starts: '^P[0-9]+$', fields: [permit, date] }
fields:
  permit: { typ: text, key: true, ask: true }
  date: { type: date, format: dd-MMM }
"""
    )
    done = cli.run("board", "check", folder)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    for number, said in [(1, "Did you mean 'title'?"), (3, "Did you mean 'table'?"), (4, "a duration like"), (9, "Did you mean 'type'?"), (10, "needs one year")]:
        assert sum(f"board.yaml:{number}:" in line and said in line for line in lines) == 1, (number, done.stderr)
    assert len(lines) == 5, done.stderr


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"[]", 1, ["has no records", "'extract' and 'fields' in"]),
        (b'[{"name": "Tea", "price": "dear"}]', 3, ["/rows.json", "price", "dear", "'extract' and 'fields' in"]),
        (b"<html>", 3, ["/rows.json", "'extract' and 'fields' in"]),
    ],
)
def test_board_check_says_where_a_document_does_not_fit(cli, publisher, canteen, body, status, said):
    publisher.answers("/rows.json", a_file(body))
    done = cli.run("board", "check", canteen, "--url", publisher.url("/rows.json"), "--allow-host", publisher.host)
    assert done.returncode == status, done
    assert all(word in done.stderr for word in [*said, str(canteen / "board.yaml")]), done.stderr


def test_board_check_says_why_a_document_cannot_be_fetched(cli, publisher, canteen):
    publisher.answers("/rows.json", a_status("404 Not Found"))
    done = cli.run("board", "check", canteen, "--url", publisher.url("/rows.json"), "--allow-host", publisher.host)
    assert done.returncode == 3
    assert publisher.url("/rows.json") in done.stderr
    assert "404" in done.stderr
    assert "Check the address given with --url" in done.stderr
    assert "extract" not in done.stderr
    for arguments in [("--url", "ftp://canteen.example/rows"), ("--allow-host", "127.0.0.1")]:
        assert cli.run("board", "check", canteen, *arguments).returncode == 2
    done = cli.run("board", "check", "queue", "--url", publisher.url("/rows.json"))
    assert done.returncode == 2
    assert "leave out --url" in done.stderr


def test_board_check_names_fields_that_are_always_empty(cli, publisher, canteen):
    publisher.answers("/rows.json", a_file(json.dumps([{"name": "Tea", "price": "3.20"}]).encode()))
    done = cli.run("board", "check", canteen, "--url", publisher.url("/rows.json"), "--allow-host", publisher.host)
    assert done.returncode == 0
    assert "has 1 record:" in done.stdout
    assert "“menu” is empty in all records" in done.stderr
