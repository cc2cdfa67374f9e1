"""A guide that a browser stores: its grid, days, search and details while the server is unreachable."""

import functools

import pytest

from conftest import DESK, OUT_OF_REACH, PHONE, ROOT
from publisher import a_file
from test_accessibility import broken_rules
from test_app import banner, wait_for_worker, wait_until_forgotten, wait_until_kept
from test_contacts_page import refresh_until
from test_guide_page import HOUR, IN_SIGHT, ON, guide, in_zone, listing, today  # noqa: F401
from test_people import menu

PROGRAMMES = [
    ("Harbour One", -2 * HOUR, -HOUR, "Over"), ("Harbour One", -HOUR, HOUR, "The Lighthouse Keeper"), ("Harbour One", HOUR, 2 * HOUR, "The Long Night Ferry Home"),
    # One inside another, one across the end of another, one without a length.
    ("Harbour Two", -HOUR, 3 * HOUR, "A Long Evening"), ("Harbour Two", 0.5 * HOUR, HOUR, "Interlude"), ("Harbour Two", 2 * HOUR, 4 * HOUR, "Café Society"),
    ("Harbour Two", 2.5 * HOUR, 2.5 * HOUR, "Headlines"), ("Harbour Two", 26 * HOUR, 27 * HOUR, "Tomorrow’s News"),
]  # fmt: skip

ROWS = """[...document.querySelectorAll('.grid-row')].sort((one, other) => one.dataset.row - other.dataset.row).map(row => [
    row.querySelector('.grid-channel').textContent.trim(), [...row.querySelectorAll('.grid-cell')].map(cell => [cell.dataset.from, cell.dataset.to, cell.textContent])])"""


@pytest.fixture
def open_page(open_page):
    return functools.partial(open_page, service_workers="allow")


def keep(page, server) -> None:
    page.goto(f"{server.url}/boards/guide/offline")
    wait_for_worker(page)
    page.click("[data-keep]")
    page.wait_for_selector("[data-state] >> text=Saved on this device.")


# What a page would store of the guide, by day; "" is everything else.
SIZES = """(async () => {
    const cache = await caches.open("guide");
    const sizes = {};
    for (const request of await cache.keys()) {
        const day = new URL(request.url).searchParams.get("day") ?? "";
        sizes[day] = (sizes[day] ?? 0) + Number((await cache.match(request)).headers.get("tidings-size"));
    }
    return sizes;
})()"""


def sizes(page) -> dict[str, int]:
    return page.evaluate(SIZES)


def leave_room(page, count: int) -> None:
    """Data stored by another guide leaves this many bytes. Call it before anything is stored."""
    page.evaluate(
        """async (bytes) => (await caches.open("guide")).put("/boards/other/offline?day=2020-01-01&as=json",
            new Response("{}", { headers: { "tidings-kept": "1", "tidings-size": String(bytes) } }))""", 40_000_000 - count)  # fmt: skip


