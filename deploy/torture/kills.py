"""True SIGKILLs at random times of a process that appends as fast as it can; the next one goes on from there."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from deploy.torture.load import append_for_ever, judged
from deploy.torture.tally import Survival

KIND: Final = "SIGKILL at a random time"
LATEST_S: Final = 0.06
"""A process is killed at the latest so long after its first record."""
EARLY: Final = 0.2
"""How many are killed so long after their beginning instead: some of them while they open the journal."""
ONE_JOURNAL: Final = 20
"""Kills that one journal sees; then another is begun, since all of it is checked each time."""


def measured(folder: Path, kills: int, chance: Random, told: Callable[[], None]) -> list[Survival]:
    """What was there after each; ``told`` hears when one is done."""
    rows = []
    for number in range(kills):
        journal = folder / f"kills-{number // ONE_JOURNAL}" / "journal.db"
        is_early = chance.random() < EARLY
        acknowledged, tried = _killed(journal, chance.uniform(0, LATEST_S), is_early=is_early), f"kill {number}"
        lost, wrong = judged(journal, acknowledged)
        examples = tuple(f"{tried}: {each}" for each in (wrong, f"{lost} lost" if lost else "") if each)
        rows.append(Survival(KIND, 1, acknowledged, lost, bool(wrong), examples))
        told()
    return rows


def _killed(journal: Path, after_s: float, *, is_early: bool) -> int:
    """The last record that a process told to be safe which was killed so long after its first one, or its beginning."""
    hears, tells = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(hears)
            append_for_ever(journal, tells)
        finally:
            os._exit(1)
    os.close(tells)
    with open(hears, "rb", buffering=0) as told:  # noqa: PTH123 - a pipe
        first = b"" if is_early else told.read(20)
        time.sleep(after_s)
        os.kill(child, signal.SIGKILL)
        lines = (first + told.read()).split(b"\n")[:-1]
    os.waitpid(child, 0)
    return int(lines[-1]) if lines else 0
