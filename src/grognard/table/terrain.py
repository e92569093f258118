"""A piece of terrain: a polygon with a kind and a height, and how lines and bases lie to it.

>>> wood = rectangle(3, "wood", 20.0, 10.0, 8.0, 4.0)
>>> wood.contains(16.0, 12.0)                           # a corner: the rim counts as inside
True
>>> wood.inside_length(18.0, 0.0, 18.0, 16.0)           # straight through
4.0
>>> wood.touches_disc(20.0, 12.5, 0.5)                  # a one inch base standing against its edge
True

The kind is a plain string; what it means is the caller's business. Corners are put on the lattice,
so that `contains`, `crosses` and the sides on which lines pass are exact for points on the lattice.
"""

from collections.abc import Sequence
from math import cos, radians, sin, sqrt
from typing import Final

from grognard.table.base import Base, point_gap
from grognard.table.blocker import Blocker
from grognard.table.lattice import direction, snap
from grognard.table.polygon import (
    area2,
    contains,
    is_simple,
    outlines_meet,
    point_segment2,
    rim_distance2,
    segment_segment2,
    segments_meet,
)

TALL: Final = 1000.0
"""The height of a piece for which none is given: nothing looks over it."""


class Terrain:
    """A simple polygon (it may be non-convex) with an id, a kind and a height in inches.

    Corners may be given in either direction; they are kept counter-clockwise. `points` is the flat
    outline (x, y, x, y, ...); edge i runs from (ax[i], ay[i]) to (bx[i], by[i]).
    """

    def __init__(
        self, id: int, kind: str, points: Sequence[tuple[float, float]], height: float = TALL
    ) -> None:
        self.id = id
        self.kind = kind
        self.height = height
        flat = _tidy(points)
        if len(flat) < 6 or area2(flat) == 0.0:
            raise ValueError(f"{kind} {id}: an outline needs three corners that are not in line")
        if not is_simple(flat):
            raise ValueError(f"{kind} {id}: the outline crosses or touches itself")
        if area2(flat) < 0.0:
            flat = _reversed(flat)
        self.points = flat
        self.ax: list[float] = []
        self.ay: list[float] = []
        self.bx: list[float] = []
        self.by: list[float] = []
        n = len(flat)
        for i in range(0, n, 2):
            j = (i + 2) % n
            self.ax.append(flat[i])
            self.ay.append(flat[i + 1])
            self.bx.append(flat[j])
            self.by.append(flat[j + 1])
        self.min_x = min(self.ax)
        self.min_y = min(self.ay)
        self.max_x = max(self.ax)
        self.max_y = max(self.ay)
        self.blocker = Blocker(kind, id, height, True, False, self.ax, self.ay, self.bx, self.by)

    @property
    def name(self) -> str:
        """How people call it: "wood 3"."""
        return f"{self.kind} {self.id}"

    def corners(self) -> list[tuple[float, float]]:
        """The corners as pairs, counter-clockwise."""
        return [(self.ax[i], self.ay[i]) for i in range(len(self.ax))]

    def area(self) -> float:
        """Its area in square inches."""
        return area2(self.points) / 2.0

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies in it; the rim counts as inside. Exact on the lattice."""
        if x < self.min_x or x > self.max_x or y < self.min_y or y > self.max_y:
            return False
        return contains(self.points, x, y)

    def distance(self, x: float, y: float) -> float:
        """How far a point is from it: 0 inside."""
        if self.contains(x, y):
            return 0.0
        return sqrt(rim_distance2(self.points, x, y))

    def near(self, x: float, y: float) -> tuple[float, float]:
        """The point of the piece nearest to (x, y): itself when inside. Not put on the lattice."""
        if self.contains(x, y):
            return x, y
        best = -1.0
        nx = x
        ny = y
        for i in range(len(self.ax)):
            ax = self.ax[i]
            ay = self.ay[i]
            dx = self.bx[i] - ax
            dy = self.by[i] - ay
            t = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
            if t < 0.0:
                t = 0.0
            elif t > 1.0:
                t = 1.0
            px = ax + t * dx
            py = ay + t * dy
            d = (x - px) * (x - px) + (y - py) * (y - py)
            if best < 0.0 or d < best:
                best = d
                nx = px
                ny = py
        return nx, ny

    def touches_disc(self, x: float, y: float, r: float) -> bool:
        """Whether a round base of radius r at (x, y) reaches it; exactly touching counts."""
        if x + r < self.min_x or x - r > self.max_x or y + r < self.min_y or y - r > self.max_y:
            return False
        r2 = r * r
        for i in range(len(self.ax)):
            if point_segment2(x, y, self.ax[i], self.ay[i], self.bx[i], self.by[i]) <= r2:
                return True
        return contains(self.points, x, y)

    def holds_disc(self, x: float, y: float, r: float) -> bool:
        """Whether a round base lies wholly in it."""
        if x - r < self.min_x or x + r > self.max_x or y - r < self.min_y or y + r > self.max_y:
            return False
        return contains(self.points, x, y) and rim_distance2(self.points, x, y) >= r * r

    def touches_base(self, x: float, y: float, facing: float, base: Base) -> bool:
        """Whether any part of a base lies in the piece or on its rim."""
        if base.is_disc:
            return self.touches_disc(x, y, base.radius)
        r = base.radius
        if x + r < self.min_x or x - r > self.max_x or y + r < self.min_y or y - r > self.max_y:
            return False
        return outlines_meet(base.corners(x, y, facing), self.points)

    def holds_base(self, x: float, y: float, facing: float, base: Base) -> bool:
        """Whether a base lies wholly in the piece; standing along its rim counts."""
        if base.is_disc:
            return self.holds_disc(x, y, base.radius)
        corners = base.corners(x, y, facing)
        for i in range(0, 8, 2):
            if not self.contains(corners[i], corners[i + 1]):
                return False
        # All corners inside: only a notch of the outline can still reach into the base. Its corner
        # does then, or an edge passes through and parts two corners of the base.
        for i in range(len(self.ax)):
            if point_gap(self.ax[i], self.ay[i], x, y, facing, base) == 0.0 and _well_inside(
                self.ax[i], self.ay[i], x, y, facing, base
            ):
                return False
        for i in range(0, 8, 2):
            j = (i + 2) % 8
            # A gap of rounding at a rotated corner is not a notch.
            length = sqrt(
                (corners[j] - corners[i]) * (corners[j] - corners[i])
                + (corners[j + 1] - corners[i + 1]) * (corners[j + 1] - corners[i + 1])
            )
            if (
                self.inside_length(corners[i], corners[i + 1], corners[j], corners[j + 1])
                < length - 1e-9
            ):
                return False
        return True

    def crosses(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether a straight line shares any point with it; touching counts. Exact likewise."""
        if (x0 < self.min_x and x1 < self.min_x) or (x0 > self.max_x and x1 > self.max_x):
            return False
        if (y0 < self.min_y and y1 < self.min_y) or (y0 > self.max_y and y1 > self.max_y):
            return False
        for i in range(len(self.ax)):
            if segments_meet(x0, y0, x1, y1, self.ax[i], self.ay[i], self.bx[i], self.by[i]):
                return True
        return contains(self.points, x0, y0)

    def swept(self, x0: float, y0: float, x1: float, y1: float, r: float) -> bool:
        """Whether a round base of radius r touches it anywhere on its straight way."""
        if (x0 + r < self.min_x and x1 + r < self.min_x) or (
            x0 - r > self.max_x and x1 - r > self.max_x
        ):
            return False
        if (y0 + r < self.min_y and y1 + r < self.min_y) or (
            y0 - r > self.max_y and y1 - r > self.max_y
        ):
            return False
        r2 = r * r
        for i in range(len(self.ax)):
            if (
                segment_segment2(x0, y0, x1, y1, self.ax[i], self.ay[i], self.bx[i], self.by[i])
                <= r2
            ):
                return True
        return contains(self.points, x0, y0)

    def intervals(self, x0: float, y0: float, x1: float, y1: float) -> list[float]:
        """Where a straight line runs inside: flat pairs of parameters from 0 (start) to 1 (end).

        A line along an edge runs inside. Touches in a single point are left out.

        >>> rectangle(1, "hill", 5.0, 5.0, 4.0, 4.0).intervals(0.0, 5.0, 10.0, 5.0)
        [0.3, 0.7]
        """
        dx = x1 - x0
        dy = y1 - y0
        len2 = dx * dx + dy * dy
        if len2 == 0.0:
            return [0.0, 1.0] if self.contains(x0, y0) else []
        if (x0 < self.min_x and x1 < self.min_x) or (x0 > self.max_x and x1 > self.max_x):
            return []
        if (y0 < self.min_y and y1 < self.min_y) or (y0 > self.max_y and y1 > self.max_y):
            return []
        # Follow the line a hair to its left, and again a hair to its right: there no corner lies on
        # it, so the crossings pair up. What is inside on either side is inside, for the rim counts.
        left: list[float] = []
        right: list[float] = []
        touched = False
        for i in range(len(self.ax)):
            ax = self.ax[i]
            ay = self.ay[i]
            bx = self.bx[i]
            by = self.by[i]
            sa = dx * (ay - y0) - dy * (ax - x0)
            sb = dx * (by - y0) - dy * (bx - x0)
            if sa == 0.0 or sb == 0.0:
                touched = True
            crosses_left = (sa > 0.0) != (sb > 0.0)
            crosses_right = (sa >= 0.0) != (sb >= 0.0)
            if crosses_left or crosses_right:
                f = sa / (sa - sb)
                px = ax + (bx - ax) * f
                py = ay + (by - ay) * f
                t = ((px - x0) * dx + (py - y0) * dy) / len2
                if crosses_left:
                    _insert(left, t)
                if crosses_right:
                    _insert(right, t)
        _clip(left)
        if not touched:
            return left
        _clip(right)
        return _union(left, right)

    def inside_length(self, x0: float, y0: float, x1: float, y1: float) -> float:
        """How many inches of a straight line lie inside."""
        spans = self.intervals(x0, y0, x1, y1)
        if len(spans) == 0:
            return 0.0
        total = 0.0
        for i in range(0, len(spans), 2):
            total += spans[i + 1] - spans[i]
        return total * sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))

    def __reduce__(self) -> tuple[object, ...]:
        return Terrain, (self.id, self.kind, self.corners(), self.height)

    def __repr__(self) -> str:
        return f"Terrain({self.id}, {self.kind!r}, {self.corners()}, {self.height:g})"


