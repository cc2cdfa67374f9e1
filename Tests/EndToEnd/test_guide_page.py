"""A board of the view `guide` in a real browser: programmes now and next, and the change from one to the other."""

import base64
import datetime
import re
import zoneinfo

import pytest

from conftest import DESK, NARROW_PHONE, PHONE, Server
from publisher import a_file
from test_accessibility import broken_rules

OFF = "visa=http://127.0.0.1:9/none.pdf", "contacts=http://127.0.0.1:9/none.xml"


def listing(*programmes: tuple[str, float, float, str]) -> bytes:
    """Programmes of channels, with start and end in seconds from now."""
    now = datetime.datetime.now(datetime.UTC).replace(microsecond=0)

    def stamp(seconds: float) -> str:
        return (now + datetime.timedelta(seconds=seconds)).strftime("%Y%m%d%H%M%S +0000")

    elements = (
        f'<programme start="{stamp(start)}" stop="{stamp(stop)}" channel="{channel}"><title>{title}</title><sub-title>An evening</sub-title></programme>'
        for channel, start, stop, title in programmes
    )
    return f'<?xml version="1.0"?><tv><channel id="Harbour One"><display-name>Harbour 1</display-name></channel>{"".join(elements)}</tv>'.encode()


@pytest.fixture
def guide(tmp_path, publisher):
    """A server whose guide the test publishes."""
    server = Server(
        tmp_path, (*[word for source in (*OFF, f"guide={publisher.url('/guide.xml')}") for word in ("--source", source)], "--allow-hosts", publisher.host),
        {"TIDINGS_PUBLIC_BOARDS": "guide,visa", "TIDINGS_BOARDS": "guide,visa,contacts"},
    )  # fmt: skip

    def start(*programmes, channels=""):
        publisher.answers("/guide.xml", a_file(listing(*programmes).replace(b"<tv>", f"<tv>{channels}".encode()), etag='"1"'))
        server.start()
        server.wait_until_read("guide")
        return server

    yield start
    server.kill()


HOUR = 3600
EVENING = [
    ("Harbour One", -2 * HOUR, -HOUR, "Over"), ("Harbour One", -HOUR, HOUR, "The Lighthouse Keeper"), ("Harbour One", HOUR, 2 * HOUR, "Night Ferry"),
    ("Harbour Two", HOUR, 3 * HOUR, "A Title That Is Much Longer Than a Phone Is Wide and Goes On"), ("قناة ١٠", -60, HOUR, "الأخبار"),
]  # fmt: skip


@pytest.mark.parametrize("viewport", [NARROW_PHONE, PHONE, DESK])
def test_each_channel_has_what_is_on_now_and_next(guide, open_page, viewport):
    page = open_page(f"{guide(*EVENING).url}/boards/guide", viewport)
    assert page.locator(".guide-name").all_inner_texts() == ["Harbour 1", "Harbour Two", "قناة ١٠"]
    assert page.locator(".guide-title").all_inner_texts() == ["The Lighthouse Keeper", "الأخبار"]
    assert page.locator(".guide-next a").first.inner_text() == "Night Ferry"
    assert page.locator(".guide-silence").count() == 1
    assert "Over" not in page.content()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert broken_rules(page, "guide") == []
    told = page.request.get(page.url, headers={"Accept": "application/json"}).json()
    assert [(one["name"], [on["title"] for on in one["now"]], one.get("next", {}).get("title")) for one in told["channels"][:1]] == [
        ("Harbour 1", ["The Lighthouse Keeper"], "Night Ferry")]  # fmt: skip
    page.click("text=The Lighthouse Keeper")
    assert "An evening" in page.content()


def test_the_page_changes_by_itself_when_a_programme_ends(guide, open_page):
    server = guide(("One", -HOUR, 20, "Before"), ("One", 20, HOUR, "After"))
    page = open_page(f"{server.url}/boards/guide")
    page.wait_for_function("document.querySelector('.guide-title')?.textContent === 'After'")
    assert page.locator(".guide-next").count() == 0


WATCH = {"width": 200, "height": 230}


@pytest.mark.parametrize("viewport", [WATCH, PHONE, DESK])
def test_a_small_screen_has_a_line_for_now_and_one_for_what_is_next(guide, open_page, viewport):
    server = guide(*EVENING)
    page = open_page(f"{server.url}/boards/guide/channels", viewport)
    page.click("[aria-label='One of my channels: Harbour Two']")
    page.goto(f"{server.url}/boards/guide")
    page.click("text=For small screens")
    page.wait_for_url("**/boards/guide/now")
    assert page.locator(".glance h2").all_inner_texts() == ["Harbour Two", "Harbour 1", "قناة ١٠"]
    assert page.locator(".glance-now").first.inner_text() == "No information"
    assert page.locator(".glance-now a").all_inner_texts() == ["The Lighthouse Keeper", "الأخبار"]
    assert page.locator(".glance-next a").all_inner_texts() == [EVENING[3][3], "Night Ferry"]
    assert page.locator(".page-header").count() == 0
    assert page.evaluate("[...document.querySelectorAll('.glance-channels :is(h2, p)')].every(({ offsetHeight }) => offsetHeight < 40)")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert broken_rules(page, "small screen") == []
    told = page.request.get(page.url, headers={"Accept": "application/json"}).json()
    assert [one["name"] for one in told["channels"]] == ["Harbour Two", "Harbour 1", "قناة ١٠"]
    page.click("text=The Lighthouse Keeper")
    page.wait_for_url("**/records/*")
    assert "An evening" in page.content()


