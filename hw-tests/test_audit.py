"""The blocks of docs/audit.md, run as an auditor would, on journals that the product wrote and on damaged ones."""

import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from deploy.commands.log import log
from engine.journal.backup import back_up
from engine.journal.checkpoint import Checkpoint, Why, append, file_of
from engine.journal.retention import kept, remove
from engine.journal.tests.days import KEY, PUBLIC, TABLE, Day
from engine.log.tests.keeping import Kept, shoe

PAGE = Path(__file__).parents[1] / "docs" / "audit.md"
PROGRAMS = ("sqlite3", "sha256sum", "openssl", "awk", "bash")

pytestmark = pytest.mark.skipif(
    any(shutil.which(program) is None for program in PROGRAMS), reason=f"an auditor needs {', '.join(PROGRAMS)}"
)


@dataclass
class Audited:
    """What an auditor is given: a backup in three files, checkpoints of another medium, the public key."""

    day: Day
    folder: Path
    checkpoints: Path
    public: Path

    def run(self, work: Path, **given: str) -> subprocess.CompletedProcess[str]:
        script = "".join(re.findall(r"^```bash\n(.*?)^```$", PAGE.read_text(), flags=re.MULTILINE | re.DOTALL))
        work.mkdir()
        return subprocess.run(
            ["bash", "-c", script],
            cwd=work,
            env={
                "PATH": "/usr/bin:/bin",
                "JOURNAL": str(self.folder),
                "CHECKPOINTS": str(self.checkpoints),
                "KEY": str(self.public),
                **given,
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def damaged(self, name: str, *statements: str) -> None:
        with closing(sqlite3.connect(self.folder / name, isolation_level=None)) as other:
            for trigger in ("no_update", "no_delete", "no_gap"):
                other.execute(f"DROP TRIGGER IF EXISTS {trigger}")
            for statement in statements:
                other.execute(statement)

    def signed_again(self, head: bytes) -> None:
        append(self.checkpoints, replace(self.day.checkpoint(), head=head).signed(KEY))


@pytest.fixture
def audited(tmp_path: Path) -> Audited:
    """Five coups in three files; the cards of a sixth are not opened; two checkpoints are cut off."""
    day = Day(tmp_path / "table" / "journal.db")
    checkpoints = tmp_path / "witness"
    checkpoints.mkdir()
    for n in range(5):
        day.write("player_seated", box=1, player='Ana "commitment" 二十一點 \\x41 %s')
        day.coup()
        day.witness(checkpoints)
        if n in (1, 3):
            day.further()
            day.moment += timedelta(days=40)
    day.card("TH")
    day.card("7C")
    public = tmp_path / "pub"
    public.write_bytes(PUBLIC.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    back_up(day.path, tmp_path / "backup", "2026-12-01T12:00:00.000Z")
    path = file_of(checkpoints, TABLE)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:3], "banca21 BJ-01 30 00\n", *lines[3:], "banca21 BJ-01 46 00"]))
    return Audited(day, tmp_path / "backup", path, public)


def test_the_page_proves_a_journal_that_is_whole(audited: Audited, tmp_path: Path) -> None:
    seen = audited.run(tmp_path / "work")
    head = audited.day.journal.head
    assert head is not None
    assert seen.returncode == 0, seen.stderr
    assert seen.stdout.splitlines() == [
        f"the last record and its hash: 47 {head.hash.hex()}",
        "the chain holds over 47 records",
        "27 commitments, 25 opened",
        "cut off: banca21 BJ-01 30 00",
        "the newest checkpoint: table BJ-01, record 45, 5 in all",
    ]


def test_the_page_proves_the_very_file_that_the_core_writes(audited: Audited, tmp_path: Path) -> None:
    audited.folder = audited.day.path.parent
    assert audited.run(tmp_path / "work").returncode == 0


