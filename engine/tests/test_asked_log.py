"""A question to the log as a line of the socket."""

import json

import pytest

from engine.answers import Outcome
from engine.journal.found import Filters
from engine.lines import EventError
from engine.looking import AskCoups, AskExport, AskStep, AskVerify, Question
from engine.messages import ask_log, asked_log


@pytest.mark.parametrize(
    "question",
    [
        AskCoups(filters=Filters(box=3, outcome=Outcome.NATURAL), minutes=30, before=12),
        AskStep(coup=7, at=-1),
        AskVerify(),
        AskExport(what="span", form="csv", hours=8),
    ],
)
def test_it_is_read_as_it_was_written(question: Question) -> None:
    asked = asked_log(ask_log(question, "q1", [{"staff": "3001", "pin": "591837"}]))
    assert asked is not None
    assert (asked.question, asked.ident) == (question, "q1")
    assert asked.proofs is not None
    assert "591837" not in repr(asked)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"id": "1", "question": {"about": "weather"}}, "question"),
        ({"id": "1", "question": {"about": "step", "coup": "first"}}, "question"),
        ({"id": "1"}, "question"),
        ({"id": "", "question": {"about": "verify"}}, "id"),
        ({"id": "1", "question": {"about": "verify"}, "proofs": "me"}, "proofs"),
    ],
)
def test_what_is_no_question_is_told_with_its_field(fields: dict[str, object], said: str) -> None:
    line = json.dumps({"ask": "log"} | fields, separators=(",", ":")).encode()
    with pytest.raises(EventError, match=said):
        asked_log(line)


def test_it_may_be_written_with_spaces_and_asks_for_nothing_else() -> None:
    asked = asked_log(b'{"ask": "log", "id": "1", "question": {"about": "verify"}}')
    assert asked is not None
    assert asked.question == AskVerify()
    with pytest.raises(EventError, match="health"):
        asked_log(b'{"ask": "weather", "id": "1"}')


def test_another_line_is_none() -> None:
    assert asked_log(b'{"type":"done","id":"1"}') is None
