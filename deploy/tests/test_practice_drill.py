"""The payout drill: what it asks comes of coups that were played, what is right of their settlement."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import structs

from deploy.practice.drill import KINDS, WAGERS, Answer, Hand, hands, judged, score
from deploy.practice.place import BEST
from deploy.practice.scenarios import RULES
from deploy.practice.stacking import StackError
from deploy.tests.practising import Trainee
from engine.answers import Outcome
from ui.practice.telling import Judged, Menu, Question, Score, line_of
from ui.shown import PRIMARY

RATIOS = {
    "natural": {Outcome.NATURAL: Fraction(3, 2)},
    "three_sevens": {Outcome.BONUS: Fraction(3)},
    "insurance": {Outcome.INSURANCE_WIN: Fraction(2), Outcome.INSURANCE_LOSE: Fraction(-1)},
    "surrender": {Outcome.SURRENDER: Fraction(-1, 2)},
    "even_money": {Outcome.EVEN_MONEY: Fraction(1)},
    "push": {Outcome.PUSH: Fraction(0)},
    "natural_push": {Outcome.PUSH: Fraction(0)},
    "win": {Outcome.WIN: Fraction(1)},
    "lose": {Outcome.LOSE: Fraction(-1)},
    "bust": {Outcome.BUST: Fraction(-1)},
}
"""Articles 5 to 9 and 12, read from the regulation; the other kinds end in several ways."""
ALL = hands(11, 260)


@pytest.mark.parametrize("hand", ALL, ids=lambda hand: f"{hand.question.number}-{hand.kind}")
def test_each_kind_ends_as_the_law_has_it(hand: Hand) -> None:
    payout = hand.payout
    if hand.kind in RATIOS:
        assert payout.net == RATIOS[hand.kind][payout.outcome] * payout.wager
    else:
        assert payout.outcome in (Outcome.WIN, Outcome.LOSE, Outcome.PUSH, Outcome.BUST)
        assert abs(payout.net) in (0, payout.wager)
    assert judged(hand, payout.net).is_right
    assert not judged(hand, payout.net + 100).is_right


@pytest.mark.parametrize("hand", ALL, ids=lambda hand: f"{hand.question.number}-{hand.kind}")
def test_a_question_holds_no_answer(hand: Hand) -> None:
    view = hand.question.view
    assert (view.result, view.payouts, view.stacks, view.pay) == (None, (), {}, ())
    bets = [bet for box in view.boxes for each in box.hands for bet in each.bets]
    assert bets and all((bet.outcome, bet.net, bet.moved) == (None, None, None) for bet in bets)
    assert all((each.outcome, each.net) == (None, None) for box in view.boxes for each in box.hands)
    assert f'"net":{hand.payout.net}'.encode() not in line_of(hand.question)


def test_a_doubled_wager_is_asked_for_as_it_lies() -> None:
    doubled = [hand for hand in ALL if hand.kind == "double"]
    assert {hand.question.wager for hand in doubled} <= {2 * wager for wager in WAGERS}
    assert doubled and all(len(hand.question.cards) == 3 for hand in doubled)


def test_a_drill_has_each_kind_as_often_as_another_or_once_more() -> None:
    often = Counter(hand.kind for hand in hands(3, 20))
    kinds = Counter(kind.name for kind in KINDS)
    assert sum(often.values()) == 20
    assert set(often) == set(kinds)
    assert all(kinds[kind] <= count <= 2 * kinds[kind] for kind, count in often.items())


def test_the_same_seed_drills_the_same_hands() -> None:
    assert hands(5, 8) == hands(5, 8) != hands(6, 8)


def test_a_kind_that_rules_do_not_have_is_an_error_with_a_remedy() -> None:
    too_dear = structs.replace(RULES, min_wager=100_000_00)
    with pytest.raises(StackError, match="look at the scenario's players and wagers"):
        hands(1, 1, too_dear)


# ---- the result


def test_the_result_tells_right_and_wrong_by_kind_and_how_long_it_took() -> None:
    answers = (
        Answer("push", is_right=True, took_s=2.0),
        Answer("win", is_right=False, took_s=9.04),
        Answer("win", is_right=False, took_s=4.0),
    )
    made = score(answers, None)
    assert (made.right, made.of, made.wrong) == (1, 3, {"win": 2})
    assert (made.median_s, made.slowest.kind, made.slowest.seconds) == (4.0, "win", 9.0)
    assert made.is_best


@pytest.mark.parametrize(
    ("took_s", "is_right", "is_best"), [(1.0, True, True), (3.0, True, False), (0.1, False, False)],
    ids=["quicker", "slower", "quicker and wrong"],
)  # fmt: skip
def test_the_best_run_is_the_one_with_more_right_then_the_quicker(took_s: float, is_right: bool, is_best: bool) -> None:
    best = score((Answer("win", is_right=True, took_s=2.0),), None)
    made = score((Answer("win", is_right=is_right, took_s=took_s),), best)
    assert made.is_best is is_best
    assert (made.best_right, made.best_median_s) == ((1, took_s) if is_best else (1, 2.0))


def test_nothing_answered_has_no_result() -> None:
    with pytest.raises(ValueError, match="no hand was answered"):
        score((), None)


# ---- at the screen


@pytest.fixture
def trainee(tmp_path: Path) -> Iterator[Trainee]:
    with Trainee(tmp_path / "kept", seed=2, hands=15) as one:
        yield one


def lay(one: Trainee, net: int) -> None:
    """Lay this answer with the screen's keys."""
    if net == 0:
        one.press("lay:nothing")
        return
    rest = abs(net)
    for key in sorted((key for key in one.keys if key.startswith("chip:")), key=lambda key: -int(key[5:])):
        chip = int(key[5:])
        for _ in range(rest // chip):
            one.press(key)
        rest %= chip
    assert rest == 0
    one.press(PRIMARY if net > 0 else "lay:take")


def test_a_drill_is_answered_with_the_chips_and_told_right_or_wrong(trainee: Trainee, tmp_path: Path) -> None:
    due = hands(2, 15)
    trainee.press(PRIMARY)
    for at, hand in enumerate(due):
        assert trainee.situation.practice == hand.question
        is_wrong = at % 5 == 0
        lay(trainee, hand.payout.net + 5_00 * (1 if hand.payout.net >= 0 else -1) * is_wrong)
        told = trainee.situation.practice
        assert isinstance(told, Judged)
        assert (told.is_right, told.net, told.article) == (not is_wrong, hand.payout.net, hand.payout.article)
        assert trainee.table.band.tone == ("trouble" if is_wrong else "pay")
        trainee.press(PRIMARY)
    made = trainee.situation.practice
    assert isinstance(made, Score)
    assert (made.right, made.of, sum(made.wrong.values())) == (12, 15, 3)
    assert made.is_best and (tmp_path / "kept" / BEST).exists()
    trainee.press("practice:menu")
    assert isinstance(trainee.situation.practice, Menu)


def test_a_hand_is_answered_once_and_only_the_one_that_is_asked(trainee: Trainee) -> None:
    trainee.press(PRIMARY)
    asked = trainee.situation.practice
    assert isinstance(asked, Question)
    drilled = trainee.session._drill
    assert drilled is not None
    assert drilled.judge(2, 0) is None
    assert drilled.judge(1, 0) is not None
    assert drilled.judge(1, 0) is None


def test_a_best_run_that_was_damaged_is_none(trainee: Trainee, tmp_path: Path) -> None:
    (tmp_path / "kept" / BEST).write_text('{"stage": "score", "right": "many"}')
    assert trainee.place.best() is None
