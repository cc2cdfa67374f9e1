"""The film player in the browser, with the browser's own player of segments and with ours: seeking, switching to sound, quality, keys, and formats that a
browser can't decode."""

import os
import re
import statistics

import pytest

from conftest import DESK, PHONE
from hls_checks import Master
from test_media import H264, PICTURE, SOUND, Library, ffmpeg
from test_media_page import FRAMES, HIDE, STATE

SECONDS = 24
# A browser that doesn't play playlists of segments by itself, and says so.
SAYS_NO = """() => {
  const said = HTMLMediaElement.prototype.canPlayType;
  HTMLMediaElement.prototype.canPlayType = function (type) { return type.includes("mpegurl") ? "" : said.call(this, type); };
}"""
# A browser that claims to play HEVC, and plays only its sound.
SAYS_HEVC = """() => {
  const said = HTMLMediaElement.prototype.canPlayType;
  HTMLMediaElement.prototype.canPlayType = function (type) { return type.includes("hvc1") ? "probably" : said.call(this, type); };
}"""
# A browser that counts appended segments, and the listeners for errors and ends.
COUNTS_LISTENERS = """() => {
  [globalThis.appended, globalThis.listening] = [0, new Set()];
  const [listen, append] = [EventTarget.prototype.addEventListener, SourceBuffer.prototype.appendBuffer];
  EventTarget.prototype.addEventListener = function (name, act, options) {
    listen.call(this, name, act, options);
    const counts = (this instanceof SourceBuffer && name === "error") || (this instanceof AbortSignal && name === "abort");
    if (!counts) return;
    const one = {};
    listening.add(one);
    if (options?.signal) listen.call(options.signal, "abort", () => listening.delete(one));
  };
  SourceBuffer.prototype.appendBuffer = function (bytes) {
    appended++;
    append.call(this, bytes);
  };
}"""
VIDEO = "document.querySelector('video')"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("films")
    picture = ["-f", "lavfi", "-i", f"testsrc2=size=640x480:rate=25:duration={SECONDS},noise=alls=30:allf=t"]
    sound = ["-f", "lavfi", "-i", f"sine=sample_rate=48000:duration={SECONDS}"]
    ffmpeg("-v", "error", *picture, *sound, *H264, "-g", "50", "-b:v", "3M", "-c:a", "aac", folder / "Copied.mkv")
    ffmpeg("-v", "error", *picture, *sound, "-c:v", "mpeg4", "-b:v", "2M", "-c:a", "ac3", folder / "Encoded.avi")
    ffmpeg("-v", "error", *picture, *sound, *H264, "-g", "50", "-b:v", "1M", "-c:a", "flac", folder / "Lossless.mkv")
    ffmpeg("-v", "error", *PICTURE, *SOUND, "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-tag:v", "hvc1", "-c:a", "aac", folder / "Strange.mp4")
    for number, title in enumerate(("First", "Second"), 1):
        ffmpeg("-v", "error", *sound, "-t", "12", "-c:a", "alac", "-metadata", f"title={title}", "-metadata", "album=Both", "-metadata", f"track={number}", folder / f"{number}.m4a")
    library = Library(folder, tmp_path_factory.mktemp("player"))
    library.items(6)
    yield library
    library.server.kill()


def opened(library, open_page, title: str, script: str | None = None, viewport=DESK):
    """Its page, after a script that makes the browser behave like another one."""
    page = open_page(f"{library.server.url}/media", viewport, session=library.server.log_in("ada"))
    if script:
        page.add_init_script(f"({script})()")
    page.goto(f"{library.server.url}/media/items/{library.items(6)[title]['id']}")
    return page


def begin(page) -> None:
    page.click("h1")  # Headless browsers play sound only after a person's action.
    page.wait_for_function(f"() => {VIDEO}.readyState > 1")
    page.evaluate(f"() => {VIDEO}.play()")
    page.wait_for_function(FRAMES)


