"""What may have gone wrong just now, and what puts it right: complete requests that the law takes as they are.

Everything here follows from what everybody sees. A double before a card that has left is a claim on cards that nobody
may have seen: those alone can refute it.
"""

from collections.abc import Iterator
from copy import copy
from itertools import islice
from operator import itemgetter
from typing import Final, Literal, TypeAlias

from engine.articles import Article
from engine.correction import numbers_in, placed_before, refusal, undoes_the_betting, unseen
from engine.coup import Coup
from engine.entry import Entry, named_as
from engine.events import (
    AnyEvent,
    BettingClosed,
    Call,
    CardExposed,
    CardHeld,
    CardOut,
    CardVoided,
    Done,
    MisdealFound,
    PlayerLeft,
    PlayerSeated,
    Request,
    ShuffleCalled,
    WagerPlaced,
    WagerWithdrawn,
    Withdrawn,
)
from engine.felt import Felt
from engine.hand import BoxHand, Laid, points
from engine.history import IN_THE_COUP, History
from engine.instructions import Ask, Deal, NameCard, Offer, Reconcile
from engine.roles import HELD, VOID, box_and_hand
from engine.view import Slip

Code: TypeAlias = Literal["had_stood", "had_stood_laid", "doubled", "split", "nobody_asked", "seen", "void", "misread"]
"""Slips that are of a card."""
REQUESTS_BACK: Final = 3
"""Requests that can be taken back."""
CARDS_BACK: Final = 4
"""So many cards are looked back at."""
STAND_AS_THEY_ARE: Final = (
    *(PlayerSeated, PlayerLeft, WagerPlaced, WagerWithdrawn, BettingClosed, ShuffleCalled),
    MisdealFound,
)
"""What is not undone in a coup: its betting, and a laying that has begun."""
MISDEAL: Final = Slip(code="misdeal", event=MisdealFound(reason="misdeal", by=""))
"""The felt is not as shown, whatever the reason."""


def slips(felt: Felt, history: History) -> tuple[Slip, ...]:
    """What may be put right in the open coup, the likeliest first; but for ``by`` each is complete."""
    coup = felt.open_coup
    if coup is None or not coup.begun:
        return ()
    found = _offered(felt, coup, history)
    if not _was_paid_once(felt, history):
        return found
    return tuple(slip for slip in found if slip.event is not None and _keeps_the_coup(felt, history, slip.event))


def _offered(felt: Felt, coup: Coup, history: History) -> tuple[Slip, ...]:
    if coup.cancelled or type(felt.due) is Reconcile or type(felt.due) is NameCard:
        return (*islice(_undo(felt, history), 1), *_misread(coup))
    drawn = _drawn(felt, coup, history)
    found = [*_newest_first(felt, coup, history, drawn), *_seen(coup), *_void(felt)]
    found += [slip for laid, hand in drawn[1:] for slip in _of_extra_card(coup, laid, hand)]
    return (*found, *_misread(coup), MISDEAL)


def _newest_first(felt: Felt, coup: Coup, history: History, drawn: list[tuple[Laid, BoxHand]]) -> Iterator[Slip]:
    """What the newest card, the newest extra card and the newest request may have been, by when they happened."""
    acts = [(laid.seq, tuple(_of_extra_card(coup, laid, hand))) for laid, hand in drawn[:1]]
    acts.append((_newest(felt).seq, tuple(_nobody_asked(felt, drawn))))
    acts += [(slip.event.seq, (slip,)) for slip in _undo(felt, history) if isinstance(slip.event, Withdrawn)]
    for _, found in sorted(acts, key=itemgetter(0), reverse=True):
        yield from found


# Extra cards


def _drawn(felt: Felt, coup: Coup, history: History) -> list[tuple[Laid, BoxHand]]:
    """The last cards that a hand drew when it was asked, the newest first, each with its hand."""
    extra = [laid for laid in felt.cards.values() if laid.role is not None and "/" in laid.role]
    drawn = []
    for laid in reversed(extra):
        box, number = box_and_hand(laid.role) or (0, 0)
        hand = coup.hand(box, number)
        if hand is None or laid.seq in history.base.cards or not _was_asked(hand, laid, is_first=laid is extra[0]):
            continue
        drawn.append((laid, hand))
        if len(drawn) == CARDS_BACK:
            break
    return drawn


def _was_asked(hand: BoxHand, laid: Laid, *, is_first: bool) -> bool:
    """It could have stood when the card left: it was asked, or had asked for the card, or was the first to be asked."""
    match laid.asked:
        case Ask(box=box, hand=number):
            return (box, number) == (hand.box, hand.number)
        case Deal(to=to, article=Article.PLAYER):
            return to == laid.role
        case Offer():
            return is_first and laid.fate == "plays"
    return False


def _of_extra_card(coup: Coup, laid: Laid, hand: BoxHand) -> Iterator[Slip]:
    """The hand had stood before its card, or had doubled."""
    stand = Call(box=hand.box, hand=hand.number, call="stand", before=laid.n, felt="agrees")
    yield _of_card("had_stood", laid, stand)
    yield _of_card("had_stood_laid", laid, Call(box=hand.box, hand=hand.number, call="stand", before=laid.n))
    if hand.cards[2:3] == [laid] and _may_have_doubled(coup, hand, laid):
        yield _of_card("doubled", laid, Call(box=hand.box, hand=hand.number, call="double", before=laid.n))
    if hand.cards[2:3] == [laid] and type(laid.asked) is Ask and "split" in laid.asked.calls:
        yield _of_card("split", laid, Call(box=hand.box, hand=hand.number, call="split", before=laid.n))


