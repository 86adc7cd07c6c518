"""Even money (article 6): a natural asks for 1:1 until the dealer's second card is shown."""

from typing import Literal

import pytest

from engine.projection import projected
from engine.rules import TableRules
from engine.table import Table
from engine.tests.openings import ONE_BOX, TWO_BOXES
from engine.tests.script import go_on, play
from engine.view import LinkView

ALSO_TENS = TableRules(decks=2, even_money_upcards="AT")

NATURAL = ONE_BOX + "\nTS AS is box:1"
AGAINST_AN_ACE = (
    NATURAL
    + """
    AD              is upcard       then deal hidden down
    KC              is hidden       then offer insurance even_money @8
"""
)
"""Naturals on both sides."""


def cards_shown(table: Table) -> tuple[str, ...]:
    """The cards of box 1 as everybody sees them."""
    view = projected(table, name="", seq=0, due_seq=0, reader=LinkView(state="up", text=""))
    return view.boxes[0].hands[0].cards


@pytest.mark.parametrize("hidden", ["KC", "9C", "2C"])
def test_6_it_is_1_to_1_whatever_the_hidden_card_is(hidden: str) -> None:
    play(
        NATURAL,
        f"""
        AD                  is upcard
        {hidden}            is hidden
        Ana takes even money on 1           then turn_hidden    pays 1 +200 6
        done                                then settle         ends 1 even_money +200 6
        """,
    )


def test_6_without_it_both_naturals_push() -> None:
    play(AGAINST_AN_ACE, "stand 1\ndone then settle ends 1 push +0 7a")


def test_6_it_is_paid_once() -> None:
    play(
        AGAINST_AN_ACE,
        "Ana takes even money on 1 then turn_hidden pays 1 +200 6",
        "Ana takes even money on 1 then turn_hidden refused even_money_is_paid 6",
    )


def test_6_it_is_told_once_and_not_again_with_the_next_card() -> None:
    play(
        AGAINST_AN_ACE,
        """
        Ana takes even money on 1   then turn_hidden    pays 1 +200 6
        5C              is void     then settle     alerts drawn_by_mistake     ends 1 even_money +200 6
        """,
    )


# The window


def test_6_it_is_open_from_the_upcard_on() -> None:
    play(
        NATURAL,
        """
        Ana takes even money on 1           then deal upcard up     refused no_upcard 6
        AD                  is upcard       then deal hidden down
        Ana takes even money on 1           then deal hidden down   pays 1 +200 6
        """,
    )


