"""A coup being played: what is due, what comes before it, and how it is cancelled."""

from engine.coup import Coup
from engine.hand import Laid
from engine.instructions import Due, NameCard, Settle
from engine.procedure import SEALED, CannotGoOnError, Move, coup_from_burn_to_payment, payment
from engine.reasons import Notice


class Play:
    """A coup being played: ``due`` is the instruction that is due, ``None`` once the coup is paid."""

    def __init__(self, coup: Coup) -> None:
        self.coup = coup
        self._steps = coup_from_burn_to_payment(coup)
        self._asked: Due | None = next(self._steps)
        self.due: Due | None = self._asked
        self.over = False
        """It is paid, or ended by hand."""

    def send(self, move: Move) -> None:
        """Answer the instruction that is due; a coup that then cannot go on is cancelled.

        A name that is wanted comes before anything else (article 2(1)): cards that leave meanwhile wait.
        """
        coup = self.coup
        if type(move) is Laid and (coup.to_name or self._asked is SEALED):
            self._wait(move)
            return
        if not coup.to_name:
            try:
                self._asked = self._steps.send(self._next_out(move) if coup.shoe.held else move)
            except StopIteration:
                self._asked = None
            except CannotGoOnError:
                coup.told.alert(Notice.SHOE_RAN_OUT.alert())
                self.cancel()
        self.due = name_of_first(coup) if coup.to_name else self._asked

    def _wait(self, laid: Laid) -> None:
        if laid.fate == "void":
            self.coup.discard(laid, None)
        else:
            self.coup.waiting.append(laid)

    def _next_out(self, move: Move) -> Move:
        """A card that leaves while others are held joins their end: the first of them is the next card out (2(1))."""
        if type(move) is not Laid or move.fate == "void" or type(self._asked) is Settle:
            return move
        self.coup.hold(move)
        return self.coup.shoe.held.popleft()

    def cancel(self) -> None:
        """Every wager goes back; that is what is paid now."""
        self.coup.cancel()
        self.pay()

    def pay(self) -> None:
        """Nothing is left to happen but paying."""
        self.over, self._steps = False, payment(self.coup)
        self.due = self._asked = next(self._steps)

    def end_by_hand(self) -> None:
        """The coup goes on without the assistant: cancelled, and no money told."""
        self.coup.cancelled, self.coup.settlement, self.due = True, (), None
        self.coup.to_name.clear()


def name_of_first(coup: Coup) -> NameCard:
    """The first card that lies face up unread must be named."""
    first = coup.to_name[0]
    return NameCard(n=first.n, role=first.role or "")
