"""What tower light and buzzer show: functions of the public view alone, so that they tell nothing of a face-down card.

===================================================  =====  =====  ===  =====
situation                                            green  amber  red  sound
===================================================  =====  =====  ===  =====
a card is due: burn, deal, draw                        •
a card is to be named, the felt to be put right               •         alert
shuffle due or advised, last coup, an alert           (•)     •         alert
reader needs a hand, or cards are entered by hand     (•)     •         alert
reader lost, cards may be missing                                   •   stop
reader not heard yet, no view yet                                   •
a fault: no table is kept                                           •   stop
anything else: wagers, calls, offers, turns, paying
===================================================  =====  =====  ===  =====

(•): as what is due says. Red is alone: no card may leave the shoe. A sound comes once, when its reason appears; the
screen says the same in words, and the lamps are told apart by their places, red above.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.instructions import Burn, Deal, Draw, NameCard, Reconcile, Shuffle
from engine.view import PublicView


class Sound(Enum):
    """All that the buzzer can say."""

    ALERT = "alert"
    """Somebody should look at the screen."""
    STOP = "stop"
    """No card may leave the shoe."""
    NO = "no"
    """The press of a button meant nothing or was refused."""


@dataclass(frozen=True, slots=True)
class Lamps:
    """Which lamps of the tower light are lit."""

    green: bool = False
    amber: bool = False
    red: bool = False


RED: Final = Lamps(red=True)
"""No card may leave the shoe."""


def lamps(view: PublicView | None) -> Lamps:
    """What is lit for ``view``; ``None``: no table is kept."""
    if view is None or view.reader.state in ("connecting", "lost", "missing"):
        return RED
    return Lamps(green=isinstance(view.due, Burn | Deal | Draw), amber=bool(_attention(view)))


def sound(before: PublicView | None, now: PublicView | None) -> Sound | None:
    """What is heard when ``before`` gives way to ``now``; ``None``: no table is kept."""
    if _stops(now) and _stops(now) != _stops(before):
        return Sound.STOP
    if now is not None and _attention(now) - (_attention(before) if before is not None else frozenset()):
        return Sound.ALERT
    return None


def _stops(view: PublicView | None) -> str:
    """Why the table stops; empty: it does not."""
    if view is None:
        return "no table"
    return view.reader.state if view.reader.state in ("lost", "missing") else ""


def _attention(view: PublicView) -> frozenset[str]:
    """Why somebody should look at the screen."""
    reasons = {f"{alert.code} {alert.text}" for alert in view.alerts}
    if view.reader.state in ("attention", "by_hand"):
        reasons.add(f"reader {view.reader.state} {view.reader.text}")
    if isinstance(view.due, NameCard):
        reasons.add(f"name card {view.due.n}")
    elif isinstance(view.due, Reconcile):
        reasons.add("reconcile")
    elif isinstance(view.due, Shuffle):
        reasons.add("shuffle due")
    if view.shoe.shuffle_advised:
        reasons.add("shuffle advised")
    if view.shoe.last_coup:
        reasons.add("last coup")
    return frozenset(reasons)
