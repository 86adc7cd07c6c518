"""What ``bench screen`` reads and counts; its figures are no matter of tests."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from deploy.benchmarks.screen_glass import Seen, SeenPart, missing
from deploy.benchmarks.screen_place import flips
from deploy.benchmarks.screen_touches import (
    DECISIONS,
    PAYMENT,
    STEPS,
    WAGERS,
    Tally,
    buttons_of,
    kind_of,
    leads_to,
    shortest,
)
from deploy.benchmarks.screen_weight import Weighed, processor_s, resident_mb
from engine.cards import Card, Rank, Suit
from engine.events import AnyEvent, BettingClosed, Call, CardNamed, Done, Insurance, WagerPlaced
from engine.instructions import Ask, NameCard
from ui.layout import Rect
from ui.opened import Insuring, Naming, Numbering, Seats, Wagering
from ui.presenter import shown
from ui.samples import VIEWS
from ui.situation import Situation


def at(name: str) -> Situation:
    return Situation(view=VIEWS[name], is_connected=True)


# What can be touched, and where it leads


def test_a_button_that_asks_for_it_is_one_touch() -> None:
    due = VIEWS["ask"].due
    assert isinstance(due, Ask)
    stand = Call(box=due.box, hand=due.hand, call="stand")
    way = shortest(at("ask"), [stand], 0)
    assert way is not None
    assert [button.press for button in way] == [stand]


def test_a_cards_name_is_rank_suit_and_that_it_is_so() -> None:
    due = VIEWS["name_card"].due
    assert isinstance(due, NameCard)
    way = shortest(at("name_card"), [CardNamed(n=due.n, card=Card.parse("9H"), by="whoever")], 0)
    assert way is not None
    assert {button.key for button in way[:2]} == {"rank:9", "suit:H"}
    assert way[2].key == "primary"


def test_what_no_button_asks_for_has_no_way() -> None:
    assert shortest(at("ask"), [Call(box=7, call="hit")], 0) is None


def test_one_touch_may_ask_for_several_but_for_nothing_else() -> None:
    view = VIEWS["take_wagers"]
    placed = [WagerPlaced(box=box.box, player=box.player or "", amount=500_00) for box in view.boxes if box.player][:2]
    unplaced = tuple(structs.replace(box, wager=None, wagers=()) for box in view.boxes)
    situation = replace(at("take_wagers"), view=structs.replace(view, repeat=tuple(placed), boxes=unplaced))
    way = shortest(situation, placed, 0)
    assert way is not None
    assert [(button.key, len(button.also)) for button in way] == [("repeat", 1)]
    one = shortest(situation, placed[:1], 0)
    assert one is not None
    assert one[-1].also == ()
    assert len(one) > 1


def test_closed_buttons_lead_nowhere() -> None:
    assert shortest(replace(at("ask"), guarded_until_s=0.5), [Call(box=1, call="stand")], 0) is None


@pytest.mark.parametrize(
    ("opened", "event", "leads"),
    [
        (Wagering(3, "Ana"), WagerPlaced(box=3, player="Ana", amount=500), True),
        (Wagering(3, "Ana", 500), WagerPlaced(box=3, player="Ana", amount=500), True),
        (Wagering(3, "Ana", 600), WagerPlaced(box=3, player="Ana", amount=500), False),
        (Wagering(4, "Ana"), WagerPlaced(box=3, player="Ana", amount=500), False),
        (Wagering(3, "Ana"), Call(box=3, call="stand"), False),
        (Insuring(3, "Ana"), Insurance(box=3, player="Ana", amount=100), True),
        (Numbering("seat", 3, "41"), WagerPlaced(box=3, player="411", amount=500), True),
        (Numbering("seat", 3, "42"), WagerPlaced(box=3, player="411", amount=500), False),
        (Naming(Rank("9")), CardNamed(n=4, card=Card.parse("9H"), by=""), True),
        (Naming(Rank("9"), Suit("S")), CardNamed(n=4, card=Card.parse("9H"), by=""), False),
        (Seats(), BettingClosed(), True),
        (None, BettingClosed(), True),
    ],
    ids=str,
)
def test_a_way_that_speaks_of_something_else_is_not_gone(opened: object, event: AnyEvent, leads: bool) -> None:
    assert leads_to(opened, event) is leads


def test_every_button_of_a_table_is_found_once() -> None:
    keys = [button.key for button in buttons_of(shown(at("ask")))]
    assert "primary" in keys
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (WagerPlaced(box=1, player="Ana", amount=200), WAGERS),
        (Call(box=1, call="split"), DECISIONS),
        (Done(of="offer"), STEPS),
        (Done(of="settle"), PAYMENT),
    ],
    ids=str,
)
def test_touches_are_counted_by_what_they_are_for(event: AnyEvent, kind: str) -> None:
    assert kind_of(event) == kind


def test_wagers_are_counted_in_the_coups_in_which_they_were_laid_so() -> None:
    tally = Tally(coups=4)
    tally.played[WAGERS] = 2
    tally.touches.update({WAGERS: 24, PAYMENT: 4})
    assert (tally.per_coup(WAGERS), tally.per_coup(PAYMENT)) == (12, 1)


# What is read


def test_a_trace_tells_records_times_and_new_fingers(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    assert flips(trace) == []
    trace.write_text("3 4 100\n3 4 200 pressed\n")
    assert flips(trace) == [(4, 100, False), (4, 200, True)]


def test_what_this_process_costs_is_told() -> None:
    assert processor_s(os.getpid()) > 0
    assert 10 < resident_mb(os.getpid()) < 4000


def test_each_figure_has_its_own_median() -> None:
    each = [Weighed(1, 30, 5), Weighed(2, 10, 4), Weighed(9, 20, 9)]
    assert Weighed.median(each) == Weighed(2, 20, 5)


def test_only_an_enabled_button_is_open() -> None:
    parts = [
        SeenPart(id="primary", kind="button", text="Stand", rect=Rect(0, 0, 9, 9), is_enabled=False),
        SeenPart(id="box:3", kind="words", text="3", rect=Rect(0, 0, 9, 9), is_enabled=True),
        SeenPart(id="cancel", kind="button", text="Cancel", rect=Rect(0, 0, 9, 9), is_enabled=True),
    ]
    seen = Seen(frame=1, size=(9, 9), is_connected=True, due_seq=1, seq=1, steady_s=0, parts=tuple(parts))
    assert seen.button("primary") is not None
    assert [key for key in ("primary", "box:3", "cancel") if seen.open(key)] == ["cancel"]
    assert seen.texts["primary"] == "Stand"


def test_what_is_missing_is_told_by_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda command: None if command == "import" else command)
    assert missing() == ("imagemagick",)
