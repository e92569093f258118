"""What may stand in the way of sight, made once and shared by all who look: edges and bases."""

from math import sqrt

from grognard.table.polygon import side


class Blocker:
    """Something with edges: a piece of terrain or a part of one, or a base with corners.

    Edge i runs from (ax[i], ay[i]) to (bx[i], by[i]). All of them lie in the circle `round` about
    (mid_x, mid_y).
    """

    def __init__(
        self,
        kind: str,
        id: int,
        top: float,
        whole: bool,
        solid: bool,
        ax: list[float],
        ay: list[float],
        bx: list[float],
        by: list[float],
    ) -> None:
        self.kind = kind
        self.id = id
        self.top = top
        self.whole = whole  # whether all its edges are here, so that it has no gaps
        self.solid = solid  # convex, whole and counter-clockwise: a base, out of which an eye looks
        self.ax = ax
        self.ay = ay
        self.bx = bx
        self.by = by
        min_x = min(min(ax), min(bx))
        max_x = max(max(ax), max(bx))
        min_y = min(min(ay), min(by))
        max_y = max(max(ay), max(by))
        self.mid_x = (min_x + max_x) / 2.0
        self.mid_y = (min_y + max_y) / 2.0
        dx = max_x - min_x
        dy = max_y - min_y
        self.round = sqrt(dx * dx + dy * dy) / 2.0

    def inside(self, x: float, y: float) -> bool:
        """Whether a point lies inside; asked of solid ones."""
        for i in range(len(self.ax)):
            if side(self.ax[i], self.ay[i], self.bx[i], self.by[i], x, y) <= 0.0:
                return False
        return True


class Discs:
    """Round bases."""

    def __init__(self) -> None:
        self.ids: list[int] = []
        self.tops: list[float] = []
        self.x: list[float] = []
        self.y: list[float] = []
        self.r: list[float] = []

    def add(self, id: int, x: float, y: float, r: float, top: float) -> None:
        self.ids.append(id)
        self.tops.append(top)
        self.x.append(x)
        self.y.append(y)
        self.r.append(r)
