"""The gate's count and the boot's number in flash: they outlive resets and power cuts.

A log of 16-byte records, ``magic u16 | sequence u32 | gate_count u32 | boot_id u16 | crc32`` little endian, over the
sectors of a block device with the interface of MicroPython's ``rp2.Flash`` (``readblocks``, ``writeblocks`` with an
offset, which programs without erasing, and ``ioctl``). The RP2040 programs pages of 256 bytes: a record is written as a
page of FF around it, since programming only clears bits. The highest sequence with a good checksum is what is kept.

A sector is erased only when it is full and no longer holds the newest record, so a cut at any byte of a write or of an
erasure leaves the old record or the new one. What was written is read back; a slot that did not take it is left behind.

An erasure takes 45 ms, 400 ms at most, and a page 0.4 ms, 3 ms at most, during which the RP2040 serves no interrupt
(Winbond W25Q16JV data sheet, AC characteristics; MicroPython, ports/rp2/rp2_flash.c). Hence :meth:`KeptFlash.tidy`:
erase while no card can leave.

Wear: at 30 shoes of 416 cards a day, 12,480 records fill 49 sectors of 256 records; of four sectors each is erased 12
times a day. 100,000 erasures (W25Q16JV data sheet, "Min. 100K Program-Erase cycles per sector") last 22 years.
"""

import binascii
import struct

SECTORS_MIN = 2
"""Sectors that the log needs; 4 (16 KiB) hold a shoe of 416 cards without an erasure."""

_MAGIC = 0x21BA
_FIELDS = "<HIIH"
_RECORD = 16
_PAGE = 256
_BLANK = b"\xff"
_COUNT, _SIZE, _ERASE = 4, 5, 6


class KeptFlashError(OSError):
    """The flash takes no record, or has too few sectors."""


class KeptFlash:
    """The log on ``device``.

    Raises:
        KeptFlashError: fewer than two sectors.
    """

    def __init__(self, device) -> None:  # type: ignore[no-untyped-def]
        self._device = device
        self._sectors = device.ioctl(_COUNT, 0)
        if self._sectors < SECTORS_MIN:
            raise KeptFlashError(f"the log has {self._sectors} sectors: {SECTORS_MIN} at least were due")
        self._slots = device.ioctl(_SIZE, 0) // _RECORD
        self._dirty = [False] * self._sectors
        self._sequence = 0
        self._kept = (0, 0)
        self._sector = 0
        self._slot = 0
        self._scan()

    def kept(self) -> "tuple[int, int]":
        """``(gate_count, boot_id)`` as last kept, zeros at first."""
        return self._kept

    def keep(self, gate_count: int, boot_id: int) -> None:
        """Write a record; when this returns, it outlives a power cut.

        Raises:
            KeptFlashError: neither this sector nor the next takes it.
        """
        fields = struct.pack(_FIELDS, _MAGIC, self._sequence + 1, gate_count, boot_id)
        record = fields + struct.pack("<I", binascii.crc32(fields))
        for _ in range(2 * self._slots):
            if self._slot == self._slots:
                self._turn()
            slot = self._slot
            self._slot += 1
            self._dirty[self._sector] = True
            self._program(slot, record)
            if self._read(self._sector, slot) == record:
                self._sequence += 1
                self._kept = (gate_count, boot_id)
                return
        raise KeptFlashError(f"no slot of sector {self._sector} took a record: the flash is worn out")

    def tidy(self) -> bool:
        """Erase one sector that only holds old records; whether there was one. Takes as long as an erasure."""
        for sector in range(self._sectors):
            if self._dirty[sector] and sector != self._sector:
                self._erase(sector)
                return True
        return False

    def _turn(self) -> None:
        following = (self._sector + 1) % self._sectors
        if self._dirty[following]:
            self._erase(following)
        self._sector = following
        self._slot = 0

    def _scan(self) -> None:
        """Find the newest record, and the first slot after all that was written in its sector."""
        used = [0] * self._sectors
        for sector in range(self._sectors):
            for slot in range(self._slots):
                record = self._read(sector, slot)
                if record == _BLANK * _RECORD:
                    continue
                used[sector] = slot + 1
                self._take(sector, record)
            self._dirty[sector] = used[sector] > 0
        self._slot = used[self._sector]

    def _take(self, sector: int, record: bytes) -> None:
        magic, sequence, gate_count, boot_id = struct.unpack(_FIELDS, record[:12])
        is_good = magic == _MAGIC and struct.unpack("<I", record[12:])[0] == binascii.crc32(record[:12])
        if is_good and sequence > self._sequence:
            self._sequence = sequence
            self._kept = (gate_count, boot_id)
            self._sector = sector

    def _read(self, sector: int, slot: int) -> bytes:
        record = bytearray(_RECORD)
        self._device.readblocks(sector, record, slot * _RECORD)
        return bytes(record)

    def _program(self, slot: int, record: bytes) -> None:
        at = slot * _RECORD % _PAGE
        page = _BLANK * at + record + _BLANK * (_PAGE - at - _RECORD)
        self._device.writeblocks(self._sector, page, slot * _RECORD - at)

    def _erase(self, sector: int) -> None:
        self._device.ioctl(_ERASE, sector)
        self._dirty[sector] = False
