"""Small files for one owner's eyes alone."""

import errno
import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.people import private_file
from engine.people.errors import PrivateFileError

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def test_what_was_written_is_read_and_is_for_its_owner_alone(path: Path) -> None:
    umask = os.umask(0)
    private_file.write(path, b"one")
    private_file.write(path, b"two")
    os.umask(umask)
    assert private_file.read(path) == b"two"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_no_file_is_none(path: Path) -> None:
    assert private_file.read(path) is None


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o610, 0o601])
def test_others_may_not_have_any_right(path: Path, mode: int) -> None:
    private_file.write(path, b"one")
    path.chmod(mode)
    with pytest.raises(PrivateFileError, match=f"mode {mode:o}.*chmod 600"):
        private_file.read(path)


def test_what_is_no_file_or_too_large_is_not_read(path: Path, tmp_path: Path) -> None:
    with pytest.raises(PrivateFileError, match="cannot be read"):
        private_file.read(tmp_path)
    with pytest.raises(PrivateFileError, match="a device"):
        private_file.read(Path("/dev/null"))
    private_file.write(path, bytes(private_file.LARGEST + 1))
    with pytest.raises(PrivateFileError, match="larger"):
        private_file.read(path)


@pytest.mark.parametrize("step", ["fsync", "write"])
def test_a_disk_that_fails_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    private_file.write(path, b"one")

    def failing(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, step, failing)
        with pytest.raises(PrivateFileError, match=r"No space left on device.*df"):
            private_file.write(path, b"two")
    assert private_file.read(path) == b"one"
    private_file.write(path, b"three")
    assert list(path.parent.iterdir()) == [path]


def test_the_content_is_on_the_disk_before_its_name_and_then_the_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    sync = os.fsync

    def noted(descriptor: int) -> None:
        kind = "folder" if Path(f"/proc/self/fd/{descriptor}").readlink() == path.parent else "file"
        seen.append(f"{kind} {path.exists()}")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    private_file.write(path, b"one")
    assert seen == ["file False", "folder True"]


def test_a_link_is_not_followed_when_writing(path: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("precious")
    for beside in ("kept.new", "kept.lock"):
        (tmp_path / beside).symlink_to(elsewhere)
    with pytest.raises(PrivateFileError, match="cannot be locked"), private_file.locked(path):
        pass
    private_file.write(path, b"one")
    assert elsewhere.read_text() == "precious"
    assert not path.is_symlink()


HOLDS = """
import sys
from pathlib import Path
from engine.people import private_file
with private_file.locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
    print("let go", flush=True)
"""


def test_one_program_changes_it_at_a_time_and_a_dead_one_holds_nothing(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        lock = os.open(path.with_name("kept.lock"), os.O_RDWR)
        with pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(lock)
        other.kill()
    with private_file.locked(path):
        pass


@as_root
def test_root_leaves_a_file_to_its_owner_and_a_new_one_to_its_folders(path: Path) -> None:
    os.chown(path.parent, NOBODY, NOBODY)
    with private_file.locked(path):
        private_file.write(path, b"one")
        private_file.write(path, b"two")
    assert {each.name: each.stat().st_uid for each in path.parent.iterdir()} == {"kept": NOBODY, "kept.lock": NOBODY}