def seek(page, time: float) -> None:
    page.evaluate(f"(time) => {{ {VIDEO}.currentTime = time; }}", time)
    page.wait_for_function(f"(time) => !{VIDEO}.seeking && Math.abs({VIDEO}.currentTime - time) < 2 && {VIDEO}.readyState > 2", arg=time)


@pytest.mark.parametrize("title", ["Copied", "Encoded"])
def test_our_player_plays_to_the_end_and_seeks_anywhere(library, open_page, title):
    page = opened(library, open_page, title, SAYS_NO if title == "Encoded" else SAYS_NO.replace("mpegurl", "mpegurl\") || type.includes(\"matroska"))
    begin(page)
    assert page.get_attribute("video", "src").startswith("blob:")
    assert page.evaluate(f"() => [{VIDEO}.buffered.start(0) < 0.1, Math.abs({VIDEO}.duration - {SECONDS}) < 0.1, {VIDEO}.videoHeight]") == [True, True, 480]
    for time in (17.3, 2.2, 9.9, 0, 12):
        seek(page, time)
    seek(page, SECONDS - 1.5)
    page.wait_for_function(f"() => {VIDEO}.ended")
    # And back from its end.
    seek(page, 5)
    page.evaluate(f"() => {VIDEO}.play()")
    page.wait_for_function(f"() => {VIDEO}.currentTime > 5.5")


def test_segments_that_are_handed_over_leave_no_listeners_behind(library, open_page):
    page = opened(library, open_page, "Encoded", f"() => {{ ({SAYS_NO})(); ({COUNTS_LISTENERS})(); }}")
    begin(page)
    page.wait_for_function("() => appended > 8")
    # One of picture and sound may still be loading.
    assert page.evaluate("() => listening.size") <= 4


def test_a_browser_that_says_it_plays_lists_and_does_not_gets_our_player(library, open_page):
    page = opened(library, open_page, "Encoded")
    page.route("**/*.m3u8", lambda route: route.fulfill(body="no list", content_type="application/vnd.apple.mpegurl") if route.request.resource_type == "media" else route.continue_())
    page.reload()
    page.wait_for_function(f"() => {VIDEO}.src.startsWith('blob:')")
    begin(page)
    assert not page.is_visible("[data-problem]")


def test_without_a_connection_it_says_so_and_goes_on_when_there_is_one(library, open_page, console):
    console.expected += ["net::ERR_"]
    page = opened(library, open_page, "First", None, PHONE)
    page.wait_for_function("() => document.querySelector('audio').readyState > 0")
    page.click("h1")
    page.context.set_offline(True)
    page.click("a[data-next][data-name=Second]")
    page.wait_for_selector("[data-unreached]:not([hidden])")
    assert not page.is_visible("[data-problem]")
    page.context.set_offline(False)
    page.wait_for_function("() => document.querySelector('h1').textContent === 'Second' && document.querySelector('audio').currentTime > 0.2")
    assert not page.is_visible("[data-unreached]")


def test_a_film_that_stops_without_a_connection_goes_on_where_it_stopped(library, open_page, console):
    console.expected += ["net::ERR_"]
    page = opened(library, open_page, "Encoded", SAYS_NO)
    for address in (re.compile(r"/v-[1-9]\d*\.m4s$"), "**/healthz"):
        page.route(address, lambda route: route.abort())
    page.reload()
    begin(page)
    # Our player tries five times first.
    page.wait_for_selector("[data-unreached]:not([hidden])")
    at = float(page.get_attribute("media-player", "data-position"))
    assert not page.is_visible("[data-problem]")
    assert 1 < at < 8
    page.unroute_all()
    page.wait_for_function(f"(at) => {VIDEO}.currentTime > at + 0.3 && !{VIDEO}.paused", arg=at)
    assert not page.is_visible("[data-unreached]")


