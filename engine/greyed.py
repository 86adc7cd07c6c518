"""Why what the screen has a button for cannot be asked for now: the law's own refusals, by public cards alone."""

from collections.abc import Iterable
from functools import cache
from typing import Final, Literal

from engine.answers import Refusal
from engine.coup import Coup
from engine.events import BettingClosed, Call, CoupCancelled, ShuffleCalled
from engine.felt import Felt
from engine.hand import BoxHand
from engine.instructions import Ask, Deal
from engine.legality import ARTICLE_OF, borne_out, closing_table, hand_asked, refusal
from engine.reasons import Reason
from engine.view import Condition

CALLS: Final[tuple[Literal["hit", "stand", "double", "split", "surrender"], ...]] = (
    "hit",
    "stand",
    "double",
    "split",
    "surrender",
)
"""What a hand that is asked may call."""
OF_THE_TABLE: Final = {
    "betting_closed": BettingClosed(),
    "shuffle_called": ShuffleCalled(),
    "coup_cancelled": CoupCancelled(reason="", by=""),
}
"""What the dealer asks for."""
NO_ROOM: Final = Reason.DISK_NEARLY_FULL.name.lower()
"""The condition with which no coup is begun."""

call_of = cache(lambda box, hand, call: Call(box=box, hand=hand, call=call))


def not_now(felt: Felt, conditions: Iterable[Condition] = ()) -> dict[str, Refusal]:
    """By the button's name, why it would be refused; what is not in it would be taken, or rests on hidden cards."""
    found = _calls(felt)
    for name, request in OF_THE_TABLE.items():
        refused = refusal(felt, request)
        if refused is not None:
            found[name] = refused
    if any(condition.code == NO_ROOM for condition in conditions):
        found["betting_closed"] = Reason.DISK_NEARLY_FULL.refusal()
    closing = closing_table(felt)
    return found if closing is None else {**found, "table_closed": closing}


def _calls(felt: Felt) -> dict[str, Refusal]:
    """Of the hand that is asked, or whose card is not out yet."""
    due, coup = felt.due, felt.open_coup
    hand = hand_asked(felt) if type(due) is Ask or type(due) is Deal else None
    if coup is None or hand is None:
        return {}
    open_now = due.calls if type(due) is Ask else ()
    closed = ((call, _refusal(felt, coup, hand, call)) for call in CALLS if call not in open_now)
    return {call: refused for call, refused in closed if refused is not None}


def _refusal(felt: Felt, coup: Coup, hand: BoxHand, call: str) -> Refusal | None:
    request = call_of(hand.box, hand.number, call)
    refused = refusal(felt, request)
    if refused is None and call in ARTICLE_OF and hand.is_open:
        return borne_out(coup, hand, request)
    return refused
