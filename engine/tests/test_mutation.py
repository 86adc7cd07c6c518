"""That the tests notice: each house option, each row of the settlement and each judgement of the law, changed one at
a time, makes a test fail.
"""

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from types import CodeType, ModuleType
from typing import Final, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec import structs

from engine import coup, settlement
from engine.answers import Outcome, SettlementRow
from engine.articles import Article
from engine.reasons import Moved
from engine.rules import TableRules
from engine.settlement import ROWS, Row
from engine.tests.mutation import LAW, Case, all_cases, callers, changes, made, noticed_by, unnoticed
from engine.tests.options import OPTIONS, Option, Value, named
from engine.tests.script import TWO_PACKS

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def tests() -> list[Case]:
    """The tests that must notice, and do pass while nothing is changed."""
    found = all_cases()
    failing = noticed_by(found)
    assert failing is None, f"{failing} fails although nothing is changed"
    return found


# House options

FIELDS: Final = tuple(field.name for field in structs.fields(TableRules))
HINTS: Final = get_type_hints(TableRules)


def values(field: str) -> list[Value]:
    """Every value of an option; of a number, those that are tried."""
    hint = HINTS[field]
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    if hint is bool:
        return [False, True]
    return list(dict.fromkeys(option.value for option in OPTIONS if option.field == field))


@pytest.mark.parametrize("field", FIELDS)
def test_every_value_of_a_house_option_has_a_script(field: str) -> None:
    tried = {option.value for option in OPTIONS if option.field == field}
    assert tried == set(values(field))
    assert len(tried) > 1


def test_of_a_number_the_usual_value_is_tried_too() -> None:
    numbers = [field for field in FIELDS if HINTS[field] is int or int in get_args(HINTS[field])]
    assert numbers == ["decks", "boxes", "chip_unit", "min_wager", "max_wager", "max_hands"]
    usual = structs.asdict(TWO_PACKS)
    assert all(usual[field] in values(field) for field in numbers)


@pytest.mark.parametrize("option", OPTIONS, ids=named)
def test_a_house_option_that_is_changed_fails_its_script(option: Option) -> None:
    others = [value for value in values(option.field) if value != option.value]
    assert others
    for other in others:
        with pytest.raises(AssertionError):
            option.play(other)


# The settlement's rows


@dataclass(frozen=True)
class OtherRow:
    """A change to one row of the settlement."""

    at: int
    change: str
    rows: tuple[Row, ...]


def other_rows() -> Iterator[OtherRow]:
    """Every row gone, always true, and with another ratio, outcome and article; each two neighbours exchanged."""
    for at, row in enumerate(ROWS):
        before, after = ROWS[:at], ROWS[at + 1 :]
        others = {
            "ratio": row._replace(ratio=row.ratio + Fraction(1, 2)),
            "side": row._replace(ratio=-row.ratio if row.ratio else Fraction(1)),
            "outcome": row._replace(outcome=Outcome.CANCELLED),
            "article": row._replace(article=Article.PACKS),
            "always": row._replace(holds=lambda _hand, _bet, _dealer: True),
        }
        if not after:
            del others["always"]  # it is the one that is left: whatever comes so far has fewer points
        yield OtherRow(at, "gone", before + after)
        for change, other in others.items():
            yield OtherRow(at, change, (*before, other, *after))


OTHER_ROWS: Final = tuple(other_rows())


def row_named(other: OtherRow) -> str:
    """The row's outcome and article, and the change."""
    row = ROWS[other.at]
    return f"{other.at}-{row.outcome}-{row.article}-{other.change}"


