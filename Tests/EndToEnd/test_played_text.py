"""What is played of a document is its text without the parts shown as left out: ten documents of known words, with headers, columns, footnotes, hyphens,
tables and text from right to left."""

import json
import re
from collections import Counter

import pytest

import made_documents
from conftest import Server
from listener import Listener
from test_left_out import send


@pytest.fixture(scope="module")
def ada(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("played"), ())
    server.start()
    server.add_person("ada")
    yield Listener(server, "ada")
    server.kill()


def words(texts: list[str]) -> list[str]:
    return re.findall(r"\w+", " ".join(texts))


def played(person: Listener, document: int) -> tuple[list[str], list[str], float]:
    """The words that are said, the texts that are shown as left out, and the seconds of the sound."""
    said, shown, seconds = [], [], 0.0
    for number in range(len(person.server.query(f"SELECT part FROM document_parts WHERE document = {document}"))):
        status, _, answer = person.ask("GET", f"/api/v1/documents/{document}/parts/{number}")
        assert status == 200, answer
        part = json.loads(answer)
        left = {word for one in part["passages"] if not one["read"] for word in range(one["word"], one["word"] + one["words"])}
        said += [word for place, word in enumerate(part["words"], part["first"]) if place not in left]
        shown += part["skipped"]
        seconds += part["duration"]
    return said, shown, seconds


@pytest.mark.parametrize("name", made_documents.ALL)
def test_what_is_played_is_the_text_without_what_is_shown_as_left_out(ada, name):
    made = made_documents.ALL[name]()
    document = ada.ready(made.content, f"{name}.pdf")
    assert document["state"] == "ready", document
    said, shown, seconds = played(ada, document["id"])
    assert words(said) == words(made.read)
    assert Counter(" ".join(words([one])) for one in shown) == Counter(" ".join(words([one])) for one in made.left_out)
    # With nothing left out, everything is said.
    assert send(ada, document["id"], "leaving", "") == 200
    whole, nothing, longer = played(ada, document["id"])
    # A word lasts a tenth of a second at least.
    assert longer >= seconds + 0.1 * len(words(made.left_out))
    assert nothing == []
    assert Counter(words(whole)) == Counter(words(made.read + made.left_out))
