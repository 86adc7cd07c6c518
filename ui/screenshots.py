"""Pictures of every state, as they are on the glass: ``python -m ui.screenshots docs/images [name …]``."""

import sys
from pathlib import Path
from typing import Final

from ui.app import Screen, configure
from ui.presenter import settings_page, shown
from ui.samples import SITUATIONS
from ui.shown import Shown

SOCKET: Final = "/run/banca21/core.sock"
"""Named on the waiting page."""
SETTINGS_ERRORS: Final = (
    "/etc/banca21/table.toml\n"
    "rules.decks: 9 packs in a shoe; give 2 to 8 (article 1b)\n"
    "rules.boxes: 5 boxes; give 6 or 7 (article 2(3))"
)
"""What a wrong settings file says."""


def pictures() -> dict[str, Shown]:
    """Every picture by name."""
    made = {name: shown(situation, SOCKET) for name, situation in SITUATIONS.items()}
    refused = shown(SITUATIONS["ask"])
    return made | {"settings_errors": settings_page(SETTINGS_ERRORS), "ask_again": refused}


def main(folder: Path, names: list[str]) -> None:
    """Draw the states ``names`` (all where there are none) into ``folder``."""
    configure(Screen(socket=Path(SOCKET), is_offscreen="--display" not in sys.argv))
    from ui.snapshot import Snapshot

    folder.mkdir(parents=True, exist_ok=True)
    snapshot = Snapshot()
    for name, what in pictures().items():
        if not names or name in names:
            snapshot.save(what, folder / f"{name}.png")


if __name__ == "__main__":
    chosen = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    main(Path(chosen[0]), chosen[1:])