@pytest.mark.parametrize("other", OTHER_ROWS, ids=row_named)
def test_a_row_of_the_settlement_that_is_changed_is_noticed(
    other: OtherRow, tests: list[Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settlement, "ROWS", other.rows)
    assert noticed_by(tests) is not None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(1, 3, id="even-money-before-a-bust-of-who-plays-on"),
        pytest.param(2, 6, id="the-prize-before-the-dealers-natural"),
        pytest.param(3, 6, id="a-bust-before-the-dealers-natural"),
        pytest.param(3, 7, id="a-bust-before-the-dealers-bust"),
        pytest.param(4, 5, id="both-naturals-before-a-natural"),
        pytest.param(5, 9, id="a-natural-before-equal-points"),
        pytest.param(6, 9, id="the-dealers-natural-before-equal-points"),
        pytest.param(7, 10, id="the-dealers-bust-before-fewer-points"),
    ],
)
def test_rows_of_the_settlement_in_another_order_are_noticed(
    first: int, second: int, tests: list[Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = list(ROWS)
    rows[first], rows[second] = rows[second], rows[first]
    monkeypatch.setattr(settlement, "ROWS", tuple(rows))
    assert noticed_by(tests) is not None


OTHER_FIELDS: Final[dict[str, Callable[[SettlementRow], SettlementRow]]] = {
    "net": lambda row: structs.replace(row, net=row.net + 100),
    "player": lambda row: structs.replace(row, player="Zoe"),
    "box": lambda row: structs.replace(row, box=row.box + 1),
    "hand": lambda row: structs.replace(row, hand=row.hand + 1),
    "outcome": lambda row: structs.replace(row, outcome=Outcome.NATURAL),
    "article": lambda row: structs.replace(row, article=Article.PACKS),
    "wager": lambda row: structs.replace(row, wager=row.wager + 100),
    "kind": lambda row: structs.replace(row, kind="main" if row.kind == "insurance" else "insurance"),
}
MOVING: Final = ("net", "player", "box", "hand")
"""What is told of money that moves at once; why it does has its own sentence and article."""
MADE_BY: Final = (
    ("9-the-prize-in-a-row-of-its-own", settlement, "prize", tuple(OTHER_FIELDS)),
    ("6-one-unit", settlement, "_one_unit", tuple(OTHER_FIELDS)),
    ("8-insurance", settlement, "_insured", tuple(OTHER_FIELDS)),
    ("5-6-7-what-the-dealers-cards-decide", settlement, "settled", tuple(OTHER_FIELDS)),
    ("9-the-prize-at-once", coup, "prize", MOVING),
    ("3(2)b-6-12-what-else-moves-at-once", coup, "settled", MOVING),
)
"""What makes a row, and where it is called."""


@pytest.mark.parametrize(
    ("module", "maker", "field"),
    [
        pytest.param(module, maker, field, id=f"{fact}-{field}")
        for fact, module, maker, fields in MADE_BY
        for field in fields
    ],
)
def test_a_row_that_tells_something_else_is_noticed(
    module: ModuleType, maker: str, field: str, tests: list[Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    lawful: Callable[..., SettlementRow] = getattr(module, maker)
    monkeypatch.setattr(module, maker, lambda *given: OTHER_FIELDS[field](lawful(*given)))
    assert noticed_by(tests) is not None


@pytest.mark.parametrize("ratio", ["TWO_TO_ONE", "THREE_TO_ONE", "ONE_TO_ONE"])
def test_8_9_another_ratio_of_insurance_and_prize_is_noticed(
    ratio: str, tests: list[Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    """2:1, three times the wager, and the whole insurance."""
    monkeypatch.setattr(settlement, ratio, getattr(settlement, ratio) + 1)
    assert noticed_by(tests) is not None


@pytest.mark.parametrize("moved", list(Moved), ids=lambda moved: moved.name.lower())
def test_money_that_moves_at_once_by_another_article_is_noticed(
    moved: Moved, tests: list[Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moved, "_value_", (moved.value[0], Article.PACKS))
    assert noticed_by(tests) is not None


# What the law judges

EQUIVALENT: Final = {
    "wagers.decider: 0 -> 1": "where the occupant bets there is one",
    "count.CardCount.wholly: seq > self.since -> seq >= self.since": "no card has the record of a new shoe",
    "count.CardCount.seen: laid.seq < self.since -> laid.seq <= self.since": "no card has the record of a new shoe",
    "betting._place_refusal: 1 -> 2": "who sits at the box may bet there by the lines that follow, too",
    "procedure.hands_shown: False -> True": "to look for a name that is wanted where none is",
    "procedure.hands_shown: laid.card is None -> laid.card is not None": "the same",
    "procedure.hands_shown: waits or laid.card is None -> waits and laid.card is None": "a card turned up unread waits",
}
"""Changes that change nothing, and why."""


@pytest.fixture(scope="module")
def by_code(tests: list[Case]) -> dict[CodeType, list[Case]]:
    """The tests by the functions that they call."""
    return callers(tests)


@pytest.mark.parametrize("module", LAW)
def test_a_judgement_of_the_law_that_is_changed_is_noticed(module: str, by_code: dict[CodeType, list[Case]]) -> None:
    gaps = list(unnoticed(importlib.import_module(f"engine.{module}"), by_code))
    assert [str(gap) for gap in gaps if gap.name not in EQUIVALENT] == []


def test_a_test_that_never_ends_has_noticed() -> None:
    def endless() -> None:
        while True:
            pass

    assert noticed_by([Case("endless", endless)], too_long_s=0.01) == "endless"


def test_what_nothing_tests_is_told() -> None:
    """The search itself: without tests every change is a gap."""
    module = importlib.import_module("engine.wagers")
    assert len(list(unnoticed(module, {}))) == len(list(changes(module))) > 20


def test_the_law_is_as_it_was_after_a_change() -> None:
    module = importlib.import_module("engine.wagers")
    change = next(iter(changes(module)))
    lawful = change.lawful().__code__
    with made(change):
        assert change.lawful().__code__ is change.code
    assert change.lawful().__code__ is lawful
