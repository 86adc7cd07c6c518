"""Pictures of the screen, as it is on the glass: ``python -m ui.screenshots docs/images [name …]``.

Without names, those of the documentation; ``all`` for every state; ``--display`` to draw on a display;
``--size=1280x720@8.2`` for another size, with its pixels a millimetre; ``--language=zh_Hant`` for another language.
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from msgspec import structs

from engine.answers import Refusal
from engine.articles import Article
from engine.cards import Rank, Suit
from engine.messages import Answered, Pending
from engine.view import Condition
from ui.app import configure
from ui.opened import Naming
from ui.options import Screen
from ui.pad_samples import PADS
from ui.presenter import settings_page, shown
from ui.samples import SITUATIONS, VIEWS
from ui.shown import Button, Shown
from ui.situation import Situation
from ui.texts import SOURCE, speak

DOCUMENTED: Final = (
    "take_wagers", "deal", "offer_ace", "ask", "ask_after_bust", "ace_up", "split_second", "turn_hidden", "settle",
    "settle_split", "last_coup", "name_card", "reconcile", "lost", "missing", "core_restarting", "fault",
)  # fmt: skip
"""The states that the documentation shows."""
SOCKET: Final = "/run/banca21/core.sock"
"""Named on the waiting page."""
SIZE: Final = "800x480@5.2"
"""The 7-inch display."""
REFUSED: Final = Refusal("there is no wager yet", Article.BOXES, "nobody_wagers", {})
"""What a press came to."""
SETTINGS_ERRORS: Final = (
    "/etc/banca21/table.toml\n"
    "rules.decks: 9 packs in a shoe; give 2 to 8 (article 1b)\n"
    "rules.boxes: 5 boxes; give 6 or 7 (article 2(3))"
)
"""What a wrong settings file says."""
NEARLY_FULL: Final = (
    "/var/lib/banca21: 41 MiB free, 64 MiB are needed to begin a coup: the open coup can be ended; make room "
    "(du -xh /var/lib/banca21 | sort -h | tail)"
)
"""What a disk that is nearly full says."""


def situations() -> dict[str, Situation]:
    """Every situation that is pictured, by name."""
    asked = SITUATIONS["take_wagers"].sending(("1",), Button("primary", ""), 0.0)
    picked = replace(SITUATIONS["name_card"], opened=Naming(rank=Rank.EIGHT, suit=Suit.HEARTS))
    nearly_full = structs.replace(VIEWS["take_wagers"], conditions=(Condition("disk_nearly_full", NEARLY_FULL),))
    return {
        **SITUATIONS,
        **PADS,
        "refused": asked.after(Answered(id="1", seq=None, refused=REFUSED), 0.0).at(1.0),
        "name_card_picked": picked,
        "saving": SITUATIONS["ask"].after(Pending(since="2026-01-31T12:00:00.000Z"), 0.0),
        "disk_nearly_full": replace(SITUATIONS["take_wagers"], view=nearly_full),
    }


def pictures() -> dict[str, Shown]:
    """Every picture by name, in the language that is spoken."""
    made = {name: shown(situation, SOCKET) for name, situation in situations().items()}
    return made | {"settings_errors": settings_page(SETTINGS_ERRORS)}


def size_of(words: str) -> tuple[tuple[int, int], float]:
    """Width and height in pixels, and how many of them a millimetre has, from ``1280x720@8.2``."""
    size, _, px_per_mm = words.partition("@")
    width, _, height = size.partition("x")
    return (int(width), int(height)), float(px_per_mm)


def main(folder: Path, names: list[str], size: tuple[tuple[int, int], float], language: str) -> None:
    """Draw the states ``names`` into ``folder``."""
    speak(language)
    configure(Screen(socket=Path(SOCKET), size=size[0], is_offscreen="--display" not in sys.argv))
    from ui.snapshot import Snapshot

    folder.mkdir(parents=True, exist_ok=True)
    snapshot = Snapshot(*size)
    for name, what in pictures().items():
        if name in names or "all" in names:
            snapshot.save(what, folder / f"{name}.png")


if __name__ == "__main__":
    chosen = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    given = dict(
        argument[2:].split("=", 1) for argument in sys.argv[1:] if argument.startswith("--") and "=" in argument
    )
    language = given.get("language", SOURCE)
    main(Path(chosen[0]), chosen[1:] or list(DOCUMENTED), size_of(given.get("size", SIZE)), language)
