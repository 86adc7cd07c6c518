"""Situations of a practice: its pages, and the table while it is dealt at."""

from dataclasses import replace
from typing import Final

from msgspec import structs

from engine.answers import Outcome
from engine.articles import Article
from engine.instructions import Settle
from engine.view import Pile
from ui.opened import Laying, Matters
from ui.practice.telling import (
    Checked,
    Dealing,
    Judged,
    Menu,
    Practice,
    Question,
    Report,
    Saying,
    Score,
    Slowness,
    Waiting,
)
from ui.samples import SITUATIONS, dealer, view
from ui.situation import Situation

MENU: Final = Menu(
    scenarios=(
        "three_sevens", "split_aces", "natural_against_ace", "boxed_card", "misdeal", "white_card_first",
        "dead_reader", "forgotten_stand", "unread_card", "free_shoe",
    ),
    lesson="128",
)  # fmt: skip
"""All that can be chosen."""
QUESTION: Final = Question(
    number=13, of=20, box=4, hand=1, kind="main", wager=2_500_00, cards=("AS", "KD"), total=21,
    view=view(Settle(), None, dealer(("9C", "5H", "5D"), 19)),
)  # fmt: skip
"""A natural."""
INSURED: Final = Question(
    number=20, of=20, box=7, hand=2, kind="insurance", wager=1_250_00, cards=("KS", "QD"), total=20,
    view=view(Settle(), None, dealer(("AS", "KS"), 21, soft=True, natural=True)),
)  # fmt: skip
"""An insurance."""
RIGHT: Final = Judged(
    number=13, of=20, is_right=True, said=3_750_00, net=3_750_00, wager=2_500_00, ratio="3:2", outcome=Outcome.NATURAL,
    article=Article.NATURAL, piles=(Pile(1_000_00, 3), Pile(500_00, 1), Pile(100_00, 2), Pile(25_00, 2)),
    took_s=7.4, question=QUESTION,
)  # fmt: skip
"""The right answer to it."""


def _dealt(name: str, saying: Saying | None, scenario: str = "natural_against_ace") -> Situation:
    return replace(SITUATIONS[name], practice=Dealing(name=scenario, said=saying), can_draw=True)


def _of(practice: Practice, laid: int = 0) -> Situation:
    return Situation(practice=practice, opened=Laying(laid) if laid else None)


PRACTICES: Final[dict[str, Situation]] = {
    "practice_menu": _of(MENU),
    "practice_waiting": _of(Waiting(name="white_card_first")),
    "practice_begins": _of(Waiting(name="")),
    "practice_ask": _dealt("ask_calls", Saying(code="hit", box=1)),
    "practice_stand": _dealt("split_second", Saying(code="stand", box=3, hand=2, hands=2)),
    "practice_offer": _dealt("offer", Saying(code="surrender", box=4)),
    "practice_wagers": _dealt("take_wagers", Saying(code="wagers")),
    "practice_loaded": _dealt("new_shoe", Saying(code="loaded")),
    "practice_last": _dealt("last_coup", None),
    "practice_boxed": _dealt("ask", Saying(code="boxed", box=4)),
    "practice_misdealt": _dealt("ask", Saying(code="misdealt", box=2)),
    "practice_pulled": _dealt("ask", Saying(code="pulled", box=2)),
    "practice_face": _dealt("name_card", Saying(code="face", face="8H", n=174)),
    "practice_lost": _dealt("lost", Saying(code="cut")),
    "practice_missing": _dealt("missing", None),
    "practice_reconcile": _dealt("reconcile_many", None),
    "practice_matters": replace(_dealt("take_wagers", None), opened=Matters()),
    "practice_away": replace(_dealt("core_restarting", None)),
    "practice_starting": Situation(practice=Dealing(name="misdeal")),
    "practice_report": _of(
        Report(
            name="natural_against_ace", has_next=True, asked=5, as_said=4, corrections=1, refusals=2, coups=1,
            checked=(Checked(code="even_money", is_met=True), Checked(code="insurance", is_met=True)), median_s=2.4,
            slowest_s=11.3,
        )
    ),
    "practice_report_open": _of(
        Report(
            name="boxed_card", has_next=True, asked=5, as_said=4, coups=2, median_s=2.0, slowest_s=12.0,
            checked=(Checked(code="voided", is_met=False),),
        )
    ),
    "practice_report_none": _of(Report(name="lesson")),
    "practice_question": _of(QUESTION),
    "practice_laid": _of(QUESTION, 3_750_00),
    "practice_insured": _of(INSURED),
    "practice_claim": _of(structs.replace(QUESTION, claim="even_money")),
    "practice_right": _of(RIGHT),
    "practice_wrong": _of(
        Judged(
            number=20, of=20, is_right=False, said=-1_250_00, net=2_500_00, wager=1_250_00, ratio="2:1",
            outcome=Outcome.INSURANCE_WIN, article=Article.INSURANCE, piles=(Pile(1_000_00, 2), Pile(500_00, 1)),
            question=INSURED,
        )
    ),
    "practice_score": _of(
        Score(
            right=15, of=20, wrong={"natural_push": 2, "three_sevens": 1, "surrender": 1, "split": 1}, median_s=4.2,
            slowest=Slowness(kind="natural_push", seconds=14.9), best_right=19, best_of=20, best_median_s=3.1,
        )
    ),
    "practice_best": _of(
        Score(
            right=20, of=20, wrong={}, median_s=3.0, slowest=Slowness(kind="split", seconds=9.0), is_best=True,
            best_right=20, best_of=20, best_median_s=3.0,
        )
    ),
}  # fmt: skip
"""Every one by name."""
