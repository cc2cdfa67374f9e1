"""A mail server (IMAP4rev1) on 127.0.0.1 for reading mail; a test can change every response.

    server.mails["INBOX"] = {1: b"Subject: …"}
    server.says = lambda line: b"* BYE\r\n" if "EXAMINE" in line else None

The received commands are in `lines`. A mail that was marked or removed is in `harmed`.
"""

import re
import socket
import ssl
import threading
from base64 import b64decode


class MailServer:
    def __init__(self, security: str = "none", certificate=None, user: str = "ada", password: str = "secret"):
        self.security, self.user, self.password = security, user, password
        self.mails: dict[str, dict[int, bytes]] = {"INBOX": {}}
        self.validity = 1
        self.capabilities = "IMAP4rev1 AUTH=PLAIN SASL-IR"
        self.lines: list[str] = []
        self.harmed: list[str] = []
        # Bytes that replace the usual reply to a line; None keeps it, False closes the connection. The greeting is the reply to "".
        self.says = lambda line: None
        self._tls = None
        if certificate is not None:
            self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(certificate)
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._socket.close()

    def add(self, mail: bytes, folder: str = "INBOX") -> int:
        mails = self.mails.setdefault(folder, {})
        number = max(mails, default=0) + 1
        mails[number] = mail
        return number

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            if self.security == "tls":
                connection = self._tls.wrap_socket(connection, server_side=True)
            _Talk(self, connection).run()
        except (OSError, ValueError):
            pass
        finally:
            connection.close()


class _Talk:
    def __init__(self, server: MailServer, connection: socket.socket):
        self.server, self.connection = server, connection
        self.folder: dict[int, bytes] = {}
        self.is_in = False

    def run(self) -> None:
        if not self._answer("", b"* OK [CAPABILITY IMAP4rev1] hello\r\n"):
            return
        received = b""
        while True:
            while b"\r\n" not in received:
                piece = self.connection.recv(65_536)
                if not piece:
                    return
                received += piece
            line, _, received = received.partition(b"\r\n")
            text = line.decode()
            self.server.lines.append(text)
            if not self._answer(text, self._usual(text)):
                return
            if " STARTTLS" in text and self.server.security == "starttls":
                self.connection = self.server._tls.wrap_socket(self.connection, server_side=True)

    def _answer(self, line: str, usual: bytes | None) -> bool:
        given = self.server.says(line)
        if given is False or (given is None and usual is None):
            return False
        self.connection.sendall(usual if given is None else given)
        return True

    def _usual(self, line: str) -> bytes | None:
        tag, _, words = line.partition(" ")
        name, done = words.split(" ")[0].upper(), f"{tag} OK done\r\n".encode()
        match name:
            case "CAPABILITY":
                offered = self.server.capabilities + (" STARTTLS" if self.server.security == "starttls" else "")
                return f"* CAPABILITY {offered}\r\n".encode() + done
            case "STARTTLS":
                return done
            case "AUTHENTICATE":
                _, user, password = b64decode(words.split(" ")[2]).decode().split("\0")
                return self._log_in(tag, user, password)
            case "LOGIN":
                user, password = (re.sub(r"\\(.)", r"\1", one) for one in re.findall(r'"((?:[^"\\]|\\.)*)"', words))
                return self._log_in(tag, user, password)
            case "LOGOUT":
                return None
            case _ if not self.is_in:
                return f"{tag} BAD not signed in\r\n".encode()
            case "EXAMINE":
                folder = re.search(r'"((?:[^"\\]|\\.)*)"', words).group(1)
                if folder not in self.server.mails:
                    return f"{tag} NO [NONEXISTENT] no such folder\r\n".encode()
                self.folder = self.server.mails[folder]
                next_number = max(self.folder, default=0) + 1
                return f"* {len(self.folder)} EXISTS\r\n* OK [UIDVALIDITY {self.server.validity}] ok\r\n* OK [UIDNEXT {next_number}] ok\r\n".encode() + done
            case "UID" if words.upper().startswith("UID SEARCH"):
                return f"* SEARCH {' '.join(map(str, self._found(words)))}\r\n".encode() + done
            case "UID" if words.upper().startswith("UID FETCH"):
                return self._fetched(words) + done
            case _:
                self.server.harmed.append(line)
                return f"{tag} BAD no\r\n".encode()

    def _log_in(self, tag: str, user: str, password: str) -> bytes:
        self.is_in = (user, password) == (self.server.user, self.server.password)
        return f"{tag} OK in\r\n".encode() if self.is_in else f"{tag} NO [AUTHENTICATIONFAILED] who is {user}?\r\n".encode()

    def _found(self, words: str) -> list[int]:
        first = re.search(r"UID (\d+):\*", words[4:])
        if first is None:
            return sorted(self.folder)
        return [number for number in sorted(self.folder) if number >= int(first.group(1)) or number == max(self.folder)]

    def _fetched(self, words: str) -> bytes:
        wanted, _, what = words.split(" ", 2)[2].partition(" ")
        answer = b""
        for place, (number, mail) in enumerate(sorted(self.folder.items()), 1):
            if str(number) not in wanted.split(","):
                continue
            if "RFC822.SIZE" in what:
                answer += f"* {place} FETCH (UID {number} RFC822.SIZE {len(mail)})\r\n".encode()
                continue
            if "PEEK" not in what:
                self.server.harmed.append(words)
            if "HEADER" in what:
                mail = mail.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
            part = "BODY[HEADER]" if "HEADER" in what else "BODY[]"
            answer += f"* {place} FETCH (UID {number} {part} {{{len(mail)}}}\r\n".encode() + mail + b")\r\n"
        return answer
