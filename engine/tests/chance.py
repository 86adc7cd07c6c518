"""Tables played by chance: a few bytes decide each event, mostly what is due, sometimes anything at all."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final, assert_never

from hypothesis import strategies as st
from msgspec import Struct, structs

from engine.cards import Card, Tag
from engine.events import (
    AnyEvent,
    AssistantOff,
    AssistantOn,
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
    PayoutCorrected,
    PlayerLeft,
    PlayerSeated,
    Request,
    ShoeEmpty,
    ShoeStarted,
    ShuffleCalled,
    TableOpened,
    WagerPlaced,
    WagerWithdrawn,
    WhiteCardOut,
    Withdrawn,
)
from engine.hand import BoxHand
from engine.instructions import (
    Ask,
    Burn,
    Deal,
    Draw,
    NameCard,
    Offer,
    Reconcile,
    Settle,
    Shuffle,
    TakeWagers,
    TurnHidden,
)
from engine.play import Play
from engine.roles import box_and_hand
from engine.rules import TableRules
from engine.table import Table

PACK: Final = Card.pack()
RICH: Final = tuple(map(Card.parse, ("AS", "TS", "8S", "7S", "6S", "7H", "7D", "5D", "6D", "TD", "7C", "AD")))
"""Cards of which pairs, elevens, naturals and prizes come often."""
BOXES: Final = ((1, "Ana"), (3, "Bo"), (6, "Cy"))
"""Who sits where when a table by chance begins."""
BETTORS: Final = ((1, "Ana"), (3, "Bo"), (6, "Cy"), (1, "Ana"), (3, "Bo"), (1, "Di"), (3, "Ana"), (1, "Bo"), (6, "Eve"))
"""Who bets where: the occupants, players of other boxes, and two who sit nowhere."""
RULES: Final = (
    TableRules(decks=2),
    TableRules(decks=3, deal_order="pairs", dealer_soft_17="draw", odd_amounts="player", max_hands=3),
    TableRules(
        decks=2,
        dealer_draws_without_wagers=True,
        odd_amounts="house",
        min_wager=200,
        max_wager=5000,
        even_money_upcards="AT",
        bonus="add",
        surrender_window="own_box",
    ),
    TableRules(equipment="metal_box", decks=1, boxes=6, void_keeps_paid=True),
    TableRules(
        decks=2,
        player_cards="up",
        stop_on_21=True,
        dealer_natural_takes="one",
        split_deal="both_at_once",
        double_after_split=True,
        max_hands=4,
        chip_unit=50,
    ),
    TableRules(
        equipment="metal_box",
        decks=1,
        player_cards="up",
        even_money_upcards="AT",
        dealer_natural_takes="one",
        bonus="add",
        bonus_on_split=False,
        split_by="rank",
        max_hands=4,
        surrender_window="own_box",
    ),
    TableRules(
        decks=8,
        void_keeps_paid=True,
        bonus="add",
        stop_on_21=True,
        split_deal="both_at_once",
        double_after_split=True,
        odd_amounts="player",
    ),
)
"""Each house option has each of its values in one of them."""

Dice = tuple[int, int, int]
"""Of 0 to 255 each: the kind of event, a choice within it, a card."""

plays: Final = st.binary(min_size=120, max_size=300)
"""What decides a table's events, three bytes each."""
rules: Final = st.sampled_from(RULES)

