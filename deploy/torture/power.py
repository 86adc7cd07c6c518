"""What a power failure leaves of files that were written to: the model of a disk that keeps no order.

It is harder than disks are. Of what was written to a file since its last sync any part may be there, in any order, each
sector for itself; a name that was made or removed since its folder was last synced may or may not be.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from deploy.torture.load import judged
from deploy.torture.tally import Survival
from deploy.torture.writes import Acknowledged, Act, Cut, Named, Renamed, Synced, Wrote, recorded

KIND: Final = "unsynced writes dropped"
APPENDS: Final = 200
"""Records that are appended under the eyes of the model."""
SECTOR: Final = 512
"""Bytes that are written whole or not at all."""
SHARES: Final = (0.0, 0.1, 0.5, 0.9, 1.0)
"""How much of what is not synced arrives: none, little, half, most, all."""
TORN: Final = 0.2
"""How many of the writes that arrive do so in part."""


@dataclass(eq=False)
class _File:
    safe: bytearray = field(default_factory=bytearray)
    """What survives in any case."""
    waiting: list[Wrote | Cut] = field(default_factory=list)
    """What was done to it since."""


class Disk:
    """Files in one folder, as they would be found if the power failed now."""

    def __init__(self) -> None:
        self.acknowledged = 0
        """The last record that was told to be safe."""
        self._names: dict[str, _File] = {}
        """As a process sees them."""
        self._safe_names: dict[str, _File] = {}
        self._waiting_names: list[dict[str, _File | None]] = []

    def take(self, act: Act) -> None:
        """The process did this."""
        match act:
            case Acknowledged(seq=seq):
                self.acknowledged = seq
            case Named(name=name, is_there=True):
                self._rename({name: _File()})
            case Named(name=name):
                self._rename({name: None})
            case Renamed(name=name, to=to):
                self._rename({name: None, to: self._names[name]})
            case Synced(name=""):
                self._safe_names = dict(self._names)
                self._waiting_names.clear()
            case Synced(name=name):
                file = self._names[name]
                for each in file.waiting:
                    _done(file.safe, each)
                file.waiting.clear()
            case Wrote(name=name) | Cut(name=name):
                self._names[name].waiting.append(act)

    def leave(self, folder: Path, chance: Random) -> None:
        """Write into ``folder`` what is found after the power failed."""
        share = chance.choice(SHARES)
        names: dict[str, _File | None] = dict(self._safe_names)
        for change in self._waiting_names[: chance.randint(0, len(self._waiting_names))]:
            names.update(change)
        for name, file in _there(names).items():
            content = bytearray(file.safe)
            for each in file.waiting:
                if chance.random() < share:
                    for part in _arriving(each, chance):
                        _done(content, part)
            (folder / name).write_bytes(content)

    def _rename(self, change: dict[str, _File | None]) -> None:
        """Names that are given or taken away, all of them or none."""
        self._waiting_names.append(change)
        self._names = _there(self._names | change)


def _there(names: Mapping[str, _File | None]) -> dict[str, _File]:
    return {name: file for name, file in names.items() if file is not None}


def _done(content: bytearray, act: Wrote | Cut) -> None:
    """A file's ``content`` once ``act`` was done to it; what lies between its end and a write far behind is noughts."""
    end = act.length if isinstance(act, Cut) else act.at + len(act.content)
    if isinstance(act, Cut):
        del content[end:]
    content.extend(bytes(max(end - len(content), 0)))
    if isinstance(act, Wrote):
        content[act.at : end] = act.content


def _arriving(act: Wrote | Cut, chance: Random) -> list[Wrote | Cut]:
    """``act`` whole, or those of its sectors that arrive."""
    if isinstance(act, Cut) or chance.random() >= TORN:
        return [act]
    edges = [
        act.at,
        *range(act.at // SECTOR * SECTOR + SECTOR, act.at + len(act.content), SECTOR),
        act.at + len(act.content),
    ]
    parts = [Wrote(act.name, begin, act.content[begin - act.at : end - act.at]) for begin, end in pairwise(edges)]
    return [part for part in parts if chance.random() < 0.5]


def measured(folder: Path, drops: int, chance: Random, told: Callable[[], None]) -> list[Survival]:
    """What was there after each power failure; ``told`` hears when one is done.

    Raises:
        NotSeenError: what a process writes cannot be seen.
    """
    acts = recorded(folder / "seen", APPENDS)
    first = next(place for place, act in enumerate(acts) if isinstance(act, Acknowledged))
    moments = sorted(chance.randrange(first if n % 10 == 0 else len(acts)) for n in range(drops))
    return [_survival(folder, disk, chance, told) for disk in _disks(acts, moments)]


def _disks(acts: Sequence[Act], moments: Sequence[int]) -> Iterator[Disk]:
    """The disk before each of the acts that ``moments`` name."""
    disk, done = Disk(), 0
    for moment in moments:
        for act in acts[done:moment]:
            disk.take(act)
        done = moment
        yield disk


def _survival(folder: Path, disk: Disk, chance: Random, told: Callable[[], None]) -> Survival:
    with TemporaryDirectory(dir=folder) as left:
        disk.leave(Path(left), chance)
        lost, wrong = judged(Path(left) / "journal.db", disk.acknowledged)
    told()
    examples = (f"after record {disk.acknowledged}: {wrong or f'{lost} lost'}",) if lost or wrong else ()
    return Survival(KIND, 1, disk.acknowledged, lost, bool(wrong), examples)
