"""What the table answers to one event: role, what is due, refusal, alerts, money that moves, the coup's result."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from engine.articles import Article
from engine.instructions import Due
from engine.roles import Role


class Outcome(StrEnum):
    """How a wager ended."""

    NATURAL = "natural"
    """3:2 (article 6)."""
    WIN = "win"
    """1:1 (article 5)."""
    PUSH = "push"
    """Nobody wins (article 7)."""
    LOSE = "lose"
    """The wager is taken."""
    BUST = "bust"
    """The wager was taken at once (article 3(2)b)."""
    BONUS = "bonus"
    """Three times the wager, at once (article 9)."""
    SURRENDER = "surrender"
    """Half the wager was given up (article 12)."""
    EVEN_MONEY = "even_money"
    """A natural took 1:1 before the hidden card was shown (article 6)."""
    INSURANCE_WIN = "insurance_win"
    """2:1 (article 8)."""
    INSURANCE_LOSE = "insurance_lose"
    """The dealer has no natural (article 8)."""
    CANCELLED = "cancelled"
    """The wager goes back (article 2(1))."""


class Refusal(Struct, frozen=True):
    """Why a request was not taken."""

    reason: str
    """The sentence, in English."""
    article: Article
    code: str
    """The sentence's name, by which a screen translates it."""
    values: dict[str, str | int]
    """What the sentence speaks of."""


class Alert(Struct, frozen=True):
    """Something that people must know and that no instruction says."""

    code: str
    """The sentence's name, by which a screen translates it."""
    text: str
    """The sentence, in English."""
    article: Article
    values: dict[str, str | int] = {}
    """What the sentence speaks of."""


class Payment(Struct, frozen=True):
    """Money that moves at once, before the settlement; ``amount`` in avos to the player's side."""

    box: int
    hand: int
    player: str
    amount: int
    why: str
    """The sentence, in English."""
    article: Article
    code: str
    """The sentence's name, by which a screen translates it."""


class SettlementRow(Struct, frozen=True):
    """One wager's end; ``wager`` and ``net`` in avos, ``net`` from the player's side."""

    box: int
    hand: int
    player: str
    kind: Literal["main", "insurance"]
    wager: int
    outcome: Outcome
    net: int
    article: Article


class CoupResult(Struct, frozen=True):
    """A coup of which no card, call or turn is left to happen."""

    number: int
    cancelled: bool
    last_of_shoe: bool
    supersedes: bool
    """It replaces the result given before."""
    settlement: tuple[SettlementRow, ...]

    @property
    def bank(self) -> int:
        """What the bank wins (negative: loses), in avos."""
        return -sum(row.net for row in self.settlement)


class Answer(Struct, frozen=True, kw_only=True):
    """What one event did; all of it may be seen by everybody at the table."""

    due: Due | None
    """``None`` only after :class:`~engine.events.Record`s before any table was opened."""
    role: Role | None = None
    refused: Refusal | None = None
    alerts: tuple[Alert, ...] = ()
    coup: CoupResult | None = None
    roles: dict[int, Role | None] = {}
    """Earlier cards whose role this event set or changed; ``None``: the card waits for a name, or for its place."""
    pay: tuple[Payment, ...] = ()
