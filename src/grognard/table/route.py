"""The shortest way round obstacles.

A search over the corners that a taut string could lie against: points round each obstacle, as far
off as the mover must keep. They are made only for obstacles that turn out to lie in the way, and
whether a line between two of them is clear is asked only when the search wants to go there.
"""

from heapq import heappop, heappush
from math import atan2, ceil, cos, pi, sin
from typing import Final

from grognard.table.cost import distance, leg_cost, path_cost
from grognard.table.lattice import STEP, snap
from grognard.table.obstacles import CLEAR, Obstacles, Path

MOST: Final = 2000
"""A search gives up after so many corners; no table that people build needs a tenth of it."""


class Search:
    """The corners known so far, for one mover from one start; kept for `reach` too."""

    def __init__(self, ground: Obstacles, sx: float, sy: float, limit: float) -> None:
        self.ground = ground
        self.sx = sx
        self.sy = sy
        self.limit = limit
        self.x: list[float] = [sx]
        self.y: list[float] = [sy]
        self.known: set[int] = set()
        self.known_slow: set[int] = set()

    def add_corners(self, i: int, gx: float, gy: float) -> None:
        """Make the corners round an obstacle at which a way to (gx, gy) may turn."""
        if i in self.known:
            return
        self.known.add(i)
        ground = self.ground
        n = len(ground.disc_c)
        # A step more than the clearance: rounding to the lattice takes less than that away.
        if i < n:
            c = ground.disc_c[i] + STEP
            sides = 12 if c < 3.0 else 18
            r = c / cos(pi / sides)
            for k in range(sides):
                a = (k + 0.5) * 2.0 * pi / sides
                self._add(ground.disc_x[i] + r * cos(a), ground.disc_y[i] + r * sin(a), gx, gy)
        else:
            self._add_outline(ground.poly_points[i - n], ground.poly_c[i - n] + STEP, gx, gy)

    def add_slow(self, k: int, gx: float, gy: float) -> None:
        """Make the corners at which a way may turn to go round a slow piece."""
        if k not in self.known_slow:
            self.known_slow.add(k)
            self._add_outline(self.ground.slow_pieces[k].points, STEP, gx, gy)

    def _add_outline(self, points: list[float], c: float, gx: float, gy: float) -> None:
        n = len(points)
        for i in range(0, n, 2):
            h = (i + n - 2) % n
            j = (i + 2) % n
            ux = points[i] - points[h]
            uy = points[i + 1] - points[h + 1]
            vx = points[j] - points[i]
            vy = points[j + 1] - points[i + 1]
            cross = ux * vy - uy * vx
            if cross <= 0.0:
                continue
            # A corner that sticks out: follow the arc from one side's normal to the other's.
            turn = atan2(cross, ux * vx + uy * vy)
            pieces = ceil(turn / 0.9)
            first = atan2(-ux, uy)
            r = c / cos(turn / pieces / 2.0)
            for k in range(pieces):
                a = first + (k + 0.5) * turn / pieces
                self._add(points[i] + r * cos(a), points[i + 1] + r * sin(a), gx, gy)

    def _add(self, x: float, y: float, gx: float, gy: float) -> None:
        x = snap(x)
        y = snap(y)
        far = distance(self.sx, self.sy, x, y) + distance(x, y, gx, gy)
        if far > self.limit or len(self.x) > MOST:
            return
        if self.ground.leg(x, y, x, y, self.sx, self.sy) != CLEAR:
            return
        self.x.append(x)
        self.y.append(y)