def days(page) -> list[str]:
    return sorted(set(sizes(page)) - {"", "2020-01-01"})


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_guide_goes_on_without_its_server(guide, open_page, console, viewport):
    console.expected += OUT_OF_REACH
    server = guide(*PROGRAMMES)
    page = in_zone(server, open_page, "/boards/guide/grid", viewport)
    page.wait_for_selector(ON)
    page.wait_for_selector(".grid-row[data-row='1'] .grid-cell")
    rows = page.evaluate(ROWS)
    keep(page, server)
    assert page.locator("dd[data-channels]").inner_text() == "2"
    assert page.locator("[data-size]").inner_text().endswith("MB")
    assert broken_rules(page, "keep offline") == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    server.stop()

    page.goto(f"{server.url}/boards/guide/grid")
    page.wait_for_selector(ON)
    assert "Offline · as of" in banner(page)
    assert page.evaluate(ROWS) == rows
    page.reload()
    page.wait_for_selector(ON)
    page.click(f"{ON} >> text=The Lighthouse Keeper")
    page.wait_for_selector("dialog[open] >> text=An evening")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")

    page.fill("[type=search]", "evening ferry LONG nig hom")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=*")
    page.wait_for_selector(".guide-day")
    assert page.locator(".guide-day .guide-title").all_inner_texts() == ["The Long Night Ferry Home"]
    page.goto(f"{server.url}/boards/guide/search?q=cafe")
    page.wait_for_selector(".guide-day")
    assert page.locator(".guide-day .guide-title").all_inner_texts() == ["Café Society"]
    many = "t th the l lo lon long n ni nig nigh night f fe fer ferr ferry"
    page.goto(f"{server.url}/boards/guide/search?q={many.replace(' ', '+')}")
    page.wait_for_selector(".guide-day")
    assert page.locator(".guide-day .guide-title").all_inner_texts() == ["The Long Night Ferry Home"]
    assert "This searches what’s saved on this device: " in page.inner_text("[data-covered]")
    assert "Channels: 2." in page.inner_text("[data-covered]")
    page.goto(f"{server.url}/boards/guide/search?q=harbour+two")
    page.wait_for_selector(".guide-found a >> text=Harbour Two")
    assert page.locator(".guide-found a").count() == 1
    assert page.locator(".empty").count() == 0
    for none in ["over", f"{many} ferries"]:
        page.goto(f"{server.url}/boards/guide/search?q={none.replace(' ', '+')}")
        page.wait_for_selector(f".empty >> text=No upcoming programmes match “{none}”.")

    page.goto(f"{server.url}/boards/guide")
    page.wait_for_selector(".guide-name")
    assert page.locator(".guide-name").all_inner_texts() == ["Harbour 1", "Harbour Two"]
    assert page.locator(".guide-slot .guide-title").all_inner_texts() == ["The Lighthouse Keeper", "A Long Evening"]
    assert page.locator(".guide-next a").all_inner_texts() == ["The Long Night Ferry Home", "Interlude"]
    for path in ("/boards/guide", "/boards/guide/now"):
        page.goto(server.url + path)
        page.wait_for_selector(".guide-slot .guide-title >> text=The Lighthouse Keeper")
        assert page.locator(".guide-ways nav [aria-current]").all_inner_texts() == ["Now and next"]
        page.wait_for_function(IN_SIGHT)
        assert page.locator(".detail-way").count() == 0
    page.click(".guide-name a >> text=Harbour 1")
    page.wait_for_selector(".guide-day")
    assert page.locator("h1").inner_text() == "Harbour 1"
    assert page.locator(".guide-days [aria-current]").inner_text() == today()
    assert "The Lighthouse Keeper" in page.inner_text(".guide-day [aria-current]")
    assert page.locator("[data-next]").inner_text().startswith("Next day: ")
    address = page.get_attribute(".guide-title a:has-text('The Lighthouse Keeper')", "href")
    page.goto(server.url + address)
    page.wait_for_selector(".programme-when")
    assert page.locator("h1").inner_text() == "The Lighthouse Keeper"
    # Everything is aligned to one edge.
    left = [page.locator(one).bounding_box()["x"] for one in ("h1", ".programme-when")]
    assert left[0] == left[1]
    page.goto(f"{server.url}/boards/guide/channels")
    page.wait_for_selector(".ledger a")
    assert page.locator(".ledger a").all_inner_texts() == ["Harbour 1", "Harbour Two"]
    page.goto(f"{server.url}/boards/guide/grid?day=2020-01-01")
    page.wait_for_selector(".empty >> text=This isn’t saved on this device.")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")

    server.start()
    page.goto(f"{server.url}/boards/guide/grid")
    page.wait_for_selector(ON)
    assert page.is_hidden("offline-banner")


def test_a_grid_that_is_open_when_the_network_goes_is_filled_of_what_is_kept(guide, open_page, console):
    console.expected += OUT_OF_REACH
    server = guide(*PROGRAMMES)
    page = in_zone(server, open_page, "/boards/guide")
    keep(page, server)
    page.goto(f"{server.url}/boards/guide/channel?id=Harbour%20Two")
    page.context.set_offline(True)
    page.click(".guide-title >> text=A Long Evening")
    page.wait_for_selector("dialog[open] .programme-when >> text=Harbour Two")


def test_a_kept_day_shows_each_channel_its_own_programmes_after_others_were_chosen(guide, open_page, console):
    console.expected += OUT_OF_REACH
    server = guide(*PROGRAMMES)
    page = in_zone(server, open_page, "/boards/guide/offline")
    wait_for_worker(page)
    page.goto(f"{server.url}/boards/guide/grid")
    page.wait_for_selector(ON)
    # The day as requested after channels were chosen, and its rows, which the worker stores along the way.
    day = f"{server.url}/boards/guide/grid?day={page.get_attribute('guide-grid', 'page').split('day=')[1]}"
    page.goto(day)
    page.wait_for_selector(".grid-row[data-row='1'] .grid-cell")
    before = page.evaluate("async () => (await (await caches.open('parts')).keys()).map(({ url }) => url).filter((url) => url.includes('from=0'))")
    assert before, "the rows are kept as they were before"
    page.goto(f"{server.url}/boards/guide/channels")
    page.click("[aria-label='One of my channels: Harbour Two']")
    page.wait_for_selector("[aria-label='One of my channels: Harbour Two'][aria-pressed=true]")
    keep(page, server)
    server.stop()
    page.goto(day)
    page.wait_for_selector(".grid-row[data-row='0'] .grid-cell")
    rows = {channel: " ".join(text for _, _, text in cells) for channel, cells in page.evaluate(ROWS)}
    assert list(rows)[0] == "Harbour Two", rows
    assert "A Long Evening" in rows["Harbour Two"], rows
    assert not {"Lighthouse", "Ferry"} & set(rows["Harbour Two"].split()), rows


