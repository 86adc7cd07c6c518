"""What who practises did, against what was said and due: a report's figures, from what the core tells everybody."""

from statistics import median

from deploy.practice.players import Players
from deploy.practice.scenarios import Need
from engine.events import AnyEvent, Call, EvenMoney, Insurance
from engine.instructions import Ask, Burn, Deal, Draw, NameCard, Offer, TurnHidden
from engine.journal.index_notes import correction_of
from engine.messages import Refused, Update
from engine.roles import extra
from engine.view import PublicView
from ui.practice.telling import Checked, Report

TIMED = (Burn, Deal, Offer, Ask, TurnHidden, Draw)
"""Instructions that are timed: how long people take over wagers and chips is no measure of the screen."""
NOT_THEIRS = frozenset({"wager_placed", "wager_withdrawn", "player_seated", "player_left"})
"""Requests that practice makes itself."""


class Watch:
    """Counts what is done at a table, update by update."""

    def __init__(self, needs: tuple[Need, ...]) -> None:
        self._needs = needs
        self._met: set[str] = set()
        self._asked = self._as_said = self._corrections = self._refusals = 0
        self._times: list[float] = []
        self._before: PublicView | None = None
        self._since_s = 0.0
        self._call: tuple[Ask, str] | None = None
        self._wanted: tuple[AnyEvent, ...] = ()

    @property
    def is_mastered(self) -> bool:
        """All that the situation needs was done."""
        return all(need.code in self._met for need in self._needs)

    def take(self, update: Update, players: Players, now_s: float) -> None:
        """Count what ``update`` tells; ``players`` says what is wanted from then on."""
        self._met |= {need.code for need in self._needs if need.is_met(update)}
        is_taken = update.answer is None or update.answer.refused is None
        request = update.request if is_taken else None
        was_due = self._before is not None and isinstance(self._before.due, NameCard)
        is_renamed = update.event == "card_named" and is_taken and not was_due
        if is_renamed or (request is not None and correction_of(request) is not None):
            self._corrections += 1
        else:
            self._compare(update, request)
        self._look(update.view, players, now_s)

    def forgive(self) -> None:
        """What happens next for the hand that is asked is nobody's mistake."""
        self._call = None

    def refused(self, message: Refused) -> None:
        """A request was refused."""
        self._refusals += message.event not in NOT_THEIRS

    def report(self, name: str, *, coups: int, has_next: bool) -> Report:
        """What came of it so far."""
        times = self._times
        return Report(
            name=name,
            has_next=has_next,
            checked=tuple(Checked(code=need.code, is_met=need.code in self._met) for need in self._needs),
            asked=self._asked,
            as_said=self._as_said,
            corrections=self._corrections,
            refusals=self._refusals,
            coups=coups,
            median_s=round(median(times), 1) if times else None,
            slowest_s=round(max(times), 1) if times else None,
        )

    def _compare(self, update: Update, request: AnyEvent | None) -> None:
        """What happened with what was said."""
        if self._call is not None:
            due, wished = self._call
            did = _done(update, request, due)
            if did:
                self._count(did == wished)
                self._call = None
        if isinstance(request, EvenMoney | Insurance) or (isinstance(request, Call) and request.call == "surrender"):
            if self._before is not None and isinstance(self._before.due, Offer):
                self._count(_meant(request) in {_meant(one) for one in self._wanted})
        elif self._wanted and not isinstance(update.view.due, Offer):
            self._asked += len(self._wanted)

    def _count(self, is_as_said: bool) -> None:
        self._asked += 1
        self._as_said += is_as_said

    def _look(self, view: PublicView, players: Players, now_s: float) -> None:
        """What is due and said from now on."""
        before, self._before = self._before, view
        if before is None or before.due_seq != view.due_seq:
            if before is not None and isinstance(before.due, TIMED):
                self._times.append(now_s - self._since_s)
            self._since_s = now_s
        due = view.due
        self._call = (due, players.call(view, due)) if isinstance(due, Ask) else None
        self._wanted = players.wanted(view, due) if isinstance(due, Offer) else ()


def _done(update: Update, request: AnyEvent | None, due: Ask) -> str:
    """What was done for the hand that was asked; empty: something else happened."""
    if isinstance(request, Call):
        return request.call if (request.box, request.hand) == (due.box, due.hand) else ""
    is_card = update.event == "card_out" and update.answer is not None
    return "hit" if is_card and update.answer is not None and update.answer.role == extra(due.box, due.hand) else ""


def _meant(event: AnyEvent) -> tuple[str, int]:
    """The request without what may differ: whose it is is not said when he decides."""
    return type(event).__name__, getattr(event, "box", 0)
