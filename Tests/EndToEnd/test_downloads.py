"""`tidings get`: files from the web, several at once, resumed where they broke off.

Exit codes: 0 all arrived, 2 usage error, 3 one of them failed, 130 stopped with Ctrl-C. The requests are in the publisher's own log.
"""

import hashlib
import re
import signal
import threading

import pytest

from conftest import PATIENCE, json_lines, until
from publisher import a_status

CONTENTS = bytes(n * 31 % 251 for n in range(300_000))
SHA256 = hashlib.sha256(CONTENTS).hexdigest()
VERSION = '"1"'


def a_good_file(contents: bytes = CONTENTS, etag: str = VERSION):
    """A server that supports validators and ranges."""

    def answer(exchange):
        asked = exchange.request.headers
        if asked.get("if-none-match") == etag:
            return exchange.head("304 Not Modified", etag=etag)
        if (part := asked.get("range")) and asked.get("if-range") == etag:
            start = int(re.fullmatch(r"bytes=(\d+)-", part).group(1))
            exchange.head(
                "206 Partial Content", etag=etag, content_length=len(contents) - start,
                content_range=f"bytes {start}-{len(contents) - 1}/{len(contents)}",
            )
            return exchange.body(contents[start:])
        exchange.head(etag=etag, content_length=len(contents))
        exchange.body(contents)

    return answer


def a_file_that_stops(after: int, contents: bytes = CONTENTS, etag: str = VERSION):
    """Sends that many bytes of the whole file and then nothing; ranges like a good server."""
    whole = a_good_file(contents, etag)

    def answer(exchange):
        if "range" in exchange.request.headers:
            return whole(exchange)
        exchange.head(etag=etag, content_length=len(contents))
        exchange.body(contents[:after])
        exchange.say_nothing()

    return answer


def test_several_files_come_at_once_and_each_is_told(cli, publisher):
    both = threading.Barrier(2, timeout=PATIENCE)

    def together(contents):
        def answer(exchange):
            both.wait()  # Each waits until the other is requested.
            a_good_file(contents)(exchange)

        return answer

    publisher.answers("/a/one.bin", together(CONTENTS))
    publisher.answers("/b/two.bin", together(CONTENTS[:1000]))
    done = cli.with_data("get", publisher.url("/a/one.bin"), publisher.url("/b/two.bin"), "--output", cli.folder / "files")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(line.split("\t")[1] for line in done.stdout.splitlines()) == ["1 kB", "300 kB"]
    assert (cli.folder / "files/one.bin").read_bytes() == CONTENTS
    assert (cli.folder / "files/two.bin").read_bytes() == CONTENTS[:1000]
    assert sorted(path.name for path in (cli.folder / "files").iterdir()) == ["one.bin", "two.bin"]


def break_off(cli, publisher, by: int = signal.SIGINT) -> tuple[int, bytes]:
    """Ends a download after 100,000 bytes; returns its exit status and its output."""
    publisher.answers("/list.bin", a_file_that_stops(after=100_000))
    process = cli.start("get", publisher.url("/list.bin"), "--data", cli.data)
    part = cli.folder / "list.bin.part"
    until(lambda: part.exists() and part.stat().st_size == 100_000, "the first bytes are on the disk")
    process.send_signal(by)
    _, said = process.communicate(timeout=PATIENCE)
    return process.returncode, said


def test_stopped_with_ctrl_c_it_goes_on_where_it_was(cli, publisher):
    status, said = break_off(cli, publisher)
    assert status == 130
    assert "run the same command again to continue" in said.decode()
    assert not (cli.folder / "list.bin").exists()

    done = cli.with_data("get", publisher.url("/list.bin"))
    assert (done.returncode, done.stderr) == (0, "")
    assert (cli.folder / "list.bin").read_bytes() == CONTENTS
    assert not (cli.folder / "list.bin.part").exists()
    assert [request.headers.get("range") for request in publisher.requests] == [None, "bytes=100000-"]
    assert publisher.requests[1].headers["if-range"] == VERSION


