"""A table that is closed, and opened again with other rules: by people, until the settings say otherwise."""

from pathlib import Path
from typing import Final

import pytest

from engine.beginning import beginning
from engine.chips import Chips
from engine.events import (
    AnyEvent,
    AssistantOff,
    BettingClosed,
    Call,
    DealerChanged,
    Done,
    PlayerLeft,
    PlayerSeated,
    ShoeStarted,
    ShuffleCalled,
    TableClosed,
    TableOpened,
    WagerPlaced,
    WagerWithdrawn,
)
from engine.instructions import Shuffle
from engine.journal.store import Journal
from engine.people.tests.test_desk import DEALER, FLOOR, PIT, Staffed
from engine.rules import TableRules
from engine.tests.test_session import BURNS_AND_DEAL, START, Room, cards
from engine.view import PublicView

OTHER: Final = TableRules(boxes=6, min_wager=20_000)
COUP: Final[tuple[AnyEvent, ...]] = (
    *START,
    *cards(BURNS_AND_DEAL),
    Call(box=1, call="stand"),
    *cards("2H KS", boot=8),
    Done(of="settle"),
)
CLOSED: Final[tuple[AnyEvent, ...]] = (*COUP, TableClosed())


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path / "journal.db")


def code(room: Room, event: AnyEvent) -> str | None:
    """Why ``event`` is refused now."""
    room.run(room.heard(event))
    answer = room.replies[-1]
    refused = getattr(answer, "refused", None)
    return refused.code if refused is not None else None


def seen(room: Room) -> PublicView:
    return room.updates[-1].view


# Closed


def test_a_table_is_closed_until_somebody_deals(room: Room) -> None:
    room.run(*CLOSED)
    assert seen(room).is_closed
    room.run(DealerChanged())
    assert not seen(room).is_closed


def test_that_it_is_closed_survives_a_restart_and_a_new_shoe(room: Room) -> None:
    room.run(*CLOSED)
    room.run()
    assert seen(room).is_closed
    room.run(ShoeStarted())
    room.run(ShoeStarted())
    room.run()
    assert seen(room).is_closed
    with Journal.open(room.path) as journal:
        assert beginning(journal.openings) != 1, "the replay begins at a new shoe"


def test_2_2_no_table_is_closed_in_a_coup(room: Room) -> None:
    room.run(*START)
    assert code(room, TableClosed()) == "coup_is_open"
    room.run(*COUP[len(START) : -1])
    assert code(room, TableClosed()) == "coup_is_open"
    assert "table_closed" in seen(room).not_now
    room.run(Done(of="settle"))
    assert "table_closed" not in seen(room).not_now
    assert code(room, TableClosed()) is None


def test_the_view_says_that_the_assistant_is_off_and_whether_there_is_staff(room: Room, tmp_path: Path) -> None:
    room.run(*START, room.heard(AssistantOff(by="Rui", second="Ana")))
    assert (seen(room).is_off, seen(room).is_staffed) == (True, False)
    room.run()
    assert seen(room).is_off
    staffed = Staffed(tmp_path / "staffed.db")
    staffed.run()
    assert seen(staffed).is_staffed


# Opened


def test_a_closed_table_is_opened_with_other_rules(room: Room) -> None:
    room.run(*CLOSED)
    assert code(room, TableOpened(rules=OTHER)) is None
    view = seen(room)
    assert (view.rules, view.is_closed, view.due, view.coup) == (OTHER, False, Shuffle(), 1)
    assert (len(view.boxes), view.money.least) == (6, 20_000)
    assert view.boxes[0].player == "Ana", "she sat there and stays"
    assert room.lines[-1].startswith('{"type":"opened"')


def test_the_same_request_gets_its_answer_again(room: Room) -> None:
    room.run(*CLOSED)
    opened = TableOpened(rules=OTHER)
    room.run(room.heard(opened, ident="a"), room.heard(opened, ident="a"))
    first, second = room.replies
    assert first == second
    assert sum('"table_opened"' in line for line in room.lines) == 2


