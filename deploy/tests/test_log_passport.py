"""``banca21 log passport``: what it prints can be checked as it says, and it says why there is none."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from deploy.commands.log import log
from deploy.commands.log_passport import CHECK
from engine.events import ShoeStarted
from engine.log.tests.keeping import Kept, shoe

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    """One shoe is over, another is dealt."""
    table = Kept(tmp_path / "journal.db")
    table.take(*shoe())
    table.coup(burned="7D")
    table.take(*shoe())
    table.coup(burned="8D")
    return table


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "checkpoint.key"
    path.touch(mode=0o600)
    path.write_bytes(KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public = KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "checkpoint.pub").write_bytes(public)
    return path


def ran(kept: Kept, *arguments: str) -> Result:
    return CliRunner().invoke(log, ["passport", "--journal", str(kept.path), *arguments])


def test_without_a_key_it_is_told_and_said_to_be_unsigned(kept: Kept) -> None:
    result = ran(kept)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[:2] == ["banca21 shoe passport 1", "shoe: 1"]
    assert "burned: 7" in lines
    assert lines[-2:] == ["", "not signed: give journal.key in the settings, or --key"]
    assert "8D 0" in result.stdout  # the shoe that is dealt is not told of


@pytest.mark.skipif(shutil.which("openssl") is None or shutil.which("bash") is None, reason="openssl is not there")
@pytest.mark.parametrize("is_changed", [False, True])
def test_what_it_prints_is_checked_as_it_says(kept: Kept, key: Path, tmp_path: Path, is_changed: bool) -> None:
    result = ran(kept, "--key", str(key))
    assert result.exit_code == 0, result.output
    printed = result.stdout.replace("burned: 7", "burned: 8") if is_changed else result.stdout
    (tmp_path / "passport.txt").write_text(printed)
    script = "set -e\n" + "\n".join(line for line in CHECK.splitlines() if line.startswith("  "))
    assert "openssl" in script
    checked = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.returncode == is_changed, checked.stderr
    assert CHECK in result.stdout


def test_the_settings_name_journal_and_key(kept: Kept, key: Path, tmp_path: Path) -> None:
    settings = tmp_path / "banca21.toml"
    settings.write_text(
        '[table]\nname = "BJ-01"\n[shoe]\nreader = "none"\n'
        f'[journal]\npath = "{kept.path}"\nkey = "{key}"\ncheckpoints = "{tmp_path}"\n'
    )
    result = CliRunner().invoke(log, ["passport", "--config", str(settings), "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["about"], found["shoe"], found["burned"]) == ("passport", 1, 7)
    assert found["signer"] == KEY.public_key().public_bytes_raw().hex()
    assert found["signature"] == json.loads(ran(kept, "--key", str(key), "--json").stdout)["signature"]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--shoe", "2"), 1, "shoe 2: the shoes that are over are 1 to 1: ask for one of these"),
        (("--shoe", "9"), 1, "shoe 9: the shoes that are over are 1 to 1"),
        (("--shoe", "0"), 3, "'--shoe'"),
        (("--key", "/no/such.key"), 3, "make one with: umask 077; openssl genpkey"),
    ],
    ids=["not over", "none", "no number", "no key"],
)
def test_it_says_why_there_is_none(kept: Kept, arguments: tuple[str, ...], status: int, words: str) -> None:
    result = ran(kept, *arguments)
    assert (result.exit_code, result.stdout) == (status, "")
    assert words in result.stderr


def test_a_journal_without_a_shoe_or_without_a_record_has_none(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "journal.db")
    result = ran(kept)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no shoe has begun yet" in result.stderr
    result = CliRunner().invoke(log, ["passport", "--journal", str(tmp_path / "none.db")])
    assert result.exit_code == 3


def test_of_a_shoe_that_is_dealt_nothing_is_told_whatever_its_cards_are(tmp_path: Path) -> None:
    told = []
    for face in ("7D", "KH"):
        kept = Kept(tmp_path / face / "journal.db")
        kept.take(*shoe())
        kept.coup()
        kept.take(ShoeStarted())
        kept.coup(burned=face)
        told.append([line for line in ran(kept).stdout.splitlines() if not line.startswith("head: ")])
    assert told[0] == told[1]
    assert len(told[0]) > 10
