"""Moves of loose units: the leader is sent somewhere, the others keep their places round him.

>>> from grognard.table.base import Base
>>> from grognard.table.walk import Ground
>>> ground = Ground(Base.disc(0.5), 48.0, 48.0)
>>> propose([10.0, 12.0], [10.0, 10.0], [0.5, 0.5], 0, (10.0, 20.0), [ground, ground], 6.0, 2.0, [])
[[(10.0, 16.0)], [(12.0, 16.0)]]

Paths are lists of points without the start; an empty one means that the figure stays. `grounds`
holds one ground for each figure (like figures may share theirs), `standing` the discs (x, y,
radius) on which nobody may come to rest. Nothing here is random: the same question has the same
answer.
"""

from collections.abc import Sequence
from typing import Final

from grognard.table.base import SLACK, Base
from grognard.table.coherency import linked
from grognard.table.contact import contact
from grognard.table.cost import distance, leg_cost
from grognard.table.lattice import snap
from grognard.table.route import places_round
from grognard.table.walk import Ground

Way = list[tuple[float, float]]
"""The points of one figure's move, its start left out."""

Disc = tuple[float, float, float]

SEARCH: Final = 5.0
"""Inches round its own place in which a figure that cannot stand there looks for another."""

SEARCH_STEP: Final = 0.5


ROUND: Final = places_round(0.0, 0.0, SEARCH, SEARCH_STEP)[1:]


class _Herd:
    """Figures on their way, and those that have found their places."""

    def __init__(
        self,
        xs: Sequence[float],
        ys: Sequence[float],
        radii: Sequence[float],
        grounds: Sequence[Ground],
        budget: float,
        gap: float,
        standing: Sequence[Disc],
    ) -> None:
        self.xs = xs
        self.ys = ys
        self.radii = radii
        self.grounds = grounds
        self.budget = budget
        self.gap = gap
        self.standing = standing
        self.stand_x = [s[0] for s in standing]
        self.stand_y = [s[1] for s in standing]
        self.stand_r = [s[2] for s in standing]
        self.ways: list[Way] = [[] for _ in xs]
        self.x: list[float] = list(xs)
        self.y: list[float] = list(ys)
        self.placed: list[int] = []

    def place(self, i: int, way: Way) -> None:
        """Figure i has found its place."""
        self.ways[i] = way
        if len(way) > 0:
            self.x[i], self.y[i] = way[-1]
        self.placed.append(i)

    def free(self, i: int, x: float, y: float, near: list[int] | None = None) -> bool:
        """Whether figure i may rest there: on nobody who stands or has found his place.

        `near` are those of the standing who can matter; without it all are asked.
        """
        r = self.radii[i] - SLACK
        if near is None:
            near = self.near(i, x, y, 0.0)
        for k in near:
            reach = r + self.stand_r[k]
            dx = x - self.stand_x[k]
            dy = y - self.stand_y[k]
            if dx * dx + dy * dy < reach * reach:
                return False
        for j in self.placed:
            reach = r + self.radii[j]
            dx = x - self.x[j]
            dy = y - self.y[j]
            if dx * dx + dy * dy < reach * reach:
                return False
        return True

    def near(self, i: int, x: float, y: float, far: float) -> list[int]:
        """The standing on whom figure i could come to rest within this distance."""
        out: list[int] = []
        for k in range(len(self.stand_x)):
            reach = self.radii[i] + self.stand_r[k] + far
            if abs(x - self.stand_x[k]) <= reach and abs(y - self.stand_y[k]) <= reach:
                out.append(k)
        return out

    def holds(self, i: int, x: float, y: float) -> bool:
        """Whether figure i would hang together there with those who have found their places."""
        if len(self.placed) == 0:
            return True
        for j in self.placed:
            reach = self.radii[i] + self.radii[j] + self.gap
            dx = x - self.x[j]
            dy = y - self.y[j]
            if dx * dx + dy * dy <= reach * reach:
                return True
        return False

    def way_to(self, i: int, x: float, y: float, routes: bool) -> Way | None:
        """How figure i gets there within its budget: straight, or round if `routes`."""
        if x == self.xs[i] and y == self.ys[i]:
            return []
        if distance(self.xs[i], self.ys[i], x, y) > self.budget:
            return None
        ground = self.grounds[i]
        if (
            ground.clear(self.xs[i], self.ys[i], x, y)
            and leg_cost(ground, self.xs[i], self.ys[i], x, y) <= self.budget
        ):
            return [(x, y)]
        if not routes:
            return None
        path = ground.route(self.xs[i], self.ys[i], x, y, self.budget)
        return None if path is None else path[1:]

    def settle(self, i: int, x: float, y: float) -> bool:
        """Bring figure i to (x, y), which is on the lattice, or to the nearest free place that
        hangs together."""
        near = self.near(i, x, y, SEARCH + 1.0)
        if self.free(i, x, y, near) and self.holds(i, x, y):
            way = self.way_to(i, x, y, True)
            if way is not None:
                self.place(i, way)
                return True
        # `holds` and `free` in one, for there are many places to look at: how far off, squared,
        # those who have found theirs may be at most (one of them) and must be at least (all).
        mine = self.radii[i]
        there = [self.x[j] for j in self.placed] + [self.stand_x[k] for k in near]
        across = [self.y[j] for j in self.placed] + [self.stand_y[k] for k in near]
        links: list[float] = []
        bites: list[float] = []
        for j in self.placed:
            reach = mine + self.radii[j] + self.gap
            links.append(reach * reach)
            reach = mine - SLACK + self.radii[j]
            bites.append(reach * reach)
        for k in near:
            reach = mine - SLACK + self.stand_r[k]
            bites.append(reach * reach)
        n = len(links)
        sx = self.xs[i]
        sy = self.ys[i]
        most = self.budget * self.budget * (1.0 + 1e-9)  # `way_to` draws the line
        for dx, dy in ROUND:
            px = x + dx
            py = y + dy
            ox = px - sx
            oy = py - sy
            if ox * ox + oy * oy > most:
                continue
            hangs = n == 0
            for k in range(len(bites)):
                ox = px - there[k]
                oy = py - across[k]
                d2 = ox * ox + oy * oy
                if d2 < bites[k]:
                    break
                if k < n and d2 <= links[k]:
                    hangs = True
            else:
                if hangs:
                    way = self.way_to(i, px, py, False)
                    if way is not None:
                        self.place(i, way)
                        return True
        if self.holds(i, self.xs[i], self.ys[i]) and self.free(i, self.xs[i], self.ys[i]):
            self.place(i, [])
            return True
        return False


