"""What a card is, in the shoe: the exit gate's two beams, its white-card sensor and the tag reader, fused. Pure.

Beam A is the inner one, B 20 mm further out; the antenna lies under the mouth, before both; the white-card sensor looks
between them. A card (63 mm) breaks A, then B, frees A, then B. The two levels are decoded as a quadrature, so that a
bouncing edge, a card drawn halfway and pushed back, or one pushed in from outside (B then A) is no pass. Where an edge
was lost and the direction can't be seen, the card goes on as it went, outward from rest: a pass too many is asked about
at the table, a pass too few is not.

A pass begins when A breaks, its *pulse* is when B breaks, and it is told when both are free. It is

* WHITE_CARD where the sensor saw white in it;
* CARD where exactly one tag was read in its window (from 150 ms before it began to its end), at least twice, at least
  once before the pulse and at least once since the pass began. *Before*, because what is first read after the pulse
  belongs to the card that follows one with a dead tag; *since*, because a card that lay at the mouth and was taken back
  may have been read shortly before;
* GATE otherwise: nothing read, too few reads, or two tags in the window, with a fault.

A tag whose card has passed is *spent*: it may linger in the field, with the card held at the mouth or lying before it.
While it is read, and for 200 rounds (about 2 s) after, its reads are nobody's: it neither names the next card nor makes
it two tags, and a collision that the reader could not resolve is laid to it. It counts again once something was pushed
in through both beams, since then it may be in the shoe and leave together with another. A tag that was first read after
the pulse, or not since the pass began, stays fresh for the card that follows. So a lingering card costs nothing, and
whatever is not clear is unread, which the dealer names: never a guess.
"""

try:
    import shoe1  # type: ignore[import-not-found,unused-ignore]
    from shoe import Passing  # type: ignore[import-not-found,unused-ignore]
except ImportError:
    from firmware_bridge.firmware import shoe1
    from firmware_bridge.firmware.shoe import Passing

READS = 2
"""Reads alike that make a card."""
BEFORE_MS = 150
"""The window opens so long before the pass begins; what was last read earlier is forgotten."""
SPENT_ROUNDS = 200
"""Rounds without a spent tag until it counts again."""
LINGER_ROUNDS = 5
"""A spent tag that was read within so many rounds may be half of a collision."""
TAGS = 8
"""Tags that are told apart in one window."""

BEAM_A, BEAM_B, WHITE = 1, 2, 4
"""Bits of the sensors' levels: beam A broken, beam B broken, white seen."""

_PLACE = (0, 1, 3, 2)
_U32 = 0xFFFFFFFF
_SIGN = 0x80000000


def ms_between(start: int, end: int) -> int:
    """Milliseconds from ``start`` to ``end``, u32 both; negative where ``end`` comes first."""
    return ((end - start + _SIGN) & _U32) - _SIGN


class Reads:
    """The reads of one tag in the window."""

    def __init__(self, uid: bytes, at_ms: int) -> None:
        self.uid = uid
        self.first_ms = at_ms
        self.last_ms = at_ms
        self.count = 0
        self.rssi = 0


