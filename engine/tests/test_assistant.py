"""The table without the assistant for a while, and payouts that were put right."""

import pytest

from engine.answers import Answer
from engine.events import AssistantOff, PayoutCorrected
from engine.projection import projected
from engine.table import Table
from engine.tests.openings import ANA_HAS_19, ONE_BOX, OPENING_COUP, void_cards
from engine.tests.script import due, go_on, play, result
from engine.view import LinkView, ShoeView


def shoe(table: Table) -> ShoeView:
    """What everybody may know of the shoe."""
    return projected(table, name="", seq=0, due_seq=0, reader=LinkView(state="up", text="")).shoe


# assistant_off, assistant_on


def turn_off(table: Table) -> Answer:
    """The assistant is turned off; what the table says to it."""
    return table.take(AssistantOff())


def test_2_1_with_the_assistant_off_an_open_coup_ends_as_cancelled_and_no_money_is_told() -> None:
    table = play(ANA_HAS_19, "TD is upcard then offer surrender")
    answer = turn_off(table)
    assert answer.coup is not None
    assert (answer.coup.cancelled, answer.coup.settlement, answer.pay) == (True, (), ())
    assert [alert.code for alert in answer.alerts] == ["assistant_off"]
    assert due(table.felt.due) == "take_wagers"
    assert table.felt.coups == 1


def test_2_1_with_the_assistant_off_money_that_had_moved_does_not_go_back() -> None:
    bust = "7C is box:1/1 then settle pays 1 -200 3(2)b ends 1 bust -200 3(2)b"
    answer = turn_off(play(ONE_BOX, "TS 6S is box:1\nTD is upcard", bust))
    assert answer.coup is not None
    assert (answer.coup.cancelled, answer.coup.supersedes) == (True, True)
    assert (answer.coup.settlement, answer.pay) == ((), ())


def test_2_1_a_held_card_is_void_when_the_coup_is_finished_by_hand_and_the_next_coup_burns() -> None:
    table = play(ANA_HAS_19, "TD is upcard\n2H is box:1/1\nhold 6 then offer surrender later 6=held")
    assert turn_off(table).roles == {6: "void"}
    go_on(table, "on\nAna bets 200 on 1\nclose then burn 1\n4H is burn then deal box:1 down")


def test_2_1_between_coups_it_goes_off_in_silence_and_the_wagers_stay() -> None:
    play(
        OPENING_COUP,
        """
        Ana bets 200 on 1
        off                             then take_wagers
        on                              then take_wagers
        close                           then burn 1
        """,
    )


def test_2_1_before_a_coups_first_card_its_wagers_go_back_to_the_felt() -> None:
    play(OPENING_COUP, "Ana bets 200 on 1\nclose then burn 1\noff then take_wagers\non\nclose then burn 1")


@pytest.mark.parametrize(
    "request_", ["Ana bets 200 on 1", "close", "stand 1", "done", "Ana insures 1 for 100", "1 shows"]
)
def test_2_1_nothing_is_asked_of_an_assistant_that_is_off(request_: str) -> None:
    play(OPENING_COUP, "off", f"{request_} then take_wagers refused assistant_is_off 2(1)")


def test_2_1_what_goes_on_around_the_table_goes_on_without_it() -> None:
    play(
        OPENING_COUP,
        """
        off
        Bo sits 2
        box 2 leaves
        shuffle                         then shuffle
        new shoe                        then take_wagers
        """,
    )


def test_2_1_cards_that_leave_meanwhile_have_no_role_in_any_coup_and_are_no_mistake() -> None:
    play(
        OPENING_COUP,
        """
        Ana bets 200 on 1
        off
        5C TS TH        is void         then take_wagers
        on
        close                           then burn 1
        6C              is burn         then deal box:1 down
        """,
    )


def test_2_2_counts_and_forecast_rest_until_the_next_shoe() -> None:
    table = play(OPENING_COUP, void_cards(104 - 8 - 13), "off\non\nAna bets 200 on 1 then take_wagers")
    assert (shoe(table).need, shoe(table).shuffle_advised) == (None, False)
    go_on(table, "shuffle\nnew shoe then take_wagers")
    assert shoe(table).need == 14


