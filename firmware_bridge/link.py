"""The link to the shoe as a state machine: frames, orders and time go in; bytes and sightings come out."""

import logging
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from typing import Final

from engine.cards import Card
from engine.ports import Journalled
from firmware_bridge import wording
from firmware_bridge.firmware import shoe1
from firmware_bridge.framing import BadFrame, Frame
from firmware_bridge.intake import Intake
from firmware_bridge.outbox import Outbox, Reaction

SILENCE_S: Final = 0.75
"""So long without a frame, and the link is lost (SHOE/1)."""
HELLO_S: Final = 0.25
"""Between two HELLOs that nobody answers."""
NOISE: Final = 20
"""So many bad frames and no good one, and the line itself is suspected."""

_log = logging.getLogger(__name__)


class _State(Enum):
    CLOSED = auto()
    """There is no port."""
    GREETING = auto()
    """HELLO was sent; no HELLO that we accept has come."""
    MET = auto()
    """The shoe said who it is."""


class ShoeLink:
    """One shoe on one line. ``now`` is monotonic seconds everywhere; each input gives what is to be done.

    Args:
        cards: the enrolled deck, tag (upper-case hex) to card.
        serial: the shoe's, as the settings name it; ``None`` takes any shoe.
        nonce: gives 16 fresh random bytes.
        unix_ms: gives the time of day, for the shoe alone.
        journalled: what the journal holds.
    """

    def __init__(
        self,
        cards: Mapping[str, Card],
        serial: str | None,
        nonce: Callable[[], bytes],
        unix_ms: Callable[[], int],
        journalled: Journalled,
    ) -> None:
        self._serial = serial
        self._nonce = nonce
        self._unix_ms = unix_ms
        self._outbox = Outbox()
        self._intake = Intake(cards, journalled, self._outbox)
        self._state = _State.CLOSED
        self._refusal: str | None = None
        self._noise = 0
        self._opened_at = 0.0
        self._greeted_at = 0.0
        self._heard_at = 0.0

    @property
    def due_at(self) -> float | None:
        """When :meth:`advance` has something to do, seconds; ``None``: not before the port opens."""
        if self._state is _State.CLOSED:
            return None
        due = self._greeted_at + HELLO_S if self._state is _State.GREETING else self._heard_at + SILENCE_S
        replay = self._intake.due_at
        return due if replay is None else min(due, replay)

    def opened(self, now: float) -> Reaction:
        """The port is open."""
        self._state = _State.GREETING
        self._opened_at = now
        self._noise = 0
        self._refusal = None
        self._outbox.send_zero()
        self._greet(now)
        return self._outbox.drain()

    def closed(self, why: str) -> Reaction:
        """There is no port, or none any more; ``why`` is the transport's sentence."""
        self._lose(_State.CLOSED, why)
        return self._outbox.drain()

    def received(self, items: Iterable[Frame | BadFrame], now: float) -> Reaction:
        """Frames came."""
        for item in items:
            if isinstance(item, BadFrame):
                self._noise += 1
                _log.debug("bad frame: %s", item.reason)
            elif item.type < shoe1.ACK:
                self._noise = 0
                self._hear(item, now)
        return self._outbox.drain()

    def advance(self, now: float) -> Reaction:
        """Time has passed."""
        if self._state is _State.MET and now >= self._heard_at + SILENCE_S:
            self._lose(_State.GREETING, wording.SILENT)
            self._greet(now)
        elif self._state is _State.GREETING and now >= self._greeted_at + HELLO_S:
            self._greet(now)
            if now >= self._opened_at + SILENCE_S:
                self._report_no_answer()
        self._intake.advance(now)
        return self._outbox.drain()

    def acknowledge(self, origin: str) -> Reaction:
        """The journal holds the event of this origin."""
        self._intake.acknowledge(origin)
        return self._outbox.drain()

    def shoe_started(self) -> Reaction:
        """The journal holds that a new shoe began; in the journal's order with :meth:`acknowledge`."""
        self._intake.shoe_started()
        return self._outbox.drain()

    def _hear(self, frame: Frame, now: float) -> None:
        match frame.payload:
            case shoe1.Hello() as hello:
                self._meet(frame, hello, now)
            case _ if self._state is not _State.MET or frame.boot_id != self._intake.boot_id:
                if now >= self._greeted_at + HELLO_S:
                    self._greet(now)
            case shoe1.Heartbeat() as beat:
                self._heard_at = now
                self._intake.beat(frame.seq, beat, now)
            case _:
                self._heard_at = now
                self._intake.take(frame, now)

    def _meet(self, frame: Frame, hello: shoe1.Hello, now: float) -> None:
        self._refusal = wording.refusal(hello, self._serial)
        if self._refusal is not None:
            self._lose(_State.GREETING, self._refusal)
            return
        if self._state is not _State.MET or frame.boot_id != self._intake.boot_id:
            self._outbox.send(shoe1.TIME, frame.boot_id, 0, self._unix_ms())
            _log.info(
                "shoe %s, firmware %d.%d, boot %d: not authenticated",
                hello.serial,
                hello.major,
                hello.minor,
                frame.boot_id,
            )
        self._state = _State.MET
        self._heard_at = now
        self._intake.meet(frame.boot_id, frame.seq, wording.connected(hello), now)

    def _lose(self, state: _State, why: str) -> None:
        self._state = state
        self._intake.part()
        self._outbox.report("lost", why)

    def _greet(self, now: float) -> None:
        self._greeted_at = now
        self._outbox.send(shoe1.HOST_HELLO, 0, 0, self._nonce())

    def _report_no_answer(self) -> None:
        if self._refusal is None:
            self._outbox.report("lost", wording.NOISE if self._noise >= NOISE else wording.NO_ANSWER)
