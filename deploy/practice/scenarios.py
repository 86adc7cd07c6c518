"""The scenarios as a table: what each brings about, with which cards, and what shows that it was put right."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from msgspec import structs

from deploy.practice.players import Players
from engine.events import Call, CardVoided, CoupCancelled, Done, EvenMoney, Insurance, Link, MisdealFound
from engine.instructions import Shuffle
from engine.messages import Update
from engine.roles import Role
from engine.rules import TableRules

RULES: Final = TableRules(player_cards="up")
"""Of practice: the regulation's own choices, the players' cards face up so that who deals sees what they decide on."""
FEW_PACKS: Final = structs.replace(RULES, decks=2)
"""A shoe whose end is near soon."""
FREE: Final = "free_shoe"
"""The scenario that brings nothing about."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What goes wrong, once, and where."""

    what: Literal["unread", "boxed", "cut", "pulled", "misdealt"]
    """``unread``: the tag of the card is not read; ``boxed``: the card lay face up in the shoe; ``cut``: the shoe's
    link is gone; ``pulled``: the next card is out though this hand stood; ``misdealt``: the cards lie otherwise.
    """
    at: Role
    """Of ``unread`` and ``boxed`` the card's; else that of the card which the hand would get that is asked then."""


@dataclass(frozen=True, slots=True)
class Need:
    """Something that must have happened for the situation to be mastered."""

    code: str
    """Its name, by which the screen tells it."""
    is_met: Callable[[Update], bool]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One situation."""

    name: str
    teaches: str
    """In English, for ``--list``."""
    wagers: Mapping[int, int]
    """By box, in avos."""
    cards: Mapping[Role, str] = field(default_factory=dict)
    """By role: for each card in turn the ranks that it may have, ``"7 7"`` or ``"TJQK 9"``; others come by chance."""
    players: Players = field(default_factory=Players)
    rules: TableRules = RULES
    trouble: Trouble | None = None
    needs: tuple[Need, ...] = ()
    is_last: bool = False
    """The white card comes first in the coup: others were dealt before it."""


def _asked(kind: type, **fields: object) -> Callable[[Update], bool]:
    """A request of this kind was taken, with these fields."""

    def is_met(update: Update) -> bool:
        taken = update.answer is not None and update.answer.refused is None
        request = update.request
        has_fields = all(getattr(request, name, None) == value for name, value in fields.items())
        return taken and isinstance(request, kind) and has_fields

    return is_met


def _either(*each: Callable[[Update], bool]) -> Callable[[Update], bool]:
    return lambda update: any(one(update) for one in each)


def _is_prize_paid(update: Update) -> bool:
    return update.answer is not None and any(payment.code == "prize" for payment in update.answer.pay)


def _is_white_card_first(update: Update) -> bool:
    return update.answer is not None and any(alert.code == "white_card_first" for alert in update.answer.alerts)


def _is_stand_before(update: Update) -> bool:
    request = update.request
    is_late = isinstance(request, Call) and request.before is not None
    return is_late and _asked(Call, call="stand")(update)


THREE: Final = {2: 500_00, 4: 200_00, 6: 1_000_00}
"""Three players at every other box."""
STANDING: Final = {"box:2": "TJQK 9", "box:6": "TJQK 8", "upcard": "9", "second": "TJQK"}
"""The first and the third stand; the dealer has 19."""

SCENARIOS: Final = (
    Scenario(
        "three_sevens", "Three sevens: the prize of three times the wager is paid at once (article 9)", THREE,
        {**STANDING, "box:4": "7 7", "box:4/1": "7"},
        Players(calls={(4, 1): ("hit",)}),
        needs=(Need("prize", _is_prize_paid),),
    ),
    Scenario(
        "split_aces", "Two aces are split and get one card each (article 10)", THREE,
        {**STANDING, "box:4": "A A", "box:4/1": "9876", "box:4/2": "5432"},
        Players(calls={(4, 1): ("split",)}),
        needs=(Need("split", _asked(Call, box=4, call="split")),),
    ),
    Scenario(
        "natural_against_ace", "A natural against an ace: even money, and insurance (articles 6, 8)", THREE,
        {"box:2": "A TJQK", "box:4": "TJQK TJQK", "box:6": "9 TJQK", "upcard": "A", "hidden": "TJQK98"},
        Players(wishes={2: "even_money", 4: "insurance", 6: "nothing"}),
        needs=(Need("even_money", _asked(EvenMoney, box=2)), Need("insurance", _asked(Insurance, box=4))),
    ),
    Scenario(
        "boxed_card", "A card that lay face up in the shoe counts for nothing (article 2(1))", THREE,
        {**STANDING, "box:4": "TJQK 4", "box:4/1": "5 6"},
        Players(calls={(4, 1): ("hit", "stand")}),
        trouble=Trouble("boxed", "box:4/1"),
        needs=(Need("voided", _asked(CardVoided)),),
    ),
    Scenario(
        "misdeal", "Cards laid to the wrong box are put right, or the coup is cancelled (article 2(1))", THREE,
        {**STANDING, "box:4": "TJQK 8"},
        trouble=Trouble("misdealt", "box:2/1"),
        needs=(
            Need("told", _either(_asked(MisdealFound), _asked(CoupCancelled))),
            Need("laid", _either(_asked(Done, of="reconcile"), _asked(CoupCancelled))),
        ),
    ),
    Scenario(
        "white_card_first", "The white card comes first: the coming coup is the last (article 2(2))",
        {2: 500_00, 6: 1_000_00},
        rules=FEW_PACKS,
        needs=(
            Need("white", _is_white_card_first),
            Need("last", lambda update: isinstance(update.view.due, Shuffle)),
        ),
        is_last=True,
    ),
    Scenario(
        "dead_reader", "The shoe is dead: the coup is dealt by hand, each card named (two people)", THREE,
        {**STANDING, "box:4": "TJQK 4", "box:4/1": "5"},
        Players(calls={(4, 1): ("hit", "stand")}),
        trouble=Trouble("cut", "box:2/1"),
        needs=(Need("by_hand", _asked(Link, reader="hand")),),
    ),
    Scenario(
        "forgotten_stand", "A hand had stood, and the next card is out: it is put right, the card goes on", THREE,
        {**STANDING, "box:4": "TJQK 4", "box:4/1": "5"},
        Players(calls={(2, 1): ("stand",), (4, 1): ("hit", "stand")}),
        trouble=Trouble("pulled", "box:2/1"),
        needs=(Need("stood", _is_stand_before),),
    ),
    Scenario(
        "unread_card", "A card passes unread: it is named before anything else", THREE,
        {**STANDING, "box:4": "TJQK 4", "box:4/1": "5"},
        Players(calls={(4, 1): ("hit", "stand")}),
        trouble=Trouble("unread", "box:4/1"),
        needs=(Need("named", lambda update: update.event == "card_named"),),
    ),
    Scenario(
        FREE, "A whole shoe by chance, with five players",
        {1: 200_00, 2: 500_00, 4: 100_00, 5: 1_000_00, 7: 300_00},
    ),
)  # fmt: skip
"""Every one, in the order of the menu."""
BY_NAME: Final[Mapping[str, Scenario]] = {scenario.name: scenario for scenario in SCENARIOS}
