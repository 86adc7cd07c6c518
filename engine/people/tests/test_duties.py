"""Who may do what: the whole cross product, beside a table that was written apart from the one in the code."""

from itertools import product
from typing import Any, cast

import pytest

from engine.lines import KINDS, event_of
from engine.people.denied import Why
from engine.people.duties import MAY, Action, Duty, Person, action_of, needs_proof, refusal

pytestmark = pytest.mark.thorough

LETTERS = {
    "D": Duty.DEALER,
    "F": Duty.FLOOR_PERSON,
    "P": Duty.PIT_SUPERVISOR,
    "S": Duty.SHIFT_MANAGER,
    "T": Duty.TECHNICIAN,
    "A": Duty.AUDITOR,
}

ALONE = {
    "deal": "DFPS",
    "put_right": "DFPS",
    "tell_card": "DFPS",
    "open_card": "FPS",
    "acknowledge": "DFPS",
    "change_dealer": "DFPS",
    "open_table": "PS",
    "close_table": "PS",
    "sign_in": "FPSTA",
    "sign_out": "DFPSTA",
    "unlock": "PS",
    "remark": "FPST",
    "hold": "FPS",
    "read_log": "FPSA",
    "export_log": "PSA",
    "verify_log": "PSTA",
    "back_up": "PS",
    "diagnose": "PST",
}
"""Whose word is enough."""

TOGETHER = {
    "cancel": "PD PF PP PS SD SF SS",
    "correct_payout": "PF PP PS SF SS",
    "by_hand": "FD FF FP FS PD PP PS SD SS",
    "assistant": "FD FF FP FS PD PP PS SD SS",
    "clock": "PP PS PT SS ST",
    "keys": "SP SS ST",
    "enrolment": "PF PP PS SF SS",
    "staff": "SP SS",
    "restore": "SP SS ST",
}
"""Which two different people may, in either order; nobody may alone."""

WITHOUT_PIN = {"deal", "put_right", "tell_card", "acknowledge", "sign_out", "read_log"}

ASKED: list[tuple[dict[str, Any], str | None]] = [
    ({"type": "shoe_started"}, "deal"),
    ({"type": "player_seated", "box": 1, "player": "Ana"}, "deal"),
    ({"type": "player_left", "box": 1}, "deal"),
    ({"type": "wager_placed", "box": 1, "player": "Ana", "amount": 100}, "deal"),
    ({"type": "wager_withdrawn", "box": 1, "player": "Ana"}, "deal"),
    ({"type": "betting_closed"}, "deal"),
    ({"type": "call", "box": 1, "call": "hit"}, "deal"),
    ({"type": "insurance", "box": 1, "player": "Ana", "amount": 50}, "deal"),
    ({"type": "even_money", "box": 1, "player": "Ana"}, "deal"),
    ({"type": "hand_shown", "box": 1}, "deal"),
    ({"type": "done"}, "deal"),
    ({"type": "shuffle_called"}, "deal"),
    ({"type": "call", "box": 1, "call": "stand", "before": 12, "by": "1042"}, "put_right"),
    ({"type": "done", "felt": "agrees"}, "put_right"),
    ({"type": "withdrawn", "seq": 3, "by": "1042", "reason": "a slip"}, "put_right"),
    ({"type": "card_named", "by": "1042", "n": 3, "card": "TH"}, "put_right"),
    ({"type": "card_voided", "by": "1042", "n": 3, "reason": "it fell"}, "put_right"),
    ({"type": "card_held", "by": "1042", "n": 3}, "put_right"),
    ({"type": "card_exposed", "by": "1042", "n": 3}, "put_right"),
    ({"type": "misdeal_found", "by": "1042", "reason": "box 2 has three"}, "put_right"),
    ({"type": "coup_cancelled", "by": "2001", "reason": "a misdeal"}, "cancel"),
    ({"type": "coup_cancelled", "by": "2001", "reason": "a misdeal", "before": 3}, "cancel"),
    ({"type": "card_out", "card": "TH", "reader": "hand"}, "tell_card"),
    ({"type": "card_out", "card": None, "reader": "hand"}, "tell_card"),
    ({"type": "card_out", "card": "TH"}, None),
    ({"type": "card_out", "card": "TH", "reader": "camera"}, None),
    ({"type": "card_out", "card": "TH", "reader": "hand", "origin": "b:1"}, None),
    ({"type": "card_out", "card": "TH", "reader": "hand", "tag": "E004"}, None),
    ({"type": "white_card_out"}, "tell_card"),
    ({"type": "white_card_out", "origin": "b:1"}, None),
    ({"type": "shoe_empty"}, "tell_card"),
    ({"type": "link", "reader": "hand"}, "by_hand"),
    ({"type": "link", "reader": "hand", "state": "lost"}, None),
    ({"type": "link", "reader": "rfid"}, None),
    ({"type": "assistant_off"}, "assistant"),
    ({"type": "assistant_on"}, "assistant"),
    ({"type": "alert_acknowledged"}, "acknowledge"),
    ({"type": "dealer_changed"}, "change_dealer"),
    ({"type": "payout_corrected", "coup": 1, "box": 1, "player": "Ana", "from": 0, "to": 100}, "correct_payout"),
    ({"type": "signed_in"}, "sign_in"),
    ({"type": "table_closed"}, "close_table"),
    ({"type": "table_opened"}, "open_table"),
    ({"type": "opened"}, None),
    ({"type": "paid"}, "deal"),
    ({"type": "signed_out"}, "sign_out"),
    ({"type": "clock_stepped"}, None),
    ({"type": "commitments_opened", "openings": []}, None),
    ({"type": "note", "text": "hello"}, "remark"),
]
"""Each kind of event; ``None``: the core or a device alone tells it."""


