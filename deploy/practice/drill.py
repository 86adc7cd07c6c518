"""The payout drill: hands that the engine has played and settled; what is right is what its settlement says."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

from msgspec import structs

from deploy.practice.players import Players, Wish
from deploy.practice.scenarios import RULES
from deploy.practice.stacking import Dealt, Played, StackError
from engine.roles import Role
from engine.rules import TableRules
from engine.view import HandView, Payout, PublicView
from ui.practice.telling import Judged, Question, Score, Slowness

HANDS: Final = 20
"""Hands of a drill."""
BOX: Final = 4
"""Where they lie."""
WAGERS: Final = (100_00, 200_00, 300_00, 500_00, 800_00, 1_000_00, 1_500_00, 2_500_00)
"""What lies on them, in avos: 3:2 and the half of each are whole chips."""
TRIES: Final = 50
"""Coups in which a kind of hand must come."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Hands of one kind: how they come about. How they end, the engine says."""

    name: str
    cards: Mapping[Role, str]
    calls: Mapping[tuple[int, int], tuple[str, ...]]
    wish: Wish = "nothing"
    is_insurance: bool = False
    """It is the insurance that is paid or taken."""


def _kind(name: str, cards: Mapping[str, str], *calls: str, wish: Wish = "nothing", is_insurance: bool = False) -> Kind:
    """``cards`` by what they are for: the box's, its extra ones and the dealer's."""
    places: dict[str, Role] = {"own": f"box:{BOX}", "extra": f"box:{BOX}/1", "other": f"box:{BOX}/2"}
    by_role = {places.get(place, place): ranks for place, ranks in cards.items()}
    return Kind(name, by_role, {(BOX, 1): calls, (BOX, 2): ("stand",)}, wish, is_insurance)


TEN: Final = "TJQK"
KINDS: Final = (
    _kind("natural", {"own": f"A {TEN}", "upcard": "98765432"}, "stand"),
    _kind("three_sevens", {"own": "7 7", "extra": "7", "upcard": "98"}, "hit"),
    _kind("insurance", {"own": f"{TEN} 9", "upcard": "A", "hidden": TEN}, "stand", wish="insurance", is_insurance=True),
    _kind("insurance", {"own": f"{TEN} {TEN}", "upcard": "A", "hidden": "98"}, "stand", wish="insurance",
          is_insurance=True),
    _kind("surrender", {"own": f"{TEN} 65", "upcard": TEN}, "surrender", wish="surrender"),
    _kind("double", {"own": "6 5", "extra": f"{TEN}9876", "upcard": "98765"}, "double"),
    _kind("split", {"own": "8 8", "extra": TEN, "other": "32A", "upcard": "765"}, "split", "stand"),
    _kind("even_money", {"own": f"A {TEN}", "upcard": "A"}, "stand", wish="even_money"),
    _kind("push", {"own": f"{TEN} 9", "upcard": TEN, "second": "9"}, "stand"),
    _kind("natural_push", {"own": f"A {TEN}", "upcard": "A", "hidden": TEN}, "stand"),
    _kind("win", {"own": f"{TEN} {TEN}", "upcard": "98", "second": "98"}, "stand"),
    _kind("lose", {"own": f"{TEN} 876", "upcard": "9", "second": TEN}, "stand"),
    _kind("bust", {"own": f"{TEN} 65", "extra": f"{TEN}9", "upcard": "98"}, "hit"),
)  # fmt: skip
"""What is drilled."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A settled hand: what is asked of it, and what the engine pays or takes."""

    kind: str
    question: Question
    payout: Payout
    view: PublicView
    """As the engine settled it; it holds the answer."""


def hands(seed: int, number: int = HANDS, rules: TableRules = RULES) -> tuple[Hand, ...]:
    """So many settled hands, each line of :data:`KINDS` as often as the others or once more, in an order of chance.

    Insurance has two lines: one where it is paid, one where it is taken.

    Raises:
        StackError: a kind of hand does not come about under these rules.
    """
    chance = random.Random(f"drill {seed}")
    kinds = [KINDS[at % len(KINDS)] for at in range(number)]
    chance.shuffle(kinds)
    return tuple(_hand(kind, rules, chance, at, number) for at, kind in enumerate(kinds, 1))


