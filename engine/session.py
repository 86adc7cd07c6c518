"""The table thread: one queue in, journal first (durable), then the table, then everybody is told.

Nothing else touches the journal or the table. Everything that happens ends in :attr:`Session.inbox`: what a card
source sees, what a client asks, a client that connects, and the word to stop.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from engine.answers import Answer, Refusal
from engine.events import (
    ENCODER,
    AnyEvent,
    CardOut,
    EventError,
    Link,
    Opened,
    PlayerSeated,
    Request,
    ShoeEmpty,
    ShoeStarted,
    TableOpened,
    WhiteCardOut,
    event_of,
    fields_from,
)
from engine.felt import Felt
from engine.journal.chain import Record
from engine.journal.errors import JournalError
from engine.journal.store import Journal
from engine.messages import Answered, Asked, Fault, Message, Refused, Update
from engine.ports import CardSource, Clock, Journalled, Sighting, SourceError
from engine.projection import projected
from engine.reasons import Reason
from engine.rules import TableRules
from engine.table import Table
from engine.view import LinkView, PublicView

T = TypeVar("T")
Reply: TypeAlias = Callable[[Message], None]
"""Says something to one client; never blocks."""

RETRY_S: Final = 0.5
"""How long what failed rests before it is tried again, in seconds."""
QUIET_S: Final = 0.2
"""Without an input for so long, the journal may do what would delay one, in seconds."""
ANSWERS_KEPT: Final = 1024
"""How many of the last requests get their first answer again when they are repeated."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A client asked for something."""

    asked: Asked
    reply: Reply


@dataclass(frozen=True, slots=True)
class Joined:
    """A client connected: it is sent the present state."""

    reply: Reply


@dataclass(frozen=True, slots=True)
class Stop:
    """The core is to end."""


Input: TypeAlias = Sighting | Heard | Joined | Stop
"""Whatever can come in."""


@dataclass(frozen=True, slots=True)
class Opening:
    """With what a table is opened that is not open yet."""

    table: str
    """Its name."""
    version: str
    settings: str
    """sha256 of the settings in force, hex."""
    rules: TableRules = field(default_factory=TableRules)
    seats: tuple[PlayerSeated, ...] = ()


class StoppedError(Exception):
    """The core was told to end."""


class UnreadableRecordError(JournalError):
    """A record that this version cannot read."""


