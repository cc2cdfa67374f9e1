"""A film in several sizes in one playlist: how the playlist describes them, and how our player changes size by itself."""

from pathlib import Path

import pytest

from conftest import DESK
from hls_checks import Master, Track, check_rates, fetch
from test_media import H264, Library, ffmpeg, play
from test_media_player import SAYS_NO, VIDEO, begin, seek

SECONDS = 40
CHOICE = Path(__file__).resolve().parents[2] / "Sources/Serving/Assets/js/quality-choice.js"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ladder")
    picture = ["-f", "lavfi", "-i", f"testsrc2=size=640x480:rate=25:duration={SECONDS},noise=alls=40:allf=t"]
    sound = ["-f", "lavfi", "-i", f"sine=sample_rate=48000:duration={SECONDS}"]
    ffmpeg("-v", "error", *picture, *sound, *H264, "-g", "150", "-b:v", "4M", "-maxrate", "4M", "-bufsize", "4M", "-c:a", "aac", folder / "Large.mkv")
    ffmpeg("-v", "error", *picture, *sound, *H264, "-b:v", "200k", "-vf", "scale=64:48", "-c:a", "aac", folder / "Small.mkv")
    library = Library(folder, tmp_path_factory.mktemp("home"))
    library.items(2)
    yield library
    library.server.kill()


def test_a_ladder_is_there_for_who_asks_and_has_what_is_smaller(library):
    items = library.items(2)
    large, small = items["Large"]["id"], items["Small"]["id"]
    plain = library.ask(f"items/{large}/plays", {})["master"]
    assert len(Master(plain).variants) == 2
    assert library.ask(f"items/{small}/plays", {"adaptive": True})["master"].endswith("/master.m3u8")
    address = library.ask(f"items/{large}/plays", {"adaptive": True})["master"]
    master = Master(address)
    assert not master.problems
    assert "\n/" not in fetch(address).decode()
    assert "http" not in fetch(address).decode()
    assert [one.get("RESOLUTION") for one, _ in master.variants] == ["640x480", "480x360", None]
    assert all(int(one["AVERAGE-BANDWIDTH"]) <= int(one["BANDWIDTH"]) for one, _ in master.variants)
    rates = [int(one["AVERAGE-BANDWIDTH"]) for one, _ in master.variants]
    assert rates == sorted(rates, reverse=True)
    tracks = [Track(variant) for _, variant in master.variants]
    assert not [problem for track in tracks for problem in track.problems]
    assert len({track.target for track in tracks}) == 1
    tracks[1].check_times(0.05, True)
    assert not tracks[1].problems
    assert (tracks[1].beginning.width, tracks[1].beginning.height) == (480, 360)
    assert master.variants[1][0]["CODECS"].split(",")[0] == tracks[1].beginning.codec
    assert all(track.rates()[0] > 100_000 for track in tracks[:2])
    for (variant, _), track in zip(master.variants, tracks, strict=True):
        assert not check_rates(variant, [track] if track is tracks[2] else [track, tracks[2]], None if track is tracks[1] else 1.2)
    for rung in master.variants[0][1], master.variants[1][1], address:
        assert abs(play(rung) - SECONDS) < 0.1


def test_a_person_s_bounds_are_those_of_the_ladder(library):
    number = library.items(2)["Large"]["id"]
    for wish in {"height": 360}, {"bitRate": 1_100_000}, {"height": 144}:
        master = library.ask(f"items/{number}/plays", {"adaptive": True, **wish})["master"]
        assert [one["RESOLUTION"] for one, _ in Master(master).variants if "RESOLUTION" in one] == ["192x144" if wish.get("height") == 144 else "480x360"]


def test_the_address_of_a_rung_is_good_for_its_film_only(library):
    items = library.items(2)
    master = Master(library.ask(f"items/{items['Large']['id']}/plays", {"adaptive": True})["master"])
    rung = master.variants[1][1].removeprefix(library.server.url)
    assert library.server.get(rung)[0] == 200
    assert library.server.get(rung.replace(f"/{items['Large']['id']}/", f"/{items['Small']['id']}/"))[0] == 404
    assert library.server.get(rung.replace("video-", "video-0"))[0] == 404


