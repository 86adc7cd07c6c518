"""One table: ``take`` an event, get the answer. Facts are always taken; requests are judged by the law first."""

from msgspec import structs

from engine.answers import Answer, CoupResult
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
        self.felt.told = Told()
        due = self.felt.due
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
            felt.told.alerts.append(Notice.NOT_ASKED_FOR.alert())
        else:
            self._send(passed)
        return passed.n

    def _believed(self, event: CardOut) -> Card | None:
        """The face that was read; of a tag that is out already in this shoe, none."""
        tags = self.felt.shoe.tags
        card = None if event.tag in tags else event.card
        if event.tag is not None:
            tags.add(event.tag)
        return card

    def _white_card_out(self) -> None:
        shoe = self.felt.shoe
        shoe.white_card_shown()
        told = Notice.WHITE_CARD if self.felt.in_coup else Notice.WHITE_CARD_FIRST
        self.felt.told.alerts.append(told.alert())
        if self.felt.shoe.white_card_is_misplaced:
            self.felt.told.alerts.append(Notice.WHITE_CARD_MISPLACED.alert(behind=shoe.left))

    def _shoe_emptied(self) -> None:
        self.felt.shoe.empty = True
        coup = self.felt.open_coup
        if coup is None:
            self.felt.shoe.spent = True
        else:
            coup.shoe_empty = True
            self._send(None)

    def _shoe_started(self) -> None:
        felt = self.felt
        if felt.only_touches_left:
            self._pass_over_touches()
        elif felt.in_coup and felt.play is not None:
            felt.told.alerts.append(Notice.SHOE_CHANGED.alert())
            felt.play.cancel()
        self._reopen_betting()
        felt.shoe = Shoe.loaded(felt.rules.decks)
        felt.older_origins, felt.origins = felt.origins - felt.older_origins, felt.origins - felt.older_origins
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
        coup = Coup.of(felt.rules, felt.coups + 1, felt.shoe.coup_burns, felt.wagers)
        felt.play, felt.coup_shoe, felt.wagers = Play(coup), felt.shoe, {}
        felt.alerts, felt.result = (), None

    def _reopen_betting(self) -> None:
        """A coup whose first card has not left gives its wagers back to the felt."""
        coup = self.felt.open_coup
        if coup is not None and not coup.begun:
            self.felt.wagers = {hand.box: Wager(hand.player, hand.wager) for hand in coup.hands}
            self.felt.play = None

    # The coup

    def _send(self, move: Move) -> None:
        """Let the open coup go on; a coup that is paid is over."""
        felt = self.felt
        if felt.play is None or felt.coup_shoe is None:
            return
        felt.play.coup.told = felt.told
        felt.play.send(move)
        felt.moves += 1
        if felt.play.due is None:
            felt.coups += 1
            felt.coup_shoe.coup_over(felt.play.coup.opening_burned)

    def _card_named(self, event: CardNamed) -> None:
        coup = self.felt.open_coup
        if coup is not None and event.n is not None:
            coup.laid(event.n).card = event.card
            self._send(None)

    def _coup_cancelled(self) -> None:
        felt = self.felt
        if felt.play is None:
            return
        felt.coups -= felt.play.due is None
        felt.play.cancel()
        felt.moves += 1

    # The answer

    def _answer(self, n: int | None) -> Answer:
        told = self.felt.told
        self.felt.alerts += tuple(told.alerts)
        role = told.roles.pop(n, None) if n is not None else None
        return Answer(
            due=self.felt.due,
            role=role,
            alerts=tuple(told.alerts),
            coup=self._new_result(),
            roles=told.roles,
            pay=tuple(told.pay),
        )

    def _new_result(self) -> CoupResult | None:
        """The coup's result, if this event made it final or changed it."""
        felt = self.felt
        if felt.play is None or felt.play.coup.settlement is None or (felt.open_coup is None and felt.result):
            return None
        coup, before = felt.play.coup, felt.result
        now = CoupResult(coup.number, coup.cancelled, felt.last_coup, before is not None, coup.settlement or ())
        if before is not None and structs.replace(before, supersedes=True) == now:
            return None
        felt.result = now
        return now
