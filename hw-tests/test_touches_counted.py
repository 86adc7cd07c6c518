"""Everything that the demo's people want can be asked for by touching, and by how few touches."""

from collections.abc import Callable
from typing import Any

from deploy.benchmarks.screen_touches import DECISIONS, PAYMENT, REPEATED, STEPS, WAGERS, PeopleAtTheGlass

EVEN_MONEY_SPLIT_DOUBLE_SURRENDER = 332
"""The demo's own seed: all of them come in its first coups."""


def test_whatever_people_want_has_a_button_and_few_touches_lead_to_it(rig: Callable[..., Any]) -> None:
    one = rig(seed=EVEN_MONEY_SPLIT_DOUBLE_SURRENDER)
    people = PeopleAtTheGlass(one.table.felt, one.table.shoe, one.core)
    tally = people.play_counted(10)
    assert not tally.without
    assert tally.per_coup(REPEATED) == 1
    assert tally.per_coup(PAYMENT) == 1
    assert tally.touches[DECISIONS] == tally.requests[DECISIONS]
    assert tally.touches[STEPS] == tally.requests[STEPS]
    assert tally.touches[WAGERS] <= 3 * tally.requests[WAGERS]
    assert tally.held == 0
