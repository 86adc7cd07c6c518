"""What everybody may see: nothing of what lies face down, not even through what is due."""

import re
from collections import Counter
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from engine.answers import Answer
from engine.cards import Card
from engine.events import AnyEvent, CardOut
from engine.felt import Felt
from engine.hand import Laid
from engine.lines import ENCODER
from engine.projection import projected
from engine.rules import TableRules
from engine.table import Table
from engine.tests.chance import PACK, events, plays, rules
from engine.tests.script import play, read
from engine.view import FACE_DOWN, UNREAD, DealerView, HandView, LinkView, PublicView

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


def view(felt: Felt) -> PublicView:
    return projected(felt, table="1", seq=9, due_seq=8, reader=LINK)


def hand(felt: Felt, box: int) -> HandView:
    (seen,) = view(felt).boxes[box - 1].hands
    return seen


def laid_cards(felt: Felt) -> list[Laid]:
    coup = felt.open_coup
    hands = [] if coup is None else [*coup.hands, coup.dealer]
    return [laid for each in hands for laid in each.cards]


# One coup


def test_between_coups_boxes_show_players_and_wagers() -> None:
    seen = view(play("new shoe\nAna sits 1\nBo sits 3\nAna bets 200 on 1").felt)
    assert [(box.box, box.player, box.wager) for box in seen.boxes[:3]] == [
        (1, "Ana", 200),
        (2, None, None),
        (3, "Bo", None),
    ]
    assert (len(seen.boxes), seen.coup, seen.dealer.cards, seen.result, seen.alerts) == (7, 1, (), None, ())
    assert (seen.seq, seen.due_seq, seen.table, seen.reader) == (9, 8, "1", LINK)


def test_what_lies_face_down_has_neither_face_nor_total() -> None:
    felt = play(ACE_UP).felt
    ana = hand(felt, 1)
    assert (ana.cards, ana.total, ana.soft, ana.state, ana.wager) == (("##", "##"), None, False, "asked", 200)
    assert hand(felt, 3).state == "waiting"
    dealer = view(felt).dealer
    assert (dealer.cards, dealer.total, dealer.soft) == (("AD", "##"), None, False)
    written = ENCODER.encode(view(felt)).decode()
    assert [face for face in ("2C", "3C", "TS", "9H", "4S", "7H", "7C") if face in written] == []


def test_an_extra_card_is_seen_and_the_total_is_not() -> None:
    ana = hand(play(TEN_UP, "2H is box:1/1 then ask 1").felt, 1)
    assert (ana.cards, ana.total, ana.state) == (("##", "##", "2H"), None, "asked")


def test_an_announced_hit_leaves_the_hand_asked() -> None:
    assert hand(play(TEN_UP, "hit 1").felt, 1).state == "asked"


def test_3_2_b_a_bust_hand_is_turned_up_at_once() -> None:
    felt = play(TEN_UP, "8H is box:1/1 then ask 3 pays 1 -200 3(2)b").felt
    ana = hand(felt, 1)
    assert (ana.cards, ana.total, ana.state, ana.outcome) == (("TS", "4S", "8H"), 22, "bust", None)
    assert hand(felt, 3).cards == (FACE_DOWN, FACE_DOWN)


def test_a_hand_that_stood_stays_face_down_until_the_payment() -> None:
    table = play(TEN_UP, "stand 1\nstand 3 then burn 1")
    assert [(hand(table.felt, box).cards, hand(table.felt, box).state) for box in (1, 3)] == [
        (("##", "##"), "stood")
    ] * 2
    for face in ("5C", "9C"):
        table.take(CardOut(card=Card.parse(face)))
    felt = table.felt
    ana, bo = hand(felt, 1), hand(felt, 3)
    assert (ana.cards, ana.total, ana.state, ana.outcome, ana.net) == (("TS", "4S"), 14, "settled", "lose", -200)
    assert (bo.cards, bo.total, bo.state, bo.outcome, bo.net) == (("9H", "7H"), 16, "settled", "lose", -400)
    assert (view(felt).dealer.cards, view(felt).dealer.total) == (("TD", "9C"), 19)
    result = view(felt).result
    assert result is not None
    assert result.bank == 600


def test_a_turned_hidden_card_is_seen() -> None:
    dealer = view(play(ACE_UP, "stand 1\nstand 3\ndone then settle ends 1 lose -200 5, 3 lose -400 5").felt).dealer
    assert (dealer.cards, dealer.total, dealer.soft) == (("AD", "7C"), 18, True)


def test_an_unread_card_face_up_is_told_from_one_face_down() -> None:
    seen = view(play(TWO_BOXES, "?? is upcard alerts unread").felt)
    assert (seen.dealer.cards, seen.dealer.total) == ((UNREAD,), None)


