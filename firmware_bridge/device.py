"""What can speak on a shoe's line: bytes, orders, contacts and time go in; sightings and bytes to send come out.

This is the seam at which a shoe of any make joins the table; :mod:`firmware_bridge.shoe_source` owns port and thread
and drives it. A device knows no port, no clock and no thread, so a test drives it by hand.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from engine.ports import Finding, Sighting


class Contact(Enum):
    """A sensor or switch at the shoe that is wired to the panel's pins."""

    EXIT_GATE = "exit_gate"
    """Active while something interrupts the light beam at the shoe's exit."""
    WHITE_CARD = "white_card"
    """Active while the white card lies under its sensor."""
    EMPTY = "empty"
    """Active while nothing is left in the shoe."""
    LID = "lid"
    """Active while the lid is open."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """What is to be done now: post first, then send."""

    post: tuple[Sighting, ...] = ()
    send: bytes = b""


class Device(Protocol):
    """One shoe on one line. ``now`` is monotonic seconds everywhere; each input gives what is to be done.

    Its memory is bounded whatever comes in, and no input raises.
    """

    @property
    def baud(self) -> int:
        """The line's rate, 8N1; a pty or a USB device has none."""

    @property
    def due_at(self) -> float | None:
        """When :meth:`advance` has something to do, seconds; ``None``: nothing waits for the time."""

    def opened(self, now: float) -> Reaction:
        """The port is open."""

    def closed(self, why: str, now: float) -> Reaction:
        """There is no port, or none any more; ``why`` is the transport's sentence."""

    def received(self, chunk: bytes, now: float) -> Reaction:
        """Bytes came, cut anywhere."""

    def sensed(self, contact: Contact, now: float, *, is_active: bool) -> Reaction:
        """A contact of the panel changed at ``now``."""

    def advance(self, now: float) -> Reaction:
        """Time has passed."""

    def acknowledge(self, origin: str) -> Reaction:
        """The journal holds the event of this origin; one that was never posted is passed over."""

    def shoe_started(self) -> Reaction:
        """The journal holds that a new shoe began; in the journal's order with :meth:`acknowledge`."""

    def health(self) -> tuple[Finding, ...]:
        """How the device and its line are, for a technician: what it is, what it counted, what to do."""
