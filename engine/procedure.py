"""The order of play of a coup (articles 2(1), 2(4), 3), top to bottom: what is due, and what answers it.

Each part is a generator that yields the instruction that is due and receives the card or call that answers it, or
``None``: look again, something beside the procedure has changed. So every ``yield`` stands in a loop whose condition
is tested again. Whether a call is lawful was judged before it came here (:mod:`engine.legality`).
"""

from collections.abc import Callable, Generator
from functools import cache
from typing import Final, Literal, TypeAlias

from engine.articles import Article
from engine.coup import Coup
from engine.events import Call, Done
from engine.hand import BoxHand, Hand, Laid
from engine.instructions import Ask, Burn, Deal, Draw, Due, Offer, Reconcile, Settle, TurnHidden
from engine.reasons import Notice
from engine.roles import BURN, DRAW, HIDDEN, SECOND, UPCARD, Role, first_two
from engine.rules import TableRules
from engine.windows import calls_open, offered

Move: TypeAlias = Laid | Call | Done | None
"""What can answer an instruction; ``None``: look again."""
Steps: TypeAlias = Generator[Due, Move, None]
"""A part of the order of play."""

SEALED: Final = Reconcile(moves=(), why="")
"""A card has no value before it is turned: what is due is laid over this (:class:`engine.felt.Felt`)."""
DRAW_ONE: Final = Draw()
"""The dealer's extra card is due."""

turn_hidden = cache(lambda article: TurnHidden(article=article))
burn = cache(lambda left, article: Burn(left=left, article=article))
deal_to = cache(lambda to, face, article=Article.DEAL: Deal(to=to, face=face, article=article))
ask = cache(lambda box, hand, calls: Ask(box=box, hand=hand, calls=calls))
offer_of = cache(lambda what: Offer(what=what, article=Article.INSURANCE if "insurance" in what else Article.SURRENDER))


class CannotGoOnError(RuntimeError):
    """The coup cannot be played to its end: it is cancelled (articles 2(1), 2(2))."""


def coup_from_burn_to_payment(coup: Coup) -> Steps:
    """One coup (articles 2(4), 3(1), 3(2))."""
    yield from burns(coup, coup.burns, Article.START if coup.is_opening else Article.BURN)
    yield from deal(coup)
    yield from offer(coup)
    for hand in coup.hands:  # a split puts its new hand behind the box's others, and it is played in its turn
        yield from player(coup, hand)
    yield from dealer(coup)
    yield from hands_shown(coup)
    coup.finish()
    yield from payment(coup)


def burns(coup: Coup, count: int, article: Article, needed: Callable[[], bool] | None = None) -> Steps:
    """So many cards are put aside, one at a time (2(1): as many as packs at first; 2(4): one before a coup)."""
    for left in range(count, 0, -1):
        yield from card(coup, burn(left, article), BURN, needed=needed)


def deal(coup: Coup) -> Steps:
    """Two cards to each box, one upcard; the hidden card at once on an ace, without a burn (3(1)a), and always from
    the metal box (3(1)b).
    """
    article, face = coup.deal_article, coup.rules.player_cards
    for hand in two_each(coup):
        role = first_two(hand.box)
        yield from card(coup, deal_to(role, face, article), role, hand, face_up=face == "up")
    yield from card(coup, deal_to(UPCARD, "up", article), UPCARD, coup.dealer, face_up=True)
    coup.face_upcard()
    if coup.has_hidden:
        yield from card(coup, deal_to(HIDDEN, "down", article), HIDDEN, coup.dealer)


def two_each(coup: Coup) -> list[BoxHand]:
    """The hands in the order they are dealt to: twice round, or each box its pair (3(1), ``deal_order``)."""
    if coup.rules.deal_order == "pairs":
        return [hand for hand in coup.hands for _ in range(2)]
    return coup.hands * 2


def offer(coup: Coup) -> Steps:
    """Insurance (8), even money (6) and surrender (12) are offered, for as long as a hand is left to play.

    A card that leaves says that the offer was made.
    """
    while not coup.next_waits and coup.hand_to_play is not None:
        what = offered(coup)
        if not what:
            return
        move = yield offer_of(what)
        if type(move) is Laid:
            coup.waiting.append(move)
        elif move is not None:
            return


