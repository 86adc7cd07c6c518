"""The log played again through the table, from what everybody may know of it.

A card that is not told of yet lay face down to the end of its coup, or was burned: nothing that was answered depended
on it. It is played as one that nobody has read, and what the table would say of such a card is left out. Where a card
that is not told of lies face up, the log does not tell enough yet: of the open coup, until it is settled; and after a
journal was restored from a backup, which holds no secret, until the next shoe.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from msgspec import structs

from engine.answers import Alert, Answer
from engine.beginning import beginning as first_record
from engine.cards import Card
from engine.events import AnyEvent, CardNamed, CardOut, NamedCard, Opened, TableOpened
from engine.instructions import NameCard
from engine.journal.files import FilesReader
from engine.log.reading import Logged, readable
from engine.reasons import Notice
from engine.table import Table

STAND_IN: Final = Card.parse("AS")
"""In the place of a name that is not told of: it was given to a card that nobody saw."""


@dataclass(frozen=True, slots=True)
class Played:
    """A record, what was answered to it, and the table after it."""

    logged: Logged
    answer: Answer
    table: Table | None
    """As it is until the next record is played; ``None`` before any was opened."""
    coup: int
    """The number of the open or coming coup after it; nought without a table."""
    is_certain: bool
    """The log tells enough for the answer to be the one of the day."""


def beginning(log: FilesReader, seq: int) -> int:
    """The record from which the log must be played to know the table before ``seq``.

    Raises:
        JournalError: the journal cannot be read.
    """
    return first_record(lambda limit: log.openings(limit, before=seq + 1)) or log.origin.seq + 1


def played(log: FilesReader, since: int, upto: int) -> Iterator[Played]:
    """The records from the beginning that ``since`` needs up to ``upto``, played.

    Raises:
        JournalError: a record cannot be read.
    """
    player = _Player()
    for logged in readable(log, beginning(log, since), upto):
        answer = player.take(logged)
        coup = player.table.felt.coups + 1 if player.table is not None else 0
        yield Played(logged, answer, player.table, coup, player.is_certain)


class _Player:
    """A table that takes what is logged as the core's did."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.is_certain = True
        self._numbers: set[int] = set()
        """Cards of the shoe, by number, that are not told of."""
        self._sealed: set[int] = set()
        """The same, by their records, and those of which a name is not told."""

    def take(self, logged: Logged) -> Answer:
        event = logged.event
        if isinstance(event, TableOpened):
            self._begin(Table(event.rules))
        elif isinstance(event, Opened) and event.standing is not None and (self.table is None or not self.is_certain):
            self._begin(Table.standing(event.standing, logged.seq))
        if self.table is None:
            return Answer(due=None)
        if isinstance(event, TableOpened):
            return Answer(due=self.table.felt.due)
        if logged.is_sealed:
            event = self._without_secret(self.table, event, logged)
        answer = self.table.take(event, logged.seq)
        if self._sealed:
            self._look(self.table)
        return structs.replace(answer, alerts=tuple(alert for alert in answer.alerts if not self._is_of_sealed(alert)))

    def _begin(self, table: Table) -> None:
        self.table, self.is_certain = table, True
        self._numbers.clear()
        self._sealed.clear()

    def _without_secret(self, table: Table, event: AnyEvent, logged: Logged) -> AnyEvent:
        """``event`` as it can be played: a name that is not told was given to a card that nobody saw."""
        match event:
            case CardOut():
                self._numbers.add(table.felt.shoe.out + 1)
                self._sealed.add(logged.seq)
            case CardNamed():
                numbers = logged.fields.get("ns", () if event.n is None else (event.n,))
                named = {laid.seq for n in numbers if (laid := table.felt.card(n)) is not None}
                if named - self._sealed:  # one of them was seen, and its name is told only with those of the others
                    self.is_certain = False
                self._sealed |= named
                if "ns" in logged.fields:
                    return structs.replace(event, names=tuple(NamedCard(n, STAND_IN) for n in numbers))
                return structs.replace(event, card=STAND_IN)
        return event

    def _look(self, table: Table) -> None:
        """Does one that is not told of lie face up, or belong so?"""
        cards, due = table.felt.cards, table.felt.due
        is_due = isinstance(due, NameCard) and due.n in self._numbers
        if is_due or any(cards[seq].face_up for seq in self._sealed if seq in cards):
            self.is_certain = False

    def _is_of_sealed(self, alert: Alert) -> bool:
        return alert.code == Notice.UNREAD.name.lower() and alert.values.get("n") in self._numbers
