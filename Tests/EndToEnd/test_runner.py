"""`Scripts/run-tests` on tests that fail once, always fail, or end their process. `TIDINGS_RUNNER=1` also builds a small Swift package for it."""

import os
import shutil
import subprocess
import sys
from datetime import date
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from conftest import ROOT

PYTEST = """
import os, pytest
def once(name):
    if not os.path.exists(name):
        open(name, "w").close()
        pytest.fail("the first time")
def test_good(): pass
def test_once(): once("test")
@pytest.fixture
def shaky(): once("fixture")
def test_with_a_shaky_fixture(shaky): pass
def test_skipped(): pytest.skip("not today")
"""

SWIFT = """
import Foundation
import Testing
private func once(_ name: String) -> Bool {
    defer { FileManager.default.createFile(atPath: name, contents: Data()) }
    return FileManager.default.fileExists(atPath: name)
}
private func isAsked(_ name: String) -> Bool { ProcessInfo.processInfo.environment["TOY"] == name }
@Suite("A toy") struct Toys {
    @Test("is good") func good() {}
    @Test("fails once", arguments: [1, 2]) func first(number: Int) { #expect(once("swift-\\(number)")) }
    @Suite struct Inner { @Test func deep() throws { if !once("swift-deep") { throw CancellationError() } } }
    @Test(.disabled()) func skipped() {}
    @Test(.enabled(if: isAsked("bad"))) func bad() { #expect(Bool(false)) }
    @Test(.enabled(if: isAsked("trap"))) func trap() { fatalError() }
    @Test(.enabled(if: isAsked("hang"))) func waits() async throws { if !once("swift-hang") { try await Task.sleep(for: .seconds(3600)) } }
    @Test(.enabled(if: isAsked("hang again"))) func waitsOn() async throws { try await Task.sleep(for: .seconds(3600)) }
    @Test(.enabled(if: isAsked("trap again"))) func later() { if once("swift-later") { fatalError() } else { Issue.record("x") } }
}
"""


TODAY = date(2026, 11, 30)