def test_a_small_screen_changes_by_itself_with_a_script_and_without(guide, open_page):
    server = guide(("One", -HOUR, 20, "Before"), ("One", 20, HOUR, "After"))
    plain, page = (open_page(f"{server.url}/boards/guide/now", WATCH, java_script_enabled=has_scripts) for has_scripts in (False, True))
    page.wait_for_function("document.querySelector('.glance-now a')?.textContent === 'After'")
    plain.wait_for_selector(".glance-now >> text=After")


def test_a_small_screen_that_is_opened_first_has_the_times_of_its_zone(guide, open_page):
    page = open_page(f"{guide(*EVENING).url}/boards/guide/now", WATCH, timezone_id="Asia/Tokyo")
    page.wait_for_function("[...document.querySelectorAll('.glance time')].every(({ textContent }) => !textContent.includes('UTC'))")
    assert page.locator(".glance time").count() == 4


def test_a_guide_that_has_ended_says_so(guide, open_page):
    page = open_page(f"{guide(('One', -3 * HOUR, -2 * HOUR, 'Over')).url}/boards/guide")
    assert "The guide has no programmes for the next twelve hours." in page.inner_text(".empty")
    page.click("text=For small screens")
    page.wait_for_selector(".glance .empty >> text=The guide has no programmes")


def is_past_midnight() -> bool:
    """Whether the guide's day, which begins at five in the morning, is yesterday's by the calendar of `in_zone`."""
    return datetime.datetime.now(zoneinfo.ZoneInfo("Europe/London")).hour < 5


def today() -> str:
    return "Today until 05:00" if is_past_midnight() else "Today"


def in_zone(server, open_page, path, viewport=DESK, **options):
    """A page that is read in London: days depend on the zone."""
    page = open_page(server.url + "/boards/guide", viewport, timezone_id="Europe/London", **options)
    page.wait_for_function("document.cookie.includes('tidings_zone')")
    page.goto(server.url + path)
    return page


@pytest.mark.parametrize("viewport", [NARROW_PHONE, PHONE, DESK])
def test_a_channel_has_a_day(guide, open_page, viewport):
    server = guide(*EVENING)
    page = in_zone(server, open_page, "/boards/guide", viewport)
    page.click(".guide-name >> text=Harbour 1")
    assert page.locator("h1").inner_text() == "Harbour 1"
    titles = page.locator(".guide-day .guide-title").all_inner_texts()
    assert "The Lighthouse Keeper" in titles
    assert "The Lighthouse Keeper" in page.locator(".guide-day [aria-current]").inner_text()
    assert page.locator(".guide-days [aria-current]").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert broken_rules(page, "channel") == []
    page.click("text=The Lighthouse Keeper")
    page.wait_for_selector("dialog[open] >> text=An evening")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    for path, status in [("guide/channel?id=none", 404), ("guide/channel?id=Harbour%20One&day=tomorrow", 400), ("visa/grid", 404), ("guide/grid?day=2026-02-30", 400)]:
        assert page.request.get(f"{server.url}/boards/{path}").status == status, path
    page.goto(f"{server.url}/boards/guide/channel?id=Harbour%20One&day=2020-01-01")
    assert "The guide has nothing for this channel on this day." in page.inner_text(".empty")


def test_a_channel_is_found_by_its_name_and_results_come_before_the_reminder(guide, open_page):
    server = guide(*EVENING)
    server.add_person("ada")
    page = in_zone(server, open_page, "/boards/guide/search?q=harbour", PHONE, session=server.log_in("ada"))
    assert page.locator(".guide-found a").all_inner_texts() == ["Harbour 1", "Harbour Two"]
    page.goto(f"{server.url}/boards/guide/search?q=harbour+two")
    assert page.locator(".guide-found a").all_inner_texts() == ["Harbour Two"]
    assert page.locator(".guide-found ~ .empty").count() == 0
    page.click(".guide-found a")
    page.wait_for_url("**/channel?id=Harbour%20Two*")
    page.goto(f"{server.url}/boards/guide/search?q=ferry")
    assert page.locator(".guide-day").bounding_box()["y"] < page.locator(".reminder-form").bounding_box()["y"] < PHONE["height"]
    assert page.locator(".guide-found").count() == 0


