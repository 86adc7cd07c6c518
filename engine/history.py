"""What happened since the coup before was paid: enough to play it again with a correction."""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Final

from engine.answers import Alert, Refusal
from engine.cards import Card
from engine.entry import AS_IT_LEFT, Amended, Entry, names_in, said_of
from engine.events import (
    AnyEvent,
    Call,
    CardHeld,
    CardNamed,
    CardOut,
    CardVoided,
    Done,
    EvenMoney,
    Insurance,
    MisdealFound,
    Request,
    Withdrawn,
)
from engine.felt import Felt
from engine.hand import Fate
from engine.happening import enter
from engine.legality import NOT_BORNE_OUT, borne_out, claimed_hand, refusal
from engine.reasons import Notice
from engine.roles import Role

PLAYED_AGAIN: Final = frozenset({Withdrawn, CardNamed, CardVoided, CardHeld})
"""Corrections that say something of another entry: the coup is played again with them."""
WITHOUT_PLACE: Final = frozenset({Withdrawn, CardVoided, CardHeld, MisdealFound})
"""Those that do nothing in their own place."""
IN_THE_COUP: Final = (Call, Insurance, EvenMoney)
"""Requests that people ask for in a coup."""


@dataclass(slots=True)
class History:
    """A table at rest and the events since."""

    base: Felt
    """Between two coups. It is copied, never played on."""
    entries: list[Entry] = field(default_factory=list)

    def entry(self, seq: int) -> Entry | None:
        """The event of this record."""
        return next((entry for entry in self.entries if entry.seq == seq), None)

    @property
    def cards(self) -> list[int]:
        """The records of the cards that left since, and of those that were held then."""
        return [*self.base.cards, *(entry.seq for entry in self.entries if type(entry.event) is CardOut)]

    def corrected(self, added: Entry, before: int | None = None) -> "History":
        """This history with one event more: last, or before the card of record ``before``."""
        at = next((at for at, entry in enumerate(self.entries) if entry.seq == before), len(self.entries))
        return History(self.base, [*self.entries[:at], added, *self.entries[at:]])

    @property
    def withdrawn(self) -> set[int]:
        """The records that count as if they had not been; a withdrawal can be withdrawn itself."""
        gone: set[int] = set()
        taken = [(entry.seq, entry.event) for entry in self.entries if entry.refused is None]
        withdrawals = [(seq, event) for seq, event in taken if type(event) is Withdrawn]
        for seq, event in sorted(withdrawals, key=itemgetter(0), reverse=True):
            if seq not in gone:
                gone.add(event.seq)
        return gone

    def played(self, unseen: dict[int, Role]) -> tuple[Felt, dict[int, Refusal]]:
        """The table after these events, and why which request was dropped.

        ``unseen``: by their record, the cards that lie face down and for which role.
        """
        felt, gone = self.base.copy(), self.withdrawn
        fates = self._fates(gone)
        felt.names.update(self._names(gone))
        for laid in felt.shoe.held:
            laid.fate = fates.get(laid.seq, "plays")
        dropped, alerts = {}, []
        newest = max((entry.seq for entry in self.entries), default=0)
        for entry in self.entries:
            event = entry.event
            if entry.seq in gone or type(event) in WITHOUT_PLACE or is_reconciled(event):
                continue
            if entry.refused is not None:
                _name_lawful(felt, entry)
                continue
            felt.told.clear()
            felt.unseen = unseen if entry.seq != newest else {}
            refused = enter(felt, entry, _amended(entry.seq, fates, unseen))
            if refused is not None:
                dropped[entry.seq] = refused
                alerts.append(_name_dropped(felt, entry, refused))
        felt.unseen = {}
        felt.stand(alerts)  # the closing of the betting ends older ones, but not what this replay has to tell
        return felt, dropped

    def _taken(self, gone: set[int]) -> Iterator[Entry]:
        """The corrections that count, the oldest first."""
        entries = sorted(self.entries, key=lambda entry: entry.seq)
        return (entry for entry in entries if entry.refused is None and entry.seq not in gone)

    def _fates(self, gone: set[int]) -> dict[int, Fate]:
        fates: dict[int, Fate] = {}
        for entry in self._taken(gone):
            if isinstance(entry.event, CardVoided | CardHeld):
                fate: Fate = "void" if isinstance(entry.event, CardVoided) else "held"
                fates.update(dict.fromkeys(entry.corrects, fate))
        return fates

    def _names(self, gone: set[int]) -> dict[int, Card]:
        names: dict[int, Card] = {}
        for entry in self._taken(gone):
            if isinstance(entry.event, CardNamed):
                names.update(zip(entry.corrects, (card for _, card in names_in(entry.event)), strict=True))
        return names

    def since(self, felt: Felt) -> "History":
        """The part of it that follows the coup which was paid last: that one is past now.

        It begins behind the touch that ended it, which did nothing else; at any other event that did.
        """
        if felt.rest is None:
            return self
        at = len(self.entries) - 1
        while self.entries[at].seq != felt.rest_seq:
            at -= 1
        return History(felt.rest, self.entries[at + (type(self.entries[at].event) is Done) :])


def _amended(seq: int, fates: dict[int, Fate], unseen: dict[int, Role]) -> Amended:
    if seq not in fates and seq not in unseen:
        return AS_IT_LEFT
    return Amended(fates.get(seq, "plays"), unseen.get(seq))


def is_reconciled(event: AnyEvent | Request) -> bool:
    """The dealer has laid the cards as the law has them."""
    return isinstance(event, Done) and event.of == "reconcile"


def _name_lawful(felt: Felt, entry: Entry) -> None:
    """A request that was refused would be lawful now: it is named, so that it can be asked for again."""
    request = entry.event
    if isinstance(request, IN_THE_COUP) and refusal(felt, request) is None and not _is_seen_false(felt, entry, request):
        _tell(felt, Notice.REQUEST_LAWFUL_NOW, entry)


def _is_seen_false(felt: Felt, entry: Entry, claim: Request) -> bool:
    """The cards that everybody saw when the claim was made still do not bear it out, by their names of now."""
    coup, hand = felt.open_coup, claimed_hand(felt, claim)
    if coup is None or hand is None or tuple(laid.seq for laid in hand.cards) != entry.showed:
        return False
    named = copy(hand)
    named.cards = [copy(laid) for laid in hand.cards]
    for laid in named.cards:
        laid.card = felt.names.get(laid.seq, laid.card)
    return borne_out(coup, named, claim) is not None


def _name_dropped(felt: Felt, entry: Entry, refused: Refusal) -> Alert:
    """A claim that waited for a card's name and proved false is told so."""
    claim = entry.event
    if entry.waited and refused.code in NOT_BORNE_OUT and isinstance(claim, IN_THE_COUP):
        alert = Notice.CLAIM_REFUSED.alert(refused.article, seq=entry.seq, **said_of(claim))
        felt.stand((alert,))
        return alert
    return _tell(felt, Notice.REQUEST_DROPPED, entry)


def _tell(felt: Felt, notice: Notice, entry: Entry) -> Alert:
    alert = notice.alert(seq=entry.seq, **said_of(entry.event))
    felt.stand((alert,))
    return alert
