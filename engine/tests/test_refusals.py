"""Requests that are refused whatever the hand: the first ground that holds, its article, and what the sentence says."""

import pytest

from engine.events import AnyEvent, PlayerSeated, TableOpened, WagerPlaced
from engine.instructions import Ask
from engine.rules import TableRules
from engine.shoe import Shoe
from engine.table import Table
from engine.tests.openings import ONE_BOX, TWO_BOXES
from engine.tests.script import due, events, go_on, play

ASKED = f"{ONE_BOX}\nTS 4S is box:1\n6D is upcard\ndone then ask 1"
"""Box 1 has 14 and is asked."""
UNREAD_UP = f"{TWO_BOXES}\nTS TH 4S 4H\n?? is upcard then name_card 7 upcard alerts unread"
"""The upcard must be named."""


def refused(table: Table, request: AnyEvent) -> tuple[str, str, dict[str, str | int]]:
    """How ``request`` is refused: code, article and the sentence's values."""
    before = table.felt.due
    answer = table.take(request)
    assert answer.refused is not None
    assert table.felt.due == before
    return answer.refused.code, answer.refused.article, answer.refused.values


def request(text: str) -> AnyEvent:
    """One request in the notation of a script."""
    (event,) = events(text)
    return event


@pytest.mark.parametrize("box", [1, 8])
@pytest.mark.parametrize("call", ["hit", "stand", "split", "double", "surrender"])
def test_3_2_c_no_call_without_a_coup(call: str, box: int) -> None:
    table = play("new shoe\nAna sits 1\nAna bets 200 on 1")
    assert refused(table, request(f"{call} {box}")) == ("not_asked", "3(2)c", {"box": box, "hand": 1})


@pytest.mark.parametrize("call", ["hit", "stand", "split", "double"])
@pytest.mark.parametrize("place", ["2", "3", "1/2"])
def test_3_2_c_no_call_by_who_is_not_asked(call: str, place: str) -> None:
    play(ASKED, f"{call} {place} then ask 1 refused not_asked 3(2)c")


def test_3_2_c_nothing_is_done_while_a_hand_is_asked() -> None:
    play(ASKED, "done then ask 1 refused not_due 3(2)c\ndone settle then ask 1 refused not_due 3(2)c")


def test_3_2_c_nothing_is_done_while_a_card_is_due() -> None:
    play(ONE_BOX, "done then deal box:1 down refused not_due 3(1)a")


@pytest.mark.parametrize("of", ["turn_hidden", "settle", "reconcile"])
def test_3_2_c_what_is_done_is_what_is_due(of: str) -> None:
    play(ONE_BOX, "TS 4S is box:1\n6D is upcard then offer surrender", f"done {of} refused not_due 12")


def test_3_2_c_an_announced_hit_is_replaced_by_another_call_until_its_card_is_out() -> None:
    play(
        ONE_BOX,
        """
        5S 6H           is box:1
        6D              is upcard
        hit 1                           then deal box:1/1 up @3(2)b
        double 1                        then deal box:1/1 up @11
        hit 1                           then deal box:1/1 up    refused not_asked 3(2)c
        stand 1                         then deal box:1/1 up    refused not_asked 3(2)c
        """,
    )
    play(ASKED, "hit 1 then deal box:1/1 up\nstand 1 then burn 1")
    play(ASKED, "hit 1 then deal box:1/1 up\nhit 3 refused not_asked 3(2)c")


def test_13_who_calls_for_another_is_told_who_decides() -> None:
    said = ("not_his_call", "13", {"decider": "Ana", "player": "Bo", "box": 1})
    assert refused(play(ASKED), request("hit 1 as Bo")) == said


def test_3_1_against_an_ace_no_surrender_is_among_the_calls() -> None:
    table = play(ONE_BOX, "TS 4S is box:1\nAD is upcard\n9C is hidden\ndone then ask 1")
    assert isinstance(table.felt.due, Ask)
    assert table.felt.due.calls == ("hit", "stand", "double", "split")


# A name that is wanted


@pytest.mark.parametrize(
    "text", ["stand 1", "surrender 1", "1 shows", "Ana insures 1 for 100", "Ana takes even money on 1"]
)
def test_2_1_a_name_that_is_wanted_comes_first(text: str) -> None:
    assert refused(play(UNREAD_UP), request(text)) == ("name_first", "2(1)", {"n": 7})


@pytest.mark.parametrize("text", ["Bo takes even money on 3", "Bo insures 3 for 100", "3 shows", "stand 1"])
def test_2_1_a_name_that_a_claim_wants_comes_first(text: str) -> None:
    table = play(
        TWO_BOXES,
        """
        TS TH                           then deal box:1 down
        ??              is box:1        alerts unread
        AH              is box:3
        AD              is upcard
        KC              is hidden
        Ana takes even money on 1       then name_card 5 box:1
        """,
    )
    assert refused(table, request(text)) == ("name_first", "2(1)", {"n": 5})


