"""Films with subtitles, inside and beside them, and with several audio tracks: listed, in the playlists, chosen on the page."""

import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest

from conftest import DESK, PHONE
from hls_checks import Master, Track, attributes, fetch
from patience import PATIENCE, until
from test_media import H264, Library, ffmpeg, play

SRT = "1\n00:00:01,000 --> 00:00:02,000\nHello <i>you</i>\n\n2\n00:00:05,500 --> 00:00:06,000\nGoodbye\n"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tracks")
    (folder / "inside.srt").write_text(SRT)
    picture = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=8"]
    sounds = [word for pitch, seconds in ((440, 8), (880, 6)) for word in ("-f", "lavfi", "-i", f"sine=frequency={pitch}:sample_rate=48000:duration={seconds}")]
    ffmpeg(
        "-v", "error", *picture, *sounds, "-i", folder / "inside.srt", "-i", folder / "inside.srt", "-map", "0", "-map", "1", "-map", "2", "-map", "3", "-map", "4",
        *H264, "-g", "50", "-c:a", "aac", "-c:s:0", "srt", "-c:s:1", "ass", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger",
        "-metadata:s:a:1", 'title=With "words"', "-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=und", "-metadata:s:s:1", 'title=a"b\n#EXTINF:1,', folder / "Film.mkv",
    )  # fmt: skip
    (folder / "Film.de.srt").write_bytes("1\n00:00:01,000 --> 00:00:02,000\nGrüße\n".encode("cp1252"))
    (folder / "Film.fr.forced.vtt").write_text("WEBVTT\n\n00:02.000 --> 00:03.000\nSalut\n")
    (folder / "Film.es.srt").symlink_to("/etc/hostname")
    (folder / "Filmed.srt").write_text(SRT)
    (folder / "inside.srt").unlink()
    library = Library(folder, tmp_path_factory.mktemp("tracks-home"))
    library.items(1)
    yield library
    library.server.kill()


def test_subtitles_and_sounds_are_listed(library):
    item = library.ask(f"items/{library.items(1)['Film']['id']}")
    assert [(one["id"], one["language"], one["channels"], one["usual"]) for one in item["sounds"]] == [(1, "eng", 1, True), (2, "ger", 1, False)]
    assert item["sounds"][1]["title"] == 'With "words"'
    assert [(one["id"], one["language"], one["forced"], one["shown"]) for one in item["subtitles"]] == [
        ("s3", "eng", False, True), ("s4", None, False, True), ("f0", "de", False, True), ("f2", "fr", True, True),
    ]  # fmt: skip
    assert "subtitles" not in library.items(1)["Film"]


def test_subtitles_are_words_in_time_from_any_source(library):
    plays = library.ask(f"items/{library.items(1)['Film']['id']}/plays", {})
    words = {one["id"]: one["address"] for one in plays["subtitles"]}
    for id_ in ("s3", "s4"):
        text = fetch(words[id_]).decode()
        # The film's sound needs a moment before its picture, so everything is slightly later.
        found = [60 * int(minute) + float(second) for minute, second in re.findall(r"00:(\d\d):(\d\d\.\d{3})", text.partition("\n\n")[2])]
        assert text.startswith("WEBVTT\n")
        assert [round(time, 1) for time in found] == [1.0, 2.0, 5.5, 6.0]
        assert max(time % 0.5 for time in found) < 0.03
        assert "\nHello <i>you</i>\n" in text
        assert "\nGoodbye\n" in text
    assert "\nGrüße\n" in fetch(words["f0"]).decode()
    assert "00:00:02.000 --> 00:00:03.000\nSalut\n" in fetch(words["f2"]).decode()
    # A link out of the folder leads nowhere, and so does a missing file.
    for address in (words["f0"].replace("f0", "f1"), words["s3"].replace("s3", "s9"), words["s3"].replace("s3", "f3"), words["s3"].replace("words-s3", "words-s0")):
        with pytest.raises(urllib.error.HTTPError) as refused:
            fetch(address)
        assert refused.value.code == 404
    with urllib.request.urlopen(words["f0"], timeout=PATIENCE) as answer:
        assert answer.headers["Content-Type"] == "text/vtt; charset=utf-8"