def player(coup: Coup, hand: BoxHand) -> Steps:
    """A box is asked until it stands, is bust or has a prize; even a natural, or silence would tell (3(2)b, c; 9).

    A card drawn while the hand is asked is its extra card, announced or not.
    """
    yield from second_card(coup, hand)
    to = coup.extra(hand)
    announced = False
    while decides(coup, hand):
        announced = announced and coup.has_cards
        move: Move = coup.next_card(needed=announced) if coup.waiting or coup.shoe.held else None
        if move is not None:
            pass
        elif announced:
            move = yield deal_to(to, "up", Article.PLAYER)
        else:
            move = yield ask(hand.box, hand.number, calls_open(coup, hand))
        if type(move) is Laid:
            announced = yield from extra_card(coup, hand, move)
        elif type(move) is Call:
            announced = move.call == "hit"
            yield from called(coup, hand, move)


def decides(coup: Coup, hand: BoxHand) -> bool:
    """Its player has still to decide, after what its cards themselves bring about: a bust (3(2)b), a prize (9), and
    by house rule a stop on 21 (3(2), ``stop_on_21``). Each shows the hand, and a name that was given to a card that
    lay face down counts from then on: so it is judged once more.
    """
    if not hand.to_play:
        return False
    if brings_about(coup, hand) is not None:
        coup.show(hand)
        match brings_about(coup, hand):
            case "bust":
                coup.take_bust(hand)
            case "prize":
                coup.pay_prize(hand)
            case "stop":
                hand.stood = True
    return hand.to_play


def brings_about(coup: Coup, hand: BoxHand) -> Literal["bust", "prize", "stop"] | None:
    """What the cards of a hand themselves bring about."""
    if hand.is_seen_bust:
        return "bust"
    if coup.wins_prize(hand):
        return "prize"
    stops = coup.rules.stop_on_21 and hand.total == 21 and hand.unread is None and not hand.is_natural
    return "stop" if stops else None


def extra_card(coup: Coup, hand: BoxHand, laid: Laid) -> Generator[Due, Move, bool]:
    """A card for the hand that is asked; gives whether the next one is due to it all the same.

    The role of a boxed card passes to the next (2(1)); after one that somebody voided the hand is asked again.
    """
    if laid.fate == "void" or laid.boxed:
        coup.discard(laid, None if laid.fate == "void" else Notice.BOXED)
        return laid.fate != "void"
    coup.extra_out.add(hand.box)
    coup.lay(laid, coup.extra(hand), hand, face_up=True)
    if laid.card is None:
        yield from named(laid)
    return False


def called(coup: Coup, hand: BoxHand, call: Call) -> Steps:
    """The hand stands, splits (10) or doubles (11); a hit is announced only, and a surrender (12) has happened."""
    if call.call == "stand":
        hand.stood = True
    elif call.call == "split":
        new = coup.split(hand, call.matched_by)
        yield from second_card(coup, hand)
        if coup.rules.split_deal == "both_at_once":
            yield from second_card(coup, new)
    elif call.call == "double":
        coup.double(hand, call.matched_by)
        yield from doubled_card(coup, hand)


def second_card(coup: Coup, hand: BoxHand) -> Steps:
    """A split hand's second card; split aces get no other (10)."""
    if len(hand.cards) != 1 or not hand.split:
        return
    if hand.to_play:
        yield from extra_due(coup, hand, Article.SPLIT, lambda: hand.to_play)
    first = hand.cards[0].card
    hand.stood = hand.stood or (first is not None and first.points == 1)


def doubled_card(coup: Coup, hand: BoxHand) -> Steps:
    """One card only (11). A shoe that is empty has none: the double is not taken (2(2))."""
    drawn = len(hand.cards)
    yield from extra_due(coup, hand, Article.DOUBLE, lambda: coup.has_cards)
    if len(hand.cards) > drawn:
        hand.stood = True
    else:
        for bet in hand.bets:
            bet.amount = bet.unit


def extra_due(coup: Coup, hand: BoxHand, article: Article, needed: Callable[[], bool]) -> Steps:
    """An extra card that the hand must have."""
    to = coup.extra(hand)
    before = len(hand.cards)
    yield from card(coup, deal_to(to, "up", article), to, hand, face_up=True, needed=needed)
    if len(hand.cards) > before:
        coup.extra_out.add(hand.box)


