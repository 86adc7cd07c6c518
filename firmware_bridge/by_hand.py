"""No shoe at all: every card is told by hand, and the log says so at each new shoe."""

from collections.abc import Callable
from typing import Final

from engine.events import Link
from engine.ports import Finding, Journalled, Sighting

NO_READER: Final = "no reader is configured: each card is told by hand as it leaves"


class ByHand:
    """A card source without a device; an :class:`engine.ports.CardSource`."""

    def __init__(self) -> None:
        self._post: Callable[[Sighting], None] | None = None

    def start(self, post: Callable[[Sighting], None], journalled: Journalled) -> None:  # noqa: ARG002 (the port's)
        """Say that cards are told by hand."""
        self._post = post
        self.shoe_started()

    def acknowledge(self, origin: str) -> None:
        """Nothing: no device waits."""

    def shoe_started(self) -> None:
        """By hand again in this shoe."""
        if self._post is not None:
            self._post(Link(reader="hand", text=NO_READER))

    def health(self) -> tuple[Finding, ...]:
        """That there is none."""
        return (Finding("reader", "note", "none", NO_READER),)

    def stop(self) -> None:
        """Nothing to end."""
        self._post = None
