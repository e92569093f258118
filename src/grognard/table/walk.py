"""Where a figure may go: straight ways, ways round, how far, and why not.

Make the ground once for a mover (or for a unit of equal bases), then ask.

>>> from grognard.table.terrain import rectangle
>>> ground = Ground(Base.disc(0.5), 48.0, 48.0)
>>> ground.wall(rectangle(3, "wall", 10.0, 10.0, 1.0, 6.0))
>>> ground.slow(rectangle(4, "wood", 20.0, 30.0, 8.0, 8.0), 2.0)
>>> ground.keep_away(7, 14.0, 14.0, Base.disc(0.5), 2.0)
>>> ground.clear(5.0, 10.0, 12.0, 10.0)
False
>>> [hit.name for hit in ground.why_not([(5.0, 10.0), (12.0, 10.0)])]
['wall 3']
>>> ground.route(5.0, 10.0, 12.0, 10.0, 12.0)
[(5.0, 10.0), (9.29296875, 6.5), (10.70703125, 6.5), (11.0, 6.79296875), (12.0, 10.0)]
>>> ground.cost([(10.0, 30.0), (18.0, 30.0)])           # the last two inches in the wood
10.0
"""

from grognard.table import cost as _cost
from grognard.table.base import Base
from grognard.table.contact import Arrival, contact
from grognard.table.obstacles import CLEAR, Obstacles, Path
from grognard.table.reach import reach
from grognard.table.route import find, places_round


class Ground(Obstacles):
    """The obstacles of one mover, and his ways among them."""

    def cost(self, path: Path) -> float:
        """What a path costs: its inches at the price of the ground under them, and tolls."""
        return _cost.path_cost(self, path)

    def route(self, sx: float, sy: float, gx: float, gy: float, budget: float) -> Path | None:
        """The shortest legal path to a place within the budget, start and goal included.

        None when there is none, or when the goal itself is no legal place. Ways round discs are up
        to 2.4% longer than they need be, and ways through slow ground bend only at its corners.
        """
        return find(self, sx, sy, gx, gy, budget)

    def furthest(self, sx: float, sy: float, gx: float, gy: float, budget: float) -> Path:
        """As far towards a goal as the budget goes, along the way there; at least the start.

        Where the goal cannot be reached at all, towards the reachable place nearest to it.
        """
        direct = _cost.distance(sx, sy, gx, gy)
        if direct == 0.0:
            return [(sx, sy)]
        if self.leg(sx, sy, gx, gy, sx, sy) == CLEAR:
            straight = _cost.cut(self, [(sx, sy), (gx, gy)], budget)
            # Slow ground on the straight way may be worth going round.
            if len(self.slow_pieces) == 0 or _cost.path_cost(self, [(sx, sy), (gx, gy)]) == direct:
                return straight
        limit = max(budget, direct) * 2.0 + 12.0
        path = find(self, sx, sy, gx, gy, limit)
        if path is None:
            path = self._nearest(sx, sy, gx, gy, limit)
        return _cost.cut(self, path, budget)

    def _nearest(self, sx: float, sy: float, gx: float, gy: float, limit: float) -> Path:
        """A path to the place nearest to a goal that can be reached."""
        # Straight on until something stops him is what people mean, unless a way round leads a good
        # deal nearer.
        x, y = self.stop(sx, sy, gx, gy)
        near = _cost.distance(x, y, gx, gy) - 0.5
        tried = 0
        for px, py in places_round(gx, gy, 6.0, 0.5):
            if _cost.distance(px, py, gx, gy) > near:
                break
            if self.leg(px, py, px, py, sx, sy) != CLEAR:
                continue
            path = find(self, sx, sy, px, py, limit)
            if path is not None:
                return path
            tried += 1
            if tried >= 6:
                break
        return [(sx, sy)] if (x, y) == (sx, sy) else [(sx, sy), (x, y)]

    def reach(self, sx: float, sy: float, budget: float, rays: int = 72) -> list[Path]:
        """The area within reach: polygons whose union is where his centre can get. To draw."""
        return reach(self, sx, sy, budget, rays)

    def contact(
        self,
        sx: float,
        sy: float,
        tx: float,
        ty: float,
        tbase: Base,
        budget: float,
        tfacing: float = 0.0,
    ) -> Arrival | None:
        """The way to the nearest place in contact with a base, and the facing there; or None."""
        return contact(self, sx, sy, tx, ty, tbase, tfacing, budget, [], [], [])