def test_the_master_names_subtitles_and_each_has_a_playlist(library):
    plays = library.ask(f"items/{library.items(1)['Film']['id']}/plays", {})
    master = Master(plays["master"])
    assert not master.problems
    words = [one for one in master.media if one["TYPE"] == "SUBTITLES"]
    assert [one["NAME"] for one in words] == ["eng", "ab#EXTINF:1,", "de", "fr"]
    assert words[3]["FORCED"] == "YES"
    assert [variant.get("SUBTITLES") for variant, _ in master.variants] == ["words", None]
    for one in words[:3]:
        lines = fetch(urllib.parse.urljoin(plays["master"], one["URI"])).decode().splitlines()
        length = next(float(line[8:-1]) for line in lines if line.startswith("#EXTINF:"))
        target = next(int(line.partition(":")[2]) for line in lines if line.startswith("#EXT-X-TARGETDURATION"))
        assert lines[-1] == "#EXT-X-ENDLIST"
        assert abs(length - 8) < 0.1
        assert int(length + 0.5) <= target
        assert b"-->" in fetch(urllib.parse.urljoin(plays["master"], lines[-2]))
    assert abs(play(plays["master"]) - 8) < 0.07


def test_another_sound_is_played_when_it_is_asked_for(library):
    number = library.items(1)["Film"]["id"]
    usual, other = (library.ask(f"items/{number}/plays", body) for body in ({}, {"sound": 2}))
    assert (usual["sound"], other["sound"]) == (1, 2)
    assert [one["id"] for one in usual["sounds"]] == [1, 2]
    assert library.ask(f"items/{number}/plays", {"containers": ["mkv"]})["direct"] is not None
    chosen = library.ask(f"items/{number}/plays", {"containers": ["mkv"], "sound": 2})
    assert chosen["direct"] is None
    assert chosen["decision"] == "remux"
    assert "you chose" in chosen["reason"]
    assert library.ask(f"items/{number}/plays", {"containers": ["mkv"], "sound": 1})["direct"] is not None
    for plays, pitch, seconds in ((usual, 440, 8), (other, 880, 6)):
        track = Track(plays["audio"])
        track.check_times(0.13, False)
        assert not track.problems
        assert abs(play(plays["audio"]) - seconds) < 0.1
        assert abs(play(plays["master"]) - 8) < 0.07
        samples = subprocess.check_output(["ffmpeg", "-v", "error", "-i", plays["audio"], "-t", "1", "-ac", "1", "-ar", "48000", "-f", "s16le", "-"])
        values = memoryview(samples).cast("h")[4800:43200]
        turns = sum(1 for before, after in zip(values, values[1:], strict=False) if before < 0 <= after)
        assert abs(turns / (len(values) / 48000) - pitch) < 5
    assert attributes(next(line for line in fetch(other["master"]).decode().splitlines() if "TYPE=AUDIO" in line).partition(":")[2])["LANGUAGE"] == "ger"
    for sound in (0, 3, 200):
        with pytest.raises(urllib.error.HTTPError) as refused:
            library.ask(f"items/{number}/plays", {"sound": sound})
        assert refused.value.code == 409


