"""Tags and cards for the tests of enrolment."""

from firmware_bridge.enrolment import answers
from firmware_bridge.enrolment.enrolment import Enrolment
from firmware_bridge.registry import Registry

TAGS = [f"E00401FF{number:08X}" for number in range(200)]
"""New ones, none of :meth:`Registry.numbered`."""
ONE_PACK = Registry.numbered(1)
TWO_PACKS = Registry.numbered(2)


def enrol(enrolment: Enrolment, count: int) -> None:
    """Pass so many cards and confirm wherever it is asked for."""
    for _ in range(count):
        assert isinstance(enrolment.take(TAGS[len(enrolment.tags)]), answers.Enrolled)
        if enrolment.asked is not None:
            enrolment.confirm()
