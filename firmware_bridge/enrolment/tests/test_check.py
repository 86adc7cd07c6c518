"""The rule of a check: what agrees, what has slipped, what is missing."""

import pytest

from engine.cards import Card
from firmware_bridge.enrolment import answers
from firmware_bridge.enrolment.check import Check
from firmware_bridge.enrolment.enrolment import packs_by_tag
from firmware_bridge.enrolment.tests.cards import TAGS, TWO_PACKS

DECK = list(TWO_PACKS.cards)
FIVE, SIX, SEVEN = (Card.parse(text) for text in ("5S", "6S", "7S"))


def in_order(passed: int = 0) -> Check:
    check = Check(TWO_PACKS.cards, packs_by_tag(TWO_PACKS), order=Card.pack() * 2)
    for tag in DECK[:passed]:
        assert isinstance(check.take(tag), answers.Passed)
    return check


def any_order() -> Check:
    return Check(TWO_PACKS.cards, packs_by_tag(TWO_PACKS))


def test_every_card_in_any_order_completes_the_check() -> None:
    check = any_order()
    assert check.take(DECK[-1]) == answers.Passed(Card.parse("KC"), 2)
    for tag in reversed(DECK[:-1]):
        assert not check.is_complete
        check.take(tag)
    assert check.is_complete
    assert check.missing == ()


def test_what_did_not_pass_is_missing_with_its_pack() -> None:
    check = any_order()
    for number, tag in enumerate(DECK):
        if number not in (6, 60):
            check.take(tag)
    assert check.missing == ((SEVEN, 1), (Card.parse("9S"), 2))
    assert not check.is_complete


def test_a_card_that_passes_again_counts_once() -> None:
    check = any_order()
    check.take(DECK[0])
    assert check.take(DECK[0]) == answers.StillThere(Card.parse("AS"))
    check.take(DECK[1])
    assert check.take(DECK[0]) == answers.AlreadyPassed(Card.parse("AS"), 1)
    assert check.passed == 2


def test_a_strange_tag_in_any_order_is_told_and_does_not_stop_the_check() -> None:
    check = any_order()
    assert check.take(TAGS[0]) == answers.NotEnrolled(TAGS[0])
    assert isinstance(check.take(DECK[0]), answers.Passed)


def test_in_order_either_pack_may_come_first() -> None:
    check = in_order()
    for tag in DECK[52:] + DECK[:52]:
        assert isinstance(check.take(tag), answers.Passed)
    assert check.is_complete


@pytest.mark.parametrize(
    ("tag", "seen"), [(DECK[6], SEVEN), (DECK[6 + 52], SEVEN), (TAGS[0], None)], ids=["same", "other", "strange"]
)
def test_another_card_than_the_one_due_holds_the_check_until_somebody_looked(tag: str, seen: Card | None) -> None:
    check = in_order(5)
    slipped = answers.Slipped(seen, SIX)
    assert check.take(tag) == slipped
    assert check.slip == slipped
    assert check.take(DECK[5]) == answers.Unanswered()
    assert check.resume()
    assert not check.resume()
    assert check.take(DECK[5]) == answers.Passed(SIX, 1)


def test_a_card_that_passed_before_is_no_slip() -> None:
    check = in_order(6)
    assert check.take(DECK[4]) == answers.AlreadyPassed(FIVE, 1)
    assert check.slip is None
    assert check.due is SEVEN
