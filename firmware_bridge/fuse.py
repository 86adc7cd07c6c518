"""From tags in a reader's field and pulses of the exit gate to cards that left the shoe: the fusing rule.

The antenna lies before the gate, so a card that leaves is first read and then breaks the beam. A tag is the card of a
pulse only if

* it is enrolled,
* it was read at least :attr:`Rule.reads` times alike, not longer than :attr:`Rule.before_s` before the beam was broken
  nor longer than :attr:`Rule.after_s` after it was free again,
* at least once before the beam was broken: what is read only afterwards lies in the card behind, and a card whose own
  tag is dead must not be taken for that one,
* and no other enrolled tag was read before it, but for that of the pass before, whose card may still lie in the field:
  until it has been away for :attr:`Rule.absent_s` it names no pulse.

A pulse without such a tag is an unread card; a tag without a pulse is nothing, and counted. Readers without a gate get
the weaker rule: a tag read :attr:`Rule.reads` times alike is a card, once until it has been away for
:attr:`Rule.absent_s`; a card that was not read is not noticed.
"""

from collections import Counter, deque
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.cards import Tag
from engine.events import CardOut, WhiteCardOut
from firmware_bridge.registry import Registry

READS_KEPT: Final = 512
"""Reads that are remembered; older ones are forgotten first."""

TOGETHER: Final = "+"
"""Stands between the tags of cards that left at once."""

Pass: TypeAlias = CardOut | WhiteCardOut
"""What left the shoe."""


@dataclass(frozen=True, slots=True)
class Rule:
    """How much it takes."""

    has_gate: bool = True
    reads: int = 2
    """Agreeing reads; one is never enough."""
    before_s: float = 0.5
    """Reads count from so long before the beam was broken, seconds; without a gate, so long back from the last one."""
    after_s: float = 0.15
    """And until so long after it was free again, seconds: what the reader had still to send."""
    absent_s: float = 1.0
    """So long unread, and the tag of a card that left may be that of a card again, seconds."""

    def __post_init__(self) -> None:
        if self.reads < 2:
            raise ValueError(f"{self.reads} reads are no agreement: 2 at least were due")


@dataclass(slots=True)
class Tally:
    """What was no card, since the core began."""

    alone: int = 0
    """Tags that were read often enough and passed no gate."""
    ghosts: int = 0
    """Tags read too seldom to be anything."""
    unread: int = 0
    """Cards that passed without a name."""
    foreign: int = 0
    """Of them, with a tag that is not enrolled."""
    together: int = 0
    """Of them, two or more at once."""


@dataclass(slots=True)
class _Pulse:
    """The beam is or was broken."""

    began: float
    ended: float | None = None
    is_white: bool = False


