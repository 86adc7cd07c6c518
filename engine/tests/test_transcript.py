import pytest

from engine import events as e
from engine import instructions as i
from engine.cards import Card
from engine.events import BettingClosed, CardOut, CoupCancelled, PlayerSeated, Request, ShoeStarted, WagerPlaced
from engine.instructions import Due
from engine.money import money
from engine.projection import projected
from engine.table import Table
from engine.tests.script import TWO_PACKS, read
from engine.transcript import due, instruction, said, told
from engine.view import LinkView, PublicView

ACE = Card.parse("AS")
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
    return projected(table, name="", seq=1, due_seq=1, reader=LinkView(state="up", text=""))


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
        "card -> box 3 | ! card 6 passed unread (2(1))",
        "card -> the dealer's upcard: AD",
        "card -> the dealer's hidden card",
        "box 1: hit",
        "card -> box 1: 9C | box 1 Ana TS 4S 9C = 23: bust: the wager is taken, -2 (3(2)b)",
        "box 3: stand",
        "card -> waits",
        "refused: done: that is not due now (2(1))",
        "card 6 named | card 10 -> void | ! a card left the shoe when only paying was due: it is void (3(2)a)"
        " | coup 1: dealer AD 9D = 20 | box 1 Ana TS 4S 9C = 23: bust -2 on 2 (3(2)b)"
        " | box 3 Bo 9H 9S = 18: lose -4 on 4 (5) | bank 6",
        "! the white card is out: take it away; this coup is the last (2(2))"
        " | ! white card wrongly placed: 94 cards lie behind it; 20 to 30 should,"
        " and it is not for the opening burn (2(2))"
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
        (i.Offer(what=("surrender",)), "Offer surrender"),
        (i.Offer(what=("even_money", "surrender")), "Offer even money and surrender"),
        (i.Offer(what=("insurance", "even_money")), "Offer insurance and even money"),
        (i.TurnHidden(), "Turn the hidden card"),
        (i.Draw(), "Draw a card for the dealer"),
        (i.Settle(), "Pay and take"),
        (i.Shuffle(), "Shuffle, cut and load the shoe"),
        (i.NameCard(n=7, role="box:3/1"), "Name card 7 (box 3): it passed unread"),
        (i.NameCard(n=7, role="upcard"), "Name card 7 (the dealer's upcard): it passed unread"),
        (i.Reconcile(moves=(), why="fell"), "Lay the cards as the law has them (fell)"),
        (
            i.Reconcile(
                moves=(i.Place(n=5, origin="box:1", to="box:3"), i.Place(n=7, origin="upcard", to="held")),
                why="box 2",
                calls=(i.Made(9, 1, 2, "hit"), i.Made(10, 3, 1, "even_money")),
            ),
            "Lay the cards as the law has them (box 2); card 5 from box 1 to box 3"
            "; card 7 from the dealer's upcard to held by the dealer as the next card"
            "; record 9 was made meanwhile: box 1 hand 2 hit; record 10 was made meanwhile: box 3 even money",
        ),
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
        (e.PlayerLeft(box=3), "the player of box 3 leaves"),
        (e.WagerWithdrawn(box=3, player="Ana"), "Ana takes the wager on box 3 back"),
        (e.Insurance(box=3, player="Ana", amount=150), "Ana insures box 3 for 1.50"),
        (e.Insurance(box=3, player="Ana", amount=0), "Ana takes the insurance of box 3 back"),
        (e.EvenMoney(box=3, player="Ana"), "Ana takes even money on box 3"),
        (e.HandShown(box=3, hand=2), "box 3 hand 2 is shown"),
        (e.Call(box=3, call="stand"), "box 3: stand"),
        (e.Call(box=3, call="surrender", before=12, by="Pit"), "box 3: surrender, before card 12 left"),
        (
            e.Call(box=3, hand=2, call="double", matched_by=(), before=12, by="Pit", felt="agrees"),
            "box 3 hand 2: double, matched by nobody, before card 12 left, as the cards lie",
        ),
        (e.Call(box=3, call="split", matched_by=("Bo", "Cy", "Di")), "box 3: split, matched by Bo, Cy and Di"),
        (e.Done(), "done"),
        (e.Done(of="turn_hidden"), "done: turn hidden"),
        (e.Withdrawn(seq=9, by="Pit", reason="slip"), "record 9 withdrawn: slip"),
        (e.CardNamed(n=9, card=ACE, by="Pit"), "card 9 named"),
        (e.CardNamed(names=(e.NamedCard(9, ACE), e.NamedCard(11, ACE)), by="Pit"), "cards 9 and 11 named"),
        (e.CardVoided(n=9, by="Pit", reason="fell"), "card 9 voided: fell"),
        (e.CardHeld(n=9, by="Pit"), "card 9 held"),
        (e.CardExposed(n=9, by="Pit"), "card 9 exposed"),
        (e.MisdealFound(by="Pit", reason="box 2"), "misdeal found: box 2"),
        (CoupCancelled(reason="misdeal", by="Pit"), "coup cancelled"),
        (CardOut(card=None), "card out"),
    ],
)
def test_a_request_in_words(request_: e.AnyEvent, text: str) -> None:
    assert said(request_) == text


