"""Whole coups, each named after the article it plays: burns, deal, extra cards, naturals, what waits for no touch."""

import pytest

from engine.rules import TableRules
from engine.tests.openings import ACE_UP, ALL_BUST_AGAINST_AN_ACE, ANA_HAS_19, ONE_BOX, OPENING_COUP, TWO_BOXES
from engine.tests.script import TWO_PACKS, play

# 2(1), 2(4): burns


def test_2_1_the_first_coup_burns_as_many_cards_as_packs_one_at_a_time() -> None:
    play(
        """
        new shoe                        then take_wagers
        Ana sits 2
        Ana bets 200 on 2
        close                           then burn 6 @2(1)
        2C              is burn         then burn 5 @2(1)
        2D              is burn         then burn 4 @2(1)
        2H              is burn         then burn 3 @2(1)
        2S              is burn         then burn 2 @2(1)
        3C              is burn         then burn 1 @2(1)
        3D              is burn         then deal box:2 down @3(1)a
        """,
        rules=TableRules(),
    )


def test_2_4_a_later_coup_burns_one_card() -> None:
    play(
        OPENING_COUP,
        """
        Ana bets 200 on 1
        close                           then burn 1 @2(4)
        5C              is burn         then deal box:1 down @3(1)a
        """,
    )


def test_2_1_a_new_shoe_burns_as_many_cards_as_packs_again() -> None:
    play(
        OPENING_COUP,
        """
        shuffle                         then shuffle @2(2)
        new shoe                        then take_wagers @2(3)
        Ana bets 200 on 1
        close                           then burn 2 @2(1)
        """,
    )


def test_2_1_a_boxed_card_is_burned_when_a_burn_is_due_and_counts() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        close                           then burn 2
        2C boxed        is burn         then burn 1
        2D boxed        is burn         then deal box:1 down
        """
    )


def test_2_1_a_boxed_card_is_void_and_its_role_passes_to_the_next() -> None:
    play(
        ONE_BOX,
        """
        TS boxed        is void         then deal box:1 down    alerts boxed
        TH 2S           is box:1        then deal upcard up
        AS boxed        is void         then deal upcard up     alerts boxed
        AD              is upcard       then deal hidden down
        KD boxed        is void         then deal hidden down   alerts boxed
        5D              is hidden       then offer insurance even_money
        9S boxed        is void         then deal box:1/1 up    alerts boxed
        3H              is box:1/1      then ask 1
        stand 1                         then turn_hidden
        done                            then burn 1
        2H boxed        is burn         then draw
        TD boxed        is void         then draw               alerts boxed
        2D              is draw         then settle             ends 1 lose -200 5
        """,
    )


def test_2_1_a_boxed_second_card_is_void() -> None:
    play(
        ANA_HAS_19,
        """
        6D              is upcard       then offer surrender
        stand 1                         then burn 1
        2H              is burn         then deal second up
        AD boxed        is void         then deal second up     alerts boxed
        TD              is second       then draw
        """,
    )


def test_2_1_after_a_boxed_card_instead_of_an_extra_one_the_player_may_still_stand() -> None:
    play(
        ANA_HAS_19,
        """
        6D              is upcard       then offer surrender
        hit 1                           then deal box:1/1 up
        2S boxed        is void         then deal box:1/1 up    alerts boxed
        stand 1                         then burn 1
        """,
    )


# 3(1)a: the deal


def test_3_1_a_two_passes_give_one_card_to_each_box_twice_round() -> None:
    play(
        TWO_BOXES,
        """
        TS              is box:1        then deal box:3 down @3(1)a
        9S              is box:3        then deal box:1 down
        8S              is box:1        then deal box:3 down
        7S              is box:3        then deal upcard up @3(1)a
        6D              is upcard       then offer surrender @12
        """,
    )


def test_3_1_a_pairs_give_two_cards_to_each_box_in_turn() -> None:
    play(
        TWO_BOXES,
        """
        TS              is box:1        then deal box:1 down
        9S              is box:1        then deal box:3 down
        8S              is box:3        then deal box:3 down
        7S              is box:3        then deal upcard up
        6D              is upcard       then offer surrender
        """,
        rules=TableRules(decks=2, deal_order="pairs"),
    )


def test_3_1_a_only_boxes_with_a_wager_are_dealt_to() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Bo sits 2
        Bo bets 200 on 2
        2C 3C           is burn         then deal box:2 down
        TS 9S           is box:2        then deal upcard up
        6D              is upcard       then offer surrender
        """
    )


def test_3_1_a_the_second_card_lies_face_up_after_every_box_and_a_burn() -> None:
    play(
        TWO_BOXES,
        """
        TS              is box:1
        TH              is box:3
        9S              is box:1
        8H              is box:3        then deal upcard up
        TD              is upcard       then offer surrender
        stand 1                         then ask 3
        stand 3                         then burn 1 @2(4)
        2H              is burn         then deal second up @3(1)a
        8C              is second       then settle @5      ends 1 win +200 5, 3 push +0 7b
        done settle                     then take_wagers
        """,
    )


