import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.journal.store import Journal

Tamper = Callable[..., None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table" / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.open(path) as opened:
        yield opened


@pytest.fixture
def ten(path: Path) -> Path:
    """A closed journal of ten records, the fourth an opening."""
    with Journal.open(path) as opened:
        for n in range(1, 11):
            opened.append(f"record {n}".encode(), opens=n == 4)
    return path


@pytest.fixture
def tamper() -> Tamper:
    """Run statements on a journal as another program would, its guards taken away."""

    def run(path: Path, *statements: str) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            for name in ("no_update", "no_delete", "no_gap"):
                other.execute(f"DROP TRIGGER IF EXISTS {name}")
            for statement in statements:
                other.execute(statement)

    return run


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 4 MiB; where mounting is not allowed, the test is skipped."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounting is not allowed here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)
