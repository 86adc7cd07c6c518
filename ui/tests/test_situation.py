from msgspec.structs import replace

from engine.answers import Refusal
from engine.articles import Article
from engine.cards import Rank, Suit
from engine.messages import Answered, Fault, Refused, Update
from ui.samples import VIEWS
from ui.shown import Button
from ui.situation import ANSWER_S, TOLD_S, Situation

STAND = Button("primary", "Stand")
SEEN = Situation().after(Update(view=VIEWS["ask"]), 0.0)
REFUSAL = Refusal("box 1 hand 1 is not asked now", Article.ORDER, "not_asked", {})


def test_a_press_waits_for_its_own_answer() -> None:
    sent = SEEN.sending("a", STAND, 10.0)
    assert not sent.takes_press(10.5)
    assert not sent.after(Answered(id="b", seq=1, refused=None), 10.5).takes_press(10.5)
    assert sent.after(Answered(id="a", seq=1, refused=None), 10.5).takes_press(10.5)


def test_the_same_touch_twice_is_one_press_even_when_the_answer_is_quick() -> None:
    answered = SEEN.sending("a", STAND, 10.0).after(Answered(id="a", seq=1, refused=None), 10.01)
    assert not answered.takes_press(10.07)
    assert answered.takes_press(10.08)


def test_a_refusal_is_told_for_some_seconds() -> None:
    told = SEEN.sending("a", STAND, 0.0).after(Answered(id="a", seq=None, refused=REFUSAL), 1.0)
    assert told.told is not None
    assert told.told.text == "Not taken: box 1 hand 1 is not asked now (art. 3(2)c)"
    assert told.at(1.0).next_change_s() == 1.0 + TOLD_S
    assert told.at(1.0 + TOLD_S).told is None


def test_a_refusal_goes_when_the_table_has_moved_on() -> None:
    told = SEEN.sending("a", STAND, 0.0).after(Answered(id="a", seq=None, refused=REFUSAL), 1.0)
    assert told.after(Update(view=replace(VIEWS["ask"], seq=101)), 1.1).told is not None
    assert told.after(Update(view=replace(VIEWS["ask"], seq=101, due_seq=101)), 1.1).told is None
    lower = (replace(VIEWS["ask"].boxes[0], wager=100_00), *VIEWS["ask"].boxes[1:])
    assert told.after(Update(view=replace(VIEWS["ask"], seq=101, boxes=lower)), 1.1).told is None


def test_the_primary_is_guarded_while_its_meaning_is_new() -> None:
    moved = SEEN.after(Update(view=replace(VIEWS["ask"], due_seq=101)), 1.0)
    assert (moved.guarded_until_s, moved.next_change_s()) == (1.5, 1.5)
    assert moved.at(1.4).guarded_until_s is not None
    assert moved.at(1.5).guarded_until_s is None
    assert SEEN.after(Update(view=replace(VIEWS["ask"], seq=101)), 1.0).guarded_until_s is None


def test_a_refusal_of_somebody_elses_request_is_not_told() -> None:
    assert SEEN.after(Refused(event="call", refused=REFUSAL), 1.0).told is None


def test_a_press_that_gets_no_answer_is_told_and_the_button_comes_back() -> None:
    late = SEEN.sending("a", STAND, 0.0).at(ANSWER_S)
    assert late.takes_press(ANSWER_S)
    assert late.told is not None
    assert "\u201cStand\u201d had no answer" in late.told.text


def test_a_connection_that_ends_takes_the_press_with_it_and_says_so() -> None:
    lost = SEEN.sending("a", STAND, 0.0).without_core(1.0)
    assert (lost.is_connected, lost.sent) == (False, None)
    assert lost.told is not None
    assert SEEN.without_core(1.0).told is None


def test_a_fault_lasts_until_the_core_shows_a_table_again() -> None:
    faulty = SEEN.after(Fault(text="the disk is full"), 0.0)
    assert faulty.fault == "the disk is full"
    assert faulty.after(Update(view=VIEWS["ask"]), 1.0).fault is None


def test_a_picked_card_is_forgotten_when_something_else_is_due() -> None:
    picked = SEEN.picking("rank:T", 0.0).picking("suit:H", 0.1)
    assert (picked.rank, picked.suit) == (Rank.TEN, Suit.HEARTS)
    assert picked.picking("rank:T", 0.2).rank is None
    assert picked.after(Update(view=VIEWS["ask"]), 1.0).rank is Rank.TEN
    moved = Update(view=replace(VIEWS["ask"], due_seq=101))
    assert picked.after(moved, 1.0).rank is None