def test_6_it_is_open_until_the_hidden_card_is_turned_also_after_others_have_drawn() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Bo sits 3
        Ana bets 200 on 1
        Bo bets 400 on 3
        2C 3C               is burn
        TS 5H AS 6H                         then deal upcard up
        AD                  is upcard
        8C                  is hidden       then offer insurance even_money
        done                                then ask 1
        stand 1                             then ask 3
        9H                  is box:3/1      then ask 3
        stand 3                             then turn_hidden
        Ana takes even money on 1           then turn_hidden    pays 1 +200 6
        done                                then settle         ends 1 even_money +200 6, 3 win +400 5
        """,
    )


def test_6_the_turn_of_the_hidden_card_closes_it() -> None:
    play(
        NATURAL,
        """
        AD                  is upcard
        5C                  is hidden
        stand 1                             then turn_hidden
        done                                then burn 1
        Ana takes even money on 1           then burn 1         refused even_money_is_closed 6
        2H                  is burn         then draw
        5H                  is draw         then settle         ends 1 natural +300 6
        Ana takes even money on 1           then settle         refused even_money_is_closed 6
        """,
    )


def test_2_1_a_hidden_card_that_is_exposed_closes_it() -> None:
    play(
        AGAINST_AN_ACE,
        "expose 6 then ask 1",
        "Ana takes even money on 1 then ask 1 refused even_money_is_closed 6",
        "stand 1\ndone then settle ends 1 push +0 7a",
    )


def test_6_a_natural_that_drew_is_an_ordinary_hand() -> None:
    play(
        AGAINST_AN_ACE,
        """
        5H                  is box:1/1      then ask 1
        Ana takes even money on 1           then ask 1          refused not_two_cards 6
        stand 1                             then turn_hidden
        done                                then settle         ends 1 lose -200 6
        """,
    )


# Against which upcards


@pytest.mark.parametrize("upcard", ["2D", "9D", "TD", "JD", "QD", "KD"])
def test_6_against_an_ace_only(upcard: str) -> None:
    play(
        NATURAL,
        f"{upcard} is upcard then offer surrender",
        "Ana takes even money on 1 then offer surrender refused no_even_money 6",
    )


@pytest.mark.parametrize("upcard", ["TD", "JD", "QD", "KD"])
def test_6_by_house_rule_against_every_ten_point_card(upcard: str) -> None:
    play(
        NATURAL,
        f"""
        {upcard}            is upcard       then offer even_money surrender
        Ana takes even money on 1           then settle         pays 1 +200 6   ends 1 even_money +200 6
        """,
        rules=ALSO_TENS,
    )


@pytest.mark.parametrize("upcard", ["2D", "9D"])
def test_6_by_house_rule_against_no_other_card(upcard: str) -> None:
    play(
        NATURAL,
        f"{upcard} is upcard then offer surrender",
        "Ana takes even money on 1 then offer surrender refused no_even_money 6",
        rules=ALSO_TENS,
    )


def test_6_by_house_rule_against_an_ace_too() -> None:
    play(AGAINST_AN_ACE, "Ana takes even money on 1 then turn_hidden pays 1 +200 6", rules=ALSO_TENS)


def test_6_by_house_rule_against_a_ten_until_the_second_card() -> None:
    table = play(NATURAL, "KD is upcard\nstand 1 then burn 1", rules=ALSO_TENS)
    go_on(
        table,
        """
        2H                  is burn         then deal second up
        AC                  is second       then settle         ends 1 push +0 7a
        Ana takes even money on 1           then settle         refused even_money_is_closed 6
        """,
    )


def test_6_by_house_rule_against_a_ten_not_while_the_dealer_draws() -> None:
    table = play(NATURAL, "KD is upcard\nstand 1\n2H is burn\n2C is second then draw", rules=ALSO_TENS)
    go_on(table, "Ana takes even money on 1 then draw refused even_money_is_closed 6")


def test_6_by_house_rule_against_a_ten_while_the_second_card_is_due() -> None:
    table = play(NATURAL, "KD is upcard\nstand 1 then burn 1\n2H is burn then deal second up", rules=ALSO_TENS)
    go_on(table, "Ana takes even money on 1 then settle pays 1 +200 6 ends 1 even_money +200 6")


def test_6_by_house_rule_against_a_ten_not_for_who_has_surrendered() -> None:
    play(
        TWO_BOXES,
        """
        AS                  is box:1
        8S                  is box:3
        TS                  is box:1
        8D                  is box:3
        KD                  is upcard       then offer even_money surrender
        surrender 1                         then offer even_money surrender     pays 1 -100 12
        Ana takes even money on 1           refused has_decided 6
        """,
        rules=ALSO_TENS,
    )


def test_6_by_house_rule_from_the_metal_box_against_a_ten_until_the_turn() -> None:
    rules = TableRules(equipment="metal_box", decks=1, even_money_upcards="AT")
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        2C                  is burn
        TS AS               is box:1
        KD                  is upcard       then deal hidden down
        AC                  is hidden       then offer even_money surrender
        stand 1                             then turn_hidden
        Ana takes even money on 1   then turn_hidden    pays 1 +200 6
        done                        then settle         ends last: 1 even_money +200 6
        """,
        rules=rules,
    )


@pytest.mark.parametrize("before", ["", "stand 1 then turn_hidden\ndone"], ids=["hidden", "turned"])
@pytest.mark.parametrize(
    ("upcards", "upcard"), [("A", "6D"), ("A", "TD"), ("AT", "6D")], ids=["ace-alone-6", "ace-alone-ten", "also-tens-6"]
)
def test_6_from_the_metal_box_against_no_other_card_though_the_dealer_has_a_hidden_one(
    upcards: Literal["A", "AT"], upcard: str, before: str
) -> None:
    play(
        f"""
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        2C                  is burn
        TS AS               is box:1
        {upcard}            is upcard
        5C                  is hidden       then offer surrender
        """,
        before,
        "Ana takes even money on 1 refused no_even_money 6",
        rules=TableRules(equipment="metal_box", decks=1, even_money_upcards=upcards),
    )


# Who