def test_what_nobody_can_play_says_so(library, open_page, console):
    console.expected += ["status of 404", "net::ERR_"]
    page = opened(library, open_page, "Encoded", SAYS_NO)
    page.route("**/*.m3u8", lambda route: route.fulfill(status=404, body=""))
    page.reload()
    page.wait_for_selector("[data-problem]:not([hidden])")


@pytest.mark.parametrize("script", [None, SAYS_NO], ids=["theirs", "ours"])
def test_twenty_times_to_sound_and_back(library, open_page, script):
    page = opened(library, open_page, "Encoded", script)
    begin(page)
    page.evaluate(f"() => {{ {VIDEO}.loop = false; }}")
    # When the picture is paused for the sound, and the position of both then.
    page.evaluate("""() => {
        const [video, audio] = ["video", "audio"].map((name) => document.querySelector(name));
        const pause = video.pause.bind(video);
        video.pause = () => {
            globalThis.switched = [performance.now(), video.currentTime, audio.currentTime];
            pause();
        };
    }""")  # fmt: skip
    page.wait_for_function("() => document.querySelector('audio').readyState > 2")
    gaps = []
    for number in range(20):
        if page.evaluate(f"() => {VIDEO}.currentTime > {SECONDS - 8}"):
            seek(page, 1)
            page.wait_for_function(f"() => Math.abs(document.querySelector('audio').currentTime - {VIDEO}.currentTime) < 1 && document.querySelector('audio').readyState > 2")
        page.evaluate(f"() => {{ globalThis.switched = undefined; ({HIDE})(true); }}")
        page.wait_for_function("() => globalThis.switched && document.querySelector('video').paused && document.querySelector('audio').currentTime > switched[2] + 0.1")
        # The gap in the sound, in milliseconds.
        at, sound_at, gap = page.evaluate("() => [switched[1], switched[2], performance.now() - switched[0] - 1000 * (document.querySelector('audio').currentTime - switched[2])]")
        assert abs(sound_at - at) < 0.05, number
        gaps.append(gap)
        sound_at, at = page.evaluate(f"() => {{ const at = document.querySelector('audio').currentTime; ({HIDE})(false); return [at, {VIDEO}.currentTime]; }}")
        assert abs(sound_at - at) < 0.05, number
        page.wait_for_function("(at) => !document.querySelector('video').paused && document.querySelector('audio').paused && document.querySelector('video').currentTime > at + 0.1", arg=at)
    if os.environ.get("TIDINGS_MEASURE"):
        print(f"gaps of {'our' if script else 'their'} player: median {statistics.median(gaps):.0f} ms, at most {max(gaps):.0f} ms")
    # Paused stays paused.
    page.evaluate(f"() => {VIDEO}.pause()")
    for is_hidden in (True, False):
        page.evaluate(HIDE, is_hidden)
        assert [page.evaluate(STATE)[name] for name in ("picture", "sound")] == [False, False]


@pytest.mark.parametrize("script", [None, SAYS_NO], ids=["theirs", "ours"])
@pytest.mark.parametrize("title", ["Copied", "Encoded", "Lossless"])
def test_listening_to_a_film_that_plays_goes_on_at_the_same_place_and_so_does_its_picture(library, open_page, title, script):
    page = opened(library, open_page, title, script)
    begin(page)
    page.evaluate(f"() => {{ {VIDEO}.volume = 0.5; }}")
    page.wait_for_function("() => document.querySelector('audio').readyState > 2")
    seek(page, 6)
    for before, after in ("video", "audio"), ("audio", "video"), ("video", "audio"):
        page.wait_for_function("(before) => { const media = document.querySelector(before); return !media.paused && media.currentTime > 6.3; }", arg=before)
        at = page.evaluate("""([before, after]) => {
            const [one, other] = [before, after].map((name) => document.querySelector(name));
            other.addEventListener("playing", () => { globalThis.began = other.currentTime; }, { once: true });
            const at = one.currentTime;
            document.querySelector("[data-listen]").click();
            return at;
        }""", [before, after])  # fmt: skip
        page.wait_for_function("(after) => globalThis.began !== undefined && !document.querySelector(after).paused", arg=after)
        assert abs(page.evaluate("() => { const at = globalThis.began; globalThis.began = undefined; return at; }") - at) < 0.3
        page.wait_for_function("([after, at]) => document.querySelector(after).currentTime > at + 0.3", arg=[after, at])
        assert [page.is_visible(one) for one in ("video", "audio")] == [after == "video", after == "audio"]
        assert page.evaluate("(after) => [document.querySelector(after).volume, document.querySelector('video').paused]", after) == [0.5, after == "audio"]


