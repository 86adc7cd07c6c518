"""Reports on a stick: where it is, whole or not at all, nothing overwritten."""

import errno
import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy import stick
from deploy.stick import NoStickError, StickFailedError, StickFullError, name_of, place, write

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


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_stick_that_is_mounted_at_the_folder_itself_is_taken(mount: Mount) -> None:
    assert place(mount()) == mount()


def test_the_first_stick_in_the_folder_is_taken(mount: Mount) -> None:
    second, first = mount("KINGSTON"), mount("AUDIT")
    (first.parent / "0-no-stick").mkdir()
    (first.parent / "a-file").write_text("")
    assert place(first.parent) == first
    assert second.parent == first.parent


def test_a_stick_that_cannot_be_written_to_is_passed_over(mount: Mount) -> None:
    mount("AUDIT", writable=False)
    assert place(mount("KINGSTON").parent).name == "KINGSTON"


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


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    paths = [write(tmp_path, NAME, [content]).path for content in (b"1", b"2", b"3")]
    assert [path.read_bytes() for path in paths] == [b"1", b"2", b"3"]
    assert paths[2].name == NAME.replace(".pdf", "-3.pdf")


def test_on_a_medium_without_links_nothing_is_overwritten_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
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

    def full(path: str | Path, flags: int, mode: int = 0o777) -> int:
        return opened("/dev/full", os.O_WRONLY) if flags & os.O_CREAT else opened(path, flags, mode)

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


@pytest.mark.parametrize("table", ["../../etc", "a/b", "永利 3", ".", "", "x" * 24, "a\x00b", "CON:"])
def test_a_name_leads_nowhere_else(tmp_path: Path, table: str) -> None:
    name = name_of(table, "shoe-3", "2026-12-01T20:15:00.000Z", "csv")
    assert Path(name).name == name
    assert not set(name) & set('/\\:*?"<>|\x00 ')
    assert write(tmp_path, name, [b"x"]).path.parent == tmp_path


def test_a_name_without_a_time_is_refused() -> None:
    with pytest.raises(ValueError, match="yesterday"):
        name_of("BJ-01", "coup-1", "yesterday", "pdf")
