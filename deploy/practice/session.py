"""A practice from its menu to its end: what is chosen is dealt or drilled. Everything comes in through one queue."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Final, Self, TypeAlias

from deploy.practice import drill
from deploy.practice.before import deal_before
from deploy.practice.coach import Coach
from deploy.practice.drill import Answer, Hand
from deploy.practice.place import Place, PracticeTable, Wanted
from deploy.practice.scenarios import BY_NAME, SCENARIOS
from deploy.practice.serving import Ear
from deploy.practice.task import Task, task_of
from engine.messages import Message
from ui.client import CoreClient
from ui.hand import PULL
from ui.practice.shown import DRILL, LESSON
from ui.practice.telling import (
    Again,
    Begin,
    Choice,
    Judged,
    Lay,
    Leave,
    Menu,
    Next,
    Practice,
    PracticeError,
    Report,
    Score,
    Waiting,
    choice_of,
    line_of,
)

NAMES: Final = tuple(scenario.name for scenario in SCENARIOS)
"""The scenarios, in the order of the menu."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What the core of a table said."""

    table: int
    message: Message


@dataclass(frozen=True, slots=True)
class Lesson:
    """A shoe of the log."""

    shoe: str
    """Its number."""
    task: Task


Item: TypeAlias = Heard | Choice | bytes