def test_the_page_proves_a_journal_whose_oldest_file_went_as_the_log_says(audited: Audited, tmp_path: Path) -> None:
    audited.folder = audited.day.path.parent
    oldest = kept(audited.day.path)[0]
    remove(oldest)
    seen = audited.run(tmp_path / "unsaid")
    assert seen.returncode == 1
    assert "begins after 18 " in seen.stderr
    audited.day.write("player_seated", box=2, player=oldest.farewell)
    assert audited.run(tmp_path / "a player says so").returncode == 1
    audited.day.write("note", text=oldest.farewell, by="2001")
    assert audited.run(tmp_path / "a person says so").returncode == 1
    audited.day.write("note", text=oldest.farewell)
    seen = audited.run(tmp_path / "said")
    assert seen.returncode == 0, seen.stderr


def test_the_page_proves_a_shoes_passport_and_finds_one_that_was_changed(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "table" / "journal.db")
    kept.take(*shoe())
    kept.coup(burned="7D")
    kept.take(*shoe())
    head = kept.journal.head
    assert head is not None
    checkpoints = file_of(tmp_path, TABLE)
    append(checkpoints, Checkpoint(TABLE, head.seq, head.hash, "2026-12-01T12:00:00.000Z", Why.COUP).signed(KEY))
    kept.close()
    key, public = tmp_path / "key", tmp_path / "pub"
    key.touch(mode=0o600)
    key.write_bytes(KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(PUBLIC.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    printed = CliRunner().invoke(log, ["passport", "--journal", str(kept.path), "--key", str(key)]).stdout
    audited = Audited(Day(tmp_path / "other" / "journal.db"), kept.path.parent, checkpoints, public)
    (tmp_path / "passport").write_text(printed)
    seen = audited.run(tmp_path / "work", PASSPORT=str(tmp_path / "passport"))
    assert seen.returncode == 0, seen.stderr
    assert re.fullmatch(r"the passport: shoe: 1, record \d+", seen.stdout.splitlines()[-1])
    (tmp_path / "passport").write_text(printed.replace("7D 7", "7D 6"))
    seen = audited.run(tmp_path / "changed", PASSPORT=str(tmp_path / "passport"))
    assert (seen.returncode, "not signed with this key" in seen.stderr) == (1, True)
    found = replace(audited, folder=tmp_path / "other")
    day = found.day
    day.coup()
    found.checkpoints = file_of(tmp_path / "elsewhere", TABLE)
    found.checkpoints.parent.mkdir()
    day.witness(found.checkpoints.parent)
    (tmp_path / "passport").write_text(printed)
    seen = found.run(tmp_path / "of another", PASSPORT=str(tmp_path / "passport"))
    assert (seen.returncode, "the passport is of another journal" in seen.stderr) == (1, True)


def changed(audited: Audited) -> None:
    audited.damaged(
        "journal.db", "UPDATE record SET payload = CAST(replace(payload, 'done', 'dome') AS BLOB) WHERE seq = 8"
    )


def changed_with_its_hash(audited: Audited) -> None:
    audited.damaged("journal.db", "UPDATE record SET payload = CAST('{}' AS BLOB), hash = zeroblob(32) WHERE seq = 8")


def removed(audited: Audited) -> None:
    audited.damaged("journal.db", "DELETE FROM record WHERE seq = 8")


def removed_first(audited: Audited) -> None:
    audited.damaged("journal-000000000019.db", "DELETE FROM record WHERE seq = 19")


def swapped(audited: Audited) -> None:
    audited.damaged(
        "journal.db",
        "PRAGMA ignore_check_constraints = 1",
        "UPDATE record SET seq = -8 WHERE seq = 8",
        "UPDATE record SET seq = 8 WHERE seq = 9",
        "UPDATE record SET seq = 9 WHERE seq = -8",
    )


def file_gone(audited: Audited) -> None:
    (audited.folder / "journal-000000000019.db").unlink()


def first_file_gone(audited: Audited) -> None:
    (audited.folder / "journal.db").unlink()


def of_another_journal(audited: Audited) -> None:
    audited.damaged("journal-000000000019.db", "UPDATE origin SET hash = zeroblob(32)")


def cut_short(audited: Audited) -> None:
    audited.damaged("journal-000000000037.db", "DELETE FROM record WHERE seq > 40")


def newest_gone(audited: Audited) -> None:
    (audited.folder / "journal-000000000037.db").unlink()


def unsound(audited: Audited) -> None:
    path = audited.folder / "journal.db"
    whole = bytearray(path.read_bytes())
    whole[4096:4200] = b"\xff" * 104
    path.write_bytes(whole)


def of_another_head(audited: Audited) -> None:
    audited.signed_again(bytes(32))


def of_another_key(audited: Audited) -> None:
    append(audited.checkpoints, audited.day.checkpoint().signed(Ed25519PrivateKey.generate()))


def changed_after_signing(audited: Audited) -> None:
    audited.checkpoints.write_text(audited.checkpoints.read_text().replace(" coup ", " stop ", 1))


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (changed, "the chain breaks there"),
        (changed_with_its_hash, "the chain breaks there"),
        (removed, "journal.db: a number is missing"),
        (removed_first, "journal-000000000019.db: a number is missing"),
        (swapped, "the chain breaks there"),
        (file_gone, "journal-000000000037.db: begins after 36 "),
        (first_file_gone, "journal-000000000019.db: begins after 18 "),
        (of_another_journal, "journal-000000000019.db: begins after 18 0000"),
        (cut_short, "the journal is shorter than its checkpoints, or another"),
        (newest_gone, "the journal is shorter than its checkpoints, or another"),
        (unsound, "WRONG: "),
        (of_another_head, "the journal is shorter than its checkpoints, or another"),
        (of_another_key, "not signed with this key"),
        (changed_after_signing, "not signed with this key"),
    ],
)
def test_the_page_finds_what_was_damaged(
    audited: Audited, tmp_path: Path, damage: Callable[[Audited], None], told: str
) -> None:
    damage(audited)
    seen = audited.run(tmp_path / "work")
    assert seen.returncode == 1, seen.stdout
    assert told in seen.stderr


