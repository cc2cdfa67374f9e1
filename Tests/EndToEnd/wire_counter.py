"""Stands between a browser and a server and counts the traffic: every request by any part of the browser, and every byte of the
responses with their heads. Changes nothing; while `flowing` is cleared, responses wait.

    with WireCounter(server.port) as wire:
        page.goto(wire.url)
        wire.requests, wire.bytes, wire.sizes["/boards/visa"]
"""

import contextlib
import re
import socket
import threading
from collections import Counter

REQUEST = re.compile(rb"(?:^|\n)(?:GET|POST|HEAD|DELETE) (\S+) HTTP/1\.1\r\n")


class WireCounter:
    def __init__(self, port: int):
        self.upstream = port
        self.requests: list[str] = []
        self._sizes: Counter[str] = Counter()
        self.flowing = threading.Event()
        self.flowing.set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    @property
    def sizes(self) -> Counter[str]:
        """Bytes of responses so far, by requested path."""
        with self._lock:
            return self._sizes.copy()

    @property
    def bytes(self) -> int:
        return self.sizes.total()

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.flowing.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                browser, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self.upstream))
            except OSError:
                return
            paths = [""]  # The paths requested over this connection so far; responses belong to the last.
            threading.Thread(target=self._pass, args=(browser, server, self._asked, paths), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, browser, self._answered, paths), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, count, paths: list[str]) -> None:
        try:
            while piece := source.recv(65536):
                count(piece, paths)
                target.sendall(piece)
        except OSError:
            pass
        finally:
            for end in (source, target):
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    # A browser sends a request's head in one piece, and the next one after the response.
    def _asked(self, piece: bytes, paths: list[str]) -> None:
        asked = [path.decode() for path in REQUEST.findall(piece)]
        with self._lock:
            self.requests += asked
            paths += asked

    def _answered(self, piece: bytes, paths: list[str]) -> None:
        self.flowing.wait()
        with self._lock:
            self._sizes[paths[-1]] += len(piece)
