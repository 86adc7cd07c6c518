from dataclasses import replace
from typing import get_args, get_type_hints

import msgspec
import pytest

from engine.answers import Outcome
from engine.events import Call
from engine.instructions import Ask, Burn, Deal, NameCard, Place, Reconcile
from engine.messages import Pending
from engine.reasons import Moved, Reason
from engine.reasons import Notice as Notices
from engine.roles import box_and_hand
from engine.view import FACE_DOWN, UNREAD, Condition
from ui.opened import Matters, Opened, Slips
from ui.presenter import settings_page, shown
from ui.samples import SITUATIONS, VIEWS, bets, dealer, dealt, hand, paid, shoe, view
from ui.shown import Button, Naming, Notice, Page, Share, Table
from ui.situation import Situation
from ui.tests.touchable import touchable
from ui.theme import Tone


def table(name: str) -> Table:
    made = shown(SITUATIONS[name])
    assert isinstance(made, Table)
    return made


def said(seen: Table) -> str:
    assert isinstance(seen.beside, Notice)
    return seen.beside.text


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
        ("deal_extra", "Card to box 4, face up", "art. 3(2)b", "4", ""),
        ("offer", "Offer surrender", "art. 12", "", "Offered"),
        ("offer_ace", "Offer insurance, even money", "art. 8", "", "Offered"),
        ("ask", "Box 1 decides", "art. 3(2)c", "1", "Stand"),
        ("doubled", "Card to box 1, face up", "art. 11", "1", ""),
        ("split", "Card to box 4, hand 1, face up", "art. 10", "4", ""),
        ("split_second", "Box 3, hand 2 decides", "art. 3(2)c", "3", "Stand: box 3, hand 2"),
        ("reconcile", "Lay the cards as shown", "art. 2(1)", "", "Cards lie so"),
        ("turn_hidden", "Turn the hidden card", "art. 3(1)a", "", "Turned"),
        ("second_due", "Dealer's card, face up", "art. 3(1)a", "", ""),
        ("draw", "Dealer draws, face up", "art. 3(2)a", "", ""),
        ("settle", "Box 1: take 500", "art. 5", "1", "All paid"),
        ("settle_cancelled", "Give the wagers back", "art. 2(1)", "", "Returned"),
        ("shuffle", "Shuffle, cut and load", "art. 2(2)", "", "New shoe loaded"),
        ("name_card", "Box 4, card 3: name it", "art. 2(1)", "4", "Touch rank and suit"),
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
        (3, "pay 3:2", "star", "375", "blackjack"),
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
    ],
)
def test_the_end_of_the_shoe_is_a_banner(seen: object, banner: str) -> None:
    assert of(view(Ask(box=1, hand=1, calls=()), of_shoe=seen)).shoe.banner == banner  # type: ignore[arg-type]


def test_the_first_shoe_is_new_and_a_later_one_ends() -> None:
    assert table("new_shoe").shoe.banner == "NEW SHOE"
    assert table("shuffle").shoe.banner == "SHOE ENDS \u2013 shuffle now"


def test_the_white_card_should_lie_20_to_30_from_the_end() -> None:
    assert table("ask").shoe.zone == (282, 292)


@pytest.mark.parametrize(
    ("name", "word", "title"),
    [
        ("ask", "shoe", "Box 1 decides"),
        ("lost", "lost", "Shoe not heard: draw no card"),
        ("missing", "missing", "Cards may be missing"),
    ],
)
def test_a_reader_in_trouble_takes_the_dominant_line(name: str, word: str, title: str) -> None:
    seen = table(name)
    assert (seen.reader.text, seen.band.title) == (word, title)
    if name != "ask":
        assert said(seen) == "Due: Box 4 decides"
        assert "card" in seen.band.remedy or "supply" in seen.band.remedy


def test_a_reader_that_connects_is_told_beside() -> None:
    seen = table("connecting")
    assert seen.band.title == "Take wagers"
    assert said(seen).startswith("Waiting for the shoe")


def test_the_newest_alert_is_told_whole_with_the_number_behind_it() -> None:
    assert said(table("boxed")) == "A card lay face up in the shoe: it is void (art. 2(1))"
    beside = table("alerts").beside
    assert isinstance(beside, Notice)
    assert beside.text.startswith("White card wrongly placed: 138 cards lie behind it")
    assert beside.more == "+1"
    assert table("last_coup").beside is None


