"""A shoe of the log dealt again: its cards, seats, wagers and calls as they were."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from deploy.demonstration import Core
from deploy.practice.before import deal_before
from deploy.practice.lesson import LessonError, lesson_of
from deploy.practice.place import Place, Wanted
from deploy.practice.scenarios import BY_NAME
from deploy.practice.stacking import stacked
from deploy.practice.task import Task, task_of
from deploy.tests.practising import Trainee
from engine.events import Call, EvenMoney, Insurance, ShoeStarted

COUPS: Final = 2


def dealt(folder: Path, name: str) -> tuple[Path, Task]:
    """The log of a table where two coups of this scenario were dealt; a second shoe has begun."""
    task = task_of(BY_NAME[name], seed=1)
    task = replace(task, stack=replace(task.stack, coups_before=COUPS))
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


def test_a_stack_of_a_scenario_is_not_changed_by_a_lesson(logged: tuple[Path, Task]) -> None:
    _, task = logged
    assert stacked(BY_NAME[task.name], 1).cards == task.stack.cards
