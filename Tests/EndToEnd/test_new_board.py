"""A board from an address: pasted, shown as tables, taken with one tap, watched."""

import json
import urllib.error
import urllib.request

import pytest

from conftest import DESK, PATIENCE, PHONE
from patience import until
from publisher import Publisher, a_file, a_status
from test_accessibility import AXE

CARD = """<article><h2><a href="/lamps/{0}">Lamp {1}</a></h2><b class="price">{2}.50 €</b><img src="/lamps/{0}.jpg" alt=""></article>"""
NAMES = ["Anker", "Birke", "Cirrus", "Dune", "Elbe", "Fjord"]


def lamps(*, price: int = 40) -> bytes:
    cards = "".join(CARD.format(100 + 7 * place, name, price + place) for place, name in enumerate(NAMES))
    links = "".join(f'<li><a href="/rooms/{place}">Room {place}</a></li>' for place in range(7))
    return f'<!DOCTYPE html><html lang="en"><head><title>Lamps for desks</title></head><body><nav><ul>{links}</ul></nav><h1>Lamps</h1><div>{cards}</div></body></html>'.encode()


def page_of(body: str, head: str = "") -> bytes:
    return f'<!DOCTYPE html><html lang="en"><head><title>Words</title>{head}</head><body>{body}</body></html>'.encode()


def redesigned() -> bytes:
    """The same lamps except one, as a table, in another order."""
    rows = "".join(
        f'<tr><td>{price}.75 €</td><td><a href="/lamps/{100 + 7 * place}">Lamp {name}</a></td></tr>'
        for place, (name, price) in reversed(list(enumerate(zip(NAMES[:5], range(60, 65)))))
    )
    return page_of(f"<h1>Our lamps</h1><table><tr><th>Cost</th><th>What</th></tr>{rows}</table>")


@pytest.fixture
def shop(publisher: Publisher) -> Publisher:
    publisher.answers("/lamps", a_file(lamps()))
    publisher.answers("/words", a_file(page_of("<p>The baths are closed.</p><p>They open again in May.</p>")))
    publisher.answers("/empty", a_file(b"<!DOCTYPE html><html><head><title>Empty</title></head><body><script>run()</script></body></html>"))
    publisher.answers("/gone", a_status("404 Not Found"))
    return publisher


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_an_address_becomes_a_board_that_is_read_and_can_be_watched(serve, shop, open_page, console, scripts):
    console.expected.append("status of 502")  # The shop has no pictures.
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/", PHONE, session=server.log_in("ada"), java_script_enabled=scripts)
    page.click("a:has-text('Add a board')")
    page.fill("[name=address]", shop.url("/lamps"))
    page.click("button:has-text('Look')")
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    table = page.locator("table").first
    assert "Lamp Anker" in table.inner_text()
    assert "€40.50" in table.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.locator("[name=title]").first.fill("Desk lamps")
    page.locator("button:has-text('Use this list')").first.click()
    page.wait_for_selector("h1:has-text('Desk lamps') >> nth=0", timeout=PATIENCE * 1000)
    server.wait_until_all_read("desk-lamps", 1)
    page.goto(f"{server.url}/boards/desk-lamps")
    assert "Lamp Fjord" in page.inner_text("main")
    file = server.data / "boards" / "desk-lamps" / "board.yaml"
    assert "Desk lamps" in file.read_text()
    assert shop.url("/lamps") in file.read_text()


def test_an_address_without_a_scheme_is_found_where_there_is_no_tls(serve, shop, open_page):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ada"))
    page.fill("[name=address]", f"{shop.host}/lamps")
    page.click("button:has-text('Look')")
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    assert page.input_value("[name=address]") == shop.url("/lamps")