def test_the_white_card_is_told_in_the_line_while_it_is_new() -> None:
    first = table("white_card").band.first
    assert first is not None
    assert first.text == "White card: lay it aside, then go on"
    assert table("last_coup").band.first is None


@pytest.mark.parametrize(
    ("name", "line", "tone"),
    [
        ("bust", "First: box 2 bust: turn up, take 1,000", Tone.TAKE),
        ("prize", "First: box 3 prize: turn up, pay 750", Tone.PAY),
        ("surrender", "First: box 6 surrenders: take 150", Tone.TAKE),
        ("even_money", "First: box 3 even money: turn up, pay 250", Tone.PAY),
        ("bust_and_prize", "First: box 2 bust: turn up, take 1,000; box 3 prize: turn up, pay 750", Tone.TAKE),
    ],
)
def test_money_that_moves_at_once_comes_first(name: str, line: str, tone: Tone) -> None:
    first = table(name).band.first
    assert first is not None
    assert (first.text, first.tone) == (line, tone)
    lost = of(msgspec.structs.replace(VIEWS[name], reader=VIEWS["lost"].reader))
    assert lost.beside == first


@pytest.mark.parametrize(
    ("name", "box", "word", "sign", "amount"),
    [
        ("bust", 2, "take", "minus", "1,000"),
        ("ask_after_bust", 2, "taken", "check", "1,000"),
        ("prize", 3, "prize", "star", "750"),
        ("settle_bust", 2, "take", "minus", "1,000"),
        ("settle_bust", 3, "paid", "check", "750"),
        ("surrender", 6, "half", "minus", "150"),
        ("settle_split", 6, "half", "check", "150"),
        ("even_money", 3, "pay 1:1", "plus", "250"),
        ("settle_insured", 3, "paid", "check", "250"),
    ],
)
def test_what_moved_already_is_told_apart(name: str, box: int, word: str, sign: str, amount: str) -> None:
    (one,) = table(name).boxes[box - 1].hands
    assert (one.state.word, one.state.sign, one.state.amount) == (word, sign, amount)


@pytest.mark.parametrize(
    ("name", "title", "detail"),
    [
        ("settle", "Box 1: take 500", "The wager"),
        ("settle_nothing", "Nothing left to pay", "Touch All paid"),
        ("doubled", "Card to box 1, face up", "The wager lies twice; one card only"),
        ("split", "Card to box 4, hand 1, face up", "The split hand's second card"),
        ("shoe_empty", "Box 4 decides", "The shoe is empty: no card can be drawn"),
        ("several_bettors_asked", "Box 2 decides", "Lei decides. Hit: draw a card"),
        ("name_card", "Box 4, card 3: name it", "It passed unread. Draw nothing until it is named."),
        (
            "name_face_down",
            "Box 3, card 1: name it",
            "Turn it up. It passed unread: draw nothing until it is named.",
        ),
        ("name_upcard", "Upcard: name it", "It passed unread. Draw nothing until it is named."),
    ],
)
def test_the_line_under_the_title_says_how(name: str, title: str, detail: str) -> None:
    assert (table(name).band.title, table(name).band.detail) == (title, detail)


@pytest.mark.parametrize(("role", "title"), [("second", "Second"), ("hidden", "Hidden"), ("draw", "Drawn")])
def test_the_dealers_cards_are_named_by_their_place(role: str, title: str) -> None:
    assert of(view(NameCard(n=172, role=role), dealt())).band.title == f"{title} card: name it"


def test_the_hand_of_the_card_to_name_is_shown_beside() -> None:
    assert table("name_card").beside == Naming((FACE_DOWN, FACE_DOWN, UNREAD), 2)
    assert table("name_face_down").beside == Naming((FACE_DOWN, FACE_DOWN), 0)


@pytest.mark.parametrize(
    ("name", "total"),
    [
        ("hidden_due", "11"),
        ("soft_draw", "soft 15"),
        ("settle", "19"),
        ("settle_bust", "bust 25"),
        ("settle_blackjack", "blackjack"),
    ],
)
def test_the_dealers_total_in_words(name: str, total: str) -> None:
    assert table(name).dealer.total == total


