"""Misdealt and exposed cards (article 2(1)): laying them as the law has them, in each phase."""

import pytest

from engine.events import CardVoided, MisdealFound
from engine.instructions import Ask, Made, Reconcile
from engine.tests.openings import ACE_UP, ONE_BOX, TWO_BOXES
from engine.tests.script import play

EIGHTEEN = (
    ONE_BOX
    + """
    TS 8S           is box:1
    6D              is upcard       then offer surrender
"""
)
"""Card 6 comes next."""
TWO_ASKED = (
    TWO_BOXES
    + """
    TS              is box:1
    TH              is box:3
    6S              is box:1
    9H              is box:3
    6D              is upcard       then offer surrender
"""
)
"""12 events; box 1 has 16, box 3 has 19; card 8 comes next."""
ACE_OFFERED = (
    ACE_UP
    + """
    5C              is hidden       then offer insurance even_money
"""
)
"""18 against an ace and a hidden five; card 7 comes next."""
NATURAL = (
    ONE_BOX
    + """
    AS KS           is box:1
    AD              is upcard
    9C              is hidden       then offer insurance even_money
"""
)
PAID = (
    EIGHTEEN
    + """
    stand 1
    4H              is burn
    TC              is second
    AC              is draw         then settle     ends 1 win +200 5
    done            then take_wagers
"""
)

# 2(1): a misdeal is found


@pytest.mark.parametrize(
    ("before", "due"),
    [
        pytest.param("new shoe\nAna sits 1\nAna bets 200 on 1\n2C is burn", "burn 1", id="burn"),
        pytest.param(ONE_BOX + "TS is box:1", "deal box:1 down", id="deal"),
        pytest.param(ACE_UP, "deal hidden down", id="hidden"),
        pytest.param(EIGHTEEN, "offer surrender", id="offer"),
        pytest.param(EIGHTEEN + "done", "ask 1", id="asked"),
        pytest.param(EIGHTEEN + "hit 1", "deal box:1/1 up", id="announced"),
        pytest.param(ONE_BOX + "8S 8H is box:1\n6D is upcard\nsplit 1", "deal box:1/1 up", id="split-1"),
        pytest.param(
            ONE_BOX + "8S 8H is box:1\n6D is upcard\nsplit 1\nTC is box:1/1\nstand 1", "deal box:1/2 up", id="split-2"
        ),
        pytest.param(ONE_BOX + "6S 5H is box:1\n6D is upcard\ndouble 1", "deal box:1/1 up", id="double"),
        pytest.param(EIGHTEEN + "stand 1", "burn 1", id="dealers-burn"),
        pytest.param(EIGHTEEN + "stand 1\n4H is burn", "deal second up", id="second"),
        pytest.param(EIGHTEEN + "stand 1\n4H is burn\nTC is second", "draw", id="draw"),
        pytest.param(ACE_OFFERED + "stand 1", "turn_hidden", id="turn-hidden"),
        pytest.param(ACE_OFFERED + "stand 1\ndone", "burn 1", id="burn-before-draw"),
        pytest.param(
            EIGHTEEN + "stand 1\n4H is burn\nTC is second\nAC is draw ends 1 win +200 5", "settle", id="settle"
        ),
    ],
)
def test_2_1_a_misdeal_is_put_right_before_the_coup_goes_on(before: str, due: str) -> None:
    play(
        before,
        f"""
        misdeal         then reconcile @2(1)    moves nothing
        Ana bets 400 on 1               then reconcile      refused reconcile_first 2(1)
        hit 1                           then reconcile      refused reconcile_first 2(1)
        surrender 1                     then reconcile      refused reconcile_first 2(1)
        Ana insures 1 for 100           then reconcile      refused reconcile_first 2(1)
        Ana takes even money on 1       then reconcile      refused reconcile_first 2(1)
        1 shows                         then reconcile      refused reconcile_first 2(1)
        close                           then reconcile      refused reconcile_first 2(1)
        shuffle                         then reconcile      refused reconcile_first 2(1)
        done settle                     then reconcile      refused not_due 2(1)
        misdeal                         then reconcile      moves nothing
        done reconcile                  then {due}
        """,
    )


@pytest.mark.parametrize(
    "before", ["new shoe\nAna sits 1\nAna bets 200 on 1\nclose then burn 2", PAID], ids=["no-card-yet", "paid"]
)
def test_2_1_no_misdeal_is_found_where_no_coup_is_in_progress(before: str) -> None:
    play(before, "misdeal refused no_coup 2(1)")


