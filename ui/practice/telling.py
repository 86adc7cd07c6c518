"""What a practice tells the screen, and is told by it: a line of JSON each, at a socket of its own beside the core's.

The core knows nothing of it: a practice has its own core, which plays as any other. Amounts in avos, times in seconds.
"""

import contextlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct

from engine.answers import Outcome
from engine.articles import Article
from engine.view import Pile, PublicView
from ui.client import LineClient

# What the screen is told


class _Stage(Struct, frozen=True, kw_only=True, tag_field="stage"):
    """Where a practice is."""


class Menu(_Stage, frozen=True, kw_only=True, tag="menu"):
    """What can be practised is chosen."""

    scenarios: tuple[str, ...]
    """Their names."""
    lesson: str = ""
    """The shoe of the log that can be dealt again, or empty."""


class Saying(Struct, frozen=True, kw_only=True):
    """What is said at the table, or seen there: a text's code with its values."""

    code: str
    box: int | None = None
    hand: int = 1
    hands: int = 1
    """How many the box has."""
    amount: int = 0
    face: str = ""
    """A card's."""
    n: int = 0


class Dealing(_Stage, frozen=True, kw_only=True, tag="dealing"):
    """The table is dealt at."""

    name: str
    """The scenario's."""
    said: Saying | None = None


class Waiting(_Stage, frozen=True, kw_only=True, tag="waiting"):
    """A table is being laid, or the practice has not said anything yet."""

    name: str
    """The scenario's, or empty."""


class Checked(Struct, frozen=True, kw_only=True):
    """Something that the situation needed, and whether it was done."""

    code: str
    is_met: bool


class Report(_Stage, frozen=True, kw_only=True, tag="report"):
    """What came of a scenario."""

    name: str
    has_next: bool = False
    checked: tuple[Checked, ...] = ()
    asked: int = 0
    """What players said,"""
    as_said: int = 0
    """and how often it was done so."""
    corrections: int = 0
    refusals: int = 0
    coups: int = 0
    median_s: float | None = None
    """From an instruction to what was done; ``None``: nothing was timed."""
    slowest_s: float | None = None


class Question(_Stage, frozen=True, kw_only=True, tag="question"):
    """A hand of the payout drill: what is paid or taken?"""

    number: int
    of: int
    box: int
    hand: int
    kind: str
    """``main``, or ``insurance``: then that wager is meant."""
    wager: int
    cards: tuple[str, ...]
    total: int
    claim: str = ""
    """``surrender`` or ``even_money``, where the hand asked for it."""
    view: PublicView
    """The table, without what is paid."""


class Judged(_Stage, frozen=True, kw_only=True, tag="judged"):
    """What the law says of an answer."""

    number: int
    of: int
    is_right: bool
    said: int
    """From the player's side: paid, or taken if negative."""
    net: int
    wager: int
    ratio: str
    outcome: Outcome
    article: Article
    piles: tuple[Pile, ...] = ()
    took_s: float = 0.0
    """How long the answer took."""
    question: Question


class Slowness(Struct, frozen=True, kw_only=True):
    """The hand that took longest."""

    kind: str
    seconds: float


class Score(_Stage, frozen=True, kw_only=True, tag="score"):
    """The result of a drill."""

    right: int
    of: int
    wrong: dict[str, int]
    """By kind of hand."""
    median_s: float
    slowest: Slowness
    is_best: bool = False
    best_right: int = 0
    best_of: int = 0
    best_median_s: float = 0.0


Practice: TypeAlias = Menu | Waiting | Dealing | Report | Question | Judged | Score
"""What the screen is told, whole each time."""


# What the screen says


class _Choice(Struct, frozen=True, kw_only=True, tag_field="do"):
    """What was touched."""


class Begin(_Choice, frozen=True, kw_only=True, tag="begin"):
    """Deal this scenario, ``drill`` or ``lesson``."""

    name: str


class Leave(_Choice, frozen=True, kw_only=True, tag="leave"):
    """Back to the menu; of a scenario that is dealt, its report first."""


class Next(_Choice, frozen=True, kw_only=True, tag="next"):
    """On: to the next scenario of the menu, or the next hand of the drill."""


class Again(_Choice, frozen=True, kw_only=True, tag="again"):
    """The same once more, with other cards."""


class Lay(_Choice, frozen=True, kw_only=True, tag="lay"):
    """The answer to a hand of the drill."""

    number: int
    net: int
    """From the player's side: paid, or taken if negative."""


Choice: TypeAlias = Begin | Leave | Next | Again | Lay
"""Whatever is touched of a practice."""


class PracticeError(ValueError):
    """A line that is none of a practice's."""


@cache
def _stages() -> "msgspec.json.Decoder[Practice]":
    """Made when the first line comes: no table's screen needs it."""
    return msgspec.json.Decoder(Practice)


@cache
def _choices() -> "msgspec.json.Decoder[Choice]":
    return msgspec.json.Decoder(Choice)


def line_of(said: Practice | Choice) -> bytes:
    """``said`` as one line."""
    return msgspec.json.encode(said) + b"\n"


def stage_of(line: bytes) -> Practice:
    """What the screen is told.

    Raises:
        PracticeError: the line says nothing of the kind.
    """
    try:
        return _stages().decode(line)
    except msgspec.DecodeError as error:
        raise PracticeError(f"not of a practice ({error}): start practice and screen of one version") from error


def choice_of(line: bytes) -> Choice:
    """What was touched.

    Raises:
        PracticeError: the line says nothing of the kind.
    """
    try:
        return _choices().decode(line)
    except msgspec.DecodeError as error:
        raise PracticeError(f"not of a practice's screen ({error}): start both of one version") from error


class PracticeClient(LineClient):
    """The screen's end: a :class:`~ui.client.LineClient` of the practice at ``path``.

    ``on_stage`` is called in the client's own thread; a line that is none of a practice's is passed over.
    """

    def __init__(self, path: Path, on_stage: Callable[[Practice], None]) -> None:
        def heard(line: bytes) -> None:
            with contextlib.suppress(PracticeError):
                on_stage(stage_of(line))

        super().__init__(path, heard, lambda: None, name="practice")

    def choose(self, choice: Choice) -> bool:
        """Tell what was touched; ``False``: nobody is there."""
        return self.send(line_of(choice))
