"""What is known of the shoe without looking into it: how many cards it held, how many left, the white card."""

from collections import deque
from copy import copy
from typing import Final

from msgspec import Struct, field

from engine.hand import Laid

BEHIND_WHITE_CARD: Final = range(20, 31)
"""Cards that lie behind the white card (article 2(1)): 20 to 30."""

CARDS_A_COUP_MAY_NEED: Final = (0, 14, 18, 22, 25, 29, 33, 36)
"""By wagered boxes: cards that suffice for 99.99 % of coups, burns included (article 2(2), by simulation)."""


class Shoe(Struct, eq=False):
    """One shoe, or metal box, from its loading to the next."""

    size: int
    """Cards loaded."""
    burns_due: int
    """Of the opening burn, what is still to burn (article 2(1)): as many as packs."""
    out: int = 0
    """Cards that left, burned and void ones included."""
    passes: int = 0
    """Cards and white cards that left: what the shoe's exit gate counts."""
    started: bool = False
    """It was loaded; before the first one there is none."""
    white_card_out: bool = False
    empty: bool = False
    spent: bool = False
    """Its last coup is over: the cards must be shuffled (article 2(2))."""
    counted: bool = True
    """What left is known; while the assistant was off it is not, until the next shoe."""
    held: deque[Laid] = field(default_factory=deque)
    """Cards that stay with the dealer: whoever needs a card takes the first (article 2(1))."""

    @classmethod
    def loaded(cls, packs: int) -> "Shoe":
        """A full shoe of so many packs."""
        return cls(size=52 * packs, burns_due=packs, started=True)

    @classmethod
    def none_yet(cls, packs: int) -> "Shoe":
        """Before the first shuffle: nothing can be dealt."""
        return cls(size=52 * packs, burns_due=packs, spent=True)

    def copy(self) -> "Shoe":
        """The same shoe, to go on from here once more."""
        same = Shoe(self.size, self.burns_due, self.out, self.passes, self.started, self.white_card_out)
        same.empty, same.spent, same.counted = self.empty, self.spent, self.counted
        same.held = deque(copy(laid) for laid in self.held)
        return same

    @property
    def left(self) -> int:
        """Cards that have not left yet."""
        return max(self.size - self.out, 0)

    @property
    def has_cards(self) -> bool:
        """A card can be had: it is not known to be empty, or one is held."""
        return not self.empty or bool(self.held)

    def card_out(self) -> int:
        """A card left; gives its number, counted from 1."""
        self.out += 1
        self.passes += 1
        return self.out

    def white_card_shown(self) -> None:
        """The white card left."""
        self.passes += 1
        self.white_card_out = True

    def coup_over(self, burned_first: int, *, last: bool) -> None:
        """A coup that had burned so many at its beginning is over; after its last the cards are shuffled."""
        self.burns_due = max(self.burns_due - burned_first, 0)
        self.spent = self.spent or last or self.empty
