"""Whole coups by touches of the real screen: what the core took, and what the dealer saw."""

from collections.abc import Callable
from typing import Any

import pytest
from touches.dealer import BURNS

from engine.answers import Outcome
from engine.instructions import Ask, Offer, Settle, Shuffle, TakeWagers, TurnHidden

pytestmark = pytest.mark.thorough


def test_a_plain_coup(dealer: Callable[..., Any]) -> None:
    one = dealer(BURNS + "TS TH 8S 9H" + " 9D 2D 8C")
    assert isinstance(one.view.due, Shuffle)
    one.load()
    one.touch("box:3", "digit:4", "digit:1", "primary")
    one.touch("chip:10000", "chip:10000", "primary")
    one.touch("box:5", "digit:7", "primary")
    one.touch("chip:50000", "primary")
    assert (one.texts["box3.player"], one.texts["box5.player"]) == ("P41", "P7")
    one.touch("primary")
    one.deal()
    assert isinstance(one.view.due, Offer)
    one.touch("primary")
    one.touch("primary")
    assert isinstance(one.view.due, Ask)
    assert one.view.due.box == 5
    one.touch("primary")
    one.deal()
    assert isinstance(one.view.due, Settle)
    rows = one.view.result.settlement
    assert [(row.box, row.player, row.net) for row in rows] == [(3, "P41", 20000), (5, "P7", 50000)]
    assert one.texts["dealer.total"] == "17"
    one.touch("primary")
    assert isinstance(one.view.due, TakeWagers)
    one.touch("repeat", asks=2)
    assert [box.wager for box in one.view.boxes] == [None, None, 20000, None, 50000, None, None]
    assert one.asked() == [
        "player_seated 3", "wager_placed 3", "player_seated 5", "wager_placed 5", "betting_closed",
        "done offer", "stand 3/1", "stand 5/1", "done settle", "wager_placed 3", "wager_placed 5",
    ]  # fmt: skip


def test_a_split_and_a_double(dealer: Callable[..., Any]) -> None:
    one = dealer(BURNS + "8S 6H 8D 5H 6D" + " TS 2S 9H TH" + " KC TC 3S", player_cards="up")
    one.begins(Ana_1=200, Rui_2=400)
    one.touch("primary")
    one.touch("call:split")
    one.draw()
    one.touch("primary")
    one.draw(2)
    assert (one.view.due.box, one.view.due.hand) == (1, 2)
    one.touch("primary")
    one.touch("call:double")
    one.draw()
    one.deal()
    assert isinstance(one.view.due, Settle)
    assert [(row.box, row.hand, row.net) for row in one.view.result.settlement] == [
        (1, 1, -20000),
        (1, 2, 0),
        (2, 1, 80000),
    ]
    assert one.texts["box2.wager"] == "800"
    one.touch("primary")
    assert one.asked()[4:] == [
        "betting_closed", "done offer", "split 1/1", "stand 1/1", "stand 1/2", "double 2/1", "done settle",
    ]  # fmt: skip


def test_against_an_ace_a_box_is_insured_and_the_hidden_card_is_turned(dealer: Callable[..., Any]) -> None:
    one = dealer(BURNS + "TS 9H" + " AD 7C")
    one.begins(Ana_7=200)
    assert "insurance" in one.view.due.what
    (insured,) = one.touch("insure:7:Ana")
    assert (insured["box"], insured["amount"]) == (7, 10000)
    one.touch("primary")
    one.touch("primary")
    assert isinstance(one.view.due, TurnHidden)
    one.touch("primary")
    assert isinstance(one.view.due, Settle)
    assert one.texts["dealer.total"] == "18"
    assert [row.outcome for row in one.view.result.settlement] == [Outcome.WIN, Outcome.INSURANCE_LOSE]
    one.touch("primary")
    assert one.asked()[2:] == [
        "betting_closed", "insurance 7", "done offer", "stand 7/1", "done turn_hidden", "done settle",
    ]  # fmt: skip


def test_the_white_card_ends_the_shoe_and_a_new_one_is_loaded(dealer: Callable[..., Any]) -> None:
    one = dealer(BURNS + "TS 8S - 9D 2D 8C", BURNS + "3S 4S 5D")
    one.begins(Ana_3=200)
    assert one.view.shoe.last_coup
    one.touch("primary")
    one.touch("primary")
    one.deal()
    one.touch("primary")
    assert isinstance(one.view.due, Shuffle)
    one.load()
    assert isinstance(one.view.due, TakeWagers)
    one.touch("repeat")
    one.touch("primary")
    one.deal()
    assert isinstance(one.view.due, Offer)
    assert one.view.shoe.out == 5
    assert one.asked() == ["wager_placed 3", "betting_closed"]
