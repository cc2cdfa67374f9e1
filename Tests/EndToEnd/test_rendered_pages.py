"""Boards whose page is opened in a browser: rows added by scripts, addresses that the page may not reach, and pages that never finish."""

import contextlib
import json
import os
import signal
import socket
import threading
import urllib.error
from pathlib import Path

import pytest

from conftest import PHONE, CommandLine, json_lines
from patience import PATIENCE, until
from publisher import Exchange, Publisher, a_file

BOARD = """\
title: Lamps
view: table
public: true
source: {{ url: '{url}', every: 1h, render: {render} }}
extract: {{ html: {{ rows: "//li", fields: {{ name: b, price: i }} }} }}
fields:
  name: {{ type: text, key: true, label: Lamp }}
  price: {{ type: number, label: Price }}
"""
PAGE = """<!DOCTYPE html><html><head><title>Lamps</title></head><body><ul id="list"></ul><script>%s</script></body></html>"""
FILL = """
const fill = () => fetch("/lamps.json").then((answer) => answer.json()).then((lamps) => {
  for (const [name, price] of lamps) document.getElementById("list").insertAdjacentHTML("beforeend", `<li><b>${name}</b><i>${price}</i></li>`);
});
"""


def a_page(script: str):
    contents = (PAGE % script).encode()

    def answer(exchange: Exchange) -> None:
        exchange.head(content_type="text/html; charset=utf-8", content_length=len(contents), etag='"same"')
        exchange.body(contents)

    return answer


def declare(data: Path, url: str, render: str = "true", name: str = "lamps") -> None:
    folder = data / "boards" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "board.yaml").write_text(BOARD.format(url=url, render=render))


def processes() -> list[tuple[int, bytes]]:
    """Running processes: the group and the command of each."""
    found = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdigit():
                state, _, group = (folder / "stat").read_text().rsplit(")", 1)[1].split()[:3]
                if state != "Z":
                    found.append((int(group), (folder / "cmdline").read_bytes()))
    return found


def browsers() -> set[int]:
    """The groups of the browsers that are running."""
    return {group for group, command in processes() if b"tidings-browser-" in command}


@pytest.fixture
def shop(publisher: Publisher) -> Publisher:
    publisher.answers("/", a_page(FILL + "setTimeout(fill, 100)"))
    publisher.answers("/lamps.json", a_file(json.dumps([["Anker", 40], ["Birke", 41.5]]).encode()))
    return publisher


def check(cli: CommandLine, shop: Publisher, *options: object):
    return cli.with_data("check", "lamps", "--json", "--allow-host", shop.host, *options)


def test_rows_that_come_by_script_are_read_and_only_with_a_browser(cli, shop):
    declare(cli.data, shop.url("/"), "false")
    plain = check(cli, shop)
    assert plain.returncode != 0
    assert "nothing on the page is //li" in plain.stderr
    declare(cli.data, shop.url("/"))
    done = check(cli, shop)
    assert done.returncode == 0, done.stderr
    assert [(row["name"], row["price"]) for row in json_lines(done.stdout)] == [("Anker", 40), ("Birke", 41.5)]
    # A known version proves nothing: what scripts add has none.
    asked = len(shop.requests)
    shop.answers("/lamps.json", a_file(json.dumps([["Anker", 39]]).encode()))
    assert [row["price"] for row in json_lines(check(cli, shop).stdout)] == [39]
    assert all("if-none-match" not in request.headers for request in shop.requests[asked:])
    agent = shop.requests[-1].headers["user-agent"]
    assert "Tidings/" in agent
    assert "Headless" not in agent


@pytest.mark.parametrize("render", ["{ wait: '#list li' }", "{ wait: //li, hosts: [api.lan:8080] }", "{ quiet: 2s }"])
def test_a_page_is_waited_for(cli, shop, render):
    shop.answers("/", a_page(FILL + "setTimeout(fill, 1200)"))
    declare(cli.data, shop.url("/"), render)
    done = check(cli, shop)
    assert done.returncode == 0, done.stderr
    assert len(json_lines(done.stdout)) == 2, done.stderr


