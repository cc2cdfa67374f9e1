"""`tidings geocode`, and the server beside it, against a stand-in for Nominatim that records when each request arrives.

The second between two requests is a promise to the operators of such services, not a measure of speed.
"""

import json
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

from conftest import PATIENCE, json_lines, until
from publisher import Publisher, a_file, a_status

ATTRIBUTION = "Data © OpenStreetMap contributors, ODbL 1.0."


class StandIn(Publisher):
    """Knows every address except those that begin with "No"."""

    def __init__(self):
        super().__init__()
        self.asked: list[tuple[float, str]] = []
        self.answers("/search", self._search)

    def addresses(self) -> list[str]:
        return [address for _, address in self.asked]

    def gaps(self) -> list[float]:
        times = [moment for moment, _ in self.asked]
        return [later - earlier for earlier, later in zip(times, times[1:])]

    def _search(self, exchange) -> None:
        came = time.monotonic()
        address = urllib.parse.parse_qs(exchange.request.query)["q"][0]
        self.asked.append((came, address))
        places = [{"lat": "-31.9483", "lon": "115.8296", "display_name": address, "licence": ATTRIBUTION, "address": {"country_code": "au"}}]
        body = json.dumps([] if address.startswith("No") else places).encode()
        exchange.head(content_type="application/json", content_length=len(body))
        exchange.body(body)


@pytest.fixture
def service():
    service = StandIn()
    yield service
    service.close()


def settings(service) -> dict[str, str]:
    return {
        "TIDINGS_GEOCODER": "nominatim", "TIDINGS_GEOCODER_URL": service.url("/"), "TIDINGS_GEOCODER_COUNTRIES": "au",
        "TIDINGS_USER_AGENT_CONTACT": "mailto:ada@home.example", "TIDINGS_ALLOW_HOSTS": service.host,
    }  # fmt: skip


def ask(server, token: str, address: str) -> dict:
    request = urllib.request.Request(
        f"{server.url}/api/v1/geocode", json.dumps({"address": address}).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )  # fmt: skip
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def test_a_server_and_commands_beside_it_ask_once_for_each_address_and_never_twice_within_a_second(serve, cli, service):
    server = serve(settings=settings(service))
    server.add_person("ada")
    token = server.run("person", "token", "ada", "--scopes", "read", "watch")
    cli.data, cli.settings = server.data, settings(service)
    commands = [
        cli.start("geocode", address, "--json", "--data", server.data)
        for address in ("1 Hay Street", "2 Hay Street", "2  HAY street", "3 Hay Street", "No Street")
    ]
    for number in (3, 4, 5):
        assert ask(server, token, f"{number} Hay Street")["position"] == "-31.9483,115.8296"
    ended = [(*command.communicate(timeout=PATIENCE), command.returncode) for command in commands]
    assert [code for _, _, code in ended] == [0, 0, 0, 0, 1], ended
    assert "nominatim does not know it" in ended[4][1].decode()
    assert sorted(service.addresses(), key=str.lower) in (
        [f"{number} Hay Street" for number in (1, 2, 3, 4, 5)] + ["No Street"],
        ["1 Hay Street", "2 HAY street", "3 Hay Street", "4 Hay Street", "5 Hay Street", "No Street"],
    )
    assert min(service.gaps()) >= 1, service.gaps()
    assert service.requests[0].headers["user-agent"].endswith("(+mailto:ada@home.example)")

    # Everything is remembered over a restart, including unknown addresses.
    server.restart()
    assert ask(server, token, "1 hay street") == {"position": "-31.9483,115.8296", "label": "1 Hay Street", "attribution": ATTRIBUTION, "reason": None}
    assert ask(server, token, "No street") == {"position": None, "label": None, "attribution": None, "reason": "nominatim does not know it"}
    again = cli.with_data("geocode", "5 Hay Street", "--json")
    assert json_lines(again.stdout) == [
        {"address": "5 Hay Street", "position": "-31.9483,115.8296", "label": "5 Hay Street", "attribution": ATTRIBUTION, "kept": True}
    ]
    assert len(service.asked) == 6


def test_a_service_that_turns_us_away_is_left_alone_by_everybody_and_that_is_said(cli, service):
    service.answers("/search", a_status("429 Too Many Requests", retry_after=3600))
    cli.settings = settings(service)
    first = cli.with_data("geocode", "1 Hay Street")
    assert (first.returncode, first.stdout) == (3, "")
    assert "answered 429 Too Many Requests" in first.stderr
    second = cli.with_data("geocode", "2 Hay Street")
    assert second.returncode == 3
    assert "nominatim is left alone until 2" in second.stderr
    assert len(service.requests) == 1
    assert "it is left alone until 2" in cli.with_data("doctor").stdout


