"""Corrupted, forged and replayed frames against the real decoders: how many wrong cards are believed. None may be.

* SHOE/1: a link that has met its shoe hears corrupted frames; whatever it posts must be what the shoe had sent.
* SHOE/1 with a key: a link hears frames that its shoe did not send now, all with a good checksum; it must post nothing.
* Readers of tags: cards of an enrolled deck pass the exit gate while most of their frames are corrupted; a pulse may
  leave unread, never as another card. Beside it stands what the checksum alone believes, and what the
  rule without a gate does.
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from os import cpu_count
from random import Random
from typing import Final, TypeAlias

from deploy.benchmarks.corruptions import CORRUPTIONS, Tally
from deploy.benchmarks.shoe1_faults import FORGERIES, WHOLE_SESSIONS, corrupted, forged, whole_sessions
from deploy.benchmarks.tag_faults import SERIES, passed

FRAMES: Final = 1_000_000
"""Corrupted frames of each kind for SHOE/1; as many forged and replayed ones in all; a tenth of it passes."""
BATCH: Final = 5000
"""Frames of SHOE/1 that one process hears at a stretch, or a fifth of it passes: a tenth of a second or two."""

Run: TypeAlias = Callable[[int, Random], Tally]

SHOE1: Final = "SHOE/1"
SIGNED: Final = "SHOE/1 with a key"
SUBJECTS: Final[Mapping[str, Mapping[str, Run]]] = {
    SHOE1: {kind: partial(corrupted, corrupt) for kind, corrupt in CORRUPTIONS.items()},
    SIGNED: {**{kind: partial(forged, forge) for kind, forge in FORGERIES.items()}, WHOLE_SESSIONS: whole_sessions},
    **{
        subject: {kind: partial(passed, series, corrupt) for kind, corrupt in CORRUPTIONS.items()}
        for subject, series in SERIES.items()
    },
}
"""What is tried, and in which ways."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Attempts that one process makes; the same batch makes the same attempts wherever."""

    subject: str
    kind: str
    seed: int
    number: int
    size: int


@dataclass(frozen=True, slots=True)
class Row:
    """What came of attempts of one kind."""

    subject: str
    kind: str
    tally: Tally


def attempts(subject: str, frames: int) -> int:
    """Of each kind, when there are to be so many ``frames`` for SHOE/1."""
    if subject == SHOE1:
        return frames
    return -(-frames // (len(SUBJECTS[SIGNED]) if subject == SIGNED else 10))


def batches(seed: int, frames: int) -> Iterator[Batch]:
    """All of them."""
    for subject, kinds in SUBJECTS.items():
        size = BATCH if subject in (SHOE1, SIGNED) else BATCH // 5
        total = attempts(subject, frames)
        for kind in kinds:
            for number, start in enumerate(range(0, total, size)):
                yield Batch(subject, kind, seed, number, min(size, total - start))


def made(batch: Batch) -> Row:
    """What comes of it."""
    chance = Random(f"{batch.seed}/{batch.subject}/{batch.kind}/{batch.number}")
    return Row(batch.subject, batch.kind, SUBJECTS[batch.subject][batch.kind](batch.size, chance))


def measured(seed: int, frames: int) -> Iterator[Row]:
    """What came of each batch, as it is done, by as many processes as there are processors.

    Raises:
        VacuousError: an honest frame was not believed.
    """
    with ProcessPoolExecutor(cpu_count()) as pool:
        try:
            for done in as_completed([pool.submit(made, batch) for batch in batches(seed, frames)]):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def summed(rows: list[Row]) -> list[Row]:
    """A row for each kind that was tried, in the order of :data:`SUBJECTS`."""
    tallies: dict[tuple[str, str], Tally] = {}
    for row in rows:
        key = row.subject, row.kind
        tallies[key] = tallies.get(key, Tally()) + row.tally
    order = [(subject, kind) for subject, kinds in SUBJECTS.items() for kind in kinds]
    return [Row(*key, tallies[key]) for key in order if key in tallies]
