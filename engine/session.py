"""The table thread: one queue in, journal first (durable), then the table, then everybody is told.

Nothing else touches the journal or the table. Everything that happens ends in :attr:`Session.inbox`: what a card
source sees, what a client asks, a client that connects, and the word to stop.
"""

import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias, TypeVar

from engine.answers import Answer, Refusal
from engine.events import (
    AnyEvent,
    AssistantOff,
    AssistantOn,
    CardNamed,
    CardOut,
    Link,
    Note,
    Opened,
    PlayerSeated,
    Request,
    ShoeEmpty,
    ShoeStarted,
    TableOpened,
    WhiteCardOut,
)
from engine.journal.errors import JournalError
from engine.journal.store import Journal
from engine.legality import NOT_BORNE_OUT
from engine.lines import name_of
from engine.memory import Memory, payload_of
from engine.messages import Answered, Asked, Fault, Message, Refused, Update
from engine.ports import CardSource, Clock, Journalled, Sighting, SourceError
from engine.reasons import Reason
from engine.rules import TableRules
from engine.view import LinkView, PublicView

T = TypeVar("T")
Reply: TypeAlias = Callable[[Message], None]
"""Says something to one client; never blocks."""

RETRY_S: Final = 0.5
"""How long what failed rests before it is tried again, in seconds."""
QUIET_S: Final = 0.2
"""Without an input for so long, the journal may do what would delay one, in seconds."""

CANNOT_GO_ON: Final = (
    "the table cannot go on after record {seq} ({error}): finish the coup by hand, keep the journal as it is, "
    "and call the technician with the core's log"
)
"""What is told when something happened that never should."""

_log = logging.getLogger(__name__)


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