def test_what_is_no_list_or_no_page_is_said_at_the_field(serve, shop, open_page, console):
    console.expected.append("Failed to load resource: the server responded with a status of 4")
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board", DESK, session=server.log_in("ada"))
    for address, said in [
        ("not an address", "Enter a web address"),
        (shop.url("/empty"), "found no list there"),
        (shop.url("/gone"), "404"),
        ("http://169.254.169.254/latest/", "169.254.169.254"),
    ]:
        page.fill("[name=address]", address)
        page.click("button:has-text('Look')")
        page.wait_for_selector(f"#field-address-problem:has-text('{said}')", timeout=PATIENCE * 1000)
        assert page.input_value("[name=address]") == address
    assert not (server.data / "boards").exists()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_back_and_reloading_show_again_what_was_found(serve, shop, open_page, console, scripts):
    """The lists were the answer to a form: Chrome said "Confirm Form Resubmission"."""
    console.expected.append("status of 502")  # The shop has no pictures.
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ada"), java_script_enabled=scripts)
    page.fill("[name=address]", shop.url("/lamps"))
    page.click("button:has-text('Look')")
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    found, asked = page.url, len(shop.requests)
    page.reload()
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    for back in (page.go_back, lambda: page.click(".detail-way a")):
        page.locator("a:has-text('Correct it')").first.click()
        page.wait_for_selector("h1:has-text('Correct the list')", timeout=PATIENCE * 1000)
        back()
        page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
        assert page.url == found
    page.click("a:has-text('Point at it on the page')")
    page.wait_for_selector("h1:has-text('Point at the list')", timeout=PATIENCE * 1000)
    page.click(".detail-way a")
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    assert len(shop.requests) == asked
    page.locator("[name=title]").first.fill("Desk lamps")
    page.locator("button:has-text('Use this list')").first.click()
    page.wait_for_selector("h1:has-text('Desk lamps') >> nth=0", timeout=PATIENCE * 1000)
    page.go_back()
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)


def test_what_was_found_is_the_persons_own_and_expires(serve, shop, open_page, console):
    console.expected.append("status of 422")
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    server.add_person("cleo")
    page = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ada"), java_script_enabled=False)
    page.fill("[name=address]", shop.url("/lamps"))
    page.click("button:has-text('Look')")
    page.click("a:has-text('Correct it') >> nth=0", timeout=PATIENCE * 1000)
    page.wait_for_selector("h1:has-text('Correct the list')", timeout=PATIENCE * 1000)
    correcting = page.url
    page.go_back()
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    found, token = page.url, token_of(server, "ada")
    other = open_page(f"{server.url}/login", session=server.log_in("cleo"))
    assert other.request.get(found).status == 422
    for status in (200, 200, 422):
        assert call(server, token, "POST", "/api/v1/lists", {"address": shop.url("/words")})[0] == 200
        assert page.request.get(found).status == status
    for expired in (correcting, found):
        page.goto(expired)
        page.wait_for_selector("#field-address-problem:has-text('These results have expired')", timeout=PATIENCE * 1000)
        assert page.input_value("[name=address]") == shop.url("/lamps")
    page.click("button:has-text('Look')")
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)


def test_a_private_address_leads_administrators_to_its_setting_and_members_to_them(serve, shop, open_page, console):
    console.expected.append("status of 422")
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    server.add_person("ben", "member")
    # The operator has allowed it, which doesn't count for members.
    ben = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ben"))
    ben.fill("[name=address]", shop.url("/lamps"))
    ben.click("button:has-text('Look')")
    ben.wait_for_selector("#field-address-problem:has-text('Ask an administrator to add this one.')", timeout=PATIENCE * 1000)
    said = ben.inner_text("main")
    assert "members’ boards can’t reach" in said
    assert "Allowed hosts" not in said
    assert ben.locator("[href^='/server']").count() == 0
    token = server.run("person", "token", "ben", "--scopes", "read", "watch")
    refused = call(server, token, "POST", "/api/v1/lists", {"address": shop.url("/lamps")})
    assert refused[0] == 422, refused
    assert "Ask an administrator to add this one." in refused[1]["detail"]
    assert shop.requests == []
    ada = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ada"))
    ada.fill("[name=address]", "http://10.1.2.3/")
    ada.click("button:has-text('Look')")
    ada.wait_for_selector("#field-address-problem:has-text('under “Allowed hosts for boards”')", timeout=PATIENCE * 1000)
    ada.click("#field-address-problem a:has-text('Server settings')")
    ada.wait_for_url(f"{server.url}/server#hosts")


def test_strangers_add_no_boards(serve, shop):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    assert server.get("/new-board")[0] in (200, 303)
    assert "Add a board" not in server.get("/new-board")[2]


