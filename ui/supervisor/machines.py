"""The machine: versions, settings, staff, deck, journal; its devices; and whether the glass feels every touch."""

from typing import Final

from engine.looking import Machine as Told
from engine.looking import Member
from engine.ports import Finding
from engine.view import PublicView
from ui.opened import Screens
from ui.shown import Block, Button, Keys, Line, Lines, Sheet, Words
from ui.situation import Situation
from ui.supervisor.pages import Devices, Machine, Touching
from ui.supervisor.parts import back_to, lines_of, sheet, tabs, told_or
from ui.texts import text
from ui.theme import Tone

WHATS: Final = ("versions", "settings", "staff", "deck", "journal")
ON_A_MACHINE: Final = 14
"""Lines that are read at a time."""
FIELDS: Final = 24
"""Fields of the touch test."""
IN_ROW: Final = 6


def machine(situation: Situation, view: PublicView, page: Machine) -> Sheet:
    """One list at a time."""
    told = situation.inquiry.told if situation.inquiry is not None else None
    keys = _keys(page)
    title = text("sup.machine", what=text(f"sup.{page.what}"))
    if not isinstance(told, Told):
        return sheet(situation, view, title, (keys, *told_or(situation)), tabs("machine"))
    lines = _lines(told, page)
    if not lines:
        empty = {"staff": "sup.staff.none", "deck": "sup.deck.none"}.get(page.what, "sup.nothing")
        return sheet(situation, view, title, (keys, Words(text(empty))), tabs("machine"))
    first = page.page * ON_A_MACHINE
    blocks: tuple[Block, ...] = (keys, Lines(lines[first : first + ON_A_MACHINE]))
    if len(lines) > ON_A_MACHINE:
        pages = -(-len(lines) // ON_A_MACHINE)
        more = Button("more", text("sup.next"), opens=Machine(page.what, (page.page + 1) % pages), sign="asked")
        blocks = (*blocks, Keys((more,)))
    return sheet(situation, view, title, blocks, tabs("machine"))


def _keys(page: Machine | Devices) -> Keys:
    whats = tuple(
        Button(
            f"what:{what}",
            text(f"sup.{what}"),
            Tone.ASK,
            opens=Machine(what),
            is_picked=isinstance(page, Machine) and page.what == what,
        )
        for what in WHATS
    )
    devices = Button(
        "what:devices", text("sup.devices"), Tone.ASK, opens=Devices(), is_picked=isinstance(page, Devices)
    )
    touching = Button("touching", text("sup.touch_test"), Tone.ASK, opens=Touching())
    screen = Button("screen", text("sup.screen"), Tone.ASK, opens=Screens())
    return Keys((*whats, devices, touching, screen))


def _lines(told: Told, page: Machine) -> tuple[Line, ...]:
    match page.what:
        case "versions":
            return lines_of(told.versions)
        case "settings":
            return lines_of(told.settings)
        case "deck":
            return lines_of(told.deck)
        case "journal":
            return lines_of(told.journal)
        case "staff":
            return tuple(Line(member.staff, _duty(member)) for member in told.staff)


def _duty(member: Member) -> str:
    duty = text(f"sup.role.{member.duty}")
    return text("sup.locked", duty=duty) if member.is_locked else duty


def devices(situation: Situation, view: PublicView, page: Devices) -> Sheet:
    """How reader, line and panel are, and what to do."""
    findings = situation.health
    keys, title = _keys(page), text("sup.machine", what=text("sup.devices"))
    if not findings:
        return sheet(situation, view, title, (keys, Words(text("sup.asking"))), tabs("machine"))
    lines = Lines(tuple(Line(finding.part, finding.text) for finding in findings))
    remedies = tuple(_remedy(finding) for finding in findings if finding.remedy)
    return sheet(situation, view, title, (keys, lines, *remedies[:3]), tabs("machine"))


def _remedy(finding: Finding) -> Words:
    return Words(finding.remedy, Tone.LAST, "alarm")


def touching(situation: Situation, view: PublicView, page: Touching) -> Sheet:
    """Fields over the whole glass, each to be touched once."""
    left = FIELDS - len(page.touched)
    title = text("sup.touching", left=left) if left else text("sup.touching.done")
    fields = [
        Button(
            f"field:{at}",
            str(at + 1),
            Tone.PAY if at in page.touched else Tone.ASK,
            opens=Touching(page.touched | {at}),
            is_picked=at in page.touched,
            sign="check" if at in page.touched else "",
        )
        for at in range(FIELDS)
    ]
    rows = tuple(Keys(tuple(fields[at : at + IN_ROW])) for at in range(0, FIELDS, IN_ROW))
    return sheet(situation, view, title, rows, back_to(Machine()))