def test_6_each_bettor_of_a_box_takes_it_for_himself() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 400 on 1
        Cy bets 200 on 1
        2C 3C               is burn
        TS AS               is box:1
        AD                  is upcard
        KC                  is hidden       then offer insurance even_money
        Di takes even money on 1            refused no_such_bettor 6
        Ana takes even money on 3           refused no_such_bettor 6
        Cy takes even money on 1            then offer insurance even_money     pays 1 +200 6
        stand 1                             then turn_hidden
        done                        then settle     ends 1/1 Ana push +0 7a, 1/1 Cy even_money +200 6
        """
    )


def test_6_the_hand_is_played_on_for_who_did_not_take_it() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 400 on 1
        Cy bets 200 on 1
        2C 3C               is burn
        TS AS               is box:1
        AD                  is upcard
        9C                  is hidden
        Cy takes even money on 1            pays 1 +200 6
        hit 1                               then deal box:1/1 up
        5H                  is box:1/1      then ask 1
        7H                  is box:1/1      then turn_hidden    pays 1 -400 3(2)b
        done                        then settle     ends 1/1 Ana bust -400 3(2)b, 1/1 Cy even_money +200 6
        """
    )


# The claim


@pytest.mark.parametrize("cards", ["TS 8S", "AS 9S", "AS AH", "TS KS"])
def test_6_a_false_claim_shows_the_hand_and_is_refused(cards: str) -> None:
    table = play(ONE_BOX, f"{cards} is box:1\nAD is upcard\nKC is hidden then offer insurance even_money")
    assert cards_shown(table) == ("##", "##")
    go_on(table, "Ana takes even money on 1 then offer insurance even_money refused no_natural 6")
    assert cards_shown(table) == tuple(cards.split())


def test_6_a_claim_that_is_refused_on_public_grounds_shows_nothing() -> None:
    table = play(NATURAL, "TD is upcard\nAna takes even money on 1 refused no_even_money 6")
    assert cards_shown(table) == ("##", "##")


def test_6_a_claim_on_an_unread_card_waits_for_its_name() -> None:
    play(
        ONE_BOX,
        """
        TS                  is box:1
        ??                  is box:1        alerts unread
        AD                  is upcard
        KC                  is hidden       then offer insurance even_money
        Ana takes even money on 1           then name_card 4 box:1
        Ana insures 1 for 100               then name_card 4 box:1      refused name_first 2(1)
        name 4 AS                           then turn_hidden            pays 1 +200 6   alerts request_lawful_now
        done                                then settle                 ends 1 even_money +200 6
        """,
    )


def test_6_a_claim_that_its_cards_name_proves_false_is_told_so() -> None:
    play(
        ONE_BOX,
        """
        TS                  is box:1
        ??                  is box:1        alerts unread
        AD                  is upcard
        KC                  is hidden
        Ana takes even money on 1           then name_card 4 box:1
        name 4 9S                           then offer insurance even_money     alerts claim_refused
        """,
    )


def test_6_nobody_claims_it_before_a_coup() -> None:
    play("new shoe\nAna sits 1\nAna bets 200 on 1", "Ana takes even money on 1 refused no_upcard 6")


@pytest.mark.parametrize(("keeps_paid", "pays"), [(True, ""), (False, "pays 1 -200 2(1)")])
def test_2_1_it_goes_back_with_a_cancelled_coup_unless_what_is_paid_stays(keeps_paid: bool, pays: str) -> None:
    row = "even_money +200 6" if keeps_paid else "cancelled +0 2(1)"
    play(
        AGAINST_AN_ACE,
        "Ana takes even money on 1 pays 1 +200 6",
        f"cancel then settle {pays} ends cancelled: 1 {row}",
        rules=TableRules(decks=2, void_keeps_paid=keeps_paid),
    )


def test_2_1_by_house_rule_even_money_of_one_bettor_stays_in_a_cancelled_coup() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        Bo bets 400 on 1
        2C 3C                       is burn
        AS TS                       is box:1
        AD                          is upcard
        9C                          is hidden       then offer insurance even_money
        Bo takes even money on 1                    then offer insurance even_money     pays 1 +400 6
        cancel      then settle     ends cancelled: 1/1 Ana cancelled +0 2(1), 1/1 Bo even_money +400 6
        """,
        rules=TableRules(decks=2, void_keeps_paid=True),
    )
