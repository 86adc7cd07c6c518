"""One table: ``take`` an event, get the answer. Facts are always taken; requests are judged by the law first."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import structs

from engine.answers import Alert, Answer, CoupResult, Refusal, SettlementRow
from engine.between import pay_again, send
from engine.cards import Card
from engine.correction import (
    astray,
    changed_payments,
    counts_again,
    is_next,
    numbers_in,
    paid_otherwise,
    person_refusal,
    placed_before,
    reconcile,
    refusal,
    undoes_the_betting,
    unseen,
)
from engine.count import CardCount
from engine.entry import Entry, named_as
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
    Note,
    Paid,
    PayoutCorrected,
    Request,
    ShoeEmpty,
    ShoeStarted,
    Standing,
    WhiteCardOut,
)
from engine.felt import Felt, Reported
from engine.happening import card_out, enter
from engine.history import PLAYED_AGAIN, History, is_reconciled
from engine.legality import NOT_BORNE_OUT, TOUCHES, claimed_hand
from engine.reasons import Notice, Reason
from engine.results import Results
from engine.roles import HIDDEN, Role
from engine.rules import TableRules
from engine.shoe import Shoe
from engine.wagers import Wager

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
        self._results = Results()
        self._history = History(self.felt.copy())
        self._count = CardCount(rules.decks)
        self._spent = True
        self._begun = 0
        self._stood = 0
        """Coups that were over when it began from a :class:`~engine.events.Standing`: their results were told."""
        self._changed: dict[int, Role | None] = {}
        """Roles that a correction changed, by the card's number."""

    @classmethod
    def standing(cls, standing: Standing, seq: int) -> "Table":
        """A table as it stood at a new shoe, before its first card, by the record ``seq``."""
        table = cls(standing.rules)
        felt = table.felt
        felt.shoe = Shoe.loaded(standing.rules.decks)
        felt.seats, felt.coups, felt.alerts = dict(standing.seats), standing.coups, standing.alerts
        felt.wagers = {box: tuple(Wager(*wager) for wager in wagers) for box, wagers in standing.wagers.items()}
        felt.is_off, felt.seq, felt.shoe.counted = standing.is_off, seq, not standing.is_off
        table.reported.take_over(standing.origins)
        table._history = History(felt.copy())
        table._count = CardCount(standing.rules.decks, since=seq)
        table._spent, table.seq, table._begun, table._stood = False, seq, standing.coups, standing.coups
        return table

    def stands(self) -> Standing | None:
        """How the table stands, if a replay can begin here: a new shoe without a card out, and no coup."""
        felt = self.felt
        shoe = felt.shoe
        if not shoe.started or shoe.passes or shoe.spent or shoe.held or felt.open_coup is not None:
            return None
        wagers = {box: tuple((wager.player, wager.amount) for wager in each) for box, each in felt.wagers.items()}
        return Standing(
            rules=felt.rules,
            coups=felt.coups,
            seats=dict(felt.seats),
            wagers=wagers,
            alerts=felt.alerts,
            is_off=felt.is_off,
            origins=self.reported.spans,
        )

    def no_secrets(self, records: Mapping[int, Iterable[int]]) -> list[int]:
        """Which of ``records`` need be kept secret no more, each by the records of the cards that it tells of.

        Between coups those of which everybody saw the cards, and those of the shoe before (article 1a). That a shuffle
        is due is not enough: it may have been called by mistake, and a correction may open the last coup again.
        """
        if self.felt.open_coup is not None:
            return []
        since, public = self._count.since, self._count.public
        return [seq for seq, cards in records.items() if seq < since or all(card in public for card in cards)]

    @property
    def results(self) -> Mapping[int, CoupResult]:
        """As they were told last, by the coup's number."""
        return self._results.told

    @property
    def result(self) -> CoupResult | None:
        """Of the coup that waits to be paid."""
        coup = self.felt.open_coup
        final = coup is not None and coup.settlement is not None and self.felt.reconcile is None
        return self._results.told.get(coup.number) if coup is not None and final else None

    @property
    def history(self) -> History:
        """What happened since the coup before was paid."""
        return self._history

    @property
    def ticked(self) -> set[SettlementRow]:
        """Of the coup that waits to be paid: the wagers that were ticked off."""
        return self._results.ticked(self.result) if self.result is not None else set()

    @property
    def missing(self) -> str:
        """What to do about cards that may be missing, until the coup is over in which they were missed."""
        return self.reported.missing if self.reported.missing_at == self.felt.coups else ""

    def take(self, event: AnyEvent, seq: int | None = None) -> Answer:
        """Take ``event``: a fact always, a request unless it is refused. ``seq``: its record in the log, or its line.

        A refusal changes nothing; but a hand that was shown to make a claim stays shown.
        """
        return self.answer(self.happen(event, seq))

    def happen(self, event: AnyEvent, seq: int | None = None) -> Refusal | None:
        """Take ``event`` and leave the answer to :meth:`answer`, for who wants to look."""
        self.seq = seq = self.seq + 1 if seq is None else seq
        if type(event) is CardOut and event.origin is None and event.tag is None and self.felt.reconcile is None:
            self._card_leaves(Entry(seq, event, event.card), event)
            return None
        if isinstance(event, Request):
            return self._request(event, seq)
        self._fact(event, seq)
        return None

    def answer(self, refused: Refusal | None = None) -> Answer:
        """What the event that was taken last has done."""
        felt = self.felt
        told = felt.told
        alerts = tuple(told.alerts)
        if told.turned:
            alerts += self._made_public()
        if refused is not None:
            return Answer(due=felt.due, refused=refused, alerts=alerts)
        if felt.shoe.spent is not self._spent:
            alerts += self._shoe_truth()
        role: Role | None = None
        roles = dict(self._changed)
        for laid in told.laid:
            if laid.seq == self.seq:
                role = laid.role
            else:
                roles[laid.n] = laid.role
        final = (
            self._results.is_one_to_tell_again
            or felt.before is not None
            or (felt.play is not None and felt.play.coup.settlement is not None)
        )
        coup = self._result() if final else None
        return Answer(due=felt.due, role=role, alerts=alerts, coup=coup, roles=roles, pay=tuple(told.pay))

    def _fact(self, event: AnyEvent, seq: int) -> None:
        """What has happened, whatever the law says of it; a device may report it again, and it counts once."""
        face = None
        if isinstance(event, CardOut | WhiteCardOut):
            if self.reported.is_repeat(event.origin):
                self._nothing_told()
                return
            self.reported.origins |= {event.origin} if event.origin is not None else set()
            face = self._believed(event) if isinstance(event, CardOut) else None
        elif isinstance(event, ShoeStarted):
            self.reported.shoe_started()
            self._count = CardCount(self.felt.rules.decks, since=seq)
        elif isinstance(event, Link):
            self._link(event)
        elif isinstance(event, Note) and event.origin is not None:
            self.reported.origins.add(event.origin)
        elif isinstance(event, PayoutCorrected):
            self._results.pay(event)
        elif isinstance(event, Paid) and self.result is not None:
            self._results.tick(self.result, event)
        self._happens(Entry(seq, event, face))
        if isinstance(event, CardOut) and event.tag is not None and face is None:
            # a tag that is out already, is of no card here, or is two, is told whatever the card's role
            self.felt.told.alert(Notice.UNREAD.alert(n=self.felt.shoe.out))
            self.felt.stand(self.felt.told.alerts)

    def _link(self, event: Link) -> None:
        """The link to the shoe became something."""
        if event.state == "missing":
            self.reported.missing, self.reported.missing_at = event.text, self.felt.coups
        if event.reader == "hand":
            self.reported.by_hand = True

    def _believed(self, event: CardOut) -> Card | None:
        """The face that was read; of a tag that is out already in this shoe, none (no card leaves it twice)."""
        if event.tag is None:
            return event.card
        known = event.tag in self.reported.tags
        self.reported.tags.add(event.tag)
        return None if known else event.card

    def _request(self, event: Request, seq: int) -> Refusal | None:
        refused = person_refusal(event)
        if refused is not None:
            self._nothing_told()
            return refused
        late = event.before is not None and type(event) is not MisdealFound and not is_next(self.felt, event)
        if late or type(event) in PLAYED_AGAIN:
            return self._correct(event, seq)
        if type(event) is Done and event.of is None:
            of = self.felt.due.__struct_config__.tag
            event = structs.replace(event, of=of) if of in TOUCHES else event
        return self._happens(Entry(seq, event))

    def _nothing_told(self) -> None:
        """Nothing is told yet of the event that is taken now."""
        self.felt.told.clear()
        if self._changed:
            self._changed = {}

    # On the day

    def _card_leaves(self, entry: Entry, event: CardOut) -> None:
        """A card that is no repeat leaves, and nothing must be laid again: the commonest event, by the shortest way."""
        felt = self.felt
        told = felt.told
        if told.alerts or told.pay or self._changed:
            self._nothing_told()
        elif told.laid:
            told.laid = []
        card_out(felt, entry, event)
        if told.alerts:
            felt.stand(told.alerts)
        self.moves += 1
        self._history.entries.append(entry)
        play = felt.play
        if play is not None and play.coup.number != self._begun:
            self._look_for_a_new_coup()

    def _happens(self, entry: Entry) -> Refusal | None:
        """What happens now, behind everything that happened before."""
        felt, kind = self.felt, type(entry.event)
        self._nothing_told()
        if felt.reconcile is not None or kind is MisdealFound:
            return self._happens_while_reconciling(entry)
        if kind in MOVES:
            refused = enter(felt, entry)
            self.moves += refused is None
        else:
            due = felt.due
            refused = enter(felt, entry)
            self.moves += felt.due != due
        entry.refused = refused
        self._history.entries.append(entry)
        if refused is None:
            self._look_for_a_new_coup()
        return refused

    def _happens_while_reconciling(self, entry: Entry) -> Refusal | None:
        """Cards are taken all the same; what lies elsewhere stays so until the dealer has laid it, or until the coup is
        cancelled: nothing of it need be laid then.

        Cards that waited for one without a value may then have to be laid again in their turn.
        """
        felt, event = self.felt, entry.event
        away, why = felt.astray, felt.reconcile.why if felt.reconcile is not None else ""
        if is_reconciled(event) and any(laid.sealed for laid in felt.cards.values()) and felt.due is felt.reconcile:
            self._turn_sealed(entry, why)
            return None
        waited = [laid.seq for laid in felt.cards.values() if laid.role is None and laid.seq in away]
        seen = {seq for seq, laid in felt.cards.items() if laid.face_up}
        entry.refused = enter(felt, entry)
        self._history.entries.append(entry)
        if entry.refused is not None:
            return entry.refused
        self.moves += 1
        if felt.open_coup is None or felt.open_coup.cancelled:
            felt.reconcile, felt.astray = None, {}
        elif isinstance(event, MisdealFound):
            felt.reconcile = reconcile(felt, self._history, event.reason)
        elif is_reconciled(event):
            felt.astray = {seq: away[seq] for seq in waited if felt.cards[seq].role != away[seq]}
            must = any(felt.cards[seq].role is not None for seq in felt.astray)
            felt.reconcile = reconcile(felt, self._history, why) if must else None
        else:
            felt.astray = {seq: lies for seq, lies in away.items() if felt.cards[seq].role != lies}
            felt.reconcile = reconcile(felt, self._history, why)
        self._pays_nothing_yet(seen)
        if felt.reconcile is None:
            self._look_for_a_new_coup()
        return None

    def _turn_sealed(self, entry: Entry, why: str) -> None:
        """Cards that had no value have one now that they are laid: what was asked for since is judged with it."""
        felt = self.felt
        for laid in felt.cards.values():
            if laid.sealed:
                laid.sealed, laid.card, laid.lies_as = False, laid.face, None
                laid.face_up = laid.role != HIDDEN or laid.face_up
        waits = [laid.seq for laid in felt.cards.values() if laid.role is None]
        felt.astray = {seq: lies for seq, lies in felt.astray.items() if seq in waits}
        felt.reconcile = None
        history = self._history.corrected(entry)
        after, _ = history.played(unseen(felt))
        self._adopt(after, history, entry, why)

    def _pays_nothing_yet(self, seen: set[int]) -> None:
        """Of a coup that is cancelled, or whose cards must be laid again, no hand is shown to be paid but those in
        ``seen``, that were before (3(2)b).
        """
        felt, coup = self.felt, self.felt.open_coup
        if coup is None or not (coup.cancelled or felt.reconcile is not None):
            return
        for laid in coup.to_pay:
            if laid.seq not in seen:
                laid.face_up = False
                felt.told.turned[:] = [other for other in felt.told.turned if other is not laid]

    def _made_public(self) -> tuple[Alert, ...]:
        """Everybody sees these cards now; gives the alerts that there are too many of one."""
        turned = self.felt.told.turned
        found = [alert for laid in turned if (alert := self._count.seen(laid)) is not None]
        turned.clear()
        return tuple(self.felt.stand(found))

    def _shoe_truth(self) -> tuple[Alert, ...]:
        """At the end of a shoe, what its cards tell (article 1a)."""
        self._spent = self.felt.shoe.spent
        if not self._spent:
            return ()
        self._count.left(self.felt.cards)
        return tuple(self.felt.stand(self._count.wholly()))

    def _look_for_a_new_coup(self) -> None:
        """With the first card of a coup the one before is past: it is corrected no more."""
        felt, play = self.felt, self.felt.play
        if play is None or not play.coup.begun or play.coup.number == self._begun:
            return
        self._begun = play.coup.number
        past = felt.before.coup if felt.before is not None else None
        if past is not None:
            self._results.is_past(past)
        self._history = self._history.since(felt)
        felt.rest, felt.before = None, None
        cards = felt.cards
        self._count.left(cards)
        felt.cards = {seq: cards[seq] for seq in self._history.cards}
        felt.astray = {seq: role for seq, role in felt.astray.items() if seq in felt.cards}

    # Results

    def _result(self) -> CoupResult | None:
        """The result of a coup that is final and was not told so before."""
        felt = self.felt
        again = self._results.told_again()
        if again is not None:
            return again
        for play in (felt.play, felt.before) if felt.reconcile is None else ():
            if play is not None and play.coup.settlement is not None:
                told = self._results.tell(play.coup, play.coup.settlement)
                if told is not None:
                    return told
        return None

    def has_payout(self, payout: PayoutCorrected) -> bool:
        """There is a wager that it can be of."""
        return 1 <= payout.coup <= self.felt.coups and self._results.can_be_paid(payout)

    # Corrections

    def _correct(self, event: Request, seq: int) -> Refusal | None:
        """Play the coup again with a correction; one that the law refuses in its place changes nothing."""
        felt, entry = self.felt, Entry(seq, event)
        self._nothing_told()
        refused = refusal(felt, self._history, event)
        if refused is not None:
            return refused
        entry.corrects = tuple(laid.seq for n in numbers_in(event) if (laid := felt.card(n)) is not None)
        before = None if type(event) in PLAYED_AGAIN else placed_before(felt, self._history, event)
        history = self._history.corrected(entry, before)
        after, dropped = history.played({} if event.felt == "agrees" else unseen(felt))
        if seq not in dropped:
            told = self._begun in self.results or 0 < self._begun == self._stood
            if undoes_the_betting(felt, after, event, told=told):
                return Reason.BETTING_STANDS.refusal()
            reason = getattr(event, "reason", named_as(event).replace("_", " "))
            self._adopt(after, history, entry, reason)
            return None
        coup, hand = felt.open_coup, claimed_hand(felt, event)
        if coup is not None and hand is not None and dropped[seq].code in NOT_BORNE_OUT:
            coup.show(hand)  # who makes a claim has shown his cards
            send(felt, None)
        return dropped[seq]

    def _adopt(self, after: Felt, history: History, entry: Entry, why: str) -> None:
        """The coup as it is with the correction: roles and money that change are told; nothing is forgotten."""
        before = self.felt
        self._changed = {laid.n: laid.role for seq, laid in after.cards.items() if laid.role != before.cards[seq].role}
        if paid_otherwise(before, after):
            pay_again(after)
        pay = changed_payments(before, after)
        alerts = [alert for alert in after.alerts if alert not in before.alerts]
        alerts += counts_again(before, after, history.withdrawn)
        self.felt, self._history = after, history
        self.moves += 1
        self._lie_as_they_were(before, entry)
        self._must_be_laid_again(before, why)
        told = after.told
        told.clear()
        send(after, None)
        told.alerts[:0], told.pay[:0] = alerts, pay
        self._pays_nothing_yet({seq for seq, laid in before.cards.items() if laid.face_up})
        told.turned[:] = [laid for laid in after.cards.values() if laid.face_up]
        if after.reconcile is None:
            self._look_for_a_new_coup()

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
                if laid.role is not None:  # one that waits is sealed when its role is known
                    laid.lies_as = None
                laid.face_up = laid.face_up or before.cards[seq].face_up
        coup = after.open_coup
        if coup is not None and coup.hidden is not None and coup.hidden.face_up and not coup.hidden_turned:
            coup.hidden_exposed = True

    def _must_be_laid_again(self, before: Felt, why: str) -> None:
        """The cards must be laid again where a correction moved one that is out; once begun, only ``done`` or a
        cancelled coup ends it.
        """
        after = self.felt
        coup = after.open_coup
        moved = any(after.cards[seq].role is not None for seq in after.astray)
        if coup is not None and not coup.cancelled and (before.reconcile is not None or moved):
            known = before.reconcile.why if before.reconcile is not None else why
            after.reconcile = reconcile(after, self._history, known)
        elif coup is None:
            after.astray = {}
