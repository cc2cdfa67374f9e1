"""Another user of the machine, or an owner of a copy of the database: what they can read and write."""

import os
import stat
import subprocess

import pytest

from conftest import PATIENCE, PROGRAM, environment


@pytest.fixture
def careless():
    """A umask that lets everyone read and write everything."""
    former = os.umask(0)
    yield
    os.umask(former)


def modes(folder) -> dict[str, str]:
    paths = [folder, *folder.rglob("*")]
    return {str(path.relative_to(folder.parent)): oct(stat.S_IMODE(path.lstat().st_mode)) for path in paths}


def test_everything_in_the_folder_is_its_owners(careless, serve):
    server = serve("--demo", "--allow-hosts-for-channels", "ntfy.example")
    server.add_person("ada")
    server.run("channel", "add", "ntfy", "https://ntfy.example/s3cr3t-topic", "--person", "ada")
    (server.data / "boards" / "mine").mkdir(parents=True)
    (server.data / "boards" / "mine" / "board.yaml").write_text("title: Mine")
    os.chmod(server.data / "boards", 0o755)
    os.chmod(server.data / "boards" / "mine", 0o755)
    server.restart()
    found = modes(server.data)
    assert {"data/tidings.sqlite", "data/tidings.sqlite-wal", "data/channels.key", "data/links.key", "data/vapid.pem"} <= set(found)
    wrong = {path: mode for path, mode in found.items() if mode not in ("0o600", "0o700")}
    assert not wrong

    # A copy of the database, including its log, contains no address.
    for name in ("tidings.sqlite", "tidings.sqlite-wal", "tidings.sqlite-shm"):
        assert b"s3cr3t" not in (server.data / name).read_bytes()
    assert server.query("SELECT count(*) FROM channels") == [(1,)]


@pytest.mark.parametrize("place", ["", "boards"])
def test_a_server_does_not_start_on_what_others_can_write(tmp_path, place):
    data = tmp_path / "data"
    (data / place).mkdir(parents=True)
    os.chmod(data, 0o755)
    os.chmod(data / place, 0o777)
    command = [str(PROGRAM), "serve", "--port", "0", "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert f"chmod -R go-w {data}" in done.stderr
    assert not (data / "tidings.sqlite").exists()
