"""What keys of the settings ask of each other, told beside what is wrong with each alone.

Each function is given sections as the file has them, which may be anything.
"""

from collections.abc import Iterable, Mapping

from deploy.fields import NO_READER, SHOE1
from deploy.mistakes import Mistake, shown
from deploy.sections import JournalSettings, ShoeSettings
from deploy.users import outside
from firmware_bridge.device import Contact


def of_reader(shoe: object, panel: object) -> Iterable[Mistake]:
    """What the reader that is named must have, and what others alone have."""
    if not isinstance(shoe, Mapping):
        return
    reader = shoe.get("reader", SHOE1)
    for key in ("port", "deck"):
        if reader != NO_READER and key not in shoe:
            yield Mistake(f"shoe.{key}", "missing", ShoeSettings.model_fields[key].description or "")
    for key in ("serial", "key"):
        if reader != SHOE1 and key in shoe:
            yield Mistake(f"shoe.{key}", f"only a {SHOE1} shoe has one", "leave it out")
    if reader == SHOE1 and isinstance(panel, Mapping):
        for contact in sorted({each.value for each in Contact} & set(panel)):
            yield Mistake(f"panel.{contact}", f"a {SHOE1} shoe has its own", "leave it out")


def of_journal(journal: object) -> Iterable[Mistake]:
    """What only goes together."""
    if not isinstance(journal, Mapping):
        return
    for key, other in (("key", "checkpoints"), ("checkpoints", "key")):
        if key not in journal and other in journal:
            yield Mistake(f"journal.{key}", "missing", f"give it with journal.{other}, or leave both out")
    rotate, keep = (journal.get(key, JournalSettings.model_fields[key].default) for key in ("rotate_days", "keep_days"))
    if isinstance(rotate, int) and isinstance(keep, int) and 1 <= keep < rotate:
        yield Mistake("journal.keep_days", f"{keep}, but a file is {rotate} days old when the next begins", "keep more")


def of_users(core: object, screen: object) -> Iterable[Mistake]:
    """Everybody in one list, and in the group that lets him reach the socket."""
    if not isinstance(core, Mapping) or not isinstance(screen, Mapping):
        return
    roles: dict[str, str] = {}
    named = [("core.user", core.get("user")), ("screen.user", screen.get("user"))]
    for key in ("technicians", "watchers"):
        names = core.get(key, [])
        named += [(f"core.{key}", name) for name in names] if isinstance(names, list | tuple) else []
    group = core.get("group")
    for key, name in named:
        if not isinstance(name, str):
            continue
        if name in roles and key != "screen.user":
            yield Mistake(key, f"{shown(name)} is named by {roles[name]} too", "give each user one role")
        roles.setdefault(name, key)
        if isinstance(group, str) and (wrong := outside(name, group)):
            yield wrong.under(key)
    if "group" not in core and set(roles.values()) - {"core.user"}:
        remedy = "give the group of all users that may connect, or the core's socket is for its own user alone"
        yield Mistake("core.group", "missing", remedy)
