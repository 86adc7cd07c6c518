"""What a supervisor has opened, page by page, and what each asks of the log: frozen values, no part of the table."""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, assert_never

from engine.journal.found import Filters
from engine.looking import (
    AskAlerts,
    AskCoups,
    AskExport,
    AskFigures,
    AskMachine,
    AskPassport,
    AskStep,
    AskSupport,
    AskVerify,
    Form,
    Question,
    StandingAlert,
)
from ui.person import Person

ON_A_PAGE: Final = 5
"""Rows that a sheet has room for."""
HOURS: Final = (8, 24, 168)
"""How long a time figures are told of: a shift, a day, a week."""
BARS: Final = {8: 3600, 24: 2 * 3600, 168: 24 * 3600}
"""How long one bar is, in seconds."""


ANY: Final = Filters()
"""Every coup."""


@dataclass(frozen=True, slots=True)
class Coups:
    """Coups that are over, the newest first."""

    filters: Filters = ANY
    minutes: int | None = None
    """Those that ended so long ago at most."""
    before: tuple[int, ...] = ()
    """Where each page begins after the first: behind this record."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What coups are looked for by."""

    coups: Coups
    what: Literal["", "shoe", "coup", "dealer", "outcome", "alert"] = ""
    """What is being chosen or typed; empty: nothing yet."""
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Replay:
    """A coup step by step."""

    coup: int
    """By its first record."""
    at: int = 0
    is_open: bool = True
    """Cards that lay face down are shown too."""
    back: Coups = Coups()


@dataclass(frozen=True, slots=True)
class Dispute:
    """A box of a coup: what it was paid, and whether it is held."""

    box: int
    back: Replay


@dataclass(frozen=True, slots=True)
class Correcting:
    """A payout is put right. Amounts in avos, from the player's side."""

    coup: int
    """Its number."""
    box: int
    hand: int
    player: str
    was: int
    back: Dispute
    amount: int = 0
    is_loss: bool = False


@dataclass(frozen=True, slots=True)
class Alerts:
    """Those that nobody has acknowledged."""

    before: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Alert:
    """One of them: where it came from, and that it was read."""

    standing: StandingAlert
    back: Alerts


@dataclass(frozen=True, slots=True)
class Figures:
    """How the table did."""

    what: Literal["money", "pace", "troubles"] = "money"
    hours: int = HOURS[0]
    back: int = 0
    """So many such times ago."""


@dataclass(frozen=True, slots=True)
class Log:
    """What is done about the log as a whole: proofs and reports."""

    form: Form = "pdf"


@dataclass(frozen=True, slots=True)
class Shoe:
    """The passport of a shoe; ``None``: of the last that is over."""

    shoe: int | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """The whole log is proved."""

    proofs: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class File:
    """A report, or a technician's bundle, is written to the stick."""

    what: Literal["coup", "shoe", "span", "support"]
    form: Form = "pdf"
    language: str = "en"
    coup: int | None = None
    shoe: int | None = None
    hours: int = 8
    proofs: tuple[Person, ...] = ()
    back: "Page | None" = None


@dataclass(frozen=True, slots=True)
class Machine:
    """What this table's machine is, and how its devices are."""

    what: Literal["versions", "settings", "staff", "deck", "journal"] = "versions"
    page: int = 0


@dataclass(frozen=True, slots=True)
class Devices:
    """How reader, line and panel are."""


@dataclass(frozen=True, slots=True)
class Touching:
    """The glass is tried: each field is to be touched once."""

    touched: frozenset[int] = field(default_factory=frozenset)


Page: TypeAlias = (
    Coups
    | Finding
    | Replay
    | Dispute
    | Correcting
    | Alerts
    | Alert
    | Figures
    | Log
    | Shoe
    | Proof
    | File
    | Machine
    | Devices
    | Touching
)
"""Whatever a supervisor can have open."""
PAGES: Final = (
    Coups, Finding, Replay, Dispute, Correcting, Alerts, Alert, Figures, Log, Shoe, Proof, File, Machine, Devices,
    Touching,
)  # fmt: skip
"""Their types."""
FRESH: Final = (Coups, Dispute, Alerts)
"""Those that are asked for anew when something has happened at the table."""
VOUCHED: Final = (Proof, File)
"""Those that take a PIN where the table has staff."""


def question(page: Page) -> Question | None:  # noqa: PLR0911 - one line a page
    """What ``page`` asks of the log."""
    match page:
        case Coups(filters=filters, minutes=minutes, before=before):
            return AskCoups(filters=filters, minutes=minutes, limit=ON_A_PAGE, before=before[-1] if before else None)
        case Replay(coup=coup, at=at):
            return AskStep(coup=coup, at=at)
        case Dispute(back=back) | Correcting(back=Dispute(back=back)):
            return question(back)
        case Alerts(before=before):
            return AskAlerts(limit=ON_A_PAGE, before=before[-1] if before else None)
        case Figures(hours=hours, back=back):
            return AskFigures(hours=hours, back=back, step_s=BARS[hours])
        case Shoe(shoe=shoe):
            return AskPassport(shoe=shoe)
        case Proof():
            return AskVerify()
        case File():
            return _writing(page)
        case Machine():
            return AskMachine()
        case Finding() | Alert() | Log() | Devices() | Touching():
            return None
        case _:
            assert_never(page)


def _writing(page: File) -> Question:
    if page.what == "support":
        return AskSupport()
    return AskExport(
        what=page.what,
        form=page.form,
        language=page.language,
        coup=page.coup,
        shoe=page.shoe,
        hours=page.hours if page.what == "span" else 0,
    )
