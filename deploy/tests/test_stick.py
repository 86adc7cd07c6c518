"""Reports on a stick: where it is, whole or not at all, nothing overwritten."""

import errno
import hashlib
import os
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from deploy import stick
from deploy.stick import (
    Lying,
    NoStickError,
    Place,
    StickFailedError,
    StickFullError,
    StickPulledError,
    name_of,
    place,
    writing,
)
from engine.journal.errors import JournalUnreadable

Mount = Callable[..., Path]
NAME = "banca21-BJ-01-coup-12-20261201T201500Z.pdf"


@pytest.fixture
def mount(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mount:
    """Mounts a stick in the folder ``media``, or there (without a name)."""
    mounted: set[Path] = set()
    monkeypatch.setattr(stick, "is_mounted", lambda path: path in mounted)
    media = tmp_path / "media"
    media.mkdir()

    def mount_one(name: str = "", *, writable: bool = True) -> Path:
        path = media / name
        path.mkdir(exist_ok=True)
        mounted.add(path)
        if not writable:
            access = os.access
            monkeypatch.setattr(os, "access", lambda at, mode: at != path and access(at, mode))
        return path

    return mount_one


def write(folder: Path, name: str, pieces: Iterable[bytes]) -> Lying:
    """To the stick that is there."""
    return stick.write(Place.at(folder, is_stick=True), name, pieces)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_stick_that_is_mounted_at_the_folder_itself_is_taken(mount: Mount) -> None:
    assert place(mount()).path == mount()


def test_the_first_stick_in_the_folder_is_taken(mount: Mount) -> None:
    second, first = mount("KINGSTON"), mount("AUDIT")
    (first.parent / "0-no-stick").mkdir()
    (first.parent / "a-file").write_text("")
    assert place(first.parent).path == first
    assert second.parent == first.parent


def test_a_stick_that_cannot_be_written_to_is_passed_over(mount: Mount) -> None:
    mount("AUDIT", writable=False)
    assert place(mount("KINGSTON").parent).path.name == "KINGSTON"


def test_that_the_only_stick_is_locked_is_said(mount: Mount) -> None:
    folder = mount("AUDIT", writable=False).parent
    with pytest.raises(NoStickError, match="AUDIT: a stick is there but cannot be written to") as raised:
        place(folder)
    assert raised.value.code == "no_stick"


@pytest.mark.parametrize("missing", [False, True], ids=["unmounted", "no folder"])
def test_without_a_stick_nothing_goes_to_the_machines_own_disk(mount: Mount, tmp_path: Path, missing: bool) -> None:
    folder = tmp_path / "none" if missing else mount("AUDIT").parent.parent
    with pytest.raises(NoStickError, match="no stick is mounted there: plug one in"):
        place(folder)


def test_what_is_mounted_is_asked_of_the_system() -> None:
    assert stick.is_mounted(Path("/proc"))
    assert not stick.is_mounted(Path(__file__).parent)


def test_a_file_lies_there_whole_with_its_digest(tmp_path: Path) -> None:
    lying = write(tmp_path, NAME, [b"%PDF", b"", b"-1.7"])
    assert (lying.path, lying.size) == (tmp_path / NAME, 8)
    assert lying.path.read_bytes() == b"%PDF-1.7"
    assert lying.sha256 == hashlib.sha256(b"%PDF-1.7").hexdigest()
    assert names(tmp_path) == [NAME]
    assert lying.path.stat().st_mode & 0o777 == 0o644


def test_who_reads_the_stick_elsewhere_may_read_it(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        lying, own = write(tmp_path, NAME, [b"1"]), stick.write(Place.at(tmp_path), "own.zip", [b"2"])
    finally:
        os.umask(before)
    assert lying.path.stat().st_mode & 0o777 == 0o644
    assert own.path.stat().st_mode & 0o777 == 0o600


def test_what_only_its_writer_may_read_is_that_from_the_start(tmp_path: Path) -> None:
    before = os.umask(0o022)
    modes: list[int] = []

    def pieces() -> Iterator[bytes]:
        yield b"1"
        modes.extend(each.stat().st_mode & 0o777 for each in tmp_path.iterdir())

    try:
        lying = stick.write(Place.at(tmp_path, mode=stick.READ_BY_OWNER), "own.csv", pieces())
    finally:
        os.umask(before)
    assert [*modes, lying.path.stat().st_mode & 0o777] == [0o600, 0o600]


def test_a_medium_without_modes_is_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_modes(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "fchmod", no_modes)
    assert write(tmp_path, NAME, [b"1"]).path.read_bytes() == b"1"


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    paths = [write(tmp_path, NAME, [content]).path for content in (b"1", b"2", b"3")]
    assert [path.read_bytes() for path in paths] == [b"1", b"2", b"3"]
    assert paths[2].name == NAME.replace(".pdf", "-3.pdf")


def test_on_a_medium_without_links_nothing_is_overwritten_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    paths = [write(tmp_path, NAME, [content]).path for content in (b"1", b"2")]
    assert [path.read_bytes() for path in paths] == [b"1", b"2"]
    assert names(tmp_path) == sorted(path.name for path in paths)


def test_what_was_begun_before_a_power_failure_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / f".{NAME}.part").write_bytes(b"half of a much longer file")
    (tmp_path / ".banca21-BJ-01-shoe-3-20261201T090000Z.csv.part").write_bytes(b"half")
    assert write(tmp_path, NAME, [b"whole"]).path.read_bytes() == b"whole"
    assert names(tmp_path) == [NAME]


def test_a_link_that_lies_in_the_way_is_not_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("kept")
    on_stick = tmp_path / "stick"
    on_stick.mkdir()
    (on_stick / f".{NAME}.part").symlink_to(precious)
    assert write(on_stick, NAME, [b"new"]).path.read_bytes() == b"new"
    assert precious.read_text() == "kept"


@pytest.mark.parametrize(
    ("number", "raised", "code"),
    [
        (errno.ENOSPC, StickFullError, "stick_full"),
        (errno.EDQUOT, StickFullError, "stick_full"),
        (errno.EIO, StickFailedError, "trouble"),
        (errno.EROFS, StickFailedError, "trouble"),
    ],
    ids=str,
)
@pytest.mark.parametrize("fails", ["write", "fsync"])
def test_nothing_is_left_where_it_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, number: int, raised: type[OSError], code: str
) -> None:
    def failing(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(os, fails, failing)
        with pytest.raises(raised) as error:
            write(tmp_path, NAME, [b"a", b"b"])
    assert getattr(error.value, "code", None) == code
    assert str(tmp_path) in str(error.value)
    assert names(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_medium_says_so_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = os.open

    def full(path: str | Path, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        return opened("/dev/full", os.O_WRONLY) if flags & os.O_CREAT else opened(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", full)
    with pytest.raises(StickFullError, match="take files away, or give another"):
        write(tmp_path, NAME, [b"a"])


def test_what_makes_the_report_fails_as_itself(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"a"
        raise LookupError("of the log")

    with pytest.raises(LookupError, match="of the log"):
        write(tmp_path, NAME, pieces())
    assert names(tmp_path) == []


@pytest.mark.parametrize("error", [JournalUnreadable("of the log"), OSError(errno.ENOSPC, "of the log")], ids=repr)
def test_an_error_of_the_system_that_is_not_the_sticks_passes(tmp_path: Path, error: OSError) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"a"
        raise error

    with pytest.raises(OSError, match="of the log") as raised:
        write(tmp_path, NAME, pieces())
    assert raised.value is error
    assert names(tmp_path) == []


# Pulled out


def pull(at: Path) -> Path:
    """Pull the stick out: the folder that it was mounted on is the machine's own; where its files can be seen."""
    stick_itself = at.rename(at.with_name(f"{at.name} in a pocket"))
    at.mkdir()
    return stick_itself


@pytest.fixture
def on(tmp_path: Path) -> Place:
    (tmp_path / "AUDIT").mkdir()
    return Place.at(tmp_path / "AUDIT", is_stick=True)


def test_a_stick_that_was_pulled_out_before_is_told_and_its_folder_stays_empty(on: Place) -> None:
    pull(on.path)
    with pytest.raises(StickPulledError, match="was pulled out: plug it in, then write it again") as raised:
        stick.write(on, NAME, [b"a"])
    assert raised.value.code == "trouble"
    assert names(on.path) == []


def test_a_folder_that_went_with_the_stick_is_told_as_pulled_out(on: Place) -> None:
    on.path.rmdir()
    with pytest.raises(StickPulledError):
        stick.write(on, NAME, [b"a"])
    assert not on.path.exists()


def test_a_stick_that_is_pulled_out_meanwhile_is_told_and_nothing_is_left(on: Place) -> None:
    pocket: list[Path] = []

    def pieces() -> Iterator[bytes]:
        yield b"a"
        pocket.append(pull(on.path))
        yield b"b"

    with pytest.raises(StickPulledError):
        stick.write(on, NAME, pieces())
    assert names(on.path) == names(pocket[0]) == []


def test_files_that_belong_together_lie_there_both_or_none(on: Place) -> None:
    def both() -> Iterator[Path]:
        with writing(on) as files:
            files.write(NAME, [b"a"])
            yield pull(on.path)
            files.write(f"{NAME}.txt", [b"b"])

    steps = both()
    pocket = next(steps)
    assert names(pocket) == [NAME]
    with pytest.raises(StickPulledError):
        next(steps)
    assert names(on.path) == names(pocket) == []


def test_what_fails_between_two_files_takes_the_first_away(on: Place) -> None:
    def both() -> None:
        with writing(on) as files:
            files.write(NAME, [b"a"])
            raise LookupError("no text")

    with pytest.raises(LookupError, match="no text"):
        both()
    assert names(on.path) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a file system")
def test_a_medium_that_is_unmounted_while_it_is_written_to(tmp_path: Path) -> None:
    media = tmp_path / "media"
    media.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", media], check=False).returncode:
        pytest.skip("may not mount")
    try:
        at = place(media)
        assert stick.write(at, NAME, [b"a"]).path.is_mount() is False

        def pieces() -> Iterator[bytes]:
            yield b"a"
            subprocess.run(["umount", "-l", media], check=True)

        with pytest.raises(StickPulledError):
            stick.write(at, NAME, pieces())
        with pytest.raises(StickPulledError):
            stick.write(at, NAME, [b"a"])
    finally:
        subprocess.run(["umount", "-l", media], check=False, capture_output=True)
    assert names(media) == []


@pytest.mark.parametrize("table", ["../../etc", "a/b", "永利 3", ".", "", "x" * 24, "a\x00b", "CON:"])
def test_a_name_leads_nowhere_else(tmp_path: Path, table: str) -> None:
    name = name_of(table, "shoe-3", "2026-12-01T20:15:00.000Z", "csv")
    assert Path(name).name == name
    assert not set(name) & set('/\\:*?"<>|\x00 ')
    assert write(tmp_path, name, [b"x"]).path.parent == tmp_path


def test_a_name_without_a_time_is_refused() -> None:
    with pytest.raises(ValueError, match="yesterday"):
        name_of("BJ-01", "coup-1", "yesterday", "pdf")
