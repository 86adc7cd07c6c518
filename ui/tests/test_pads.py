"""What lies over the boxes: every key that can be reached, and what the keys ask for."""

from dataclasses import replace

import msgspec
import pytest
from msgspec import structs

from engine.cards import Card
from engine.events import (
    AssistantOff,
    Call,
    CardExposed,
    CardNamed,
    CardOut,
    CoupCancelled,
    DealerChanged,
    EvenMoney,
    Insurance,
    NamedCard,
    Paid,
    PlayerLeft,
    PlayerSeated,
    TableOpened,
    WagerPlaced,
    WagerWithdrawn,
    WhiteCardOut,
)
from engine.lines import ENCODER, event_of, said
from engine.reasons import Reason
from ui.opened import (
    Asking,
    Bets,
    Deciding,
    Insuring,
    Matching,
    Matters,
    Naming,
    Numbering,
    Opened,
    People,
    Screens,
    Seats,
    Slips,
    Wagering,
)
from ui.pads.samples import CANCEL, PADS, SLIPPED, STAFFED, TAKING
from ui.person import Person
from ui.presenter import shown
from ui.samples import SITUATIONS
from ui.shown import DRAW, Button, Table
from ui.situation import Situation
from ui.supervisor.pages import PAGES
from ui.tests.touchable import touchable
from ui.texts import LANGUAGES, speak

EVERY = {**SITUATIONS, **PADS}


def table(situation: Situation) -> Table:
    made = shown(situation)
    assert isinstance(made, Table)
    return made


def key(situation: Situation, name: str) -> Button:
    return next(button for button in touchable(table(situation)) if button.key == name)


def after(situation: Situation, *names: str) -> Situation:
    """What is open once these keys were touched, one after the other."""
    for name in names:
        button = key(situation, name)
        assert button.is_open, button
        assert not button.requests, button
        situation = situation.touched(button, 0.0)
    return situation


# every key


def test_every_key_that_can_be_reached_leads_somewhere_or_asks_for_an_event() -> None:
    kinds: set[type[Opened] | None] = set()
    for name, situation in EVERY.items():
        if situation.view is None or situation.fault is not None:
            continue
        left: list[Situation] = [situation]
        known: set[str] = set()
        while left:
            one = left.pop()
            if isinstance(one.opened, PAGES):
                continue  # no pad: ui/supervisor/tests walks those
            kinds.add(type(one.opened) if one.opened is not None else None)
            for button in touchable(table(one)):
                if not button.is_open:
                    continue
                leads = button.requests or button.opens is not None or button.closes or button.chooses
                assert leads or button.key == DRAW, (name, button)
                for event in button.requests:
                    fields = msgspec.json.decode(ENCODER.encode(msgspec.to_builtins(event, enc_hook=said)))
                    assert event_of(fields) == event, (name, button)
                kind = f"{type(button.opens).__name__}:{button.key}"
                if button.opens is not None and kind not in known and not button.requests:
                    known.add(kind)
                    left.append(one.touched(button, 0.0))
    assert kinds >= {
        Wagering,
        Bets,
        Numbering,
        Asking,
        Insuring,
        Matching,
        Slips,
        Naming,
        Matters,
        Seats,
        Screens,
        People,
    }


def test_every_open_key_is_called_something_and_keys_differ() -> None:
    for name, situation in EVERY.items():
        if situation.view is None or situation.fault is not None:
            continue
        found = list(touchable(table(situation)))
        assert len({button.key for button in found}) == len(found), name
        assert all(button.text or button.key.startswith("box:") or button.is_quiet for button in found), name


# wagers


def test_a_wager_is_laid_in_chips_and_goes_on_to_the_next_box() -> None:
    laid = after(PADS["wagers"], "box:7", "chip:50000", "chip:10000", "chip:10000")
    assert table(laid).pad is not None
    assert table(laid).pad.entry == "700"  # type: ignore[union-attr]
    assert table(laid).primary.press == WagerPlaced(box=7, player="Ng", amount=700_00)
    first = key(replace(PADS["wagering"], opened=Wagering(2, "Lei")), "quick:20000")
    assert (first.press, first.opens) == (WagerPlaced(box=2, player="Lei", amount=200_00), Wagering(3, "Ho"))
    assert key(replace(PADS["wagering"], opened=Wagering(7, "Ng")), "quick:20000").opens is None