def test_what_is_kept_is_renewed_and_removed(guide, open_page, publisher, console):
    console.expected += OUT_OF_REACH
    server = guide(*PROGRAMMES)
    page = in_zone(server, open_page, "/boards/guide")
    keep(page, server)
    publisher.answers("/guide.xml", a_file(listing(("Harbour One", -HOUR, HOUR, "Another Keeper"), ("Harbour Two", HOUR, 2 * HOUR, "Late")), etag='"2"'))
    page.goto(f"{server.url}/boards/guide")
    refresh_until(page, page.locator(".guide-title >> text=Another Keeper").count)
    page.goto(f"{server.url}/boards/guide/offline")
    page.click("[data-again]")
    page.wait_for_selector("[data-state] >> text=Saved on this device.")
    kept = "(await (await caches.open('guide')).keys()).map(({ url }) => new URL(url).searchParams.get('day')).filter(Boolean)"
    assert page.evaluate(f"(async () => {{ const days = {kept}; return days.length === new Set(days).size; }})()")
    server.stop()
    page.goto(f"{server.url}/boards/guide")
    page.wait_for_selector(".guide-slot")
    assert "Another Keeper" in page.locator(".guide-slot .guide-title").all_inner_texts()
    page.goto(f"{server.url}/boards/guide/offline")
    page.click("[data-remove]")
    wait_until_forgotten(page, "guide")
    page.wait_for_selector("[data-keep]")
    assert page.is_hidden("[data-kept-facts]")
    page.goto(f"{server.url}/boards/guide/grid")
    assert "You’re offline" in page.inner_text("h1")


def test_groups_and_hidden_channels_are_as_they_are_with_a_network(guide, open_page, console):
    console.expected += OUT_OF_REACH
    server = guide(*PROGRAMMES, ("Harbour Three", -HOUR, HOUR, "Hidden Away"), ("Harbour Four", -HOUR, HOUR, "Four at Sea"))
    page = in_zone(server, open_page, "/boards/guide/channels")
    page.click("[aria-label='Hide Harbour Three']")
    page.fill("[name=group]", "Evening & <b>")
    page.click("text=Add group")
    page.check("[name='in.Harbour Two']")
    page.check("[name='in.Harbour Four']")
    page.click("button >> text=Save")
    page.wait_for_selector("ul.ledger a >> text=Evening & <b>")
    keep(page, server)
    server.stop()
    page.goto(f"{server.url}/boards/guide")
    page.wait_for_selector(".guide-name")
    assert page.locator(".guide-name").all_inner_texts() == ["Harbour 1", "Harbour Four", "Harbour Two"]
    page.click("[aria-label=Groups] >> text=Evening & <b>")
    page.wait_for_function("document.querySelectorAll('.guide-name').length === 2")
    assert page.locator(".guide-name").all_inner_texts() == ["Harbour Four", "Harbour Two"]
    page.click(".guide-ways >> text=All channels")
    page.wait_for_selector(".grid-row[data-row='2'] .grid-channel")
    page.click("[aria-label=Groups] >> text=Evening & <b>")
    page.wait_for_function("document.querySelectorAll('.grid-row').length === 2")
    page.wait_for_selector(".grid-row[data-row='1'] .grid-cell >> nth=0")
    assert page.locator(".grid-row .grid-channel").all_inner_texts() == ["Harbour Four", "Harbour Two"]
    assert page.locator("[aria-label=Groups] [aria-current]").inner_text() == "Evening & <b>"
    page.goto(f"{server.url}/boards/guide/search?q=hidden")
    page.wait_for_selector(".empty >> text=No upcoming programmes match “hidden”.")
    page.goto(f"{server.url}/boards/guide?group=none")
    page.wait_for_selector(".empty >> text=No channels in this group.")
    assert page.locator("[aria-label=Groups] a").all_inner_texts() == ["All", "Evening & <b>"]


def test_what_is_kept_for_a_person_goes_when_they_sign_out(guide, open_whole):
    server = guide(*PROGRAMMES)
    server.add_person("ada")
    page = open_whole(f"{server.url}/boards/guide", session=server.log_in("ada"))
    page.goto(f"{server.url}/boards/guide/channels")
    page.click("[aria-label='One of my channels: Harbour Two']")
    keep(page, server)
    assert page.locator("dd[data-channels]").inner_text() == "1"
    menu(page, "Sign out")
    wait_until_forgotten(page, "guide")


