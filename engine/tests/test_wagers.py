"""Who may bet where (article 2(3)), how much, and who decides for a box with several bettors (article 13)."""

import pytest

from engine.betting import amount_refusal
from engine.reasons import Reason
from engine.rules import TableRules, faults
from engine.table import Table
from engine.tests.script import TWO_PACKS, go_on, play

ONE_PACK = TableRules(equipment="metal_box", decks=1)

SEATED = """
    new shoe
    Ana sits 1
    Bo sits 3
"""
"""Ana occupies box 1, Bo box 3; Cy and Di occupy none."""

Placed = dict[int, list[tuple[str, int]]]


def placed(table: Table) -> Placed:
    """The wagers that lie for the coming coup."""
    return {box: [(wager.player, wager.amount) for wager in wagers] for box, wagers in table.felt.wagers.items()}


# 2(3): who may bet where


@pytest.mark.parametrize(
    ("script", "wagers"),
    [
        pytest.param("Ana bets 200 on 1", {1: [("Ana", 200)]}, id="an-occupant-on-his-box"),
        pytest.param(
            "Ana bets 200 on 1\nBo bets 200 on 3\nAna bets 400 on 3",
            {1: [("Ana", 200)], 3: [("Bo", 200), ("Ana", 400)]},
            id="an-occupant-on-another-box-whose-occupant-bets",
        ),
        pytest.param(
            "Bo bets 200 on 3\nAna bets 400 on 3",
            {3: [("Bo", 200), ("Ana", 400)]},
            id="an-occupant-on-another-box-alone",
        ),
        pytest.param(
            "Ana bets 200 on 1\nAna bets 400 on 3 refused occupant_must_bet 2(3)",
            {1: [("Ana", 200)]},
            id="not-where-the-occupant-does-not-bet",
        ),
        pytest.param(
            "Cy bets 200 on 3\nAna bets 400 on 3 refused occupant_must_bet 2(3)",
            {3: [("Cy", 200)]},
            id="not-where-only-an-unseated-player-bets",
        ),
        pytest.param(
            "Bo bets 200 on 3\nCy bets 200 on 3",
            {3: [("Bo", 200), ("Cy", 200)]},
            id="an-unseated-player-on-one-box",
        ),
        pytest.param("Cy bets 200 on 3", {3: [("Cy", 200)]}, id="an-unseated-player-though-the-occupant-does-not-bet"),
        pytest.param(
            "Ana bets 200 on 1\nBo bets 200 on 3\nCy bets 200 on 3\nCy bets 200 on 1 refused one_box_only 2(3)",
            {1: [("Ana", 200)], 3: [("Bo", 200), ("Cy", 200)]},
            id="an-unseated-player-on-no-second-box",
        ),
        pytest.param("Ana bets 200 on 2 refused box_is_empty 2(3)", {}, id="not-on-a-box-that-nobody-occupies"),
        pytest.param("Cy bets 200 on 2 refused box_is_empty 2(3)", {}, id="an-unseated-player-neither"),
        pytest.param("Ana bets 200 on 8 refused no_such_box 2(3)", {}, id="not-on-an-eighth-box"),
        pytest.param("Ana bets 200 on 0 refused no_such_box 2(3)", {}, id="boxes-count-from-1"),
    ],
)
def test_2_3_with_several_packs(script: str, wagers: Placed) -> None:
    assert placed(play(SEATED, script)) == wagers


@pytest.mark.parametrize(
    ("script", "wagers"),
    [
        pytest.param("Ana bets 200 on 1", {1: [("Ana", 200)]}, id="his-own"),
        pytest.param(
            "Bo bets 200 on 3\nAna bets 200 on 3\nAna bets 200 on 1 refused one_box_only 2(3)",
            {3: [("Bo", 200), ("Ana", 200)]},
            id="another-and-then-not-his-own",
        ),
        pytest.param(
            "Bo bets 200 on 3\nAna bets 200 on 1\nAna bets 200 on 3 refused one_box_only 2(3)",
            {3: [("Bo", 200)], 1: [("Ana", 200)]},
            id="his-own-and-then-no-other",
        ),
        pytest.param(
            "Cy bets 200 on 1\nCy bets 200 on 3 refused one_box_only 2(3)", {1: [("Cy", 200)]}, id="an-unseated-player"
        ),
        pytest.param("Ana bets 200 on 1\nAna bets 400 on 1", {1: [("Ana", 400)]}, id="another-amount-on-the-same-box"),
        pytest.param(
            "Ana bets 200 on 1\nAna takes back 1\nBo bets 200 on 3\nAna bets 200 on 3",
            {3: [("Bo", 200), ("Ana", 200)]},
            id="another-once-the-first-is-taken-back",
        ),
    ],
)
def test_2_3_with_one_pack_everybody_bets_on_one_box_only(script: str, wagers: Placed) -> None:
    assert placed(play(SEATED, script, rules=ONE_PACK)) == wagers