def throttle(page, bytes_: int):
    """Bytes a second that arrive; -1: unlimited."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": bytes_, "uploadThroughput": -1})
    return network


def test_our_player_goes_down_on_a_slow_line_and_up_again(library, open_page):
    page = open_page(f"{library.server.url}/media", DESK, session=library.server.log_in("ada"))
    page.add_init_script(f"({SAYS_NO})()".replace("mpegurl", 'mpegurl") || type.includes("matroska'))
    slow = throttle(page, 220_000)
    page.goto(f"{library.server.url}/media/items/{library.items(2)['Large']['id']}")
    begin(page)
    assert page.get_attribute("video", "src").startswith("blob:")
    page.wait_for_function(f"() => {VIDEO}.videoHeight === 360")
    slow.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    page.wait_for_function(f"() => {VIDEO}.buffered.length === 1 && {VIDEO}.buffered.end(0) > {SECONDS - 10}")
    seek(page, SECONDS - 12)
    page.wait_for_function(f"() => {VIDEO}.videoHeight === 480")
    # From one size to the other without a gap, to its end.
    assert page.evaluate(f"() => {VIDEO}.buffered.length") == 1
    assert not page.is_visible("[data-problem]")
    seek(page, SECONDS - 2)
    page.wait_for_function(f"() => {VIDEO}.ended")


def test_data_are_saved_and_the_choice_is_kept(library, open_page):
    page = open_page(f"{library.server.url}/media", DESK, session=library.server.log_in("ada"))
    page.add_init_script(f"({SAYS_NO})()")
    number = library.items(2)["Large"]["id"]
    wishes = []
    page.on("request", lambda request: request.url.endswith(f"/{number}/plays") and wishes.append(request.post_data_json))
    page.goto(f"{library.server.url}/media/items/{number}")
    page.wait_for_function(f"() => {VIDEO}.readyState > 0")
    page.select_option("[data-quality]", "saving")
    page.wait_for_function("() => document.querySelector('[data-reason]').textContent.includes('kbit/s')")
    page.reload()
    page.wait_for_function(f"() => {VIDEO}.readyState > 0 && document.querySelector('[data-quality]').value === 'saving'")
    page.select_option("[data-quality]", "original")
    page.wait_for_function("() => !document.querySelector('[data-reason]').textContent.includes('kbit/s')")
    assert [(one.get("bitRate"), one.get("height"), one["adaptive"]) for one in wishes] == [(None, None, True), (1_700_000, None, True), (1_700_000, None, True), (None, None, False)]


def test_the_next_size_is_chosen_by_line_server_and_what_is_there(open_page, library):
    page = open_page(f"{library.server.url}/media", DESK, session=library.server.log_in("ada"))
    page.goto("about:blank")
    page.add_script_tag(content=CHOICE.read_text().replace("export ", "") + "\nObject.assign(globalThis, { Speed, choose, patience });")

    def chosen(**state) -> int:
        levels = [{"rate": rate, "wait": wait} for rate, wait in zip((6e6, 3e6, 1e6), state.pop("waits", (0, 0, 0)), strict=True)]
        return page.evaluate("([levels, state]) => choose(levels, state)", [levels, {"length": 4, "there": 15, **state}])

    # An unknown line, a fast one, a slow one, and a dead one.
    assert [chosen(), chosen(current=1), chosen(speed=50e6), chosen(speed=4e6), chosen(speed=100e3)] == [0, 1, 0, 1, 2]
    # Up only with enough buffer, down at once; no change while there is plenty and segments arrive in time.
    assert [chosen(current=2, speed=50e6, there=5), chosen(current=2, speed=50e6, there=12)] == [2, 0]
    assert [chosen(current=0, speed=6.5e6, there=5), chosen(current=0, speed=6.5e6, there=25), chosen(current=0, speed=4e6, there=25)] == [1, 0, 1]
    # A server that can't encode in time.
    assert chosen(speed=50e6, waits=(5, 4, 1), current=0) == 2
    speeds = page.evaluate("""() => {
        const speed = new Speed();
        const seen = [speed.value];
        for (const [bytes, time] of [[1000, 1], [500_000, 1000], [500_000, 100], [500_000, 4000], [500_000, 4000]]) {
            speed.note(bytes, time);
            seen.push(speed.value);
        }
        return seen;
    }""")
    assert speeds[:3] == [None, None, 4e6]
    assert speeds[2] < speeds[3] < 40e6
    assert speeds[3] > speeds[4] > speeds[5] > 1e6
    assert page.evaluate("() => [patience(0), patience(1), patience(20)]") == [6, 1.5, 18.5]
