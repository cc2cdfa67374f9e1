"""A publisher of map tiles: one grey square for every place, and a record of the requests with their headers."""

import struct
import zlib

from helper_server import HelperServer, QuietHandler


def grey_square(side: int = 256) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = b"".join(b"\0" + bytes([225] * side) for _ in range(side))
    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class TilePublisher:
    def __init__(self):
        self.is_down = False
        self.asked: list[tuple[str, dict[str, str]]] = []
        publisher, tile = self, grey_square()

        class Handler(QuietHandler):
            def do_GET(self):
                publisher.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
                self.send_response(503 if publisher.is_down else 200)
                self.send_header("Content-Type", "image/png")
                self.send_header("Content-Length", str(0 if publisher.is_down else len(tile)))
                self.send_header("Cache-Control", "max-age=604800")
                self.end_headers()
                if not publisher.is_down:
                    self.wfile.write(tile)

        self._server = HelperServer(Handler)
        self._server.begin()
        self.origin = f"http://{self._server.host}"

    @property
    def settings(self) -> dict[str, str]:
        attribution = "© [OpenStreetMap](https://www.openstreetmap.org/copyright) contributors"
        return {"TIDINGS_TILES_URL": self.origin + "/{z}/{x}/{y}.png", "TIDINGS_TILES_ATTRIBUTION": attribution}

    def close(self) -> None:
        self._server.end()
