"""The order of play of a coup (articles 2(1), 2(4), 3), top to bottom: what is due, and what answers it.

Each part is a generator that yields the instruction that is due and receives the card or call that answers it, or
``None``: look again, something beside the procedure has changed. So every ``yield`` stands in a loop whose condition
is tested again. Whether a call is lawful was judged before it came here (:mod:`engine.legality`).
"""

from collections.abc import Generator
from typing import Literal, TypeAlias

from engine.articles import Article
from engine.coup import Coup, Passed
from engine.events import Call, Done
from engine.hand import BoxHand, Hand, Laid
from engine.instructions import Ask, Burn, Deal, Draw, Due, NameCard, Settle, TurnHidden
from engine.reasons import Moved, Notice
from engine.roles import BURN, DRAW, HIDDEN, SECOND, UPCARD, Role, extra, first_two
from engine.rules import TableRules

Move: TypeAlias = Passed | Call | Done | None
"""What can answer an instruction; ``None``: look again."""
Steps: TypeAlias = Generator[Due, Move, None]
"""A part of the order of play."""


class CannotGoOnError(RuntimeError):
    """The coup cannot be played to its end: it is cancelled (articles 2(1), 2(2))."""


class Play:
    """A coup being played: ``due`` is the instruction that is due, ``None`` once the coup is paid."""

    def __init__(self, coup: Coup) -> None:
        self.coup = coup
        self._steps = coup_from_burn_to_payment(coup)
        self.due: Due | None = next(self._steps)

    def send(self, move: Move) -> None:
        """Answer the instruction that is due; a coup that then cannot go on is cancelled."""
        try:
            self.due = self._steps.send(move)
        except StopIteration:
            self.due = None
        except CannotGoOnError:
            self.coup.told.alert(Notice.SHOE_RAN_OUT.alert())
            self.cancel()

    def cancel(self) -> None:
        """Every wager goes back; that is what is paid now."""
        self.coup.cancel()
        self._steps = payment(self.coup)
        self.due = next(self._steps)


def coup_from_burn_to_payment(coup: Coup) -> Steps:
    """One coup (articles 2(4), 3(1)a, 3(2))."""
    yield from burns(coup, coup.burns, coup.burns_article)
    yield from deal(coup)
    # Here insurance (8), even money (6) and the surrender window (12) are offered.
    for hand in coup.hands:
        yield from player(coup, hand)
    yield from dealer(coup)
    yield from hands_shown(coup)
    coup.finish()
    yield from payment(coup)


def burns(coup: Coup, count: int, article: Article) -> Steps:
    """So many cards are put aside, one at a time (2(1): as many as packs at first; 2(4): one before a coup)."""
    for left in range(count, 0, -1):
        yield from card(coup, Burn(left=left, article=article), BURN)


def deal(coup: Coup) -> Steps:
    """Two cards to each box face down, one upcard; an ace takes its hidden card at once, without a burn (3(1)a)."""
    for hand in two_each(coup):
        role = first_two(hand.box)
        yield from card(coup, Deal(to=role, face="down"), role, hand)
    yield from card(coup, Deal(to=UPCARD, face="up"), UPCARD, coup.dealer)
    if coup.ace_up:
        yield from card(coup, Deal(to=HIDDEN, face="down"), HIDDEN, coup.dealer)


def two_each(coup: Coup) -> list[BoxHand]:
    """The hands in the order they are dealt to: twice round, or each box its pair (3(1), ``deal_order``)."""
    if coup.rules.deal_order == "pairs":
        return [hand for hand in coup.hands for _ in range(2)]
    return coup.hands * 2


def player(coup: Coup, hand: BoxHand) -> Steps:
    """A box is asked until it stands, is bust or has a prize; even a natural, or silence would tell (3(2)b, c; 9).

    A card drawn while the hand is asked is its extra card, announced or not. Split (10) and double (11) belong here.
    """
    to = extra(hand.box, hand.number)
    hit = Deal(to=to, face="up", article=Article.PLAYER)
    announced = False
    while not (hand.stood or hand.is_seen_bust or hand.is_prize):
        can_hit = not coup.shoe.empty
        announced = announced and can_hit
        asked = Ask(box=hand.box, hand=hand.number, calls=("hit", "stand") if can_hit else ("stand",))
        move = coup.waiting.popleft() if coup.waiting else (yield hit if announced else asked)
        match move:
            case Passed(boxed=True):
                coup.discard(move, Notice.BOXED)
                announced = True
            case Passed():
                announced = False
                yield from named(coup, coup.lay(move, to, hand, face_up=True), to)
            case Call(call="hit"):
                announced = True
            case Call(call="stand"):
                hand.stood = True
    if hand.is_seen_bust:
        coup.move_at_once(hand, Moved.BUST)
        yield from shown(coup, hand)
    elif hand.is_prize:
        coup.move_at_once(hand, Moved.PRIZE)


