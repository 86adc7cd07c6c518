"""How the people at this screen want it: language, hand, light, sounds. None of it is the table's."""

import logging
import os
import stat
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from threading import Lock, Thread
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct, structs

Language: TypeAlias = Literal["en", "zh_Hant", "pt", "th"]
"""What the screen can speak."""
Hand: TypeAlias = Literal["right", "left"]
"""Where the buttons may lie."""
DimAfter: TypeAlias = Literal[0, 30, 60, 120, 300, 600]
"""Seconds that a table may rest before its screen goes dim; 0: for ever."""
DIM_AFTER_S: Final[tuple[DimAfter, ...]] = get_args(DimAfter)
"""Each of them."""
LEAST_BRIGHTNESS: Final = 20
"""Percent of the light at which a table can still be played."""

LARGEST: Final = 4096
"""Bytes; a longer file is none of ours."""
ASIDE: Final = ".damaged"
"""Ends the name of a file that could not be used, the last one alone."""

_LOG: Final = logging.getLogger(__name__)


class Cue(StrEnum):
    """What a sound says, the gravest first; the screen always says it too."""

    TROUBLE = "trouble"
    """Something is wrong: a card that must be named, a reader that is lost, a press that did not count."""
    WHITE_CARD = "white_card"
    """The shoe ends."""
    PAY = "pay"
    """Money is to be moved."""


class Choices(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is chosen for one screen."""

    language: Language = "en"
    hand: Hand = "right"
    """The hand that touches the screen."""
    brightness: Annotated[int, Meta(ge=LEAST_BRIGHTNESS, le=100)] = 100
    """Percent of the light."""
    dim_after_s: DimAfter = 300
    """How long a table rests before its screen goes dim (:mod:`ui.glass`); 0: it never does."""
    sounds: frozenset[Cue] = frozenset(Cue)
    """Those that are on."""

    def switched(self, cue: Cue) -> "Choices":
        """The same, with one sound on instead of off, or off instead of on."""
        return structs.replace(self, sounds=self.sounds ^ {cue})


class ForeignFileError(ValueError):
    """A file that is none of ours, or is damaged."""


class ChoicesFile:
    """Where choices outlive the screen. Only what differs from the house's ``defaults`` is kept.

    A file that cannot be read or written costs the choice and nothing else: it is warned of in the log.
    """

    def __init__(self, path: Path | None, defaults: Choices = Choices()) -> None:  # noqa: B008 - frozen
        self._path, self._defaults = path, defaults
        self._due: Choices | None = None
        self._writing: Thread | None = None
        self._lock = Lock()

    def read(self) -> Choices:
        """What was kept, or the defaults. A file that cannot be used is set aside under another name."""
        if self._path is None:
            return self._defaults
        try:
            return understood(_written(self._path), self._defaults)
        except FileNotFoundError:
            return self._defaults
        except OSError as error:
            _LOG.warning("%s: cannot be read (%s); the settings' own choices are taken", self._path, error.strerror)
            return self._defaults
        except ForeignFileError as error:
            _LOG.warning("%s: %s; it is set aside, and the settings' own choices are taken", self._path, error)
            self._set_aside(self._path)
            return self._defaults

    def keep(self, choices: Choices) -> None:
        """Keep ``choices`` from now on. Returns at once: a card in a Raspberry Pi may take a second to be sure."""
        if self._path is None:
            return
        with self._lock:
            self._due = choices
            if self._writing is None:
                self._writing = Thread(target=self._write_due, args=(self._path,), name="choices", daemon=True)
                self._writing.start()

    def close(self) -> None:
        """Wait until what was to be kept is kept."""
        with self._lock:
            writing = self._writing
        if writing is not None:
            writing.join(timeout=2.0)

    def _write_due(self, path: Path) -> None:
        """In the thread of its own, until nothing newer is there."""
        while True:
            with self._lock:
                due, self._due = self._due, None
                if due is None:
                    self._writing = None
                    return
            try:
                _write(path, kept(due, self._defaults))
            except OSError as error:
                _LOG.warning("%s: cannot be written (%s); the choice lasts until the screen ends", path, error.strerror)

    def _set_aside(self, path: Path) -> None:
        """A file, and no device that somebody named by mistake."""
        try:
            if path.is_char_device() or path.is_block_device():
                return
            path.replace(path.with_name(path.name + ASIDE))
        except OSError as error:
            _LOG.warning("%s: cannot be set aside (%s)", path, error.strerror)


def kept(choices: Choices, defaults: Choices) -> bytes:
    """The file's bytes: what of ``choices`` differs from ``defaults``."""
    chosen = structs.asdict(choices).items() - structs.asdict(defaults).items()
    return msgspec.json.encode(dict(chosen), order="sorted") + b"\n"


def understood(written: bytes, defaults: Choices) -> Choices:
    """The choices that the file's bytes mean.

    Raises:
        ForeignFileError: they are none of ours.
    """
    try:
        chosen = msgspec.json.decode(written, type=dict[str, Any])
        return msgspec.convert(msgspec.to_builtins(defaults) | chosen, Choices)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ForeignFileError(f"these are no choices of this screen ({error})") from error


def _written(path: Path) -> bytes:
    """What an ordinary file holds; anything else is not waited for.

    Raises:
        OSError: it cannot be read.
        ForeignFileError: it is no ordinary file, or far too long.
    """
    if path.is_symlink():
        raise ForeignFileError("a link, and no file")
    opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise ForeignFileError("no ordinary file")
        written = os.read(opened, LARGEST + 1)
    finally:
        os.close(opened)
    if len(written) > LARGEST:
        raise ForeignFileError("far too long")
    return written


def _write(path: Path, written: bytes) -> None:
    """Put a whole new file in the old one's place: after a power cut it is the one or the other."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    with suppress(FileNotFoundError):
        new.unlink()
    opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with open(opened, "wb") as file:  # noqa: PTH123 - a descriptor
        file.write(written)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
