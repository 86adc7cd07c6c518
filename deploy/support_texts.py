"""What a technician's bundle says: versions, settings, journal, devices, link, counts, the services' own log.

Of the log it holds what :mod:`deploy.support_log` tells, of which no part is a card; whatever else wrote goes through
:mod:`deploy.scrubbing` besides. What cannot be told says why, and the rest is told all the same.
"""

import os
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from deploy import machine
from deploy.peers import Kind, StrangerError, admission
from deploy.scrubbing import Scrub
from deploy.settings import Settings, SettingsError
from deploy.support_log import MOST_DAYS, MOST_RECORDS, Alerts, History, alerts, history
from engine.ports import Finding
from firmware_bridge.registry import Registry, RegistryError
from ui.client import ClientError, health

SERVICE: Final = ("journalctl", "--unit=banca21*", "--lines=2000", "--output=short-iso", "--no-pager", "--quiet")
"""What tells the services' own log, where systemd keeps one."""
SERVICE_S: Final = 5.0
"""So long it is waited for, in seconds."""
SERVICE_B: Final = 1 << 20
"""Bytes of it that are looked at, the newest."""
HEALTH_S: Final = 3.0
"""So long a core is waited for, in seconds."""
README: Final = "README.txt"
MANIFEST: Final = "MANIFEST"
MEMBERS: Final[Mapping[str, str]] = {
    "versions.txt": "versions of banca21, of what it stands on, and of the system; when this was written",
    "settings.txt": "the table's settings, its rules and limits among them; of keys and secrets the files' names alone",
    "journal.txt": "how large the journal is, and the newest checkpoint; how many packs are enrolled",
    "health.txt": "how shoe, reader, line and panel are, as the running core tells it",
    "link.txt": "what became of the link to the shoe, of the clock, of the core and of the assistant, with times",
    "counts.txt": "alerts by kind; cards that left the shoe and those that passed unread, by hour and reader",
    "service.txt": "the newest lines of the services' own log, where the machine keeps one",
}
"""What is in a bundle beside :data:`README` and :data:`MANIFEST`, in its order."""
_OF_TABLE: Final = re.compile(r"(: table\.)(?!name:|rules|chips:|wagers:)[^\n]*?; ")
"""In a mistake of the settings: names of players, and what may be meant for one."""
_NO_JOURNAL: Final = "the settings cannot be read, so it is not known where the journal is: give it with --journal"


def texts(
    settings: Settings | SettingsError, journal: Path | None, now: str, told: Callable[[float], None]
) -> dict[str, str]:
    """Every member's text but the manifest's, in the bundle's order.

    Args:
        settings: the table's, or why there are none.
        journal: a journal's first file, instead of the settings'.
        now: UTC, ISO 8601.
        told: hears how far it is, 0 to 1.
    """
    path = journal or (settings.journal.path if isinstance(settings, Settings) else None)
    seen = history(path, lambda done: told(0.8 * done)) if path is not None else History(trouble=_NO_JOURNAL)
    scrub = _scrub(settings, seen)
    found = {
        "versions.txt": _pairs({"written": now, "table": table_of(settings) or "not known"} | machine.versions()),
        "settings.txt": _settings(settings, scrub),
        "journal.txt": _journal(settings, seen, scrub),
        "link.txt": _link(seen, scrub),
        "counts.txt": _counts(seen, alerts(path, seen.first) if path is not None else _NO_JOURNAL, scrub),
    }
    told(0.85)
    found["service.txt"] = "\n".join(_service(scrub)) + "\n"
    told(0.9)
    found["health.txt"] = "\n".join(_health(settings, scrub)) + "\n"
    told(0.95)
    return {README: _readme(settings, now)} | {name: found[name] for name in MEMBERS}


def table_of(settings: Settings | SettingsError) -> str:
    """The table's name; empty where it is not known."""
    return settings.table.name if isinstance(settings, Settings) else ""


def _scrub(settings: Settings | SettingsError, seen: History) -> Scrub:
    """One that knows whom the log and the settings name, and which tags are enrolled."""
    if isinstance(settings, SettingsError):
        return Scrub.of(seen.players, ())
    tags: list[str] = []
    if settings.shoe.deck is not None:
        with suppress(RegistryError):
            deck = Registry.load(settings.shoe.deck)
            tags = [*deck.cards, *deck.white]
    return Scrub.of({*seen.players, *settings.table.players.values()}, tags)


def _readme(settings: Settings | SettingsError, now: str) -> str:
    about = "\n".join(f"  {name:14}{what}" for name, what in MEMBERS.items())
    return f"""A technician's bundle of banca21, table {table_of(settings) or "not known"}, written {now} (UTC).

What is in it:
{about}
  {MANIFEST:14}the sha256 of each of them; check with: sha256sum -c {MANIFEST}

Of the log, the last {MOST_RECORDS:,} records are looked at, and of those the last {MOST_DAYS} days.

What is not in it: no card, neither of the open shoe nor of any other, no tag, nothing that opens a commitment; no name
of a player, nothing that anybody wagered, won or was paid; no note that people wrote; no key; of the staff no name, no
PIN, no badge, and a number only where somebody was denied.
Where a text could have held one of these, ## stands in its place, and {{… where a message was cut off.
"""


