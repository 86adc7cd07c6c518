"""Leaks that a stranger to the secrecy tests thought of: each a mistake that could pass for a good idea at the table.

A docstring says what the table learns of cards that still lie face down. The first argument is the sound function.
"""

from collections.abc import Callable, Generator, Iterable
from functools import partial
from pkgutil import resolve_name
from typing import Any, Final, TypeAlias, TypeVar

import pytest
from msgspec import structs

from engine import legality, procedure
from engine.answers import Alert, Outcome, Payment, Refusal, SettlementRow
from engine.articles import Article
from engine.count import CardCount
from engine.coup import Coup
from engine.entry import Entry, names_in
from engine.events import CardNamed, CardVoided, Insurance, Request
from engine.felt import Felt
from engine.hand import Bet, BoxHand, Hand, Laid, is_ace, is_ten, points
from engine.instructions import Ask, Draw, Due, Reconcile, Settle, TurnHidden
from engine.legality import hand_asked
from engine.offers import Offers
from engine.play import Play
from engine.procedure import Move, Steps
from engine.reasons import Notice, Reason
from engine.roles import DRAW
from engine.rules import TableRules
from engine.settlement import settled
from engine.table import Table
from engine.tests.leak import Kind, Leak
from engine.view import BetView

T = TypeVar("T")
Sound: TypeAlias = Callable[..., T]
"""The function whose place a leak takes."""
Judge: TypeAlias = Sound[Refusal | None]
"""Why a request is refused."""
Drawn: TypeAlias = Generator[Due, Move, bool]
"""An extra card being drawn."""
Seen: TypeAlias = tuple[tuple[str, ...], int | None, bool]
"""The faces of a hand, its points, and whether they are soft."""


def leak(kind: Kind, *places: str) -> Callable[[Callable[..., object]], Leak]:
    """A leak that takes these places of sound functions."""

    def planted(leaky: Callable[..., object]) -> Leak:
        def apply(patch: pytest.MonkeyPatch) -> None:
            for place in places:
                patch.setattr(place, _instead_of(resolve_name(place), leaky))

        return Leak(leaky.__name__, kind, apply)

    return planted


def _instead_of(sound: object, leaky: Callable[..., object]) -> object:
    if isinstance(sound, property):
        return property(partial(leaky, sound.fget))
    return lambda *given, **named: leaky(sound, *given, **named)


# What is due


@leak("due", "engine.procedure.offered")
def even_money_needs_a_natural(offered: Sound[Iterable[str]], coup: Coup) -> tuple[str, ...]:
    """By the offer: whether any box has a natural."""
    somebody = any(hand.is_natural for hand in coup.hands)
    return tuple(what for what in offered(coup) if somebody or what != "even_money")


@leak("due", "engine.windows.insurance_is_open", "engine.legality.insurance_is_open")
def insurance_ends_with_the_name_of_a_low_hidden_card(is_open: Sound[bool], coup: Coup) -> bool:
    """By the offer: that the hidden card, which passed unread and was named face down, is no ten."""
    name = coup.names.get(coup.hidden.seq) if coup.hidden is not None else None
    return is_open(coup) and (name is None or is_ten(name))


@leak("due", "engine.procedure.decides")
def natural_stops_as_any_21(decides: Sound[bool], coup: Coup, hand: BoxHand) -> bool:
    """With ``stop_on_21``, by a box that is passed over: that it has a natural."""
    if coup.rules.stop_on_21 and hand.is_natural:
        coup.show(hand)
        hand.stood = True
    return decides(coup, hand)


@leak("calls", "engine.windows.may_double")
def natural_is_not_offered_a_double(may_double: Sound[bool], coup: Coup, hand: BoxHand) -> bool:
    """By the calls: who has a natural, because it is not 11 (article 11)."""
    return may_double(coup, hand) and not hand.is_natural


@leak("calls", "engine.windows.may_split")
def ranks_must_agree_for_a_split(may_split: Sound[bool], coup: Coup, hand: BoxHand) -> bool:
    """With ``split_by`` rank, by the calls: who has a pair."""
    unlike = coup.rules.split_by == "rank" and len({card.rank for card in hand.known}) == 2
    return may_split(coup, hand) and not unlike


