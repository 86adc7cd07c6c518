"""A coup for the supervisor: each step as the table saw it, with what lay hidden, and only what the log tells."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import Card
from engine.events import (
    AssistantOff,
    BettingClosed,
    Call,
    CardNamed,
    CardOut,
    CoupCancelled,
    Done,
    HandShown,
    Insurance,
    NamedCard,
    Note,
    PlayerSeated,
    ShoeStarted,
    WagerPlaced,
    Withdrawn,
)
from engine.instructions import TakeWagers
from engine.journal.files import FilesReader
from engine.journal.found import Filters
from engine.journal.search import Index
from engine.lines import ENCODER
from engine.log.showing import NO_LINK
from engine.log.stepping import NotToldError, stepped
from engine.log.tests.keeping import Kept, cards, shoe
from engine.looking import OpenCard, Step
from engine.rules import TableRules


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "journal.db", index=tmp_path / "index.db")


def steps(kept: Kept, number: int) -> tuple[Step, ...]:
    kept.close()
    with FilesReader(kept.path) as log, Index.open(kept.path.with_name("index.db")) as index:
        coup = index.coups(Filters(coup=number), limit=1)[0]
        return stepped(log, coup, "BJ-01")


def test_a_step_is_what_the_table_saw_and_what_lay_hidden(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "journal.db", TableRules(equipment="metal_box", decks=1), tmp_path / "index.db")
    kept.take(*shoe())
    kept.coup()
    told = steps(kept, 1)
    assert [step.at for step in told] == list(range(len(told)))
    assert {step.of for step in told} == {len(told)}
    hidden = next(step for step in told if step.role == "hidden")
    assert hidden.view.dealer.cards == ("6D", "##")
    assert hidden.face == "TD"
    assert OpenCard(box=None, hand=1, place=1, face="TD") in hidden.open
    assert {(card.box, card.face) for card in hidden.open} == {(1, "9S"), (1, "9H"), (None, "TD")}
    assert told[-1].view.boxes[0].hands == ()


def test_what_was_answered_is_in_its_step(kept: Kept) -> None:
    kept.take(*shoe())
    kept.coup()
    told = steps(kept, 1)
    final = next(step for step in told if step.view.result is not None)
    assert final.view.result is not None
    assert final.view.result.bank == final.coup.bank
    assert [step.event for step in told][:4] == ["table_opened", "shoe_started", "player_seated", "wager_placed"]
    assert told[3].request == WagerPlaced(box=1, player="Ana", amount=10_000)


def test_burned_cards_are_told_when_the_next_shoe_has_begun(kept: Kept) -> None:
    kept.take(*shoe())
    kept.coup()
    kept.close()

    def burned() -> set[str | None]:
        with FilesReader(kept.path) as log, Index.open(kept.path.with_name("index.db")) as index:
            coup = index.coups(Filters(coup=1), limit=1)[0]
            return {step.face for step in stepped(log, coup, "BJ-01") if step.role == "burn"}

    assert burned() == {"##"}
    again = Kept(kept.path, index=kept.path.with_name("index.db"))
    again.take(ShoeStarted())
    again.close()
    assert burned() == {"2C"}


def test_a_hand_named_when_it_was_shown_lay_open_from_the_beginning(kept: Kept) -> None:
    kept.take(*shoe(), WagerPlaced(box=1, player="Ana", amount=10_000), BettingClosed())
    kept.take(*cards("2C 3C 4D 5D 6H 7C"), CardOut(card=None), CardOut(card=None), *cards("6D"))
    kept.take(Call(box=1, call="stand"), HandShown(box=1))
    kept.take(CardNamed(names=(NamedCard(7, Card.parse("9S")), NamedCard(8, Card.parse("9H"))), by="dealer"))
    kept.take(*cards("KC TD 5C"), Done(of="settle"))
    told = steps(kept, 1)
    dealt = next(step for step in told if step.n == 9)
    assert {(card.box, card.place, card.face) for card in dealt.open} >= {(1, 0, "9S"), (1, 1, "9H")}
    named = next(step for step in told if step.event == "card_named")
    assert (named.face, named.request) == ("9S 9H", None)


def test_a_coup_that_is_no_longer_in_the_journal_is_not_stepped(kept: Kept) -> None:
    kept.take(*shoe())
    kept.coup()
    kept.close()
    with FilesReader(kept.path) as log, Index.open(kept.path.with_name("index.db")) as index:
        coup = index.coups(Filters(coup=1), limit=1)[0]
        with pytest.raises(NotToldError, match="journal"):
            stepped(log, replace(coup, first=coup.last + 1), "BJ-01")


def test_no_step_tells_a_card_that_the_log_does_not(kept: Kept) -> None:
    kept.take(*shoe(), PlayerSeated(box=2, player="Rui"))
    kept.coup(burned="KC")  # nowhere else is a king
    said = b"".join(ENCODER.encode(step) for step in steps(kept, 1))
    assert b'"KC"' not in said
    assert said.count(b'"##"') > 0


# Where to go


def test_a_step_says_where_the_result_was_final_and_where_somebody_decides_next(kept: Kept) -> None:
    kept.take(*shoe())
    kept.coup()
    told = steps(kept, 1)
    final = next(step for step in told if step.view.result is not None)
    assert {step.settled for step in told} == {final.at}
    assert final.at < len(told) - 1
    calls = [step.at for step in told if step.event == "call"]
    assert len(calls) == 1
    assert [step.next_call for step in told] == [calls[0] if step.at < calls[0] else None for step in told]


def test_decisions_are_calls_claims_what_was_put_right_and_what_was_refused(kept: Kept) -> None:
    kept.take(*shoe(), WagerPlaced(box=1, player="Ana", amount=10_000), BettingClosed())
    kept.take(*cards("2C 3C 4D 5D 6H 7C 9S 9H AD 5D"), Done(of="settle"))  # refused: nothing is to be paid yet
    kept.take(Insurance(box=1, player="Ana", amount=5_000), Note(text="n", by="3001"), Done())
    kept.take(Call(box=1, call="stand"), Note(text="n", by="3001"))
    assert kept.take(Withdrawn(seq=kept.memory.seq - 1, reason="slip", by="3001")).refused is None
    kept.take(Call(box=1, call="stand"), Done(), *cards("KC 5C"))
    told = steps_to(kept, 1)
    decided = [(step.event, step.refused is not None) for step in told if step.at in {each.next_call for each in told}]
    assert decided == [
        ("done", True),
        ("insurance", False),
        ("call", False),
        ("withdrawn", False),
        ("call", False),
    ]
    assert told[-1].next_call is None


def test_a_result_that_was_put_right_is_final_from_there_on(kept: Kept) -> None:
    kept.take(*shoe(), WagerPlaced(box=1, player="Ana", amount=10_000), BettingClosed())
    kept.take(*cards("2C 3C 4D 5D 6H 7C 9S 9H 6D"), Done(), Call(box=1, call="stand"), *cards("KC TD 5C"))
    assert kept.memory.table.result is not None
    kept.take(Note(text="wait", by="3001"), CoupCancelled(reason="misdeal", by="3001"), Note(text="n", by="3001"))
    told = steps_to(kept, 1)
    assert told[told[0].settled].event == "coup_cancelled"
    with_result = [step for step in told if step.view.result is not None]
    assert len({step.view.result.cancelled for step in with_result if step.view.result is not None}) == 2


def test_a_coup_that_ended_by_hand_is_final_where_the_assistant_went_off(kept: Kept) -> None:
    kept.take(*shoe(), WagerPlaced(box=1, player="Ana", amount=10_000), BettingClosed())
    kept.take(*cards("2C 3C 4D 5D 6H 7C 9S 9H 6D"), AssistantOff(by="3001", second="3002"))
    told = steps(kept, 1)
    assert told[told[0].settled].event == "assistant_off"


# What the table said


def test_no_step_says_that_a_card_passed_unread_which_was_read(kept: Kept) -> None:
    kept.take(*shoe(), WagerPlaced(box=1, player="Ana", amount=10_000), BettingClosed())
    kept.take(*cards("2C 3C 4D 5D 6H 7H 9S 8D 6D"), Call(box=1, call="surrender"))
    assert kept.memory.felt.alerts == ()
    told = steps_to(kept, 1)
    assert all(step.view.alerts == step.alerts == () for step in told)


def test_what_moves_stays_in_the_view_for_as_long_as_the_table_told_it(kept: Kept) -> None:
    kept.take(*shoe(), WagerPlaced(box=1, player="Ana", amount=10_000), BettingClosed())
    kept.take(*cards("2C 3C 4D 5D 6H 7H 9S 8D 6D"), Call(box=1, call="surrender"))
    on_the_day = []
    for event in (Note(text="n", by="3001"), Call(box=1, call="hit")):
        kept.take(event)
        on_the_day.append(kept.memory.view("BJ-01", NO_LINK))
    noted, refused, paid = steps_to(kept, 1)[-3:]
    assert noted.view.pay != ()
    assert [(step.view.pay, step.view.stacks) for step in (noted, refused)] == [
        (view.pay, view.stacks) for view in on_the_day
    ]
    assert refused.refused is not None
    assert paid.view.pay == ()


def steps_to(kept: Kept, number: int) -> tuple[Step, ...]:
    """The steps of the open coup, which is touched to its end."""
    while not isinstance(kept.memory.felt.due, TakeWagers):
        kept.take(Done())
    return steps(kept, number)
