"""NOR flash with ``rp2.Flash``'s interface: programming clears bits, erasing sets a sector's, and power can be cut."""

from random import Random


class PowerCutError(Exception):
    """Power was lost in the midst of a write."""


class NorFlash:
    """``sectors`` of ``size`` bytes. After :attr:`bytes_left` bytes of work, power is lost; ``None``: never."""

    PAGE = 256

    def __init__(self, sectors: int = 4, size: int = 4096, seed: int = 0) -> None:
        self.cells = [bytearray(b"\xff" * size) for _ in range(sectors)]
        self.bytes_left: int | None = None
        self.erased = [0] * sectors
        self.worn: set[tuple[int, int]] = set()
        """``(sector, byte)`` that no longer clear their bits."""
        self._random = Random(seed)
        self._size = size

    def readblocks(self, sector: int, buffer: bytearray, offset: int = 0) -> None:
        assert offset + len(buffer) <= self._size
        buffer[:] = self.cells[sector][offset : offset + len(buffer)]

    def writeblocks(self, sector: int, page: bytes, offset: int) -> None:
        assert offset % self.PAGE == 0, "flash_range_program takes whole pages"
        assert len(page) % self.PAGE == 0
        assert offset + len(page) <= self._size
        for at, byte in enumerate(page, offset):
            self._spend(sector, at, self.cells[sector][at] & (byte if (sector, at) not in self.worn else 0xFF))

    def ioctl(self, command: int, argument: int) -> int | None:
        if command == 4:
            return len(self.cells)
        if command == 5:
            return self._size
        assert command == 6
        self.erased[argument] += 1
        for at in range(self._size):
            self._spend(argument, at, 0xFF)
        return 0

    def _spend(self, sector: int, at: int, byte: int) -> None:
        """Work on one byte; where power is lost, some of its bits are done and others are not."""
        if self.bytes_left == 0:
            done = self._random.randrange(256)
            self.cells[sector][at] = self.cells[sector][at] & ~done | byte & done
            raise PowerCutError
        if self.bytes_left is not None:
            self.bytes_left -= 1
        self.cells[sector][at] = byte
