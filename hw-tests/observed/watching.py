"""A table run through a whole core, and what was observed of it after each line."""

import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from typing import Any, Final, NoReturn

from msgspec import structs

from deploy.core import SWITCH_S
from engine.events import (
    AnyEvent,
    AssistantOff,
    AssistantOn,
    CardOut,
    DealerChanged,
    Link,
    ShoeEmpty,
    TableOpened,
    WhiteCardOut,
    Withdrawn,
)
from engine.journal.index_file import beside
from engine.messages import ask
from engine.ports import Taken
from engine.session import QUIET_S, RETRY_S, Input, Stop
from engine.table import Table
from observed import asking, surfaces
from observed.around import LINE_S, Around, Ticks
from observed.core import Client, Core, Place, without_threads
from observed.overhearing import overheard
from observed.surfaces import Index, Journalled, Known, Moment, Observed, Written

JUMP_S: Final = -3600.0
"""How far the clock jumps, in seconds."""
WAIT_S: Final = 20.0
"""How long what a client says may take to reach the table's queue, in seconds."""
MOST_RETRIES: Final = 5
"""How often what fails is tried again."""
NO_RECORD: Final = 10**6
"""A record that there is none of."""
ASKED_EACH_TIME: Final = 2
"""Commands of ``banca21 log`` at a moment that is sampled."""


@dataclass
class Watched:
    """One table at a core."""

    observed: dict[Moment, Observed] = field(default_factory=dict)
    seqs: dict[int, int] = field(default_factory=dict)
    """The record of each line that has one."""
    commitments: dict[int, str] = field(default_factory=dict)
    """By record."""
    openings: list[dict[str, Any]] = field(default_factory=list)
    """As the log told them."""
    due: dict[int, object] = field(default_factory=dict)
    """What was due after each line."""


def fail(table: Table, *_: object) -> NoReturn:
    """Fail with an error that names every card, and comes of another that does."""
    faces = " ".join(laid.value.face for laid in table.felt.cards.values() if laid.value is not None)
    try:
        raise ValueError(f"cannot count {faces}")
    except ValueError as error:
        raise LookupError(f"not found: {faces}") from error


class Feed(SimpleQueue[Input]):
    """The session's inbox: whenever it would wait for the next line, the one before has had all its effects."""

    def __init__(self, watcher: "Watcher") -> None:
        super().__init__()
        self._watcher = watcher
        self._retries = 0

    def get(self, block: bool = True, timeout: float | None = None) -> Input:  # noqa: ARG002
        if timeout == RETRY_S:
            self._retries += 1
            if self._retries > MOST_RETRIES:
                return Stop()
            raise Empty
        self._retries = 0
        if timeout == QUIET_S and self._watcher.is_quiet():
            raise Empty
        with suppress(Empty):
            return super().get_nowait()
        return self._watcher.next()

    def arrived(self) -> Input:
        """What a client just said, or that it joined."""
        return super().get(timeout=WAIT_S)


