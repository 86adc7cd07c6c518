"""What somebody shows to be recognised, as a client sends it."""

import json

import pytest

from engine.people.errors import ProofError
from engine.people.proofs import BadgeTag, proof_of
from engine.people.tests.machine import PEPPER


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"staff": "1042", "pin": "730146"}, "Proof(pin=Pin(##), staff='1042', tag=None)"),
        ({"tag": "04a1", "pin": "730146"}, "Proof(pin=Pin(##), staff=None, tag=BadgeTag(##))"),
        ({"staff": "1042", "tag": "04a1", "pin": "730146"}, "Proof(pin=Pin(##), staff='1042', tag=BadgeTag(##))"),
    ],
)
def test_a_number_or_a_badge_and_a_pin_are_a_proof(fields: dict[str, str], shown: str) -> None:
    proof = proof_of(json.loads(json.dumps(fields)))
    assert repr(proof) == shown
    assert proof.pin.digits == "730146"


SECRET = "7301469"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"pin": SECRET}, "neither staff number nor tag"),
        ({"staff": "1042"}, "wrong fields"),
        ({"staff": "1042", "pin": SECRET + "x"}, "6 to 8 digits"),
        ({"staff": "1042", "pin": int(SECRET)}, "write them as texts"),
        ({"staff": "1042", "pin": [SECRET]}, "write them as texts"),
        ({"staff": 1042, "pin": SECRET}, "wrong fields"),
        ({"staff": "ten 42", "pin": SECRET}, "no staff number"),
        ({"staff": "1042104210421", "pin": SECRET}, "no staff number"),
        ({"staff": "1042\n", "pin": SECRET}, "no staff number"),
        ({"tag": "", "pin": SECRET}, "no badge's tag"),
        ({"tag": SECRET * 10, "pin": SECRET}, "no badge's tag"),
        ({"staff": "1042", "pin": SECRET, SECRET: 1}, "wrong fields"),
        ({"staff": "1042", "pin": SECRET, "token": SECRET}, "wrong fields"),
        (SECRET, "wrong fields"),
        (None, "wrong fields"),
    ],
)
def test_all_else_is_none_and_nothing_of_it_is_repeated(fields: object, why: str) -> None:
    with pytest.raises(ProofError, match=why) as told:
        proof_of(fields)
    assert SECRET not in str(told.value)
    assert told.value.__cause__ is None
    assert told.value.__context__ is None


def test_a_badge_is_kept_keyed_and_however_its_letters_are_written() -> None:
    kept = BadgeTag(" 04a1b2 ").kept(PEPPER)
    assert len(kept) == 64
    assert kept == BadgeTag("04A1B2").kept(PEPPER)
    assert kept != BadgeTag("04A1B3").kept(PEPPER)
    assert "04A1" not in kept.upper()