def test_an_unread_card_face_down_looks_like_any_other() -> None:
    felt = play(TWO_BOXES.replace("9H ", "?? ").replace("is box:3\n    4S", "is box:3 alerts unread\n    4S")).felt
    assert hand(felt, 3).cards == (FACE_DOWN, FACE_DOWN)


def test_2_1_the_cards_of_a_cancelled_coup_stay_face_down() -> None:
    felt = play(ACE_UP, "cancel then settle ends cancelled: 1 cancelled +0 2(1), 3 cancelled +0 2(1)").felt
    ana = hand(felt, 1)
    assert (ana.cards, ana.total, ana.outcome, ana.net) == (("##", "##"), None, "cancelled", 0)
    assert view(felt).dealer.cards == ("AD", "##")


def test_once_the_coup_is_paid_the_felt_is_clear() -> None:
    table = play(TEN_UP, "stand 1\nstand 3\n5C is burn\n9C is second ends 1 lose -200 5, 3 lose -400 5\ndone")
    seen = view(table.felt)
    assert (seen.coup, seen.result, seen.dealer.cards, {box.hands for box in seen.boxes}) == (2, None, (), {()})


def test_the_shoe_shows_counts_only() -> None:
    shoe = view(play(TEN_UP).felt).shoe
    assert (shoe.size, shoe.out, shoe.burned, shoe.white_card_out, shoe.last_coup, shoe.empty) == (
        104,
        7,
        2,
        False,
        False,
        False,
    )
    late = view(play(TEN_UP, "white alerts white_card white_card_misplaced").felt).shoe
    assert (late.white_card_out, late.last_coup, late.out) == (True, True, 7)
    assert view(play(TEN_UP, "empty then ask 1 stand").felt).shoe.empty


def test_2_3_a_player_who_left_in_the_coup_is_still_named_at_his_box() -> None:
    assert view(play(TEN_UP, "box 1 leaves").felt).boxes[0].player == "Ana"


# Every coup


@settings(max_examples=150)
@given(plays, rules)
def test_no_view_holds_more_cards_than_lie_face_up(decided: bytes, chosen: TableRules) -> None:
    table = Table(chosen)
    for happened in events(decided, chosen):
        table.take(happened)
        seen = view(table.felt)
        written = Counter(re.findall(r'"([A2-9TJQK][SHDC])"', ENCODER.encode(seen).decode()))
        assert written == Counter(str(laid.card) for laid in laid_cards(table.felt) if laid.face_up and laid.card)
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
    """Until a hand of the other table is bust, which the law itself makes public (3(2)b)."""
    happened = events(decided, chosen)[: 4 + length]
    for mine, other in zip(
        seen_by_all(happened, chosen), seen_by_all(altered(happened, chosen, others), chosen), strict=False
    ):
        if busts(mine[0]) != busts(other[0]):
            return
        assert mine == other


def altered(happened: list[AnyEvent], chosen: TableRules, others: list[Card]) -> list[AnyEvent]:
    """The same events, with other faces on every card that nobody at the table has seen by the end of them."""
    table, place, unseen = Table(chosen), {}, dict[int, int]()
    for line, event in enumerate(happened):
        out = table.felt.shoe.out
        table.take(event)
        if table.felt.shoe.out > out:
            place[table.felt.shoe.out] = line
        elif table.felt.shoe.out < out:
            place.clear()
        unseen = hidden_from_all(table, place)
    changed = list(happened)
    for number, line in enumerate(unseen.values()):
        event = changed[line]
        if isinstance(event, CardOut) and event.card is not None:
            changed[line] = structs.replace(event, card=others[number % len(others)])
    return changed


def hidden_from_all(table: Table, place: dict[int, int]) -> dict[int, int]:
    """Of the open coup's cards that lie face down, burned and void ones included: the line each left on."""
    coup = table.felt.open_coup
    if coup is None or (coup.settlement is not None and not coup.cancelled):
        return {}
    seen = {laid.n for laid in laid_cards(table.felt) if laid.face_up}
    waiting = {passed.n for passed in coup.waiting}
    return {n: place[n] for n in coup.roles if n in place and n not in seen | waiting}


def seen_by_all(happened: list[AnyEvent], chosen: TableRules) -> list[tuple[Answer, PublicView]]:
    table = Table(chosen)
    answers = []
    for event in happened:
        answer = table.take(event)
        answers.append((structs.replace(answer, roles=dict(answer.roles)), view(table.felt)))
    return answers


def busts(answer: Answer) -> tuple[int, ...]:
    return tuple(moved.box for moved in answer.pay)


def test_the_comparison_does_alter_cards_that_lie_face_down() -> None:
    happened = [event for line in read(ACE_UP) for event in line.events]
    changed = altered(happened, TableRules(decks=2), [Card.parse("2D")])
    faces = [str(event.card) for event in changed if isinstance(event, CardOut)]
    assert faces == ["2D", "2D", "2D", "2D", "2D", "2D", "AD", "2D"]
