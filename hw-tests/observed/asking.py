"""What ``banca21 log``, and the log's reader to a supervisor at the screen, say of a journal at one moment.

In this process, so that the core may go on afterwards.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, Final

from click.testing import CliRunner
from msgspec import structs

from deploy.commands.log import log
from deploy.reading import Answers
from engine.lines import ENCODER
from engine.looking import AskAlerts, AskCoups, AskFigures, AskPassport, AskStep, Coups, Found, Question, Step
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
    """What so many of the commands say, from number ``which`` on, and how they end; and what the screen is told."""
    chosen = [ASKED[(which + more) % len(ASKED)] for more in range(many)]
    said = [_answer(place, arguments) for arguments in chosen]
    return "\n".join(map(known.blanked, (*said, _at_the_screen(place)))).encode()


def proof(place: Place, known: Known) -> bytes:
    """What a verification against the checkpoints says."""
    checkpoints = ("--checkpoints", str(place.checkpoints), "--key", str(place.key))
    return known.blanked(_answer(place, ("verify", *checkpoints))).encode()


def _at_the_screen(place: Place) -> str:
    """Every page of a supervisor's, each coup step by step."""
    table = SimpleNamespace(name="BJ-01", chips=(), wagers="amounts")
    settings: Any = SimpleNamespace(journal=SimpleNamespace(path=place.journal, key=None), table=table)
    answers = Answers(settings)
    return "\n".join(ENCODER.encode(found).decode() for found in _pages(answers))


def _pages(answers: Answers) -> Iterator[Found]:
    def asked(question: Question) -> Found:
        return answers.answer(question, lambda _done: None)

    coups = asked(AskCoups(limit=100))
    if isinstance(coups, Coups):
        yield structs.replace(coups, now="")
        for coup in coups.coups:
            step = asked(AskStep(coup=coup.first))
            yield step
            for at in range(1, step.of if isinstance(step, Step) else 0):
                yield asked(AskStep(coup=coup.first, at=at))
    yield asked(AskAlerts(limit=100))
    yield asked(AskFigures(since="2026-01-31T00:00:00.000Z", until="2026-02-01T00:00:00.000Z"))
    yield asked(AskPassport())


def _answer(place: Place, arguments: tuple[str, ...]) -> str:
    done = CliRunner().invoke(log, [*arguments, "--journal", str(place.journal)])
    error = "" if done.exception is None or isinstance(done.exception, SystemExit) else repr(done.exception)
    return f"{arguments} ended with {done.exit_code} {error}\n{done.stdout}\n{done.stderr}"
