"""What proves a journal from the terminal has in common: which journal and checkpoints, exit statuses, the bar.

Nothing is imported that it does not need: a day's journal is verified in the time that the settings take to load.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from engine.journal.checkpoint import Checkpoints, tables
from engine.journal.errors import CheckpointFalse, JournalBroken, JournalError, JournalShort, JournalUnreadable
from engine.journal.files import FilesReader
from engine.journal.keys import private_key, public_key
from engine.journal.proving import Proving

if TYPE_CHECKING:
    from deploy.settings import PeopleSettings, Settings

BROKEN: Final = 1
"""Exit status: something is not as it was written."""
SHORT: Final = 2
"""Exit status: records are missing at the end."""
UNREADABLE: Final = 3
"""Exit status: it cannot be looked at."""
LONG: Final = 200_000
"""So many records take so long that a bar is shown."""

FOLDER: Final = click.Path(path_type=Path)
FILE: Final = click.Path(path_type=Path)
JOURNAL: Final = (
    click.option(
        "--config",
        type=FILE,
        default=Path("/etc/banca21/banca21.toml"),
        show_default=True,
        envvar="BANCA21_CONFIG",
        help="The settings file.",
    ),
    click.option("--journal", type=FILE, help="A journal's first file, instead of the settings'."),
)
CHECKPOINTS: Final = (
    click.option("--checkpoints", type=FOLDER, help="The folder of the checkpoints, instead of the settings'."),
    click.option("--key", type=FILE, help="Their public key, instead of that of the settings' key."),
    click.option("--table", help="Whose they are, instead of the settings' table or the only one there."),
)


class _SlipError(click.UsageError):
    exit_code = UNREADABLE


class ProofCommand(click.Command):
    """A command whose exit status says what became of the journal; a slip in its options says nothing of that."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As any command does, but for the status."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise _SlipError(error.format_message(), ctx) from error


@dataclass(frozen=True)
class Asked:
    """Which journal, and what is known of it."""

    journal: Path
    table: str | None
    folder: Path | None
    public: Path | None
    private: Path | None
    people: "PeopleSettings | None" = None
    """Who may do it, where the settings say so."""

    def checkpoints(self) -> Checkpoints | None:
        """Those of the journal's table; ``None`` where none are asked for.

        Raises:
            JournalError: they or the key cannot be read.
        """
        if self.folder is None:
            return None
        return Checkpoints.of(self.folder, self.table or _only_table(self.folder), self._key())

    def _key(self) -> Ed25519PublicKey:
        if self.public is not None:
            return public_key(self.public)
        if self.private is not None:
            return private_key(self.private).public_key()
        raise JournalUnreadable("--key: missing, the public key of the checkpoints was due: give its file")


def with_options(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A decorator that adds ``options`` to a command, in this order."""

    def added(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return added


def asked_of(
    config: Path,
    journal: Path | None,
    checkpoints: Path | None = None,
    key: Path | None = None,
    table: str | None = None,
) -> Asked:
    """What the options say, and the settings where they do not; with ``--journal`` there are no settings."""
    if journal is not None:
        return Asked(journal.absolute(), table, checkpoints, key, None)
    from deploy.settings import SettingsError, load  # half of what a verification takes

    try:
        settings = load(config)
    except SettingsError as error:
        stop(str(error), UNREADABLE)
    return of_settings(settings, checkpoints, key, table)


def of_settings(
    settings: "Settings", checkpoints: Path | None = None, key: Path | None = None, table: str | None = None
) -> Asked:
    """The journal of ``settings`` and what they say of it, where nothing else is given."""
    kept = settings.journal
    return Asked(
        kept.path.absolute(),
        table or settings.table.name,
        checkpoints or kept.checkpoints,
        key,
        None if key else kept.key,
        settings.people,
    )


def _only_table(folder: Path) -> str:
    """The only table that has checkpoints in ``folder``."""
    found = sorted(tables(folder))
    if len(found) != 1:
        seen = ", ".join(found) or "none"
        raise JournalUnreadable(f"{folder}: has checkpoints of {seen}, those of one table were due: give its --table")
    return found[0]


@contextmanager
def stopping() -> Iterator[None]:
    """Tell what is wrong, and exit with the status for it."""
    try:
        yield
    except (JournalBroken, CheckpointFalse) as error:
        stop(str(error), BROKEN)
    except JournalShort as error:
        stop(str(error), SHORT)
    except JournalError as error:
        stop(str(error), UNREADABLE)


def stop(text: str, status: int) -> NoReturn:
    """Tell ``text`` and exit with ``status``."""
    click.echo(text, err=True)
    sys.exit(status)


def proving(known: Checkpoints | None) -> AbstractContextManager[Proving | None]:
    """What proves the signatures of ``known`` meanwhile, if there are any to be proved."""
    return Proving(known) if known is not None else nullcontext()


@contextmanager
def bar(journal: Path, since: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on standard error where it takes long and somebody looks."""
    with bar_of(length_of(journal, since), LONG) as told:
        yield told


def length_of(journal: Path, since: int | None = None) -> int:
    """How many records ``journal`` has, from ``since`` on.

    Raises:
        JournalError: it cannot be read.
    """
    with FilesReader(journal) as reader:
        return (reader.head or reader.origin).seq - max(reader.origin.seq, (since or 1) - 1)


@contextmanager
def bar_of(length: int, long: int, label: str = "") -> Iterator[Callable[[int], None]]:
    """A bar on standard error where so many steps take long and somebody looks; it is told of the steps made."""
    if length < long or not sys.stderr.isatty():
        yield lambda _steps: None
        return
    steps = length // 1000 + 1
    progress: Any = click.progressbar(length=length, label=label, file=sys.stderr, update_min_steps=steps)
    with progress as shown:
        yield shown.update
