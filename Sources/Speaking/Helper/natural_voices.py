"""Reads texts aloud with the voices of Piper (https://github.com/OHF-Voice/piper1-gpl) for its parent process: natural_voices.py FOLDER

Runs in a Python environment with `piper-tts`. FOLDER has voices, each a file .onnx with its .onnx.json. It exchanges the frames that `tidings-speech`
describes, with these differences: the response to a voice (`V`) also contains `h`, because each voice has its own sample rate; and the starts of words
are computed from the durations that the network gave each phoneme. A voice that doesn't output them is patched in memory if the package `onnx` is
installed; otherwise the starts of its words are unknown.
"""

import ctypes
import json
import os
import struct
import sys
from pathlib import Path

THREADS = 2
LONGEST_REQUEST = 1 << 20
# Seconds of silence after a sentence.
PAUSE = 0.2
# The most phonemes that are said at once, about twenty seconds; and the most cells of the table that finds words: with a larger one, no word's start
# is known.
MOST_SOUNDS = 240
MOST_CELLS = 1_000_000
# Begins the names of voices, and distinguishes them from those of eSpeak NG.
PREFIX = "piper/"
STRESS = "ˈˌ"
# Symbols without a sound of their own: start, end, padding, punctuation.
SILENT = set("^$_.,;:!?…¿¡\"'()[]{}«»“”„‘’—–-|؟،؛。、！？：；")
QUALITIES = ["medium", "high", "low", "x_low"]
# Kinds of voices whose phonemes need neither a download nor another package.
KINDS = {"espeak", "text"}
answers = os.fdopen(os.dup(1), "wb")


def send(kind: str, payload: bytes = b"") -> None:
    answers.write(kind.encode() + struct.pack("<i", len(payload)) + payload)


def received(count: int) -> bytes:
    """Reads that many bytes from standard input; ends the process at its end."""
    found = sys.stdin.buffer.read(count)
    if len(found) < count:
        sys.exit(0)
    return found


def voices(folder: Path) -> dict[str, dict]:
    """The files that this program can use, without their extension, and their settings."""
    found = {}
    for file in sorted(folder.glob("*.onnx.json")):
        try:
            settings = json.loads(file.read_text(encoding="utf-8"))
            if settings.get("phoneme_type", "espeak") in KINDS and file.with_suffix("").is_file() and settings["espeak"]["voice"]:
                found[file.name.removesuffix(".onnx.json")] = settings
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue
    return found


def described(name: str, settings: dict) -> bytes:
    """The voice as in a frame: identifier, name, then priority and language by turns."""
    language = settings.get("language") or {}
    code = str(language.get("code") or settings["espeak"]["voice"]).replace("_", "-")
    quality = str((settings.get("audio") or {}).get("quality") or "")
    own = str(settings.get("dataset") or name).replace("_", " ")
    place = ", ".join(str(language[key]) for key in ("name_english", "country_english") if language.get(key))
    about = ", ".join(part for part in (place, quality.replace("_", "-")) if part)
    words = [f"{PREFIX}{name}", f"{own[:1].upper()}{own[1:]}" + (f" ({about})" if about else "")]
    priority = str(QUALITIES.index(quality) + 1 if quality in QUALITIES else 5)
    for tongue in dict.fromkeys([code.lower(), code.lower().split("-")[0]]):
        words += [priority, tongue]
    return b"".join(word.replace("\0", "").encode() + b"\0" for word in words)


def loaded(file: Path):
    import piper

    try:
        return piper.PiperVoice.load(str(file), include_alignments=True)
    except TypeError:
        # Before 1.4, the package knew only voices that were patched by hand.
        return piper.PiperVoice.load(str(file))


def aligned(wanted: list[str], said: list[str]) -> list[int | None]:
    """The spoken phoneme for each wanted phoneme; both keep their order (Needleman and Wunsch, 1970)."""
    width = len(said) + 1
    # The best score so far, and the last step: 0 both, 1 left out, 2 inserted.
    row, ways = [-place for place in range(width)], []
    for one in wanted:
        before, row, way = row, [row[0] - 1], bytearray(width)
        way[0] = 1
        for place in range(1, width):
            other = said[place - 1]
            both = before[place - 1] + (2 if one == other else -3 if " " in (one, other) else -1)
            out, more = before[place] - 1, row[place - 1] - 1
            best = max(both, out, more)
            row.append(best)
            way[place] = 0 if best == both else 1 if best == out else 2
        ways.append(way)
    found: list[int | None] = [None] * len(wanted)
    line, place = len(wanted), width - 1
    while line > 0 and place > 0:
        way = ways[line - 1][place]
        if way == 0:
            found[line - 1] = place - 1
        line, place = line - (way != 2), place - (way != 1)
    return found


def own_sounds(voice, word: str) -> str:
    """The phonemes of a word said alone, without stress."""
    found = "".join(phoneme for sentence in voice.phonemize(word) for phoneme in [*sentence, " "] if phoneme not in SILENT and phoneme not in STRESS)
    return " ".join(found.split())


