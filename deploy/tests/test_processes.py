"""Processes that are started again when they die, and stay away when they have ended by themselves."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.demo_table import Setting, settings_text
from deploy.processes import Kept


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Kept]:
    """A process that runs until it is ended."""
    config = tmp_path / "banca21.toml"
    config.write_text(settings_text(Setting(seed=1)))
    kept = Kept("watch", "--config", str(config))
    yield kept
    kept.end()


def kept_until_alive(kept: Kept) -> None:
    until = time.monotonic() + 20
    while kept.keep() is None and kept.process.poll() is not None:
        assert time.monotonic() < until


def test_a_process_that_was_killed_is_started_again(watching: Kept) -> None:
    for _ in range(2):
        killed = watching.process
        killed.kill()
        killed.wait()
        kept_until_alive(watching)
        assert watching.process.pid != killed.pid


@pytest.mark.parametrize(("arguments", "status"), [(["--help"], 0), (["no-such-part"], 2)], ids=["ended", "mistake"])
def test_a_process_that_ended_by_itself_stays_away(arguments: list[str], status: int) -> None:
    kept = Kept(*arguments)
    first = kept.process
    first.wait(timeout=20)
    assert kept.keep() == status
    assert kept.process is first


def test_code_that_lies_where_it_is_started_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy" / "__init__.py").write_text("raise SystemExit(0)")
    monkeypatch.chdir(tmp_path)
    kept = Kept("no-such-part")
    kept.process.wait(timeout=20)
    assert kept.keep() == 2


def test_an_end_is_waited_for(watching: Kept) -> None:
    watching.end()
    assert watching.process.poll() is not None
