"""The sections of the settings file. A field's description is the remedy that a person is told when it is wrong."""

import typing
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, StrictInt
from pydantic.fields import FieldInfo

from deploy.fields import (
    READER_NAMES,
    SHOE1,
    ChipValues,
    File,
    GroupName,
    Name,
    Pixels,
    Players,
    Reader,
    Rules,
    Seconds,
    Socket,
    Sounds,
    UserName,
    UserNames,
    Wagers,
)
from deploy.panel import PanelSettings, panel_settings
from engine.betting import LONGEST_NAME
from engine.rules import TableRules
from ui.choices import DIM_AFTER_S, LEAST_BRIGHTNESS, Choices, Cue, Hand, Language


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True)


class TableSettings(_Section):
    """The table: its name, its rules, and who sits there when it opens."""

    name: Name = Field(description=f'give the table\'s name, 1 to {LONGEST_NAME} characters, such as "BJ-01"')
    rules: Rules = Field(default=TableRules(), description="write the rules as a table, [table.rules]")
    chips: ChipValues = Field(
        default=(), description="give what the chips are worth, whole avos above 0 as a list: [100, 500, 2500, 10000]"
    )
    wagers: Wagers = Field(default="amounts", description='give "amounts" or "none"')
    players: Players = Field(
        default_factory=lambda: MappingProxyType({}),
        description="write the players as a table, [table.players], box = name",
    )


class ShoeSettings(_Section):
    """The shoe on its wire."""

    reader: Reader = Field(
        default=SHOE1,
        description=f"give {', '.join(READER_NAMES)}, or an adapter as package.module:function",
    )
    port: File | None = Field(
        default=None, description='give the shoe\'s serial device, such as "/dev/serial/by-id/usb-…"'
    )
    serial: Annotated[str, Field(min_length=1)] | None = Field(
        default=None,
        description="give the serial number that the shoe reports, as text, or leave it out to take any shoe",
    )
    key: File | None = Field(
        default=None, description="give the file of the shoe's key in hex, or leave it out where the shoe has none"
    )
    deck: File | None = Field(
        default=None, description='give the CSV file of the enrolled tags: a line "tag,card", then one for each card'
    )
    reads: Annotated[StrictInt, Field(ge=2, le=20)] | None = Field(
        default=None, description="give a whole number of agreeing reads from 2 to 20"
    )
    before_ms: Annotated[StrictInt, Field(ge=50, le=5000)] = Field(
        default=500, description="give milliseconds from 50 to 5000"
    )
    after_ms: Annotated[StrictInt, Field(ge=0, le=2000)] = Field(
        default=150, description="give milliseconds from 0 to 2000"
    )


class JournalSettings(_Section):
    """Where everything that happened is kept, how long, and who witnesses it."""

    path: File = Field(default=Path("/var/lib/banca21/journal.db"), description="give the journal's file")
    key: File | None = Field(
        default=None,
        description="give the file of the Ed25519 private key: openssl genpkey -algorithm ed25519 -out FILE",
    )
    checkpoints: File | None = Field(
        default=None, description="give the folder of the signed checkpoints, best on another medium"
    )
    rotate_days: Annotated[StrictInt, Field(ge=1, le=3660)] = Field(
        default=31, description="give the days after which a new file begins, 1 to 3660"
    )
    keep_days: Annotated[StrictInt, Field(ge=1, le=36500)] = Field(
        default=400, description="give the days that a file is kept, rotate_days to 36500"
    )
    room_mib: Annotated[StrictInt, Field(ge=16, le=100000)] = Field(
        default=64, description="give the MiB that must be free for a coup to begin, 16 to 100000"
    )


class PeopleSettings(_Section):
    """Who of the staff may do what: the whole section, or none."""

    staff: File = Field(description="give the staff file: banca21 staff begin makes it")
    attempts: File = Field(description="give the file in which wrong PINs are counted")
    pepper: File = Field(
        description="give the file of the pepper, for the eyes of the core's user alone: openssl rand -hex 32"
    )