def test_without_a_service_or_a_contact_nobody_is_asked_and_it_is_said_why(cli, service):
    off = cli.with_data("geocode", "1 Hay Street")
    assert off.returncode == 2
    assert "no geocoder is set" in off.stderr
    assert "– geocoder: off" in cli.with_data("doctor").stdout
    for missing, said in [("TIDINGS_USER_AGENT_CONTACT", "user-agent-contact: needed with geocoder"), ("TIDINGS_GEOCODER_URL", "geocoder-url: needed with geocoder")]:
        cli.settings = {name: value for name, value in settings(service).items() if name != missing}
        for command in (("geocode", "1 Hay Street"), ("serve", "--port", "0")):
            refused = cli.with_data(*command)
            assert refused.returncode == 2
            assert said in refused.stderr
    for name, value, said in [
        ("TIDINGS_GEOCODER", "google", "'google' isn't one of nominatim, photon, off"), ("TIDINGS_GEOCODER_URL", "nonsense", "is not an address"),
        ("TIDINGS_GEOCODER_COUNTRIES", "australia", "is not a country like au"), ("TIDINGS_GEOCODER_CACHE", "/nowhere.csv", "cannot be read"),
    ]:
        cli.settings = settings(service) | {name: value}
        refused = cli.with_data("geocode", "1 Hay Street")
        assert refused.returncode == 2
        assert said in refused.stderr
    assert service.requests == []


def test_what_the_operators_file_knows_is_asked_of_nobody(cli, service):
    file = cli.folder / "known.csv"
    file.write_text('address,lat,lon\n"1 Hay Street, Subiaco",-31.5,115.5\nbroken\n')
    cli.settings = settings(service) | {"TIDINGS_GEOCODER_CACHE": str(file)}
    assert cli.with_data("geocode", "1 hay street subiaco", "--near", "-31.9,115.8").stdout == "-31.5,115.5\t1 hay street subiaco\n"
    unknown = cli.with_data("geocode", "2 Hay Street", "--known")
    assert unknown.returncode == 1
    assert "no service was asked" in unknown.stderr
    assert "1 addresses; geocoder-cache: line 3 is not address,lat,lon" in cli.with_data("doctor").stdout.replace("geocoder-cache has ", "")
    assert service.requests == []


def test_a_stranger_has_nothing_looked_up(serve, service):
    server = serve(settings=settings(service))
    request = urllib.request.Request(f"{server.url}/api/v1/geocode", b'{"address": "1 Hay Street"}', {"Content-Type": "application/json"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=PATIENCE)
    assert refused.value.code == 401
    assert service.requests == []


STATIONS = """
title: Petrol
view: map
source: {{ url: 'http://{host}/prices.xml', every: 1h }}
extract: {{ xml: {{ rows: //item }} }}
fields:
  name: {{ type: text, key: true }}
  address: {{ type: text }}
  suburb: {{ type: text }}
  position: {{ type: position, optional: true }}
  price: {{ type: number }}
stations:
  name: name
  address: address
  suburb: suburb
  position: position
  price: {{ currency: AUD, unit: cents }}
  fuels: {{ unleaded: {{ price: price }} }}
"""


def test_a_station_without_a_position_is_looked_up_in_the_background_once(serve, cli, service):
    item = "<item><name>{0}</name><address>1 Hay Street</address><suburb>SUBIACO</suburb><price>180.5</price></item>"
    service.answers("/prices.xml", a_file(f"<items>{item.format('One')}{item.format('Two')}</items>".encode()))
    folder = cli.data / "boards/petrol"
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(STATIONS.format(host=service.host))
    cli.settings = {"TIDINGS_GEOCODER_COUNTRIES": "au"}
    server = serve("--data", cli.data, settings=settings(service))
    for _ in range(2):
        until(lambda: cli.with_data("geocode", "1 Hay Street, Subiaco", "--known").returncode == 0, server.log)
        known = cli.with_data("geocode", "1 Hay Street, Subiaco", "--known")
        assert known.stdout == "-31.9483,115.8296\t1 Hay Street, SUBIACO\n"
        server.restart()
    assert service.addresses() == ["1 Hay Street, SUBIACO"]