def _hand(kind: Kind, rules: TableRules, chance: random.Random, at: int, number: int) -> Hand:
    """Play coups of ``kind`` until one ends with something to be asked of it."""
    players = Players(kind.calls, {BOX: kind.wish})
    for _ in range(TRIES):
        dealt = Dealt(rules, chance)
        dealt.plan(kind.cards)
        view = Played(rules, players, dealt).coup({BOX: chance.choice(WAGERS)})
        payouts = [one for one in view.payouts if (one.kind == "insurance") == kind.is_insurance]
        if payouts:
            payout = chance.choice(payouts)
            return Hand(kind.name, _question(view, payout, at, number), payout, view)
    raise StackError(f"no hand of {kind.name} was settled in {TRIES} coups: look at the kind's cards and the rules")


def _question(view: PublicView, payout: Payout, at: int, number: int) -> Question:
    hand = view.boxes[payout.box - 1].hands[payout.hand - 1]
    return Question(
        number=at,
        of=number,
        box=payout.box,
        hand=payout.hand,
        kind=payout.kind,
        wager=payout.wager,
        cards=hand.cards,
        total=hand.total or 0,
        claim=payout.outcome if payout.outcome in CLAIMS else "",
        view=_without_answer(view),
    )


CLAIMS: Final = ("surrender", "even_money")
"""What a hand has asked for is told: its cards do not show it."""


def _without_answer(view: PublicView) -> PublicView:
    """``view`` as before it was settled: nothing in it tells what is paid."""
    boxes = tuple(structs.replace(box, hands=tuple(_unsettled(hand) for hand in box.hands)) for box in view.boxes)
    return structs.replace(view, boxes=boxes, result=None, payouts=(), stacks={}, pay=())


def _unsettled(hand: HandView) -> HandView:
    bets = tuple(structs.replace(bet, outcome=None, net=None, moved=None) for bet in hand.bets)
    return structs.replace(hand, bets=bets, outcome=None, net=None, at_once=False)


def judged(hand: Hand, net: int, took_s: float = 0.0) -> Judged:
    """What the law says of an answer that took so long: ``net`` in avos from the player's side, nought where nothing
    moves.
    """
    payout = hand.payout
    return Judged(
        number=hand.question.number,
        of=hand.question.of,
        is_right=net == payout.net,
        said=net,
        net=payout.net,
        wager=payout.wager,
        ratio=payout.ratio,
        outcome=payout.outcome,
        article=payout.article,
        piles=hand.view.stacks.get(abs(payout.net), ()),
        took_s=round(took_s, 1),
        question=hand.question,
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered to a hand."""

    kind: str
    is_right: bool
    took_s: float


def score(answers: tuple[Answer, ...], best: "Score | None") -> Score:
    """The result of a drill; ``best``: the best one before it, if there was any.

    Raises:
        ValueError: nothing was answered.
    """
    if not answers:
        raise ValueError("no hand was answered: a drill without an answer has no result")
    times = [answer.took_s for answer in answers]
    wrong: dict[str, int] = {}
    for answer in answers:
        if not answer.is_right:
            wrong[answer.kind] = wrong.get(answer.kind, 0) + 1
    slowest = max(answers, key=lambda answer: answer.took_s)
    made = Score(
        right=sum(answer.is_right for answer in answers),
        of=len(answers),
        wrong=wrong,
        median_s=round(median(times), 1),
        slowest=Slowness(kind=slowest.kind, seconds=round(slowest.took_s, 1)),
    )
    if best is None or _rank(made) > _rank(best):
        return structs.replace(made, is_best=True, best_right=made.right, best_of=made.of, best_median_s=made.median_s)
    return structs.replace(made, best_right=best.right, best_of=best.of, best_median_s=best.median_s)


def _rank(one: Score) -> tuple[float, float]:
    """More right is better, then quicker."""
    return one.right / one.of, -one.median_s
