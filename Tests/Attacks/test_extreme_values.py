"""A source publishes the worst possible values in edition after edition; then every page and endpoint is requested, also with odd parameters.

Nothing that it can publish ends the process or causes a 5xx of ours. `TIDINGS_REQUESTS=50000` sends that many requests.
"""

import json
import os
import random
import re
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException

from conftest import PATIENCE, Server, until
from publisher import a_file

REQUESTS = int(os.environ.get("TIDINGS_REQUESTS", "900"))
IS_WHOLE = REQUESTS > 10_000
ROWS, EDITIONS = 16, 4
# Connections that send requests at the same time.
ASKERS = 4

NUMBERS = ["0", "-0", "5e-324", "-5e-324", "1e308", "-1e308", "1.7976931348623157e308", "9223372036854775808", "-9223372036854775808", "1e15", "1e-300", "149.9"]
TEXTS = [
    "x", "a\\u0000b", "\\u0301" * 3000, "\\u202Eevil", "\\u2067\\u200F.", "<script>alert(1)</script>", "\\\"'`&<>\\u2028", "%00%s%n{0}",
    "=1+1", "\\r\\n\\r\\nX: y", "x" * 20_000, "\\uFDFA", "../../etc/passwd", "-9223372036854775808", "nan",
]
SURROGATES = ["\\ud800", "\\udfff\\ud800x", "\\ud83d\\ude00\\ud83d"]
MONEY = ["0", "999999999999999.99", "0.000000000001", "92233720368547758.07", "-92233720368547758.07"]
DATES = ["0001-01-01", "9999-12-31", "1582-10-10", "1970-01-01", "2000-02-29"]
MOMENTS = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1969-12-31T23:59:59.999Z", "2026-10-25T00:30:00Z"]
LENGTHS = ["0s", "PT0S", "36500d", "PT876000H", "100:59:59", "0.001 s"]
PLACES = ["90,180", "-90,-180", "90,-180", "0,180", "0,-180", "5e-324,0", "-85.06,179.999999", "-31.95,115.86"]
ADDRESSES = ["http://", "https://[::1", "http://a:99999/", "https://%", "https://x/\\u0000", "https://" + "a." * 2000]
PICTURES = ["data:image/png;base64,", "x", "..", "http://10.0.0.1/x.png", "?", "https://[", "data:image/png;base64,iVBORw0KGgo="]
LISTS = ["[]", '[""]', '["a", "b,c"]']

FIELDS = {
    "id": "{ type: text, key: true }", "text": "{ type: text }", "brand": "{ type: text, optional: true }",
    "suburb": "{ type: text, optional: true }", "number": "{ type: number, optional: true, unit: '%' }",
    "date": "{ type: date, optional: true }", "position": "{ type: position, optional: true }", "list": "{ type: list, optional: true }",
    "money": "{ type: money, currency: EUR, optional: true }", "moment": "{ type: timestamp, optional: true }",
    "duration": "{ type: duration, optional: true }", "url": "{ type: url, optional: true }", "image": "{ type: image, optional: true }",
}  # fmt: skip
STATIONS = """stations:
  name: text
  brand: brand
  suburb: suburb
  position: position
  features: list
  price: { currency: EUR, unit: whole }
  fuels: { petrol: { label: Petrol, price: number } }
"""
VIEWS = ["lookup", "list", "table", "map"]
QUEUES = """title: Office
view: counter
public: true
queues:
  main: { counters: ['1', '2'], asks: [name], reset: never }
"""



def declare(data, publisher, view: str) -> None:
    folder = data / "boards" / view
    folder.mkdir(parents=True)
    fields = FIELDS | {"id": "{ type: text, key: true, ask: true }"} if view == "lookup" else FIELDS
    (folder / "board.yaml").write_text(
        f"title: Extreme {view}\nview: {view}\nsource: {{ url: '{publisher.url('/rows.json')}?{view}', every: 1h }}\n"
        f"extract: {{ json: {{ rows: '$[*]' }} }}\n{STATIONS if view == 'map' else ''}fields:\n"
        + "".join(f"  {name}: {kind}\n" for name, kind in fields.items())
    )


def edition(number: int, chance: random.Random) -> bytes:
    """Rows of JSON written by hand: escapes and numbers that no library would write."""
    rows = []
    for row in range(ROWS):
        text, other, third = (f'"{chance.choice(TEXTS)}"' for _ in range(3))
        pick = {
            "text": text, "brand": other, "suburb": third, "number": chance.choice(NUMBERS), "money": f'"{chance.choice(MONEY)}"',
            "date": f'"{chance.choice(DATES)}"', "position": f'"{chance.choice(PLACES)}"', "list": chance.choice(LISTS),
            "moment": f'"{chance.choice(MOMENTS)}"', "duration": f'"{chance.choice(LENGTHS)}"', "url": f'"{chance.choice(ADDRESSES)}"',
            "image": f'"{chance.choice(PICTURES)}"',
        }  # fmt: skip
        if row == 0:  # Well-known bad values: empty ones, the smallest number, the largest ones.
            pick["number"] = ["0", "5e-324", "1e308", "-1e308"][number % 4]
        if row == 1 and number == EDITIONS - 1:
            pick["list"] = json.dumps([str(place) for place in range(10_000)])
            pick["text"] = f'"{"y" * (1 << 20 if IS_WHOLE else 1 << 16)}"'
        if row == 2 and number == EDITIONS - 1:
            pick["text"], pick["brand"], pick["suburb"] = (f'"{text}"' for text in SURROGATES)
        rows.append("{" + ", ".join([f'"id": "key {row}"'] + [f'"{name}": {value}' for name, value in pick.items()]) + "}")
    return f"[{', '.join(rows)}]".encode()


