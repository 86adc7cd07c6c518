"""What is known of the shoe without looking into it: how many cards it held, how many left, the white card."""

from dataclasses import dataclass, field
from typing import Final

BEHIND_WHITE_CARD: Final = range(20, 31)
"""Cards that lie behind the white card (article 2(1)): 20 to 30."""


@dataclass(slots=True)
class Shoe:
    """One shoe from its loading to the next."""

    size: int
    """Cards loaded."""
    burns_due: int
    """Of the opening burn, what is still to burn (article 2(1)): as many as packs."""
    out: int = 0
    """Cards that left, burned and void ones included."""
    passes: int = 0
    """Cards and white cards that left: what the shoe's exit gate counts."""
    tags: set[str] = field(default_factory=set)
    """Of the cards that left: a tag that is out already is no card."""
    started: bool = False
    """It was loaded; before the first one there is none."""
    white_card_out: bool = False
    empty: bool = False
    spent: bool = False
    """Its last coup is over: the cards must be shuffled (article 2(2))."""

    @classmethod
    def loaded(cls, packs: int) -> "Shoe":
        """A full shoe of so many packs."""
        return cls(size=52 * packs, burns_due=packs, started=True)

    @classmethod
    def none_yet(cls, packs: int) -> "Shoe":
        """Before the first shuffle: nothing can be dealt."""
        return cls(size=52 * packs, burns_due=packs, spent=True)

    @property
    def left(self) -> int:
        """Cards that have not left yet."""
        return max(self.size - self.out, 0)

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