@pytest.fixture(scope="module")
def runner():
    spec = spec_from_loader("run_tests", SourceFileLoader("run_tests", str(ROOT / "Scripts/run-tests")))
    module = module_from_spec(spec)
    sys.modules["run_tests"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pytest_part(runner, folder: Path, tests: str, monkeypatch):
    (folder / "toys").mkdir()
    (folder / "toys/pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n")
    (folder / "toys/test_toys.py").write_text(tests)
    # The workers' own settings don't apply to a run inside one of them.
    for name in [name for name in os.environ if name.startswith("PYTEST_")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(runner, "PLUGINS", str(ROOT / "Tests/EndToEnd"))
    return runner.pytest_part("Toys", "toys", folder, ["--numprocesses", "2", "--dist", "loadfile"])


def test_what_passes_the_second_time_is_green_and_named(runner, folder, monkeypatch, capfd):
    part = pytest_part(runner, folder, PYTEST, monkeypatch)
    assert (part.passed, part.skipped, part.failed) == (3, 1, {})
    assert sorted(name.partition("::")[2] for name in part.unsteady) == ["test_once", "test_with_a_shaky_fixture"]
    capfd.readouterr()
    assert runner.report([part], {}, TODAY) == 0
    said = capfd.readouterr().out
    assert "the first time" in said
    assert said.endswith("\n3 passed, 0 failed, 1 skipped\n")


def test_what_fails_twice_is_red(runner, folder, monkeypatch, capfd):
    part = pytest_part(runner, folder, PYTEST + "def test_bad(): assert 1 == 2\n", monkeypatch)
    assert [name.partition("::")[2] for name in part.failed] == ["test_bad"]
    assert part.passed == 3
    capfd.readouterr()
    assert runner.report([part], {}, TODAY) == 1
    assert capfd.readouterr().out.endswith("\n3 passed, 1 failed, 1 skipped\n")


def test_what_ends_its_process_is_red_though_it_would_pass_again(runner, folder, monkeypatch):
    crash = 'def test_crash():\n    if not os.path.exists("crash"):\n        open("crash", "w").close()\n        os._exit(3)\n'
    part = pytest_part(runner, folder, PYTEST + crash, monkeypatch)
    assert [name.partition("::")[2] for name in part.failed] == ["test_crash"]
    assert runner.report([part], {}, TODAY) == 1


TEN = [f"test {number}" for number in range(10)]


def unsteady(runner, *names: str):
    return runner.Part("Toys", passed=20, unsteady=dict.fromkeys(names, "the first time"))


def test_more_than_ten_unsteady_tests_that_are_not_listed_are_red(runner, capfd):
    part = unsteady(runner, *TEN, "eleven")
    assert runner.report([part], {}, TODAY) == 1
    assert "More than 10 are unsteady and not in Tests/unsteady.txt" in capfd.readouterr().out
    part.unsteady.popitem()
    assert runner.report([part], {}, TODAY) == 0
    said = capfd.readouterr().out
    assert "UNSTEADY, and not in Tests/unsteady.txt: failed, and passed when run again (10)" in said
    assert "More than 10" not in said


def test_a_listed_test_does_not_count_and_its_reason_is_said(runner, capfd):
    known = runner.known_unsteady("# Known.\n\ntest_a.py::four | 2026-11-20 | waits for a socket\ntest_a.py::five[a|b]|2026-11-20|a bar\n")
    part = unsteady(runner, *TEN, "test_a.py::four[phone]", "test_a.py::five[a|b]")
    assert runner.report([part], known, TODAY) == 0
    said = capfd.readouterr().out
    assert "Unsteady, as Tests/unsteady.txt says (2)" in said
    assert "test_a.py::four[phone]\n    2026-11-20: waits for a socket\n    the first time\n" in said
    assert "failed, and passed when run again (10)" in said
    # Named parameters stand for themselves alone.
    assert runner.report([unsteady(runner, *TEN, "test_a.py::five[c]")], known, TODAY) == 1


def test_a_listed_test_that_fails_twice_is_red(runner):
    known = runner.known_unsteady("one | 2026-11-20 | waits for a socket\n")
    assert runner.report([runner.Part("Toys", failed={"one": "always"})], known, TODAY) == 1


def test_a_line_older_than_thirty_days_is_said_and_stays_green(runner, capfd):
    known = runner.known_unsteady("old | 2026-10-30 | waits for a socket\nnew | 2026-10-31 | waits for a page\n")
    assert runner.report([runner.Part("Toys", passed=1)], known, TODAY) == 0
    said = capfd.readouterr().out
    assert "In Tests/unsteady.txt for more than 30 days (1)\nold\n    2026-10-30: waits for a socket\n" in said
    assert "waits for a page" not in said


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("one", "is not “name"), ("one | today | it waits", "is not “name"), ("one | 2026-11-20 | ", "lacks its name or its reason"),
        (" | 2026-11-20 | it waits", "lacks its name or its reason"), ("two | 2026-11-20 | it waits", "is there twice: two"),
    ],
)  # fmt: skip
def test_a_line_without_its_name_date_or_reason_ends_the_run(runner, line, words):
    with pytest.raises(SystemExit) as end:
        runner.known_unsteady(f"two | 2026-11-20 | it waits\n{line}\n")
    assert str(end.value).startswith("Tests/unsteady.txt:2: ")
    assert words in str(end.value)


def test_the_list_can_be_read(runner):
    runner.known_unsteady((ROOT / runner.LIST).read_text())


