"""At a practice table: loads the shoe, has players bet, tells what they call, brings the trouble about, and watches.

Whoever practises draws, touches and puts right; of all that nothing is done here. Messages come in one by one, from the
practice's only thread.
"""

import contextlib
from collections.abc import Callable, Iterable
from typing import Final
from uuid import uuid4

from deploy.practice.place import PracticeTable
from deploy.practice.task import Coup, Task, betting
from deploy.practice.watching import Watch
from engine.events import AnyEvent, Call, CardVoided, CoupCancelled, EvenMoney, Insurance, MisdealFound
from engine.instructions import Ask, Deal, Draw, NameCard, Offer, Reconcile, Settle, Shuffle, TakeWagers
from engine.messages import Message, Refused, Update, ask
from engine.roles import box_and_hand, extra
from engine.view import PublicView
from firmware_bridge.errors import SimulatedShoeError
from ui.practice.telling import Dealing, Report, Saying

ENDS: Final = {"boxed": (CardVoided, CoupCancelled), "misdealt": (MisdealFound, CoupCancelled)}
"""Requests by which that is taken care of."""


class Coach:
    """Leads one task at a table.

    Args:
        send: writes a line to the core.
        tell: tells the screen.
    """

    def __init__(
        self, task: Task, table: PracticeTable, send: Callable[[bytes], object], tell: Callable[[Dealing], None]
    ) -> None:
        self._task, self._table = task, table
        self._send, self._tell = send, tell
        self._watch = Watch(task.needs)
        self._view: PublicView | None = None
        self._first: int | None = None
        self._loaded_for: int | None = None
        self._bet_for: int | None = None
        self._troubled: int | None = None
        """The coup in which the trouble came."""
        self._seen: Saying | None = None
        self._told: Dealing | None = None
        self.is_over = False

    @property
    def coups(self) -> int:
        """Coups that are over."""
        return self._view.coup - self._first if self._view is not None and self._first is not None else 0

    @property
    def _coup(self) -> Coup:
        return self._task.coup(self._task.stack.coups_before + self.coups)

    def report(self, *, has_next: bool) -> Report:
        """What came of it so far."""
        return self._watch.report(self._task.name, coups=self.coups, has_next=has_next)

    def pull(self) -> None:
        """The next card is drawn; nothing leaves a shoe that is empty or dead."""
        with contextlib.suppress(SimulatedShoeError):
            self._table.shoe.pull()

    def hear(self, message: Message, now_s: float) -> None:
        """Take what the core says."""
        match message:
            case Update():
                self._see(message, now_s)
            case Refused():
                self._watch.refused(message)

    def _see(self, update: Update, now_s: float) -> None:
        view = self._view = update.view
        if self._first is None:
            self._first = view.coup
        self._watch.take(update, self._coup.players, now_s)
        if self._ends(view):
            self.is_over = True
            return
        self._load(view)
        self._bet(view)
        self._trouble(update)
        self._say(view)

    def _ends(self, view: PublicView) -> bool:
        """It is over: between coups, once all was done, or often enough; or with its shoe."""
        if not isinstance(view.due, Shuffle | TakeWagers) or not self.coups:
            return False
        is_mastered = bool(self._task.needs) and self._watch.is_mastered
        is_enough = self._task.most is not None and (self.coups >= self._task.most or is_mastered)
        return is_enough or isinstance(view.due, Shuffle)

    def _load(self, view: PublicView) -> None:
        """A shoe is due: the task's."""
        if isinstance(view.due, Shuffle) and view.due_seq != self._loaded_for:
            self._loaded_for = view.due_seq
            self._table.shoe.plug()
            self._table.shoe.load(self._table.tags)

    def _bet(self, view: PublicView) -> None:
        """Players bet, once for each coup."""
        if not isinstance(view.due, TakeWagers) or view.is_closed or self._bet_for == view.coup:
            return
        self._bet_for = view.coup
        self._ask(betting(view, self._coup))

    def _ask(self, events: Iterable[AnyEvent]) -> None:
        for event in events:
            self._send(ask(event, uuid4().hex))

    def _trouble(self, update: Update) -> None:
        """Bring about what goes wrong, once in a coup; what was seen is said until it is taken care of."""
        view, trouble = update.view, self._task.trouble
        if self._seen is not None and self._is_taken_care_of(update, self._seen):
            self._seen = None
        if trouble is None or self._troubled == view.coup or self._watch.is_mastered:
            return
        if trouble.what == "boxed":
            is_due = update.event == "card_out" and view.shoe.out - 1 in self._table.stack.boxed
        else:
            is_due = isinstance(view.due, Ask) and extra(view.due.box, view.due.hand) == trouble.at
        if not is_due or trouble.what == "unread":
            return
        self._troubled = view.coup
        box, hand = box_and_hand(trouble.at) or (1, 1)
        self._seen = Saying(code=trouble.what, box=box, hand=hand, n=view.shoe.out)
        if trouble.what == "cut":
            self._table.shoe.unplug()
        elif trouble.what == "pulled":
            self._watch.forgive()
            self.pull()

    def _is_taken_care_of(self, update: Update, seen: Saying) -> bool:
        view, request = update.view, update.request
        if isinstance(view.due, Settle | TakeWagers | Shuffle | Reconcile):
            return True
        if seen.code == "cut":
            return view.reader.state == "by_hand"
        if seen.code == "pulled":
            return isinstance(request, Call) and request.before is not None
        return isinstance(request, ENDS[seen.code])

    def _say(self, view: PublicView) -> None:
        told = Dealing(name=self._task.name, said=self._seen or self._said(view))
        if told != self._told:
            self._told = told
            self._tell(told)

    def _said(self, view: PublicView) -> Saying | None:
        """What is said or seen at the table now."""
        match view.due:
            case Shuffle():
                return Saying(code="loaded")
            case TakeWagers() if "betting_closed" not in view.not_now and not view.is_closed:
                return Saying(code="wagers")
            case NameCard(n=n):
                return self._face(n)
            case Deal(face="up") | Draw() if view.reader.state == "by_hand":
                return self._face(view.shoe.out + 1)
            case Offer():
                wanted = self._coup.players.wanted(view, view.due)
                return _claimed(wanted[0]) if wanted else Saying(code="nothing")
            case Ask(box=box, hand=hand):
                call = self._coup.players.call(view, view.due)
                return Saying(code=call, box=box, hand=hand, hands=len(view.boxes[box - 1].hands))
            case _:
                return None

    def _face(self, n: int) -> Saying | None:
        """The card of this number, from 1, as people see it on the felt."""
        cards = self._table.stack.cards
        return Saying(code="face", face=cards[n - 1].face, n=n) if n <= len(cards) else None


def _claimed(event: AnyEvent) -> Saying:
    match event:
        case Insurance(box=box, amount=amount):
            return Saying(code="insurance", box=box, amount=amount)
        case EvenMoney(box=box):
            return Saying(code="even_money", box=box)
        case Call(box=box):
            return Saying(code="surrender", box=box)
        case _:
            raise TypeError(f"{event} is nothing that is asked for of an offer")
