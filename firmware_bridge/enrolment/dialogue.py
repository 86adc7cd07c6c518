"""A dialogue with whoever passes the cards: it hears, and says what became of it and what is due."""

from typing import Protocol

from firmware_bridge.enrolment.heard import Heard


class Dialogue(Protocol):
    """One of enrolling, checking, replacing. It knows no terminal and no port."""

    @property
    def prompt(self) -> str:
        """What is to be done now."""

    @property
    def is_over(self) -> bool:
        """Everything is done."""

    def opening(self) -> list[str]:
        """What is said before the first card."""

    def hear(self, heard: Heard) -> list[str]:
        """What is said to it. Never called with ``q`` or the end of the keys.

        Raises:
            EnrolmentError: what happened cannot be kept.
        """

    def stopped(self) -> list[str]:
        """What is said when it ends before everything is done."""
