"""The dialogues: what is said to whoever passes the cards, and what is kept."""

from collections.abc import Sequence

import pytest

from engine.cards import Card
from firmware_bridge.enrolment import records
from firmware_bridge.enrolment.checking import Checking
from firmware_bridge.enrolment.dialogue import Dialogue
from firmware_bridge.enrolment.enrolling import Enrolling
from firmware_bridge.enrolment.enrolment import Enrolment, Plan
from firmware_bridge.enrolment.heard import (
    EarlierPassed,
    Heard,
    Key,
    Reader,
    SeveralPassed,
    TagPassed,
    UnreadPassed,
    WhitePassed,
)
from firmware_bridge.enrolment.replacement import Replacement
from firmware_bridge.enrolment.replacing import Replacing
from firmware_bridge.enrolment.tests.cards import ONE_PACK, TAGS, TWO_PACKS
from firmware_bridge.registry import Registry

SITTING = records.Sitting(by="Ana", at="", reader="", port="")
DECK = list(TWO_PACKS.cards)


class Evening:
    """An enrolment and what was kept of it."""

    def __init__(self, packs: int = 2, *, has_white: bool = False) -> None:
        self.kept: list[records.AnyRecord] = []
        self.enrolment = Enrolment(Plan(packs, has_white=has_white))
        self.dialogue = Enrolling(self.enrolment, self.kept.append, lambda: SITTING)

    def says(self, heard: Heard) -> str:
        return " | ".join(self.dialogue.hear(heard))

    def key(self, line: str) -> str:
        return self.says(Key.of(line))

    def enrol(self, count: int) -> None:
        for _ in range(count):
            self.says(TagPassed(TAGS[len(self.enrolment.tags)]))
            if self.enrolment.asked is not None:
                self.key("")


def says(dialogue: Dialogue, *heard: Heard) -> str:
    """The last that is said."""
    lines: Sequence[str] = ()
    for each in heard:
        lines = dialogue.hear(each)
    return " | ".join(lines)


# Enrolling


def test_the_order_is_said_before_the_first_card() -> None:
    text = "\n".join(Evening(has_white=True).dialogue.opening())
    assert "packs 1 to 2, each in this order, the first to pass first:\n  AS 2S 3S" in text
    assert "then the white card" in text


def test_each_card_is_one_line_and_the_next_is_named_large() -> None:
    evening = Evening()
    assert evening.dialogue.prompt == "next: A♠  ACE OF SPADES"
    assert evening.says(TagPassed(TAGS[0])) == "pack 1   1/52  AS enrolled"
    assert evening.dialogue.prompt == "next: 2♠  TWO OF SPADES"


def test_after_a_suit_the_card_is_asked_about() -> None:
    evening = Evening()
    evening.enrol(12)
    evening.says(TagPassed(TAGS[12]))
    assert "is it the KING OF SPADES? Enter = yes, b = take the last card back, b 13" in evening.dialogue.prompt
    assert "was not taken: put it back, then answer" in evening.says(TagPassed(TAGS[13]))
    assert evening.key("") == "king of spades: confirmed"
    assert evening.dialogue.prompt == "next: A♥  ACE OF HEARTS"


def test_at_the_packs_end_nothing_may_be_left() -> None:
    evening = Evening()
    evening.enrol(51)
    evening.says(TagPassed(TAGS[51]))
    assert "is it the KING OF CLUBS, and is nothing left of the pack?" in evening.dialogue.prompt


def test_every_step_is_kept_and_who_sat_there_first() -> None:
    evening = Evening()
    evening.enrol(13)
    evening.key("b 2")
    assert evening.kept[:2] == [SITTING, records.Enrolled(tag=TAGS[0], face="AS")]
    assert evening.kept[-2:] == [records.Confirmed(), records.TakenBack(count=2)]
    assert evening.kept.count(SITTING) == 1


@pytest.mark.parametrize(
    ("heard", "words"),
    [
        (TagPassed(TAGS[2]), "3S is still at the reader, or passed again"),
        (TagPassed(TAGS[0]), "refused: this tag is enrolled already, as AS of pack 1"),
        (UnreadPassed(), "a card passed unread: put it back and pass it again"),
        (SeveralPassed(), "two cards passed at once: put both back"),
        (WhitePassed(), "the white card passed"),
        (EarlierPassed(), "was not taken"),
        (Reader("another program holds the port"), "reader: another program holds the port"),
        (Key("b", 4), "3 cards can be taken back, not that many"),
        (Key("c"), "'c' is nothing to type now: b = take"),
        (Key("e"), "'e' is nothing to type now"),
        (Key("c", 2), "'c 2' is nothing to type now"),
        (Key("yes"), "'yes' is nothing to type now"),
        (Key(""), "nothing is asked: pass the card that is due"),
    ],
)
def test_what_changes_nothing_is_told_and_not_kept(heard: Heard, words: str) -> None:
    evening = Evening()
    evening.enrol(3)
    kept = list(evening.kept)
    assert words in evening.says(heard)
    assert evening.kept == kept
    assert evening.dialogue.prompt == "next: 4♠  FOUR OF SPADES"