def dealer(coup: Coup) -> Steps:
    """The second card with its burn, or the hidden one turned; then cards on 16 or less (2(4), 3(1)a, 3(2)a)."""
    burn_due = True
    if coup.ace_up:
        yield from hidden_turned(coup)
    elif plays_on(coup):
        yield from burns(coup, 1, Article.BURN)
        burn_due = False
        yield from card(coup, Deal(to=SECOND, face="up"), SECOND, coup.dealer)
    while plays_on(coup) and dealer_draws(coup.dealer, coup.rules):
        if burn_due:
            yield from burns(coup, 1, Article.DEAL)
            burn_due = False
        yield from card(coup, Draw(), DRAW, coup.dealer)


def plays_on(coup: Coup) -> bool:
    """With no wager alive the dealer neither burns nor draws (3(2), ``dealer_draws_without_wagers``)."""
    return coup.alive or coup.rules.dealer_draws_without_wagers


def dealer_draws(cards: Hand, rules: TableRules) -> bool:
    """16 or less draws, 17 or more stands; of a soft 17 the house decides (3(2)a, ``dealer_soft_17``)."""
    total, soft = cards.points
    return total <= 16 or (total == 17 and soft and rules.dealer_soft_17 == "draw")


def hidden_turned(coup: Coup) -> Steps:
    """The hidden card is turned; a card that leaves the shoe says that it was (3(1)a)."""
    hidden = coup.dealer.cards[1]
    while not hidden.face_up:
        if coup.waiting:
            hidden.face_up = True
            continue
        move = yield TurnHidden()
        if isinstance(move, Passed):
            coup.waiting.append(move)
        hidden.face_up = isinstance(move, Done)
    if plays_on(coup):
        yield from named(coup, hidden, HIDDEN)


def hands_shown(coup: Coup) -> Steps:
    """Before paying, every hand is shown."""
    for hand in coup.hands:
        yield from shown(coup, hand)


def shown(coup: Coup, hand: BoxHand) -> Steps:
    """Each card of a hand that is shown must be known (3(2)b)."""
    for laid in hand.cards:
        yield from named(coup, laid, coup.roles[laid.n])


def payment(coup: Coup) -> Steps:
    """The dealer pays and takes; a card drawn meanwhile is a mistake, and void (3(2)a)."""
    article = Article.START if coup.cancelled else Article.WIN
    while True:
        while coup.waiting:
            coup.discard(coup.waiting.popleft(), Notice.LEFT_OVER if coup.cancelled else Notice.DRAWN_BY_MISTAKE)
        move = yield Settle(article=article)
        if isinstance(move, Passed):
            coup.discard(move, Notice.DRAWN_BY_MISTAKE)
        elif isinstance(move, Done):
            return


def card(coup: Coup, due: Burn | Deal | Draw, role: Role, hand: Hand | None = None) -> Steps:
    """The next card that counts takes ``role``; a boxed one is void, its role passes on, but it can be burned (2(1)).

    Raises:
        CannotGoOnError: the shoe is empty (2(2)).
    """
    face: Literal["up", "down"] = due.face if isinstance(due, Deal) else "up" if isinstance(due, Draw) else "down"
    while True:
        if coup.shoe.empty and not coup.waiting:
            raise CannotGoOnError
        move = coup.waiting.popleft() if coup.waiting else (yield due)
        if not isinstance(move, Passed):
            continue
        if move.boxed and role != BURN:
            coup.discard(move, Notice.BOXED)
            continue
        laid = coup.lay(move, role, hand, face_up=face == "up")
        if laid.face_up:
            yield from named(coup, laid, role)
        return


def named(coup: Coup, laid: Laid, role: Role) -> Steps:
    """A card that must be known and passed unread is named before anything else; cards meanwhile wait."""
    while laid.card is None:
        move = yield NameCard(n=laid.n, role=role)
        if isinstance(move, Passed):
            coup.waiting.append(move)
