"""The rule of a replacement: which card goes, which tag comes."""

import pytest

from engine.cards import Card
from firmware_bridge.enrolment import answers
from firmware_bridge.enrolment.enrolment import packs_by_tag
from firmware_bridge.enrolment.errors import ReplacementError
from firmware_bridge.enrolment.replacement import Replacement
from firmware_bridge.enrolment.tests.cards import ONE_PACK, TAGS
from firmware_bridge.registry import Registry

DECK = Registry.numbered(3)
SEVEN = Card.parse("7H")
SEVENS = [tag for tag, card in DECK.cards.items() if card is SEVEN]
EIGHT = next(tag for tag, card in DECK.cards.items() if card is Card.parse("8H"))


def known(old: str = SEVENS[1]) -> Replacement:
    return Replacement(DECK, SEVEN, old=old)


def test_of_one_pack_the_worn_card_is_known() -> None:
    it = Replacement(ONE_PACK, SEVEN)
    assert it.old == next(tag for tag, card in ONE_PACK.cards.items() if card is SEVEN)
    assert it.pack == 1


def test_the_worn_card_passes_itself() -> None:
    it = Replacement(DECK, SEVEN)
    assert it.take(EIGHT) == answers.NotOfThisName(Card.parse("8H"))
    assert it.take(TAGS[0]) == answers.NotOfThisName(None)
    assert it.take(SEVENS[2]) == answers.OldFound()
    assert (it.old, it.pack) == (SEVENS[2], 3)


def test_a_dead_card_is_the_one_that_is_left() -> None:
    it = Replacement(DECK, SEVEN)
    assert it.dead()
    assert it.take(SEVENS[2]) == answers.StruckOut(2)
    assert it.take(SEVENS[2]) == answers.AlreadyPassed(SEVEN, 3)
    assert it.take(SEVENS[0]) == answers.OldFound()
    assert it.old == SEVENS[1]
    assert not it.dead()


def test_a_tag_that_is_no_such_card_is_told() -> None:
    with pytest.raises(ReplacementError, match="the deck has no 7H with the tag FF: give the tag"):
        known("FF")


def test_the_new_tag_stands_where_the_old_one_stood() -> None:
    it = known()
    assert it.take(TAGS[0]) == answers.NewRead(SEVEN)
    assert not it.is_complete
    assert it.confirm()
    assert it.is_complete
    after = it.registry()
    assert [TAGS[0] if tag == SEVENS[1] else tag for tag in DECK.cards] == list(after.cards)
    assert list(after.cards.values()) == list(DECK.cards.values())
    assert packs_by_tag(after)[TAGS[0]] == 2


def test_a_tag_that_is_enrolled_is_refused_as_the_new_one() -> None:
    it = Replacement(DECK, SEVEN, old=SEVENS[1], others={"other.csv": Registry({TAGS[9]: SEVEN})})
    assert it.take(SEVENS[1]) == answers.StillThere(SEVEN)
    assert it.take(EIGHT) == answers.SeenBefore(Card.parse("8H"), 1)
    assert it.take(TAGS[9]) == answers.OfOtherDeck(SEVEN, "other.csv")
    assert it.new is None
    assert it.registry() == DECK


def test_a_second_new_card_waits_for_the_answer() -> None:
    it = known()
    it.take(TAGS[0])
    assert it.take(TAGS[0]) == answers.StillThere(SEVEN)
    assert it.take(TAGS[1]) == answers.Unanswered()
    assert it.new == TAGS[0]


def test_nothing_is_confirmed_before_the_new_card() -> None:
    it = known()
    assert not it.confirm()
    assert not it.is_complete


def test_steps_are_taken_back() -> None:
    it = Replacement(DECK, SEVEN)
    it.dead()
    it.take(SEVENS[0])
    it.take(SEVENS[1])
    it.take(TAGS[0])
    assert it.back()
    assert (it.old, it.new) == (SEVENS[2], None)
    assert it.back()
    assert (it.old, it.is_dead) == (None, False)
    assert not it.back()
    it.dead()
    assert it.take(SEVENS[0]) == answers.StruckOut(2)


def test_a_worn_card_that_was_named_by_its_tag_is_not_taken_back() -> None:
    assert not known().back()
