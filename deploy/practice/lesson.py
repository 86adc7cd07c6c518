"""A shoe of the log as a lesson: its cards in their real order, the seats and wagers of its coups, and what was called.

Only what the log tells is dealt. A card that nobody read and nobody named passes unread in the lesson too; what lay
behind the white card comes by chance.

LessonError (ValueError): a shoe that cannot be dealt again
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from msgspec import structs

from deploy.log_access import index_of, log_at
from deploy.practice.players import Players
from deploy.practice.session import Lesson
from deploy.practice.stacking import Stack
from deploy.practice.task import Coup, Task
from engine.cards import Card
from engine.coup import Coup as Dealt
from engine.events import Call, CardNamed, CardOut, EvenMoney, Insurance, WhiteCardOut
from engine.hand import BoxHand
from engine.journal.files import FilesReader
from engine.journal.found import FoundShoe
from engine.log.playing import Played, played
from engine.rules import TableRules
from engine.table import Table
from ui.practice.shown import LESSON

NEXT: Final = "give --lesson the number of one that is over: banca21 log list shows them"


class LessonError(ValueError):
    """A shoe that cannot be dealt again: why, and what to do."""


def lesson_of(journal: Path, shoe: int) -> Lesson:
    """The shoe of this number from the log at ``journal``.

    Raises:
        LessonError: there is none of that number, it is not over, or the log does not tell its cards.
        JournalError: the log cannot be read.
    """
    with log_at(journal) as log, index_of(log) as index:
        first, after = index.shoe(shoe), index.shoe(shoe + 1)
        if first is None:
            raise LessonError(f"{journal}: there is no shoe {shoe} in it: {NEXT}")
        if after is None:
            raise LessonError(f"{journal}: shoe {shoe} is not over, and the log tells its cards when it is: {NEXT}")
        told = _read(log, first, after)
    return Lesson(str(shoe), _task(told, f"{journal}: shoe {shoe}"))


@dataclass(slots=True)
class _Told:
    """What the log tells of a shoe, record by record."""

    rules: TableRules = field(default_factory=TableRules)
    cards: list[Card | None] = field(default_factory=list)
    """``None``: nobody read it."""
    sealed: int = 0
    """Cards that are not told yet."""
    white_at: int | None = None
    coups: list[Coup] = field(default_factory=list)
    between: Coup = field(default_factory=lambda: Coup({}, {}))
    """Seats and wagers while no coup is open."""
    number: int | None = None
    """Of the open coup."""


def _read(log: FilesReader, first: FoundShoe, after: FoundShoe) -> _Told:
    told = _Told()
    for one in played(log, first.record, after.record):
        if one.table is None:
            continue
        if first.record <= one.logged.seq < after.record:
            _card(told, one)
            _coup(told, one.table)
        elif one.logged.seq < first.record:
            told.between = _seated(one.table)
            told.rules = one.table.felt.rules
    return told


def _card(told: _Told, one: Played) -> None:
    """A card that left, or the name of one."""
    match one.logged.event:
        case CardOut(card=card):
            told.cards.append(card)
            told.sealed += one.logged.is_sealed
        case WhiteCardOut():
            told.white_at = len(told.cards)
        case CardNamed() as event if not one.logged.is_sealed:
            names = [(name.n, name.card) for name in event.names or ()]
            names += [(event.n, event.card)] if event.n is not None and event.card is not None else []
            for n, card in names:
                if 0 < n <= len(told.cards):
                    told.cards[n - 1] = card


def _coup(told: _Told, table: Table) -> None:
    """The open coup as it stands; between coups who sits and bets."""
    told.rules = table.felt.rules
    coup = table.felt.open_coup
    if coup is None:
        told.between, told.number = _seated(table), None
        return
    if coup.number != told.number:
        told.number = coup.number
        told.coups.append(told.between)
    if coup.settlement is not None:
        begun = told.coups[-1]
        told.coups[-1] = Coup(begun.seats, begun.wagers, _players(coup))


def _seated(table: Table) -> Coup:
    felt = table.felt
    wagers = {box: tuple((wager.player, wager.amount) for wager in each) for box, each in felt.wagers.items()}
    return Coup(dict(felt.seats), {box: each for box, each in wagers.items() if each})


def _players(coup: Dealt) -> Players:
    """What was called, as the hands show it at their end."""
    calls = {(hand.box, hand.number): _calls(coup, hand) for hand in coup.hands}
    claims: list[EvenMoney | Insurance | Call] = []
    for hand in coup.hands:
        for bet in hand.bets:
            if bet.even_money:
                claims.append(EvenMoney(box=hand.box, player=bet.player))
        if any(bet.surrendered for bet in hand.bets):
            claims.append(Call(box=hand.box, call="surrender"))
    claims += [Insurance(box=box, player=player, amount=n) for (box, player), n in coup.insurance.items() if n]
    return Players(calls=calls, claims=tuple(claims))


def _calls(coup: Dealt, hand: BoxHand) -> tuple[str, ...]:
    was_split = hand.number == 1 and len(coup.of_box(hand.box)) > 1
    if hand.is_doubled:
        return (*(["split"] * was_split), "double")
    hits = max(0, len(hand.cards) - 2)
    return (*(["split"] * was_split), *(["hit"] * hits), "stand")


def _task(told: _Told, which: str) -> Task:
    if told.sealed:
        raise LessonError(f"{which}: the log does not tell {told.sealed} of its cards: {NEXT}")
    if not told.coups:
        raise LessonError(f"{which}: no coup was dealt from it: {NEXT}")
    rest = Counter(Card.pack() * told.rules.decks)
    rest.subtract(card for card in told.cards if card is not None)
    doubled = [card.face for card, left in rest.items() if left < 0]
    if doubled:
        raise LessonError(
            f"{which}: it was not whole, there were too many of {', '.join(sorted(doubled))} for "
            f"{told.rules.decks} packs: {NEXT}"
        )
    others = list(rest.elements())
    random.Random(which).shuffle(others)
    cards = [card if card is not None else others.pop() for card in told.cards]
    unread = frozenset(n for n, card in enumerate(told.cards) if card is None)
    size = len(cards) + len(others)
    white_at = told.white_at if told.white_at is not None else max(len(cards), size - 20)
    stack = Stack((*cards, *others), white_at, unread)
    rules = structs.replace(told.rules, player_cards="up")
    return Task(LESSON, stack, rules, tuple(told.coups), len(told.coups))