def test_reminders_are_shown_offline_as_they_were_left(guide, open_whole, console):
    console.expected += OUT_OF_REACH
    server = guide(*PROGRAMMES)
    server.add_person("ada")
    page = open_whole(f"{server.url}/boards/guide", session=server.log_in("ada"), service_workers="allow")
    keep(page, server)
    wait_until_kept(page, "/boards/guide/reminders", "No reminders yet.")
    address = server.get("/boards/guide/search?q=ferry")[2].split('/records/')[1].split('"')[0]
    programme = f"/boards/guide/records/{address}"
    page.goto(server.url + programme)
    wait_until_kept(page, programme, "Remind me")
    page.click("button >> text=Remind me")
    page.wait_for_selector(".reminder-set")
    wait_until_kept(page, programme, "reminder-set")
    wait_until_kept(page, "/boards/guide/reminders", "The Long Night Ferry Home")
    server.stop()
    page.goto(server.url + programme)
    assert "Offline · as of" in banner(page)
    assert page.locator(".reminder-set").count() == 1
    page.goto(f"{server.url}/boards/guide/reminders")
    assert "Offline · as of" in banner(page)
    assert page.locator(".reminders .guide-title").all_inner_texts() == ["The Long Night Ferry Home"]


def test_a_guide_of_many_channels_asks_to_choose_some(guide, open_page):
    server = guide(*[(f"Channel {number:02}", 0, HOUR, "News") for number in range(31)])
    page = open_page(f"{server.url}/boards/guide/offline")
    assert "Choose your channels first." in page.inner_text(".empty")
    assert page.request.get(f"{server.url}/boards/guide/offline?day=tomorrow", headers={"Accept": "application/json"}).status == 400
    assert page.request.get(f"{server.url}/boards/guide/offline", headers={"Accept": "application/json"}).json()["days"] == []


def test_a_shelf_keeps_what_fits_or_says_that_it_does_not(guide, open_page):
    page = open_page(f"{guide(*PROGRAMMES).url}/boards/guide", service_workers="block")
    told = page.evaluate(f"""async () => {{
        {(ROOT / "Sources/Serving/Assets/worker/shelf.js").read_text()}
        const told = async (shelf, ...sizes) => {{
            const told = [];
            for (const [number, size] of sizes.entries()) {{
                const answer = new Response(new Blob([new Uint8Array(size)]));
                told.push(await shelf.keep(`${{location.origin}}/${{number}}`, answer, shelf.age).then(() => "kept", ({{ message }}) => message));
            }}
            return told;
        }};
        const held = new Shelf("held", {{ most: 3, megabytes: 1, makesRoom: false }});
        return [await told(held, 900_000, 100_001, 99_999, 1, 0), await told(new Shelf("passing", {{ most: 3, megabytes: 1 }}), 250_001, 250_000)];
    }}""")
    assert told == [["kept", "full", "kept", "kept", "full"], ["large", "kept"]]


def test_what_has_no_room_on_the_device_is_said(guide, open_page, publisher, console):
    console.expected += [*OUT_OF_REACH, "status of 507"]
    server = guide(*PROGRAMMES)
    page = in_zone(server, open_page, "/boards/guide")
    keep(page, server)
    whole = sizes(page)
    *first, last = days(page)

    def again(count: int):
        page = in_zone(server, open_page, "/boards/guide/offline")
        wait_for_worker(page)
        leave_room(page, count)
        page.click("[data-keep]")
        return page

    page = again(sum(whole.values()) - whole[last] // 2)
    page.wait_for_selector("[data-state] >> text=This device doesn’t have room for all of the days. The others are saved.")
    assert days(page) == first
    assert page.is_visible("[data-kept-facts]")

    page = again(100)
    page.wait_for_selector("[data-state] >> text=This device has no room for the guide.")
    assert days(page) == []
    assert page.is_visible("[data-keep]")
    assert page.is_hidden("[data-kept-facts]")

    # There is room for everything, except for a day beside its older edition.
    page = again(sum(whole.values()) + min(whole[day] for day in (*first, last)) // 2)
    page.wait_for_selector("[data-state] >> text=Saved on this device.")
    publisher.answers("/guide.xml", a_file(listing(*PROGRAMMES[:-1], ("Harbour Two", 26 * HOUR, 27 * HOUR, "Tomorrow’s Talk")), etag='"2"'))
    page.goto(f"{server.url}/boards/guide")
    refresh_until(page, lambda: "Talk" in server.get("/boards/guide/search?q=talk")[2])
    page.goto(f"{server.url}/boards/guide/offline")
    page.click("[data-again]")
    page.wait_for_selector("[data-state] >> text=Saved on this device.")
    assert days(page) == [*first, last]
    server.stop()
    page.goto(f"{server.url}/boards/guide/search?q=talk")
    page.wait_for_selector(".guide-day")
    assert page.locator(".guide-day .guide-title").all_inner_texts() == ["Tomorrow’s Talk"]