def rectangle(
    id: int,
    kind: str,
    x: float,
    y: float,
    width: float,
    depth: float,
    turn: float = 0.0,
    height: float = TALL,
) -> Terrain:
    """A rectangle round (x, y): `width` along x, `depth` along y, then turned counter-clockwise."""
    c, s = direction(turn)
    w = width / 2.0
    d = depth / 2.0
    corners = [
        (x - w * c + d * s, y - w * s - d * c),
        (x + w * c + d * s, y + w * s - d * c),
        (x + w * c - d * s, y + w * s + d * c),
        (x - w * c - d * s, y - w * s + d * c),
    ]
    return Terrain(id, kind, corners, height)


def ngon(
    id: int,
    kind: str,
    x: float,
    y: float,
    radius: float,
    sides: int = 12,
    turn: float = 0.0,
    height: float = TALL,
) -> Terrain:
    """A regular polygon with corners `radius` inches from (x, y); twelve make a round hill."""
    return blob(id, kind, x, y, [radius] * sides, turn, height)


def blob(
    id: int,
    kind: str,
    x: float,
    y: float,
    radii: Sequence[float],
    turn: float = 0.0,
    height: float = TALL,
) -> Terrain:
    """A piece grown round (x, y): corners at these distances, at even angles from `turn` on."""
    n = len(radii)
    corners: list[tuple[float, float]] = []
    for i in range(n):
        a = radians(turn + 360.0 * i / n)
        corners.append((x + radii[i] * cos(a), y + radii[i] * sin(a)))
    return Terrain(id, kind, corners, height)


