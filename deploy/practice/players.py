"""What the players at a practice table say: what a scenario or a lesson has them say, else what the strategy says.

They know what people at the table see. Practice deals face up, so the view has every card that a call depends on.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from deploy.demonstration import called, wants
from engine.cards import Card, CardError
from engine.events import AnyEvent, Call, EvenMoney, Insurance
from engine.instructions import Ask, Offer
from engine.view import BoxView, HandView, PublicView

Wish: TypeAlias = Literal["insurance", "even_money", "surrender", "nothing"]
"""What a player can want of an offer; ``nothing``: not even what the strategy would."""


@dataclass(frozen=True, slots=True)
class Players:
    """Everybody at the table."""

    calls: Mapping[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    """By box and hand: what is called, in this order, as long as it is open; then the strategy."""
    wishes: Mapping[int, Wish] = field(default_factory=dict)
    """By box: what is wanted of an offer; else what the strategy wants."""
    claims: tuple[EvenMoney | Insurance | Call, ...] | None = None
    """All that is wanted of an offer, where that is known; then nobody wants anything else."""

    def call(self, view: PublicView, due: Ask) -> str:
        """What the hand that is asked calls: one of ``due.calls``, or ``stand``."""
        box = view.boxes[due.box - 1]
        hand = box.hands[due.hand - 1]
        scripted = self.calls.get((due.box, due.hand), ())
        made = len(hand.cards) - 2 + (len(box.hands) > 1 and "split" in scripted[:1])
        if made < len(scripted) and (scripted[made] == "stand" or scripted[made] in due.calls):
            return scripted[made]
        cards, upcard = _read(hand.cards), _read(view.dealer.cards[:1])
        return called(cards, upcard[0], due.calls) if len(cards) == len(hand.cards) and upcard else "stand"

    def wanted(self, view: PublicView, due: Offer) -> tuple[AnyEvent, ...]:
        """What the boxes want of what is offered and have not got yet, box by box."""
        if self.claims is not None:
            return tuple(claim for claim in self.claims if _is_open(view, claim))
        return tuple(event for box in view.boxes for event in self._wanted(view, due, box))

    def _wanted(self, view: PublicView, due: Offer, box: BoxView) -> Iterator[AnyEvent]:
        if not box.hands or box.hands[0].at_once:
            return
        hand = box.hands[0]
        wish = self.wishes.get(box.box) or _strategic(hand, view.dealer.cards)
        if wish not in due.what:
            return
        for bet in hand.bets:
            if wish == "even_money" and bet.even_money:
                yield EvenMoney(box=box.box, player=bet.player)
            elif wish == "insurance" and bet.insurable and not bet.insurance:
                yield Insurance(box=box.box, player=bet.player, amount=bet.insurable)
        if wish == "surrender" and box.may_surrender:
            yield Call(box=box.box, call="surrender")


def _is_open(view: PublicView, claim: EvenMoney | Insurance | Call) -> bool:
    """It can be asked for, and has not been yet."""
    box = view.boxes[claim.box - 1]
    if not box.hands or box.hands[0].at_once:
        return False
    own = [bet for bet in box.hands[0].bets if bet.player == claim.player]
    match claim:
        case EvenMoney():
            return any(bet.even_money for bet in own)
        case Insurance(amount=amount):
            return any(bet.insurable is not None and amount <= bet.insurable and not bet.insurance for bet in own)
        case Call():
            return box.may_surrender


def _strategic(hand: HandView, dealers: Sequence[str]) -> str:
    cards, upcard = _read(hand.cards), _read(dealers[:1])
    return wants(cards, upcard[0]) if len(cards) == 2 and upcard else ""


def _read(faces: Sequence[str]) -> list[Card]:
    """The cards among them whose faces can be seen."""
    read = []
    for face in faces:
        try:
            read.append(Card.parse(face))
        except CardError:  # face down, or unread
            continue
    return read
