"""What may be asked for now, by what everybody sees: insurance (8), even money (6), surrender (12), split (10), double
(11). No face-down card is looked at here.
"""

from engine.coup import Coup
from engine.hand import BoxHand, is_ten
from engine.hand import points as count


def insurance_is_open(coup: Coup) -> bool:
    """From the upcard, an ace, until the coup's first extra card; an exposed hidden card closes it (2(1), 8)."""
    return coup.ace_up and not (coup.extra_out or coup.hidden_turned or coup.hidden_exposed or coup.cancelled)


def even_money_is_open(coup: Coup) -> bool:
    """Until the dealer's second card is seen (6)."""
    seen = coup.hidden_turned or coup.hidden_exposed or (len(coup.dealer.cards) > 1 and not coup.has_hidden)
    return pays_even_money(coup) and not seen


def pays_even_money(coup: Coup) -> bool:
    """The upcard is one against which a natural may ask for 1:1 (6, ``even_money_upcards``)."""
    return coup.ace_up or (coup.rules.even_money_upcards == "AT" and is_ten(coup.upcard))


def surrender_is_open(coup: Coup, box: int) -> bool:
    """Until the coup's first extra card, or the box's own (12, ``surrender_window``); never against an ace."""
    if coup.ace_up or not coup.is_dealt:
        return False
    return not (coup.extra_out if coup.rules.surrender_window == "table" else box in coup.extra_out)


def may_surrender(coup: Coup, box: int) -> bool:
    """The window is open, and the box has not decided."""
    if not surrender_is_open(coup, box):
        return False
    for hand in coup.hands:  # noqa: SIM110 - half the time of all()
        if hand.box == box and (hand.stood or hand.is_over or hand.is_doubled):
            return False
    return True


def offered(coup: Coup) -> tuple[str, ...]:
    """What the dealer offers the boxes, before any extra card."""
    if coup.ace_up:
        open_now = ("insurance",) if insurance_is_open(coup) else ()
        return (*open_now, "even_money") if even_money_is_open(coup) else open_now
    return ("even_money", "surrender") if even_money_is_open(coup) else ("surrender",)


def calls_open(coup: Coup, hand: BoxHand) -> tuple[str, ...]:
    """The calls that public cards allow the hand that is asked. A claim that rests on hidden cards is among them: it
    is judged when it is made.
    """
    calls: tuple[str, ...] = ("hit", "stand") if coup.shoe.has_cards else ("stand",)
    if len(hand.cards) != 2:
        return calls
    if coup.shoe.has_cards:
        if may_double(coup, hand) and (not hand.is_open or is_eleven(hand)):
            calls += ("double",)
        if may_split(coup, hand) and (not hand.is_open or is_pair(coup, hand)):
            calls += ("split",)
    return (*calls, "surrender") if may_surrender(coup, hand.box) else calls


def may_double(coup: Coup, hand: BoxHand) -> bool:
    """Its first two cards lie, and a split hand may where the house lets it (11, ``double_after_split``)."""
    return len(hand.cards) == 2 and (not hand.split or coup.rules.double_after_split)


def may_split(coup: Coup, hand: BoxHand) -> bool:
    """Its first two cards lie, and the box may have another hand (10, ``max_hands``)."""
    return len(hand.cards) == 2 and len(coup.of_box(hand.box)) < coup.rules.max_hands


def is_eleven(hand: BoxHand) -> bool:
    """Two cards of 11 points; an ace and a ten count 21 (11)."""
    return count(hand.known).total == 11


def is_pair(coup: Coup, hand: BoxHand) -> bool:
    """Two cards of equal points, or of one rank (10, ``split_by``)."""
    first, second = hand.known
    return first.rank is second.rank if coup.rules.split_by == "rank" else first.points == second.points
