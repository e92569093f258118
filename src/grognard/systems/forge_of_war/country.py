"""Country that might be somewhere: roads, woods, hills, farms, walls; fair, and drawn from a seed.

Whatever lies on a table lies on the other side too, turned by half a circle about the middle: both
sides have the same cover at the same distance, whichever pair of opposite edges is chosen. Pieces
keep apart, so that any unit can pass between them, and off the objectives; roads run through.
"""

from __future__ import annotations

import random
from math import cos, pi, radians, sin
from typing import Final

from grognard.systems.forge_of_war.profiles.plans import Plan
from grognard.table.lattice import snap
from grognard.table.polygon import is_simple
from grognard.table.terrain import Terrain, strip

CLEAR: Final = 3.0
"""Inches between pieces that do not belong together, so that any unit can pass."""

RIM: Final = 1.0
"""Inches that everything but roads keeps off the table's edges."""

ROAD_SIDE: Final = 0.75
OBJECTIVE: Final = 2.0
ROAD_WIDTH: Final = 3.0
TRIES: Final = 60
SAMPLES: Final = 12
"""Stretches of a road from the edge to the middle of the table."""

THEMES: Final[dict[str, tuple[tuple[str, int], ...]]] = {
    # What lies about and how many pairs of it, the largest first.
    "farmland": (("hill", 1), ("farm", 1), ("wood", 2), ("field", 2), ("hedge", 2), ("wall", 1)),
    "hills": (("hill", 2), ("wood", 2), ("rocks", 2), ("boulders", 2), ("scrub", 1), ("wall", 1)),
    "town": (("house", 3), ("ruin", 2), ("yard", 1), ("barricade", 2), ("wood", 1), ("wall", 1)),
    "front": (("hill", 1), ("ruin", 2), ("trench", 2), ("boulders", 2), ("wood", 1), ("wire", 2)),
}

Point = tuple[float, float]
Group = list[Terrain]
"""Pieces that belong together, like a house and the wall round its yard."""

AREA: Final = 48.0 * 48.0
"""Square inches for which the numbers of the themes are meant."""


def make_country(plan: Plan, seed: int) -> list[tuple[str, Terrain]]:
    """What lies on the table: kinds of terrain and their shapes, roads first."""
    rnd = random.Random(f"country {plan.key} {seed}")
    return _Country(plan, rnd).grow()


