"""What can befall the bytes of a wire, each drawn from a seeded chance. No port, no thread, no clock."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

from firmware_bridge.firmware import shoe1


class Piece(NamedTuple):
    """Bytes that go on at once, some time after those before them."""

    wire: bytes
    delay_s: float = 0.0


class Fault:
    """No fault at all: what comes goes on."""

    def pass_on(self, chunk: bytes, chance: Random) -> list[Piece]:  # noqa: ARG002 (the faults')
        """What goes on now that ``chunk`` came."""
        return [Piece(chunk)]

    def rest(self) -> bytes:
        """What it still holds, when it ends."""
        return b""


class Silence(Fault):
    """A cut wire."""

    def pass_on(self, chunk: bytes, chance: Random) -> list[Piece]:  # noqa: ARG002
        return []


class Stall(Fault):
    """Nothing goes on until it ends; then all at once."""

    def __init__(self) -> None:
        self._held = b""

    def pass_on(self, chunk: bytes, chance: Random) -> list[Piece]:  # noqa: ARG002
        self._held += chunk
        return []

    def rest(self) -> bytes:
        return self._held


class PerByte(Fault):
    """Some of the bytes, each with the same chance, become what ``spoilt`` makes of them."""

    def __init__(self, rate: float, spoilt: Callable[[int, Random], bytes]) -> None:
        self._rate = rate
        self._spoilt = spoilt

    def pass_on(self, chunk: bytes, chance: Random) -> list[Piece]:
        went = bytearray()
        for byte in chunk:
            went += self._spoilt(byte, chance) if chance.random() < self._rate else bytes([byte])
        return [Piece(bytes(went))]


def bit_flips(rate: float) -> Fault:
    """One bit of the byte."""
    return PerByte(rate, lambda byte, chance: bytes([byte ^ 1 << chance.randrange(8)]))


def drops(rate: float) -> Fault:
    """The byte is lost."""
    return PerByte(rate, lambda _byte, _chance: b"")


def duplicates(rate: float) -> Fault:
    """The byte comes twice."""
    return PerByte(rate, lambda byte, _chance: bytes([byte, byte]))


def inserts(rate: float) -> Fault:
    """A byte that nobody sent comes before it."""
    return PerByte(rate, lambda byte, chance: bytes([chance.randrange(256), byte]))


def zeros(rate: float) -> Fault:
    """A zero, which ends a frame, comes before it."""
    return PerByte(rate, lambda byte, _chance: bytes([0, byte]))


class Bursts(Fault):
    """Noise in the place of up to ``longest`` bytes in a row."""

    def __init__(self, rate: float, longest: int) -> None:
        self._rate = rate
        self._longest = longest
        self._left = 0

    def pass_on(self, chunk: bytes, chance: Random) -> list[Piece]:
        went = bytearray()
        for byte in chunk:
            if not self._left and chance.random() < self._rate:
                self._left = chance.randint(1, self._longest)
            went.append(chance.randrange(256) if self._left else byte)
            self._left = max(0, self._left - 1)
        return [Piece(bytes(went))]


class Singly(Fault):
    """Each byte alone."""

    def pass_on(self, chunk: bytes, chance: Random) -> list[Piece]:  # noqa: ARG002
        return [Piece(bytes([byte]), 0.0001) for byte in chunk]


class Delays(Fault):
    """Every chunk comes late, by an accidental time; the order stays."""

    def __init__(self, longest_s: float) -> None:
        self._longest_s = longest_s

    def pass_on(self, chunk: bytes, chance: Random) -> list[Piece]:
        return [Piece(chunk, chance.uniform(0.0, self._longest_s))]


class Framed(Fault):
    """Judges whole frames; half a frame waits for its end."""

    def __init__(self) -> None:
        self._open = b""

    def pass_on(self, chunk: bytes, chance: Random) -> list[Piece]:
        *frames, self._open = (self._open + chunk).split(b"\0")
        return [piece for frame in frames for piece in self.frame(frame + b"\0", chance)]

    def frame(self, frame: bytes, chance: Random) -> list[Piece]:  # noqa: ARG002
        """What goes on of a frame, its zero included."""
        return [Piece(frame)]

    def rest(self) -> bytes:
        return self._open


class LostFrames(Framed):
    """Some frames are lost whole, of these types or of all."""

    def __init__(self, rate: float, kinds: Sequence[int] = ()) -> None:
        super().__init__()
        self._rate = rate
        self._kinds = kinds

    def frame(self, frame: bytes, chance: Random) -> list[Piece]:
        is_meant = not self._kinds or kind_of(frame) in self._kinds
        return [] if is_meant and chance.random() < self._rate else [Piece(frame)]


class SwappedFrames(Framed):
    """Some frames come behind the one that follows them."""

    def __init__(self, rate: float) -> None:
        super().__init__()
        self._rate = rate
        self._late = b""

    def frame(self, frame: bytes, chance: Random) -> list[Piece]:
        if not self._late and chance.random() < self._rate:
            self._late = frame
            return []
        late, self._late = self._late, b""
        return [Piece(frame + late)]

    def rest(self) -> bytes:
        return self._late + self._open


class OldFrames(Framed):
    """With some frames an earlier one of this wire comes again."""

    def __init__(self, rate: float) -> None:
        super().__init__()
        self._rate = rate
        self._past: list[bytes] = []

    def frame(self, frame: bytes, chance: Random) -> list[Piece]:
        self._past.append(frame)
        old = chance.choice(self._past) if chance.random() < self._rate else b""
        return [Piece(old + frame)]


class ForeignFrames(Framed):
    """With some frames comes one of these."""

    def __init__(self, rate: float, frames: Sequence[bytes]) -> None:
        super().__init__()
        self._rate = rate
        self._frames = frames

    def frame(self, frame: bytes, chance: Random) -> list[Piece]:
        foreign = chance.choice(self._frames) if chance.random() < self._rate else b""
        return [Piece(foreign + frame)]


class SplitFrame(Framed):
    """Frames of a type come in two pieces, the first ``at`` bytes long, with a pause between."""

    def __init__(self, kind: int, at: int, pause_s: float) -> None:
        super().__init__()
        self._kind = kind
        self._at = at
        self._pause_s = pause_s

    def frame(self, frame: bytes, chance: Random) -> list[Piece]:  # noqa: ARG002
        if kind_of(frame) != self._kind:
            return [Piece(frame)]
        return [Piece(frame[: self._at]), Piece(frame[self._at :], self._pause_s)]


class CutFrame(Framed):
    """The first frame of a type is cut after ``at`` bytes, and so is the wire; ``on_cut`` is told."""

    def __init__(self, kind: int, at: int, on_cut: Callable[[], object]) -> None:
        super().__init__()
        self._kind = kind
        self._at = at
        self._on_cut = on_cut
        self._is_cut = False

    def frame(self, frame: bytes, chance: Random) -> list[Piece]:  # noqa: ARG002
        if self._is_cut:
            return []
        if kind_of(frame) != self._kind:
            return [Piece(frame)]
        self._is_cut = True
        self._on_cut()
        return [Piece(frame[: self._at])]

    def rest(self) -> bytes:
        return b""


def kind_of(frame: bytes) -> int | None:
    """The type of a frame, its zero included; ``None``: it is none."""
    try:
        return int(shoe1.opened(frame[:-1]).body.type)
    except shoe1.WireError:
        return None


NOISE: Final[dict[str, Callable[[], Fault]]] = {
    "bit flips": lambda: bit_flips(0.008),
    "drops": lambda: drops(0.008),
    "duplicates": lambda: duplicates(0.008),
    "inserts": lambda: inserts(0.008),
    "zeros": lambda: zeros(0.008),
    "bursts": lambda: Bursts(0.008, 16),
    "single bytes": Singly,
    "delays": lambda: Delays(0.06),
    "lost frames": lambda: LostFrames(0.3),
    "swapped frames": lambda: SwappedFrames(0.3),
    "old frames": lambda: OldFrames(0.5),
}
"""Both ways at once; a frame of 40 bytes is spoilt about every fourth time."""
