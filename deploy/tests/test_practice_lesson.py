"""A shoe of the log dealt again: its cards, seats, wagers and calls as they were."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from deploy.command import main
from deploy.demonstration import Core
from deploy.practice.before import deal_before
from deploy.practice.lesson import LessonError, lesson_of
from deploy.practice.place import Place, Wanted
from deploy.practice.scenarios import BY_NAME
from deploy.practice.stacking import stacked
from deploy.practice.task import Coup, Task, betting, task_of
from deploy.tests.practising import Trainee
from engine.cards import Card
from engine.events import Call, EvenMoney, Insurance, PlayerLeft, PlayerSeated, ShoeStarted, WagerPlaced, WagerWithdrawn
from engine.log.reading import Logged
from ui.samples import VIEWS

COUPS: Final = 2
PACK: Final = Card.pack()


def dealt(folder: Path, name: str, **changed: Any) -> tuple[Path, Task]:
    """The log of a table where two coups of this scenario were dealt; a second shoe has begun."""
    task = task_of(BY_NAME[name], seed=1)
    task = replace(task, stack=replace(task.stack, coups_before=COUPS, **changed))
    with Place(folder) as place, place.table(Wanted(task.name, task.stack, task.rules, task.coup(0).seats)) as table:
        deal_before(task, table)
        core = Core(place.socket)
        try:
            table.shoe.load(table.tags)
            assert core.ask(ShoeStarted()).refused is None
        finally:
            core.close()
    return table.folder / "journal.db", task


@pytest.fixture(scope="module", params=["three_sevens", "split_aces", "natural_against_ace"])
def logged(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Task]]:
    yield dealt(tmp_path_factory.mktemp("lesson"), request.param)


def test_a_lesson_has_the_cards_the_seats_and_the_wagers_of_the_shoe(logged: tuple[Path, Task]) -> None:
    journal, task = logged
    lesson = lesson_of(journal, 1)
    out = len(Trail(journal).cards)
    assert out > 20
    assert lesson.task.stack.cards[:out] == task.stack.cards[:out]
    assert sorted(card.face for card in lesson.task.stack.cards) == sorted(card.face for card in task.stack.cards)
    assert len(lesson.task.coups) == COUPS
    for coup in lesson.task.coups:
        assert (coup.seats, coup.wagers) == (task.coup(0).seats, task.coup(0).wagers)
    assert lesson.task.rules == task.rules


class Trail:
    """What the log says in its own words."""

    def __init__(self, journal: Path) -> None:
        from engine.journal.files import FilesReader
        from engine.log.reading import readable

        with FilesReader(journal) as log:
            assert log.head is not None
            self.cards = [one for one in readable(log, 1, log.head.seq) if one.fields["type"] == "card_out"]


def test_a_lesson_has_the_calls_of_the_shoe(logged: tuple[Path, Task]) -> None:
    journal, task = logged
    players = lesson_of(journal, 1).task.coup(0).players
    if task.name == "three_sevens":
        assert players.calls[4, 1][0] == "hit"
        assert players.claims == ()
    elif task.name == "split_aces":
        assert players.calls[4, 1][0] == "split"
    else:
        assert players.claims is not None
        assert {type(claim) for claim in players.claims} == {EvenMoney, Insurance}
        assert not any(isinstance(claim, Call) for claim in players.claims)


def test_a_lesson_is_dealt_as_the_shoe_was(logged: tuple[Path, Task], tmp_path: Path) -> None:
    with Trainee(tmp_path / "kept", lesson=lesson_of(logged[0], 1)) as one:
        one.press("practice:lesson")
        report = one.deals()
        again = next((tmp_path / "kept").glob("*/journal.db"))
        cards = [each.fields.get("card") for each in Trail(again).cards]
    assert (report.coups, report.as_said, report.refusals, report.corrections) == (COUPS, report.asked, 0, 0)
    assert len(cards) == len(Trail(logged[0]).cards)


def test_a_shoe_that_is_not_over_or_not_there_is_refused_with_the_remedy(logged: tuple[Path, Task]) -> None:
    journal, _ = logged
    with pytest.raises(LessonError, match=r"shoe 2 is not over, and the log tells its cards when it is: give --lesson"):
        lesson_of(journal, 2)
    with pytest.raises(LessonError, match=r"there is no shoe 9 in it: give --lesson .* banca21 log list shows them"):
        lesson_of(journal, 9)


def test_a_card_that_nobody_read_passes_unread_again_and_one_that_was_named_is_read(tmp_path: Path) -> None:
    burned = 0
    named = min(stacked(BY_NAME["unread_card"], 1).unread)
    journal, task = dealt(tmp_path, "unread_card", unread=frozenset({burned, named}))
    stack = lesson_of(journal, 1).task.stack
    assert stack.unread == frozenset({burned})
    assert stack.cards[named] is task.stack.cards[named]
    assert sorted(card.face for card in stack.cards) == sorted(card.face for card in task.stack.cards)


def test_a_shoe_without_a_coup_is_refused(tmp_path: Path) -> None:
    task = task_of(BY_NAME["misdeal"], seed=1)
    with Place(tmp_path) as place, place.table(Wanted(task.name, task.stack, task.rules, {})) as table:
        core = Core(place.socket)
        try:
            for _ in range(2):
                table.shoe.load(table.tags)
                assert core.ask(ShoeStarted()).refused is None
        finally:
            core.close()
    with pytest.raises(LessonError, match="shoe 1: no coup was dealt from it: give --lesson"):
        lesson_of(table.folder / "journal.db", 1)


def test_a_shoe_that_was_not_whole_is_refused_with_the_faces(
    logged: tuple[Path, Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Card, "pack", classmethod(lambda _cls: tuple(card for card in PACK if card.face[0] != "9")))
    with pytest.raises(LessonError, match=r"was not whole, there were too many of 9[SHDC], .*for 6 packs"):
        lesson_of(logged[0], 1)


def test_a_shoe_whose_cards_are_not_told_is_refused(logged: tuple[Path, Task], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Logged, "is_sealed", property(lambda one: one.seq % 5 == 0))
    with pytest.raises(LessonError, match=r"the log does not tell [1-9]\d* of its cards: give --lesson"):
        lesson_of(logged[0], 1)


def test_a_journal_that_is_none_is_told_by_the_command(tmp_path: Path) -> None:
    path = tmp_path / "none.db"
    config = tmp_path / "banca21.toml"
    config.write_text('[core]\nsocket = "core.sock"\n')
    done = CliRunner().invoke(main, ["practise", "--config", str(config), "--lesson", "1", "--journal", str(path)])
    assert done.exit_code == 2
    assert str(path) in done.stderr


# ---- what people do before a coup


def test_people_leave_sit_down_and_bet_as_the_coup_has_it_and_what_lies_is_left_alone() -> None:
    view = VIEWS["several_bettors"]
    seats = {box.box: box.player for box in view.boxes if box.player is not None}
    lying = {box.box: tuple((bet.player, bet.wager) for bet in box.wagers) for box in view.boxes if box.wagers}
    assert list(betting(view, Coup(seats, lying))) == []
    box, bets = next((box, bets) for box, bets in lying.items() if len(bets) > 1)
    gone, stays = bets[-1][0], bets[:-1]
    changed = Coup(seats, lying | {box: (*stays, ("New", 300_00))})
    assert list(betting(view, changed)) == [
        WagerWithdrawn(box=box, player=gone),
        WagerPlaced(box=box, player="New", amount=300_00),
    ]


def test_who_is_another_leaves_first() -> None:
    view = VIEWS["take_wagers"]
    seats = {box.box: box.player for box in view.boxes if box.player is not None}
    events = list(betting(view, Coup(seats | {1: "Zeca"}, {1: (("Zeca", 100_00),)})))
    assert events.index(PlayerLeft(box=1)) < events.index(PlayerSeated(box=1, player="Zeca"))
    assert events[-1] == WagerPlaced(box=1, player="Zeca", amount=100_00)
