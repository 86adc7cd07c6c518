import pytest

from engine import instructions as i
from engine.events import (
    BettingClosed,
    CardOut,
    CoupCancelled,
    PlayerSeated,
    Request,
    ShoeStarted,
    WagerPlaced,
)
from engine.instructions import Due
from engine.money import money
from engine.projection import projected
from engine.table import Table
from engine.tests.script import TWO_PACKS, read
from engine.transcript import due, instruction, said, told
from engine.view import LinkView, PublicView

COUP = """
    new shoe
    Ana sits 1
    Bo sits 3
    Ana bets 250 on 1
    Ana bets 200 on 1
    Bo bets 400 on 3
    close
    2C 3C
    TS
    9H
    4S
    ??
    AD
    9D
    hit 1
    9C
    stand 3
    5S boxed
    done
    name 6 9S
    white
    done
"""


def view(table: Table) -> PublicView:
    return projected(table.felt, table="", seq=1, due_seq=1, reader=LinkView(state="up", text=""))


def words(script: str) -> list[str]:
    """What each event of a script is told as, the parts of one event joined."""
    table, lines = Table(TWO_PACKS), []
    for line in read(script):
        for event in line.events:
            answer = table.take(event)
            request = event if isinstance(event, Request | ShoeStarted) else None
            name = str(event.__struct_config__.tag)
            lines.append(" | ".join(part.strip() for part in told(name, request, answer, view(table))))
    return lines


def test_a_whole_coup_in_words() -> None:
    assert words(COUP) == [
        "shoe started",
        "Ana occupies box 1",
        "Bo occupies box 3",
        "refused: wager placed: 2.50 is no whole number of chips; 2 or 4 would be lawful (2(3))",
        "Ana wagers 2 on box 1",
        "Bo wagers 4 on box 3",
        "betting closed",
        "card -> burned",
        "card -> burned",
        "card -> box 1",
        "card -> box 3",
        "card -> box 1",
        "card -> box 3 | ! a card passed unread (2(1))",
        "card -> the dealer's upcard: AD",
        "card -> the dealer's hidden card",
        "box 1: hit",
        "card -> box 1: 9C | box 1 TS 4S 9C = 23: bust: the wager is taken, 2 (3(2)b)",
        "box 3: stand",
        "card -> waits",
        "refused: done: that is not due now (2(1))",
        "card named | card 10 -> void | ! a card left the shoe when only paying was due: it is void (3(2)a)"
        " | coup 1: dealer AD 9D = 20 | box 1 Ana TS 4S 9C = 23: bust -2 on 2 (3(2)b)"
        " | box 3 Bo 9H 9S = 18: lose -4 on 4 (5) | bank 6",
        "! the white card is out: take it away; this coup is the last (2(2))"
        " | ! white card wrongly placed: 94 cards lie behind it, 20 to 30 should (2(2))"
        " | coup 1, the last of the shoe (changed): dealer AD 9D = 20 | box 1 Ana TS 4S 9C = 23: bust -2 on 2 (3(2)b)"
        " | box 3 Bo 9H 9S = 18: lose -4 on 4 (5) | bank 6",
        "done",
    ]


def test_a_win_is_told_with_its_sign_and_a_cancelled_coup_as_such() -> None:
    dealt = "new shoe\nAna sits 1\nAna bets 200 on 1\n2C 3C\nAS KS\n9D\nstand 1\n4C\n9C"
    assert words(dealt)[-1].endswith("coup 1: dealer 9D 9C = 18 | box 1 Ana AS KS = 21: natural +3 on 2 (6) | bank -3")
    assert words(dealt)[-1].startswith("card -> the dealer's second card: 9C")
    assert words(dealt + "\ncancel")[-1] == (
        "coup cancelled | coup 1 (changed): cancelled | box 1 Ana AS KS = 21: cancelled 0 on 2 (2(1)) | bank 0"
    )


def test_the_words_of_a_coup_in_play_name_no_card_that_lies_face_down() -> None:
    said_so_far = " ".join(words(COUP)[:15])
    assert [face for face in ("2C", "3C", "TS", "9H", "4S", "9D") if face in said_so_far] == []


@pytest.mark.parametrize(
    ("due_now", "words_"),
    [
        (i.TakeWagers(), "Take wagers"),
        (i.Burn(left=3), "Burn a card, 3 left"),
        (i.Burn(left=1), "Burn one card"),
        (i.Deal(to="box:3", face="down"), "Deal to box 3, face down"),
        (i.Deal(to="box:3/1", face="up"), "Deal to box 3, face up"),
        (i.Deal(to="box:3/2", face="up"), "Deal to box 3 hand 2, face up"),
        (i.Deal(to="upcard", face="up"), "Deal the dealer's upcard, face up"),
        (i.Deal(to="hidden", face="down"), "Deal the dealer's hidden card, face down"),
        (i.Deal(to="second", face="up"), "Deal the dealer's second card, face up"),
        (i.Ask(box=3, hand=1, calls=("hit", "stand")), "Ask box 3: hit or stand"),
        (i.Ask(box=3, hand=2, calls=("stand",)), "Ask box 3 hand 2: stand"),
        (i.TurnHidden(), "Turn the hidden card"),
        (i.Draw(), "Draw a card for the dealer"),
        (i.Settle(), "Pay and take"),
        (i.Shuffle(), "Shuffle, cut and load the shoe"),
        (i.NameCard(n=7, role="box:3/1"), "Name card 7 (box 3): it passed unread"),
        (i.NameCard(n=7, role="upcard"), "Name card 7 (the dealer's upcard): it passed unread"),
    ],
)
def test_each_instruction_in_words(due_now: Due, words_: str) -> None:
    assert instruction(due_now) == words_


def test_what_is_due_is_told_with_its_article() -> None:
    assert due(view(Table(TWO_PACKS))) == "Shuffle, cut and load the shoe (2(2))"


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0"),
        (100, "1"),
        (1250, "12.50"),
        (5, "0.05"),
        (-5, "-0.05"),
        (125_000, "1,250"),
        (-100_000_000, "-1,000,000"),
    ],
)
def test_avos_are_written_as_patacas(amount: int, text: str) -> None:
    assert money(amount) == text


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        (PlayerSeated(box=3, player="Ana"), "Ana occupies box 3"),
        (WagerPlaced(box=3, player="Ana", amount=1250), "Ana wagers 12.50 on box 3"),
        (BettingClosed(), "betting closed"),
        (CoupCancelled(reason="misdeal", by="Pit"), "coup cancelled"),
        (CardOut(card=None), "card out"),
    ],
)
def test_a_request_in_words(request_: PlayerSeated | WagerPlaced | BettingClosed, text: str) -> None:
    assert said(request_) == text
