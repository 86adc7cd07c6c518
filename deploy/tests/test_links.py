"""The screen knows the bridge's sentences by some of their words: they must stay in them."""

import ast
from pathlib import Path

import pytest

import firmware_bridge
from ui.sayings import HEARD

BRIDGE = Path(firmware_bridge.__file__).parent


@pytest.fixture(scope="module")
def sentences() -> list[str]:
    """Every text in the bridge's code, of one with values each part between them."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in BRIDGE.glob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


@pytest.mark.parametrize("words", [words for words, _ in HEARD])
def test_the_bridge_still_says_what_the_screen_listens_for(sentences: list[str], words: str) -> None:
    assert any(words in sentence for sentence in sentences)