@pytest.mark.parametrize("rules", [TWO_PACKS, ONE_PACK], ids=["shoe", "metal-box"])
def test_2_3_several_players_bet_on_one_box(rules: TableRules) -> None:
    table = play(SEATED, "Ana bets 200 on 1\nCy bets 400 on 1\nDi bets 600 on 1", rules=rules)
    assert placed(table) == {1: [("Ana", 200), ("Cy", 400), ("Di", 600)]}


@pytest.mark.parametrize(
    ("script", "wagers"),
    [
        pytest.param("Bo takes back 3 refused occupant_is_needed 2(3)", ["Bo", "Ana", "Cy"], id="needed-by-a-guest"),
        pytest.param("Ana takes back 3\nBo takes back 3", ["Cy"], id="an-unseated-player-needs-nobody"),
        pytest.param("Cy takes back 3", ["Bo", "Ana"], id="nobody-needs-an-unseated-player"),
        pytest.param("Di takes back 3 refused no_wager 2(3)", ["Bo", "Ana", "Cy"], id="nothing-to-take-back"),
        pytest.param("Bo bets 600 on 3", ["Ana", "Cy", "Bo"], id="a-second-wager-is-placed-anew"),
    ],
)
def test_2_3_a_wager_is_taken_back_unless_others_rest_on_it(script: str, wagers: list[str]) -> None:
    table = play(SEATED, "Bo bets 200 on 3\nAna bets 200 on 3\nCy bets 200 on 3", script)
    assert [player for player, _ in placed(table)[3]] == wagers


def test_2_3_who_leaves_gets_his_wagers_back_everywhere_and_so_do_all_on_his_box() -> None:
    table = play(
        SEATED,
        """
        Ana bets 200 on 1
        Bo bets 200 on 3
        Bo bets 400 on 1
        Ana bets 400 on 3
        Cy bets 600 on 3
        box 3 leaves
        """,
    )
    assert placed(table) == {1: [("Ana", 200)]}


def test_2_3_a_wager_is_placed_and_taken_back_while_a_shuffle_is_due() -> None:
    table = play(
        """
        Ana sits 1                      then shuffle
        Cy bets 200 on 1                then shuffle
        Ana bets 400 on 1               then shuffle
        close                           then shuffle        refused shuffle_is_due 2(2)
        Cy takes back 1                 then shuffle
        """
    )
    assert placed(table) == {1: [("Ana", 400)]}


@pytest.mark.parametrize(
    "request_",
    ["Ana bets 400 on 1", "Cy bets 400 on 1", "Ana takes back 1", "close"],
)
def test_2_3_no_wager_changes_once_the_betting_is_closed(request_: str) -> None:
    play(SEATED, "Ana bets 200 on 1\nclose then burn 2", f"{request_} refused betting_is_closed 2(3)")


def test_2_3_betting_does_not_close_without_a_wager() -> None:
    play(SEATED, "close then take_wagers refused nobody_wagers 2(3)")


def test_2_3_no_change_of_box_during_a_coup() -> None:
    play(
        SEATED,
        """
        Ana bets 200 on 1
        2C 3C           is burn
        box 1 leaves
        Ana sits 2                      refused changes_box 2(3)
        Ana sits 1
        TS 9S           is box:1
        TD              is upcard
        stand 1
        4C              is burn
        8D              is second       then settle         ends 1 win +200 5
        done                            then take_wagers
        box 1 leaves
        Ana sits 2
        """,
    )


@pytest.mark.parametrize(
    ("script", "refused"),
    [
        pytest.param("Cy sits 1", "box_is_taken", id="a-box-has-one-occupant"),
        pytest.param("Ana sits 2", "sits_elsewhere", id="a-player-occupies-one-box"),
        pytest.param("Cy sits 8", "no_such_box", id="seven-boxes"),
        pytest.param("Cy sits 0", "no_such_box", id="counted-from-1"),
        pytest.param("Abcdefghijklmnopqrstuvwxy sits 2", "no_name", id="25-characters"),
        pytest.param("box 2 leaves", "box_is_empty", id="nobody-to-leave"),
        pytest.param("Cy bets 200 on 3\nCy sits 2", "occupant_must_bet", id="an-unseated-bettor-becomes-a-guest"),
    ],
)
def test_2_3_a_seat_is_refused(script: str, refused: str) -> None:
    play(SEATED, f"{script} refused {refused} 2(3)")


