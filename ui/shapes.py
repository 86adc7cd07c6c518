"""Suits and signs as outlines of our own, and how much of each pixel an outline covers.

Outlines live in the unit square, y upward. Coverage is computed once for each size and becomes a texture: smooth edges
without multisampling, and no font has to have the sign.
"""

from itertools import accumulate, pairwise
from math import cos, pi, sin
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Point, ...]
Outline: TypeAlias = tuple[Polygon, ...]
"""Filled where any polygon is."""

SUBLINES: Final = 4
"""Scan lines a pixel row is sampled by; along a line coverage is exact."""


def _curve(start: Point, first: Point, second: Point, end: Point, steps: int = 14) -> Polygon:
    """A cubic Bézier curve as points, its end left out so that curves can be joined."""
    points = []
    for step in range(steps):
        t = step / steps
        weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
        knots = (start, first, second, end)
        points.append(tuple(sum(w * knot[axis] for w, knot in zip(weights, knots, strict=True)) for axis in (0, 1)))
    return tuple((x, y) for x, y in points)


def _circle(x: float, y: float, radius: float, steps: int = 48) -> Polygon:
    angles = (2 * pi * step / steps for step in range(steps))
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def round_cornered(margin: float, radius: float) -> Polygon:
    """The unit square less ``margin`` on every side, with corners of ``radius``."""
    near, far = margin + radius, 1 - margin - radius
    corners = ((far, far, 0.0), (near, far, 0.5), (near, near, 1.0), (far, near, 1.5))
    return tuple(
        (x + radius * cos(pi * (start + step / 24)), y + radius * sin(pi * (start + step / 24)))
        for x, y, start in corners
        for step in range(13)
    )


