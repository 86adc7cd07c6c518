"""Who is told what of the log: who is signed in, for what takes no PIN; for the rest who shows one."""

from pathlib import Path
from typing import Final

import pytest

from engine.events import BettingClosed, DealerChanged, Note, ShoeStarted, SignedIn
from engine.looking import AskCoups, AskExport, AskSupport, AskVerify, Coups, Question, Unfound
from engine.messages import Answered, AskedLog, Looked
from engine.people.denied import Denied, Why
from engine.people.desk import Desk
from engine.people.duties import Person
from engine.people.tests.test_desk import AUDITOR, DEALER, FLOOR, PIT, TECHNICIAN, WAGER, Staffed
from engine.session import Inquired, Reply
from engine.tests.test_session import Room

NONE: Final = Coups(coups=(), is_more=False)


class Reading(Staffed):
    """A table with staff whose log always tells the same."""

    def read(self, asked: AskedLog, reply: Reply) -> None:
        reply(Looked(id=asked.ident, found=NONE))

    def inquired(self, question: Question, *persons: Person) -> Inquired:
        asked = AskedLog(question, f"q{next(self.idents)}")
        return Inquired(asked, self.replies.append, persons or None)

    def answers(self) -> list[str | None]:
        return [
            "told" if isinstance(reply, Looked) else reply.refused.code if reply.refused is not None else None
            for reply in self.replies
            if isinstance(reply, Answered | Looked)
        ]


@pytest.fixture
def room(tmp_path: Path) -> Reading:
    return Reading(tmp_path / "journal.db")


def test_who_is_signed_in_is_told_and_nobody_else(room: Reading) -> None:
    signs_in, deals = room.by(SignedIn(), PIT), room.by(DealerChanged(), DEALER)
    room.run(room.inquired(AskCoups()), deals, room.inquired(AskCoups()), signs_in, room.inquired(AskCoups()))
    assert room.answers() == ["nobody", None, "nobody", None, "told"]


def test_the_session_ends_when_the_betting_closes(room: Reading) -> None:
    begun = (room.by(DealerChanged(), DEALER), ShoeStarted(), WAGER, room.by(SignedIn(), FLOOR))
    room.run(*begun, room.inquired(AskCoups()), BettingClosed(), room.inquired(AskCoups()))
    assert room.answers()[-3:] == ["told", None, "nobody"]
    assert room.updates[-1].view.supervisor is None


def test_who_is_signed_in_is_told_to_the_screen(room: Reading) -> None:
    room.run(room.by(SignedIn(), PIT))
    assert [update.view.supervisor for update in room.updates][-1] == "3001"


@pytest.mark.parametrize(
    ("question", "person", "answer"),
    [
        (AskVerify(), TECHNICIAN, "told"),
        (AskVerify(), FLOOR, "not_for_duty"),
        (AskExport(what="shoe", form="csv", shoe=1), AUDITOR, "told"),
        (AskExport(what="shoe", form="csv", shoe=1), FLOOR, "not_for_duty"),
        (AskSupport(), TECHNICIAN, "told"),
        (AskSupport(), AUDITOR, "not_for_duty"),
        (AskCoups(), TECHNICIAN, "not_for_duty"),
        (AskCoups(), AUDITOR, "told"),
    ],
)
def test_what_takes_a_pin_is_told_by_duty(room: Reading, question: Question, person: Person, answer: str) -> None:
    room.run(room.inquired(question, person))
    assert room.answers() == [answer]


def test_what_takes_a_pin_is_not_told_to_who_is_only_signed_in(room: Reading) -> None:
    room.run(room.by(SignedIn(), PIT), room.inquired(AskVerify()))
    assert room.answers() == [None, "nobody"]


def test_who_is_told_stays_signed_in_for_another_minute(room: Reading) -> None:
    now_s = [0.0]

    def passes(asked: AskedLog, reply: Reply) -> None:
        now_s[0] += 40.0
        reply(Looked(id=asked.ident, found=NONE))

    room.read = passes  # type: ignore[method-assign]
    room.make_desk = lambda: Desk(lambda: now_s[0])
    room.run(room.by(SignedIn(), PIT), *(room.inquired(AskCoups()) for _ in range(4)))
    assert room.answers() == [None, "told", "told", "told", "told"]


def test_a_pin_that_was_wrong_or_not_enough_is_written_down(room: Reading) -> None:
    asked = AskedLog(AskVerify(), "q")
    wrong = Inquired(asked, room.replies.append, (), Denied(Why.WRONG, "no such PIN", "3001"))
    room.run(wrong, room.inquired(AskExport(what="shoe", form="csv", shoe=1), FLOOR), room.inquired(AskCoups()))
    assert room.answers() == ["wrong", "not_for_duty", "nobody"]
    notes = [row["text"] for row in room.rows("note")]
    assert [note.partition(": ")[2].partition(":")[0] for note in notes] == ["verify_log", "export_log"]


def test_only_the_floor_holds_a_box_and_lets_it_go(room: Reading) -> None:
    held, lifted = (Note(text="why", box=1, hold=hold) for hold in (True, False))
    assert room.codes(room.by(held, TECHNICIAN), room.by(held, DEALER), room.by(held, FLOOR)) == [
        "not_for_duty", "not_for_duty", None,
    ]  # fmt: skip
    assert room.codes(room.by(lifted, TECHNICIAN), room.by(lifted, PIT)) == ["not_for_duty", None]


def test_a_core_without_a_reader_says_so(tmp_path: Path) -> None:
    room = Room(tmp_path / "journal.db")
    room.run(Inquired(AskedLog(AskCoups(), "q1"), room.replies.append))
    assert isinstance(room.replies[-1], Looked)
    assert isinstance(room.replies[-1].found, Unfound)
    assert room.replies[-1].found.code == "no_log"
