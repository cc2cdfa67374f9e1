"""Many documents are listened to at once, by voices of two engines: each has its own sound, there are few helpers, and a killed one is restarted."""

import json
import os
import signal
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import natural
from conftest import Server
from listener import Listener
from patience import PATIENCE, until
from test_speak import running

COUNT = 20
VOICES = ["piper/Bell", "gmw/en"]
# The number of helpers that the server starts per engine, and the encoders: one for each part that is being made.
MOST = {"python3": 1, "tidings-speech": 2, "ffmpeg": 12}


def text(number: int) -> str:
    """Sentences whose lengths are unique to this document."""
    words = ["a", "at", "ate", "late", "later", "letter", "letters", "longer it"]
    sentences = [" ".join(["the", *(words[(number * 3 + at * (number % 7 + 2) + place) % 8] for place in range(3 + (number * 5 + at) % 9))]) for at in range(60)]
    return " ".join(f"{sentence.capitalize()}." for sentence in sentences)


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("natural")
    natural.voice(folder / "voices", "Bell")
    return {"TIDINGS_PIPER": str(natural.environment(folder / "piper")), "TIDINGS_PIPER_VOICES": str(folder / "voices")}


def house(folder: Path, settings: dict) -> tuple[Server, list[tuple[Listener, int]]]:
    """A server with the documents, four for each person."""
    folder.mkdir()
    server = Server(folder, (), settings)
    server.start()
    people = []
    for name in ("ada", "ben", "cid", "dee", "eve"):
        server.add_person(name)
        people.append(Listener(server, name))
    documents = []
    for number in range(COUNT):
        person = people[number % len(people)]
        documents.append((person, person.ready(text(number).encode(), f"{number}.txt")["id"]))
        server.change("UPDATE documents SET voice = ? WHERE id = ?", VOICES[number % 2], documents[-1][1])
    return server, documents


def helpers(server: Server) -> Counter:
    processes = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
    return Counter(found[0] for one in processes if (found := running(one)) and found[1] == server.process)


def parts(person: Listener, document: int) -> list[tuple[dict, bytes]]:
    """All parts in order, each with its sound; after a refusal for too many requests, it asks again."""
    found = []
    for number in range(len(person.server.query(f"SELECT part FROM document_parts WHERE document = {document}"))):
        for path in (f"/api/v1/documents/{document}/parts/{number}", None):
            answer = None
            def asked() -> bool:
                nonlocal answer
                answer = person.ask("GET", path or found[-1]["sound"].removeprefix(person.server.url))
                return answer[0] != 503
            until(asked, person.server.log)
            assert answer[0] == 200, answer
            found.append(json.loads(answer[2]) if path else answer[2])
    return list(zip(found[::2], found[1::2]))


def test_twenty_documents_at_once_are_said_apart_while_helpers_are_killed(tmp_path, settings):
    server, documents = house(tmp_path / "together", settings)
    counts, killed, stop = [], Counter(), threading.Event()

    def watch() -> None:
        while not stop.wait(0.05):
            counts.append(helpers(server))

    def kill(name: str) -> None:
        """Kills the first such process, once one is running."""
        processes = [int(folder.name) for folder in Path("/proc").glob("[0-9]*")]
        for one in processes:
            if (found := running(one)) and found == (name, server.process):
                os.kill(one, signal.SIGKILL)
                killed[name] += 1
                return

    with ThreadPoolExecutor(COUNT + 1) as pool:
        watching = pool.submit(watch)
        making = [pool.submit(parts, *document) for document in documents]
        for name in ("tidings-speech", "python3"):
            until(lambda name=name: helpers(server)[name] or all(one.done() for one in making), server.log)
            kill(name)
        together = [one.result(PATIENCE) for one in making]
        stop.set()
        watching.result(PATIENCE)
    assert killed == {"tidings-speech": 1, "python3": 1}
    assert all(count[name] <= most for count in counts for name, most in MOST.items()), max(map(str, counts), key=len)
    server.kill()

    alone, others = house(tmp_path / "alone", settings)
    for number, (document, said) in enumerate(zip(others, together, strict=True)):
        for (mine, sound), (same, other) in zip(said, parts(*document), strict=True):
            assert (mine["words"], mine["voice"]) == (same["words"], same["voice"])
            assert mine["voice"] == VOICES[number % 2]
            assert len(mine["times"]) == len(mine["words"])
            assert mine["times"] == sorted(mine["times"])
            if mine["voice"] == "piper/Bell":
                assert mine["times"] == same["times"]
                assert sound == other
            else:
                # The same sentence varies by some samples in eSpeak NG.
                starts = [[one["times"][word - one["first"]] for word in one["sentences"]] + [one["duration"]] for one in (mine, same)]
                lengths = [[end - start for start, end in zip(one, one[1:])] for one in starts]
                assert all(abs(mine - same) < 0.1 for mine, same in zip(*lengths, strict=True)), number
    alone.kill()
