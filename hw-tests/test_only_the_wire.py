"""No short cut: a card reaches the core through the pseudo-terminal or not at all."""

import json
import os
import pty
import select
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.events import CardOut, ShuffleCalled
from engine.journal.store import Journal
from engine.lines import fields_from
from engine.messages import Answered
from firmware_bridge.firmware import shoe1
from firmware_bridge.framing import Deframer, Frame


class Tap:
    """A second pseudo-terminal between shoe and core that writes down every frame that passes toward the core."""

    def __init__(self, shoe: Path) -> None:
        self.frames: list[Frame] = []
        self.is_cut = False
        self._deframer = Deframer()
        self._shoe = os.open(shoe.resolve(), os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self._shoe)
        self._core, slave = pty.openpty()
        tty.setraw(slave)
        self._slave = slave
        target = os.ttyname(slave)
        shoe.unlink()
        shoe.symlink_to(target)
        self._over, self._end = os.pipe()
        self._thread = threading.Thread(target=self._pass_on, daemon=True)
        self._thread.start()

    def _pass_on(self) -> None:
        while True:
            ready, _, _ = select.select([self._shoe, self._core, self._over], [], [])
            if self._over in ready:
                return
            if self._shoe in ready:
                said = os.read(self._shoe, 4096)
                self.frames += [item for item in self._deframer.feed(said) if isinstance(item, Frame)]
                if not self.is_cut:
                    os.write(self._core, said)
            if self._core in ready:
                os.write(self._shoe, os.read(self._core, 4096))

    def close(self) -> None:
        os.write(self._end, b"\0")
        self._thread.join()
        for descriptor in (self._shoe, self._core, self._slave, self._over, self._end):
            os.close(descriptor)

    @property
    def origins(self) -> list[str]:
        """Of every card and white card that passed, each once, in order."""
        kinds = (shoe1.CARD, shoe1.GATE, shoe1.WHITE_CARD)
        return list(dict.fromkeys(f"{one.boot_id}:{one.seq}" for one in self.frames if one.type in kinds))


@pytest.fixture
def tapped(monkeypatch: pytest.MonkeyPatch, rig: Callable[..., Any]) -> Iterator[tuple[Any, Tap]]:
    """A table whose wire is tapped before the core opens it."""
    from deploy import demo_table

    taps: list[Tap] = []

    class TappedShoe(demo_table.SimulatedShoe):
        def __init__(self, path: Path, *, serial: str) -> None:
            super().__init__(path, serial=serial)
            taps.append(Tap(path))

    monkeypatch.setattr(demo_table, "SimulatedShoe", TappedShoe)
    yield rig(seed=11), taps[0]
    taps[0].close()


def journalled_origins(path: Path) -> list[str]:
    with Journal.open(path) as journal:
        events = [fields_from(record.payload) for record in journal.records()]
    return [event["origin"] for event in events if event["type"] in ("card_out", "white_card_out")]


def test_every_card_of_the_journal_passed_the_wire_and_every_card_of_the_wire_is_in_the_journal(
    tapped: tuple[Any, Tap],
) -> None:
    one, tap = tapped
    one.play_coups(2)
    one.table.core.end()
    assert len(tap.origins) > 20
    assert journalled_origins(one.table.journal) == tap.origins


def test_with_the_wire_cut_no_card_reaches_the_core(tapped: tuple[Any, Tap]) -> None:
    one, tap = tapped
    one.play_coups(1)
    out = one.core.view.shoe.out
    tap.is_cut = True
    one.core.until(lambda view: view.reader.state == "lost", "notice the silence")
    for _ in range(3):
        one.table.shoe.pull()
    told = one.core.ask(ShuffleCalled())
    assert told.seq is not None, "the core has answered since, so whatever it was sent before has arrived"
    assert one.core.view.shoe.out == out


def test_no_client_can_give_the_core_a_card(rig: Callable[..., Any], banca21: Callable[..., Any]) -> None:
    one = rig(seed=12)
    out = one.core.view.shoe.out
    said = banca21("say", '{"type": "card_out", "card": "AS"}', "--config", one.table.config)
    assert said.returncode == 1
    answer = json.loads(said.stdout)
    assert answer["refused"]["code"] == "reader_alone"
    direct = one.core.ask(CardOut(card=None))
    assert isinstance(direct, Answered)
    assert direct.refused is not None
    assert one.core.view.shoe.out == out
