"""Many attempts spread over the processors, each process forked from one that has everything ready."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final, TypeVar

Ready = TypeVar("Ready")
Attempt = TypeVar("Attempt")
Made = TypeVar("Made")

_inherited: Final[list[Any]] = []
"""In a process of the pool: what to do, and with what."""


def spread(
    work: Callable[[Ready, Attempt], Made], ready: Ready, attempts: Sequence[Attempt], told: Callable[[], None]
) -> list[Made]:
    """What ``work`` makes of ``ready`` and each attempt, in order; ``told`` hears when one is done.

    ``ready`` is inherited, not sent: it may hold cards, which cannot be sent.
    """
    made = []
    with ProcessPoolExecutor(mp_context=get_context("fork"), initializer=_inherit, initargs=(work, ready)) as pool:
        try:
            for one in pool.map(_one, attempts, chunksize=4):
                made.append(one)
                told()
        finally:
            pool.shutdown(cancel_futures=True)
    return made


def _inherit(*what: Any) -> None:
    _inherited.extend(what)


def _one(attempt: Any) -> Any:
    work, ready = _inherited
    return work(ready, attempt)
