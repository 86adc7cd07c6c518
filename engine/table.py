"""One table: ``take`` an event, get the answer. Facts are always taken; requests are judged by the law first."""

from collections.abc import Iterable
from typing import Final

from msgspec import structs

from engine.answers import Alert, Answer, CoupResult, Refusal, SettlementRow
from engine.cards import Card
from engine.correction import (
    astray,
    card,
    changed_payments,
    is_next,
    numbers_in,
    placed_before,
    reconcile,
    refusal,
    unseen,
)
from engine.count import CardCount
from engine.coup import Coup, Told
from engine.events import (
    AnyEvent,
    Call,
    CardHeld,
    CardOut,
    CardVoided,
    CoupCancelled,
    Done,
    Link,
    MisdealFound,
    PayoutCorrected,
    Request,
    ShoeEmpty,
    ShoeStarted,
    WhiteCardOut,
)
from engine.felt import Felt, Reported
from engine.hand import Laid
from engine.happening import Entry, enter, named_as, send
from engine.history import PLAYED_AGAIN, History, is_reconciled, rest_at
from engine.legality import NOT_BORNE_OUT, TOUCHES, claimed_hand
from engine.roles import Role
from engine.rules import TableRules
from engine.shoe import Shoe

MOVES: Final = frozenset({CardOut, Call, Done, ShoeEmpty, ShoeStarted, CoupCancelled})
"""After these a press that was meant for what was due before is stale, though the same may be due again."""