def test_3_1_a_ace_up_takes_the_hidden_card_at_once_without_a_burn() -> None:
    play(
        ACE_UP,
        """
        9C              is hidden       then offer insurance even_money
        stand 1                         then turn_hidden @3(1)a
        done turn_hidden                then settle             ends 1 lose -200 5
        """,
    )


def test_3_1_a_after_the_hidden_card_one_burn_comes_before_the_first_draw_only() -> None:
    play(
        ACE_UP,
        """
        2D              is hidden       then offer insurance even_money
        stand 1                         then turn_hidden
        done                            then burn 1 @3(1)a
        3D              is burn         then draw @3(2)a
        2H              is draw         then draw
        TC              is draw         then draw
        3H              is draw         then settle             ends 1 push +0 7b
        """,
    )


# 3(2): extra cards


def test_3_2_b_a_player_draws_as_he_likes_until_he_stands() -> None:
    play(
        ONE_BOX,
        """
        2S 3S           is box:1
        TD              is upcard       then offer surrender
        hit 1                           then deal box:1/1 up @3(2)b
        5H              is box:1/1      then ask 1
        4H              is box:1/1      then ask 1
        hit 1                           then deal box:1/1 up
        7H              is box:1/1      then ask 1
        stand 1                         then burn 1
        """,
    )


def test_3_2_b_a_bust_is_taken_at_once_even_if_the_dealer_busts_too() -> None:
    play(
        TWO_BOXES,
        """
        TS              is box:1
        TH              is box:3
        6S              is box:1
        9H              is box:3
        6D              is upcard       then offer surrender
        6H              is box:1/1      then ask 3          pays 1 -200 3(2)b
        stand 3                         then burn 1
        2H              is burn
        TD              is second       then draw
        TC              is draw         then settle         ends 1 bust -200 3(2)b, 3 win +400 5
        """,
    )


@pytest.mark.parametrize("cards", ["TS AS", "TS 9S", "2S 2H"], ids=["natural", "19", "4"])
def test_3_2_b_every_hand_is_asked_even_a_natural(cards: str) -> None:
    play(ONE_BOX, f"{cards} is box:1 then deal upcard up", "6D is upcard then offer surrender")


def test_3_2_b_a_hand_of_21_may_draw() -> None:
    play(
        ONE_BOX,
        """
        5S 6S           is box:1
        6D              is upcard       then offer surrender
        TH              is box:1/1      then ask 1
        AH              is box:1/1      then settle     pays 1 -200 3(2)b     ends 1 bust -200 3(2)b
        """,
    )


def test_3_2_b_a_natural_that_draws_is_an_ordinary_hand() -> None:
    play(
        ONE_BOX,
        """
        AS KS           is box:1
        6D              is upcard       then offer surrender
        TH              is box:1/1      then ask 1
        stand 1                         then burn 1
        2H              is burn
        TD              is second       then draw
        TC              is draw         then settle     ends 1 win +200 5
        """,
    )


def test_3_2_c_the_box_first_on_the_dealers_left_decides_first() -> None:
    play(
        TWO_BOXES,
        """
        TS              is box:1
        TH              is box:3
        6S              is box:1
        9H              is box:3
        6D              is upcard       then offer surrender @12
        stand 3                         refused not_asked 3(2)c
        done offer                      then ask 1 @3(2)c
        stand 3                         refused not_asked 3(2)c
        hit 1                           then deal box:1/1 up
        stand 3                         refused not_asked 3(2)c
        2D              is box:1/1      then ask 1
        stand 1                         then ask 3
        hit 1                           refused not_asked 3(2)c
        2H              is box:3/1      then ask 3
        stand 3                         then burn 1
        hit 3                           refused not_asked 3(2)c
        """,
    )


def test_3_2_c_until_its_card_is_out_a_hit_may_be_taken_back() -> None:
    play(
        ANA_HAS_19,
        """
        6D              is upcard       then offer surrender
        hit 1                           then deal box:1/1 up
        hit 1                           then deal box:1/1 up
        done                            refused not_due 3(2)b
        stand 1                         then burn 1
        """,
    )


@pytest.mark.parametrize(
    ("second", "due", "rules"),
    [
        pytest.param("TD", "draw", TWO_PACKS, id="16-draws"),
        pytest.param("6C", "draw", TWO_PACKS, id="12-draws"),
        pytest.param("AC", "settle", TWO_PACKS, id="soft-17-stands"),
        pytest.param("AC", "draw", TableRules(decks=2, dealer_soft_17="draw"), id="soft-17-draws-by-house-rule"),
    ],
)
def test_3_2_a_the_dealer_with_a_six_up(second: str, due: str, rules: TableRules) -> None:
    ends = "ends 1 win +200 5" if due == "settle" else ""
    play(ANA_HAS_19, f"6D is upcard\nstand 1\n2H is burn\n{second} is second then {due} {ends}", rules=rules)