def strip(
    id: int, kind: str, line: Sequence[tuple[float, float]], width: float, height: float = TALL
) -> Terrain:
    """A road, river, wall or hedge: a line of points given a width, its bends mitred.

    Bends must be wide enough for the width, or the outline would cross itself (`ValueError`).
    """
    points: list[tuple[float, float]] = []
    for p in line:
        q = (float(p[0]), float(p[1]))
        if len(points) == 0 or points[-1] != q:
            points.append(q)
    if len(points) < 2:
        raise ValueError(f"{kind} {id}: a strip needs two different points")
    half = width / 2.0
    left: list[tuple[float, float]] = []
    right: list[tuple[float, float]] = []
    n = len(points)
    for i in range(n):
        x, y = points[i]
        ix = iy = ox = oy = 0.0
        if i > 0:
            ix, iy = _unit(x - points[i - 1][0], y - points[i - 1][1])
        if i < n - 1:
            ox, oy = _unit(points[i + 1][0] - x, points[i + 1][1] - y)
        if i == 0:
            ix, iy = ox, oy
        if i == n - 1:
            ox, oy = ix, iy
        bend = 1.0 + ix * ox + iy * oy
        if bend < 0.5:
            # Sharper than a right angle and a half: a mitre would run out to a spike, so cut it
            # flat.
            if ix * oy - iy * ox > 0.0:
                right.append((x + iy * half, y - ix * half))
                right.append((x + oy * half, y - ox * half))
                left.append((x - (iy + oy) * half / bend, y + (ix + ox) * half / bend))
            else:
                left.append((x - iy * half, y + ix * half))
                left.append((x - oy * half, y + ox * half))
                right.append((x + (iy + oy) * half / bend, y - (ix + ox) * half / bend))
        else:
            left.append((x - (iy + oy) * half / bend, y + (ix + ox) * half / bend))
            right.append((x + (iy + oy) * half / bend, y - (ix + ox) * half / bend))
    left.reverse()
    return Terrain(id, kind, right + left, height)


