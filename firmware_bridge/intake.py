"""From the shoe's events to sightings, each once and in order; acknowledgements back; and a watch on what is missing.

How an event goes (SHOE/1): taken in order of seq, posted, journalled by the table, :meth:`Intake.acknowledge`, ACK.
Until then the shoe sends it again, which changes nothing here. Events that nobody acknowledges (EMPTY, whose record has
no origin; LID and FAULT, which are not for the journal) count as journalled when they are taken, and the cumulative ACK
still waits for those before them.
"""

from typing import Final

from engine.cards import Tag
from engine.events import CardOut, ShoeEmpty, WhiteCardOut
from engine.ports import Finding, Journalled
from firmware_bridge import wording
from firmware_bridge.firmware import shoe1
from firmware_bridge.framing import Frame
from firmware_bridge.gate_count import GateCount
from firmware_bridge.outbox import Outbox
from firmware_bridge.registry import Registry
from firmware_bridge.sequence import Sequence

REPLAY_S: Final = 0.1
"""Between two REPLAYs of the same gap."""
REPLAYS: Final = 6
"""So many REPLAYs answered without the missing event, and it is given up. Our own shoe says so at once, by a HELLO."""
READS: Final = 2
"""So often must a tag have been read alike in a card's pass; read less often it is no name for the card."""