@pytest.mark.parametrize("soft_17", ["stand", "draw"])
@pytest.mark.parametrize(
    ("upcard", "second", "ends"),
    [("7D", "TD", "1 win +200 5"), ("8D", "TD", "1 win +200 5"), ("TD", "TC", "1 lose -200 5")],
    ids=["17", "18", "20"],
)
def test_3_2_a_the_dealer_stands_on_a_hard_17_or_more(upcard: str, second: str, ends: str, soft_17: str) -> None:
    rules = TableRules(decks=2, dealer_soft_17="draw" if soft_17 == "draw" else "stand")
    play(
        ANA_HAS_19, f"{upcard} is upcard\nstand 1\n2H is burn\n{second} is second then settle ends {ends}", rules=rules
    )


@pytest.mark.parametrize(
    ("rules", "rest"),
    [
        pytest.param(TWO_PACKS, "done then settle ends 1 win +200 5", id="stand"),
        pytest.param(
            TableRules(decks=2, dealer_soft_17="draw"),
            """
            done                            then burn 1 @3(1)a
            2H              is burn         then draw
            TC              is draw         then settle     ends 1 win +200 5
            """,
            id="draw-then-hard-17-stands",
        ),
    ],
)
def test_3_2_a_ace_up_and_a_hidden_six(rules: TableRules, rest: str) -> None:
    play(
        ANA_HAS_19,
        "AD is upcard then deal hidden down\n6C is hidden\nstand 1 then turn_hidden",
        rest,
        rules=rules,
    )


def test_3_2_a_a_soft_18_stands_under_either_option() -> None:
    play(
        ANA_HAS_19,
        "AD is upcard\n7C is hidden\nstand 1\ndone then settle ends 1 win +200 5",
        rules=TableRules(decks=2, dealer_soft_17="draw"),
    )


def test_3_2_a_a_card_drawn_by_mistake_is_void_and_no_burn_of_the_next_coup() -> None:
    play(
        ANA_HAS_19,
        """
        TD              is upcard
        stand 1
        2H              is burn
        7D              is second       then settle     ends 1 win +200 5
        5C              is void         then settle     alerts drawn_by_mistake
        5D boxed        is void         then settle     alerts drawn_by_mistake
        done                            then take_wagers
        Ana bets 200 on 1
        close                           then burn 1
        """,
    )


def test_3_2_with_no_wager_alive_the_dealer_neither_burns_nor_draws() -> None:
    play(
        ONE_BOX,
        """
        TS 8S           is box:1
        6D              is upcard       then offer surrender
        5H              is box:1/1      then settle     pays 1 -200 3(2)b     ends 1 bust -200 3(2)b
        """,
    )


def test_3_2_with_no_wager_alive_a_hidden_card_is_still_turned_and_no_more() -> None:
    play(ALL_BUST_AGAINST_AN_ACE, "done then settle ends 1 bust -200 3(2)b")


def test_3_2_by_house_rule_the_dealer_plays_on_with_no_wager_alive() -> None:
    rules = TableRules(decks=2, dealer_draws_without_wagers=True)
    play(
        ONE_BOX,
        """
        TS 8S           is box:1
        6D              is upcard       then offer surrender
        5H              is box:1/1      then burn 1     pays 1 -200 3(2)b
        2H              is burn         then deal second up
        TD              is second       then draw
        TC              is draw         then settle     ends 1 bust -200 3(2)b
        """,
        rules=rules,
    )
    play(
        ACE_UP,
        """
        2D              is hidden
        5H              is box:1/1      then turn_hidden    pays 1 -200 3(2)b
        Ana bets 200 on 1               refused betting_is_closed 2(3)
        done                            then burn 1
        """,
        rules=rules,
    )


# 6, 7: naturals


@pytest.mark.parametrize(
    ("box", "upcard", "rest"),
    [
        pytest.param("AS KS", "9D", "9C is second then settle ends 1 natural +300 6", id="3:2"),
        pytest.param("AS KS", "TD", "AD is second then settle ends 1 push +0 7a", id="both-naturals"),
        pytest.param("AS 9S", "TD", "AD is second then settle ends 1 lose -200 6", id="dealers-natural"),
        pytest.param("TS 9S", "9D", "TC is second then settle ends 1 push +0 7b", id="equal-points"),
        pytest.param(
            "AS KS",
            "6D",
            "5D is second then draw\nTC is draw then settle ends 1 natural +300 6",
            id="natural-against-21-of-three-cards",
        ),
    ],
)
def test_6_and_7_ten_or_less_up(box: str, upcard: str, rest: str) -> None:
    play(ONE_BOX, f"{box} is box:1\n{upcard} is upcard then offer surrender\nstand 1 then burn 1\n2H is burn", rest)


