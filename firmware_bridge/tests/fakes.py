"""Stand-ins with a clock of their own: a hardware layer, a table that keeps a journal, and the frames of a shoe."""

from dataclasses import dataclass, field
from itertools import count

from engine.events import CardOut, Link, ShoeEmpty, WhiteCardOut
from engine.ports import Journalled, Sighting
from firmware_bridge.firmware import shoe1
from firmware_bridge.firmware.shoe import Passing
from firmware_bridge.framing import BadFrame, Deframer, Frame
from firmware_bridge.link import ShoeLink
from firmware_bridge.registry import Registry

SERIAL = "BJ21-0001"
NONCE = bytes(16)
DECK = Registry.numbered(8)
TAGS = list(DECK.cards)
_milliseconds = count(1)


def frame(kind: int, boot: int, seq: int, *values: object) -> bytes:
    """A frame as the shoe sends it."""
    return shoe1.wire(shoe1.Body(kind, boot, seq, next(_milliseconds), shoe1.pack(kind, *values)))


def hello(boot: int, oldest: int, *, serial: str = SERIAL, features: int = 6) -> bytes:
    return frame(shoe1.HELLO, boot, oldest, 1, 0, bytes(8), serial, features, 64, 1, 0, NONCE)


def beat(boot: int, next_seq: int, gate: int, *, flags: int = 0) -> bytes:
    return frame(shoe1.HEARTBEAT, boot, next_seq, gate, 0, 0, flags)


def card(boot: int, seq: int, number: int = 0) -> bytes:
    """The event of the ``number``-th of :data:`TAGS`."""
    return frame(shoe1.CARD, boot, seq, bytes.fromhex(TAGS[number]), 0, 4, 0)


def said(wire: bytes) -> list[tuple[int, int]]:
    """Type and seq of each of the host's frames."""
    return [(item.type, item.seq) for item in Deframer().feed(wire) if isinstance(item, Frame)]


def new_link(journalled: Journalled | None = None, serial: str | None = SERIAL, key: bytes | None = None) -> ShoeLink:
    return ShoeLink(DECK, journalled or Journalled(), serial=serial, key=key, nonce=lambda: NONCE, unix_ms=lambda: 0)


class FakeHal:
    """The hardware layer, all of it in memory; ``kept_values`` outlives a reset."""

    def __init__(self) -> None:
        self.now = 0
        self.heard = b""
        self.sent = b""
        self.gate: list[Passing] = []
        self.lid = False
        self.empty = False
        self.kept_values = (0, 0)
        self.faults: list[tuple[int, int]] = []
        self._draws = 0

    def millis(self) -> int:
        return self.now & 0xFFFFFFFF

    def read(self) -> bytes:
        heard, self.heard = self.heard, b""
        return heard

    def write(self, wire: bytes) -> None:
        self.sent += wire

    def passing(self) -> Passing | None:
        return self.gate.pop(0) if self.gate else None

    def fault(self) -> tuple[int, int] | None:
        return self.faults.pop(0) if self.faults else None

    def reset_cause(self) -> int:
        return 1

    def lid_open(self) -> bool:
        return self.lid

    def is_empty(self) -> bool:
        return self.empty

    def supply_low(self) -> bool:
        return False

    def kept(self) -> tuple[int, int]:
        return self.kept_values

    def keep(self, gate_count: int, boot_id: int) -> None:
        self.kept_values = gate_count, boot_id

    def random(self, n: int) -> bytes:
        self._draws += 1
        return (self._draws * 257 % 65521).to_bytes(2, "little") * (n // 2)

    def drain(self) -> bytes:
        sent, self.sent = self.sent, b""
        return sent

    def said(self, kind: int | None = None) -> list[Frame]:
        """What the shoe has said since the last time, of one type if given."""
        items = Deframer().feed(self.drain())
        assert not any(isinstance(item, BadFrame) for item in items)
        return [item for item in items if isinstance(item, Frame) and kind in (None, item.type)]


@dataclass
class FakeTable:
    """Journals what is posted; the journal outlives the table."""

    origins: list[str] = field(default_factory=list)
    """Of the open shoe's passes."""
    older_origins: list[str] = field(default_factory=list)
    """Of the shoe before: an acknowledgement of its last card may still be lost."""
    passes: list[str | None] = field(default_factory=list)
    """Card or white card of each, ``None`` where it was unread."""
    is_open: bool = False
    queue: list[Sighting] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    empties: int = 0

    def journal_next(self) -> str | None:
        """Journal the oldest sighting; the origin to acknowledge, if it has one."""
        sighting = self.queue.pop(0)
        match sighting:
            case Link():
                self.links.append(sighting)
            case ShoeEmpty():
                self.empties += 1
            case CardOut(origin=str() as origin):
                return self._pass(origin, sighting.card.face if sighting.card else None)
            case WhiteCardOut(origin=str() as origin):
                return self._pass(origin, "white")
        return None

    def new_shoe(self) -> None:
        self.is_open = True
        self.older_origins = self.origins
        self.origins = []
        self.passes.clear()

    def journalled(self) -> Journalled:
        return Journalled(frozenset(self.origins + self.older_origins), len(self.passes), self.is_open)

    @property
    def missing(self) -> list[str]:
        return [link.text for link in self.links if link.state == "missing"]

    def _pass(self, origin: str, what: str | None) -> str:
        assert origin not in self.origins + self.older_origins, f"{origin} came twice"
        self.origins.append(origin)
        self.passes.append(what)
        return origin