def test_chips_that_are_laid_are_placed_or_cleared_before_another_amount_is_one_touch() -> None:
    empty, laid = (replace(PADS["wagering"], opened=Wagering(2, "Lei", amount)) for amount in (0, 300_00))
    open_keys, closed_keys = (
        [button for row in table(at).pad.rows for button in row if button.key.startswith("quick:")]  # type: ignore[union-attr]
        for at in (empty, laid)
    )
    assert all(button.is_open and button.press for button in open_keys)
    assert [button.key for button in closed_keys] == [button.key for button in open_keys]
    assert not any(button.is_open or button.press for button in closed_keys)


def test_a_wager_as_before_is_one_touch_and_all_of_them_are_one() -> None:
    assert key(replace(PADS["wagering"], opened=Wagering(2, "Lei")), "primary").press == WagerPlaced(
        box=2, player="Lei", amount=1_000_00
    )
    again = key(PADS["wagers"], "repeat")
    assert again.requests == TAKING.repeat
    assert not key(SITUATIONS["take_wagers"], "repeat").is_open


def test_no_more_chips_than_the_greatest_wager() -> None:
    near = replace(PADS["wagering"], opened=Wagering(2, "Lei", 9_600_00))
    assert [key(near, f"chip:{chip}").is_open for chip in (25_00, 100_00, 500_00)] == [True, True, False]


def test_a_wager_goes_back() -> None:
    assert key(replace(PADS["wagers"], opened=Wagering(1, "Chan")), "wager:back").is_open is False
    placed = structs.replace(
        TAKING, boxes=tuple(structs.replace(box, wagers=SITUATIONS["several_bettors"].view.boxes[box.box - 1].wagers)  # type: ignore[union-attr]
                            for box in TAKING.boxes))  # fmt: skip
    back = key(Situation(view=placed, is_connected=True, opened=Wagering(2, "Bo")), "wager:back")
    assert back.press == WagerWithdrawn(box=2, player="Bo")


def test_a_free_box_is_taken_by_a_number_or_a_guest() -> None:
    typed = after(PADS["wagers"], "box:5", "digit:8", "digit:0", "digit:1", "digit:back")
    assert table(typed).primary.press == PlayerSeated(box=5, player="P80")
    guest = key(typed, "guest")
    assert (guest.press, guest.opens) == (PlayerSeated(box=5, player="G5"), Wagering(5, "G5"))
    assert key(replace(PADS["wagers"], opened=Seats()), "seat:3").press == PlayerLeft(box=3)


def test_another_bettor_is_one_who_sits_elsewhere_or_a_number() -> None:
    opened = after(PADS["wagers"], "box:7", "bets", "bets:more")
    assert opened.opened == Numbering("bet", 7)
    assert key(opened, "bets:Chan").opens == Wagering(7, "Chan")


# without amounts


def test_without_amounts_a_touch_places_two_chips_and_another_takes_them_back() -> None:
    view = PADS["no_amounts"].view
    assert view is not None
    assert key(PADS["no_amounts"], "box:7").press == WagerPlaced(box=7, player="Ng", amount=view.money.least)
    seen = table(PADS["no_amounts_settle"])
    told = [
        seen.band.title,
        seen.band.detail,
        seen.band.amount,
        *(hand.state.amount for b in seen.boxes for hand in b.hands),
    ]
    assert not any(character.isdigit() for text in told[1:] for character in text.replace("3:2", ""))


def test_who_decides_without_amounts_has_the_higher_wager_unless_the_occupant_does() -> None:
    chan = key(replace(PADS["deciding"], opened=Deciding(4)), "decides:Chan")
    single = PADS["deciding"].view.money.least  # type: ignore[union-attr]
    assert {(event.player, event.amount) for event in chan.requests if isinstance(event, WagerPlaced)} == {
        ("Sousa", single), ("Chan", 2 * single),
    }  # fmt: skip
    sousa = key(replace(PADS["deciding"], opened=Deciding(4)), "decides:Sousa")
    assert {event.amount for event in sousa.requests if isinstance(event, WagerPlaced)} == {single}


# in a coup