class CoreSettings(_Section):
    """Where the core listens, as which user it runs, and who may talk to it."""

    socket: Socket = Field(default=Path("/run/banca21/core.sock"), description="give the path of the core's socket")
    user: UserName | None = Field(
        default=None, description='give the user that the core runs as, such as "banca21-core", or leave it out'
    )
    group: GroupName | None = Field(
        default=None, description='give the group of all who may connect, such as "banca21", or leave it out'
    )
    technicians: UserNames = Field(default=(), description='give the technicians\' user names as a list: ["anna"]')
    watchers: UserNames = Field(
        default=(), description='give the user names of who may watch the table as a list: ["pit"]'
    )


class ScreenSettings(_Section):
    """The dealer's screen."""

    size: tuple[Pixels, Pixels] = Field(
        default=(800, 480), strict=False, description="give width and height in pixels, such as [800, 480]"
    )
    px_per_mm: float = Field(
        default=5.2,
        gt=0,
        le=100,
        allow_inf_nan=False,
        description="give pixels per millimetre of the display, such as 5.2",
    )
    fullscreen: bool = Field(default=True, description="give true or false")
    user: UserName | None = Field(
        default=None,
        description='give the user that the screen runs as, such as "banca21-screen", or leave it out',
    )
    language: Language = Field(
        default="en", description=f"give one of {', '.join(typing.get_args(Language))}, in quotes"
    )
    hand: Hand = Field(default="right", description='give "right" or "left"')
    brightness: Annotated[StrictInt, Field(ge=LEAST_BRIGHTNESS, le=100)] = Field(
        default=100, description=f"give percent from {LEAST_BRIGHTNESS} to 100"
    )
    dim_after_s: Seconds = Field(
        default=300, description=f"give seconds, one of {', '.join(map(str, DIM_AFTER_S))}; 0: never"
    )
    sounds: Sounds = Field(
        default=frozenset(Cue), description=f"give a list of those that are on, of {', '.join(Cue)}, or []"
    )
    choices: File = Field(
        default=Path("/var/lib/banca21-screen/choices.json"),
        description="give the file, in a folder of the screen's user, that keeps what people chose on the screen",
    )

    @property
    def chosen(self) -> Choices:
        """What holds until people choose otherwise on the screen."""
        return Choices(
            language=self.language,
            hand=self.hand,
            brightness=self.brightness,
            dim_after_s=self.dim_after_s,
            sounds=self.sounds,
        )


class ReportsSettings(_Section):
    """Where reports go that are asked for at the screen."""

    folder: File = Field(
        default=Path("/media/banca21"),
        description="give the folder at which sticks are mounted, or one of the folders directly in it",
    )


class Settings(_Section):
    """One table's settings, sound as a whole."""

    table: TableSettings
    shoe: ShoeSettings
    panel: Annotated[PanelSettings | None, PlainValidator(panel_settings)] = None
    journal: JournalSettings = JournalSettings()
    core: CoreSettings = CoreSettings()
    screen: ScreenSettings = ScreenSettings()
    people: PeopleSettings | None = None
    reports: ReportsSettings = ReportsSettings()
    _digest: str = ""

    def model_post_init(self, context: dict[str, Any] | None) -> None:
        """Keep what the file's bytes hash to."""
        self._digest = context["digest"] if context else ""

    @property
    def digest(self) -> str:
        """SHA-256 of the file's bytes in hexadecimal digits; empty where there is no file."""
        return self._digest


SECTIONS: Final[dict[str, dict[str, FieldInfo]]] = {
    "table": TableSettings.model_fields,
    "shoe": ShoeSettings.model_fields,
    "journal": JournalSettings.model_fields,
    "core": CoreSettings.model_fields,
    "screen": ScreenSettings.model_fields,
    "people": PeopleSettings.model_fields,
    "reports": ReportsSettings.model_fields,
}
"""The file's sections and the keys of each."""
OPTIONAL: Final = ("people",)
"""Sections that are there or not, as a whole."""
