import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from engine.journal.chain import Flaw
from engine.journal.checkpoint import Checkpoint
from engine.journal.errors import JournalBroken, JournalShort
from engine.journal.known import require
from engine.journal.store import Journal
from engine.journal.tests.days import BEGAN, Day, payload, several
from engine.journal.verify import Intact, Short, Verdict, verify

Tamper = Callable[..., None]


@pytest.fixture
def day(path: Path) -> Day:
    return Day(path)


def details(found: Verdict) -> tuple[int, int, int, int]:
    """Commitments, opened, unopened, checkpoints."""
    assert isinstance(found, Intact)
    assert found.details is not None
    seen = found.details
    return seen.committed, seen.opened, seen.unopened, seen.checkpoints


def flaw(found: Verdict) -> Flaw:
    assert isinstance(found, Flaw), found
    return found


# ---- openings ----


def test_every_commitment_is_held_against_its_opening(day: Day) -> None:
    day.coup()
    day.coup()
    day.card()
    assert details(verify(day.path)) == (11, 10, 1, 0)


def test_a_file_further_on_may_open_what_an_older_one_committed_to(day: Day) -> None:
    first, second = day.card(), day.card()
    day.further()
    day.journal._connection.execute("DELETE FROM sealed")
    day.open(first, second)
    assert details(verify(day.path)) == (2, 2, 0, 0)


def opened(day: Day, **changes: object) -> Flaw:
    """What is found of an opening of record 1 with these fields changed; it is record 2."""
    seq = day.card("TH")
    secret = day.secrets[seq]
    opening = {"seq": seq, "nonce": secret.nonce.hex(), "text": secret.text} | changes
    day.write("commitments_opened", openings=[opening])
    return flaw(verify(day.path))


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        pytest.param({"text": f"{'9H E004015000000001 0.99':64}"}, "one of ", id="another card"),
        pytest.param({"nonce": "00" * 32}, "one of ", id="another nonce"),
        pytest.param(
            {"nonce": "00"}, "one of 1 bytes and 64 characters, 32 and a multiple of 64 were due", id="short nonce"
        ),
        pytest.param({"nonce": "0 " * 32}, "one that is not of hexadecimal digits and ASCII", id="nonce with spaces"),
        pytest.param({"nonce": "zz" * 32}, "one that is not of hexadecimal digits and ASCII", id="nonce of no digits"),
        pytest.param({"nonce": "00 " * 21 + "0"}, "one that is not of hexa", id="nonce cut off"),
        pytest.param({"nonce": "00 " * 21 + " "}, "one of 21 bytes and 64 characters", id="nonce of pairs"),
        pytest.param({"text": "TH"}, "one of 32 bytes and 2 characters", id="short text"),
        pytest.param({"text": ""}, "one of 32 bytes and 0 characters", id="no text"),
        pytest.param({"text": "é" * 64}, "one that is not of hexadecimal digits and ASCII", id="no ASCII"),
        pytest.param({"seq": 2}, "one of record 2", id="of itself"),
        pytest.param({"seq": 77}, "one of record 77", id="of a record to come"),
        pytest.param({"seq": 0}, "one of record 0", id="of no record"),
        pytest.param({"seq": -1}, "one of record -1", id="of less than none"),
        pytest.param({"seq": "1"}, "Expected `int`, got `str` - at `$.openings[0].seq`", id="no number"),
    ],
)
def test_an_opening_that_opens_nothing_is_found(day: Day, changes: dict[str, object], found: str) -> None:
    bad = opened(day, **changes)
    assert bad.seq == 2
    assert bad.found.startswith(found)


def test_a_commitment_opened_twice_is_found(day: Day) -> None:
    day.card()
    day.open(1)
    day.journal.append(payload("commitments_opened", openings=[opening_of(day, 1)]))
    assert flaw(verify(day.path)) == Flaw(3, "openings of commitments that are not opened yet", "one of record 1")


def opening_of(day: Day, seq: int) -> dict[str, object]:
    return {"seq": seq, "nonce": day.secrets[seq].nonce.hex(), "text": day.secrets[seq].text}


@pytest.mark.parametrize("commitment", ["", "ab", "Z" * 64, "AB" * 32, " ab" * 21 + "a"])
def test_a_commitment_that_is_none_is_found(day: Day, commitment: str) -> None:
    day.write("card_out", commitment=commitment)
    assert flaw(verify(day.path)).found == repr(commitment)


