"""Troubles met at the real screen by touches: an unread card, a coup cancelled, a shuffle, processes that die."""

from collections.abc import Callable
from typing import Any

import pytest
from touches.dealer import BURNS

from engine.instructions import Ask, NameCard, Offer, Settle, Shuffle, TakeWagers
from ui.band import due_band

pytestmark = pytest.mark.thorough

COUP = BURNS + "TS TH 8S 9H" + " 9D 2D 8C"


def dealt(one: Any) -> None:
    """Two boxes, and their first two cards and the upcard."""
    one.begins(Ana_3=200, Rui_5=500)


def asked(one: Any) -> None:
    """Play until box 3 decides."""
    dealt(one)
    one.touch("primary")
    assert isinstance(one.view.due, Ask)


def test_a_card_that_passed_unread_is_named_with_the_keypad(dealer: Callable[..., Any]) -> None:
    one = dealer(COUP.replace("9D", "9D!"))
    dealt(one)
    assert isinstance(one.view.due, NameCard)
    seen = one.looks()
    assert seen.open("primary") is None
    (named,) = one.touch("rank:9", "suit:D", "primary")
    assert (named["type"], named["n"]) == ("card_named", 7)
    assert one.view.dealer.cards == ("9D",)
    assert one.looks().button("rank:9") is None
    assert isinstance(one.view.due, Offer)


def test_what_is_held_wants_a_finger_that_stays(dealer: Callable[..., Any]) -> None:
    one = dealer(COUP)
    asked(one)
    one.glass.press("slips")
    one.glass.press("cancel")
    assert one.looks().button("digit:4") is None
    (cancelled,) = one.touch("cancel!", "digit:4", "digit:2", "primary")
    assert (cancelled["type"], cancelled["second"]) == ("coup_cancelled", "42")
    assert one.view.result.cancelled
    one.touch("primary")
    assert isinstance(one.view.due, TakeWagers)
    assert [event["type"] for event in one.touch("shuffle!")] == ["shuffle_called"]
    assert isinstance(one.view.due, Shuffle)


def test_in_one_coup_core_and_screen_die_and_it_is_paid_as_if_they_had_not(dealer: Callable[..., Any]) -> None:
    one = dealer(COUP)
    asked(one)
    before, core, screen = one.view, one.rig.table.core.process, one.rig.table.screen
    core.kill()
    core.wait(timeout=10)
    dead = one.glass.until(lambda seen: not seen.is_connected, "that nobody answers")
    assert dead.open("primary") is None
    assert dead.texts["band.title"] != due_band(before).title
    one.rig.start_core_again()
    after = one.rig.core.until(lambda view: view.reader.state == "up", "come back")
    assert (after.due, after.due_seq, after.boxes) == (before.due, before.due_seq, before.boxes)
    one.touch("primary")
    one.glass.tree.unlink()
    screen.process.kill()
    screen.process.wait(timeout=10)
    while screen.process.poll() is not None:
        screen.keep()
    one.touch("primary")
    one.deal()
    assert isinstance(one.view.due, Settle)
    assert [(row.box, row.net) for row in one.view.result.settlement] == [(3, 20_000), (5, 50_000)]
    one.touch("primary")
    assert one.asked()[4:] == ["betting_closed", "done offer", "stand 3/1", "stand 5/1", "done settle"]
