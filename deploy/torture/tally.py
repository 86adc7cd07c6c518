"""What came of many attempts of one kind, as counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

EXAMPLES: Final = 3
"""Of what went wrong, so many are told."""


@dataclass(frozen=True, slots=True)
class Survival:
    """What was there after attempts of one kind to lose it."""

    kind: str
    tried: int = 0
    acknowledged: int = 0
    """Records that somebody had been told were safe, over all attempts."""
    lost: int = 0
    """Of these, what was not there."""
    wrong: int = 0
    """Attempts after which anything else was not as it must be."""
    examples: tuple[str, ...] = ()
    """What was wrong or lost, in words."""

    @property
    def is_sound(self) -> bool:
        """Nothing was lost, and nothing was wrong."""
        return not (self.lost or self.wrong)


@dataclass(frozen=True, slots=True)
class Detection:
    """How damage of one kind came to light."""

    kind: str
    tried: int = 0
    chain: int = 0
    """By the chain of hashes, or since a record could not be read."""
    commitments: int = 0
    """By an opening or a secret that does not fit its commitment."""
    sqlite: int = 0
    """By SQLite's own check of the file."""
    refused: int = 0
    """It is no journal of ours any more, or none that can be opened."""
    checkpoint: int = 0
    """By a checkpoint kept elsewhere alone."""
    harmless: int = 0
    """Nothing: every record, secret and origin is byte for byte the same, and the core opens to the same table."""
    undetected: int = 0
    examples: tuple[str, ...] = ()
    """What was not detected, in words."""

    @property
    def is_sound(self) -> bool:
        """Nothing that did harm went undetected."""
        return not self.undetected


def survival(rows: Iterable[Survival]) -> list[Survival]:
    """A row for each kind, in the order in which they came."""
    kinds: dict[str, Survival] = {}
    for row in rows:
        before = kinds.get(row.kind, Survival(row.kind))
        kinds[row.kind] = Survival(
            row.kind,
            before.tried + row.tried,
            before.acknowledged + row.acknowledged,
            before.lost + row.lost,
            before.wrong + row.wrong,
            (before.examples + row.examples)[:EXAMPLES],
        )
    return list(kinds.values())


def detection(rows: Iterable[Detection]) -> list[Detection]:
    """A row for each kind, in the order in which they came."""
    kinds: dict[str, Detection] = {}
    for row in rows:
        before = kinds.get(row.kind, Detection(row.kind))
        kinds[row.kind] = Detection(
            row.kind,
            before.tried + row.tried,
            before.chain + row.chain,
            before.commitments + row.commitments,
            before.sqlite + row.sqlite,
            before.refused + row.refused,
            before.checkpoint + row.checkpoint,
            before.harmless + row.harmless,
            before.undetected + row.undetected,
            (before.examples + row.examples)[:EXAMPLES],
        )
    return list(kinds.values())
