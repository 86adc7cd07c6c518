"""A table with staff: who may, under whose number it is journalled, and who is signed in afterwards."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.events import (
    AnyEvent,
    AssistantOff,
    BettingClosed,
    Call,
    CardExposed,
    CardNamed,
    CardVoided,
    CoupCancelled,
    DealerChanged,
    Done,
    Link,
    MisdealFound,
    Opened,
    PayoutCorrected,
    PlayerSeated,
    ShoeStarted,
    SignedIn,
    SignedOut,
    TableClosed,
    WagerPlaced,
)
from engine.lines import name_of
from engine.messages import Answered
from engine.people.denied import Denied, Why
from engine.people.desk import Desk
from engine.people.duties import Duty, Person
from engine.session import Heard
from engine.tests.test_session import BURNS_AND_DEAL, Room, cards

DEALER, RELIEF = Person("1042", Duty.DEALER), Person("1043", Duty.DEALER)
FLOOR, PIT = Person("2001", Duty.FLOOR_PERSON), Person("3001", Duty.PIT_SUPERVISOR)
TECHNICIAN, AUDITOR = Person("5001", Duty.TECHNICIAN), Person("6001", Duty.AUDITOR)
WAGER = WagerPlaced(box=1, player="Ana", amount=10_000)


class Staffed(Room):
    """A table with staff, and a clock for its sessions."""

    now_s = 0.0

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gone: set[str] = set()
        """Who has left the staff."""
        self.make_desk = self.made

    def made(self) -> Desk:
        return Desk(lambda: self.now_s, lambda person: person.staff not in self.gone)

    def run_again(self, *inputs: Any) -> Any:
        self.desk = self.make_desk()
        return super().run_again(*inputs)

    def by(self, event: AnyEvent, *persons: Person, denied: Denied | None = None) -> Heard:
        heard = self.heard(event)
        return Heard(heard.asked, heard.reply, persons, denied)

    def codes(self, *inputs: Any) -> list[str | None]:
        self.run(*inputs)
        answers = [reply for reply in self.replies if isinstance(reply, Answered)]
        return [answer.refused.code if answer.refused is not None else None for answer in answers]

    def rows(self, *kinds: str) -> list[dict[str, Any]]:
        fields = [json.loads(line) for line in self.lines]
        return [{**row, "at": "", "id": ""} for row in fields if row["type"] in kinds]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Staffed]:
    yield Staffed(tmp_path / "journal.db")


def test_nobody_deals_who_has_not_signed_in_but_cards_are_taken(room: Staffed) -> None:
    assert room.codes(ShoeStarted(), *cards("2C")) == ["nobody"]
    assert room.source.acknowledged == ["7:1"]


def test_who_deals_is_in_the_log_and_in_the_view(room: Staffed) -> None:
    assert room.codes(room.by(DealerChanged(), DEALER), ShoeStarted(), WAGER, BettingClosed()) == [None] * 4
    (row,) = room.rows("dealer_changed")
    assert (row["by"], row["duty"]) == ("1042", "dealer")
    assert room.updates[-1].view.dealt_by == "1042"
    (_, mark) = (row for row in room.rows("opened"))
    assert mark["standing"]["dealer"] == "1042"


def test_a_dealer_stays_signed_in_when_the_core_was_killed(room: Staffed) -> None:
    room.run(room.by(DealerChanged(), DEALER), ShoeStarted(), WAGER)
    assert room.codes(BettingClosed()) == [None]


def test_who_signed_out_deals_no_more_also_after_a_restart(room: Staffed) -> None:
    room.run(room.by(DealerChanged(), DEALER), ShoeStarted())
    assert room.codes(room.by(SignedOut(), DEALER), WAGER) == [None, "nobody"]
    assert room.codes(WAGER) == ["nobody"]
    assert room.updates[-1].view.dealt_by is None


def test_a_technician_at_the_terminal_is_not_taken_for_the_dealer(room: Staffed) -> None:
    room.run(room.by(DealerChanged(), DEALER), ShoeStarted())
    assert room.codes(room.by(WAGER), room.by(WAGER, TECHNICIAN)) == ["nobody", "not_for_duty"]


@pytest.mark.parametrize(
    "event",
    [
        CoupCancelled(reason="misdeal", by="x"),
        PayoutCorrected(coup=1, box=1, player="Ana", was=0, to=100),
        Link(state="up", reader="hand"),
        AssistantOff(),
    ],
    ids=lambda event: type(event).__name__,
)
def test_two_different_people_are_due(room: Staffed, event: AnyEvent) -> None:
    play: list[AnyEvent] = [ShoeStarted(), WAGER, BettingClosed(), *cards(BURNS_AND_DEAL), Call(box=1, call="stand")]
    room.run(room.by(DealerChanged(), DEALER), *play, *cards("2H KS", boot=8), Done(of="settle"))
    tried = [(), (PIT,), (DEALER,), (PIT, PIT), (DEALER, RELIEF), (PIT, AUDITOR), (PIT, TECHNICIAN)]
    assert None not in room.codes(event, *(room.by(event, *persons) for persons in tried))
    assert room.codes(room.by(event, FLOOR, PIT)) == [None]
    row = room.rows(name_of(event))[-1]
    assert (row["by"], row["second"]) == ("2001", "3001")


def test_what_a_client_writes_as_names_counts_for_nothing(room: Staffed) -> None:
    play = (ShoeStarted(), WAGER, BettingClosed(), *cards(BURNS_AND_DEAL))
    named = CardNamed(n=7, card=Card.parse("4C"), by="the king", second="the queen")
    assert room.codes(room.by(DealerChanged(by="nobody", duty="shift_manager"), DEALER), *play, named)[-1] is None
    (row,) = room.rows("card_named")
    assert (row["by"], row.get("second")) == ("1042", None)
    (row,) = room.rows("dealer_changed")
    assert (row["by"], row["duty"]) == ("1042", "dealer")


def test_a_payout_that_never_was_is_corrected_by_nobody(room: Staffed) -> None:
    payout = PayoutCorrected(coup=9, box=1, player="Ana", was=0, to=100)
    assert room.codes(room.by(payout, PIT, FLOOR)) == ["no_such_payout"]


def test_an_attempt_with_a_pin_is_in_the_log_one_without_is_not(room: Staffed) -> None:
    wrong = Denied(Why.WRONG, "number, badge and PIN do not belong together", "1042")
    room.run(room.by(DealerChanged(), denied=wrong), room.by(TableClosed(), DEALER), WAGER)
    assert [row["text"] for row in room.rows("note")] == [
        "denied: dealer_changed: staff 1042: number, badge and PIN do not belong together",
        "denied: table_closed: close_table: not for 1042 (dealer): call pit supervisor or shift manager",
    ]


def test_a_supervisors_session_ends_by_itself_and_that_is_in_the_log(room: Staffed) -> None:
    room.run(room.by(DealerChanged(), DEALER), room.by(SignedIn(), PIT), ShoeStarted(), WAGER, BettingClosed())
    assert [(row["by"], row["why"]) for row in room.rows("signed_out")] == [("3001", "coup_began")]


def test_a_dealer_who_is_relieved_is_signed_out(room: Staffed) -> None:
    room.run(room.by(DealerChanged(), DEALER), room.by(DealerChanged(), RELIEF))
    assert [(row["by"], row["why"]) for row in room.rows("signed_out")] == [("1042", "relieved")]
    assert room.updates[-1].view.dealt_by == "1043"


def test_a_closed_table_has_nobody(room: Staffed) -> None:
    assert room.codes(room.by(DealerChanged(), DEALER), room.by(TableClosed(), PIT), ShoeStarted()) == [
        None,
        None,
        "nobody",
    ]


@pytest.mark.parametrize("event", [Opened(), Link(state="lost")], ids=repr)
def test_what_only_the_core_tells_nobody_may_ask_for(room: Staffed, event: AnyEvent) -> None:
    assert room.codes(room.by(event, PIT, FLOOR)) == ["not_in_table"]


def test_one_person_ends_no_coup_by_a_new_shoe(room: Staffed) -> None:
    room.run(room.by(DealerChanged(), DEALER), ShoeStarted(), WAGER, BettingClosed(), *cards(BURNS_AND_DEAL))
    assert room.codes(ShoeStarted()) == ["coup_in_progress"]
    assert room.codes(room.by(ShoeStarted(), DEALER, PIT)) == ["coup_in_progress"]
    cancelled = room.by(CoupCancelled(reason="misdeal", by="x"), PIT, DEALER)
    assert room.codes(cancelled, Done(of="settle"), ShoeStarted()) == [None, None, None]


@pytest.mark.parametrize("event", [CardExposed(n=10, by="x"), CardVoided(n=10, reason="x", by="x")], ids=repr)
def test_a_face_down_card_is_shown_or_void_by_a_floor_persons_pin_alone(room: Staffed, event: AnyEvent) -> None:
    deal = cards("2C 3C 4D 5D 6H 7H TS 8H AS KD")
    room.run(room.by(DealerChanged(), DEALER), ShoeStarted(), WAGER, BettingClosed(), *deal)
    assert room.updates[-1].view.dealer.cards == ("AS", "##")
    assert room.codes(event, room.by(event, DEALER), room.by(event, TECHNICIAN)) == ["nobody", *["not_for_duty"] * 2]
    assert room.updates == [] or room.updates[-1].view.dealer.cards == ("AS", "##")
    assert room.codes(room.by(event, FLOOR)) == [None]


def test_an_ordinary_request_bears_nobodys_number(room: Staffed) -> None:
    wager = WagerPlaced(box=1, player="Ana", amount=10_000, by="4001", second="4002")
    assert room.codes(room.by(DealerChanged(), DEALER), ShoeStarted(), wager) == [None] * 3
    (row,) = room.rows("wager_placed")
    assert row.keys() & {"by", "second"} == set()


def test_a_technicians_session_puts_its_number_under_nothing(room: Staffed) -> None:
    play: list[AnyEvent] = [ShoeStarted(), WAGER, BettingClosed(), *cards(BURNS_AND_DEAL)]
    named = CardNamed(n=7, card=Card.parse("4C"), by="x")
    room.run(room.by(DealerChanged(), DEALER), *play, room.by(SignedIn(), TECHNICIAN), named)
    (row,) = room.rows("card_named")
    assert (row["by"], row.get("second")) == ("1042", None)


def test_who_left_deals_no_more(room: Staffed) -> None:
    room.run(room.by(DealerChanged(), DEALER), ShoeStarted())
    room.gone.add("1042")
    assert room.codes(WAGER) == ["nobody"]
    assert [row["why"] for row in room.rows("signed_out")] == ["left"]


def test_a_closed_table_stays_closed_to_who_dealt(room: Staffed) -> None:
    room.run(room.by(DealerChanged(), DEALER), ShoeStarted(), room.by(TableClosed(), PIT))
    assert room.codes(WAGER) == ["nobody"]


def test_who_must_wait_is_written_down_once_a_minute(room: Staffed) -> None:
    waits = Denied(Why.WAIT, "wait 30 s", "1042", 30)
    room.run(*[room.by(DealerChanged(), denied=waits)] * 5)
    assert len(room.rows("note")) == 1


@pytest.mark.parametrize("text", ["a\nb", "\x1b[2J", "\u202e", "a\0"])
def test_no_text_spoils_the_log(room: Staffed, text: str) -> None:
    room.run(room.by(DealerChanged(), DEALER), ShoeStarted())
    assert room.codes(MisdealFound(reason=text, by="x"), PlayerSeated(box=2, player=text)) == ["not_printable"] * 2
