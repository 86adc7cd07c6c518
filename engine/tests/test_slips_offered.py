"""What the view offers to put right: each slip is complete, and the law takes it as it is."""

from collections import Counter
from random import Random
from typing import Final

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from msgspec import structs

from engine.answers import Refusal
from engine.cards import Card
from engine.events import AnyEvent, Call, CardExposed, CardHeld, CardNamed, CardVoided, MisdealFound, Request, Withdrawn
from engine.legality import NOT_BORNE_OUT
from engine.rules import TableRules
from engine.slips import slips
from engine.table import Table
from engine.tests.chance import PACK, events, plays, rules
from engine.tests.openings import ONE_BOX, TWO_BOXES
from engine.tests.pairs import played
from engine.tests.script import go_on, play
from engine.view import Slip

pytestmark = pytest.mark.thorough

TABLES: Final = 150
"""Tables of people, each looked at a few times."""


def offered(table: Table) -> tuple[Slip, ...]:
    return slips(table.felt, table.history)


def at(chosen: TableRules, happened: list[AnyEvent]) -> Table:
    table = Table(chosen)
    for event in happened:
        table.take(event)
    return table


def asked(chosen: TableRules, happened: list[AnyEvent], slip: Slip, named: Card) -> Refusal | None:
    """What becomes of a slip that somebody asks for, under his name."""
    event = slip.event or CardNamed(n=slip.n, card=named, by="")
    return at(chosen, happened).take(structs.replace(event, by="x")).refused


def check(chosen: TableRules, happened: list[AnyEvent], named: Card) -> Counter[str]:
    """Each is taken; of a double those cards that lie face down may say otherwise."""
    taken = Counter[str]()
    for slip in offered(at(chosen, happened)):
        refused = asked(chosen, happened, slip, named)
        is_refuted = slip.code in ("doubled", "split") and refused is not None and refused.code in NOT_BORNE_OUT
        assert refused is None or is_refuted, (slip, refused)
        taken[slip.code] += refused is None
    return taken


@settings(max_examples=150)
@given(plays, rules, st.integers(4, 100), st.sampled_from(PACK))
def test_every_slip_that_is_offered_is_taken(decided: bytes, chosen: TableRules, length: int, named: Card) -> None:
    happened = events(decided, chosen)[:length]
    note("\n".join(map(repr, happened)))
    check(chosen, happened, named)


def test_every_slip_that_people_are_offered_is_taken_and_all_come_about() -> None:
    taken = Counter[str]()
    for seed in range(TABLES):
        table, chance = played(seed), Random(seed)
        lengths = chance.sample(range(3, len(table.events)), min(4, len(table.events) - 3))
        for length in lengths:
            taken += check(table.rules, table.events[1:length], chance.choice(PACK))
    assert taken.keys() == {
        "had_stood",
        "had_stood_laid",
        "doubled",
        "split",
        "nobody_asked",
        "undo",
        "seen",
        "void",
        "misread",
        "misdeal",
    }


# One coup

DEALT: Final = "\nTS 9H 4S 7H TD"


def said(table: Table) -> list[str]:
    return [f"{slip.code} {slip.n or slip.what or ''}".strip() for slip in offered(table)]


def test_nothing_is_offered_before_a_coups_first_card_or_between_coups() -> None:
    table = play("new shoe\nAna sits 1\nAna bets 200 on 1\nclose")
    assert said(table) == []
    go_on(table, "2C is burn")
    assert said(table) == ["void 1", "misdeal"]


def test_the_newest_extra_card_comes_first() -> None:
    table = play(TWO_BOXES, DEALT, "hit 1\n2H is box:1/1\n3H is box:1/1\nstand 1\n2D is box:3/1")
    assert said(table) == [
        *("had_stood 10", "had_stood_laid 10", "doubled 10", "split 10", "nobody_asked 10"),
        *("undo stand", "undo hit", "seen 6", "void 10"),
        *("had_stood 9", "had_stood_laid 9", "had_stood 8", "had_stood_laid 8", "doubled 8"),
        *("misread 10", "misread 9", "misread 8", "misread 7", "misdeal"),
    ]


def test_a_request_that_is_newer_than_the_newest_extra_card_comes_before_it() -> None:
    table = play(TWO_BOXES, DEALT, "2H is box:1/1\nstand 1")
    assert said(table)[:4] == ["undo stand", "had_stood 8", "had_stood_laid 8", "doubled 8"]
    go_on(table, "2D is box:3/1")
    newest = ["had_stood 9", "had_stood_laid 9", "doubled 9", "split 9", "nobody_asked 9"]
    assert said(table)[:6] == [*newest, "undo stand"]


def test_a_card_that_nobody_had_due_comes_before_what_was_asked_for_earlier() -> None:
    table = play(ONE_BOX, "TS 4H is box:1\nTD is upcard\n2H is box:1/1\nstand 1\n2C is burn")
    go_on(table, "9C is second ends 1 lose -200 5")
    assert said(table)[:2] == ["undo stand", "had_stood 6"]
    go_on(table, "4C is void alerts drawn_by_mistake")
    assert said(table)[:3] == ["nobody_asked 9", "undo stand", "had_stood 6"]