def dealer(coup: Coup) -> Steps:
    """The second card with its burn, or the hidden one turned; then cards on 16 or less (2(4), 3(1), 3(2)a)."""
    burn_due = coup.rules.equipment == "shoe"
    if coup.has_hidden:
        yield from hidden_turned(coup)
    elif plays_on(coup):
        yield from burns(coup, 1, Article.BURN, lambda: plays_on(coup))
        burn_due = False
        if plays_on(coup):
            second = deal_to(SECOND, "up")
            yield from card(coup, second, SECOND, coup.dealer, face_up=True, needed=lambda: plays_on(coup))
    while draws(coup):
        if burn_due:
            yield from burns(coup, 1, Article.DEAL, lambda: draws(coup))
            burn_due = False
            continue
        yield from card(coup, DRAW_ONE, DRAW, coup.dealer, face_up=True, needed=lambda: draws(coup))


def plays_on(coup: Coup) -> bool:
    """With no wager alive the dealer neither burns nor draws (3(2), ``dealer_draws_without_wagers``)."""
    return coup.rules.dealer_draws_without_wagers or coup.alive


def draws(coup: Coup) -> bool:
    """The dealer draws another card."""
    return plays_on(coup) and dealer_draws(coup.dealer, coup.rules)


def dealer_draws(cards: Hand, rules: TableRules) -> bool:
    """16 or less draws, 17 or more stands; of a soft 17 the house decides (3(2)a, ``dealer_soft_17``)."""
    total = cards.total
    return total <= 16 or (total == 17 and rules.dealer_soft_17 == "draw" and cards.points.soft)


def hidden_turned(coup: Coup) -> Steps:
    """The hidden card is turned; a card that leaves the shoe says that it was (3(1)a)."""
    hidden = coup.dealer.cards[1]
    while not coup.hidden_turned:
        if not coup.next_waits:
            move = yield turn_hidden(coup.deal_article)
            if type(move) is Laid:
                coup.waiting.append(move)
            elif move is None:
                continue
        coup.hidden_turned = True
    coup.turn_up(hidden, must_be_named=plays_on(coup) or coup.is_insured)
    if plays_on(coup) or coup.is_insured:
        yield from named(hidden)


def hands_shown(coup: Coup) -> Steps:
    """Before paying, every hand that lives is shown, and each of its cards must be known (3(2)b)."""
    waits = False
    for hand in coup.hands:
        for laid in () if hand.is_over else hand.cards:
            if not laid.face_up or laid.card is None:
                coup.to_pay.append(laid)
                coup.turn_up(laid)
            waits = waits or laid.card is None
    if waits or coup.to_name or coup.names:  # a name that was given before may count only now
        hidden = coup.hidden
        for laid in list(coup.cards()):
            if laid is not hidden and (laid.face_up or laid.sealed):
                yield from named(laid)
        coup.judge_named()


def payment(coup: Coup) -> Steps:
    """The dealer pays and takes; a card drawn meanwhile is a mistake, and void (3(2)a)."""
    settle = Settle(article=Article.START if coup.cancelled else Article.WIN)
    while True:
        while (laid := coup.next_card(needed=False)) is not None:
            coup.discard(laid, Notice.LEFT_OVER if coup.cancelled else Notice.DRAWN_BY_MISTAKE)
        move = yield settle
        if type(move) is Laid:
            coup.discard(move, Notice.DRAWN_BY_MISTAKE if move.fate == "plays" else None)
        elif move is not None:
            return


def card(
    coup: Coup,
    due: Burn | Deal | Draw,
    role: Role,
    hand: Hand | None = None,
    *,
    face_up: bool = False,
    needed: Callable[[], bool] | None = None,
) -> Steps:
    """The next card that counts takes ``role``; a boxed one is void, its role passes on, but it can be burned (2(1)).

    Held cards come first (2(1)). ``needed`` says, whenever it is looked at again, whether the card still is.

    Raises:
        CannotGoOnError: the shoe is empty (2(2)).
    """
    shoe = coup.shoe
    while True:
        move: Move = coup.next_card(needed=True) if coup.waiting or shoe.held else None
        if move is None:
            if shoe.empty and not coup.to_name:
                raise CannotGoOnError
            move = yield due
        if type(move) is not Laid:
            if needed is not None and not needed():
                return
            continue
        if move.fate == "void":
            coup.discard(move, None)
            continue
        if move.boxed and role != BURN:
            coup.discard(move, Notice.BOXED)
            continue
        coup.lay(move, role, hand, face_up=face_up)
        if face_up and move.card is None:
            yield from named(move)
        return


def named(laid: Laid) -> Steps:
    """A card that must be known and passed unread is named before anything else; one that lies face down but belongs
    face up is turned. Cards meanwhile wait.
    """
    while laid.card is None:
        yield SEALED