def test_what_is_wrong_with_an_order_is_said(cli, shop):
    for render, said in [
        ("{ wait: 'li', quiet: 2s }", "not both"),
        ("{ quiet: 1h }", "a time from 1s to 10s"),
        ("{ hosts: ['http://x/'] }", "isn't a host like"),
        ("maybe", "true or false"),
        ("{ weit: li }", "Did you mean 'wait'?"),
    ]:
        declare(cli.data, shop.url("/"), render)
        done = check(cli, shop)
        assert done.returncode != 0, (render, done.stderr)
        assert said in done.stderr, (render, done.stderr)


def test_without_a_browser_it_is_said_what_to_install(cli, shop):
    declare(cli.data, shop.url("/"))
    cli.settings["PATH"] = str(cli.folder)
    done = check(cli, shop)
    assert done.returncode != 0, done.stderr
    assert "apt install chromium-headless-shell" in done.stderr, done.stderr
    assert shop.requests == []
    doctor = cli.with_data("doctor")
    assert "– browser: isn't there" in doctor.stdout


def test_the_doctor_starts_the_browser(cli):
    assert "✓ browser: " in cli.with_data("doctor").stdout


@pytest.fixture
def witness():
    """Another server on this machine, which counts its visitors; and a port for datagrams."""
    met = []
    listener = socket.create_server(("127.0.0.1", 0))
    datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagrams.bind(("127.0.0.1", 0))

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            met.append("connection")
            connection.close()

    threading.Thread(target=accept, daemon=True).start()
    yield listener.getsockname()[1], datagrams, met
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    datagrams.close()


def test_a_page_reaches_nothing_but_its_own_server_and_what_it_tried_is_told(serve, shop, witness):
    port, datagrams, met = witness
    udp = datagrams.getsockname()[1]
    shop.answers("/", a_page(FILL + f"""
      const tried = [];
      const reach = (address) => tried.push(fetch(address, {{ mode: "no-cors" }}).then(() => 1, () => 0));
      for (const address of [
        "http://169.254.169.254/latest/meta-data/", "http://127.0.0.1:{port}/", "http://localhost:{port}/", "http://[::1]:{port}/",
        "http://2130706433:{port}/", "http://0.0.0.0:{port}/", "https://127.0.0.1:{port}/", "https://10.1.2.3/",
      ]) reach(address);
      for (const address of ["ws://127.0.0.1:{port}/", "{shop.url("/socket").replace("http", "ws")}", "wss://10.1.2.3/"])
        tried.push(new Promise((end) => {{ const socket = new WebSocket(address); socket.onopen = socket.onerror = () => end(0); }}));
      const worker = new Worker(URL.createObjectURL(new Blob([`
        const socket = new WebSocket("ws://127.0.0.1:{port}/"); socket.onerror = () => postMessage(0);
        fetch("http://127.0.0.1:{port}/", {{ mode: "no-cors" }}).catch(() => 0);`])));
      tried.push(new Promise((end) => {{ worker.onmessage = worker.onerror = end; setTimeout(end, 3000); }}));
      const call = (make) => {{ try {{ make() }} catch {{}} }};
      call(() => {{
        const peer = new RTCPeerConnection({{ iceServers: [{{ urls: "stun:127.0.0.1:{udp}" }}] }});
        peer.createDataChannel("x");
        peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      }});
      call(() => new WebTransport("https://127.0.0.1:{udp}/"));
      call(() => navigator.serviceWorker.register("/worker.js"));
      call(() => window.open("http://127.0.0.1:{port}/"));
      call(() => navigator.sendBeacon("http://127.0.0.1:{port}/", "x"));
      call(() => {{ document.body.append(Object.assign(new Image(), {{ src: "http://127.0.0.1:{port}/x.png" }})); }});
      call(() => {{ document.body.append(Object.assign(document.createElement("iframe"), {{ src: "http://127.0.0.1:{port}/" }})); }});
      alert("hello");
      Promise.all(tried).then(fill);
    """))  # fmt: skip
    server = serve("--allow-hosts", "127.0.0.1", settings={"TIDINGS_PUBLIC_BOARDS": "lamps"})
    server.add_person("ada")
    declare(server.data, shop.url("/"), "{ wait: '#list li' }")
    until(lambda: server.query("SELECT count(*) FROM feeds WHERE board = 'lamps' AND last_success IS NOT NULL")[0][0], server.log)
    # `allow-hosts` has the whole machine: a page still reaches only its own server.
    assert met == []
    datagrams.setblocking(False)
    with pytest.raises(BlockingIOError):
        datagrams.recv(1)
    assert "/socket" not in [request.path for request in shop.requests]
    refused = until(lambda: server.query("SELECT notes FROM feed_notes"), server.log)[0][0]
    refused = json.loads(refused)["refused"]
    for address in ["169.254.169.254:80", f"127.0.0.1:{port}", f"localhost:{port}", "10.1.2.3:443"]:
        assert refused.get(address), (address, refused)
    kinds = {what.split(" ")[0] for what in refused}
    assert {"WebSocket", "RTCPeerConnection", "WebTransport"} <= kinds, refused