def test_2_1_no_misdeal_is_found_in_a_cancelled_coup() -> None:
    play(EIGHTEEN, "cancel ends cancelled: 1 cancelled +0 2(1)\nmisdeal then settle refused no_coup 2(1)")


def test_2_1_a_misdeal_found_is_put_right_now_whenever_it_was_made() -> None:
    play(
        EIGHTEEN,
        """
        misdeal before 5    then reconcile  moves nothing
        stand 1         refused reconcile_first 2(1)
        done            then offer surrender
        """,
    )


def test_2_1_a_card_that_leaves_while_the_cards_are_laid_is_taken() -> None:
    play(
        EIGHTEEN, "misdeal then reconcile\n2H is box:1/1 then reconcile\n6H is box:1/1 then reconcile pays 1 -200 3(2)b"
    )


def test_2_1_no_coup_is_final_before_the_cards_lie_as_the_law_has_them() -> None:
    play(
        EIGHTEEN,
        """
        stand 1
        4H              is burn
        TC              is second       then draw
        misdeal         then reconcile
        AC              is draw         then reconcile
        9D              is void         then reconcile      alerts drawn_by_mistake
        done            then settle     ends 1 win +200 5
        """,
    )


def test_2_1_a_result_that_was_told_stands_when_the_misdeal_changed_nothing() -> None:
    play(
        EIGHTEEN,
        """
        stand 1
        4H              is burn
        TC              is second
        AC              is draw         then settle     ends 1 win +200 5
        misdeal         then reconcile
        done            then settle
        done            then take_wagers
        """,
    )


def test_2_1_coup_that_cannot_be_put_right_is_cancelled_and_everything_goes_back() -> None:
    play(
        TWO_ASKED,
        """
        6H              is box:1/1      then ask 3      pays 1 -200 3(2)b
        misdeal         then reconcile
        cancel  then settle @2(1)   pays 1 +200 2(1)    ends cancelled: 1 cancelled +0 2(1), 3 cancelled +0 2(1)
        done            then take_wagers
        """,
    )


def test_2_2_the_white_card_shows_while_the_cards_are_laid() -> None:
    play(EIGHTEEN, "misdeal\nwhite then reconcile alerts white_card white_card_misplaced\ndone then offer surrender")


def test_2_2_a_shoe_that_runs_out_while_the_cards_are_laid_cancels_the_coup_and_nothing_need_be_laid() -> None:
    play(
        EIGHTEEN,
        """
        stand 1         then burn 1
        misdeal         then reconcile
        empty   then settle @2(1)   alerts shoe_count_off shoe_ran_out  ends cancelled last: 1 cancelled +0 2(1)
        done            then shuffle
        """,
    )


def test_2_2_a_new_shoe_while_the_cards_are_laid_cancels_the_coup() -> None:
    play(
        EIGHTEEN,
        """
        misdeal         then reconcile
        new shoe        then settle     alerts shoe_changed     ends cancelled last: 1 cancelled +0 2(1)
        """,
    )


# 2(1): where the cards belong, and what was called since


def test_2_1_the_calls_made_since_the_cards_lay_wrong_are_told() -> None:
    table = play(
        TWO_ASKED,
        """
        AH              is box:1/1      then ask 1
        hit 1           then deal box:1/1 up
        2H              is box:1/1      then ask 1
        stand 1         then ask 3
        surrender 3     refused surrender_is_closed 12
        stand 3         then burn 1
        """,
        "stand 1 before 8 later 8=box:3/1 9=box:3/1 moves 8=box:1/1>box:3/1 9=box:1/1>box:3/1 "
        "alerts request_dropped request_dropped request_dropped pays 3 -400 3(2)b",
    )
    due = table.felt.due
    assert isinstance(due, Reconcile)
    assert due.calls == (Made(14, 1, 1, "hit"), Made(16, 1, 1, "stand"), Made(18, 3, 1, "stand"))


