"""A sync that takes its time blocks nobody: who is connected is told since when something waits to be safe.

The table's thread waits in the sync itself, so a thread of its own, ``stall``, looks at it.
"""

import threading
from collections.abc import Callable
from typing import Final

from engine.messages import Pending

LOOK_S: Final = 0.05
"""Between two looks, in seconds: so an append is told of 50 to 100 ms after it began."""


class StallWatch:
    """Tells of an append that is not over from one look to the next.

    Args:
        pending_since: of what waits to be durable now, UTC; ``None``: nothing does.
        tell: tells everybody; any thread, never blocks.
    """

    def __init__(self, pending_since: Callable[[], str | None], tell: Callable[[Pending], None]) -> None:
        self._pending_since = pending_since
        self._tell = tell
        self._told = Pending(since=None)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="stall", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        before: str | None = None
        while not self._stopped.wait(LOOK_S):
            since = self._pending_since()
            self._look(since if since == before else None)
            before = since

    def _look(self, since: str | None) -> None:
        if since != self._told.since:
            self._told = Pending(since=since)
            self._tell(self._told)
