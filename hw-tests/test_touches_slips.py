"""Slips put right, and what a box may ask for, by touches of the real screen."""

from collections.abc import Callable
from typing import Any

import pytest
from touches.dealer import BURNS

from engine.answers import Outcome
from engine.instructions import Ask, Reconcile, Settle, TakeWagers

pytestmark = pytest.mark.thorough


def test_a_forgotten_stand_is_put_right_by_one_touch(dealer: Callable[..., Any]) -> None:
    """Box 2 had stood, and the card lies at box 5, to whom the dealer gave it."""
    one = dealer(BURNS + "TS 4D 8S 6C 9C" + " 5H", player_cards="up")
    one.begins(Ana_2=200, Rui_5=400)
    one.touch("primary")
    assert one.view.due.box == 2
    one.draw()
    assert len(one.view.boxes[1].hands[0].cards) == 3
    one.touch("slips", "slip:0")
    assert [len(box.hands[0].cards) for box in one.view.boxes if box.hands] == [2, 3]
    assert isinstance(one.view.due, Ask)
    assert one.view.due.box == 5
    assert one.asked()[-1] == "stand 2/1"


def test_a_touch_too_many_is_taken_back(dealer: Callable[..., Any]) -> None:
    one = dealer(BURNS + "TS 8S 2D 3C 9C" + " 5H", player_cards="up")
    one.begins(Ana_2=200, Rui_5=400)
    one.touch("primary")
    one.touch("primary")
    assert one.view.due.box == 5
    undo = next(at for at, slip in enumerate(one.view.slips) if slip.code == "undo")
    one.touch("slips", *["slips:more"] * (undo // 4), f"slip:{undo}")
    assert (one.view.due.box, one.view.due.hand) == (2, 1)


def test_a_misdeal_is_laid_as_the_screen_shows_it(dealer: Callable[..., Any]) -> None:
    one = dealer(BURNS + "TS 8S 9D 4D 9C" + " 5H", player_cards="up")
    one.load()
    one.seat(Ana_2=200, Rui_5=400)
    one.touch("primary")
    one.draw(5)
    misdeal = next(at for at, slip in enumerate(one.view.slips) if slip.code == "misdeal")
    one.touch("slips", *["slips:more"] * (misdeal // 4), f"slip:{misdeal}")
    assert isinstance(one.view.due, Reconcile)
    one.touch("primary")
    assert not isinstance(one.view.due, Reconcile)
    one.deal()
    assert one.asked()[-2:] == ["misdeal_found", "done reconcile"]


def test_three_sevens_are_paid_at_once_and_the_rest_box_by_box(dealer: Callable[..., Any]) -> None:
    one = dealer(BURNS + "7S TS 7D 9S 9C" + " 7H 8D 8C", player_cards="up")
    one.begins(Ana_1=200, Rui_2=400)
    one.touch("primary")
    one.draw()
    assert "600" in one.texts["band.first"]
    one.touch("primary")
    one.deal()
    assert isinstance(one.view.due, Settle)
    assert one.view.result.settlement[0].outcome is Outcome.BONUS
    assert one.texts["band.title"].startswith("Box 2")
    one.touch("box:2")
    assert all(payout.is_done for payout in one.view.payouts)
    one.touch("primary")
    assert isinstance(one.view.due, TakeWagers)
    assert one.asked()[-2:] == ["paid 2", "done settle"]


def test_even_money_is_one_touch_at_the_box(dealer: Callable[..., Any]) -> None:
    one = dealer(BURNS + "AS TS KD 6S AD 9C" + " 8D", player_cards="up")
    one.begins(Ana_1=200, Rui_2=400)
    one.touch("even_money:1:Ana")
    assert "200" in one.texts["band.first"]
    one.touch("primary")
    one.touch("primary")
    one.touch("primary")
    assert isinstance(one.view.due, Settle)
    assert one.texts["dealer.total"] == "20"
    assert one.view.result.settlement[0].outcome is Outcome.EVEN_MONEY


def test_a_surrender_at_the_box_out_of_turn(dealer: Callable[..., Any]) -> None:
    one = dealer(BURNS + "TS 8S 6D 8D 9C" + " 5H TC", player_cards="up")
    one.begins(Ana_2=200, Rui_5=400)
    one.touch("surrender:5")
    one.touch("primary")
    one.touch("primary")
    one.deal()
    assert isinstance(one.view.due, Settle)
    assert [row.outcome for row in one.view.result.settlement if row.box == 5] == [Outcome.SURRENDER]


def test_the_language_is_switched_in_the_midst_of_a_coup(dealer: Callable[..., Any]) -> None:
    one = dealer(BURNS + "TS 8S 9C", player_cards="up")
    one.load()
    one.seat(Ana_2=200)
    one.touch("primary")
    one.draw(4)
    before = one.view
    for key in ("table", "screen", "language:zh_Hant", "back"):
        one.glass.press(key)
    one.glass.until(lambda seen: seen.texts["band.title"].startswith("\u838a\u5bb6"), "the table in Chinese")
    assert one.view == before


def test_two_people_go_on_by_hand_and_tell_each_card(dealer: Callable[..., Any]) -> None:
    one = dealer(BURNS + "TS 8S 9C", player_cards="up")
    one.load()
    one.seat(Ana_2=200)
    one.touch("primary")
    one.draw(2)
    for key in ("table", "by_hand!", "digit:7", "primary"):
        one.glass.press(key.removesuffix("!"), is_held=key.endswith("!"))
    one.rig.core.until(lambda view: view.reader.state == "by_hand", "go on by hand")
    tells(one, "T", "S")
    tells(one, "8", "S")
    tells(one, "9", "C")
    assert one.view.boxes[1].hands[0].cards == ("TS", "8S")
    one.touch("primary")
    one.touch("call:hit")
    tells(one, "2", "D")
    assert one.view.boxes[1].hands[0].total == 20


def tells(one: Any, rank: str, suit: str) -> None:
    """By hand: the card that left."""
    out = one.view.shoe.out
    one.looks()
    for key in (f"rank:{rank}", f"suit:{suit}", "primary"):
        one.glass.press(key)
    one.rig.core.until(lambda view: view.shoe.out > out, "take the card that was told")


def test_the_table_closes_and_opens_with_another_least_wager(dealer: Callable[..., Any]) -> None:
    one = dealer(BURNS + "TS 8S 9C")
    one.load()
    one.touch("table", "close!", "digit:7", "primary")
    assert one.view.is_closed
    one.touch("open:min_wager", "chip:10000", "primary", "primary")
    assert (one.view.rules.min_wager, one.view.is_closed) == (10000, False)
    one.touch("digit:8", "primary")
    assert one.view.dealt_by == "8"
