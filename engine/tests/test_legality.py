"""Every refusal: the request that brings it about, its reason and its article."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import events as e
from engine.answers import Refusal
from engine.betting import amount_refusal
from engine.cards import Card
from engine.clock import WatchedClock
from engine.events import Request
from engine.history import PLAYED_AGAIN
from engine.journal.room import Room
from engine.journal.store import Journal
from engine.legality import JUDGED_BY
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
ASKED = BURNED + "\nTS is box:1\nTH is box:3\n9S is box:1\n9H is box:3\nTD is upcard\ndone then ask 1"
ANNOUNCED = ASKED + "\nhit 1"
EMPTY = ASKED + "\nempty alerts shoe_count_off"
TURNING = BURNED + "\nTS is box:1\nTH is box:3\n9S is box:1\n9H is box:3\nAD is upcard\n9D is hidden\nstand 1\nstand 3"
UNREAD = BURNED + "\nTS is box:1\nTH is box:3\n9S is box:1\n9H is box:3\n?? is upcard alerts unread"
SETTLING = ASKED + "\nstand 1\nstand 3\n4C is burn\n7D is second ends 1 win +200 5, 3 win +400 5"
SPENT = WAGERED + "\nshuffle"
DRAWN = ASKED + "\n2C is box:1/1 then ask 1"
OPEN = ASKED + "\n1 shows"
PAIR = BURNED + "\n8S is box:1\nTH is box:3\n8H is box:1\n9H is box:3\nTD is upcard"
SPLIT = PAIR + "\nsplit 1\n3S is box:1/1 then ask 1"
SPLIT_ACES = PAIR.replace("8", "A") + "\nsplit 1\n3S is box:1/1 then deal box:1/2 up"
ACE_UP = BURNED + "\nTS is box:1\nTH is box:3\n9S is box:1\n9H is box:3\nAD is upcard\n9D is hidden"
ACE_UP_OPEN = ACE_UP + "\n1 shows"
PAID_EVEN = ACE_UP.replace("9S", "AS") + "\nAna takes even money on 1 pays 1 +200 6"
TURNED = "\ndone ends 1 lose -200 5, 3 lose -400 5"
ASTRAY = ASKED.replace(" then ask 1", "") + "\nmisdeal then reconcile"
"""The felt was found not to be as the law has it."""

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
    (SEATED, e.WagerPlaced(box=3, player="Ana", amount=200), Reason.OCCUPANT_MUST_BET, "2(3)"),
    (SEATED + "\nCy bets 200 on 1", e.WagerPlaced(box=3, player="Cy", amount=200), Reason.ONE_BOX_ONLY, "2(3)"),
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
    (WAGERED + "\nAna bets 200 on 3", e.WagerWithdrawn(box=3, player="Bo"), Reason.OCCUPANT_IS_NEEDED, "2(3)"),
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
        for phase in (SEATED, CLOSED, BURNED, TURNING, SETTLING)
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
    *(
        (phase, request, Reason.NO_COUP, "2(1)")
        for phase in (SEATED, CLOSED)
        for request in (e.MisdealFound(by="Pit", reason="box 2"),)
    ),
    *(
        (ASKED, request, Reason.NO_SUCH_CARD, "2(1)")
        for request in (
            e.CardNamed(n=8, card=TEN, by="Pit"),
            e.CardNamed(names=(e.NamedCard(3, TEN), e.NamedCard(8, TEN)), by="Pit"),
            e.CardNamed(n=0, card=TEN, by="Pit"),
            e.CardVoided(n=8, by="Pit", reason="fell"),
            e.CardHeld(n=-1, by="Pit"),
            e.CardExposed(n=99, by="Pit"),
            e.Call(box=1, call="stand", before=9, by="Pit"),
        )
    ),
    *(
        (UNREAD, request, Reason.NO_CARD_NAMED, "2(1)")
        for request in (
            e.CardNamed(n=7, by="Pit"),
            e.CardNamed(card=TEN, by="Pit"),
            e.CardNamed(by="Pit"),
            e.CardNamed(names=(), by="Pit"),
            e.CardNamed(n=7, card=TEN, names=(e.NamedCard(7, TEN),), by="Pit"),
            e.CardNamed(names=(e.NamedCard(7, TEN), e.NamedCard(7, TEN)), by="Pit"),
        )
    ),
    (ASKED, e.Call(box=1, call="surrender", before=7), Reason.NOBODY_VOUCHES, "2(1)"),
    (ASKED, e.CardVoided(n=3, reason="fell", by=" "), Reason.NOBODY_VOUCHES, "2(1)"),
    (ASKED, e.CardVoided(n=3, reason="fell", by="Pit", second="Pit"), Reason.SAME_PERSON, "2(1)"),
    (ASKED, e.ShuffleCalled(before=1, by="Pit"), Reason.BETTING_STANDS, "2(3)"),
    (ASKED, e.Withdrawn(seq=12, by="Pit", reason="slip"), Reason.NO_SUCH_REQUEST, "2(1)"),
    (ASKED, e.Withdrawn(seq=99, by="Pit", reason="slip"), Reason.NO_SUCH_REQUEST, "2(1)"),
    (ASKED, e.Withdrawn(seq=4, by="Pit", reason="slip"), Reason.WAGER_STAYS, "2(3)"),
    (UNREAD, e.Call(box=1, call="stand"), Reason.NAME_FIRST, "2(1)"),
    (UNREAD, e.HandShown(box=1), Reason.NAME_FIRST, "2(1)"),
    (ASTRAY, e.Call(box=1, call="stand"), Reason.RECONCILE_FIRST, "2(1)"),
    (ASTRAY, e.PlayerLeft(box=1), Reason.RECONCILE_FIRST, "2(1)"),
    (SEATED + "\noff", e.WagerPlaced(box=1, player="Ana", amount=200), Reason.ASSISTANT_IS_OFF, "2(1)"),
    # 10, 11: splits and doubles
    (DRAWN, e.Call(box=1, call="double"), Reason.NOT_TWO_CARDS, "11"),
    (DRAWN, e.Call(box=1, call="split"), Reason.NOT_TWO_CARDS, "10"),
    (OPEN, e.Call(box=1, call="double"), Reason.NOT_ELEVEN, "11"),
    (OPEN, e.Call(box=1, call="split"), Reason.NOT_EQUAL, "10"),
    (ASKED, e.Call(box=1, call="double", matched_by=("Cy",)), Reason.NO_SUCH_BETTOR, "13"),
    (SPLIT, e.Call(box=1, call="double"), Reason.NOT_ON_SPLIT, "11"),
    (SPLIT, e.Call(box=1, call="split"), Reason.NO_RESPLIT, "10"),
    (SPLIT_ACES, e.Call(box=1, hand=2, call="hit"), Reason.NOT_ASKED, "3(2)c"),
    # 12: surrender
    (BURNED, e.Call(box=1, call="surrender"), Reason.NOT_DEALT, "12"),
    (ACE_UP, e.Call(box=1, call="surrender"), Reason.NO_SURRENDER, "12"),
    (DRAWN, e.Call(box=3, call="surrender"), Reason.SURRENDER_IS_CLOSED, "12"),
    (ASKED + "\nstand 1", e.Call(box=1, call="surrender"), Reason.HAS_DECIDED, "12"),
    # 8: insurance
    (BURNED, e.Insurance(box=1, player="Ana", amount=100), Reason.NO_UPCARD, "8"),
    (ASKED, e.Insurance(box=1, player="Ana", amount=100), Reason.NO_INSURANCE, "8"),
    (ACE_UP, e.Insurance(box=1, player="Bo", amount=100), Reason.NO_SUCH_BETTOR, "8"),
    (ACE_UP, e.Insurance(box=2, player="Bo", amount=100), Reason.NO_SUCH_BETTOR, "8"),
    (ACE_UP, e.Insurance(box=1, player="Ana", amount=200), Reason.INSURES_TOO_MUCH, "8"),
    (ACE_UP, e.Insurance(box=1, player="Ana", amount=50), Reason.INSURES_NOTHING, "8"),
    (ACE_UP, e.Insurance(box=1, player="Ana", amount=-100), Reason.INSURES_NOTHING, "8"),
    (ACE_UP + "\nhit 1\n2C", e.Insurance(box=3, player="Bo", amount=100), Reason.INSURANCE_IS_CLOSED, "8"),
    # 6: even money
    (BURNED, e.EvenMoney(box=1, player="Ana"), Reason.NO_UPCARD, "6"),
    (ASKED, e.EvenMoney(box=1, player="Ana"), Reason.NO_EVEN_MONEY, "6"),
    (ACE_UP, e.EvenMoney(box=1, player="Bo"), Reason.NO_SUCH_BETTOR, "6"),
    (ACE_UP_OPEN, e.EvenMoney(box=1, player="Ana"), Reason.NO_NATURAL, "6"),
    (PAID_EVEN, e.EvenMoney(box=1, player="Ana"), Reason.EVEN_MONEY_IS_PAID, "6"),
    (
        ACE_UP_OPEN + "\ncancel ends cancelled: 1 cancelled +0 2(1), 3 cancelled +0 2(1)",
        e.EvenMoney(box=1, player="Ana"),
        Reason.COUP_IS_CANCELLED,
        "2(1)",
    ),
    (TURNING + TURNED, e.EvenMoney(box=1, player="Ana"), Reason.EVEN_MONEY_IS_CLOSED, "6"),
    (ASKED, e.HandShown(box=2), Reason.NO_HAND, "3(2)c"),
    (ASKED, e.HandShown(box=1, hand=2), Reason.NO_HAND, "3(2)c"),
]
"""Where the table stands, what is asked, why it is refused, and by which article."""

UNHEARD: list[tuple[e.AnyEvent, int | None, Reason, str]] = [
    (e.MisdealFound(reason="a\nb", by="Pit"), None, Reason.NOT_PRINTABLE, "2(1)"),
    (e.BettingClosed(), None, Reason.DISK_NEARLY_FULL, "2(1)"),
    (e.CardOut(card=TEN), None, Reason.READER_ALONE, "2(1)"),
    (e.WhiteCardOut(), None, Reason.READER_ALONE, "2(1)"),
    (e.ShoeEmpty(), None, Reason.READER_ALONE, "2(1)"),
    (e.Link(state="up"), None, Reason.CORE_ALONE, "2(1)"),
    (e.Note(), None, Reason.CORE_ALONE, "2(1)"),
    (e.Note(by="Pit", box=1, hold=True), None, Reason.HOLD_NEEDS_WORDS, "2(1)"),
    (e.Note(by="Pit", box=1, hold=False, text="as it lay"), None, Reason.NOT_HELD, "2(1)"),
    (e.Link(reader="hand", by="Rui", second="Ana"), None, Reason.NO_SHOE, "2(1)"),
    (e.AssistantOff(by="Rui"), None, Reason.TWO_PEOPLE, "2(1)"),
    (e.Paid(box=1), None, Reason.NOT_BEING_PAID, "5"),
    (e.ShuffleCalled(), 0, Reason.TABLE_MOVED_ON, "2(2)"),
]
"""What a client asks that never reaches the table."""


@pytest.mark.parametrize(("phase", "request_", "reason", "article"), CASES)
def test_a_request_is_refused_with_reason_and_article_and_changes_nothing(
    phase: str, request_: e.AnyEvent, reason: Reason, article: str
) -> None:
    table = play(phase, rules=RULES)
    before, due = snapshot(table), table.felt.due
    answer = table.take(request_)
    assert answer.refused is not None
    assert (answer.refused.code, answer.refused.article) == (reason.name.lower(), article)
    assert (answer.due, answer.role, answer.alerts, answer.coup, answer.pay) == (due, None, (), None, ())
    assert snapshot(table) == before


class NoSource:
    """A shoe that never says anything."""

    def start(self, post: object, journalled: Journalled) -> None: ...

    def acknowledge(self, origin: str) -> None: ...

    def shoe_started(self) -> None: ...

    def stop(self) -> None: ...


@pytest.mark.parametrize(("event", "answers", "reason", "article"), UNHEARD)
def test_a_client_is_refused_before_the_table_hears_of_it(
    event: e.AnyEvent, answers: int | None, reason: Reason, article: str, tmp_path: Path
) -> None:
    told: list[Message] = []
    opening = Opening(table="1", version="0", settings="")
    journal = tmp_path / "journal.db"
    room = Room(journal, least=1 << 60)  # the coming coup has none
    session = Session(opening, lambda: Journal.open(journal), NoSource(), WatchedClock(), lambda _: None, room=room)
    session.inbox.put(Heard(Asked(event, "a1", answers), told.append))
    session.inbox.put(Stop())
    session.run()
    (answer,) = told
    assert isinstance(answer, Answered)
    assert answer.refused is not None
    assert (answer.seq, answer.refused.code, answer.refused.article) == (None, reason.name.lower(), article)


def test_every_reason_is_brought_about_here() -> None:
    corrected, opened = {Reason.NO_SUCH_PAYOUT}, {Reason.COUP_IS_OPEN, Reason.WAGERS_LIE, Reason.RULE_FORBIDDEN}
    elsewhere = {*corrected, *opened, Reason.BOX_IS_HELD}  # people/tests, test_opened_anew, test_holds
    assert {case[2] for case in (*CASES, *UNHEARD)} == set(Reason) - elsewhere


def test_every_request_of_the_log_is_judged() -> None:
    requests = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Request)} - {Request}
    assert JUDGED_BY.keys() | set(PLAYED_AGAIN) == requests
    assert not JUDGED_BY.keys() & set(PLAYED_AGAIN)


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
        "hands": 2,
        "occupant": "Bo",
        "seq": 12,
        "by": "Pit",
        "coup": 9,
        "field": "decks",
        "why": "9 packs in a shoe",
        "remedy": "give 2 to 8 (article 1b)",
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