@pytest.mark.parametrize("cards", ["?? AS", "AS ??"])
def test_6_a_hand_with_an_unread_card_is_no_natural_before_it_is_named(cards: str) -> None:
    n = 3 if cards.startswith("?") else 4
    first, second = (f"{face} is box:1 {'alerts unread' if face == '??' else ''}" for face in cards.split())
    play(
        ONE_BOX,
        f"""
        {first}
        {second}
        6D              is upcard
        stand 1                         then burn 1
        4H              is burn
        TC              is second       then draw
        TH              is draw         then name_card {n} box:1
        name {n} KS                     then settle     ends 1 natural +300 6
        """,
    )


def test_3_2_b_of_an_unread_card_face_down_what_lies_open_alone_can_prove_a_bust() -> None:
    play(
        ONE_BOX,
        """
        ??              is box:1        alerts unread
        5S              is box:1
        6D              is upcard
        TC              is box:1/1      then ask 1
        9C              is box:1/1      then ask 1
        2C              is box:1/1      then ask 1
        AC              is box:1/1      then name_card 3 box:1  pays 1 -200 3(2)b
        name 3 2H                       then settle             ends 1 bust -200 3(2)b
        """,
    )


def test_9_three_cards_with_an_unread_one_are_no_prize_before_it_is_named() -> None:
    play(
        ONE_BOX,
        """
        ??              is box:1        alerts unread
        7S              is box:1
        6D              is upcard
        7C              is box:1/1      then ask 1
        1 shows                         then name_card 3 box:1
        name 3 7H                       then settle     pays 1 +600 9   ends 1 bonus +600 9
        """,
    )


# The cards do not lie as the law has them


@pytest.mark.parametrize("text", ["stand 1", "hit 1", "1 shows", "done settle", "done offer", "shuffle", "Cy sits 2"])
def test_2_1_while_the_cards_are_laid_again_requests_are_refused(text: str) -> None:
    table = play(ASKED, "misdeal then reconcile moves nothing")
    code, article, _ = refused(table, request(text))
    assert (code, article) in {("reconcile_first", "2(1)"), ("not_due", "2(1)")}
    go_on(table, "done reconcile then ask 1")


def test_2_1_the_cards_are_laid_again_by_a_plain_done() -> None:
    play(ASKED, "misdeal then reconcile moves nothing\ndone then ask 1")


@pytest.mark.parametrize("text", ["misdeal", "cancel"])
def test_2_1_without_a_coup_nothing_is_misdealt_or_cancelled(text: str) -> None:
    table = play("new shoe\nAna sits 1\nAna bets 200 on 1\nclose then burn 2")
    assert refused(table, request(text))[:2] == ("no_coup", "2(1)")


@pytest.mark.parametrize(("n", "exposed"), [(2, True), (4, True), (6, False), (0, False)])
def test_2_1_a_card_of_the_open_coup_is_exposed(n: int, exposed: bool) -> None:
    play(ASKED, f"expose {n} then ask 1 {'' if exposed else 'refused no_such_card 2(1)'}")


def test_2_1_a_card_between_coups_is_not_exposed() -> None:
    play("new shoe\n2C is void alerts not_asked_for\nexpose 1 refused no_such_card 2(1)")


def test_2_1_the_exposed_card_is_the_one_of_that_number() -> None:
    table = play(ASKED, "expose 4")
    assert [laid.n for laid in table.felt.cards.values() if laid.face_up] == [4, 5]


# Hands, shuffles, the table


@pytest.mark.parametrize("place", ["2", "1/2", "8"])
def test_3_2_c_a_hand_that_is_not_played_is_not_shown(place: str) -> None:
    play(ASKED, f"{place} shows then ask 1 refused no_hand 3(2)c")


def test_3_2_c_a_hand_without_a_card_is_not_shown() -> None:
    play(ONE_BOX, "1 shows then deal box:1 down refused no_hand 3(2)c")


@pytest.mark.parametrize(
    ("script", "shuffled"),
    [
        pytest.param("TS 4S is box:1\n6D is upcard", False, id="in-play"),
        pytest.param("TS is box:1", False, id="in-the-deal"),
        pytest.param(
            "TS 6S is box:1\n9D is upcard\n7C is box:1/1 pays 1 -200 3(2)b ends 1 bust -200 3(2)b",
            True,
            id="while-it-is-paid",
        ),
    ],
)
def test_2_2_no_shuffle_in_the_midst_of_a_coup(script: str, shuffled: bool) -> None:
    play(ONE_BOX, script, "shuffle then shuffle" if shuffled else "shuffle refused coup_in_progress 2(2)")


def test_1_b_a_table_is_opened_once() -> None:
    table = play("new shoe")
    assert refused(table, TableOpened(rules=TableRules()))[:2] == ("table_is_open", "1b")