def test_cards_are_taken_back_by_name() -> None:
    evening = Evening()
    evening.enrol(3)
    assert evening.key("b") == "taken back: 3S"
    assert evening.key("B 2") == "taken back: 2S AS"
    assert evening.dialogue.prompt == "next: A♠  ACE OF SPADES"


def test_cards_that_may_be_missing_are_asked_about_and_that_is_kept() -> None:
    evening = Evening()
    evening.enrol(3)
    assert "put back every card that passed after the one" in evening.says(
        Reader("cards may be missing", may_miss=True)
    )
    assert "is it the THREE OF SPADES?" in evening.dialogue.prompt
    evening.key("")
    assert evening.kept[-2:] == [records.Doubted(), records.Confirmed()]


def test_cards_that_may_be_missing_before_the_first_are_only_told() -> None:
    evening = Evening()
    assert evening.says(Reader("cards may be missing", may_miss=True)) == "reader: cards may be missing"
    assert evening.kept == []


def test_the_end_is_said_and_confirmed() -> None:
    evening = Evening(1)
    evening.enrol(52)
    assert evening.dialogue.prompt.startswith(
        "Every card is enrolled. Enter = write the deck and its passport, c = check pack 1 by a second pass, b ="
    )
    assert "one card too many" in evening.says(TagPassed(TAGS[52]))
    assert not evening.dialogue.is_over
    evening.key("")
    assert evening.dialogue.is_over


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "nothing was enrolled"), (3, "3 of 52 are kept, 4S is due next"), (52, "only the deck is still to be")],
)
def test_what_is_kept_is_said_at_a_stop(count: int, words: str) -> None:
    evening = Evening(1)
    evening.enrol(count)
    assert words in " ".join(evening.dialogue.stopped())


def test_a_continued_enrolment_says_so() -> None:
    evening = Evening(1)
    evening.enrol(3)
    assert evening.dialogue.opening()[-1] == "continued: 3 of 52 are enrolled, 3S last"


def test_a_second_pass_that_agrees_is_kept() -> None:
    evening = Evening()
    evening.enrol(52)
    assert "(c = check pack 1 by a second pass)" in evening.dialogue.prompt
    evening.key("c")
    assert evening.dialogue.prompt == "check, next: A♠  ACE OF SPADES   (e = end the check)"
    for tag in TAGS[:51]:
        evening.says(TagPassed(tag))
    assert "the second pass agreed" in evening.says(TagPassed(TAGS[51]))
    assert evening.kept[-1] == records.Agreed()
    assert evening.dialogue.prompt == "next: A♠  ACE OF SPADES"
    assert evening.enrolment.checked == {1}


def test_a_slip_names_both_cards_and_the_cards_in_doubt() -> None:
    evening = Evening()
    evening.enrol(104)
    evening.key("c")
    for tag in TAGS[52 : 52 + 18]:
        evening.says(TagPassed(tag))
    text = evening.says(TagPassed(TAGS[52 + 19]))
    assert "order slipped: this is 7H, 6H was due" in text
    assert "if it is 6H, the enrolment slipped and the cards from 6H on are in doubt: b 34 takes them back" in text
    assert "if it is 7H, the pack in your hand is out of order: put it right, press Enter and pass 6H" in text
    assert evening.key("b 34").startswith("taken back: KC")
    assert evening.dialogue.prompt == "next: 6♥  SIX OF HEARTS"


def test_a_pack_that_was_put_right_goes_on_with_the_card_that_was_due() -> None:
    evening = Evening()
    evening.enrol(52)
    evening.key("c")
    assert "this card's tag is not enrolled here, AS was due" in evening.says(TagPassed("FF"))
    assert "then answer" in evening.says(TagPassed(TAGS[0]))
    assert evening.key("") == "the check goes on"
    assert evening.key("") == "nothing is asked: pass the card that is due"
    assert evening.says(TagPassed(TAGS[0])) == "AS of pack 1 is there"


def test_a_check_that_was_left_does_not_count() -> None:
    evening = Evening()
    evening.enrol(52)
    evening.key("c")
    evening.says(TagPassed(TAGS[0]))
    assert "the pack is not checked" in evening.key("e")
    assert evening.enrolment.checked == frozenset()
    assert evening.says(TagPassed(TAGS[52])) == "pack 2   1/52  AS enrolled"


def test_cards_that_may_be_missing_end_a_check() -> None:
    evening = Evening()
    evening.enrol(52)
    evening.key("c")
    evening.says(Reader("cards may be missing", may_miss=True))
    assert "is it the KING OF CLUBS" in evening.dialogue.prompt


# Checking


def test_a_check_in_any_order_names_each_card_large() -> None:
    dialogue = Checking(TWO_PACKS)
    assert says(dialogue, TagPassed(DECK[60])) == "9S of pack 2 is there   9♠  NINE OF SPADES"
    assert dialogue.prompt == "103 left: pass the next, and look whether it is the one named"


