"""What stands in the way of one mover, and whether a straight step of his is clear of it.

Distances are kept from the mover's centre: each obstacle has a clearance that his centre must keep
from it. A mover who starts nearer than that to something may move as long as he comes no nearer to
it than he started. Use `walk.Ground`, which adds routes to this.
"""

from math import sqrt
from typing import Final, NamedTuple

from grognard.table.base import SLACK, Base, point_gap
from grognard.table.lattice import STEP, toward
from grognard.table.polygon import (
    contains,
    convex_hull,
    outlines_meet,
    point_segment2,
    segment_segment2,
)
from grognard.table.terrain import Terrain

Path = list[tuple[float, float]]
"""Points that a mover's centre passes in straight lines, his start first."""

FIGURE: Final = "figure"
TOO_CLOSE: Final = "too close to figure"
EDGE: Final = "table edge"

CLEAR: Final = -1
OFF_TABLE: Final = -2

_HAIR: Final = 1.0 - 1e-12


class Hit(NamedTuple):
    """An obstacle that a path runs into: where the mover's centre then is, and on which leg."""

    kind: str
    id: int
    x: float
    y: float
    leg: int

    @property
    def name(self) -> str:
        """How people call it: "wall 3", "too close to figure 7"."""
        return self.kind if self.id < 0 else f"{self.kind} {self.id}"


