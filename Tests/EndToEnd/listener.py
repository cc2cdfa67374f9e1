"""A listener of documents, through the API and through pages."""

import json
import urllib.error
import urllib.request

from patience import PATIENCE, until


class Listener:
    """A person with a token."""

    def __init__(self, server, name: str):
        self.server, self.name = server, name
        self.session = server.log_in(name)

    def ask(self, method: str, path: str, body: bytes | None = None, type: str = "application/json", **headers: str):
        """Status, headers and body; with the session's cookie and the form's token, like a request by a page."""
        cookie = f"{self.session['name']}={self.session['value']}"
        headers = {"Cookie": cookie, "Content-Type": type, "X-Form-Token": self.token(cookie), **headers}
        request = urllib.request.Request(f"{self.server.url}{path}", body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def token(self, cookie: str) -> str:
        request = urllib.request.Request(f"{self.server.url}/reader", headers={"Cookie": cookie, "Accept": "text/html"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.read().decode().split('name="form-token" content="')[1].split('"')[0]

    def add(self, content: bytes, name: str = "") -> dict:
        status, _, answer = self.ask("POST", f"/api/v1/documents?name={name}", content, "application/octet-stream")
        assert status in (200, 201), answer
        return json.loads(answer) | {"status": status}

    def one(self, number: int) -> dict:
        return json.loads(self.ask("GET", f"/api/v1/documents/{number}")[2])

    def ready(self, content: bytes, name: str = "") -> dict:
        number = self.add(content, name)["id"]
        until(lambda: self.one(number)["state"] != "reading", self.server.log)
        return self.one(number)