def test_the_command_line_makes_a_board_of_an_address(cli, shop):
    allowed = ("--allow-host", shop.host)
    shown = cli.with_data("board", "new", shop.url("/lamps"), *allowed)
    assert shown.returncode == 0
    assert shown.stdout.startswith("1. 6 rows: ")
    assert "Lamp Anker" in shown.stdout
    # The suggested command reaches the page as this one did.
    again = f"--allow-host {shop.host} --data {cli.data}"
    assert f"tidings board new {shop.url('/lamps')} --list 1 {again}" in shown.stderr
    refused = cli.with_data("board", "new", shop.url("/lamps"))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert f"add --allow-host {shop.host}" in refused.stderr
    assert not cli.data.exists()
    made = cli.with_data("board", "new", shop.url("/lamps"), "--list", "1", "--title", "Desk lamps", *allowed)
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("desk-lamps: 6 rows, in "), made.stderr
    assert f"tidings check desk-lamps {again}" in made.stderr
    second = cli.with_data("board", "new", shop.url("/lamps"), "--list", "1", "--title", "Desk lamps", *allowed)
    assert second.stdout.startswith("desk-lamps-2: ")
    assert cli.run("board", "check", str(cli.data / "boards" / "desk-lamps")).returncode == 0
    (cli.folder / "lamps.html").write_bytes(lamps(price=20))
    assert cli.with_data("check", "desk-lamps", "--url", "file:lamps.html").returncode == 0
    records = cli.with_data("records", "desk-lamps", "--url", "file:lamps.html", "--json").stdout.splitlines()
    assert len(records) == 6
    assert "Lamp Anker" in records[0]
    for words, status in [(("--list", "9"), 2), (("--title", ""), 2)]:
        done = cli.with_data("board", "new", shop.url("/lamps"), *words, *allowed)
        assert done.returncode == status, done.stderr
    assert cli.with_data("board", "new", shop.url("/empty"), *allowed).returncode == 1
    assert cli.with_data("board", "new", shop.url("/gone"), *allowed).returncode == 3