def test_a_page_that_is_refused_its_rows_says_so(cli, shop):
    shop.answers("/", a_page("fetch('http://169.254.169.254/rows', { mode: 'no-cors' })"))
    declare(cli.data, shop.url("/"))
    done = check(cli, shop)
    assert done.returncode != 0, done.stderr
    assert "the page was refused 169.254.169.254:80" in done.stderr, done.stderr


def test_a_page_that_leads_to_a_private_address_is_refused(cli, shop):
    def away(exchange: Exchange) -> None:
        exchange.head("302 Found", location="http://169.254.169.254/latest/", content_length=0)

    shop.answers("/", away)
    declare(cli.data, shop.url("/"))
    done = check(cli, shop)
    assert done.returncode != 0, done.stderr
    assert "redirects to http://169.254.169.254/latest/" in done.stderr, done.stderr


def test_an_error_of_the_server_is_told_as_for_other_sources(cli, shop):
    shop.answers("/", lambda exchange: exchange.head("429 Too Many Requests", retry_after=60, content_length=0))
    declare(cli.data, shop.url("/"))
    done = check(cli, shop)
    assert done.returncode != 0, done.stderr
    assert "answered 429" in done.stderr, done.stderr


def test_a_page_that_never_ends_ends_by_its_bound_and_the_next_is_read(cli, shop):
    shop.answers("/", a_page("setTimeout(() => { while (true) {} })"))
    declare(cli.data, shop.url("/"))
    done = check(cli, shop)
    assert done.returncode != 0, done.stderr
    assert "wasn’t ready in the browser within" in done.stderr, done.stderr
    shop.answers("/", a_page("""const held = []; setInterval(() => {
      held.push(new Uint8Array(1 << 25).fill(7));
      document.body.append(document.createElement("p"));
    })"""))
    done = check(cli, shop)
    assert done.returncode != 0, done.stderr
    assert "needs more than the 768 MB" in done.stderr, done.stderr

    def endless(exchange: Exchange) -> None:
        exchange.head(content_type="text/html")
        while True:
            exchange.body(b" " * 100_000)

    shop.answers("/", endless)
    done = check(cli, shop)
    assert done.returncode != 0, done.stderr
    assert "more than the 33554432 bytes" in done.stderr, done.stderr
    shop.answers("/", a_page(FILL + "fill()"))
    assert len(json_lines(check(cli, shop).stdout)) == 2
    until(lambda: not browsers())


def test_a_server_that_is_killed_leaves_no_browser(serve, shop):
    shop.answers("/", a_page("setTimeout(() => { while (true) {} })"))
    server = serve("--allow-hosts", shop.host)
    declare(server.data, shop.url("/"))
    until(lambda: shop.requests, server.log)
    groups = browsers()
    assert len([group for group, _ in processes() if group in groups]) > 3
    os.kill(server.process, signal.SIGKILL)
    until(lambda: not [group for group, _ in processes() if group in groups], server.log)


