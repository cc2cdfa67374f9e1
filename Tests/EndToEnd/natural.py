"""A Python environment with a stand-in for the package `piper`, and a folder of voices for it.

It has the package's interface, and speaks in tones: each phoneme is a letter of `LETTER` samples, and so is a pause. Like the real package, it says
some words as one (`of the`), numbers as several, and one sentence after another. A voice's file says what is unusual about the voice.
"""

import json
import venv
from pathlib import Path

RATE, LETTER = 16_000, 320

PACKAGE = '''
import array, math, os, re
from types import SimpleNamespace

LETTER = 320
TONE = array.array("h", [int(8000 * math.sin(place * 0.3)) for place in range(LETTER)]).tobytes()
NUMBERS = "zero one two three four five six seven eight nine".split()

class PiperVoice:
    def __init__(self, kind):
        self.kind = kind
        self.config = SimpleNamespace(sample_rate=16_000)

    @staticmethod
    def load(path, include_alignments=False):
        kind = open(path).read().strip()
        if kind == "damaged":
            raise ValueError("this is no network")
        return PiperVoice(kind)

    def phonemize(self, text):
        text = re.sub("[0-9]", lambda found: " " + NUMBERS[int(found[0])] + " ", text.lower())
        text = re.sub("[^a-z .,!?]", "", text.replace("of the", "ofthe"))
        return [list(" ".join(one.split())) for one in re.findall("[^.!?]+[.!?]*", text) if one.strip(" .,!?")]

    def synthesize(self, text, include_alignments=False):
        if "farewell" in text and not os.path.exists(self.kind):
            open(self.kind, "w").close()
            os._exit(3)
        for phonemes in self.phonemize(text):
            sound, alignments = b"", []
            for phoneme in ["^", *phonemes, "$"]:
                sound += TONE if phoneme.isalpha() else bytes(2 * LETTER)
                alignments.append(SimpleNamespace(phoneme=phoneme, num_samples=LETTER))
            if self.kind == "silent about it":
                alignments = None
            if self.kind == "wrong":
                alignments[0].num_samples = 7
            yield SimpleNamespace(audio_int16_bytes=sound, phoneme_alignments=alignments)
'''


def environment(folder: Path) -> Path:
    """A Python environment with its own interpreter, and the stand-in among its packages."""
    venv.EnvBuilder(with_pip=False, symlinks=True).create(folder)
    packages = next(folder.glob("lib/python3*/site-packages"))
    (packages / "piper.py").write_text(PACKAGE)
    return folder


def voice(folder: Path, name: str, kind: str = "well", **settings: object) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.onnx").write_text(kind)
    language = {"code": "en_GB", "name_english": "English", "country_english": "Great Britain"}
    known = {"audio": {"sample_rate": RATE, "quality": "medium"}, "espeak": {"voice": "en-gb"}, "language": language, "dataset": name.lower()}
    (folder / f"{name}.onnx.json").write_text(json.dumps(known | settings))


def starts(words: list[str]) -> list[int]:
    """The position of each word in the samples of a short sentence, as the stand-in says it: each letter, comma and blank counts, and so does the beginning."""
    found, place = [], 1
    for word in words:
        found.append(place * LETTER)
        place += len(word) + 1
    return found
