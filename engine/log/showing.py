"""One coup step by step, in words or as JSON: what happened, what the law made of it, what was due by which article."""

from collections.abc import Iterator

import msgspec

from engine import transcript
from engine.answers import Answer
from engine.events import (
    AnyEvent,
    CardOut,
    CommitmentsOpened,
    DealerChanged,
    Note,
    Opened,
    PayoutCorrected,
    Request,
    ShoeStarted,
    SignedIn,
    SignedOut,
)
from engine.instructions import Due
from engine.journal.files import FilesReader
from engine.journal.found import FoundCoup
from engine.lines import name_of
from engine.log.playing import Played, played
from engine.log.reading import Logged, readable
from engine.money import money
from engine.projection import projected
from engine.view import LinkView

NO_LINK = LinkView(state="up", text="")
"""Of the shoe's link a log says nothing."""
SEALED = "sealed"
"""A card that is not told of."""


def is_told(log: FilesReader, coup: FoundCoup) -> bool:
    """The log tells enough of the cards of ``coup`` to play it.

    Raises:
        JournalError: a record cannot be read.
    """
    return all(each.is_certain for each in _steps(log, coup))


def in_words(log: FilesReader, coup: FoundCoup) -> Iterator[str]:
    """What each record of ``coup`` did, and what was due then, where that is another thing than before; in lines.

    Raises:
        JournalError: a record cannot be read.
    """
    due: Due | None = None
    for each in _steps(log, coup):
        yield from _words(each, before=due)
        due = each.answer.due


def in_json(log: FilesReader, coup: FoundCoup) -> Iterator[bytes]:
    """The same as JSON, a line for each record.

    Raises:
        JournalError: a record cannot be read.
    """
    return (as_json(each.logged, each.answer) for each in _steps(log, coup))


def _steps(log: FilesReader, coup: FoundCoup) -> Iterator[Played]:
    return (each for each in played(log, coup.first, coup.last) if each.logged.seq >= coup.first)


def listed(log: FilesReader, first: int, last: int) -> Iterator[Logged]:
    """The records from ``first`` to ``last`` as they are, for a coup that is not to be played.

    Raises:
        JournalError: a record cannot be read.
    """
    return readable(log, first, last)


def _words(each: Played, before: Due | None) -> Iterator[str]:
    logged, table = each.logged, each.table
    yield headline(logged)
    if table is None:
        return
    view = projected(table, name="", seq=logged.seq, due_seq=0, reader=NO_LINK)
    for line in transcript.told(name_of(logged.event), None, each.answer, view):
        yield f"{'':21}{line}"
    if view.due != before:
        yield f"{'':21}  due: {transcript.due(view)}"


def headline(logged: Logged) -> str:
    """A record in a line: its number, the time of day, what it says."""
    return transcript.plain(f"{logged.seq:10} {logged.at[11:23]:12} {_said(logged)}")


def _said(logged: Logged) -> str:
    event = logged.event
    if isinstance(event, CardOut):
        return _card(event, logged)
    if isinstance(event, Request | ShoeStarted):
        named = f": {SEALED}" if logged.is_sealed else ""
        return f"{transcript.said(event)}{named}{_by(event)}"
    return _recorded(event)


def _card(event: CardOut, logged: Logged) -> str:
    """The face of a card that is told of."""
    face = "unread" if event.card is None else event.card.face
    face = SEALED if logged.is_sealed else face
    return (
        f"card: {face}{', face up in the shoe' if event.boxed else ''}{', by hand' if event.reader == 'hand' else ''}"
    )


def _recorded(event: AnyEvent) -> str:
    match event:
        case DealerChanged(by=by):
            return f"{by or 'somebody'} deals"
        case SignedIn(by=by, duty=duty):
            return f"{by or 'somebody'} signed in{f' as {duty}' if duty else ''}"
        case SignedOut(by=by, why=why):
            return f"{by or 'somebody'} signed out{f': {why}' if why else ''}"
        case CommitmentsOpened(openings=openings):
            return f"told: the cards of records {', '.join(str(one.seq) for one in openings)}"
        case Opened(version=version, standing=standing):
            return f"{'a new shoe' if standing is not None else 'the core started'}, version {version or 'unknown'}"
        case PayoutCorrected(coup=coup, box=box, hand=hand, player=player, was=was, to=to):
            at = f"box {box} hand {hand}" if hand != 1 else f"box {box}"
            return f"payout of coup {coup} at {at}, {player}: {money(to)} instead of {money(was)}{_by(event)}"
        case Note(text=text, by=by):
            return f"the core: {text}" if by is None else f"note{_by(event)}: {text}"
    return f"{name_of(event).replace('_', ' ')}{_by(event)}"


def _by(event: AnyEvent) -> str:
    people = [name for name in (getattr(event, "by", None), getattr(event, "second", None)) if name]
    return f" (by {' and '.join(people)})" if people else ""


def as_json(logged: Logged, answer: Answer | None = None) -> bytes:
    """One record and, where it was played, what was answered, as ``banca21 replay --json`` writes it."""
    event = {name: value for name, value in logged.fields.items() if name != "at"}
    told = msgspec.to_builtins(answer, str_keys=True) if answer is not None else None
    return msgspec.json.encode({"seq": logged.seq, "at": logged.at, "event": event, "answer": told})


def result_words(coup: FoundCoup) -> Iterator[str]:
    """A coup's result as it was told last, a line for each wager and one for the bank."""
    for row in coup.rows:
        at = f"box {row.box} hand {row.hand}" if row.hand != 1 else f"box {row.box}"
        net = f"+{money(row.net)}" if row.net > 0 else money(row.net)
        yield f"  {at} {row.player}: {row.outcome.replace('_', ' ')} {net} on {money(row.wager)} ({row.article})"
    yield f"  bank {money(coup.bank)}"
