"""Every refusal: the request that brings it about, its reason and its article."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import events as e
from engine.answers import Refusal
from engine.cards import Card
from engine.events import Request
from engine.journal.store import Journal
from engine.legality import CALLS_NOT_PLAYED, JUDGED_BY, NOT_PLAYED, amount_refusal
from engine.messages import Answered, Asked, Message
from engine.ports import Journalled
from engine.reasons import Reason
from engine.rules import TableRules
from engine.session import Heard, Opening, Session, Stop
from engine.table import Table
from engine.tests.chance import snapshot
from engine.tests.script import play

TEN = Card.parse("TH")

SEATED = "new shoe\nAna sits 1\nBo sits 3"
WAGERED = SEATED + "\nAna bets 200 on 1\nBo bets 400 on 3"
CLOSED = WAGERED + "\nclose"
BURNED = WAGERED + "\n2C 3C is burn"
ASKED = BURNED + "\nTS is box:1\nTH is box:3\n9S is box:1\n9H is box:3\nTD is upcard then offer surrender"
ANNOUNCED = ASKED + "\nhit 1"
EMPTY = ASKED + "\nempty"
TURNING = BURNED + "\nTS is box:1\nTH is box:3\n9S is box:1\n9H is box:3\nAD is upcard\n9D is hidden\nstand 1\nstand 3"
UNREAD = BURNED + "\nTS is box:1\nTH is box:3\n9S is box:1\n9H is box:3\n?? is upcard alerts unread"
SETTLING = ASKED + "\nstand 1\nstand 3\n4C is burn\n7D is second ends 1 win +200 5, 3 win +400 5"
SPENT = WAGERED + "\nshuffle"

RULES = TableRules(decks=2, boxes=6, min_wager=200, max_wager=1000)

CASES: list[tuple[str, e.AnyEvent, Reason, str]] = [
    (SEATED, e.TableOpened(rules=TableRules()), Reason.TABLE_IS_OPEN, "1b"),
    # 2(3): seats
    (ASKED + "\nbox 1 leaves", e.PlayerSeated(box=2, player="Ana"), Reason.CHANGES_BOX, "2(3)"),
    (SEATED, e.PlayerSeated(box=7, player="Cy"), Reason.NO_SUCH_BOX, "2(3)"),
    (SEATED, e.PlayerSeated(box=0, player="Cy"), Reason.NO_SUCH_BOX, "2(3)"),
    (SEATED, e.PlayerSeated(box=-1, player="Cy"), Reason.NO_SUCH_BOX, "2(3)"),
    (SEATED, e.PlayerSeated(box=10**30, player="Cy"), Reason.NO_SUCH_BOX, "2(3)"),
    (SEATED, e.PlayerSeated(box=1, player="Cy"), Reason.BOX_IS_TAKEN, "2(3)"),
    (SEATED, e.PlayerSeated(box=1, player="Ana"), Reason.BOX_IS_TAKEN, "2(3)"),
    (SEATED, e.PlayerSeated(box=2, player="Ana"), Reason.SITS_ELSEWHERE, "2(3)"),
    (SEATED, e.PlayerSeated(box=2, player=""), Reason.NO_NAME, "2(3)"),
    (SEATED, e.PlayerSeated(box=2, player="A" * 25), Reason.NO_NAME, "2(3)"),
    (SEATED, e.PlayerSeated(box=2, player="A\nB"), Reason.NO_NAME, "2(3)"),
    (SEATED, e.PlayerLeft(box=2), Reason.BOX_IS_EMPTY, "2(3)"),
    (SEATED, e.PlayerLeft(box=7), Reason.NO_SUCH_BOX, "2(3)"),
    # 2(3): wagers
    (SEATED, e.WagerPlaced(box=2, player="Ana", amount=200), Reason.BOX_IS_EMPTY, "2(3)"),
    (SEATED, e.WagerPlaced(box=9, player="Ana", amount=200), Reason.NO_SUCH_BOX, "2(3)"),
    (SEATED, e.WagerPlaced(box=3, player="Ana", amount=200), Reason.NOT_PLAYED, "2(3)"),
    (SEATED, e.WagerPlaced(box=3, player="Cy", amount=200), Reason.NOT_PLAYED, "2(3)"),
    (SEATED, e.WagerPlaced(box=1, player="Ana", amount=250), Reason.NOT_WHOLE_CHIPS, "2(3)"),
    (SEATED, e.WagerPlaced(box=1, player="Ana", amount=1), Reason.NOT_WHOLE_CHIPS, "2(3)"),
    (SEATED, e.WagerPlaced(box=1, player="Ana", amount=0), Reason.NOT_WHOLE_CHIPS, "2(3)"),
    (SEATED, e.WagerPlaced(box=1, player="Ana", amount=-200), Reason.NOT_WHOLE_CHIPS, "2(3)"),
    (SEATED, e.WagerPlaced(box=1, player="Ana", amount=500), Reason.ODD_WAGER, "6"),
    (SEATED, e.WagerPlaced(box=1, player="Ana", amount=100), Reason.BELOW_MINIMUM, "2(3)"),
    (SEATED, e.WagerPlaced(box=1, player="Ana", amount=1200), Reason.ABOVE_MAXIMUM, "2(3)"),
    *(
        (phase, e.WagerPlaced(box=1, player="Ana", amount=200), Reason.BETTING_IS_CLOSED, "2(3)")
        for phase in (CLOSED, BURNED, ASKED, ANNOUNCED, TURNING, UNREAD)
    ),
    (SEATED, e.WagerWithdrawn(box=1, player="Ana"), Reason.NO_WAGER, "2(3)"),
    (WAGERED, e.WagerWithdrawn(box=1, player="Bo"), Reason.NO_WAGER, "2(3)"),
    (WAGERED, e.WagerWithdrawn(box=9, player="Bo"), Reason.NO_WAGER, "2(3)"),
    (SETTLING, e.WagerWithdrawn(box=1, player="Ana"), Reason.NO_WAGER, "2(3)"),
    (CLOSED, e.WagerWithdrawn(box=1, player="Ana"), Reason.BETTING_IS_CLOSED, "2(3)"),
    (ASKED, e.WagerWithdrawn(box=1, player="Ana"), Reason.BETTING_IS_CLOSED, "2(3)"),
    (SEATED, e.BettingClosed(), Reason.NOBODY_WAGERS, "2(3)"),
    (SETTLING, e.BettingClosed(), Reason.NOBODY_WAGERS, "2(3)"),
    (CLOSED, e.BettingClosed(), Reason.BETTING_IS_CLOSED, "2(3)"),
    (ASKED, e.BettingClosed(), Reason.BETTING_IS_CLOSED, "2(3)"),
    (SPENT, e.BettingClosed(), Reason.SHUFFLE_IS_DUE, "2(2)"),
    # 3(2)c, 13: calls
    *(
        (phase, e.Call(box=1, call="stand"), Reason.NOT_ASKED, "3(2)c")
        for phase in (SEATED, CLOSED, BURNED, TURNING, UNREAD, SETTLING)
    ),
    (ASKED, e.Call(box=3, call="stand"), Reason.NOT_ASKED, "3(2)c"),
    (ASKED, e.Call(box=1, hand=2, call="stand"), Reason.NOT_ASKED, "3(2)c"),
    (ASKED, e.Call(box=0, call="hit"), Reason.NOT_ASKED, "3(2)c"),
    (ANNOUNCED, e.Call(box=3, call="hit"), Reason.NOT_ASKED, "3(2)c"),
    (ASKED, e.Call(box=1, call="stand", player="Bo"), Reason.NOT_HIS_CALL, "13"),
    (ANNOUNCED, e.Call(box=1, call="stand", player="Cy"), Reason.NOT_HIS_CALL, "13"),
    (EMPTY, e.Call(box=1, call="hit"), Reason.SHOE_IS_EMPTY, "2(2)"),
    # Touches
    (SEATED, e.Done(), Reason.NOT_DUE, "2(3)"),
    (CLOSED, e.Done(), Reason.NOT_DUE, "2(1)"),
    (BURNED, e.Done(), Reason.NOT_DUE, "3(1)a"),
    (ASKED, e.Done(), Reason.NOT_DUE, "3(2)c"),
    (ANNOUNCED, e.Done(), Reason.NOT_DUE, "3(2)b"),
    (UNREAD, e.Done(), Reason.NOT_DUE, "2(1)"),
    (SPENT, e.Done(), Reason.NOT_DUE, "2(2)"),
    (TURNING, e.Done(of="settle"), Reason.NOT_DUE, "3(1)a"),
    (SETTLING, e.Done(of="turn_hidden"), Reason.NOT_DUE, "5"),
    (ASKED, e.Done(of="offer"), Reason.NOT_DUE, "3(2)c"),
    (ASKED, e.Done(of="reconcile"), Reason.NOT_DUE, "3(2)c"),
    *((phase, e.ShuffleCalled(), Reason.COUP_IN_PROGRESS, "2(2)") for phase in (BURNED, ASKED, TURNING, UNREAD)),
    # 2(1): corrections
    (SEATED, e.CoupCancelled(reason="misdeal", by="Pit"), Reason.NO_COUP, "2(1)"),
    (CLOSED, e.CoupCancelled(reason="misdeal", by="Pit"), Reason.NO_COUP, "2(1)"),
    (ASKED, e.CardNamed(n=1, card=TEN, by="Pit"), Reason.NOT_UNREAD, "2(1)"),
    (UNREAD, e.CardNamed(n=3, card=TEN, by="Pit"), Reason.NOT_UNREAD, "2(1)"),
    (UNREAD, e.CardNamed(n=99, card=TEN, by="Pit"), Reason.NOT_UNREAD, "2(1)"),
    (UNREAD, e.CardNamed(n=7, by="Pit"), Reason.NO_CARD_NAMED, "2(1)"),
    (UNREAD, e.CardNamed(card=TEN, by="Pit"), Reason.NO_CARD_NAMED, "2(1)"),
    (UNREAD, e.CardNamed(names=(e.NamedCard(7, TEN),), by="Pit"), Reason.NO_CARD_NAMED, "2(1)"),
    # What this version does not play yet
    (ASKED, e.Call(box=1, call="double"), Reason.NOT_PLAYED, "11"),
    (ASKED, e.Call(box=1, call="split"), Reason.NOT_PLAYED, "10"),
    (ASKED, e.Call(box=1, call="surrender"), Reason.NOT_PLAYED, "12"),
    (ASKED, e.Insurance(box=1, player="Ana", amount=100), Reason.NOT_PLAYED, "8"),
    (ASKED, e.EvenMoney(box=1, player="Ana"), Reason.NOT_PLAYED, "6"),
    (ASKED, e.HandShown(box=1), Reason.NOT_PLAYED, "3(2)b"),
    (ASKED, e.Withdrawn(seq=3, by="Pit", reason="slip"), Reason.NOT_PLAYED, "2(1)"),
    (ASKED, e.CardVoided(n=3, by="Pit", reason="fell"), Reason.NOT_PLAYED, "2(1)"),
    (ASKED, e.CardHeld(n=3, by="Pit"), Reason.NOT_PLAYED, "2(1)"),
    (ASKED, e.CardExposed(n=3, by="Pit"), Reason.NOT_PLAYED, "2(1)"),
    (ASKED, e.MisdealFound(by="Pit", reason="box 2"), Reason.NOT_PLAYED, "2(1)"),
    (ASKED, e.Call(box=1, call="stand", before=8, by="Pit"), Reason.NOT_PLAYED, "2(1)"),
    (SEATED, e.WagerPlaced(box=1, player="Ana", amount=200, before=1, by="Pit"), Reason.NOT_PLAYED, "2(1)"),
]
"""Where the table stands, what is asked, why it is refused, and by which article."""

UNHEARD: list[tuple[e.AnyEvent, int | None, Reason, str]] = [
    (e.CardOut(card=TEN), None, Reason.READER_ALONE, "2(1)"),
    (e.WhiteCardOut(), None, Reason.READER_ALONE, "2(1)"),
    (e.ShoeEmpty(), None, Reason.READER_ALONE, "2(1)"),
    (e.Link(state="up"), None, Reason.CORE_ALONE, "2(1)"),
    (e.Note(), None, Reason.CORE_ALONE, "2(1)"),
    (e.ShuffleCalled(), 0, Reason.TABLE_MOVED_ON, "2(2)"),
]
"""What a client asks that never reaches the table."""


@pytest.mark.parametrize(("phase", "request_", "reason", "article"), CASES)
def test_a_request_is_refused_with_reason_and_article_and_changes_nothing(
    phase: str, request_: e.AnyEvent, reason: Reason, article: str
) -> None:
    table = play(phase, rules=RULES)
    before, due = snapshot(table.felt), table.felt.due
    answer = table.take(request_)
    assert answer.refused is not None
    assert (answer.refused.code, answer.refused.article) == (reason.name.lower(), article)
    assert (answer.due, answer.role, answer.alerts, answer.coup, answer.pay) == (due, None, (), None, ())
    assert snapshot(table.felt) == before


class NoSource:
    """A shoe that never says anything."""

    def start(self, post: object, journalled: Journalled) -> None: ...

    def acknowledge(self, origin: str) -> None: ...

    def shoe_started(self) -> None: ...

    def stop(self) -> None: ...


class Noon:
    """A clock that stands still."""

    def now(self) -> str:
        return "2026-01-31T12:00:00.000Z"


@pytest.mark.parametrize(("event", "answers", "reason", "article"), UNHEARD)
def test_a_client_is_refused_before_the_table_hears_of_it(
    event: e.AnyEvent, answers: int | None, reason: Reason, article: str, tmp_path: Path
) -> None:
    told: list[Message] = []
    opening = Opening(table="1", version="0", settings="")
    session = Session(opening, lambda: Journal.open(tmp_path / "journal.db"), NoSource(), Noon(), lambda _message: None)
    session.inbox.put(Heard(Asked(event, "a1", answers), told.append))
    session.inbox.put(Stop())
    session.run()
    (answer,) = told
    assert isinstance(answer, Answered)
    assert answer.refused is not None
    assert (answer.seq, answer.refused.code, answer.refused.article) == (None, reason.name.lower(), article)


def test_every_reason_is_brought_about_here() -> None:
    assert {case[2] for case in (*CASES, *UNHEARD)} == set(Reason)


def test_every_request_of_the_log_is_judged_or_named_as_not_played() -> None:
    requests = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Request)} - {Request}
    assert JUDGED_BY.keys() | NOT_PLAYED.keys() == requests
    assert not JUDGED_BY.keys() & NOT_PLAYED.keys()


def test_what_is_not_played_is_refused_by_its_own_article() -> None:
    refused = {type(case[1]) for case in CASES if case[2] is Reason.NOT_PLAYED}
    assert NOT_PLAYED.keys() <= refused
    calls = {case[1].call for case in CASES if isinstance(case[1], e.Call) and case[2] is Reason.NOT_PLAYED}
    assert CALLS_NOT_PLAYED.keys() <= calls


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name)
def test_every_reason_is_a_sentence_without_places_left_open(reason: Reason) -> None:
    values: dict[str, str | int] = {
        "box": 1,
        "player": "Ana",
        "amount": 250,
        "below": 200,
        "above": 300,
        "limit": 100,
        "hand": 1,
        "n": 3,
    }
    values["decider"] = "Bo"
    refusal = reason.refusal(None, **values)
    assert "{" not in refusal.reason
    assert refusal.code == reason.name.lower()


# Amounts


@pytest.mark.parametrize("amount", [200, 400, 1000])
def test_2_3_a_lawful_wager_is_taken(amount: int) -> None:
    assert amount_refusal(amount, RULES) is None


@pytest.mark.parametrize(
    ("amount", "sentence"),
    [
        (250, "2.50 is no whole number of chips; 2 or 4 would be lawful"),
        (399, "3.99 is no whole number of chips; 2 or 4 would be lawful"),
    ],
)
def test_2_3_a_wager_the_chips_cannot_make_is_told_with_the_nearest(amount: int, sentence: str) -> None:
    assert sentence_of(amount_refusal(amount, TableRules())) == sentence


def test_6_an_odd_wager_is_told_with_the_nearest_lawful_amounts() -> None:
    sentence = "3:2 or half of 5 is no whole number of chips; 4 or 6 would be lawful"
    assert sentence_of(amount_refusal(500, TableRules())) == sentence


@given(st.integers(1, 30), st.sampled_from([None, 200, 500]), st.sampled_from([None, 900, 1000]))
def test_6_the_amounts_named_instead_of_an_odd_wager_are_lawful_themselves(
    chips: int, least: int | None, most: int | None
) -> None:
    rules = TableRules(min_wager=least, max_wager=most)
    refused = amount_refusal(chips * 100, rules)
    if refused is not None and refused.code == "odd_wager":
        for name in ("below", "above"):
            if name in refused.values:
                assert amount_refusal(int(refused.values[name]), rules) is None, refused


@given(st.integers(-(10**6), 10**6), st.sampled_from([1, 50, 100, 500]), st.sampled_from(["refuse", "player", "house"]))
def test_2_3_a_wager_is_taken_exactly_if_chips_and_odd_amounts_allow_it(amount: int, chip: int, odd: str) -> None:
    rules = TableRules(chip_unit=chip, odd_amounts="refuse" if odd == "refuse" else "house")
    lawful = amount > 0 and amount % (2 * chip if odd == "refuse" else chip) == 0
    assert (amount_refusal(amount, rules) is None) == lawful


def sentence_of(refused: Refusal | None) -> str:
    return refused.reason if refused is not None else ""


@pytest.mark.parametrize("player", ["A", "A" * 24, "Ñandú 陳", "Ana Luísa"])
def test_2_3_a_name_of_up_to_24_characters_is_taken(player: str) -> None:
    assert Table(RULES).take(e.PlayerSeated(box=1, player=player)).refused is None


@pytest.mark.parametrize("player", [None, "Ana"])
def test_13_whoever_has_the_right_to_decide_is_meant_when_nobody_is_named(player: str | None) -> None:
    assert play(ASKED, rules=RULES).take(e.Call(box=1, call="stand", player=player)).refused is None