def test_a_check_ends_with_the_last_card() -> None:
    dialogue = Checking(Registry(ONE_PACK.cards, frozenset({"FF"})))
    for tag in [*ONE_PACK.cards, "FF"]:
        assert not dialogue.is_over
        says(dialogue, TagPassed(tag))
    assert dialogue.is_over
    assert dialogue.prompt == ""


def test_what_is_missing_and_what_is_strange_is_said_at_a_stop() -> None:
    dialogue = Checking(TWO_PACKS)
    for tag in DECK[2:]:
        says(dialogue, TagPassed(tag))
    assert "is not enrolled in this deck: take this card out" in says(dialogue, TagPassed("FF"))
    assert dialogue.stopped() == [
        "missing, 2 of 104:",
        "  AS of pack 1",
        "  2S of pack 1",
        "tag FF is not enrolled and passed 1 ×: keep this card out of the deck",
    ]


def test_a_check_in_order_says_what_to_do_about_a_slip() -> None:
    dialogue = Checking(TWO_PACKS, Card.pack())
    assert dialogue.prompt == "next: A♠  ACE OF SPADES"
    text = says(dialogue, TagPassed(DECK[1]))
    assert "order slipped: this is 2S, AS was due" in text
    assert "strike the pack's lines from the file and enrol it again with --add" in text
    assert dialogue.prompt == "Enter = go on, q = end the check"
    assert says(dialogue, Key.of("")) == "the check goes on"
    assert says(dialogue, TagPassed(DECK[0])).startswith("AS of pack 1 is there")


def test_a_strange_card_in_order_is_said_at_the_end_too() -> None:
    dialogue = Checking(TWO_PACKS, Card.pack())
    assert "if it is another card, the pack in your hand" in says(dialogue, TagPassed("FF"))
    assert dialogue.closing() == ["tag FF is not enrolled and passed 1 ×: keep this card out of the deck"]


@pytest.mark.parametrize(
    ("heard", "words"),
    [
        (UnreadPassed(), "a card passed unread"),
        (SeveralPassed(), "two cards passed at once"),
        (Key(""), "Enter is nothing to type now: q = end the check"),
        (Reader("lost"), "reader: lost"),
    ],
)
def test_what_changes_nothing_in_a_check_is_told(heard: Heard, words: str) -> None:
    dialogue = Checking(TWO_PACKS)
    assert words in says(dialogue, heard)
    assert dialogue.prompt.startswith("104 left")


# Replacing

SEVENS = [tag for tag, card in TWO_PACKS.cards.items() if card is Card.parse("7H")]


def test_a_worn_card_is_passed_then_the_new_one() -> None:
    dialogue = Replacing(Replacement(TWO_PACKS, Card.parse("7H")))
    assert dialogue.prompt == "next: the worn 7♥  SEVEN OF HEARTS   (d = its tag is dead)"
    assert says(dialogue, TagPassed(SEVENS[1])) == "the worn card is known: put it away"
    assert dialogue.prompt == "next: the new 7♥  SEVEN OF HEARTS"
    assert says(dialogue, TagPassed(TAGS[0])) == "the new 7H was read"
    assert "is it the SEVEN OF HEARTS?" in dialogue.prompt
    assert not dialogue.is_over
    assert says(dialogue, Key.of("")) == "seven of hearts: confirmed"
    assert dialogue.is_over


def test_a_worn_card_with_a_dead_tag_is_found_by_the_others() -> None:
    dialogue = Replacing(Replacement(TWO_PACKS, Card.parse("7H")))
    assert "if it is the worn 7H: d = its tag is dead" in says(dialogue, UnreadPassed())
    assert "pass the others" in says(dialogue, Key.of("d"))
    assert dialogue.prompt == "next: every other 7♥  SEVEN OF HEARTS of the deck, one by one"
    assert says(dialogue, TagPassed(SEVENS[0])) == "the worn card is known: put it away"


@pytest.mark.parametrize(
    ("heard", "words"),
    [
        (UnreadPassed(), "a card passed unread"),
        (SeveralPassed(), "two cards passed at once"),
        (TagPassed(DECK[0]), "refused: this tag is enrolled already, as AS of pack 1"),
        (Key(""), "Enter is nothing to type now"),
        (Key("b"), "'b' is nothing to type now"),
        (Key("d"), "'d' is nothing to type now"),
    ],
)
def test_what_changes_nothing_in_a_replacement_is_told(heard: Heard, words: str) -> None:
    dialogue = Replacing(Replacement(TWO_PACKS, Card.parse("7H"), old=SEVENS[0]))
    assert dialogue.opening()[0] == "7H of pack 1 is replaced"
    assert words in says(dialogue, heard)
    assert dialogue.prompt.startswith("next: the new")


def test_the_new_card_is_taken_back() -> None:
    dialogue = Replacing(Replacement(TWO_PACKS, Card.parse("7H"), old=SEVENS[0]))
    assert says(dialogue, TagPassed(TAGS[0]), Key.of("b")) == "taken back"
    assert dialogue.prompt.startswith("next: the new")
    assert dialogue.stopped() == ["stopped: the deck is as it was"]
