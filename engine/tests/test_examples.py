"""The examples in the engine's own pages are true."""

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

import engine

PAGES = [
    importlib.import_module(f"engine.{page.name}") for page in pkgutil.iter_modules(engine.__path__) if not page.ispkg
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_the_examples_of_a_page_are_true(page: ModuleType) -> None:
    assert doctest.testmod(page).failed == 0


def test_there_are_examples() -> None:
    found = [test for page in PAGES for test in doctest.DocTestFinder().find(page) if test.examples]
    assert {test.name for test in found} >= {"engine.cards.Card", "engine.hand.points"}
