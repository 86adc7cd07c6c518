"""The shoes that the settings can name, each as what makes its device from what the journal holds.

A shoe of another make comes as an adapter: a function ``(deck, journalled) -> Device`` in a package of its own, named
in the settings as ``package.module:function`` (docs/readers.md).
"""

import importlib
import secrets
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from engine.ports import Journalled
from firmware_bridge.device import Device
from firmware_bridge.errors import AdapterError
from firmware_bridge.firmware.shoe1 import NONCE
from firmware_bridge.fuse import Rule
from firmware_bridge.link import ShoeLink
from firmware_bridge.readers.pn532 import Pn532
from firmware_bridge.readers.r200 import R200
from firmware_bridge.readers.rdm6300 import Rdm6300
from firmware_bridge.readers.tag_reader import TagReader
from firmware_bridge.registry import Registry
from firmware_bridge.tag_shoe import TagShoe

MakeDevice: TypeAlias = Callable[[Journalled], Device]
"""Makes what speaks on the line; may raise a SourceError."""

READERS: Final[Mapping[str, Callable[[], TagReader]]] = MappingProxyType(
    {"rdm6300": Rdm6300, "pn532": Pn532, "r200": R200}
)
"""Readers that tell only tags, by the name that the settings give them."""


def shoe1_device(
    deck: Callable[[], Registry], *, serial: str | None = None, key: Callable[[], bytes | None] = lambda: None
) -> MakeDevice:
    """A shoe that speaks SHOE/1: of this serial alone if one is given, signed with this key if there is one."""

    def make(journalled: Journalled) -> Device:
        return ShoeLink(
            deck(),
            journalled,
            serial=serial,
            key=key(),
            nonce=lambda: secrets.token_bytes(NONCE),
            unix_ms=lambda: time.time_ns() // 1_000_000,
        )

    return make


def tag_device(
    reader: Callable[[], TagReader], deck: Callable[[], Registry], rule: Rule, *, has_white_card_sensor: bool
) -> MakeDevice:
    """A shoe made of a reader of tags and of the panel's contacts."""
    return lambda journalled: TagShoe(reader(), deck(), rule, journalled, has_white_card_sensor=has_white_card_sensor)


def adapter_device(name: str, deck: Callable[[], Registry]) -> MakeDevice:
    """The adapter that ``name`` (``package.module:function``) leads to, found when the device is made.

    Raises:
        AdapterError: at the making: there is no such module or function, or it fails.
    """

    def make(journalled: Journalled) -> Device:
        module, _, function = name.partition(":")
        try:
            made: Device = getattr(importlib.import_module(module), function)(deck(), journalled)
        except (ImportError, AttributeError, TypeError) as error:
            raise AdapterError(
                f"the shoe's adapter {name} cannot be used ({error}): install its package beside banca21, or correct "
                "shoe.reader in the settings"
            ) from error
        return made

    return make
