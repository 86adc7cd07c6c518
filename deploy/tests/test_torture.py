"""The journal's torture has teeth, and the journal bears it; how often is a matter of ``banca21 bench torture``."""

import json
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from deploy.commands import torture as command
from deploy.commands.bench import bench
from deploy.torture import cuts, damage, deaths, edits, flips, kills, load, power, writes
from deploy.torture.damage import How, Subject
from deploy.torture.deaths import Death, Scene
from deploy.torture.edits import Attempt
from deploy.torture.orders import Outcome
from deploy.torture.power import Disk
from deploy.torture.script import scripted
from deploy.torture.spread import spread
from deploy.torture.tally import Detection, Survival, detection, survival
from deploy.torture.writes import Acknowledged, Act, Cut, Named, NotSeenError, Renamed, Synced, Wrote
from engine.events import CardOut, WhiteCardOut
from engine.journal import layout
from engine.journal.store import Journal
from engine.journal.verify import Intact
from engine.lines import name_of
from engine.ports import Sighting
from engine.session import Session

pytestmark = pytest.mark.thorough

needs_strace = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")


def counts(**times: int) -> list[str]:
    """Options of the command; what is not given is tried once or not at all."""
    given = {"coups": 1, "flips": 0, "wal_flips": 0, "edits": 0} | times
    return [word for name, count in given.items() for word in (f"--{name.replace('_', '-')}", str(count))]


def nobody() -> None:
    """Hears that an attempt is done."""


# Death at a step


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return deaths.prepared(tmp_path_factory.mktemp("scene"), coups=2, seed=21)


def one_of_each(scene: Scene) -> list[Death]:
    return list({deaths.kind_of(death): death for death in scene.deaths()}.values())


def test_the_script_is_the_same_by_the_same_seed_and_has_what_seldom_happens() -> None:
    coups = scripted(20, 21)
    assert [(name_of(each.event), each.ident) for coup in coups for each in coup] == [
        (name_of(each.event), each.ident) for coup in scripted(20, 21) for each in coup
    ]
    events = [each.event for coup in coups for each in coup]
    kinds = Counter(name_of(event) for event in events)
    assert {"card_named", "card_exposed", "coup_cancelled", "white_card_out", "call"} <= kinds.keys()
    assert kinds["shoe_started"] > 2
    cards = [event for event in events if isinstance(event, CardOut)]
    assert any(card.card is None for card in cards)
    assert any(card.boxed for card in cards)
    origins = [event.origin for event in events if isinstance(event, CardOut | WhiteCardOut)]
    assert len(set(origins)) == len(origins)


def test_one_can_die_at_each_step_of_an_event(scene: Scene) -> None:
    assert {deaths.kind_of(death) for death in scene.deaths()} == {
        "BEGIN",
        "COMMIT",
        "a checkpoint left",
        "it was acknowledged",
        "it was answered",
        "it was told",
        "the folder was synced",
        "the WAL was copied back",
        "the payload was made",
        "the record's INSERT",
        "the secret's INSERT",
        "the secrets' DELETE",
        "the table took it",
    }


def test_a_sample_has_the_rarest_steps_too(scene: Scene) -> None:
    assert deaths.sampled(scene, None, Random(1)) == scene.deaths()
    sample = deaths.sampled(scene, 90, Random(1))
    assert len(sample) == len(set(sample)) == 90
    assert {deaths.kind_of(death) for death in sample} == {deaths.kind_of(death) for death in scene.deaths()}


def test_nothing_acknowledged_is_lost_by_death_at_a_step(scene: Scene) -> None:
    rows = spread(deaths.died, scene, one_of_each(scene), nobody)
    assert [row.examples for row in rows if not row.is_sound] == []
    assert sum(row.acknowledged for row in rows) > 20


