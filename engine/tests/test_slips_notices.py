"""What a correction makes unlawful or lawful is told with its line, once, until the next coup (article 2(1))."""

import pytest

from engine.answers import Alert
from engine.tests.openings import ACE_UP, ONE_BOX, TWO_BOXES
from engine.tests.script import events, play

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
"""12 events; card 8 comes next."""
EIGHTS = ONE_BOX + "8S 8H is box:1\n6D is upcard\n"
ELEVEN = ONE_BOX + "6S 5S is box:1\n9D is upcard\n"
NATURAL = ONE_BOX + "AS KS is box:1\nAD is upcard\n9C is hidden\n"
"""Each of 8 events, the last of 9."""


def told(before: str, line: str) -> list[tuple[str, dict[str, str | int]]]:
    """The alerts of ``line``: code, record and what was asked for; of a claim the box, too."""
    table = play(before)
    (event,) = events(line)
    return [(alert.code, values_of(alert)) for alert in table.take(event).alerts]


def values_of(alert: Alert) -> dict[str, str | int]:
    """The values that name the request."""
    names = ("seq", "what", "box") if alert.code == "claim_refused" else ("seq", "what")
    values = {name: alert.values[name] for name in names if name in alert.values}
    return values | {"what": str(values["what"]).replace("_", " ")} if "what" in values else values


# Requests that are no longer lawful


@pytest.mark.parametrize(
    ("before", "line", "dropped"),
    [
        pytest.param(TWO_ASKED + "5H is box:1/1\nstand 1", "name 8 7H", {"seq": 14, "what": "stand"}, id="stand"),
        pytest.param(TWO_ASKED + "5H is box:1/1\nhit 1", "name 8 7H", {"seq": 14, "what": "hit"}, id="hit"),
        pytest.param(ELEVEN + "double 1\nTH is box:1/1", "name 4 6H", {"seq": 9, "what": "double"}, id="double"),
        pytest.param(EIGHTS + "split 1\nTH is box:1/1", "name 4 9H", {"seq": 9, "what": "split"}, id="split"),
        pytest.param(
            TWO_ASKED + "surrender 3 pays 3 -200 12", "name 7 AD", {"seq": 13, "what": "surrender"}, id="surrender"
        ),
        pytest.param(NATURAL + "Ana insures 1 for 100", "name 5 KD", {"seq": 10, "what": "insurance"}, id="insurance"),
        pytest.param(
            NATURAL + "Ana takes even money on 1 then turn_hidden pays 1 +200 6",
            "name 3 2S",
            {"seq": 10, "what": "even money"},
            id="even-money",
        ),
        pytest.param(
            ONE_BOX + "TS 9S is box:1\n6D is upcard\ndone", "name 5 AD", {"seq": 9, "what": "done"}, id="offer"
        ),
        pytest.param(NATURAL + "stand 1\ndone ends 1 natural +300 6", "withdraw 10", None, id="turn"),
    ],
)
def test_2_1_a_request_that_is_no_longer_lawful_is_told_with_its_line(
    before: str, line: str, dropped: dict[str, str | int] | None
) -> None:
    assert told(before, line) == [("request_dropped", dropped or {"seq": 11, "what": "done"})]


def test_2_1_the_payment_and_the_next_wager_are_told_with_their_lines_when_the_coup_goes_on() -> None:
    before = ONE_BOX + "TS 9S is box:1\nTD is upcard\nstand 1\n4H is burn\n7D is second ends 1 win +200 5\ndone\n"
    assert told(before + "Ana bets 400 on 1\nclose", "name 7 6D") == [
        ("request_dropped", {"seq": 12, "what": "done"}),
        ("request_dropped", {"seq": 13, "what": "wager placed"}),
        ("request_dropped", {"seq": 14, "what": "betting closed"}),
    ]


def test_2_1_every_call_that_the_correction_made_unlawful_is_told() -> None:
    before = EIGHTS + "split 1\n3C is box:1/1\nstand 1\n2H is box:1/2\nTD is box:1/2 then ask 1/2\nstand 1/2"
    assert told(before, "name 4 9H") == [
        ("request_dropped", {"seq": 9, "what": "split"}),
        ("request_dropped", {"seq": 14, "what": "stand"}),
    ]


