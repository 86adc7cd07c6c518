"""One table: ``take`` an event, get the answer. Facts are always taken; requests are judged by the law first."""

from collections.abc import Iterable
from typing import Final

from msgspec import structs

from engine.answers import Alert, Answer, CoupResult, Refusal, SettlementRow
from engine.cards import Card
from engine.correction import (
    PLAYED_AGAIN,
    card,
    changed_payments,
    is_astray,
    is_next,
    numbers_in,
    placed_before,
    reconcile,
    refusal,
)
from engine.count import CardCount
from engine.coup import Coup
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
from engine.history import History, Known, Line, is_reconciled, rest_at
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
        self.results: dict[int, CoupResult] = {}
        """As they were told last, by the coup's number."""
        self._payouts: dict[int, list[PayoutCorrected]] = {}
        self._history = History(self.felt.copy())
        self._known = Known()
        self._count = CardCount(rules.decks)
        self._shoe_ended = True
        self.seq = 0
        """The record that was taken last."""
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
        if isinstance(event, Request):
            return self._request(event, seq)
        face = None
        if isinstance(event, CardOut | WhiteCardOut):
            if self.reported.is_repeat(event.origin):
                return Answer(due=self.felt.due)
            if event.origin is not None:
                self.reported.origins.add(event.origin)
            face = self._believed(event) if isinstance(event, CardOut) else None
        elif isinstance(event, ShoeStarted):
            self.reported.shoe_started()
        elif isinstance(event, Link) and event.state == "missing":
            self.reported.missing = event.text
        elif isinstance(event, PayoutCorrected):
            return self._payout_corrected(event)
        return self._happens(Line(Entry(seq, event, face)))

    def _believed(self, event: CardOut) -> Card | None:
        """The face that was read; of a tag that is out already in this shoe, none (no card leaves it twice)."""
        if event.tag is None:
            return event.card
        known = event.tag in self.reported.tags
        self.reported.tags.add(event.tag)
        return None if known else event.card

    def _request(self, event: Request, seq: int) -> Answer:
        if isinstance(event, PLAYED_AGAIN):
            return self._correct(event, seq)
        if event.before is not None and not is_next(self.felt, event):
            return self._correct(event, seq)
        if isinstance(event, Done) and event.of is None:
            of = self.felt.due.__struct_config__.tag
            event = structs.replace(event, of=of) if of in TOUCHES else event
        return self._happens(Line(Entry(seq, event)))

    # On the day

    def _happens(self, line: Line) -> Answer:
        """What happens now, behind everything that happened before."""
        felt, event = self.felt, line.entry.event
        due, rest = felt.due, felt.rest
        felt.told.clear()
        why = felt.reconcile.why if felt.reconcile is not None else ""
        if is_reconciled(event):
            self._known.laid_again(felt.cards.values())
        line.refused = enter(felt, line.entry)
        self._history.lines.append(line)
        if felt.rest is not rest:
            felt.rest_at = rest_at(len(self._history.lines) - 1, line)
            self.reported.missing = ""
        if isinstance(event, MisdealFound) and line.refused is None:
            felt.reconcile = reconcile(felt, self._history, self._known, event.reason)
        if line.refused is not None:
            return Answer(due=felt.due, refused=line.refused, alerts=tuple(self._made_public(felt.told.turned)))
        if type(event) in MOVES or felt.due != due:
            self.moves += 1
        return self._answer(line.entry.seq, why)

    def _answer(self, seq: int, why: str) -> Answer:
        """``why`` the cards were laid again, if they were: who waited for that may have to be laid again too."""
        told = self.felt.told
        role: Role | None = None
        roles: dict[int, Role | None] = {}
        for laid in told.laid:
            self._known.newly_laid(laid)
            self._count.left(laid)
            if laid.seq == seq:
                role = laid.role
            elif laid.role is not None:
                roles[laid.n] = laid.role
        alerts = (*told.alerts, *self._made_public(told.turned))
        self._since_the_last_coup()
        if self.felt.reconcile is not None:
            why = self.felt.reconcile.why
        if self.felt.reconcile is not None or (why and any(is_astray(laid, self._known) for laid in told.laid)):
            self.felt.reconcile = reconcile(self.felt, self._history, self._known, why)
        return Answer(
            due=self.felt.due,
            role=role,
            alerts=(*alerts, *self._shoe_truth()),
            coup=self._result(),
            roles=roles,
            pay=tuple(told.pay),
        )

    def _made_public(self, turned: Iterable[Laid]) -> list[Alert]:
        """Everybody sees these cards now; gives the alerts that there are too many of one."""
        found = []
        for laid in turned:
            self._known.shown.add(laid.seq)
            found.append(self._count.seen(laid))
        return self.felt.stand(alert for alert in found if alert is not None)

    def _shoe_truth(self) -> list[Alert]:
        """At the end of a shoe, what its cards tell (article 1a)."""
        shoe = self.felt.shoe
        if shoe.spent == self._shoe_ended:
            return []
        self._shoe_ended = shoe.spent
        if not shoe.spent:
            self._count = CardCount(self.felt.rules.decks)
            return []
        return self.felt.stand(self._count.wholly())

    def _since_the_last_coup(self) -> None:
        """With the first card of a coup the one before is past: it is corrected no more."""
        play = self.felt.play
        if play is None or not play.coup.begun or play.coup.number == self._begun:
            return
        self._begun = play.coup.number
        self._history = self._history.since(self.felt)
        felt = self.felt
        felt.rest, felt.rest_at, felt.before = None, 0, None
        felt.cards = {seq: felt.cards[seq] for seq in self._history.cards}
        self._known = Known()
        for laid in felt.cards.values():
            self._known.laid(laid)

    # Results

    def _result(self) -> CoupResult | None:
        """The result of a coup that is final and was not told so before."""
        felt = self.felt
        for play in (felt.play, felt.before):
            if play is not None and play.coup.settlement is not None and felt.reconcile is None:
                told = self._tell(play.coup)
                if told is not None:
                    return told
        return None

    def _tell(self, coup: Coup) -> CoupResult | None:
        before = self.results.get(coup.number)
        rows = coup.settlement or ()
        for payout in self._payouts.get(coup.number, ()):
            rows = tuple(_paid_again(row, payout) for row in rows)
        now = CoupResult(coup.number, coup.cancelled, coup.last, before is not None, rows)
        if before is not None and structs.replace(before, supersedes=True) == now:
            return None
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
        felt, line = self.felt, Line(Entry(seq, event))
        refused = refusal(felt, self._history, event)
        if refused is not None:
            return Answer(due=felt.due, refused=refused)
        line.cards = tuple(laid.seq for n in numbers_in(event) if (laid := card(felt, n)) is not None)
        before = None if isinstance(event, PLAYED_AGAIN) else placed_before(felt, self._history, event)
        history = self._history.with_line(line, before)
        after, dropped = history.played(None if event.felt == "agrees" else self._known)
        if seq in dropped:
            return self._refused_in_its_place(event, dropped[seq])
        return self._adopt(after, history, line)

    def _refused_in_its_place(self, event: Request, refused: Refusal) -> Answer:
        """The hand that was shown to make the claim stays shown."""
        coup, hand = self.felt.open_coup, claimed_hand(self.felt, event)
        self.felt.told.clear()
        if coup is not None and hand is not None and refused.code in NOT_BORNE_OUT:
            coup.show(hand)
            send(self.felt, None)
        return Answer(due=self.felt.due, refused=refused, alerts=tuple(self._made_public(self.felt.told.turned)))

    def _adopt(self, after: Felt, history: History, line: Line) -> Answer:
        """The coup as it is with the correction: roles and money that change are told; nothing is forgotten."""
        before, event = self.felt, line.entry.event
        roles = {laid.n: laid.role for seq, laid in after.cards.items() if laid.role != before.cards[seq].role}
        pay = changed_payments(before, after)
        alerts = [alert for alert in after.alerts if alert not in before.alerts]
        self.felt, self._history = after, history
        self.moves += 1
        self._lie_as_they_were(line)
        self._begin_to_reconcile(before, event)
        after.told.clear()
        send(after, None)
        alerts += after.told.alerts
        alerts += self._made_public(after.told.turned)
        self._since_the_last_coup()
        alerts += self._shoe_truth()
        return Answer(
            due=after.due, alerts=tuple(alerts), coup=self._result(), roles=roles, pay=(*pay, *after.told.pay)
        )

    def _lie_as_they_were(self, line: Line) -> None:
        """The cards lie where people laid them, and what was seen stays seen; but who voids or holds a card, or says
        that the felt agrees, has put it there.
        """
        after, event = self.felt, line.entry.event
        agrees = isinstance(event, Request) and event.felt == "agrees"
        for laid in after.cards.values():
            self._count.left(laid)
            if agrees or (laid.seq in line.cards and isinstance(event, CardVoided | CardHeld)):
                self._known.places.pop(laid.seq, None)
                self._known.laid(laid)
            elif laid.seq not in self._known.places:
                self._known.laid(laid)
            if not laid.sealed:
                laid.lies_as = None
            laid.face_up = laid.face_up or (laid.seq in self._known.shown and not laid.sealed)
            if laid.face_up:
                after.told.turned.append(laid)
        hidden = after.open_coup.hidden if after.open_coup is not None else None
        if after.open_coup is not None and hidden is not None and hidden.face_up and not after.open_coup.hidden_turned:
            after.open_coup.hidden_exposed = True

    def _begin_to_reconcile(self, before: Felt, event: AnyEvent | Request) -> None:
        """The cards must be laid again where a correction moved one that is out; once begun, only ``done`` or a
        cancelled coup ends it.
        """
        after = self.felt
        if after.open_coup is None or after.open_coup.cancelled:
            return
        if before.reconcile is not None or any(is_astray(laid, self._known) for laid in after.cards.values()):
            why = before.reconcile.why if before.reconcile is not None else getattr(event, "reason", named_as(event))
            after.reconcile = reconcile(after, self._history, self._known, why)


def _paid_again(row: SettlementRow, payout: PayoutCorrected) -> SettlementRow:
    """The row as a corrected payout leaves it; the others stay as they are."""
    if (row.box, row.hand, row.player, row.kind) != (payout.box, payout.hand, payout.player, "main"):
        return row
    return structs.replace(row, net=row.net + payout.to - payout.was)
