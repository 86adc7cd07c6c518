"""What is asked of the pictures, where it is wrong."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from ui.screenshots import main


@pytest.mark.parametrize(
    ("asked", "remedy"),
    [
        (["veil"], "no state is named 'veil'; they are take_wagers, "),
        (["ask", "--size", "12"], "'12' is no size: write width, height and pixels a millimetre as 800x480@5.2"),
    ],
)
def test_what_cannot_be_drawn_is_named_with_the_remedy(tmp_path: Path, asked: list[str], remedy: str) -> None:
    told = CliRunner().invoke(main, [str(tmp_path / "pictures"), *asked])
    assert told.exit_code == 2
    assert remedy in told.output
    assert not (tmp_path / "pictures").exists()
