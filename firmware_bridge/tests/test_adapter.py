"""The example adapter of docs/readers.md, as it stands there, behind the real source on a real pty."""

import os
import re
import tty
from pathlib import Path
from queue import SimpleQueue

import pytest

from engine.cards import Card
from engine.events import CardOut, Link
from engine.ports import Journalled, Sighting
from firmware_bridge.errors import AdapterError
from firmware_bridge.registry import Registry
from firmware_bridge.shoe_source import ShoeSource
from firmware_bridge.shoes import adapter_device

GUIDE = Path(__file__).parents[2] / "docs" / "readers.md"


def deck() -> Registry:
    return Registry.numbered(1)


@pytest.fixture
def adapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The example, installed where Python finds it."""
    (example,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), flags=re.DOTALL)
    (tmp_path / "line_shoe.py").write_text(example)
    monkeypatch.syspath_prepend(tmp_path)
    return "line_shoe:LineShoe"


def test_the_example_of_the_guide_takes_cards_and_acknowledges_them(adapter: str) -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    posted: SimpleQueue[Sighting] = SimpleQueue()
    source = ShoeSource(os.ttyname(slave), adapter_device(adapter, deck))
    source.start(posted.put, Journalled())
    try:
        assert posted.get(timeout=5) == Link(state="up", text="line shoe is connected, not authenticated")
        os.write(master, b"C TH 00")
        os.write(master, b"42\nrubbish\nC ?? 0043\n")
        assert posted.get(timeout=5) == CardOut(card=Card.parse("TH"), origin="line:0042")
        assert posted.get(timeout=5) == CardOut(card=None, origin="line:0043")
        source.acknowledge("line:0042")
        assert os.read(master, 64) == b"A 0042\n"
        assert "1 bad lines" in [finding.text for finding in source.health()]
    finally:
        source.stop()
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize("name", ["no_such_module:shoe", "os:no_such_function", "os:getcwd"])
def test_an_adapter_that_cannot_be_used_is_named_with_the_remedy(name: str) -> None:
    with pytest.raises(AdapterError, match=re.escape(name)) as refusal:
        adapter_device(name, deck)(Journalled())
    assert "shoe.reader" in str(refusal.value)
