"""Every alert: what brings it about, its sentence's article, and how long it stands."""

import pytest

from engine.cards import Card
from engine.events import (
    AnyEvent,
    AssistantOff,
    BettingClosed,
    CardNamed,
    CardOut,
    CoupCancelled,
    ShoeEmpty,
    ShoeStarted,
    WagerPlaced,
    WhiteCardOut,
)
from engine.reasons import Notice
from engine.tests.openings import void_cards
from engine.tests.script import play

WAGERED = "new shoe\nAna sits 1\nAna bets 200 on 1"
DEALT = WAGERED + "\n2C 3C is burn\nTS 9S is box:1"
ASKED = DEALT + "\nTD is upcard"
UNREAD_UPCARD = DEALT + "\n?? is upcard alerts unread\n7C is null"
REFUSED = ASKED + "\nAna insures 1 for 100 refused no_insurance 8"
TENS = (
    ASKED
    + "\nTD is box:1/1 pays 1 -200 3(2)b ends 1 bust -200 3(2)b\ndone\nAna bets 200 on 1\n4C is burn\n2S 9S is box:1"
)
CLAIMED = (
    DEALT.replace("TS 9S is box:1", "TS is box:1\n?? is box:1 alerts unread")
    + "\nTD is upcard\nsplit 1 then name_card 4 box:1"
)
NINETY_OUT = "new shoe\nAna sits 1" + void_cards(91)
TEN = Card.parse("TD")
SETTLING = ASKED + "\nstand 1\n4C is burn\n7D is second ends 1 win +200 5"


def named(n: int, card: str) -> CardNamed:
    return CardNamed(n=n, card=Card.parse(card), by="Pit")


CASES = [
    (DEALT, WhiteCardOut(), Notice.WHITE_CARD, "2(2)", "white card is out"),
    (WAGERED, WhiteCardOut(), Notice.WHITE_CARD_FIRST, "2(2)", "the coming coup is the last"),
    ("", WhiteCardOut(), Notice.WHITE_CARD_LAST, "2(2)", "no coup comes before the shuffle"),
    (WAGERED, WhiteCardOut(), Notice.WHITE_CARD_MISPLACED, "2(2)", "wrongly placed: 104 cards lie behind it"),
    ("new shoe", CardOut(card=None), Notice.NOT_ASKED_FOR, "2(1)", "it is void"),
    (SETTLING, CardOut(card=None), Notice.DRAWN_BY_MISTAKE, "3(2)a", "it is void"),
    (UNREAD_UPCARD, CoupCancelled(reason="misdeal", by="Pit"), Notice.LEFT_OVER, "2(1)", "it is void"),
    (DEALT, CardOut(card=None, boxed=True), Notice.BOXED, "2(1)", "it is void"),
    (DEALT, CardOut(card=None), Notice.UNREAD, "2(1)", "unread"),
    (DEALT, ShoeEmpty(), Notice.SHOE_RAN_OUT, "2(2)", "the coup is cancelled"),
    (DEALT, ShoeStarted(), Notice.SHOE_CHANGED, "2(2)", "the coup is cancelled"),
    (DEALT, AssistantOff(), Notice.ASSISTANT_OFF, "2(1)", "finished by hand"),
    (NINETY_OUT, WagerPlaced(box=1, player="Ana", amount=200), Notice.SHUFFLE_ADVISED, "2(2)", "need 14 cards and 13"),
    (DEALT, ShoeEmpty(), Notice.SHOE_COUNT_OFF, "1a", "held 104 cards by its packs and 4 have left"),
    (TENS, CardOut(card=TEN), Notice.CARD_TOO_OFTEN, "1a", "TD was seen 3 times in a shoe of 2 packs"),
    (
        ASKED + "\nstand 1",
        named(5, "AD"),
        Notice.REQUEST_DROPPED,
        "2(1)",
        "stand at box 1 (record 9) is no longer lawful",
    ),
    (
        REFUSED,
        named(5, "AD"),
        Notice.REQUEST_LAWFUL_NOW,
        "2(1)",
        "insurance of 1 by Ana at box 1 (record 9) was refused and would be lawful",
    ),
    (
        ASKED + "\nstand 1\nname 5 AD then deal hidden down alerts request_dropped",
        named(5, "TD"),
        Notice.REQUEST_COUNTS,
        "2(1)",
        "stand at box 1 (record 9) is lawful again and counts",
    ),
    (CLAIMED, named(4, "4S"), Notice.CLAIM_REFUSED, "10", "split at box 1 (record 9) is not borne out by its cards"),
]
"""Where the table stands, what happens, what is told, by which article, in which words."""


@pytest.mark.parametrize(
    ("phase", "event", "notice", "article", "words"), CASES, ids=lambda value: getattr(value, "name", "")
)
def test_an_alert_is_told_with_its_article(
    phase: str, event: AnyEvent, notice: Notice, article: str, words: str
) -> None:
    alerts = {alert.code: alert for alert in play(phase).take(event).alerts}
    alert = alerts[notice.name.lower()]
    assert alert.article == article
    assert words in alert.text


def test_every_notice_is_brought_about_here() -> None:
    assert {case[2] for case in CASES} == set(Notice)


def test_alerts_stand_until_the_betting_for_the_next_coup_closes() -> None:
    table = play(WAGERED)
    table.take(WhiteCardOut())
    told = [alert.code for alert in table.felt.alerts]
    assert told == ["white_card_first", "white_card_misplaced"]
    table.take(WagerPlaced(box=1, player="Ana", amount=400))
    assert [alert.code for alert in table.felt.alerts] == told
    table.take(BettingClosed())
    assert table.felt.alerts == ()