def test_a_player_who_bears_the_words_of_the_log_confuses_nobody(day: Day) -> None:
    for name in (
        "commitment",
        "commitments_opened",
        '"commitment":"x"',
        '","type":"commitments_opened","openings":[1],"',
    ):
        day.write("player_seated", box=1, player=name)
        day.write("player_seated", box=1, player=name, commitments_opened="commitment")
        day.write("note", text=name, type="player_seated", openings=[{"seq": 1}])
    assert details(verify(day.path)) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("statement", "seq"),
    [
        ("UPDATE sealed SET text = CAST('9H' || substr(text, 3) AS BLOB) WHERE seq = 2", 2),
        ("UPDATE sealed SET nonce = zeroblob(32) WHERE seq = 3", 3),
        ("UPDATE sealed SET seq = 1 WHERE seq = 2", 1),
        ("UPDATE sealed SET seq = 900 WHERE seq = 2", 900),
    ],
)
def test_a_secret_that_was_changed_is_found_and_not_told(day: Day, statement: str, seq: int) -> None:
    day.write("betting_closed")
    day.card("TH")
    day.card("7C")
    assert isinstance(verify(day.path), Intact)
    with closing(sqlite3.connect(day.path)) as other:
        other.execute(statement)
        other.commit()
    found = flaw(verify(day.path))
    assert found.seq == seq
    assert not any(card in str(found) for card in ("TH", "9H", "7C", day.secrets[2].nonce.hex()))


# ---- from a record on ----


def test_a_walk_may_begin_at_any_record(day: Day) -> None:
    first, second = day.card(), day.card()
    day.write("done")
    day.open(first)
    day.further()
    last = day.open(second)
    head = day.journal.head
    assert head is not None
    for since in range(1, last + 1):
        assert verify(day.path, since=since) == Intact(last + 1 - since, head.hash), since
    assert verify(day.path, since=last + 1) == Intact(0, head.hash)
    assert flaw(verify(day.path, since=last + 2)) == Flaw(last + 2, f"record {last + 2}", f"the end, at record {last}")


def test_a_walk_that_begins_later_finds_a_false_opening_of_an_earlier_commitment(day: Day, tamper: Tamper) -> None:
    day.card()
    day.write("done")
    day.write("commitments_opened", openings=[opening_of(day, 1) | {"text": f"{'9H':64}"}])
    assert flaw(verify(day.path, since=2)).seq == 3
    tamper(day.path, "DELETE FROM record WHERE seq = 3")


def test_a_walk_that_begins_later_finds_an_earlier_commitment_opened_twice(day: Day) -> None:
    day.card()
    day.open(1)
    day.journal.append(payload("commitments_opened", openings=[opening_of(day, 1)]))
    assert flaw(verify(day.path, since=2)).seq == 3


def test_a_walk_passes_over_what_was_changed_before_it_begins(day: Day, tamper: Tamper) -> None:
    day.coup()
    tamper(day.path, "UPDATE record SET payload = x'00' WHERE seq = 1")
    assert flaw(verify(day.path)).seq == 1
    assert isinstance(verify(day.path, since=3), Intact)


# ---- checkpoints ----


def test_every_checkpoint_is_held_against_its_record(day: Day) -> None:
    known = list(several(day, 3))
    day.further()
    known += several(day, 2)
    day.coup()
    found = verify(day.path, known)
    assert details(found)[3] == 5
    assert isinstance(found, Intact)
    assert found.details is not None
    assert found.details.covered == known[-1]
    assert details(verify(day.path, known, since=20))[3] == 5


def test_a_checkpoint_of_another_hash_is_found_in_any_order(day: Day) -> None:
    known = list(several(day, 4))
    known[1] = replace(known[1], head=bytes(32))
    for order in (known, known[::-1], [known[3], known[1], known[0]]):
        found = flaw(verify(day.path, order))
        assert found.seq == 16
        assert found.expected == f"hash {bytes(32).hex()}, by the checkpoint of 2026-12-01T12:00:16.000Z (coup)"


def cut_short(day: Day, tamper: Tamper, after: int) -> None:
    day.journal.close()
    tamper(day.path, f"DELETE FROM record WHERE seq > {after}", "DELETE FROM sealed")


def test_a_journal_that_was_cut_short_is_intact_but_for_its_checkpoints(day: Day, tamper: Tamper) -> None:
    known = list(several(day, 4))
    cut_short(day, tamper, 24)
    assert isinstance(verify(day.path), Intact)
    assert verify(day.path, known) == Short(24, known[3])
    assert verify(day.path, known[::-1]) == Short(24, known[3])
    assert details(verify(day.path, known[:3]))[3] == 3


