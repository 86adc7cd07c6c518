"""A practice at the screen: its mark, its pages, its keys, and what passes between the two."""

import contextlib
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from msgspec import structs

from ui import build
from ui.opened import Laying, Matters
from ui.options import Screen
from ui.pads.samples import PADS
from ui.practice.samples import INSURED, MENU, PRACTICES, QUESTION, RIGHT
from ui.practice.telling import (
    Again,
    Begin,
    Choice,
    Dealing,
    Judged,
    Lay,
    Leave,
    Menu,
    Next,
    Practice,
    PracticeClient,
    PracticeError,
    Question,
    Saying,
    Waiting,
    choice_of,
    line_of,
    stage_of,
)
from ui.presenter import shown
from ui.samples import SITUATIONS
from ui.shown import PRIMARY, Button, Notice, Page, Sheet, Table
from ui.situation import STEADY_S, Situation
from ui.supervisor.samples import SHEETS
from ui.tests.touchable import touchable
from ui.texts import LANGUAGES, speak, text
from ui.theme import Tone

DEALING = Dealing(name="misdeal")
EVERY = {**SITUATIONS, **PADS, **SHEETS}


@pytest.fixture(autouse=True, scope="module")
def _built() -> None:
    build.build()


def keys(situation: Situation) -> dict[str, Button]:
    made = shown(situation)
    assert isinstance(made, Table)
    return {key.key: key for key in touchable(made)}


# ---- the mark


def mark_in(situation: Situation) -> bool:
    """The word is to be read somewhere, and the frame is drawn."""
    mark, made = text("practice.banner"), shown(situation)
    match made:
        case Table():
            read = made.band.detail if made.band.remedy else made.shoe.banner
            return mark in read and bool(made.shoe.banner)
        case Page():
            return mark in made.foot
        case Sheet():
            return mark in made.title


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY)
def test_whatever_is_shown_in_a_practice_is_marked(name: str, language: str) -> None:
    speak(language)
    situation = EVERY[name]
    assert mark_in(replace(situation, practice=situation.practice or DEALING))


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_table_is_never_marked(name: str) -> None:
    made = shown(SITUATIONS[name])
    said = (
        made.shoe.banner + made.band.detail if isinstance(made, Table) else made.foot if isinstance(made, Page) else ""
    )
    assert text("practice.banner") not in said


def test_what_nobody_may_miss_of_the_shoe_stays_beside_the_mark() -> None:
    made = shown(replace(SITUATIONS["last_coup"], practice=DEALING))
    assert isinstance(made, Table)
    assert made.shoe.banner == "PRACTICE: LAST COUP"


# ---- what is said


@pytest.mark.parametrize(
    ("saying", "words"),
    [
        (Saying(code="hit", box=3), "Box 3: \u201ccard\u201d"),
        (Saying(code="stand", box=3, hand=2, hands=2), "Box 3, hand 2 waves off"),
        (Saying(code="insurance", box=4, amount=250_00), "Box 4: \u201cinsurance\u201d, 250"),
        (Saying(code="face", face="TH"), "You see the ten of hearts"),
    ],
    ids=lambda saying: getattr(saying, "code", ""),
)
def test_what_players_say_stands_beside_the_dealers_cards(saying: Saying, words: str) -> None:
    made = shown(replace(SITUATIONS["ask"], practice=Dealing(name="misdeal", said=saying)))
    assert isinstance(made, Table)
    assert made.beside == Notice(Tone.ASK, "asked", words)


def test_what_became_of_a_press_comes_before_what_players_say() -> None:
    pressed = replace(SITUATIONS["ask"], practice=Dealing(name="misdeal", said=Saying(code="hit", box=1)))
    told = pressed.unsent(Button(PRIMARY, "Stand"), 0.0)
    made = shown(told)
    assert isinstance(made, Table) and isinstance(made.beside, Notice)
    assert "was not sent" in made.beside.text


def test_a_practice_is_ended_beside_the_tables_matters_alone() -> None:
    at_table = replace(SITUATIONS["take_wagers"], practice=DEALING)
    assert "practice:leave" not in keys(at_table)
    assert keys(replace(at_table, opened=Matters()))["practice:leave"].tells == Leave()
    assert "practice:leave" not in keys(replace(SITUATIONS["take_wagers"], opened=Matters()))


# ---- its pages