class Session:
    """The table's thread: call :meth:`run` in it."""

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
        self._reader = LinkView(state="connecting", text="")
        self._open_memory: Memory | None = None

    def run(self) -> None:
        """Keep the table until :class:`Stop` comes in."""
        try:
            self._begin()
            while True:
                self._take(self._next())
        except StoppedError:
            pass
        except Exception as error:  # noqa: BLE001 - the thread's outermost loop
            _log.exception("the table cannot go on")
            self._only_tell(Fault(text=CANNOT_GO_ON.format(seq=self._seq, error=type(error).__name__)))
        finally:
            self._source.stop()
            if self._open_memory is not None:
                self._open_memory.journal.close()

    def _only_tell(self, fault: Fault) -> None:
        """Keep telling ``fault`` until :class:`Stop`; what the shoe reports stays in the shoe, unacknowledged."""
        self._tell(fault)
        while not isinstance(came := self.inbox.get(), Stop):
            if isinstance(came, Joined | Heard):
                came.reply(fault)

    @property
    def _seq(self) -> int:
        return self._open_memory.seq if self._open_memory is not None else 0

    # Beginning

    def _begin(self) -> None:
        journal = self._until_it_works(self._open_journal)
        self._open_memory = Memory(journal)
        self._until_it_works(self._memory.recall)
        self._open_table()
        felt = self._memory.felt
        reported = self._memory.table.reported
        # by hand the shoe's gate and the log count other things
        is_counted = felt.shoe.started and not reported.by_hand
        journalled = Journalled(frozenset(reported.origins), felt.shoe.passes, is_counted)
        self._until_it_works(lambda: self._source.start(self.inbox.put, journalled))
        self._tell(Update(view=self._view()))

    def _open_table(self) -> None:
        """Open the table if none is open, or anew with other rules once nothing lies on it; record this start."""
        opening, memory = self._opening, self._memory
        if not memory.is_open or (memory.felt.rules != opening.rules and memory.felt.is_clear):
            self._journalled(TableOpened(rules=opening.rules))
        for seat in opening.seats if not memory.felt.shoe.started else ():
            if seat.box not in memory.felt.seats:
                self._journalled(seat)
        self._journalled(Opened(version=opening.version, settings=opening.settings, pragmas=memory.journal.pragmas))

    # Coming in

    def _next(self) -> Input:
        """The oldest input; with none for a while, the journal has time to tidy up."""
        if self._held:
            return self._held.popleft()
        try:
            return self.inbox.get(timeout=QUIET_S)
        except Empty:
            with suppress(JournalError):  # the records are safe; the next append will tell
                self._memory.journal.rest()
            return self.inbox.get()

    def _take(self, came: Input) -> None:
        match came:
            case Stop():
                raise StoppedError
            case Joined(reply=reply):
                reply(Update(view=self._view()))
            case Heard():
                self._hear(came)
            case CardOut() | WhiteCardOut() if self._memory.table.reported.is_repeat(came.origin):
                self._acknowledge(came)
            case _:
                self._see(came)

    def _see(self, fact: Sighting) -> None:
        """Something happened at the shoe: it counts once it is durable, and only then may the shoe forget it."""
        if isinstance(fact, Link):
            self._reader = LinkView(state="up" if fact.state == "missing" else fact.state, text=fact.text)
        event = _passed_over(fact) if self._memory.table.reported.by_hand else fact
        answer = self._journalled(event)
        self._tell(Update(view=self._view(), event=name_of(event), answer=answer))
        self._acknowledge(fact)

    def _acknowledge(self, fact: Sighting) -> None:
        if isinstance(fact, CardOut | WhiteCardOut) and fact.origin is not None:
            self._source.acknowledge(fact.origin)

    def _hear(self, heard: Heard) -> None:
        """A request: a repeated one gets its first answer, a stale one is refused before it is journalled."""
        asked, known = heard.asked, self._memory.answers.get(heard.asked.ident)
        if known is not None:
            heard.reply(known)
            return
        refused = self._refused_unheard(asked)
        if refused is not None:
            self._tell(Refused(event=name_of(asked.event), refused=refused))
            heard.reply(Answered(id=asked.ident, seq=None, refused=refused))
            return
        answer = self._journalled(asked.event, asked.ident)
        if isinstance(asked.event, ShoeStarted):
            self._source.shoe_started()
        if answer.refused is None:
            aloud = None if isinstance(asked.event, CardNamed | CardOut) else asked.event  # it may lie face down
            self._tell(Update(view=self._view(), event=name_of(asked.event), request=aloud, answer=answer))
        else:
            self._tell(Refused(event=name_of(asked.event), refused=answer.refused))
            if answer.refused.code in NOT_BORNE_OUT:
                self._tell(Update(view=self._view()))  # the hand that was shown to make the claim stays shown
        heard.reply(self._memory.answers[asked.ident])

    def _refused_unheard(self, asked: Asked) -> Refusal | None:
        """What never reaches the table: cards and records that are not a client's to tell, and late presses."""
        match asked.event:
            case CardOut() | WhiteCardOut() | ShoeEmpty() as fact:
                if not self._memory.table.reported.by_hand or not _is_told(fact):
                    return Reason.READER_ALONE.refusal()
            case Link(reader="hand", state="up") | AssistantOff() | AssistantOn() as turn:
                if isinstance(turn, Link) and not self._memory.felt.shoe.started:
                    return Reason.NO_SHOE.refusal()
                if not _are_two(turn.by, turn.second):
                    return Reason.TWO_PEOPLE.refusal()
            case TableOpened():
                return Reason.CORE_ALONE.refusal()
            case event if not isinstance(event, Request | ShoeStarted):
                return Reason.CORE_ALONE.refusal()
        if asked.answers is not None and asked.answers != self._memory.due_seq:
            return Reason.TABLE_MOVED_ON.refusal(self._memory.felt.due.article)
        return None

    # Keeping

    def _journalled(self, event: AnyEvent, ident: str | None = None) -> Answer:
        """Journal ``event``, then let the table take it; it waits while the journal cannot be written."""
        payload = payload_of(event, ident, self._clock.now())
        attempts = count()
        record = self._until_it_works(
            lambda: self._memory.appended(payload, opens=isinstance(event, TableOpened), again=next(attempts) > 0)
        )
        return self._memory.take(record, event, ident)

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
            if fault is not None and self._open_memory is not None and self._memory.is_open:
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
    def _memory(self) -> Memory:
        """The open journal and its table."""
        if self._open_memory is None:
            raise LookupError("the journal is not open")
        return self._open_memory

    def _view(self) -> PublicView:
        return self._memory.view(self._opening.table, self._reader)


def _are_two(by: str | None, second: str | None) -> bool:
    """Two different people are named."""
    first, other = (by or "").strip(), (second or "").strip()
    return bool(first and other) and first.casefold() != other.casefold()


def _is_told(fact: CardOut | WhiteCardOut | ShoeEmpty) -> bool:
    """It is told by hand, and claims no device's word."""
    match fact:
        case CardOut():
            return fact.reader == "hand" and fact.origin is None and fact.tag is None
        case WhiteCardOut():
            return fact.origin is None
    return True


def _passed_over(fact: Sighting) -> Sighting | Note:
    """How the log keeps what a device reports while the table goes on by hand: that it did, and no card."""
    match fact:
        case CardOut(origin=origin) | WhiteCardOut(origin=origin):
            return Note(text="by hand: a pass that the shoe reports counts for nothing", origin=origin)
        case ShoeEmpty():
            return Note(text="by hand: the shoe reports that it is empty")
    return fact
