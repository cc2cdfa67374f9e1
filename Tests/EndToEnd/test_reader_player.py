"""The reader's player: where it begins, the lock screen, the sleep timer, another device, and a hidden page."""

import array
import functools
import json
import os
import statistics
import subprocess
import tempfile

import pytest

from conftest import DESK, NARROW_PHONE, PHONE, Server
from listener import Listener
from patience import PATIENCE, until
from test_media_page import HIDE
from test_reader import TEXT
from test_reader_offline import note_places

AUDIO = "document.querySelector('document-player audio')"
VALUE = "Number(document.querySelector('.reader-scrubber').value)"
PLAYS = f"!{AUDIO}.paused && {AUDIO}.currentTime > 0"
# The positions that the player jumps to. Its own position, when it is read, has moved on, because it plays.
NOTE_SEEKS = f"""() => {{
  globalThis.seeks = [];
  const time = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "currentTime");
  Object.defineProperty({AUDIO}, "currentTime", {{
    get() {{ return time.get.call(this); }},
    set(to) {{ seeks.push(to); time.set.call(this, to); }},
  }});
}}"""
DRAG = """(word) => {
  const range = document.querySelector(".reader-scrubber");
  range.value = word;
  for (const type of ["input", "change"]) range.dispatchEvent(new Event(type, { bubbles: true }));
}"""
# The metadata of the lock screen, and its keys.
KEYS = """() => {
  globalThis.keys = {};
  navigator.mediaSession.setActionHandler = (name, act) => (keys[name] = act);
  navigator.mediaSession.setPositionState = (state) => (globalThis.told = state);
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("player"), ())
    server.start()
    server.add_person("ada")
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    return Listener(house, "ada")


@pytest.fixture(scope="module")
def text(ada):
    return ada.ready(TEXT.encode(), "Book.txt")["id"]


def opened(ada: Listener, open_page, document: int, viewport=DESK, script: str | None = None):
    ada.server.change("UPDATE documents SET position = 0 WHERE id = ?", document)
    page = open_page(f"{ada.server.url}/reader", viewport, session=ada.session)
    if script:
        page.add_init_script(f"({script})()")
    page.goto(f"{ada.server.url}/reader/documents/{document}")
    page.wait_for_selector(".is-spoken")
    return page


def a_part(ada: Listener, document: int, number: int) -> dict:
    return json.loads(ada.ask("GET", f"/api/v1/documents/{document}/parts/{number}")[2])


@pytest.mark.parametrize("plays", [False, True], ids=["paused", "playing"])
def test_it_begins_within_20_ms_of_the_mark_of_the_word_that_one_drags_to(ada, text, open_page, plays):
    parts = [a_part(ada, text, number) for number in (0, 1, 2)]
    page = opened(ada, open_page, text)
    page.click("[data-play]")
    page.wait_for_function(f"() => {PLAYS}")
    if not plays:
        page.click("[data-play]")
        page.wait_for_function(f"() => {AUDIO}.paused")
    page.evaluate(NOTE_SEEKS)
    # In this part, another one, back, and within the same one again.
    for number, index in [(0, 17), (1, 44), (2, 500), (2, 3), (1, 250), (0, 1)]:
        word, mark = parts[number]["first"] + index, parts[number]["times"][index]
        page.evaluate("() => { seeks = []; }")
        page.evaluate(DRAG, word)
        if not plays:
            page.wait_for_function("(text) => document.querySelector('.is-spoken').textContent === text", arg=parts[number]["words"][index])
            assert page.evaluate(f"() => [{AUDIO}.paused, {VALUE}]") == [True, word]
            page.click("[data-play]")
        page.wait_for_function(f"() => seeks.length && {PLAYS} && {AUDIO}.currentTime > seeks.at(-1) + 0.1 && {VALUE} >= {word}")
        at = page.evaluate("() => seeks.at(-1)")
        assert abs(at - mark) <= 0.02, (word, at, mark)
        if not plays:
            page.click("[data-play]")
            page.wait_for_function(f"() => {AUDIO}.paused")


LISTEN = """async () => {
  const context = new AudioContext({ sampleRate: 48000 });
  await context.resume();
  const listener = context.createScriptProcessor(4096, 1, 1);
  globalThis.heard = [];
  listener.onaudioprocess = ({ inputBuffer }) => {
    const first = heard.length ? 0 : inputBuffer.getChannelData(0).findIndex((sample) => Math.abs(sample) > 0.002);
    if (first >= 0) for (const sample of inputBuffer.getChannelData(0).subarray(first)) heard.push(Math.round(sample * 32767));
  };
  context.createMediaElementSource(document.querySelector("document-player audio")).connect(listener);
  listener.connect(context.destination);
}"""
RATE, STEP = 48_000, 6


def place(heard: list[int], whole: array.array, near: float) -> float:
    """The position in a sound of an excerpt that was heard, in seconds: where the two are most alike, within a quarter of a second."""
    piece = heard[: RATE // 5 : STEP]
    start = max(0, int((near - 0.25) * RATE))

    def likeness(lag: int) -> float:
        other = whole[start + lag : start + lag + RATE // 5 : STEP]
        power = sum(sample * sample for sample in other)
        return sum(one * sample for one, sample in zip(piece, other)) / power**0.5 if power else 0

    coarse = max(range(0, RATE // 2, STEP), key=likeness)
    return (start + max(range(coarse - STEP, coarse + STEP), key=likeness)) / RATE


def test_a_player_that_goes_to_a_mark_by_its_share_of_the_file_is_there(ada, text):
    """As Chromium does; ffmpeg does so with its option for speed."""
    part = a_part(ada, text, 2)
    _, _, content = ada.ask("GET", part["sound"].removeprefix(ada.server.url))

    def decoded(*options: str) -> array.array:
        with tempfile.NamedTemporaryFile(suffix=".mp3") as file:
            file.write(content)
            file.flush()
            fast = ["ffmpeg", "-nostdin", "-loglevel", "error", "-fflags", "+fastseek", *options, "-i", file.name]
            command = [*fast, "-ar", str(RATE), "-ac", "1", "-f", "s16le", "-"]
            return array.array("h", subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=PATIENCE).stdout)

    whole = decoded()
    assert len(whole) > 200 * RATE
    for mark in [part["times"][index] for index in (1, 300, len(part["times"]) // 2, len(part["times"]) - 30)]:
        heard = decoded("-ss", str(mark), "-t", "1")
        # It begins with a voice.
        voice = next(index for index, sample in enumerate(heard) if abs(sample) > 500)
        assert abs(place(list(heard[voice:]), whole, mark + voice / RATE) - mark - voice / RATE) <= 0.02, mark


@pytest.mark.skipif(not os.environ.get("TIDINGS_MEASURE"), reason="measures (TIDINGS_MEASURE)")
def test_what_is_heard_after_a_drag_begins_with_the_word(ada, text, open_page, console):
    console.expected += ["ScriptProcessorNode is deprecated"]
    page = opened(ada, open_page, text)
    page.click("[data-play]")
    page.wait_for_function(f"() => {PLAYS}")
    page.click("[data-play]")
    page.wait_for_function(f"() => {AUDIO}.paused")
    page.evaluate(LISTEN)
    # Words that begin with a voice, near the beginning, in the middle and near the end of a part of five minutes.
    for index in (1, 78, 370, 667, 381, 601):
        part = a_part(ada, text, 2)
        word, mark = part["first"] + index, part["times"][index]
        _, _, content = ada.ask("GET", part["sound"].removeprefix(ada.server.url))
        command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-i", "-", "-ar", str(RATE), "-ac", "1", "-f", "s16le", "-"]
        whole = array.array("h", subprocess.run(command, input=content, stdout=subprocess.PIPE, check=True, timeout=PATIENCE).stdout)
        page.evaluate(DRAG, word)
        page.wait_for_function(f"(word) => {VALUE} === word && !{AUDIO}.seeking && {AUDIO}.readyState > 2", arg=word)
        page.evaluate("() => { heard = []; }")
        page.click("[data-play]")
        page.wait_for_function(f"() => heard.length > {RATE // 2}")
        page.click("[data-play]")
        page.wait_for_function(f"() => {AUDIO}.paused")
        heard = page.evaluate(f"() => heard.slice(0, {RATE // 2})")
        found = place(heard, whole, mark)
        print(f"“{part['words'][index]}” at {mark:.3f} s, heard from {found - mark:+.3f} s on")


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_another_device_takes_up_at_the_same_word(house, ada, text, open_page, viewport):
    page = opened(ada, open_page, text, viewport)
    page.evaluate(DRAG, 1234)
    until(lambda: house.query(f"SELECT position FROM documents WHERE id = {text}") == [(1234,)], house.log)
    other = open_page(f"{house.url}/reader/documents/{text}", DESK if viewport is PHONE else PHONE, session=ada.session)
    other.wait_for_selector(".is-spoken")
    part = a_part(ada, text, int(other.locator("section[data-part]").get_attribute("data-part")))
    assert other.evaluate(f"() => {VALUE}") == 1234
    assert other.inner_text(".is-spoken") == part["words"][1234 - part["first"]]
    note_places(other)
    other.click("[data-play]")
    other.wait_for_function(f"() => {PLAYS} && been.some(({{ word }}) => word > 1234 && word < 1300)")


def test_it_keeps_playing_for_half_a_minute_while_its_page_is_hidden(house, ada, text, open_page):
    page = opened(ada, open_page, text, PHONE)
    # So that a part ends meanwhile.
    page.select_option("[data-speed]", "2")
    page.click("[data-play]")
    page.wait_for_function(f"() => {PLAYS}")
    page.evaluate(HIDE, True)
    page.evaluate(f"() => {{ globalThis.stops = 0; globalThis.since = performance.now(); {AUDIO}.addEventListener('pause', () => ({AUDIO}.ended ? 0 : (stops += 1))); }}")
    marked = page.inner_text(".is-spoken")
    page.wait_for_function("() => performance.now() - since > 30_000")
    assert page.evaluate(f"() => [{AUDIO}.paused || {AUDIO}.seeking, stops]") == [False, 0]
    # Nothing is drawn meanwhile; the position is still stored.
    assert page.inner_text(".is-spoken") == marked
    until(lambda: house.query(f"SELECT position FROM documents WHERE id = {text}")[0][0] > 60, house.log)
    page.evaluate(HIDE, False)
    page.wait_for_function(f"() => {PLAYS} && {VALUE} > 60 && document.querySelector('[data-part=\"1\"] .is-spoken')")


def test_the_lock_screen_has_the_title_and_its_keys_play_and_lead_to_sentences(ada, text, open_page):
    page = opened(ada, open_page, text, PHONE, KEYS)
    page.click("[data-play]")
    page.wait_for_function(f"() => {PLAYS} && navigator.mediaSession.playbackState === 'playing' && navigator.mediaSession.metadata?.title === 'Book'")
    # Its pitch is kept at each speed.
    page.select_option("[data-speed]", "0.5")
    page.wait_for_function(f"() => told.playbackRate === 0.5 && told.duration > 10 && told.position <= told.duration && {AUDIO}.preservesPitch")
    page.evaluate("() => keys.pause()")
    page.wait_for_function(f"() => {AUDIO}.paused && navigator.mediaSession.playbackState === 'paused'")
    page.evaluate("() => keys.nexttrack()")
    page.wait_for_function(f"() => {VALUE} === 11")
    page.evaluate("() => keys.previoustrack()")
    page.wait_for_function(f"() => {VALUE} === 0")
    page.evaluate("() => keys.seekforward({ seekOffset: 6 })")
    page.wait_for_function(f"() => {AUDIO}.currentTime > 5.9 && !{AUDIO}.seeking")
    page.evaluate("() => keys.seekto({ seekTime: 1 })")
    page.wait_for_function(f"() => Math.abs({AUDIO}.currentTime - 1) < 0.1 && !{AUDIO}.seeking")
    page.evaluate("() => keys.play()")
    page.wait_for_function(f"() => !{AUDIO}.paused && {AUDIO}.currentTime > 1.1 && navigator.mediaSession.playbackState === 'playing'")


def test_the_sleep_timer_pauses_after_its_minutes(house, ada, text, open_page):
    page = opened(ada, open_page, text, PHONE)
    page.click("[data-play]")
    page.wait_for_function(f"() => {PLAYS}")
    page.select_option("[data-nap]", "5")
    later = "(minutes) => { const real = Date.now; Date.now = () => real() + minutes * 60_000; }"
    page.evaluate(later, 4)
    at = page.evaluate(f"() => {AUDIO}.currentTime")
    page.wait_for_function(f"(at) => {AUDIO}.currentTime > at + 1 && !{AUDIO}.paused", arg=at)
    page.evaluate(later, 1.1)
    page.wait_for_function(f"() => {AUDIO}.paused && document.querySelector('[data-play]').getAttribute('aria-label') === 'Play'")
    assert page.input_value("[data-nap]") == ""
    until(lambda: house.query(f"SELECT position FROM documents WHERE id = {text}")[0][0] == page.evaluate(f"() => {VALUE}"), house.log)


# The timer's width, the width that its longest text needs, the opacity of its texts, and the symbol's width.
TIMER = """() => {
    const select = document.querySelector("[data-nap]");
    const free = select.cloneNode(true);
    Object.assign(free.style, { position: "absolute", maxInlineSize: "none", inlineSize: "auto", inset: "auto" });
    select.parentNode.append(free);
    const [own, needed] = [select, free].map((one) => one.getBoundingClientRect().width);
    free.remove();
    return [own, needed, Number(getComputedStyle(select).opacity), document.querySelector(".reader-nap svg").getBoundingClientRect().width];
}"""


@pytest.mark.parametrize("viewport", [NARROW_PHONE, PHONE, DESK])
@pytest.mark.parametrize("language", ["en-GB", "de", "fr"])
def test_no_text_of_the_timer_is_cut(ada, text, open_page, viewport, language):
    page = opened(ada, functools.partial(open_page, locale=language), text, viewport)
    own, needed, opacity, symbol = page.evaluate(TIMER)
    assert (opacity == 0 and symbol > 20 and own >= 44) if viewport["width"] < 600 else (opacity == 1 and own >= needed)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_word_that_a_link_leads_to_is_readable_while_it_is_spoken(ada, text, open_page, scheme):
    page = open_page(f"{ada.server.url}/reader/documents/{text}?word=3#word", session=ada.session, color_scheme=scheme)
    page.wait_for_selector("#word.is-spoken")
    colours = """() => {
        const probe = document.createElement("i");
        Object.assign(probe.style, { background: "var(--accent)", color: "var(--on-accent)" });
        document.body.append(probe);
        return [document.querySelector("#word"), probe].map((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color].join());
    }"""
    word, wanted = page.evaluate(colours)
    assert word == wanted


@pytest.mark.skipif(not os.environ.get("TIDINGS_MEASURE"), reason="measures (TIDINGS_MEASURE)")
def test_how_late_the_marked_word_is(ada, text, open_page):
    """On the sound's own clock: the time at which a word is marked, minus its own."""
    for speed in ("1", "2"):
        page = opened(ada, open_page, text)
        page.select_option("[data-speed]", speed)
        page.evaluate(
            f"""() => {{
              globalThis.marked = [];
              new MutationObserver((changes) => {{
                for (const {{ target }} of changes) if (target.classList.contains("is-spoken")) marked.push([{VALUE}, {AUDIO}.currentTime, {AUDIO}.src]);
              }}).observe(document.querySelector("document-player [data-text]"), {{ attributes: true, attributeFilter: ["class"], subtree: true }});
            }}"""
        )
        page.click("[data-play]")
        page.wait_for_function("() => marked.length > 150")
        parts = [a_part(ada, text, number) for number in (0, 1)]
        late = []
        for word, at, source in page.evaluate("() => marked"):
            part = next(one for one in parts if one["sound"].split("sound=")[1] in source)
            if part["first"] <= word < part["first"] + len(part["words"]) and (word > part["first"] or at > 0):
                late.append((at - part["times"][word - part["first"]]) / float(speed) * 1000)
        late.sort()
        print(f"speed {speed}: {len(late)} words, median {statistics.median(late):.0f} ms, p95 {late[int(len(late) * 0.95)]:.0f} ms, most {late[-1]:.0f} ms late")
