"""Keys that several pads have: digits, chips, and what is put away."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from engine.view import PublicView
from ui.opened import Opened
from ui.shown import PRIMARY, Button, Pad
from ui.texts import money, text
from ui.theme import Tone

Made: TypeAlias = tuple[Pad, Button | None]
"""A pad and its primary; ``None``: the primary stays what it is without a pad."""
KEYS_IN_ROW = 6
"""Keys of a row, at most eight."""


def digits(typed: str, longest: int, becomes: Callable[[str], Opened], *more: Button) -> tuple[tuple[Button, ...], ...]:
    """Ten digits in two rows, the first ending in what takes one back, the second in ``more``."""
    keys = [
        Button(f"digit:{digit}", digit, Tone.ASK, opens=becomes(typed + digit), is_open=len(typed) < longest)
        for digit in "1234567890"
    ]
    back = Button("digit:back", text("key.back"), opens=becomes(typed[:-1]), is_open=bool(typed), sign="back")
    return (*keys[:5], back), (*keys[5:], *more)


def chips(view: PublicView, amount: int, becomes: Callable[[int], Opened], most: int | None) -> tuple[Button, ...]:
    """The table's chips, the smallest first: each adds its worth to ``amount``, up to ``most``; avos."""
    return tuple(
        Button(
            f"chip:{chip}",
            text("key.chip", amount=money(chip)),
            Tone.LAST,
            opens=becomes(amount + chip),
            is_open=most is None or amount + chip <= most,
        )
        for chip in sorted(view.money.chips)
    )


def rows_of(keys: Iterable[Button], in_row: int = KEYS_IN_ROW) -> tuple[tuple[Button, ...], ...]:
    """``keys`` in rows of nearly one length."""
    every = list(keys)
    rows = -(-len(every) // in_row)
    size = -(-len(every) // rows) if rows else 1
    return tuple(tuple(every[at : at + size]) for at in range(0, len(every), size))


def primary(words: str, tone: Tone = Tone.PAY, reason: str = "", *, is_open: bool = True) -> Button:
    """A pad's primary, to be given what it does."""
    return Button(PRIMARY, words, tone, is_open=is_open, reason=reason, is_primary=True)
