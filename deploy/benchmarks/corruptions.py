"""What can happen to a frame on a line, and what came of attempts to have a wrong card believed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from itertools import pairwise
from random import Random
from typing import Final, TypeAlias

PACKS: Final = 8
"""Of an enrolled deck."""


class VacuousError(RuntimeError):
    """An honest frame was not believed, so that nothing is proved by others that were not."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of so many attempts."""

    tried: int = 0
    """Corrupted or forged frames; for readers of tags, passes."""
    by_checksum: int = 0
    """Wrong frames that the decoder alone believed."""
    ungated: int = 0
    """Wrong cards by the rule of readers without a gate."""
    wrong: int = 0
    """Wrong cards: what counts."""
    unread: int = 0
    """Passes without a name."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


Corrupt: TypeAlias = Callable[[bytes, bytes, Random], bytes]
"""What arrives in place of a frame, given the one behind it."""


def place(length: int, chance: Random) -> int:
    """A place among so many, faster than ``randrange``."""
    return int(chance.random() * length)


def _flipped(frame: bytes, mask: int) -> bytes:
    return (int.from_bytes(frame, "big") ^ mask).to_bytes(len(frame), "big")


def one_bit(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """One bit flipped."""
    return _flipped(frame, 1 << place(8 * len(frame), chance))


def two_bits(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """Two bits flipped."""
    bits = 8 * len(frame)
    first = place(bits, chance)
    return _flipped(frame, 1 << first | 1 << (first + 1 + place(bits - 1, chance)) % bits)


def burst(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """2 to 32 neighbouring bits replaced by chance, the first and the last of them certainly wrong."""
    length = 2 + place(31, chance)
    mask = chance.getrandbits(length) | 1 << length - 1 | 1
    return _flipped(frame, mask << place(8 * len(frame) - length + 1, chance))


def dropped(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """A byte lost."""
    at = place(len(frame), chance)
    return frame[:at] + frame[at + 1 :]


def doubled(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """A byte twice."""
    at = place(len(frame), chance)
    return frame[: at + 1] + frame[at:]


def inserted(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """A byte of chance between two."""
    at = place(len(frame) + 1, chance)
    return frame[:at] + bytes((place(256, chance),)) + frame[at:]


def neighbours_swapped(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """Two neighbouring bytes that differ, in each other's place."""
    first = chance.choice([at for at, (one, other) in enumerate(pairwise(frame)) if one != other])
    return _swapped(frame, first, first + 1)


def any_swapped(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """Any two bytes that differ, in each other's place: no fault of a line, and the worst for a sum."""
    first = place(len(frame), chance)
    return _swapped(frame, first, chance.choice([at for at, byte in enumerate(frame) if byte != frame[first]]))


def _swapped(frame: bytes, first: int, second: int) -> bytes:
    after = bytearray(frame)
    after[first], after[second] = after[second], after[first]
    return bytes(after)


def glued(frame: bytes, behind: bytes, chance: Random) -> bytes:
    """Its end lost, and the next frame right behind."""
    return frame[: 1 + place(len(frame) - 1, chance)] + behind


def garbage(frame: bytes, _behind: bytes, chance: Random) -> bytes:
    """1 to 64 bytes of chance, then the frame."""
    return chance.randbytes(1 + place(64, chance)) + frame


CORRUPTIONS: Final[Mapping[str, Corrupt]] = {
    "1 bit": one_bit,
    "2 bits": two_bits,
    "burst of 2 to 32 bits": burst,
    "byte dropped": dropped,
    "byte doubled": doubled,
    "byte inserted": inserted,
    "neighbouring bytes swapped": neighbours_swapped,
    "any two bytes swapped": any_swapped,
    "cut, glued to the next": glued,
    "garbage between": garbage,
}
