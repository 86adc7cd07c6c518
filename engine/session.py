"""The table thread: one queue in, journal first (durable), then the table, then everybody is told.

Nothing else touches the journal or the table. Everything that happens ends in :attr:`Session.inbox`: what a card
source sees, what a client asks, a client that connects, and the word to stop.
"""

import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from queue import Empty, SimpleQueue
from secrets import token_bytes
from typing import Final, TypeAlias, TypeVar

from engine.answers import Answer, Refusal
from engine.asking import untold
from engine.chips import USUAL_CHIPS, Chips
from engine.events import (
    AnyEvent,
    BettingClosed,
    CardNamed,
    CardOut,
    Link,
    Note,
    Opened,
    PlayerSeated,
    ShoeEmpty,
    ShoeStarted,
    Standing,
    TableOpened,
    WhiteCardOut,
)
from engine.journal.chain import Record
from engine.journal.errors import JournalError, JournalFull
from engine.journal.retention import Policy, is_old, outlived, remove
from engine.journal.room import Room
from engine.journal.store import Journal
from engine.legality import NOT_BORNE_OUT
from engine.lines import fields_from, name_of
from engine.looking import ACTIONS, Unfound
from engine.machine import Machine
from engine.memory import Memory
from engine.messages import Answered, Asked, AskedLog, Fault, Looked, Message, Refused, Update
from engine.people.denied import Denied
from engine.people.desk import Desk
from engine.people.desk import refused as desk_refused
from engine.people.duties import Person
from engine.ports import CardSource, Clock, Follower, Journalled, Sighting, SourceError, Taken
from engine.reasons import Reason
from engine.rules import TableRules
from engine.view import Condition, LinkView, PublicView

T = TypeVar("T")
Reply: TypeAlias = Callable[[Message], None]
"""Says something to one client; never blocks."""

RETRY_S: Final = 0.5
"""How long what failed rests before it is tried again, in seconds."""
QUIET_S: Final = 0.2
"""Without an input for so long, the journal may do what would delay one, in seconds."""

NO_LOG: Final = "this core keeps no reader of the log: ask with banca21 log"
SECRETS_LOST: Final = "secrets_lost"
LOST: Final = "the secrets of {count} cards are lost, as after a restore: they count as unread, and people name them"
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
    proved: tuple[Person, ...] | None = None
    """Who showed a PIN with it; ``None``: it comes from the screen without one."""
    denied: Denied | None = None
    """Why they are not recognised."""


@dataclass(frozen=True, slots=True)
class Inquired:
    """A client asked the log something."""

    asked: AskedLog
    reply: Reply
    proved: tuple[Person, ...] | None = None
    """Who showed a PIN with it; ``None``: it comes from the screen without one."""
    denied: Denied | None = None
    """Why they are not recognised."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A client connected: it is sent the present state."""

    reply: Reply


@dataclass(frozen=True, slots=True)
class Stop:
    """The core is to end."""


