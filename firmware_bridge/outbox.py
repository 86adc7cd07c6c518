"""What the link wants done: sightings to post, bytes to send, and each report of the link once."""

from dataclasses import dataclass
from typing import Literal

from engine.events import Link
from engine.ports import Sighting
from firmware_bridge.framing import wire


@dataclass(frozen=True, slots=True)
class Reaction:
    """What is to be done now: post first, then send."""

    post: tuple[Sighting, ...] = ()
    send: bytes = b""


class Outbox:
    """Collects until it is drained."""

    def __init__(self) -> None:
        self.said = Link(state="lost")
        """The last report; at first what everyone may assume."""
        self._post: list[Sighting] = []
        self._send = b""

    def post(self, sighting: Sighting) -> None:
        """Tell the table."""
        self._post.append(sighting)

    def report(self, state: Literal["up", "lost", "missing"], text: str) -> None:
        """Tell the table what the link became, unless that is what it was told last."""
        report = Link(state=state, text=text)
        if report != self.said:
            self.said = report
            self.post(report)

    def send(self, kind: int, boot_id: int, seq: int, *values: object) -> None:
        """Tell the shoe."""
        self._send += wire(kind, boot_id, seq, *values)

    def send_zero(self) -> None:
        """Close whatever half frame the shoe may hold."""
        self._send += b"\0"

    def drain(self) -> Reaction:
        """Everything since the last time."""
        reaction = Reaction(tuple(self._post), self._send)
        self._post = []
        self._send = b""
        return reaction
