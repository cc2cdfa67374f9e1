"""`tidings speak`: texts and PDFs as sound files with the times of their words, and everything that can't be read aloud."""

import array
import contextlib
import json
import os
import shutil
import signal
import stat
import subprocess
import wave
from pathlib import Path

import pytest

from conftest import PROGRAM, environment
from patience import PATIENCE, until

RATE = 22_050
# Samples of silence before the sound of every MP3 file: the encoder's and the decoder's.
MP3_LEAD = 576 + 529
TEXT = "One of the men is here. It costs $1,234.56, as a rule!\n\nDr. Smith’s “well-known” café & bar opened in 1914–1918."


def speak(cli, text: str, name: str = "out.wav", *options: object):
    (cli.folder / "text.txt").write_text(text, encoding="utf-8")
    return cli.run("speak", "text.txt", "-o", name, "--marks", "marks.json", *options)


def marks(cli) -> dict:
    return json.loads((cli.folder / "marks.json").read_text())


def samples(path) -> array.array:
    """The samples of a WAVE file, or those that ffmpeg decodes from another file."""
    if path.suffix == ".wav":
        with wave.open(str(path)) as file:
            assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
            return array.array("h", file.readframes(file.getnframes()))
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-i", str(path), "-ar", str(RATE), "-ac", "1", "-f", "s16le", "-"]
    return array.array("h", subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=PATIENCE).stdout)


def files(cli) -> set[str]:
    return {path.name for path in cli.folder.iterdir()} - {"text.txt", "data"}


def refused(done: subprocess.CompletedProcess, status: int, words: str) -> None:
    assert done.returncode == status, (done.returncode, done.stderr)
    assert words in done.stderr, (done.returncode, done.stderr)
    assert done.stdout == "", (done.returncode, done.stderr)
    assert len(done.stderr.splitlines()) == 1