@pytest.mark.parametrize("folders", [None, [], ["suites"], ["suites", "fuel", "guide"]])
def test_a_suite_that_is_missing_beside_the_others_is_named_all_the_same(runner, tmp_path, folders):
    """The arguments that `.ci/run` passes to Scripts/test, in a checkout that contains nothing else."""
    checkout, data = tmp_path / "main", tmp_path / "shared/data"
    for script in ".ci/run", "Scripts/test":
        (checkout / script).parent.mkdir(parents=True)
    shutil.copy(ROOT / ".ci/run", checkout / ".ci/run")
    (checkout / "Scripts/test").write_text("env -0\n")
    for folder in folders or []:
        (data / folder).mkdir(parents=True)
    if folders is not None:
        data.mkdir(parents=True, exist_ok=True)
    # With its own build folder it waits for no turn, and tests this checkout itself.
    settings = {"PATH": os.environ["PATH"], "TIDINGS_BUILD": str(tmp_path / "build"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    run = subprocess.run(["bash", checkout / ".ci/run"], env=settings, stdout=subprocess.PIPE, text=True, check=True)
    given = dict(line.split("=", 1) for line in run.stdout.split("\0") if line)
    named = {name: Path(given[name]).resolve() for name in ("TIDINGS_SUITES", "TIDINGS_FUEL", "TIDINGS_GUIDE") if name in given}
    places = [data / folder for folder in ("suites", "fuel", "guide")] if folders is not None else []
    assert list(named.values()) == places
    assert len(runner.missing_folders(given)) == len(places) - len(folders or [])


def test_a_variable_that_names_no_folder_ends_the_run(runner, tmp_path):
    assert runner.missing_folders({"TIDINGS_SUITES": str(tmp_path), "HOME": "/nowhere"}) == []
    assert runner.missing_folders({"TIDINGS_FUEL": str(tmp_path / "none")}) == [f"TIDINGS_FUEL names no folder: {tmp_path / 'none'}"]


FAKE_SWIFT = """#!/bin/sh
# Falls silent so many times; then one test of two passes.
echo x >> runs
printf '\\342\\227\\207 Test "%s" started.\\n' good bad "never ends"
printf '\\342\\234\\224 Test "%s" passed after 0.1 seconds.\\n' good bad
[ "$(wc -l < runs)" -gt SILENT ] || { sleep 3600 & wait; }
echo '<testsuites><testcase classname="Toys" name="good()" time="0.1"/></testsuites>' > build/tests-swift-testing.xml
"""


@pytest.mark.parametrize("times", [0, 1, 2])
def test_a_process_that_falls_silent_is_ended_and_all_its_tests_run_again(runner, folder, monkeypatch, times):
    (folder / "build").mkdir()
    (folder / "swift").write_text(FAKE_SWIFT.replace("SILENT", str(times)))
    (folder / "swift").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setattr(runner, "LONGEST_SILENCE", 5)
    part = runner.swift_part("Toys", [], folder / "build", [])
    process = "Toys: the process"
    if times == 2:
        assert list(part.failed) == [process]
        assert "fell silent twice" in part.failed[process]
        assert not part.unsteady
        return
    assert (part.passed, part.failed) == (1, {})
    assert part.unsteady.get(process, "").endswith('Under way were: "never ends"') == (times == 1)
    assert len((folder / "runs").read_text().split()) == times + 1


@pytest.mark.skipif("TIDINGS_RUNNER" not in os.environ, reason="TIDINGS_RUNNER=1 builds a Swift package; Scripts/test --long sets it")
def test_the_same_holds_of_swift_tests(runner, folder, monkeypatch):
    (folder / "Tests/ToyTests").mkdir(parents=True)
    (folder / "Package.swift").write_text(
        '// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: "Toy", targets: [.testTarget(name: "ToyTests")])\n'
    )
    (folder / "Tests/ToyTests/Toys.swift").write_text(SWIFT)
    subprocess.run(["swift", "build", "--build-tests"], check=True)

    def run(toy: str):
        for mark in folder.glob("swift-*"):
            mark.unlink()
        monkeypatch.setenv("TOY", toy)
        return runner.swift_part("Toys", [], folder / ".build", [])

    part = run("")
    assert (part.passed, part.failed) == (3, {})
    assert sorted(part.unsteady) == ["ToyTests.Toys.Inner/deep()", "ToyTests.Toys/first(number:)"]
    part = run("bad")
    assert sorted(part.failed) == ["ToyTests.Toys/bad()"]
    assert part.passed == 3
    assert "before its tests did" in run("trap").failed["Toys: the process"]
    monkeypatch.setattr(runner, "LONGEST_SILENCE", 10)
    part = run("hang")
    assert part.failed == {}
    assert part.passed == 4
    assert "Under way were: waits()" in part.unsteady["Toys: the process"]
    assert "fell silent twice" in run("hang again").failed["Toys: the process"]
    # A crash in the second run: no failed test counts as passed.
    assert "ToyTests.Toys/later()" in run("trap again").failed
