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


Due: TypeAlias = TakeWagers | Burn | Deal | Ask | TurnHidden | Draw | Settle | Shuffle | NameCard
"""Every instruction. The regulation's offers (insurance, even money, surrender) and ``reconcile`` will join them."""
