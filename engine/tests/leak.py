"""What a planted leak is: a fault that lets an answer or a view depend on a card that still lies face down."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import pytest

Kind = Literal[
    "due",
    "calls",
    "refusal",
    "alert",
    "order",
    "length",
    "when",
    "view",
    "pay",
    "row",
    "commitment",
    "opening",
    "index",
    "log",
    "panel",
    "message",
    "output",
    "file",
]
"""By what it tells: what is due, what a hand is offered, a refusal, an alert, the order of a list, a length, the event
at which something is said, the public view, or money; a record as stored, a commitment, its opening, the index, what
the log's commands say, lamps or sounds, another message, what is printed, or the files."""


class Leak(NamedTuple):
    """One planted fault."""

    name: str
    """The fact it breaks, as a test's name would tell it: ``double_is_offered_to_eleven_only``."""

    kind: Kind
    apply: Callable[[pytest.MonkeyPatch], None]
    """Plants it in the engine's modules; what it patches is undone with the fixture."""
