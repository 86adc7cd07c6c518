"""What happens between coups: seats, wagers, the closing of the betting, the shuffle, a new shoe; and a coup's end."""

from typing import Final

from engine.coup import Coup
from engine.events import (
    BettingClosed,
    Done,
    PlayerLeft,
    PlayerSeated,
    ShoeStarted,
    ShuffleCalled,
    WagerPlaced,
    WagerWithdrawn,
)
from engine.felt import Felt
from engine.hand import Bet, BoxHand, Laid
from engine.play import Play
from engine.procedure import Move
from engine.reasons import Notice
from engine.roles import VOID
from engine.shoe import Shoe
from engine.wagers import Wager, boxes_of, decider

DONE: Final = Done()
"""What is due and moves no card was done: something that is lawful after it says so."""


def send(felt: Felt, move: Move) -> None:
    """Let the open coup go on."""
    play = felt.play
    if play is not None and not play.over:
        play.send(move)
        if play.due is None:
            coup_over(felt, play)


def coup_over(felt: Felt, play: Play) -> None:
    """The coup is paid: it is over, and the table rests until the next."""
    play.over = True
    felt.coups += 1
    play.coup.shoe.coup_over(play.coup.burned_before_deal, last=play.coup.last)
    felt.rest, felt.rest_seq = felt.copy(), felt.seq


def pay_again(felt: Felt) -> None:
    """The coup that was paid last is to be paid anew; wagers for the coming one lie."""
    if felt.play is not None and not felt.play.coup.begun:
        reopen_betting(felt)
    if felt.play is not None:
        felt.coups -= felt.play.over
        felt.play.pay()


def void(felt: Felt, laid: Laid, why: Notice | None) -> None:
    """A card that nobody can take counts for nothing (2(1))."""
    laid.role = VOID
    felt.told.laid.append(laid)
    if why is not None:
        felt.told.alert(why.alert())


def shoe_started(felt: Felt, _event: ShoeStarted) -> None:
    """Shuffled, cut and loaded: in the midst of a coup that cancels it (2(2))."""
    felt.reconcile = None
    if felt.only_touches_left:
        pass_over_touches(felt)
    elif felt.in_coup and felt.play is not None:
        felt.told.alert(Notice.SHOE_CHANGED.alert())
        felt.play.coup.last = True
        felt.play.cancel()
    reopen_betting(felt)
    void_held(felt)
    felt.shoe = Shoe.loaded(felt.rules.decks)
    felt.shoe.counted = not felt.is_off


def void_held(felt: Felt) -> None:
    """Held cards count for nothing any more (2(1))."""
    while felt.shoe.held:
        void(felt, felt.shoe.held.popleft(), None)


def player_seated(felt: Felt, event: PlayerSeated) -> None:
    """A player occupies a box (2(3)); who had another in the coup does so only after it."""
    coup = felt.open_coup
    if coup is not None and any(
        event.player == player != felt.seats.get(box) for box, player in coup.occupants.items()
    ):
        pass_over_touches(felt)
    felt.seats = {**felt.seats, event.box: event.player}


def player_left(felt: Felt, event: PlayerLeft) -> None:
    """Every wager on the box for the coming coup goes back, and his own elsewhere (2(3))."""
    player = felt.seats[event.box]
    felt.seats = {box: occupant for box, occupant in felt.seats.items() if box != event.box}
    felt.wagers = {box: placed for box, placed in felt.wagers.items() if box != event.box}
    for box in boxes_of(player, felt.wagers):
        _take_back(felt, box, player)


def _take_back(felt: Felt, box: int, player: str) -> None:
    left = {box: tuple(wager for wager in felt.wagers[box] if wager.player != player)}
    felt.wagers = {box: placed for box, placed in {**felt.wagers, **left}.items() if placed}


def wager_placed(felt: Felt, event: WagerPlaced) -> None:
    """A second one replaces the first and counts as placed anew (13)."""
    pass_over_touches(felt)
    is_new = event.box not in felt.wagers
    others = tuple(wager for wager in felt.wagers.get(event.box, ()) if wager.player != event.player)
    felt.wagers = {**felt.wagers, event.box: (*others, Wager(event.player, event.amount))}
    if is_new:
        _advise(felt)


def _advise(felt: Felt) -> None:
    """The advice to shuffle, when fewer cards remain than the coup may need (2(2))."""
    need, left = felt.cards_needed, felt.cards_left
    if need is not None and left < need and not felt.shoe.spent:
        felt.told.alert(Notice.SHUFFLE_ADVISED.alert(boxes=len(felt.wagers), need=need, left=left))


def wager_withdrawn(felt: Felt, event: WagerWithdrawn) -> None:
    """A wager goes back (2(3))."""
    pass_over_touches(felt)
    _take_back(felt, event.box, event.player)


def betting_closed(felt: Felt, _event: BettingClosed) -> None:
    """The coup begins."""
    pass_over_touches(felt)
    close_betting(felt)


def shuffle_called(felt: Felt, _event: ShuffleCalled) -> None:
    """The cards are shuffled before a coup's first card; wagers stay (2(2))."""
    pass_over_touches(felt)
    reopen_betting(felt)
    felt.shoe.spent = True


def pass_over_touches(felt: Felt) -> None:
    """What is lawful after them says that the turn and the payment were done."""
    while felt.only_touches_left:
        send(felt, DONE)


def close_betting(felt: Felt) -> None:
    """A coup on the wagers that lie; who decides for each box is fixed now (13)."""
    felt.alerts = ()
    shoe, wagers = felt.shoe, felt.wagers
    coup = Coup(
        rules=felt.rules,
        number=felt.coups + 1,
        shoe=shoe,
        burns=shoe.burns_due or 1,
        is_opening=shoe.burns_due > 0,
        last=shoe.white_card_out or felt.rules.equipment == "metal_box",
        hands=[
            BoxHand(box=box, bets=[Bet(wager.player, wager.amount, wager.amount) for wager in wagers[box]])
            for box in sorted(wagers)
        ],
        deciders={box: decider(placed, felt.seats.get(box)) for box, placed in wagers.items()},
        occupants=felt.seats,
        names=felt.names,
        told=felt.told,
    )
    felt.before, felt.play, felt.wagers = felt.play, Play(coup), {}


def reopen_betting(felt: Felt) -> None:
    """A coup whose first card has not left gives its wagers back to the felt, and to who left his box."""
    coup = felt.open_coup
    if coup is None or coup.begun:
        return
    felt.play, felt.before = felt.before, None
    for hand in coup.hands:
        if felt.seats.get(hand.box) == coup.occupants.get(hand.box):
            felt.wagers = {**felt.wagers, hand.box: tuple(Wager(bet.player, bet.unit) for bet in hand.bets)}