@pytest.mark.parametrize(
    ("before", "refused"),
    [
        ((), "core_alone"),
        ((TableClosed(), DealerChanged()), "core_alone"),
        ((TableClosed(), BettingClosed()), None),
        ((WagerPlaced(box=1, player="Ana", amount=200), TableClosed()), "wagers_lie"),
        ((TableClosed(), WagerPlaced(box=1, player="Ana", amount=200), BettingClosed()), "coup_is_open"),
    ],
    ids=["open", "dealt-at-again", "closed", "wagers", "coup"],
)
def test_only_a_closed_table_on_which_nothing_lies_is_opened(
    room: Room, before: tuple[AnyEvent, ...], refused: str | None
) -> None:
    room.run(*COUP, *before)
    assert code(room, TableOpened(rules=OTHER)) == refused
    assert seen(room).rules == (OTHER if refused is None else TableRules())


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        (TableRules(decks=9), "decks"),
        (TableRules(equipment="metal_box"), "decks"),
        (TableRules(boxes=5), "boxes"),
        (TableRules(max_hands=9), "max_hands"),
        (TableRules(chip_unit=0), "chip_unit"),
        (TableRules(chip_unit=-5), "chip_unit"),
        (TableRules(min_wager=300, max_wager=200), "min_wager"),
        (TableRules(max_wager=100), "max_wager"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_rules_that_the_law_forbids_are_refused_with_their_remedy(room: Room, rules: TableRules, field: str) -> None:
    room.run(*CLOSED)
    assert code(room, TableOpened(rules=rules)) == "rule_forbidden"
    (answer,) = room.replies
    refused = getattr(answer, "refused")  # noqa: B009 - of whichever message it is
    assert refused.values["field"] == field
    assert refused.reason.startswith(f"{field}: ")
    assert "give" in refused.reason
    assert seen(room).rules == TableRules()


def test_where_no_amounts_are_told_the_rules_must_admit_two_chips_and_four(room: Room) -> None:
    room.chips = Chips(are_told=False)
    room.run(*CLOSED)
    assert code(room, TableOpened(rules=OTHER)) == "rule_forbidden"
    assert code(room, TableOpened(rules=TableRules(boxes=6))) is None
    assert (seen(room).money.is_told, seen(room).money.least) == (False, 200)


def sitting(room: Room) -> dict[int, str]:
    return {box.box: box.player for box in seen(room).boxes if box.player is not None}


def test_whoever_sat_at_the_table_stays_where_there_still_is_a_box(room: Room) -> None:
    """Whom the settings seat is seated at the journal's first table alone."""
    room.run(*COUP, PlayerLeft(box=1), PlayerSeated(box=3, player="Bo"), PlayerSeated(box=7, player="Cy"))
    room.run(TableClosed(), room.heard(TableOpened(rules=OTHER)))
    assert sitting(room) == {3: "Bo"}
    room.run()
    assert sitting(room) == {3: "Bo"}, "after a restart before the first shoe too"
    room.settings = "01"
    room.run()
    assert (seen(room).rules, sitting(room)) == (TableRules(), {3: "Bo"}), "opened anew by other settings too"


def test_whom_the_settings_seat_is_seated_though_the_core_ended_when_it_had_opened_its_first_table(room: Room) -> None:
    class Ends(Journal):
        def append(self, payload: bytes, **how):  # type: ignore[no-untyped-def]
            if b'"player_seated"' in payload:
                raise RuntimeError
            return super().append(payload, **how)

    room.open_journal = lambda: Ends.open(room.path)
    room.run()
    assert len(room.lines) == 1
    room.open_journal = lambda: Journal.open(room.path)
    room.run()
    assert sitting(room) == {1: "Ana"}


def test_who_stays_plays_by_the_new_rules(room: Room) -> None:
    room.run(*CLOSED, room.heard(TableOpened(rules=OTHER)))
    room.run(ShoeStarted(), WagerPlaced(box=1, player="Ana", amount=20_000), BettingClosed(), *cards("2C", boot=9))
    assert seen(room).shoe.burned == 1
    room.run(room.heard(PlayerSeated(box=7, player="Bo")))
    assert getattr(room.replies[-1], "refused").code == "no_such_box"  # noqa: B009


# A restart


def test_the_rules_stay_as_long_as_the_settings_are_the_same(room: Room) -> None:
    room.run(*CLOSED, room.heard(TableOpened(rules=OTHER)))
    room.run()
    assert seen(room).rules == OTHER
    room.run(ShoeStarted())
    room.run(ShoeStarted())
    room.run(ShuffleCalled())
    room.run()
    assert seen(room).rules == OTHER, "from a new shoe on too"
    room.settings = "01"
    room.run()
    assert seen(room).rules == TableRules()


def test_settings_that_changed_while_something_lay_on_the_table_count_when_nothing_does(room: Room) -> None:
    room.run(
        *CLOSED, room.heard(TableOpened(rules=OTHER)), ShoeStarted(), WagerPlaced(box=1, player="Ana", amount=20_000)
    )
    room.settings = "01"
    room.run()
    assert seen(room).rules == OTHER
    room.run(WagerWithdrawn(box=1, player="Ana"), ShuffleCalled())
    room.run()
    assert seen(room).rules == TableRules()


def test_what_the_old_shoe_kept_secret_is_opened_by_the_next_after_a_restart_too(room: Room) -> None:
    room.run(*CLOSED, room.heard(TableOpened(rules=OTHER)))
    with Journal.open(room.path) as journal:
        assert len(journal.secrets()) == 7, "burned cards"
    room.run()
    with Journal.open(room.path) as journal:
        assert len(journal.secrets()) == 7
    room.run(ShoeStarted())
    with Journal.open(room.path) as journal:
        assert not journal.secrets()


# With staff


def test_with_staff_it_takes_who_may_close_it(tmp_path: Path) -> None:
    room = Staffed(tmp_path / "journal.db")
    room.run(room.by(DealerChanged(), DEALER), room.by(TableClosed(), PIT))
    opened = TableOpened(rules=OTHER)
    assert room.codes(opened, room.by(opened, DEALER), room.by(opened, FLOOR), room.by(opened, PIT)) == [
        "nobody",
        "not_for_duty",
        "not_for_duty",
        None,
    ]
    assert room.rows("table_opened")[-1]["by"] == PIT.staff
    assert seen(room).rules == OTHER