def test_who_goes_to_the_sound_and_back_before_it_is_there_keeps_the_place(library, open_page):
    page = opened(library, open_page, "Encoded")
    begin(page)
    seek(page, 6)
    page.evaluate("() => { const button = document.querySelector('[data-listen]'); for (let time = 0; time < 4; time++) button.click(); }")
    page.wait_for_function(f"() => !{VIDEO}.paused && {VIDEO}.currentTime > 6.3 && {VIDEO}.currentTime < 12")
    assert page.evaluate("() => document.querySelector('audio').paused")
    assert page.is_visible("video")


@pytest.mark.parametrize("event", ["freeze", "pagehide"])
def test_a_page_that_is_left_in_another_way_goes_on_as_sound_too(library, open_page, event):
    page = opened(library, open_page, "Encoded")
    begin(page)
    page.wait_for_function("() => document.querySelector('audio').readyState > 2")
    at, sound_at = page.evaluate("""(event) => {
        const [video, audio] = ["video", "audio"].map((name) => document.querySelector(name));
        (event === "freeze" ? document : window).dispatchEvent(new Event(event));
        return [video.currentTime, audio.currentTime];
    }""", event)  # fmt: skip
    assert abs(sound_at - at) < 0.05
    page.wait_for_function(f"(at) => {VIDEO}.paused && document.querySelector('audio').currentTime > at + 0.2", arg=at)
    page.evaluate("(event) => event === 'freeze' ? document.dispatchEvent(new Event('visibilitychange')) : window.dispatchEvent(new Event('pageshow'))", event)
    page.wait_for_function(f"() => !{VIDEO}.paused && document.querySelector('audio').paused")


@pytest.mark.parametrize("is_touched", [False, True], ids=["by the phone", "by its owner"])
def test_a_phone_pauses_a_film_before_it_says_that_the_page_is_hidden(library, open_page, is_touched):
    page = opened(library, open_page, "Encoded", None, PHONE)
    begin(page)
    page.wait_for_function("() => document.querySelector('audio').readyState > 2")
    # So that the touches of the beginning are long ago on the page's clock.
    page.evaluate("() => { const now = performance.now.bind(performance); performance.now = () => now() + 5000; }")
    page.evaluate(f"""(isTouched) => new Promise((done) => {{
        if (isTouched) document.querySelector("media-player").dispatchEvent(new PointerEvent("pointerdown"));
        {VIDEO}.addEventListener("pause", () => {{ ({HIDE})(true); done(); }}, {{ once: true }});
        {VIDEO}.pause();
    }})""", is_touched)  # fmt: skip
    if is_touched:
        assert [page.evaluate(STATE)[name] for name in ("picture", "sound")] == [False, False]
    else:
        page.wait_for_function("() => !document.querySelector('audio').paused")


