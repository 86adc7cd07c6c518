"""What is done with each wager when the coup is paid, in which order and with which chips."""

from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, note, settings

from engine.answers import Outcome
from engine.cards import Card
from engine.chips import USUAL_CHIPS, Chips, faults, money_of, piles
from engine.events import AnyEvent, Call, CardOut, CoupCancelled, Done, Paid, PayoutCorrected
from engine.instructions import Settle
from engine.messages import Answered
from engine.paying import RATIOS
from engine.projection import projected
from engine.rules import TableRules, least_wager, wager_step
from engine.table import Table
from engine.tests.chance import events, plays, rules
from engine.tests.openings import ONE_BOX, TWO_BOXES
from engine.tests.script import go_on, play
from engine.tests.test_session import BURNS_AND_DEAL, START, Room, cards
from engine.view import LinkView, Pile, PublicView

LINK: Final = LinkView(state="up", text="")
SEVERAL: Final = """
    new shoe
    Ana sits 1
    Bo sits 3
    Ana bets 400 on 1
    Bo bets 400 on 3
    Di bets 200 on 1
    Ana bets 200 on 3
    Bo bets 600 on 1
    2C 3C       is burn
    TS 9H KS 7H
"""
INSURED: Final = """
    AD          is upcard
    5C          is hidden
    Di insures 1 for 100
    Ana insures 1 for 100
    stand 1
    stand 3
    done
    4H          is burn
"""


def view(table: Table, chips: Chips = USUAL_CHIPS) -> PublicView:
    pay = tuple(table.felt.told.pay)
    return projected(table, name="1", seq=9, due_seq=8, reader=LINK, chips=chips, pay=pay)


def rows(table: Table) -> list[str]:
    """Each payout in a line; behind it a tick where it is done."""
    return [
        f"{p.box}/{p.hand} {p.player} {p.outcome} {p.net:+d} {p.ratio}".strip() + " ✓" * p.is_done
        for p in view(table).payouts
    ]


def drawn(table: Table, faces: str) -> Table:
    """These cards leave, whatever comes of it."""
    for face in faces.split():
        table.take(CardOut(card=Card.parse(face)))
    return table


# The order, the ratio, what is done


def test_13_box_by_box_who_decides_first_and_each_insurance_behind_its_wager() -> None:
    table = play(SEVERAL, INSURED)
    assert rows(table) == []
    assert rows(drawn(table, "TC 3D")) == [
        "1/1 Bo win +600 1:1",
        "1/1 Ana win +400 1:1",
        "1/1 Ana insurance_lose -100",
        "1/1 Di win +200 1:1",
        "1/1 Di insurance_lose -100",
        "3/1 Bo lose -400",
        "3/1 Ana lose -200",
    ]
    go_on(table, "done then take_wagers")
    assert rows(table) == []


def test_10_hand_by_hand() -> None:
    split = "8S 8H is box:1\n9D is upcard\nsplit 1\nTC\nstand 1\nTD\nstand 1/2"
    assert rows(drawn(play(ONE_BOX, split), "2C 8C")) == ["1/1 Ana win +200 1:1", "1/2 Ana win +200 1:1"]


def test_the_ratio_is_told_of_whatever_the_bank_pays_and_of_a_half_that_it_takes() -> None:
    table = play(TWO_BOXES, "TS 9H AS 7H\n9D is upcard\nsurrender 3 pays 3 -200 12\nstand 1")
    assert rows(drawn(table, "4H 9C")) == ["1/1 Ana natural +300 3:2", "3/1 Bo surrender -200 1:2 ✓"]
    insured = play(SEVERAL, INSURED.replace("5C          is hidden", "KC          is hidden").split("done")[0])
    insured.take(Done())
    assert rows(insured) == [
        *("1/1 Bo lose -600", "1/1 Ana lose -400", "1/1 Ana insurance_win +200 2:1"),
        *("1/1 Di lose -200", "1/1 Di insurance_win +200 2:1", "3/1 Bo lose -400", "3/1 Ana lose -200"),
    ]
    assert {outcome for outcome in Outcome if outcome not in RATIOS} == {
        *(Outcome.PUSH, Outcome.LOSE, Outcome.BUST, Outcome.INSURANCE_LOSE, Outcome.CANCELLED)
    }


def test_what_moved_at_once_is_done() -> None:
    bust = drawn(play(TWO_BOXES, "TS 9H 6S 7H\n9D is upcard\nTC pays 1 -200 3(2)b\nstand 3"), "2C 8C")
    assert rows(bust) == ["1/1 Ana bust -200 ✓", "3/1 Bo lose -400"]
    even = play(ONE_BOX, "TS AS is box:1\nAD is upcard\n5C is hidden\nAna takes even money on 1 pays 1 +200 6")
    even.take(Done())
    assert rows(even)[0] == "1/1 Ana even_money +200 1:1 ✓"