class _Country:
    """A table while it is being filled."""

    def __init__(self, plan: Plan, rnd: random.Random) -> None:
        self.width = plan.width
        self.height = plan.height
        self.rnd = rnd
        self.roads: Group = []
        self.stretches: Group = []  # of the roads, each short and straight
        self.groups: list[Group] = []
        self.spots: list[Point] = []
        along_x = (plan.width >= plan.height) != (plan.edges == "short")
        for a, w in plan.objectives:
            # However the edges are chosen: both ways round.
            x, y = (a, w) if along_x else (w, a)
            self.spots += [(x, y), (plan.width - x, plan.height - y)]
        if plan.road != "none":
            # "along" leads away from the first player's edge.
            self.roads.append(self.road(along_x == (plan.road == "across")))
        self.heading = self.rnd.choice((0.0, 15.0, 90.0, 105.0))

    def grow(self) -> list[tuple[str, Terrain]]:
        theme = self.rnd.choice(sorted(THEMES))
        share = self.width * self.height / AREA
        for what, pairs in THEMES[theme]:
            for _ in range(max(1, round(pairs * share))):
                self.plant(what)
        pieces = self.roads + [piece for group in self.groups for piece in group]
        return [(piece.kind, piece) for piece in pieces]

    def plant(self, what: str) -> None:
        """One of these and its twin, where there is room; nothing where there is none."""
        for _ in range(TRIES):
            x = self.rnd.uniform(0.0, self.width)
            y = self.rnd.uniform(0.0, self.height)
            group = self.make(what, x, y)
            twin = [self.turned(piece) for piece in group]
            if self.fits(group) and apart(group, twin):
                self.groups += [group, twin]
                return

    def fits(self, group: Group) -> bool:
        for piece in group:
            if (
                piece.min_x < RIM
                or piece.min_y < RIM
                or piece.max_x > self.width - RIM
                or piece.max_y > self.height - RIM
            ):
                return False
            for x, y in self.spots:
                if piece.distance(x, y) < OBJECTIVE:
                    return False
        if not apart(group, self.stretches, ROAD_SIDE):
            return False
        if not all(apart(group, other) for other in self.groups):
            return False
        return all(is_simple(piece.points) for piece in group)

    def turned(self, piece: Terrain) -> Terrain:
        """By half a circle about the middle of the table."""
        w, h = self.width, self.height
        return Terrain(0, piece.kind, [(w - x, h - y) for x, y in piece.corners()])

    # -- what there is ----------------------------------------------------------------

    def make(self, what: str, x: float, y: float) -> Group:
        rnd = self.rnd
        turn = self.heading + rnd.uniform(-8.0, 8.0)
        if what == "hill":
            return [self.grown("Hill", x, y, rnd.uniform(5.0, 7.0), rnd.uniform(3.5, 5.0), 0.08)]
        if what == "wood":
            return [self.grown("Woods", x, y, rnd.uniform(3.0, 5.0), rnd.uniform(2.5, 4.0), 0.16)]
        if what == "rocks":
            kind = rnd.choice(("Rock Strewn Ground", "Scree", "Rock Strewn Ground"))
            return [self.grown(kind, x, y, rnd.uniform(3.0, 5.0), rnd.uniform(2.0, 3.0), 0.18)]
        if what == "scrub":
            return [
                self.grown("Vegetation", x, y, rnd.uniform(2.5, 4.0), rnd.uniform(2.0, 3.0), 0.2)
            ]
        if what == "boulders":
            return [
                self.grown("Boulders", x, y, rnd.uniform(1.5, 2.5), rnd.uniform(1.2, 2.0), 0.15)
            ]
        if what == "field":
            return self.field(x, y, turn)
        if what == "farm":
            return self.farm(x, y, turn)
        if what == "yard":
            return self.farm(x, y, turn, "Barricade")
        if what == "house":
            return [self.house("Building", x, y, turn)]
        if what == "ruin":
            return [self.house("Ruined Building", x, y, turn)]
        if what == "trench":
            return [self.trench(x, y)]
        kind = {"hedge": "Hedge", "wire": "Barbed Wire", "barricade": "Barricade"}.get(
            what, "Low Wall"
        )
        return [self.bent(kind, x, y, rnd.uniform(5.0, 8.0), rnd.uniform(0.0, 180.0), 0.5)]

    def grown(
        self, kind: str, x: float, y: float, long: float, short: float, rough: float
    ) -> Terrain:
        """A rounded patch: an ellipse with a few slow waves in its rim."""
        rnd = self.rnd
        turn = rnd.uniform(0.0, pi)
        waves = [(k, rnd.uniform(0.0, rough), rnd.uniform(0.0, 2.0 * pi)) for k in (2, 3, 5)]
        corners: list[Point] = []
        n = 18
        for i in range(n):
            a = 2.0 * pi * i / n
            r = 1.0 + sum(size * cos(k * a + phase) for k, size, phase in waves)
            px, py = long * r * cos(a), short * r * sin(a)
            corners.append(
                (x + px * cos(turn) - py * sin(turn), y + px * sin(turn) + py * cos(turn))
            )
        return Terrain(0, kind, corners)

    def house(self, kind: str, x: float, y: float, turn: float) -> Terrain:
        """A rectangle, or one with a wing."""
        rnd = self.rnd
        w, d = rnd.uniform(4.0, 6.5), rnd.uniform(3.5, 5.0)
        corners = [(-w / 2, -d / 2), (w / 2, -d / 2), (w / 2, d / 2), (-w / 2, d / 2)]
        if rnd.random() < 0.4:
            wing = w * rnd.uniform(0.4, 0.6)
            out = rnd.uniform(1.5, 2.5)
            corners[3:3] = [(-w / 2 + wing, d / 2), (-w / 2 + wing, d / 2 + out)]
            corners[-1] = (-w / 2, d / 2 + out)
        return Terrain(0, kind, placed(corners, x, y, turn))

    def field(self, x: float, y: float, turn: float) -> Group:
        """Crops, and a hedge along one side of them."""
        rnd = self.rnd
        w, d = rnd.uniform(5.0, 8.0), rnd.uniform(4.0, 6.0)
        slant = rnd.uniform(-0.8, 0.8)
        crops = [(-w / 2, -d / 2), (w / 2, -d / 2), (w / 2 + slant, d / 2), (-w / 2 + slant, d / 2)]
        side = -d / 2 - 0.5
        hedge = strip(0, "Hedge", placed([(-w / 2, side), (w / 2, side)], x, y, turn), 0.5)
        return [Terrain(0, "Vegetation", placed(crops, x, y, turn)), hedge]

    def farm(self, x: float, y: float, turn: float, wall: str = "Low Wall") -> Group:
        """A house, and a wall round two sides of its yard."""
        house = self.house("Building", x, y, turn)
        corner = self.rnd.uniform(5.5, 7.0)
        line = [(-3.0, -corner), (corner, -corner), (corner, 1.0)]
        return [house, strip(0, wall, placed(line, x, y, turn), 0.5)]

    def bent(
        self, kind: str, x: float, y: float, length: float, turn: float, thick: float
    ) -> Terrain:
        """A wall or hedge in a slight bow."""
        bow = self.rnd.uniform(-0.12, 0.12) * length
        line = [(length * (k - 2) / 4.0, bow * (1.0 - (k - 2) * (k - 2) / 2.0)) for k in range(5)]
        return strip(0, kind, placed(line, x, y, turn), thick)

    def trench(self, x: float, y: float) -> Terrain:
        """A zigzag."""
        step = self.rnd.uniform(2.0, 2.6)
        line = [(step * (k - 2), 0.7 if k % 2 else -0.7) for k in range(5)]
        return strip(0, "Trench", placed(line, x, y, self.rnd.uniform(-30.0, 30.0)), 1.5)

    def road(self, along_x: bool) -> Terrain:
        """From edge to edge through the middle, in an even bend; its other half is its twin."""
        rnd = self.rnd
        w, h = self.width, self.height
        long, wide = (w, h) if along_x else (h, w)
        bows = [(1, rnd.uniform(-0.14, 0.14) * wide), (2, rnd.uniform(-0.06, 0.06) * wide)]
        right: list[Point] = []
        for n in range(2 * SAMPLES + 1):
            t = n / SAMPLES - 1.0  # from -1 at one edge to 1 at the other
            off = sum(size * sin(pi * k * t) for k, size in bows)
            lean = sum(size * pi * k * cos(pi * k * t) for k, size in bows) / (long / 2.0)
            if n in (0, 2 * SAMPLES):
                lean = 0.0  # square to the edge of the table
            length = (1.0 + lean * lean) ** 0.5
            a = long / 2.0 * (1.0 + t) + ROAD_WIDTH / 2.0 * lean / length
            b = wide / 2.0 + off - ROAD_WIDTH / 2.0 / length
            a = snap(min(max(a, 0.0), long))
            right.append((a, snap(b)) if along_x else (snap(wide - b), a))
        left = [(w - x, h - y) for x, y in right]
        last = 2 * SAMPLES
        for n in range(last):
            corners = [right[n], right[n + 1], left[last - n - 1], left[last - n]]
            self.stretches.append(Terrain(0, "Road", corners))
        return Terrain(0, "Road", right + left)