def test_a_text_becomes_sound_with_the_times_of_its_words(cli):
    done = speak(cli, TEXT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert files(cli) == {"out.wav", "marks.json"}
    found, sound = marks(cli), samples(cli.folder / "out.wav")
    words = found["words"]
    assert [word["word"] for word in words] == (
        "One of the men is here It costs $1,234.56 as a rule Dr Smith’s well-known café & bar opened in 1914–1918".split()
    )
    assert all(TEXT[word["offset"] :].startswith(word["word"]) and "page" not in word for word in words)
    assert found["sampleRate"] == RATE
    assert found["voice"] == "gmw/en"
    assert abs(found["duration"] - len(sound) / RATE) < 0.001
    starts, ends = [word["start"] for word in words], [word["end"] for word in words]
    assert starts == sorted(starts)
    assert len(set(starts)) == len(starts)
    assert starts[1:] == ends[:-1]
    assert ends[-1] == found["duration"]
    # There is silence before each sentence, and then its first word.
    for number in (6, 12):
        start = round(starts[number] * RATE)
        assert max(map(abs, sound[start - RATE // 20 : start])) <= 16
        assert max(map(abs, sound[start : start + RATE // 10])) > 200


def test_rules_say_something_else_than_what_is_written(cli):
    assert speak(cli, TEXT).returncode == 0
    plain = marks(cli)
    rules = [{"kind": "word", "text": "men", "said": "people of the very large city"}, {"kind": "pattern", "text": r"It costs.*rule!", "said": ""}]
    # As the API lists them, and only the list.
    for content in ({"pronunciations": [rule | {"id": 1, "matchesCase": True} for rule in rules]}, rules):
        (cli.folder / "rules.json").write_text(json.dumps(content))
        done = speak(cli, TEXT, "out.wav", "--pronunciation", "rules.json")
        assert (done.returncode, done.stderr) == (0, "")
        found, sound = marks(cli), samples(cli.folder / "out.wav")
        # The words are those of the text.
        assert [(word["word"], word["offset"]) for word in found["words"]] == [(word["word"], word["offset"]) for word in plain["words"]]
        lasts = [[word["end"] - word["start"] for word in one["words"]] for one in (plain, found)]
        assert lasts[1][3] > lasts[0][3] + 0.5
        assert sum(lasts[0][6:11]) > 2
        assert sum(lasts[1][6:11]) < 0.5
        assert abs(found["duration"] - len(sound) / RATE) < 0.001


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "rules.json isn't a list of rules"), ("[{}]", "rules.json isn't a list of rules"), ('[{"kind": "song", "text": "a", "said": ""}]', "rule 1: 'song' is none of word, text, pattern"),
        ('[{"kind": "word", "text": "a", "said": ""}, {"kind": "text", "text": " ", "said": ""}]', "rule 2: its text is empty"),
        ('[{"kind": "pattern", "text": "(a", "said": ""}]', "rule 1: its pattern can't be used"), ('[{"kind": "word", "text": "%s", "said": ""}]' % ("a" * 101), "rule 1: its text has more than 100"),
        (json.dumps([{"kind": "word", "text": str(number), "said": ""} for number in range(201)]), "rules.json has more than 200 rules"), (None, "there is no file 'rules.json'"),
    ],
)  # fmt: skip
def test_rules_that_cannot_be_used_say_why(cli, content, words):
    if content is not None:
        (cli.folder / "rules.json").write_text(content)
    refused(speak(cli, TEXT, "out.wav", "--pronunciation", "rules.json"), 2, words)
    assert files(cli) <= {"rules.json"}


def test_a_paragraph_in_another_language_is_read_by_a_voice_of_it(cli):
    english = "The house was built on a hill, and from its windows you could see the whole valley."
    french = "La maison était bâtie sur une colline, et de ses fenêtres on voyait toute la vallée."
    assert speak(cli, french, "out.wav", "--language", "fr").returncode == 0
    assert marks(cli)["voice"] == "roa/fr"
    own = lasts(cli)
    found = []
    for options in ([], ["--languages"]):
        done = speak(cli, f"{english}\n\n{french}", "out.wav", *options)
        assert (done.returncode, done.stderr) == (0, "")
        assert marks(cli)["voice"] == "gmw/en"
        found.append(lasts(cli)[-len(own) :])
    assert found[0] != pytest.approx(own, abs=0.02)
    assert found[1] == pytest.approx(own, abs=0.02)


def lasts(cli) -> list[float]:
    """How long each word is said."""
    return [word["end"] - word["start"] for word in marks(cli)["words"]]


@pytest.mark.parametrize(("ending", "lead"), [("mp3", MP3_LEAD), ("m4a", 0), ("m4b", 0), ("ogg", 0), ("opus", 0)])
def test_times_are_those_of_what_is_heard_in_every_format(cli, ending, lead):
    assert speak(cli, TEXT).returncode == 0
    plain, times = samples(cli.folder / "out.wav"), marks(cli)
    done = speak(cli, TEXT, f"out.{ending}")
    assert (done.returncode, done.stderr) == (0, "")
    others = marks(cli)
    starts, ends = ([[word[name] for word in one["words"]] for one in (times, others)] for name in ("start", "end"))
    for mine, other in (starts, ends):
        assert other == pytest.approx([time + lead / RATE for time in mine], abs=0.002)
    assert others["duration"] == pytest.approx(times["duration"] + lead / RATE, abs=0.002)
    coded = samples(cli.folder / f"out.{ending}")
    assert abs(len(coded) - lead - len(plain)) < RATE // 15

    def likeness(lag: int) -> int:
        start = RATE // 2
        return sum(a * b for a, b in zip(plain[start : 2 * RATE : 3], coded[start + lag : 2 * RATE + lag : 3]))

    # Where the two are most alike, in steps of less than a millisecond.
    assert abs(max(range(-1100, 2201, 10), key=likeness) - lead) <= RATE // 200


def test_standard_input_becomes_sound_on_standard_output(cli):
    done = subprocess.run(
        [str(PROGRAM), "speak", "-", "--output", "-"], input=TEXT.encode(), capture_output=True, cwd=cli.folder, env=environment(), timeout=PATIENCE, check=True
    )
    assert done.stdout[:4] == b"RIFF"
    assert done.stdout[8:12] == b"WAVE"
    assert len(done.stdout) > 5 * 2 * RATE
    assert done.stderr == b""
    done = cli.run("speak", "-", "-o", "out.mp3", stdin=TEXT.encode("utf-16"))
    assert done.returncode == 0
    assert files(cli) == {"out.mp3"}


def test_the_words_of_a_pdf_have_pages_and_places_in_its_text(cli):
    cli.make_list(rows=40, pages=4)
    done = cli.run("speak", "list.pdf", "-o", "out.mp3", "--marks", "marks.json")
    assert (done.returncode, done.stderr) == (0, "")
    text = cli.run("text", "list.pdf").stdout
    words = marks(cli)["words"]
    assert all(text[word["offset"] :].startswith(word["word"]) for word in words)
    assert {word["page"] for word in words} == {1, 2, 3, 4}
    assert all(text[: word["offset"]].count("\f") == word["page"] - 1 for word in words)


def test_what_is_left_out_of_a_pdf_is_shown_and_can_be_read(cli):
    cli.make_list(rows=40, pages=4)
    shown = cli.run("speak", "list.pdf", "--skipped")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert files(cli) == {"list.pdf"}
    skipped = [line.split("\t") for line in shown.stdout.splitlines()]
    assert {page for page, _, _ in skipped} == {"1", "2", "3", "4"}
    assert {reason for _, reason, _ in skipped} == {"header or footer"}
    # On the first page, the title and the names of the columns are read.
    assert [page for page, _, text in skipped if text == "Visa Application Status"] == ["2", "3", "4"]
    assert skipped[-1][2].endswith("Page 4 of 4")

    def words(*options: str) -> list[str]:
        done = cli.run("speak", "list.pdf", "-o", "out.wav", "--marks", "marks.json", *options)
        assert done.returncode == 0, done.stderr
        assert (done.stdout == shown.stdout) == ("--skipped" in options), done.stderr
        return [word["word"] for word in marks(cli)["words"]]

    def letters(texts: list[str]) -> list[str]:
        return sorted(character for text in texts for character in text if character.isalnum())

    text = cli.run("text", "list.pdf").stdout
    assert letters(words("--skipped") + [text for _, _, text in skipped]) == letters([text])
    assert words().count("Visa") == 1
    assert words("--all").count("Visa") == 4
    assert letters(words("--all")) == letters([text])
    refused(cli.run("speak", "list.pdf"), 2, "--output is missing")


def test_voices_and_languages(cli):
    german = "Der Hund und die Katze sind nicht in dem Garten, und das ist gut."
    assert speak(cli, german).returncode == 0
    assert marks(cli)["voice"] == "gmw/de"
    assert speak(cli, german, "out.wav", "--language", "en-US").returncode == 0
    assert marks(cli)["voice"] == "gmw/en-US"
    assert speak(cli, german, "out.wav", "--voice", "en-us").returncode == 0
    assert marks(cli)["voice"] == "gmw/en-US"
    assert speak(cli, "Он был в доме").returncode == 0
    assert marks(cli)["voice"] == "zle/ru"
    shutil.rmtree(cli.folder / "data", ignore_errors=True)
    for name in ("out.wav", "marks.json"):
        (cli.folder / name).unlink()
    refused(speak(cli, german, "out.wav", "--voice", "nobody"), 2, "there is no voice 'nobody'; tidings speak --list-voices lists them")
    refused(speak(cli, german, "out.wav", "--language", "tlh"), 2, "there is no voice for 'tlh'")
    refused(speak(cli, german, "out.wav", "--language", "de", "--voice", "de"), 2, "exclude each other")
    # Khmer has letters and no voice.
    refused(speak(cli, "សួស្តីពិភពលោក"), 3, "the text seems to be in 'km', for which there is no voice; choose one with --voice")
    assert files(cli) == set()


def bare_pdf(*, trailer: str = "") -> bytes:
    """One page without text; readers must find the offsets themselves."""
    return (
        "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n"
        "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>\nendobj\n4 0 obj\n<</Length 8>>\nstream\n0 0 m S \nendstream\nendobj\n"
        f"{trailer}trailer\n<</Size 5/Root 1 0 R{'/Encrypt 5 0 R/ID[<00><00>]' if trailer else ''}>>\n%%EOF\n"
    ).encode()


def book(chapters: list[tuple[str, str]]) -> bytes:
    """A page and an outline entry for each chapter; readers must find the offsets themselves."""
    count = len(chapters)
    objects = [
        "1 0 obj\n<</Type/Catalog/Pages 2 0 R/Outlines 3 0 R>>\nendobj\n",
        f"2 0 obj\n<</Type/Pages/Kids[{' '.join(f'{10 + 3 * at} 0 R' for at in range(count))}]/Count {count}>>\nendobj\n",
        f"3 0 obj\n<</Type/Outlines/First 12 0 R/Last {12 + 3 * (count - 1)} 0 R/Count {count}>>\nendobj\n",
        "4 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>\nendobj\n",
    ]
    for at, (title, text) in enumerate(chapters):
        page, content, entry = (10 + 3 * at + more for more in range(3))
        drawn = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET"
        near = (f"/Prev {entry - 3} 0 R" if at else "") + (f"/Next {entry + 3} 0 R" if at + 1 < count else "")
        objects += [
            f"{page} 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {content} 0 R/Resources<</Font<</F1 4 0 R>>>>>>\nendobj\n",
            f"{content} 0 obj\n<</Length {len(drawn)}>>\nstream\n{drawn}\nendstream\nendobj\n",
            f"{entry} 0 obj\n<</Title({title})/Parent 3 0 R/Dest[{page} 0 R/Fit]{near}>>\nendobj\n",
        ]
    return f"%PDF-1.4\n{''.join(objects)}trailer\n<</Size {10 + 3 * count}/Root 1 0 R>>\n%%EOF\n".encode()


def test_an_audiobook_has_the_outline_as_its_chapters(cli):
    chapters = [("Dawn", "The first page is about the dawn."), ("A=b; c#d", "Then it is noon. It lasts a while."), ("Dusk", "At last it is evening.")]
    (cli.folder / "book.pdf").write_bytes(book(chapters))
    for name in ("book.m4b", "book.wav"):
        done = cli.run("speak", "book.pdf", "-o", name, "--marks", "marks.json")
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert files(cli) == {"book.pdf", "book.m4b", "book.wav", "marks.json"}
    command = ["ffprobe", "-v", "error", "-show_chapters", "-show_format", "-of", "json", str(cli.folder / "book.m4b")]
    probed = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=PATIENCE).stdout)
    found, words = probed["chapters"], marks(cli)["words"]
    assert [one["tags"]["title"] for one in found] == [title for title, _ in chapters]
    # Each begins with the sound of its first sentence, some milliseconds before its first word, and ends where the next begins.
    firsts = [next(word["start"] for word in words if word["page"] == page) for page in (1, 2, 3)]
    starts = [float(one["start_time"]) for one in found]
    assert starts[0] == 0, (firsts, starts)
    assert all(0 <= first - start < 0.1 for first, start in zip(firsts, starts)), (firsts, starts)
    assert [one["end_time"] for one in found[:-1]] == [one["start_time"] for one in found[1:]]
    assert abs(float(found[-1]["end_time"]) - marks(cli)["duration"]) < 0.01
    assert abs(len(samples(cli.folder / "book.m4b")) - len(samples(cli.folder / "book.wav"))) < RATE // 25
    # A text has no outline, and then no chapters.
    assert speak(cli, TEXT, "text.m4b").returncode == 0
    command[-1] = str(cli.folder / "text.m4b")
    assert json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=PATIENCE).stdout)["chapters"] == []