class Watcher:
    """Feeds one table's events to a core and looks at it from all sides after each."""

    def __init__(
        self, place: Place, events: Sequence[AnyEvent], around: Around, sampled: Collection[int], fails_at: int | None
    ) -> None:
        self._place = place
        self._fails_at = fails_at
        self._events = events
        self._around = around
        self._sampled = sampled
        self._ticks = Ticks()
        self._chance = Random(1)
        self._known = Known()
        self._told = Watched()
        self._line = 0
        self._stage = ""
        self._fed: AnyEvent | None = None
        self._has_restarted = self._was_quiet = False

    def watched(self) -> Watched:
        """Run all of it."""
        opened = self._events[0]
        if not isinstance(opened, TableOpened):
            raise TypeError("a table is opened first")
        self._place.prepare()
        with overheard() as heard, without_threads(), switching():
            self._heard = heard
            while not self._told.observed or self._stage == "restart":
                self._run(opened)
        return self._told

    def _run(self, opened: TableOpened) -> None:
        self._fed = opened if not self._has_restarted else None
        self._core = Core(
            self._place,
            opened.rules,
            self._ticks,
            self._chance.randbytes,
            self._taken,
            has_staff=self._around.has_staff,
        )
        self._core.session.inbox = self._feed = Feed(self)
        self._clients: list[Client] = []
        self._journal: Journalled | None = None
        self._coming = self._start()
        self._written = Written()
        self._core.run()
        for client in self._clients:
            client.close()
        if self._journal is not None:
            self._told.commitments |= self._journal.commitments
            self._told.openings = self._journal.openings
            self._journal.close()
            self._index.close()
        ended = Moment(self._line, f"ended {self._stage}")
        self._told.observed[ended] = Observed(ended, self._from_outside(), [])

    def _taken(self, taken: Taken) -> None:
        if self._fed is not None and type(taken.event) is type(self._fed):
            self._told.seqs[self._line], self._fed = taken.record.seq, None

    # Feeding

    def is_quiet(self) -> bool:
        """Nothing comes in for a while, once."""
        rests = self._line % self._around.rests_every == 0 and not self._was_quiet
        self._was_quiet = rests
        return rests

    def next(self) -> Input:
        """What else comes with this line; else look at what became of it, and go on to the next one."""
        came = next(self._coming, None)
        if came is not None:
            return came
        self._observe()
        if self._line + 1 == len(self._events):
            self._stage = "at the end"
            return Stop()
        if self._line + 1 == self._around.restarts_at and not self._has_restarted:
            self._stage, self._has_restarted = "restart", True
            return Stop()
        self._line += 1
        self._begin_line()
        return next(self._coming)

    def _begin_line(self) -> None:
        around, line = self._around, self._line
        self._stage, self._was_quiet = "", False
        self._ticks.line_s = line * LINE_S
        self._ticks.jumped_s = JUMP_S if around.jumps_at is not None and line >= around.jumps_at else 0.0
        self._core.is_slow = line == around.slow_at
        self._core.is_full = line == around.full_at
        self._coming = self._inputs(line)
        if line == self._fails_at:
            table = self._core.session._memory.table
            table.answer = partial(fail, table)  # type: ignore[method-assign]

    def _start(self) -> Iterator[Input]:
        """At a core's start: a client, the shoe, at a table with staff somebody who deals."""
        yield self._joined()
        yield Link(state="up", text="the shoe is heard")
        if self._around.has_staff and not self._has_restarted:
            yield self._asked(DealerChanged(), "dealer")

    def _inputs(self, line: int) -> Iterator[Input]:
        if line == self._around.joins_at:
            yield self._joined()
        self._fed = event = self._as_asked(self._events[line])
        if isinstance(event, CardOut | WhiteCardOut):
            yield structs.replace(event, origin=f"7:{line}")
        else:
            yield event if isinstance(event, ShoeEmpty) else self._asked(event, f"line {line}")

    def _joined(self) -> Input:
        self._clients.append(Client(self._place.socket))
        return self._feed.arrived()

    def _asked(self, event: AnyEvent, ident: str) -> Input:
        self._clients[0].say(ask(event, ident))
        return self._feed.arrived()

    def _as_asked(self, event: AnyEvent) -> AnyEvent:
        """With the record that it speaks of, and the two people that it needs."""
        match event:
            case Withdrawn(seq=seq):
                return structs.replace(event, seq=self._told.seqs.get(seq - 1, NO_RECORD))
            case AssistantOff() | AssistantOn():
                return structs.replace(event, by="Pit", second="Max")
        return event

    # Observing

    def _observe(self) -> None:
        core, moment = self._core, Moment(self._line, self._stage)
        core.settle()
        if self._journal is None:
            self._journal = Journalled(self._place.journal, self._known)
            self._index = Index(beside(self._place.journal))
        said = [client.heard() for client in self._clients]
        seen = {
            "told": b"".join(b"to client %d, %d bytes:\n%b" % (n, len(each), each) for n, each in enumerate(said)),
            "written": self._written.news(),
            "panel": core.devices.shown().encode(),
            "shoe": f"{core.devices.done}".encode(),
        }
        core.devices.done.clear()
        rows = self._journal.news()
        seen |= {"sealed": self._journal.sealed(), "index": self._index.rows(), **self._from_outside()}
        if self._line in self._sampled and not self._stage:
            seen["asked"] = asking.answers(self._place, self._known, self._line, ASKED_EACH_TIME)
            if self._line % 5 == 0:
                seen["proof"] = asking.proof(self._place, self._known)
            seen["output while asked"] = self._heard.news()
        self._written.skip()
        self._told.due[self._line] = core.session._memory.felt.due
        opened = frozenset(one["seq"] for one in self._journal.openings)
        self._told.observed[moment] = Observed(moment, seen, rows, opened)

    def _from_outside(self) -> dict[str, bytes]:
        return {
            "output": self._heard.news(),
            "files": surfaces.files(self._place.folder),
            "checkpoints": surfaces.checkpoints(self._place, self._known),
        }


@contextmanager
def switching() -> Iterator[None]:
    """Threads take turns as often as in a core."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def watched(
    folder: Path,
    events: Sequence[AnyEvent],
    around: Around,
    sampled: Collection[int] = frozenset(),
    fails_at: int | None = None,
) -> Watched:
    """The table of ``events`` at a core in ``folder``, which is emptied first.

    Args:
        folder: always the same, so that it may be told in words.
        events: the first one opens the table.
        around: what happens around it.
        sampled: lines after which the log's commands are asked.
        fails_at: the line in the midst of which the engine fails.
    """
    shutil.rmtree(folder, ignore_errors=True)
    return Watcher(Place(folder), events, around, sampled, fails_at).watched()
