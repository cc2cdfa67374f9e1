"""A scriptable publisher of the contacts board: a list of people, their details, and their pictures."""

from publisher import Publisher

# The smallest PNG: one pixel.
DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000" "1f15c4890000000d49444154789c63f8ffff3f0005fe02fe0def46b8" "0000000049454e44ae426082"
)
FIRST = ["Ada", "Bo", "Émile", "Li", "Olga", "Zoë"]
LAST = ["Okafor", "Brönnimann", "Ibáñez", "Nakamura", "Quist"]


class Directory(Publisher):
    """Publishes `count` people, a response for each, and a photo for all but every tenth."""

    def __init__(self, count: int):
        super().__init__()
        self.count = count
        self.slow: set[int] = set()  # Photos with these numbers begin and never end.
        self.given_up: list[int] = []  # The ones that the client has cancelled.
        self.answers("/contacts.xml", self._list)
        self.answers("/contact.xml", self._contact)
        for number in range(1, count + 10):
            self.answers(f"/photos/{number}.png", self._photo)

    def name(self, number: int) -> str:
        return f"{FIRST[number % len(FIRST)]} {LAST[number % len(LAST)]} {number}"

    def photos_asked(self) -> list[int]:
        return [int(request.path[8:-4]) for request in list(self.requests) if request.path.startswith("/photos/")]

    def _list(self, exchange) -> None:
        people = "".join(
            f"<contact><contactid>{number}</contactid><name>{self.name(number)}</name>"
            + (f"<photo>photos/{number}.png</photo>" if number % 10 else "")
            + "</contact>"
            for number in range(1, self.count + 1)
        )
        self._send(exchange, f"<contacts>{people}</contacts>".encode(), "application/xml", etag=f'"{self.count}"')

    def _contact(self, exchange) -> None:
        number = int(exchange.request.query.removeprefix("id="))
        self._send(
            exchange,
            (
                f"<contact><contactid>{number}</contactid><name>{self.name(number)}</name><job_title>Head of repairs</job_title>"
                f"<phone kind='work'>+1-555-0117</phone><email>p{number}@example.org</email><born>1984-02-29</born>"
                "<website>https://example.org/</website><favourite_tea>Nettle</favourite_tea></contact>"
            ).encode(),
            "application/xml",
        )

    def _photo(self, exchange) -> None:
        number = int(exchange.request.path[8:-4])
        if number in self.slow:
            exchange.head(content_type="image/png", content_length=len(DOT))
            exchange.say_nothing()
            self.given_up.append(number)
            return
        self._send(exchange, DOT, "image/png", cache_control="max-age=600")

    @staticmethod
    def _send(exchange, body: bytes, kind: str, **headers: object) -> None:
        exchange.head(content_type=kind, content_length=len(body), **headers)
        exchange.body(body)