def test_6_a_dealers_natural_beats_a_21_of_three_cards() -> None:
    play(
        ONE_BOX,
        """
        5S 6S           is box:1
        AD              is upcard
        KD              is hidden       then offer insurance even_money
        TH              is box:1/1      then ask 1
        stand 1                         then turn_hidden
        done                            then settle     ends 1 lose -200 6
        """,
    )


@pytest.mark.parametrize(("odd", "net"), [("player", 500), ("house", 400)])
def test_6_three_to_two_of_an_odd_wager_is_rounded_for_the_side_the_house_names(odd: str, net: int) -> None:
    rules = TableRules(decks=2, odd_amounts="player" if odd == "player" else "house")
    play(
        f"""
        new shoe
        Ana sits 1
        Ana bets 300 on 1
        2C 2D           is burn
        AS KS           is box:1
        9D              is upcard
        stand 1
        2H              is burn
        9C              is second       then settle     ends 1 natural +{net} 6
        """,
        rules=rules,
    )


# Nothing waits for a touch


def test_nothing_waits_a_card_closes_the_betting_if_there_is_a_wager_3_1_a() -> None:
    play(
        OPENING_COUP,
        """
        Ana bets 200 on 1               then take_wagers
        5C              is burn         then deal box:1 down
        Ana bets 400 on 1               refused betting_is_closed 2(3)
        """,
    )


@pytest.mark.parametrize(
    ("hidden", "rest"),
    [
        ("5C", "5H is burn then draw"),
        ("6C", "5H is void then settle alerts drawn_by_mistake ends 1 win +200 5"),
        ("KC", "5H is void then settle alerts drawn_by_mistake ends 1 lose -200 6"),
    ],
    ids=["16-burns-it", "17-voids-it", "natural-voids-it"],
)
def test_nothing_waits_a_card_turns_the_hidden_card_3_1_a(hidden: str, rest: str) -> None:
    play(ANA_HAS_19, f"AD is upcard\n{hidden} is hidden\nstand 1 then turn_hidden", rest)


def test_nothing_waits_a_card_turns_the_hidden_card_also_with_no_wager_alive_3_2() -> None:
    play(
        ALL_BUST_AGAINST_AN_ACE,
        "5C is void then settle alerts drawn_by_mistake ends 1 bust -200 3(2)b",
    )


def test_nothing_waits_a_wager_passes_over_the_settlement_2_3() -> None:
    play(
        ANA_HAS_19,
        """
        TD              is upcard
        stand 1
        2H              is burn
        7D              is second       then settle     ends 1 win +200 5
        Ana bets 50 on 1                refused not_whole_chips 2(3)        then settle
        Ana takes back 1                refused no_wager 2(3)               then settle
        close                           refused nobody_wagers 2(3)          then settle
        Ana bets 400 on 1               then take_wagers
        """,
    )


@pytest.mark.parametrize(
    "rest", ["Ana bets 200 on 1 then take_wagers", "shuffle then shuffle", "new shoe then take_wagers"]
)
def test_nothing_waits_with_no_wager_alive_a_request_passes_over_turn_and_settlement_3_2(rest: str) -> None:
    play(ALL_BUST_AGAINST_AN_ACE, f"{rest} ends 1 bust -200 3(2)b")


def test_nothing_waits_but_a_live_wager_holds_the_hidden_card_against_requests_2_3() -> None:
    play(
        ACE_UP,
        """
        9C              is hidden
        stand 1                         then turn_hidden
        Ana bets 200 on 1               refused betting_is_closed 2(3)
        Ana takes back 1                refused betting_is_closed 2(3)
        close                           refused betting_is_closed 2(3)
        shuffle                         refused coup_in_progress 2(2)
        done settle                     refused not_due 3(1)a           then turn_hidden
        """,
    )


def test_nothing_waits_a_shuffle_passes_over_the_settlement_2_2() -> None:
    play(
        ANA_HAS_19,
        """
        TD              is upcard
        stand 1
        2H              is burn
        7D              is second       then settle     ends 1 win +200 5
        shuffle                         then shuffle
        """,
    )


def test_nothing_waits_a_new_shoe_passes_over_the_settlement_2_2() -> None:
    play(
        ANA_HAS_19,
        """
        TD              is upcard
        stand 1
        2H              is burn
        7D              is second       then settle     ends 1 win +200 5
        new shoe                        then take_wagers
        Ana bets 200 on 1
        close                           then burn 2 @2(1)
        """,
    )
