"""A card or tag says nothing to who does not ask it by name."""

import copy
import json
import pickle
import traceback
from collections.abc import Callable
from pprint import pformat

import msgspec
import pytest

from engine.cards import Card, Tag
from engine.events import CardNamed, CardOut, NamedCard
from engine.hidden import Hidden
from engine.journal.seal import sealed
from engine.lines import ENCODER

CARD, TAG = Card.parse("TH"), Tag("E00401509F")
SECRETS = ("TH", "10H", "E00401509F", "Rank", "hearts")
SEALED = sealed("TH E00401509F 0.98", bytes)
EVENT = CardOut(card=CARD, tag=TAG, confidence=None, origin="7:1")
NAMES = CardNamed(by="2001", names=(NamedCard(4, CARD),))

WAYS: dict[str, Callable[[object], str]] = {
    "str": str,
    "repr": repr,
    "format": lambda value: f"{value}{value!s}{value!r}{value!a}",
    "format with a width": lambda value: f"{value:>8}",
    "percent": lambda value: f"{value}" + "%s %r" % (value, value),  # noqa: UP031 - as loggers do it
    "in a list": lambda value: str([value]),
    "in a dict": lambda value: pformat({"card": value}),
    "ascii": ascii,
    "the encoder of the core": lambda value: ENCODER.encode({"card": value}).decode(),
    "an exception": lambda value: "".join(traceback.format_exception(ValueError(value))),
}
"""Ways in which something is said by accident."""


@pytest.mark.parametrize("hidden", [CARD, TAG, SEALED], ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("way", WAYS)
def test_no_accident_says_a_hidden_value(way: str, hidden: Hidden) -> None:
    said = WAYS[way](hidden)
    assert "##" in said
    assert not any(secret in said for secret in SECRETS)


@pytest.mark.parametrize("event", [EVENT, NAMES], ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("way", [way for way in WAYS if way != "format with a width"])
def test_no_accident_says_the_card_of_an_event(way: str, event: CardOut | CardNamed) -> None:
    said = WAYS[way](event)
    assert not any(secret in said for secret in SECRETS)


@pytest.mark.parametrize("hidden", [CARD, TAG, SEALED, EVENT, NAMES], ids=lambda value: type(value).__name__)
def test_a_hidden_value_cannot_be_pickled(hidden: object) -> None:
    with pytest.raises(TypeError, match="is hidden"):
        pickle.dumps(hidden)


@pytest.mark.parametrize("write", [json.dumps, msgspec.json.encode, msgspec.to_builtins])
@pytest.mark.parametrize("hidden", [CARD, SEALED], ids=["Card", "Sealed"])
def test_other_writers_refuse_it(write: object, hidden: object) -> None:
    with pytest.raises(TypeError):
        write(hidden)  # type: ignore[operator]


def test_who_asks_by_name_is_told() -> None:
    assert (CARD.face, TAG.text, SEALED.text.split()) == ("TH", "E00401509F", ["TH", "E00401509F", "0.98"])


def test_tags_are_compared_and_looked_up_like_their_text() -> None:
    assert TAG == "E00401509F"
    assert {TAG: 1}["E00401509F"] == 1  # type: ignore[index]


def test_a_copied_card_is_the_card() -> None:
    assert copy.copy(CARD) is copy.deepcopy(CARD) is CARD