def test_a_card_that_is_acknowledged_too_soon_is_lost_by_a_death(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really_see = Session._see

    def see(self: Session, fact: Sighting) -> None:
        self._acknowledge(fact)
        really_see(self, fact)

    monkeypatch.setattr(Session, "_see", see)
    hasty = deaths.prepared(tmp_path, coups=1, seed=21)
    step = hasty.steps[0].index("after it was acknowledged") + 1
    row = deaths.died(hasty, Death(0, step, hasty.steps[0][step]))
    assert (row.acknowledged, row.lost, row.is_sound) == (7, 1, False)
    assert "1:1 was lost" in row.examples[-1]


def test_a_record_that_is_not_the_undisturbed_one_is_wrong(scene: Scene) -> None:
    other = replace(scene, records=[replace(each, payload=each.payload + b" ") for each in scene.records])
    row = deaths.died(other, scene.deaths()[-1])
    assert row.wrong
    assert "no prefix" in row.examples[0]


def test_a_hidden_card_that_is_not_known_again_is_wrong(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Journal, "secrets", lambda _journal: {})
    step = next(n for n, name in enumerate(scene.steps[0]) if name == "after the secret's INSERT") + 40
    row = deaths.died(scene, Death(0, step, scene.steps[0][step]))
    assert any("another than the undisturbed one" in each for each in row.examples)


def test_a_process_that_does_not_die_at_its_step_is_wrong(scene: Scene) -> None:
    row = deaths.died(scene, Death(0, len(scene.steps[0]) + 1, "after nothing"))
    assert row.wrong
    assert "exit status 0" in row.examples[0]


# SIGKILL, and what is judged after it


def test_nothing_acknowledged_is_lost_by_sigkill(tmp_path: Path) -> None:
    rows = kills.measured(tmp_path, 4, Random(2), nobody)
    assert [row.examples for row in rows if not row.is_sound] == []
    assert sum(row.acknowledged for row in rows) > 10


def appended(folder: Path, count: int) -> Path:
    path = folder / "journal.db"
    with Journal.open(path) as journal:
        for _ in range(count):
            load.append_next(journal)
    return path


def test_what_is_appended_is_judged_by_its_number_alone(tmp_path: Path) -> None:
    path = appended(tmp_path, 27)
    assert load.judged(path, 27) == (0, "")
    assert load.judged(path, 30) == (3, "")
    assert load.judged(tmp_path / "none.db", 2) == (2, "")
    with Journal.open(path) as journal:
        journal.append(b"{}")
    assert "no prefix" in load.judged(path, 27)[1]


def test_secrets_that_are_not_those_that_were_sealed_are_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = appended(tmp_path, 27)
    assert len(load.secrets_after(27)) == 5
    monkeypatch.setattr(Journal, "secrets", lambda _journal: load.secrets_after(26))
    assert "other secrets" in load.judged(path, 27)[1]


# The WAL cut off


def test_a_cut_wal_leaves_every_commit_that_is_whole_before_the_cut(tmp_path: Path) -> None:
    rows = cuts.measured(tmp_path, 24, Random(3), nobody)
    assert [row.examples for row in rows if not row.is_sound] == []
    assert len({row.acknowledged for row in rows}) > 10


def test_a_record_more_or_less_than_the_commits_before_a_cut_is_wrong(tmp_path: Path) -> None:
    journal = cuts.written(tmp_path)
    whole = layout.wal(journal).read_bytes()
    ends = cuts.commits(whole)
    assert not cuts._survival(journal, whole[: ends[9]], cuts.BEFORE + 9).is_sound
    assert cuts._survival(journal, whole[: ends[9] - 1], cuts.BEFORE + 10).lost == 1


# Writes that never arrive

FOLDER_AND_FILE: list[Act] = [Named("a", is_there=True), Synced("")]


def left(acts: list[Act], folder: Path, seed: int) -> dict[str, bytes]:
    disk = Disk()
    for act in acts:
        disk.take(act)
    folder.mkdir()
    disk.leave(folder, Random(seed))
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def outcomes(acts: list[Act], folder: Path, times: int = 60) -> set[bytes | None]:
    """What the file ``a`` can hold; ``None``: it is not there."""
    return {left(acts, folder / f"{seed}", seed).get("a") for seed in range(times)}


def test_what_is_synced_is_there_and_what_is_not_may_be(tmp_path: Path) -> None:
    acts = [*FOLDER_AND_FILE, Wrote("a", 0, b"one"), Synced("a"), Wrote("a", 3, b"two"), Wrote("a", 8, b"six")]
    assert outcomes(acts, tmp_path) >= {b"one", b"onetwo", b"onetwo\0\0six", b"one\0\0\0\0\0six"}
    assert all(found is not None and found.startswith(b"one") for found in outcomes(acts, tmp_path / "again"))


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()


def test_a_sector_is_whole_or_not_there(tmp_path: Path) -> None:
    acts = [*FOLDER_AND_FILE, Wrote("a", 100, b"x" * 1000)]
    found = outcomes(acts, tmp_path, times=200)
    assert bytes(512) + b"x" * 512 in found
    assert bytes(100) + b"x" * 412 in found
    assert {len(each or b"") for each in found} <= {0, 512, 1024, 1100}


def test_a_name_is_there_for_good_once_its_folder_is_synced(tmp_path: Path) -> None:
    made: list[Act] = [Named("a", is_there=True), Wrote("a", 0, b"one"), Synced("a")]
    assert outcomes(made, tmp_path) == {b"one", None}
    assert outcomes([*made, Synced("")], tmp_path / "again") == {b"one"}


def test_a_file_that_was_removed_or_cut_may_be_as_it_was(tmp_path: Path) -> None:
    made: list[Act] = [*FOLDER_AND_FILE, Wrote("a", 0, b"one"), Synced("a")]
    assert outcomes([*made, Named("a", is_there=False)], tmp_path) == {b"one", None}
    assert outcomes([*made, Cut("a", 1)], tmp_path / "again") == {b"one", b"o"}


def test_a_file_has_its_old_name_or_its_new_one(tmp_path: Path) -> None:
    made: list[Act] = [*FOLDER_AND_FILE, Wrote("a", 0, b"one"), Synced("a"), Renamed("a", "b")]
    found = [left(made, tmp_path / f"{seed}", seed) for seed in range(30)]
    assert {"a": b"one"} in found
    assert {"b": b"one"} in found
    assert all(len(each) == 1 for each in found)
    assert left([*made, Synced("")], tmp_path / "synced", 0) == {"b": b"one"}


TRACE = r"""
openat(AT_FDCWD, "\x2f\x74", O_RDONLY|O_CLOEXEC) = 3
openat(AT_FDCWD, "\x2f\x74\x2f\x61", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 4
openat(AT_FDCWD, "\x2f\x74\x2f\x61\x2d\x73\x68\x6d", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 5
openat(AT_FDCWD, "\x2f\x75", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
pwrite64(4, "\x01\x02", 2, 4096)        = 2
pwrite64(5, "\x01\x02", 2, 4096)        = 2
fdatasync(4)                            = 0
write(1, "\x31\x32\x0a", 3)             = 3
ftruncate(4, 12)                        = 0
fsync(3)                                = 0
close(4)                                = 0
openat(AT_FDCWD, "\x2f\x74\x2f\x61", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 4
rename("\x2f\x74\x2f\x61", "\x2f\x74\x2f\x62") = 0
unlink("\x2f\x74\x2f\x62")              = 0
+++ exited with 0 +++
"""


def test_calls_are_read_as_strace_writes_them() -> None:
    assert list(writes._Reading(Path("/t"), set()).acts(TRACE.splitlines())) == [
        Named("a", is_there=True),
        Wrote("a", 4096, b"\1\2"),
        Synced("a"),
        Acknowledged(12),
        Cut("a", 12),
        Synced(""),
        Renamed("a", "b"),
        Named("b", is_there=False),
    ]


def test_a_call_that_is_not_followed_is_told() -> None:
    trace = TRACE.replace("pwrite64(4", "write(4")
    with pytest.raises(NotSeenError, match="a was written to by write"):
        list(writes._Reading(Path("/t"), set()).acts(trace.splitlines()))


@needs_strace
def test_nothing_acknowledged_hangs_on_a_write_that_was_not_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(power, "APPENDS", 75)
    rows = power.measured(tmp_path, 60, Random(4), nobody)
    assert [row.examples for row in rows if not row.is_sound] == []
    assert sum(row.acknowledged for row in rows) > 500


@needs_strace
def test_a_journal_that_does_not_sync_each_record_loses_some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(folder: Path, appends: int) -> list[Act]:
        return [act for act in writes.recorded(folder, appends) if act != Synced("journal.db-wal")]

    monkeypatch.setattr(power, "APPENDS", 30)
    monkeypatch.setattr(power, "recorded", careless)
    assert sum(row.lost for row in power.measured(tmp_path, 40, Random(4), nobody)) > 3


def test_without_strace_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    result = CliRunner().invoke(bench, ["torture", *counts(deaths=0, kills=0, cuts=0, drops=1)])
    assert result.exit_code == 2
    assert "apt-get install strace" in result.stderr


# Damage


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    return damage.subject(tmp_path_factory.mktemp("damage") / "subject", seed=21)


def test_what_is_damaged_holds_everything_a_journal_can(subject: Subject) -> None:
    assert damage.judged(subject.whole, subject) == (How.HARMLESS, "")
    assert {name: len(rows) > 0 for name, rows in subject.content.items()} == dict.fromkeys(damage.TABLES, True)
    assert len(cuts.commits(layout.wal(subject.live).read_bytes())) > 10


@pytest.mark.parametrize(
    ("kind", "name"),
    [pytest.param(kind, name, id=f"{kind}, {name}") for kind, names in edits.EDITS.items() for name in names],
)
def test_an_edit_is_found_or_does_no_harm(subject: Subject, kind: str, name: str) -> None:
    rows = [edits.edited(subject, Attempt(kind, name, number)) for number in range(2)]
    assert [row.examples for row in rows if row.undetected] == []


@pytest.mark.parametrize("name", ["from one record on", "an older copy continued"])
def test_a_chain_made_anew_is_found_by_a_checkpoint_alone(subject: Subject, name: str) -> None:
    assert edits.edited(subject, Attempt("the chain rewritten", name, 0)).checkpoint == 1


def test_no_flipped_bit_does_harm_unseen(subject: Subject) -> None:
    rows = detection(flips.flipped(subject, flip) for flip in flips.drawn(subject, 60, 30, Random(5)))
    assert [row.examples for row in rows if row.undetected] == []
    in_file, in_wal = rows
    assert in_file.chain + in_file.commitments + in_file.sqlite > 20
    assert in_wal.checkpoint == 30


def copied_edit(subject: Subject, folder: Path) -> Path:
    journal = damage.copied(subject.whole, folder / "copy")
    with Journal.open(journal) as opened:
        opened.append(b'{"type":"note","at":"2026-01-31T12:00:00.000Z"}')
    return journal


def test_what_verify_passes_over_is_undetected_when_a_row_is_another(subject: Subject, tmp_path: Path) -> None:
    how, text = damage.judged(copied_edit(subject, tmp_path), subject)
    assert (how, text) == (How.UNDETECTED, "verify finds it intact, and a row is another")


def test_a_core_that_opens_what_verify_refuses_has_not_detected_it(
    subject: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(damage, "require", lambda *_: None)
    journal = damage.copied(subject.older, tmp_path / "copy")
    assert damage.judged(journal, subject)[0] is How.UNDETECTED


def test_a_verdict_that_never_comes_is_no_detection(subject: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    def verify(*_: object) -> Intact:
        raise ZeroDivisionError("nought")

    monkeypatch.setattr(damage, "verify", verify)
    assert damage.judged(subject.whole, subject) == (
        How.UNDETECTED,
        "verify gave no verdict: ZeroDivisionError: nought",
    )


# Counts, and the command


def test_counts_of_a_kind_are_added_up() -> None:
    rows = [Survival("a", 1, 5), Survival("b", 1, 2, 1, 0, ("x",)), Survival("a", 1, 7, 0, 1, ("y",))]
    assert survival(rows) == [Survival("a", 2, 12, 0, 1, ("y",)), Survival("b", 1, 2, 1, 0, ("x",))]
    found = [Detection("a", 1, chain=1), Detection("a", 1, undetected=1, examples=("z",))]
    assert detection(found) == [Detection("a", 2, chain=1, undetected=1, examples=("z",))]


SMALL = ["torture", *counts(deaths=16, kills=1, cuts=2, drops=0, flips=4, wal_flips=2)]


def test_the_command_tells_its_counts() -> None:
    result = CliRunner().invoke(bench, SMALL)
    assert result.exit_code == 0, result.stderr
    lines = {line[:42].strip(): line[42:].split() for line in result.stdout.splitlines()}
    assert lines["SIGKILL at a random time"][0::2] == ["1", "0"]
    assert lines["the WAL cut off"][0] == "2"
    assert lines["a bit of the WAL"][:1] == ["2"]
    assert "sound; " in result.stdout


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome(1, [Survival("death", 1, 1, 1, 0, ("record 7 was lost",))], []),
        Outcome(1, [Survival("death", 1, 1)], [Detection("edit", 1, undetected=1, examples=("record 7 was lost",))]),
    ],
    ids=["lost", "undetected"],
)
@pytest.mark.parametrize("machine", [False, True])
def test_the_command_fails_when_anything_is_lost(
    outcome: Outcome, machine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried_out: Callable[..., Outcome] = lambda *_: outcome  # noqa: E731
    monkeypatch.setattr(command, "carried_out", carried_out)
    result = CliRunner().invoke(bench, ["torture", *["--json"] * machine])
    assert result.exit_code == 1
    if machine:
        assert json.loads(result.stdout)["is_sound"] is False
    else:
        assert "NOT SOUND" in result.stdout
        assert "record 7 was lost" in result.stderr
