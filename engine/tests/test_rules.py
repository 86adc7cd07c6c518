from typing import Any

import msgspec
import pytest

from engine.articles import Article
from engine.rules import TableRules, faults

DEFAULTS = {
    "equipment": "shoe",
    "decks": 6,
    "boxes": 7,
    "chip_unit": 100,
    "min_wager": None,
    "max_wager": None,
    "deal_order": "two_passes",
    "player_cards": "down",
    "void_keeps_paid": False,
    "dealer_soft_17": "stand",
    "dealer_draws_without_wagers": False,
    "stop_on_21": False,
    "even_money_upcards": "A",
    "dealer_natural_takes": "all",
    "bonus": "replace",
    "bonus_on_split": True,
    "split_by": "points",
    "max_hands": 2,
    "split_deal": "hand_by_hand",
    "double_after_split": False,
    "surrender_window": "table",
    "odd_amounts": "refuse",
}
"""Every rule and its default."""

OTHERS = {
    "boxes": 6,
    "chip_unit": 50,
    "min_wager": 1000,
    "max_wager": 100_000,
    "deal_order": "pairs",
    "player_cards": "up",
    "void_keeps_paid": True,
    "dealer_soft_17": "draw",
    "dealer_draws_without_wagers": True,
    "stop_on_21": True,
    "even_money_upcards": "AT",
    "dealer_natural_takes": "one",
    "bonus": "add",
    "bonus_on_split": False,
    "split_by": "rank",
    "max_hands": 4,
    "split_deal": "both_at_once",
    "double_after_split": True,
    "surrender_window": "own_box",
    "odd_amounts": "player",
}
"""Another lawful value of each rule; of `equipment` and `decks`, which go together, below."""


def rules(**given: Any) -> TableRules:
    return msgspec.convert(given, TableRules)


def test_every_rule_has_the_default_of_the_regulation() -> None:
    assert msgspec.to_builtins(TableRules()) == DEFAULTS
    assert faults(TableRules()) == []


@pytest.mark.parametrize(("name", "value"), OTHERS.items())
def test_another_lawful_value_is_taken(name: str, value: object) -> None:
    assert faults(rules(**{name: value})) == []


def test_every_rule_has_another_value_here() -> None:
    assert OTHERS.keys() | {"equipment", "decks"} == DEFAULTS.keys()


def test_1_b_a_metal_box_holds_one_pack() -> None:
    assert faults(rules(equipment="metal_box", decks=1)) == []


@pytest.mark.parametrize("decks", range(2, 9))
def test_1_b_a_shoe_holds_two_to_eight_packs(decks: int) -> None:
    assert faults(rules(decks=decks)) == []


@pytest.mark.parametrize(
    ("given", "field", "remedy", "article"),
    [
        ({"decks": 1}, "decks", "give 2 to 8 (article 1b)", "1b"),
        ({"decks": 9}, "decks", "give 2 to 8 (article 1b)", "1b"),
        ({"decks": 0}, "decks", "give 2 to 8 (article 1b)", "1b"),
        ({"equipment": "metal_box", "decks": 6}, "decks", "give 1 (article 1b)", "1b"),
        ({"equipment": "metal_box", "decks": 2}, "decks", "give 1 (article 1b)", "1b"),
        ({"boxes": 5}, "boxes", "give 6 or 7 (article 2(3))", "2(3)"),
        ({"boxes": 8}, "boxes", "give 6 or 7 (article 2(3))", "2(3)"),
        ({"max_hands": 1}, "max_hands", "give 2 to 4 (article 10)", "10"),
        ({"max_hands": 5}, "max_hands", "give 2 to 4 (article 10)", "10"),
    ],
)
def test_what_the_regulation_forbids_is_a_fault(given: dict[str, Any], field: str, remedy: str, article: str) -> None:
    found = {fault.field: fault for fault in faults(rules(**given))}
    assert (found[field].remedy, found[field].article) == (remedy, article)


@pytest.mark.parametrize("name", ["chip_unit", "min_wager", "max_wager"])
@pytest.mark.parametrize("amount", [0, -100])
def test_amounts_are_above_nought(name: str, amount: int) -> None:
    assert [fault.field for fault in faults(rules(**{name: amount}))] == [name]


def test_the_minimum_is_at_most_the_maximum() -> None:
    assert faults(rules(min_wager=400, max_wager=400)) == []
    assert [fault.field for fault in faults(rules(min_wager=500, max_wager=400))] == ["min_wager"]


def test_all_faults_are_told_at_once() -> None:
    found = faults(rules(decks=1, boxes=8, chip_unit=0, max_hands=9))
    assert [fault.field for fault in found] == ["decks", "boxes", "max_hands", "chip_unit"]


@pytest.mark.parametrize("given", [{"decks": "6"}, {"deal_order": "zigzag"}, {"tables": 3}, {"decks": None}], ids=str)
def test_an_unknown_rule_or_value_is_no_rule(given: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        rules(**given)


def test_every_paragraph_of_the_regulation_can_be_cited() -> None:
    paragraphs = "1a 1b 2(1) 2(2) 2(3) 2(4) 3(1)a 3(1)b 3(2)a 3(2)b 3(2)c 4 5 6 7a 7b 8 9 10 11 12 13"
    assert [article.value for article in Article] == paragraphs.split()
