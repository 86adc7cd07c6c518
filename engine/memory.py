"""What the core remembers: the journal, and the table that the journal's events have made."""

from typing import Final

from engine.answers import Answer, Payment
from engine.events import AnyEvent, TableOpened
from engine.felt import Felt
from engine.journal.chain import Record
from engine.journal.errors import JournalError
from engine.journal.store import Journal
from engine.lines import ENCODER, EventError, event_of, fields_from
from engine.messages import Answered
from engine.projection import projected
from engine.table import Table
from engine.view import LinkView, PublicView

ANSWERS_KEPT: Final = 1024
"""How many of the last requests get their first answer again when they are repeated."""


class UnreadableRecordError(JournalError):
    """A record that this version cannot read."""


class Memory:
    """One journal and its table. Events enter through :meth:`take` alone, with the record that holds them."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.answers: dict[str, Answered] = {}
        """Of the last requests, by ``id``."""
        self.seq = 0
        """The newest record that the table took."""
        self.due_seq = 0
        """The record that made due what is due."""
        self.pay: tuple[Payment, ...] = ()
        """What moved at once since what is due became so."""
        self._table: Table | None = None

    @property
    def is_open(self) -> bool:
        """The table has been opened."""
        return self._table is not None

    @property
    def felt(self) -> Felt:
        """What lies on the table.

        Raises:
            LookupError: it has not been opened.
        """
        return self.table.felt

    @property
    def table(self) -> Table:
        """The open table.

        Raises:
            LookupError: it has not been opened.
        """
        if self._table is None:
            raise LookupError("the table is not open")
        return self._table

    def recall(self) -> None:
        """Play the journal again from the last opening of the table.

        Raises:
            JournalError: it cannot be read, or holds a record that this version does not know.
        """
        self.answers.clear()
        since = self.journal.last_opening()
        for record in self.journal.records(since) if since is not None else ():
            try:
                fields = fields_from(record.payload)
                self.take(record, event_of(fields), fields.get("id"))
            except EventError as error:
                raise UnreadableRecordError(
                    f"{self.journal.path}: record {record.seq} cannot be read ({error}): "
                    "start the version that wrote it, or a later one"
                ) from error

    def appended(self, payload: bytes, *, opens: bool, again: bool) -> Record:
        """The record that now holds ``payload``; ``again``: an attempt failed, perhaps after it was written.

        Raises:
            JournalError: it is not in the journal.
        """
        head = self.journal.head if again else None
        return head if head is not None and head.payload == payload else self.journal.append(payload, opens=opens)

    def take(self, record: Record, event: AnyEvent, ident: str | None) -> Answer:
        """Let the table take what ``record`` holds: the same on the day and when the journal is played again."""
        self.seq = record.seq
        if isinstance(event, TableOpened):
            self._table, self.due_seq = Table(event.rules), record.seq
            return Answer(due=self.felt.due)
        if ident is not None and ident in self.answers:
            return Answer(due=self.felt.due)
        answer = self._answer(record, event)
        if ident is not None:
            self._keep(Answered(id=ident, seq=record.seq, refused=answer.refused))
        return answer

    def _answer(self, record: Record, event: AnyEvent) -> Answer:
        if self._table is None:
            return Answer(due=None)
        moves, due = self._table.moves, self.felt.due
        answer = self._table.take(event, record.seq)
        same = self.felt.due == due
        if self._table.moves != moves:
            self.due_seq = record.seq
        if answer.pay or not same:
            self.pay = (*self.pay, *answer.pay) if same else answer.pay
        return answer

    def _keep(self, answered: Answered) -> None:
        self.answers[answered.id] = answered
        if len(self.answers) > ANSWERS_KEPT:
            del self.answers[next(iter(self.answers))]

    def view(self, table: str, reader: LinkView) -> PublicView:
        """What everybody may see of the table named ``table`` now."""
        return projected(self.table, name=table, seq=self.seq, due_seq=self.due_seq, reader=reader, pay=self.pay)


def payload_of(event: AnyEvent, ident: str | None, at: str) -> bytes:
    """The bytes with which the journal keeps ``event``: a line of the log with ``at``, and a request's ``id``."""
    envelope = {"at": at} if ident is None else {"at": at, "id": ident}
    return ENCODER.encode(event)[:-1] + b"," + ENCODER.encode(envelope)[1:]
