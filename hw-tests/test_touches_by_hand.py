"""``banca21 demo --by-hand``: one person draws the cards and makes the calls, all of it by touching the screen."""

from collections.abc import Callable
from typing import Any

import pytest

from deploy.benchmarks.screen_glass import Glass
from engine.instructions import Burn, Deal, Draw, Settle, Shuffle, TakeWagers

pytestmark = pytest.mark.thorough


def test_one_person_plays_a_coup_by_touches_alone(glass: Glass, rig: Callable[..., Any]) -> None:
    one = rig(seed=3, packs=2, players=1, player_cards="up")

    def touch(*keys: str) -> Any:
        before = one.core.view
        glass.reaches(before.seq)
        for key in keys:
            glass.press(key)
        view = one.core.until(lambda view: view.due_seq > before.due_seq or view.boxes != before.boxes, f"take {keys}")
        glass.reaches(view.seq)
        return view

    with one.table.hands() as told:
        one.table.show_screen(*glass.options, "--hand", str(told))
        assert isinstance(one.core.view.due, Shuffle)
        assert isinstance(touch("primary").due, TakeWagers)
        (box,) = (box for box in one.core.view.boxes if box.player is not None)
        touch(f"box:{box.box}", "chip:10000", "primary")
        view = touch("primary")
        while not isinstance(view.due, Settle):
            view = touch("draw" if isinstance(view.due, Burn | Deal | Draw) else "primary")
        assert [row.box for row in view.result.settlement] == [box.box]
        assert view.shoe.out + len(one.table.shoe.remaining) == 2 * 52 + 1
        assert isinstance(touch("primary").due, TakeWagers)
