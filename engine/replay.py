"""Plays a log of events through the table again, and says what each line did."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from engine.answers import Answer
from engine.events import AnyEvent, TableOpened
from engine.felt import Felt
from engine.lines import ENCODER, OWN_SEQ, EventError, event_of, fields_from, name_of
from engine.rules import faults
from engine.table import Table
from engine.view import UNREAD


class ReplayError(ValueError):
    """A log that cannot be played: file, line, field and remedy."""


class Step(NamedTuple):
    """One line of a log and what it did."""

    line: int
    """Counted from 1."""
    event: AnyEvent
    answer: Answer
    table: Table
    """After it."""


class Logged(NamedTuple):
    """One event of a log."""

    line: int
    """Counted from 1."""
    seq: int
    """Its record; its line, where the log bears none."""
    event: AnyEvent


def read(lines: Iterable[str | bytes], name: str) -> list[Logged]:
    """The events of a log; blank lines hold none.

    Raises:
        ReplayError: a line is no event, or the log does not begin with a lawful ``table_opened``.
    """
    events: list[Logged] = []
    for line, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            fields = fields_from(text)
            event = event_of(fields)
        except EventError as error:
            raise ReplayError(f"{name}: line {line}: {error}") from error
        if not events:
            _check_opening(event, f"{name}: line {line}")
        events.append(Logged(line, _seq(fields, line, events), event))
    if not events:
        raise ReplayError(f"{name}: no event in it: begin with a table_opened")
    return events


def _seq(fields: dict[str, Any], line: int, before: list[Logged]) -> int:
    """The line's record. A ``withdrawn`` bears that of another: its own follows the one before."""
    seq = fields.get("seq")
    if fields.get("type") in OWN_SEQ:
        bears_seq = bool(before) and before[-1].seq != before[-1].line
        return before[-1].seq + 1 if bears_seq else line
    if not isinstance(seq, int) or isinstance(seq, bool):
        return line
    return max(seq, before[-1].seq + 1) if before else seq


def _check_opening(event: AnyEvent, place: str) -> None:
    if not isinstance(event, TableOpened):
        raise ReplayError(f"{place}: the first event is {name_of(event)}: begin with table_opened")
    wrong = [f"{place}: field rules.{fault.field}: {fault.why}; {fault.remedy}" for fault in faults(event.rules)]
    if wrong:
        raise ReplayError("\n".join(wrong))


def play(events: list[Logged]) -> Iterator[Step]:
    """What each event did, in order; ``events`` as :func:`read` gives them."""
    line, _, opening = events[0]
    if not isinstance(opening, TableOpened):
        raise ReplayError(f"line {line}: begin with table_opened")
    table = Table(opening.rules)
    yield Step(line, opening, Answer(due=table.felt.due), table)
    for line, seq, event in events[1:]:
        yield Step(line, event, table.take(event, seq), table)


def as_json(step: Step, *, omniscient: bool = False) -> bytes:
    """One answer as the contract writes it; ``omniscient`` adds every card, and is never for a table."""
    answer = msgspec.to_builtins(step.answer, str_keys=True)
    fields: dict[str, Any] = {"line": step.line, **answer}
    if omniscient:
        fields["hands"] = _hands(step.table.felt)
    return ENCODER.encode(fields)


def _hands(felt: Felt) -> dict[str, list[str]]:
    coup = felt.open_coup
    if coup is None:
        return {}
    hands = {f"box:{hand.box}/{hand.number}": hand for hand in coup.hands} | {"dealer": coup.dealer}
    return {
        name: [laid.card.face if laid.card is not None else UNREAD for laid in hand.cards]
        for name, hand in hands.items()
    }