@leak("order", "engine.procedure.calls_open")
def likeliest_call_comes_first(calls_open: Sound[Iterable[str]], coup: Coup, hand: BoxHand) -> tuple[str, ...]:
    """By the order of the calls: who has 17 or more."""
    likely = "stand" if hand.points.total >= 17 else "hit"
    return tuple(sorted(calls_open(coup, hand), key=lambda call: call != likely))


@leak("length", "engine.procedure.plays_on", "engine.felt.plays_on")
def dealer_draws_not_against_naturals_alone(plays_on: Sound[bool], coup: Coup) -> bool:
    """By a coup that ends early: that only naturals are alive, which the dealer's low upcard cannot reach."""
    live = [hand for hand in coup.hands if hand.live_bets]
    beaten = live and all(hand.is_natural for hand in live) and not (is_ace(coup.upcard) or is_ten(coup.upcard))
    return plays_on(coup) and not beaten


@leak("when", "engine.procedure.offer")
def dealer_peeks_under_a_ten(offer: Sound[Steps], coup: Coup) -> Steps:
    """From the metal box, by a turn before any box is asked: that the hidden card makes a natural."""
    yield from offer(coup)
    if is_ten(coup.upcard) and coup.hidden is not None and coup.dealer.is_natural:
        for hand in coup.hands:
            hand.stood = True


@leak("order", "engine.procedure.dealer")
def dealer_burns_before_he_turns(dealer: Sound[Steps], coup: Coup) -> Steps:
    """By a burn that is due before the turn: that the hidden card leaves the dealer with less than 17."""
    if not coup.ace_up or coup.rules.equipment == "metal_box":
        yield from dealer(coup)
        return
    draws = partial(procedure.draws, coup)
    if draws():
        yield from procedure.burns(coup, 1, Article.DEAL, draws)
    yield from procedure.hidden_turned(coup)
    while draws():
        yield from procedure.card(coup, Draw(), DRAW, coup.dealer, face_up=True, needed=draws)


@leak("when", "engine.play.Play.send")
def empty_shoe_cancels_what_cannot_be_finished(send: Sound[None], play: Play, move: Move) -> None:
    """By a coup cancelled before the turn: that the hidden card leaves the dealer with less than 17."""
    send(play, move)
    coup = play.coup
    doomed = coup.hidden is not None and not coup.has_cards and procedure.draws(coup)
    if doomed and not (coup.hidden_turned or coup.cancelled):
        coup.told.alert(Notice.SHOE_RAN_OUT.alert())
        play.cancel()


# Refusals and alerts


@leak("refusal", "engine.felt.Felt.only_touches_left")
def request_passes_a_turn_that_no_card_follows(_sound: Sound[bool], felt: Felt) -> bool:
    """By a shuffle or a wager that is taken while the hidden card lies: that the dealer will stand."""
    coup, due = felt.open_coup, felt.due
    return type(due) is Settle or (coup is not None and type(due) is TurnHidden and not procedure.draws(coup))


@leak("refusal", "engine.happening.refusal")
def refusal_gives_the_weightiest_reason(refusal: Judge, felt: Felt, request: Request) -> Refusal | None:
    """By the reason for which a call out of turn is refused: that the hand, not shown, is no pair or no 11."""
    coup, hand, refused = felt.open_coup, legality.claimed_hand(felt, request), refusal(felt, request)
    if refused is None or coup is None or hand is None or len(hand.known) != 2:
        return refused
    return legality.borne_out(coup, hand, request) or refused


@leak("refusal", "engine.correction._late_refusal")
def late_insurance_that_wins_is_refused(refusal: Judge, felt: Felt, past: object, event: Request) -> Refusal | None:
    """By the refusal, which is to hinder cheats: that the dealer has a natural."""
    wins = isinstance(event, Insurance) and felt.open_coup is not None and felt.open_coup.dealer.is_natural
    return refusal(felt, past, event) or (Reason.INSURANCE_IS_CLOSED.refusal() if wins else None)