def find(
    ground: Obstacles, sx: float, sy: float, gx: float, gy: float, limit: float
) -> Path | None:
    """The cheapest path from start to goal that costs no more than the limit, or None.

    Ways round discs follow a polygon of twelve sides or more, at most 2.4% longer than the arc.
    """
    blocked = ground.leg(sx, sy, gx, gy, sx, sy)
    price = leg_cost(ground, sx, sy, gx, gy)
    direct = distance(sx, sy, gx, gy)
    if direct > limit:
        return None
    if blocked == CLEAR and price == direct:
        return [(sx, sy), (gx, gy)]
    if ground.leg(gx, gy, gx, gy, sx, sy) != CLEAR:
        return None
    # Sums of lengths are rounded in another order here than when the path is measured at the end.
    budget = limit
    limit += 1e-9
    search = Search(ground, sx, sy, limit)
    search.x.append(gx)
    search.y.append(gy)
    paid: list[float] = [0.0, -1.0]  # the price of each corner that is settled, -1 before that
    parent: list[int] = [-1, -1]
    settled: list[int] = [0]
    # (estimate, order, to, from, price up to `from`, price of the leg or -1 while it is a guess)
    heap: list[tuple[float, int, int, int, float, float]] = []
    order = 0
    heappush(heap, (direct, order, 1, 0, 0.0, -1.0))
    while len(heap) > 0:
        _, _, to, start, before, leg = heappop(heap)
        if paid[to] >= 0.0:
            continue
        x0 = search.x[start]
        y0 = search.y[start]
        x1 = search.x[to]
        y1 = search.y[to]
        if leg < 0.0:
            old = len(search.x)
            if ground.leg(x0, y0, x1, y1, sx, sy) != CLEAR:
                # All that block it: a taut string may lie against one that hides behind another.
                for b in ground.blocking(x0, y0, x1, y1, sx, sy):
                    search.add_corners(b, gx, gy)
            else:
                direct = distance(x0, y0, x1, y1)
                leg = leg_cost(ground, x0, y0, x1, y1)
                if leg > direct:
                    for k in range(len(ground.slow_pieces)):
                        if k not in search.known_slow and ground.slow_pieces[k].crosses(
                            x0, y0, x1, y1
                        ):
                            search.add_slow(k, gx, gy)
                    # Dearer than it looked: let others go first.
                    total = before + leg + distance(x1, y1, gx, gy)
                    if total <= limit:
                        order += 1
                        heappush(heap, (total, order, to, start, before, leg))
                    leg = -1.0
            # Corners that were just found can be reached from all that is settled.
            for k in range(old, len(search.x)):
                paid.append(-1.0)
                parent.append(-1)
                for s in settled:
                    order = _push(heap, order, search, s, k, paid[s], gx, gy, limit)
            if leg < 0.0:
                continue
        if before + leg > limit:
            continue
        paid[to] = before + leg
        parent[to] = start
        if to == 1:
            out: Path = []
            at = 1
            while at >= 0:
                out.append((search.x[at], search.y[at]))
                at = parent[at]
            out.reverse()
            return out if path_cost(ground, out) <= budget else None
        settled.append(to)
        for k in range(1, len(search.x)):
            if paid[k] < 0.0:
                order = _push(heap, order, search, to, k, paid[to], gx, gy, limit)
    return None


def _push(
    heap: list[tuple[float, int, int, int, float, float]],
    order: int,
    search: Search,
    start: int,
    to: int,
    before: float,
    gx: float,
    gy: float,
    limit: float,
) -> int:
    """Put a leg that might be clear on the heap; the next order number."""
    x = search.x[to]
    y = search.y[to]
    total = before + distance(search.x[start], search.y[start], x, y) + distance(x, y, gx, gy)
    if total > limit:
        return order
    heappush(heap, (total, order + 1, to, start, before, -1.0))
    return order + 1


_offsets: dict[tuple[float, float], Path] = {}


def places_round(x: float, y: float, most: float, step: float) -> Path:
    """Lattice places round a point, nearest first: rings `step` apart out to `most`."""
    offsets = _offsets.get((most, step))
    if offsets is None:
        offsets = _offsets[(most, step)] = []
        for ring in range(1, int(most / step + 1e-9) + 1):
            n = 6 * ring
            r = ring * step
            for k in range(n):
                a = 2.0 * pi * k / n
                offsets.append((r * cos(a), r * sin(a)))
    out: Path = [(snap(x), snap(y))]
    for dx, dy in offsets:
        out.append((snap(x + dx), snap(y + dy)))
    return out