def test_killed_it_goes_on_too(cli, publisher):
    break_off(cli, publisher, signal.SIGKILL)
    done = cli.with_data("get", publisher.url("/list.bin"))
    assert done.returncode == 0, done.stderr
    assert (cli.folder / "list.bin").read_bytes() == CONTENTS
    assert publisher.requests[-1].headers["range"] == "bytes=100000-"


def test_another_version_meanwhile_is_fetched_from_its_beginning(cli, publisher):
    break_off(cli, publisher)
    newer = CONTENTS[::-1]
    publisher.answers("/list.bin", a_good_file(newer, '"2"'))
    assert cli.with_data("get", publisher.url("/list.bin")).returncode == 0
    assert (cli.folder / "list.bin").read_bytes() == newer


def test_a_file_that_has_not_changed_is_not_fetched_again(cli, publisher):
    publisher.answers("/list.bin", a_good_file())
    assert cli.with_data("get", publisher.url("/list.bin")).stdout == "list.bin\t300 kB\n"
    again = cli.with_data("get", publisher.url("/list.bin"))
    assert (again.returncode, again.stdout) == (0, "list.bin\t300 kB\tnot changed\n")
    assert [request.headers.get("if-none-match") for request in publisher.requests] == [None, VERSION]
    (cli.folder / "list.bin").write_bytes(b"somebody's own")
    assert cli.with_data("get", publisher.url("/list.bin")).returncode == 0
    assert (cli.folder / "list.bin").read_bytes() == CONTENTS
    assert publisher.requests[2].headers.get("if-none-match") is None


def test_a_checksum_is_held_against_what_came(cli, publisher):
    publisher.answers("/list.bin", a_good_file())
    done = cli.with_data("get", publisher.url("/list.bin"), "--checksum", f"sha256:{SHA256}")
    assert done.returncode == 0, done.stderr
    # Also if nothing is fetched.
    wrong = cli.with_data("get", publisher.url("/list.bin"), "--checksum", "0" * 64)
    assert wrong.returncode == 3
    assert f"came whole, but its sha256 is {SHA256}, not {'0' * 64}" in wrong.stderr
    # The earlier file stays.
    assert (cli.folder / "list.bin").read_bytes() == CONTENTS
    assert not (cli.folder / "list.bin.part").exists()


def test_a_checksum_given_later_counts_for_what_was_begun_without(cli, publisher):
    break_off(cli, publisher)
    done = cli.with_data("get", publisher.url("/list.bin"), "--checksum", "0" * 64)
    assert done.returncode == 3
    assert not (cli.folder / "list.bin").exists()


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/a/list.bin", "list.bin"), ("/a/", "a"), ("/", "127.0.0.1"), ("/..%2f..%2fpasswd", "passwd"), ("/.hidden", "hidden"),
        ("/a%2F..%2Fb", "b"), ("/list.bin?x=1/2", "list.bin"), ("/" + "x" * 300 + ".bin", "x" * 196 + ".bin"),
    ],
)
def test_names_come_from_the_address_and_never_leave_the_folder(cli, publisher, path, name):
    publisher.answers(path.partition("?")[0], a_good_file())
    done = cli.with_data("get", publisher.url(path), "--output", f"{cli.folder}/files/")
    assert done.returncode == 0, done.stderr
    assert [path.name for path in (cli.folder / "files").iterdir()] == [name]


def test_the_same_name_twice_becomes_two_files(cli, publisher):
    publisher.answers("/a/list.bin", a_good_file(b"one"))
    publisher.answers("/b/list.bin", a_good_file(b"two"))
    assert cli.with_data("get", publisher.url("/a/list.bin"), publisher.url("/b/list.bin")).returncode == 0
    assert (cli.folder / "list.bin").read_bytes() == b"one"
    assert (cli.folder / "list-2.bin").read_bytes() == b"two"


