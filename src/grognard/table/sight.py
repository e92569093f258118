"""How much of a base can be seen from a point, exactly, and what hides the rest.

>>> from grognard.table.terrain import rectangle
>>> man = Base.disc(0.5)
>>> scene = Scene([rectangle(3, "wood", 12.0, 12.0, 4.0, 4.0)])
>>> scene.place(7, 20.0, 10.0, man)
>>> print(scene.sight(4.0, 10.0, 24.0, 10.0, man))
fully hidden by wood 3, figure 7
>>> print(scene.sight(4.0, 9.0, 16.0, 10.25, man))
45% visible, hidden by wood 3

What is measured is the share of the target's apparent width, as it would appear on a plane held up
square to the line of sight. Edges of terrain hide what is behind them: somebody who stands inside a
piece, or looks at somebody inside, must say so by skipping that piece. Other bases hide as wholes,
except one in which the eye lies: it is the looker's own, or he stands on it. In plan view (eye and
top at height 0) everything in the scene hides, however low.

Many questions between two units cost least when asked of one corridor:

>>> corridor = scene.between((3.0, 8.0, 5.0, 12.0), (15.0, 9.0, 17.0, 12.0), skip_figures={7})
>>> corridor.half(4.0, 8.0, 16.0, 10.25, man), corridor.half(4.0, 11.0, 16.0, 11.0, man)
(True, False)
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from math import sqrt
from typing import Final, NamedTuple

from grognard.table.base import Base
from grognard.table.blocker import Blocker, Discs
from grognard.table.shadow import Wedge
from grognard.table.terrain import Terrain

Bounds = tuple[float, float, float, float]
"""A box along the axes: min x, min y, max x, max y."""

HALF: Final = 0.5 + 1e-9
"""No more than this share may be hidden of a base that is half visible: exactly half is enough."""

FIGURE: Final = "figure"
"""The kind under which bases appear among what hides."""

_NOBODY: Final[AbstractSet[int]] = frozenset()


class Hidden(NamedTuple):
    """One blocker and the share of the target that it hides and nothing nearer to the eye does."""

    kind: str
    id: int
    share: float

    @property
    def name(self) -> str:
        """How people call it: "wood 3"."""
        return f"{self.kind} {self.id}"


class Sight:
    """What one look has found: the visible fraction and what hides the rest, nearest first."""

    def __init__(self, fraction: float, hidden_by: list[Hidden]) -> None:
        self.fraction = fraction
        self.hidden_by = hidden_by

    @property
    def half(self) -> bool:
        """Whether at least half is visible, by the same tolerance as `half_visible`."""
        return 1.0 - self.fraction <= HALF

    @property
    def any(self) -> bool:
        """Whether anything at all is visible (more than rounding)."""
        return self.fraction > 1e-9

    def __str__(self) -> str:
        names = ", ".join([hidden.name for hidden in self.hidden_by])
        if len(self.hidden_by) == 0:
            return "fully visible"
        if not self.any:
            return f"fully hidden by {names}"
        # Rounded down: 49.9% must not read as the half that a rule may ask for.
        percent = int(self.fraction * 100.0 + 1e-7)
        if percent == 0:
            return f"under 1% visible, hidden by {names}"
        return f"{percent}% visible, hidden by {names}"

    def __repr__(self) -> str:
        return f"Sight({self.fraction!r}, {self.hidden_by!r})"


class Corridor:
    """What stands between two places, ready for many looks from the one to the other.

    A `Scene` makes it. It answers rightly for every eye and target inside the two boxes it was made
    for.
    """

    def __init__(self, discs: Discs | None = None) -> None:
        self.wedge = Wedge()
        self.blockers: list[Blocker] = []
        self.discs = discs if discs is not None else Discs()
        # The edges of the blocker that `close` will make.
        self._ax: list[float] = []
        self._ay: list[float] = []
        self._bx: list[float] = []
        self._by: list[float] = []

    @property
    def empty(self) -> bool:
        """Whether nothing at all stands here, so that everything is seen."""
        return len(self.blockers) == 0 and len(self.discs.ids) == 0

    def add_disc(self, id: int, x: float, y: float, r: float, top: float) -> None:
        """Put a round base in."""
        self.discs.add(id, x, y, r, top)

    def add_edge(self, ax: float, ay: float, bx: float, by: float) -> None:
        """Put in an edge of the blocker that `close` then names."""
        self._ax.append(ax)
        self._ay.append(ay)
        self._bx.append(bx)
        self._by.append(by)

    def add_piece(self, piece: Terrain) -> None:
        """Put in a whole piece of terrain: quicker than edge by edge."""
        self.blockers.append(piece.blocker)

    def close(self, kind: str, id: int, top: float, solid: bool = False) -> None:
        """Make one blocker of the edges added since the last; of none, nothing."""
        if len(self._ax) == 0:
            return
        self.blockers.append(
            Blocker(kind, id, top, False, solid, self._ax, self._ay, self._bx, self._by)
        )
        self._ax = []
        self._ay = []
        self._bx = []
        self._by = []

    def fraction(
        self,
        ex: float,
        ey: float,
        tx: float,
        ty: float,
        base: Base,
        facing: float = 0.0,
        eye: float = 0.0,
        top: float = 0.0,
    ) -> float:
        """The visible share, 0 to 1, of a base at (tx, ty), seen from (ex, ey).

        With heights `eye` and `top` only those blockers hide that reach above the line between the
        two.
        """
        wedge = self.wedge
        if not wedge.aim(ex, ey, tx, ty, facing, base):
            return 1.0
        wedge.heights(eye, top)
        self._look(tx - ex, ty - ey, base.radius, 1e300)
        if len(wedge.lo) == 0:
            return 1.0
        return _crumbless(1.0 - wedge.covered() / (2.0 * wedge.s))

    def half(
        self,
        ex: float,
        ey: float,
        tx: float,
        ty: float,
        base: Base,
        facing: float = 0.0,
        eye: float = 0.0,
        top: float = 0.0,
    ) -> bool:
        """Whether at least half of a base is visible; a billionth less than half still counts.

        Gives up as soon as one edge or base hides more than half, and adds up shadows only where
        there are several that together might.
        """
        wedge = self.wedge
        if not wedge.aim(ex, ey, tx, ty, facing, base):
            return True
        wedge.heights(eye, top)
        limit = 2.0 * wedge.s * HALF
        self._look(tx - ex, ty - ey, base.radius, limit)
        n = len(wedge.lo)
        if n == 0:
            return True
        total = 0.0
        for i in range(n):
            width = wedge.hi[i] - wedge.lo[i]
            if width > limit:
                return False
            total += width
        return total <= limit or wedge.covered() <= limit

    def any(
        self,
        ex: float,
        ey: float,
        tx: float,
        ty: float,
        base: Base,
        facing: float = 0.0,
        eye: float = 0.0,
        top: float = 0.0,
    ) -> bool:
        """Whether any part of a base is visible (more than a billionth of its width)."""
        wedge = self.wedge
        if not wedge.aim(ex, ey, tx, ty, facing, base):
            return True
        wedge.heights(eye, top)
        limit = 2.0 * wedge.s * (1.0 - 1e-9)
        self._look(tx - ex, ty - ey, base.radius, limit)
        return len(wedge.lo) == 0 or wedge.covered() <= limit

    def sight(
        self,
        ex: float,
        ey: float,
        tx: float,
        ty: float,
        base: Base,
        facing: float = 0.0,
        eye: float = 0.0,
        top: float = 0.0,
    ) -> Sight:
        """The visible fraction with its explanation: what hides how much, nearest first."""
        wedge = self.wedge
        if not wedge.aim(ex, ey, tx, ty, facing, base):
            return Sight(1.0, [])
        wedge.heights(eye, top)
        self._look(tx - ex, ty - ey, base.radius, 1e300)
        lo = wedge.lo.copy()
        hi = wedge.hi.copy()
        who = wedge.who.copy()
        near = wedge.near.copy()
        order: list[tuple[float, int]] = []
        for b in sorted(set(who)):
            order.append((min([near[i] for i in range(len(who)) if who[i] == b]), b))
        order.sort()
        hidden: list[Hidden] = []
        wedge.clear()
        before = 0.0
        for _, b in order:
            for i in range(len(who)):
                if who[i] == b:
                    wedge.lo.append(lo[i])
                    wedge.hi.append(hi[i])
            now = wedge.covered()
            share = (now - before) / (2.0 * wedge.s)
            before = now
            if share > 1e-9:
                if b < len(self.blockers):
                    found = self.blockers[b]
                    hidden.append(Hidden(found.kind, found.id, share))
                else:
                    hidden.append(Hidden(FIGURE, self.discs.ids[b - len(self.blockers)], share))
        wedge.lo.clear()
        wedge.hi.clear()
        return Sight(_crumbless(1.0 - before / (2.0 * wedge.s)), hidden)

    def _look(self, dx: float, dy: float, radius: float, enough: float) -> None:
        """Offer the wedge all that may hide; stop once a single shadow is wider than `enough`."""
        wedge = self.wedge
        ex = wedge.ex
        ey = wedge.ey
        lo = wedge.lo
        hi = wedge.hi
        tall = wedge.tall
        # The strip as wide as the target holds the wedge; what keeps off it is left out at once.
        d2 = dx * dx + dy * dy
        d = sqrt(d2)
        n = len(self.blockers)
        seen = 0
        for b in range(n):
            blocker = self.blockers[b]
            x = blocker.mid_x - ex
            y = blocker.mid_y - ey
            r = blocker.round
            across = dx * y - dy * x
            wide = (r + radius) * d
            if across > wide or across < -wide:
                continue
            along = dx * x + dy * y
            if along < -r * d or along > d2 + wide:
                continue
            if tall and not wedge.level(blocker.top):
                continue
            if blocker.solid and blocker.inside(ex, ey):
                continue
            ax = blocker.ax
            ay = blocker.ay
            bx = blocker.bx
            by = blocker.by
            for i in range(len(ax)):
                wedge.edge(ax[i], ay[i], bx[i], by[i], b)
            while seen < len(lo):
                if hi[seen] - lo[seen] > enough:
                    return
                seen += 1
        discs = self.discs
        for i in range(len(discs.x)):
            x = discs.x[i]
            y = discs.y[i]
            r = discs.r[i]
            across = dx * (y - ey) - dy * (x - ex)
            wide = (r + radius) * d
            if across > wide or across < -wide:
                continue
            if tall and not wedge.level(discs.tops[i]):
                continue
            wedge.disc(x, y, r, n + i)
            if seen < len(lo):
                if hi[seen] - lo[seen] > enough:
                    return
                seen += 1

    def line(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether a straight line from point to point is free; grazing a corner or a base is.

        Round bases in which it starts or ends do not count.
        """
        dx = x1 - x0
        dy = y1 - y0
        d2 = dx * dx + dy * dy
        discs = self.discs
        for i in range(len(discs.x)):
            x = discs.x[i] - x0
            y = discs.y[i] - y0
            r = discs.r[i]
            along = dx * x + dy * y
            if along <= 0.0 or along >= d2 or x * x + y * y < r * r:
                continue
            away = dx * y - dy * x
            if away * away < r * r * d2 and (x - dx) * (x - dx) + (y - dy) * (y - dy) >= r * r:
                return False
        # A hair to the left and a hair to the right of the line no corner lies on it. It is blocked
        # where both of these are: a corner that is only grazed lets one of them pass.
        left = False
        right = False
        for blocker in self.blockers:
            for i in range(len(blocker.ax)):
                ax = blocker.ax[i] - x0
                ay = blocker.ay[i] - y0
                bx = blocker.bx[i] - x0
                by = blocker.by[i] - y0
                sa = dx * ay - dy * ax
                sb = dx * by - dy * bx
                if (sa > 0.0 and sb > 0.0) or (sa < 0.0 and sb < 0.0) or (sa == 0.0 and sb == 0.0):
                    continue
                # The edge parts the two ends of the line (or one of them lies on it, which is no
                # crossing).
                start = (bx - ax) * (-ay) - (by - ay) * (-ax)
                end = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
                if (start >= 0.0 and end >= 0.0) or (start <= 0.0 and end <= 0.0):
                    continue
                if (sa > 0.0) != (sb > 0.0):
                    left = True
                if (sa >= 0.0) != (sb >= 0.0):
                    right = True
                if left and right:
                    return False
        return True