CARDS = """
const names = ["Anker", "Birke", "Cirrus", "Dune", "Elbe", "Fjord"];
setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<main>" + names.map((name, place) =>
  `<article><h2><a href="/lamps/${100 + 7 * place}">Lamp ${name}</a></h2><b class="price">${40 + place}.50 €</b></article>`).join("") + "</main>"), 200);
"""


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_page_without_rows_is_tried_with_a_browser(serve, shop, open_page, console, scripts):
    console.expected.append("the server responded with a status of 422")
    shop.answers("/", a_page(CARDS))
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ada"), java_script_enabled=scripts)
    page.fill("[name=address]", shop.url("/"))
    page.click("button:has-text('Look')")
    page.wait_for_selector("text=This page’s content is loaded by scripts.", timeout=PATIENCE * 1000)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.click("button:has-text('Try with a browser')")
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    page.go_back()
    page.wait_for_selector("text=This page’s content is loaded by scripts.", timeout=PATIENCE * 1000)
    page.go_forward()
    page.wait_for_selector("h2:has-text('6 rows')", timeout=PATIENCE * 1000)
    assert "Lamp Anker" in page.locator("table").first.inner_text()
    page.locator("[name=title]").first.fill("Desk lamps")
    page.locator("button:has-text('Use this list')").first.click()
    page.wait_for_selector("h1:has-text('Desk lamps') >> nth=0", timeout=PATIENCE * 1000)
    server.wait_until_all_read("desk-lamps", 1)
    assert "render: true" in (server.data / "boards" / "desk-lamps" / "board.yaml").read_text()
    page.goto(f"{server.url}/boards/desk-lamps")
    assert "Lamp Fjord" in page.inner_text("main")


def test_without_a_browser_none_is_offered(serve, shop, open_page, console, tmp_path):
    console.expected.append("the server responded with a status of 422")
    shop.answers("/", a_page(CARDS))
    server = serve("--allow-hosts", shop.host, settings={"PATH": str(tmp_path)})
    server.add_person("ada")
    page = open_page(f"{server.url}/new-board", PHONE, session=server.log_in("ada"))
    page.fill("[name=address]", shop.url("/"))
    page.click("button:has-text('Look')")
    page.wait_for_selector("text=can’t be read yet", timeout=PATIENCE * 1000)
    assert page.locator("text=Try with a browser").count() == 0


def test_a_board_of_a_page_in_a_browser_by_the_command_line(cli, shop):
    shop.answers("/", a_page(CARDS))
    plain = cli.with_data("board", "new", shop.url("/"), "--allow-host", shop.host)
    assert plain.returncode != 0, plain.stdout
    assert "add --render" in plain.stderr, plain.stdout
    shown = cli.with_data("board", "new", shop.url("/"), "--render", "--allow-host", shop.host)
    assert shown.returncode == 0, shown.stderr
    assert "1. 6 rows" in shown.stdout, shown.stderr
    made = cli.with_data("board", "new", shop.url("/"), "--render", "--list", 1, "--title", "Lamps", "--allow-host", shop.host)
    assert made.returncode == 0, made.stderr
    assert "render: true" in (cli.data / "boards" / "lamps" / "board.yaml").read_text()
    assert len(json_lines(check(cli, shop).stdout)) == 6


def test_the_api_looks_with_a_browser(serve, shop):
    shop.answers("/", a_page(CARDS))
    server = serve("--allow-hosts", shop.host)
    server.add_person("ada")
    token = server.run("person", "token", "ada", "--scopes", "read", "watch", "admin")
    with pytest.raises(urllib.error.HTTPError) as refused:
        server.ask("/api/v1/lists", token, "POST", body={"address": shop.url("/")})
    assert "browser: true" in refused.value.read().decode()
    found = server.ask("/api/v1/lists", token, "POST", body={"address": shop.url("/"), "browser": True})
    assert found["lists"][0]["rows"] == 6