def test_9_a_prize_that_is_paid_besides_is_done_and_its_wager_is_not() -> None:
    add = TableRules(decks=2, bonus="add")
    table = play(ONE_BOX, "7S 7H is box:1\n9D is upcard\n7C is box:1/1 pays 1 +600 9", rules=add)
    assert rows(drawn(table, "2C 9C")) == ["1/1 Ana bonus +600 3:1 ✓", "1/1 Ana win +200 1:1"]


def test_2_1_of_a_cancelled_coup_every_wager_goes_back() -> None:
    table = drawn(play(TWO_BOXES, "TS 9H 6S 7H\n9D is upcard\nTC pays 1 -200 3(2)b\nstand 3"), "2C")
    table.take(CoupCancelled(reason="misdeal", by="Pit"))
    assert rows(table) == ["1/1 Ana cancelled +0", "3/1 Bo cancelled +0"]


# Ticks


def test_a_box_a_hand_or_a_wager_is_ticked_off() -> None:
    table = drawn(play(SEVERAL, INSURED), "TC 3D")
    table.take(Paid(box=1, player="Ana"))
    assert [at for at, row in enumerate(rows(table)) if row.endswith("✓")] == [1, 2]
    table.take(Paid(box=1, hand=1))
    assert [at for at, row in enumerate(rows(table)) if row.endswith("✓")] == [0, 1, 2, 3, 4]
    table.take(Paid(box=4))
    table.take(Paid(box=3))
    assert all(row.endswith("✓") for row in rows(table))


def test_a_result_that_is_told_again_is_paid_anew_where_it_changed() -> None:
    table = drawn(play(TWO_BOXES, "TS 9H 9S 7H\nTD is upcard\nstand 1\nstand 3"), "2C 8C")
    table.take(Paid(box=1))
    table.take(Paid(box=3))
    assert rows(table) == ["1/1 Ana win +200 1:1 ✓", "3/1 Bo lose -400 ✓"]
    n = table.felt.shoe.out
    go_on(table, f"name {n} 9C ends again: 1 push +0 7b, 3 lose -400 5")
    assert rows(table) == ["1/1 Ana push +0", "3/1 Bo lose -400 ✓"]
    go_on(table, f"name {n} 8C ends again: 1 win +200 5, 3 lose -400 5")
    assert rows(table) == ["1/1 Ana win +200 1:1", "3/1 Bo lose -400 ✓"]
    table.take(PayoutCorrected(coup=1, box=3, player="Bo", was=-400, to=0))
    assert rows(table) == ["1/1 Ana win +200 1:1", "3/1 Bo lose +0"]


def test_the_next_coup_begins_without_ticks() -> None:
    table = drawn(play(ONE_BOX, "TS 9H is box:1\nTD is upcard\nstand 1"), "2C 9C")
    table.take(Paid(box=1))
    go_on(table, "done\nAna bets 200 on 1\n2C is burn\nTS 9H is box:1\nTD is upcard\nstand 1")
    assert rows(drawn(table, "2C 9C")) == ["1/1 Ana push +0"]


SETTLED: Final[tuple[AnyEvent, ...]] = (*START, *cards(BURNS_AND_DEAL))


def settled(room: Room, *more: AnyEvent) -> list[str | None]:
    """What clients were told whose requests come when the coup is paid."""
    room.run(*SETTLED, Call(box=1, call="stand"), *cards("2H KS", boot=8))
    assert isinstance(room.updates[-1].view.due, Settle)
    room.run(*(room.heard(event) for event in more))
    answers = [reply for reply in room.replies if isinstance(reply, Answered)]
    return [answer.refused.code if answer.refused is not None else None for answer in answers]


def test_ticks_survive_a_restart(tmp_path: Path) -> None:
    room = Room(tmp_path / "journal.db")
    assert settled(room, Paid(box=1)) == [None]
    before = room.updates[-1].view
    room.run()
    assert [payout.is_done for payout in before.payouts] == [True]
    assert room.updates[-1].view.payouts == before.payouts


def test_only_what_is_being_paid_is_ticked_off(tmp_path: Path) -> None:
    room = Room(tmp_path / "journal.db")
    wrong = (Paid(box=2), Paid(), Paid(box=1, hand=2), Paid(box=1, player="Bo"))
    assert settled(room, *wrong, Done(), Paid(box=1)) == [*["not_being_paid"] * 4, None, "not_being_paid"]


