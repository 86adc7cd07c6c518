"""Pictures of the screen, as it is on the glass: ``python -m ui.screenshots FOLDER [NAME …]``."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import click
from msgspec import structs

from engine.answers import Refusal
from engine.articles import Article
from engine.cards import Rank, Suit
from engine.messages import Answered, Pending
from engine.reasons import Reason
from engine.view import Condition
from ui.app import configure
from ui.opened import Naming
from ui.options import Screen
from ui.pads.samples import PADS
from ui.presenter import settings_page, shown
from ui.samples import SITUATIONS, VIEWS
from ui.shown import Button, Shown
from ui.situation import Situation
from ui.supervisor.samples import SHEETS
from ui.texts import LANGUAGES, speak

SHEET: Final[dict[str, tuple[str, ...]]] = {"dealer": (
    "wagers", "wagering_chips", "deal", "offer_keys", "ask", "ask_after_bust", "split_second", "several_bettors_asked",
    "slips", "settle", "settle_split", "name_card", "reconcile", "lost", "people_pin", "last_coup", "matters", "screen",
    "hand_deal", "core_restarting",
), "supervisor": (
    "sup_coups", "sup_coups_of_box", "sup_finding", "sup_replay_card", "sup_replay_settled", "sup_dispute",
    "sup_correcting", "sup_alerts", "sup_figures", "sup_figures_pace", "sup_figures_troubles", "sup_log",
    "sup_proof_intact", "sup_shoe", "sup_written", "sup_machine_staff",
), "practice": (
    "practice_menu", "practice_begins", "practice_ask", "practice_offer", "practice_report", "practice_question",
    "practice_wrong", "practice_score",
)}  # fmt: skip
"""The states of a sheet, by whose it is."""
SOCKET: Final = "/run/banca21/core.sock"
"""Named on the waiting page."""
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
    refusal = {"betting_closed": Reason.DISK_NEARLY_FULL.refusal()}
    told = (Condition("disk_nearly_full", NEARLY_FULL),)
    nearly_full = structs.replace(VIEWS["take_wagers"], conditions=told, not_now=refusal)
    return {
        **SITUATIONS,
        **PADS,
        **SHEETS,
        "refused": asked.after(Answered(id="1", seq=None, refused=REFUSED), 0.0).at(1.0),
        "name_card_picked": picked,
        "saving": SITUATIONS["ask"].after(Pending(since="2026-01-31T12:00:00.000Z"), 0.0),
        "disk_nearly_full": replace(SITUATIONS["take_wagers"], view=nearly_full),
    }


def pictures() -> dict[str, Shown]:
    """Every picture by name, in the language that is spoken."""
    made = {name: shown(situation, SOCKET) for name, situation in situations().items()}
    return made | {"settings_errors": settings_page(SETTINGS_ERRORS)}


SIZES: Final = ("800x480@5.2", "1280x720@8.2", "720x1280@8.2")
"""The official 7-inch display, a finer one of the same size, and the same upright."""


def size_of(words: str) -> tuple[tuple[int, int], float]:
    """Width and height in pixels, and how many of them a millimetre has, from ``1280x720@8.2``.

    Raises:
        click.BadParameter: it has not that form.
    """
    size, _, px_per_mm = words.partition("@")
    width, _, height = size.partition("x")
    try:
        return (int(width), int(height)), float(px_per_mm)
    except ValueError as error:
        message = f"{words!r} is no size: write width, height and pixels a millimetre as {SIZES[0]}"
        raise click.BadParameter(message) from error


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("names", nargs=-1)
@click.option("--size", "sizes", multiple=True, help=f"Pixels, and pixels a millimetre; else {', '.join(SIZES)}.")
@click.option("--language", "languages", multiple=True, type=click.Choice(list(LANGUAGES)), help="Else all of them.")
@click.option("--sheet", type=click.Choice(list(SHEET)), help="One picture of many states for each size and language.")
@click.option("--display", is_flag=True, help="Draw on a display.")
def main(  # noqa: PLR0917 - its options
    folder: Path,
    names: tuple[str, ...],
    sizes: tuple[str, ...],
    languages: tuple[str, ...],
    sheet: str | None,
    display: bool,
) -> None:
    """Draw the states NAMES, else all, into FOLDER: a folder or a sheet for each language and size."""
    configure(Screen(socket=Path(SOCKET), is_offscreen=not display))
    from ui.snapshot import Snapshot, save_sheet

    for size in sizes or SIZES:
        snapshot = Snapshot(*size_of(size))
        for language in languages or LANGUAGES:
            speak(language)
            states = pictures()
            chosen = names or (tuple(states) if sheet is None else SHEET[sheet])
            if unknown := [name for name in chosen if name not in states]:
                message = f"no state is named {unknown[0]!r}; they are {', '.join(states)}"
                raise click.BadParameter(message)
            own = folder / f"{language}-{size.partition('@')[0]}"
            if sheet is not None:
                own = own.with_name(f"{sheet}-{own.name}")
                folder.mkdir(parents=True, exist_ok=True)
                save_sheet(snapshot, [states[name] for name in chosen], own.with_suffix(".png"))
            else:
                own.mkdir(parents=True, exist_ok=True)
                for name in chosen:
                    snapshot.save(states[name], own / f"{name}.png")


if __name__ == "__main__":
    main()
