"""The API matches its own description: the document is valid, and Schemathesis, which tests by it, finds no response that it lacks.

`SCHEMATHESIS_SECONDS` and `SCHEMATHESIS_EXAMPLES` make a longer run.
"""

import gzip
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from conftest import PATIENCE, WELL_KNOWN

SECONDS, EXAMPLES = os.environ.get("SCHEMATHESIS_SECONDS"), os.environ.get("SCHEMATHESIS_EXAMPLES")


@pytest.fixture(scope="module")
def token(settled):
    settled.add_person("ada")
    return settled.run("person", "token", "ada", "--scopes", "read", "watch", "admin")


def ask(server, path, token=None, method="GET", body=None, **headers):
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if body is not None:
        headers.setdefault("Content-Type", "application/json")
        body = json.dumps(body).encode()
    request = urllib.request.Request(server.url + path, method=method, data=body, headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        data = answer.read()
        return answer.headers, json.loads(data) if data and "json" in answer.headers["Content-Type"] else data


def test_the_document_is_valid_openapi(settled):
    _, document = ask(settled, "/api/openapi.json")
    assert document["openapi"].startswith("3.1")
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []


def test_pages_are_followed_by_their_links(settled):
    path, batches = "/api/v1/boards/visa/records?limit=150", []
    while path:
        headers, page = ask(settled, path)
        batches += [record["batch"] for record in page["records"]]
        link = headers.get("Link")
        assert (link is None) == ("next" not in page)
        path = link and link[link.index("<") + 1 : link.index(">")]
    assert len(batches) == 400
    _, last = ask(settled, "/api/v1/boards/visa/records?limit=1&order=-batch")
    assert last["records"][0]["batch"] == max(batches)


def test_a_watch_is_previewed_added_muted_and_removed(settled, token):
    condition = {"field": "batch", "equals": WELL_KNOWN}
    _, preview = ask(settled, "/api/v1/watches/preview", token, "POST", {"board": "visa", "condition": condition})
    assert preview["count"] == 1
    assert preview["records"][0]["record"]["batch"] == WELL_KNOWN
    headers, watch = ask(settled, "/api/v1/watches", token, "POST", {"board": "visa", "condition": condition})
    headers, same = ask(settled, headers["Location"], token)
    assert same == watch
    path = f"/api/v1/watches/{watch['id']}"
    _, muted = ask(settled, path, token, "PATCH", {"isMuted": True}, **{"If-Match": headers["ETag"]})
    assert muted == watch | {"isMuted": True}
    listed = settled.run("watch", "list", "--json", "--person", "ada").splitlines()
    assert muted in [json.loads(line) for line in listed], "the command line says what the API says"
    ask(settled, path, token, "DELETE")
    with pytest.raises(urllib.error.HTTPError) as gone:
        ask(settled, path, token)
    assert json.load(gone.value)["type"] == "/api#not-found"


def test_answers_are_compressed_for_those_who_take_it(settled):
    headers, body = ask(settled, "/boards/visa.csv", **{"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == ask(settled, "/boards/visa.csv")[1]


def test_schemathesis_finds_nothing(settled, token, tmp_path):
    """No 5xx; no status, type or body that the document lacks; no method accepted that it doesn't name."""
    if not SECONDS and not EXAMPLES:
        # A watch's condition is that of the preview, where each of its thousands of forms is tried.
        (tmp_path / "schemathesis.toml").write_text(
            '[[operations]]\ninclude-name = ["POST /api/v1/watches", "PATCH /api/v1/watches/{watch}"]\nphases.coverage.enabled = false\n'
        )
    checks = (
        "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,unsupported_method"
    )
    done = subprocess.run(
        [
            sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()", "run", f"{settled.url}/api/openapi.json",
            "--header", f"Authorization: Bearer {token}", "--checks", checks, "--seed", "7", "--no-color", "--continue-on-failure",
            # One cycle. With a time it takes as many as fit, so which requests are made depends on the machine.
            *(("--max-time", SECONDS) if SECONDS else ()), "--request-timeout", "120", "--max-examples", EXAMPLES or "6",
            # It would revoke its own token; and random host names take as long as the network's name server does.
            "--exclude-operation-id", "revokeToken", "--exclude-operation-id", "findLists", "--suppress-health-check", "all",
        ],
        capture_output=True, text=True, cwd=tmp_path, timeout=6 * PATIENCE + 2 * int(SECONDS or 0), check=False,
    )  # fmt: skip
    print(done.stdout[-3000:])
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
