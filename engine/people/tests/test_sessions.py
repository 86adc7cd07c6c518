"""Who is signed in, and for how long."""

import pytest

from engine.people.duties import Duty, Person
from engine.people.sessions import DEALER_S, IDLE_S, SUPERVISOR_S, Ended, Ending, Sessions

RUI = Person("1042", Duty.DEALER)
LEI = Person("1043", Duty.DEALER)
MEI = Person("2001", Duty.PIT_SUPERVISOR)
IVO = Person("3001", Duty.SHIFT_MANAGER)


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sessions(clock: Clock) -> Sessions:
    return Sessions(clock)


def test_nobody_is_signed_in_at_first(sessions: Sessions) -> None:
    assert (sessions.dealer, sessions.supervisor, sessions.present, sessions.ended()) == (None, None, (), ())


def test_a_dealer_is_signed_in_for_twelve_hours(sessions: Sessions, clock: Clock) -> None:
    sessions.deals(RUI)
    clock.now_s += DEALER_S - 1
    sessions.coup_began()
    assert sessions.dealer == RUI
    clock.now_s += 1
    assert sessions.dealer is None
    assert sessions.ended() == (Ended(RUI, Ending.TOO_LONG),)
    assert sessions.ended() == ()
    assert DEALER_S == 12 * 3600


def test_another_dealer_relieves_the_first(sessions: Sessions, clock: Clock) -> None:
    sessions.deals(RUI)
    clock.now_s += DEALER_S - 1
    sessions.deals(LEI)
    clock.now_s += DEALER_S - 1
    assert sessions.dealer == LEI
    assert sessions.ended() == (Ended(RUI, Ending.RELIEVED),)


def test_a_supervisor_who_touches_nothing_for_a_minute_is_signed_out(sessions: Sessions, clock: Clock) -> None:
    sessions.supervises(MEI)
    clock.now_s += IDLE_S - 1
    assert sessions.supervisor == MEI
    clock.now_s += 1
    assert sessions.supervisor is None
    assert sessions.ended() == (Ended(MEI, Ending.IDLE),)
    assert IDLE_S == 60


def test_touching_lasts_for_five_minutes_at_most(sessions: Sessions, clock: Clock) -> None:
    sessions.supervises(MEI)
    for _ in range(9):
        clock.now_s += 30
        sessions.touch()
    clock.now_s += 29
    assert sessions.supervisor == MEI
    clock.now_s += 1
    assert sessions.supervisor is None
    assert sessions.ended() == (Ended(MEI, Ending.TOO_LONG),)
    assert SUPERVISOR_S == 300


def test_a_touch_that_comes_too_late_revives_nothing(sessions: Sessions, clock: Clock) -> None:
    sessions.supervises(MEI)
    clock.now_s += IDLE_S
    sessions.touch()
    assert sessions.supervisor is None


def test_looking_is_no_touch(sessions: Sessions, clock: Clock) -> None:
    sessions.supervises(MEI)
    for _ in range(IDLE_S):
        assert sessions.supervisor == MEI
        clock.now_s += 1
    assert sessions.supervisor is None


def test_a_coup_that_begins_ends_the_supervisors_session_alone(sessions: Sessions) -> None:
    sessions.deals(RUI)
    sessions.supervises(MEI)
    sessions.coup_began()
    assert sessions.present == (RUI,)
    assert sessions.ended() == (Ended(MEI, Ending.COUP_BEGAN),)


def test_both_stand_behind_a_request_the_supervisor_first(sessions: Sessions) -> None:
    sessions.deals(RUI)
    sessions.supervises(MEI)
    assert sessions.present == (MEI, RUI)


def test_another_supervisor_takes_the_place(sessions: Sessions) -> None:
    sessions.supervises(MEI)
    sessions.supervises(IVO)
    assert sessions.supervisor == IVO
    assert sessions.ended() == (Ended(MEI, Ending.RELIEVED),)


def test_who_signs_out_is_signed_in_nowhere(sessions: Sessions) -> None:
    sessions.deals(MEI)
    sessions.supervises(MEI)
    sessions.sign_out("1042")
    assert len(sessions.present) == 2
    sessions.sign_out("2001")
    assert len(sessions.present) == 0
    assert sessions.ended() == (Ended(MEI, Ending.SIGNED_OUT),)


def test_who_takes_over_from_himself_is_not_relieved(sessions: Sessions) -> None:
    sessions.deals(MEI)
    sessions.deals(MEI)
    assert sessions.dealer == MEI
    assert sessions.ended() == ()


def test_who_deals_is_not_signed_out_by_a_session_that_ends(sessions: Sessions) -> None:
    sessions.deals(MEI)
    sessions.supervises(MEI)
    sessions.coup_began()
    assert (sessions.dealer, sessions.supervisor) == (MEI, None)
    assert sessions.ended() == ()


def test_who_is_no_longer_of_the_staff_is_signed_in_nowhere(sessions: Sessions) -> None:
    sessions.deals(MEI)
    sessions.keep_only(lambda person: person != MEI)
    assert sessions.dealer is None
    assert sessions.ended() == (Ended(MEI, Ending.LEFT),)


def test_nobody_is_signed_in_at_a_closed_table(sessions: Sessions) -> None:
    sessions.deals(RUI)
    sessions.supervises(MEI)
    sessions.table_closed()
    assert sessions.present == ()
    assert sessions.ended() == (Ended(MEI, Ending.TABLE_CLOSED), Ended(RUI, Ending.TABLE_CLOSED))


def test_each_ending_is_told_once_and_in_order(sessions: Sessions, clock: Clock) -> None:
    sessions.deals(RUI)
    sessions.supervises(MEI)
    clock.now_s += DEALER_S
    sessions.coup_began()
    sessions.table_closed()
    assert sessions.ended() == (Ended(MEI, Ending.TOO_LONG), Ended(RUI, Ending.TOO_LONG))
