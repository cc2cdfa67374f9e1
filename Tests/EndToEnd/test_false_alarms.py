"""The same information published again in other bytes causes no notice, and a real change always does.

Eight kinds of page, four pages each, published again three times: 60 times nothing has changed, 36 times something has. What counts is
the notices that a person gets, not what is stored.
"""

import json

import pytest

from conftest import CommandLine, Server, until
from publisher import a_file

PAGES = range(4)
EDITIONS = range(1, 4)


def prices(page: int, edition: int = 0) -> list[tuple[str, str]]:
    """Twenty stations and their prices; each edition has another price for one of them."""
    return [(f"Station {page}-{row}", f"{150 + row + (edition / 10 if row == 3 else 0):.1f}") for row in range(20)]


def html(rows: list[tuple[str, str]], footer: str = "") -> bytes:
    cells = "\n".join(f"<tr><td>{name}</td><td>{price}</td></tr>" for name, price in rows)
    return f"<!doctype html><html><body><h1>Prices</h1><p>As reported.</p><table>{cells}</table><p>{footer}</p></body></html>".encode()


def a_json(rows: list[tuple[str, str]]) -> bytes:
    return json.dumps({"stations": [{"name": name, "price": float(price)} for name, price in rows]}).encode()


def turned(rows: list, by: int) -> list:
    return rows[by * 3 :] + rows[: by * 3]


def spaced(page: bytes, edition: int) -> bytes:
    return page.replace(b"<td>", b"<td class='v%d'>\n%s" % (edition, b" " * edition)).replace(b"<tr>", b"<tr >\r\n")


def pdf(cli: CommandLine, page: int, edition: int, *, real: bool) -> bytes:
    options = {"edition": edition} if real else {"strings": ("cells", "glyphs", "hex", "lines")[edition], "line_end": "crlf" if edition else "lf"}
    return cli.make_list(f"{page}.pdf", rows=60, pages=2, seed=page + 1, **options).read_bytes()


FALSE = {
    "saved-again": lambda cli, page, edition: pdf(cli, page, edition, real=False),
    "json-order": lambda cli, page, edition: a_json(turned(prices(page), edition)),
    "row-order": lambda cli, page, edition: html(turned(prices(page), edition)),
    "stamp": lambda cli, page, edition: html(prices(page), f"Generated at 2026-01-01 10:{edition:02}"),
    "space": lambda cli, page, edition: spaced(html(prices(page)), edition),
}
REAL = {
    "html": lambda cli, page, edition: html(prices(page, edition)),
    "json": lambda cli, page, edition: a_json(prices(page, edition)),
    "pdf": lambda cli, page, edition: pdf(cli, page, edition, real=True),
}
READ_AS = {"saved-again": "pdf", "json-order": "json", "json": "json", "pdf": "pdf"}
EXTRACT = {
    "html": "html: { rows: '//tr', fields: { name: './td[1]', price: './td[2]' } }",
    "json": "json: { rows: '$.stations[*]', fields: { name: '$.name', price: '$.price' } }",
    "pdf": "pdf: { rows: { starts: '^2[0-9]{10}$', fields: [name, status, date] } }",
}
FIELDS = {
    "pdf": "{ name: { type: text, key: true }, status: { type: text }, date: { type: date, format: dd-MMM-yy } }",
    None: "{ name: { type: text, key: true }, price: { type: number } }",
}
BOARDS = [(kind, page) for kind in (*FALSE, *REAL) for page in PAGES]


@pytest.fixture
def server(tmp_path_factory, publisher):
    """Creates a board for each page of each kind; they haven't been read yet."""
    server = Server(
        tmp_path_factory.mktemp("server"), (), settings={"TIDINGS_ALLOW_HOSTS": publisher.host, "TIDINGS_REQUEST_SPACING": "0"}
    )
    for kind, page in BOARDS:
        name, read_as = f"{kind}-{page}", READ_AS.get(kind, "html")
        folder = server.data / "boards" / name
        folder.mkdir(parents=True)
        (folder / "board.yaml").write_text(
            f"title: {name}\nabout: A page.\nview: list\nsource: {{ url: '{publisher.url(f'/{name}')}' }}\n"
            f"extract:\n  {EXTRACT[read_as]}\nfields: {FIELDS.get(read_as, FIELDS[None])}\n"
        )
    yield server
    server.kill()


def notices(server) -> dict[str, int]:
    return dict(server.query("SELECT board, count(*) FROM notices JOIN feeds ON feeds.id = feed WHERE channel IS NULL GROUP BY board"))


def test_false_alarms(cli, publisher, server):
    """One person watches everything on all of the boards."""
    server.start()
    server.add_person("ada")
    token = server.run("person", "token", "ada", "--scopes", "read", "watch")
    for kind, page in BOARDS:
        server.ask("/api/v1/watches", token, "POST", body={"board": f"{kind}-{page}", "condition": {"all": []}})

    def read_all() -> None:
        """Reads each page as it is published now. A source isn't read again within a moment, so the test asks until it is."""
        before = len(publisher.requests)
        until(
            lambda: len({request.path for request in publisher.requests[before:]}) == len(BOARDS),
            server.log,
            meanwhile=lambda: server.ask("/api/v1/feeds/check", token, "POST"),
        )
        # No more requests: on a busy machine, a reading would always be running.
        until(lambda: server.ask("/api/v1/feeds?running=true", token)["feeds"] == [], server.log)

    for edition in (0, *EDITIONS):
        for kind, page in BOARDS:
            publisher.answers(f"/{kind}-{page}", a_file((FALSE | REAL)[kind](cli, page, edition), etag=f'"{edition}"'))
        read_all()
        if edition == 0:
            assert notices(server) == {}, "a first fetch tells something"
    states = {feed["board"]: feed["error"] for feed in server.ask("/api/v1/feeds", token)["feeds"]}
    assert [error for kind, page in BOARDS if (error := states[f"{kind}-{page}"])] == []
    told = notices(server)
    false = {kind: sum(told.get(f"{kind}-{page}", 0) for page in PAGES) for kind in FALSE}
    real = {kind: sum(told.get(f"{kind}-{page}", 0) for page in PAGES) for kind in REAL}
    possible = len(PAGES) * len(EDITIONS)
    assert false == dict.fromkeys(FALSE, 0), f"{sum(false.values())} of {possible * len(FALSE)} false alarms"
    assert real == dict.fromkeys(REAL, possible), f"{sum(real.values())} of {possible * len(REAL)} real changes told"
