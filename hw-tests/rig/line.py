"""A pseudo-terminal under a name: what appears where a shoe, or the fault proxy, is plugged in."""

import contextlib
import os
import tty
from pathlib import Path


class Line:
    """Plugged in from the start. Both ends are ours, so that a host that closes its own does not hang up on us."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.near, self._far = os.openpty()
        tty.setraw(self._far)
        os.set_blocking(self.near, False)
        self._target = os.ttyname(self._far)
        new = path.with_name(path.name + ".new")
        new.unlink(missing_ok=True)
        new.symlink_to(self._target)
        new.replace(path)

    def close(self) -> None:
        """Unplug: whoever has it open is hung up on, and the name is gone if it is still ours."""
        with contextlib.suppress(FileNotFoundError):  # the folder may be on its way out too
            if str(self.path.readlink()) == self._target:
                self.path.unlink()
        os.close(self.near)
        os.close(self._far)
