"""Every scenario, dealt at its own core by somebody who has only the screen: who does it right, and who errs."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import structs

from deploy import display
from deploy.command import main
from deploy.practice import open_table
from deploy.practice.open_table import TableIsOpenError, see_that_no_table_is_open
from deploy.practice.place import Place
from deploy.practice.scenarios import BY_NAME, FREE, RULES, SCENARIOS
from deploy.practice.session import NAMES, Session
from deploy.practice.stacking import StackError, stacked
from deploy.tests.practising import Trainee
from engine.cards import Card
from engine.events import Call, CardHeld
from engine.instructions import Shuffle
from ui.opened import Naming
from ui.practice.shown import DRILL
from ui.practice.telling import Menu, Question, Report
from ui.samples import VIEWS
from ui.shown import DRAW, PRIMARY
from ui.tests.core import FakeCore

SITUATIONS = [name for name in NAMES if name != FREE]
TWO_PACKS = structs.replace(RULES, decks=2)
LAST = 6
"""The last box of every scenario."""
NOT_BY_SLIP = ("three_sevens", "split_aces", "natural_against_ace", "white_card_first", "unread_card", "dead_reader")
"""Scenarios that are mastered without putting anything right."""


@pytest.fixture
def trainee(tmp_path: Path) -> Iterator[Any]:
    made: list[Trainee] = []

    def make(**named: Any) -> Trainee:
        made.append(Trainee(tmp_path / "kept", **named))
        return made[-1].__enter__()

    yield make
    for one in made:
        one.__exit__(None, None, None)


# ---- the scenarios


@pytest.mark.parametrize("seed", [1, 7])
@pytest.mark.parametrize("name", SITUATIONS)
def test_the_situation_comes_about_and_is_mastered_by_who_does_it_right(trainee: Any, name: str, seed: int) -> None:
    one = trainee(seed=seed)
    one.press(f"practice:{name}")
    report = one.deals()
    assert report.checked == tuple(type(each)(code=each.code, is_met=True) for each in report.checked) != ()
    assert [each.code for each in report.checked] == [need.code for need in BY_NAME[name].needs]
    assert (report.as_said, report.refusals, report.coups) == (report.asked, 0, 1)
    assert report.asked > 0
    assert report.corrections == (name not in NOT_BY_SLIP)
    assert report.median_s is not None and report.slowest_s is not None and report.median_s <= report.slowest_s


class Errs:
    """Draws where the last player had waved off, once; then puts that right: the card is the next one out."""

    def __init__(self, one: Trainee) -> None:
        self._one = one
        self.erred = self.is_right = False

    def __call__(self, said: str) -> bool:
        if said == "stand" and not self.erred and self._one.saying.box == LAST:
            self._one.press(DRAW)
            self.erred = True
            return True
        if self.erred and not self.is_right:
            self._one.puts_right(CardHeld)
            self.is_right = True
            return True
        return False


@pytest.mark.parametrize("seed", [2, 9])
@pytest.mark.parametrize("name", [name for name in SITUATIONS if name != "dead_reader"])
def test_who_errs_puts_it_right_with_the_screens_own_keys_and_is_told(trainee: Any, name: str, seed: int) -> None:
    one = trainee(seed=seed)
    one.press(f"practice:{name}")
    errs = Errs(one)
    report = one.deals(errs)
    assert errs.is_right
    assert all(each.is_met for each in report.checked)
    assert report.as_said == report.asked - 1
    assert report.corrections == 1 + (name not in NOT_BY_SLIP)


@pytest.mark.parametrize("name", ["dead_reader", "unread_card"])
def test_who_names_a_card_wrongly_names_it_anew(trainee: Any, name: str) -> None:
    one = trainee(seed=8)
    one.press(f"practice:{name}")
    named: list[str] = []

    def names_another(said: str) -> bool:
        if said != "face" or named:
            return False
        named.append(one.saying.face)
        for key in ("rank:A", f"suit:{'S' if named[0] != 'AS' else 'H'}", PRIMARY):
            one.press(key)
        one.looks()
        one.press("slips")
        while not any(button.opens == Naming(misread=one.view.shoe.out) for button in one.keys.values()):
            one.press("slips:more")
        one.press(next(key for key, button in one.keys.items() if button.opens == Naming(misread=one.view.shoe.out)))
        for key in (f"rank:{named[0][0]}", f"suit:{named[0][1]}", PRIMARY):
            one.press(key)
        return True

    report = one.deals(names_another)
    assert named and all(each.is_met for each in report.checked)
    assert report.corrections == 1


def test_what_is_not_done_is_told_after_two_coups(trainee: Any) -> None:
    one = trainee(seed=3)
    one.press("practice:boxed_card")

    def passes_over(said: str) -> bool:
        if said == "boxed":
            one.does("")
        return said == "boxed"

    report = one.deals(passes_over)
    assert [(each.code, each.is_met) for each in report.checked] == [("voided", False)]
    assert report.coups == 2


def test_a_request_that_is_not_taken_is_counted(trainee: Any) -> None:
    one = trainee(seed=4)
    one.press("practice:three_sevens")
    one.begins()
    one.does("loaded")
    one.looks()
    asked = one.press_beside(Call(box=4, call="double"))
    assert asked.refused is not None
    assert one.deals().refusals == 1


def test_a_scenario_is_left_over_the_tables_matters_and_another_is_next(trainee: Any) -> None:
    one = trainee()
    one.press("practice:three_sevens")
    one.begins()
    one.press("table")
    one.press("practice:leave")
    assert isinstance(one.situation.practice, Report)
    assert one.situation.practice.coups == 0
    one.press(PRIMARY)
    one.begins()
    assert one.situation.practice.name == NAMES[1]
    assert isinstance(one.view.due, Shuffle)


def test_each_table_has_a_journal_of_its_own_that_is_kept_only_where_it_is_asked_for(
    trainee: Any, tmp_path: Path
) -> None:
    one = trainee()
    run = one.place.config.parent
    for name in ("split_aces", "misdeal"):
        one.press(f"practice:{name}")
        one.begins()
        one.press("table")
        one.press("practice:leave")
        one.press("practice:menu")
    assert isinstance(one.situation.practice, Menu)
    kept = sorted(path.parent.name for path in (tmp_path / "kept").glob("*/journal.db"))
    assert kept == ["001-split_aces", "002-misdeal"]
    one.place.__exit__()
    assert not run.exists()


@pytest.mark.parametrize("what", ["practice:three_sevens", "primary"])
def test_everything_is_marked_from_the_first_moment_on(trainee: Any, what: str) -> None:
    one = trainee()
    assert one.table.shoe.banner == "PRACTICE"
    one.press(what)
    if what != "primary":
        one.begins()
    assert one.table.shoe.banner.startswith("PRACTICE")


def test_nothing_shows_of_a_card_that_the_table_does_not_tell(trainee: Any) -> None:
    one = trainee(seed=5)
    one.press("practice:natural_against_ace")
    hidden: list[bool] = []

    def looks(_said: str) -> bool:
        cards = one.view.dealer.cards
        if len(cards) == 2 and cards[1] == "##":
            face = one.session._table.stack.cards[one.view.shoe.out - 1].face
            hidden.append(face not in repr(one.situation.practice) and one.table.dealer.cards[1] == "##")
        return False

    one.deals(looks)
    assert hidden and all(hidden)


def test_a_core_that_dies_comes_back_and_the_scenario_goes_on(trainee: Any) -> None:
    one = trainee(seed=6)
    one.press("practice:split_aces")
    one.begins()
    killed: list[int] = []

    def kills(said: str) -> bool:
        if said == "split" and not killed:
            process = one.session._table.core.process
            killed.append(process.pid)
            process.kill()
            one.until(lambda: not one.situation.is_connected)
            one.until(lambda: one.situation.is_connected)
            one.looks()
        return False

    report = one.deals(kills)
    assert killed and all(each.is_met for each in report.checked)


# ---- the order of a stacked shoe


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
@pytest.mark.parametrize("seed", range(20))
def test_a_stacked_shoe_is_whole_and_another_with_each_seed(scenario: Any, seed: int) -> None:
    stack, again, other = stacked(scenario, seed), stacked(scenario, seed), stacked(scenario, seed + 1)
    assert stack == again != other
    assert sorted(card.face for card in stack.cards) == sorted(
        card.face for card in Card.pack() for _ in range(scenario.rules.decks)
    )
    assert len(stack.cards) - stack.white_at in range(20, 31)


def test_cards_that_a_shoe_does_not_have_are_an_error_with_a_remedy() -> None:
    greedy = replace(
        BY_NAME["three_sevens"], cards={"box:2": "7 7", "box:4": "7 7", "box:6": "7 7", "upcard": "7"}, rules=TWO_PACKS
    )
    with pytest.raises(StackError, match="no card of 7 is left in the shoe: give the scenario more packs"):
        stacked(greedy, 1)


# ---- the command


def test_what_can_be_practised_is_listed_without_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "is_there", lambda: False)
    done = CliRunner().invoke(main, ["practise", "--list"])
    assert done.exit_code == 0
    assert [line.split()[0] for line in done.output.splitlines()] == [*NAMES, "drill"]
    assert all(len(line.split("  ", 1)[1]) > 10 for line in done.output.splitlines())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["sevens"], "give one of three_sevens, split_aces"),
        (["drill", "--lesson", "3"], "not both"),
        (["--journal", "x.db"], "give --lesson too"),
        (["--lesson", "0"], "0 is not in the range"),
    ],
    ids=["unknown", "both", "journal", "nought"],
)
def test_what_cannot_be_is_told_with_the_remedy(arguments: list[str], told: str) -> None:
    done = CliRunner().invoke(main, ["practise", *arguments])
    assert done.exit_code == 2
    assert told in done.stderr


def test_practice_wants_a_display(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(display, "is_there", lambda: False)
    config = tmp_path / "banca21.toml"
    config.write_text(f'[core]\nsocket = "{tmp_path / "core.sock"}"\n')
    done = CliRunner().invoke(main, ["practise", "--config", str(config)])
    assert done.exit_code == 2
    assert "display" in done.stderr


def test_a_folder_that_cannot_be_kept_is_told_with_the_remedy(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "is_there", lambda: True)
    done = CliRunner().invoke(main, ["practise", "--config", str(settings), "--keep", str(settings / "kept")])
    assert done.exit_code == 2
    assert "Not a directory: give --keep a folder that you may write to" in done.stderr


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """Of a house whose core may listen beside them."""
    config = tmp_path / "banca21.toml"
    config.write_text('[core]\nsocket = "core.sock"\n')
    return config


def test_nobody_practises_beside_an_open_table(settings: Path) -> None:
    core = FakeCore(settings.with_name("core.sock"), VIEWS["ask"])
    try:
        done = CliRunner().invoke(main, ["practise", "--config", str(settings)])
    finally:
        core.close()
    assert done.exit_code == 2
    assert "table BJ-07 is open" in done.stderr and "close it on the screen first" in done.stderr


def test_beside_a_closed_table_and_without_one_people_practise(tmp_path: Path) -> None:
    path = tmp_path / "core.sock"
    see_that_no_table_is_open(path)
    core = FakeCore(path, structs.replace(VIEWS["take_wagers"], is_closed=True))
    try:
        see_that_no_table_is_open(path)
    finally:
        core.close()


def test_a_table_that_opens_meanwhile_ends_the_practice_before_the_next_thing_is_dealt(tmp_path: Path) -> None:
    path = tmp_path / "core.sock"
    kept = tmp_path / "kept"
    with Place(kept) as place, Session(place, 1, may=lambda: see_that_no_table_is_open(path)) as session:
        session.begin(DRILL)
        assert isinstance(session.shown, Question)
        core = FakeCore(path, VIEWS["take_wagers"])
        try:
            for name in ("misdeal", DRILL):
                with pytest.raises(TableIsOpenError, match="table BJ-07 is open"):
                    session.begin(name)
        finally:
            core.close()
        assert isinstance(session.shown, Question)
    assert list(kept.iterdir()) == []


def test_what_there_is_not_is_passed_over(trainee: Any) -> None:
    one = trainee()
    for name in ("lesson", "roulette", ""):
        one.session.begin(name)
        assert isinstance(one.session.shown, Menu)


def test_a_core_that_does_not_tell_is_taken_for_an_open_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_table, "ANSWER_S", 0.2)
    core = FakeCore(tmp_path / "core.sock", None)
    try:
        with pytest.raises(TableIsOpenError, match=r"does not tell whether its table is closed: .* banca21 doctor"):
            see_that_no_table_is_open(core.path)
    finally:
        core.close()