def test_what_is_offered_is_one_touch_at_the_box() -> None:
    offer = PADS["offer_keys"]
    assert key(offer, "insure:2:Lei").press == Insurance(box=2, player="Lei", amount=500_00)
    assert key(offer, "even_money:3:Ho").press == EvenMoney(box=3, player="Ho")
    assert key(PADS["offer_surrender"], "surrender:6").press == Call(box=6, call="surrender")


def test_of_several_bettors_each_insures_for_himself() -> None:
    opened = after(PADS["offer_shared"], "insure:2:Lei")
    assert opened.opened == Asking(2)
    asked = {button.text: button.press for button in touchable(table(opened)) if button.press is not None}
    assert asked["Bo: insurance 200"] == Insurance(box=2, player="Bo", amount=200_00)


def test_less_insurance_is_laid_in_chips_up_to_the_half() -> None:
    less = after(replace(PADS["offer_keys"], opened=Insuring(2, "Lei")), "chip:10000")
    assert table(less).primary.press == Insurance(box=2, player="Lei", amount=100_00)
    assert not key(less, "chip:50000").is_open


def test_who_adds_a_wager_is_asked_where_there_are_several() -> None:
    asked = SITUATIONS["several_bettors_asked"]
    assert key(asked, "call:split").press == Call(box=2, call="split")
    opened = after(asked, "box:2", "match:split")
    assert opened.opened == Matching(2, 1, "split")
    both, one = table(opened).primary, table(after(opened, "match:Cy")).primary
    assert both.press == Call(box=2, call="split", matched_by=("Bo", "Cy"))
    assert one.press == Call(box=2, call="split", matched_by=("Bo",))


def test_a_box_that_is_paid_is_ticked_off_and_the_next_one_comes() -> None:
    settled = SITUATIONS["settle"]
    assert key(settled, "box:3").press == Paid(box=3)
    assert key(settled, "tick").press == Paid(box=1)
    assert settled.view is not None
    done = tuple(structs.replace(one, is_done=one.box < 4) for one in settled.view.payouts)
    ticked = replace(settled, view=structs.replace(settled.view, payouts=done))
    seen = table(ticked)
    assert (seen.band.title, seen.band.detail) == ("Box 4: pay 2,000", "1:1 on 2,000 = 2,000: 2\u00d71,000")
    assert seen.boxes[0].hands[0].state.sign == "check"
    assert seen.boxes[0].button is None
    assert seen.boxes[3].hands[0].chips == ("2\u00d71,000",)


# slips


def test_the_commonest_slip_is_one_touch_under_the_dealers_number() -> None:
    slip = key(PADS["slips"], "slip:0")
    assert slip.text == "Box 4 had stood: card 174 lies with the next in turn"
    assert slip.press == Call(box=4, hand=1, call="stand", before=174, felt="agrees", by="dealer")
    assert slip.answers == SLIPPED.due_seq


def test_a_misread_card_is_named_both_values_being_kept() -> None:
    opened = after(PADS["slips_more"], "slip:5", "rank:9", "suit:H")
    assert table(opened).primary.press == CardNamed(n=174, card=Card.parse("9H"), by="dealer")


def test_a_face_down_card_that_was_seen_takes_a_floor_person_where_there_is_staff() -> None:
    alone = key(replace(PADS["slips"], opened=Slips(1)), "slip:7")
    assert alone.press == CardExposed(n=171, by="dealer")
    staffed = key(Situation(view=STAFFED, is_connected=True, opened=Slips(1)), "slip:7")
    assert staffed.press is None
    assert isinstance(staffed.opens, People)
    assert staffed.opens.answers == STAFFED.due_seq


def test_a_hand_that_passed_unread_is_named_at_once() -> None:
    picked = after(PADS["name_hand"], "rank:8", "suit:H", "primary", "rank:T", "suit:D", "primary", "rank:3", "suit:C")
    names = tuple(NamedCard(n, Card.parse(face)) for n, face in ((165, "8H"), (171, "TD"), (173, "3C")))
    assert table(picked).primary.press == CardNamed(names=names, by="dealer")


# people


def test_cancelling_takes_a_held_key_and_a_second_person() -> None:
    held = key(PADS["slips"], "cancel")
    assert (held.is_held, held.press) == (True, None)
    typed = after(PADS["slips"], "cancel", "digit:7", "digit:7")
    assert table(typed).primary.press == CoupCancelled(reason="said at the table", by="dealer", second="77")
    same = replace(typed, opened=People(CANCEL, None, "people.cancel", (Person("77"),), "77"))
    assert not table(same).primary.is_open