@pytest.mark.parametrize(
    ("asked_for", "of"),
    [
        ("stand 1", ("stand", 1, 1)),
        ("Bo insures 3 for 100", ("insurance", 3, None)),
        ("Ana takes even money on 1 pays 1 +200 6", ("even_money", 1, None)),
        ("3 shows", ("hand_shown", 3, 1)),
        ("done", ("offer", None, None)),
        ("done\nstand 1\nstand 3\ndone turn_hidden", ("turn_hidden", None, None)),
    ],
    ids=["call", "insurance", "even-money", "hand-shown", "offer", "turn-hidden"],
)
def test_an_undo_says_what_it_takes_back(asked_for: str, of: tuple[str, int | None, int | None]) -> None:
    table = play(TWO_BOXES, "TS 9H AS 7H\nAD is upcard\n5C is hidden", asked_for)
    undo = next(slip for slip in offered(table) if slip.code == "undo")
    assert (undo.what, undo.box, undo.hand) == of


def test_what_is_offered_says_what_it_is_of() -> None:
    table = play(TWO_BOXES, DEALT, "2H is box:1/1")
    by_code = {slip.code: slip for slip in reversed(offered(table))}
    stand = Call(box=1, call="stand", before=8, felt="agrees")
    of_card = Slip(code="had_stood", event=stand, box=1, hand=1, n=8, role="box:1/1", face="2H")
    assert by_code["had_stood"] == of_card
    assert by_code["had_stood_laid"].event == structs.replace(stand, felt=None)
    assert by_code["doubled"].event == Call(box=1, call="double", before=8)
    assert by_code["nobody_asked"].event == CardHeld(n=8, by="")
    assert by_code["void"].event == CardVoided(n=8, reason="void", by="")
    seen = Slip(code="seen", event=CardExposed(n=6, by=""), box=3, hand=1, n=6, role="box:3", face=None)
    assert by_code["seen"] == seen
    assert by_code["misread"] == structs.replace(of_card, code="misread", event=None)
    assert by_code["misdeal"].event == MisdealFound(reason="misdeal", by="")
    assert "undo" not in by_code


def test_a_card_that_the_law_had_due_was_no_hit() -> None:
    """A double's card, a split hand's second card."""
    doubled = play(ONE_BOX, "5S 6H is box:1\nTD is upcard\ndouble 1\nTC is box:1/1")
    split = play(ONE_BOX, "8S 8H is box:1\nTD is upcard\nsplit 1\nTC is box:1/1 then ask 1")
    assert not {"had_stood", "nobody_asked"} & {slip.code for slip in (*offered(doubled), *offered(split))}


def test_11_a_double_is_offered_only_where_no_open_card_is_against_it() -> None:
    table = play(ONE_BOX, "TS 4H is box:1\nTD is upcard\n2C is box:1/1")
    assert "doubled 6" in said(table)
    go_on(table, "1 shows")
    assert "doubled 6" not in said(table)


def test_2_1_a_card_pulled_while_paying_may_be_the_next_coups_first() -> None:
    table = play(ONE_BOX, "TS 9H is box:1\nTD is upcard\nstand 1\n2C is burn\n9C is second ends 1 push +0 7b")
    assert not {"nobody_asked 7", "seen 7"} & set(said(table))
    go_on(table, "4C is void alerts drawn_by_mistake")
    assert "nobody_asked 8" in said(table)
    assert "void 8" not in said(table)


def test_of_a_cancelled_coup_only_a_name_and_the_last_request_can_be_put_right() -> None:
    table = play(ONE_BOX, "TS 9H is box:1\nTD is upcard\n2C is box:1/1\ncancel ends cancelled: 1 cancelled +0 2(1)")
    assert said(table) == ["undo coup_cancelled", "misread 6", "misread 5"]


def test_while_cards_are_laid_or_named_only_a_name_and_the_last_request_can_be_put_right() -> None:
    table = play(TWO_BOXES, DEALT, "2H is box:1/1\nstand 1\n?? is box:3/1 then name_card 9 box:3/1 alerts unread")
    assert said(table) == ["undo stand", "misread 8", "misread 7"]
    go_on(table, "name 9 3C\nmisdeal then reconcile")
    assert said(table) == ["undo 9", "misread 9", "misread 8", "misread 7"]


def test_a_request_that_was_taken_back_is_offered_no_more() -> None:
    table = play(ONE_BOX, "TS 9H is box:1\nTD is upcard\nstand 1 then burn 1")
    (undo,) = [slip for slip in offered(table) if slip.code == "undo"]
    assert (undo.what, undo.box, undo.hand) == ("stand", 1, 1)
    assert isinstance(undo.event, Withdrawn)
    table.take(structs.replace(undo.event, by="Pit"))
    assert table.felt.due.__struct_config__.tag == "offer"
    assert not [slip for slip in said(table) if slip.startswith("undo")]


def test_the_calls_before_the_newest_one_can_be_taken_back_too() -> None:
    table = play(TWO_BOXES, DEALT, "2H is box:1/1\nstand 1\n2D is box:3/1\nstand 3")
    assert [slip for slip in said(table) if slip.startswith("undo")] == ["undo stand", "undo stand"]
    assert [(slip.box, slip.hand) for slip in offered(table) if slip.code == "undo"] == [(3, 1), (1, 1)]


def test_a_wager_is_not_undone_in_a_coup() -> None:
    table = play(ONE_BOX, "Bo sits 4", "TS 9H is box:1\nTD is upcard")
    assert "undo" not in {slip.code for slip in offered(table)}


def test_every_event_that_is_offered_waits_for_a_name_alone() -> None:
    for seed in range(20):
        table = played(seed)
        for slip in offered(at(table.rules, table.events[1:])):
            assert slip.event is None or isinstance(slip.event, Request)
            assert getattr(slip.event, "by", None) in (None, "")
