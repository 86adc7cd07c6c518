"""What the core remembers: the journal, and the table that the journal's events have made."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Final

import msgspec
from msgspec import structs

from engine.answers import Answer, Payment
from engine.beginning import beginning
from engine.chips import USUAL_CHIPS, Chips
from engine.entry import names_in
from engine.events import (
    AnyEvent,
    CardNamed,
    CardOut,
    CommitmentsOpened,
    DealerChanged,
    Note,
    Opened,
    Opening,
    PlayerLeft,
    PlayerSeated,
    Request,
    ShoeEmpty,
    ShoeStarted,
    SignedOut,
    Standing,
    TableClosed,
    TableOpened,
    WagerPlaced,
    WagerWithdrawn,
)
from engine.felt import Felt
from engine.journal.chain import Flaw, Record
from engine.journal.errors import JournalBroken, JournalError
from engine.journal.seal import Sealed
from engine.journal.store import Journal
from engine.lines import EventError, event_of, fields_from
from engine.messages import Answered
from engine.paying import to_be_moved
from engine.ports import Taken
from engine.projection import projected
from engine.sealing import put_back, written
from engine.table import Table
from engine.view import Condition, LinkView, PublicView

ANSWERS_KEPT: Final = 1024
"""How many of the last requests get their first answer again when they are repeated."""
OF_BETTING: Final = (PlayerSeated, PlayerLeft, WagerPlaced, WagerWithdrawn)
"""Requests that leave told what moves at once, as long as the same is due."""


class UnreadableRecordError(JournalError):
    """A record that this version cannot read."""


class Memory:
    """One journal and its table. Events enter through :meth:`take` alone, with the record that holds them."""

    def __init__(self, journal: Journal, random_bytes: Callable[[int], bytes]) -> None:
        self.journal = journal
        self.dealer: str | None = None
        """Who deals, by staff number."""
        self.dealers_duty: str | None = None
        self.is_closed = False
        """The table was closed, and neither opened nor dealt at since."""
        self.held: dict[int, str] = {}
        """Boxes that are held in a dispute, and by whom: their chips stay as they lie."""
        self.opened_with: str | None = None
        """sha256 of the settings with which the table was opened; ``None``: no start is recorded since."""
        self.lost = 0
        """Commitments of which neither the secret nor an opening was there when the journal was played again."""
        self.answers: dict[str, Answered] = {}
        """Of the last requests, by ``id``."""
        self.seq = 0
        """The newest record that the table took."""
        self.due_seq = 0
        """The record that made due what is due."""
        self.pay: tuple[Payment, ...] = ()
        """What moves at once, until the next thing happens at the table or something else is due."""
        self._table: Table | None = None
        self._random_bytes = random_bytes
        self._secrets: dict[int, tuple[int, ...]] = {}
        """Records with a commitment that is not opened, and the records of the cards that each tells of."""
        self._stood = False
        """The journal says how the table stood when the shoe began."""

    @property
    def is_open(self) -> bool:
        """The table has been opened."""
        return self._table is not None

    @property
    def coups(self) -> int:
        """Coups that are over."""
        return self._table.felt.coups if self._table is not None else 0

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

    def recall(self, follow: Callable[[Taken], None] = lambda _taken: None) -> None:
        """Play the journal again from where a replay may begin; ``follow`` is told of each record.

        Raises:
            JournalError: it cannot be read, or holds a record that this version does not know.
        """
        self.answers.clear()
        since = beginning(self.journal.openings) or 1
        texts = self._texts(since)
        for record in self.journal.records(since):
            try:
                fields = put_back(fields_from(record.payload), texts.get(record.seq))
                event = event_of(fields)
                answer = self.take(record, event, fields.get("id"))
            except (EventError, ValueError) as error:
                why = "" if record.seq in texts else f" ({error})"  # which may name a card
                raise UnreadableRecordError(
                    f"{self.journal.path}: record {record.seq} cannot be read{why}: "
                    "start the version that wrote it, or a later one"
                ) from (None if record.seq in texts else error)
            follow(Taken(record, str(fields.get("at")), event, answer, self.coups))

    def _texts(self, since: int) -> dict[int, str]:
        """What commitments since then stand for, by their record, each found true."""
        known = self.journal.secrets()
        self._secrets = {seq: (seq,) for seq in known if seq < since}  # of a table that was opened anew since
        commitments: dict[int, str] = {}
        for record in self.journal.records(since):
            fields = fields_from(record.payload)
            if fields.get("type") == "commitments_opened":
                event = msgspec.convert(fields, CommitmentsOpened, strict=False)
                known |= {one.seq: Sealed(bytes.fromhex(one.nonce), one.text) for one in event.openings}
            elif "commitment" in fields:
                commitments[record.seq] = fields["commitment"]
        for seq, commitment in commitments.items():
            if seq in known and not known[seq].is_of(commitment):
                raise JournalBroken(self.journal.path, Flaw(seq, "the text that was committed to", "another"))
        self.lost = sum(seq not in known for seq in commitments)
        return {seq: known[seq].text for seq in commitments if seq in known}

    def keep(self, event: AnyEvent, ident: str | None, at: str, opened: Sequence[int] = ()) -> Callable[[], Record]:
        """A way to append ``event`` that may be tried again after it failed, perhaps after it was written.

        The way raises JournalError when the record is not in the journal.
        """
        envelope = {"at": at} if ident is None else {"at": at, "id": ident}
        payload, secret = written(event, envelope, self._random_bytes)
        opens = isinstance(event, TableOpened) or (isinstance(event, Opened) and event.standing is not None)
        attempts = count()

        def append() -> Record:
            head = self.journal.head if next(attempts) else None
            if head is not None and head.payload == payload:
                return head
            return self.journal.append(payload, opens=opens, sealed=secret, opened=opened)

        return append

    def no_secrets(self) -> list[int]:
        """The records of which the commitments are to be opened now."""
        return self.table.no_secrets(self._secrets) if self._secrets else []

    def opened(self, seqs: list[int]) -> CommitmentsOpened | None:
        """These commitments, opened; ``None`` where nothing of them is known any more.

        Raises:
            JournalError: the secrets cannot be read.
        """
        known = self.journal.secrets()
        openings = [Opening(seq, known[seq].nonce.hex(), known[seq].text) for seq in seqs if seq in known]
        for seq in seqs:
            if seq not in known:  # restored from a backup, which holds no secret
                del self._secrets[seq]
        return CommitmentsOpened(openings=tuple(openings)) if openings else None

    def stands(self) -> Standing | None:
        """How the table stands at a new shoe, if that is not in the journal yet."""
        standing = None if self._stood else self.table.stands()
        if standing is None:
            return None
        return structs.replace(
            standing,
            dealer=self.dealer,
            dealers_duty=self.dealers_duty,
            is_closed=self.is_closed,
            settings=self.opened_with or "",
            held=dict(self.held),
        )

    def take(self, record: Record, event: AnyEvent, ident: str | None) -> Answer:
        """Let the table take what ``record`` holds: the same on the day and when the journal is played again."""
        self.seq = record.seq
        if isinstance(event, Opened) and event.standing is not None:
            self._stood = True
            if self._table is None:
                self._stand(record, event.standing)
        self.remember(record.seq, event)
        answer = self._open(record, event) if isinstance(event, TableOpened) else self._answer(record, event)
        if ident is not None:
            self._keep(Answered(id=ident, seq=record.seq, refused=answer.refused))
        return answer

    def _open(self, record: Record, event: TableOpened) -> Answer:
        self._table, self.due_seq, self.pay = Table(event.rules), record.seq, ()
        return Answer(due=self.felt.due)

    def _stand(self, record: Record, standing: Standing) -> None:
        """The replay begins at a new shoe."""
        self._table, self.due_seq = Table.standing(standing, record.seq), record.seq
        self.dealer, self.dealers_duty = standing.dealer, standing.dealers_duty
        self.is_closed, self.opened_with = standing.is_closed, standing.settings
        self.held = dict(standing.held)

    def remember(self, seq: int, event: AnyEvent) -> None:
        """What the journal keeps secret, who deals, and that a shoe began."""
        match event:
            case CardOut():
                self._secrets[seq] = (seq,)
            case CardNamed() if self._table is not None:
                cards = [self.felt.card(n) for n, _ in names_in(event)]
                self._secrets[seq] = tuple(card.seq for card in cards if card is not None) or (seq,)
            case CommitmentsOpened(openings=openings):
                for one in openings:
                    self._secrets.pop(one.seq, None)
            case ShoeStarted():
                self._stood = False
            case TableOpened():
                self.is_closed, self.opened_with = False, None
                self.held = {box: who for box, who in self.held.items() if box <= event.rules.boxes}
            case Opened(settings=settings) if self.opened_with is None:
                self.opened_with = settings
            case DealerChanged(by=by, duty=duty):
                self.dealer, self.dealers_duty, self.is_closed = by, duty, False
            case SignedOut(by=by) if by == self.dealer:
                self.dealer = None
            case TableClosed():
                self.dealer, self.is_closed = None, True
            case Note(box=box, hold=hold) if box is not None and hold is not None:
                self._hold(box, event.by or "", is_held=hold)

    def _hold(self, box: int, by: str, *, is_held: bool) -> None:
        others = {held: who for held, who in self.held.items() if held != box}
        self.held = others | {box: by} if is_held else others

    def _answer(self, record: Record, event: AnyEvent) -> Answer:
        if self._table is None:
            return Answer(due=None)
        moves, due = self._table.moves, self.felt.due
        answer = self._table.take(event, record.seq)
        same = self.felt.due == due
        if self._table.moves != moves:
            self.due_seq = record.seq
        self.pay = moving(self.pay, event, answer, is_due_still=same)
        return answer

    def _keep(self, answered: Answered) -> None:
        self.answers[answered.id] = answered
        if len(self.answers) > ANSWERS_KEPT:
            del self.answers[next(iter(self.answers))]

    def view(
        self,
        table: str,
        reader: LinkView,
        conditions: tuple[Condition, ...] = (),
        *,
        chips: Chips = USUAL_CHIPS,
        is_staffed: bool = False,
        supervisor: str | None = None,
    ) -> PublicView:
        """What everybody may see of the table named ``table`` now."""
        return projected(
            self.table,
            name=table,
            seq=self.seq,
            due_seq=self.due_seq,
            reader=reader,
            pay=self.pay,
            conditions=conditions,
            dealt_by=self.dealer,
            chips=chips,
            is_closed=self.is_closed,
            is_staffed=is_staffed,
            held=self.held,
            supervisor=supervisor,
        )


def moving(pay: tuple[Payment, ...], event: AnyEvent, answer: Answer, *, is_due_still: bool) -> tuple[Payment, ...]:
    """What moves at once after ``event``: ``pay``, as before it, until the next thing happens at the table or something
    else is due than before.

    ``is_due_still``: the same is due as before it.
    """
    if answer.refused is not None:
        return pay
    if answer.pay or _goes_on(event) or not (is_due_still or isinstance(event, ShoeEmpty)):
        return to_be_moved(answer.pay)
    return pay


def _goes_on(event: AnyEvent) -> bool:
    """The next thing at the table: a card, a call, a claim, a touch, a correction."""
    return isinstance(event, CardOut | Request) and not isinstance(event, OF_BETTING)