def _pairs(told: Mapping[str, str]) -> str:
    return "".join(f"{key}: {value}\n" for key, value in told.items())


def _settings(settings: Settings | SettingsError, scrub: Scrub) -> str:
    if isinstance(settings, Settings):
        return _pairs(machine.settings_told(settings))
    shown = _OF_TABLE.sub(r"\1…: not shown; ", str(settings))
    return "\n".join(["the settings cannot be used:", *scrub.lines(shown)]) + "\n"


def _journal(settings: Settings | SettingsError, seen: History, scrub: Scrub) -> str:
    if isinstance(settings, SettingsError):
        return scrub.line(seen.trouble or f"records {seen.first} to {seen.last}") + "\n"
    deck = {f"deck, {key}": text for key, text in machine.deck_told(settings).items() if key != "by"}
    told = machine.journal_told(settings) | deck
    return _pairs({key: scrub.line(text) for key, text in told.items()})


def _looked_at(seen: History, scrub: Scrub) -> Iterator[str]:
    yield f"records {seen.first} to {seen.last} were looked at" if seen.last else "no record was looked at"
    if seen.unreadable:
        yield f"{seen.unreadable} of them could not be read"
    if seen.trouble:
        yield scrub.line(seen.trouble)


def _link(seen: History, scrub: Scrub) -> str:
    lines = [*_looked_at(seen, scrub)]
    if seen.left_out:
        lines.append(f"{seen.left_out} older lines are left out")
    for seq, at, text, digest in seen.happened:
        settings = f", settings {digest}" if digest else ""
        lines.append(f"{scrub.line(at)}  record {seq}  {scrub.line(text)}{settings}")
    return "\n".join(lines) + "\n"


def _counts(seen: History, told: Alerts | str, scrub: Scrub) -> str:
    lines = [*_looked_at(seen, scrub), ""]
    if isinstance(told, str):
        lines.append(f"alerts cannot be counted: {scrub.line(told)}")
    else:
        lines.append(f"alerts of coups that are over, up to record {told.upto}:")
        lines += [f"  {code}: {count}" for code, count in sorted(told.counts.items())] or ["  none"]
    lines += ["", "cards that left the shoe, by hour (UTC) and reader; unread: of those that the log tells of by now"]
    lines += [f"  {each.hour}  {each.reader}  left {each.left}  unread {each.unread}" for each in seen.passes]
    return "\n".join(lines if seen.passes else [*lines, "  none"]) + "\n"


def _health(settings: Settings | SettingsError, scrub: Scrub) -> Iterator[str]:
    """How the parts are, by the core that runs."""
    if isinstance(settings, SettingsError):
        yield "the settings cannot be read, so it is not known where a core would answer"
        return
    if not _may_ask(settings):
        yield "the core tells this user nothing of its parts: run banca21 support as root or one of core.technicians"
        return
    try:
        found = health(settings.core.socket, timeout_s=HEALTH_S)
    except ClientError as error:
        yield scrub.line(f"no core answers this user: {error}")
        yield "banca21 doctor tests every part while no core runs"
        return
    for finding in found:
        yield from _finding(finding, scrub)


def _may_ask(settings: Settings) -> bool:
    """A core of these settings answers this user; one that watches it would leave without an answer."""
    try:
        return admission(settings).kind(os.geteuid()) is not Kind.WATCHER
    except StrangerError:
        return False


def _finding(finding: Finding, scrub: Scrub) -> Iterator[str]:
    yield scrub.line(f"{finding.state:5}  {finding.part}: {finding.text}")
    if finding.remedy and finding.state != "good":
        yield scrub.line(f"       {finding.remedy}")


def _service(scrub: Scrub) -> list[str]:
    """The newest lines of the services' log, or why there are none."""
    try:
        ran = subprocess.run(
            SERVICE,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=SERVICE_S,
            check=False,
            env=os.environ | {"LC_ALL": "C"},
        )
    except OSError as error:
        return [f"this machine has no {SERVICE[0]} ({error.strerror}): its services have no log here"]
    except subprocess.TimeoutExpired:
        return [f"{SERVICE[0]} did not answer within {SERVICE_S:.0f} s"]
    lines = scrub.lines(ran.stdout[-SERVICE_B:].decode(errors="replace").rstrip("\n"))
    if ran.returncode != 0 or lines == [""]:
        why = ran.stderr.decode(errors="replace").strip() or "it is empty, or this user may not read it"
        return [scrub.line(f"no log of the services: {' '.join(why.split())}"), *filter(None, lines)]
    return lines