@pytest.mark.parametrize(("name", "rate"), [("Lossless.mkv", 44_100), ("Lossless 2.mp4", 96_000)])
def test_a_lossless_sound_is_copied_for_a_player_that_plays_it_and_encoded_for_others(tmp_path, name, rate):
    films = tmp_path / "films"
    films.mkdir()
    ffmpeg(
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=9", "-f", "lavfi", "-i", f"sine=frequency=440:sample_rate={rate}:duration=9",
        *H264, "-g", "50", "-c:a", "flac", "-strict", "-2", films / name,
    )  # fmt: skip
    (tmp_path / "home").mkdir()
    library = Library(films, tmp_path / "home")
    try:
        number = library.items(1)[name.partition(".")[0]]["id"]
        for player, codec in ({"audio": ["aac", "flac"]}, "fLaC"), ({}, "mp4a.40.2"):
            plays = library.ask(f"items/{number}/plays", {"containers": [], **player})
            assert codec in fetch(plays["master"]).decode()
            track = Track(plays["audio"])
            track.check_times(0.13, False)
            assert not track.problems
            assert abs(play(plays["audio"]) - 9) < 0.1
            assert abs(play(plays["master"]) - 9) < 0.1
            if codec == "fLaC":
                # No sample is lost or duplicated.
                read = ["ffmpeg", "-v", "error", "-i"]
                heard, was = (subprocess.check_output([*read, source, "-vn", "-f", "s16le", "-"]) for source in (plays["audio"], films / name))
                assert heard == was
    finally:
        library.server.kill()


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_subtitles_are_chosen_on_the_page_and_the_choice_is_kept(library, open_page, viewport):
    server = library.server
    page = open_page(f"{server.url}/media/items/{library.items(1)['Film']['id']}", viewport, session=server.log_in("ada"))
    page.wait_for_function("() => document.querySelector('[data-subtitles]').options.length === 5")
    assert page.eval_on_selector_all("[data-subtitles] option", "all => all.map((one) => one.label)")[:2] == ["No subtitles", "English"]
    assert page.locator("video track").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    shown = """() => { const track = document.querySelector("video track")?.track; return track?.mode === "showing" && track.cues?.length ? track.cues[0].text : ""; }"""
    page.select_option("[data-subtitles]", "f0")
    page.wait_for_function(f"() => ({shown})() === 'Grüße'")
    page.reload()
    page.wait_for_function(f"() => ({shown})() === 'Grüße'")
    assert page.input_value("[data-subtitles]") == "f0"
    page.select_option("[data-subtitles]", "")
    assert page.locator("video track").count() == 0


@pytest.fixture(scope="module")
def foreign(tmp_path_factory):
    """A film with a forced and default subtitle in the language of its sound, one of pictures, and scripts beside it."""
    folder, made = tmp_path_factory.mktemp("foreign"), tmp_path_factory.mktemp("foreign-parts")
    (made / "forced.srt").write_text(SRT)
    (made / "all.ass").write_text(SCRIPT)
    # A composition without objects, and its end.
    parts = ((0x16, bytes([0, 160, 0, 90, 0x10, 0, 0, 0x80, 0, 0, 0])), (0x80, b""))
    (made / "signs.sup").write_bytes(b"".join(b"PG" + (90_000).to_bytes(4) + bytes(4) + bytes([kind]) + len(data).to_bytes(2) + data for kind, data in parts))
    ffmpeg(
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=8", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=8",
        "-i", made / "forced.srt", "-i", made / "all.ass", "-i", made / "signs.sup", "-map", "0", "-map", "1", "-map", "2", "-map", "3", "-map", "4",
        *H264, "-g", "50", "-c:a", "aac", "-c:s", "copy", "-metadata:s:a:0", "language=ger", "-metadata:s:s:0", "language=ger", "-disposition:s:0", "default+forced",
        "-metadata:s:s:1", "language=ger", "-disposition:s:1", "0", "-metadata:s:s:2", "language=pol", "-metadata:s:s:2", "title=Signs", "-disposition:s:2", "0", folder / "Ferry.mkv",
    )  # fmt: skip
    (folder / "Ferry.ru.hi.ass").write_bytes(SCRIPT.replace("A sign", "Осторожно, двери закрываются").encode("koi8-r"))
    (folder / "Ferry.zh-Hans.srt").write_bytes(SRT.replace("Goodbye", "你要去哪里？我不知道。").encode("gb18030"))
    library = Library(folder, tmp_path_factory.mktemp("foreign-home"))
    library.items(1)
    yield library
    library.server.kill()


SCRIPT = """[Script Info]
ScriptType: v4.00+

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:02.00,0:00:06.00,Default,,0,0,0,,{\\an8\\pos(160,20)}A sign\\Nwith {\\i1}two{\\i0} lines
Dialogue: 0,0:00:02.00,0:00:06.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0 100 100 0 100{\\p0}
"""


