"""How often somebody's PIN was guessed wrong: kept on the disk, so that neither restart nor power cycle forgets it.

A guess is counted, durably, before it is checked, and taken back when it was right; who pulls the plug in between has
used it up. From the fifth miss on the person waits, 30 s and each time twice as long; after the tenth, until somebody
lifts it. So ten guesses in a row are all that anybody has before a person must help; a right PIN in between begins
the ten anew. Besides, all misses at this table fill one bucket, of 20, that runs out by one every 15 minutes: who
guesses at many numbers has 20 guesses, and four an hour from then on.

Time is the monotonic clock of this boot; the time of day is never asked. After a boot, what is left of a wait begins
anew.

A file that is damaged, or gone though there is staff, counts as nine misses for everybody: each has one guess, after
a wait of eight minutes. So nothing is gained by damaging it, and nobody who knows their PIN is shut out for good.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from engine.people import private_file
from engine.people.denied import Denied, Why

MOST: Final = 10
"""Misses after which a person must help."""
FREE: Final = 4
"""Misses that cost no wait."""
FIRST_WAIT_S: Final = 30
"""The wait after the fifth miss, in seconds; each further one doubles it."""
LONGEST_WAIT_S: Final = 15 * 60
"""The longest wait, in seconds."""
BUCKET: Final = 20
"""Misses of everybody together that the table takes at once."""
LEAK_S: Final = 15 * 60
"""In how many seconds one of them is forgotten."""
STRANGERS: Final = 64
"""How many numbers that nobody has are remembered, so that the file stays small."""
BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
"""Where Linux tells which boot this is (random(4))."""

_WITHHELD: Final = MOST - 1
_STRANGER: Final = "?"

_Moment = Annotated[float, Meta(ge=0)]


class _Misses(Struct, frozen=True, forbid_unknown_fields=True):
    count: Annotated[int, Meta(ge=0, le=MOST)]
    at_s: _Moment
    """Monotonic, in the boot that the file names."""


class _Bucket(Struct, frozen=True, forbid_unknown_fields=True):
    level: Annotated[float, Meta(ge=0, le=BUCKET)]
    at_s: _Moment

    def leaked(self, now_s: float) -> "_Bucket":
        return _Bucket(max(0.0, self.level - (now_s - self.at_s) / LEAK_S), now_s)


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds."""

    boot: str
    others: _Misses
    """Of who is not named in ``of``."""
    bucket: _Bucket
    of: dict[str, _Misses]


class Standing(Struct, frozen=True):
    """How it stands with one number."""

    misses: int
    wait_s: int

    @property
    def is_locked(self) -> bool:
        """A person must help."""
        return self.misses >= MOST


def wait_after(misses: int) -> int:
    """How long somebody waits after so many misses, in seconds; after the last, waiting does not help.

    >>> [wait_after(misses) for misses in range(11)]
    [0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900]
    """
    return 0 if misses <= FREE else min(LONGEST_WAIT_S, FIRST_WAIT_S << (misses - FREE - 1))


def this_boot() -> str:
    """Which boot of the machine this is."""
    return BOOT_ID.read_text(encoding="ascii").strip()