# Requests that were refused and would be lawful now


@pytest.mark.parametrize(
    ("before", "line", "lawful"),
    [
        pytest.param(
            TWO_ASKED + "stand 3 refused not_asked 3(2)c\nAH is box:1/1",
            "stand 1 before 8",
            None,
            id="a-stand-that-was-out-of-turn-then-is-so-still",
        ),
        pytest.param(
            TWO_ASKED + "AH is box:1/1\nstand 3 refused not_asked 3(2)c",
            "stand 1 before 8",
            {"seq": 14, "what": "stand"},
            id="stand",
        ),
        pytest.param(
            TWO_ASKED + "AH is box:1/1\nhit 3 refused not_asked 3(2)c",
            "stand 1 before 8",
            {"seq": 14, "what": "hit"},
            id="hit",
        ),
        pytest.param(
            EIGHTS + "2H is box:1/1\nsurrender 1 refused surrender_is_closed 12",
            "void 6",
            {"seq": 10, "what": "surrender"},
            id="surrender",
        ),
        pytest.param(
            EIGHTS + "2H is box:1/1\nsplit 1 refused not_two_cards 10",
            "void 6",
            {"seq": 10, "what": "split"},
            id="split",
        ),
        pytest.param(
            ELEVEN + "2H is box:1/1\ndouble 1 refused not_two_cards 11",
            "void 6",
            {"seq": 10, "what": "double"},
            id="double",
        ),
        pytest.param(
            ONE_BOX + "TS 9S is box:1\n6D is upcard\nAna insures 1 for 100 refused no_insurance 8",
            "name 5 AD",
            {"seq": 9, "what": "insurance"},
            id="insurance",
        ),
        pytest.param(
            ONE_BOX + "AS KS is box:1\n6D is upcard\nAna takes even money on 1 refused no_even_money 6",
            "name 5 AD",
            {"seq": 9, "what": "even money"},
            id="even-money",
        ),
    ],
)
def test_2_1_a_refused_request_that_would_be_lawful_now_is_told_with_its_line_and_not_revived(
    before: str, line: str, lawful: dict[str, str | int] | None
) -> None:
    assert told(before, line) == ([("request_lawful_now", lawful)] if lawful is not None else [])


@pytest.mark.parametrize(
    ("claim", "refused", "n", "name"),
    [("split 1", "not_equal 10", 4, "8H"), ("double 1", "not_eleven 11", 4, "3H")],
    ids=["split", "double"],
)
def test_10_and_11_a_claim_refused_on_a_misread_card_can_be_made_again(
    claim: str, refused: str, n: int, name: str
) -> None:
    before = ONE_BOX + f"8S 9H is box:1\n6D is upcard\n{claim} then offer surrender refused {refused}"
    what = claim.removesuffix(" 1")
    assert told(before, f"name {n} {name}") == [("request_lawful_now", {"seq": 9, "what": what})]
    play(before, f"name {n} {name} then offer surrender alerts request_lawful_now", f"{claim} then deal box:1/1 up")


@pytest.mark.parametrize("line", ["name 4 TH", "name 1 4C", "expose 1"])
@pytest.mark.parametrize(("claim", "refused"), [("split 1", "not_equal 10"), ("double 1", "not_eleven 11")])
def test_10_and_11_a_claim_that_its_cards_still_do_not_bear_out_is_not_told(
    line: str, claim: str, refused: str
) -> None:
    assert told(ONE_BOX + f"8S 9H is box:1\n6D is upcard\n{claim} refused {refused}", line) == []


def test_6_a_claim_of_even_money_without_a_natural_is_not_told() -> None:
    before = ONE_BOX + "AS 9S is box:1\nAD is upcard\n9C is hidden\nAna takes even money on 1 refused no_natural 6"
    assert told(before, "name 1 4C") == []
    assert told(before, "name 4 TS") == [("request_lawful_now", {"seq": 10, "what": "even money"})]


# Claims on unread cards