@pytest.mark.parametrize("name", ["", "A" * 25, "A\n", "\u202eA"])
def test_2_3_a_player_has_a_name(name: str) -> None:
    table = play("new shoe\nAna sits 1")
    assert refused(table, PlayerSeated(box=2, player=name))[:2] == ("no_name", "2(3)")
    assert refused(table, WagerPlaced(box=1, player=name, amount=200))[:2] == ("no_name", "2(3)")


@pytest.mark.parametrize("name", ["A", "A" * 24, "陳"])
def test_2_3_any_name_of_1_to_24_characters(name: str) -> None:
    table = play("new shoe")
    assert table.take(PlayerSeated(box=2, player=name)).refused is None
    assert table.take(WagerPlaced(box=2, player=name, amount=200)).refused is None


def test_2_3_who_sits_down_is_judged_by_his_own_wagers() -> None:
    """Bo does not bet on his box, but Cy, who needs nobody there."""
    play("new shoe\nBo sits 3\nCy bets 200 on 3\nEd sits 2")


@pytest.mark.parametrize(
    ("text", "code", "article", "values"),
    [
        ("Di insures 1 for 100", "no_such_bettor", "8", {"player": "Di", "box": 1, "hand": 1}),
        ("Di takes even money on 1", "no_such_bettor", "6", {"player": "Di", "box": 1, "hand": 1}),
        ("Ana insures 1 for 200", "insures_too_much", "8", {"amount": 200, "limit": 100}),
        ("Ana insures 1 for 50", "insures_nothing", "8", {"amount": 50, "limit": 100}),
    ],
)
def test_8_a_refusal_says_whom_and_what_it_speaks_of(
    text: str, code: str, article: str, values: dict[str, str | int]
) -> None:
    table = play(ONE_BOX, "TS 4S is box:1\nAD is upcard\n9C is hidden")
    assert refused(table, request(text)) == (code, article, values)


def test_6_even_money_of_a_hand_that_drew_names_the_hand() -> None:
    table = play(ONE_BOX, "TS AS is box:1\nAD is upcard\n9C is hidden\n5H is box:1/1 then ask 1")
    said = ("not_two_cards", "6", {"box": 1, "hand": 1})
    assert refused(table, request("Ana takes even money on 1")) == said


# The shoe


def test_2_2_before_the_first_shuffle_there_is_no_shoe() -> None:
    shoe = Shoe.none_yet(6)
    assert (shoe.size, shoe.spent, shoe.started) == (312, True, False)
    assert due(Table(TableRules()).felt.due) == "shuffle"


def test_2_1_a_loaded_shoe_holds_its_packs_and_has_as_many_cards_to_burn() -> None:
    shoe = Shoe.loaded(6)
    assert (shoe.size, shoe.burns_due, shoe.spent, shoe.started) == (312, 6, False, True)


def test_2_2_the_white_card_passes_like_a_card_and_is_none() -> None:
    shoe = Shoe.loaded(2)
    assert [shoe.card_out(), shoe.card_out()] == [1, 2]
    shoe.white_card_shown()
    assert (shoe.out, shoe.passes, shoe.left, shoe.white_card_out) == (2, 3, 102, True)


def test_2_4_one_card_before_each_coup_after_the_first() -> None:
    play(
        f"{ONE_BOX}\nTS 9S is box:1\nTD is upcard\nstand 1 then burn 1 @2(4)",
        """
        4H              is burn         then deal second up
        8D              is second       then settle     ends 1 win +200 5
        done
        Ana bets 200 on 1
        close                           then burn 1 @2(4)
        5H              is burn         then deal box:1 down
        """,
    )


def test_2_2_a_new_shoe_in_the_midst_of_a_coup_cancels_it_and_the_next_coup_is_dealt_from_it() -> None:
    play(
        ASKED,
        """
        new shoe        then settle     alerts shoe_changed     ends cancelled last: 1 cancelled +0 2(1)
        Ana bets 200 on 1               then take_wagers
        close                           then burn 2 @2(1)
        """,
    )


def test_2_1_the_white_card_before_the_rest_of_the_opening_burn_is_wrongly_placed() -> None:
    play(
        """
        new shoe
        Ana sits 1
        Ana bets 200 on 1
        2C              is burn         then burn 1
        cancel                          then settle         ends cancelled: 1 cancelled +0 2(1)
        done                            then take_wagers
        """,
        "?? is void alerts not_asked_for\n" * (104 - 1 - 25),
        "white then take_wagers alerts white_card_first white_card_misplaced",
    )


def test_2_1_a_card_of_a_box_is_exposed_while_the_hidden_card_is_due() -> None:
    play(ONE_BOX, "TS 4S is box:1\nAD is upcard then deal hidden down\nexpose 3 then deal hidden down")
