"""Files sent as slowly as the server allows: they keep their places only while other clients don't need them."""

import contextlib
import socket
import threading

from conftest import PATIENCE, until
from listener import Listener

# More than the minimum that a connection must send (500 bytes a second).
PIECE, PAUSE = b"x" * 300, 0.4
TEXT = b"A text that arrives while others send theirs slowly."


class SlowUpload:
    """A file of a megabyte that takes half an hour."""

    def __init__(self, server, token: str):
        self.line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        head = f"POST /api/v1/documents HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\nContent-Length: 1000000\r\n\r\n"
        self.line.sendall(head.encode())
        self.over = threading.Event()
        self.answer = b""
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self._send, self._read)]
        for thread in self.threads:
            thread.start()

    def _send(self) -> None:
        try:
            while not self.over.wait(PAUSE):
                self.line.sendall(PIECE)
        except OSError:
            pass

    def _read(self) -> None:
        with contextlib.suppress(OSError):
            self.answer = self.line.recv(4096)
        self.over.set()

    def end(self) -> None:
        self.over.set()
        # The requests that wait for a response end with it.
        with contextlib.suppress(OSError):
            self.line.shutdown(socket.SHUT_RDWR)
        self.line.close()
        for thread in self.threads:
            thread.join(PATIENCE)


def test_eight_slow_uploads_do_not_keep_others_from_sending_a_file(serve):
    server = serve()
    tokens = []
    for name in ("ann", "bea", "cat", "dan"):
        server.add_person(name, "member")
        tokens.append(server.run("person", "token", name, "--scopes", "read", "watch"))
    server.add_person("eve")
    eve = Listener(server, "eve")
    slow = [SlowUpload(server, token) for token in tokens for _ in range(2)]
    try:
        folder = server.data / "documents"
        until(lambda: len(list(folder.glob(".incoming-*"))) == 8)
        assert all(not upload.answer for upload in slow)
        number = 0

        def is_taken() -> bool:
            nonlocal number
            number += 1
            return eve.ask("POST", "/api/v1/documents", TEXT + b" %d" % number, "application/octet-stream")[0] == 201

        until(is_taken)
        # One of them was refused with a sentence; the others continue.
        until(lambda: any(upload.answer for upload in slow))
        [answer] = [upload.answer for upload in slow if upload.answer]
        assert b" 503 " in answer.split(b"\r\n")[0], answer
        assert b"Retry-After" in answer, answer
        # A person who has two of them sends a third.
        third = Listener(server, "ann")
        until(lambda: third.ask("POST", "/api/v1/documents", TEXT, "application/octet-stream")[0] in (200, 201))
    finally:
        for upload in slow:
            upload.end()
    until(lambda: not list(folder.glob(".incoming-*")))