def test_2_1_an_insurance_and_even_money_taken_since_are_told() -> None:
    table = play(
        NATURAL,
        """
        Ana insures 1 for 100
        Ana takes even money on 1   then turn_hidden    pays 1 +200 6
        """,
    )
    answer = table.take(CardVoided(n=3, reason="fell", by="Pit"))
    assert answer.roles == {3: "void", 5: "box:1", 6: "upcard"}
    assert isinstance(answer.due, Reconcile)
    assert [(move.n, move.origin, move.to) for move in answer.due.moves] == [
        (5, "upcard", "box:1"),
        (6, "hidden", "upcard"),
    ]
    assert answer.due.calls == (Made(10, 1, 1, "insurance"), Made(11, 1, 1, "even_money"))
    assert answer.due.why == "fell"
    assert [(move.amount, move.article) for move in answer.pay] == [(-200, "2(1)")]
    assert [alert.text for alert in answer.alerts] == [
        "insurance of 1 by Ana at box 1 (record 10) is no longer lawful and does not count",
        "even money by Ana at box 1 (record 11) is no longer lawful and does not count",
    ]


def test_2_1_where_nothing_lies_elsewhere_every_call_of_the_coup_is_told() -> None:
    table = play(TWO_ASKED, "stand 1\nAH is box:3/1\nstand 3")
    answer = table.take(MisdealFound(reason="box 3 had box 1's card", by="Pit"))
    assert isinstance(answer.due, Reconcile)
    assert answer.due.why == "box 3 had box 1's card"
    assert answer.due.calls == (Made(13, 1, 1, "stand"), Made(15, 3, 1, "stand"))


def test_2_1_the_name_of_a_moved_card_comes_before_it_is_laid() -> None:
    play(
        TWO_ASKED,
        """
        ??              is box:1/1      then name_card 8 box:1/1    alerts unread
        stand 1 before 8    then name_card 8 box:3/1    later 8=box:3/1
        done reconcile      then name_card 8 box:3/1    refused name_first 2(1)
        name 8 2H       then reconcile  moves 8=box:1/1>box:3/1
        done            then ask 3
        """,
    )


def test_2_1_a_misdeal_found_while_a_name_is_due_waits_for_the_name() -> None:
    play(
        EIGHTEEN,
        """
        ??              is box:1/1      then name_card 6 box:1/1    alerts unread
        misdeal         then name_card 6 box:1/1
        stand 1         refused name_first 2(1)
        name 6 2H       then reconcile  moves nothing       alerts request_lawful_now
        done            then ask 1
        """,
    )


def test_2_1_a_card_that_lies_face_down_has_the_value_of_its_new_name_once_it_is_laid() -> None:
    play(
        ACE_OFFERED,
        """
        name 5 6D       then reconcile  later 6=box:1/1     moves 6=hidden>box:1/1
        name 6 2C       then reconcile  moves 6=hidden>box:1/1
        done            then ask 1
        """,
    )


def test_2_1_an_unread_card_that_belongs_face_up_is_named_and_then_laid() -> None:
    play(
        ACE_UP,
        """
        ??              is hidden       then offer insurance even_money     alerts unread
        name 5 6D       then name_card 6 box:1/1    later 6=box:1/1
        name 6 4C       then reconcile  moves 6=hidden>box:1/1
        done    then settle     pays 1 -200 3(2)b   ends 1 bust -200 3(2)b
        """,
    )


def test_2_1_a_second_correction_moves_the_cards_back_and_only_the_dealer_ends_it() -> None:
    play(
        TWO_ASKED,
        """
        AH              is box:1/1      then ask 1
        stand 1 before 8    then reconcile      later 8=box:3/1     moves 8=box:1/1>box:3/1
        withdraw last   then reconcile  later 8=box:1/1     moves nothing
        done            then ask 1
        """,
    )


def test_2_1_who_says_that_the_felt_agrees_leaves_nothing_to_move_but_the_misdeal_to_be_ended() -> None:
    play(
        TWO_ASKED,
        """
        AH              is box:1/1      then ask 1
        misdeal         then reconcile  moves nothing
        stand 1 before 8 felt agrees    then reconcile      later 8=box:3/1     moves nothing
        done            then ask 3
        """,
    )


def test_2_1_a_card_can_be_voided_held_and_exposed_while_the_cards_are_laid() -> None:
    play(
        EIGHTEEN,
        """
        2H              is box:1/1      then ask 1
        misdeal         then reconcile
        expose 3        then reconcile
        void 6          then reconcile  later 6=void
        3H              is box:1/1      then reconcile
        hold 7          then reconcile  later 7=held
        done            then ask 1
        """,
    )