class Session:
    """The table's memory and its thread: call :meth:`run` in it."""

    def __init__(
        self,
        opening: Opening,
        open_journal: Callable[[], Journal],
        source: CardSource,
        clock: Clock,
        tell: Callable[[Message], None],
    ) -> None:
        self.inbox: SimpleQueue[Input] = SimpleQueue()
        self._opening = opening
        self._open_journal = open_journal
        self._source = source
        self._clock = clock
        self._tell = tell
        self._held: deque[Input] = deque()
        self._answers: dict[str, Answered] = {}
        self._reader = LinkView(state="connecting", text="")
        self._seq = self._due_seq = 0
        self._journal: Journal | None = None
        self._table: Table | None = None

    def run(self) -> None:
        """Keep the table until :class:`Stop` comes in."""
        try:
            self._begin()
            while True:
                self._take(self._next())
        except StoppedError:
            pass
        finally:
            self._source.stop()
            if self._journal is not None:
                self._journal.close()

    # Beginning

    def _begin(self) -> None:
        self._journal = self._until_it_works(self._open_journal)
        self._until_it_works(lambda: self._recall(self._kept))
        self._open_table()
        felt = self._felt
        journalled = Journalled(frozenset(felt.origins), felt.shoe.passes, felt.shoe.started)
        self._until_it_works(lambda: self._source.start(self.inbox.put, journalled))
        self._tell(Update(view=self._view()))

    def _recall(self, journal: Journal) -> None:
        """Play the journal again from the last opening of the table."""
        since = journal.last_opening()
        for record in journal.records(since) if since is not None else ():
            try:
                fields = fields_from(record.payload)
                self._taken(record, event_of(fields), fields.get("id"))
            except EventError as error:
                raise UnreadableRecordError(f"record {record.seq} of the journal: {error}") from error

    def _open_table(self) -> None:
        """Record this start; open the table if none is open, or if its rules have changed and no coup is open."""
        opening, pragmas = self._opening, self._kept.pragmas
        if self._table is None or (self._felt.rules != opening.rules and self._felt.open_coup is None):
            self._journalled(TableOpened(rules=opening.rules))
        for seat in opening.seats if self._felt.coups == 0 else ():
            if seat.box not in self._felt.seats:
                self._journalled(seat)
        self._journalled(Opened(version=opening.version, settings=opening.settings, pragmas=pragmas))

    # Coming in

    def _next(self) -> Input:
        """The oldest input; with none for a while, the journal has time to tidy up."""
        if self._held:
            return self._held.popleft()
        try:
            return self.inbox.get(timeout=QUIET_S)
        except Empty:
            self._kept.rest()
            return self.inbox.get()

    def _take(self, came: Input) -> None:
        match came:
            case Stop():
                raise StoppedError
            case Joined(reply=reply):
                reply(Update(view=self._view()))
            case Heard():
                self._hear(came)
            case CardOut() | WhiteCardOut() if self._felt.is_repeat(came.origin):
                self._acknowledge(came)
            case _:
                self._see(came)

    def _see(self, fact: Sighting) -> None:
        """Something happened at the shoe: it counts once it is durable, and only then may the shoe forget it."""
        if isinstance(fact, Link):
            self._reader = LinkView(state=fact.state, text=fact.text)
        answer = self._journalled(fact)
        self._tell(Update(view=self._view(), event=_name(fact), answer=answer))
        self._acknowledge(fact)

    def _acknowledge(self, fact: Sighting) -> None:
        if isinstance(fact, CardOut | WhiteCardOut) and fact.origin is not None:
            self._source.acknowledge(fact.origin)

    def _hear(self, heard: Heard) -> None:
        """A request: a repeated one gets its first answer, a stale one is refused before it is journalled."""
        asked, known = heard.asked, self._answers.get(heard.asked.ident)
        if known is not None:
            heard.reply(known)
            return
        refused = self._refused_unheard(asked)
        if refused is not None:
            heard.reply(Answered(id=asked.ident, seq=None, refused=refused))
            self._tell(Refused(event=_name(asked.event), refused=refused))
            return
        answer = self._journalled(asked.event, asked.ident)
        heard.reply(self._answers[asked.ident])
        if answer.refused is not None:
            self._tell(Refused(event=_name(asked.event), refused=answer.refused))
            return
        if isinstance(asked.event, ShoeStarted):
            self._source.shoe_started()
        self._tell(Update(view=self._view(), event=_name(asked.event), request=asked.event, answer=answer))

    def _refused_unheard(self, asked: Asked) -> Refusal | None:
        """What never reaches the table: cards and records by a client, and presses that came too late."""
        if isinstance(asked.event, CardOut | WhiteCardOut | ShoeEmpty):
            return Reason.READER_ALONE.refusal()
        if not isinstance(asked.event, Request | ShoeStarted):
            return Reason.CORE_ALONE.refusal()
        if asked.answers is not None and asked.answers != self._due_seq:
            return Reason.TABLE_MOVED_ON.refusal(self._felt.due.article)
        return None

    # Journal and table

    def _journalled(self, event: AnyEvent, ident: str | None = None) -> Answer:
        """Journal ``event``, then let the table take it; it waits while the journal cannot be written."""
        fields: dict[str, Any] = msgspec.to_builtins(event, enc_hook=str) | {"at": self._clock.now()}
        if ident is not None:
            fields["id"] = ident
        payload, opens = ENCODER.encode(fields), isinstance(event, TableOpened)
        record = self._until_it_works(lambda: self._kept.append(payload, opens=opens))
        return self._taken(record, event, ident)

    def _taken(self, record: Record, event: AnyEvent, ident: str | None) -> Answer:
        """Let the table take what the journal holds; the same on the day and when the journal is played again."""
        self._seq = record.seq
        if isinstance(event, TableOpened):
            self._table = Table(event.rules)
            self._due_seq = record.seq
            return Answer(due=self._felt.due)
        if ident is not None and ident in self._answers:
            return Answer(due=self._felt.due)
        moves = self._felt.moves
        answer = self._table.take(event) if self._table is not None else Answer(due=None)
        if self._felt.moves != moves:
            self._due_seq = record.seq
        if ident is not None:
            self._answers[ident] = Answered(id=ident, seq=record.seq, refused=answer.refused)
            if len(self._answers) > ANSWERS_KEPT:
                del self._answers[next(iter(self._answers))]
        return answer

    def _until_it_works(self, action: Callable[[], T]) -> T:
        """``action``, tried again while journal or reader fail, which everybody connected is told; the rest waits.

        Raises:
            StoppedError: the core is to end meanwhile.
        """
        fault: Fault | None = None
        while True:
            try:
                done = action()
            except (JournalError, SourceError) as error:
                fault = self._failed(fault, str(error))
                continue
            if fault is not None and self._table is not None:
                self._tell(Update(view=self._view()))
            return done

    def _failed(self, before: Fault | None, text: str) -> Fault:
        """Tell a new fault, and rest a while; who connects meanwhile is told it, everything else is held."""
        fault = Fault(text=text)
        if fault != before:
            self._tell(fault)
        try:
            came = self.inbox.get(timeout=RETRY_S)
        except Empty:
            return fault
        match came:
            case Stop():
                raise StoppedError
            case Joined(reply=reply):
                reply(fault)
            case _:
                self._held.append(came)
        return fault

    @property
    def _felt(self) -> Felt:
        """What lies on the table, which is open."""
        if self._table is None:
            raise LookupError("the table is not open")
        return self._table.felt

    @property
    def _kept(self) -> Journal:
        """The journal, which is open."""
        if self._journal is None:
            raise LookupError("the journal is not open")
        return self._journal

    def _view(self) -> PublicView:
        return projected(
            self._felt, table=self._opening.table, seq=self._seq, due_seq=self._due_seq, reader=self._reader
        )


def _name(event: AnyEvent) -> str:
    """The event's ``type``."""
    return str(event.__struct_config__.tag)
