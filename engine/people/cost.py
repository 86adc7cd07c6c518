"""What one check of a PIN costs: argon2id's parameters, and how they are fitted to a machine.

RFC 9106 (section 4) recommends 64 MiB and 3 passes where memory is short, with 4 lanes. Here it is one lane: the
check has one thread, and the table's thread needs the other processors. A check shall take 150 to 500 ms: a person
does not mind, and whoever has staff file and pepper needs days for a million PINs.
"""

import time
from collections.abc import Callable
from typing import Final

from argon2 import Parameters, Type
from argon2.low_level import ARGON2_VERSION, hash_secret
from msgspec import Struct

LEAST_MS: Final = 150
"""A check that takes less is too cheap for a guesser."""
MOST_MS: Final = 500
"""A check that takes more is too dear for a person."""


class Cost(Struct, frozen=True, order=True):
    """Argon2id's parameters."""

    memory_kib: int
    passes: int
    lanes: int = 1


STANDARD: Final = Cost(memory_kib=64 * 1024, passes=3)
"""RFC 9106's memory and passes where memory is short: some 200 to 270 ms on a server's processor."""
SMALLEST: Final = Cost(memory_kib=19 * 1024, passes=2)
"""The least that OWASP's password storage sheet allows: a fifth of the standard's work."""
_MOST_PASSES: Final = 12
_AIM_MS: Final = 300


def measured_ms(cost: Cost) -> float:
    """How long a check takes here, in milliseconds: the best of three, since another program may disturb one."""
    return min(_once_ms(cost) for _ in range(3))


def calibrated(took_ms: Callable[[Cost], float] = measured_ms) -> Cost:
    """The cost that fits this machine: the standard where that lies within the limits, else more or fewer passes."""
    took = took_ms(STANDARD)
    if LEAST_MS <= took <= MOST_MS:
        return STANDARD
    passes = min(_MOST_PASSES, round(STANDARD.passes * _AIM_MS / took))
    return Cost(STANDARD.memory_kib, passes) if passes >= 1 else SMALLEST


def bounded(parameters: Parameters) -> Cost | None:
    """The cost of a hash with these parameters; ``None``: more than this module ever asks for."""
    cost = Cost(parameters.memory_cost, parameters.time_cost, parameters.parallelism)
    is_sane = cost.memory_kib <= STANDARD.memory_kib and cost.passes <= _MOST_PASSES and cost.lanes == STANDARD.lanes
    return cost if is_sane else None


def _once_ms(cost: Cost) -> float:
    began = time.perf_counter()
    hash_secret(bytes(32), bytes(16), cost.passes, cost.memory_kib, cost.lanes, 32, Type.ID, ARGON2_VERSION)
    return (time.perf_counter() - began) * 1000
