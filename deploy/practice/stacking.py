"""Coups played through the engine's own table, without a shoe: so a virtual shoe is stacked, and hands are settled.

Which card goes where follows from the law alone, so the order of a stacked shoe is found by playing it.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from deploy.demo_table import NAMES
from deploy.practice.players import Players
from deploy.practice.scenarios import FREE, Scenario, Trouble
from engine.cards import Card
from engine.events import (
    AnyEvent,
    BettingClosed,
    Call,
    CardOut,
    Done,
    PlayerSeated,
    ShoeStarted,
    WagerPlaced,
    WhiteCardOut,
)
from engine.instructions import Ask, Burn, Deal, Draw, Offer, Settle, TurnHidden
from engine.projection import projected
from engine.roles import BURN, DRAW, Role, extra
from engine.rules import TableRules
from engine.shoe import BEHIND_WHITE_CARD
from engine.table import Table
from engine.view import LinkView, PublicView

NO_LINK: Final = LinkView(state="up", text="")
"""No shoe's link is told of."""
COUPS: Final = 2
"""How often the cards of a scenario come: who misses the first has a second one."""
TRIES: Final = 200
"""Shuffles after which a scenario's cards would not come."""


class StackError(RuntimeError):
    """The cards of a scenario do not come as its table says."""


class Chooses(Protocol):
    """Gives the next card of the shoe."""

    def __call__(self, role: Role, /) -> CardOut:
        """The card that leaves for ``role``."""


@dataclass(frozen=True, slots=True)
class Stack:
    """A stacked shoe: the cards in the order in which they will leave."""

    cards: tuple[Card, ...]
    white_at: int
    """The white card lies before the card of this place, from 0."""
    unread: frozenset[int] = frozenset()
    """Places of cards whose tag will not be read."""
    boxed: frozenset[int] = frozenset()
    """Places of cards that lie face up."""
    coups_before: int = 0
    """Coups that are dealt before who practises takes over."""


class Played:
    """A table in memory, with players who bet and call."""

    def __init__(self, rules: TableRules, players: Players, chooses: Chooses) -> None:
        self.table = Table(rules)
        self._players, self._chooses = players, chooses
        self._take(ShoeStarted())

    @property
    def view(self) -> PublicView:
        """What everybody may see of it."""
        return projected(self.table, name="", seq=0, due_seq=0, reader=NO_LINK)

    def coup(self, wagers: Mapping[int, int]) -> PublicView:
        """Play a coup of these wagers, in avos by box, up to its payment; the view then.

        Raises:
            StackError: nothing goes on.
        """
        if isinstance(self.table.felt.due, Settle):
            self._take(Done(of="settle"))
        for event in bets(self.view, wagers):
            self._take(event)
        self._take(BettingClosed())
        while not isinstance(self.table.felt.due, Settle):
            self._act()
        return self.view

    def white_card(self) -> None:
        """The white card leaves."""
        self._take(WhiteCardOut())

    def _act(self) -> None:
        due = self.table.felt.due
        match due:
            case Burn():
                self._take(self._chooses(BURN))
            case Deal(to=to):
                self._take(self._chooses(to))
            case Draw():
                self._take(self._chooses(DRAW))
            case Ask():
                call = self._players.call(self.view, due)
                at = extra(due.box, due.hand)
                self._take(self._chooses(at) if call == "hit" else _called(due, call))
            case Offer():
                wanted = self._players.wanted(self.view, due)
                self._take(wanted[0] if wanted else Done(of="offer"))
            case TurnHidden():
                self._take(Done(of="turn_hidden"))
            case _:
                raise StackError(
                    f"{due} was due in a coup that plays by itself: look at the scenario's cards and rules"
                )

    def _take(self, event: AnyEvent) -> None:
        refused = self.table.take(event).refused
        if refused is not None:
            raise StackError(f"{event} was refused, {refused.reason}: look at the scenario's players and wagers")


def _called(due: Ask, call: str) -> AnyEvent:
    match call:
        case "double" | "split" | "surrender" | "stand":
            return Call(box=due.box, hand=due.hand, call=call)
        case _:
            raise StackError(f"{call!r} is no call: give hit, stand, double, split or surrender")