def test_2_1_a_card_dealt_in_place_of_a_missed_burn_is_the_burn_already_and_its_misdeal_moves_nothing() -> None:
    play(
        PAID,
        """
        Ana bets 200 on 1
        TS              is burn         then deal box:1 down
        8S              is box:1        then deal box:1 down
        misdeal         then reconcile  moves nothing
        done            then deal box:1 down
        """,
    )


# 2(1): a card that everybody saw


@pytest.mark.parametrize(
    ("before", "n", "due"),
    [
        pytest.param(ONE_BOX, 1, "deal box:1 down", id="burn"),
        pytest.param(ONE_BOX + "TS is box:1", 3, "deal box:1 down", id="deal"),
        pytest.param(EIGHTEEN, 3, "offer surrender", id="offer"),
        pytest.param(EIGHTEEN + "done", 4, "ask 1", id="asked"),
        pytest.param(EIGHTEEN + "hit 1", 4, "deal box:1/1 up", id="announced"),
        pytest.param(EIGHTEEN + "stand 1", 4, "burn 1", id="dealers-burn"),
        pytest.param(EIGHTEEN + "stand 1\n4H is burn", 6, "deal second up", id="second"),
        pytest.param(EIGHTEEN + "stand 1\n4H is burn\nTC is second", 3, "draw", id="draw"),
        pytest.param(
            EIGHTEEN + "stand 1\n4H is burn\nTC is second\nAC is draw ends 1 win +200 5", 6, "settle", id="settle"
        ),
    ],
)
def test_2_1_a_face_down_card_that_was_exposed_is_public_and_play_goes_on(before: str, n: int, due: str) -> None:
    table = play(before, f"expose {n} then {due}")
    assert next(laid for laid in table.felt.cards.values() if laid.n == n).face_up


@pytest.mark.parametrize(
    ("call", "due"),
    [("", "ask 1"), ("done", "ask 1"), ("hit 1", "deal box:1/1 up"), ("stand 1", "turn_hidden")],
    ids=["offer", "asked", "announced", "turn"],
)
def test_2_1_the_exposed_hidden_card_closes_insurance_and_even_money_and_play_goes_on(call: str, due: str) -> None:
    play(
        NATURAL,
        call,
        f"""
        expose 6        then {due}
        Ana insures 1 for 100           then {due}      refused insurance_is_closed 8
        Ana takes even money on 1       then {due}      refused even_money_is_closed 6
        """,
    )


def test_2_1_insurance_and_even_money_taken_before_the_hidden_card_was_exposed_stand() -> None:
    play(
        ACE_UP,
        """
        KC              is hidden
        Ana insures 1 for 100
        expose 6        then ask 1
        Ana insures 1 for 0     refused insurance_is_closed 8
        stand 1         then turn_hidden
        done            then settle     ends 1/1 Ana lose -200 6, 1/1 Ana insurance_win +200 8
        """,
    )


def test_2_1_an_exposed_unread_card_of_a_box_is_named_and_the_exposed_hidden_one_when_it_is_turned() -> None:
    play(
        ONE_BOX,
        """
        TS              is box:1
        ??              is box:1        alerts unread
        AD              is upcard
        ??              is hidden       then offer insurance even_money     alerts unread
        expose 4        then name_card 4 box:1
        name 4 8S       then offer insurance even_money
        expose 6        then ask 1
        stand 1         then turn_hidden
        done            then name_card 6 hidden
        name 6 9C       then settle     ends 1 lose -200 5
        """,
    )


def test_2_1_exposed_cards_that_are_no_eleven_and_no_pair_are_offered_neither() -> None:
    table = play(EIGHTEEN, "expose 3\nexpose 4\ndone then ask 1")
    due = table.felt.due
    assert isinstance(due, Ask)
    assert due.calls == ("hit", "stand", "surrender")


@pytest.mark.parametrize("before", ["", "Ana bets 200 on 1\n5H is burn"], ids=["paid", "next-coup"])
def test_2_1_a_card_of_a_coup_that_is_over_is_not_exposed(before: str) -> None:
    play(PAID, before, "expose 3 refused no_such_card 2(1)")


def test_3_1_an_exposed_card_that_moves_to_a_box_stays_seen() -> None:
    table = play(
        EIGHTEEN,
        """
        void 3          then reconcile  later 3=void 5=box:1    moves 5=upcard>box:1
        done            then deal upcard up
        """,
    )
    assert [laid.face_up for laid in table.felt.open_coup.hands[0].cards] == [False, True]  # type: ignore[union-attr]
