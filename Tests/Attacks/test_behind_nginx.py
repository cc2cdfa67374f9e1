"""A real nginx with TLS in front of the server, configured exactly as Docs/Using/Operating.md says."""

import http.client
import itertools
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import urllib.parse
from pathlib import Path

import pytest

from conftest import PASSWORD, PATIENCE, ROOT, Server, free_port, until
from wire import exchange

NGINX = shutil.which("nginx", path=f"/usr/sbin:/usr/bin:{os.environ.get('TIDINGS_BUILD', ROOT / '.build')}/nginx/usr/sbin")
NAME = "home.example"


def documented(language: str, holds: str) -> str:
    """The block in that language in the section on proxies."""
    section = (ROOT / "Docs/Using/Operating.md").read_text().split("\n## Behind a proxy\n")[1].split("\n## ")[0]
    return next(block for block in re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL) if holds in block)


class Proxy:
    """nginx, and a client that trusts its certificate."""

    def __init__(self, folder: Path, upstream: int):
        self.port = free_port()
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
             "-keyout", key, "-out", certificate, "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"],
            check=True, capture_output=True,
        )  # fmt: skip
        block = documented("nginx", "listen 443 ssl")
        for ours, theirs in [("443 ssl", f"127.0.0.1:{self.port} ssl"), ("127.0.0.1:8080", f"127.0.0.1:{upstream}")]:
            assert ours in block
            block = block.replace(ours, theirs)
        block = re.sub(r"(?m)^(\s*ssl_certificate )\S+;", rf"\g<1>{certificate};", block)
        block = re.sub(r"(?m)^(\s*ssl_certificate_key )\S+;", rf"\g<1>{key};", block)
        spaces = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        configuration = folder / "nginx.conf"
        configuration.write_text(f"pid {folder}/pid; daemon off; error_log stderr;\nevents {{}}\nhttp {{ access_log off;\n{spaces}{block}}}\n")
        self._process = subprocess.Popen([NGINX, "-p", folder, "-c", configuration, "-e", "stderr"], stderr=(folder / "log").open("wb"))
        self._context = ssl.create_default_context(cafile=certificate)
        self._folder = folder
        until(self._listens)

    def _listens(self) -> bool:
        assert self._process.poll() is None, (self._folder / "log").read_text()
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)

    def request(self, method: str, path: str, source: str = "127.0.0.2", body: dict | None = None, **headers: str):
        """The response, its body still unread. `source`: the client's address."""
        connection = http.client.HTTPSConnection(NAME, timeout=PATIENCE)
        plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))
        connection.sock = self._context.wrap_socket(plain, server_hostname=NAME)
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            fields |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://{NAME}"}
        connection.request(method, path, urllib.parse.urlencode(body) if body is not None else None, fields)
        return connection.getresponse()

    def log_in(self, name: str, password: str, source: str, **headers: str):
        """Signs in like a browser, with the fields of the page's form."""
        page = self.request("GET", "/login", source)
        hidden = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page.read().decode()))
        cookies = "; ".join(cookie.split(";")[0] for cookie in page.headers.get_all("Set-Cookie") or [])
        answer = self.request("POST", "/login", source, hidden | {"name": name, "password": password}, Cookie=cookies, **headers)
        answer.read()
        return answer


@pytest.fixture(scope="module")
def behind(tmp_path_factory):
    assert NGINX, "nginx is not installed; Scripts/prepare test gets it"
    folder = tmp_path_factory.mktemp("nginx")
    settings = dict(re.findall(r"(?m)^([\w-]+): (.*)$", documented("yaml", "public-url")))
    assert settings["public-url"] == f"https://{NAME}"
    server = Server(folder, (), {f"TIDINGS_{name.upper().replace('-', '_')}": value for name, value in settings.items()})
    server.start()
    server.add_person("ada")
    proxy = Proxy(folder, server.port)
    yield server, proxy
    proxy.end()
    server.kill()


def test_a_login_over_https_has_a_secure_cookie_and_the_address_of_its_client(behind):
    server, proxy = behind
    answer = proxy.log_in("ada", PASSWORD, "127.0.0.42", X_Forwarded_For="198.51.100.7, 127.0.0.1", X_Real_IP="198.51.100.7")
    assert answer.status == 303, answer.read()
    session = next(cookie for cookie in answer.headers.get_all("Set-Cookie") if cookie.startswith("__Host-tidings="))
    assert "; Secure" in session
    assert "; HttpOnly" in session
    page = proxy.request("GET", "/people/audit", Cookie=session.split(";")[0]).read().decode()
    assert "127.0.0.42" in page
    assert "198.51.100.7" not in page


def test_addresses_are_those_of_the_proxy_whatever_a_client_says(behind):
    _, proxy = behind
    feed = proxy.request("GET", "/boards/visa.atom", X_Forwarded_Host="evil.example", X_Forwarded_Proto="http")
    text = feed.read().decode()
    assert "evil.example" not in text
    assert "http://home.example" not in text
    away = proxy.request("GET", "/account")
    assert away.status in (302, 303)
    assert not away.headers["Location"].startswith("http:")


def test_live_events_pass_at_once(behind):
    server, proxy = behind
    stream = proxy.request("GET", "/live/queue", X_Forwarded_For="198.51.100.7")
    assert stream.status == 200
    assert stream.headers["Content-Type"] == "text/event-stream"

    def event() -> dict:
        while not (line := stream.readline()).startswith(b"data: "):
            assert line, "the stream has ended"
        return json.loads(line[6:])

    before = event()["next"]
    assert json.loads(proxy.request("GET", "/dispense/token.json").read())["number"] == before
    assert event()["next"] == before + 1
    stream.close()


def test_limits_on_logins_go_by_client(behind):
    _, proxy = behind
    # The client's own value in the header changes with each try, and doesn't help.
    numbers = itertools.cycle(range(1, 255))
    until(lambda: proxy.log_in("ada", "wrong", "127.0.0.50", X_Forwarded_For=f"198.51.100.{next(numbers)}").status == 429)
    assert proxy.log_in("ada", PASSWORD, "127.0.0.51").status == 303


def test_without_settings_nobody_is_believed_on_loopback(serve):
    """Requests a page through the attacker's own forwarder on this machine, or from this machine: anyone can set the header."""
    server = serve(settings={})
    server.add_person("ada")
    forged = b"X-Forwarded-For: 198.51.100.7\r\n"
    body = b"name=ada&password=wrong"
    head = b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    exchange(server.port, head + forged + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert not any("198.51.100.7" in str(row) for row in server.query("SELECT * FROM audit"))
    assert server.log().count("X-Forwarded-For from this machine is ignored") == 1
