"""Everything a finger can touch on a table's screen."""

from collections.abc import Iterator

from ui.shown import Button, Table


def touchable(seen: Table) -> Iterator[Button]:
    """The primary, those beside it, and those of the open pad or, where none covers them, of the boxes."""
    yield from (seen.primary, *seen.row)
    if seen.pad is not None:
        yield from seen.pad.sentences
        for row in seen.pad.rows:
            yield from row
        return
    for box in seen.boxes:
        yield from box.keys
        if box.button is not None:
            yield box.button
