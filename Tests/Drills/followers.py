"""Many followers of live events at one server, each on a connection of its own, read by one thread."""

import selectors
import socket
import threading
import time

from conftest import PATIENCE, until


class Follower:
    """What one of them has got. `events`: id, time of arrival, data; an id that comes with `reset` is in `resets` too."""

    def __init__(self):
        self.events: list[tuple[str, float, str]] = []
        self.resets: list[str] = []
        self.is_open = True
        self._rest = b""
        self._has_head = False

    def take(self, data: bytes, now: float) -> None:
        self._rest += data
        if not self._has_head:
            head, end, rest = self._rest.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 200"), head
            self._has_head, self._rest = True, rest
        *whole, self._rest = self._rest.split(b"\n\n")
        for block in whole:
            fields = dict(line.split(": ", 1) for line in block.decode().splitlines() if ": " in line)
            if "data" in fields:
                self.events.append((fields.get("id", ""), now, fields["data"]))
                if fields.get("event") == "reset":
                    self.resets.append(fields.get("id", ""))

    @property
    def ids(self) -> list[str]:
        return [id for id, _, _ in self.events]


class Followers:
    """Of one address. `last` is the id of the last event that each has already. They follow once this is made."""

    def __init__(self, port: int, path: str, count: int = 1, last: str | None = None, headers: dict[str, str] | None = None):
        self.all = [Follower() for _ in range(count)]
        lines = {"Host": f"127.0.0.1:{port}", **({"Last-Event-ID": last} if last else {}), **(headers or {})}
        request = f"GET {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items()) + "\r\n"
        self._selector = selectors.DefaultSelector()
        self._ends = False
        self._sockets = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        for number, follower in enumerate(self.all):
            connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
            connection.sendall(request.encode())
            connection.setblocking(False)
            self._sockets.append(connection)
            self._selector.register(connection, selectors.EVENT_READ, follower)
            if number % 50 == 49 or number == count - 1:
                until(lambda: all(one._has_head for one in self.all[: len(self._sockets)]), "followers get no answer")

    def _read(self) -> None:
        while not self._ends:
            for key, _ in self._selector.select(0.1):
                try:
                    data = key.fileobj.recv(65_536)
                except BlockingIOError:
                    continue
                except OSError:
                    data = b""
                if data:
                    key.data.take(data, time.monotonic())
                else:
                    key.data.is_open = False
                    self._selector.unregister(key.fileobj)

    def close(self) -> None:
        self._ends = True
        self._thread.join()
        self._selector.close()
        for connection in self._sockets:
            connection.close()