class Scene:
    """What can stand in the way of sight on a table: pieces of terrain and figures.

    Put in only terrain that blocks sight. Figures may be placed, moved and taken off at any time;
    corridors made before that keep the old places.
    """

    def __init__(self, terrain: Sequence[Terrain] = ()) -> None:
        self.terrain: list[Terrain] = list(terrain)
        self._where: dict[int, int] = {}
        self._ids: list[int] = []
        self._x: list[float] = []
        self._y: list[float] = []
        self._facing: list[float] = []
        self._bases: list[Base] = []
        self._groups: list[int] = []

    def place(
        self, id: int, x: float, y: float, base: Base, facing: float = 0.0, group: int = -1
    ) -> None:
        """Put a figure down, or somewhere else. A group is what is skipped together: its unit."""
        at = self._where.get(id, -1)
        if at < 0:
            self._where[id] = len(self._ids)
            self._ids.append(id)
            self._x.append(x)
            self._y.append(y)
            self._facing.append(facing)
            self._bases.append(base)
            self._groups.append(group)
        else:
            self._x[at] = x
            self._y[at] = y
            self._facing[at] = facing
            self._bases[at] = base
            self._groups[at] = group

    def remove(self, id: int) -> None:
        """Take a figure off."""
        at = self._where.pop(id)
        last = len(self._ids) - 1
        if at != last:
            self._ids[at] = self._ids[last]
            self._x[at] = self._x[last]
            self._y[at] = self._y[last]
            self._facing[at] = self._facing[last]
            self._bases[at] = self._bases[last]
            self._groups[at] = self._groups[last]
            self._where[self._ids[at]] = at
        self._ids.pop()
        self._x.pop()
        self._y.pop()
        self._facing.pop()
        self._bases.pop()
        self._groups.pop()

    def between(
        self,
        a: Bounds,
        b: Bounds,
        skip_terrain: AbstractSet[int] = _NOBODY,
        skip_figures: AbstractSet[int] = _NOBODY,
        skip_groups: AbstractSet[int] = _NOBODY,
    ) -> Corridor:
        """The corridor between two boxes (`bounds` of two units): what may stand between them.

        The eyes must lie in the one box and the targets' bases wholly in the other.
        """
        min_x = a[0] if a[0] < b[0] else b[0]
        min_y = a[1] if a[1] < b[1] else b[1]
        max_x = a[2] if a[2] > b[2] else b[2]
        max_y = a[3] if a[3] > b[3] else b[3]
        # Across the direction from box to box: everything between them lies from low to high.
        ax = (a[0] + a[2]) / 2.0
        ay = (a[1] + a[3]) / 2.0
        bx = (b[0] + b[2]) / 2.0
        by = (b[1] + b[3]) / 2.0
        nx = ay - by
        ny = bx - ax
        length = sqrt(nx * nx + ny * ny)
        if length > 0.0:
            nx /= length
            ny /= length
        wide = abs(nx)
        high = abs(ny)
        half_a = (wide * (a[2] - a[0]) + high * (a[3] - a[1])) / 2.0
        half_b = (wide * (b[2] - b[0]) + high * (b[3] - b[1])) / 2.0
        # Both centres lie on one line, so the wider box gives the bounds; a hair covers the
        # rounding.
        half = (half_a if half_a > half_b else half_b) + 1e-9
        line = nx * ax + ny * ay
        out = Corridor()
        for piece in self.terrain:
            if (
                piece.height <= 0.0
                or piece.min_x > max_x
                or piece.max_x < min_x
                or piece.min_y > max_y
                or piece.max_y < min_y
            ):
                continue
            off = nx * (piece.min_x + piece.max_x) / 2.0 + ny * (piece.min_y + piece.max_y) / 2.0
            off -= line
            own = (wide * (piece.max_x - piece.min_x) + high * (piece.max_y - piece.min_y)) / 2.0
            if off - own > half or off + own < -half or piece.id in skip_terrain:
                continue
            for i in range(len(piece.ax)):
                x0 = piece.ax[i]
                x1 = piece.bx[i]
                if (x0 > max_x and x1 > max_x) or (x0 < min_x and x1 < min_x):
                    continue
                y0 = piece.ay[i]
                y1 = piece.by[i]
                if (y0 > max_y and y1 > max_y) or (y0 < min_y and y1 < min_y):
                    continue
                v0 = nx * x0 + ny * y0 - line
                v1 = nx * x1 + ny * y1 - line
                if (v0 > half and v1 > half) or (v0 < -half and v1 < -half):
                    continue
                out.add_edge(x0, y0, x1, y1)
            out.close(piece.kind, piece.id, piece.height)
        boxes: list[int] = []
        for i in range(len(self._ids)):
            x0 = self._x[i]
            y0 = self._y[i]
            base = self._bases[i]
            r = base.radius
            if x0 - r > max_x or x0 + r < min_x or y0 - r > max_y or y0 + r < min_y:
                continue
            off = nx * x0 + ny * y0 - line
            if off - r > half or off + r < -half:
                continue
            if self._groups[i] in skip_groups or self._ids[i] in skip_figures:
                continue
            if base.is_disc:
                if base.height > 0.0:
                    out.add_disc(self._ids[i], x0, y0, r, base.height)
            else:
                boxes.append(i)
        for i in boxes:
            base = self._bases[i]
            if base.height > 0.0:
                corners = base.corners(self._x[i], self._y[i], self._facing[i])
                for k in range(0, 8, 2):
                    m = (k + 2) % 8
                    out.add_edge(corners[k], corners[k + 1], corners[m], corners[m + 1])
                out.close(FIGURE, self._ids[i], base.height, True)
        return out

    def around(
        self,
        x: float,
        y: float,
        radius: float,
        skip_terrain: AbstractSet[int] = _NOBODY,
        skip_figures: AbstractSet[int] = _NOBODY,
        skip_groups: AbstractSet[int] = _NOBODY,
    ) -> Corridor:
        """Everything within a distance, for `fan` and for looks from (x, y) all round."""
        box = (x - radius, y - radius, x + radius, y + radius)
        return self.between(box, box, skip_terrain, skip_figures, skip_groups)

    def sight(
        self,
        ex: float,
        ey: float,
        tx: float,
        ty: float,
        base: Base,
        facing: float = 0.0,
        skip_terrain: AbstractSet[int] = _NOBODY,
        skip_figures: AbstractSet[int] = _NOBODY,
        skip_groups: AbstractSet[int] = _NOBODY,
    ) -> Sight:
        """One look in plan view with its explanation; several are cheaper `between` two boxes."""
        rx = base.reach_x(facing)
        ry = base.reach_y(facing)
        corridor = self.between(
            (ex, ey, ex, ey),
            (tx - rx, ty - ry, tx + rx, ty + ry),
            skip_terrain,
            skip_figures,
            skip_groups,
        )
        return corridor.sight(ex, ey, tx, ty, base, facing)