@pytest.mark.parametrize("language", ["en", "ar"])
def test_on_a_phone_now_and_next_has_a_line_each(guide, open_page, language):
    page = in_zone(guide(*EVENING), open_page, f"/boards/guide?lang={language}", PHONE)
    heights = page.locator(".guide-channel").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert len(heights) == 3, heights
    assert max(heights) < 116, heights
    lines = page.locator(".guide-channel :is(.guide-title, .guide-next) a").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert all(24 <= height <= 32 for height in lines), lines
    assert page.locator(".guide-channel").first.bounding_box()["y"] < PHONE["height"] / 2
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("viewport", [NARROW_PHONE, DESK])
def test_programmes_to_come_are_found_by_all_of_their_words(guide, open_page, viewport):
    page = in_zone(guide(*EVENING), open_page, "/boards/guide", viewport)
    page.fill("[type=search]", "evening FERRY")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=evening+FERRY")
    assert page.locator(".guide-day .guide-title").all_inner_texts() == ["Night Ferry"]
    assert "Harbour 1" in page.inner_text(".guide-day")
    assert page.input_value("[type=search]") == "evening FERRY"
    assert broken_rules(page, "search") == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    for query, words in [("over", "No upcoming programmes match “over”."), ("", "Results contain all your words."), ('" OR <b>', "No upcoming programmes match")]:
        page.fill("[type=search]", query)
        page.keyboard.press("Enter")
        page.wait_for_selector(f".empty >> text={words}")


@pytest.mark.parametrize("viewport", [NARROW_PHONE, DESK])
def test_sources_say_which_channels_they_have_no_programme_of(guide, open_page, viewport):
    server = guide(*EVENING, channels='<channel id="9"><display-name>Lantern</display-name></channel>')
    page = open_page(f"{server.url}/boards/guide", viewport)
    page.click("text=Sources of this guide")
    page.wait_for_selector(".guide-source dd >> text=1 (Lantern)")
    assert broken_rules(page, "sources") == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def titles(page) -> list[str]:
    return page.locator(".guide-day .guide-title a").all_inner_texts()


@pytest.mark.parametrize("viewport", [NARROW_PHONE, DESK])
def test_a_search_is_narrowed_to_a_day_a_channel_a_genre_and_films(guide, open_page, viewport):
    now = datetime.datetime.now(datetime.UTC)

    def sea(hours: float, channel: str, title: str, *inside: str) -> str:
        start, stop = ((now + datetime.timedelta(hours=hours + more)).strftime("%Y%m%d%H%M%S +0000") for more in (0, 1))
        return f'<programme start="{start}" stop="{stop}" channel="{channel}"><title>{title}</title>{"".join(inside)}</programme>'

    drama, sport = (f"<category>{genre}</category>" for genre in ("Drama", "Sport &amp; more"))
    server = guide(channels="".join([
        sea(1, "One", "Sea One", drama), sea(2, "Two", "Sea Two", sport), sea(30, "One", "Sea Three", "<category>Film</category>", drama), sea(31, "Two", "Sea Four"),
        sea(31, "Two", "Land"),
    ]))  # fmt: skip
    page = in_zone(server, open_page, "/boards/guide/search?q=sea", viewport)
    assert titles(page) == ["Sea One", "Sea Two", "Sea Three", "Sea Four"]
    assert page.locator("[name=channel] option").all_inner_texts() == ["All channels", "One", "Two"]
    assert page.locator("[name=genre] option").all_inner_texts() == ["All genres", "Drama", "Film", "Sport & more"]
    assert page.locator("[name=day] option").all_inner_texts()[:2] == ["All days", today()]
    assert broken_rules(page, "filters") == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.select_option("[name=genre]", "Drama")
    page.click("text=Filter")
    page.wait_for_url("**genre=Drama**")
    assert titles(page) == ["Sea One", "Sea Three"]
    assert page.input_value("[name=genre]") == "Drama"
    page.select_option("[name=mark]", "film")
    page.click("text=Filter")
    page.wait_for_url("**mark=film**")
    assert titles(page) == ["Sea Three"]
    assert page.input_value("[type=search]") == "sea"
    page.goto(f"{server.url}/boards/guide/search?q=sea&channel=Two")
    assert titles(page) == ["Sea Two", "Sea Four"]
    assert page.input_value("[name=channel]") == "Two"
    last = page.locator("[name=day] option").last.get_attribute("value")
    page.select_option("[name=day]", last)
    page.click("text=Filter")
    page.wait_for_url(f"**day={last}**")
    assert titles(page) == ["Sea Four"]
    page.goto(f"{server.url}/boards/guide/search?q=sea&genre=none&day=never&mark=title")
    page.wait_for_selector(".empty >> text=No upcoming programmes match “sea”. Choose other filters")
    assert page.input_value("[name=genre]") == "none"


