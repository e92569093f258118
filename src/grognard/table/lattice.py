"""The lattice on which everything at rest lies: 1/1024 inch, and 1/100 degree.

On the lattice the question "on which side of this line" and the comparison of squared distances are
exact in doubles, because a coordinate has at most 17 bits on a six foot table and a product of two
differences stays far below 2**53. A record can therefore store plain integers, and it replays bit
for bit on every build.

>>> snap(1 / 3)
0.3330078125
>>> to_grid(6.5), from_grid(6656)
(6656, 6.5)
>>> toward(0.0, 0.0, 3.0, 4.0, 2.5)     # half way, and on the lattice
(1.5, 2.0)
"""

from math import atan2, cos, degrees, floor, radians, sin, sqrt
from typing import Final

GRID: Final = 1024.0
"""Lattice steps to the inch."""

STEP: Final = 1.0 / 1024.0
"""One lattice step in inches."""

TURN: Final = 36000
"""Steps of facing to a full turn: 1/100 degree each."""

# Sines and cosines are cut to this many steps per unit, so that the last bit, in which one C
# library differs from another, never reaches a battle. The error is under 5e-13.
_TRIG: Final = 1099511627776.0


def snap(v: float) -> float:
    """The nearest coordinate on the lattice."""
    return floor(v * GRID + 0.5) / GRID


def to_grid(v: float) -> int:
    """A coordinate in inches as a whole number of lattice steps (nearest)."""
    return floor(v * GRID + 0.5)


def from_grid(i: int) -> float:
    """A whole number of lattice steps in inches, without rounding."""
    return i / GRID


def on_lattice(v: float) -> bool:
    """Whether this coordinate lies on the lattice already."""
    return snap(v) == v


def square(v: float) -> float:
    """v times v: exact where v is a difference of two places, and quicker than a power."""
    return v * v


def toward(x0: float, y0: float, x1: float, y1: float, dist: float) -> tuple[float, float]:
    """The lattice point `dist` inches from (x0, y0) on the way to (x1, y1), never beyond either.

    Of the lattice points round the ideal one the nearest is taken whose distance from the start
    does not exceed `dist`. The start must lie on the lattice.
    """
    dx = x1 - x0
    dy = y1 - y0
    d = sqrt(dx * dx + dy * dy)
    if dist <= 0.0 or d == 0.0:
        return x0, y0
    if d <= dist:
        sx = snap(x1)
        sy = snap(y1)
        if sqrt((sx - x0) * (sx - x0) + (sy - y0) * (sy - y0)) <= dist:
            return sx, sy
    f = dist / d
    if f > 1.0:
        f = 1.0
    ix = x0 + dx * f
    iy = y0 + dy * f
    # Nine, not four: the ideal point may lie on the lattice and yet, by rounding, too far out.
    fx = ix * GRID
    fy = iy * GRID
    gx = floor(fx)
    gy = floor(fy)
    fx -= gx
    fy -= gy
    if fx != 0.5 and fy != 0.5:  # one is the nearest of all, and will do if it is near enough
        px = (gx + 1 if fx > 0.5 else gx) / GRID
        py = (gy + 1 if fy > 0.5 else gy) / GRID
        if sqrt((px - x0) * (px - x0) + (py - y0) * (py - y0)) <= dist:
            return px, py
    gx -= 1
    gy -= 1
    best_x = x0
    best_y = y0
    best = (ix - x0) * (ix - x0) + (iy - y0) * (iy - y0)
    for i in range(9):
        px = (gx + i % 3) / GRID
        py = (gy + i // 3) / GRID
        miss = (px - ix) * (px - ix) + (py - iy) * (py - iy)
        # By the root, as a path's length is measured.
        if miss < best and sqrt((px - x0) * (px - x0) + (py - y0) * (py - y0)) <= dist:
            best = miss
            best_x = px
            best_y = py
    return best_x, best_y


def facing_to_grid(angle: float) -> int:
    """A facing in degrees as hundredths of a degree, 0 to 35999."""
    return floor(angle * 100.0 + 0.5) % TURN


def facing_from_grid(i: int) -> float:
    """Hundredths of a degree as a facing in degrees, 0 up to 360."""
    return (i % TURN) / 100.0


def snap_facing(angle: float) -> float:
    """The nearest facing in steps of 1/100 degree, 0 up to 360."""
    return facing_from_grid(facing_to_grid(angle))


def turn_between(a: float, b: float) -> float:
    """The shortest turn from facing `a` to facing `b`: -180 (clockwise) up to 180 degrees."""
    i = (facing_to_grid(b) - facing_to_grid(a)) % TURN
    if i > TURN // 2:
        i -= TURN
    return i / 100.0


def direction(facing: float) -> tuple[float, float]:
    """The unit vector of a facing; exact at quarter turns, the same on every machine."""
    quarter = facing / 90.0
    if quarter == floor(quarter):
        q = floor(quarter) % 4
        if q == 0:
            return 1.0, 0.0
        if q == 1:
            return 0.0, 1.0
        if q == 2:
            return -1.0, 0.0
        return 0.0, -1.0
    a = radians(facing)
    return floor(cos(a) * _TRIG + 0.5) / _TRIG, floor(sin(a) * _TRIG + 0.5) / _TRIG


def facing_of(dx: float, dy: float) -> float:
    """The facing (in 1/100 degree steps) that looks along the vector (dx, dy)."""
    return snap_facing(degrees(atan2(dy, dx)))