def _may_have_doubled(coup: Coup, hand: BoxHand, laid: Laid) -> bool:
    """By what everybody sees: the first two cards of a hand that may be doubled, and if they lie open, 11 (11)."""
    first_two = hand.cards[:2]
    shown = [each.card for each in first_two if each.face_up and each.card is not None]
    if len(shown) == 2 and points(shown).total != 11:
        return False
    if type(laid.asked) is Ask:
        return "double" in laid.asked.calls
    return not coup.shoe.empty and (not hand.split or coup.rules.double_after_split)


def _nobody_asked(felt: Felt, drawn: list[tuple[Laid, BoxHand]]) -> Iterator[Slip]:
    """The newest card was pulled although nobody asked for it, or while the coup was paid: it stays with the dealer."""
    newest = _newest(felt)
    is_drawn = bool(drawn) and drawn[0][0] is newest
    if is_drawn or (newest.role == VOID and newest.fate == "plays" and not newest.boxed):
        yield _of_card("nobody_asked", newest, CardHeld(n=newest.n, by=""))


# Other cards


def _newest(felt: Felt) -> Laid:
    return felt.cards[next(reversed(felt.cards))]


def _void(felt: Felt) -> Iterator[Slip]:
    """The newest card fell, or was damaged."""
    newest = _newest(felt)
    if newest.role not in (VOID, HELD, None):
        yield _of_card("void", newest, CardVoided(n=newest.n, reason="void", by=""))


def _seen(coup: Coup) -> Iterator[Slip]:
    """The newest card that lies face down in a hand was seen by all."""
    if coup.settlement is not None:
        return
    down = [laid for laid in coup.cards() if not laid.face_up and not laid.sealed]
    if down:
        newest = max(down, key=_seq)
        yield _of_card("seen", newest, CardExposed(n=newest.n, by=""))


def _misread(coup: Coup) -> Iterator[Slip]:
    """The newest cards that lie open have other names than they were read by."""
    public = [laid for laid in coup.cards() if laid.face_up and laid.card is not None]
    public.sort(key=_seq, reverse=True)
    return (_of_card("misread", laid, None) for laid in public[:CARDS_BACK])


def _seq(laid: Laid) -> int:
    return laid.seq


def _of_card(code: Code, laid: Laid, event: AnyEvent | None) -> Slip:
    box, hand = box_and_hand(laid.role) or (None, None)
    face = laid.card.face if laid.face_up and laid.card is not None else None
    return Slip(code=code, event=event, box=box, hand=hand, n=laid.n, role=laid.role, face=face)


# Requests


def _undo(felt: Felt, history: History) -> Iterator[Slip]:
    """The newest request or correction since the coup's first card, and the calls and claims just before it."""
    begun = _first_card(felt, history)
    if begun is None:
        return
    asked = [entry for entry in history.entries if _may_be_undone(entry, begun)]
    found = 0
    for entry in sorted(asked, key=lambda entry: entry.seq, reverse=True):
        event = Withdrawn(seq=entry.seq, reason="slip", by="")
        if (found and not isinstance(entry.event, IN_THE_COUP)) or refusal(felt, history, event) is not None:
            continue
        box, hand, n = (getattr(entry.event, name, None) for name in ("box", "hand", "n"))
        yield Slip(code="undo", event=event, box=box, hand=hand, n=n, what=_what(entry.event))
        found += 1
        if found == REQUESTS_BACK:
            return


def _what(event: AnyEvent | Request) -> str:
    """A request as ``undo`` names it: what was done by what it was of."""
    return event.of if isinstance(event, Done) and event.of is not None else named_as(event)


def _first_card(felt: Felt, history: History) -> int | None:
    """The record of the first card that the open coup took."""
    before = history.base.cards
    return next((seq for seq, laid in felt.cards.items() if seq not in before and laid.role not in (VOID, HELD)), None)


def _may_be_undone(entry: Entry, since: int) -> bool:
    event = entry.event
    if type(event) is CardOut or entry.seq < since or entry.refused is not None:
        return False
    return isinstance(event, Request) and not isinstance(event, (*STAND_AS_THEY_ARE, Withdrawn))


def _was_paid_once(felt: Felt, history: History) -> bool:
    """A correction opened the coup once more: a wager for the next was placed after its first card."""
    first = _first_card(felt, history) or 0
    return any(
        type(entry.event) is WagerPlaced and entry.seq > first and entry.refused is None for entry in history.entries
    )


def _keeps_the_coup(felt: Felt, history: History, event: AnyEvent) -> bool:
    """With ``event`` the open coup is the one that is open now, of whatever was played since."""
    if not isinstance(event, Request) or isinstance(event, CardExposed | MisdealFound):
        return True
    newest = max(entry.seq for entry in history.entries)
    cards = tuple(laid.seq for n in numbers_in(event) if (laid := felt.card(n)) is not None)
    past = History(
        history.base, [copy(entry) for entry in history.entries]
    )  # a claim that is judged anew is written on
    past = past.corrected(Entry(newest + 1, event, corrects=cards), placed_before(felt, history, event))
    after, _ = past.played({} if event.felt == "agrees" else unseen(felt))
    return not undoes_the_betting(felt, after, event, told=True)
