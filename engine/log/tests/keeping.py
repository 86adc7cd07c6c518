"""A table kept as a core keeps it, in one thread: journal, commitments, openings of shoes, index."""

import hashlib
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from engine.answers import Answer
from engine.cards import Card
from engine.events import (
    AnyEvent,
    BettingClosed,
    Call,
    CardOut,
    Done,
    Opened,
    PlayerSeated,
    ShoeStarted,
    TableOpened,
    WagerPlaced,
)
from engine.instructions import Ask, Burn, Deal, Draw, Offer, Settle, TurnHidden
from engine.journal.index import Indexer
from engine.journal.store import Journal
from engine.memory import Memory
from engine.rules import TableRules

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)


def by_number() -> Callable[[int], bytes]:
    """Random bytes that are the same in every run."""
    numbers = count()
    return lambda size: hashlib.shake_256(str(next(numbers)).encode()).digest(size)


def cards(faces: str) -> list[AnyEvent]:
    """Cards that leave the shoe."""
    return [CardOut(card=Card.parse(face)) for face in faces.split()]


def shoe() -> list[AnyEvent]:
    """A shoe begins, and a player is there."""
    return [ShoeStarted(), PlayerSeated(box=1, player="Ana")]


class Kept:
    """A table at ``path`` and the answers that were given there, by record."""

    def __init__(self, path: Path, rules: TableRules | None = None, index: Path | None = None) -> None:
        self.path = path
        self.journal = Journal.open(path)
        self.journal._connection.execute("PRAGMA synchronous = OFF")  # no test here cuts the power
        self.memory = Memory(self.journal, by_number())
        self.indexer = Indexer(index) if index is not None else None
        self.now = NOON
        self.taken: list[tuple[int, str, AnyEvent, Answer, int]] = []
        """What the index is told."""
        self.memory.recall()
        if not self.memory.is_open:
            self.take(TableOpened(rules=rules or TableRules()))
            self.take(Opened(version="0.4.0", settings="5e" * 32))

    def take(self, *events: AnyEvent, ident: str | None = None) -> Answer:
        """Keep ``events``, a second apart, and what the core writes by itself; gives the last one's answer."""
        answer = Answer(due=None)
        for event in events:
            self.now += timedelta(seconds=1)
            answer = self.append(event, ident)
            seqs = self.memory.no_secrets()
            opened = self.memory.opened(seqs) if seqs else None
            if opened is not None:
                self.append(opened, opened=seqs)
            standing = self.memory.stands()
            if standing is not None:
                self.append(Opened(version="0.4.0", settings="5e" * 32, standing=standing))
        return answer

    def coup(self, box: str = "9S 9H", dealer: str = "6D TD 5C", burned: str = "2C") -> None:
        """A coup of box 1, and of who has a wager already: all stand on their first two cards."""
        boxes, dealers = box.split(), dealer.split()
        self.take(WagerPlaced(box=1, player="Ana", amount=10_000), BettingClosed())
        is_paid = False
        while not is_paid:
            match self.memory.felt.due:
                case Burn():
                    self.take(*cards(burned))
                case Deal(to=to) if to.startswith("box"):
                    self.take(*cards(boxes.pop(0)))
                case Deal() | Draw():
                    self.take(*cards(dealers.pop(0)))
                case Ask(box=number):
                    self.take(Call(box=number, call="stand"))
                case Offer() | TurnHidden() | Settle() as due:
                    self.take(Done())
                    is_paid = isinstance(due, Settle)
                case due:
                    raise AssertionError(due)

    def append(self, event: AnyEvent, ident: str | None = None, opened: Iterable[int] = ()) -> Answer:
        """Keep one event."""
        at = self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        record = self.memory.keep(event, ident, at, list(opened))()
        answer = self.memory.take(record, event, ident)
        self.taken.append((record.seq, at, event, answer, self.memory.felt.coups + 1))
        if self.indexer is not None:
            self.indexer.take(*self.taken[-1])
        return answer

    def close(self) -> None:
        """The core ends."""
        self.journal.close()
        if self.indexer is not None:
            self.indexer.close()
