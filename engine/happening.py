"""What each event does to the felt, on the day and when a coup is played again after a correction."""

from collections.abc import Callable
from typing import Any, Final

from engine.answers import Refusal
from engine.between import (
    DONE,
    betting_closed,
    close_betting,
    coup_over,
    player_left,
    player_seated,
    reopen_betting,
    send,
    shoe_started,
    shuffle_called,
    void,
    void_held,
    wager_placed,
    wager_withdrawn,
)
from engine.entry import AS_IT_LEFT, Amended, Entry, names_in
from engine.events import (
    AssistantOff,
    AssistantOn,
    BettingClosed,
    Call,
    CardExposed,
    CardNamed,
    CardOut,
    CoupCancelled,
    Done,
    EvenMoney,
    HandShown,
    Insurance,
    PlayerLeft,
    PlayerSeated,
    Request,
    ShoeEmpty,
    ShoeStarted,
    ShuffleCalled,
    WagerPlaced,
    WagerWithdrawn,
    WhiteCardOut,
)
from engine.felt import Felt
from engine.hand import BoxHand, Laid
from engine.instructions import Offer
from engine.legality import borne_out, claimed_hand, refusal
from engine.reasons import Notice, Reason
from engine.roles import HELD

CLAIMS: Final = frozenset({Call, EvenMoney})
"""Requests among which are those that rest on hidden cards."""


def enter(felt: Felt, entry: Entry, amended: Amended = AS_IT_LEFT) -> Refusal | None:
    """Let ``entry`` happen, unless the law refuses it: then nothing changes, but a hand that was shown stays shown."""
    event = entry.event
    if type(event) is CardOut:
        card_out(felt, entry, event, amended)
    else:
        felt.seq = entry.seq
        if isinstance(event, Request):
            refused = refusal(felt, event)
            if refused is None and type(event) in CLAIMS:
                refused = _claim_refusal(felt, entry, event)
            if refused is None and type(event) is HandShown and felt.open_coup is not None:
                refused = _laying_refusal(felt, felt.open_coup.hand(event.box, event.hand))
            if refused is not None or entry.waits:
                return refused
        does = DOES.get(type(event))
        if does is not None:
            does(felt, event)
    if felt.told.alerts:
        felt.stand(felt.told.alerts)
    return None


# The shoe


def card_out(felt: Felt, entry: Entry, event: CardOut, amended: Amended = AS_IT_LEFT) -> None:
    """A card left the shoe."""
    felt.seq = seq = entry.seq
    laid = felt.cards[seq] = Laid(seq, felt.shoe.card_out(), entry.card, event.boxed)
    if amended is not AS_IT_LEFT:
        laid.fate, laid.lies_as = amended.fate, amended.lies_as
        if laid.fate == "held":
            _hold(felt, laid)
            return
    if laid.n == felt.shoe.size + 1 and felt.shoe.counted:
        felt.told.alert(Notice.SHOE_COUNT_OFF.alert(size=felt.shoe.size, out=laid.n))
    if felt.play is not None and not felt.play.over:
        laid.asked = felt.play.due
        felt.play.send(laid)
    elif felt.wagers and not felt.shoe.spent and not felt.is_off:
        close_betting(felt)
        send(felt, laid)
    else:
        void(felt, laid, None if felt.is_off or laid.fate == "void" else Notice.NOT_ASKED_FOR)


def _hold(felt: Felt, laid: Laid) -> None:
    laid.role = HELD
    felt.told.laid.append(laid)
    felt.shoe.held.append(laid)
    if felt.open_coup is not None:
        send(felt, None)


def _white_card_out(felt: Felt, _event: WhiteCardOut) -> None:
    shoe = felt.shoe
    shoe.white_card_shown()
    if felt.open_coup is not None:
        felt.open_coup.last = True
    notice = Notice.WHITE_CARD_LAST if shoe.spent else Notice.WHITE_CARD_FIRST
    felt.told.alert((Notice.WHITE_CARD if felt.in_coup else notice).alert())
    if felt.white_card_is_misplaced:
        felt.told.alert(Notice.WHITE_CARD_MISPLACED.alert(behind=shoe.left))


def _shoe_emptied(felt: Felt, _event: ShoeEmpty) -> None:
    shoe = felt.shoe
    shoe.empty = True
    if shoe.counted and shoe.left:
        felt.told.alert(Notice.SHOE_COUNT_OFF.alert(size=shoe.size, out=shoe.out))
    reopen_betting(felt)
    coup = felt.open_coup
    if coup is None or coup.shoe is not shoe:
        shoe.spent = True
    else:
        coup.last = True
        send(felt, None)


# The coup


def _call(felt: Felt, event: Call) -> None:
    coup = felt.open_coup
    if coup is None:
        return
    if event.call == "surrender":
        coup.surrender(event.box)
        send(felt, None)
        return
    if type(felt.due) is Offer:
        send(felt, DONE)
    send(felt, event)


def _done(felt: Felt, event: Done) -> None:
    """The cards lie as the law has them; or what moves no card was done."""
    if event.of != "reconcile":
        send(felt, event)
        return
    felt.reconcile = None
    coup = felt.open_coup
    if coup is not None:
        for laid in coup.cards():
            if laid.sealed:
                coup.unseal(laid)
        for laid in coup.to_pay:
            coup.turn_up(laid)
        send(felt, None)