def test_output_names_the_file(cli, publisher):
    publisher.answers("/list.bin", a_good_file())
    done = cli.with_data("get", publisher.url("/list.bin"), "-o", cli.folder / "mine.bin")
    assert done.returncode == 0, done.stderr
    assert (cli.folder / "mine.bin").read_bytes() == CONTENTS


def test_json_is_one_object_a_file_with_what_came_of_it(cli, publisher):
    publisher.answers("/list.bin", a_good_file())
    done = cli.with_data("get", publisher.url("/list.bin"), publisher.url("/gone.bin"), "--json")
    assert done.returncode == 3
    lines = {line["file"]: line for line in json_lines(done.stdout)}
    assert lines["list.bin"] == {"url": publisher.url("/list.bin"), "file": "list.bin", "bytes": 300_000, "unchanged": False, "failure": None}
    assert lines["gone.bin"]["failure"] == f"{publisher.url('/gone.bin')} answered 404 Not Found"
    assert (cli.folder / "list.bin").read_bytes() == CONTENTS


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (a_status("404 Not Found"), "answered 404 Not Found"), (a_status("401 Unauthorized"), "answered 401 Unauthorized"),
        (a_status("302 Found", location="ftp://example.org/"), "redirects to 'ftp://example.org/'"),
    ],
    ids=["404", "401", "elsewhere"],
)
def test_what_will_not_pass_exits_3_and_is_asked_once(cli, publisher, answer, said):
    publisher.answers("/list.bin", answer)
    done = cli.with_data("get", publisher.url("/list.bin"))
    assert done.returncode == 3
    assert said in done.stderr
    assert len(publisher.requests) == 1
    assert not (cli.folder / "list.bin").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        (), ("list.bin",), ("ftp://example.org/list.bin",), ("file:///etc/hostname",), ("http://127.0.0.1:9/a", "--checksum", "sha256:12"),
        ("http://127.0.0.1:9/a", "http://127.0.0.1:9/b", "--checksum", SHA256),
        ("http://127.0.0.1:9/a", "http://127.0.0.1:9/b", "--output", "a-file"), ("http://127.0.0.1:9/a", "--output", "a-file/below/it/"),
    ],
)
def test_bad_use_exits_2_says_why_and_leaves_nothing(cli, arguments):
    (cli.folder / "a-file").write_text("x")
    done = cli.run("get", *arguments)
    assert done.returncode == 2
    assert done.stderr != ""
    assert done.stdout == ""
    assert [path.name for path in cli.folder.iterdir()] == ["a-file"]


def test_a_redirect_into_a_private_network_is_not_followed(cli, publisher):
    publisher.answers("/list.bin", a_status("302 Found", location="http://127.0.0.2:9/secret"))
    done = cli.with_data("get", publisher.url("/list.bin"))
    assert done.returncode == 3
    assert "is on a private network that is not listed under allow-hosts" in done.stderr


def test_a_terminal_shows_a_line_for_each(cli, publisher):
    finish = threading.Event()

    def slowly(exchange):
        exchange.head(etag=VERSION, content_length=len(CONTENTS))
        exchange.body(CONTENTS[:150_000])
        exchange.wait_for(finish)
        exchange.body(CONTENTS[150_000:])

    publisher.answers("/slow.bin", slowly)
    publisher.answers("/gone.bin", a_status("404 Not Found"))
    words = ("get", publisher.url("/slow.bin"), publisher.url("/gone.bin"), "--data", cli.data)
    status, text = cli.run_on_terminal(*words, on_seen=lambda text: finish.set() if "50 %" in text and "failed" in text else None)
    assert status == 3
    assert re.search(r"slow\.bin +\[█{12}░{12}\] 50 %  150 kB of 300 kB", text), text
    assert re.search(r"gone\.bin +failed", text), text
    assert re.search(r"slow\.bin +300 kB  done", text), text
    assert "answered 404 Not Found" in text
