"""What the tests of this package have in common."""

from pathlib import Path

import pytest

from engine.people import private_file
from engine.people import staff as staff_file
from engine.people.tests.machine import Machine, everybody


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    built = Machine(tmp_path)
    built.attempts().begin()
    with private_file.locked(built.staff_file):
        staff_file.write(built.staff_file, everybody())
    return built
