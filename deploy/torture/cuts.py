"""The WAL cut off at any byte: what is found is every record whose commit is whole before the cut, and no other."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from deploy.torture.load import append_next, judged
from deploy.torture.tally import Survival
from engine.journal import layout
from engine.journal.store import Journal

KIND: Final = "the WAL cut off"
BEFORE: Final = 5
"""Records that lie in the journal's own file already."""
APPENDS: Final = 60
"""Records in the WAL."""

_HEADER: Final = 32
"""Bytes of the WAL before its first frame (sqlite.org/fileformat2.html, 4.1)."""
_FRAME_HEADER: Final = 24
"""Bytes of a frame before its page; bytes 4 to 7 are nought but in a commit's last frame."""


def commits(content: bytes) -> list[int]:
    """Where in a WAL each commit ends, in bytes from its beginning."""
    page = int.from_bytes(content[8:12], "big")
    salts, ends = content[16:24], []
    for begin in range(_HEADER, len(content) - page, _FRAME_HEADER + page):
        if content[begin + 8 : begin + 16] != salts:
            break
        if any(content[begin + 4 : begin + 8]):
            ends.append(begin + _FRAME_HEADER + page)
    return ends


def written(folder: Path) -> Path:
    """A journal in ``folder`` as a power failure leaves it: its newest records in the WAL alone."""
    live = folder / "live" / "journal.db"
    with Journal.open(live) as journal:
        for _ in range(BEFORE):
            append_next(journal)
    with Journal.open(live) as journal:
        for _ in range(APPENDS):
            append_next(journal)
        left = folder / "left"
        left.mkdir()
        for file in (live, layout.wal(live)):
            shutil.copy(file, left)
    return left / live.name


def measured(folder: Path, cuts: int, chance: Random, told: Callable[[], None]) -> list[Survival]:
    """What was there after each cut; ``told`` hears when one is done."""
    journal = written(folder)
    whole = layout.wal(journal).read_bytes()
    ends = commits(whole)
    if len(ends) != APPENDS:
        raise RuntimeError(f"{len(ends)} commits lie in the WAL, {APPENDS} were due: see what else was written")
    edges = [end + by for end in ends for by in (-1, 0, 1)]
    anywhere = range(ends[-1] + 2 * (_FRAME_HEADER + 4096))
    rows = []
    for number in range(cuts):
        at = chance.choice(edges) if number % 4 == 0 else chance.choice(anywhere)
        rows.append(_survival(journal, whole[:at], BEFORE + sum(end <= at for end in ends)))
        told()
    return rows


def _survival(journal: Path, cut: bytes, due: int) -> Survival:
    with TemporaryDirectory(dir=journal.parent) as folder:
        copy = Path(shutil.copy(journal, folder))
        layout.wal(copy).write_bytes(cut)
        lost, wrong = judged(copy, due)
        if not lost and not wrong:
            with Journal.open(copy) as opened:
                count = opened.head.seq if opened.head is not None else 0
            wrong = f"{count} records were found" if count != due else ""
    examples = (f"at byte {len(cut)}, {due} records due: {wrong or f'{lost} lost'}",) if lost or wrong else ()
    return Survival(KIND, 1, due, lost, bool(wrong), examples)