def test_what_cannot_be_read_aloud_is_told_and_leaves_no_file(cli):
    def tried(contents: bytes, name: str = "source", output: str = "out.wav"):
        (cli.folder / name).write_bytes(contents)
        done = cli.run("speak", name, "-o", output, "--marks", "marks.json")
        (cli.folder / name).unlink()
        return done

    refused(tried(b""), 1, "source is empty")
    refused(tried(b" \n\n ... \n"), 1, "source has no words")
    refused(tried(os.urandom(5000) + b"\0" * 5000), 3, "source is neither text nor a PDF")
    refused(tried(bare_pdf()), 1, "source has no text: its pages may be pictures")
    locked = "5 0 obj\n<</Filter/Standard/V 1/R 2/O<" + "00" * 32 + ">/U<" + "00" * 32 + ">/P -4>>\nendobj\n"
    refused(tried(bare_pdf(trailer=locked)), 3, "give it with --password")
    refused(tried(b"a" * (17 << 20)), 3, "source is larger than 16 MB")
    assert tried(b"%PDF-1.4\nnothing").returncode in (1, 3)
    refused(tried(b"One.", output="out.flac"), 2, "has none of the endings .wav, .mp3, .m4a, .m4b, .ogg, .opus")
    refused(tried(b"One.", output="nowhere/out.wav"), 4, "'nowhere/out.wav' cannot be written")
    refused(tried(b"One.", output="marks.json"), 2, "--marks and --output name the same file")
    refused(tried(b"One.", output="."), 2, "is a folder")
    refused(cli.run("speak", ".", "-o", "out.wav"), 2, "'.' is a folder")
    refused(cli.run("speak", "nothing.txt", "-o", "out.wav"), 2, "there is no file 'nothing.txt'")
    assert files(cli) == set()


