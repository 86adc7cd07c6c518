"""What the subcommands of ``banca21 log`` have in common: which journal, and what is looked for."""

import functools
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import click

from deploy.commands.options import config_option, settings_or_exit
from engine.answers import Outcome
from engine.clock import written
from engine.reasons import Notice

P = ParamSpec("P")
T = TypeVar("T")


def journal_options(command: Callable[..., T]) -> Callable[..., T]:
    """``--config FILE`` or ``--journal FILE``; the command is given ``journal``, its path."""

    @config_option
    @click.option(
        "--journal", type=click.Path(path_type=Path), help="A journal's file, such as a copy, instead of the settings'."
    )
    @functools.wraps(command)
    def with_journal(*, config: Path, journal: Path | None, **given: Any) -> T:
        return command(journal=(journal or settings_or_exit(config).journal.path).absolute(), **given)

    return with_journal


class Time(click.ParamType[Any]):
    """A time as the journal writes it; without a zone it is UTC."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The time in UTC, with milliseconds and ``Z``."""
        try:
            time = datetime.fromisoformat(str(value))
        except ValueError:
            self.fail(
                f"{value!r} is no time: write 2026-01-31, 2026-01-31T20:00 or 2026-01-31T20:00:00+08:00", param, ctx
            )
        at = time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
        return written(at.timestamp())


class AnOutcome(click.ParamType[Any]):
    """How a wager ended."""

    name = "outcome"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Outcome:
        """The outcome of that name."""
        try:
            return Outcome(str(value).lower().replace(" ", "_").replace("-", "_"))
        except ValueError:
            self.fail(f"{value!r} is no outcome: give one of {', '.join(Outcome)}", param, ctx)


class AnAlert(click.ParamType[Any]):
    """An alert's code."""

    name = "code"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The code."""
        code = str(value).lower().replace(" ", "_").replace("-", "_")
        if code not in ALERTS:
            self.fail(f"{value!r} is no alert: give one of {', '.join(ALERTS)}", param, ctx)
        return code


ALERTS: Final = tuple(sorted(notice.name.lower() for notice in Notice))
"""The codes of all alerts."""
TIME: Final = Time()
OUTCOME: Final = AnOutcome()
ALERT: Final = AnAlert()
