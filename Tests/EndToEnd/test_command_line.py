"""`tidings` as a person or a script uses it: output, exit codes, and what stays unchanged when a source fails.

Exit codes: 0 done, 1 nothing found, 2 usage error, 3 the source failed, 4 our own failure.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import threading
import time
import urllib.request

import pytest

from conftest import PATIENCE, WELL_KNOWN, CommandLine, json_lines
from publisher import Publisher, a_file, a_status

FIRST_ROW = {"batch": WELL_KNOWN, "status": "Administrative Processing", "date": "2012-03-07"}
ALTERED_ROW = {"batch": WELL_KNOWN, "status": "Documents Requested", "date": "2012-03-12"}
STRANGER = "28999999999"  # a number like the others, but in no list


def lines_of(stream, into: list[str], arrived: threading.Event) -> threading.Thread:
    """Collects lines as they arrive; `arrived` is set at the first."""

    def collect():
        for line in stream:
            into.append(line.decode())
            arrived.set()

    thread = threading.Thread(target=collect, daemon=True)
    thread.start()
    return thread


# Done means


def test_a_number_in_the_list_is_printed_as_json_with_its_fields_and_exits_0(cli, publisher, small_list):
    publisher.answers("/list.pdf", a_file(small_list))
    done = cli.check(WELL_KNOWN, publisher.url(), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json_lines(done.stdout) == [FIRST_ROW]


def test_a_number_in_the_list_is_printed_for_people_as_status_and_date(cli, publisher, small_list):
    publisher.answers("/list.pdf", a_file(small_list))
    done = cli.check(WELL_KNOWN, publisher.url())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Administrative Processing, 2012-03-07\n"


def test_a_number_that_is_not_there_is_said_to_be_not_found_and_exits_1(cli, publisher, small_list):
    publisher.answers("/list.pdf", a_file(small_list))
    done = cli.check(STRANGER, publisher.url())
    assert done.returncode == 1
    assert "This batch number is not found." in done.stdout
    as_json = cli.check(STRANGER, publisher.url(), "--json")
    assert (as_json.returncode, as_json.stdout) == (1, "")
    assert "This batch number is not found." in as_json.stderr


@pytest.mark.parametrize("number", ["2012 1456 171", "2012-1456-171", "２０１２١٤٥٦١٧１"])
def test_a_number_is_found_however_it_is_typed(cli, publisher, small_list, number):
    publisher.answers("/list.pdf", a_file(small_list))
    done = cli.check(number, publisher.url())
    assert (done.returncode, done.stdout) == (0, "Administrative Processing, 2012-03-07\n")


@pytest.mark.parametrize("number", ["", "1", "2012145617", "201214561710", "19999999999", "29000000000", "2012145617x", "２０１２１４５６１７"])
def test_a_bad_number_exits_2_before_anything_is_asked(cli, publisher, small_list, number):
    publisher.answers("/list.pdf", a_file(small_list))
    done = cli.check(number, publisher.url())
    assert done.returncode == 2
    assert "11 digits" in done.stderr
    assert done.stdout == ""
    assert publisher.requests == []


@pytest.mark.parametrize("number", ["20000000000", "28999999999"])
def test_the_lowest_and_the_highest_number_are_asked_for(cli, publisher, small_list, number):
    publisher.answers("/list.pdf", a_file(small_list))
    assert cli.check(number, publisher.url()).returncode == 1
    assert len(publisher.requests) == 1


def test_a_dead_host_exits_3_and_names_it(cli):
    url = "http://127.0.0.1:9/list.pdf"
    done = cli.check(WELL_KNOWN, url)
    assert done.returncode == 3
    assert f"could not reach {url}: " in done.stderr
    assert "not found" not in done.stdout + done.stderr


def test_a_host_that_does_not_exist_exits_3_and_names_it(cli):
    done = cli.check(WELL_KNOWN, "http://no-such-host.invalid/list.pdf")
    assert done.returncode == 3
    assert "no-such-host.invalid" in done.stderr


def test_a_server_on_a_taken_port_ends_and_names_it(cli):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = cli.with_data("serve", "--port", port)
    assert done.returncode == 4
    assert f"port {port} is taken; choose another with --port" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "no-such-board", WELL_KNOWN),
        ("check",),
        ("check", "visa", WELL_KNOWN, "--no-such-option"),
        ("check", "visa", WELL_KNOWN, "--url", "not an address"),
        ("check", "visa", WELL_KNOWN, "--url", "ftp://example.org/list.pdf"),
        ("no-such-command",),
        ("records", "no-such-board"),
        ("records", "visa", "--where", "no_such_field=1"),
        ("board", "check", "no-such-folder"),
    ],
)
def test_bad_use_exits_2_and_says_why(cli, arguments):
    done = cli.run(*arguments)
    assert done.returncode == 2
    assert done.stderr != ""
    assert done.stdout == ""


@pytest.mark.parametrize(
    "command, expected",
    [
        ("records visa --limit", "1 or more"), ("changes visa --limit", "1 or more"), ("watch test visa --limit", "1 or more"),
        ("jobs list --limit", "from 1 to 1000"), ("places near -31.95,115.86 --count", "from 1 to 1000"),
        ("queue listen 127.0.0.1:1 --count", "1 or more"), ("board new https://shop.example --list", "1 or more"),
        ("discover none.html https://shop.example --board", "1 or more"), ("demo visa -o list.pdf --rows", "from 1 to 1000000"),
        ("demo visa -o list.pdf --pages", "from 1 to 100000"), ("demo contacts -o people --count", "from 1 to 10000"),
        ("alert add fuel --below", "a price is expected, like 149.9"), ("alert add fuel --tomorrow", "a price is expected, like 149.9"),
        ("alert add fuel --cheapest --near 1,2 --within", "from 1 to 500"), ("serve --demo-rate", "1 or more"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_a_number_that_an_option_cannot_have_is_answered_with_those_that_it_can(cli, command, expected, number):
    """`-1` was taken for another option: "Missing value for '--limit <limit>'". `--limit 0` found nothing: "no matches"."""
    done = cli.run(*command.split(), number)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"The value '{number}' is invalid for '{command.split()[-1]} " in done.stderr
    assert expected in done.stderr


@pytest.mark.parametrize(
    "command", ["serve --port", "serve --demo-latency", "serve --demo-failures", "demo visa -o list.pdf --edition", "demo visa -o list.pdf --seed"]
)
def test_a_number_may_be_0_but_not_below(cli, command):
    done = cli.run(*command.split(), "-1")
    assert done.returncode == 2
    assert f"The value '-1' is invalid for '{command.split()[-1]} " in done.stderr
    assert "a whole number is expected, " in done.stderr


@pytest.mark.parametrize(
    "arguments, meant",
    [
        (["chek", "visa"], "tidings check"), (["hlep"], None), (["queue", "tkae"], "tidings queue take"), (["bords"], "tidings boards"),
        (["serve", "nothing"], None), (["xyzzy"], None), (["queue", "--nothing"], None),
    ],
)  # fmt: skip
def test_a_command_that_there_is_not_is_answered_with_the_nearest(cli, arguments, meant):
    done = cli.run(*arguments)
    assert done.returncode == 2
    assert re.findall("Did you mean '(tidings[^']*)'", done.stderr) == [meant] * (meant is not None), done.stderr


@pytest.mark.parametrize("arguments", [("--help",), ("check", "--help"), ("help", "serve"), ("--version",)])
def test_help_and_version_exit_0(cli, arguments):
    done = cli.run(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout != ""


@pytest.mark.parametrize("length_is_said", [True, False])
def test_the_row_in_the_middle_is_printed_when_half_of_the_bytes_have_come(cli, publisher, length_is_said):
    pdf = cli.make_list(rows=4000, pages=200).read_bytes()
    half = len(pdf) // 2
    printed = threading.Event()
    was_printed_at_half = []

    def answer(exchange):
        if length_is_said:
            exchange.head(content_type="application/pdf", content_length=len(pdf))
        else:
            exchange.head(content_type="application/pdf")
        was_printed_at_half.append(exchange.halt(pdf, half, printed))
        exchange.body(pdf[exchange.sent :])

    publisher.answers("/list.pdf", answer)
    process = cli.start("check", "visa", WELL_KNOWN, "--url", publisher.url(), "--json", "--data", cli.data)
    rows: list[str] = []
    reader = lines_of(process.stdout, rows, printed)
    code = process.wait(PATIENCE)
    reader.join(PATIENCE)
    assert was_printed_at_half == [True], process.stderr.read().decode()
    assert code == 0
    assert [json.loads(row) for row in rows] == [FIRST_ROW]


def test_from_the_sample_publisher_at_its_rate_the_row_comes_when_about_half_of_the_bytes_have(cli, publisher, serve):
    source = serve("--demo", settings={"TIDINGS_BOARDS_OFF": "contacts,fuel,guide,visa"}).url + "/demo/visa.pdf?rate=1000000"
    printed = threading.Event()
    seen = []

    def relay(exchange):
        with urllib.request.urlopen(source, timeout=PATIENCE) as answer:
            length, passed = int(answer.headers["Content-Length"]), 0
            exchange.head(content_type="application/pdf", content_length=length)
            while piece := answer.read(4096):
                exchange.body(piece)
                before, passed = passed / length, passed + len(piece)
                if before < 0.45 <= passed / length:
                    seen.append(("early", printed.is_set()))
                # On any machine: the rest isn't sent before the row is there.
                if before < 0.6 <= passed / length:
                    seen.append(("half", printed.wait(PATIENCE)))

    publisher.answers("/list.pdf", relay)
    process = cli.start("check", "visa", WELL_KNOWN, "--url", publisher.url(), "--json", "--data", cli.data)
    rows: list[str] = []
    reader = lines_of(process.stdout, rows, printed)
    assert process.wait(PATIENCE) == 0, process.stderr.read().decode()
    reader.join(PATIENCE)
    assert len(rows) >= 1
    assert seen == [("early", False), ("half", True)]


@pytest.mark.parametrize("line_end", ["lf", "crlf"])
@pytest.mark.parametrize("strings", ["cells", "glyphs", "hex", "lines"])
def test_every_row_is_read_as_another_reader_of_pdf_reads_it(cli, strings, line_end):
    path = cli.make_list(rows=600, pages=12, strings=strings, line_end=line_end)
    witness = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True).stdout.decode()
    expected = [line.split() for line in witness.splitlines() if line.strip()[:1] == "2" and line.strip()[:11].isdigit()]
    assert len(expected) == 600
    done = cli.with_data("check", "visa", "--url", f"file:{path}", "--json")
    assert done.returncode == 0, done.stderr
    found = [[row["batch"], *row["status"].split(), time.strftime("%d-%b-%y", time.strptime(row["date"], "%Y-%m-%d"))] for row in json_lines(done.stdout)]
    assert found == expected


def test_the_same_rows_in_another_order_or_file_are_no_change(cli):
    cli.check(WELL_KNOWN, f"file:{cli.make_list()}")
    rows = sorted(cli.stored_rows())
    for options in [{"shuffle": 3}, {"strings": "glyphs"}, {"line_end": "crlf"}, {"strings": "lines", "shuffle": 9}]:
        cli.make_list(**options)
        assert cli.check(WELL_KNOWN, f"file:{cli.folder / 'list.pdf'}").returncode == 0
    assert sorted(cli.stored_rows()) == rows
    assert cli.stored_changes() == []


def test_what_changed_between_two_checks_is_stored_with_before_and_after(cli):
    url = f"file:{cli.make_list()}"
    assert json_lines(cli.check(WELL_KNOWN, url, "--json").stdout) == [FIRST_ROW]
    cli.make_list(edition=2)
    assert json_lines(cli.check(WELL_KNOWN, url, "--json").stdout) == [ALTERED_ROW]
    changes = cli.stored_changes()
    mine = [(kind, json.loads(before), json.loads(after)) for kind, key, before, after in changes if WELL_KNOWN in key]
    assert mine == [("altered", FIRST_ROW, ALTERED_ROW)]
    printed = cli.with_data("changes", "visa", "--url", url, "--json")
    assert printed.returncode == 0, printed.stderr
    assert len(json_lines(printed.stdout)) == len(changes)


# Bad input: sources that misbehave, each with its name and what the message must contain.


def html_error_page(exchange, _):
    page = b"<!doctype html><html><title>Sorry</title><p>The list is being updated.</p></html>"
    exchange.head(content_type="text/html", content_length=len(page))
    exchange.body(page)


def empty_answer(exchange, _):
    exchange.head(content_type="application/pdf", content_length=0)


def body_shorter_than_announced(exchange, pdf):
    exchange.head(content_type="application/pdf", content_length=len(pdf))
    exchange.body(pdf[: len(pdf) // 2])


def file_cut_short(exchange, pdf):
    exchange.head(content_type="application/pdf", content_length=len(pdf) * 2 // 3)
    exchange.body(pdf[: len(pdf) * 2 // 3])


def file_cut_short_without_length(exchange, pdf):
    exchange.head(content_type="application/pdf")
    exchange.body(pdf[: len(pdf) * 2 // 3])


def connection_dropped_in_the_body(exchange, pdf):
    exchange.head(content_type="application/pdf", content_length=len(pdf))
    exchange.body(pdf[: len(pdf) // 3])
    exchange.hang_up()


def connection_dropped_before_an_answer(exchange, _):
    exchange.hang_up()


def stall_before_the_head(exchange, _):
    exchange.say_nothing()


def stall_in_the_body(exchange, pdf):
    exchange.head(content_type="application/pdf", content_length=len(pdf))
    exchange.body(pdf[: len(pdf) // 2])
    exchange.say_nothing()


def redirects_in_a_circle(exchange, _):
    exchange.head("302 Found", location="/list.pdf?again" if exchange.request.query == "" else "/list.pdf", content_length=0)


def redirects_without_end(exchange, _):
    exchange.head("302 Found", location=f"/list.pdf?{int(exchange.request.query or 0) + 1}", content_length=0)


def redirect_to_a_private_host(exchange, _):
    exchange.head("302 Found", location="http://192.168.0.1/list.pdf", content_length=0)


def redirect_to_a_file(exchange, _):
    exchange.head("302 Found", location="file:///etc/passwd", content_length=0)


def content_coding_that_was_not_asked_for(exchange, pdf):
    exchange.head(content_type="application/pdf", content_encoding="gzip", content_length=len(pdf))
    exchange.body(pdf)


def corrupt_flate_block(exchange, pdf):
    """Changes bytes in the middle of a page's compressed contents."""
    begin = pdf.index(b">>\nstream\n", len(pdf) // 3) + 50
    exchange.head(content_type="application/pdf", content_length=len(pdf))
    exchange.body(pdf[:begin] + bytes(byte ^ 0xFF for byte in pdf[begin : begin + 60]) + pdf[begin + 60 :])


def list_without_rows(exchange, _):
    pdf = one_page_pdf(b"BT /F1 12 Tf 72 700 Td (The list is being updated.) Tj ET")
    exchange.head(content_type="application/pdf", content_length=len(pdf))
    exchange.body(pdf)


def row_with_a_date_that_is_none(exchange, _):
    pdf = one_page_pdf(b"BT /F1 12 Tf 72 700 Td (20121456171) Tj 150 0 Td (Issued) Tj 150 0 Td (31-Feb-12) Tj ET")
    exchange.head(content_type="application/pdf", content_length=len(pdf))
    exchange.body(pdf)


def status_404(exchange, _):
    a_status("404 Not Found")(exchange)


def status_500(exchange, _):
    a_status("500 Internal Server Error")(exchange)


def status_304_unasked(exchange, _):
    exchange.head("304 Not Modified")


def one_page_pdf(contents: bytes, filters: bytes = b"") -> bytes:
    """The smallest complete document with these contents."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 595 842]>>",
        b"<</Type/Page/Parent 2 0 R/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        b"<</Length %d%s>>\nstream\n%s\nendstream" % (len(contents), filters, contents),
    ]
    pdf = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(pdf))
        pdf += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    start = len(pdf)
    pdf += b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table)
    return pdf + b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)


HOSTILE = [
    (html_error_page, "PDF"),
    (empty_answer, "PDF"),
    (body_shorter_than_announced, "after"),
    (file_cut_short, "byte"),
    (file_cut_short_without_length, "byte"),
    (connection_dropped_in_the_body, "broke off after"),
    (connection_dropped_before_an_answer, "could not reach"),
    (stall_before_the_head, "did not answer within"),
    (stall_in_the_body, "sent nothing for"),
    (redirects_in_a_circle, "in a circle"),
    (redirects_without_end, "redirects"),
    (redirect_to_a_private_host, "192.168.0.1"),
    (redirect_to_a_file, "not followed"),
    (content_coding_that_was_not_asked_for, "gzip"),
    (corrupt_flate_block, "byte"),
    (list_without_rows, "no row was found"),
    (row_with_a_date_that_is_none, "31-Feb-12"),
    (status_404, "404"),
    (status_500, "500"),
    (status_304_unasked, "304"),
]


@pytest.fixture(scope="module")
def first_read(tmp_path_factory, small_list):
    """A publisher, a data folder into which its list was read once, and the memory that this took."""
    publisher, cli = Publisher(), CommandLine(tmp_path_factory.mktemp("first-read"))
    publisher.answers("/list.pdf", a_file(small_list))
    code, said, peak = check_and_weigh(cli, publisher.url())
    assert code == 0, said
    yield publisher, cli.data, peak
    publisher.close()


@pytest.mark.parametrize("misbehave, named", HOSTILE, ids=[case.__name__ for case, _ in HOSTILE])
def test_a_source_that_fails_exits_3_says_what_and_where_and_leaves_the_records_alone(cli, first_read, small_list, misbehave, named):
    publisher, data, _ = first_read
    shutil.copytree(data, cli.data)
    rows = cli.stored_rows()
    assert len(rows) == 400

    publisher.answers("/list.pdf", lambda exchange: misbehave(exchange, small_list))
    # Only silent sources are given up.
    failed = cli.check(WELL_KNOWN, publisher.url(), *(("--timeout", "1s") if misbehave in (stall_before_the_head, stall_in_the_body) else ()))
    assert failed.returncode == 3, failed.stdout + failed.stderr
    assert named in failed.stderr
    assert publisher.host in failed.stderr or "192.168.0.1" in failed.stderr
    assert "not found" not in failed.stdout
    assert cli.stored_rows() == rows
    assert cli.stored_changes() == []

    publisher.answers("/list.pdf", a_file(small_list))
    again = cli.check(WELL_KNOWN, publisher.url())
    assert (again.returncode, again.stdout) == (0, "Administrative Processing, 2012-03-07\n")
    assert cli.stored_changes() == []


def test_a_source_that_fails_the_first_time_stores_nothing(cli, publisher):
    publisher.answers("/list.pdf", lambda exchange: html_error_page(exchange, b""))
    assert cli.check(WELL_KNOWN, publisher.url()).returncode == 3
    assert cli.stored_rows() == []


def test_a_304_that_was_asked_for_answers_from_what_is_stored(cli, publisher, small_list):
    publisher.answers("/list.pdf", a_file(small_list, etag='"one"'))
    assert cli.check(WELL_KNOWN, publisher.url()).returncode == 0
    publisher.answers("/list.pdf", lambda exchange: exchange.head("304 Not Modified", etag='"one"'))
    done = cli.check(WELL_KNOWN, publisher.url(), "--json")
    assert publisher.requests[1].headers["if-none-match"] == '"one"'
    assert (done.returncode, done.stderr) == (0, "")
    assert json_lines(done.stdout) == [FIRST_ROW]


# Memory


def peak_memory(process: subprocess.Popen) -> int:
    """The process's peak memory in bytes, read from the kernel's high-water mark until the process ends."""
    peak = 0
    while process.poll() is None:
        try:
            with open(f"/proc/{process.pid}/status") as status:
                for line in status:
                    if line.startswith("VmHWM:"):
                        peak = max(peak, int(line.split()[1]) * 1024)
        except OSError:
            break
        time.sleep(0.005)
    process.wait(PATIENCE)
    return peak


def check_and_weigh(cli, url) -> tuple[int, str, int]:
    with open(cli.folder / "said", "w+") as said:
        process = cli.start("check", "visa", WELL_KNOWN, "--url", url, "--data", cli.data, stdout=said, stderr=said)
        deadline = threading.Timer(PATIENCE, process.kill)
        deadline.start()
        peak = peak_memory(process)
        deadline.cancel()
        said.seek(0)
        return process.returncode, said.read(), peak


def a_gigabyte_as_announced(exchange, pdf):
    exchange.head(content_type="application/pdf", content_length=1 << 30)
    pour(exchange, pdf[:9], b"\0" * 65536, 1 << 30)


def a_gigabyte_without_length(exchange, pdf):
    exchange.head(content_type="application/pdf")
    pour(exchange, pdf[:9], b" " * 65535 + b"\n", 1 << 30)


def a_gigabyte_in_one_stream(exchange, pdf):
    exchange.head(content_type="application/pdf")
    pour(exchange, pdf[: pdf.index(b">>\nstream\n") + 10], os.urandom(65536), 1 << 30)


def an_endless_page_of_html(exchange, _):
    exchange.head(content_type="text/html")
    pour(exchange, b"<html>", b"<p>updating</p>" * 4096, 1 << 40)


def an_endless_list_of_objects(exchange, _):
    exchange.head(content_type="application/pdf")
    exchange.body(b"%PDF-1.4\n")
    number = 1
    while True:
        exchange.body(b"".join(b"%d 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\n" % n for n in range(number, number + 1000)))
        number += 1000


def a_bomb(exchange, _):
    """A page that grows ten thousandfold when inflated; it is packed twice because zlib alone reaches a factor of a thousand."""
    import zlib

    inflated = b"0 0 m " * (100_000_000 // 6)
    packed = zlib.compress(zlib.compress(inflated, 9), 9)
    assert len(inflated) > 10_000 * len(packed)
    pdf = one_page_pdf(packed, b"/Filter[/FlateDecode/FlateDecode]")
    exchange.head(content_type="application/pdf", content_length=len(pdf))
    exchange.body(pdf)


def pour(exchange, first: bytes, piece: bytes, until: int) -> None:
    exchange.body(first)
    while exchange.sent < until:
        exchange.body(piece)


GREEDY = [a_gigabyte_as_announced, a_gigabyte_without_length, a_gigabyte_in_one_stream, an_endless_page_of_html, an_endless_list_of_objects, a_bomb]


@pytest.mark.parametrize("pour_out", GREEDY, ids=[case.__name__ for case in GREEDY])
def test_a_source_that_does_not_end_exits_3_and_costs_no_memory(cli, first_read, small_list, pour_out):
    publisher, data, ordinary = first_read
    shutil.copytree(data, cli.data)
    rows = cli.stored_rows()
    assert len(rows) == 400

    publisher.answers("/list.pdf", lambda exchange: pour_out(exchange, small_list))
    code, said, peak = check_and_weigh(cli, publisher.url())
    assert code == 3, said
    assert publisher.host in said
    assert peak - ordinary < 32 << 20, f"{ordinary >> 20} MB for an ordinary list, {peak >> 20} MB for this: {said}"
    assert cli.stored_rows() == rows


# Terminals


def dripping(pdf: bytes, finish: threading.Event):
    """Sends half of a list in small pieces, and the rest on a signal."""

    def answer(exchange):
        exchange.head(content_type="application/pdf", content_length=len(pdf))
        half = len(pdf) // 2
        for place in range(0, half, 500):
            exchange.body(pdf[place : min(place + 500, half)])
            finish.wait(0.01)
        exchange.halt(pdf, half, finish)
        exchange.body(pdf[exchange.sent :])

    return answer


def test_a_terminal_shows_progress_and_then_the_row(cli, publisher, small_list):
    finish = threading.Event()
    publisher.answers("/list.pdf", dripping(small_list, finish))
    words = ("check", "visa", WELL_KNOWN, "--url", publisher.url(), "--data", cli.data)
    status, text = cli.run_on_terminal(*words, on_seen=lambda text: finish.set() if "%" in text else None)
    assert status == 0
    assert "%" in text
    assert " of " in text
    assert "\r" in text
    assert "Administrative Processing, 2012-03-07" in text
    # The progress line is erased; the rows stay on the screen.
    shown = [line.split("\r")[-1].replace("\x1b[K", "") for line in text.replace("\r\n", "\n").split("\n")]
    assert [line for line in shown if line] == ["Administrative Processing, 2012-03-07"]


def test_nothing_but_the_row_comes_out_of_a_pipe(cli, publisher, small_list):
    finish = threading.Event()
    finish.set()
    publisher.answers("/list.pdf", dripping(small_list, finish))
    done = cli.check(WELL_KNOWN, publisher.url())
    assert (done.returncode, done.stdout, done.stderr) == (0, "Administrative Processing, 2012-03-07\n", "")


# The other commands


def test_boards_are_listed(cli):
    done = cli.with_data("boards", "--json")
    assert done.returncode == 0, done.stderr
    titles = {board["name"]: board["title"] for board in json_lines(done.stdout)}
    assert list(titles) == sorted(titles)
    assert titles["contacts"] == "Contacts"
    assert titles["visa"] == "Visa status"
    assert "visa" in cli.with_data("boards").stdout


def on_a_terminal(cli, *words) -> list[str]:
    """The lines that a command prints there."""
    status, text = cli.run_on_terminal(*words, "--data", cli.data, on_seen=lambda _: None)
    assert status == 0, text
    return text.splitlines()


def test_lists_have_tabs_in_a_pipe_and_columns_on_a_terminal(cli):
    cli.make_list()
    cli.check(WELL_KNOWN, "file:list.pdf")
    records = ("records", "visa", "--url", "file:list.pdf", "--limit", "3")
    piped = [line.split("\t") for line in cli.with_data(*records).stdout.splitlines()]
    assert len(piped) == 3
    assert all(len(row) == 3 for row in piped)
    shown = on_a_terminal(cli, *records)
    assert [re.split(r"  +", line) for line in shown] == piped
    assert len({line.index(row[2]) for line, row in zip(shown, piped, strict=True)}) == 1  # The third column is aligned.
    boards = on_a_terminal(cli, "boards")
    assert "\t" not in "".join(boards)
    assert len({line.index("http") for line in boards if "http" in line}) == 1
    usage = cli.run("records", "--help").stdout
    assert "9223372036854775807" not in usage
    assert "(default: all)" in usage


def test_speak_takes_the_data_folder_like_every_command(cli):
    spoken = cli.with_data("speak", "--list-voices")
    assert spoken.returncode in (0, 4)
    assert "Unknown option" not in spoken.stderr


def test_the_visa_board_agrees_with_its_own_sample(cli):
    done = cli.run("board", "check", "visa")
    assert done.returncode == 0, done.stderr
    assert "sample" in done.stdout


def test_a_mistake_in_a_board_is_named_with_its_line(cli):
    folder = cli.folder / "permits"
    folder.mkdir()
    (folder / "board.yaml").write_text(
        """title: Permits
source: { url: https://example.org/permits.pdf }
extract:
  pdf:
    rows: { starts: '^P[0-9]+$', fields: [permit] }
fields:
  permit: { typ: text, key: true, ask: true }
"""
    )
    done = cli.run("board", "check", folder)
    assert done.returncode == 2
    assert "board.yaml:7" in done.stderr
    assert "'typ'" in done.stderr
    assert "'type'" in done.stderr


def test_a_board_of_ones_own_is_found_in_the_data_folder(cli, publisher):
    folder = cli.data / "boards" / "permits"
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(
        f"""title: Permits
source: {{ url: '{publisher.url()}' }}
extract:
  pdf:
    rows: {{ starts: '^P-[0-9]+$', fields: [permit, state] }}
fields:
  permit: {{ type: text, key: true, ask: true }}
  state: {{ type: text }}
"""
    )
    pdf = one_page_pdf(b"BT /F1 12 Tf 72 700 Td (P-17) Tj 150 0 Td (granted) Tj -150 -20 Td (P-18) Tj 150 0 Td (refused) Tj ET")
    publisher.answers("/list.pdf", a_file(pdf))
    done = cli.with_data("check", "permits", "P-18", "--url", publisher.url(), "--json")
    assert (done.returncode, json_lines(done.stdout)) == (0, [{"permit": "P-18", "state": "refused"}]), done.stderr


def test_a_board_on_the_local_network_says_what_lets_it_be_read(cli, publisher, small_list):
    folder = cli.data / "boards" / "permits"
    folder.mkdir(parents=True)
    (folder / "board.yaml").write_text(
        f"""title: Permits
source: {{ url: '{publisher.url()}' }}
extract:
  pdf:
    rows: {{ starts: '^2[0-9]{{10}}$', fields: [permit, state, date] }}
fields:
  permit: {{ type: text, key: true, ask: true }}
  state: {{ type: text }}
  date: {{ type: text }}
"""
    )
    publisher.answers("/list.pdf", a_file(small_list))
    refused = cli.with_data("check", "permits", WELL_KNOWN)
    assert refused.returncode == 2
    assert publisher.requests == []
    assert f"--allow-host {publisher.host}" in refused.stderr
    assert f"set allow-hosts: {publisher.host}" in refused.stderr
    done = cli.with_data("check", "permits", WELL_KNOWN, "--allow-host", publisher.host)
    assert done.returncode == 0, done.stderr
    assert "Administrative Processing" in done.stdout, done.stderr
    # No other host is meant.
    assert cli.with_data("check", "permits", WELL_KNOWN, "--allow-host", "127.0.0.2").returncode == 2


def test_stored_records_are_printed_without_asking_the_source(cli, publisher, small_list):
    publisher.answers("/list.pdf", a_file(small_list))
    cli.check(WELL_KNOWN, publisher.url())
    asked = len(publisher.requests)
    mine = cli.with_data("records", "visa", "--url", publisher.url(), "--where", f"batch={WELL_KNOWN}", "--json")
    assert (mine.returncode, json_lines(mine.stdout)) == (0, [FIRST_ROW]), mine.stderr
    everything = cli.with_data("records", "visa", "--url", publisher.url(), "--json")
    assert len(json_lines(everything.stdout)) == 400
    assert len(publisher.requests) == asked


def test_nothing_stored_exits_1_and_says_what_to_run(cli):
    done = cli.with_data("records", "visa")
    assert done.returncode == 1
    assert "tidings check visa" in done.stderr


@pytest.mark.parametrize("command", ["records", "changes"])
def test_what_was_read_from_another_address_is_pointed_to(cli, command):
    cli.make_list()
    cli.check(WELL_KNOWN, "file:list.pdf")
    done = cli.with_data(command, "visa")
    assert done.returncode == 1
    assert f"add --url {(cli.folder / 'list.pdf').as_uri()}" in done.stderr
    assert "tidings check visa" not in done.stderr


def test_a_board_without_an_address_of_its_own_says_how_to_give_it_one(cli):
    done = cli.with_data("check", "visa", WELL_KNOWN)
    assert done.returncode == 2
    assert "visa has no address yet" in done.stderr
    assert "--url" in done.stderr
    assert "source visa=URL" in done.stderr
    assert not cli.data.exists()


def test_the_text_of_a_pdf_is_printed_from_a_file_and_from_a_stream(cli):
    path = cli.make_list(rows=100, pages=4)
    from_file = cli.run("text", path)
    assert from_file.returncode == 0, from_file.stderr
    assert WELL_KNOWN in from_file.stdout
    assert from_file.stdout.count("\f") == 4
    assert cli.run("text", "-", stdin=path.read_bytes()).stdout == from_file.stdout
    pages = json_lines(cli.run("text", path, "--json").stdout)
    assert [page["page"] for page in pages] == [1, 2, 3, 4]


def test_only_the_pages_asked_for_are_printed(cli):
    path = cli.make_list(rows=100, pages=4)
    chosen = cli.run("text", path, "--json", "--pages", "1-2,4")
    assert chosen.returncode == 0, chosen.stderr
    assert [page["page"] for page in json_lines(chosen.stdout)] == [1, 2, 4]
    streamed = cli.run("text", "-", "--json", "--pages", "3-", stdin=path.read_bytes())
    assert [page["page"] for page in json_lines(streamed.stdout)] == [3, 4]
    none = cli.run("text", path, "--pages", "9")
    assert (none.returncode, none.stdout) == (1, "")


def test_the_layout_keeps_the_cells_of_a_row_in_their_columns(cli):
    path = cli.make_list(rows=100, pages=4)
    done = cli.run("text", path, "--layout")
    assert done.returncode == 0, done.stderr
    pages = done.stdout.split("\f")[:4]
    rows = [[line for line in page.splitlines() if re.match(r" *20\d{9} ", line)] for page in pages]
    assert sum(len(page) for page in rows) == 100
    for page in rows:
        assert len({re.search(r"\d\d-[A-Z][a-z]{2}-\d\d$", row).start() for row in page}) == 1
    raw = cli.run("text", path, "--raw")
    assert raw.stdout.split() == done.stdout.split()


def test_words_come_with_their_boxes(cli):
    path = cli.make_list(rows=100, pages=4)
    pages = json_lines(cli.run("text", path, "--json", "--words").stdout)
    word = next(word for page in pages for word in page["words"] if word["text"] == WELL_KNOWN)
    assert set(word) == {"text", "x", "y", "width", "height", "direction"}
    assert word["direction"] == 0
    assert 0 < word["x"] < 595
    assert 0 < word["y"] < 842
    assert word["width"] > word["height"] > 0


def test_a_password_that_is_not_needed_does_no_harm(cli):
    path = cli.make_list(rows=100, pages=4)
    assert cli.run("text", path, "--password", "sesame").stdout == cli.run("text", path).stdout


@pytest.mark.parametrize("options", [("--words",), ("--layout", "--raw"), ("--pages", "3-1"), ("--pages", "0"), ("--pages", "one")])
def test_options_of_text_that_cannot_be_exit_2(cli, options):
    path = cli.make_list(rows=100, pages=4)
    done = cli.run("text", path, *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr != ""


def test_a_page_that_an_update_changes_is_printed_once(cli):
    old = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    old += b"3 0 obj<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>endobj\n"
    old += b"4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>endobj\n"

    def contents(word: bytes) -> bytes:
        shown = b"BT /F1 9 Tf 50 700 Td (" + word + b") Tj ET"
        return b"5 0 obj<</Length %d>>stream\n%s\nendstream endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%%%EOF\n" % (len(shown), shown)

    updated = old + contents(b"before") + contents(b"after")
    path = cli.folder / "updated.pdf"
    path.write_bytes(updated)
    assert cli.run("text", path).stdout == "after\f\n"
    streamed = cli.run("text", "-", stdin=updated)
    assert streamed.stdout == "before\f\n"
    assert "changes a page" in streamed.stderr


def test_the_text_of_what_is_no_pdf_exits_3(cli):
    done = cli.run("text", "-", stdin=b"<html>")
    assert (done.returncode, done.stdout) == (3, "")
    assert "PDF" in done.stderr


def test_the_same_options_make_the_same_list(cli):
    assert cli.make_list("one.pdf").read_bytes() == cli.make_list("two.pdf").read_bytes()
    assert cli.make_list("other.pdf", seed=8).read_bytes() != (cli.folder / "one.pdf").read_bytes()


def test_a_directory_of_contacts_is_written_as_files_the_same_ones_each_time(cli):
    for folder in ("one", "two"):
        done = cli.run("demo", "contacts", "--count", 5, "-o", cli.folder / folder)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    names = ["contacts.xml"] + [f"contact-{id}.xml" for id in range(1, 6)] + [f"photos/{id}.png" for id in range(1, 6)]
    for folder in ("one", "two"):
        written = {str(path.relative_to(cli.folder / folder)) for path in (cli.folder / folder).rglob("*") if path.is_file()}
        assert written == set(names)
    assert all((cli.folder / "one" / name).read_bytes() == (cli.folder / "two" / name).read_bytes() for name in names)
    assert cli.run("demo", "contacts", "--count", 0, "-o", cli.folder / "none").returncode == 2


def test_the_doctor_finds_nothing_amiss(cli):
    done = cli.with_data("doctor", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "amiss" not in [finding["state"] for finding in json_lines(done.stdout)]


def test_the_doctor_says_how_much_runs_at_once_and_refuses_no_number(cli):
    cli.settings["TIDINGS_CORES"] = "4"
    assert "✓ cores: 4, so at once 4 segments are encoded, 4 sentences are spoken and 4 pages drawn" in cli.with_data("doctor").stdout
    cli.settings["TIDINGS_CORES"] = "0"
    done = cli.with_data("doctor")
    assert done.returncode == 4
    assert "✗ cores: cores: '0' is not a number from 1 to 1024" in done.stdout
    assert cli.with_data("serve", "--port", "0").returncode == 2


@pytest.mark.parametrize(
    ("name", "good", "bad", "complaint"),
    [
        ("allow-hosts", "nas, NAS.home.example:8080,10.0.0.1,::1,[fe80::1]:80", "nas,http://foo/bar", "'http://foo/bar' is not a host like nas.home.example"),
        ("allow-hosts-for-channels", "127.0.0.1:8080", "nas/x", "'nas/x' is not a host like nas.home.example"),
        ("push-hosts", "push.home.example", "https://push.home.example/", "'https://push.home.example/' is not a host"),
        ("user-agent-contact", "mailto:ada@home.example", "hello", "'hello' isn't a contact for sources"),
        ("user-agent-contact", "https://home.example/contact", "me@", "'me@' isn't a contact for sources"),
    ])
def test_hosts_and_contacts_that_are_of_no_use_are_named_and_refused_as_flags(cli, name, good, bad, complaint):
    variable = "TIDINGS_" + name.upper().replace("-", "_")
    cli.settings[variable] = good
    done = cli.with_data("doctor")
    assert done.returncode == 0, done.stdout + done.stderr
    cli.settings[variable] = bad
    done = cli.with_data("doctor")
    assert done.returncode == 4
    assert f"✗ settings: {name}: {complaint}" in done.stdout
    assert f"until you correct it in {variable}, it is left out" in done.stdout
    # As it was entered on the page, which wins over the file.
    del cli.settings[variable]
    (cli.folder / "tidings.yaml").write_text(f"{name}: '{bad}'\n")
    assert f"until you correct it in {cli.folder / 'tidings.yaml'}, it is left out" in cli.with_data("doctor").stdout
    cli.data.mkdir(mode=0o700, exist_ok=True)
    (cli.data / "settings.json").write_text(json.dumps({name: bad}))
    assert "until you correct it in the server settings, it is left out" in cli.with_data("doctor").stdout
    if name.startswith("allow-hosts"):
        refused = cli.with_data("serve", "--port", "0", f"--{name}", bad)
        assert refused.returncode == 2
        assert f"{name}: {complaint}" in refused.stderr


def test_the_doctor_says_where_each_setting_is_from(cli):
    """A flag, the environment, the last server's settings, the page, the file: the first that has the setting counts. A setting cleared on the page isn't
    read from the file.
    """
    cli.data.mkdir(mode=0o700)
    (cli.folder / "tidings.yaml").write_text(
        "data: elsewhere\ncores: 2\nallow-hosts: 10.0.0.1\nboards: queue\nmail-from: a@home.example\nmedia: /srv/media\nkeep-changes: 9d\n"
    )
    (cli.data / "settings.json").write_text(
        json.dumps({"cores": "3", "allow-hosts": "10.0.0.2", "boards": "guide", "mail-from": "b@home.example", "media": "", "tmdb-key": "hush"})
    )
    (cli.data / "served.json").write_text(json.dumps({"cores": "5", "allow-hosts": "10.0.0.3"}))
    cli.settings |= {"TIDINGS_CORES": "4", "TIDINGS_DATA": "elsewhere"}
    done = cli.with_data("doctor", "--json")
    assert done.returncode == 0, done.stdout
    findings = json_lines(done.stdout)
    said = dict(finding["detail"].split(" is from ") for finding in findings if finding["what"] == "setting")
    page, file = str(cli.data / "settings.json"), str(cli.folder / "tidings.yaml")
    assert said.items() >= {
        "data": "--data", "cores": "TIDINGS_CORES", "allow-hosts": str(cli.data / "served.json"), "boards": page, "mail-from": page, "tmdb-key": page,
        "keep-changes": file,
    }.items()
    assert "media" not in said and "public-url" not in said
    assert next(finding for finding in findings if finding["what"] == "cores")["detail"].startswith("4, ")
    assert "hush" not in done.stdout


def test_a_log_of_what_settings_are_read_names_no_secret(cli):
    log = cli.folder / "accesses"
    cli.settings |= {
        "CONFIG_ACCESS_LOG_FILE": str(log), "TIDINGS_CORES": "4", "TIDINGS_MAIL_PASSWORD": "hush", "TIDINGS_TMDB_KEY": "hush",
        "TIDINGS_SECRET_SHOP": "hush", "TIDINGS_SOURCE": "contacts.detail=https://directory.example/?key=hush&id={id}",
    }
    assert "✓ setting: mail-password is from TIDINGS_MAIL_PASSWORD" in cli.with_data("doctor").stdout
    assert "cores" in log.read_text() and "source" in log.read_text() and "hush" not in log.read_text()


def test_a_folder_that_holds_no_web_assets_is_said_before_the_server_starts(cli):
    done = cli.with_data("serve", "--port", "0", "--assets", "nowhere")
    assert done.returncode == 2
    assert "assets: 'nowhere' isn't a folder of web assets" in done.stderr
    assert not cli.data.exists()


def test_a_server_that_cannot_start_says_why_and_ends(cli):
    """Errors after connections were opened, which must be shut down, used to crash the debug build."""
    cli.data.mkdir()
    (cli.data / "links.key").write_text("short")
    done = cli.with_data("serve", "--port", "0")
    assert done.returncode == 4, done
    assert "links.key isn't a key" in done.stderr, done


def test_a_command_works_beside_a_running_server_on_the_same_data(cli, serve, publisher, small_list):
    publisher.answers("/list.pdf", a_file(small_list))
    server = serve("--source", f"visa={publisher.url()}", "--allow-hosts", publisher.host)
    assert publisher.wait_for_requests(1)
    done = cli.run("check", "visa", WELL_KNOWN, "--url", publisher.url(), "--json", "--data", server.data)
    assert (done.returncode, json_lines(done.stdout)) == (0, [FIRST_ROW]), done.stderr
    assert server.stop() == 0