def pieces(sounds: list[str], words: list[str]) -> list[range]:
    """Cuts a long sentence, at a comma if there is one, because a network's memory grows with the length that it says at once."""
    found, first, length = [], 0, 0
    for number, word in enumerate(words):
        if number > first and length + len(sounds[number]) > MOST_SOUNDS:
            found.append(range(first, number))
            first, length = number, 0
        length += len(sounds[number]) + 1
        if length > MOST_SOUNDS // 2 and word[-1:] and word[-1] in ",;:—–،、，；":
            found.append(range(first, number + 1))
            first, length = number + 1, 0
    return found + ([range(first, len(words))] if first < len(words) else [])


def starts(own: list[str], said: list[tuple[str, int]]) -> list[tuple[int, int]]:
    """The words whose start is known, with the sample, from the phonemes of each word said alone and from the sentence's phonemes with their first samples."""
    sounds = [(" " if phoneme.isspace() else phoneme, sample) for phoneme, sample in said if phoneme not in SILENT]
    plain = [index for index, (phoneme, _) in enumerate(sounds) if phoneme not in STRESS]
    wanted: list[str] = []
    firsts: list[tuple[int, int]] = []
    for number, word in enumerate(own):
        if not word:
            continue
        if wanted:
            wanted.append(" ")
        firsts.append((number, len(wanted)))
        wanted += word
    if len(wanted) * len(plain) > MOST_CELLS:
        return []
    places = aligned(wanted, [sounds[index][0] for index in plain])
    found: list[tuple[int, int]] = []
    for count, (number, first) in enumerate(firsts):
        end = firsts[count + 1][1] - 1 if count + 1 < len(firsts) else len(wanted)
        blank = places[first - 1] if first else None
        if first == 0:
            at = 0
        elif blank is not None:
            at = blank + 1
        else:
            # Two words that are said without a blank between them.
            at = next((place for place in places[first:end] if place is not None), None)
        if at is None or at >= len(plain):
            continue
        index = plain[at]
        while index > 0 and sounds[index - 1][0] in STRESS:
            index -= 1
        while index < len(sounds) - 1 and sounds[index][0] == " ":
            index += 1
        if not found or sounds[index][1] > found[-1][1]:
            found.append((number, sounds[index][1]))
    return found


def say(voice, words: list[str]) -> None:
    """The sound, and after each piece the starts of its words. They are known if the phonemes have as many samples as the sound."""
    # Double brackets would be read as phonemes.
    words = [word.replace("[", "(").replace("]", ")") for word in words]
    own = [own_sounds(voice, word) for word in words]
    count = 0
    for piece in pieces(own, words):
        begun, said, is_known = count, [], True
        for chunk in voice.synthesize(" ".join(words[piece.start : piece.stop]), include_alignments=True):
            sound = chunk.audio_int16_bytes
            send("p", sound)
            found = chunk.phoneme_alignments or []
            is_known = is_known and 2 * sum(int(one.num_samples) for one in found) == len(sound)
            place = count
            for one in found:
                said.append((one.phoneme, place))
                place += int(one.num_samples)
            said.append((" ", place))
            count += len(sound) // 2
        for number, sample in starts(own[piece.start : piece.stop], said) if is_known and count > begun else []:
            send("e", struct.pack("<2i", piece.start + number, sample))
    send("p", bytes(2 * int(voice.config.sample_rate * PAUSE)))


def serve(folder: Path) -> None:
    known, name, voice = voices(folder), None, None
    send("h", struct.pack("<i", 22_050))
    answers.flush()
    while True:
        head = received(5)
        kind, length = head[:1], struct.unpack("<i", head[1:])[0]
        if not 0 <= length <= LONGEST_REQUEST:
            return
        asked = received(length).decode("utf-8", "replace")
        try:
            if kind == b"L":
                for one, settings in known.items():
                    send("l", described(one, settings))
            elif kind == b"V":
                wanted = asked.removeprefix(PREFIX)
                if wanted not in known:
                    raise ValueError("there is no such voice")
                if wanted != name:
                    name, voice = None, None
                    voice = loaded(folder / f"{wanted}.onnx")
                    name = wanted
                send("h", struct.pack("<i", int(voice.config.sample_rate)))
            elif kind == b"S" and voice is not None:
                say(voice, asked.split("\n")[:-1])
            else:
                return
            send("d")
        except MemoryError:
            sys.exit(1)
        except Exception as error:  # noqa: BLE001 - every error of the package is an answer
            send("x", f"{type(error).__name__}: {error}".encode()[:2000])
        answers.flush()


def bound_threads() -> None:
    """By default, onnxruntime takes all processors, and waits in a busy loop."""
    try:
        import onnxruntime
    except ImportError:
        return
    make = onnxruntime.SessionOptions

    def bounded():
        options = make()
        options.intra_op_num_threads, options.inter_op_num_threads = THREADS, 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return options

    onnxruntime.SessionOptions = bounded


def leave_network() -> None:
    """If the system allows it, and while there is one thread: CLONE_NEWUSER and CLONE_NEWNET of unshare(2)."""
    try:
        ctypes.CDLL(None).unshare(0x1000_0000 | 0x4000_0000)
    except (OSError, AttributeError):
        return


def main() -> None:
    # Printed text isn't a response.
    os.dup2(2, 1)
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    leave_network()
    try:
        bound_threads()
        import piper  # noqa: F401
    except Exception as error:  # noqa: BLE001
        send("x", f"piper-tts cannot be loaded by {sys.executable}: {error}".encode()[:2000])
        answers.flush()
        return
    serve(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
