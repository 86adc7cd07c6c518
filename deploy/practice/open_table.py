"""Whether a table is open here: then nobody practises at this machine.

TableIsOpenError (RuntimeError): a table is open, or nobody can say that it is not
"""

import time
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from deploy.sections import CoreSettings
from engine.messages import Message, Update
from ui.client import CoreClient

ANSWER_S: Final = 2.0
"""How long a core may take to tell how its table is, in seconds."""
USUAL: Final[Path] = CoreSettings.model_fields["socket"].default
"""Where a core listens if its settings say nothing, or cannot be read."""


class TableIsOpenError(RuntimeError):
    """Here is a table that is open: nobody practises beside it."""


def see_that_no_table_is_open(socket: Path | None) -> None:
    """Ask the core at ``socket`` whether its table is closed; ``None``: at the usual place. No core, no table.

    Raises:
        TableIsOpenError: it is open, or the core does not tell.
    """
    at = socket or USUAL
    heard: SimpleQueue[Message | None] = SimpleQueue()
    client = CoreClient(at, heard.put, lambda: heard.put(None))
    client.start()
    try:
        _hear(at, heard)
    finally:
        client.close()


def _hear(at: Path, heard: "SimpleQueue[Message | None]") -> None:
    until = time.monotonic() + ANSWER_S
    while (left_s := until - time.monotonic()) > 0:
        try:
            message = heard.get(timeout=left_s)
        except Empty:
            break
        if message is None:
            return
        if isinstance(message, Update):
            if message.view.is_closed:
                return
            raise TableIsOpenError(
                f"table {message.view.table} is open (its core answers at {at}): nobody practises at an open table; "
                "close it on the screen first (Table, Close), or practise at another machine"
            )
    raise TableIsOpenError(
        f"the core at {at} does not tell whether its table is closed: see what is wrong with banca21 doctor, "
        "or practise at another machine"
    )
