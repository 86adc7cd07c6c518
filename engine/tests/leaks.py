"""Leaks that the secrecy test must catch: one for each way in which a face-down card could make itself felt.

A docstring says what the table learns. The first argument is the sound function.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import structs

from engine.answers import Answer, Payment, Refusal
from engine.articles import Article
from engine.coup import Coup
from engine.events import Call, Request
from engine.felt import Felt
from engine.hand import BoxHand, Hand, Laid, is_ten
from engine.instructions import Due, Reconcile
from engine.offers import Offers
from engine.procedure import Move, Steps
from engine.reasons import Notice, Reason
from engine.roles import HIDDEN, Role
from engine.table import Table
from engine.tests.leak import Leak
from engine.tests.leaks_by_others import Seen, Sound, leak
from engine.view import BoxView


def hides_a_ten(coup: Coup) -> bool:
    """The hidden card is a ten."""
    return coup.hidden is not None and is_ten(coup.hidden.value)


def makes_a_natural(coup: Coup) -> bool:
    """The hidden card lies, and makes a natural."""
    return coup.hidden is not None and not coup.hidden_turned and coup.dealer.is_natural


@leak("due", "engine.procedure.decides")
def natural_is_not_asked(decides: Sound[bool], coup: Coup, hand: BoxHand) -> bool:
    """By who is passed over: who has a natural."""
    return decides(coup, hand) and not hand.is_natural


@leak("due", "engine.windows.insurance_is_open", "engine.legality.insurance_is_open")
def insurance_closes_on_a_natural(is_open: Sound[bool], coup: Coup) -> bool:
    """By the offer: that the dealer has a natural."""
    return is_open(coup) and not makes_a_natural(coup)


@leak("calls", "engine.windows.may_double")
def double_is_offered_to_eleven_only(may_double: Sound[bool], coup: Coup, hand: BoxHand) -> bool:
    """By the calls: who has 11."""
    return may_double(coup, hand) and hand.points.total == 11


@leak("calls", "engine.procedure.calls_open")
def twenty_is_not_asked_to_hit(calls_open: Sound[Iterable[str]], coup: Coup, hand: BoxHand) -> tuple[str, ...]:
    """By the calls: who has 20."""
    return tuple(call for call in calls_open(coup, hand) if hand.points.total != 20 or call != "hit")


@leak("order", "engine.procedure.offered")
def offer_begins_with_what_is_wanted(offered: Sound[Iterable[str]], coup: Coup) -> tuple[str, ...]:
    """By the order of the offer: that the hidden card is a ten."""
    what = tuple(offered(coup))
    return what[::-1] if hides_a_ten(coup) else what


@leak("order", "engine.table.Table.answer")
def roles_come_by_rank(answer: Sound[Answer], table: Table, refused: Refusal | None = None) -> Answer:
    """By the order of the roles that a correction changed: which card counts more."""
    said = answer(table, refused)
    worth = {laid.n: laid.value.points for laid in table.felt.cards.values() if laid.value is not None}
    return structs.replace(said, roles=dict(sorted(said.roles.items(), key=lambda role: worth.get(role[0], 0))))


@leak("refusal", "engine.happening.refusal")
def call_out_of_turn_is_refused_by_what_it_would_do(
    refusal: Sound[Refusal | None], felt: Felt, request: Request
) -> Refusal | None:
    """By the reason: that the hand counts 17 or more."""
    refused, coup = refusal(felt, request), felt.open_coup
    hand = coup.hand(request.box, request.hand) if coup is not None and isinstance(request, Call) else None
    if refused is None or refused.code != "not_asked" or hand is None or hand.points.total < 17:
        return refused
    return Reason.HAS_DECIDED.refusal(box=hand.box)


@leak("alert", "engine.coup.Coup.lay")
def hidden_ten_is_told(lay: Sound[None], coup: Coup, laid: Laid, role: Role, *given: object, **named: object) -> None:
    """By an alert: that the hidden card is a ten."""
    lay(coup, laid, role, *given, **named)
    if role == HIDDEN and is_ten(laid.card):
        coup.told.alert(Notice.NOT_ASKED_FOR.alert())


@leak("alert", "engine.felt.Felt.cards_needed")
def forecast_counts_tens(needed: Sound[int | None], felt: Felt) -> int | None:
    """By the advice to shuffle: how many tens were burned."""
    need = needed(felt)
    return None if need is None else need + 90 * any(is_ten(laid.value) for laid in felt.cards.values())


@leak("length", "engine.projection._box")
def name_is_longer_with_a_natural(box_view: Sound[BoxView], offers: Offers, coup: Coup | None, *given: int) -> BoxView:
    """By the length of a message: who has a natural."""
    seen = box_view(offers, coup, *given)
    has_natural = coup is not None and any(hand.is_natural for hand in coup.of_box(seen.box))
    return structs.replace(seen, player=f"{seen.player}\u200b") if has_natural else seen


@leak("length", "engine.table.reconcile")
def reason_is_longer_for_a_ten(reconcile: Sound[Reconcile], felt: Felt, *given: object) -> Reconcile:
    """By the length of what ``reconcile`` says: that a card that is to be moved is a ten."""
    due = reconcile(felt, *given)
    moved = {move.n for move in due.moves}
    tens = any(laid.n in moved and is_ten(laid.value) for laid in felt.cards.values())
    return structs.replace(due, why=f"{due.why}.") if tens else due


@leak("when", "engine.table.Table.happen")
def press_is_stale_sooner_against_a_natural(happen: Sound[Refusal | None], table: Table, *given: object) -> object:
    """By a press that is refused as too late: that the dealer has a natural."""
    refused, coup = happen(table, *given), table.felt.open_coup
    table.moves += coup is not None and makes_a_natural(coup)
    return refused


@leak("when", "engine.procedure.hidden_turned")
def hidden_card_turns_itself_when_the_dealer_stands(turned: Sound[Steps], coup: Coup) -> Iterator[Due | Move]:
    """By a turn that is not due: that the hidden card leaves the dealer with 17 or more."""
    coup.hidden_turned = coup.dealer.points.total >= 17
    yield from turned(coup)


@leak("view", "engine.projection._seen")
def total_of_a_stood_hand_is_seen(seen: Sound[Seen], hand: Hand) -> Seen:
    """In the view: the total of a hand that has stood, though its cards lie face down."""
    cards, total, soft = seen(hand)
    return (cards, hand.points.total, soft) if isinstance(hand, BoxHand) and hand.stood else (cards, total, soft)


@leak("view", "engine.coup.Coup.cancel")
def cancelled_coup_is_turned_up(cancel: Sound[None], coup: Coup) -> None:
    """In the view: every card of a cancelled coup."""
    cancel(coup)
    for laid in coup.cards():
        laid.face_up = True


@leak("pay", "engine.coup.Coup.surrender")
def good_hand_gives_up_more(surrender: Sound[None], coup: Coup, box: int) -> None:
    """By money: that the hand that was given up counts 17 or more."""
    surrender(coup, box)
    hand = coup.of_box(box)[0]
    if hand.points.total >= 17:
        coup.told.pay.append(Payment(box, 1, hand.bets[0].player, -100, "tip", Article.SURRENDER, "surrender"))


@leak("pay", "engine.coup.Coup.take_bust")
def bust_is_taken_later_from_who_would_have_won(take_bust: Sound[None], coup: Coup, hand: BoxHand) -> None:
    """By the money of a bust: that the dealer's hidden card is a ten."""
    take_bust(coup, hand)
    if hides_a_ten(coup) and coup.told.pay:
        coup.told.pay.append(coup.told.pay[-1])


LEAKS: Final[tuple[Leak, ...]] = tuple(found for found in list(globals().values()) if isinstance(found, Leak))