# Chips


def test_each_amount_that_the_bank_pays_and_each_half_has_its_stack() -> None:
    table = play(TWO_BOXES, "TS 9H AS 7H\n9D is upcard\nsurrender 3 pays 3 -200 12")
    assert view(table).stacks == {200: (Pile(100, 2),)}
    drawn(go_on(table, "stand 1"), "4H 9C")
    assert view(table).stacks == {200: (Pile(100, 2),), 300: (Pile(100, 3),)}


def test_what_the_bank_takes_whole_has_none() -> None:
    assert view(drawn(play(ONE_BOX, "TS 9H is box:1\nTD is upcard\nstand 1"), "2C TC")).stacks == {}


@pytest.mark.parametrize(
    ("amount", "chips", "told"),
    [
        (0, (500, 100), ()),
        (1300, (1000, 500, 100), ((1000, 1), (100, 3))),
        (1300, (500, 100), ((500, 2), (100, 3))),
        (150, (500, 100), ()),
    ],
    ids=["nothing", "greatest-first", "no-thousands", "not-made-up"],
)
def test_piles(amount: int, chips: tuple[int, ...], told: tuple[tuple[int, int], ...]) -> None:
    assert tuple((pile.chip, pile.count) for pile in piles(amount, chips)) == told


def test_the_usual_chips_are_so_many_times_the_smallest() -> None:
    usual = money_of(TableRules(chip_unit=50), USUAL_CHIPS)
    assert usual.chips == (500_000, 250_000, 50_000, 25_000, 5_000, 1_250, 250, 50)


def test_of_other_rules_than_the_settings_the_smallest_chip_is_there_and_makes_up_the_others() -> None:
    assert money_of(TableRules(chip_unit=250), Chips((100, 500, 1000, 2500))).chips == (2500, 1000, 500, 250)
    assert money_of(TableRules(chip_unit=50), Chips((100, 500))).chips == (500, 100, 50)


def test_the_least_the_most_and_the_step_are_the_rules_own() -> None:
    chosen = TableRules(min_wager=500, max_wager=9000)
    seen = money_of(chosen, USUAL_CHIPS)
    assert (seen.least, seen.most, seen.step, seen.is_told) == (600, 9000, 200, True)
    assert (seen.least, seen.step) == (least_wager(chosen), wager_step(chosen))


UNTOLD: Final = Chips(are_told=False)


def test_13_where_no_amounts_are_told_a_wager_is_of_two_chips_or_four() -> None:
    seen = money_of(TableRules(chip_unit=50), UNTOLD)
    assert (seen.least, seen.most, seen.step, seen.is_told) == (100, 200, 100, False)
    table = drawn(play(ONE_BOX, "TS AS is box:1\nTD is upcard\nstand 1"), "2C 9C")
    assert view(table, UNTOLD).stacks == {}
    assert view(table, UNTOLD).payouts[0].ratio == "3:2"


@pytest.mark.parametrize(
    ("chosen", "fields"),
    [
        (TableRules(), []),
        (TableRules(min_wager=200, max_wager=400), []),
        (TableRules(min_wager=300), ["min_wager"]),
        (TableRules(max_wager=300), ["max_wager"]),
        (TableRules(min_wager=300, max_wager=300), ["min_wager", "max_wager"]),
    ],
)
def test_rules_that_admit_no_wagers_of_two_and_four_chips_are_faults(chosen: TableRules, fields: list[str]) -> None:
    assert [fault.field for fault in faults(chosen, UNTOLD)] == fields
    assert faults(chosen, USUAL_CHIPS) == []


# By chance


@settings(max_examples=80)
@given(plays, rules)
def test_while_a_coup_is_paid_each_row_of_its_result_is_a_payout(decided: bytes, chosen: TableRules) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        table.take(happened)
        note(repr(happened))
        seen = view(table)
        settlement = seen.result.settlement if seen.result is not None else ()
        told = sorted((p.box, p.hand, p.player, p.kind, p.outcome, p.net) for p in seen.payouts)
        assert told == sorted((r.box, r.hand, r.player, r.kind, r.outcome, r.net) for r in settlement)
        assert [p.box for p in seen.payouts] == sorted(p.box for p in seen.payouts)
        for amount, stack in seen.stacks.items():
            assert sum(pile.chip * pile.count for pile in stack) == amount
        if any(p.net > 0 and p.net % chosen.chip_unit == 0 for p in seen.payouts):
            assert seen.stacks