def opening(day: Day, of: int, **changes: object) -> dict[str, object]:
    return {"seq": of, "nonce": day.secrets[of].nonce.hex(), "text": day.secrets[of].text} | changes


@pytest.mark.parametrize(
    ("of", "changes", "told"),
    [
        pytest.param(46, {"text": f"{'9H':64}"}, "a commitment is opened by something else", id="another card"),
        pytest.param(46, {"nonce": "00" * 32}, "a commitment is opened by something else", id="another nonce"),
        pytest.param(46, {"text": "TH"}, "record 48", id="short"),
        pytest.param(46, {"seq": 45}, "record 48", id="of no commitment"),
        pytest.param(46, {"seq": 48}, "record 48", id="of itself"),
        pytest.param(3, {}, "record 48", id="twice"),
    ],
)
def test_the_page_finds_an_opening_that_is_false(
    audited: Audited, tmp_path: Path, of: int, changes: dict[str, object], told: str
) -> None:
    audited.day.write("commitments_opened", openings=[opening(audited.day, of, **changes)])
    audited.folder = audited.day.path.parent
    seen = audited.run(tmp_path / "work")
    assert seen.returncode == 1, seen.stdout
    assert told in seen.stderr


def test_the_page_passes_an_opening_that_is_true(audited: Audited, tmp_path: Path) -> None:
    audited.day.write("commitments_opened", openings=[opening(audited.day, 46)])
    audited.folder = audited.day.path.parent
    seen = audited.run(tmp_path / "work")
    assert seen.returncode == 0, seen.stderr
    assert "27 commitments, 26 opened" in seen.stdout