def test_an_older_copy_put_back_and_gone_on_with_is_found(day: Day, tmp_path: Path) -> None:
    known = list(several(day, 2))
    day.journal.close()
    copy = tmp_path / "copy.db"
    shutil.copy(day.path, copy)
    day.journal = Journal.open(day.path)
    known += several(day, 2)
    day.journal.close()
    shutil.copy(copy, day.path)
    gone_on = Day(day.path)
    gone_on.moment = BEGAN + timedelta(hours=1)
    known += several(gone_on, 1)
    assert isinstance(verify(day.path), Intact)
    assert flaw(verify(day.path, known)).seq == known[2].seq


def test_an_unsound_chain_is_told_before_what_is_missing(day: Day, tamper: Tamper) -> None:
    known = list(several(day, 4))
    cut_short(day, tamper, 24)
    tamper(day.path, "UPDATE record SET payload = x'00' WHERE seq = 12")
    assert flaw(verify(day.path, known)).seq == 12


# ---- at a core's start ----


def test_a_core_may_start_on_the_journal_that_its_checkpoints_speak_of(day: Day) -> None:
    known = list(several(day, 2))
    day.further()
    require(day.path, [])
    require(day.path, known)
    day.coup()
    require(day.path, known)


@pytest.mark.parametrize("how", ["cut short", "empty", "gone", "begun anew", "no bytes"])
def test_no_core_starts_on_a_journal_that_is_shorter(day: Day, tamper: Tamper, how: str) -> None:
    known = list(several(day, 3))
    day.journal.close()
    if how == "cut short":
        cut_short(day, tamper, 16)
    elif how == "empty":
        cut_short(day, tamper, 0)
    else:
        day.path.unlink()
        if how == "begun anew":
            Journal.open(day.path).close()
        if how == "no bytes":
            day.path.touch()
    ends = 16 if how == "cut short" else 0
    with pytest.raises(
        JournalShort,
        match=rf"ends at record {ends}, and a checkpoint of .*12:00:24\.000Z says that it had 24: .* log restore",
    ):
        require(day.path, known)


def test_no_core_starts_on_another_journal(day: Day, tmp_path: Path) -> None:
    known = list(several(day, 3))
    other = Day(tmp_path / "another.db")
    other.write("note")
    list(several(other, 4))
    other.journal.close()
    day.journal.close()
    shutil.copy(other.path, day.path)
    with pytest.raises(JournalBroken, match=r"breaks at record 24: hash .*, by the checkpoint of .* \(coup\) was due"):
        require(day.path, known[2:])


def test_of_records_that_are_kept_no_more_a_checkpoint_says_nothing(day: Day) -> None:
    known: list[Checkpoint] = list(several(day, 2))
    day.further()
    known += several(day, 1)
    day.path.unlink()
    require(day.path, known)
    assert details(verify(day.path, known, since=17))[3] == 3
    with pytest.raises(JournalBroken):
        require(day.path, [replace(known[1], head=bytes(32))])


# ---- the clock ----


def test_what_the_clock_did_is_told(day: Day) -> None:
    day.coup()
    day.moment += timedelta(hours=9)
    day.coup()
    day.moment -= timedelta(minutes=30)
    day.coup()
    day.moment -= timedelta(seconds=2.5)  # with the second that each record takes: within what is put right
    day.write("note", text='"at":"1970-01-01T00:00:00.000Z"')
    day.moment += timedelta(minutes=11)
    last = day.write("note")
    found = verify(day.path)
    assert isinstance(found, Intact)
    assert found.details is not None
    times = found.details.times
    assert (times.back, times.gaps) == (1, 2)
    assert times.furthest is not None
    assert (times.furthest.seq, times.furthest.length) == (17, timedelta(minutes=29, seconds=59))
    assert times.longest is not None
    assert (times.longest.seq, times.longest.length) == (9, timedelta(hours=9, seconds=1))
    assert last == 26


def test_a_record_without_a_time_is_passed_over(day: Day) -> None:
    day.journal.append(b"no JSON at all")
    day.journal.append(b'{"type":"note","at":"whenever"}')
    day.coup()
    found = verify(day.path)
    assert isinstance(found, Intact)
    assert found.details is not None
    assert (found.details.times.back, found.details.times.gaps) == (0, 0)
