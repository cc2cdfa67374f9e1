"""A small reverse proxy, like those in front of servers at home: it forwards requests below a path, and records requests for other paths.

    with ReverseProxy("/tidings", server.port) as proxy:
        page.goto(proxy.url)
        assert proxy.strays == []
"""

import http.client

from helper_server import HelperServer, QuietHandler
from patience import PATIENCE

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "upgrade"}


class ReverseProxy:
    def __init__(self, base: str, port: int, *, strips: bool = False, is_silent: bool = False):
        """`strips`: removes the path before it asks the server, as many proxies do. `is_silent`: doesn't report the client."""
        self.base, self.upstream, self.strips, self.is_silent = base, port, strips, is_silent
        self.strays: list[str] = []
        proxy = self

        class Handler(QuietHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                proxy.forward(self)

            do_POST = do_PUT = do_DELETE = do_HEAD = do_PATCH = do_GET

        self._server = HelperServer(Handler)
        self.host = self._server.host
        self.url = f"http://{self.host}{base}"

    def __enter__(self):
        self._server.begin()
        return self

    def __exit__(self, *_):
        self._server.end()

    def forward(self, handler: QuietHandler) -> None:
        path = handler.path
        if not (path == self.base or path.startswith((f"{self.base}/", f"{self.base}?"))):
            self.strays.append(f"{handler.command} {path}")
            handler.send_error(404)
            return
        if self.strips:
            path = path.removeprefix(self.base) or "/"
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in handler.headers.items() if name.lower() not in HOP_BY_HOP | {"host"}}
        if not self.is_silent:
            headers |= {"X-Forwarded-For": handler.client_address[0], "X-Forwarded-Host": self.host, "X-Forwarded-Proto": "http"}
        connection = http.client.HTTPConnection("127.0.0.1", self.upstream, timeout=PATIENCE)
        try:
            connection.request(handler.command, path, body or None, headers)
            answer = connection.getresponse()
            handler.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in HOP_BY_HOP:
                    handler.send_header(name, value)
            handler.send_header("Connection", "close")
            handler.end_headers()
            while piece := answer.read1(65536):
                handler.wfile.write(piece)
                handler.wfile.flush()
        except (OSError, http.client.HTTPException):
            pass  # The browser or the server has disconnected.
        finally:
            handler.close_connection = True
            connection.close()