def test_1_a_a_shoe_during_which_it_was_off_tells_nothing_of_its_number_of_cards() -> None:
    play(OPENING_COUP, "off\non\nempty then shuffle")


def test_2_1_the_white_cards_distance_is_not_judged_until_the_next_shoe() -> None:
    play(OPENING_COUP, "off\non\nwhite then take_wagers alerts white_card_first")


@pytest.mark.parametrize(
    ("on", "last", "after"),
    [
        pytest.param("on", "", "take_wagers", id="the-white-card-is-still-in"),
        pytest.param("on white", "last: ", "shuffle", id="the-white-card-came-out-meanwhile"),
    ],
)
def test_2_2_who_turns_it_on_says_whether_the_white_card_is_out(on: str, last: str, after: str) -> None:
    play(
        OPENING_COUP,
        f"""
        off
        {on}
        Ana bets 200 on 1
        2H              is burn
        TH 9S           is box:1
        TD              is upcard
        stand 1                         then burn 1
        3H              is burn
        8D              is second       then settle     ends {last}1 win +200 5
        done                            then {after}
        """,
    )


# payout_corrected


def test_a_corrected_payout_tells_the_coups_result_again() -> None:
    table = play(OPENING_COUP)
    answer = table.take(PayoutCorrected(coup=1, box=1, player="Ana", was=200, to=300))
    assert answer.coup is not None
    assert result(answer.coup) == "again: 1 win +300 5"
    assert answer.due == table.felt.due


def test_a_payout_is_corrected_more_than_once() -> None:
    table = play(OPENING_COUP)
    table.take(PayoutCorrected(coup=1, box=1, player="Ana", was=200, to=300))
    answer = table.take(PayoutCorrected(coup=1, box=1, player="Ana", was=300, to=0))
    assert answer.coup is not None
    assert result(answer.coup) == "again: 1 win +0 5"


def test_a_payout_is_one_bettors_on_one_hand() -> None:
    table = play(
        """
        new shoe
        Ana sits 1
        Ana bets 400 on 1
        Cy bets 200 on 1
        2C 3C           is burn
        8S 8H           is box:1
        6D              is upcard
        split 1
        9D              is box:1/1
        stand 1
        TD              is box:1/2
        stand 1/2
        4H              is burn
        """,
        "AC is second then settle ends"
        " 1/1 Ana push +0 7b, 1/1 Cy push +0 7b, 1/2 Ana win +400 5, 1/2 Cy win +200 5\ndone",
    )
    answer = table.take(PayoutCorrected(coup=1, box=1, hand=2, player="Cy", was=200, to=100))
    assert answer.coup is not None
    rows = {(row.hand, row.player): row.net for row in answer.coup.settlement}
    assert rows == {(1, "Ana"): 0, (1, "Cy"): 0, (2, "Ana"): 400, (2, "Cy"): 100}


def test_a_payout_of_a_coup_that_was_not_is_only_recorded() -> None:
    table = play(OPENING_COUP)
    assert table.take(PayoutCorrected(coup=2, box=1, player="Ana", was=200, to=300)).coup is None


def test_a_corrected_payout_stands_when_its_coup_is_told_again_for_another_reason() -> None:
    table = play(OPENING_COUP.rpartition("done")[0])
    table.take(PayoutCorrected(coup=1, box=1, player="Ana", was=200, to=300))
    go_on(table, "white then settle alerts white_card white_card_misplaced ends last again: 1 win +300 5")


def test_2_1_a_corrected_payout_is_nothing_in_a_cancelled_coup_and_counts_again_when_that_was_a_slip() -> None:
    table = play(OPENING_COUP)
    table.take(PayoutCorrected(coup=1, box=1, player="Ana", was=200, to=300))
    go_on(
        table,
        """
        cancel          then settle         ends cancelled again: 1 cancelled +0 2(1)
        withdraw last   then take_wagers    ends again: 1 win +300 5
        """,
    )
