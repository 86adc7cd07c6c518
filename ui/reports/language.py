"""Says texts in a report's language for a while."""

from collections.abc import Iterator
from contextlib import contextmanager

from ui.texts import speak, spoken


@contextmanager
def said_in(language: str) -> Iterator[None]:
    """Every text within is said in ``language``, and those behind as before.

    Raises:
        KeyError: no such language.
        NotBuiltError: it has not been built.
    """
    before = spoken()
    speak(language)
    try:
        yield
    finally:
        speak(before)
