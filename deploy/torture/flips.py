"""Single bits that rot: in the journal's own file, and in the WAL that holds its newest records."""

import os
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from deploy.torture.cuts import commits
from deploy.torture.damage import Subject, copied, counted, judged
from deploy.torture.tally import Detection
from engine.journal import layout

IN_FILE: Final = "a bit of the file"
IN_WAL: Final = "a bit of the WAL"


@dataclass(frozen=True, slots=True)
class Flip:
    """One bit of one file."""

    kind: str
    byte: int
    bit: int


def drawn(subject: Subject, flips: int, wal_flips: int, chance: Random) -> list[Flip]:
    """So many bits of each: anywhere in the file, and in the WAL up to its last commit."""
    file = layout.size(subject.whole)
    wal = commits(layout.wal(subject.live).read_bytes())[-1]
    sizes = ((IN_FILE, file, flips), (IN_WAL, wal, wal_flips))
    return [
        Flip(kind, chance.randrange(size), chance.randrange(8)) for kind, size, times in sizes for _ in range(times)
    ]


def flipped(subject: Subject, flip: Flip) -> Detection:
    """How this bit comes to light."""
    with TemporaryDirectory(dir=subject.whole.parents[1]) as folder:
        journal = copied(subject.whole if flip.kind == IN_FILE else subject.live, Path(folder))
        _flip(journal if flip.kind == IN_FILE else layout.wal(journal), flip)
        how, text = judged(journal, subject)
    return counted(flip.kind, how, f"bit {flip.bit} of byte {flip.byte}: {text}")


def _flip(file: Path, flip: Flip) -> None:
    descriptor = os.open(file, os.O_RDWR)
    try:
        before = os.pread(descriptor, 1, flip.byte)[0]
        os.pwrite(descriptor, bytes([before ^ 1 << flip.bit]), flip.byte)
    finally:
        os.close(descriptor)
