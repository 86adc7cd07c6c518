"""How long it takes to prove a day of one table."""

import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from deploy.benchmarks.whole_year import laid
from engine.journal.verify import Intact, verify

DAY: Final = 96_000
"""Records."""
AIM_S: Final = 1.0
"""How long it may take, in seconds."""


class Measured(NamedTuple):
    """A day, proved some times in this process, without checkpoints."""

    records: int
    openings: int
    seconds: tuple[float, ...]
    """Each time, the shortest first."""


def measure(seed: int, times: int = 5) -> Measured:
    """Lay a day and prove it.

    Raises:
        JournalError: it cannot be written.
        LookupError: it is not whole.
    """
    with tempfile.TemporaryDirectory(prefix="banca21-day-") as folder:
        path = laid(Path(folder), DAY, seed, lambda _records: None).journal
        took = []
        for _ in range(times):
            began = time.perf_counter()
            found = verify(path)
            took.append(time.perf_counter() - began)
    if not isinstance(found, Intact) or found.details is None:
        raise LookupError(f"{path}: {found}: a whole day was due")
    return Measured(found.count, found.details.opened, tuple(sorted(took)))
