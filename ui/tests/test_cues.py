from dataclasses import replace
from itertools import product

import pytest
from msgspec import structs

from engine.answers import Outcome
from engine.articles import Article
from engine.instructions import NameCard, Reconcile
from engine.messages import Fault, Update
from engine.view import Payout, PublicView
from ui.choices import Choices, Cue
from ui.cues import APART_S, AWAY_S, Heard, cue
from ui.samples import LOST, MISSING, UP, VIEWS, shoe
from ui.situation import Situation, Told

OPEN = Situation(view=VIEWS["ask"], is_connected=True)


def with_result(**changes: object) -> PublicView:
    settle = VIEWS["settle"]
    assert settle.result is not None
    return structs.replace(settle, result=structs.replace(settle.result, **changes))


def payout(*, is_done: bool) -> Payout:
    return Payout(
        box=1, hand=1, player="Chan", kind="main", outcome=Outcome.WIN, wager=100, net=100, article=Article.WIN,
        is_done=is_done,
    )  # fmt: skip


NAMING = VIEWS["name_card"]
WHITE = structs.replace(VIEWS["ask"], shoe=shoe(172, white=True, last=True))


@pytest.mark.parametrize(
    ("before", "after", "sounds"),
    [
        (VIEWS["ask"], VIEWS["lost"], Cue.TROUBLE),
        (VIEWS["ask"], VIEWS["missing"], Cue.TROUBLE),
        (VIEWS["lost"], VIEWS["missing"], Cue.TROUBLE),
        (VIEWS["lost"], structs.replace(VIEWS["lost"], seq=101), None),
        (VIEWS["lost"], VIEWS["ask_after_bust"], None),
        (VIEWS["ask"], VIEWS["lid_open"], None),
        (VIEWS["ask"], NAMING, Cue.TROUBLE),
        (NAMING, structs.replace(NAMING, seq=101), None),
        (NAMING, structs.replace(NAMING, due=NameCard(n=175, role="box:4/1")), Cue.TROUBLE),
        (VIEWS["by_hand"], structs.replace(NAMING, reader=VIEWS["by_hand"].reader), None),
        (VIEWS["ask"], VIEWS["reconcile"], Cue.TROUBLE),
        (VIEWS["reconcile"], structs.replace(VIEWS["reconcile"], due=Reconcile(moves=(), why="")), None),
        (VIEWS["ask"], VIEWS["boxed"], None),
        (VIEWS["ask"], WHITE, Cue.WHITE_CARD),
        (WHITE, VIEWS["last_coup"], None),
        (WHITE, VIEWS["shoe_empty"], None),
        (VIEWS["ask"], VIEWS["shoe_empty"], Cue.WHITE_CARD),
        (VIEWS["shuffle"], VIEWS["burn_opening"], None),
        (VIEWS["draw"], VIEWS["settle"], Cue.PAY),
        (VIEWS["ask"], VIEWS["settle_cancelled"], Cue.PAY),
        (VIEWS["settle"], with_result(last_of_shoe=True), None),
        (VIEWS["settle"], with_result(supersedes=True, settlement=()), Cue.PAY),
        (VIEWS["settle"], VIEWS["take_wagers"], None),
        (VIEWS["ask"], VIEWS["prize"], Cue.PAY),
        (VIEWS["bust"], VIEWS["bust_and_prize"], Cue.PAY),
        (VIEWS["prize"], structs.replace(VIEWS["prize"], seq=101), None),
        (VIEWS["ask"], VIEWS["bust"], None),
        (VIEWS["draw"], structs.replace(VIEWS["settle"], payouts=(payout(is_done=False),)), Cue.PAY),
        (VIEWS["draw"], structs.replace(VIEWS["settle"], payouts=(payout(is_done=True),)), None),
        (VIEWS["draw"], structs.replace(VIEWS["settle"], reader=LOST), Cue.TROUBLE),
        (VIEWS["draw"], structs.replace(VIEWS["settle"], shoe=shoe(177, white=True)), Cue.WHITE_CARD),
        (VIEWS["ask"], structs.replace(VIEWS["lost"], is_closed=True), None),
        (VIEWS["ask"], structs.replace(VIEWS["lost"], is_off=True), None),
    ],
)
def test_what_sounds_when_a_view_takes_anothers_place(
    before: PublicView, after: PublicView, sounds: Cue | None
) -> None:
    assert cue(before, after) is sounds


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_what_is_so_at_the_start_and_what_stays_so_is_silent(view: PublicView) -> None:
    assert cue(None, view) is None
    assert cue(view, view) is None


def without_cards(view: PublicView) -> PublicView:
    """The same view with no card, no total and no outcome of a hand to be seen."""
    boxes = tuple(structs.replace(box, hands=()) for box in view.boxes)
    return structs.replace(view, boxes=boxes, dealer=structs.replace(view.dealer, cards=(), total=None))


def test_no_sound_depends_on_any_card() -> None:
    """Not even on those that lie face up: what sounds follows from what is due, the link, the shoe and the money."""
    for before, after in product(VIEWS.values(), repeat=2):
        assert cue(without_cards(before), without_cards(after)) is cue(before, after)