def _insurance(felt: Felt, event: Insurance) -> None:
    if felt.open_coup is not None:
        felt.open_coup.insurance[event.box, event.player] = event.amount
        send(felt, None)


def _even_money(felt: Felt, event: EvenMoney) -> None:
    if felt.open_coup is not None:
        felt.open_coup.pay_even_money(event.box, event.player)
        send(felt, None)


def _hand_shown(felt: Felt, event: HandShown) -> None:
    coup = felt.open_coup
    hand = coup.hand(event.box, event.hand) if coup is not None else None
    if coup is not None and hand is not None:
        coup.show(hand)
        send(felt, None)


# Claims


def _claim_refusal(felt: Felt, entry: Entry, request: Request) -> Refusal | None:
    """A claim that rests on hidden cards: the hand is shown, then the claim is judged on them. On unread cards it
    waits for their names: with them the coup is played again.
    """
    coup, hand = felt.open_coup, claimed_hand(felt, request)
    entry.waits = False
    if coup is None or hand is None:
        return None
    refused = _laying_refusal(felt, hand)
    if refused is not None:
        return refused
    coup.show(hand)
    if hand.unread is not None:
        entry.waits = entry.waited = True
        send(felt, None)
        return None
    refused = borne_out(coup, hand, request)
    if refused is not None:
        entry.showed = tuple(laid.seq for laid in hand.cards)
        send(felt, None)
    return refused


def _laying_refusal(felt: Felt, hand: BoxHand | None) -> Refusal | None:
    """A hand that a correction gives a card which lies face down elsewhere is not shown before it is laid (2(1)), and
    not because others of its cards were shown before.
    """
    for laid in hand.cards if hand is not None else ():
        if laid.seq in felt.unseen:
            return Reason.RECONCILE_FIRST.refusal()
        lies = felt.astray.get(laid.seq, laid.lies_as)
        if not laid.face_up and lies is not None and lies != laid.role:
            return Reason.RECONCILE_FIRST.refusal()
    return None


# Corrections that have their place in the coup


def _card_named(felt: Felt, event: CardNamed) -> None:
    """A card that lies face down counts by its name from now on; one that lies face up did so from the first."""
    coup = felt.open_coup
    if coup is None:
        return
    cards = list(coup.cards())
    for n, card in names_in(event):
        laid = felt.card(n)
        if laid in cards and (not laid.face_up or laid.card is None):
            coup.name(laid, card)
    read = [Notice.UNREAD.alert(n=laid.n) for laid in cards if laid.value is not None]
    felt.alerts = tuple(alert for alert in felt.alerts if alert not in read)
    coup.judge_named()
    send(felt, None)


def _card_exposed(felt: Felt, event: CardExposed) -> None:
    """The card is public; the hidden one closes insurance and even money (2(1))."""
    coup = felt.open_coup
    laid = felt.card(event.n)
    if laid is None or coup is None:
        return
    if laid is coup.hidden:
        coup.hidden_exposed = True
    if laid in list(coup.cards()):
        coup.turn_up(laid, must_be_named=laid is not coup.hidden)
    else:
        laid.face_up, laid.lies_as = True, None
        felt.told.turned.append(laid)
    send(felt, None)


def _coup_cancelled(felt: Felt, _event: CoupCancelled) -> None:
    felt.reconcile = None
    if felt.cancellable is not felt.play:
        reopen_betting(felt)
    if felt.play is not None:
        felt.coups -= felt.play.over
        felt.play.cancel()


# The assistant


def _assistant_off(felt: Felt, _event: AssistantOff) -> None:
    """An open coup ends by hand: no money is told; what leaves the shoe meanwhile is not counted."""
    if felt.in_coup and felt.play is not None:
        felt.told.alert(Notice.ASSISTANT_OFF.alert())
        felt.play.end_by_hand()
        coup_over(felt, felt.play)
        void_held(felt)  # the coup that is finished by hand has used them
    reopen_betting(felt)
    felt.reconcile = None
    felt.is_off, felt.shoe.counted = True, False


def _assistant_on(felt: Felt, event: AssistantOn) -> None:
    felt.is_off = False
    felt.shoe.white_card_out = felt.shoe.white_card_out or event.white_card_out


DOES: Final[dict[type[Any], Callable[[Felt, Any], None]]] = {
    WhiteCardOut: _white_card_out,
    ShoeEmpty: _shoe_emptied,
    ShoeStarted: shoe_started,
    PlayerSeated: player_seated,
    PlayerLeft: player_left,
    WagerPlaced: wager_placed,
    WagerWithdrawn: wager_withdrawn,
    BettingClosed: betting_closed,
    ShuffleCalled: shuffle_called,
    Call: _call,
    Done: _done,
    Insurance: _insurance,
    EvenMoney: _even_money,
    HandShown: _hand_shown,
    CardNamed: _card_named,
    CardExposed: _card_exposed,
    CoupCancelled: _coup_cancelled,
    AssistantOff: _assistant_off,
    AssistantOn: _assistant_on,
}
"""Which event does what, but for a card that leaves; the others change nothing on the felt."""
