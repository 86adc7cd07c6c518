"""The link to a SHOE/1 shoe as a state machine: a :class:`firmware_bridge.device.Device`."""

import logging
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from typing import Final

from engine.ports import Finding, Journalled
from firmware_bridge import wording
from firmware_bridge.device import Contact, Reaction
from firmware_bridge.firmware import shoe1
from firmware_bridge.framing import BadFrame, Deframer, Frame
from firmware_bridge.intake import Intake
from firmware_bridge.outbox import Outbox
from firmware_bridge.registry import Registry

SILENCE_S: Final = 0.75
"""So long without a frame, and the link is lost (SHOE/1)."""
HELLO_S: Final = 0.25
"""Between two HELLOs that nobody answers."""
NOISE: Final = 20
"""So many bad frames and no good one, and the line itself is suspected."""
DAMAGED: Final = 5
"""So many bad frames within :data:`DAMAGE_S` beside good ones, and the line is told to be damaged."""
DAMAGE_S: Final = 5.0
"""And so long without one, and it is told to be well again, seconds."""
BAUD: Final = 115_200
"""SHOE/1's rate on a wire."""

_U32: Final = 1 << 32
_SIGN: Final = 1 << 31

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
        deck: the enrolled one.
        journalled: what the journal holds.
        serial: the shoe's, as the settings name it; ``None`` takes any shoe.
        key: the shoe's, 1 to 64 bytes: then only what it signed is heard; ``None`` takes a shoe that signs nothing.
        nonce: gives 16 fresh random bytes.
        unix_ms: gives the time of day, for the shoe alone.
    """

    def __init__(
        self,
        deck: Registry,
        journalled: Journalled,
        *,
        serial: str | None,
        key: bytes | None,
        nonce: Callable[[], bytes],
        unix_ms: Callable[[], int],
    ) -> None:
        self._serial = serial
        self._key = key
        self._new_nonce = nonce
        self._unix_ms = unix_ms
        self._outbox = Outbox()
        self._intake = Intake(deck, journalled, self._outbox)
        self._deframer = Deframer()
        self._state = _State.CLOSED
        self._why = ""
        self._refusal: str | None = None
        self._noise = 0
        self._bad = 0
        self._bad_at: deque[float] = deque(maxlen=DAMAGED)
        self._is_damaged = False
        self._forged = 0
        self._nonce = b""
        self._signer: shoe1.Signer | None = None
        self._hello: shoe1.Hello | None = None
        self._beat = shoe1.Heartbeat(0, 0, 0, 0)
        self._beat_ms: int | None = None
        self._opened_at = 0.0
        self._greeted_at = 0.0
        self._heard_at = 0.0

    @property
    def baud(self) -> int:
        """SHOE/1's rate."""
        return BAUD

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
        self._noise = self._bad = 0
        self._refusal = None
        self._deframer = Deframer()
        self._outbox.send_zero()
        self._greet(now)
        return self._outbox.drain()

    def closed(self, why: str, now: float) -> Reaction:  # noqa: ARG002 (the seam's)
        """There is no port, or none any more; ``why`` is the transport's sentence."""
        self._lose(_State.CLOSED, why)
        return self._outbox.drain()

    def received(self, chunk: bytes, now: float) -> Reaction:
        """Bytes came."""
        for item in self._deframer.feed(chunk):
            if isinstance(item, BadFrame):
                self._noise += 1
                self._bad += 1
                self._bad_at.append(now)
                _log.debug("bad frame: %s", item.reason)
            elif item.type < shoe1.ACK:
                self._noise = 0
                self._hear(item, now)
        self._judge_line(now)
        return self._outbox.drain()

    def sensed(self, contact: Contact, now: float, *, is_active: bool) -> Reaction:  # noqa: ARG002 (the seam's)
        """Nothing: a SHOE/1 shoe has its own gate and contacts."""
        return Reaction()

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
        self._judge_line(now)
        return self._outbox.drain()

    def acknowledge(self, origin: str) -> Reaction:
        """The journal holds the event of this origin."""
        self._intake.acknowledge(origin)
        return self._outbox.drain()

    def shoe_started(self) -> Reaction:
        """The journal holds that a new shoe began; in the journal's order with :meth:`acknowledge`."""
        self._intake.shoe_started()
        return self._outbox.drain()

    def health(self) -> tuple[Finding, ...]:
        """The shoe, its firmware, its line."""
        if self._state is not _State.MET or self._hello is None:
            return (Finding("shoe", "fault", "no shoe is heard", self._refusal or self._why or wording.NO_ANSWER),)
        hello, beat = self._hello, self._beat
        found = [
            Finding(
                "shoe", "good", f"{hello.serial}, firmware {hello.major}.{hello.minor}, hash {hello.fw_hash.hex()}"
            ),
            Finding("authentication", "good", "every frame is signed with the shoe's key")
            if self._signer is not None
            else Finding("authentication", "note", "not authenticated", "give shoe and settings a key (shoe.key)"),
            Finding("exit gate", "good", f"{beat.gate_count} passes counted; {self._intake.passed} on the log")
            if hello.features & shoe1.FEATURE_GATE
            else Finding("exit gate", "note", "none: an unread card goes unnoticed", "use a shoe with an exit gate"),
            *self._intake.health(),
        ]
        bad = f"{self._bad} bad frames came in, {beat.rx_bad} at the shoe; {self._forged} not signed by its key"
        if self._forged or self._bad >= NOISE:
            found.append(Finding("line", "note", bad, wording.FORGED if self._forged else wording.noise(BAUD)))
        else:
            found.append(Finding("line", "good", bad))
        for flag, part, text, remedy in (
            (shoe1.FLAG_LID_OPEN, "lid", "open", wording.LID_OPEN),
            (shoe1.FLAG_SUPPLY_LOW, "supply", "low", wording.SUPPLY_LOW),
        ):
            if beat.flags & flag:
                found.append(Finding(part, "note", text, remedy))
        return tuple(found)

    def _hear(self, frame: Frame, now: float) -> None:
        match frame.payload:
            case shoe1.Hello() as hello:
                self._meet(frame, hello, now)
            case _ if self._state is not _State.MET or frame.boot_id != self._intake.boot_id:
                self._greet_again(now)
            case _ if not self._made(frame, self._signer):
                self._suspect(now)
            case shoe1.Heartbeat() as beat:
                self._take_beat(frame, beat, now)
            case _:
                self._intake.take(frame, now)

    def _judge_line(self, now: float) -> None:
        """Tell of a line that damages frames though the shoe is heard, and when it no longer does."""
        if self._state is not _State.MET:
            self._is_damaged = False
        elif not self._is_damaged and len(self._bad_at) == DAMAGED and now - self._bad_at[0] <= DAMAGE_S:
            self._is_damaged = True
            self._outbox.report("attention", wording.noise(BAUD))
        elif self._is_damaged and now - self._bad_at[-1] > DAMAGE_S:
            self._is_damaged = False
            self._outbox.report("up", wording.LINE_GOOD)

    def _take_beat(self, frame: Frame, beat: shoe1.Heartbeat, now: float) -> None:
        """A heartbeat whose clock has not advanced is no sign of life; one that goes back is a recorded one."""
        advanced = 1 if self._beat_ms is None else (frame.t_ms - self._beat_ms + _SIGN) % _U32 - _SIGN
        if advanced < 0:
            return
        if advanced:
            self._heard_at = now
        self._beat_ms = frame.t_ms
        self._beat = beat
        self._intake.beat(frame.seq, beat, now)

    def _made(self, frame: Frame, signer: shoe1.Signer | None) -> bool:
        """Whether the frame bears what this session asks of it: its key's tag, or none where there is no key."""
        if signer is None:
            return not frame.tag
        return signer.made(shoe1.Opened(None, None, frame.signed, frame.tag))

    def _suspect(self, now: float) -> None:
        """A frame that the session's key did not make: of another session, or of nobody's we know."""
        self._forged += 1
        self._greet_again(now)

    def _meet(self, frame: Frame, hello: shoe1.Hello, now: float) -> None:
        refusal = wording.refusal(hello, self._serial, has_key=self._key is not None)
        if refusal is not None:
            self._refusal = refusal
            self._lose(_State.GREETING, refusal)
            return
        signer = None
        if self._key is not None:
            if not frame.tag:  # of a boot: it has not heard our HELLO yet
                self._greet_again(now)
                return
            signer = shoe1.Signer(self._key, self._nonce, hello.nonce)
        if not self._made(frame, signer):
            self._suspect(now)
            return
        self._refusal = None
        is_new = self._state is not _State.MET or frame.boot_id != self._intake.boot_id
        if is_new or (self._hello is not None and hello.nonce != self._hello.nonce):
            self._heard_at = now  # a HELLO of this session may be a recorded one, and is no sign of life
            self._signer = signer
            self._outbox.begin_session(signer)
            self._beat_ms = None
        if is_new:
            self._outbox.send(shoe1.TIME, frame.boot_id, 0, self._unix_ms())
        self._hello = hello
        self._state = _State.MET
        self._intake.meet(frame.boot_id, frame.seq, hello, wording.connected(hello, is_signed=signer is not None), now)

    def _lose(self, state: _State, why: str) -> None:
        self._state = state
        self._why = why
        self._intake.part()
        self._outbox.begin_session(None)
        self._outbox.report("lost", why)

    def _greet_again(self, now: float) -> None:
        if now >= self._greeted_at + HELLO_S:
            self._greet(now)

    def _greet(self, now: float) -> None:
        self._greeted_at = now
        self._nonce = self._new_nonce()
        self._outbox.greet(self._nonce)

    def _report_no_answer(self) -> None:
        if self._refusal is None:
            text = (
                wording.noise(BAUD) if self._noise >= NOISE else wording.FORGED if self._forged else wording.NO_ANSWER
            )
            self._why = text
            self._outbox.report("lost", text)