def test_a_settled_hand_is_no_longer_soft() -> None:
    assert table("settle_bust").boxes[5].hands[0].total == "19"


def beside(seen: Table, key: str) -> Button:
    return next(button for button in touchable(seen) if button.key == key)


def opened(name: str, pad: Opened) -> Table:
    made = shown(replace(SITUATIONS[name], opened=pad))
    assert isinstance(made, Table)
    return made


def test_cancel_says_which_coup() -> None:
    between, asked = (beside(opened(name, Slips()), "cancel") for name in ("take_wagers", "ask"))
    assert (between.text, asked.text, asked.is_open) == ("Cancel coup 141", "Cancel coup 142", True)
    new, cancelled = (beside(opened(name, Slips()), "cancel") for name in ("new_shoe", "settle_cancelled"))
    assert (new.is_open, new.reason) == (False, "no coup to cancel")
    assert (cancelled.is_open, cancelled.reason) == (False, "already cancelled")


def test_a_new_primary_is_closed_for_a_moment() -> None:
    assert (table("guarded").primary.text, table("guarded").primary.is_open) == ("Stand", False)


def test_no_card_is_called_for_while_the_shoe_is_not_heard() -> None:
    assert of(msgspec.structs.replace(VIEWS["draw"], reader=VIEWS["lost"].reader)).primary.text == ""


def test_closed_actions_say_why() -> None:
    shuffle = beside(opened("ask", Matters()), "shuffle")
    assert (shuffle.is_open, shuffle.reason) == (False, "after the coup")
    away = table("core_restarting")
    assert away.veiled
    assert not any(b.is_open for b in (away.primary, *away.row))
    assert away.primary.reason == "assistant is away"


def test_betting_closes_on_a_wager_only() -> None:
    refused = {"betting_closed": Reason.NOBODY_WAGERS.refusal()}
    closed = of(msgspec.structs.replace(VIEWS["take_wagers"], not_now=refused)).primary
    assert (closed.is_open, closed.reason) == (False, "no wager yet")
    assert table("take_wagers").primary.is_open


def test_every_press_answers_what_was_due() -> None:
    for name, seen in VIEWS.items():
        buttons = (table(name).primary, *table(name).row, *(box.button for box in table(name).boxes))
        assert {b.answers for b in buttons if b is not None and b.press is not None} <= {seen.due_seq}


def test_the_keypad_has_every_card_and_no_guess() -> None:
    pad = table("name_card").pad
    assert pad is not None
    keys = [key for row in pad.rows for key in row]
    assert len(keys) == 17
    assert not any(key.is_picked for key in keys)
    others = [name for name, seen in VIEWS.items() if not isinstance(seen.due, NameCard) and name != "by_hand"]
    assert all(table(name).pad is None for name in others)


def test_the_hint_comes_after_some_seconds() -> None:
    page = shown(SITUATIONS["starting"], "/run/core.sock")
    assert isinstance(page, Page)
    assert (page.title, page.foot) == ("Starting \u2026", "")
    assert SITUATIONS["starting"].next_change_s() == 5.0
    late = shown(SITUATIONS["starting"].at(5.0), "/run/core.sock")
    assert late == shown(SITUATIONS["waiting"], "/run/core.sock")


@pytest.mark.parametrize("name", ["waiting", "fault"])
def test_pages_have_a_sentence_and_a_remedy(name: str) -> None:
    for page in (shown(SITUATIONS[name], "/run/core.sock"), settings_page("rules.decks: 9")):
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


# calls


def calls_of(seen: Table) -> list[Button]:
    return [button for button in seen.row if button.key.startswith("call:")]


@pytest.mark.parametrize(
    ("calls", "is_open"),
    [
        (("hit", "stand", "double", "split", "surrender"), [True, True, True]),
        (("hit", "stand", "double"), [True, False, False]),
        (("hit", "stand", "split"), [False, True, False]),
        (("hit", "stand", "surrender"), [False, False, True]),
        (("stand",), [False, False, False]),
    ],
    ids=lambda value: "-".join(map(str, value)),
)
def test_exactly_the_calls_of_the_instruction_are_open(calls: tuple[str, ...], is_open: list[bool]) -> None:
    asked = of(view(Ask(box=2, hand=1, calls=calls), dealt(), seq=7))
    assert [button.text for button in calls_of(asked)] == ["Double", "Split", "Surrender"]
    assert [button.is_open for button in calls_of(asked)] == is_open
    for button in calls_of(asked):
        press = Call(box=2, hand=1, call=button.key.removeprefix("call:"))  # type: ignore[arg-type]
        assert (button.press, button.answers) == ((press, 7) if button.is_open else (None, None))
        assert button.is_open or button.reason