def test_2_3_an_unseated_bettor_may_take_a_box_where_his_wagers_stay_lawful() -> None:
    play(SEATED, "Abcdefghijklmnopqrstuvwx sits 2\nCy bets 200 on 3\nBo bets 200 on 3\nCy sits 4")


# How much


@pytest.mark.parametrize(
    ("rules", "amount", "code", "nearest"),
    [
        pytest.param(TableRules(), 200, None, (), id="lawful"),
        pytest.param(TableRules(), 0, Reason.NOT_WHOLE_CHIPS, (None, 200), id="nought"),
        pytest.param(TableRules(), -200, Reason.NOT_WHOLE_CHIPS, (None, 200), id="below-nought"),
        pytest.param(TableRules(), 250, Reason.NOT_WHOLE_CHIPS, (200, 400), id="no-whole-chips"),
        pytest.param(TableRules(), 300, Reason.ODD_WAGER, (200, 400), id="3:2-is-no-whole-chips"),
        pytest.param(TableRules(), 100, Reason.ODD_WAGER, (None, 200), id="half-a-chip"),
        pytest.param(TableRules(odd_amounts="player"), 300, None, (), id="odd-rounded-for-the-player"),
        pytest.param(TableRules(odd_amounts="house"), 300, None, (), id="odd-rounded-for-the-house"),
        pytest.param(TableRules(chip_unit=1, odd_amounts="player"), 1, None, (), id="the-smallest-chip"),
        pytest.param(TableRules(chip_unit=1, odd_amounts="player"), 0, Reason.NOT_WHOLE_CHIPS, (None, 1), id="no-chip"),
        pytest.param(
            TableRules(odd_amounts="player"), 250, Reason.NOT_WHOLE_CHIPS, (200, 300), id="odd-but-no-whole-chips"
        ),
        pytest.param(TableRules(max_wager=400), 300, Reason.ODD_WAGER, (200, 400), id="the-next-is-the-maximum"),
        pytest.param(
            TableRules(max_wager=500), 450, Reason.NOT_WHOLE_CHIPS, (400, None), id="the-next-is-above-the-maximum"
        ),
        pytest.param(TableRules(max_wager=500), 750, Reason.NOT_WHOLE_CHIPS, (400, None), id="the-last-is-the-maximum"),
        pytest.param(TableRules(chip_unit=50), 300, None, (), id="even-in-smaller-chips"),
        pytest.param(TableRules(min_wager=400), 200, Reason.BELOW_MINIMUM, None, id="below-the-minimum"),
        pytest.param(TableRules(min_wager=400), 400, None, (), id="the-minimum"),
        pytest.param(TableRules(max_wager=400), 600, Reason.ABOVE_MAXIMUM, None, id="above-the-maximum"),
        pytest.param(TableRules(max_wager=400), 400, None, (), id="the-maximum"),
        pytest.param(
            TableRules(min_wager=500, max_wager=900), 700, Reason.ODD_WAGER, (600, 800), id="odd-between-both"
        ),
    ],
)
def test_6_a_wager_is_refused_with_the_nearest_lawful_amounts(
    rules: TableRules, amount: int, code: Reason | None, nearest: tuple[int | None, int | None] | None
) -> None:
    refused = amount_refusal(amount, rules)
    assert (refused.code if refused is not None else None) == (code.name.lower() if code is not None else None)
    if refused is not None and nearest is not None:
        assert (refused.values.get("below"), refused.values.get("above")) == nearest


@pytest.mark.parametrize(("amount", "lawful"), [(1, True), (0, False), (-1, False)])
def test_6_the_smallest_amount_that_a_rule_may_name_is_an_avo(amount: int, lawful: bool) -> None:
    found = faults(TableRules(chip_unit=amount, min_wager=amount, max_wager=amount, odd_amounts="house"))
    assert [fault.field for fault in found] == ([] if lawful else ["chip_unit", "min_wager", "max_wager"])


def test_13_least_and_most_are_each_bettors_own() -> None:
    table = play(
        SEATED,
        """
        Ana bets 400 on 1
        Cy bets 200 on 1                refused below_minimum 2(3)
        Cy bets 600 on 1
        Di bets 800 on 1                refused above_maximum 2(3)
        Bo bets 600 on 1
        """,
        rules=TableRules(decks=2, min_wager=400, max_wager=600),
    )
    assert placed(table) == {1: [("Ana", 400), ("Cy", 600), ("Bo", 600)]}