ANYTHING: Final[tuple[Callable[[int, Card], AnyEvent], ...]] = (
    lambda box, _card: Call(box=box % 9, call="stand"),
    lambda box, _card: Call(box=box % 9, call="hit"),
    lambda box, _card: Call(box=1, call="hit", hand=box % 3, player="Bo"),
    lambda box, _card: Call(box=box % 9, call="split"),
    lambda box, _card: Call(box=box % 9, call="double", matched_by=()),
    lambda box, _card: Call(box=box % 9, call="surrender"),
    lambda box, _card: Call(box=1, call="surrender", before=box % 20, by="Pit"),
    lambda _box, _card: Done(),
    lambda _box, _card: Done(of="settle"),
    lambda _box, _card: Done(of="turn_hidden"),
    lambda _box, _card: Done(of="offer"),
    lambda _box, _card: Done(of="reconcile"),
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
    lambda box, card: CardOut(card=card, tag=Tag(f"E0{box % 8}")),
    lambda box, card: CardNamed(n=box, card=card, by="Pit"),
    lambda box, card: CardNamed(names=(NamedCard(box, card),), by="Pit"),
    lambda box, card: CardNamed(n=box, names=(NamedCard(box, card), NamedCard(box, card)), by="Pit"),
    lambda box, _card: CardVoided(n=box, reason="fell", by="Pit"),
    lambda box, _card: CardHeld(n=box, by="Pit"),
    lambda box, _card: CardExposed(n=box, by="Pit"),
    lambda box, _card: Withdrawn(seq=box, reason="slip", by="Pit"),
    lambda _box, _card: MisdealFound(reason="box 2", by="Pit"),
    lambda box, _card: Insurance(box=box % 9, player="Ana", amount=100 * (box % 5 - 1)),
    lambda box, _card: EvenMoney(box=box % 9, player="Ana"),
    lambda box, _card: HandShown(box=box % 9),
    lambda _box, _card: TableOpened(rules=TableRules()),
    lambda _box, _card: Link(state="lost"),
    lambda _box, _card: AssistantOff(),
    lambda _box, _card: AssistantOn(),
    lambda box, _card: AssistantOn(white_card_out=box % 2 == 0),
    lambda box, _card: PayoutCorrected(coup=1 + box % 3, box=1, player="Ana", was=0, to=100),
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
    """What happens next: mostly what is due, then a card, a correction, anything."""
    kind, choice, face = thrown
    card = PACK[face % 52] if face < 104 else RICH[face % len(RICH)]
    if kind < 196 or (table.felt.is_off and kind % 4):
        return due_event(table, choice, card)
    if kind < 212:
        return CardOut(card=card if kind % 4 else None, boxed=kind % 4 == 1)
    if kind < 236:
        return correction(table, choice, face, card)
    return ANYTHING[choice % len(ANYTHING)](face, card)


def due_event(table: Table, choice: int, card: Card) -> AnyEvent:
    """An event that does what is due."""
    due = table.felt.due
    if table.felt.is_off:
        return AssistantOn()
    match due:
        case TakeWagers():
            return wager(table, choice) if choice < 112 or not table.felt.wagers else BettingClosed()
        case Offer(what=what):
            return offered(table, what, choice) or (CardOut(card=card) if choice % 8 == 7 else Done())
        case Ask(box=box, hand=hand):
            return CardOut(card=card) if choice % 3 == 0 else called(table, box, hand, choice)
        case TurnHidden() | Settle():
            return Done()
        case Reconcile():
            return Done(of="reconcile") if choice % 8 else CoupCancelled(reason="cannot be laid", by="Pit")
        case Shuffle():
            return ShoeStarted()
        case NameCard(n=n):
            return CardNamed(n=n, card=card, by="Pit")
        case Burn() | Deal() | Draw():
            return CardOut(card=card)
        case _:
            assert_never(due)


def wager(table: Table, choice: int) -> AnyEvent:
    """Somebody bets; now and then takes it back."""
    box, player = BETTORS[choice % len(BETTORS)]
    if choice % 16 == 15:
        return WagerWithdrawn(box=box, player=player)
    chips = 1 + choice % 7 if table.felt.rules.odd_amounts != "refuse" else 2 * (1 + choice % 4)
    return WagerPlaced(box=box, player=player, amount=100 * chips)


def offered(table: Table, what: tuple[str, ...], choice: int) -> AnyEvent | None:
    """Somebody takes what is offered; ``None``: nobody does."""
    coup = table.felt.open_coup
    if coup is None or choice % 16 > 4:
        return None
    hand = coup.hands[choice // 8 % len(coup.hands)]
    bet = hand.bets[choice % len(hand.bets)]
    naturals = [each for each in coup.hands if each.is_natural]
    if "even_money" in what and (choice % 16 == 4 or naturals):
        hand = naturals[0] if naturals else hand
        return EvenMoney(box=hand.box, player=hand.bets[choice % len(hand.bets)].player)
    if "insurance" in what:
        return Insurance(box=hand.box, player=bet.player, amount=bet.unit // 200 * 100)
    return Call(box=hand.box, call="surrender") if "surrender" in what and choice % 16 < 2 else None


def called(table: Table, box: int, number: int, choice: int) -> AnyEvent:
    """A call by the hand that is asked: what its cards bear out, if they do; else it stands, or hits, or claims."""
    coup = table.felt.open_coup
    hand = coup.hand(box, number) if coup is not None else None
    if coup is None or hand is None:
        return Call(box=box, hand=number, call="stand")
    known = hand.known
    if len(hand.cards) == len(known) == 2 and choice % 4:
        if known[0].points == known[1].points:
            return Call(box=box, hand=number, call="split", matched_by=matched(hand, choice))
        if known[0].points + known[1].points == 11:
            return Call(box=box, hand=number, call="double", matched_by=matched(hand, choice))
    name = {1: "hit", 2: "surrender", 4: "split", 5: "double"}.get(choice % 16, "stand")
    return Call(box=box, hand=number, call=name)  # type: ignore[arg-type]


def matched(hand: BoxHand, choice: int) -> tuple[str, ...] | None:
    """Who adds his own wager: all, nobody, or the first who placed."""
    return (None, (), (hand.bets[0].player,))[choice % 3]


def correction(table: Table, choice: int, face: int, card: Card) -> AnyEvent:
    """Somebody puts something right, mostly of the open coup."""
    numbers = [laid.n for laid in table.felt.cards.values()] or [1]
    n = numbers[-1 - face % min(len(numbers), 8)]
    request: Request = (
        Withdrawn(seq=table.seq - face % 8, reason="slip", by="Pit"),
        CardNamed(n=n, card=card, by="Pit"),
        CardNamed(names=tuple(NamedCard(each, card) for each in {n, numbers[-1]}), by="Pit"),
        CardVoided(n=n, reason="fell", by="Pit"),
        CardHeld(n=n, by="Pit"),
        CardExposed(n=n, by="Pit"),
        MisdealFound(reason="box 2", by="Pit"),
        CoupCancelled(reason="misdeal", by="Pit"),
        late(table, n, face),
        late(table, n, face // 2),
        late(table, n, face // 3),
    )[choice % 11]
    return structs.replace(request, felt="agrees") if choice % 3 == 0 else request  # type: ignore[return-value]


def late(table: Table, n: int, choice: int) -> Request:
    """A request that was made before card ``n`` left."""
    coup = table.felt.open_coup
    role = next((laid.role for laid in table.felt.cards.values() if laid.n == n), None)
    box, number = box_and_hand(role) or (1, 1)
    hand = coup.hand(box, number) if coup is not None else None
    player = hand.bets[0].player if hand is not None else "Ana"
    request: Request = (
        Call(box=box, hand=number, call="stand"),
        Call(box=box, hand=number, call="hit"),
        Call(box=box, hand=1, call="split"),
        Call(box=box, hand=1, call="double"),
        Call(box=box, hand=1, call="surrender"),
        Insurance(box=box, player=player, amount=100),
        EvenMoney(box=box, player=player),
        HandShown(box=box, hand=number),
        Done(),
        WagerPlaced(box=box, player=player, amount=400),
        PlayerLeft(box=box),
    )[choice % 11]
    return structs.replace(request, before=n, by="Pit")


def events(decided: bytes, chosen: TableRules) -> list[AnyEvent]:
    """The events of a whole table."""
    table, happened = Table(chosen), opening()
    for begun in happened:
        table.take(begun)
    for thrown in dice(decided):
        happened.append(event(table, thrown))
        table.take(happened[-1])
    return happened


NEWS: Final = frozenset({"told", "seq"})
"""Fields that hold what one event did and its record, not what lies on the table."""
SEEN: Final = NEWS | {"face_up", "alerts", "card"}
"""Fields that change when a hand is shown: a name that was given to a card counts from then on."""


def snapshot(value: Any, without: frozenset[str] = NEWS) -> Any:
    """``value`` as plain data, deeply: two of them are equal where nothing has changed. A table is what lies on it,
    what devices reported, what is due and the results that were told.
    """
    if isinstance(value, Table):
        return [snapshot(each, without) for each in (value.felt, value.reported, value.moves, value.results)]
    if isinstance(value, Play):
        due = value.due
        shown = isinstance(due, Ask) and "face_up" in without
        return snapshot(value.coup, without), (due.box, due.hand) if shown else due, value.over  # type: ignore[union-attr]
    if isinstance(value, Struct) and not value.__struct_config__.frozen:
        kept = [name for name in value.__struct_fields__ if name not in without]
        return tuple((name, snapshot(getattr(value, name), without)) for name in kept)
    if is_dataclass(value) or isinstance(value, Struct):
        names = value.__struct_fields__ if isinstance(value, Struct) else [each.name for each in fields(value)]
        return tuple((name, snapshot(getattr(value, name), without)) for name in names if name not in without)
    if isinstance(value, list | tuple | deque):
        return [snapshot(each, without) for each in value]
    if isinstance(value, Mapping):
        return {key: snapshot(each, without) for key, each in value.items()}
    return frozenset(value) if isinstance(value, set) else value
