"""The boards of other countries' fuel prices: off until they are enabled, and read over the network as from their samples."""

import json
from pathlib import Path

import pytest

from conftest import json_lines
from publisher import a_file

DEFINITIONS = Path(__file__).parents[2] / "Sources/Boards/Definitions"
ABROAD = ["fuel-de", "fuel-es", "fuel-fr", "fuel-it", "fuel-uk"]


def sample(board: str, name: str = "sample") -> bytes:
    return next((DEFINITIONS / board).glob(f"{name}.*")).read_bytes()


@pytest.mark.parametrize("board", ABROAD)
def test_a_board_gives_from_the_wire_what_its_sample_gives(cli, publisher, board):
    publisher.answers("/prices", a_file(sample(board)))
    sources = [f"{board}={publisher.url('/prices')}"]
    if board == "fuel-it":
        publisher.answers("/stations", a_file(sample(board, "stations")))
        sources.append(f"fuel-it.stations={publisher.url('/stations')}")
    cli.settings |= {"TIDINGS_SOURCE": ",".join(sources), "TIDINGS_ALLOW_HOSTS": publisher.host, "TIDINGS_SECRET_TANKERKOENIG": "hush"}
    address = ["--url", publisher.url("/prices")] if board == "fuel-uk" else []
    done = cli.with_data("check", board, "--json", *address)
    assert (done.returncode, done.stderr) == (0, "")
    assert json_lines(done.stdout) == json.loads((DEFINITIONS / board / "expected.json").read_text())
    if board == "fuel-de":
        assert publisher.requests[0].query == "apikey=hush"
    assert "hush" not in done.stdout
    # A second reading finds no change.
    assert cli.with_data("check", board, *address).returncode == 0
    assert cli.with_data("changes", board, *address).returncode == 1


def test_a_board_is_off_until_it_is_named(cli, serve, publisher):
    def listed(text: str) -> dict[str, bool]:
        return {one["name"]: one["enabled"] for one in json_lines(text)}

    before = listed(cli.with_data("boards", "--json").stdout)
    assert [name for name, is_on in before.items() if not is_on] == ["fuel", *ABROAD, "guide", "next-number"]
    cli.settings["TIDINGS_BOARDS"] = "fuel-es, fuel-it"
    after = listed(cli.with_data("boards", "--json").stdout)
    assert [name for name, is_on in after.items() if not is_on] == ["fuel", "fuel-de", "fuel-fr", "fuel-uk", "guide", "next-number"]

    publisher.answers("/prices", a_file(sample("fuel-es")))
    sources = f"fuel-es={publisher.url('/prices')},fuel-fr={publisher.url('/off')}"
    server = serve(
        "--source", sources, "--allow-hosts", publisher.host,
        settings={"TIDINGS_BOARDS": "fuel-es", "TIDINGS_PUBLIC_BOARDS": "fuel-es,fuel-fr"},
    )
    server.wait_until_read("fuel-es")
    boards = [one["name"] for one in json.loads(server.get("/api/v1/boards")[2])["boards"]]
    assert "fuel-es" in boards
    assert "fuel-fr" not in boards
    assert {request.path for request in publisher.requests} == {"/prices"}