class Attempts:
    """The file of the misses. Several programs may use it at once; each call is whole and durable when it returns.

    Every method raises PrivateFileError where the file cannot be read or written; then nobody is to be recognised.
    """

    def __init__(
        self,
        path: Path,
        now_s: Callable[[], float] = time.monotonic,
        boot: str | None = None,
        *,
        is_shared: bool = True,
    ) -> None:
        """``is_shared``: anybody at the table may guess; a terminal that needs the files' rights is not held up by
        guesses at the table.
        """
        self._path = path
        self._is_shared = is_shared
        self._now_s = now_s
        self._boot = this_boot() if boot is None else boot

    def begin(self) -> None:
        """Make the file anew, with no misses: for a staff file that begins."""
        with private_file.locked(self._path):
            self._write(self._anew(0))

    def counted(self, staff: str, *, is_stranger: bool = False) -> Denied | None:
        """Count a guess at ``staff`` before it is checked; denied, it was not counted and must not be checked.

        ``is_stranger``: nobody has this number; it is treated alike, so that a guesser learns nothing.
        """
        name = _STRANGER + staff if is_stranger else staff
        with self._kept() as kept:
            denied = self._denied(kept, name, None if is_stranger else staff)
            if denied is None:
                bucket = _Bucket(kept.bucket.level + 1, kept.bucket.at_s)
                misses = _Misses(kept.of.get(name, kept.others).count + 1, self._now_s())
                self._write(msgspec.structs.replace(kept, bucket=bucket, of=_of(kept, name, misses)))
            return denied

    def succeeded(self, staff: str) -> None:
        """The guess that was counted last was right: this number's misses are forgotten."""
        self._forgive(staff, guesses=1)

    def lift(self, staff: str) -> None:
        """Somebody who may has lifted the lock-out of this number, or given it a PIN; nobody at the table waits now."""
        self._forgive(staff, guesses=BUCKET)

    def standing(self, staff: str) -> Standing:
        """How it stands with this number."""
        with self._kept() as kept:
            misses = kept.of.get(staff, kept.others)
            return Standing(misses.count, 0 if misses.count >= MOST else _left_s(misses, self._now_s()))

    def _forgive(self, staff: str, guesses: int) -> None:
        with self._kept() as kept:
            bucket = _Bucket(max(0.0, kept.bucket.level - guesses), kept.bucket.at_s)
            of = kept.of | {staff: _Misses(0, self._now_s())}
            self._write(msgspec.structs.replace(kept, bucket=bucket, of=of))

    def _denied(self, kept: _Kept, name: str, staff: str | None) -> Denied | None:
        misses = kept.of.get(name, kept.others)
        if misses.count >= MOST:
            text = f"{MOST} wrong PINs of this number, locked: a pit supervisor or shift manager lifts it"
            return Denied(Why.LOCKED, f"{text} (banca21 staff unlock)", staff)
        wait_s = _left_s(misses, self._now_s())
        if wait_s:
            text = (
                f"{misses.count} wrong PINs of this number, of {MOST} at most: wait {wait_s} s, then enter it once more"
            )
            return Denied(Why.WAIT, text, staff, wait_s)
        over = kept.bucket.level + 1 - BUCKET
        if over > 0 and self._is_shared:
            wait_s = math.ceil(over * LEAK_S)
            text = f"too many wrong PINs at this table: wait {wait_s} s, and find out who guesses"
            return Denied(Why.TABLE_WAITS, text, staff, wait_s)
        return None

    @contextmanager
    def _kept(self) -> Iterator[_Kept]:
        """What the file holds, in the time of this boot, while nobody else changes it."""
        with private_file.locked(self._path):
            kept = self._read()
            if kept is None or kept.boot != self._boot or _latest_s(kept) > self._now_s():
                kept = self._anew(_WITHHELD) if kept is None else self._begun_anew(kept)
                self._write(kept)  # so that the next program does not begin the waits once more
            yield msgspec.structs.replace(kept, bucket=kept.bucket.leaked(self._now_s()))

    def _read(self) -> _Kept | None:
        """What the file holds; ``None``: it is damaged or gone."""
        written = private_file.read(self._path)
        try:
            return msgspec.json.decode(written or b"", type=_Kept)
        except (msgspec.DecodeError, RecursionError):
            return None

    def _anew(self, misses: int) -> _Kept:
        now_s = self._now_s()
        return _Kept(self._boot, _Misses(misses, now_s), _Bucket(0, now_s), {})

    def _begun_anew(self, kept: _Kept) -> _Kept:
        """The same misses, each wait from its beginning."""
        now_s = self._now_s()
        of = {staff: _Misses(misses.count, now_s) for staff, misses in kept.of.items()}
        return _Kept(self._boot, _Misses(kept.others.count, now_s), _Bucket(kept.bucket.level, now_s), of)

    def _write(self, kept: _Kept) -> None:
        private_file.write(self._path, msgspec.json.encode(kept) + b"\n")


def _latest_s(kept: _Kept) -> float:
    return max(kept.others.at_s, kept.bucket.at_s, *(misses.at_s for misses in kept.of.values()))


def _left_s(misses: _Misses, now_s: float) -> int:
    """How long somebody still waits, in whole seconds."""
    return max(0, math.ceil(wait_after(misses.count) - (now_s - misses.at_s)))


def _of(kept: _Kept, name: str, misses: _Misses) -> dict[str, _Misses]:
    """Everybody's misses with ``name``'s, the strangers that were tried longest ago left out."""
    of = {each: count for each, count in kept.of.items() if each != name} | {name: misses}
    strangers = [each for each in of if each.startswith(_STRANGER)]
    for stranger in strangers[:-STRANGERS]:
        del of[stranger]
    return of
