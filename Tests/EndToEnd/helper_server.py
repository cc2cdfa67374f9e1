"""An HTTP server that a test runs beside the tested one: many clients may connect at once, and may disconnect at any time."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class QuietHandler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass


class HelperServer(ThreadingHTTPServer):
    request_queue_size = 128  # With the usual five, a connection on a busy machine waits seconds for its second attempt.
    daemon_threads = True

    def __init__(self, handler: type[QuietHandler]):
        super().__init__(("127.0.0.1", 0), handler)
        self.host = f"127.0.0.1:{self.server_port}"

    def begin(self) -> None:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def end(self) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, *_):
        pass
