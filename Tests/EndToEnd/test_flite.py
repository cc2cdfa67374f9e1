"""The voices of flite, a second engine behind the same interface: offered where its program is installed. Its libraries usually come with ffmpeg."""

import array
import ctypes
import json
import os
import signal
import wave
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from conftest import Server
from listener import Listener
from test_natural_voices import said
from test_speak import running

TEXT = "The Tide of 1914, as he said, wasn’t “high”. Dr. Smith agrees (see p. 4)! Café & all."
VOICES = ["flite/slt", "flite/rms", "flite/awb", "flite/kal16"]


def with_flite(folder) -> str:
    """A PATH that contains its program."""
    try:
        ctypes.CDLL("libflite_cmu_us_slt.so.1")
    except OSError:
        pytest.skip("libflite1 isn’t installed")
    folder.mkdir(exist_ok=True)
    (folder / "flite").symlink_to("/bin/true")
    return f"{folder}:{os.environ['PATH']}"


@pytest.fixture
def speaker(cli, tmp_path):
    cli.settings |= {"PATH": with_flite(tmp_path / "bin")}
    return cli


def helpers(process: int) -> list[int]:
    """The processes of a server that speak with flite."""
    processes = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    own = [one for one in processes if (found := running(one)) and found[1] == process]
    return [one for one in own if Path(f"/proc/{one}/cmdline").read_bytes().split(b"\0")[1:2] == [b"flite"]]


def listed(cli) -> list[str]:
    return [line.split("\t")[0] for line in cli.run("speak", "--list-voices").stdout.splitlines()]


def test_it_is_offered_where_it_is_installed_and_chosen_by_nobody_but_the_listener(cli, speaker, tmp_path):
    found = listed(speaker)
    assert [name for name in found if name.startswith("flite/")] == VOICES
    assert len(found) > 50
    assert said(speaker, "The names are here.")[0]["voice"] == "gmw/en"
    assert said(speaker, "The names are here.", "--voice", "slt")[0]["voice"] == "flite/slt"
    assert said(speaker, "The names are here.", "--voice", "en-us")[0]["voice"] == "gmw/en-US"
    cli.settings["PATH"] = ":".join(folder for folder in os.environ["PATH"].split(":") if not os.path.exists(f"{folder}/flite"))
    assert not [name for name in listed(cli) if name.startswith("flite/")]
    done = cli.run("speak", "text.txt", "-o", "out.wav", "--voice", "flite/slt")
    assert done.returncode != 0
    assert "flite/slt" in done.stderr


@pytest.mark.parametrize("voice", VOICES)
def test_words_begin_where_the_engine_says(speaker, voice):
    marks, count, rate = said(speaker, TEXT, "--voice", voice)
    words, starts = [word["word"] for word in marks["words"]], [word["start"] for word in marks["words"]]
    assert marks["voice"] == voice
    assert rate == marks["sampleRate"] == 16_000
    assert abs(count / rate - marks["duration"]) < 0.001
    assert words[:5] == ["The", "Tide", "of", "1914", "as"]
    assert starts == sorted(starts)
    assert starts[-1] < marks["duration"]
    with wave.open(str(speaker.folder / "out.wav")) as file:
        sound = array.array("h", file.readframes(count))
    loud = lambda start, end: max(map(abs, sound[round(start * rate) : round(end * rate)]), default=0)
    level = loud(0, marks["duration"])
    # A number takes its time, and there is silence between sentences.
    by_word = {word["word"]: word["end"] - word["start"] for word in marks["words"]}
    assert by_word["1914"] > by_word["Tide"] > by_word["of"]
    for first in ("Dr", "Café"):
        start = next(start for start, word in zip(starts, words) if word.startswith(first))
        assert loud(start - 0.02, start) < level * 0.1, first
        assert loud(start, start + 0.3) > level * 0.2, first


def test_what_it_cannot_say_is_silence_and_the_rest_goes_on(speaker):
    marks, count, _ = said(speaker, "Здесь море. 海. The end is here.", "--voice", "flite/slt")
    assert count > 0
    assert marks["words"][-1]["word"] == "here"
    assert marks["words"][-1]["start"] > 0
    long = " ".join(f"word{number}" for number in range(400))
    marks, _, _ = said(speaker, long, "--voice", "flite/kal16")
    starts = [word["start"] for word in marks["words"]]
    assert len(starts) == 400
    assert starts == sorted(starts)
    assert len(set(starts)) > 390


def test_documents_are_read_by_both_engines_at_once_and_by_one_that_was_killed(tmp_path):
    server = Server(tmp_path, (), settings={"PATH": with_flite(tmp_path / "bin")})
    server.start()
    try:
        server.add_person("ada")
        ada = Listener(server, "ada")
        voices = [one["voice"] for one in json.loads(ada.ask("GET", "/api/v1/voices")[2])["voices"]]
        assert set(VOICES) <= set(voices)
        token = ada.token(f"{ada.session['name']}={ada.session['value']}")

        def part(number: int, voice: str) -> dict:
            document = ada.ready(f"Document {number} is read aloud here. It has the number {number * 111}.".encode(), f"{number}.txt")["id"]
            form = f"form-token={token}&voice={voice}".encode()
            assert ada.ask("POST", f"/reader/documents/{document}/voice", form, "application/x-www-form-urlencoded")[0] == 200
            return read(document)

        def read(document: int) -> dict:
            status, _, answer = ada.ask("GET", f"/api/v1/documents/{document}/parts/0")
            assert status == 200, answer
            return json.loads(answer) | {"document": document}

        jobs = [(number, voice) for number, voice in enumerate(["flite/slt", "gmw/en", "flite/rms", "gmw/en-US"] * 2)]
        with ThreadPoolExecutor(2) as pool:
            parts = list(pool.map(lambda job: part(*job), jobs))
        for (number, voice), found in zip(jobs, parts):
            assert found["voice"] == voice
            assert not found["approximate"]
            assert str(number * 111) in found["words"][-1]
            assert found["times"] == sorted(found["times"])
            assert len(found["times"]) == len(found["words"])
            assert found["duration"] > found["times"][-1]
        # Its process is started again.
        ours = helpers(server.process)
        assert ours
        for process in ours:
            os.kill(process, signal.SIGKILL)
        assert part(90, "flite/slt")["voice"] == "flite/slt"
    finally:
        server.kill()
