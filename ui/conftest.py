"""What every test of the screen leaves as it was."""

from collections.abc import Iterator

import pytest

from ui.texts import SOURCE, speak


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Whatever a test has spoken."""
    yield
    speak(SOURCE)