class Gate:
    """Tell it what the sensors and the reader saw, in the order of time; it tells the passes and faults.

    ``levels``: the sensors' at boot. A card that stands in the beams then is taken for one on its way out.
    """

    def __init__(self, levels: int, at_ms: int) -> None:
        self.levels = levels
        self._position = _PLACE[levels & 3]
        self._began_ms = at_ms
        self._pulse_ms = at_ms
        self._was_white = bool(levels & WHITE)
        self._unresolved_ms: int | None = None
        self._reads: list[Reads] = []
        self._spent: dict[bytes, int] = {}
        self._passings: list[Passing] = []
        self._faults: list[tuple[int, int]] = []

    def sense(self, levels: int, at_ms: int) -> None:
        """The sensors' levels have changed, or may have."""
        steps = (_PLACE[levels & 3] - _PLACE[self.levels & 3]) & 3
        self.levels = levels
        if levels & WHITE:
            self._was_white = True
        outward = self._position >= 0 if steps == 2 else steps == 1
        for _ in range((0, 1, 2, 1)[steps]):
            self._move(1 if outward else -1, at_ms)
        if self._position == 0 and not levels & WHITE:
            self._was_white = False

    def read(self, uids: "list[bytes]", rssi: int, at_ms: int) -> None:
        """A round of the reader has ended, with these tags."""
        self._forget_old(at_ms)
        for uid in uids:
            if uid in self._spent:
                self._spent[uid] = 0
            else:
                self._note(uid, rssi, at_ms)

    def read_unresolved(self, at_ms: int) -> None:
        """A round of the reader has ended with tags that it could not tell apart."""
        self._forget_old(at_ms)
        if not any(rounds <= LINGER_ROUNDS for rounds in self._spent.values()):
            self._unresolved_ms = at_ms

    def passing(self) -> "Passing | None":
        """The next pass that was not told yet."""
        return self._passings.pop(0) if self._passings else None

    def fault(self) -> "tuple[int, int] | None":
        """The next fault that was not told yet: FAULT_TWO_TAGS and how many tags, 0 where they were not told apart."""
        return self._faults.pop(0) if self._faults else None

    # The beams

    def _move(self, step: int, at_ms: int) -> None:
        self._position += step
        if step > 0 and self._position == 1:
            self._began_ms = at_ms
        elif step > 0 and self._position == 2:
            self._pulse_ms = at_ms
        elif self._position == 4:
            self._position = 0
            self._tell()
        elif self._position == -4:
            self._position = 0
            self._spent.clear()

    def _tell(self) -> None:
        inside = [reads for reads in self._reads if self._is_inside(reads.last_ms)]
        is_unresolved = self._unresolved_ms is not None and self._is_inside(self._unresolved_ms)
        self._unresolved_ms = None
        if self._was_white:
            self._passings.append(Passing(shoe1.WHITE_CARD, b"", 0, 0))
            return
        if len(inside) > 1 or is_unresolved:
            self._passings.append(Passing(shoe1.GATE, b"", 0, 0))
            self._faults.append((shoe1.FAULT_TWO_TAGS, 0 if is_unresolved else len(inside)))
        elif inside and inside[0].count >= READS and self._has_passed(inside[0]):
            card = inside[0]
            self._passings.append(Passing(shoe1.CARD, card.uid, card.rssi, min(card.count, 255)))
        else:
            self._passings.append(Passing(shoe1.GATE, b"", 0, 0))
        for reads in inside:
            if self._has_passed(reads):
                self._spent[reads.uid] = 0
        self._reads = [reads for reads in inside if reads.uid not in self._spent]

    def _is_inside(self, at_ms: int) -> bool:
        return ms_between(self._began_ms, at_ms) >= -BEFORE_MS

    def _has_passed(self, reads: Reads) -> bool:
        is_before_pulse = ms_between(reads.first_ms, self._pulse_ms) > 0
        return is_before_pulse and ms_between(self._began_ms, reads.last_ms) >= 0

    # The tags

    def _note(self, uid: bytes, rssi: int, at_ms: int) -> None:
        for reads in self._reads:
            if reads.uid == uid:
                break
        else:
            if len(self._reads) == TAGS:
                return
            reads = Reads(uid, at_ms)
            self._reads.append(reads)
        reads.last_ms = at_ms
        reads.count += 1
        reads.rssi = rssi

    def _forget_old(self, at_ms: int) -> None:
        """Age the spent tags by a round; between passes, forget what no window will hold."""
        for uid in list(self._spent):
            self._spent[uid] += 1
            if self._spent[uid] > SPENT_ROUNDS:
                del self._spent[uid]
        if self._position == 0:
            self._reads = [reads for reads in self._reads if ms_between(reads.last_ms, at_ms) <= BEFORE_MS]
            if self._unresolved_ms is not None and ms_between(self._unresolved_ms, at_ms) > BEFORE_MS:
                self._unresolved_ms = None
