"""Shoe and panel of one table as one card source: they begin and end together."""

import logging
from collections.abc import Callable

from deploy.panel import PanelSettings
from engine.events import Link
from engine.messages import Message
from engine.ports import Finding, Journalled, Sighting
from engine.session import Heard
from firmware_bridge.by_hand import ByHand
from firmware_bridge.device import Contact
from firmware_bridge.panel.errors import PanelError
from firmware_bridge.panel.panel import Panel
from firmware_bridge.panel.pins import factory
from firmware_bridge.shoe_source import ShoeSource

_log = logging.getLogger(__name__)


class Devices:
    """An :class:`engine.ports.CardSource`.

    A panel that cannot be used stops no table, but is told wherever the shoe is told to be well: as a lost link where
    its exit gate decides what is a card.

    Args:
        shoe: the shoe, or that there is none.
        panel: the panel's settings, if there is one.
        press: takes what the button asks for; any thread, never blocks.
    """

    def __init__(self, shoe: ShoeSource | ByHand, panel: PanelSettings | None, press: Callable[[Heard], None]) -> None:
        self._shoe = shoe
        self._settings = panel
        self._press = press
        self._panel: Panel | None = None
        self._trouble = ""
        self._post: Callable[[Sighting], None] | None = None

    def start(self, post: Callable[[Sighting], None], journalled: Journalled) -> None:
        """Begin with the panel, so that no pulse of the gate is missed; see :meth:`engine.ports.CardSource.start`."""
        self._post = post
        if self._settings is not None and self._panel is None:
            self._open(self._settings)
        self._shoe.start(self._passed_on, journalled)

    def _open(self, settings: PanelSettings) -> None:
        try:
            self._panel = Panel(settings.wiring, factory(settings.pins), self._press, self._sensed)
        except PanelError as error:
            _log.error("the panel cannot be used: %s", error)
            self._trouble = str(error)
        else:
            self._trouble = ""
            self._panel.start()

    def _sensed(self, contact: Contact, at: float, *, is_active: bool) -> None:
        if isinstance(self._shoe, ShoeSource):
            self._shoe.sense(contact, at, is_active=is_active)

    def _passed_on(self, sighting: Sighting) -> None:
        if self._post is None:
            return
        if self._trouble and isinstance(sighting, Link) and sighting.state == "up":
            decides = self._settings is not None and self._settings.wiring.exit_gate is not None
            sighting = Link(state="lost" if decides else "attention", text=self._trouble)
        self._post(sighting)

    def tell(self, message: Message) -> None:
        """What everybody is told; any thread, never blocks."""
        if self._panel is not None:
            self._panel.tell(message)

    def acknowledge(self, origin: str) -> None:
        """The journal holds the event of this ``origin``."""
        self._shoe.acknowledge(origin)

    def shoe_started(self) -> None:
        """The journal holds that a new shoe began."""
        self._shoe.shoe_started()

    def health(self) -> tuple[Finding, ...]:
        """Of shoe and panel; any thread."""
        found = self._shoe.health()
        if self._panel is not None:
            return (*found, *self._panel.health())
        return (*found, Finding("panel", "fault", "cannot be used", self._trouble)) if self._trouble else found

    def stop(self) -> None:
        """End both."""
        self._shoe.stop()
        if self._panel is not None:
            self._panel.stop()
            self._panel = None