@leak("refusal", "engine.table.refusal")
def name_that_changes_nothing_is_refused(refusal: Judge, felt: Felt, past: object, event: Request) -> Refusal | None:
    """By the refusal of a name: that a face-down card was read as just that, so it can be guessed."""
    read = {laid.n: laid.value for laid in felt.cards.values()}
    idle = isinstance(event, CardNamed) and all(read.get(n) == card for n, card in names_in(event))
    return refusal(felt, past, event) or (Reason.NO_CARD_NAMED.refusal() if idle else None)


@leak("refusal", "engine.table.refusal")
def name_of_a_card_all_out_is_refused(refusal: Judge, felt: Felt, past: object, event: Request) -> Refusal | None:
    """By the refusal of a name: that as many of this card lie face down or burned as there are packs."""
    out = [(laid.n, laid.value) for laid in felt.cards.values()]
    names = names_in(event) if isinstance(event, CardNamed) else []
    all_out = any(sum(face == card and m != n for m, face in out) >= felt.rules.decks for n, card in names)
    return refusal(felt, past, event) or (Reason.NO_CARD_NAMED.refusal() if all_out else None)


@leak("alert", "engine.count.CardCount.seen")
def every_card_that_left_is_counted(seen: Sound[Alert | None], count: CardCount, laid: Laid) -> Alert | None:
    """By ``card_too_often``: that burned or face-down cards are the same as the one that is seen now."""
    alert, often = seen(count, laid), sum(out.value == laid.card for out in count.cards.values())
    if laid.card is None or often <= count.packs:
        return alert
    return Notice.CARD_TOO_OFTEN.alert(card=laid.card.face, times=often, packs=count.packs)


@leak("alert", "engine.coup.Coup.hold")
def card_that_joins_held_ones_is_seen(hold: Sound[None], coup: Coup, laid: Laid) -> None:
    """By ``card_too_often``: a card that was held."""
    hold(coup, laid)
    coup.told.turned.append(laid)


@leak("alert", "engine.history._name_lawful")
def only_a_true_claim_is_named_as_lawful_now(name_lawful: Sound[None], felt: Felt, entry: Entry) -> None:
    """By ``request_lawful_now``, or its silence: whether a hand that nobody showed is a pair or 11."""
    request, coup = entry.event, felt.open_coup
    hand = legality.claimed_hand(felt, request) if isinstance(request, Request) else None
    known = coup is not None and hand is not None and len(hand.known) == 2
    if not (known and legality.borne_out(coup, hand, request)):  # type: ignore[arg-type]
        name_lawful(felt, entry)


# Putting right


@leak("order", "engine.table.reconcile")
def moves_come_by_card(reconcile: Sound[Reconcile], felt: Felt, *given: object) -> Reconcile:
    """By the order of the moves: which of the face-down cards counts more."""
    points = {laid.n: laid.value.points for laid in felt.cards.values() if laid.value is not None}
    due = reconcile(felt, *given)
    return structs.replace(due, moves=tuple(sorted(due.moves, key=lambda move: points.get(move.n, 0))))


@leak("length", "engine.table.reconcile")
def equals_are_not_exchanged(reconcile: Sound[Reconcile], felt: Felt, *given: object) -> Reconcile:
    """By the moves that are left out: that two boxes' face-down cards count the same."""
    points = {laid.n: laid.value.points for laid in felt.cards.values() if laid.value is not None}
    due = reconcile(felt, *given)
    put = [(move.to, move.origin, points.get(move.n)) for move in due.moves]
    return structs.replace(due, moves=tuple(m for m in due.moves if (m.origin, m.to, points.get(m.n)) not in put))


@leak("length", "engine.table.reconcile")
def stands_that_anybody_makes_are_not_listed(reconcile: Sound[Reconcile], felt: Felt, *given: object) -> Reconcile:
    """By the calls that ``reconcile`` lists for the supervisor: who stood on 17 or more."""
    due, coup = reconcile(felt, *given), felt.open_coup
    hands = [hand for hand in coup.hands if hand.points.total >= 17] if coup is not None else []
    plain = [(hand.box, hand.number, "stand") for hand in hands]
    return structs.replace(due, calls=tuple(m for m in due.calls if (m.box, m.hand, m.what) not in plain))