def test_the_menu_begins_each_scenario_the_drill_and_the_lesson() -> None:
    told = {key.tells for key in keys(Situation(practice=MENU)).values()}
    assert told == {Begin(name=name) for name in (*MENU.scenarios, "drill", "lesson")}
    without = keys(Situation(practice=structs.replace(MENU, lesson="")))
    assert "practice:lesson" not in without


def test_an_answer_is_laid_chip_by_chip_and_is_what_was_laid() -> None:
    asked = Situation(practice=QUESTION)
    empty = keys(asked)
    assert not empty[PRIMARY].is_open
    assert empty["lay:nothing"].tells == Lay(number=13, net=0)
    assert empty["lay:take"].tells == Lay(number=13, net=-2_500_00)
    laid = asked
    for chip in (100_000, 100_000, 50_000):
        laid = laid.touched(keys(laid)[f"chip:{chip}"], 1.0)
    assert keys(laid)[PRIMARY].tells == Lay(number=13, net=2_500_00)
    assert keys(laid)["lay:take"].tells == Lay(number=13, net=-2_500_00)
    assert not keys(laid)["lay:nothing"].is_open
    cleared = laid.touched(keys(laid)["wager:clear"], 2.0)
    assert keys(cleared)["lay:nothing"].is_open


@pytest.mark.parametrize("name", [name for name, one in PRACTICES.items() if isinstance(one.practice, Question)])
def test_a_question_shows_the_cards_and_tells_no_amount_but_the_wager(name: str) -> None:
    situation = replace(PRACTICES[name], opened=None)
    made, question = shown(situation), situation.practice
    assert isinstance(made, Table) and isinstance(question, Question)
    assert made.dealer.cards == question.view.dealer.cards
    assert made.beside is not None and getattr(made.beside, "cards", ()) == question.cards
    assert made.band.badge == str(question.box)
    for paid in (question.wager * 3 // 2, question.wager * 2, question.wager * 3):
        assert f"{paid // 100:,}" not in repr((made.band, made.pad and made.pad.lines, made.primary))


def test_a_verdict_tells_the_law_and_goes_on() -> None:
    made = shown(Situation(practice=RIGHT))
    assert isinstance(made, Table) and made.pad is not None
    assert (made.band.title, made.band.detail, made.band.article) == (
        "Right: pay 3,750", "Blackjack is paid 3:2", "art. 6",
    )  # fmt: skip
    assert [(line.label, line.value) for line in made.pad.lines] == [
        ("Your answer", "Pay 3,750"), ("Your time", "7.4 s"), ("The law", "3:2 on 2,500 = 3,750"),
        ("In chips", "3\u00d71,000, 1\u00d7500, 2\u00d7100, 2\u00d725"),
    ]  # fmt: skip
    assert made.primary.tells == Next()


def test_a_report_offers_the_same_again_and_the_next() -> None:
    found = keys(PRACTICES["practice_report"])
    assert (found[PRIMARY].tells, found["practice:again"].tells, found["practice:menu"].tells) == (
        Next(), Again(), Leave(),
    )  # fmt: skip
    assert keys(PRACTICES["practice_report_none"])[PRIMARY].tells == Again()


# ---- what the screen knows of it


def test_another_table_is_not_the_one_before() -> None:
    before = replace(SITUATIONS["ask"], practice=DEALING, opened=Matters())
    after = before.coached(Waiting(name="free_shoe"), 5.0)
    assert (after.view, after.opened, after.practice) == (None, None, Waiting(name="free_shoe"))
    assert not after.takes_press(5.0 + STEADY_S / 2)
    assert after.takes_press(5.0 + STEADY_S)


def test_what_is_said_next_changes_nothing_else() -> None:
    before = replace(SITUATIONS["ask"], practice=DEALING, opened=Matters())
    said = Dealing(name="misdeal", said=Saying(code="hit", box=1))
    assert before.coached(said, 5.0) == replace(before, practice=said)


def test_chips_of_an_answer_are_gone_with_its_hand() -> None:
    laid = Situation(practice=QUESTION, opened=Laying(500_00))
    assert laid.coached(RIGHT, 1.0).opened is None
    assert laid.coached(INSURED, 1.0).opened is None


# ---- the lines


@pytest.mark.parametrize("name", PRACTICES)
def test_what_a_practice_tells_is_what_the_screen_hears(name: str) -> None:
    practice = PRACTICES[name].practice
    assert practice is not None
    line = line_of(practice)
    assert line.endswith(b"\n") and line.count(b"\n") == 1
    assert stage_of(line) == practice


@pytest.mark.parametrize("choice", [Begin(name="drill"), Leave(), Next(), Again(), Lay(number=3, net=-250_00)])
def test_what_is_touched_is_what_the_practice_hears(choice: Choice) -> None:
    assert choice_of(line_of(choice)) == choice


@pytest.mark.parametrize(
    "line", [b"", b"{}", b"pull", b'{"stage":"menu"}', b'{"do":"lay","number":"one"}', b"\xff\x00"]
)
def test_a_line_of_something_else_is_an_error_with_a_remedy(line: bytes) -> None:
    with pytest.raises(PracticeError, match="start practice and screen of one version"):
        stage_of(line)
    with pytest.raises(PracticeError, match="start both of one version"):
        choice_of(line)


class FakePractice:
    """Tells whoever connects what it is given, and hears what is touched."""

    def __init__(self, path: Path, *lines: bytes) -> None:
        self.heard: Queue[Choice] = Queue()
        self._lines = lines
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._server.bind(str(path))
        self._server.listen()
        self.client: socket.socket | None = None
        self._serving = Thread(target=self._serve, daemon=True)
        self._serving.start()

    def _serve(self) -> None:
        while True:
            try:
                self.client, _ = self._server.accept()
            except OSError:
                return
            for line in self._lines:
                self.client.sendall(line)
            with self.client.makefile("rb") as lines:
                for line in lines:
                    self.heard.put(choice_of(line))

    def tell(self, practice: Practice) -> None:
        assert self.client is not None
        self.client.sendall(line_of(practice))

    def close(self) -> None:
        ends = [self._server, *([self.client] if self.client is not None else [])]
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._serving.join(5.0)
        for end in ends:
            end.close()


def test_garbage_is_passed_over_and_a_practice_that_comes_back_is_found(tmp_path: Path) -> None:
    told: Queue[Practice] = Queue()
    path = tmp_path / "practice.sock"
    client = PracticeClient(path, told.put)
    client.start()
    try:
        assert not client.choose(Next())
        with closing(FakePractice(path, b"\xff no json\n", line_of(MENU))):
            assert told.get(timeout=3) == MENU
        path.unlink()
        with closing(FakePractice(path, line_of(RIGHT))) as again:
            assert isinstance(told.get(timeout=3), Judged)
            assert client.choose(Next())
            assert again.heard.get(timeout=3) == Next()
    finally:
        client.close()


@pytest.fixture
def practised(tmp_path: Path) -> Iterator[tuple[FakePractice, Any, Callable[[Callable[[], object]], None]]]:
    """A practice, the real screen before it, and what draws its frames until something holds."""
    from kivy.base import EventLoop, runTouchApp
    from kivy.core.window import Window

    from ui.running import RunningScreen

    with closing(FakePractice(tmp_path / "practice.sock", line_of(MENU))) as practice:
        options = Screen(socket=tmp_path / "none.sock", is_offscreen=True, practice=tmp_path / "practice.sock")
        screen = RunningScreen(options)
        if EventLoop.status != "started":
            runTouchApp(screen.root, embedded=True)
        else:
            Window.add_widget(screen.root)
        screen.start()

        def until(holds: Callable[[], object]) -> None:
            end = time.monotonic() + 5
            while not holds():
                assert time.monotonic() < end, screen.situation
                EventLoop.idle()

        yield practice, screen, until
        screen.close()
        Window.remove_widget(screen.root)


def test_the_screen_is_marked_before_the_practice_says_anything_and_tells_what_is_touched(practised: Any) -> None:
    practice, screen, until = practised
    assert isinstance(screen.situation.practice, Waiting)
    assert next(part.text for part in screen.drawing.parts() if part.id == "banner") == "PRACTICE"
    until(lambda: isinstance(screen.situation.practice, Menu))
    until(lambda: screen.situation.takes_press(time.monotonic()))
    screen.press(keys(screen.situation)["practice:misdeal"])
    assert practice.heard.get(timeout=2) == Begin(name="misdeal")
    practice.tell(QUESTION)
    until(lambda: isinstance(screen.situation.practice, Question))
    assert {"chip:100", "lay:take"} <= {part.id for part in screen.drawing.parts() if part.kind == "button"}


def test_a_touch_that_nobody_hears_is_told(practised: Any) -> None:
    _, screen, until = practised
    until(lambda: isinstance(screen.situation.practice, Menu))
    until(lambda: screen.situation.takes_press(time.monotonic()))
    screen._practice.close()
    screen.press(keys(screen.situation)["practice:misdeal"])
    assert "was not sent" in next(part.text for part in screen.drawing.parts() if part.id == "notice" and part.text)
