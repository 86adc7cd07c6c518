"""What the link wants done: sightings to post, bytes to send, and each report of the link once."""

from typing import Literal

from engine.events import Link
from engine.ports import Sighting
from firmware_bridge.device import Reaction
from firmware_bridge.firmware.shoe1 import HOST_HELLO, Signer
from firmware_bridge.framing import wire


class Outbox:
    """Collects until it is drained."""

    def __init__(self) -> None:
        self.said = Link(state="lost")
        """The last report; at first what everyone may assume."""
        self._post: list[Sighting] = []
        self._send = b""
        self._signer: Signer | None = None
        self._number = 0

    def begin_session(self, signer: Signer | None) -> None:
        """From now on frames are signed with ``signer``; ``None``: they are not."""
        self._signer = signer
        self._number = 0

    def post(self, sighting: Sighting) -> None:
        """Tell the table."""
        self._post.append(sighting)

    def report(self, state: Literal["up", "attention", "lost", "missing"], text: str) -> None:
        """Tell the table what the link became, unless that is what it was told last; each loss of cards is told."""
        report = Link(state=state, text=text)
        if report != self.said or state == "missing":
            self.said = report
            self.post(report)

    def send(self, kind: int, boot_id: int, seq: int, *values: object) -> None:
        """Tell the shoe."""
        if self._signer is not None:
            self._number += 1
        self._send += wire(kind, boot_id, seq, *values, number=self._number, signer=self._signer)

    def greet(self, nonce: bytes) -> None:
        """Ask the shoe who it is; that begins a session, so it is never signed."""
        self._send += wire(HOST_HELLO, 0, 0, nonce)

    def send_zero(self) -> None:
        """Close whatever half frame the shoe may hold."""
        self._send += b"\0"

    def drain(self) -> Reaction:
        """Everything since the last time."""
        reaction = Reaction(tuple(self._post), self._send)
        self._post = []
        self._send = b""
        return reaction
