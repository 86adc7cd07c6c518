"""The users of this machine that the settings name, and how a process that root started becomes one of them.

A process becomes its user itself, before it opens anything, whether ``banca21 run`` started it, or systemd, or a person
who is root. Were it done where processes are started, one started by hand would run as root.
"""

import grp
import os
import pwd
from typing import Self

import msgspec

from deploy.mistakes import Mistake, shown


class NotThatUserError(PermissionError):
    """This process cannot be the user that the settings name."""


class User(msgspec.Struct, frozen=True):
    """One user, with all groups that he is in."""

    name: str
    uid: int
    gid: int
    groups: tuple[int, ...]
    home: str

    @classmethod
    def named(cls, name: str) -> Self:
        """The user of this name.

        Raises:
            KeyError: there is none.
        """
        entry = pwd.getpwnam(name)
        groups = tuple(os.getgrouplist(name, entry.pw_gid))
        return cls(name, entry.pw_uid, entry.pw_gid, groups, entry.pw_dir)


def must_become(user: User) -> bool:
    """Whether this process is root and must become ``user``; ``False``: it is that user already.

    Raises:
        NotThatUserError: it is another, and not root.
    """
    me = os.geteuid()
    if me == user.uid:
        return False
    if me != 0:
        raise NotThatUserError(
            f"this is the user {me}, but the settings name {user.name} (core.user, screen.user): "
            f"start it as root or as {user.name}"
        )
    return True


def become(user: User) -> None:
    """Be ``user`` from now on, with no way back; nothing where this process is that user already.

    The kernel forgets PR_SET_PDEATHSIG and PR_SET_DUMPABLE here (prctl(2)): set them afterwards.

    Raises:
        NotThatUserError: it is another, and not root.
    """
    if not must_become(user):
        return
    os.setgroups(user.groups)
    os.setresgid(user.gid, user.gid, user.gid)
    os.setresuid(user.uid, user.uid, user.uid)
    os.environ |= {"HOME": user.home, "USER": user.name, "LOGNAME": user.name}


def become_and_run(user: User) -> None:
    """Be ``user`` from now on, who must be able to read what is still to be imported.

    Raises:
        NotThatUserError: this process cannot be that user, or that user cannot read the code.
    """
    become(user)
    for code in (os.__file__, __file__):
        if not os.access(code, os.R_OK):
            raise NotThatUserError(
                f"{code}: {user.name} cannot read it: install Python and banca21 where every user can, as in /opt"
            )


def no_such_user(name: str) -> Mistake | None:
    """That nobody here has this name, if so."""
    try:
        pwd.getpwnam(name)
    except (KeyError, ValueError):
        remedy = "make the user first (adduser --system NAME), or give the name of one who is here"
        return Mistake("", f"{shown(name)}: no such user", remedy)
    return None


def no_such_group(name: str) -> Mistake | None:
    """That no group here has this name, if so."""
    try:
        grp.getgrnam(name)
    except (KeyError, ValueError):
        remedy = "make the group first (addgroup --system NAME), or give the name of one that is here"
        return Mistake("", f"{shown(name)}: no such group", remedy)
    return None


def outside(name: str, group: str) -> Mistake | None:
    """That the user is not in the group, if so; users and groups that are not here are told of elsewhere."""
    try:
        is_in = grp.getgrnam(group).gr_gid in User.named(name).groups
    except (KeyError, ValueError):
        return None
    if is_in:
        return None
    return Mistake("", f"{shown(name)} is not in the group {shown(group)}", f"run: adduser {name} {group}")