def test_money_that_moves_at_once_is_told_with_its_sign_and_no_card_that_lies_face_down() -> None:
    dealt = "new shoe\nAna sits 1\nAna bets 200 on 1\n2C 3C"
    assert words(dealt + "\n7S 7H\n9D\n7C")[-1].startswith(
        "card -> box 1: 7C | box 1 Ana 7S 7H 7C = 21: prize: three times the wager is paid, +6 (9) | coup 1"
    )
    surrendered, _ = words(dealt + "\nTS 6H\n9D\nsurrender 1\ndone")[-2:]
    assert surrendered.startswith("box 1: surrender | box 1 Ana: surrender: half the wager is taken, -1 (12)")


def test_each_bettor_and_each_hand_has_a_line_of_its_own() -> None:
    table = "new shoe\nAna sits 1\nAna bets 200 on 1\nBo bets 400 on 1\n2C 3C\n8S 8H\n9D\nsplit 1 as Bo with nobody"
    told_last = words(table + "\nTC\nstand 1\nTD\nstand 1/2\n4C\n8D")[-1]
    assert told_last == (
        "card -> the dealer's second card: 8D | coup 1: dealer 9D 8D = 17 | box 1 Ana 8S TC = 18: win +2 on 2 (5)"
        " | box 1 Bo 8S TC = 18: win +4 on 4 (5) | box 1 hand 2 Bo 8H TD = 18: win +4 on 4 (5) | bank -10"
    )


def test_insurance_is_told_in_a_line_of_its_own() -> None:
    coup = "new shoe\nAna sits 1\nAna bets 200 on 1\n2C 3C\nTS 9S\nAD\nKD\nAna insures 1 for 100\nstand 1\ndone"
    assert words(coup)[-1] == (
        "done | coup 1: dealer AD KD = 21 | box 1 Ana TS 9S = 19: lose -2 on 2 (6)"
        " | box 1 Ana TS 9S = 19: insurance win +2 on 1 (8) | bank 0"
    )


def test_a_correction_tells_what_moved_and_what_must_be_laid_again() -> None:
    dealt = "new shoe\nAna sits 1\nAna bets 200 on 1\n2C 3C\nTS 6H\n9D\nhit 1\n9S"
    table, coup = Table(TWO_PACKS), words(dealt + "\nvoid 4")
    assert coup[-1].startswith("card 4 voided: fell | card 4 -> void | card 5 -> box 1 | card 6 -> the dealer's upcard")
    for line in read(dealt + "\nvoid 4"):
        for event in line.events:
            table.take(event)
    assert due(view(table)).startswith(
        "Lay the cards as the law has them (fell); card 5 from the dealer's upcard to box 1"
    )
