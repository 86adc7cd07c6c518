"""What is due now: the one thing the dealer must do or await, with its article."""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.articles import Article
from engine.roles import Role


class Instruction(Struct, frozen=True, tag_field="do", kw_only=True):
    """Anything that can be due."""

    article: Article


class TakeWagers(Instruction, frozen=True, tag="take_wagers", kw_only=True):
    """Players place their wagers; the dealer closes the betting."""

    article: Article = Article.BOXES


class Burn(Instruction, frozen=True, tag="burn", kw_only=True):
    """Put the next card aside, face down."""

    left: int
    """Cards still to burn, this one included."""
    article: Article = Article.BURN


class Deal(Instruction, frozen=True, tag="deal", kw_only=True):
    """Give the next card to this place."""

    to: Role
    face: Literal["up", "down"]
    article: Article = Article.DEAL


class Offer(Instruction, frozen=True, tag="offer", kw_only=True):
    """Offer the boxes what may be asked for before the first extra card."""

    what: tuple[str, ...]
    """``insurance`` (8), ``even_money`` (6), ``surrender`` (12): those that are open."""
    article: Article = Article.SURRENDER


class Ask(Instruction, frozen=True, tag="ask", kw_only=True):
    """Ask this hand's player for a decision; a card drawn now is a hit."""

    box: int
    hand: int
    calls: tuple[str, ...]
    """The calls that public cards allow."""
    article: Article = Article.ORDER


class TurnHidden(Instruction, frozen=True, tag="turn_hidden", kw_only=True):
    """Turn the dealer's hidden card."""

    article: Article = Article.DEAL


class Draw(Instruction, frozen=True, tag="draw", kw_only=True):
    """The dealer draws an extra card."""

    article: Article = Article.DEALER


class Settle(Instruction, frozen=True, tag="settle", kw_only=True):
    """Pay and take."""

    article: Article = Article.WIN


class Shuffle(Instruction, frozen=True, tag="shuffle", kw_only=True):
    """Shuffle, cut and load."""

    article: Article = Article.END


class NameCard(Instruction, frozen=True, tag="name_card", kw_only=True):
    """Name a card that passed unread and must now be known."""

    n: int
    """Which card of the shoe, counted from 1."""
    role: Role
    article: Article = Article.START


class Place(Struct, frozen=True, rename={"origin": "from"}):
    """Where a card lies, and where it belongs by law."""

    n: int
    """Which card of the shoe, counted from 1."""
    origin: Role
    to: Role


class Made(Struct, frozen=True):
    """A call or claim that was made since the cards lay wrong: a supervisor judges it (article 2(1))."""

    seq: int
    """Its record or line."""
    box: int
    hand: int
    what: str
    """``hit``, ``stand``, ``double``, ``split``, ``surrender``, ``insurance`` or ``even_money``."""


class Reconcile(Instruction, frozen=True, tag="reconcile", kw_only=True):
    """Lay the cards as the law has them; where that can't be, cancel the coup."""

    moves: tuple[Place, ...]
    why: str
    """What was found, in the words of who found it."""
    calls: tuple[Made, ...] = ()
    article: Article = Article.START


Due: TypeAlias = TakeWagers | Burn | Deal | Offer | Ask | TurnHidden | Draw | Settle | Shuffle | NameCard | Reconcile
"""Every instruction."""