def propose(
    xs: list[float],
    ys: list[float],
    radii: list[float],
    leader: int,
    goal: tuple[float, float],
    grounds: Sequence[Ground],
    budget: float,
    gap: float,
    standing: Sequence[Disc],
) -> list[Way] | None:
    """The leader goes to the goal, or as near as the budget allows; the others keep their places.

    Who cannot keep his place takes the nearest free one that hangs together with the rest.
    None when some would be left behind wherever the leader goes.
    """
    sx = xs[leader]
    sy = ys[leader]
    path = grounds[leader].furthest(sx, sy, goal[0], goal[1], budget)
    if len(path) == 2:
        dx = path[1][0] - sx
        dy = path[1][1] - sy
        rigid = _together(xs, ys, radii, grounds, dx, dy, budget, standing)
        if rigid is not None:
            return rigid
    order = chain(xs, ys, radii, leader, gap)
    end = path[-1]
    for share in (1.0, 0.75, 0.5, 0.25):
        herd = _Herd(xs, ys, radii, grounds, budget, gap, standing)
        gx = snap(sx + (end[0] - sx) * share)
        gy = snap(sy + (end[1] - sy) * share)
        if share == 1.0 and herd.free(leader, end[0], end[1]):
            herd.place(leader, path[1:])
        elif not herd.settle(leader, gx, gy):
            continue
        dx = herd.x[leader] - sx
        dy = herd.y[leader] - sy
        settled = True
        for i in order[1:]:
            if not herd.settle(i, xs[i] + dx, ys[i] + dy):
                settled = False
                break
        if settled:
            return herd.ways
    return None


def _together(
    xs: list[float],
    ys: list[float],
    radii: list[float],
    grounds: Sequence[Ground],
    dx: float,
    dy: float,
    budget: float,
    standing: Sequence[Disc],
) -> list[Way] | None:
    """All of them the same way, if nothing hinders any: the ordinary case, and the quick one."""
    ways: list[Way] = []
    if dx == 0.0 and dy == 0.0:
        return [[] for _ in xs]
    far = max(radii)
    x0 = min(xs) + dx - far
    x1 = max(xs) + dx + far
    y0 = min(ys) + dy - far
    y1 = max(ys) + dy + far
    near: list[Disc] = []
    for disc in standing:
        sx, sy, sr = disc
        if sx + sr > x0 and sx - sr < x1 and sy + sr > y0 and sy - sr < y1:
            near.append(disc)
    for i in range(len(xs)):
        x = xs[i] + dx
        y = ys[i] + dy
        ground = grounds[i]
        if not ground.clear(xs[i], ys[i], x, y):
            return None
        if len(ground.slow_pieces) > 0 and leg_cost(ground, xs[i], ys[i], x, y) > budget:
            return None
        r = radii[i] - SLACK
        for sx, sy, sr in near:
            reach = r + sr
            if (x - sx) * (x - sx) + (y - sy) * (y - sy) < reach * reach:
                return None
        ways.append([(x, y)])
    return ways


