"""What ``banca21 log`` says of a journal at one moment: in this process, so that the core may go on afterwards."""

from typing import Final

from click.testing import CliRunner

from deploy.commands.log import log
from observed.core import Place
from observed.surfaces import Known

ASKED: Final[tuple[tuple[str, ...], ...]] = (
    ("list", "--limit", "5"),
    ("show", "1"),
    ("export",),
    ("list", "--json"),
    ("show", "1", "--json"),
    ("export", "--format", "csv"),
    ("verify",),
    ("list", "--alert", "unread"),
    ("show", "2"),
    ("export", "--coup", "1"),
    ("show", "--seq", "20"),
    ("passport", "--shoe", "1"),
    ("passport",),
)


def answers(place: Place, known: Known, which: int, many: int) -> bytes:
    """What so many of the commands say, beginning with number ``which``; and how they end."""
    chosen = [ASKED[(which + more) % len(ASKED)] for more in range(many)]
    return "\n".join(known.blanked(_answer(place, arguments)) for arguments in chosen).encode()


def proof(place: Place, known: Known) -> bytes:
    """What a verification against the checkpoints says."""
    checkpoints = ("--checkpoints", str(place.checkpoints), "--key", str(place.key))
    return known.blanked(_answer(place, ("verify", *checkpoints))).encode()


def _answer(place: Place, arguments: tuple[str, ...]) -> str:
    done = CliRunner().invoke(log, [*arguments, "--journal", str(place.journal)])
    error = "" if done.exception is None or isinstance(done.exception, SystemExit) else repr(done.exception)
    return f"{arguments} ended with {done.exit_code} {error}\n{done.stdout}\n{done.stderr}"