# ---------------------------------------------------------------- geometry


def placed(points: list[Point], x: float, y: float, turn: float) -> list[Point]:
    """Turned about the origin, then moved."""
    c, s = cos(radians(turn)), sin(radians(turn))
    return [(x + px * c - py * s, y + px * s + py * c) for px, py in points]


def gap(a: Terrain, b: Terrain) -> float:
    """How far two pieces are apart; 0 where they overlap. Exact for outlines that do not cross."""
    best = 1e9
    for one, other in ((a, b), (b, a)):
        for x, y in one.corners():
            best = min(best, other.distance(x, y))
    return best


def apart(a: Group, b: Group, inches: float = CLEAR) -> bool:
    """Whether two groups leave room between them."""
    for p in a:
        for q in b:
            if (
                p.min_x - q.max_x < inches
                and q.min_x - p.max_x < inches
                and p.min_y - q.max_y < inches
                and q.min_y - p.max_y < inches
                and (crossing(p, q) or gap(p, q) < inches)
            ):
                return False
    return True


def crossing(a: Terrain, b: Terrain) -> bool:
    """Whether the outlines of two pieces cross: then no corner need be inside the other."""
    corners = a.corners()
    for i, (x, y) in enumerate(corners):
        nx, ny = corners[(i + 1) % len(corners)]
        if b.crosses(x, y, nx, ny):
            return True
    return False