def test_the_grid_says_a_genre_by_a_colour_and_its_name(guide, open_page):
    now = datetime.datetime.now(datetime.UTC)
    start, stop = ((now + datetime.timedelta(hours=hours)).strftime("%Y%m%d%H%M%S +0000") for hours in (-1, 1))
    cup = f'<programme start="{start}" stop="{stop}" channel="One"><title>Cup</title><category>Sports event</category></programme>'
    page = in_zone(guide(("Two", -HOUR, HOUR, "Plain"), channels=cup), open_page, "/boards/guide/grid")
    cell = page.locator(".grid-cell[data-genre]")
    cell.wait_for()
    assert cell.locator("a").get_attribute("aria-label").split(", ")[0::2] == ["Cup", "Sport"]
    looks = "cell => [getComputedStyle(cell.firstElementChild, '::after').content, getComputedStyle(cell).borderInlineStartColor]"
    plain = page.locator(".grid-cell.is-on:not([data-genre])")
    assert "Sport · " in cell.evaluate(looks)[0]
    assert cell.evaluate(looks)[1] != plain.evaluate(looks)[1]
    assert broken_rules(page, "genres") == []


def test_a_programme_says_when_else_it_is_on(guide, open_page):
    title = "The Lighthouse Keeper"
    server = guide(
        ("Harbour One", -HOUR, HOUR, title), ("Harbour Two", 5 * HOUR, 6 * HOUR, title), ("Harbour One", 26 * HOUR, 27 * HOUR, title),
        ("Harbour Two", -4 * HOUR, -3 * HOUR, title), ("Harbour Two", HOUR, 2 * HOUR, f"{title} Returns"),
    )  # fmt: skip
    page = open_page(f"{server.url}/boards/guide")
    page.click(f".guide-title >> text={title}")
    page.wait_for_selector("dialog[open] .programme-others")
    others = page.locator("dialog[open] .programme-others .guide-day li")
    assert others.locator(".guide-title").all_inner_texts() == [title, title]
    assert others.locator(".guide-subtitle").all_inner_texts() == ["Harbour Two · An evening", "Harbour 1 · An evening"]
    address = others.locator("a").first.get_attribute("href")
    others.locator("a").first.click()
    page.wait_for_url(f"**{address}")
    page.wait_for_selector("dialog[open] >> nth=1 >> text=Harbour 1 · An evening")
    page.goto(f"{server.url}/boards/guide/search?q=returns")
    page.click(".guide-title a")
    page.wait_for_selector("dialog[open] .programme-when")
    assert page.locator("dialog[open] .programme-others").count() == 0


def test_a_programmes_year_and_episode_have_no_separators(guide, open_page):
    now = datetime.datetime.now(datetime.UTC)
    start, stop = ((now + datetime.timedelta(hours=hours)).strftime("%Y%m%d%H%M%S +0000") for hours in (-1, 1))
    inside = '<title>Old Harbour</title><date>1952</date><episode-num system="xmltv_ns">2025.4122.</episode-num>'
    server = guide(channels=f'<programme start="{start}" stop="{stop}" channel="One">{inside}</programme>')
    for locale, words in [("en-GB", ["Series 2026, episode 4123", "Year 1952"]), ("de", ["Staffel 2026, Folge 4123", "Jahr 1952"])]:
        page = open_page(f"{server.url}/boards/guide", locale=locale)
        page.goto(server.url + page.locator(".guide-title a").get_attribute("href"))
        text = " ".join(page.inner_text("main").split())
        assert all(word in text for word in words), text


IN_SIGHT = """[...document.querySelectorAll(":is(.guide-days, .guide-ways .chips) > [aria-current]")].every((link) => {
    const { left, right } = link.getBoundingClientRect();
    return left >= 0 && right <= innerWidth;
})"""


@pytest.mark.parametrize("locale", ["en-GB", "ar"])
def test_the_day_and_the_page_that_are_shown_are_in_sight(guide, open_page, locale):
    server = guide(*[("One", day * 24 * HOUR, day * 24 * HOUR + HOUR, f"Day {day}") for day in range(14)])
    page = open_page(f"{server.url}/boards/guide/grid", PHONE, locale=locale)
    assert page.evaluate(IN_SIGHT)
    page.goto(server.url + page.locator(".guide-days a").last.get_attribute("href"))
    page.wait_for_function(IN_SIGHT)
    page.goto(f"{server.url}/boards/guide/offline")
    page.wait_for_function(IN_SIGHT)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def channels(page) -> list[str]:
    return page.locator(".guide-name").all_inner_texts()


