"""Whole coups over the wire: what is offered and called, and a slip that is put right by a request from beside."""

import json
from collections.abc import Callable
from typing import Any

from engine.answers import Outcome
from engine.events import EvenMoney
from engine.instructions import Ask, Offer, Place, Reconcile, Settle

BURNS = "2C " * 6
"""As many as packs, before the first coup of a shoe."""


def results(one: Any) -> list[tuple[int, int, str, str]]:
    """Box (in the order of play), hand, kind and outcome of each row."""
    one.play_until(lambda: isinstance(one.core.view.due, Settle))
    rows = one.core.view.result.settlement
    boxes = sorted({row.box for row in rows})
    return [(boxes.index(row.box) + 1, row.hand, row.kind, str(row.outcome)) for row in rows]


def until(one: Any, due: type) -> Any:
    one.play_until(lambda: isinstance(one.core.view.due, due))
    return one.core.view


def test_a_coup_with_a_surrender_a_split_and_a_double(rig: Callable[..., Any]) -> None:
    one = rig(cards=BURNS + "TS 8H 6C 6D 8C 5H 9D" + " TD KH TS 3C TC", players=3)
    offer = until(one, Offer)
    assert offer.due.what == ("surrender",)
    assert offer.dealer.cards == ("9D",)
    assert results(one) == [
        (1, 1, "main", Outcome.SURRENDER),
        (2, 1, "main", Outcome.LOSE),
        (2, 2, "main", Outcome.LOSE),
        (3, 1, "main", Outcome.WIN),
    ]
    split, doubled = (box for box in one.core.view.boxes if box.hands and box.hands[0].total in (18, 21))
    assert [hand.cards for hand in split.hands] == [("8H", "TD"), ("8C", "KH")]
    assert doubled.hands[0].cards == ("6C", "5H", "TS")
    rows = one.core.view.result.settlement
    assert rows[-1].net == rows[-1].wager == doubled.wager
    assert split.wager == 2 * split.hands[0].wager
    one.play_coups(1)


def test_against_an_ace_insurance_and_even_money_are_taken(rig: Callable[..., Any]) -> None:
    one = rig(cards=BURNS + "AS TH KS QH AD KD", players=2)
    offer = until(one, Offer)
    assert offer.due.what == ("insurance", "even_money")
    assert results(one) == [
        (1, 1, "main", Outcome.EVEN_MONEY),
        (2, 1, "main", Outcome.LOSE),
        (2, 1, "insurance", Outcome.INSURANCE_WIN),
    ]
    first = next(box for box in one.core.view.boxes if box.hands)
    assert one.core.view.result.bank == -(first.wager or 0), "insured for half the wager, box 2 comes out even"


def test_the_same_offers_come_back_when_the_core_is_killed_in_their_midst(rig: Callable[..., Any]) -> None:
    one = rig(cards=BURNS + "AS TH KS QH AD KD", players=2)
    until(one, Offer)
    box = next(box for box in one.core.view.boxes if box.hands)
    assert one.core.ask(EvenMoney(box=box.box, player=box.player)).refused is None
    before = one.core.until(lambda view: view.boxes[box.box - 1].hands[0].at_once, "tell the even money")
    one.kill_core()
    one.core.until(lambda view: view.reader.state == "up", "come back")
    after = one.core.view
    assert (after.due, after.boxes, after.due_seq, after.pay) == (
        before.due,
        before.boxes,
        before.due_seq,
        before.pay,
    )


def test_a_stand_that_came_late_is_put_right_and_the_cards_are_laid_again(
    rig: Callable[..., Any], banca21: Callable[..., Any]
) -> None:
    one = rig(cards=BURNS + "TS 5H 7C 6D 6C 2S TD 5D", players=2)
    asked = until(one, Ask)
    first, second = (box.box for box in asked.boxes if box.hands)
    assert asked.due.box == first
    one.people.pull(f"box:{second}/1")  # box 1 stood unheard, so the card went to box 2
    n = one.core.view.shoe.out
    stand = {"type": "call", "box": first, "call": "stand", "before": n, "by": "Pit"}
    said = banca21("say", json.dumps(stand), "--config", one.table.config)
    assert said.returncode == 0, said.stdout + said.stderr
    assert json.loads(said.stdout)["refused"] is None
    told = one.core.until(lambda view: isinstance(view.due, Reconcile), "tell how the cards belong").due
    assert told.moves == (Place(n, f"box:{first}/1", f"box:{second}/1"),)
    refused = banca21("say", json.dumps({"type": "call", "box": second, "call": "hit"}), "--config", one.table.config)
    assert refused.returncode == 1
    assert json.loads(refused.stdout)["refused"]["code"] == "reconcile_first"
    laid = banca21("say", '{"type": "done", "of": "reconcile"}', "--config", one.table.config)
    assert laid.returncode == 0
    after = one.core.until(lambda view: isinstance(view.due, Ask), "go on")
    assert (after.due.box, after.boxes[second - 1].hands[0].cards) == (second, ("##", "##", "2S"))
    assert after.boxes[first - 1].hands[0].state == "stood"
    one.play_coups(1)


def test_a_session_of_the_demo_has_every_call_and_no_refusal(banca21: Callable[..., Any]) -> None:
    done = banca21("demo", "--fast", "--coups", "10", "--players", "7", "--seed", "7")
    assert done.returncode == 0, done.stderr
    for words in ("insures", "takes even money", ": split", ": double", ": surrender"):
        assert words in done.stdout, words
    assert "refused" not in done.stdout
