"""What the view says may be asked for, and what not, is what the law says of the request itself."""

from collections.abc import Iterator
from typing import Final

from hypothesis import given, note, settings

from engine.events import (
    BettingClosed,
    Call,
    CoupCancelled,
    EvenMoney,
    Insurance,
    Request,
    ShuffleCalled,
)
from engine.greyed import CALLS, NO_ROOM
from engine.instructions import Ask, Deal
from engine.legality import borne_out, hand_asked, refusal
from engine.projection import projected
from engine.rules import TableRules
from engine.table import Table
from engine.tests.chance import events, plays, rules
from engine.tests.openings import TWO_BOXES
from engine.tests.script import go_on, play
from engine.view import BetView, Condition, LinkView, PublicView

LINK: Final = LinkView(state="up", text="")


def view(table: Table, *conditions: Condition) -> PublicView:
    return projected(table, name="1", seq=9, due_seq=8, reader=LINK, conditions=conditions)


def bets(seen: PublicView) -> Iterator[tuple[int, int, BetView]]:
    return ((box.box, at, bet) for box in seen.boxes for at, hand in enumerate(box.hands, 1) for bet in hand.bets)


# By chance


@settings(max_examples=80)
@given(plays, rules)
def test_what_may_be_asked_for_is_what_would_be_taken(decided: bytes, chosen: TableRules) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        table.take(happened)
        note(repr(happened))
        check_offers(table, view(table))


def check_offers(table: Table, seen: PublicView) -> None:
    felt = table.felt
    for box, at, bet in bets(seen):
        insured = Insurance(box=box, player=bet.player, amount=bet.insurable or 0)
        assert (bet.insurable is not None) == (at == 1 and refusal(felt, insured) is None)
        more = Insurance(box=box, player=bet.player, amount=(bet.insurable or 0) + felt.rules.chip_unit)
        assert at > 1 or refusal(felt, more) is not None
        claim = EvenMoney(box=box, player=bet.player)
        hand = felt.open_coup.hand(box, at) if felt.open_coup is not None else None
        assert hand is not None
        is_refuted = hand.is_open and not hand.is_natural
        assert bet.even_money == (at == 1 and refusal(felt, claim) is None and not is_refuted)
    for each in seen.boxes:
        gives_up = Call(box=each.box, call="surrender")
        assert each.may_surrender == (bool(each.hands) and refusal(felt, gives_up) is None)


@settings(max_examples=80)
@given(plays, rules)
def test_what_is_greyed_is_what_would_be_refused_for_the_same_reason(decided: bytes, chosen: TableRules) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        table.take(happened)
        note(repr(happened))
        check_greyed(table, view(table))


def check_greyed(table: Table, seen: PublicView) -> None:
    felt = table.felt
    whole: dict[str, Request] = {
        "betting_closed": BettingClosed(),
        "shuffle_called": ShuffleCalled(),
        "coup_cancelled": CoupCancelled(reason="misdeal", by="Pit"),
    }
    for name, request in whole.items():
        assert seen.not_now.get(name) == refusal(felt, request)
    assert ("table_closed" in seen.not_now) == (felt.open_coup is not None)
    hand, coup = hand_asked(felt), felt.open_coup
    if hand is None or coup is None or not isinstance(seen.due, Ask | Deal):
        assert not set(CALLS) & set(seen.not_now)
        return
    for call in CALLS:
        request = Call(box=hand.box, hand=hand.number, call=call)
        refused = refusal(felt, request)
        if refused is None and call in ("double", "split") and hand.is_open:
            refused = borne_out(coup, hand, request)
        assert seen.not_now.get(call) == refused
        if isinstance(seen.due, Ask):
            assert (call in seen.due.calls) == (call not in seen.not_now)


# One coup


def reasons(table: Table) -> dict[str, str]:
    return {name: refused.code for name, refused in view(table).not_now.items()}


