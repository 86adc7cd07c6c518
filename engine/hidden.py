"""What nobody may say by accident: printed, formatted or written out it is ``##``, and it cannot be pickled."""

from typing import Final, NoReturn

VEILED: Final = "##"
"""What a hidden value is said to be, as wide as a card."""


class Hidden:
    """A value that says what it is only to who asks by name; see ``face`` and ``text`` of its kinds."""

    __slots__ = ()

    def __str__(self) -> str:
        return VEILED

    def __repr__(self) -> str:
        return f"{type(self).__name__}({VEILED})"

    def __format__(self, _spec: str) -> str:
        return VEILED

    def __reduce_ex__(self, _protocol: object) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} is hidden and cannot be copied out")