def _bar(left: float, bottom: float, right: float, top: float) -> Polygon:
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def _stroke(start: Point, end: Point, width: float) -> Polygon:
    """A straight stroke with flat ends."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    ox, oy = -dy / length * width / 2, dx / length * width / 2
    return (
        (start[0] + ox, start[1] + oy),
        (start[0] - ox, start[1] - oy),
        (end[0] - ox, end[1] - oy),
        (end[0] + ox, end[1] + oy),
    )


def _mirrored(points: Polygon) -> Polygon:
    """``points``, then their mirror image in reverse."""
    return points + tuple((1 - x, y) for x, y in reversed(points))


_HEART: Final = _mirrored(
    _curve((0.5, 0.02), (0.38, 0.22), (0.02, 0.44), (0.02, 0.71))
    + _curve((0.02, 0.71), (0.02, 0.88), (0.14, 0.98), (0.27, 0.98))
    + _curve((0.27, 0.98), (0.39, 0.98), (0.47, 0.9), (0.5, 0.79))
    + ((0.5, 0.79),)
)

_STEM: Final = _mirrored(
    (*_curve((0.5, 0.46), (0.49, 0.2), (0.42, 0.08), (0.27, 0.02)), (0.27, 0.02)),
)

_SPADE: Final = _mirrored(
    _curve((0.5, 0.98), (0.4, 0.78), (0.03, 0.62), (0.03, 0.38))
    + _curve((0.03, 0.38), (0.03, 0.24), (0.14, 0.16), (0.26, 0.16))
    + _curve((0.26, 0.16), (0.37, 0.16), (0.45, 0.22), (0.5, 0.32))
    + ((0.5, 0.32),)
)

_DIAMOND: Final = _mirrored(
    _curve((0.5, 1.0), (0.42, 0.8), (0.24, 0.6), (0.1, 0.5))
    + _curve((0.1, 0.5), (0.24, 0.4), (0.42, 0.2), (0.5, 0.0))
    + ((0.5, 0.0),)
)

_STAR: Final = tuple(
    (0.5 + radius * sin(pi * tip / 5), 0.48 + radius * cos(pi * tip / 5))
    for tip in range(10)
    for radius in ((0.52,) if tip % 2 == 0 else (0.22,))
)


def _ring(x: float, y: float, radius: float, width: float) -> Polygon:
    """A ring as one polygon: round the outside, across a seam without breadth, round the inside, and back."""
    outer, inner = _circle(x, y, radius), _circle(x, y, radius - width)
    return (*outer, outer[0], inner[0], *reversed(inner))


def _arc(x: float, y: float, radius: float, width: float) -> Polygon:
    """Most of a ring: open at the right, above the middle."""
    outer, inner = _circle(x, y, radius)[4:45], _circle(x, y, radius - width)[4:45]
    return (*outer, *reversed(inner))


SHAPES: Final[dict[str, Outline]] = {
    "S": (_SPADE, _STEM),
    "H": (_HEART,),
    "D": (_DIAMOND,),
    "C": (
        _circle(0.5, 0.745, 0.235),
        _circle(0.245, 0.385, 0.235),
        _circle(0.755, 0.385, 0.235),
        _circle(0.5, 0.5, 0.13),
        _STEM,
    ),
    "plus": (_bar(0.4, 0.08, 0.6, 0.92), _bar(0.08, 0.4, 0.92, 0.6)),
    "minus": (_bar(0.08, 0.4, 0.92, 0.6),),
    "menu": (_bar(0.08, 0.1, 0.92, 0.26), _bar(0.08, 0.42, 0.92, 0.58), _bar(0.08, 0.74, 0.92, 0.9)),
    "equals": (_bar(0.1, 0.58, 0.9, 0.76), _bar(0.1, 0.24, 0.9, 0.42)),
    "cross": (_stroke((0.12, 0.12), (0.88, 0.88), 0.2), _stroke((0.12, 0.88), (0.88, 0.12), 0.2)),
    "star": (_STAR,),
    "asked": (((0.18, 0.04), (0.94, 0.5), (0.18, 0.96)),),
    "waiting": (_circle(0.14, 0.5, 0.12), _circle(0.5, 0.5, 0.12), _circle(0.86, 0.5, 0.12)),
    "stood": (_bar(0.1, 0.1, 0.9, 0.9),),
    "check": (_stroke((0.06, 0.5), (0.42, 0.14), 0.2), _stroke((0.34, 0.14), (0.94, 0.84), 0.2)),
    "back": (
        _stroke((0.06, 0.5), (0.52, 0.96), 0.17),
        _stroke((0.06, 0.5), (0.52, 0.04), 0.17),
        _bar(0.12, 0.42, 1.0, 0.58),
    ),
    "chip": (_ring(0.5, 0.5, 0.5, 0.1), _ring(0.5, 0.5, 0.3, 0.08), *(
        _stroke((0.5 + 0.28 * cos(a), 0.5 + 0.28 * sin(a)), (0.5 + 0.48 * cos(a), 0.5 + 0.48 * sin(a)), 0.16)
        for a in (pi * turn / 3 for turn in range(6))
    )),
    "alarm": (((0.34, 0.98), (0.43, 0.34), (0.57, 0.34), (0.66, 0.98)), _circle(0.5, 0.13, 0.13)),
    "card": (_bar(0.16, 0.42, 0.84, 1.0), ((0.2, 0.34), (0.8, 0.34), (0.5, 0.0))),
    "lattice": tuple(
        _stroke((start, 0.0), (start + lean, 1.0), 0.045)
        for step in range(-8, 9)
        for start, lean in ((step / 8, 1.0), (step / 8 + 1.0, -1.0))
    ),
    "turn": (_arc(0.5, 0.46, 0.4, 0.13), ((0.62, 0.66), (1.0, 0.66), (0.9, 1.0))),
    "shuffle": (
        _stroke((0.02, 0.22), (0.3, 0.22), 0.13),
        _stroke((0.27, 0.19), (0.66, 0.81), 0.13),
        _stroke((0.02, 0.78), (0.3, 0.78), 0.13),
        _stroke((0.27, 0.81), (0.66, 0.19), 0.13),
        ((0.64, 0.0), (1.0, 0.21), (0.64, 0.42)),
        ((0.64, 0.58), (1.0, 0.79), (0.64, 1.0)),
    ),
}  # fmt: skip
"""Every suit and sign by name."""


def coverage(outline: Outline, width: int, height: int) -> bytes:
    """How much of each pixel ``outline`` covers, 0 to 255, bottom row first."""
    covered = bytearray()
    spans = _spans(outline, height * SUBLINES)
    for row in range(height):
        steps = [0.0] * (width + 2)
        for line in spans[row * SUBLINES : (row + 1) * SUBLINES]:
            for left, right in _merged(line):
                _step(steps, min(max(left, 0.0), 1.0) * width, 1.0)
                _step(steps, min(max(right, 0.0), 1.0) * width, -1.0)
        sums = list(accumulate(steps))[:width]
        covered += bytes(min(255, max(0, round(255 * total / SUBLINES))) for total in sums)
    return bytes(covered)


def _spans(outline: Outline, lines: int) -> list[list[tuple[float, float]]]:
    """Of each of so many lines, the lowest first, where each polygon is filled."""
    spans: list[list[tuple[float, float]]] = [[] for _ in range(lines)]
    for polygon in outline:
        for line, cuts in enumerate(_cuts(polygon, lines)):
            cuts.sort()
            spans[line] += zip(cuts[::2], cuts[1::2], strict=True)
    return spans


def _cuts(polygon: Polygon, lines: int) -> list[list[float]]:
    """Of each of so many lines, where it cuts the polygon's edges; no edge is tried on lines that it does not reach."""
    cuts: list[list[float]] = [[] for _ in range(lines)]
    for (x0, y0), (x1, y1) in pairwise((*polygon, polygon[0])):
        low, high = (y0, y1) if y0 < y1 else (y1, y0)
        for line in range(max(0, int(low * lines) - 1), min(lines, int(high * lines) + 1)):
            level = (line + 0.5) / lines
            if low <= level < high:
                cuts[line].append(x0 + (level - y0) * (x1 - x0) / (y1 - y0))
    return cuts


def _merged(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    joined: list[tuple[float, float]] = []
    for left, right in sorted(spans):
        if joined and left <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], right))
        else:
            joined.append((left, right))
    return joined


def _step(steps: list[float], edge: float, by: float) -> None:
    """From ``edge`` on, every pixel is covered by ``by`` more; the pixel that the edge cuts, by its part."""
    pixel = int(edge)
    part = edge - pixel
    steps[pixel] += by * (1 - part)
    steps[pixel + 1] += by * part
