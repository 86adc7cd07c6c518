"""Two tables of a pair at a core each: where they first look different to anybody, and what could be guessed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from engine.events import AnyEvent, ShoeStarted
from engine.journal.seal import WIDTH
from engine.sealing import secret_of
from engine.tests.pairs import Change, Played, altered, changes, played
from observed.around import Around
from observed.surfaces import Moment, Observed, without_texts
from observed.watching import Watched, watched

AFTERWARDS: Final = ("asked", "proof", "output while asked")
"""What tells the cards of a shoe that is over, once it is: no more of it is compared then."""
GUESSED_NONCES: Final = (b"", bytes(32), *(number.to_bytes(32, "big") for number in range(1, 100)))
"""Random bytes that are none."""


class Apart(NamedTuple):
    """Where two tables of a pair can be told apart, and by what."""

    moment: Moment
    surface: str
    first: bytes
    second: bytes


@dataclass
class Pairs:
    """One table at a core, and its twins."""

    folder: Path
    table: Played
    around: Around
    changes: tuple[Change, ...]

    @classmethod
    def by(cls, folder: Path, seed: int, most: int) -> "Pairs":
        """The table number ``seed`` and at most so many of its twins."""
        table = played(seed)
        found = [change for change in changes(table, Random(seed), most) if change is not None]
        return cls(folder, table, Around.by(seed, len(table.events)), tuple(found))

    @cached_property
    def first(self) -> Watched:
        """The table as it was played."""
        return self.watched(self.table.events)

    def watched(self, events: Sequence[AnyEvent]) -> Watched:
        """The table, or a twin of it."""
        return watched(self.folder, events, self.around, {change.until for change in self.changes})

    def apart(self, change: Change) -> Apart | None:
        """Where a twin first looks different."""
        return self._first_apart(change, self.first, self.watched(altered(self.table, change)))

    def apart_in_failing(self, change: Change) -> Apart | None:
        """Where a twin looks different when both fail in the midst of the last event that they have alike."""
        events = self.table.events[: change.until + 1], altered(self.table, change)
        first, second = (watched(self.folder, each, self.around, fails_at=change.until) for each in events)
        return self._first_apart(change, first, second)

    def _first_apart(self, change: Change, first: Watched, second: Watched) -> Apart | None:
        for moment, its in second.observed.items():
            mine = first.observed.get(moment)
            if mine is None:  # the twin is left earlier
                return None if moment.stage == "ended at the end" else Apart(moment, "it is there", b"no", b"yes")
            if (apart := self._at(change, mine, its)) is not None:
                return apart
        return None

    def _at(self, change: Change, mine: Observed, its: Observed) -> Apart | None:
        over = self._over(change, mine.moment.line) & mine.opened
        passed_over = AFTERWARDS if over else ()
        for surface in dict.fromkeys((*mine.surfaces, *its.surfaces)):
            first, second = mine.surfaces.get(surface, b"nothing"), its.surfaces.get(surface, b"nothing")
            if first != second and surface not in passed_over:
                return Apart(mine.moment, surface, first, second)
        if mine.rows != its.rows:
            first, second = (b"\n".join(without_texts(one.rows, over)) for one in (mine, its))
            if first != second:
                return Apart(mine.moment, "rows", first, second)
        return None

    def _over(self, change: Change, at: int) -> frozenset[int]:
        """Records of changed cards, and of their names, of shoes before the one that is used after line ``at``."""
        seen, seqs = self.table.seen, self.first.seqs
        begun = max(line for line in range(at + 1) if line == 0 or isinstance(self.table.events[line], ShoeStarted))
        over = {line for line in seen.hidden(change.until) if line < begun}
        return frozenset(
            seqs[line] for line in over | {when for when, line, _ in seen.names if line in over} if line in seqs
        )

    def guessed(self) -> str:
        """A card that is found by trying all of them, at the table as it was played; empty: none is.

        Tried are random bytes that are none, and those of every other commitment that was opened; and of commitments
        that are alike one tells the other.
        """
        first, events = self.first, self.table.events
        if len(set(first.commitments.values())) < len(first.commitments):
            return f"commitments are alike: {sorted(first.commitments.values())}"
        nonces = {one["seq"]: bytes.fromhex(one["nonce"]) for one in first.openings}
        for line, seq in first.seqs.items():
            text = secret_of(events[line])
            if text is None:
                continue
            others = (nonce for of, nonce in nonces.items() if of != seq)
            for nonce in (*GUESSED_NONCES, *others):
                if first.commitments[seq] in _commitments(nonce, text):
                    return f"line {line}: {text} is committed to with the random bytes {nonce.hex()}"
        return ""


def _commitments(nonce: bytes, text: str) -> set[str]:
    """What a card may be committed to by, with its tag or without, filled up or not."""
    texts = {each.ljust(width) for each in (text, text.split(maxsplit=1)[0]) for width in (0, WIDTH)}
    return {sha256(nonce + each.encode()).hexdigest() for each in texts}
