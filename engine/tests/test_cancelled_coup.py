"""Cancelled coups (article 2(1)), in each phase and after the payment."""

import pytest

from engine.answers import Answer
from engine.cards import Card
from engine.events import AssistantOff, CardNamed, CardOut, CoupCancelled
from engine.instructions import TakeWagers
from engine.rules import TableRules
from engine.tests.openings import ANA_HAS_19, ONE_BOX, OPENING_COUP, TWO_BOXES
from engine.tests.script import go_on, play, read

# 2(1): the cancelled coup


CANCELLED = """
    cancel                          then settle @2(1)   ends cancelled: 1 cancelled +0 2(1)
    cancel                          refused no_coup 2(1)
    5C              is void         then settle         alerts drawn_by_mistake
    done                            then take_wagers
    Ana bets 200 on 1
    close                           then burn 1 @2(4)
"""


@pytest.mark.parametrize(
    "before",
    [
        "",
        "TS is box:1",
        "TS 9S is box:1\nTD is upcard",
        "TS 9S is box:1\n5D is upcard\nhit 1 then deal box:1/1 up",
        "TS 9S is box:1\nAD is upcard\n9D is hidden\nstand 1 then turn_hidden",
        "TS 9S is box:1\n?? is upcard alerts unread",
        "TS 9S is box:1\nTD is upcard\nstand 1\n2H is burn",
    ],
    ids=["burned", "deal", "play", "announced", "turn-hidden", "name-card", "second-card"],
)
def test_2_1_a_coup_is_cancelled_in_each_phase_and_wagers_go_back(before: str) -> None:
    play(ONE_BOX, before, CANCELLED)


def test_2_1_a_coup_is_cancelled_while_it_is_paid_and_the_result_replaces_the_one_before() -> None:
    play(
        ANA_HAS_19,
        """
        TD              is upcard
        stand 1
        2H              is burn
        7D              is second       then settle @5      ends 1 win +200 5
        cancel                          then settle @2(1)   ends cancelled again: 1 cancelled +0 2(1)
        done                            then take_wagers
        cancel                          refused no_coup 2(1)
        """,
    )


def test_2_1_a_coup_is_cancelled_after_its_payment_and_the_next_wagers_stay() -> None:
    play(
        OPENING_COUP,
        """
        Ana bets 400 on 1
        cancel                          then settle @2(1)   ends cancelled again: 1 cancelled +0 2(1)
        close                           then burn 1
        """,
    )


def test_2_1_a_coup_can_be_cancelled_until_the_first_card_of_the_next() -> None:
    table = play(OPENING_COUP, "Ana bets 400 on 1\nclose then burn 1")
    answer = table.take(CoupCancelled(reason="misdeal", by="Pit"))
    assert answer.refused is None
    assert answer.coup is not None
    assert (answer.coup.number, answer.coup.cancelled, answer.coup.supersedes) == (1, True, True)


def test_2_1_no_coup_is_cancelled_before_its_first_card() -> None:
    play(
        """
        new shoe
        cancel                          refused no_coup 2(1)
        Ana sits 1
        Ana bets 200 on 1
        cancel                          refused no_coup 2(1)
        close
        cancel                          refused no_coup 2(1)    then burn 2
        """
    )


def test_2_1_of_an_opening_burn_in_a_cancelled_coup_the_rest_is_still_due() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        2C 2D           is burn         then burn 4
        cancel                          ends cancelled: 1 cancelled +0 2(1)
        done                            then take_wagers
        Ana bets 200 on 1
        close                           then burn 4 @2(1)
        3C 3D 3H 3S     is burn         then deal box:1 down
        """,
        rules=TableRules(),
    )


def test_2_1_the_last_card_of_an_interrupted_opening_burn_is_still_of_the_opening_burn() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        2C              is burn         then burn 1 @2(1)
        cancel                          ends cancelled: 1 cancelled +0 2(1)
        done
        Ana bets 200 on 1
        close                           then burn 1 @2(1)
        """
    )


def test_2_1_a_cancelled_coup_gives_busts_back() -> None:
    play(
        TWO_BOXES,
        """
        TS              is box:1
        TH              is box:3
        6S              is box:1
        9H              is box:3
        6D              is upcard
        6H              is box:1/1      then ask 3      pays 1 -200 3(2)b
        cancel      then settle     pays 1 +200 2(1)    ends cancelled: 1 cancelled +0 2(1), 3 cancelled +0 2(1)
        """,
    )


def test_2_1_by_house_rule_a_bust_stays_lost_in_a_cancelled_coup() -> None:
    play(
        TWO_BOXES,
        """
        TS              is box:1
        TH              is box:3
        6S              is box:1
        9H              is box:3
        6D              is upcard
        6H              is box:1/1      then ask 3      pays 1 -200 3(2)b
        cancel                          then settle     ends cancelled: 1 bust -200 3(2)b, 3 cancelled +0 2(1)
        """,
        rules=TableRules(decks=2, void_keeps_paid=True),
    )