class Table:
    """A table that was opened with ``rules``; what lies on it is :attr:`felt`."""

    def __init__(self, rules: TableRules) -> None:
        self.felt = Felt(rules, Shoe.none_yet(rules.decks))
        self.reported = Reported()
        self.moves = 0
        """Grows whenever what is due may have changed: a press is meant for one of them."""
        self.seq = 0
        """The record that was taken last."""
        self.results: dict[int, CoupResult] = {}
        """As they were told last, by the coup's number."""
        self._payouts: dict[int, list[PayoutCorrected]] = {}
        self._history = History(self.felt.copy())
        self._count = CardCount(rules.decks)
        self._spent = True
        self._begun = 0

    @property
    def result(self) -> CoupResult | None:
        """Of the coup that waits to be paid."""
        coup = self.felt.open_coup
        final = coup is not None and coup.settlement is not None and self.felt.reconcile is None
        return self.results.get(coup.number) if coup is not None and final else None

    def take(self, event: AnyEvent, seq: int | None = None) -> Answer:
        """Take ``event``: a fact always, a request unless it is refused. ``seq``: its record in the log, or its line.

        A refusal changes nothing; but a hand that was shown to make a claim stays shown.
        """
        self.seq = seq = self.seq + 1 if seq is None else seq
        kind = type(event)
        if type(event) is CardOut and event.origin is None and event.tag is None:
            return self._happens(Entry(seq, event, event.card))
        if isinstance(event, CardOut | WhiteCardOut):
            return self._reported(event, seq)
        if isinstance(event, Request):
            return self._request(event, seq)
        if kind is ShoeStarted:
            self.reported.shoe_started()
        elif isinstance(event, Link) and event.state == "missing":
            self.reported.missing = event.text
        elif isinstance(event, PayoutCorrected):
            return self._payout_corrected(event)
        return self._happens(Entry(seq, event))

    def _reported(self, event: CardOut | WhiteCardOut, seq: int) -> Answer:
        """A device may report an event again: it counts once."""
        if event.origin is not None:
            if self.reported.is_repeat(event.origin):
                return Answer(due=self.felt.due)
            self.reported.origins.add(event.origin)
        face = None
        if type(event) is CardOut:
            face = event.card if event.tag is None else self._believed(event, event.tag)
        return self._happens(Entry(seq, event, face))

    def _believed(self, event: CardOut, tag: str) -> Card | None:
        """The face that was read; of a tag that is out already in this shoe, none (no card leaves it twice)."""
        known = tag in self.reported.tags
        self.reported.tags.add(tag)
        return None if known else event.card

    def _request(self, event: Request, seq: int) -> Answer:
        late = event.before is not None and not is_next(self.felt, event)
        if late or isinstance(event, PLAYED_AGAIN):
            return self._correct(event, seq)
        if type(event) is Done and event.of is None:
            of = self.felt.due.__struct_config__.tag
            event = structs.replace(event, of=of) if of in TOUCHES else event
        return self._happens(Entry(seq, event))

    # On the day

    def _happens(self, entry: Entry) -> Answer:
        """What happens now, behind everything that happened before."""
        felt, event = self.felt, entry.event
        due, rest, told = felt.due, felt.rest, felt.told
        told.clear()
        if felt.reconcile is not None or type(event) is MisdealFound:
            return self._happens_while_reconciling(entry)
        entry.refused = enter(felt, entry)
        self._history.entries.append(entry)
        if entry.refused is not None:
            return Answer(due=felt.due, refused=entry.refused, alerts=tuple(self._made_public(told.turned)))
        if felt.rest is not rest:
            felt.rest_at = rest_at(len(self._history.entries) - 1, entry)
            self.reported.missing = ""
        if type(event) in MOVES or felt.due != due:
            self.moves += 1
        return self._answer(entry.seq, told)

    def _happens_while_reconciling(self, entry: Entry) -> Answer:
        """Cards are taken all the same; what lies elsewhere stays so until the dealer has laid it, or no coup is left.

        Cards that waited for one without a value may then have to be laid again in their turn.
        """
        felt, event = self.felt, entry.event
        away, why = felt.astray, felt.reconcile.why if felt.reconcile is not None else ""
        lay = {laid.seq: laid.role for laid in felt.cards.values() if laid.role is None and laid.seq in away}
        entry.refused = enter(felt, entry)
        self._history.entries.append(entry)
        if entry.refused is not None:
            return Answer(due=felt.due, refused=entry.refused, alerts=tuple(self._made_public(felt.told.turned)))
        self.moves += 1
        if isinstance(event, MisdealFound):
            felt.reconcile = reconcile(felt, self._history, event.reason)
        elif is_reconciled(event):
            felt.astray = {seq: away[seq] for seq in lay if felt.cards[seq].role not in (None, away[seq])}
            felt.reconcile = reconcile(felt, self._history, why) if felt.astray else None
        elif felt.reconcile is None:
            felt.astray = {}
        else:
            felt.reconcile = reconcile(felt, self._history, why)
        return self._answer(entry.seq, felt.told)

    def _answer(self, seq: int, told: Told) -> Answer:
        felt, play = self.felt, self.felt.play
        role: Role | None = None
        roles: dict[int, Role | None] = {}
        for laid in told.laid:
            self._count.cards[laid.seq] = laid
            if laid.seq == seq:
                role = laid.role
            else:
                roles[laid.n] = laid.role
        alerts = tuple(told.alerts)
        if told.turned:
            alerts += tuple(self._made_public(told.turned))
        if play is not None and play.coup.begun and play.coup.number != self._begun:
            self._a_coup_has_begun(play.coup)
        if felt.shoe.spent is not self._spent:
            alerts += tuple(self._shoe_truth())
        final = play is not None and play.coup.settlement is not None
        coup = self._result() if final else None
        return Answer(due=felt.due, role=role, alerts=alerts, coup=coup, roles=roles, pay=tuple(told.pay))

    def _made_public(self, turned: Iterable[Laid]) -> list[Alert]:
        """Everybody sees these cards now; gives the alerts that there are too many of one."""
        found = [alert for laid in turned if (alert := self._count.seen(laid)) is not None]
        return self.felt.stand(found) if found else found

    def _shoe_truth(self) -> list[Alert]:
        """At the end of a shoe, what its cards tell (article 1a)."""
        self._spent = self.felt.shoe.spent
        if self._spent:
            return self.felt.stand(self._count.wholly())
        self._count = CardCount(self.felt.rules.decks)
        return []

    def _a_coup_has_begun(self, coup: Coup) -> None:
        """With the first card of a coup the one before is past: it is corrected no more."""
        felt = self.felt
        self._begun = coup.number
        self._history = self._history.since(felt)
        felt.rest, felt.rest_at, felt.before = None, 0, None
        felt.cards = {seq: felt.cards[seq] for seq in self._history.cards}

    # Results

    def _result(self) -> CoupResult | None:
        """The result of a coup that is final and was not told so before."""
        felt = self.felt
        for play in (felt.play, felt.before) if felt.reconcile is None else ():
            if play is not None and play.coup.settlement is not None:
                told = self._tell(play.coup, play.coup.settlement)
                if told is not None:
                    return told
        return None

    def _tell(self, coup: Coup, rows: tuple[SettlementRow, ...]) -> CoupResult | None:
        before = self.results.get(coup.number)
        for payout in self._payouts.get(coup.number, ()):
            rows = tuple(_paid_again(row, payout) for row in rows)
        if before is not None and (before.settlement, before.cancelled, before.last_of_shoe) == (
            rows,
            coup.cancelled,
            coup.last,
        ):
            return None
        now = CoupResult(coup.number, coup.cancelled, coup.last, before is not None, rows)
        self.results[coup.number] = now
        return now

    def _payout_corrected(self, event: PayoutCorrected) -> Answer:
        """A payout of a coup that is past was put right: its result is told again."""
        before = self.results.get(event.coup)
        if before is None:
            return Answer(due=self.felt.due)
        self._payouts.setdefault(event.coup, []).append(event)
        rows = tuple(_paid_again(row, event) for row in before.settlement)
        self.results[event.coup] = now = structs.replace(before, settlement=rows, supersedes=True)
        return Answer(due=self.felt.due, coup=now)

    # Corrections

    def _correct(self, event: Request, seq: int) -> Answer:
        """Play the coup again with a correction; one that the law refuses in its place changes nothing."""
        felt, entry = self.felt, Entry(seq, event)
        refused = refusal(felt, self._history, event)
        if refused is not None:
            return Answer(due=felt.due, refused=refused)
        entry.corrects = tuple(laid.seq for n in numbers_in(event) if (laid := card(felt, n)) is not None)
        before = None if isinstance(event, PLAYED_AGAIN) else placed_before(felt, self._history, event)
        history = self._history.corrected(entry, before)
        after, dropped = history.played({} if event.felt == "agrees" else unseen(felt))
        if seq in dropped:
            return self._refused_in_its_place(event, dropped[seq])
        return self._adopt(after, history, entry)

    def _refused_in_its_place(self, event: Request, refused: Refusal) -> Answer:
        """The hand that was shown to make the claim stays shown."""
        felt = self.felt
        coup, hand = felt.open_coup, claimed_hand(felt, event)
        felt.told.clear()
        if coup is not None and hand is not None and refused.code in NOT_BORNE_OUT:
            coup.show(hand)
            send(felt, None)
        return Answer(due=felt.due, refused=refused, alerts=tuple(self._made_public(felt.told.turned)))

    def _adopt(self, after: Felt, history: History, entry: Entry) -> Answer:
        """The coup as it is with the correction: roles and money that change are told; nothing is forgotten."""
        before = self.felt
        roles = {laid.n: laid.role for seq, laid in after.cards.items() if laid.role != before.cards[seq].role}
        pay = changed_payments(before, after)
        alerts = [alert for alert in after.alerts if alert not in before.alerts]
        self.felt, self._history = after, history
        self.moves += 1
        self._lie_as_they_were(before, entry)
        self._must_be_laid_again(before, entry.event)
        after.told.clear()
        send(after, None)
        for laid in after.cards.values():
            self._count.cards[laid.seq] = laid
        alerts += [*after.told.alerts, *self._made_public(laid for laid in after.cards.values() if laid.face_up)]
        play = after.play
        if play is not None and play.coup.begun and play.coup.number != self._begun:
            self._a_coup_has_begun(play.coup)
        if after.shoe.spent is not self._spent:
            alerts += self._shoe_truth()
        pay += after.told.pay
        return Answer(due=after.due, alerts=tuple(alerts), coup=self._result(), roles=roles, pay=tuple(pay))

    def _lie_as_they_were(self, before: Felt, entry: Entry) -> None:
        """The cards lie where people laid them, and what was seen stays seen; but who voids or holds a card, or says
        that the felt agrees, has put it there.
        """
        after, event = self.felt, entry.event
        agrees = isinstance(event, Request) and event.felt == "agrees"
        by_hand = entry.corrects if isinstance(event, CardVoided | CardHeld) else ()
        after.astray = astray(before, after, after.cards if agrees else by_hand)
        for seq, laid in after.cards.items():
            if not laid.sealed:
                laid.lies_as = None
                laid.face_up = laid.face_up or before.cards[seq].face_up
        coup = after.open_coup
        if coup is not None and coup.hidden is not None and coup.hidden.face_up and not coup.hidden_turned:
            coup.hidden_exposed = True

    def _must_be_laid_again(self, before: Felt, event: AnyEvent | Request) -> None:
        """The cards must be laid again where a correction moved one that is out; once begun, only ``done`` or a
        cancelled coup ends it.
        """
        after = self.felt
        coup = after.open_coup
        moved = any(after.cards[seq].role is not None for seq in after.astray)
        if coup is not None and not coup.cancelled and (before.reconcile is not None or moved):
            why = before.reconcile.why if before.reconcile is not None else getattr(event, "reason", named_as(event))
            after.reconcile = reconcile(after, self._history, why)
        else:
            after.astray = {}


def _paid_again(row: SettlementRow, payout: PayoutCorrected) -> SettlementRow:
    """The row as a corrected payout leaves it; the others stay as they are."""
    if (row.box, row.hand, row.player, row.kind) != (payout.box, payout.hand, payout.player, "main"):
        return row
    return structs.replace(row, net=row.net + payout.to - payout.was)