def heard(*moments: tuple[float, Situation]) -> list[Cue | None]:
    """What sounded at each moment."""
    so_far, sounded = Heard(), []
    for now_s, situation in moments:
        so_far = so_far.after(situation, now_s)
        sounded.append(so_far.cue)
    return sounded


def seeing(view: PublicView, since: Situation = OPEN) -> Situation:
    return since.after(Update(view=view), 0.0)


def test_an_occurrence_sounds_once_however_often_the_screen_is_drawn() -> None:
    lost = seeing(VIEWS["lost"])
    assert heard((0, OPEN), (1, lost), (2, lost), (60, replace(lost, told=None)), (90, lost.at(90))) == [
        None,
        Cue.TROUBLE,
        None,
        None,
        None,
    ]


def test_a_screen_that_starts_anew_is_silent_about_what_is_so() -> None:
    assert heard((0, Situation()), (1, seeing(VIEWS["lost"], Situation())), (2, seeing(VIEWS["lost"]))) == [None] * 3


def test_a_core_that_restarts_does_not_sound_its_troubles_again() -> None:
    lost = seeing(VIEWS["lost"])
    away = lost.without_core(2.0)
    connecting = seeing(structs.replace(VIEWS["lost"], reader=VIEWS["connecting"].reader), away)
    again = seeing(VIEWS["lost"], connecting)
    assert heard((0, OPEN), (1, lost), (10, away), (11, connecting), (12, again)) == [
        None,
        Cue.TROUBLE,
        Cue.TROUBLE,
        None,
        None,
    ]
    assert heard((0, OPEN), (1, away), (2, connecting), (3, seeing(structs.replace(VIEWS["lost"], reader=UP)))) == [
        None,
        Cue.TROUBLE,
        None,
        None,
    ]


def test_what_happened_while_the_core_was_away_sounds_when_it_is_seen() -> None:
    away = OPEN.without_core(1.0)
    assert heard((0, OPEN), (1, away), (3, seeing(VIEWS["missing"], away))) == [None, Cue.TROUBLE, Cue.TROUBLE]


def test_a_core_that_dies_again_and_again_is_told_once_a_minute() -> None:
    away = OPEN.without_core(0.0)
    moments = [(float(n), OPEN if n % 2 == 0 else away) for n in range(int(2 * AWAY_S))]
    assert heard(*moments).count(Cue.TROUBLE) == 2
    fault = replace(OPEN, fault=Fault(text="the disk is full"))
    moments = [(0.0, OPEN)] + [(n + 1.0, fault if n % 2 == 0 else away) for n in range(50)]
    assert heard(*moments).count(Cue.TROUBLE) == 1


def test_a_fault_sounds_again_once_the_table_was_shown_in_between() -> None:
    fault = replace(OPEN, fault=Fault(text="the disk is full"))
    assert heard((0, OPEN), (1, fault), (9, OPEN), (19, fault)) == [None, Cue.TROUBLE, None, Cue.TROUBLE]
    assert heard((0, Situation()), (1, replace(fault, view=None)), (2, fault)) == [None, None, None]


@pytest.mark.parametrize("over", ["is_closed", "is_off"])
def test_a_core_that_goes_away_from_a_table_that_is_over_is_silent(over: str) -> None:
    closed = replace(OPEN, view=structs.replace(VIEWS["ask"], **{over: True}))
    assert heard((0, closed), (1, closed.without_core(1.0))) == [None, None]


def test_a_press_that_did_not_count_sounds_each_time() -> None:
    first, second = (replace(OPEN, told=Told("Not taken", until_s)) for until_s in (7.0, 12.0))
    assert heard((0, OPEN), (1, first), (2, first), (6, second), (12, OPEN)) == [
        None,
        Cue.TROUBLE,
        None,
        Cue.TROUBLE,
        None,
    ]


def test_the_same_sound_is_not_repeated_at_once_but_another_one_is() -> None:
    told = replace(OPEN, told=Told("Not taken", 7.0))
    soon, later = 1 + APART_S - 0.1, 1 + 2 * APART_S
    missing = structs.replace(VIEWS["ask"], reader=MISSING)
    assert heard((0, OPEN), (1, told), (soon, seeing(missing))) == [None, Cue.TROUBLE, None]
    assert heard((0, OPEN), (1, told), (later, seeing(missing))) == [None, Cue.TROUBLE, Cue.TROUBLE]
    assert heard((0, OPEN), (1, told), (soon, seeing(VIEWS["settle"]))) == [None, Cue.TROUBLE, Cue.PAY]


def test_a_sound_that_is_off_is_silent_and_is_heard_when_it_is_switched_on() -> None:
    off = replace(OPEN, choices=Choices(sounds=frozenset({Cue.TROUBLE})))
    settled = seeing(VIEWS["settle"], off)
    assert heard((0, off), (1, settled), (2, replace(settled, choices=Choices()))) == [None, None, Cue.WHITE_CARD]
    on = replace(off, choices=off.choices.switched(Cue.PAY))
    assert heard((0, off), (1, on), (2, off)) == [None, Cue.PAY, None]
