"""Who lies under a template: a disc, a teardrop, a rectangle or a sector laid on the table.

>>> man = Base.disc(0.5)
>>> blast = Disc(10.0, 10.0, 3.0)
>>> under(blast, [13.5, 13.5, 11.0], [10.0, 10.5, 10.0], [0.0] * 3, [man] * 3)
[0, 2]
>>> under(blast, [13.5, 13.5, 11.0], [10.0, 10.5, 10.0], [0.0] * 3, [man] * 3, WHOLE)
[2]

Touching the rim of a template counts. `how` says what must lie under it: any part of the base
(`TOUCHED`, the usual reading of "wholly or partly"), its middle (`CENTRE`), or all of it (`WHOLE`).
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from grognard.table.base import Base, point_gap
from grognard.table.lattice import direction
from grognard.table.polygon import area2, contains, outlines_meet

TOUCHED: Final = "touched"
CENTRE: Final = "centre"
WHOLE: Final = "whole"

_HAIR: Final = 1e-9
"""Touching is meant to count, and distances carry rounding: this much apart is touching still."""


class Template:
    """A shape laid on the table. `depth_at` is all that most questions need of it."""

    def depth_at(self, x: float, y: float) -> float:
        """How deep inside its rim a point lies; negative: how far outside."""
        raise NotImplementedError

    def touches_box(self, x: float, y: float, facing: float, base: Base) -> bool:
        """Whether any part of a box lies under it."""
        raise NotImplementedError

    def holds_box(self, x: float, y: float, facing: float, base: Base) -> bool:
        """Whether all of a box lies under it."""
        corners = base.corners(x, y, facing)
        for i in range(0, 8, 2):
            if self.depth_at(corners[i], corners[i + 1]) < -_HAIR:
                return False
        return True

    def covers(self, x: float, y: float, facing: float, base: Base, how: str = TOUCHED) -> bool:
        """Whether a base lies under the template, in one of the three readings."""
        if how == CENTRE:
            return self.depth_at(x, y) >= -_HAIR
        if how == WHOLE:
            if base.is_disc:
                return self.depth_at(x, y) >= base.radius - _HAIR
            return self.holds_box(x, y, facing, base)
        if how != TOUCHED:
            raise ValueError(f"a base lies under a template {TOUCHED}, {CENTRE} or {WHOLE}")
        if base.is_disc:
            return self.depth_at(x, y) >= -base.radius - _HAIR
        return self.touches_box(x, y, facing, base)


class Disc(Template):
    """A round template, or all within a distance of a point."""

    def __init__(self, x: float, y: float, radius: float) -> None:
        self.x = x
        self.y = y
        self.radius = radius

    def depth_at(self, x: float, y: float) -> float:
        dx = x - self.x
        dy = y - self.y
        return self.radius - sqrt(dx * dx + dy * dy)

    def touches_box(self, x: float, y: float, facing: float, base: Base) -> bool:
        return point_gap(self.x, self.y, x, y, facing, base) <= self.radius + _HAIR


class Teardrop(Template):
    """A flame: from its tip at (x, y) it widens along the facing to its round end.

    The hull of a small disc at the tip and a big one at the end, `length` over all.
    """

    def __init__(
        self, x: float, y: float, facing: float, length: float, tip: float, end: float
    ) -> None:
        if not 0.0 < tip <= end or length < 2.0 * end:
            raise ValueError("a teardrop has a small tip, a bigger end and room for the end")
        self.x = x
        self.y = y
        self.facing = facing
        self.length = length
        self.tip = tip
        self.end = end
        self.c, self.s = direction(facing)
        # The two discs' centres along the axis, and the slope of the sides: how much the round
        # cone widens for an inch of axis, and what that leaves of the inch along the side.
        self.first = tip
        self.last = length - end
        self.widens = (end - tip) / (self.last - self.first) if self.last > self.first else 0.0
        self.keeps = sqrt(max(0.0, 1.0 - self.widens * self.widens))

    def depth_at(self, x: float, y: float) -> float:
        dx = x - self.x
        dy = y - self.y
        u = dx * self.c + dy * self.s
        v = abs(dy * self.c - dx * self.s)
        # The nearest point of the rim lies on the small disc, on the straight side or on the big
        # disc, as the point's foot on the axis, dropped square to the side, says.
        if self.widens < 1.0:
            foot = u + v * self.widens / self.keeps if self.keeps > 0.0 else self.last
            if foot <= self.first:
                u -= self.first
                return self.tip - sqrt(u * u + v * v)
            if foot < self.last:
                return self.tip + (u - self.first) * self.widens - v * self.keeps
        u -= self.last
        return self.end - sqrt(u * u + v * v)

    def touches_box(self, x: float, y: float, facing: float, base: Base) -> bool:
        fx = self.x + self.c * self.first
        fy = self.y + self.s * self.first
        lx = self.x + self.c * self.last
        ly = self.y + self.s * self.last
        if point_gap(fx, fy, x, y, facing, base) <= self.tip + _HAIR:
            return True
        if point_gap(lx, ly, x, y, facing, base) <= self.end + _HAIR:
            return True
        if self.last <= self.first or self.widens >= 1.0:
            return False
        # Between the discs lie the four points where the sides touch them.
        outline: list[float] = []
        for k in range(4):
            far = k == 1 or k == 2
            r = self.end if far else self.tip
            u = (lx if far else fx) - self.c * r * self.widens
            v = (ly if far else fy) - self.s * r * self.widens
            across = r * self.keeps * (1.0 if k >= 2 else -1.0)
            outline.append(u - self.s * across)
            outline.append(v + self.c * across)
        return outlines_meet(outline, base.corners(x, y, facing))


class Rectangle(Template):
    """A rectangle that starts at the middle of its near side (x, y) and runs along the facing."""

    def __init__(self, x: float, y: float, facing: float, length: float, width: float) -> None:
        self.x = x
        self.y = y
        self.facing = facing
        self.length = length
        self.width = width
        self.c, self.s = direction(facing)

    def depth_at(self, x: float, y: float) -> float:
        dx = x - self.x
        dy = y - self.y
        u = abs(dx * self.c + dy * self.s - self.length / 2.0) - self.length / 2.0
        v = abs(dy * self.c - dx * self.s) - self.width / 2.0
        if u > 0.0 and v > 0.0:
            return -sqrt(u * u + v * v)
        return -(u if u > v else v)

    def outline(self) -> list[float]:
        """Its corners, flat, counter-clockwise from the near right."""
        out: list[float] = []
        for k in range(4):
            u = self.length if k == 1 or k == 2 else 0.0
            v = self.width / 2.0 if k >= 2 else -self.width / 2.0
            out.append(self.x + self.c * u - self.s * v)
            out.append(self.y + self.s * u + self.c * v)
        return out

    def touches_box(self, x: float, y: float, facing: float, base: Base) -> bool:
        return outlines_meet(self.outline(), base.corners(x, y, facing))


class Sector(Template):
    """A slice of a disc: within `radius` of (x, y), up to `half_angle` either side of facing."""

    def __init__(self, x: float, y: float, facing: float, radius: float, half_angle: float) -> None:
        if not 0.0 < half_angle <= 180.0:
            raise ValueError("half the angle of a sector lies between 0 and 180 degrees")
        self.x = x
        self.y = y
        self.facing = facing
        self.radius = radius
        self.half_angle = half_angle
        self.c, self.s = direction(facing)
        # The side of the slice, as a direction in its own axes (the other mirrors it).
        self.ux, self.uy = direction(half_angle)

    def depth_at(self, x: float, y: float) -> float:
        dx = x - self.x
        dy = y - self.y
        u = dx * self.c + dy * self.s
        v = abs(dy * self.c - dx * self.s)
        d = sqrt(u * u + v * v)
        if self.half_angle >= 180.0:
            return self.radius - d
        # How far from the side of the slice, as a segment from the tip to the rim.
        along = u * self.ux + v * self.uy
        if along < 0.0:
            away = d
        elif along > self.radius:
            away = sqrt(
                (u - self.radius * self.ux) * (u - self.radius * self.ux)
                + (v - self.radius * self.uy) * (v - self.radius * self.uy)
            )
        else:
            away = abs(v * self.ux - u * self.uy)
        if not self._in_angle(u, v):
            return -away
        rim = self.radius - d
        if rim < 0.0:
            return rim
        return rim if rim < away else away

    def _in_angle(self, u: float, v: float) -> bool:
        """Whether a direction (v not negative) lies between the sides."""
        return v * self.ux - u * self.uy <= 0.0

    def touches_box(self, x: float, y: float, facing: float, base: Base) -> bool:
        corners = base.corners(x, y, facing)
        if contains(corners, self.x, self.y):
            return True
        if self.half_angle >= 180.0:
            return point_gap(self.x, self.y, x, y, facing, base) <= self.radius + _HAIR
        # Cut the box to either half of the angle, which is convex, and see how near the rest comes.
        for hand in range(2):
            # Left of the axis (the x axis here), and right of the side.
            part = _cut(self._own(corners, hand), 0.0, 1.0)
            part = _cut(part, self.uy, -self.ux)
            if len(part) > 0 and _nearest(part) <= self.radius + _HAIR:
                return True
        return False

    def holds_box(self, x: float, y: float, facing: float, base: Base) -> bool:
        if not super().holds_box(x, y, facing, base):
            return False
        if self.half_angle <= 90.0 or self.half_angle >= 180.0:
            return True
        # Wider than half a turn it is not convex: the notch behind must not reach into the box.
        corners = base.corners(x, y, facing)
        for hand in range(2):
            part = _cut(self._own(corners, hand), 0.0, 1.0)
            part = _cut(part, -self.uy, self.ux)
            if len(part) >= 6 and area2(part) * area2(part) > 1e-12:
                return False
        return True

    def _own(self, points: list[float], hand: int) -> list[float]:
        """Points in the slice's own axes; on the other hand mirrored."""
        out: list[float] = []
        for i in range(0, len(points), 2):
            dx = points[i] - self.x
            dy = points[i + 1] - self.y
            v = dy * self.c - dx * self.s
            out.append(dx * self.c + dy * self.s)
            out.append(-v if hand == 1 else v)
        return out