class Intake:
    """Takes the events of one shoe, boot after boot. ``now`` is monotonic seconds."""

    def __init__(self, deck: Registry, journalled: Journalled, outbox: Outbox) -> None:
        self._outbox = outbox
        self._deck = deck
        self._known = journalled.origins
        self._count = GateCount(journalled.passed, journalled.shoe_open)
        self._posted: set[str] = set()
        """Origins of the passes that the journal does not hold yet."""
        self._sequence = Sequence(0, shoe1.FIRST_SEQ)
        self._flags = 0
        self._empty_told = not journalled.shoe_open
        self._replays = 0
        self._came_early = 0
        self._replayed_at = 0.0
        self._in_step = False
        self._has_gate = True
        self._connected_text = ""
        self._foreign = 0
        self._doubtful = 0

    @property
    def passed(self) -> int:
        """Cards and white cards out of the open shoe, by the events taken."""
        return self._count.passed

    def health(self) -> tuple[Finding, ...]:
        """Of the cards that passed without a name since the core began."""
        if not self._foreign and not self._doubtful:
            return ()
        text = f"{self._foreign} cards bore a tag that is not enrolled, {self._doubtful} were read once only"
        return (Finding("tags", "note", text, "enrol the deck again, or change its worn cards"),)

    @property
    def boot_id(self) -> int:
        """The boot whose events are taken; 0 before the first."""
        return self._sequence.boot_id

    @property
    def due_at(self) -> float | None:
        """When :meth:`advance` has something to do, seconds."""
        return self._replayed_at + REPLAY_S if self._replays else None

    def meet(self, boot_id: int, oldest: int, hello: shoe1.Hello, connected_text: str, now: float) -> None:
        """A HELLO was accepted: the shoe's ring begins at ``oldest``."""
        self._connected_text = connected_text
        self._has_gate = bool(hello.features & shoe1.FEATURE_GATE)
        if boot_id != self.boot_id:
            self.part()
            self._sequence = Sequence(boot_id, oldest)
        elif shoe1.distance(self._sequence.expected, oldest) > 0:
            self._give_up(oldest, now)
        elif self._sequence.is_acknowledged(oldest):
            self._send_ack()

    def part(self) -> None:
        """The link is lost: nothing is known to be in step."""
        self._in_step = False
        self._replays = 0
        self._count.forget()

    def beat(self, next_seq: int, beat: shoe1.Heartbeat, now: float) -> None:
        """A heartbeat of this boot."""
        if self._count.is_waiting() and not self._replays:
            self._replay(now)
        if shoe1.distance(self._sequence.expected, next_seq) >= 0:
            self._count.hear(next_seq, beat.gate_count)
        self._compare(self._sequence.expected)
        if self._sequence.expected == next_seq:
            self._see_empty(is_empty=bool(beat.flags & shoe1.FLAG_EMPTY))
        if self._count.is_restarting:
            self._restart_gate()
        if (beat.flags ^ self._flags) & shoe1.FLAG_SUPPLY_LOW:
            is_low = bool(beat.flags & shoe1.FLAG_SUPPLY_LOW)
            self._outbox.report(*wording.supply(is_low=is_low))
        self._flags = beat.flags

    def take(self, frame: Frame, now: float) -> None:
        """An event of this boot."""
        if not self._sequence.is_repeat(frame.seq):
            self._happened(self._sequence.take(frame))
            self._watch_gap(now)
        elif self._sequence.is_acknowledged(frame.seq):
            self._send_ack()

    def advance(self, now: float) -> None:
        """Time has passed."""
        if not self._replays or now < self._replayed_at + REPLAY_S:
            return
        if not self._sequence.has_gap():
            self._replays = 0
        elif self._replays >= REPLAYS and self._came_early >= REPLAYS:
            self._give_up(self._sequence.earliest_held(), now)
        else:
            self._replay(now)

    def acknowledge(self, origin: str) -> None:
        """The journal holds the event of this origin; one that was never posted is passed over."""
        boot, _, seq = origin.partition(":")
        if origin not in self._posted:
            return
        self._posted.remove(origin)
        if boot == str(self.boot_id) and self._sequence.settle(int(seq)):
            self._send_ack()

    def shoe_started(self) -> None:
        """The journal holds that a new shoe began. What was posted and is not journalled yet belongs to the new one."""
        self._count.restart(len(self._posted))
        self._restart_gate()

    def _happened(self, frames: list[Frame]) -> None:
        for frame in frames:
            self._replays = 0
            origin = f"{frame.boot_id}:{frame.seq}"
            if origin in self._known or not self._post(frame, origin):
                self._sequence.settle(frame.seq)
            self._compare(shoe1.following(frame.seq))
        if frames and self._sequence.is_acknowledged(frames[-1].seq):
            self._send_ack()

    def _post(self, frame: Frame, origin: str) -> bool:
        """Post or report it; whether the journal will acknowledge it."""
        match frame.type, frame.payload:
            case shoe1.CARD, shoe1.Card(uid=uid, reads=reads):
                self._post_pass(self._sighting(uid.hex().upper(), reads, origin), origin)
            case shoe1.GATE, _:
                self._post_pass(CardOut(card=None, origin=origin), origin)
            case shoe1.WHITE_CARD, _:
                self._post_pass(WhiteCardOut(origin=origin), origin)
            case _:
                self._tell(frame)
                return False
        return True

    def _sighting(self, tag: str, reads: int, origin: str) -> CardOut | WhiteCardOut:
        """What the tag is enrolled as; an unread card where it is not, or was read too seldom to be believed."""
        if reads < READS:
            self._doubtful += 1
            return CardOut(card=None, origin=origin)
        if tag in self._deck.white:
            return WhiteCardOut(origin=origin)
        card = self._deck.cards.get(tag)
        self._foreign += card is None
        return CardOut(card=card, tag=Tag(tag) if tag else None, origin=origin)

    def _post_pass(self, sighting: CardOut | WhiteCardOut, origin: str) -> None:
        self._count.passed += 1
        self._posted.add(origin)
        self._outbox.post(sighting)

    def _tell(self, frame: Frame) -> None:
        match frame.payload:
            case shoe1.Lid(open=is_open):
                self._outbox.report(*wording.lid(is_open=is_open))
            case shoe1.Count():
                self._empty_told = True
                self._outbox.post(ShoeEmpty())
            case shoe1.Fault() as fault:
                self._outbox.report("attention", wording.fault(fault))

    def _see_empty(self, *, is_empty: bool) -> None:
        """A heartbeat tells of an empty shoe whose event was lost with an earlier host.

        Its sensor alone is not believed while cards of the deck have not passed: at a reset it may not have settled.
        """
        if is_empty and not self._empty_told and self._count.passed >= len(self._deck.cards):
            self._empty_told = True
            self._outbox.post(ShoeEmpty())
        self._empty_told = self._empty_told and is_empty

    # What is missing

    def _compare(self, at_seq: int) -> None:
        """Compare the counts, if a heartbeat speaks of this moment."""
        if not self._count.has_heard(at_seq):
            return
        counts = self._count.compare()
        if counts is not None and self._has_gate:
            self._outbox.report("missing", wording.disagreement(counts))
        elif not self._in_step and self._outbox.said.state != "missing":
            self._outbox.report("up", self._connected_text)
        self._in_step = True

    def _watch_gap(self, now: float) -> None:
        if not self._sequence.has_gap():
            return
        self._came_early += 1
        if not self._replays:
            self._came_early = 1
            self._replay(now)

    def _replay(self, now: float) -> None:
        self._replays += 1
        self._replayed_at = now
        self._outbox.send(shoe1.REPLAY, self.boot_id, self._sequence.expected)

    def _give_up(self, oldest: int, now: float) -> None:
        self._outbox.report("missing", wording.gap(self._sequence.expected, (oldest - 1) % shoe1.SEQ_COUNT))
        self._count.forget(losses_reported=True)
        self._replays = 0
        self._happened(self._sequence.skip_to(oldest))
        self._watch_gap(now)

    # What the shoe is told

    def _send_ack(self) -> None:
        self._outbox.send(shoe1.ACK, self.boot_id, self._sequence.acknowledged)

    def _restart_gate(self) -> None:
        """Let the gate count our passes as of the last event taken; repeated at each heartbeat until one shows it."""
        last = (self._sequence.expected - 1) % shoe1.SEQ_COUNT
        self._outbox.send(shoe1.SET, self.boot_id, last, shoe1.KEY_GATE_COUNT, self._count.passed)