def bets(view: PublicView, wagers: Mapping[int, int]) -> Iterable[AnyEvent]:
    """Who bets sits down, then places his wager; what lies there already is left as it is."""
    for box, amount in wagers.items():
        shown = view.boxes[box - 1]
        player = shown.player or NAMES[box - 1]
        if shown.player is None:
            yield PlayerSeated(box=box, player=player)
        if all(bet.player != player for bet in shown.wagers):
            yield WagerPlaced(box=box, player=player, amount=amount)


class Dealt:
    """Chooses the cards of a shoe: those that a plan has for a role, the others by chance; keeps their order."""

    def __init__(self, rules: TableRules, chance: random.Random) -> None:
        self.rest = list(Card.pack() * rules.decks)
        chance.shuffle(self.rest)
        self._chance = chance
        self.out: list[Card] = []
        self.roles: list[Role] = []
        self._plan: dict[Role, list[str]] = {}
        self._boxed: Role | None = None
        self.boxed: set[int] = set()

    def plan(self, cards: Mapping[Role, str], boxed: Role | None = None) -> None:
        """From now on: for each role the ranks of its cards, in turn; the first one for ``boxed`` lies face up."""
        self._plan = defaultdict(list, {role: ranks.split() for role, ranks in cards.items()})
        self._boxed = boxed

    def __call__(self, role: Role) -> CardOut:
        """The card that leaves for ``role``."""
        planned = self._plan.get(role)
        card = self._of(planned.pop(0)) if planned else self.rest[0]
        self.rest.remove(card)
        is_boxed = role == self._boxed
        if is_boxed:
            self._boxed = None
            self.boxed.add(len(self.out))
        self.out.append(card)
        self.roles.append(role)
        return CardOut(card=card, boxed=is_boxed)

    def _of(self, ranks: str) -> Card:
        """A card that is left of one of these ranks; which rank, by chance."""
        left = [card for card in self.rest if card.rank in ranks]
        if not left:
            raise StackError(f"no card of {ranks} is left in the shoe: give the scenario more packs")
        return self._chance.choice(left)


def stacked(scenario: Scenario, seed: int) -> Stack:
    """The shoe of ``scenario``; another seed, other cards of the same kind.

    Raises:
        StackError: its cards do not come so.
    """
    chance = random.Random(f"{scenario.name} {seed}")
    if scenario.name == FREE:
        dealt = Dealt(scenario.rules, chance)
        return Stack(tuple(dealt.rest), len(dealt.rest) - chance.choice(BEHIND_WHITE_CARD))
    if scenario.is_last:
        return _last(scenario, chance)
    dealt = Dealt(scenario.rules, chance)
    played = Played(scenario.rules, scenario.players, dealt)
    trouble = scenario.trouble
    boxed = trouble.at if trouble is not None and trouble.what == "boxed" else None
    for _ in range(COUPS):
        dealt.plan(scenario.cards, boxed)
        played.coup(scenario.wagers)
    cards = (*dealt.out, *dealt.rest)
    return Stack(cards, len(cards) - chance.choice(BEHIND_WHITE_CARD), _unread(dealt, trouble), frozenset(dealt.boxed))


def _unread(dealt: Dealt, trouble: Trouble | None) -> frozenset[int]:
    """Places of the cards that pass unread: the first one of that role in each coup."""
    if trouble is None or trouble.what != "unread":
        return frozenset()
    begins = [n for n, role in enumerate(dealt.roles) if role == "upcard"]
    firsts = (
        next((n for n, role in enumerate(dealt.roles) if n > begin and role == trouble.at), -1) for begin in begins
    )
    return frozenset(firsts) - {-1}


def _last(scenario: Scenario, chance: random.Random) -> Stack:
    """Coups are dealt until as many cards are left as lie behind a white card: there it lies."""
    for _ in range(TRIES):
        dealt = Dealt(scenario.rules, chance)
        size = len(dealt.rest)
        played, coups = Played(scenario.rules, scenario.players, dealt), 0
        while len(dealt.rest) > BEHIND_WHITE_CARD[-1]:
            played.coup(scenario.wagers)
            coups += 1
        if len(dealt.rest) in BEHIND_WHITE_CARD:
            return Stack((*dealt.out, *dealt.rest), size - len(dealt.rest), coups_before=coups)
    raise StackError(
        f"in {TRIES} shuffles no coup of {scenario.name} ended where a white card lies: give it fewer boxes"
    )