def test_with_staff_both_show_a_pin_and_the_dealers_number_is_there() -> None:
    opened = after(Situation(view=STAFFED, is_connected=True, opened=Slips()), "cancel")
    assert opened.opened == People(CANCEL, None, "people.cancel", staff="1042", is_at_pin=True)
    assert not table(opened).primary.is_open
    pins = ("digit:5", "digit:8", "digit:3", "digit:9", "digit:2", "digit:0")
    both = after(opened, *pins, "primary", "digit:9", "primary", *pins)
    last = table(both).primary
    assert last.press == CoupCancelled(reason="said at the table", by="1042", second="9")
    assert last.proofs == (Person("1042", "583920"), Person("9", "583920"))
    assert "583920" not in str(shown(both))


@pytest.mark.parametrize(
    ("name", "event", "people"),
    [("dealer", DealerChanged, 1), ("off", AssistantOff, 2)],
)
def test_the_tables_matters_take_their_people(name: str, event: type, people: int) -> None:
    opened = after(PADS["matters"], name)
    assert isinstance(opened.opened, People)
    assert isinstance(opened.opened.event, event)
    assert len(opened.opened.persons) == people - 1


def test_a_table_is_opened_with_other_limits_in_one_go() -> None:
    chosen = after(PADS["closed"], "open:min_wager", "chip:10000", "chip:10000", "primary", "open:boxes")
    event = table(chosen).primary.press
    assert isinstance(event, TableOpened)
    assert (event.rules.min_wager, event.rules.boxes) == (200_00, 6)
    then = table(chosen).primary.opens
    assert isinstance(then, People)
    assert isinstance(then.event, DealerChanged)


def test_with_staff_a_pit_supervisor_opens_it_before_who_deals() -> None:
    closed = PADS["closed"]
    assert closed.view is not None
    staffed = replace(closed, view=structs.replace(closed.view, is_staffed=True))
    opened = after(staffed, "open:boxes", "primary")
    assert isinstance(opened.opened, People)
    assert isinstance(opened.opened.event, TableOpened)
    assert isinstance(opened.opened.then, People)


def test_a_table_is_opened_by_who_deals() -> None:
    typed = after(PADS["closed"], "primary", "digit:1", "digit:2")
    assert table(typed).primary.press == DealerChanged(by="12")


# by hand, and the screen itself


def test_by_hand_cards_that_nobody_sees_leave_unnamed_and_others_are_named() -> None:
    assert table(PADS["hand_burn"]).primary.press == CardOut(card=None, reader="hand")
    named = after(PADS["hand_deal"], "rank:5", "suit:S")
    assert table(named).primary.press == CardOut(card=Card.parse("5S"), reader="hand")
    assert key(PADS["hand_ask"], "call:hit").press == Call(box=1, call="hit")
    assert key(PADS["hand_burn"], "white").press == WhiteCardOut()


def test_a_language_is_chosen_while_a_coup_is_open() -> None:
    opened = replace(PADS["slips"], opened=Screens())
    chosen = after(opened, "language:zh_Hant")
    speak(chosen.choices.language)
    assert table(chosen).band.title == "\u7b2c4\u9580\u6c7a\u5b9a"
    assert chosen.opened == Screens()


def test_brightness_has_its_ends_and_a_sound_its_switch() -> None:
    opened = replace(PADS["slips"], opened=Screens())
    assert not key(opened, "light:plus").is_open
    dark = after(opened, *["light:minus"] * 4)
    assert (dark.choices.brightness, key(dark, "light:minus").is_open) == (20, False)
    assert "pay" not in after(opened, "sound:pay").choices.sounds
    assert set(LANGUAGES) == {"en", "zh_Hant", "pt", "th"}


def test_a_table_that_cannot_be_closed_says_why() -> None:
    view = structs.replace(SLIPPED, not_now={"table_closed": Reason.COUP_IN_PROGRESS.refusal()})
    closed = key(Situation(view=view, is_connected=True, opened=Matters()), "close")
    assert (closed.is_open, closed.reason) == (False, "after the coup")