class Session:
    """Everything that one person practises, from entering on.

    Args:
        place: where its tables are laid.
        seed: of the first cards; each further thing that is dealt has the next one.
        lesson: a shoe of the log, if there is one to deal.
        hands: hands of a payout drill.
        clock: monotonic, in seconds.
        may: raises where nobody may practise now; asked each time before something is dealt.
    """

    def __init__(
        self,
        place: Place,
        seed: int,
        lesson: Lesson | None = None,
        hands: int = drill.HANDS,
        *,
        clock: Callable[[], float] = time.monotonic,
        may: Callable[[], None] = lambda: None,
    ) -> None:
        self._may = may
        self._place, self._seed, self._lesson, self._hands, self._clock = place, seed, lesson, hands, clock
        self._items: SimpleQueue[Item] = SimpleQueue()
        self._left = contextlib.ExitStack()
        self._at_table = contextlib.ExitStack()
        self._tables = 0
        self._table: PracticeTable | None = None
        self._coach: Coach | None = None
        self._drill: _Drill | None = None
        self._name = ""
        self.shown: Practice = self._menu()

    def __enter__(self) -> Self:
        self._told = self._left.enter_context(Ear(self._place.told_at, self._touched, "practice"))
        self._left.enter_context(Ear(self._place.hand_at, self._touched, "hand"))
        self._left.callback(self._at_table.close)
        self._show(self.shown)
        return self

    def __exit__(self, *_error: object) -> None:
        self._left.close()

    def _touched(self, line: bytes) -> None:
        """A line of the screen's; threads of their own."""
        if line + b"\n" == PULL:
            self._items.put(PULL)
            return
        with contextlib.suppress(PracticeError):
            self._items.put(choice_of(line))

    def step(self, timeout_s: float) -> None:
        """Take what comes next, if it comes in time; see that the table's core runs.

        Raises:
            TableIsOpenError: something is to be dealt, and a table was opened meanwhile.
            StackError: cards do not come as a scenario's table says.
        """
        if self._table is not None:
            self._table.core.keep()
        try:
            item = self._items.get(timeout=timeout_s)
        except Empty:
            return
        match item:
            case Heard(table=table, message=message):
                if self._coach is not None and table == self._tables:
                    self._coach.hear(message, self._clock())
                    if self._coach.is_over:
                        self._report()
            case bytes():
                if self._coach is not None and self._table is not None:
                    self._coach.pull()
            case _:
                self._choose(item)

    def begin(self, name: str) -> None:
        """Deal the scenario of this name, :data:`DRILL` or :data:`LESSON`; what there is none of is passed over.

        Raises:
            TableIsOpenError: a table was opened meanwhile.
            StackError: cards do not come as a scenario's table says.
        """
        self._may()
        task = None
        if name in BY_NAME:
            task = task_of(BY_NAME[name], self._seed)
        elif name == LESSON and self._lesson is not None:
            task = self._lesson.task
        elif name != DRILL:
            return
        self._leave_table()
        self._name, self._drill = name, None
        if task is None:
            self._drill = _Drill(drill.hands(self._seed, self._hands), self._clock)
            self._show(self._drill.ask())
        else:
            self._lay(task)
        self._seed += 1

    def _lay(self, task: Task) -> None:
        """A table for ``task``."""
        self._show(Waiting(name=task.name))
        seats = task.coup(0).seats
        wanted = Wanted(task.name, task.stack, task.rules, seats)
        self._tables += 1
        number, table = self._tables, self._at_table.enter_context(self._place.table(wanted))
        deal_before(task, table)
        client = CoreClient(self._place.socket, lambda message: self._items.put(Heard(number, message)), _nothing)
        self._at_table.callback(client.close)
        self._table, self._coach = table, Coach(task, table, client.send, self._show)
        client.start()

    def _choose(self, choice: Choice) -> None:
        match choice:
            case Begin(name=name):
                self.begin(name)
            case Leave():
                self._leave()
            case Again() if self._name:
                self.begin(self._name)
            case Next() if self._drill is not None:
                self._on(self._drill)
            case Next() if isinstance(self.shown, Report):
                self.begin(NAMES[NAMES.index(self._name) + 1] if self._has_next else DRILL)
            case Lay(number=number, net=net) if self._drill is not None:
                judged = self._drill.judge(number, net)
                if judged is not None:
                    self._show(judged)

    @property
    def _has_next(self) -> bool:
        return self._name in NAMES[:-1]

    def _leave(self) -> None:
        """Out of what is dealt to its report; from everywhere else to the menu."""
        if self._coach is not None and not isinstance(self.shown, Report):
            self._report()
            return
        self._leave_table()
        self._drill = None
        self._show(self._menu())

    def _report(self) -> None:
        assert self._coach is not None
        report = self._coach.report(has_next=self._has_next)
        self._leave_table()
        self._show(report)

    def _leave_table(self) -> None:
        self._table = self._coach = None
        self._at_table.close()

    def _on(self, drilled: "_Drill") -> None:
        """The next hand, or the drill's result."""
        if not isinstance(self.shown, Judged):
            return
        if not drilled.is_over:
            self._show(drilled.ask())
            return
        score: Score = drill.score(tuple(drilled.answers), self._place.best())
        if score.is_best:
            self._place.keep_best(score)
        self._show(score)

    def _menu(self) -> Menu:
        return Menu(scenarios=NAMES, lesson=self._lesson.shoe if self._lesson is not None else "")

    def _show(self, practice: Practice) -> None:
        self.shown = practice
        self._told.tell(line_of(practice))


class _Drill:
    """A payout drill: one hand after the other."""

    def __init__(self, hands: tuple[Hand, ...], clock: Callable[[], float]) -> None:
        self._hands, self._clock = hands, clock
        self._asked_s = 0.0
        self.answers: list[Answer] = []

    @property
    def is_over(self) -> bool:
        """Every hand was answered."""
        return len(self.answers) == len(self._hands)

    def ask(self) -> Practice:
        """The next hand."""
        self._asked_s = self._clock()
        return self._hands[len(self.answers)].question

    def judge(self, number: int, net: int) -> Judged | None:
        """What the law says; ``None``: that hand is not asked."""
        if self.is_over or number != len(self.answers) + 1:
            return None
        hand = self._hands[len(self.answers)]
        took_s = self._clock() - self._asked_s
        judged = drill.judged(hand, net, took_s)
        self.answers.append(Answer(hand.kind, judged.is_right, took_s))
        return judged


def _nothing() -> None:
    """The core is away: it is started again."""
