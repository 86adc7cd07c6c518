"""The wagers of the coup before, for who wants to place them once more."""

from engine.betting import wager
from engine.coup import Coup
from engine.events import WagerPlaced
from engine.felt import Felt
from engine.wagers import Wager, bets_on, box_of


def repeat(felt: Felt) -> tuple[WagerPlaced, ...]:
    """Those that can be placed again, in an order in which each is lawful after the ones before it (article 2(3)).

    Everybody sits as he did, and has nothing on the box yet; a doubled wager is repeated as it was placed.
    """
    if felt.open_coup is not None or felt.play is None or felt.is_off:
        return ()
    left = [placed for placed in _placed(felt.play.coup) if _sits_still(felt, felt.play.coup, placed)]
    trial = Felt(felt.rules, felt.shoe, felt.seats, felt.wagers)
    found: list[WagerPlaced] = []
    while lawful := [placed for placed in left if wager(trial, placed) is None][:1]:
        left.remove(lawful[0])
        found += lawful
        lying = trial.wagers.get(lawful[0].box, ())
        trial.wagers = {**trial.wagers, lawful[0].box: (*lying, Wager(lawful[0].player, lawful[0].amount))}
    return tuple(found)


def _placed(coup: Coup) -> list[WagerPlaced]:
    """In the order they were placed on each box."""
    return [
        WagerPlaced(box=hand.box, player=bet.player, amount=bet.unit)
        for hand in coup.hands
        if hand.number == 1
        for bet in hand.bets
    ]


def _sits_still(felt: Felt, coup: Coup, placed: WagerPlaced) -> bool:
    """The bettor and the box's occupant sit as they did, and the bettor has no wager there."""
    then, now, box = coup.occupants, felt.seats, placed.box
    same = then.get(box) == now.get(box) and box_of(placed.player, then) == box_of(placed.player, now)
    return same and not bets_on(box, placed.player, felt.wagers)
