import dataclasses

from msgspec.structs import replace

from engine.answers import Refusal
from engine.articles import Article
from engine.cards import Rank
from engine.events import CoupCancelled, DealerChanged
from engine.messages import Answered, Fault, Refused, Update
from ui.opened import Matters, Naming, Opened, People, Slips
from ui.person import Person
from ui.samples import VIEWS
from ui.shown import Button
from ui.situation import ANSWER_S, GUARD_S, PEOPLE_S, STEADY_S, TOLD_S, TWICE_S, Situation

STAND = Button("primary", "Stand")
SEEN = Situation().after(Update(view=VIEWS["ask"]), 0.0)
REFUSAL = Refusal("box 1 hand 1 is not asked now", Article.ORDER, "not_asked", {})


def test_a_press_waits_for_its_own_answer() -> None:
    sent = SEEN.sending(("a",), STAND, 10.0)
    assert not sent.takes_press(10.5)
    assert not sent.after(Answered(id="b", seq=1, refused=None), 10.5).takes_press(10.5)
    assert sent.after(Answered(id="a", seq=1, refused=None), 10.5).takes_press(10.5)


def test_the_same_touch_twice_is_one_press_even_when_the_answer_is_quick() -> None:
    answered = SEEN.sending(("a",), STAND, 10.0).after(Answered(id="a", seq=1, refused=None), 10.01)
    assert not answered.takes_press(10.0 + GUARD_S - 0.01)
    assert answered.takes_press(10.0 + GUARD_S)


def test_a_refusal_is_told_for_some_seconds() -> None:
    told = SEEN.sending(("a",), STAND, 0.0).after(Answered(id="a", seq=None, refused=REFUSAL), 1.0)
    assert told.told is not None
    assert told.told.text == "Not taken: box 1 hand 1 is not asked now (art. 3(2)c)"
    assert told.at(1.0).next_change_s() == 1.0 + TOLD_S
    assert told.at(1.0 + TOLD_S).told is None


def test_a_refusal_goes_when_the_table_has_moved_on() -> None:
    told = SEEN.sending(("a",), STAND, 0.0).after(Answered(id="a", seq=None, refused=REFUSAL), 1.0)
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
    late = SEEN.sending(("a",), STAND, 0.0).at(ANSWER_S)
    assert late.takes_press(ANSWER_S)
    assert late.told is not None
    assert "\u201cStand\u201d had no answer" in late.told.text


def test_a_connection_that_ends_takes_the_press_with_it_and_says_so() -> None:
    lost = SEEN.sending(("a",), STAND, 0.0).without_core(1.0)
    assert (lost.is_connected, lost.sent) == (False, None)
    assert lost.told is not None
    assert SEEN.without_core(1.0).told is None


def test_a_fault_lasts_until_the_core_shows_a_table_again() -> None:
    faulty = SEEN.after(Fault(text="the disk is full"), 0.0)
    assert faulty.fault == Fault(text="the disk is full")
    assert faulty.after(Update(view=VIEWS["ask"]), 1.0).fault is None


def test_a_picked_card_is_forgotten_when_something_else_is_due() -> None:
    ten = Naming(rank=Rank.TEN)
    picked = SEEN.touched(Button("rank:T", "10", opens=ten), 0.0)
    assert picked.opened == ten
    assert picked.after(Update(view=VIEWS["ask"]), 1.0).opened == ten
    moved = Update(view=replace(VIEWS["ask"], due_seq=101))
    assert picked.after(moved, 1.0).opened is None


def test_touches_rest_while_other_keys_come_and_not_while_one_types() -> None:
    opened = SEEN.touched(Button("table", "", opens=Matters()), 0.0)
    assert not opened.takes_press(STEADY_S - 0.01)
    assert opened.takes_press(STEADY_S)
    people = People(DealerChanged(), None, "people.dealer")
    typed = replace_opened(opened, people).touched(Button("digit:1", "1", opens=_typed(people, "1")), 5.0)
    assert typed.takes_press(5.0 + TWICE_S)


def test_what_the_table_puts_away_leaves_no_key_under_the_finger() -> None:
    opened = SEEN.touched(Button("slips", "", opens=Slips()), 0.0)
    moved = opened.after(Update(view=replace(VIEWS["ask"], due_seq=101)), 1.0)
    assert (moved.opened, moved.takes_press(1.0 + GUARD_S - 0.01), moved.takes_press(1.0 + GUARD_S)) == (
        None,
        False,
        True,
    )


def test_people_who_answer_no_instruction_stay_whatever_becomes_due() -> None:
    moved = Update(view=replace(VIEWS["ask"], due_seq=101))
    cancel = People(CoupCancelled(reason="r", by=""), None, "people.cancel")
    assert replace_opened(SEEN, cancel).after(moved, 1.0).opened == cancel
    assert replace_opened(SEEN, _answering(cancel)).after(moved, 1.0).opened is None


def test_a_refusal_keeps_what_is_open_and_forgets_the_people() -> None:
    cancel = People(CoupCancelled(reason="r", by=""), None, "people.cancel", (Person("7", "123456"),), "8", "654321")
    sent = replace_opened(SEEN, cancel).sending(("a", "b"), STAND, 0.0)
    refused = sent.after(Answered(id="b", seq=None, refused=REFUSAL), 1.0)
    assert refused.opened == People(cancel.event, None, "people.cancel")
    assert refused.sent is None


def test_a_press_of_several_requests_ends_with_the_last_answer() -> None:
    again = Button("repeat", "Again", opens=Matters())
    sent = SEEN.sending(("a", "b"), again, 0.0).after(Answered(id="a", seq=1, refused=None), 0.1)
    assert not sent.takes_press(0.2)
    done = sent.after(Answered(id="b", seq=2, refused=None), 0.2)
    assert (done.sent, done.opened) == (None, Matters())


def test_a_pin_is_in_no_picture_of_what_is_open() -> None:
    assert "583920" not in repr(People(DealerChanged(), None, "", (Person("7", "583920"),), "7", "583920"))


def test_typed_pins_do_not_wait_for_ever_nor_for_another_coup() -> None:
    cancel = People(CoupCancelled(reason="r", by=""), None, "people.cancel", (Person("7", "123456"),))
    opened = replace_opened(SEEN, cancel)
    typed = dataclasses.replace(opened, pressed_s=10.0)
    assert typed.at(10.0 + PEOPLE_S - 0.1).opened == cancel
    assert typed.at(10.0 + PEOPLE_S).opened is None
    assert typed.next_change_s() == 10.0 + PEOPLE_S
    assert typed.without_core(11.0).opened == People(cancel.event, None, "people.cancel")
    another = Update(view=replace(VIEWS["ask"], cancellable=143))
    assert typed.after(another, 11.0).opened is None


def replace_opened(situation: Situation, opened: Opened) -> Situation:
    return dataclasses.replace(situation, opened=opened)


def _typed(people: People, staff: str) -> People:
    return dataclasses.replace(people, staff=staff)


def _answering(people: People) -> People:
    return dataclasses.replace(people, answers=VIEWS["ask"].due_seq)
