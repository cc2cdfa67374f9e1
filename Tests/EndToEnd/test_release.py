"""Scripts/release in a small repository, without builds; and the checkout's own changes and changelog."""

import os
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from conftest import PROGRAM, ROOT

FILES = ["CHANGELOG.md", "Changes/README.md", "Docs/Using/Operating.md", "Scripts/release", "Sources/tidings/Version.swift"]
GIT = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "Ada"), ("EMAIL", "ada@example.org"))}
NEXT = "99.0.0"


class Checkout:
    def __init__(self, folder: Path):
        self.folder = folder
        for name in [*FILES, *(str(path.relative_to(ROOT)) for path in (ROOT / "Tests/EndToEnd/Stores").glob("*.sql"))]:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        self.run("git", "init", "--quiet")
        self.commit()

    def run(self, *words: str) -> subprocess.CompletedProcess:
        # Neither the settings of the person who runs the tests nor those of a hook count.
        own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        environment = own | GIT | {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        return subprocess.run(words, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)

    def release(self, *words: str) -> subprocess.CompletedProcess:
        return self.run("/usr/bin/python3", "Scripts/release", *words)

    def commit(self) -> None:
        assert self.run("git", "add", "--all").returncode == 0
        done = self.run("git", "commit", "--quiet", "--message", "x")
        assert done.returncode == 0, done.stderr

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def read(self, name: str) -> str:
        return (self.folder / name).read_text()

    def state(self) -> tuple[str, str]:
        return self.run("git", "rev-parse", "HEAD").stdout, self.run("git", "status", "--porcelain").stdout

    def refusal(self, *words: str) -> str:
        """Its message when it refuses, having changed nothing."""
        before = self.state()
        done = self.release(*words)
        assert (done.returncode, done.stdout) == (1, ""), done.stdout + done.stderr
        assert self.state() == before
        return done.stderr


@pytest.fixture
def checkout(tmp_path) -> Checkout:
    checkout = Checkout(tmp_path)
    checkout.write("Changes/map-of-ferries.md", "Added\nThe map shows ferries. [Maps](../Docs/Using/Maps.md)\nFerries have times.\n")
    checkout.write("Changes/a-leak.md", "Security\nA link no longer gives names away.\n")
    checkout.write("Changes/colours.md", "Added\nFerries have colours.\n")
    checkout.commit()
    return checkout


def test_a_release_collects_the_changes_and_sets_the_version(checkout):
    former = checkout.read("CHANGELOG.md")
    done = checkout.release(NEXT, "--no-package")
    assert done.returncode == 0, done.stderr
    day = datetime.now(UTC).date().isoformat()
    part = (
        f"## {NEXT} – {day}\n\n### Added\n- Ferries have colours.\n- The map shows ferries. [Maps](Docs/Using/Maps.md)\n- Ferries have times.\n"
        "\n### Security\n- A link no longer gives names away.\n\n"
    )
    at = former.index("\n## ") + 1
    assert checkout.read("CHANGELOG.md") == former[:at] + part + former[at:]
    assert [path.name for path in (checkout.folder / "Changes").iterdir()] == ["README.md"]
    assert f'number = "{NEXT}"' in checkout.read("Sources/tidings/Version.swift")
    assert f"tidings_{NEXT}_amd64.deb" in checkout.read("Docs/Using/Operating.md")
    assert checkout.run("git", "log", "-1", "--format=%s").stdout == f"Release {NEXT}\n"
    assert checkout.state()[1] == ""
    assert f"git tag --annotate v{NEXT}" in done.stdout
    assert "Scripts/keep-store" in done.stdout
    # No later version is released before the database of this one is kept.
    assert f"Stores/{NEXT}.sql: is missing" in checkout.refusal("--check")


def test_a_release_keeps_a_database_of_the_program_and_makes_the_package(checkout):
    for name in ("Scripts/keep-store", *(f"Sources/Boards/Definitions/{board}/sample.xml" for board in ("fuel", "guide"))):
        (checkout.folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, checkout.folder / name)
    # The program is built already.
    swift = f"release_flags=(-c release)\nswift() {{ if [[ $* == *--show-bin-path ]]; then echo '{PROGRAM.parent}'; fi; }}\n"
    checkout.write("Scripts/build-flags.sh", swift)
    for name, text in (("prepare", "echo preparing"), ("package", 'echo "packaged $1"; test ! -e fails')):
        checkout.write(f"Scripts/{name}", f"#!/bin/sh\n{text}\n")
        (checkout.folder / f"Scripts/{name}").chmod(0o755)
    checkout.commit()
    done = checkout.release(NEXT)
    assert done.returncode == 0, done.stderr
    assert f"packaged {PROGRAM.parent}/tidings\n" in done.stdout
    assert f"apt install ./.build/package/tidings_{NEXT}_*.deb" in done.stdout
    assert "'Quinces'" in checkout.read(f"Tests/EndToEnd/Stores/{NEXT}.sql")
    assert checkout.run("git", "log", "-1", "--format=%s").stdout == f"Release {NEXT}\n"
    assert checkout.state()[1] == ""
    assert checkout.release("--check").returncode == 0

    # A failing package undoes nothing: the release is there.
    checkout.write("Changes/later.md", "Fixed\nFerries arrive.\n")
    checkout.write("fails", "")
    checkout.commit()
    done = checkout.release("99.0.1")
    assert done.returncode == 1
    assert "The release is committed: mend the cause and run Scripts/package" in done.stderr
    assert checkout.run("git", "log", "-1", "--format=%s").stdout == "Release 99.0.1\n"


def test_a_dry_run_shows_what_it_would_write_and_changes_nothing(checkout):
    before = checkout.state()
    done = checkout.release(NEXT, "--dry")
    assert done.returncode == 0
    assert checkout.state() == before
    assert "### Added\n- Ferries have colours.\n" in done.stdout
    assert "Changes/a-leak.md: deleted\n" in done.stdout
    assert f"Sources/tidings/Version.swift: says {NEXT}\n" in done.stdout


@pytest.mark.parametrize("version", ["1.2", "v1.2.3", "1.02.3", "1.2.3-rc1", "one"])
def test_a_version_that_is_not_semantic_is_refused(checkout, version):
    assert f"“{version}” isn't a semantic version" in checkout.refusal(version, "--no-package")


def test_a_version_that_is_not_higher_is_refused(checkout):
    (newest,) = re.findall(r'number = "(.+)"', checkout.read("Sources/tidings/Version.swift"))
    for version in ("0.0.9", newest):
        assert f"{version} isn't higher than {newest}, the newest in CHANGELOG.md; use " in checkout.refusal(version, "--no-package")


def test_a_checkout_with_changes_is_refused(checkout):
    checkout.write("CHANGELOG.md", checkout.read("CHANGELOG.md") + "\n")
    checkout.write("Changes/later.md", "Fixed\nFerries arrive.\n")
    said = checkout.refusal(NEXT, "--no-package")
    assert "has changes that aren't committed" in said
    assert " M CHANGELOG.md\n?? Changes/later.md" in said


def test_a_release_without_changes_is_refused(checkout):
    for name in ("map-of-ferries", "a-leak", "colours"):
        (checkout.folder / f"Changes/{name}.md").unlink()
    checkout.commit()
    assert "Changes has no files" in checkout.refusal(NEXT, "--no-package")


def test_a_release_that_fails_leaves_the_checkout_as_it_was(checkout):
    hook = checkout.folder / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)
    assert "not today" in checkout.refusal(NEXT, "--no-package")
    # Scripts/build-flags.sh isn't there.
    assert "the build ended with 1; its errors are above" in checkout.refusal(NEXT)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("x.md", "Mended\nFerries arrive.\n", "x.md: the first line is “Mended”; write one of Added, Changed, Fixed, Security"),
        ("x.md", "", "x.md: the first line is “”"),
        ("x.md", "Fixed\n", "x.md: has no line after “Fixed”"),
        ("x.md", "Fixed\n- Ferries arrive.\n", "x.md: line 2 isn't a plain sentence"),
        ("x.md", "Fixed\nFerries arrive.\n\nThey leave.\n", "x.md: line 3 isn't a plain sentence"),
        ("x.md", "Fixed\nFerries arrive\n", "x.md: line 2 ends with “e”"),
        ("x.md", f"Fixed\n{'Ferries. ' * 40}arrive.\n", "x.md: line 2 has 367 characters"),
        ("X.md", "Fixed\nFerries arrive.\n", "X.md: rename it"),
        ("x.txt", "Fixed\nFerries arrive.\n", "x.txt: rename it"),
    ],
)
def test_a_file_of_another_form_is_refused(checkout, name, text, said):
    checkout.write(f"Changes/{name}", text)
    checkout.commit()
    assert said in checkout.refusal("--check")
    assert said in checkout.refusal(NEXT, "--no-package")


def test_a_section_of_unreleased_lines_is_refused(checkout):
    checkout.write("CHANGELOG.md", checkout.read("CHANGELOG.md").replace("\n## ", "\n## Unreleased\n\n- Ferries arrive.\n\n## ", 1))
    assert "CHANGELOG.md: has the section Unreleased; move its lines to files in Changes" in checkout.refusal("--check")


def test_places_that_name_another_version_are_refused(checkout):
    checkout.write("Docs/Using/Operating.md", re.sub(r"tidings_[^_]+_amd64", "tidings_0.0.1_amd64", checkout.read("Docs/Using/Operating.md")))
    assert "Docs/Using/Operating.md: says 0.0.1, and CHANGELOG.md begins with" in checkout.refusal("--check")


def test_the_checkout_holds_to_the_form():
    done = subprocess.run(["/usr/bin/python3", "Scripts/release", "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
