"""Arcs and facings: what lies ahead, and which side of a box faces somebody.

>>> sector(10.0, 10.0, 90.0, 13.0, 13.0, 45.0)     # just on the line counts
True
>>> face_hit(10.0, 10.0, 90.0, 2.0, 4.0, 14.0, 10.0)
'right'

A box has its middle at (x, y), `width` across the front and `depth` along the facing. On lines at
whole multiples of 45 degrees to a quarter-turn facing all is exact; elsewhere within 1e-9 of a line
counts as on it.
"""

from math import sqrt
from typing import Final

from grognard.table.lattice import direction

FRONT: Final = "front"
REAR: Final = "rear"
LEFT: Final = "left"
RIGHT: Final = "right"

_HAIR: Final = 1e-9


def _local(x: float, y: float, facing: float, px: float, py: float) -> tuple[float, float]:
    """A point as its distance ahead and to the left."""
    c, s = direction(facing)
    dx = px - x
    dy = py - y
    return dx * c + dy * s, dy * c - dx * s


def sector(x: float, y: float, facing: float, px: float, py: float, half_angle: float) -> bool:
    """Whether a point lies within `half_angle` to either side of straight ahead, lines included.

    The point (x, y) itself does.
    """
    ahead, left = _local(x, y, facing, px, py)
    return _within(ahead, abs(left), half_angle)


def _within(ahead: float, aside: float, half_angle: float) -> bool:
    if half_angle >= 180.0:
        return True
    c, s = direction(half_angle)
    # The turn from the line to the point, as a length across the line.
    off = aside * c - ahead * s
    if half_angle <= 90.0:
        return off <= _HAIR and ahead * c + aside * s >= -_HAIR
    return off <= _HAIR or ahead >= 0.0


def face_hit(
    x: float, y: float, facing: float, width: float, depth: float, px: float, py: float
) -> str:
    """The side of a box that faces a point, parted by lines from its middle through its corners.

    Exactly on a line counts as the left or right side.
    """
    ahead, left = _local(x, y, facing, px, py)
    if abs(ahead) * width > abs(left) * depth + _HAIR:
        return FRONT if ahead > 0.0 else REAR
    return LEFT if left >= 0.0 else RIGHT


def zone(
    x: float, y: float, facing: float, width: float, depth: float, px: float, py: float
) -> str:
    """The side of a box in whose zone a point lies, parted by lines at 45 degrees from its corners.

    Exactly on a line counts as front or rear, as does every point of the box that is no nearer to
    a side than to these.
    """
    ahead, left = _local(x, y, facing, px, py)
    beyond = abs(ahead) - depth / 2.0
    beside = abs(left) - width / 2.0
    if beyond >= beside - _HAIR:
        return FRONT if ahead >= 0.0 else REAR
    return LEFT if left >= 0.0 else RIGHT


def nearest_face(
    x: float, y: float, facing: float, width: float, depth: float, px: float, py: float
) -> str:
    """The side of a box whose line from corner to corner comes nearest to a point.

    Of sides equally near the front is taken before the rear, and both before left and right.
    """
    ahead, left = _local(x, y, facing, px, py)
    hd = depth / 2.0
    hw = width / 2.0
    best = _to_side(ahead - hd, left, hw)
    face = FRONT
    d = _to_side(ahead + hd, left, hw)
    if d < best - _HAIR:
        best = d
        face = REAR
    d = _to_side(left - hw, ahead, hd)
    if d < best - _HAIR:
        best = d
        face = LEFT
    d = _to_side(left + hw, ahead, hd)
    if d < best - _HAIR:
        face = RIGHT
    return face


def _to_side(off: float, along: float, half: float) -> float:
    """The distance to a side that runs from -half to half."""
    over = abs(along) - half
    if over <= 0.0:
        return abs(off)
    return sqrt(off * off + over * over)


def in_front_arc(
    x: float,
    y: float,
    facing: float,
    width: float,
    depth: float,
    px: float,
    py: float,
    half_angle: float = 45.0,
) -> bool:
    """Whether a point lies ahead of a box, between lines that spread from its front corners.

    The lines turn outward by `half_angle` (0 to 90): 0 leaves only what is straight ahead. Points
    on the lines and on the line of the front count.
    """
    ahead, left = _local(x, y, facing, px, py)
    ahead -= depth / 2.0
    aside = abs(left) - width / 2.0
    if ahead < -_HAIR:
        return False
    return aside <= _HAIR or _within(ahead, aside, half_angle)


def behind_front(x: float, y: float, facing: float, depth: float, px: float, py: float) -> bool:
    """Whether a point lies behind the line along a box's front, or just on it."""
    ahead, _ = _local(x, y, facing, px, py)
    return ahead <= depth / 2.0 + _HAIR