def chain(
    xs: list[float], ys: list[float], radii: list[float], first: int, gap: float
) -> list[int]:
    """Everybody, each after somebody he is linked to; who hangs on nobody comes last."""
    order = [first]
    left = [i for i in range(len(xs)) if i != first]
    left.sort(key=lambda i: (distance(xs[first], ys[first], xs[i], ys[i]), i))
    at = 0
    while at < len(order):
        i = order[at]
        at += 1
        near = [j for j in left if linked(xs, ys, radii, i, j, gap)]
        order += near
        left = [j for j in left if j not in near]
    return order + left


def contact_proposal(
    xs: list[float],
    ys: list[float],
    radii: list[float],
    vx: Sequence[float],
    vy: Sequence[float],
    vr: Sequence[float],
    grounds: Sequence[Ground],
    budget: float,
    gap: float,
    standing: Sequence[Disc],
    bases: Sequence[Base] = (),
    facing: float = 0.0,
) -> list[Way] | None:
    """As many figures as can into base contact, the nearest first; the others close behind.

    `bases` says what the enemies stand on if that is not discs, all looking the same way. None
    when nobody gets there, or somebody would be left behind.
    """
    herd = _Herd(xs, ys, radii, grounds, budget, gap, standing)
    nearest: list[tuple[float, int]] = []
    for i in range(len(xs)):
        best = min([distance(xs[i], ys[i], vx[j], vy[j]) - vr[j] for j in range(len(vx))])
        nearest.append((best - radii[i], i))
    nearest.sort()
    if nearest[0][0] > budget:
        return None
    left: list[int] = []
    for away, i in nearest:
        if away > budget or not _into_contact(herd, i, vx, vy, vr, bases, facing):
            if len(herd.placed) == 0 and away > budget:
                return None
            left.append(i)
    if len(herd.placed) == 0:
        return None
    # The others follow the one who was nearest to them; round after round, since each who
    # arrives may be the link for the next.
    while len(left) > 0:
        behind: list[int] = []
        for i in left:
            k = min(herd.placed, key=lambda p: distance(xs[i], ys[i], xs[p], ys[p]))
            x = snap(xs[i] + herd.x[k] - xs[k])
            y = snap(ys[i] + herd.y[k] - ys[k])
            if not herd.settle(i, x, y):
                behind.append(i)
        if len(behind) == len(left):
            return None
        left = behind
    return herd.ways


def _into_contact(
    herd: _Herd,
    i: int,
    vx: Sequence[float],
    vy: Sequence[float],
    vr: Sequence[float],
    bases: Sequence[Base],
    facing: float,
) -> bool:
    """Bring one figure into contact with the nearest enemy it can touch."""
    x = herd.xs[i]
    y = herd.ys[i]
    taken = [(sx, sy, sr) for sx, sy, sr in herd.standing]
    taken_x = [t[0] for t in taken] + [herd.x[j] for j in herd.placed]
    taken_y = [t[1] for t in taken] + [herd.y[j] for j in herd.placed]
    taken_r = [t[2] for t in taken] + [herd.radii[j] for j in herd.placed]
    enemies = sorted(range(len(vx)), key=lambda j: (distance(x, y, vx[j], vy[j]), j))
    for j in enemies[:4]:
        if distance(x, y, vx[j], vy[j]) - vr[j] - herd.radii[i] > herd.budget:
            break
        arrival = contact(
            herd.grounds[i],
            x,
            y,
            vx[j],
            vy[j],
            bases[j] if len(bases) > 0 else Base.disc(vr[j]),
            facing,
            herd.budget,
            taken_x,
            taken_y,
            taken_r,
        )
        if arrival is None:
            continue
        end = arrival.path[-1]
        if herd.holds(i, end[0], end[1]):
            herd.place(i, arrival.path[1:])
            return True
    return False