class Asker:
    """Sends requests as an administrator, and collects every link in the responses and every failure of ours."""

    def __init__(self, server: Server, session: str):
        self.server, self.session = server, session
        self.asked, self.failures, self.links = 0, [], set()
        self._connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)

    def get(self, path: str) -> None:
        self.asked += 1
        try:
            self._connection.request("GET", path, headers={"Cookie": f"tidings_session={self.session}"})
            answer = self._connection.getresponse()
            body = answer.read().decode(errors="replace")
        except (OSError, HTTPException) as error:
            raise AssertionError(f"{path}: {error!r}\n{self.server.log()[-3000:]}") from error
        # For a picture that can't be fetched, 502 is right: the source failed.
        if answer.status >= 500 and answer.status != 502:
            self.failures.append((path, answer.status))
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            found = re.findall(r'(?:href|src)="(/(?!/|live/|static/|l10n/|dispense)[^"#]*)', body)
            self.links.update(link.replace("&amp;", "&") for link in found if len(link) < 2000)


ODD = ["", "-1", "0", "9223372036854775807", "-9223372036854775808", "1e308", "nan", "%00", "%F0%9F", "key%200", "%E2%80%AE", "x" * 500]
PARAMETERS = [
    "from", "rows", "before", "after", "limit", "sort", "order", "q", "key", "id", "near", "radius", "days", "to", "lang", "record", "text", "where", "number", "cursor",
]  # fmt: skip


def paths(asker: Asker) -> list[str]:
    """Every address of the API that takes GET, and every page and file, with its parameters filled in."""
    asker._connection.request("GET", "/api/openapi.json")
    described = json.load(asker._connection.getresponse())["paths"]
    values = {"board": "list", "queue": "main", "station": "x"}
    named = [re.sub(r"\{(\w+)\}", lambda name: values.get(name[1], "1"), path) for path, methods in described.items() if "get" in methods]
    pages = ["/", "/watches", "/watches/new", "/watches/1", "/notices", "/notices/1", "/notices/channels", "/jobs", "/people", "/people/audit", "/account", "/account/data", "/api", "/metrics"]
    for view in VIEWS:
        board = f"/boards/{view}"
        pages += [board + end for end in ["", "/changes", "/changes?key=key%200", "/health", "/feed.json", "/contacts.vcf", ".json", ".csv", ".atom", "/settings", "/alerts/new"]]
        pages += [f"{board}/records/{number}{end}" for number in (1, 2) for end in ["", ".vcf", "/image"]]
        named += [path.replace("/list", f"/{view}") for path in named if "/boards/list" in path]
    pages += [f"/queue/main{end}" for end in ["", "/console", "/settings", "/statistics", "/statistics.csv", "/audit", "/audit.csv", "/display", "/qr.svg", "/ticket", "/kiosk"]]
    return pages + sorted(set(named))


def test_nothing_that_a_source_publishes_ends_the_server_or_fails_a_page(publisher, tmp_path):
    chance = random.Random(14)
    server = Server(tmp_path, ("--allow-hosts", publisher.host), {"TIDINGS_PUBLIC_BOARDS": ",".join(VIEWS)})
    for view in VIEWS:
        declare(server.data, publisher, view)
    (server.data / "boards" / "office").mkdir()
    (server.data / "boards" / "office" / "board.yaml").write_text(QUEUES)
    # With an ETag, so that a source that was read two seconds ago is read again.
    publisher.answers("/rows.json", a_file(edition(0, chance), etag='"0"'))
    try:
        server.start()
        server.add_person("ada")
        token = server.run("person", "token", "ada", "--scopes", "read", "watch")
        for view in VIEWS:
            server.wait_until_read(view)
        for view in VIEWS:
            server.run("watch", "add", view, "--url", publisher.url("/rows.json") + f"?{view}")
        for number in range(1, EDITIONS):
            publisher.answers("/rows.json", a_file(edition(number, chance), etag=f'"{number}"'))
            changed = len(VIEWS) * (number + 1)
            # A source isn't read again within a moment.
            until(
                lambda: server.query("SELECT count(*) FROM fetches WHERE outcome = 'changed'")[0][0] >= changed,
                server.log, meanwhile=lambda: server.ask("/api/v1/feeds/check", token, "POST"),
            )  # fmt: skip
        asker = Asker(server, server.log_in("ada")["value"])
        addresses = paths(asker)
        for address in addresses:
            asker.get(address)
        for link in sorted(asker.links)[: REQUESTS // 4]:
            asker.get(link)
        addresses += sorted(asker.links)

        def ask(number: int) -> Asker:
            chance, one = random.Random(number), Asker(server, asker.session)
            for _ in range(max(0, REQUESTS - asker.asked) // ASKERS):
                path = chance.choice(addresses).partition("?")[0]
                query = "&".join(f"{chance.choice(PARAMETERS)}={chance.choice(ODD)}" for _ in range(chance.randint(1, 2)))
                one.get(f"{path}?{query}")
            return one

        with ThreadPoolExecutor(ASKERS) as pool:
            askers = [asker, *pool.map(ask, range(ASKERS))]
        print(sum(one.asked for one in askers), "requests")
        assert [failure for one in askers for failure in one.failures] == []
        assert server.get("/healthz")[0] == 200
    finally:
        server.kill()
