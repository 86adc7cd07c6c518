"""An event with its place in the log, and how it is named there."""

from typing import Final

from msgspec import Struct

from engine.answers import Refusal
from engine.cards import Card
from engine.events import AnyEvent, Call, CardNamed, Insurance, Request, WagerPlaced
from engine.hand import Fate
from engine.money import money
from engine.roles import Role


class Entry(Struct, eq=False):
    """An event with its place in the log."""

    seq: int
    event: AnyEvent | Request
    card: Card | None = None
    """Of a card that left, the face that is believed."""
    refused: Refusal | None = None
    """It was asked for and refused: it is never revived, but named once it would be lawful."""
    corrects: tuple[int, ...] = ()
    """The records of the cards that it names, voids or holds."""
    waits: bool = False
    """A claim on a card that is unread: it waits for the name."""
    waited: bool = False
    """It waited once."""
    showed: tuple[int, ...] = ()
    """Of a claim that its cards did not bear out: their records, since everybody saw them."""


class Amended(Struct, frozen=True):
    """What corrections made of a card."""

    fate: Fate = "plays"
    lies_as: Role | None = None
    """The role for which it lies face down, and nobody has seen it."""


AS_IT_LEFT: Final = Amended()
"""No correction touches it."""


def named_as(event: AnyEvent | Request) -> str:
    """A request as an alert names it."""
    return event.call if isinstance(event, Call) else str(event.__struct_config__.tag)


def names_in(event: CardNamed) -> list[tuple[int, Card]]:
    """The cards that ``event`` names, by their number in the shoe."""
    if event.names is not None:
        return [(named.n, named.card) for named in event.names]
    return [(event.n, event.card)] if event.n is not None and event.card is not None else []


def said_of(event: AnyEvent | Request) -> dict[str, str | int]:
    """A request as an alert tells it: ``said`` in English, and the values by which a screen says it otherwise."""
    what = named_as(event)
    values: dict[str, str | int] = {"what": what}
    for name in ("box", "hand", "player", "amount", "of"):
        value = getattr(event, name, None)
        if isinstance(value, str | int):
            values[name] = value
    said = what.replace("_", " ")
    said += f" of {money(event.amount)}" if isinstance(event, WagerPlaced | Insurance) else ""
    said += f" of {values['of']}" if "of" in values else ""
    said += f" by {values['player']}" if "player" in values else ""
    said += f" at box {values['box']}" if "box" in values else ""
    said += f" hand {values['hand']}" if values.get("hand", 1) != 1 else ""
    return values | {"said": said}
