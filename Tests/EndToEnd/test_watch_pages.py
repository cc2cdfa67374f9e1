"""Notices in a real browser: making a watch, its preview, the notice and its reason, and the channels."""

import re

import pytest

from conftest import DESK, OUT_OF_REACH, PHONE, WELL_KNOWN, until
from publisher import a_file


@pytest.fixture
def watched(serve, publisher, receiver, editions):
    """A server that reads the first edition, and may send to the receiver."""
    publisher.answers("/list.pdf", a_file(editions[0], etag='"first"'))
    server = serve("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host, "--allow-hosts-for-channels", receiver.host)
    server.wait_until_read()
    server.add_person("ada")
    return server


@pytest.fixture
def open_page(open_page, watched):
    """Opens pages for a signed-in person."""
    options = {"session": watched.log_in("ada")}
    return lambda url, *arguments, **more: open_page(url, *arguments, **options | more)


def publish(page, server, publisher, edition: bytes) -> None:
    """Publishes another edition and makes the server read it, by looking a number up, until its change is there."""
    publisher.answers("/list.pdf", a_file(edition, etag='"second"', last_modified="Wed, 07 Mar 2012 09:30:00 GMT"))

    def look_up() -> None:
        page.goto(f"{server.url}/boards/visa")
        page.fill("[data-needle]", WELL_KNOWN)
        page.click("[data-submit]")
        page.wait_for_selector("[data-reading]", state="detached")

    until(lambda: "Documents Requested" in server.get("/boards/visa/changes")[2], server.log, meanwhile=look_up)


def sideways_scroll(page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def test_a_tap_is_answered_where_it_is(watched, open_page, console):
    console.expected.append("status of 422")
    page = open_page(f"{watched.url}/boards/visa?batch={WELL_KNOWN}")
    page.evaluate("scrollTo(0, 120)")
    before = page.evaluate("[history.length, scrollY, performance.getEntriesByType('navigation').length, location.href]")
    page.evaluate("document.body.dataset.same = 'yes'")
    page.click("text=Tell me when it changes")
    page.wait_for_selector("output.toast:has-text('Watching')")
    assert page.locator(".tell-me.is-told").count() == 1
    assert page.locator("text=Tell me when it changes").count() == 0
    assert page.evaluate("[history.length, scrollY, performance.getEntriesByType('navigation').length, location.href]") == before
    assert page.evaluate("document.body.dataset.same") == "yes"
    # A list stays too, with its search.
    page.goto(f"{watched.url}/boards/contacts?q=a")
    page.click("text=Tell me when it changes")
    page.wait_for_selector(".tell-me.is-told")
    assert page.url == f"{watched.url}/boards/contacts?q=a"
    assert page.input_value("[data-query]") == "a"
    # A failure is shown, and the button is there for another try.
    page.goto(f"{watched.url}/boards/visa?batch=28999999999")
    page.evaluate("document.querySelector('.tell-me [name=equals-batch]').value = '1'")
    page.click("text=Tell me when it changes")
    page.wait_for_selector("output.toast:has-text('11 digits')")
    assert page.locator("text=Tell me when it changes").count() == 1


def test_a_tap_without_a_connection_says_that_one_is_needed(watched, open_page, console):
    console.expected += OUT_OF_REACH
    page = open_page(f"{watched.url}/boards/contacts")
    page.wait_for_selector("list-watch:defined")
    page.context.set_offline(True)
    page.click("text=Tell me when it changes")
    page.wait_for_selector("output.toast:has-text('This needs a connection. Try again when you’re online.')")
    page = open_page(f"{watched.url}/watches/new?board=visa")
    page.wait_for_selector("watch-editor:defined")
    page.click("button:has-text('Add a condition')")
    page.wait_for_selector("[name=test-0-value]")
    page.context.set_offline(True)
    page.fill("[name=test-0-value]", WELL_KNOWN)
    page.wait_for_selector("[data-region=preview]:has-text('This needs a connection. Try again when you’re online.')")


def test_without_javascript_the_page_comes_back_where_it_was(watched, open_page):
    page = open_page(f"{watched.url}/boards/visa?batch={WELL_KNOWN}", java_script_enabled=False)
    page.click("text=Tell me when it changes")
    page.wait_for_selector("text=Watching. You’ll see changes here.")
    assert page.url == f"{watched.url}/boards/visa?batch={WELL_KNOWN}#tell-me"
    # The offer of a channel takes two lines on a phone: they don't touch the button's edge, and its bell has the button's colour.
    offer = page.locator(".tell-me .button")
    assert offer.evaluate("it => it.clientHeight - it.querySelector('span').offsetHeight") >= 7
    assert offer.evaluate("it => getComputedStyle(it.querySelector('svg')).color === getComputedStyle(it).color")


def test_one_tap_watches_a_number_and_the_notice_says_why(watched, publisher, editions, open_page):
    page = open_page(f"{watched.url}/boards/visa?batch={WELL_KNOWN}")
    page.click("text=Tell me when it changes")
    page.wait_for_selector("text=Watching. You’ll see changes here.")
    page.goto(f"{watched.url}/notices")
    assert "No notices yet" in page.inner_text("main")

    publish(page, watched, publisher, editions[1])

    page.goto(watched.url)
    assert "New\nDocuments Requested" in page.inner_text("main")
    with page.expect_response("**/notices/seen"):
        page.goto(f"{watched.url}/notices")
    line = page.wait_for_selector(".notice-line.is-unread")
    assert WELL_KNOWN in line.inner_text()
    assert "Documents Requested" in line.inner_text()
    page.click(".notice-line a")
    page.wait_for_selector("h1")
    why = page.inner_text("main")
    row = page.inner_text("tr.is-changed >> nth=0")
    assert "Administrative Processing" in row
    assert "Documents Requested" in row
    assert f"Batch number is {WELL_KNOWN}." in why
    # The source's own marks are behind "Details".
    assert '"second"' not in why
    said = page.text_content("main")
    assert publisher.url() in said
    assert '"second"' in said
    assert "Wed, 07 Mar 2012 09:30:00 GMT" in said
    assert sideways_scroll(page) == 0

    # A viewed notice isn't new any more.
    page.goto(f"{watched.url}/notices")
    page.wait_for_selector(".notice-line:not(.is-unread)")


def test_the_editor_shows_what_matches_while_it_is_filled_in(watched, open_page):
    page = open_page(f"{watched.url}/watches/new?board=visa")
    assert "You’ll hear about every change." in page.inner_text("main")
    page.click("button:has-text('Add a condition')")
    page.fill("[name=test-0-value]", WELL_KNOWN)
    page.wait_for_selector("[data-region=preview]:has-text('of 400 rows match now')")
    assert page.inner_text("[data-region=preview] strong") == "1"
    page.fill("[name=test-0-value]", "12")
    page.wait_for_selector(".test-row.is-wrong >> text=It has 11 digits")

    # Another field has its own tests, and its own kind of input.
    page.select_option("[name=test-0-subject]", "date")
    page.wait_for_selector("[name=test-0-test] option[value=next]", state="attached")
    page.select_option("[name=test-0-test]", "less")
    page.fill("[name=test-0-value][type=date]", "2012-12-31")
    page.wait_for_selector("[data-region=preview]:has-text('Date is before')")

    page.click("button:has-text('Add a condition')")
    page.select_option("[name=test-1-subject]", "status")
    page.select_option("[name=test-1-test]", "contains")
    page.fill("[name=test-1-value]", "issued")
    page.wait_for_selector("[data-region=preview]:has-text('and Status contains')")
    page.check("[name=joining][value=any]")
    page.wait_for_selector("[data-region=preview]:has-text('or Status contains')")
    assert page.locator("text=Show what matches").is_hidden()
    assert sideways_scroll(page) == 0
    page.click("button[value=save]")
    page.wait_for_url(re.compile(r"/watches#watch-\d+$"))
    sentence = page.inner_text(".watch-card h2")
    assert sentence.startswith("Date is before")
    assert sentence.endswith("or Status contains “issued”.")


def test_a_preview_of_a_change_says_what_it_covers_and_what_it_would_have_told(watched, publisher, editions, open_page):
    page = open_page(f"{watched.url}/watches/new?board=visa")
    page.click("button:has-text('Add a condition')")
    page.select_option("[name=test-0-subject]", "status")
    page.wait_for_selector("[name=test-0-test] option[value=changed]", state="attached")
    page.select_option("[name=test-0-test]", "changed")
    page.wait_for_selector("[data-region=preview]:has-text('Rows it covers: 400 of 400')")
    seen = page.inner_text("[data-region=preview]")
    assert "Changes it would have sent you in the last 7 days: 0" in seen
    assert "match now" not in seen
    publish(page, watched, publisher, editions[1])
    altered = watched.query("SELECT count(*) FROM changes WHERE kind = 'altered'")[0][0]
    page.goto(f"{watched.url}/watches/new?board=visa")
    page.click("button:has-text('Add a condition')")
    page.select_option("[name=test-0-subject]", "status")
    page.wait_for_selector("[name=test-0-test] option[value=changed]", state="attached")
    page.select_option("[name=test-0-test]", "changed")
    page.wait_for_selector("[data-region=preview]:has-text('Changes it would have sent you in the last 7 days:')")
    told = int(re.search(r"last 7 days: (\d+)", page.inner_text("[data-region=preview]"))[1])
    assert 1 <= told <= altered
    # Older changes aren't in the last week.
    watched.change("UPDATE changes SET seen = seen - 8 * 86400000")
    page.reload()
    page.click("button:has-text('Add a condition')")
    page.select_option("[name=test-0-subject]", "status")
    page.wait_for_selector("[name=test-0-test] option[value=changed]", state="attached")
    page.select_option("[name=test-0-test]", "changed")
    page.wait_for_selector("[data-region=preview]:has-text('last 7 days: 0')")


def test_where_the_editor_cannot_ask_its_buttons_send_the_form_and_the_rest_is_said(watched, open_page, console):
    console.expected.append("status of 503")
    page = open_page(f"{watched.url}/watches/new?board=visa")
    page.wait_for_selector("watch-editor:defined")
    page.route("**/watches/preview", lambda route: route.fulfill(status=503))
    page.click("button:has-text('Add a condition')")
    page.wait_for_selector("[name=test-0-value]")
    page.wait_for_selector("watch-editor:defined")
    page.fill("[name=test-0-value]", WELL_KNOWN)
    page.wait_for_selector("[data-region=preview]:has-text('That didn’t work. Try again in a few seconds.')")
    page.click("[aria-label='Remove condition 1']")
    page.wait_for_selector(".test-row", state="detached")
    page.wait_for_selector("watch-editor:defined")
    page.click("button:has-text('Add a condition')")
    page.wait_for_selector("[name=test-0-value]")
    page.wait_for_selector("watch-editor:defined")
    page.unroute_all()
    page.fill("[name=test-0-value]", WELL_KNOWN)
    page.wait_for_selector("[data-region=preview]:has-text('of 400 rows match now')")


def test_every_change_is_watched_without_a_test(watched, open_page):
    page = open_page(f"{watched.url}/watches/new?board=visa")
    page.click("button[value=save]")
    page.wait_for_url(re.compile(r"/watches#watch-\d+$"))
    assert watched.query("SELECT count(*) FROM watches") == [(1,)]


def test_the_editor_works_without_scripts(watched, open_page):
    page = open_page(f"{watched.url}/watches/new?board=visa", java_script_enabled=False)
    page.click("button:has-text('Add a condition')")
    page.fill("[name=test-0-value]", WELL_KNOWN)
    page.press("[name=test-0-value]", "Enter")
    page.wait_for_selector("text=of 400 rows match now")
    page.click("button:has-text('Add a condition')")
    page.select_option("[name=test-1-subject]", "*")
    page.click("text=Show the conditions of the chosen fields")
    page.select_option("[name=test-1-test]", "gone")
    page.click("[aria-label='Remove condition 1']")
    assert page.locator(".test-row").count() == 1
    page.click("button[value=save]")
    assert "A row is gone." in page.inner_text("main")
    page.click("text='Edit'")
    page.check("[name=muted]")
    page.click("button[value=save]")
    assert "Muted" in page.inner_text(".watch-card")
    page.click("text=Unmute")
    assert "Unmute" not in page.inner_text(".watch-card")
    page.click("summary:has-text('Remove')")
    page.click("text=Remove watch")
    assert "No watches yet" in page.inner_text("main")


def test_what_is_muted_tells_nothing(watched, publisher, editions, open_page):
    page = open_page(f"{watched.url}/boards/visa?batch={WELL_KNOWN}")
    page.click("text=Tell me when it changes")
    page.wait_for_selector("text=Watching. You’ll see changes here.")
    page.goto(f"{watched.url}/watches")
    page.click("text=Mute")
    page.wait_for_selector("text=Unmute")
    publish(page, watched, publisher, editions[1])
    page.goto(f"{watched.url}/notices")
    assert "No notices yet" in page.inner_text("main")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_webhook_to_a_private_host_is_refused_when_it_is_entered(watched, open_page, console, scripts):
    console.expected.append("status of 422")
    page = open_page(f"{watched.url}/notices/channels", java_script_enabled=scripts)
    page.click("summary:has-text('Webhook')")
    for host in ("10.255.255.1", "no-such-host.invalid"):
        page.fill("#new-webhook-url", f"http://{host}/hook")
        page.click(".new-channel[open] button[type=submit]")
        page.wait_for_selector(f"#new-webhook-problem:has-text('{host}'):has-text('Allowed hosts for channels')")
        assert page.input_value("#new-webhook-url") == f"http://{host}/hook"
        assert page.locator(".channel").count() == 0
    page.click("#new-webhook-problem a")
    page.wait_for_selector("#hosts label:text-is('Allowed hosts for channels')")


def test_a_webhook_is_tried_out_and_told(watched, publisher, receiver, editions, open_page):
    page = open_page(f"{watched.url}/boards/visa?batch={WELL_KNOWN}")
    page.click("text=Tell me when it changes")
    page.wait_for_selector("text=Watching. You’ll see changes here.")
    page.goto(f"{watched.url}/notices/channels")
    page.click("summary:has-text('Webhook')")
    page.fill("#new-webhook-url", receiver.url("/hook"))
    page.fill("#new-webhook-name", "My program")
    page.click(".new-channel[open] button[type=submit]")
    assert len(page.inner_text(".secret")) >= 16
    page.goto(f"{watched.url}/notices/channels")
    assert page.locator(".secret").count() == 0
    assert "Used by all your watches" in page.inner_text(".channel")

    page.click("text=Send a test")
    page.wait_for_selector("text=Test delivered.")
    assert receiver.wait_for(1)
    assert "My program" in receiver.taken[0][1]["title"]

    receiver.status = 404
    page.click("text=Send a test")
    page.wait_for_selector(".state.is-failing")
    assert "404" in page.inner_text(".channel-state")
    receiver.status = 200

    publish(page, watched, publisher, editions[1])
    assert receiver.wait_for(2)
    assert WELL_KNOWN in receiver.taken[1][1]["title"]

    def is_noted() -> bool:
        page.goto(f"{watched.url}/notices")
        page.click(".notice-line a")
        page.wait_for_selector(".deliveries")
        return page.locator(".deliveries li.is-sent:has-text('My program')").count() == 1

    until(is_noted, lambda: page.inner_text(".deliveries"))


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_no_page_scrolls_sideways_and_every_control_has_a_name(watched, publisher, editions, open_page, viewport):
    page = open_page(f"{watched.url}/boards/visa?batch={WELL_KNOWN}", viewport)
    page.click("text=Tell me when it changes")
    page.wait_for_selector("text=Watching. You’ll see changes here.")
    publish(page, watched, publisher, editions[1])
    pages = [
        "/", "/watches", "/watches/1", "/watches/new?board=visa", "/notices", "/notices/1", "/notices/channels", "/boards/visa/changes",
        f"/boards/visa/changes?key={WELL_KNOWN}", "/boards/visa/health",
    ]
    for path in pages:
        page.goto(f"{watched.url}{path}")
        assert sideways_scroll(page) == 0, path
        nameless = page.evaluate(
            """() => [...document.querySelectorAll("main input:not([type=hidden]), main select, main textarea, main button")].filter((control) =>
                !(control.labels?.length || control.getAttribute("aria-label") || control.textContent.trim() || control.ariaHidden)).map((control) => control.outerHTML)"""
        )
        assert nameless == [], path
        assert page.locator("h1").count() == 1, path


def test_a_change_is_its_own_headline(furnished, open_page):
    page = open_page(f"{furnished.url}/boards/visa/changes", PHONE, session=furnished.log_in("ada"))
    headlines = page.locator(".change-entry h2").all_inner_texts()
    assert any("→" in text for text in headlines), headlines
    altered = page.locator(".change-entry.is-altered").first
    assert "→" in altered.locator("h2").inner_text()
    assert altered.locator(".watch-facts a").count() == 1, "whose change it is comes below"
    assert altered.locator(".change-details code").first.is_hidden(), "the version of the source is behind Details"
    page.goto(f"{furnished.url}/notices")
    line = page.locator(".notice-line").filter(has_text=WELL_KNOWN).first
    assert "→" in line.locator(".notice-title").inner_text()
    assert WELL_KNOWN in line.locator(".notice-more").first.inner_text()
    line.locator("a").first.click()
    page.wait_for_selector("h1:has-text('→')")
    assert WELL_KNOWN in page.inner_text(".why .lead")