@pytest.mark.parametrize(
    ("first", "claim", "name", "what"),
    [
        ("8S", "split 1", "9H", "split"),
        ("6S", "double 1", "6H", "double"),
    ],
)
def test_2_1_a_claim_that_its_named_card_proves_false_is_told_with_its_line(
    first: str, claim: str, name: str, what: str
) -> None:
    before = f"{ONE_BOX}\n{first} is box:1\n?? is box:1 alerts unread\n6D is upcard\n{claim} then name_card 4 box:1"
    assert told(before, f"name 4 {name}") == [("claim_refused", {"seq": 9, "what": what, "box": 1})]


def test_2_1_a_late_claim_that_its_named_card_proves_false_is_told_with_its_line() -> None:
    before = ONE_BOX + "8S is box:1\n?? is box:1 alerts unread\n6D is upcard\n2H is box:1/1\n"
    assert told(before + "split 1 before 6 then name_card 4 box:1 later 6=null", "name 4 9H") == [
        ("claim_refused", {"seq": 10, "what": "split", "box": 1})
    ]


def test_2_1_a_claim_that_waited_and_was_granted_is_told_as_refused_when_its_card_is_named_anew() -> None:
    before = ONE_BOX + "8S is box:1\n?? is box:1 alerts unread\n6D is upcard\nsplit 1 then name_card 4 box:1\nname 4 8H"
    assert told(before, "name 4 9H") == [("claim_refused", {"seq": 9, "what": "split", "box": 1})]


# Once, and until the next coup


def test_2_1_what_was_told_is_not_told_again_by_the_next_correction() -> None:
    play(
        TWO_ASKED,
        """
        5H              is box:1/1      then ask 1
        stand 1         then ask 3
        name 8 7H       then ask 3      alerts request_dropped      pays 1 -200 3(2)b
        name 8 8H       then ask 3
        name 1 4C       then ask 3
        """,
    )


def test_2_1_alerts_of_before_the_betting_closed_are_not_told_again_by_a_correction() -> None:
    table = play(
        """
        new shoe
        4C              is void         then take_wagers    alerts not_asked_for
        white           then take_wagers    alerts white_card_first white_card_misplaced
        Ana sits 1
        Ana bets 200 on 1
        2C 3C           is burn
        TS 8S           is box:1
        6D              is upcard
        2H              is box:1/1      then ask 1
        void 7          then ask 1      later 7=void
        stand 1         then burn 1
        withdraw last   then ask 1
        """
    )
    assert table.felt.alerts == ()


def test_2_1_the_alert_of_an_unread_card_stands_until_it_is_named() -> None:
    table = play(TWO_ASKED, "?? is box:1/1 then name_card 8 box:1/1 alerts unread")
    assert [alert.code for alert in table.felt.alerts] == ["unread"]
    table = play(TWO_ASKED, "?? is box:1/1 then name_card 8 box:1/1 alerts unread\nname 8 2H then ask 1")
    assert table.felt.alerts == ()


def test_2_1_a_dropped_request_stands_as_an_alert_until_the_betting_for_the_next_coup_closes() -> None:
    table = play(
        ONE_BOX,
        """
        TS 6S           is box:1
        6D              is upcard
        5H              is box:1/1      then ask 1
        stand 1         then burn 1
        name 6 7H       then settle     alerts request_dropped      pays 1 -200 3(2)b   ends 1 bust -200 3(2)b
        done            then take_wagers
        Ana bets 200 on 1
        """,
    )
    standing: tuple[Alert, ...] = table.felt.alerts
    assert [alert.code for alert in standing] == ["request_dropped"]
    (close,) = events("close")
    table.take(close)
    assert table.felt.alerts == ()


def test_8_what_is_told_of_an_insurance_names_it_in_the_words_of_the_table() -> None:
    table = play(ACE_UP, "9C is hidden\nAna insures 1 for 100")
    (name,) = events("name 5 6D")
    assert [alert.text for alert in table.take(name).alerts] == [
        "insurance of 1 by Ana at box 1 (record 10) is no longer lawful and does not count"
    ]