def test_the_keys_of_a_lock_screen_play_pause_seek_and_go_on(library, open_page):
    page = opened(library, open_page, "First", "() => { globalThis.acts = {}; MediaSession.prototype.setActionHandler = (name, act) => { acts[name] = act; }; }", PHONE)
    page.wait_for_function("() => document.querySelector('audio').readyState > 0")
    page.click("h1")
    assert page.evaluate("() => Object.keys(acts).sort()") == ["nexttrack", "pause", "play", "previoustrack", "seekto"]
    page.evaluate("() => acts.play()")
    page.wait_for_function("() => !document.querySelector('audio').paused && navigator.mediaSession.playbackState === 'playing'")
    page.evaluate("() => acts.seekto({ seekTime: 6 })")
    page.wait_for_function("() => Math.abs(document.querySelector('audio').currentTime - 6) < 1")
    page.evaluate("() => acts.pause()")
    page.wait_for_function("() => document.querySelector('audio').paused && navigator.mediaSession.playbackState === 'paused'")
    for key, title in ("nexttrack", "Second"), ("previoustrack", "First"):
        page.evaluate("(key) => acts[key]()", key)
        page.wait_for_function("(title) => navigator.mediaSession.metadata.title === title && document.querySelector('audio').currentTime > 0.1", arg=title)


def test_the_next_piece_begins_while_the_page_is_hidden_by_our_player_too(library, open_page):
    page = opened(library, open_page, "First", SAYS_NO, PHONE)
    page.wait_for_function("() => document.querySelector('audio').readyState > 0")
    assert page.get_attribute("audio", "src").startswith("blob:")
    page.click("h1")
    page.evaluate("() => { const audio = document.querySelector('audio'); audio.dataset.same = 'yes'; audio.currentTime = 11; return audio.play(); }")
    page.evaluate(HIDE, True)
    page.wait_for_function("() => document.querySelector('h1').textContent === 'Second' && document.querySelector('audio').currentTime > 0.2")
    assert page.evaluate("() => document.querySelector('audio').dataset.same + document.querySelector('audio').paused") == "yesfalse"


def test_a_playlist_of_music_and_films_shows_what_each_is(library, open_page):
    items = library.items(6)
    order = [items[title]["id"] for title in ("First", "Encoded", "Second")]
    number = library.ask("playlists", {"name": "Both kinds", "items": order})["id"]
    page = open_page(f"{library.server.url}/media/playlists/{number}", PHONE, session=library.server.log_in("ada"))
    page.wait_for_function("() => document.querySelector('audio').readyState > 0")
    assert [page.is_visible(one) for one in ("audio", "video", "[data-listen]", "[data-sleeve] svg")] == [True, False, False, True]
    page.click("a[data-next][data-name=Encoded]")
    page.wait_for_function(f"() => {VIDEO}.currentTime > 0.2")
    assert [page.is_visible(one) for one in ("audio", "video", "[data-listen]")] == [False, True, True]
    page.click("[data-listen]")
    page.wait_for_function("() => document.querySelector('[data-sleeve] img')?.naturalWidth > 0")
    page.click("[data-listen]")
    page.click("a[data-next][data-name=Second]")
    # The sound of the film before may be at a later position.
    page.wait_for_function("() => document.querySelector('h1').textContent === 'Second' && document.querySelector('audio').currentTime > 0.2")
    assert [page.is_visible(one) for one in ("audio", "video", "[data-listen]", "[data-sleeve] svg")] == [True, False, False, True]


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_quality_is_chosen_on_the_page_and_kept(library, open_page, viewport):
    page = opened(library, open_page, "Encoded", None, viewport)
    # Which size it begins with is the player's own choice.
    page.wait_for_function(f"() => [360, 480].includes({VIDEO}.videoHeight)")
    assert page.eval_on_selector_all("[data-quality] option", "all => all.map((one) => one.label)") == ["Automatic", "Original", "360p", "Save data"]
    seek(page, 7)
    page.select_option("[data-quality]", "360")
    page.wait_for_function(f"() => {VIDEO}.videoHeight === 360 && Math.abs({VIDEO}.currentTime - 7) < 0.5")
    page.reload()
    page.wait_for_function(f"() => {VIDEO}.videoHeight === 360")
    assert page.input_value("[data-quality]") == "360"
    assert "360 lines" in page.inner_text("[data-reason]")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.select_option("[data-quality]", "original")
    page.wait_for_function(f"() => {VIDEO}.videoHeight === 480")