@leak("view", "engine.coup.Coup.turn_up")
def moved_card_is_turned_before_it_is_laid(turn_up: Sound[None], coup: Coup, laid: Laid, **how: bool) -> None:
    """In the view while ``reconcile`` is due: a face-down card that a correction made the upcard or an extra card."""
    turn_up(coup, laid, **how | ({"is_seen": True} if laid.card is not None else {}))


@leak("view", "engine.table.Table._lie_as_they_were")
def voided_card_is_seen(lie_as_they_were: Sound[None], table: Table, before: Felt, entry: Entry) -> None:
    """In the view: a face-down card that was voided, once that is withdrawn."""
    lie_as_they_were(table, before, entry)
    for seq in entry.corrects if isinstance(entry.event, CardVoided) else ():
        table.felt.cards[seq].face_up = True


# The view and the money


@leak("view", "engine.projection._seen")
def view_says_soft_of_any_hand(seen: Sound[Seen], hand: Hand) -> Seen:
    """In the view: whether a face-down hand, or the dealer's, has an ace that counts 11."""
    cards, total, _ = seen(hand)
    return cards, total, hand.points.soft


@leak("view", "engine.projection._bet")
def view_says_bust_too_early(bet_view: Sound[BetView], offers: Offers, *given: Any) -> BetView:
    """In the view: that the read card of a hand whose other first card passed unread makes it bust."""
    seen = bet_view(offers, *given)
    hand: BoxHand = given[2]
    return structs.replace(seen, moved=Outcome.BUST) if hand.is_bust else seen


@leak("view", "engine.offers.Offers.takes_even_money")
def even_money_is_offered_to_naturals(takes: Sound[bool], offers: Offers, hand: BoxHand, bet: Bet) -> bool:
    """By what a bettor may ask for: that his hand is a natural."""
    return takes(offers, hand, bet) and hand.is_natural


@leak("view", "engine.greyed._calls")
def double_of_other_points_is_greyed(greyed: Sound[dict[str, Refusal]], felt: Felt) -> dict[str, Refusal]:
    """By why a call cannot be made: that a hand's two cards do not count 11."""
    hand = hand_asked(felt)
    if hand is None or type(felt.due) is not Ask or len(hand.known) != 2 or hand.points.total == 11:
        return greyed(felt)
    return {"double": Reason.NOT_ELEVEN.refusal(box=hand.box, hand=hand.number), **greyed(felt)}


@leak("view", "engine.slips._may_have_doubled")
def slip_of_a_double_is_offered_to_eleven(may: Sound[bool], coup: Coup, hand: BoxHand, laid: Laid) -> bool:
    """By what may be put right: that a hand had 11."""
    first_two = [each.card for each in hand.cards[:2] if each.card is not None]
    return may(coup, hand, laid) and points(first_two).total == 11


@leak("pay", "engine.procedure.extra_card")
def lost_insurance_is_taken_when_it_closes(extra_card: Sound[Drawn], coup: Coup, hand: BoxHand, laid: Laid) -> Drawn:
    """By money told at the first extra card: that the dealer has no natural."""
    was_open = not coup.extra_out
    again = yield from extra_card(coup, hand, laid)
    if was_open and coup.extra_out and not coup.dealer.is_natural:
        for (box, player), amount in sorted(coup.insurance.items()):
            coup.told.pay.append(Payment(box, 1, player, -amount, "lost", Article.INSURANCE, "insurance_lose"))
    return again


@leak("pay", "engine.settlement._reversed")
def cancelled_coup_still_pays_naturals(
    back: Sound[Iterable[SettlementRow]], hand: BoxHand, bet: Bet, dealer: Hand, rules: TableRules
) -> Iterable[SettlementRow]:
    """With ``void_keeps_paid``: who had a natural, though a cancelled coup's cards stay face down."""
    decided = rules.void_keeps_paid and hand.is_natural and not (hand.is_over or dealer.is_natural)
    return [settled(hand, bet, dealer, rules)] if decided else back(hand, bet, dealer, rules)


LEAKS: Final[tuple[Leak, ...]] = tuple(found for found in list(globals().values()) if isinstance(found, Leak))