def call(server, token: str, method: str, path: str, body: object = None) -> tuple[int, dict]:
    """The API's response."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(server.url + path, None if body is None else json.dumps(body).encode(), method=method, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")


def token_of(server, name: str) -> str:
    return server.run("person", "token", name, "--scopes", "read", "watch", "admin")


def added(server, shop, path: str = "/lamps", title: str = "Desk lamps") -> str:
    """Adds the first list at an address by the API."""
    token = token_of(server, "ada")
    found = call(server, token, "POST", "/api/v1/lists", {"address": shop.url(path)})
    assert found[0] == 200, found
    made = call(server, token, "POST", "/api/v1/own-boards", {"found": found[1]["found"], "list": 0, "title": title})
    assert made[0] == 201, made
    return made[1]["name"]


def test_a_page_without_a_list_is_watched_by_its_text(serve, shop, open_page):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ada"), java_script_enabled=False)
    page.fill("[name=address]", shop.url("/words"))
    page.click("button:has-text('Look')")
    page.click("button:has-text('Use the text')", timeout=PATIENCE * 1000)
    page.wait_for_selector("h1:has-text('Words') >> nth=0", timeout=PATIENCE * 1000)
    server.wait_until_all_read("words", 1)
    page.reload()
    assert "They open again in May." in page.inner_text("main")


def test_a_feed_that_a_page_names_is_offered(serve, shop, open_page):
    items = "".join(f"<item><title>News {place}</title><link>{shop.url(f'/news/{place}')}</link></item>" for place in range(4))
    shop.answers("/feed.xml", a_file(f"<?xml version='1.0'?><rss version='2.0'><channel><title>Our news</title>{items}</channel></rss>".encode()))
    shop.answers("/front", a_file(page_of("<p>Welcome.</p>", '<link rel="alternate" type="application/rss+xml" title="All news" href="/feed.xml">')))
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ada"))
    page.fill("[name=address]", shop.url("/front"))
    page.click("button:has-text('Look')")
    page.wait_for_selector("text=All news", timeout=PATIENCE * 1000)
    page.click("button:has-text('Look at the feed')")
    page.wait_for_selector("h2:has-text('4 rows')", timeout=PATIENCE * 1000)
    assert page.input_value("[name=title] >> nth=0") == "Our news"


def test_lists_of_one_length_are_told_apart_by_their_headings(serve, shop, open_page, console):
    console.expected.append("Applying inline style")  # axe tries its own styles.
    cooks = "".join(f"<tr><td>Cook {name}</td><td>{place + 20} years</td></tr>" for place, name in enumerate(NAMES))
    soups = "".join(f"<tr><td>Soup {name}</td><td>{place + 4}.20 €</td></tr>" for place, name in enumerate(NAMES))
    heads = "<tr><th>Name</th><th>{}</th></tr>"
    shop.answers(
        "/kitchen", a_file(page_of(f"<h2>Cooks</h2><table>{heads.format('Age')}{cooks}</table><h2>Soups</h2><table>{heads.format('Price')}{soups}</table>"))
    )
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board", DESK, session=server.log_in("ada"))
    page.fill("[name=address]", shop.url("/kitchen"))
    page.click("button:has-text('Look')")
    page.wait_for_selector("h2:text-is('6 rows (2)')", timeout=PATIENCE * 1000)
    assert page.locator("h2:text-is('6 rows')").count() == 1
    assert page.get_by_role("button", name="Use this list: 6 rows (2)", exact=True).count() == 1
    page.evaluate(AXE)
    broken = page.evaluate("axe.run({ runOnly: ['landmark-unique', 'region'], preload: false }).then((found) => found.violations)")
    assert broken == []


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_list_inside_a_frame_is_a_tap_away(serve, shop, open_page, scripts):
    frames = '<iframe src="/lamps" title="Our lamps"></iframe><iframe src="https://ads.example.net/1" title="Elsewhere"></iframe>'
    shop.answers("/around", a_file(page_of(f"<h1>Shop</h1><p>Welcome to our shop. See the list below.</p>{frames}")))
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ada"), java_script_enabled=scripts)
    page.fill("[name=address]", shop.url("/around"))
    page.click("button:has-text('Look')")
    page.wait_for_selector("h2:has-text('Another page inside this one')", timeout=PATIENCE * 1000)
    assert page.locator("button:has-text('Look inside')").count() == 1
    page.click("button:has-text('Look inside')")
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    assert page.input_value("[name=address] >> nth=0") == shop.url("/lamps")
    page.go_back()
    page.wait_for_selector("h2:has-text('Another page inside this one')", timeout=PATIENCE * 1000)
    found = call(server, token_of(server, "ada"), "POST", "/api/v1/lists", {"address": shop.url("/around")})[1]
    assert found["frames"] == [shop.url("/lamps")]


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_list_is_found_again_on_a_redesigned_page_and_its_history_goes_on(serve, shop, open_page, scripts):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    name = added(server, shop)
    server.wait_until_all_read(name, 1)
    shop.answers("/lamps", a_file(redesigned()))
    page = open_page(f"{server.url}/boards/{name}/health", PHONE, session=server.log_in("ada"), java_script_enabled=scripts)
    page.click("a:has-text('Edit this board')")
    page.click("button:has-text('Look')")
    page.wait_for_selector("h2:has-text('5 rows')", timeout=PATIENCE * 1000)
    page.reload()
    assert "83 %" in page.inner_text("main")
    assert "Lamp Anker" in page.inner_text("table")
    file = server.data / "boards" / name / "board.yaml"
    before = file.read_text()
    page.click("button:has-text('Use this list')")
    page.wait_for_selector("h1:has-text('Desk lamps') >> nth=0", timeout=PATIENCE * 1000)
    assert file.read_text() != before
    assert "//tr" in file.read_text()
    token = token_of(server, "ada")
    until(lambda: call(server, token, "GET", f"/api/v1/boards/{name}")[1]["records"] == 5, server.log)
    changes = call(server, token, "GET", f"/api/v1/boards/{name}/changes")[1]["changes"]
    assert {change["kind"] for change in changes} == {"altered", "gone"}, changes
    assert len(changes) == 6, changes
    page.goto(f"{server.url}/new-board/own?name={name}")
    page.click("button:has-text('Undo')")
    page.wait_for_selector("h1:has-text('Desk lamps') >> nth=0", timeout=PATIENCE * 1000)
    assert file.read_text() == before


def numbered(path: str, dearer: int = 0, *, is_table: bool = False) -> bytes:
    """Lamps with counted addresses, so that their names identify them: cards, or the table of a redesign. `dearer` is added to the price of the last one."""
    row = '<article><h2><a href="{0}">Lamp {1}</a></h2><b class="price">{2}.50 €</b></article>'
    if is_table:
        row = '<tr><td>{2}.50 €</td><td><a href="{0}">Lamp {1}</a></td></tr>'
    prices = [40, 41, 42, 43, 44, 45 + dearer]
    rows = "".join(row.format(f"{path}{place}", name, price) for place, (name, price) in enumerate(zip(NAMES, prices), start=1))
    return page_of(f"<h1>Lamps</h1><table><tr><th>Cost</th><th>What</th></tr>{rows}</table>" if is_table else f"<h1>Lamps</h1><div>{rows}</div>")


def test_a_repair_is_offered_on_the_open_page_and_new_addresses_are_no_news(serve, shop, open_page):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    shop.answers("/numbered", a_file(numbered("/lamps/")))
    name = added(server, shop, "/numbered", "Numbered lamps")
    server.wait_until_all_read(name, 1)
    token = token_of(server, "ada")
    page = open_page(f"{server.url}/boards/{name}", DESK, session=server.log_in("ada"))
    offer = page.locator("#list-repair a:has-text('Find it on the new page')")
    assert offer.count() == 0

    def publish(answer, is_offered: bool) -> None:
        """Publishes another page, and has it read until the open page of the board offers the repair, or doesn't any more."""
        shop.answers("/numbered", answer)
        until(
            lambda: (offer.count() > 0) == is_offered,
            server.log,
            meanwhile=lambda: call(server, token, "POST", f"/api/v1/boards/{name}/refresh"),
        )

    redesigned_page = a_file(numbered("/p/", 20, is_table=True))
    publish(redesigned_page, True)
    # Where there is no page, looking for rows on it is no help.
    publish(a_status("404 Not Found"), False)
    publish(redesigned_page, True)
    editor = open_page(f"{server.url}/new-board/own?name={name}", DESK, session=server.log_in("ada"))
    editor.click("button:has-text('Look')")
    editor.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    editor.click("button:has-text('Use this list')")
    until(lambda: offer.count() == 0, server.log)
    changes = until(lambda: call(server, token, "GET", f"/api/v1/boards/{name}/changes")[1]["changes"], server.log)
    assert [len(change["fields"]) for change in changes] == [1], changes
    assert "65.5" in str(changes[0]["after"]), changes
    records = str(call(server, token, "GET", f"/api/v1/boards/{name}/records")[1])
    assert "/p/6" in records
    assert "/lamps/" not in records


