"""Whether the count of wrong cards can fail, and that the seeded attempts of each kind are what they say."""

import json
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from deploy.benchmarks import faults, shoe1_faults, tag_faults
from deploy.benchmarks.corruptions import CORRUPTIONS, Tally, VacuousError
from deploy.benchmarks.faults import SHOE1, SIGNED, SUBJECTS, Batch, Row, attempts, batches, made, summed
from deploy.benchmarks.shoe1_faults import FORGERIES, KEY, corrupted, forged, whole_sessions
from deploy.benchmarks.tag_faults import SERIES, Pn532Line, Series, passed
from deploy.commands.bench import bench
from firmware_bridge.firmware import shoe1
from firmware_bridge.fuse import Rule
from firmware_bridge.readers.pn532 import Pn532Answer, Pn532Decoder
from firmware_bridge.readers.r200 import R200Decoder
from firmware_bridge.readers.rdm6300 import Rdm6300, Rdm6300Decoder
from firmware_bridge.readers.tag_reader import Heard, TagSeen

FRAME = bytes.fromhex("06 01 10 34 12 07 04 40 E2 01 0D 08 E0 04 01 50 AA BB CC DD C9 04 2B 01 01 05 EC CF F9 9C 00")
BEHIND = bytes.fromhex("06 01 11 34 12 08 04 60 E4 01 02 2C 01 01 05 F7 36 FB D1 00")
SWAPS = ("neighbouring bytes swapped", "any two bytes swapped")
"""What no line does, and what sums over bytes do not see."""


def flipped(before: bytes, after: bytes) -> list[int]:
    """The places of the bits that differ."""
    differing = int.from_bytes(before, "big") ^ int.from_bytes(after, "big")
    return [place for place in range(8 * len(before)) if differing >> place & 1]


def arrived(kind: str) -> Iterator[bytes]:
    chance = Random(kind)
    for _ in range(500):
        yield CORRUPTIONS[kind](FRAME, BEHIND, chance)


@pytest.mark.parametrize(
    ("kind", "longer"),
    [("byte dropped", -1), ("byte doubled", 1), ("byte inserted", 1), *((swap, 0) for swap in SWAPS)],
)
def test_a_byte_more_or_less_is_one(kind: str, longer: int) -> None:
    assert {len(each) - len(FRAME) for each in arrived(kind)} == {longer}
    assert FRAME not in arrived(kind)


@pytest.mark.parametrize(("kind", "bits"), [("1 bit", 1), ("2 bits", 2)])
def test_so_many_bits_are_flipped(kind: str, bits: int) -> None:
    places = [flipped(FRAME, each) for each in arrived(kind)]
    assert {len(each) for each in places} == {bits}
    assert len({each[0] for each in places}) > 100


def test_a_burst_has_2_to_32_bits() -> None:
    spans = {
        max(places) - min(places) + 1 for places in (flipped(FRAME, each) for each in arrived("burst of 2 to 32 bits"))
    }
    assert spans == set(range(2, 33))


@pytest.mark.parametrize("swap", SWAPS)
def test_swapped_bytes_are_two(swap: str) -> None:
    for each in arrived(swap):
        assert sorted(each) == sorted(FRAME)
        assert sum(one != other for one, other in zip(FRAME, each, strict=True)) == 2


def test_what_is_glued_or_between_stands_there() -> None:
    for each in arrived("cut, glued to the next"):
        assert each.endswith(BEHIND)
        assert FRAME.startswith(each[: -len(BEHIND)])
        assert 1 <= len(each) - len(BEHIND) < len(FRAME)
    assert {len(each) - len(FRAME) for each in arrived("garbage between")} == set(range(1, 65))
    assert all(each.endswith(FRAME) for each in arrived("garbage between"))


def test_readers_frames_are_what_the_decoders_take() -> None:
    tag = bytes.fromhex("01000734E0")
    assert Rdm6300Decoder().feed(tag_faults.rdm6300_frame(tag)) == [TagSeen("01000734E0")]
    epc = bytes.fromhex("30751FEB705C5904E3D50D70")
    assert R200Decoder().feed(tag_faults.r200_frame(epc)) == [TagSeen(epc.hex().upper())]
    uid = bytes.fromhex("04A035B2BC2B80")
    [answer] = Pn532Decoder().feed(tag_faults.pn532_frame(uid))
    assert isinstance(answer, Pn532Answer)
    assert Pn532Line().received(tag_faults.pn532_frame(uid), 0.0) == Heard((TagSeen("04A035B2BC2B80"),))


@pytest.mark.parametrize("name", SERIES)
def test_a_deck_of_tags_is_eight_packs(name: str) -> None:
    deck = SERIES[name].deck(Random(1))
    numbers = sorted(int(tag, 16) for tag in deck.cards)
    assert len(numbers) == 416
    assert (numbers[-1] - numbers[0] == 415) is SERIES[name].is_consecutive


@pytest.mark.parametrize(
    ("subject", "kind"),
    [
        (subject, kind)
        for subject, kinds in SUBJECTS.items()
        for kind in kinds
        if subject not in SERIES or kind not in SWAPS
    ],
)
def test_no_wrong_card_is_believed(subject: str, kind: str) -> None:
    attempted = 100 if subject in SERIES else 400
    tally = made(Batch(subject, kind, 21, 0, attempted)).tally
    assert (tally.tried, tally.wrong) == (attempted, 0)
    assert tally.unread <= attempted


