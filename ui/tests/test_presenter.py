import msgspec
import pytest

from engine.instructions import Ask, Burn, Deal, NameCard
from engine.view import FACE_DOWN
from ui.places import box_and_hand
from ui.presenter import settings_page, shown
from ui.samples import SITUATIONS, VIEWS, dealt, hand, shoe, view
from ui.shown import Page, Table
from ui.situation import Situation
from ui.theme import Tone


def table(name: str) -> Table:
    made = shown(SITUATIONS[name])
    assert isinstance(made, Table)
    return made


def of(seen: object) -> Table:
    made = shown(Situation(view=seen, is_connected=True))  # type: ignore[arg-type]
    assert isinstance(made, Table)
    return made


@pytest.mark.parametrize(
    ("name", "title", "article", "badge", "primary"),
    [
        ("take_wagers", "Take wagers", "art. 2(3)", "", "Betting closed"),
        ("burn", "Burn a card", "art. 2(4)", "", ""),
        ("burn_opening", "Burn 5 cards", "art. 2(1)", "", ""),
        ("deal_first", "Card to box 1, face down", "art. 3(1)a", "1", ""),
        ("deal_upcard", "Dealer's card, face up", "art. 3(1)a", "", ""),
        ("hidden_due", "Dealer's card, face down", "art. 3(1)a", "", ""),
        ("deal_extra", "Card to box 4, face up", "art. 3(2)c", "4", ""),
        ("ask", "Box 1 decides", "art. 3(2)c", "1", "Stand"),
        ("turn_hidden", "Turn the hidden card", "art. 3(1)a", "", "Turned"),
        ("second_due", "Dealer's card, face up", "art. 3(1)a", "", ""),
        ("draw", "Dealer draws, face up", "art. 3(2)a", "", ""),
        ("settle", "Pay and take", "art. 5", "", "Paid"),
        ("settle_cancelled", "Give the wagers back", "art. 5", "", "Returned"),
        ("shuffle", "Shuffle, cut and load", "art. 2(2)", "", "New shoe loaded"),
        ("name_card", "Name the card: box 4", "art. 2(1)", "4", "Touch rank and suit"),
    ],
)
def test_each_instruction_has_its_line_its_article_and_its_button(
    name: str, title: str, article: str, badge: str, primary: str
) -> None:
    seen = table(name)
    assert (seen.band.title, seen.band.article, seen.band.badge) == (title, article, badge)
    if primary:
        assert seen.primary.text == primary
        assert not seen.primary.is_quiet
    else:
        assert seen.primary.is_quiet
        assert seen.primary.press is None


def test_the_place_of_the_next_card_is_marked_and_nowhere_else() -> None:
    for name, seen in VIEWS.items():
        marked = [box.number for box in table(name).boxes for one in box.hands if one.next_card]
        role = seen.due.to if isinstance(seen.due, Deal) else None
        at = box_and_hand(role)
        assert marked == ([str(at[0])] if at else []), name
        assert table(name).burned.next_card == isinstance(seen.due, Burn)


def test_the_box_that_is_asked_is_lit() -> None:
    for name, seen in VIEWS.items():
        lit = [int(box.number) for box in table(name).boxes if box.lit]
        if isinstance(seen.due, Ask):
            assert lit == [seen.due.box]


@pytest.mark.parametrize(
    ("box", "word", "sign", "amount", "total"),
    [
        (1, "take", "minus", "500", "18"),
        (2, "taken", "check", "1,000", "bust 26"),
        (3, "pay 3:2", "star", "375", "21"),
        (4, "pay", "plus", "2,000", "20"),
        (6, "push", "equals", "", "19"),
    ],
)
def test_a_settlement_tells_each_box_what_moves(box: int, word: str, sign: str, amount: str, total: str) -> None:
    (one,) = table("settle").boxes[box - 1].hands
    assert (one.state.word, one.state.sign, one.state.amount, one.total) == (word, sign, amount, total)


def test_the_bank_has_a_total() -> None:
    assert table("settle").band.amount == "bank \u2212875"


def test_states_differ_by_word_and_sign_and_not_by_colour_alone() -> None:
    hands = dealt(
        box1=hand(1, state="stood"), box2=hand(2, state="asked"), box3=hand(3, ("TS", "9S", "5H"), "bust", 24)
    )
    states = [one.state for box in of(view(Ask(box=2, hand=1, calls=()), hands)).boxes for one in box.hands]
    assert [state.word for state in states] == ["stood", "decides", "take", "waiting", "waiting"]
    assert len({(state.word, state.sign) for state in states}) == 4


