"""A board of prices that is read only when due or on request, and a watch of them over a webhook."""

from pathlib import Path

from publisher import Publisher
from receiver import Receiver

BOARD = """
title: Prices
about: Prices of a few stations.
view: list
source: { url: 'URL', every: 24h }
extract:
  json:
    rows: '$[*]'
    fields: { station: '$.station', price: '$.price' }
fields:
  station: { type: text, key: true }
  price: { type: number }
"""


def declare(folder: Path, publisher: Publisher, receiver: Receiver) -> None:
    """Puts the board into the data of a server's folder, and lets it reach both at once."""
    board = folder / "data" / "boards" / "prices"
    board.mkdir(parents=True)
    (board / "board.yaml").write_text(BOARD.replace("URL", publisher.url("/prices.json")))
    (folder / "tidings.yaml").write_text(f"allow-hosts: '{publisher.host}'\nallow-hosts-for-channels: '{receiver.host}'\nrequest-spacing: '0'\ngather: '0'\n")


def watch(cli, receiver: Receiver, person: str) -> None:
    """The person gets a notice of each change at their address of the receiver."""
    for words in (("channel", "add", "webhook", receiver.url(f"/{person}")), ("watch", "add", "prices", "--to", "webhook")):
        done = cli.with_data(*words, "--person", person)
        assert done.returncode == 0, done.stderr
