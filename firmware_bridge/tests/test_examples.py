"""The examples in the documentation are true."""

import doctest
from pathlib import Path
from types import ModuleType

import pytest

from firmware_bridge import framing, registry
from firmware_bridge.readers import pn532, r200, rdm6300

README = Path(registry.__file__).parent / "firmware" / "README.md"


def test_readme_of_the_firmware_runs() -> None:
    assert doctest.testfile(str(README), module_relative=False) == doctest.TestResults(failed=0, attempted=4)


@pytest.mark.parametrize("module", [framing, registry, pn532, r200, rdm6300])
def test_examples_of_the_module_hold(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.failed == 0
    assert results.attempted > 0
