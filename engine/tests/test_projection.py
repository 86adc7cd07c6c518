"""What everybody may see: nothing of what lies face down, not even through what is due."""

import re
from collections import Counter
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from engine.answers import Answer
from engine.cards import Card
from engine.events import AnyEvent, CardOut
from engine.hand import Laid
from engine.instructions import Shuffle
from engine.lines import ENCODER
from engine.projection import projected
from engine.rules import TableRules
from engine.table import Table
from engine.tests.chance import PACK, events, plays, rules
from engine.tests.script import play, read
from engine.view import FACE_DOWN, UNREAD, DealerView, HandView, LinkView, PublicView

pytestmark = pytest.mark.thorough

LINK: Final = LinkView(state="up", text="")

TWO_BOXES = """
    new shoe
    Ana sits 1
    Bo sits 3
    Ana bets 200 on 1
    Bo bets 400 on 3
    2C 3C       is burn
    TS          is box:1
    9H          is box:3
    4S          is box:1
    7H          is box:3
"""
ACE_UP = TWO_BOXES + "AD is upcard\n7C is hidden then offer insurance even_money"
TEN_UP = TWO_BOXES + "TD is upcard then offer surrender"


def view(table: Table) -> PublicView:
    return projected(table, name="1", seq=9, due_seq=8, reader=LINK)


def hand(table: Table, box: int) -> HandView:
    (seen,) = view(table).boxes[box - 1].hands
    return seen


def laid_cards(table: Table) -> list[Laid]:
    coup = table.felt.open_coup
    return [] if coup is None else list(coup.cards())


# One coup


def test_between_coups_boxes_show_players_and_wagers() -> None:
    seen = view(play("new shoe\nAna sits 1\nBo sits 3\nAna bets 200 on 1"))
    assert [(box.box, box.player, box.wager) for box in seen.boxes[:3]] == [
        (1, "Ana", 200),
        (2, None, None),
        (3, "Bo", None),
    ]
    assert (len(seen.boxes), seen.coup, seen.dealer.cards, seen.result, seen.alerts) == (7, 1, (), None, ())
    assert (seen.seq, seen.due_seq, seen.table, seen.reader) == (9, 8, "1", LINK)


def test_what_lies_face_down_has_neither_face_nor_total() -> None:
    table = play(ACE_UP)
    ana = hand(table, 1)
    assert (ana.cards, ana.total, ana.soft, ana.state, ana.wager) == (("##", "##"), None, False, "waiting", 200)
    assert hand(table, 3).state == "waiting"
    dealer = view(table).dealer
    assert (dealer.cards, dealer.total, dealer.soft) == (("AD", "##"), None, False)
    written = ENCODER.encode(view(table)).decode()
    assert [face for face in ("2C", "3C", "TS", "9H", "4S", "7H", "7C") if face in written] == []


def test_an_extra_card_is_seen_and_the_total_is_not() -> None:
    ana = hand(play(TEN_UP, "2H is box:1/1 then ask 1"), 1)
    assert (ana.cards, ana.total, ana.state) == (("##", "##", "2H"), None, "asked")


def test_an_announced_hit_leaves_the_hand_asked() -> None:
    assert hand(play(TEN_UP, "hit 1"), 1).state == "asked"


def test_3_2_b_a_bust_hand_is_turned_up_at_once() -> None:
    table = play(TEN_UP, "8H is box:1/1 then ask 3 pays 1 -200 3(2)b")
    ana = hand(table, 1)
    assert (ana.cards, ana.total, ana.state, ana.outcome) == (("TS", "4S", "8H"), 22, "bust", "bust")
    assert hand(table, 3).cards == (FACE_DOWN, FACE_DOWN)


def test_a_hand_that_stood_stays_face_down_until_the_payment() -> None:
    table = play(TEN_UP, "stand 1\nstand 3 then burn 1")
    assert [(hand(table, box).cards, hand(table, box).state) for box in (1, 3)] == [(("##", "##"), "stood")] * 2
    for face in ("5C", "9C"):
        table.take(CardOut(card=Card.parse(face)))
    ana, bo = hand(table, 1), hand(table, 3)
    assert (ana.cards, ana.total, ana.state, ana.outcome, ana.net) == (("TS", "4S"), 14, "settled", "lose", -200)
    assert (bo.cards, bo.total, bo.state, bo.outcome, bo.net) == (("9H", "7H"), 16, "settled", "lose", -400)
    assert (view(table).dealer.cards, view(table).dealer.total) == (("TD", "9C"), 19)
    result = view(table).result
    assert result is not None
    assert result.bank == 600


def test_a_turned_hidden_card_is_seen() -> None:
    dealer = view(play(ACE_UP, "stand 1\nstand 3\ndone then settle ends 1 lose -200 5, 3 lose -400 5")).dealer
    assert (dealer.cards, dealer.total, dealer.soft) == (("AD", "7C"), 18, True)


def test_an_unread_card_face_up_is_told_from_one_face_down() -> None:
    seen = view(play(TWO_BOXES, "?? is upcard alerts unread"))
    assert (seen.dealer.cards, seen.dealer.total) == ((UNREAD,), None)


def test_an_unread_card_face_down_looks_like_any_other() -> None:
    table = play(TWO_BOXES.replace("9H ", "?? ").replace("is box:3\n    4S", "is box:3 alerts unread\n    4S"))
    assert hand(table, 3).cards == (FACE_DOWN, FACE_DOWN)


def test_2_1_the_cards_of_a_cancelled_coup_stay_face_down() -> None:
    table = play(ACE_UP, "cancel then settle ends cancelled: 1 cancelled +0 2(1), 3 cancelled +0 2(1)")
    ana = hand(table, 1)
    assert (ana.cards, ana.total, ana.outcome, ana.net) == (("##", "##"), None, "cancelled", 0)
    assert view(table).dealer.cards == ("AD", "##")