def test_scripts_are_words_without_drawings_inside_and_beside_in_any_charset(foreign):
    number = foreign.items(1)["Ferry"]["id"]
    plays = foreign.ask(f"items/{number}/plays", {})
    assert [(one["id"], one["language"], one["hardOfHearing"]) for one in plays["subtitles"]] == [
        ("s2", "ger", False), ("s3", "ger", False), ("f0", "ru", True), ("f1", "zh-Hans", False),
    ]  # fmt: skip
    assert plays["subtitle"] == "s2"
    inside, beside, chinese = (fetch(plays["subtitles"][index]["address"]).decode() for index in (1, 2, 3))
    assert " line:0\nA sign\nwith <i>two</i> lines\n" in inside
    assert " line:0\nОсторожно, двери закрываются\nwith <i>two</i> lines\n" in beside
    assert "100" not in (inside + beside).replace(".100", "")
    assert "\n你要去哪里？我不知道。\n" in chinese
    listed = foreign.ask(f"items/{number}")["subtitles"]
    assert [one["unshown"] for one in listed if not one["shown"]] == ["The subtitles pol · Signs can’t be shown, because they’re pictures, not text (PGS)."]


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_what_is_said_in_another_language_is_shown_by_itself_until_the_reader_chooses(foreign, open_page, viewport):
    server = foreign.server
    page = open_page(f"{server.url}/media/items/{foreign.items(1)['Ferry']['id']}", viewport, session=server.log_in("ada"))
    shown = """() => { const track = document.querySelector("video track")?.track; return track?.mode === "showing" && track.cues?.length ? track.cues[0].text : ""; }"""
    page.wait_for_function(f"() => ({shown})() === 'Hello <i>you</i>'")
    assert page.eval_on_selector_all("[data-subtitles] option", "all => all.map((one) => one.label)") == [
        "No subtitles", "German · foreign dialogue only", "German", "Russian · for the hard of hearing", "Simplified Chinese",
    ]  # fmt: skip
    assert "pol · Signs can’t be shown" in page.inner_text("[data-unshown]")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.select_option("[data-subtitles]", "s3")
    page.wait_for_function(f"() => ({shown})() === 'A sign\\nwith <i>two</i> lines'")
    page.reload()
    page.wait_for_function(f"() => ({shown})() === 'A sign\\nwith <i>two</i> lines'")
    page.select_option("[data-subtitles]", "")
    page.reload()
    page.wait_for_function("() => document.querySelector('[data-subtitles]').options.length === 5 && document.querySelector('video').readyState > 0")
    assert page.input_value("[data-subtitles]") == ""
    assert page.locator("video track").count() == 0


def test_the_sound_is_chosen_on_the_page(library, open_page):
    server = library.server
    page = open_page(f"{server.url}/media/items/{library.items(1)['Film']['id']}", DESK, session=server.log_in("ada"))
    page.wait_for_function("() => document.querySelector('video').readyState > 0 && document.querySelector('[data-sounds]').options.length === 2")
    assert page.input_value("[data-sounds]") == "1"
    page.evaluate("() => { document.querySelector('video').currentTime = 3; }")
    page.wait_for_function("() => !document.querySelector('video').seeking")
    before = page.get_attribute("video", "src")
    page.select_option("[data-sounds]", "2")
    page.wait_for_function("(before) => document.querySelector('video').getAttribute('src') !== before", arg=before)
    page.wait_for_function("() => Math.abs(document.querySelector('video').currentTime - 3) < 0.1")
    assert page.input_value("[data-sounds]") == "2"
    assert b'LANGUAGE="ger"' in fetch(page.evaluate("() => document.querySelector('video').src"))


def test_a_file_that_was_looked_into_before_subtitles_were_known_is_looked_into_again(library):
    server = library.server
    number = library.items(1)["Film"]["id"]
    server.change("UPDATE media SET looks = 0, tracks = replace(tracks, '\"subtitles\":', '\"other\":')")
    assert library.ask(f"items/{number}")["subtitles"][0]["id"] == "f0"
    library.ask("scans", {})
    until(lambda: library.ask(f"items/{number}")["subtitles"][0]["id"] == "s3", server.log)