def test_a_missing_program_is_named(cli, tmp_path):
    (cli.folder / "text.txt").write_text("One.")
    cli.settings["PATH"] = str(tmp_path / "empty")
    refused(cli.run("speak", "text.txt", "-o", "out.mp3"), 4, "ffmpeg isn't installed, and .mp3 needs it: apt install ffmpeg")
    assert cli.run("speak", "text.txt", "-o", "out.wav").returncode == 0
    # The program alone, without its helper.
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(PROGRAM, alone / "tidings")
    done = subprocess.run(
        [str(alone / "tidings"), "speak", "text.txt", "-o", "other.wav"], capture_output=True, text=True, cwd=cli.folder, env={"PATH": ""}, timeout=PATIENCE, check=False
    )
    assert done.returncode == 4, done.stderr
    assert "tidings-speech isn't beside this program" in done.stderr, done.stderr
    # A helper that always dies.
    helper = alone / "tidings-speech"
    helper.write_text("#!/bin/sh\nexit 1\n")
    helper.chmod(helper.stat().st_mode | stat.S_IXUSR)
    done = subprocess.run(
        [str(alone / "tidings"), "speak", "text.txt", "-o", "other.wav"], capture_output=True, text=True, cwd=cli.folder, env={"PATH": ""}, timeout=PATIENCE, check=False
    )
    assert done.returncode == 4, done.stderr
    assert "tidings-speech" in done.stderr, done.stderr
    assert not (cli.folder / "other.wav").exists()