def test_another_page_is_no_repair(serve, shop, open_page, console):
    console.expected.append("status of 422")
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    name = added(server, shop)
    server.wait_until_all_read(name, 1)
    shop.answers("/lamps", a_file(page_of("<h1>Sign in</h1><form><input name=user></form>")))
    page = open_page(f"{server.url}/new-board/own?name={name}", DESK, session=server.log_in("ada"))
    page.click("button:has-text('Look')")
    page.wait_for_selector("[role=alert]:has-text('find the rows')", timeout=PATIENCE * 1000)


def test_a_board_is_removed_and_what_is_stored_of_it_stays(serve, shop, open_page):
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    server.add_person("ben", "member")
    name, second = added(server, shop), added(server, shop, title="More lamps")
    session = server.log_in("ada")
    page = open_page(f"{server.url}/new-board/own?name={name}", PHONE, session=session)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.check("[name=sure]")
    page.click("button:has-text('Remove')")
    page.wait_for_url(f"{server.url}/")
    assert page.request.get(f"{server.url}/boards/{name}").status == 404
    assert page.request.get(f"{server.url}/new-board/own?name={name}").status == 404
    assert [folder.name.rsplit("-", 1)[0] for folder in (server.data / "removed-boards").iterdir()] == [name]
    token = token_of(server, "ada")
    assert call(server, token_of(server, "ben"), "DELETE", f"/api/v1/own-boards/{second}")[0] == 404
    assert call(server, token, "DELETE", f"/api/v1/own-boards/{second}")[0] == 204
    assert call(server, token, "DELETE", "/api/v1/own-boards/visa")[0] == 404
    assert not any((server.data / "boards").iterdir())
    assert page.request.get(f"{server.url}/new-board/own?name=../boards/{second}").status == 404
