"""The shoe that the settings describe, put together."""

from collections.abc import Callable

from deploy.settings import NO_READER, SHOE1, Settings
from firmware_bridge import key_file
from firmware_bridge.by_hand import ByHand
from firmware_bridge.fuse import Rule
from firmware_bridge.panel.wiring import Wiring
from firmware_bridge.registry import Registry
from firmware_bridge.shoe_source import ShoeSource
from firmware_bridge.shoes import READERS, MakeDevice, adapter_device, shoe1_device, tag_device


def card_source(settings: Settings) -> ShoeSource | ByHand:
    """The shoe of the settings, or none."""
    deck = settings.shoe.deck
    if settings.shoe.reader == NO_READER or deck is None:
        return ByHand()
    return shoe_source(settings, lambda: Registry.load(deck))


def shoe_source(settings: Settings, deck: Callable[[], Registry]) -> ShoeSource:
    """The shoe of the settings, with this deck.

    Raises:
        ValueError: the settings name no port.
    """
    if settings.shoe.port is None:
        raise ValueError("the settings name no port")
    return ShoeSource(settings.shoe.port, device(settings, deck))


def device(settings: Settings, deck: Callable[[], Registry]) -> MakeDevice:
    """What speaks on the line."""
    shoe = settings.shoe
    if shoe.reader == SHOE1:
        key = shoe.key
        return shoe1_device(deck, serial=shoe.serial, key=lambda: None if key is None else key_file.load(key))
    if shoe.reader in READERS:
        wiring = settings.panel.wiring if settings.panel is not None else Wiring()
        has_gate = wiring.exit_gate is not None
        return tag_device(
            READERS[shoe.reader],
            deck,
            Rule(
                has_gate=has_gate,
                reads=shoe.reads or READERS[shoe.reader]().reads + (not has_gate),
                before_s=shoe.before_ms / 1000,
                after_s=shoe.after_ms / 1000,
            ),
            has_white_card_sensor=wiring.white_card is not None,
        )
    return adapter_device(shoe.reader, deck)
