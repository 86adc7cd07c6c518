"""What happened since the coup before was paid: enough to play it again with a correction."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from engine.answers import Refusal
from engine.cards import Card
from engine.events import (
    AnyEvent,
    Call,
    CardHeld,
    CardNamed,
    CardOut,
    CardVoided,
    Done,
    EvenMoney,
    Insurance,
    MisdealFound,
    Request,
    Withdrawn,
)
from engine.felt import Felt
from engine.hand import Fate, Laid
from engine.happening import Entry, enter, named_as, names_in
from engine.legality import refusal
from engine.reasons import Notice
from engine.roles import HELD, Role


@dataclass(slots=True)
class Line:
    """One event of a history."""

    entry: Entry
    refused: Refusal | None = None
    """It was asked for and refused: it is never revived, but named once it would be lawful."""
    cards: tuple[int, ...] = ()
    """The records of the cards that it corrects."""


@dataclass(slots=True)
class History:
    """A table at rest and the events since."""

    base: Felt
    """Between two coups. It is copied, never played on."""
    lines: list[Line] = field(default_factory=list)

    def line(self, seq: int) -> Line | None:
        """The event of this record."""
        return next((line for line in self.lines if line.entry.seq == seq), None)

    @property
    def cards(self) -> list[int]:
        """The records of the cards that left since, and of those that were held then."""
        return [*self.base.cards, *(line.entry.seq for line in self.lines if type(line.entry.event) is CardOut)]

    def with_line(self, added: Line, before: int | None = None) -> "History":
        """This history with one event more: last, or before the card of record ``before``."""
        lines = list(self.lines)
        at = next((at for at, line in enumerate(lines) if line.entry.seq == before), len(lines))
        lines.insert(at, added)
        return History(self.base, lines)

    @property
    def withdrawn(self) -> set[int]:
        """The records that count as if they had not been; a withdrawal can be withdrawn itself."""
        gone: set[int] = set()
        for line in sorted(self.lines, key=lambda line: line.entry.seq, reverse=True):
            event = line.entry.event
            if isinstance(event, Withdrawn) and line.refused is None and line.entry.seq not in gone:
                gone.add(event.seq)
        return gone

    def played(self, known: "Known | None" = None) -> tuple[Felt, dict[int, Refusal]]:
        """The table after these events, and why which request was dropped. ``known``: what the people have seen."""
        felt = self.base.copy()
        gone = self.withdrawn
        fates = self._fates(gone)
        felt.names.update(self._names(gone))
        for laid in felt.shoe.held:
            laid.fate = fates.get(laid.seq, "plays")
        dropped = {}
        for at, line in enumerate(self.lines):
            event = line.entry.event
            if line.entry.seq in gone or type(event) in WITHOUT_PLACE or is_reconciled(event):
                continue
            if line.refused is not None:
                _name_lawful(felt, line.entry)
                continue
            rest = felt.rest
            refused = enter(felt, self._again(line.entry, fates, known))
            if refused is not None:
                dropped[line.entry.seq] = refused
                _name_dropped(felt, line.entry)
            if felt.rest is not rest:
                felt.rest_at = rest_at(at, line)
        return felt, dropped

    @staticmethod
    def _again(entry: Entry, fates: dict[int, Fate], known: "Known | None") -> Entry:
        if not isinstance(entry.event, CardOut):
            return entry
        lies_as = known.lies_as(entry.seq) if known is not None else None
        return replace(entry, fate=fates.get(entry.seq, "plays"), lies_as=lies_as)

    def _taken(self, gone: set[int]) -> Iterator[Line]:
        """The corrections that count, the oldest first."""
        lines = sorted(self.lines, key=lambda line: line.entry.seq)
        return (line for line in lines if line.refused is None and line.entry.seq not in gone)

    def _fates(self, gone: set[int]) -> dict[int, Fate]:
        fates: dict[int, Fate] = {}
        for line in self._taken(gone):
            if isinstance(line.entry.event, CardVoided | CardHeld):
                fate: Fate = "void" if isinstance(line.entry.event, CardVoided) else "held"
                fates.update(dict.fromkeys(line.cards, fate))
        return fates

    def _names(self, gone: set[int]) -> dict[int, Card]:
        names: dict[int, Card] = {}
        for line in self._taken(gone):
            if isinstance(line.entry.event, CardNamed):
                for seq, (_, card) in zip(line.cards, names_in(line.entry.event), strict=True):
                    names[seq] = card
        return names

    def since(self, felt: Felt) -> "History":
        """The part of it that follows the coup which was paid last: that one is past now."""
        if felt.rest is None:
            return self
        return History(felt.rest, self.lines[felt.rest_at :])


def is_reconciled(event: AnyEvent | Request) -> bool:
    """The dealer has laid the cards as the law has them."""
    return isinstance(event, Done) and event.of == "reconcile"


def rest_at(at: int, line: Line) -> int:
    """Where a table at rest is taken up again, when the event at ``at`` ended a coup: behind a touch, which did
    nothing else; at any other event.
    """
    return at + 1 if isinstance(line.entry.event, Done) else at


@dataclass(slots=True)
class Known:
    """What the people at the table know, whatever a correction says: where the cards lie, which of them were seen."""

    places: dict[int, Role] = field(default_factory=dict)
    """By the card's record, the role it was laid for."""
    shown: set[int] = field(default_factory=set)
    """Records of the cards that were public."""

    def lies_as(self, seq: int) -> Role | None:
        """The role for which the card lies face down, and nobody has seen it."""
        return self.places.get(seq) if seq not in self.shown else None

    def laid(self, laid: Laid) -> None:
        """A card was laid, or was public, for all to see."""
        if laid.role is not None:
            self.places[laid.seq] = laid.role
        if laid.face_up:
            self.shown.add(laid.seq)

    def newly_laid(self, laid: Laid) -> None:
        """A card left the shoe, or the dealer used one that was held; one that lies elsewhere stays there."""
        if self.places.get(laid.seq, HELD) == HELD:
            self.laid(laid)

    def laid_again(self, cards: Iterable[Laid]) -> None:
        """The dealer has laid the cards as the law has them."""
        for laid in cards:
            self.laid(laid)


WITHOUT_PLACE: Final = frozenset({Withdrawn, CardVoided, CardHeld, MisdealFound})
"""Corrections that say something of another line, or of the felt: they do nothing in their own place."""
IN_THE_COUP: Final = (Call, Insurance, EvenMoney)
"""Requests that people ask for in a coup."""


def _name_lawful(felt: Felt, entry: Entry) -> None:
    """A request that was refused would be lawful now: it is named, so that it can be asked for again."""
    request = entry.event
    if isinstance(request, IN_THE_COUP) and refusal(felt, request) is None:
        _tell(felt, Notice.REQUEST_LAWFUL_NOW, entry)


def _name_dropped(felt: Felt, entry: Entry) -> None:
    if isinstance(entry.event, Request):
        _tell(felt, Notice.REQUEST_DROPPED, entry)


def _tell(felt: Felt, notice: Notice, entry: Entry) -> None:
    alert = notice.alert(seq=entry.seq, what=named_as(entry.event).replace("_", " "))
    felt.told.alert(alert)
    felt.stand((alert,))
