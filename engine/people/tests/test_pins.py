"""PINs: which are taken, how they are kept, and that nothing says them."""

import copy
import hashlib
import hmac
import pickle
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher
from argon2.low_level import Type

from engine.people import cost, pins
from engine.people.cost import SMALLEST, STANDARD, Cost
from engine.people.errors import PinError
from engine.people.pins import Pin
from engine.people.proofs import Proof
from engine.people.tests.machine import CHEAP, PEPPER

DIGITS = "730146"


@pytest.mark.parametrize("digits", ["730146", "7301462", "73014629", "000001", "112233"])
def test_six_to_eight_digits_are_a_pin(digits: str) -> None:
    pins.refuse_trivial(Pin(digits), "1042")


@pytest.mark.parametrize("text", ["", "73014", "730146291", "73014x", "73 0146", "٧٣٠١٤٦", "730146\n", "-730146"])
def test_all_else_is_none_and_is_not_repeated(text: str) -> None:
    with pytest.raises(PinError, match="6 to 8 digits") as told:
        Pin(text)
    assert not text or text not in str(told.value)


@pytest.mark.parametrize(
    ("digits", "staff", "why"),
    [
        ("000000", "1042", "repeats"),
        ("77777777", "1042", "repeats"),
        ("121212", "1042", "repeats"),
        ("7373737", "1042", "repeats"),
        ("123123", "1042", "repeats"),
        ("12341234", "1042", "repeats"),
        ("123456", "1042", "runs"),
        ("3456789", "1042", "runs"),
        ("67890123", "1042", "runs"),
        ("654321", "1042", "runs"),
        ("10987654", "1042", "runs"),
        ("104299", "1042", "staff number"),
        ("991042", "1042", "staff number"),
        ("730146", "730146", "staff number"),
        ("730146", "M-73-0146-8", "staff number"),
    ],
)
def test_what_anybody_would_try_first_is_refused(digits: str, staff: str, why: str) -> None:
    with pytest.raises(PinError, match=why) as told:
        pins.refuse_trivial(Pin(digits), staff)
    assert digits not in str(told.value)


@pytest.mark.parametrize("staff", ["73", "AB", "9999"])
def test_a_short_or_other_number_does_not_matter(staff: str) -> None:
    pins.refuse_trivial(Pin(DIGITS), staff)


def test_a_pin_says_nothing() -> None:
    pin = Pin(DIGITS)
    assert f"{pin} {pin!r} {pin:>20} {[pin]} {pin!s}" == "## Pin(##) ## [Pin(##)] ##"
    proof = Proof(staff="1042", pin=pin)
    ways: tuple[Callable[[Any], object], ...] = (
        pickle.dumps,
        copy.copy,
        copy.deepcopy,
        msgspec.json.encode,
        msgspec.to_builtins,
        vars,
        hash,
    )
    for how in ways:
        with pytest.raises(TypeError) as told:
            how(pin)
        assert DIGITS not in str(told.value)
    assert DIGITS not in repr(proof)
    with pytest.raises(TypeError):
        msgspec.json.encode(proof)


def test_pins_are_equal_by_their_digits() -> None:
    assert Pin(DIGITS) == Pin(DIGITS)
    assert Pin(DIGITS) != Pin("730147")
    assert Pin(DIGITS) != DIGITS


def test_what_is_kept_agrees_with_this_pin_of_this_person_alone() -> None:
    kept = pins.hashed(Pin(DIGITS), "1042", PEPPER, CHEAP)
    assert pins.agrees(kept, Pin(DIGITS), "1042", PEPPER)
    assert not pins.agrees(kept, Pin("730147"), "1042", PEPPER)
    assert not pins.agrees(kept, Pin(DIGITS), "1043", PEPPER)
    assert not pins.agrees(kept, Pin(DIGITS), "1042", type(PEPPER)(bytes(32)))


def test_what_is_kept_is_argon2id_of_the_peppered_pin_with_a_salt_of_its_own() -> None:
    kept = pins.hashed(Pin(DIGITS), "1042", PEPPER, CHEAP)
    assert kept.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    assert kept != pins.hashed(Pin(DIGITS), "1042", PEPPER, CHEAP)
    key = hmac.digest(bytes(range(32)), b"banca21\0pin\x001042\x00730146\0", hashlib.sha256)
    assert PasswordHasher(type=Type.ID).verify(kept, key)


@pytest.mark.parametrize("used", [CHEAP, STANDARD, SMALLEST])
def test_nobodys_costs_the_same_and_agrees_with_nothing(used: Cost) -> None:
    assert pins.cost_of(pins.nobodys(used)) == used
    assert len(pins.nobodys(used)) == len(pins.hashed(Pin(DIGITS), "1042", PEPPER, used))
    assert not pins.agrees(pins.nobodys(CHEAP), Pin(DIGITS), "1042", PEPPER)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "730146",
        "$argon2id$",
        "$argon2i$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
        "$argon2id$v=16$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
        "$argon2id$v=19$m=8,t=x,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
        "$argon2id$v=19$m=9999999,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
        "$argon2id$v=19$m=8,t=999,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    ],
)
def test_what_is_no_hash_of_ours_has_no_cost(text: str) -> None:
    assert pins.cost_of(text) is None


@pytest.mark.parametrize("text", ["", "730146", "$argon2id$", "$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA"])
def test_what_is_no_hash_agrees_with_nothing(text: str) -> None:
    assert not pins.agrees(text, Pin(DIGITS), "1042", PEPPER)


@pytest.mark.parametrize(
    ("took_ms", "fits"),
    [
        (150, STANDARD),
        (270, STANDARD),
        (500, STANDARD),
        (100, Cost(64 * 1024, 9)),
        (10, Cost(64 * 1024, 12)),
        (800, Cost(64 * 1024, 1)),
        (1340, Cost(64 * 1024, 1)),
        (2000, SMALLEST),
    ],
)
def test_the_cost_is_fitted_to_the_machine(took_ms: float, fits: Cost) -> None:
    asked: list[Cost] = []

    def took(used: Cost) -> float:
        asked.append(used)
        return took_ms

    assert cost.calibrated(took) == fits
    assert asked == [STANDARD]


def test_a_cost_is_measured_by_doing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[Any, ...]] = []
    monkeypatch.setattr(cost, "hash_secret", lambda *given: made.append(given))
    assert cost.measured_ms(STANDARD) >= 0
    assert [given[2:5] for given in made] == [(3, 65536, 1)] * 3
