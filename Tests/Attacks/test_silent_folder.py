"""A folder of films whose file server is gone: each call to it waits forever, and everything else continues."""

import ctypes
import os
import subprocess
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from conftest import PATIENCE, until
from test_media import Library

# More than the threads for all tasks, and than those for the folder.
PLAYS = 40
LIBC = ctypes.CDLL(None, use_errno=True)
DETACH = 2


class SilentFolder:
    """A file system that answers nothing (fuse(4)), mounted over a folder until it is removed."""

    def __init__(self, place: Path):
        self.place = place
        self.device = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={self.device},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
        if LIBC.mount(b"silent", os.fsencode(place), b"fuse", 0, options) != 0:
            os.close(self.device)
            raise OSError(ctypes.get_errno(), "no file system can be mounted here")

    def end(self) -> None:
        LIBC.umount2(os.fsencode(self.place), DETACH)
        os.close(self.device)


def silent(place: Path) -> SilentFolder:
    try:
        return SilentFolder(place)
    except OSError as error:
        pytest.skip(f"a silent folder needs root and /dev/fuse: {error}")


def sound(file: Path) -> None:
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=2", "-c:a", "libmp3lame", file], check=True, timeout=PATIENCE)


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            answer.read()
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_a_folder_that_never_answers_holds_up_nothing_else(tmp_path):
    far, near = tmp_path / "far", tmp_path / "near"
    for folder, name in ((far, "Far.mp3"), (near, "Near.mp3")):
        folder.mkdir()
        sound(folder / name)
    (tmp_path / "home").mkdir()
    library = Library(f"{far}:{near}", tmp_path / "home")
    over = None
    try:
        items = library.items(2)
        address = {title: library.ask(f"items/{one['id']}/plays", {"containers": ["mp3"], "audio": ["mp3"]})["direct"] for title, one in items.items()}
        assert {title: status(address[title]) for title in address} == {"Far": 200, "Near": 200}
        over = silent(far)
        answers: list[int] = []
        asking = [threading.Thread(target=lambda: answers.append(status(address["Far"]))) for _ in range(PLAYS)]
        for one in asking:
            one.start()
        # A scan of the folders also begins.
        sound(near / "Later.mp3")
        for _ in range(20):
            assert library.server.get("/healthz")[0] == 200
            assert status(address["Near"]) == 200
            assert "Far" in library.items(2)
        for one in asking:
            one.join(PATIENCE)
        assert answers == [404] * PLAYS
        assert "Far" in library.items(3), "what lies in the silent folder is kept"
        over.end()
        over = None
        until(lambda: status(address["Far"]) == 200, library.server.log)
    finally:
        if over:
            over.end()
        library.server.kill()
