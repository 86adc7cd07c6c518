"""Tables played by chance: a few bytes decide each event, mostly what is due, sometimes anything at all."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final

from hypothesis import strategies as st

from engine.cards import Card
from engine.events import (
    AnyEvent,
    AssistantOff,
    BettingClosed,
    Call,
    CardExposed,
    CardHeld,
    CardNamed,
    CardOut,
    CardVoided,
    CoupCancelled,
    Done,
    EvenMoney,
    HandShown,
    Insurance,
    Link,
    MisdealFound,
    NamedCard,
    Note,
    PlayerLeft,
    PlayerSeated,
    ShoeEmpty,
    ShoeStarted,
    ShuffleCalled,
    TableOpened,
    WagerPlaced,
    WagerWithdrawn,
    WhiteCardOut,
    Withdrawn,
)
from engine.instructions import Ask, NameCard, Settle, Shuffle, TakeWagers, TurnHidden
from engine.procedure import Play
from engine.rules import TableRules
from engine.table import Table

PACK: Final = Card.pack()
BOXES: Final = ((1, "Ana"), (3, "Bo"), (7, "Cy"))
"""Who sits where when a table by chance begins."""
RULES: Final = (
    TableRules(decks=2),
    TableRules(decks=3, deal_order="pairs", dealer_soft_17="draw", odd_amounts="player"),
    TableRules(decks=2, dealer_draws_without_wagers=True, odd_amounts="house", min_wager=200, max_wager=5000),
)

Dice = tuple[int, int, int]
"""Of 0 to 255 each: the kind of event, a choice within it, a card."""

plays: Final = st.binary(min_size=120, max_size=300)
"""What decides a table's events, three bytes each."""
rules: Final = st.sampled_from(RULES)

ANYTHING: Final[tuple[Callable[[int, Card], AnyEvent], ...]] = (
    lambda box, _card: Call(box=box % 9, call="stand"),
    lambda box, _card: Call(box=box % 9, call="hit"),
    lambda box, _card: Call(box=1, call="hit", hand=box % 3, player="Bo"),
    lambda _box, _card: Call(box=1, call="split"),
    lambda _box, _card: Call(box=1, call="double", matched_by=()),
    lambda _box, _card: Call(box=1, call="surrender", before=3, by="Pit"),
    lambda _box, _card: Done(),
    lambda _box, _card: Done(of="settle"),
    lambda _box, _card: Done(of="turn_hidden"),
    lambda _box, _card: Done(of="offer"),
    lambda box, _card: PlayerLeft(box=box % 9),
    lambda box, _card: PlayerSeated(box=box % 9, player="Ana"),
    lambda box, _card: PlayerSeated(box=box % 9, player="Di" * (box % 14)),
    lambda box, _card: WagerPlaced(box=box % 9, player="Ana", amount=box * 50),
    lambda box, _card: WagerPlaced(box=3, player="Bo", amount=-box),
    lambda box, _card: WagerWithdrawn(box=box % 9, player="Ana"),
    lambda _box, _card: BettingClosed(),
    lambda _box, _card: ShuffleCalled(),
    lambda _box, _card: CoupCancelled(reason="misdeal", by="Pit"),
    lambda _box, _card: ShoeStarted(),
    lambda _box, _card: ShoeEmpty(),
    lambda _box, _card: WhiteCardOut(),
    lambda box, _card: WhiteCardOut(origin=f"boot:{box % 8}"),
    lambda box, card: CardOut(card=card, origin=f"boot:{box % 8}"),
    lambda box, card: CardOut(card=card, tag=f"E0{box % 8}"),
    lambda box, card: CardNamed(n=box, card=card, by="Pit"),
    lambda box, card: CardNamed(names=(NamedCard(box, card),), by="Pit"),
    lambda box, _card: CardVoided(n=box, reason="fell", by="Pit"),
    lambda box, _card: CardHeld(n=box, by="Pit"),
    lambda box, _card: CardExposed(n=box, by="Pit"),
    lambda box, _card: Withdrawn(seq=box, reason="slip", by="Pit"),
    lambda _box, _card: MisdealFound(reason="box 2", by="Pit"),
    lambda box, _card: Insurance(box=box % 9, player="Ana", amount=100),
    lambda box, _card: EvenMoney(box=box % 9, player="Ana"),
    lambda box, _card: HandShown(box=box % 9),
    lambda _box, _card: TableOpened(rules=TableRules()),
    lambda _box, _card: Link(state="lost"),
    lambda _box, _card: AssistantOff(),
    lambda _box, _card: Note(),
)
"""Events that may or may not be lawful now."""


def opening() -> list[AnyEvent]:
    """A shoe and three players."""
    return [ShoeStarted(), *(PlayerSeated(box=box, player=player) for box, player in BOXES)]


def dice(decided: bytes) -> Iterator[Dice]:
    """The bytes in threes; a rest counts for nothing."""
    yield from zip(decided[::3], decided[1::3], decided[2::3], strict=False)


def event(table: Table, thrown: Dice) -> AnyEvent:
    """What happens next: mostly what is due, then a card, then anything."""
    kind, choice, face = thrown
    card = PACK[face % 52]
    if kind < 208:
        return due_event(table, choice, card)
    if kind < 232:
        return CardOut(card=card if kind % 4 else None, boxed=kind % 4 == 1)
    return ANYTHING[choice % len(ANYTHING)](face, card)


def due_event(table: Table, choice: int, card: Card) -> AnyEvent:
    """An event that does what is due."""
    due = table.felt.due
    match due:
        case TakeWagers():
            box, player = BOXES[choice % 3]
            return (
                WagerPlaced(box=box, player=player, amount=200 * (1 + choice % 7)) if choice < 192 else BettingClosed()
            )
        case Ask(box=box, hand=hand):
            return CardOut(card=card) if choice % 3 == 0 else Call(box=box, hand=hand, call="stand")
        case TurnHidden() | Settle():
            return Done()
        case Shuffle():
            return ShoeStarted()
        case NameCard(n=n):
            return CardNamed(n=n, card=card, by="Pit")
        case _:
            return CardOut(card=card)


def events(decided: bytes, chosen: TableRules) -> list[AnyEvent]:
    """The events of a whole table."""
    table, happened = Table(chosen), opening()
    for begun in happened:
        table.take(begun)
    for thrown in dice(decided):
        happened.append(event(table, thrown))
        table.take(happened[-1])
    return happened


def snapshot(value: Any) -> Any:
    """``value`` as plain data, deeply: two of them are equal where nothing has changed."""
    if isinstance(value, Play):
        return snapshot(value.coup), value.due
    if is_dataclass(value):
        return tuple((each.name, snapshot(getattr(value, each.name))) for each in fields(value))
    if isinstance(value, list | tuple | deque):
        return [snapshot(each) for each in value]
    if isinstance(value, dict):
        return {key: snapshot(each) for key, each in value.items()}
    return frozenset(value) if isinstance(value, set) else value