@pytest.mark.parametrize("is_stranger", [True, False], ids=["stranger", "person"])
def test_chosen_channels_come_first(guide, open_page, is_stranger):
    server = guide(*EVENING)
    server.add_person("ada")
    page = open_page(f"{server.url}/boards/guide/channels", session=None if is_stranger else server.log_in("ada"))
    assert "Star a channel" in page.inner_text(".empty")
    page.click(".ledger-row:has-text('قناة ١٠') .channel-star")
    page.click("[aria-label='One of my channels: Harbour Two']")
    chosen = page.locator("ol.ledger strong")
    assert chosen.all_inner_texts() == ["قناة ١٠", "Harbour Two"]
    assert broken_rules(page, "channels") == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.click("[aria-label='Move Harbour Two up']")
    assert chosen.all_inner_texts() == ["Harbour Two", "قناة ١٠"]
    assert page.evaluate("document.activeElement.ariaLabel") == "Move Harbour Two down"
    page.goto(f"{server.url}/boards/guide")
    assert channels(page) == ["Harbour Two", "قناة ١٠", "Harbour 1"]
    page.goto(server.url)
    assert "Updated" in page.inner_text(".tile:has-text('TV guide')")  # Nothing is on now on the first of them.
    page.goto(f"{server.url}/boards/guide/grid")
    page.wait_for_selector(".grid-row[data-row='2'] .grid-channel")
    assert page.locator(".grid-row .grid-channel").all_inner_texts() == ["Harbour Two", "قناة ١٠", "Harbour 1"]
    page.goto(f"{server.url}/boards/guide/channel?id=Harbour%20Two")
    page.click(".channel-star[aria-pressed=true]")
    assert page.get_attribute(".channel-star", "aria-pressed") == "false"
    page.goto(f"{server.url}/boards/guide")
    assert channels(page) == ["قناة ١٠", "Harbour 1", "Harbour Two"]
    page.goto(server.url)
    assert "الأخبار" in page.inner_text(".tile:has-text('TV guide')")
    if not is_stranger:
        other = open_page(f"{server.url}/boards/guide", session=server.log_in("ada"))
        assert channels(other)[0] == "قناة ١٠"


def test_a_choice_of_channels_is_bounded(guide, open_page, console):
    console.expected += ["status of 409", "status of 400"]
    server = guide(*EVENING)
    server.add_person("ada")
    page = open_page(f"{server.url}/boards/guide/channels", session=server.log_in("ada"))
    send = """async ([name, value]) => {
        const body = new URLSearchParams(new FormData(document.querySelector("main form[method=post]")));
        body.set(name, value);
        return (await fetch(location.pathname, { method: "POST", body })).status;
    }"""
    for number in range(100):
        assert page.evaluate(send, ["add", f"gone {number}"]) == 200
    assert page.evaluate(send, ["add", "one more"]) == 409
    assert page.evaluate(send, ["add", "long" * 100]) == 400
    assert [page.evaluate(send, [name, value]) for name, value in [("up", "none"), ("remove", "none"), ("down", "gone 99"), ("add", "gone 1")]] == [200] * 4
    page.reload()
    assert page.locator("ol.ledger .ledger-row").count() == 100
    assert "doesn’t have this channel at the moment" in page.inner_text("ol.ledger .ledger-row >> nth=0")


CHANNELS = """<channel id="1"><display-name>Harbour 1</display-name><icon src="{}/logo.png"/></channel>
<channel id="1hd"><display-name>Harbour 1 HD</display-name><icon src="{}/logo.svg"/></channel>
<channel id="1+"><display-name>Harbour 1 +1</display-name><icon src="{}/none.png"/></channel>
<channel id="2"><display-name>Harbour 2</display-name></channel>"""
PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


