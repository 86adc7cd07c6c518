"""Is the journal whole? The proof of ``banca21 log verify``, in words for a terminal and as a value for the screen."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from deploy.proof import Asked, length_of, of_settings, proving
from engine.journal.chain import Flaw
from engine.journal.errors import CheckpointFalse, JournalBroken, JournalError, JournalShort
from engine.journal.files import FilesReader
from engine.journal.times import Step
from engine.journal.verify import Details, Intact, Short, verify
from engine.looking import Verified

if TYPE_CHECKING:
    from deploy.settings import Settings


def proved(asked: Asked, since: int | None, told: Callable[[int], None]) -> Intact:
    """What a walk through the whole journal saw, each checkpoint compared and its signature proved.

    ``since``: the first record to be checked; ``told`` hears now and then how many records more were walked.

    Raises:
        JournalBroken, CheckpointFalse: something is not as it was written.
        JournalShort: records are missing at the end.
        JournalError: it cannot be looked at, or the key cannot.
    """
    with proving(asked.checkpoints()) as known:
        verdict = verify(asked.journal, known or (), since=since, told=told)
        if known is not None:
            known.require()
    match verdict:
        case Flaw() as flaw:
            raise JournalBroken(asked.journal, flaw)
        case Short() as short:
            raise JournalShort(f"{asked.journal}: {_missing(short)}")
        case Intact() as intact:
            return intact


def verified(settings: "Settings", told: Callable[[float], None]) -> Verified:
    """What a proof of the whole log of ``settings`` found; ``told`` hears how far it is, 0 to 1, and 1 at its end.

    It only reads, also while the core runs, and never raises over the state of the log.
    """
    asked = of_settings(settings)
    found = _verified(asked, told)
    told(1.0)
    return found


def _verified(asked: Asked, told: Callable[[float], None]) -> Verified:
    try:
        return _proved(asked, told)
    except JournalBroken as error:
        return Verified(state="broken", bad=error.seq, text=str(error))
    except CheckpointFalse as error:
        return Verified(state="broken", text=str(error))
    except JournalError as error:
        return Verified(state="unreadable", text=str(error))


def _proved(asked: Asked, told: Callable[[float], None]) -> Verified:
    try:
        intact = proved(asked, None, _in_parts(length_of(asked.journal), told))
    except JournalShort as error:
        return _shorter(asked, str(error))
    return Verified(
        state="intact",
        records=intact.count,
        seq=intact.details.last if intact.details is not None else 0,
        head=intact.head.hex(),
        checkpoints=_compared_with(asked, intact.details),
        text="\n".join(words(asked, intact)),
    )


def _shorter(asked: Asked, text: str) -> Verified:
    """Of a journal that holds as far as it goes."""
    with FilesReader(asked.journal) as log:
        origin = log.origin
        last = log.head or origin
    return Verified(state="shorter", records=last.seq - origin.seq, seq=last.seq, head=last.hash.hex(), text=text)


def _in_parts(length: int, told: Callable[[float], None]) -> Callable[[int], None]:
    """Hears of records that were walked and tells which part of ``length`` they are."""
    walked = 0

    def more(records: int) -> None:
        nonlocal walked
        walked += records
        told(min(walked / length, 1.0) if length else 1.0)

    return more


def _compared_with(asked: Asked, seen: Details | None) -> int | None:
    if asked.folder is None:
        return None
    return seen.checkpoints if seen is not None else 0


def words(asked: Asked, intact: Intact) -> Iterator[str]:
    """What was seen of a journal that is whole, a line each."""
    yield f"{asked.journal}: intact"
    if (seen := intact.details) is None or intact.count == 0:
        yield f"no record, head {intact.head.hex()}"
        return
    yield f"records {seen.first} to {seen.last}, head {intact.head.hex()}"
    yield f"commitments {seen.committed}, opened {seen.opened}, not opened {seen.unopened}{_unknown(seen)}"
    yield _compared(asked, seen)
    back, gaps = seen.times.furthest, seen.times.longest
    yield "clock set back: " + (f"{seen.times.back}, the furthest {_far(back)}" if back else "never")
    yield "gaps of more than 10 minutes: " + (f"{seen.times.gaps}, the longest {_far(gaps)}" if gaps else "none")


def _unknown(seen: Details) -> str:
    return f"; {seen.unknown} opened whose records are not kept any more" if seen.unknown else ""


def _compared(asked: Asked, seen: Details) -> str:
    if asked.folder is None:
        return "checkpoints none given: a journal that was cut short, or written anew, would look the same"
    newest = seen.covered
    return f"checkpoints {seen.checkpoints}" + (
        f", the newest of {newest.at} ({newest.why}) at record {newest.seq}" if newest else ""
    )


def _far(step: Step) -> str:
    seconds = round(step.length.total_seconds())
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02} before record {step.seq}"


def _missing(short: Short) -> str:
    return (
        f"whole up to record {short.seq}, where it ends, and the checkpoint of {short.known.at} ({short.known.why}) "
        f"says that it had {short.known.seq}: records are missing. Keep its files as they are, call the supervisor, "
        "and restore the newest backup with banca21 log restore FOLDER"
    )