def test_2_1_a_card_that_waits_when_its_coup_is_cancelled_is_void() -> None:
    table = play(
        ANA_HAS_19,
        """
        ??              is upcard       then name_card 5 upcard     alerts unread
        7C              is null         then name_card 5 upcard
        """,
    )
    assert table.take(CoupCancelled(reason="misdeal", by="Pit")).roles == {6: "void"}


def test_an_answer_that_was_given_does_not_change_afterwards() -> None:
    table = play(ANA_HAS_19, "?? is upcard alerts unread")
    given = table.take(CardOut(card=Card.parse("7C")))
    assert given == Answer(due=given.due)
    table.take(CoupCancelled(reason="misdeal", by="Pit"))
    assert given == Answer(due=given.due)


def test_2_1_a_cancelled_coup_uses_up_its_number() -> None:
    table = play(ONE_BOX, CANCELLED)
    assert table.felt.play is not None
    assert table.felt.play.coup.number == 2


def test_2_1_a_name_that_lacks_its_card_or_the_cards_number_is_refused() -> None:
    table = play(ANA_HAS_19, "?? is upcard alerts unread")
    for named in (CardNamed(by="Pit"), CardNamed(by="Pit", n=5), CardNamed(by="Pit", card=Card.parse("2C"))):
        refused = table.take(named).refused
        assert refused is not None
        assert refused.code == "no_card_named"


def test_2_1_a_coup_that_is_cancelled_after_its_payment_keeps_its_number() -> None:
    table = play(OPENING_COUP, "cancel ends cancelled again: 1 cancelled +0 2(1)")
    assert table.felt.coups == 0
    assert table.result is not None
    assert table.result.number == 1
    play_on = [table.take(event) for line in read("done\nAna bets 200 on 1\nclose") for event in line.events]
    assert [answer.refused for answer in play_on] == [None] * 3
    assert table.felt.open_coup is not None
    assert table.felt.open_coup.number == 2


NO_LONGER_ENOUGH = """
    TS 8S           is box:1
    6D              is upcard
    5H              is box:1/1      pays 1 -200 3(2)b       ends 1 bust -200 3(2)b
    done
    new shoe                        then take_wagers
    Ana bets 200 on 1
    close                           then burn 2
"""
"""A coup that lacks a card once card 4 counts for nothing; the next one has no card yet."""


def test_2_1_a_coup_whose_cards_no_longer_suffice_is_cancelled_and_its_wagers_go_back_while_the_next_ones_lie() -> None:
    play(
        ONE_BOX,
        NO_LONGER_ENOUGH,
        """
        void 4      then settle @2(1)   later 4=void 5=box:1 6=upcard   alerts request_dropped  pays 1 +200 2(1)
                    ends cancelled last again: 1 cancelled +0 2(1)
        """.replace("\n                    ", " "),
        """
        done                            then take_wagers
        close                           then burn 2
        2H 3H           is burn         then deal box:1 down
        """,
    )


def test_2_1_a_cancelled_coup_that_was_paid_is_paid_anew_when_the_cancelling_was_a_slip() -> None:
    play(
        OPENING_COUP,
        """
        cancel                          then settle         ends cancelled again: 1 cancelled +0 2(1)
        done                            then take_wagers
        Ana bets 400 on 1
        withdraw 14     then settle @5      alerts request_dropped      ends again: 1 win +200 5
        done                            then take_wagers
        close                           then burn 1
        """,
    )


def test_2_1_a_correction_of_a_coup_that_ended_by_hand_tells_no_money() -> None:
    table = play(
        ONE_BOX,
        """
        TS 8S           is box:1
        6D              is upcard
        5H              is box:1/1      pays 1 -200 3(2)b       ends 1 bust -200 3(2)b
        """,
    )
    assert table.take(AssistantOff()).pay == ()
    go_on(table, "on\nname 6 2H then take_wagers\nname 6 5H then take_wagers")


def test_2_1_a_coup_that_a_correction_leaves_to_be_finished_by_hand_is_not_paid_again() -> None:
    table = play(
        ONE_BOX,
        """
        TS 8S           is box:1
        6D              is upcard
        5H              is box:1/1      pays 1 -200 3(2)b       ends 1 bust -200 3(2)b
        done
        off                             then take_wagers
        on                              then take_wagers
        Ana bets 200 on 1               then take_wagers
        """,
    )
    answer = table.take(CardNamed(n=6, card=Card.parse("2H"), by="Pit"))
    assert answer.due == TakeWagers()
    assert answer.coup is not None
    assert (answer.coup.cancelled, answer.coup.settlement) == (True, ())