def test_12_the_reason_says_which_box_has_drawn() -> None:
    table = play(TWO_BOXES, "TS 9H 4S 7H TD", "2H is box:1/1\nstand 1 then ask 3")
    refused = view(table).not_now["surrender"]
    assert (refused.reason, refused.values) == ("surrender is closed: box 1 has drawn", {"box": 1})


def test_12_by_house_rule_it_is_the_box_itself_that_has_drawn() -> None:
    own = TableRules(decks=2, surrender_window="own_box")
    table = play(TWO_BOXES, "TS 9H 4S 7H TD", "2H is box:1/1\nstand 1\n2D is box:3/1 then ask 3", rules=own)
    assert view(table).not_now["surrender"].values == {"box": 3}


def test_3_2_c_a_hand_of_three_cards_neither_doubles_nor_splits() -> None:
    table = play(TWO_BOXES, "TS 9H 4S 7H TD", "2H is box:1/1 then ask 1")
    seen = reasons(table)
    assert {name: seen[name] for name in CALLS if name in seen} == {
        "double": "not_two_cards",
        "split": "not_two_cards",
        "surrender": "surrender_is_closed",
    }


def test_what_hidden_cards_alone_refute_is_not_greyed_until_they_are_shown() -> None:
    table = play(TWO_BOXES, "TS 9H 4S 7H TD", "done then ask 1")
    assert not set(CALLS) & set(reasons(table))
    go_on(table, "double 1 then ask 1 refused not_eleven 11")
    assert {name: code for name, code in reasons(table).items() if name in CALLS} == {
        "double": "not_eleven",
        "split": "not_equal",
    }


def test_an_announced_hit_leaves_the_calls_open_and_an_empty_shoe_few() -> None:
    table = play(TWO_BOXES, "TS 9H 4S 7H TD", "done\nhit 1 then deal box:1/1 up")
    assert not set(CALLS) & set(reasons(table))
    go_on(table, "empty alerts shoe_count_off")
    assert {name for name in reasons(table) if name in CALLS} == {"hit", "double", "split"}


def test_between_coups_and_in_one() -> None:
    table = play("new shoe\nAna sits 1")
    assert reasons(table) == {"betting_closed": "nobody_wagers", "coup_cancelled": "no_coup"}
    go_on(table, "Ana bets 200 on 1\nclose")
    assert reasons(table) == {
        "betting_closed": "betting_is_closed",
        "coup_cancelled": "no_coup",
        "table_closed": "coup_is_open",
    }
    go_on(table, "2C is burn")
    assert reasons(table)["shuffle_called"] == "coup_in_progress"
    assert "coup_cancelled" not in reasons(table)


def test_with_a_full_disk_no_coup_is_begun() -> None:
    table = play("new shoe\nAna sits 1\nAna bets 200 on 1")
    assert "betting_closed" not in view(table).not_now
    full = Condition("disk_nearly_full", "make room")
    assert view(table, full).not_now["betting_closed"].code == NO_ROOM


def test_8_the_half_in_whole_chips_can_be_insured_until_the_first_extra_card() -> None:
    table = play(TWO_BOXES, "TS 9H 4S 7H AD", "5C is hidden")
    assert [bet.insurable for _, _, bet in bets(view(table))] == [100, 200]
    go_on(table, "2H is box:1/1")
    assert [bet.insurable for _, _, bet in bets(view(table))] == [None, None]


def test_6_even_money_is_offered_to_everybody_whose_cards_lie_face_down() -> None:
    table = play(TWO_BOXES, "TS 9H 4S 7H AD", "5C is hidden")
    assert [bet.even_money for _, _, bet in bets(view(table))] == [True, True]
    go_on(table, "Ana takes even money on 1 refused no_natural 6")
    assert [bet.even_money for _, _, bet in bets(view(table))] == [False, True]


def test_12_a_box_may_give_up_out_of_turn() -> None:
    table = play(TWO_BOXES, "TS 9H 4S 7H TD", "stand 1 then ask 3")
    assert [box.may_surrender for box in view(table).boxes[:3]] == [False, False, True]
