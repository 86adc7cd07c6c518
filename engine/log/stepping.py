"""A coup for the supervisor's screen: each record with the table after it, as the table saw it, and what lay hidden.

Hidden cards are those that the log tells of by now. One that it does not tell, or that was only named face down and
never told, is in no step.
"""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from engine.answers import CoupResult
from engine.chips import USUAL_CHIPS, Chips
from engine.events import (
    AnyEvent,
    Call,
    CardNamed,
    CardOut,
    CommitmentsOpened,
    EvenMoney,
    HandShown,
    Insurance,
    Opened,
)
from engine.hand import Hand
from engine.journal.files import FilesReader
from engine.journal.found import FoundCoup
from engine.journal.index_notes import correction_of
from engine.lines import name_of
from engine.log.playing import Played, played
from engine.log.showing import NO_LINK
from engine.looking import OpenCard, Step
from engine.projection import projected
from engine.table import Table
from engine.view import FACE_DOWN, UNREAD

NO_STEP: Final = (CommitmentsOpened, Opened)
"""What the core writes for the log itself: nothing happened at the table."""
DECISIONS: Final = (Call, Insurance, EvenMoney, HandShown)
"""What players decide, as the dealer says it to the table; with what is put right, and what was refused."""


class NotToldError(LookupError):
    """The log does not tell enough of the coup's cards yet to play it: they are told when its shoe is over."""


def stepped(log: FilesReader, coup: FoundCoup, table: str, chips: Chips = USUAL_CHIPS) -> tuple[Step, ...]:
    """The steps of ``coup``, one a record, as the table named ``table`` saw it.

    Raises:
        NotToldError: the log does not tell all that the coup was played with.
        JournalError: a record cannot be read.
    """
    seen = [_Seen(each, table, chips) for each in played(log, coup.first, coup.last) if _is_of(each, coup)]
    if not seen:
        raise NotToldError("nothing of this coup is in the journal any more")
    if not all(each.is_certain for each in seen):
        raise NotToldError("the log does not tell all cards of this coup yet: look again when its shoe is over")
    sealed = frozenset[int]().union(*(each.sealed for each in seen))
    faces = {n: face for each in seen for n, face in each.faces.items() if n not in sealed}
    settled = _settled([each.result(coup) for each in seen])
    calls = [at for at, each in enumerate(seen) if each.is_decision]
    return tuple(each.step(coup, _Place(at, len(seen), settled, calls), faces) for at, each in enumerate(seen))


@dataclass(frozen=True, slots=True)
class _Place:
    """Of a step among those of its coup, from 0."""

    at: int
    of: int
    settled: int
    calls: list[int]
    """Where somebody decided something."""

    @property
    def next_call(self) -> int | None:
        behind = bisect_right(self.calls, self.at)
        return self.calls[behind] if behind < len(self.calls) else None


def _settled(results: list[CoupResult | None]) -> int:
    """The place of the first result behind which no other was told; the last place, if there is none."""
    told = [at for at, result in enumerate(results) if result is not None]
    others = [at for at in told if not _is_same(results[at], results[told[-1]])]
    return next((at for at in told if not others or at > others[-1]), len(results) - 1)


def _is_same(one: CoupResult | None, other: CoupResult | None) -> bool:
    """They pay the same, whether one was told in the other's place or not."""
    return one is not None and other is not None and replace(one, supersedes=other.supersedes) == other


def _is_of(each: Played, coup: FoundCoup) -> bool:
    return each.logged.seq >= coup.first and each.table is not None and not isinstance(each.logged.event, NO_STEP)


class _Seen:
    """What one record left on the felt, taken before the next is played."""

    def __init__(self, each: Played, name: str, chips: Chips) -> None:
        assert each.table is not None
        self._logged, self._answer = each.logged, each.answer
        self.is_certain = each.is_certain
        felt = each.table.felt
        self._n = _number(each.logged.event, each.table)
        self._view = projected(
            each.table,
            name=name,
            seq=each.logged.seq,
            due_seq=each.logged.seq,
            reader=NO_LINK,
            pay=each.pay,
            chips=chips,
        )
        self._view = replace(self._view, alerts=each.alerts)
        self.faces = {laid.n: laid.value.face for laid in felt.cards.values() if laid.value is not None}
        """By the card's number in the shoe."""
        self.sealed = frozenset(_sealed(each, self._n))
        """Numbers of cards that the log does not tell of."""
        self._down = tuple(_face_down(each.table))

    @property
    def is_decision(self) -> bool:
        """Somebody decided something."""
        event, refused = self._logged.event, self._answer.refused
        return refused is not None or isinstance(event, DECISIONS) or correction_of(event) is not None

    def result(self, coup: FoundCoup) -> CoupResult | None:
        """The result of ``coup`` that is told then."""
        told = self._answer.coup if self._view.result is None else self._view.result
        return told if told is not None and told.number == coup.number else None

    def step(self, coup: FoundCoup, place: _Place, faces: dict[int, str]) -> Step:
        """The step; ``faces``: what is known by now of the coup's cards, by number."""
        event, answer = self._logged.event, self._answer
        return Step(
            coup=coup,
            at=place.at,
            of=place.of,
            settled=place.settled,
            next_call=place.next_call,
            seq=self._logged.seq,
            time=self._logged.at,
            event=name_of(event),
            request=None if isinstance(event, CardOut | CardNamed) else event,
            n=self._n,
            face=_face(event, is_sealed=self._logged.is_sealed),
            role=answer.role,
            refused=answer.refused,
            alerts=answer.alerts,
            pay=answer.pay,
            view=self._view,
            open=tuple(
                OpenCard(box=box, hand=hand, place=place, face=faces[n])
                for box, hand, place, n in self._down
                if n in faces
            ),
        )


def _number(event: AnyEvent, table: Table) -> int | None:
    match event:
        case CardOut():
            return table.felt.shoe.out
        case CardNamed(n=n, names=names):
            return n if names is None else next((name.n for name in names), None)
    return None


def _face(event: AnyEvent, *, is_sealed: bool) -> str | None:
    """How the card was read or named; several, as a hand is named, one behind the other."""
    match event:
        case CardOut() | CardNamed() if is_sealed:
            return FACE_DOWN
        case CardOut(card=card) | CardNamed(card=card, names=None):
            return UNREAD if card is None else card.face
        case CardNamed(names=names):
            return " ".join(name.card.face for name in names or ())
    return None


def _sealed(each: Played, n: int | None) -> tuple[int, ...]:
    """The numbers of the cards that this record tells of, where it does not tell them yet."""
    if not each.logged.is_sealed:
        return ()
    numbers = each.logged.fields.get("ns")
    return tuple(numbers) if numbers is not None else () if n is None else (n,)


def _face_down(table: Table) -> list[tuple[int | None, int, int, int]]:
    """Box, hand, place and number of each card that lies face down in a hand; the dealer's have no box."""
    coup = table.felt.open_coup
    if coup is None:
        return []
    hands: list[tuple[int | None, int, Hand]] = [(hand.box, hand.number, hand) for hand in coup.hands]
    hands.append((None, 1, coup.dealer))
    return [
        (box, number, place, laid.n)
        for box, number, hand in hands
        for place, laid in enumerate(hand.cards)
        if not laid.face_up
    ]