def test_face_down_cards_are_backs_without_a_total() -> None:
    for name in VIEWS:
        for box in table(name).boxes:
            for one in box.hands:
                if FACE_DOWN in one.cards:
                    assert one.total == ""


@pytest.mark.parametrize(
    ("seen", "banner"),
    [
        (shoe(100), ""),
        (shoe(288, last=True, white=True), "LAST COUP \u2013 white card is out"),
        (shoe(288, last=True), "LAST COUP"),
        (shoe(288, white=True), "WHITE CARD IS OUT"),
    ],
)
def test_the_end_of_the_shoe_is_a_banner(seen: object, banner: str) -> None:
    assert of(view(Ask(box=1, hand=1, calls=()), of_shoe=seen)).shoe.banner == banner  # type: ignore[arg-type]


def test_the_white_card_should_lie_20_to_30_from_the_end() -> None:
    assert table("ask").shoe.zone == (282, 292)


@pytest.mark.parametrize(
    ("name", "word", "title"),
    [
        ("ask", "shoe", "Box 1 decides"),
        ("lost", "lost", "Stop: shoe not heard"),
        ("missing", "missing", "Cards may be missing"),
    ],
)
def test_a_reader_in_trouble_takes_the_dominant_line(name: str, word: str, title: str) -> None:
    seen = table(name)
    assert (seen.reader.text, seen.band.title) == (word, title)
    if name != "ask":
        assert seen.notice is not None
        assert seen.notice.text == "Due: Box 4 decides"
        assert "the felt" in seen.band.detail or "cable" in seen.band.detail


def test_a_reader_that_connects_is_told_beside() -> None:
    seen = table("connecting")
    assert seen.band.title == "Take wagers"
    assert seen.notice is not None
    assert seen.notice.text.startswith("Waiting for the shoe")


def test_the_newest_alert_is_told_and_the_banner_is_not_told_twice() -> None:
    alert = table("boxed").notice
    assert alert is not None
    assert alert.text == "A card lay face up in the shoe: it is void (art. 2(1)) (+1)"
    assert table("last_coup").notice is None


def test_closed_actions_say_why() -> None:
    assert (table("ask").shuffle.is_open, table("ask").shuffle.reason) == (False, "after the coup")
    assert (table("take_wagers").cancel.is_open, table("take_wagers").cancel.reason) == (False, "no coup is open")
    away = table("core_restarting")
    assert away.veiled
    assert [b.is_open for b in (away.primary, away.cancel, away.shuffle)] == [False] * 3
    assert away.primary.reason == "core is away"


def test_betting_closes_on_a_wager_only() -> None:
    seen = VIEWS["take_wagers"]
    empty = tuple(msgspec.structs.replace(box, wager=None) for box in seen.boxes)
    closed = of(msgspec.structs.replace(seen, boxes=empty)).primary
    assert (closed.is_open, closed.reason) == (False, "no wager yet")
    assert table("take_wagers").primary.is_open


def test_every_press_answers_what_was_due() -> None:
    for name, seen in VIEWS.items():
        buttons = (table(name).primary, table(name).cancel, table(name).shuffle)
        assert {b.answers for b in buttons if b.press is not None} <= {seen.due_seq}


def test_the_keypad_has_every_card_and_no_guess() -> None:
    keys = table("name_card").keypad
    assert len(keys) == 17
    assert not any(key.is_picked for key in keys)
    assert all(not table(name).keypad for name, seen in VIEWS.items() if not isinstance(seen.due, NameCard))


def test_pages_have_a_sentence_and_a_remedy() -> None:
    for page in (shown(Situation(), "/run/core.sock"), shown(SITUATIONS["fault"]), settings_page("rules.decks: 9")):
        assert isinstance(page, Page)
        assert page.title and page.text and page.foot


def test_six_boxes_are_six() -> None:
    assert [box.number for box in table("six_boxes").boxes] == list("123456")


def test_a_split_box_names_its_hands() -> None:
    seen = VIEWS["ask"]
    first = msgspec.structs.replace(seen.boxes[0], hands=(hand(1, state="stood"), hand(1, state="asked")))
    split = msgspec.structs.replace(seen, due=Ask(box=1, hand=2, calls=()), boxes=(first, *seen.boxes[1:]))
    assert of(split).band.title == "Box 1, hand 2 decides"
    assert of(split).primary.text == "Stand: box 1, hand 2"
    assert of(split).band.tone is Tone.ASK