def test_a_player_names_the_bits_a_second_that_it_takes(library):
    number = library.items(6)["Copied"]["id"]
    for wish, decision, height in ({}, "direct", None), ({"bitRate": 100_000_000}, "direct", None), ({"bitRate": 1_700_000}, "transcode", 480), ({"bitRate": 200_000}, "transcode", 360):
        play = library.ask(f"items/{number}/plays", {"containers": ["mkv"], **wish})
        assert (play["decision"], play["direct"] is None) == (decision, decision != "direct")
        assert [one["height"] for one in play["qualities"]] == [360]
        if height:
            assert f"{wish['bitRate'] // 1000} kbit/s" in play["reason"]
            master = Master(play["master"])
            assert not master.problems
            assert [one["RESOLUTION"].endswith(f"x{height}") for one, _ in master.variants if "RESOLUTION" in one] == [True]


def test_a_picture_that_the_browser_only_claims_to_decode_is_asked_for_again(library, open_page):
    page = opened(library, open_page, "Encoded", SAYS_HEVC)
    wishes, item = [], f"/items/{library.items(6)['Strange']['id']}"
    page.on("request", lambda request: request.url.endswith(f"{item}/plays") and wishes.append(request.post_data_json["video"]))
    page.goto(f"{library.server.url}/media{item}")
    page.wait_for_function(f"() => {VIDEO}.videoWidth === 160")
    assert "hevc" in wishes[0]
    assert wishes[1:] == [["h264"]]
    assert not page.is_visible("[data-problem]")


def test_keys_do_what_the_buttons_do(library, open_page):
    page = opened(library, open_page, "Encoded")
    begin(page)
    page.keyboard.press("Space")
    page.wait_for_function(f"() => {VIDEO}.paused")
    page.evaluate("() => document.activeElement.blur()")
    seek(page, 3)
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"() => Math.abs({VIDEO}.currentTime - 13) < 0.1")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(f"() => Math.abs({VIDEO}.currentTime - 3) < 0.1")
    page.keyboard.press(">")
    assert page.evaluate(f"() => {VIDEO}.playbackRate") == 1.25
    assert page.input_value("[data-speed]") == "1.25"
    page.keyboard.press("m")
    assert page.evaluate(f"() => {VIDEO}.muted")
    page.keyboard.press("l")
    page.wait_for_function("() => document.querySelector('[data-listen]').getAttribute('aria-pressed') === 'true'")
    # Not while a person types, nor when keys are off; the list of keys has them.
    page.keyboard.press("?")
    page.wait_for_selector("dialog[data-legend]")
    assert "Full screen" in page.inner_text("dialog[data-legend]")
    page.keyboard.press("m")
    page.uncheck("dialog[data-legend] input")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    assert page.get_attribute("[data-listen]", "aria-pressed") == "true"
    assert page.evaluate(f"() => {VIDEO}.muted")


def test_a_film_in_a_window_of_its_own_stays_a_film(library, open_page):
    page = opened(library, open_page, "Encoded")
    begin(page)
    page.evaluate(f"() => Object.defineProperty(document, 'pictureInPictureElement', {{ configurable: true, get: () => {VIDEO} }})")
    page.evaluate(HIDE, True)
    at = page.evaluate(STATE)["at"]
    page.wait_for_function(f"(at) => {VIDEO}.currentTime > at + 0.3", arg=at)
    assert [page.evaluate(STATE)[name] for name in ("picture", "sound")] == [True, False]
    # Its window is closed while the page is hidden: now it is a sound.
    page.evaluate("() => delete document.pictureInPictureElement")
    page.evaluate(f"() => {VIDEO}.dispatchEvent(new Event('leavepictureinpicture'))")
    page.wait_for_function(f"() => {VIDEO}.paused && !document.querySelector('audio').paused")