def bounds(xs: Sequence[float], ys: Sequence[float], radius: float = 0.0) -> Bounds:
    """The box round some places, `radius` wider on every side: that of a unit's figures."""
    return min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius


def _crumbless(seen: float) -> float:
    """Without the crumbs that rounding leaves: 0 means hidden, and 1 means in full view."""
    if seen < 1e-12:
        return 0.0
    return seen if seen < 1.0 - 1e-12 else 1.0


def visible_fraction(
    ex: float,
    ey: float,
    tx: float,
    ty: float,
    r: float,
    edges: Sequence[float] = (),
    discs: Sequence[float] = (),
) -> float:
    """The visible share of a disc from flat numbers: edges (x, y, x, y), discs (x, y, radius).

    >>> visible_fraction(0.0, 0.0, 10.0, 0.0, 1.0, edges=[5.0, 0.0, 5.0, 9.0])
    0.5
    """
    return _corridor(edges, discs).fraction(ex, ey, tx, ty, Base.disc(r))


def half_visible(
    ex: float,
    ey: float,
    tx: float,
    ty: float,
    r: float,
    edges: Sequence[float] = (),
    discs: Sequence[float] = (),
) -> bool:
    """Whether at least half of a disc is visible, from flat numbers as for `visible_fraction`."""
    return _corridor(edges, discs).half(ex, ey, tx, ty, Base.disc(r))


def _corridor(edges: Sequence[float], discs: Sequence[float]) -> Corridor:
    out = Corridor()
    for i in range(0, len(edges), 4):
        out.add_edge(edges[i], edges[i + 1], edges[i + 2], edges[i + 3])
        out.close("edge", i // 4, 1.0)
    for i in range(0, len(discs), 3):
        out.add_disc(i // 3, discs[i], discs[i + 1], discs[i + 2], 1.0)
    return out