@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        ("ask_after_bust", ["drawn, art. 11", "drawn, art. 10", "box 1 drew, art. 12"]),
    ],
)
def test_a_call_that_is_closed_says_why(name: str, reasons: list[str]) -> None:
    assert [button.reason for button in calls_of(table(name))] == reasons


def test_calls_are_shown_while_a_hand_is_asked_and_never_else() -> None:
    for name, seen in VIEWS.items():
        assert bool(calls_of(table(name))) == isinstance(seen.due, Ask), name


def test_calls_are_closed_while_the_assistant_is_away_and_for_a_moment_once_they_are_new() -> None:
    for situation in (Situation(view=VIEWS["ask_calls"]), replace(SITUATIONS["ask_calls"], guarded_until_s=0.5)):
        made = shown(situation)
        assert isinstance(made, Table)
        assert not any(button.is_open for button in calls_of(made))


# several hands, several bettors


def test_each_hand_of_a_split_box_has_its_cards_its_points_and_its_state() -> None:
    box = table("split_second").boxes[2]
    assert [(one.cards, one.total, one.state.word) for one in box.hands] == [
        (("9H", "9D", "AS"), "19", "stood"),
        (("9C", "2S", "5D", "2C"), "18", "decides"),
    ]
    assert box.wager == "500"


def test_the_card_that_is_due_is_marked_in_its_hand_alone() -> None:
    assert [one.next_card for one in table("split_aces").boxes[3].hands] == [False, True]


def test_each_bettor_of_a_box_has_his_line() -> None:
    box = table("several_bettors").boxes[1]
    assert (box.placed, box.shares) == ("1,600", (Share("Lei", "1,000"), Share("Bo", "400"), Share("Cy", "200")))
    assert table("several_bettors").boxes[5].shares[-1] == Share("+2", "200")
    assert table("several_bettors_asked").boxes[1].player == "Lei +2"
    assert table("several_bettors_asked").boxes[0].player == "Chan"


def test_a_settlement_tells_what_each_bettor_gets() -> None:
    (one,) = table("settle_split").boxes[1].hands
    assert one.shares == (
        Share("Lei", "+1,000", Tone.PAY),
        Share("Bo", "+400", Tone.PAY),
        Share("Cy", "+200", Tone.PAY),
    )
    assert (one.state.word, one.state.amount) == ("pay", "1,600")


def test_bettors_whose_ends_differ_are_told_apart() -> None:
    ends = bets(("Lei", 100_00), ("Bo", 50_00), nets=(100_00, -50_00))
    two = hand(2, ("TS", "KS"), "settled", 20, Outcome.LOSE, net=1, bets=ends)
    seen = view(Deal(to="upcard", face="up"), dealt(box2=two))
    assert [share.amount for share in of(seen).boxes[1].hands[0].shares] == ["+100", "\u221250"]


@pytest.mark.parametrize(
    ("name", "amount", "tone"),
    [("offer_ace", "ins 250", Tone.LAST), ("settle_insured", "ins +500", Tone.PAY)],
)
def test_an_insurance_is_told_with_its_box(name: str, amount: str, tone: Tone) -> None:
    assert table(name).boxes[0].insured == Share("", amount, tone)
    assert table(name).boxes[3].insured is None


def test_a_bettor_paid_even_money_leaves_the_hand_to_the_others() -> None:
    two = hand(3, state="asked", outcome=Outcome.EVEN_MONEY, bets=bets(("Ho", 100_00), ("Bo", 50_00)))
    assert of(view(Ask(box=3, hand=1, calls=()), dealt(box3=two))).boxes[2].hands[0].state.word == "decides"


def test_an_insurance_is_still_to_be_paid_when_no_hand_is() -> None:
    assert table("settle_nothing").band.title == "Nothing left to pay"
    assert table("settle_insurance_alone").band.title == "Box 1: take 250"