Input: TypeAlias = Sighting | Heard | Inquired | Joined | Condition | Stop
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
    chips: Chips = USUAL_CHIPS


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
        *,
        room: Room | None = None,
        desk: Desk | None = None,
        policy: Policy | None = None,
        followers: Sequence[Follower] = (),
        read: Callable[[AskedLog, Reply], None] | None = None,
        random_bytes: Callable[[int], bytes] = token_bytes,
    ) -> None:
        self.inbox: SimpleQueue[Input] = SimpleQueue()
        self.pending_since: str | None = None
        """Since when something waits to be durable; read by other threads."""
        self._machine = Machine(clock, room)
        self._desk = desk
        self._policy = policy
        self._followers = followers
        self._read = read
        self._random_bytes = random_bytes
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
                self._add()
        except StoppedError:
            pass
        except Exception as error:  # noqa: BLE001 - the thread's outermost loop
            _log.exception("the table cannot go on")
            self._only_tell(Fault(text=CANNOT_GO_ON.format(seq=self._seq, error=type(error).__name__)))
        finally:
            self._source.stop()
            for follower in self._followers:
                follower.stop()
            if self._open_memory is not None:
                self._open_memory.journal.close()

    def _only_tell(self, fault: Fault) -> None:
        """Keep telling ``fault`` until :class:`Stop`; what the shoe reports stays in the shoe, unacknowledged."""
        self._tell(fault)
        while not isinstance(came := self.inbox.get(), Stop):
            if isinstance(came, Joined | Heard | Inquired):
                came.reply(fault)

    @property
    def _seq(self) -> int:
        return self._open_memory.seq if self._open_memory is not None else 0

    # Beginning

    def _begin(self) -> None:
        journal = self._until_it_works(self._open_journal)
        self._open_memory = Memory(journal, self._random_bytes)
        self._until_it_works(lambda: self._memory.recall(self._follow))
        if self._memory.lost:
            self._machine.became(Condition(SECRETS_LOST, LOST.format(count=self._memory.lost)))
        self._look_at_the_clock(journal.head)
        self._open_table()
        if self._desk is not None and self._memory.dealer is not None:
            self._desk.deals(self._memory.dealer, self._memory.dealers_duty)
        self._add()
        self._look_at_the_disk()
        felt = self._memory.felt
        reported = self._memory.table.reported
        # by hand the shoe's gate and the log count other things
        is_counted = felt.shoe.started and not reported.by_hand
        journalled = Journalled(frozenset(reported.origins), felt.shoe.passes, is_counted)
        self._until_it_works(lambda: self._source.start(self.inbox.put, journalled))
        self._tell(Update(view=self._view()))

    def _open_table(self) -> None:
        """Open the table if none is open, or anew with other rules once nothing lies on it; record this start.

        Rules with which people opened it stay until the settings are others.
        """
        opening, memory = self._opening, self._memory
        sat = memory.felt.seats if memory.is_open else {}
        is_known = bool(opening.settings) and memory.opened_with == opening.settings
        if not memory.is_open or (memory.felt.rules != opening.rules and memory.felt.is_clear and not is_known):
            self._journalled(TableOpened(rules=opening.rules))
        self._seat(sat)

    def _seat(self, sat: Mapping[int, str]) -> None:
        """Who sat at the table stays on his box if there still is one, and those of the settings take theirs when the
        journal's first table opens; with which settings that was is recorded.
        """
        felt = self._memory.felt
        stay = [PlayerSeated(box=box, player=sat[box]) for box in sorted(sat) if box <= felt.rules.boxes]
        for seat in (*stay, *(self._opening.seats if self._is_first_table() else ())):
            if seat.box not in felt.seats:
                self._journalled(seat)
        self._journalled(self._opened())

    def _is_first_table(self) -> bool:
        """It is the journal's first, and no shoe has begun: a replay can begin nowhere but there."""
        openings = self._until_it_works(lambda: self._memory.journal.openings(2))
        return len(openings) == 1 and not self._memory.felt.shoe.started

    def _opened(self, standing: Standing | None = None) -> Opened:
        opening, pragmas = self._opening, self._memory.journal.pragmas
        return Opened(version=opening.version, settings=opening.settings, pragmas=pragmas, standing=standing)

    def _look_at_the_clock(self, head: Record | None) -> None:
        """A clock that shows less than the log's last record has jumped back meanwhile."""
        at = fields_from(head.payload).get("at") if head is not None else None
        stepped = self._clock.stepped_since(at) if isinstance(at, str) else None
        if stepped is not None:
            self._append(stepped)

    def _add(self) -> None:
        """What the core writes by itself, when nobody waits for it: what is no secret any more, how a new shoe begins,
        and what became of the machine.
        """
        seqs = self._memory.no_secrets()
        opened = self._until_it_works(lambda: self._memory.opened(seqs)) if seqs else None
        if opened is not None:
            self._append(opened, opened=seqs)
        standing = self._memory.stands()
        if standing is not None:
            self._grow_old()
            self._append(self._opened(standing))
        for ended in self._desk.ended() if self._desk is not None else ():
            self._append(ended)
        for note in self._machine.news():
            self._append(note)

    def _grow_old(self) -> None:
        """At a new shoe the journal may go on in a further file, and its oldest one may go; if not, the next time."""
        if self._policy is None:
            return
        journal, now = self._memory.journal, datetime.fromisoformat(self._clock.now())
        try:
            if is_old(journal.path, now, self._policy.rotate_days) and not journal.secrets():
                journal.begin_file()
            for gone in outlived(journal.path, now, self._policy.rotate_days, self._policy.keep_days):
                self._append(Note(text=gone.farewell))
                remove(gone)
        except JournalError as error:
            _log.warning("the journal could not grow old: %s", error)

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
            self._look_at_the_disk()
            return self.inbox.get()

    def _look_at_the_disk(self) -> None:
        if self._machine.keep_room():
            self._tell(Update(view=self._view()))

    def _take(self, came: Input) -> None:
        match came:
            case Stop():
                raise StoppedError
            case Joined(reply=reply):
                reply(Update(view=self._view()))
            case Heard():
                self._hear(came)
            case Inquired():
                self._look_up(came)
            case Condition():
                if self._machine.became(came):
                    self._tell(Update(view=self._view()))
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

    def _look_up(self, inquired: Inquired) -> None:
        """A question to the log: whether these people may ask it is said here, what the log tells elsewhere."""
        asked, reply, denied = inquired.asked, inquired.reply, inquired.denied
        action = ACTIONS[type(asked.question)]
        if self._desk is not None and denied is None:
            denied = self._desk.unread(action, self._desk.readers(action, inquired.proved))
        if denied is not None:
            self._note_denied(denied, action.value, with_pin=inquired.denied is not None or bool(inquired.proved))
            reply(Answered(id=asked.ident, seq=None, refused=desk_refused(denied)))
        elif self._read is None:
            reply(Looked(id=asked.ident, found=Unfound(code="no_log", text=NO_LOG)))
        else:
            self._read(asked, reply)

    def _hear(self, heard: Heard) -> None:
        """A request: a repeated one gets its first answer, a stale one is refused before it is journalled."""
        asked, known = heard.asked, self._memory.answers.get(heard.asked.ident)
        if known is not None:
            heard.reply(known)
            return
        event, persons = asked.event, self._persons(heard, asked.event)
        refused = self._denied(heard, asked.event, persons)
        if refused is None and self._desk is not None:
            event = self._desk.signed(event, persons)
        refused = refused or self._refused_unheard(event, asked.answers)
        if refused is not None:
            self._tell(Refused(event=name_of(event), refused=refused))
            heard.reply(Answered(id=asked.ident, seq=None, refused=refused))
            return
        if self._desk is not None:
            event = self._desk.signed(event, persons)
        sat = self._memory.felt.seats
        answer = self._journalled(event, asked.ident)
        if isinstance(event, ShoeStarted):
            self._source.shoe_started()
        if isinstance(event, TableOpened):
            self._seat(sat)
        if answer.refused is None:
            if self._desk is not None:
                self._desk.happened(event, persons)
            aloud = None if isinstance(event, CardNamed | CardOut) else event  # it may lie face down
            self._tell(Update(view=self._view(), event=name_of(event), request=aloud, answer=answer))
        else:
            self._tell(Refused(event=name_of(event), refused=answer.refused))
            if answer.refused.code in NOT_BORNE_OUT:
                self._tell(Update(view=self._view()))  # the hand that was shown to make the claim stays shown
        heard.reply(self._memory.answers[asked.ident])

    def _persons(self, heard: Heard, event: AnyEvent) -> tuple[Person, ...]:
        """Who stands behind it."""
        return () if self._desk is None else self._desk.persons(event, self._memory.felt, heard.proved)

    def _denied(self, heard: Heard, event: AnyEvent, persons: tuple[Person, ...]) -> Refusal | None:
        """Why these people may not ask for it; an attempt with a PIN is journalled."""
        if self._desk is None:
            return None
        denied = heard.denied or self._desk.denial(event, self._memory.felt, persons)
        if denied is None:
            return None
        self._note_denied(denied, name_of(event), with_pin=heard.denied is not None or bool(heard.proved))
        return desk_refused(denied)

    def _note_denied(self, denied: Denied, what: str, *, with_pin: bool) -> None:
        """An attempt with a PIN is journalled."""
        if with_pin and self._desk is not None and self._desk.is_news(denied):
            who = f"staff {denied.staff}: " if denied.staff is not None else ""
            self._append(Note(text=f"denied: {what}: {who}{denied.text}"))

    def _refused_unheard(self, event: AnyEvent, answers: int | None) -> Refusal | None:
        """What never reaches the table: what is not a client's to tell, and late presses."""
        refused = untold(event, self._memory, self._opening.chips, is_staffed=self._desk is not None)
        if refused is not None:
            return refused
        if isinstance(event, BettingClosed) and not self._machine.has_room:
            return Reason.DISK_NEARLY_FULL.refusal()
        if answers is not None and answers != self._memory.due_seq:
            return Reason.TABLE_MOVED_ON.refusal(self._memory.felt.due.article)
        return None

    # Keeping

    def _journalled(self, event: AnyEvent, ident: str | None = None) -> Answer:
        """Journal ``event``, then let the table take it; a clock that jumped is journalled before it."""
        stepped = self._clock.stepped()
        if stepped is not None:
            self._append(stepped)
        return self._append(event, ident)

    def _append(self, event: AnyEvent, ident: str | None = None, opened: Sequence[int] = ()) -> Answer:
        """Append ``event``, waiting while the journal cannot be written, and let the table take it."""
        at = self._clock.now()
        append = self._memory.keep(event, ident, at, opened)
        self.pending_since = at
        record = self._until_it_works(append)
        self.pending_since = None
        answer = self._memory.take(record, event, ident)
        self._follow(Taken(record, at, event, answer, self._memory.coups))
        return answer

    def _follow(self, taken: Taken) -> None:
        for follower in self._followers:
            follower.taken(taken)

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
                fault = self._failed(fault, error)
                continue
            if fault is not None and self._open_memory is not None and self._memory.is_open:
                self._tell(Update(view=self._view()))
            return done

    def _failed(self, before: Fault | None, error: JournalError | SourceError) -> Fault:
        """Tell a new fault, and rest a while; who connects meanwhile is told it, everything else is held.

        A full disk gets the room that was kept for it, and what it was needed for is written down with it.
        """
        fault = Fault(text=str(error), code=getattr(error, "code", "reader"))
        if fault != before:
            self._tell(fault)
        if isinstance(error, JournalFull) and self._machine.gives_room(str(error)):
            return fault
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
        return self._memory.view(
            self._opening.table,
            self._reader,
            self._machine.conditions,
            chips=self._opening.chips,
            is_staffed=self._desk is not None,
            supervisor=self._desk.supervisor if self._desk is not None else None,
        )


def _passed_over(fact: Sighting) -> Sighting | Note:
    """How the log keeps what a device reports while the table goes on by hand: that it did, and no card."""
    match fact:
        case CardOut(origin=origin) | WhiteCardOut(origin=origin):
            return Note(text="by hand: a pass that the shoe reports counts for nothing", origin=origin)
        case ShoeEmpty():
            return Note(text="by hand: the shoe reports that it is empty")
    return fact
