"""A push service: takes encrypted messages over https, checks their sender, and decrypts them like a browser.

It stands for the service of a browser's maker (RFC 8030) and for the browser behind it, so it has the subscription's keys. It decrypts with other
people's code: http_ece for RFC 8291 and cryptography for the signature of RFC 8292.
"""

import base64
import datetime
import ipaddress
import json
import os
import ssl
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from helper_server import HelperServer, QuietHandler
from patience import PATIENCE


def from_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


@dataclass
class Message:
    path: str
    headers: dict[str, str]
    notice: dict
    claims: dict


class PushService:
    """`status` is the status of its responses; `key` belongs to the server that may push, once it has subscribed: others are refused."""

    def __init__(self, folder: Path):
        self.status = 201
        self.key: str | None = None
        self.taken: list[Message] = []
        self.failures: list[Exception] = []
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)
        self._news = threading.Condition()
        service = self

        class Handler(QuietHandler):
            def do_POST(self):
                service._take(self)
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

        self._server = HelperServer(Handler)
        self.authority = folder / "authority.pem"
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(make_certificate(folder, self.authority))
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.host = self._server.host
        self.origin = f"https://{self.host}"
        self._server.begin()

    def subscription(self, path: str = "/push/one") -> dict:
        """The result of `PushSubscription.toJSON()` in the page."""
        public = self._private.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        keys = {"p256dh": to_base64url(public), "auth": to_base64url(self._secret)}
        return {"endpoint": self.origin + path, "expirationTime": None, "keys": keys}

    def wait_for(self, count: int, seconds: float = PATIENCE) -> bool:
        """Messages received; invalid ones are in `failures`."""
        with self._news:
            return self._news.wait_for(lambda: len(self.taken) + len(self.failures) >= count, seconds)

    def close(self) -> None:
        self._server.end()

    def _take(self, request: QuietHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in request.headers.items()}
        with self._news:
            try:
                claims = self._sender(headers["authorization"])
                text = http_ece.decrypt(body, private_key=self._private, auth_secret=self._secret, version="aes128gcm")
                self.taken.append(Message(request.path, headers, json.loads(text), claims))
            except Exception as error:  # noqa: BLE001 (the test asserts that there are none)
                self.failures.append(error)
            self._news.notify_all()

    def _sender(self, authorization: str) -> dict:
        """The claims of the token, if the key that the subscription is bound to has signed them (RFC 8292)."""
        scheme, _, parameters = authorization.partition(" ")
        assert scheme == "vapid"
        values = dict(part.strip().split("=", 1) for part in parameters.split(","))
        assert values["k"] == self.key, "of another server than the one that subscribed"
        signed, _, signature = values["t"].rpartition(".")
        header, claims = (json.loads(from_base64url(part)) for part in signed.split("."))
        assert header == {"typ": "JWT", "alg": "ES256"}
        (r, s) = (int.from_bytes(half, "big") for half in (from_base64url(signature)[:32], from_base64url(signature)[32:]))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(values["k"]))
        public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
        assert claims["aud"] == self.origin
        assert time.time() < claims["exp"] <= time.time() + 24 * 3600
        return claims


def make_certificate(folder: Path, authority: Path) -> Path:
    """A certificate authority, whose certificate goes to `authority`, and its certificate for 127.0.0.1: chain and key in one file."""
    now = datetime.datetime.now(datetime.UTC)

    def certificate(name: str, key, issuer: str, signer, extension, critical: bool) -> x509.Certificate:
        names = [x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)]) for text in (name, issuer)]
        made = x509.CertificateBuilder(names[1], names[0], key.public_key(), x509.random_serial_number())
        made = made.not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
        return made.add_extension(extension, critical).sign(signer, hashes.SHA256())

    (signer, key) = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    root = certificate("Authority", signer, "Authority", signer, x509.BasicConstraints(ca=True, path_length=0), True)
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    leaf = certificate("Push service", key, "Authority", signer, names, False)
    authority.write_bytes(root.public_bytes(serialization.Encoding.PEM))
    file = folder / "push-service.pem"
    file.write_bytes(
        leaf.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return file
