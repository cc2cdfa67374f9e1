"""A program that receives webhooks: it stores every notice by its path, in order of arrival."""

import json
import random
import threading
import time

from helper_server import HelperServer, QuietHandler
from patience import PATIENCE


class Receiver:
    """`delay`: the maximum time until a response, in seconds; `status`: its status."""

    def __init__(self, delay: float = 0):
        self.delay = delay
        self.status = 200
        self.taken: list[tuple[str, dict]] = []
        self._news = threading.Condition()
        receiver = self

        class Handler(QuietHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                notice = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                time.sleep(random.uniform(0, receiver.delay))
                if receiver.status == 200:
                    # Accepted, even if the sender no longer waits for the reply.
                    with receiver._news:
                        receiver.taken.append((self.path, notice))
                        receiver._news.notify_all()
                self.send_response(receiver.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

        self._server = HelperServer(Handler)
        self.host = self._server.host
        self._server.begin()

    def url(self, path: str) -> str:
        return f"http://{self.host}{path}"

    def wait_for(self, count: int, seconds: float = PATIENCE) -> bool:
        with self._news:
            return self._news.wait_for(lambda: len(self.taken) >= count, seconds)

    def close(self) -> None:
        self._server.end()