# 13: who decides


@pytest.mark.parametrize(
    ("bets", "decides"),
    [
        pytest.param("Ana bets 200 on 1\nCy bets 400 on 1", "Cy", id="the-highest-wager"),
        pytest.param("Ana bets 400 on 1\nCy bets 200 on 1", "Ana", id="the-highest-is-the-occupants"),
        pytest.param("Cy bets 400 on 1\nAna bets 400 on 1", "Ana", id="equal-highest-the-occupant"),
        pytest.param(
            "Cy bets 400 on 1\nDi bets 400 on 1\nAna bets 200 on 1", "Ana", id="equal-highest-though-he-bets-less"
        ),
        pytest.param("Di bets 400 on 1\nCy bets 400 on 1", "Di", id="no-occupant-bettor-the-first-to-have-placed"),
        pytest.param("Di bets 400 on 1\nCy bets 400 on 1\nDi bets 400 on 1", "Cy", id="a-wager-placed-anew-comes-last"),
        pytest.param("Cy bets 200 on 1\nDi bets 400 on 1", "Di", id="no-occupant-bettor-the-highest"),
        pytest.param(
            "Cy bets 400 on 1\nDi bets 400 on 1\nCy takes back 1", "Di", id="a-wager-taken-back-decides-nothing"
        ),
        pytest.param(
            "Ana bets 200 on 1\nBo bets 200 on 3\nBo bets 600 on 1", "Bo", id="a-guest-with-the-highest-wager"
        ),
    ],
)
def test_13_who_decides(bets: str, decides: str) -> None:
    others = {"Ana", "Bo", "Cy", "Di"} - {decides}
    table = play(SEATED, bets, "2C 3C is burn")
    boxes = len(table.felt.open_coup.hands if table.felt.open_coup is not None else ())
    dealt = "TS 9S is box:1" if boxes == 1 else "TS is box:1\nTC is box:3\n9S is box:1\n9C is box:3"
    go_on(table, dealt, "TD is upcard")
    go_on(table, *(f"stand 1 as {other} refused not_his_call 13" for other in sorted(others)))
    go_on(table, f"stand 1 as {decides} {'then burn 1' if boxes == 1 else 'then ask 3'}")


DEALT = """
    2C 3C           is burn
    TS 9S           is box:1
    TD              is upcard
"""


def test_13_who_decides_is_fixed_by_name_when_the_betting_closes() -> None:
    """Cy and Di bet the same, so the occupant decides: also after he has left, and not who takes his seat."""
    play(
        SEATED,
        """
        Cy bets 400 on 1
        Di bets 400 on 1
        Ana bets 200 on 1
        close                           then burn 2
        box 1 leaves
        Ed sits 1
        """,
        DEALT,
        """
        hit 1 as Ed                     refused not_his_call 13
        hit 1 as Cy                     refused not_his_call 13
        stand 1 as Ana                  then burn 1
        """,
    )


def test_13_leaving_after_the_betting_is_closed_leaves_every_wager() -> None:
    play(
        SEATED,
        "Ana bets 200 on 1\nCy bets 400 on 1\nclose\nbox 1 leaves",
        DEALT,
        """
        stand 1                         then burn 1
        4C              is burn
        8D              is second       then settle     ends 1/1 Ana win +200 5, 1/1 Cy win +400 5
        """,
    )


@pytest.mark.parametrize("call", ["hit", "stand", "split", "double", "surrender"])
def test_13_neither_followers_nor_players_of_other_boxes_make_a_call(call: str) -> None:
    play(
        SEATED,
        "Ana bets 400 on 1\nCy bets 200 on 1\nclose",
        DEALT,
        f"{call} 1 as Cy then offer surrender refused not_his_call 13",
        f"{call} 1 as Bo then offer surrender refused not_his_call 13",
    )


def test_3_2_c_the_box_first_on_the_dealers_left_decides_first() -> None:
    play(
        SEATED,
        """
        Bo bets 200 on 3
        Ana bets 200 on 1
        2C 3C           is burn         then deal box:1 down
        TS              is box:1        then deal box:3 down
        TH              is box:3        then deal box:1 down
        9S              is box:1        then deal box:3 down
        9H              is box:3        then deal upcard up
        TD              is upcard
        stand 3                         refused not_asked 3(2)c
        done                            then ask 1 @3(2)c
        hit 3                           refused not_asked 3(2)c
        stand 1                         then ask 3 @3(2)c
        stand 1                         refused not_asked 3(2)c
        stand 3                         then burn 1
        """,
    )
