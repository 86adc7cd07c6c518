"""What was kept outlives a power cut at any byte: the old record or the new one."""

from contextlib import suppress

import pytest
from firmware_bridge.firmware.kept_flash import KeptFlash, KeptFlashError
from firmware_bridge.firmware.tests.nor_flash import NorFlash, PowerCutError
from hypothesis import given, settings
from hypothesis import strategies as st

SMALL = 512
"""Bytes of a sector in which 32 records fit, so that sectors turn often."""


def test_nothing_was_kept_at_first() -> None:
    assert KeptFlash(NorFlash()).kept() == (0, 0)


def test_last_record_is_kept_over_a_reset() -> None:
    flash = NorFlash()
    kept = KeptFlash(flash)
    kept.keep(7, 0x1234)
    kept.keep(2**32 - 1, 0xFFFF)
    assert kept.kept() == KeptFlash(flash).kept() == (2**32 - 1, 0xFFFF)


def test_a_sector_is_erased_only_when_all_are_full() -> None:
    flash = NorFlash(sectors=3, size=SMALL)
    kept = KeptFlash(flash)
    for count in range(3 * 32):
        kept.keep(count, 1)
    assert flash.erased == [0, 0, 0]
    kept.keep(96, 1)
    assert flash.erased == [1, 0, 0]


def test_sectors_wear_alike() -> None:
    flash = NorFlash(sectors=4, size=SMALL)
    kept = KeptFlash(flash)
    for count in range(32 * 4 * 10):
        kept.keep(count, 1)
        if count % 50 == 0:
            kept.tidy()
    assert max(flash.erased) - min(flash.erased) <= 1


def test_after_tidying_a_whole_shoe_needs_no_erasure() -> None:
    flash = NorFlash()
    kept = KeptFlash(flash)
    for count in range(5000):
        kept.keep(count, 1)
    while kept.tidy():
        pass
    before = list(flash.erased)
    for count in range(416):
        kept.keep(count, 2)
    assert flash.erased == before
    assert KeptFlash(flash).kept() == (415, 2)


def test_tidying_spares_the_newest_record_and_ends() -> None:
    flash = NorFlash(sectors=2, size=SMALL)
    kept = KeptFlash(flash)
    for count in range(40):
        kept.keep(count, 3)
    assert kept.tidy()
    assert not kept.tidy()
    assert KeptFlash(flash).kept() == (39, 3)


def test_worn_slot_is_left_behind() -> None:
    flash = NorFlash(size=SMALL)
    flash.worn = {(0, 5)}
    kept = KeptFlash(flash)
    kept.keep(4660, 9)
    assert KeptFlash(flash).kept() == (4660, 9)
    kept.keep(4661, 9)
    assert KeptFlash(flash).kept() == (4661, 9)


def test_worn_out_flash_is_said() -> None:
    flash = NorFlash(sectors=2, size=SMALL)
    flash.worn = {(sector, at) for sector in range(2) for at in range(SMALL)}
    with pytest.raises(KeptFlashError, match="worn out"):
        KeptFlash(flash).keep(1, 1)


def test_one_sector_is_too_few() -> None:
    with pytest.raises(KeptFlashError, match="1 sectors: 2 at least"):
        KeptFlash(NorFlash(sectors=1))


@settings(max_examples=150, deadline=None)
@given(
    written=st.integers(0, 110),
    cuts=st.lists(st.tuples(st.integers(0, 900), st.booleans()), min_size=1, max_size=4),
    seed=st.integers(0, 2**16),
)
def test_a_cut_at_any_byte_leaves_the_old_or_the_new(written: int, cuts: list[tuple[int, bool]], seed: int) -> None:
    flash = NorFlash(sectors=3, size=SMALL, seed=seed)
    kept = KeptFlash(flash)
    for count in range(1, written + 1):
        kept.keep(count, 7)
    for bytes_left, tidies in cuts:
        old = kept.kept()
        new = (old[0] + 1, old[1] + 1)
        flash.bytes_left = bytes_left
        try:
            if tidies:
                kept.tidy()
            kept.keep(*new)
        except PowerCutError:
            assert KeptFlash(flash).kept() in (old, new)
        else:
            assert KeptFlash(flash).kept() == new
        flash.bytes_left = None
        KeptFlash(flash).keep(*new)
        kept = KeptFlash(flash)
        assert kept.kept() == new


def test_every_byte_of_a_write_that_turns_the_sector_may_be_the_last() -> None:
    for bytes_left in range(SMALL + 256 + 1):
        flash = NorFlash(sectors=2, size=SMALL, seed=bytes_left)
        kept = KeptFlash(flash)
        for count in range(1, 65):
            kept.keep(count, 7)
        flash.bytes_left = bytes_left
        with suppress(PowerCutError):
            kept.keep(65, 8)
        flash.bytes_left = None
        again = KeptFlash(flash)
        assert again.kept() in ((64, 7), (65, 8))
        again.keep(66, 9)
        assert KeptFlash(flash).kept() == (66, 9)
