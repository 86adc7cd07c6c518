import shutil
import subprocess
from pathlib import Path

import pytest

from engine.journal.errors import KeyUnusable
from engine.journal.keys import private_key, public_key

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the keys")


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """What openssl makes."""
    key, public = tmp_path / "checkpoint.key", tmp_path / "checkpoint.pub"
    openssl("genpkey", "-algorithm", "ed25519", "-out", str(key))
    openssl("pkey", "-in", str(key), "-pubout", "-out", str(public))
    key.chmod(0o600)
    return key, public


def openssl(*arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def test_the_pair_that_openssl_makes_belongs_together(pair: tuple[Path, Path]) -> None:
    key, public = pair
    public_key(public).verify(private_key(key).sign(b"text"), b"text")
    assert private_key(key).public_key() == public_key(public)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o610])
def test_a_key_that_others_may_touch_is_refused(pair: tuple[Path, Path], mode: int) -> None:
    pair[0].chmod(mode)
    with pytest.raises(KeyUnusable, match=r"others may read this key: chmod 600 .*, and if it was seen, make another"):
        private_key(pair[0])


def test_what_is_no_key_is_told_with_how_to_make_one(pair: tuple[Path, Path], tmp_path: Path) -> None:
    key, public = pair
    other = tmp_path / "rsa.key"
    openssl("genpkey", "-algorithm", "rsa", "-pkeyopt", "rsa_keygen_bits:2048", "-out", str(other))
    other.chmod(0o600)
    locked = tmp_path / "locked.key"
    openssl("pkey", "-in", str(key), "-aes256", "-passout", "pass:banca", "-out", str(locked))
    locked.chmod(0o600)
    for path, found in (
        (tmp_path / "none", r"cannot be read \(No such file or directory\), a key in PEM was due: make one with"),
        (tmp_path, r"cannot be read \(Is a directory\)"),
        (other, r"a private key of another kind, Ed25519 was due: make one with: umask 077; openssl genpkey"),
        (locked, r"no private key in PEM, unencrypted, was found there: make one with"),
    ):
        with pytest.raises(KeyUnusable, match=found):
            private_key(path)
    key.write_text("")
    with pytest.raises(KeyUnusable, match="no private key in PEM"):
        private_key(key)
    public.write_text("ssh-ed25519 AAAA")
    with pytest.raises(KeyUnusable, match=r"no public key in PEM was found there: make it on the table with: openssl"):
        public_key(public)
    openssl("pkey", "-in", str(other), "-pubout", "-out", str(public))
    with pytest.raises(KeyUnusable, match="a public key of another kind, Ed25519 was due"):
        public_key(public)