def persons(letters: str) -> list[Person]:
    """A different person for each letter."""
    return [Person(f"{number}", LETTERS[letter]) for number, letter in enumerate(letters, 1)]


def test_every_action_is_in_both_tables() -> None:
    assert {action.value for action in Action} == set(ALONE) | set(TOGETHER)
    assert not set(ALONE) & set(TOGETHER)
    assert set(MAY) == set(Action)


@pytest.mark.parametrize("action", Action)
def test_each_duty_alone(action: Action) -> None:
    for letter in LETTERS:
        may = refusal(action, persons(letter)) is None
        assert may == (letter in ALONE.get(action.value, "")), letter


@pytest.mark.parametrize("action", Action)
def test_each_two_duties_of_different_people(action: Action) -> None:
    together = {frozenset(pair) for pair in TOGETHER.get(action.value, "").split()}
    for one, other in product(LETTERS, repeat=2):
        may = refusal(action, persons(one + other)) is None
        alone = set(ALONE.get(action.value, "")) & {one, other}
        assert may == (bool(alone) or frozenset((one, other)) in together), one + other


@pytest.mark.parametrize("action", Action)
def test_the_same_person_twice_is_one(action: Action) -> None:
    for one, other in product(LETTERS, repeat=2):
        twice = [Person("7", LETTERS[one]), Person("7", LETTERS[other])]
        may = refusal(action, twice) is None
        assert may == (one in ALONE.get(action.value, "")), one + other


@pytest.mark.parametrize("action", Action)
def test_nobody_may_do_anything(action: Action) -> None:
    denied = refusal(action, [])
    assert denied is not None
    assert denied.why is Why.NOBODY


def test_what_is_not_in_the_table_is_refused_to_everybody() -> None:
    denied = refusal(cast("Action", "open_the_safe"), persons("DFPSTA"))
    assert denied is not None
    assert denied.why is Why.NOT_IN_TABLE
    assert needs_proof(cast("Action", "open_the_safe"))


@pytest.mark.parametrize("action", Action)
def test_a_duty_that_is_not_in_the_table_may_nothing(action: Action) -> None:
    guest = Person("9", cast("Duty", "guest"))
    denied = refusal(action, [guest, Person("8", cast("Duty", "guest"))])
    assert denied is not None
    assert denied.why is Why.NOT_FOR_DUTY


@pytest.mark.parametrize("action", Action)
def test_a_pin_comes_with_whatever_is_more_than_play_and_reading(action: Action) -> None:
    assert needs_proof(action) == (action.value not in WITHOUT_PIN)


def test_a_denial_says_who_is_due() -> None:
    alone = refusal(Action.CANCEL, persons("P"))
    assert alone is not None
    assert alone.why is Why.SECOND_DUE
    assert alone.text == (
        "cancel: two different people are due: pit supervisor or shift manager, and besides dealer or floor person or "
        "pit supervisor or shift manager"
    )
    dealer = refusal(Action.CANCEL, persons("D"))
    assert dealer is not None
    assert dealer.why is Why.NOT_FOR_DUTY
    assert dealer.text == "cancel: not for 1 (dealer): call pit supervisor or shift manager"


@pytest.mark.parametrize(("fields", "action"), ASKED, ids=[str(fields) for fields, _ in ASKED])
def test_what_each_event_asks_for(fields: dict[str, Any], action: str | None) -> None:
    assert action_of(event_of(fields)) == action


def test_every_kind_of_event_was_thought_of() -> None:
    assert {str(fields["type"]) for fields, _ in ASKED} == set(KINDS)
