"""When a sound sounds. The screen always says what it says.

It follows from what the screen shows, that is from public views, and from nothing else: no sound can tell a face-down
card. Each occurrence sounds once. What the first view shows already has sounded before, and so has what is still so
after the core was away.
"""

from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from engine.instructions import NameCard, Reconcile
from engine.messages import Fault
from engine.view import PublicView
from ui.choices import Cue
from ui.situation import Situation, Told

STOPS: Final = frozenset({"lost", "missing"})
"""States of the reader that stop the table."""
AWAY_S: Final = 60.0
"""A core that goes away again within this time is not told again."""
APART_S: Final = 1.5
"""The same sound does not sound again within this time."""


def cue(before: PublicView | None, after: PublicView) -> Cue | None:
    """What sounds when ``after`` is shown in place of ``before``; with nothing before, nothing has happened yet."""
    if before is None or after.is_off or after.is_closed:
        return None
    if _is_wrong(before, after):
        return Cue.TROUBLE
    if _shoe_ends(before, after):
        return Cue.WHITE_CARD
    return Cue.PAY if _is_to_pay(before, after) else None


def _is_wrong(before: PublicView, after: PublicView) -> bool:
    """The shoe's link stops the table, a card must be named, or cards must be laid anew.

    By hand every card is named, and nothing is wrong with that.
    """
    if after.reader.state in STOPS and after.reader.state != before.reader.state:
        return True
    match after.due:
        case NameCard(n=n) if after.reader.state != "by_hand":
            return not (isinstance(before.due, NameCard) and before.due.n == n)
        case Reconcile():
            return not isinstance(before.due, Reconcile)
        case _:
            return False


def _shoe_ends(before: PublicView, after: PublicView) -> bool:
    is_over, was_over = (shoe.white_card_out or shoe.empty for shoe in (after.shoe, before.shoe))
    return is_over and not was_over


def _is_to_pay(before: PublicView, after: PublicView) -> bool:
    """A coup's result is there, or another one than before, and money lies that has not moved; or a prize is due."""
    if any(payment.amount > 0 for payment in after.pay) and after.pay != before.pay:
        return True
    if after.result is None or (after.payouts and all(payout.is_done for payout in after.payouts)):
        return False
    return before.result is None or any(
        getattr(before.result, part) != getattr(after.result, part) for part in ("number", "cancelled", "settlement")
    )


def remembered(before: PublicView | None, after: PublicView) -> PublicView:
    """``after``, as what comes later is compared with: a link that is being made again is what it was before."""
    if before is None or after.reader.state != "connecting":
        return after
    return structs.replace(after, reader=before.reader)


@dataclass(frozen=True, slots=True)
class Heard:
    """What has sounded already. Times are seconds of one monotonic clock."""

    cue: Cue | None = None
    """What sounds now."""
    view: PublicView | None = None
    """The last one, its reader as it was before a link was made again."""
    shown: PublicView | None = None
    """The last one, as it was shown."""
    is_connected: bool = False
    fault: Fault | None = None
    told: Told | None = None
    sounds: frozenset[Cue] | None = None
    """Those that were on."""
    away_s: float = float("-inf")
    """When it was last told that the core is away."""
    last: Cue | None = None
    last_s: float = float("-inf")

    def after(self, situation: Situation, now_s: float) -> "Heard":
        """What has sounded once ``situation`` is shown, and what sounds for it."""
        view = situation.view
        is_new = view is not None and view is not self.shown
        found = self._of_press(situation) or self._of_core(situation, now_s)
        if found is None and is_new:
            assert view is not None
            found = cue(self.view, view)
        sounding = self._switched_on(situation) or self._allowed(found, situation, now_s)
        is_away = self.is_connected and not situation.is_connected and now_s - self.away_s >= AWAY_S
        return replace(
            self,
            cue=sounding,
            view=remembered(self.view, view) if is_new and view is not None else self.view,
            shown=view,
            is_connected=situation.is_connected,
            fault=situation.fault if situation.is_connected else self.fault,
            told=situation.told,
            sounds=situation.choices.sounds,
            away_s=now_s if is_away else self.away_s,
            last=sounding or self.last,
            last_s=now_s if sounding is not None else self.last_s,
        )

    def _of_press(self, situation: Situation) -> Cue | None:
        """A press did not count."""
        return Cue.TROUBLE if situation.told is not None and situation.told != self.told else None

    def _of_core(self, situation: Situation, now_s: float) -> Cue | None:
        """The core went away from an open table, or cannot keep it."""
        if self.view is None or self.view.is_off or self.view.is_closed:
            return None
        if self.is_connected and not situation.is_connected:
            return Cue.TROUBLE if now_s - self.away_s >= AWAY_S else None
        return Cue.TROUBLE if situation.fault is not None and situation.fault != self.fault else None

    def _switched_on(self, situation: Situation) -> Cue | None:
        """A sound that somebody has just switched on, to be heard."""
        if self.sounds is None:
            return None
        return next((each for each in Cue if each in situation.choices.sounds - self.sounds), None)

    def _allowed(self, found: Cue | None, situation: Situation, now_s: float) -> Cue | None:
        if found not in situation.choices.sounds or (found is self.last and now_s - self.last_s < APART_S):
            return None
        return found
