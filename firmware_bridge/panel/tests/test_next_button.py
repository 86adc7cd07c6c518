"""NEXT means what was due when the finger came down."""

import typing

import pytest
from msgspec import structs

from engine.events import BettingClosed, Call, Done
from engine.instructions import Ask, Due, Offer, Settle
from firmware_bridge.panel.next_button import GUARD_S, KEPT_S, NextButton, Press, Primary, meaning
from firmware_bridge.panel.tests.views import DUES, nobody, view

MEANS: dict[str, Primary | None] = {
    "take_wagers": BettingClosed(),
    "burn": None,
    "deal": None,
    "offer": Done(of="offer"),
    "ask": Call(box=3, hand=2, call="stand"),
    "turn_hidden": Done(of="turn_hidden"),
    "draw": None,
    "settle": Done(of="settle"),
    "shuffle": None,
    "name_card": None,
    "reconcile": Done(of="reconcile"),
}


@pytest.mark.parametrize("due", DUES, ids=lambda due: str(due.__struct_config__.tag))
def test_what_the_button_means_for_each_instruction(due: Due) -> None:
    assert meaning(view(due)) == MEANS[str(due.__struct_config__.tag)]


def test_every_instruction_is_tried() -> None:
    assert {type(due) for due in DUES} == set(typing.get_args(Due))


def test_betting_is_not_closed_without_a_wager() -> None:
    assert meaning(nobody()) is None


def test_a_press_before_anything_was_shown_means_nothing() -> None:
    button = NextButton()
    button.tell(view(Settle()), 100.0)
    assert button.pressed(99.9) is None


def test_a_press_answers_what_was_due_when_the_finger_came_down() -> None:
    button = NextButton()
    button.tell(view(Offer(what=("surrender",)), due_seq=7), 100.0)
    button.tell(view(Settle(), due_seq=8), 110.0)
    assert button.pressed(109.99) == Press(Done(of="offer"), 7)
    assert button.pressed(111.0) == Press(Done(of="settle"), 8)


def test_a_press_right_after_something_else_became_due_means_nothing() -> None:
    button = NextButton()
    button.tell(view(Ask(box=1, hand=1, calls=()), due_seq=7), 100.0)
    button.tell(view(Ask(box=3, hand=1, calls=()), due_seq=8), 110.0)
    assert button.pressed(110.0 + GUARD_S - 0.01) is None
    assert button.pressed(110.0 + GUARD_S) == Press(Call(box=3, hand=1, call="stand"), 8)


def test_the_same_asked_anew_is_something_else() -> None:
    button = NextButton()
    button.tell(view(Settle(), due_seq=7), 100.0)
    button.tell(view(Settle(), due_seq=8), 110.0)
    assert button.pressed(110.1) is None


def test_a_view_that_changes_nothing_due_shuts_nothing() -> None:
    button = NextButton()
    button.tell(view(Settle(), due_seq=7), 100.0)
    button.tell(structs.replace(view(Settle(), due_seq=7), seq=10), 110.0)
    assert button.pressed(110.0) == Press(Done(of="settle"), 7)


def test_while_no_table_is_kept_a_press_means_nothing() -> None:
    button = NextButton()
    button.tell(view(Settle()), 100.0)
    button.tell(None, 110.0)
    assert button.pressed(111.0) is None
    assert button.pressed(109.0) is not None


def test_old_views_are_forgotten_and_the_last_never() -> None:
    button = NextButton()
    for n in range(10_000):
        button.tell(view(Settle(), due_seq=n), n / 100)
    assert len(button._told) <= KEPT_S * 100 + 2
    assert button.pressed(1e6) == Press(Done(of="settle"), 9_999)