class Obstacles:
    """The obstacles of one mover. Make it, add to it, then ask; a unit of equal bases can share it.

    `width` and `depth` are the table's, on which his base must stay. What lies further than `reach`
    from (`x`, `y`) is left out when that is given: the caller's promise to ask nothing beyond.
    """

    def __init__(
        self,
        base: Base,
        width: float,
        depth: float,
        x: float = 0.0,
        y: float = 0.0,
        reach: float = 1e300,
    ) -> None:
        self.base = base
        self.radius = base.radius
        self.width = width
        self.depth = depth
        self._x = x
        self._y = y
        self._reach = reach
        # Round obstacles: own reach (its radius and the distance to be kept), and the same with the
        # mover's radius, less the slack.
        self.disc_kind: list[str] = []
        self.disc_id: list[int] = []
        self.disc_x: list[float] = []
        self.disc_y: list[float] = []
        self.disc_own: list[float] = []
        self.disc_c: list[float] = []
        # Outlines (counter-clockwise): impassable terrain, boxes. The distance to be kept, and the
        # same with the mover's radius; the box round it, that much wider.
        self.poly_kind: list[str] = []
        self.poly_id: list[int] = []
        self.poly_points: list[list[float]] = []
        self.poly_own: list[float] = []
        self.poly_c: list[float] = []
        self.poly_min_x: list[float] = []
        self.poly_min_y: list[float] = []
        self.poly_max_x: list[float] = []
        self.poly_max_y: list[float] = []
        self.slow_pieces: list[Terrain] = []
        self.slow_factor: list[float] = []
        self.slow_toll: list[float] = []

    # What is put in -----------------------------------------------------------------------------

    def wall(self, piece: Terrain) -> None:
        """A piece that the mover may not enter."""
        self._outline(piece.kind, piece.id, piece.points, 0.0, SLACK)

    def outline(self, kind: str, id: int, points: list[float], centre: bool = False) -> None:
        """A counter-clockwise outline that the mover may not enter, `wall` without its piece.

        With `centre` his base may reach in, and only his centre stays out.
        """
        self._outline(
            kind, id, points, -self.radius + STEP if centre else 0.0, 0.0 if centre else SLACK
        )

    def body(self, id: int, x: float, y: float, base: Base, facing: float = 0.0) -> None:
        """A standing figure that may be touched but not overlapped."""
        if base.is_disc:
            self._disc(FIGURE, id, x, y, base.radius, SLACK)
        else:
            self._outline(FIGURE, id, base.corners(x, y, facing), 0.0, SLACK)

    def keep_away(
        self, id: int, x: float, y: float, base: Base, distance: float, facing: float = 0.0
    ) -> None:
        """A figure from which the mover's edge must stay this far; just so far is allowed."""
        if base.is_disc:
            self._disc(TOO_CLOSE, id, x, y, base.radius + distance, 0.0)
        else:
            self._outline(TOO_CLOSE, id, base.corners(x, y, facing), distance, 0.0)

    def slow(self, piece: Terrain, factor: float, toll: float = 0.0) -> None:
        """A piece in which an inch costs `factor` (1 or more), and entering it a toll, once a path.

        Measured along the path of the mover's centre. Where several lie over each other the worst
        counts.
        """
        if factor < 1.0 or toll < 0.0:
            raise ValueError("slow ground cannot be faster than open ground")
        self.slow_pieces.append(piece)
        self.slow_factor.append(factor)
        self.slow_toll.append(toll)

    def _disc(self, kind: str, id: int, x: float, y: float, own: float, slack: float) -> None:
        c = own + self.radius - slack
        far = c + self._reach
        if (x - self._x) * (x - self._x) + (y - self._y) * (y - self._y) > far * far:
            return
        self.disc_kind.append(kind)
        self.disc_id.append(id)
        self.disc_x.append(x)
        self.disc_y.append(y)
        self.disc_own.append(own - slack)
        self.disc_c.append(c)

    def _outline(self, kind: str, id: int, points: list[float], own: float, slack: float) -> None:
        c = own + self.radius - slack
        min_x = points[0]
        max_x = min_x
        min_y = points[1]
        max_y = min_y
        for i in range(2, len(points), 2):
            x = points[i]
            y = points[i + 1]
            if x < min_x:
                min_x = x
            elif x > max_x:
                max_x = x
            if y < min_y:
                min_y = y
            elif y > max_y:
                max_y = y
        far = c + self._reach
        if self._x < min_x - far or self._x > max_x + far:
            return
        if self._y < min_y - far or self._y > max_y + far:
            return
        self.poly_kind.append(kind)
        self.poly_id.append(id)
        self.poly_points.append(points)
        self.poly_own.append(own - slack)
        self.poly_c.append(c)
        self.poly_min_x.append(min_x - c)
        self.poly_min_y.append(min_y - c)
        self.poly_max_x.append(max_x + c)
        self.poly_max_y.append(max_y + c)

    def nearby(self, x: float, y: float, far: float) -> "Obstacles":
        """The same, without what a mover who stays within `far` of (x, y) cannot meet."""
        out = Obstacles(self.base, self.width, self.depth)
        n = len(self.disc_c)
        for i in range(n):
            c = self.disc_c[i] + far
            if self.near2(i, x, y, x, y) <= c * c:
                out.disc_kind.append(self.disc_kind[i])
                out.disc_id.append(self.disc_id[i])
                out.disc_x.append(self.disc_x[i])
                out.disc_y.append(self.disc_y[i])
                out.disc_own.append(self.disc_own[i])
                out.disc_c.append(self.disc_c[i])
        for i in range(len(self.poly_c)):
            c = self.poly_c[i] + far
            if self.near2(n + i, x, y, x, y) <= c * c:
                out.poly_kind.append(self.poly_kind[i])
                out.poly_id.append(self.poly_id[i])
                out.poly_points.append(self.poly_points[i])
                out.poly_own.append(self.poly_own[i])
                out.poly_c.append(self.poly_c[i])
                out.poly_min_x.append(self.poly_min_x[i])
                out.poly_min_y.append(self.poly_min_y[i])
                out.poly_max_x.append(self.poly_max_x[i])
                out.poly_max_y.append(self.poly_max_y[i])
        for i in range(len(self.slow_pieces)):
            if self.slow_pieces[i].touches_disc(x, y, far):
                out.slow_pieces.append(self.slow_pieces[i])
                out.slow_factor.append(self.slow_factor[i])
                out.slow_toll.append(self.slow_toll[i])
        return out

    # What is asked ------------------------------------------------------------------------------

    def clear(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether the mover can go straight from one point to the other."""
        return self.leg(x0, y0, x1, y1, x0, y0) == CLEAR

    def path_clear(self, path: Path) -> bool:
        """Whether he can go a whole path; its start is what "closer than he started" means."""
        sx, sy = path[0]
        for i in range(len(path) - 1):
            x0, y0 = path[i]
            x1, y1 = path[i + 1]
            if self.leg(x0, y0, x1, y1, sx, sy) != CLEAR:
                return False
        return True

    def free(self, x: float, y: float, facing: float = 0.0) -> bool:
        """Whether his base may rest at a place; no matter how he got there, so without exception.

        A box is tested exactly, with its facing.
        """
        if not self.base.is_disc:
            return self._box_free(x, y, facing)
        if not self.on_table(x, y):
            return False
        for i in range(len(self.disc_c)):
            dx = x - self.disc_x[i]
            dy = y - self.disc_y[i]
            if dx * dx + dy * dy < self.disc_c[i] * self.disc_c[i]:
                return False
        for i in range(len(self.poly_c)):
            if (
                x > self.poly_min_x[i]
                and x < self.poly_max_x[i]
                and y > self.poly_min_y[i]
                and y < self.poly_max_y[i]
                and self._poly_gap2(i, x, y, x, y, self.poly_c[i] * self.poly_c[i])
                < self.poly_c[i] * self.poly_c[i]
            ):
                return False
        return True

    def on_table(self, x: float, y: float) -> bool:
        """Whether the disc round his base lies wholly on the table."""
        r = self.radius
        return x >= r and y >= r and x <= self.width - r and y <= self.depth - r

    def leg(self, x0: float, y0: float, x1: float, y1: float, sx: float, sy: float) -> int:
        """What blocks a straight leg of a move that started at (sx, sy).

        `CLEAR`, `OFF_TABLE`, or the number of an obstacle (not always the first that he would
        meet).
        """
        r = self.radius
        if (x1 < r or y1 < r or x1 > self.width - r or y1 > self.depth - r) and self._off(
            x1, y1, sx, sy
        ):
            return OFF_TABLE
        min_x = x0 if x0 < x1 else x1
        max_x = x1 if x0 < x1 else x0
        min_y = y0 if y0 < y1 else y1
        max_y = y1 if y0 < y1 else y0
        dx = x1 - x0
        dy = y1 - y0
        len2 = dx * dx + dy * dy
        n = len(self.disc_c)
        for i in range(n):
            c = self.disc_c[i]
            x = self.disc_x[i]
            if x + c <= min_x or x - c >= max_x:
                continue
            y = self.disc_y[i]
            if y + c <= min_y or y - c >= max_y:
                continue
            qx = x - x0
            qy = y - y0
            along = qx * dx + qy * dy
            if along <= 0.0:
                d2 = qx * qx + qy * qy
            elif along >= len2:
                d2 = (x - x1) * (x - x1) + (y - y1) * (y - y1)
            else:
                off = dx * qy - dy * qx
                d2 = off * off / len2
            if d2 < c * c:
                s2 = (x - sx) * (x - sx) + (y - sy) * (y - sy)
                if s2 >= c * c or d2 < s2 * _HAIR:
                    return i
        for i in range(len(self.poly_c)):
            if (
                self.poly_min_x[i] >= max_x
                or self.poly_max_x[i] <= min_x
                or self.poly_min_y[i] >= max_y
                or self.poly_max_y[i] <= min_y
            ):
                continue
            c2 = self.poly_c[i] * self.poly_c[i]
            d2 = self._poly_gap2(i, x0, y0, x1, y1, c2)
            if d2 < c2:
                s2 = self._poly_gap2(i, sx, sy, sx, sy, 0.0)
                if s2 >= c2 or self._poly_gap2(i, x0, y0, x1, y1, 0.0) < s2 * _HAIR:
                    return n + i
        return CLEAR

    def blocking(
        self, x0: float, y0: float, x1: float, y1: float, sx: float, sy: float
    ) -> list[int]:
        """The numbers of all obstacles that block a leg, where `leg` gives only one."""
        min_x = x0 if x0 < x1 else x1
        max_x = x1 if x0 < x1 else x0
        min_y = y0 if y0 < y1 else y1
        max_y = y1 if y0 < y1 else y0
        out: list[int] = []
        n = len(self.disc_c)
        for i in range(n + len(self.poly_c)):
            if i < n:
                c = self.disc_c[i]
                x = self.disc_x[i]
                y = self.disc_y[i]
                if x + c <= min_x or x - c >= max_x or y + c <= min_y or y - c >= max_y:
                    continue
            else:
                k = i - n
                c = self.poly_c[k]
                if (
                    self.poly_min_x[k] >= max_x
                    or self.poly_max_x[k] <= min_x
                    or self.poly_min_y[k] >= max_y
                    or self.poly_max_y[k] <= min_y
                ):
                    continue
            near = self.near2(i, x0, y0, x1, y1)
            if near < c * c:
                start = self.near2(i, sx, sy, sx, sy)
                if start >= c * c or near < start * _HAIR:
                    out.append(i)
        return out

    def _off(self, x: float, y: float, sx: float, sy: float) -> bool:
        """Whether a place is off the table for a mover who started at (sx, sy).

        The disc round a box may stick out; then no further than it did at the start.
        """
        if self.on_table(x, y):
            return False
        r = self.radius
        return self.base.is_disc or not (
            x >= min(r, sx)
            and y >= min(r, sy)
            and x <= max(self.width - r, sx)
            and y <= max(self.depth - r, sy)
        )

    def _poly_gap2(
        self, i: int, x0: float, y0: float, x1: float, y1: float, enough: float
    ) -> float:
        """The squared distance of a leg from an outline; any value below `enough` will do."""
        points = self.poly_points[i]
        if contains(points, x0, y0):
            return 0.0
        n = len(points)
        best = 1e300
        ax = points[n - 2]
        ay = points[n - 1]
        still = x0 == x1 and y0 == y1
        for k in range(0, n, 2):
            bx = points[k]
            by = points[k + 1]
            if still:
                d = point_segment2(x0, y0, ax, ay, bx, by)
            else:
                d = segment_segment2(x0, y0, x1, y1, ax, ay, bx, by)
            if d < best:
                best = d
                if d < enough:
                    return d
            ax = bx
            ay = by
        return best

    def name_of(self, i: int) -> tuple[str, int]:
        """The kind and the id of an obstacle by its number, as `leg` gives it."""
        if i == OFF_TABLE:
            return EDGE, -1
        n = len(self.disc_c)
        if i < n:
            return self.disc_kind[i], self.disc_id[i]
        return self.poly_kind[i - n], self.poly_id[i - n]

    def near2(self, i: int, x0: float, y0: float, x1: float, y1: float) -> float:
        """The squared distance of a leg from an obstacle: its outline, or the centre of a disc."""
        n = len(self.disc_c)
        if i < n:
            return point_segment2(self.disc_x[i], self.disc_y[i], x0, y0, x1, y1)
        return self._poly_gap2(i - n, x0, y0, x1, y1, 0.0)

    def why_not(self, path: Path) -> list[Hit]:
        """All that a path runs into, in order: on each leg what, and where the mover is then.

        >>> from grognard.table.terrain import rectangle
        >>> man = Obstacles(Base.disc(0.5), 48.0, 48.0)
        >>> man.wall(rectangle(3, "wall", 10.0, 10.0, 2.0, 8.0))
        >>> [hit.name for hit in man.why_not([(4.0, 10.0), (20.0, 10.0), (48.0, 10.0)])]
        ['wall 3', 'table edge']
        """
        sx, sy = path[0]
        hits: list[Hit] = []
        n = len(self.disc_c)
        for leg in range(len(path) - 1):
            x0, y0 = path[leg]
            x1, y1 = path[leg + 1]
            found: list[tuple[float, int]] = []
            if self._off(x1, y1, sx, sy):
                lo = 0.0
                hi = 1.0
                for _ in range(40):
                    t = (lo + hi) / 2.0
                    x = x0 + (x1 - x0) * t
                    y = y0 + (y1 - y0) * t
                    if self._off(x, y, sx, sy):
                        hi = t
                    else:
                        lo = t
                found.append((lo, OFF_TABLE))
            for i in range(n + len(self.poly_c)):
                c = self.disc_c[i] if i < n else self.poly_c[i - n]
                limit = self.near2(i, sx, sy, sx, sy) * _HAIR
                if limit > c * c:
                    limit = c * c
                if self.near2(i, x0, y0, x1, y1) >= limit:
                    continue
                # What he has gone of the leg is clear until the first touch, and never after it.
                lo = 0.0
                hi = 1.0
                for _ in range(40):
                    t = (lo + hi) / 2.0
                    x = x0 + (x1 - x0) * t
                    y = y0 + (y1 - y0) * t
                    if self.near2(i, x0, y0, x, y) < limit:
                        hi = t
                    else:
                        lo = t
                found.append((lo, i))
            found.sort()
            for t, i in found:
                kind, id = self.name_of(i)
                hits.append(Hit(kind, id, x0 + (x1 - x0) * t, y0 + (y1 - y0) * t, leg))
        return hits

    def stop(self, x0: float, y0: float, x1: float, y1: float) -> tuple[float, float]:
        """How far he gets straight towards (x1, y1) before something stops him: a lattice point."""
        if self.clear(x0, y0, x1, y1):
            return x1, y1
        dx = x1 - x0
        dy = y1 - y0
        whole = sqrt(dx * dx + dy * dy)
        lo = 0.0
        hi = whole
        best_x = x0
        best_y = y0
        while hi - lo > STEP / 2.0:
            mid = (lo + hi) / 2.0
            px, py = toward(x0, y0, x1, y1, mid)
            if self.clear(x0, y0, px, py):
                lo = mid
                best_x = px
                best_y = py
            else:
                hi = mid
        return best_x, best_y

    # Boxes, exactly -----------------------------------------------------------------------------

    def _box_free(self, x: float, y: float, facing: float) -> bool:
        base = self.base
        rx = base.reach_x(facing) - SLACK
        ry = base.reach_y(facing) - SLACK
        if x < rx or y < ry or x > self.width - rx or y > self.depth - ry:
            return False
        for i in range(len(self.disc_own)):
            if point_gap(self.disc_x[i], self.disc_y[i], x, y, facing, base) < self.disc_own[i]:
                return False
        if len(self.poly_own) == 0:
            return True
        return self._outline_free(base.corners(x, y, facing), x, y, base.radius)

    def clear_facing(self, x0: float, y0: float, x1: float, y1: float, facing: float) -> bool:
        """Whether a box can be pushed straight along, its facing unchanged; exact, as `free` is.

        No exception is made for a box that starts too close to something.
        """
        base = self.base
        if base.is_disc:
            return self.clear(x0, y0, x1, y1)
        rx = base.reach_x(facing) - SLACK
        ry = base.reach_y(facing) - SLACK
        if x1 < rx or y1 < ry or x1 > self.width - rx or y1 > self.depth - ry:
            return False
        swept = convex_hull(base.corners(x0, y0, facing) + base.corners(x1, y1, facing))
        for i in range(len(self.disc_own)):
            own = self.disc_own[i]
            x = self.disc_x[i]
            y = self.disc_y[i]
            if contains(swept, x, y):
                return False
            n = len(swept)
            ax = swept[n - 2]
            ay = swept[n - 1]
            for k in range(0, n, 2):
                bx = swept[k]
                by = swept[k + 1]
                if point_segment2(x, y, ax, ay, bx, by) < own * own:
                    return False
                ax = bx
                ay = by
        return self._outline_free(
            swept,
            (x0 + x1) / 2.0,
            (y0 + y1) / 2.0,
            base.radius + sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)) / 2.0,
        )

    def _outline_free(self, outline: list[float], x: float, y: float, round: float) -> bool:
        """Whether a convex outline (within `round` of (x, y)) keeps off all outlines."""
        slim: list[float] = []
        for i in range(len(self.poly_own)):
            grow = round - self.radius
            if (
                x + grow <= self.poly_min_x[i]
                or x - grow >= self.poly_max_x[i]
                or y + grow <= self.poly_min_y[i]
                or y - grow >= self.poly_max_y[i]
            ):
                continue
            own = self.poly_own[i]
            if own > 0.0:
                if _outlines_gap2(outline, self.poly_points[i]) < own * own:
                    return False
                continue
            # The slack: what bites less deep than that is no overlap.
            if len(slim) == 0:
                slim = _slimmed(outline, SLACK)
            if outlines_meet(slim, self.poly_points[i]):
                return False
        return True


def _slimmed(outline: list[float], by: float) -> list[float]:
    """A convex counter-clockwise outline, every side moved in by the same distance."""
    n = len(outline)
    out: list[float] = []
    for i in range(0, n, 2):
        h = (i + n - 2) % n
        j = (i + 2) % n
        ux = outline[i] - outline[h]
        uy = outline[i + 1] - outline[h + 1]
        vx = outline[j] - outline[i]
        vy = outline[j + 1] - outline[i + 1]
        u = sqrt(ux * ux + uy * uy)
        v = sqrt(vx * vx + vy * vy)
        ux /= u
        uy /= u
        vx /= v
        vy /= v
        f = by / (1.0 + ux * vx + uy * vy)
        out.append(outline[i] - (uy + vy) * f)
        out.append(outline[i + 1] + (ux + vx) * f)
    return out


def _outlines_gap2(a: list[float], b: list[float]) -> float:
    if contains(a, b[0], b[1]) or contains(b, a[0], a[1]):
        return 0.0
    best = 1e300
    for i in range(0, len(a), 2):
        k = (i + 2) % len(a)
        for j in range(0, len(b), 2):
            m = (j + 2) % len(b)
            d = segment_segment2(a[i], a[i + 1], a[k], a[k + 1], b[j], b[j + 1], b[m], b[m + 1])
            if d < best:
                best = d
    return best
