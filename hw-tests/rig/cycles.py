"""The same trouble many times over, and what it cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rig.driver import Verdict


@dataclass
class Tally:
    """Of one trouble at one kind of shoe."""

    shoe: str
    trouble: str
    cycles: int
    seed: int
    done: int = 0
    cards: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: int = 0
    alarms: int = 0
    """Cycles in which it was told that cards may be missing."""
    unflagged: int = 0
    """Cycles in which cards were lost, doubled or wrong, and nobody was told."""
    slowest_s: float = 0.0
    """Longest from the trouble's end to the next card in the journal."""

    def __post_init__(self) -> None:
        self.chance = Random(f"{self.seed} {self.shoe} {self.trouble}")

    def count(self, cards: int, verdict: Verdict, *, is_told: bool, took_s: float) -> None:
        """One cycle is over."""
        self.done += 1
        self.cards += cards
        self.lost += verdict.lost
        self.doubled += verdict.doubled
        self.wrong += verdict.wrong
        self.alarms += is_told
        self.unflagged += not verdict.is_whole and not is_told
        self.slowest_s = max(self.slowest_s, took_s)

    @staticmethod
    def table(tallies: Sequence["Tally"]) -> list[str]:
        """All of them, and their sum."""
        heads = ("shoe", "trouble", "cycles", "cards", "lost", "doubled", "wrong", "alarms", "unflagged", "slowest")
        rows = [
            (one.shoe, one.trouble, one.done, one.cards, one.lost, one.doubled, one.wrong, one.alarms, one.unflagged)
            for one in tallies
        ]
        total = ("all", "", *(sum(column) for column in list(zip(*rows, strict=True))[2:]))
        slowest = [f"{1000 * one.slowest_s:.0f} ms" for one in tallies]
        texts = [heads, *((*map(str, row), time) for row, time in zip(rows, slowest, strict=True))]
        texts.append((*map(str, total), ""))
        widths = [max(len(row[column]) for row in texts) for column in range(len(heads))]
        return [
            "  ".join(
                text.ljust(width) if column < 2 else text.rjust(width)
                for column, (text, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in texts
        ]