def _unit(x: float, y: float) -> tuple[float, float]:
    d = sqrt(x * x + y * y)
    return x / d, y / d


def _tidy(points: Sequence[tuple[float, float]]) -> list[float]:
    """On the lattice, flat, without corners that repeat or lie in line with their neighbours."""
    xs: list[float] = []
    ys: list[float] = []
    for p in points:
        x = snap(p[0])
        y = snap(p[1])
        if len(xs) == 0 or x != xs[-1] or y != ys[-1]:
            xs.append(x)
            ys.append(y)
    while len(xs) > 1 and xs[0] == xs[-1] and ys[0] == ys[-1]:
        xs.pop()
        ys.pop()
    flat: list[float] = []
    n = len(xs)
    for i in range(n):
        h = (i + n - 1) % n
        j = (i + 1) % n
        ux = xs[i] - xs[h]
        uy = ys[i] - ys[h]
        vx = xs[j] - xs[i]
        vy = ys[j] - ys[i]
        if ux * vy - uy * vx == 0.0 and ux * vx + uy * vy > 0.0:
            continue
        flat.append(xs[i])
        flat.append(ys[i])
    return flat


def _reversed(flat: list[float]) -> list[float]:
    out: list[float] = []
    for i in range(len(flat) - 2, -1, -2):
        out.append(flat[i])
        out.append(flat[i + 1])
    return out


def _well_inside(px: float, py: float, x: float, y: float, facing: float, base: Base) -> bool:
    """Whether a point lies in a box by more than rounding."""
    c, s = direction(facing)
    ahead = base.half_depth - abs((px - x) * c + (py - y) * s)
    across = base.half_width - abs((py - y) * c - (px - x) * s)
    return ahead > 1e-9 and across > 1e-9


def _insert(values: list[float], v: float) -> None:
    """Keep a short list sorted."""
    i = len(values)
    while i > 0 and values[i - 1] > v:
        i -= 1
    values.insert(i, v)


def _clip(spans: list[float]) -> None:
    """Cut sorted pairs down to 0..1, in place, and drop those that are empty."""
    n = 0
    for i in range(0, len(spans) - 1, 2):
        a = spans[i]
        b = spans[i + 1]
        if a < 0.0:
            a = 0.0
        if b > 1.0:
            b = 1.0
        if b > a:
            spans[n] = a
            spans[n + 1] = b
            n += 2
    del spans[n:]


def _union(a: list[float], b: list[float]) -> list[float]:
    """The union of two sorted lists of pairs."""
    out: list[float] = []
    i = 0
    j = 0
    while i < len(a) or j < len(b):
        if j >= len(b) or (i < len(a) and a[i] <= b[j]):
            lo = a[i]
            hi = a[i + 1]
            i += 2
        else:
            lo = b[j]
            hi = b[j + 1]
            j += 2
        if len(out) > 0 and lo <= out[-1]:
            if hi > out[-1]:
                out[-1] = hi
        else:
            out.append(lo)
            out.append(hi)
    return out
