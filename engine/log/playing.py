"""The log played again through the table, from what everybody may know of it.

A card that is not told of yet lay face down to the end of its coup, or was burned: nothing that was answered depended
on it. It is played as one that nobody has read, and what the table would say of such a card is left out. Where a card
that is not told of lies face up, the log does not tell enough yet: of the open coup, until it is settled; and after a
journal was restored from a backup, which holds no secret, until the next shoe. Of a coup that is cancelled no card
matters for what comes after it: from there on the log tells enough again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from msgspec import structs

from engine.answers import Alert, Answer, Payment
from engine.beginning import beginning as first_record
from engine.cards import Card
from engine.events import (
    AnyEvent,
    CardNamed,
    CardOut,
    CoupCancelled,
    MisdealFound,
    NamedCard,
    Opened,
    PlayerSeated,
    Request,
    ShoeStarted,
    TableOpened,
)
from engine.instructions import NameCard
from engine.journal.files import FilesReader
from engine.log.reading import Logged, readable
from engine.memory import moving
from engine.reasons import Notice
from engine.table import Table

STAND_IN: Final = Card.parse("AS")
"""In the place of a name that is not told of: it was given to a card that nobody saw."""
ON_THE_WAY_OUT: Final = (CoupCancelled, MisdealFound, PlayerSeated)
"""Requests on which no card has a say: taken before a coup is cancelled, they leave nothing that depends on one."""


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
    alerts: tuple[Alert, ...]
    """Those that stand at the table, but for what it would say of a card that is not told of."""
    pay: tuple[Payment, ...]
    """What moves at once, for as long as the table tells it."""


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
        yield Played(logged, answer, player.table, coup, player.is_certain, player.alerts, player.pay)


class _Player:
    """A table that takes what is logged as the core's did."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.pay: tuple[Payment, ...] = ()
        """What moves at once, for as long as the table tells it."""
        self._numbers: set[int] = set()
        """Cards of the shoe, by number, that are not told of."""
        self._sealed: set[int] = set()
        """The same, by their records, and those of which a name is not told."""
        self._stood_in: set[int] = set()
        """Those that have a name which is not told of, by their records."""
        self._false: list[Alert] = []
        """What the table said of cards that are not told of."""
        self._lost: int | None = None
        """The coup since which the log does not tell enough; ``None``: it does."""
        self._depends = False
        """What comes after that coup depends on what is not told, though it be cancelled."""
        self._past: tuple[int, frozenset[int]] = (0, frozenset())
        """The coup that was over or cancelled last, and the cards that lay then, by their records."""

    @property
    def is_certain(self) -> bool:
        """The log tells enough for the answer to be the one of the day."""
        return self._lost is None

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """Those that stand, but for what is said of a card that is not told of."""
        standing = self.table.felt.alerts if self.table is not None else ()
        return tuple(alert for alert in standing if alert not in self._false)

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
        if isinstance(event, ShoeStarted):  # they are numbered anew
            self._numbers.clear()
        if logged.is_sealed:
            event = self._without_secret(self.table, event, logged)
        due = self.table.felt.due
        answer = self.table.take(event, logged.seq)
        self.pay = moving(self.pay, event, answer, is_due_still=self.table.felt.due == due)
        if self._lost is not None:
            self._look_back(self.table, self._lost, event, answer)
        if self._lost is None and self._sealed:
            self._look(self.table)
        return structs.replace(answer, alerts=self._told(answer.alerts))

    def _begin(self, table: Table) -> None:
        self.table, self.pay = table, ()
        self._lost, self._depends = None, False
        for known in (self._numbers, self._sealed, self._stood_in):
            known.clear()
        self._false.clear()

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
                    self._lose(table)
                    self._depends = True
                self._sealed |= named
                self._stood_in |= named
                if "ns" in logged.fields:
                    return structs.replace(event, names=tuple(NamedCard(n, STAND_IN) for n in numbers))
                return structs.replace(event, card=STAND_IN)
        return event

    def _lose(self, table: Table) -> None:
        """From here on the log does not tell enough."""
        if self._lost is None:
            coup = table.felt.open_coup
            self._lost = coup.number if coup is not None else table.felt.coups + 1

    def _look(self, table: Table) -> None:
        """Does one that is not told of lie face up, or belong so, in a coup that is not cancelled?"""
        felt = table.felt
        coup, due, cards = felt.open_coup, felt.due, felt.cards
        if coup is None or coup.cancelled:
            self._past = (coup.number if coup is not None else felt.coups, frozenset(cards))
            return
        number, lay = self._past
        hands = {laid.seq for hand in (*coup.hands, coup.dealer) for laid in hand.cards}
        passed = lay - hands if number != coup.number else frozenset()
        is_due = isinstance(due, NameCard) and due.n in self._numbers
        face_up = {seq for seq in self._sealed - passed if seq in cards and cards[seq].face_up}
        if is_due or face_up:
            self._lose(table)
            self._depends = self._depends or bool(face_up & self._stood_in)

    def _look_back(self, table: Table, lost: int, event: AnyEvent, answer: Answer) -> None:
        """Has the coup been cancelled in which the log did not tell enough, before anything depended on it?"""
        coup, result = table.felt.open_coup, table.results.get(lost)
        is_open = coup is not None and coup.number == lost
        is_cancelled = coup.cancelled if coup is not None and is_open else result is not None and result.cancelled
        if isinstance(event, Request) and answer.refused is None and not isinstance(event, ON_THE_WAY_OUT):
            self._depends = True
        cards = table.felt.cards
        if any(cards[seq].face_up for seq in self._stood_in if seq in cards):
            self._depends = True
        if is_cancelled and not self._depends:
            self._lost = None

    def _told(self, alerts: tuple[Alert, ...]) -> tuple[Alert, ...]:
        """Without what the table says of cards that are not told of."""
        false = [alert for alert in alerts if self._is_of_sealed(alert)]
        self._false = [alert for alert in self._false if alert not in alerts] + false
        return tuple(alert for alert in alerts if alert not in false)

    def _is_of_sealed(self, alert: Alert) -> bool:
        return alert.code == Notice.UNREAD.name.lower() and alert.values.get("n") in self._numbers
