"""A card's name, of thirteen ranks and four suits; nothing is picked beforehand, and nothing is guessed."""

from dataclasses import replace
from typing import Final

from engine.cards import Card, Rank, Suit
from engine.events import AnyEvent, CardNamed, CardOut, NamedCard
from engine.instructions import Ask, Burn, Deal, Draw, NameCard
from engine.view import PublicView
from ui.opened import Naming
from ui.pads.keys import Made, primary
from ui.pads.people import DEALER
from ui.places import hand_of
from ui.shown import Button, Pad
from ui.texts import text
from ui.theme import Tone

IN_ROW: Final = 7
"""Ranks beside each other."""


def is_told_by_hand(view: PublicView) -> bool:
    """People tell the next card, since no reader does, and its face is public."""
    if view.reader.state != "by_hand":
        return False
    return isinstance(view.due, Draw) or (isinstance(view.due, Deal) and view.due.face == "up")


def is_passed_by_hand(view: PublicView) -> bool:
    """People tell that the next card left, and nobody knows which."""
    if view.reader.state != "by_hand":
        return False
    return isinstance(view.due, Burn) or (isinstance(view.due, Deal) and view.due.face == "down")


def to_be_named(opened: Naming, view: PublicView) -> tuple[int, ...]:
    """The cards that are named together, by their numbers in the shoe; none by hand."""
    if opened.misread is not None:
        return (opened.misread,)
    if not isinstance(view.due, NameCard):
        return ()
    hand = hand_of(view, view.due.role)
    return hand.unread if hand is not None and view.due.n in hand.unread else (view.due.n,)


def naming(opened: Naming, view: PublicView) -> Made:
    """The keys, and what the primary says of what is picked."""
    ranks = [_rank(opened, rank) for rank in Rank]
    suits = tuple(_suit(opened, suit) for suit in Suit)
    title = text("pad.misread", n=opened.misread) if opened.misread is not None else ""
    made = Pad(title, rows=(tuple(ranks[:IN_ROW]), tuple(ranks[IN_ROW:]), suits))
    return made, _named(opened, view)


def _rank(opened: Naming, rank: Rank) -> Button:
    then = replace(opened, rank=None if opened.rank is rank else rank)
    return Button(f"rank:{rank}", text(f"key.{rank}"), Tone.ASK, opens=then, is_picked=opened.rank is rank)


def _suit(opened: Naming, suit: Suit) -> Button:
    then = replace(opened, suit=None if opened.suit is suit else suit)
    return Button(f"suit:{suit}", text(f"suit.{suit}"), Tone.ASK, opens=then, is_picked=opened.suit is suit, sign=suit)


def _named(opened: Naming, view: PublicView) -> Button:
    """What is picked: the name, or the next one of a hand."""
    rank, suit = opened.rank, opened.suit
    numbers = to_be_named(opened, view)
    at = len(opened.named)
    if rank is None or suit is None:
        words = text("button.name_first") if len(numbers) < 2 else text("button.name_nth", n=at + 1, of=len(numbers))
        return primary(words, Tone.ASK, is_open=False)
    face = rank.value + suit.value
    words = text("button.name_it", card=text("card", rank=text(f"rank.{rank}"), suit=text(f"suit.{suit}")))
    if at + 1 < len(numbers):
        then = Naming(named=(*opened.named, face), misread=opened.misread)
        return replace(primary(words, Tone.ASK), opens=then)
    event = _event(numbers, (*opened.named, face), view)
    return replace(primary(words, Tone.ASK), press=event, answers=view.due_seq)


def _event(numbers: tuple[int, ...], faces: tuple[str, ...], view: PublicView) -> AnyEvent:
    cards = [Card.parse(face) for face in faces]
    by = view.dealt_by or DEALER
    if not numbers:
        return CardOut(card=cards[0], reader="hand")
    if len(numbers) == 1:
        return CardNamed(n=numbers[0], card=cards[0], by=by)
    return CardNamed(names=tuple(NamedCard(n, card) for n, card in zip(numbers, cards, strict=True)), by=by)


def passed(view: PublicView) -> Button:
    """By hand: a card left that nobody looks at."""
    code = "button.burned" if isinstance(view.due, Burn) else "button.dealt"
    return replace(primary(text(code), Tone.MOVE), press=CardOut(card=None, reader="hand"), answers=view.due_seq)


def is_asked_by_hand(view: PublicView) -> bool:
    """A hit must be told, since no reader sees its card."""
    return view.reader.state == "by_hand" and isinstance(view.due, Ask)