def _cut(points: list[float], nx: float, ny: float) -> list[float]:
    """What of a convex outline lies where nx * x + ny * y >= 0 (a hair less still does)."""
    out: list[float] = []
    n = len(points)
    for i in range(0, n, 2):
        j = (i + 2) % n
        a = nx * points[i] + ny * points[i + 1] + _HAIR
        b = nx * points[j] + ny * points[j + 1] + _HAIR
        if a >= 0.0:
            out.append(points[i])
            out.append(points[i + 1])
        if (a >= 0.0) != (b >= 0.0):
            t = a / (a - b)
            out.append(points[i] + (points[j] - points[i]) * t)
            out.append(points[i + 1] + (points[j + 1] - points[i + 1]) * t)
    return out


def _nearest(points: list[float]) -> float:
    """How near to the origin an outline comes that does not hold it."""
    best = 1e300
    n = len(points)
    for i in range(0, n, 2):
        j = (i + 2) % n
        dx = points[j] - points[i]
        dy = points[j + 1] - points[i + 1]
        len2 = dx * dx + dy * dy
        t = 0.0
        if len2 > 0.0:
            t = -(points[i] * dx + points[i + 1] * dy) / len2
            t = 0.0 if t < 0.0 else (1.0 if t > 1.0 else t)
        x = points[i] + t * dx
        y = points[i + 1] + t * dy
        d = x * x + y * y
        if d < best:
            best = d
    return sqrt(best)


def under(
    template: Template,
    xs: Sequence[float],
    ys: Sequence[float],
    facings: Sequence[float],
    bases: Sequence[Base],
    how: str = TOUCHED,
) -> list[int]:
    """The numbers of those who lie under a template."""
    out: list[int] = []
    for i in range(len(xs)):
        if template.covers(xs[i], ys[i], facings[i], bases[i], how):
            out.append(i)
    return out