def test_a_batch_makes_the_same_attempts_again() -> None:
    batch = Batch("RDM6300, consecutive tags", "any two bytes swapped", 3, 1, 200)
    assert made(batch) == made(batch)
    assert made(batch).tally.by_checksum > 0


# Each count can fail


def test_without_a_checksum_wrong_cards_of_shoe1_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe1, "binascii", SimpleNamespace(crc32=lambda _: 0))
    tally = corrupted(CORRUPTIONS["2 bits"], 400, Random(1))
    assert tally.by_checksum > 100
    assert tally.wrong > 10


@pytest.mark.parametrize("kind", [kind for kind in FORGERIES if not kind.startswith("replayed in its")])
def test_where_every_tag_is_believed_forged_frames_are_counted(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(shoe1.Signer, "made", lambda *_: True)
    assert forged(FORGERIES[kind], 100, Random(1)).wrong > 0


def test_where_every_tag_is_believed_whole_sessions_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shoe1.Signer, "made", lambda *_: True)
    assert whole_sessions(100, Random(1)).wrong > 40


def test_where_repeats_are_not_dropped_replayed_frames_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.sequence.Sequence.is_repeat", lambda *_: False)
    monkeypatch.setattr("firmware_bridge.sequence.Sequence.take", lambda _, frame: [frame])
    assert forged(FORGERIES["replayed in its session"], 100, Random(1)).wrong > 10


def neighbour(frame: bytes, _behind: bytes, _chance: Random) -> bytes:
    """Frame and checksum of the tag beside: every read is wrong, and all agree."""
    tag = bytes.fromhex(frame[1:11].decode())
    return tag_faults.rdm6300_frame(tag[:-1] + bytes((tag[-1] ^ 1,)))


def test_reads_that_agree_on_a_wrong_tag_are_counted() -> None:
    tally = passed(SERIES["RDM6300, consecutive tags"], neighbour, 100, Random(1))
    assert tally.wrong > 30
    assert tally.by_checksum > 300
    assert tally.ungated > 10


class Unchecked(Rdm6300):
    """Believes any ten digits."""

    def received(self, chunk: bytes, now: float) -> Heard:  # noqa: ARG002
        digits = chunk[1:11].decode("latin-1")
        is_whole = len(chunk) == 14 and all(each in "0123456789ABCDEF" for each in digits)
        return Heard((TagSeen(digits),) if is_whole else ())

    def advance(self, now: float) -> Heard:  # noqa: ARG002
        return Heard()


def test_a_reader_without_a_checksum_is_found_out() -> None:
    series = Series(Unchecked, tag_faults.rdm6300_frame, 5)
    tally = passed(series, CORRUPTIONS["1 bit"], 400, Random(1))
    assert tally.by_checksum > 300
    assert passed(SERIES["RDM6300, consecutive tags"], CORRUPTIONS["1 bit"], 400, Random(1)).by_checksum == 0


# A bench that hears nothing proves nothing


def test_a_rule_that_names_no_card_ends_the_bench() -> None:
    with pytest.raises(VacuousError, match="all good"):
        passed(SERIES["R200, consecutive tags"], CORRUPTIONS["1 bit"], 1, Random(1), Rule(reads=9))


def test_a_link_that_meets_no_shoe_ends_the_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe1.Signer, "made", lambda *_: False)
    with pytest.raises(VacuousError, match="did not meet"):
        shoe1_faults.Session(SERIES["R200, consecutive tags"].deck(Random(1)), Random(1), KEY)


# The whole run


def test_batches_make_up_the_attempts() -> None:
    sizes: dict[tuple[str, str], int] = {}
    for each in batches(21, 12_345):
        sizes[each.subject, each.kind] = sizes.get((each.subject, each.kind), 0) + each.size
    assert {sizes[SHOE1, kind] for kind in SUBJECTS[SHOE1]} == {12_345}
    assert sum(sizes[SIGNED, kind] for kind in SUBJECTS[SIGNED]) >= 12_345
    assert {sizes[series, kind] for series in SERIES for kind in CORRUPTIONS} == {attempts("R200", 12_345)} == {1235}


def test_rows_of_one_kind_are_summed_in_order() -> None:
    first, last = ("SHOE/1", "1 bit"), ("R200, consecutive tags", "2 bits")
    rows = [Row(*last, Tally(1, 2, 3, 4, 5)), Row(*first, Tally(7)), Row(*last, Tally(10, 20, 30, 40, 50))]
    assert summed(rows) == [Row(*first, Tally(7)), Row(*last, Tally(11, 22, 33, 44, 55))]


def test_a_small_run_prints_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "SUBJECTS", {subject: SUBJECTS[subject] for subject in (SHOE1, SIGNED)})
    shown = CliRunner().invoke(bench, ["faults", "--frames", "100"])
    assert shown.exit_code == 0, shown.output
    assert "wrong cards: 0, must be 0" in shown.output
    assert len([line for line in shown.output.splitlines() if line.startswith("  ")]) == 19


@pytest.mark.parametrize(("wrong", "status"), [(0, 0), (1, 1)])
def test_a_wrong_card_ends_the_command_with_status_1(monkeypatch: pytest.MonkeyPatch, wrong: int, status: int) -> None:
    row = Row("R200, consecutive tags", "1 bit", Tally(8, wrong=wrong, unread=2))
    monkeypatch.setattr(faults, "measured", lambda *_: iter([row]))
    shown = CliRunner().invoke(bench, ["faults", "--json"])
    assert shown.exit_code == status
    told = json.loads(shown.stdout)
    assert (told["wrong"], told["rows"][0]["tally"]["tried"]) == (wrong, 8)
