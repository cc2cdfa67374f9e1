"""A web server whose responses the test writes byte by byte, well-behaved or not.

    publisher.answers("/list.pdf", a_file(pdf))
    publisher.answers("/list.pdf", lambda exchange: exchange.hang_up())

Responses run on their own threads; `requests` lists the requests in order.
"""

import socket
import struct
import threading
import time
from dataclasses import dataclass, field

from patience import PATIENCE


@dataclass
class Request:
    method: str
    path: str
    query: str
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


class Exchange:
    """A request and its connection."""

    def __init__(self, request: Request, connection: socket.socket, closing: threading.Event):
        self.request = request
        self.sent = 0
        self._connection = connection
        self._closing = closing

    def head(self, status: str = "200 OK", **headers: object) -> None:
        """Keyword arguments are headers: `content_length=12` says `Content-Length: 12`."""
        lines = [f"HTTP/1.1 {status}"] + [f"{name.replace('_', '-').title()}: {value}" for name, value in headers.items()]
        self._connection.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode())

    def body(self, piece: bytes) -> None:
        self._connection.sendall(piece)
        self.sent += len(piece)

    def hang_up(self) -> None:
        """Resets the connection, like a machine that crashes."""
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._connection.close()

    def say_nothing(self) -> None:
        """Waits until the other side gives up, or the test ends."""
        self._connection.settimeout(0.2)
        while not self._closing.is_set():
            try:
                if not self._connection.recv(1):
                    return
            except TimeoutError:
                continue
            except OSError:
                return

    def wait_for(self, event: threading.Event, seconds: float = PATIENCE) -> bool:
        return event.wait(seconds)

    def halt(self, contents: bytes, place: int, event: threading.Event) -> bool:
        """Sends the bytes before this position, and then waits for the event. It sends a byte now and then, so that the client doesn't give up. The rest
        is `contents[exchange.sent :]`."""
        self.body(contents[self.sent : place])
        deadline = time.monotonic() + PATIENCE
        while not (has_come := event.wait(5)) and time.monotonic() < deadline:
            self.body(contents[self.sent : self.sent + 1])
        return has_come


def a_file(contents: bytes, **headers: object):
    """The response of an ordinary server."""

    def answer(exchange: Exchange) -> None:
        exchange.head(content_type="application/pdf", content_length=len(contents), **headers)
        exchange.body(contents)

    return answer


def a_status(status: str, **headers: object):
    def answer(exchange: Exchange) -> None:
        exchange.head(status, content_length=0, **headers)

    return answer


class Publisher:
    def __init__(self, address: str = "127.0.0.1"):
        self.requests: list[Request] = []
        self._answers = {}
        self._asked = threading.Condition()
        self._closing = threading.Event()
        self._listener = socket.create_server((address, 0), backlog=128)
        self.port = self._listener.getsockname()[1]
        self.host = f"{address}:{self.port}"
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def url(self, path: str = "/list.pdf") -> str:
        return f"http://{self.host}{path}"

    def answers(self, path: str, answer) -> None:
        self._answers[path] = answer

    def wait_for_requests(self, count: int, seconds: float = PATIENCE) -> bool:
        with self._asked:
            return self._asked.wait_for(lambda: len(self.requests) >= count, seconds)

    def close(self) -> None:
        self._closing.set()
        self._listener.shutdown(socket.SHUT_RDWR)  # `accept` notices this at once.
        self._thread.join(PATIENCE)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            try:
                connection.settimeout(PATIENCE)
                request = self._read(connection)
                if request is None:
                    return
                with self._asked:
                    self.requests.append(request)
                    self._asked.notify_all()
                answer = self._answers.get(request.path, a_status("404 Not Found"))
                answer(Exchange(request, connection, self._closing))
                self._finish(connection)
            except OSError:
                pass  # The client has disconnected, which is allowed.

    @staticmethod
    def _read(connection: socket.socket) -> Request | None:
        received = b""
        while b"\r\n\r\n" not in received:
            piece = connection.recv(4096)
            if not piece or piece[0] == 0x16 and not received:  # A TLS handshake, which this server doesn't support.
                return None
            received += piece
        head, body = received.split(b"\r\n\r\n", 1)
        first, *lines = head.decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ", 2)
        path, _, query = target.partition("?")
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        while len(body) < int(headers.get("content-length", 0)):
            piece = connection.recv(4096)
            if not piece:
                return None
            body += piece
        return Request(method, path, query, headers, body)

    @staticmethod
    def _finish(connection: socket.socket) -> None:
        """Closes our side and reads the rest of the other, so that the last bytes aren't lost to a reset."""
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(PATIENCE)
        while connection.recv(4096):
            pass
