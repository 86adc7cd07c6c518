"""One table: ``take`` an event, get the answer. Facts are always taken; requests are judged by the law first."""

from engine.answers import Answer
from engine.cards import Card
from engine.coup import Coup, Passed, Told, Wager
from engine.events import (
    AnyEvent,
    BettingClosed,
    Call,
    CardNamed,
    CardOut,
    CoupCancelled,
    Done,
    Link,
    PlayerLeft,
    PlayerSeated,
    Request,
    ShoeEmpty,
    ShoeStarted,
    ShuffleCalled,
    WagerPlaced,
    WagerWithdrawn,
    WhiteCardOut,
)
from engine.felt import Felt
from engine.legality import refusal
from engine.procedure import Move, Play
from engine.reasons import Notice
from engine.roles import VOID
from engine.rules import TableRules
from engine.shoe import Shoe


class Table:
    """A table that was opened with ``rules``; what lies on it is :attr:`felt`."""

    def __init__(self, rules: TableRules) -> None:
        self.felt = Felt(rules, Shoe.none_yet(rules.decks))

    def take(self, event: AnyEvent) -> Answer:
        """Take ``event``: a fact always, a request unless it is refused. A refusal changes nothing."""
        if isinstance(event, Request):
            refused = refusal(self.felt, event)
            if refused is not None:
                return Answer(due=self.felt.due, refused=refused)
        if isinstance(event, CardOut | WhiteCardOut):
            if self.felt.is_repeat(event.origin):
                return Answer(due=self.felt.due)
            self.felt.origins |= {event.origin} if event.origin is not None else set()
        due = self.felt.due
        self.felt.told = Told()
        if self.felt.play is not None:
            self.felt.play.coup.told = self.felt.told
        n = self._happen(event)
        self.felt.moves += self.felt.due != due
        return self._answer(n)

    def _happen(self, event: AnyEvent) -> int | None:
        """Let ``event`` happen; gives the number of the card that left, if one did."""
        match event:
            case CardOut():
                return self._card_out(event)
            case WhiteCardOut():
                self._white_card_out()
            case ShoeEmpty():
                self._shoe_emptied()
            case ShoeStarted():
                self._shoe_started()
            case PlayerSeated():
                self.felt.seats[event.box] = event.player
            case PlayerLeft():
                self._player_left(event.box)
            case CardNamed():
                self._card_named(event)
            case Call() | Done():
                self._send(event)
            case CoupCancelled():
                self._coup_cancelled()
            case WagerPlaced() | WagerWithdrawn() | BettingClosed() | ShuffleCalled():
                self._between_coups(event)
            case Link(state="missing", text=text):
                self.felt.missing = text
            case _:
                pass
        return None

    # The shoe

    def _card_out(self, event: CardOut) -> int:
        felt = self.felt
        passed = Passed(felt.shoe.card_out(), self._believed(event), event.boxed)
        if felt.open_coup is None and felt.wagers and not felt.shoe.spent:
            self._close_betting()
        if felt.open_coup is None:
            felt.told.roles[passed.n] = VOID
            felt.told.alert(Notice.NOT_ASKED_FOR.alert())
        else:
            self._send(passed)
        return passed.n

    def _believed(self, event: CardOut) -> Card | None:
        """The face that was read; of a tag that is out already in this shoe, none (no card leaves it twice)."""
        tags = self.felt.shoe.tags
        if event.tag in tags:
            self.felt.told.alert(Notice.UNREAD.alert())
            return None
        if event.tag is not None:
            tags.add(event.tag)
        return event.card

    def _white_card_out(self) -> None:
        shoe = self.felt.shoe
        shoe.white_card_shown()
        if self.felt.open_coup is not None:
            self.felt.open_coup.last = True
        self.felt.told.alert((Notice.WHITE_CARD if self.felt.in_coup else Notice.WHITE_CARD_FIRST).alert())
        if self.felt.white_card_is_misplaced:
            self.felt.told.alert(Notice.WHITE_CARD_MISPLACED.alert(behind=shoe.left))

    def _shoe_emptied(self) -> None:
        self.felt.shoe.empty = True
        self._reopen_betting()
        coup = self.felt.open_coup
        if coup is None or coup.shoe is not self.felt.shoe:
            self.felt.shoe.spent = True
        else:
            coup.last = True
            self._send(None)

    def _shoe_started(self) -> None:
        felt = self.felt
        if felt.only_touches_left:
            self._pass_over_touches()
        elif felt.in_coup and felt.play is not None:
            felt.told.alert(Notice.SHOE_CHANGED.alert())
            felt.play.coup.last = True
            felt.play.cancel()
        self._reopen_betting()
        felt.shoe = Shoe.loaded(felt.rules.decks)
        newer = felt.origins - felt.older_origins
        if newer:
            felt.older_origins, felt.origins = newer, set(newer)
        felt.moves += 1

    # Between coups

    def _between_coups(self, event: WagerPlaced | WagerWithdrawn | BettingClosed | ShuffleCalled) -> None:
        """What can come while wagers are taken; it says that the touches before it were done."""
        self._pass_over_touches()
        match event:
            case WagerPlaced():
                self.felt.wagers[event.box] = Wager(event.player, event.amount)
            case WagerWithdrawn():
                del self.felt.wagers[event.box]
            case BettingClosed():
                self._close_betting()
            case ShuffleCalled():
                self._reopen_betting()
                self.felt.shoe.spent = True

    def _pass_over_touches(self) -> None:
        while self.felt.only_touches_left:
            self._send(Done())

    def _player_left(self, box: int) -> None:
        del self.felt.seats[box]
        self.felt.wagers.pop(box, None)

    def _close_betting(self) -> None:
        felt = self.felt
        coup = Coup.of(felt.rules, felt.coups + 1, felt.shoe, felt.wagers)
        coup.told = felt.told
        felt.before, felt.play, felt.wagers, felt.alerts = felt.play, Play(coup), {}, ()

    def _reopen_betting(self) -> None:
        """A coup whose first card has not left gives its wagers back to the felt, and to who left his box."""
        coup = self.felt.open_coup
        if coup is not None and not coup.begun:
            there = [hand for hand in coup.hands if self.felt.seats.get(hand.box) == hand.player]
            self.felt.wagers = {hand.box: Wager(hand.player, hand.wager) for hand in there}
            self.felt.play, self.felt.before = self.felt.before, None

    # The coup

    def _send(self, move: Move) -> None:
        """Let the open coup go on; a coup that is paid is over."""
        felt = self.felt
        if felt.play is None:
            return
        felt.play.send(move)
        felt.moves += 1
        if felt.play.due is None:
            coup = felt.play.coup
            felt.coups += 1
            felt.missing = ""
            coup.shoe.coup_over(coup.opening_burned, last=coup.last)

    def _card_named(self, event: CardNamed) -> None:
        coup = self.felt.open_coup
        if coup is not None and event.n is not None:
            coup.laid(event.n).card = event.card
            self.felt.alerts = tuple(alert for alert in self.felt.alerts if alert != Notice.UNREAD.alert())
            self._send(None)

    def _coup_cancelled(self) -> None:
        felt = self.felt
        if felt.cancellable is not felt.play:
            self._reopen_betting()
        if felt.play is not None:
            felt.play.coup.told = felt.told
            felt.coups -= felt.play.due is None
            felt.play.cancel()
            felt.moves += 1

    # The answer

    def _answer(self, n: int | None) -> Answer:
        told = self.felt.told
        self.felt.alerts = tuple(dict.fromkeys((*self.felt.alerts, *told.alerts)))
        role = told.roles.pop(n, None) if n is not None else None
        return Answer(
            due=self.felt.due,
            role=role,
            alerts=tuple(told.alerts),
            coup=self.felt.play.coup.tell_result() if self.felt.play is not None else None,
            roles=dict(told.roles),
            pay=tuple(told.pay),
        )