class Fuse:
    """The rule over one reader, shoe after shoe. ``now`` is monotonic seconds; a contact's may lie a little behind."""

    def __init__(self, deck: Registry, rule: Rule) -> None:
        self._deck = deck
        self.rule = rule
        self.tally = Tally()
        self._reads: deque[tuple[float, str]] = deque()
        self._kept: Counter[str] = Counter()
        """How often each tag stands in ``_reads``."""
        self._often: Counter[str] = Counter()
        """How often it stood there at most, while it did."""
        self._pulse: _Pulse | None = None
        self._white_at: float | None = None
        self._passed = ""
        """The tag of the pass before, while its card may still lie in the field."""
        self._passed_at = 0.0
        """When that was last read."""
        self._inside: dict[str, float] = {}
        """Without a gate: tags that were told and are still in the field, and when last read."""

    @property
    def due_at(self) -> float | None:
        """When :meth:`advance` has something to tell, seconds."""
        if self._pulse is not None and self._pulse.ended is not None:
            return self._pulse.ended + self.rule.after_s
        return None

    @property
    def blocked_since(self) -> float | None:
        """Since when the beam is broken, seconds."""
        return self._pulse.began if self._pulse is not None and self._pulse.ended is None else None

    def read(self, tag: str, now: float) -> list[Pass]:
        """One whole frame told of ``tag``."""
        left = self.advance(now)
        self._forget(now)
        if tag == self._passed:
            self._passed = "" if now - self._passed_at >= self.rule.absent_s else tag
            self._passed_at = now
        if len(self._reads) >= READS_KEPT:
            self._drop_oldest()
        self._reads.append((now, tag))
        self._kept[tag] += 1
        self._often[tag] = max(self._often[tag], self._kept[tag])
        return left if self.rule.has_gate else [*left, *self._without_gate(tag, now)]

    def gate(self, now: float, *, is_broken: bool) -> list[Pass]:
        """The beam was broken or is free again; a card still waited for is decided by what was read so far."""
        left = self.advance(now)
        if not self.rule.has_gate:
            return left
        if is_broken and (self._pulse is None or self._pulse.ended is not None):
            left += self._decide(now)
            self._forget(now)
            is_white = self._white_at is not None and now - self._white_at <= self.rule.before_s
            self._pulse = _Pulse(now, is_white=is_white)
        elif not is_broken and self._pulse is not None and self._pulse.ended is None:
            self._pulse.ended = now
        return left

    def white_card(self, now: float) -> list[Pass]:
        """The white card came under its sensor; without a gate that is its pass."""
        left = self.advance(now)
        if not self.rule.has_gate:
            return [*left, WhiteCardOut()]
        self._white_at = now
        if self._pulse is not None:
            self._pulse.is_white = True
        return left

    def advance(self, now: float) -> list[Pass]:
        """Time has passed."""
        due_at = self.due_at
        return self._decide(due_at) if due_at is not None and now >= due_at else []

    # With a gate

    def _decide(self, until: float) -> list[Pass]:
        """What passed at the pulse that waits, by the reads up to ``until``."""
        pulse, self._pulse = self._pulse, None
        if pulse is None:
            return []
        reads = [(at, tag) for at, tag in self._reads if pulse.began - self.rule.before_s <= at <= until]
        before = {tag for at, tag in reads if at <= pulse.began}
        left = self._left(Counter(tag for _, tag in reads), before, until)
        for tag in before:
            self._consume(tag, until)
        if not pulse.is_white:
            return [self._told(left)]
        self._white_at = None
        if left == CardOut(card=None):
            return [WhiteCardOut()]
        seen = left.tag if isinstance(left, CardOut) else None
        return [WhiteCardOut(), self._told(CardOut(card=None, tag=seen))]  # its sensor saw it, the antenna a card

    def _left(self, counts: Counter[str], before: set[str], until: float) -> Pass:
        """The card of a pulse, by how often each tag was read up to ``until`` and which were read before it."""
        often = {tag for tag in before if counts[tag] >= self.rule.reads}
        contending = {tag for tag in before if tag in often or self._is_enrolled(tag)} - {self._passed}
        if len(contending) > 1:
            self.tally.together += 1
            return CardOut(card=None, tag=Tag(TOGETHER.join(sorted(contending))))
        for tag in contending & often:
            self._passed, self._passed_at = tag, until
            return self._named(tag)
        lies_there = not contending and self._passed in often
        return CardOut(card=None, tag=Tag(self._passed) if lies_there else None)

    # Without a gate

    def _without_gate(self, tag: str, now: float) -> list[Pass]:
        """A tag read often enough is a card, told once while it stays in the field."""
        self._inside = {each: at for each, at in self._inside.items() if now - at < self.rule.absent_s}
        if tag in self._inside:
            self._inside[tag] = now
            self._consume(tag, now)
            return []
        if self._kept[tag] < self.rule.reads:
            return []
        others = {each for each in self._kept if self._is_enrolled(each) and each not in self._inside} - {tag}
        self._consume(tag, now)
        self._inside[tag] = now
        if not others:
            return [self._told(self._named(tag))]
        for each in others:
            self._consume(each, now)
            self._inside[each] = now
        self.tally.together += 1
        return [self._told(CardOut(card=None, tag=Tag(TOGETHER.join(sorted({tag, *others})))))]

    # Reads

    def _is_enrolled(self, tag: str) -> bool:
        return tag in self._deck.cards or tag in self._deck.white

    def _named(self, tag: str) -> Pass:
        if tag in self._deck.white:
            return WhiteCardOut()
        card = self._deck.cards.get(tag)
        self.tally.foreign += card is None
        return CardOut(card=card, tag=Tag(tag))

    def _told(self, left: Pass) -> Pass:
        self.tally.unread += isinstance(left, CardOut) and left.card is None
        return left

    def _consume(self, tag: str, until: float) -> None:
        """The reads of a tag up to ``until`` are accounted for."""
        self._reads = deque((at, each) for at, each in self._reads if each != tag or at > until)
        self._kept = Counter(each for _, each in self._reads)
        if tag not in self._kept:
            self._often.pop(tag, None)

    def _forget(self, now: float) -> None:
        """Reads too old for any pulse to come were of no card."""
        oldest = (now if self._pulse is None else self._pulse.began) - self.rule.before_s
        while self._reads and self._reads[0][0] < oldest:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        _, tag = self._reads.popleft()
        self._kept[tag] -= 1
        if self._kept[tag] > 0:
            return
        del self._kept[tag]
        if self._often.pop(tag) >= self.rule.reads:
            self.tally.alone += tag != self._passed
        else:
            self.tally.ghosts += 1
