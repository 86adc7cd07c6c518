"""Tables played by chance, as the screen shows them: whatever happens there is a line, and the samples are no other."""

from random import Random

from hypothesis import given

from engine.answers import Outcome, Payment
from engine.instructions import Due, NameCard
from engine.projection import projected
from engine.rules import TableRules
from engine.table import Table as Felt
from engine.tests.chance import RULES, events, plays, rules
from engine.view import FACE_DOWN, HandView, LinkView, PublicView
from ui.presenter import shown
from ui.samples import SITUATIONS
from ui.shown import Naming, Table
from ui.situation import Situation

PLAYS = 400
LINK = LinkView(state="up", text="")


def views(decided: bytes, chosen: TableRules) -> list[PublicView]:
    table, seen, due_seq = Felt(chosen), list[PublicView](), 0
    pay: tuple[Payment, ...] = ()
    for seq, happened in enumerate(events(decided, chosen), 1):
        moves = table.moves
        answer = table.take(happened)
        if table.moves != moves:
            due_seq, pay = seq, answer.pay
        seen.append(projected(table, name="1", seq=seq, due_seq=due_seq, reader=LINK, pay=pay))
    return seen


Look = tuple[type[Due], str, Outcome | None, bool, bool]


def hands_of(view: PublicView) -> list[HandView]:
    return [hand for box in view.boxes for hand in box.hands]


def looks(view: PublicView) -> set[Look]:
    """What the hands of a view look like while something is due; prizes, which are rare, left out."""
    return {
        (type(view.due), hand.state, hand.outcome, hand.natural, FACE_DOWN in hand.cards)
        for hand in hands_of(view)
        if hand.outcome is not Outcome.BONUS
    }


@given(plays, rules)
def test_every_view_has_a_line_and_a_button(decided: bytes, chosen: TableRules) -> None:
    for view in views(decided, chosen):
        table = shown(Situation(view=view, is_connected=True))
        assert isinstance(table, Table)
        assert table.band.title
        assert (table.band.first is not None) == bool(view.pay)
        named = [hand for hand in hands_of(view) if hand.naming is not None]
        if isinstance(view.due, NameCard):
            assert isinstance(table.beside, Naming) == bool(named)


def test_the_samples_look_as_live_play_does() -> None:
    chance = Random(1)
    live: set[Look] = set()
    for _ in range(PLAYS):
        for view in views(chance.randbytes(300), chance.choice(RULES)):
            live |= looks(view)
    for name, situation in SITUATIONS.items():
        if situation.view is not None:
            assert looks(situation.view) <= live, name