def test_once_the_coup_is_paid_the_felt_is_clear() -> None:
    table = play(TEN_UP, "stand 1\nstand 3\n5C is burn\n9C is second ends 1 lose -200 5, 3 lose -400 5\ndone")
    seen = view(table)
    assert (seen.coup, seen.result, seen.dealer.cards, {box.hands for box in seen.boxes}) == (2, None, (), {()})


def test_the_shoe_shows_counts_only() -> None:
    shoe = view(play(TEN_UP)).shoe
    assert (shoe.size, shoe.out, shoe.burned, shoe.white_card_out, shoe.last_coup, shoe.empty) == (
        104,
        7,
        2,
        False,
        False,
        False,
    )
    late = view(play(TEN_UP, "white alerts white_card white_card_misplaced")).shoe
    assert (late.white_card_out, late.last_coup, late.out) == (True, True, 7)
    assert view(play(TEN_UP, "empty then offer surrender alerts shoe_count_off")).shoe.empty


def test_2_3_a_player_who_left_in_the_coup_is_still_named_at_his_box() -> None:
    assert view(play(TEN_UP, "box 1 leaves")).boxes[0].player == "Ana"


# Every coup


@settings(max_examples=150)
@given(plays, rules)
def test_no_view_holds_more_cards_than_lie_face_up(decided: bytes, chosen: TableRules) -> None:
    table, public = Table(chosen), set[str]()
    for happened in events(decided, chosen):
        table.take(happened)
        seen = view(table)
        public |= {
            laid.card.face if laid.card is not None else "-" for laid in table.felt.cards.values() if laid.face_up
        }
        written = Counter(
            re.findall(r'"([A2-9TJQK][SHDC])"', ENCODER.encode(structs.replace(seen, alerts=(), slips=())).decode())
        )
        assert written == Counter(laid.card.face for laid in laid_cards(table) if laid.face_up and laid.card)
        assert {slip.face for slip in seen.slips if slip.face is not None} <= public
        told = {str(alert.values["card"]) for alert in seen.alerts if alert.code == "card_too_often"}
        shoe_goes_on = table.felt.in_coup and not table.felt.shoe.spent
        assert not shoe_goes_on or told <= public
        check_totals(seen)


def check_totals(seen: PublicView) -> None:
    hands: list[HandView | DealerView] = [seen.dealer, *(each for box in seen.boxes for each in box.hands)]
    for each in hands:
        public = bool(each.cards) and not {FACE_DOWN, UNREAD} & set(each.cards)
        assert (each.total is not None) == public
        assert public or not each.soft


@settings(max_examples=400)
@given(plays, rules, st.integers(0, 100), st.lists(st.sampled_from(PACK), min_size=1, max_size=40))
def test_tables_that_differ_only_face_down_answer_and_look_alike(
    decided: bytes, chosen: TableRules, length: int, others: list[Card]
) -> None:
    """Until a hand of the other table is bust, wins a prize or is stopped at 21, which the law itself makes public."""
    happened = events(decided, chosen)[: 4 + length]
    for mine, other in zip(
        seen_by_all(happened, chosen), seen_by_all(altered(happened, chosen, others), chosen), strict=False
    ):
        if busts(mine[0]) != busts(other[0]) or stopped(mine[1], chosen) != stopped(other[1], chosen):
            return
        if mine[1].due == other[1].due == Shuffle() and mine != other:
            return  # the shoe is over: its face-down cards are counted; a correction has opened its last coup again
        assert mine == other


def altered(happened: list[AnyEvent], chosen: TableRules, others: list[Card]) -> list[AnyEvent]:
    """The same events, with other faces on every card that nobody at the table has seen by the end of them."""
    table, changed = Table(chosen), list(happened)
    for event in happened:
        table.take(event)
    for number, line in enumerate(hidden_from_all(table)):
        event = changed[line]
        if isinstance(event, CardOut) and event.card is not None:
            changed[line] = structs.replace(event, card=others[number % len(others)])
    return changed


def hidden_from_all(table: Table) -> list[int]:
    """On which line each card left that lies face down in an open coup, or was burned or void since the one before."""
    felt = table.felt
    coup = felt.open_coup
    if coup is None or not coup.begun or (coup.settlement is not None and not coup.cancelled):
        return []
    return [laid.seq - 1 for laid in felt.cards.values() if not laid.face_up and laid.role is not None]


def seen_by_all(happened: list[AnyEvent], chosen: TableRules) -> list[tuple[Answer, PublicView]]:
    table = Table(chosen)
    answers = []
    for event in happened:
        answer = table.take(event)
        answers.append((structs.replace(answer, roles=dict(answer.roles)), view(table)))
    return answers


def busts(answer: Answer) -> tuple[int, ...]:
    return tuple(moved.box for moved in answer.pay)


def stopped(seen: PublicView, chosen: TableRules) -> list[bool]:
    """By house rule a hand of 21 counts as shown (3(2), ``stop_on_21``)."""
    return [FACE_DOWN in hand.cards for box in seen.boxes for hand in box.hands] if chosen.stop_on_21 else []


def test_the_comparison_does_alter_cards_that_lie_face_down() -> None:
    happened = [event for line in read(ACE_UP) for event in line.events]
    changed = altered(happened, TableRules(decks=2), [Card.parse("2D")])
    faces = [event.card.face if event.card is not None else "-" for event in changed if isinstance(event, CardOut)]
    assert faces == ["2D", "2D", "2D", "2D", "2D", "2D", "AD", "2D"]