def test_what_all_bettors_of_a_hand_give_is_one_sum_and_of_many_hands_two_are_told() -> None:
    moves = (paid(2, -100_00, Moved.BUST), paid(2, -50_00, Moved.BUST, player="Bo"), paid(3, 750_00, Moved.PRIZE))
    seen = view(Ask(box=4, hand=1, calls=()), dealt(), pay=(*moves, paid(4, -1_00, Moved.TAKEN_BACK)))
    first = of(seen).band.first
    assert first is not None
    assert first.text == "First: box 2 bust: turn up, take 150; box 3 prize: turn up, pay 750; 1 more"


# putting right


def test_a_reconciliation_tells_each_move_in_words_and_the_calls_since() -> None:
    seen = table("reconcile")
    moves = "card 162: box 2 to box 1  \u00b7  card 163: box 1 to box 2  \u00b7  card 173: box 3 to the burned cards"
    assert seen.band.remedy.replace("\u00a0", " ") == moves
    assert said(seen) == "Called since: box 1 stand, box 2 hit, box 2 stand. The floor judges."
    assert [box.number for box in seen.boxes if box.lit] == ["1", "2", "3"]


def test_of_many_moves_the_rest_is_counted() -> None:
    assert table("reconcile_many").band.remedy.endswith("and 6 more")
    assert said(table("reconcile_many")) == "No call since then"


def test_a_misdeal_of_which_no_card_is_known_says_so() -> None:
    assert table("reconcile_nothing").band.remedy == "No card is known to lie elsewhere: look at each"


@pytest.mark.parametrize("role", ["burn", "upcard", "hidden", "second", "draw", "void", "held", "box:3", "box:3/2"])
def test_every_role_has_words_as_a_place_on_the_felt(role: str) -> None:
    seen = view(Reconcile(moves=(Place(170, role, "box:1"),), why=""), dealt(), dealer(("9C",), 9))
    assert "card\u00a0170:" in of(seen).band.remedy


# the shoe's advice


def test_a_shuffle_that_is_advised_is_a_banner_an_alert_and_a_button() -> None:
    seen = table("shuffle_advised")
    shuffle = beside(seen, "shuffle")
    assert (seen.shoe.banner, shuffle.reason, shuffle.tone) == (
        "SHUFFLE ADVISED",
        "advised: hold it",
        Tone.LAST,
    )
    assert said(seen) == "The wagered boxes (5) may need 29 cards and 28 are left: shuffle before this coup (art. 2(2))"


def test_of_a_request_that_counts_no_longer_what_is_so_comes_first() -> None:
    alert = Notices.REQUEST_DROPPED.alert(said="stand at box 1", seq=9)
    seen = of(msgspec.structs.replace(VIEWS["ask"], alerts=(alert,)))
    assert said(seen) == "No longer counts: stand at box 1 (record 9) (art. 2(1))"


def test_a_held_card_is_told() -> None:
    assert said(table("held")) == "Held: 1. It is the next card out"


def test_a_slow_disk_is_told_until_it_is_done() -> None:
    slow = SITUATIONS["take_wagers"].after(Pending(since="2026-01-31T12:00:00.000Z"), 0.0)
    made = shown(slow)
    assert isinstance(made, Table)
    assert said(made) == "Saving: the disk takes its time, nothing is lost"
    assert shown(slow.after(Pending(since=None), 1.0)) == shown(SITUATIONS["take_wagers"])


@pytest.mark.parametrize("code", get_args(get_type_hints(Condition)["code"]))
def test_every_condition_has_its_words(code: str) -> None:
    seen = of(msgspec.structs.replace(VIEWS["take_wagers"], conditions=(Condition(code, "/var: x"),)))  # type: ignore[arg-type]
    assert said(seen)
    assert "/var" not in said(seen)


def test_how_the_machine_is_stands_beside_where_nothing_else_does() -> None:
    condition = Condition("disk_nearly_full", "/var: 3 MiB free: make room")
    seen = of(msgspec.structs.replace(VIEWS["take_wagers"], conditions=(condition, condition)))
    assert said(seen) == "The disk is nearly full: end this coup, begin no other, call the technician"
    assert isinstance(seen.beside, Notice)
    assert seen.beside.more