@pytest.fixture
def harbours(guide, publisher):
    """A guide of four channels: with a picture, with a drawing, with a logo that doesn't exist, and without one."""
    root = publisher.url("")
    server = guide(*[(id, -HOUR, HOUR, f"On {id}") for id in ("1", "1hd", "1+", "2")], channels=CHANNELS.format(root, root, root))
    publisher.answers("/logo.png", a_file(PNG))
    publisher.answers("/logo.svg", a_file(b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"))
    return server


def test_pages_without_a_channel_say_that_the_channels_are_hidden(guide, open_page):
    server = guide(("One", -HOUR, HOUR, "Sea One"), ("Two", -HOUR, HOUR, "Land"))
    page = in_zone(server, open_page, "/boards/guide/channels")
    page.click("[aria-label='Hide One']")
    page.fill("[name=group]", "Evening")
    page.click("text=Add group")
    assert page.locator(".ledger-row:has([name='in.One'])").inner_text().split() == ["One", "Hidden"]
    assert page.locator(".ledger-row:has([name='in.Two'])").inner_text().split() == ["Two"]
    assert broken_rules(page, "group") == []
    page.check("[name='in.One']")
    page.click("button >> text=Save")
    page.wait_for_selector("ul.ledger a >> text=Evening")
    for path in ("", "/now", "/grid"):
        page.goto(f"{server.url}/boards/guide{path}?group=Evening")
        page.wait_for_selector(".empty >> text=No channels in this group. Choose another group, or show hidden channels under “My channels”.")
    page.goto(f"{server.url}/boards/guide/search?q=sea")
    page.wait_for_selector(".empty >> text=Only programmes on hidden channels match “sea”.")
    page.goto(f"{server.url}/boards/guide/channels?find=one")
    page.wait_for_selector(".empty >> text=Only hidden channels are left.")
    page.goto(f"{server.url}/boards/guide/channels")
    page.click("[aria-label='Hide Two']")
    page.wait_for_selector(".empty >> text=Only hidden channels are left.")
    for path in ("", "/now", "/grid", "/offline"):
        page.goto(f"{server.url}/boards/guide{path}")
        page.wait_for_selector(".empty >> text=You’ve hidden all channels.")


def test_channels_are_hidden_folded_and_put_into_groups(harbours, open_page, console):
    console.expected += ["status of 404"]
    server = harbours
    page = open_page(f"{server.url}/boards/guide/channels")
    page.click("[aria-label='Hide Harbour 2']")
    page.fill("[name=find]", "harbour 1 h")
    page.keyboard.press("Enter")
    page.wait_for_url("**find=*")
    assert page.locator("ul.ledger bdi").all_inner_texts()[:1] == ["Harbour 1 HD"]
    page.goto(f"{server.url}/boards/guide/channels")
    page.click("text=Group HD and +1 channels with the main one")
    assert page.get_attribute("[name=fold]", "aria-pressed") == "true"
    page.goto(f"{server.url}/boards/guide")
    assert channels(page) == ["Harbour 1"]
    page.click(".guide-name a")
    assert page.locator("[aria-label='Same channel'] a").all_inner_texts() == ["Harbour 1 +1", "Harbour 1 HD"]
    page.goto(f"{server.url}/boards/guide/channels")
    page.click("summary >> text=Hidden channels")
    page.click("[aria-label='Show Harbour 2']")
    page.fill("[name=group]", "Evening & <b>")
    page.click("text=Add group")
    page.check("[name='in.2']")
    assert broken_rules(page, "group") == []
    page.click("button >> text=Save")
    page.click("ul.ledger a >> text=Evening & <b>")
    page.wait_for_selector(".grid-row .grid-channel")
    assert page.locator(".grid-row .grid-channel").all_inner_texts() == ["Harbour 2"]
    page.click(".guide-ways >> text=Now and next")
    page.click("[aria-label=Groups] >> text=Evening & <b>")
    assert channels(page) == ["Harbour 2"]
    page.goto(f"{server.url}/boards/guide/channels")
    page.click("[aria-label='Edit Evening & <b>']")
    page.click("text=Remove group")
    page.wait_for_url("**/channels")
    assert page.locator("text=Evening").count() == 0
    assert broken_rules(page, "channels") == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_logos_come_through_the_server_as_pictures_only(harbours, open_page, publisher, console):
    console.expected += ["status of 404"]
    server = harbours
    page = open_page(f"{server.url}/boards/guide")
    page.wait_for_function("[...document.querySelectorAll('.channel-logo')].some(({ complete, naturalWidth }) => complete && naturalWidth === 1)")
    logo = page.get_attribute(".guide-channel:has-text('On 1') .channel-logo >> nth=0", "src")
    answer = page.request.get(server.url + logo)
    assert answer.headers["content-type"] == "image/png"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert answer.body() == PNG
    statuses = [page.request.get(f"{server.url}/boards/guide/logo?channel={id}").status for id in ("1", "1", "1hd", "1%2B", "1%2B", "2", "none", "")]
    assert statuses == [200, 200, 404, 404, 404, 404, 404, 404]
    # Each is fetched once, whether it was a picture or not.
    assert [[request.path for request in publisher.requests].count(path) for path in ("/logo.png", "/logo.svg", "/none.png")] == [1, 1, 1]


def a_day(channels: int) -> list[tuple[str, float, float, str]]:
    """Programmes of half an hour, for a day and a half around now, on this many channels."""
    return [
        (f"Channel {channel:03}", hour * HOUR, (hour + 0.5) * HOUR, f"Programme {channel} at {hour}") for channel in range(channels)
        for hour in (half / 2 for half in range(-72, 72))
    ]  # fmt: skip


SEEN = "document.querySelectorAll('guide-grid *').length"
ON = ".grid-row[data-row='0'] .grid-cell.is-on"


def test_a_grid_has_only_what_is_seen(guide, open_page):
    page = in_zone(guide(*a_day(120)), open_page, "/boards/guide/grid")
    page.wait_for_selector(ON)
    assert page.locator("[role=grid]").get_attribute("aria-rowcount") == "121"
    assert page.evaluate(SEEN) < 600
    on = page.locator(ON).bounding_box()
    assert on["x"] > 0
    assert on["x"] < DESK["width"]
    line = page.locator(".grid-now").bounding_box()
    assert on["x"] <= line["x"] + 2
    assert line["x"] <= on["x"] + on["width"] + 2
    view = page.locator(".grid-view")
    for top in range(0, 7000, 500):
        view.evaluate("(view, top) => view.scrollTo(0, top)", top)
        page.wait_for_function("document.querySelector('.grid-row .grid-cell')")
        assert page.evaluate(SEEN) < 600
    page.wait_for_selector(".grid-row[data-row='119'] .grid-cell >> nth=0")
    assert page.locator(".grid-row[data-row='119'] .grid-channel").inner_text() == "Channel 119"
    assert page.locator(".grid-row[data-row='0']").count() == 0
    # Cells are as narrow as programmes are short; each channel's list offers the same with enough space (WCAG 2.5.8, Equivalent).
    assert [rule for rule in broken_rules(page, "grid") if "grid-title" not in rule or "a target of" not in rule] == []


def test_a_grid_is_walked_by_the_keyboard_and_keeps_its_minute(guide, open_page):
    page = in_zone(guide(*a_day(60)), open_page, "/boards/guide/grid")
    page.wait_for_selector(ON)
    assert page.locator(".grid-view [tabindex='0']").count() == 1
    page.locator(f"{ON} a").focus()
    place = "(() => { const cell = document.activeElement.closest('.grid-cell'); return [Number(cell.parentElement.dataset.row), Number(cell.dataset.from)]; })()"
    row, start = page.evaluate(place)
    # As fast as keys are pressed: the rows from the twentieth on aren't loaded yet, and the focus is there when they are.
    held = []
    page.route(re.compile("from=20"), lambda route: held.append(route))
    for _ in range(30):
        page.keyboard.press("ArrowDown")
    page.wait_for_function("document.querySelector(\".grid-row[data-row='30']\")")
    assert page.evaluate(place)[0] == 19
    assert len(held) == 1
    held[0].continue_()
    page.wait_for_function(f"place => {place}.join() === place", arg=f"{row + 30},{start}")
    page.keyboard.press("+")
    assert page.evaluate(place) == [row + 30, start]
    page.keyboard.press("-")
    page.keyboard.press("Home")
    assert page.evaluate(place) == [row + 30, 0]
    # From the morning, because the current programme may be the day's last.
    page.keyboard.press("ArrowRight")
    assert page.evaluate(place)[0] == row + 30
    assert page.evaluate(place)[1] > 0
    page.keyboard.press("Home")
    page.keyboard.press("Control+Home")
    assert page.evaluate(place) == [0, 0]
    title = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"dialog[open] >> text={title}")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate(place) == [0, 0]


MORNING = "(document.querySelector('guide-grid').dataset.minutes - document.querySelector('guide-grid').dataset.dayMinutes)"


@pytest.mark.parametrize(("locale", "zoom"), [("en-GB", "1"), ("ar", "0.8")])
def test_a_grid_goes_on_into_the_next_morning(guide, open_page, locale, zoom):
    server = guide(*a_day(3))
    page = open_page(f"{server.url}/boards/guide/grid", DESK, timezone_id="Europe/London", locale=locale)
    page.evaluate("zoom => localStorage.setItem('guide-zoom', zoom)", zoom)
    page.wait_for_function("document.cookie.includes('tidings_zone')")
    page.reload()
    page.wait_for_selector(ON)
    assert page.evaluate(MORNING) == 6 * 60
    page.locator(f"{ON} a").focus()
    page.keyboard.press("End")
    day, whole = (int(page.get_attribute("guide-grid", name)) for name in ("data-day-minutes", "data-minutes"))
    # The programme in the last minutes of the morning, cut where the grid ends.
    page.wait_for_function("whole => document.activeElement.closest('.grid-cell')?.dataset.to === String(whole)", arg=whole)
    assert page.evaluate("document.activeElement.localName") == "a"
    page.locator(".grid-view").evaluate("(view, share) => view.scrollTo((getComputedStyle(view).direction === 'rtl' ? -1 : 1) * view.scrollWidth * share, 0)", (day - 60) / whole)
    first = "day => [...document.querySelectorAll('.grid-row .grid-cell')].some(({ dataset, firstChild }) => dataset.from >= day && dataset.from < day + 60 && firstChild.href)"
    page.wait_for_function(first, arg=day)
    # The next day's first hour is labelled, beside the line where the day ends.
    hour, line = page.locator(".grid-hour.is-next").bounding_box(), page.locator(".grid-end").bounding_box()
    edge = hour["x"] + hour["width"] if locale == "ar" else hour["x"]
    assert abs(edge - line["x"]) < 4
    assert 0 < edge < DESK["width"]
    assert page.locator(".grid-hour").count() == day // 60 + 6
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize(("day", "hours"), [("2026-03-28", 23), ("2026-06-10", 24), ("2026-10-24", 25)])
def test_a_grid_has_the_hours_of_its_clocks(guide, open_page, day, hours):
    page = open_page(f"{guide(*a_day(1)).url}/boards/guide", DESK, timezone_id="Europe/London", locale="de")
    page.wait_for_function("document.cookie.includes('tidings_zone')")
    page.goto(f"{page.url}/grid?day={day}")
    page.wait_for_selector(".grid-hour")
    assert int(page.get_attribute("guide-grid", "data-day-minutes")) == hours * 60
    assert page.evaluate(MORNING) == 6 * 60
    labels = page.locator(".grid-hour").all_inner_texts()
    night = {23: ["00:00", "02:00", "03:00"], 24: ["00:00", "01:00", "02:00", "03:00"], 25: ["00:00", "01:00", "01:00", "02:00", "03:00"]}[hours]
    assert labels[19 : 19 + len(night)] == night
    assert labels[hours].startswith("05:00 · ")
    assert labels[-1] == "10:00"


def test_a_channels_day_leads_to_the_next(guide, open_page):
    page = in_zone(guide(*a_day(1)), open_page, "/boards/guide/channel?id=Channel%20000")
    today = page.inner_text(".guide-days [aria-current]")
    page.click("[data-next]")
    page.wait_for_function("today => document.querySelector('.guide-days [aria-current]').innerText !== today", arg=today)
    assert page.locator(".guide-day li").count() > 0
    page.goto(page.url.split("&day=")[0] + "&day=2020-01-01")
    assert page.locator("[data-next]").count() == 0


def test_a_grid_zooms_around_a_minute_and_goes_to_now(guide, open_page):
    page = in_zone(guide(*a_day(5)), open_page, "/boards/guide/grid")
    page.wait_for_selector(ON)
    wide = page.locator(ON).bounding_box()["width"]
    page.click("[data-larger]")
    assert page.locator(ON).bounding_box()["width"] == pytest.approx(wide * 1.2, abs=1)
    for _ in range(10):
        page.keyboard.press("Enter")  # The button, until the end is reached.
    assert page.locator("[data-larger]").is_disabled()
    # To the end of the day that is farther from now.
    page.locator(".grid-view").evaluate("view => view.scrollTo(view.scrollLeft > view.scrollWidth / 2 ? 0 : view.scrollWidth, 0)")
    page.wait_for_selector(ON, state="detached")
    page.click("[data-now]")
    page.wait_for_selector(ON)
    page.reload()
    page.wait_for_selector(ON)
    assert page.locator("[data-larger]").is_disabled()
    # A title stays in sight while its programme is scrolled out.
    left = """on => {
        const [view, title] = [document.querySelector(".grid-view"), document.querySelector(on).firstElementChild];
        const edge = document.querySelector(".grid-corner").getBoundingClientRect().right;
        view.scrollBy({ left: title.parentElement.getBoundingClientRect().left - edge + 30, behavior: "instant" });
        return [title.parentElement.getBoundingClientRect().left - edge, title.getBoundingClientRect().left - edge];
    }"""
    assert page.evaluate(left, ON) == pytest.approx([-30, 0], abs=2)
    page.click("text=Tonight")
    hour = page.locator(".grid-hour", has_text="20:00").bounding_box()
    assert 0 < hour["x"] < DESK["width"]


# The minute under a point of the screen, and the width of a minute.
UNDER = """(x) => {
    const [view, hours] = [document.querySelector(".grid-view"), document.querySelector(".grid-hours")];
    const width = hours.offsetWidth / Number(document.querySelector("guide-grid").dataset.minutes);
    return [(view.scrollLeft + x - view.getBoundingClientRect().left - document.querySelector(".grid-corner").offsetWidth) / width, width];
}"""
PINCH = """([x, spans]) => {
    const target = document.querySelector(".grid-view");
    const touch = (identifier, clientX) => new Touch({ identifier, target, clientX, clientY: target.getBoundingClientRect().top + 99 });
    const send = (name, touches) => target.dispatchEvent(new TouchEvent(name, { touches, bubbles: true, cancelable: true }));
    spans.forEach((span, index) => send(index ? "touchmove" : "touchstart", [touch(1, x - span / 2), touch(2, x + span / 2)]));
    send("touchend", []);
}"""


def test_a_grid_is_zoomed_around_the_point_between_two_fingers(guide, open_page):
    page = in_zone(guide(*a_day(5)), open_page, "/boards/guide/grid", PHONE)
    page.wait_for_selector(ON)
    before, narrow = page.evaluate(UNDER, 260)
    page.evaluate(PINCH, [260, [80, 100, 120]])
    after, wide = page.evaluate(UNDER, 260)
    assert wide == pytest.approx(narrow * 1.5, rel=0.01)
    assert after == pytest.approx(before, abs=1)


def test_a_grid_without_scripts_is_a_list_of_channels(guide, open_page):
    page = open_page(f"{guide(*EVENING).url}/boards/guide/grid", PHONE, java_script_enabled=False)
    assert page.locator(".guide-lanes a").all_inner_texts() == ["Harbour 1", "Harbour Two", "قناة ١٠"]
    page.click("text=Harbour 1")
    assert page.locator(".guide-day li").count() > 0


def test_a_grid_goes_from_the_right_where_words_do(guide, open_page):
    page = open_page(f"{guide(*a_day(3)).url}/boards/guide/grid", DESK, locale="ar")
    page.wait_for_selector(ON)
    assert 0 < page.locator(ON).bounding_box()["x"] < DESK["width"]
    # In the morning, because the current programme may be the day's last.
    page.locator(".grid-view").evaluate("view => view.scrollTo(0, 0)")
    page.wait_for_selector(".grid-row[data-row='0'] .grid-cell[data-from='0']")
    before, after = (page.locator(".grid-row[data-row='0'] .grid-cell").nth(place).bounding_box() for place in (0, 1))
    assert after["x"] < before["x"]
