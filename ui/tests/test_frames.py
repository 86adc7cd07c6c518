"""What is written of each frame: the tree of what it shows, and the first one that shows a finger."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ui.samples import VIEWS

Make = Callable[..., Any]
SETTLE = msgspec.structs.replace(VIEWS["settle"], seq=300, due_seq=299)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return tmp_path / "tree.json"


def kept(table: Any, path: Path) -> Any:
    """Frames that keep their tree at ``path``, for the screen of ``table``."""
    from ui.frames import Frames

    return Frames(None, path, table.screen.drawing, lambda: table.screen.situation)


def test_the_tree_holds_what_the_last_frame_shows(glass: Make, tree: Path) -> None:
    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    frames = kept(table, tree)
    try:
        table.core.show(SETTLE)
        table.until(lambda: tree.exists() and json.loads(tree.read_text())["seq"] == 300)
        table.frames(0.7)
        seen = json.loads(tree.read_text())
        assert (seen["due_seq"], seen["is_connected"], seen["size"]) == (299, True, [800, 480])
        assert seen["parts"] == json.loads(table.screen.drawing.tree())
        primary = next(part for part in seen["parts"] if (part["id"], part["kind"]) == ("primary", "button"))
        assert primary["is_enabled"]
    finally:
        frames.close()


def test_a_frame_that_shows_nothing_new_is_not_written(glass: Make, tree: Path) -> None:
    from kivy.core.window import Window

    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    table.frames(0.7)
    frames = kept(table, tree)
    try:
        Window.canvas.ask_update()
        table.until(tree.exists)
        written = tree.stat().st_mtime_ns
        for _ in range(3):
            Window.canvas.ask_update()
            table.frames(0.05)
        assert tree.stat().st_mtime_ns == written
    finally:
        frames.close()


def test_the_trace_marks_the_first_frame_with_a_finger(glass: Make) -> None:
    table = glass("ask")
    table.shows("band.title", "Box 1 decides")
    table.frames(0.7)
    touch = table.down("primary")
    table.until(lambda: table.trace.read_text().split()[-1:] == ["pressed"])
    before = table.trace.read_text()
    touch.touch_up()
    table.frames(0.05)
    assert table.trace.read_text().count("pressed") == before.count("pressed")