@pytest.mark.parametrize("ending", ["wav", "mp3", "m4b"])
def test_a_command_that_is_stopped_leaves_nothing(cli, ending):
    (cli.folder / "text.txt").write_text("The river is not as long as it was. " * 20_000)
    process = cli.start("speak", "text.txt", "-o", f"out.{ending}", "--marks", "marks.json")
    until(lambda: any(path.suffix == ".part" and path.stat().st_size > 4096 for path in cli.folder.iterdir()), "nothing is written")
    process.send_signal(signal.SIGINT)
    errors = process.communicate(timeout=PATIENCE)[1]
    assert (process.returncode, errors.decode()) == (130, "stopped; nothing was written\n")
    assert files(cli) == set()


def running(process: int) -> tuple[str, int] | None:
    """A running process: its program's name, and its parent."""
    with contextlib.suppress(OSError):
        name, rest = Path(f"/proc/{process}/stat").read_text().split("(", 1)[1].rsplit(")", 1)
        state, parent = rest.split()[:2]
        return None if state == "Z" else (name, int(parent))
    return None


def children(process: int) -> dict[str, int]:
    """The programs that a process has started, by name."""
    processes = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    return {found[0]: one for one in processes if (found := running(one)) and found[1] == process}


def test_a_helper_that_is_killed_is_started_again_and_no_word_is_lost(cli):
    (cli.folder / "text.txt").write_text("The river is not as long as it was. " * 1_000)
    process = cli.start("speak", "text.txt", "-o", "out.wav", "--marks", "marks.json")
    until(lambda: any(path.suffix == ".part" and path.stat().st_size > 4096 for path in cli.folder.iterdir()), "nothing is written")
    os.kill(children(process.pid)["tidings-speech"], signal.SIGKILL)
    errors = process.communicate(timeout=PATIENCE)[1]
    assert (process.returncode, errors) == (0, b"")
    found = marks(cli)
    assert len(found["words"]) == 9_000
    assert abs(found["duration"] - len(samples(cli.folder / "out.wav")) / RATE) < 0.001


def test_its_helpers_end_with_a_command_that_is_killed(cli):
    (cli.folder / "text.txt").write_text("The river is not as long as it was. " * 20_000)
    process = cli.start("speak", "text.txt", "-o", "out.mp3")
    until(lambda: {"tidings-speech", "ffmpeg"} <= children(process.pid).keys(), "the helpers aren't there")
    helpers = children(process.pid).values()
    process.kill()
    process.communicate(timeout=PATIENCE)
    until(lambda: not any(running(helper) for helper in helpers), "a helper stays")


def test_a_terminal_shows_how_far_it_is(cli):
    (cli.folder / "text.txt").write_text("The river is long. " * 300)
    status, seen = cli.run_on_terminal("speak", "text.txt", "-o", "out.wav", on_seen=lambda _: None)
    assert status == 0
    assert "% " in seen
    assert "of 1200 words" in seen
